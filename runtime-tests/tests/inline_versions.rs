//! What inline PTX needs, example by example (`inline_examples.txt`; each row of the table has one): the compiler takes it for the
//! first target that has it and refuses it for the one before; ptxas takes what it makes of it, and refuses that one version lower, and
//! the example on the target before. Registers in examples are `%h1`, `%r1`, `%d1`, `%f1`, `%g1` and `%p1`, by their types; there is a
//! label `L` behind each and a function `f`.

use libtest_mimic::Failed;
use optx::cg::inline_ptx::table::ROWS;
use optx::cg::inline_ptx::{needs, newest};
use optx::cg::target::{Target, VERSIONS, Version};
use optx_judge::ptxas::{Ptxas, check};
use optx_judge::{Tool, trials};

/// The targets without a letter, in order.
const PLAIN: &[&str] = &[
    "sm_52", "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72", "sm_75", "sm_80", "sm_86",
    "sm_87", "sm_89", "sm_90", "sm_100",
];

const EXAMPLES: &str = include_str!("../inline_examples.txt");

fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    EXAMPLES.lines().filter_map(|l| l.split_once(" | "))
}

fn main() {
    let tools = [Tool::Ptxas12, Tool::Ptxas13];
    let one = |(key, example)| trials::trial(key, &tools, move || judge(example));
    let mut list: Vec<_> = examples().map(one).collect();
    list.push(trials::trial("unknown gets the newest", &tools, unknown));
    list.push(trials::trial("each row has an example", &[], || {
        let lacks = |key: &&str| examples().all(|(k, _)| k != *key);
        let left: Vec<&str> = ROWS.iter().map(|row| row.key).filter(lacks).collect();
        if left.is_empty() { Ok(()) } else { Err(format!("{left:?}").into()) }
    }));
    trials::run(list);
}

/// An example as it stands in a scope of its own: registers without a percent sign, and a label behind it.
fn scope(example: &str, percent: &str) -> String {
    let mut text = String::from(
        "{ .reg .b16 h<9>; .reg .b32 r<10>; .reg .b64 d<9>; .reg .f32 f<9>; .reg .f64 g<9>; .reg .pred p<9>; ",
    );
    let mut parts = example.split('%');
    text.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let mut chars = part.chars();
        let is_ours = chars.next().is_some_and(|c| "hrdfgp".contains(c))
            && chars.next().is_some_and(|c| c.is_ascii_digit())
            && !chars.next().is_some_and(|c| c.is_alphanumeric() || c == '_');
        text.push_str(if is_ours { "" } else { percent });
        text.push_str(part);
    }
    text + " L: }"
}

fn source(example: &str) -> String {
    let text = scope(example, "%%").replace('"', "\\\"");
    format!(
        "extern \"C\" __device__ __noinline__ void f() {{ asm volatile(\"\"); }}\n\
         extern \"C\" __global__ void k(int *q) {{ asm volatile(\"{text}\"); }}\n"
    )
}

fn compiled(example: &str, target: &str) -> Result<String, String> {
    let arch = format!("-arch={target}");
    let (options, _) = optx::Options::parse_args(&[&arch]).map_err(|e| e.to_string())?;
    let ptx = optx::compile(&source(example), &options).map_err(|e| e.to_string())?;
    Ok(ptx.text().to_owned())
}

/// The example in PTX of our own, which may name its kernel's parameter.
fn alone(example: &str, (major, minor): Version, target: &str) -> String {
    let text = scope(example, "%");
    format!(
        ".version {major}.{minor}\n.target {target}\n.address_size 64\n.func f() {{ ret; }}\n.visible .entry k(.param .u64 p)\n{{\n{text}\nret;\n}}\n"
    )
}

fn accepted(ptx: &str, target: &str) -> Result<(bool, String), Failed> {
    let verdict = check(Ptxas::for_target(target), target, ptx).map_err(|e| e.to_string())?;
    Ok((verdict.accepted, verdict.report))
}

fn claimed(ptx: &str) -> Result<Version, String> {
    let line = ptx.lines().find_map(|l| l.strip_prefix(".version ")).ok_or("no .version")?;
    let (major, minor) = line.split_once('.').ok_or("no .version")?;
    let number = |text: &str| text.trim().parse().map_err(|_| "no .version".to_string());
    Ok((number(major)?, number(minor)?))
}

fn lowered(ptx: &str, (a, b): Version, (c, d): Version) -> String {
    ptx.replacen(&format!(".version {a}.{b}"), &format!(".version {c}.{d}"), 1)
}

fn judge(example: &str) -> Result<(), Failed> {
    let wanted = needs(example, Target::parse("sm_121a").ok_or("no such target")?);
    // What none of the versions for the oldest targets has, a pragma, they ignore: the first target that has such a version is asked.
    let too_old = |arch: u32| {
        let plain = Target::parse(&format!("sm_{arch}"));
        plain.is_some_and(|t| newest(t) < wanted.version)
    };
    let is_ignored_before = too_old(wanted.arch.max(52));
    let name = match wanted.arch.max(52) {
        _ if is_ignored_before => "sm_75".into(),
        arch if wanted.specific => format!("sm_{arch}a"),
        arch => format!("sm_{arch}"),
    };
    let target = Target::parse(&name).ok_or("no such target")?;
    // What names the parameter of its kernel cannot stand in a source: the compiler has names of its own for those.
    let names_parameter = example.contains("[p]") || example.contains(", p;");
    let ptx = match names_parameter {
        true => alone(example, wanted.version.max(target.base), &name),
        false => compiled(example, &name)?,
    };
    let version = claimed(&ptx)?;
    let (taken, report) = accepted(&ptx, &name)?;
    if !taken {
        return Err(format!("{name} at {version:?}: {report}").into());
    }
    if version > target.base {
        let below = VERSIONS.iter().copied().rfind(|v| *v < version).ok_or("none lower")?;
        if accepted(&lowered(&ptx, version, below), &name)?.0 {
            return Err(format!("{name}: {below:?} would do").into());
        }
    }
    let plain = name.trim_end_matches(['a', 'f']);
    let before = match plain == name {
        true if is_ignored_before => None,
        true => PLAIN.iter().copied().take_while(|p| *p != name).last(),
        false => Some(plain),
    };
    let Some(before) = before else { return Ok(()) };
    let newest = newest(Target::parse(before).ok_or("no such target")?);
    if accepted(&alone(example, newest, before), before)?.0 {
        return Err(format!("{before} has it too").into());
    }
    match compiled(example, before) {
        Err(_) if names_parameter => Ok(()),
        Err(said) if said.contains("this inline PTX needs") => Ok(()),
        Err(said) => Err(said.into()),
        Ok(_) => Err(format!("it compiles for {before}").into()),
    }
}

/// What is in no table may need anything: its PTX has the newest version, which ptxas takes.
fn unknown() -> Result<(), Failed> {
    for (target, newest) in [("sm_61", (8, 8)), ("sm_90", (9, 5))] {
        let mut ptx = compiled("frobnicate.u32 %r1;", target)?;
        if claimed(&ptx)? != newest {
            return Err(format!("{target}: {:?}", claimed(&ptx)?).into());
        }
        ptx = ptx.replace("frobnicate.u32 r1;", "");
        let (taken, report) = accepted(&ptx, target)?;
        if !taken {
            return Err(report.into());
        }
    }
    Ok(())
}

//! The floors of the table of instruction forms, through those who use them: for each form that not every target or version has, a
//! source that needs it, compiled for the first target that has it. ptxas takes that at the `.version` that it claims and not one
//! version lower, nor for the target before; the compiler refuses the source for that one.

use libtest_mimic::Failed;
use optx::cg::inline_ptx::newest;
use optx::cg::lir::opcodes::{Form, ROWS};
use optx::cg::target::{Target, VERSIONS, Version};
use optx_judge::ptxas::{Ptxas, check};
use optx_judge::{Tool, trials};

/// A form, a text that shows it in PTX, and the body of a kernel of `p`, ints, `f`, floats, `d`, doubles, and `t`, the thread.
const USERS: &[(Form, &str, &str)] = &[
    (Form::Tanh, "tanh.approx", "f[t] = __tanhf(f[t]);"),
    (Form::HalfAdd, "add.f16", "h[t] = __hadd(h[t], h[t + 1]);"),
    (Form::HalfSub, "sub.f16", "h[t] = __hsub(h[t], h[t + 1]);"),
    (Form::HalfMul, "mul.f16", "h[t] = __hmul(h[t], h[t + 1]);"),
    (Form::HalfFma, "fma.rn.f16", "h[t] = __hfma(h[t], h[t + 1], h[t + 2]);"),
    (Form::Bf16Fma, "fma.rn.bf16", "b[t] = __hfma(b[t], b[t + 1], b[t + 2]);"),
    (Form::CvtBf16, "cvt.rn.bf16.f32", "b[t] = __float2bfloat16_rn(f[t]);"),
    (Form::AtomScope, ".cta.", "atomicAdd_block(p, t);"),
    (Form::AtomAddF64, "add.f64", "atomicAdd(d, d[t]);"),
    (
        Form::AtomCas16,
        "cas.b16",
        "p[t] = atomicCAS((unsigned short *)p, (unsigned short)t, (unsigned short)7);",
    ),
    (Form::Shfl, "shfl.sync", "p[t] = __shfl_xor_sync(0xffffffff, p[t], 1);"),
    (Form::Vote, "vote.sync.any", "p[t] = __any_sync(0xffffffff, p[t]);"),
    (Form::Ballot, "vote.sync.ballot", "p[t] = __ballot_sync(0xffffffff, p[t]);"),
    (Form::Activemask, "activemask", "p[t] = __activemask();"),
    (Form::Match, "match.any", "p[t] = __match_any_sync(0xffffffff, p[t]);"),
    (Form::Redux, "redux.sync", "p[t] = __reduce_add_sync(0xffffffff, p[t]);"),
    (Form::BarWarp, "bar.warp.sync", "p[t] = 1; __syncwarp(); p[t + 1] = 2;"),
    (Form::Nanosleep, "nanosleep", "__nanosleep(t);"),
];

/// The targets without a letter, in order.
const PLAIN: &[&str] =
    &["sm_52", "sm_53", "sm_60", "sm_61", "sm_62", "sm_70", "sm_72", "sm_75", "sm_80", "sm_86"];

fn main() {
    let needs = [Tool::Ptxas12, Tool::Ptxas13];
    let mut list = Vec::new();
    for &(form, shown, body) in USERS {
        for level in ["-O0", "-O3"] {
            let name = format!("{form:?}/{level}");
            list.push(trials::trial(name, &needs, move || user(form, shown, body, level)));
        }
    }
    list.push(trials::trial("large parameters", &needs, parameters));
    list.push(trials::trial("all forms with a floor have a user", &[], all));
    trials::run(list);
}

fn all() -> Result<(), Failed> {
    let lacks = |form: Form| USERS.iter().all(|u| u.0 != form);
    let left: Vec<Form> =
        ROWS.iter().filter(|r| r.needs.is_some()).map(|r| r.form).filter(|f| lacks(*f)).collect();
    if left.is_empty() { Ok(()) } else { Err(format!("without a user: {left:?}").into()) }
}

fn user(form: Form, shown: &str, body: &str, level: &str) -> Result<(), Failed> {
    let needs = ROWS[form as usize].needs.ok_or("the form has no floor")?;
    let source = format!(
        "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n\
         extern \"C\" __global__ void k(int *p, float *f, double *d, __half *h, __nv_bfloat16 *b) {{ int t = threadIdx.x; {body} }}\n"
    );
    judge(&source, shown, level, needs.arch, needs.version)
}

/// Parameters beyond the manual's 4096 bytes; ptxas is not as strict as that.
fn parameters() -> Result<(), Failed> {
    let source = "struct S { char c[5000]; };\nextern \"C\" __global__ void k(S s, char *p) { p[0] = s.c[p[1]]; }\n";
    judge(source, "5000", "-O3", 70, (8, 1))
}

fn compiled(source: &str, level: &str, target: &str) -> Result<String, String> {
    let arch = format!("-arch={target}");
    let (options, _) = optx::Options::parse_args(&[&arch, level]).map_err(|e| e.to_string())?;
    let ptx = optx::compile(source, &options).map_err(|e| e.to_string())?;
    Ok(ptx.text().to_owned())
}

fn accepted(ptx: &str, target: &str) -> Result<(bool, String), Failed> {
    let verdict = check(Ptxas::for_target(target), target, ptx).map_err(|e| e.to_string())?;
    Ok((verdict.accepted, verdict.report))
}

/// The PTX with other words behind `.version` and `.target`.
fn head(ptx: &str, (major, minor): Version, target: &str) -> String {
    let line = |l: &str| match l.split_once(' ') {
        Some((".version", _)) => format!(".version {major}.{minor}\n"),
        Some((".target", _)) => format!(".target {target}\n"),
        _ => format!("{l}\n"),
    };
    ptx.lines().map(line).collect()
}

fn judge(
    source: &str,
    shown: &str,
    level: &str,
    arch: u32,
    version: Version,
) -> Result<(), Failed> {
    let of = |name: &&&str| Target::parse(name).is_some_and(|t| t.arch >= arch);
    let name = PLAIN.iter().find(of).ok_or("no target has it")?;
    let target = Target::parse(name).ok_or("no such target")?;
    let ptx = compiled(source, level, name)?;
    if !ptx.contains(shown) {
        return Err(format!("there is no `{shown}` in\n{ptx}").into());
    }
    let version = version.max(target.base);
    if !ptx.contains(&format!(".version {}.{}\n", version.0, version.1)) {
        return Err(format!("it does not claim {version:?}:\n{ptx}").into());
    }
    let (taken, report) = accepted(&ptx, name)?;
    if !taken {
        return Err(format!("{name} at {version:?}: {report}").into());
    }
    if version > target.base {
        let below = VERSIONS.iter().copied().rfind(|v| *v < version).ok_or("none lower")?;
        if accepted(&head(&ptx, below, name), name)?.0 {
            return Err(format!("{name}: {below:?} would do").into());
        }
    }
    let Some(before) = PLAIN.iter().take_while(|p| *p != name).last() else { return Ok(()) };
    let newest = newest(Target::parse(before).ok_or("no such target")?);
    if accepted(&head(&ptx, newest, before), before)?.0 {
        return Err(format!("{before} has it too").into());
    }
    match compiled(source, level, before) {
        // The headers have another way.
        Ok(other) if !other.contains(shown) && accepted(&other, before)?.0 => Ok(()),
        Ok(_) => Err(format!("it compiles for {before}").into()),
        Err(_) => Ok(()),
    }
}

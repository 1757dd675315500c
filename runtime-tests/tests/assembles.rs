//! ptxas as the judge of our PTX: every runtime kernel and program assembles for eight targets, each `.version` is the lowest that
//! will do, and an example of every row of the table of instruction forms, in each of its types, is what ptxas takes: at its
//! minimum, and not below.

use libtest_mimic::Failed;
use optx::cg::lir::example;
use optx::cg::lir::opcodes::{Needs, Row};
use optx::cg::lir::{Op, check::check as check_lir, print};
use optx::cg::target::{Target, VERSIONS};
use optx_judge::ptxas::{Ptxas, check};
use optx_judge::{Tool, ToolError, trials};
use optx_results_page::Part;
use runtime_tests::suite::{Case, cases, mixed_cases, optx};

/// Architecture numbers that every kernel assembles for; ptxas 12.9 takes those below 75.
const TARGETS: [&str; 8] = ["52", "60", "70", "75", "80", "90", "100", "120"];

fn main() {
    let all = match cases().and_then(|a| Ok([a, mixed_cases()?].concat())) {
        Ok(all) => all,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let mut list = Vec::new();
    for case in &all {
        for arch in TARGETS {
            let case = case.clone();
            let name = format!("kernel/{}/sm_{arch}", case.name);
            list.push(trials::trial(name, &[tool(arch)], move || kernel(&case, arch)));
        }
    }
    for name in Target::names() {
        let needs = [target_tool(&name)];
        list.push(trials::trial(format!("target/{name}"), &needs, move || target(&name)));
    }
    let forms: Vec<_> = example::all().collect();
    let kernels = cases().map(|list| list.len());
    let page = kernels.map(|kernels| on_page(kernels, Target::names().len(), forms.len()));
    for (row, operations) in forms {
        let name = format!("form/{:?}", row.form);
        list.push(trials::trial(name, &[Tool::Ptxas12], move || form(row, &operations)));
    }
    list.push(trials::trial("versions/52", &[Tool::Ptxas12], || {
        versions(Ptxas::V12, "sm_52", ((4, 1), (8, 8)))
    }));
    list.push(trials::trial("versions/90", &[Tool::Ptxas13], || {
        versions(Ptxas::V13, "sm_90", ((7, 8), (9, 9)))
    }));
    // With OPTX_BLESS set it is written.
    list.push(trials::trial("the count of docs/results/kernels.md", &[], move || {
        Ok(Part::of("results/kernels.md", "assembled").check(&page?)?)
    }));
    trials::run(list);
}

/// What the page says of so many kernels, and of the table of targets and forms.
fn on_page(kernels: usize, targets: usize, forms: usize) -> String {
    let by = |version: &str, named: Tool| {
        let targets: Vec<&str> = TARGETS.into_iter().filter(|arch| tool(arch) == named).collect();
        format!("ptxas {version} for sm_{}", targets.join(", "))
    };
    let all = kernels * TARGETS.len();
    format!(
        "All {kernels} assemble, at -O0 and -O3, with {} and with {}, and each is refused with the next lower `.version`: {all} of {all}.\n\
         So is an example of each row of the table of {targets} targets and {forms} instruction forms.\n",
        by("13.5", Tool::Ptxas13),
        by("12.9", Tool::Ptxas12)
    )
}

fn tool(arch: &str) -> Tool {
    match Ptxas::for_target(&format!("sm_{arch}")) {
        Ptxas::V12 => Tool::Ptxas12,
        Ptxas::V13 => Tool::Ptxas13,
    }
}

/// ptxas 13.5 dropped sm_101; all older targets are 12.9's too.
fn target_ptxas(name: &str) -> Ptxas {
    if name.starts_with("sm_101") { Ptxas::V12 } else { Ptxas::for_target(name) }
}

fn target_tool(name: &str) -> Tool {
    if target_ptxas(name) == Ptxas::V12 { Tool::Ptxas12 } else { Tool::Ptxas13 }
}

fn say(e: ToolError) -> Failed {
    Failed::from(e.to_string())
}

/// What exists between the target's first version and the latest of the tool's, and nothing else, is taken; but for 5.1, which
/// ptxas 12.9 takes and NVIDIA never released ("Release Notes" of the PTX ISA).
fn versions(ptxas: Ptxas, target: &str, (first, last): ((u8, u8), (u8, u8))) -> Result<(), Failed> {
    for version in (4..=9).flat_map(|major| (0..=9).map(move |minor| (major, minor))) {
        if version < first || version > last || version == (5, 1) {
            continue;
        }
        let verdict = check(ptxas, target, &empty(version, target, "")).map_err(say)?;
        if verdict.accepted != VERSIONS.contains(&version) {
            return Err(format!("{version:?}: {}", verdict.report).into());
        }
    }
    Ok(())
}

fn previous(version: (u8, u8)) -> Option<(u8, u8)> {
    VERSIONS.iter().copied().rfind(|v| *v < version)
}

/// The version that a PTX text claims.
fn claimed(ptx: &str) -> Option<(u8, u8)> {
    let line = ptx.lines().find_map(|l| l.strip_prefix(".version "))?;
    let (major, minor) = line.split_once('.')?;
    Some((major.parse().ok()?, minor.trim().parse().ok()?))
}

fn with_version(ptx: &str, from: (u8, u8), to: (u8, u8)) -> String {
    ptx.replacen(
        &format!(".version {}.{}", from.0, from.1),
        &format!(".version {}.{}", to.0, to.1),
        1,
    )
}

fn kernel(case: &Case, arch: &str) -> Result<(), Failed> {
    let target = format!("sm_{arch}");
    let ptxas = Ptxas::for_target(&target);
    for level in ["-O0", "-O3"] {
        let ptx = optx(&case.source, &case.launch.options, level, arch).map_err(say)?;
        let verdict = check(ptxas, &target, &ptx).map_err(say)?;
        if !verdict.accepted {
            return Err(format!("{level}: {}", verdict.report).into());
        }
        let version = claimed(&ptx).ok_or("the PTX has no .version")?;
        let below = previous(version).ok_or("there is no lower version")?;
        let lower = check(ptxas, &target, &with_version(&ptx, version, below)).map_err(say)?;
        if lower.accepted {
            return Err(format!(
                "{level}: .version {version:?} is more than it needs: {below:?} assembles"
            )
            .into());
        }
    }
    Ok(())
}

fn empty(version: (u8, u8), target: &str, body: &str) -> String {
    format!(
        ".version {}.{}\n.target {target}\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<2>;\n.reg .b64 \
         %rd<2>;\n.reg .f64 %fd<2>;\n.reg .pred %p<2>;\n{body}\nret;\n}}\n",
        version.0, version.1
    )
}

fn target(name: &str) -> Result<(), Failed> {
    let target = Target::parse(name).ok_or("the table does not read its own name")?;
    let below = previous(target.base).ok_or("there is no lower version")?;
    for (version, accepted) in [(target.base, true), (below, false)] {
        let verdict = check(target_ptxas(name), name, &empty(version, name, "")).map_err(say)?;
        if verdict.accepted != accepted {
            return Err(format!(
                "{version:?}: accepted is {}\n{}",
                verdict.accepted, verdict.report
            )
            .into());
        }
    }
    Ok(())
}

/// A module with a kernel that holds the operations.
fn example_module(version: (u8, u8), target: &Target, operations: &[Op]) -> Result<String, Failed> {
    let function = example::kernel(operations);
    let broken = check_lir(&function);
    if !broken.is_empty() {
        return Err(format!("the checker says {broken:?}").into());
    }
    let mut text =
        format!(".version {}.{}\n.target {target}\n.address_size 64\n", version.0, version.1);
    print::function(&mut text, &function, None, Some(|_| ()));
    Ok(text)
}

/// The examples of a form assemble on the lowest target that has it, at the lowest version; where not every target or
/// version has it, the first example is refused one version lower where the target alone would allow it, and on the next
/// older target.
fn form(row: &Row, operations: &[Op]) -> Result<(), Failed> {
    let known: Vec<Target> = Target::names()
        .iter()
        .filter_map(|n| Target::parse(n))
        .filter(|t| t.suffix.is_empty() && t.arch != 107 && t.arch != 88)
        .collect();
    let Some(&first) = operations.first() else { return Ok(()) };
    let Needs { arch, version, .. } =
        row.needs.unwrap_or(Needs { arch: 0, version: (1, 0), what: "" });
    let lowest = known.iter().find(|t| t.arch >= arch).ok_or("no target")?;
    let version = version.max(lowest.base);
    let try_on = |target: &Target, version, operations: &[Op]| {
        let text = example_module(version, target, operations)?;
        check(Ptxas::V12, &target.to_string(), &text).map_err(say)
    };
    let at = try_on(lowest, version, operations)?;
    if !at.accepted {
        return Err(format!("at its minimum on {lowest}: {}", at.report).into());
    }
    if version > lowest.base {
        let below = previous(version).ok_or("there is no lower version")?;
        if try_on(lowest, below, &[first])?.accepted {
            return Err(format!("on {lowest} it assembles at {below:?} too").into());
        }
    }
    if let Some(older) = known.iter().rev().find(|t| t.arch < arch)
        && try_on(older, version, &[first])?.accepted
    {
        return Err(format!("on {older} it assembles too").into());
    }
    Ok(())
}

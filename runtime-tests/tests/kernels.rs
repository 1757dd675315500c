//! All kernels x {NVRTC, clang, optx} x {lock-step, adversarial seeds 1 to 3}, compared with their references; so are the
//! programs with host code. What the kernels execute in lock-step is what the table of docs/results/kernels.md says.

use std::sync::{Arc, OnceLock};

use libtest_mimic::Failed;
use optx_judge::{ToolError, trials};
use runtime_tests::counts::{self, Counts};
use runtime_tests::suite::{COMPILERS, MIXED_COMPILERS, SCHEDULES, cases, execute, mixed_cases};

/// PTX that several trials share, made by the first that needs it.
type Shared = Arc<OnceLock<Result<String, String>>>;

fn main() {
    let all = match cases().and_then(|a| Ok((a, mixed_cases()?))) {
        Ok((plain, mixed)) => [(plain, COMPILERS, true), (mixed, MIXED_COMPILERS, false)],
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let page = counts::part().read().map(|text| Counts::read(&text));
    let page = Arc::new(page.unwrap_or_default());
    let mut list = Vec::new();
    let flat = all.iter().flat_map(|(list, c, on)| list.iter().map(move |k| (k, *c, *on)));
    for (case, compilers, on_page) in flat {
        for compiler in compilers {
            let shared: Shared = Arc::default();
            for (schedule_name, schedule) in SCHEDULES {
                let name = format!("{}/{}/{schedule_name}", case.name, compiler.name);
                let (case, shared) = (case.clone(), Arc::clone(&shared));
                let page = (on_page && schedule_name == "lockstep").then(|| Arc::clone(&page));
                list.push(trials::trial(name, compiler.needs, move || {
                    let ptx = shared.get_or_init(|| {
                        (compiler.compile)(&case.source, &case.launch.options).map_err(say)
                    });
                    let ptx = ptx.as_ref().map_err(|e| Failed::from(e.clone()))?;
                    let outcome = execute(&case, ptx, schedule)?;
                    if let Some(difference) = outcome.difference() {
                        return Err(difference.into());
                    }
                    page.map_or(Ok(()), |page| Ok(page.check(&case, compiler.name, &outcome)?))
                }));
            }
        }
    }
    let [(plain, ..), _] = all;
    list.push(trials::trial("the kernels of docs/results/kernels.md", &[], move || {
        Ok(page.are_of(&plain)?)
    }));
    trials::run(list);
}

fn say(e: ToolError) -> String {
    e.to_string()
}

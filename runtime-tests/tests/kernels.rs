//! All kernels x {NVRTC, clang, optx} x {lock-step, adversarial seeds 1 to 3}, compared with their references; so are the
//! programs with host code.

use std::sync::{Arc, OnceLock};

use libtest_mimic::Failed;
use optx_judge::{ToolError, trials};
use runtime_tests::suite::{COMPILERS, MIXED_COMPILERS, SCHEDULES, cases, judge, mixed_cases};

/// PTX that several trials share, made by the first that needs it.
type Shared = Arc<OnceLock<Result<String, String>>>;

fn main() {
    let all = match cases().and_then(|a| Ok((a, mixed_cases()?))) {
        Ok((plain, mixed)) => [(plain, COMPILERS), (mixed, MIXED_COMPILERS)],
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(101);
        }
    };
    let mut list = Vec::new();
    for (case, compilers) in all.iter().flat_map(|(list, c)| list.iter().map(move |k| (k, *c))) {
        for compiler in compilers {
            let shared: Shared = Arc::default();
            for (schedule_name, schedule) in SCHEDULES {
                let name = format!("{}/{}/{schedule_name}", case.name, compiler.name);
                let (case, shared) = (case.clone(), Arc::clone(&shared));
                list.push(trials::trial(name, compiler.needs, move || {
                    let ptx = shared.get_or_init(|| {
                        (compiler.compile)(&case.source, &case.launch.options).map_err(say)
                    });
                    let ptx = ptx.as_ref().map_err(|e| Failed::from(e.clone()))?;
                    judge(&case, ptx, schedule).map_err(Failed::from)
                }));
            }
        }
    }
    trials::run(list);
}

fn say(e: ToolError) -> String {
    e.to_string()
}

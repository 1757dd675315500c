//! Kernels that use CCCL's headers, by optx in NVRTC's mode and by NVRTC: both write the same bits.
//!
//! Each file of `cccl/` is a test: its PTX by optx at -O0 and -O3, in lock-step and with the warps as ill-timed as can be, against NVRTC's in lock-step.
//! What is refused yet stands in [`ABSENT`], with the code of the first error, and what the emulator does not know in [`NOT_RUN`]; either fails here
//! as soon as it is taken.

use libtest_mimic::{Failed, Trial};
use optx_judge::{Tool, ToolError, trials};
use optx_launch::Schedule;
use runtime_tests::cccl::{HEADERS, cases, difference, nvrtc, optx, written};
use runtime_tests::suite::{ARCH, Case};

/// Kernels that NVRTC takes and optx does not, each with the code of the first error that it is refused with.
const ABSENT: &[(&str, &str)] = &[("std_numeric", "E0102")];

/// Kernels that stand for all on sm_90, where the headers ask for more of the device library: they are taken there too, and not run.
const TAKEN_FOR_90: &[&str] = &["reduce", "std_array"];

/// Kernels that both take and that the emulator cannot run, each with the instruction of NVRTC's PTX that it does not know.
const NOT_RUN: &[(&str, &str)] =
    &[("barrier", "mbarrier.init.shared.b64"), ("pipeline", "cp.async.ca.shared.global")];

const SCHEDULES: [Schedule; 2] = [Schedule::Lockstep, Schedule::Adversarial(1)];

fn main() {
    let cases = cases().expect("the kernels");
    assert!(cases.len() >= 70, "only {} kernels", cases.len());
    let rows = ABSENT.iter().chain(NOT_RUN).map(|row| row.0);
    for name in rows.chain(TAKEN_FOR_90.iter().copied()) {
        assert!(cases.iter().any(|case| case.name == name), "there is no kernel `{name}`");
    }
    let for_90 = cases.iter().filter(|case| TAKEN_FOR_90.contains(&case.name.as_str()));
    let mut list: Vec<Trial> = for_90.cloned().map(taken_for_90).collect();
    list.extend(cases.into_iter().map(test_of));
    trials::run(list);
}

fn test_of(case: Case) -> Trial {
    let of = |table: &[(&str, &'static str)]| {
        table.iter().find(|(name, _)| *name == case.name).map(|row| row.1)
    };
    let with_nvrtc: Vec<Tool> = HEADERS.iter().copied().chain([Tool::Nvrtc]).collect();
    if let Some(code) = of(ABSENT) {
        return refused(case, code);
    }
    if let Some(instruction) = of(NOT_RUN) {
        return trials::trial(format!("{}/not run", case.name), &with_nvrtc, move || {
            is_not_run(&case, instruction).map_err(Failed::from)
        });
    }
    let name = case.name.clone();
    trials::trial(name, &with_nvrtc, move || agrees(&case).map_err(Failed::from))
}

fn refused(case: Case, code: &'static str) -> Trial {
    trials::trial(format!("{}/refused for sm_{ARCH}", case.name), HEADERS, move || {
        is_refused(&case, code).map_err(Failed::from)
    })
}

fn taken_for_90(case: Case) -> Trial {
    trials::trial(format!("{}/taken for sm_90", case.name), HEADERS, move || {
        optx(&case, "-O3", "90").map(|_| ()).map_err(|e| Failed::from(e.to_string()))
    })
}

fn agrees(case: &Case) -> Result<(), String> {
    let ptx = nvrtc(case, ARCH).map_err(|e| format!("NVRTC: {e}"))?;
    let wanted =
        written(case, &ptx, Schedule::Lockstep).map_err(|e| format!("NVRTC's PTX: {e}"))?;
    if (0..wanted.len()).all(|k| wanted.bits(k) == 0) {
        return Err("it writes nothing".to_owned());
    }
    for level in ["-O0", "-O3"] {
        let ptx = optx(case, level, ARCH).map_err(|e| format!("{level}: {e}"))?;
        for schedule in SCHEDULES {
            let what = format!("{level}, {schedule:?}");
            let written = written(case, &ptx, schedule).map_err(|e| format!("{what}: {e}"))?;
            if let Some(difference) = difference(&written, &wanted) {
                return Err(format!("{what}: {difference}"));
            }
        }
    }
    Ok(())
}

fn is_refused(case: &Case, code: &str) -> Result<(), String> {
    match optx(case, "-O3", ARCH) {
        Ok(_) => Err("it is taken now: it leaves the table of what is absent".to_owned()),
        Err(ToolError::Refused(said)) => {
            let of_first = said.split_once("error[").and_then(|(_, rest)| rest.split_once(']'));
            match of_first {
                Some((first, _)) if first == code => Ok(()),
                _ => Err(format!("refused, but not with {code} first: {said}")),
            }
        }
        Err(other) => Err(other.to_string()),
    }
}

fn is_not_run(case: &Case, instruction: &str) -> Result<(), String> {
    optx(case, "-O3", ARCH).map_err(|e| e.to_string())?;
    let ptx = nvrtc(case, ARCH).map_err(|e| format!("NVRTC: {e}"))?;
    match written(case, &ptx, Schedule::Lockstep) {
        Ok(_) => Err("the emulator runs it now: it leaves the table of what is not run".to_owned()),
        Err(e) if e.contains(&format!("`{instruction}`")) => Ok(()),
        Err(e) => Err(format!("not run, but not for `{instruction}`: {e}")),
    }
}

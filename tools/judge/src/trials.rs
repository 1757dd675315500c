//! Tests that need outside tools: what could not run is `ignored (...)`, never ok.
//!
//! Every test that asks for a tool is built here, with the tools that it needs. Where one of them is missing the test
//! is shown as ignored, with the tool's name, or fails where `OPTX_REQUIRE_TOOLS=1` stands in the environment. A test
//! that passes and asked for a tool that it does not say it needs fails too, whether the tool is there or not: without it something would be left out,
//! and nobody told. `OPTX_ONLY_WITH_TOOLS=1` leaves out the tests that need none.

use crate::ptxas::{self, Ptxas};
use crate::tools::{self, Tool};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::sync::{Arc, OnceLock};

/// What a test that needs no tool says where those are left out.
pub const NEEDS_NONE: &str = "it needs no tool";

/// A test that needs the tools of `needs`.
pub fn trial(
    name: impl Into<String>,
    needs: &[Tool],
    run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let needs = needs.to_vec();
    Trial::ignorable_test(name, move || {
        if needs.is_empty() && tools::only_with_tools() {
            return Ok(Completion::ignored_with(NEEDS_NONE));
        }
        let missing: Vec<String> =
            needs.iter().filter_map(|t| Some(tools::find(*t).err()?.to_string())).collect();
        if !missing.is_empty() {
            let missing = missing.join("; ");
            if tools::required() {
                return Err(Failed::from(missing));
            }
            return Ok(Completion::ignored_with(missing));
        }
        tools::asked();
        run()?;
        match tools::asked().into_iter().find(|tool| !needs.contains(tool)) {
            None => Ok(Completion::Completed),
            Some(tool) => Err(Failed::from(format!(
                "it asks for {}, and does not say that it needs it",
                tool.name()
            ))),
        }
    })
}

/// A test that fails by panicking, as a `#[test]` does, and needs the tools of `needs`.
pub fn assertions(
    name: impl Into<String>,
    needs: &[Tool],
    run: impl FnOnce() + Send + 'static,
) -> Trial {
    trial(name, needs, || {
        run();
        Ok(())
    })
}

/// A test of what PTX says and does, and a second one, `name/ptxas`, that ptxas takes all PTX that the first handed to
/// [`ptxas::must_accept`]. Only the second needs a tool, one of `needs`; the texts are made once.
pub fn with_ptxas(name: &str, needs: &[Tool], run: fn()) -> [Trial; 2] {
    let made: Arc<OnceLock<Vec<ptxas::Text>>> = Arc::default();
    let make =
        move |made: &OnceLock<Vec<ptxas::Text>>| made.get_or_init(|| ptxas::noted_by(run)).clone();
    let first = Arc::clone(&made);
    let alone = trial(name, &[], move || {
        make(&first);
        Ok(())
    });
    let judged = trial(format!("{name}/ptxas"), needs, move || {
        let texts = make(&made);
        if texts.is_empty() {
            return Err(Failed::from("there is no PTX to judge"));
        }
        for ptxas::Text { target, ptx, assembles } in &texts {
            let verdict = ptxas::check(Ptxas::for_target(target), target, ptx)?;
            if verdict.accepted != *assembles {
                return Err(Failed::from(format!("{target}: {}\n{ptx}", verdict.report)));
            }
        }
        Ok(())
    });
    [alone, judged]
}

/// Runs the trials as the command line says, and ends the process.
pub fn run(trials: Vec<Trial>) -> ! {
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

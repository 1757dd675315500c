//! A compilation, on a thread of its own.
//!
//! The compiler recurses as deep as its bounds on nesting let it, on a stack that is known to be enough, whatever the caller's is. The thread is gone when
//! the call comes back: a process that forks finds nothing of ours running.

use crate::assemble::{self, Refusal};
use crate::border::lossy;
use crate::error::Error;
use crate::flow::{Asking, AtIncludes, AtSteps, Flow, Stopped, ends};
use crate::log::log;
use crate::options::{self, Read, Taken};
use crate::program::{Made, Program, distinct};
use optx::{Diagnostics, GivenIncludes, Options, Ptx, Source, facts, variance};
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes of a compilation's stack: four times what the deepest sources that the bounds allow are tested with.
const STACK: usize = 32 << 20;

/// Compiles a program with those options, and leaves in it what came of it.
pub(crate) fn compile(program: &Program, words: &[String], taken: Taken) -> Result<(), Error> {
    let (expressions, flow, cache) = {
        let state = program.state();
        let expressions = distinct(&state.expressions).map(|text| lossy(text)).collect();
        (expressions, state.flow, state.cache.clone())
    };
    let (made, outcome) = match options::read(words, taken, cache) {
        Ok(read) => made(program, read, expressions, flow),
        Err(log) => (Made { log, ..Made::default() }, Err(Error::InvalidOption)),
    };
    program.state().take(made, outcome);
    outcome
}

/// Leaves a log of options that cannot be read at all.
pub(crate) fn refuse(program: &Program, log: &str) -> Error {
    let made = Made { log: log.to_owned(), ..Made::default() };
    program.state().take(made, Err(Error::InvalidOption));
    Error::InvalidOption
}

fn made(
    program: &Program,
    mut read: Read,
    expressions: Vec<String>,
    flow: Option<Flow>,
) -> (Made, Result<(), Error>) {
    read.options.name_expressions.extend(expressions);
    let failed = |error, log: String| (Made { log, ..Made::default() }, Err(error));
    let compiled = on_a_thread(flow, |asking| compiled(program, &read.options, asking));
    match compiled {
        Ok(Ok(ptx)) => finished(program, read, &ptx),
        Ok(Err(diagnostics)) => {
            let made = Made {
                log: without_zeros(log(&diagnostics, &program.name, &read)),
                diagnostics: diagnostics.to_json(),
                options: Some(read.options),
                ..Made::default()
            };
            (made, Err(Error::Compilation))
        }
        Err(Ended::Stopped) => failed(Error::Cancelled, String::new()),
        Err(Ended::NoThread) => failed(Error::OutOfMemory, String::new()),
        Err(Ended::Panicked(said)) => {
            let log = format!("{}: error: a bug in optx: {said}\n", program.name);
            failed(Error::Internal, without_zeros(log))
        }
    }
}

fn compiled(
    program: &Program,
    options: &Options,
    asking: Option<&Asking>,
) -> Result<Ptx, Diagnostics> {
    let files = GivenIncludes::new(program.headers.clone(), options);
    let include = AtIncludes { files: &files, asking };
    let source = Source { name: &program.name, source: &program.source, include: &include };
    match asking {
        None => optx::compile_watched(source, options, &mut []),
        Some(asking) => {
            asking.ask();
            optx::compile_watched(source, options, &mut [&mut AtSteps(asking)])
        }
    }
}

/// What is made of PTX, machine code with it where that is asked for.
fn finished(program: &Program, read: Read, ptx: &Ptx) -> (Made, Result<(), Error>) {
    let mut made = Made {
        ptx: ptx.text().to_owned(),
        log: without_zeros(log(ptx.warnings(), &program.name, &read)),
        diagnostics: ptx.warnings().to_json(),
        kernels: kernels(ptx),
        ..Made::default()
    };
    // The notes begin with a line for each name expression (`NAME is NAME`), which has functions of its own here.
    let names = ptx.lowered_names().iter().map(|(name, lowered)| name.len() + lowered.len() + 5);
    made.log.push_str(ptx.notes().get(names.sum()..).unwrap_or_default());
    let mut outcome = Ok(());
    // The environment is looked at where it matters alone.
    let asked = if read.wants_binary { assemble::ptxas() } else { None };
    match asked {
        None if read.wants_binary => {
            made.binary = ptx.text().as_bytes().to_vec();
            made.binary.push(0);
        }
        None => {}
        Some(ptxas) => {
            let target = read.options.code.target.to_string();
            match assemble::assemble(&ptxas, &target, &read.for_ptxas, ptx.text()) {
                Ok((code, said)) => {
                    made.binary = code;
                    made.log.push_str(&without_zeros(said));
                }
                Err(refusal) => {
                    let (said, error) = match refusal {
                        Refusal::Refused(said) => (said, Error::Compilation),
                        Refusal::NotAsked(said) => (said, Error::Builtin),
                    };
                    made.log.push_str(&without_zeros(said));
                    outcome = Err(error);
                }
            }
        }
    }
    if outcome.is_ok() {
        made.lowered = Some(ptx.lowered_names().to_vec());
    }
    made.options = Some(read.options);
    (made, outcome)
}

/// The kernels as JSON.
fn kernels(ptx: &Ptx) -> String {
    let kernels = ptx.kernels().iter().map(|kernel| {
        let parameters = kernel.params.iter().map(|(name, ty)| json!({ "name": name, "type": ty }));
        json!({
            "name": kernel.name, "symbol": kernel.ptx_name,
            "parameters": parameters.collect::<Vec<_>>(), "shared_bytes": kernel.shared_bytes,
            "launch_bounds": kernel.launch_bounds.map(|(threads, blocks)| json!({ "threads": threads, "blocks": blocks })),
        })
    });
    json!({ "version": 1, "kernels": kernels.collect::<Vec<_>>() }).to_string()
}

/// What variance knows of a program as it was compiled last, as JSON.
pub(crate) fn variance(program: &Program) -> Result<String, Error> {
    let (options, compilations) = {
        let state = program.state();
        if let Some(known) = &state.made().variance {
            return Ok(known.clone());
        }
        let Some(options) = &state.made().options else { return Ok(String::new()) };
        (options.clone(), state.compilations())
    };
    let found = on_a_thread(None, |_| {
        let files = GivenIncludes::new(program.headers.clone(), &options);
        let request = facts::Request::default();
        optx::facts_with(&program.name, &program.source, &options, &files, request)
    });
    let text = match found {
        Ok(Ok((found, _))) => variance::json(&found),
        Ok(Err(_)) => String::new(),
        Err(Ended::NoThread) => return Err(Error::OutOfMemory),
        Err(_) => return Err(Error::Internal),
    };
    program.state().keep_variance(text.clone(), compilations);
    Ok(text)
}

/// How a thread ended that made nothing.
enum Ended {
    /// By the caller's callback.
    Stopped,
    /// By a bug of ours, which says so.
    Panicked(String),
    /// It could not be started.
    NoThread,
}

/// Runs this on a thread of its own, and calls the caller's callback on this one when it is asked for.
fn on_a_thread<T: Send>(
    flow: Option<Flow>,
    body: impl FnOnce(Option<&Asking>) -> T + Send,
) -> Result<T, Ended> {
    std::thread::scope(|scope| {
        let (asking, answering) = flow.map(|_| ends()).unzip();
        let guarded = move || catch_unwind(AssertUnwindSafe(|| body(asking.as_ref())));
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, guarded).map_err(|_| Ended::NoThread)?;
        if let (Some(answering), Some(flow)) = (answering, flow) {
            answering.answer(flow);
        }
        let ended = match thread.join() {
            Ok(Ok(made)) => return Ok(made),
            Ok(Err(payload)) | Err(payload) => payload,
        };
        if ended.is::<Stopped>() {
            return Err(Ended::Stopped);
        }
        let said = ended.downcast_ref::<&str>().map(|said| (*said).to_owned());
        let said = said.or_else(|| ended.downcast_ref::<String>().cloned());
        Err(Ended::Panicked(said.unwrap_or_else(|| "a panic".to_owned())))
    })
}

/// A text that ends at its first zero byte for who reads it, which a file of the caller's may bring in.
fn without_zeros(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::border::call;

    /// A bug of ours is an error with its message, wherever it is, and who is asked next answers.
    #[test]
    fn panics_end_here() {
        for _ in 0..2 {
            let ended = on_a_thread(None, |_| -> u32 { panic!("on {}", "purpose") });
            assert!(matches!(ended, Err(Ended::Panicked(said)) if said == "on purpose"));
            assert_eq!(call(|| panic!("on purpose")), Error::Internal as i32);
            assert!(matches!(on_a_thread(None, |_| 3), Ok(3)));
        }
    }

    /// 10 MiB at least, which is more than a thread or a process has by default.
    #[test]
    fn the_stack_is_large() {
        fn deep(left: usize) -> usize {
            let block = std::hint::black_box([left as u8; 1 << 10]);
            if left == 0 { 0 } else { deep(left - 1) + usize::from(block[1 << 9] == left as u8) }
        }
        assert!(matches!(on_a_thread(None, |_| deep(10 << 10)), Ok(depth) if depth == 10 << 10));
    }
}

//! What a test line asks for, run.

use crate::Wrong;
use crate::directive::{Subject, TestFile};
use crate::input::{Input, Kind};
use crate::refinement::{Found, refined};
use optx_ir::Func;
use optx_ir::interpret::{Input as Seed, Outcome, run as interpret};
use optx_whirl::Module;
use optx_wopt::driver::observe::{Observer, When};
use optx_wopt::driver::observers::Ran;
use optx_wopt::driver::pipeline::Stage;
use optx_wopt::driver::runner::{Watched, resume_watched};
use optx_wopt::{NoBackend, RunOptions, driver::pipeline};
use std::borrow::Cow;
use std::path::Path;

/// Statements that `test run` may execute.
const STEPS: u64 = 10_000;

/// What came of it.
pub(crate) struct Result {
    /// What the checks are on.
    pub(crate) output: String,
    /// For the diff: the functions before and after.
    pub(crate) changed: Option<(String, String)>,
}

/// Runs what the file asks for.
pub(crate) fn run(
    test: &TestFile,
    path: &Path,
    text: &str,
    kind: Kind,
) -> std::result::Result<Result, Wrong> {
    let input = Input::read(test, path, text, kind)?;
    if test.subject == Subject::Ptx {
        let output = input.compile(test, optx::Emit::Ptx)?;
        return Ok(Result { output, changed: None });
    }
    if let Subject::Lir(name) = &test.subject {
        return lir(test, name, &input);
    }
    let (module, mut funcs) = input.functions(test)?;
    content(&module, &funcs)?;
    let output = match &test.subject {
        Subject::Pass(name) => return pass(test, name, &module, funcs, kind),
        Subject::Analysis(name, after) => {
            if let Some(after) = after {
                let index = position(after)?;
                bring(&module, &mut funcs, index + 1)?;
            }
            analysis(name, &module, &funcs)?
        }
        Subject::Run(seed) => traces(&module, &funcs, *seed)?,
        Subject::Ptx | Subject::Lir(_) => String::new(),
    };
    Ok(Result { output, changed: None })
}

/// A pass of the code generator, in the whole compiler; the checker of LIR is asked behind each. What it is about is printed
/// as dumps are.
fn lir(test: &TestFile, name: &str, input: &Input) -> std::result::Result<Result, Wrong> {
    let pass = optx::pipeline::whole().find(|pass| pass.name == name);
    let Some(pass) = pass.filter(|pass| pass.leaves == Stage::Lir) else {
        let passes = optx::pipeline::whole().filter(|pass| pass.leaves == Stage::Lir);
        let known: Vec<&str> = passes.map(|pass| pass.name).collect();
        let known = known.join("`, `");
        return Err(Wrong::at(1, format!("`{name}` is no pass over LIR; there are `{known}`")));
    };
    let dumps = |when| input.dumps(test, when, name);
    let output = dumps(When::After)?;
    if output.is_empty() {
        return Err(Wrong::at(1, format!("`{name}` does not run with these options")));
    }
    let before = if pass.form == Stage::Lir { Some(dumps(When::Before)?) } else { None };
    Ok(Result { changed: before.map(|before| (before, output.clone())), output })
}

/// The verifiers have nothing to say of the input.
fn content(module: &Module, funcs: &[Func]) -> std::result::Result<(), Wrong> {
    let mut found: Vec<String> =
        optx_whirl::verify::verify_header(module).iter().map(ToString::to_string).collect();
    for f in funcs {
        found.extend(optx_ir::verify::verify(f).iter().map(ToString::to_string));
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(Wrong::at(
        1,
        format!("the verifier before: {}\n{}", found.join("\n"), printed(module, funcs)),
    ))
}

/// The functions as text. The last pass that ran is left out: it changes with the pipeline, and the test line says which
/// one this is about.
fn printed(module: &Module, funcs: &[Func]) -> String {
    let mut out = String::new();
    for f in funcs {
        let mut f = f.clone();
        f.at.clear();
        optx_ir::print::print_func(&mut out, &module.locs, &f);
    }
    out
}

fn position(name: &str) -> std::result::Result<usize, Wrong> {
    pipeline::position(name).ok_or_else(|| {
        let names: Vec<&str> = pipeline::TABLE.iter().map(|pass| pass.name).collect();
        let near = optx::nearest(name, names.iter().copied());
        let hint = near.map_or(String::new(), |near| format!("; is it `{near}`?"));
        Wrong::at(1, format!("there is no pass `{name}`{hint}"))
    })
}

/// Takes functions on through the pipeline, up to the pass of that number without it.
fn bring(
    module: &Module,
    funcs: &mut [Func],
    until: usize,
) -> std::result::Result<Vec<String>, Wrong> {
    let Some(last) = until.checked_sub(1).and_then(|k| pipeline::TABLE.get(k)) else {
        return Ok(Vec::new());
    };
    let options = RunOptions {
        verify: true,
        stop_after: Some(last.name.to_owned()),
        ..RunOptions::default()
    };
    let mut module = Cow::Borrowed(module);
    if last.level == pipeline::ON_DEMAND {
        // A row that no level runs is run for its own test.
        module.to_mut().options.passes.push(format!("+{}", last.name));
    }
    let mut ran = Ran::default();
    let observers: &mut [&mut dyn Observer] = &mut [&mut ran];
    let how = Watched { options: &options, backend: &mut NoBackend, observers };
    let report = resume_watched(&module, funcs, how);
    if !report.violations.is_empty() {
        let found = report.violations.join("\n");
        return Err(Wrong::at(
            1,
            format!("the verifier after: {found}\n{}", printed(&module, funcs)),
        ));
    }
    Ok(ran.passes.iter().map(|pass| (*pass).to_owned()).collect())
}

fn pass(
    test: &TestFile,
    name: &str,
    module: &Module,
    mut funcs: Vec<Func>,
    kind: Kind,
) -> std::result::Result<Result, Wrong> {
    let (first, last) = name.split_once("..").unwrap_or((name, name));
    let (index, last) = (position(first)?, position(last)?);
    let pass = &pipeline::TABLE[index];
    let previous = index.checked_sub(1).map_or(pipeline::BUILD, |k| pipeline::TABLE[k].name);
    if kind == Kind::Ssa {
        // The text says what the pass finds, wherever the pass stands.
        for f in &mut funcs {
            previous.clone_into(&mut f.at);
        }
    } else {
        bring(module, &mut funcs, index)?;
    }
    if let Some(f) = funcs.iter().find(|f| pass.form != f.form) {
        let (needs, has) = (pass.form.name(), f.form.name());
        return Err(Wrong::at(1, format!("`{name}` needs form {needs}; this is form {has}")));
    }
    let before = funcs.clone();
    let ran = bring(module, &mut funcs, last + 1)?;
    if !ran.iter().any(|pass| pass == first) {
        let level = module.options.opt_level;
        return Err(Wrong::at(1, format!("`{name}` does not run at -O{level}")));
    }
    let output = printed(module, &funcs);
    match (refined(module, &before, &funcs), test.norun) {
        (Found::Refined, None) | (Found::Nothing(_) | Found::Wrong(_), Some(_)) => {}
        (Found::Refined, Some(line)) => {
            return Err(Wrong::at(line, "`norun:` is not needed: the runs agree"));
        }
        (Found::Nothing(why), None) => {
            let wrong = format!("runs say nothing, so `norun:` has to say why: {why}");
            return Err(Wrong::at(1, wrong));
        }
        (Found::Wrong(why), None) => {
            let wrong = format!("the result does not refine its input: {why}\n{output}");
            return Err(Wrong::at(1, wrong));
        }
    }
    Ok(Result { changed: Some((printed(module, &before), output.clone())), output })
}

fn analysis(name: &str, module: &Module, funcs: &[Func]) -> std::result::Result<String, Wrong> {
    let mut cx = optx_wopt::Cx::of(module, funcs);
    let mut out = String::new();
    for (number, f) in funcs.iter().enumerate() {
        cx.turn_to(number);
        let Some(text) = optx_wopt::driver::print_analysis::print(&cx, f, name) else {
            let known = optx_wopt::driver::print_analysis::PRINTED.join("`, `");
            return Err(Wrong::at(1, format!("there is no analysis `{name}`, but `{known}`")));
        };
        out.push_str(&format!("{}:\n{text}", f.name));
    }
    Ok(out)
}

fn traces(module: &Module, funcs: &[Func], seed: u64) -> std::result::Result<String, Wrong> {
    let mut out = String::new();
    for f in funcs {
        match interpret(module, f, Seed { seed, steps: STEPS }) {
            Outcome::Ran(trace) => out.push_str(&format!("{}:\n{trace}", f.name)),
            Outcome::Unsupported(what) => {
                return Err(Wrong::at(1, format!("the interpreter does not know {what}")));
            }
        }
    }
    Ok(out)
}

//! What is known of a source by line, as data: how values differ between threads, who comes where and why, and what an access of memory costs a warp.
//!
//! Idea: statements of the optimizer know their places in the source, with the calls that they were inlined at. Those of one place, kind
//! and object are one entry ([`Entry`]), whose states are joined: the two conditions of an inverted loop, the parts of a struct. The states are those that
//! readers see of SSA as it is built, before any optional pass, or behind a pass that was asked for. An access is judged by the instructions that it becomes
//! ([`Access`]). Nothing here is text for a reader but quotations of the source: `optx variance`, remarks and `optx precision` are views.
//! Source: [`optx_wopt::analysis::variance`]; what is told of it is this compiler's own.
//! Legality: nothing is changed; the functions are copies.
//! Cost: a copy of the functions, their SSA, variance, and an entry a statement.

mod access;
mod banks;
mod cause;
mod chains;
mod collect;
mod draft;
mod finish;
mod known;
mod lanes;
mod lex;
mod macro_uses;
mod names;
mod promised;
mod rows;
mod sectors;
mod site;
mod source;
mod state;
mod statement;
mod touched;

pub use access::{Access, Cost, Instruction};
pub use cause::{Cause, Effect};
pub use known::{Doubt, Known};
pub use lanes::Pattern;
pub use optx_ir::Space;
pub use rows::Rows;
pub use site::{FileId, Site};
pub use state::{Axes, Base, Coefficient, State, axes_text};
pub use statement::{BarrierReach, Disagreement, Entry, Facts, File, Function, Kind, Promised};

use optx_ir::{Form, Func};
use optx_source::SourceMap;
use optx_whirl::Module;
use optx_wopt::analysis::variance::barriers::Setting;
use optx_wopt::analysis::variance::trust::TrustingMap;
use optx_wopt::driver::observe::Observer;
use optx_wopt::driver::observers::Limit;
use optx_wopt::driver::runner::{Watched, optimize_watched};
use optx_wopt::{Cx, NoBackend};

/// What was asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The pass behind which states are taken; none is right behind SSA construction, before any optional pass.
    pub after: Option<String>,
    /// So many optional passes run before it.
    pub bisect_limit: Option<u64>,
}

/// What is known of the functions of a module, just built; what is wrong with the request, or broken, as text.
pub fn of_module(
    module: &Module,
    funcs: &[Func],
    request: &Request,
    run: &optx_wopt::RunOptions,
    map: &SourceMap,
) -> Result<Facts, Vec<String>> {
    let mut funcs = funcs.to_vec();
    let times = vec![std::time::Duration::ZERO; funcs.len()];
    let run = optx_wopt::RunOptions {
        stop_after: Some(request.after.clone().unwrap_or_else(|| "ssa".to_owned())),
        shuffle_seed: run.shuffle_seed,
        launches: run.launches.clone(),
        ..optx_wopt::RunOptions::default()
    };
    // Before optimization: no optional pass, whatever the level.
    let most = if request.after.is_none() { Some(0) } else { request.bisect_limit };
    let mut limit = Limit::silent(most.unwrap_or(u64::MAX));
    let observers: &mut [&mut dyn Observer] = &mut [&mut limit];
    let how = Watched { options: &run, backend: &mut NoBackend, observers };
    let ran = optimize_watched(module, &mut funcs, &times, how);
    if !ran.violations.is_empty() {
        return Err(ran.violations);
    }
    let mut source = source::Source::new(module, map);
    let mut found = Facts::default();
    let mut cx = Cx::of(module, &funcs);
    cx.launches.clone_from(&run.launches);
    for (k, f) in funcs.iter().enumerate() {
        if f.form != Form::Ssa || source.is_builtin(f.pos.file) {
            continue;
        }
        cx.turn_to(k);
        let shapes = cx.shapes_of(f);
        let setting = Setting { meant: &shapes, wait: &cx.facts.wait, leave: &cx.facts.leave };
        let map = TrustingMap::launched(f, cx.assumptions(), &setting);
        let solved = collect::Solved { map: &map, wait: &cx.facts.wait };
        found.functions.push(collect::collect(module, f, solved, &mut source));
    }
    optx_whirl::stable_order::sort_by_key(&mut found.functions, |f| f.at);
    found.files = source.files();
    Ok(found)
}

/// Whether states can be had behind a pass.
pub fn is_stage(pass: &str) -> bool {
    let row = optx_wopt::driver::pipeline::TABLE.iter().find(|p| p.name == pass);
    row.is_some_and(|p| p.leaves == Form::Ssa)
}

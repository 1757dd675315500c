//! Variance by source line: what each statement of a kernel assigns, accesses and branches on, and how that differs between threads.
//!
//! Idea: statements of the optimizer know their places in the source, with the calls that they were inlined at. Those of one place, kind
//! and object are one entry, whose states are joined: the two conditions of an inverted loop, the parts of a struct. The states are those of
//! closed SSA as it is built, before any optional pass, or behind a pass that was asked for.
//! Source: [`optx_wopt::analysis::variance`]; the report is this compiler's own.
//! Legality: nothing is changed; the functions are copies.
//! Cost: a copy of the functions, their SSA, variance, and an entry a statement.

mod access;
mod causes;
mod collect;
mod lex;
mod listing;
mod names;
mod promised;
mod remarks;
mod rows;
mod text;
mod told;
mod touched;

pub use access::{Access, Pattern};
pub use causes::Cause;
pub use listing::listing;
pub(crate) use remarks::remarks;
pub use rows::{Rows, Sectors};

use crate::diagnostics::Report;
use optx_ir::{Form, Func};
use optx_whirl::Module;
use optx_wopt::analysis::variance::barriers::Setting;
use optx_wopt::analysis::variance::trust::TrustingMap;
use optx_wopt::analysis::variance::{Axes, Coef};
use optx_wopt::{Cx, NoBackend};

/// What was asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The pass behind which states are taken; none is right behind SSA construction, before any optional pass.
    pub after: Option<String>,
}

/// What is known of a source.
#[derive(Clone, Debug, Default)]
pub struct Variance {
    /// The files that entries name, with their lines.
    pub files: Vec<File>,
    /// Kernels, and functions that are called out of line, in the source's order.
    pub functions: Vec<Function>,
}

/// A file of the source.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// A kernel, or a function that calls were not inlined of.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name in the source.
    pub name: String,
    /// The name in PTX, which tells instances of a template apart.
    pub symbol: String,
    /// Whether it is a kernel.
    pub is_kernel: bool,
    /// Where it is defined.
    pub at: Site,
    /// Its statements, in the source's order.
    pub entries: Vec<Entry>,
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Index into [`Variance::files`].
    pub file: usize,
    /// Line from 1.
    pub line: u32,
    /// Column in bytes from 1.
    pub column: u32,
    /// Bytes of text; 0 where nobody knows.
    pub length: u32,
}

/// What a statement, or a part of one, does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A load from memory.
    Load,
    /// A call, inlined or not, or an intrinsic that threads take part in.
    Call,
    /// A local variable is set.
    Assign,
    /// An atomic.
    Atomic,
    /// A store to memory.
    Store,
    /// A condition that is branched on.
    Branch,
    /// A barrier, of the block or of a warp.
    Barrier,
    /// The function is left.
    Return,
}

impl Kind {
    /// The word of reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Call => "call",
            Kind::Load => "load",
            Kind::Atomic => "atomic",
            Kind::Branch => "branch",
            Kind::Store => "store",
            Kind::Assign => "assign",
            Kind::Barrier => "barrier",
            Kind::Return => "return",
        }
    }
}

/// One thing that a statement does, in one context.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What.
    pub kind: Kind,
    /// Where.
    pub at: Site,
    /// The calls that it was inlined at, innermost first.
    pub inlined_at: Vec<Site>,
    /// The source text of what is assigned or accessed, of the condition, or of the call.
    pub target: String,
    /// What is assigned, loaded, stored, branched on or returned.
    pub value: Option<State>,
    /// Of accesses of memory: where, and how the lanes of a warp come there.
    pub access: Option<Access>,
    /// The axes that it depends on whether a thread comes here.
    pub control: Axes,
    /// What holds beside that if all threads reach barriers.
    pub promised: Option<Promised>,
    /// Of a barrier of the whole block: who comes.
    pub barrier: Option<BarrierReach>,
    /// Why threads part here: of a branch, why its condition varies; of a barrier that only some may reach, why they do.
    pub why: Vec<Cause>,
}

impl Entry {
    /// A barrier of the block of which it depends on the thread whether it comes.
    pub fn may_be_reached_by_some(&self) -> bool {
        self.barrier.as_ref().is_some_and(|barrier| !barrier.axes.is_none())
    }
}

/// What holds of an entry if all threads reach some barriers: a promise of the program, which nothing here proves.
#[derive(Clone, Debug)]
pub struct Promised {
    /// The value then, where it says more.
    pub value: Option<State>,
    /// The axes that it depends on then whether a thread comes here.
    pub control: Axes,
    /// The barriers, in order.
    pub barriers: Vec<Site>,
}

/// Who comes to a barrier of the block.
#[derive(Clone, Debug)]
pub struct BarrierReach {
    /// The axes that it depends on whether a thread comes; none where all come that have not left the kernel.
    pub axes: Axes,
    /// The conditions under which threads have left the kernel before it, and which vary.
    pub exits: Vec<Cause>,
    /// Two threads that are shown to disagree in every shape that blocks may have.
    pub disagree: Option<Disagreement>,
}

/// Two threads of which one comes to a barrier and the other never does.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The condition at which they part.
    pub branch: Cause,
    /// The index of the one that comes.
    pub comes: [u32; 3],
    /// The index of the one that does not.
    pub stays_away: [u32; 3],
    /// The block's shape.
    pub shape: [u32; 3],
}

impl Disagreement {
    /// `thread (1,0,0) waits for (0,0,0), which does not come`.
    pub fn told(&self) -> String {
        let thread = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
        format!(
            "thread {} waits for {}, which does not come",
            thread(self.comes),
            thread(self.stays_away)
        )
    }
}

/// A coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// This number.
    Known(i64),
    /// A value that threads share, in the words of the source where it has any.
    Symbolic(String),
    /// Any dependence.
    Unknown,
}

/// What is left of a value where no axis is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// This number.
    Const(i64),
    /// A value that the block shares.
    Uniform,
    /// Nothing is said.
    Unknown,
}

/// How a value differs between threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Along x, y and z of `threadIdx`.
    pub axes: [Coefficient; 3],
    /// Along the lanes of a warp.
    pub lane: Coefficient,
    /// The rest.
    pub base: Base,
    /// It leans on a barrier that all threads are trusted to reach.
    pub trusted: bool,
}

impl State {
    /// The axes that it varies on, as letters.
    pub fn mask(&self) -> String {
        let varies = |k: &usize| self.axes[*k] != Coefficient::Known(0);
        (0..3).filter(varies).map(|k| ["x", "y", "z"][k]).collect()
    }

    /// One value a block.
    pub fn is_block_uniform(&self) -> bool {
        self.axes.iter().all(|c| *c == Coefficient::Known(0))
    }

    /// One value a warp.
    pub fn is_warp_uniform(&self) -> bool {
        self.lane == Coefficient::Known(0)
    }
}

/// No axes.
pub const NO_AXES: Axes = Axes::NONE;

/// Letters of the axes of the block among some.
pub fn axes_text(axes: Axes) -> String {
    (0..3).filter(|&k| axes.has(Axes::axis(k))).map(|k| ["x", "y", "z"][k]).collect()
}

/// States of the functions of a module, just built; what is wrong with the request, or broken, as text.
pub(crate) fn analyse(
    module: &Module,
    funcs: &[Func],
    request: &Request,
    run: &optx_wopt::RunOptions,
    report: &Report,
) -> Result<Variance, Vec<String>> {
    let mut funcs = funcs.to_vec();
    let times = vec![std::time::Duration::ZERO; funcs.len()];
    let run = optx_wopt::RunOptions {
        // Before optimization: no optional pass, whatever the level.
        bisect_limit: if request.after.is_none() { Some(0) } else { run.bisect_limit },
        stop_after: Some(request.after.clone().unwrap_or_else(|| "ssa".to_owned())),
        shuffle_seed: run.shuffle_seed,
        launches: run.launches.clone(),
        ..optx_wopt::RunOptions::default()
    };
    let ran = optx_wopt::optimize(module, &mut funcs, &times, &run, &mut NoBackend);
    if !ran.violations.is_empty() {
        return Err(ran.violations);
    }
    let mut source = text::Source::new(module, report);
    let mut found = Variance::default();
    let mut cx = Cx::of(module, &funcs);
    cx.launches.clone_from(&run.launches);
    for (k, f) in funcs.iter_mut().enumerate() {
        if f.form != Form::Ssa || source.is_builtin(f.pos.file) {
            continue;
        }
        cx.turn_to(k);
        optx_wopt::pass::ssa::closed_ssa::close(f, &mut cx);
        let shapes = cx.shapes_of(f);
        let setting = Setting { meant: &shapes, wait: &cx.facts.wait, leave: &cx.facts.leave };
        let map = TrustingMap::launched(f, cx.assumptions(), &setting);
        found.functions.push(collect::collect(module, f, (&map, &cx.facts.wait), &mut source));
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

/// A coefficient that is known.
fn known(coef: Coef) -> Option<i64> {
    match coef {
        Coef::Known(c) => Some(c),
        Coef::Top => Some(0),
        Coef::Symbolic(_) | Coef::Unknown => None,
    }
}

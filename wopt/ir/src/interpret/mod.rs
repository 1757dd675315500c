//! An interpreter of [`Func`], for holding passes to what they promise: a function and what a pass made of it run on
//! the same inputs, and the second must refine the first ([`refines`]).
//!
//! Idea: one thread of one function, in any form. VARs are looked up by their nodes, so versions need no table of their
//! own; phis are read together on the edge taken; versions of memory are not looked at, so that what they promise is
//! put to the test too. What others see is recorded as [`Event`]s in order: volatile accesses, atomics, convergent
//! operations, clocks, barriers, fences, calls, inline PTX. At what orders memory accesses (barriers, fences, calls,
//! clobbers) a snapshot of the memory that others can reach is part of the event, and under odd seeds others then write
//! to it: a store that moved past a barrier and a load that was forwarded over one are both noticed.
//!
//! What is not defined: a signed (`I4`, `I8`) ADD, SUB, MPY or NEG that overflows, an integer division by zero, and a
//! variable never set are *poison*. Poison is of bits; it spreads through operations, may be stored and loaded, and makes the run
//! undefined where it is an address or decides a branch. An access outside every object, and one that is not aligned,
//! are undefined at once. This is the semantics of LLVM's `poison` (J. Lee et al., "Taming Undefined Behavior in LLVM",
//! PLDI 2017), with its `freeze` for words, which gives zeros for the bits that are poison.
//!
//! Independence: nothing here is shared with [`crate::fold`]; integers are computed in `i128`, floats by Rust's own
//! types, and directed rounding in exact arithmetic ([`exact`]).
//!
//! Calls are followed into functions that the caller of the interpreter hands over ([`run_calling`]), so that what a callee's
//! summary tells is held to what the callee does; each call has objects and variables of its own. Other calls are events.
//!
//! Limits: the results of calls that are not followed are numbers that follow from the seed and the event's number, and so
//! are those of convergent operations and of inline PTX. Multiplications and additions are not contracted. The fast
//! approximations of mathematical functions have no exact meaning: [`Outcome::Unsupported`]. A NaN whose
//! bits are those that arithmetic gives counts as one that arithmetic gave. Pointers are numbers: one that strays from its object into another is not noticed, as objects have room
//! around them. Cost: the nodes of a statement's trees per statement executed, the bytes written per snapshot.

mod convert;
mod environment;
pub mod exact;
mod float;
mod intrinsic;
mod machine;
mod memory;
mod operation;
mod regions;
mod statement;
mod trace;
mod value;

pub use trace::{Byte, ByteAddress, Datum, End, Event, Snapshot, Trace, What, refines};
pub use value::Value;

use crate::coderep::Op;
use crate::func::Func;
use crate::ids::{BbId, CrId};
use machine::Run;
use optx_whirl::{Module, Operator};

/// What a run finds, and how long it may be.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// Everything that the function reads and did not write follows from it. Under odd seeds other threads write to
    /// shared and global memory at what orders accesses, under even ones they do not.
    pub seed: u64,
    /// So many statements and terminators.
    pub steps: u64,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran.
    Ran(Trace),
    /// The function holds what has no exact meaning here; the text names it.
    Unsupported(String),
}

/// The options that operations depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    ftz: bool,
    exact_division: bool,
    exact_root: bool,
    /// Where a part of a value is poison all of it is, but for a NaN moved about whole.
    spreads: bool,
}

/// Why execution does not go on.
#[derive(Debug)]
pub(crate) enum Stop {
    Unsupported(String),
    Undefined(String),
    Trapped,
    OutOfSteps,
}

impl Stop {
    fn unsupported(what: String) -> Stop {
        Stop::Unsupported(what)
    }

    fn undefined(why: String) -> Stop {
        Stop::Undefined(why)
    }
}

impl Rules {
    fn of(module: &Module) -> Rules {
        let options = &module.options;
        Rules {
            ftz: options.ftz,
            exact_division: options.prec_div,
            exact_root: options.prec_sqrt,
            spreads: false,
        }
    }
}

/// Runs a verified function of the module. Calls are not followed.
pub fn run(module: &Module, f: &Func, input: Input) -> Outcome {
    Run::new(module, input).of(f, f)
}

/// Who watches a run.
pub trait Watch {
    /// A VAR takes a value.
    fn set(&mut self, id: CrId, value: Value);

    /// Control goes to a block, whose phis are set next.
    fn enter(&mut self, _bb: BbId) {}

    /// An I-form of operands that are known has no value: it overflows.
    fn overflow(&mut self, _op: &Op) {}
}

impl<F: FnMut(CrId, Value)> Watch for F {
    fn set(&mut self, id: CrId, value: Value) {
        self(id, value);
    }
}

/// Which thread of its block runs.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// `threadIdx`.
    pub index: [u64; 3],
    /// `blockDim`.
    pub block: [u64; 3],
}

/// As [`run`], of what the function promises rather than of what a machine would do: where a part of a value is poison, all of it
/// is. Passes count on that when they take out a mask that keeps what is there anyway; what they leave is held to no more than it.
pub fn run_promised(module: &Module, functions: &[Func], f: &Func, input: Input) -> Outcome {
    run_promised_beside(module, functions, f, f, input)
}

/// As [`run_promised`], where memory changes as another function's loads let it ([`promises_stillness`]): the two are compared, or one was made from the other.
pub fn run_promised_beside(
    module: &Module,
    functions: &[Func],
    f: &Func,
    other: &Func,
    input: Input,
) -> Outcome {
    let rules = Rules { spreads: true, ..Rules::of(module) };
    Run { rules, functions, ..Run::new(module, input) }.of(f, other)
}

/// True for a function that loads through the read-only cache: nobody changes global memory while it runs.
pub fn promises_stillness(f: &Func) -> bool {
    machine::reads_only(f)
}

/// As [`run_watching`], of one thread: all else is the same for all threads under one seed.
pub fn run_thread<'a>(
    module: &'a Module,
    f: &'a Func,
    input: Input,
    thread: Thread,
    watch: &'a mut (dyn Watch + 'a),
) -> Outcome {
    Run { thread: Some(thread), watch: Some(watch), ..Run::new(module, input) }.of(f, f)
}

/// As [`run`]; `watch` is told each value that a VAR takes, so that what an analysis says of versions can be held to it.
pub fn run_watching<'a>(
    module: &'a Module,
    f: &'a Func,
    input: Input,
    watch: &'a mut (dyn Watch + 'a),
) -> Outcome {
    Run { watch: Some(watch), ..Run::new(module, input) }.of(f, f)
}

/// As [`run`], but calls of the functions given, by their numbers, are followed, to a depth of [`CALLS`].
pub fn run_calling(module: &Module, functions: &[Func], f: &Func, input: Input) -> Outcome {
    Run { functions, ..Run::new(module, input) }.of(f, f)
}

/// So many calls within each other are followed.
pub const CALLS: usize = 8;

/// The value of an operation on values, under the options of the module; None where it has no exact meaning here.
///
/// For what needs neither memory nor the thread: no addresses and no special registers.
pub fn evaluate(module: &Module, op: &Op, kids: &[Value]) -> Option<Value> {
    let rules = Rules { spreads: true, ..Rules::of(module) };
    let found = match (op.opr, op.intrinsic) {
        (Operator::IntrinsicOp, Some(i)) => intrinsic::pure(&rules, op, i, kids),
        _ => operation::operation(&rules, op, kids),
    };
    found.ok()
}

/// Runs both functions on the input and checks that the second refines the first. `Ok(false)` is a comparison that says
/// nothing, as the first run was undefined or came to nothing that others see; an error also says what is unsupported.
pub fn compare(module: &Module, before: &Func, after: &Func, input: Input) -> Result<bool, String> {
    compare_calling(module, &[], before, after, input)
}

/// As [`compare`]; both call the functions given.
pub fn compare_calling(
    module: &Module,
    functions: &[Func],
    before: &Func,
    after: &Func,
    input: Input,
) -> Result<bool, String> {
    let said_by = if promises_stillness(after) { after } else { before };
    let Outcome::Ran(old) = run_promised_beside(module, functions, before, said_by, input) else {
        return Ok(false);
    };
    // One statement may have become a few, of copies above all.
    let longer = Input { steps: input.steps.saturating_mul(8).saturating_add(1000), ..input };
    match (Run { functions, ..Run::new(module, longer) }.of(after, said_by)) {
        Outcome::Ran(new) => {
            refines(&old, &new)?;
            Ok(match old.end {
                End::Undefined(_) => false,
                End::OutOfSteps => !old.events.is_empty(),
                _ => true,
            })
        }
        Outcome::Unsupported(what) => Err(format!("the result cannot be run: {what}")),
    }
}

//! What is told of a source: its files, its functions, and what each statement of them does.

use crate::access::Access;
use crate::cause::{Cause, Effect};
use crate::site::Site;
use crate::state::{Axes, State};

/// What is known of a source.
#[derive(Clone, Debug, Default)]
pub struct Facts {
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

    /// The chain of causes where the entry does not tell it itself: a branch does whose condition names `threadIdx`, or a variable that is
    /// computed from it, or what varies and has no cause.
    pub fn told_why(&self) -> &[Cause] {
        let is_plain = self.kind == Kind::Branch
            && self.why.iter().all(|cause| cause.by == Effect::Operand)
            && match &self.why[..] {
                [only] => self.target.contains(&only.text),
                [first, last] => {
                    self.target.contains(&first.text) && last.text.starts_with("threadIdx")
                }
                _ => false,
            };
        if is_plain { &[] } else { &self.why }
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

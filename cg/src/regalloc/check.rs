//! The checker of an allocation: whether a function with other registers, slots and recomputations does what the one before did. It shares no code
//! with who allocates, nor with who lowers slots; it knows the data of LIR and the table of forms.
//!
//! **Idea.** The new function is a copy of the old one, edited. Walk both together: an instruction of the new one is an old one (copies keep
//! [`InstId`](crate::lir::InstId)s) or an inserted one. All old ones stand in their blocks in their order, with their operations, but for those that
//! only compute and are gone (then the register holds what it held); control goes where it went,
//! by way of new blocks that only move values. Then it is enough that each old instruction finds the values that it found.
//!
//! **Values.** A value is a polynomial modulo 2^w over *leaves*:
//!
//! | leaf | is |
//! |---|---|
//! | `entry(v)` | what old register `v` held at the begin |
//! | `written(d)` | what the old definition `d` wrote when it ran last |
//! | `met(b, v)` | what `v` held when control came to block `b` last |
//! | `kept(i, v)` | what `v` held when the old instruction `i` ran last |
//! | parameters (of a vector of them each by its own place), special registers, addresses of objects | one value all the time |
//! | `ext(p)`, `cut(x)`, `op(p, ..)` | an extension of a value of 32 bits, the low half of a leaf, any operation without effect of values, rounding and all |
//!
//! Sums, differences, negation, products, shifts to the left by constants, wide products (of extensions) and conversions between integers of 32 and
//! 64 bits are computed in the normal form: monomials in order, coefficients modulo 2^w, none zero. `cut` goes into sums and products, and undoes an
//! extension; an extension goes into neither, since a sum may wrap, but into sums of a constant and indices of the thread times numbers that wrap for no
//! index (below 1024 along x and y, 64 along z: both extensions of an index are one). Beside it every value has 64 numbers, what it is under 64 random
//! valuations of the leaves, which are computed by the operations and not by the form: where equal forms have unequal numbers the checker is wrong, and says so.
//!
//! What a state tells is believed: of what loads give, that `written(d)` is one for a warp, once known factors of the thread's index are taken off; of a computed value whose form does not show that, that what
//! is left of it is (`U`).
//!
//! **State.** At each point of the new function: `V`: old register -> value, of the old run; `E`: register or slot of the new function -> value or
//! unknown, of the new run; `T`: the warp slots that were read or written since the warp last met; `U`: values that are one for the warp, though their form does not say so. Where all of its lanes
//! came once with one value, those that live on have it, as long as its leaves name the same; where ways meet, `U` is what is in all of them. The order is flat for each register: a
//! value is below "not reached", and unknown is below every value.
//!
//! **Formulas.** `v`, `u` are old registers, `r`, `s` new ones.
//!
//! * *Old instruction* `v := op(u ..)`, here `r := op(s ..)`: each operand has to be the same, `E(s) = V(u)` (an address is a sum: `E(s) + c = V(u) + d`), and so has
//!   the guard. Then `V(v) = E(r) = x`, where `x` is `op(V(u) ..)` if it only computes, else `written(d)`. With a guard `E(r) = V(v)` has to hold
//!   before (where the guard is off the register keeps what it held), and `x` is `written(d)`.
//! * Where `x` is `written(d)` and `d` ran before, a value over leaves that `d` binds is another's now. Every such `V(u)` becomes `kept(d, u)`, or `kept(d, u') + k` where
//!   it was `V(u') + k`, `k` free of those leaves; every such `E(r)` the same, if it was some `V(u') + k`, else unknown.
//! * *Where ways meet*, at block `b` (a way from behind `b` is looked at once what comes from before it is settled): a value that is the same on all ways and free of leaves that `b` binds stays. Else `V(v) = met(b, v)`, or `met(b, v') + k`
//!   where on each way `V(v) = V(v') + k` with one `k`; `E(r) = met(b, v') + k` where on each way `E(r) = V(v') + k`, else unknown. So a register that holds `v` does so behind
//!   the meeting, and one that holds `v - c * tid` holds that.
//! * *Inserted instruction* `r := op(s ..)`: unguarded, without effect, or a parameter of a kernel: `E(r) = op(E(s) ..)`, unknown if one is. A copy to a slot and from
//!   one is a copy.
//! * *Slots of a warp*: copies to them stand where whole warps come (who reads one may come alone: no lane stores anew before it has come to the
//!   barrier); what is stored is one value for the warp: so are parameters, addresses and what a block
//!   shares, and `written(d)` and `met(b, v)` where states say so and whole warps come there (else lanes hold what they wrote at other times); `kept` never is.
//!   Either copy puts the slot into `T`. A store to a slot of `T` is wrong: another lane may yet read, or write, what it held. `bar.warp.sync` of all lanes,
//!   where whole warps come, and a barrier of the block empty `T`. Where ways meet, `T` is all of it.
//!
//! **Why that is enough.** By induction over the new run: as long as no rule is broken, the old run is at the matching place, `V` is true of its
//! registers and `E` of the new ones' (each leaf names one number at each time); so the next old instruction reads the same operands, has the same effect
//! and goes the same way. What a rule says no to may still be right: the checker knows less than all.
//!
//! Source: regalloc2's `checker.rs` (the walk, sets of registers that a place holds, here values); Alpern, Wegman and Zadeck (value numbers at meetings);
//! the slot rules are of threads that a warp's scheduler may part (sm_70 on).
//! Cost: each round the instructions and, for each block, its registers times those that changed; rounds as loops nest. It is for tests and debugging: where it would take minutes it gives up, and says nothing.

mod evaluate;
mod pairs;
mod state;
mod values;
mod walk;

use crate::lir::{BlockId, Function, Place};
use std::fmt;

/// What an allocation may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// An old instruction is lost, stands elsewhere, or does something else.
    Instructions,
    /// Control goes elsewhere.
    Flow,
    /// What an instruction reads is not what it read.
    Operand,
    /// A guard is not what it was.
    Guard,
    /// What a guarded instruction leaves alone is not what it left.
    Kept,
    /// A register is of another class.
    Class,
    /// An inserted instruction does more than to compute.
    Inserted,
    /// A slot of a warp is written, or a barrier of the warp put, where not all of a warp's lanes come, or come together.
    PartOfWarp,
    /// A slot of a warp gets what differs between its lanes.
    Varies,
    /// A store to a slot of a warp that a lane may still read, or write, without a barrier between.
    Barrier,
    /// The checker came to no end, or contradicts itself.
    Checker,
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where, in the new function; of what stands nowhere, the begin of its block.
    pub place: Place,
    /// Which.
    pub rule: Rule,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { block, index } = self.place;
        write!(f, "{block} instruction {index}: {}", self.what)
    }
}

/// No more are told.
const MOST: usize = 20;

/// What is wrong with `new`, which was made of a copy of `old` by edits. States are those of `old`; `whole_warps` says of a block of `new` whether all living
/// lanes of a warp come there, or none, and that they come together.
pub fn check(
    old: &Function,
    new: &Function,
    whole_warps: impl Fn(BlockId) -> bool,
) -> Vec<Violation> {
    let (pairs, mut found) = pairs::Pairs::new(old, new);
    // Who stands elsewhere cannot be walked with.
    if found.is_empty() {
        found = walk::walk(old, new, &pairs, &whole_warps);
    }
    found.truncate(MOST);
    found
}

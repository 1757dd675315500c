//! The rows over a function: which pass runs where, and why there.

use super::passes::*;
use super::{ALWAYS, ON_DEMAND, Pass};
use crate::pass::memory::space_questions::asks as asks_of_spaces;
use optx_ir::Func;

/// A row a line: the pass, the row's name, the level from which on it runs, of which functions alone, what runs behind it where it changed something, how often all of that at
/// most, and why it stands here.
macro_rules! table {
    ($($id:ident $name:tt level $level:tt $(where $only:ident)? $(then [$($then:ident),*] $(, $rounds:literal rounds)?)?: $why:literal;)*) => {
        /// All passes over a function, in order. The code generator's rows follow (`optx_cg::pipeline`).
        pub const TABLE: &[Pass] = &[
            $($id.row($name, $level, $why)$(.only($only))?$(.then(&[$($then),*])$(.rounds($rounds))?)?),*
        ];
    };
}

/// True for a function with objects of this thread in memory.
fn has_objects(f: &Func) -> bool {
    !f.stack_objects.is_empty()
}

/// True for such a function with a branch backwards, or with a question that what objects hold may answer.
fn has_objects_to_know(f: &Func) -> bool {
    has_objects(f) && (f.goes_back() || asks_of_spaces(f))
}

table! {
    MEMORY_SPACES "memory-spaces" level 0: "memory classes are made of spaces, so it comes before mu and chi";
    SUMMARIZE "summarize" level 1: "callers are told what calls do before they place mu and chi; spaces are known";
    SSA "ssa" level ALWAYS: "everything after it works on versions";
    DIAGNOSE "diagnose" level ALWAYS: "warnings are of what was written: nothing has been optimized yet";
    PROPAGATE "propagate" level 1: "constants and copies meet before anything looks for them";
    SCCP "sccp" level 1: "propagation has made constants of what needs no branch; the branches that it decides fold next";
    SIMPLIFY_CFG "simplify-cfg" level 1: "propagation folds branch conditions";
    PROPAGATE "propagate-2" level 1: "phis that lost a predecessor are copies now";
    CHOSEN_ADDRESSES "chosen-addresses-before-loops" level 2 where has_objects_to_know then [SIMPLIFY_CFG]: "what loops are bounded by is the lesser of two objects";
    CHOSEN_ACCESSES "chosen-accesses-before-loops" level 2 where has_objects_to_know: "as behind loops";
    DEAD_VALUES "dead-values-before-loops" level 2 where has_objects_to_know: "as behind loops";
    SCALARS "scalars-before-loops" level 2 where has_objects_to_know then [PROPAGATE]: "bounds that objects hold (spans, iterators) are constants, or at one distance from where a loop begins, before loops are counted";
    SPACE_QUESTIONS "space-questions" level 1 where asks_of_spaces then [SCCP, SIMPLIFY_CFG, PROPAGATE]: "addresses stand where they are asked of; what the arm that goes keeps in memory is replaced next";
    FULL_UNROLLING "full-unrolling" level 2 then [SCCP, SIMPLIFY_CFG, PROPAGATE, SIMPLIFY_CFG], 6 rounds: "bounds are propagated; indices that become constants make registers of arrays";
    CHOSEN_ADDRESSES "chosen-addresses" level 1 where has_objects then [SIMPLIFY_CFG]: "addresses stand in their accesses; those that branches choose are selections next";
    CHOSEN_ACCESSES "chosen-accesses" level 1 where has_objects: "what an address chooses among is loaded and stored at each; what was memory is to be propagated and numbered too";
    DEAD_VALUES "dead-values" level 1 where has_objects: "an address that nothing reads hides nothing";
    SCALAR_REPLACEMENT "scalar-replacement" level 1 where has_objects: "nothing but accesses names an object now: what was memory is to be propagated and numbered too";
    PROPAGATE "propagate-3" level 1 where has_objects: "addresses that objects held (captures, out-parameters); nothing where no object is left in memory";
    CHOSEN_ADDRESSES "chosen-addresses-2" level 1 where has_objects then [SIMPLIFY_CFG]: "the objects that those addresses lead to";
    CHOSEN_ACCESSES "chosen-accesses-2" level 1 where has_objects: "as before";
    DEAD_VALUES "dead-values-2" level 1 where has_objects: "as before";
    SCALAR_REPLACEMENT "scalar-replacement-2" level 1 where has_objects: "as before";
    OWN_FORMS "memory-spaces-2" level 1 then [DEAD_VALUES]: "addresses stand in their accesses, those too that objects held; value numbering asks for classes";
    MEMORY_CLASSES "memory-classes" level 1: "spaces are known as well as they will be; value numbering asks for classes";
    VALUE_NUMBERING "value-numbering" level 1: "copies and constants are in their uses' places, so equal trees are one node";
    JOINED_STORES "joined-stores" level 2: "equal addresses are one node; arms that held a store alone may be selections next";
    IF_CONVERSION "if-conversion" level 1 then [SIMPLIFY_CFG], 3 rounds: "loads that value numbering replaced keep no arm from being pure; selections are propagated and folded";
    PROPAGATE "propagate-4" level 1: "value numbering leaves copies, and loads that are constants";
    RANGE_PROPAGATION "range-propagation" level 1: "selections and propagated constants are there to be bounded; branches that it decides go with the dead code's";
    BITWISE_DEAD_CODE "bitwise-dead-code" level 1: "ranges have said what masks keep; what it takes out of trees is dead code's next";
    DEAD_STORES "dead-stores" level 1: "loads that value numbering replaced read no store; dead code takes what stores evaluated, and chis that nobody reads";
    DEAD_CODE "dead-code" level 1: "propagation leaves assignments that nothing reads, dead stores branches that decide nothing";
    SIMPLIFY_CFG "simplify-cfg-2" level 1: "dead code leaves empty blocks";
    PARTIAL_UNROLLING "partial-unrolling" level 2 then [SCCP, SIMPLIFY_CFG, PROPAGATE, SIMPLIFY_CFG]: "bodies are as short as they get; addresses of copies are still to share what they have in common";
    WARP_REDUCTIONS "warp-reductions" level 2: "loops of shuffles are copied by now, and sums are as the source has them";
    CONSTANT_DIVISION "constant-division" level 1: "nothing behind it asks what a quotient is; placement shares what quotient and remainder have in common";
    ADDRESS_REASSOCIATION "address-reassociation" level 1: "trees are what they will be; extensions and products are still to be seen";
    NARROW_ADDRESSES "narrow-addresses" level 1: "nothing behind it asks where an address leads; placement shares what narrow addresses have in common";
    LOAD_PRE "load-pre" level 2: "addresses are what they will be, so that neighbours and copies of a loop's body meet; what loads are replaced by is no load to hoisting";
    DEAD_STORES "dead-stores-2" level 2: "loads that read registers now read no store";
    STORE_SINKING "store-sinking" level 2: "no load of what a loop stores to is left where a register can hold it";
    SPECULATION "speculation" level 2: "loops are copied and addresses are what they will be; what now dominates is reduced next";
    STRAIGHT_LINE_REDUCTION "straight-line-reduction" level 2: "loads met by their own addresses; copies of a loop's body are there, and what steps are added to is shared next";
    STRENGTH_REDUCTION "strength-reduction" level 2: "the unroll factor is chosen, and copies are steps from what is stepped here; what steps are made of is hoisted next";
    GLOBAL_REASSOCIATION "global-reassociation" level 2: "sums that are steps are so by now; what it puts together for a loop goes before it next";
    HOISTING "hoisting" level 2: "trees are what they will be, and placement has the arms read what stands before their branch";
    EXPRESSION_PRE "expression-pre" level 2: "trees are what they will be, sums of addresses too, with what a loop does not change inside; placement shares what it inserts";
    ASK_VARIANCE "ask-variance" level ON_DEMAND: "for who measures what the analysis costs: sinking is the next that may ask";
    SINKING "sinking" level 2: "nothing moves up any more; a quotient that sinks asks for no shorter one where it was";
    DIVISION_BYPASS "division-bypass" level 2: "quotients that a loop does not change stand before it; it parts blocks, which nobody has to look across any more";
    ATOMIC_AGGREGATION "atomic-aggregation" level 2: "loops are copied and memory's accesses are what they will be; it parts blocks, and barriers of warps would keep loads from moving";
    DEAD_CODE "dead-code-2" level 2: "addresses and temporaries took the place of variables that nobody reads now";
    READ_ONLY_LOADS "read-only-loads" level 1: "no load moves any more";
    PLACEMENT "placement" level ALWAYS: "the last change to trees: after it each OP is evaluated at one place";
    SPLIT_EDGES "split-edges" level 1: "phi copies of an edge need a block of its own; nothing after it in SSA form skips empty blocks";
    CLOSE_SSA "close-ssa" level ON_DEMAND: "for the reader: what leaves a cycle is another value behind it";
    OPEN_SSA "open-ssa" level ON_DEMAND: "copies are seen through again";
    LEAVE_SSA "leave-ssa" level ALWAYS: "the code generator reads registers";
    SIMPLIFY_REGS "simplify-cfg-3" level 1: "blocks of split edges that got no copy go again";
}

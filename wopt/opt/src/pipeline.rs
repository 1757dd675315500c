//! The pipeline: one table, a row a pass. Names, levels, printing, timing, bisection and the documentation's page are
//! derived from it.

pub mod orders;

use crate::analyses::{Analysis, CFG};
use crate::{Cx, Stats};
use Analysis::{Cycles, Dominators, PostDominators, Uses};
use optx_ir::{Form, Func};

/// What a function is in before a pass and behind it: a form of [`Func`], or what the code generator makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A [`Func`] in a form.
    Func(Form),
    /// The code generator's list of instructions.
    Lir,
    /// Text.
    Ptx,
}

impl Stage {
    /// The name in listings.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Func(form) => form.name(),
            Stage::Lir => "lir",
            Stage::Ptx => "ptx",
        }
    }
}

impl PartialEq<Form> for Stage {
    fn eq(&self, form: &Form) -> bool {
        *self == Stage::Func(*form)
    }
}

const CFG_FORM: Stage = Stage::Func(Form::Cfg);
const SSA: Stage = Stage::Func(Form::Ssa);
const REGS: Stage = Stage::Func(Form::Regs);

/// What does a row's work.
#[derive(Clone, Copy)]
pub enum Work {
    /// A pass over a function.
    Func(fn(&mut Func, &mut Cx<'_>) -> Stats),
    /// A pass of what comes behind form Regs ([`crate::runner::Backend`]).
    Code,
}

/// A row of the pipeline.
pub struct Pass {
    /// The name on the command line and in dumps.
    pub name: &'static str,
    /// The pass.
    pub run: Work,
    /// What all its runs are called together: `--passes=-GROUP` leaves all of them out.
    pub group: &'static str,
    /// The form it works on.
    pub form: Stage,
    /// The form it leaves.
    pub leaves: Stage,
    /// Analyses that are there when it runs.
    pub needs: &'static [Analysis],
    /// Analyses that still hold behind it.
    pub preserves: &'static [Analysis],
    /// Always run, whatever the level and the bisection say.
    pub required: bool,
    /// The level from which it runs.
    pub level: u8,
    /// Why it stands here.
    pub why: &'static str,
}

/// The level of rows that no level has: `--passes=+NAME` runs them.
pub const ON_DEMAND: u8 = u8::MAX;

/// The name of the row that closes SSA over cycles, which variance asks for.
pub const CLOSE: &str = "close-ssa";

/// The name of the step that comes before the table: M WHIRL to Cfg ([`crate::build::build`]).
pub const BUILD: &str = "build";

/// All passes over a function, in order. The code generator's rows follow (`optx_cg::pipeline`).
pub const TABLE: &[Pass] = &[
    Pass {
        name: "memory-spaces",
        group: "memory-spaces",
        run: Work::Func(crate::memory::infer_spaces),
        form: CFG_FORM,
        leaves: CFG_FORM,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 0,
        why: "memory classes are made of spaces, so it comes before mu and chi",
    },
    Pass {
        name: "summarize",
        group: "summarize",
        run: Work::Func(crate::summarize::run),
        form: CFG_FORM,
        leaves: CFG_FORM,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 1,
        why: "callers are told what calls do before they place mu and chi; spaces are known",
    },
    Pass {
        name: "ssa",
        group: "ssa",
        run: Work::Func(crate::ssa::run),
        form: CFG_FORM,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: true,
        level: 0,
        why: "everything after it works on versions",
    },
    Pass {
        name: "diagnose",
        group: "diagnose",
        run: Work::Func(crate::diagnose::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: Analysis::ALL,
        required: true,
        level: 0,
        why: "warnings are of what was written: nothing has been optimized yet",
    },
    Pass {
        name: "propagate",
        group: "propagate",
        run: Work::Func(crate::propagate::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 1,
        why: "constants and copies meet before anything looks for them",
    },
    Pass {
        name: "sccp",
        group: "sccp",
        run: Work::Func(crate::sccp::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 1,
        why: "propagation has made constants of what needs no branch; the branches that it decides fold next",
    },
    Pass {
        name: "simplify-cfg",
        group: "simplify-cfg",
        run: Work::Func(crate::simplify_cfg::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: &[],
        required: false,
        level: 1,
        why: "propagation folds branch conditions",
    },
    Pass {
        name: "propagate-2",
        group: "propagate",
        run: Work::Func(crate::propagate::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 1,
        why: "phis that lost a predecessor are copies now",
    },
    Pass {
        name: "full-unrolling",
        group: "unrolling",
        run: Work::Func(crate::unrolling::run),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "bounds are propagated; indices that become constants make registers of arrays",
    },
    Pass {
        name: "exit-values",
        group: "exit-values",
        run: Work::Func(crate::exit_values::run),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "loops that were copied wholly are none any more; constants are still to be propagated, and what goes round for nobody is dead code's",
    },
    Pass {
        name: "scalar-replacement",
        group: "scalar-replacement",
        run: Work::Func(crate::scalar_replacement::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: false,
        level: 1,
        why: "addresses stand in their accesses; what was memory is to be propagated and numbered too",
    },
    Pass {
        name: "propagate-3",
        group: "propagate",
        run: Work::Func(crate::scalar_replacement::propagate_addresses),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 1,
        why: "addresses that objects held (captures, out-parameters); nothing where no object is left in memory",
    },
    Pass {
        name: "scalar-replacement-2",
        group: "scalar-replacement",
        run: Work::Func(crate::scalar_replacement::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: false,
        level: 1,
        why: "the objects that those addresses lead to",
    },
    Pass {
        name: "memory-spaces-2",
        group: "memory-spaces",
        run: Work::Func(crate::version_spaces::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: false,
        level: 1,
        why: "addresses stand in their accesses, those too that objects held; value numbering asks for classes",
    },
    Pass {
        name: "value-numbering",
        group: "value-numbering",
        run: Work::Func(crate::value_numbering::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 1,
        why: "copies and constants are in their uses' places, so equal trees are one node",
    },
    Pass {
        name: "joined-stores",
        group: "joined-stores",
        run: Work::Func(crate::joined_stores::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 2,
        why: "equal addresses are one node; arms that held a store alone may be selections next",
    },
    Pass {
        name: "if-conversion",
        group: "if-conversion",
        run: Work::Func(crate::if_conversion::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: &[],
        required: false,
        level: 1,
        why: "loads that value numbering replaced keep no arm from being pure; selections are propagated and folded",
    },
    Pass {
        name: "propagate-4",
        group: "propagate",
        run: Work::Func(crate::propagate::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 1,
        why: "value numbering leaves copies, and loads that are constants",
    },
    Pass {
        name: "range-propagation",
        group: "range-propagation",
        run: Work::Func(crate::range_propagation::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: false,
        level: 1,
        why: "selections and propagated constants are there to be bounded; branches that it decides go with the dead code's",
    },
    Pass {
        name: "bitwise-dead-code",
        group: "bitwise-dead-code",
        run: Work::Func(crate::bitwise_dead_code::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 1,
        why: "ranges have said what masks keep; what it takes out of trees is dead code's next",
    },
    Pass {
        name: "dead-stores",
        group: "dead-stores",
        run: Work::Func(crate::dead_stores::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: false,
        level: 1,
        why: "loads that value numbering replaced read no store; dead code takes what stores evaluated, and chis that nobody reads",
    },
    Pass {
        name: "dead-code",
        group: "dead-code",
        run: Work::Func(crate::dead_code::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, PostDominators, Cycles],
        preserves: &[],
        required: false,
        level: 1,
        why: "propagation leaves assignments that nothing reads, dead stores branches that decide nothing",
    },
    Pass {
        name: "jump-threading",
        group: "jump-threading",
        run: Work::Func(crate::jump_threading::run),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: &[],
        required: false,
        level: 1,
        why: "blocks that hold statements for nobody hold none now; what it leaves empty is cleaned up next",
    },
    Pass {
        name: "simplify-cfg-2",
        group: "simplify-cfg",
        run: Work::Func(crate::simplify_cfg::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: &[],
        required: false,
        level: 1,
        why: "dead code leaves empty blocks",
    },
    Pass {
        name: "unswitching",
        group: "unswitching",
        run: Work::Func(crate::unswitching::run),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: &[],
        required: false,
        level: 3,
        why: "bodies are as short as they get, and branches of invariants that could be selections are; what has no arms left is unrolled by a factor next",
    },
    Pass {
        name: "partial-unrolling",
        group: "unrolling",
        run: Work::Func(crate::unrolling::partial::run),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "bodies are as short as they get; addresses of copies are still to share what they have in common",
    },
    Pass {
        name: "rebuild-ssa",
        group: "rebuild-ssa",
        run: Work::Func(crate::rebuild_ssa::run),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: CFG,
        required: false,
        level: ON_DEMAND,
        why: "for passes that reshape the graph: none does yet",
    },
    Pass {
        name: "name-loads",
        group: "name-loads",
        run: Work::Func(crate::name_loads::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: false,
        level: ON_DEMAND,
        why: "no phi merges such temporaries, so PRE of expressions gains nothing by it: PRE of loads will, and is not there yet",
    },
    Pass {
        name: "warp-reductions",
        group: "warp-reductions",
        run: Work::Func(crate::warp_reductions::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 2,
        why: "loops of shuffles are copied by now, and sums are as the source has them",
    },
    Pass {
        name: "constant-division",
        group: "constant-division",
        run: Work::Func(crate::constant_division::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 1,
        why: "nothing behind it asks what a quotient is; placement shares what quotient and remainder have in common",
    },
    Pass {
        name: "address-reassociation",
        group: "address-reassociation",
        run: Work::Func(crate::address_reassociation::run),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: CFG,
        required: false,
        level: 1,
        why: "trees are what they will be; extensions and products are still to be seen",
    },
    Pass {
        name: "narrow-addresses",
        group: "narrow-addresses",
        run: Work::Func(crate::narrow_addresses::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 1,
        why: "nothing behind it asks where an address leads; placement shares what narrow addresses have in common",
    },
    Pass {
        name: "load-pre",
        group: "load-pre",
        run: Work::Func(crate::pre::run_on_loads),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "addresses are what they will be, so that neighbours and copies of a loop's body meet; what loads are replaced by is no load to hoisting",
    },
    Pass {
        name: "dead-stores-2",
        group: "dead-stores",
        run: Work::Func(crate::dead_stores::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: CFG,
        required: false,
        level: 2,
        why: "loads that read registers now read no store",
    },
    Pass {
        name: "store-sinking",
        group: "store-sinking",
        run: Work::Func(crate::store_sinking::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "no load of what a loop stores to is left where a register can hold it",
    },
    Pass {
        name: "speculation",
        group: "speculation",
        run: Work::Func(crate::speculation::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 2,
        why: "loops are copied and addresses are what they will be; what now dominates is reduced next",
    },
    Pass {
        name: "straight-line-reduction",
        group: "straight-line-reduction",
        run: Work::Func(crate::straight_line::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 2,
        why: "loads met by their own addresses; copies of a loop's body are there, and what steps are added to is shared next",
    },
    Pass {
        name: "strength-reduction",
        group: "strength-reduction",
        run: Work::Func(crate::strength_reduction::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 2,
        why: "the unroll factor is chosen, and copies are steps from what is stepped here; what steps are made of is hoisted next",
    },
    Pass {
        name: "global-reassociation",
        group: "global-reassociation",
        run: Work::Func(crate::global_reassociation::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 2,
        why: "sums that are steps are so by now; what it puts together for a loop goes before it next",
    },
    Pass {
        name: "hoisting",
        group: "hoisting",
        run: Work::Func(crate::hoisting::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: false,
        level: 2,
        why: "trees are what they will be, and placement has the arms read what stands before their branch",
    },
    Pass {
        name: "expression-pre",
        group: "expression-pre",
        run: Work::Func(crate::pre::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "trees are what they will be, sums of addresses too, with what a loop does not change inside; placement shares what it inserts",
    },
    Pass {
        name: "sinking",
        group: "sinking",
        run: Work::Func(crate::sinking::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles, Uses],
        preserves: CFG,
        required: false,
        level: 2,
        why: "nothing moves up any more; a quotient that sinks asks for no shorter one where it was",
    },
    Pass {
        name: "division-bypass",
        group: "division-bypass",
        run: Work::Func(crate::division_bypass::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "quotients that a loop does not change stand before it; it parts blocks, which nobody has to look across any more",
    },
    Pass {
        name: "atomic-aggregation",
        group: "atomic-aggregation",
        run: Work::Func(crate::atomic_aggregation::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: &[],
        required: false,
        level: 2,
        why: "loops are copied and memory's accesses are what they will be; it parts blocks, and barriers of warps would keep loads from moving",
    },
    Pass {
        name: "dead-code-2",
        group: "dead-code",
        run: Work::Func(crate::dead_code::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, PostDominators, Cycles],
        preserves: &[],
        required: false,
        level: 2,
        why: "addresses and temporaries took the place of variables that nobody reads now",
    },
    Pass {
        name: "read-only-loads",
        group: "read-only-loads",
        run: Work::Func(crate::read_only_loads::run),
        form: SSA,
        leaves: SSA,
        needs: &[],
        preserves: CFG,
        required: false,
        level: 1,
        why: "no load moves any more",
    },
    Pass {
        name: "placement",
        group: "placement",
        run: Work::Func(crate::placement::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: CFG,
        required: true,
        level: 0,
        why: "the last change to trees: after it each OP is evaluated at one place",
    },
    Pass {
        name: "split-edges",
        group: "split-edges",
        run: Work::Func(crate::split_edges::run),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators],
        preserves: &[],
        required: false,
        level: 1,
        why: "phi copies of an edge need a block of its own; nothing after it in SSA form skips empty blocks",
    },
    Pass {
        name: CLOSE,
        group: "closed-ssa",
        run: Work::Func(crate::closed_ssa::close),
        form: SSA,
        leaves: SSA,
        needs: &[Dominators, Cycles],
        preserves: &[],
        required: false,
        level: ON_DEMAND,
        why: "variance asks for one node a truth: what leaves a cycle is another value behind it",
    },
    Pass {
        name: "open-ssa",
        group: "closed-ssa",
        run: Work::Func(crate::closed_ssa::open),
        form: SSA,
        leaves: SSA,
        needs: &[Cycles],
        preserves: CFG,
        required: false,
        level: ON_DEMAND,
        why: "copies are seen through again",
    },
    Pass {
        name: "leave-ssa",
        group: "leave-ssa",
        run: Work::Func(crate::leave_ssa::run),
        form: SSA,
        leaves: REGS,
        needs: &[Cycles],
        preserves: CFG,
        required: true,
        level: 0,
        why: "the code generator reads registers",
    },
    Pass {
        name: "tail-merging",
        group: "tail-merging",
        run: Work::Func(crate::tail_merging::run),
        form: REGS,
        leaves: REGS,
        needs: &[],
        preserves: &[],
        required: false,
        level: 1,
        why: "what phis merged is one register: ends that differed in versions are equal",
    },
    Pass {
        name: "simplify-cfg-3",
        group: "simplify-cfg",
        run: Work::Func(crate::simplify_cfg::run),
        form: REGS,
        leaves: REGS,
        needs: &[],
        preserves: &[],
        required: false,
        level: 1,
        why: "blocks of split edges that got no copy go again",
    },
];

/// The place of a pass in the table.
pub fn position(name: &str) -> Option<usize> {
    TABLE.iter().position(|p| p.name == name)
}

#[cfg(test)]
mod tests {
    use super::orders::ORDERS;
    use super::{CFG_FORM, REGS, TABLE, position};

    #[test]
    fn forms_fit_together() {
        let mut form = CFG_FORM;
        for pass in TABLE {
            assert_eq!(pass.form, form, "{}", pass.name);
            assert!(pass.required || pass.leaves == pass.form, "{} may be left out", pass.name);
            form = pass.leaves;
        }
        assert_eq!(form, REGS);
    }

    #[test]
    fn orders_hold() {
        for order in ORDERS {
            let (before, after) = (position(order.before), position(order.after));
            assert!(before.is_some() && after.is_some(), "{} {}", order.before, order.after);
            assert!(before < after, "{} before {}: {}", order.before, order.after, order.why);
        }
    }

    #[test]
    fn names_are_distinct() {
        for (k, pass) in TABLE.iter().enumerate() {
            assert_eq!(position(pass.name), Some(k));
        }
    }
}

//! The pipeline: one table, a row a pass. Names, levels, printing, timing, bisection and the documentation's page are
//! derived from it.

use crate::{Cx, Stats};
use optx_ir::{Form, Func};

/// A row of the pipeline.
pub struct Pass {
    /// The name on the command line and in dumps.
    pub name: &'static str,
    /// The pass.
    pub run: fn(&mut Func, &mut Cx<'_>) -> Stats,
    /// The form it needs.
    pub needs: Form,
    /// The form it leaves.
    pub leaves: Form,
    /// Always run, whatever the level and the bisection say.
    pub required: bool,
    /// The level from which it runs.
    pub level: u8,
    /// Why it stands here.
    pub why: &'static str,
}

/// The name of the step that comes before the table: M WHIRL to Cfg ([`crate::build::build`]).
pub const BUILD: &str = "build";

/// All passes, in order.
pub const TABLE: &[Pass] = &[
    Pass {
        name: "memory-spaces",
        run: crate::memory::infer_spaces,
        needs: Form::Cfg,
        leaves: Form::Cfg,
        required: true,
        level: 0,
        why: "memory classes are made of spaces, so it comes before mu and chi",
    },
    Pass {
        name: "ssa",
        run: crate::ssa::run,
        needs: Form::Cfg,
        leaves: Form::Ssa,
        required: true,
        level: 0,
        why: "everything after it works on versions",
    },
    Pass {
        name: "copy-propagation",
        run: crate::copy_propagation::run,
        needs: Form::Ssa,
        leaves: Form::Ssa,
        required: false,
        level: 1,
        why: "constants and equal trees meet before anything looks for them",
    },
    Pass {
        name: "simplify-cfg",
        run: crate::simplify_cfg::run,
        needs: Form::Ssa,
        leaves: Form::Ssa,
        required: false,
        level: 1,
        why: "propagation folds branch conditions",
    },
    Pass {
        name: "copy-propagation-2",
        run: crate::copy_propagation::run,
        needs: Form::Ssa,
        leaves: Form::Ssa,
        required: false,
        level: 1,
        why: "phis that lost a predecessor are copies now",
    },
    Pass {
        name: "dead-code",
        run: crate::dead_code::run,
        needs: Form::Ssa,
        leaves: Form::Ssa,
        required: false,
        level: 1,
        why: "propagation leaves assignments that nothing reads",
    },
    Pass {
        name: "simplify-cfg-2",
        run: crate::simplify_cfg::run,
        needs: Form::Ssa,
        leaves: Form::Ssa,
        required: false,
        level: 1,
        why: "dead code leaves empty blocks",
    },
    Pass {
        name: "placement",
        run: crate::placement::run,
        needs: Form::Ssa,
        leaves: Form::Ssa,
        required: true,
        level: 0,
        why: "the last change to trees: after it each OP is evaluated at one place",
    },
    Pass {
        name: "split-edges",
        run: crate::split_edges::run,
        needs: Form::Ssa,
        leaves: Form::Ssa,
        required: false,
        level: 1,
        why: "phi copies of an edge need a block of its own; nothing after it in SSA form skips empty blocks",
    },
    Pass {
        name: "leave-ssa",
        run: crate::leave_ssa::run,
        needs: Form::Ssa,
        leaves: Form::Regs,
        required: true,
        level: 0,
        why: "the code generator reads registers",
    },
    Pass {
        name: "simplify-cfg-3",
        run: crate::simplify_cfg::run,
        needs: Form::Regs,
        leaves: Form::Regs,
        required: false,
        level: 1,
        why: "blocks of split edges that got no copy go again",
    },
];

/// An order that must hold: the first before the second, with the reason.
pub struct Order {
    /// Comes first.
    pub before: &'static str,
    /// Comes later.
    pub after: &'static str,
    /// Why.
    pub why: &'static str,
}

/// Orders that a test holds the table to.
pub const ORDERS: &[Order] = &[
    Order { before: "memory-spaces", after: "ssa", why: "mu and chi are made per space" },
    Order {
        before: "copy-propagation",
        after: "dead-code",
        why: "propagation makes the assignments dead",
    },
    Order { before: "dead-code", after: "placement", why: "dead uses would pull computations up" },
    Order {
        before: "simplify-cfg-2",
        after: "split-edges",
        why: "it would skip the empty blocks again",
    },
    Order {
        before: "placement",
        after: "leave-ssa",
        why: "without it trees are DAGs and the code generator would copy them",
    },
];

/// The place of a pass in the table.
pub fn position(name: &str) -> Option<usize> {
    TABLE.iter().position(|p| p.name == name)
}

#[cfg(test)]
mod tests {
    use super::{ORDERS, TABLE, position};
    use optx_ir::Form;

    #[test]
    fn forms_fit_together() {
        let mut form = Form::Cfg;
        for pass in TABLE {
            assert_eq!(pass.needs, form, "{}", pass.name);
            assert!(pass.required || pass.leaves == pass.needs, "{} may be left out", pass.name);
            form = pass.leaves;
        }
        assert_eq!(form, Form::Regs);
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

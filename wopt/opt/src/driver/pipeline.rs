//! The pipeline: one table, a row a pass. Names, levels, printing, timing, bisection and the documentation's page are
//! derived from it.
//!
//! A [`Pass`] is what runs; a row is one with a name, a level and a reason ([`TABLE`]). What has to be cleaned up behind a pass is no business of the pass: its row says
//! which passes run behind it where it changed something, and how often all of that is done again. The runner runs each of them as a step of its own.

pub mod orders;
mod passes;
mod table;

pub use table::TABLE;

use crate::analysis::cache::Analysis;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
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
const SSA_FORM: Stage = Stage::Func(Form::Ssa);
const REGS_FORM: Stage = Stage::Func(Form::Regs);

/// What does a pass's work.
#[derive(Clone, Copy)]
pub enum Work {
    /// A pass over a function.
    Func(fn(&mut Func, &mut Cx<'_>) -> Stats),
    /// A pass of what comes behind form Regs: this row of the [`crate::driver::backend::Backend`], which holds what runs.
    Code(usize),
}

/// A pass, as a row of the pipeline or as a step behind one.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The name on the command line and in dumps: the row's, of a step its group.
    pub name: &'static str,
    /// What runs.
    pub run: Work,
    /// The name of what runs, from the crate on.
    pub symbol: &'static str,
    /// What all its runs are called together: `--passes=-GROUP` leaves all of them out.
    pub group: &'static str,
    /// The form it works on.
    pub form: Stage,
    /// The form it leaves.
    pub leaves: Stage,
    /// Analyses that are there when it runs.
    pub needs: &'static [Analysis],
    /// Analyses that still hold behind it though it changed something; those of the graph do wherever the graph is as it was.
    pub preserves: &'static [Analysis],
    /// Always run, whatever the level and the bisection say.
    pub required: bool,
    /// The level from which it runs.
    pub level: u8,
    /// It runs for these functions alone.
    pub only: Option<fn(&Func) -> bool>,
    /// What runs behind it where it changed something, in order.
    pub then: &'static [Pass],
    /// It and what runs behind it are done again while it changes something, so often at most.
    pub rounds: u32,
    /// Why it stands here.
    pub why: &'static str,
}

impl Pass {
    /// What a pass over a function in form Ssa is where nothing else is said.
    pub const STEP: Pass = Pass {
        name: "",
        run: Work::Code(0),
        symbol: "",
        group: "",
        form: SSA_FORM,
        leaves: SSA_FORM,
        needs: &[],
        preserves: &[],
        required: false,
        level: 1,
        only: None,
        then: &[],
        rounds: 1,
        why: "",
    };

    /// True for a row, false for a step behind one.
    pub const fn is_row(&self) -> bool {
        !self.why.is_empty()
    }

    /// The pass as a row, from a level on.
    #[must_use]
    pub const fn row(self, name: &'static str, level: u8, why: &'static str) -> Pass {
        let required = level == ALWAYS;
        Pass { name, level: if required { 0 } else { level }, required, why, ..self }
    }

    /// Of some functions alone.
    #[must_use]
    pub const fn only(self, only: fn(&Func) -> bool) -> Pass {
        Pass { only: Some(only), ..self }
    }

    /// With steps behind it.
    #[must_use]
    pub const fn then(self, then: &'static [Pass]) -> Pass {
        Pass { then, ..self }
    }

    /// Again while it changes something.
    #[must_use]
    pub const fn rounds(self, rounds: u32) -> Pass {
        Pass { rounds, ..self }
    }
}

/// The level of rows that no level has: `--passes=+NAME` runs them.
pub const ON_DEMAND: u8 = u8::MAX;

/// The level of rows that are required.
pub const ALWAYS: u8 = u8::MAX - 1;

/// The name of the step that comes before the table: M WHIRL to Cfg ([`crate::kit::build::build`]).
pub const BUILD: &str = "build";

/// The place of a pass in the table.
pub fn position(name: &str) -> Option<usize> {
    TABLE.iter().position(|p| p.name == name)
}

#[cfg(test)]
mod tests {
    use super::orders::ORDERS;
    use super::{CFG_FORM, REGS_FORM, TABLE, position};

    #[test]
    fn forms_fit_together() {
        let mut form = CFG_FORM;
        for pass in TABLE {
            assert_eq!(pass.form, form, "{}", pass.name);
            assert!(pass.required || pass.leaves == pass.form, "{} may be left out", pass.name);
            form = pass.leaves;
        }
        assert_eq!(form, REGS_FORM);
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

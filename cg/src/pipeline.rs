//! The code generator's rows of the pipeline: they follow the optimizer's ([`optx_wopt::driver::pipeline::TABLE`]), and its runner
//! runs them.

use crate::{Generator, latches, predicate};
use optx_ir::{Form, Func};
use optx_wopt::analysis::cache::Analysis;
use optx_wopt::driver::pipeline::{Pass, Stage, TABLE, Work};
use optx_wopt::{Cx, Stats};

/// What runs for a row: on the code of a function, and of its number.
type Run = fn(&mut Generator<'_>, &mut Func, usize, &mut Cx<'_>) -> Stats;

/// A row of the code generator.
pub struct Row {
    /// What the runner knows of it.
    pub pass: Pass,
    /// What runs.
    pub(crate) run: Run,
}

/// What a pass over LIR is where nothing else is said.
const OVER_LIR: Pass = Pass { form: Stage::Lir, leaves: Stage::Lir, ..Pass::STEP };

/// The rows, in order.
pub const ROWS: &[Row] = &[
    Row {
        pass: Pass {
            name: SELECT,
            group: SELECT,
            symbol: "crate::Generator::select",
            form: Stage::Func(Form::Regs),
            leaves: Stage::Lir,
            needs: &[Analysis::Cycles],
            required: true,
            level: 0,
            why: "instructions are chosen from trees",
            ..Pass::STEP
        },
        run: |cg, f, number, cx| cg.select(f, number, cx),
    },
    Row {
        pass: Pass {
            name: VECTORIZE,
            group: VECTORIZE,
            symbol: "crate::vectorize::run",
            why: "before guards: a guarded access joins no other",
            ..OVER_LIR
        },
        run: |cg, f, number, cx| cg.vectorize(f, number, cx),
    },
    Row {
        pass: Pass {
            name: PREDICATE,
            group: PREDICATE,
            symbol: "crate::predicate::run",
            why: "arms are as short as they get",
            ..OVER_LIR
        },
        run: |cg, _, _, _| cg.over_code(predicate::run),
    },
    Row {
        pass: Pass {
            name: LATCHES,
            group: LATCHES,
            symbol: "crate::latches::run",
            why: "an arm that got guards has joined the block of the branch out",
            ..OVER_LIR
        },
        run: |cg, _, _, _| cg.over_code(latches::run),
    },
    Row {
        pass: Pass {
            name: REMATERIALIZE,
            group: REMATERIALIZE,
            symbol: "crate::regalloc::rematerialize::run",
            level: 2,
            why: "last: whatever merges equal evaluations is behind it",
            ..OVER_LIR
        },
        run: |cg, f, _, cx| cg.rematerialize(f, cx),
    },
    Row {
        pass: Pass {
            name: SLOTS,
            group: SLOTS,
            symbol: "crate::regalloc::warp_slots::run",
            level: 2,
            why: "for what is too much where as much as possible is made again",
            ..OVER_LIR
        },
        run: |cg, f, _, cx| cg.slots(f, cx),
    },
    Row {
        pass: Pass {
            name: ALLOCATE,
            group: ALLOCATE,
            symbol: "crate::regalloc::allocate::run",
            required: true,
            level: 0,
            why: "for --ptx-regs alone: whatever makes or lengthens live ranges is behind it",
            ..OVER_LIR
        },
        run: |cg, f, _, cx| cg.allocate(f, cx),
    },
    Row {
        pass: Pass {
            name: REGISTERS,
            group: REGISTERS,
            symbol: "crate::Generator::registers",
            level: 0,
            why: "nothing changes the code any more: it is measured, where somebody asks",
            ..OVER_LIR
        },
        run: |cg, f, _, cx| cg.registers(f, cx),
    },
    Row {
        pass: Pass {
            name: PRINT,
            group: PRINT,
            symbol: "crate::Generator::print",
            leaves: Stage::Ptx,
            required: true,
            level: 0,
            why: "the function's text is all that is left of it",
            ..OVER_LIR
        },
        run: |cg, f, number, cx| cg.print(f, number, cx),
    },
];

/// What the runner knows of them.
pub static PASSES: [Pass; ROWS.len()] = passes();

const fn passes() -> [Pass; ROWS.len()] {
    let mut passes = [Pass::STEP; ROWS.len()];
    let mut k = 0;
    while k < ROWS.len() {
        passes[k] = Pass { run: Work::Code(k), ..ROWS[k].pass };
        k += 1;
    }
    passes
}

/// Trees to instructions.
pub const SELECT: &str = "select";
/// Neighbouring accesses to vectors.
pub const VECTORIZE: &str = "vectorize";
/// Short arms to guarded instructions.
pub const PREDICATE: &str = "predicate";
/// Copies at the end of a loop to before its branch.
pub const LATCHES: &str = "latches";
/// Values made once more where they are read, instead of kept.
pub const REMATERIALIZE: &str = "rematerialize";
/// Values that are one for a warp, or nearly, kept once a warp where few registers are asked for.
pub const SLOTS: &str = "slots";
/// Kernels onto few registers.
pub const ALLOCATE: &str = "allocate";
/// How many registers there are, and what is in them.
pub const REGISTERS: &str = "registers";
/// Instructions to text.
pub const PRINT: &str = "print";

/// The whole way from WHIRL to PTX.
pub fn whole() -> impl Iterator<Item = &'static Pass> + Clone {
    TABLE.iter().chain(&PASSES)
}

#[cfg(test)]
mod tests {
    use super::{PRINT, SELECT, whole};
    use optx_wopt::driver::pipeline::Stage;

    #[test]
    fn stages_fit_together() {
        let mut stage = None;
        for pass in whole() {
            assert!(stage.is_none_or(|s| s == pass.form), "{}", pass.name);
            assert!(pass.required || pass.leaves == pass.form, "{} may be left out", pass.name);
            stage = Some(pass.leaves);
        }
        assert_eq!(stage, Some(Stage::Ptx));
    }

    #[test]
    fn names_are_distinct_and_the_ends_are_always_run() {
        let names: Vec<&str> = whole().map(|p| p.name).collect();
        let distinct: std::collections::HashSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), distinct.len());
        for pass in whole().filter(|p| [SELECT, PRINT].contains(&p.name)) {
            assert!(pass.required, "{}", pass.name);
        }
    }
}

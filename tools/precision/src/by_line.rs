//! What facts by line say of what claims of registers miss.
//!
//! Idea: a register holds a value of some line of the source. Where all values of that line are known to be so right behind SSA construction, and no claim
//! says so of the register, what was known was lost on the way to the PTX, and the analysis is not what lacks.

use crate::report::{Report, Row};
use optx_facts::{Coefficient, Facts, State};

/// Marks the misses of which facts know better.
pub(crate) fn mark(report: &mut Report, facts: &Facts, name: &str) {
    for miss in &mut report.misses {
        let of_kernel = facts.functions.iter().filter(|f| f.symbol == miss.kernel);
        let here = of_kernel.flat_map(|f| &f.entries).filter(|e| {
            let file = facts.files.get(e.at.file.index());
            e.at.line == miss.source && file.is_some_and(|file| file.name == name)
        });
        let mut values = here.filter_map(|e| e.value.as_ref()).peekable();
        miss.known_by_line = values.peek().is_some() && values.all(|state| says(state, miss.row));
    }
}

/// Whether a state says what a row does.
fn says(state: &State, row: Row) -> bool {
    match row {
        Row::Uniform | Row::UniformLoad => state.is_block_uniform(),
        Row::WarpUniform => state.is_block_uniform() || state.is_warp_uniform(),
        Row::Affine => !state.axes.contains(&Coefficient::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::says;
    use crate::report::Row;
    use optx_facts::{Base, Coefficient, State};

    #[test]
    fn states_say_what_rows_do() {
        use Coefficient::{Known, Unknown};
        let state = |x: Coefficient, lane: Coefficient| State {
            axes: [x, Known(0), Known(0)],
            lane,
            base: Base::Uniform,
            trusted: false,
        };
        for (state, wanted) in [
            (state(Known(0), Known(0)), [true, true, true]),
            (state(Known(4), Known(4)), [false, false, true]),
            (state(Unknown, Known(0)), [false, true, false]),
            (state(Unknown, Unknown), [false, false, false]),
        ] {
            assert_eq!(
                [Row::Uniform, Row::WarpUniform, Row::Affine].map(|row| says(&state, row)),
                wanted
            );
        }
    }
}

//! The page `docs/results/registers.md`: the parts of it that a run writes.

use crate::measure::Compiler;
use crate::registers::first::{Firsts, then_and_now};
use crate::registers::report::{markdown, sentences};
use crate::registers::rows::{Comparison, List, Row, Summary, rows_of};
use optx_results_page::Part;
use std::fmt::Write as _;

/// Runtime kernels of which NVRTC's code takes no more registers without a cap have no line on the page.
pub const FEW: u32 = 32;

/// Writes the parts of the lists that were measured; the others stay as they are.
pub fn write(rows: &[Row], summaries: &[Summary], known: &Firsts) -> Result<(), String> {
    for (list, name, first) in
        [(List::Runtime, "runtime", "first-runtime"), (List::Heavy, "heavy", "first-heavy")]
    {
        let of: Vec<&Summary> = summaries.iter().filter(|s| s.list == list).collect();
        if of.is_empty() {
            continue;
        }
        let made = optx_results_page::made();
        part(name).write(&format!("{made}\n{}", figures(rows, &of)))?;
        part(first).write(&first_figures(rows, &of, known))?;
    }
    Ok(())
}

fn part(name: &'static str) -> Part {
    Part::of("results/registers.md", name)
}

/// The sums and tables of a list.
fn figures(rows: &[Row], summaries: &[&Summary]) -> String {
    let mut out = String::new();
    for summary in summaries {
        let _ = writeln!(out, "\n### sm_{}\n", summary.arch);
        let _ = writeln!(out, "{} kernels.\n", summary.kernels);
        for sentence in sentences(summary) {
            let _ = writeln!(out, "* {sentence}");
        }
        let mut shown = rows_of(summary.list, summary.arch, rows);
        if summary.list == List::Runtime {
            let heavy = |row: &&Row| row.cell(Compiler::Nvrtc).is_none_or(|c| c.registers > FEW);
            shown.retain(heavy);
        }
        if !shown.is_empty() {
            let _ = write!(out, "\n{}", markdown(&shown));
        }
    }
    out
}

/// Then and now.
fn first_figures(rows: &[Row], summaries: &[&Summary], known: &Firsts) -> String {
    let mut out = String::from(
        "| list | kernels | to nvrtc then | now | above then | now | below then | now | now to then | fell | rose |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let mean = |c: &Comparison| c.mean.map_or("-".to_owned(), |m| format!("{m:.3}"));
    for summary in summaries {
        let sums = then_and_now(known, summary.list, summary.arch, rows);
        let (then, now, ours) = (&sums.then, &sums.now, &sums.ours);
        let _ = writeln!(
            out,
            "| {}, sm_{} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            summary.list.name(),
            summary.arch,
            then.kernels,
            mean(then),
            mean(now),
            then.above.len(),
            now.above.len(),
            then.below.len(),
            now.below.len(),
            mean(ours),
            ours.below.len(),
            ours.above.len(),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{figures, first_figures, part};
    use crate::measure::Compiler;
    use crate::registers::first::{Firsts, add};
    use crate::registers::need::Need;
    use crate::registers::rows::{List, Row, Summary, summaries, tests::row};

    fn rows() -> Vec<Row> {
        let mut rows = vec![
            row("a", 80, [Some(40), Some(32), Some(32)]),
            row("few", 80, [Some(24), Some(24), Some(24)]),
        ];
        let few = Need { s0: Some(24), registers: 32, ..Need::default() };
        rows[1].cells.insert(Compiler::Nvrtc, Ok(few));
        rows
    }

    #[test]
    fn only_kernels_of_many_registers_have_a_line_among_the_runtime_kernels() {
        let mut rows = rows();
        let of = |rows: &[Row]| {
            let sums = summaries(rows);
            figures(rows, &sums.iter().collect::<Vec<&Summary>>())
        };
        let text = of(&rows);
        assert!(text.contains("\n2 kernels.\n") && text.contains("\n| a | 40 | 32 | 32 | 1.25 |"));
        assert!(!text.contains("| few |"), "{text}");
        for row in &mut rows {
            row.list = List::Heavy;
        }
        assert!(of(&rows).contains("| few |"));
    }

    #[test]
    fn first_figures_are_then_and_now() {
        let mut known = Firsts::new();
        add(&mut known, &[row("a", 80, [Some(64), Some(32), None])]);
        let rows = rows();
        let sums = summaries(&rows);
        let text = first_figures(&rows, &sums.iter().collect::<Vec<_>>(), &known);
        let line =
            "| runtime kernels, sm_80 | 1 | 2.000 | 1.250 | 1 | 1 | 0 | 0 | 0.625 | 1 | 0 |\n";
        assert!(text.ends_with(line), "{text}");
    }

    #[test]
    fn the_page_has_its_parts() {
        for name in ["runtime", "heavy", "first-runtime", "first-heavy"] {
            part(name).read().unwrap();
        }
    }
}

//! A kernel's instructions by source line, ours and the better peer's side by side, the dearest difference first.

use crate::board::{Row, Text};
use crate::measure::{Compiler, Ran};
use runtime_tests::suite::Case;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Lines whose machine code is shown.
const SHOWN: usize = 5;

/// Instructions of a source line with their executions; line 0 is what has no place in the kernel's file.
type ByLine = BTreeMap<u32, Vec<(u64, String)>>;

/// The comparison of a row's kernel.
pub fn explain(case: &Case, row: &Row) -> Result<String, String> {
    let Some((peer, _)) = row.better_peer(Text::Nounroll) else {
        return Err(format!("{}: no peer compiles it", case.name));
    };
    let ours = by_line(case, Compiler::Optx3, row.arch)?;
    let theirs = by_line(case, peer, row.arch)?;
    let source = std::fs::read_to_string(&case.source)
        .map_err(|e| format!("{}: {e}", case.source.display()))?;
    let text: Vec<&str> = source.lines().collect();
    let sum = |lines: &ByLine, line| {
        lines.get(&line).map_or(0, |all| all.iter().map(|i| i.0).sum::<u64>())
    };
    let mut lines: Vec<u32> = ours.keys().chain(theirs.keys()).copied().collect();
    lines.sort_unstable();
    lines.dedup();
    let difference = |&line: &u32| i128::from(sum(&ours, line)) - i128::from(sum(&theirs, line));
    lines.sort_by_key(|line| (std::cmp::Reverse(difference(line)), *line));
    let mut out = format!(
        "{}, sm_{}: optx -O3 against {}, machine instructions that warps execute by source line\n\n{:>10} {:>10} {:>10}  line\n",
        case.name,
        row.arch,
        peer.name(),
        "optx",
        peer.name(),
        "more"
    );
    for line in &lines {
        let words = (*line as usize).checked_sub(1).and_then(|k| text.get(k));
        let words = words.map_or("(no place in this file)", |t| t.trim());
        let _ = writeln!(
            out,
            "{:>10} {:>10} {:>+10}  {line}: {words}",
            sum(&ours, *line),
            sum(&theirs, *line),
            difference(line)
        );
    }
    for line in lines.iter().take(SHOWN).filter(|line| difference(line) > 0) {
        let _ = writeln!(out, "\nline {line}");
        let none = Vec::new();
        let (a, b) = (ours.get(line).unwrap_or(&none), theirs.get(line).unwrap_or(&none));
        let show =
            |i: Option<&(u64, String)>| i.map_or(String::new(), |(n, t)| format!("{n:>8} {t}"));
        for k in 0..a.len().max(b.len()) {
            let both = format!("  {:<64} | {}", show(a.get(k)), show(b.get(k)));
            let _ = writeln!(out, "{}", both.trim_end());
        }
    }
    Ok(out)
}

fn by_line(case: &Case, compiler: Compiler, arch: u32) -> Result<ByLine, String> {
    let ran = Ran::run(case, &compiler.compile(case, arch, true)?, arch)?;
    let assembled = ran.assemble(true)?;
    let own = case.source.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
    let mut lines = ByLine::new();
    for section in &assembled.sections {
        for executed in ran.executed(section, None).unwrap_or_default() {
            let i = executed.instruction;
            let place = i.line.and_then(|line| ran.statements.place(line));
            let here = place.filter(|&p| ran.statements.file(p).is_some_and(|f| f.ends_with(&own)));
            let guard = i.guard.as_ref().map_or(String::new(), |g| format!("{g} "));
            let words = format!("{guard}{} {}", i.operation, i.operands);
            lines.entry(here.map_or(0, |p| p.line)).or_default().push((executed.count, words));
        }
    }
    Ok(lines)
}

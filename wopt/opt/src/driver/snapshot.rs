//! The code at a step, as data: its text by lines, and of each line the block, the places, the names that it defines and uses.
//!
//! Idea: the texts of the IRs are complete and have a name for everything, so what a line is of is read from the line; a name is a part of the text. Of
//! LIR, whose instructions say in no syntax what they write, the code generator tells.
//! Legality: nothing is changed, and the lines together are the text, byte for byte.
//! Cost: one pass over the text.

mod code;
mod func;
mod scan;
mod whirl;

use optx_whirl::Pos;
use std::fmt;

/// A part of a snapshot's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    begin: u32,
    end: u32,
}

/// A place in the source, as a line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// File, line and column.
    pub pos: Pos,
    /// Bytes of text; 0 where nobody knows.
    pub length: u16,
    /// The call that it was inlined at, by its number in the text's table of sites.
    pub site: Option<u32>,
}

/// A line of the code.
#[derive(Clone, Debug, Default)]
pub struct Line {
    begin: u32,
    end: u32,
    /// The block that it stands in; none before the first, and where there are no blocks.
    pub block: Option<Word>,
    /// The places that it names, in order.
    pub places: Vec<Spot>,
    /// Values, registers or variables that it sets.
    pub defines: Vec<Word>,
    /// Those that it reads, in order, each once.
    pub uses: Vec<Word>,
}

/// The code of a function at a step.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    text: String,
    /// Its lines, in order.
    pub lines: Vec<Line>,
    /// What is wrong with it; it stands in the text too, behind what is wrong (`;!!`).
    pub violations: Vec<String>,
}

/// So many lines of an instruction, and the registers that it writes.
pub type Written = (usize, Vec<String>);

impl Snapshot {
    /// Of WHIRL.
    pub(crate) fn of_whirl(text: String) -> Snapshot {
        let lines = whirl::lines(&text);
        Snapshot { text, lines, violations: Vec::new() }
    }

    /// Of a function of the optimizer.
    pub(crate) fn of_func(text: String, violations: Vec<String>) -> Snapshot {
        let lines = func::lines(&text);
        Snapshot { text, lines, violations }
    }

    /// Of instructions, which write these registers, in their order.
    pub(crate) fn of_code(text: String, written: &[Written], violations: Vec<String>) -> Snapshot {
        let lines = code::lines(&text, written);
        Snapshot { text, lines, violations }
    }

    /// All of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A line with its end.
    pub fn line(&self, line: &Line) -> &str {
        self.text.get(line.begin as usize..line.end as usize).unwrap_or("")
    }

    /// A name.
    pub fn word(&self, word: Word) -> &str {
        self.text.get(word.begin as usize..word.end as usize).unwrap_or("")
    }
}

/// The text read back from the lines.
impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| f.write_str(self.line(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::Snapshot;
    use std::time::{Duration, Instant};

    /// A hundred thousand lines, and one of a hundred thousand names, are read in a time that no pair of lines, or of names, is compared in.
    #[test]
    fn long_texts_are_read_once() {
        let lines: String = (0..100_000).map(|k| format!("   (stid (v{k}.1) v7.{k})\n")).collect();
        let names: String = (0..100_000).map(|k| format!(" v{k}.1")).collect();
        let begin = Instant::now();
        for body in [lines, format!("   (phi v1.2{names})\n")] {
            let text = format!("  (bb bb0\n{body}");
            let snapshot = Snapshot::of_func(text.clone(), Vec::new());
            assert_eq!(snapshot.to_string(), text);
            let read: usize = snapshot.lines.iter().map(|line| line.uses.len()).sum();
            assert_eq!(read, 100_000);
        }
        let code: String = (0..100_000).map(|k| format!("\tmov.u32 %r{k}, %r1;\n")).collect();
        let written: Vec<_> = (0..100_000).map(|k| (1, vec![format!("%r{k}")])).collect();
        let snapshot = Snapshot::of_code(code, &written, Vec::new());
        assert!(snapshot.lines.iter().all(|line| line.defines.len() == 1));
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    }
}

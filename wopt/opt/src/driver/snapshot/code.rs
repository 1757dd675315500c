//! Lines of instructions: LIR as its dump has it, and PTX.

use super::scan::{Token, distinct, empty, lines as split, place, tokens};
use super::{Line, Written};

/// The lines of a text whose instructions write these registers; of a text of which nobody tells, registers are read alone.
pub(super) fn lines(text: &str, written: &[Written]) -> Vec<Line> {
    let mut block = None;
    let mut of = Instructions { written, left: 0, next: 0 };
    let line = |(at, line): (u32, &str)| {
        let mut out = empty(at, line);
        let is_instruction = line.starts_with('\t');
        let found = tokens(at, line, "()[]{},:;+@!|");
        if !is_instruction && !of.is_within() {
            let name = found.first().filter(|_| found.get(1).is_some_and(|t| t.text == ":"));
            block = name.map(|token| token.word).or(block);
            out.block = block;
            return out;
        }
        out.block = block;
        out.places = places(line);
        registers(&mut out, &found, of.written());
        distinct(text, &mut out.uses);
        out
    };
    split(text).map(line).collect()
}

/// The place of an instruction stands behind it.
fn places(line: &str) -> Vec<super::Spot> {
    let behind = line.rsplit_once("; @").map_or("", |(_, behind)| behind);
    let first = behind.split_whitespace().next().unwrap_or("");
    place(&format!("@{first}")).into_iter().collect()
}

/// The registers of a line; those of `written` are set where they first stand.
fn registers(out: &mut Line, found: &[Token<'_>], written: &[String]) {
    let mut set: Vec<&str> = Vec::new();
    for token in found.iter().filter(|token| token.text.starts_with('%')) {
        let is_set = written.iter().any(|name| name == token.text) && !set.contains(&token.text);
        if is_set {
            set.push(token.text);
            out.define(token.word);
        } else {
            out.uses.push(token.word);
        }
    }
}

/// Which instruction a line is of.
struct Instructions<'w> {
    written: &'w [Written],
    /// Lines of the one at hand that are still to come.
    left: usize,
    next: usize,
}

impl<'w> Instructions<'w> {
    fn is_within(&self) -> bool {
        self.left > 0
    }

    /// What the next line's instruction writes.
    fn written(&mut self) -> &'w [String] {
        if self.left == 0 {
            self.next += 1;
            self.left = self.at_hand().map_or(1, |(lines, _)| *lines);
        }
        self.left = self.left.saturating_sub(1);
        self.at_hand().map_or(&[], |(_, names)| names)
    }

    fn at_hand(&self) -> Option<&'w Written> {
        self.written.get(self.next.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshot::Snapshot;

    #[test]
    fn what_instructions_write_is_told() {
        let text = "lir kernel k
bb0: ; depth 0, from, to bb1
\tld.global.v2.f32 {%f0, %f1}, [%rd1+8];      ; @0:4:9+4 t
\tadd.u32 %r1, %r1, 1;
\t@%p0 bra bb1;
;!! something is wrong
\t{
\tasm %r2, %r3;
\t}
";
        let written = [
            (1, vec!["%f0".to_owned(), "%f1".to_owned()]),
            (1, vec!["%r1".to_owned()]),
            (1, vec![]),
            (3, vec!["%r2".to_owned()]),
        ];
        let snapshot = Snapshot::of_code(text.to_owned(), &written, Vec::new());
        assert_eq!(snapshot.to_string(), text);
        let texts = |words: &[super::super::Word]| {
            words.iter().map(|word| snapshot.word(*word)).collect::<Vec<_>>().join(" ")
        };
        let found: Vec<(String, String)> = snapshot
            .lines
            .iter()
            .map(|line| (texts(&line.defines), texts(&line.uses)))
            .filter(|(defines, uses)| !defines.is_empty() || !uses.is_empty())
            .collect();
        let wanted = [("%f0 %f1", "%rd1"), ("%r1", "%r1"), ("", "%p0"), ("%r2", "%r3")];
        assert_eq!(found, wanted.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!(snapshot.lines[2].places[0].pos.line, 4);
        assert_eq!(snapshot.lines[2].block.map(|b| snapshot.word(b)), Some("bb0"));
        // Of PTX nobody tells.
        let ptx = Snapshot::of_code("\tadd.u32 %r1, %r2, 1;\n".to_owned(), &[], Vec::new());
        assert_eq!((ptx.lines[0].defines.len(), ptx.lines[0].uses.len()), (0, 2));
    }
}

//! Lines of a function of the optimizer ([`optx_ir::print`]).

use super::scan::{Token, distinct, empty, lines as split, place, tokens};
use super::{Line, Word};

/// The lines of a text.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut block = None;
    let line = |(at, line): (u32, &str)| {
        let mut out = empty(at, line);
        let found = tokens(at, line, "()");
        match found.get(1).map(|token| token.text) {
            Some("bb") => block = found.get(2).map(|token| token.word),
            // The head: what it names is declared, neither set nor read.
            _ if block.is_none() || line.starts_with(";!!") => return out,
            Some(word) => names(&mut out, word, &found),
            None => return out,
        }
        out.block = block;
        out.places = found.iter().filter_map(|token| place(token.text)).collect();
        distinct(text, &mut out.uses);
        out
    };
    split(text).map(line).collect()
}

/// `v3`, `v3.2` or `cr7`.
fn is_name(token: &str) -> bool {
    let numbers = token.strip_prefix("cr").or_else(|| token.strip_prefix('v'));
    numbers.is_some_and(|text| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.bytes().all(|c| c.is_ascii_digit() || c == b'.')
    })
}

/// What a statement, a phi, a name of a node or a terminator sets and reads.
fn names(out: &mut Line, word: &str, found: &[Token<'_>]) {
    let sets_first = matches!(word, "phi" | "let");
    let has_results = !sets_first && !matches!(word, "branch" | "goto" | "return" | "bb");
    let mut state = if has_results { Part::Head } else { Part::Kids };
    let mut depth = 0usize;
    let mut is_first = sets_first;
    // Of memory what is accessed is a version, which a chi sets.
    let mut set_by_chi: Vec<Word> = Vec::new();
    for (k, token) in found.iter().enumerate() {
        let before = k.checked_sub(1).and_then(|k| found.get(k)).map_or("", |token| token.text);
        let next = found.get(k + 1).map_or("", |token| token.text);
        match token.text {
            "(" => {
                depth += 1;
                if state == Part::Head && depth == 2 && next != "at" {
                    state = Part::Results;
                }
            }
            ")" => {
                if state == Part::Results && depth == 2 {
                    state = Part::Kids;
                }
                depth = depth.saturating_sub(1);
            }
            name if is_name(name) => {
                let of = found.get(k.saturating_sub(2)).map_or("", |token| token.text);
                let is_set = match state {
                    Part::Results => depth == 2 || of == "mu",
                    Part::Kids => std::mem::take(&mut is_first) || (of == "chi" && before == "("),
                    Part::Head => false,
                };
                match is_set {
                    true if of == "chi" => set_by_chi.push(token.word),
                    true => out.define(token.word),
                    false => out.uses.push(token.word),
                }
            }
            _ => {}
        }
    }
    let texts = |word: &Word| found.iter().find(|t| t.word == *word).map_or("", |t| t.text);
    for word in set_by_chi {
        if !out.defines.iter().any(|known| texts(known) == texts(&word)) {
            out.define(word);
        }
    }
}

/// Where in a statement's text a token stands.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Head,
    Results,
    Kids,
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshot::{Line, Snapshot};

    fn told(text: &str) -> Vec<(String, String)> {
        let snapshot = Snapshot::of_func(text.to_owned(), Vec::new());
        assert_eq!(snapshot.to_string(), text);
        let words = |words: &[super::Word]| {
            words.iter().map(|word| snapshot.word(*word)).collect::<Vec<_>>().join(" ")
        };
        let of = |line: &Line| (words(&line.defines), words(&line.uses));
        snapshot.lines.iter().map(of).collect()
    }

    #[test]
    fn what_lines_set_and_read() {
        let text = " (func ssa \"v1.1\" at=ssa
  (aux v1 temp U8 \"v2\" 2)
  (bb bb1 (preds bb0)
   (phi v1.2 v1.1 v1.2)
   (let cr1 (U4ADD v1.2 v2.1))
   (stid @0:4:9+4/0:4:14 (v7.1) (I4ASHR cr1 cr1))
   (stid (v9.1) (ivar F4 global v8.1 0 mu(v14.1)))
   (istore @0:4:22 ((ivar F4 global v8.1 0 mu(v14.2))) (F4ADD v9.1 =0x40400000:F4 #3.0) chi(v14.2 <- v14.1))
   (intrinsic @0:1:1 ~atomic.add U4 U4 device (at U4 global 0) (v3.1) v4.1 mu(v14.2) chi(v14.3 <- v14.2))
   (branch (BI4LT v7.1 v2.1) bb2 bb1))
  (bb bb2
   (stid (v20) (U4ADD v20 =1:U4))
   (return @0:5:14))
 )
";
        let wanted = [
            ("", ""),
            ("", ""),
            ("", ""),
            ("v1.2", "v1.1 v1.2"),
            ("cr1", "v1.2 v2.1"),
            ("v7.1", "cr1"),
            ("v9.1", "v8.1 v14.1"),
            ("v14.2", "v8.1 v9.1 v14.1"),
            ("v3.1 v14.3", "v4.1 v14.2"),
            ("", "v7.1 v2.1"),
            ("", ""),
            ("v20", "v20"),
            ("", ""),
            ("", ""),
        ];
        let wanted: Vec<_> =
            wanted.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        assert_eq!(told(text), wanted);
        let snapshot = Snapshot::of_func(text.to_owned(), Vec::new());
        let line = &snapshot.lines[5];
        assert_eq!(line.block.map(|block| snapshot.word(block)), Some("bb1"));
        assert_eq!((line.places[0].pos.line, line.places[0].pos.column), (4, 9));
        assert!(snapshot.lines[0].block.is_none());
    }
}

//! Lines of WHIRL ([`optx_whirl::print`]): a variable is set by the node that stores it directly.

use super::Line;
use super::scan::{distinct, empty, lines as split, place, tokens};

/// The lines of a text.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let line = |(at, line): (u32, &str)| {
        let mut out = empty(at, line);
        let found = tokens(at, line, "()");
        out.places = found.iter().filter_map(|token| place(token.text)).collect();
        let mut opcodes: Vec<&str> = Vec::new();
        for (k, token) in found.iter().enumerate() {
            match token.text {
                "(" => opcodes.push(found.get(k + 1).map_or("", |next| next.text)),
                ")" => drop(opcodes.pop()),
                name if is_name(name) => match opcodes.last() {
                    // Declared, neither set nor read.
                    Some(&("local" | "function")) | None => {}
                    Some(opcode) if opcode.ends_with("STID") => out.define(token.word),
                    Some(_) => out.uses.push(token.word),
                },
                _ => {}
            }
        }
        distinct(text, &mut out.uses);
        out
    };
    split(text).map(line).collect()
}

/// `%3` or `$3`.
fn is_name(token: &str) -> bool {
    let number = token.strip_prefix(['%', '$']);
    number.is_some_and(|text| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use crate::driver::snapshot::Snapshot;

    #[test]
    fn what_nodes_set_and_read() {
        let text = "  (local %0 \"q\" t1 param align=8 @0:2:19 =0)
   (U8STID @0:4:22+9 %4 (U8ADD (U8U8LDID %0) (U8MPY (U8U8LDID %0) (U8LDA $3))))
   (LABEL @0:4:14 L0)
";
        let snapshot = Snapshot::of_whirl(text.to_owned());
        assert_eq!(snapshot.to_string(), text);
        let line = &snapshot.lines[1];
        let texts = |words: &[super::super::Word]| {
            words.iter().map(|word| snapshot.word(*word).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(texts(&line.defines), ["%4"]);
        assert_eq!(texts(&line.uses), ["%0", "$3"]);
        assert_eq!((line.places.len(), line.places[0].length), (1, 9));
        assert!(snapshot.lines[0].uses.is_empty() && snapshot.lines[2].uses.is_empty());
    }
}

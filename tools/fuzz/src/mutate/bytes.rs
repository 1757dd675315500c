//! Mutations that know nothing of the text.

use crate::random::Random;

/// Bytes that mean something to a lexer.
const ODD: &[u8] = b" (){}[];,*&=+-<>\"'#\\x0:?.%!~^|/\n\r\t\0\x0b\x7f\x80\xc3\xef\xff";

/// Changes a few bytes.
pub fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    if text.is_empty() {
        text.push(ODD[random.below(ODD.len())]);
        return;
    }
    let at = random.below(text.len());
    match random.below(7) {
        0 => text[at] ^= 1 << random.below(8),
        1 => text[at] = random.bits() as u8,
        2 => text[at] = ODD[random.below(ODD.len())],
        3 => text.insert(at, ODD[random.below(ODD.len())]),
        4 => {
            let end = (at + 1 + random.below(40)).min(text.len());
            text.drain(at..end);
        }
        5 => {
            let from = random.below(text.len());
            let end = (from + 1 + random.below(80)).min(text.len());
            let piece = text[from..end].to_vec();
            text.splice(at..at, piece);
        }
        _ => text.truncate(at),
    }
}

//! The texts of a page, each of which stands once.

use serde_json::{Value, json};
use std::collections::HashMap;

/// A table of strings, and one of texts that are lists of lines. Logs of many runs share most of their lines, and many are equal:
/// a text is a number, and what it stands for is the numbers of its lines.
///
/// Cost: a look-up in a hash map for each string and each line.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    strings: Vec<String>,
    numbers: HashMap<String, u32>,
    texts: Vec<Vec<u32>>,
    text_numbers: HashMap<Vec<u32>, u32>,
}

impl Strings {
    /// The number of a string: `string(N)` in the script.
    pub fn string(&mut self, string: &str) -> u32 {
        if let Some(&number) = self.numbers.get(string) {
            return number;
        }
        let number = self.strings.len() as u32;
        self.strings.push(string.to_owned());
        self.numbers.insert(string.to_owned(), number);
        number
    }

    /// The number of a text of lines: `text(N)` in the script.
    pub fn text(&mut self, text: &str) -> u32 {
        let lines: Vec<u32> = text.split('\n').map(|line| self.string(line)).collect();
        if let Some(&number) = self.text_numbers.get(&lines) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(lines.clone());
        self.text_numbers.insert(lines, number);
        number
    }

    /// What the script reads.
    pub(super) fn encoded(&self) -> Value {
        json!({ "strings": self.strings, "texts": self.texts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_equal_stands_once() {
        let mut strings = Strings::default();
        let (a, b) = (strings.string("a"), strings.string("b"));
        assert_ne!(a, b);
        assert_eq!(strings.string("a"), a);
        let text = strings.text("a\nb\n");
        assert_eq!(strings.text("a\nb\n"), text);
        assert_ne!(strings.text("a\nb"), text);
        let empty = strings.string("");
        let encoded = strings.encoded();
        assert_eq!(encoded["strings"], json!(["a", "b", ""]));
        assert_eq!(encoded["texts"], json!([[a, b, empty], [a, b]]));
    }

    #[test]
    fn a_text_is_its_lines_joined() {
        for text in ["", "\n", "one", "one\r\ntwo\n", "\n\nlast"] {
            let mut strings = Strings::default();
            let number = strings.text(text) as usize;
            let lines: Vec<&str> = strings.texts[number]
                .iter()
                .map(|&n| strings.strings[n as usize].as_str())
                .collect();
            assert_eq!(lines.join("\n"), text);
        }
    }
}

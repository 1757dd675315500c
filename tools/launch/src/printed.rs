//! What a run must print.

use crate::spec::{SpecError, fail};
use toml::{Table, Value};

/// An expectation on the printed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// Lines may come in any order.
    pub any_order: bool,
}

impl Printed {
    /// Reads an `[[expect]]` that has the key `printed`.
    pub(crate) fn read(t: &Table, place: &str) -> Result<Printed, SpecError> {
        if let Some(other) = t.keys().find(|k| !matches!(k.as_str(), "printed" | "any_order")) {
            return fail(format!("`{other}` in {place} does not go with `printed`"));
        }
        let Some(Value::String(text)) = t.get("printed") else {
            return fail(format!("`printed` in {place} must be a text"));
        };
        let any_order = match t.get("any_order") {
            None => false,
            Some(Value::Boolean(b)) => *b,
            Some(_) => return fail(format!("`any_order` in {place} must be true or false")),
        };
        Ok(Printed { text: text.clone(), any_order })
    }

    /// How a printed text differs, in words.
    pub fn difference(&self, printed: &[u8]) -> Option<String> {
        let printed = String::from_utf8_lossy(printed);
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
            if self.any_order {
                lines.sort_unstable();
            }
            lines
        };
        let (wanted, found) = (lines(&self.text), lines(&printed));
        let places = wanted.len().max(found.len());
        let at = (0..places).find(|&k| wanted.get(k) != found.get(k))?;
        let show = |list: &[String]| list.get(at).map_or("nothing".into(), |l| format!("`{l}`"));
        let order = if self.any_order { " in sorted order" } else { "" };
        Some(format!(
            "the printed text differs: line {}{order} is {}, not {}",
            at + 1,
            show(&found),
            show(&wanted)
        ))
    }
}

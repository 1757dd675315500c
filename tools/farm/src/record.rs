//! Results: what came of a job on a device, in a file of its own.
//!
//! A file's name says key, model, driver and repeat ([`Slot`]), its text is a sum and a line of JSON that says the same and what came out: a file
//! that was cut, or lies under another's name, is no result. What the run took, where and when it was, is told beside and decides nothing: neither job ids, restart
//! counts nor clocks say which of two results holds.

use crate::Key;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write as _;

/// How a file begins.
const HEAD: &str = "farm-result 1 ";
/// How its name ends.
const ENDING: &str = ".result";

/// A device, as results tell it apart from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Device {
    /// `NVIDIA H200`, or `emulator`.
    pub model: String,
    /// The driver's version, or the emulator's.
    pub driver: String,
}

/// What there is one result of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// The job.
    pub key: Key,
    /// Where it ran.
    pub device: Device,
    /// From 0.
    pub repeat: u32,
}

impl Slot {
    /// The name of its file, in the folder [`Slot::folder`].
    pub fn file(&self) -> String {
        self.stem() + ENDING
    }

    /// How the names of its files begin.
    fn stem(&self) -> String {
        let mut stem = self.key.to_string();
        for text in [&self.device.model, &self.device.driver] {
            stem.push('~');
            plain(text, &mut stem);
        }
        stem.push('~');
        stem + &self.repeat.to_string()
    }

    /// The name of another file of it, where the first name is taken: `who` is one that nobody else has.
    pub fn file_beside(&self, who: &str) -> String {
        format!("{}~{who}{ENDING}", self.stem())
    }

    /// True for a name that a file of it has.
    pub fn is_name(&self, name: &str) -> bool {
        let own = self.stem();
        let rest = name.strip_prefix(own.as_str());
        rest.is_some_and(|rest| rest == ENDING || rest.starts_with('~'))
    }

    /// The folder of its file: no folder has too many.
    pub fn folder(&self) -> String {
        let mut text = self.key.to_string();
        text.truncate(2);
        text
    }
}

/// A longer part of a file's name is cut, and told apart by its hash.
const LONGEST_PART: usize = 60;

/// A text as a part of a file's name: all but letters, digits, `.` and `-` are `_` and their numbers, so two texts are two parts.
fn plain(text: &str, out: &mut String) {
    let begin = out.len();
    escape(text, out);
    if out.len() - begin > LONGEST_PART {
        out.truncate(begin + LONGEST_PART);
        out.push('_');
        out.push_str(&Key::of(text.as_bytes()).short());
    }
}

fn escape(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "_{byte:02x}");
        }
    }
}

/// What came of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// What it gives is right.
    Passed,
    /// It ran, and gave something else.
    Differs,
    /// It does not compile, or the device refuses it.
    Refused,
    /// It went wrong.
    Faulted,
    /// It did not end.
    Hangs,
    /// Its process ended with it.
    Crashed,
}

impl Outcome {
    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Differs => "differs",
            Outcome::Refused => "refused",
            Outcome::Faulted => "faulted",
            Outcome::Hangs => "hangs",
            Outcome::Crashed => "crashed",
        }
    }
}

/// Where and how a run was: told, and never asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Circumstances {
    /// The machine.
    pub host: String,
    /// Since when it runs: another one each time it starts.
    pub boot: String,
    /// What the scheduler calls the machine.
    pub node: String,
    /// What it calls the task.
    pub job: String,
    /// How often it says it began it.
    pub attempt: u32,
    /// What the run took.
    pub seconds: f64,
    /// What the device says of itself, its clocks among it.
    pub device: Value,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What it is of.
    pub slot: Slot,
    /// The job's name in the plan that asked.
    pub name: String,
    /// What came out.
    pub outcome: Outcome,
    /// A hash of what was computed, where something was.
    pub digest: String,
    /// What there is to say.
    pub message: String,
    /// What was measured; null where nothing was.
    pub data: Value,
    /// Where and how.
    pub circumstances: Circumstances,
}

impl Record {
    /// True where another says the same: what was measured may differ.
    pub fn agrees(&self, other: &Record) -> bool {
        self.outcome == other.outcome && self.digest == other.digest
    }

    /// Its file's text: a line that says a sum of the next one's bytes, and a line of JSON.
    pub fn text(&self) -> serde_json::Result<String> {
        let line = serde_json::to_string(self)? + "\n";
        Ok(format!("{HEAD}{:016x}\n{line}", sum(line.as_bytes())))
    }

    /// Reads a file; why it is none otherwise. `name` is the file's: under another slot's a record does not count.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Record, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is no text")?;
        let (head, line) = text.split_once('\n').ok_or("it was cut")?;
        let said = head.strip_prefix(HEAD).ok_or("it does not begin as a result does")?;
        if u64::from_str_radix(said, 16) != Ok(sum(line.as_bytes())) || !line.ends_with('\n') {
            return Err("it was cut or changed: its sum is another".into());
        }
        let record: Record =
            serde_json::from_str(line).map_err(|e| format!("it is no result: {e}"))?;
        match record.slot.is_name(name) {
            true => Ok(record),
            false => {
                Err(format!("it lies under another's name: its own is {}", record.slot.file()))
            }
        }
    }
}

/// A sum of bytes, eight at a time, and of how many there are: it tells a file that was cut or damaged, and is no proof against who means to deceive. The step is that of FNV-1a (Fowler,
/// Noll, Vo), over words that are turned.
fn sum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| (sum.rotate_left(23) ^ word).wrapping_mul(0x0100_0000_01b3);
    let (words, rest) = bytes.as_chunks::<8>();
    let whole = words.iter().fold(bytes.len() as u64, |sum, w| step(sum, u64::from_le_bytes(*w)));
    rest.iter().fold(whole, |sum, byte| step(sum, u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(model: &str) -> Record {
        let device = Device { model: model.into(), driver: "580.1".into() };
        Record {
            slot: Slot { key: Key::of(b"k"), device, repeat: 3 },
            name: "kernel/k".into(),
            outcome: Outcome::Passed,
            digest: "d".into(),
            message: "m\u{2028}".into(),
            data: Value::Null,
            circumstances: Circumstances { seconds: 0.5, ..Circumstances::default() },
        }
    }

    #[test]
    fn a_record_is_read_back_and_a_cut_or_changed_one_is_none() {
        let one = record("NVIDIA H200");
        let text = one.text().unwrap();
        assert_eq!(Record::parse(text.as_bytes(), &one.slot.file()).unwrap(), one);
        for end in 0..text.len() {
            assert!(Record::parse(&text.as_bytes()[..end], &one.slot.file()).is_err());
        }
        let changed = text.replace("passed", "faulted");
        assert!(Record::parse(changed.as_bytes(), &one.slot.file()).unwrap_err().contains("sum"));
        let other = record("other");
        assert!(Record::parse(text.as_bytes(), &other.slot.file()).unwrap_err().contains("name"));
    }

    #[test]
    fn names_of_files_are_one_a_device_whatever_it_is_called() {
        let names =
            ["a b", "a_b", "a~b", "a/b", "..", "ä", "a_20b", ""].map(|m| record(m).slot.file());
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
        assert!(names.iter().all(|name| !name.contains('/') && name.is_ascii()));
    }
}

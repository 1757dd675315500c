//! What happened, counted.
//!
//! Idea: an event is a letter that is appended to a file, which many processes do at once without a lock, and one that is killed has done or not. Where the
//! file has become long its letters are counted into a line before the first one, by who finds it so: that line is renamed into place as entries are, and
//! letters that come in the same instant may go uncounted.
//! Cost: a file opened and a byte written for each event.

use crate::Cache;
use crate::entry::WRITING;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A result was there.
    Hit,
    /// It was not, and was made.
    Miss,
    /// An entry was taken away to hold the bound.
    Evicted,
    /// An entry did not hold what was written.
    Damaged,
    /// An entry could not be written.
    Failed,
}

/// All of them, with their letters.
const LETTERS: [(Event, u8); 5] = [
    (Event::Hit, b'h'),
    (Event::Miss, b'm'),
    (Event::Evicted, b'e'),
    (Event::Damaged, b'd'),
    (Event::Failed, b'f'),
];

/// A file of so many letters is counted into a line.
const LONG: u64 = 1 << 20;

/// What happened since the folder was cleared, and what is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Results that were there.
    pub hits: u64,
    /// Results that were not.
    pub misses: u64,
    /// Entries taken away to hold the bound.
    pub evicted: u64,
    /// Entries that did not hold what was written.
    pub damaged: u64,
    /// Entries that could not be written.
    pub failed: u64,
    /// Entries there are.
    pub entries: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl Statistics {
    fn count(&mut self, event: Event) -> &mut u64 {
        match event {
            Event::Hit => &mut self.hits,
            Event::Miss => &mut self.misses,
            Event::Evicted => &mut self.evicted,
            Event::Damaged => &mut self.damaged,
            Event::Failed => &mut self.failed,
        }
    }

    /// The counts of a file: letters, each behind its number where it has one.
    fn read(bytes: &[u8]) -> Statistics {
        let mut all = Statistics::default();
        let mut number: Option<u64> = None;
        for &byte in bytes {
            if byte.is_ascii_digit() {
                let digit = u64::from(byte - b'0');
                number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                continue;
            }
            let times = number.take().unwrap_or(1);
            if let Some((event, _)) = LETTERS.iter().find(|row| row.1 == byte) {
                let count = all.count(*event);
                *count = count.saturating_add(times);
            }
        }
        all
    }

    fn line(mut self) -> String {
        LETTERS
            .iter()
            .map(|(event, byte)| format!("{}{}", self.count(*event), *byte as char))
            .collect()
    }
}

impl Cache {
    /// Counts an event. Where the folder is not there, or may not be written into, nothing is counted.
    pub fn note(&self, event: Event) {
        let letter = LETTERS.iter().find(|row| row.0 == event).map_or(b'?', |row| row.1);
        let file = OpenOptions::new().append(true).create(true).open(self.events());
        let Ok(mut file) = file else { return };
        let _ = file.write_all(&[letter]);
        if file.metadata().is_ok_and(|meta| meta.len() > LONG) {
            let _ = self.fold();
        }
    }

    /// Writes the file of events anew, as numbers.
    fn fold(&self) -> io::Result<()> {
        let line = Statistics::read(&fs::read(self.events())?).line();
        let folder = self.part(0);
        fs::create_dir_all(&folder)?;
        let mut file = tempfile::Builder::new().prefix(WRITING).tempfile_in(folder)?;
        file.write_all(line.as_bytes())?;
        file.persist(self.events())?;
        Ok(())
    }

    /// What happened, and what is kept. Of a folder that is not there: nothing.
    ///
    /// # Errors
    /// The folder is there, and cannot be read.
    pub fn statistics(&self) -> io::Result<Statistics> {
        let events = match fs::read(self.events()) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            read => read.unwrap_or_default(),
        };
        let mut all = Statistics::read(&events);
        for file in self.everything().iter().filter(|file| file.is_entry) {
            all.entries += 1;
            all.bytes += file.bytes;
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of letters and its line say the same, and what is none of ours is read over.
    #[test]
    fn letters_and_numbers_count_alike() {
        let read = Statistics::read(b"hhmhxfde\xffhm");
        assert_eq!(
            (read.hits, read.misses, read.evicted, read.damaged, read.failed),
            (4, 2, 1, 1, 1)
        );
        assert_eq!(Statistics::read(read.line().as_bytes()), read);
        let more = format!("{}hm", read.line());
        assert_eq!(
            (Statistics::read(more.as_bytes()).hits, Statistics::read(more.as_bytes()).misses),
            (5, 3)
        );
        assert_eq!(Statistics::read(b"99999999999999999999999h5h").hits, u64::MAX);
    }
}

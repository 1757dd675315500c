//! Races as people and programs read them.

use std::fmt::{self, Write as _};

use super::stamp::Verdict;

/// One of a race's two accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// `load`, `store` or `atomic`, `strong` before the first two where they are volatile or relaxed.
    pub what: &'static str,
    /// The line of the PTX text.
    pub ptx_line: u32,
    /// Source file and line, where `.loc` tells.
    pub source: Option<(String, u32)>,
    /// The block's index.
    pub block: [u32; 3],
    /// The thread's index inside the block.
    pub thread: [u32; 3],
}

/// Two accesses that nothing orders, and how often a pair of the same two lines was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The kernel's name in the PTX.
    pub kernel: String,
    /// A race, or something worth a note.
    pub verdict: Verdict,
    /// Whether both write.
    pub both_write: bool,
    /// `global` or `shared`.
    pub space: &'static str,
    /// The buffer or variable.
    pub object: String,
    /// The first byte of the second access in it.
    pub offset: u64,
    /// Bytes of the second access.
    pub bytes: u64,
    /// The access that was executed first.
    pub first: Site,
    /// The other.
    pub second: Site,
    /// How many such pairs were seen.
    pub count: u64,
}

impl Race {
    /// The element of the object, counted in sizes of the second access.
    pub fn index(&self) -> u64 {
        self.offset / self.bytes.max(1)
    }

    /// Whether it is no failure.
    pub fn is_note(&self) -> bool {
        self.verdict != Verdict::Race
    }

    /// `write-write` or `read-write`.
    pub fn kind(&self) -> &'static str {
        if self.both_write { "write-write" } else { "read-write" }
    }

    /// Whether another is of the same lines, whichever came first.
    fn is_like(&self, other: &Race) -> bool {
        let lines = |r: &Race| {
            let line = |s: &Site| match &s.source {
                Some((file, line)) => (file.clone(), *line),
                None => (String::new(), s.ptx_line),
            };
            let (a, b) = (line(&r.first), line(&r.second));
            if a <= b { (a, b) } else { (b, a) }
        };
        self.verdict == other.verdict
            && self.kernel == other.kernel
            && self.object == other.object
            && self.both_write == other.both_write
            && lines(self) == lines(other)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at PTX line {}", self.what, self.ptx_line)?;
        if let Some((file, line)) = &self.source {
            write!(f, " ({file}:{line})")?;
        }
        let ([x, y, z], [a, b, c]) = (self.block, self.thread);
        write!(f, ", block ({x},{y},{z}), thread ({a},{b},{c})")
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.verdict {
            Verdict::Race => "data race",
            Verdict::Equal => "equal stores that nothing orders",
            Verdict::Narrow => "accesses of block scope in two blocks",
        };
        write!(
            f,
            "{what} ({}): `{}`[{}] in {} memory, ",
            self.kind(),
            self.object,
            self.index(),
            self.space
        )?;
        match self.bytes {
            1 => write!(f, "byte {}", self.offset)?,
            n => write!(f, "bytes {} to {}", self.offset, self.offset + n.saturating_sub(1))?,
        }
        write!(f, "\n  in kernel {}: {}\n  and {}", self.kernel, self.first, self.second)?;
        match self.count {
            1 => Ok(()),
            n => write!(f, "\n  and {} more pairs of these lines", n - 1),
        }
    }
}

/// The races of some launches, each pair of lines once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Races {
    list: Vec<Race>,
}

impl Races {
    /// Adds one; pairs of the same lines are counted.
    pub fn add(&mut self, race: Race) {
        match self.list.iter_mut().find(|r| r.is_like(&race)) {
            Some(r) => r.count = r.count.saturating_add(race.count),
            None => self.list.push(race),
        }
    }

    /// Adds all of another report.
    pub fn extend(&mut self, other: Races) {
        other.list.into_iter().for_each(|r| self.add(r));
    }

    /// Races, in the order in which they were found.
    pub fn races(&self) -> impl Iterator<Item = &Race> {
        self.list.iter().filter(|r| !r.is_note())
    }

    /// What is no failure.
    pub fn notes(&self) -> impl Iterator<Item = &Race> {
        self.list.iter().filter(|r| r.is_note())
    }

    /// Whether there is no race; notes do not count.
    pub fn is_clean(&self) -> bool {
        self.races().next().is_none()
    }

    /// As a JSON array, notes among them.
    pub fn to_json(&self) -> String {
        let mut out = String::from("[");
        for (k, r) in self.list.iter().enumerate() {
            let comma = if k == 0 { "" } else { "," };
            let _ = write!(
                out,
                "{comma}{{\"kernel\":{},\"note\":{},\"kind\":\"{}\",\"space\":\"{}\",\"object\":{},\"index\":{},\"offset\":{},\"bytes\":{},\"count\":{},\"first\":{},\"second\":{}}}",
                quoted(&r.kernel),
                r.is_note(),
                r.kind(),
                r.space,
                quoted(&r.object),
                r.index(),
                r.offset,
                r.bytes,
                r.count,
                site(&r.first),
                site(&r.second)
            );
        }
        out.push(']');
        out
    }
}

fn site(s: &Site) -> String {
    let source = s.source.as_ref().map_or("null".to_string(), |(file, line)| {
        format!("{{\"file\":{},\"line\":{line}}}", quoted(file))
    });
    format!(
        "{{\"what\":\"{}\",\"ptx_line\":{},\"source\":{source},\"block\":{:?},\"thread\":{:?}}}",
        s.what, s.ptx_line, s.block, s.thread
    )
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(line: u32) -> Race {
        let site = |what, line| Site {
            what,
            ptx_line: line,
            source: Some(("a\"b.cu".into(), line)),
            block: [1, 0, 0],
            thread: [2, 3, 4],
        };
        Race {
            kernel: "k".into(),
            verdict: Verdict::Race,
            both_write: false,
            space: "shared",
            object: "s".into(),
            offset: 8,
            bytes: 4,
            first: site("store", line),
            second: site("load", 7),
            count: 1,
        }
    }

    #[test]
    fn pairs_of_lines_are_counted() {
        let mut all = Races::default();
        all.add(race(3));
        let mut turned = race(3);
        std::mem::swap(&mut turned.first, &mut turned.second);
        all.add(turned);
        all.add(race(4));
        assert_eq!(all.races().map(|r| r.count).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn texts() {
        let r = race(3);
        assert_eq!(
            r.to_string(),
            "data race (read-write): `s`[2] in shared memory, bytes 8 to 11\n  in kernel k: store at PTX line 3 (a\"b.cu:3), \
             block (1,0,0), thread (2,3,4)\n  and load at PTX line 7 (a\"b.cu:7), block (1,0,0), thread (2,3,4)"
        );
        let mut all = Races::default();
        all.add(r);
        assert!(
            all.to_json()
                .contains("\"source\":{\"file\":\"a\\\"b.cu\",\"line\":3},\"block\":[1, 0, 0]")
        );
    }
}

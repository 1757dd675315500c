//! What the check of claims found, as text and JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Value, json};

use super::Source;
use crate::race::report::Races;

/// Most claims whose violation is kept.
pub const MOST_SHOWN: usize = 10;

/// What a thread did that a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It had this value.
    Had(u64),
    /// It came to the block of code.
    Came,
    /// It did not come, and lived on.
    WentBy,
}

/// A thread and what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The thread's block.
    pub block: [u32; 3],
    /// Its index in it.
    pub thread: [u32; 3],
    /// Its number in it.
    pub number: u32,
    /// What it did.
    pub deed: Deed,
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The kernel.
    pub kernel: String,
    /// The claim's number among the kernel's, from 0.
    pub claim: usize,
    /// Line of the PTX text.
    pub ptx_line: u32,
    /// Place in the source.
    pub source: Option<Source>,
    /// The claim, or the part of it that does not hold.
    pub words: String,
    /// The thread that was first, or that came, unless the other alone breaks the claim.
    pub first: Option<Witness>,
    /// The thread that disagrees.
    pub second: Witness,
    /// Header counts of the cycles around, outermost first; none inside irreducible cycles.
    pub instance: Option<Vec<u32>>,
    /// Times that the claim did not hold.
    pub count: u64,
    /// Whether the same launch has a data race; `None` if that could not be found out.
    pub raced: Option<bool>,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y, z], [a, b, c]) = (self.block, self.thread);
        write!(f, "block ({x},{y},{z}), thread ({a},{b},{c})")?;
        let (warp, lane) = (self.number / 32, self.number % 32);
        match self.deed {
            Deed::Had(value) if value > 9 => write!(f, " has {value} (0x{value:x})"),
            Deed::Had(value) => write!(f, " has {value}"),
            Deed::Came => write!(f, ", lane {lane} of warp {warp}, came"),
            Deed::WentBy => write!(f, ", lane {lane} of warp {warp}, did not, and lived on"),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "claim does not hold: {}", self.words)?;
        write!(f, "\n  in kernel {}, PTX line {}", self.kernel, self.ptx_line)?;
        if let Some(s) = &self.source {
            write!(f, " ({}:{}:{})", s.file, s.line, s.column)?;
        }
        match self.instance.as_deref() {
            Some([]) => {}
            Some(counts) => {
                let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
                write!(f, ", round {} of the loops around", counts.join("."))?;
            }
            None => write!(f, ", inside an irreducible cycle")?,
        }
        if let Some(first) = &self.first {
            write!(f, "\n  {first},\n  ")?;
        } else {
            write!(f, "\n  ")?;
        }
        write!(f, "{}", self.second)?;
        if self.count > 1 {
            write!(f, "\n  and {} times more", self.count - 1)?;
        }
        f.write_str(match self.raced {
            Some(true) => "\n  the launch has a data race: what threads read is not defined",
            Some(false) => "\n  no data race was seen in the launch",
            None => "\n  whether the launch has a data race could not be found out",
        })
    }
}

/// What the check of some launches found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimReport {
    /// Claims of each kernel that was launched.
    kernels: BTreeMap<String, usize>,
    /// Those that do not hold.
    violated: BTreeSet<(String, usize)>,
    shown: Vec<Violation>,
    /// Times that a claim was checked: once for each group of lanes that came by together.
    pub checks: u64,
    /// Times that a claim did not hold.
    pub violations: u64,
    /// Checks that were not made, or not with all, for want of room ([`super::MOST_SLOTS`], [`super::MOST_OPEN`]).
    pub unchecked: u64,
    /// Claims, of all launches, that could not be checked, or not block-wide, inside irreducible cycles.
    pub irreducible: u64,
    /// Races of the launches that break claims.
    pub races: Races,
}

impl ClaimReport {
    /// A kernel was launched.
    pub(super) fn launched(&mut self, kernel: &str, claims: usize) {
        if !self.kernels.contains_key(kernel) {
            self.kernels.insert(kernel.to_string(), claims);
        }
    }

    /// A claim did not hold so many times.
    pub(super) fn violated(&mut self, kernel: &str, claim: usize, count: u64) {
        self.violations += count;
        self.violated.insert((kernel.to_string(), claim));
    }

    /// Keeps a violation; those of one claim are counted together.
    pub(super) fn show(&mut self, v: Violation) {
        let full = self.shown.len() >= MOST_SHOWN;
        match self.shown.iter_mut().find(|s| s.kernel == v.kernel && s.claim == v.claim) {
            Some(s) => {
                s.count += v.count;
                s.raced = match (s.raced, v.raced) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (a, b) => a.and(b),
                };
            }
            None if full => {}
            None => self.shown.push(v),
        }
    }

    /// The same with a source before the names of its kernels, to be added to what others gave.
    pub fn of_source(mut self, source: &str) -> ClaimReport {
        let named = |kernel: &str| format!("{source}: {kernel}");
        self.kernels = self.kernels.iter().map(|(kernel, n)| (named(kernel), *n)).collect();
        self.violated = self.violated.iter().map(|(kernel, n)| (named(kernel), *n)).collect();
        for shown in &mut self.shown {
            shown.kernel = named(&shown.kernel);
        }
        self
    }

    /// Adds what other launches gave.
    pub fn extend(&mut self, other: ClaimReport) {
        self.kernels.extend(other.kernels);
        self.violated.extend(other.violated);
        self.checks += other.checks;
        self.violations += other.violations;
        self.unchecked += other.unchecked;
        self.irreducible += other.irreducible;
        self.races.extend(other.races);
        other.shown.into_iter().for_each(|v| self.show(v));
    }

    /// Claims of the kernels that were launched.
    pub fn claims(&self) -> usize {
        self.kernels.values().sum()
    }

    /// How many of them do not hold.
    pub fn violated_claims(&self) -> usize {
        self.violated.len()
    }

    /// Whether a claim, by its number from 0, does not hold.
    pub fn is_violated(&self, kernel: &str, claim: usize) -> bool {
        self.violated.contains(&(kernel.to_string(), claim))
    }

    /// Whether all hold.
    pub fn holds(&self) -> bool {
        self.violated.is_empty()
    }

    /// The first violations, one a claim.
    pub fn shown(&self) -> &[Violation] {
        &self.shown
    }

    /// The last line of a report.
    pub fn summary(&self) -> String {
        format!("{} claims, {} violated", self.claims(), self.violated_claims())
    }

    /// All of it as text.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for v in &self.shown {
            out += &format!("{v}\n");
        }
        if self.violated.len() > self.shown.len() {
            out += &format!("{} more claims do not hold\n", self.violated.len() - self.shown.len());
        }
        out + &self.details() + &self.summary() + "\n"
    }

    /// How much was checked.
    pub fn details(&self) -> String {
        let mut out = format!("{} checks, {} violations", self.checks, self.violations);
        if self.unchecked > 0 {
            out += &format!(", {} unchecked for want of room", self.unchecked);
        }
        if self.irreducible > 0 {
            out += &format!(", {} claims inside irreducible cycles", self.irreducible);
        }
        out + "\n"
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        let witness = |w: &Witness| match w.deed {
            Deed::Had(value) => json!({ "block": w.block, "thread": w.thread, "value": value }),
            deed => json!({ "block": w.block, "thread": w.thread, "came": deed == Deed::Came }),
        };
        let shown: Vec<Value> = self
            .shown
            .iter()
            .map(|v| {
                let source = v.source.as_ref();
                json!({
                    "kernel": v.kernel, "claim": v.claim, "ptx_line": v.ptx_line,
                    "source": source.map(|s| json!([s.file, s.line, s.column])),
                    "text": v.words, "first": v.first.as_ref().map(witness),
                    "second": witness(&v.second), "instance": v.instance, "count": v.count,
                    "raced": v.raced,
                })
            })
            .collect();
        json!({
            "claims": self.claims(), "violated": self.violated_claims(), "checks": self.checks,
            "violations": self.violations, "unchecked": self.unchecked,
            "irreducible": self.irreducible, "shown": shown,
            "races": serde_json::from_str::<Value>(&self.races.to_json()).unwrap_or(Value::Null),
        })
        .to_string()
    }
}

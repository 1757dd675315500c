//! What a launch counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::error::Note;
use crate::op::InstructionClass;

/// Executions of one thing: by warps, and by the threads in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// Times a warp (or a part of it) executed it.
    pub warps: u64,
    /// Threads that did so, guard predicates taken into account.
    pub threads: u64,
}

/// What one line of PTX counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Executions.
    pub executed: Executed,
    /// Of these, branches that split their lanes.
    pub divergent: u64,
    /// 32-byte sectors of global memory that its accesses touched.
    pub sectors: u64,
    /// Passes over shared memory beyond the least number possible.
    pub bank_conflicts: u64,
}

/// Counts of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// All instructions.
    pub instructions: Executed,
    /// Instructions by class.
    pub classes: BTreeMap<InstructionClass, Executed>,
    /// By line of the PTX text.
    pub lines: BTreeMap<u32, LineCount>,
    /// Jumps that stand in the text, taken or not, calls and returns from them among these, the kernel's own
    /// `ret` and `exit` not.
    pub branches: u64,
    /// Branches that split their lanes.
    pub divergent_branches: u64,
    /// Warp-level accesses to global memory.
    pub global_accesses: u64,
    /// 32-byte sectors touched by them.
    pub global_sectors: u64,
    /// Warp-level accesses to shared memory.
    pub shared_accesses: u64,
    /// Passes over the 32 banks that they took.
    pub shared_passes: u64,
    /// Passes beyond the least number possible.
    pub bank_conflicts: u64,
    /// Warp-level accesses to local memory.
    pub local_accesses: u64,
    /// Block barriers that were completed.
    pub barriers: u64,
    /// Of a place each one note.
    pub notes: Vec<Note>,
}

impl Counters {
    /// Adds another launch's counts.
    pub fn add(&mut self, o: &Counters) {
        let sum = |a: &mut Executed, b: &Executed| {
            a.warps += b.warps;
            a.threads += b.threads;
        };
        sum(&mut self.instructions, &o.instructions);
        for (c, e) in &o.classes {
            sum(self.classes.entry(*c).or_default(), e);
        }
        for (line, e) in &o.lines {
            let mine = self.lines.entry(*line).or_default();
            sum(&mut mine.executed, &e.executed);
            mine.divergent += e.divergent;
            mine.sectors += e.sectors;
            mine.bank_conflicts += e.bank_conflicts;
        }
        self.branches += o.branches;
        self.divergent_branches += o.divergent_branches;
        self.global_accesses += o.global_accesses;
        self.global_sectors += o.global_sectors;
        self.shared_accesses += o.shared_accesses;
        self.shared_passes += o.shared_passes;
        self.bank_conflicts += o.bank_conflicts;
        self.local_accesses += o.local_accesses;
        self.barriers += o.barriers;
        for note in &o.notes {
            let known = |n: &Note| {
                (&n.place.kernel, n.place.ptx_line) == (&note.place.kernel, note.place.ptx_line)
            };
            if !self.notes.iter().any(known) {
                self.notes.push(note.clone());
            }
        }
    }

    fn totals(&self) -> [(&'static str, u64); 11] {
        [
            ("warp_instructions", self.instructions.warps),
            ("thread_instructions", self.instructions.threads),
            ("branches", self.branches),
            ("divergent_branches", self.divergent_branches),
            ("global_accesses", self.global_accesses),
            ("global_sectors", self.global_sectors),
            ("shared_accesses", self.shared_accesses),
            ("shared_passes", self.shared_passes),
            ("bank_conflicts", self.bank_conflicts),
            ("local_accesses", self.local_accesses),
            ("barriers", self.barriers),
        ]
    }

    /// The counts as text, one a line.
    pub fn to_text(&self) -> String {
        let mut s = String::new();
        for (name, v) in self.totals() {
            let _ = writeln!(s, "{name:20} {v:>16}");
        }
        let _ = writeln!(s, "{:20} {:>16} {:>16}", "class", "warps", "threads");
        for c in InstructionClass::ALL {
            if let Some(e) = self.classes.get(&c) {
                let _ = writeln!(s, "  {:18} {:>16} {:>16}", c.name(), e.warps, e.threads);
            }
        }
        let _ = writeln!(
            s,
            "{:20} {:>16} {:>16} {:>10} {:>10} {:>10}",
            "PTX line", "warps", "threads", "divergent", "sectors", "conflicts"
        );
        for (line, e) in &self.lines {
            let _ = writeln!(
                s,
                "  {line:<18} {:>16} {:>16} {:>10} {:>10} {:>10}",
                e.executed.warps, e.executed.threads, e.divergent, e.sectors, e.bank_conflicts
            );
        }
        s
    }

    /// The counts as JSON.
    pub fn to_json(&self) -> String {
        let mut s = String::from("{");
        for (name, v) in self.totals() {
            let _ = write!(s, "\"{name}\":{v},");
        }
        s.push_str("\"classes\":{");
        let mut first = true;
        for c in InstructionClass::ALL {
            if let Some(e) = self.classes.get(&c) {
                let comma = if std::mem::take(&mut first) { "" } else { "," };
                let _ = write!(
                    s,
                    "{comma}\"{}\":{{\"warps\":{},\"threads\":{}}}",
                    c.name(),
                    e.warps,
                    e.threads
                );
            }
        }
        s.push_str("},\"lines\":[");
        for (k, (line, e)) in self.lines.iter().enumerate() {
            let comma = if k == 0 { "" } else { "," };
            let _ = write!(
                s,
                "{comma}{{\"line\":{line},\"warps\":{},\"threads\":{},\"divergent\":{},\"sectors\":{},\"bank_conflicts\":{}}}",
                e.executed.warps, e.executed.threads, e.divergent, e.sectors, e.bank_conflicts
            );
        }
        s.push_str("]}");
        s
    }
}

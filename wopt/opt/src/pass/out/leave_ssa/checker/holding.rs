//! Which register holds which version's value where: asked backwards from the uses.
//!
//! Time counts through the blocks in layout order; each block begins with a time of its own at which nothing happens. A
//! question is "does register R hold version v before time t?". What happened last to R or to v before t in the block
//! answers it or hands it on, to one other question or, at the block's start, to one a predecessor. So the questions
//! make a graph all of whose joins are "and": one is answered yes unless it leads to a no, loops included.

use optx_ir::{AuxId, BbId, CrId, Func, SideTable};
use std::collections::HashMap;

/// What happens to a register.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// It becomes the version's register; a copy of the program leaves in it what its source holds, too.
    Defined(CrId, Option<AuxId>),
    /// It takes over what another one holds.
    Copied(AuxId),
}

/// What happens to a version.
#[derive(Clone, Copy)]
enum Birth {
    /// A statement of the result defines it.
    Defined,
    /// A copy from another version makes it: it is wherever the other one is, too. The result may lack the copy.
    Renamed(CrId),
}

/// A question, once asked.
struct Question {
    bb: BbId,
    register: AuxId,
    version: CrId,
    /// The time of what happened last; the block's start where nothing did.
    time: u32,
    /// The questions that were handed on to this one.
    askers: Vec<u32>,
    no: bool,
}

/// What happens, and the questions about it.
pub(super) struct Holding<'a> {
    source: &'a Func,
    /// Versions that something defines.
    defined: SideTable<CrId, bool>,
    now: u32,
    /// The times at which each block begins and ends.
    spans: SideTable<BbId, (u32, u32)>,
    changes: SideTable<AuxId, Vec<(u32, Change)>>,
    births: SideTable<CrId, Vec<(u32, Birth)>>,
    /// Where a version is a phi's result: the block and the phi's place in it.
    phis: SideTable<CrId, Option<(BbId, u32)>>,
    questions: Vec<Question>,
    known: HashMap<(AuxId, CrId, u32), u32>,
}

impl<'a> Holding<'a> {
    pub(super) fn new(source: &'a Func) -> Holding<'a> {
        let mut defined = SideTable::new(false);
        let mut phis = SideTable::new(None);
        for &bb in &source.layout {
            for (k, phi) in source.bbs[bb].phis.iter().enumerate() {
                *defined.entry(phi.result) = true;
                *phis.entry(phi.result) = Some((bb, k as u32));
            }
            for &s in &source.bbs[bb].stmts {
                for result in &source.stmts[s].results {
                    *defined.entry(*result) = true;
                }
            }
        }
        Holding {
            source,
            defined,
            now: 0,
            spans: SideTable::new((0, 0)),
            changes: SideTable::new(Vec::new()),
            births: SideTable::new(Vec::new()),
            phis,
            questions: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// A block begins; blocks are told in layout order, once each.
    pub(super) fn begin(&mut self, bb: BbId) {
        self.now += 1;
        self.spans.entry(bb).0 = self.now;
        self.step();
    }

    /// The block ends.
    pub(super) fn end(&mut self, bb: BbId) {
        self.step();
        self.spans.entry(bb).1 = self.now;
    }

    /// What is told from here on happens later than what was told before.
    pub(super) fn step(&mut self) {
        self.now += 1;
    }

    /// The time, for a question about it.
    pub(super) fn now(&self) -> u32 {
        self.now
    }

    /// A statement writes a version into a register; a copy tells the register and the version that it copies.
    pub(super) fn define(&mut self, register: AuxId, version: CrId, copied: Option<(AuxId, CrId)>) {
        let from = copied.map(|(from, _)| from);
        self.changes.entry(register).push((self.now, Change::Defined(version, from)));
        let birth = copied.map_or(Birth::Defined, |(_, source)| Birth::Renamed(source));
        self.births.entry(version).push((self.now, birth));
    }

    /// A copy between registers that the source does not have.
    pub(super) fn copy(&mut self, to: AuxId, from: AuxId) {
        self.changes.entry(to).push((self.now, Change::Copied(from)));
    }

    /// A copy between versions that the result does not have.
    pub(super) fn rename(&mut self, to: CrId, from: CrId) {
        self.births.entry(to).push((self.now, Birth::Renamed(from)));
    }

    /// True for a version that nothing defines: any register will do.
    pub(super) fn is_undefined(&self, version: CrId) -> bool {
        !self.defined.get(version)
    }

    /// Answers whether the register holds the version before a time in the block, for each; all blocks must have been
    /// told.
    pub(super) fn answer(&mut self, uses: &[(BbId, AuxId, CrId, u32)]) -> Vec<bool> {
        let roots: Vec<Option<u32>> = uses
            .iter()
            .map(|&(bb, register, version, time)| self.number(bb, register, version, time))
            .collect();
        let mut next = 0;
        while next < self.questions.len() {
            self.hand_on(next as u32);
            next += 1;
        }
        let mut refused: Vec<usize> =
            (0..self.questions.len()).filter(|&k| self.questions[k].no).collect();
        while let Some(k) = refused.pop() {
            for asker in std::mem::take(&mut self.questions[k].askers) {
                let asker = asker as usize;
                if !self.questions[asker].no {
                    self.questions[asker].no = true;
                    refused.push(asker);
                }
            }
        }
        roots.iter().map(|root| root.is_none_or(|k| !self.questions[k as usize].no)).collect()
    }

    /// The question's number; none where the answer is yes whatever happens.
    fn number(&mut self, bb: BbId, register: AuxId, version: CrId, time: u32) -> Option<u32> {
        if self.is_undefined(version) {
            return None;
        }
        let (start, _) = *self.spans.get(bb);
        let changed = last_before(self.changes.get(register), time);
        let born = last_before(self.births.get(version), time);
        let time = start.max(changed).max(born);
        let fresh = self.questions.len() as u32;
        let number = *self.known.entry((register, version, time)).or_insert(fresh);
        if number == fresh {
            let askers = Vec::new();
            self.questions.push(Question { bb, register, version, time, askers, no: false });
        }
        Some(number)
    }

    /// Answers a question with no, or hands it on to those that it hangs on.
    fn hand_on(&mut self, asker: u32) {
        let Question { bb, register, version, time, .. } = self.questions[asker as usize];
        let change = at(self.changes.get(register), time);
        let birth = at(self.births.get(version), time);
        match (change, birth) {
            // At the block's start.
            (None, None) => self.enter(asker, bb, register, version),
            (Some(Change::Defined(v, _)), _) if v == version => {}
            (Some(_), Some(_))
            | (Some(Change::Defined(_, None)), None)
            | (None, Some(Birth::Defined)) => {
                self.questions[asker as usize].no = true;
            }
            (Some(Change::Defined(_, Some(from)) | Change::Copied(from)), None) => {
                self.hang(asker, bb, from, version, time);
            }
            (None, Some(Birth::Renamed(from))) => self.hang(asker, bb, register, from, time),
        }
    }

    /// Hands a question on to the predecessors; what a phi defines comes from its operands.
    fn enter(&mut self, asker: u32, bb: BbId, register: AuxId, version: CrId) {
        let source = self.source;
        let block = &source.bbs[bb];
        if bb == source.entry() || block.preds().is_empty() {
            self.questions[asker as usize].no = true;
            return;
        }
        let phi = match *self.phis.get(version) {
            Some((at, k)) if at == bb => Some(&block.phis[k as usize]),
            _ => None,
        };
        for (place, &pred) in block.preds().iter().enumerate() {
            let version = phi.map_or(version, |phi| phi.operands[place]);
            let (_, end) = *self.spans.get(pred);
            self.hang(asker, pred, register, version, end);
        }
    }

    fn hang(&mut self, asker: u32, bb: BbId, register: AuxId, version: CrId, time: u32) {
        if let Some(number) = self.number(bb, register, version, time) {
            self.questions[number as usize].askers.push(asker);
        }
    }
}

/// The time of the last entry before a time; 0 where there is none.
fn last_before<T>(list: &[(u32, T)], time: u32) -> u32 {
    let place = list.partition_point(|(t, _)| *t < time);
    place.checked_sub(1).map_or(0, |k| list[k].0)
}

/// The entry of a time.
fn at<T: Copy>(list: &[(u32, T)], time: u32) -> Option<T> {
    list.binary_search_by_key(&time, |(t, _)| *t).ok().map(|k| list[k].1)
}

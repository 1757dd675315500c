//! Which instruction of the new function is which of the old one, and whether all of them are there, in order, and go where they went.

use super::evaluate::{computes, parameters};
use super::values::Values;
use super::{Rule, Violation};
use crate::lir::{BlockId, Function, Inst, InstId, Op, Place};
use std::collections::HashMap;

/// Instructions in pairs.
pub(super) struct Pairs {
    /// Where the old instructions stand in the old function.
    old: HashMap<InstId, Place>,
}

impl Pairs {
    /// Finds them, and what breaks the rules of order and flow.
    pub(super) fn new(old: &Function, new: &Function) -> (Pairs, Vec<Violation>) {
        let mut standing = HashMap::new();
        for (block, insts) in old.blocks() {
            for (index, inst) in insts.insts.iter().enumerate() {
                standing.insert(inst.id(), Place { block, index });
            }
        }
        let pairs = Pairs { old: standing };
        let mut matcher = Matcher { old, new, pairs: &pairs, found: Vec::new() };
        matcher.names();
        for (bb, _) in new.blocks() {
            matcher.order(bb);
            matcher.flow(bb);
        }
        matcher.ends();
        let found = matcher.found;
        (pairs, found)
    }

    /// The old instruction that one of the new function is.
    pub(super) fn old<'f>(&self, old: &'f Function, inst: &Inst) -> Option<&'f Inst> {
        self.old.get(&inst.id()).map(|at| old.inst_at(*at))
    }
}

/// True for an instruction that does nothing but to give a value: who needs that reads it, and is checked.
fn may_go(f: &Function, inst: &Inst) -> bool {
    let is_parameter = || parameters(&mut Values::default(), f, inst).is_some();
    inst.guard.is_none() && (computes(f, inst) || is_parameter())
}

struct Matcher<'a> {
    old: &'a Function,
    new: &'a Function,
    pairs: &'a Pairs,
    found: Vec<Violation>,
}

impl Matcher<'_> {
    fn says(&mut self, rule: Rule, block: BlockId, index: usize, what: impl Into<String>) {
        self.found.push(Violation { place: Place { block, index }, rule, what: what.into() });
    }

    /// What instructions name by number is the same.
    fn names(&mut self) {
        let (old, new) = (self.old, self.new);
        let same = new.symbols.starts_with(&old.symbols)
            && new.calls.starts_with(&old.calls)
            && new.asms.starts_with(&old.asms)
            && new.kind == old.kind;
        if let Some(entry) = new.entry().filter(|_| !same) {
            self.says(Rule::Instructions, entry, 0, "names, calls or texts are others");
        }
    }

    /// A block has its old instructions, in their order, but for those that only compute; a new one has none.
    fn order(&mut self, bb: BlockId) {
        let (old, new) = (self.old, self.new);
        let wanted: &[Inst] = if old.has_block(bb) { old.insts(bb) } else { &[] };
        let mut wanted = wanted.iter();
        for (index, inst) in new.insts(bb).iter().enumerate() {
            if !self.pairs.old.contains_key(&inst.id()) {
                continue;
            }
            if wanted.find(|was| was.id() == inst.id() || !may_go(old, was)).map(Inst::id)
                != Some(inst.id())
            {
                return self.says(Rule::Instructions, bb, index, "another instruction stood here");
            }
        }
        if wanted.any(|was| !may_go(old, was)) {
            self.says(Rule::Instructions, bb, new.insts(bb).len(), "instructions are lost");
        }
    }

    /// Control goes where it went.
    fn flow(&mut self, bb: BlockId) {
        let (old, new) = (self.old, self.new);
        if !old.has_block(bb) {
            if self.goes_on_to(bb).is_none() {
                self.says(Rule::Flow, bb, 0, "a new block does not go on to one place");
            }
            return;
        }
        for (index, inst) in new.insts(bb).iter().enumerate() {
            let was = self.pairs.old(old, inst).map(|was| old.target(was));
            let now = new.target(inst);
            let is_same = match was {
                Some(was) => was == now.and_then(|to| self.leads_to(to)),
                None => now.is_none() && inst.op != Op::Ret,
            };
            if !is_same {
                self.says(Rule::Flow, bb, index, "control goes elsewhere");
            }
        }
        let goes_on = |f: &Function| f.falls_through(bb).then(|| f.behind(bb)).flatten();
        if goes_on(old) != goes_on(new).and_then(|to| self.leads_to(to)) {
            self.says(Rule::Flow, bb, new.insts(bb).len(), "control goes on to another block");
        }
    }

    /// Where control goes from a new block, which goes to one place whatever happens.
    fn goes_on_to(&self, bb: BlockId) -> Option<BlockId> {
        let leaves = |inst: &Inst| matches!(inst.op, Op::Bra { .. } | Op::Ret);
        let mut leaving = self.new.insts(bb).iter().filter(|inst| leaves(inst));
        match (leaving.next(), leaving.next()) {
            (None, _) => self.new.behind(bb),
            (Some(jump), None) if jump.guard.is_none() => self.new.target(jump),
            _ => None,
        }
    }

    /// The old block that control comes to by way of new ones.
    fn leads_to(&self, mut bb: BlockId) -> Option<BlockId> {
        for _ in 0..=self.new.block_count() {
            if self.old.has_block(bb) {
                return Some(bb);
            }
            bb = self.goes_on_to(bb)?;
        }
        None
    }

    /// The function begins where it began, and no block is lost.
    fn ends(&mut self) {
        let Some(entry) = self.new.entry() else { return };
        if self.leads_to(entry) != self.old.entry() {
            self.says(Rule::Flow, entry, 0, "the function begins elsewhere");
        }
        if let Some(lost) = self.old.layout().find(|bb| !self.new.has_block(*bb)) {
            self.says(Rule::Instructions, entry, 0, format!("{lost} is lost"));
        }
    }
}

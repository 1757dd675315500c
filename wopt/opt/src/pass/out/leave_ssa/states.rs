//! What variance said of versions, told of the registers that they become ([`crate::analysis::variance::registers`]).

use super::live_ranges::{LiveRanges, Position, Value};
use super::{Plan, RegisterCopy, Registers};
use crate::analysis::variance::Variance;
use crate::analysis::variance::registers::{Leaving, Place, RegisterStates};
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{AuxId, BbId, CodeRep, CrId, Func, SideTable, StmtId};
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;

/// The states under way; empty where nobody asked.
pub(super) struct States<'a> {
    known: Option<Known<'a>>,
}

struct Known<'a> {
    leaving: Leaving,
    registers: &'a Registers,
    found: RegisterStates,
    /// By version, its register where that holds nothing else.
    alone: SideTable<CrId, Option<CrId>>,
    /// Where values live, and so what a register holds where it holds several one after another.
    ranges: LiveRanges,
    walk: Walk,
}

/// A place where nodes are evaluated.
#[derive(Clone, Copy)]
struct At<'r> {
    bb: BbId,
    place: Place,
    /// A statement's position in its block, and the registers that it writes.
    statement: Option<(Position, &'r [CrId])>,
}

impl<'a> States<'a> {
    pub(super) fn new(
        f: &Func,
        known: Option<Leaving>,
        registers: &'a Registers,
        ranges: LiveRanges,
    ) -> States<'a> {
        let known = known.map(|leaving| Known {
            found: leaving.begin(),
            leaving,
            registers,
            alone: alone(f, registers, &ranges),
            ranges,
            walk: Walk::new(),
        });
        States { known }
    }

    /// Tells of the registers that live into blocks where ways meet.
    pub(super) fn enter(&mut self, f: &Func, plan: &Plan) {
        let Some(Known { leaving, registers, found, alone, ranges, .. }) = &mut self.known else {
            return;
        };
        let cycles = leaving.cycles().clone();
        let meets = |bb: BbId| match f.bbs[bb].preds() {
            // Behind an exit threads meet that left in different rounds.
            [from] => !f.bbs[bb].phis.is_empty() || cycles.left(*from, bb).next().is_some(),
            preds => preds.len() > 1,
        };
        for value in ranges.values() {
            let Some(version) = ranges.range(value).version else { continue };
            for &(first, last) in ranges.live_in(value) {
                for bb in
                    (first..=last).map(|k| BbId::from_index(k as usize)).filter(|&bb| meets(bb))
                {
                    let state = leaving.state(f, bb, version, |v| *alone.get(v));
                    if let Some(state) = state {
                        found.enters(bb, registers.of(value), state);
                    }
                }
            }
        }
        for k in 0..f.bbs.len() {
            let bb = BbId::from_index(k);
            for copy in plan.entry.list(k) {
                let Some(version) = ranges.range(copy.to).version else { continue };
                let state = leaving.state(f, bb, version, |v| *alone.get(v));
                if let Some(state) = state {
                    found.enters(bb, registers.of(copy.from), state);
                }
            }
        }
    }

    /// Tells of what the statement at place `k` of its block reads and writes, before it is rewritten.
    pub(super) fn statement(&mut self, f: &mut Func, k: usize, s: StmtId, trees: &mut Rewrite) {
        let Some(known) = &mut self.known else { return };
        let registers = known.registers;
        let bb = f.stmts[s].bb;
        let mut roots = Vec::new();
        f.stmts[s].for_each_use(&f.codemap, |root, _| roots.push(root));
        let results = f.stmts[s].results.clone();
        let named = results.iter().map(|&v| registers.named(&f.codemap, v).unwrap_or(v));
        let written: SmallVec<[CrId; 2]> = named.collect();
        let statement = Some((k as Position + 1, &written[..]));
        let at = At { bb, place: Place::Read(s), statement };
        known.read(f, at, &roots, trees);
        for (&version, &register) in results.iter().zip(&written) {
            if let Some(state) = known.state(f, at, version) {
                known.found.add(Place::Written(s), register, state);
            }
        }
    }

    /// Tells of the condition that a block ends by.
    pub(super) fn end(&mut self, f: &mut Func, bb: BbId, trees: &mut Rewrite) {
        let Some(known) = &mut self.known else { return };
        if let Some(condition) = f.bbs[bb].terminator().condition() {
            let end = RegisterStates::end(f, bb);
            let at = At { bb, place: end, statement: None };
            known.read(f, at, &[condition], trees);
        }
    }

    /// Tells of the copies that phis need in a block, of which these statements make registers.
    pub(super) fn copied(
        &mut self,
        f: &Func,
        bb: BbId,
        copies: &[RegisterCopy],
        made: &[(StmtId, CrId)],
    ) {
        let Some(known) = self.known.as_mut().filter(|_| !made.is_empty()) else { return };
        let by_register: Map<CrId, &RegisterCopy> =
            copies.iter().map(|copy| (f.plain_var(known.registers.of(copy.to)), copy)).collect();
        for &(s, register) in made {
            // One end is a version, the other the fresh name that the phi's operands share; a register between is neither.
            let version = |value: Value| known.ranges.range(value).version;
            let copy = by_register.get(&register);
            let version = copy.and_then(|copy| version(copy.from).or(version(copy.to)));
            let state = version
                .and_then(|version| known.leaving.state(f, bb, version, |v| *known.alone.get(v)));
            if let Some(state) = state {
                known.found.add(Place::Written(s), register, state);
            }
        }
    }

    pub(super) fn finish(self) -> Option<RegisterStates> {
        self.known.map(|known| known.found)
    }
}

impl Known<'_> {
    /// The state of a node at a place. A symbol's register holds nothing else, or it lives there and the statement writes another register.
    fn state(&self, f: &Func, at: At<'_>, node: CrId) -> Option<Variance> {
        self.leaving.state(f, at.bb, node, |version| {
            let lives = || {
                let (position, written) = at.statement?;
                let value = (*self.registers.of_version.get(version))?;
                let register = f.plain_var(self.registers.of(value));
                let lives = self.ranges.lives_at(value, at.bb.index() as u32, position - 1);
                (lives && !written.contains(&register)).then_some(register)
            };
            self.alone.get(version).or_else(lives)
        })
    }

    /// The nodes below some roots become what `trees` will make of them.
    fn read(&mut self, f: &mut Func, at: At<'_>, roots: &[CrId], trees: &mut Rewrite) {
        let registers = self.registers;
        self.walk.forget();
        let mut nodes = Vec::new();
        for &root in roots {
            self.walk.tree(&f.codemap, root, |id, node| {
                if matches!(node, CodeRep::Op(_) | CodeRep::Var { .. } | CodeRep::Lda { .. }) {
                    nodes.push(id);
                }
                true
            });
        }
        for id in nodes {
            if let Some(state) = self.state(f, at, id) {
                let new = trees.tree(&mut f.codemap, id, &mut |map, id| registers.named(map, id));
                self.found.add(at.place, new, state);
            }
        }
    }
}

/// By version, the register of it where no other value is in that.
fn alone(f: &Func, registers: &Registers, ranges: &LiveRanges) -> SideTable<CrId, Option<CrId>> {
    let mut values: SideTable<AuxId, u32> = SideTable::new(0);
    ranges.values().for_each(|value| *values.entry(registers.of(value)) += 1);
    let mut found = SideTable::new(None);
    for value in ranges.values() {
        let register = registers.of(value);
        if let (Some(version), 1) = (ranges.range(value).version, *values.get(register)) {
            *found.entry(version) = Some(f.plain_var(register));
        }
    }
    found
}

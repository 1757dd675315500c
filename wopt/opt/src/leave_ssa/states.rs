//! What variance said of versions, told of the registers that they become ([`crate::variance::registers`]).

use super::live_ranges::{LiveRanges, Value};
use super::{Plan, RegisterCopy, Registers};
use crate::variance::registers::{Leaving, Place, RegisterStates};
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{AuxId, BbId, CodeRep, CrId, Func, SideTable, StmtId};
use optx_whirl::fixed_hash::Map;

/// The states under way; empty where nobody asked.
pub(super) struct States {
    known: Option<Known>,
}

struct Known {
    leaving: Leaving,
    found: RegisterStates,
    /// By version, its register where that holds nothing else.
    alone: SideTable<CrId, Option<CrId>>,
    /// By value, the version that it is.
    versions: Vec<Option<CrId>>,
    walk: Walk,
}

impl States {
    pub(super) fn new(
        f: &Func,
        known: Option<Leaving>,
        registers: &Registers,
        ranges: &LiveRanges,
    ) -> States {
        let known = known.map(|leaving| Known {
            found: leaving.begin(),
            leaving,
            alone: alone(f, registers, ranges),
            versions: ranges.values().map(|value| ranges.range(value).version).collect(),
            walk: Walk::new(),
        });
        States { known }
    }

    /// Tells of the registers that live into blocks where ways meet.
    pub(super) fn enter(
        &mut self,
        f: &Func,
        ranges: &LiveRanges,
        registers: &Registers,
        plan: &Plan,
    ) {
        let Some(Known { leaving, found, alone, .. }) = &mut self.known else { return };
        let meets = |bb: BbId| f.bbs[bb].preds.len() > 1 || !f.bbs[bb].phis.is_empty();
        for value in ranges.values() {
            let Some(version) = ranges.range(value).version else { continue };
            for &(first, last) in ranges.live_in(value) {
                for bb in
                    (first..=last).map(|k| BbId::from_index(k as usize)).filter(|&bb| meets(bb))
                {
                    let state = leaving.state(f, (bb, version), |v| *alone.get(v));
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
                let state = leaving.state(f, (bb, version), |v| *alone.get(v));
                if let Some(state) = state {
                    found.enters(bb, registers.of(copy.from), state);
                }
            }
        }
    }

    /// Tells of what a statement reads and writes, before it is rewritten.
    pub(super) fn statement(
        &mut self,
        f: &mut Func,
        s: StmtId,
        trees: &mut Rewrite,
        registers: &Registers,
    ) {
        let Some(known) = &mut self.known else { return };
        let bb = f.stmts[s].bb;
        let mut roots = Vec::new();
        f.stmts[s].for_each_use(&f.codemap, |root, _| roots.push(root));
        known.read(f, (bb, Place::Read(s)), &roots, trees, registers);
        for version in f.stmts[s].results.clone() {
            let state = known.leaving.state(f, (bb, version), |v| *known.alone.get(v));
            if let (Some(state), Some(register)) = (state, registers.named(&f.codemap, version)) {
                known.found.add(Place::Written(s), register, state);
            }
        }
    }

    /// Tells of the condition that a block ends by.
    pub(super) fn end(
        &mut self,
        f: &mut Func,
        bb: BbId,
        trees: &mut Rewrite,
        registers: &Registers,
    ) {
        let Some(known) = &mut self.known else { return };
        if let Some(condition) = f.bbs[bb].terminator.condition() {
            let end = RegisterStates::end(f, bb);
            known.read(f, (bb, end), &[condition], trees, registers);
        }
    }

    /// Tells of the copies that phis need in a block, of which these statements make registers.
    pub(super) fn copied(
        &mut self,
        f: &Func,
        bb: BbId,
        (copies, registers): (&[RegisterCopy], &Registers),
        made: &[(StmtId, CrId)],
    ) {
        let Some(known) = &mut self.known else { return };
        let by_register: Map<CrId, &RegisterCopy> =
            copies.iter().map(|copy| (f.plain_var(registers.of(copy.to)), copy)).collect();
        for &(s, register) in made {
            // One end is a version, the other the fresh name that the phi's operands share; a register between is neither.
            let version = |value: Value| known.versions[value.0 as usize];
            let copy = by_register.get(&register);
            let version = copy.and_then(|copy| version(copy.from).or(version(copy.to)));
            let state = version
                .and_then(|version| known.leaving.state(f, (bb, version), |v| *known.alone.get(v)));
            if let Some(state) = state {
                known.found.add(Place::Written(s), register, state);
            }
        }
    }

    pub(super) fn finish(self) -> Option<RegisterStates> {
        self.known.map(|known| known.found)
    }
}

impl Known {
    /// The nodes below some roots become what `trees` will make of them.
    fn read(
        &mut self,
        f: &mut Func,
        (bb, place): (BbId, Place),
        roots: &[CrId],
        trees: &mut Rewrite,
        registers: &Registers,
    ) {
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
            if let Some(state) = self.leaving.state(f, (bb, id), |v| *self.alone.get(v)) {
                let new = trees.tree(&mut f.codemap, id, &mut |map, id| registers.named(map, id));
                self.found.add(place, new, state);
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

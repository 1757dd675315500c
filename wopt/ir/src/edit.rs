//! The editing interface of a function: statements in and out of blocks, edges split, regions cloned, with predecessor
//! lists, phi operands and the definition table kept.
//!
//! Who sets fields of statements and blocks by hand keeps those three itself, or renews them.

use crate::block::{Bb, Phi, Terminator};
use crate::defs::Def;
use crate::func::{Form, Func};
use crate::ids::{BbId, CrId, StmtId};
use crate::operands::Role;
use crate::side_table::SideTable;
use crate::stmtrep::StmtRep;
use crate::walk::Rewrite;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;

/// What a region's blocks and versions became in its clone.
#[derive(Clone, Debug, Default)]
pub struct Clones {
    /// The block made of each block.
    pub blocks: Map<BbId, BbId>,
    /// The version made of each version that the region defines.
    pub versions: Map<CrId, CrId>,
}

impl Clones {
    /// What a block became; itself where it is outside.
    pub fn block(&self, bb: BbId) -> BbId {
        self.blocks.get(&bb).copied().unwrap_or(bb)
    }

    /// What a version became; itself where it is defined outside.
    pub fn version(&self, version: CrId) -> CrId {
        self.versions.get(&version).copied().unwrap_or(version)
    }
}

impl Func {
    /// Puts a statement at a place of its block's list.
    pub fn insert(&mut self, at: usize, stmt: StmtRep) -> StmtId {
        let bb = stmt.bb;
        let s = self.new_stmt(stmt);
        self.bbs[bb].stmts.insert(at, s);
        self.note_definitions(s);
        s
    }

    /// Puts a statement at the end of its block.
    pub fn append(&mut self, stmt: StmtRep) -> StmtId {
        let at = self.bbs[stmt.bb].stmts.len();
        self.insert(at, stmt)
    }

    /// Puts statements before others of one block at once, each list in order: `(place, statement)`, by place.
    pub fn insert_all(&mut self, bb: BbId, added: Vec<(usize, StmtRep)>) {
        if added.is_empty() {
            return;
        }
        debug_assert!(added.is_sorted_by_key(|(at, _)| *at));
        let old = std::mem::take(&mut self.bbs[bb].stmts);
        let mut list = Vec::with_capacity(old.len() + added.len());
        let mut next = added.into_iter().peekable();
        for (k, s) in old.into_iter().enumerate() {
            while let Some((_, stmt)) = next.next_if(|(at, _)| *at <= k) {
                list.push(self.new_stmt(stmt));
                self.note_definitions(list[list.len() - 1]);
            }
            list.push(s);
        }
        for (_, stmt) in next {
            list.push(self.new_stmt(stmt));
            self.note_definitions(list[list.len() - 1]);
        }
        self.bbs[bb].stmts = list;
    }

    /// Puts a statement on an edge: at the end of its start or at the start of its end where it is the only one there, else in
    /// a block of its own.
    pub fn insert_on_edge(&mut self, from: BbId, to: BbId, mut stmt: StmtRep) -> StmtId {
        if self.succs(from).len() == 1 {
            stmt.bb = from;
            return self.append(stmt);
        }
        let bb = if self.bbs[to].preds().len() == 1 { to } else { self.split_edge(from, to) };
        stmt.bb = bb;
        self.insert(0, stmt)
    }

    /// Keeps those statements of a block that a test accepts; gives the number of the others.
    pub fn retain_stmts(&mut self, bb: BbId, mut keep: impl FnMut(StmtId) -> bool) -> usize {
        let Func { bbs, stmts, codemap, defs, .. } = self;
        let list = &mut bbs[bb].stmts;
        let before = list.len();
        list.retain(|&s| {
            let stays = keep(s);
            if !stays {
                stmts[s].for_each_definition(codemap, |v| defs.set(v, Def::Entry));
            }
            stays
        });
        before - list.len()
    }

    /// Keeps those phis of a block that a test accepts; gives the number of the others.
    pub fn retain_phis(&mut self, bb: BbId, mut keep: impl FnMut(&Phi) -> bool) -> usize {
        let Func { bbs, defs, .. } = self;
        let list = &mut bbs[bb].phis;
        let before = list.len();
        list.retain(|phi| {
            let stays = keep(phi);
            if !stays {
                defs.set(phi.result, Def::Entry);
            }
            stays
        });
        if list.len() < before && self.form == Form::Ssa {
            for (k, phi) in list.iter().enumerate() {
                defs.set(phi.result, Def::Phi(bb, k as u32));
            }
        }
        before - list.len()
    }

    /// Takes all phis out of a block.
    pub fn take_phis(&mut self, bb: BbId) -> Vec<Phi> {
        let phis = std::mem::take(&mut self.bbs[bb].phis);
        for phi in &phis {
            self.defs.set(phi.result, Def::Entry);
        }
        phis
    }

    /// Adds a phi to a block.
    pub fn add_phi(&mut self, bb: BbId, phi: Phi) {
        let place = self.bbs[bb].phis.len() as u32;
        if self.form == Form::Ssa {
            self.defs.set(phi.result, Def::Phi(bb, place));
        }
        self.bbs[bb].phis.push(phi);
    }

    /// Keeps those chis of a statement that a test accepts; gives the number of the others.
    pub fn retain_chis(&mut self, s: StmtId, mut keep: impl FnMut(CrId) -> bool) -> usize {
        let Func { stmts, defs, .. } = self;
        let list = &mut stmts[s].chi;
        let before = list.len();
        list.retain(|chi| {
            let stays = keep(chi.result);
            if !stays {
                defs.set(chi.result, Def::Entry);
            }
            stays
        });
        before - list.len()
    }

    /// Moves all statements of a block to the end of another's list. Their definitions stay what they are.
    pub fn move_stmts(&mut self, from: BbId, to: BbId) {
        for s in std::mem::take(&mut self.bbs[from].stmts) {
            self.stmts[s].bb = to;
            self.bbs[to].stmts.push(s);
        }
    }

    /// Parts a block before a statement: it keeps its phis and ends nowhere yet, and what it was behind that place, its end included, is a new
    /// block that nothing leads to yet and that stands nowhere in the layout. Linear in the statements that move and in the ways in of where they go.
    pub fn split_block(&mut self, bb: BbId, at: usize) -> BbId {
        let (terminator, loc) = (self.bbs[bb].terminator(), self.bbs[bb].loc);
        let behind = self.add_block(terminator, loc, Vec::new());
        let tail = self.bbs[bb].stmts.split_off(at);
        for &s in &tail {
            self.stmts[s].bb = behind;
        }
        self.set_terminator(bb, Terminator::Return);
        for to in terminator.successors() {
            self.replace_pred(to, bb, behind);
        }
        let ends_as = self.bbs[bb].ends_as.take();
        let block = &mut self.bbs[behind];
        (block.stmts, block.ends_as) = (tail, ends_as);
        behind
    }

    /// Takes out what a block defines, before it leaves the layout.
    pub fn forget_definitions(&mut self, bb: BbId) {
        self.retain_stmts(bb, |_| false);
        self.retain_phis(bb, |_| false);
    }

    /// An empty block between two neighbours, in the layout behind the first.
    pub fn split_edge(&mut self, from: BbId, to: BbId) -> BbId {
        let block = self.edge_block(from, to);
        self.replace_pred(to, from, block);
        let at = self.layout.iter().position(|&bb| bb == from).map_or(self.layout.len(), |k| k + 1);
        self.layout.insert(at, block);
        block
    }

    /// As [`Func::split_edge`] for many edges, no two of them between the same blocks, in the layout's order of their starts: the
    /// blocks of the edges out of one stand behind it in that of the edges. Linear in the layout and in the edges that enter a
    /// block where one of them is split.
    pub fn split_edges(&mut self, edges: &[(BbId, BbId)]) {
        let blocks = self.split_edges_unplaced(edges);
        let mut of_edges = edges.iter().zip(blocks).peekable();
        let mut layout = Vec::with_capacity(self.layout.len() + edges.len());
        for &from in &self.layout {
            layout.push(from);
            while let Some((_, block)) = of_edges.next_if(|((of, _), _)| *of == from) {
                layout.push(block);
            }
        }
        debug_assert!(of_edges.next().is_none(), "edges out of order");
        self.layout = layout;
    }

    /// Puts another tree for every tree that a statement evaluates, as [`StmtRep::map_uses`], where finding it asks the function;
    /// constants of its address go to its offset. True where something changed.
    pub fn rewrite_uses(
        &mut self,
        s: StmtId,
        mut each: impl FnMut(&mut Func, CrId, Role) -> CrId,
    ) -> bool {
        let mut roots: SmallVec<[(CrId, Role, CrId); 4]> = SmallVec::new();
        self.stmts[s].for_each_use(&self.codemap, |root, role| roots.push((root, role, root)));
        for (root, role, new) in &mut roots {
            *new = each(self, *root, *role);
        }
        if roots.iter().all(|(root, _, new)| root == new) {
            return false;
        }
        let Func { stmts, codemap, .. } = self;
        let found = |id: CrId, role| roots.iter().find(|r| r.0 == id && r.1 == role);
        stmts[s].map_uses(codemap, |_, id, role| found(id, role).map_or(id, |r| r.2));
        stmts[s].take_constants_out(codemap);
        true
    }

    /// Puts statements on edges to joins, in order: at the end of a block that goes nowhere else, or in a block of the edge's own.
    pub fn insert_on_edges(&mut self, on_edges: Vec<(BbId, BbId, StmtRep)>) {
        let mut place = SideTable::new(0u32);
        for (k, &bb) in self.layout.iter().enumerate() {
            *place.entry(bb) = k as u32;
        }
        let key = |from: BbId, to: BbId| (*place.get(from), to.index() as u32);
        let critical = on_edges.iter().filter(|&&(from, ..)| self.succs(from).len() > 1);
        let mut splits: Vec<(u32, u32)> = critical.map(|&(from, to, _)| key(from, to)).collect();
        splits.sort_unstable();
        splits.dedup();
        let first = self.bbs.len();
        let edge =
            |&(from, to): &(u32, u32)| (self.layout[from as usize], BbId::from_index(to as usize));
        let edges: Vec<(BbId, BbId)> = splits.iter().map(edge).collect();
        self.split_edges(&edges);
        for (from, to, mut stmt) in on_edges {
            let split = splits.binary_search(&key(from, to));
            stmt.bb = split.map_or(from, |k| BbId::from_index(first + k));
            self.append(stmt);
        }
    }

    fn split_edges_unplaced(&mut self, edges: &[(BbId, BbId)]) -> Vec<BbId> {
        let blocks: Vec<BbId> = edges.iter().map(|&(from, to)| self.edge_block(from, to)).collect();
        let of_edge: Map<(BbId, BbId), BbId> =
            edges.iter().copied().zip(blocks.iter().copied()).collect();
        let mut targets: Vec<BbId> = edges.iter().map(|&(_, to)| to).collect();
        targets.sort_unstable();
        targets.dedup();
        for to in targets {
            for pred in self.preds_mut(to) {
                if let Some(&block) = of_edge.get(&(*pred, to)) {
                    *pred = block;
                }
            }
        }
        blocks
    }

    /// A block that `from` goes to instead of `to`, and that goes there; `to` does not know of it yet.
    fn edge_block(&mut self, from: BbId, to: BbId) -> BbId {
        let loc = self.bbs[from].loc;
        let block = self.add_block(Terminator::Goto(to), loc, vec![from]);
        self.retarget(from, to, block);
        block
    }

    /// Copies blocks, with a new version for each that they define. Edges between them lead to the copies; edges out of them
    /// lead where they led, with one operand more in each phi there. Nothing enters the copies yet, and the copies of phis
    /// have operands for predecessors within the region alone. What is defined inside and used outside has two definitions
    /// now: the clone's versions are for the caller to merge (`SsaUpdate`). The copies stand nowhere in the layout yet.
    ///
    /// Linear in the region, where one table of rewritten trees, which is as large as the codemap, serves for many.
    pub fn clone_region(&mut self, region: &[BbId], rewrite: &mut Rewrite) -> Clones {
        rewrite.forget();
        let mut clones = Clones::default();
        for &bb in region {
            let Bb { loc, unroll, unrolled, .. } = self.bbs[bb];
            let copy = self.add_block(Terminator::Return, loc, Vec::new());
            (self.bbs[copy].unroll, self.bbs[copy].unrolled) = (unroll, unrolled);
            clones.blocks.insert(bb, copy);
        }
        for &bb in region {
            let mut defined: Vec<CrId> = self.bbs[bb].phis.iter().map(|phi| phi.result).collect();
            for &s in &self.bbs[bb].stmts {
                self.stmts[s].for_each_definition(&self.codemap, |v| defined.push(v));
            }
            for version in defined {
                if let Some(aux) = self.aux_of(version) {
                    let copy = self.new_version(aux);
                    clones.versions.insert(version, copy);
                }
            }
        }
        for &bb in region {
            self.clone_block(bb, clones.block(bb), &clones, rewrite);
        }
        clones
    }

    fn clone_block(&mut self, old: BbId, copy: BbId, clones: &Clones, rewrite: &mut Rewrite) {
        let inside = |bb: BbId| clones.blocks.contains_key(&bb);
        let preds = self.bbs[old].preds().to_vec();
        *self.preds_mut(copy) =
            preds.iter().filter(|&&p| inside(p)).map(|&p| clones.block(p)).collect();
        for k in 0..self.bbs[old].phis.len() {
            let phi = &self.bbs[old].phis[k];
            let each = phi.operands.iter().zip(&preds).filter(|(_, p)| inside(**p));
            let operands = each.map(|(&operand, _)| clones.version(operand)).collect();
            let copied = Phi { aux: phi.aux, result: clones.version(phi.result), operands };
            self.add_phi(copy, copied);
        }
        for k in 0..self.bbs[old].stmts.len() {
            let mut stmt = self.stmts[self.bbs[old].stmts[k]].clone();
            stmt.bb = copy;
            let codemap = &mut self.codemap;
            stmt.map_uses(codemap, |map, id, _| {
                rewrite.tree(map, id, &mut |_, id| clones.versions.get(&id).copied())
            });
            stmt.map_memory_uses(codemap, |_, v| clones.version(v));
            stmt.map_definitions(codemap, |_, v| clones.version(v));
            self.append(stmt);
        }
        let mut terminator = self.bbs[old].terminator();
        terminator.map_condition(|id| {
            rewrite.tree(&mut self.codemap, id, &mut |_, id| clones.versions.get(&id).copied())
        });
        for to in terminator.successors() {
            if inside(to) {
                terminator.retarget(to, clones.block(to));
                continue;
            }
            let place = self.bbs[to].preds().iter().position(|&p| p == old);
            self.preds_mut(to).push(copy);
            for phi in &mut self.bbs[to].phis {
                if let Some(k) = place {
                    phi.operands.push(clones.version(phi.operands[k]));
                }
            }
        }
        self.set_terminator(copy, terminator);
    }
}

#[cfg(test)]
mod tests {
    use crate::AuxKind;
    use crate::block::Terminator;
    use crate::func::Func;
    use crate::ids::BbId;
    use crate::stmtrep::StmtRep;
    use optx_whirl::{Loc, Mtype};

    /// A statement on an edge runs where control goes along the edge, and nowhere else.
    #[test]
    fn a_statement_on_an_edge_is_on_no_other() {
        // 0 goes to 1 and 3, 1 to 2 alone, 2 and 3 to 4; 3 to 5 too, and 4 to 5.
        let goes: [&[usize]; 6] = [&[1, 3], &[2], &[4], &[4, 5], &[5], &[]];
        for (from, to) in [(0, 1), (0, 3), (1, 2), (2, 4), (3, 4), (3, 5), (4, 5)] {
            let mut f = Func::new("f", "f");
            let condition = f.codemap.integer(Mtype::B, 1);
            let bbs: Vec<BbId> = goes.iter().map(|_| f.new_bb()).collect();
            for (k, to) in goes.iter().enumerate() {
                let end = match to {
                    [] => Terminator::Return,
                    [one] => Terminator::Goto(bbs[*one]),
                    [a, b, ..] => {
                        Terminator::Branch { condition, on_true: bbs[*a], on_false: bbs[*b] }
                    }
                };
                f.set_terminator(bbs[k], end);
            }
            f.rebuild_preds();
            let aux = f.new_aux(AuxKind::Temp, Mtype::U4, "t");
            let (variable, value) = (f.plain_var(aux), f.codemap.integer(Mtype::U4, 7));
            let stmt = StmtRep::stid(variable, value, bbs[0], Loc::NONE);
            let id = f.insert_on_edge(bbs[from], bbs[to], stmt);
            let at = f.stmts[id].bb;
            assert!(f.bbs[at].stmts.contains(&id));
            let is_start = at == bbs[from] && goes[from].len() == 1;
            let ways_in = goes.iter().filter(|list| list.contains(&to)).count();
            let is_end = at == bbs[to] && ways_in == 1;
            let is_new = !bbs.contains(&at)
                && f.bbs[at].preds() == [bbs[from]]
                && f.succs(at)[..] == [bbs[to]];
            assert!(is_start || is_end || is_new, "{from} to {to}: {at}");
        }
    }
}

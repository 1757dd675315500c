//! Step 6, code motion: the function is rewritten once, when all expressions were looked at.

use super::occurrences::{Fate, Occurrences, Place, Site};
use crate::Cx;
use optx_ir::{BbId, CodeRep, Codemap, CrId, Func, SideTable, StmtRep};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::{Map, Set};

/// An evaluation that goes onto an edge.
pub(super) struct Added {
    pub(super) version: CrId,
    pub(super) tree: CrId,
}

/// What is to be done.
#[derive(Default)]
pub(super) struct Plan {
    /// Insertions, by number.
    pub(super) added: Vec<Added>,
    /// Temporaries' versions that keep their promise.
    pub(super) promised: Set<CrId>,
}

/// Rewrites the sites of a function whose occurrences changed.
pub(super) fn move_code(f: &mut Func, cx: &Cx<'_>, all: &Occurrences, plan: &Plan) {
    let mut rewriter = Rewriter {
        fates: SideTable::new(None),
        memo: SideTable::new(None),
        touched: Vec::new(),
        saved: Vec::new(),
        promised: &plan.promised,
    };
    let mut by_block: Map<BbId, Vec<(usize, StmtRep)>> = Map::default();
    let mut on_edges: Vec<((BbId, BbId), StmtRep)> = Vec::new();
    let mut places: SideTable<optx_ir::StmtId, u32> = SideTable::new(0);
    for &bb in &f.layout {
        for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
            *places.entry(s) = k as u32;
        }
    }
    for site in &all.sites {
        if !rewriter.enter(all, site) {
            continue;
        }
        let Func { stmts, bbs, codemap, .. } = &mut *f;
        match site.place {
            Place::Stmt(s) => {
                let stmt = &mut stmts[s];
                stmt.map_uses(codemap, |map, id, _| rewriter.tree(map, id));
                let (at, loc) = (*places.get(s) as usize, cx.module.locs.statement(stmt.loc));
                let list = by_block.entry(site.bb).or_default();
                list.extend(rewriter.take(site.bb, loc).map(|stmt| (at, stmt)));
            }
            Place::End => {
                let block = &mut bbs[site.bb];
                block.terminator.map_condition(|id| rewriter.tree(codemap, id));
                let (at, loc) = (block.stmts.len(), cx.module.locs.statement(block.loc));
                let list = by_block.entry(site.bb).or_default();
                list.extend(rewriter.take(site.bb, loc).map(|stmt| (at, stmt)));
            }
            Place::Edge(k, to) => {
                let Added { version, tree, .. } = plan.added[k as usize];
                let value = rewriter.tree(codemap, tree);
                let edge = (site.bb, to);
                on_edges.extend(rewriter.take(site.bb, Loc::NONE).map(|stmt| (edge, stmt)));
                let value = codemap.unsigned_form(value);
                on_edges.push((edge, StmtRep::stid(version, value, site.bb, Loc::NONE)));
            }
        }
    }
    for &bb in &f.layout.clone() {
        if let Some(mut list) = by_block.remove(&bb) {
            list.sort_by_key(|(at, _)| *at);
            f.insert_all(bb, list);
        }
    }
    let dead: Set<optx_ir::StmtId> = all.dead().map(|(_, s)| s).collect();
    let blocks: Set<BbId> = all.dead().map(|(bb, _)| bb).collect();
    for &bb in f.layout.clone().iter().filter(|bb| blocks.contains(*bb)) {
        f.retain_stmts(bb, |s| !dead.contains(&s));
    }
    put_on_edges(f, on_edges);
}

/// Puts statements on edges to joins, in order.
fn put_on_edges(f: &mut Func, on_edges: Vec<((BbId, BbId), StmtRep)>) {
    let mut splits: Vec<(BbId, BbId)> = on_edges
        .iter()
        .map(|(edge, _)| *edge)
        .filter(|(from, _)| f.succs(*from).len() > 1)
        .collect();
    splits.sort_unstable();
    splits.dedup();
    let mut place = SideTable::new(0u32);
    for (k, &bb) in f.layout.iter().enumerate() {
        *place.entry(bb) = k as u32;
    }
    splits.sort_by_key(|(from, _)| *place.get(*from));
    let first = f.bbs.len();
    f.split_edges(&splits);
    let made: Map<(BbId, BbId), BbId> =
        splits.iter().enumerate().map(|(k, &edge)| (edge, BbId::from_index(first + k))).collect();
    for (edge, mut stmt) in on_edges {
        stmt.bb = made.get(&edge).copied().unwrap_or(edge.0);
        f.append(stmt);
    }
}

/// Puts reads of the temporaries into trees.
struct Rewriter<'a> {
    /// Of the site in work, what becomes of its nodes, and what they became.
    fates: SideTable<CrId, Option<Fate>>,
    memo: SideTable<CrId, Option<CrId>>,
    touched: Vec<CrId>,
    /// Temporaries with what is evaluated to them, in order.
    saved: Vec<(CrId, CrId)>,
    promised: &'a Set<CrId>,
}

impl Rewriter<'_> {
    /// Turns to a site; false where nothing changed there.
    fn enter(&mut self, all: &Occurrences, site: &Site) -> bool {
        for id in self.touched.drain(..) {
            *self.fates.entry(id) = None;
            *self.memo.entry(id) = None;
        }
        let mut changes = matches!(site.place, Place::Edge(..));
        for k in site.occurrences.clone() {
            let occurrence = &all.list[k as usize];
            if matches!(occurrence.fate, Fate::Saves(_) | Fate::Reads(_)) {
                *self.fates.entry(occurrence.node) = Some(occurrence.fate);
                self.touched.push(occurrence.node);
                changes = true;
            }
        }
        changes && !site.is_dead
    }

    fn tree(&mut self, map: &mut Codemap, id: CrId) -> CrId {
        let CodeRep::Op(op) = *map.get(id) else { return id };
        if let Some(known) = *self.memo.get(id) {
            return known;
        }
        let fate = *self.fates.get(id);
        let new = match fate {
            Some(Fate::Reads(version)) => version,
            _ => {
                let kids = op.kids.map(|kid| self.tree(map, kid));
                let over = optx_ir::Op { kids, ..op };
                let tree = if kids == op.kids { id } else { map.intern(CodeRep::Op(over)) };
                match fate {
                    Some(Fate::Saves(version)) => {
                        let keeps = self.promised.contains(&version);
                        let value = if keeps { tree } else { map.unsigned_form(tree) };
                        self.saved.push((version, value));
                        version
                    }
                    _ => tree,
                }
            }
        };
        *self.memo.entry(id) = Some(new);
        self.touched.push(id);
        new
    }

    fn take(&mut self, bb: BbId, loc: Loc) -> impl Iterator<Item = StmtRep> + '_ {
        self.saved.drain(..).map(move |(version, value)| StmtRep::stid(version, value, bb, loc))
    }
}

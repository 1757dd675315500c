//! Step 6, code motion: the function is rewritten once, when all expressions were looked at.

use super::occurrences::{Fate, Occurrences, Place, Site};
use crate::kit::context::Cx;
use optx_ir::{BbId, CodeRep, Codemap, CrId, Func, Op, SideTable, StmtId, StmtRep};
use optx_whirl::Loc;

/// An evaluation that goes onto an edge.
#[derive(Clone, Copy)]
pub(super) struct Added {
    pub(super) version: CrId,
    pub(super) tree: CrId,
}

/// What is to be done.
pub(super) struct Plan {
    /// Insertions, by number.
    pub(super) added: Vec<Added>,
    /// Temporaries' versions that keep their promise.
    pub(super) promised: SideTable<CrId, bool>,
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
    // Of one block, in its order.
    let (mut bb, mut in_block) = (f.entry(), Vec::new());
    let mut on_edges: Vec<(BbId, BbId, StmtRep)> = Vec::new();
    let mut at_ends: Vec<StmtRep> = Vec::new();
    for site in &all.sites {
        if !rewriter.enter(all, site) {
            continue;
        }
        if site.bb != bb {
            f.insert_all(bb, std::mem::take(&mut in_block));
            bb = site.bb;
        }
        let Func { stmts, bbs, codemap, .. } = &mut *f;
        let (at, loc) = match site.place {
            Place::Stmt(s, at) => {
                stmts[s].map_uses(codemap, |map, id, _| rewriter.tree(map, id));
                (at as usize, stmts[s].loc)
            }
            Place::End => {
                let block = &mut bbs[bb];
                block.map_condition(|id| rewriter.tree(codemap, id));
                (block.stmts.len(), block.loc)
            }
            Place::Edge(k, _) | Place::Bottom(k) => {
                let Added { version, tree } = plan.added[k as usize];
                let value = rewriter.tree(codemap, tree);
                let value = codemap.unsigned_form(value);
                rewriter.saved.push((version, value));
                let made = rewriter.take(bb, Loc::NONE);
                match site.place {
                    Place::Edge(_, to) => on_edges.extend(made.map(|stmt| (bb, to, stmt))),
                    _ => at_ends.extend(made),
                }
                continue;
            }
        };
        let loc = cx.facts.module.locs.statement(loc);
        in_block.extend(rewriter.take(bb, loc).map(|stmt| (at, stmt)));
    }
    f.insert_all(bb, in_block);
    for stmt in at_ends {
        f.append(stmt);
    }
    let mut dead: SideTable<StmtId, bool> = SideTable::new(false);
    for site in all.sites.iter().filter(|site| site.is_dead) {
        if let Place::Stmt(s, _) = site.place {
            *dead.entry(s) = true;
        }
    }
    for k in 0..f.layout.len() {
        f.retain_stmts(f.layout[k], |s| !*dead.get(s));
    }
    f.insert_on_edges(on_edges);
}

/// Puts reads of the temporaries into trees.
struct Rewriter<'a> {
    /// Of the site in work, what becomes of its nodes, and what they became.
    fates: SideTable<CrId, Option<Fate>>,
    memo: SideTable<CrId, Option<CrId>>,
    touched: Vec<CrId>,
    /// Temporaries with what is evaluated to them, in order.
    saved: Vec<(CrId, CrId)>,
    promised: &'a SideTable<CrId, bool>,
}

impl Rewriter<'_> {
    /// Turns to a site; false where nothing changed there.
    fn enter(&mut self, all: &Occurrences, site: &Site) -> bool {
        for id in self.touched.drain(..) {
            *self.fates.entry(id) = None;
            *self.memo.entry(id) = None;
        }
        let mut changes = site.place.is_inserted();
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
                let over = Op { kids, ..op };
                let tree = if kids == op.kids { id } else { map.intern(CodeRep::Op(over)) };
                match fate {
                    Some(Fate::Saves(version)) => {
                        let keeps = *self.promised.get(version);
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

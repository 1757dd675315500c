//! Step 6 for loads: the function is rewritten once, when all places were looked at.
//!
//! A load that reads goes, and its variable's uses read the temporary's version; one that is kept loads to the temporary at once. Only a
//! variable of the program, and what a phi takes, keeps its name: it becomes a copy. Inserted loads read the version of memory that is
//! current at their edge.

use super::load_places::loaded;
use super::occurrences::{Fate, Occurrences, Place};
use super::values::Values;
use crate::kit::context::Cx;
use crate::kit::memory_versions::current_at_ends;
use optx_ir::dominance::Dominance;
use optx_ir::walk::{Rewrite, Walk};
use optx_ir::{AuxKind, BbId, CodeRep, CrId, Func, SideTable, StmtId, StmtRep};
use optx_whirl::Loc;

/// What is to be done beside the occurrences' fates.
#[derive(Default)]
pub(super) struct Plan {
    added: Vec<Added>,
}

/// A load that goes onto an edge.
struct Added {
    from: BbId,
    to: BbId,
    version: CrId,
    load: CrId,
}

/// What the variables of loads become.
struct Renaming<'a> {
    values: &'a Values,
    of: SideTable<CrId, Option<CrId>>,
    dead: SideTable<StmtId, bool>,
}

impl Plan {
    /// Puts a load onto an edge.
    pub(super) fn insert(&mut self, from: BbId, to: BbId, version: CrId, load: CrId) {
        self.added.push(Added { from, to, version, load });
    }

    /// Rewrites the function; true where a load's address changed by it.
    pub(super) fn move_loads(
        self,
        f: &mut Func,
        cx: &Cx<'_>,
        dom: &Dominance,
        all: &Occurrences,
    ) -> bool {
        let on_edges = self.statements(f, dom);
        let mut renaming =
            Renaming { values: &all.values, of: SideTable::new(None), dead: SideTable::new(false) };
        // Of one block, in its order.
        let (mut bb, mut in_block) = (f.entry(), Vec::new());
        for site in &all.sites {
            if site.bb != bb {
                f.insert_all(bb, std::mem::take(&mut in_block));
                bb = site.bb;
            }
            let fate = all.list[site.occurrences.start as usize].fate;
            if let Place::Stmt(s, at) = site.place
                && let Some((version, value)) = renaming.load_or_store(f, s, fate)
            {
                let loc = cx.facts.module.locs.statement(f.stmts[s].loc);
                in_block.push((at as usize, StmtRep::stid(version, value, bb, loc)));
            }
        }
        f.insert_all(bb, in_block);
        f.insert_on_edges(on_edges);
        let changes_addresses = renaming.rename(f);
        for k in 0..f.layout.len() {
            f.retain_stmts(f.layout[k], |s| !*renaming.dead.get(s));
        }
        f.renew_definitions();
        changes_addresses
    }

    /// The inserted loads, each at its edge.
    fn statements(self, f: &mut Func, dom: &Dominance) -> Vec<(BbId, BbId, StmtRep)> {
        let wanted: Vec<(BbId, CrId)> =
            self.added.iter().filter_map(|a| Some((a.from, memory_of(f, a.load)?))).collect();
        let mut current = current_at_ends(f, dom, &wanted).into_iter();
        let mut on_edges = Vec::new();
        for Added { from, to, version, mut load } in self.added {
            if let CodeRep::Ivar { access, mu, read_only } = *f.codemap.get(load) {
                let mu = mu.and_then(|_| current.next());
                load = f.codemap.ivar(access, mu, read_only);
            }
            on_edges.push((from, to, StmtRep::stid(version, load, from, Loc::NONE)));
        }
        on_edges
    }
}

/// The version of memory that a load names.
fn memory_of(f: &Func, load: CrId) -> Option<CrId> {
    match f.codemap.get(load) {
        CodeRep::Ivar { mu, .. } => *mu,
        _ => None,
    }
}

impl Renaming<'_> {
    /// Does to a load or a store what its fate says; what is to be evaluated before it comes back.
    fn load_or_store(&mut self, f: &mut Func, s: StmtId, fate: Fate) -> Option<(CrId, CrId)> {
        let (Fate::Saves(version) | Fate::Reads(version)) = fate else { return None };
        let reads = matches!(fate, Fate::Reads(_));
        let is_load = loaded(f, s).is_some();
        if is_load && self.goes(f, f.stmts[s].results[0]) {
            *self.of.entry(f.stmts[s].results[0]) = Some(version);
            if reads {
                *self.dead.entry(s) = true;
            } else {
                f.stmts[s].results[0] = version;
            }
            return None;
        }
        let value = std::mem::replace(&mut f.stmts[s].kids[0], version);
        (!reads).then_some((version, value))
    }

    /// True for a variable that may be read by another name.
    fn goes(&self, f: &Func, variable: CrId) -> bool {
        let is_temporary = f.aux_of(variable).is_some_and(|aux| f.auxes[aux].kind == AuxKind::Temp);
        is_temporary && !self.values.is_merged(variable)
    }

    /// Renames all uses; true where an address of a load has one.
    fn rename(&self, f: &mut Func) -> bool {
        let mut rewrite = Rewrite::folding();
        let mut walk = Walk::new();
        let mut in_address = false;
        for k in 0..f.layout.len() {
            let bb = f.layout[k];
            let Func { bbs, stmts, codemap, .. } = &mut *f;
            for &s in &bbs[bb].stmts {
                let place = stmts[s].kids.first().map(|&kid| *codemap.get(kid));
                if let Some(CodeRep::Ivar { access, .. }) = place {
                    walk.forget();
                    walk.variables(codemap, access.base, |id, _| {
                        in_address |= self.of.get(id).is_some();
                    });
                }
                stmts[s].map_uses(codemap, |map, id, _| {
                    rewrite.tree(map, id, &mut |_, id| *self.of.get(id))
                });
            }
            bbs[bb].map_condition(|id| rewrite.tree(codemap, id, &mut |_, id| *self.of.get(id)));
        }
        in_address
    }
}

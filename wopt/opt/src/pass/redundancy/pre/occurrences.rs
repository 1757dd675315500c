//! Occurrences: where the function evaluates each expression, and what became of that.

use super::candidates::{is_candidate, takes_in};
use super::values::{HIGHEST, Values, evaluation};
use optx_ir::dominance::Dominance;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, CrId, Func, Kids, Role, SideTable, StmtId, StmtOp};
use smallvec::SmallVec;
use std::ops::Range;

/// Of so many evaluations at one place are looked at.
const MOST_LISTED: usize = 64;

/// What evaluates trees.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A statement, at this place of its block.
    Stmt(StmtId, u32),
    /// The branch at the block's end.
    End,
    /// An insertion on the edge from the block to another, by its number.
    Edge(u32, BbId),
    /// An insertion at the block's end, by its number.
    Bottom(u32),
}

impl Place {
    /// True for an insertion.
    pub(super) fn is_inserted(self) -> bool {
        matches!(self, Place::Edge(..) | Place::Bottom(_))
    }
}

/// A place with its occurrences; in the order of evaluation, down the dominator tree, insertions behind all others.
pub(super) struct Site {
    pub(super) bb: BbId,
    pub(super) place: Place,
    pub(super) occurrences: Range<u32>,
    /// What it assigns is read no more.
    pub(super) is_dead: bool,
}

/// What becomes of an occurrence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is evaluated where it stands.
    Stays,
    /// It is evaluated to a version of the temporary.
    Saves(CrId),
    /// It reads a version of the temporary.
    Reads(CrId),
    /// It went with a larger tree.
    Gone,
}

/// An evaluation of an expression.
pub(super) struct Occurrence {
    pub(super) site: u32,
    pub(super) node: CrId,
    pub(super) value: CrId,
    pub(super) fate: Fate,
}

/// All evaluations of one lexical form.
pub(super) struct Class {
    pub(super) form: CrId,
    pub(super) occurrences: SmallVec<[u32; 2]>,
}

/// All occurrences of a function.
pub(super) struct Occurrences {
    pub(super) values: Values,
    pub(super) sites: Vec<Site>,
    pub(super) list: Vec<Occurrence>,
    pub(super) classes: Vec<Class>,
    /// By lexical form.
    class: SideTable<CrId, Option<u32>>,
    /// By version: how many sites and phis read it.
    uses: SideTable<CrId, u32>,
    site_of: SideTable<StmtId, Option<u32>>,
    /// The first occurrence of the site in work, and its nodes met and listed.
    first: usize,
    met: Walk,
    listed: Walk,
}

impl Occurrences {
    /// None yet.
    pub(super) fn none(f: &Func) -> Occurrences {
        Occurrences {
            values: Values::new(f),
            sites: Vec::new(),
            list: Vec::new(),
            classes: Vec::new(),
            class: SideTable::new(None),
            uses: SideTable::new(0),
            site_of: SideTable::new(None),
            first: 0,
            met: Walk::new(),
            listed: Walk::new(),
        }
    }

    /// Finds those of OPs.
    pub(super) fn of(f: &mut Func, dom: &Dominance) -> Occurrences {
        let mut found = Occurrences::none(f);
        found.uses.cover(f.codemap.len());
        let mut roots: Vec<(CrId, Role)> = Vec::new();
        for &bb in dom.preorder() {
            for phi in &f.bbs[bb].phis {
                phi.operands.iter().for_each(|&operand| *found.uses.entry(operand) += 1);
            }
            for k in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[k];
                roots.clear();
                f.stmts[s].for_each_use(&f.codemap, |root, role| roots.push((root, role)));
                *found.site_of.entry(s) = found.site(f, bb, Place::Stmt(s, k as u32), &roots);
                if let (StmtOp::Stid, &[(root, Role::Assigned)]) = (&f.stmts[s].op, &roots[..]) {
                    found.values.assign(f, f.stmts[s].results[0], root);
                }
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                found.site(f, bb, Place::End, &[(condition, Role::Condition)]);
            }
        }
        found
    }

    /// Notes an insertion.
    pub(super) fn insert(&mut self, f: &mut Func, from: BbId, place: Place, tree: CrId) {
        self.site(f, from, place, &[(tree, Role::Assigned)]);
    }

    /// Notes what a place evaluates; its number, if that is anything.
    fn site(
        &mut self,
        f: &mut Func,
        bb: BbId,
        place: Place,
        roots: &[(CrId, Role)],
    ) -> Option<u32> {
        self.met.forget();
        self.listed.forget();
        self.first = self.list.len();
        for &(root, role) in roots {
            let is_free = f.codemap.is_free(root, role);
            self.tree(f, root, is_free);
        }
        let occurrences = self.first as u32..self.list.len() as u32;
        if occurrences.is_empty() && !place.is_inserted() {
            return None;
        }
        self.sites.push(Site { bb, place, occurrences, is_dead: false });
        Some(self.sites.len() as u32 - 1)
    }

    /// Operands before what they are operands of, as the rewriting goes.
    fn tree(&mut self, f: &mut Func, id: CrId, is_taken_in: bool) {
        let op = match *f.codemap.get(id) {
            CodeRep::Op(op) => op,
            CodeRep::Var { .. } => {
                if self.met.meet(id) {
                    *self.uses.entry(id) += 1;
                }
                return;
            }
            _ => return,
        };
        if self.met.meet(id) {
            for &kid in &op.kids {
                let is_taken_in = takes_in(&f.codemap, &op, kid);
                self.tree(f, kid, is_taken_in);
            }
        }
        if is_taken_in
            || !is_candidate(&f.codemap, &op)
            || !self.listed.meet(id)
            || self.list.len() - self.first >= MOST_LISTED
        {
            return;
        }
        let value = self.values.tree(&mut f.codemap, id);
        if f.codemap.height(value) > HIGHEST {
            return;
        }
        self.list_under_its_form(f, id, value);
    }

    /// Lists an occurrence of the site in work.
    fn list_under_its_form(&mut self, f: &mut Func, node: CrId, value: CrId) {
        let form = f.codemap.lexical(value);
        let class = *self.class.entry(form).get_or_insert_with(|| {
            self.classes.push(Class { form, occurrences: SmallVec::new() });
            self.classes.len() as u32 - 1
        });
        self.classes[class as usize].occurrences.push(self.list.len() as u32);
        let site = self.sites.len() as u32;
        self.list.push(Occurrence { site, node, value, fate: Fate::Stays });
    }

    /// Notes a place that evaluates one thing alone; places come in the order of evaluation, down the dominator tree.
    pub(super) fn note(&mut self, f: &mut Func, bb: BbId, place: Place, node: CrId, value: CrId) {
        let first = self.list.len() as u32;
        self.list_under_its_form(f, node, value);
        self.sites.push(Site { bb, place, occurrences: first..first + 1, is_dead: false });
    }

    /// Where an occurrence is.
    pub(super) fn site_of(&self, occurrence: u32) -> &Site {
        &self.sites[self.list[occurrence as usize].site as usize]
    }

    /// True where an occurrence still evaluates.
    pub(super) fn stands(&self, occurrence: u32) -> bool {
        self.list[occurrence as usize].fate == Fate::Stays && !self.site_of(occurrence).is_dead
    }

    /// An occurrence reads a version now: what only it evaluated goes, and so do assignments that nobody reads then. `inserted` has the
    /// trees of insertions, by number.
    pub(super) fn read(&mut self, f: &Func, inserted: impl Fn(u32) -> CrId, k: u32, version: CrId) {
        let Occurrence { site, node, .. } = self.list[k as usize];
        self.list[k as usize].fate = Fate::Reads(version);
        let mut work = vec![(site, node)];
        while let Some((site, node)) = work.pop() {
            for version in self.unread(f, &inserted, site, node) {
                let Some(s) = evaluation(f, version) else { continue };
                let Some(site) = *self.site_of.get(s) else { continue };
                let Site { occurrences, is_dead, .. } = &mut self.sites[site as usize];
                let list = &self.list[occurrences.start as usize..occurrences.end as usize];
                // A temporary that is made there has other readers.
                if !list.iter().any(|o| matches!(o.fate, Fate::Saves(_))) {
                    *is_dead = true;
                    work.push((site, f.stmts[s].kids[0]));
                }
            }
        }
    }

    /// Takes away what a site evaluates for one node alone: of a site that is dead with the node, else below it. Gives the versions
    /// that nothing reads any more.
    fn unread(
        &mut self,
        f: &Func,
        inserted: impl Fn(u32) -> CrId,
        site: u32,
        node: CrId,
    ) -> Vec<CrId> {
        let Site { bb, place, ref occurrences, is_dead } = self.sites[site as usize];
        let list = &mut self.list[occurrences.start as usize..occurrences.end as usize];
        let is_cut = |o: &&Occurrence| matches!(o.fate, Fate::Reads(_));
        let cuts: Vec<CrId> = list.iter().filter(is_cut).map(|o| o.node).collect();
        let met = &mut self.met;
        met.forget();
        // What is evaluated for others is met first.
        let mut stays = |id: CrId| met.tree(&f.codemap, id, |id, _| !cuts.contains(&id));
        match place {
            _ if is_dead => {}
            Place::Stmt(s, _) => f.stmts[s].for_each_use(&f.codemap, |id, _| stays(id)),
            Place::End => f.bbs[bb].terminator().condition().into_iter().for_each(stays),
            Place::Edge(k, _) | Place::Bottom(k) => stays(inserted(k)),
        }
        let (mut unread, mut gone) = (Vec::new(), Vec::new());
        let below = match f.codemap.as_op(node) {
            Some(op) if !is_dead => op.kids,
            _ => Kids::from_slice(&[node]),
        };
        for kid in below {
            met.tree(&f.codemap, kid, |id, node| match node {
                CodeRep::Var { .. } => {
                    let uses = self.uses.entry(id);
                    *uses = uses.saturating_sub(1);
                    if *uses == 0 {
                        unread.push(id);
                    }
                    false
                }
                CodeRep::Op(_) if !cuts.contains(&id) => {
                    gone.push(id);
                    true
                }
                _ => false,
            });
        }
        for o in list.iter_mut().filter(|o| o.fate == Fate::Stays && gone.contains(&o.node)) {
            o.fate = Fate::Gone;
        }
        unread
    }
}

//! Whether a use of a version is one of what nothing has set: all that it may have come from is without definition, or defined behind the use. Ways
//! that constants and ranges show never to be taken are none: a loop that surely runs sets what it sets.

use super::{MOST_STEPS, Search, Site};
use optx_ir::{BbId, CodeRep, CrId, Def, StmtId, StmtOp, Terminator};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::Set;

/// Whether a version is set when control first comes to a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// On every way.
    Set,
    /// Not on some way, on which this branch's condition is so, where there is one.
    MayBeUnset(Option<(Loc, bool)>),
    /// On no way, and nothing behind the site sets it either.
    Unset,
    /// On no way for the first time, and later by what stands behind the site.
    UnsetAtFirst,
    /// It took too long to find out.
    Unknown,
}

impl Search<'_> {
    /// Whether a version is set when control first comes to a site.
    pub(super) fn verdict(&mut self, version: CrId, site: Site) -> Verdict {
        let f = self.f;
        let mut met: Set<CrId> = Set::default();
        let mut work: Vec<(CrId, Option<(BbId, BbId)>)> = vec![(version, None)];
        // Something sets it, and something does not.
        let (mut set, mut unset, mut behind, mut way) = (false, false, false, None);
        while let Some((version, edge)) = work.pop() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Verdict::Unknown;
            }
            if !met.insert(version) {
                continue;
            }
            match f.def(version) {
                Def::Entry
                    if self.unset.contains_key(&version) || self.unwritten.contains(&version) =>
                {
                    unset = true;
                    way = way.or_else(|| {
                        let (from, to) = edge?;
                        self.branch_on(from, to)
                    });
                }
                Def::Entry => set = true,
                Def::Phi(bb, k) => {
                    let phi = &f.bbs[bb].phis[k as usize];
                    // That a loop is come to for the first time is no branch's doing.
                    let is_head =
                        f.bbs[bb].preds().iter().any(|&pred| self.dom.dominates(bb, pred));
                    for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
                        if self.is_taken(pred, bb) {
                            work.push((operand, (!is_head).then_some((pred, bb))));
                        }
                    }
                }
                Def::Stmt(s) | Def::Chi(s) if self.is_behind(s, site) => behind = true,
                Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => {
                    match *f.codemap.get(f.stmts[s].kids[0]) {
                        CodeRep::Var { .. } => work.push((f.stmts[s].kids[0], edge)),
                        CodeRep::Ivar { mu, .. } if self.unset.contains_key(&version) => {
                            work.extend(mu.map(|mu| (mu, edge)));
                        }
                        _ => set = true,
                    }
                }
                Def::Stmt(_) | Def::Chi(_) => set = true,
            }
        }
        match (set, unset) {
            (false, _) if behind => Verdict::UnsetAtFirst,
            (false, _) => Verdict::Unset,
            (true, true) => Verdict::MayBeUnset(way),
            (true, false) => Verdict::Set,
        }
    }

    /// True where control comes to a statement only past a site.
    fn is_behind(&self, s: StmtId, site: Site) -> bool {
        let own = self.f.stmts[s].bb;
        match own == site.bb {
            true => self.places.get(&s).is_some_and(|&place| place >= site.place),
            false => self.dom.dominates(site.bb, own),
        }
    }

    /// True for an edge that nothing shows never to be taken.
    pub(super) fn is_taken(&mut self, from: BbId, to: BbId) -> bool {
        let f = self.f;
        if !self.reached[from.index()] || self.stops[from.index()] {
            return false;
        }
        let Terminator::Branch { condition, on_true, on_false } = f.bbs[from].terminator() else {
            return true;
        };
        match self.truth(condition) {
            Some(holds) => to == if holds { on_true } else { on_false },
            None => true,
        }
    }

    /// The branch that decides for an edge, and what its condition is then.
    fn branch_on(&self, mut from: BbId, mut to: BbId) -> Option<(Loc, bool)> {
        let f = self.f;
        for _ in 0..f.layout.len() {
            if let Terminator::Branch { on_true, on_false, .. } = f.bbs[from].terminator()
                && on_true != on_false
            {
                // A `switch` is many branches at one place, each of which asks for a case.
                let loc = f.bbs[from].loc;
                let of_switch = |bb: &BbId| *bb != from && f.bbs[*bb].loc == loc;
                let is_branch = |bb: &BbId| f.bbs[*bb].terminator().condition().is_some();
                let alone = !f.layout.iter().any(|bb| of_switch(bb) && is_branch(bb));
                return alone.then_some((loc, to == on_true));
            }
            let [before] = f.bbs[from].preds()[..] else { return None };
            (from, to) = (before, from);
        }
        None
    }
}

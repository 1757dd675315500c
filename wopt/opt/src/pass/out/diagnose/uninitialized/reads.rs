//! What a statement reads of what may be unset, and where it does no more than hand it on.

use super::{Origin, Search, Site, name, own_object};
use optx_ir::{CodeRep, CrId, StmtId, StmtOp};
use optx_whirl::{Loc, Operator};

/// Under which condition a tree reads a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// None: whatever its neighbours are.
    Always,
    /// On a side of `&&` or `||`: the other one may decide that it is not read.
    Beside,
    /// A selection has to choose it.
    Chosen,
}

impl Search<'_> {
    /// The versions that may be unset and that a tree reads, each once, as what it is read surest as.
    pub(super) fn read_by(&mut self, root: CrId) -> Vec<(CrId, Reading)> {
        let f = self.f;
        let mut found: Vec<(CrId, Reading)> = Vec::new();
        let (mut work, mut beside, mut chosen) = (vec![root], Vec::new(), Vec::new());
        for reading in [Reading::Always, Reading::Beside, Reading::Chosen] {
            self.walk.forget();
            while let Some(id) = work.pop() {
                if !self.walk.meet(id) {
                    continue;
                }
                match f.codemap.get(id) {
                    CodeRep::Var { .. }
                        if self.unset.contains_key(&id)
                            && found.iter().all(|(known, _)| *known != id) =>
                    {
                        found.push((id, reading));
                    }
                    CodeRep::Op(op) if op.intrinsic.is_none() => match op.opr {
                        Operator::Land | Operator::Lior => {
                            beside.extend(self.looked_at(op.opr, &op.kids));
                        }
                        Operator::Select => {
                            work.push(op.kids[0]);
                            let sides = [Some(true), Some(false)].into_iter().zip(&op.kids[1..]);
                            let truth = self.truth(op.kids[0]);
                            let runs = sides.filter(|(side, _)| truth.is_none() || truth == *side);
                            chosen.extend(runs.map(|(_, kid)| *kid));
                        }
                        _ => work.extend(&op.kids),
                    },
                    CodeRep::Op(op) => work.extend(&op.kids),
                    CodeRep::Ivar { access, .. } => work.push(access.base),
                    _ => {}
                }
            }
            work =
                std::mem::take(if reading == Reading::Always { &mut beside } else { &mut chosen });
        }
        found
    }

    /// The sides of `&&` or `||` that are looked at as far as constants and ranges tell. They stand in the order of their numbers here, not in that of the
    /// source: either may be the one that the other decides about.
    fn looked_at<'k>(&mut self, opr: Operator, kids: &'k [CrId]) -> &'k [CrId] {
        let decides = Some(opr == Operator::Lior);
        match (self.truth(kids[0]) == decides, self.truth(kids[1]) == decides) {
            (true, false) => &kids[..1],
            (false, true) => &kids[1..],
            _ => kids,
        }
    }

    /// What a condition is, where constants and ranges show it.
    pub(super) fn truth(&mut self, condition: CrId) -> Option<bool> {
        match self.context.fact(self.f, condition)?.unsigned_bounds() {
            (0, 0) => Some(false),
            (low, _) => (low > 0).then_some(true),
        }
    }

    /// True for a store to an object of this thread: what reads that is looked at by itself.
    pub(super) fn stays_own(&mut self, site: Site) -> bool {
        let f = self.f;
        let access =
            f.bbs[site.bb].stmts.get(site.place).and_then(|&s| f.stmts[s].access(&f.codemap));
        access.is_some_and(|access| own_object(f, &access, &mut self.walk).is_some())
    }

    /// True where a value goes on as one of several, or as a part of a structure.
    pub(super) fn is_move(&self, site: Site, origin: &Origin, loc: Loc) -> bool {
        let f = self.f;
        let stored = f.bbs[site.bb].stmts.get(site.place).map(|&s| &f.stmts[s]);
        let stores = stored.is_some_and(|stmt| stmt.op == StmtOp::Istore && stmt.loc == loc);
        match stores {
            // Of a structure of one part the move of all and of the part are one thing.
            true => {
                let ty = f.locals[origin.st.index()].ty;
                self.stores_beside(site, loc) || name::is_of_one_part(self.module, ty)
            }
            false => name::is_in_structure(self.module, f.locals[origin.st.index()].ty),
        }
    }

    /// True where another store of the same place stands in the same statement, loads between them or not.
    fn stores_beside(&self, site: Site, loc: Loc) -> bool {
        let f = self.f;
        let stores = |s: &&StmtId| f.stmts[**s].op == StmtOp::Istore && f.stmts[**s].loc == loc;
        let near = |s: &&StmtId| {
            let own = f.stmts[**s].loc;
            self.module.locs.statement(own) == self.module.locs.statement(loc)
        };
        let Site { bb, place } = site;
        let stmts = &f.bbs[bb].stmts;
        let before = stmts[..place].iter().rev().take_while(near).find(stores).is_some();
        before || stmts[place + 1..].iter().take_while(near).find(stores).is_some()
    }
}

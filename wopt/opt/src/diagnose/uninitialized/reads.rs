//! What a statement reads of what may be unset, and where it does no more than hand it on.

use super::{Origin, Search, Site, name, own_object};
use optx_ir::{BbId, CodeRep, CrId, StmtId, StmtOp};
use optx_whirl::{Loc, Operator};

impl Search<'_> {
    /// The versions that may be unset and that a tree reads, and whether it reads them whatever their neighbours are: the second side of `&&` and `||`, and what a
    /// selection chooses from, is looked at under a condition. Each once, as what is surely read where it is that too.
    pub(super) fn read_by(&mut self, root: CrId) -> Vec<(CrId, bool)> {
        let f = self.f;
        let mut found: Vec<(CrId, bool)> = Vec::new();
        for always in [true, false] {
            self.walk.forget();
            let unset = &self.unset;
            let mut work = vec![root];
            while let Some(id) = work.pop() {
                if !self.walk.meet(id) {
                    continue;
                }
                match f.codemap.get(id) {
                    CodeRep::Var { .. }
                        if unset.contains_key(&id)
                            && found.iter().all(|(known, _)| *known != id) =>
                    {
                        found.push((id, always));
                    }
                    CodeRep::Op(op) => {
                        let conditional = always
                            && op.intrinsic.is_none()
                            && matches!(op.opr, Operator::Land | Operator::Lior | Operator::Select);
                        let kids = if conditional { &op.kids[..1] } else { &op.kids[..] };
                        work.extend(kids);
                    }
                    CodeRep::Ivar { access, .. } => work.push(access.base),
                    _ => {}
                }
            }
        }
        found
    }

    /// True for a store to an object of this thread: what reads that is looked at by itself.
    pub(super) fn stays_own(&mut self, (bb, k): Site) -> bool {
        let f = self.f;
        let access = f.bbs[bb].stmts.get(k).and_then(|&s| f.stmts[s].access(&f.codemap));
        access.is_some_and(|access| own_object(f, &access, &mut self.walk).is_some())
    }

    /// True where a value goes on as one of several, or as a part of a structure.
    pub(super) fn is_move(&self, (bb, k): Site, origin: &Origin, loc: Loc) -> bool {
        let f = self.f;
        let stored = f.bbs[bb].stmts.get(k).map(|&s| &f.stmts[s]);
        let stores = stored.is_some_and(|stmt| stmt.op == StmtOp::Istore && stmt.loc == loc);
        match stores {
            // Of a structure of one part the move of all and of the part are one thing.
            true => {
                let ty = f.locals[origin.st.index()].ty;
                self.stores_beside(k, bb, loc) || name::is_of_one_part(self.module, ty)
            }
            false => name::is_in_structure(self.module, f.locals[origin.st.index()].ty),
        }
    }

    /// True where another store of the same place stands in the same statement, loads between them or not.
    fn stores_beside(&self, k: usize, bb: BbId, loc: Loc) -> bool {
        let f = self.f;
        let stores = |s: &&StmtId| f.stmts[**s].op == StmtOp::Istore && f.stmts[**s].loc == loc;
        let near = |s: &&StmtId| {
            let own = f.stmts[**s].loc;
            self.module.locs.statement(own) == self.module.locs.statement(loc)
        };
        let stmts = &f.bbs[bb].stmts;
        let before = stmts[..k].iter().rev().take_while(near).find(stores).is_some();
        before || stmts[k + 1..].iter().take_while(near).find(stores).is_some()
    }
}

//! Memory-space inference: pointers of one space are kept as addresses of that space.
//!
//! What comes out of memory, or out of a call, is a generic address: a variable kept in a space takes it converted.

use crate::analysis::memory::PointsToMap;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::{
    Access, AuxKind, CodeRep, CrId, Func, Kids, Op, SideTable, Space, StmtOp, StmtRep, Terminator,
};
use optx_whirl::{Mtype, Operator};

/// Rewrites a function in form Cfg. See [`crate::analysis::memory`] for idea and legality.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let points_to = PointsToMap::of(&cx.facts, f);
    let mut rewriter = Rewriter {
        module: cx.facts.module,
        points_to,
        generic: SideTable::new(None),
        special: SideTable::new(None),
        accesses: 0,
    };
    rewriter.generic.cover(f.codemap.len());
    rewriter.special.cover(f.codemap.len());
    rewriter.function(f);
    let mut stats = Stats::new("memory-spaces");
    stats.add("accesses given a space", rewriter.accesses);
    stats
}

struct Rewriter<'a> {
    module: &'a optx_whirl::Module,
    points_to: PointsToMap,
    /// Original tree to its rewritten form with a generic (or integer) value.
    generic: SideTable<CrId, Option<CrId>>,
    /// Original tree to its form as an address of its own space.
    special: SideTable<CrId, Option<CrId>>,
    accesses: u64,
}

impl Rewriter<'_> {
    fn space(&self, f: &Func, id: CrId) -> Option<Space> {
        self.points_to.value(self.module, f, id).space(self.module, f)
    }

    /// The space that a variable is kept as an address of.
    fn variable_space(&self, f: &Func, id: CrId) -> Option<Space> {
        let aux = f.aux_of(id)?;
        if f.auxes[aux].mtype != Mtype::U8 { None } else { self.space(f, id) }
    }

    fn function(&mut self, f: &mut Func) {
        for number in 0..f.layout.len() {
            let bb = f.layout[number];
            let mut added: Vec<(usize, StmtRep)> = Vec::new();
            for place in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[place];
                // Its trees are made anew while it stands aside.
                let aside = StmtRep::plain(StmtOp::Result, &[], &[], bb, f.stmts[s].loc);
                let mut stmt = std::mem::replace(&mut f.stmts[s], aside);
                let mut after = |stmt: Option<StmtRep>| added.extend(stmt.map(|s| (place + 1, s)));
                match &mut stmt.op {
                    StmtOp::Stid => after(self.stid(f, &mut stmt)),
                    StmtOp::Istore => {
                        stmt.kids[0] = self.generic(f, stmt.kids[0]);
                        if let CodeRep::Ivar { access, mu, read_only } =
                            *f.codemap.get(stmt.results[0])
                        {
                            let access = self.access(f, access);
                            stmt.results[0] = f.codemap.ivar(access, mu, read_only);
                        }
                    }
                    StmtOp::VolatileLoad(_)
                    | StmtOp::VolatileStore(_)
                    | StmtOp::Intrinsic { .. }
                    | StmtOp::Asm(_)
                    | StmtOp::Call(_)
                    | StmtOp::Result => {
                        let access = stmt.direct_access().map(|access| self.access(f, access));
                        let base = stmt.address_operand().map(|(k, _)| k);
                        for (k, kid) in stmt.kids.iter_mut().enumerate() {
                            if base != Some(k) {
                                *kid = self.generic(f, *kid);
                            }
                        }
                        if let Some(access) = access {
                            stmt.set_direct_access(access);
                        }
                        for k in 0..stmt.results.len() {
                            after(self.converted_result(f, &mut stmt, k));
                        }
                    }
                }
                f.stmts[s] = stmt;
            }
            f.insert_all(bb, added);
            if let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() {
                let condition = self.generic(f, condition);
                f.set_terminator(bb, Terminator::Branch { condition, on_true, on_false });
            }
        }
    }

    fn stid(&mut self, f: &mut Func, stmt: &mut StmtRep) -> Option<StmtRep> {
        let space = self.variable_space(f, stmt.results[0]).and_then(Space::to_intrinsic);
        let kid = stmt.kids[0];
        let CodeRep::Ivar { access, mu, read_only } = *f.codemap.get(kid) else {
            stmt.kids[0] =
                if space.is_some() { self.special(f, kid) } else { self.generic(f, kid) };
            return None;
        };
        let access = self.access(f, access);
        stmt.kids[0] = f.codemap.ivar(access, mu, read_only);
        self.converted_result(f, stmt, 0)
    }

    /// Gives a statement a generic variable for a result that is kept as an address of a space, and the conversion behind it.
    fn converted_result(&self, f: &mut Func, stmt: &mut StmtRep, k: usize) -> Option<StmtRep> {
        let to = self.variable_space(f, stmt.results[k]).and_then(Space::to_intrinsic)?;
        let aux = f.new_aux(AuxKind::Temp, Mtype::U8, "g");
        let generic = f.plain_var(aux);
        let variable = std::mem::replace(&mut stmt.results[k], generic);
        let value = f.codemap.intrinsic1(to, Mtype::U8, Mtype::U8, generic);
        Some(StmtRep::stid(variable, value, stmt.bb, stmt.loc))
    }

    fn access(&mut self, f: &mut Func, access: Access) -> Access {
        let known = self.space(f, access.base).filter(|s| s.to_intrinsic().is_some());
        let access = match (access.space, known) {
            (Space::Param, _) => return access,
            (Space::Generic, Some(space)) => {
                self.accesses += 1;
                Access { base: self.special(f, access.base), space, ..access }
            }
            (Space::Generic, None) => Access { base: self.generic(f, access.base), ..access },
            _ => Access { base: self.special(f, access.base), ..access },
        };
        access.normal(&mut f.codemap)
    }

    /// The tree as an address of its own space.
    fn special(&mut self, f: &mut Func, id: CrId) -> CrId {
        if let Some(done) = *self.special.get(id) {
            return done;
        }
        let result = self.make_special(f, id);
        *self.special.entry(id) = Some(result);
        result
    }

    fn make_special(&mut self, f: &mut Func, id: CrId) -> CrId {
        let op = match f.codemap.get(id) {
            CodeRep::Lda { .. } => return id,
            CodeRep::Var { .. } if self.variable_space(f, id).is_some() => return id,
            CodeRep::Op(op) => *op,
            _ => return self.converted(f, id),
        };
        match op.opr {
            Operator::IntrinsicOp if op.makes_generic() => self.special(f, op.kids[0]),
            Operator::Add | Operator::Sub | Operator::Band | Operator::Bior | Operator::Bxor
                if self.space(f, id).is_some() =>
            {
                let mut kids = op.kids;
                let pointer = usize::from(self.space(f, kids[0]).is_none());
                if self.space(f, kids[pointer]).is_none() {
                    return self.converted(f, id);
                }
                kids[pointer] = self.special(f, kids[pointer]);
                kids[1 - pointer] = self.generic(f, kids[1 - pointer]);
                f.codemap.op(Op { rtype: Mtype::U8, kids, ..op })
            }
            Operator::Select => {
                let kids = Kids::from_slice(&[
                    self.generic(f, op.kids[0]),
                    self.special(f, op.kids[1]),
                    self.special(f, op.kids[2]),
                ]);
                f.codemap.op(Op { kids, ..op })
            }
            _ => self.converted(f, id),
        }
    }

    /// The generic value, converted.
    fn converted(&mut self, f: &mut Func, id: CrId) -> CrId {
        let generic = self.generic(f, id);
        match self.space(f, id).and_then(Space::to_intrinsic) {
            Some(to) => f.codemap.intrinsic1(to, Mtype::U8, Mtype::U8, generic),
            None => generic,
        }
    }

    /// The tree with variables that are kept in a space converted back where their generic value is wanted.
    fn generic(&mut self, f: &mut Func, id: CrId) -> CrId {
        if let Some(done) = *self.generic.get(id) {
            return done;
        }
        let result = match *f.codemap.get(id) {
            CodeRep::Var { .. } => {
                match self.variable_space(f, id).and_then(Space::from_intrinsic) {
                    Some(from) => f.codemap.intrinsic1(from, Mtype::U8, Mtype::U8, id),
                    None => id,
                }
            }
            CodeRep::Op(op) if op.makes_generic() => {
                let kid = self.special(f, op.kids[0]);
                f.codemap.op(Op { kids: Kids::from_slice(&[kid]), ..op })
            }
            CodeRep::Op(op) => {
                let kids = op.kids.map(|k| self.generic(f, k));
                if kids == op.kids { id } else { f.codemap.op(Op { kids, ..op }) }
            }
            _ => id,
        };
        *self.generic.entry(id) = Some(result);
        result
    }
}

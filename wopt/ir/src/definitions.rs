//! The function's side of the definition table: made anew, looked up, kept.

use crate::codemap::Codemap;
use crate::coderep::CodeRep;
use crate::defs::{Def, Defs};
use crate::func::{Form, Func};
use crate::ids::{BbId, CrId, StmtBehavior, StmtId};
use crate::stmtrep::{StmtOp, StmtRep};
use id_arena::Arena;
use optx_whirl::{Mtype, Operator};

impl Func {
    /// The definitions that stand in the layout; none in another form than Ssa. Where a version has two, the last one: the
    /// verifier tells of it.
    pub fn found_definitions(&self) -> Defs {
        let mut defs = Defs::default();
        if self.form != Form::Ssa {
            return defs;
        }
        defs.cover(self.codemap.len());
        for &bb in &self.layout {
            for (k, phi) in self.bbs[bb].phis.iter().enumerate() {
                defs.set(phi.result, Def::Phi(bb, k as u32));
            }
            for &s in &self.bbs[bb].stmts {
                note(&mut defs, &self.codemap, &self.stmts, s);
            }
        }
        defs
    }

    /// Where a version is defined.
    pub fn def(&self, version: CrId) -> Def {
        self.defs.get(version)
    }

    /// The block in which a version is defined; None for one that is defined on entry.
    pub fn def_block(&self, version: CrId) -> Option<BbId> {
        match self.defs.get(version) {
            Def::Entry => None,
            Def::Phi(bb, _) => Some(bb),
            Def::Stmt(s) | Def::Chi(s) => Some(self.stmts[s].bb),
        }
    }

    /// The tree, or load, that a version is assigned; None where it is defined otherwise.
    pub fn assigned(&self, version: CrId) -> Option<CrId> {
        match self.defs.get(version) {
            Def::Stmt(s) if self.stmts[s].op == StmtOp::Stid => Some(self.stmts[s].kids[0]),
            _ => None,
        }
    }

    /// The tree of its own size that a version is assigned; None for a load.
    pub fn assigned_tree(&self, version: CrId) -> Option<CrId> {
        let tree = self.assigned(version)?;
        let is_load = matches!(self.codemap.get(tree), CodeRep::Ivar { .. });
        (!is_load && self.mtype(tree).size() == self.mtype(version).size()).then_some(tree)
    }

    /// The version that a version is a copy of, be it itself.
    pub fn origin(&self, mut version: CrId) -> CrId {
        let is_copied = |id: &CrId| matches!(self.codemap.get(*id), CodeRep::Var { .. });
        while let Some(from) = self.assigned(version).filter(is_copied) {
            version = from;
        }
        version
    }

    /// The constant, of any type, that a version is assigned.
    pub fn assigned_constant(&self, version: CrId) -> Option<CrId> {
        self.assigned(version).filter(|&value| self.codemap.literal_bits(value).is_some())
    }

    /// Notes all definitions anew: for who makes versions wholesale.
    pub fn renew_definitions(&mut self) {
        self.defs = self.found_definitions();
    }

    /// Notes what a statement of the layout defines.
    pub(crate) fn note_definitions(&mut self, s: StmtId) {
        if self.form == Form::Ssa {
            let Func { stmts, codemap, defs, .. } = self;
            note(defs, codemap, stmts, s);
        }
    }
}

/// So many assignments are looked through for a place.
const CHAIN: u32 = 8;

/// The generic address of a place in an object, where assignments of it and of what is so far from it lead to one: one node, wherever the version stands.
pub fn generic_place(
    defs: &Defs,
    stmts: &Arena<StmtRep, StmtBehavior>,
    map: &mut Codemap,
    version: CrId,
) -> Option<CrId> {
    let (mut id, mut by) = (version, 0u64);
    for _ in 0..CHAIN {
        match *map.get(id) {
            CodeRep::Var { .. } => match defs.get(id) {
                Def::Stmt(s) if stmts[s].op == StmtOp::Stid => id = stmts[s].kids[0],
                _ => return None,
            },
            CodeRep::Op(op) if op.opr == Operator::Add && op.rtype.size() == 8 => {
                by = by.wrapping_add(map.constant(op.kids[1])?);
                id = op.kids[0];
            }
            CodeRep::Op(_) if map.is_generic_place(id) => {
                let by = map.integer(Mtype::U8, by);
                return Some(map.binary(Operator::Add, Mtype::U8, id, by));
            }
            _ => return None,
        }
    }
    None
}

/// Notes what a statement defines.
fn note(defs: &mut Defs, codemap: &Codemap, stmts: &Arena<StmtRep, StmtBehavior>, s: StmtId) {
    let stmt = &stmts[s];
    for &result in &stmt.results {
        if matches!(codemap.get(result), CodeRep::Var { .. }) {
            defs.set(result, Def::Stmt(s));
        }
    }
    for chi in &stmt.chi {
        defs.set(chi.result, Def::Chi(s));
    }
}

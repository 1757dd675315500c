//! Whether memory holds addresses of global memory alone.
//!
//! Idea: what the host puts into memory are addresses of global memory: it has no others. If no function of the module puts another one there, a
//! pointer that is loaded leads into global memory, wherever it is loaded from. So one asks of each function which variables may hold an address, or a part of
//! one, of other spaces, and whether such a value is stored or goes where it is not followed.
//!
//! Source: NVRTC loads through such pointers with `ld.global`; the question is a taint analysis, insensitive to flow.
//! Legality: an address of another space comes from the address of an object there, from a conversion to generic form, from a parameter of a device function,
//! a call's result or inline PTX; it stays one through all operations but comparisons. What is loaded holds none, by induction over the stores of the module. Blocks
//! do not share it: what an address of shared or local memory means ends with its block, and so do addresses that a kernel before stored.
//! Cost: linear for each pass over a function's assignments, of which there are [`MOST_PASSES`] at most: with more the answer is no.

use super::space_of;
use crate::kit::facts::ModuleFacts;
use optx_ir::{CodeRep, CrId, Func, SideTable, Space, StmtOp, StmtRep};
use optx_whirl::{Intrinsic, Module, PuKind};

/// Assignments are gone over so often.
const MOST_PASSES: usize = 8;

/// True where no function stores an address of other than global memory, and somebody would make use of that.
pub(super) fn are_global(facts: &ModuleFacts<'_>, funcs: &[Func]) -> bool {
    let asks = |f: &Func| {
        let mut stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts);
        stmts.any(|&s| {
            let access = f.stmts[s].access(&f.codemap);
            access.is_some_and(|access| access.space == Space::Generic)
        })
    };
    funcs.iter().any(asks)
        && starts_with_global_alone(facts.module)
        && funcs.iter().all(|f| stores_global_alone(facts.module, f))
}

/// True where no initial value is the address of a constant.
fn starts_with_global_alone(module: &Module) -> bool {
    let values = module.globals.iter().flat_map(|st| &st.init);
    let mut addresses = values.flat_map(|init| init.addresses.iter().map(|address| address.1));
    addresses.all(|st| Space::of(module.globals[st.index()].storage) == Space::Global)
}

fn stores_global_alone(module: &Module, f: &Func) -> bool {
    let mut holds = SideTable::new(false);
    holds.cover(f.codemap.len());
    for _ in 0..MOST_PASSES {
        let mut look = Look { module, f, holds: &holds, known: SideTable::new(None) };
        look.known.cover(f.codemap.len());
        let (mut grown, mut stored) = (Vec::new(), false);
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                if phi.operands.iter().any(|&operand| look.is_other(operand)) {
                    grown.push(phi.result);
                }
            }
            for &s in &f.bbs[bb].stmts {
                stored |= look.statement(&f.stmts[s], &mut grown);
            }
        }
        if stored {
            return false;
        }
        grown.retain(|&variable| !*holds.get(variable));
        if grown.is_empty() {
            return true;
        }
        grown.into_iter().for_each(|variable| *holds.entry(variable) = true);
    }
    false
}

struct Look<'a> {
    module: &'a Module,
    f: &'a Func,
    /// Variables that may hold an address of another space.
    holds: &'a SideTable<CrId, bool>,
    /// What was found of nodes.
    known: SideTable<CrId, Option<bool>>,
}

impl Look<'_> {
    /// True where a statement stores such an address, or gives it where nobody follows it; what it assigns one to grows the list.
    fn statement(&mut self, stmt: &StmtRep, grown: &mut Vec<CrId>) -> bool {
        match &stmt.op {
            StmtOp::Stid => {
                if self.is_other(stmt.kids[0]) {
                    grown.extend(stmt.results.iter().copied());
                }
                false
            }
            StmtOp::Istore | StmtOp::VolatileStore(_) => self.is_other(stmt.kids[0]),
            // What a callee is passed and what a function returns are taken for such by the one who takes them.
            StmtOp::Call(_) => {
                grown.extend(stmt.results.iter().copied());
                false
            }
            StmtOp::Result | StmtOp::VolatileLoad(_) => false,
            StmtOp::Intrinsic { shape, .. } => {
                // The first operand of an atomic is where it takes place.
                let values = &stmt.kids[usize::from(shape.is_some())..];
                values.iter().any(|&kid| self.is_other(kid))
            }
            StmtOp::Asm(_) => true,
        }
    }

    /// True for a value that may be an address, or a part of one, of another space than global memory.
    ///
    /// Recursive: trees are no higher than [`optx_ir::MAX_HEIGHT`].
    fn is_other(&mut self, id: CrId) -> bool {
        match *self.f.codemap.get(id) {
            CodeRep::Lda { st, .. } => space_of(self.module, self.f, st) != Space::Global,
            CodeRep::Const { .. } | CodeRep::Rconst { .. } => false,
            CodeRep::Var { .. } => *self.holds.get(id),
            CodeRep::Ivar { access, .. } => {
                self.f.kind == PuKind::Device && access.space == Space::Param
            }
            CodeRep::Op(op) => {
                if let Some(known) = *self.known.get(id) {
                    return known;
                }
                let converts = matches!(
                    op.intrinsic,
                    Some(Intrinsic::FromShared | Intrinsic::FromLocal | Intrinsic::FromConstant)
                );
                let is = converts
                    || !op.opr.is_compare() && op.kids.iter().any(|&kid| self.is_other(kid));
                *self.known.entry(id) = Some(is);
                is
            }
        }
    }
}

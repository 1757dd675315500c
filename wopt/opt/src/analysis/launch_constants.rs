//! What has one value for all threads of a block in all of a launch.
//!
//! Idea: parameters of the kernel, constants, the block's own numbers and the launch's shape, and what they make. Unlike a value of which variance knows that threads
//! agree on it wherever they are together, such a value is the same whenever it is asked for, so what it decides is decided alike for threads that are in
//! different iterations of a loop.
//! Legality: parameters are never written, and a function that is called has parameters that its callers' threads may differ in: there nothing is known.
//! Cost: [`MOST_DEEP`] definitions one behind the other, [`MOST_NODES`] nodes in all.

use optx_ir::{CodeRep, CrId, Def, Func, Space, StmtOp};
use optx_whirl::{Intrinsic, PuKind};

/// So many definitions are followed one behind the other.
const MOST_DEEP: u32 = 32;

/// So many nodes are looked at for one value.
const MOST_NODES: u32 = 128;

/// True where a value is known to be one for all threads of a block in all of a launch.
pub(crate) fn is_launch_constant(f: &Func, id: CrId) -> bool {
    f.kind == PuKind::Kernel && holds(f, id, MOST_DEEP, &mut { MOST_NODES })
}

fn holds(f: &Func, id: CrId, deep: u32, nodes: &mut u32) -> bool {
    let (Some(deep), Some(rest)) = (deep.checked_sub(1), nodes.checked_sub(1)) else {
        return false;
    };
    *nodes = rest;
    match f.codemap.get(id) {
        CodeRep::Const { .. } | CodeRep::Rconst { .. } => true,
        CodeRep::Var { .. } => match f.def(id) {
            Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => {
                holds(f, f.stmts[s].kids[0], deep, nodes)
            }
            _ => false,
        },
        CodeRep::Ivar { access, .. } => {
            access.space == Space::Param
                && matches!(f.codemap.get(access.base), CodeRep::Lda { .. })
        }
        CodeRep::Op(op) => match op.intrinsic {
            None => op.kids.iter().all(|&kid| holds(f, kid, deep, nodes)),
            Some(intrinsic) => is_of_block(intrinsic),
        },
        _ => false,
    }
}

/// True for the numbers of a block, and the shapes of blocks and of the grid.
pub(crate) fn is_of_block(intrinsic: Intrinsic) -> bool {
    use Intrinsic::{CtaidX, CtaidY, CtaidZ, NctaidX, NctaidY, NctaidZ, NtidX, NtidY, NtidZ};
    let numbers = [CtaidX, CtaidY, CtaidZ, NtidX, NtidY, NtidZ, NctaidX, NctaidY, NctaidZ];
    numbers.contains(&intrinsic)
}

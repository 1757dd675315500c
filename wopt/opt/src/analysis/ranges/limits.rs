//! What the hardware, the launch bounds and the shape that blocks are compiled for say of special registers, and the types of results of the others.
//!
//! Source: CUDA C++ Programming Guide, "Features and Technical Specifications": 1024 threads a block, 64 along z; grids of
//! 2^31 - 1 blocks along x and 65535 along y and z, on every architecture that PTX is made for.

use optx_ir::{Fact, Func, Op, StmtOp};
use optx_whirl::{Intrinsic, Operator, ShapeRegister};

/// Threads of a block at most, and along z.
const MOST_THREADS: u64 = 1024;
const MOST_DEEP: u64 = 64;
/// Blocks of a grid along each axis.
const MOST_BLOCKS: [u64; 3] = [(1 << 31) - 1, 65535, 65535];
const LANES: u64 = 32;

/// The number in a special register, or what is left of one by an intrinsic; None for other operations.
pub(super) fn of_register(f: &Func, op: &Op) -> Option<Fact> {
    if op.opr != Operator::IntrinsicOp || !op.kids.is_empty() {
        return None;
    }
    let declared =
        f.launch_bounds.map(|bounds| u64::from(bounds.max_threads)).filter(|&most| most > 0);
    let threads = declared.unwrap_or(MOST_THREADS).min(MOST_THREADS);
    let (least, most) = match f.block_dim.map(|shape| shape.map(u64::from)) {
        Some(shape) => (shape, shape),
        None => ([1; 3], [threads, threads, threads.min(MOST_DEEP)]),
    };
    let of = op.intrinsic?;
    let (low, high) = match of.of_shape() {
        Some((ShapeRegister::Tid, axis)) => (0, most[axis] - 1),
        Some((ShapeRegister::Ntid, axis)) => (least[axis], most[axis]),
        Some((ShapeRegister::Ctaid, axis)) => (0, MOST_BLOCKS[axis] - 1),
        Some((ShapeRegister::Nctaid, axis)) => (1, MOST_BLOCKS[axis]),
        None if of == Intrinsic::Laneid => (0, LANES - 1),
        None => return None,
    };
    Some(Fact::unsigned(Fact::width_of(op.rtype)?, low, high))
}

/// What a statement's result may be, of what its type can hold.
pub(super) fn of_statement(op: &StmtOp, full: Fact) -> Fact {
    match *op {
        StmtOp::VolatileLoad(shape)
            if shape.desc.is_integer() && full.width() >= shape.desc.bits() =>
        {
            Fact::full(shape.desc.bits()).extend(full.width(), shape.desc.is_signed())
        }
        StmtOp::Intrinsic { intrinsic: Intrinsic::BarrierPopc, .. } => {
            Fact::unsigned(full.width(), 0, MOST_THREADS)
        }
        _ => full,
    }
}

//! What a shape that all blocks have (`--block-dim`) says: how indices go with lanes, and how large a block's number may be.
//!
//! Source: the CUDA C++ Programming Guide, "Thread Hierarchy" and "SIMT Architecture": the thread x, y, z of a block X, Y, Z has the number
//! x + X*y + X*Y*z, and each 32 numbers from a multiple of 32 on are a warp, the lane being what is left.

use super::Assumptions;
use super::lattice::{Base, Coef, Variance};
use optx_ir::{CodeRep, CrId, Fact, Func, Op};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Intrinsic, Operator, ShapeRegister};

const LANES: i64 = 32;
/// A1: gridDim times blockDim at most, on each axis.
const MOST_THREADS: u64 = 1 << 31;

/// The extents of all blocks along x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape(pub [u32; 3]);

impl Shape {
    /// How far apart in number threads next to each other along an axis are.
    fn step(self, axis: usize) -> i64 {
        self.0[..axis].iter().map(|&extent| i64::from(extent)).product()
    }

    /// The coefficient of the lane in an index; where it is 1, what lanes share of the index is a multiple of 32.
    pub(super) fn lane_of_axis(self, axis: usize) -> Coef {
        let (extent, step) = (self.0[axis], self.step(axis));
        let is_last = self.0[axis + 1..].iter().all(|&above| above == 1);
        // No warp holds parts of two rows, or there is one index.
        if extent == 1 || step % LANES == 0 {
            Coef::ZERO
        } else if step == 1 && (is_last || i64::from(extent) % LANES == 0) {
            Coef::Known(1)
        } else {
            Coef::Unknown
        }
    }

    /// Adds the lane's coefficient where those of the axes give it: in a multiple of the thread's number, `threadIdx.y * 16 + threadIdx.x`
    /// of blocks 16 wide, lanes are as far apart as threads along x. What a warp has one index of may have any coefficient.
    pub(super) fn with_lane(self, mut state: Variance) -> Variance {
        if state.is_top() || state.lane != Coef::Unknown {
            return state;
        }
        let (mut factor, mut is_aligned) = (None, true);
        for axis in (0..3).filter(|&axis| self.0[axis] > 1) {
            let step = self.step(axis);
            if step % LANES == 0 {
                is_aligned &= matches!(state.coef[axis], Coef::Known(c) if c % LANES == 0);
                continue;
            }
            let Coef::Known(coef) = state.coef[axis] else { return state };
            // The first of them has step 1: those before it have one index.
            let by = *factor.get_or_insert(coef);
            if by.checked_mul(step) != Some(coef) {
                return state;
            }
        }
        state.lane = Coef::Known(factor.unwrap_or(0));
        // The numbers over the axes are the lane's times one factor over the integers too, so they are exact together.
        state.lane_exact = state.exact;
        state.warp_aligned =
            is_aligned && matches!(state.base, Base::Const(base) if base % LANES == 0);
        state.normal()
    }
}

/// What A1 says: a thread's number in its grid is not negative as a signed number; and of blocks' numbers and of how many there are, where
/// the extents of blocks are known: `blockIdx.x * 128 + threadIdx.x` does not wrap in blocks 128 wide. It is for what is told of variance alone: no code leans on it.
pub(super) fn facts_of_grids(f: &Func, assumptions: Assumptions) -> Map<CrId, Fact> {
    if !assumptions.index_31 {
        return Map::default();
    }
    let mut facts = match f.block_dim {
        None => Map::default(),
        Some(shape) => facts_of_registers(f, |of, axis| {
            let most = MOST_THREADS / u64::from(shape[axis].max(1));
            match of {
                ShapeRegister::Ctaid => Some((0, most - 1)),
                ShapeRegister::Nctaid => Some((1, most)),
                ShapeRegister::Tid | ShapeRegister::Ntid => None,
            }
        }),
    };
    for id in (0..f.codemap.len()).map(CrId::from_index) {
        if f.codemap.as_op(id).is_some_and(|op| is_grid_index(f, op)) {
            facts.insert(id, Fact::unsigned(32, 0, MOST_THREADS - 1));
        }
    }
    facts
}

/// The facts of the nodes that read special registers, where the least and the most that one holds are known.
pub(super) fn facts_of_registers(
    f: &Func,
    bounds: impl Fn(ShapeRegister, usize) -> Option<(u64, u64)>,
) -> Map<CrId, Fact> {
    let mut facts = Map::default();
    for id in (0..f.codemap.len()).map(CrId::from_index) {
        if let CodeRep::Op(op) = f.codemap.get(id)
            && op.kids.is_empty()
            && let Some((of, axis)) = op.intrinsic.and_then(Intrinsic::of_shape)
            && let Some((low, high)) = bounds(of, axis)
            && let Some(width) = Fact::width_of(op.rtype)
        {
            facts.insert(id, Fact::unsigned(width, low, high));
        }
    }
    facts
}

/// True for a thread's number in the grid on an axis: the block's times the block's size, and the thread's in it.
pub(super) fn is_grid_index(f: &Func, op: &Op) -> bool {
    let through = |id: CrId| f.assigned(id).unwrap_or(id);
    let register = |id: CrId| match f.codemap.get(through(id)) {
        CodeRep::Op(op) if op.kids.is_empty() => op.intrinsic.and_then(Intrinsic::of_shape),
        _ => None,
    };
    let [a, b] = op.kids[..] else { return false };
    if op.opr != Operator::Add || op.rtype.bits() != 32 {
        return false;
    }
    [(a, b), (b, a)].into_iter().any(|(product, index)| {
        let CodeRep::Op(product) = f.codemap.get(through(product)) else { return false };
        let [x, y] = product.kids[..] else { return false };
        let Some((ShapeRegister::Tid, axis)) = register(index) else { return false };
        let (block, size) = ((ShapeRegister::Ctaid, axis), (ShapeRegister::Ntid, axis));
        product.opr == Operator::Mpy
            && product.rtype.bits() == 32
            && [(x, y), (y, x)]
                .into_iter()
                .any(|(p, q)| register(p) == Some(block) && register(q) == Some(size))
    })
}

#[cfg(test)]
mod tests {
    use super::{LANES, Shape};
    use crate::analysis::variance::{Base, Coef, Exact, Variance};

    const SHAPES: [[u32; 3]; 16] = [
        [128, 1, 1],
        [100, 1, 1],
        [32, 8, 1],
        [64, 2, 3],
        [16, 16, 1],
        [16, 2, 4],
        [8, 4, 4],
        [8, 8, 3],
        [4, 2, 16],
        [5, 7, 3],
        [48, 2, 1],
        [1, 40, 1],
        [1, 32, 3],
        [2, 1, 40],
        [1, 1, 64],
        [1, 1, 1],
    ];

    /// The indices of all threads, in the order of their numbers.
    fn threads(shape: [u32; 3]) -> Vec<[i64; 3]> {
        let [x, y, z] = shape.map(i64::from);
        let rows = (0..z).flat_map(|z| (0..y).map(move |y| (y, z)));
        rows.flat_map(|(y, z)| (0..x).map(move |x| [x, y, z])).collect()
    }

    /// True where in each warp the values are the factor times the lane and something that, if it has to be, is a multiple of 32.
    fn holds(values: &[i64], factor: i64, is_aligned: bool) -> bool {
        values.chunks(LANES as usize).all(|warp| {
            let lanes = warp.iter().zip(0..);
            let shared = warp[0];
            lanes.into_iter().all(|(value, lane)| value - factor * lane == shared)
                && (!is_aligned || shared % LANES == 0)
        })
    }

    #[test]
    fn indices_go_with_lanes_as_threads_are_numbered() {
        for shape in SHAPES {
            for axis in 0..3 {
                let values: Vec<i64> = threads(shape).iter().map(|tid| tid[axis]).collect();
                match Shape(shape).lane_of_axis(axis) {
                    Coef::Known(by) => assert!(holds(&values, by, by == 1), "{shape:?} {axis}"),
                    coef => {
                        assert_eq!(coef, Coef::Unknown);
                        let known = [0, 1].iter().any(|&by| holds(&values, by, by == 1));
                        // Some rows of a block of a warp or less go with the lanes by chance.
                        let is_small = shape.iter().product::<u32>() <= 32;
                        assert!(!known || is_small, "{shape:?} {axis} goes with the lane");
                    }
                }
            }
        }
    }

    #[test]
    fn sums_over_the_axes_go_with_lanes_where_that_is_said() {
        let coefs = [0, 1, 2, 3, 4, 5, 8, 16, 32, 35, 64, 80, 128, -1, -8, -64];
        let mut said = 0;
        for shape in SHAPES {
            let threads = threads(shape);
            for k in 0..coefs.len().pow(3) {
                let by =
                    [k, k / coefs.len(), k / coefs.len().pow(2)].map(|k| coefs[k % coefs.len()]);
                for base in [0, 7, 64] {
                    let state = Variance {
                        coef: by.map(Coef::Known),
                        base: Base::Const(base),
                        exact: Exact { signed: true, unsigned: false },
                        ..Variance::VARYING
                    };
                    let state = Shape(shape).with_lane(state);
                    let Coef::Known(factor) = state.lane else { continue };
                    said += 1;
                    let value = |tid: &[i64; 3]| base + (0..3).map(|k| by[k] * tid[k]).sum::<i64>();
                    let values: Vec<i64> = threads.iter().map(value).collect();
                    let aligned = state.warp_aligned;
                    assert!(holds(&values, factor, aligned), "{shape:?} {by:?} {base} {state}");
                }
            }
        }
        assert!(said > 1000, "{said}");
    }

    #[test]
    fn the_number_of_a_thread_goes_with_the_lane_and_other_sums_do_not() {
        let lane = |shape: [u32; 3], by: [Coef; 3]| {
            let state = Variance { coef: by, base: Base::Const(0), ..Variance::VARYING };
            let state = Shape(shape).with_lane(state.normal());
            (state.lane, state.warp_aligned)
        };
        let known = |by: [i64; 3]| by.map(Coef::Known);
        assert_eq!(lane([16, 16, 1], known([1, 16, 0])), (Coef::Known(1), true));
        assert_eq!(lane([8, 4, 4], known([1, 8, 32])), (Coef::Known(1), true));
        assert_eq!(lane([16, 4, 4], known([4, 64, 256])), (Coef::Known(4), true));
        assert_eq!(lane([16, 16, 1], known([1, 17, 0])), (Coef::Unknown, false));
        assert_eq!(lane([16, 2, 2], known([1, 16, 16])), (Coef::Known(1), false));
        // Rows that no warp shares may do anything; what lanes share is then not known to be a multiple.
        let [one, any] = [Coef::Known(1), Coef::Unknown];
        assert_eq!(lane([32, 8, 1], [one, any, any]), (one, false));
        assert_eq!(lane([16, 8, 1], [one, any, any]), (any, false));
    }
}

//! Where variance comes from: special registers, loads, what threads exchange.
//!
//! Sources: the PTX ISA for what each register and instruction gives; the CUDA C++ Programming Guide for the shape of a block and its
//! warps. Loads: what no thread writes while the kernel runs is one value at one address. Other memory is that for the threads of a
//! block only where all that orders them are barriers of the whole block: with atomics, fences, volatile accesses or warps' barriers two warps
//! may read different values at one instance; then it is one value in a warp, where all of its lanes come together ([`super::together`]). A program with a
//! data race is outside of what is claimed. What lanes do together (votes, reductions) gives them one answer where they come to it as often: each
//! that is named waits for the others wherever those are. Of who calls a function that is no kernel nothing is known.

use super::lattice::{Coef, Exact, Variance};
use super::shape::Shape;
use super::transfer::any_function;
use crate::kit::facts::ModuleFacts;
use optx_ir::{Access, CodeRep, CrId, Func, Op, Space, StmtOp, StmtRep};
use optx_whirl::{Intrinsic, IntrinsicClass, Operator, PuKind, ShapeRegister, VarianceMode};

/// What launches are taken to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// A1: on each axis gridDim times blockDim is at most 2^31, so that a thread's number in the grid does not wrap.
    pub index_31: bool,
    /// A2: a kernel that reads no y or z index or dimension is launched with blocks of one dimension.
    pub one_dimensional: bool,
    /// How much is told: nothing is assumed by it.
    pub mode: VarianceMode,
}

impl Assumptions {
    /// What the module's options say of the function in work.
    pub fn of(facts: &ModuleFacts<'_>) -> Assumptions {
        Assumptions {
            index_31: facts.module.options.assume_index_31,
            one_dimensional: facts.module.options.assume_flat_blocks && !facts.reads_rows(),
            mode: facts.module.options.variance,
        }
    }

    /// Their words in the PTX's comments.
    pub fn words(&self) -> Vec<&'static str> {
        let all = [(self.index_31, "index-31"), (self.one_dimensional, "flat-blocks")];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect()
    }
}

impl Default for Assumptions {
    fn default() -> Assumptions {
        Assumptions { index_31: true, one_dimensional: true, mode: VarianceMode::Full }
    }
}

/// How the lanes of a warp come to a statement.
#[derive(Clone, Copy, Debug)]
pub struct Come {
    /// It depends on the lane whether a thread comes there.
    pub some: bool,
    /// One of them may come there after what another waited for.
    pub in_turns: bool,
    /// At one instance all of them are at the same of their meetings.
    pub in_step: bool,
}

/// What holds of the whole function.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    /// A kernel: its parameters are the same for all threads.
    pub is_kernel: bool,
    /// Blocks are taken to be of one dimension: their shape is not known.
    pub is_flat: bool,
    /// The shape that all blocks have, where it is known.
    pub shape: Option<Shape>,
    /// Threads order their accesses by barriers of the whole block alone.
    pub only_barriers: bool,
    /// As assumed.
    pub assumptions: Assumptions,
}

impl Sources {
    /// Finds it.
    pub fn of(f: &Func, assumptions: Assumptions) -> Sources {
        let is_kernel = f.kind == PuKind::Kernel;
        let mut stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts);
        let only_barriers = is_kernel && stmts.all(|&s| is_plain(&f.stmts[s]));
        let shape = f.block_dim.map(Shape);
        let is_flat = is_kernel && shape.is_none() && assumptions.one_dimensional && !reads_rows(f);
        Sources { is_kernel, is_flat, shape, only_barriers, assumptions }
    }

    /// The state of a special register; None for other operations.
    pub fn register(&self, op: &Op) -> Option<Variance> {
        if op.opr != Operator::IntrinsicOp || !op.kids.is_empty() {
            return None;
        }
        let lanes = Variance {
            lane: Coef::Known(1),
            lane_exact: Exact::BOTH,
            warp_aligned: true,
            ..Variance::VARYING
        };
        let on_axis = |k: usize, lane: Coef| {
            let mut state = Variance { lane, ..Variance::UNIFORM };
            state.coef[k] = Coef::Known(1);
            state.base = super::lattice::Base::Const(0);
            state.warp_aligned = lane == Coef::Known(1);
            Some(state.normal())
        };
        let is_single = |k: usize| self.shape.is_some_and(|Shape(extents)| extents[k] == 1);
        let by_lane = |k: usize| match self.shape {
            Some(shape) => shape.lane_of_axis(k),
            None if self.is_flat && k == 0 => Coef::Known(1),
            None => Coef::Unknown,
        };
        let of = op.intrinsic?;
        match of.of_shape() {
            Some((ShapeRegister::Tid, k)) if is_single(k) => Some(Variance::constant(0)),
            Some((ShapeRegister::Tid, k)) => on_axis(k, by_lane(k)),
            Some(_) => Some(Variance::UNIFORM),
            None if of == Intrinsic::Laneid => Some(lanes),
            None => Some(Variance::VARYING),
        }
    }

    /// The state of what a load gives that is not of the thread's own memory ([`super::own_memory`]), where its address has this state and lanes come there like this.
    pub fn load(
        &self,
        access: &Access,
        mu: Option<CrId>,
        read_only: bool,
        address: &Variance,
        come: Come,
    ) -> Variance {
        if address.is_top() {
            return Variance::TOP;
        }
        match access.space {
            Space::Generic => return Variance::VARYING,
            Space::Param if !self.is_kernel => return Variance::VARYING,
            _ => {}
        }
        let mut state = any_function(&[*address]);
        if access.space.is_read_only() || read_only || mu.is_none() {
            return state;
        }
        if !self.only_barriers {
            state.coef = [Coef::Unknown; 3];
        }
        if come.some || come.in_turns && !self.only_barriers {
            state.lane = Coef::Unknown;
        }
        state.normal()
    }

    /// The state of a statement's result, that is no assignment; `kids` are those of its operands.
    pub fn statement(&self, stmt: &StmtRep, kids: &[Variance], come: Come) -> Variance {
        let StmtOp::Intrinsic { intrinsic, .. } = stmt.op else { return Variance::VARYING };
        if kids.iter().any(Variance::is_top) {
            return Variance::TOP;
        }
        use Intrinsic::*;
        let one_per_warp = Variance { lane: Coef::ZERO, ..Variance::VARYING };
        // The lanes named are the same for all that come here, which are at the same of their meetings: they get one answer.
        let together =
            |k: usize| come.in_step && kids.get(k).is_some_and(Variance::is_warp_uniform);
        match intrinsic {
            BarrierPopc | BarrierAnd | BarrierOr => Variance::UNIFORM,
            VoteAll | VoteAny | VoteUni | VoteBallot | MatchAll | ReduxAdd | ReduxMin
            | ReduxMax | ReduxAnd | ReduxOr | ReduxXor
                if together(0) =>
            {
                one_per_warp
            }
            ShflIdx if together(0) && kids[2].is_warp_uniform() && is_whole_warp(&kids[3]) => {
                one_per_warp
            }
            _ => Variance::VARYING,
        }
    }
}

/// True for the operand of a shuffle that makes no parts of a warp: 31.
fn is_whole_warp(clamp: &Variance) -> bool {
    clamp.base == super::lattice::Base::Const(31) && clamp.is_warp_uniform()
}

/// True for a function that reads an index or a dimension along y or z, inline PTX included. Its callees are not looked at.
pub fn reads_rows(f: &Func) -> bool {
    let mut nodes = (0..f.codemap.len()).map(|k| f.codemap.get(CrId::from_index(k)));
    let in_trees = nodes.any(|node| match node {
        CodeRep::Op(op) => op.intrinsic.is_some_and(is_of_rows),
        _ => false,
    });
    let names = |text: &str| ["tid.y", "tid.z", "aid.y", "aid.z"].iter().any(|n| text.contains(n));
    in_trees || f.asms.iter().any(|asm| names(&asm.text))
}

/// True for an index or a dimension along y or z.
fn is_of_rows(intrinsic: Intrinsic) -> bool {
    intrinsic.of_shape().is_some_and(|(_, axis)| axis > 0)
}

/// True for a statement by which threads tell each other nothing, or do so at a barrier of the whole block.
fn is_plain(stmt: &StmtRep) -> bool {
    match stmt.op {
        StmtOp::Stid | StmtOp::Istore | StmtOp::Result => true,
        StmtOp::VolatileLoad(_) | StmtOp::VolatileStore(_) | StmtOp::Asm(_) | StmtOp::Call(_) => {
            false
        }
        StmtOp::Intrinsic { intrinsic, .. } => match intrinsic.class() {
            IntrinsicClass::Barrier => intrinsic.is_block_barrier(),
            IntrinsicClass::Fence | IntrinsicClass::Atomic => false,
            _ => true,
        },
    }
}

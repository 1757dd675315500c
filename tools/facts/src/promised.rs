//! What holds whatever a program does, and beside it what holds if its barriers are reached by all: of values, and of who comes to a place.

use crate::chains::Link;
use optx_ir::{BbId, CrId, Func};
use optx_wopt::analysis::variance::barriers::Disagree;
use optx_wopt::analysis::variance::trust::TrustingMap;
use optx_wopt::analysis::variance::views::{At, Read};
use optx_wopt::analysis::variance::{Axes, Base, Variance};

/// How a value differs between threads.
#[derive(Clone)]
pub(crate) struct Differing {
    /// Whatever the program does.
    pub(crate) plain: Variance,
    /// If its barriers are right.
    pub(crate) trusting: Variance,
    /// Where the two differ: the blocks with the barriers that it hangs on.
    pub(crate) barriers: Vec<BbId>,
}

impl Differing {
    /// That of a node for who reads it at a place.
    pub(crate) fn of(f: &Func, map: &TrustingMap, id: CrId, at: At) -> Differing {
        let (plain, trusting) = (map.plain.read_at(f, id, at), map.trusting.read_at(f, id, at));
        let hangs = plain != trusting;
        let barriers =
            if hangs { map.promised_by(f, &[Read { node: id, at }], &[]) } else { Vec::new() };
        Differing { plain, trusting, barriers }
    }

    /// What holds of both.
    pub(crate) fn join(mut self, other: Differing) -> Differing {
        self.plain = self.plain.join(&other.plain);
        self.trusting = self.trusting.join(&other.trusting);
        self.barriers.extend(other.barriers);
        self
    }

    /// Where it hangs on who comes somewhere which of several it is.
    pub(crate) fn tainted(mut self, reach: &Reach) -> Differing {
        self.plain = self.plain.tainted(reach.plain);
        self.trusting = self.trusting.tainted(reach.trusting);
        self.barriers.extend_from_slice(&reach.barriers);
        self
    }

    /// Of a condition's number the truth is told.
    pub(crate) fn make_truth(&mut self) {
        for state in [&mut self.plain, &mut self.trusting] {
            if let Base::Const(truth) = state.base {
                state.base = Base::Const(truth & 1);
            }
        }
    }
}

/// The axes that it depends on whether a thread comes to a place.
#[derive(Clone, Default)]
pub(crate) struct Reach {
    /// Whatever the program does.
    pub(crate) plain: Axes,
    /// If its barriers are right.
    pub(crate) trusting: Axes,
    /// Where the two differ: the blocks with the barriers that it hangs on.
    pub(crate) barriers: Vec<BbId>,
}

impl Reach {
    /// That of a block.
    pub(crate) fn of(f: &Func, map: &TrustingMap, bb: BbId) -> Reach {
        let plain = map.plain.bb_control_variance(bb);
        let trusting = map.trusting.bb_control_variance(bb);
        let barriers = if plain == trusting { Vec::new() } else { map.promised_by(f, &[], &[bb]) };
        Reach { plain, trusting, barriers }
    }

    /// What holds of both.
    pub(crate) fn join(&mut self, other: Reach) {
        self.plain = self.plain.join(other.plain);
        self.trusting = self.trusting.join(other.trusting);
        self.barriers.extend(other.barriers);
    }
}

/// Who comes to a barrier of the block.
pub(crate) struct Barrier {
    /// The axes that it depends on whether a thread comes.
    pub(crate) axes: Axes,
    /// The conditions under which threads have left the kernel before.
    pub(crate) exits: Vec<Link>,
    /// Two threads that are shown to disagree, and the condition at which they part.
    pub(crate) disagree: Option<(Link, Disagree)>,
}

impl Barrier {
    /// What holds of one or the other.
    pub(crate) fn join(mut self, other: Barrier) -> Barrier {
        self.axes = self.axes.join(other.axes);
        let new: Vec<Link> = other.exits.into_iter().filter(|e| !self.exits.contains(e)).collect();
        self.exits.extend(new);
        self.disagree = self.disagree.or(other.disagree);
        self
    }
}

//! Which atomic operations one lane does for its warp, and how; why the others stay.
//!
//! What stays because ptxas does it as well is measured: `docs/decisions/0088-ptxas-aggregates-atomics.md`. Such an operation is *seen*: its address is made of what
//! a block has in common, or, where the shape of blocks is known (`.reqntid`), of `threadIdx.x / 32` and the indices of rows of whole warps.
//!
//! | old value | operand | operation | how |
//! |---|---|---|---|
//! | unused | any | exch | [`How::Alone`]: it may have been the last |
//! | unused | one | min, max, and, or; of 32 bits where it is not seen | [`How::Alone`] |
//! | unused | one | xor, as those | [`How::Odd`] |
//! | unused | one | add, where it is not seen | [`How::Counted`] |
//! | unused | varying | all of 64 bits; of 32 where it is not seen | [`How::Reduced`]; before sm_80, of 64 bits in shared memory alone, [`How::Shuffled`] |
//! | used | one | min, max, and, or, exch | [`How::Alone`]: the others find what it leaves |
//! | used | one | xor; add, where it is not seen | [`How::Odd`], [`How::Counted`]: each lane finds what those below it leave |

use crate::analysis::lanes::Lanes;
use crate::analysis::variance::estimate::{Spread, Spreads};
use crate::analysis::variance::first_answer::FirstAnswer;
use crate::kit::context::Cx;
use optx_ir::{BbId, Func, Space, StmtId, StmtOp};
use optx_whirl::{AtomicScope, Intrinsic, IntrinsicClass, Loc, Mtype, PuKind, RemarkKind};

/// The first target whose warp operations wait for the lanes that they name.
const FIRST: u32 = 70;
/// The first target that reduces over a warp, and that adds one to a word of shared memory for all lanes at once.
const FIRST_REDUX: u32 = 80;

/// The first target whose ptxas sees that what lanes find together is one for them.
const FIRST_UNIFORM: u32 = 90;

/// What one lane does for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// The operation, once.
    Alone,
    /// With the operand times how many lanes there are.
    Counted,
    /// With the operand, or nothing where an even number of lanes is there.
    Odd,
    /// With what all lanes' operands come to, which the target finds.
    Reduced,
    /// The same, found by shuffles.
    Shuffled,
}

impl How {
    /// What was done, for who asks what passes did.
    pub(super) fn told(self) -> &'static str {
        match self {
            How::Alone => "one lane does an atomic operation for its warp",
            How::Counted => "one lane adds as often as its warp has lanes",
            How::Odd => {
                "one lane does an atomic operation for its warp where the number of lanes is odd"
            }
            How::Reduced | How::Shuffled => {
                "one lane does an atomic operation with what its warp's operands come to"
            }
        }
    }
}

/// An atomic operation of integers.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) bb: BbId,
    /// The statement's place in its block.
    pub(super) place: usize,
    pub(super) s: StmtId,
    pub(super) intrinsic: Intrinsic,
    pub(super) rtype: Mtype,
    scope: AtomicScope,
    pub(super) loc: Loc,
    /// Somebody reads the old value.
    pub(super) is_used: bool,
    pub(super) how: How,
}

/// The operations that one lane is to do, in layout order.
pub(super) fn plan(f: &Func, cx: &mut Cx<'_>) -> Vec<Site> {
    let arch = cx.facts.module.options.arch();
    if f.kind != PuKind::Kernel || arch < FIRST || f.block_dim == Some([1; 3]) {
        return Vec::new();
    }
    let (mut sites, mut is_ordered) = (Vec::new(), false);
    for &bb in &f.layout {
        for (place, &s) in f.bbs[bb].stmts.iter().enumerate() {
            is_ordered |= orders(f, s);
            if let Some(site) = Site::of(f, bb, place, s) {
                sites.push(site);
            }
        }
    }
    if sites.is_empty() {
        return sites;
    }
    let uses = cx.analyses.uses(f);
    for site in &mut sites {
        let result = f.stmts[site.s].results.first();
        site.is_used = result.is_some_and(|&result| !uses.of_version(result).is_empty());
    }
    let spreads = Spreads::over_warps(f, arch >= FIRST_UNIFORM);
    let mut known = Known { f, arch, is_ordered, spreads, first: FirstAnswer::new(), lanes: None };
    loop {
        sites.retain_mut(|site| match known.how(site) {
            Ok(how) => {
                site.how = how;
                true
            }
            Err(why) => {
                let at = cx.facts.module.locs.statement(site.loc);
                cx.remarks.tell(RemarkKind::Missed, at, || [STAYS, why].concat());
                false
            }
        });
        if sites.is_empty() || known.lanes.is_some() {
            return sites;
        }
        known.lanes = Some(Lanes::of(f, &cx.facts));
    }
}

const STAYS: &str = "an atomic operation is left to each lane: ";
const ADDRESS: &str = "lanes of a warp may have other addresses";

/// What is known of a function.
struct Known<'a> {
    f: &'a Func,
    arch: u32,
    is_ordered: bool,
    /// What ptxas sees: an estimate of another tool, as it is.
    spreads: Spreads,
    first: FirstAnswer,
    /// Asked for where at a glance something may be done.
    lanes: Option<Lanes>,
}

impl Known<'_> {
    /// How a site is done, as far as is known, or why it stays.
    fn how(&mut self, site: &Site) -> Result<How, &'static str> {
        let Known { f, arch, .. } = *self;
        if site.scope == AtomicScope::System {
            return Err("threads elsewhere see it");
        }
        if site.rtype.is_float() {
            return Err("floats would be rounded in another order");
        }
        if self.is_ordered {
            return Err("a fence, a call or inline PTX orders what each lane does");
        }
        let address = f.stmts[site.s].kids[0];
        let is_seen = self.spreads.of(f, address) == Spread::Block;
        let Some(lanes) = &self.lanes else {
            if self.first.is_one(f, address) == Some(false) {
                return Err(ADDRESS);
            }
            let one = site.how(f, arch, is_seen, true);
            return one.or_else(|why| site.how(f, arch, is_seen, false).map_err(|_| why));
        };
        if !lanes.have_one(f, site.s, 0) {
            return Err(ADDRESS);
        }
        if lanes.part(site.bb) {
            return Err("not all lanes of a warp need come to it");
        }
        if lanes.may_wait {
            return Err("a lane may wait for others on its way");
        }
        site.how(f, arch, is_seen, lanes.have_one(f, site.s, 1))
    }
}

/// True for what makes others see in which order one thread accessed memory, or may.
fn orders(f: &Func, s: StmtId) -> bool {
    match f.stmts[s].op {
        StmtOp::Call(_) | StmtOp::Asm(_) => true,
        StmtOp::Intrinsic { intrinsic, .. } => intrinsic.class() == IntrinsicClass::Fence,
        _ => false,
    }
}

impl Site {
    fn of(f: &Func, bb: BbId, place: usize, s: StmtId) -> Option<Site> {
        use Intrinsic::*;
        let stmt = &f.stmts[s];
        let StmtOp::Intrinsic { intrinsic, rtype, scope, shape: Some(shape), .. } = stmt.op else {
            return None;
        };
        let is_one = matches!(
            intrinsic,
            AtomAdd | AtomMin | AtomMax | AtomAnd | AtomOr | AtomXor | AtomExch
        );
        let is_there = matches!(shape.space, Space::Global | Space::Shared);
        let (loc, is_used, how) = (stmt.loc, true, How::Alone);
        let site = Site { bb, place, s, intrinsic, rtype, scope, loc, is_used, how };
        (is_one && is_there).then_some(site)
    }

    /// What one lane would do: where ptxas sees that the address is one for the warp, or not; and where the operand is one, or varies.
    #[inline(never)]
    fn how(&self, f: &Func, arch: u32, is_seen: bool, is_one: bool) -> Result<How, &'static str> {
        use Intrinsic::{AtomAdd, AtomExch, AtomXor};
        const BY_PTXAS: &str = "ptxas has one lane do it";
        let (stmt, is_word) = (&f.stmts[self.s], self.rtype.size() == 4);
        let is_shared = stmt.direct_access().is_some_and(|a| a.space == Space::Shared);
        let (has_redux, adds_one) =
            (arch >= FIRST_REDUX, f.codemap.constant(stmt.kids[1]) == Some(1));
        match self.intrinsic {
            AtomExch if is_one || !self.is_used => Ok(How::Alone),
            _ if self.is_used && !is_one => Err("its old value is read, and its operand varies"),
            AtomAdd if is_seen && is_one => Err(BY_PTXAS),
            _ if is_seen && is_word && !self.is_used => Err(BY_PTXAS),
            _ if !is_one && has_redux => Ok(How::Reduced),
            _ if !is_one && !is_shared && !is_word => Err("ten shuffles cost more"),
            _ if !is_one => Ok(How::Shuffled),
            AtomAdd if !self.is_used && is_word && is_shared && has_redux && adds_one => {
                Err("one instruction adds 1 for all lanes")
            }
            AtomAdd => Ok(How::Counted),
            AtomXor => Ok(How::Odd),
            _ => Ok(How::Alone),
        }
    }
}

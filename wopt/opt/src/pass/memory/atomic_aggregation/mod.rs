//! Atomic operations that all lanes of a warp do at one address are done by one lane.
//!
//! Idea: 32 lanes that add to one place go there one after another; operations of 64 bits in shared memory are loops around a compare-and-swap,
//! which lanes leave one by one. Where all lanes do the same (`atomicMax(&best, n)`), one of them is enough; of a sum it adds
//! as often as there are lanes; of operands that vary it does what they come to, found in the registers by `redux.sync` or by shuffles. Which operation
//! is done how, and which is left to ptxas, says [`plan`].
//!
//! | before | after |
//! |---|---|
//! | `old = atom.op [p], v` | `v' = what all lanes' v come to` |
//! | | `bar.warp.sync` |
//! | | `if (laneid == 0) first = atom.op [p], v'` |
//! | | `bar.warp.sync` |
//! | | `old = what lane 0's first and the operands of the lanes below come to` |
//!
//! Source: A. Adinets, "Optimized Filtering with Warp-Aggregated Atomics" (NVIDIA, 2014); PTX ISA, `redux.sync`, `vote.sync`, `bar.warp.sync`, and its memory model.
//! Legality: integers alone, of which any order gives one result; the lanes' operations follow each other, which they may.
//! [`Lanes`](crate::analysis::lanes::Lanes) proves, for launches of any shape, that the address is one for the warp and that all its lanes come there, or none: no branch that
//! varies decides it, an early return and a loop's way out included. So lane 0, which each warp has, comes too, and lanes that operations of
//! the warp wait for come or have never been. They name all 32: those that a last, partial warp lacks count as lanes that have exited.
//! What lane 0 does for another stands in that lane's order of accesses by the barriers of the warp before and behind it: who goes on has its operation behind it.
//! Across threads relaxed operations order nothing but through fences: a function with fences, calls or inline PTX stays as it is, and what the
//! whole system sees. Nor may a lane wait for another that now waits for it: no lane spins, or meets others, where lanes part.
//! Worth: one round to memory for 32, and one of the loop in shared memory. Exchange and count are one to three instructions, reductions of 64 bits two or three `redux.sync` and ten others.
//! Cost: linear in statements; variance where there is something to decide, and memory's versions made anew where something was done.

mod plan;

use crate::kit::context::Cx;
use crate::kit::ssa::renew_memory;
use crate::kit::stats::Stats;
use optx_ir::{
    AuxKind, BbId, CodeRep, CrId, Func, Kids, Op, Phi, StmtId, StmtOp, StmtRep, Terminator,
};
use optx_whirl::{AtomicScope, Intrinsic, IntrinsicClass, Mtype, Operator, RemarkKind};
use plan::{How, Site};
use smallvec::SmallVec;

const LANES: u32 = 32;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("atomic-aggregation");
    let sites = plan::plan(f, cx);
    if sites.is_empty() {
        return stats;
    }
    for site in &sites {
        let at = cx.facts.module.locs.statement(site.loc);
        cx.remarks.tell(RemarkKind::Passed, at, || site.how.told().to_owned());
    }
    let mut made: Vec<(BbId, [BbId; 2])> = Vec::new();
    // From the last on: a statement behind a split is moved once.
    for (k, site) in sites.iter().enumerate().rev() {
        let last = k.checked_sub(1).map(|k| sites[k].s);
        made.push((site.bb, Making::of(f, site).make(last)));
    }
    for bb in std::mem::take(&mut f.layout) {
        f.layout.push(bb);
        while let Some((_, blocks)) = made.pop_if(|(of, _)| *of == bb) {
            f.layout.extend(blocks);
        }
    }
    f.renew_definitions();
    let dom = cx.analyses.dominators(f);
    renew_memory(f, &cx.facts, &dom);
    stats.add("operations done by one lane", sites.len() as u64);
    stats
}

/// Puts one site's blocks together.
struct Making<'a> {
    f: &'a mut Func,
    site: &'a Site,
    /// Where statements go now.
    bb: BbId,
    at: usize,
    /// The operand, its type without a sign, and that in which it is ordered.
    operand: CrId,
    mtype: Mtype,
    ordered: Mtype,
    /// What the operation makes of the old value and its operand; None for the operand itself.
    opr: Option<Operator>,
    /// What does so over a warp.
    redux: Intrinsic,
}

impl Making<'_> {
    fn of<'a>(f: &'a mut Func, site: &'a Site) -> Making<'a> {
        use Intrinsic::*;
        let (opr, redux) = match site.intrinsic {
            AtomAdd => (Some(Operator::Add), ReduxAdd),
            AtomMin => (Some(Operator::Min), ReduxMin),
            AtomMax => (Some(Operator::Max), ReduxMax),
            AtomAnd => (Some(Operator::Band), ReduxAnd),
            AtomOr => (Some(Operator::Bior), ReduxOr),
            AtomXor => (Some(Operator::Bxor), ReduxXor),
            other => (None, other),
        };
        let (operand, mtype) = (f.stmts[site.s].kids[1], site.rtype.unsigned());
        let orders = matches!(redux, ReduxMin | ReduxMax);
        let ordered = if orders { site.rtype } else { mtype };
        let (bb, at) = (site.bb, site.place);
        Making { f, site, bb, at, operand, mtype, ordered, opr, redux }
    }

    /// Parts the block at the site; gives the block that lane 0 comes to, and the one behind. The site before it is still to be made, and gets
    /// a barrier behind it.
    #[inline(never)]
    fn make(mut self, last: Option<StmtId>) -> [BbId; 2] {
        let site = self.site;
        let behind = self.f.split_block(site.bb, site.place);
        let lead = self.f.add_block(Terminator::Goto(behind), site.loc, vec![site.bb]);
        self.f.bbs[lead].stmts.push(site.s);
        self.f.bbs[behind].stmts.remove(0);
        *self.f.preds_mut(behind) = vec![lead, site.bb];
        let value = match site.how {
            How::Alone => self.operand,
            How::Counted | How::Odd => {
                let count = self.count();
                self.times(count)
            }
            How::Reduced => self.reduced(),
            How::Shuffled => self.shuffled(),
        };
        let head = self.f.bbs[site.bb].stmts.iter().rev();
        let before = head.copied().find(|&s| !self.is_quiet(s));
        if !before.is_some_and(|s| last == Some(s) || self.syncs(s)) {
            self.sync();
        }
        let (lane, zero) = (self.lane(), self.word(0));
        let condition = self.f.codemap.compare(Operator::Eq, Mtype::U4, lane, zero);
        let branch = Terminator::Branch { condition, on_true: lead, on_false: behind };
        self.f.set_terminator(site.bb, branch);
        self.f.bbs[site.bb].loc = site.loc;
        let stmt = &mut self.f.stmts[site.s];
        (stmt.bb, stmt.kids[1]) = (lead, value);
        (self.bb, self.at) = (behind, 0);
        let rest = &self.f.bbs[behind];
        let next = rest.stmts.iter().copied().find(|&s| !self.is_quiet(s));
        let is_last = next.is_none() && rest.terminator() == Terminator::Return;
        if !is_last && !next.is_some_and(|s| self.syncs(s)) {
            self.sync();
        }
        if site.is_used {
            self.old_value(condition);
        }
        [lead, behind]
    }

    /// True for a statement that accesses no memory.
    fn is_quiet(&self, s: StmtId) -> bool {
        let stmt = &self.f.stmts[s];
        match stmt.op {
            StmtOp::Stid => !matches!(self.f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. }),
            StmtOp::Intrinsic { intrinsic, .. } => intrinsic.class() == IntrinsicClass::Convergent,
            _ => false,
        }
    }

    /// True for a barrier of the block, which is one of the warp.
    fn syncs(&self, s: StmtId) -> bool {
        let op = &self.f.stmts[s].op;
        matches!(op, StmtOp::Intrinsic { intrinsic, .. } if intrinsic.is_block_barrier())
    }

    /// Each lane's old value is what lane 0 found, and what the lanes below it would have made of that.
    #[inline(never)]
    fn old_value(&mut self, is_first: CrId) {
        let (old, first) = (self.f.stmts[self.site.s].results[0], self.version(self.mtype));
        let Some(aux) = self.f.aux_of(first) else { return };
        let [none, merged] = [(); 2].map(|()| self.f.new_version(aux));
        self.f.stmts[self.site.s].results[0] = first;
        self.f.add_phi(self.bb, Phi { aux, result: merged, operands: vec![first, none] });
        let from = [self.word(0), self.word(LANES - 1)];
        let found = self.by_words(Intrinsic::ShflIdx, merged, &from);
        let value = match (self.site.how, self.opr) {
            (How::Counted | How::Odd, Some(opr)) => {
                let lane = self.lane();
                let below = self.times(lane);
                self.f.codemap.binary(opr, self.mtype, found, below)
            }
            (_, opr) => {
                let (ordered, operand) = (self.ordered, self.operand);
                let left = opr.map(|opr| self.f.codemap.binary(opr, ordered, found, operand));
                self.select(is_first, found, left.unwrap_or(operand), self.mtype)
            }
        };
        self.assign(old, value);
    }

    /// How many lanes the warp has.
    fn count(&mut self) -> CrId {
        if self.is_whole() {
            return self.word(LANES);
        }
        let yes = self.f.codemap.integer(Mtype::B, 1);
        let there = self.effect(Intrinsic::VoteBallot, Mtype::U4, yes, &[]);
        self.f.codemap.intrinsic1(Intrinsic::Popc, Mtype::U4, Mtype::U4, there)
    }

    /// True where all warps of all blocks are whole.
    fn is_whole(&self) -> bool {
        self.f.block_dim.is_some_and(|shape| shape.iter().product::<u32>() % LANES == 0)
    }

    /// What the operands of all lanes come to.
    #[inline(never)]
    fn reduced(&mut self) -> CrId {
        let (redux, operand) = (self.redux, self.operand);
        if self.mtype == Mtype::U4 {
            return self.effect(redux, self.ordered, operand, &[]);
        }
        match redux {
            // Halves of the low word, so that 32 of them fit into a word.
            Intrinsic::ReduxAdd => {
                let [low, high] = self.words(operand);
                let (mask, half) = (self.word(0xffff), self.word(16));
                let above = self.binary(Operator::Lshr, low, half);
                let low = self.binary(Operator::Band, low, mask);
                let mut sum = self.f.codemap.integer(Mtype::U8, 0);
                for (part, by) in [(low, 0), (above, 16), (high, 32)] {
                    let part = self.effect(redux, Mtype::U4, part, &[]);
                    let part = self.shifted(part, by);
                    sum = self.f.codemap.binary(Operator::Add, Mtype::U8, sum, part);
                }
                sum
            }
            // The low words of those whose high words are the outermost.
            Intrinsic::ReduxMin | Intrinsic::ReduxMax => {
                let [low, high] = self.words(operand);
                let ordered = if self.ordered == Mtype::I8 { Mtype::I4 } else { Mtype::U4 };
                let outermost = self.effect(redux, ordered, high, &[]);
                let is_it = self.f.codemap.compare(Operator::Eq, Mtype::U4, high, outermost);
                let none = self.word(if redux == Intrinsic::ReduxMax { 0 } else { u32::MAX });
                let low = self.select(is_it, low, none, Mtype::U4);
                let low = self.effect(redux, Mtype::U4, low, &[]);
                self.joined(low, outermost)
            }
            _ => self.by_words(redux, operand, &[]),
        }
    }

    /// The same by shuffles: in each round a lane takes in what so many lanes above it have, or, behind the last one, has itself.
    #[inline(never)]
    fn shuffled(&mut self) -> CrId {
        let mut value = self.operand;
        let Some(opr) = self.opr else { return value };
        let (count, less) = (self.count(), self.word(u32::MAX));
        let last = self.binary(Operator::Add, count, less);
        let counts = matches!(opr, Operator::Add | Operator::Bxor) && !self.is_whole();
        for by in [16, 8, 4, 2, 1] {
            let by = self.word(by);
            let mut other = self.by_words(Intrinsic::ShflDown, value, &[by, last]);
            if counts {
                let lane = self.lane();
                let above = self.binary(Operator::Add, lane, by);
                let is_there = self.f.codemap.compare(Operator::Lt, Mtype::U4, above, count);
                let none = self.f.codemap.integer(self.mtype, 0);
                other = self.select(is_there, other, none, self.mtype);
            }
            let both = self.f.codemap.binary(opr, self.ordered, value, other);
            value = self.version(self.mtype);
            self.assign(value, both);
        }
        value
    }

    /// What lanes find together of a word, or of both of a long one, joined again.
    fn by_words(&mut self, intrinsic: Intrinsic, id: CrId, more: &[CrId]) -> CrId {
        if self.mtype == Mtype::U4 {
            return self.effect(intrinsic, Mtype::U4, id, more);
        }
        let [low, high] = self.words(id);
        let low = self.effect(intrinsic, Mtype::U4, low, more);
        let high = self.effect(intrinsic, Mtype::U4, high, more);
        self.joined(low, high)
    }

    /// The low and the high word.
    fn words(&mut self, id: CrId) -> [CrId; 2] {
        let by = self.word(32);
        let map = &mut self.f.codemap;
        let high = map.binary(Operator::Lshr, Mtype::U8, id, by);
        [id, high].map(|id| map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, id))
    }

    fn joined(&mut self, low: CrId, high: CrId) -> CrId {
        let (low, high) = (self.shifted(low, 0), self.shifted(high, 32));
        self.f.codemap.binary(Operator::Bior, Mtype::U8, low, high)
    }

    /// A word as a long one, so many bits up.
    #[inline(never)]
    fn shifted(&mut self, word: CrId, by: u32) -> CrId {
        let by = self.word(by);
        let map = &mut self.f.codemap;
        let long = map.unary(Operator::Cvt, Mtype::U8, Mtype::U4, word);
        map.binary(Operator::Shl, Mtype::U8, long, by)
    }

    /// The operand so many times, or only whether that is odd.
    fn times(&mut self, count: CrId) -> CrId {
        let mut by = count;
        if self.site.how == How::Odd {
            let one = self.word(1);
            by = self.binary(Operator::Band, by, one);
        }
        if self.mtype == Mtype::U8 {
            by = self.shifted(by, 0);
        }
        self.f.codemap.binary(Operator::Mpy, self.mtype, self.operand, by)
    }

    #[inline(never)]
    fn binary(&mut self, opr: Operator, a: CrId, b: CrId) -> CrId {
        self.f.codemap.binary(opr, Mtype::U4, a, b)
    }

    #[inline(never)]
    fn select(&mut self, condition: CrId, a: CrId, b: CrId, rtype: Mtype) -> CrId {
        self.f.codemap.select(rtype, condition, a, b)
    }

    #[inline(never)]
    fn word(&mut self, value: u32) -> CrId {
        self.f.codemap.integer(Mtype::U4, value.into())
    }

    #[inline(never)]
    fn lane(&mut self) -> CrId {
        let (opr, intrinsic) = (Operator::IntrinsicOp, Some(Intrinsic::Laneid));
        let (rtype, desc) = (Mtype::U4, Mtype::V);
        self.f.codemap.op(Op { opr, rtype, desc, intrinsic, kids: Kids::new() })
    }

    /// Has the lanes wait for each other: what each did before comes before what each does next.
    fn sync(&mut self) {
        self.add(Intrinsic::Syncwarp, Mtype::V, &[], &[]);
    }

    /// What lanes find together of a word, or of a condition.
    #[inline(never)]
    fn effect(&mut self, intrinsic: Intrinsic, mtype: Mtype, word: CrId, more: &[CrId]) -> CrId {
        let result = self.version(Mtype::U4);
        let mut kids: SmallVec<[CrId; 4]> = SmallVec::from_slice(&[word]);
        kids.extend_from_slice(more);
        self.add(intrinsic, mtype, &[result], &kids);
        result
    }

    /// A statement of all lanes that a warp may have.
    #[inline(never)]
    fn add(&mut self, intrinsic: Intrinsic, rtype: Mtype, results: &[CrId], kids: &[CrId]) {
        let (desc, scope, shape) = (rtype, AtomicScope::Device, None);
        let op = StmtOp::Intrinsic { intrinsic, rtype, desc, scope, shape };
        let mut stmt = StmtRep::plain(op, results, &[self.word(u32::MAX)], self.bb, self.site.loc);
        stmt.kids.extend_from_slice(kids);
        self.put(stmt);
    }

    fn assign(&mut self, version: CrId, value: CrId) {
        self.put(StmtRep::stid(version, value, self.bb, self.site.loc));
    }

    #[inline(never)]
    fn put(&mut self, stmt: StmtRep) {
        self.f.insert(self.at, stmt);
        self.at += 1;
    }

    #[inline(never)]
    fn version(&mut self, mtype: Mtype) -> CrId {
        let aux = self.f.new_aux(AuxKind::Temp, mtype, "a");
        self.f.new_version(aux)
    }
}

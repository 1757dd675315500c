//! The checks of a run.

use pulp::NullaryFnOnce;

use super::Extend;
use super::failed::{Failed, Failures, Seen};
use super::lanes::{differs, lanes, rest32, rest64};
use super::plan::{By, Check, Operand, Plan, Scope, Span};
use super::record::{EMPTY, MOST_SLOTS, Records, Slot, TOGETHER};
use super::report::Deed;
use super::resolve::Symbol;
use super::state::{BlockState, WarpState};
use super::whole::Shared;
use crate::observe::{Moment, Observer};
use crate::op::Row;

/// Checks a launch.
pub struct Checker<'a> {
    plan: &'a Plan,
    under_way: Vec<BlockState>,
    spare: Vec<BlockState>,
    current: usize,
    room: usize,
    whole: Shared,
    arch: pulp::Arch,
    /// What failed.
    pub failures: Failures,
    /// Checks of claims.
    pub checks: u64,
    /// Those that were not compared with what other lanes had.
    pub unchecked: u64,
}

/// A run of checks, which is compiled for old processors and for those with wide vectors.
struct Checks<'c, 'a, 'm> {
    checker: &'c mut Checker<'a>,
    span: Span,
    at: &'m Moment<'m>,
}

impl NullaryFnOnce for Checks<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let plan = self.checker.plan;
        for k in self.span.from..self.span.to {
            let check = &plan.checks[k as usize];
            if !self.checker.quick(check, self.at) {
                self.checker.thorough(check, k, self.at);
            }
        }
    }
}

impl<'a> Checker<'a> {
    /// A checker of a plan for so many claims.
    pub fn new(plan: &'a Plan, claims: usize) -> Self {
        Self {
            plan,
            under_way: Vec::new(),
            spare: Vec::new(),
            current: 0,
            room: MOST_SLOTS,
            whole: Shared::new(),
            arch: pulp::Arch::new(),
            failures: Failures::new(claims),
            checks: 0,
            unchecked: 0,
        }
    }

    /// Makes the block that is observed the current one.
    #[inline(always)]
    fn select(&mut self, ctaid: [u32; 3]) {
        if self.under_way.get(self.current).is_none_or(|b| b.ctaid != ctaid) {
            self.change(ctaid);
        }
    }

    fn change(&mut self, ctaid: [u32; 3]) {
        let known = self.under_way.iter().position(|b| b.ctaid == ctaid);
        self.current = known.unwrap_or_else(|| {
            self.under_way.push(BlockState::begin(self.spare.pop(), ctaid, self.plan));
            self.under_way.len() - 1
        });
    }

    fn run(&mut self, span: Span, at: &Moment<'_>) {
        if at.mask != 0 {
            self.checks += u64::from(span.claims);
            let arch = self.arch;
            arch.dispatch(Checks { checker: self, span, at });
        }
    }

    /// Makes a check where lanes are together at one instance and agree with what was there before. False: it is not so.
    #[inline(always)]
    fn quick(&mut self, check: &Check, at: &Moment<'_>) -> bool {
        let plan = self.plan;
        let shape = &plan.warps[at.warp as usize];
        let b = &mut self.under_way[self.current];
        let w = &b.warps[at.warp as usize];
        let first = at.mask.trailing_zeros() as usize & 31;
        if at.mask & !w.last.mask != 0 || check.value.shadow.is_some() || check.factors.len() > 3 {
            return false;
        }
        // If all lanes have one group, the row says so.
        let group = match check.within.map(|g| &plan.groups[g as usize][at.warp as usize]) {
            None => 0,
            Some(row) if super::lanes::having(row, row[first]) & at.mask == at.mask => row[first],
            Some(_) => return false,
        };
        // A coefficient is one in all lanes, or its own check fails.
        let factor = |by: &By| match by {
            By::Known(n) => *n,
            By::Symbol(s, o) => widened(one_lane(*o, at, w, first), s),
        };
        let rest = match check.value.row {
            Row::W(r) => {
                let mut off = [(0, &shape.index[0]); 3];
                for (f, (axis, by)) in off.iter_mut().zip(&check.factors) {
                    *f = (factor(by) as u32, &shape.index[*axis]);
                }
                let off = &off[..check.factors.len()];
                rest32(at.r32(r), off, at.mask, check.bits as u32).map(u64::from)
            }
            Row::D(r) => {
                let mut off = [(0, &shape.index[0]); 3];
                for (f, (axis, by)) in off.iter_mut().zip(&check.factors) {
                    *f = (factor(by), &shape.index[*axis]);
                }
                rest64(at.r64(r), &off[..check.factors.len()], at.mask)
            }
            Row::P(r) if check.factors.is_empty() => match at.predicate(r) & at.mask {
                0 => Some(0),
                p if p == at.mask => Some(1),
                _ => None,
            },
            Row::P(_) => None,
        };
        let Some(rest) = rest else { return false };
        if let Some(base) = check.base {
            return rest == base;
        }
        if plan.needs[w.last.code_block as usize].irreducible {
            return true;
        }
        let record = if check.scope == Scope::Block { w.last.block } else { w.last.warp };
        if record == TOGETHER {
            return true;
        }
        match slot(&mut b.records, record, check.slot + group) {
            None => false,
            Some(s) => met(s, rest, at.warp * 32 + first as u32).is_none(),
        }
    }

    /// Makes any check, lane by lane.
    #[inline(never)]
    fn thorough(&mut self, check: &Check, number: u32, at: &Moment<'_>) {
        let plan = self.plan;
        let shape = &plan.warps[at.warp as usize];
        let b = &mut self.under_way[self.current];
        let w = &b.warps[at.warp as usize];
        let mut values = operand(check.value, at, w);
        for (axis, by) in &check.factors {
            let index = shape.index[*axis].map(u64::from);
            let off = match by {
                By::Known(n) => index.map(|i| n.wrapping_mul(i)),
                By::Symbol(s, o) => {
                    let by = operand(*o, at, w);
                    std::array::from_fn(|l| widened(by[l], s).wrapping_mul(index[l]))
                }
            };
            values = std::array::from_fn(|l| values[l].wrapping_sub(off[l]));
        }
        let values = values.map(|v| v & check.bits);
        let thread = |l: usize| at.warp * 32 + l as u32;
        let first = at.mask.trailing_zeros() as usize & 31;
        if let Some(base) = check.base {
            if let Some(l) = lanes(at.mask).find(|l| values[*l] != base) {
                self.fail(number, at, None, (thread(l), values[l]));
            }
            return;
        }
        if plan.needs[at.program.block_of[at.pc as usize] as usize].irreducible {
            let other = differs(&values, at.mask, values[first]);
            if other != 0 {
                let l = other.trailing_zeros() as usize;
                self.fail(number, at, Some((thread(first), values[first])), (thread(l), values[l]));
            }
            return;
        }
        let groups = check.within.map(|g| &plan.groups[g as usize][at.warp as usize]);
        let mut wrong = None;
        let mut unchecked = false;
        // Lanes whose warp is together, or that have no record, are compared with the first of them.
        let mut beside: Option<(usize, (u32, u32))> = None;
        for l in lanes(at.mask) {
            let (block, warp) = w.records(l);
            let record = if check.scope == Scope::Block { block } else { warp };
            let group = groups.map_or(0, |g| g[l]);
            let had = match slot(&mut b.records, record, check.slot + group) {
                Some(s) => met(s, values[l], thread(l)),
                None => {
                    unchecked |= record != TOGETHER;
                    let together = (record, group);
                    match beside {
                        Some((k, t))
                            if t == together && w.last.mask >> k & w.last.mask >> l & 1 == 1 =>
                        {
                            (values[k] != values[l]).then_some((thread(k), values[k]))
                        }
                        _ => {
                            beside = Some((l, together));
                            None
                        }
                    }
                }
            };
            wrong = wrong.or(had.map(|had| (had, l)));
        }
        self.unchecked += u64::from(unchecked);
        if let Some((had, l)) = wrong {
            self.fail(number, at, Some(had), (thread(l), values[l]));
        }
    }

    /// Keeps what was found of instances that not all lanes came to.
    #[inline(always)]
    fn take_split(&mut self, at: &Moment<'_>) {
        for split in self.whole.split.drain(..) {
            self.failures.split(&self.plan.whole, at, &split);
        }
    }

    /// Keeps a failure; values are less what the claim takes off them.
    #[cold]
    fn fail(
        &mut self,
        number: u32,
        at: &Moment<'_>,
        first: Option<(u32, u64)>,
        second: (u32, u64),
    ) {
        let check = &self.plan.checks[number as usize];
        if !self.failures.count(check.claim) {
            return;
        }
        let w = &self.under_way[self.current].warps[at.warp as usize];
        let lane = second.0 as usize % 32;
        // Coefficients are those of the thread that disagrees: if theirs differ, that is another failure.
        let had = |(thread, rest): (u32, u64)| {
            let shape = &self.plan.warps[thread as usize / 32];
            let mut value = rest;
            for (axis, by) in &check.factors {
                let n = match by {
                    By::Known(n) => *n,
                    By::Symbol(s, o) => widened(one_lane(*o, at, w, lane), s),
                };
                let index = u64::from(shape.index[*axis][thread as usize % 32]);
                value = value.wrapping_add(n.wrapping_mul(index));
            }
            Seen { thread, deed: Deed::Had(value & check.bits) }
        };
        self.failures.shown.push(Failed {
            claim: check.claim,
            check: Some(number),
            ctaid: at.ctaid,
            instance: at.instance(lane),
            first: first.map(had),
            second: had(second),
        });
    }
}

impl Observer for Checker<'_> {
    fn entered(&mut self, at: &Moment<'_>) {
        self.select(at.ctaid);
        self.under_way[self.current].enter(self.plan, &mut self.room, at);
        let code_block = at.program.block_of[at.pc as usize];
        if !self.plan.whole.is_empty() {
            let arrivals = &mut self.under_way[self.current].arrivals[at.warp as usize];
            let is_checked = arrivals.enter(&self.plan.whole, &mut self.whole, at);
            let claims = self.plan.whole.claims(code_block).len() as u64;
            self.checks += claims;
            self.unchecked += if is_checked { 0 } else { claims };
            self.take_split(at);
        }
        let span = self.plan.entries[code_block as usize];
        if span.claims != 0 {
            self.run(span, at);
        }
    }

    fn executed(&mut self, at: &Moment<'_>) {
        if !self.plan.whole.is_empty() {
            self.select(at.ctaid);
            self.under_way[self.current].arrivals[at.warp as usize].act(&self.plan.whole, at);
        }
        let span = self.plan.code[at.pc as usize];
        if span.claims != 0 {
            self.select(at.ctaid);
            self.run(span, at);
        }
        if span.shadows {
            self.select(at.ctaid);
            self.under_way[self.current].warps[at.warp as usize].keep(self.plan, at);
        }
    }

    fn branches(&mut self, at: &Moment<'_>) {
        // Of a branch that is always taken nothing is claimed.
        if !at.inst().guard.is_always() {
            self.executed(at);
        }
    }

    fn left(&mut self, at: &Moment<'_>) {
        if self.plan.whole.is_empty() {
            return;
        }
        self.select(at.ctaid);
        let arrivals = &mut self.under_way[self.current].arrivals[at.warp as usize];
        arrivals.leave(&self.plan.whole, &mut self.whole, at);
        self.take_split(at);
    }

    fn ended(&mut self, ctaid: [u32; 3]) {
        if let Some(k) = self.under_way.iter().position(|b| b.ctaid == ctaid) {
            let mut b = self.under_way.swap_remove(k);
            b.records.clear(&mut self.room);
            b.arrivals.iter_mut().for_each(|arrivals| arrivals.end(&mut self.whole));
            self.spare.push(b);
        }
    }
}

fn operand(o: Operand, at: &Moment<'_>, w: &WarpState) -> [u64; 32] {
    match o.shadow {
        Some(k) => w.shadows[k as usize],
        None => at.row(o.row),
    }
}

#[inline(always)]
fn one_lane(o: Operand, at: &Moment<'_>, w: &WarpState, lane: usize) -> u64 {
    match o.shadow {
        Some(k) => w.shadows[k as usize][lane],
        None => at.value(o.row, lane),
    }
}

/// A coefficient in a register, widened and scaled. What is beyond the value's width is cut off later.
fn widened(v: u64, s: &Symbol) -> u64 {
    let unused = 64 - s.bits;
    let v = match s.extend {
        Some(Extend::Signed) => ((v << unused) as i64 >> unused) as u64,
        _ => v,
    };
    v.wrapping_mul(s.scale as u64)
}

fn slot(records: &mut Records, record: u32, at: u32) -> Option<&mut Slot> {
    if record >= TOGETHER { None } else { records.slots.get_mut((record + 1 + at) as usize) }
}

/// Compares a value with what a slot has, or leaves it there. What was there, if it differs.
fn met(s: &mut Slot, value: u64, thread: u32) -> Option<(u32, u64)> {
    if s.thread == EMPTY {
        *s = Slot { value, thread };
        return None;
    }
    (s.value != value).then_some((s.thread, s.value))
}

//! The checks of a run.

use super::Extend;
use super::plan::{By, Check, Operand, Plan, Scope, Span};
use super::record::{EMPTY, Key, MOST_SLOTS, NONE, Records, Slot, TOGETHER, mix};
use super::resolve::Symbol;
use crate::observe::{Moment, Observer};

/// Most claims whose violation is kept.
pub const MOST_SHOWN: usize = 10;

/// A thread and the value that it had.
#[derive(Clone, Copy, Debug)]
pub struct Had {
    /// The thread's number in the block.
    pub thread: u32,
    /// Its value.
    pub value: u64,
}

/// A check that failed.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The check.
    pub check: u32,
    /// The block.
    pub ctaid: [u32; 3],
    /// Header counts of the cycles around.
    pub instance: Option<Vec<u32>>,
    /// The thread that was there first, if it is not one thread's failure.
    pub first: Option<Had>,
    /// The thread that disagrees.
    pub second: Had,
}

/// Where lanes are that entered a block of code together, at one instance.
#[derive(Clone, Copy, Debug)]
struct Group {
    mask: u32,
    code_block: u32,
    block: u32,
    warp: u32,
}

/// A warp.
#[derive(Clone, Debug)]
struct WarpState {
    /// The lanes that entered a block of code last.
    last: Group,
    /// Each lane's block of code and records.
    code_block: [u32; 32],
    block: [u32; 32],
    warp: [u32; 32],
    shadows: Vec<[u64; 32]>,
    begun: bool,
}

/// A block.
#[derive(Clone, Debug)]
struct BlockState {
    ctaid: [u32; 3],
    records: Records,
    warps: Vec<WarpState>,
}

/// Checks a launch.
pub struct Checker<'a> {
    plan: &'a Plan,
    under_way: Vec<BlockState>,
    spare: Vec<BlockState>,
    current: usize,
    room: usize,
    /// Violations of each claim.
    pub violations: Vec<u64>,
    /// The first ones.
    pub failed: Vec<Failed>,
    /// Checks of claims.
    pub checks: u64,
    /// Those that were not compared with what other lanes had.
    pub unchecked: u64,
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
            violations: vec![0; claims],
            failed: Vec::new(),
            checks: 0,
            unchecked: 0,
        }
    }

    /// Makes the block that is observed the current one.
    fn select(&mut self, ctaid: [u32; 3]) {
        if self.under_way.get(self.current).is_some_and(|b| b.ctaid == ctaid) {
            return;
        }
        if let Some(k) = self.under_way.iter().position(|b| b.ctaid == ctaid) {
            self.current = k;
            return;
        }
        let fresh = WarpState {
            last: Group { mask: 0, code_block: 0, block: NONE, warp: NONE },
            code_block: [0; 32],
            block: [NONE; 32],
            warp: [NONE; 32],
            shadows: vec![[0; 32]; self.plan.shadows.len()],
            begun: false,
        };
        let mut b = self.spare.pop().unwrap_or_else(|| BlockState {
            ctaid,
            records: Records::default(),
            warps: Vec::new(),
        });
        b.ctaid = ctaid;
        b.warps.clear();
        b.warps.resize(self.plan.warps.len(), fresh);
        self.under_way.push(b);
        self.current = self.under_way.len() - 1;
    }

    fn run(&mut self, span: Span, at: &Moment<'_>) {
        if at.mask == 0 {
            return;
        }
        self.checks += u64::from(span.claims);
        let plan = self.plan;
        for k in span.from..span.to {
            self.one(&plan.checks[k as usize], k, at);
        }
    }

    fn one(&mut self, check: &Check, number: u32, at: &Moment<'_>) {
        let plan = self.plan;
        let shape = &plan.warps[at.warp as usize];
        let b = &mut self.under_way[self.current];
        let w = &b.warps[at.warp as usize];
        let mut values = operand(check.value, at, w);
        for (axis, by) in &check.factors {
            let index = &shape.index[*axis];
            match by {
                By::Known(n) => {
                    for l in 0..32 {
                        values[l] = values[l].wrapping_sub(n.wrapping_mul(index[l]));
                    }
                }
                By::Symbol(s, o) => {
                    let by = operand(*o, at, w);
                    for l in 0..32 {
                        let n = widened(by[l], s).wrapping_mul(index[l]);
                        values[l] = values[l].wrapping_sub(n);
                    }
                }
            }
        }
        for v in &mut values {
            *v &= check.bits;
        }
        let thread = |l: usize| at.warp * 32 + l as u32;
        let first = at.mask.trailing_zeros() as usize & 31;
        if let Some(base) = check.base {
            if let Some(l) = lanes(at.mask).find(|l| values[*l] != base) {
                self.fail(number, at, None, (thread(l), values[l]));
            }
            return;
        }
        let irreducible = plan.needs[at.program.block_of[at.pc as usize] as usize].irreducible;
        let one_group = check.within.is_none() && at.mask & !w.last.mask == 0;
        if irreducible || one_group {
            let other = differs(&values, at.mask, values[first]);
            if other != 0 {
                let l = other.trailing_zeros() as usize;
                self.fail(number, at, Some((thread(first), values[first])), (thread(l), values[l]));
                return;
            }
            if irreducible {
                return;
            }
            let record = if check.scope == Scope::Block { w.last.block } else { w.last.warp };
            if record == TOGETHER {
                return;
            }
            let Some(slot) = slot(&mut b.records, record, check.slot) else {
                self.unchecked += 1;
                return;
            };
            if let Some(had) = met(slot, values[first], thread(first)) {
                self.fail(number, at, Some(had), (thread(first), values[first]));
            }
            return;
        }
        let groups = check.within.map(|g| &plan.groups[g as usize][at.warp as usize]);
        let mut wrong = None;
        let mut unchecked = false;
        for l in lanes(at.mask) {
            let record = if check.scope == Scope::Block { w.block[l] } else { w.warp[l] };
            let at = check.slot + groups.map_or(0, |g| g[l]);
            match slot(&mut b.records, record, at) {
                Some(s) => {
                    if let Some(had) = met(s, values[l], thread(l)) {
                        wrong = wrong.or(Some((had, l)));
                    }
                }
                None => unchecked = true,
            }
        }
        self.unchecked += u64::from(unchecked);
        if let Some((had, l)) = wrong {
            self.fail(number, at, Some(had), (thread(l), values[l]));
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
        let count = &mut self.violations[check.claim as usize];
        *count += 1;
        if *count > 1 || self.failed.len() >= MOST_SHOWN {
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
                    By::Symbol(s, o) => widened(operand(*o, at, w)[lane], s),
                };
                let index = shape.index[*axis][thread as usize % 32];
                value = value.wrapping_add(n.wrapping_mul(index));
            }
            Had { thread, value: value & check.bits }
        };
        self.failed.push(Failed {
            check: number,
            ctaid: at.ctaid,
            instance: at.instance(lane),
            first: first.map(had),
            second: had(second),
        });
    }

    /// Lanes leave the instances that they were at.
    fn leave(&mut self, at: &Moment<'_>) {
        let plan = self.plan;
        let b = &mut self.under_way[self.current];
        let w = &b.warps[at.warp as usize];
        let exists = plan.warps[at.warp as usize].exists.count_ones();
        let records = &mut b.records;
        let mut part = |code_block: u32, block: u32, warp: u32, lanes: u32| {
            if block < TOGETHER {
                records.leave(block, 2 * code_block, 0, lanes, plan.threads);
            }
            if warp < TOGETHER {
                records.leave(warp, 2 * code_block + 1, at.warp, lanes, exists);
            }
        };
        if at.mask & !w.last.mask == 0 {
            let g = w.last;
            part(g.code_block, g.block, g.warp, at.mask.count_ones());
        } else {
            for l in lanes(at.mask) {
                part(w.code_block[l], w.block[l], w.warp[l], 1);
            }
        }
    }

    /// Finds the records of the instances that lanes come to.
    fn arrive(&mut self, at: &Moment<'_>) {
        let plan = self.plan;
        let code_block = at.program.block_of[at.pc as usize];
        let need = plan.needs[code_block as usize];
        let whole = plan.warps[at.warp as usize].exists == at.mask && !need.splits;
        let b = &mut self.under_way[self.current];
        let (records, room) = (&mut b.records, &mut self.room);
        let mut find = |instance: u64, whole: bool| {
            let key = |kind, warp| Key { kind: 2 * code_block + kind, warp, instance };
            let block = match need.block_slots {
                0 => TOGETHER,
                n => records.find(key(0, 0), n, room),
            };
            let warp = match need.warp_slots {
                0 => TOGETHER,
                _ if whole => TOGETHER,
                n => records.find(key(1, at.warp), n, room),
            };
            (block, warp)
        };
        let w = &mut b.warps[at.warp as usize];
        let first = at.mask.trailing_zeros() as usize & 31;
        if need.block_slots + need.warp_slots == 0 || same_instance(at, first) {
            let (block, warp) = find(instance(at, first), whole);
            for l in 0..32 {
                let mine = at.mask >> l & 1 == 1;
                w.code_block[l] = if mine { code_block } else { w.code_block[l] };
                w.block[l] = if mine { block } else { w.block[l] };
                w.warp[l] = if mine { warp } else { w.warp[l] };
            }
            w.last = Group { mask: at.mask, code_block, block, warp };
            return;
        }
        for l in lanes(at.mask) {
            let (block, warp) = find(instance(at, l), false);
            w.code_block[l] = code_block;
            w.block[l] = block;
            w.warp[l] = warp;
        }
        // Nobody is certain to be at one instance with another.
        w.last = Group { mask: 0, code_block, block: NONE, warp: NONE };
    }
}

impl Observer for Checker<'_> {
    fn entered(&mut self, at: &Moment<'_>) {
        self.select(at.ctaid);
        let plan = self.plan;
        let w = &mut self.under_way[self.current].warps[at.warp as usize];
        if !std::mem::replace(&mut w.begun, true) {
            for (kept, row) in w.shadows.iter_mut().zip(&plan.shadows) {
                *kept = at.row(*row);
            }
        }
        self.leave(at);
        self.arrive(at);
        let span = plan.entries[at.program.block_of[at.pc as usize] as usize];
        if span.claims != 0 {
            self.run(span, at);
        }
    }

    fn executed(&mut self, at: &Moment<'_>) {
        let span = self.plan.code[at.pc as usize];
        if span.claims != 0 {
            self.select(at.ctaid);
            self.run(span, at);
        }
        if span.shadows {
            self.select(at.ctaid);
            let w = &mut self.under_way[self.current].warps[at.warp as usize];
            for (kept, row) in w.shadows.iter_mut().zip(&self.plan.shadows) {
                // Lanes that do not take part have what they had: their rows did not change.
                *kept = at.row(*row);
            }
        }
    }

    fn branches(&mut self, at: &Moment<'_>) {
        self.executed(at);
    }

    fn ended(&mut self, ctaid: [u32; 3]) {
        if let Some(k) = self.under_way.iter().position(|b| b.ctaid == ctaid) {
            let mut b = self.under_way.swap_remove(k);
            b.records.clear(&mut self.room);
            self.spare.push(b);
        }
    }
}

fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |l| mask >> l & 1 == 1)
}

fn operand(o: Operand, at: &Moment<'_>, w: &WarpState) -> [u64; 32] {
    match o.shadow {
        Some(k) => w.shadows[k as usize],
        None => at.row(o.row),
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

/// The lanes that have another value.
fn differs(values: &[u64; 32], mask: u32, value: u64) -> u32 {
    let mut any = 0;
    let mut each = [0u64; 32];
    for l in 0..32 {
        each[l] = values[l] ^ value;
        any |= each[l];
    }
    if any == 0 {
        return 0;
    }
    (0..32).fold(0, |m, l| m | u32::from(each[l] != 0) << l) & mask
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

/// A number for a lane's instance of the block it enters. Up to two cycles deep no two instances share one; deeper, two
/// of a million do with a probability of 2^-25.
fn instance(at: &Moment<'_>, lane: usize) -> u64 {
    let mut key = 0;
    for (depth, count) in at.counts(lane).enumerate() {
        key = match depth {
            0 => u64::from(count),
            1 => key | u64::from(count) << 32,
            _ => mix(key).wrapping_add(u64::from(count)),
        };
    }
    key
}

/// Whether all lanes are at the instance that one is at.
fn same_instance(at: &Moment<'_>, lane: usize) -> bool {
    at.count_rows().all(|row| {
        let mut differ = 0;
        for (l, count) in row.iter().enumerate() {
            differ |= u32::from(*count != row[lane]) << l;
        }
        differ & at.mask == 0
    })
}

//! How many registers values take: what a pass that lengthens live ranges asks before it does.
//!
//! Idea: at each block's start and end the values that live there are counted in units of 32 bits; where somebody asks for fewer registers than [`USUAL`], to the fuller of the two is added
//! what of values of the block alone lives at its fullest statement, or what a call takes ([`OF_CALL`]; docs/decisions/0146-rematerialization.md); predicates, which have registers of their own, count nothing. A cycle has the pressure of its fullest block, because what comes in from before lives all through it. The
//! limit is what the launch bounds leave each thread, or [`USUAL`].
//!
//! Source: liveness after A. Appel, "Modern Compiler Implementation", section 10.1 ([`LiveBlocks`]). It is an estimate: parts of trees
//! are not counted, what dies in a block is counted all through it, and ptxas orders, and evaluates again, as it likes.
//! Cost: the values' live ranges in blocks, 64 values at a time.

use optx_ir::cycles::Cycles;
use optx_ir::grouped::Grouped;
use optx_ir::live_blocks::{LiveBlocks, TOGETHER};
use optx_ir::walk::Walk;
use optx_ir::{AuxKind, BbId, CrId, Func, StmtOp};
use optx_whirl::{IntrinsicClass, Mtype, Multiprocessor, PuKind};

/// The registers that a kernel without bounds is to get along with: with them half of the threads that a multiprocessor holds are there.
pub const USUAL: u32 = 64;

/// Registers in use, in units of 32 bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Pressure {
    limit: u32,
    /// By block.
    live: Vec<u32>,
    /// By cycle: its fullest block, with what was charged to the cycle and within it; and what was charged to it alone.
    fullest: Vec<u32>,
    charged: Vec<u32>,
    /// By block: the cycle that it heads.
    heads: Vec<Option<u32>>,
    parents: Vec<Option<usize>>,
    innermost: Vec<Option<u32>>,
}

impl Pressure {
    /// Of a function in form Ssa.
    pub fn of(f: &Func, cycles: &Cycles) -> Pressure {
        let live = live_units(f);
        let count = cycles.all().len();
        let mut pressure = Pressure {
            limit: limit(f),
            live,
            fullest: vec![0; count],
            charged: vec![0; count],
            heads: vec![None; f.bbs.len()],
            parents: cycles.all().iter().map(|cycle| cycle.parent).collect(),
            innermost: vec![None; f.bbs.len()],
        };
        for &bb in &f.layout {
            if let Some(k) = cycles.innermost(bb) {
                pressure.innermost[bb.index()] = Some(k as u32);
                pressure.fullest[k] = pressure.fullest[k].max(pressure.live[bb.index()]);
            }
        }
        // Nested cycles come first.
        for (k, cycle) in cycles.all().iter().enumerate() {
            pressure.heads[cycle.header.index()] = Some(k as u32);
            if let Some(parent) = cycle.parent {
                pressure.fullest[parent] = pressure.fullest[parent].max(pressure.fullest[k]);
            }
        }
        pressure
    }

    /// The units that live at a block's start or its end, whichever is more.
    pub fn live(&self, bb: BbId) -> u32 {
        self.live[bb.index()]
    }

    /// The units that are free where a block starts, all through the cycle that it heads.
    pub fn room(&self, bb: BbId) -> u32 {
        let (own, mut around) = match self.heads[bb.index()] {
            Some(k) => (self.fullest[k as usize], self.parents[k as usize]),
            None => (self.live[bb.index()], self.innermost[bb.index()].map(|k| k as usize)),
        };
        let mut used = own;
        while let Some(k) = around {
            used += self.charged[k];
            around = self.parents[k];
        }
        self.limit.saturating_sub(used)
    }

    /// Takes units at all of some blocks; false, and nothing, where one of them has no room.
    pub fn take(&mut self, blocks: impl Iterator<Item = BbId> + Clone, units: u32) -> bool {
        let has_room = blocks.clone().all(|bb| self.room(bb) >= units);
        if has_room {
            blocks.for_each(|bb| self.charge(bb, units));
        }
        has_room
    }

    /// Takes units where a block starts, all through the cycle that it heads.
    pub fn charge(&mut self, bb: BbId, units: u32) {
        let Some(k) = self.heads[bb.index()] else {
            self.live[bb.index()] += units;
            return;
        };
        self.charged[k as usize] += units;
        self.fullest[k as usize] += units;
        let (mut full, mut around) = (self.fullest[k as usize], self.parents[k as usize]);
        while let Some(k) = around {
            full = full.max(self.fullest[k]);
            self.fullest[k] = full;
            around = self.parents[k];
        }
    }
}

/// The units that a thread may use.
pub fn limit(f: &Func) -> u32 {
    let bounds = within_bounds(f).unwrap_or(USUAL);
    cap(f).map_or(bounds, |count| units_within(count).min(bounds))
}

/// The registers that launch bounds leave a thread.
fn within_bounds(f: &Func) -> Option<u32> {
    let of = Multiprocessor::of(f.arch);
    f.launch_bounds.map(|b| of.registers(b.max_threads, b.min_blocks.unwrap_or(1)))
}

/// The registers that a cap leaves a thread: what ptxas raises it takes as it raises it.
fn cap(f: &Func) -> Option<u32> {
    f.max_registers.map(|count| count.max(Multiprocessor::of(f.arch).least))
}

/// True for a kernel in form Ssa that is asked for fewer registers than it takes: slots of the warp may help it.
pub fn exceeds(f: &Func) -> bool {
    let asked = cap(f).into_iter().chain(within_bounds(f)).min();
    let is_limit = |asked: &u32| f.kind == PuKind::Kernel && *asked < Multiprocessor::MOST;
    let Some(asked) = asked.filter(is_limit) else { return false };
    live_units(f).into_iter().max().is_some_and(|units| units > units_of(asked))
}

/// What ptxas takes beside what lives, and of what lives so many tenths: it orders instructions anew. A line through 131 public kernels
/// (docs/decisions/0146-rematerialization.md), off by 17 % in the mean.
const OVERHEAD: u32 = 9;
const TENTHS: u32 = 9;
/// So many more are kept free where a limit is asked for: what is spilled is dearer than what is evaluated again.
const SPARE: u32 = 5;

/// A call takes so many units more than what lives behind it, since that cannot be where the callee writes. ptxas (13.5) takes 20 registers more than what
/// lives across a call of `vprintf` on sm_80, and 17 on sm_90, from 16 units to 50, where without the call it takes 8 more
/// (`runtime-tests/tests/recomputation.rs` holds it). So it is about functions of the module that ptxas does not inline.
pub const OF_CALL: u32 = 12;

/// About how many registers ptxas takes where so many units live at the fullest place.
pub fn estimate(units: u32) -> u32 {
    (OVERHEAD + units * TENTHS / 10).min(Multiprocessor::MOST)
}

/// The units that may live for ptxas to take about so many registers.
pub fn units_of(registers: u32) -> u32 {
    registers.saturating_sub(OVERHEAD) * 10 / TENTHS
}

/// The same for a limit that is asked for.
pub fn units_within(registers: u32) -> u32 {
    units_of(registers.saturating_sub(SPARE))
}

/// The registers that a value takes; a predicate has its own.
pub fn units(mtype: Mtype) -> u32 {
    if mtype == Mtype::B { 0 } else { mtype.size().div_ceil(4) }
}

/// By block, the units that live at its start or its end, whichever is more.
fn live_units(f: &Func) -> Vec<u32> {
    // Values with the blocks that read them, but for those that define them; a block may stand there again.
    let mut reads: Vec<(u32, u32)> = Vec::new();
    let mut walk = Walk::new();
    let mut read = |version: CrId, bb: BbId| {
        let is_register = f.aux_of(version).is_some_and(|a| f.auxes[a].kind != AuxKind::Memory);
        if is_register && units(f.mtype(version)) > 0 && f.def_block(version) != Some(bb) {
            reads.push((version.index() as u32, bb.index() as u32));
        }
    };
    for &bb in &f.layout {
        walk.forget();
        f.for_each_use_in(bb, |_, root, _| {
            walk.variables(&f.codemap, root, |version, _| read(version, bb));
        });
        for phi in &f.bbs[bb].phis {
            let each = phi.operands.iter().zip(f.bbs[bb].preds());
            each.for_each(|(&operand, &pred)| read(operand, pred));
        }
    }
    let reads = Grouped::of(f.codemap.len(), &reads);
    let mut places = vec![0; f.bbs.len()];
    for (place, bb) in f.layout.iter().enumerate() {
        places[bb.index()] = place as u32;
    }
    let mut live = LiveBlocks::new(places);
    let mut most = vec![(0u32, 0u32); f.bbs.len()];
    let entry = f.entry();
    let lists = (0..reads.count()).map(|k| (k, reads.list(k)));
    let mut lists = lists.filter(|(_, list)| !list.is_empty()).peekable();
    while lists.peek().is_some() {
        let mut wide = 0u64;
        for (k, (version, list)) in lists.by_ref().take(TOGETHER).enumerate() {
            let version = CrId::from_index(version);
            wide |= u64::from(units(f.mtype(version)) > 1) << k;
            live.writes(f.def_block(version).unwrap_or(entry).index() as u32, k);
            list.iter().for_each(|&bb| live.reads(bb, k));
        }
        live.spread(|bb| {
            let preds = f.bbs[BbId::from_index(bb as usize)].preds();
            preds.iter().map(|pred| pred.index() as u32)
        });
        let count = |bits: u64| bits.count_ones() + (bits & wide).count_ones();
        live.drain(|bb, live_in, live_out| {
            let (start, end) = &mut most[bb as usize];
            (*start, *end) = (*start + count(live_in), *end + count(live_out));
        });
    }
    let mut units: Vec<u32> = most.into_iter().map(|(start, end)| start.max(end)).collect();
    if limit(f) < USUAL {
        units.iter_mut().zip(local_units(f)).for_each(|(units, local)| *units += local);
    }
    units
}

/// True where a statement calls.
fn is_call(op: &StmtOp) -> bool {
    match op {
        StmtOp::Call(_) => true,
        StmtOp::Intrinsic { intrinsic, .. } => intrinsic.class() == IntrinsicClass::External,
        _ => false,
    }
}

/// By block, the units at its fullest place of values that are set and read in it alone, and of its calls.
fn local_units(f: &Func) -> Vec<u32> {
    let mut most = vec![0; f.bbs.len()];
    // By version, the last statement of its block that reads it, plus 1; 0 for none, and for one that others read too.
    let mut last: Vec<u32> = vec![0; f.codemap.len()];
    let mut is_read_elsewhere = vec![false; f.codemap.len()];
    let mut walk = Walk::new();
    for &bb in &f.layout {
        walk.forget();
        f.for_each_use_in(bb, |_, root, _| {
            walk.variables(&f.codemap, root, |version, _| {
                if f.def_block(version) != Some(bb) {
                    is_read_elsewhere[version.index()] = true;
                }
            });
        });
        for phi in &f.bbs[bb].phis {
            phi.operands.iter().for_each(|operand| is_read_elsewhere[operand.index()] = true);
        }
    }
    for &bb in &f.layout {
        let mut step: Option<usize> = None;
        let mut ends: Vec<u32> = Vec::new();
        f.for_each_use_in(bb, |k, root, _| {
            if step != Some(k) {
                step = Some(k);
                walk.forget();
            }
            walk.variables(&f.codemap, root, |version, _| {
                if f.def_block(version) == Some(bb) && !is_read_elsewhere[version.index()] {
                    last[version.index()] = k as u32 + 1;
                }
            });
        });
        let count = f.bbs[bb].stmts.len() + 1;
        ends.resize(count + 1, 0);
        let mut now = 0;
        for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
            now -= ends[k];
            let call = if is_call(&f.stmts[s].op) { OF_CALL } else { 0 };
            most[bb.index()] = (now + call).max(most[bb.index()]);
            for &result in &f.stmts[s].results {
                let end = last.get(result.index()).copied().unwrap_or(0) as usize;
                let is_register =
                    f.aux_of(result).is_some_and(|a| f.auxes[a].kind != AuxKind::Memory);
                if end > k + 1 && is_register {
                    let units = units(f.mtype(result));
                    now += units;
                    ends[end.min(count)] += units;
                }
            }
            most[bb.index()] = now.max(most[bb.index()]);
        }
    }
    most
}

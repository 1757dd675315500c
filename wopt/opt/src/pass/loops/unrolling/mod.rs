//! Full unrolling: loops whose iterations are few and known, copied one behind the other.
//!
//! Idea: [`Simulation`] runs a loop's iterations on what constants tell. If it ends, and what the iterations cost once folded is little, all
//! but the last are *peeled*: copies of the loop's blocks before it, each leading to the next. No condition is taken out: constant propagation
//! then decides them, and the last one's way back goes with them. So what is copied is right even if the count were wrong. Inner loops go
//! first; in a round all that do not overlap, and rounds until nothing changes, since what an outer loop's index decides of an inner one's
//! bounds is known once the outer is copied, and what a loop behind another begins with or ends at once that is.
//!
//! Source: the loops chapter of Allen and Kennedy, "Optimizing Compilers for Modern Architectures", for peeling and unrolling; what is counted is what LLVM's
//! LoopUnroll counts.
//! Legality: an iteration's copy runs where that iteration ran, under the same conditions. A convergent operation may be copied with them all, since each
//! of its copies is come to by those that came to that iteration together. Inline PTX that declares a label is not copied: it would stand there twice.
//! Worth: without a pragma what is copied of a loop nest costs no more than [`MOST_COST`] together, folded. `#pragma unroll` asks for up to [`MOST_ASKED`], `#pragma unroll 1`
//! and `nounroll` for nothing.
//! Cost: the simulation ends with what may be copied; the copies are as many statements as are counted, or [`MOST_RAW`] before they are folded; each round
//! is a walk over the function.

mod choice;
mod counting;
pub mod partial;
mod peel;
mod reason;
mod rest_first;

use crate::analysis::loops::{Loop, Simulation};
use crate::kit::context::Cx;
use crate::kit::loop_copies::{may_be_copied, renew, with_copies};
use crate::kit::ssa::SsaUpdate;
use crate::kit::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::edit::Clones;
use optx_ir::walk::Rewrite;
use optx_ir::{BbId, CrId, Func, SideTable};
use optx_whirl::RemarkKind;
use optx_whirl::fixed_hash::Map;
use reason::Reason;

/// What the copies of one nest of loops may cost together once folded: about half as many machine instructions, since later passes share what
/// copies have in common (docs/decisions/0074-how-much-is-unrolled.md).
const MOST_COST: u32 = 800;

/// The same where the source asks for it.
const MOST_ASKED: u32 = 8192;

/// So many statements, as they are before anything is folded, are copied in a loop that nobody asked to unroll, by as many as that cost more.
const MOST_RAW: usize = 2048;

/// So many statements may stand in a function in the end, beside those it had; as many again where pragmas ask for copies in part.
const MOST_GROWTH: usize = 32768;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("full-unrolling");
    let mut search: Search = cx.rounds.take();
    let cycles = cx.analyses.cycles(f);
    let chosen = search.choose(f, cx, &cycles);
    if chosen.is_empty() {
        search.tell(f, cx);
        return stats;
    }
    let mut copying = Copying::new();
    let mut before = Map::default();
    for (mut lp, Copied { count, times, cost }) in chosen {
        stats.add("loops unrolled", 1);
        stats.add("iterations copied", u64::from(times));
        let at = reason::place(f, &cx.facts.module.locs, &cycles, lp.cycle);
        cx.remarks.tell(RemarkKind::Passed, at, || {
            format!("the loop is unrolled wholly: {count} iterations")
        });
        cx.remarks.tell(RemarkKind::Analysis, at, || {
            format!("the copies of the loop cost {cost} once folded")
        });
        let heads = search.heads(&cycles, &lp);
        // What the counter of the one around them decides is known in each copy, and in the last iteration.
        for &(head, nest) in &heads {
            *search.stays.entry(head) = false;
            *search.nests.entry(head) = Some(nest);
        }
        let copies = peel::peel(f, &cycles, &mut lp, times, &mut copying);
        for copy in &copies.clones {
            heads.iter().for_each(|&(head, nest)| {
                *search.nests.entry(copy.block(head)) = Some(nest);
            });
        }
        before.insert(lp.header, copies.blocks);
    }
    // A bound may be what a copied loop gave.
    search.forget_unknown(&cycles);
    f.layout = with_copies(&f.layout, before);
    renew(f, cx, copying.update);
    stats.add("what they cost folded", std::mem::take(&mut search.added));
    match cx.rounds.is_last() {
        true => search.tell(f, cx),
        false => cx.rounds.keep(search),
    }
    stats
}

/// The copying of a function's loops.
struct Copying {
    /// Is told of the versions that have copies, and run once all are made.
    update: SsaUpdate,
    /// Makes the trees of the copies.
    rewrite: Rewrite,
}

impl Copying {
    fn new() -> Copying {
        Copying { update: SsaUpdate::new(), rewrite: Rewrite::keeping() }
    }
}

/// A copied header is entered from one block alone, which brings values for its phis.
fn enter_alone(f: &mut Func, head: BbId, from: BbId, values: &[CrId]) {
    *f.preds_mut(head) = vec![from];
    for (phi, &value) in f.bbs[head].phis.iter_mut().zip(values) {
        phi.operands = vec![value];
    }
}

/// What versions are in a copy.
fn in_copy(copy: &Clones, versions: &[CrId]) -> Vec<CrId> {
    versions.iter().map(|&version| copy.version(version)).collect()
}

/// A loop that is to be unrolled.
#[derive(Clone, Copy)]
struct Copied {
    /// So many iterations it has.
    count: u32,
    /// So many are copied.
    times: u32,
    /// What all but the first cost, folded.
    cost: u32,
}

/// What is known of the loops of a function from round to round.
struct Search {
    simulation: Simulation,
    /// Loops that stay as long as nothing in them changes, by header.
    stays: SideTable<BbId, bool>,
    /// The header of the outermost loop that a copied loop was in, by header.
    nests: SideTable<BbId, Option<BbId>>,
    /// What was copied of a nest costs, by the header of its outermost loop.
    spent: SideTable<BbId, u32>,
    /// So many statements may be copied yet.
    room: usize,
    /// What all copies cost, folded.
    added: u64,
    /// Why loops stay, by header.
    reasons: SideTable<BbId, Option<Reason>>,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            simulation: Simulation::default(),
            stays: SideTable::new(false),
            nests: SideTable::new(None),
            spent: SideTable::new(0),
            room: MOST_GROWTH,
            added: 0,
            reasons: SideTable::new(None),
        }
    }
}

impl Search {
    /// The loops to be unrolled in this round, no two of which overlap, with the number of their iterations and what the copies cost.
    fn choose(&mut self, f: &mut Func, cx: &Cx<'_>, cycles: &Cycles) -> Vec<(Loop, Copied)> {
        let mut chosen: Vec<(Loop, Copied)> = Vec::new();
        // Cycles that hold a chosen one.
        let mut is_touched = vec![false; cycles.all().len()];
        // An outermost cycle comes behind all that it holds.
        let mut outermost = vec![BbId::from_index(0); cycles.all().len()];
        for k in (0..cycles.all().len()).rev() {
            let cycle = &cycles.all()[k];
            outermost[k] = cycle.parent.map_or(cycle.header, |parent| outermost[parent]);
        }
        for k in 0..cycles.all().len() {
            let cycle = &cycles.all()[k];
            let nest = self.nests.get(cycle.header).unwrap_or(outermost[k]);
            if !is_touched[k] && !*self.stays.get(cycle.header) {
                let (lp, head) = (Loop::of(f, cycles, k), cycle.header);
                let lp = lp.ok_or(Reason::Entered);
                match lp.and_then(|lp| Ok((self.iterations(f, cx, cycles, &lp, nest)?, lp))) {
                    Ok((count, lp)) => {
                        chosen.push((lp, count));
                        *self.nests.entry(head) = Some(nest);
                        is_touched[k] = true;
                    }
                    Err(reason) => {
                        *self.stays.entry(head) = true;
                        *self.reasons.entry(head) = Some(reason);
                    }
                }
            }
            if let Some(parent) = cycle.parent {
                is_touched[parent] |= is_touched[k];
            }
        }
        chosen
    }

    /// How many iterations a loop that is to be unrolled has, and what their copies cost; what they are and cost is spent.
    fn iterations(
        &mut self,
        f: &mut Func,
        cx: &Cx<'_>,
        cycles: &Cycles,
        lp: &Loop,
        nest: BbId,
    ) -> Result<Copied, Reason> {
        let asked = f.bbs[lp.header].unroll;
        let most = match asked {
            Some(1) => return Err(Reason::Forbidden),
            Some(_) => MOST_ASKED,
            None if cx.facts.module.options.opt_level < 3 => return Err(Reason::Level),
            None => MOST_COST.saturating_sub(*self.spent.get(nest)),
        };
        let raw = if asked.is_some() { MOST_GROWTH } else { MOST_RAW };
        let mut statements = 0;
        for &bb in cycles.blocks(lp.cycle) {
            statements += f.bbs[bb].stmts.len() + f.bbs[bb].phis.len() + 1;
            if statements > raw {
                return Err(Reason::Statements(raw));
            }
            if !may_be_copied(f, bb) {
                return Err(Reason::Label);
            }
        }
        self.simulation.begin(f, cycles, lp);
        let (mut count, mut first, mut cost) = (0u32, 0, 0u32);
        loop {
            let iteration = self.simulation.iterate(f, cx.facts.module, lp);
            count += 1;
            cost = cost.saturating_add(iteration.cost);
            if count == 1 {
                first = cost;
            }
            let copied = statements.saturating_mul(count as usize - 1);
            if cost > most {
                return Err(Reason::Dear(most));
            }
            if copied > raw.min(self.room) {
                return Err(Reason::Statements(raw.min(self.room)));
            }
            if !iteration.repeats {
                if count == 1 {
                    return Err(Reason::Once);
                }
                self.room -= copied;
                *self.spent.entry(nest) += cost - first;
                self.added += u64::from(cost - first);
                // The last test of such is decided in a copy alone, where a phi is what enters it.
                let times = if iteration.by_version { count } else { count - 1 };
                return Ok(Copied { count, times, cost: cost - first });
            }
            if !iteration.is_decided {
                return Err(Reason::CountUnknown);
            }
            if let Some(by) = asked.filter(|&by| by > 0 && u64::from(count) >= by) {
                return Err(Reason::MoreThanAsked(by));
            }
        }
    }

    /// Loops of which it was not known how many iterations they have are looked at once more.
    fn forget_unknown(&mut self, cycles: &Cycles) {
        for cycle in cycles.all() {
            if let Some(Reason::CountUnknown) = self.reasons.get(cycle.header) {
                *self.stays.entry(cycle.header) = false;
                *self.reasons.entry(cycle.header) = None;
            }
        }
    }

    /// Tells why loops stay, where somebody asked for remarks, or where the source wants all copies or more than [`partial`] makes, and
    /// all that speaks against them is how much they would be.
    fn tell(&self, f: &Func, cx: &mut Cx<'_>) {
        let cycles = cx.analyses.cycles(f);
        for (k, cycle) in cycles.all().iter().enumerate() {
            let Some(reason) = *self.reasons.get(cycle.header) else { continue };
            let is_much = matches!(reason, Reason::Dear(_) | Reason::Statements(_));
            let asked = f.bbs[cycle.header].unroll;
            let insists = is_much && asked.is_some_and(|by| by == 0 || by > partial::MOST_ASKED);
            if !insists && (reason.is_none() || !cx.remarks.asks(RemarkKind::Missed)) {
                continue;
            }
            let at = reason::place(f, &cx.facts.module.locs, &cycles, k);
            let message = format!("the loop is not unrolled wholly: {reason}");
            cx.remarks.insist(RemarkKind::Missed, at, message);
        }
    }

    /// The headers of a loop and of those in it, each with its nest.
    fn heads(&self, cycles: &Cycles, lp: &Loop) -> Vec<(BbId, BbId)> {
        let nest = self.nests.get(lp.header).unwrap_or(lp.header);
        let is_head =
            |bb: &BbId| cycles.innermost(*bb).is_some_and(|k| cycles.all()[k].header == *bb);
        let heads = cycles.blocks(lp.cycle).iter().copied().filter(is_head);
        heads.map(|head| (head, self.nests.get(head).unwrap_or(nest))).collect()
    }
}

/// What stands in blocks: statements, phis, and what ends each.
fn statements(f: &Func, blocks: &[BbId]) -> usize {
    blocks.iter().map(|&bb| f.bbs[bb].stmts.len() + f.bbs[bb].phis.len() + 1).sum()
}

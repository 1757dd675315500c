//! Loops: cycles that control enters by their header alone, and the changes of shape that passes over them ask for.
//!
//! A loop is a reducible cycle ([`optx_ir::cycles`]): its header dominates its blocks. A *latch* is a block of it that goes back to the
//! header. [`Loop::single_entry`] and [`Loop::single_latch`] give a loop one block before it and one latch where it has several; the new block merges
//! what the ways into the header brought, and holds nothing else.
//!
//! Source: Allen and Kennedy, "Optimizing Compilers for Modern Architectures", for the words; the shapes are those of LLVM's
//! LoopSimplify, made for the loops that are changed and for no others.
//! Legality: a block between a block and its only successor on those ways runs as often as control passes there.

mod counter;
mod simulation;

pub(crate) use counter::widened;
pub use counter::{Counter, ExitTest};
pub use simulation::{Iteration, Simulation};

use optx_ir::cycles::Cycles;
use optx_ir::{BbId, CrId, Func, Phi, SideTable, Terminator};

/// A cycle that is entered by its header alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its number among the cycles.
    pub cycle: usize,
    /// The block that dominates the others.
    pub header: BbId,
    /// Predecessors of the header outside.
    pub entries: Vec<BbId>,
    /// Predecessors of the header inside.
    pub latches: Vec<BbId>,
}

impl Loop {
    /// The loop that a cycle is; None where control enters it elsewhere too, or where the function begins with it.
    pub fn of(f: &Func, cycles: &Cycles, cycle: usize) -> Option<Loop> {
        let header = cycles.all()[cycle].header;
        let holds = |bb: &BbId| cycles.holds(cycle, *bb);
        let (latches, entries) = f.bbs[header].preds().iter().copied().partition(holds);
        let found = Loop { cycle, header, entries, latches };
        (cycles.is_entered_at_header(cycle) && !found.entries.is_empty() && header != f.entry())
            .then_some(found)
    }

    /// Finds the entries anew, where copies of another loop may lead here by now.
    pub fn renew_entries(&mut self, f: &Func) {
        let preds = f.bbs[self.header].preds().iter().copied();
        self.entries = preds.filter(|pred| !self.latches.contains(pred)).collect();
    }

    /// What each phi of the header takes from a predecessor of it.
    pub fn brought(&self, f: &Func, pred: BbId) -> Vec<CrId> {
        let block = &f.bbs[self.header];
        let place = block.preds().iter().position(|&p| p == pred);
        place.map_or(Vec::new(), |k| block.phis.iter().map(|phi| phi.operands[k]).collect())
    }

    /// The one block outside that goes to the header, made where there are several.
    pub fn single_entry(&mut self, f: &mut Func) -> BbId {
        if self.entries.len() != 1 {
            self.entries = vec![join_ways(f, self.header, &self.entries)];
        }
        self.entries[0]
    }

    /// The one latch, made where there are several. The new block belongs to the cycle, of which `cycles` does not know.
    pub fn single_latch(&mut self, f: &mut Func) -> BbId {
        if self.latches.len() != 1 {
            self.latches = vec![join_ways(f, self.header, &self.latches)];
        }
        self.latches[0]
    }
}

/// A block between several predecessors of a block and that block, in the layout behind the last of them; it merges what they bring.
fn join_ways(f: &mut Func, to: BbId, preds: &[BbId]) -> BbId {
    let is_moved: Vec<bool> = f.bbs[to].preds().iter().map(|pred| preds.contains(pred)).collect();
    let (ways, mut others) = parted(f.bbs[to].preds(), &is_moved);
    let at = f.layout.iter().rposition(|bb| ways.contains(bb)).map_or(f.layout.len(), |k| k + 1);
    let loc = f.bbs[to].loc;
    let block = f.add_block(Terminator::Goto(to), loc, ways.clone());
    ways.iter().for_each(|&pred| f.retarget(pred, to, block));
    f.layout.insert(at, block);
    others.push(block);
    *f.preds_mut(to) = others;
    for k in 0..f.bbs[to].phis.len() {
        let phi = &f.bbs[to].phis[k];
        let (aux, (moved, mut kept)) = (phi.aux, parted(&phi.operands, &is_moved));
        let merged = if moved.iter().all(|&o| o == moved[0]) {
            moved[0]
        } else {
            let result = f.new_version(aux);
            f.add_phi(block, Phi { aux, result, operands: moved });
            result
        };
        kept.push(merged);
        f.bbs[to].phis[k].operands = kept;
    }
    block
}

/// Those of a list that are marked, and the others.
fn parted<T: Copy>(list: &[T], is_marked: &[bool]) -> (Vec<T>, Vec<T>) {
    let (marked, others): (Vec<_>, Vec<_>) = list.iter().zip(is_marked).partition(|(_, m)| **m);
    let values = |pairs: Vec<(&T, &bool)>| pairs.into_iter().map(|(&value, _)| value).collect();
    (values(marked), values(others))
}

/// The blocks of a cycle, each behind its predecessors but for those that go back: reverse postorder from the header.
/// The table and a number that stands nowhere in it say what was met.
fn in_order(
    f: &Func,
    cycles: &Cycles,
    cycle: usize,
    met: &mut SideTable<BbId, u32>,
    mark: u32,
) -> Vec<BbId> {
    let is_new = |bb| cycles.holds(cycle, bb) && met.replace(bb, mark) != mark;
    let mut order = f.postorder(cycles.all()[cycle].header, is_new);
    order.reverse();
    order
}

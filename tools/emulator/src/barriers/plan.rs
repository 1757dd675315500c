//! What there is to watch in a kernel, found when it is loaded.
//!
//! A block P shows that a thread got past the barrier in block B where P post-dominates B for threads that do not leave early, lies behind it in the body of
//! the innermost cycle around both, and is not dominated by B or outside a cycle around B. Behind: blocks are laid out so that inside a cycle
//! nothing leads back but through its header, so positions tell. Inside irreducible cycles instances are not defined:
//! only what lies outside of them is looked at.
//!
//! Cost: two dominator trees, and for each barrier its post-dominators, up to [`WORK`] in all; where a kernel has more,
//! what is beyond is not watched.

use super::leaving::{cycles, leaves, leaving};
use super::trees::Tree;
use crate::lower::program::Program;
use crate::op::{Barrier, Op};

/// Most post-dominators that are looked at.
const WORK: u32 = 1 << 22;

/// What to watch.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Barriers, by code position.
    pub sites: Vec<Site>,
    /// Ways to get past them.
    pub ways: Vec<Way>,
    /// Number of cycles whose headers are counted.
    pub slots: u32,
    /// What each block means, an index into `entries` and one; empty where there is nothing to watch.
    marks: Vec<u32>,
    entries: Vec<Entry>,
}

/// A barrier.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its code position.
    pub pc: u32,
    /// All threads of the block must reach it, not those of a warp alone.
    pub block_wide: bool,
    /// All lanes of a warp must be at one instance of it when it is complete, and may not be.
    pub compares: bool,
    /// The counters of the cycles around it, outermost first, as many as matter.
    pub slots: Vec<u32>,
    /// Its ways.
    pub ways: Vec<u32>,
}

/// Blocks that show that a thread got past a barrier.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The barrier.
    pub site: u32,
    /// The number of cycles around both: those whose counts tell instances apart.
    pub level: u32,
}

/// What entering a block means.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The counter of the cycle whose header it is.
    pub header: Option<u32>,
    /// The counters of cycles inside that one: they begin again.
    pub inner: Vec<u32>,
    /// The ways that it is on.
    pub ways: Vec<u32>,
}

impl Plan {
    /// Whether there is nothing to watch.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// What entering a block means, if anything.
    #[inline(always)]
    pub fn entry(&self, block: u32) -> Option<&Entry> {
        let mark = *self.marks.get(block as usize)?;
        self.entries.get((mark as usize).wrapping_sub(1))
    }

    /// The barrier at a code position, if it is watched.
    pub fn site(&self, pc: u32) -> Option<u32> {
        self.sites.binary_search_by_key(&pc, |s| s.pc).ok().map(|k| k as u32)
    }

    /// The plan of a program that is laid out, with the successors of its blocks.
    pub fn new(p: &Program, succs: &[Vec<u32>]) -> Self {
        let barriers: Vec<u32> = (0..p.code.len() as u32).filter(|pc| judged(p, *pc)).collect();
        if barriers.is_empty() {
            return Self::default();
        }
        Finder::new(p, succs).plan(&barriers)
    }
}

/// Whether a barrier is one that is judged: its count is not said, or all lanes of a warp must reach it.
fn judged(p: &Program, pc: u32) -> bool {
    match p.code[pc as usize].op {
        Op::Bar { op, threads, aligned, .. } => {
            op != Barrier::Arrive && (threads.is_none() || aligned)
        }
        _ => false,
    }
}

struct Finder<'a> {
    p: &'a Program,
    forward: Tree,
    /// Of the graph turned round; the last node is where threads leave the kernel.
    backward: Tree,
    /// Blocks with an edge to the header of a cycle that they are in, by cycle.
    latches: Vec<Vec<u32>>,
    work: u32,
}

impl<'a> Finder<'a> {
    fn new(p: &'a Program, succs: &[Vec<u32>]) -> Self {
        let exit = succs.len() as u32;
        let early = leaving(p, succs);
        let mut turned: Vec<Vec<u32>> = vec![Vec::new(); succs.len() + 1];
        let mut latches = vec![Vec::new(); p.cycles.len()];
        for (b, list) in succs.iter().enumerate() {
            for &s in list {
                if !early.contains(&(b as u32, s)) {
                    turned[s as usize].push(b as u32);
                }
                // An edge to the header of a cycle around both goes back to it.
                for c in cycles(p, b as u32).filter(|c| p.cycles[*c as usize].header == s) {
                    latches[c as usize].push(b as u32);
                }
            }
            let last = p.code[p.blocks[b].end as usize - 1];
            // A thread that traps goes nowhere.
            if list.is_empty() && last.op != Op::Trap {
                turned[exit as usize].push(b as u32);
            }
        }
        let (forward, backward) = (Tree::new(succs, 0), Tree::new(&turned, exit));
        Self { p, forward, backward, latches, work: WORK }
    }

    fn plan(mut self, barriers: &[u32]) -> Plan {
        let mut plan = Plan::default();
        let mut on_way: Vec<(u32, u32)> = Vec::new();
        let mut counted: Vec<u32> = Vec::new();
        for &pc in barriers {
            let block = self.p.block_of[pc as usize];
            let guarded = !self.p.code[pc as usize].guard.is_always();
            let (block_wide, aligned) = match self.p.code[pc as usize].op {
                Op::Bar { threads, aligned, .. } => (threads.is_none(), aligned),
                _ => continue,
            };
            let mut around: Vec<u32> = cycles(self.p, block).collect();
            around.reverse();
            let sure =
                around.iter().take_while(|c| !self.p.cycles[**c as usize].irreducible).count();
            let skipped = |c: &u32| {
                let passes = |l: &u32| guarded || !self.forward.dominates(block, *l);
                self.latches[*c as usize].iter().any(passes)
            };
            let compares = aligned && sure == around.len() && around.iter().any(skipped);
            let site = plan.sites.len() as u32;
            let mut ways: Vec<u32> = Vec::new();
            let mut deepest = if compares { around.len() } else { 0 };
            for (b, level) in self.passed_by(block, guarded, &around[..sure]) {
                let known = ways.iter().find(|w| plan.ways[**w as usize].level == level as u32);
                let way = known.copied().unwrap_or_else(|| {
                    plan.ways.push(Way { site, level: level as u32 });
                    ways.push(plan.ways.len() as u32 - 1);
                    plan.ways.len() as u32 - 1
                });
                on_way.push((b, way));
                deepest = deepest.max(level);
            }
            if ways.is_empty() && !compares {
                continue;
            }
            let slots = around[..deepest].iter().map(|c| slot(&mut counted, *c)).collect();
            plan.sites.push(Site { pc, block_wide, compares, slots, ways });
        }
        if !plan.sites.is_empty() {
            plan.mark(self.p, &counted, &on_way);
        }
        plan
    }

    /// The blocks whose threads got past a barrier in `block`, and how many cycles are around both.
    fn passed_by(&mut self, block: u32, guarded: bool, around: &[u32]) -> Vec<(u32, usize)> {
        let exit = self.p.blocks.len() as u32;
        let mut out: Vec<(u32, usize)> = Vec::new();
        let mut at = self.backward.above(block);
        while let Some(b) = at.filter(|b| *b != exit) {
            at = self.backward.above(b);
            if self.work == 0 {
                break;
            }
            self.work -= 1;
            let common = cycles(self.p, b).filter(|c| around.contains(c)).count();
            // Inside an irreducible cycle around both, nothing is sure.
            let deeper = cycles(self.p, block).filter(|c| !around.contains(c));
            let unsure = deeper.filter(|c| cycles(self.p, b).any(|d| d == *c)).count() > 0;
            let before = self.p.blocks[b as usize].start < self.p.blocks[block as usize].start;
            // Outside a cycle around the barrier, others may be at it in a later round.
            let rounds = common < cycles(self.p, block).count();
            let reached = !guarded && !rounds && self.forward.dominates(block, b);
            let known = out.iter().any(|o| o.1 == common && self.forward.dominates(o.0, b));
            if !(unsure || before || reached || known || leaves(self.p, b)) {
                out.push((b, common));
            }
        }
        out
    }
}

fn slot(counted: &mut Vec<u32>, cycle: u32) -> u32 {
    let at = counted.iter().position(|c| *c == cycle).unwrap_or_else(|| {
        counted.push(cycle);
        counted.len() - 1
    });
    at as u32
}

impl Plan {
    fn mark(&mut self, p: &Program, counted: &[u32], on_way: &[(u32, u32)]) {
        self.slots = counted.len() as u32;
        self.marks = vec![0; p.blocks.len()];
        for (k, c) in counted.iter().enumerate() {
            let inner = counted.iter().enumerate().filter(|(_, d)| {
                let mut above = std::iter::successors(p.cycles[**d as usize].parent, |e| {
                    p.cycles[*e as usize].parent
                });
                above.any(|e| e == *c)
            });
            let inner = inner.map(|(k, _)| k as u32).collect();
            let entry = self.entry_of(p.cycles[*c as usize].header);
            entry.header = Some(k as u32);
            entry.inner = inner;
        }
        for (b, way) in on_way {
            self.entry_of(*b).ways.push(*way);
        }
    }

    fn entry_of(&mut self, block: u32) -> &mut Entry {
        let mark = &mut self.marks[block as usize];
        if *mark == 0 {
            self.entries.push(Entry::default());
            *mark = self.entries.len() as u32;
        }
        &mut self.entries[*mark as usize - 1]
    }
}

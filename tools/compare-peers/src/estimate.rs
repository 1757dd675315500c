//! The dynamic SASS estimate: how many machine instructions the warps of a launch execute.
//!
//! Idea: the emulator says how often a warp executed each line of PTX, ptxas which line a machine instruction comes from. A
//! single instruction's count is not to be trusted, since ptxas moves and copies code; so a block has one count for all of
//! its instructions:
//!
//! 1. that of a store, atomic, barrier or exchange between lanes in it, which cannot have moved, where it has no guard (a
//!    guarded one may have been a block of its own); where ptxas copied such a line (unrolling), its executions are shared
//!    evenly among the copies in the deepest loops, so their sum stays;
//! 2. else the count that most of its instructions have, the larger one of equals; what was hoisted out of a loop that holds
//!    other instructions of its line does not vote;
//! 3. else the most of the blocks before it;
//! 4. and never more than the iterations of the loop around it, which its jumps back and the accesses to memory that every
//!    iteration makes tell, and where it may be left elsewhere than at them one more for each that came to it; or the warps that entered the function. Where the same text was also assembled without unrolling, a
//!    loop whose lines have four times the instructions that they have there iterates a fourth as often (the median over
//!    its lines).
//!
//! `@p bra exit; bra head;` is one jump in machine code, which ptxas may say is the second line's: it executes as often as the first.
//!
//! What runs only for operands that do not occur counts nothing: blocks behind `BRA.DIV` (exchanges of lanes that diverged
//! where the source has them together) and calls of the library's slow paths, which have that in their names.
//!
//! An estimate and no more: no caches, no issue slots, no latency. Compilers are compared by the same rules.

use crate::flow::Flow;
use crate::loops::postorder;
use crate::sass::{Instruction, Section};
use std::collections::HashMap;

/// What a machine instruction executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed<'a> {
    /// The instruction.
    pub instruction: &'a Instruction,
    /// Executions by warps.
    pub count: u64,
}

/// What is known of a line of PTX that is an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Executions by warps.
    pub executed: u64,
    /// It jumps, if its predicate says so.
    pub branches: bool,
}

/// Executions of all instructions of a section, whose kernel `warps` warps entered. `lines` gives what is known of a line of the
/// PTX, none for a line that is no instruction; `rolled` is the same kernel's code where ptxas unrolled nothing.
pub fn estimate<'a>(
    section: &'a Section,
    rolled: Option<&Section>,
    warps: u64,
    lines: &dyn Fn(u32) -> Option<Line>,
) -> Vec<Executed<'a>> {
    let (flows, cold, copies) = flow_of(section);
    let rolled = rolled.map(|section| flow_of(section).2.lines);
    let line_count = |i: &Instruction, depth: u32| {
        let own = i.line?;
        let before = || lines(own.saturating_sub(1)).is_some_and(|before| before.branches);
        let is_second = i.family() == "BRA" && i.guard.is_some() && !lines(own)?.branches;
        let line = if is_second && before() { own - 1 } else { own };
        let n = copies.accesses.get(&(line, i.family())).map_or(1, |own| own.at(depth));
        lines(line).map(|line| line.executed.div_ceil(n))
    };
    let names: HashMap<&str, usize> =
        section.functions.iter().enumerate().map(|(k, f)| (f.name.as_str(), k)).collect();
    // Warps that enter each function: callers come before what they call, save in circles.
    let mut entered: Vec<u64> = vec![0; flows.len()];
    entered[0] = warps;
    let mut counts: Vec<Vec<u64>> = vec![Vec::new(); flows.len()];
    for k in callers_first(&flows, &names) {
        let (flow, cold, lines) = (&flows[k], &cold[k], &copies.lines);
        let blocks = Blocks { flow, cold, lines, rolled: rolled.as_ref(), count: &line_count };
        counts[k] = blocks.counts(entered[k]);
        for (block, &count) in flows[k].blocks.iter().zip(&counts[k]) {
            for i in calls(&flows[k], block.instructions.clone()) {
                i.targets()
                    .filter_map(|t| names.get(t))
                    .for_each(|&callee| entered[callee] += count);
            }
        }
    }
    let mut out = Vec::new();
    for (flow, counts) in flows.iter().zip(&counts) {
        for (block, &count) in flow.blocks.iter().zip(counts) {
            let all = flow.instructions[block.instructions.clone()].iter();
            out.extend(all.map(|&instruction| Executed { instruction, count }));
        }
    }
    out
}

/// The functions of a section, which of their blocks are cold, and what became of each line.
fn flow_of(section: &Section) -> (Vec<Flow<'_>>, Vec<Vec<bool>>, Copies<'_>) {
    let flows: Vec<Flow<'_>> = section.functions.iter().map(Flow::of).collect();
    let cold: Vec<Vec<bool>> = flows.iter().map(cold_blocks).collect();
    let copies = Copies::of(&flows, &cold);
    (flows, cold, copies)
}

fn calls<'f, 'a>(
    flow: &'f Flow<'a>,
    range: std::ops::Range<usize>,
) -> impl Iterator<Item = &'a Instruction> + use<'f, 'a> {
    flow.instructions[range].iter().copied().filter(|i| i.family() == "CALL")
}

/// Functions in an order in which callers come first: reverse postorder of the calls from the kernel, then what nobody calls.
fn callers_first(flows: &[Flow<'_>], names: &HashMap<&str, usize>) -> Vec<usize> {
    let callees: Vec<Vec<usize>> = flows
        .iter()
        .map(|f| {
            let calls = calls(f, 0..f.instructions.len());
            calls
                .flat_map(|i| i.targets().filter_map(|t| names.get(t).copied()).collect::<Vec<_>>())
                .collect()
        })
        .collect();
    let mut order = postorder(&callees, (0..flows.len()).rev(), &vec![true; flows.len()]);
    order.reverse();
    order
}

/// Blocks that only operands reach which do not occur.
fn cold_blocks(flow: &Flow<'_>) -> Vec<bool> {
    let is_slow = |name: &str| ["slowpath", "mediumpath", "_full"].iter().any(|w| name.contains(w));
    let calls_slow: Vec<bool> = flow
        .blocks
        .iter()
        .map(|b| calls(flow, b.instructions.clone()).any(|i| i.targets().any(is_slow)))
        .collect();
    let reach = |all: bool| {
        let mut seen = vec![false; flow.blocks.len()];
        let mut work = vec![0];
        while let Some(k) = work.pop() {
            let Some(block) = flow.blocks.get(k) else { continue };
            if !all && calls_slow[k] || std::mem::replace(&mut seen[k], true) {
                continue;
            }
            let last = block.instructions.clone().last().map(|i| flow.instructions[i]);
            let rare = last.is_some_and(|i| i.operation == "BRA.DIV");
            work.extend(block.successors.iter().filter(|&&to| all || !rare || to == k + 1));
        }
        seen
    };
    reach(true).into_iter().zip(reach(false)).map(|(all, usual)| all && !usual).collect()
}

/// Instructions in the deepest loops that have any of them.
#[derive(Clone, Copy, Debug, Default)]
struct Deepest {
    depth: u32,
    count: u64,
}

impl Deepest {
    fn add(&mut self, depth: u32) {
        if depth > self.depth {
            *self = Deepest { depth, count: 0 };
        }
        self.count += u64::from(depth == self.depth);
    }

    /// How many share executions at a depth. What stands further out was peeled off, or hoisted, and shares none.
    fn at(self, depth: u32) -> u64 {
        if depth == self.depth { self.count.max(1) } else { 1 }
    }
}

/// How many instructions became of each line, cold blocks left out.
#[derive(Default)]
struct Copies<'a> {
    /// Of the families of which ptxas makes one of a line: memory and fixed ones.
    accesses: HashMap<(u32, &'a str), Deepest>,
    /// Of all.
    lines: HashMap<u32, Deepest>,
}

impl<'a> Copies<'a> {
    fn of(flows: &[Flow<'a>], cold: &[Vec<bool>]) -> Copies<'a> {
        let mut copies = Copies::default();
        for (flow, cold) in flows.iter().zip(cold) {
            for k in (0..flow.blocks.len()).filter(|&k| !cold[k]) {
                let depth = flow.loops.depth(k);
                for i in &flow.instructions[flow.blocks[k].instructions.clone()] {
                    let Some(line) = i.line else { continue };
                    copies.lines.entry(line).or_default().add(depth);
                    if i.is_memory() || i.is_fixed() {
                        copies.accesses.entry((line, i.family())).or_default().add(depth);
                    }
                }
            }
        }
        copies
    }
}

/// The blocks of a function.
struct Blocks<'f, 'a, F> {
    flow: &'f Flow<'a>,
    cold: &'f [bool],
    lines: &'f HashMap<u32, Deepest>,
    rolled: Option<&'f HashMap<u32, Deepest>>,
    count: &'f F,
}

impl<F: Fn(&Instruction, u32) -> Option<u64>> Blocks<'_, '_, F> {
    /// The count of each block of a function that was entered so often.
    fn counts(&self, entered: u64) -> Vec<u64> {
        let all = &self.flow.loops.all;
        let mut limits: Vec<u64> =
            (0..all.len()).map(|k| self.iterations(k, 0).unwrap_or(u64::MAX)).collect();
        let mut counts = vec![0; self.flow.blocks.len()];
        for k in 0..self.flow.blocks.len() {
            if self.cold[k] {
                continue;
            }
            let before = || {
                let leads = |&p: &usize| self.flow.blocks[p].successors.contains(&k);
                (0..k).filter(leads).map(|p| counts[p]).max().unwrap_or(entered)
            };
            // Of loops with one header the outer one stands first.
            for l in (0..all.len()).filter(|&l| all[l].header == k && self.is_left_early(l)) {
                limits[l] = self.iterations(l, before()).unwrap_or(u64::MAX);
            }
            let limit = self.flow.loops.innermost[k].map_or(entered, |l| limits[l]);
            let own = self.fixed(k).or_else(|| self.commonest(k)).unwrap_or_else(before);
            counts[k] = own.min(limit);
        }
        counts
    }

    fn of_block(&self, k: usize) -> &[&Instruction] {
        &self.flow.instructions[self.flow.blocks[k].instructions.clone()]
    }

    /// What instructions that cannot have moved say.
    fn fixed(&self, k: usize) -> Option<u64> {
        self.most(k, Instruction::is_fixed)
    }

    /// The most that instructions of a kind say, of those without a guard.
    fn most(&self, k: usize, kind: fn(&Instruction) -> bool) -> Option<u64> {
        let depth = self.flow.loops.depth(k);
        let all = self.of_block(k).iter().filter(|i| kind(i) && i.guard.is_none());
        all.filter_map(|i| (self.count)(i, depth)).max()
    }

    /// What most instructions say: those without a guard, and of lines that no deeper loop has, where there are any. A branch's
    /// condition is no guard.
    fn commonest(&self, k: usize) -> Option<u64> {
        let depth = self.flow.loops.depth(k);
        let at_home = |i: &Instruction| {
            i.line.and_then(|l| self.lines.get(&l)).is_some_and(|l| l.depth == depth)
        };
        let certain = |i: &Instruction| i.guard.is_none() || i.family() == "BRA";
        self.vote(k, &|i| at_home(i) && certain(i))
            .or_else(|| self.vote(k, &certain))
            .or_else(|| self.vote(k, &|_| true))
    }

    /// The count that most of a block's instructions have, of those that may vote.
    fn vote(&self, k: usize, may: &dyn Fn(&Instruction) -> bool) -> Option<u64> {
        let depth = self.flow.loops.depth(k);
        let mut votes: HashMap<u64, u32> = HashMap::new();
        for i in self.of_block(k).iter().filter(|i| i.family() != "EXIT" && may(i)) {
            if let Some(count) = (self.count)(i, depth) {
                *votes.entry(count).or_default() += 1;
            }
        }
        votes.into_iter().max_by_key(|&(count, n)| (n, count)).map(|(count, _)| count)
    }

    /// True where a loop may be left elsewhere than where it would jump back: an iteration may end without a jump.
    fn is_left_early(&self, number: usize) -> bool {
        let l = &self.flow.loops.all[number];
        let is_unconditional = |&k: &usize| {
            self.of_block(k).last().is_none_or(|i| i.family() != "BRA" || i.guard.is_none())
        };
        let mut own = (0..self.flow.blocks.len())
            .filter(|&k| self.flow.loops.innermost[k] == Some(number) && !l.latches.contains(&k));
        let leaves = |k: usize| {
            let is_outside = |&to: &usize| self.flow.loops.depth(to) < l.depth;
            self.flow.blocks[k].successors.iter().any(is_outside)
                || self.of_block(k).iter().any(|i| i.family() == "EXIT")
        };
        l.latches.iter().any(is_unconditional) || own.any(leaves)
    }

    /// How often a loop iterated: the sum over its jumps back and what `else_begun` began besides, or less where an access to memory in the header or
    /// in the only jump's block says so.
    fn iterations(&self, number: usize, else_begun: u64) -> Option<u64> {
        let l = self.flow.loops.all.get(number)?;
        let jumps = l.latches.iter().filter(|&&k| !self.cold[k]).map(|&k| {
            let last = self.of_block(k).last().filter(|i| i.family() == "BRA");
            last.and_then(|i| (self.count)(i, l.depth)).or_else(|| self.commonest(k))
        });
        let by_jumps = jumps
            .sum::<Option<u64>>()
            .map(|n| n.div_ceil(self.unrolled(number)).saturating_add(else_begun));
        let every = std::iter::once(l.header).chain((l.latches.len() == 1).then(|| l.latches[0]));
        let own = every.filter(|&k| self.flow.loops.innermost[k] == Some(number));
        let accesses = |i: &Instruction| i.is_memory() || i.is_fixed();
        let by_accesses = own.filter_map(|k| self.most(k, accesses)).max();
        match (by_jumps, by_accesses) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// How often a loop's body stands in it, against the code where nothing is unrolled: the median over its lines.
    fn unrolled(&self, number: usize) -> u64 {
        let Some(rolled) = self.rolled else { return 1 };
        let blocks =
            (0..self.flow.blocks.len()).filter(|&k| self.flow.loops.innermost[k] == Some(number));
        let mut own: Vec<u32> =
            blocks.flat_map(|k| self.of_block(k).iter().filter_map(|i| i.line)).collect();
        own.sort_unstable();
        own.dedup();
        let times = |line: &u32| Some(self.lines.get(line)?.count / rolled.get(line)?.count.max(1));
        let mut times: Vec<u64> = own.iter().filter_map(times).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or(1).max(1)
    }
}

//! Blocks and loops of machine code.
//!
//! A block ends behind what jumps, ends the thread, or waits to reconverge (`BSYNC`, which goes on where its `BSSY` says); a
//! call returns behind itself.

use crate::loops::Loops;
use crate::sass::{Function, Instruction, Item};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// A block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Its instructions, by their numbers within the function.
    pub instructions: Range<usize>,
    /// Blocks that may come next.
    pub successors: Vec<usize>,
}

/// The flow of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flow<'a> {
    /// All instructions, in the text's order.
    pub instructions: Vec<&'a Instruction>,
    /// Blocks, in the text's order; the first one is where the function is entered.
    pub blocks: Vec<Block>,
    /// Its loops.
    pub loops: Loops,
}

impl<'a> Flow<'a> {
    /// Finds blocks and loops.
    pub fn of(function: &'a Function) -> Flow<'a> {
        let mut flow = Flow::default();
        let mut labels: HashMap<&str, usize> = HashMap::new();
        let mut starts = vec![0];
        for item in &function.items {
            let at = flow.instructions.len();
            match item {
                Item::Label(name) => {
                    labels.insert(name, at);
                    starts.push(at);
                }
                Item::Instruction(i) => {
                    flow.instructions.push(i);
                    if leaves(i).is_some() {
                        starts.push(at + 1);
                    }
                }
            }
        }
        starts.sort_unstable();
        starts.dedup();
        starts.retain(|&s| s < flow.instructions.len());
        for (k, &start) in starts.iter().enumerate() {
            let end = starts.get(k + 1).copied().unwrap_or(flow.instructions.len());
            flow.blocks.push(Block { instructions: start..end, ..Block::default() });
        }
        flow.connect(&labels, &starts);
        let successors: Vec<Vec<usize>> =
            flow.blocks.iter().map(|block| block.successors.clone()).collect();
        flow.loops = Loops::of(&successors);
        flow
    }

    fn connect(&mut self, labels: &HashMap<&str, usize>, starts: &[usize]) {
        let block_at = |label: &str| starts.binary_search(labels.get(label)?).ok();
        let targets = |i: &Instruction| i.targets().filter_map(block_at).collect::<Vec<usize>>();
        for k in 0..self.blocks.len() {
            let Some(last) = self.blocks[k].instructions.clone().last() else { continue };
            let last = self.instructions[last];
            let (mut next, falls) = match leaves(last) {
                None => (Vec::new(), true),
                Some(Leaves::Branches) => (targets(last), true),
                Some(Leaves::Jumps) => (targets(last), false),
                Some(Leaves::Ends) => (Vec::new(), last.guard.is_some()),
                Some(Leaves::Waits) => (Vec::new(), false),
            };
            if falls && k + 1 < self.blocks.len() {
                next.push(k + 1);
            }
            next.sort_unstable();
            next.dedup();
            self.blocks[k].successors = next;
        }
        self.connect_waits(&targets);
    }

    /// Where each `BSYNC` goes on: to the targets of those `BSSY` of its barrier that reach it. Barriers are used again and
    /// again, so what reaches a block is found as reaching definitions are.
    fn connect_waits(&mut self, targets: &dyn Fn(&Instruction) -> Vec<usize>) {
        let mut reaching: Vec<BTreeSet<(&str, usize)>> = vec![BTreeSet::new(); self.blocks.len()];
        let mut work: Vec<usize> = (0..self.blocks.len()).rev().collect();
        while let Some(k) = work.pop() {
            let mut here = reaching[k].clone();
            for at in self.blocks[k].instructions.clone() {
                let i = self.instructions[at];
                if i.family() == "BSSY" {
                    here.retain(|(name, _)| *name != barrier(i));
                    here.extend(targets(i).into_iter().map(|to| (barrier(i), to)));
                } else if i.family() == "BSYNC" {
                    let block = &mut self.blocks[k].successors;
                    let own = here.iter().filter(|(name, _)| *name == barrier(i));
                    block.extend(own.map(|&(_, to)| to));
                    block.sort_unstable();
                    block.dedup();
                }
            }
            for &to in &self.blocks[k].successors {
                let before = reaching[to].len();
                reaching[to].extend(&here);
                if reaching[to].len() > before {
                    work.push(to);
                }
            }
        }
    }
}

/// How an instruction leaves its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    /// It goes to its targets.
    Jumps,
    /// It goes to its targets or on.
    Branches,
    /// It goes where the `BSSY` of its barrier says.
    Waits,
    /// It ends the thread or the function.
    Ends,
}

fn leaves(i: &Instruction) -> Option<Leaves> {
    match i.family() {
        // A condition also stands before the target: `BRA P1, ...`, `BRA.DIV UR4, ...`.
        "BRA" if i.guard.is_none() && i.operands.starts_with('`') => Some(Leaves::Jumps),
        "BRA" | "JMP" => Some(Leaves::Branches),
        "BRX" | "JMX" if i.guard.is_none() => Some(Leaves::Jumps),
        "BRX" | "JMX" => Some(Leaves::Branches),
        "BSYNC" => Some(Leaves::Waits),
        "EXIT" | "RET" | "KILL" | "BPT" => Some(Leaves::Ends),
        _ => None,
    }
}

/// The barrier of `BSSY B0, ...` and `BSYNC B0`.
fn barrier(i: &Instruction) -> &str {
    i.operands.split(',').next().unwrap_or("").trim()
}

//! The blocks that values live through, of up to 64 values at a time.
//!
//! Idea: from each block that reads a value before it writes it, back over predecessors to the blocks that write it. A
//! block has a bit for each value, so that values that live through the same blocks take one step together; the block
//! that comes last in the caller's order goes first.
//! Source: A. Appel, "Modern Compiler Implementation", section 10.1, one variable at a time; B. Boissinot et al.,
//! "Computing Liveness Sets for SSA-Form Programs" (2011), algorithm 6; here 64 at a time.
//! Cost: at most a step for each value and block that it lives in, and less the more values live there together; each step
//! takes the last of the blocks at work from a heap.

use std::collections::BinaryHeap;

/// How many values are looked at together.
pub const TOGETHER: usize = 64;

/// Where some values live; empty between one 64 and the next.
pub struct LiveBlocks {
    blocks: Vec<Block>,
    /// Those that have a bit of anything.
    touched: Vec<u32>,
    /// Those whose predecessors are to hear of what is live there, by their places in the order.
    work: BinaryHeap<(u32, u32)>,
    /// By block: its place in the order.
    places: Vec<u32>,
}

/// What a block does with each of the values, a bit each.
#[derive(Clone, Copy, Default)]
struct Block {
    writes: u64,
    live_in: u64,
    live_out: u64,
    is_touched: bool,
    is_at_work: bool,
}

impl LiveBlocks {
    /// For blocks with these places in an order in which successors come behind their predecessors, as far as that can be.
    pub fn new(places: Vec<u32>) -> LiveBlocks {
        let blocks = vec![Block::default(); places.len()];
        LiveBlocks { blocks, touched: Vec::new(), work: BinaryHeap::new(), places }
    }

    fn touch(&mut self, block: u32) -> &mut Block {
        let found = &mut self.blocks[block as usize];
        if !std::mem::replace(&mut found.is_touched, true) {
            self.touched.push(block);
        }
        found
    }

    fn enqueue(&mut self, block: u32) {
        let found = &mut self.blocks[block as usize];
        if !std::mem::replace(&mut found.is_at_work, true) {
            self.work.push((self.places[block as usize], block));
        }
    }

    /// A block writes a value, by its number among the 64.
    pub fn writes(&mut self, block: u32, value: usize) {
        self.touch(block).writes |= 1 << value;
    }

    /// A block reads a value that it did not write before.
    pub fn reads(&mut self, block: u32, value: usize) {
        self.touch(block).live_in |= 1 << value;
        self.enqueue(block);
    }

    /// Spreads liveness from the reads; `preds` tells the predecessors of a block.
    pub fn spread<P: Iterator<Item = u32>>(&mut self, preds: impl Fn(u32) -> P) {
        while let Some((_, block)) = self.work.pop() {
            let here = &mut self.blocks[block as usize];
            here.is_at_work = false;
            let live = here.live_in;
            for pred in preds(block) {
                let before = self.touch(pred);
                before.live_out |= live;
                let more = live & !before.writes & !before.live_in;
                before.live_in |= more;
                if more != 0 {
                    self.enqueue(pred);
                }
            }
        }
    }

    /// Tells of each block in the order of numbers which values are live at its start and at its end, and forgets all.
    pub fn drain(&mut self, mut each: impl FnMut(u32, u64, u64)) {
        self.touched.sort_unstable();
        for block in self.touched.drain(..) {
            let found = std::mem::take(&mut self.blocks[block as usize]);
            each(block, found.live_in, found.live_out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LiveBlocks;

    /// A number below `below` that follows from what came before.
    fn next(state: &mut u64, below: usize) -> usize {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % below
    }

    #[test]
    fn as_paths_from_reads_to_writes_tell() {
        let mut state = 7;
        let mut live = LiveBlocks::new((0..200).rev().collect());
        for _ in 0..200 {
            let blocks = 1 + next(&mut state, 200);
            let preds: Vec<Vec<u32>> = (0..blocks)
                .map(|_| {
                    (0..next(&mut state, 4)).map(|_| next(&mut state, blocks) as u32).collect()
                })
                .collect();
            let values = 1 + next(&mut state, 64);
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for value in 0..values {
                for _ in 0..next(&mut state, 5) {
                    reads.push((next(&mut state, blocks), value));
                    writes.push((next(&mut state, blocks), value));
                }
            }
            reads.iter().for_each(|&(block, value)| live.reads(block as u32, value));
            writes.iter().for_each(|&(block, value)| live.writes(block as u32, value));
            live.spread(|block| preds[block as usize].iter().copied());
            let mut found = vec![(0, 0); blocks];
            let mut order = Vec::new();
            live.drain(|block, live_in, live_out| {
                order.push(block);
                found[block as usize] = (live_in, live_out);
            });
            assert!(order.is_sorted());
            // The definition: a fixed point over all blocks, from nothing.
            let mut wanted = vec![(0u64, 0u64); blocks];
            let bits = |list: &[(usize, usize)], block: usize| {
                list.iter().filter(|at| at.0 == block).fold(0u64, |bits, at| bits | 1 << at.1)
            };
            let mut changed = true;
            while changed {
                let before = wanted.clone();
                for block in 0..blocks {
                    let (live_in, live_out) = wanted[block];
                    wanted[block].0 =
                        live_in | bits(&reads, block) | (live_out & !bits(&writes, block));
                    for &pred in &preds[block] {
                        wanted[pred as usize].1 |= wanted[block].0;
                    }
                }
                changed = wanted != before;
            }
            assert_eq!(found, wanted);
        }
    }
}

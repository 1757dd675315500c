//! The blocks that values live through, of up to 64 values at a time.
//!
//! Idea: from each block that reads a value before it writes it, back over predecessors to the blocks that write it. A
//! block has a bit for each value, so that values that live through the same blocks take one step together; the block
//! with the highest number goes first, as blocks are numbered much as they follow each other.
//! Source: A. Appel, "Modern Compiler Implementation", section 10.1, one variable at a time; B. Boissinot et al.,
//! "Computing Liveness Sets for SSA-Form Programs" (2011), algorithm 6; here 64 at a time.
//! Cost: at most a step for each value and block that it lives in, and less the more values live there together.

/// How many values are looked at together.
pub const TOGETHER: usize = 64;

/// Where some values live; empty between one 64 and the next.
pub struct LiveBlocks {
    blocks: Vec<Block>,
    /// Those that have a bit of anything.
    touched: Marks,
    /// Those whose predecessors are to hear of what is live there.
    work: Marks,
}

/// What a block does with each of the values, a bit each.
#[derive(Clone, Copy, Default)]
struct Block {
    writes: u64,
    live_in: u64,
    live_out: u64,
}

impl LiveBlocks {
    /// For blocks whose numbers are below `count`.
    pub fn new(count: usize) -> LiveBlocks {
        let blocks = vec![Block::default(); count];
        LiveBlocks { blocks, touched: Marks::new(count), work: Marks::new(count) }
    }

    /// A block writes a value, by its number among the 64.
    pub fn writes(&mut self, block: u32, value: usize) {
        self.blocks[block as usize].writes |= 1 << value;
        self.touched.set(block);
    }

    /// A block reads a value that it did not write before.
    pub fn reads(&mut self, block: u32, value: usize) {
        self.blocks[block as usize].live_in |= 1 << value;
        self.touched.set(block);
        self.work.set(block);
    }

    /// Spreads liveness from the reads; `preds` tells the predecessors of a block.
    pub fn spread<P: Iterator<Item = u32>>(&mut self, preds: impl Fn(u32) -> P) {
        while let Some(block) = self.work.take_last() {
            let live = self.blocks[block as usize].live_in;
            for pred in preds(block) {
                let before = &mut self.blocks[pred as usize];
                before.live_out |= live;
                let more = live & !before.writes & !before.live_in;
                before.live_in |= more;
                self.touched.set(pred);
                if more != 0 {
                    self.work.set(pred);
                }
            }
        }
    }

    /// Tells of each block in the order of numbers which values are live at its start and at its end, and forgets all.
    pub fn drain(&mut self, mut each: impl FnMut(u32, u64, u64)) {
        while let Some(block) = self.touched.take_first() {
            let found = std::mem::take(&mut self.blocks[block as usize]);
            each(block, found.live_in, found.live_out);
        }
    }
}

/// A set of numbers, emptied from either end.
struct Marks {
    words: Vec<u64>,
    /// No word before this one, and none from `end` on, holds anything.
    start: usize,
    end: usize,
}

impl Marks {
    fn new(count: usize) -> Marks {
        let words = vec![0; count.div_ceil(64)];
        Marks { start: words.len(), end: 0, words }
    }

    fn set(&mut self, k: u32) {
        let word = k as usize / 64;
        self.words[word] |= 1 << (k % 64);
        (self.start, self.end) = (self.start.min(word), self.end.max(word + 1));
    }

    fn take_last(&mut self) -> Option<u32> {
        while self.end > self.start {
            let word = &mut self.words[self.end - 1];
            if let Some(bit) = word.checked_ilog2() {
                *word &= !(1 << bit);
                return Some((self.end - 1) as u32 * 64 + bit);
            }
            self.end -= 1;
        }
        (self.start, self.end) = (self.words.len(), 0);
        None
    }

    fn take_first(&mut self) -> Option<u32> {
        while self.start < self.end {
            let word = &mut self.words[self.start];
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(self.start as u32 * 64 + bit);
            }
            self.start += 1;
        }
        (self.start, self.end) = (self.words.len(), 0);
        None
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
        let mut live = LiveBlocks::new(200);
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

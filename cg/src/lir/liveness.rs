//! Where registers hold a value that is read later.
//!
//! Idea: [`LiveBlocks`]: from every block that reads a register before it writes it, back over predecessors to the blocks
//! that write it. A guarded definition writes nothing for sure, and is a read ([`Function::for_each_read`]).
//! Cost: the instructions, and what [`LiveBlocks`] takes for the wanted registers.

use super::{BlockId, Function, Inst, Reg};
use optx_ir::SideTable;
use optx_ir::grouped::Grouped;
use optx_ir::live_blocks::{LiveBlocks, TOGETHER};
use optx_whirl::fixed_hash::Set;

/// Which registers that some instructions write are live at the begin of which of the blocks asked for.
pub fn written_live_in<'f>(
    f: &'f Function,
    by: impl Iterator<Item = &'f Inst>,
    asked: &Set<BlockId>,
) -> Set<(Reg, BlockId)> {
    let mut written = SideTable::new(false);
    by.flat_map(|inst| f.defs(inst)).for_each(|reg| *written.entry(reg) = true);
    let mut live = Set::default();
    for_each_live_in(
        f,
        |reg| *written.get(reg),
        |block| asked.contains(&block),
        |reg, block| {
            live.insert((reg, block));
        },
    );
    live
}

/// Calls `each` for every wanted register and every block, of those asked for, at whose begin it is live.
pub fn for_each_live_in(
    f: &Function,
    wanted: impl Fn(Reg) -> bool,
    asked: impl Fn(BlockId) -> bool,
    mut each: impl FnMut(Reg, BlockId),
) {
    for_each_live(f, wanted, |live| {
        if asked(live.block) {
            live.among(live.at_begin).for_each(|reg| each(reg, live.block));
        }
    });
}

/// Which of up to 64 registers are live in a block; the sets have a bit for each.
pub struct Live<'a> {
    regs: &'a [Reg],
    /// The block.
    pub block: BlockId,
    /// Live at its begin.
    pub at_begin: u64,
    /// Live at its end.
    pub at_end: u64,
    /// Read or written in it.
    pub named: u64,
}

impl Live<'_> {
    /// The registers of a set.
    pub fn among(&self, mut set: u64) -> impl Iterator<Item = Reg> {
        std::iter::from_fn(move || {
            let reg = self.regs.get(set.trailing_zeros() as usize).copied();
            set &= set.wrapping_sub(1);
            reg
        })
    }
}

/// Calls `each` for every block in which some of the wanted registers are live, 64 registers at a time.
pub fn for_each_live(f: &Function, wanted: impl Fn(Reg) -> bool, mut each: impl FnMut(&Live<'_>)) {
    let count = f.registers().len();
    let (mut exposed, mut written) = (Vec::new(), Vec::new());
    // The last block, plus one, in which a register was written, or read before.
    let mut seen = vec![(0u32, 0u32); count];
    for (bb, block) in f.blocks() {
        let k = bb.index() as u32;
        let now = k + 1;
        for inst in &block.insts {
            f.for_each_read(inst, |reg| {
                let (write, read) = &mut seen[reg.index()];
                if *write != now && *read != now && wanted(reg) {
                    *read = now;
                    exposed.push((reg.index() as u32, k));
                }
            });
            if inst.guard.is_some() {
                continue;
            }
            for reg in f.defs(inst) {
                let (write, _) = &mut seen[reg.index()];
                if *write != now && wanted(reg) {
                    *write = now;
                    written.push((reg.index() as u32, k));
                }
            }
        }
    }
    let (exposed, written) = (Grouped::of(count, &exposed), Grouped::of(count, &written));
    let read: Vec<Reg> =
        f.registers().filter(|reg| !exposed.list(reg.index()).is_empty()).collect();
    let mut live = LiveBlocks::new(f.layout_numbers());
    let mut named = vec![0u64; f.block_count()];
    for regs in read.chunks(TOGETHER) {
        for (k, reg) in regs.iter().enumerate() {
            for &block in written.list(reg.index()) {
                live.writes(block, k);
                named[block as usize] |= 1 << k;
            }
            for &block in exposed.list(reg.index()) {
                live.reads(block, k);
                named[block as usize] |= 1 << k;
            }
        }
        live.spread(|block| {
            f.block(BlockId::from_index(block as usize))
                .preds
                .iter()
                .map(|pred| pred.index() as u32)
        });
        live.drain(|block, at_begin, at_end| {
            let named = std::mem::take(&mut named[block as usize]);
            let block = BlockId::from_index(block as usize);
            each(&Live { regs, block, at_begin, at_end, named });
        });
    }
}

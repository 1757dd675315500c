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
    for regs in read.chunks(TOGETHER) {
        for (k, reg) in regs.iter().enumerate() {
            written.list(reg.index()).iter().for_each(|&block| live.writes(block, k));
            exposed.list(reg.index()).iter().for_each(|&block| live.reads(block, k));
        }
        live.spread(|block| {
            f.block(BlockId::from_index(block as usize))
                .preds
                .iter()
                .map(|pred| pred.index() as u32)
        });
        live.drain(|block, mut live_in, _| {
            let block = BlockId::from_index(block as usize);
            if !asked(block) {
                return;
            }
            while live_in != 0 {
                each(regs[live_in.trailing_zeros() as usize], block);
                live_in &= live_in - 1;
            }
        });
    }
}

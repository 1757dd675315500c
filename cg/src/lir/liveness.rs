//! Where registers hold a value that is read later.
//!
//! Idea: from every block that reads a register before it writes it, back over predecessors to the blocks that write it.
//! A guarded definition writes nothing for sure, and is a read ([`Function::for_each_read`]).
//! Source: A. Appel, "Modern Compiler Implementation", section 10.1, one variable at a time; B. Boissinot et al.,
//! "Computing Liveness Sets for SSA-Form Programs" (2011), algorithm 6.
//! Cost: the instructions, and the sum over the wanted registers of the blocks that they are live in.

use super::{BlockId, Function, Reg};
use optx_ir::grouped::Grouped;

/// Calls `each` for every wanted register and block at whose begin it is live.
pub fn for_each_live_in(
    f: &Function,
    wanted: impl Fn(Reg) -> bool,
    mut each: impl FnMut(Reg, BlockId),
) {
    let count = f.registers().len();
    let (mut exposed, mut written) = (Vec::new(), Vec::new());
    // The last block, plus one, in which a register was written, or read before.
    let mut seen = vec![(0u32, 0u32); count];
    for (k, block) in f.blocks.iter().enumerate() {
        let now = k as u32 + 1;
        for inst in &block.insts {
            f.for_each_read(inst, |reg| {
                let (write, read) = &mut seen[reg.index()];
                if *write != now && *read != now && wanted(reg) {
                    *read = now;
                    exposed.push((reg.index() as u32, k as u32));
                }
            });
            if inst.guard.is_some() {
                continue;
            }
            for reg in f.defs(inst) {
                let (write, _) = &mut seen[reg.index()];
                if *write != now && wanted(reg) {
                    *write = now;
                    written.push((reg.index() as u32, k as u32));
                }
            }
        }
    }
    let (exposed, written) = (Grouped::of(count, &exposed), Grouped::of(count, &written));
    // By block, the last register, plus one, that is written in it or live into it.
    let (mut kills, mut live) = (vec![0u32; f.blocks.len()], vec![0u32; f.blocks.len()]);
    let mut work = Vec::new();
    for reg in f.registers() {
        let now = reg.index() as u32 + 1;
        written.list(reg.index()).iter().for_each(|&block| kills[block as usize] = now);
        work.extend_from_slice(exposed.list(reg.index()));
        work.iter().for_each(|&block| live[block as usize] = now);
        while let Some(block) = work.pop() {
            each(reg, BlockId(block));
            for pred in &f.blocks[block as usize].preds {
                let pred = pred.index();
                if kills[pred] != now && live[pred] != now {
                    live[pred] = now;
                    work.push(pred as u32);
                }
            }
        }
    }
}

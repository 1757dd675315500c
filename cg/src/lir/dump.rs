//! LIR as text for the reader of a dump.

use super::check::Violation;
use super::instruction_text::instruction;
use super::{Block, BlockId, Function, Kind, Operand};
use optx_ir::Func;
use optx_whirl::{LocTable, place};
use std::fmt::Write as _;

/// The function for the reader of a dump: blocks with their edges and depth, every instruction as PTX, behind it its place
/// and the names of the variables that it reads and writes. What is wrong stands behind the instruction that is wrong.
pub fn dump(
    out: &mut String,
    f: &Function,
    locs: &LocTable,
    source: Option<&Func>,
    broken: &[Violation],
) {
    let sites = place::text::Sites::default();
    let _ = writeln!(
        out,
        "lir {} {}",
        if f.kind == Kind::Kernel { "kernel" } else { "function" },
        f.name
    );
    for (bb, block) in f.blocks() {
        edges(out, bb, block);
        for (n, inst) in block.insts.iter().enumerate() {
            let begin = out.len();
            instruction(out, f, inst);
            out.truncate(out.trim_end().len());
            let width = out.len() - begin;
            let mut names: Vec<&str> = Vec::new();
            let registers = f.operands(inst).iter().filter_map(Operand::register);
            for aux in registers.filter_map(|reg| f.reg(reg).aux) {
                let name = source.map_or("", |source| source.auxes[aux].name.as_ref());
                if !name.is_empty() && !names.contains(&name) {
                    names.push(name);
                }
            }
            let pad =
                if out[begin..].contains('\n') { 1 } else { 48usize.saturating_sub(width).max(1) };
            let _ = write!(out, "{:pad$};", "");
            place::text::print(out, locs, &sites, inst.loc, locs.statement(inst.loc));
            for name in names {
                let _ = write!(out, " {name}");
            }
            out.push('\n');
            tell(out, broken, bb, n);
        }
        tell(out, broken, bb, block.insts.len());
    }
}

/// The violations of a place.
fn tell(out: &mut String, broken: &[Violation], block: BlockId, inst: usize) {
    for violation in broken.iter().filter(|v| v.place == (block, inst)) {
        let _ = writeln!(out, ";!! {}", violation.rule);
    }
}

fn edges(out: &mut String, id: BlockId, block: &Block) {
    let list = |blocks: &[BlockId]| blocks.iter().map(|b| format!(" {b}")).collect::<String>();
    let _ = writeln!(
        out,
        "{id}: ; depth {}, from{}, to{}{}",
        block.depth,
        list(&block.preds),
        list(&block.succs),
        if block.no_unroll { ", not unrolled" } else { "" }
    );
}

//! Variance claims: what is said of the registers of the PTX, by line, for who checks it at every execution.
//!
//! A claim is made of each instruction that writes a register, of each branch, and of each register that lives into a block where ways
//! meet: a merge has no instruction in PTX, so its two moves may each be right where it is wrong. One of another kind is made of blocks with a label to which
//! warps come whole ([`Of::Block`]).

use crate::lir::liveness::for_each_live_in;
use crate::lir::print::{Printed, has_text};
use crate::lir::{BlockId, Coefficient, Function, Op, Place, Reg, State};
use optx_ir::cycles::Cycles;
use optx_ir::{BbId, Func, SideTable};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::Set;

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// What the instruction of the line writes, of lanes with a true guard.
    Definition,
    /// What a register holds where threads come to the label of the line.
    LiveIn,
    /// The predicate of the branch of the line.
    Branch,
    /// Who comes to the label of the line: all lanes of a warp that live, or none. No register.
    Block,
}

/// A register's name in PTX.
pub type Name = String;

/// A claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What it is about.
    pub of: Of,
    /// The line of the PTX, from 1.
    pub ptx: u32,
    /// The register; empty for a block.
    pub reg: Name,
    /// Bits of the register; 0 for a block.
    pub width: u32,
    /// What is claimed of the register.
    pub state: State,
    /// The registers that its coefficients name, x, y, z and lane.
    pub named: [Option<Name>; 4],
    /// The place in the source.
    pub loc: Loc,
}

/// What is said of a kernel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claims {
    /// In the order of lines.
    pub list: Vec<Claim>,
    /// How many registers instructions write, those included of which nothing is said.
    pub definitions: usize,
}

/// Takes back what the text does not bear, though it is true of the code: all in merged cycles ([`merged_cycles`]), of the cycles that the function had when it left SSA;
/// and of what lives into blocks all that does not live there, which may be written on some way only.
pub(crate) fn withdraw(func: &Func, code: &mut Function, cycles: &Cycles) {
    let live = live(code);
    let merged = merged_cycles(func, code, cycles);
    let blocks: Vec<BlockId> = code.layout().collect();
    for bb in blocks {
        let is_merged = merged.get(bb.index()).is_some_and(|&merged| merged);
        code.withdraw_entering(bb, |reg| !is_merged && live.contains(&(reg, bb)));
        let count = if is_merged { code.insts(bb).len() } else { 0 };
        if is_merged {
            code.tell_whole_warps(bb, false);
        }
        (0..count).for_each(|index| code.withdraw(Place { block: bb, index }));
    }
}

/// The blocks of cycles whose header stands at one place of the text with that of a cycle inside, by number: there the text has one cycle where
/// the function had two, which counts rounds otherwise. Selection numbers blocks as they stand in the function.
fn merged_cycles(func: &Func, code: &Function, cycles: &Cycles) -> Vec<bool> {
    let count = func.layout.len();
    let mut has_begin = vec![false; count];
    for (bb, block) in code.blocks() {
        if let Some(has_begin) = has_begin.get_mut(bb.index()) {
            *has_begin = block.insts.iter().any(has_text);
        }
    }
    // Where a block without text begins, the next one does.
    let mut begins = vec![count; count + 1];
    for k in (0..count).rev() {
        begins[k] = if has_begin[k] { k } else { begins[k + 1] };
    }
    let mut number: SideTable<BbId, usize> = SideTable::new(count);
    func.layout.iter().enumerate().for_each(|(k, &bb)| *number.entry(bb) = k);
    let header = |k: usize| *number.get(cycles.all()[k].header);
    let mut found = vec![false; count];
    for (k, cycle) in cycles.all().iter().enumerate() {
        // A header that is gone was empty: it stood where the next one stands.
        let is_one = |&around: &usize| {
            header(around) == count || begins[header(around)] == begins[header(k)]
        };
        if let Some(around) = cycle.parent.filter(is_one) {
            let left = cycles.blocks(around).iter().map(|&bb| *number.get(bb));
            left.filter(|&k| k < count).for_each(|k| found[k] = true);
        }
    }
    found
}

/// The registers of which something is said where they live into a block, and that live there: others may be written on some way only.
fn live(code: &Function) -> Set<(Reg, BlockId)> {
    let entering = code.layout().flat_map(|bb| code.entering(bb));
    let told: Set<Reg> = entering.map(|(reg, _)| reg).collect();
    let mut found = Set::default();
    for_each_live_in(
        code,
        |reg| told.contains(&reg),
        |block| code.entering(block).next().is_some(),
        |reg, block| {
            found.insert((reg, block));
        },
    );
    found
}

/// The claims of what was printed on a line of a function's text.
pub(crate) fn of_line(claims: &mut Claims, f: &Function, printed: Printed) {
    let Claims { list: out, definitions } = claims;
    let block = f.block(printed.block);
    let mut claim = |of: Of, reg: Reg, state: State, loc: Loc| {
        if state.says_nothing() {
            return;
        }
        let [x, y, z] = state.coef;
        let named = [x, y, z, state.lane].map(|c| match c {
            Coefficient::Register { reg, .. } => Some(name(f, reg)),
            _ => None,
        });
        let Some(width) = f.class(reg).bits() else { return };
        out.push(Claim { of, ptx: printed.line, reg: name(f, reg), width, state, named, loc });
    };
    let Some(n) = printed.inst else {
        // Who jumps to the label behind an empty block stands at the same place.
        if !block.insts.iter().any(has_text) {
            return;
        }
        let loc = block.insts.first().map_or(Loc::NONE, |inst| inst.loc);
        f.entering(printed.block).for_each(|(reg, state)| claim(Of::LiveIn, reg, state, loc));
        if block.whole_warps {
            out.push(Claim {
                of: Of::Block,
                ptx: printed.line,
                reg: Name::new(),
                width: 0,
                state: State::UNKNOWN,
                named: [None, None, None, None],
                loc,
            });
        }
        return;
    };
    let inst = &block.insts[n as usize];
    match inst.op {
        // Several lines of text.
        Op::Call(_) | Op::Asm(_) => {}
        Op::Bra { .. } => {
            if let (Some(guard), Some(state)) = (inst.guard, f.state_of(inst, 0)) {
                claim(Of::Branch, guard.reg, state, inst.loc);
            }
        }
        _ => {
            *definitions += f.defs(inst).len();
            for (k, reg) in f.defs(inst).enumerate() {
                if let Some(state) = f.state_of(inst, k) {
                    claim(Of::Definition, reg, state, inst.loc);
                }
            }
        }
    }
}

fn name(f: &Function, reg: Reg) -> Name {
    let info = f.reg(reg);
    format!("{}{}", info.class.prefix(), info.number)
}

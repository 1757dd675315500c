//! LIR: PTX-shaped instructions over virtual registers, in blocks in layout order. It is printed and checked, never parsed.
//!
//! An instruction is data: an operation ([`Op`]), a guard, operand lists in the function's pool and a place. What is the same
//! for all instructions of a form is a row of the table ([`opcodes`]). Control leaves a block at its end, by branches; one
//! that ends without goes on to the next in the layout.
//!
//! Blocks are entities ([`BlockId`]) beside the order in which they stand; [`edit`] alone changes what stands in a function, and keeps
//! edges and states ([`state`]) right as it does.
//!
//! **A guarded definition is a use too**: where the guard is off the register keeps what it held. [`Function::for_each_read`]
//! gives such registers, and the first guarded definition of one that held nothing reads an `undef`.

mod carry;
pub mod check;
mod declaration;
pub mod dump;
mod edges;
pub mod edit;
pub mod example;
mod instruction_text;
mod layout;
pub mod liveness;
pub mod modifiers;
mod op;
pub mod opcodes;
mod operand;
pub mod pressure;
pub mod print;
mod register;
pub mod state;
pub mod written;

pub use carry::{Threads, Widened};
pub use declaration::{Declaration, Directive, Kind, Passed, Variable};
pub use edit::{Place, Point};
pub use instruction_text::instruction;
pub use layout::{BlockId, Blocks};
pub use op::{MemoryForm, Op};
pub use operand::{Guard, Operand, Symbol};
pub use register::{PerRegFile, Reg, RegClass, RegInfo};
pub use state::{Coefficient, DefId, State};

use layout::Layout;
use optx_ir::{AuxId, EntityId};
pub use optx_whirl::{Loc, LocTable, Pos, Remarks};
use smallvec::SmallVec;
use state::States;

/// An instruction, by the order in which they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InstId(u32);

/// An instruction: 40 bytes at most. There is no second of one: what it writes is told of by its place in the pool, and stands once.
#[derive(Debug, PartialEq)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// Executed where the predicate is as expected.
    pub guard: Option<Guard>,
    id: InstId,
    /// Where its operands begin in the pool: definitions, then uses.
    start: u32,
    defs: u16,
    uses: u16,
    /// Place in the source.
    pub loc: Loc,
}

impl Inst {
    /// Which it is, in its function and in copies of that.
    pub fn id(&self) -> InstId {
        self.id
    }

    /// The same in a copy of the function: within one an instruction stands once.
    fn in_copy(&self) -> Inst {
        let Inst { op, guard, id, start, defs, uses, loc } = *self;
        Inst { op, guard, id, start, defs, uses, loc }
    }
}

const _: () =
    assert!(size_of::<Inst>() <= 40 && size_of::<Operand>() == 16 && size_of::<Op>() <= 8);

/// A block.
#[derive(Debug, Default)]
pub struct Block {
    /// Its instructions, branches at the end.
    pub insts: Vec<Inst>,
    /// Blocks that control comes from.
    pub preds: SmallVec<[BlockId; 2]>,
    /// Blocks that control goes to.
    pub succs: SmallVec<[BlockId; 2]>,
    /// How many cycles are around it.
    pub depth: u32,
    /// The source asked for no unrolling of the cycle that begins here.
    pub no_unroll: bool,
    /// All lanes of a warp that live come here, or none, and none of them can be waiting for another, here or elsewhere: a barrier of the warp may be put
    /// here. Said where states were asked for; a block that is new, or that other threads come to, has lost it.
    pub whole_warps: bool,
    /// What is known of registers that live into it, where that was asked for: see [`Function::entering`].
    entering: Vec<(Reg, State)>,
}

/// So often does a loop run, it is thought.
const ROUNDS: u64 = 8;
/// Of more loops around nobody asks how often their body runs.
const DEEPEST: u32 = 12;

impl Block {
    /// How often it runs, it is thought, for who weighs what is done in it.
    pub fn often(&self) -> u64 {
        ROUNDS.saturating_pow(self.depth.min(DEEPEST))
    }
}

impl Clone for Block {
    fn clone(&self) -> Block {
        Block {
            insts: self.insts.iter().map(Inst::in_copy).collect(),
            preds: self.preds.clone(),
            succs: self.succs.clone(),
            entering: self.entering.clone(),
            ..*self
        }
    }
}

/// What a call calls, and how values travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The function's name in PTX.
    pub callee: Box<str>,
    /// The arguments: their parts are the call's uses, in order.
    pub arguments: Vec<Passed>,
    /// What is returned: the parts that somebody reads are the call's definitions, in order.
    pub result: Option<Passed>,
}

/// Inline PTX, cut at its operands.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AsmText {
    /// Text, and behind it the operand that comes there: a number among definitions and uses together.
    pub pieces: Vec<(Box<str>, Option<u16>)>,
    /// The definitions, by number, that the text finds a value in: uses too, of the same register.
    pub tied: Vec<u16>,
}

/// A kernel, or a function that kernels call, in LIR. A copy of one has the same ids for the same things.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The name in PTX.
    pub name: String,
    /// A kernel, or a function that is called.
    pub kind: Kind,
    /// Its parameters.
    pub params: Vec<Declaration>,
    /// Performance directives.
    pub directives: Vec<Directive>,
    /// What launches are taken to keep to, a word each, as the comment before it says.
    pub assumed: Vec<&'static str>,
    /// Objects of its own: tables in constant memory, which stand before it, and what is in local memory.
    pub objects: Vec<Declaration>,
    /// Where it is defined.
    pub pos: Pos,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Inline PTX.
    pub asms: Vec<AsmText>,
    /// Names of objects and parameters.
    pub symbols: Vec<Box<str>>,
    /// By id; what no longer stands is empty.
    blocks: Vec<Block>,
    layout: Layout,
    regs: Vec<RegInfo>,
    counts: PerRegFile<u32>,
    pool: Vec<Operand>,
    /// So many instructions were made.
    made: u32,
    states: States,
}

impl Function {
    /// A new register.
    pub fn new_reg(&mut self, class: RegClass, aux: Option<AuxId>) -> Reg {
        let count = &mut self.counts[class];
        self.regs.push(RegInfo { class, number: *count, aux });
        *count += 1;
        Reg::from_index(self.regs.len() - 1)
    }

    /// The most threads of a block, where a directive says so.
    pub fn most_threads(&self) -> Option<u32> {
        self.directives.iter().find_map(|directive| match directive {
            Directive::BlockDim(extents) => {
                Some(extents.iter().fold(1, |a: u32, &b| a.saturating_mul(b)))
            }
            Directive::MaxThreads(count) => Some(*count),
            Directive::MinBlocks(_) | Directive::MaxRegisters(_) => None,
        })
    }

    /// Numbers those that some instruction names anew, by their order: no other is declared. Slots keep theirs.
    pub fn renumber(&mut self) {
        let mut is_named = vec![false; self.regs.len()];
        for inst in self.layout.iter().flat_map(|bb| &self.blocks[bb.index()].insts) {
            self.for_each_read(inst, |reg| is_named[reg.index()] = true);
            self.defs(inst).for_each(|reg| is_named[reg.index()] = true);
        }
        let mut counts: PerRegFile<u32> = PerRegFile::default();
        for (info, is_named) in self.regs.iter_mut().zip(is_named) {
            if is_named || info.class.is_slot() {
                info.number = counts[info.class];
                counts[info.class] += 1;
            }
        }
        self.counts = counts;
    }

    /// What is known of a register.
    pub fn reg(&self, reg: Reg) -> RegInfo {
        self.regs[reg.index()]
    }

    /// A register's class.
    pub fn class(&self, reg: Reg) -> RegClass {
        self.regs[reg.index()].class
    }

    /// All registers.
    pub fn registers(&self) -> impl ExactSizeIterator<Item = Reg> + use<> {
        (0..self.regs.len()).map(Reg::from_index)
    }

    /// How many registers a class has.
    pub fn count(&self, class: RegClass) -> u32 {
        self.counts[class]
    }

    /// An unguarded instruction, its operands in the pool; it stands nowhere yet.
    pub fn inst(&mut self, op: Op, defs: &[Reg], uses: &[Operand], loc: Loc) -> Inst {
        let start = self.pool.len() as u32;
        self.pool.extend(defs.iter().map(|&reg| Operand::Reg(reg)));
        self.pool.extend_from_slice(uses);
        let (id, defs, uses) = (InstId(self.made), defs.len() as u16, uses.len() as u16);
        self.made += 1;
        Inst { op, guard: None, id, start, defs, uses, loc }
    }

    /// What an instruction writes.
    pub fn defs(&self, inst: &Inst) -> impl ExactSizeIterator<Item = Reg> + Clone + '_ {
        let list = &self.pool[inst.start as usize..][..usize::from(inst.defs)];
        // Only registers are put there.
        list.iter().map(|operand| operand.as_reg().unwrap_or(Reg::FIRST))
    }

    /// The operands that an instruction reads.
    pub fn uses(&self, inst: &Inst) -> &[Operand] {
        &self.pool[inst.start as usize + usize::from(inst.defs)..][..usize::from(inst.uses)]
    }

    /// Definitions and uses together, in this order.
    pub fn operands(&self, inst: &Inst) -> &[Operand] {
        &self.pool[inst.start as usize..][..usize::from(inst.defs) + usize::from(inst.uses)]
    }

    /// The one register that an instruction writes.
    pub fn def(&self, inst: &Inst) -> Option<Reg> {
        let mut defs = self.defs(inst);
        if defs.len() == 1 { defs.next() } else { None }
    }

    /// Calls `each` for every register whose value an instruction takes: those of its operands, its guard, and what a
    /// guarded one writes, which stays as it was where the guard is off.
    pub fn for_each_read(&self, inst: &Inst, mut each: impl FnMut(Reg)) {
        self.uses(inst).iter().filter_map(Operand::register).for_each(&mut each);
        if let Some(guard) = inst.guard {
            each(guard.reg);
            self.defs(inst).for_each(each);
        }
    }

    /// True where an instruction reads or writes a register.
    pub fn touches(&self, inst: &Inst, reg: Reg) -> bool {
        let mut found = self.defs(inst).any(|r| r == reg);
        self.for_each_read(inst, |r| found |= r == reg);
        found
    }

    /// The block that a branch goes to.
    pub fn target(&self, inst: &Inst) -> Option<BlockId> {
        match (inst.op, self.uses(inst)) {
            (Op::Bra { .. }, [Operand::Label(to)]) => Some(*to),
            _ => None,
        }
    }

    /// How many instructions it has.
    pub fn instructions(&self) -> usize {
        self.blocks.iter().map(|b| b.insts.len()).sum()
    }

    /// A block.
    pub fn block(&self, bb: BlockId) -> &Block {
        &self.blocks[bb.index()]
    }

    /// A block's instructions.
    pub fn insts(&self, bb: BlockId) -> &[Inst] {
        &self.blocks[bb.index()].insts
    }

    /// The blocks in the order in which they stand.
    pub fn layout(&self) -> Blocks<'_> {
        self.layout.iter()
    }

    /// The blocks in the order in which they stand, with what is in them.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = (BlockId, &Block)> + Clone {
        self.layout.iter().map(|bb| (bb, &self.blocks[bb.index()]))
    }

    /// How many blocks there ever were: the length of a table by [`BlockId::index`].
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The block that the function begins with.
    pub fn entry(&self) -> Option<BlockId> {
        self.layout.first()
    }

    /// True for a block that stands in the function.
    pub fn has_block(&self, bb: BlockId) -> bool {
        self.layout.stands(bb)
    }

    /// The block that stands behind one: where control goes that no branch takes elsewhere.
    pub fn behind(&self, bb: BlockId) -> Option<BlockId> {
        self.layout.behind(bb)
    }

    /// The block that stands before one.
    pub fn before(&self, bb: BlockId) -> Option<BlockId> {
        self.layout.before(bb)
    }

    /// By block, its number in the order.
    pub fn layout_numbers(&self) -> Vec<u32> {
        self.layout.numbers()
    }
}

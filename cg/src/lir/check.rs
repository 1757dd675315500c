//! The checker of LIR. It shares nothing with selection, liveness or the passes but the data and the table of forms.
//!
//! Rules:
//! * *Shape*: an instruction has the operands that its row asks for, registers of the classes that the types ask for; what
//!   it names (blocks, symbols, calls, inline PTX) is there.
//! * *Flow*: branches and returns end blocks, the last block does not run on, and edges are what branches say.
//! * *Definitions*: on every path a register is written before it is read.
//! * *Slots*: they are copied to registers and from them, and nothing else.
//! * *Guards*: a guard is a predicate; only what is free of effects, and a branch, is guarded. What an `undef` left without a
//!   value is read only under the guard that wrote it, while that guard stands, until the complement has written it too.
//! * *States*: what is known is known of a definition that stands.
//!
//! Cost: the instructions, and for each register the blocks that it is live in.

mod definitions;

use super::modifiers::{Space, Type, Update};
use super::opcodes::{ROWS, Slot, flushes, roundings};
use super::{BlockId, DefId, Function, Inst, Op, Operand, RegClass};
use std::collections::HashSet;
use std::fmt;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block, and the instruction in it.
    pub place: (BlockId, usize),
    /// What is wrong.
    pub rule: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} instruction {}: {}", self.place.0, self.place.1, self.rule)
    }
}

/// No more are told.
const MOST: usize = 20;

/// What is wrong with a function.
pub fn check(f: &Function) -> Vec<Violation> {
    let Some(entry) = f.entry() else { return Vec::new() };
    let mut checker = Checker { f, place: (entry, 0), found: Vec::new() };
    checker.flow();
    checker.each(Checker::shape);
    // What has other operands than its row says cannot be asked what it reads.
    if checker.found.is_empty() {
        checker.definitions();
    }
    checker.states();
    checker.found.truncate(MOST);
    checker.found
}

struct Checker<'a> {
    f: &'a Function,
    place: (BlockId, usize),
    found: Vec<Violation>,
}

impl<'a> Checker<'a> {
    fn says(&mut self, rule: impl Into<String>) {
        if self.found.len() < MOST {
            self.found.push(Violation { place: self.place, rule: rule.into() });
        }
    }

    fn each(&mut self, rule: impl Fn(&mut Checker<'a>, &'a Inst)) {
        for (bb, block) in self.f.blocks() {
            for (n, inst) in block.insts.iter().enumerate() {
                self.place = (bb, n);
                rule(self, inst);
            }
        }
    }

    fn flow(&mut self) {
        let f = self.f;
        for (me, block) in f.blocks() {
            let mut to: Vec<BlockId> = Vec::new();
            // None: control has left; Some(true): a branch stood before.
            let mut here = Some(false);
            for (n, inst) in block.insts.iter().enumerate() {
                self.place = (me, n);
                let leaves = matches!(inst.op, Op::Bra { .. } | Op::Ret);
                match here {
                    None => self.says("stands where control never comes"),
                    Some(true) if !leaves => self.says("stands behind a branch"),
                    _ => {}
                }
                if !leaves {
                    continue;
                }
                if let [Operand::Label(target)] = f.uses(inst) {
                    to.push(*target);
                }
                here = if inst.guard.is_some() { Some(true) } else { None };
            }
            self.place = (me, block.insts.len());
            if here.is_some() {
                let Some(next) = f.behind(me) else {
                    self.says("control runs out of the function");
                    continue;
                };
                to.push(next);
            }
            let said: HashSet<BlockId> = block.succs.iter().copied().collect();
            if said != to.iter().copied().collect() || said.len() != block.succs.len() {
                self.says(format!("the successors are {to:?}, not {:?}", block.succs));
            }
            for target in to {
                let from = f.has_block(target).then(|| &f.block(target).preds);
                if from.is_none_or(|preds| preds.iter().filter(|&&p| p == me).count() != 1) {
                    self.says(format!("{target} does not know that it is entered from here"));
                }
            }
        }
        let edges =
            |list: fn(&super::Block) -> usize| f.blocks().map(|(_, b)| list(b)).sum::<usize>();
        if edges(|b| b.succs.len()) != edges(|b| b.preds.len()) {
            self.says("predecessors and successors are not as many");
        }
    }

    fn shape(&mut self, inst: &Inst) {
        let (f, op) = (self.f, inst.op);
        let row = op.row();
        if ROWS[row.form as usize].form != row.form || !row.types.contains(&op.ty()) {
            self.says(format!("{:?} does not come in {}", row.form, op.ty().name()));
        }
        if let Op::Alu { form, ty, round, ftz } = op {
            if ROWS[form as usize].spelling.is_empty() || !roundings(form, ty).contains(&round) {
                self.says(format!("{form:?} does not round as {round:?}"));
            }
            if !flushes(form, ty, round, ftz) {
                let takes = if ftz { "does not take" } else { "always takes" };
                self.says(format!("{form:?} {takes} subnormals for zero"));
            }
        }
        if let Some(guard) = inst.guard {
            if f.class(guard.reg) != RegClass::Pred {
                self.says("the guard is no predicate");
            }
            let undef = matches!(op, Op::Undef | Op::Any);
            if undef || !(op.effect().is_free() || matches!(op, Op::Bra { .. })) {
                self.says("must not be guarded");
            }
        }
        let defs: Vec<Operand> = f.defs(inst).map(Operand::Reg).collect();
        self.list(op, row.defs, &defs, "writes");
        self.list(op, row.uses, f.uses(inst), "reads");
        self.names(inst);
        self.slots(inst);
    }

    /// Whether the operands of one side are those of the slots.
    fn list(&mut self, op: Op, slots: &[Slot], operands: &[Operand], verb: &str) {
        let mut wanted: Vec<Slot> = Vec::new();
        for &slot in slots {
            let times = match (slot, op) {
                (Slot::Rest, _) => return,
                (Slot::Elements, Op::Ld(access) | Op::St(access)) => usize::from(access.count),
                (Slot::Result, Op::Atom { returns, .. }) => usize::from(returns),
                (Slot::Values, Op::Atom { update: Update::Cas, .. }) => 2,
                _ => 1,
            };
            wanted.extend(std::iter::repeat_n(slot, times));
        }
        if wanted.len() != operands.len() {
            self.says(format!("{verb} {} operands for {}", operands.len(), wanted.len()));
            return;
        }
        for (slot, operand) in wanted.into_iter().zip(operands) {
            if !self.fits(op, slot, operand) {
                self.says(format!("{verb} {operand:?} for {slot:?} of {op:?}"));
            }
        }
    }

    fn fits(&self, op: Op, slot: Slot, operand: &Operand) -> bool {
        let ty = op.ty();
        if self.is_memory(operand) {
            return matches!(op, Op::Mov(_));
        }
        match slot {
            Slot::Ty | Slot::Result | Slot::Values if matches!(op, Op::Cvt { .. }) => {
                self.holds(ty, true, operand)
            }
            Slot::Ty | Slot::Result | Slot::Values => self.holds(ty, false, operand),
            Slot::Elements => self.holds(ty, true, operand),
            Slot::From => match op {
                Op::Cvt { from, .. } => self.holds(from, true, operand),
                _ => false,
            },
            Slot::Word => self.holds(Type::B32, false, operand),
            Slot::Wide => self.holds(Type::S64, false, operand),
            Slot::Long => operand.as_reg().is_some_and(|reg| self.f.class(reg) == RegClass::B64),
            Slot::Bits64 => operand.as_reg().is_some_and(|reg| Type::B64.fits(self.f.class(reg))),
            Slot::Pred => operand.as_reg().is_some_and(|reg| self.f.class(reg) == RegClass::Pred),
            Slot::Value => match operand {
                // In 32 bits a symbol is an address of shared memory.
                Operand::Symbol(_) => matches!(ty, Type::U64 | Type::U32),
                Operand::Special(_) => ty == Type::U32,
                Operand::Int(value) if ty == Type::Pred => (-1..=0).contains(value),
                _ => self.holds(ty, false, operand),
            },
            Slot::Address => match *operand {
                Operand::AtReg(reg, _) => {
                    let class = self.f.class(reg);
                    class == RegClass::B64 || class == RegClass::B32 && op.accesses_shared()
                }
                _ => operand.is_address(),
            },
            Slot::Label => matches!(operand, Operand::Label(_)),
            Slot::Any => operand.as_reg().is_some(),
            Slot::Rest => true,
        }
    }

    /// Whether an operand is a slot.
    fn is_memory(&self, operand: &Operand) -> bool {
        operand.as_reg().is_some_and(|reg| self.f.class(reg).is_slot())
    }

    /// Slots are copied to registers and from them, and nothing else.
    fn slots(&mut self, inst: &Inst) {
        let operands = self.f.operands(inst);
        let count = operands.iter().filter(|operand| self.is_memory(operand)).count();
        let is_copied = |operand: &Operand| {
            operand.as_reg().is_some_and(|reg| inst.op.ty().fits(self.f.class(reg)))
        };
        let is_copy = matches!(inst.op, Op::Mov(_)) && count == 1;
        if count > 0 && !(is_copy && operands.iter().any(is_copied)) {
            self.says("a slot is copied to a register or from one, and nothing else");
        }
    }

    /// Whether an operand can be a value of the type.
    fn holds(&self, ty: Type, relaxed: bool, operand: &Operand) -> bool {
        let float = matches!(ty, Type::F32 | Type::F64);
        match *operand {
            Operand::Reg(reg) if relaxed => ty.fits_relaxed(self.f.class(reg)),
            Operand::Reg(reg) => ty.fits(self.f.class(reg)),
            Operand::Int(_) => !float && ty != Type::Pred,
            Operand::F32(_) => matches!(ty, Type::F32 | Type::B32),
            Operand::F64(_) => matches!(ty, Type::F64 | Type::B64),
            _ => false,
        }
    }

    /// Whether what is named is there.
    fn names(&mut self, inst: &Inst) {
        let f = self.f;
        for operand in f.operands(inst) {
            let there = match *operand {
                Operand::Label(to) => f.has_block(to),
                Operand::Symbol(symbol) | Operand::AtSymbol(symbol, _) => {
                    (symbol.0 as usize) < f.symbols.len()
                }
                _ => true,
            };
            if !there {
                self.says(format!("names {operand:?}, which is not there"));
            }
        }
        match inst.op {
            Op::Call(site) => self.call(inst, site),
            Op::Asm(text) => {
                let last = f.operands(inst).len();
                let Some(asm) = f.asms.get(text as usize) else { return self.says("no such text") };
                if asm.pieces.iter().filter_map(|p| p.1).any(|k| usize::from(k) >= last) {
                    self.says("its text names an operand that is not there");
                }
                // That somebody wrote it before is the rule of every register that is read.
                let read = |reg| f.uses(inst).contains(&Operand::Reg(reg));
                let reads = |&k: &u16| f.defs(inst).nth(k.into()).is_some_and(read);
                if !asm.tied.iter().all(reads) {
                    self.says("does not read an output that its text finds a value in");
                }
                if f.uses(inst).iter().any(Operand::is_address) {
                    self.says("an address is no operand of inline PTX");
                }
            }
            Op::Ld(access) | Op::St(access) => {
                let wide = access.ty.size() * u32::from(access.count);
                if access.alignment() < wide || wide > 16 || ![1, 2, 4].contains(&access.count) {
                    self.says("is wider than its address is known to be aligned, or than 16 bytes");
                }
                let stores = matches!(inst.op, Op::St(_));
                if stores && (access.read_only || access.space == Space::Const) {
                    self.says("stores to what is read only");
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, inst: &Inst, site: u32) {
        let f = self.f;
        let Some(site) = f.calls.get(site as usize) else { return self.says("no such call") };
        let arguments: Vec<Type> =
            site.arguments.iter().flat_map(|a| &a.parts).map(|p| p.1).collect();
        let results: Vec<Type> = site.result.iter().flat_map(|r| &r.parts).map(|p| p.1).collect();
        let fits = |types: &[Type], operands: &[Operand]| {
            types.len() == operands.len()
                && types.iter().zip(operands).all(|(&ty, operand)| self.holds(ty, true, operand))
        };
        let defs: Vec<Operand> = f.defs(inst).map(Operand::Reg).collect();
        let fine = fits(&arguments, f.uses(inst)) && fits(&results, &defs);
        if !fine {
            self.says("passes other values than the function takes or gives");
        }
    }

    /// States are of definitions that stand: an edit that takes one away and leaves its state would tell of another later.
    fn states(&mut self) {
        let f = self.f;
        if !f.has_states() {
            return;
        }
        let insts = f.blocks().flat_map(|(_, block)| &block.insts);
        let standing: HashSet<DefId> = insts.flat_map(|inst| inst.def_ids()).collect();
        let lost = f.states.told().filter(|def| !standing.contains(def)).count();
        if lost > 0 {
            self.says(format!("{lost} states are of definitions that stand nowhere"));
        }
    }
}

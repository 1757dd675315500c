//! What registers hold, in the words of the source.
//!
//! Idea: a register whose auxiliary symbol has a variable's name holds that variable. Another is told by what made it: a sum that begins at a pointer or
//! at an object is an address of that, a special register is the variable that CUDA has for it, and anything else is a value of the line
//! where it is made. What was inlined from another file is of the line of the call.
//! Source: debug values of LLVM's remarks, which name a value by its variable, or by its line.
//! Legality: it reads alone; a name is told only where every instruction that writes a register says the same.
//! Cost: made once of a function, linear; of a register the instructions that its address is summed up by, [`DEEPEST`] at most.

use crate::lir::modifiers::Space;
use crate::lir::opcodes::Form;
use crate::lir::{Function, Inst, Loc, Op, Operand, Place, Reg, Symbol};
use optx_ir::grouped::Grouped;
use optx_ir::{AuxKind, Func};
use optx_whirl::{Module, StId, TyKind};

/// An address is looked for through so many registers.
const DEEPEST: usize = 16;

/// What a register holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// A variable of the source, or one of CUDA's.
    Variable(String),
    /// An address within what a pointer leads to, or within an object.
    Address(String),
    /// What a line makes, of the file that the function stands in.
    Line(u32),
    /// What is made of a variable, nobody says where.
    Of(String),
    /// What nobody says anything of.
    Other,
}

impl Held {
    /// As text, of one value or of several.
    pub fn text(&self, is_one: bool) -> String {
        let what = |one: &str, several: &str| if is_one { one } else { several }.to_owned();
        match self {
            Held::Variable(name) => format!("`{name}`"),
            Held::Address(name) => what("an address of", "addresses of") + &format!(" `{name}`"),
            Held::Line(line) => what("a value of", "values of") + &format!(" line {line}"),
            Held::Of(name) => what("a value made of", "values made of") + &format!(" `{name}`"),
            Held::Other => what("a value of no line", "values of no line"),
        }
    }
}

/// Where an address begins.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Root {
    /// At what is looked at: a step of a loop.
    Itself,
    /// At nothing that has a name.
    Nothing,
    /// At a pointer or an object.
    Named(String),
}

/// Tells of a function's registers.
pub struct Words<'a> {
    f: &'a Function,
    module: &'a Module,
    /// What it was made of, which has the names.
    source: &'a Func,
    /// By register, who writes it.
    writers: Grouped<Place>,
}

impl<'a> Words<'a> {
    /// Of a function that was made of another.
    pub fn new(f: &'a Function, module: &'a Module, source: &'a Func) -> Words<'a> {
        let mut writers = Vec::new();
        for (block, insts) in f.blocks() {
            for (index, inst) in insts.insts.iter().enumerate() {
                let place = Place { block, index };
                writers.extend(f.defs(inst).map(|reg| (reg.index() as u32, place)));
            }
        }
        let writers = Grouped::of(f.registers().len(), &writers);
        Words { f, module, source, writers }
    }

    /// What a register holds.
    pub fn held(&self, reg: Reg) -> Held {
        if let Some(name) = self.name(reg) {
            return Held::Variable(name);
        }
        if let Root::Named(name) = self.root(reg, &mut Vec::new()) {
            return Held::Address(name);
        }
        let mut lines = self.written(reg).filter_map(|inst| self.line(inst));
        if let Some(line) = lines.next() {
            return Held::Line(line);
        }
        let mut read = self.written(reg).flat_map(|inst| self.f.uses(inst));
        let named = read.find_map(|operand| self.name(operand.register()?));
        named.map_or(Held::Other, Held::Of)
    }

    /// The name of what a register holds and nothing was done to.
    fn name(&self, reg: Reg) -> Option<String> {
        self.variable(reg).map(|st| self.local(st)).or_else(|| self.made_as(reg))
    }

    /// The place of an instruction in the file that the function stands in: its own, or that of a call that it was inlined at.
    pub fn place(&self, inst: &Inst) -> Loc {
        let locs = &self.module.locs;
        let mut loc = inst.loc;
        while !loc.is_none() && locs.pos(loc).file != self.source.pos.file {
            loc = locs.inlined_at(loc);
        }
        loc
    }

    fn line(&self, inst: &Inst) -> Option<u32> {
        let loc = self.place(inst);
        (!loc.is_none()).then(|| self.module.locs.pos(loc).line)
    }

    /// Who writes a register, in the order of the layout.
    fn written(&self, reg: Reg) -> impl Iterator<Item = &'a Inst> {
        let f = self.f;
        self.writers.list(reg.index()).iter().map(move |&at| f.inst_at(at))
    }

    /// The variable of the source that a register holds.
    fn variable(&self, reg: Reg) -> Option<StId> {
        let aux = self.f.reg(reg).aux?;
        let AuxKind::Register(Some(st)) = self.source.auxes.get(aux)?.kind else { return None };
        let local = self.source.locals.get(st.index())?;
        (!local.temporary && !local.name.is_empty()).then_some(st)
    }

    fn local(&self, st: StId) -> String {
        self.source.locals.get(st.index()).map_or(String::new(), |local| local.name.clone())
    }

    /// The parameter, or the variable of CUDA's, that a register is read from and nothing else is.
    fn made_as(&self, reg: Reg) -> Option<String> {
        let mut writers = self.written(reg);
        let inst = writers.next().filter(|inst| inst.guard.is_none())?;
        if writers.next().is_some() {
            return None;
        }
        match (inst.op, self.f.uses(inst)) {
            (Op::Mov(_), [Operand::Special(special)]) => of_cuda(special.name()),
            (Op::Ld(form), [Operand::AtSymbol(symbol, 0)]) if form.space == Space::Param => {
                self.parameter(*symbol).map(|st| self.local(st))
            }
            _ => None,
        }
    }

    /// The parameter of a name in PTX.
    fn parameter(&self, symbol: Symbol) -> Option<StId> {
        let name = self.f.symbols.get(symbol.0 as usize)?;
        let number = self.f.params.iter().position(|param| param.name == *name)?;
        self.source.params.get(number).copied()
    }

    /// The object of a name in PTX.
    fn object(&self, symbol: Symbol) -> Option<String> {
        // Objects of functions have names of several parts.
        let parts = self.f.symbols.get(symbol.0 as usize)?.rsplit('$');
        let is_name = |part: &&str| part.starts_with(|c: char| c.is_alphabetic() || c == '_');
        parts.into_iter().find(is_name).map(str::to_owned)
    }

    fn is_pointer(&self, st: StId) -> bool {
        let local = self.source.locals.get(st.index());
        let kind = local.map(|local| self.module.types.kind(local.ty));
        matches!(kind, Some(TyKind::Pointer(_) | TyKind::Array(..)))
    }

    /// Where the address in a register begins; `seen` are the registers that are looked at.
    fn root(&self, reg: Reg, seen: &mut Vec<Reg>) -> Root {
        if seen.contains(&reg) {
            return Root::Itself;
        }
        if seen.len() >= DEEPEST {
            return Root::Nothing;
        }
        if let Some(st) = self.variable(reg) {
            return if self.is_pointer(st) { Root::Named(self.local(st)) } else { Root::Nothing };
        }
        seen.push(reg);
        let mut root = Root::Itself;
        for inst in self.written(reg) {
            match self.root_of(inst, seen) {
                Root::Itself => {}
                found if root == Root::Itself || root == found => root = found,
                _ => root = Root::Nothing,
            }
            if root == Root::Nothing {
                break;
            }
        }
        if root == Root::Itself { Root::Nothing } else { root }
    }

    /// Where the address begins that an instruction makes.
    fn root_of(&self, inst: &Inst, seen: &mut Vec<Reg>) -> Root {
        let uses = self.f.uses(inst);
        let summands = match (inst.op, uses) {
            (Op::Ld(form), [Operand::AtSymbol(symbol, 0)]) if form.space == Space::Param => {
                let pointer = self.parameter(*symbol).filter(|&st| self.is_pointer(st));
                return pointer.map_or(Root::Nothing, |st| Root::Named(self.local(st)));
            }
            (Op::Mov(_) | Op::Cvta { .. } | Op::Cvt { .. }, _) => uses,
            (Op::Alu { form: Form::Add, .. }, _) => uses,
            (Op::Alu { form: Form::Sub, .. }, [from, _]) => std::slice::from_ref(from),
            (Op::Alu { form: Form::MadLo, .. }, [_, _, to]) => std::slice::from_ref(to),
            _ => &[],
        };
        let mut root = Root::Nothing;
        for summand in summands {
            let found = match *summand {
                Operand::Reg(reg) => self.root(reg, seen),
                Operand::Symbol(symbol) => self.object(symbol).map_or(Root::Nothing, Root::Named),
                _ => Root::Nothing,
            };
            match found {
                Root::Named(_) => return found,
                Root::Itself => root = Root::Itself,
                Root::Nothing => {}
            }
        }
        root
    }
}

/// CUDA's name of a special register.
fn of_cuda(name: &str) -> Option<String> {
    let (register, axis) = name.strip_prefix('%')?.split_once('.')?;
    let variable = match register {
        "tid" => "threadIdx",
        "ntid" => "blockDim",
        "ctaid" => "blockIdx",
        "nctaid" => "gridDim",
        _ => return None,
    };
    Some(format!("{variable}.{axis}"))
}

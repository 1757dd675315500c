//! How values of registers are called for the reader.

use crate::lir::{Function, Inst, Loc, LocTable, Operand, Reg};
use optx_ir::Func;

/// What names are found in.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The function before it was selected: variables of the source.
    pub f: &'a Func,
    /// Places.
    pub locs: &'a LocTable,
}

impl Names<'_> {
    /// The source's name for what a register holds; none for a part of a tree.
    pub fn variable(self, code: &Function, reg: Reg) -> Option<String> {
        let aux = code.reg(reg).aux?;
        let name = &self.f.auxes[aux].name;
        (!name.is_empty()).then(|| name.to_string())
    }

    /// How a value is told of that an instruction makes: by its variable, or by what it is made of.
    pub fn value(self, code: &Function, reg: Reg, made_by: &Inst) -> String {
        if let Some(name) = self.variable(code, reg) {
            return format!("`{name}`");
        }
        let mut read = code.uses(made_by).iter().filter_map(Operand::register);
        let of = read.find_map(|reg| self.variable(code, reg));
        let what = made_by.op.row().spelling;
        match of {
            Some(name) => format!("a value ({what}) of `{name}`"),
            None => format!("a value ({what})"),
        }
    }

    /// Where an instruction's statement stands.
    pub fn place(self, inst: &Inst) -> Loc {
        self.locs.statement(inst.loc)
    }
}

//! Calls by the parameter ABI: each argument and the result is a `.param` variable, a scalar of 4 or 8 bytes (smaller
//! integers extended to 4), an aggregate an array of bytes of its size and alignment.

use super::Selector;
use super::memory::type_name;
use crate::lir::{Base, Kind, Operand};
use optx_ir::{CrId, Func, StmtOp, StmtRep};
use optx_whirl::{Module, Mtype, TyId};

/// The name of a function's result.
const RESULT: &str = "func_retval0";

/// The type that a scalar travels as.
pub(super) fn abi_type(mtype: Mtype) -> &'static str {
    if mtype.size() > 4 { "b64" } else { "b32" }
}

/// A `.param` variable for a value of the type.
fn declaration(module: &Module, ty: TyId, name: &str) -> String {
    let types = &module.types;
    match types.mtype(ty) {
        Mtype::M => {
            let (align, size) = (types.align(ty), types.size(ty).max(1));
            format!(".param .align {align} .b8 {name}[{size}]")
        }
        mtype => format!(".param .{} {name}", abi_type(mtype)),
    }
}

/// What a function returns, declared; empty for void.
pub(super) fn result_declaration(module: &Module, f: &Func) -> String {
    f.result.map_or_else(String::new, |ty| declaration(module, ty, RESULT))
}

/// The type of the access to a part of a `.param` variable: a scalar's is the variable's whole width.
fn part_type(module: &Module, ty: TyId, part: Mtype) -> &'static str {
    match part {
        Mtype::F4 | Mtype::F8 => type_name(part),
        _ if module.types.mtype(ty) == Mtype::M => match part.size() {
            1 => "b8",
            2 => "b16",
            4 => "b32",
            _ => "b64",
        },
        _ => abi_type(part),
    }
}

impl Selector<'_> {
    /// The parts of a value as operands.
    fn part_operands(&mut self, ty: TyId, kids: &mut std::slice::Iter<'_, CrId>) -> Vec<Operand> {
        let parts = optx_whirl::parts(&self.module.types, ty);
        // Parts first: the last step then takes no kid.
        parts.iter().zip(kids).map(|(&(_, part), &kid)| self.part_operand(kid, part)).collect()
    }

    /// Stores the parts of a value to the `.param` variable.
    fn store_parts(&mut self, ty: TyId, name: &str, values: Vec<Operand>) {
        let parts = optx_whirl::parts(&self.module.types, ty);
        for ((offset, part), value) in parts.into_iter().zip(values) {
            let access = format!("st.param.{}", part_type(self.module, ty, part));
            let place = Operand::Address(Base::Symbol(name.to_owned()), offset as i64);
            self.put(&access, &[place], &[value], Kind::Fixed);
        }
    }

    fn part_operand(&mut self, kid: CrId, part: Mtype) -> Operand {
        // Narrow stores take no immediate of their width.
        if part.size() < 4 { Operand::Reg(self.reg(kid)) } else { self.operand(kid) }
    }

    /// A call: its own scope with the variables that it passes.
    pub(super) fn call(&mut self, callee: usize, stmt: &StmtRep) {
        let (module, funcs) = (self.module, self.funcs);
        let Some(callee) = funcs.get(callee) else { return };
        // What the values take to compute stands before the scope.
        let mut kids = stmt.kids.iter();
        let mut arguments = Vec::with_capacity(callee.params.len());
        for st in &callee.params {
            let ty = callee.locals[st.index()].ty;
            arguments.push((ty, self.part_operands(ty, &mut kids)));
        }
        self.put("{", &[], &[], Kind::Fixed);
        let mut names = Vec::with_capacity(arguments.len());
        for (k, (ty, values)) in arguments.into_iter().enumerate() {
            let name = format!("param{k}");
            self.put(&declaration(module, ty, &name), &[], &[], Kind::Fixed);
            self.store_parts(ty, &name, values);
            names.push(name);
        }
        let mut text = "call.uni ".to_owned();
        if let Some(ty) = callee.result {
            self.put(&declaration(module, ty, "retval0"), &[], &[], Kind::Fixed);
            text.push_str("(retval0), ");
        }
        text.push_str(&callee.ptx_name);
        if !names.is_empty() {
            text.push_str(&format!(", ({})", names.join(", ")));
        }
        self.put(&text, &[], &[], Kind::Fixed);
        if let Some(ty) = callee.result {
            let parts = optx_whirl::parts(&module.types, ty);
            for (&(offset, part), &result) in parts.iter().zip(&stmt.results) {
                let Some(aux) = self.f.aux_of(result) else { continue };
                if !*self.reads.get(aux) {
                    continue;
                }
                let dst = self.variable(aux);
                // A narrow part is kept extended by its own sign.
                let narrow = part.size() < 4 && module.types.mtype(ty) == Mtype::M;
                let ty = if narrow { type_name(part) } else { part_type(module, ty, part) };
                let place = Operand::Address(Base::Symbol("retval0".to_owned()), offset as i64);
                self.put(&format!("ld.param.{ty}"), &[Operand::Reg(dst)], &[place], Kind::Fixed);
            }
        }
        self.put("}", &[], &[], Kind::Fixed);
    }

    /// A call of a function that the driver provides, with scalar arguments; a result is of 4 bytes.
    pub(super) fn driver_call(&mut self, name: &'static str, stmt: &StmtRep, types: &[Mtype]) {
        let returns = matches!(stmt.op, StmtOp::Intrinsic { rtype, .. } if rtype != Mtype::V);
        let values: Vec<Operand> = stmt.kids.iter().map(|&kid| self.operand(kid)).collect();
        let place = |name: &str| Operand::Address(Base::Symbol(name.to_owned()), 0);
        self.put("{", &[], &[], Kind::Fixed);
        let mut names = Vec::with_capacity(values.len());
        let mut declared = Vec::with_capacity(values.len());
        for (k, (value, &mtype)) in values.into_iter().zip(types).enumerate() {
            let (variable, ty) = (format!("param{k}"), abi_type(mtype));
            self.put(&format!(".param .{ty} {variable}"), &[], &[], Kind::Fixed);
            self.put(&format!("st.param.{ty}"), &[place(&variable)], &[value], Kind::Fixed);
            declared.push(format!(".param .{ty} {name}_param_{k}"));
            names.push(variable);
        }
        let (mut result, mut takes) = ("", "");
        if returns {
            self.put(".param .b32 retval0", &[], &[], Kind::Fixed);
            (result, takes) = ("(.param .b32 func_retval0) ", "(retval0), ");
        }
        let call = format!("call.uni {takes}{name}, ({})", names.join(", "));
        self.put(&call, &[], &[], Kind::Fixed);
        if let Some(aux) = stmt.results.first().and_then(|&r| self.f.aux_of(r))
            && *self.reads.get(aux)
        {
            let dst = self.variable(aux);
            self.put("ld.param.b32", &[Operand::Reg(dst)], &[place("retval0")], Kind::Fixed);
        }
        self.put("}", &[], &[], Kind::Fixed);
        let declaration = format!(".extern .func {result}{name}({});\n", declared.join(", "));
        self.needs.externals.insert(declaration);
    }

    /// What the function returns, stored where its caller reads it.
    pub(super) fn function_result(&mut self, stmt: &StmtRep) {
        if let Some(ty) = self.f.result {
            let values = self.part_operands(ty, &mut stmt.kids.iter());
            self.store_parts(ty, RESULT, values);
        }
    }
}

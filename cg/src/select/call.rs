//! Calls by the parameter ABI: each argument and the result is a `.param` variable, a scalar of 4 or 8 bytes (smaller
//! integers extended to 4), an aggregate an array of bytes of its size and alignment.

use super::Selector;
use super::memory::access_type;
use crate::lir::modifiers::{Space, Type};
use crate::lir::{CallSite, Declaration, MemoryForm, Op, Operand, Passed, Reg, Variable};
use crate::symbols::Symbols;
use optx_ir::{CrId, Func, StmtOp, StmtRep};
use optx_whirl::{Module, Mtype, TyId};
use std::fmt;

/// The type that a scalar travels as.
pub(super) fn abi_type(mtype: Mtype) -> Type {
    if mtype.size() > 4 { Type::B64 } else { Type::B32 }
}

/// The `.param` variable for a value of the type.
fn variable(module: &Module, ty: TyId) -> Variable {
    let types = &module.types;
    match types.mtype(ty) {
        Mtype::M => Variable::Bytes { align: types.align(ty), size: types.size(ty).max(1) },
        mtype => Variable::Scalar(abi_type(mtype)),
    }
}

/// What a function returns, declared.
pub(super) fn result(module: &Module, f: &Func, symbols: &Symbols) -> Option<Declaration> {
    f.result.map(|ty| Declaration::param(variable(module, ty), symbols.result_name()))
}

/// A function that the driver provides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct External {
    name: &'static str,
    /// Its parameters, all scalars.
    params: Vec<Type>,
    /// It returns a word.
    returns: bool,
}

impl fmt::Display for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        let gives = if self.returns { "(.param .b32 func_retval0) " } else { "" };
        write!(f, ".extern .func {gives}{name}(")?;
        for (k, &ty) in self.params.iter().enumerate() {
            let param = Declaration::param(Variable::Scalar(ty), format!("{name}_param_{k}"));
            write!(f, "{}{param}", if k > 0 { ", " } else { "" })?;
        }
        f.write_str(");\n")
    }
}

/// The type of the access to a part of a `.param` variable: a scalar's is the variable's whole width.
fn part_type(module: &Module, ty: TyId, part: Mtype) -> Type {
    match part {
        Mtype::F4 | Mtype::F8 => access_type(part),
        _ if module.types.mtype(ty) == Mtype::M => match part.size() {
            1 => Type::B8,
            2 => Type::B16,
            4 => Type::B32,
            _ => Type::B64,
        },
        _ => abi_type(part),
    }
}

/// How a value of the type is stored.
fn passed(module: &Module, ty: TyId) -> Passed {
    let parts = optx_whirl::parts(&module.types, ty).into_iter();
    let parts = parts.map(|(offset, part)| (offset, part_type(module, ty, part))).collect();
    Passed { variable: variable(module, ty), parts }
}

impl Selector<'_> {
    /// The parts of a value as operands.
    fn part_operands(
        &mut self,
        ty: TyId,
        kids: &mut std::slice::Iter<'_, CrId>,
        values: &mut Vec<Operand>,
    ) {
        let parts = optx_whirl::parts(&self.module.types, ty);
        // Parts first: the last step then takes no kid.
        for (&(_, part), &kid) in parts.iter().zip(kids) {
            let value = self.part_operand(kid, part);
            values.push(value);
        }
    }

    fn part_operand(&mut self, kid: CrId, part: Mtype) -> Operand {
        // Narrow stores take no immediate of their width.
        if part.size() < 4 { Operand::Reg(self.reg(kid)) } else { self.operand(kid) }
    }

    fn call_of(&mut self, site: CallSite, defs: &[Reg], uses: &[Operand]) {
        self.code.calls.push(site);
        self.put(Op::Call(self.code.calls.len() as u32 - 1), defs, uses);
    }

    /// A call of a function of the module.
    pub(super) fn call(&mut self, callee: usize, stmt: &StmtRep) {
        let (module, signatures) = (self.module, self.signatures);
        let Some(callee) = signatures.get(callee) else { return };
        let mut kids = stmt.kids.iter();
        let mut values = Vec::with_capacity(stmt.kids.len());
        for &ty in &callee.params {
            self.part_operands(ty, &mut kids, &mut values);
        }
        let arguments = callee.params.iter().map(|&ty| passed(module, ty)).collect();
        let mut defs = Vec::with_capacity(stmt.results.len());
        let result = callee.result.map(|ty| {
            let mut loaded = Vec::new();
            let parts = optx_whirl::parts(&module.types, ty);
            for (&(offset, part), &result) in parts.iter().zip(&stmt.results) {
                let Some(aux) = self.f.aux_of(result) else { continue };
                if !*self.reads.get(aux) {
                    continue;
                }
                defs.push(self.variable(aux));
                // A narrow part is kept extended by its own sign.
                let narrow = part.size() < 4 && module.types.mtype(ty) == Mtype::M;
                let ty = if narrow { access_type(part) } else { part_type(module, ty, part) };
                loaded.push((offset, ty));
            }
            Passed { variable: variable(module, ty), parts: loaded }
        });
        let site = CallSite { callee: callee.name.as_str().into(), arguments, result };
        self.call_of(site, &defs, &values);
    }

    /// A call of a function that the driver provides, with scalar arguments; a result is of 4 bytes.
    pub(super) fn driver_call(&mut self, name: &'static str, stmt: &StmtRep, types: &[Mtype]) {
        let returns = matches!(stmt.op, StmtOp::Intrinsic { rtype, .. } if rtype != Mtype::V);
        let values: Vec<Operand> = stmt.kids.iter().map(|&kid| self.operand(kid)).collect();
        let types: Vec<Type> = types.iter().map(|&mtype| abi_type(mtype)).collect();
        let scalar = |ty| Passed { variable: Variable::Scalar(ty), parts: vec![(0, ty)] };
        let external = External { name, params: types.clone(), returns };
        let arguments = types.into_iter().map(scalar).collect();
        let mut defs = Vec::new();
        let read = stmt.results.first().and_then(|&r| self.f.aux_of(r));
        if let Some(aux) = read.filter(|&aux| *self.reads.get(aux)) {
            defs.push(self.variable(aux));
        }
        let parts = defs.iter().map(|_| (0, Type::B32)).collect();
        let result = returns.then_some(Passed { variable: Variable::Scalar(Type::B32), parts });
        self.call_of(CallSite { callee: name.into(), arguments, result }, &defs, &values);
        if !self.demands.externals.contains(&external) {
            self.demands.externals.push(external);
        }
    }

    /// What the function returns, stored where its caller reads it.
    pub(super) fn function_result(&mut self, stmt: &StmtRep) {
        let Some(ty) = self.f.result else { return };
        let mut values = Vec::with_capacity(stmt.kids.len());
        self.part_operands(ty, &mut stmt.kids.iter(), &mut values);
        let symbol = self.new_symbol(self.symbols.result_name());
        for ((offset, ty), value) in passed(self.module, ty).parts.into_iter().zip(values) {
            let access = MemoryForm {
                space: Space::Param,
                ty,
                count: 1,
                volatile: false,
                read_only: false,
                align: MemoryForm::log2(ty.size()),
            };
            let place = Operand::AtSymbol(symbol, offset as i64);
            self.put(Op::St(access), &[], &[place, value]);
        }
    }
}

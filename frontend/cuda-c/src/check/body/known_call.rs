//! Calls of functions that are constants, and of functions that are given such ([expr.call] 1).
//!
//! Idea: a call by a pointer or a reference is a call by name where the function is known when the program is compiled. A function
//! that takes pointers or references to functions is made anew for those that a call gives it, as if they were arguments of a
//! template: the parameters are constants in the copy, and are not passed. So a pointer that goes through several functions is
//! known in each.
//!
//! Legality: a parameter of a copy never changes; what assigns to it is refused there, as is a call by a pointer that is not known.
//! Nothing else tells a copy from the function: its objects with static storage are the one exception, and such functions are refused.
//!
//! Cost: one more body for each set of functions that some function is called with; they count as instances do.

use std::rc::Rc;

use optx_source::{Span, code};

use super::function_value::KnownFunction;
use crate::{
    ast::Expr,
    check::{Body, Const, Entity, GivenFunctions, ParamInfo, Usage, arity::Arity, body::E},
    intern::Symbol,
    typed::{Action, Category, FunctionId, TKind, TStmt, TStmtKind},
    types::{Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// A call by a pointer or a reference to a function.
    pub(in crate::check) fn call_by_pointer(
        &mut self,
        callee: E<'t>,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        let values = self.check_all(args);
        let pointer = self.rvalue(callee);
        if pointer.ty.is_error() || values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let of = self.cx.types.pointee(pointer.ty).unwrap_or(Ty::ERROR);
        let Some(signature) = self.cx.types.function_type(of).cloned() else {
            return self.bad(span);
        };
        let (given, wanted) = (values.len(), signature.params.len());
        let miscounted = given < wanted || given > wanted && !signature.variadic;
        if self.mode.unevaluated {
            if miscounted {
                let text = format!("this function {}", Arity::exactly(wanted).refuses(given));
                return self.error(code::ARGUMENT_COUNT, span, text);
            }
            let as_taken = |(v, p): (&E<'t>, &Ty)| self.pass(v, *p).ty.is_error();
            return match values.iter().zip(&signature.params).any(as_taken) {
                true => self.bad(span),
                false => self.value_of_type(signature.result, span),
            };
        }
        let folded = self.folded(pointer);
        let Some(Const::Int(number)) = self.const_of(folded) else {
            return self.unknown_function(callee.span);
        };
        let Some(known) = KnownFunction::of(number) else {
            return self.call_of_null(signature.result, span);
        };
        if miscounted {
            let name = self.cx.constant_function_name(known.number());
            let text = format!("`{name}` {}", Arity::exactly(wanted).refuses(given));
            return self.error(code::ARGUMENT_COUNT, span, text);
        }
        match known {
            // What may be named may be called by whoever has the pointer.
            KnownFunction::Function(f) => self.with_mode(
                |m| m.by_pointer = true,
                |b| b.call_function(f, callee.span, values, span),
            ),
            KnownFunction::BuiltIn(name) => {
                let as_taken = |(v, p): (&E<'t>, &Ty)| self.pass(v, *p);
                let values: Vec<E<'t>> =
                    values.iter().zip(&signature.params).map(as_taken).collect();
                self.builtin_values(name, callee.span, values, span)
            }
        }
    }

    /// A call by a null pointer, which has no meaning where control comes to it: it ends the program, as a call of nothing does.
    fn call_of_null(&mut self, result: Ty, span: Span) -> E<'t> {
        let action = Action::Effect(optx_whirl::Intrinsic::Trap);
        let trap = self.mk(TKind::Builtin(action, &[]), Ty::VOID, span);
        let object = self.cx.types.pointer(self.cx.types.referred(result));
        let null = self.mk(TKind::Int(0), object, span);
        match self.cx.types.kind(result) {
            TypeKind::Void => trap,
            TypeKind::Reference(to, rvalue) => {
                let p = self.mk(TKind::Comma(trap, null), object, span);
                let category = if rvalue { Category::Xvalue } else { Category::Lvalue };
                self.mk_as(TKind::Deref(p), to, category, span)
            }
            _ if self.cx.types.is_scalar(result) => {
                let zero = self.zero(result.bare(), span);
                self.mk(TKind::Comma(trap, zero), result.bare(), span)
            }
            _ => {
                let p = self.mk(TKind::Comma(trap, null), object, span);
                let object = self.mk_lvalue(TKind::Deref(p), result, span);
                self.mk(TKind::Load(object), result.bare(), span)
            }
        }
    }

    /// Whether an expression names a pointer to a function that stays as it is, because it is known: a parameter of a copy, or a variable
    /// that the language lets change.
    pub(super) fn is_kept_function(&self, e: E<'t>) -> bool {
        self.cx.types.is_function_pointer(e.ty)
            && match e.kind {
                TKind::Local(l) => self.variables.kept.contains(&l),
                TKind::Int(_) => !e.is_glvalue(),
                _ => false,
            }
    }

    /// Declares the pointers to functions that a copy was made for: variables that begin with them.
    pub(in crate::check) fn declare_given(
        &mut self,
        given: &[(Symbol, Ty, i64)],
        span: Span,
    ) -> Vec<TStmt<'t>> {
        let mut list = Vec::new();
        for &(name, ty, number) in given {
            let l = self.add_local(name, ty, 0, span);
            self.variables.locals[l].named.uses += 1;
            self.declare_in_scope(name, Entity::Local(l));
            let value = self.mk(TKind::Int(number), ty.bare(), span);
            self.keeps_function(l, ty, value);
            list.push(TStmt { kind: TStmtKind::Init(l, value), span });
        }
        list
    }

    /// Refuses a call, or a function to call, that is decided while the program runs.
    fn unknown_function(&mut self, span: Span) -> E<'t> {
        let text = "which function this leads to is not known when the program is compiled: calls by such pointers are not supported yet";
        self.error(code::FUNCTION_POINTER, span, text)
    }

    /// An object or value of a type that is nowhere, for operands that are not evaluated.
    fn value_of_type(&mut self, ty: Ty, span: Span) -> E<'t> {
        let referred = self.cx.types.referred(ty);
        let object = self.object_of(referred, span);
        match self.cx.types.kind(ty) {
            TypeKind::Reference(_, false) => object,
            TypeKind::Reference(_, true) => {
                self.mk_as(object.kind, referred, Category::Xvalue, span)
            }
            _ => self.mk(TKind::Error, ty, span),
        }
    }

    /// Whether a function takes pointers or references to functions, and is so made anew for each.
    pub(super) fn takes_functions(&self, f: FunctionId) -> bool {
        let info = &self.cx.functions[f];
        !info.is_kernel()
            && info.signature.params.iter().any(|p| self.cx.types.names_function(p.ty))
    }

    /// The function, and what is passed to it, for the functions that are given to it; the arguments begin with the parameter
    /// `skip`. `None` where one is not known.
    pub(super) fn with_known_functions(
        &mut self,
        f: FunctionId,
        skip: usize,
        list: Vec<E<'t>>,
    ) -> Option<(FunctionId, Vec<E<'t>>)> {
        if !self.takes_functions(f) {
            return Some((f, list));
        }
        let params = self.cx.functions[f].signature.params.clone();
        if let Some(at) = self.function_in_pack(f) {
            let text = "functions as elements of a pack of parameters are not supported yet";
            self.error(code::FUNCTION_POINTER, at, text);
            return None;
        }
        let mut known: Vec<Option<i64>> = vec![None; params.len()];
        let mut rest = Vec::with_capacity(list.len());
        for (i, v) in list.into_iter().enumerate() {
            if !params.get(i + skip).is_some_and(|p| self.cx.types.names_function(p.ty)) {
                rest.push(v);
                continue;
            }
            let folded = self.folded(v);
            match self.const_of(folded) {
                Some(Const::Int(n)) => known[i + skip] = Some(n),
                _ if self.mode.unevaluated => known[i + skip] = Some(0),
                _ => {
                    self.unknown_function(v.span);
                    return None;
                }
            }
        }
        Some((self.copy_for(f, &params, known), rest))
    }

    /// Where a pack of a function's parameters stands that has functions among its elements.
    fn function_in_pack(&self, f: FunctionId) -> Option<Span> {
        let signature = &self.cx.functions[f].signature;
        let elements = signature.packs.iter().flat_map(|p| {
            let first = p.first as usize;
            signature.params.get(first..first + p.count as usize).unwrap_or(&[])
        });
        elements.into_iter().find(|p| self.cx.types.names_function(p.ty)).map(|p| p.span)
    }

    /// The copy of a function in which some parameters are constants.
    fn copy_for(
        &mut self,
        f: FunctionId,
        params: &[ParamInfo<'a>],
        known: Vec<Option<i64>>,
    ) -> FunctionId {
        let key = (f, known);
        if wrong!(CopiesTakeTheFirstFunction)
            && let Some((_, copy)) =
                self.cx.templates.functions_as_values.copies.iter().find(|(k, _)| k.0 == f)
        {
            return *copy;
        }
        if let Some(copy) = self.cx.templates.functions_as_values.copies.get(&key) {
            return *copy;
        }
        let named = |(p, k): (&ParamInfo<'a>, &Option<i64>)| {
            let k = (*k)?;
            (p.name != words::EMPTY).then_some((p.name, p.ty, k))
        };
        // What refers to a function is it; a pointer is a variable of the function.
        let (given, references): (Vec<_>, Vec<_>) = params
            .iter()
            .zip(&key.1)
            .filter_map(named)
            .partition(|(_, ty, _)| self.cx.types.is_function_pointer(*ty));
        let names = references.into_iter().map(|(n, ty, k)| (n, Entity::Const(ty, Const::Int(k))));
        let mut copy = self.cx.functions[f].clone();
        copy.env = self.cx.new_env(&copy.env, names);
        for pack in &mut copy.signature.packs {
            let before = key.1.iter().take(pack.first as usize).flatten().count();
            pack.first -= before as u32;
        }
        let mut numbers = key.1.iter();
        copy.signature.params.retain(|_| numbers.next().is_none_or(Option::is_none));
        let numbers = key.1.iter().copied().flatten().collect();
        copy.origin.known = Some(Rc::new(GivenFunctions { numbers, pointers: given }));
        copy.usage = Usage::default();
        self.cx.functions[f].usage.named = true;
        let id = self.cx.functions.push(copy);
        self.cx.templates.functions_as_values.copies.insert(key, id);
        id
    }
}

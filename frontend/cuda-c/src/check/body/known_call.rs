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
    check::{
        Body, Const, Entity, Function, GivenElement, GivenFunctions, GivenPack, ParamInfo,
        ParameterPack, Usage, arity::Arity, body::E,
    },
    intern::Symbol,
    typed::{Action, Category, FunctionId, LocalId, TKind, TStmt, TStmtKind},
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
                false => {
                    let value = self.value_of_type(signature.result, span);
                    self.behind_call(value, &values, !signature.suffix.noexcept)
                }
            };
        }
        let Some(number) = self.known_pointer(pointer) else {
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
                let category = self.category_of(to, rvalue);
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

    /// Declares a function's parameters, and for a copy the functions that it was made for. Pointers to them are variables that
    /// begin with them, as the statements say that this gives.
    pub(in crate::check) fn declare_own_parameters(&mut self, f: &Function<'a>) -> Vec<TStmt<'t>> {
        let first = self.variables.locals.len();
        self.declare_parameters(&f.signature.params, &f.signature.packs);
        let mut list = Vec::new();
        let Some(given) = f.origin.known.as_deref() else { return list };
        for &(name, ty, number) in &given.pointers {
            let l = self.given_pointer(name, ty, number, f.span, &mut list);
            self.declare_in_scope(name, l);
        }
        for pack in &given.packs {
            let elements: Vec<Entity> = pack
                .elements
                .iter()
                .map(|e| match *e {
                    GivenElement::Parameter(i) => {
                        Entity::Local(LocalId::from_index(first + i as usize))
                    }
                    GivenElement::Function(ty, n) if self.cx.types.is_function_pointer(ty) => {
                        self.given_pointer(words::EMPTY, ty, n, f.span, &mut list)
                    }
                    GivenElement::Function(ty, n) => Entity::Const(ty, Const::Int(n)),
                })
                .collect();
            let seen = self.cx.seen_pack(&elements);
            self.declare_in_scope(pack.name, seen);
        }
        list
    }

    /// A variable that is a pointer to a function which a copy was made for.
    fn given_pointer(
        &mut self,
        name: Symbol,
        ty: Ty,
        number: i64,
        span: Span,
        list: &mut Vec<TStmt<'t>>,
    ) -> Entity {
        let l = self.add_local(name, ty, 0, span);
        self.variables.locals[l].named.uses += 1;
        let value = self.mk(TKind::Int(number), ty.bare(), span);
        self.keeps_function(l, ty, value);
        list.push(TStmt { kind: TStmtKind::Init(l, value), span });
        Entity::Local(l)
    }

    /// The function that a pointer leads to, where that is known. A variable that keeps one has it where no constant expression may
    /// read it, too.
    pub(super) fn known_pointer(&mut self, v: E<'t>) -> Option<i64> {
        let kept = match v.kind {
            TKind::Load(x) if !x.ty.is_volatile() => match x.kind {
                TKind::Local(l) => self.variables.values.get(&l).copied(),
                TKind::Global(g) => self.cx.output.globals.get(g).and_then(|g| g.value),
                _ => None,
            },
            _ => None,
        };
        let known = kept.or_else(|| {
            let folded = self.folded(v);
            self.const_of(folded)
        });
        match known {
            Some(Const::Int(n)) => Some(n),
            _ => None,
        }
    }

    /// Refuses a call, or a function to call, that is decided while the program runs.
    pub(super) fn unknown_function(&mut self, span: Span) -> E<'t> {
        let text = "which function this leads to is not known when the program is compiled: calls by such pointers are not supported yet";
        self.error(code::FUNCTION_POINTER, span, text)
    }

    /// An object or value of a type that is nowhere, for operands that are not evaluated.
    pub(super) fn value_of_type(&mut self, ty: Ty, span: Span) -> E<'t> {
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
        let mut known: Vec<Option<i64>> = vec![None; params.len()];
        let mut rest = Vec::with_capacity(list.len());
        for (i, v) in list.into_iter().enumerate() {
            if !params.get(i + skip).is_some_and(|p| self.cx.types.names_function(p.ty)) {
                rest.push(v);
                continue;
            }
            match self.known_pointer(v) {
                Some(n) => known[i + skip] = Some(n),
                _ if self.mode.unevaluated => known[i + skip] = Some(0),
                _ => {
                    self.unknown_function(v.span);
                    return None;
                }
            }
        }
        Some((self.copy_for(f, &params, known), rest))
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
        let mut packs = Vec::new();
        copy.signature.packs.retain_mut(|pack| {
            let given = given_pack(*pack, params, &key.1);
            pack.first = passed_before(&key.1, pack.first);
            let plain = given.is_none();
            packs.extend(given);
            plain
        });
        let mut numbers = key.1.iter();
        copy.signature.params.retain(|_| numbers.next().is_none_or(Option::is_none));
        let numbers = key.1.iter().copied().flatten().collect();
        copy.origin.known = Some(Rc::new(GivenFunctions { numbers, pointers: given, packs }));
        copy.usage = Usage::default();
        self.cx.functions[f].usage.named = true;
        let id = self.cx.functions.push(copy);
        self.cx.templates.functions_as_values.copies.insert(key, id);
        id
    }
}

/// How many parameters before one of a number are passed, where some are known.
fn passed_before(known: &[Option<i64>], number: u32) -> u32 {
    known.iter().take(number as usize).filter(|k| k.is_none()).count() as u32
}

/// What a pack of parameters is in a copy, where some of its elements are known.
fn given_pack(
    pack: ParameterPack,
    params: &[ParamInfo<'_>],
    known: &[Option<i64>],
) -> Option<GivenPack> {
    let element = |i: u32| {
        let function = known.get(i as usize).copied().flatten().zip(params.get(i as usize));
        function.map_or(GivenElement::Parameter(passed_before(known, i)), |(n, p)| {
            GivenElement::Function(p.ty, n)
        })
    };
    let elements: Vec<GivenElement> = (pack.first..pack.first + pack.count).map(element).collect();
    let some = elements.iter().any(|e| matches!(e, GivenElement::Function(..)));
    some.then_some(GivenPack { name: pack.name, elements })
}

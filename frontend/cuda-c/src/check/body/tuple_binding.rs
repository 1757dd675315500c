//! Structured bindings of classes that `std::tuple_size` knows ([dcl.struct.bind] 3).
//!
//! Idea: each name is a variable of reference type, without a name of its own, that is initialised by `e.get<i>()` where the class has a
//! member template of that name with a number as its first parameter, and else by `get<i>(e)`, where only the class itself brings
//! functions. Its type is what `std::tuple_element<i, E>::type` says. The call is made as syntax, and checked as what a program writes.
//! Legality: a class is one of these where `std::tuple_size<E>` is complete and has a member `value` (CWG 2386); else it is looked into.
//! Source: ISO C++17; nvcc and clang agree where they were tried.

use std::rc::Rc;

use optx_source::{Span, code};

use super::structured_binding::{Binding, BoundPart};
use crate::{
    ast::{
        Base, CastStyle, Declaration, Declarator, Expr, ExprKind, MemberKind, MemberMore, Name,
        TemplateArg, TemplateParamKind, TypeExpr,
    },
    check::{Body, Const, Entity, TArg, TemplateId},
    intern::Symbol,
    typed::{Category, LocalId, TStmt},
    types::{Ty, TypeKind},
    words,
};

/// What the bound object and its type are called: words that no program can name a variable by.
const OBJECT: Symbol = words::SWITCH;
const TYPE: Symbol = words::GOTO;

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// How many parts a class has by `std::tuple_size`; `Ok(None)` where that says nothing of it, and `Err` where it says something wrong,
    /// which is reported.
    pub(super) fn tuple_size(&mut self, of: Ty, span: Span) -> Result<Option<u64>, ()> {
        let Some(ty) = self.of_std("tuple_size", vec![TArg::Type(of)], span) else {
            return Ok(None);
        };
        if !self.complete(ty, span) {
            return Err(());
        }
        let class = self.cx.class_id(ty).filter(|_| self.cx.types.is_complete(ty));
        let value = self.cx.names.find("value");
        let Some((r, name)) = class.zip(value) else { return Ok(None) };
        let Some(entity) = self.cx.class_entity(r, name) else { return Ok(None) };
        let value = self.with_mode(
            |m| m.constant = true,
            |b| {
                let v = b.entity_value(entity, name, span);
                let v = b.rvalue(v);
                b.folded(v)
            },
        );
        match self.const_of(value) {
            Some(Const::Int(n)) if n >= 0 => Ok(Some(n as u64)),
            _ if value.ty.is_error() => Err(()),
            _ => {
                let n = self.cx.type_name(of);
                let text = format!("`std::tuple_size<{n}>::value` is no constant");
                self.not_constant(code::STRUCTURED_BINDING, span, text);
                Err(())
            }
        }
    }

    /// Declares the names of a structured binding of such a class.
    pub(super) fn bind_tuple(
        &mut self,
        x: &'a Declarator<'a>,
        object: LocalId,
        ty: Ty,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let of = self.cx.types.referred(ty);
        let lvalue = matches!(self.cx.types.kind(ty), TypeKind::Reference(_, false));
        let mut parts = Vec::new();
        self.bind(OBJECT, Entity::Local(object));
        self.bind(TYPE, Entity::plain(of));
        for (i, name) in (0..).zip(x.bindings) {
            parts.push(self.tuple_part(i, of, lvalue, name.span, out));
        }
        self.block.names.remove(&OBJECT);
        self.block.names.remove(&TYPE);
        // The names are no names in their own initialisers.
        for (name, part) in x.bindings.iter().zip(parts) {
            let Some(part) = part else {
                let nothing = self.add_local(words::EMPTY, Ty::ERROR, 0, name.span);
                self.declare_in_scope(name.sym, Entity::Local(nothing));
                continue;
            };
            let number = self.variables.bindings.len() as u32;
            self.variables.bindings.push(part);
            self.declare_in_scope(name.sym, Entity::Binding(number));
        }
    }

    /// The variable that one name stands for; `None` where it is wrong, which is reported.
    fn tuple_part(
        &mut self,
        i: u64,
        of: Ty,
        lvalue: bool,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) -> Option<Binding> {
        let ty = self.tuple_element(i, of, span)?;
        let init = self.get_part(i, of, lvalue, span)?;
        let value = self.unevaluated(|b| b.expr(init));
        if value.ty.is_error() {
            self.expr(init);
            return None;
        }
        let reference = self.cx.types.reference(ty, value.category != Category::Lvalue);
        let base = self.base(Base::Named(TYPE), span);
        let TypeExpr::Base(spec) = base else { return None };
        let name = Name { sym: words::EMPTY, span };
        let x = Declarator { init: Some(init), ..Declarator::new(name, base, &[]) };
        let x = &self.cx.arenas.declarators.alloc_extend([x])[0];
        let d = self.cx.arenas.declarations.alloc(Declaration::new(spec, span));
        let object = self.automatic(d, x, reference, out);
        Some(Binding { object, part: BoundPart::Variable(ty) })
    }

    /// `std::tuple_element<i, E>::type`.
    fn tuple_element(&mut self, i: u64, of: Ty, span: Span) -> Option<Ty> {
        let args = vec![TArg::Value(Ty::ULONG, i as i64), TArg::Type(of)];
        let ty = self.of_std("tuple_element", args, span);
        let ty = ty.filter(|t| self.complete(*t, span) && self.cx.types.is_complete(*t));
        let class = ty.and_then(|t| self.cx.class_id(t));
        let name = self.cx.names.find("type");
        let found = class.zip(name).and_then(|(r, name)| self.cx.class_entity(r, name));
        if let Some(Entity::Type(t, _)) = found {
            return Some(t);
        }
        let n = self.cx.type_name(of);
        let text = format!("`std::tuple_element<{i}, {n}>` has no member type `type`");
        self.error(code::STRUCTURED_BINDING, span, text);
        None
    }

    /// The class template of a name in `std`.
    pub(super) fn template_of_std(&mut self, name: Symbol) -> Option<TemplateId> {
        let std = crate::ast::Path { global: true, names: &[words::STD] };
        match self.cx.lookup_in(&std, name)? {
            Entity::ClassTemplate(id) => Some(id),
            _ => None,
        }
    }

    /// The instance of a class template of `std`; `None` where there is no such template, or it does not take the arguments.
    fn of_std(&mut self, name: &str, args: Vec<TArg>, span: Span) -> Option<Ty> {
        let name = self.cx.names.find(name)?;
        let id = self.template_of_std(name)?;
        let t = self.cx.template(id).clone();
        let args: Vec<Option<TArg>> = args.into_iter().map(Some).collect();
        let args: Rc<[TArg]> = self.at((t.namespace, t.place.defined), |b| {
            b.complete_args(t.params, &t.env, t.class, &args, t.name)
        })?;
        Some(self.class_instance(id, args, span)).filter(|t| !t.is_error())
    }

    /// `e.get<i>()` or `get<i>(e)`, where `e` is an lvalue only if the object is one by its type.
    fn get_part(&mut self, i: u64, of: Ty, lvalue: bool, span: Span) -> Option<&'a Expr<'a>> {
        let Some(sym) = self.cx.names.find("get") else {
            let n = self.cx.type_name(of);
            let text = format!("the parts of `{n}` cannot be bound: there is no `get` for it");
            self.error(code::STRUCTURED_BINDING, span, text);
            return None;
        };
        let name = Name { sym, span };
        let mut object = self.named(OBJECT, span);
        if !lvalue {
            let base = self.base(Base::Named(TYPE), span);
            let ty = self.ty(TypeExpr::Reference(base, true));
            object = self.node(ExprKind::Cast(CastStyle::Static, ty, object), span);
        }
        let number = TemplateArg::Value(self.number(i, span));
        let args: Option<&'a [TemplateArg<'a>]> =
            Some(&*self.cx.arenas.template_args.alloc_extend([number]));
        if !self.has_member_get(of, sym) {
            return Some(self.associated_node(name, args, object, span));
        }
        let more = self.cx.arenas.members.alloc(MemberMore { args, word: true, class: None });
        let f = ExprKind::Member { base: object, name, arrow: false, more: Some(more) };
        let f = self.node(f, span);
        Some(self.node(ExprKind::Call(f, &[]), span))
    }

    /// Whether a class has a member template of the name whose first parameter is a number.
    fn has_member_get(&mut self, of: Ty, name: Symbol) -> bool {
        let class = self.cx.class_id(of).and_then(|r| self.cx.method_class(r, name));
        let Some((owner, _)) = class else { return false };
        let set = self.cx.methods(owner, name, MemberKind::Method);
        let number = |t| {
            let first = self.cx.template(t).params.first();
            first.is_some_and(|p| matches!(p.kind, TemplateParamKind::Value(..)))
        };
        set.templates.iter().any(|t| number(*t))
    }
}

//! Types from their syntax.

use optx_source::{Diagnostic, Span, code};

use super::declare::quals;
use crate::{
    ast::{Base, Expr, Flags, Name, Path, Spec, Tag, TypeExpr},
    check::{Body, Const, Entity},
    intern::Symbol,
    typed::TypedArenas,
    types::{Suffix, Ty, TypeKind, UNKNOWN},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The type that a typedef gives a name, which names its unnamed struct.
    pub(in crate::check) fn typedef_type(&mut self, t: &'a TypeExpr<'a>, named: Symbol) -> Ty {
        match t {
            TypeExpr::Base(spec) => self.named_type(spec, named),
            _ => self.type_named(t),
        }
    }

    /// A parameter's type: arrays and functions become pointers.
    pub(in crate::check) fn param_type(&mut self, t: &'a TypeExpr<'a>) -> Ty {
        let ty = self.type_of(t);
        match self.cx.types.kind(ty) {
            TypeKind::Array(..) if wrong!(ParametersStayArrays) => ty,
            TypeKind::Array(e, _) => self.cx.types.pointer(e),
            TypeKind::Function(_) => self.cx.types.pointer(ty),
            _ => ty,
        }
    }

    /// Whether a function's type says that it throws nothing; `None` where the condition is wrong.
    fn noexcept_of_type(&mut self, condition: Option<&'a Expr<'a>>) -> Option<bool> {
        // Before C++17 it was not of the type.
        let of_type = self.cx.options.dialect.is_cpp17() && !wrong!(NoexceptIsOfNoType);
        let Some(e) = condition.filter(|_| of_type) else {
            return Some(false);
        };
        match self.constant(e, Ty::BOOL) {
            Some(Const::Int(n)) => Some(n != 0),
            _ => None,
        }
    }

    /// The type of a type's syntax; a class is complete if it can be.
    pub(in crate::check) fn type_of(&mut self, t: &'a TypeExpr<'a>) -> Ty {
        self.type_from(t, false)
    }

    /// As [`Body::type_of`], where a template's instance is only named.
    pub(in crate::check) fn type_named(&mut self, t: &'a TypeExpr<'a>) -> Ty {
        self.type_from(t, true)
    }

    fn type_from(&mut self, t: &'a TypeExpr<'a>, mut named: bool) -> Ty {
        // Pointers, arrays: a chain from the outside in, walked to its base and back.
        let mut chain = Vec::new();
        let mut cur = t;
        let base = loop {
            match cur {
                TypeExpr::Base(_) => break cur,
                TypeExpr::Pointer(inner, _)
                | TypeExpr::Member(inner, ..)
                | TypeExpr::Reference(inner, _)
                | TypeExpr::Array(inner, ..) => {
                    chain.push(cur);
                    cur = inner;
                }
                TypeExpr::Function { .. } | TypeExpr::Pack(_) => break cur,
            }
        };
        let points = |t: &&TypeExpr<'_>| {
            matches!(t, TypeExpr::Pointer(..) | TypeExpr::Member(..) | TypeExpr::Reference(..))
        };
        named |= chain.iter().any(points);
        let (mut ty, at) = match base {
            TypeExpr::Base(spec) if named && !wrong!(InstancesAreComplete) => {
                (self.named_type(spec, words::EMPTY), spec.span)
            }
            TypeExpr::Base(spec) => (self.base_type(spec, words::EMPTY), spec.span),
            TypeExpr::Function { result, params, variadic, quals: q, object, noexcept, span } => {
                let Some(noexcept) = self.noexcept_of_type(*noexcept) else { return Ty::ERROR };
                let suffix = Suffix { quals: quals(*q) & 3, object: *object, noexcept };
                (self.function_type_from(result, params, *variadic, suffix, *span), *span)
            }
            TypeExpr::Pack(_) => {
                self.misplaced_expansion(t);
                return Ty::ERROR;
            }
            _ => (Ty::ERROR, Span::NONE),
        };
        if wrong!(DeclaratorsFromTheLeft) {
            chain.sort_by_key(|t| matches!(t, TypeExpr::Pointer(..)));
        }
        while let Some(t) = chain.pop() {
            let object = self.cx.types.function_type(ty).is_some_and(|f| f.suffix.has_object());
            if object && !matches!(t, TypeExpr::Member(..)) {
                let name = self.cx.type_name(ty);
                let text = format!("nothing points or refers to `{name}`: it has an object");
                self.error(code::BAD_DECLARATOR, at, text);
                return Ty::ERROR;
            }
            if let TypeExpr::Pointer(..) | TypeExpr::Member(..) = t
                && let TypeKind::Reference(..) = self.cx.types.kind(ty)
            {
                self.error(code::BAD_DECLARATOR, at, "nothing points to a reference");
                return Ty::ERROR;
            }
            // [dcl.ref] 5
            if let TypeExpr::Reference(..) = t
                && ty.bare() == Ty::VOID
                && !wrong!(ReferencesToVoid)
            {
                self.error(code::BAD_DECLARATOR, at, "nothing refers to `void`");
                return Ty::ERROR;
            }
            ty = match t {
                TypeExpr::Pointer(_, flags) => self.cx.types.pointer(ty).with(quals(*flags)),
                TypeExpr::Member(_, class, flags) => {
                    let class = self.type_named(class);
                    if class.is_error() || !self.is_class_of_members(class, ty, at) {
                        return Ty::ERROR;
                    }
                    self.cx.types.member_pointer(class, ty).with(quals(*flags))
                }
                TypeExpr::Reference(_, rvalue) => self.cx.types.reference(ty, *rvalue),
                TypeExpr::Array(_, len, span) => self.array_type(ty, *len, *span),
                _ => ty,
            };
            if self.cx.types.depth(ty) > self.cx.limits().nesting {
                self.cx.error(code::LIMIT_NESTING, at, "types nest too deep");
                return Ty::ERROR;
            }
        }
        ty
    }

    /// Whether a type is a class, which may have members of a type to point to.
    fn is_class_of_members(&mut self, class: Ty, of: Ty, at: Span) -> bool {
        let is = self.cx.types.is_record(class) && of.bare() != Ty::VOID;
        if !is {
            let (class, of) = (self.cx.type_name(class), self.cx.type_name(of));
            let text = format!("nothing points to members of `{class}` that are of type `{of}`");
            self.error(code::BAD_DECLARATOR, at, text);
        }
        is
    }

    pub(super) fn array_type(&mut self, of: Ty, len: Option<&'a Expr<'a>>, span: Span) -> Ty {
        if of.is_error() {
            return of;
        }
        if !self.complete(of, span) {
            return Ty::ERROR;
        }
        // An array without a length is not complete either ([basic.types] 5).
        let asked = len.is_none() || self.expected.asking.is_some();
        let open = asked && self.cx.types.is_record(of);
        if !self.cx.types.is_complete(of) && !open {
            let t = self.cx.type_name(of);
            self.cx.error(
                code::BAD_ARRAY,
                span,
                format!("an array cannot have elements of type `{t}`"),
            );
            return Ty::ERROR;
        }
        if matches!(self.cx.types.kind(of), TypeKind::Reference(_, _)) {
            self.cx.error(
                code::BAD_ARRAY,
                span,
                "an array cannot have elements that are references",
            );
            return Ty::ERROR;
        }
        let Some(len) = len else { return self.cx.types.array(of, UNKNOWN) };
        let e = self.constant_value(len);
        if e.ty.is_error() {
            return Ty::ERROR;
        }
        let known = self.const_of(e);
        if !matches!(known, Some(Const::Int(_)) if e.ty.bare() == Ty::INT)
            && !self.cx.types.is_index(e.ty)
        {
            let t = self.cx.type_name(e.ty);
            let text = format!("the length of an array is of type `{t}`, and must be an integer");
            self.cx.error(code::BAD_ARRAY, len.span, text);
            return Ty::ERROR;
        }
        let Some(Const::Int(n)) = known else {
            // In a template's substitution it is nothing that would be absent ([temp.deduct] 8).
            let asked = self.expected.asking.is_some() && !wrong!(LengthsAreAbsent);
            let mut d = Diagnostic::new(
                if asked { code::NOT_CONSTANT } else { code::VARIABLE_ARRAY },
                len.span,
                "the length of an array must be a constant",
            );
            if self.mode.shared {
                d = d.note(
                    Span::NONE,
                    "`extern __shared__ T name[];` takes its size from the launch",
                );
            }
            if let Some(why) = self.cx.constants.why.take() {
                d = why.under(d);
            }
            self.cx.diags.push(d);
            return Ty::ERROR;
        };
        let size = self.cx.types.size(of);
        // No length at all takes a template out of the set ([temp.deduct] 8), and is GNU's elsewhere.
        let empty = n == 0 && self.expected.asking.is_some() && !wrong!(EmptyArraysFit);
        if n < 0 || empty {
            self.cx.error(code::BAD_ARRAY, len.span, "the length of an array must not be negative");
            return Ty::ERROR;
        }
        if (n as u64).saturating_mul(size.max(1)) > self.cx.limits().object_bytes {
            self.cx.error(
                code::LIMIT_OBJECT,
                len.span,
                format!("this array is larger than {} bytes", self.cx.limits().object_bytes),
            );
            return Ty::ERROR;
        }
        self.cx.types.array(of, n as u64)
    }

    /// The type of specifiers; a class is complete if it can be.
    pub(in crate::check) fn base_type(&mut self, spec: &'a Spec<'a>, named: Symbol) -> Ty {
        let ty = self.named_type(spec, named);
        if self.complete(ty, spec.span) { ty } else { Ty::ERROR }
    }

    /// The type of specifiers, which may be an instance of a template that is only named.
    pub(in crate::check) fn named_type(&mut self, spec: &'a Spec<'a>, named: Symbol) -> Ty {
        let q = quals(spec.flags);
        let t = match spec.base {
            Base::Word(w) => Ty::word(w),
            Base::Named(s) => match self.find_type(spec.path, s, spec.span) {
                Some(t) => t,
                None => {
                    self.unknown_type(spec.path, s, spec.span);
                    Ty::ERROR
                }
            },
            Base::Tag(tag, s) => match self.elaborated_type(spec.path, s, spec.span) {
                Some(t) => t,
                None if tag != Tag::Enum => self.type_ahead(tag, s),
                None => {
                    self.unknown_type(spec.path, s, spec.span);
                    Ty::ERROR
                }
            },
            Base::Template(name, args) => match self.class_template(spec.path, name.sym) {
                Some(t) => self.template_type(t, args, spec.span),
                None => {
                    self.unknown_type(spec.path, name.sym, spec.span);
                    Ty::ERROR
                }
            },
            Base::Nested(class, ..)
                if spec.flags.has(Flags::NO_TYPENAME) && !self.check_typename(class, spec.span) =>
            {
                Ty::ERROR
            }
            Base::Nested(class, name, args) => {
                let t = self.nested_type(class, name, args, spec.span);
                let plain = spec.flags.has(Flags::NO_TYPENAME) && args.is_empty();
                match plain && spec.tag.is_none() && self.has_own_name(t, name) {
                    true => {
                        let outer = self.base_type(class, words::EMPTY);
                        self.type_in_class(outer, t, name)
                    }
                    false => t,
                }
            }
            Base::Record(r) => self.record_type(r, named),
            Base::Enum(e) => self.enum_type(e, named),
            Base::Auto | Base::DecltypeAuto => {
                self.cx.error(
                    code::EXPECTED_TYPE,
                    spec.span,
                    "`auto` needs an initialiser and cannot stand here",
                );
                Ty::ERROR
            }
            Base::Decltype(e, by_category) => self.unevaluated(|b| b.decltype(e, by_category)),
            Base::Typeof(t) => self.type_named(t),
            Base::Underlying(t) => self.underlying_type(t, spec.span),
            Base::Error => Ty::ERROR,
        };
        if !self.check_elaborated(spec, t) {
            return Ty::ERROR;
        }
        self.cx.types.qualified(t, q)
    }

    /// Whether a type that is named with `struct`, `union` or `enum` before it is one, and no typedef's name
    /// ([dcl.type.elab] 2 and 3); reported where not.
    fn check_elaborated(&mut self, spec: &Spec<'_>, t: Ty) -> bool {
        let (tag, name) = match (spec.base, spec.tag) {
            (Base::Tag(tag, s), _) => (tag, s),
            (Base::Nested(_, n, _) | Base::Template(n, _), Some(tag)) => (tag, n.sym),
            _ => return true,
        };
        let types = &self.cx.types;
        let (is, own) = match types.kind(t) {
            _ if t.is_error() => return true,
            TypeKind::Record(_) => match types.get_record(t) {
                Some((_, r)) if r.is_union => (Tag::Union, r.name.as_str()),
                Some((_, r)) => (Tag::Struct, r.name.as_str()),
                None => return true,
            },
            TypeKind::Enum(id) => match types.enums.get(id) {
                Some(e) => (Tag::Enum, e.name.as_str()),
                None => return true,
            },
            _ => (tag, ""),
        };
        let word = |tag| match tag {
            Tag::Struct => "struct",
            Tag::Union => "union",
            Tag::Enum => "enum",
        };
        let text = self.cx.text(name);
        let text = if own.split('<').next() != Some(text) {
            format!("`{text}` is another name of a type, and cannot stand behind `{}`", word(tag))
        } else if is != tag {
            format!("`{text}` is declared with `{}`, and not with `{}`", word(is), word(tag))
        } else {
            return true;
        };
        self.error(code::BAD_SPECIFIERS, spec.span, text);
        false
    }

    /// Reports a member type that has no arguments, and is given some.
    fn no_template(&mut self, name: Name) -> Ty {
        let text = format!("`{}` is no template", self.cx.text(name.sym));
        self.error(code::TYPE_MISMATCH, name.span, text);
        Ty::ERROR
    }

    fn has_own_name(&self, found: Ty, name: Name) -> bool {
        let class = self.cx.class_id(found).and_then(|r| self.cx.classes.all.get(&r));
        class.is_some_and(|c| c.spec.name.sym == name.sym)
    }

    /// The type that `C::name` is where functions are found too: C by its own name is the constructor there, which is an error
    /// ([class.qual] 2).
    pub(in crate::check) fn type_in_class(&mut self, class: Ty, found: Ty, name: Name) -> Ty {
        if class.bare() != found.bare() || !self.has_own_name(found, name) {
            return found;
        }
        let text = self.cx.text(name.sym);
        let text = format!("`{text}` names the constructor of its class here, and no type");
        self.error(code::CLASS_RULE, name.span, text);
        Ty::ERROR
    }

    /// `X<T>::type`.
    pub(super) fn nested_type(
        &mut self,
        class: &'a Spec<'a>,
        name: Name,
        args: &'a [crate::ast::TemplateArg<'a>],
        span: Span,
    ) -> Ty {
        if !self.check_template_word(class, name) {
            return Ty::ERROR;
        }
        let outer = self.base_type(class, words::EMPTY);
        if outer.is_error() {
            return outer;
        }
        let found = self.cx.class_id(outer).and_then(|r| self.cx.class_entity(r, name.sym));
        // What is a type of one base and a member of another is neither ([class.member.lookup] 6).
        let found = match (found, self.cx.class_id(outer)) {
            (Some(Entity::Type(..)), Some(r)) if self.cx.is_ambiguous(r, name.sym) => {
                Some(Entity::Ambiguous)
            }
            (found, _) => found,
        };
        if let Some(r) = self.cx.class_id(outer)
            && found.is_some()
            && !self.check_entity_access(r, name)
        {
            return Ty::ERROR;
        }
        match found {
            Some(Entity::Type(t, _)) if args.is_empty() => t,
            // A class's own name is its template's, too ([temp.local] 1).
            Some(Entity::Type(t, _)) => match self.cx.class_id(t) {
                Some(r) if let Some(i) = self.cx.templates.instances.get(&r) => {
                    let own = self.cx.template(i.template).name == name.sym;
                    if own {
                        self.template_type(i.template, args, span)
                    } else {
                        self.no_template(name)
                    }
                }
                _ => self.no_template(name),
            },
            Some(Entity::ClassTemplate(t)) => self.template_type(t, args, span),
            Some(Entity::Ambiguous) => {
                self.ambiguous_name(name.sym, name.span);
                Ty::ERROR
            }
            _ if self.is_faulty(outer) => Ty::ERROR,
            _ => {
                let (n, text) = (self.cx.type_name(outer), self.cx.text(name.sym).to_string());
                self.cx.error(
                    code::UNKNOWN_TYPE,
                    name.span,
                    format!("`{n}` has no member type `{text}`"),
                );
                Ty::ERROR
            }
        }
    }

    /// A type, in an environment of its own.
    pub(in crate::check) fn type_in(&mut self, env: &crate::check::Env, t: &'a TypeExpr<'a>) -> Ty {
        let arena = TypedArenas::small();
        let mut b = Body::within(&mut *self.cx, &arena, env, None);
        b.type_named(t)
    }

    pub(super) fn find_type(
        &mut self,
        path: Option<&'a Path<'a>>,
        s: Symbol,
        span: Span,
    ) -> Option<Ty> {
        if let Some(p) = path {
            return match self.cx.lookup_in(p, s) {
                Some(Entity::Type(t, _)) => Some(t),
                _ => None,
            };
        }
        if let Some(Entity::Type(t, _)) = self.scope_entity(s) {
            return Some(t);
        }
        if let Some((r, Entity::Type(t, _))) = self.class_scope_entity(s) {
            let may = self.check_entity_access(r, Name { sym: s, span });
            return Some(if may { t } else { Ty::ERROR });
        }
        if let Some((_, Entity::Ambiguous)) = self.class_scope_entity(s) {
            self.ambiguous_name(s, span);
            return Some(Ty::ERROR);
        }
        match self.cx.lookup(s) {
            Some(Entity::Type(t, _)) => Some(t),
            _ if wrong!(ElaboratedNamesArePlain) => None,
            // Before `::` what is no type hides none either ([basic.lookup.qual] 1).
            _ => self.block_type(s).or_else(|| self.elaborated_outside(None, s, span)),
        }
    }

    /// The type that a name means behind `struct`, `union` or `enum`: what is no type hides none ([basic.lookup.elab] 2).
    fn elaborated_type(&mut self, path: Option<&'a Path<'a>>, s: Symbol, span: Span) -> Option<Ty> {
        if wrong!(ElaboratedNamesArePlain) {
            return self.find_type(path, s, span);
        }
        if path.is_none() {
            if let Some(t) = self.block_type(s) {
                return Some(t);
            }
            if let Some((_, Entity::Ambiguous)) = self.class_scope_entity(s) {
                self.ambiguous_name(s, span);
                return Some(Ty::ERROR);
            }
            if let Some((r, t)) = self.class_scope_type(s) {
                let may = self.check_entity_access(r, Name { sym: s, span });
                return Some(if may { t } else { Ty::ERROR });
            }
        }
        self.elaborated_outside(path, s, span)
    }

    /// The same of a name of namespaces.
    fn elaborated_outside(
        &mut self,
        path: Option<&'a Path<'a>>,
        s: Symbol,
        span: Span,
    ) -> Option<Ty> {
        match self.cx.lookup_elaborated(path, s) {
            Some(Entity::Type(t, _)) => Some(t),
            Some(Entity::Ambiguous) => {
                self.ambiguous_name(s, span);
                Some(Ty::ERROR)
            }
            _ => None,
        }
    }

    /// `struct X` where no X is declared yet: it declares X in the namespace around it ([basic.scope.pdecl] 7).
    fn type_ahead(&mut self, tag: Tag, s: Symbol) -> Ty {
        if self.in_function() {
            return self.new_record(tag, s);
        }
        self.cx.note_ahead(s);
        if let Some(t) = self.elaborated_type(None, s, Span::NONE) {
            return t;
        }
        let class = self.member_of.take();
        let ty = self.new_record(tag, s);
        self.member_of = class;
        ty
    }

    /// Reports a name that is no type's where one is wanted.
    fn unknown_type(&mut self, path: Option<&Path<'a>>, s: Symbol, span: Span) {
        let found = match path {
            Some(path) => self.cx.lookup_in(path, s),
            None => self.cx.lookup(s),
        };
        if found == Some(Entity::Ambiguous) {
            return self.ambiguous_name(s, span);
        }
        if path.is_none() && self.pack_named(s).is_some() {
            return self.unexpanded(s, span);
        }
        let text = self.cx.text(s).to_string();
        let d = match found {
            Some(Entity::ClassTemplate(t)) => return self.cx.template_without_arguments(t, span),
            Some(Entity::Unparsable(i)) if self.cx.tell_left_alone(s, i, span) => return,
            // What is wrong with it is told where it is declared.
            Some(Entity::Unparsable(i)) if self.cx.is_reported(i) => return,
            Some(Entity::Unparsable(i)) => {
                let at = self.cx.index.items.get(i as usize).map_or(Span::NONE, |i| i.span);
                let message = format!("the type `{text}` is declared outside the kernel language");
                let d = Diagnostic::new(code::UNPARSABLE_DECLARATION, span, message)
                    .note(at, "it is declared here");
                self.cx.why_unparsable(i, &text, d)
            }
            Some(_) => Diagnostic::new(code::UNKNOWN_TYPE, span, format!("`{text}` is not a type")),
            None => Diagnostic::new(
                code::UNKNOWN_TYPE,
                span,
                format!("the type `{text}` is not declared"),
            ),
        };
        self.cx.diags.push(d);
    }
}

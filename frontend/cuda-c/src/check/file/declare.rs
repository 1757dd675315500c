//! Declarations at file scope, and types from their syntax.

use optx_source::{Span, code};

use crate::{
    ast::{Base, Declaration, Declarator, Flags, Mode, Name, Spec, Tag, TypeExpr, Using},
    check::{Body, Checker, Entity},
    intern::Symbol,
    parse::index::{Item, ItemKind},
    typed::TypedArenas,
    types::{self, Ty},
    words,
};

impl<'a> Checker<'a, '_> {
    /// Declares what one top-level declaration declares.
    pub(super) fn declare(&mut self, item: &Item, d: Declaration<'a>) {
        let arena = TypedArenas::small();
        let mut b = Body::outside(self, &arena);
        b.declare_top(item, d);
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// The namespace that `void n::f() {}` lies in, where that is not the one it stands in; `Err` where it may not be defined
    /// here, and reported ([namespace.memdef] 2).
    pub(in crate::check) fn namespace_within(
        &mut self,
        item: &Item,
        x: &Declarator<'_>,
    ) -> Option<Result<u32, ()>> {
        let p = x.path?;
        let n = self.cx.index.resolve(item.namespace, p.global, p.names)?;
        let n = self.declaring_namespace(n, x.name.sym);
        if n == item.namespace {
            return None;
        }
        if !self.cx.encloses(item.namespace, n) {
            let text = "what a namespace declares is defined in it or in one around it";
            self.error(code::BAD_DECLARATOR, x.name.span, text);
            return Some(Err(()));
        }
        Some(Ok(n))
    }

    /// Declares what is qualified as another namespace's, in that.
    fn declare_within(
        &mut self,
        n: u32,
        item: &Item,
        flags: Flags,
        (d, x): (&Declaration<'a>, &'a Declarator<'a>),
    ) {
        self.cx.declare_in(n, x.name.sym);
        self.at((n, self.cx.site.place), |b| match x.ty {
            TypeExpr::Function { .. } => {
                let inner = Item { namespace: n, ..item.clone() };
                b.declare_function(&inner, flags, d.spec, x, d.body);
            }
            _ => b.declare_variable(item, flags, d.spec, x),
        });
    }

    fn declare_top(&mut self, item: &Item, d: Declaration<'a>) {
        let mut flags = Flags(d.spec.flags.0 | item.flags.0 & Flags::EXTERN_C);
        if item.kind == ItemKind::Variable && !wrong!(ExternCDefines) {
            // `extern "C" int x;` declares and does not define ([dcl.link]).
            flags.0 |= item.flags.0 & Flags::EXTERN;
        }
        if let Some(a) = d.assertion {
            let strict = self.cx.index.default_device;
            self.static_assertion_outside(a, strict);
            return;
        }
        if let Some(u) = d.using.filter(|_| self.cx.index.default_device && !item.library) {
            u.all().for_each(|u| self.check_used(item, u));
            return;
        }
        if d.declarators.is_empty() {
            if !matches!(d.spec.base, Base::Error) && !self.declares_class_here(d.spec) {
                self.base_type(d.spec, words::EMPTY);
            }
            return;
        }
        let ahead = flags.has(Flags::TYPEDEF).then(|| self.struct_ahead(&d)).flatten();
        let mut auto = None;
        for x in d.declarators {
            if flags.has(Flags::TYPEDEF) {
                let (ty, align) = self.typedef(&d, x);
                self.redeclare_check(x.name.sym, ty, x.name.span);
                self.cx.set_entity(x.name.sym, Entity::Type(ty, align));
                continue;
            }
            if let Some(n) = self.namespace_within(item, x) {
                if let Ok(n) = n {
                    self.declare_within(n, item, flags, (&d, x));
                }
                continue;
            }
            if let TypeExpr::Function { .. } = x.ty {
                self.declare_function(item, flags, d.spec, x, d.body);
            } else {
                self.declare_variable(item, flags, d.spec, x);
                if let Some(Entity::Global(g)) = self.cx.entity(x.name.sym) {
                    let ty = self.cx.output.globals[g].ty;
                    self.check_auto(d.spec, x, ty, &mut auto);
                }
            }
        }
        if let Some(s) = ahead {
            self.cx.declare_named(s);
        }
    }

    /// `class X;` alone declares `X` where it stands, whatever the name is further out ([basic.lookup.elab] 2); false where it is
    /// declared here already, or this is something else.
    fn declares_class_here(&mut self, spec: &Spec<'a>) -> bool {
        let Base::Tag(tag, s) = spec.base else { return false };
        if tag == Tag::Enum || spec.path.is_some() || wrong!(ClassesAreDeclaredOutside) {
            return false;
        }
        if self.cx.own_entity(s).is_some() || self.cx.tag(s).is_some() {
            return false;
        }
        self.cx.note_ahead(s);
        self.new_record(tag, s);
        true
    }

    /// The namespace whose member `n::name` is: that, or an inline one in it ([namespace.def] 8).
    fn declaring_namespace(&self, n: u32, name: Symbol) -> u32 {
        let index = &self.cx.index;
        let declares = |n: u32| {
            index
                .named(name)
                .iter()
                .filter_map(|i| index.items.get(*i as usize))
                .any(|i| i.namespace == n && i.scope == words::EMPTY)
        };
        let mut inlined = index.inlined(n).iter().copied();
        if declares(n) { n } else { inlined.find(|m| declares(*m)).unwrap_or(n) }
    }

    /// Reports a qualified name that its namespace does not declare ([namespace.memdef] 2).
    pub(in crate::check) fn not_declared(&mut self, n: u32, name: Name, what: &str) {
        let path = self.cx.index.namespaces.get(n as usize);
        let around = match path.and_then(|p| p.last()) {
            Some(s) if *s != words::EMPTY => format!("the namespace `{}`", self.cx.text(*s)),
            _ => "the namespace around it".to_owned(),
        };
        let text = format!("{around} declares no {what} called `{}`", self.cx.text(name.sym));
        self.error(code::UNKNOWN_NAME, name.span, text);
    }

    /// Reports a using declaration or directive of a namespace of which nothing is, in a file that is all the device's; the
    /// host's library is absent.
    fn check_used(&mut self, item: &Item, u: &Using<'_>) {
        let names = u.path.names;
        if names.first().unwrap_or(&u.name.sym) == &words::STD {
            return;
        }
        let known = match self.cx.used_namespace(item.namespace, u) {
            None => false,
            // What is built in is found by calls alone.
            Some(_) if u.directive || names.is_empty() => true,
            Some(_) => self.cx.lookup_in(u.path, u.name.sym).is_some(),
        };
        if !known {
            let text = match u.directive {
                true => "no namespace is declared by this name",
                false => "no namespace declares this name",
            };
            self.error(code::UNKNOWN_NAME, u.name.span, text);
        }
    }

    /// For `typedef struct S T;` before S is defined, and for `typedef S T;` where S is only declared: S, incomplete until
    /// the typedef is known, since its members may name T.
    fn struct_ahead(&mut self, d: &Declaration<'a>) -> Option<Symbol> {
        // An alias's type stands behind its name.
        let spec = match d.declarators.first()?.ty {
            TypeExpr::Base(spec) | TypeExpr::Pointer(TypeExpr::Base(spec), _) => *spec,
            _ => return None,
        };
        let s = match spec.base {
            Base::Tag(tag, s) if tag != Tag::Enum => s,
            Base::Named(s) if spec.path.is_none() => s,
            _ => return None,
        };
        let simple = |x: &Declarator<'_>| match x.ty {
            TypeExpr::Base(_) => true,
            TypeExpr::Pointer(to, _) => matches!(to, TypeExpr::Base(_)),
            _ => false,
        };
        let known = self.cx.entity(s).is_some() || self.cx.tag(s).is_some();
        if known || !d.declarators.iter().all(simple) || self.cx.index.named(s).is_empty() {
            return None;
        }
        if let Base::Tag(tag, _) = spec.base {
            // One that a namespace around declares before is meant.
            let outer = self.cx.site.namespace != 0 || spec.path.is_some();
            if outer && self.cx.lookup_elaborated(spec.path, s).is_some() {
                return None;
            }
            self.cx.note_ahead(s);
            self.new_record(tag, s);
            return Some(s);
        }
        // What stands before: `struct S;`.
        let (namespace, place) = (self.cx.site.namespace, self.cx.site.place);
        for i in self.cx.index.named(s).to_vec() {
            let item = self.cx.index.items.get(i as usize);
            let before = item
                .is_some_and(|x| x.namespace == namespace && x.place() > 0 && x.place() < place);
            if before
                && let Some(d) = self.cx.parsed_item(i)
                && d.declarators.is_empty()
                && d.template.is_none()
                && let Base::Tag(tag, t) = d.spec.base
                && (t == s && tag != Tag::Enum && d.spec.path.is_none())
            {
                self.new_record(tag, s);
                return Some(s);
            }
        }
        None
    }

    fn redeclare_check(&mut self, name: Symbol, ty: Ty, span: Span) {
        if let Some(Entity::Type(old, _)) = self.cx.entity(name)
            && old != ty
            && !old.is_error()
            && !ty.is_error()
        {
            let text = self.cx.text(name).to_string();
            let (o, n) = (self.cx.type_name(old), self.cx.type_name(ty));
            self.cx.error(
                code::REDEFINED,
                span,
                format!("`{text}` was declared as `{o}` before, and as `{n}` here"),
            );
        }
    }

    /// A type as wide as `__attribute__((mode(...)))` says.
    pub(in crate::check) fn moded(&mut self, ty: Ty, mode: Option<Mode>) -> Ty {
        let Some(mode) = mode.filter(|_| self.cx.types.is_arithmetic(ty)) else { return ty };
        let signed = self.cx.types.is_signed(ty);
        let made = match (mode, signed) {
            (Mode::QI, true) => Ty::SCHAR,
            (Mode::QI, false) => Ty::UCHAR,
            (Mode::HI, true) => Ty::SHORT,
            (Mode::HI, false) => Ty::USHORT,
            (Mode::SI, true) => Ty::INT,
            (Mode::SI, false) => Ty::UINT,
            (Mode::DI, true) => Ty::LONG,
            (Mode::DI, false) => Ty::ULONG,
            (Mode::SF, _) => Ty::FLOAT,
            (Mode::DF, _) => Ty::DOUBLE,
        };
        made.with(ty.quals())
    }
}

/// The qualifiers among flags.
pub(in crate::check) fn quals(f: Flags) -> u32 {
    (if f.has(Flags::CONST) { types::CONST } else { 0 })
        | (if f.has(Flags::VOLATILE) { types::VOLATILE } else { 0 })
        | (if f.has(Flags::RESTRICT) { types::RESTRICT } else { 0 })
}

//! Types, arguments and functions as trees of components.

use super::{
    Builder, is_c,
    operator::unqualified,
    text::{Encoding, Kind, Made, Node, Part, Piece, TextId, number, param_text},
    write::Writer,
};
use crate::{
    ast::{Flags, MemberKind, RefQualifier},
    check::{Function, KnownFunction, TArg, TemplateId, is_c_function},
    types::{CONST, RecordId, Suffix, Ty, TypeKind, VOLATILE},
    words,
};

impl<'a> Builder<'_, 'a, '_> {
    /// A component with qualifiers before it.
    pub(super) fn qualified(&self, f: Flags, n: Node) -> Node {
        let q = (if f.has(Flags::CONST) { CONST } else { 0 })
            | (if f.has(Flags::VOLATILE) { VOLATILE } else { 0 });
        if q == 0 { n } else { self.node(Kind::Qualified(q, Box::new(n))) }
    }

    /// A component with its text's number.
    pub(super) fn node(&self, kind: Kind) -> Node {
        let mut node = Node { kind, text: TextId(0) };
        let made = match &node.kind {
            Kind::Builtin(word) => Made::Word((*word).to_owned()),
            Kind::Param(i) if self.inner.get() => Made::Name(None, format!("inner {i}")),
            Kind::Param(i) => Made::Name(None, param_text(*i)),
            Kind::Named(parts) => match parts.last() {
                Some(last) => return Node { text: last.full, ..node },
                None => Made::Word(String::new()),
            },
            Kind::Literal(t, v, signed) => Made::Of(format!("L{}", number(*v, *signed)), t.text),
            Kind::Object(text) => Made::Word(text.clone()),
            Kind::Known(f, address) => match (&f.plain, f.parts.last()) {
                (None, Some(last)) => {
                    let list = f.signature.iter().map(|n| n.text);
                    let name = [last.full].into_iter().chain(list).collect();
                    Made::Known(name, *address)
                }
                (plain, _) => Made::Word(format!("L_Z{}", plain.as_deref().unwrap_or(""))),
            },
            Kind::Pieces(pieces, _) => {
                let made = |p: &Piece| match p {
                    Piece::Node(n) => Ok(n.text),
                    Piece::Text(text) => Err(text.clone()),
                };
                Made::Pieces(pieces.iter().map(made).collect())
            }
            Kind::Pack(list) => {
                let word = self.texts.borrow_mut().number(Made::Word("J".to_owned()));
                Made::Args(word, list.iter().map(|n| n.text).collect())
            }
            Kind::Function(suffix, parts) => {
                Made::Function(*suffix, parts.iter().map(|n| n.text).collect())
            }
            Kind::Member(class, to) => Made::Member(class.text, to.text),
            Kind::Pointer(_)
            | Kind::Reference(..)
            | Kind::Array(..)
            | Kind::Qualified(..)
            | Kind::Expansion(_) => {
                let Some((before, n)) = node.of() else { return node };
                Made::Of(before, n.text)
            }
        };
        node.text = self.texts.borrow_mut().number(made);
        node
    }

    /// Adds a part to a qualified name.
    pub(super) fn push(&self, parts: &mut Vec<Part>, name: String, args: Option<Vec<Node>>) {
        let mut texts = self.texts.borrow_mut();
        let before = parts.last().map(|p| p.full);
        let bare = texts.number(Made::Name(before, name.clone()));
        let full = match &args {
            Some(list) => texts.number(Made::Args(bare, list.iter().map(|n| n.text).collect())),
            None => bare,
        };
        parts.push(Part { name, args, bare, full, is_std: false, local: None });
    }

    pub(super) fn namespace_parts(&self, n: u32) -> Vec<Part> {
        let path = self.cx.index.namespaces.get(n as usize).map_or(&[][..], Vec::as_slice);
        let mut parts = Vec::new();
        for s in path {
            let text = if *s == words::EMPTY { "_GLOBAL__N_1" } else { self.cx.text(*s) };
            let is_std = parts.is_empty() && text == "std";
            let name = if is_std { "St".to_owned() } else { format!("{}{text}", text.len()) };
            self.push(&mut parts, name, None);
            if let Some(part) = parts.last_mut() {
                part.is_std = is_std;
            }
        }
        parts
    }

    pub(super) fn class_parts(&self, r: RecordId) -> Vec<Part> {
        if let Some(parts) = self.closure_parts(r) {
            return parts;
        }
        let Some(rec) = self.cx.types.records.get(r) else { return Vec::new() };
        let class = self.cx.classes.all.get(&r);
        let instance = self.cx.templates.instances.get(&r);
        // What is only named is no class yet: its template knows where it is.
        let outer = class
            .and_then(|c| c.outer)
            .or_else(|| instance.and_then(|i| self.cx.templates.all[i.template].class));
        let mut parts = match outer {
            Some(o) => self.class_parts(o),
            None => self.namespace_parts(rec.namespace),
        };
        let name = match instance {
            Some(i) => self.cx.text(self.cx.templates.all[i.template].name),
            None => &rec.name,
        };
        let args = instance.map(|i| i.args.iter().map(|a| self.arg(*a)).collect());
        self.push(&mut parts, format!("{}{name}", name.len()), args);
        parts
    }

    /// The name of a template.
    fn template_parts(&self, t: TemplateId) -> Vec<Part> {
        let t = &self.cx.templates.all[t];
        let mut parts = match t.class {
            Some(c) => self.class_parts(c),
            None => self.namespace_parts(t.namespace),
        };
        let name = self.cx.text(t.name);
        self.push(&mut parts, format!("{}{name}", name.len()), None);
        parts
    }

    pub(super) fn arg(&self, a: TArg) -> Node {
        match a {
            TArg::Type(t) => self.ty(t),
            TArg::Value(t, v) if self.cx.types.names_function(t) && v != 0 => {
                let address = !self.cx.types.is_reference(t);
                self.node(Kind::Known(Box::new(self.known_function(v, t)), address))
            }
            TArg::Functions(_) => self.node(Kind::Builtin("v")),
            TArg::Pack(p) | TArg::Begun(p) => {
                let list = self.cx.elements(p).iter().map(|a| self.arg(*a)).collect();
                self.node(Kind::Pack(list))
            }
            TArg::Template(t) => self.node(Kind::Named(self.template_parts(t))),
            TArg::Value(t, v) => {
                let of = Box::new(self.ty(t.bare()));
                self.node(Kind::Literal(of, v, self.cx.types.is_signed(t)))
            }
            TArg::Object(t, g) => {
                let name = self.cx.output.globals.get(g).map_or("", |g| g.name.as_str());
                let encoding = match name.strip_prefix("_Z") {
                    Some(rest) => rest.to_owned(),
                    None => format!("{}{name}", name.len()),
                };
                self.node(Kind::Object(match self.cx.types.kind(t) {
                    TypeKind::Reference(..) => format!("L_Z{encoding}E"),
                    _ => format!("XadL_Z{encoding}EE"),
                }))
            }
        }
    }

    /// What a function's name is made up of.
    pub(super) fn encoding(&self, f: &Function<'a>) -> Encoding {
        let cx = self.cx;
        if is_c(f) {
            return Encoding::c(cx.text(f.name));
        }
        let mut parts = match f.membership.class {
            Some(c) if !f.flags.has(Flags::FRIEND) => self.class_parts(c),
            _ => self.namespace_parts(f.home.namespace),
        };
        // nvcc gives kernels names that the host can ask for, `static` or not.
        let local = f.flags.has(Flags::STATIC) && f.membership.class.is_none() && !f.is_kernel();
        let mut last = match f.membership.kind {
            MemberKind::Constructor => "C1".to_string(),
            MemberKind::Destructor => "D1".to_string(),
            MemberKind::Conversion => format!("cv{}", Writer::text(&self.ty(f.signature.result))),
            _ => unqualified(cx, f.name, f.signature.params.len()),
        };
        if local {
            last.insert(0, 'L');
        }
        let args = (!f.origin.args.is_empty())
            .then(|| f.origin.args.iter().map(|a| self.arg(*a)).collect());
        self.push(&mut parts, last, args);
        let method = f.membership.has_this && f.membership.kind == MemberKind::Method;
        let this = f.signature.params.first().filter(|_| method);
        Encoding {
            plain: None,
            parts,
            this: self.closure_object(f).or(this.and_then(|p| cx.types.pointee(p.ty))),
            qualifier: f.membership.qualifier,
            signature: self.signature(f),
        }
    }

    /// A function's type of its result and its parameters.
    pub(super) fn function(&self, mut parts: Vec<Node>, variadic: bool, suffix: Suffix) -> Node {
        if parts.len() == 1 && !variadic {
            parts.push(self.node(Kind::Builtin("v")));
        }
        if variadic {
            parts.push(self.node(Kind::Builtin("z")));
        }
        self.node(Kind::Function(suffix, parts))
    }

    /// A function that is a constant of a type.
    pub(super) fn known_function(&self, number: i64, ty: Ty) -> Encoding {
        match KnownFunction::of(number) {
            Some(KnownFunction::Function(f)) => {
                let f = self.cx.functions.get(f);
                f.map_or_else(|| Encoding::c(""), |f| self.encoding(f))
            }
            // The first of the built-in functions of a name is C's, others are overloads of C++.
            Some(KnownFunction::BuiltIn(s)) => {
                let of = self.cx.types.pointee(ty).unwrap_or_else(|| self.cx.types.referred(ty));
                let params = self.cx.types.function_type(of).map_or(&[][..], |f| &f.params[..]);
                let name = self.cx.text(s);
                if is_c_function(name, params) {
                    return Encoding::c(name);
                }
                let mut parts = Vec::new();
                self.push(&mut parts, format!("{}{name}", name.len()), None);
                let signature = params.iter().map(|p| self.ty(*p)).collect();
                let (plain, this, qualifier) = (None, None, RefQualifier::None);
                Encoding { plain, parts, this, qualifier, signature }
            }
            None => Encoding::c(""),
        }
    }

    pub(super) fn ty(&self, t: Ty) -> Node {
        let q = t.quals() & (CONST | VOLATILE);
        if q != 0 {
            return self.node(Kind::Qualified(q, Box::new(self.ty(t.bare()))));
        }
        let word = match self.cx.types.kind(t) {
            TypeKind::Void => "v",
            TypeKind::Bool => "b",
            TypeKind::Char => "c",
            TypeKind::SChar => "a",
            TypeKind::UChar => "h",
            TypeKind::Short => "s",
            TypeKind::UShort => "t",
            TypeKind::Int => "i",
            TypeKind::UInt => "j",
            TypeKind::Long => "l",
            TypeKind::ULong => "m",
            TypeKind::LongLong => "x",
            TypeKind::ULongLong => "y",
            TypeKind::Float => "f",
            TypeKind::Double => "d",
            TypeKind::LongDouble => "e",
            TypeKind::WChar => "w",
            TypeKind::Char16 => "Ds",
            TypeKind::Char32 => "Di",
            TypeKind::Member(class, to) => {
                let [class, to] = [class, to].map(|t| Box::new(self.ty(t)));
                return self.node(Kind::Member(class, to));
            }
            TypeKind::NullPtr => "Dn",
            TypeKind::Pointer(to) => return self.node(Kind::Pointer(Box::new(self.ty(to)))),
            TypeKind::Reference(to, rvalue) => {
                return self.node(Kind::Reference(Box::new(self.ty(to)), rvalue));
            }
            TypeKind::Array(e, n) => return self.node(Kind::Array(n, Box::new(self.ty(e)))),
            TypeKind::Record(r) => return self.node(Kind::Named(self.class_parts(r))),
            TypeKind::Enum(e) => {
                let e = &self.cx.types.enums[e];
                let mut parts = match e.class {
                    Some(r) => self.class_parts(r),
                    None => self.namespace_parts(e.namespace),
                };
                let n = &e.name;
                self.push(&mut parts, format!("{}{n}", n.len()), None);
                return self.node(Kind::Named(parts));
            }
            TypeKind::Function(_) => {
                let Some(f) = self.cx.types.function_type(t) else {
                    return self.node(Kind::Builtin("v"));
                };
                let mut parts = vec![self.ty(f.result)];
                parts.extend(f.params.iter().map(|p| self.ty(*p)));
                return self.function(parts, f.variadic, f.suffix);
            }
            TypeKind::Error | TypeKind::Overloads | TypeKind::Braces => "v",
        };
        self.node(Kind::Builtin(word))
    }
}

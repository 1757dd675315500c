//! Names in PTX: mangled as the Itanium C++ ABI has it, unless `extern "C"`.
//!
//! A name is first made into a tree of components, in which the parameters of a template stand as such (`T_`), since
//! the signature of a function template is mangled as it was written. Writing the tree replaces components met before
//! by back references; a component is known again by its full text (Itanium C++ ABI, 5.1), which is never written: it has a
//! number, by how it is made up of other texts, so that a name costs what its tree does.

mod closure;

use std::cell::{Cell, RefCell};

use crate::{
    ast::{Base, Flags, MemberKind, RefQualifier, Spec, TemplateArg, TemplateParam, TypeExpr},
    check::{Checker, Entity, Function, KnownFunction, TArg, is_c_function},
    intern::{Map, Symbol},
    types::{CONST, RecordId, Ty, TypeKind, VOLATILE},
    words,
};

/// The number of a component's full text among those of one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct TextId(u32);

/// How a full text is made up. The grammar reads each in one way, so that equal texts are made up alike.
#[derive(PartialEq, Eq, Hash)]
enum Made {
    /// A text without components.
    Word(String),
    /// A name, behind another or not. A parameter of a template is one.
    Name(Option<TextId>, String),
    /// Template arguments behind a name.
    Args(TextId, Vec<TextId>),
    /// What stands before a component: `P`, `R`, qualifiers, an array's length.
    Of(String, TextId),
    /// A function's result and parameters.
    Function(Vec<TextId>),
    /// A function's name and parameters, or its address.
    Known(Vec<TextId>, bool),
}

/// The full texts of one name's components.
#[derive(Default)]
struct Texts(Map<Made, TextId>);

impl Texts {
    fn number(&mut self, made: Made) -> TextId {
        let next = TextId(self.0.len() as u32);
        *self.0.entry(made).or_insert(next)
    }
}

/// A part of a qualified name with its template arguments.
#[derive(Clone, Debug)]
struct Part {
    name: String,
    args: Option<Vec<Node>>,
    /// The full text of the name up to here, without its arguments.
    bare: TextId,
    /// The same with them.
    full: TextId,
    /// What it is instead of a name, where it is a closure type.
    local: Option<Box<Local>>,
}

/// A closure type of a function.
#[derive(Clone, Debug)]
struct Local {
    /// The function that the lambda stands in.
    around: Encoding,
    params: Vec<Node>,
    /// Which lambda of such parameters it is there, from 0.
    number: usize,
}

/// A component of a mangled name.
#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    text: TextId,
}

/// What a component is.
#[derive(Clone, Debug)]
enum Kind {
    Builtin(&'static str),
    /// A parameter of the template at hand.
    Param(usize),
    Pointer(Box<Node>),
    /// An rvalue reference where the flag is set.
    Reference(Box<Node>, bool),
    Array(u64, Box<Node>),
    /// A function's result, and its parameters.
    Function(Vec<Node>),
    Qualified(u32, Box<Node>),
    Named(Vec<Part>),
    /// The arguments of a pack.
    Pack(Vec<Node>),
    /// `T...`; as a value where the flag is set.
    Expansion(Box<Node>, bool),
    /// A constant of a type.
    Literal(Box<Node>, i64, bool),
    /// An object that is a template's argument.
    Object(String),
    /// A function that is one, or its address.
    Known(Box<Encoding>, bool),
}

/// What stands behind `_Z` in a function's name.
#[derive(Clone, Debug)]
struct Encoding {
    /// The name as it is, where the function is C's.
    plain: Option<String>,
    parts: Vec<Part>,
    /// What the object of a member function is.
    this: Option<Ty>,
    qualifier: RefQualifier,
    /// The result where that is said, and the parameters.
    signature: Vec<Node>,
}

/// The PTX name of a function.
pub(crate) fn function<'a>(cx: &Checker<'a, '_>, f: &Function<'a>) -> String {
    let name = cx.text(f.name);
    if is_c(f) {
        return name.to_string();
    }
    let b = Builder::new(cx);
    let mut w = Writer::new();
    w.encoding(&b.encoding(f));
    // A copy for functions that it is called with.
    for k in f.origin.known.iter().flat_map(|known| &known.numbers) {
        w.out.push('$');
        match KnownFunction::of(*k) {
            Some(KnownFunction::Function(f)) => {
                w.out.push_str(&cx.functions.get(f).map_or_else(String::new, |f| function(cx, f)));
            }
            Some(KnownFunction::BuiltIn(s)) => w.out.push_str(cx.text(s)),
            None => {}
        }
    }
    w.out
}

/// Whether a function has its name as C has it.
fn is_c(f: &Function<'_>) -> bool {
    f.flags.has(Flags::EXTERN_C) && f.membership.class.is_none()
}

/// The PTX name of a variable: its own at file scope, as NVRTC has it, `static` or not.
pub(crate) fn variable(cx: &Checker<'_, '_>, name: &str, namespace: u32, internal: bool) -> String {
    let b = Builder::new(cx);
    let mut parts = b.namespace_parts(namespace);
    if parts.is_empty() {
        return name.to_string();
    }
    let mark = if internal { "L" } else { "" };
    b.push(&mut parts, format!("{mark}{}{name}", name.len()), None);
    let mut w = Writer::new();
    w.named(&parts);
    w.out
}

/// The PTX name of an instance of a variable template.
pub(crate) fn variable_instance(
    cx: &Checker<'_, '_>,
    name: &str,
    namespace: u32,
    internal: bool,
    args: &[TArg],
) -> String {
    let b = Builder::new(cx);
    let mut parts = b.namespace_parts(namespace);
    let mark = if internal { "L" } else { "" };
    let args = args.iter().map(|a| b.arg(*a)).collect();
    b.push(&mut parts, format!("{mark}{}{name}", name.len()), Some(args));
    let mut w = Writer::new();
    w.named(&parts);
    w.out
}

/// The PTX name of a static data member.
pub(crate) fn member_variable(cx: &Checker<'_, '_>, name: &str, class: RecordId) -> String {
    let b = Builder::new(cx);
    let mut parts = b.class_parts(class);
    b.push(&mut parts, format!("{}{name}", name.len()), None);
    let mut w = Writer::new();
    w.named(&parts);
    w.out
}

/// A name with its length, or the code of an operator.
fn unqualified(cx: &Checker<'_, '_>, name: Symbol, params: usize) -> String {
    let code = match name {
        words::OP_PLUS if params < 2 => "ps",
        words::OP_PLUS => "pl",
        words::OP_MINUS if params < 2 => "ng",
        words::OP_MINUS => "mi",
        words::OP_STAR if params < 2 => "de",
        words::OP_STAR => "ml",
        words::OP_SLASH => "dv",
        words::OP_PERCENT => "rm",
        words::OP_CARET => "eo",
        words::OP_AMP if params < 2 => "ad",
        words::OP_AMP => "an",
        words::OP_PIPE => "or",
        words::OP_TILDE => "co",
        words::OP_BANG => "nt",
        words::OP_ASSIGN => "aS",
        words::OP_LT => "lt",
        words::OP_GT => "gt",
        words::OP_PLUS_EQ => "pL",
        words::OP_MINUS_EQ => "mI",
        words::OP_STAR_EQ => "mL",
        words::OP_SLASH_EQ => "dV",
        words::OP_PERCENT_EQ => "rM",
        words::OP_CARET_EQ => "eO",
        words::OP_AMP_EQ => "aN",
        words::OP_PIPE_EQ => "oR",
        words::OP_SHL => "ls",
        words::OP_SHR => "rs",
        words::OP_SHL_EQ => "lS",
        words::OP_SHR_EQ => "rS",
        words::OP_EQ => "eq",
        words::OP_NE => "ne",
        words::OP_LE => "le",
        words::OP_GE => "ge",
        words::OP_AND => "aa",
        words::OP_OR => "oo",
        words::OP_INC => "pp",
        words::OP_DEC => "mm",
        words::OP_COMMA => "cm",
        words::OP_ARROW_STAR => "pm",
        words::OP_ARROW => "pt",
        words::OP_CALL => "cl",
        words::OP_INDEX => "ix",
        _ => {
            let text = cx.text(name);
            // `li` and the suffix: an operator of literals.
            return match text.strip_prefix(crate::parse::literal_operator::OPERATOR) {
                Some(suffix) => format!("li{}{suffix}", suffix.len()),
                None => format!("{}{text}", text.len()),
            };
        }
    };
    code.to_string()
}

struct Builder<'c, 'a, 'x> {
    cx: &'c Checker<'a, 'x>,
    texts: RefCell<Texts>,
    /// Parameters of templates are those of a lambda in an instance, which are others than the templates' around it.
    inner: Cell<bool>,
}

impl<'c, 'a, 'x> Builder<'c, 'a, 'x> {
    fn new(cx: &'c Checker<'a, 'x>) -> Self {
        Builder { cx, texts: RefCell::default(), inner: Cell::new(false) }
    }
}

impl<'a> Builder<'_, 'a, '_> {
    /// A component with qualifiers before it.
    fn qualified(&self, f: Flags, n: Node) -> Node {
        let q = (if f.has(Flags::CONST) { CONST } else { 0 })
            | (if f.has(Flags::VOLATILE) { VOLATILE } else { 0 });
        if q == 0 { n } else { self.node(Kind::Qualified(q, Box::new(n))) }
    }

    /// A component with its text's number.
    fn node(&self, kind: Kind) -> Node {
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
            Kind::Pack(list) => {
                let word = self.texts.borrow_mut().number(Made::Word("J".to_owned()));
                Made::Args(word, list.iter().map(|n| n.text).collect())
            }
            Kind::Expansion(n, value) => {
                Made::Of(if *value { "Xsp" } else { "Dp" }.to_owned(), n.text)
            }
            Kind::Function(parts) => Made::Function(parts.iter().map(|n| n.text).collect()),
            Kind::Pointer(_) | Kind::Reference(..) | Kind::Array(..) | Kind::Qualified(..) => {
                let Some((before, n)) = node.of() else { return node };
                Made::Of(before, n.text)
            }
        };
        node.text = self.texts.borrow_mut().number(made);
        node
    }

    /// Adds a part to a qualified name.
    fn push(&self, parts: &mut Vec<Part>, name: String, args: Option<Vec<Node>>) {
        let mut texts = self.texts.borrow_mut();
        let before = parts.last().map(|p| p.full);
        let bare = texts.number(Made::Name(before, name.clone()));
        let full = match &args {
            Some(list) => texts.number(Made::Args(bare, list.iter().map(|n| n.text).collect())),
            None => bare,
        };
        parts.push(Part { name, args, bare, full, local: None });
    }

    fn namespace_parts(&self, n: u32) -> Vec<Part> {
        let path = self.cx.index.namespaces.get(n as usize).map_or(&[][..], Vec::as_slice);
        let mut parts = Vec::new();
        for s in path {
            let text = if *s == words::EMPTY { "_GLOBAL__N_1" } else { self.cx.text(*s) };
            self.push(&mut parts, format!("{}{text}", text.len()), None);
        }
        parts
    }

    fn class_parts(&self, r: RecordId) -> Vec<Part> {
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

    fn arg(&self, a: TArg) -> Node {
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
            TArg::Template(t) => {
                let t = &self.cx.templates.all[t];
                let mut parts = match t.class {
                    Some(c) => self.class_parts(c),
                    None => self.namespace_parts(t.namespace),
                };
                let name = self.cx.text(t.name);
                self.push(&mut parts, format!("{}{name}", name.len()), None);
                self.node(Kind::Named(parts))
            }
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
    fn encoding(&self, f: &Function<'a>) -> Encoding {
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

    /// A function's parameters, and its result before them where that is part of its name.
    fn signature(&self, f: &Function<'a>) -> Vec<Node> {
        let pattern = f.origin.template.map(|t| &self.cx.templates.all[t]);
        let written = pattern.and_then(|t| match t.declaration.declarators.first().map(|d| d.ty) {
            Some(TypeExpr::Function { result, params, .. }) => Some((t.params, *result, *params)),
            _ => None,
        });
        let skip = usize::from(f.membership.has_this);
        let own = f.signature.params.get(skip..).unwrap_or(&[]);
        let mut list = Vec::new();
        match written {
            Some((params, result, written))
                if written.len() == own.len() || !f.signature.packs.is_empty() =>
            {
                if f.membership.kind == MemberKind::Method {
                    list.push(self.pattern(result, params, f.signature.result));
                }
                let (mut at, mut packs) = (0, f.signature.packs.iter());
                for p in written {
                    let actual = own.get(at).map_or(Ty::ERROR, |p| p.ty);
                    list.push(self.parameter(p.ty, params, actual));
                    at += match p.ty {
                        TypeExpr::Pack(_) => packs.next().map_or(0, |p| p.count as usize),
                        _ => 1,
                    };
                }
            }
            _ => list.extend(own.iter().map(|p| self.ty(p.ty.bare()))),
        }
        if own.is_empty() && f.signature.packs.is_empty() {
            list.push(self.node(Kind::Builtin("v")));
        }
        list
    }

    /// A function's type of its result and its parameters.
    fn function(&self, mut parts: Vec<Node>, variadic: bool) -> Node {
        if parts.len() == 1 && !variadic {
            parts.push(self.node(Kind::Builtin("v")));
        }
        if variadic {
            parts.push(self.node(Kind::Builtin("z")));
        }
        self.node(Kind::Function(parts))
    }

    /// A function that is a constant of a type.
    fn known_function(&self, number: i64, ty: Ty) -> Encoding {
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

    fn ty(&self, t: Ty) -> Node {
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
                return self.function(parts, f.variadic);
            }
            TypeKind::Error | TypeKind::Overloads | TypeKind::Braces => "v",
        };
        self.node(Kind::Builtin(word))
    }

    /// A parameter's type as written: arrays are pointers, qualifiers of the parameter itself do not count.
    fn parameter(&self, t: &TypeExpr<'a>, params: &[TemplateParam<'a>], actual: Ty) -> Node {
        if !depends(t, params) {
            return self.ty(actual.bare());
        }
        let node = match t {
            TypeExpr::Array(e, ..) => {
                let to = self.cx.types.pointee(actual).unwrap_or(actual);
                self.node(Kind::Pointer(Box::new(self.pattern(e, params, to))))
            }
            TypeExpr::Function { .. } => {
                let to = self.cx.types.pointee(actual).unwrap_or(actual);
                self.node(Kind::Pointer(Box::new(self.pattern(t, params, to))))
            }
            TypeExpr::Pack(t) => {
                let of = Box::new(self.parameter(t, params, actual));
                self.node(Kind::Expansion(of, false))
            }
            _ => self.pattern(t, params, actual),
        };
        match node.kind {
            Kind::Qualified(_, inner) => *inner,
            kind => Node { kind, ..node },
        }
    }

    /// A type as written in a template; `actual` is what it is in the instance.
    fn pattern(&self, t: &TypeExpr<'a>, params: &[TemplateParam<'a>], actual: Ty) -> Node {
        if let TypeExpr::Base(spec) = t {
            match spec.base {
                Base::Auto => return self.node(Kind::Builtin("Da")),
                Base::DecltypeAuto => return self.node(Kind::Builtin("Dc")),
                _ => {}
            }
        }
        if !depends(t, params) {
            return self.ty(actual);
        }
        match t {
            TypeExpr::Base(spec) => self.base(spec, params, actual),
            TypeExpr::Pointer(inner, f) => {
                let to = self.cx.types.pointee(actual).unwrap_or(actual);
                let p = self.node(Kind::Pointer(Box::new(self.pattern(inner, params, to))));
                self.qualified(*f, p)
            }
            TypeExpr::Reference(inner, rvalue) => {
                let to = self.cx.types.referred(actual);
                self.node(Kind::Reference(Box::new(self.pattern(inner, params, to)), *rvalue))
            }
            TypeExpr::Array(inner, ..) => match self.cx.types.element(actual) {
                Some((e, n)) => self.node(Kind::Array(n, Box::new(self.pattern(inner, params, e)))),
                None => self.ty(actual),
            },
            TypeExpr::Pack(inner) => {
                let of = Box::new(self.pattern(inner, params, actual));
                self.node(Kind::Expansion(of, false))
            }
            TypeExpr::Function { result, params: list, variadic, .. } => {
                let Some(f) = self.cx.types.function_type(actual) else { return self.ty(actual) };
                let mut parts = vec![self.pattern(result, params, f.result)];
                for (k, p) in list.iter().enumerate() {
                    let actual = f.params.get(k).copied().unwrap_or(Ty::ERROR);
                    parts.push(self.parameter(p.ty, params, actual));
                }
                self.function(parts, *variadic)
            }
        }
    }

    fn base(&self, spec: &Spec<'a>, params: &[TemplateParam<'a>], actual: Ty) -> Node {
        let node = match spec.base {
            Base::Named(s) => match params.iter().position(|p| p.name.sym == s) {
                Some(i) => self.node(Kind::Param(i)),
                None => return self.ty(actual),
            },
            Base::Template(..) | Base::Nested(..) => match self.parts(spec, params, actual) {
                Some(parts) => self.node(Kind::Named(parts)),
                None => return self.ty(actual),
            },
            _ => return self.ty(actual),
        };
        self.qualified(spec.flags, node)
    }

    fn parts(
        &self,
        spec: &Spec<'a>,
        params: &[TemplateParam<'a>],
        actual: Ty,
    ) -> Option<Vec<Part>> {
        match spec.base {
            Base::Template(name, args)
                if let Some(i) = params.iter().position(|p| p.name.sym == name.sym) =>
            {
                let mut parts = Vec::new();
                let known = self.known_arguments(actual);
                let list = self.pattern_args(args, params, &known, usize::MAX)?;
                self.push(&mut parts, param_text(i), Some(list));
                Some(parts)
            }
            Base::Template(name, args) => {
                let Some(Entity::ClassTemplate(t)) = self.cx.entity_anywhere(name.sym) else {
                    return None;
                };
                let t = &self.cx.templates.all[t];
                // An alias is the type that it names.
                if t.flags.has(Flags::TYPEDEF) || t.class.is_some() {
                    return None;
                }
                let mut parts = self.namespace_parts(t.namespace);
                let text = self.cx.text(name.sym);
                let known = self.known_arguments(actual);
                let pack = t.params.iter().position(|p| p.pack);
                let mut list =
                    self.pattern_args(args, params, &known, pack.unwrap_or(usize::MAX))?;
                if pack.is_none() && !args.iter().any(|a| is_expanded(a)) {
                    list.extend(known.iter().skip(args.len()).map(|a| self.arg(*a)));
                }
                self.push(&mut parts, format!("{}{text}", text.len()), Some(list));
                Some(parts)
            }
            Base::Nested(_, _, args) if !args.is_empty() => None,
            Base::Nested(outer, name, _) => {
                let mut parts = match outer.base {
                    Base::Named(s) => {
                        let i = params.iter().position(|p| p.name.sym == s)?;
                        let mut parts = Vec::new();
                        self.push(&mut parts, param_text(i), None);
                        parts
                    }
                    _ => self.parts(outer, params, Ty::ERROR)?,
                };
                let text = self.cx.text(name.sym);
                self.push(&mut parts, format!("{}{text}", text.len()), None);
                Some(parts)
            }
            _ => None,
        }
    }

    /// The arguments of a class's template, one by one.
    fn known_arguments(&self, ty: Ty) -> Vec<TArg> {
        match self.cx.types.kind(ty) {
            TypeKind::Record(r) => self.cx.flat(&self.cx.class_arguments(r)),
            _ => Vec::new(),
        }
    }

    /// Arguments as written, those of a pack from a number on as one.
    fn pattern_args(
        &self,
        args: &[TemplateArg<'a>],
        params: &[TemplateParam<'a>],
        known: &[TArg],
        pack: usize,
    ) -> Option<Vec<Node>> {
        let mut list = Vec::new();
        for (i, a) in args.iter().enumerate() {
            list.push(self.pattern_arg(a, params, known.get(i).copied())?);
        }
        if pack <= list.len() {
            let rest = list.split_off(pack);
            list.push(self.node(Kind::Pack(rest)));
        }
        Some(list)
    }

    fn pattern_arg(
        &self,
        a: &TemplateArg<'a>,
        params: &[TemplateParam<'a>],
        is: Option<TArg>,
    ) -> Option<Node> {
        Some(match (a, is) {
            (TemplateArg::Type(TypeExpr::Pack(t)), _) => {
                let actual = match is {
                    Some(TArg::Type(t)) => t,
                    _ => Ty::ERROR,
                };
                self.node(Kind::Expansion(Box::new(self.pattern(t, params, actual)), false))
            }
            (
                TemplateArg::Value(crate::ast::Expr {
                    kind: crate::ast::ExprKind::Pack(e), ..
                }),
                _,
            ) => {
                let of = self.pattern_arg(&TemplateArg::Value(e), params, is)?;
                self.node(Kind::Expansion(Box::new(of), true))
            }
            (
                TemplateArg::Type(TypeExpr::Base(Spec { base: Base::Named(s), .. })),
                Some(TArg::Template(_)),
            ) if let Some(i) = params.iter().position(|p| p.name.sym == *s) => {
                self.node(Kind::Param(i))
            }
            (TemplateArg::Type(t), Some(TArg::Type(actual))) => self.pattern(t, params, actual),
            (TemplateArg::Type(TypeExpr::Base(s)), None) => match s.base {
                Base::Word(w) => self.ty(Ty::word(w)),
                _ => self.base(s, params, Ty::ERROR),
            },
            (TemplateArg::Value(e), _) => match e.kind {
                crate::ast::ExprKind::Name(s) => {
                    match params.iter().position(|p| p.name.sym == s) {
                        Some(i) => self.node(Kind::Param(i)),
                        None => self.arg(is?),
                    }
                }
                crate::ast::ExprKind::Int { value, .. } if is.is_none() => {
                    let int = Box::new(self.node(Kind::Builtin("i")));
                    self.node(Kind::Literal(int, value as i64, true))
                }
                _ => self.arg(is?),
            },
            _ => return None,
        })
    }
}

/// Whether a type's syntax names a parameter anywhere.
fn depends(t: &TypeExpr<'_>, params: &[TemplateParam<'_>]) -> bool {
    fn spec(s: &Spec<'_>, params: &[TemplateParam<'_>]) -> bool {
        match s.base {
            Base::Named(s) => params.iter().any(|p| p.name.sym == s),
            Base::Template(n, _) if params.iter().any(|p| p.name.sym == n.sym) => true,
            Base::Template(_, args) => args.iter().any(|a| match a {
                TemplateArg::Type(t) => depends(t, params),
                TemplateArg::Value(
                    crate::ast::Expr { kind: crate::ast::ExprKind::Pack(e), .. } | e,
                ) => matches!(e.kind, crate::ast::ExprKind::Name(s)
                    if params.iter().any(|p| p.name.sym == s)),
            }),
            Base::Nested(outer, ..) => spec(outer, params),
            _ => false,
        }
    }
    match t {
        TypeExpr::Base(s) => spec(s, params),
        TypeExpr::Pointer(t, _)
        | TypeExpr::Reference(t, _)
        | TypeExpr::Array(t, ..)
        | TypeExpr::Pack(t) => depends(t, params),
        TypeExpr::Function { result, params: list, .. } => {
            depends(result, params) || list.iter().any(|p| depends(p.ty, params))
        }
    }
}

fn is_expanded(a: &TemplateArg<'_>) -> bool {
    match a {
        TemplateArg::Type(t) => matches!(t, TypeExpr::Pack(_)),
        TemplateArg::Value(e) => matches!(e.kind, crate::ast::ExprKind::Pack(_)),
    }
}

fn param_text(i: usize) -> String {
    if i == 0 { "T_".to_string() } else { format!("T{}_", base36(i - 1)) }
}

fn base36(mut n: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((n % 36) as u32, 36).unwrap_or('0').to_ascii_uppercase());
        n /= 36;
        if n == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

struct Writer {
    /// Components that a later mention may stand back to, by their full text.
    seen: Map<TextId, usize>,
    /// How many there are.
    count: usize,
    out: String,
}

impl Writer {
    fn new() -> Writer {
        Writer { seen: Map::default(), count: 0, out: String::from("_Z") }
    }

    /// A node without back references to anything.
    fn text(n: &Node) -> String {
        let mut out = String::new();
        write_text(n, &mut out);
        out
    }

    /// Writes a back reference if the component was met.
    fn back(&mut self, text: TextId) -> bool {
        let Some(&i) = self.seen.get(&text) else { return false };
        if i == 0 {
            self.out.push_str("S_");
        } else {
            self.out.push_str(&format!("S{}_", base36(i - 1)));
        }
        true
    }

    /// Notes a component that was written.
    fn note(&mut self, text: TextId) {
        self.seen.entry(text).or_insert(self.count);
        self.count += 1;
    }

    fn node(&mut self, n: &Node) {
        match &n.kind {
            Kind::Builtin(s) => return self.out.push_str(s),
            Kind::Object(text) => return self.out.push_str(text),
            Kind::Known(f, address) => {
                self.out.push_str(if *address { "XadL_Z" } else { "L_Z" });
                self.encoding(f);
                return self.out.push_str(if *address { "EE" } else { "E" });
            }
            Kind::Named(parts) => return self.named(parts),
            Kind::Pack(list) => {
                self.out.push('J');
                list.iter().for_each(|n| self.node(n));
                return self.out.push('E');
            }
            Kind::Expansion(n, true) => {
                self.out.push_str("Xsp");
                self.node(n);
                return self.out.push('E');
            }
            Kind::Literal(t, v, signed) => {
                self.out.push('L');
                self.node(t);
                self.out.push_str(&number(*v, *signed));
                self.out.push('E');
                return;
            }
            _ => {}
        }
        if self.back(n.text) {
            return;
        }
        if let Kind::Param(i) = n.kind {
            self.out.push_str(&param_text(i));
        }
        if let Kind::Function(parts) = &n.kind {
            self.out.push('F');
            parts.iter().for_each(|n| self.node(n));
            self.out.push('E');
        }
        if let Some((before, n)) = n.of() {
            self.out.push_str(&before);
            self.node(n);
        }
        self.note(n.text);
    }

    /// What stands behind `_Z` in a function's name.
    fn encoding(&mut self, f: &Encoding) {
        if let Some(name) = &f.plain {
            return self.out.push_str(&format!("{}{name}", name.len()));
        }
        self.function_name(&f.parts, f.this, f.qualifier);
        f.signature.iter().for_each(|n| self.node(n));
    }

    fn named(&mut self, parts: &[Part]) {
        if parts.last().is_some_and(|p| self.back(p.full)) {
            return;
        }
        self.around(parts);
        let nested = parts.len() > 1;
        if nested {
            self.out.push('N');
        }
        self.prefix(parts, true);
        if nested {
            self.out.push('E');
        }
    }

    /// Writes the function around what has these parts.
    fn around(&mut self, parts: &[Part]) {
        let Some(local) = parts.first().and_then(|p| p.local.as_deref()) else { return };
        self.out.push('Z');
        self.encoding(&local.around);
        self.out.push('E');
    }

    /// Writes a part without its arguments.
    fn part(&mut self, p: &Part) {
        let Some(local) = p.local.as_deref() else { return self.out.push_str(&p.name) };
        self.out.push_str("Ul");
        local.params.iter().for_each(|n| self.node(n));
        self.out.push('E');
        if let Some(n) = local.number.checked_sub(1) {
            self.out.push_str(&n.to_string());
        }
        self.out.push('_');
    }

    /// Writes the parts of a name, each a component of its own; the last whole one only if `whole`.
    fn prefix(&mut self, parts: &[Part], whole: bool) {
        // The longest part that was met.
        let mut from = 0;
        let mut args_done = true;
        for (k, p) in parts.iter().enumerate().rev() {
            if (k + 1 < parts.len() || whole) && self.back(p.full) {
                from = k + 1;
                break;
            }
            if p.args.is_some() && self.back(p.bare) {
                from = k;
                args_done = false;
                break;
            }
        }
        for (k, p) in parts.iter().enumerate().skip(from) {
            let last = k + 1 == parts.len();
            if args_done {
                self.part(p);
                // A name that is all of a function's is no component.
                if p.args.is_some() || !last || whole {
                    self.note(p.bare);
                }
            }
            args_done = true;
            if let Some(args) = &p.args {
                self.out.push('I');
                for a in args {
                    self.node(a);
                }
                self.out.push('E');
                if !last || whole {
                    self.note(p.full);
                }
            }
        }
    }

    /// `this` is what the function's object is, and `object` says of `&` and `&&` behind the parameters.
    fn function_name(&mut self, parts: &[Part], this: Option<Ty>, object: RefQualifier) {
        self.around(parts);
        let nested = parts.len() > 1;
        if nested {
            self.out.push('N');
            if this.is_some_and(Ty::is_volatile) {
                self.out.push('V');
            }
            if this.is_some_and(Ty::is_const) {
                self.out.push('K');
            }
            match object {
                RefQualifier::Lvalue => self.out.push('R'),
                RefQualifier::Rvalue => self.out.push('O'),
                RefQualifier::None => {}
            }
        }
        self.prefix(parts, false);
        if nested {
            self.out.push('E');
        }
    }
}

impl Encoding {
    /// A function with C's name.
    fn c(name: &str) -> Encoding {
        Encoding {
            plain: Some(name.to_owned()),
            parts: Vec::new(),
            this: None,
            qualifier: RefQualifier::None,
            signature: Vec::new(),
        }
    }
}

impl Node {
    /// What stands before a component, and that.
    fn of(&self) -> Option<(String, &Node)> {
        Some(match &self.kind {
            Kind::Pointer(n) => ("P".to_owned(), n),
            Kind::Reference(n, rvalue) => ((if *rvalue { "O" } else { "R" }).to_owned(), n),
            Kind::Array(k, n) => (format!("A{k}_"), n),
            Kind::Expansion(n, false) => ("Dp".to_owned(), n),
            Kind::Qualified(q, n) => (qualifiers(*q), n),
            _ => return None,
        })
    }
}

/// Writes a node's full text.
fn write_text(n: &Node, out: &mut String) {
    match &n.kind {
        Kind::Builtin(s) => out.push_str(s),
        Kind::Param(i) => out.push_str(&param_text(*i)),
        Kind::Object(text) => out.push_str(text),
        Kind::Known(f, _) => match &f.plain {
            Some(name) => out.push_str(name),
            None => {
                f.parts.iter().for_each(|p| out.push_str(&p.name));
                f.signature.iter().for_each(|n| write_text(n, out));
            }
        },
        Kind::Literal(t, v, signed) => {
            out.push('L');
            write_text(t, out);
            out.push_str(&number(*v, *signed));
            out.push('E');
        }
        Kind::Named(parts) => {
            for p in parts {
                out.push_str(&p.name);
                if let Some(list) = &p.args {
                    out.push('I');
                    list.iter().for_each(|a| write_text(a, out));
                    out.push('E');
                }
            }
        }
        Kind::Pack(list) => {
            out.push('J');
            list.iter().for_each(|n| write_text(n, out));
            out.push('E');
        }
        Kind::Expansion(n, true) => {
            out.push_str("Xsp");
            write_text(n, out);
            out.push('E');
        }
        Kind::Function(parts) => {
            out.push('F');
            parts.iter().for_each(|n| write_text(n, out));
            out.push('E');
        }
        Kind::Pointer(_)
        | Kind::Reference(..)
        | Kind::Array(..)
        | Kind::Qualified(..)
        | Kind::Expansion(_, false) => {
            if let Some((before, n)) = n.of() {
                out.push_str(&before);
                write_text(n, out);
            }
        }
    }
}

fn qualifiers(q: u32) -> String {
    let mut s = String::new();
    if q & VOLATILE != 0 {
        s.push('V');
    }
    if q & CONST != 0 {
        s.push('K');
    }
    s
}

fn number(v: i64, signed: bool) -> String {
    if !signed {
        return (v as u64).to_string();
    }
    if v < 0 { format!("n{}", v.unsigned_abs()) } else { v.to_string() }
}

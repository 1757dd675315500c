//! Names in PTX: mangled as the Itanium C++ ABI has it, unless `extern "C"`.
//!
//! A name is first made into a tree of components, in which the parameters of a template stand as such (`T_`), since
//! the signature of a function template is mangled as it was written. Writing the tree replaces components met before
//! by back references; a component is known again by its full text (Itanium C++ ABI, 5.1).

use crate::{
    ast::{Base, Flags, MemberKind, Spec, TemplateArg, TemplateParam, TypeExpr},
    check::{Checker, Entity, Function, TArg},
    intern::Symbol,
    types::{CONST, RecordId, Ty, TypeKind, VOLATILE},
    words,
};

/// A part of a qualified name with its template arguments.
#[derive(Clone, Debug)]
struct Part {
    name: String,
    args: Option<Vec<Node>>,
}

/// A component of a mangled name.
#[derive(Clone, Debug)]
enum Node {
    Builtin(&'static str),
    /// A parameter of the template at hand.
    Param(usize),
    Pointer(Box<Node>),
    /// An rvalue reference where the flag is set.
    Reference(Box<Node>, bool),
    Array(u64, Box<Node>),
    Qualified(u32, Box<Node>),
    Named(Vec<Part>),
    /// A constant of a type.
    Literal(Box<Node>, i64, bool),
    /// An object that is a template's argument.
    Object(String),
}

/// The PTX name of a function.
pub(crate) fn function(cx: &Checker<'_, '_>, f: &Function<'_>) -> String {
    let name = cx.text(f.name);
    if f.flags.has(Flags::EXTERN_C) && f.class.is_none() {
        return name.to_string();
    }
    let b = Builder { cx };
    let mut parts = match f.class {
        Some(c) if !f.flags.has(Flags::FRIEND) => b.class_parts(c),
        _ => b.namespace_parts(f.namespace),
    };
    // nvcc gives kernels names that the host can ask for, `static` or not.
    let local = f.flags.has(Flags::STATIC) && f.class.is_none() && !f.is_kernel();
    let mut last = match f.member {
        MemberKind::Constructor => "C1".to_string(),
        MemberKind::Conversion => format!("cv{}", Writer::text(&b.ty(f.result))),
        _ => unqualified(cx, f.name, f.params.len()),
    };
    if local {
        last.insert(0, 'L');
    }
    let args = (!f.args.is_empty()).then(|| f.args.iter().map(|a| b.arg(*a)).collect());
    parts.push(Part { name: last, args });
    let mut w = Writer { seen: Vec::new(), out: String::from("_Z") };
    let this = f.params.first().filter(|_| f.has_this && f.member == MemberKind::Method);
    w.function_name(&parts, this.and_then(|p| cx.types.pointee(p.ty)), f.object);
    let pattern = f.template.map(|t| &cx.templates[t.0 as usize]);
    let written = pattern.and_then(|t| match t.declaration.declarators.first().map(|d| d.ty) {
        Some(TypeExpr::Function { result, params, .. }) => Some((t.params, *result, *params)),
        _ => None,
    });
    let skip = usize::from(f.has_this);
    match written {
        Some((params, result, list)) if list.len() + skip == f.params.len() => {
            if f.member == MemberKind::Method {
                let node = b.pattern(result, params, f.result);
                w.node(&node);
            }
            if list.is_empty() {
                w.out.push('v');
            }
            for (p, actual) in list.iter().zip(&f.params[skip..]) {
                let node = b.parameter(p.ty, params, actual.ty);
                w.node(&node);
            }
        }
        _ => {
            if f.params.len() == skip {
                w.out.push('v');
            }
            for p in &f.params[skip..] {
                w.node(&b.ty(p.ty.bare()));
            }
        }
    }
    w.out
}

/// The PTX name of a variable: its own at file scope, as NVRTC has it, `static` or not.
pub(crate) fn variable(cx: &Checker<'_, '_>, name: &str, namespace: u32, internal: bool) -> String {
    let mut parts = Builder { cx }.namespace_parts(namespace);
    if parts.is_empty() {
        return name.to_string();
    }
    let mark = if internal { "L" } else { "" };
    parts.push(Part { name: format!("{mark}{}{name}", name.len()), args: None });
    let mut w = Writer { seen: Vec::new(), out: String::from("_Z") };
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
    let b = Builder { cx };
    let mut parts = b.namespace_parts(namespace);
    let mark = if internal { "L" } else { "" };
    let args = args.iter().map(|a| b.arg(*a)).collect();
    parts.push(Part { name: format!("{mark}{}{name}", name.len()), args: Some(args) });
    let mut w = Writer { seen: Vec::new(), out: String::from("_Z") };
    w.named(&parts);
    w.out
}

/// The PTX name of a static data member.
pub(crate) fn member_variable(cx: &Checker<'_, '_>, name: &str, class: RecordId) -> String {
    let mut parts = Builder { cx }.class_parts(class);
    parts.push(Part { name: format!("{}{name}", name.len()), args: None });
    let mut w = Writer { seen: Vec::new(), out: String::from("_Z") };
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
            return format!("{}{text}", text.len());
        }
    };
    code.to_string()
}

struct Builder<'c, 'a, 'x> {
    cx: &'c Checker<'a, 'x>,
}

impl<'a> Builder<'_, 'a, '_> {
    fn namespace_parts(&self, n: u32) -> Vec<Part> {
        let path = self.cx.index.namespaces.get(n as usize).map_or(&[][..], Vec::as_slice);
        path.iter()
            .map(|s| {
                let text = if *s == words::EMPTY { "_GLOBAL__N_1" } else { self.cx.text(*s) };
                Part { name: format!("{}{text}", text.len()), args: None }
            })
            .collect()
    }

    fn class_parts(&self, r: RecordId) -> Vec<Part> {
        let Some(rec) = self.cx.types.records.get(r.0 as usize) else { return Vec::new() };
        let class = self.cx.classes.get(&r);
        let mut parts = match class.and_then(|c| c.outer) {
            Some(o) => self.class_parts(o),
            None => self.namespace_parts(rec.namespace),
        };
        let instance = self.cx.instances.get(&r);
        let name = match instance {
            Some(i) => self.cx.text(self.cx.templates[i.template.0 as usize].name),
            None => &rec.name,
        };
        let args = instance.map(|i| i.args.iter().map(|a| self.arg(*a)).collect());
        parts.push(Part { name: format!("{}{name}", name.len()), args });
        parts
    }

    fn arg(&self, a: TArg) -> Node {
        match a {
            TArg::Type(t) => self.ty(t),
            TArg::Value(t, v) => {
                Node::Literal(Box::new(self.ty(t.bare())), v, self.cx.types.is_signed(t))
            }
            TArg::Object(t, g) => {
                let name = self.cx.globals.get(g.0 as usize).map_or("", |g| g.name.as_str());
                let encoding = match name.strip_prefix("_Z") {
                    Some(rest) => rest.to_owned(),
                    None => format!("{}{name}", name.len()),
                };
                Node::Object(match self.cx.types.kind(t) {
                    TypeKind::Reference(..) => format!("L_Z{encoding}E"),
                    _ => format!("XadL_Z{encoding}EE"),
                })
            }
        }
    }

    fn ty(&self, t: Ty) -> Node {
        let q = t.quals() & (CONST | VOLATILE);
        if q != 0 {
            return Node::Qualified(q, Box::new(self.ty(t.bare())));
        }
        Node::Builtin(match self.cx.types.kind(t) {
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
            TypeKind::WChar => "w",
            TypeKind::Char16 => "Ds",
            TypeKind::Char32 => "Di",
            TypeKind::NullPtr => "Dn",
            TypeKind::Pointer(to) => return Node::Pointer(Box::new(self.ty(to))),
            TypeKind::Reference(to, rvalue) => {
                return Node::Reference(Box::new(self.ty(to)), rvalue);
            }
            TypeKind::Array(e, n) => return Node::Array(n, Box::new(self.ty(e))),
            TypeKind::Record(r) => return Node::Named(self.class_parts(r)),
            TypeKind::Enum(e) => {
                let e = &self.cx.types.enums[e.0 as usize];
                let mut parts = match e.class {
                    Some(r) => self.class_parts(r),
                    None => self.namespace_parts(e.namespace),
                };
                let n = &e.name;
                parts.push(Part { name: format!("{}{n}", n.len()), args: None });
                return Node::Named(parts);
            }
            TypeKind::Error | TypeKind::Function | TypeKind::Braces => "v",
        })
    }

    /// A parameter's type as written: arrays are pointers, qualifiers of the parameter itself do not count.
    fn parameter(&self, t: &TypeExpr<'a>, params: &[TemplateParam<'a>], actual: Ty) -> Node {
        if !depends(t, params) {
            return self.ty(actual.bare());
        }
        let node = match t {
            TypeExpr::Array(e, ..) => {
                let to = self.cx.types.pointee(actual).unwrap_or(actual);
                Node::Pointer(Box::new(self.pattern(e, params, to)))
            }
            _ => self.pattern(t, params, actual),
        };
        match node {
            Node::Qualified(_, inner) => *inner,
            n => n,
        }
    }

    /// A type as written in a template; `actual` is what it is in the instance.
    fn pattern(&self, t: &TypeExpr<'a>, params: &[TemplateParam<'a>], actual: Ty) -> Node {
        if !depends(t, params) {
            return self.ty(actual);
        }
        match t {
            TypeExpr::Base(spec) => self.base(spec, params, actual),
            TypeExpr::Pointer(inner, f) => {
                let to = self.cx.types.pointee(actual).unwrap_or(actual);
                let p = Node::Pointer(Box::new(self.pattern(inner, params, to)));
                qualified(*f, p)
            }
            TypeExpr::Reference(inner, rvalue) => {
                let to = self.cx.types.referred(actual);
                Node::Reference(Box::new(self.pattern(inner, params, to)), *rvalue)
            }
            TypeExpr::Array(inner, ..) => match self.cx.types.element(actual) {
                Some((e, n)) => Node::Array(n, Box::new(self.pattern(inner, params, e))),
                None => self.ty(actual),
            },
            TypeExpr::Function { .. } => self.ty(actual),
        }
    }

    fn base(&self, spec: &Spec<'a>, params: &[TemplateParam<'a>], actual: Ty) -> Node {
        let node = match spec.base {
            Base::Named(s) => match params.iter().position(|p| p.name.sym == s) {
                Some(i) => Node::Param(i),
                None => return self.ty(actual),
            },
            Base::Template(..) | Base::Nested(..) => match self.parts(spec, params, actual) {
                Some(parts) => Node::Named(parts),
                None => return self.ty(actual),
            },
            _ => return self.ty(actual),
        };
        qualified(spec.flags, node)
    }

    fn parts(
        &self,
        spec: &Spec<'a>,
        params: &[TemplateParam<'a>],
        actual: Ty,
    ) -> Option<Vec<Part>> {
        match spec.base {
            Base::Template(name, args) => {
                let Some(Entity::ClassTemplate(t)) = self.cx.entity_anywhere(name.sym) else {
                    return None;
                };
                let t = &self.cx.templates[t.0 as usize];
                let mut parts = self.namespace_parts(t.namespace);
                let text = self.cx.text(name.sym);
                let known = match self.cx.types.kind(actual) {
                    TypeKind::Record(r) => self.cx.instances.get(&r).map(|i| i.args.clone()),
                    _ => None,
                };
                let mut list = Vec::new();
                for (i, a) in args.iter().enumerate() {
                    let is = known.as_ref().and_then(|k| k.get(i).copied());
                    list.push(self.pattern_arg(a, params, is)?);
                }
                for a in known.iter().flat_map(|k| k.iter().skip(args.len())) {
                    list.push(self.arg(*a));
                }
                parts.push(Part { name: format!("{}{text}", text.len()), args: Some(list) });
                Some(parts)
            }
            Base::Nested(outer, name, _) => {
                let mut parts = match outer.base {
                    Base::Named(s) => {
                        let i = params.iter().position(|p| p.name.sym == s)?;
                        vec![Part { name: param_text(i), args: None }]
                    }
                    _ => self.parts(outer, params, Ty::ERROR)?,
                };
                let text = self.cx.text(name.sym);
                parts.push(Part { name: format!("{}{text}", text.len()), args: None });
                Some(parts)
            }
            _ => None,
        }
    }

    fn pattern_arg(
        &self,
        a: &TemplateArg<'a>,
        params: &[TemplateParam<'a>],
        is: Option<TArg>,
    ) -> Option<Node> {
        Some(match (a, is) {
            (TemplateArg::Type(t), Some(TArg::Type(actual))) => self.pattern(t, params, actual),
            (TemplateArg::Type(TypeExpr::Base(s)), None) => match s.base {
                Base::Word(w) => self.ty(Ty::word(w)),
                _ => self.base(s, params, Ty::ERROR),
            },
            (TemplateArg::Value(e), _) => match e.kind {
                crate::ast::ExprKind::Name(s) => {
                    match params.iter().position(|p| p.name.sym == s) {
                        Some(i) => Node::Param(i),
                        None => self.arg(is?),
                    }
                }
                crate::ast::ExprKind::Int { value, .. } if is.is_none() => {
                    Node::Literal(Box::new(Node::Builtin("i")), value as i64, true)
                }
                _ => self.arg(is?),
            },
            _ => return None,
        })
    }
}

fn qualified(f: Flags, n: Node) -> Node {
    let q = (if f.has(Flags::CONST) { CONST } else { 0 })
        | (if f.has(Flags::VOLATILE) { VOLATILE } else { 0 });
    if q == 0 { n } else { Node::Qualified(q, Box::new(n)) }
}

/// Whether a type's syntax names a parameter anywhere.
fn depends(t: &TypeExpr<'_>, params: &[TemplateParam<'_>]) -> bool {
    fn spec(s: &Spec<'_>, params: &[TemplateParam<'_>]) -> bool {
        match s.base {
            Base::Named(s) => params.iter().any(|p| p.name.sym == s),
            Base::Template(_, args) => args.iter().any(|a| match a {
                TemplateArg::Type(t) => depends(t, params),
                TemplateArg::Value(e) => matches!(e.kind, crate::ast::ExprKind::Name(s)
                    if params.iter().any(|p| p.name.sym == s)),
            }),
            Base::Nested(outer, ..) => spec(outer, params),
            _ => false,
        }
    }
    match t {
        TypeExpr::Base(s) => spec(s, params),
        TypeExpr::Pointer(t, _) | TypeExpr::Reference(t, _) | TypeExpr::Array(t, ..) => {
            depends(t, params)
        }
        TypeExpr::Function { .. } => false,
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
    /// The full text of components that a later mention may stand back to.
    seen: Vec<String>,
    out: String,
}

impl Writer {
    /// The full text of a node, without back references.
    fn text(n: &Node) -> String {
        match n {
            Node::Builtin(s) => (*s).to_string(),
            Node::Param(i) => param_text(*i),
            Node::Pointer(n) => format!("P{}", Writer::text(n)),
            Node::Reference(n, rvalue) => {
                format!("{}{}", if *rvalue { 'O' } else { 'R' }, Writer::text(n))
            }
            Node::Array(k, n) => format!("A{k}_{}", Writer::text(n)),
            Node::Qualified(q, n) => format!("{}{}", qualifiers(*q), Writer::text(n)),
            Node::Named(parts) => Writer::prefix_text(parts, true),
            Node::Object(text) => text.clone(),
            Node::Literal(t, v, signed) => format!("L{}{}E", Writer::text(t), number(*v, *signed)),
        }
    }

    /// The full text of a qualified name; without the last part's arguments if not `args`.
    fn prefix_text(parts: &[Part], args: bool) -> String {
        let mut s = String::new();
        for (i, p) in parts.iter().enumerate() {
            s.push_str(&p.name);
            if let Some(list) = &p.args
                && (args || i + 1 < parts.len())
            {
                s.push('I');
                for a in list {
                    s.push_str(&Writer::text(a));
                }
                s.push('E');
            }
        }
        s
    }

    /// Writes a back reference if the component was met.
    fn back(&mut self, text: &str) -> bool {
        let Some(i) = self.seen.iter().position(|s| s == text) else { return false };
        if i == 0 {
            self.out.push_str("S_");
        } else {
            self.out.push_str(&format!("S{}_", base36(i - 1)));
        }
        true
    }

    fn node(&mut self, n: &Node) {
        if let Node::Builtin(s) = n {
            self.out.push_str(s);
            return;
        }
        if let Node::Object(text) = n {
            self.out.push_str(text);
            return;
        }
        if let Node::Literal(t, v, signed) = n {
            self.out.push('L');
            self.node(t);
            self.out.push_str(&number(*v, *signed));
            self.out.push('E');
            return;
        }
        if let Node::Named(parts) = n {
            self.named(parts);
            return;
        }
        let text = Writer::text(n);
        if self.back(&text) {
            return;
        }
        match n {
            Node::Param(i) => self.out.push_str(&param_text(*i)),
            Node::Pointer(n) => {
                self.out.push('P');
                self.node(n);
            }
            Node::Reference(n, rvalue) => {
                self.out.push(if *rvalue { 'O' } else { 'R' });
                self.node(n);
            }
            Node::Array(k, n) => {
                self.out.push_str(&format!("A{k}_"));
                self.node(n);
            }
            Node::Qualified(q, n) => {
                self.out.push_str(&qualifiers(*q));
                self.node(n);
            }
            Node::Builtin(_) | Node::Literal(..) | Node::Object(_) | Node::Named(_) => {}
        }
        self.seen.push(text);
    }

    fn named(&mut self, parts: &[Part]) {
        if self.back(&Writer::prefix_text(parts, true)) {
            return;
        }
        let nested = parts.len() > 1;
        if nested {
            self.out.push('N');
        }
        self.prefix(parts, true);
        if nested {
            self.out.push('E');
        }
    }

    /// Writes the parts of a name, each a component of its own; the last whole one only if `whole`.
    fn prefix(&mut self, parts: &[Part], whole: bool) {
        // The longest part that was met.
        let mut from = 0;
        let mut args_done = true;
        for k in (1..=parts.len()).rev() {
            let last = &parts[k - 1];
            if (k < parts.len() || whole) && self.back(&Writer::prefix_text(&parts[..k], true)) {
                from = k;
                break;
            }
            if last.args.is_some() && self.back(&Writer::prefix_text(&parts[..k], false)) {
                from = k - 1;
                args_done = false;
                break;
            }
        }
        for k in from..parts.len() {
            let p = &parts[k];
            let last = k + 1 == parts.len();
            if args_done {
                self.out.push_str(&p.name);
                // A name that is all of a function's is no component.
                if p.args.is_some() || !last || whole {
                    self.seen.push(Writer::prefix_text(&parts[..=k], false));
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
                    self.seen.push(Writer::prefix_text(&parts[..=k], true));
                }
            }
        }
    }

    /// `this` is what the function's object is, and `object` says of `&` and `&&` behind the parameters.
    fn function_name(&mut self, parts: &[Part], this: Option<Ty>, object: u8) {
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
                1 => self.out.push('R'),
                2 => self.out.push('O'),
                _ => {}
            }
        }
        self.prefix(parts, false);
        if nested {
            self.out.push('E');
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

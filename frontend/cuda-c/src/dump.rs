//! Tokens and syntax trees as text, for `--emit=tokens` and `--emit=ast`.

use std::fmt::Write as _;

use optx_source::SourceMap;

use crate::{
    ast::{
        Assertion, Base, BinaryOp, CharKind, Conversion, Declaration, Expr, ExprKind, Flags,
        FoldOperator, HostOnly, MemberAccess, MemberMore, NewInitial, Packed, Path, Qualified,
        RefQualifier, Scoped, Spec, Stmt, StmtKind, Tag, TemplateArg, TemplateParam,
        TemplateParamKind, TypeExpr, Unroll, Using,
    },
    intern::Interner,
    token::{Tok, Token},
};

/// One token a line, with its place.
pub(crate) fn tokens(list: &[Token], names: &Interner, sm: &SourceMap) -> String {
    let mut out = String::new();
    for t in list {
        let p = sm.pos(t.span);
        let text = match t.kind {
            Tok::Eof => continue,
            Tok::PragmaUnroll => "#pragma unroll",
            Tok::PragmaNounroll => "#pragma nounroll",
            Tok::PragmaEnd => "#pragma end",
            _ => t.spelling(names),
        };
        let _ = writeln!(out, "{}:{}:{} {text}", sm.file_name(p.file), p.line, p.column);
    }
    out
}

/// A declaration as an S-expression.
pub(crate) fn declaration(d: &Declaration<'_>, names: &Interner, out: &mut String) {
    let mut x = Dump { names, out };
    x.declaration(d, 0);
    out.push('\n');
}

struct Dump<'a> {
    names: &'a Interner,
    out: &'a mut String,
}

impl Dump<'_> {
    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        for _ in 0..indent.min(100) {
            self.out.push_str("  ");
        }
    }

    fn declaration(&mut self, d: &Declaration<'_>, indent: usize) {
        self.out.push_str("(declare");
        self.access(d.access);
        if let Some(u) = d.using {
            u.all().for_each(|u| self.using(u, indent));
            self.out.push(')');
            return;
        }
        self.flags(d.spec.flags);
        d.around.iter().for_each(|t| self.template_params(t));
        if let Some(t) = d.template {
            self.template_params(t);
        }
        if let Some(list) = d.spec.launch_bounds {
            self.out.push_str(" (launch-bounds");
            for e in list {
                self.out.push(' ');
                self.expr(e);
            }
            self.out.push(')');
        }
        if d.declarators.is_empty() {
            self.out.push(' ');
            self.spec(d.spec, indent);
        }
        for x in d.declarators {
            self.out.push_str(" (");
            if let Some(p) = x.path {
                self.path(p);
            }
            if let Some(class) = x.scope {
                self.spec(class, indent);
                self.out.push_str("::");
            }
            self.out.push_str(self.names.get(x.name.sym));
            if let Some(args) = x.template_args {
                self.template_args(args, indent);
            }
            self.out.push(' ');
            self.ty(x.ty, indent);
            self.out.push_str(if x.packed { " packed" } else { "" });
            if let Some(m) = x.mode {
                let _ = write!(self.out, " mode {m:?}");
            }
            for a in x.align {
                self.out.push_str(" align ");
                self.expr(a.bytes);
            }
            if let Some(b) = x.bits {
                self.out.push_str(" bits ");
                self.expr(b);
            }
            if let Some(e) = x.init {
                self.out.push_str(" = ");
                self.expr(e);
            }
            for a in x.args.unwrap_or(&[]) {
                self.out.push_str(" arg ");
                self.expr(a);
            }
            self.out.push(')');
        }
        if let Some(b) = d.body {
            self.line(indent + 1);
            self.stmt(b, indent + 1);
        }
        self.out.push(')');
    }

    fn access(&mut self, a: MemberAccess) {
        self.out.push_str(match a {
            MemberAccess::Public => "",
            MemberAccess::Protected => " protected",
            MemberAccess::Private => " private",
        });
    }

    fn using(&mut self, u: &Using<'_>, indent: usize) {
        self.out.push_str(if u.directive { " using namespace " } else { " using " });
        self.path(u.path);
        if let Some(class) = u.class {
            self.spec(class, indent);
            self.out.push_str("::");
        }
        self.out.push_str(self.names.get(u.name.sym));
    }

    fn flags(&mut self, f: Flags) {
        for (bit, text) in [
            (Flags::TYPEDEF, "typedef"),
            (Flags::EXTERN, "extern"),
            (Flags::STATIC, "static"),
            (Flags::INLINE, "inline"),
            (Flags::CONSTEXPR, "constexpr"),
            (Flags::GLOBAL, "__global__"),
            (Flags::DEVICE, "__device__"),
            (Flags::HOST, "__host__"),
            (Flags::SHARED, "__shared__"),
            (Flags::CONSTANT, "__constant__"),
            (Flags::FORCEINLINE, "__forceinline__"),
            (Flags::NOINLINE, "__noinline__"),
            (Flags::MUTABLE, "mutable"),
        ] {
            if f.has(bit) {
                let _ = write!(self.out, " {text}");
            }
        }
    }

    fn qualifiers(&mut self, f: Flags) {
        for (bit, text) in [
            (Flags::CONST, "const "),
            (Flags::VOLATILE, "volatile "),
            (Flags::RESTRICT, "restrict "),
        ] {
            if f.has(bit) {
                self.out.push_str(text);
            }
        }
    }

    fn spec(&mut self, s: &Spec<'_>, indent: usize) {
        self.qualifiers(s.flags);
        if let Some(p) = s.path {
            self.path(p);
        }
        match s.base {
            Base::Word(w) => {
                let _ = write!(self.out, "{}", format!("{w:?}").to_lowercase());
            }
            Base::Named(n) => self.out.push_str(self.names.get(n)),
            Base::Template(n, args) => {
                self.out.push_str(self.names.get(n.sym));
                self.template_args(args, indent);
            }
            Base::Nested(class, n, args) => {
                self.spec(class, indent);
                self.out.push_str("::");
                self.out.push_str(self.names.get(n.sym));
                self.template_args(args, indent);
            }
            Base::Tag(t, n) => {
                let _ = write!(self.out, "{} {}", tag(t), self.names.get(n));
            }
            Base::Record(r) => {
                let _ = write!(self.out, "({} {}", tag(r.tag), self.names.get(r.name.sym));
                if r.packed != Packed::No {
                    self.out.push_str(" packed");
                }
                if r.pack != 0 {
                    let _ = write!(self.out, " pack {}", r.pack);
                }
                for b in r.bases {
                    self.out.push_str(" :");
                    self.access(b.access);
                    self.out.push(' ');
                    self.spec(b.spec, indent);
                }
                for f in r.friends {
                    self.line(indent + 1);
                    self.out.push_str("(friend ");
                    self.spec(f, indent + 1);
                    self.out.push(')');
                }
                for m in r.members {
                    self.line(indent + 1);
                    self.declaration(m, indent + 1);
                }
                for f in r.functions {
                    self.line(indent + 1);
                    self.out.push_str("(member");
                    self.access(f.access);
                    let _ = write!(self.out, " {}", self.names.get(f.name.sym));
                    self.out.push_str(match (f.defaulted, f.deleted) {
                        (true, _) => " default)",
                        (_, true) => " delete)",
                        _ => ")",
                    });
                }
                self.out.push(')');
            }
            Base::Enum(e) => {
                let _ = write!(self.out, "(enum {}", self.names.get(e.name.sym));
                for x in e.list {
                    let _ = write!(self.out, " {}", self.names.get(x.name.sym));
                    if let Some(v) = x.value {
                        self.out.push('=');
                        self.expr(v);
                    }
                }
                self.out.push(')');
            }
            Base::Auto => self.out.push_str("auto"),
            Base::Typeof(t) => {
                self.out.push_str("(typeof ");
                self.ty(t, indent);
                self.out.push(')');
            }
            Base::Underlying(t) => {
                self.out.push_str("(underlying ");
                self.ty(t, indent);
                self.out.push(')');
            }
            Base::DecltypeAuto => self.out.push_str("decltype(auto)"),
            Base::Decltype(e, value) => {
                self.out.push_str(if value { "(decltype-value " } else { "(decltype " });
                self.expr(e);
                self.out.push(')');
            }
            Base::Error => self.out.push_str("<error>"),
        }
    }

    /// Template arguments where a list of them stands.
    fn stated_args(&mut self, args: Option<&[TemplateArg<'_>]>) {
        match args {
            Some([]) => self.out.push_str("<>"),
            Some(args) => self.template_args(args, 0),
            None => {}
        }
    }

    fn template_args(&mut self, args: &[TemplateArg<'_>], indent: usize) {
        if args.is_empty() {
            return;
        }
        self.out.push('<');
        for (i, a) in args.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            match a {
                TemplateArg::Type(t) => self.ty(t, indent),
                TemplateArg::Value(e) => self.expr(e),
            }
        }
        self.out.push('>');
    }

    fn template_params(&mut self, params: &[TemplateParam<'_>]) {
        self.out.push_str(" (template");
        for p in params {
            let word = match p.kind {
                TemplateParamKind::Type(_) => "typename ",
                TemplateParamKind::Value(..) => "",
                TemplateParamKind::Template(..) => "template ",
            };
            let dots = if p.pack { "..." } else { "" };
            let _ = write!(self.out, " {word}{dots}{}", self.names.get(p.name.sym));
        }
        self.out.push(')');
    }

    fn ty(&mut self, t: &TypeExpr<'_>, indent: usize) {
        match t {
            TypeExpr::Base(s) => self.spec(s, indent),
            TypeExpr::Pack(t) => {
                self.out.push_str("(pack ");
                self.ty(t, indent);
                self.out.push(')');
            }
            TypeExpr::Pointer(to, f) => {
                self.qualifiers(*f);
                self.out.push_str("(ptr ");
                self.ty(to, indent);
                self.out.push(')');
            }
            TypeExpr::Member(to, class, f) => {
                self.qualifiers(*f);
                self.out.push_str("(member-ptr ");
                self.ty(class, indent);
                self.out.push(' ');
                self.ty(to, indent);
                self.out.push(')');
            }
            TypeExpr::Reference(to, rvalue) => {
                self.out.push_str(if *rvalue { "(rvalue-ref " } else { "(ref " });
                self.ty(to, indent);
                self.out.push(')');
            }
            TypeExpr::Array(of, len, _) => {
                self.out.push_str("(array ");
                self.ty(of, indent);
                if let Some(n) = len {
                    self.out.push(' ');
                    self.expr(n);
                }
                self.out.push(')');
            }
            TypeExpr::Function { result, params, variadic, quals, object, .. } => {
                self.out.push_str("(function ");
                self.ty(result, indent);
                for p in *params {
                    let _ = write!(self.out, " ({} ", self.names.get(p.name.sym));
                    self.ty(p.ty, indent);
                    if let Some(d) = p.default {
                        self.out.push_str(" = ");
                        self.expr(d);
                    }
                    self.out.push(')');
                }
                self.out.push_str(if *variadic { " ..." } else { "" });
                self.out.push_str(if quals.has(Flags::CONST) { " const" } else { "" });
                self.out.push_str(if quals.has(Flags::VOLATILE) { " volatile" } else { "" });
                self.out.push_str(match object {
                    RefQualifier::None => ")",
                    RefQualifier::Lvalue => " &)",
                    RefQualifier::Rvalue => " &&)",
                });
            }
        }
    }

    fn stmt(&mut self, s: &Stmt<'_>, indent: usize) {
        match &s.kind {
            StmtKind::Empty => self.out.push_str("(empty)"),
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Decl(d) => self.declaration(d, indent),
            StmtKind::Block { list, .. } => {
                self.out.push_str("(block");
                for x in *list {
                    self.line(indent + 1);
                    self.stmt(x, indent + 1);
                }
                self.out.push(')');
            }
            StmtKind::If { arms, other, .. } => {
                self.out.push_str("(if");
                for (c, b) in *arms {
                    self.out.push(' ');
                    self.expr(c);
                    self.line(indent + 1);
                    self.stmt(b, indent + 1);
                }
                if let Some(o) = other {
                    self.line(indent);
                    self.out.push_str(" else");
                    self.line(indent + 1);
                    self.stmt(o, indent + 1);
                }
                self.out.push(')');
            }
            StmtKind::While { cond, body, unroll } => {
                self.unroll(unroll);
                self.out.push_str("(while ");
                self.expr(cond);
                self.line(indent + 1);
                self.stmt(body, indent + 1);
                self.out.push(')');
            }
            StmtKind::DoWhile { body, cond, unroll } => {
                self.unroll(unroll);
                self.out.push_str("(do");
                self.line(indent + 1);
                self.stmt(body, indent + 1);
                self.out.push(' ');
                self.expr(cond);
                self.out.push(')');
            }
            StmtKind::For { init, cond, step, body, unroll } => {
                self.unroll(unroll);
                self.out.push_str("(for ");
                match init {
                    Some(i) => self.stmt(i, indent + 1),
                    None => self.out.push_str("()"),
                }
                for part in [cond, step] {
                    self.out.push(' ');
                    match part {
                        Some(e) => self.expr(e),
                        None => self.out.push_str("()"),
                    }
                }
                self.line(indent + 1);
                self.stmt(body, indent + 1);
                self.out.push(')');
            }
            StmtKind::Range { variable, range, body, unroll, .. } => {
                self.unroll(unroll);
                self.out.push_str("(range ");
                self.out.push_str(self.names.get(variable.name.sym));
                self.out.push(' ');
                self.ty(variable.ty, indent + 1);
                self.out.push(' ');
                self.expr(range);
                self.line(indent + 1);
                self.stmt(body, indent + 1);
                self.out.push(')');
            }
            StmtKind::Switch(e, body) => {
                self.out.push_str("(switch ");
                self.expr(e);
                self.line(indent + 1);
                self.stmt(body, indent + 1);
                self.out.push(')');
            }
            StmtKind::Case(a, b) => {
                self.out.push_str("(case ");
                self.expr(a);
                if let Some(b) = b {
                    self.out.push_str(" ... ");
                    self.expr(b);
                }
                self.out.push(')');
            }
            StmtKind::Default => self.out.push_str("(default)"),
            StmtKind::Label(n) => {
                let _ = write!(self.out, "(label {})", self.names.get(n.sym));
            }
            StmtKind::Goto(n) => {
                let _ = write!(self.out, "(goto {})", self.names.get(n.sym));
            }
            StmtKind::Break => self.out.push_str("(break)"),
            StmtKind::Continue => self.out.push_str("(continue)"),
            StmtKind::Return(e) => {
                self.out.push_str("(return");
                if let Some(e) = e {
                    self.out.push(' ');
                    self.expr(e);
                }
                self.out.push(')');
            }
            StmtKind::Asm(a) => {
                self.out.push_str(if a.volatile { "(asm volatile" } else { "(asm" });
                for t in a.text {
                    let _ = write!(self.out, " {}", self.names.get(*t));
                }
                for (word, list) in [("out", a.outputs), ("in", a.inputs)] {
                    for o in list {
                        let _ = write!(self.out, " ({word} {} ", self.names.get(o.constraint.sym));
                        self.expr(o.expr);
                        self.out.push(')');
                    }
                }
                for c in a.clobbers.iter().flat_map(|(list, _)| *list) {
                    let _ = write!(self.out, " (clobber {})", self.names.get(*c));
                }
                self.out.push(')');
            }
            StmtKind::StaticAssert(Assertion { condition: e, .. }) => {
                self.out.push_str("(static_assert ");
                self.expr(e);
                self.out.push(')');
            }
            StmtKind::Try(tried) => {
                self.out.push_str("(try ");
                self.stmt(tried.body, indent);
                for handler in tried.handlers {
                    self.out.push_str(" (catch ");
                    self.stmt(handler.body, indent);
                    self.out.push(')');
                }
                self.out.push(')');
            }
        }
    }

    fn host_only(&mut self, what: HostOnly<'_>) {
        match what {
            HostOnly::Throw(thrown) => self.list("throw", thrown.as_slice()),
            HostOnly::Delete(pointer) => self.list("delete", &[pointer]),
            HostOnly::TypeidExpr(x) => self.list("typeid", &[x]),
            HostOnly::TypeidType(ty) => {
                self.out.push_str("(typeid ");
                self.ty(ty, 0);
                self.out.push(')');
            }
            HostOnly::DynamicCast(ty, x) => {
                self.out.push_str("(dynamic_cast ");
                self.ty(ty, 0);
                self.out.push(' ');
                self.expr(x);
                self.out.push(')');
            }
        }
    }

    fn unroll(&mut self, u: &Unroll<'_>) {
        match u {
            Unroll::Unsaid => {}
            Unroll::Full => self.out.push_str("(unroll) "),
            Unroll::By(e) => {
                self.out.push_str("(unroll ");
                self.expr(e);
                self.out.push_str(") ");
            }
            Unroll::Never => self.out.push_str("(nounroll) "),
        }
    }

    fn list(&mut self, head: &str, kids: &[&Expr<'_>]) {
        let _ = write!(self.out, "({head}");
        for k in kids {
            self.out.push(' ');
            self.expr(k);
        }
        self.out.push(')');
    }

    fn expr(&mut self, e: &Expr<'_>) {
        // The left-leaning chain of operators opens first and closes from the inside.
        let mut spine = Vec::new();
        let mut cur = e;
        while let ExprKind::Binary(op, _, l, r) = &cur.kind {
            let _ = write!(self.out, "({} ", op.text());
            spine.push(*r);
            cur = l;
        }
        self.simple(cur);
        while let Some(r) = spine.pop() {
            self.out.push(' ');
            self.expr(r);
            self.out.push(')');
        }
    }

    /// `a::b::` before a name.
    fn path(&mut self, path: &Path<'_>) {
        if path.global {
            self.out.push_str("::");
        }
        for n in path.names {
            self.out.push_str(self.names.get(*n));
            self.out.push_str("::");
        }
    }

    fn simple(&mut self, e: &Expr<'_>) {
        match &e.kind {
            ExprKind::TemplateName(n, args) => {
                self.out.push_str(self.names.get(*n));
                self.template_args(args, 0);
            }
            ExprKind::Qualified(Qualified { path, name, args }) => {
                self.path(path);
                self.out.push_str(self.names.get(name.sym));
                self.stated_args(*args);
            }
            ExprKind::Scoped(Scoped { class, name, args }) => {
                self.ty(class, 0);
                self.out.push_str("::");
                self.out.push_str(self.names.get(name.sym));
                self.stated_args(*args);
            }
            ExprKind::Int { value, unsigned, longs, .. } => {
                let _ = write!(
                    self.out,
                    "{value}{}{}",
                    if *unsigned { "u" } else { "" },
                    "l".repeat(usize::from(*longs))
                );
            }
            ExprKind::Float { value, single, .. } => {
                let _ = write!(self.out, "{value:?}{}", if *single { "f" } else { "" });
            }
            ExprKind::Char { value, kind } => {
                let word = match kind {
                    CharKind::Char => "char",
                    CharKind::Several => "char-several",
                    CharKind::Wide => "wchar",
                    CharKind::Utf16 => "char16",
                    CharKind::Utf32 => "char32",
                };
                let _ = write!(self.out, "({word} {value})");
            }
            ExprKind::Str(list) => {
                for (i, s) in list.iter().enumerate() {
                    let _ =
                        write!(self.out, "{}{}", if i > 0 { " " } else { "" }, self.names.get(*s));
                }
            }
            ExprKind::Bool(b) => {
                let _ = write!(self.out, "{b}");
            }
            ExprKind::Nullptr => self.out.push_str("nullptr"),
            ExprKind::Name(s) => self.out.push_str(self.names.get(*s)),
            ExprKind::StdName(q) => {
                let _ = write!(self.out, "std::{}", self.names.get(q.name.sym));
            }
            ExprKind::This => self.out.push_str("this"),
            ExprKind::Unary(op, x) => self.list(op.text(), &[x]),
            ExprKind::IncDec { inc, prefix, operand } => {
                let word = match (inc, prefix) {
                    (true, true) => "pre++",
                    (true, false) => "post++",
                    (false, true) => "pre--",
                    (false, false) => "post--",
                };
                self.list(word, &[operand]);
            }
            ExprKind::Binary(..) => self.expr(e),
            ExprKind::Assign(op, _, l, r) => {
                let word = format!("{}=", op.map_or("", |o| o.text()));
                self.list(&word, &[l, r]);
            }
            ExprKind::Cond(c, a, b) => self.list("?", &[c, a, b]),
            ExprKind::Call(f, args) => {
                self.out.push_str("(call ");
                self.expr(f);
                for a in *args {
                    self.out.push(' ');
                    self.expr(a);
                }
                self.out.push(')');
            }
            ExprKind::Index(b, i) => self.list("[]", &[b, i]),
            ExprKind::Member { base, name, arrow, more } => {
                let MemberMore { args, class, .. } = more.copied().unwrap_or_default();
                self.out.push_str(if *arrow { "(->" } else { "(." });
                if let Some(class) = class {
                    self.ty(class, 0);
                    self.out.push_str("::");
                }
                self.out.push_str(self.names.get(name.sym));
                self.stated_args(args);
                self.out.push(' ');
                self.expr(base);
                self.out.push(')');
            }
            ExprKind::Conversion(Conversion { object, class, ty }) => {
                self.out.push_str(if object.is_some_and(|o| o.1) { "(->" } else { "(." });
                if let Some(class) = class {
                    self.ty(class, 0);
                    self.out.push_str("::");
                }
                self.out.push_str("operator ");
                self.ty(ty, 0);
                if let Some((object, _)) = object {
                    self.out.push(' ');
                    self.expr(object);
                }
                self.out.push(')');
            }
            ExprKind::Cast(_, ty, x) => {
                self.out.push_str("(cast ");
                self.ty(ty, 0);
                self.out.push(' ');
                self.expr(x);
                self.out.push(')');
            }
            ExprKind::Construct { ty, args, .. } => {
                self.out.push_str("(construct ");
                self.ty(ty, 0);
                for a in *args {
                    self.out.push(' ');
                    self.expr(a);
                }
                self.out.push(')');
            }
            ExprKind::New(new) => {
                self.out.push_str("(new ");
                self.ty(new.ty, 0);
                let args = match new.initial {
                    NewInitial::Parens(args) => args,
                    _ => &[],
                };
                let extents = new.extents.unwrap_or(&[]);
                new.placement.iter().chain(extents).chain(args).for_each(|a| {
                    self.out.push(' ');
                    self.expr(a);
                });
                if let NewInitial::Braces(list) = new.initial {
                    self.out.push(' ');
                    self.expr(list);
                }
                self.out.push(')');
            }
            ExprKind::PointedMember { arrow, object, member } => {
                self.list(if *arrow { "->*" } else { ".*" }, &[object, member]);
            }
            ExprKind::Noexcept(x) => self.list("noexcept", &[x]),
            ExprKind::HostOnly(what) => self.host_only(*what),
            ExprKind::SizeofExpr(x) => self.list("sizeof", &[x]),
            ExprKind::AlignofExpr(x) => self.list("alignof", &[x]),
            ExprKind::SizeofType(t) | ExprKind::Alignof(t) => {
                self.out.push_str(if matches!(e.kind, ExprKind::Alignof(_)) {
                    "(alignof "
                } else {
                    "(sizeof "
                });
                self.ty(t, 0);
                self.out.push(')');
            }
            ExprKind::Statements(s) => {
                self.out.push_str("(statements ");
                self.stmt(s, 0);
                self.out.push(')');
            }
            ExprKind::Lambda(l) => {
                self.out.push_str("(lambda");
                for c in l.captures {
                    let _ = write!(self.out, " {}", self.names.get(c.name.sym));
                }
                if let Some(body) = l.call.body {
                    self.out.push(' ');
                    self.stmt(body, 0);
                }
                self.out.push(')');
            }
            ExprKind::Associated(call) => {
                let _ = write!(self.out, "(associated {} ", self.names.get(call.name.sym));
                self.expr(call.argument);
                self.out.push(')');
            }
            ExprKind::Trait(asked, types) => {
                let _ = write!(self.out, "({}", asked.text());
                for t in *types {
                    self.out.push(' ');
                    self.ty(t, 0);
                }
                self.out.push(')');
            }
            ExprKind::Offsetof(t, path) => {
                self.out.push_str("(offsetof ");
                self.ty(t, 0);
                for s in *path {
                    let _ = write!(self.out, " {}", self.names.get(*s));
                }
                self.out.push(')');
            }
            ExprKind::InitList(list) => {
                self.out.push('{');
                for (i, x) in list.iter().enumerate() {
                    if i > 0 {
                        self.out.push(' ');
                    }
                    if x.field.sym != crate::words::EMPTY {
                        let _ = write!(self.out, ".{}=", self.names.get(x.field.sym));
                    }
                    if let Some(k) = x.index {
                        self.out.push('[');
                        self.expr(k);
                        self.out.push_str("]=");
                    }
                    self.expr(x.value);
                }
                self.out.push('}');
            }
            ExprKind::Pack(x) => self.list("pack", &[x]),
            ExprKind::PackElement(x) => {
                let _ = write!(self.out, "(element {} ", x.index);
                self.expr(x.pattern);
                self.out.push(')');
            }
            ExprKind::UserNumber { literal, .. } => {
                let _ = write!(self.out, "(literal {})", self.names.get(*literal));
            }
            ExprKind::SizeofPack(name) => {
                let _ = write!(self.out, "(sizeof... {})", self.names.get(name.sym));
            }
            ExprKind::Fold(f) => {
                let operator = match f.operator {
                    FoldOperator::Binary(op) => op.text().to_owned(),
                    FoldOperator::Assign(op) => format!("{}=", op.map_or("", BinaryOp::text)),
                };
                let _ = write!(self.out, "(fold{} {operator} ", if f.left { "-left" } else { "" });
                self.expr(f.pattern);
                if let Some(e) = f.initial {
                    self.out.push(' ');
                    self.expr(e);
                }
                self.out.push(')');
            }
            ExprKind::Error => self.out.push_str("<error>"),
        }
    }
}

fn tag(t: Tag) -> &'static str {
    match t {
        Tag::Struct => "struct",
        Tag::Union => "union",
        Tag::Enum => "enum",
    }
}

//! Expressions in the signatures of templates, as they are written (Itanium C++ ABI, 5.1.6).

use super::{
    Builder,
    operator::{binary, unary},
    scope::{Meaning, Scope},
    text::{Encoding, Kind, Node, Piece, param_text},
};
use crate::{
    ast::{CastStyle, Expr, ExprKind, Path, Qualified, Scoped},
    ast::{Fold, FoldOperator, Pattern, TemplateArg, TypeExpr},
    check::{Const, Entity},
    intern::Symbol,
    types::Ty,
};

fn text(out: &mut Vec<Piece>, text: impl Into<String>) {
    out.push(Piece::Text(text.into()));
}

impl<'a> Builder<'_, 'a, '_> {
    /// Appends an expression; `None` where one like it is not written here.
    pub(super) fn expression(
        &self,
        e: &'a Expr<'a>,
        scope: &Scope<'_, 'a>,
        out: &mut Vec<Piece>,
    ) -> Option<()> {
        self.left.set(self.left.get().checked_sub(1)?);
        match e.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Char { .. }
            | ExprKind::Bool(_) => out.push(Piece::Node(self.literal(e)?)),
            ExprKind::Nullptr => text(out, "LDnE"),
            ExprKind::Name(s) => self.name(s, scope, out)?,
            ExprKind::TemplateName(s, _) if self.is_variable_template(e, scope) => {
                self.variable_template(scope, None, s, out)?;
            }
            ExprKind::TemplateName(s, args) => {
                text(out, self.source_name(s));
                self.template_arguments(args, scope, out)?;
            }
            ExprKind::Qualified(q) if self.is_variable_template(e, scope) => {
                self.variable_template(scope, Some(q.path), q.name.sym, out)?;
            }
            ExprKind::Qualified(q) => self.qualified_name(q, scope, out)?,
            ExprKind::Scoped(s) => self.scoped(s, scope, out)?,
            ExprKind::Unary(op, operand) => {
                text(out, unary(op));
                self.expression(operand, scope, out)?;
            }
            ExprKind::IncDec { inc, prefix, operand } => {
                text(out, if inc { "pp" } else { "mm" });
                text(out, if prefix { "_" } else { "" });
                self.expression(operand, scope, out)?;
            }
            ExprKind::Binary(op, _, a, b) => {
                text(out, binary(op));
                self.expression(a, scope, out)?;
                self.expression(b, scope, out)?;
            }
            ExprKind::Index(a, b) => {
                text(out, "ix");
                self.expression(a, scope, out)?;
                self.expression(b, scope, out)?;
            }
            ExprKind::Cond(a, b, c) => {
                text(out, "qu");
                for e in [a, b, c] {
                    self.expression(e, scope, out)?;
                }
            }
            ExprKind::Call(f, args) => {
                text(out, "cl");
                match f.kind {
                    // What is called need not be known before the arguments are.
                    ExprKind::Name(s) if !scope.is_parameter(s) => text(out, self.source_name(s)),
                    _ => self.expression(f, scope, out)?,
                }
                for e in args {
                    self.expression(e, scope, out)?;
                }
                text(out, "E");
            }
            ExprKind::Member { base, name, arrow, more } => {
                if more.is_some_and(|m| m.class.is_some()) {
                    return None;
                }
                text(out, if arrow { "pt" } else { "dt" });
                self.expression(base, scope, out)?;
                text(out, self.source_name(name.sym));
                if let Some(args) = more.and_then(|m| m.args) {
                    self.template_arguments(args, scope, out)?;
                }
            }
            ExprKind::Cast(style, ty, operand) => {
                text(
                    out,
                    match style {
                        CastStyle::C | CastStyle::Functional => "cv",
                        CastStyle::Static => "sc",
                        CastStyle::Reinterpret => "rc",
                        CastStyle::Const => "cc",
                    },
                );
                out.push(Piece::Node(self.pattern(ty, scope, None)?));
                self.expression(operand, scope, out)?;
            }
            ExprKind::Construct { ty, args, braces } => {
                text(out, if braces { "tl" } else { "cv" });
                out.push(Piece::Node(self.pattern(ty, scope, None)?));
                self.constructed_of(args, braces, scope, out)?;
            }
            ExprKind::SizeofType(t) | ExprKind::Alignof(t) if scope.depends(t) => {
                text(out, if matches!(e.kind, ExprKind::SizeofType(_)) { "st" } else { "at" });
                out.push(Piece::Node(self.pattern(t, scope, None)?));
            }
            ExprKind::SizeofType(t) => {
                let size = self.size_of(t, scope)?;
                let of = Box::new(self.ty(Ty::ULONG));
                out.push(Piece::Node(self.node(Kind::Literal(of, size as i64, false))));
            }
            ExprKind::SizeofExpr(operand) | ExprKind::AlignofExpr(operand)
                if scope.expression_depends(operand) =>
            {
                text(out, if matches!(e.kind, ExprKind::SizeofExpr(_)) { "sz" } else { "az" });
                self.expression(operand, scope, out)?;
            }
            ExprKind::Pack(operand) if scope.expanded(Pattern::Expr(operand)).is_none() => {
                text(out, "sp");
                self.expression(operand, scope, out)?;
            }
            ExprKind::Fold(f) if scope.expanded(Pattern::Expr(f.pattern)).is_none() => {
                self.fold(f, scope, out)?;
            }
            ExprKind::SizeofPack(n) if scope.given.is_none() => {
                text(out, "sZ");
                self.name(n.sym, scope, out)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// A name behind namespaces, or what constant it is.
    fn qualified_name(
        &self,
        q: &'a Qualified<'a>,
        scope: &Scope<'_, 'a>,
        out: &mut Vec<Piece>,
    ) -> Option<()> {
        if q.args.is_none()
            && let Some(literal) = self.value_named(scope, q.path, q.name.sym)
        {
            out.push(Piece::Node(literal));
            return Some(());
        }
        text(out, "sr");
        q.path.names.iter().for_each(|s| text(out, self.source_name(*s)));
        text(out, "E");
        text(out, self.source_name(q.name.sym));
        if let Some(args) = q.args {
            self.template_arguments(args, scope, out)?;
        }
        Some(())
    }

    /// What an object is constructed of.
    fn constructed_of(
        &self,
        args: &'a [&'a Expr<'a>],
        braces: bool,
        scope: &Scope<'_, 'a>,
        out: &mut Vec<Piece>,
    ) -> Option<()> {
        let lone = !braces && args.len() == 1;
        text(out, if braces || lone { "" } else { "_" });
        for e in args {
            match e.kind {
                ExprKind::InitList(list) if braces => {
                    for x in list {
                        self.expression(x.value, scope, out)?;
                    }
                }
                _ => self.expression(e, scope, out)?,
            }
        }
        text(out, if lone { "" } else { "E" });
        Some(())
    }

    /// [expr.prim.fold], whose operator is one of two operands.
    fn fold(&self, f: &'a Fold<'a>, scope: &Scope<'_, 'a>, out: &mut Vec<Piece>) -> Option<()> {
        let FoldOperator::Binary(op) = f.operator else { return None };
        text(
            out,
            match (f.left, f.initial.is_some()) {
                (true, false) => "fl",
                (false, false) => "fr",
                (true, true) => "fL",
                (false, true) => "fR",
            },
        );
        text(out, binary(op));
        let operands = match f.left {
            true => [f.initial, Some(f.pattern)],
            false => [Some(f.pattern), f.initial],
        };
        operands.into_iter().flatten().try_for_each(|e| self.expression(e, scope, out))
    }

    fn template_arguments(
        &self,
        args: &'a [TemplateArg<'a>],
        scope: &Scope<'_, 'a>,
        out: &mut Vec<Piece>,
    ) -> Option<()> {
        text(out, "I");
        out.extend(self.arguments(args, scope, None, None)?.into_iter().map(Piece::Node));
        text(out, "E");
        Some(())
    }

    fn source_name(&self, s: Symbol) -> String {
        let name = self.cx.text(s);
        format!("{}{name}", name.len())
    }

    fn name(&self, s: Symbol, scope: &Scope<'_, 'a>, out: &mut Vec<Piece>) -> Option<()> {
        match scope.find(s) {
            Some(Meaning::Param(i)) => {
                text(out, param_text(i));
                return Some(());
            }
            Some(Meaning::Value(e, outer)) => return self.expression(e, &outer, out),
            Some(Meaning::Type(..)) => return None,
            None => {}
        }
        if let Some(i) = scope.values.iter().position(|p| p.name.sym == s) {
            let number = if i == 0 { String::new() } else { (i - 1).to_string() };
            text(out, format!("f{}p{number}_", if scope.in_list { "L0" } else { "" }));
            return Some(());
        }
        match self.named(scope.namespace, None, s) {
            Some(Entity::Functions(_)) => text(out, self.source_name(s)),
            Some(e) => out.push(Piece::Node(self.constant(e)?)),
            None => return None,
        }
        Some(())
    }

    /// Whether an expression is an instance of a variable template.
    pub(super) fn is_variable_template(&self, e: &Expr<'a>, scope: &Scope<'_, 'a>) -> bool {
        let (path, name) = match e.kind {
            ExprKind::TemplateName(s, _) => (None, s),
            ExprKind::Qualified(q) if q.args.is_some() => (Some(q.path), q.name.sym),
            _ => return false,
        };
        let found = self.named(scope.namespace, path, name);
        matches!(found, Some(Entity::VariableTemplate(_)))
    }

    /// An instance of a variable template, as nvcc's frontend has it: the arguments are left out.
    fn variable_template(
        &self,
        scope: &Scope<'_, 'a>,
        path: Option<&Path<'a>>,
        s: Symbol,
        out: &mut Vec<Piece>,
    ) -> Option<()> {
        let Entity::VariableTemplate(t) = self.named(scope.namespace, path, s)? else {
            return None;
        };
        let mut parts = self.namespace_parts(self.cx.templates.all[t].namespace);
        self.push(&mut parts, self.source_name(s), None);
        let name = Box::new(Encoding::object(parts));
        out.push(Piece::Node(self.node(Kind::Known(name, false))));
        Some(())
    }

    fn value_named(&self, scope: &Scope<'_, 'a>, path: &Path<'a>, s: Symbol) -> Option<Node> {
        self.constant(self.named(scope.namespace, Some(path), s)?)
    }

    /// A constant that has a name, which counts as its value.
    fn constant(&self, e: Entity) -> Option<Node> {
        let (ty, value) = match e {
            Entity::Const(ty, value) => (ty, value),
            Entity::Global(g) => {
                let g = self.cx.output.globals.get(g)?;
                (g.ty, g.value?)
            }
            _ => return None,
        };
        let Const::Int(v) = value else { return None };
        let of = Box::new(self.ty(ty.bare()));
        Some(self.node(Kind::Literal(of, v, self.cx.types.is_signed(ty))))
    }

    /// `X<T>::name`.
    fn scoped(&self, s: &'a Scoped<'a>, scope: &Scope<'_, 'a>, out: &mut Vec<Piece>) -> Option<()> {
        let TypeExpr::Base(spec) = s.class else { return None };
        if !scope.depends(s.class) {
            return None;
        }
        text(out, "sr");
        let parts = self.parts(spec, scope, None)?;
        let levels = match parts.first() {
            // A parameter of the template is a type.
            Some(first) if first.name.starts_with('T') => {
                let node = self.node(Kind::Named(parts[..1].to_vec()));
                let rest = parts.get(1..).unwrap_or(&[]);
                text(out, if rest.is_empty() { "" } else { "N" });
                out.push(Piece::Node(node));
                rest
            }
            _ => &parts[..],
        };
        for p in levels {
            text(out, p.name.clone());
            if let Some(args) = &p.args {
                text(out, "I");
                out.extend(args.iter().cloned().map(Piece::Node));
                text(out, "E");
            }
        }
        text(out, if levels.is_empty() { "" } else { "E" });
        text(out, self.source_name(s.name.sym));
        match s.args {
            Some(args) => self.template_arguments(args, scope, out),
            None => Some(()),
        }
    }
}

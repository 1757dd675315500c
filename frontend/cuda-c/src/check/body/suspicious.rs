//! What is right and most likely not meant: warnings that nvcc or clang gives by default, and a few that are asked for.
//!
//! Nothing is told of texts of the library. In an instance of a template a condition may be pointless for these arguments alone, so there types are not judged.
//!
//! Source: nvcc 13.5's numbers 174, 177 and 186; clang 19's `-Wparentheses`, `-Wempty-body`, `-Wconstant-conversion`, `-Wsign-compare`, `-Wimplicit-fallthrough`.

use optx_source::{Code, Diagnostic, Span, code};

use crate::{
    ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind},
    check::{Body, body::E},
    typed::TKind,
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(super) fn suspect(&mut self, code: Code, at: Span, message: impl Into<String>) {
        self.tell(Diagnostic::new(code, at, message));
    }

    /// Texts of the library are as they are meant.
    pub(super) fn tell(&mut self, told: Diagnostic) {
        let library = self.function.is_some_and(|f| self.cx.functions[f].origin.library);
        if !library {
            self.cx.diags.push(told);
        }
    }

    /// `m[i, j]`, which is `m[j]`.
    pub(super) fn comma_in_subscript(&mut self, index: &'a Expr<'a>) {
        if let ExprKind::Binary(BinaryOp::Comma, at, ..) = index.kind
            && !index.parens
        {
            let message = "a comma in a subscript: what stands before it is not used";
            let told = Diagnostic::new(code::COMMA_SUBSCRIPT, at, message)
                .note(Span::NONE, "an array of arrays is read as `a[i][j]`");
            self.tell(told);
        }
    }

    /// `if (c);`, and a loop with `;` for a body before a block.
    pub(super) fn empty_bodies(&mut self, list: &'a [&'a Stmt<'a>]) {
        for (k, s) in list.iter().enumerate() {
            let (head, body) = match s.kind {
                StmtKind::If { constant: false, arms: [(cond, body)], other: None } => {
                    (Some(cond.span), *body)
                }
                StmtKind::While { body, .. } | StmtKind::For { body, .. }
                    if matches!(
                        list.get(k + 1).map(|s| &s.kind),
                        Some(StmtKind::Block { bare: false, .. })
                    ) =>
                {
                    (None, body)
                }
                _ => continue,
            };
            // A macro that became nothing, or a line of its own, says that it is meant.
            let between = head.and_then(|h| self.cx.sm.text(Span::new(h.hi, body.span.lo)));
            let meant = between.is_some_and(|t| {
                t.contains('\n') || t.chars().any(|c| c != ')' && !c.is_whitespace())
            });
            if meant {
                continue;
            }
            if matches!(body.kind, StmtKind::Empty) && self.cx.sm.text(body.span) == Some(";") {
                let what = if matches!(s.kind, StmtKind::If { .. }) { "`if`" } else { "the loop" };
                self.suspect(
                    code::EMPTY_BODY,
                    body.span,
                    format!("this `;` is all that {what} does"),
                );
            }
        }
    }

    /// A case that is come to from the one before it, and nothing says that this is meant.
    pub(super) fn fallthrough(&mut self, body: &'a Stmt<'a>) {
        let StmtKind::Block { list, .. } = body.kind else { return };
        for pair in list.windows(2) {
            let marks = matches!(pair[1].kind, StmtKind::Case(..) | StmtKind::Default);
            if marks && self.goes_on(pair[0]) {
                let message = "control falls into this case from the one before it";
                let told = Diagnostic::new(code::FALLTHROUGH, pair[1].span, message)
                    .note(Span::NONE, "`break;` ends it, `[[fallthrough]];` says that it is meant");
                self.tell(told);
            }
        }
    }

    /// Comparisons whose sides' signs decide them, or make them another thing than they look.
    pub(super) fn suspicious_comparison(&mut self, op: BinaryOp, at: Span, a: E<'t>, b: E<'t>) {
        if self.cx.site.instance || self.mode.constant {
            return;
        }
        let t = &self.cx.types;
        let is_number = |e: E<'t>| t.is_integer(e.ty) && !matches!(t.kind(e.ty), TypeKind::Enum(_));
        if !is_number(a) || !is_number(b) {
            return;
        }
        if self.beyond_type(op, at, a, b) || [a, b].iter().any(|e| e.ty.bare() == Ty::BOOL) {
            return;
        }
        let t = &self.cx.types;
        let unsigned = |e: E<'t>| !t.is_signed(e.ty);
        let zero = |e: E<'t>| matches!(e.kind, TKind::Int(0));
        let constant = |e: E<'t>| matches!(e.kind, TKind::Int(_));
        let verdict = match op {
            BinaryOp::Lt if unsigned(a) && zero(b) && !constant(a) => Some(false),
            BinaryOp::Ge if unsigned(a) && zero(b) && !constant(a) => Some(true),
            BinaryOp::Gt if zero(a) && unsigned(b) && !constant(b) => Some(false),
            BinaryOp::Le if zero(a) && unsigned(b) && !constant(b) => Some(true),
            _ => None,
        };
        if let Some(always) = verdict {
            let message =
                format!("what has no sign is compared with zero: this is always {always}");
            return self.suspect(code::UNSIGNED_ZERO, at, message);
        }
        let (x, y) = (self.promotion(a), self.promotion(b));
        let t = &self.cx.types;
        let common = t.common(x, y);
        let changes = |e: E<'t>, promoted: Ty| {
            let negative = !matches!(e.kind, TKind::Int(v) if v >= 0);
            // What has no sign and is promoted to `int` is not negative.
            t.is_signed(promoted)
                && !t.is_signed(common)
                && negative
                && t.is_signed(e.ty)
                && !is_masked(e)
        };
        let changed = [(a, x), (b, y)].into_iter().find(|&(e, promoted)| changes(e, promoted));
        let Some((changed, _)) = changed else { return };
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if let TKind::Int(v) = changed.kind
            && self.is_plain_number(changed.span)
            && !(v == -1 && equality)
        {
            let becomes = v as u64 & (u64::MAX >> (64 - 8 * self.cx.types.size(common)));
            let name = self.cx.type_name(common);
            let message = format!("the constant {v} is compared as `{name}` and becomes {becomes}");
            self.suspect(code::OVERFLOW, changed.span, message);
        } else {
            let (p, q) = (self.cx.type_name(a.ty), self.cx.type_name(b.ty));
            let message = format!(
                "`{p}` and `{q}` are compared as what has no sign: negative values are large ones"
            );
            self.suspect(code::SIGN_COMPARE, at, message);
        }
    }

    /// A constant of floating type that an implicit conversion cannot take: to an integer that is undefined ([conv.fpint]), and a smaller floating type makes
    /// infinity or zero of it.
    fn floating_constant(&mut self, e: E<'t>, to: Ty) {
        let t = &self.cx.types;
        let value = match e.kind {
            TKind::Float(v) => v,
            TKind::Neg(of) => match of.kind {
                TKind::Float(v) => -v,
                _ => return,
            },
            _ => return,
        };
        if self.mode.constant
            || self.cx.site.instance
            || !value.is_finite()
            || to.bare() == Ty::BOOL
        {
            return;
        }
        let becomes = if t.is_integer(to) {
            let bits = 8 * t.size(to) as i32;
            // What is behind the point is cut off; the ends are powers of two, so exact.
            let (least, end) = match t.is_signed(to) {
                true => (-(2f64.powi(bits - 1)), 2f64.powi(bits - 1)),
                false => (0.0, 2f64.powi(bits)),
            };
            let whole = value.trunc();
            if whole >= least && whole < end {
                return;
            }
            ", which is undefined"
        } else if to.bare() == Ty::FLOAT {
            match value as f32 {
                narrow if narrow.is_infinite() => " and becomes infinity",
                0.0 if value != 0.0 => " and becomes 0",
                _ => return,
            }
        } else {
            return;
        };
        let name = self.cx.type_name(to);
        let message = format!("the constant {value:?} does not fit `{name}`{becomes}");
        self.suspect(code::OVERFLOW, e.span, message);
    }

    /// A constant that a conversion changes: it has more bits than the type, or its sign is lost.
    pub(super) fn truncated_constant(&mut self, e: E<'t>, to: Ty) {
        self.floating_constant(e, to);
        let TKind::Int(v) = e.kind else { return };
        let t = &self.cx.types;
        let plain = t.is_integer(to) && t.is_integer(e.ty) && to.bare() != Ty::BOOL;
        if self.mode.constant || self.cx.site.instance || !plain {
            return;
        }
        let bits = 8 * t.size(to);
        let (least, most) = t.range(to);
        let value = self.wide(e, v);
        if (least..=most).contains(&value) {
            return;
        }
        // The bits are often what is meant: in what is as wide as `int` those of a number that is not plain, `0xff000000`, and all of them by -1.
        let half = 1i128 << (bits - 1);
        let has_bits = value >= -half && value < 2 * half && (value < 0 || bits >= 32);
        if has_bits && (value == -1 || !self.is_plain_number(e.span)) {
            return;
        }
        let shift = 128 - bits as u32;
        let kept = match self.cx.types.is_signed(to) {
            true => value << shift >> shift,
            false => value & most,
        };
        let name = self.cx.type_name(to);
        let message = format!("the constant {value} does not fit `{name}` and becomes {kept}");
        self.suspect(code::OVERFLOW, e.span, message);
    }

    /// Whether a constant is written as a decimal number, a `-` before it or not.
    fn is_plain_number(&self, at: Span) -> bool {
        let Some(text) = self.cx.sm.text(at) else { return false };
        let number = text.trim_start_matches(['-', ' ', '(']).trim_end_matches([')', ' ']);
        let digits = number.trim_end_matches(['u', 'U', 'l', 'L']);
        !digits.starts_with('0') && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    }

    /// True where control may come behind a statement that stands before a case.
    fn goes_on(&self, s: &Stmt<'_>) -> bool {
        match &s.kind {
            StmtKind::Case(..) | StmtKind::Default | StmtKind::Label(_) | StmtKind::Empty => false,
            StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Return(_) => false,
            StmtKind::Block { list, .. } => list.last().is_some_and(|s| self.goes_on(s)),
            StmtKind::If { arms, other, .. } => {
                other.is_none_or(|s| self.goes_on(s)) || arms.iter().any(|(_, s)| self.goes_on(s))
            }
            // What never ends but by `break` or `return`: a `break` in it is not looked for.
            StmtKind::While { cond, .. } | StmtKind::DoWhile { cond, .. } => !is_true(cond),
            StmtKind::For { cond, .. } => cond.is_some_and(|cond| !is_true(cond)),
            StmtKind::Expr(e) => !matches!(e.kind, ExprKind::Call(f, _) if self.is_trap(f)),
            StmtKind::Decl(_) => false,
            _ => true,
        }
    }

    fn is_trap(&self, f: &Expr<'_>) -> bool {
        matches!(f.kind, ExprKind::Name(s) if matches!(self.cx.text(s), "__trap" | "__builtin_trap" | "__builtin_unreachable"))
    }
}

/// Whether a condition is written as one that always holds.
fn is_true(cond: &Expr<'_>) -> bool {
    matches!(cond.kind, ExprKind::Bool(true) | ExprKind::Int { value: 1, .. })
}

/// Whether a value is not negative for it is masked by a constant that is not.
fn is_masked(e: E<'_>) -> bool {
    match e.kind {
        TKind::Binary(BinaryOp::And, a, b) => {
            [a, b].iter().any(|side| matches!(side.kind, TKind::Int(v) if v >= 0))
        }
        TKind::Cast(inner) => is_masked(inner),
        _ => false,
    }
}

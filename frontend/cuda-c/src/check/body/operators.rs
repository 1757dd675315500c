//! Operators.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{BinaryOp, Expr, ExprKind, MemberKind, UnaryOp},
    check::{
        Body, Special,
        body::{E, convert::wrap, mistaken_operators::Written},
        class::{assign_name, binary_name, unary_name},
    },
    typed::{Category, GlobalId, TKind},
    types::{CONST, Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Binary operators: the left-leaning chain is walked in a loop.
    pub(super) fn binary_chain(&mut self, e: &'a Expr<'a>) -> E<'t> {
        let mut spine = Vec::new();
        let mut cur = e;
        while let ExprKind::Binary(op, at, l, r) = &cur.kind {
            spine.push((*op, *at, [*l, *r], cur.span));
            cur = l;
        }
        let mut left = self.expr(cur);
        while let Some((op, at, sides, span)) = spine.pop() {
            let runs = !matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr)
                || self.decided(left) != Some(op == BinaryOp::LogOr);
            let right = self.expr_where(runs, sides[1]);
            self.mistaken_operator(&Written { op, at, sides, left, right });
            left = self.binary(op, at, left, right, span);
        }
        left
    }

    /// As [`crate::typed::TExpr::decided`], of what is no condition yet, where it is of no class.
    fn decided(&mut self, e: E<'t>) -> Option<bool> {
        let e = match e.kind {
            TKind::Int(_) => e,
            _ if e.is_glvalue() && e.ty.quals() & CONST != 0 && self.cx.types.is_scalar(e.ty) => {
                self.condition(e)
            }
            _ => return None,
        };
        e.decided()
    }

    /// An expression that control comes to or not.
    pub(super) fn expr_where(&mut self, runs: bool, e: &'a Expr<'a>) -> E<'t> {
        match runs {
            true => self.expr(e),
            false => self.with_mode(|m| m.unreachable = true, |b| b.expr(e)),
        }
    }

    fn binary(&mut self, op: BinaryOp, at: Span, a: E<'t>, b: E<'t>, span: Span) -> E<'t> {
        let mut operands = [a, b];
        if let Some(e) = self.overloaded(binary_name(op), at, &mut operands, span) {
            return e;
        }
        let [a, b] = operands;
        if op == BinaryOp::Comma {
            if a.ty.is_error() || b.ty.is_error() {
                return self.bad(span);
            }
            if wrong!(CommaGivesLeft) {
                let a = self.rvalue(a);
                return self.mk(TKind::Comma(b, a), a.ty, span);
            }
            let a = self.discard(a);
            if a.ty.is_error() {
                return a;
            }
            return self.mk_as(TKind::Comma(a, b), b.ty, b.category, span);
        }
        if matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) {
            let (a, b) = (self.condition(a), self.condition(b));
            if a.ty.is_error() || b.ty.is_error() {
                return self.bad(span);
            }
            let and = op == BinaryOp::LogAnd;
            if let TKind::Int(v) = a.kind
                && !self.mode.noexcept
            {
                if (v != 0) != and {
                    return self.int(i64::from(!and), Ty::BOOL, span);
                }
                return b;
            }
            if wrong!(LogicEvaluatesBoth) {
                let both = if and { BinaryOp::And } else { BinaryOp::Or };
                let v = self.arithmetic(both, at, a, b, span);
                return self.cast_node(v, Ty::BOOL);
            }
            let kind = if and { TKind::And(a, b) } else { TKind::Or(a, b) };
            let v = self.mk(kind, Ty::BOOL, span);
            return if wrong!(LogicGivesInt) { self.cast_node(v, Ty::INT) } else { v };
        }
        let (a, b) = (self.operand(a), self.operand(b));
        if a.ty.is_error() || b.ty.is_error() {
            return self.bad(span);
        }
        match op {
            BinaryOp::Add | BinaryOp::Sub
                if self.cx.types.is_pointer(a.ty) || self.cx.types.is_pointer(b.ty) =>
            {
                self.pointer_arithmetic(op, at, a, b, span)
            }
            op if op.is_comparison() => self.compare(op, at, a, b, span),
            _ => self.arithmetic(op, at, a, b, span),
        }
    }

    /// The value of an operand; an object of a class as it is, for it is wrong there.
    pub(super) fn operand(&mut self, e: E<'t>) -> E<'t> {
        if self.cx.types.is_record(e.ty) { e } else { self.rvalue(e) }
    }

    /// As [`Body::bad_operands`]; of a shape or an index that lacks its axis that is said.
    fn bad_values(&mut self, op: &str, at: Span, a: E<'t>, b: E<'t>) -> E<'t> {
        let is_shape = |e: E<'t>| {
            self.cx
                .types
                .get_record(e.ty)
                .is_some_and(|(_, r)| r.name == "dim3" || r.name == "uint3")
        };
        let lacks = [(a, b), (b, a)]
            .into_iter()
            .find(|&(shape, other)| is_shape(shape) && self.cx.types.is_arithmetic(other.ty));
        let Some((shape, _)) = lacks else { return self.bad_operands(op, at, a.ty, b.ty) };
        let (x, y) = (self.cx.type_name(a.ty), self.cx.type_name(b.ty));
        let text = self.cx.sm.text(shape.span).unwrap_or("it").to_string();
        let message = format!("`{op}` cannot take operands of types `{x}` and `{y}`");
        let end = Span::new(shape.span.hi, shape.span.hi);
        let told = Diagnostic::new(code::BAD_OPERANDS, at, message);
        let help = format!("`{text}` has three parts, of which `{text}.x` is the first");
        self.cx.diags.push(told.suggest(end, ".x", help));
        self.bad(at)
    }

    pub(super) fn bad_operands(&mut self, op: &str, at: Span, a: Ty, b: Ty) -> E<'t> {
        let (x, y) = (self.cx.type_name(a), self.cx.type_name(b));
        let mut d = Diagnostic::new(
            code::BAD_OPERANDS,
            at,
            format!("`{op}` cannot take operands of types `{x}` and `{y}`"),
        );
        if self.cx.types.is_record(a) || self.cx.types.is_record(b) {
            d = d.note(
                Span::NONE,
                format!("no `operator{op}` that device code can call takes these types"),
            );
        }
        self.cx.diags.push(d);
        self.bad(at)
    }

    /// The type in which an operator computes, or `None`.
    pub(super) fn operation_type(&self, op: BinaryOp, a: E<'t>, b: E<'t>) -> Option<Ty> {
        let t = &self.cx.types;
        let scoped = |e: E<'_>| matches!(t.kind(e.ty), TypeKind::Enum(x) if t.enums[x].scoped);
        if scoped(a) || scoped(b) {
            return None;
        }
        let (a, b) = (self.promotion(a), self.promotion(b));
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                (t.is_arithmetic(a) && t.is_arithmetic(b)).then(|| t.common(a, b))
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let common = wrong!(ShiftInCommonType);
                (t.is_integer(a) && t.is_integer(b))
                    .then(|| if common { t.common(a, b) } else { t.promote(a) })
            }
            _ => (t.is_integer(a) && t.is_integer(b)).then(|| t.common(a, b)),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, at: Span, a: E<'t>, b: E<'t>, span: Span) -> E<'t> {
        let Some(ty) = self.operation_type(op, a, b) else {
            return self.bad_values(op.text(), at, a, b);
        };
        let unsigned = wrong!(RightShiftIsLogical) && op == BinaryOp::Shr
            || wrong!(DivisionIsUnsigned) && matches!(op, BinaryOp::Div | BinaryOp::Rem);
        let ty = if unsigned { self.cx.types.other_sign(ty, false) } else { ty };
        self.check_constant_operand(op, b, ty);
        let a = self.cast_node(a, ty);
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let b = if shift {
            let p = self.promotion(b);
            self.cast_node(b, p)
        } else {
            self.cast_node(b, ty)
        };
        if let Some(v) = self.fold(op, a, b, ty, span) {
            return v;
        }
        if wrong!(ShiftRightFirst) && shift {
            let (keep, again) = self.kept(b);
            let v = self.mk(TKind::Binary(op, a, again), ty, span);
            return keep.map_or(v, |k| self.mk(TKind::Comma(k, v), ty, span));
        }
        self.mk(TKind::Binary(op, a, b), ty, span)
    }

    /// Warns of divisions by zero and shifts past the width.
    pub(super) fn check_constant_operand(&mut self, op: BinaryOp, b: E<'t>, ty: Ty) {
        let TKind::Int(v) = b.kind else { return };
        if self.mode.unevaluated || self.mode.unreachable {
            return;
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) && v == 0 && self.cx.types.is_integer(ty) {
            self.cx.diags.push(Diagnostic::new(
                code::DIVISION_BY_ZERO,
                b.span,
                "this divides by zero",
            ));
        }
        let width = self.cx.types.size(ty) as i64 * 8;
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) && !(0..width).contains(&v) {
            let message = format!("a shift by {v} of a value of {width} bits");
            self.cx.diags.push(Diagnostic::new(code::SHIFT_COUNT, b.span, message));
        }
    }

    fn pointer_arithmetic(
        &mut self,
        op: BinaryOp,
        at: Span,
        a: E<'t>,
        b: E<'t>,
        span: Span,
    ) -> E<'t> {
        let (p, q) = (self.cx.types.pointee(a.ty), self.cx.types.pointee(b.ty));
        match (op, p, q) {
            (BinaryOp::Sub, Some(x), Some(y)) if x.bare() == y.bare() => {
                let Some(size) = self.stride(x, at) else { return self.bad(span) };
                self.mk(TKind::PtrDiff { a, b, size }, Ty::LONG, span)
            }
            (_, Some(x), None) if self.cx.types.is_index(b.ty) => {
                let Some(size) = self.stride(x, at) else { return self.bad(span) };
                self.pointer_add(a, b, size, op == BinaryOp::Sub, span)
            }
            (BinaryOp::Add, None, Some(y)) if self.cx.types.is_index(a.ty) => {
                let Some(size) = self.stride(y, at) else { return self.bad(span) };
                self.pointer_add(b, a, size, false, span)
            }
            _ => self.bad_values(op.text(), at, a, b),
        }
    }

    pub(in crate::check) fn pointer_add(
        &mut self,
        ptr: E<'t>,
        index: E<'t>,
        size: u64,
        minus: bool,
        span: Span,
    ) -> E<'t> {
        let t = self.promotion(index);
        let index = self.cast_node(index, t);
        self.mk(TKind::PtrAdd { ptr, index, size, minus }, ptr.ty, span)
    }

    /// The size of what a pointer points to, where it can be stepped over.
    pub(super) fn stride(&mut self, t: Ty, at: Span) -> Option<u64> {
        self.complete(t, at);
        if t.bare() == Ty::VOID || !self.cx.types.is_complete(t) {
            let n = self.cx.type_name(t);
            self.error(code::INCOMPLETE_TYPE, at, format!("no arithmetic on pointers to `{n}`"));
            return None;
        }
        Some(if wrong!(PointersStepInBytes) { 1 } else { self.cx.types.size(t) })
    }

    fn compare(&mut self, op: BinaryOp, at: Span, a: E<'t>, b: E<'t>, span: Span) -> E<'t> {
        self.suspicious_comparison(op, at, a, b);
        let t = &self.cx.types;
        let (a, b, ty) = if t.is_arithmetic(a.ty) && t.is_arithmetic(b.ty) {
            // Bools compare as bools where both are: it is the same and shorter.
            let scoped = |e: E<'_>| matches!(t.kind(e.ty), TypeKind::Enum(x) if t.enums[x].scoped);
            if (scoped(a) || scoped(b)) && a.ty.bare() != b.ty.bare() {
                return self.bad_values(op.text(), at, a, b);
            }
            let ty = t.common(self.promotion(a), self.promotion(b));
            let ty = if wrong!(ComparesAsSigned) { t.other_sign(ty, true) } else { ty };
            (self.cast_node(a, ty), self.cast_node(b, ty), ty)
        } else {
            self.compared_with_string(at, a, b);
            let t = &self.cx.types;
            let null = |e: E<'_>| e.null || e.ty.bare() == Ty::NULLPTR;
            let ty = match (t.pointee(a.ty), t.pointee(b.ty)) {
                (Some(_), Some(_)) => self.composite_pointer(a, b),
                (Some(_), None) => Some(a.ty).filter(|_| null(b)),
                (None, Some(_)) => Some(b.ty).filter(|_| null(a)),
                _ if t.member_pointee(a.ty).or(t.member_pointee(b.ty)).is_some() => {
                    self.compared_members(op, a, b)
                }
                _ => Some(b.ty).filter(|_| null(a) && null(b)),
            };
            let Some(ty) = ty else {
                return self.bad_values(op.text(), at, a, b);
            };
            if wrong!(PointerComparisonBySigned) {
                let (a, b) = (self.cast_node(a, Ty::SHORT), self.cast_node(b, Ty::SHORT));
                return self.mk(TKind::Compare(op, a, b), Ty::BOOL, span);
            }
            // Pointers to a class and to its base are compared as pointers to the base.
            let (a, b) = match self.cx.types.pointee(a.ty).is_some()
                && self.cx.types.pointee(b.ty).is_some()
            {
                true => (self.convert(a, ty), self.convert(b, ty)),
                false => (a, b),
            };
            if a.ty.is_error() || b.ty.is_error() {
                return self.bad(span);
            }
            (self.cast_node(a, ty), self.cast_node(b, ty), ty)
        };
        if let Some(v) = self.fold_compare(op, a, b, ty) {
            return self.int(i64::from(v), Ty::BOOL, span);
        }
        self.mk(TKind::Compare(op, a, b), Ty::BOOL, span)
    }

    pub(super) fn unary(&mut self, op: UnaryOp, x: &'a Expr<'a>, span: Span) -> E<'t> {
        if op == UnaryOp::AddrOf {
            self.expected.one_past = matches!(x.kind, ExprKind::Index(..));
            return self.address_of(x, span);
        }
        let mut operands = [self.expr(x)];
        if let Some(v) = self.overloaded(unary_name(op), span, &mut operands, span) {
            return v;
        }
        let [e] = operands;
        let e = if op == UnaryOp::Not { e } else { self.operand(e) };
        if e.ty.is_error() {
            return e;
        }
        match op {
            UnaryOp::Deref => {
                let Some(to) = self.cx.types.pointee(e.ty) else {
                    if e.ty.bare() == Ty::OVERLOADS {
                        return e;
                    }
                    let t = self.cx.type_name(e.ty);
                    return self.error(
                        code::BAD_DEREFERENCE,
                        span,
                        format!("a value of type `{t}` cannot be dereferenced"),
                    );
                };
                self.deref(e, to, span)
            }
            UnaryOp::Not => {
                let c = self.condition(e);
                match c.kind {
                    TKind::Int(v) => self.int(i64::from(v == 0), Ty::BOOL, span),
                    TKind::Error => c,
                    _ => self.mk(TKind::Not(c), Ty::BOOL, span),
                }
            }
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                let t = &self.cx.types;
                let ok =
                    if op == UnaryOp::BitNot { t.is_integer(e.ty) } else { t.is_arithmetic(e.ty) };
                let ok = ok && !matches!(t.kind(e.ty), TypeKind::Enum(x) if t.enums[x].scoped);
                if op == UnaryOp::Plus && t.pointee(e.ty).is_some() {
                    return e;
                }
                if !ok {
                    let n = self.cx.type_name(e.ty);
                    return self.error(
                        code::BAD_OPERANDS,
                        span,
                        format!("`{}` cannot take an operand of type `{n}`", op.text()),
                    );
                }
                let ty = if wrong!(UnaryDoesNotPromote)
                    && op != UnaryOp::Minus
                    && e.ty.bare() != Ty::BOOL
                {
                    e.ty.bare()
                } else if wrong!(MinusMakesSigned) && op == UnaryOp::Minus {
                    self.cx.types.other_sign(self.promotion(e), true)
                } else {
                    self.promotion(e)
                };
                let e = self.cast_node(e, ty);
                match (op, e.kind) {
                    (UnaryOp::Plus, _) => self.mk(e.kind, ty, span),
                    (UnaryOp::Minus, TKind::Int(_)) => {
                        let zero = self.mk(TKind::Int(0), ty, span);
                        self.fold(BinaryOp::Sub, zero, e, ty, span)
                            .unwrap_or_else(|| self.mk(TKind::Neg(e), ty, span))
                    }
                    (UnaryOp::Minus, TKind::Float(v)) => self.mk(TKind::Float(-v), ty, span),
                    (UnaryOp::BitNot, TKind::Int(v)) => {
                        self.mk(TKind::Int(wrap(&self.cx.types, !v, ty)), ty, span)
                    }
                    (UnaryOp::Minus, _) => self.mk(TKind::Neg(e), ty, span),
                    _ => self.mk(TKind::BitNot(e), ty, span),
                }
            }
            UnaryOp::AddrOf => e,
        }
    }

    /// The object that a pointer points to.
    pub(in crate::check) fn deref(&mut self, p: E<'t>, to: Ty, span: Span) -> E<'t> {
        // [expr.unary.op] 1
        if to.bare() == Ty::VOID && !wrong!(VoidIsAnObject) {
            let text = "a pointer to `void` points to no object and cannot be dereferenced";
            return self.error(code::BAD_DEREFERENCE, span, text);
        }
        match p.kind {
            // `*&x` is x.
            TKind::AddrOf(x) if x.ty == to => x,
            _ => self.mk_lvalue(TKind::Deref(p), to, span),
        }
    }

    /// The declaration that makes an object `const`, and how: of the variable, or of the pointer that leads to it.
    fn where_const(&self, e: E<'t>) -> Option<(Span, String)> {
        let mut at = e;
        let mut through = false;
        let mut pointers = 0;
        let (span, name) = loop {
            match at.kind {
                TKind::Field { base, .. } => at = base,
                TKind::Deref(pointer) => {
                    (through, pointers) = (true, pointers + 1);
                    at = pointer;
                }
                TKind::Load(of) => at = of,
                TKind::AddrOf(of) => {
                    through = false;
                    at = of;
                }
                TKind::PtrAdd { ptr, .. } => at = ptr,
                TKind::Local(l) => {
                    let local = self.variables.locals.get(l)?;
                    if local.name == words::CLOSURE {
                        let text =
                            "what it captures by copy is `const` in a lambda that is not `mutable`";
                        return (pointers == 1).then(|| (local.span, text.to_owned()));
                    }
                    break (local.span, self.cx.text(local.name));
                }
                TKind::Global(g) => {
                    let global = self.cx.output.globals.get(g)?;
                    break (global.span, self.cx.text(global.source));
                }
                _ => return None,
            }
        };
        let why = match through {
            _ if name.is_empty() => return None,
            true => format!("what `{name}` leads to is `const` by this declaration"),
            false => format!("`{name}` is declared `const` here"),
        };
        Some((span, why))
    }

    /// Whether an object may be changed; an error if not.
    pub(in crate::check) fn assignable(&mut self, e: E<'t>, span: Span) -> bool {
        if e.ty.is_error() {
            return false;
        }
        if self.is_kept_function(e) {
            let text = "a pointer to a function that changes is not supported yet";
            self.error(code::FUNCTION_POINTER, span, text);
            return false;
        }
        if e.category != Category::Lvalue {
            self.error(
                code::NOT_ASSIGNABLE,
                span,
                "only an object can be assigned to, and this is a value",
            );
            return false;
        }
        if matches!(self.cx.types.kind(e.ty), TypeKind::Array(..)) {
            self.error(code::NOT_ASSIGNABLE, span, "an array cannot be assigned");
            return false;
        }
        if e.ty.is_const() {
            let message = "this object is `const` and cannot be changed";
            let mut told = Diagnostic::new(code::CONST_VIOLATION, span, message);
            if let Some((at, why)) = self.where_const(e) {
                told = told.note(at, why);
            }
            self.cx.diags.push(told);
            return false;
        }
        if let Some(g) = self.root_global(e)
            && self.cx.output.globals[g].space == crate::check::Space::Constant
        {
            let name = self.cx.text(self.cx.output.globals[g].source).to_string();
            self.error(
                code::CONST_VIOLATION,
                span,
                format!("`{name}` lies in constant memory and cannot be changed by a kernel"),
            );
            return false;
        }
        true
    }

    fn root_global(&self, mut e: E<'t>) -> Option<GlobalId> {
        loop {
            match e.kind {
                TKind::Field { base, .. } => e = base,
                TKind::Global(g) => return Some(g),
                TKind::Deref(p) => match p.kind {
                    TKind::PtrAdd { ptr, .. } => match ptr.kind {
                        TKind::AddrOf(x) => e = x,
                        _ => return None,
                    },
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    pub(super) fn assign(
        &mut self,
        op: Option<BinaryOp>,
        at: Span,
        l: &'a Expr<'a>,
        r: &'a Expr<'a>,
        span: Span,
    ) -> E<'t> {
        // The right side is evaluated first ([expr.ass] 1); the translator sees to that.
        let target = self.expr(l);
        let Some(op) = op else {
            self.counts_as_set(target);
            let value = match r.kind {
                ExprKind::InitList(_) => self.argument(r),
                _ => self.expr(r),
            };
            if value.ty.bare() == Ty::OVERLOADS
                && !self.cx.types.is_function_pointer(target.ty)
                && !self.cx.types.is_record(target.ty)
                && target.ty.bare() != Ty::BOOL
            {
                return self.function_as_value(target.ty, r.span);
            }
            return self.assign_from(target, value, (l.span, at), span);
        };
        let mut operands = [target, self.expr(r)];
        if let Some(e) = self.overloaded(assign_name(op), at, &mut operands, span) {
            return e;
        }
        let [target, value] = operands;
        let value = self.operand(value);
        if !self.assignable(target, l.span) || value.ty.is_error() {
            return self.bad(span);
        }
        // It counts as what it is promoted to, be it kept in between or not.
        let promoted = self.promotion(value);
        let value = match self.cx.types.is_integer(value.ty) && promoted != value.ty.bare() {
            true if !self.cx.types.is_scoped(value.ty) && self.may_be_bit_field(target) => {
                self.cast_node(value, promoted)
            }
            _ => value,
        };
        self.changed_by(target, value, &mut |b, target, value| {
            b.compound(op, at, target, value, span)
        })
    }

    /// `target op= value` of the language's own types.
    fn compound(
        &mut self,
        op: BinaryOp,
        at: Span,
        target: E<'t>,
        value: E<'t>,
        span: Span,
    ) -> E<'t> {
        let ty = target.ty.bare();
        if let Some(to) = self.cx.types.pointee(ty) {
            if !matches!(op, BinaryOp::Add | BinaryOp::Sub) || !self.cx.types.is_index(value.ty) {
                return self.bad_operands(&format!("{}=", op.text()), at, ty, value.ty);
            }
            let Some(size) = self.stride(to, at) else { return self.bad(span) };
            let t = self.promotion(value);
            let value = self.cast_node(value, t);
            return self.mk_lvalue(
                TKind::OpAssign { target, op, value, common: ty, size },
                target.ty,
                span,
            );
        }
        let common = match self.operation_type(op, target, value) {
            Some(_) if wrong!(CompoundInTargetType) && ty != Ty::BOOL => ty,
            Some(t) if !matches!(self.cx.types.kind(ty), TypeKind::Enum(_)) => t,
            _ => return self.bad_operands(&format!("{}=", op.text()), at, ty, value.ty),
        };
        self.check_constant_operand(op, value, common);
        let value = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let p = self.promotion(value);
            self.cast_node(value, p)
        } else {
            self.cast_node(value, common)
        };
        self.mk_lvalue(TKind::OpAssign { target, op, value, common, size: 0 }, target.ty, span)
    }

    /// `target = value` ([over.ass], [expr.ass]): a class's by its `operator=`.
    pub(super) fn assign_from(
        &mut self,
        target: E<'t>,
        value: E<'t>,
        (left, at): (Span, Span),
        span: Span,
    ) -> E<'t> {
        if target.ty.is_error() || value.ty.is_error() {
            return self.bad(span);
        }
        if self.cx.types.is_record(target.ty) {
            let v = self.assign_value(target, value, at, span);
            if wrong!(ClassAssignmentCopies) && v.is_glvalue() {
                let v = self.rvalue(v);
                return self.materialize(v);
            }
            return v;
        }
        if !self.assignable(target, left) {
            return self.bad(span);
        }
        let given = value;
        let value =
            self.with_mode(|m| m.strict_lists = true, |b| b.convert(value, target.ty.bare()));
        if value.ty.is_error() {
            return value;
        }
        if wrong!(AssignmentGivesRight) && self.cx.types.is_arithmetic(given.ty) {
            let given = self.rvalue(given);
            let (keep, again) = self.kept(given);
            let v = self.convert(again, target.ty.bare());
            let set = self.mk(TKind::Assign(target, v), target.ty.bare(), span);
            let v = self.mk(TKind::Comma(set, again), again.ty, span);
            return keep.map_or(v, |k| self.mk(TKind::Comma(k, v), v.ty, span));
        }
        self.changed_by(target, value, &mut |b, target, value| {
            b.mk_lvalue(TKind::Assign(target, value), target.ty, span)
        })
    }

    /// Assigns to an object of any type but an array's.
    pub(in crate::check) fn assign_value(
        &mut self,
        target: E<'t>,
        value: E<'t>,
        at: Span,
        span: Span,
    ) -> E<'t> {
        let class = self.cx.class_id(target.ty);
        let Some(r) = class.filter(|r| self.cx.classes.all.contains_key(r)) else {
            // A scalar, or a class of the language itself.
            if class.is_some() && !self.assignable(target, target.span) {
                return self.bad(span);
            }
            if target.ty.is_volatile() && self.is_own_class(target.ty) {
                let name = self.cx.type_name(target.ty.bare());
                let what = format!("`operator=` of `{name}` assigns to no volatile object");
                let found = Diagnostic::new(code::NO_OVERLOAD, at, what);
                self.cx.diags.push(found.note(Span::NONE, "write its members one by one"));
                return self.bad(span);
            }
            let value = self.convert(value, target.ty.bare());
            if value.ty.is_error() {
                return value;
            }
            return self.mk_lvalue(TKind::Assign(target, value), target.ty, span);
        };
        // An operator of the user's may take a const object.
        if target.ty.is_const()
            && self.cx.is_trivial(target.ty, Special::CopyAssignment)
            && self.cx.declared_methods(r, words::OP_ASSIGN, MemberKind::Method).is_empty()
        {
            self.assignable(target, target.span);
            return self.bad(span);
        }
        let name = crate::ast::Name { sym: words::OP_ASSIGN, span: at };
        let call = self.call_method(r, Some(target), name, None, vec![value], span);
        self.right_first(call)
    }

    pub(super) fn inc_dec(
        &mut self,
        inc: bool,
        prefix: bool,
        x: &'a Expr<'a>,
        span: Span,
    ) -> E<'t> {
        let mut target = self.expr(x);
        if self.may_overload(target.ty) {
            let name = if inc { words::OP_INC } else { words::OP_DEC };
            let mut operands = vec![target];
            if !prefix && !wrong!(PostfixCallsPrefix) {
                operands.push(self.int(0, Ty::INT, span));
            }
            if let Some(e) = self.overloaded(name, span, &mut operands, span) {
                return e;
            }
            target = operands.first().copied().unwrap_or(target);
        }
        if !self.assignable(target, x.span) {
            return self.bad(span);
        }
        let ty = target.ty.bare();
        let size = match self.cx.types.pointee(ty) {
            Some(to) => match self.stride(to, span) {
                Some(s) => s,
                None => return self.bad(span),
            },
            None => 0,
        };
        let ok = size > 0
            || self.cx.types.is_arithmetic(ty)
                && !matches!(self.cx.types.kind(ty), TypeKind::Enum(_));
        if !ok || ty == Ty::BOOL {
            let n = self.cx.type_name(ty);
            let word = if inc { "++" } else { "--" };
            return self.error(
                code::BAD_OPERANDS,
                span,
                format!("`{word}` cannot take an operand of type `{n}`"),
            );
        }
        let new = prefix || wrong!(PostfixGivesNewValue);
        self.changed_arms(target, &mut |b, target| {
            let kind = TKind::IncDec { target, inc, prefix: new, size };
            if prefix { b.mk_lvalue(kind, target.ty, span) } else { b.mk(kind, ty, span) }
        })
    }

    /// An expression whose value is not wanted.
    pub(super) fn discard(&mut self, e: E<'t>) -> E<'t> {
        // One of several functions is not meant here ([over.over] 1).
        if e.ty.bare() == Ty::OVERLOADS && !wrong!(OverloadsHaveTypes) {
            return self.function_object(e);
        }
        if e.is_glvalue() && e.ty.is_volatile() && !self.is_aggregate(e.ty) {
            self.rvalue(e)
        } else {
            e
        }
    }
}

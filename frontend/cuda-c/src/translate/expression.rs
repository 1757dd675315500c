//! Expressions.

use optx_source::Span;
use optx_whirl::{AccessInfo, Mtype, Operator, StId, WnId};

use super::{
    E, FunctionTranslator,
    place::{Place, Root},
};
use crate::{
    ast::BinaryOp,
    typed::{Category, FunctionId, TExpr, TKind},
    types::Ty,
};

/// Levels of a left-leaning chain after which the sum so far goes to a temporary, so that trees stay shallow.
const DEPTH: usize = 100;

/// The left operand of an operator whose operands are translated in a loop.
fn left<'t>(e: E<'t>) -> Option<E<'t>> {
    match e.kind {
        TKind::Binary(_, a, _) | TKind::Compare(_, a, _) => Some(a),
        TKind::Cast(a) if a.is_glvalue() => None,
        TKind::Cast(a) => Some(a),
        TKind::And(a, _) | TKind::Or(a, _) => Some(a),
        _ => None,
    }
}

impl<'t> FunctionTranslator<'_, '_, '_, '_, '_> {
    /// The value of a scalar expression, or an aggregate's as a tree of type `M`.
    pub(super) fn expr(&mut self, e: E<'t>) -> WnId {
        if let Some(c) = self.constant(e) {
            return c;
        }
        let Some(_) = left(e) else { return self.leaf(e) };
        let mut spine = vec![e];
        while let Some(a) = spine.last().and_then(|e| left(e)) {
            if matches!(a.kind, TKind::Int(_) | TKind::Float(_)) || left(a).is_none() {
                break;
            }
            spine.push(a);
        }
        let bottom = spine.last().and_then(|e| left(e));
        let mut v = match bottom {
            Some(b) => self.expr(b),
            None => return self.leaf(e),
        };
        let mut levels = 0;
        while let Some(x) = spine.pop() {
            v = self.combine(x, v);
            levels += 1;
            if levels % DEPTH == 0 && !spine.is_empty() {
                let m = self.register(x.ty);
                if m != Mtype::M && m != Mtype::V {
                    let st = self.keep(v, m);
                    v = self.pu.tree.ldid(m, st, 0, AccessInfo::default());
                }
            }
        }
        v
    }

    /// An operator on its left value.
    fn combine(&mut self, e: E<'t>, a: WnId) -> WnId {
        match e.kind {
            TKind::Cast(x) => self.convert(a, x.ty, e.ty),
            TKind::And(x, b) | TKind::Or(x, b) => {
                let a = self.term(e, x, a);
                let (list, v) = self.in_block(|s| s.expr(b));
                let v = self.term(e, b, v);
                let v = self.with_block(&list, v, Mtype::B);
                let op =
                    if matches!(e.kind, TKind::And(..)) { Operator::Cand } else { Operator::Cior };
                self.pu.tree.binary(op, Mtype::B, a, v)
            }
            TKind::Binary(op, x, b) => {
                let (a, b) = self.second(x, a, b);
                self.binary(op, e, a, b)
            }
            TKind::Compare(op, x, b) => {
                let (a, w) = self.second(x, a, b);
                let m = self.register(x.ty);
                let (m, a, w) = if m == Mtype::B {
                    let a = self.pu.tree.convert(Operator::Cvt, Mtype::U4, Mtype::B, a);
                    let w = self.pu.tree.convert(Operator::Cvt, Mtype::U4, Mtype::B, w);
                    (Mtype::U4, a, w)
                } else {
                    (m, a, w)
                };
                let op = match op {
                    BinaryOp::Lt => Operator::Lt,
                    BinaryOp::Gt => Operator::Gt,
                    BinaryOp::Le => Operator::Le,
                    BinaryOp::Ge => Operator::Ge,
                    BinaryOp::Eq => Operator::Eq,
                    _ => Operator::Ne,
                };
                self.pu.tree.compare(op, m, a, w)
            }
            _ => a,
        }
    }

    /// The right operand; the left one, `a`, goes to a temporary if the right one has effects.
    fn second(&mut self, x: E<'t>, a: WnId, b: E<'t>) -> (WnId, WnId) {
        let n = self.out.len();
        let w = self.expr(b);
        if self.out.len() > n && !is_fixed(x) {
            let m = self.register(x.ty);
            return (self.save_before(a, m, n), w);
        }
        (a, w)
    }

    /// Keeps a value in a temporary, set before the statements from `at` on. A product stays one, so that it can
    /// still be fused.
    pub(super) fn save_before(&mut self, v: WnId, m: Mtype, at: usize) -> WnId {
        let wn = self.pu.tree.get(v);
        if wn.opr == Operator::Mpy && wn.rtype.is_float() && self.shared.module.options.fmad {
            let (a, b) = (self.pu.tree.kid(v, 0), self.pu.tree.kid(v, 1));
            let b = self.save_one(b, m, at);
            let a = self.save_one(a, m, at);
            return self.pu.tree.binary(Operator::Mpy, m, a, b);
        }
        self.save_one(v, m, at)
    }

    fn save_one(&mut self, v: WnId, m: Mtype, at: usize) -> WnId {
        if matches!(self.pu.tree.opr(v), Operator::Intconst | Operator::Const | Operator::Lda) {
            return v;
        }
        let st = self.temp(m);
        let s = self.pu.tree.stid(m, st, 0, v, AccessInfo::default(), self.loc);
        self.out.insert(at, s);
        self.pu.tree.ldid(m, st, 0, AccessInfo::default())
    }

    /// A value that is computed before what comes after it is read: where only one way through it does something, its
    /// statements stand within it, and would run where it is used.
    fn done_first(&mut self, v: WnId, m: Mtype) -> WnId {
        let mut work = vec![v];
        while let Some(wn) = work.pop() {
            if self.pu.tree.opr(wn) == Operator::Comma {
                return self.save_before(v, m, self.out.len());
            }
            work.extend(self.pu.tree.kids(wn));
        }
        v
    }

    /// A value with the statements that must run before it.
    pub(super) fn with_block(&mut self, list: &[WnId], v: WnId, m: Mtype) -> WnId {
        if list.is_empty() {
            return v;
        }
        let b = self.block(list);
        self.pu.tree.comma(m, b, v)
    }

    fn binary(&mut self, op: BinaryOp, e: &TExpr<'_>, a: WnId, b: WnId) -> WnId {
        let m = self.register(e.ty);
        let signed = m.is_signed();
        let o = match op {
            BinaryOp::Add | BinaryOp::Sub if m.is_float() => return self.float_sum(op, m, a, b),
            BinaryOp::Add => Operator::Add,
            BinaryOp::Sub => Operator::Sub,
            BinaryOp::Mul => Operator::Mpy,
            BinaryOp::Div | BinaryOp::Rem => {
                let o = if op == BinaryOp::Div { Operator::Div } else { Operator::Rem };
                let v = self.pu.tree.binary(o, m, a, b);
                return self.place_at(v, e.span);
            }
            BinaryOp::And => Operator::Band,
            BinaryOp::Or => Operator::Bior,
            BinaryOp::Xor => Operator::Bxor,
            BinaryOp::Shl | BinaryOp::Shr => {
                // The count is 4 bytes wide.
                let count = self.pu.tree.rtype(b);
                let b = if count.size() == 8 {
                    self.pu.tree.convert(Operator::Cvt, Mtype::U4, Mtype::U8, b)
                } else {
                    b
                };
                let o = match (op, signed) {
                    (BinaryOp::Shl, _) => Operator::Shl,
                    (_, true) => Operator::Ashr,
                    (_, false) => Operator::Lshr,
                };
                return self.pu.tree.binary(o, m, a, b);
            }
            _ => Operator::Add,
        };
        self.pu.tree.binary(o, m, a, b)
    }

    /// A sum or difference of floats, fused with a product that is an operand.
    pub(super) fn float_sum(&mut self, op: BinaryOp, m: Mtype, a: WnId, b: WnId) -> WnId {
        let minus = op == BinaryOp::Sub;
        if self.shared.module.options.fmad {
            if let Some((x, y, negative)) = self.product(a, m) {
                let x = if negative { self.pu.tree.unary(Operator::Neg, m, x) } else { x };
                let c = if minus { self.pu.tree.unary(Operator::Neg, m, b) } else { b };
                return self.pu.tree.ternary(Operator::Fma, m, x, y, c);
            }
            if let Some((x, y, negative)) = self.product(b, m) {
                let x = if negative != minus { self.pu.tree.unary(Operator::Neg, m, x) } else { x };
                return self.pu.tree.ternary(Operator::Fma, m, x, y, a);
            }
        }
        let o = if minus { Operator::Sub } else { Operator::Add };
        self.pu.tree.binary(o, m, a, b)
    }

    /// The factors of a product, or of a negated one.
    fn product(&self, v: WnId, m: Mtype) -> Option<(WnId, WnId, bool)> {
        let wn = self.pu.tree.get(v);
        if wn.rtype != m {
            return None;
        }
        match wn.opr {
            Operator::Mpy => Some((self.pu.tree.kid(v, 0), self.pu.tree.kid(v, 1), false)),
            Operator::Neg => {
                let k = self.pu.tree.kid(v, 0);
                (self.pu.tree.opr(k) == Operator::Mpy)
                    .then(|| (self.pu.tree.kid(k, 0), self.pu.tree.kid(k, 1), true))
            }
            _ => None,
        }
    }

    fn leaf(&mut self, e: E<'t>) -> WnId {
        let m = self.register(e.ty);
        match e.kind {
            TKind::Load(x) => {
                let p = self.place(x);
                self.load(p)
            }
            TKind::Field { .. } => {
                let p = self.place(e);
                self.load(p)
            }
            TKind::AddrOf(x) => self.address(x),
            TKind::PtrAdd { .. } => self.pointer_sum(e),
            TKind::PtrDiff { a, b, size } => {
                let x = self.expr(a);
                let (x, y) = self.second(a, x, b);
                let d = self.pu.tree.binary(Operator::Sub, Mtype::U8, x, y);
                if size <= 1 {
                    return d;
                }
                if size.is_power_of_two() {
                    let s = self.pu.tree.intconst(Mtype::U4, i64::from(size.trailing_zeros()));
                    return self.pu.tree.binary(Operator::Ashr, Mtype::I8, d, s);
                }
                let s = self.pu.tree.intconst(Mtype::I8, size as i64);
                let v = self.pu.tree.binary(Operator::Div, Mtype::I8, d, s);
                self.place_at(v, e.span)
            }
            TKind::Neg(x) => {
                let v = self.expr(x);
                self.pu.tree.unary(Operator::Neg, m, v)
            }
            TKind::BitNot(x) => {
                let v = self.expr(x);
                self.pu.tree.unary(Operator::Bnot, m, v)
            }
            TKind::Not(x) => {
                let v = self.expr(x);
                self.pu.tree.unary(Operator::Lnot, Mtype::B, v)
            }
            TKind::Cast(x) => {
                // A cast of an object to void.
                if x.is_glvalue() {
                    return self.pu.tree.intconst(Mtype::I4, 0);
                }
                let v = self.expr(x);
                self.convert(v, x.ty, e.ty)
            }
            TKind::Cond(c, a, b) => self.conditional(e, c, a, b),
            TKind::Assign(..) | TKind::OpAssign { .. } | TKind::IncDec { .. } => {
                self.assignment(e, true)
            }
            TKind::Comma(_, b) if wrong!(CommaDropsLeft) => self.expr(b),
            TKind::Comma(a, b) => {
                self.effect(a);
                self.expr(b)
            }
            TKind::Init(object, value) => {
                let p = self.place(object);
                let p = self.stable(p);
                self.make_value(p, value);
                self.nothing()
            }
            TKind::New(..) | TKind::Repeat { .. } => self.made_value(e),
            TKind::Call(f, _) if self.is_in_place(f) => self.made_value(e),
            TKind::Call(f, args) => match self.call(f, args, e) {
                Some(v) => v,
                None => self.nothing(),
            },
            TKind::Builtin(action, args) => match self.builtin(action, args, e, true) {
                Some(v) => v,
                None => self.nothing(),
            },
            TKind::Aggregate(_) => self.made_value(e),
            TKind::Error => {
                self.shared.wrong.get_or_insert(e.span);
                self.nothing()
            }
            _ if e.is_glvalue() && m != Mtype::V => {
                let p = self.place(e);
                self.load(p)
            }
            _ => self.nothing(),
        }
    }

    /// An aggregate that is made in a temporary.
    fn made_value(&mut self, e: E<'t>) -> WnId {
        let st = self.value_in_memory(e);
        let access =
            AccessInfo { ty: Some(self.shared.ty(self.cx, e.ty)), ..AccessInfo::default() };
        self.pu.tree.ldid(Mtype::M, st, 0, access)
    }

    /// What stands for a value that there is none of.
    pub(super) fn nothing(&mut self) -> WnId {
        self.pu.tree.intconst(Mtype::I4, 0)
    }

    /// A chain of pointer additions; a long one goes through temporaries.
    fn pointer_sum(&mut self, e: E<'t>) -> WnId {
        let mut spine = Vec::new();
        let mut p = e;
        while let TKind::PtrAdd { ptr, .. } = p.kind {
            spine.push(p);
            p = ptr;
        }
        if spine.len() <= DEPTH {
            return self.pointer_value(e);
        }
        let mut v = self.expr(p);
        let mut levels = 0;
        while let Some(x) = spine.pop() {
            let TKind::PtrAdd { ptr, index, size, minus } = x.kind else { continue };
            let n = self.out.len();
            let (i, more) = self.index(index, size);
            if self.out.len() > n && !is_fixed(ptr) {
                v = self.save_before(v, Mtype::U8, n);
            }
            let op = if minus { Operator::Sub } else { Operator::Add };
            v = self.pu.tree.binary(op, Mtype::U8, v, i);
            if more != 0 {
                let c = self.pu.tree.intconst(Mtype::U8, more);
                v = self.pu.tree.binary(op, Mtype::U8, v, c);
            }
            levels += 1;
            if levels % DEPTH == 0 {
                let st = self.keep(v, Mtype::U8);
                v = self.pu.tree.ldid(Mtype::U8, st, 0, AccessInfo::default());
            }
        }
        v
    }

    fn conditional(&mut self, e: E<'t>, c: E<'t>, a: E<'t>, b: E<'t>) -> WnId {
        let m = self.register(e.ty);
        let v = self.expr(c);
        let c = self.branched_on(c, v);
        if m == Mtype::V || m == Mtype::M {
            let st = if m == Mtype::M {
                let ty = self.shared.ty(self.cx, e.ty);
                Some(self.temp_of(ty, self.cx.types.align(e.ty) as u32))
            } else {
                None
            };
            let mut arm = |x: E<'t>| {
                let (list, ()) = self.in_block(|s| match st {
                    Some(st) => {
                        let p = Place::new(Root::Symbol(st, 0), e.ty.bare(), false);
                        s.make_value(p, x);
                    }
                    None => s.effect(x),
                });
                list
            };
            let (x, y) = (arm(a), arm(b));
            self.either(c, [&x, &y]);
            return match st {
                Some(st) => {
                    let access = AccessInfo {
                        ty: Some(self.shared.ty(self.cx, e.ty)),
                        ..AccessInfo::default()
                    };
                    self.pu.tree.ldid(Mtype::M, st, 0, access)
                }
                None => self.nothing(),
            };
        }
        let (list, x) = self.in_block(|s| s.expr(a));
        let x = self.with_block(&list, x, m);
        let (list, y) = self.in_block(|s| s.expr(b));
        let y = self.with_block(&list, y, m);
        self.pu.tree.ternary(Operator::Cselect, m, c, x, y)
    }

    /// An assignment, with its value where that is wanted.
    pub(super) fn assignment(&mut self, e: E<'t>, wanted: bool) -> WnId {
        // Assignments within this one keep nothing.
        let keep = std::mem::take(&mut self.keep_changed);
        match e.kind {
            TKind::Assign(target, value) => {
                if self.memory(target.ty) == Mtype::M {
                    return self.assign_aggregate(target, value, wanted, keep);
                }
                let m = self.register(target.ty);
                if wrong!(LeftOfAssignmentFirst) {
                    let p = self.place(target);
                    let p = self.stable(p);
                    let v = self.expr(value);
                    return self.finish(p, v, m, wanted);
                }
                let v = self.expr(value);
                let n = self.out.len();
                let p = self.place(target);
                let v = if self.out.len() > n && !is_fixed(value) {
                    self.save_before(v, m, n)
                } else {
                    v
                };
                let p = self.note_changed(p, keep);
                self.finish(p, v, m, wanted)
            }
            TKind::OpAssign { target, op, value, common, size } => {
                self.compound(target, op, value, (common, size, e.span), (wanted, keep))
            }
            TKind::IncDec { target, inc, prefix, size } => {
                self.step(target, (inc, prefix), size, (wanted, keep))
            }
            _ => self.nothing(),
        }
    }

    /// Keeps the place that is being changed, where the object is used after the change.
    fn note_changed(&mut self, p: Place, keep: bool) -> Place {
        if !keep {
            return p;
        }
        let p = self.stable(p);
        self.changed = Some(p);
        self.again(p)
    }

    /// The value of an object that is found without doing anything.
    fn quiet_value(&mut self, e: E<'t>) -> Option<WnId> {
        let TKind::Load(_) = e.kind else { return None };
        let (list, v) = self.in_block(|s| s.expr(e));
        list.is_empty().then_some(v)
    }

    /// The right side is evaluated before the left one ([expr.ass] 1): what it gives is kept in a temporary where the
    /// target is found by an address.
    fn assign_aggregate(&mut self, target: E<'t>, value: E<'t>, wanted: bool, keep: bool) -> WnId {
        let (first, p) = self.in_block(|s| s.place(target));
        let p = if first.is_empty() && matches!(p.root, Root::Symbol(..)) {
            self.store_value(p, value);
            p
        } else if first.is_empty()
            && let Some(v) = self.quiet_value(value)
        {
            let p = if wanted || keep { self.stable(p) } else { p };
            let q = if wanted || keep { self.again(p) } else { p };
            self.store(q, v);
            p
        } else {
            let st = self.value_in_memory(value);
            self.out.extend(first);
            let p = self.stable(p);
            let access =
                AccessInfo { ty: Some(self.shared.ty(self.cx, value.ty)), ..AccessInfo::default() };
            let v = self.pu.tree.ldid(Mtype::M, st, 0, access);
            let q = self.again(p);
            self.store(q, v);
            p
        };
        if keep {
            self.changed = Some(p);
        }
        if !wanted {
            return self.nothing();
        }
        let q = self.again(p);
        self.load(q)
    }

    /// Stores `v`, and gives it again if wanted.
    fn finish(&mut self, p: Place, v: WnId, m: Mtype, wanted: bool) -> WnId {
        if !wanted {
            self.store(p, v);
            return v;
        }
        if p.bits.is_some() {
            // What was stored may be cut.
            let p = self.stable(p);
            self.store(p, v);
            let p = self.again(p);
            return self.load(p);
        }
        let wn = self.pu.tree.get(v);
        if matches!(wn.opr, Operator::Intconst | Operator::Const) {
            self.store(p, v);
            return self.pu.tree.add(wn, &[]);
        }
        let st = self.keep(v, m);
        let v = self.pu.tree.ldid(m, st, 0, AccessInfo::default());
        self.store(p, v);
        self.pu.tree.ldid(m, st, 0, AccessInfo::default())
    }

    fn compound(
        &mut self,
        target: E<'t>,
        op: BinaryOp,
        value: E<'t>,
        (common, size, span): (Ty, u64, Span),
        (wanted, keep): (bool, bool),
    ) -> WnId {
        let m = self.register(target.ty);
        if size > 0 {
            let n = self.out.len();
            let (i, more) = self.index(value, size);
            let i = self.done_first(i, Mtype::U8);
            let from = self.out.len();
            let p = self.place(target);
            let i = if self.out.len() > from && from >= n {
                self.save_before(i, Mtype::U8, from)
            } else {
                i
            };
            let p = self.note_changed(p, keep);
            let p = self.stable(p);
            let old = self.load(p);
            let p = self.again(p);
            let o = if op == BinaryOp::Add { Operator::Add } else { Operator::Sub };
            let mut v = self.pu.tree.binary(o, Mtype::U8, old, i);
            if more != 0 {
                let c = self.pu.tree.intconst(Mtype::U8, more);
                v = self.pu.tree.binary(o, Mtype::U8, v, c);
            }
            return self.finish(p, v, m, wanted);
        }
        let (w, wm) = (self.expr(value), self.register(value.ty));
        let mut w = self.done_first(w, wm);
        let n = self.out.len();
        let p = self.place(target);
        if self.out.len() > n && !is_fixed(value) {
            w = self.save_before(w, wm, n);
        }
        let p = self.note_changed(p, keep);
        let p = self.stable(p);
        let old = self.load(p);
        let p = self.again(p);
        let old = self.convert(old, target.ty, common);
        let whole = TExpr {
            kind: TKind::Error,
            ty: common,
            span,
            category: Category::Prvalue,
            null: false,
        };
        let v = self.binary(op, &whole, old, w);
        let v = self.convert(v, common, target.ty);
        self.finish(p, v, m, wanted)
    }

    fn step(
        &mut self,
        target: E<'t>,
        (inc, prefix): (bool, bool),
        size: u64,
        (wanted, keep): (bool, bool),
    ) -> WnId {
        let m = self.register(target.ty);
        let p = self.place(target);
        let p = self.note_changed(p, keep);
        let p = self.stable(p);
        let mut old = self.load(p);
        let p = self.again(p);
        let mut result = None;
        if wanted && !prefix {
            let st = self.keep(old, m);
            old = self.pu.tree.ldid(m, st, 0, AccessInfo::default());
            result = Some(st);
        }
        let o = if inc { Operator::Add } else { Operator::Sub };
        let v = if size > 0 {
            let s = self.pu.tree.intconst(Mtype::U8, size as i64);
            self.pu.tree.binary(o, Mtype::U8, old, s)
        } else {
            let common = self.cx.types.promote(target.ty);
            let cm = self.register(common);
            let x = self.convert(old, target.ty, common);
            let one =
                if cm.is_float() { self.float(1.0, cm) } else { self.pu.tree.intconst(cm, 1) };
            let v = self.pu.tree.binary(o, cm, x, one);
            self.convert(v, common, target.ty)
        };
        match result {
            Some(st) => {
                self.store(p, v);
                self.pu.tree.ldid(m, st, 0, AccessInfo::default())
            }
            None => self.finish(p, v, m, wanted),
        }
    }

    /// Arguments from left to right.
    pub(super) fn operands(&mut self, args: &[E<'t>]) -> Vec<WnId> {
        let mut list: Vec<WnId> = Vec::with_capacity(args.len());
        for (k, a) in args.iter().enumerate() {
            let n = self.out.len();
            let v = self.expr(a);
            if self.out.len() > n {
                let mut at = n;
                for j in 0..k {
                    let part = self.register(args[j].ty) != Mtype::M;
                    if !is_fixed(args[j]) && (part || !wrong!(LaterEffectsReachArguments)) {
                        let before = self.out.len();
                        list[j] = self.save_operand(list[j], args[j].ty, at);
                        at += self.out.len() - before;
                    }
                }
            }
            list.push(v);
        }
        list
    }

    /// Keeps an operand of any type in a temporary, set before the statements from `at` on.
    fn save_operand(&mut self, v: WnId, ty: Ty, at: usize) -> WnId {
        let m = self.register(ty);
        if m != Mtype::M {
            return self.save_one(v, m, at);
        }
        let t = self.shared.ty(self.cx, ty);
        let st = self.temp_of(t, self.cx.types.align(ty) as u32);
        let access = AccessInfo { ty: Some(t), ..AccessInfo::default() };
        let s = self.pu.tree.stid(m, st, 0, v, access, self.loc);
        self.out.insert(at, s);
        self.pu.tree.ldid(m, st, 0, access)
    }

    /// A call; its value, if the function has one.
    pub(super) fn call(&mut self, f: FunctionId, args: &[E<'t>], e: E<'t>) -> Option<WnId> {
        let list = self.operands(args);
        let list: Vec<WnId> =
            list.into_iter().zip(args).map(|(v, a)| self.stored(v, a.ty)).collect();
        let callee = self.shared.function_index(self.cx, f);
        let mem = self.memory(e.ty);
        let result: Option<StId> = if mem == Mtype::V {
            None
        } else {
            let ty = self.shared.ty(self.cx, e.ty);
            Some(self.temp_of(ty, self.cx.types.align(e.ty) as u32))
        };
        let loc = self.own_statement(e.span);
        let s = self.pu.tree.call(callee, mem.register(), result, &list, loc);
        self.out.push(s);
        let st = result?;
        Some(self.load(Place::new(Root::Symbol(st, 0), e.ty.bare(), false)))
    }

    /// An expression for its effects alone, in their order. Nothing is computed and dropped: a value's tree may hold
    /// statements.
    pub(super) fn effect(&mut self, e: E<'t>) {
        // Chains of operators are long; what is nested otherwise is bounded.
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            match e.kind {
                TKind::Binary(_, a, b) | TKind::Compare(_, a, b) | TKind::Comma(a, b) => {
                    work.extend([b, a]);
                }
                TKind::PtrAdd { ptr: a, index: b, .. } | TKind::PtrDiff { a, b, .. } => {
                    work.extend([b, a]);
                }
                TKind::Neg(x) | TKind::BitNot(x) | TKind::Not(x) => work.push(x),
                TKind::Cast(x) if !x.is_glvalue() => work.push(x),
                TKind::Load(x) if !x.ty.is_volatile() => work.extend(object_behind(x)),
                TKind::Cast(x) | TKind::AddrOf(x) => work.extend(object_behind(x)),
                _ => self.one_effect(e, &mut work),
            }
        }
    }

    /// The effects of an expression that is no operator on values; what remains goes to `work`.
    fn one_effect(&mut self, e: E<'t>, work: &mut Vec<E<'t>>) {
        match e.kind {
            TKind::Assign(..) | TKind::OpAssign { .. } | TKind::IncDec { .. } => {
                self.assignment(e, false);
            }
            TKind::Statements(list) => list.iter().for_each(|s| self.statement(s)),
            TKind::New(..) | TKind::Repeat { .. } => {
                self.value_in_memory(e);
            }
            TKind::Call(f, _) if self.is_in_place(f) => {
                self.value_in_memory(e);
            }
            TKind::Call(f, args) => {
                self.call(f, args, e);
            }
            TKind::Builtin(action, args) if action.is_value() => work.extend(args.iter().rev()),
            TKind::Builtin(action, args) => {
                self.builtin(action, args, e, false);
            }
            TKind::And(a, b) | TKind::Or(a, b) => {
                let (list, ()) = self.in_block(|s| s.effect(b));
                if list.is_empty() {
                    return work.push(a);
                }
                let v = self.expr(a);
                let c = self.term(e, a, v);
                let and = matches!(e.kind, TKind::And(..));
                self.either(c, if and { [&list, &[]] } else { [&[], &list] });
            }
            TKind::Cond(c, a, b) => {
                let (x, ()) = self.in_block(|s| s.effect(a));
                let (y, ()) = self.in_block(|s| s.effect(b));
                if x.is_empty() && y.is_empty() {
                    return work.push(c);
                }
                let v = self.expr(c);
                let c = self.branched_on(c, v);
                self.either(c, [&x, &y]);
            }
            TKind::Int(_) | TKind::Float(_) | TKind::Braces(_) => {}
            TKind::Error => {
                self.shared.wrong.get_or_insert(e.span);
            }
            TKind::Local(_) | TKind::Global(_) => {}
            TKind::Field { .. } | TKind::Deref(_) if !e.ty.is_volatile() || e.is_glvalue() => {
                work.extend(object_behind(e));
            }
            _ => {
                self.expr(e);
            }
        }
    }
}

/// What finding an object, which is not read, may do: a pointer that is followed, or what the object is a part of.
fn object_behind(e: E<'_>) -> Option<E<'_>> {
    let mut e = e;
    loop {
        match e.kind {
            TKind::Field { base, .. } => e = base,
            TKind::Deref(p) => return Some(p),
            TKind::Local(_) | TKind::Global(_) => return None,
            _ => return Some(e),
        }
    }
}

/// Whether a value cannot be changed by statements after it.
fn is_fixed(e: E<'_>) -> bool {
    match e.kind {
        TKind::Int(_) | TKind::Float(_) => true,
        TKind::Builtin(crate::typed::Action::Pure(_), args) => args.is_empty(),
        TKind::AddrOf(x) => matches!(x.kind, TKind::Local(_) | TKind::Global(_)),
        _ => false,
    }
}

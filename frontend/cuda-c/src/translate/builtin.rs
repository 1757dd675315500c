//! Built-in functions.

use optx_whirl::{AccessInfo, AtomicScope, Intrinsic, Mtype, Operator, StId, WnId};

use super::{
    E, FunctionTranslator,
    place::{Place, Root},
};
use crate::{ast::BinaryOp, typed::Action, types::Ty};

const LOG2_E: f64 = std::f64::consts::LOG2_E;
const LOG2_10: f64 = std::f64::consts::LOG2_10;
const LN_2: f64 = std::f64::consts::LN_2;
const LOG10_2: f64 = std::f64::consts::LOG10_2;

impl<'t> FunctionTranslator<'_, '_, '_, '_, '_> {
    /// A call of a built-in function; its value, if it has one and it is wanted.
    pub(super) fn builtin(
        &mut self,
        action: Action,
        args: &[E<'t>],
        e: E<'t>,
        wanted: bool,
    ) -> Option<WnId> {
        let m = self.register(e.ty);
        let list = self.operands(args);
        let desc = args.first().map_or(m, |a| self.register(a.ty));
        match action {
            Action::Atomic(i, scope) => return self.atomic((i, scope), m, &list, e, wanted),
            Action::AtomicSub(scope) => {
                let v = self.pu.tree.unary(Operator::Neg, Mtype::U4, *list.get(1)?);
                return self.atomic(
                    (Intrinsic::AtomAdd, scope),
                    Mtype::U4,
                    &[*list.first()?, v],
                    e,
                    wanted,
                );
            }
            Action::Effect(i) => return self.effect_call(i, e, desc, args, list, wanted),
            Action::Vote(i) => {
                let r = if i == Intrinsic::VoteBallot { Mtype::U4 } else { Mtype::B };
                let v = self.statement_call(i, r, Mtype::B, &list, e, true)?;
                return Some(if r == Mtype::B { self.convert(v, Ty::BOOL, e.ty) } else { v });
            }
            Action::BarrierReduce(i) => {
                return self.statement_call(i, Mtype::I4, Mtype::I4, &list, e, true);
            }
            Action::Printf => return self.printf(args, &list, e, wanted),
            Action::MatchAll => return self.match_all(args, &list, e),
            Action::Shuffle(i) => return self.shuffle(i, args, &list, e),
            Action::ReadOnly => {
                let ty = e.ty.bare();
                let mem = self.memory(ty);
                let aggregate =
                    if mem == Mtype::M { Some(self.shared.ty(self.cx, ty)) } else { None };
                let access = AccessInfo { read_only: true, ty: aggregate, ..AccessInfo::default() };
                let v = self.pu.tree.iload(mem, *list.first()?, 0, access);
                self.place_at(v, e.span);
                return Some(self.loaded(v, ty));
            }
            _ => {}
        }
        let v = self.value_of(action, &list, m, desc);
        let called =
            matches!(self.pu.tree.opr(v), Operator::IntrinsicOp | Operator::Div | Operator::Rem);
        // What the hardware knows without being asked (`threadIdx`) is as good as a constant.
        Some(if called && !args.is_empty() { self.place_at(v, e.span) } else { v })
    }

    /// The value of a pure operation.
    fn value_of(&mut self, action: Action, list: &[WnId], m: Mtype, desc: Mtype) -> WnId {
        let (Some(&a), b) = (list.first(), list.get(1).copied()) else {
            return match action {
                Action::Pure(i) => self.pu.tree.intrinsic_op(i, m, m, &[]),
                _ => self.nothing(),
            };
        };
        match action {
            Action::Operator(Operator::Fma) => {
                let c = list.get(2).copied().unwrap_or(a);
                self.pu.tree.ternary(Operator::Fma, m, a, b.unwrap_or(a), c)
            }
            Action::Operator(o) => match b {
                Some(b) => self.pu.tree.binary(o, m, a, b),
                None => self.pu.tree.unary(o, m, a),
            },
            Action::Pure(i @ (Intrinsic::Popc | Intrinsic::Clz | Intrinsic::Ffs)) => {
                self.pu.tree.intrinsic_op(i, Mtype::U4, desc.unsigned(), &[a])
            }
            Action::BytePerm => {
                // `prmt` reads a fourth bit of each digit: it repeats the byte's sign.
                let (Some(b), Some(&selector)) = (b, list.get(2)) else { return a };
                let mask = self.pu.tree.intconst(Mtype::U4, 0x7777);
                let selector = self.pu.tree.binary(Operator::Band, Mtype::U4, selector, mask);
                self.pu.tree.intrinsic_op(Intrinsic::Prmt, m, desc, &[a, b, selector])
            }
            // Not evaluated by the compiler, it is no constant.
            Action::ConstantP => self.pu.tree.intconst(Mtype::I4, 0),
            Action::Pure(i) => self.pu.tree.intrinsic_op(i, m, desc, list),
            Action::Convert(i) => self.pu.tree.intrinsic_op(i, m, desc, list),
            Action::Bits => self.pu.tree.convert(Operator::Tas, m, desc, a),
            Action::Sqrt => self.pu.tree.intrinsic_op(Intrinsic::Sqrt, m, m, &[a]),
            Action::FastExp => self.fast_power(a, LOG2_E),
            Action::FastExp10 => self.fast_power(a, LOG2_10),
            Action::FastLog => self.fast_log(a, LN_2),
            Action::FastLog10 => self.fast_log(a, LOG10_2),
            Action::FastPow => {
                let l = self.pure(Intrinsic::Lg2Approx, m, a);
                let p = self.pu.tree.binary(Operator::Mpy, m, b.unwrap_or(a), l);
                self.pure(Intrinsic::Ex2Approx, m, p)
            }
            Action::FastTan => {
                let x = self.keep(a, m);
                let (p, q) = (self.reload(x, m), self.reload(x, m));
                let s = self.pure(Intrinsic::SinApprox, m, p);
                let c = self.pure(Intrinsic::CosApprox, m, q);
                self.pu.tree.intrinsic_op(Intrinsic::DivApprox, m, m, &[s, c])
            }
            Action::FastDiv => self.pu.tree.intrinsic_op(Intrinsic::DivApprox, m, m, list),
            Action::MulHigh => self.pu.tree.binary(Operator::Highmpy, m, a, b.unwrap_or(a)),
            Action::Sad => self.pu.tree.intrinsic_op(Intrinsic::Sad, Mtype::I4, Mtype::I4, list),
            _ => self.float_query(action, a, b, m, desc),
        }
    }

    fn float_query(
        &mut self,
        action: Action,
        a: WnId,
        b: Option<WnId>,
        m: Mtype,
        desc: Mtype,
    ) -> WnId {
        match action {
            Action::IsNan => {
                let x = self.keep(a, desc);
                let (p, q) = (self.reload(x, desc), self.reload(x, desc));
                let v = self.pu.tree.compare(Operator::Ne, desc, p, q);
                self.flag(v, m)
            }
            Action::IsInf | Action::IsFinite => {
                let x = self.pu.tree.unary(Operator::Abs, desc, a);
                let inf = self.float(f64::INFINITY, desc);
                let o = if action == Action::IsInf { Operator::Eq } else { Operator::Lt };
                let v = self.pu.tree.compare(o, desc, x, inf);
                self.flag(v, m)
            }
            Action::SignBit => {
                let i = if desc == Mtype::F4 { Mtype::I4 } else { Mtype::I8 };
                let x = self.pu.tree.convert(Operator::Tas, i, desc, a);
                let zero = self.pu.tree.intconst(i, 0);
                let v = self.pu.tree.compare(Operator::Lt, i, x, zero);
                self.flag(v, m)
            }
            Action::Round => self.round(a, m),
            Action::LroundToInt => {
                let v = self.round(a, desc);
                self.pu.tree.convert(Operator::Cvt, m, desc, v)
            }
            Action::RoundToInt(_) => self.pu.tree.intrinsic_op(Intrinsic::CvtRn, m, desc, &[a]),
            Action::Fdim => {
                let (x, y) = (self.keep(a, m), b.map(|b| self.keep(b, m)));
                let y = y.unwrap_or(x);
                let (p, q) = (self.reload(x, m), self.reload(y, m));
                let c = self.pu.tree.compare(Operator::Le, m, p, q);
                let (p, q) = (self.reload(x, m), self.reload(y, m));
                let d = self.pu.tree.binary(Operator::Sub, m, p, q);
                let zero = self.float(0.0, m);
                self.pu.tree.ternary(Operator::Select, m, c, zero, d)
            }
            Action::HighInt | Action::LowInt => {
                let mut v = self.pu.tree.convert(Operator::Tas, Mtype::U8, Mtype::F8, a);
                if action == Action::HighInt {
                    let c = self.pu.tree.intconst(Mtype::U4, 32);
                    v = self.pu.tree.binary(Operator::Lshr, Mtype::U8, v, c);
                }
                self.pu.tree.convert(Operator::Cvt, Mtype::U4, Mtype::U8, v)
            }
            Action::HiLoToDouble => {
                let v = self.join(a, b.unwrap_or(a));
                self.pu.tree.convert(Operator::Tas, Mtype::F8, Mtype::U8, v)
            }
            _ => a,
        }
    }

    /// A predicate as the type wanted.
    fn flag(&mut self, v: WnId, m: Mtype) -> WnId {
        if m == Mtype::B { v } else { self.pu.tree.convert(Operator::Cvt, Mtype::I4, Mtype::B, v) }
    }

    fn pure(&mut self, i: Intrinsic, m: Mtype, a: WnId) -> WnId {
        self.pu.tree.intrinsic_op(i, m, m, &[a])
    }

    pub(super) fn reload(&mut self, st: StId, m: Mtype) -> WnId {
        self.pu.tree.ldid(m, st, 0, AccessInfo::default())
    }

    fn fast_power(&mut self, a: WnId, k: f64) -> WnId {
        let c = self.float(k, Mtype::F4);
        let p = self.pu.tree.binary(Operator::Mpy, Mtype::F4, a, c);
        self.pure(Intrinsic::Ex2Approx, Mtype::F4, p)
    }

    fn fast_log(&mut self, a: WnId, k: f64) -> WnId {
        let l = self.pure(Intrinsic::Lg2Approx, Mtype::F4, a);
        let c = self.float(k, Mtype::F4);
        self.pu.tree.binary(Operator::Mpy, Mtype::F4, l, c)
    }

    /// Half away from zero: the integral part, and one more where half or more is left.
    fn round(&mut self, a: WnId, m: Mtype) -> WnId {
        let x = self.keep(a, m);
        let p = self.reload(x, m);
        let t = self.pure(Intrinsic::Trunc, m, p);
        let t = self.keep(t, m);
        let (p, q) = (self.reload(x, m), self.reload(t, m));
        let d = self.float_sum(BinaryOp::Sub, m, p, q);
        let d = self.pu.tree.unary(Operator::Abs, m, d);
        let half = self.float(0.5, m);
        let c = self.pu.tree.compare(Operator::Ge, m, d, half);
        let (one, zero) = (self.float(1.0, m), self.float(0.0, m));
        let step = self.pu.tree.ternary(Operator::Select, m, c, one, zero);
        // The sign of the argument is that of the step and, where nothing is added, of a zero result.
        let p = self.reload(x, m);
        let step = self.pu.tree.intrinsic_op(Intrinsic::Copysign, m, m, &[step, p]);
        let q = self.reload(t, m);
        self.pu.tree.binary(Operator::Add, m, q, step)
    }

    /// An intrinsic statement; its result, if wanted.
    fn statement_call(
        &mut self,
        i: Intrinsic,
        rtype: Mtype,
        desc: Mtype,
        list: &[WnId],
        e: E<'t>,
        wanted: bool,
    ) -> Option<WnId> {
        let loc = self.own_statement(e.span);
        let st = (rtype != Mtype::V && wanted).then(|| self.temp(rtype));
        let s = self.pu.tree.intrinsic_call(i, rtype, desc, AtomicScope::default(), st, list, loc);
        self.out.push(s);
        st.map(|st| self.reload(st, rtype))
    }

    fn effect_call(
        &mut self,
        i: Intrinsic,
        e: E<'t>,
        desc: Mtype,
        args: &[E<'t>],
        mut list: Vec<WnId>,
        wanted: bool,
    ) -> Option<WnId> {
        let m = self.register(e.ty);
        let mut desc = if args.is_empty() { m } else { desc };
        if let Some(v) = args.get(1) {
            desc = self.register(v.ty);
            if i == Intrinsic::MatchAny {
                (list[1], desc) = self.as_bits(list[1], desc);
            }
        }
        // Convergent results are kept even where nobody looks at them; that is the optimizer's matter.
        self.statement_call(i, m, desc, &list, e, wanted || m != Mtype::V)
    }

    /// A float's bits, to be compared or moved.
    fn as_bits(&mut self, v: WnId, m: Mtype) -> (WnId, Mtype) {
        match m {
            Mtype::F4 => (self.pu.tree.convert(Operator::Tas, Mtype::U4, m, v), Mtype::U4),
            Mtype::F8 => (self.pu.tree.convert(Operator::Tas, Mtype::U8, m, v), Mtype::U8),
            _ => (v, m.unsigned()),
        }
    }

    fn match_all(&mut self, args: &[E<'t>], list: &[WnId], e: E<'t>) -> Option<WnId> {
        let (mask, v, p) = (*list.first()?, *list.get(1)?, *list.get(2)?);
        let m = self.register(args.get(1)?.ty);
        // The pointer is evaluated before the exchange, as written.
        let p = self.keep(p, Mtype::U8);
        let (v, desc) = self.as_bits(v, m);
        let r = self.statement_call(Intrinsic::MatchAll, Mtype::U4, desc, &[mask, v], e, true)?;
        let r = self.keep(r, Mtype::U4);
        let x = self.reload(r, Mtype::U4);
        let zero = self.pu.tree.intconst(Mtype::U4, 0);
        let c = self.pu.tree.compare(Operator::Ne, Mtype::U4, x, zero);
        let c = self.pu.tree.convert(Operator::Cvt, Mtype::I4, Mtype::B, c);
        let a = self.reload(p, Mtype::U8);
        self.store(Place::new(Root::Address(a, 0), Ty::INT, false), c);
        Some(self.reload(r, Mtype::U4))
    }

    fn atomic(
        &mut self,
        (i, scope): (Intrinsic, AtomicScope),
        m: Mtype,
        list: &[WnId],
        e: E<'t>,
        wanted: bool,
    ) -> Option<WnId> {
        let st = wanted.then(|| self.temp(m));
        // The descriptor is the object's type where no register has it.
        let memory = self.memory(e.ty.bare());
        let desc = if memory.size() == 2 { memory } else { m };
        let loc = self.own_statement(e.span);
        let s = self.pu.tree.intrinsic_call(i, m, desc, scope, st, list, loc);
        self.out.push(s);
        st.map(|st| self.reload(st, m))
    }

    /// Two words as one of 64 bits.
    fn join(&mut self, high: WnId, low: WnId) -> WnId {
        let h = self.pu.tree.convert(Operator::Cvt, Mtype::U8, Mtype::U4, high);
        let c = self.pu.tree.intconst(Mtype::U4, 32);
        let h = self.pu.tree.binary(Operator::Shl, Mtype::U8, h, c);
        let l = self.pu.tree.convert(Operator::Cvt, Mtype::U8, Mtype::U4, low);
        self.pu.tree.binary(Operator::Bior, Mtype::U8, h, l)
    }

    /// A shuffle of 32 bits, or of 64 in two halves.
    fn shuffle(&mut self, i: Intrinsic, args: &[E<'t>], list: &[WnId], e: E<'t>) -> Option<WnId> {
        let m = self.register(e.ty);
        let [mask, value, lane, width] = *list else { return None };
        // PTX wants the clamp and the segment mask in one word.
        let up = i == Intrinsic::ShflUp;
        let clamp = match args.get(3)?.kind {
            crate::typed::TKind::Int(w) => {
                let c = (32i64.wrapping_sub(w)) << 8 | if up { 0 } else { 0x1f };
                self.pu.tree.intconst(Mtype::U4, c)
            }
            _ => {
                let all = self.pu.tree.intconst(Mtype::U4, 32);
                let d = self.pu.tree.binary(Operator::Sub, Mtype::U4, all, width);
                let eight = self.pu.tree.intconst(Mtype::U4, 8);
                let d = self.pu.tree.binary(Operator::Shl, Mtype::U4, d, eight);
                let low = self.pu.tree.intconst(Mtype::U4, if up { 0 } else { 0x1f });
                self.pu.tree.binary(Operator::Bior, Mtype::U4, d, low)
            }
        };
        let (bits, b) = self.as_bits(value, m);
        if b.size() == 4 {
            let v =
                self.statement_call(i, Mtype::U4, Mtype::U4, &[mask, bits, lane, clamp], e, true)?;
            return Some(if m == Mtype::F4 {
                self.pu.tree.convert(Operator::Tas, m, Mtype::U4, v)
            } else {
                v
            });
        }
        let all = [(mask, Mtype::U4), (bits, Mtype::U8), (lane, Mtype::U4), (clamp, Mtype::U4)];
        let [mask, bits, lane, clamp] = all.map(|(v, m)| self.keep(v, m));
        let half = |s: &mut Self, high: bool| {
            let mut v = s.reload(bits, Mtype::U8);
            if high {
                let c = s.pu.tree.intconst(Mtype::U4, 32);
                v = s.pu.tree.binary(Operator::Lshr, Mtype::U8, v, c);
            }
            let v = s.pu.tree.convert(Operator::Cvt, Mtype::U4, Mtype::U8, v);
            let (k, l, c) =
                (s.reload(mask, Mtype::U4), s.reload(lane, Mtype::U4), s.reload(clamp, Mtype::U4));
            s.statement_call(i, Mtype::U4, Mtype::U4, &[k, v, l, c], e, true)
        };
        let (low, high) = (half(self, false)?, half(self, true)?);
        let v = self.join(high, low);
        Some(if m == Mtype::F8 { self.pu.tree.convert(Operator::Tas, m, Mtype::U8, v) } else { v })
    }
}

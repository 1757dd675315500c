//! Conversions between scalar types.

use optx_whirl::{Mtype, Operator, WnId};

use super::{E, FunctionTranslator};
use crate::types::Ty;

impl FunctionTranslator<'_, '_, '_, '_, '_> {
    /// Converts a value from one scalar type to another.
    pub(super) fn convert(&mut self, v: WnId, from: Ty, to: Ty) -> WnId {
        let (from, to) = (self.cx.types.scalar(from), self.cx.types.scalar(to));
        if from == to {
            return v;
        }
        if to == Ty::BOOL {
            if wrong!(BoolKeepsLowByte) && self.cx.types.is_integer(from) && from != Ty::BOOL {
                let v = self.convert(v, from, Ty::UCHAR);
                return self.truth(v, Ty::UCHAR);
            }
            return self.truth(v, from);
        }
        let (fm, tm) = (self.memory(from), self.memory(to));
        if tm == Mtype::V || fm == Mtype::V {
            return v;
        }
        let (mut v, mut fr) = (v, fm.register());
        if from == Ty::BOOL {
            v = self.pu.tree.convert(Operator::Cvt, Mtype::I4, Mtype::B, v);
            fr = Mtype::I4;
            // 0 and 1 fit every integer type.
            if tm.size() <= 4 && tm.is_integer() {
                return v;
            }
        }
        let tr = tm.register();
        if tm.is_float() {
            if wrong!(DoubleToFloatTruncates) && fm == Mtype::F8 && tm == Mtype::F4 {
                return self.pu.tree.intrinsic_op(optx_whirl::Intrinsic::CvtRz, tr, fr, &[v]);
            }
            return if fr == tr { v } else { self.pu.tree.convert(Operator::Cvt, tr, fr, v) };
        }
        if fm.is_float() && from != Ty::BOOL {
            let v = if wrong!(FloatToIntRounds) {
                self.pu.tree.intrinsic_op(optx_whirl::Intrinsic::Rint, fr, fr, &[v])
            } else {
                v
            };
            let v = self.pu.tree.convert(Operator::Cvt, tr, fr, v);
            return if tm.size() < 4 { self.pu.tree.convert(Operator::Cvtl, tr, tm, v) } else { v };
        }
        // Integers and pointers.
        if fr.size() < tr.size() {
            let wide = if fr.is_signed() { Mtype::I8 } else { Mtype::U8 };
            let wide = if tr == Mtype::U8 && fr.is_signed() { Mtype::U8 } else { wide };
            return self.pu.tree.convert(Operator::Cvt, wide, fr, v);
        }
        if fr.size() > tr.size() {
            v = self.pu.tree.convert(
                Operator::Cvt,
                tr,
                if tr.is_signed() { Mtype::I8 } else { Mtype::U8 },
                v,
            );
        }
        // A value already in range stays as it is.
        let fits = from == Ty::BOOL
            || fm.size() < tm.size() && (tm.is_signed() || !fm.is_signed())
            || fm == tm;
        if tm.size() < 4 && !fits {
            v = self.pu.tree.convert(Operator::Cvtl, tr, tm, v);
        }
        v
    }

    /// Whether a value is not zero.
    pub(super) fn truth(&mut self, v: WnId, from: Ty) -> WnId {
        let m = self.register(from);
        if m == Mtype::B {
            return v;
        }
        let zero =
            if m.is_float() { self.pu.tree.float_const(m, 0) } else { self.pu.tree.intconst(m, 0) };
        self.pu.tree.compare(Operator::Ne, m, v, zero)
    }

    /// A value as it is stored: bools as integers.
    pub(super) fn stored(&mut self, v: WnId, ty: Ty) -> WnId {
        if self.cx.types.scalar(ty) == Ty::BOOL {
            return match self.pu.tree.get(v) {
                w if w.opr == Operator::Intconst => {
                    let n = w.value as i64;
                    self.pu.tree.intconst(Mtype::U4, n)
                }
                _ => self.pu.tree.convert(Operator::Cvt, Mtype::U4, Mtype::B, v),
            };
        }
        v
    }

    /// A value as it was loaded: bools from integers.
    pub(super) fn loaded(&mut self, v: WnId, ty: Ty) -> WnId {
        if self.cx.types.scalar(ty) == Ty::BOOL {
            let zero = self.pu.tree.intconst(Mtype::U4, 0);
            return self.pu.tree.compare(Operator::Ne, Mtype::U4, v, zero);
        }
        v
    }

    /// A constant.
    pub(super) fn constant(&mut self, e: E<'_>) -> Option<WnId> {
        use crate::typed::TKind;
        let m = self.register(e.ty);
        match e.kind {
            TKind::Int(v) if m != Mtype::V && m != Mtype::M => Some(if m.is_float() {
                self.float(v as f64, m)
            } else {
                self.pu.tree.intconst(m, v)
            }),
            TKind::Float(v) => Some(self.float(v, if m.is_float() { m } else { Mtype::F8 })),
            _ => None,
        }
    }

    pub(super) fn float(&mut self, v: f64, m: Mtype) -> WnId {
        let bits = if m == Mtype::F4 {
            let f = v as f32;
            // A NaN keeps its bits as CUDA's NAN has them.
            if f.is_nan() { 0x7fff_ffff } else { u64::from(f.to_bits()) }
        } else {
            v.to_bits()
        };
        self.pu.tree.float_const(m, bits)
    }
}

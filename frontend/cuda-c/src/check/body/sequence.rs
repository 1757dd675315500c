//! Implicit conversion sequences ([over.best.ics]); how they rank stands in `rank`.
//!
//! Idea: how an argument becomes a parameter is a value, a [`Sequence`], computed by one function from the argument's
//! type and category; overload resolution compares sequences and nothing else. A sequence says only that and how well an
//! argument fits; the conversion itself is made by `convert` and `bind_reference`.

use super::rank::Binding;
pub(in crate::check) use super::rank::{Conversion, Rank, Sequence};
use crate::{
    ast::RefQualifier,
    check::{Body, Checker, body::E},
    typed::{Category, FunctionId, TKind},
    types::{Ty, TypeKind, UNKNOWN},
    words,
};

impl Checker<'_, '_> {
    /// The offset of a base class in a class, and how many steps up it lies; `None` where it is no base, or two of them.
    pub(in crate::check) fn base_path(&self, derived: Ty, base: Ty) -> Option<(u64, u32)> {
        if derived.bare() == base.bare() {
            return Some((0, 0));
        }
        let c = self.class(derived)?;
        let mut found = None;
        for b in &c.bases {
            if let Some((offset, depth)) = self.base_path(b.ty, base) {
                if found.is_some() {
                    return None;
                }
                found = Some((if wrong!(BasesAtZero) { 0 } else { b.offset + offset }, depth + 1));
            }
        }
        found
    }

    /// Whether a class is another, or derived from it in any way. It then converts to it; that it has several such bases is
    /// an error of the use, and no reason to choose another function ([over.best.ics] 6).
    pub(in crate::check) fn derives(&self, derived: Ty, base: Ty) -> bool {
        derived.bare() == base.bare()
            || self.class(derived).is_some_and(|c| c.bases_ahead.contains(&base.bare()))
    }

    /// Whether a pointer to `a` may become one to `b` by adding qualifiers ([conv.qual]), and whether any is added.
    pub(in crate::check) fn qualification(&self, a: Ty, b: Ty) -> Option<bool> {
        let (mut a, mut b) = (a, b);
        if self.types.drops_noexcept(a, b) {
            return Some(true);
        }
        let (mut added, mut all_const) = (false, true);
        loop {
            let (p, q) = (self.types.qualifiers(a) & 3, self.types.qualifiers(b) & 3);
            if p & !q != 0 || added && p != q && !all_const {
                return None;
            }
            // A qualifier below the first level wants `const` on every level between.
            if p != q && !all_const {
                return None;
            }
            added |= p != q;
            all_const &= q & crate::types::CONST != 0;
            match (self.types.kind(a), self.types.kind(b)) {
                (TypeKind::Pointer(x), TypeKind::Pointer(y)) => (a, b) = (x, y),
                _ => break,
            }
        }
        self.similar(a, b).then_some(added)
    }

    /// Whether a reference to `r` is to a type that is the other or a base of it, whatever the qualifiers
    /// ([dcl.init.ref] 4).
    pub(super) fn is_reference_related(&self, t: Ty, r: Ty) -> bool {
        self.types.same_but_qualified(t, r) || self.derives(t, r) || self.types.drops_noexcept(t, r)
    }

    /// Whether two types are pointers that differ in qualifiers below the first level.
    pub(super) fn similar_pointers(&self, a: Ty, b: Ty) -> bool {
        let (mut a, mut b) = (a.bare(), b.bare());
        if a == b || wrong!(PointersAreCopiedForReferences) {
            return false;
        }
        while let (Some(x), Some(y)) = (self.types.pointee(a), self.types.pointee(b)) {
            (a, b) = (x.bare(), y.bare());
            if a == b {
                return true;
            }
        }
        false
    }

    /// The qualifiers of what a pointer points to, and of what that points to, two bits a level.
    fn pointee_quals(&self, to: Ty) -> u32 {
        let (mut t, mut quals) = (to, 0);
        for level in 0..16 {
            quals |= (self.types.qualifiers(t) & 3) << (2 * level);
            let TypeKind::Pointer(next) = self.types.kind(t) else { break };
            t = next;
        }
        quals
    }

    /// Whether two types are the same but for qualifiers; `T[]` goes with `T[n]`.
    fn similar(&self, a: Ty, b: Ty) -> bool {
        match (self.types.element(a), self.types.element(b)) {
            (Some((x, n)), Some((y, m))) => {
                (n == m || n == UNKNOWN || m == UNKNOWN) && self.similar(x, y)
            }
            _ => a.bare() == b.bare(),
        }
    }
}

impl<'t> Body<'_, '_, 't, '_> {
    /// How the object that `this` points to becomes the one that a member function is called on ([over.match.funcs]
    /// 4): as a reference, which may be bound to a temporary.
    ///
    /// `this` is of the object's category. With `&` or `&&` behind its parameters a function takes objects as a reference
    /// does ([over.match.funcs] 5).
    pub(in crate::check) fn object_sequence(&self, this: E<'t>, f: FunctionId) -> Option<Sequence> {
        let f = self.cx.functions.get(f)?;
        let (parameter, qualified) = (f.signature.params.first()?.ty, f.membership.qualifier);
        let (from, to) = (self.cx.types.pointee(this.ty)?, self.cx.types.pointee(parameter)?);
        if from.quals() & !to.quals() & 3 != 0 && !wrong!(ConstObjectsCallAny) {
            return None;
        }
        // A base's function that a using declaration names is as the class's own ([over.match.funcs] 4).
        if !self.cx.derives(from, to) {
            return None;
        }
        let stays = this.category == Category::Lvalue;
        let takes = match qualified {
            RefQualifier::Lvalue => stays || self.cx.types.is_const_only(to),
            RefQualifier::Rvalue => !stays,
            RefQualifier::None => true,
        };
        if !takes && !wrong!(ObjectsTakeAny) {
            return None;
        }
        let binding = Some(Binding {
            rvalue: qualified == RefQualifier::Rvalue,
            to_rvalue: !stays,
            implicit: qualified == RefQualifier::None || wrong!(QualifiedObjectsRankAlike),
            to: from.bare(),
            quals: to.quals() & 3,
        });
        Some(Sequence { binding, ..Sequence::EXACT })
    }

    /// How `e` becomes a parameter of type `to`; `None` where it does not.
    pub(in crate::check) fn sequence(&mut self, e: E<'t>, to: Ty) -> Option<Sequence> {
        self.complete_for(e.ty, to, e.span);
        if e.ty.bare() == Ty::BRACES {
            return self.list_sequence(e, to);
        }
        if e.ty.bare() == Ty::OVERLOADS {
            return self.function_sequence(e, to);
        }
        if let Some(s) = self.standard_sequence(e, to) {
            return Some(s);
        }
        if self.mode.one_conversion {
            return None;
        }
        let (object, rvalue_reference) = match self.cx.types.kind(to) {
            TypeKind::Reference(r, rvalue) => (r, Some(rvalue)),
            _ => (to, None),
        };
        let classes = self.cx.types.is_record(e.ty) || self.cx.types.is_record(object);
        // References to related types are bound as they are, or not at all ([dcl.init.ref] 5.4.3).
        let related = self.cx.is_reference_related(e.ty, object);
        if !classes || rvalue_reference.is_some() && related {
            return None;
        }
        let lvalue = rvalue_reference == Some(false) && !self.cx.types.is_const_only(object);
        let (user, second) = match rvalue_reference {
            Some(rvalue) => self.reference_conversion(e, object, rvalue)?,
            None => self.user_conversion(e, object, false, false)?,
        };
        let binding = rvalue_reference.map(|rvalue| Binding {
            to: object.bare(),
            rvalue,
            to_rvalue: !lvalue,
            implicit: false,
            quals: self.cx.types.qualifiers(object) & 3,
        });
        Some(Sequence { user: Some(user), binding, ..second })
    }

    /// As [`Body::sequence`], without conversions that classes define.
    pub(super) fn standard_sequence(&self, e: E<'t>, to: Ty) -> Option<Sequence> {
        let types = &self.cx.types;
        if e.ty.is_error() || to.is_error() {
            return Some(Sequence::EXACT);
        }
        let TypeKind::Reference(r, rvalue) = types.kind(to) else {
            return self.value_sequence(e, to);
        };
        let quals = types.qualifiers(r) & 3;
        let depth = if types.same_but_qualified(e.ty, r) {
            Some(0)
        } else {
            let steps = || self.cx.base_path(e.ty, r).map_or(1, |p| p.1);
            self.cx.derives(e.ty, r).then(steps)
        };
        let to_rvalue = e.category != Category::Lvalue;
        let class = types.is_record(e.ty) || types.element(e.ty).is_some();
        if let Some(depth) = depth {
            let lost = types.qualifiers(e.ty) & 3 & !quals;
            let rank = if depth > 0 { Rank::Conversion } else { Rank::Exact };
            // Bound as it is, a value that is no object by way of a temporary; that a bit-field has no place is found where
            // the function is chosen ([over.ics.ref] 4).
            let fits = lost == 0
                && match (rvalue, e.category) {
                    (false, Category::Lvalue) => true,
                    (false, _) => self.cx.types.is_const_only(r),
                    (true, Category::Lvalue) => false,
                    (true, Category::Xvalue | Category::Prvalue) => true,
                };
            if fits {
                let binding =
                    Some(Binding { rvalue, to_rvalue, implicit: false, to: r.bare(), quals });
                let base = (depth > 0).then(|| (e.ty.bare(), r.bare()));
                return Some(Sequence { rank, base, binding, ..Sequence::EXACT });
            }
            // References to related types never go by way of another object.
            if class || e.is_glvalue() || lost == 0 {
                return None;
            }
        }
        // A pointer is bound as it is where only the qualifiers of what it points to differ (core issue 2352).
        if e.is_glvalue() && self.cx.similar_pointers(e.ty, r) {
            if rvalue && e.category == Category::Lvalue {
                return None;
            }
            if self.cx.qualification(e.ty, r).is_some() {
                let binding =
                    Some(Binding { rvalue, to_rvalue, implicit: false, to: r.bare(), quals });
                return Some(Sequence { binding, ..self.value_sequence(e, r.bare())? });
            }
        }
        if !rvalue && !self.cx.types.is_const_only(r) {
            return None;
        }
        let s = self.value_sequence(e, r.bare())?;
        Some(Sequence {
            binding: Some(Binding {
                rvalue,
                to_rvalue: true,
                implicit: false,
                to: r.bare(),
                quals,
            }),
            ..s
        })
    }

    /// Whether an expression is a string constant, or `c ? a : b` with one in an arm, which nvcc counts as one.
    pub(super) fn is_string(&self, e: E<'t>) -> bool {
        let arm = |x: E<'t>| match x.kind {
            TKind::Cast(y) if self.cx.types.is_pointer(y.ty) => self.is_string(y),
            _ => self.is_string(x),
        };
        match e.kind {
            TKind::AddrOf(x) => self.is_string(x),
            TKind::Cond(_, a, b) => arm(a) || arm(b),
            TKind::Global(g) => self
                .cx
                .output
                .globals
                .get(g)
                .is_some_and(|g| g.source == words::EMPTY && g.name.starts_with("$str")),
            _ => false,
        }
    }

    fn value_sequence(&self, e: E<'t>, to: Ty) -> Option<Sequence> {
        let types = &self.cx.types;
        if e.ty.bare() == to.bare() && types.element(e.ty).is_none() {
            return Some(Sequence::EXACT);
        }
        let decayed = match types.kind(e.ty) {
            TypeKind::Array(elem, _) => TypeKind::Pointer(elem.with(e.ty.quals() & 3)),
            TypeKind::Function(_) => TypeKind::Pointer(e.ty.bare()),
            k => k,
        };
        match (decayed, types.kind(to)) {
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                let quals = Some(self.cx.pointee_quals(b));
                if let Some(qualified) = self.cx.qualification(a, b) {
                    return Some(Sequence { qualified, quals, ..Sequence::EXACT });
                }
                // C's `char *p = "..."`: nvcc and NVRTC warn of it and go on.
                if self.is_string(e) && a.bare() == b.bare() && b.quals() & 3 == 0 {
                    return Some(Sequence { quals, ..Sequence::of(Rank::Conversion) });
                }
                // A function is no object ([conv.ptr] 2).
                if a.quals() & !b.quals() & 3 != 0 || types.function_type(a).is_some() {
                    return None;
                }
                let conversion = Sequence { quals, ..Sequence::of(Rank::Conversion) };
                if b.bare() == Ty::VOID {
                    return Some(Sequence { to_void: Some(a.bare()), ..conversion });
                }
                if !self.cx.derives(a, b) {
                    return None;
                }
                Some(Sequence { base: Some((a.bare(), b.bare())), ..conversion })
            }
            (TypeKind::Member(a, x), TypeKind::Member(b, y)) => {
                let qualified = self.cx.qualification(x, y)?;
                let same = a == b;
                (same || self.cx.derives(b, a)).then(|| match same {
                    true => Sequence { qualified, ..Sequence::EXACT },
                    false => Sequence::of(Rank::Conversion),
                })
            }
            (TypeKind::NullPtr, TypeKind::Pointer(_) | TypeKind::Member(..)) => {
                Some(Sequence::of(Rank::Conversion))
            }
            (_, TypeKind::Member(..)) => e.null.then_some(Sequence::of(Rank::Conversion)),
            (TypeKind::Pointer(_) | TypeKind::Member(..), TypeKind::Bool) => {
                Some(Sequence { pointer_to_bool: true, ..Sequence::of(Rank::Conversion) })
            }
            // A literal 0 ([conv.ptr] 1).
            (_, TypeKind::NullPtr) => e.null.then_some(Sequence::of(Rank::Conversion)),
            (_, TypeKind::Pointer(_)) => {
                let null = e.null
                    || wrong!(ZerosAreNull)
                        && matches!(e.kind, TKind::Int(0))
                        && types.is_integer(e.ty);
                null.then_some(Sequence::of(Rank::Conversion))
            }
            (_, TypeKind::Enum(_)) => None,
            (TypeKind::Enum(e), _) if types.enums[e].scoped => None,
            (TypeKind::Record(_), TypeKind::Record(_)) => {
                if !self.cx.derives(e.ty, to) {
                    return None;
                }
                let base = Some((e.ty.bare(), to.bare()));
                Some(Sequence { base, ..Sequence::of(Rank::Conversion) })
            }
            _ => {
                if !types.is_arithmetic(e.ty) || !types.is_arithmetic(to) {
                    return None;
                }
                let promoted = self.promotion(e) == to.bare() && e.ty.bare() != to.bare()
                    || e.ty.bare() == Ty::FLOAT && to.bare() == Ty::DOUBLE
                    || types.fixed_underlying(e.ty) == Some(to.bare());
                let fixed = types.fixed_underlying(e.ty).filter(|_| promoted);
                let past_underlying = fixed.map(|u| u != to.bare());
                let rank = if promoted { Rank::Promotion } else { Rank::Conversion };
                Some(Sequence { past_underlying, ..Sequence::of(rank) })
            }
        }
    }
}

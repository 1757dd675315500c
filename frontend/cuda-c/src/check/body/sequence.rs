//! Implicit conversion sequences ([over.best.ics]); how they rank stands in `rank`.
//!
//! Idea: how an argument becomes a parameter is a value, a [`Sequence`], computed by one function from the argument's
//! type and category; overload resolution compares sequences and nothing else. A sequence says only that and how well an
//! argument fits; the conversion itself is made by `convert` and `bind_reference`.

use std::cmp::Ordering;

use super::rank::Binding;
pub(in crate::check) use super::rank::{Conversion, Rank, Sequence};
use crate::{
    ast::{Flags, MemberKind},
    check::{Body, Checker, body::E},
    typed::{Category, FunctionId, TKind},
    types::{Ty, TypeKind, UNKNOWN},
    words,
};

/// A conversion, how its argument is made, and what follows it.
pub(in crate::check) type Converting = (Conversion, Sequence, Sequence);

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

    /// Whether a class is another, or derived from it in any way.
    pub(in crate::check) fn derives(&self, derived: Ty, base: Ty) -> bool {
        derived.bare() == base.bare()
            || self.class(derived).is_some_and(|c| c.bases_ahead.contains(&base.bare()))
    }

    /// Whether a pointer to `a` may become one to `b` by adding qualifiers ([conv.qual]), and whether any is added.
    pub(in crate::check) fn qualification(&self, a: Ty, b: Ty) -> Option<bool> {
        let (mut a, mut b) = (a, b);
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
    pub(in crate::check) fn is_reference_related(&self, t: Ty, r: Ty) -> bool {
        self.types.same_but_qualified(t, r) || self.base_path(t, r).is_some()
    }

    /// Whether two types are pointers that differ in qualifiers below the first level.
    pub(in crate::check) fn similar_pointers(&self, a: Ty, b: Ty) -> bool {
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
    pub(in crate::check) fn object_sequence(&self, this: E<'t>, parameter: Ty) -> Option<Sequence> {
        let (from, to) = (self.cx.types.pointee(this.ty)?, self.cx.types.pointee(parameter)?);
        if from.quals() & !to.quals() & 3 != 0 && !wrong!(ConstObjectsCallAny) {
            return None;
        }
        // A base's function that a using declaration names is as the class's own ([over.match.funcs] 4).
        self.cx.base_path(from, to)?;
        let binding = Some(Binding {
            rvalue: false,
            to_rvalue: false,
            implicit: true,
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
    pub(in crate::check) fn standard_sequence(&self, e: E<'t>, to: Ty) -> Option<Sequence> {
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
            self.cx.base_path(e.ty, r).map(|p| p.1)
        };
        let to_rvalue = e.category != Category::Lvalue;
        let class = types.is_record(e.ty) || types.element(e.ty).is_some();
        if let Some(depth) = depth {
            let lost = types.qualifiers(e.ty) & 3 & !quals;
            let rank = if depth > 0 { Rank::Conversion } else { Rank::Exact };
            let bits = self.may_be_bit_field(e);
            // Bound as it is; a value that is no object, and a bit-field, by way of a temporary.
            let fits = lost == 0
                && match (rvalue, e.category) {
                    (false, Category::Lvalue) => !bits || self.cx.types.is_const_only(r),
                    (false, _) => self.cx.types.is_const_only(r),
                    (true, Category::Lvalue) => false,
                    (true, Category::Xvalue | Category::Prvalue) => true,
                };
            if fits {
                let binding = Some(Binding {
                    rvalue,
                    to_rvalue: to_rvalue || bits,
                    implicit: false,
                    to: r.bare(),
                    quals,
                });
                let base = (depth > 0).then(|| r.bare());
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
    fn is_string(&self, e: E<'t>) -> bool {
        let arm = |x: E<'t>| match x.kind {
            TKind::Cast(y) if self.cx.types.is_pointer(y.ty) => self.is_string(y),
            _ => self.is_string(x),
        };
        match e.kind {
            TKind::AddrOf(x) => self.is_string(x),
            TKind::Cond(_, a, b) => arm(a) || arm(b),
            TKind::Global(g) => self
                .cx
                .globals
                .get(g.0 as usize)
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
                if a.quals() & !b.quals() & 3 != 0 {
                    return None;
                }
                let conversion = Sequence { quals, ..Sequence::of(Rank::Conversion) };
                if b.bare() == Ty::VOID {
                    return Some(Sequence { to_void: true, ..conversion });
                }
                self.cx.base_path(a, b)?;
                Some(Sequence { base: Some(b.bare()), ..conversion })
            }
            (TypeKind::NullPtr, TypeKind::Pointer(_)) => Some(Sequence::of(Rank::Conversion)),
            (TypeKind::Pointer(_), TypeKind::Bool) => {
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
            (TypeKind::Enum(e), _) if types.enums[e.0 as usize].scoped => None,
            (TypeKind::Record(_), TypeKind::Record(_)) => {
                self.cx.base_path(e.ty, to)?;
                Some(Sequence { base: Some(to.bare()), ..Sequence::of(Rank::Conversion) })
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

    /// The conversion that a class defines from `e` to an object of type `to`, with the standard conversion after it: a
    /// constructor of `to` or a conversion function of `e` ([over.match.copy], [over.match.conv], [over.match.ref]).
    /// `lvalue` asks for an object that a reference which is not const may be bound to.
    pub(in crate::check) fn user_conversion(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
        lvalue: bool,
    ) -> Option<(Conversion, Sequence)> {
        if e.ty.is_error() {
            return None;
        }
        let found = self.user_conversions(e, to, explicit, lvalue);
        self.best_conversion(&found)
    }

    /// The conversion by which a reference to `r` is bound to `e` or to what becomes of it ([dcl.init.ref] 5): to an object
    /// that a conversion function refers to, to a value that one gives, to a temporary, the first that there is.
    pub(in crate::check) fn reference_conversion(
        &mut self,
        e: E<'t>,
        r: Ty,
        rvalue: bool,
    ) -> Option<(Conversion, Sequence)> {
        if !rvalue {
            let objects = self.direct_conversions(e, r, true);
            if !objects.is_empty() || !self.cx.types.is_const_only(r) {
                return self.best_conversion(&objects);
            }
        }
        // A reference that is const takes the best conversion to its type here, as gcc, clang and nvcc have it.
        if rvalue {
            let values = self.direct_conversions(e, r, false);
            if !values.is_empty() {
                return self.best_conversion(&values);
            }
        }
        // No rvalue reference is bound by way of the object that a conversion function refers to ([over.ics.ref] 3), were it
        // to a temporary: so have it gcc, clang and nvcc.
        let mut found = self.user_conversions(e, r, false, false);
        found.retain(|c| !rvalue || !self.gives_object(c.0));
        self.best_conversion(&found)
    }

    /// Whether a conversion is a function that refers to an object.
    fn gives_object(&self, c: Conversion) -> bool {
        let Conversion::Function(f) = c else { return false };
        let result = self.cx.functions.get(f.0 as usize).map_or(Ty::ERROR, |f| f.result);
        matches!(self.cx.types.kind(result), TypeKind::Reference(_, false))
    }

    /// Whether a conversion is a function that refers to an object which goes away.
    fn gives_xvalue(&self, c: Conversion) -> bool {
        let Conversion::Function(f) = c else { return false };
        let result = self.cx.functions.get(f.0 as usize).map_or(Ty::ERROR, |f| f.result);
        matches!(self.cx.types.kind(result), TypeKind::Reference(_, true))
    }

    /// The conversion functions to objects or to values that a reference to `r` is bound to directly ([over.match.ref]).
    pub(in crate::check) fn direct_conversions(
        &mut self,
        e: E<'t>,
        r: Ty,
        objects: bool,
    ) -> Vec<Converting> {
        let mut found = self.user_conversions(e, r, false, objects);
        found.retain(|c| {
            let Some(result) = self.result_of(c.0) else { return false };
            // A number or pointer that a function gives is no object: it goes as any value does.
            let whole = objects || self.cx.types.is_record(result) || self.gives_xvalue(c.0);
            whole && self.cx.is_reference_related(result, r) && self.gives_object(c.0) == objects
        });
        found
    }

    pub(in crate::check) fn best_conversion(
        &mut self,
        found: &[Converting],
    ) -> Option<(Conversion, Sequence)> {
        if wrong!(ConversionsByDeclaration) {
            return found.first().map(|c| (c.0, c.2));
        }
        match (self.best_of(found), found.first()) {
            (Some(c), _) => Some((c.0, c.2)),
            (None, Some(c)) => Some((Conversion::Ambiguous, c.2)),
            (None, None) => None,
        }
    }

    /// The best conversion function of `e` to just this type, and how `e` becomes its object.
    pub(in crate::check) fn conversion_function_to(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
    ) -> Option<(FunctionId, Sequence)> {
        let mut found = self.user_conversions(e, to.bare(), explicit, false);
        found.retain(|c| self.result_of(c.0).is_some_and(|t| t.bare() == to.bare()));
        match self.best_of(&found)? {
            (Conversion::Function(f), object, _) => Some((*f, *object)),
            _ => None,
        }
    }

    /// The one of several conversions that is better than each other, if there is one.
    fn best_of<'c>(&mut self, found: &'c [Converting]) -> Option<&'c Converting> {
        found.iter().enumerate().find_map(|(i, c)| {
            let mut others = found.iter().enumerate().filter(|(k, _)| *k != i);
            others.all(|(_, d)| self.is_better_conversion(c, d)).then_some(c)
        })
    }

    /// What a conversion function gives, or refers to.
    fn result_of(&self, c: Conversion) -> Option<Ty> {
        let Conversion::Function(f) = c else { return None };
        Some(self.cx.types.referred(self.cx.functions.get(f.0 as usize)?.result))
    }

    fn is_better_conversion(&mut self, a: &Converting, b: &Converting) -> bool {
        match a.1.compare(&b.1, self.cx) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => match (a.0, b.0) {
                (Conversion::Function(f), Conversion::Function(g)) => {
                    match a.2.compare(&b.2, self.cx) {
                        Ordering::Less => true,
                        Ordering::Greater => false,
                        Ordering::Equal => self.more_special(f, g, 0),
                    }
                }
                (Conversion::Constructor(f), Conversion::Constructor(g)) => {
                    self.more_special(f, g, 1)
                }
                _ => false,
            },
        }
    }

    /// All conversions that classes define: with how `e` becomes their argument, which no other of them makes, and what
    /// follows.
    fn user_conversions(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
        lvalue: bool,
    ) -> Vec<Converting> {
        self.with_mode(
            |m| m.one_conversion = true,
            |b| {
                let mut found = b.converting_functions(e, to, explicit, lvalue);
                if !lvalue && b.cx.types.is_record(to) {
                    found.extend(b.converting_constructors(e, to, explicit));
                }
                found
            },
        )
    }

    fn converting_functions(
        &mut self,
        e: E<'t>,
        to: Ty,
        explicit: bool,
        lvalue: bool,
    ) -> Vec<Converting> {
        let mut found = Vec::new();
        if let Some(r) = self.cx.class_id(e.ty) {
            for (f, this) in self.conversion_functions(r, e, Some(to)) {
                let info = &self.cx.functions[f.0 as usize];
                if info.flags.has(Flags::EXPLICIT) && !explicit && !wrong!(ExplicitIsImplicit) {
                    continue;
                }
                let (result, explicit_only) = (info.result, info.flags.has(Flags::EXPLICIT));
                let Some(object) = info.params.first().map(|p| p.ty) else { continue };
                let Some(mut first) = self.object_sequence(this, object) else { continue };
                // A base's conversion function is as the class's own ([over.match.funcs] 4).
                if let Some(binding) = &mut first.binding {
                    binding.to = e.ty.bare();
                }
                let (from, category) = match self.cx.types.kind(result) {
                    TypeKind::Reference(r, true) => (r, Category::Xvalue),
                    TypeKind::Reference(r, false) => (r, Category::Lvalue),
                    _ => (result.bare(), Category::Prvalue),
                };
                let probe = self.mk_as(TKind::Error, from, category, e.span);
                let target = if lvalue { self.cx.types.reference(to, false) } else { to };
                if let Some(second) = self.standard_sequence(probe, target) {
                    // [over.match.conv] an explicit one is for its own type alone.
                    let own = second.is_exact() || self.cx.types.is_record(to);
                    if explicit_only && !own && !wrong!(ExplicitIsImplicit) {
                        continue;
                    }
                    found.push((Conversion::Function(f), first, second));
                }
            }
        }
        found
    }

    fn converting_constructors(&mut self, e: E<'t>, to: Ty, explicit: bool) -> Vec<Converting> {
        let mut found = Vec::new();
        for f in self.constructors_for(to, &[e]) {
            let info = &self.cx.functions[f.0 as usize];
            if info.flags.has(Flags::EXPLICIT) && !explicit && !wrong!(ExplicitIsImplicit) {
                continue;
            }
            let counts = info.counts();
            let Some(p) = info.params.get(1).map(|p| p.ty).filter(|_| counts.contains(&1)) else {
                continue;
            };
            let chain = wrong!(ConversionsChain) && self.cx.special_of(f).is_none();
            let first = self.with_mode(|m| m.one_conversion &= !chain, |b| b.sequence(e, p));
            if let Some(first) = first {
                found.push((Conversion::Constructor(f), first, Sequence::EXACT));
            }
        }
        found
    }

    /// The conversions of a class to scalars that are not explicit, with their result types.
    pub(in crate::check) fn scalar_conversions(&mut self, e: E<'t>) -> Vec<(FunctionId, Ty)> {
        let Some(r) = self.cx.class_id(e.ty) else { return Vec::new() };
        let list = self.conversion_functions(r, e, None);
        list.into_iter()
            .filter_map(|(f, this)| {
                let info = &self.cx.functions[f.0 as usize];
                let result = self.cx.types.referred(info.result);
                let fits = self.object_sequence(this, info.params.first()?.ty).is_some();
                let explicit = info.flags.has(Flags::EXPLICIT) && !wrong!(ExplicitConvertsOperands);
                (fits && !explicit && self.cx.types.is_scalar(result)).then_some((f, info.result))
            })
            .collect()
    }

    /// The conversion functions of a class and its bases, each with a pointer to the part of `e` that it is called on; and
    /// what their templates make for the type that is wanted.
    fn conversion_functions(
        &mut self,
        r: crate::types::RecordId,
        e: E<'t>,
        wanted: Option<Ty>,
    ) -> Vec<(FunctionId, E<'t>)> {
        let mut list: Vec<(FunctionId, E<'t>)> = Vec::new();
        // A class with its object, and the types that the classes derived from it convert to: they hide its own.
        let mut work: Vec<(crate::types::RecordId, E<'t>, Vec<Ty>)> = vec![(r, e, Vec::new())];
        while let Some((r, object, mut hidden)) = work.pop() {
            if self.cx.declares(r, words::EMPTY, MemberKind::Conversion) {
                let set = self.cx.methods(r, words::EMPTY, MemberKind::Conversion);
                let p = self.cx.types.pointer(object.ty);
                let this = self.mk(TKind::Error, p, e.span);
                let known = hidden.len();
                for &f in &set.functions {
                    let result = self.cx.functions[f.0 as usize].result;
                    if !hidden[..known].contains(&result) {
                        list.push((f, this));
                        hidden.push(result);
                    }
                }
                for &t in &set.templates {
                    let made = wanted.and_then(|to| self.deduce_conversion(t, to));
                    list.extend(made.map(|f| (f, this)));
                }
            }
            let bases = self.cx.classes.get(&r).map(|c| c.bases.clone()).unwrap_or_default();
            for b in bases {
                if let Some(id) = self.cx.class_id(b.ty) {
                    let part = self.part(object, b.offset, None, b.ty.with(object.ty.quals()));
                    work.push((id, part, hidden.clone()));
                }
            }
        }
        list
    }
}

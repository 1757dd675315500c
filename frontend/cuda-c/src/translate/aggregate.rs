//! Aggregate values: copies, and aggregates built from parts.

use optx_source::Span;
use optx_whirl::{AccessInfo, Mtype, Operator, StId, WnId};

use super::{
    E, FunctionTranslator,
    place::{Place, Root, said_align},
};
use crate::{
    typed::{FunctionId, InitPart, TKind},
    types::{BitField, Ty, TypeKind},
};

/// More scalars than this are set to zero by a loop.
const LONG: usize = 64;
/// More elements than this are made by a loop.
const FEW: u64 = 8;

impl<'t> FunctionTranslator<'_, '_, '_, '_, '_> {
    /// Stores a value of any type to a place, which is used several times.
    pub(super) fn store_value(&mut self, p: Place, e: E<'t>) {
        if self.memory(p.ty) != Mtype::M {
            let v = self.expr(e);
            self.store(p, v);
            return;
        }
        match e.kind {
            TKind::Aggregate(parts) => {
                // Parts may read what they replace, so all are computed before any is stored.
                let values = self.part_values(parts);
                self.store_parts(p, parts, values);
            }
            TKind::Comma(a, b) => {
                self.effect(a);
                self.store_value(p, b);
            }
            _ => {
                let v = self.expr(e);
                self.store(p, v);
            }
        }
    }

    /// Gives a new object its value in its place: parts in order, and constructors on the object itself. The place is
    /// stable.
    pub(super) fn make_value(&mut self, p: Place, e: E<'t>) {
        if self.memory(p.ty) != Mtype::M {
            let v = self.expr(e);
            let q = self.again(p);
            self.store(q, v);
            return;
        }
        match e.kind {
            TKind::Aggregate(parts) => {
                self.zero_rest(p, parts, true);
                for x in parts {
                    let q = self.again(p);
                    let part = self.part(q, x.offset, x.value.ty, x.bits);
                    self.make_value(part, x.value);
                }
            }
            TKind::Comma(a, b) => {
                self.effect(a);
                self.make_value(p, b);
            }
            TKind::Cond(c, a, b) => {
                let v = self.expr(c);
                let c = self.branched_on(c, v);
                let mut arm = |x: E<'t>| {
                    let (list, ()) = self.in_block(|s| {
                        let q = s.again(p);
                        s.make_value(q, x);
                    });
                    list
                };
                let (x, y) = (arm(a), arm(b));
                self.either(c, [&x, &y]);
            }
            TKind::New(f, args, zero) => {
                if zero {
                    self.zero_rest(p, &[], true);
                }
                self.call_on(p, f, args, e.span);
            }
            TKind::Call(f, args) if self.is_in_place(f) => self.call_on(p, f, args, e.span),
            TKind::Repeat { element, count } => self.repeat(p, element, count),
            _ => {
                let v = self.expr(e);
                let q = self.again(p);
                self.store(q, v);
            }
        }
    }

    /// Whether a function makes its result where its first argument points.
    pub(super) fn is_in_place(&self, f: FunctionId) -> bool {
        self.cx.functions.get(f).is_some_and(|f| f.signature.in_place)
    }

    /// Calls a function with the address of a place before its arguments.
    fn call_on(&mut self, p: Place, f: FunctionId, args: &[E<'t>], span: Span) {
        let list = self.operands(args);
        let q = self.again(p);
        let mut all = vec![self.root_address(q.root)];
        all.extend(list.into_iter().zip(args).map(|(v, a)| self.stored(v, a.ty)));
        let callee = self.shared.function_index(self.cx, f);
        let loc = self.own_statement(span);
        let s = self.pu.tree.call(callee, Mtype::V, None, &all, loc);
        self.out.push(s);
    }

    /// Makes each element of an array, in order.
    fn repeat(&mut self, p: Place, element: E<'t>, count: u64) {
        let size = self.cx.types.size(element.ty);
        if count <= FEW {
            for i in 0..count {
                let q = self.again(p);
                let part = self.part(q, i * size, element.ty, None);
                self.make_value(part, element);
            }
            return;
        }
        let align = self.part_align(p, size.max(1));
        let q = self.again(p);
        let base = self.root_address(q.root);
        let base = self.keep(base, Mtype::U8);
        let i = self.temp(Mtype::U8);
        let loc = self.loc;
        let zero = self.pu.tree.intconst(Mtype::U8, 0);
        let s = self.pu.tree.stid(Mtype::U8, i, 0, zero, AccessInfo::default(), loc);
        self.out.push(s);
        let v = self.pu.tree.ldid(Mtype::U8, i, 0, AccessInfo::default());
        let end = self.pu.tree.intconst(Mtype::U8, (count * size) as i64);
        let cond = self.pu.tree.compare(Operator::Lt, Mtype::U8, v, end);
        let (list, ()) = self.in_block(|s| {
            let b = s.pu.tree.ldid(Mtype::U8, base, 0, AccessInfo::default());
            let k = s.pu.tree.ldid(Mtype::U8, i, 0, AccessInfo::default());
            let a = s.pu.tree.binary(Operator::Add, Mtype::U8, b, k);
            let wanted = s.cx.types.align(element.ty);
            let place = Place {
                root: Root::Address(a, 0),
                ty: element.ty.bare(),
                bits: None,
                volatile: p.volatile,
                align: said_align(align.min(wanted), wanted),
                span: p.span,
            };
            let place = s.stable(place);
            s.make_value(place, element);
            let k = s.pu.tree.ldid(Mtype::U8, i, 0, AccessInfo::default());
            let w = s.pu.tree.intconst(Mtype::U8, size as i64);
            let next = s.pu.tree.binary(Operator::Add, Mtype::U8, k, w);
            let st = s.pu.tree.stid(Mtype::U8, i, 0, next, AccessInfo::default(), loc);
            s.out.push(st);
        });
        let body = self.block(&list);
        let wn = optx_whirl::Wn::new(Operator::WhileDo, Mtype::V, Mtype::V);
        let s = self.pu.tree.statement(wn, &[cond, body], loc);
        self.out.push(s);
    }

    fn part_values(&mut self, parts: &[InitPart<'t>]) -> Vec<Option<WnId>> {
        let many = parts.len() > 1;
        parts
            .iter()
            .map(|x| {
                let m = self.register(x.value.ty);
                if m == Mtype::M {
                    // Kept whole in a temporary of its own.
                    let st = self.value_in_memory(x.value);
                    let access = AccessInfo {
                        ty: Some(self.shared.ty(self.cx, x.value.ty)),
                        ..AccessInfo::default()
                    };
                    return Some(self.pu.tree.ldid(Mtype::M, st, 0, access));
                }
                if m == Mtype::V {
                    return None;
                }
                let v = self.expr(x.value);
                let leaf = matches!(self.pu.tree.opr(v), Operator::Intconst | Operator::Const);
                if leaf || !many {
                    return Some(v);
                }
                let st = self.keep(v, m);
                Some(self.pu.tree.ldid(m, st, 0, AccessInfo::default()))
            })
            .collect()
    }

    /// Stores the values of parts, and zero where there is none. A base is stored whole, and what follows it may lie in its
    /// padding: zero comes first, then bases, each with zero behind its data, then what may lie there.
    fn store_parts(&mut self, p: Place, parts: &[InitPart<'t>], values: Vec<Option<WnId>>) {
        if !wrong!(ZeroAfterBases) {
            self.zero_rest(p, parts, false);
        }
        let (first, rest): (Vec<_>, Vec<_>) =
            parts.iter().zip(values).partition(|(x, _)| self.is_padded(x.value.ty));
        let end = self.cx.types.data_size(p.ty);
        for (x, v) in first {
            self.store_part(p, x, v);
            let (data, size) =
                (self.cx.types.data_size(x.value.ty), self.cx.types.size(x.value.ty));
            for at in x.offset + data..end.min(x.offset + size) {
                self.zero_scalar(p, at, Ty::UCHAR);
            }
        }
        if wrong!(ZeroAfterBases) {
            self.zero_rest(p, parts, false);
        }
        for (x, v) in rest {
            self.store_part(p, x, v);
        }
    }

    fn store_part(&mut self, p: Place, x: &InitPart<'t>, v: Option<WnId>) {
        let Some(v) = v else { return };
        let q = self.again(p);
        let part = self.part(q, x.offset, x.value.ty, x.bits);
        self.store(part, v);
    }

    /// Whether other members may lie in what a class's objects take.
    fn is_padded(&self, t: Ty) -> bool {
        self.cx.types.data_size(t) < self.cx.types.size(t)
    }

    /// A part of an aggregate's place.
    fn part(&self, whole: Place, offset: u64, ty: Ty, bits: Option<BitField>) -> Place {
        let (ty, root) = (ty.bare(), shifted(whole.root, offset));
        let known = self.part_align(whole, offset);
        let wanted = self.cx.types.align(ty).max(bits.map_or(0, |b| u64::from(b.unit)));
        let Place { volatile, span, .. } = whole;
        Place { root, ty, bits, volatile, align: said_align(known, wanted), span }
    }

    /// The object is aligned as its type is, so its parts are as far as their offsets keep it.
    fn part_align(&self, whole: Place, offset: u64) -> u64 {
        let own =
            if whole.align == 0 { self.cx.types.align(whole.ty) } else { u64::from(whole.align) };
        own.min(1 << offset.trailing_zeros().min(16))
    }

    /// Sets to zero what no part covers, and what lies between the members if that is wanted.
    fn zero_rest(&mut self, p: Place, parts: &[InitPart<'t>], padding: bool) {
        if self.cx.types.is_empty(p.ty) && !wrong!(CopiesReachPadding) {
            return;
        }
        let padding = padding || wrong!(CopiesReachPadding);
        let size = if padding { self.cx.types.size(p.ty) } else { self.cx.types.data_size(p.ty) };
        let full: u64 = parts
            .iter()
            .filter(|x| x.bits.is_none())
            .map(|x| self.cx.types.data_size(x.value.ty))
            .sum();
        if full >= size {
            return;
        }
        let mut leaves = Vec::new();
        if !self.leaves(p.ty, 0, Leaves::All, &mut leaves) {
            self.zero_loop(p, size);
            return;
        }
        if padding {
            self.add_padding(size, &mut leaves);
        }
        let mut covered: Vec<(u64, u64)> = parts
            .iter()
            .filter(|x| x.bits.is_none())
            .map(|x| (x.offset, x.offset + self.cx.types.data_size(x.value.ty)))
            .collect();
        covered.sort_unstable();
        for (offset, t) in leaves {
            let i = covered.partition_point(|c| c.0 <= offset);
            let inside = i
                .checked_sub(1)
                .and_then(|i| covered.get(i))
                .is_some_and(|c| offset + self.cx.types.size(t) <= c.1);
            if inside {
                continue;
            }
            self.zero_scalar(p, offset, t);
        }
    }

    /// Sets one scalar of an aggregate to zero.
    fn zero_scalar(&mut self, p: Place, offset: u64, t: Ty) {
        let m = self.register(t);
        let zero = if m.is_float() { self.float(0.0, m) } else { self.pu.tree.intconst(m, 0) };
        let q = self.again(p);
        let part = self.part(q, offset, t, None);
        self.store(part, zero);
    }

    /// Adds what lies between the scalars: programs compare and hash objects by their bytes, and what `{}` leaves there
    /// is zero ([dcl.init]).
    fn add_padding(&self, size: u64, leaves: &mut Vec<(u64, Ty)>) {
        let mut spans: Vec<(u64, u64)> =
            leaves.iter().map(|&(at, t)| (at, at + self.cx.types.size(t))).collect();
        spans.sort_unstable();
        spans.push((size, size));
        let mut end = 0;
        for (from, to) in spans {
            while end < from {
                let fits = |&(word, _): &(u64, Ty)| end.is_multiple_of(word) && end + word <= from;
                let words = [(8, Ty::ULONG), (4, Ty::UINT), (2, Ty::USHORT)];
                let (word, t) = words.into_iter().find(fits).unwrap_or((1, Ty::UCHAR));
                leaves.push((end, t));
                end += word;
            }
            end = end.max(to);
        }
    }

    /// Sets the units of all bit-fields in local variables to zero where the function begins: the first store to one of a
    /// unit's fields reads the unit, which nothing has written.
    pub(super) fn clear_bit_fields(&mut self) {
        for (id, l) in self.vars.with_ids() {
            if !l.param {
                self.clear_units(self.locals[id], l.ty);
            }
        }
    }

    /// Sets the units of all bit-fields in a local object to zero.
    pub(super) fn clear_units(&mut self, st: StId, ty: Ty) {
        if !self.cx.types.has_bit_fields(ty) {
            return;
        }
        let p = Place::new(Root::Symbol(st, 0), ty.bare(), false);
        let mut units = Vec::new();
        if !self.leaves(p.ty, 0, Leaves::BitFields, &mut units) {
            self.zero_loop(p, self.cx.types.size(p.ty));
            return;
        }
        for (offset, t) in units {
            let m = self.register(t);
            let zero = self.pu.tree.intconst(m, 0);
            let part = self.part(p, offset, t, None);
            self.store(part, zero);
        }
    }

    /// The scalars of a type; false if there are too many.
    fn leaves(&self, t: Ty, at: u64, wanted: Leaves, out: &mut Vec<(u64, Ty)>) -> bool {
        if out.len() > LONG {
            return false;
        }
        if wanted == Leaves::BitFields && !self.cx.types.has_bit_fields(t) {
            return true;
        }
        match self.cx.types.kind(t) {
            TypeKind::Array(e, n) => {
                let size = self.cx.types.size(e);
                if n > LONG as u64 {
                    return false;
                }
                (0..n).all(|i| self.leaves(e, at + i * size, wanted, out))
            }
            TypeKind::Record(r) => {
                let Some(rec) = self.cx.types.records.get(r) else { return true };
                if rec.is_union {
                    // The whole union, in the widest words that its alignment allows.
                    let (word, t) = match rec.align {
                        1 => (1, Ty::UCHAR),
                        2 | 3 => (2, Ty::USHORT),
                        4..=7 => (4, Ty::UINT),
                        _ => (8, Ty::ULONG),
                    };
                    if rec.size / word > LONG as u64 {
                        return false;
                    }
                    out.extend((0..rec.size / word).map(|i| (at + i * word, t)));
                    return true;
                }
                let mut last = None;
                rec.fields.iter().all(|f| {
                    if let Some(b) = f.bits {
                        // One unit, once.
                        if !b.is_word() {
                            let bytes = 0..u64::from(b.unit);
                            out.extend(bytes.map(|i| (at + f.offset + i, Ty::UCHAR)));
                        } else if last.replace((f.offset, b.unit)) != Some((f.offset, b.unit)) {
                            let unit = match b.unit {
                                1 => Ty::UCHAR,
                                2 => Ty::USHORT,
                                4 => Ty::UINT,
                                _ => Ty::ULONG,
                            };
                            out.push((at + f.offset, unit));
                        }
                        return true;
                    }
                    last = None;
                    self.leaves(f.ty, at + f.offset, wanted, out)
                })
            }
            _ => {
                out.push((at, t.bare()));
                out.len() <= LONG
            }
        }
    }

    /// Sets a long object to zero, word by word.
    fn zero_loop(&mut self, p: Place, size: u64) {
        let align = self.part_align(p, 0);
        let (word, ty) = match align {
            a if a >= 8 && size.is_multiple_of(8) => (8, Ty::ULONG),
            a if a >= 4 && size.is_multiple_of(4) => (4, Ty::UINT),
            a if a >= 2 && size.is_multiple_of(2) => (2, Ty::USHORT),
            _ => (1, Ty::UCHAR),
        };
        let q = self.again(p);
        let base = self.root_address(q.root);
        let base = self.keep(base, Mtype::U8);
        let i = self.temp(Mtype::U8);
        let loc = self.loc;
        let zero = self.pu.tree.intconst(Mtype::U8, 0);
        let s = self.pu.tree.stid(Mtype::U8, i, 0, zero, AccessInfo::default(), loc);
        self.out.push(s);
        let v = self.pu.tree.ldid(Mtype::U8, i, 0, AccessInfo::default());
        let end = self.pu.tree.intconst(Mtype::U8, size as i64);
        let cond = self.pu.tree.compare(Operator::Lt, Mtype::U8, v, end);
        let (list, ()) = self.in_block(|s| {
            let b = s.pu.tree.ldid(Mtype::U8, base, 0, AccessInfo::default());
            let k = s.pu.tree.ldid(Mtype::U8, i, 0, AccessInfo::default());
            let a = s.pu.tree.binary(Operator::Add, Mtype::U8, b, k);
            let m = s.register(ty);
            let zero = s.pu.tree.intconst(m, 0);
            s.store(Place::new(Root::Address(a, 0), ty, p.volatile), zero);
            let k = s.pu.tree.ldid(Mtype::U8, i, 0, AccessInfo::default());
            let w = s.pu.tree.intconst(Mtype::U8, word);
            let next = s.pu.tree.binary(Operator::Add, Mtype::U8, k, w);
            let st = s.pu.tree.stid(Mtype::U8, i, 0, next, AccessInfo::default(), loc);
            s.out.push(st);
        });
        let body = self.block(&list);
        let wn = optx_whirl::Wn::new(Operator::WhileDo, Mtype::V, Mtype::V);
        let s = self.pu.tree.statement(wn, &[cond, body], loc);
        self.out.push(s);
    }
}

/// Which scalars of a type are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaves {
    /// All, bit-fields by their units.
    All,
    /// The units of bit-fields, and whole unions that have some.
    BitFields,
}

fn shifted(root: Root, by: u64) -> Root {
    match root {
        Root::Symbol(st, k) => Root::Symbol(st, k.wrapping_add(by as i64)),
        Root::Address(a, k) => Root::Address(a, k.wrapping_add(by as i64)),
    }
}

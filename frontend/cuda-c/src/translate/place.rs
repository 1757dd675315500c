//! Places: where an lvalue lies, loads from it and stores to it.

use optx_source::Span;
use optx_whirl::{AccessInfo, Bits, Mtype, Operator, StId, WnId};

use super::{E, FunctionTranslator};
use crate::{
    ast::BinaryOp,
    typed::TKind,
    types::{BitField, Ty},
};

/// Where an object lies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// At an offset in a symbol.
    Symbol(StId, i64),
    /// At an offset from an address.
    Address(WnId, i64),
}

/// An object: where it lies, its type and how it is accessed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub root: Root,
    pub ty: Ty,
    pub bits: Option<BitField>,
    pub volatile: bool,
    /// What its alignment is known to be in bytes where that is less than its type's, as a member of a packed struct, or
    /// more, as the first member of a larger one; else 0.
    pub align: u32,
    /// The expression that names it; none for what the compiler made, and for scalar variables.
    pub span: Span,
}

impl Root {
    /// Further on by some bytes.
    pub(super) fn moved(self, by: i64) -> Root {
        match self {
            Root::Symbol(st, k) => Root::Symbol(st, k.wrapping_add(by)),
            Root::Address(a, k) => Root::Address(a, k.wrapping_add(by)),
        }
    }
}

impl Place {
    /// A place aligned as its type is.
    pub(super) fn new(root: Root, ty: Ty, volatile: bool) -> Place {
        Place { root, ty, bits: None, volatile, align: 0, span: Span::NONE }
    }
}

impl<'t> FunctionTranslator<'_, '_, '_, '_, '_> {
    /// The place of an lvalue, or of a member of a value, which is stored first.
    pub(super) fn place(&mut self, e: E<'t>) -> Place {
        let mut offset = 0i64;
        let mut bits = None;
        let mut base = e;
        while let TKind::Field { base: b, offset: o, bits: f } = base.kind {
            offset = offset.wrapping_add(o as i64);
            bits = bits.or(f);
            base = b;
        }
        let mut volatile = e.ty.is_volatile() || base.ty.is_volatile();
        let (mut known, mut inner) = (self.known_align(e), None);
        let root = if base.is_glvalue() {
            match base.kind {
                TKind::Local(l) => Root::Symbol(self.locals[l], offset),
                TKind::Global(g) => Root::Symbol(self.shared.global(self.cx, g), offset),
                TKind::Deref(p) => {
                    let (root, o) = self.pointer(p);
                    match root {
                        Root::Symbol(st, k) => {
                            let at = k.wrapping_add(o).wrapping_add(offset);
                            self.in_symbol(st, at, self.cx.types.size(e.ty))
                        }
                        Root::Address(a, k) => {
                            Root::Address(a, k.wrapping_add(o).wrapping_add(offset))
                        }
                    }
                }
                // Objects that are found by doing something first.
                TKind::Comma(a, b) => {
                    self.effect(a);
                    inner.insert(self.place(b)).root.moved(offset)
                }
                TKind::Cond(c, a, b) => {
                    let address = self.chosen_address(c, a, b);
                    Root::Address(address, offset)
                }
                TKind::Assign(..) | TKind::OpAssign { .. } | TKind::IncDec { .. } => {
                    inner.insert(self.changed_place(base)).root.moved(offset)
                }
                _ => Root::Symbol(self.value_in_memory(base), offset),
            }
        } else {
            Root::Symbol(self.value_in_memory(base), offset)
        };
        let ty = e.ty.bare();
        // What is known of the object that was found holds for its parts, and for a bit-field it is one.
        if let Some(p) = inner {
            volatile |= p.volatile;
            bits = bits.or(p.bits);
            if p.align != 0 {
                known = known.min(u64::from(p.align));
            }
        }
        let unit = bits.map_or(0, |b| u64::from(b.unit));
        let wanted = self.cx.types.align(ty).max(unit);
        let span = match e.kind {
            TKind::Local(_) if self.memory(ty) != Mtype::M && !volatile => Span::NONE,
            _ => e.span,
        };
        Place { root, ty, bits, volatile, align: said_align(known, wanted), span }
    }

    /// The address of one of two objects.
    fn chosen_address(&mut self, c: E<'t>, a: E<'t>, b: E<'t>) -> WnId {
        let v = self.expr(c);
        let c = self.branched_on(c, v);
        let (list, x) = self.in_block(|s| s.address(a));
        let x = self.with_block(&list, x, Mtype::U8);
        let (list, y) = self.in_block(|s| s.address(b));
        let y = self.with_block(&list, y, Mtype::U8);
        self.pu.tree.ternary(Operator::Cselect, Mtype::U8, c, x, y)
    }

    /// Changes an object, and gives its place.
    fn changed_place(&mut self, e: E<'t>) -> Place {
        let target = match e.kind {
            TKind::Assign(target, _)
            | TKind::OpAssign { target, .. }
            | TKind::IncDec { target, .. } => target,
            _ => return self.place(e),
        };
        let mut root = target;
        while let TKind::Field { base, .. } = root.kind {
            root = base;
        }
        if matches!(root.kind, TKind::Local(_) | TKind::Global(_)) {
            self.assignment(e, false);
            return self.place(target);
        }
        // The object is found once: the change and the use go by its address.
        self.changed = None;
        self.keep_changed = true;
        self.assignment(e, false);
        self.keep_changed = false;
        match self.changed.take() {
            Some(p) => self.again(p),
            None => self.place(target),
        }
    }

    /// The alignment of an object as far as the members and elements that it is reached through keep it; that of its
    /// type where it is reached through a pointer from elsewhere.
    fn known_align(&self, e: E<'t>) -> u64 {
        let mut align = u64::MAX;
        let mut keep = |step: u64| align = align.min(1 << step.trailing_zeros().min(16));
        let mut object = e;
        'objects: loop {
            match object.kind {
                TKind::Field { base, offset, .. } => {
                    keep(offset);
                    object = base;
                }
                TKind::Deref(p) => {
                    let mut p = p;
                    loop {
                        match p.kind {
                            TKind::AddrOf(x) => {
                                object = x;
                                continue 'objects;
                            }
                            TKind::PtrAdd { ptr, size, .. } => {
                                keep(size);
                                p = ptr;
                            }
                            // Whatever was stepped over, the pointer says how its target is aligned.
                            _ if std::ptr::eq(object, e) => return self.cx.types.align(e.ty),
                            _ => break 'objects,
                        }
                    }
                }
                _ => break,
            }
        }
        align.min(self.cx.types.align(object.ty))
    }

    /// A part of a symbol, by its address where it lies outside.
    fn in_symbol(&mut self, st: StId, at: i64, size: u64) -> Root {
        let ty = if st.is_local() {
            self.pu.locals[st.index()].ty
        } else {
            self.shared.module.globals[st.index()].ty
        };
        let whole = self.shared.module.types.size(ty);
        let inside = at >= 0 && (at as u64).checked_add(size).is_some_and(|end| end <= whole);
        if inside {
            return Root::Symbol(st, at);
        }
        let a = self.pu.tree.lda(st, 0);
        Root::Address(a, at)
    }

    /// Stores an aggregate value in a local of its own.
    pub(super) fn value_in_memory(&mut self, e: E<'t>) -> StId {
        let ty = self.shared.ty(self.cx, e.ty);
        let st = self.temp_of(ty, self.cx.types.align(e.ty) as u32);
        if !matches!(e.kind, TKind::Load(_) | TKind::Aggregate(_)) {
            self.clear_units(st, e.ty);
        }
        self.make_value(Place::new(Root::Symbol(st, 0), e.ty.bare(), false), e);
        st
    }

    /// A pointer as a root and an offset: constant steps go to the offset.
    fn pointer(&mut self, p: E<'t>) -> (Root, i64) {
        let mut offset = 0i64;
        let mut p = p;
        loop {
            match p.kind {
                TKind::PtrAdd { ptr, index, size, minus } => {
                    let TKind::Int(i) = index.kind else { break };
                    let step = i.wrapping_mul(size as i64);
                    offset =
                        if minus { offset.wrapping_sub(step) } else { offset.wrapping_add(step) };
                    p = ptr;
                }
                TKind::AddrOf(x) => {
                    let place = self.place(x);
                    return (place.root, offset);
                }
                TKind::Cast(x)
                    if self.cx.types.is_pointer(x.ty) && !matches!(x.kind, TKind::Int(_)) =>
                {
                    p = x
                }
                TKind::Comma(a, b) => {
                    self.effect(a);
                    p = b;
                }
                _ => break,
            }
        }
        if let TKind::PtrAdd { ptr, index, size, minus } = p.kind {
            // One variable step: its base may be a symbol with an offset of its own.
            let (root, k) = self.pointer_base(ptr);
            let n = self.out.len();
            let (i, more) = self.index(index, size);
            let root = if self.out.len() > n { self.settle_root(root, n) } else { root };
            let base = self.root_address(root);
            let op = if minus { Operator::Sub } else { Operator::Add };
            let sum = self.pu.tree.binary(op, Mtype::U8, base, i);
            let more = if minus { more.wrapping_neg() } else { more };
            return (Root::Address(sum, 0), k.wrapping_add(offset).wrapping_add(more));
        }
        let v = self.expr(p);
        (Root::Address(v, 0), offset)
    }

    /// The base of a variable step, with its constant part apart.
    fn pointer_base(&mut self, p: E<'t>) -> (Root, i64) {
        match p.kind {
            TKind::AddrOf(x) => {
                let place = self.place(x);
                match place.root {
                    // The address of an object's part is the object's plus a constant.
                    Root::Symbol(st, k) => (Root::Symbol(st, 0), k),
                    Root::Address(a, k) => (Root::Address(a, 0), k),
                }
            }
            _ if self.chain_length(p) > 64 => {
                let v = self.expr(p);
                (Root::Address(v, 0), 0)
            }
            _ => {
                let (root, k) = self.pointer(p);
                match root {
                    Root::Symbol(st, o) => (Root::Symbol(st, 0), o.wrapping_add(k)),
                    Root::Address(a, o) => (Root::Address(a, 0), o.wrapping_add(k)),
                }
            }
        }
    }

    /// How many additions a pointer is made of, up to a bound.
    fn chain_length(&self, mut p: E<'t>) -> u32 {
        let mut n = 0;
        while let TKind::PtrAdd { ptr, .. } = p.kind {
            n += 1;
            p = ptr;
            if n > 64 {
                break;
            }
        }
        n
    }

    /// Keeps an address in a temporary, before the statements from `at` on.
    fn settle_root(&mut self, root: Root, at: usize) -> Root {
        match root {
            Root::Symbol(..) => root,
            Root::Address(a, k) => Root::Address(self.save_before(a, Mtype::U8, at), k),
        }
    }

    /// An index in bytes, 64 bits wide, and a constant part.
    pub(super) fn index(&mut self, index: E<'t>, size: u64) -> (WnId, i64) {
        let mut i = index;
        let mut more = 0i64;
        // Widened sums of 64 bits may give their constants to the offset; narrower ones may wrap.
        while let TKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) = i.kind {
            let TKind::Int(c) = b.kind else { break };
            if self.cx.types.size(i.ty) != 8 {
                break;
            }
            let step = c.wrapping_mul(size as i64);
            more =
                if op == BinaryOp::Add { more.wrapping_add(step) } else { more.wrapping_sub(step) };
            i = a;
        }
        let v = self.expr(i);
        let v =
            self.convert(v, i.ty, if self.cx.types.is_signed(i.ty) { Ty::LONG } else { Ty::ULONG });
        if size == 1 {
            return (v, more);
        }
        let s = self.pu.tree.intconst(Mtype::U8, size as i64);
        (self.pu.tree.binary(Operator::Mpy, Mtype::U8, v, s), more)
    }

    /// The address that a root is.
    pub(super) fn root_address(&mut self, root: Root) -> WnId {
        match root {
            Root::Symbol(st, k) => self.pu.tree.lda(st, k),
            Root::Address(a, 0) => a,
            Root::Address(a, k) => {
                let c = self.pu.tree.intconst(Mtype::U8, k);
                self.pu.tree.binary(Operator::Add, Mtype::U8, a, c)
            }
        }
    }

    /// The address of a place.
    pub(super) fn address(&mut self, e: E<'t>) -> WnId {
        let p = self.place(e);
        self.root_address(p.root)
    }

    /// The value of a pointer sum.
    pub(super) fn pointer_value(&mut self, p: E<'t>) -> WnId {
        let (root, k) = self.pointer(p);
        let root = match root {
            Root::Symbol(st, o) => Root::Symbol(st, o.wrapping_add(k)),
            Root::Address(a, o) => Root::Address(a, o.wrapping_add(k)),
        };
        self.root_address(root)
    }

    /// Makes a place that may be used twice: its address is a leaf.
    pub(super) fn stable(&mut self, p: Place) -> Place {
        let Root::Address(a, k) = p.root else { return p };
        let leaf = self.pu.tree.opr(a) == Operator::Lda;
        if leaf {
            return p;
        }
        let st = self.keep(a, Mtype::U8);
        let a = self.pu.tree.ldid(Mtype::U8, st, 0, AccessInfo::default());
        Place { root: Root::Address(a, k), ..p }
    }

    /// The address leaf of a stable place once more: a node has one parent.
    pub(super) fn again(&mut self, p: Place) -> Place {
        let Root::Address(a, k) = p.root else { return p };
        let wn = self.pu.tree.get(a);
        let a = self.pu.tree.add(wn, &[]);
        Place { root: Root::Address(a, k), ..p }
    }

    /// An integer in a register of another width; the value is kept where it fits.
    fn resized(&mut self, v: WnId, from: Mtype, to: Mtype) -> WnId {
        if from.size() == to.size() {
            return v;
        }
        self.pu.tree.convert(Operator::Cvt, to, from, v)
    }

    fn whirl_bits(b: BitField) -> Bits {
        Bits { start: b.start, width: b.width }
    }

    /// Reads a place. A volatile one is read by a statement.
    pub(super) fn load(&mut self, p: Place) -> WnId {
        let m = self.memory(p.ty);
        if m == Mtype::M {
            let ty = Some(self.shared.ty(self.cx, p.ty));
            let access = AccessInfo { ty, align: p.align, ..AccessInfo::default() };
            let v = match p.root {
                Root::Symbol(st, k) => self.pu.tree.ldid(m, st, k, access),
                Root::Address(a, k) => self.pu.tree.iload(m, a, k, access),
            };
            return self.place_at(v, p.span);
        }
        if let Some(b) = p.bits.filter(|b| !b.is_word()) {
            return self.load_pieces(p, b, m);
        }
        if let Some(b) = p.bits {
            let unit = unit_type(b, m);
            let b = Self::whirl_bits(b);
            let v = match p.root {
                Root::Symbol(st, k) => self.pu.tree.ldbits(unit, st, k, b),
                Root::Address(a, k) => self.pu.tree.ildbits(unit, a, k, b),
            };
            self.pu.tree.change(v, |wn| wn.align = p.align);
            self.place_at(v, p.span);
            let v = if p.volatile {
                self.pu.tree.change(v, |wn| wn.volatile = true);
                let st = self.keep(v, unit.register());
                self.pu.tree.ldid(unit.register(), st, 0, AccessInfo::default())
            } else {
                v
            };
            let v = self.resized(v, unit.register(), m.register());
            return self.loaded(v, p.ty);
        }
        let access = AccessInfo { volatile: p.volatile, align: p.align, ..AccessInfo::default() };
        let v = match p.root {
            Root::Symbol(st, k) => self.pu.tree.ldid(m, st, k, access),
            Root::Address(a, k) => self.pu.tree.iload(m, a, k, access),
        };
        self.place_at(v, p.span);
        let v = if p.volatile {
            let st = self.keep(v, m.register());
            self.pu.tree.ldid(m.register(), st, 0, AccessInfo::default())
        } else {
            v
        };
        self.loaded(v, p.ty)
    }

    /// A byte of a bit-field that goes by its bytes.
    fn piece(&mut self, p: Place, byte: u8, bits: BitField) -> Place {
        let q = self.again(p);
        let root = q.root.moved(i64::from(byte));
        Place { bits: Some(bits), span: p.span, ..Place::new(root, Ty::UCHAR, p.volatile) }
    }

    /// Reads a bit-field byte by byte, the lowest first.
    fn load_pieces(&mut self, p: Place, b: BitField, m: Mtype) -> WnId {
        let p = self.stable(p);
        let mut whole = self.pu.tree.intconst(Mtype::U8, 0);
        for (byte, bits, first) in b.pieces() {
            let part = self.piece(p, byte, bits);
            let v = self.load(part);
            let v = self.resized(v, self.register(Ty::UCHAR), Mtype::U8);
            let by = self.pu.tree.intconst(Mtype::U4, i64::from(first));
            let v = self.pu.tree.binary(Operator::Shl, Mtype::U8, v, by);
            whole = self.pu.tree.binary(Operator::Bior, Mtype::U8, whole, v);
        }
        let unused = i64::from(64 - b.width.clamp(1, 64));
        let (op, wide) = match m.is_signed() && !wrong!(BitFieldsAreUnsigned) {
            true => (Operator::Ashr, Mtype::I8),
            false => (Operator::Lshr, Mtype::U8),
        };
        let by = self.pu.tree.intconst(Mtype::U4, unused);
        let v = self.pu.tree.binary(Operator::Shl, wide, whole, by);
        let by = self.pu.tree.intconst(Mtype::U4, unused);
        let v = self.pu.tree.binary(op, wide, v, by);
        let v = self.resized(v, wide, m.register());
        self.loaded(v, p.ty)
    }

    /// Writes a bit-field byte by byte.
    fn store_pieces(&mut self, p: Place, b: BitField, v: WnId, m: Mtype) {
        let p = self.stable(p);
        let v = self.resized(v, m.register(), Mtype::U8);
        let whole = self.keep(v, Mtype::U8);
        for (byte, bits, first) in b.pieces() {
            let v = self.reload(whole, Mtype::U8);
            let by = self.pu.tree.intconst(Mtype::U4, i64::from(first));
            let v = self.pu.tree.binary(Operator::Lshr, Mtype::U8, v, by);
            let v = self.resized(v, Mtype::U8, self.register(Ty::UCHAR));
            let part = self.piece(p, byte, bits);
            self.store(part, v);
        }
    }

    /// Writes a scalar value to a place.
    pub(super) fn store(&mut self, p: Place, v: WnId) {
        let m = self.memory(p.ty);
        // The byte of an empty object may be another object's.
        if m == Mtype::V || self.cx.types.is_empty(p.ty) {
            return;
        }
        let v = self.stored(v, p.ty);
        if let Some(b) = p.bits.filter(|b| !b.is_word()) {
            return self.store_pieces(p, b, v, m);
        }
        let loc = self.own_statement(p.span);
        if let Some(b) = p.bits {
            let op = if matches!(p.root, Root::Symbol(..)) {
                Operator::Stbits
            } else {
                Operator::Istbits
            };
            let unit = unit_type(b, m);
            let v = self.resized(v, m.register(), unit.register());
            let mut wn = optx_whirl::Wn::new(op, Mtype::V, unit);
            wn.bits = Some(Self::whirl_bits(b));
            wn.volatile = p.volatile;
            wn.align = p.align;
            let s = match p.root {
                Root::Symbol(st, k) => {
                    wn.st = Some(st);
                    wn.offset = k;
                    self.pu.tree.statement(wn, &[v], loc)
                }
                Root::Address(a, k) => {
                    wn.offset = k;
                    self.pu.tree.statement(wn, &[v, a], loc)
                }
            };
            self.out.push(s);
            return;
        }
        let ty = if m == Mtype::M { Some(self.shared.ty(self.cx, p.ty)) } else { None };
        let volatile = p.volatile && m != Mtype::M;
        let access = AccessInfo { volatile, ty, align: p.align, ..AccessInfo::default() };
        let s = match p.root {
            Root::Symbol(st, k) => self.pu.tree.stid(m, st, k, v, access, loc),
            Root::Address(a, k) => self.pu.tree.istore(m, v, a, k, access, loc),
        };
        self.out.push(s);
    }

    /// Stores a value in a fresh temporary of its register type.
    pub(super) fn keep(&mut self, v: WnId, m: Mtype) -> StId {
        let st = self.temp(m);
        let s = self.pu.tree.stid(m, st, 0, v, AccessInfo::default(), self.loc);
        self.out.push(s);
        st
    }
}

/// How [`Place::align`] says a known alignment: the type's own goes without saying.
pub(super) fn said_align(known: u64, own: u64) -> u32 {
    if known == own { 0 } else { known as u32 }
}

/// The memory type of a bit-field's unit, with the sign of its declared type.
pub(super) fn unit_type(b: BitField, declared: Mtype) -> Mtype {
    let unsigned = match b.unit {
        1 => Mtype::U1,
        2 => Mtype::U2,
        4 => Mtype::U4,
        _ => Mtype::U8,
    };
    if declared.is_signed() && !wrong!(BitFieldsAreUnsigned) { unsigned.signed() } else { unsigned }
}

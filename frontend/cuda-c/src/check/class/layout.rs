//! The layout of structs and unions, as the x86-64 ABI has it.

use optx_source::{Span, code};

use crate::{
    ast::{Access, Flags, MemberKind, Packed},
    check::{Checker, class::ClassInfo},
    intern::Symbol,
    types::{BitField, Field, Record, RecordId, Ty, Types, UNKNOWN},
    words,
};

/// A member as declared.
pub(in crate::check) struct Member {
    pub name: Symbol,
    pub ty: Ty,
    pub width: Option<u32>,
    /// A base class.
    pub base: bool,
    pub mutable: bool,
    pub access: Access,
    /// What is asked for; 0 for nothing.
    pub align: u64,
    /// What the name of its type asks for, be it less than the type's own; 0 for nothing.
    pub typedef_align: u64,
    /// `__attribute__((packed))` after it.
    pub packed: bool,
    pub span: Span,
}

impl Member {
    /// A member of a type and nothing else.
    pub(in crate::check) fn new(ty: Ty, span: Span) -> Member {
        Member {
            name: words::EMPTY,
            ty,
            width: None,
            align: 0,
            typedef_align: 0,
            packed: false,
            base: false,
            mutable: false,
            access: Access::Public,
            span,
        }
    }

    fn field(&self, offset: u64, align: u64, bits: Option<BitField>, end: u64) -> Field {
        Field {
            name: self.name,
            ty: self.ty,
            offset,
            align,
            bits,
            end,
            base: self.base,
            mutable: self.mutable,
            access: self.access,
        }
    }
}

/// A data member that a name was found to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub ty: Ty,
    /// From the start of the object that the search began at.
    pub offset: u64,
    pub align: u64,
    pub bits: Option<BitField>,
    pub mutable: bool,
    pub access: Access,
    /// The class that declares it; that around anonymous members.
    pub class: RecordId,
    /// The same, where a using declaration of another class brings it there.
    pub declared: RecordId,
}

impl Checker<'_, '_> {
    /// Lays out a record's members and completes it. `pack` is what `#pragma pack` bounds their alignments by, or 0.
    pub(in crate::check) fn lay_out(
        &mut self,
        r: RecordId,
        members: &[Member],
        align: u64,
        (packed, pack): (Packed, u8),
    ) {
        let rec = &self.types.records[r.0 as usize];
        if rec.complete {
            let span = members.first().map_or(Span::NONE, |m| m.span);
            let text = format!("`{}` is defined within its own definition", rec.name);
            self.error(code::REDEFINED, span, text);
            return;
        }
        let is_union = rec.is_union;
        self.check_virtual(r);
        let mut fields: Vec<Field> = Vec::with_capacity(members.len());
        let mut names = crate::intern::Map::default();
        // In bits; the next free place.
        let mut at = 0u64;
        let (mut size, mut most) = (0u64, 1u64);
        // Where the bases end, with their padding.
        let mut bases_end = 0;
        let limit = self.limits().object_bytes;
        // Classes without data, which lie where no other of their type does.
        let mut empties: Vec<(u64, RecordId)> = Vec::new();
        let any = packed != Packed::No;
        let close = |m: &Member| any || pack > 0 || m.packed;
        // A bit-field that its type's alignment does not keep within words.
        let loose = |m: &Member, types: &Types| {
            close(m) || (1..types.align(m.ty)).contains(&m.typedef_align)
        };
        for m in members {
            let bytes = if m.base { self.types.data_size(m.ty) } else { self.types.size(m.ty) };
            let bytes =
                if wrong!(BasePaddingKept) && m.base { self.types.size(m.ty) } else { bytes };
            let pack = if wrong!(PackIgnored) { 0 } else { pack };
            let natural = if self.is_packed(m, packed, pack) || wrong!(MembersUnaligned) {
                1
            } else {
                match m.typedef_align {
                    _ if wrong!(AlignedIgnored) => self.types.align(m.ty),
                    0 => self.types.align(m.ty),
                    own => own,
                }
            };
            let mut member_align = natural.max(if wrong!(AlignedIgnored) { 0 } else { m.align });
            if pack > 0 {
                member_align = member_align.min(u64::from(pack));
            }
            if is_union && !wrong!(UnionsAreStructs) {
                at = 0;
            }
            let (offset, bits) = match m.width {
                Some(0) => {
                    let unit = if m.typedef_align > 0 { m.typedef_align } else { bytes.max(1) };
                    at = at.next_multiple_of(unit * 8);
                    size = size.max(if wrong!(TrailingUnitsAreForgotten) { 0 } else { at / 8 });
                    continue;
                }
                Some(w) => {
                    // A field wider than its type has the type's bits and padding.
                    let held = w.min(bytes.max(1) as u32 * 8);
                    let loose = loose(m, &self.types);
                    let word = bytes.max(1) * 8;
                    let unit = if loose { 8 } else { word };
                    if m.align > 0 {
                        at = at.next_multiple_of(m.align * 8);
                    }
                    if !close(m)
                        && !wrong!(BitFieldsStraddle)
                        && at % (natural * 8) + u64::from(held) > word
                    {
                        at = at.next_multiple_of(natural * 8);
                    }
                    let start = at % unit;
                    let container = at / unit * (unit / 8);
                    // A packed one has the bytes that it touches.
                    let touched = (start + u64::from(held)).div_ceil(8);
                    let unit = if loose { touched } else { bytes.max(1) };
                    let (start, width, unit) = (start as u8, held as u8, unit as u8);
                    at += u64::from(if wrong!(WideBitFieldsEndEarly) { held } else { w });
                    (container, Some(BitField { start, width, unit }))
                }
                None => {
                    let empty = self.types.is_record(m.ty) && self.types.data_size(m.ty) == 0;
                    let first = if m.base && empty { 0 } else { at.div_ceil(8) };
                    let mut offset = first.next_multiple_of(member_align);
                    let inside = if is_union { Vec::new() } else { self.empty_parts(m.ty, 0) };
                    while inside.iter().any(|(o, t)| empties.contains(&(offset + o, *t))) {
                        offset = if m.base && empty && offset < at.div_ceil(8) {
                            at.div_ceil(8).next_multiple_of(member_align)
                        } else {
                            offset + member_align
                        };
                    }
                    empties.extend(inside.into_iter().map(|(o, t)| (offset + o, t)));
                    // `#pragma pack` alone leaves a base's padding to what follows.
                    let padded = any || pack == 0 || wrong!(PackKeepsBasePadding);
                    if m.base && padded && !wrong!(PackedBasesAreCut) {
                        bases_end = bases_end.max(offset + self.types.size(m.ty));
                    }
                    if m.base && empty {
                        size = size.max(offset + self.types.size(m.ty));
                    } else {
                        at = offset.saturating_add(bytes).saturating_mul(8);
                    }
                    (offset, None)
                }
            };
            if m.width.is_none() || m.name != words::EMPTY {
                most = most.max(member_align);
            }
            let empty_base = m.base && bytes == 0;
            size = size.max(at.div_ceil(8));
            if size > limit {
                self.error(
                    code::LIMIT_OBJECT,
                    m.span,
                    format!("this struct is larger than {limit} bytes"),
                );
                return;
            }
            let end = if empty_base { offset } else { at.div_ceil(8) };
            let place = fields.len() as u32;
            if m.name != words::EMPTY {
                names.insert(m.name, place);
                fields.push(m.field(offset, member_align, bits, end));
            } else if m.width.is_none() {
                // A base class, or an anonymous struct or union: its members are found through it.
                fields.push(m.field(offset, member_align, bits, end));
            }
        }
        most = most.max(align);
        // What an empty base takes at its place is the class's own, be it more than its members take.
        let data = size.max(at.div_ceil(8));
        // An empty struct has one byte in C++.
        let size = size.max(bases_end).max(1).next_multiple_of(most);
        let loose = members.iter().any(|m| m.width.is_some() && loose(m, &self.types));
        choose_units(&mut fields, size, most, is_union, loose);
        let depth = 1 + fields.iter().map(|f| self.types.depth(f.ty)).max().unwrap_or(0);
        if depth > self.limits().nesting {
            let span = members.first().map_or(Span::NONE, |m| m.span);
            self.error(code::LIMIT_NESTING, span, "types nest too deep");
            return;
        }
        // An unnamed bit-field is no member, and data all the same.
        let unnamed = |m: &Member| m.name == words::EMPTY && m.width.is_some_and(|w| w > 0);
        let empty = fields.iter().all(|f| f.base && f.end == f.offset)
            && (!members.iter().any(unnamed) || wrong!(UnnamedBitFieldsAreNothing));
        let pod = self.is_pod(r, &fields);
        let bits = fields.iter().any(|f| f.bits.is_some() || self.types.has_bit_fields(f.ty));
        let holds = |t: Ty| {
            self.types.get_record(self.types.innermost(t)).is_some_and(|(_, r)| r.holds_empty)
        };
        let holds_empty = empty || fields.iter().any(|f| holds(f.ty));
        let rec = &mut self.types.records[r.0 as usize];
        rec.depth = depth;
        (rec.has_bit_fields, rec.holds_empty) = (bits, holds_empty);
        rec.fields = fields;
        rec.members = names;
        rec.align = most;
        rec.size = size;
        rec.pod = pod;
        rec.data_end = data;
        rec.data_size = if empty {
            0
        } else if pod {
            size
        } else {
            data
        };
        rec.packed = any;
        rec.complete = true;
        self.types.completed += 1;
    }

    /// Whether a member has no alignment of its own in a class that is packed so.
    fn is_packed(&self, m: &Member, packed: Packed, pack: u8) -> bool {
        if wrong!(PackedIgnored) {
            return false;
        }
        let behind = match m.width {
            // `#pragma pack` gives packed bit-fields their types' alignment back, as far as it goes.
            Some(w) => pack == 0 || w == 0 || wrong!(PackedBehindIsBefore),
            None => {
                let plain = |r: &Record| r.pod || r.packed;
                !m.base && self.types.get_record(m.ty).is_none_or(|(_, r)| plain(r))
                    || wrong!(PackedBehindIsBefore)
            }
        };
        m.packed || packed == Packed::Before || packed == Packed::Behind && behind
    }

    /// Reports a class with virtual functions: its objects begin with a pointer that nothing here makes.
    fn check_virtual(&mut self, r: RecordId) {
        let functions = self.classes.get(&r).map_or(&[][..], |c| c.spec.functions);
        let Some(f) = functions.iter().find(|f| f.flags.has(Flags::VIRTUAL)) else { return };
        let text = self.text(f.name.sym).to_string();
        let message = format!("`{text}` is virtual, and virtual functions are not supported");
        self.error(code::CLASS, f.name.span, message);
    }

    /// A class that copies itself in a way of its own is no plain data: its padding is its derived class's. Which of its
    /// assignments copy is known only once its bases are.
    pub(in crate::check) fn release_padding(&mut self, r: RecordId) {
        let assigns = self.classes.get(&r).is_some_and(|c| {
            let own = |f: &crate::ast::MemberFunction| {
                f.kind == MemberKind::Method
                    && f.name.sym == words::OP_ASSIGN
                    && !f.defaulted
                    && !f.deleted
            };
            c.spec.functions.iter().any(own)
        });
        if !assigns || !self.copies_itself(r) {
            return;
        }
        let rec = &mut self.types.records[r.0 as usize];
        rec.pod = false;
        if rec.data_size != 0 && !rec.is_union {
            rec.data_size = match wrong!(UnnamedBitFieldsAreNothing) {
                true => rec.fields.iter().map(|f| f.end).max().unwrap_or(0),
                false => rec.data_end,
            };
        }
    }

    /// Whether a class is plain data as C++03 has it: what follows such a base does not lie in its padding (Itanium C++
    /// ABI, 1.1 and 2.4).
    fn is_pod(&self, r: RecordId, fields: &[Field]) -> bool {
        let own = self.classes.get(&r).is_none_or(|c| {
            !c.spec.functions.iter().any(|f| {
                let special = matches!(f.kind, MemberKind::Constructor | MemberKind::Destructor);
                special && !f.flags.has(Flags::FRIEND) && !f.defaulted && !f.deleted
            }) && c.inits.is_empty()
        });
        own && fields.iter().all(|f| {
            let t = self.types.innermost(f.ty);
            !f.base
                && f.access == Access::Public
                && !matches!(self.types.kind(t), crate::types::TypeKind::Reference(..))
                && self.types.get_record(t).is_none_or(|(_, r)| r.pod)
        })
    }

    /// The classes without data within a type, with their offsets.
    fn empty_parts(&self, t: Ty, at: u64) -> Vec<(u64, RecordId)> {
        if let Some((elem, n)) = self.types.element(t)
            && !wrong!(ArraysHoldNoEmpties)
        {
            // What another class of the type could lie at is near the beginning.
            let size = self.types.size(elem);
            let n = if n == UNKNOWN { 0 } else { n.min(1024) };
            let parts = self.empty_parts(elem, at);
            let moved = (0..n).flat_map(|i| parts.iter().map(move |(o, r)| (o + i * size, *r)));
            return moved.take(4096).collect();
        }
        let Some((id, r)) = self.types.get_record(t).filter(|(_, r)| r.holds_empty) else {
            return Vec::new();
        };
        let mut list: Vec<(u64, RecordId)> =
            r.fields.iter().flat_map(|f| self.empty_parts(f.ty, at + f.offset)).collect();
        if r.data_size == 0 {
            list.push((at, id));
        }
        list
    }

    /// Finds a data member of a class, its anonymous members' too, or of its bases; `None` where two bases have it.
    pub(crate) fn find_member(&self, t: Ty, name: Symbol) -> Option<Found> {
        let (id, r) = self.types.get_record(t)?;
        if let Some(&i) = r.members.get(&name) {
            let f = r.fields.get(i as usize)?;
            return Some(Found {
                ty: f.ty,
                offset: f.offset,
                align: f.align,
                bits: f.bits,
                mutable: f.mutable,
                access: f.access,
                class: id,
                declared: id,
            });
        }
        let inner = |base: bool| {
            let through = r.fields.iter().filter(move |f| f.name == words::EMPTY && f.base == base);
            through.filter_map(move |f| {
                let found = self.find_member(f.ty, name)?;
                let offset = f.offset + found.offset;
                if !base {
                    return Some(Found { offset, class: id, declared: id, ..found });
                }
                // Named in this class, it is as far away as the base is ([class.access.base] 1).
                let (class, access) = if f.access > found.access {
                    (id, f.access)
                } else {
                    (found.class, found.access)
                };
                Some(Found { offset, class, access, ..found })
            })
        };
        if let Some(f) = inner(false).next() {
            return Some(f);
        }
        // A base's member that a using declaration names is the class's own.
        if let Some(c) = self.classes.get(&id)
            && let Some(u) = c.usings.iter().find(|u| u.1 == name)
            && let Some((offset, _)) = self.base_path(t, u.0)
            && let Some(found) = self.find_member(u.0, name)
        {
            return Some(Found { offset: offset + found.offset, access: u.2, class: id, ..found });
        }
        // What the class itself declares hides its bases' members.
        let used = |u: &(Ty, Symbol, Access)| u.1 == name && !wrong!(BasesAnswerApart);
        let own = |c: &ClassInfo<'_>| c.entities.contains_key(&name) || c.usings.iter().any(used);
        if self.classes.get(&id).is_some_and(own) || self.declares(id, name, MemberKind::Method) {
            return None;
        }
        let several = self.classes.get(&id).is_some_and(|c| c.bases.len() > 1);
        if several && self.is_ambiguous(id, name) {
            return None;
        }
        let mut bases = inner(true);
        let first = bases.next()?;
        bases.next().is_none().then_some(first)
    }
}

/// Gives the bit-fields of each run (neighbours with no other member between) one unit to be read and written by: the
/// smallest aligned one that covers the run and no other member. C11 makes a run one memory location and every other
/// member another, which a write of a bit-field must not touch. A run that no unit covers keeps its declared containers.
/// In a packed struct a unit may lie at any byte; where none covers the run, each field has its own, or goes by its bytes.
fn choose_units(fields: &mut [Field], size: u64, align: u64, is_union: bool, packed: bool) {
    let mut from = 0;
    while from < fields.len() {
        if fields[from].bits.is_none() {
            from += 1;
            continue;
        }
        let mut to = from + 1;
        while !is_union && to < fields.len() && fields[to].bits.is_some() {
            to += 1;
        }
        let (before, run) = fields[..to].split_at(from);
        let low = before.last().filter(|_| !is_union).map_or(0, |f| f.end);
        let high = fields.get(to).filter(|_| !is_union).map_or(size, |f| f.offset);
        let bits = |f: &Field| f.offset * 8 + f.bits.map_or(0, |b| u64::from(b.start));
        let width = |f: &Field| f.bits.map_or(0, |b| u64::from(b.width));
        let first = run.iter().map(bits).min().unwrap_or(0) / 8;
        let last = run.iter().map(|f| bits(f) + width(f)).max().unwrap_or(0).div_ceil(8);
        let unit_of = |first: u64, last: u64| {
            [1u64, 2, 4, 8].into_iter().find_map(|u| {
                let start = if packed { first.min(high.saturating_sub(u)) } else { first / u * u };
                let fits = start + u >= last && start >= low && start + u <= high;
                (fits && (packed || u <= align)).then_some((start, u))
            })
        };
        let found = unit_of(first, last);
        for f in &mut fields[from..to] {
            let end = (bits(f) + width(f)).div_ceil(8);
            let start = bits(f) / 8;
            let own = || packed.then(|| unit_of(start, end).unwrap_or((start, end - start)));
            let Some((start, unit)) = found.or_else(own) else { continue };
            let place = bits(f) - start * 8;
            f.offset = start;
            if let Some(b) = &mut f.bits {
                (b.start, b.unit) = (place as u8, unit as u8);
            }
        }
        from = to;
    }
}

//! The places of a class's members: offsets, alignments and the bits of bit-fields, one member after the other.

use optx_source::Span;

use crate::{
    ast::{MemberAccess, Packed},
    check::Checker,
    intern::{Map, Symbol},
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
    pub access: MemberAccess,
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
            access: MemberAccess::Public,
            span,
        }
    }

    /// Its field at a place that ends at `end`.
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

/// How far the members of a class are placed.
pub(super) struct Placing {
    is_union: bool,
    pub packed: Packed,
    /// What `#pragma pack` bounds alignments by; 0 for nothing.
    pack: u8,
    pub fields: Vec<Field>,
    /// The named ones among the fields.
    pub names: Map<Symbol, u32>,
    /// In bits; the next free place.
    at: u64,
    /// In bytes, without padding at the end.
    pub size: u64,
    /// The largest alignment so far.
    pub align: u64,
    /// A bit-field goes by its bytes rather than by words of its type.
    pub loose: bool,
    /// Where the bases end, with their padding.
    bases_end: u64,
    /// Classes without data, which lie where no other of their type does.
    empties: Vec<(u64, RecordId)>,
}

impl Placing {
    /// Nothing is placed yet.
    pub(super) fn new(is_union: bool, packed: Packed, pack: u8) -> Placing {
        Placing {
            is_union,
            packed,
            pack,
            fields: Vec::new(),
            names: Map::default(),
            at: 0,
            size: 0,
            align: 1,
            loose: false,
            bases_end: 0,
            empties: Vec::new(),
        }
    }

    /// Whether something packs a member.
    fn is_close(&self, m: &Member) -> bool {
        self.packed != Packed::No || self.pack > 0 || m.packed
    }

    /// Whether a bit-field's type's alignment does not keep it within words.
    fn is_loose(&self, m: &Member, types: &Types) -> bool {
        self.is_close(m) || (1..types.align(m.ty)).contains(&m.typedef_align)
    }

    /// What an empty base takes at its place is the class's own, be it more than its members take.
    pub(super) fn data_end(&self) -> u64 {
        self.size.max(self.at.div_ceil(8))
    }

    /// The size with the padding at the end; an empty struct has one byte in C++, and one of arrays without elements none (GNU's).
    pub(super) fn padded_size(&self) -> u64 {
        match self.size.max(self.bases_end) {
            0 if self.fields.iter().any(|f| !f.base && !f.ty.is_error()) => 0,
            size => size.max(1).next_multiple_of(self.align),
        }
    }

    /// The alignment of a member whose type gives it `natural`.
    fn member_align(&self, m: &Member, natural: u64, pack: u8) -> u64 {
        let align = natural.max(if wrong!(AlignedIgnored) { 0 } else { m.align });
        if pack > 0 { align.min(u64::from(pack)) } else { align }
    }

    /// Ends the unit at hand, as a bit-field without width does.
    fn end_unit(&mut self, m: &Member, bytes: u64) {
        let unit = if m.typedef_align > 0 { m.typedef_align } else { bytes.max(1) };
        self.at = self.at.next_multiple_of(unit * 8);
        let end = if wrong!(TrailingUnitsAreForgotten) { 0 } else { self.at / 8 };
        self.size = self.size.max(end);
    }

    /// Places a bit-field of the width `w`, whose type has `bytes`: its offset, and its bits from there.
    fn place_bits(
        &mut self,
        m: &Member,
        w: u32,
        bytes: u64,
        natural: u64,
        types: &Types,
    ) -> (u64, BitField) {
        // A field wider than its type has the type's bits and padding.
        let held = w.min(bytes.max(1) as u32 * 8);
        let loose = self.is_loose(m, types);
        let word = bytes.max(1) * 8;
        let wanted = m.align.max(natural) * 8;
        let straddles = self.at % wanted + u64::from(held) > word;
        // An alignment of its own holds as far as `#pragma pack` goes.
        let allowed =
            self.pack == 0 || m.align <= u64::from(self.pack) || wrong!(AlignedBitFieldsIgnorePack);
        if !self.is_close(m) && !wrong!(BitFieldsStraddle) && straddles {
            self.at = self.at.next_multiple_of(wanted);
        } else if m.align > 0 && allowed {
            self.at = self.at.next_multiple_of(m.align * 8);
        }
        // One whose own alignment put it over the end of a word goes by its bytes, too.
        let over = self.at % word + u64::from(held) > word && !wrong!(BitFieldsStraddle);
        let loose = loose || over;
        self.loose |= loose;
        let unit = if loose { 8 } else { word };
        let start = self.at % unit;
        let container = self.at / unit * (unit / 8);
        // A packed one has the bytes that it touches.
        let touched = (start + u64::from(held)).div_ceil(8);
        let unit = if loose { touched } else { bytes.max(1) };
        let (start, width, unit) = (start as u8, held as u8, unit as u8);
        self.at += u64::from(if wrong!(WideBitFieldsEndEarly) { held } else { w });
        (container, BitField { start, width, unit })
    }

    /// The first offset from the next free place on where no class without data `inside` the member lies on another of its
    /// type. An empty base begins at the class's start.
    fn free_offset(&self, inside: &[(u64, RecordId)], align: u64, empty_base: bool) -> u64 {
        let next = self.at.div_ceil(8);
        let mut offset = if empty_base { 0 } else { next }.next_multiple_of(align);
        while inside.iter().any(|(o, t)| self.empties.contains(&(offset + o, *t))) {
            offset = if empty_base && offset < next {
                next.next_multiple_of(align)
            } else {
                offset + align
            };
        }
        offset
    }

    /// Adds the field of a placed member.
    fn add_field(&mut self, m: &Member, field: Field) {
        if m.name != words::EMPTY {
            self.names.insert(m.name, self.fields.len() as u32);
            self.fields.push(field);
        } else if m.width.is_none() {
            // A base class, or an anonymous struct or union: its members are found through it.
            self.fields.push(field);
        }
    }
}

impl Checker<'_, '_> {
    /// Places the next member.
    pub(super) fn place_member(&self, p: &mut Placing, m: &Member) {
        let bytes = self.bytes_of_member(m);
        let pack = if wrong!(PackIgnored) { 0 } else { p.pack };
        let natural = self.natural_align(m, p.packed, pack);
        let align = p.member_align(m, natural, pack);
        if p.is_union && !wrong!(UnionsAreStructs) {
            p.at = 0;
        }
        let (offset, bits) = match m.width {
            Some(0) => return p.end_unit(m, bytes),
            Some(w) => {
                let (offset, bits) = p.place_bits(m, w, bytes, natural, &self.types);
                (offset, Some(bits))
            }
            None => (self.place_object(p, m, bytes, align, pack), None),
        };
        if m.width.is_none() || m.name != words::EMPTY {
            p.align = p.align.max(align);
        }
        p.size = p.size.max(p.at.div_ceil(8));
        let end = if m.base && bytes == 0 { offset } else { p.at.div_ceil(8) };
        p.add_field(m, m.field(offset, align, bits, end));
    }

    /// How many bytes a member takes: a base without its padding.
    fn bytes_of_member(&self, m: &Member) -> u64 {
        if m.base && !wrong!(BasePaddingKept) {
            self.types.data_size(m.ty)
        } else {
            self.types.size(m.ty)
        }
    }

    /// The alignment that a member's type, or the name of that, gives it.
    fn natural_align(&self, m: &Member, packed: Packed, pack: u8) -> u64 {
        if self.is_packed(m, packed, pack) || wrong!(MembersUnaligned) {
            return 1;
        }
        match m.typedef_align {
            _ if wrong!(AlignedIgnored) => self.types.align(m.ty),
            0 => self.types.align(m.ty),
            own => own,
        }
    }

    /// Places a base or a member that is no bit-field: its offset.
    fn place_object(&self, p: &mut Placing, m: &Member, bytes: u64, align: u64, pack: u8) -> u64 {
        let empty = self.types.is_record(m.ty) && self.types.data_size(m.ty) == 0;
        let inside = if p.is_union { Vec::new() } else { self.empty_parts(m.ty, 0) };
        let offset = p.free_offset(&inside, align, m.base && empty);
        p.empties.extend(inside.into_iter().map(|(o, t)| (offset + o, t)));
        // `#pragma pack` alone leaves a base's padding to what follows.
        let padded = p.packed != Packed::No || pack == 0 || wrong!(PackKeepsBasePadding);
        if m.base && padded && !wrong!(PackedBasesAreCut) {
            p.bases_end = p.bases_end.max(offset + self.types.size(m.ty));
        }
        if m.base && empty {
            p.size = p.size.max(offset + self.types.size(m.ty));
        } else {
            p.at = offset.saturating_add(bytes).saturating_mul(8);
        }
        offset
    }

    /// Whether a member has no alignment of its own in a class that is packed so.
    fn is_packed(&self, m: &Member, packed: Packed, pack: u8) -> bool {
        if wrong!(PackedIgnored) {
            return false;
        }
        // Under `#pragma pack` it is one where `packed` stands.
        let before = packed == Packed::Before && (pack == 0 || wrong!(PackedBeforeCutsBitFields));
        let all = before || wrong!(PackedBehindIsBefore);
        if let Some(w) = m.width {
            // `#pragma pack` gives packed bit-fields their types' alignment back, as far as it goes.
            let given_back = w > 0 && pack > 0 && !wrong!(PackedBehindIsBefore);
            return before || !given_back && (m.packed || packed != Packed::No);
        }
        let plain = |r: &Record| r.pod || r.packed;
        let class = self.types.get_record(self.types.innermost(m.ty));
        let behind = !m.base && class.is_none_or(|(_, r)| plain(r));
        m.packed || packed != Packed::No && (behind || all)
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
}

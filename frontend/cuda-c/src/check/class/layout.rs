//! The layout of structs and unions, as the x86-64 ABI has it.

use optx_source::{Span, code};

use crate::{
    ast::{Flags, MemberAccess, MemberKind, Packed},
    check::{
        Checker,
        class::{
            ClassInfo,
            place::{Member, Placing},
        },
    },
    intern::Symbol,
    types::{BitField, Field, RecordId, Ty},
    words,
};

/// A data member that a name was found to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub ty: Ty,
    /// From the start of the object that the search began at.
    pub offset: u64,
    pub align: u64,
    pub bits: Option<BitField>,
    pub mutable: bool,
    pub access: MemberAccess,
    /// The class that declares it; that around anonymous members.
    pub class: RecordId,
    /// The same, where a using declaration of another class brings it there.
    pub declared: RecordId,
}

impl Checker<'_, '_> {
    /// Lays out a record's members and completes it. `pack` is what `#pragma pack` bounds their alignments by, or 0.
    pub(super) fn lay_out(
        &mut self,
        r: RecordId,
        members: &[Member],
        align: u64,
        (packed, pack): (Packed, u8),
    ) {
        let rec = &self.types.records[r];
        let start = members.first().map_or(Span::NONE, |m| m.span);
        if rec.complete {
            let text = format!("`{}` is defined within its own definition", rec.name);
            self.error(code::REDEFINED, start, text);
            return;
        }
        let is_union = rec.is_union;
        self.check_virtual(r);
        let mut p = Placing::new(is_union, packed, pack);
        let limit = self.limits().object_bytes;
        for m in members {
            self.place_member(&mut p, m);
            if m.width != Some(0) && p.size > limit {
                let text = format!("this struct is larger than {limit} bytes");
                self.error(code::LIMIT_OBJECT, m.span, text);
                return;
            }
        }
        p.align = p.align.max(align);
        let (size, align) = (p.padded_size(), p.align);
        choose_units(&mut p.fields, size, align, is_union, p.loose);
        let depth = 1 + p.fields.iter().map(|f| self.types.depth(f.ty)).max().unwrap_or(0);
        if depth > self.limits().nesting {
            self.error(code::LIMIT_NESTING, start, "types nest too deep");
            return;
        }
        let parts = p.fields.iter().fold(0u32, |n, f| n.saturating_add(self.types.parts(f.ty)));
        let limit = self.limits().members;
        if parts > limit {
            let text =
                format!("this class has more than {limit} members, those of its members included");
            self.error(code::LIMIT_OBJECT, start, text);
            return;
        }
        self.types.records[r].parts = parts;
        self.complete_record(r, p, members, depth);
    }

    /// Completes a record whose members are placed.
    fn complete_record(&mut self, r: RecordId, p: Placing, members: &[Member], depth: u32) {
        let (data, size) = (p.data_end(), p.padded_size());
        let fields = p.fields;
        let empty = is_empty(&fields, members);
        let pod = self.is_pod(r, &fields);
        let bits = fields.iter().any(|f| f.bits.is_some() || self.types.has_bit_fields(f.ty));
        let holds = |t: Ty| {
            self.types.get_record(self.types.innermost(t)).is_some_and(|(_, r)| r.holds_empty)
        };
        let holds_empty = empty || fields.iter().any(|f| holds(f.ty));
        let rec = &mut self.types.records[r];
        rec.depth = depth;
        (rec.has_bit_fields, rec.holds_empty) = (bits, holds_empty);
        rec.fields = fields;
        rec.members = p.names;
        rec.align = p.align;
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
        rec.packed = p.packed != Packed::No;
        rec.complete = true;
        self.types.completed += 1;
    }

    /// Reports a class with virtual functions: its objects begin with a pointer that nothing here makes.
    fn check_virtual(&mut self, r: RecordId) {
        let functions = self.classes.all.get(&r).map_or(&[][..], |c| c.spec.functions);
        let Some(f) = functions.iter().find(|f| f.flags.has(Flags::VIRTUAL)) else { return };
        let text = self.text(f.name.sym).to_string();
        let message = format!("`{text}` is virtual, and virtual functions are not supported");
        self.error(code::CLASS, f.name.span, message);
    }

    /// A class that copies itself in a way of its own is no plain data: its padding is its derived class's. Which of its
    /// assignments copy is known only once its bases are.
    pub(super) fn release_padding(&mut self, r: RecordId) {
        let assigns = self.classes.all.get(&r).is_some_and(|c| {
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
        let rec = &mut self.types.records[r];
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
        let own = self.classes.all.get(&r).is_none_or(|c| {
            !c.spec.functions.iter().any(|f| {
                let special = matches!(f.kind, MemberKind::Constructor | MemberKind::Destructor);
                special && !f.flags.has(Flags::FRIEND) && !f.defaulted && !f.deleted
            }) && c.inits.is_empty()
        });
        own && fields.iter().all(|f| {
            let t = self.types.innermost(f.ty);
            !f.base
                && f.access == MemberAccess::Public
                && !matches!(self.types.kind(t), crate::types::TypeKind::Reference(..))
                && self.types.get_record(t).is_none_or(|(_, r)| r.pod)
        })
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
        if let Some(c) = self.classes.all.get(&id)
            && let Some(u) = c.used.members.iter().find(|u| u.1 == name)
            && let Some((offset, _)) = self.base_path(t, u.0)
            && let Some(found) = self.find_member(u.0, name)
        {
            return Some(Found { offset: offset + found.offset, access: u.2, class: id, ..found });
        }
        // What the class itself declares hides its bases' members.
        let used = |u: &(Ty, Symbol, MemberAccess)| u.1 == name && !wrong!(BasesAnswerApart);
        let own =
            |c: &ClassInfo<'_>| c.entities.contains_key(&name) || c.used.members.iter().any(used);
        if self.classes.all.get(&id).is_some_and(own) || self.declares(id, name, MemberKind::Method)
        {
            return None;
        }
        let several = self.classes.all.get(&id).is_some_and(|c| c.bases.len() > 1);
        if several && self.is_ambiguous(id, name) {
            return None;
        }
        let mut bases = inner(true);
        let first = bases.next()?;
        bases.next().is_none().then_some(first)
    }
}

/// Whether a class with such members has no data.
fn is_empty(fields: &[Field], members: &[Member]) -> bool {
    // An unnamed bit-field is no member, and data all the same.
    let unnamed = |m: &Member| m.name == words::EMPTY && m.width.is_some_and(|w| w > 0);
    fields.iter().all(|f| f.base && f.end == f.offset)
        && (!members.iter().any(unnamed) || wrong!(UnnamedBitFieldsAreNothing))
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

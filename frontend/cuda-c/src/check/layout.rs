//! The layout of structs and unions, as the x86-64 ABI has it.

use optx_source::{Diagnostic, Span, code};

use super::Checker;
use crate::{
    intern::Symbol,
    types::{BitField, Field, RecordId, Ty},
    words,
};

/// A member as declared.
pub(super) struct Member {
    pub name: Symbol,
    pub ty: Ty,
    pub width: Option<u32>,
    pub align: u64,
    pub span: Span,
}

impl Checker<'_, '_> {
    /// Lays out a record's members and completes it.
    pub(super) fn lay_out(&mut self, r: RecordId, members: &[Member], align: u64, packed: bool) {
        let rec = &self.types.records[r.0 as usize];
        if rec.complete {
            let span = members.first().map_or(Span::NONE, |m| m.span);
            let text = format!("`{}` is defined within its own definition", rec.name);
            self.error(code::REDEFINED, span, text);
            return;
        }
        let is_union = rec.is_union;
        let mut fields: Vec<Field> = Vec::with_capacity(members.len());
        let mut names = crate::intern::Map::default();
        // In bits; the next free place.
        let mut at = 0u64;
        let (mut size, mut most) = (0u64, 1u64);
        let limit = self.limits().object_bytes;
        for m in members {
            let bytes = self.types.size(m.ty);
            let natural = if packed { 1 } else { self.types.align(m.ty) };
            let member_align = natural.max(m.align);
            if is_union {
                at = 0;
            }
            let (offset, bits) = match m.width {
                Some(0) => {
                    at = at.next_multiple_of(bytes.max(1) * 8);
                    continue;
                }
                Some(w) => {
                    let unit = if packed { 8 } else { bytes.max(1) * 8 };
                    if !packed && at / unit != (at + u64::from(w) - 1) / unit {
                        at = at.next_multiple_of(unit);
                    }
                    let start = at % unit;
                    if packed && start + u64::from(w) > 64 {
                        let text = "a bit-field over nine bytes is not supported yet";
                        self.error(code::LIMIT_OBJECT, m.span, text);
                        return;
                    }
                    let container = at / unit * (unit / 8);
                    // A packed one has the bytes that it touches.
                    let touched = (start + u64::from(w)).div_ceil(8).next_power_of_two();
                    let unit = if packed { touched } else { bytes.max(1) };
                    let (start, width, unit) = (start as u8, w as u8, unit as u8);
                    at += u64::from(w);
                    (container, Some(BitField { start, width, unit }))
                }
                None => {
                    let offset = at.div_ceil(8).next_multiple_of(member_align);
                    at = offset.saturating_add(bytes).saturating_mul(8);
                    (offset, None)
                }
            };
            if m.width.is_none() || m.name != words::EMPTY {
                most = most.max(member_align);
            }
            size = size.max(at.div_ceil(8));
            if size > limit {
                self.error(
                    code::LIMIT_OBJECT,
                    m.span,
                    format!("this struct is larger than {limit} bytes"),
                );
                return;
            }
            let place = fields.len() as u32;
            if m.name != words::EMPTY {
                if let Some(&old) = names.get(&m.name) {
                    let text = self.text(m.name).to_string();
                    let first: u32 = old;
                    let at = members.get(first as usize).map_or(Span::NONE, |m| m.span);
                    self.diags.push(
                        Diagnostic::new(
                            code::REDEFINED,
                            m.span,
                            format!("the member `{text}` stands here twice"),
                        )
                        .note(at, "the first one is here"),
                    );
                }
                names.insert(m.name, place);
                fields.push(Field { name: m.name, ty: m.ty, offset, bits, end: at.div_ceil(8) });
            } else if m.width.is_none() {
                // An anonymous struct or union: its members are found through it.
                fields.push(Field { name: m.name, ty: m.ty, offset, bits, end: at.div_ceil(8) });
            }
        }
        most = most.max(align);
        // An empty struct has one byte in C++.
        let size = size.max(1).next_multiple_of(most);
        if !choose_units(&mut fields, size, most, is_union, packed) {
            let span = members.first().map_or(Span::NONE, |m| m.span);
            let text = "a packed bit-field that no 1, 2, 4 or 8 bytes cover without touching another member is not \
                        supported yet";
            self.error(code::LIMIT_OBJECT, span, text);
            return;
        }
        let depth = 1 + fields.iter().map(|f| self.types.depth(f.ty)).max().unwrap_or(0);
        if depth > self.limits().nesting {
            let span = members.first().map_or(Span::NONE, |m| m.span);
            self.error(code::LIMIT_NESTING, span, "types nest too deep");
            return;
        }
        let rec = &mut self.types.records[r.0 as usize];
        rec.depth = depth;
        rec.fields = fields;
        rec.members = names;
        rec.align = most;
        rec.size = size;
        rec.complete = true;
    }

    /// Finds a member, through anonymous members too: its type, offset and bits.
    pub(crate) fn find_member(&self, t: Ty, name: Symbol) -> Option<(Ty, u64, Option<BitField>)> {
        self.find_member_at(t, name, 0)
    }

    fn find_member_at(
        &self,
        t: Ty,
        name: Symbol,
        depth: u32,
    ) -> Option<(Ty, u64, Option<BitField>)> {
        let (_, r) = self.types.get_record(t)?;
        if let Some(&i) = r.members.get(&name) {
            let f = r.fields.get(i as usize)?;
            return Some((f.ty, f.offset, f.bits));
        }
        if depth > 32 {
            return None;
        }
        r.fields.iter().filter(|f| f.name == words::EMPTY).find_map(|f| {
            let (ty, offset, bits) = self.find_member_at(f.ty, name, depth + 1)?;
            Some((ty, f.offset + offset, bits))
        })
    }
}

/// Gives the bit-fields of each run (neighbours with no other member between) one unit to be read and written by: the
/// smallest aligned one that covers the run and no other member. C11 makes a run one memory location and every other
/// member another, which a write of a bit-field must not touch. A run that no unit covers keeps its declared containers.
/// In a packed struct a unit may lie at any byte; where none covers the run, each field has its own; false where one
/// has none.
fn choose_units(fields: &mut [Field], size: u64, align: u64, is_union: bool, packed: bool) -> bool {
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
            let own = || if packed { unit_of(bits(f) / 8, end) } else { None };
            let Some((start, unit)) = found.or_else(own) else {
                if packed {
                    return false;
                }
                continue;
            };
            let place = bits(f) - start * 8;
            f.offset = start;
            if let Some(b) = &mut f.bits {
                (b.start, b.unit) = (place as u8, unit as u8);
            }
        }
        from = to;
    }
    true
}

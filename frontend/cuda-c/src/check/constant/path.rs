//! Ways through objects: from the typed tree's offsets to fields and elements, and back to offsets.
//!
//! Idea: the typed tree names a member by its offset, its bits and its type, and a base class by its offset and type. The
//! fields of a class that fit are unique but for members of one type in one union, which count as one member here.

use crate::types::{BitField, Field, Ty, TypeKind, Types};

/// The way from an object to its part of a type at an offset: a member, a base, an element, or what lies in one of these;
/// nowhere, where that is the object itself.
pub(super) fn part(
    types: &Types,
    whole: Ty,
    offset: u64,
    bits: Option<BitField>,
    want: Ty,
) -> Option<Vec<u64>> {
    if let Some(way) = member(types, whole, offset, bits, want) {
        return Some(way);
    }
    if let Some(way) = base(types, whole, offset, want) {
        return Some(way);
    }
    if offset == 0 && bits.is_none() && types.same_but_qualified(whole, want) {
        return Some(Vec::new());
    }
    let inner = |step: u64, ty: Ty, offset: u64| {
        let rest = part(types, ty, offset, bits, want)?;
        Some(std::iter::once(step).chain(rest).collect())
    };
    if let Some((elem, len)) = types.element(whole) {
        let size = types.size(elem).max(1);
        return (offset / size < len).then(|| inner(offset / size, elem, offset % size))?;
    }
    let (_, rec) = types.get_record(whole)?;
    (0u64..).zip(&rec.fields).find_map(|(i, f)| {
        let within = f.offset <= offset && offset < f.offset + types.size(f.ty);
        let whole = f.bits.is_none() && !types.is_scalar(f.ty);
        if within && whole { inner(i, f.ty, offset - f.offset) } else { None }
    })
}

/// The fields that lead from a class to its member, in bases and anonymous members too.
fn member(
    types: &Types,
    class: Ty,
    offset: u64,
    bits: Option<BitField>,
    want: Ty,
) -> Option<Vec<u64>> {
    let (_, rec) = types.get_record(class)?;
    let stored = |t: Ty| match types.kind(t) {
        TypeKind::Reference(to, _) => types.pointee(want) == Some(to),
        _ => types.same_but_qualified(want, t),
    };
    let own = |f: &&Field| f.offset == offset && f.bits == bits && !f.base && stored(f.ty);
    if let Some(i) = rec.fields.iter().position(|f| own(&f)) {
        return Some(vec![i as u64]);
    }
    for (i, f) in rec.fields.iter().enumerate() {
        let inner = f.offset <= offset && offset <= f.offset + types.size(f.ty);
        if !inner || !types.is_record(f.ty) || !(f.base || f.name == crate::words::EMPTY) {
            continue;
        }
        if let Some(rest) = member(types, f.ty, offset - f.offset, bits, want) {
            return Some(std::iter::once(i as u64).chain(rest).collect());
        }
    }
    None
}

/// The fields that lead from a class to a base of it.
pub(super) fn base(types: &Types, class: Ty, offset: u64, want: Ty) -> Option<Vec<u64>> {
    let (_, rec) = types.get_record(class)?;
    for (i, f) in rec.fields.iter().enumerate().filter(|(_, f)| f.base && f.offset <= offset) {
        if f.ty.bare() == want.bare() && f.offset == offset {
            return Some(vec![i as u64]);
        }
        if let Some(rest) = base(types, f.ty, offset - f.offset, want) {
            return Some(std::iter::once(i as u64).chain(rest).collect());
        }
    }
    None
}

/// The type of what a step leads to, with the qualifiers that it has there; of a mutable member of a const object none.
pub(super) fn step(types: &Types, ty: Ty, step: u64) -> Option<Ty> {
    match types.kind(ty) {
        TypeKind::Array(elem, _) => Some(elem.with(ty.quals() & 3)),
        TypeKind::Record(r) => {
            let f = types.records.get(r)?.fields.get(usize::try_from(step).ok()?)?;
            let quals = if f.mutable { ty.quals() & 2 } else { ty.quals() & 3 };
            Some(match types.kind(f.ty) {
                TypeKind::Reference(..) => f.ty,
                _ => f.ty.with(quals),
            })
        }
        _ => None,
    }
}

/// The type at the end of a way.
pub(super) fn end(types: &Types, root: Ty, path: &[u64]) -> Option<Ty> {
    path.iter().try_fold(root, |ty, s| step(types, ty, *s))
}

/// Bytes from the root to the end of a way.
pub(super) fn offset(types: &Types, root: Ty, path: &[u64]) -> Option<u64> {
    let (mut ty, mut at) = (root, 0u64);
    for s in path {
        at = at.checked_add(match types.kind(ty) {
            TypeKind::Array(elem, _) => s.checked_mul(types.size(elem))?,
            TypeKind::Record(r) => {
                let rec = types.records.get(r)?;
                rec.fields.get(usize::try_from(*s).ok()?)?.offset
            }
            _ => return None,
        })?;
        ty = step(types, ty, *s)?;
    }
    Some(at)
}

//! What the pieces of variables are called in the source.

use optx_whirl::{Module, St, TyId, TyKind};

/// True where a structure has a bit-field in the word at an offset.
pub(super) fn has_bit_fields(module: &Module, ty: TyId, offset: i64) -> bool {
    match module.types.kind(ty) {
        TyKind::Struct { fields, is_union, .. } => fields.iter().any(|field| {
            let start = field.offset as i64;
            let end = start.saturating_add(module.types.size(field.ty) as i64);
            // The members of a union share their bytes: which was set is not known here.
            let meets = start <= offset && offset < end;
            meets
                && (*is_union
                    || field.bits.is_some()
                    || has_bit_fields(module, field.ty, offset - start))
        }),
        TyKind::Array(of, _) => match module.types.size(*of) as i64 {
            0 => false,
            size => has_bit_fields(module, *of, offset % size),
        },
        _ => false,
    }
}

/// True for a variable that is a structure, or holds some: its values go on as parts of it.
pub(super) fn is_in_structure(module: &Module, ty: TyId) -> bool {
    match module.types.kind(ty) {
        TyKind::Struct { .. } => true,
        TyKind::Array(of, _) => is_in_structure(module, *of),
        _ => false,
    }
}

/// True for a structure, or an array of such, whose move is a single store: it has one part, or is a union.
pub(super) fn is_of_one_part(module: &Module, ty: TyId) -> bool {
    match module.types.kind(ty) {
        TyKind::Struct { is_union: true, .. } => true,
        TyKind::Struct { fields, .. } => {
            let mut parts = fields.iter().filter(|field| !is_empty(module, field.ty));
            let part = parts.next();
            part.is_none_or(|part| is_scalar(module, part.ty) || is_of_one_part(module, part.ty))
                && parts.next().is_none()
        }
        TyKind::Array(of, _) => is_of_one_part(module, *of),
        _ => false,
    }
}

fn is_scalar(module: &Module, ty: TyId) -> bool {
    !matches!(module.types.kind(ty), TyKind::Struct { .. } | TyKind::Array(..))
}

fn is_empty(module: &Module, ty: TyId) -> bool {
    match module.types.kind(ty) {
        TyKind::Struct { fields, .. } => fields.iter().all(|field| is_empty(module, field.ty)),
        _ => false,
    }
}

/// How a variable's piece is written, in quotes: `v`, `s.b`, an element of `a`.
pub(super) fn of_piece(module: &Module, variable: &St, offset: Option<i64>) -> String {
    let St { name, ty, .. } = variable;
    let Some(mut offset) = offset else {
        let is_whole = is_scalar(module, *ty);
        return if is_whole { format!("`{name}`") } else { format!("what `{name}` holds") };
    };
    let (mut path, mut ty) = (name.clone(), *ty);
    loop {
        match module.types.kind(ty) {
            TyKind::Struct { fields, .. } => {
                let holds = fields.iter().find(|field| {
                    let start = field.offset as i64;
                    start <= offset
                        && offset < start.saturating_add(module.types.size(field.ty) as i64)
                });
                let Some(field) = holds else { break };
                if !field.name.is_empty() {
                    path = format!("{path}.{}", field.name);
                }
                (ty, offset) = (field.ty, offset - field.offset as i64);
            }
            TyKind::Array(of, _) => {
                let size = (module.types.size(*of) as i64).max(1);
                path = format!("{path}[{}]", offset / size);
                (ty, offset) = (*of, offset % size);
            }
            _ => break,
        }
    }
    format!("`{path}`")
}

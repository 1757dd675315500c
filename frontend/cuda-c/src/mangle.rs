//! Names in PTX: mangled as the Itanium C++ ABI has it, unless `extern "C"`.

use crate::{
    ast::Flags,
    check::{Checker, Function},
    types::{CONST, Ty, TypeKind, VOLATILE},
};

/// The PTX name of a function.
pub(crate) fn function(cx: &Checker<'_, '_>, f: &Function<'_>) -> String {
    let name = cx.text(f.name);
    if f.flags.has(Flags::EXTERN_C) {
        return name.to_string();
    }
    let local = if f.flags.has(Flags::STATIC) { "L" } else { "" };
    let mut m = Mangler { cx, seen: Vec::new(), out: format!("_Z{local}{}{name}", name.len()) };
    if f.params.is_empty() {
        m.out.push('v');
    }
    for p in &f.params {
        m.ty(p.ty.bare());
    }
    m.out
}

struct Mangler<'c, 'a, 'x> {
    cx: &'c Checker<'a, 'x>,
    /// Types that a later mention may stand back to.
    seen: Vec<Ty>,
    out: String,
}

impl Mangler<'_, '_, '_> {
    /// Writes a back reference if the type was seen.
    fn back(&mut self, t: Ty) -> bool {
        let Some(i) = self.seen.iter().position(|s| *s == t) else { return false };
        if i == 0 {
            self.out.push_str("S_");
        } else {
            let mut n = i - 1;
            let mut digits = Vec::new();
            loop {
                digits.push(
                    char::from_digit((n % 36) as u32, 36).unwrap_or('0').to_ascii_uppercase(),
                );
                n /= 36;
                if n == 0 {
                    break;
                }
            }
            self.out.push('S');
            self.out.extend(digits.iter().rev());
            self.out.push('_');
        }
        true
    }

    fn ty(&mut self, t: Ty) {
        let q = t.quals() & (CONST | VOLATILE);
        if q != 0 {
            let t = t.bare().with(q);
            if self.back(t) {
                return;
            }
            if q & VOLATILE != 0 {
                self.out.push('V');
            }
            if q & CONST != 0 {
                self.out.push('K');
            }
            self.ty(t.bare());
            self.seen.push(t);
            return;
        }
        let t = t.bare();
        let letter = match self.cx.types.kind(t) {
            TypeKind::Void => 'v',
            TypeKind::Bool => 'b',
            TypeKind::Char => 'c',
            TypeKind::SChar => 'a',
            TypeKind::UChar => 'h',
            TypeKind::Short => 's',
            TypeKind::UShort => 't',
            TypeKind::Int => 'i',
            TypeKind::UInt => 'j',
            TypeKind::Long => 'l',
            TypeKind::ULong => 'm',
            TypeKind::LongLong => 'x',
            TypeKind::ULongLong => 'y',
            TypeKind::Float => 'f',
            TypeKind::Double => 'd',
            TypeKind::NullPtr => {
                self.out.push_str("Dn");
                return;
            }
            TypeKind::Pointer(to) | TypeKind::Reference(to) => {
                if self.back(t) {
                    return;
                }
                self.out.push(if matches!(self.cx.types.kind(t), TypeKind::Pointer(_)) {
                    'P'
                } else {
                    'R'
                });
                self.ty(to);
                self.seen.push(t);
                return;
            }
            TypeKind::Array(e, n) => {
                if self.back(t) {
                    return;
                }
                self.out.push_str(&format!("A{n}_"));
                self.ty(e);
                self.seen.push(t);
                return;
            }
            TypeKind::Record(_) | TypeKind::Enum(_) => {
                if self.back(t) {
                    return;
                }
                let n = self.cx.types.name(t);
                self.out.push_str(&format!("{}{n}", n.len()));
                self.seen.push(t);
                return;
            }
            TypeKind::Error | TypeKind::Function => 'v',
        };
        self.out.push(letter);
    }
}

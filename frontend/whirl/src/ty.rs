//! The type table: sizes, alignment and fields of the source's types.

use crate::mtype::Mtype;

/// A type of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TyId(pub u32);

impl std::fmt::Display for TyId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// One member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Its name; empty for an anonymous member.
    pub name: String,
    /// Its type; for a bit-field, the declared type.
    pub ty: TyId,
    /// Its place in bytes from the start; for a bit-field, of its container.
    pub offset: u64,
    /// For a bit-field, the place of its bits in the container, whose type is `ty`.
    pub bits: Option<Bits>,
}

/// The bits of a bit-field within its container: `start` counted from the least significant bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// The lowest bit.
    pub start: u8,
    /// How many bits.
    pub width: u8,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TyKind {
    /// A scalar, or `V` for void.
    Scalar(Mtype),
    /// `bool`: one byte of memory holding 0 or 1.
    Bool,
    /// A pointer, with what it points to.
    Pointer(TyId),
    /// An array of so many elements; an array of unknown length (`extern __shared__`) has 0.
    Array(TyId, u64),
    /// A struct, union or vector type.
    Struct {
        /// Its tag.
        name: String,
        /// Its members in order.
        fields: Vec<Field>,
        /// Its size in bytes.
        size: u64,
        /// Its alignment in bytes.
        align: u32,
        /// All members at offset 0.
        is_union: bool,
    },
}

/// The types of a module. Scalars, pointers and arrays are interned; each struct is one entry.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TyTable {
    kinds: Vec<TyKind>,
}

/// The deepest description of a type that a text may have: what walks types may recurse.
const MAX_DEPTH: u32 = 2048;

impl TyTable {
    /// The entry for `kind`, made where absent. Structs are always new entries.
    ///
    /// Linear in the number of distinct types, which is small; hot callers keep the id.
    pub fn intern(&mut self, kind: TyKind) -> TyId {
        if !matches!(kind, TyKind::Struct { .. })
            && let Some(found) = self.kinds.iter().position(|k| *k == kind)
        {
            return TyId(found as u32);
        }
        self.kinds.push(kind);
        TyId(self.kinds.len() as u32 - 1)
    }

    /// Appends an entry without interning: for readers of text, where the number must be kept.
    pub fn push(&mut self, kind: TyKind) -> TyId {
        self.kinds.push(kind);
        TyId(self.kinds.len() as u32 - 1)
    }

    /// The scalar type of `mtype`.
    pub fn scalar(&mut self, mtype: Mtype) -> TyId {
        self.intern(TyKind::Scalar(mtype))
    }

    /// What the type is.
    pub fn kind(&self, ty: TyId) -> &TyKind {
        &self.kinds[ty.0 as usize]
    }

    /// All types in order.
    pub fn iter(&self) -> impl Iterator<Item = (TyId, &TyKind)> {
        self.kinds.iter().enumerate().map(|(i, k)| (TyId(i as u32), k))
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// What is wrong with the pointers of a table read from text, if anything: each points to a type of the table,
    /// only a struct may point to itself, or its description would have no end, and none is deeper than [`MAX_DEPTH`].
    pub fn bad_pointer(&self) -> Option<String> {
        // How deep the description of a type is, once it is known to end.
        let mut depths = vec![0; self.kinds.len()];
        for first in 0..self.kinds.len() {
            let (mut at, mut chain) = (first, Vec::new());
            while depths[at] == 0 {
                chain.push(at);
                let (TyKind::Pointer(to) | TyKind::Array(to, _)) = &self.kinds[at] else { break };
                if to.0 as usize >= self.kinds.len() {
                    return Some(format!("there is no type {to} for t{at} to point to"));
                }
                if chain.len() > self.kinds.len() {
                    return Some(format!("the type t{first} points to itself"));
                }
                at = to.0 as usize;
            }
            for k in chain.into_iter().rev() {
                let below = match &self.kinds[k] {
                    TyKind::Pointer(to) | TyKind::Array(to, _) => depths[to.0 as usize],
                    // Later types are pointers.
                    TyKind::Struct { fields, .. } => {
                        let of_fields = fields.iter().filter_map(|f| depths.get(f.ty.0 as usize));
                        of_fields.copied().max().unwrap_or(0)
                    }
                    _ => 0,
                };
                depths[k] = below + 1;
                if depths[k] > MAX_DEPTH {
                    return Some(format!("the type t{k} is nested too deeply"));
                }
            }
        }
        None
    }

    /// Size in bytes; 0 for void. Saturates on absurd arrays, which the frontend refuses.
    pub fn size(&self, ty: TyId) -> u64 {
        match self.kind(ty) {
            TyKind::Scalar(m) => u64::from(m.size()),
            TyKind::Bool => 1,
            TyKind::Pointer(_) => 8,
            TyKind::Array(element, count) => self.size(*element).saturating_mul(*count),
            TyKind::Struct { size, .. } => *size,
        }
    }

    /// Alignment in bytes, at least 1.
    pub fn align(&self, ty: TyId) -> u32 {
        match self.kind(ty) {
            TyKind::Scalar(m) => m.size().max(1),
            TyKind::Bool => 1,
            TyKind::Pointer(_) => 8,
            TyKind::Array(element, _) => self.align(*element),
            TyKind::Struct { align, .. } => (*align).max(1),
        }
    }

    /// The machine type of an access to an object of this type: `U1` for `bool`, `U8` for a pointer, `M` for
    /// arrays and structs.
    pub fn mtype(&self, ty: TyId) -> Mtype {
        match self.kind(ty) {
            TyKind::Scalar(m) => *m,
            TyKind::Bool => Mtype::U1,
            TyKind::Pointer(_) => Mtype::U8,
            TyKind::Array(..) | TyKind::Struct { .. } => Mtype::M,
        }
    }
}

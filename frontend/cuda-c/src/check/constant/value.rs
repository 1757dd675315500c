//! The values that constants are made of: objects as trees of subobjects ([intro.object]).
//!
//! Idea: a value has the shape of its type, but what is zero or not initialised as a whole is one word, whatever its
//! size: an array of a thousand million elements costs nothing until its elements are written. A value does not say its
//! type; who looks at it walks the type beside it. A pointer names its object and the way from there to the part: an
//! index for each array, the number of the field for each class, so that no part is taken for a neighbour.

use crate::{
    typed::{GlobalId, LocalId},
    types::{Ty, TypeKind, Types},
};

/// An object that an evaluation made: its place and how often the place was used before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct ObjectId {
    pub place: u32,
    pub generation: u32,
}

/// What a pointer's way begins at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) enum Root {
    /// An object of the evaluation.
    Object(ObjectId),
    Global(GlobalId),
    /// A string constant, and where it is written: equal ones may be one object or several.
    Literal(GlobalId, u32),
    /// A variable of the function around the constant, by its number.
    Local(LocalId),
}

/// A pointer that is not null, or what a reference refers to.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::check) struct Pointer {
    pub root: Root,
    pub path: Vec<u64>,
    /// It points behind an object that is no element of an array; behind an array's last element is an index.
    pub past: bool,
    /// It sees bytes as another type, so many behind the way's end: an address to begin with, and nothing to read by.
    pub bytes: Option<i64>,
}

impl Pointer {
    pub(super) fn to(root: Root) -> Pointer {
        Pointer { root, path: Vec::new(), past: false, bytes: None }
    }
}

/// The value of an object.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::check) enum Value {
    /// Nothing was written.
    Unset,
    /// Zero in all its parts.
    Zero,
    /// Integers, bools and enumerations, extended by the sign of their type; null pointers.
    Int(i64),
    Float(f64),
    Pointer(Box<Pointer>),
    /// Bases and members, as the class's fields.
    Class(Box<[Value]>),
    /// The number of the active member and its value.
    Union(Option<Box<(u64, Value)>>),
    Array(Box<Array>),
}

/// The elements of an array; those behind `made` are zero or not initialised.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::check) struct Array {
    pub made: Vec<Value>,
    pub zero: bool,
}

pub(in crate::check) static UNSET: Value = Value::Unset;
pub(in crate::check) static ZERO: Value = Value::Zero;

impl Array {
    pub(super) fn get(&self, i: u64) -> &Value {
        let made = usize::try_from(i).ok().and_then(|i| self.made.get(i));
        made.unwrap_or(if self.zero { &ZERO } else { &UNSET })
    }

    /// The elements up to this one as values of their own, and this one.
    pub(super) fn get_mut(&mut self, i: usize) -> Option<&mut Value> {
        if i >= self.made.len() {
            self.made.resize(i + 1, if self.zero { Value::Zero } else { Value::Unset });
        }
        self.made.get_mut(i)
    }
}

impl Value {
    /// One level of parts, for a value that is zero or unset as a whole. Gives how many it made.
    pub(super) fn expand(&mut self, types: &Types, ty: Ty) -> usize {
        let fill = match self {
            Value::Zero => true,
            Value::Unset => false,
            _ => return 0,
        };
        match types.kind(ty) {
            TypeKind::Array(..) => {
                *self = Value::Array(Box::new(Array { made: Vec::new(), zero: fill }))
            }
            TypeKind::Record(r) => {
                let Some(rec) = types.records.get(r) else { return 0 };
                if rec.is_union {
                    // Zero is the first member's ([dcl.init] 6).
                    let first = fill && !rec.fields.is_empty();
                    *self = Value::Union(first.then(|| Box::new((0, Value::Zero))));
                    return 1;
                }
                *self = Value::Class(vec![self.clone(); rec.fields.len()].into());
                return rec.fields.len();
            }
            _ => {}
        }
        1
    }

    /// How many values it is made of.
    pub(super) fn weight(&self) -> usize {
        match self {
            Value::Class(parts) => parts.iter().map(Value::weight).sum::<usize>() + 1,
            Value::Array(a) => a.made.iter().map(Value::weight).sum::<usize>() + 1,
            Value::Union(Some(active)) => active.1.weight() + 1,
            _ => 1,
        }
    }
}

/// A number of an integer type among bytes.
pub(super) fn unit(types: &Types, bytes: &[u8], index: u64, ty: Ty) -> i64 {
    let size = types.size(ty).clamp(1, 8) as usize;
    let at = usize::try_from(index).unwrap_or(usize::MAX).saturating_mul(size);
    let mut word = [0u8; 8];
    if let Some(from) = bytes.get(at..at.saturating_add(size)) {
        word[..size].copy_from_slice(from);
    }
    crate::check::body::wrap(types, i64::from_le_bytes(word), ty)
}

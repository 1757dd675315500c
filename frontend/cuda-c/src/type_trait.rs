//! The type traits of the compiler: what `<type_traits>` asks about classes that no template could find out.

/// A type trait, by its spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the traits' own names")]
pub enum Trait {
    HasNothrowAssign,
    HasNothrowConstructor,
    HasNothrowCopy,
    HasTrivialAssign,
    HasTrivialConstructor,
    HasTrivialCopy,
    HasTrivialDestructor,
    HasVirtualDestructor,
    IsAbstract,
    IsAggregate,
    IsBaseOf,
    IsClass,
    IsEmpty,
    IsEnum,
    IsPod,
    IsPolymorphic,
    IsUnion,
}

use Trait::*;

const ALL: &[(&str, Trait)] = &[
    ("__has_nothrow_assign", HasNothrowAssign),
    ("__has_nothrow_constructor", HasNothrowConstructor),
    ("__has_nothrow_copy", HasNothrowCopy),
    ("__has_trivial_assign", HasTrivialAssign),
    ("__has_trivial_constructor", HasTrivialConstructor),
    ("__has_trivial_copy", HasTrivialCopy),
    ("__has_trivial_destructor", HasTrivialDestructor),
    ("__has_virtual_destructor", HasVirtualDestructor),
    ("__is_abstract", IsAbstract),
    ("__is_aggregate", IsAggregate),
    ("__is_base_of", IsBaseOf),
    ("__is_class", IsClass),
    ("__is_empty", IsEmpty),
    ("__is_enum", IsEnum),
    ("__is_pod", IsPod),
    ("__is_polymorphic", IsPolymorphic),
    ("__is_union", IsUnion),
];

impl Trait {
    /// The trait of a spelling.
    #[must_use]
    pub fn find(text: &str) -> Option<Trait> {
        ALL.iter().find(|t| t.0 == text).map(|t| t.1)
    }

    /// Its spelling.
    #[must_use]
    pub fn text(self) -> &'static str {
        ALL.iter().find(|t| t.1 == self).map_or("", |t| t.0)
    }

    /// How many types it takes.
    #[must_use]
    pub fn arity(self) -> usize {
        if self == IsBaseOf { 2 } else { 1 }
    }
}

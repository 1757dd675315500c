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
    HasUniqueObjectRepresentations,
    HasVirtualDestructor,
    IsAbstract,
    IsAggregate,
    IsAssignable,
    IsBaseOf,
    IsClass,
    IsConstructible,
    IsConvertibleTo,
    IsDestructible,
    IsEmpty,
    IsEnum,
    IsFinal,
    IsFunction,
    IsLiteralType,
    IsNothrowAssignable,
    IsNothrowConstructible,
    IsNothrowDestructible,
    IsPod,
    IsPolymorphic,
    IsStandardLayout,
    IsTrivial,
    IsTriviallyAssignable,
    IsTriviallyConstructible,
    IsTriviallyCopyable,
    IsTriviallyDestructible,
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
    ("__has_unique_object_representations", HasUniqueObjectRepresentations),
    ("__has_virtual_destructor", HasVirtualDestructor),
    ("__is_abstract", IsAbstract),
    ("__is_aggregate", IsAggregate),
    ("__is_assignable", IsAssignable),
    ("__is_base_of", IsBaseOf),
    ("__is_class", IsClass),
    ("__is_constructible", IsConstructible),
    ("__is_convertible_to", IsConvertibleTo),
    ("__is_destructible", IsDestructible),
    ("__is_empty", IsEmpty),
    ("__is_enum", IsEnum),
    ("__is_final", IsFinal),
    ("__is_function", IsFunction),
    ("__is_literal_type", IsLiteralType),
    ("__is_nothrow_assignable", IsNothrowAssignable),
    ("__is_nothrow_constructible", IsNothrowConstructible),
    ("__is_nothrow_destructible", IsNothrowDestructible),
    ("__is_pod", IsPod),
    ("__is_polymorphic", IsPolymorphic),
    ("__is_standard_layout", IsStandardLayout),
    ("__is_trivial", IsTrivial),
    ("__is_trivially_assignable", IsTriviallyAssignable),
    ("__is_trivially_constructible", IsTriviallyConstructible),
    ("__is_trivially_copyable", IsTriviallyCopyable),
    ("__is_trivially_destructible", IsTriviallyDestructible),
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

    /// Whether it is of an expression over types, and not of a type.
    #[must_use]
    pub fn asks_of_expression(self) -> bool {
        matches!(
            self,
            IsConstructible
                | IsNothrowConstructible
                | IsTriviallyConstructible
                | IsAssignable
                | IsNothrowAssignable
                | IsTriviallyAssignable
                | IsConvertibleTo
        )
    }

    /// Whether it takes so many types.
    #[must_use]
    pub fn takes(self, types: usize) -> bool {
        match self {
            IsConstructible | IsNothrowConstructible | IsTriviallyConstructible => types >= 1,
            IsAssignable | IsNothrowAssignable | IsTriviallyAssignable => types == 2,
            IsBaseOf | IsConvertibleTo => types == 2,
            _ => types == 1,
        }
    }
}

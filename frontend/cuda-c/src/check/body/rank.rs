//! Implicit conversion sequences as values, and which of two is better ([over.ics.rank]).

use std::cmp::Ordering;

use crate::{check::Checker, typed::FunctionId, types::Ty};

/// The rank of a standard conversion. Lower is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::check) enum Rank {
    Exact,
    Promotion,
    Conversion,
}

/// How a reference parameter is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Binding {
    /// The parameter is an rvalue reference.
    pub(super) rvalue: bool,
    /// It is bound to an rvalue.
    pub(super) to_rvalue: bool,
    /// The parameter is the object that a member function is called on.
    pub(super) implicit: bool,
    /// What it refers to, and its qualifiers.
    pub(super) to: Ty,
    pub(super) quals: u32,
}

/// A conversion that a class defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) enum Conversion {
    /// A converting constructor.
    Constructor(FunctionId),
    /// A conversion function.
    Function(FunctionId),
    /// A list in braces that makes this class; by an explicit constructor, where it is one, which is an error if it is used.
    List { class: Ty, explicit: bool },
    /// Several fit equally: the sequence is as any other, and an error if it is used.
    Ambiguous,
}

/// How an argument becomes a parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::check) struct Sequence {
    /// The conversion that a class defines, if one is needed. The rest is the standard conversion after it.
    pub user: Option<Conversion>,
    pub rank: Rank,
    /// A qualifier is added to what is pointed to.
    pub(super) qualified: bool,
    /// A pointer becomes a bool.
    pub(super) pointer_to_bool: bool,
    /// Of an object or a pointer to one: the class, and the base class that it becomes.
    pub(super) base: Option<(Ty, Ty)>,
    /// Of a pointer that becomes one to void: what it points to.
    pub(super) to_void: Option<Ty>,
    /// Qualifiers of what the resulting pointer points to, two bits a level.
    pub(super) quals: Option<u32>,
    /// An enum whose underlying type is stated goes to that or past it, to what it is promoted to.
    pub(super) past_underlying: Option<bool>,
    /// An argument of `...`.
    pub(super) ellipsis: bool,
    pub(super) binding: Option<Binding>,
    /// A list in braces becomes a `std::initializer_list`.
    pub(super) listed: bool,
}

impl Sequence {
    pub(in crate::check) const EXACT: Sequence = Sequence {
        user: None,
        rank: Rank::Exact,
        qualified: false,
        pointer_to_bool: false,
        base: None,
        to_void: None,
        quals: None,
        past_underlying: None,
        ellipsis: false,
        binding: None,
        listed: false,
    };

    /// An argument of `...`.
    pub(in crate::check) const ELLIPSIS: Sequence = Sequence { ellipsis: true, ..Sequence::EXACT };

    /// A list in braces that makes a class.
    pub(super) fn list(class: Ty, explicit: bool) -> Sequence {
        let class = if wrong!(ListsMakeOneClass) { Ty::ERROR } else { class.bare() };
        Sequence { user: Some(Conversion::List { class, explicit }), ..Sequence::EXACT }
    }

    /// The same for a parameter that is a reference to a temporary.
    pub(super) fn bound_to_temporary(self, rvalue: bool, to: Ty, quals: u32) -> Sequence {
        Sequence {
            binding: Some(Binding {
                rvalue,
                to_rvalue: true,
                implicit: false,
                to: to.bare(),
                quals,
            }),
            ..self
        }
    }

    /// The same as what follows a conversion that a class defines.
    pub(super) fn after(self, user: Conversion) -> Sequence {
        Sequence { user: Some(user), ..self }
    }

    /// The same for an object of a class that is derived from the base which it becomes.
    pub(super) fn to_base(self, class: Ty, base: Ty) -> Sequence {
        let base = Some((class.bare(), base.bare()));
        Sequence { rank: Rank::Conversion, base, ..self }
    }

    pub(super) fn of(rank: Rank) -> Sequence {
        Sequence { rank, ..Sequence::EXACT }
    }

    /// Whether an explicit constructor would have to make a class of a list.
    pub(super) fn is_explicit_list(&self) -> bool {
        matches!(self.user, Some(Conversion::List { explicit: true, .. }))
    }

    fn is_identity(&self) -> bool {
        self.rank == Rank::Exact && !self.qualified
    }

    /// Whether nothing but qualifiers changes.
    pub(super) fn is_exact(&self) -> bool {
        self.user.is_none() && self.rank == Rank::Exact
    }

    /// Which of two ways to a base class, or to void, is the nearer ([over.ics.rank] 4.2 to 4.4).
    fn compare_bases(&self, other: &Sequence, cx: &Checker<'_, '_>) -> Ordering {
        let nearer = |derived: Ty, base: Ty| match derived == base {
            true => Ordering::Equal,
            false if cx.derives(derived, base) => Ordering::Less,
            false if cx.derives(base, derived) => Ordering::Greater,
            false => Ordering::Equal,
        };
        if wrong!(BasesRankAlike) {
            return Ordering::Equal;
        }
        match ((self.base, self.to_void), (other.base, other.to_void)) {
            // B * rather than void *.
            ((Some(_), _), (_, Some(_))) => Ordering::Less,
            ((_, Some(_)), (Some(_), _)) => Ordering::Greater,
            // From one class, the nearer base; to one base, the nearer class.
            ((Some((c, a)), _), (Some((d, b)), _)) if c == d => nearer(a, b),
            ((Some((c, a)), _), (Some((d, b)), _)) if a == b && !wrong!(SourcesRankAlike) => {
                nearer(d, c)
            }
            ((_, Some(c)), (_, Some(d))) if !wrong!(SourcesRankAlike) => nearer(d, c),
            _ => Ordering::Equal,
        }
    }

    /// Which of two sequences is better; `Less` for the first. `Equal` says that they cannot be told apart.
    pub(super) fn compare(&self, other: &Sequence, cx: &Checker<'_, '_>) -> Ordering {
        match (self.ellipsis, other.ellipsis) {
            (true, false) | (false, true) if wrong!(EllipsisRanksAlike) => return Ordering::Equal,
            (false, true) => return Ordering::Less,
            (true, false) => return Ordering::Greater,
            (true, true) => return Ordering::Equal,
            (false, false) => {}
        }
        // An inherited constructor is the base's.
        let own = |c: Option<Conversion>| match c {
            Some(Conversion::Constructor(f)) if !wrong!(InheritedConvertApart) => {
                Some(Conversion::Constructor(cx.declared_id(f)))
            }
            c => c,
        };
        match (own(self.user), own(other.user)) {
            (None, Some(_)) | (Some(_), None) if wrong!(UserConversionsRankAlike) => {}
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (a, b) => match (self.listed, other.listed) {
                _ if wrong!(ListsRankByElements) => {}
                // Of two of a form a `std::initializer_list` comes first, whatever else is said of them ([over.ics.rank] 3.1).
                (true, false) => return Ordering::Less,
                (false, true) => return Ordering::Greater,
                _ if a.is_some() && (a != b || a == Some(Conversion::Ambiguous)) => {
                    return Ordering::Equal;
                }
                _ => {}
            },
        }
        let rank = |s: &Sequence| match s.rank {
            Rank::Promotion if wrong!(PromotionIsConversion) => Rank::Conversion,
            r => r,
        };
        let by_rank = rank(self).cmp(&rank(other));
        if by_rank != Ordering::Equal {
            return by_rank;
        }
        let rules = [
            if wrong!(PointerToBoolIsAny) {
                Ordering::Equal
            } else {
                self.pointer_to_bool.cmp(&other.pointer_to_bool)
            },
            match (self.past_underlying, other.past_underlying) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => Ordering::Equal,
            },
            self.compare_bases(other, cx),
        ];
        if let Some(o) = rules.into_iter().find(|o| *o != Ordering::Equal) {
            return o;
        }
        if !wrong!(QualifiersDoNotRank) {
            match (self.is_identity(), other.is_identity()) {
                (true, false) => return Ordering::Less,
                (false, true) => return Ordering::Greater,
                _ => {}
            }
        }
        if let (Some(a), Some(b)) = (self.binding, other.binding) {
            // An rvalue reference to a value comes before any lvalue reference but that to a member function's object.
            let before = |a: &Binding, b: &Binding| {
                a.rvalue && a.to_rvalue && !b.rvalue && !a.implicit && !b.implicit
            };
            match (before(&a, &b), before(&b, &a)) {
                (true, false) => return Ordering::Less,
                (false, true) => return Ordering::Greater,
                _ => {}
            }
            // A list becomes the shorter array ([over.ics.rank] 3.1).
            if let (Some((x, n)), Some((y, m))) = (cx.types.element(a.to), cx.types.element(b.to))
                && x.bare() == y.bare()
                && n != m
                && !wrong!(ArraysRankAlike)
            {
                return n.cmp(&m);
            }
        }
        let by_pointee = match (self.quals, other.quals) {
            (Some(a), Some(b)) => subset(a, b),
            _ => Ordering::Equal,
        };
        match (self.binding, other.binding) {
            (Some(a), Some(b)) if by_pointee == Ordering::Equal => {
                let same = cx.types.same_but_qualified(a.to, b.to);
                if same { subset(a.quals, b.quals) } else { Ordering::Equal }
            }
            _ => by_pointee,
        }
    }
}

/// Which of two sets of qualifiers is the smaller one, if one lies within the other.
fn subset(a: u32, b: u32) -> Ordering {
    if a == b || wrong!(QualifiersDoNotRank) {
        Ordering::Equal
    } else if a & !b == 0 {
        Ordering::Less
    } else if b & !a == 0 {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

//! Closure types: the classes of lambda expressions ([expr.prim.lambda.closure], [expr.prim.lambda.capture]).
//!
//! Idea: a closure type is a class like others, with `operator()` and a member for each capture that no name finds. In the body of
//! `operator()` a captured name is an entity of its own, the member of the closure ([`Entity::Captured`]). A lambda is a class of its
//! own for each environment that it stands in: for each instance of a template, and for each function that is made anew for
//! functions which it is given.
//!
//! Legality: a closure has no default constructor and no assignment, but where it captures nothing from C++20 on
//! ([expr.prim.lambda.closure] 11); its members copy as its captures do. What captures nothing has an `operator()` without an
//! object, so that the function which a closure converts to is `operator()` itself: the two do the same ([expr.prim.lambda.closure] 7).

use optx_source::Span;

use super::{ClassInfo, Member, Special};
use crate::{
    ast::{DefinitionId, Flags, Lambda, MemberKind, Packed},
    check::{Body, Checker, Const, Entity, Env, site::LocalUsing},
    intern::{Map, Symbol},
    typed::FunctionId,
    types::{RecordId, Ty},
    words,
};

/// The closure types of a file.
#[derive(Default)]
pub(crate) struct Closures<'a> {
    pub all: Map<RecordId, Closure<'a>>,
    pub types: Map<ClosureKey, RecordId>,
    /// Which constants around a lambda its body needs as objects, by the function around it that is no lambda.
    pub needs: Map<ClosureKey, Vec<Symbol>>,
    /// How many lambdas around are looked at for that.
    pub trials: u32,
    /// The functions that conversions of closures to pointers give, by the conversions.
    pub conversions: Map<FunctionId, FunctionId>,
    /// The same the other way round.
    pub converted: Map<FunctionId, FunctionId>,
}

/// What tells closure types apart.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct ClosureKey {
    pub lambda: DefinitionId,
    /// The environment that the lambda stands in.
    pub env: u32,
    /// The function around it that is made anew for what it is given.
    pub function: Option<FunctionId>,
    /// Which elements of packs are at hand where it stands in what is expanded.
    pub elements: Vec<u32>,
}

/// What a closure type has beside what classes have.
pub(crate) struct Closure<'a> {
    pub lambda: &'a Lambda<'a>,
    pub captures: Vec<Captured>,
    /// Of a generic one the types of the parameters that are no `auto`, for names; errors for others.
    pub parameters: Vec<Ty>,
    /// Variables around it that are constants, which it needs no member for.
    pub constants: Vec<Symbol>,
    /// The using directives and declarations around it.
    pub usings: Vec<LocalUsing>,
    /// The function that the lambda stands in.
    pub function: Option<FunctionId>,
    /// It is made to find out what the body needs, and nothing calls it.
    pub trial: bool,
}

/// A member of a closure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Captured {
    pub name: Symbol,
    /// The type of what is captured, as it is declared.
    pub declared: Ty,
    /// Its value, where it is a constant expression.
    pub constant: Option<Const>,
    /// The member's type.
    pub ty: Ty,
    pub offset: u64,
}

impl<'a> Checker<'a, '_> {
    /// What a class has where it is a closure type.
    pub(crate) fn closure_type(&self, r: RecordId) -> Option<&Closure<'a>> {
        self.classes.closures.all.get(&r)
    }

    /// The closure types of a function's lambdas.
    pub(crate) fn closures_of(
        &self,
        f: Option<FunctionId>,
    ) -> impl Iterator<Item = (RecordId, &Closure<'a>)> {
        self.classes.closures.all.iter().filter(move |c| c.1.function == f).map(|c| (*c.0, c.1))
    }

    /// The name of a member function's object: the closure's is none that a program can name, since `this` is what is captured.
    pub(in crate::check) fn object_name(&self, class: RecordId) -> Symbol {
        if self.closure_type(class).is_some() { words::CLOSURE } else { words::THIS }
    }

    /// Whether a closure type has no such special member ([expr.prim.lambda.closure] 11).
    pub(super) fn closure_lacks(&self, r: RecordId, s: Special) -> bool {
        let Some(c) = self.closure_type(r) else { return false };
        let copies = matches!(s, Special::CopyConstructor | Special::MoveConstructor);
        !(copies || c.lambda.is_free() && self.options.dialect.is_cpp20())
    }

    /// The using directives and declarations around a function that is a closure's.
    pub(in crate::check) fn usings_around(&self, class: Option<RecordId>) -> Vec<LocalUsing> {
        class.and_then(|r| self.closure_type(r)).map_or(Vec::new(), |c| c.usings.clone())
    }

    /// Whether a function is the `operator()` of a lambda, which is `constexpr` where it can be ([expr.prim.lambda.closure] 4).
    pub(in crate::check) fn is_lambda(&self, f: FunctionId) -> bool {
        self.functions.get(f).is_some_and(|f| {
            !f.flags.has(Flags::FRIEND)
                && f.membership.class.is_some_and(|r| self.closure_type(r).is_some())
                && f.origin.special.is_none()
                && f.membership.kind != MemberKind::Destructor
        })
    }
}

impl<'a> Body<'_, 'a, '_, '_> {
    /// Defines the class of a lambda, with what it captures as its members.
    pub(in crate::check) fn define_closure(
        &mut self,
        id: RecordId,
        env: Env,
        mut closure: Closure<'a>,
        span: Span,
    ) {
        let info = ClassInfo::new(closure.lambda.record, env, &self.cx.site);
        self.cx.classes.all.insert(id, info);
        let members: Vec<Member> = closure
            .captures
            .iter()
            .map(|c| Member { name: words::CAPTURED, ..Member::new(c.ty, span) })
            .collect();
        self.cx.lay_out(id, &members, 0, (Packed::No, 0));
        if let Some(rec) = self.cx.types.records.get(id) {
            for (c, f) in closure.captures.iter_mut().zip(&rec.fields) {
                c.offset = f.offset;
            }
        }
        self.cx.classes.closures.all.insert(id, closure);
    }

    /// The closure type whose `operator()` is at hand.
    pub(in crate::check) fn closure_here(&self) -> Option<&Closure<'a>> {
        let f = self.cx.functions.get(self.function?)?;
        self.cx.closure_type(f.membership.class?)
    }
}

impl Entity {
    /// Whether a lambda may capture it, as far as its kind says.
    pub(in crate::check) fn is_automatic(self) -> bool {
        matches!(self, Entity::Local(_) | Entity::Binding(_) | Entity::Captured(..))
    }
}

//! `new` ([expr.new]): an object made in a place that is given; and in operands that are not evaluated, where it is its type.
//!
//! Idea: the place is computed once, the object there gets its first value as a declared one does, and the place is what comes out.
//! Legality: `operator new(size_t, void *)` gives its argument back and cannot be replaced ([new.delete.placement]); a class or a file
//! with allocation functions of its own might mean those, and is refused, as is every `new` that allocates.

use optx_source::{Span, code};

use super::{Body, E, Initial};
use crate::{
    ast::{New, NewInitial},
    parse::index::Item,
    typed::{Category, TKind},
    types::{RecordId, Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The pointer that a `new` gives.
    pub(super) fn new_object(&mut self, new: &New<'a>, span: Span) -> E<'t> {
        let ty = match self.placeholder_type(new.ty) {
            Some(t) => self.deduced_new(t, new, span),
            None => self.type_of(new.ty),
        };
        if ty.is_error() {
            return self.bad(span);
        }
        if let TypeKind::Reference(..) | TypeKind::Function(_) = self.cx.types.kind(ty) {
            let name = self.cx.type_name(ty);
            let text = format!("`new` makes objects, and `{name}` is none's type");
            return self.error(code::TYPE_MISMATCH, span, text);
        }
        if !self.complete(ty, span) {
            return self.bad(span);
        }
        let place = match self.expanded(new.placement) {
            [] => None,
            [place] => Some(self.value(place)),
            _ => {
                let text = "`new` takes one place, which a `void *` can point to";
                return self.error(code::NO_OVERLOAD, span, text);
            }
        };
        if place.is_some_and(|p| p.ty.is_error()) {
            return self.bad(span);
        }
        if new.extents.is_some() {
            let text = "`new` of arrays is not supported yet";
            return self.error(code::ALLOCATION, span, text);
        }
        if !self.mode.unevaluated && (place.is_none() || self.has_own_allocation(ty, new, place)) {
            let text = match place {
                None => "`new` is not supported in device code but as `new (place) T`",
                Some(_) => "functions of a class or file that allocate are not supported yet",
            };
            return self.error(code::ALLOCATION, span, text);
        }
        let pointer = self.cx.types.pointer(ty);
        let Some(place) = place else {
            let value = self.first_value(ty, new, span);
            let wrong = value.is_some_and(|v| v.ty.is_error());
            return if wrong { self.bad(span) } else { self.zero(pointer, span) };
        };
        let any = self.cx.types.pointer(Ty::VOID);
        let place = self.convert(place, any);
        if place.ty.is_error() {
            return place;
        }
        let place = self.mk(TKind::Cast(place), pointer, span);
        if wrong!(NewPlacesTwice) {
            let object = self.mk_as(TKind::Deref(place), ty, Category::Lvalue, span);
            let value = self.first_value(ty, new, span).unwrap_or(place);
            let init = self.mk(TKind::Init(object, value), Ty::VOID, span);
            return self.mk(TKind::Comma(init, place), pointer, span);
        }
        let l = self.temporary(pointer, span);
        let local = self.mk_lvalue(TKind::Local(l), pointer, span);
        let kept = self.mk(TKind::Load(local), pointer, span);
        let set = self.mk(TKind::Init(local, place), Ty::VOID, span);
        let done = match self.first_value(ty, new, span).filter(|_| !wrong!(NewMakesNothing)) {
            None => set,
            Some(v) if v.ty.is_error() => return v,
            Some(v) => {
                let object = self.mk_as(TKind::Deref(kept), ty, Category::Lvalue, span);
                let init = self.mk(TKind::Init(object, v), Ty::VOID, span);
                self.mk(TKind::Comma(set, init), Ty::VOID, span)
            }
        };
        self.mk(TKind::Comma(done, kept), pointer, span)
    }

    /// The value that the object is made with; `None` where nothing is done.
    fn first_value(&mut self, ty: Ty, new: &New<'a>, span: Span) -> Option<E<'t>> {
        let init = match new.initial {
            NewInitial::None => Initial::Default,
            NewInitial::Parens([]) => Initial::Value,
            NewInitial::Parens(args) => match self.expanded(args) {
                [] => Initial::Value,
                args => Initial::Direct(args),
            },
            NewInitial::Braces(list) => Initial::List(self.expanded_braces(list)),
        };
        self.initial(ty.bare(), init, span)
    }

    /// Whether another function than the one that gives its argument back may be what allocates.
    fn has_own_allocation(&self, ty: Ty, new: &New<'_>, place: Option<E<'t>>) -> bool {
        let of_file = |i: &&Item| !i.library && i.scope == words::EMPTY;
        let any = place.and_then(|p| self.cx.types.pointee(p.ty)).is_some_and(|t| t == Ty::VOID);
        let file = self.cx.index.items_named(words::OP_CONVERSION).any(|i| of_file(&i));
        file && !any || !new.global && self.cx.class_id(ty).is_some_and(|r| self.allocates(r))
    }

    fn allocates(&self, r: RecordId) -> bool {
        self.cx.classes.all.get(&r).is_some_and(|c| {
            let own = c.spec.functions.iter().any(|f| f.name.sym == words::OP_ALLOCATION);
            let base = |t: Ty| self.cx.class_id(t).is_some_and(|r| self.allocates(r));
            own || c.bases.iter().any(|b| base(b.ty))
        })
    }
}

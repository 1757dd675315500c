//! Packs that lambdas capture ([expr.prim.lambda.capture] 17), and lambdas in what is expanded.
//!
//! Idea: each element is captured as a variable is, and the pack's name stands in the body for the list of what its elements are
//! there. Where a lambda stands in a pattern, a name is one element, and the pack is found behind it in the lambda too.

use std::rc::Rc;

use super::lambda::Found;
use crate::{
    ast::{Capture, CaptureKind, CaptureMode, Lambda, Name, Pattern},
    check::{Body, Entity, template::Expanded},
    intern::Symbol,
    types::RecordId,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// A pack of parameters in a lambda that does not capture it.
    pub(super) fn pack_seen_by_lambda(&mut self, l: &Lambda<'_>, s: Symbol, e: Entity) -> Entity {
        let variables = self.cx.variables_of(e).unwrap_or_default();
        let seen: Vec<Entity> =
            variables.into_iter().map(|v| self.seen_by_lambda(l, s, v)).collect();
        self.cx.seen_pack(&seen)
    }

    /// The packs that are expanded around a lambda whose body sees these names.
    pub(super) fn expanded_in_lambda(
        &mut self,
        l: &Lambda<'_>,
        names: &[(Symbol, Entity)],
    ) -> Rc<[Expanded]> {
        let around = self.block.packs.clone();
        let mut list = Vec::with_capacity(around.len());
        for p in around {
            let hidden = self.lookup(p.name) != Some(p.element);
            let Some(own) = names.iter().rfind(|n| n.0 == p.name).filter(|_| !hidden) else {
                continue;
            };
            let pack = self.seen_by_lambda(l, p.name, p.pack);
            list.push(Expanded { pack, element: own.1, ..p });
        }
        list.into()
    }

    /// Adds what the captured names are in the body.
    pub(super) fn name_captures(
        &mut self,
        r: RecordId,
        l: &Lambda<'_>,
        found: &[Found<'t>],
        names: &mut Vec<(Symbol, Entity)>,
    ) {
        for c in l.captures.iter().filter(|c| c.pack && matches!(c.kind, CaptureKind::Init(_))) {
            let none = self.cx.seen_pack(&[]);
            names.push((c.name.sym, none));
        }
        for (k, f) in (0u32..).zip(found) {
            let own = f.known.unwrap_or(Entity::Captured(r, k));
            let Some(i) = f.element else {
                names.push((f.name, own));
                continue;
            };
            let pack = names.iter().rfind(|n| n.0 == f.name).map(|n| n.1);
            let mut list = pack.and_then(|p| self.cx.variables_of(p)).unwrap_or_default();
            let i = i as usize;
            match list.get_mut(i) {
                Some(e) => *e = own,
                None => list.push(own),
            }
            let pack = self.cx.seen_pack(&list);
            names.push((f.name, pack));
        }
    }

    /// `x...` and `&x...`, and from C++20 on `...x = e`.
    pub(super) fn capture_pack(
        &mut self,
        c: &'a Capture<'a>,
        found: &mut Vec<Found<'t>>,
    ) -> Option<()> {
        let CaptureKind::Init(d) = c.kind else {
            let CaptureKind::Variable(mode) = c.kind else { return None };
            let pack = self.pack_named(c.name.sym);
            let Some(pack) = pack.filter(|p| self.cx.variables_of(*p).is_some()) else {
                let text = format!("`{}` is no pack of parameters", self.cx.text(c.name.sym));
                self.error(optx_source::code::LAMBDA, c.name.span, text);
                return None;
            };
            return self.capture_elements(c.name, pack, mode, found);
        };
        let init = d.declarators.first().and_then(|x| x.init)?;
        let mut i = 0;
        self.for_each_element(Pattern::Expr(init), init.span, |b| {
            let f = b.capture_init(d)?;
            found.push(Found { element: Some(i), ..f });
            i += 1;
            Some(())
        })
    }

    /// Captures the elements of a pack.
    pub(super) fn capture_elements(
        &mut self,
        name: Name,
        pack: Entity,
        mode: CaptureMode,
        found: &mut Vec<Found<'t>>,
    ) -> Option<()> {
        let variables = self.cx.variables_of(pack)?;
        for (i, v) in (0u32..).zip(variables) {
            if !v.is_automatic() {
                if matches!(v, Entity::Automatic(_)) {
                    self.not_captured(name.sym, name.span);
                    return None;
                }
                continue;
            }
            let f = self.capture_variable(name, v, mode)?;
            found.push(Found { element: Some(i), ..f });
        }
        Some(())
    }
}

//! The part of a declaration that an item of the index is: all of it, or some of its declarators.

use optx_source::code;

use super::{
    Parse, Parser,
    index::{Item, Part},
};
use crate::ast::{Base, Declaration, Declarator};

impl<'a> Parser<'a, '_, '_> {
    /// Parses a top-level declaration, and keeps what is the item's own.
    ///
    /// What the cut did not take for a member of a class that is defined here is nobody's: that is refused, so that nothing is lost.
    pub(super) fn part(&mut self, item: &Item) -> Parse<Declaration<'a>> {
        let mut d = self.top_level()?;
        if d.declarators.len() < 2 {
            return Ok(d);
        }
        let named = self.input.index.qualified(item.list, item.first);
        let own = |x: &&Declarator<'_>| item.owns(x.name.span, &named);
        let lost = |x: &&Declarator<'_>| x.scope.is_some() && !named.contains(&x.name.span);
        if let Some(x) = d.declarators.iter().find(lost) {
            let text = "a member that is defined outside of its class beside others in this way is not supported yet";
            return Err(self.error(code::NOT_SUPPORTED, x.name.span, text));
        }
        if item.part == Part::Whole {
            return Ok(d);
        }
        if matches!(d.spec.base, Base::Record(_) | Base::Enum(_)) {
            let text = "a type that is defined beside members or namespaces' variables is not supported yet";
            return Err(self.error(code::NOT_SUPPORTED, d.spec.span, text));
        }
        let kept = d.declarators.iter().filter(own).copied().collect::<Vec<_>>();
        d.declarators = self.arenas().declarators.alloc_extend(kept);
        Ok(d)
    }
}

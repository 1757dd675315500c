//! Specialisations of class templates that need what optx lacks: an instance that would be made of one is refused, and never made of
//! the template instead ([temp.spec.partial.match]).
//!
//! What cannot be read is most often the body. Then the head is declared without it, and an instance that chooses the
//! specialisation is of an incomplete class. A head that cannot be read makes the template's name unusable.

use crate::{
    check::{Checker, Entity, TokenList},
    parse::{self, index::Item},
    token::{Tok, Token},
};
use optx_source::Diagnostics;

impl Checker<'_, '_> {
    /// Declares what can be told of a specialisation that cannot be read; false where the item is none, or matches nobody knows
    /// what.
    pub(super) fn declare_unread_specialization(&mut self, item: &Item) -> bool {
        let known = self.declared.entities.get(&(item.namespace, item.name));
        if !matches!(known, Some(Entity::ClassTemplate(_))) {
            return false;
        }
        let tokens = &self.declared.lists[item.list as usize].tokens;
        let own = tokens.get(item.first as usize..item.end as usize).unwrap_or(&[]);
        let Some(head) = head_of(own) else { return false };
        self.declare_head(item, head.to_vec())
    }

    /// Declares a specialisation by its head alone; false where that cannot be read.
    fn declare_head(&mut self, item: &Item, mut head: Vec<Token>) -> bool {
        let Some(last) = head.last().copied() else { return false };
        head.push(Token { kind: Tok::Semi, span: last.span.after(), ..last });
        let end = head.len() as u32;
        let list = self.declared.lists.len() as u32;
        self.declared.lists.push(TokenList { tokens: head, library: item.library });
        let input = parse::Input {
            arenas: self.arenas,
            tokens: &self.declared.lists[list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: &self.options.limits,
            list,
        };
        let of_head = Item { list, first: 0, end, ..item.clone() };
        let mut quiet = Diagnostics::default();
        let parsed = parse::parse_item(input, &of_head, &mut quiet).filter(|_| !quiet.has_errors());
        let Some(d) = parsed else { return false };
        let trial = self.diags.begin_trial();
        self.declare_template(item, d);
        !self.diags.end_trial(trial)
    }
}

/// What stands before a class's body, or its bases.
fn head_of(tokens: &[Token]) -> Option<&[Token]> {
    let mut depth = 0u32;
    for (k, t) in tokens.iter().enumerate() {
        match t.kind {
            Tok::LParen | Tok::LBracket => depth += 1,
            Tok::RParen | Tok::RBracket => depth = depth.saturating_sub(1),
            Tok::LBrace | Tok::Colon | Tok::Semi if depth == 0 => return tokens.get(..k),
            _ => {}
        }
    }
    None
}

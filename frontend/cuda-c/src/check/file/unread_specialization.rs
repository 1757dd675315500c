//! Specialisations of class templates that need what optx lacks: an instance that would be made of one is refused, and never made of
//! the template instead ([temp.spec.partial.match]).
//!
//! What cannot be read is most often the body. Then the head is declared without it, and an instance that chooses the
//! specialisation is of an incomplete class. A head that cannot be read has a parameter pack; where the pack stands in the type of
//! a function, instances for types with functions in them are refused; where it stands among the arguments of a class that cannot
//! be read itself, no argument that there is here can match it. Any other makes the template's name unusable.

use crate::{
    check::{Checker, Entity, TokenList},
    intern::Symbol,
    parse::{
        self,
        index::{Item, ItemKind},
    },
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
        if self.declare_head(item, head.to_vec()) {
            return true;
        }
        let tokens = &self.declared.lists[item.list as usize].tokens;
        let own = tokens.get(item.first as usize..item.end as usize).unwrap_or(&[]);
        let head = head_of(own).map(<[Token]>::to_vec);
        head.is_some_and(|head| self.matches_nothing(item, &head))
    }

    /// Whether any namespace has a template of a class or alias by a name.
    fn is_some_template(&mut self, name: Symbol) -> bool {
        let spaces: Vec<u32> = self
            .index
            .items_named(name)
            .filter(|i| i.kind == ItemKind::TypeTemplate)
            .map(|i| i.namespace)
            .collect();
        spaces.into_iter().any(|n| {
            self.declare_in(n, name);
            matches!(self.declared.entities.get(&(n, name)), Some(Entity::ClassTemplate(_)))
        })
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

    /// Whether every pack in a head is expanded where no argument can be.
    fn matches_nothing(&mut self, item: &Item, head: &[Token]) -> bool {
        let Some(name) = head.iter().rposition(|t| t.kind == Tok::Ident && t.sym == item.name)
        else {
            return false;
        };
        let mut functions = false;
        let mut open: Vec<(Tok, Option<Token>)> = Vec::new();
        let mut expanded = false;
        for (k, t) in head.iter().enumerate().skip(name + 1) {
            match t.kind {
                Tok::Lt | Tok::LParen | Tok::LBracket => {
                    open.push((t.kind, head.get(k.wrapping_sub(1)).copied()));
                }
                Tok::Gt | Tok::RParen | Tok::RBracket => {
                    open.pop();
                }
                Tok::Shr => {
                    open.pop();
                    open.pop();
                }
                Tok::Ellipsis => {
                    expanded = true;
                    let nowhere = match open.last() {
                        Some((Tok::LParen, _)) => {
                            functions = true;
                            true
                        }
                        Some((Tok::Lt, Some(class))) if open.len() > 1 => {
                            class.kind == Tok::Ident && !self.is_some_template(class.sym)
                        }
                        _ => false,
                    };
                    if !nowhere {
                        return false;
                    }
                }
                _ => {}
            }
        }
        // An instance for a type of functions asks for what is not read.
        let known = self.declared.entities.get(&(item.namespace, item.name)).copied();
        if let (true, Some(Entity::ClassTemplate(t))) = (functions && expanded, known) {
            self.templates.unread_functions.insert(t, item.span);
        }
        expanded
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

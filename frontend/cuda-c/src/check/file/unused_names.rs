//! Functions, kernels and variables that only this file could use, and that nothing in it does.
//!
//! What they are is used where its name stands once more somewhere in the file or its headers, be it for something else, or in what nothing uses itself: what is told is so,
//! and some is not told. Host code and members of classes that no kernel asks for are never looked at otherwise.
//! What is `inline` is meant for whoever wants it, and so is what says that it may be unused.
//!
//! Source: nvcc 13.5's 177, tried on 2026-11-28; it tells of `inline` functions and of constants of the host too.
//! Cost: the items; where one of these could be unused, the tokens of the file.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::Flags,
    check::Checker,
    intern::{Map, Symbol},
    parse::index::{Item, ItemKind},
    token::Tok,
    words,
};

impl Checker<'_, '_> {
    /// Warns of what nothing uses.
    pub(crate) fn unused_names(&mut self) {
        let mut unused = self.names_that_stand_once();
        unused.sort_by_key(|(at, _)| at.lo);
        unused.dedup_by_key(|(at, _)| at.lo);
        for (at, what) in unused {
            let code = match what.starts_with("the variable") {
                true => code::UNUSED_VARIABLE,
                false => code::UNUSED_FUNCTION,
            };
            self.diags.push(Diagnostic::new(code, at, format!("{what} is not used")));
        }
    }

    /// Static functions, kernels and variables of the device, and what unnamed namespaces declare of it, whose name stands nowhere but where it is declared.
    fn names_that_stand_once(&self) -> Vec<(Span, String)> {
        let mut declared: Map<Symbol, u32> = Map::default();
        let mut own: Vec<&Item> = Vec::new();
        for item in &self.index.items {
            if self.may_be_unused(item) {
                own.push(item);
                declared.insert(item.name, 0);
            }
        }
        if own.is_empty() {
            return Vec::new();
        }
        for item in &self.index.items {
            declared.entry(item.name).and_modify(|count| *count += 1);
        }
        let mut stands: Map<Symbol, u32> = Map::default();
        for token in self.lists.iter().flat_map(|list| &list.tokens) {
            if token.kind == Tok::Ident && declared.contains_key(&token.sym) {
                *stands.entry(token.sym).or_default() += 1;
            }
        }
        own.retain(|item| stands.get(&item.name) == declared.get(&item.name));
        // Any of its declarations may say that it is meant.
        let says = |item: &&&Item| self.says_unused(item.span) || self.is_forced_inline(item);
        let meant: Vec<Symbol> = own.iter().filter(says).map(|item| item.name).collect();
        own.retain(|item| !meant.contains(&item.name));
        // Of several declarations the last is told.
        let mut told: Map<Symbol, ()> = Map::default();
        own.reverse();
        own.retain(|item| told.insert(item.name, ()).is_none());
        let what = |item: &Item| match item.kind {
            ItemKind::Variable => "variable",
            _ if item.flags.has(Flags::GLOBAL) => "kernel",
            _ => "function",
        };
        let named = |item: &Item| format!("the {} `{}`", what(item), self.text(item.name));
        own.into_iter().map(|item| (item.span, named(item))).collect()
    }

    /// Whether `__forceinline__` stands before an item's name: its flags do not tell.
    fn is_forced_inline(&self, item: &Item) -> bool {
        let list = self.lists.get(item.list as usize).map_or(&[][..], |list| &list.tokens);
        let own = list.get(item.first as usize..item.end as usize).unwrap_or(&[]);
        own.iter().take_while(|t| !t.is(item.name)).any(|t| t.is(words::FORCEINLINE))
    }

    /// Whether an item is of the device, and of this file alone.
    fn may_be_unused(&self, item: &Item) -> bool {
        let flags = item.flags;
        let spaces = Flags::SHARED | Flags::CONSTANT | Flags::MANAGED | Flags::DEVICE;
        let device = match item.kind {
            ItemKind::Function => {
                flags.has(Flags::GLOBAL) || flags.has(Flags::DEVICE) && !flags.has(Flags::HOST)
            }
            ItemKind::Variable => flags.has(spaces),
            _ => false,
        };
        let outside = Flags::EXTERN | Flags::EXTERN_C | Flags::INLINE | Flags::FORCEINLINE;
        let namespace = self.index.namespaces.get(item.within as usize);
        let unnamed = namespace.is_some_and(|path| path.contains(&words::EMPTY));
        device
            && (flags.has(Flags::STATIC) || unnamed)
            && !flags.has(outside)
            && !item.library
            && !item.member
            && item.scope == words::EMPTY
            && item.name != words::EMPTY
    }
}

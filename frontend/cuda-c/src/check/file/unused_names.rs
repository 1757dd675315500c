//! Functions, kernels and variables that only this file could use, and that nothing in it does.
//!
//! What they are is used where its name stands once more somewhere in the file or its headers, be it for something else, or in what nothing uses itself: what is told is so,
//! and some is not told. Host code and members of classes that no kernel asks for are never looked at otherwise.
//! What is `inline` is meant for whoever wants it, and so are what says that it may be unused and what an included file declares.
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
    /// Warns of static functions, kernels and variables of the device, and of what unnamed namespaces declare of it, whose name stands nowhere but where it is
    /// declared.
    pub(crate) fn unused_names(&mut self) {
        let mut unused: Vec<&Item> = self.names_that_stand_once();
        unused.sort_by_key(|item| item.span.lo);
        let told = |item: &Item| {
            let (code, what) = match item.kind {
                ItemKind::Variable => (code::UNUSED_VARIABLE, "variable"),
                _ if item.flags.has(Flags::GLOBAL) => (code::UNUSED_FUNCTION, "kernel"),
                _ => (code::UNUSED_FUNCTION, "function"),
            };
            let message = format!("the {what} `{}` is not used", self.text(item.name));
            Diagnostic::new(code, item.span, message)
        };
        let told: Vec<Diagnostic> = unused.into_iter().map(told).collect();
        told.into_iter().for_each(|d| self.diags.push(d));
    }

    /// Of each such name the last declaration.
    fn names_that_stand_once(&self) -> Vec<&Item> {
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
        for token in self.declared.lists.iter().flat_map(|list| &list.tokens) {
            if token.kind == Tok::Ident && declared.contains_key(&token.sym) {
                *stands.entry(token.sym).or_default() += 1;
            }
        }
        own.retain(|item| stands.get(&item.name) == declared.get(&item.name));
        // An item's flags know not all spellings of `inline`.
        let inline = Flags::INLINE | Flags::FORCEINLINE;
        let inline: Map<u32, ()> = self
            .functions
            .iter()
            .filter(|f| f.flags.has(inline))
            .map(|f| (f.span.lo, ()))
            .collect();
        // Any of its declarations may say that it is meant.
        let says =
            |item: &&&Item| inline.contains_key(&item.span.lo) || self.says_unused(item.span);
        let meant: Map<Symbol, ()> = own.iter().filter(says).map(|item| (item.name, ())).collect();
        let last: Map<Symbol, &Item> = own
            .into_iter()
            .filter(|item| !meant.contains_key(&item.name))
            .map(|item| (item.name, item))
            .collect();
        last.into_values().collect()
    }

    /// Whether something stands in the file that is compiled, and in none that it includes.
    fn is_of_first_file(&self, span: Span) -> bool {
        let file = self.sm.file_of(span).and_then(|id| self.sm.file(id));
        file.is_none_or(|file| file.included.is_none())
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
        let outside = Flags::EXTERN | Flags::EXTERN_C | Flags::INLINE;
        let namespace = self.index.namespaces.get(item.within as usize);
        let unnamed = namespace.is_some_and(|path| path.contains(&words::EMPTY));
        device
            && self.is_of_first_file(item.span)
            && (flags.has(Flags::STATIC) || unnamed)
            && !flags.has(outside)
            && !item.library
            && !item.member
            && item.scope == words::EMPTY
            && item.name != words::EMPTY
    }
}

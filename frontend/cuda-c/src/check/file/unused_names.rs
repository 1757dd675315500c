//! Functions, kernels and variables that only this file could use, and that nothing in it does.
//!
//! Functions that the checker has met are known to be used or not. What host code may use, kernels and variables, and what stands in an unnamed namespace, is used
//! where its name stands once more somewhere in the file or its headers, be it for something else: what is told is so, and some is not told.
//! What is `inline` is meant for whoever wants it, and so is what says that it may be unused.
//!
//! Source: nvcc 13.5's 177, tried on 2026-11-28; it tells of `inline` functions and of constants of the host too.
//! Cost: the functions, and the items; where one of these could be unused, the tokens of the file.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::Flags,
    check::{Checker, Function},
    intern::{Map, Symbol},
    parse::index::{Item, ItemKind},
    token::Tok,
    words,
};

impl Checker<'_, '_> {
    /// Warns of what nothing uses.
    pub(crate) fn unused_names(&mut self) {
        let mut unused: Vec<(Span, String)> = self.unused_functions();
        unused.extend(self.names_that_stand_once());
        unused.sort_by_key(|(at, _)| at.lo);
        unused.dedup_by_key(|(at, _)| at.lo);
        for (at, what) in unused {
            if !self.says_unused(at) {
                let code = match what.starts_with("the variable") {
                    true => code::UNUSED_VARIABLE,
                    false => code::UNUSED_FUNCTION,
                };
                self.diags.push(Diagnostic::new(code, at, format!("{what} is not used")));
            }
        }
    }

    /// Static functions of the device alone that nothing calls, or asks for in another way.
    fn unused_functions(&self) -> Vec<(Span, String)> {
        let others = Flags(Flags::GLOBAL | Flags::HOST | Flags::INLINE | Flags::FORCEINLINE);
        let is_unused = |f: &&Function<'_>| {
            f.flags.has(Flags::STATIC)
                && f.flags.has(Flags::DEVICE)
                && !f.flags.has(others.0)
                && f.class.is_none()
                && f.template.is_none()
                && f.used.is_none()
                && !f.named
                && !f.library
                && f.body.is_some()
        };
        let named =
            |f: &Function<'_>| (f.span, format!("the function `{}`", self.function_name(f)));
        // Any of its declarations may say that it is meant.
        let is_meant =
            |f: &Function<'_>| self.index.items_named(f.name).any(|i| self.says_unused(i.span));
        self.functions.iter().filter(is_unused).filter(|f| !is_meant(f)).map(named).collect()
    }

    /// Static kernels, variables of the device, and what unnamed namespaces declare of the device, whose name stands nowhere but where it is declared.
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

    /// Whether an item is of the device, and of this file alone.
    fn may_be_unused(&self, item: &Item) -> bool {
        let flags = item.flags;
        let spaces = Flags::SHARED | Flags::CONSTANT | Flags::MANAGED | Flags::DEVICE;
        let device = match item.kind {
            ItemKind::Function => {
                flags.has(Flags::GLOBAL)
                    || flags.has(Flags::DEVICE) && !flags.has(Flags::HOST | Flags::STATIC)
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

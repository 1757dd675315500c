//! What is known of the names in an item of host code, which is read as far as its declarations can be.

use optx_source::Span;

use crate::{
    ast::{Declaration, Flags, Known},
    check::Checker,
    intern::{Map, Symbol},
    parse::{host, index::ItemKind},
    token::{Tok, Token},
    words,
};

/// What launches in one item of host code have in common, made once for all of them.
pub(super) struct HostFunction<'a> {
    /// Its first token, and the one behind its last.
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) locals: &'a [Declaration<'a>],
    /// The names of the locals, and what each is.
    pub(super) known: Map<Symbol, Known>,
    pub(super) scope: Option<HostScope>,
}

/// The names of a host function, in the order of where they stand, and whether it is sure what each means.
pub(super) struct HostScope {
    names: Vec<(u32, bool)>,
}

impl HostScope {
    /// Whether all names within an expression are such.
    pub(super) fn is_sure(&self, span: Span) -> bool {
        let first = self.names.partition_point(|(lo, _)| *lo < span.lo);
        self.names[first..].iter().take_while(|(lo, _)| *lo < span.hi).all(|(_, sure)| *sure)
    }
}

/// The names that declarations declare, and what each is; of several with a name the last.
pub(super) fn known_of(locals: &[Declaration<'_>]) -> Map<Symbol, Known> {
    let mut known = Map::default();
    for d in locals {
        let what = Known::of(d.spec.flags.has(Flags::TYPEDEF));
        known.extend(d.declarators.iter().map(|x| match x.ty {
            crate::ast::TypeExpr::Pack(_) => (x.name.sym, Known::ValuePack),
            _ => (x.name.sym, what),
        }));
    }
    known
}

impl<'a> Checker<'a, '_> {
    /// Reads the declarations of an item of host code; one that is no function has none.
    pub(super) fn host_function(&self, item: u32) -> HostFunction<'a> {
        let i = &self.index.items[item as usize];
        let known = if i.kind == ItemKind::Function {
            let tokens = &self.declared.lists[0].tokens;
            let named = (i.first..i.end).find(|k| tokens[*k as usize].span == i.span);
            host::parse_host_locals(self.input(0), &Map::default(), named.unwrap_or(i.first), i.end)
        } else {
            Vec::new()
        };
        let locals: &'a [Declaration<'a>] = self.arenas.declarations.alloc_extend(known);
        let known = known_of(locals);
        let scope = self.host_scope(item, locals);
        HostFunction { first: i.first, end: i.end, locals, known, scope }
    }

    /// What names mean in a host function, where that is sure: a function of the global namespace, that is no member and no template, and in which nothing but
    /// variables is declared.
    fn host_scope(&self, item: u32, locals: &[Declaration<'_>]) -> Option<HostScope> {
        let i = &self.index.items[item as usize];
        let tokens = &self.declared.lists[0].tokens[i.first as usize..i.end as usize];
        let declares = |t: &Token| {
            t.kind == Tok::Ident
                && [
                    "using",
                    "typedef",
                    "struct",
                    "class",
                    "union",
                    "enum",
                    "namespace",
                    "catch",
                    "goto",
                ]
                .contains(&self.text(t.sym))
        };
        let plain = i.kind == ItemKind::Function && i.scope == words::EMPTY && i.namespace == 0;
        if !plain || tokens.iter().any(declares) {
            return None;
        }
        let mut declared: Map<Symbol, usize> = Map::default();
        for x in locals.iter().flat_map(|d| d.declarators) {
            *declared.entry(x.name.sym).or_default() += 1;
        }
        let mut at = Vec::new();
        for (k, t) in tokens.iter().enumerate().filter(|(_, t)| t.kind == Tok::Ident) {
            let before = tokens.get(k.wrapping_sub(1)).map(|t| t.kind);
            let items = self.index.items_named(t.sym).count();
            let here = declared.get(&t.sym).copied().unwrap_or(0);
            // A variable that is declared once and hides nothing, or one of the file that nothing hides; the words of the language; a member of what
            // is before it, if that is sure.
            let is_sure = match before {
                Some(Tok::Dot | Tok::Arrow) => true,
                Some(Tok::ColonColon) => false,
                _ => {
                    words::is_keyword(t.sym)
                        || self.is_builtin_type(t.sym)
                        || here + items == 1
                        || here == 0 && self.makes_a_vector(t.sym)
                }
            };
            at.push((t.span.lo, is_sure));
        }
        at.sort_by_key(|(lo, _)| *lo);
        Some(HostScope { names: at })
    }

    /// Whether a name is `make_float4` or another such function of the headers, and of no other.
    fn makes_a_vector(&self, name: Symbol) -> bool {
        self.text(name).starts_with("make_") && self.index.items_named(name).all(|i| i.library)
    }

    fn is_builtin_type(&self, name: Symbol) -> bool {
        matches!(
            self.text(name),
            "dim3" | "size_t" | "nullptr" | "NULL" | "sizeof" | "true" | "false"
        )
    }
}

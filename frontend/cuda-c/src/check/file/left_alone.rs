//! Declarations that need what optx lacks, and that nothing has asked for so far ([temp.inst] for templates; what nobody calls is
//! left out of the module in any case).
//!
//! nvcc and NVRTC take a file whose functions and templates they can compile, used or not. What *we* cannot compile and nobody
//! uses hinders nobody: its errors are kept here, and told where the name is used. A name of which one declaration is left
//! alone is refused wherever it is looked up as a function: the missing overload could be the best one. In NVRTC's mode so is a template of functions whose
//! body is wrong: NVRTC 13.5 reads none before it makes an instance, be there undeclared names, types or nonsense in it.

use optx_source::{Diagnostic, Severity, Span};

use super::namespace::Reach;
use crate::{
    ast::Flags,
    check::{Checker, Entity},
    intern::Symbol,
    parse::index::{Item, ItemKind},
    token::Tok,
};

/// A declaration that is left alone.
#[derive(Debug)]
pub(crate) struct LeftAlone {
    namespace: u32,
    /// Its number in the index.
    item: u32,
    /// What is to be told of it where it is used.
    told: Vec<Diagnostic>,
}

impl Checker<'_, '_> {
    /// Takes back what was told of a declaration since `from`, if that is that something is absent and nobody has used it yet.
    pub(super) fn leave_alone(&mut self, i: u32, item: &Item, from: usize) {
        let new = self.diags.list().get(from..).unwrap_or(&[]);
        // What follows the first error may follow from it.
        let first = new.iter().find(|d| d.severity == Severity::Error);
        let left = |d: &Diagnostic| d.is_absence() || self.is_unread_by_nvrtc(item, d.span);
        if !first.is_some_and(left) || !may_be_left(item) {
            return;
        }
        let told = self.diags.take_back(from);
        let here = LeftAlone { namespace: item.namespace, item: i, told };
        self.declared.left_alone.entry(item.name).or_default().push(here);
        let key = (item.namespace, item.name);
        // A specialisation is looked at where its template is.
        let known = self.declared.entities.get(&key);
        let other = matches!(known, Some(Entity::Unparsable(j)) if *j != i);
        let specialises = other || matches!(known, Some(Entity::ClassTemplate(_)));
        if item.kind == ItemKind::TypeTemplate && specialises {
            return;
        }
        // Other functions of the name are overloads of it.
        let entity = match item.kind {
            ItemKind::Function | ItemKind::FunctionTemplate => Entity::Functions(item.name),
            _ => Entity::Unparsable(i),
        };
        self.declared.entities.insert(key, entity);
    }

    /// Whether a place is in the body of a template of functions, of which NVRTC reads nothing but the brackets until there is an instance.
    fn is_unread_by_nvrtc(&self, item: &Item, at: Span) -> bool {
        if !self.options.dialect.nvrtc || item.kind != ItemKind::FunctionTemplate {
            return false;
        }
        let tokens = &self.declared.lists[item.list as usize].tokens;
        let own = tokens.get(item.first as usize..item.end as usize).unwrap_or(&[]);
        // The body is the last group in braces.
        let mut depth = 0;
        let body = own.iter().rev().find(|t| {
            match t.kind {
                Tok::RBrace => depth += 1,
                Tok::LBrace => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        body.is_some_and(|open| open.kind == Tok::LBrace && open.span.lo < at.lo)
    }

    /// Tells why a declaration that was left alone cannot be used; false where it is none.
    pub(super) fn tell_left_alone(&mut self, name: Symbol, i: u32, span: Span) -> bool {
        let all = self.declared.left_alone.get(&name).map_or(&[][..], Vec::as_slice);
        let told = all.iter().find(|l| l.item == i).map(|l| l.told.clone());
        let found = told.is_some();
        self.tell_of_use(told.into_iter().flatten(), name, span);
        found
    }

    /// Tells why functions of a name cannot be used where one in these namespaces was left alone; false where none was.
    pub(super) fn tell_left_functions(
        &mut self,
        name: Symbol,
        spaces: &[Reach],
        span: Span,
    ) -> bool {
        let all = self.declared.left_alone.get(&name).map_or(&[][..], Vec::as_slice);
        let seen = |l: &&LeftAlone| spaces.iter().any(|s| s.is_of(l.namespace));
        let Some(told) = all.iter().find(seen).map(|l| l.told.clone()) else { return false };
        self.tell_of_use(told.into_iter(), name, span);
        true
    }

    /// Tells why a class of a name that a namespace declares cannot be complete, where its definition was left alone; false where none was.
    pub(in crate::check) fn tell_left_class(
        &mut self,
        name: Symbol,
        namespace: u32,
        span: Span,
    ) -> bool {
        let all = self.declared.left_alone.get(&name).map_or(&[][..], Vec::as_slice);
        let kind = |l: &LeftAlone| self.index.items.get(l.item as usize).map(|i| i.kind);
        let class = |l: &&LeftAlone| l.namespace == namespace && kind(l) == Some(ItemKind::Type);
        let Some(told) = all.iter().find(class).map(|l| l.told.clone()) else { return false };
        self.tell_of_use(told.into_iter(), name, span);
        true
    }

    /// Tells of kernels' templates that are left alone, where the file names them: the host may launch what is missing.
    pub(crate) fn check_left_kernels(&mut self) {
        let mut named = Vec::new();
        for (name, all) in &self.declared.left_alone {
            for left in all {
                let Some(item) = self.index.items.get(left.item as usize) else { continue };
                if !item.flags.has(Flags::GLOBAL) {
                    continue;
                }
                let tokens = &self.declared.lists[item.list as usize].tokens;
                let outside = |k: usize| k < item.first as usize || k >= item.end as usize;
                let used = tokens.iter().enumerate().find(|(k, t)| t.sym == *name && outside(*k));
                named.extend(used.map(|(_, t)| (left.item, *name, t.span)));
            }
        }
        optx_whirl::stable_order::sort_by_key(&mut named, |n| n.0);
        for (item, name, span) in named {
            self.tell_left_alone(name, item, span);
        }
    }

    /// Whether this is a function, or template of one, that was left alone.
    pub(crate) fn is_left_function(&self, name: Symbol, at: Span) -> bool {
        let all = self.declared.left_alone.get(&name).map_or(&[][..], Vec::as_slice);
        all.iter().any(|l| self.index.items.get(l.item as usize).is_some_and(|i| i.span == at))
    }

    /// Whether a declaration of that name was left alone.
    pub(in crate::check) fn is_left_alone(&self, name: Symbol) -> bool {
        self.declared.left_alone.contains_key(&name)
    }

    fn tell_of_use(&mut self, told: impl Iterator<Item = Diagnostic>, name: Symbol, span: Span) {
        let note = format!("`{}` is used here", self.text(name));
        let told: Vec<Diagnostic> = told.collect();
        let absent = told.iter().any(Diagnostic::is_absence);
        for d in told.into_iter().filter(|d| !absent || d.is_absence()) {
            let known = self.diags.list().iter().any(|k| k.code == d.code && k.span == d.span);
            if !known || self.diags.in_trial() {
                self.diags.push(d.note(span, note.clone()));
            }
        }
    }
}

/// Whether the module is right without a declaration that nobody uses: kernels are for the host to launch, variables for it to
/// name, whoever uses them in the file.
fn may_be_left(item: &Item) -> bool {
    // A member's definition or specialisation outside of its class is not looked for by its own name.
    if item.scope != crate::words::EMPTY {
        return false;
    }
    match item.kind {
        ItemKind::Function => !item.flags.has(Flags::GLOBAL),
        ItemKind::FunctionTemplate
        | ItemKind::TypeTemplate
        | ItemKind::VariableTemplate
        | ItemKind::Type => true,
        _ => false,
    }
}

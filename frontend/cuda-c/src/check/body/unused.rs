//! Variables that nothing uses: those that nothing names, and those that are only ever set.
//!
//! A set is `v = x`, `v.m = x` or `v[i] = x` of the language's own `=`; what changes what it reads (`+=`, `++`) is a use, as is everything else that names a
//! variable, its address and `sizeof` too. What is `volatile` is meant, and so is what an attribute says of (`says_unused`).
//! In an instance of a template another instance may use it, so nothing is told there.
//!
//! Source: nvcc 13.5's 177 and 550, tried on 2026-11-28; clang's `-Wunused-variable` and `-Wunused-but-set-variable`.

use optx_source::{Code, Span, code};

use crate::{
    check::{Body, Checker, Special, body::E},
    intern::Symbol,
    typed::{GlobalId, LocalId, TKind, Uses},
    types::Ty,
    words,
};

impl Checker<'_, '_> {
    /// Whether a type is a class of a namespace of CUDA's own headers: an object of one may be made for what that does.
    fn is_of_library(&self, ty: Ty) -> bool {
        let class = self.types.get_record(self.types.innermost(ty));
        let namespace = class.and_then(|(_, r)| self.index.namespaces.get(r.namespace as usize));
        let first = namespace.and_then(|path| path.first()).map(|first| self.text(*first));
        first.is_some_and(|first| ["cooperative_groups", "cuda", "nvcuda", "std"].contains(&first))
    }

    /// Whether a word stands in the line of a place, be it in small letters or in large ones: attributes, and macros that are some.
    pub(super) fn line_says(&self, at: Span, word: &str) -> bool {
        self.sm.place(at).is_some_and(|place| place.text.to_lowercase().contains(word))
    }
}

/// What is looked at of a variable.
struct Declared {
    name: Symbol,
    ty: Ty,
    at: Span,
    param: bool,
    named: Uses,
}

/// A variable that a function declares: of the thread, or with static storage.
#[derive(Clone, Copy)]
enum Variable {
    Local(LocalId),
    Static(GlobalId),
}

impl<'t> Body<'_, '_, 't, '_> {
    /// The left side of a `=`: the variable in it that was named is set, and not used.
    pub(super) fn counts_as_set(&mut self, target: E<'t>) {
        let Some(variable) = self.set_variable(target) else { return };
        if self.mode.unevaluated || self.expected.compares || !self.sets_plainly(target.ty) {
            return;
        }
        let named = match variable {
            Variable::Local(l) => &mut self.variables.locals[l].named,
            Variable::Static(g) => match self.variables.statics.get_mut(&g) {
                Some(named) => named,
                None => return,
            },
        };
        named.uses = named.uses.saturating_sub(1);
        named.sets += 1;
    }

    /// Whether `=` to a type does nothing but set.
    fn sets_plainly(&mut self, ty: Ty) -> bool {
        let Some(class) = self.cx.class_id(ty) else { return true };
        let own = self.cx.classes.all.contains_key(&class)
            && !self
                .cx
                .declared_methods(class, words::OP_ASSIGN, crate::check::MemberKind::Method)
                .is_empty();
        !own && self.cx.is_trivial(ty, Special::CopyAssignment)
    }

    /// The variable that an object is, or is part of.
    fn set_variable(&self, e: E<'t>) -> Option<Variable> {
        match e.kind {
            TKind::Local(l) => {
                let ty = self.variables.locals[l].ty;
                let reference = self.cx.types.is_reference(ty);
                (!reference).then_some(Variable::Local(l))
            }
            TKind::Global(g) if !self.variables.statics.is_empty() => Some(Variable::Static(g)),
            TKind::Field { base, .. } => self.set_variable(base),
            // An element of an array: its address is that of the array and an index.
            TKind::Deref(at) => self.array_of(at),
            _ => None,
        }
    }

    /// Tells of a `return` that gives the address of a variable that ends with the function, or a reference to one.
    pub(super) fn outlived(&mut self, value: E<'t>, result: Ty) {
        let reference = self.cx.types.is_reference(result);
        if !reference && !self.cx.types.is_pointer(result)
            || self.mode.constant
            || self.cx.site.instance
        {
            return;
        }
        let mut address = value;
        while let TKind::Cast(of) | TKind::Comma(_, of) = address.kind {
            address = of;
        }
        let Some(Variable::Local(l)) = self.array_of(address) else { return };
        let local = &self.variables.locals[l];
        let what = match local.name == words::EMPTY {
            true => "a temporary object".to_owned(),
            false => format!("`{}`", self.cx.text(local.name)),
        };
        let how = if reference { "a reference to" } else { "the address of" };
        let message = format!("this returns {how} {what}, which ends with the function");
        self.suspect(code::RETURNS_LOCAL, value.span, message);
    }

    fn array_of(&self, address: E<'t>) -> Option<Variable> {
        match address.kind {
            TKind::AddrOf(object) => self.set_variable(object),
            TKind::PtrAdd { ptr, .. } => self.array_of(ptr),
            _ => None,
        }
    }

    /// Tells of the variables of a function that nothing uses. Those of classes may do something where they begin and end.
    pub(super) fn unused_variables(&mut self) {
        let wrong = self.cx.diags.has_errors();
        if wrong
            || self.cx.site.instance
            || self.mode.constant
            || !self.cx.site.env.names.is_empty()
        {
            return;
        }
        let mut unused: Vec<(Span, Code, String)> = Vec::new();
        let locals = self.variables.locals.iter().map(|l| Declared {
            name: l.name,
            ty: l.ty,
            at: l.span,
            param: l.param,
            named: l.named,
        });
        let statics = self.variables.statics.iter().map(|(g, named)| {
            let object = &self.cx.output.globals[*g];
            Declared {
                name: object.source,
                ty: object.ty,
                at: object.span,
                param: false,
                named: *named,
            }
        });
        let never_read = |l: &Declared| l.named.uses == 0 && l.name != words::EMPTY;
        let never_read: Vec<Declared> = locals.chain(statics).filter(never_read).collect();
        for l in never_read {
            let acts = self.cx.is_of_library(l.ty)
                || !self.cx.is_trivial(l.ty, Special::DefaultConstructor)
                || self.cx.is_destroyed(l.ty);
            let begins = l.named.sets == 0 && (l.param || acts);
            let meant = self.cx.types.innermost(l.ty).is_volatile();
            if l.ty.is_error() || begins || meant || self.cx.diags.in_trial() {
                continue;
            }
            let name = self.cx.text(l.name);
            unused.push(match (l.named.sets, l.param) {
                (0, _) => {
                    (l.at, code::UNUSED_VARIABLE, format!("the variable `{name}` is not used"))
                }
                (_, param) => {
                    let what = if param { "parameter" } else { "variable" };
                    (l.at, code::SET_AND_UNUSED, format!("the {what} `{name}` is set and not used"))
                }
            });
        }
        unused.sort_by_key(|(at, ..)| at.lo);
        for (at, code, message) in unused {
            if !self.cx.says_unused(at) {
                self.suspect(code, at, message);
            }
        }
    }
}

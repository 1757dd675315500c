//! Definitions of static data members outside of their classes ([class.static.data] 2, 3): of what the class declares, of its type, once, and with one
//! initial value.

use optx_source::{Diagnostic, code};

use super::outside::{Outside, Seen, Verdict};
use crate::{
    ast::{Base, Declaration, Declarator, Flags},
    check::{Body, Checker},
    typed::TypedArenas,
    types::{CONST, Ty, TypeKind, UNKNOWN},
};

impl<'a> Checker<'a, '_> {
    /// A static data member.
    pub(super) fn check_static(
        &mut self,
        o: &Outside<'a>,
        x: &'a Declarator<'a>,
        seen: &mut Seen,
    ) -> Verdict {
        let name = x.name;
        let Some(c) = self.classes.all.get(&o.class) else { return Ok(()) };
        let members = c.spec.members.iter().filter(|d| d.spec.flags.has(Flags::STATIC));
        let mut named = members
            .flat_map(|d| d.declarators.iter().map(move |x| (d, x)))
            .filter(|(_, x)| x.name.sym == name.sym);
        let text = self.text(name.sym).to_string();
        let Some((declaration, first)) = named.next() else {
            let class = self.outside_name(o);
            let text = format!("`{class}` declares no static member `{text}`");
            return Err(Box::new(Diagnostic::new(code::UNKNOWN_MEMBER, name.span, text)));
        };
        let twice = |text: String, note: &str, at| {
            Err(Box::new(Diagnostic::new(code::REDEFINED, name.span, text).note(at, note)))
        };
        if self.differs(o, x, declaration, first) {
            let text =
                format!("the static member `{text}` is of another type here than in its class");
            return twice(text, "the class declares it here", first.name.span);
        }
        if is_valued(first) && is_valued(x) {
            let text = format!("the static member `{text}` has its value in its class already");
            return twice(text, "it is here", first.name.span);
        }
        // What is stated for one instance may be declared first.
        let declared = o.d.template.is_some() && !is_valued(x);
        if !declared && let Some(before) = seen.statics.insert((o.class, name.sym), name.span) {
            let text = format!("the static member `{text}` is defined twice");
            return twice(text, "the first definition is here", before);
        }
        Ok(())
    }

    /// Whether a definition and the declaration in the class are of types that are known to differ.
    fn differs(
        &mut self,
        o: &Outside<'a>,
        x: &'a Declarator<'a>,
        declaration: &'a Declaration<'a>,
        first: &'a Declarator<'a>,
    ) -> bool {
        let deduced = |d: &Declaration<'_>| !matches!(d.spec.base, Base::Auto);
        if !deduced(declaration) || !deduced(o.d) {
            return false;
        }
        let arena = TypedArenas::small();
        let namespace = self.classes.all.get(&o.class).map_or(o.namespace, |c| c.namespace);
        let ahead = self.env_of_heads(&o.names);
        let mut type_of = |env, class, namespace, d: &Declaration<'_>, x: &'a Declarator<'a>| {
            let trial = self.diags.begin_trial();
            let site = self.site.within(env, class).at(namespace, o.place);
            let ty = Body::at_site(self, &arena, site).type_of(x.ty);
            let wrong = self.diags.end_trial(trial) || ty.is_error();
            let ty = if d.spec.flags.has(Flags::CONSTEXPR) { ty.with(CONST) } else { ty };
            (!wrong).then_some(ty)
        };
        let own = type_of(&o.env, Some(o.class), namespace, declaration, first);
        // A type that stands before the name is looked up where the definition stands, its array's length in the class.
        let here = type_of(&ahead, None, o.namespace, o.d, x);
        let within = type_of(&o.env, Some(o.class), namespace, o.d, x);
        let Some(own) = own else { return false };
        let known: Vec<Ty> = here.into_iter().chain(within).collect();
        !known.is_empty()
            && !known.iter().any(|t| {
                self.types.qualifiers(own) == self.types.qualifiers(*t) && self.may_be_one(own, *t)
            })
    }

    /// Whether two types are one but for their qualifiers, where an array's length may be open in either.
    fn may_be_one(&self, a: Ty, b: Ty) -> bool {
        match (self.types.kind(a), self.types.kind(b)) {
            (TypeKind::Array(x, n), TypeKind::Array(y, m)) => {
                self.may_be_one(x, y) && (n == m || n == UNKNOWN || m == UNKNOWN)
            }
            _ => a.bare() == b.bare(),
        }
    }
}

/// Whether a declarator gives a value.
fn is_valued(x: &Declarator<'_>) -> bool {
    x.init.is_some() || x.args.is_some()
}

//! Patterns through alias templates that only put pointers, references and qualifiers around their parameters ([temp.alias] 2).
//!
//! Idea: what such an alias means is written in its place, so that deduction sees the reference, pointer or array that a program would have
//! written by hand: a forwarding reference, an argument that does not become a pointer, qualifiers that may be added.
//! Legality: nothing but the alias's own parameters is named in what is written, so it means the same wherever it stands. Others are
//! looked through by what they deduce.
//! Cost: the alias's type.

use super::said_outside::qualified;
use crate::{
    ast::{Base, ExprKind, Flags, TemplateArg, TemplateParam, TypeExpr},
    check::{Body, Env},
};

impl<'a> Body<'_, 'a, '_, '_> {
    /// What a pattern that names such an alias stands for.
    pub(super) fn without_plain_alias(
        &mut self,
        pattern: &'a TypeExpr<'a>,
        params: &'a [TemplateParam<'a>],
        env: &Env,
    ) -> Option<&'a TypeExpr<'a>> {
        let TypeExpr::Base(spec) = pattern else { return None };
        if !matches!(spec.base, Base::Template(..) | Base::Nested(..)) || wrong!(AliasesStay) {
            return None;
        }
        let (id, args) = self.pattern_template(spec, params, env)?;
        let alias = self.cx.template(id);
        let plain = alias.flags.has(Flags::TYPEDEF)
            && args.len() == alias.params.len()
            && alias.params.iter().all(|p| !p.pack);
        let (own, [x]) = (alias.params, alias.declaration.declarators) else { return None };
        let body = self.written_for(x.ty, own, args).filter(|_| plain)?;
        qualified(self.cx.arenas, body, spec.flags)
    }

    fn written_for(
        &self,
        t: &'a TypeExpr<'a>,
        own: &[TemplateParam<'a>],
        args: &'a [TemplateArg<'a>],
    ) -> Option<&'a TypeExpr<'a>> {
        let made = match *t {
            TypeExpr::Base(spec) => {
                let Base::Named(s) = spec.base else { return None };
                let at =
                    own.iter().position(|p| p.name.sym == s).filter(|_| spec.path.is_none())?;
                let TemplateArg::Type(arg) = args.get(at)? else { return None };
                if matches!(arg, TypeExpr::Pack(_)) {
                    return None;
                }
                return qualified(self.cx.arenas, arg, spec.flags);
            }
            TypeExpr::Pointer(of, q) => match self.written_for(of, own, args)? {
                TypeExpr::Reference(..) => return None,
                of => TypeExpr::Pointer(of, q),
            },
            TypeExpr::Reference(of, rvalue) => match self.written_for(of, own, args)? {
                // [dcl.ref] 6
                TypeExpr::Reference(to, inner) => TypeExpr::Reference(to, *inner && rvalue),
                of => TypeExpr::Reference(of, rvalue),
            },
            TypeExpr::Array(of, len, more) => {
                let number = len.is_none_or(|e| matches!(e.kind, ExprKind::Int { .. }));
                match self.written_for(of, own, args)? {
                    of if number && !matches!(of, TypeExpr::Reference(..)) => {
                        TypeExpr::Array(of, len, more)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(self.cx.arenas.types.alloc(made))
    }
}

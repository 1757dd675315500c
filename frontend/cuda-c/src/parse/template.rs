//! Templates: their parameters, and arguments in angle brackets.

use optx_source::{Span, code};

use super::{Parse, Parser, placement::Declares};
use crate::{
    ast::{
        Base, Flags, Known, Pattern, Spec, TemplateArg, TemplateParam, TemplateParamKind, TypeExpr,
    },
    intern::Symbol,
    parse::index::ItemKind,
    token::Tok,
    words,
};

/// What stands before `::`, as far as the grammar can tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// It depends on a template's parameter.
    Dependent,
    /// A class of the file, by its name.
    Class(Symbol),
    /// A template of the file with arguments that depend on a template's parameter.
    Open(Symbol),
    Unknown,
}

/// Whether a token ends a value, so that a `<` behind it is the operator.
pub(super) fn follows_value(before: Tok) -> bool {
    matches!(before, Tok::Number | Tok::Char | Tok::RParen | Tok::RBracket)
        && !wrong!(AnglesWithinAreAngles)
}

impl<'a> Parser<'a, '_, '_> {
    /// `template <...>`; the parameters are declared in the scope at hand.
    pub(super) fn template_head(&mut self) -> Parse<&'a [TemplateParam<'a>]> {
        self.bump();
        self.template_params_in_angles()
    }

    /// The parameters of a template, behind what is before their `<`.
    pub(super) fn template_params_in_angles(&mut self) -> Parse<&'a [TemplateParam<'a>]> {
        self.expect(Tok::Lt, "`template`")?;
        // Parameters that are templates have parameters.
        self.enter()?;
        let was = std::mem::replace(&mut self.in_angles, true);
        let r = self.template_params();
        self.in_angles = was;
        self.leave();
        let list = r?;
        self.close_angle("the template's parameters")?;
        Ok(self.arenas().template_params.alloc_extend(list))
    }

    fn template_params(&mut self) -> Parse<Vec<TemplateParam<'a>>> {
        let mut list = Vec::new();
        while !self.at_close() || self.last_kind() == Some(Tok::Comma) {
            let t = self.tok();
            let is_type = (t.is(words::TYPENAME) || t.is(words::CLASS))
                && self.ahead(1).kind != Tok::ColonColon
                && !(self.ahead(1).kind == Tok::Ident
                    && matches!(self.ahead(2).kind, Tok::ColonColon | Tok::Lt));
            list.push(if t.is(words::TEMPLATE) {
                self.template_as_parameter()?
            } else if is_type {
                self.bump();
                let pack = self.eat(Tok::Ellipsis);
                let name = self.optional_name();
                let known = if pack { Known::TypePack } else { Known::Parameter };
                self.declare_known(name.sym, known);
                let default = if self.eat(Tok::Eq) { Some(self.type_name()?) } else { None };
                TemplateParam { name, kind: TemplateParamKind::Type(default), pack }
            } else {
                let spec = self.specifiers()?;
                self.placed(Declares::TemplateParameter);
                let base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
                let (name, ty) = self.template_parameter_declarator(base)?;
                let pack = matches!(ty, TypeExpr::Pack(_));
                let ty = if let TypeExpr::Pack(ty) = ty { ty } else { ty };
                self.declare_known(name.sym, if pack { Known::ValuePack } else { Known::Value });
                let default = if self.eat(Tok::Eq) { Some(self.conditional()?) } else { None };
                TemplateParam { name, kind: TemplateParamKind::Value(ty, default), pack }
            });
            if let Some(p) = list.last().filter(|p| p.pack && p.kind.has_default()) {
                let at = p.name.span.to(self.last_span());
                let text = "a pack has no default: without arguments it is empty";
                self.error(code::BAD_DECLARATOR, at, text);
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(list)
    }

    /// `template <...> class X`, which stands for a template ([temp.param] 1).
    fn template_as_parameter(&mut self) -> Parse<TemplateParam<'a>> {
        let scope = self.scope();
        let own = self.template_head();
        self.end_scope(scope);
        let own = own?;
        if !self.tok().is(words::TYPENAME) && !self.tok().is(words::CLASS) {
            let span = self.span();
            let text = "`class` or `typename` must stand behind the parameters of a template that is a parameter";
            return Err(self.error(code::EXPECTED, span, text));
        }
        self.bump();
        let pack = self.eat(Tok::Ellipsis);
        let name = self.optional_name();
        self.declare_known(name.sym, if pack { Known::TemplatePack } else { Known::Template });
        let default =
            if self.eat(Tok::Eq) { Some(TemplateArg::Type(self.type_name()?)) } else { None };
        Ok(TemplateParam { name, kind: TemplateParamKind::Template(own, default), pack })
    }

    fn optional_name(&mut self) -> crate::ast::Name {
        let t = self.tok();
        if t.kind == Tok::Ident && !words::is_keyword(t.sym) {
            self.bump();
            return crate::ast::Name { sym: t.sym, span: t.span };
        }
        crate::ast::Name { sym: words::EMPTY, span: t.span }
    }

    /// Whether a closing angle bracket stands here.
    fn at_close(&self) -> bool {
        matches!(self.kind(), Tok::Gt | Tok::Shr | Tok::Ge | Tok::ShrEq | Tok::Eof)
    }

    /// Reads a `>`, or half of a `>>`.
    pub(super) fn close_angle(&mut self, after: &str) -> Parse<Span> {
        if self.kind() == Tok::Shr {
            self.split = true;
            return Ok(self.span());
        }
        self.expect(Tok::Gt, after)
    }

    /// `<...>` after a template's name.
    pub(super) fn template_args(&mut self) -> Parse<&'a [TemplateArg<'a>]> {
        self.expect(Tok::Lt, "the template")?;
        self.enter()?;
        let was = std::mem::replace(&mut self.in_angles, true);
        // The arguments of a base are no bases.
        let bases = std::mem::replace(&mut self.in_bases, false);
        let r = self.not_evaluated(Self::template_arg_list);
        (self.in_angles, self.in_bases) = (was, bases);
        let list = r?;
        self.leave();
        self.close_angle("the template's arguments")?;
        Ok(self.arenas().template_args.alloc_extend(list))
    }

    fn template_arg_list(&mut self) -> Parse<Vec<TemplateArg<'a>>> {
        let mut list = Vec::new();
        while !self.at_close() || self.last_kind() == Some(Tok::Comma) {
            let arg = if self.is_type_argument() {
                let t = self.type_name()?;
                TemplateArg::Type(self.type_expansion(t))
            } else {
                let e = self.conditional()?;
                TemplateArg::Value(self.expansion(e))
            };
            list.push(arg);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(list)
    }

    /// Whether a name is that of a class or alias template, or of a parameter that stands for one.
    pub(super) fn is_type_template(&self, name: Symbol) -> bool {
        self.input.index.has_template_of(name, &[ItemKind::TypeTemplate])
            || matches!(self.local.get(&name), Some(Known::Template | Known::TemplatePack))
    }

    /// Whether `<` after a name that is not a type starts template arguments.
    pub(super) fn is_function_template(&self, name: Symbol) -> bool {
        self.names_template(name, false)
    }

    /// The same of a name that has namespaces before it, so that no local name is meant.
    pub(super) fn names_template(&self, name: Symbol, qualified: bool) -> bool {
        if wrong!(AnglesAreLess) {
            return false;
        }
        if !qualified
            && self.local.contains_key(&name)
            && (!self.input.index.is_member_template(name) || self.is_of_function(name))
        {
            return false;
        }
        let kinds = [ItemKind::FunctionTemplate, ItemKind::VariableTemplate];
        self.input.index.has_template_of(name, &kinds) || self.input.index.is_member_template(name)
    }

    /// Whether the function at hand declares a name, which hides the members of its class ([basic.scope.hiding] 3): a class's own are known
    /// before its functions are looked at.
    fn is_of_function(&self, name: Symbol) -> bool {
        let value = self.local.get(&name).is_some_and(|k| k.is_value());
        let own = value && !self.in_record && self.undo.iter().any(|u| u.0 == name);
        own && !wrong!(MemberTemplatesHideLocals)
    }

    /// The number of tokens of the type's name that stands `n` tokens ahead, namespaces, template arguments and
    /// classes around it included; `None` where there is no type. `typename` says that the last name is a type.
    pub(super) fn type_path(&self, n: usize, typename: bool) -> Option<usize> {
        let mut qualified = self.ahead(n).kind == Tok::ColonColon;
        let mut k = n + usize::from(qualified);
        let (mut in_class, mut word) = (false, false);
        let mut owner = Owner::Unknown;
        for _ in 0..16 {
            let t = self.ahead(k);
            if t.kind != Tok::Ident || words::is_keyword(t.sym) {
                return None;
            }
            let next = self.ahead(k + 1).kind;
            let ty = if in_class {
                typename || self.is_member_type(k, owner)
            } else {
                self.names_type(self.at + k, t.sym, qualified, next == Tok::ColonColon)
            };
            // Most names stand alone. `T::template X` without arguments is itself one: of a parameter that is a template.
            if !matches!(next, Tok::Lt | Tok::ColonColon) {
                return (ty || word).then_some(k + 1 - n);
            }
            owner = match owner {
                Owner::Dependent => owner,
                _ if in_class || qualified => Owner::Class(t.sym),
                _ => self.owner_named(t.sym),
            };
            qualified = true;
            k += 1;
            if self.ahead(k).kind == Tok::Lt && (ty || in_class && typename) {
                let known = in_class
                    || self.is_type_template(t.sym)
                    || self.input.index.is_member_template(t.sym);
                if known {
                    let end = self.after_angles(k)?;
                    // A member template of a template hangs on its class's parameters.
                    let member = self.input.index.is_member_template(t.sym)
                        && self.input.index.template_kind(t.sym).is_none()
                        && self.local.values().any(|k| *k == Known::Parameter);
                    if let Owner::Class(c) = owner
                        && (member || (k..end).any(|at| self.is_parameter(self.ahead(at).sym)))
                    {
                        owner = Owner::Open(c);
                    }
                    k = end;
                }
            }
            if self.ahead(k).kind != Tok::ColonColon {
                return ty.then_some(k - n);
            }
            // `X<T>::*`: a pointer to a member, which is not a type that we have.
            if self.ahead(k + 1).kind != Tok::Ident {
                return None;
            }
            in_class |= ty;
            k += 1;
            word = in_class && self.ahead(k).is(words::TEMPLATE);
            if word {
                k += 1;
            }
        }
        None
    }

    /// Whether a name is a template's parameter that is no number.
    fn is_parameter(&self, s: Symbol) -> bool {
        let known = self.local.get(&s);
        matches!(
            known,
            Some(Known::Parameter | Known::TypePack | Known::Template | Known::TemplatePack)
        ) && !wrong!(ParametersHaveTypes)
    }

    /// The class that a lone name before `::` means.
    fn owner_named(&self, s: Symbol) -> Owner {
        match self.local.get(&s) {
            _ if self.is_parameter(s) => Owner::Dependent,
            None | Some(Known::Class) => Owner::Class(s),
            Some(_) => Owner::Unknown,
        }
    }

    /// The class that stands before a member's name.
    pub(super) fn owner_of(&self, class: &Spec<'_>) -> Owner {
        match class.base {
            Base::Named(s) if class.path.is_none() => self.owner_named(s),
            Base::Named(s) => Owner::Class(s),
            Base::Template(name, args) => match args.iter().any(|a| self.names_parameter(a)) {
                true => Owner::Open(name.sym),
                false => Owner::Class(name.sym),
            },
            Base::Nested(outer, name, _) => match self.owner_of(outer) {
                Owner::Dependent => Owner::Dependent,
                _ => Owner::Class(name.sym),
            },
            _ => Owner::Unknown,
        }
    }

    fn names_parameter(&self, argument: &TemplateArg<'_>) -> bool {
        let mut found = false;
        let mut look = |s: Symbol| found |= self.is_parameter(s);
        match argument {
            TemplateArg::Type(t) => Pattern::Type(t).names(&mut look),
            TemplateArg::Value(e) => Pattern::Expr(e).names(&mut look),
        }
        found
    }

    /// Whether the name behind `X::` that stands `n` tokens ahead is a type: what X's class says, or where that is not known
    /// a member type of some class; or a class's name, which is a member of what derives from it, where a name that is
    /// declared follows. What depends on a template's parameter is no type ([temp.res] 3), but for a base's name.
    pub(super) fn is_member_type(&self, n: usize, owner: Owner) -> bool {
        let (t, next) = (self.ahead(n), self.ahead(n + 1));
        let declares = match next.kind {
            Tok::Ident => !words::is_keyword(next.sym),
            Tok::Star | Tok::Amp | Tok::AmpAmp => self.in_record,
            _ => false,
        };
        let known = match owner {
            _ if declares || self.in_bases => None,
            Owner::Dependent => Some(false),
            Owner::Class(c) => self.input.index.has_type(c, t.sym),
            // An alias may be of any class: what it has is a type only where `typename` says so.
            Owner::Open(c) => self.input.index.has_type(c, t.sym).or(Some(false)),
            Owner::Unknown => None,
        };
        known.unwrap_or_else(|| self.is_type_of_class(t.sym))
            || declares && self.is_outer_type(t.sym)
    }

    /// Whether `decltype(e)::name` that stands `n` tokens ahead is a value, as far as the name says.
    pub(super) fn is_value_of_class(&self, n: usize) -> bool {
        let Some(mut k) = self.group_ahead(n + 1) else { return false };
        let mut value = false;
        while self.ahead(k).kind == Tok::ColonColon {
            k += 1;
            if self.ahead(k).kind != Tok::Ident || self.ahead(k).is(words::TEMPLATE) {
                return false;
            }
            value = !self.is_member_type(k, Owner::Unknown);
            k += 1;
        }
        value && self.ahead(k).kind != Tok::Lt
    }

    /// Whether the `<` behind a member's name, which has no `template` before it, starts template arguments: what the class
    /// says, or where that is not known a template of some class and `(` or `::` behind the arguments, or an end behind types,
    /// which nothing is less than.
    pub(super) fn starts_member_args(&self, name: Symbol, owner: Owner) -> bool {
        if self.kind() != Tok::Lt || !self.input.index.is_member_template(name) {
            return false;
        }
        let looks = || {
            let after = self.after_angles(0).map(|k| self.ahead(k).kind);
            match after {
                Some(Tok::LParen | Tok::LBrace | Tok::ColonColon) => true,
                Some(Tok::RParen | Tok::Comma | Tok::Semi) => self.starts_type(1),
                _ => false,
            }
        };
        match owner {
            Owner::Dependent => self.starts_type(1) && looks(),
            Owner::Class(c) | Owner::Open(c) => {
                self.input.index.has_template(c, name).unwrap_or_else(looks)
            }
            Owner::Unknown => looks(),
        }
    }

    /// Whether the `<` here starts something that looks like template arguments.
    pub(super) fn at_template_args(&self) -> bool {
        self.starts_type(1) && self.after_angles(0).is_some()
    }

    /// How far ahead the token after `<...>` stands, whose `<` is `n` tokens ahead.
    pub(super) fn after_angles(&self, n: usize) -> Option<usize> {
        let mut depth = 0i32;
        let mut k = n;
        loop {
            match self.ahead(k).kind {
                Tok::Lt if k > n && self.is_less(k) => {}
                Tok::Lt => depth += 1,
                Tok::Gt => depth -= 1,
                // Half of it belongs to a template around.
                Tok::Shr if depth == 1 => return Some(k),
                Tok::Shr => depth -= 2,
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    k = self.after_group(self.at + k) - self.at;
                    continue;
                }
                Tok::Eof | Tok::Semi | Tok::RParen | Tok::RBrace => return None,
                _ => {}
            }
            k += 1;
            if depth <= 0 {
                return Some(k);
            }
        }
    }

    /// Whether the `<` that stands `k` tokens ahead, within other template arguments, is the operator: behind a value, or a
    /// name that is declared and no template ([temp.names] 3).
    fn is_less(&self, k: usize) -> bool {
        let (Some(before), false) = (k.checked_sub(1), wrong!(AnglesWithinAreAngles)) else {
            return false;
        };
        let t = self.ahead(before);
        match t.kind {
            kind if follows_value(kind) => true,
            Tok::Ident if words::is_keyword(t.sym) => matches!(t.sym, words::TRUE | words::FALSE),
            Tok::Ident => {
                let template = self.input.index.template_kind(t.sym).is_some()
                    || self.input.index.is_member_template(t.sym);
                let behind = before > 0 && self.ahead(before - 1).kind == Tok::ColonColon;
                match self.local.get(&t.sym) {
                    _ if behind => !template,
                    Some(k) if k.is_value() => !self.input.index.is_member_template(t.sym),
                    Some(_) => false,
                    None => !template && self.input.index.items_named(t.sym).next().is_some(),
                }
            }
            _ => false,
        }
    }

    /// The flags that say more of a member function than of other declarations.
    pub(super) fn member_flag(s: Symbol) -> Option<u32> {
        Some(match s {
            words::EXPLICIT => Flags::EXPLICIT,
            words::FRIEND => Flags::FRIEND,
            words::VIRTUAL => Flags::VIRTUAL,
            words::MUTABLE => Flags::MUTABLE,
            _ => return None,
        })
    }
}

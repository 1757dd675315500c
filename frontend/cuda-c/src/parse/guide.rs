//! Deduction guides ([temp.deduct.guide]): `template <class T> S(T, int) -> S<T>;`, at namespace scope and in classes.
//!
//! Idea: a guide is read as a function's declaration without a body, whose name is the class template's and whose result is the class;
//! what it means is found out where arguments are deduced. Legality: `explicit` alone may stand before the name, and the words of CUDA,
//! which say nothing. Cost: guides are read where the arguments of their template are deduced, those of a class with that.

use optx_source::code;

use super::{Parse, Parser};
use crate::{
    ast::{Base, Declaration, Declarator, Flags, Name, Spec, TypeExpr},
    parse::index::Item,
    token::Tok,
    words,
};

/// Words before a guide's name that say nothing of it.
const MARKS: [crate::intern::Symbol; 3] = [words::DEVICE, words::HOST, words::FORCEINLINE];

/// Parses a deduction guide of a namespace.
pub(crate) fn parse_guide<'a>(
    input: super::Input<'a, '_>,
    item: &Item,
    diags: &mut optx_source::Diagnostics,
) -> Option<Declaration<'a>> {
    let mut p = Parser::new(input, diags, item.first, item.end);
    p.namespace = item.namespace;
    p.guide().ok()
}

impl<'a> Parser<'a, '_, '_> {
    /// Whether a deduction guide starts here, among the members of a class.
    pub(super) fn at_guide(&self) -> bool {
        let mut k = 0;
        if self.tok().is(words::TEMPLATE) && self.ahead(1).kind == Tok::Lt {
            match self.after_angles(1) {
                Some(end) => k = end,
                None => return false,
            }
        }
        while self.ahead(k).is(words::EXPLICIT) || MARKS.iter().any(|w| self.ahead(k).is(*w)) {
            k += 1;
        }
        let name = self.ahead(k);
        name.kind == Tok::Ident
            && !words::is_keyword(name.sym)
            && self.ahead(k + 1).kind == Tok::LParen
            && self.group_ahead(k + 1).is_some_and(|end| self.ahead(end).kind == Tok::Arrow)
    }

    /// A deduction guide.
    pub(super) fn guide(&mut self) -> Parse<Declaration<'a>> {
        let from = self.span();
        let scope = self.scope();
        let mut template = None;
        while self.tok().is(words::TEMPLATE) && self.ahead(1).kind == Tok::Lt {
            if template.is_some() {
                let span = self.span();
                let text = "a deduction guide has one head `template <...>`";
                return Err(self.error(code::TEMPLATE, span, text));
            }
            template = Some(self.template_head()?);
        }
        let flags = self.words_of_guide()?;
        let name = self.identifier("the class template's name")?;
        if self.kind() != Tok::LParen {
            self.expect(Tok::LParen, "the name")?;
        }
        let ty = self.guide_type(name)?;
        self.end_scope(scope);
        self.expect(Tok::Semi, "the deduction guide")?;
        let spec = Spec { flags, ..Spec::new(Base::Named(name.sym), name.span) };
        let spec = self.arenas().specs.alloc(spec);
        let declarators = self.arenas().declarators.alloc_extend([Declarator::new(name, ty, &[])]);
        let span = from.to(self.last_span());
        Ok(Declaration { declarators, template, ..Declaration::new(spec, span) })
    }

    /// What stands before a guide's name.
    fn words_of_guide(&mut self) -> Parse<Flags> {
        let mut flags = 0;
        loop {
            let t = self.tok();
            if t.kind == Tok::LBracket && self.ahead(1).kind == Tok::LBracket
                || t.is(words::ATTRIBUTE)
            {
                self.attributes_before()?;
            } else if t.is(words::EXPLICIT) && flags == 0 {
                flags = Flags::EXPLICIT;
                self.bump();
            } else if MARKS.iter().any(|w| t.is(*w)) {
                self.bump();
            } else if words::is_keyword(t.sym) && t.kind == Tok::Ident
                || self.ahead(1).kind == Tok::Ident
            {
                let text = "nothing but `explicit` stands before a deduction guide's name";
                return Err(self.error(code::BAD_SPECIFIERS, t.span, text));
            } else {
                return Ok(Flags(flags));
            }
        }
    }

    /// The parameters of a guide, and the class behind `->`, which is an instance of the template that the guide is for.
    fn guide_type(&mut self, name: Name) -> Parse<&'a TypeExpr<'a>> {
        let scope = self.scope();
        let (params, variadic, span) = self.parameters_in_parentheses()?;
        self.expect(Tok::Arrow, "the parameters")?;
        let class = self.type_name()?;
        self.end_scope(scope);
        let named = match class {
            TypeExpr::Base(spec) => {
                let plain = spec.path.is_none() && spec.flags.0 == 0;
                plain && matches!(spec.base, Base::Template(of, _) if of.sym == name.sym)
            }
            _ => false,
        };
        if !named {
            let text = self.input.names.get(name.sym);
            let text =
                format!("a deduction guide for `{text}` gives an instance of it, `{text}<...>`");
            let at = span.to(self.last_span());
            return Err(self.error(code::TEMPLATE, at, text));
        }
        // The class is only named: as what a pointer points to.
        let result = self.arenas().types.alloc(TypeExpr::Pointer(class, Flags::default()));
        Ok(self.arenas().types.alloc(TypeExpr::Function {
            result,
            params,
            variadic,
            quals: Flags::default(),
            object: Default::default(),
            noexcept: None,
            span,
        }))
    }
}

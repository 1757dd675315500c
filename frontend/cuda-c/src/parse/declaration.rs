//! Declarations: specifiers, declarators, structs and enums.

use optx_source::{Span, code};

use super::{Parse, Parser, attribute::Attributes};
use crate::{
    ast::{Assertion, Base, Declaration, Declarator, Flags, Name, Path, Spec, TypeExpr, Using},
    token::Tok,
    words,
};

/// No namespace before a name.
const NOWHERE: &Path<'static> = &Path { global: false, names: &[] };

impl<'a> Parser<'a, '_, '_> {
    /// Whether a declaration starts here.
    pub(super) fn starts_declaration(&self) -> bool {
        let t = self.tok();
        if t.kind != Tok::Ident {
            return self.kind() == Tok::ColonColon && self.starts_type(0) && self.is_declaration();
        }
        match t.sym {
            words::TYPEDEF
            | words::EXTERN
            | words::STATIC
            | words::REGISTER
            | words::INLINE
            | words::INLINE_ALT
            | words::INLINE_MS
            | words::CONSTEXPR
            | words::SHARED
            | words::DEVICE
            | words::CONSTANT
            | words::GLOBAL
            | words::HOST
            | words::MANAGED
            | words::ALIGN
            | words::ALIGNAS
            | words::ATTRIBUTE
            | words::THREAD_LOCAL
            | words::EXTENSION
            | words::FORCEINLINE
            | words::USING
            | words::RESTRICT_ALT => true,
            _ => self.starts_type(0) && self.is_declaration(),
        }
    }

    /// The one declaration of a top-level item.
    pub(super) fn top_level(&mut self) -> Parse<Declaration<'a>> {
        if self.tok().is(words::EXTERN) && self.ahead(1).is(words::TEMPLATE) {
            // An explicit instantiation declaration: what it names is made where it is used.
            self.bump();
            let mut d = self.template_declaration()?;
            let flags = Flags(d.spec.flags.0 | Flags::EXTERN);
            d.spec = self.arenas().specs.alloc(Spec { flags, ..*d.spec });
            return Ok(d);
        }
        if self.tok().is(words::TEMPLATE) {
            return self.template_declaration();
        }
        let linkage = self.tok().is(words::EXTERN) && self.ahead(1).kind == Tok::Str;
        if linkage {
            self.bump();
            self.bump();
        }
        if self.tok().is(words::USING) {
            return self.using();
        }
        if self.tok().is(words::STATIC_ASSERT) || self.tok().is(words::STATIC_ASSERT_C) {
            return self.assertion();
        }
        let d = self.declaration(true)?;
        if linkage && d.spec.flags.has(Flags::STATIC) {
            let text = "`static` does not go with `extern \"C\"`";
            return Err(self.error(code::BAD_SPECIFIERS, d.spec.span, text));
        }
        if self.kind() != Tok::Eof && d.body.is_none() {
            let found = self.tok().describe(self.input.names);
            let span = self.span();
            return Err(self.error(
                code::EXPECTED,
                span,
                format!("{found} does not belong to this declaration"),
            ));
        }
        Ok(d)
    }

    /// Goes over `delete`, and is true then, or `default`, which stands behind members alone ([dcl.fct.def.default] 1).
    fn is_deleted(&mut self, d: &Declarator<'a>) -> Parse<bool> {
        if self.tok().is(words::DEFAULT) && !self.is_member && d.scope.is_none() {
            let text = "this function cannot be defaulted";
            return Err(self.error(code::CLASS_RULE, d.name.span, text));
        }
        Ok(self.bump().is(words::DELETE))
    }

    /// `static_assert(condition, message);`.
    pub(super) fn static_assertion(&mut self) -> Parse<Assertion<'a>> {
        self.bump();
        self.expect(Tok::LParen, "`static_assert`")?;
        let condition = self.bracketed(Self::conditional)?;
        let message =
            if self.eat(Tok::Comma) { Some(self.bracketed(Self::conditional)?) } else { None };
        self.expect(Tok::RParen, "the assertion")?;
        self.expect(Tok::Semi, "the assertion")?;
        Ok(Assertion { condition, message })
    }

    /// The same as a declaration. What is not understood is left to the host's compiler.
    pub(super) fn assertion(&mut self) -> Parse<Declaration<'a>> {
        let (span, depth) = (self.span(), self.depth);
        let end = self.after_group(self.at + 1);
        let trial = self.diags.begin_trial();
        let read = self.static_assertion();
        if self.diags.end_trial(trial) || read.is_err() {
            (self.at, self.split, self.depth) = (end, false, depth);
            self.eat(Tok::Semi);
            return Ok(self.empty_declaration(span));
        }
        let assertion = read?;
        Ok(Declaration { assertion: Some(assertion), ..self.empty_declaration(span) })
    }

    /// `template <...> declaration`, or `template declaration`, an explicit instantiation.
    fn template_declaration(&mut self) -> Parse<Declaration<'a>> {
        let scope = self.scope();
        let mut heads = Vec::new();
        if self.ahead(1).kind == Tok::Lt {
            while self.tok().is(words::TEMPLATE) && self.ahead(1).kind == Tok::Lt {
                heads.push(self.template_head()?);
            }
        } else {
            self.bump();
        }
        // The innermost is what is declared has, where that is a template.
        let template = heads.pop();
        let around = &*self.arenas().heads.alloc_extend(heads);
        let mut d =
            if self.tok().is(words::USING) { self.using()? } else { self.declaration(true)? };
        (d.template, d.around) = (template, around);
        self.end_scope(scope);
        let member = match (d.declarators, d.spec.base) {
            ([x], _) => x.scope.is_some(),
            ([], Base::Record(r)) => r.class.is_some(),
            ([], Base::Enum(e)) => e.class.is_some(),
            ([], Base::Nested(..)) => true,
            _ => false,
        };
        if !around.is_empty() && !member {
            let text = "a template has one head `template <...>`: more are for members of class templates, `A<T>::name`";
            return Err(self.error(code::TEMPLATE, d.span, text));
        }
        if let [_, x, ..] = d.declarators {
            let text = "a template declares one name";
            return Err(self.error(code::TEMPLATE, x.name.span, text));
        }
        Ok(d)
    }

    fn empty_declaration(&self, span: Span) -> Declaration<'a> {
        let spec = self.empty_spec(span);
        Declaration::new(spec, span)
    }

    fn empty_spec(&self, span: Span) -> &'a Spec<'a> {
        self.arenas().specs.alloc(Spec::new(Base::Error, span))
    }

    /// `using X = T;`, `using namespace n;`.
    fn using(&mut self) -> Parse<Declaration<'a>> {
        let from = self.bump().span;
        let after = self.ahead(1);
        let brackets = after.kind == Tok::LBracket && self.ahead(2).kind == Tok::LBracket;
        let attributed = after.is(words::ATTRIBUTE) || brackets;
        if self.kind() == Tok::Ident && (after.kind == Tok::Eq || attributed) {
            let name = self.identifier("a name")?;
            let attributes = match brackets {
                true => self.attributes_before()?,
                false => self.attributes_after()?,
            };
            self.mode = attributes.mode;
            self.no_mode(name.span)?;
            let align = self.alignments(attributes.align);
            self.expect(Tok::Eq, "the name")?;
            let ty = self.aliased_type()?;
            self.expect(Tok::Semi, "the type")?;
            let flags = Flags(Flags::TYPEDEF);
            let spec = self.arenas().specs.alloc(Spec { flags, ..Spec::new(Base::Error, from) });
            let declarators =
                self.arenas().declarators.alloc_extend([Declarator::new(name, ty, align)]);
            let span = from.to(name.span);
            return Ok(Declaration { declarators, ..Declaration::new(spec, span) });
        }
        self.using_name(from)
    }

    /// `using namespace n;`, `using n::f, B::g;`, its first word read.
    fn using_name(&mut self, from: Span) -> Parse<Declaration<'a>> {
        let mut list = Vec::new();
        if self.eat_word(words::NAMESPACE) {
            list.push(self.used_namespace()?);
        } else {
            list.push(self.used_name()?);
            while self.eat(Tok::Comma) {
                list.push(self.used_name()?);
            }
        }
        self.expect(Tok::Semi, "the name")?;
        let mut using: Option<&'a Using<'a>> = None;
        for u in list.into_iter().rev() {
            using = Some(self.arenas().usings.alloc(Using { next: using, ..u }));
        }
        Ok(Declaration { using, ..self.empty_declaration(from.to(self.last_span())) })
    }

    /// The namespace of a using directive.
    fn used_namespace(&mut self) -> Parse<Using<'a>> {
        let global = self.eat(Tok::ColonColon);
        let mut names = Vec::new();
        let mut name = self.identifier("a namespace")?;
        while self.eat(Tok::ColonColon) {
            names.push(name.sym);
            name = self.identifier("a namespace")?;
        }
        // An alias of this function's stands for what it names.
        names.push(name.sym);
        let mut path = self.path(global, &names);
        if let Some(p) = path
            && let Some((sym, names)) = p.names.split_last()
        {
            name.sym = *sym;
            path = Some(self.arenas().paths.alloc(Path { global: p.global, names }));
        }
        let path = path.unwrap_or(NOWHERE);
        Ok(Using { directive: true, path, class: None, name, pack: false, next: None })
    }

    /// One name of a using declaration.
    fn used_name(&mut self) -> Parse<Using<'a>> {
        let typename = self.eat_word(words::TYPENAME);
        let before = self.before_name()?;
        let name = if self.tok().is(words::OPERATOR) {
            self.operator_name()?
        } else {
            self.identifier("a name")?
        };
        let (path, class) = (before.path, before.class);
        if path.is_none() && class.is_none() {
            return Err(self.error(
                code::EXPECTED,
                name.span,
                "a using declaration needs a namespace or class before the name",
            ));
        }
        if class.is_some() && (typename || self.is_type_of_class(name.sym)) {
            self.declare_local(name.sym, true);
        }
        if class.is_none() {
            // It may have been a variable's name around here.
            let index = self.input.index;
            let from = path.and_then(|p| index.resolve(self.namespace, p.global, p.names));
            let ty = match from.filter(|_| index.is_both(name.sym)) {
                Some(n) => index.is_type_from(n, true, name.sym, self.place_of(self.at)),
                None => self.is_outer_type(name.sym),
            };
            let kinds = [
                crate::parse::index::ItemKind::FunctionTemplate,
                crate::parse::index::ItemKind::VariableTemplate,
            ];
            match !ty && index.has_template_of(name.sym, &kinds) {
                // The file knows it as a template, which a variable is not.
                true => self.forget_local(name.sym),
                false => self.declare_local(name.sym, ty),
            }
        }
        let (pack, path) = (class.is_some() && self.eat(Tok::Ellipsis), path.unwrap_or(NOWHERE));
        Ok(Using { directive: false, path, class, name, pack, next: None })
    }

    /// A declaration with its `;` or its body.
    pub(super) fn declaration(&mut self, top: bool) -> Parse<Declaration<'a>> {
        if self.tok().is(words::USING) {
            let d = self.using()?;
            if let [one] = d.declarators {
                self.declare_local(one.name.sym, true);
            }
            return Ok(d);
        }
        let from = self.span();
        let spec = self.specifiers()?;
        let written = std::mem::take(&mut self.written);
        if self.is_structured_binding(spec) {
            return self.structured_binding(spec, from, top);
        }
        if let Some(spec) = self.binding_without_auto(spec) {
            return self.structured_binding(spec, from, top);
        }
        let mut d = self.declarators(spec, from, top)?;
        self.check_declaration(&written, &d, top);
        if top && !d.declarators.is_empty() && !d.spec.flags.has(Flags::TYPEDEF) {
            let flags = self.input.index.marked(d.spec.flags);
            let left = wrong!(UnmarkedVariablesAreHost) || wrong!(UnmarkedFunctionsAreHost);
            let flags = if left { d.spec.flags } else { flags };
            if flags != d.spec.flags {
                d.spec = self.arenas().specs.alloc(Spec { flags, ..*d.spec });
            }
        }
        Ok(d)
    }

    /// Whether `[a, b]` follows, or that behind `&` or `&&`, where the specifiers are read.
    pub(super) fn is_structured_binding(&self, spec: &Spec<'a>) -> bool {
        let reference = usize::from(matches!(self.kind(), Tok::Amp | Tok::AmpAmp));
        matches!(spec.base, Base::Auto) && self.ahead(reference).kind == Tok::LBracket
    }

    /// What stands for the specifiers of a structured binding that are not `auto`, which is told.
    fn binding_without_auto(&mut self, spec: &'a Spec<'a>) -> Option<&'a Spec<'a>> {
        let behind = self.ahead(2).kind;
        let named =
            self.ahead(1).kind == Tok::Ident && matches!(behind, Tok::Comma | Tok::RBracket);
        if self.kind() != Tok::LBracket || !named || matches!(spec.base, Base::Error) {
            return None;
        }
        self.error(code::BAD_SPECIFIERS, spec.span, "a structured binding is of the type `auto`");
        Some(self.arenas().specs.alloc(Spec { base: Base::Auto, ..*spec }))
    }

    /// `[a, b]` with `&` or `&&` before it ([dcl.struct.bind]).
    pub(super) fn bound_names(&mut self, spec: &'a Spec<'a>) -> Parse<Declarator<'a>> {
        let mut ty: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        if matches!(self.kind(), Tok::Amp | Tok::AmpAmp) {
            let rvalue = self.bump().kind == Tok::AmpAmp;
            if !wrong!(BindingsGoByValue) {
                ty = self.arenas().types.alloc(TypeExpr::Reference(ty, rvalue));
            }
        }
        let from = self.bump().span;
        let mut names = vec![self.identifier("a name")?];
        while self.eat(Tok::Comma) {
            names.push(self.identifier("a name")?);
        }
        let span = from.to(self.expect(Tok::RBracket, "the names")?);
        let bindings = self.arenas().names.alloc_extend(names);
        let name = Name { sym: words::EMPTY, span };
        Ok(Declarator { bindings, ..Declarator::new(name, ty, &[]) })
    }

    fn structured_binding(
        &mut self,
        spec: &'a Spec<'a>,
        from: Span,
        top: bool,
    ) -> Parse<Declaration<'a>> {
        if top || self.in_record {
            let x = self.bound_names(spec)?;
            let text = "structured bindings outside of functions are not supported yet";
            return Err(self.error(code::STRUCTURED_BINDING, x.name.span, text));
        }
        let x = self.bound_variable(spec)?;
        self.end_of_declaration()?;
        let declarators = self.arenas().declarators.alloc_extend([x]);
        Ok(Declaration { declarators, ..Declaration::new(spec, from.to(self.last_span())) })
    }

    /// The names of a structured binding in a function, and their initialiser.
    pub(super) fn bound_variable(&mut self, spec: &'a Spec<'a>) -> Parse<Declarator<'a>> {
        let mut x = self.bound_names(spec)?;
        let stored =
            Flags::STATIC | Flags::EXTERN | Flags::SHARED | Flags::CONSTANT | Flags::TYPEDEF;
        if spec.flags.has(stored | Flags::CONSTEXPR | Flags::DEVICE | Flags::THREAD_LOCAL) {
            let text = "a structured binding has `auto`, `const` and `volatile` before it alone";
            return Err(self.error(code::BAD_SPECIFIERS, x.name.span, text));
        }
        match self.kind() {
            Tok::LBrace => {
                x.init = Some(self.init_list()?);
                x.direct = true;
            }
            Tok::LParen => {
                self.bump();
                x.args = Some(self.bracketed(Self::arguments)?);
                self.expect(Tok::RParen, "the arguments")?;
            }
            _ => {
                self.expect(Tok::Eq, "the names")?;
                let list = self.kind() == Tok::LBrace;
                x.init = Some(if list { self.init_list()? } else { self.assign()? });
            }
        }
        for name in x.bindings {
            self.declare_local(name.sym, false);
        }
        Ok(x)
    }

    /// GNU's attributes behind the width of a bit-field.
    fn attributes_of_bits(&mut self, d: &mut Declarator<'a>) -> Parse<()> {
        let mut attributes = Attributes::default();
        while self.tok().is(words::ATTRIBUTE) && !wrong!(WidthsEndBitFields) {
            self.attribute(&mut attributes)?;
        }
        d.packed |= attributes.packed;
        attributes.align.extend_from_slice(d.align);
        d.align = self.alignments(attributes.align);
        Ok(())
    }

    /// What follows a declaration's specifiers. Apart from those, so that classes within classes take little stack.
    fn declarators(
        &mut self,
        mut spec: &'a Spec<'a>,
        from: Span,
        top: bool,
    ) -> Parse<Declaration<'a>> {
        let mode = self.mode.take();
        let mut base: &'a TypeExpr<'a> = self.arenas().types.alloc(TypeExpr::Base(spec));
        let mut list: Vec<Declarator<'a>> = Vec::new();
        let defines = matches!(spec.base, Base::Record(_) | Base::Enum(_));
        if self.eat(Tok::Semi) || defines && self.is_told_to_end() {
            self.check_alignas(spec, None)?;
            let span = from.to(self.last_span());
            return Ok(Declaration::new(spec, span));
        }
        loop {
            let (name, ty) = self.own_declarator(base)?;
            if wrong!(StarsBelongToTheType) && matches!(ty, TypeExpr::Pointer(..)) {
                base = ty;
            }
            let declared = std::mem::take(&mut self.declared);
            let was_in_class = self.in_class;
            self.in_class |= declared.class.is_some();
            let mut after = std::mem::take(&mut self.within);
            after.add(self.attributes_after()?);
            // What is said of one declarator's function is said of the declaration.
            let said = after.flags & !Flags::PACKED;
            if said & !spec.flags.0 != 0 {
                let flags = Flags(spec.flags.0 | said);
                spec = self.arenas().specs.alloc(Spec { flags, ..*spec });
            }
            let packed = after.flags & Flags::PACKED != 0 || spec.flags.has(Flags::PACKED);
            let d = Declarator {
                scope: declared.class,
                template_args: declared.args,
                path: declared.path,
                packed,
                mode: after.mode.or(mode),
                ..Declarator::new(name, ty, self.alignments(after.align))
            };
            self.check_alignas(spec, Some(&d))?;
            // A template's own name goes on to be a template's in its body.
            let own = top && self.is_function_template(name.sym);
            if (!top || name.sym != words::EMPTY) && !own {
                self.declare_local(name.sym, spec.flags.has(Flags::TYPEDEF));
            }
            if let TypeExpr::Function { params, .. } = ty
                && (self.kind() == Tok::LBrace
                    || top
                        && self.kind() == Tok::Colon
                        && (declared.class.is_some() || self.in_class))
            {
                if !top {
                    let span = self.span();
                    return Err(self.error(
                        code::MISPLACED_STATEMENT,
                        span,
                        "a function cannot be defined in a function",
                    ));
                }
                let scope = self.scope();
                for p in *params {
                    self.declare_parameter(p);
                }
                let inits = self.member_inits()?;
                let body = self.compound()?;
                self.end_scope(scope);
                self.in_class = was_in_class;
                list.push(d);
                let declarators = self.arenas().declarators.alloc_extend(list);
                return Ok(Declaration {
                    declarators,
                    body: Some(body),
                    inits,
                    ..Declaration::new(spec, from.to(name.span))
                });
            }
            let mut d = d;
            if self.in_record && self.eat(Tok::Colon) {
                d.bits = Some(self.conditional()?);
                self.attributes_of_bits(&mut d)?;
                self.check_alignas(spec, Some(&d))?;
            }
            match self.kind() {
                Tok::Eq
                    if matches!(ty, TypeExpr::Function { .. })
                        && (self.ahead(1).is(words::DEFAULT)
                            || self.ahead(1).is(words::DELETE)) =>
                {
                    self.bump();
                    d.deleted = self.is_deleted(&d)?;
                }
                Tok::Eq => {
                    self.bump();
                    d.init = Some(if self.kind() == Tok::LBrace {
                        self.init_list()?
                    } else {
                        self.assign()?
                    });
                }
                Tok::LBrace
                    if !self.in_record
                        || name.sym != words::EMPTY && !matches!(ty, TypeExpr::Function { .. }) =>
                {
                    d.init = Some(self.init_list()?);
                    d.direct = true;
                }
                Tok::LParen => {
                    self.bump();
                    d.args = Some(self.bracketed(Self::arguments)?);
                    self.expect(Tok::RParen, "the arguments")?;
                }
                _ => {}
            }
            self.in_class = was_in_class;
            list.push(d);
            if self.ends_first_part == Some(self.at) || !self.eat(Tok::Comma) {
                break;
            }
        }
        self.end_of_declaration()?;
        let declarators = self.arenas().declarators.alloc_extend(list);
        let span = from.to(self.last_span());
        Ok(Declaration { declarators, ..Declaration::new(spec, span) })
    }

    /// Whether the text of a declaration ends here without its `;`, which was told as it was cut: nothing else is wrong with it.
    fn is_told_to_end(&self) -> bool {
        self.kind() == Tok::Eof && self.input.index.lacks_semicolon(self.input.list, self.end)
    }

    /// The `;` behind a declaration, or the comma that stands for it in the head of `for`.
    fn end_of_declaration(&mut self) -> Parse<()> {
        if self.ends_first_part.take() == Some(self.at) || self.kind() == Tok::Semi {
            self.bump();
        } else if !self.is_told_to_end() {
            self.expect(Tok::Semi, "the declaration")?;
        }
        Ok(())
    }
}

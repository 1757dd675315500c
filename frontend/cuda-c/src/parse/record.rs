//! Structs, unions, enums, and attributes.

use optx_source::code;

use super::{Failed, Parse, Parser};
use crate::{
    ast::{Base, Declaration, EnumSpec, Enumerator, Expr, Flags, Name, RecordSpec, Tag},
    intern::Symbol,
    token::Tok,
    words,
};

impl<'a> Parser<'a, '_, '_> {
    pub(super) fn align_argument(&mut self) -> Parse<&'a Expr<'a>> {
        self.expect(Tok::LParen, "the alignment")?;
        let e = if self.starts_type(0) {
            let ty = self.type_name()?;
            let span = self.last_span();
            self.expr(crate::ast::ExprKind::Alignof(ty), span)
        } else {
            self.conditional()?
        };
        self.expect(Tok::RParen, "the alignment")?;
        Ok(e)
    }

    /// `__attribute__((...))`.
    pub(super) fn attribute(&mut self, align: &mut Vec<&'a Expr<'a>>) -> Parse<u32> {
        let word = self.bump();
        let end = self.after_group(self.at);
        let mut flags = 0;
        while self.kind() == Tok::LParen {
            self.bump();
        }
        while self.at < end && self.kind() != Tok::RParen {
            let t = self.bump();
            match t.sym {
                _ if t.kind != Tok::Ident => {}
                words::ALIGNED | words::ALIGNED_ALT | words::ALIGN
                    if self.kind() == Tok::LParen =>
                {
                    align.push(self.align_argument()?);
                }
                words::PACKED | words::PACKED_ALT => flags |= Flags::PACKED,
                words::CONST => {}
                s => match self.input.names.get(s) {
                    "global" | "__global__" => flags |= Flags::GLOBAL,
                    "device" | "__device__" => flags |= Flags::DEVICE,
                    "shared" | "__shared__" => flags |= Flags::SHARED,
                    "constant" | "__constant__" => flags |= Flags::CONSTANT,
                    "host" | "__host__" => flags |= Flags::HOST,
                    "always_inline" | "__always_inline__" => flags |= Flags::FORCEINLINE,
                    "noinline" | "__noinline__" => flags |= Flags::NOINLINE,
                    "unused" | "__unused__" | "used" | "visibility" | "pure" | "__pure__"
                    | "nothrow" | "__nothrow__" | "noreturn" | "__noreturn__" | "weak"
                    | "deprecated" => {
                        if self.kind() == Tok::LParen {
                            self.at = self.after_group(self.at);
                        }
                    }
                    other => {
                        let message = format!("the attribute `{other}` is ignored");
                        self.error(code::UNKNOWN_ATTRIBUTE, t.span, message);
                        if self.kind() == Tok::LParen {
                            self.at = self.after_group(self.at);
                        }
                    }
                },
            }
        }
        let _ = word;
        self.at = end;
        Ok(flags)
    }

    /// Attributes after a declarator.
    pub(super) fn attributes_after(&mut self) -> Parse<&'a [&'a Expr<'a>]> {
        let mut align = Vec::new();
        loop {
            match self.tok().sym {
                _ if self.kind() != Tok::Ident => break,
                words::ATTRIBUTE | words::DECLSPEC => {
                    self.attribute(&mut align)?;
                }
                words::ALIGN | words::ALIGNAS => {
                    self.bump();
                    align.push(self.align_argument()?);
                }
                words::NOEXCEPT | words::CONST => {
                    self.bump();
                    if self.kind() == Tok::LParen {
                        self.at = self.after_group(self.at);
                    }
                }
                _ => break,
            }
        }
        Ok(self.expr_list(align))
    }

    /// `struct ...` or `union ...`.
    pub(super) fn record(&mut self) -> Parse<Base<'a>> {
        let word = self.bump();
        let tag = if word.sym == words::UNION { Tag::Union } else { Tag::Struct };
        let mut align = Vec::new();
        let mut packed = false;
        loop {
            let t = self.tok();
            match t.sym {
                _ if t.kind != Tok::Ident => break,
                words::ALIGN | words::ALIGNAS => {
                    self.bump();
                    align.push(self.align_argument()?);
                }
                words::ATTRIBUTE | words::DECLSPEC => {
                    packed |= self.attribute(&mut align)? & Flags::PACKED != 0;
                }
                _ => break,
            }
        }
        let t = self.tok();
        let name = if t.kind == Tok::Ident && !words::is_keyword(t.sym) {
            self.bump();
            Name { sym: t.sym, span: t.span }
        } else {
            Name { sym: words::EMPTY, span: word.span }
        };
        let mut template_args = None;
        if self.kind() == Tok::Lt
            && name.sym != words::EMPTY
            && self.input.index.template_kind(name.sym)
                == Some(super::index::ItemKind::TypeTemplate)
        {
            template_args = Some(self.template_args()?);
        }
        self.eat_word(words::FINAL);
        let bases =
            if self.kind() == Tok::Colon && !self.in_record_field() { self.bases()? } else { &[] };
        if self.kind() != Tok::LBrace {
            if let Some(args) = template_args {
                return Ok(Base::Template(name, args));
            }
            if name.sym == words::EMPTY {
                return Err(self.error(code::EXPECTED, t.span, "a struct needs a name or members"));
            }
            return Ok(Base::Tag(tag, name.sym));
        }
        if name.sym != words::EMPTY && (self.scope() > 0 || self.in_record) {
            self.declare_local(name.sym, true);
        }
        self.bump();
        self.enter()?;
        let was = std::mem::replace(&mut self.in_record, true);
        let scope = self.scope();
        let mut known: Vec<(Symbol, bool)> = self.local.iter().map(|(s, t)| (*s, *t)).collect();
        known.sort_unstable();
        let known = self.arenas().known.alloc_extend(known);
        let mut members = Vec::new();
        let mut functions = Vec::new();
        while !matches!(self.kind(), Tok::RBrace | Tok::Eof) {
            let t = self.tok();
            if matches!(t.sym, words::PUBLIC | words::PRIVATE | words::PROTECTED)
                && self.ahead(1).kind == Tok::Colon
            {
                self.bump();
                self.bump();
                continue;
            }
            if self.eat(Tok::Semi) {
                continue;
            }
            if let Some(f) = self.cut_member(name.sym) {
                functions.push(f);
                continue;
            }
            if matches!(t.sym, words::STATIC_ASSERT | words::STATIC_ASSERT_C | words::FRIEND)
                && t.kind == Tok::Ident
            {
                self.recover();
                continue;
            }
            if t.is(words::TEMPLATE) && self.ahead(1).kind == Tok::Lt {
                match self.member_template() {
                    Ok(d) => members.push(d),
                    Err(Failed) => self.recover(),
                }
                continue;
            }
            match self.declaration(false) {
                Ok(d) => members.push(d),
                Err(Failed) => self.recover(),
            }
        }
        self.end_scope(scope);
        self.in_record = was;
        self.leave();
        let end = self.expect(Tok::RBrace, "the members")?;
        let mut after = Vec::new();
        while self.tok().is(words::ATTRIBUTE) {
            packed |= self.attribute(&mut after)? & Flags::PACKED != 0;
        }
        align.extend(after);
        let align = self.expr_list(align);
        let members = self.arenas().declarations.alloc_extend(members);
        let functions = self.arenas().member_functions.alloc_extend(functions);
        Ok(Base::Record(self.arenas().records.alloc(RecordSpec {
            tag,
            name,
            template_args,
            bases,
            members,
            functions,
            list: self.input.list,
            known,
            align,
            packed,
            pack: 0,
            friends: &[],
            span: word.span.to(end),
        })))
    }

    /// A class or alias template among the members of a class.
    fn member_template(&mut self) -> Parse<Declaration<'a>> {
        let scope = self.scope();
        let params = self.template_head()?;
        let mut d = self.declaration(false)?;
        self.end_scope(scope);
        d.template = Some(params);
        let name = match (d.spec.base, d.declarators) {
            (_, [x]) => x.name.sym,
            (Base::Record(r), _) => r.name.sym,
            _ => words::EMPTY,
        };
        self.declare_local(name, true);
        Ok(d)
    }

    /// Whether the `:` here gives a bit-field's width: `struct S : 3`.
    fn in_record_field(&self) -> bool {
        self.in_record && matches!(self.ahead(1).kind, Tok::Number)
    }

    /// `enum ...`.
    pub(super) fn enumeration(&mut self) -> Parse<Base<'a>> {
        let word = self.bump();
        let scoped = self.eat_word(words::CLASS) || self.eat_word(words::STRUCT);
        let t = self.tok();
        let name = if t.kind == Tok::Ident && !words::is_keyword(t.sym) {
            self.bump();
            Name { sym: t.sym, span: t.span }
        } else {
            Name { sym: words::EMPTY, span: word.span }
        };
        let underlying = if self.kind() == Tok::Colon && !self.in_record
            || self.kind() == Tok::Colon && self.starts_type(1)
        {
            self.bump();
            Some(self.type_name()?)
        } else {
            None
        };
        if self.kind() != Tok::LBrace {
            if name.sym == words::EMPTY {
                return Err(self.error(
                    code::EXPECTED,
                    t.span,
                    "an enum needs a name or enumerators",
                ));
            }
            return Ok(Base::Tag(Tag::Enum, name.sym));
        }
        if name.sym != words::EMPTY && (self.scope() > 0 || self.in_record) {
            self.declare_local(name.sym, true);
        }
        self.bump();
        let mut list = Vec::new();
        while self.kind() != Tok::RBrace {
            let name = self.identifier("an enumerator")?;
            if !scoped {
                self.declare_local(name.sym, false);
            }
            let value = if self.eat(Tok::Eq) { Some(self.conditional()?) } else { None };
            list.push(Enumerator { name, value });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        let end = self.expect(Tok::RBrace, "the enumerators")?;
        let list = self.arenas().enumerators.alloc_extend(list);
        Ok(Base::Enum(self.arenas().enums.alloc(EnumSpec {
            name,
            underlying,
            scoped,
            list,
            span: word.span.to(end),
        })))
    }
}

//! Attributes: GNU's, Microsoft's, and those in double brackets that are GNU's.

use optx_source::{Span, code};

use super::{Failed, Parse, Parser};
use crate::{
    ast::{Alignment, Declarator, ExprKind, Flags, Mode, Spec, TypeExpr},
    token::{Tok, Token},
    words,
};

/// The words of CUDA that are attributes and may stand before `alignas`.
pub(super) const PLACES: u32 = Flags::GLOBAL
    | Flags::DEVICE
    | Flags::HOST
    | Flags::SHARED
    | Flags::CONSTANT
    | Flags::MANAGED
    | Flags::FORCEINLINE
    | Flags::NOINLINE;

/// What attributes say.
#[derive(Default)]
pub(super) struct Attributes<'a> {
    /// What `aligned` and its relatives ask for.
    pub align: Vec<Alignment<'a>>,
    /// The words among them, as bits of [`Flags`].
    pub flags: u32,
    /// `mode`.
    pub mode: Option<Mode>,
    /// `packed` among those of `__attribute__`.
    pub packed: bool,
}

impl<'a> Attributes<'a> {
    /// Takes in more of them.
    pub(super) fn add(&mut self, more: Attributes<'a>) {
        self.align.extend(more.align);
        self.flags |= more.flags;
        self.mode = more.mode.or(self.mode);
        self.packed |= more.packed;
    }
}

impl<'a> Parser<'a, '_, '_> {
    /// What stands in parentheses behind `aligned` or one of its relatives.
    pub(super) fn align_argument(&mut self, alignas: bool) -> Parse<Alignment<'a>> {
        self.expect(Tok::LParen, "the alignment")?;
        let bytes = if self.is_type_in_parens(0) {
            let ty = self.type_name()?;
            let span = self.last_span();
            self.expr(ExprKind::Alignof(ty), span)
        } else {
            self.bracketed(Self::conditional)?
        };
        let bytes = if alignas { self.expansion(bytes) } else { bytes };
        self.expect(Tok::RParen, "the alignment")?;
        Ok(Alignment { bytes, alignas })
    }

    /// Keeps alignments for as long as the tree.
    pub(super) fn alignments(&self, list: Vec<Alignment<'a>>) -> &'a [Alignment<'a>] {
        if list.is_empty() {
            return &[];
        }
        self.arenas().alignments.alloc_extend(list)
    }

    /// `__attribute__((...))`.
    pub(super) fn attribute(&mut self, out: &mut Attributes<'a>) -> Parse<()> {
        self.bump();
        let end = self.after_group(self.at);
        while self.kind() == Tok::LParen {
            self.bump();
        }
        let mut own = Attributes::default();
        while self.at < end && self.kind() != Tok::RParen {
            let t = self.bump();
            if t.kind == Tok::Ident {
                self.one_attribute(t, &mut own)?;
            }
        }
        own.packed = own.flags & Flags::PACKED != 0;
        out.add(own);
        self.at = end;
        Ok(())
    }

    /// `[[...]]`: what is not GNU's changes no meaning that we know.
    pub(super) fn bracket_attribute(&mut self, out: &mut Attributes<'a>) -> Parse<()> {
        let end = self.after_group(self.at);
        while self.at < end {
            let t = self.bump();
            let gnu =
                t.kind == Tok::Ident && matches!(self.input.names.get(t.sym), "gnu" | "__gnu__");
            if gnu && self.kind() == Tok::ColonColon {
                self.bump();
                let t = self.bump();
                self.one_attribute(t, out)?;
            }
        }
        self.at = end;
        Ok(())
    }

    /// The attribute whose name is read.
    fn one_attribute(&mut self, t: Token, out: &mut Attributes<'a>) -> Parse<()> {
        let name = self.input.names.get(t.sym);
        match name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name) {
            "aligned" | "align" if self.kind() == Tok::LParen => {
                out.align.push(self.align_argument(false)?);
                return Ok(());
            }
            "aligned" => {
                // Without an argument: the most that any type of the target asks for.
                let kind = ExprKind::Int { value: 16, decimal: true, unsigned: false, longs: 0 };
                out.align.push(Alignment { bytes: self.expr(kind, t.span), alignas: false });
            }
            "packed" => out.flags |= Flags::PACKED,
            "mode" if self.kind() == Tok::LParen => {
                out.mode = Some(self.mode_argument()?);
                return Ok(());
            }
            "global" => out.flags |= Flags::GLOBAL,
            "device" => out.flags |= Flags::DEVICE,
            "shared" => out.flags |= Flags::SHARED,
            "constant" => out.flags |= Flags::CONSTANT,
            "managed" => out.flags |= Flags::MANAGED,
            "host" => out.flags |= Flags::HOST,
            "always_inline" => out.flags |= Flags::FORCEINLINE,
            "noinline" => out.flags |= Flags::NOINLINE,
            "const" | "unused" | "used" | "visibility" | "pure" | "nothrow" | "noreturn"
            | "weak" | "deprecated" | "may_alias" | "noclone" | "noipa" | "hot" | "cold"
            | "leaf" | "malloc" | "artificial" | "gnu_inline" | "flatten" | "format"
            | "nonnull" | "returns_nonnull" | "warn_unused_result" | "maybe_unused"
            | "fallthrough"
            // Calling conventions of x86.
            | "regparm" | "stdcall" | "cdecl" | "fastcall" => {}
            "cleanup" => {
                let text = "`cleanup` is not supported: nothing runs where a scope is left";
                return Err(self.error(code::CLASS, t.span, text));
            }
            // These change what a type, an object or a call is.
            "vector_size"
            | "ext_vector_type"
            | "alias"
            | "ifunc"
            | "scalar_storage_order"
            | "transparent_union"
            | "ms_struct"
            | "address_space"
            | "mode"
            | "no_unique_address" => {
                let message = format!("the attribute `{name}` is not supported");
                return Err(self.error(code::NOT_SUPPORTED, t.span, message));
            }
            _ => {
                let message = format!("the attribute `{name}` is ignored");
                self.error(code::UNKNOWN_ATTRIBUTE, t.span, message);
            }
        }
        if self.kind() == Tok::LParen {
            self.at = self.after_group(self.at);
        }
        Ok(())
    }

    /// The name in `mode(...)`.
    fn mode_argument(&mut self) -> Parse<Mode> {
        self.bump();
        let t = self.bump();
        let text = t.spelling(self.input.names);
        let mode = match text.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(text)
        {
            "QI" | "byte" => Mode::QI,
            "HI" => Mode::HI,
            "SI" => Mode::SI,
            "DI" | "word" | "pointer" => Mode::DI,
            "SF" => Mode::SF,
            "DF" => Mode::DF,
            _ => {
                let message = format!("the mode `{text}` is not supported");
                return Err(self.error(code::NOT_SUPPORTED, t.span, message));
            }
        };
        self.expect(Tok::RParen, "the mode")?;
        Ok(mode)
    }

    /// Attributes, alignments and the like before a name.
    pub(super) fn attributes_before(&mut self) -> Parse<Attributes<'a>> {
        let mut out = Attributes::default();
        loop {
            let t = self.tok();
            match t.sym {
                _ if t.kind == Tok::LBracket && self.ahead(1).kind == Tok::LBracket => {
                    self.bracket_attribute(&mut out)?;
                }
                _ if t.kind != Tok::Ident => return Ok(out),
                words::ATTRIBUTE | words::DECLSPEC => self.attribute(&mut out)?,
                words::ALIGN | words::ALIGNAS => {
                    self.bump();
                    out.align.push(self.align_argument(t.sym == words::ALIGNAS)?);
                }
                _ => return Ok(out),
            }
        }
    }

    /// The standard's attributes that stand here: `[[...]]` and `alignas`.
    pub(super) fn standard_attributes(&mut self, out: &mut Attributes<'a>) -> Parse<()> {
        loop {
            if self.tok().is(words::ALIGNAS) {
                self.bump();
                out.align.push(self.align_argument(true)?);
            } else if self.kind() == Tok::LBracket && self.ahead(1).kind == Tok::LBracket {
                // [dcl.attr.grammar] 7
                if self.ahead(2).kind == Tok::RBracket && self.ahead(3).kind != Tok::RBracket {
                    let text = "`[[` begins an attribute, and no lambda";
                    return Err(self.error(code::BAD_DECLARATOR, self.span(), text));
                }
                self.bracket_attribute(out)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Reports an `alignas` that stands where it would be a type's ([dcl.spec] 1, [dcl.align] 1).
    pub(super) fn misplaced_alignas(&mut self, span: Span) -> Failed {
        let text = "`alignas` stands before all other specifiers, behind the name of a variable or member, or before that of a class";
        self.error(code::BAD_ALIGNMENT, span, text)
    }

    /// Refuses `alignas` of anything but variables, members and classes ([dcl.align] 1).
    pub(super) fn check_alignas(
        &mut self,
        spec: &Spec<'a>,
        x: Option<&Declarator<'a>>,
    ) -> Parse<()> {
        let own = x.map_or(&[][..], |x| x.align);
        let Some(a) = own.iter().chain(spec.align).find(|a| a.alignas) else { return Ok(()) };
        let what = match x {
            None => "what declares no variable",
            _ if spec.flags.has(Flags::TYPEDEF) => "a type's name",
            Some(x) if matches!(x.ty, TypeExpr::Function { .. }) => "a function",
            Some(x) if x.bits.is_some() => "a bit-field",
            _ => return Ok(()),
        };
        let text = format!("`alignas` says nothing of {what}");
        Err(self.error(code::BAD_ALIGNMENT, a.bytes.span, text))
    }

    /// Refuses an attribute of the standard's behind an array's length or parameters, where it would be one of the type:
    /// all of them are of what is declared ([dcl.array] 1, [dcl.fct] 1).
    fn no_attribute_of_type(&mut self) {
        const STANDARD: [&str; 5] =
            ["carries_dependency", "fallthrough", "maybe_unused", "nodiscard", "noreturn"];
        if self.tok().is(words::ALIGNAS) {
            let span = self.span();
            self.misplaced_alignas(span);
            return;
        }
        let t = self.ahead(2);
        let brackets = self.kind() == Tok::LBracket && self.ahead(1).kind == Tok::LBracket;
        let name = self.input.names.get(t.sym);
        if brackets
            && t.kind == Tok::Ident
            && self.ahead(3).kind != Tok::ColonColon
            && STANDARD.contains(&name)
        {
            let text = format!(
                "`{name}` says nothing of a type: it stands right behind the declared name"
            );
            self.error(code::BAD_DECLARATOR, t.span, text);
        }
    }

    /// Attributes after a declarator, and the words that may stand among them.
    pub(super) fn attributes_after(&mut self) -> Parse<Attributes<'a>> {
        let mut out = Attributes::default();
        loop {
            self.no_attribute_of_type();
            let more = self.attributes_before()?;
            out.add(more);
            if !matches!(self.tok().sym, words::NOEXCEPT | words::CONST)
                || self.kind() != Tok::Ident
            {
                return Ok(out);
            }
            self.bump();
            if self.kind() == Tok::LParen {
                self.at = self.after_group(self.at);
            }
        }
    }
}

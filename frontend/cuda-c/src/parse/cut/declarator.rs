//! Declarators in parentheses, and parameters told from a constructor's arguments, by their tokens.

use optx_source::Span;

use super::{Cutter, is_mark};
use crate::{intern::Symbol, token::Tok, words};

/// Parentheses around a name nest so deep and no deeper.
const DEEPEST: usize = 256;

/// What a declarator in parentheses declares.
pub(super) struct Inner {
    pub name: Symbol,
    pub span: Span,
    /// `X` in `X::name`.
    pub scope: Symbol,
    /// A function, rather than a variable.
    pub function: bool,
}

impl Cutter<'_> {
    /// What the `(` at `i` declares if it stands around a declarator, as in `int (f)(int)`, `T (*p)[3]` and
    /// `int (*g(int))[3]`. `last` is the name before it, and `typed` says that a type stands before that.
    pub(super) fn declarator_in_parens(
        &self,
        i: usize,
        last: Option<(Symbol, Span)>,
        typed: bool,
        scope: Symbol,
    ) -> Option<Inner> {
        if let Some((name, _)) = last {
            // A name with a type before it is the declared one; so is that of a constructor and of an operator.
            let declared = scope == name || words::is_operator_name(name);
            if typed || scope != words::EMPTY && (declared || wrong!(QualifiedNamesAreDeclared)) {
                return None;
            }
            if scope != words::EMPTY {
                return self.nested(i);
            }
            let inner =
                matches!(self.kind(i + 1), Tok::Star | Tok::Amp | Tok::AmpAmp | Tok::LParen);
            if !inner
                && !self.index.is_type(name)
                && !matches!(self.kind(self.skip_group(i)), Tok::LParen | Tok::LBracket)
            {
                return None;
            }
        }
        self.nested(i)
    }

    /// The declarator in the parentheses that open at `i`, read from the inside out.
    fn nested(&self, i: usize) -> Option<Inner> {
        // For each open parenthesis, whether what is in it is pointed to.
        let mut open: Vec<bool> = Vec::new();
        let mut scope = words::EMPTY;
        let mut k = i;
        let (name, span) = loop {
            let t = self.tokens.get(k).copied()?;
            match t.kind {
                Tok::LParen if open.len() < DEEPEST => open.push(false),
                Tok::Star | Tok::Amp | Tok::AmpAmp => {
                    *open.last_mut()? = true;
                    // `X::*` is a pointer to a member of X, and qualifies no name.
                    scope = words::EMPTY;
                }
                Tok::LBracket if self.kind(k + 1) == Tok::LBracket => {
                    k = self.skip_group(k);
                    continue;
                }
                Tok::ColonColon => {}
                Tok::Ident => match t.sym {
                    words::ATTRIBUTE | words::DECLSPEC => {
                        k = self.skip_group(k + 1);
                        continue;
                    }
                    words::OPERATOR => {
                        let (name, end) = self.operator(k);
                        k = end;
                        break (name, t.span);
                    }
                    words::CONST
                    | words::CONST_ALT
                    | words::CONST_GNU
                    | words::VOLATILE
                    | words::VOLATILE_ALT
                    | words::RESTRICT_ALT
                    | words::RESTRICT_MS
                    | words::NOINLINE
                    | words::FORCEINLINE => {}
                    s if words::is_keyword(s) => return None,
                    s => {
                        k += 1;
                        if self.kind(k) == Tok::Lt {
                            k = self.skip_angles(k);
                        }
                        if self.kind(k) != Tok::ColonColon {
                            break (s, t.span);
                        }
                        scope = s;
                    }
                },
                _ => return None,
            }
            k += 1;
        };
        // What stands next to the name decides; else what stands next to the parentheses around it.
        let mut function: Option<bool> = None;
        while let Some(pointer) = open.pop() {
            let (end, shape) = self.after_name(k);
            function = function.or(shape).or(pointer.then_some(false));
            if self.kind(end) != Tok::RParen {
                return None;
            }
            k = end + 1;
        }
        let function = function.or(self.after_name(k).1).unwrap_or(false);
        Some(Inner { name, span, scope, function })
    }

    /// Goes over parameters and array bounds; whether the first of them makes a function of the name before it.
    fn after_name(&self, i: usize) -> (usize, Option<bool>) {
        let (mut k, mut function) = (i, None);
        loop {
            match self.kind(k) {
                Tok::LParen => {
                    function = function.or_else(|| Some(self.holds_parameters(k)));
                    k = self.skip_group(k);
                }
                Tok::LBracket => {
                    function = function.or((self.kind(k + 1) != Tok::LBracket).then_some(false));
                    k = self.skip_group(k);
                }
                Tok::Ident if self.is(k, words::CONST) || self.is(k, words::NOEXCEPT) => k += 1,
                Tok::Ident if self.is(k, words::ATTRIBUTE) => k = self.skip_group(k + 1),
                _ => return (k, function),
            }
        }
    }

    /// Whether the `(` at `i` holds parameters rather than a constructor's arguments, as far as its first tokens say:
    /// an argument is a literal, a name that is declared and no type, or starts with an operator.
    pub(super) fn holds_parameters(&self, i: usize) -> bool {
        let Some(t) = self.tokens.get(i + 1) else { return true };
        match t.kind {
            Tok::Number
            | Tok::Char
            | Tok::Str
            | Tok::Minus
            | Tok::Plus
            | Tok::Bang
            | Tok::Tilde
            | Tok::Star
            | Tok::Amp
            | Tok::PlusPlus
            | Tok::MinusMinus
            | Tok::LBrace
            | Tok::LParen => false,
            Tok::Ident => match t.sym {
                words::SIZEOF
                | words::ALIGNOF
                | words::ALIGNOF_ALT
                | words::ALIGNOF_C
                | words::TRUE
                | words::FALSE
                | words::NULLPTR
                | words::STATIC_CAST
                | words::REINTERPRET_CAST
                | words::CONST_CAST
                | words::NEW
                | words::THIS
                | words::NOT
                | words::COMPL => false,
                words::ATTRIBUTE => true,
                words::DECLTYPE | words::TYPEOF | words::TYPEOF_ALT => {
                    !self.is_value_of_type(self.skip_group(i + 2))
                }
                s if words::is_keyword(s) => !self.is_value_of_type(i + 2) || is_mark(s),
                s => match self.kind(i + 2) {
                    Tok::RParen | Tok::Comma => {
                        self.index.is_type(s) || self.index.named(s).is_empty()
                    }
                    Tok::Dot
                    | Tok::Arrow
                    | Tok::Plus
                    | Tok::Minus
                    | Tok::Slash
                    | Tok::Percent
                    | Tok::Shl
                    | Tok::Shr
                    | Tok::Question
                    | Tok::EqEq
                    | Tok::Ne
                    | Tok::Le
                    | Tok::Ge
                    | Tok::Pipe
                    | Tok::Caret
                    | Tok::PipePipe => false,
                    Tok::LBracket => self.index.is_type(s) || self.index.named(s).is_empty(),
                    Tok::Star | Tok::Amp | Tok::AmpAmp => {
                        self.index.is_type(s) || self.index.named(s).is_empty()
                    }
                    _ => !self.is_value_of_type(i + 2),
                },
            },
            _ => true,
        }
    }
}

impl Cutter<'_> {
    /// Whether a type's name with the tokens from `i` on after it is a value, `T(3)` or `T{x}`. What may be a declarator in
    /// parentheses is one: `T (*p)`, `T (x)`, `T ((&x))` ([dcl.ambig.res] 1).
    fn is_value_of_type(&self, i: usize) -> bool {
        match self.kind(i) {
            Tok::LBrace => true,
            Tok::LParen => {
                let pointer = matches!(self.kind(i + 1), Tok::Star | Tok::Amp | Tok::AmpAmp)
                    || self.is_pointer_to_member(i + 1);
                !pointer && self.kind(i + 1) != Tok::RParen && !self.is_name_in_parens(i)
            }
            _ => false,
        }
    }

    /// Whether `C::*` stands at `i`.
    fn is_pointer_to_member(&self, i: usize) -> bool {
        let mut k = i + usize::from(self.kind(i) == Tok::ColonColon);
        while self.kind(k) == Tok::Ident && !words::is_keyword(self.tokens[k].sym) {
            k += 1;
            if self.kind(k) == Tok::Lt {
                k = self.skip_angles(k).max(k + 1);
            }
            if self.kind(k) != Tok::ColonColon {
                return false;
            }
            k += 1;
            if self.kind(k) == Tok::Star {
                return true;
            }
        }
        false
    }

    /// Whether the parentheses from `i` on hold a name, with `*` and `&` before it at most, and a parameter ends behind them.
    fn is_name_in_parens(&self, i: usize) -> bool {
        let (mut k, mut open) = (i, 0);
        while open < DEEPEST {
            match self.kind(k) {
                Tok::LParen => open += 1,
                Tok::Star | Tok::Amp | Tok::AmpAmp if open > 0 => {}
                _ => break,
            }
            k += 1;
        }
        let named =
            self.tokens.get(k).is_some_and(|t| t.kind == Tok::Ident && !words::is_keyword(t.sym));
        if !named || wrong!(ParenthesesAreValues) {
            return false;
        }
        // Arrays and functions are declared by the same rule.
        let mut end = self.after_suffixes(k + 1);
        for _ in 0..open {
            if self.kind(end) != Tok::RParen {
                return false;
            }
            end = self.after_suffixes(end + 1);
        }
        matches!(self.kind(end), Tok::Comma | Tok::RParen | Tok::Eq)
    }

    /// The index after array bounds and parameters.
    fn after_suffixes(&self, i: usize) -> usize {
        let mut end = i;
        while self.kind(end) == Tok::LBracket
            || self.kind(end) == Tok::LParen && self.holds_parameters(end)
        {
            end = self.skip_group(end);
        }
        end
    }
}

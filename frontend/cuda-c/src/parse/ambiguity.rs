//! Types and declarations told from expressions where both may stand: [stmt.ambig], [dcl.ambig.res].
//!
//! What fits a declaration is one. Whether it fits is found out by going over the tokens with the grammar of
//! declarators, building and reporting nothing. No question is tried in two ways: after `T(` a type's name starts
//! parameters and anything else a declarator, so that going over is linear; and it gives up where it would have to go
//! too deep or too far.

use super::{Parser, specifier::flag_word};
use crate::{ast::Flags, intern::Symbol, token::Tok, words};

/// Declarators nest so deep in what is gone over.
const DEEPEST: u32 = 256;
/// So many tokens of an initialiser, or in brackets, are gone over.
const FARTHEST: usize = 4096;
/// So many declarators of one declaration are looked at; after that it is one.
const MANY: usize = 64;

/// What a declarator looks like.
struct Shape {
    /// How far ahead the token after it stands.
    end: usize,
    /// It has a name.
    named: bool,
    /// Parameters are its last part.
    function: bool,
}

/// Whether a word is a built-in type, or a part of its name.
fn is_simple_word(s: Symbol) -> bool {
    s.0 >= words::VOID.0 && s.0 <= words::AUTO.0
}

fn is_qualifier(s: Symbol) -> bool {
    flag_word(s).is_some_and(|f| f & (Flags::CONST | Flags::VOLATILE | Flags::RESTRICT) != 0)
}

impl Parser<'_, '_, '_> {
    /// How far ahead the token after the group stands that opens `n` tokens ahead; `None` where it is long.
    pub(super) fn group_ahead(&self, n: usize) -> Option<usize> {
        let mut depth = 0u32;
        for k in n..n + FARTHEST {
            match self.ahead(k).kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(k + 1);
                    }
                }
                Tok::Eof => return None,
                _ => {}
            }
        }
        None
    }

    /// Goes over specifiers that name one type.
    fn specifiers_ahead(&self, n: usize) -> Option<usize> {
        let mut k = n;
        let mut typed = false;
        loop {
            let t = self.ahead(k);
            match t.kind {
                Tok::LBracket if self.ahead(k + 1).kind == Tok::LBracket => {
                    k = self.group_ahead(k)?;
                }
                Tok::ColonColon if !typed => {
                    k += self.type_path(k, false)?;
                    typed = true;
                }
                Tok::Ident => match t.sym {
                    s if is_simple_word(s) => {
                        typed = true;
                        k += 1;
                    }
                    words::STRUCT | words::UNION | words::CLASS | words::ENUM if !typed => {
                        k += 1;
                        while self.ahead(k).is(words::CLASS) || self.ahead(k).is(words::STRUCT) {
                            k += 1;
                        }
                        k = self.tag_ahead(k)?;
                        typed = true;
                    }
                    words::TYPENAME if !typed => {
                        k += 1 + self.type_path(k + 1, true)?;
                        typed = true;
                    }
                    words::TYPEOF
                    | words::TYPEOF_ALT
                    | words::UNDERLYING_TYPE
                    | words::DECLTYPE
                        if !typed =>
                    {
                        k = self.group_ahead(k + 1)?;
                        typed = true;
                    }
                    words::ATTRIBUTE
                    | words::DECLSPEC
                    | words::ALIGN
                    | words::ALIGNAS
                    | words::LAUNCH_BOUNDS => k = self.group_ahead(k + 1)?,
                    s if flag_word(s).is_some() || Self::member_flag(s).is_some() => k += 1,
                    s if typed || words::is_keyword(s) => break,
                    _ => {
                        k += self.type_path(k, false)?;
                        typed = true;
                    }
                },
                _ => break,
            }
        }
        typed.then_some(k)
    }

    /// Goes over what follows `struct` and its relatives.
    fn tag_ahead(&self, n: usize) -> Option<usize> {
        let mut k = n;
        let mut name = false;
        loop {
            let t = self.ahead(k);
            match t.kind {
                Tok::Ident if matches!(t.sym, words::ATTRIBUTE | words::ALIGNAS | words::ALIGN) => {
                    k = self.group_ahead(k + 1)?;
                }
                Tok::ColonColon => {
                    name = false;
                    k += 1;
                }
                Tok::Ident if !name && !words::is_keyword(t.sym) => {
                    name = true;
                    k += 1;
                    if self.ahead(k).kind == Tok::Lt && self.is_type_template(t.sym) {
                        k = self.after_angles(k)?;
                    }
                }
                Tok::LBrace => return self.group_ahead(k),
                _ => return name.then_some(k),
            }
        }
    }

    /// Goes over a declarator, which may have a name if `named`.
    fn shape(&self, n: usize, named: bool, depth: u32) -> Option<Shape> {
        if depth > DEEPEST {
            return None;
        }
        let mut k = n;
        loop {
            let t = self.ahead(k);
            match t.kind {
                Tok::Star | Tok::Amp | Tok::AmpAmp => k += 1,
                Tok::Ident if is_qualifier(t.sym) => k += 1,
                Tok::Ident | Tok::ColonColon
                    if self.may_point_to_member(k)
                        && let Some(star) = self.member_star(k) =>
                {
                    k = star + 1;
                }
                Tok::Ident
                    if matches!(t.sym, words::FORCEINLINE | words::NOINLINE | words::INLINE) =>
                {
                    k += 1;
                }
                Tok::Ident if t.is(words::ATTRIBUTE) => k = self.group_ahead(k + 1)?,
                _ => break,
            }
        }
        // A pack, or no more than any arguments.
        k += usize::from(self.ahead(k).kind == Tok::Ellipsis);
        let mut s = Shape { end: k, named: false, function: false };
        let t = self.ahead(k);
        match t.kind {
            Tok::LParen if self.is_inner(k, named) => {
                let inner = self.shape(k + 1, named, depth + 1)?;
                if self.ahead(inner.end).kind != Tok::RParen {
                    return None;
                }
                k = inner.end + 1;
                s.named = inner.named;
            }
            Tok::Ident if named && !words::is_keyword(t.sym) => {
                s.named = true;
                k += 1;
                while self.ahead(k).kind == Tok::ColonColon && self.ahead(k + 1).kind == Tok::Ident
                {
                    k += 2;
                }
            }
            _ => {}
        }
        loop {
            match self.ahead(k).kind {
                Tok::LBracket => k = self.group_ahead(k)?,
                Tok::LParen => match self.parameters_ahead(k, depth + 1) {
                    Some(end) => {
                        s.function = true;
                        k = self.after_parameters_ahead(end, depth + 1)?;
                    }
                    None => break,
                },
                _ => break,
            }
        }
        s.end = k;
        Some(s)
    }

    /// Whether the `(` that stands `n` tokens ahead opens a declarator in a declarator.
    fn is_inner(&self, n: usize, named: bool) -> bool {
        let t = self.ahead(n + 1);
        match t.kind {
            Tok::Star | Tok::Amp | Tok::AmpAmp | Tok::LParen | Tok::LBracket => true,
            Tok::Ident | Tok::ColonColon if self.member_star(n + 1).is_some() => true,
            Tok::Ident => named && !words::is_keyword(t.sym) && !self.starts_type(n + 1),
            _ => false,
        }
    }

    /// Goes over `const`, `noexcept`, `-> T` and the like.
    fn after_parameters_ahead(&self, n: usize, depth: u32) -> Option<usize> {
        let mut k = n;
        loop {
            let t = self.ahead(k);
            match t.kind {
                Tok::Ident if is_qualifier(t.sym) => k += 1,
                // `R() &`, before what no operand of `&` begins with.
                Tok::Amp | Tok::AmpAmp
                    if matches!(
                        self.ahead(k + 1).kind,
                        Tok::Gt | Tok::Shr | Tok::Comma | Tok::RParen
                    ) || self.ahead(k + 1).is(words::NOEXCEPT) =>
                {
                    k += 1;
                }
                Tok::Ident if t.is(words::NOEXCEPT) => {
                    k += 1;
                    if self.ahead(k).kind == Tok::LParen {
                        k = self.group_ahead(k)?;
                    }
                }
                Tok::Arrow => {
                    k = self.specifiers_ahead(k + 1)?;
                    return Some(self.shape(k, false, depth + 1)?.end);
                }
                _ => return Some(k),
            }
        }
    }

    /// Goes over parameters in brackets; `None` where they are none.
    fn parameters_ahead(&self, n: usize, depth: u32) -> Option<usize> {
        if depth > DEEPEST {
            return None;
        }
        let mut k = n + 1;
        if self.ahead(k).kind == Tok::RParen {
            return Some(k + 1);
        }
        loop {
            if self.ahead(k).kind == Tok::Ellipsis {
                return (self.ahead(k + 1).kind == Tok::RParen).then_some(k + 2);
            }
            k = self.specifiers_ahead(k)?;
            k = self.shape(k, true, depth + 1)?.end;
            while self.ahead(k).is(words::ATTRIBUTE) {
                k = self.group_ahead(k + 1)?;
            }
            if self.ahead(k).kind == Tok::Eq {
                k = self.initializer_ahead(k + 1)?;
            }
            match self.ahead(k).kind {
                Tok::Comma => k += 1,
                Tok::RParen => return Some(k + 1),
                _ => return None,
            }
        }
    }

    /// Goes to the `,`, `;` or closing bracket after an initialiser.
    fn initializer_ahead(&self, n: usize) -> Option<usize> {
        let mut k = n;
        while k < n + FARTHEST {
            match self.ahead(k).kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => k = self.group_ahead(k)?,
                Tok::Comma | Tok::Semi | Tok::RParen | Tok::RBracket | Tok::RBrace | Tok::Eof => {
                    return Some(k);
                }
                _ => k += 1,
            }
        }
        None
    }

    /// How far ahead the token after the type stands that starts `n` tokens ahead, and whether it is a function's.
    fn type_ahead(&self, n: usize) -> Option<(usize, bool)> {
        let k = self.specifiers_ahead(n)?;
        let s = self.shape(k, false, 0)?;
        Some((s.end, s.function))
    }

    /// Whether what stands `n` tokens ahead is `T(...)` or `T{...}`, which may be a value; then only trying says what
    /// it is. Anything else that starts like a type is one, if a wrong one.
    fn may_be_value(&self, n: usize) -> bool {
        let k = self.specifiers_ahead(n);
        k.is_some_and(|k| matches!(self.ahead(k).kind, Tok::LParen | Tok::LBrace))
    }

    /// Whether a type and then `)` stand `n` tokens ahead.
    pub(super) fn is_type_in_parens(&self, n: usize) -> bool {
        self.starts_type(n)
            && match self.type_ahead(n) {
                _ if wrong!(CastsBeforeCalls) => true,
                Some((k, _)) if self.ahead(k).kind == Tok::RParen => true,
                _ => !self.may_be_value(n),
            }
    }

    /// Whether the `(` here starts a cast. `(T())` is a value unless an operand follows: then it is a cast to a
    /// function's type, and wrong.
    pub(super) fn is_cast(&self) -> bool {
        self.is_type_in_parens(1)
            && match self.type_ahead(1) {
                Some((k, true)) => self.starts_operand(k + 1),
                _ => true,
            }
    }

    fn starts_operand(&self, n: usize) -> bool {
        let t = self.ahead(n);
        match t.kind {
            Tok::Ident => !words::is_alternative_operator(t.sym),
            k => matches!(
                k,
                Tok::Number
                    | Tok::Char
                    | Tok::Str
                    | Tok::LParen
                    | Tok::Plus
                    | Tok::Minus
                    | Tok::Star
                    | Tok::Amp
                    | Tok::Tilde
                    | Tok::Bang
                    | Tok::ColonColon
            ),
        }
    }

    /// Whether a template's argument that starts here is a type.
    pub(super) fn is_type_argument(&self) -> bool {
        self.starts_type(0)
            && match self.type_ahead(0) {
                Some((k, _)) if self.ends_argument(k) => true,
                Some((k, _))
                    if self.ahead(k).kind == Tok::Ellipsis && self.ends_argument(k + 1) =>
                {
                    true
                }
                _ => !self.may_be_value(0),
            }
    }

    /// Whether what stands some tokens ahead ends an argument of a template.
    fn ends_argument(&self, ahead: usize) -> bool {
        let kind = self.ahead(ahead).kind;
        matches!(kind, Tok::Comma | Tok::Gt | Tok::Shr | Tok::Ge | Tok::ShrEq)
    }

    /// Whether the `(` here starts parameters, what is in it beginning as a type does.
    pub(super) fn is_parameter_list(&self) -> bool {
        !self.may_be_value(1) || self.parameters_ahead(0, 0).is_some()
    }

    /// Whether what starts with a type here is a declaration. After a type and `(` or `{` that is so if all of it up
    /// to `;`, or in a condition up to `)`, fits one.
    pub(super) fn is_declaration(&self) -> bool {
        let t = self.tok();
        let simple = t.kind == Tok::ColonColon
            || is_simple_word(t.sym)
            || matches!(
                t.sym,
                words::TYPENAME
                    | words::TYPEOF
                    | words::TYPEOF_ALT
                    | words::UNDERLYING_TYPE
                    | words::DECLTYPE
            )
            || !words::is_keyword(t.sym);
        // No value starts with `const` or `struct`.
        if !simple {
            return true;
        }
        let Some(mut k) = self.specifiers_ahead(0) else { return true };
        match self.ahead(k).kind {
            Tok::LParen if wrong!(DeclarationsLose) => return false,
            Tok::LParen => {}
            Tok::LBrace => return false,
            _ => return true,
        }
        for _ in 0..MANY {
            let Some(s) = self.shape(k, true, 0).filter(|s| s.named) else { return false };
            k = s.end;
            while self.ahead(k).is(words::ATTRIBUTE) {
                match self.group_ahead(k + 1) {
                    Some(n) => k = n,
                    None => return true,
                }
            }
            match self.ahead(k).kind {
                Tok::Eq | Tok::LBrace | Tok::LParen => {
                    let Some(n) =
                        self.initializer_ahead(k + 1 - usize::from(self.ahead(k).kind != Tok::Eq))
                    else {
                        return true;
                    };
                    k = n;
                    // The end of a condition.
                    if self.ahead(k).kind == Tok::RParen {
                        return true;
                    }
                }
                _ => {}
            }
            match self.ahead(k).kind {
                Tok::Semi | Tok::Colon => return true,
                Tok::Comma => k += 1,
                _ => return false,
            }
        }
        true
    }
}

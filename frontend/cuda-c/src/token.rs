//! Tokens, as the lexer makes them and the preprocessor and parser pass them on.

use optx_source::Span;

use crate::{
    intern::{Interner, Symbol},
    words,
};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
#[allow(
    missing_docs,
    reason = "the names of the punctuators say what they are; `text` spells them"
)]
pub enum Tok {
    /// The end of the file or of the token list.
    Eof,
    /// The end of a directive.
    Newline,
    /// A name or keyword; the symbol says which.
    Ident,
    /// A preprocessing number, not yet converted; the symbol is its spelling.
    Number,
    /// A character constant with its quotes and prefix.
    Char,
    /// A string with its quotes and prefix.
    Str,
    /// A byte that no token starts with.
    Other,
    /// Nothing, as an operand of `##`.
    Placemarker,
    /// `#pragma unroll`: its argument follows, up to [`Tok::PragmaEnd`].
    PragmaUnroll,
    /// `#pragma nounroll`.
    PragmaNounroll,
    /// The end of a pragma's argument.
    PragmaEnd,
    /// `#pragma pack`, within the preprocessor only; the symbol says what it does.
    PragmaPack,
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Semi,
    Comma,
    Dot,
    Arrow,
    DotStar,
    ArrowStar,
    Ellipsis,
    Colon,
    ColonColon,
    Question,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    PlusPlus,
    MinusMinus,
    Amp,
    Pipe,
    Caret,
    Tilde,
    Bang,
    AmpAmp,
    PipePipe,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    EqEq,
    Ne,
    Eq,
    PlusEq,
    MinusEq,
    StarEq,
    SlashEq,
    PercentEq,
    ShlEq,
    ShrEq,
    AmpEq,
    PipeEq,
    CaretEq,
    Hash,
    HashHash,
    /// `<<<` of a kernel launch; `>>>` stays `>>` `>`.
    LaunchOpen,
}

impl Tok {
    /// The spelling of a punctuator; empty for other kinds.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Tok::LParen => "(",
            Tok::RParen => ")",
            Tok::LBracket => "[",
            Tok::RBracket => "]",
            Tok::LBrace => "{",
            Tok::RBrace => "}",
            Tok::Semi => ";",
            Tok::Comma => ",",
            Tok::Dot => ".",
            Tok::Arrow => "->",
            Tok::DotStar => ".*",
            Tok::ArrowStar => "->*",
            Tok::Ellipsis => "...",
            Tok::Colon => ":",
            Tok::ColonColon => "::",
            Tok::Question => "?",
            Tok::Plus => "+",
            Tok::Minus => "-",
            Tok::Star => "*",
            Tok::Slash => "/",
            Tok::Percent => "%",
            Tok::PlusPlus => "++",
            Tok::MinusMinus => "--",
            Tok::Amp => "&",
            Tok::Pipe => "|",
            Tok::Caret => "^",
            Tok::Tilde => "~",
            Tok::Bang => "!",
            Tok::AmpAmp => "&&",
            Tok::PipePipe => "||",
            Tok::Shl => "<<",
            Tok::Shr => ">>",
            Tok::Lt => "<",
            Tok::Gt => ">",
            Tok::Le => "<=",
            Tok::Ge => ">=",
            Tok::EqEq => "==",
            Tok::Ne => "!=",
            Tok::Eq => "=",
            Tok::PlusEq => "+=",
            Tok::MinusEq => "-=",
            Tok::StarEq => "*=",
            Tok::SlashEq => "/=",
            Tok::PercentEq => "%=",
            Tok::ShlEq => "<<=",
            Tok::ShrEq => ">>=",
            Tok::AmpEq => "&=",
            Tok::PipeEq => "|=",
            Tok::CaretEq => "^=",
            Tok::Hash => "#",
            Tok::HashHash => "##",
            Tok::LaunchOpen => "<<<",
            Tok::Eof
            | Tok::Newline
            | Tok::Ident
            | Tok::Number
            | Tok::Char
            | Tok::Str
            | Tok::Other
            | Tok::Placemarker
            | Tok::PragmaUnroll
            | Tok::PragmaNounroll
            | Tok::PragmaPack
            | Tok::PragmaEnd => "",
        }
    }
}

/// One token: 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Where it is spelled, or its place in a macro expansion.
    pub span: Span,
    /// The spelling of names, numbers, characters and strings, and of a punctuator that is not its kind's own: `<:`.
    pub sym: Symbol,
    /// The kind.
    pub kind: Tok,
    /// White space before it, start of line, never to be expanded.
    pub flags: u8,
}

/// White space stands before the token.
pub(crate) const SPACE: u8 = 1;
/// The token is the first of its line.
pub(crate) const LINE_START: u8 = 2;
/// A macro name that is never expanded any more.
pub(crate) const PAINTED: u8 = 4;
/// From here on, the bound of `#pragma pack` in effect: 0 for none, or the power of two that it is, plus one.
pub(crate) const PACK_SHIFT: u32 = 3;

impl Token {
    pub(crate) fn new(kind: Tok, sym: Symbol, span: Span) -> Token {
        Token { span, sym, kind, flags: 0 }
    }

    /// The bound that `#pragma pack` sets where the token stands; 0 for none.
    #[must_use]
    pub fn pack(&self) -> u8 {
        match self.flags >> PACK_SHIFT {
            0 => 0,
            n => 1 << (n - 1).min(4),
        }
    }

    /// The token's spelling.
    #[must_use]
    pub fn spelling<'a>(&self, names: &'a Interner) -> &'a str {
        match self.kind {
            Tok::Ident | Tok::Number | Tok::Char | Tok::Str | Tok::Other => names.get(self.sym),
            k if self.sym == words::EMPTY => k.text(),
            _ => names.get(self.sym),
        }
    }

    /// Whether this is the name or keyword `s`.
    #[must_use]
    pub fn is(&self, s: Symbol) -> bool {
        self.kind == Tok::Ident && self.sym == s
    }

    /// How the token is named in messages.
    #[must_use]
    pub fn describe(&self, names: &Interner) -> String {
        match self.kind {
            Tok::Eof => "end of file".to_string(),
            Tok::Newline => "end of line".to_string(),
            Tok::PragmaUnroll | Tok::PragmaNounroll | Tok::PragmaEnd | Tok::PragmaPack => {
                "`#pragma`".to_string()
            }
            Tok::Str => "a string".to_string(),
            _ => format!("`{}`", self.spelling(names)),
        }
    }
}

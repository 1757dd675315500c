//! Member functions cut out of their classes as token ranges.

use optx_source::{Span, code};

use super::{Parser, cut::is_type_word, specifier::flag_word};
use crate::{
    ast::{Flags, MemberAccess, MemberFunction, MemberKind, Name},
    intern::Symbol,
    parse::placement::{Declares, PLACED, Word},
    token::{Tok, Token},
    words,
};

/// What stands before a member function's parameters.
#[derive(Default)]
struct Head {
    flags: u32,
    /// The last name.
    name: Option<(Name, MemberKind)>,
    /// `~` before the name.
    tilde: bool,
    /// The words that may not stand everywhere.
    written: Vec<Word>,
    /// The first word of a type before the name.
    typed: Option<Span>,
    /// A whole type stands before the name.
    has_type: bool,
    /// The name is `X::X`: another class's constructor.
    constructs: bool,
}

/// What stands behind a member function's parameters.
#[derive(Default)]
struct Tail {
    deleted: bool,
    trivial: bool,
    defaulted: bool,
    /// `override` or `final`: it is virtual, whether it says so or not.
    overrides: bool,
    /// The `,` behind which more is declared.
    more: Option<Span>,
    /// The index after it.
    end: usize,
}

impl Parser<'_, '_, '_> {
    /// A member function that starts here, cut out and skipped; `None` where a data member or type starts.
    pub(super) fn cut_member(&mut self, class: Symbol) -> Option<MemberFunction> {
        let first = self.at;
        let template = self.input.tokens.get(first).is_some_and(|t| t.is(words::TEMPLATE));
        let start = if template { first + self.after_angles(1)? } else { first };
        let (head, open) = self.cut_head(class, start)?;
        if self.kind_at(open) != Tok::LParen || open >= self.end {
            return None;
        }
        let (name, kind) = self.function_at(&head, open)?;
        self.check_cut(&head.written, head.flags, kind, head.typed);
        let tail = self.cut_tail(self.after_group(open));
        if let Some(span) = tail.more {
            let text = "a declaration of a member function and more is not supported yet";
            self.error(code::NOT_SUPPORTED, span, text);
        }
        let stray = self.kind_at(tail.end) == Tok::Semi && tail.end < self.end;
        self.at = tail.end + usize::from(stray);
        let flags = Flags(head.flags | if tail.overrides { Flags::VIRTUAL } else { 0 });
        Some(MemberFunction {
            name,
            kind,
            flags: if wrong!(UnmarkedMembersAreHost) {
                flags
            } else {
                self.input.index.marked(flags)
            },
            template,
            deleted: tail.deleted,
            trivial: tail.trivial
                && (kind != MemberKind::Destructor || self.is_plain_destructor(class, name, open)),
            defaulted: tail.defaulted,
            access: MemberAccess::Public,
            first: first as u32,
            end: tail.end as u32,
        })
    }

    /// Whether a destructor is called as its class is and takes nothing: what else it says is told where it is read.
    fn is_plain_destructor(&self, class: Symbol, name: Name, open: usize) -> bool {
        let mut end = open + 1;
        end += usize::from(self.input.tokens.get(end).is_some_and(|t| t.is(words::VOID)));
        let qualified = self.input.tokens.get(end + 1);
        let qualified = qualified.is_some_and(|t| t.is(words::CONST) || t.is(words::VOLATILE));
        name.sym == class && self.kind_at(end) == Tok::RParen && !qualified
    }

    /// The function whose parameters, or whose declarator in parentheses, begin at `open`; `None` where a data member does.
    fn function_at(&self, head: &Head, open: usize) -> Option<(Name, MemberKind)> {
        let in_parens = || Some((self.function_in_parens(open)?, MemberKind::Method));
        let Some((name, kind)) = head.name else {
            return if head.has_type { in_parens() } else { None };
        };
        let function = match kind {
            MemberKind::Constructor => head.has_type || self.holds_constructor(open),
            MemberKind::Method => {
                head.has_type || words::is_operator_name(name.sym) || head.constructs
            }
            MemberKind::Conversion | MemberKind::Destructor => true,
        };
        if function || wrong!(MembersInParenthesesVanish) {
            Some((name, kind))
        } else {
            in_parens()
        }
    }

    /// The kind of the token at `i`.
    fn kind_at(&self, i: usize) -> Tok {
        self.input.tokens.get(i).map_or(Tok::Eof, |t| t.kind)
    }

    /// What stands from `i` on before the parameters, and the index of those; `None` where a data member or type starts.
    fn cut_head(&self, class: Symbol, start: usize) -> Option<(Head, usize)> {
        let mut head = Head::default();
        let mut i = start;
        while i < self.end {
            let t = self.input.tokens[i];
            i = match t.kind {
                Tok::Ident if t.sym == words::OPERATOR => {
                    let (sym, kind, end) = self.cut_operator(i);
                    head.name = Some((Name { sym, span: t.span }, kind));
                    return Some((head, end));
                }
                Tok::Ident => self.cut_word(&mut head, class, i)?,
                Tok::Lt => self.at + self.after_angles(i - self.at)?,
                Tok::Tilde => {
                    head.tilde = true;
                    i + 1
                }
                Tok::Star | Tok::Amp | Tok::AmpAmp => {
                    head.has_type |= head.name.is_some();
                    head.name = None;
                    i + 1
                }
                Tok::ColonColon => i + 1,
                Tok::LParen => break,
                Tok::LBracket if self.kind_at(i + 1) == Tok::LBracket => self.after_group(i),
                _ => return None,
            };
        }
        Some((head, i))
    }

    /// Goes over the word at `i` before a member function's parameters: the index after it, or after what belongs to it.
    /// `None` for a word that starts no function.
    fn cut_word(&self, head: &mut Head, class: Symbol, i: usize) -> Option<usize> {
        let t = self.input.tokens[i];
        match t.sym {
            words::ATTRIBUTE
            | words::DECLSPEC
            | words::ALIGN
            | words::ALIGNAS
            | words::LAUNCH_BOUNDS => return Some(self.after_group(i + 1)),
            words::UNDERLYING_TYPE | words::DECLTYPE | words::TYPEOF | words::TYPEOF_ALT => {
                let end = self.after_group(i + 1);
                head.has_type = self.kind_at(end) != Tok::ColonColon;
                return Some(end);
            }
            // `struct X *f();`, but not `struct X {` nor `struct X;`.
            words::STRUCT | words::CLASS | words::UNION | words::ENUM if self.is_elaborated(i) => {
                head.has_type = self.kind_at(i + 2) != Tok::ColonColon;
                return Some(i + 2);
            }
            words::TYPEDEF
            | words::USING
            | words::STRUCT
            | words::CLASS
            | words::UNION
            | words::ENUM
            | words::STATIC_ASSERT => return None,
            _ => {}
        }
        if let Some(flag) = flag_word(t.sym).or(Self::member_flag(t.sym)) {
            head.flags |= flag;
            if flag & PLACED != 0 {
                head.written.push(Word { sym: t.sym, flag, span: t.span });
            } else if flag & (Flags::CONST | Flags::VOLATILE) != 0 {
                head.typed = head.typed.or(Some(t.span));
            }
        } else if words::is_keyword(t.sym) {
            head.typed = head.typed.or(Some(t.span));
            head.has_type |= is_type_word(t.sym) && t.sym != words::TYPENAME;
        } else {
            head.typed = head.typed.or(head.name.map(|n| n.0.span));
            let qualified = self.kind_at(i.wrapping_sub(1)) == Tok::ColonColon;
            head.has_type |= head.name.is_some() && !qualified;
            head.constructs = qualified && head.name.is_some_and(|n| n.0.sym == t.sym);
            let kind = if head.tilde {
                MemberKind::Destructor
            } else if t.sym == class && self.kind_at(i + 1) == Tok::LParen {
                MemberKind::Constructor
            } else {
                MemberKind::Method
            };
            head.name = Some((Name { sym: t.sym, span: t.span }, kind));
        }
        Some(i + 1)
    }

    /// What stands from `i` on, behind the parameters: up to the `;`, or the end of the body.
    fn cut_tail(&self, i: usize) -> Tail {
        let mut tail = Tail { end: i, ..Tail::default() };
        // Behind `->` stands a type, whose arguments have commas.
        let (mut inits, mut result) = (false, false);
        while tail.end < self.end {
            let i = tail.end;
            let word = self.input.tokens[i];
            tail.overrides |= !inits && (word.is(words::OVERRIDE) || word.is(words::FINAL));
            match word.kind {
                Tok::Semi => {
                    tail.end += 1;
                    break;
                }
                Tok::Eq => {
                    let next = self.input.tokens.get(i + 1);
                    tail.deleted |= next.is_some_and(|t| t.is(words::DELETE));
                    tail.defaulted |= next.is_some_and(|t| t.is(words::DEFAULT));
                    tail.trivial |= tail.defaulted;
                    // `= 0`: pure.
                    tail.end += 1;
                }
                Tok::Colon => {
                    inits = true;
                    tail.end += 1;
                }
                Tok::LParen | Tok::LBracket => tail.end = self.after_group(i),
                Tok::LBrace => {
                    tail.end = self.after_group(i);
                    if !inits || !self.is_initialiser(i) {
                        tail.trivial |= !inits && tail.end == i + 2;
                        break;
                    }
                }
                Tok::RBrace => break,
                Tok::Arrow => {
                    result = true;
                    tail.end += 1;
                }
                Tok::Comma if !inits && (!result || wrong!(CommasEndResults)) => {
                    tail.more = tail.more.or(Some(self.input.tokens[i].span));
                    tail.end += 1;
                }
                _ => tail.end += 1,
            }
        }
        tail
    }

    /// Whether the `{` at `i` initialises a base or a member, rather than start the constructor's body.
    fn is_initialiser(&self, i: usize) -> bool {
        let before = self.input.tokens[i - 1];
        let named = before.kind == Tok::Ident && !words::is_keyword(before.sym);
        // A base's template arguments end so.
        named || matches!(before.kind, Tok::Gt | Tok::Shr)
    }

    /// Refuses words that may not stand in a member function, and types before a constructor's name.
    fn check_cut(&mut self, written: &[Word], flags: u32, kind: MemberKind, typed: Option<Span>) {
        let friend = flags & Flags::FRIEND != 0;
        let what = if friend { Declares::FriendFunction } else { Declares::Member(kind) };
        self.place_words(written, what);
        if let Some(span) = typed.filter(|_| kind == MemberKind::Constructor && !friend) {
            let text = "no type stands before a constructor's name";
            self.error(code::BAD_SPECIFIERS, span, text);
        }
    }

    /// Whether the word at `i` and the name after it are a type in a longer declaration.
    fn is_elaborated(&self, i: usize) -> bool {
        self.kind_at(i + 1) == Tok::Ident
            && self.input.tokens.get(i + 1).is_some_and(|t| !words::is_keyword(t.sym))
            && !matches!(
                self.kind_at(i + 2),
                Tok::LBrace | Tok::Colon | Tok::Semi | Tok::LBracket | Tok::Eof
            )
    }

    /// The operator function that the word at `i` starts, and the index of its `(`.
    pub(super) fn cut_operator(&self, i: usize) -> (Symbol, MemberKind, usize) {
        match (self.kind_at(i + 1), self.kind_at(i + 2)) {
            (Tok::LParen, Tok::RParen) => (words::OP_CALL, MemberKind::Method, i + 3),
            (Tok::LBracket, Tok::RBracket) => (words::OP_INDEX, MemberKind::Method, i + 3),
            (Tok::Ident, next) if self.input.tokens.get(i + 1).is_some_and(is_allocation) => {
                let array = next == Tok::LBracket;
                (words::OP_ALLOCATION, MemberKind::Method, i + if array { 4 } else { 2 })
            }
            (t, _) => match words::operator_name(t) {
                Some(s) => (s, MemberKind::Method, i + 2),
                None => {
                    let mut k = i + 1;
                    while k < self.end && self.kind_at(k) != Tok::LParen {
                        k += 1;
                    }
                    (words::OP_CONVERSION, MemberKind::Conversion, k)
                }
            },
        }
    }
}

/// `new` or `delete`, as behind `operator`: nothing here calls such a function, and a class may have it.
fn is_allocation(t: &Token) -> bool {
    t.is(words::NEW) || t.is(words::DELETE)
}

//! The parser: the tokens of one top-level declaration to a syntax tree.
//!
//! Recursive descent with precedence climbing. Left-leaning chains are built by loops, `else if` chains are one
//! node, labels and cases are statements of their own: what nests in the tree is what nests in the source, and its
//! depth is counted. The only question that C needs answered while parsing, whether a name is a type, is
//! answered by the scopes of the function at hand and by the [`Index`] of top-level declarations.

pub(crate) mod cut;
mod declaration;
mod expression;
mod record;
mod statement;

use optx_source::{Code, Diagnostic, Diagnostics, Limits, Span, code};

use crate::{
    ast::{Arenas, Declaration, Expr, ExprKind, Name},
    builtin_types,
    intern::{Interner, Map, Symbol},
    token::{LINE_START, Tok, Token},
    words,
};
use cut::{Index, Item};

/// A syntax error that is reported already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failed;

pub(crate) type Parse<T> = Result<T, Failed>;

/// What the parser reads from.
pub(crate) struct Input<'a, 't> {
    pub arenas: &'a Arenas<'a>,
    pub tokens: &'t [Token],
    pub names: &'t Interner,
    pub index: &'t Index,
    pub limits: &'t Limits,
}

pub(crate) struct Parser<'a, 't, 'd> {
    input: Input<'a, 't>,
    diags: &'d mut Diagnostics,
    at: usize,
    end: usize,
    depth: u32,
    /// Names declared in scopes of the function at hand, and whether they are types.
    local: Map<Symbol, bool>,
    undo: Vec<(Symbol, Option<bool>)>,
    /// The words of the language that a block of statements stops at were met inside a member list.
    in_record: bool,
}

/// Parses one top-level declaration.
pub(crate) fn parse_item<'a>(
    input: Input<'a, '_>,
    item: &Item,
    diags: &mut Diagnostics,
) -> Option<Declaration<'a>> {
    let mut p = Parser {
        at: item.first as usize,
        end: item.end as usize,
        input,
        diags,
        depth: 0,
        local: Map::default(),
        undo: Vec::new(),
        in_record: false,
    };
    p.top_level().ok()
}

impl<'a, 't> Parser<'a, 't, '_> {
    fn arenas(&self) -> &'a Arenas<'a> {
        self.input.arenas
    }

    fn tok(&self) -> Token {
        self.ahead(0)
    }

    fn ahead(&self, n: usize) -> Token {
        let i = self.at + n;
        if i < self.end
            && let Some(t) = self.input.tokens.get(i)
        {
            return *t;
        }
        Token::new(Tok::Eof, words::EMPTY, self.last_span().after())
    }

    fn kind(&self) -> Tok {
        self.tok().kind
    }

    fn span(&self) -> Span {
        self.tok().span
    }

    /// The span of the token before.
    fn last_span(&self) -> Span {
        let i = self.at.min(self.end);
        i.checked_sub(1).and_then(|i| self.input.tokens.get(i)).map_or(Span::NONE, |t| t.span)
    }

    fn bump(&mut self) -> Token {
        let t = self.tok();
        if t.kind != Tok::Eof {
            self.at += 1;
        }
        t
    }

    fn eat(&mut self, kind: Tok) -> bool {
        let yes = self.kind() == kind;
        if yes {
            self.bump();
        }
        yes
    }

    fn eat_word(&mut self, s: Symbol) -> bool {
        let yes = self.tok().is(s);
        if yes {
            self.bump();
        }
        yes
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Failed {
        self.diags.push(Diagnostic::new(code, span, message));
        Failed
    }

    /// The next token must be `kind`.
    fn expect(&mut self, kind: Tok, after: &str) -> Parse<Span> {
        if self.kind() == kind {
            return Ok(self.bump().span);
        }
        let found = self.tok().describe(self.input.names);
        let what = kind.text();
        // A missing closer is best shown where it should have stood.
        let missing = matches!(kind, Tok::Semi | Tok::RParen | Tok::RBracket | Tok::RBrace);
        let (span, message) = if missing {
            let last = self.last_span();
            (
                if last.is_none() { self.span() } else { last.after() },
                format!("`{what}` is missing after {after}"),
            )
        } else {
            (self.span(), format!("`{what}` must stand here, after {after}"))
        };
        let mut d = Diagnostic::new(code::EXPECTED, span, message).label(format!("before {found}"));
        if missing {
            d = d.suggest(span, what, format!("put `{what}` here"));
        }
        self.diags.push(d);
        // What follows on the next line is most likely a statement of its own.
        if kind == Tok::Semi && self.tok().flags & LINE_START != 0 {
            return Ok(span);
        }
        Err(Failed)
    }

    /// Goes one level deeper; an error past the limit.
    fn enter(&mut self) -> Parse<()> {
        if self.depth >= self.input.limits.nesting {
            let span = self.span();
            self.at = self.end;
            return Err(self.error(
                code::LIMIT_NESTING,
                span,
                format!("nesting deeper than {}", self.input.limits.nesting),
            ));
        }
        self.depth += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn identifier(&mut self, what: &str) -> Parse<Name> {
        let t = self.tok();
        if t.kind == Tok::Ident && !words::is_keyword(t.sym) {
            self.bump();
            return Ok(Name { sym: t.sym, span: t.span });
        }
        let found = t.describe(self.input.names);
        Err(self.error(code::EXPECTED, t.span, format!("{what} must stand here, not {found}")))
    }

    /// Whether a name is a type here.
    fn is_type_name(&self, s: Symbol) -> bool {
        if words::is_keyword(s) {
            return false;
        }
        if let Some(&ty) = self.local.get(&s) {
            return ty;
        }
        if !self.input.index.named(s).is_empty() {
            return self.input.index.is_type(s);
        }
        builtin_types::is_type(self.input.names.get(s))
    }

    fn declare_local(&mut self, s: Symbol, ty: bool) {
        let old = self.local.insert(s, ty);
        self.undo.push((s, old));
    }

    fn scope(&self) -> usize {
        self.undo.len()
    }

    fn end_scope(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some((s, Some(old))) => {
                    self.local.insert(s, old);
                }
                Some((s, None)) => {
                    self.local.remove(&s);
                }
                None => {}
            }
        }
    }

    fn expr(&self, kind: ExprKind<'a>, span: Span) -> &'a Expr<'a> {
        self.arenas().exprs.alloc(Expr { kind, span })
    }

    fn expr_list(&self, list: Vec<&'a Expr<'a>>) -> &'a [&'a Expr<'a>] {
        if list.is_empty() {
            return &[];
        }
        self.arenas().expr_refs.alloc_extend(list)
    }

    /// Skips to after the next `;`, or to before the `}` that closes the block at hand.
    fn recover(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.kind() {
                Tok::Eof => return,
                Tok::Semi if depth == 0 => {
                    self.bump();
                    return;
                }
                Tok::LBrace => depth += 1,
                Tok::RBrace => {
                    if depth == 0 {
                        return;
                    }
                    depth -= 1;
                    if depth == 0 {
                        self.bump();
                        return;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// The index after the group that the token at `i` opens.
    fn after_group(&self, i: usize) -> usize {
        let mut depth = 0u32;
        let mut k = i;
        while k < self.end {
            match self.input.tokens[k].kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return k + 1;
                    }
                }
                _ => {}
            }
            k += 1;
        }
        k
    }
}

//! The parser: the tokens of one top-level declaration to a syntax tree.
//!
//! Recursive descent with precedence climbing. Left-leaning chains are built by loops, `else if` chains are one
//! node, labels and cases are statements of their own: what nests in the tree is what nests in the source, and its
//! depth is counted. The only question that C needs answered while parsing, whether a name is a type, is
//! answered by the scopes of the function at hand and by the [`Index`] of top-level declarations.

mod ambiguity;
mod attribute;
mod class_names;
mod condition;
pub(crate) mod cut;
mod declaration;
mod declarator;
mod expression;
mod guide;
mod head;
pub(crate) mod host;
mod host_only;
pub(crate) mod index;
mod lambda;
pub(crate) mod launch;
pub(crate) mod literal_operator;
mod member;
mod member_cut;
mod member_parens;
mod new_expression;
mod pack;
mod part;
mod path;
mod placement;
pub(crate) mod pragmas;
mod record;
mod refused;
mod space;
mod specifier;
mod statement;
mod template;
mod type_trait;
mod type_words;

use optx_source::{Code, Diagnostic, Diagnostics, Limits, Span, code};

use crate::{
    ast::{Arenas, Declaration, Expr, ExprKind, Known, MemberFunction, Mode, Name, Path},
    builtin_types,
    intern::{Interner, Map, Symbol},
    token::{LINE_START, Tok, Token},
    words,
};
use attribute::Attributes;
use index::{Index, Item};
use path::Declared;

/// A syntax error that is reported already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failed;

pub(crate) type Parse<T> = Result<T, Failed>;

/// What the parser reads from.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a, 't> {
    pub arenas: &'a Arenas<'a>,
    pub tokens: &'t [Token],
    pub names: &'t Interner,
    pub index: &'t Index,
    pub limits: &'t Limits,
    /// The number of the token list.
    pub list: u32,
}

pub(crate) struct Parser<'a, 't, 'd> {
    input: Input<'a, 't>,
    diags: &'d mut Diagnostics,
    at: usize,
    end: usize,
    depth: u32,
    /// Names declared in scopes of the function at hand.
    local: Map<Symbol, Known>,
    undo: Vec<(Symbol, Option<Known>)>,
    /// Where in `undo` the block at hand begins.
    block: usize,
    /// Classes and enumerations that blocks declare, which other things of their name may hide, and the length of `undo`
    /// then.
    block_tags: Vec<(usize, Symbol)>,
    /// The words of the language that a block of statements stops at were met inside a member list.
    in_record: bool,
    /// The classes that a class is derived from are read.
    in_bases: bool,
    /// In a member function: names of member types are types.
    in_class: bool,
    /// Member types of the classes that were read here.
    member_types: Map<Symbol, ()>,
    /// In template parameters or arguments: `>` closes.
    in_angles: bool,
    /// The first half of the `>>` at hand is read.
    split: bool,
    /// What stood around the last declared name.
    declared: Declared<'a>,
    /// The namespaces in `struct ns::X`.
    tag_path: Option<&'a Path<'a>>,
    /// The namespace around the declaration at hand.
    namespace: u32,
    /// Attributes within the declarator at hand.
    within: Attributes<'a>,
    /// The words of the last specifiers that may not stand everywhere.
    written: Vec<placement::Word>,
    /// The comma that stands for the `;` behind the first part of the head of `for`.
    ends_first_part: Option<usize>,
    /// What is parsed is a member function that was cut out of its class.
    is_member: bool,
    /// Names of members that its body sees and its declaration does not.
    below: Vec<Symbol>,
    /// The mode that the last specifiers asked for.
    mode: Option<Mode>,
    /// Aliases of namespaces that the function at hand declares.
    aliases: Map<Symbol, &'a Path<'a>>,
    /// What they were before, and the length of `undo` then.
    alias_undo: Vec<(usize, Symbol, Option<&'a Path<'a>>)>,
    /// The lambdas around, from the outside in.
    lambdas: Vec<lambda::OpenLambda<'a>>,
    /// The conditions of `if constexpr` around, from the outside in.
    guards: Vec<lambda::OpenGuard<'a>>,
    /// What is read stands behind `template <>`.
    specialises: bool,
    /// In the body of a function.
    in_body: bool,
    /// What is read is not evaluated.
    unevaluated: bool,
    /// A default argument is read: the declared names that are parameters of its function, from the first on and up to the last.
    default_argument: Option<(usize, usize)>,
}

pub(crate) use guide::parse_guide;

/// Parses one top-level declaration.
pub(crate) fn parse_item<'a>(
    input: Input<'a, '_>,
    item: &Item,
    diags: &mut Diagnostics,
) -> Option<Declaration<'a>> {
    let mut p = Parser::new(input, diags, item.first, item.end);
    p.namespace = item.namespace;
    p.part(item).ok()
}

/// Parses tokens that are one expression.
pub(crate) fn parse_expression<'a>(
    input: Input<'a, '_>,
    (first, end): (u32, u32),
    diags: &mut Diagnostics,
) -> Option<&'a Expr<'a>> {
    let mut p = Parser::new(input, diags, first, end);
    let e = p.expression().ok()?;
    if p.kind() != Tok::Eof {
        let found = p.tok().describe(p.input.names);
        let text = format!("an operator must stand before {found}");
        p.error(code::EXPECTED, p.span(), text);
        return None;
    }
    Some(e)
}

/// The names that a member function sees in its class: all, and whether they are types.
#[derive(Clone, Copy)]
pub(crate) struct Members<'m> {
    pub names: &'m [(Symbol, bool)],
    /// Those that are no types and that the class declares behind the function: its body alone sees them ([basic.scope.class] 1).
    pub below: &'m [Symbol],
}

/// Parses a member function. `known` are the names known around its class, and `members` those of the class, its bases and
/// the classes around it; `class` is the class's name.
pub(crate) fn parse_member<'a>(
    input: Input<'a, '_>,
    known: &[(Symbol, Known)],
    members: Members<'_>,
    class: Symbol,
    f: &MemberFunction,
    diags: &mut Diagnostics,
) -> Option<Declaration<'a>> {
    let mut p = Parser::new(input, diags, f.first, f.end);
    p.namespace = p.input.index.namespace_at(p.input.list, f.first);
    let seen = members.names.iter().filter(|(s, _)| !members.below.contains(s));
    let seen = seen.map(|(s, ty)| (*s, Known::of(*ty)));
    p.local.extend(known.iter().copied().chain(seen));
    p.below = members.below.to_vec();
    if class != words::EMPTY {
        // A class of a block is known around its members.
        let outer = known.iter().any(|k| k.0 == class && k.1 == Known::Type);
        p.local.insert(class, if outer { Known::Type } else { Known::Class });
    }
    p.is_member = true;
    p.member_function(class, f).ok()
}

impl<'a, 't, 'd> Parser<'a, 't, 'd> {
    fn new(
        input: Input<'a, 't>,
        diags: &'d mut Diagnostics,
        first: u32,
        end: u32,
    ) -> Parser<'a, 't, 'd> {
        Parser {
            at: first as usize,
            end: end as usize,
            input,
            diags,
            depth: 0,
            local: Map::default(),
            undo: Vec::new(),
            block: 0,
            block_tags: Vec::new(),
            in_record: false,
            in_bases: false,
            in_class: false,
            member_types: Map::default(),
            in_angles: false,
            split: false,
            declared: Declared::default(),
            tag_path: None,
            namespace: 0,
            within: Attributes::default(),
            written: Vec::new(),
            is_member: false,
            below: Vec::new(),
            mode: None,
            aliases: Map::default(),
            alias_undo: Vec::new(),
            ends_first_part: None,
            lambdas: Vec::new(),
            guards: Vec::new(),
            unevaluated: false,
            default_argument: None,
            specialises: false,
            in_body: false,
        }
    }

    fn arenas(&self) -> &'a Arenas<'a> {
        self.input.arenas
    }

    // Asked for several times a token, most often for its kind alone: in its callers nothing else is read.
    #[inline(always)]
    fn tok(&self) -> Token {
        match self.input.tokens.get(self.at) {
            Some(t) if self.at < self.end && !self.split => *t,
            _ => self.ahead(0),
        }
    }

    fn ahead(&self, n: usize) -> Token {
        let i = self.at + n;
        if i < self.end
            && let Some(t) = self.input.tokens.get(i)
        {
            if n == 0 && self.split && t.kind == Tok::Shr {
                return Token { kind: Tok::Gt, ..*t };
            }
            return *t;
        }
        Token::new(Tok::Eof, words::EMPTY, self.last_span().after())
    }

    #[inline(always)]
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
            self.split = false;
        }
        t
    }

    /// The kind of the token before.
    fn last_kind(&self) -> Option<Tok> {
        let i = self.at.min(self.end);
        i.checked_sub(1).and_then(|i| self.input.tokens.get(i)).map(|t| t.kind)
    }

    /// Parses what stands in brackets, where `>` is an operator.
    fn bracketed<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let was = std::mem::replace(&mut self.in_angles, false);
        let r = f(self);
        self.in_angles = was;
        r
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
        let i = self.at.min(self.end);
        if i.checked_sub(1)
            .and_then(|i| self.input.tokens.get(i))
            .is_some_and(|t| t.is(words::RESTRICT))
        {
            let last = self.last_span();
            d = d.suggest(
                last,
                "__restrict__",
                "in C++ `restrict` is a name; the qualifier is `__restrict__`",
            );
        } else if missing && self.mends(kind) {
            d = d.suggest(span, what, format!("put `{what}` here"));
        }
        self.diags.push(d);
        // What follows on the next line is most likely a statement of its own.
        if kind == Tok::Semi && self.tok().flags & LINE_START != 0 {
            return Ok(span);
        }
        Err(Failed)
    }

    /// Whether what stands here makes sense behind a closer or `;` that is missing before it.
    fn mends(&self, kind: Tok) -> bool {
        let t = self.tok();
        let next_line = t.flags & LINE_START != 0;
        match kind {
            Tok::Semi => next_line || matches!(t.kind, Tok::RBrace | Tok::Eof | Tok::Ident),
            Tok::RParen => matches!(t.kind, Tok::LBrace | Tok::Semi),
            // What is assigned behind a subscript was read as a part of it.
            Tok::RBracket => false,
            _ => t.kind == Tok::Eof,
        }
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
        let before = self.last_kind();
        let after_scope = matches!(before, Some(Tok::ColonColon | Tok::Dot | Tok::Arrow));
        let found = t.describe(self.input.names);
        let (code, text) = match t.kind {
            Tok::Star if before == Some(Tok::ColonColon) => {
                (code::MEMBER_POINTER, "pointers to members are not supported".to_owned())
            }
            Tok::Tilde if after_scope => (
                code::CLASS,
                "a destructor called without an object is not supported yet".to_owned(),
            ),
            _ => (code::EXPECTED, format!("{what} must stand here, not {found}")),
        };
        Err(self.error(code, t.span, text))
    }

    /// Whether a name is a type here.
    fn is_type_name(&self, s: Symbol) -> bool {
        if words::is_keyword(s) {
            return false;
        }
        if let Some(known) = self.local.get(&s) {
            return known.is_type();
        }
        if (self.in_class || self.in_record) && self.is_type_of_class(s) {
            return true;
        }
        self.is_outer_type(s)
    }

    /// The place in the file of a token; 0 in the library, which hides nothing.
    fn place_of(&self, at: usize) -> u32 {
        if self.input.list == 0 && !wrong!(NamesFromBelow) { at as u32 + 1 } else { 0 }
    }

    /// Whether a name is a type outside of functions and classes.
    fn is_outer_type(&self, s: Symbol) -> bool {
        if !self.input.index.named(s).is_empty() {
            return self.input.index.is_type_from(self.namespace, false, s, self.place_of(self.at));
        }
        let name = self.input.names.get(s);
        builtin_types::is_type(name) || crate::library::is_type(name)
    }

    /// Whether some class declares a name as a type.
    fn is_type_of_class(&self, s: Symbol) -> bool {
        self.input.index.is_member_type(s) || self.member_types.contains_key(&s)
    }

    fn declare_local(&mut self, s: Symbol, ty: bool) {
        if ty && self.in_record {
            self.member_types.insert(s, ());
        }
        self.declare_known(s, Known::of(ty));
    }

    fn declare_known(&mut self, s: Symbol, known: Known) {
        let old = self.local.insert(s, known);
        self.undo.push((s, old));
    }

    /// A name is what it is around the function, up to the end of the scope at hand.
    fn forget_local(&mut self, s: Symbol) {
        let old = self.local.remove(&s);
        self.undo.push((s, old));
    }

    /// Declares a class or enumeration; another thing of its name in its block hides it ([basic.scope.hiding] 2).
    fn declare_tag(&mut self, s: Symbol) {
        let own = self.undo.get(self.block..).unwrap_or(&[]);
        let hidden =
            own.iter().any(|u| u.0 == s) && self.local.get(&s).is_some_and(|k| k.is_value());
        if !hidden {
            self.declare_local(s, true);
        }
        self.block_tags.push((self.undo.len(), s));
    }

    fn scope(&self) -> usize {
        self.undo.len()
    }

    fn end_scope(&mut self, mark: usize) {
        while let Some(&(_, s, old)) = self.alias_undo.last().filter(|a| a.0 >= mark) {
            self.alias_undo.pop();
            match old {
                Some(p) => self.aliases.insert(s, p),
                None => self.aliases.remove(&s),
            };
        }
        while self.block_tags.last().is_some_and(|t| t.0 > mark) {
            self.block_tags.pop();
        }
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
        self.arenas().exprs.alloc(Expr { kind, span, parens: false })
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

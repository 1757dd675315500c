//! Host code, as far as it says which templates are used with which arguments. Nothing here reports errors: what
//! cannot be read says nothing.

use optx_source::{Diagnostics, Span};

use super::{Input, Parser};
use crate::{
    ast::{
        Base, Declaration, Declarator, Expr, ExprKind, Flags, Known, Param, Spec, TemplateArg,
        TemplateParam, TypeExpr,
    },
    intern::{Map, Symbol},
    token::{Tok, Token},
    words,
};

/// A template's name in host code with what follows it.
pub(crate) struct HostUse<'a> {
    /// Arguments in angle brackets.
    pub explicit: &'a [TemplateArg<'a>],
    /// Arguments of the call or launch; `None` where there is none or it cannot be read.
    pub args: Option<&'a [&'a Expr<'a>]>,
    /// How many arguments stand there, where that can be told.
    pub count: Option<usize>,
    pub launched: bool,
    /// Arguments stand behind it, which may be those of its launch.
    pub called: bool,
}

/// Whether packs are expanded among arguments: how many there are only an instance knows.
fn expands(args: &[&Expr<'_>]) -> bool {
    args.iter().any(|e| matches!(e.kind, ExprKind::Pack(_)))
}

/// Reads the use of a template whose name stands at `at`; `known` are names around it, and whether they are types.
pub(crate) fn parse_use<'a>(
    input: Input<'a, '_>,
    known: &Map<Symbol, Known>,
    at: u32,
    end: u32,
) -> Option<HostUse<'a>> {
    let mut quiet = Diagnostics::default();
    let mut p = Parser::new(input, &mut quiet, at, end);
    p.knows(known, at as usize, behind_use(input.tokens, at as usize, end as usize));
    p.bump();
    let explicit = if p.kind() == Tok::Lt { p.template_args().ok()? } else { &[] };
    while p.kind() == Tok::RParen {
        p.bump();
    }
    let launched = p.kind() == Tok::LaunchOpen;
    if launched {
        p.skip_launch();
    }
    let at = p.at as u32;
    let counted = parameter_counts(p.input.tokens, at.saturating_sub(1), end).map(|c| c.1);
    let called = p.kind() == Tok::LParen;
    let args = if called {
        p.bump();
        p.arguments().ok().filter(|_| p.kind() == Tok::RParen)
    } else {
        None
    };
    let count = args.filter(|args| !expands(args)).map(<[_]>::len).or(counted);
    Some(HostUse { explicit, args, count, launched, called })
}

/// A launch: what stands in its angle brackets and behind them.
pub(crate) struct Launched<'a> {
    /// Between the brackets, in order; `None` for what cannot be read.
    pub config: Vec<Option<&'a Expr<'a>>>,
    /// The arguments; `None` where they cannot be read.
    pub args: Option<&'a [&'a Expr<'a>]>,
    /// How many arguments stand there, where that can be told.
    pub count: Option<usize>,
    /// The closing parenthesis.
    pub close: Span,
}

impl Launched<'_> {
    /// Where an expression between the brackets stands.
    pub fn config_span(&self, k: usize) -> Option<Span> {
        self.config.get(k).copied().flatten().map(|e| e.span)
    }
}

/// Reads the launch of the kernel whose name stands at `at`.
pub(crate) fn parse_launch<'a>(
    input: Input<'a, '_>,
    known: &Map<Symbol, Known>,
    at: u32,
    end: u32,
) -> Option<Launched<'a>> {
    let mut quiet = Diagnostics::default();
    let mut p = Parser::new(input, &mut quiet, at, end);
    p.bump();
    let open = p.at;
    p.skip_launch();
    let behind = p.at;
    if p.kind() != Tok::LParen {
        return None;
    }
    let close = p.after_group(behind).checked_sub(1)?;
    let close = input.tokens.get(close).filter(|t| t.kind == Tok::RParen)?.span;
    let mut config = Vec::new();
    let mut from = open + 1;
    let last = behind.checked_sub(2)?;
    while from < last {
        let mut to = from;
        while to < last && input.tokens[to].kind != Tok::Comma {
            to = match input.tokens[to].kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => p.after_group(to),
                _ => to + 1,
            };
        }
        config.push(parse_alone(input, known, (from, to.min(last))));
        from = to + 1;
    }
    let used = parse_use(input, known, at, end)?;
    let args = used.args.filter(|args| !expands(args));
    Some(Launched { config, args, count: used.count, close })
}

/// An expression that some tokens are all of.
fn parse_alone<'a>(
    input: Input<'a, '_>,
    known: &Map<Symbol, Known>,
    (first, end): (usize, usize),
) -> Option<&'a Expr<'a>> {
    let mut quiet = Diagnostics::default();
    let mut p = Parser::new(input, &mut quiet, first as u32, end as u32);
    p.knows(known, first, end);
    p.assign().ok().filter(|_| p.at >= end)
}

/// How many parameters a function takes whose name stands at `at`, with and without defaults; `None` where the
/// parameters cannot be told apart by their commas.
pub(crate) fn parameter_counts(tokens: &[Token], at: u32, end: u32) -> Option<(usize, usize)> {
    let mut k = at as usize + 1;
    let kind = |k: usize| tokens.get(k).map_or(Tok::Eof, |t| t.kind);
    if kind(k) != Tok::LParen {
        return None;
    }
    k += 1;
    let (mut depth, mut commas, mut defaults, mut any) = (0u32, 0usize, 0usize, false);
    while k < end as usize {
        match kind(k) {
            Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
            // Nothing between commas is wrong, which is told where the launch is read.
            Tok::RParen | Tok::Comma if depth == 0 && any && kind(k - 1) == Tok::Comma => {
                return None;
            }
            Tok::RParen if depth == 0 => {
                let most = if any { commas + 1 } else { 0 };
                return Some((most - defaults.min(most), most));
            }
            Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.saturating_sub(1),
            Tok::Comma if depth == 0 => commas += 1,
            Tok::Eq if depth == 0 => defaults += 1,
            // Commas in template arguments are not the function's.
            Tok::Lt | Tok::Ellipsis => return None,
            _ => {}
        }
        any = true;
        k += 1;
    }
    None
}

/// The parameters of a template whose `template` stands at `first`.
pub(crate) fn parse_template_params<'a>(
    input: Input<'a, '_>,
    first: u32,
    end: u32,
) -> Option<&'a [TemplateParam<'a>]> {
    let mut quiet = Diagnostics::default();
    let mut p = Parser::new(input, &mut quiet, first, end);
    p.template_head().ok()
}

/// The parameters of a host function template, whose body is not read.
pub(crate) fn parse_signature<'a>(
    input: Input<'a, '_>,
    first: u32,
    end: u32,
) -> Option<&'a [Param<'a>]> {
    let mut quiet = Diagnostics::default();
    let mut p = Parser::new(input, &mut quiet, first, end);
    p.template_head().ok()?;
    let spec = p.specifiers().ok()?;
    let base = &*p.arenas().types.alloc(TypeExpr::Base(spec));
    match p.declarator(base, true).ok()?.1 {
        TypeExpr::Function { params, .. } => Some(params),
        _ => None,
    }
}

/// The declarations of parameters and variables in a host function, in order, as far as they can be read.
pub(crate) fn parse_host_locals<'a>(
    input: Input<'a, '_>,
    known: &Map<Symbol, Known>,
    first: u32,
    end: u32,
) -> Vec<Declaration<'a>> {
    let mut quiet = Diagnostics::default();
    let mut p = Parser::new(input, &mut quiet, first, end);
    p.local.extend(known.iter().map(|(s, known)| (*s, *known)));
    let mut list = Vec::new();
    let mut start = false;
    // What is no declaration is read again from its second token. Nested far enough that would be quadratic, so a
    // function has so many tokens to read in vain.
    let mut vain = 4 * (end - first) as usize + 4096;
    while p.at < p.end {
        let k = p.kind();
        if start && k == Tok::Ident && vain > 0 {
            let from = p.at;
            if p.starts_declaration()
                && !p.tok().is(words::USING)
                && let Some(d) = p.host_declaration()
            {
                list.push(d);
                // A parameter's comma or bracket is read again as the start of the next one.
                if p.at <= from {
                    p.at = from + 1;
                }
                start = true;
                continue;
            }
            vain = vain.saturating_sub(p.at - from);
            p.at = from;
        }
        start = matches!(k, Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::LParen | Tok::Comma);
        p.at += 1;
        p.depth = 0;
    }
    list
}

/// The token behind a use of a template's name: behind its launch, else behind its statement.
fn behind_use(tokens: &[Token], at: usize, end: usize) -> usize {
    let mut depth = 0u32;
    let mut behind_arrow = false;
    for (k, t) in tokens.iter().enumerate().take(end).skip(at) {
        match t.kind {
            Tok::LParen if depth == 0 && closes_launch(tokens, k) => behind_arrow = true,
            _ => {}
        }
        match t.kind {
            Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
            Tok::RParen if depth == 1 && behind_arrow => return k + 1,
            Tok::RParen | Tok::RBracket | Tok::RBrace if depth == 0 => return k,
            Tok::RParen | Tok::RBracket | Tok::RBrace => depth -= 1,
            Tok::Semi if depth == 0 => return k,
            _ => {}
        }
    }
    end
}

/// Whether `>>>` stands before a token.
fn closes_launch(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(2).map(|k| (tokens[k].kind, tokens[k + 1].kind));
    matches!(before, Some((Tok::Shr, Tok::Gt) | (Tok::Gt, Tok::Shr)))
}

impl<'a> Parser<'a, '_, '_> {
    /// What is known of the names that some tokens have.
    fn knows(&mut self, known: &Map<Symbol, Known>, first: usize, end: usize) {
        for t in self.input.tokens.iter().take(end).skip(first).filter(|t| t.kind == Tok::Ident) {
            if let Some(known) = known.get(&t.sym) {
                self.local.insert(t.sym, *known);
            }
        }
    }

    /// Goes to after the `>>>` of a launch.
    fn skip_launch(&mut self) {
        self.bump();
        while self.at < self.end {
            match self.kind() {
                Tok::LParen | Tok::LBracket | Tok::LBrace => self.at = self.after_group(self.at),
                Tok::Shr if self.ahead(1).kind == Tok::Gt => {
                    self.at += 2;
                    return;
                }
                Tok::Gt if self.ahead(1).kind == Tok::Shr => {
                    self.at += 2;
                    return;
                }
                Tok::Semi => return,
                _ => self.at += 1,
            }
        }
    }

    /// Names declared together with their types, and their initialisers where those can be read.
    fn host_declaration(&mut self) -> Option<Declaration<'a>> {
        let from = self.at;
        let span = self.span();
        let spec = self.specifiers().ok()?;
        let base = &*self.arenas().types.alloc(TypeExpr::Base(spec));
        let mut list = vec![self.host_declarator(spec, base).filter(|_| self.at != from)?];
        // After a parameter's comma stands another type.
        while self.kind() == Tok::Comma
            && !matches!(self.ahead(1).kind, Tok::Ident if self.starts_type(1))
            && matches!(self.ahead(1).kind, Tok::Ident | Tok::Star | Tok::Amp)
        {
            let comma = self.at;
            self.bump();
            match self.host_declarator(spec, base) {
                Some(d) => list.push(d),
                None => {
                    self.at = comma;
                    break;
                }
            }
        }
        let declarators = self.arenas().declarators.alloc_extend(list);
        Some(Declaration { declarators, ..Declaration::new(spec, span) })
    }

    fn host_declarator(
        &mut self,
        spec: &Spec<'a>,
        base: &'a TypeExpr<'a>,
    ) -> Option<Declarator<'a>> {
        let (name, ty) = self.declarator(base, false).ok()?;
        if name.sym == words::EMPTY {
            return None;
        }
        self.declare_local(name.sym, spec.flags.has(Flags::TYPEDEF));
        let mut d = Declarator::new(name, ty, &[]);
        match self.kind() {
            Tok::Eq => {
                let at = self.at;
                self.bump();
                match self.assign() {
                    Ok(e) if matches!(self.kind(), Tok::Semi | Tok::Comma) => d.init = Some(e),
                    _ => self.at = at,
                }
            }
            // A constructor's arguments do not say what the type is.
            Tok::LParen | Tok::LBrace
                if !matches!(spec.base, Base::Auto) && !matches!(ty, TypeExpr::Function { .. }) =>
            {
                let after = self.after_group(self.at);
                if matches!(
                    self.input.tokens.get(after).map(|t| t.kind),
                    Some(Tok::Semi | Tok::Comma)
                ) {
                    self.at = after;
                }
            }
            _ => {}
        }
        Some(d)
    }
}

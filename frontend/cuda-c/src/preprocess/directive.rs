//! Directives.

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code, nearest};

use super::{Conditional, Macro, Preprocessor, guards::undefined_name};
use crate::{
    intern::Symbol,
    literal,
    token::{SPACE, Tok, Token},
    words,
};

const DIRECTIVES: &[&str] = &[
    "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif", "include", "define",
    "undef", "line", "error", "warning", "pragma",
];

impl Preprocessor<'_> {
    /// Carries out the directive whose `#` was read.
    pub(super) fn directive(&mut self, hash: Token) {
        let Some(file) = self.files.last_mut() else { return };
        let t = file.lexer.next(self.names, self.diags, true);
        match t.kind {
            Tok::Newline | Tok::Eof => return,
            Tok::Number => {
                // A line marker of an earlier preprocessor run: `# 33 "x.c" flags`.
                let rest = self.line_tokens();
                let tokens: Vec<Token> = std::iter::once(t).chain(rest).collect();
                if let Some(number) = self.line_number(&tokens) {
                    self.mark_line(t, number, &tokens);
                }
                return;
            }
            _ => {}
        }
        let name = if t.kind == Tok::Ident { t.sym } else { words::EMPTY };
        if !matches!(name, words::IF | words::IFNDEF) {
            self.note_outside();
        }
        match name {
            words::DEFINE => self.define(),
            words::UNDEF => self.undef(),
            words::INCLUDE | words::INCLUDE_NEXT | words::IMPORT => self.include(t),
            words::IF | words::IFDEF | words::IFNDEF => self.begin_if(t),
            words::ELIF | words::ELSE | words::ELIFDEF | words::ELIFNDEF => self.later_group(t),
            words::ENDIF => self.end_if(t),
            words::LINE => self.line(t),
            words::ERROR | words::WARNING => {
                let Some(file) = self.files.last_mut() else { return };
                let (text, _) = file.lexer.rest_of_line();
                let code = if name == words::ERROR {
                    code::ERROR_DIRECTIVE
                } else {
                    code::WARNING_DIRECTIVE
                };
                self.error(
                    code,
                    hash.span.to(t.span),
                    format!("#{}: {text}", self.names.get(name)),
                );
            }
            words::PRAGMA => {
                let line = self.line_tokens();
                self.pragma(&line, hash.span.to(t.span));
            }
            words::IDENT => {
                self.line_tokens();
            }
            _ => {
                let text = t.spelling(self.names).to_string();
                let mut d = Diagnostic::new(
                    code::BAD_DIRECTIVE,
                    t.span,
                    format!("`#{text}` is not a preprocessor directive"),
                );
                if let Some(n) = nearest(&text, DIRECTIVES.iter().copied()) {
                    d = d.suggest(t.span, n, format!("did you mean `#{n}`?"));
                }
                self.diags.push(d);
                self.line_tokens();
            }
        }
    }

    fn name_operand(&mut self, what: &str) -> Option<Token> {
        let file = self.files.last_mut()?;
        let t = file.lexer.next(self.names, self.diags, true);
        if t.kind == Tok::Ident && t.sym != words::DEFINED {
            return Some(t);
        }
        self.error(code::BAD_MACRO, t.span, format!("`#{what}` needs a macro name"));
        if !matches!(t.kind, Tok::Newline | Tok::Eof) {
            self.line_tokens();
        }
        None
    }

    pub(super) fn extra_tokens(&mut self, what: &str) {
        let rest = self.line_tokens();
        self.extra_token(what, rest.first());
    }

    fn extra_token(&mut self, what: &str, first: Option<&Token>) {
        if let Some(t) = first {
            let message = format!("text after `#{what}` is ignored");
            self.error(code::EXTRA_TOKENS, t.span, message);
        }
    }

    pub(super) fn define(&mut self) {
        let Some(name) = self.name_operand("define") else { return };
        let line = self.line_tokens();
        let mut at = 0;
        let mut params = Vec::new();
        let (mut function, mut variadic) = (false, false);
        if let Some(p) = line.first()
            && p.kind == Tok::LParen
            && p.flags & SPACE == 0
        {
            function = true;
            match self.parameters(&line, &mut params, &mut variadic) {
                Some(n) => at = n,
                None => return,
            }
        }
        let body: Rc<[Token]> = line[at..].into();
        let param_of: Vec<u16> = if params.is_empty() {
            Vec::new()
        } else {
            let place = |s: Symbol| params.iter().position(|p| *p == s).map_or(0, |i| i + 1);
            body.iter()
                .map(|t| if t.kind == Tok::Ident { place(t.sym) as u16 } else { 0 })
                .collect()
        };
        let is_param = |i: usize| param_of.get(i).is_some_and(|p| *p != 0);
        let mut plain = true;
        let mut in_opt = false;
        let nested = if variadic { nested_opt(&body) } else { None };
        for (i, t) in body.iter().enumerate() {
            let bad = match t.kind {
                Tok::HashHash if i == 0 || i + 1 == body.len() => {
                    Some("`##` cannot stand at an end of a macro's replacement")
                }
                Tok::Hash if function => {
                    let operand = is_param(i + 1)
                        || variadic && body.get(i + 1).is_some_and(|t| t.is(words::VA_OPT));
                    if operand { None } else { Some("`#` must be followed by a macro parameter") }
                }
                Tok::Ident if t.sym == words::VA_OPT && variadic => {
                    in_opt = true;
                    if nested == Some(i) {
                        Some("`__VA_OPT__` cannot stand in `__VA_OPT__`")
                    } else if body.get(i + 1).is_none_or(|t| t.kind != Tok::LParen) {
                        Some("`__VA_OPT__` must be followed by `(`")
                    } else {
                        None
                    }
                }
                _ => None,
            };
            if let Some(message) = bad {
                self.error(code::BAD_MACRO, t.span, message);
                return;
            }
            plain &= !(t.kind == Tok::HashHash
                || t.kind == Tok::Hash && function
                || is_param(i)
                || in_opt);
        }
        let body_span = match (body.first(), body.last()) {
            (Some(a), Some(b)) => a.span.to(b.span),
            _ => Span::NONE,
        };
        let m = Macro {
            name: self.names.get(name.sym).into(),
            span: name.span,
            body_span,
            function,
            variadic,
            params,
            body,
            param_of,
            plain,
            disabled: false,
            special: false,
        };
        self.macros.push(m);
        let id = self.macros.len() as u32 - 1;
        if let Some(old) = self.macro_of(name.sym)
            && (self.macros[old as usize].special || self.body_text(old) != self.body_text(id))
        {
            let d = Diagnostic::new(
                code::MACRO_REDEFINED,
                name.span,
                format!("macro `{}` is defined again in another way", self.names.get(name.sym)),
            )
            .note(self.macros[old as usize].span, "the earlier definition is here");
            self.diags.push(d);
        }
        self.set_macro(name.sym, Some(id));
    }

    /// The parameter list that `line` starts with; the index after its `)`.
    fn parameters(
        &mut self,
        line: &[Token],
        params: &mut Vec<Symbol>,
        variadic: &mut bool,
    ) -> Option<usize> {
        let mut i = 1;
        if line.get(1).is_some_and(|t| t.kind == Tok::RParen) {
            return Some(2);
        }
        let end = line.last().map_or(Span::NONE, |t| t.span.after());
        loop {
            let span = line.get(i).map_or(end, |t| t.span);
            match line.get(i) {
                Some(t) if t.kind == Tok::Ellipsis => {
                    *variadic = true;
                    params.push(words::VA_ARGS);
                    i += 1;
                }
                Some(t) if t.kind == Tok::Ident => {
                    if params.contains(&t.sym) || params.len() >= 4096 {
                        self.error(code::BAD_MACRO, span, "a macro parameter stands here twice");
                        return None;
                    }
                    params.push(t.sym);
                    i += 1;
                    if line.get(i).is_some_and(|t| t.kind == Tok::Ellipsis) {
                        *variadic = true;
                        i += 1;
                    }
                }
                _ => {
                    self.error(code::BAD_MACRO, span, "a macro parameter must stand here");
                    return None;
                }
            }
            let span = line.get(i).map_or(end, |t| t.span);
            match line.get(i).map(|t| t.kind) {
                Some(Tok::RParen) => return Some(i + 1),
                Some(Tok::Comma) if !*variadic => i += 1,
                _ => {
                    self.error(code::BAD_MACRO, span, "`)` must stand here");
                    return None;
                }
            }
        }
    }

    fn undef(&mut self) {
        let Some(name) = self.name_operand("undef") else { return };
        self.extra_tokens("undef");
        if !wrong!(UndefIgnored) {
            self.set_macro(name.sym, None);
        }
    }

    fn begin_if(&mut self, t: Token) {
        let depth: usize = self.files.iter().map(|f| f.conditionals.len()).sum();
        if depth >= self.limits.conditional_depth as usize {
            self.error(
                code::LIMIT_CONDITIONAL,
                t.span,
                format!("conditionals nest deeper than {}", self.limits.conditional_depth),
            );
            self.stop();
            return;
        }
        let (taken, unless) = self.condition(t);
        self.note_beginning(unless);
        if let Some(f) = self.files.last_mut() {
            f.conditionals.push(Conditional { span: t.span, taken, seen_else: false });
        }
        if !taken {
            self.skip_group();
        }
    }

    /// Whether the condition holds, and the name that is not defined where it holds, if it says no more.
    fn condition(&mut self, t: Token) -> (bool, Option<Symbol>) {
        match t.sym {
            words::IFDEF | words::IFNDEF | words::ELIFDEF | words::ELIFNDEF => {
                let word = self.names.get(t.sym).to_string();
                let Some(name) = self.name_operand(&word) else { return (false, None) };
                self.extra_tokens(&word);
                let negative = matches!(t.sym, words::IFNDEF | words::ELIFNDEF);
                (self.is_defined(name.sym) != negative, negative.then_some(name.sym))
            }
            _ => {
                let line = self.line_tokens();
                let unless = undefined_name(&line);
                (self.evaluate(line, t.span), unless)
            }
        }
    }

    /// `#elif` or `#else` after a group that was taken.
    fn later_group(&mut self, t: Token) {
        let word = self.names.get(t.sym).to_string();
        let Some(c) = self.files.last_mut().and_then(|f| f.conditionals.last_mut()) else {
            self.error(code::UNBALANCED_CONDITIONAL, t.span, format!("`#{word}` without `#if`"));
            self.line_tokens();
            return;
        };
        if c.seen_else {
            let first = c.span;
            self.diags.push(
                Diagnostic::new(
                    code::UNBALANCED_CONDITIONAL,
                    t.span,
                    format!("`#{word}` after `#else`"),
                )
                .note(first, "the conditional starts here"),
            );
        } else if t.sym == words::ELSE {
            c.seen_else = true;
        }
        self.line_tokens();
        self.note_other_group();
        self.skip_group();
    }

    fn end_if(&mut self, t: Token) {
        self.line_tokens();
        if self.files.last_mut().and_then(|f| f.conditionals.pop()).is_none() {
            self.error(code::UNBALANCED_CONDITIONAL, t.span, "`#endif` without `#if`");
        }
        self.note_end();
    }

    /// Skips lines until a group of the innermost conditional is taken, or its `#endif`.
    fn skip_group(&mut self) {
        let mut depth = 0u32;
        loop {
            let Some(file) = self.files.last_mut() else { return };
            file.lexer.skip_line();
            let mut quiet = optx_source::Diagnostics::default();
            // Only the first token of a line matters.
            let t = file.lexer.next(self.names, &mut quiet, false);
            if t.kind == Tok::Eof {
                return;
            }
            if t.kind != Tok::Hash {
                if matches!(t.kind, Tok::Str | Tok::Char) {
                    // It may be the start of something that is no constant at all.
                    file.lexer.at = (t.span.lo - file.lexer.base) as usize;
                    file.lexer.next_line();
                }
                continue;
            }
            let t = file.lexer.next(self.names, &mut quiet, true);
            let word = if t.kind == Tok::Ident { t.sym } else { words::EMPTY };
            match word {
                words::IF | words::IFDEF | words::IFNDEF => depth += 1,
                words::ENDIF if depth > 0 => depth -= 1,
                words::ENDIF => {
                    file.conditionals.pop();
                    self.line_tokens();
                    self.note_end();
                    return;
                }
                words::ELSE | words::ELIF | words::ELIFDEF | words::ELIFNDEF if depth == 0 => {
                    self.note_other_group();
                    let Some(file) = self.files.last_mut() else { return };
                    let Some(c) = file.conditionals.last_mut() else { return };
                    let (taken, seen, first) = (c.taken, c.seen_else, c.span);
                    if seen {
                        let d = Diagnostic::new(
                            code::UNBALANCED_CONDITIONAL,
                            t.span,
                            format!("`#{}` after `#else`", self.names.get(word)),
                        );
                        self.diags.push(d.note(first, "the conditional starts here"));
                        continue;
                    }
                    if word == words::ELSE {
                        c.seen_else = true;
                    }
                    if taken {
                        continue;
                    }
                    let now = if word == words::ELSE {
                        self.line_tokens();
                        true
                    } else {
                        self.condition(t).0
                    };
                    if now {
                        if let Some(c) =
                            self.files.last_mut().and_then(|f| f.conditionals.last_mut())
                        {
                            c.taken = true;
                        }
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    fn line(&mut self, at: Token) {
        let line = self.line_tokens();
        let tokens = self.expand_list(line.into());
        // [cpp.line] 3: from 1 on.
        let Some(number) = self.line_number(&tokens).filter(|n| *n > 0) else {
            let span = tokens.first().map_or(at.span, |t| t.span);
            self.error(code::BAD_DIRECTIVE, span, "`#line` needs a line number");
            return;
        };
        let plain = |t: &&Token| t.kind == Tok::Str && self.names.get(t.sym).starts_with('"');
        if let Some(t) = tokens.get(1).filter(|t| !plain(t)) {
            let text = "behind the number of `#line` stands a file's name as a plain string";
            self.error(code::BAD_DIRECTIVE, t.span, text);
            return;
        }
        self.extra_token("line", tokens.get(2));
        self.mark_line(at, number, &tokens);
    }

    fn line_number(&self, tokens: &[Token]) -> Option<u32> {
        let first = tokens.first().filter(|t| t.kind == Tok::Number)?;
        self.names.get(first.sym).parse().ok().filter(|n| *n <= i32::MAX as u32)
    }

    /// Numbers the lines after a directive anew, in a file of another name where one stands behind the number.
    fn mark_line(&mut self, at: Token, number: u32, tokens: &[Token]) {
        let file = match tokens.get(1) {
            Some(t) if t.kind == Tok::Str => {
                let name = literal::string_text(self.names.get(t.sym));
                let file = self.sm.add_name(&String::from_utf8_lossy(&name)).ok();
                let flags = tokens.get(2..).unwrap_or_default();
                if let Some(file) =
                    file.filter(|_| flags.iter().any(|t| self.names.get(t.sym) == "3"))
                {
                    self.sm.set_system(file);
                }
                file
            }
            _ => None,
        };
        self.sm.add_line_mark(at.span.lo, number, file);
    }
}

/// The first `__VA_OPT__` that stands inside another.
fn nested_opt(body: &[Token]) -> Option<usize> {
    let (mut open, mut inside) = (0u32, 0u32);
    for (i, t) in body.iter().enumerate() {
        match t.kind {
            Tok::Ident if t.sym == words::VA_OPT => {
                if inside != 0 {
                    return Some(i);
                }
                inside = open + 1;
            }
            Tok::LParen => open += 1,
            Tok::RParen => {
                open = open.saturating_sub(1);
                if inside == open + 1 {
                    inside = 0;
                }
            }
            _ => {}
        }
    }
    None
}

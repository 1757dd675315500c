//! Macro expansion: arguments, substitution, `#` and `##`.

use std::rc::Rc;

use optx_source::{Diagnostic, Diagnostics, Span, code};

use super::{Context, Preprocessor, Source, spell};
use crate::{
    intern::Symbol,
    lexer::{Lexer, spells},
    token::{LINE_START, SPACE, Tok, Token},
    words,
};

/// An argument: as it was written, and expanded when that is needed.
struct Argument {
    raw: Rc<[Token]>,
    expanded: Option<Rc<[Token]>>,
    /// A variable argument that does not stand there, not even as nothing behind a comma.
    omitted: bool,
}

impl Argument {
    fn new(raw: Rc<[Token]>) -> Argument {
        Argument { raw, expanded: None, omitted: false }
    }
}

impl Preprocessor<'_> {
    /// Expands the use `t` of macro `m`; false if it is a function-like macro without arguments here.
    pub(super) fn expand(&mut self, t: Token, m: u32, from: Source) -> bool {
        let mac = &self.macros[m as usize];
        if mac.special {
            return self.expand_special(t);
        }
        let mut args = Vec::new();
        if mac.function {
            if !self.at_paren(from) {
                return false;
            }
            match self.arguments(t, m, from) {
                Some(a) => args = a,
                None => return true,
            }
        }
        let mac = &self.macros[m as usize];
        let blank = t.flags & (SPACE | LINE_START) != 0 && !wrong!(NothingTakesItsBlank);
        if mac.body.is_empty() {
            self.blank |= blank;
            return true;
        }
        let (name, body_span) = (mac.name.clone(), mac.body_span);
        if !self.charge(self.macros[m as usize].body.len(), t.span) {
            return true;
        }
        let Ok(base) = self.sm.add_expansion(&name, t.span, body_span) else {
            self.error(code::LIMIT_EXPANSION, t.span, "macro expansion uses up the source map");
            self.stop();
            return true;
        };
        let body = Rc::clone(&self.macros[m as usize].body);
        let delta = base.wrapping_sub(body_span.lo);
        let mut out: Vec<Token> = Vec::with_capacity(body.len());
        let mut behind = false;
        if self.macros[m as usize].plain {
            out.extend(body.iter().map(|b| moved(*b, delta)));
        } else {
            self.substitute(m, &body, 0, body.len(), delta, &mut args, &mut out);
            set_blank(out.first_mut(), t.flags);
            behind = without_placemarkers(&mut out) && !wrong!(NothingTakesItsBlank);
        }
        set_blank(out.first_mut(), t.flags);
        if !self.charge(out.len(), t.span) {
            return true;
        }
        self.macros[m as usize].disabled = true;
        self.stack.push(Context::new(out.into(), Some(m), behind));
        true
    }

    fn expand_special(&mut self, t: Token) -> bool {
        let pos = self.sm.pos(t.span);
        let (kind, text) = match t.sym {
            words::LINE_MACRO => (Tok::Number, pos.line.to_string()),
            words::COUNTER => {
                self.counter += 1;
                (Tok::Number, (self.counter - 1).to_string())
            }
            words::INCLUDE_LEVEL => (Tok::Number, self.files.len().saturating_sub(1).to_string()),
            words::DATE => (Tok::Str, "\"??? ?? ????\"".to_string()),
            words::TIME => (Tok::Str, "\"??:??:??\"".to_string()),
            _ => (Tok::Str, quote(self.sm.file_name(pos.file))),
        };
        if !self.charge(1, t.span) {
            return true;
        }
        let tok = Token { sym: self.names.intern(&text), kind, ..t };
        self.stack.push(Context::new(Rc::new([tok]), None, false));
        true
    }

    /// Reads the arguments of a use of `m`; the next token is `(`. `None` after an error.
    fn arguments(&mut self, t: Token, m: u32, from: Source) -> Option<Vec<Argument>> {
        self.raw(from);
        let (params, variadic) = {
            let mac = &self.macros[m as usize];
            (mac.params.len(), mac.variadic)
        };
        let mut args: Vec<Argument> = Vec::new();
        let mut current: Vec<Token> = Vec::new();
        let mut depth = 0u32;
        loop {
            let a = self.raw(from);
            match a.kind {
                Tok::Eof => {
                    if !self.stopped {
                        let name = self.macros[m as usize].name.clone();
                        self.error(
                            code::UNTERMINATED_ARGUMENTS,
                            t.span,
                            format!("the arguments of macro `{name}` do not end"),
                        );
                    }
                    return None;
                }
                Tok::LParen => depth += 1,
                Tok::RParen if depth == 0 => break,
                Tok::RParen => depth -= 1,
                Tok::Comma if depth == 0 && !(variadic && args.len() + 1 == params) => {
                    args.push(Argument::new(std::mem::take(&mut current).into()));
                    if args.len() > 4096 {
                        self.error(code::MACRO_ARGUMENTS, a.span, "more than 4096 macro arguments");
                        self.stop();
                        return None;
                    }
                    continue;
                }
                _ => {}
            }
            if !self.charge(1, t.span) {
                return None;
            }
            current.push(a);
        }
        let nothing = args.is_empty() && current.is_empty();
        if !(params == 0 && nothing) {
            // Of a macro with variable arguments alone g++ tells none from an empty one where it keeps to a standard.
            let omitted = variadic && params == 1 && nothing && !self.to_the_letter;
            args.push(Argument { omitted, ..Argument::new(current.into()) });
        }
        if variadic && args.len() + 1 == params {
            args.push(Argument { omitted: true, ..Argument::new(Rc::new([])) });
        }
        if args.len() != params {
            let mac = &self.macros[m as usize];
            let d = Diagnostic::new(
                code::MACRO_ARGUMENTS,
                t.span,
                format!(
                    "macro `{}` takes {} argument{}, and {} {} given",
                    mac.name,
                    params,
                    if params == 1 { "" } else { "s" },
                    args.len(),
                    if args.len() == 1 { "is" } else { "are" }
                ),
            )
            .note(mac.span, format!("macro `{}` is defined here", mac.name));
            self.diags.push(d);
            return None;
        }
        Some(args)
    }

    fn expanded(&mut self, args: &mut [Argument], i: usize) -> Rc<[Token]> {
        let Some(a) = args.get(i) else { return Rc::new([]) };
        if let Some(e) = &a.expanded {
            return Rc::clone(e);
        }
        if wrong!(ArgumentsStayRaw) {
            return Rc::clone(&a.raw);
        }
        let e: Rc<[Token]> = self.expand_list(Rc::clone(&a.raw)).into();
        args[i].expanded = Some(Rc::clone(&e));
        e
    }

    /// Substitutes arguments into `body[lo..hi]`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one substitution")]
    fn substitute(
        &mut self,
        m: u32,
        body: &[Token],
        lo: usize,
        hi: usize,
        delta: u32,
        args: &mut [Argument],
        out: &mut Vec<Token>,
    ) {
        let function = self.macros[m as usize].function;
        let mut i = lo;
        let mut paste = false;
        while i < hi {
            if self.stopped {
                return;
            }
            let b = body[i];
            if b.kind == Tok::HashHash && i > lo && i + 1 < hi {
                paste = true;
                i += 1;
                continue;
            }
            let from = out.len();
            let param = self.param(m, i);
            if b.kind == Tok::Hash && function && i + 1 < hi && self.is_operand(m, body, i + 1) {
                i += 1;
                let raw = match self.param(m, i) {
                    Some(p) => args
                        .get(p)
                        .map_or_else(|| Rc::new([]) as Rc<[Token]>, |a| Rc::clone(&a.raw)),
                    None => {
                        let close = close_paren(body, i + 1, hi);
                        let mut inner = Vec::new();
                        self.va_opt(m, body, i, close, delta, args, &mut inner);
                        i = close;
                        without_placemarkers(&mut inner);
                        inner.into()
                    }
                };
                let s = self.stringify(&raw, moved(b, delta));
                out.push(s);
            } else if b.is(words::VA_OPT) && self.macros[m as usize].variadic {
                let close = close_paren(body, i + 1, hi);
                self.va_opt(m, body, i, close, delta, args, out);
                match out.get_mut(from) {
                    Some(f) => f.flags = f.flags & !(SPACE | LINE_START) | b.flags & SPACE,
                    None => out.push(Token { kind: Tok::Placemarker, ..moved(b, delta) }),
                }
                i = close;
            } else if let Some(p) = param {
                let by_paste =
                    paste || body.get(i + 1).is_some_and(|n| n.kind == Tok::HashHash && i + 2 < hi);
                let last = p + 1 == args.len();
                let list = if by_paste { Rc::clone(&args[p].raw) } else { self.expanded(args, p) };
                // GNU: `, ## __VA_ARGS__` loses its comma where there are no such arguments, with NVRTC also where there are empty ones; those
                // that there are stand as written, as operands of `##` do.
                if paste
                    && last
                    && self.macros[m as usize].variadic
                    && from > 0
                    && out[from - 1].kind == Tok::Comma
                {
                    paste = false;
                    if list.is_empty() && (self.nvrtc || args[p].omitted) {
                        out.pop();
                    } else {
                        out.extend(list.iter());
                        set_blank(out.get_mut(from), 0);
                    }
                    i += 1;
                    continue;
                }
                if !self.charge(list.len(), b.span) {
                    return;
                }
                if list.is_empty() {
                    out.push(Token { kind: Tok::Placemarker, ..moved(b, delta) });
                } else {
                    out.extend(list.iter());
                    if let Some(f) = out.get_mut(from) {
                        f.flags = f.flags & !(SPACE | LINE_START) | b.flags & SPACE;
                    }
                }
            } else {
                out.push(moved(b, delta));
            }
            if paste {
                paste = false;
                if from > 0 && from < out.len() {
                    let joined = self.paste(out[from - 1], out[from]);
                    out[from - 1] = joined.0;
                    match joined.1 {
                        Some(second) => out[from] = second,
                        None => {
                            out.remove(from);
                        }
                    }
                }
            }
            i += 1;
        }
    }

    fn param(&self, m: u32, i: usize) -> Option<usize> {
        self.macros[m as usize].param_of.get(i).and_then(|p| (*p as usize).checked_sub(1))
    }

    fn is_operand(&self, m: u32, body: &[Token], i: usize) -> bool {
        self.param(m, i).is_some() || body[i].is(words::VA_OPT)
    }

    /// The replacement of the `__VA_OPT__` at `at`, whose `)` is at `close`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one substitution")]
    fn va_opt(
        &mut self,
        m: u32,
        body: &[Token],
        at: usize,
        close: usize,
        delta: u32,
        args: &mut [Argument],
        out: &mut Vec<Token>,
    ) {
        let Some(last) = args.len().checked_sub(1) else { return };
        if !self.expanded(args, last).is_empty() && at + 2 <= close {
            self.substitute(m, body, at + 2, close, delta, args, out);
        }
    }

    /// A token as it is written: of a name that universal character names spell that is not its own ([cpp.stringize] 2).
    fn written<'s>(&'s self, t: &Token) -> &'s str {
        let text = t.spelling(self.names);
        if t.kind != Tok::Ident || text.is_ascii() {
            return text;
        }
        if let Some(written) = self.pasted.get(&(t.span.lo, t.sym)) {
            return written;
        }
        self.sm.text(t.span).filter(|written| spells(written, text)).unwrap_or(text)
    }

    /// The string that `#` makes.
    fn stringify(&mut self, tokens: &[Token], at: Token) -> Token {
        let mut s = String::from("\"");
        for (i, t) in tokens.iter().enumerate() {
            if i > 0 && t.flags & (SPACE | LINE_START) != 0 {
                s.push(' ');
            }
            let text = self.written(t);
            if matches!(t.kind, Tok::Str | Tok::Char) {
                for c in text.chars() {
                    if matches!(c, '"' | '\\') {
                        s.push('\\');
                    }
                    s.push(c);
                }
            } else {
                s.push_str(text);
            }
            if s.len() > 1 << 24 {
                break;
            }
        }
        s.push('"');
        self.charge(s.len() / 16, at.span);
        let sym = self.names.intern(&s);
        Token { kind: Tok::Str, sym, span: at.span, flags: at.flags & SPACE }
    }

    /// What `##` makes of two tokens: one, or after an error both.
    fn paste(&mut self, a: Token, b: Token) -> (Token, Option<Token>) {
        if a.kind == Tok::Placemarker {
            return (Token { flags: a.flags, ..b }, None);
        }
        if b.kind == Tok::Placemarker {
            return (a, None);
        }
        if matches!(a.kind, Tok::Str | Tok::Char) && b.kind == Tok::Ident {
            // A literal with a suffix ([lex.ext]), which is two tokens here, with nothing between them.
            return (a, Some(Token { flags: b.flags & !(SPACE | LINE_START), ..b }));
        }
        let text = format!("{}{}", a.spelling(self.names), b.spelling(self.names));
        if !self.charge(1 + text.len() / 16, a.span) {
            return (a, None);
        }
        let mut lexer = Lexer::new(text.as_str().into(), 0);
        let mut quiet = Diagnostics::default();
        let t = lexer.next(self.names, &mut quiet, false);
        if lexer.at != text.len() || !quiet.is_empty() || t.kind == Tok::Eof {
            self.error(
                code::BAD_PASTE,
                a.span,
                format!(
                    "pasting `{}` and `{}` does not make a token",
                    a.spelling(self.names),
                    b.spelling(self.names)
                ),
            );
            return (a, Some(b));
        }
        if t.kind == Tok::Ident && !text.is_ascii() {
            let written = format!("{}{}", self.written(&a), self.written(&b));
            self.pasted.insert((a.span.lo, t.sym), written);
        }
        (Token { kind: t.kind, sym: t.sym, span: a.span, flags: a.flags & SPACE }, None)
    }

    /// The spelling of a macro's replacement, for comparison.
    pub(super) fn body_text(&self, m: u32) -> (String, Vec<Symbol>, bool) {
        let mac = &self.macros[m as usize];
        (spell(&mac.body, self.names), mac.params.clone(), mac.function)
    }
}

/// The white space before an expansion is that before the macro's name.
fn set_blank(first: Option<&mut Token>, flags: u8) {
    if let Some(first) = first {
        first.flags = first.flags & !(SPACE | LINE_START) | flags & (SPACE | LINE_START);
    }
}

/// Takes out what stands for empty arguments: the white space before it stands before the next token. Whether it stands at
/// the end.
fn without_placemarkers(tokens: &mut Vec<Token>) -> bool {
    let mut blank = false;
    tokens.retain_mut(|t| {
        if t.kind == Tok::Placemarker {
            blank |= t.flags & (SPACE | LINE_START) != 0;
            return false;
        }
        if std::mem::take(&mut blank) && !wrong!(NothingTakesItsBlank) {
            t.flags |= SPACE;
        }
        true
    });
    blank
}

fn moved(t: Token, delta: u32) -> Token {
    let span = Span::new(t.span.lo.wrapping_add(delta), t.span.hi.wrapping_add(delta));
    Token { span, ..t }
}

/// The index of the `)` that closes the `(` at `open`, or the last index.
fn close_paren(body: &[Token], open: usize, hi: usize) -> usize {
    let mut depth = 0u32;
    for (i, t) in body.iter().enumerate().take(hi).skip(open) {
        match t.kind {
            Tok::LParen => depth += 1,
            Tok::RParen => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return i;
                }
            }
            _ => {}
        }
    }
    hi.saturating_sub(1)
}

/// A string constant that spells `text`.
pub(super) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

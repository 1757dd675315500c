//! The preprocessor: source text to the token list that the parser reads.
//!
//! Tokens come from a stack of macro expansions on top of a stack of files. A macro is not expanded while its
//! own expansion is on the stack, and a name that was met then is painted and never expanded: this is the
//! standard's rescanning rule without explicit hide sets. Arguments are expanded in isolation, on the same
//! stack above a floor. Every token produced by an expansion is charged to one budget, so that no macro can
//! cost more than the limit however it is nested.

mod asking;
mod condition;
mod diagnostic_pragma;
mod directive;
mod expand;
mod feature_macros;
mod guards;
pub(crate) mod headers;
mod including;
mod pack;
mod pragma;
mod predefined;
mod stream;
mod written;

use std::{rc::Rc, sync::Arc};

use optx_source::{Code, Diagnostic, Diagnostics, FileId, Limits, SourceMap, Span, code};

use crate::{
    include::Include,
    intern::{Interner, Map, Symbol},
    lexer::Lexer,
    options::FrontendOptions,
    token::{SPACE, Tok, Token},
    words,
};

/// A macro definition.
#[derive(Debug)]
struct Macro {
    name: Arc<str>,
    /// Where the name stands in the definition.
    span: Span,
    /// The replacement text.
    body_span: Span,
    function: bool,
    variadic: bool,
    /// Parameter names; the last is the variadic one.
    params: Vec<Symbol>,
    body: Rc<[Token]>,
    /// Per body token, the parameter it names plus one, or 0.
    param_of: Vec<u16>,
    /// No `#`, `##`, `__VA_OPT__` and no parameters in the body.
    plain: bool,
    disabled: bool,
    special: bool,
}

struct Context {
    tokens: Rc<[Token]>,
    at: usize,
    /// The macro that is enabled again when this is used up.
    of: Option<u32>,
    /// White space stands at the end, before what has become nothing.
    blank: bool,
}

impl Context {
    fn new(tokens: Rc<[Token]>, of: Option<u32>, blank: bool) -> Context {
        Context { tokens, at: 0, of, blank }
    }
}

struct Conditional {
    span: Span,
    /// A group of this conditional was taken.
    taken: bool,
    seen_else: bool,
}

struct OpenFile {
    lexer: Lexer,
    id: FileId,
    conditionals: Vec<Conditional>,
    guard: guards::Guard,
}

impl OpenFile {
    fn new(lexer: Lexer, id: FileId) -> OpenFile {
        OpenFile { lexer, id, conditionals: Vec::new(), guard: guards::Guard::default() }
    }
}

/// Where a reader gets its tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// From the expansions and below them the files.
    Files,
    /// From the expansions above a floor only.
    Above(usize),
}

/// The state of one preprocessing run.
pub(crate) struct Preprocessor<'a> {
    sm: &'a mut SourceMap,
    diags: &'a mut Diagnostics,
    names: &'a mut Interner,
    include: &'a dyn Include,
    limits: &'a Limits,
    /// NVRTC's way.
    nvrtc: bool,
    /// A standard of C++ was asked for, so that g++ has some of its extensions no more.
    to_the_letter: bool,
    macros: Vec<Macro>,
    /// By symbol: the macro's index plus one, or 0; or where it is defined in the text of what is predefined.
    defined: Vec<u32>,
    /// The text of what is predefined.
    predefined: Option<OpenFile>,
    files: Vec<OpenFile>,
    stack: Vec<Context>,
    /// Files that say `#pragma once`, by the last part of their path.
    once: Map<String, Vec<including::OnceFile>>,
    /// What directives asked for, and what was found.
    read: Map<including::Asked, Option<including::ReadFile>>,
    /// By file, the macro that guards all of it.
    guards: Map<String, Symbol>,
    /// The bytes of all files that were opened.
    opened: usize,
    produced: u64,
    expansion_depth: u32,
    counter: u32,
    /// What `#pragma push_macro` put away, by name.
    saved: Map<Symbol, Vec<u32>>,
    /// How pasted names beyond ASCII are written, by place and name.
    pasted: Map<(u32, Symbol), String>,
    packing: pack::Packing,
    stopped: bool,
    /// How many states of warnings pragmas have put away.
    pushed: u32,
    /// White space stood before macros that have become nothing since the last token.
    blank: bool,
    eof: Span,
    /// What is kept for the text, where that is wanted.
    kept: Option<written::Kept>,
}

/// Preprocesses a source text with the predefined macros and those of the options.
pub(crate) fn preprocess(
    name: &str,
    text: &str,
    options: &FrontendOptions<'_>,
    sm: &mut SourceMap,
    names: &mut Interner,
    diags: &mut Diagnostics,
) -> Vec<Token> {
    let mut pp = Preprocessor::new(sm, names, diags, options.include, &options.limits);
    run(&mut pp, name, text, options)
}

/// As [`preprocess`], as text that is compiled as the source would have been (`-E`).
pub(crate) fn preprocess_to_text(
    name: &str,
    text: &str,
    options: &FrontendOptions<'_>,
    sm: &mut SourceMap,
    names: &mut Interner,
    diags: &mut Diagnostics,
) -> String {
    let mut pp = Preprocessor::new(sm, names, diags, options.include, &options.limits);
    pp.kept = Some(written::Kept::default());
    let tokens = run(&mut pp, name, text, options);
    pp.text_of(&tokens)
}

fn run(
    pp: &mut Preprocessor<'_>,
    name: &str,
    text: &str,
    options: &FrontendOptions<'_>,
) -> Vec<Token> {
    pp.nvrtc = options.dialect.nvrtc;
    pp.to_the_letter = !pp.nvrtc && options.dialect.standard.is_some();
    pp.define_special();
    let builtin = predefined::predefined(options);
    pp.predefine(&builtin);
    let mut out = Vec::new();
    let command = headers::command_line(options);
    if !command.is_empty() {
        pp.open("<command line>", &command, true, Span::NONE);
        pp.drain(&mut out);
    }
    // As NVRTC has it, `assert` needs no header.
    pp.open("<built-in>", headers::ASSERT, true, Span::NONE);
    pp.drain(&mut out);
    pp.keep_start();
    for f in &options.includes {
        pp.include_file(f, name);
        pp.drain(&mut out);
    }
    pp.open(name, text, false, Span::NONE);
    pp.drain(&mut out);
    out.push(Token::new(Tok::Eof, words::EMPTY, pp.eof));
    out
}

/// Preprocesses a file of the device library: nothing is predefined but `__CUDA_ARCH__` where the file asks for it, and it includes nothing of the user's.
pub(crate) fn preprocess_library(
    (name, text): (&str, &str),
    arch: u32,
    limits: &Limits,
    sm: &mut SourceMap,
    names: &mut Interner,
    diags: &mut Diagnostics,
) -> Vec<Token> {
    let mut pp = Preprocessor::new(sm, names, diags, &crate::include::NoIncludes, limits);
    let mut out = Vec::new();
    if text.contains("__CUDA_ARCH__") {
        let target = format!("#define __CUDA_ARCH__ {}\n", arch * 10);
        pp.open("<target>", &target, true, Span::NONE);
        pp.drain(&mut out);
    }
    pp.open(name, text, true, Span::NONE);
    pp.drain(&mut out);
    out.push(Token::new(Tok::Eof, words::EMPTY, pp.eof));
    out
}

impl<'a> Preprocessor<'a> {
    fn new(
        sm: &'a mut SourceMap,
        names: &'a mut Interner,
        diags: &'a mut Diagnostics,
        include: &'a dyn Include,
        limits: &'a Limits,
    ) -> Preprocessor<'a> {
        let opened = sm.files().iter().map(|f| f.text.len()).sum();
        Preprocessor {
            sm,
            diags,
            names,
            include,
            limits,
            nvrtc: false,
            to_the_letter: false,
            macros: Vec::new(),
            defined: Vec::new(),
            predefined: None,
            files: Vec::new(),
            stack: Vec::new(),
            once: Map::default(),
            read: Map::default(),
            guards: Map::default(),
            opened,
            produced: 0,
            expansion_depth: 0,
            counter: 0,
            saved: Map::default(),
            pasted: Map::default(),
            packing: pack::Packing::default(),
            stopped: false,
            pushed: 0,
            blank: false,
            eof: Span::NONE,
            kept: None,
        }
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::new(code, span, message));
    }

    /// Opens a file on top of the others.
    fn open(&mut self, name: &str, text: &str, builtin: bool, from: Span) {
        self.opened += text.len();
        let added = if self.opened > self.limits.source_bytes as usize {
            Err(optx_source::TooLarge)
        } else if builtin {
            self.sm.add_builtin(name, text)
        } else {
            self.sm.add_file(name, text)
        };
        let Ok(id) = added else {
            self.error(
                code::LIMIT_SOURCE,
                from,
                format!(
                    "`{name}` makes more source text than the limit of {} bytes",
                    self.limits.source_bytes
                ),
            );
            self.stop();
            return;
        };
        self.sm.set_included(id, from);
        if self.include.is_system(name) {
            self.sm.set_system(id);
        }
        let Some(f) = self.sm.file(id) else { return };
        let lexer = Lexer::new(Arc::clone(&f.text), f.base());
        self.files.push(OpenFile::new(lexer, id));
    }

    /// Gives up: nothing more is expanded or read.
    fn stop(&mut self) {
        self.stopped = true;
    }

    /// Appends all tokens of the open files.
    fn drain(&mut self, out: &mut Vec<Token>) {
        loop {
            let mut t = self.next(Source::Files);
            if t.kind == Tok::Eof {
                self.eof = t.span;
                return;
            }
            if t.kind == Tok::PragmaPack {
                self.repack(t);
                continue;
            }
            t.flags |= self.packing.flags();
            if out.len() >= self.limits.tokens as usize {
                self.error(
                    code::LIMIT_SOURCE,
                    t.span,
                    format!("more than {} tokens", self.limits.tokens),
                );
                self.stop();
                return;
            }
            out.push(t);
            if let Some(kept) = &mut self.kept {
                kept.left = out.len();
            }
        }
    }

    fn define_special(&mut self) {
        for s in [
            words::LINE_MACRO,
            words::FILE,
            words::COUNTER,
            words::DATE,
            words::TIME,
            words::INCLUDE_LEVEL,
            words::BASE_FILE,
        ] {
            if self.nvrtc && s == words::COUNTER {
                continue;
            }
            let m = Macro {
                name: self.names.get(s).into(),
                span: Span::NONE,
                body_span: Span::NONE,
                function: false,
                variadic: false,
                params: Vec::new(),
                body: Rc::new([]),
                param_of: Vec::new(),
                plain: true,
                disabled: false,
                special: true,
            };
            self.macros.push(m);
            self.set_macro(s, Some(self.macros.len() as u32 - 1));
        }
    }

    /// Takes `n` tokens from the budget of expansions; false when it is used up.
    fn charge(&mut self, n: usize, span: Span) -> bool {
        self.produced += n as u64;
        if self.produced > u64::from(self.limits.expansion_tokens) && !self.stopped {
            self.error(
                code::LIMIT_EXPANSION,
                span,
                format!("macro expansion makes more than {} tokens", self.limits.expansion_tokens),
            );
            self.stop();
        }
        !self.stopped
    }
}

/// The spelling of a list of tokens, with single blanks where white space stood.
fn spell(tokens: &[Token], names: &Interner) -> String {
    let mut s = String::new();
    for (i, t) in tokens.iter().enumerate() {
        if i > 0 && t.flags & (SPACE | crate::token::LINE_START) != 0 {
            s.push(' ');
        }
        s.push_str(t.spelling(names));
    }
    s
}

#[cfg(test)]
mod tests;

//! Tokens to [`Text`]: directives, declarations, bodies.

use super::ast::{AddrBase, Func, Init, Instr, Loc, Operand, Space, Stmt, Text, Var};
use super::lex::{Spanned, Tok, lex};
use super::types::Ty;
use crate::error::LoadError;

type Res<T> = Result<T, LoadError>;

/// Parses a whole PTX text.
pub fn parse(text: &str) -> Res<Text<'_>> {
    let toks = lex(text)?;
    let mut p = Parser { text, toks, at: 0, loc: Loc::default() };
    p.module()
}

struct Parser<'a> {
    text: &'a str,
    toks: Vec<Spanned<'a>>,
    at: usize,
    loc: Loc,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Tok<'a>> {
        self.toks.get(self.at).map(|t| t.tok)
    }

    fn peek_at(&self, k: usize) -> Option<Tok<'a>> {
        self.toks.get(self.at + k).map(|t| t.tok)
    }

    fn line(&self) -> u32 {
        self.toks.get(self.at).or(self.toks.last()).map_or(0, |t| t.line)
    }

    fn err<T>(&self, message: impl Into<String>) -> Res<T> {
        Err(LoadError::new(self.line(), message))
    }

    fn found(&self) -> String {
        self.peek().map_or("the end of the text".into(), |t| t.describe())
    }

    fn next(&mut self) -> Res<Tok<'a>> {
        match self.peek() {
            Some(t) => {
                self.at += 1;
                Ok(t)
            }
            None => self.err("the text ends too early"),
        }
    }

    fn is(&self, c: char) -> bool {
        self.peek() == Some(Tok::Punct(c))
    }

    fn eat(&mut self, c: char) -> bool {
        let yes = self.is(c);
        self.at += usize::from(yes);
        yes
    }

    fn expect(&mut self, c: char) -> Res<()> {
        if self.eat(c) {
            Ok(())
        } else {
            self.err(format!("expected `{c}`, found {}", self.found()))
        }
    }

    fn word(&mut self) -> Res<&'a str> {
        match self.peek() {
            Some(Tok::Word(w)) => {
                self.at += 1;
                Ok(w)
            }
            _ => self.err(format!("expected a name, found {}", self.found())),
        }
    }

    fn int(&mut self) -> Res<u64> {
        match self.peek() {
            Some(Tok::Int(v)) => {
                self.at += 1;
                Ok(v)
            }
            _ => self.err(format!("expected an integer, found {}", self.found())),
        }
    }

    fn small(&mut self) -> Res<u32> {
        let line = self.line();
        u32::try_from(self.int()?).map_err(|_| LoadError::new(line, "number too large"))
    }

    /// Skips to just after the next `;` or, where a brace opens first, its closing brace.
    fn skip_section(&mut self) -> Res<()> {
        let mut depth = 0u32;
        loop {
            match self.next()? {
                Tok::Punct('{') => depth += 1,
                Tok::Punct('}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
    }

    fn module(&mut self) -> Res<Text<'a>> {
        let mut text = Text::default();
        let mut seen_version = false;
        while let Some(tok) = self.peek() {
            let Tok::Word(w) = tok else {
                if self.eat(';') {
                    continue;
                }
                return self.err(format!("expected a directive, found {}", self.found()));
            };
            match w {
                ".version" => {
                    self.at += 1;
                    let line = self.line();
                    text.version = match self.next()? {
                        Tok::F64(v) => {
                            let v = f64::from_bits(v);
                            (v.trunc() as u32, ((v.fract() * 10.0).round()) as u32)
                        }
                        _ => return Err(LoadError::new(line, ".version needs a number like 8.0")),
                    };
                    seen_version = true;
                }
                ".target" => {
                    self.at += 1;
                    text.target = self.word()?;
                    while self.eat(',') {
                        self.word()?;
                    }
                }
                ".address_size" => {
                    self.at += 1;
                    if self.int()? != 64 {
                        self.at -= 1;
                        return self.err("only 64-bit addresses are supported");
                    }
                }
                ".file" => self.file(&mut text)?,
                ".section" => {
                    self.at += 1;
                    self.skip_section()?;
                }
                ".pragma" => self.pragma()?,
                _ => self.top(&mut text)?,
            }
        }
        if !seen_version {
            return Err(LoadError::new(1, "no .version directive"));
        }
        if text.target.is_empty() {
            return Err(LoadError::new(1, "no .target directive"));
        }
        Ok(text)
    }

    fn file(&mut self, text: &mut Text<'a>) -> Res<()> {
        self.at += 1;
        let number = self.small()?;
        match self.next()? {
            Tok::Str(name) => text.files.push((number, name)),
            _ => {
                self.at -= 1;
                return self.err(".file needs a quoted name");
            }
        }
        while self.eat(',') {
            self.int()?;
        }
        Ok(())
    }

    fn pragma(&mut self) -> Res<()> {
        self.at += 1;
        loop {
            match self.next()? {
                Tok::Str(_) => {}
                _ => {
                    self.at -= 1;
                    return self.err(".pragma needs quoted strings");
                }
            }
            if !self.eat(',') {
                break;
            }
        }
        self.expect(';')
    }

    fn top(&mut self, text: &mut Text<'a>) -> Res<()> {
        let mut is_extern = false;
        loop {
            let w = self.word()?;
            match w {
                ".visible" | ".weak" | ".common" => {}
                ".extern" => is_extern = true,
                ".entry" => {
                    let f = self.func(true)?;
                    text.funcs.push(f);
                    return Ok(());
                }
                ".func" => {
                    let f = self.func(false)?;
                    text.funcs.push(f);
                    return Ok(());
                }
                ".global" | ".const" | ".shared" => {
                    let space = match w {
                        ".global" => Space::Global,
                        ".const" => Space::Const,
                        _ => Space::Shared,
                    };
                    self.vars(space, is_extern, &mut text.vars)?;
                    self.expect(';')?;
                    return Ok(());
                }
                _ => {
                    self.at -= 1;
                    return self.err(format!("directive `{w}` is not supported yet"));
                }
            }
        }
    }

    /// The rest of a variable declaration after its space, one variable or several.
    fn vars(&mut self, space: Space, is_extern: bool, out: &mut Vec<Var<'a>>) -> Res<()> {
        let first = self.var(space, is_extern)?;
        let (ty, vector, align) = (first.ty, first.vector, first.align);
        out.push(first);
        while self.eat(',') {
            let v = self.declarator(space, is_extern, ty, vector, align)?;
            out.push(v);
        }
        Ok(())
    }

    fn var(&mut self, space: Space, is_extern: bool) -> Res<Var<'a>> {
        let mut align = None;
        let mut vector = 1;
        loop {
            let w = self.word()?;
            match w {
                ".align" => {
                    let n = self.small()?;
                    if !n.is_power_of_two() || n > 1 << 16 {
                        self.at -= 1;
                        return self.err("alignment must be a power of two");
                    }
                    align = Some(n);
                }
                ".v2" => vector = 2,
                ".v4" => vector = 4,
                // How a pointer parameter was declared: `.param .u64 .ptr .global .align 4 p`.
                ".ptr" => {}
                ".global" | ".shared" | ".const" | ".local" => {}
                // Of memory that the host sees too, which makes no difference here.
                ".attribute" if space == Space::Global => {
                    self.expect('(')?;
                    let which = self.word()?;
                    if which != ".managed" {
                        self.at -= 1;
                        return self.err(format!("attribute `{which}` is not supported yet"));
                    }
                    self.expect(')')?;
                }
                ".attribute" => {
                    self.at -= 1;
                    return self.err("attributes are of objects in global memory");
                }
                _ => {
                    let ty = w.strip_prefix('.').and_then(Ty::parse);
                    let Some(ty) = ty else {
                        self.at -= 1;
                        return self.err(format!("expected a type, found `{w}`"));
                    };
                    // `.param .u64 .ptr .global .align 8 name`: pointer attributes follow the type.
                    while let Some(Tok::Word(w)) = self.peek() {
                        match w {
                            ".ptr" | ".global" | ".shared" | ".const" | ".local" | ".generic" => {
                                self.at += 1;
                            }
                            ".align" => {
                                self.at += 1;
                                self.small()?;
                            }
                            _ => break,
                        }
                    }
                    let align = align.unwrap_or(ty.bytes() * vector);
                    return self.declarator(space, is_extern, ty, vector, align);
                }
            }
        }
    }

    fn declarator(
        &mut self,
        space: Space,
        is_extern: bool,
        ty: Ty,
        vector: u32,
        align: u32,
    ) -> Res<Var<'a>> {
        let line = self.line();
        let name = self.word()?;
        let mut count = Some(1u64);
        let mut is_array = false;
        while self.eat('[') {
            is_array = true;
            if self.eat(']') {
                count = None;
                continue;
            }
            let n = self.int()?;
            count = count.and_then(|c| c.checked_mul(n));
            if count.is_none_or(|c| c > 1 << 32) {
                return self.err("array too large");
            }
            self.expect(']')?;
        }
        let init = if self.eat('=') { Some(self.init(0)?) } else { None };
        Ok(Var { space, name, ty, vector, align, count, is_array, init, is_extern, line })
    }

    fn init(&mut self, depth: u32) -> Res<Init<'a>> {
        if depth > 16 {
            return self.err("initialiser nested too deeply");
        }
        if self.eat('{') {
            let mut list = Vec::new();
            while !self.eat('}') {
                list.push(self.init(depth + 1)?);
                if !self.is('}') {
                    self.expect(',')?;
                }
            }
            return Ok(Init::List(list));
        }
        let negative = self.eat('-');
        match self.next()? {
            Tok::Int(v) => Ok(Init::Int(if negative { v.wrapping_neg() } else { v })),
            Tok::F32(v) if !negative => Ok(Init::F32(v)),
            Tok::F64(v) => Ok(Init::F64(if negative { v ^ (1 << 63) } else { v })),
            Tok::Word("generic") if !negative => {
                self.expect('(')?;
                let name = self.word()?;
                let inner = self.offset()?;
                self.expect(')')?;
                let offset = inner.wrapping_add(self.offset()?);
                Ok(Init::Addr { name, offset, generic: true })
            }
            Tok::Word(name) if !negative => {
                let offset = self.offset()?;
                Ok(Init::Addr { name, offset, generic: false })
            }
            _ => {
                self.at -= 1;
                self.err(format!("this initialiser is not supported: {}", self.found()))
            }
        }
    }

    /// `+ n`, `+ -n`, `- n`, or nothing.
    fn offset(&mut self) -> Res<i64> {
        let mut total = 0i64;
        loop {
            let negative = if self.eat('+') {
                self.eat('-')
            } else if self.eat('-') {
                true
            } else {
                return Ok(total);
            };
            let v = self.int()? as i64;
            total = total.wrapping_add(if negative { v.wrapping_neg() } else { v });
        }
    }

    fn param_list(&mut self) -> Res<Vec<Var<'a>>> {
        let mut out = Vec::new();
        self.expect('(')?;
        while !self.eat(')') {
            let w = self.word()?;
            let space = match w {
                ".param" => Space::Param,
                ".reg" => Space::Reg,
                _ => {
                    self.at -= 1;
                    return self.err(format!("expected .param, found `{w}`"));
                }
            };
            let v = self.var(space, false)?;
            out.push(v);
            if !self.is(')') {
                self.expect(',')?;
            }
        }
        Ok(out)
    }

    fn dims(&mut self) -> Res<[u32; 3]> {
        let mut d = [1; 3];
        d[0] = self.small()?;
        for slot in &mut d[1..] {
            if self.eat(',') {
                *slot = self.small()?;
            }
        }
        Ok(d)
    }

    fn func(&mut self, is_entry: bool) -> Res<Func<'a>> {
        let returns = if !is_entry && self.is('(') { self.param_list()? } else { Vec::new() };
        let line = self.line();
        let name = self.word()?;
        let params = if self.is('(') { self.param_list()? } else { Vec::new() };
        let mut f = Func {
            name,
            is_entry,
            returns,
            params,
            max_threads: None,
            required_threads: None,
            body: None,
            line,
        };
        loop {
            match self.peek() {
                Some(Tok::Punct(';')) => {
                    self.at += 1;
                    return Ok(f);
                }
                Some(Tok::Punct('{')) => {
                    self.at += 1;
                    self.loc = Loc::default();
                    f.body = Some(self.body()?);
                    return Ok(f);
                }
                Some(Tok::Word(w)) => {
                    self.at += 1;
                    match w {
                        ".maxntid" => f.max_threads = Some(self.dims()?),
                        ".reqntid" => f.required_threads = Some(self.dims()?),
                        ".maxnreg" | ".minnctapersm" | ".maxnctapersm" => {
                            self.small()?;
                        }
                        ".noreturn" => {}
                        ".pragma" => {
                            self.at -= 1;
                            self.pragma()?;
                        }
                        _ => {
                            self.at -= 1;
                            return self.err(format!("directive `{w}` is not supported yet"));
                        }
                    }
                }
                _ => return self.err(format!("expected a function body, found {}", self.found())),
            }
        }
    }

    fn body(&mut self) -> Res<Vec<Stmt<'a>>> {
        let mut out = Vec::new();
        let mut depth = 0u32;
        loop {
            match self.peek() {
                Some(Tok::Punct('{')) => {
                    self.at += 1;
                    depth += 1;
                    if depth > 256 {
                        return self.err("braces nested too deeply");
                    }
                    out.push(Stmt::Open);
                }
                Some(Tok::Punct('}')) => {
                    self.at += 1;
                    if depth == 0 {
                        return Ok(out);
                    }
                    depth -= 1;
                    out.push(Stmt::Close);
                }
                Some(Tok::Punct(';')) => self.at += 1,
                Some(Tok::Punct('@')) => {
                    let i = self.instr()?;
                    out.push(Stmt::Instr(i));
                }
                Some(Tok::Word(w)) => {
                    if self.peek_at(1) == Some(Tok::Punct(':')) {
                        self.label(w, &mut out)?;
                    } else if w.starts_with('.') {
                        self.directive(w, &mut out)?;
                    } else {
                        let i = self.instr()?;
                        out.push(Stmt::Instr(i));
                    }
                }
                _ => return self.err(format!("expected a statement, found {}", self.found())),
            }
        }
    }

    fn label(&mut self, name: &'a str, out: &mut Vec<Stmt<'a>>) -> Res<()> {
        let line = self.line();
        self.at += 2;
        match self.peek() {
            Some(Tok::Word(".branchtargets")) => {
                self.at += 1;
                let mut targets = vec![self.word()?];
                while self.eat(',') {
                    targets.push(self.word()?);
                }
                self.expect(';')?;
                out.push(Stmt::Targets(name, targets, line));
                Ok(())
            }
            Some(Tok::Word(w @ (".callprototype" | ".calltargets"))) => {
                self.err(format!("{w} (indirect calls) is not supported yet"))
            }
            _ => {
                out.push(Stmt::Label(name, line));
                Ok(())
            }
        }
    }

    fn directive(&mut self, w: &'a str, out: &mut Vec<Stmt<'a>>) -> Res<()> {
        match w {
            ".loc" => {
                self.at += 1;
                let file = self.small()?;
                let line = self.small()?;
                self.small()?;
                self.loc = Loc { file, line };
                // `, function_name L, inlined_at f l c`
                while self.eat(',') {
                    match self.word()? {
                        "function_name" => {
                            self.word()?;
                            self.offset()?;
                        }
                        "inlined_at" => {
                            for _ in 0..3 {
                                self.small()?;
                            }
                        }
                        other => {
                            self.at -= 1;
                            return self.err(format!("unknown part `{other}` of .loc"));
                        }
                    }
                }
                Ok(())
            }
            ".pragma" => self.pragma(),
            ".reg" => self.regs(out),
            ".local" | ".shared" | ".param" | ".global" | ".const" => {
                self.at += 1;
                let space = match w {
                    ".local" => Space::Local,
                    ".shared" => Space::Shared,
                    ".param" => Space::Param,
                    ".global" => Space::Global,
                    _ => Space::Const,
                };
                let mut vars = Vec::new();
                self.vars(space, false, &mut vars)?;
                self.expect(';')?;
                out.extend(vars.into_iter().map(Stmt::Var));
                Ok(())
            }
            _ => self.err(format!("directive `{w}` is not supported yet")),
        }
    }

    fn regs(&mut self, out: &mut Vec<Stmt<'a>>) -> Res<()> {
        self.at += 1;
        let w = self.word()?;
        let Some(ty) = w.strip_prefix('.').and_then(Ty::parse) else {
            self.at -= 1;
            return self.err(format!("registers of type `{w}` are not supported yet"));
        };
        loop {
            let line = self.line();
            let name = self.word()?;
            let mut count = None;
            if self.eat('<') {
                let n = self.small()?;
                if n > 1 << 22 {
                    self.at -= 1;
                    return self.err("too many registers");
                }
                count = Some(n);
                self.expect('>')?;
            }
            out.push(Stmt::Reg { name, count, ty, line });
            if !self.eat(',') {
                break;
            }
        }
        self.expect(';')
    }

    /// An opcode: its modifiers may stand apart from it.
    fn opcode(&mut self) -> Res<&'a str> {
        let start = self.toks.get(self.at).map_or(0, |t| t.at);
        let mut whole = self.word()?;
        while let Some(Tok::Word(part)) = self.peek()
            && part.starts_with('.')
        {
            let end = self.toks.get(self.at).map_or(0, |t| t.at) + part.len();
            whole = self.text.get(start..end).unwrap_or(whole);
            self.at += 1;
        }
        Ok(whole)
    }

    fn instr(&mut self) -> Res<Instr<'a>> {
        let mut guard = None;
        if self.eat('@') {
            let negated = self.eat('!');
            guard = Some((self.word()?, negated));
        }
        let line = self.line();
        let opcode = self.opcode()?;
        let mut operands = Vec::new();
        if !self.is(';') {
            loop {
                operands.push(self.operand(0)?);
                if !self.eat(',') {
                    break;
                }
            }
        }
        self.expect(';')?;
        Ok(Instr { line, loc: self.loc, guard, opcode, operands })
    }

    fn operand(&mut self, depth: u32) -> Res<Operand<'a>> {
        if depth > 3 {
            return self.err("operand nested too deeply");
        }
        let first = match self.next()? {
            Tok::Word(w) => {
                if self.is('+') || self.is('-') {
                    let offset = self.offset()?;
                    return Ok(Operand::Sum(w, offset));
                }
                Operand::Name(w)
            }
            Tok::Int(v) => Operand::Int(v),
            Tok::F32(v) => Operand::F32(v),
            Tok::F64(v) => Operand::F64(v),
            Tok::Punct('-') => match self.next()? {
                Tok::Int(v) => Operand::Int(v.wrapping_neg()),
                Tok::F64(v) => Operand::F64(v ^ (1 << 63)),
                _ => {
                    self.at -= 1;
                    return self.err(format!("expected a number, found {}", self.found()));
                }
            },
            Tok::Punct('!') => Operand::Not(self.word()?),
            Tok::Punct('[') => {
                let base = match self.peek() {
                    Some(Tok::Word(w)) => {
                        self.at += 1;
                        AddrBase::Name(w)
                    }
                    Some(Tok::Int(v)) => {
                        self.at += 1;
                        let offset = (v as i64).wrapping_add(self.offset()?);
                        self.expect(']')?;
                        return Ok(Operand::Addr(AddrBase::Absolute, offset));
                    }
                    _ => return self.err(format!("expected an address, found {}", self.found())),
                };
                let offset = self.offset()?;
                self.expect(']')?;
                Operand::Addr(base, offset)
            }
            Tok::Punct(open @ ('{' | '(')) => {
                let close = if open == '{' { '}' } else { ')' };
                let mut list = Vec::new();
                while !self.eat(close) {
                    list.push(self.operand(depth + 1)?);
                    if !self.is(close) {
                        self.expect(',')?;
                    }
                }
                if open == '{' { Operand::Vector(list) } else { Operand::List(list) }
            }
            _ => {
                self.at -= 1;
                return self.err(format!("expected an operand, found {}", self.found()));
            }
        };
        if self.eat('|') {
            let second = self.operand(depth + 1)?;
            return Ok(Operand::Pair(Box::new(first), Box::new(second)));
        }
        Ok(first)
    }
}

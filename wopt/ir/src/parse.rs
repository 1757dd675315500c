//! Reads the text that [`crate::print`] writes.
//!
//! Nodes are interned as written: nothing is folded or reordered, so a function read back equals the one printed.

mod summary;
mod tree;

use crate::alignments::Alignments;
use crate::block::{Phi, Terminator, Unrolled};
use crate::codemap::FloatRules;
use crate::func::{AuxKind, Form, Func};
use crate::ids::{AuxId, BbId, CrId};
use crate::stmtrep::{Chi, Mu, StmtOp, StmtRep};
use optx_whirl::parse::{parse_asm, parse_header_section, parse_local, parse_place, parse_site};
use optx_whirl::place;
use optx_whirl::sexpr::{Reader, TextError, Token};
use optx_whirl::{
    AtomicScope, Intrinsic, LaunchBounds, Loc, Module, Mtype, Pos, Pu, PuKind, StId, TyId,
};
use smallvec::SmallVec;
use std::collections::HashMap;
use thin_vec::ThinVec;

type Result<T> = std::result::Result<T, TextError>;

/// Blocks, symbols and versions that a text may name; far above what the compiler's own bounds let a kernel have.
const MAX_ENTITIES: usize = 1 << 24;

/// Reads a module of functions; the [`Module`] returned holds the header and no function.
pub fn parse_module(text: &str) -> Result<(Module, Vec<Func>)> {
    let mut r = Reader::new(text);
    let mut module = Module::default();
    let mut funcs = Vec::new();
    r.open()?;
    r.keyword("ssa")?;
    r.keyword("1")?;
    while r.try_open()? {
        let word = r.word("a section")?;
        if word == "func" {
            funcs.push(FuncReader::read(&mut r, &mut module)?);
        } else {
            parse_header_section(&mut r, &mut module, word)?;
        }
    }
    r.close()?;
    if *r.peek()? != Token::End {
        return r.error("text after the end of the module");
    }
    if let Some(wrong) = module.types.bad_pointer() {
        return r.error(wrong);
    }
    Ok((module, funcs))
}

struct FuncReader<'r, 'a> {
    r: &'r mut Reader<'a>,
    module: &'r mut Module,
    /// Calls that were inlined, by their numbers in the text.
    sites: Vec<Loc>,
    f: Func,
    names: HashMap<&'a str, CrId>,
    placed: Vec<bool>,
}

impl<'r, 'a> FuncReader<'r, 'a> {
    fn read(r: &'r mut Reader<'a>, module: &'r mut Module) -> Result<Func> {
        let word = r.word("a form")?;
        let form = match [Form::Cfg, Form::Ssa, Form::Regs].into_iter().find(|f| f.name() == word) {
            Some(form) => form,
            None => return r.error("expected `cfg`, `ssa` or `regs`"),
        };
        let (name, ptx_name) = (r.string("the source name")?, r.string("the PTX name")?);
        let mut f = Func::new(&name, &ptx_name);
        f.form = form;
        f.codemap.floats = FloatRules::of(&module.options);
        f.block_dim = module.options.block_dim;
        f.max_registers = module.options.max_registers;
        f.arch = module.options.arch();
        let mut reader = FuncReader {
            r,
            module,
            sites: Vec::new(),
            f,
            names: HashMap::new(),
            placed: Vec::new(),
        };
        reader.f.pos = reader.position()?;
        let at = reader.r.word("`at=pass`")?;
        match at.strip_prefix("at=") {
            Some("start") => {}
            Some(pass) => reader.f.at = pass.to_owned(),
            None => return reader.r.error("expected `at=pass`"),
        }
        reader.sections()?;
        reader.f.codemap.alignments = Alignments::of(reader.module, &reader.f.locals);
        if reader.f.layout.is_empty() {
            return reader.r.error("the function has no block");
        }
        reader.f.renew_definitions();
        Ok(reader.f)
    }

    /// The place of a statement or terminator; none where the text has none.
    fn place(&mut self) -> Result<Loc> {
        let Token::Word(word) = *self.r.peek()? else { return Ok(Loc::NONE) };
        if !word.starts_with('@') {
            return Ok(Loc::NONE);
        }
        match place::text::parse(word, &mut self.module.locs, &self.sites, Loc::NONE) {
            Ok(loc) => {
                self.r.take()?;
                Ok(loc)
            }
            Err(wrong) => self.r.error(wrong),
        }
    }

    fn position(&mut self) -> Result<Pos> {
        if let Token::Word(w) = self.r.peek()?
            && let Some(pos) = parse_place(w)
        {
            self.r.take()?;
            return Ok(pos);
        }
        self.r.error("expected a place as `@file:line:column`")
    }

    fn sections(&mut self) -> Result<()> {
        let mut pu = Pu::new("", "", PuKind::Kernel);
        let mut params = Vec::new();
        while self.r.try_open()? {
            match self.r.word("a section of the function")? {
                "device" => {
                    self.f.kind = PuKind::Device;
                    if *self.r.peek()? != Token::Close {
                        let number: u32 = self.r.prefixed("t", "a type")?;
                        if number as usize >= self.module.types.len() {
                            return self.r.error(format!("there is no type t{number}"));
                        }
                        self.f.result = Some(TyId(number));
                    }
                    self.r.close()?;
                }
                "summary" => self.f.summary = Some(summary::read(self.r)?),
                "bounds" => {
                    let max_threads = self.r.number("a number of threads")?;
                    let min_blocks = match self.r.peek()? {
                        Token::Close => None,
                        _ => Some(self.r.number("a number of blocks")?),
                    };
                    self.f.launch_bounds = Some(LaunchBounds { max_threads, min_blocks });
                    self.r.close()?;
                }
                "local" => {
                    parse_local(self.r, self.module, &mut pu, &mut params)?;
                    self.f.locals.clone_from(&pu.locals);
                }
                "asm" => parse_asm(self.r, &mut pu)?,
                "site" => parse_site(self.r, &mut self.module.locs, &mut self.sites)?,
                "stack" => {
                    let st = self.symbol()?;
                    self.f.stack_objects.push(st);
                    self.r.close()?;
                }
                "aux" => self.aux()?,
                "bb" => self.block()?,
                other => return self.r.error(format!("unknown section `{other}`")),
            }
        }
        self.r.close()?;
        params.sort_unstable();
        self.f.params = params.into_iter().map(|(_, st)| st).collect();
        self.f.locals = pu.locals;
        self.f.asms = pu.asms;
        Ok(())
    }

    fn symbol(&mut self) -> Result<StId> {
        let word = self.r.word("a symbol")?;
        let (local, digits) = match word.strip_prefix('%') {
            Some(digits) => (true, digits),
            None => (false, word.strip_prefix('$').unwrap_or("")),
        };
        let count = if local { self.f.locals.len() } else { self.module.globals.len() };
        match digits.parse::<usize>() {
            Ok(n) if n < count => Ok(if local { StId::local(n) } else { StId::global(n) }),
            _ => self.r.error(format!("there is no symbol `{word}`")),
        }
    }

    fn mtype(&mut self) -> Result<Mtype> {
        let word = self.r.word("a machine type")?;
        match Mtype::from_name(word) {
            Some(m) => Ok(m),
            None => self.r.error(format!("`{word}` is no machine type")),
        }
    }

    fn aux(&mut self) -> Result<()> {
        let number: usize = self.r.prefixed("v", "a symbol")?;
        if number != self.f.auxes.len() {
            return self.r.error(format!("expected v{}", self.f.auxes.len()));
        }
        let kind = match self.r.word("a kind of symbol")? {
            "scalar" => AuxKind::Scalar { st: self.symbol()?, offset: self.r.number("an offset")? },
            "temp" => AuxKind::Temp,
            "register" => {
                let is_named = matches!(self.r.peek()?, Token::Word(w) if w.starts_with('%'));
                AuxKind::Register(if is_named { Some(self.symbol()?) } else { None })
            }
            "memory" => AuxKind::Memory,
            other => return self.r.error(format!("unknown kind of symbol `{other}`")),
        };
        let mtype = self.mtype()?;
        let name = self.r.string("a name")?;
        let versions: usize = self.r.number("a number of versions")?;
        if versions > MAX_ENTITIES {
            return self.r.error("too many versions");
        }
        let aux = self.f.new_aux(kind, mtype, name);
        for _ in 1..versions {
            self.f.new_version(aux);
        }
        self.r.close()
    }

    fn bb(&mut self) -> Result<BbId> {
        let number: usize = self.r.prefixed("bb", "a block")?;
        if number >= MAX_ENTITIES {
            return self.r.error("too many blocks");
        }
        while self.f.bbs.len() <= number {
            self.f.new_bb();
            self.f.layout.pop();
        }
        Ok(BbId::from_index(number))
    }

    fn var(&mut self) -> Result<CrId> {
        let word = self.r.word("a variable")?;
        match self.var_named(word) {
            Some(id) => Ok(id),
            None => self.r.error(format!("there is no variable `{word}`")),
        }
    }

    fn var_named(&self, word: &str) -> Option<CrId> {
        let digits = word.strip_prefix('v')?;
        let (aux, version) = match digits.split_once('.') {
            Some((a, v)) => (a.parse::<usize>().ok()?, v.parse::<usize>().ok()?),
            None => (digits.parse().ok()?, 0),
        };
        if aux >= self.f.auxes.len() {
            return None;
        }
        self.f.auxes[AuxId::from_index(aux)].versions.get(version).copied()
    }

    fn block(&mut self) -> Result<()> {
        let bb = self.bb()?;
        self.placed.resize(self.f.bbs.len(), false);
        if std::mem::replace(&mut self.placed[bb.index()], true) {
            return self.r.error(format!("{bb} stands twice"));
        }
        self.f.layout.push(bb);
        while self.r.try_open()? {
            match self.r.word("a statement")? {
                "preds" => {
                    while *self.r.peek()? != Token::Close {
                        let pred = self.bb()?;
                        self.f.preds_mut(bb).push(pred);
                    }
                }
                "unroll" => self.f.bbs[bb].unroll = Some(self.r.number("a factor")?),
                "unrolled" => {
                    self.f.bbs[bb].unrolled = match self.r.word("`copies` or `rest`")? {
                        "copies" => Some(Unrolled::Copies),
                        "rest" => Some(Unrolled::Rest),
                        _ => return self.r.error("expected `copies` or `rest`"),
                    }
                }
                "phi" => {
                    let result = self.var()?;
                    let mut operands = Vec::new();
                    while *self.r.peek()? != Token::Close {
                        operands.push(self.var()?);
                    }
                    let Some(aux) = self.f.aux_of(result) else {
                        return self.r.error("a phi defines a variable");
                    };
                    self.f.bbs[bb].phis.push(Phi { aux, result, operands });
                }
                "let" => {
                    let name = self.r.word("a name")?;
                    let id = self.tree(0)?;
                    self.names.insert(name, id);
                }
                "goto" => {
                    self.f.bbs[bb].loc = self.place()?;
                    let to = self.bb()?;
                    self.f.set_terminator(bb, Terminator::Goto(to));
                }
                "branch" => {
                    self.f.bbs[bb].loc = self.place()?;
                    let condition = self.tree(0)?;
                    let (on_true, on_false) = (self.bb()?, self.bb()?);
                    self.f.set_terminator(bb, Terminator::Branch { condition, on_true, on_false });
                }
                "return" => self.f.bbs[bb].loc = self.place()?,
                word => self.statement(bb, word)?,
            }
            self.r.close()?;
        }
        self.r.close()
    }

    fn statement(&mut self, bb: BbId, word: &str) -> Result<()> {
        let loc = self.place()?;
        let op = match word {
            "stid" => StmtOp::Stid,
            "istore" => StmtOp::Istore,
            "volatile-load" => StmtOp::VolatileLoad(self.access_shape()?),
            "volatile-store" => StmtOp::VolatileStore(self.access_shape()?),
            "intrinsic" => self.intrinsic()?,
            "asm" => StmtOp::Asm(self.r.prefixed("=", "a number")?),
            "call" => StmtOp::Call(self.r.prefixed("=", "a function's number")?),
            "result" => StmtOp::Result,
            other => return self.r.error(format!("unknown statement `{other}`")),
        };
        self.r.open()?;
        let mut results = SmallVec::new();
        while *self.r.peek()? != Token::Close {
            results.push(self.tree(0)?);
        }
        self.r.close()?;
        let mut kids = SmallVec::new();
        let (mut mu, mut chi) = (ThinVec::new(), ThinVec::new());
        while *self.r.peek()? != Token::Close {
            match *self.r.peek()? {
                Token::Word("mu") => mu.push(Mu { operand: self.mu()? }),
                Token::Word("chi") => chi.push(self.chi()?),
                _ => kids.push(self.tree(0)?),
            }
        }
        let missing = match op {
            StmtOp::VolatileLoad(_) | StmtOp::Intrinsic { shape: Some(_), .. } => kids.is_empty(),
            StmtOp::VolatileStore(_) => kids.len() < 2,
            StmtOp::Stid | StmtOp::Istore => results.len() != 1 || kids.len() != 1,
            StmtOp::Intrinsic { shape: None, .. }
            | StmtOp::Asm(_)
            | StmtOp::Call(_)
            | StmtOp::Result => false,
        };
        if missing {
            return self.r.error("the statement lacks an operand");
        }
        let id = self.f.new_stmt(StmtRep { op, results, kids, mu, chi, bb, loc });
        self.f.bbs[bb].stmts.push(id);
        Ok(())
    }

    fn intrinsic(&mut self) -> Result<StmtOp> {
        let word = self.r.word("an intrinsic")?;
        let Some(intrinsic) = word.strip_prefix('~').and_then(Intrinsic::from_name) else {
            return self.r.error(format!("unknown intrinsic `{word}`"));
        };
        let (rtype, desc) = (self.mtype()?, self.mtype()?);
        let scope = match self.r.word("a scope")? {
            "device" => AtomicScope::Device,
            "block" => AtomicScope::Block,
            "system" => AtomicScope::System,
            other => return self.r.error(format!("unknown scope `{other}`")),
        };
        // Results follow in a list of their own, so a list that begins with `at` is the access.
        let shape = if intrinsic.class() == optx_whirl::IntrinsicClass::Atomic {
            self.r.open()?;
            self.r.keyword("at")?;
            let shape = self.access_shape()?;
            self.r.close()?;
            Some(shape)
        } else {
            None
        };
        Ok(StmtOp::Intrinsic { intrinsic, rtype, desc, scope, shape })
    }

    /// `chi(v1.3 <- v1.2)`.
    fn chi(&mut self) -> Result<Chi> {
        self.r.keyword("chi")?;
        self.r.open()?;
        let result = self.var()?;
        self.r.keyword("<-")?;
        let operand = self.var()?;
        self.r.close()?;
        Ok(Chi { operand, result })
    }
}

//! Reads WHIRL text (see [`crate::print`] for its shape).
//!
//! The reader checks syntax and that every number names something that exists; what the operators ask of types and
//! kids is the verifier's matter.

mod node;

use crate::module::{AsmClass, AsmInfo, Inlining, LaunchBounds, Module, Pu, PuKind};
use crate::mtype::Mtype;
use crate::options::{CodeOptions, code_option};
use crate::place::{self, Loc, LocTable, Pos};
use crate::sexpr::{Reader, TextError, Token};
use crate::symbol::{Init, St, StId, Storage};
use crate::ty::{Bits, Field, TyId, TyKind};

type Result<T> = std::result::Result<T, TextError>;

/// Deepest nesting of a tree that is read: what walks trees may recurse.
const MAX_DEPTH: usize = 8192;
/// Locals that a text may name.
const MAX_LOCALS: usize = 1 << 20;

/// Reads a module.
pub fn parse_module(text: &str) -> Result<Module> {
    let mut r = Reader::new(text);
    let mut module = Module::default();
    r.open()?;
    r.keyword("whirl")?;
    r.keyword("1")?;
    match r.try_word()? {
        None => {}
        Some("m") => module.lowered = true,
        Some(other) => return r.error(format!("`{other}` is no level")),
    }
    let mut sites = Vec::new();
    while r.try_open()? {
        match r.word("a section")? {
            "function" => parse_pu(&mut r, &mut module, &sites)?,
            "site" => parse_site(&mut r, &mut module.locs, &mut sites)?,
            word => parse_header_section(&mut r, &mut module, word)?,
        }
    }
    r.close()?;
    if *r.peek()? != Token::End {
        return r.error("text after the end of the module");
    }
    Ok(module)
}

/// Reads a section of the header whose `(` and first word are taken.
pub fn parse_header_section(r: &mut Reader<'_>, module: &mut Module, word: &str) -> Result<()> {
    match word {
        "options" => module.options = parse_options(r)?,
        "file" => {
            let name = r.string("a file name")?;
            module.files.push(name);
        }
        "type" => parse_type(r, module)?,
        "global" => {
            let number: usize = r.prefixed("$", "the symbol's number")?;
            if number != module.globals.len() {
                return r.error(format!("expected ${}", module.globals.len()));
            }
            let st = parse_symbol(r, module)?;
            module.globals.push(st);
        }
        other => return r.error(format!("unknown section `{other}`")),
    }
    r.close()
}

/// Reads the rest of `(site =N @...`.
/// Reads a line of the table of sites, whose `(site` is taken: [`place::text::print_sites`].
pub fn parse_site(r: &mut Reader<'_>, locs: &mut LocTable, sites: &mut Vec<Loc>) -> Result<()> {
    let number: usize = r.prefixed("=", "the site's number")?;
    if number != sites.len() {
        return r.error(format!("expected ={}", sites.len()));
    }
    let Token::Word(word) = *r.peek()? else { return r.error("expected the call's place") };
    match place::text::parse(word, locs, sites, Loc::NONE) {
        Err(message) => return r.error(message),
        Ok(Loc::NONE) => return r.error("a site has a line"),
        Ok(site) => sites.push(site),
    }
    r.take()?;
    r.close()
}

fn parse_options(r: &mut Reader<'_>) -> Result<CodeOptions> {
    let mut options = CodeOptions::default();
    while let Some(word) = r.try_word()? {
        let row = word.split_once('=').and_then(|(name, value)| Some((code_option(name)?, value)));
        let Some((row, value)) = row else {
            return r.error(format!("`{word}` is not an option"));
        };
        if let Err(why) = (row.read)(&mut options, value) {
            return r.error(format!("`{word}` {why}"));
        }
    }
    Ok(options)
}

fn parse_ty(r: &mut Reader<'_>, module: &Module) -> Result<TyId> {
    let number: u32 = r.prefixed("t", "a type")?;
    if number as usize >= module.types.len() {
        return r.error(format!("there is no type t{number} yet"));
    }
    Ok(TyId(number))
}

fn parse_type(r: &mut Reader<'_>, module: &mut Module) -> Result<()> {
    let number: usize = r.prefixed("t", "the type's number")?;
    if number != module.types.len() {
        return r.error(format!("expected t{}", module.types.len()));
    }
    // A pointer may name a type that comes later (a struct that points to itself); the verifier checks it.
    let kind = match r.word("a kind of type")? {
        "scalar" => {
            let name = r.word("a machine type")?;
            match Mtype::from_name(name) {
                Some(m) if m != Mtype::M => TyKind::Scalar(m),
                _ => return r.error(format!("`{name}` is not a scalar machine type")),
            }
        }
        "bool" => TyKind::Bool,
        "pointer" => TyKind::Pointer(TyId(r.prefixed("t", "a type")?)),
        "array" => TyKind::Array(parse_ty(r, module)?, r.number("a length")?),
        word @ ("struct" | "union") => {
            let is_union = word == "union";
            let name = r.string("a tag")?;
            let (size, align) = (r.number("a size")?, r.number("an alignment")?);
            let mut fields = Vec::new();
            while r.try_open()? {
                let name = r.string("a member's name")?;
                let ty = parse_ty(r, module)?;
                let offset = r.number("an offset")?;
                let bits = match r.try_word()? {
                    Some(word) => match parse_bits(word) {
                        Some(bits) => Some(bits),
                        None => return r.error("expected bits as `<start:width>`"),
                    },
                    None => None,
                };
                r.close()?;
                fields.push(Field { name, ty, offset, bits });
            }
            TyKind::Struct { name, fields, size, align, is_union }
        }
        other => return r.error(format!("unknown kind of type `{other}`")),
    };
    module.types.push(kind);
    Ok(())
}

fn parse_bits(word: &str) -> Option<Bits> {
    let (start, width) = word.strip_prefix('<')?.strip_suffix('>')?.split_once(':')?;
    Some(Bits { start: start.parse().ok()?, width: width.parse().ok()? })
}

/// Reads a symbol as [`crate::print::print_symbol`] prints it.
pub fn parse_symbol(r: &mut Reader<'_>, module: &Module) -> Result<St> {
    let name = r.string("a symbol's name")?;
    let ty = parse_ty(r, module)?;
    let word = r.word("a storage class")?;
    let Some(storage) = Storage::ALL.into_iter().find(|s| s.name() == word) else {
        return r.error(format!("unknown storage class `{word}`"));
    };
    let align = r.prefixed("align=", "an alignment")?;
    let mut st = St::new(name, ty, storage, align);
    while let Token::Word(word) = *r.peek()? {
        match word {
            "!volatile" => st.volatile = true,
            "!const" => st.constant = true,
            "!restrict" => st.restrict = true,
            "!unchanging" => st.unchanging = true,
            "!temp" => st.temporary = true,
            "!managed" => st.managed = true,
            _ => match parse_place(word) {
                Some(pos) => st.pos = pos,
                None => break,
            },
        }
        r.take()?;
    }
    if r.try_open()? {
        r.keyword("init")?;
        st.init = Some(parse_init(r)?);
        r.close()?;
    }
    Ok(st)
}

fn parse_init(r: &mut Reader<'_>) -> Result<Init> {
    let text = r.string("the bytes in hexadecimal")?;
    let digits: Option<Vec<u8>> =
        text.chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect();
    let bytes = match digits {
        Some(d) if d.len() % 2 == 0 => d.chunks_exact(2).map(|p| p[0] << 4 | p[1]).collect(),
        _ => return r.error("the bytes need an even number of hexadecimal digits"),
    };
    let mut addresses = Vec::new();
    while r.try_open()? {
        let offset = r.number("an offset")?;
        let index: usize = r.prefixed("$", "a global symbol")?;
        addresses.push((offset, StId::global(index), r.number("an addend")?));
        r.close()?;
    }
    Ok(Init { bytes, addresses })
}

fn parse_pu(r: &mut Reader<'_>, module: &mut Module, sites: &[Loc]) -> Result<()> {
    let number: usize = r.prefixed("=", "the function's number")?;
    if number != module.functions.len() {
        return r.error(format!("expected ={}", module.functions.len()));
    }
    let kind = match r.word("`kernel` or `device`")? {
        "kernel" => PuKind::Kernel,
        "device" => PuKind::Device,
        other => return r.error(format!("`{other}` is neither `kernel` nor `device`")),
    };
    let (name, ptx_name) = (r.string("the source name")?, r.string("the PTX name")?);
    let mut pu = Pu::new(name, ptx_name, kind);
    while let Token::Word(word) = *r.peek()? {
        match word {
            "!force-inline" => pu.inlining = Inlining::Force,
            "!no-inline" => pu.inlining = Inlining::Never,
            _ => match parse_place(word) {
                Some(pos) => pu.pos = pos,
                None => return r.error(format!("unexpected `{word}`")),
            },
        }
        r.take()?;
    }
    let mut params: Vec<(u32, StId)> = Vec::new();
    let mut body = None;
    while r.try_open()? {
        match r.word("a section of the function")? {
            "bounds" => {
                let max_threads = r.number("a number of threads")?;
                let min_blocks = match r.peek()? {
                    Token::Close => None,
                    _ => Some(r.number("a number of blocks")?),
                };
                pu.launch_bounds = Some(LaunchBounds { max_threads, min_blocks });
                r.close()?;
            }
            "result" => {
                pu.result = Some(parse_ty(r, module)?);
                if *r.peek()? != Token::Close {
                    // The locals come later, so the verifier sees whether it is one.
                    let index: usize = r.prefixed("%", "a local")?;
                    if index >= MAX_LOCALS {
                        return r.error(format!("there is no local %{index}"));
                    }
                    pu.result_object = Some(StId::local(index));
                }
                r.close()?;
            }
            "local" => parse_local(r, module, &mut pu, &mut params)?,
            "asm" => parse_asm(r, &mut pu)?,
            word => {
                body = Some(node::parse(r, module, sites, &mut pu, word)?);
                break;
            }
        }
    }
    r.close()?;
    params.sort_unstable();
    if params.iter().enumerate().any(|(k, (n, _))| k as u32 != *n) {
        return r.error("the parameters are not numbered from 0 without a gap");
    }
    pu.params = params.into_iter().map(|(_, st)| st).collect();
    match body {
        Some(body) => pu.body = body,
        None => return r.error("the function has no body"),
    }
    module.functions.push(pu);
    Ok(())
}

/// Reads the rest of `(local %N ...`.
pub fn parse_local(
    r: &mut Reader<'_>,
    module: &Module,
    pu: &mut Pu,
    params: &mut Vec<(u32, StId)>,
) -> Result<()> {
    let number: usize = r.prefixed("%", "the local's number")?;
    if number != pu.locals.len() {
        return r.error(format!("expected %{}", pu.locals.len()));
    }
    let st = parse_symbol(r, module)?;
    let is_param = st.storage == Storage::Param;
    let id = pu.add_local(st);
    if is_param {
        params.push((r.prefixed("=", "the parameter's place")?, id));
    }
    r.close()
}

/// Reads the rest of `(asm =N ...`.
pub fn parse_asm(r: &mut Reader<'_>, pu: &mut Pu) -> Result<()> {
    let number: usize = r.prefixed("=", "the number of the inline PTX")?;
    if number != pu.asms.len() {
        return r.error(format!("expected ={}", pu.asms.len()));
    }
    let text = r.string("PTX")?;
    let mut asm =
        AsmInfo { text, outputs: Vec::new(), inputs: Vec::new(), volatile: false, memory: false };
    loop {
        if let Some(word) = r.try_word()? {
            match word {
                "!volatile" => asm.volatile = true,
                "!memory" => asm.memory = true,
                other => return r.error(format!("unexpected `{other}`")),
            }
            continue;
        }
        if !r.try_open()? {
            break;
        }
        let direction = r.word("`in` or `out`")?;
        if direction == "out" {
            let index: usize = r.prefixed("%", "a local")?;
            if index >= pu.locals.len() {
                return r.error(format!("there is no local %{index}"));
            }
            let class = parse_asm_class(r)?;
            let tied = match r.peek()? {
                Token::Close => None,
                _ => Some(r.number("the tied input")?),
            };
            asm.outputs.push((StId::local(index), class, tied));
        } else if direction == "in" {
            asm.inputs.push(parse_asm_class(r)?);
        } else {
            return r.error("expected `in` or `out`");
        }
        r.close()?;
    }
    pu.asms.push(asm);
    r.close()
}

fn parse_asm_class(r: &mut Reader<'_>) -> Result<AsmClass> {
    let word = r.word("a constraint")?;
    let mut letters = word.chars();
    match (letters.next().and_then(AsmClass::from_letter), letters.next()) {
        (Some(class), None) => Ok(class),
        _ => r.error(format!("unknown constraint `{word}`")),
    }
}

/// Reads `@file:line:column`.
pub fn parse_place(word: &str) -> Option<Pos> {
    place::text::parse_pos(word.strip_prefix('@')?)
}

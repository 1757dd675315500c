//! Binds claims to a kernel's code: lines to positions, names to registers.

use super::{At, Claim, ClaimError, Claims, Coef, Extend};
use crate::lower::defs::defined;
use crate::lower::program::Program;
use crate::op::{Inst, Op, Row};

/// Where a claim is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Behind the instruction, or before it where it is a branch.
    Code(u32),
    /// As the block is entered.
    Block(u32),
    /// Nothing leads there.
    Nowhere,
}

/// A coefficient that a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The register.
    pub row: Row,
    /// Its width in bits.
    pub bits: u32,
    /// How it is widened.
    pub extend: Option<Extend>,
    /// The number it is multiplied by.
    pub scale: i64,
}

/// A coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Factor {
    /// Unknown.
    Unknown,
    /// A number.
    Known(i64),
    /// A register.
    Symbolic(Symbol),
}

/// A claim that fits the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// Where.
    pub place: Place,
    /// The register, if it is of one.
    pub row: Option<Row>,
    /// Along x, y, z.
    pub coef: [Factor; 3],
    /// Within a warp.
    pub lane: Factor,
}

/// Binds the claims of a kernel.
pub fn resolve(p: &Program, claims: &Claims) -> Result<Vec<Resolved>, ClaimError> {
    let lines = Lines::new(p);
    let mut out = Vec::new();
    for (k, c) in claims.of(&p.name).enumerate() {
        let wrong = |e| {
            let of = if c.at == At::Block { String::new() } else { format!(" of `{}`", c.reg) };
            ClaimError(format!(
                "kernel `{}`, claim {} ({}{of}, PTX line {}): {e}",
                p.name,
                k + 1,
                c.at.name(),
                c.ptx_line
            ))
        };
        out.push(one(p, &lines, c).map_err(wrong)?);
    }
    Ok(out)
}

/// Code positions by line.
struct Lines<'p> {
    program: &'p Program,
    /// Line and position, in order.
    code: Vec<(u32, u32)>,
}

impl<'p> Lines<'p> {
    fn new(program: &'p Program) -> Self {
        let mut code: Vec<(u32, u32)> =
            program.code.iter().enumerate().map(|(pc, i)| (i.line, pc as u32)).collect();
        code.sort_unstable();
        Self { program, code }
    }

    /// The last position of a line that has an instruction of some kind. None: only code that nothing leads to has it.
    fn find(
        &self,
        line: u32,
        is: impl Fn(&Inst) -> bool,
        missing: String,
    ) -> Result<Place, String> {
        let p = self.program;
        if p.own_lines.binary_search(&line).is_err() {
            return Err("the kernel has no instruction on this line".into());
        }
        let from = self.code.partition_point(|x| x.0 < line);
        let here = self.code[from..].iter().take_while(|x| x.0 == line);
        let reached = here.filter(|x| is(&p.code[x.1 as usize])).last();
        match reached {
            Some(&(_, pc)) => Ok(Place::Code(pc)),
            None if p.unreached.iter().any(|i| i.line == line && is(i)) => Ok(Place::Nowhere),
            None => Err(missing),
        }
    }
}

/// The block whose label stands on a line.
fn label(p: &Program, line: u32) -> Option<Place> {
    let (_, block) = p.labels.iter().find(|l| l.0 == line)?;
    Some(block.map_or(Place::Nowhere, Place::Block))
}

/// The block whose label stands on a line, or that an instruction of the line begins.
fn block(p: &Program, lines: &Lines<'_>, line: u32) -> Result<Place, String> {
    if let Some(place) = label(p, line) {
        return Ok(place);
    }
    let from = lines.code.partition_point(|x| x.0 < line);
    let here = lines.code[from..].iter().take_while(|x| x.0 == line);
    let begun = here.map(|x| (p.block_of[x.1 as usize], x.1));
    let mut begun = begun.filter(|&(b, pc)| p.blocks[b as usize].start == pc);
    match begun.next() {
        _ if p.own_lines.binary_search(&line).is_err() => {
            Err("the kernel has no label and no instruction on this line".into())
        }
        Some((block, _)) => Ok(Place::Block(block)),
        None if p.unreached.iter().any(|i| i.line == line) => Ok(Place::Nowhere),
        None => Err("no block begins on this line".into()),
    }
}

fn register(p: &Program, name: &str) -> Result<(Row, u32), String> {
    match p.register(name) {
        Some((row, ty)) => Ok((row, ty.bits())),
        None => Err(format!("the kernel has no register `{name}`")),
    }
}

fn factor(p: &Program, c: &Coef, width: u32) -> Result<Factor, String> {
    Ok(match c {
        Coef::Unknown => Factor::Unknown,
        Coef::Known(n) => Factor::Known(*n),
        Coef::Symbolic { reg, scale, extend } => {
            let (row, bits) = register(p, reg)?;
            if bits < width && extend.is_none() {
                return Err(format!(
                    "the coefficient `{reg}` has {bits} bits: `extend` is to say how it becomes {width}"
                ));
            }
            Factor::Symbolic(Symbol { row, bits, extend: *extend, scale: *scale })
        }
    })
}

fn one(p: &Program, lines: &Lines<'_>, c: &Claim) -> Result<Resolved, String> {
    if c.at == At::Block {
        let place = block(p, lines, c.ptx_line)?;
        return Ok(Resolved {
            place,
            row: None,
            coef: [Factor::Unknown; 3],
            lane: Factor::Unknown,
        });
    }
    let (row, bits) = register(p, &c.reg)?;
    if bits != c.width {
        return Err(format!("the register has {bits} bits, not {}", c.width));
    }
    let place = match c.at {
        At::Def => lines.find(
            c.ptx_line,
            |i| defined(p, i).contains(&row),
            "no instruction of this line defines it".into(),
        )?,
        At::Branch => {
            let is = |i: &Inst| {
                matches!(i.op, Op::Branch { .. })
                    && !i.guard.is_always()
                    && Row::P(i.guard.row) == row
            };
            lines.find(c.ptx_line, is, "no branch of this line has it as its guard".into())?
        }
        At::LiveIn | At::Block => {
            label(p, c.ptx_line).ok_or("the kernel has no label on this line")?
        }
    };
    let [x, y, z] = &c.coef;
    let coef = [factor(p, x, c.width)?, factor(p, y, c.width)?, factor(p, z, c.width)?];
    Ok(Resolved { place, row: Some(row), coef, lane: factor(p, &c.lane, c.width)? })
}

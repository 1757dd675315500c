//! Nodes of a function's tree.

use super::{MAX_DEPTH, Result};
use crate::intrinsic::{AtomicScope, Intrinsic};
use crate::module::{Module, Pu};
use crate::operator::{Arity, Operator};
use crate::place::{self, Loc};
use crate::sexpr::{Reader, Token};
use crate::symbol::StId;
use crate::tree::{LabelId, Wn, WnId};
use crate::ty::TyId;

/// A node whose kids are being read, and the statement that they stand in.
struct Open {
    wn: Wn,
    kids: Vec<WnId>,
    inside: Loc,
}

/// Reads a node whose `(` and opcode are taken, with all below it, on an explicit stack.
pub(super) fn parse(
    r: &mut Reader<'_>,
    module: &mut Module,
    sites: &[Loc],
    pu: &mut Pu,
    opcode: &str,
) -> Result<WnId> {
    let mut head = Head { module, sites, pu };
    let mut stack = vec![head.open(r, opcode, Loc::NONE)?];
    loop {
        if r.try_open()? {
            if stack.len() >= MAX_DEPTH {
                return r.error("the tree is nested too deeply");
            }
            let opcode = r.word("an opcode")?;
            let around = stack.last().map_or(Loc::NONE, |open| open.inside);
            stack.push(head.open(r, opcode, around)?);
            continue;
        }
        r.close()?;
        let Some(Open { wn, kids, .. }) = stack.pop() else {
            return r.error("unbalanced parentheses");
        };
        if let Arity::Exactly(n) = wn.opr.arity()
            && usize::from(n) != kids.len()
        {
            return r.error(format!("{} wants {n} kids, not {}", wn.opr.name(), kids.len()));
        }
        let id = head.pu.tree.add(wn, &kids);
        match stack.last_mut() {
            Some(parent) => parent.kids.push(id),
            None => return Ok(id),
        }
    }
}

/// What the attributes of a node name.
struct Head<'a> {
    module: &'a mut Module,
    sites: &'a [Loc],
    pu: &'a mut Pu,
}

impl Head<'_> {
    /// Reads a node's attributes.
    fn open(&mut self, r: &mut Reader<'_>, opcode: &str, around: Loc) -> Result<Open> {
        let Some((opr, rtype, desc)) = Operator::from_opcode_name(opcode) else {
            return r.error(format!("unknown opcode `{opcode}`"));
        };
        let mut wn = Wn::new(opr, rtype, desc);
        let around = if opr.is_statement() { Loc::NONE } else { around };
        while let Token::Word(word) = *r.peek()? {
            if word.starts_with('@') {
                match place::text::parse(word, &mut self.module.locs, self.sites, around) {
                    Ok(loc) => wn.loc = loc,
                    Err(message) => return r.error(message),
                }
            } else if self.attribute(&mut wn, word).is_none() {
                return r
                    .error(format!("`{word}` is not an attribute of {opcode}, or names nothing"));
            }
            r.take()?;
        }
        let inside = if opr.is_statement() { self.module.locs.statement(wn.loc) } else { around };
        Ok(Open { wn, kids: Vec::new(), inside })
    }

    /// One attribute that is no place; None where it is none or names nothing.
    fn attribute(&mut self, wn: &mut Wn, word: &str) -> Option<()> {
        let first = word.chars().next()?;
        let rest = word.get(first.len_utf8()..)?;
        match first {
            '%' => wn.st = Some(StId::local(below(rest, self.pu.locals.len())?)),
            '$' => wn.st = Some(StId::global(below(rest, self.module.globals.len())?)),
            '+' | '-' => wn.offset = word.parse().ok()?,
            '=' => wn.value = parse_value(rest)?,
            'L' => {
                let number = below(rest, 1 << 30)? as u32;
                wn.label = Some(LabelId(number));
                self.pu.label_count = self.pu.label_count.max(number + 1);
            }
            't' => wn.ty = Some(TyId(below(rest, self.module.types.len())? as u32)),
            'a' => {
                let align: u32 = word.strip_prefix("align=")?.parse().ok()?;
                wn.align = align.is_power_of_two().then_some(align)?;
            }
            '<' => wn.bits = Some(super::parse_bits(word)?),
            '~' => wn.intrinsic = Some(Intrinsic::from_name(rest)?),
            '!' => match rest {
                "volatile" => wn.volatile = true,
                "ro" => wn.read_only = true,
                "block" => wn.scope = AtomicScope::Block,
                "system" => wn.scope = AtomicScope::System,
                _ => return None,
            },
            _ => return None,
        }
        Some(())
    }
}

/// A number below a bound.
fn below(text: &str, bound: usize) -> Option<usize> {
    text.parse().ok().filter(|&n: &usize| n < bound)
}

fn parse_value(text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok();
    }
    if text.starts_with('-') {
        return text.parse::<i64>().ok().map(|v| v as u64);
    }
    text.parse().ok()
}

//! Reads trees.

use super::{FuncReader, Result};
use crate::coderep::{AccessShape, CodeRep, Op, Space};
use crate::few::Kids;
use crate::ids::CrId;
use optx_whirl::sexpr::Token;
use optx_whirl::{Intrinsic, Mtype, Operator};

/// Nesting that is read; what the compiler prints is bounded by [`crate::MAX_HEIGHT`].
const MAX_DEPTH: usize = 200;

impl FuncReader<'_, '_> {
    /// A tree, or what names one.
    pub(super) fn tree(&mut self, depth: usize) -> Result<CrId> {
        if let Token::Word(word) = *self.r.peek()? {
            let found = match word.strip_prefix('=') {
                Some(constant) => self.constant(constant),
                None => self.var_named(word).or_else(|| self.names.get(word).copied()),
            };
            return match found {
                Some(id) => {
                    self.r.take()?;
                    Ok(id)
                }
                None => self.r.error(format!("`{word}` names nothing here")),
            };
        }
        self.r.open()?;
        let word = self.r.word("an opcode")?;
        self.node(word, depth)
    }

    /// `mu(v1.2)`.
    pub(super) fn mu(&mut self) -> Result<CrId> {
        self.r.keyword("mu")?;
        self.r.open()?;
        let operand = self.var()?;
        self.r.close()?;
        Ok(operand)
    }

    fn constant(&mut self, text: &str) -> Option<CrId> {
        let (value, mtype) = text.split_once(':')?;
        let mtype = Mtype::from_name(mtype)?;
        if mtype.is_float() {
            let bits = u64::from_str_radix(value.strip_prefix("0x")?, 16).ok()?;
            return Some(self.f.codemap.float(mtype, bits));
        }
        Some(self.f.codemap.integer(mtype, value.parse().ok()?))
    }

    fn node(&mut self, word: &str, depth: usize) -> Result<CrId> {
        if depth > MAX_DEPTH {
            return self.r.error("the tree is nested too deeply");
        }
        let node = match word {
            "lda" => {
                let st = self.symbol()?;
                CodeRep::Lda { st, offset: self.r.number("an offset")? }
            }
            "ivar" => {
                let (desc, space) = (self.mtype()?, self.space()?);
                let base = self.tree(depth + 1)?;
                let offset = self.r.number("an offset")?;
                let align = self.align()?;
                let (mut mu, mut read_only) = (None, false);
                while let Token::Word(word) = *self.r.peek()? {
                    if word == "!ro" {
                        read_only = true;
                        self.r.take()?;
                    } else {
                        mu = Some(self.mu()?);
                    }
                }
                let access = AccessShape { desc, space, offset, align }.at(base);
                CodeRep::Ivar { access, mu, read_only }
            }
            _ => {
                let Some((opr, rtype, desc)) = Operator::from_opcode_name(word) else {
                    return self.r.error(format!("unknown opcode `{word}`"));
                };
                let mut intrinsic = None;
                if let Token::Word(word) = *self.r.peek()?
                    && let Some(name) = word.strip_prefix('~')
                {
                    intrinsic = Intrinsic::from_name(name);
                    if intrinsic.is_none() {
                        return self.r.error(format!("unknown intrinsic `{word}`"));
                    }
                    self.r.take()?;
                }
                let mut kids = Kids::new();
                while *self.r.peek()? != Token::Close {
                    if kids.is_full() {
                        return self.r.error("an operation has at most 3 operands".to_owned());
                    }
                    kids.push(self.tree(depth + 1)?);
                }
                CodeRep::Op(Op { opr, rtype, desc, intrinsic, kids })
            }
        };
        self.r.close()?;
        Ok(self.f.codemap.intern(node))
    }

    fn space(&mut self) -> Result<Space> {
        let word = self.r.word("a memory space")?;
        match Space::ALL.into_iter().find(|s| s.name() == word) {
            Some(space) => Ok(space),
            None => self.r.error(format!("unknown memory space `{word}`")),
        }
    }

    /// `desc space offset`; the base is filled in when the kids are known.
    pub(super) fn access_shape(&mut self) -> Result<AccessShape> {
        let (desc, space) = (self.mtype()?, self.space()?);
        let offset = self.r.number("an offset")?;
        let align = self.align()?;
        Ok(AccessShape { desc, space, offset, align })
    }

    fn align(&mut self) -> Result<u32> {
        if let Token::Word(word) = *self.r.peek()?
            && word.starts_with("align=")
        {
            return self.r.prefixed("align=", "an alignment");
        }
        Ok(0)
    }
}

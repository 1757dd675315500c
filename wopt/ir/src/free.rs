//! What instruction selection takes into the instruction that uses it: such a tree costs nothing where it stands, so it may be
//! repeated there, and may take a VAR's place.
//!
//! PTX has an immediate in every address, and a multiplication of two 32-bit values to 64 bits. The code generator asks the
//! same questions as the passes.

use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op, Space};
use crate::ids::CrId;
use crate::operands::Role;
use optx_whirl::{Mtype, Operator};

/// A 64-bit product of two 32-bit factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideProduct {
    /// The first factor, of 32 bits.
    pub first: CrId,
    /// The second, or the constant that stands for it.
    pub second: Result<CrId, i64>,
    /// Whether the factors are extended by their sign.
    pub signed: bool,
}

impl Codemap {
    /// The 32-bit value that a node extends to 64 bits, and whether by its sign.
    pub fn extended(&self, id: CrId) -> Option<(CrId, bool)> {
        let op = self.as_op(id)?;
        let wide = op.opr == Operator::Cvt && op.rtype.is_integer() && op.rtype.size() == 8;
        (wide && matches!(op.desc, Mtype::I4 | Mtype::U4))
            .then(|| (op.kids[0], op.desc.is_signed()))
    }

    /// The 32-bit factors of a 64-bit product of two extended values, or of one and a constant that fits.
    ///
    /// Exact: a product of two 32-bit values of one signedness always fits 64 bits.
    pub fn wide_product(&self, op: &Op) -> Option<WideProduct> {
        if op.opr != Operator::Mpy || op.rtype.size() != 8 || !op.rtype.is_integer() {
            return None;
        }
        let (first, signed) = self.extended(op.kids[0])?;
        let second = match self.constant(op.kids[1]) {
            Some(value) => {
                let value = value as i64;
                let fits = if signed {
                    i32::try_from(value).is_ok()
                } else {
                    u32::try_from(value).is_ok()
                };
                Err(fits.then_some(value)?)
            }
            None => {
                let (second, other) = self.extended(op.kids[1])?;
                Ok((other == signed).then_some(second)?)
            }
        };
        Some(WideProduct { first, second, signed })
    }

    /// True where a node is an object's generic address, or the sum of it or of a VAR and a constant: an address in memory takes
    /// it in.
    fn is_free_base(&self, id: CrId) -> bool {
        if self.is_generic_address(id) {
            return true;
        }
        let Some(op) = self.as_op(id) else { return false };
        let sum = op.opr == Operator::Add && op.rtype.size() == 8;
        let free =
            |id: CrId| matches!(self.get(id), CodeRep::Var { .. }) || self.is_generic_address(id);
        sum && free(op.kids[0])
            && self.constant(op.kids[1]).is_some_and(|c| i32::try_from(c as i64).is_ok())
    }

    /// True for an object's address that is made generic: as an access's base it is the object's own again.
    fn is_generic_address(&self, id: CrId) -> bool {
        self.as_op(id).is_some_and(|op| {
            let from = Space::ALL
                .iter()
                .any(|s| s.from_intrinsic().is_some_and(|i| op.intrinsic == Some(i)));
            from && matches!(self.get(op.kids[0]), CodeRep::Lda { .. })
        })
    }

    /// True where a tree costs nothing as what it is to its statement.
    pub fn is_free(&self, id: CrId, role: Role) -> bool {
        match self.get(id) {
            CodeRep::Op(_) => role == Role::Base && self.is_free_base(id),
            CodeRep::Ivar { .. } => false,
            _ => true,
        }
    }
}

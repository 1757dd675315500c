//! What evaluating a tree costs where parts of it are evaluated already: machine instructions first, then operations, then products.
//!
//! Of machine code (sm_70 and later) one instruction adds three words, multiplies and adds (IMAD), shifts and adds (LEA), extends,
//! multiplies and adds (IMAD.WIDE); sums, negations, shifts of 64 bits, and a shift and a sum together, are two.

use optx_ir::{Codemap, CrId};
use optx_whirl::{Mtype, Operator};

/// No tree of more nodes is looked at.
const MOST_NODES: u32 = 24;

/// Machine instructions, then operations that are printed, then those of them that multiply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Price {
    pub(crate) instructions: u32,
    pub(crate) operations: u32,
    pub(crate) products: u32,
}

/// What is known of nodes where a tree is evaluated.
pub(crate) trait Known {
    /// A register holds it.
    fn is_there(&self, id: CrId) -> bool;

    /// It was printed as an operation of its own, which machine code evaluates again with what adds it.
    fn is_printed(&self, id: CrId) -> bool;
}

/// The price of a tree; None for one of too many nodes.
pub(crate) fn price(map: &Codemap, root: CrId, known: &dyn Known) -> Option<Price> {
    let mut pricing = Pricing { map, known, left: MOST_NODES, sum: Price::default() };
    pricing.root(root).then_some(pricing.sum)
}

struct Pricing<'a> {
    map: &'a Codemap,
    known: &'a dyn Known,
    left: u32,
    sum: Price,
}

impl Pricing<'_> {
    fn pay(&mut self, instructions: u32, operations: u32) {
        self.sum.instructions += instructions;
        self.sum.operations += operations;
    }

    fn tree(&mut self, id: CrId) -> bool {
        self.map.as_op(id).is_none() || self.known.is_there(id) || self.root(id)
    }

    /// A node that is evaluated here; false where there are too many.
    fn root(&mut self, id: CrId) -> bool {
        let Some(op) = self.map.as_op(id) else { return true };
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let is_wide = op.rtype.size() == 8;
        if is_wide && self.known.is_printed(id) {
            self.pay(1, 0);
            return true;
        }
        self.sum.products += u32::from(op.opr == Operator::Mpy);
        match op.opr {
            Operator::Add | Operator::Sub if op.rtype.is_integer() => {
                let taken = op.kids.iter().position(|&kid| self.is_taken_in(kid, is_wide));
                match taken {
                    None => self.pay(1 + u32::from(is_wide), 1),
                    // The one instruction of both is the operand's; a product of words is one operation with its sum, too.
                    Some(k) => {
                        let is_mad = !is_wide && self.is(Operator::Mpy, op.kids[k]);
                        // Of an extension the upper half takes in the sign.
                        let is_extension = self.is(Operator::Cvt, op.kids[k]);
                        self.pay(u32::from(is_extension), u32::from(!is_mad));
                    }
                }
            }
            Operator::Mpy if op.rtype.is_integer() => match self.map.wide_product(op) {
                Some(product) => {
                    self.pay(1, 1);
                    return self.tree(product.first)
                        && product.second.ok().is_none_or(|id| self.tree(id));
                }
                None if is_wide => {
                    let instructions = match self.map.constant(op.kids[1]) {
                        Some(factor) if factor.is_power_of_two() => 2,
                        Some(_) => 3,
                        None => 4,
                    };
                    self.pay(instructions, 1);
                }
                None => self.pay(1, 1),
            },
            Operator::Shl | Operator::Neg if op.rtype.is_integer() => {
                self.pay(1 + u32::from(is_wide), 1);
            }
            // The upper half is the zero register.
            Operator::Cvt if op.desc == Mtype::U4 && is_wide => self.pay(0, 1),
            _ => self.pay(op.cost(), 1),
        }
        op.kids.iter().all(|&kid| self.tree(kid))
    }

    fn is(&self, opr: Operator, id: CrId) -> bool {
        self.map.as_op(id).is_some_and(|op| op.opr == opr)
    }

    /// True for an operand whose instruction adds as well.
    fn is_taken_in(&self, id: CrId, is_wide: bool) -> bool {
        let Some(op) = self.map.as_op(id).filter(|_| !self.known.is_there(id)) else {
            return false;
        };
        match op.opr {
            Operator::Mpy if is_wide && self.map.wide_product(op).is_some() => true,
            // Of two words LEA and LEA.HI.X, which takes the bits that cross.
            Operator::Mpy if is_wide => self.map.constant(op.kids[1]).is_some_and(is_short_shift),
            Operator::Cvt => is_wide && op.desc == Mtype::I4,
            Operator::Mpy | Operator::Add | Operator::Sub | Operator::Neg => !is_wide,
            Operator::Shl => self
                .map
                .constant(op.kids[1])
                .is_some_and(|by| !is_wide || by < u64::from(u32::BITS)),
            _ => false,
        }
    }
}

/// True for a factor that shifts by less than a word.
fn is_short_shift(factor: u64) -> bool {
    factor.is_power_of_two() && factor <= u64::from(u32::MAX)
}

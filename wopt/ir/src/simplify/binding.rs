//! One row against one node: what its letters stand for, whether its conditions hold, and the replacement.

use super::flat::{FlatRow, NUMBERS, Node, What};
use super::term::{Number, Scope, Ty, intrinsic_kid_type, is_compare, kid_type};
use crate::codemap::Codemap;
use crate::coderep::Op;
use crate::few::Kids;
use crate::fold::{evaluate_binary, evaluate_compare, evaluate_convert};
use crate::ids::CrId;
use optx_whirl::{Mtype, Operator, canonical_constant};

/// What the letters and relative types of a row stand for.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    leaves: [Option<CrId>; 5],
    constants: [Option<u64>; 3],
    /// The unsigned integer of the row's width.
    wide: Option<Mtype>,
    /// Whether [`Ty::S`] is signed.
    signed: Option<bool>,
    /// What [`Ty::T`] and [`Ty::F`] stand for.
    whole: Option<Mtype>,
    /// The root's result type.
    root: Mtype,
}

/// `slot` stands for `value` from now on; true where it did not stand for another.
fn bind<T: Copy + PartialEq>(slot: &mut Option<T>, value: T) -> bool {
    *slot.get_or_insert(value) == value
}

impl Binding {
    /// Nothing but the root's result type.
    pub fn new(root: Mtype) -> Binding {
        let (leaves, constants) = ([None; 5], [None; 3]);
        Binding { leaves, constants, wide: None, signed: None, whole: None, root }
    }

    /// True where a node's type is what the row wants there.
    fn fits(&mut self, ty: Ty, mtype: Mtype) -> bool {
        let signed = mtype.is_signed();
        match ty {
            Ty::V => mtype == Mtype::V,
            Ty::B => mtype == Mtype::B,
            Ty::A | Ty::S | Ty::I | Ty::U => {
                let sign = match ty {
                    Ty::I => signed,
                    Ty::U => !signed,
                    Ty::S => bind(&mut self.signed, signed),
                    _ => true,
                };
                sign && mtype.is_integer() && bind(&mut self.wide, mtype.unsigned())
            }
            Ty::T => bind(&mut self.whole, mtype.unsigned()),
            Ty::F => mtype.is_float() && bind(&mut self.whole, mtype),
            Ty::A4 | Ty::M => mtype.is_integer() && mtype.size() == 4,
            Ty::A8 => mtype.is_integer() && mtype.size() == 8,
            Ty::Is(wanted) => mtype == wanted,
            Ty::R => false,
        }
    }

    /// The type that a relative one stands for.
    fn resolve(&self, ty: Ty) -> Mtype {
        let wide = self.wide.unwrap_or(Mtype::U4);
        match ty {
            Ty::V => Mtype::V,
            Ty::B => Mtype::B,
            Ty::I => wide.signed(),
            Ty::A | Ty::U => wide,
            Ty::S if self.signed == Some(true) => wide.signed(),
            Ty::S => wide,
            Ty::R => self.root,
            Ty::M | Ty::A4 => Mtype::U4,
            Ty::A8 => Mtype::U8,
            Ty::T | Ty::F => self.whole.unwrap_or(Mtype::V),
            Ty::Is(mtype) => mtype,
        }
    }

    /// Binds the letters of `row` to the parts of `op`; None where the row is not for it.
    pub fn of(map: &Codemap, row: &FlatRow, op: &Op) -> Option<Binding> {
        (0..1u32 << row.orders).find_map(|order| {
            let mut binding = Binding::new(op.rtype);
            let mut rest = order;
            (binding.matches_op(map, row.left(), op, &mut rest) && binding.holds(map, row))
                .then_some(binding)
        })
    }

    /// `order` says of each operator whose kids have two orders, from the root down, which one is tried.
    fn matches_op(&mut self, map: &Codemap, node: &Node, op: &Op, order: &mut u32) -> bool {
        let What::Op(opr) = node.what else { return false };
        let kids = node.kids();
        if op.opr != opr || op.kids.len() != kids.len() {
            return false;
        }
        let types = if is_compare(opr) {
            op.rtype == Mtype::B && self.fits(node.first, op.desc)
        } else {
            self.fits(node.first, op.rtype)
                && (node.second == Ty::V || self.fits(node.second, op.desc))
        };
        if !types {
            return false;
        }
        let swaps = node.has_two_orders && {
            let swap = *order & 1 == 1;
            *order >>= 1;
            swap
        };
        kids.iter().enumerate().all(|(k, kid)| {
            let at = if swaps { 1 - k } else { k };
            self.matches(map, kid, op.kids[at], kid_type(opr, node.first, node.second, k), order)
        })
    }

    fn matches(&mut self, map: &Codemap, node: &Node, id: CrId, ty: Ty, order: &mut u32) -> bool {
        match node.what {
            What::Leaf(k) => bind(&mut self.leaves[usize::from(k)], id),
            What::Constant(k) => match map.literal_bits(id) {
                Some(bits) => bind(&mut self.constants[usize::from(k)], bits),
                None => false,
            },
            What::Op(_) if !node.is_constant => {
                map.as_op(id).is_some_and(|op| self.matches_op(map, node, op, order))
            }
            _ => map.literal_bits(id).is_some_and(|bits| Some(bits) == self.value(node, ty)),
        }
    }

    fn holds(&self, map: &Codemap, row: &FlatRow) -> bool {
        let scope = match row.scope {
            Scope::All => true,
            Scope::Words => self.resolve(Ty::A).size() == 4,
            Scope::Unflushed => map.floats.keeps_subnormals || self.whole != Some(Mtype::F4),
        };
        scope && row.when().iter().all(|node| self.value(node, Ty::B) == Some(1))
    }

    fn number(&self, number: Number, ty: Ty) -> u64 {
        let mtype = self.resolve(ty);
        let ones = canonical_constant(mtype.unsigned(), u64::MAX);
        let top = ones ^ (ones >> 1);
        match number {
            Number::Int(n) if mtype == Mtype::F4 => u64::from((n as f32).to_bits()),
            Number::Int(n) if mtype == Mtype::F8 => (n as f64).to_bits(),
            Number::Int(n) => canonical_constant(mtype.unsigned(), n as u64),
            Number::MinusZero if mtype == Mtype::F4 => 1 << 31,
            Number::MinusZero => 1 << 63,
            Number::Lowest if mtype.is_signed() => top,
            Number::Lowest => 0,
            Number::Highest if mtype.is_signed() => top - 1,
            Number::Highest => ones,
            Number::Bits(of) => u64::from(self.resolve(of).bits()),
            Number::Mask(of) => canonical_constant(of.unsigned(), u64::MAX),
        }
    }

    /// What a node over constants is; None where the machine is to say.
    fn value(&self, node: &Node, ty: Ty) -> Option<u64> {
        let opr = match node.what {
            What::Leaf(_) | What::Intrinsic(_) => return None,
            What::Constant(k) => return self.constants[usize::from(k)],
            What::Number(k) => return Some(self.number(NUMBERS[usize::from(k)], ty)),
            What::Log2 => {
                let value = self.value(node.kids().first()?, Ty::U)?;
                return (value != 0).then(|| u64::from(value.trailing_zeros()));
            }
            What::Op(opr) => opr,
        };
        let kid =
            |k: usize| self.value(node.kids().get(k)?, kid_type(opr, node.first, node.second, k));
        let (a, rtype) = (kid(0)?, self.resolve(node.first));
        if node.kids().len() == 1 {
            let desc = self.resolve(node.second);
            let op = Op { opr, rtype, desc, intrinsic: None, kids: Kids::new() };
            let value = evaluate_convert(&op, if node.second == Ty::V { rtype } else { desc }, a)?;
            return Some(canonical_constant(rtype.unsigned(), value));
        }
        let b = kid(1)?;
        match opr {
            Operator::Land => Some(a & b),
            Operator::Lior => Some(a | b),
            _ if is_compare(opr) => evaluate_compare(opr, rtype, a, b).map(u64::from),
            _ => evaluate_binary(opr, rtype, a, b),
        }
    }

    /// The tree of a node; None where one of its constants is the machine's to compute.
    pub fn build(&self, map: &mut Codemap, node: &Node, ty: Ty) -> Option<CrId> {
        if node.is_constant {
            let mtype = self.resolve(ty);
            let bits = self.value(node, ty)?;
            return Some(if mtype.is_float() {
                map.float(mtype, bits)
            } else {
                map.integer(mtype, bits)
            });
        }
        let (opr, intrinsic) = match node.what {
            What::Leaf(k) => return self.leaves[usize::from(k)],
            What::Intrinsic(intrinsic) => (Operator::IntrinsicOp, Some(intrinsic)),
            What::Op(opr) => (opr, None),
            What::Constant(_) | What::Number(_) | What::Log2 => return None,
        };
        let mut kids = Kids::new();
        for (k, kid) in node.kids().iter().enumerate() {
            let ty = match intrinsic {
                Some(_) => intrinsic_kid_type(k),
                None => kid_type(opr, node.first, node.second, k),
            };
            kids.push(self.build(map, kid, ty)?);
        }
        let first = self.resolve(node.first);
        let (rtype, desc) = match intrinsic {
            Some(_) => (Mtype::U4, Mtype::U4),
            None if node.is_compare() => (Mtype::B, first),
            None => (first, self.resolve(node.second)),
        };
        Some(map.op(Op { opr, rtype, desc, intrinsic, kids }))
    }
}

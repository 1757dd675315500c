//! What a tree is worth at any width up to 64 bits, computed on mathematical integers.
//!
//! Written from the operators' definitions (`optx_whirl::Operator`, PTX ISA), with nothing of the compiler's: a mistake in its
//! evaluator cannot hide one in a row. Floats are left to the solver and to Rust's own arithmetic.

use crate::claim::{Kind, Tree, Type};
use optx_whirl::{Intrinsic, Operator};

/// A value, or none: poison.
pub type Value = Option<u64>;

/// What leaves and constants are, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    /// Leaves.
    pub leaves: [Value; 5],
    /// Constants.
    pub constants: [u64; 3],
}

fn read(ty: Type, bits: u64) -> i128 {
    let low = i128::from(bits & ty.mask());
    if ty.kind == Kind::Signed && low >> (ty.bits - 1) == 1 { low - (1 << ty.bits) } else { low }
}

fn cut(ty: Type, exact: i128) -> u64 {
    exact as u64 & ty.mask()
}

/// The value where a signed type holds it; unsigned ones wrap.
fn kept(ty: Type, exact: i128) -> Value {
    let bits = cut(ty, exact);
    (ty.kind != Kind::Signed || read(ty, bits) == exact).then_some(bits)
}

fn binary(opr: Operator, ty: Type, a: u64, b: u64) -> Value {
    use Operator::*;
    let (x, y) = (read(ty, a), read(ty, b));
    let unsigned = Type { kind: Kind::Unsigned, ..ty };
    let signed = Type { kind: Kind::Signed, ..ty };
    // The amount of a shift is read without a sign.
    let amount = b.min(u64::from(ty.bits)) as u32;
    match opr {
        Add => kept(ty, x + y),
        Sub => kept(ty, x - y),
        Mpy if ty.kind == Kind::Signed => kept(ty, x * y),
        Mpy => Some(cut(ty, (a as u128 * b as u128) as i128)),
        Highmpy if ty.kind == Kind::Signed => Some(cut(ty, (x * y) >> ty.bits)),
        Highmpy => Some(cut(ty, ((a as u128 * b as u128) >> ty.bits) as i128)),
        Div | Rem if y == 0 => None,
        Div => kept(ty, x / y),
        Rem => kept(ty, x / y).map(|_| cut(ty, x % y)),
        Min => Some(cut(ty, x.min(y))),
        Max => Some(cut(ty, x.max(y))),
        Band => Some(a & b),
        Bior => Some(a | b),
        Bxor => Some(a ^ b),
        Shl => Some(cut(ty, ((a as u128) << amount) as i128)),
        Lshr => Some(cut(ty, read(unsigned, a) >> amount)),
        Ashr => Some(cut(ty, read(signed, a) >> amount)),
        other => panic!("{other:?} is no operation on two integers"),
    }
}

fn compare(opr: Operator, ty: Type, a: u64, b: u64) -> bool {
    let order = read(ty, a).cmp(&read(ty, b));
    match opr {
        Operator::Eq => order.is_eq(),
        Operator::Ne => order.is_ne(),
        Operator::Lt => order.is_lt(),
        Operator::Le => order.is_le(),
        Operator::Gt => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// The value of a tree.
pub fn evaluate(tree: &Tree, given: &Operands) -> Value {
    match tree {
        Tree::Leaf(k, _) => given.leaves[usize::from(*k)],
        Tree::Constant(k, _) => Some(given.constants[usize::from(*k)]),
        Tree::Number(bits, _) => Some(*bits),
        Tree::Log2(_, kid) => {
            let value = evaluate(kid, given)?;
            (value != 0).then(|| u64::from(value.trailing_zeros()))
        }
        Tree::Intrinsic(
            intrinsic @ (Intrinsic::FunnelLeftWrap | Intrinsic::FunnelRightWrap),
            ty,
            kids,
        ) => {
            let low = evaluate(&kids[0], given)?;
            let high = evaluate(&kids[1], given)?;
            let amount = evaluate(&kids[2], given)? % u64::from(ty.bits);
            let both = u128::from(high) << ty.bits | u128::from(low);
            let is_left = *intrinsic == Intrinsic::FunnelLeftWrap;
            let moved = if is_left { both << amount >> ty.bits } else { both >> amount };
            Some(moved as u64 & ty.mask())
        }
        Tree::Intrinsic(other, ..) => panic!("{other:?} is not known"),
        Tree::Op(opr, ty, operands, kids) => operation(*opr, *ty, *operands, kids, given),
    }
}

fn operation(opr: Operator, ty: Type, of: Type, kids: &[Tree], given: &Operands) -> Value {
    use Operator::*;
    let first = evaluate(&kids[0], given);
    match opr {
        Select => {
            return if first? != 0 { evaluate(&kids[1], given) } else { evaluate(&kids[2], given) };
        }
        Land | Lior => {
            let decides = u64::from(opr == Lior);
            let second = evaluate(&kids[1], given);
            if first == Some(decides) || second == Some(decides) {
                return Some(decides);
            }
            return first.and(second).map(|_| 1 - decides);
        }
        _ => {}
    }
    let a = first?;
    match opr {
        Lnot => Some(1 - a),
        Bnot => Some(!a & ty.mask()),
        Neg => kept(ty, -read(ty, a)),
        // The lowest number has no positive counterpart and stays.
        Abs => Some(cut(ty, read(ty, a).abs())),
        Cvtl | Cvt => Some(cut(ty, read(of, a))),
        Tas => Some(a),
        Eq | Ne | Lt | Le | Gt | Ge => {
            Some(u64::from(compare(opr, of, a, evaluate(&kids[1], given)?)))
        }
        _ => binary(opr, ty, a, evaluate(&kids[1], given)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(opr: Operator, kind: Kind, bits: u32, a: u64, b: u64) -> Value {
        let ty = Type { kind, bits };
        let result =
            if matches!(opr, Operator::Lt) { Type { kind: Kind::Predicate, bits: 1 } } else { ty };
        let tree = Tree::Op(opr, result, ty, vec![Tree::Number(a, ty), Tree::Number(b, ty)]);
        evaluate(&tree, &Operands { leaves: [None; 5], constants: [0; 3] })
    }

    /// C17 6.5.5 (quotients cut toward zero), PTX ISA (shifts clamp), two's complement: worked out by hand.
    #[test]
    fn values_worked_out_by_hand() {
        use Kind::{Signed, Unsigned};
        use Operator::*;
        for (opr, kind, bits, a, b, wanted) in [
            (Add, Signed, 8, 127, 1, None),
            (Add, Unsigned, 8, 127, 129, Some(0)),
            (Sub, Signed, 8, 128, 1, None),
            (Mpy, Signed, 8, 16, 8, None),
            (Mpy, Unsigned, 64, u64::MAX, u64::MAX, Some(1)),
            (Mpy, Signed, 64, 1 << 63, u64::MAX, None),
            (Highmpy, Unsigned, 64, u64::MAX, u64::MAX, Some(u64::MAX - 1)),
            (Highmpy, Signed, 8, 255, 255, Some(0)),
            (Div, Signed, 8, 249, 2, Some(253)),
            (Rem, Signed, 8, 249, 2, Some(255)),
            (Div, Signed, 8, 128, 255, None),
            (Rem, Unsigned, 8, 1, 0, None),
            (Shl, Unsigned, 8, 3, 7, Some(128)),
            (Shl, Unsigned, 64, 3, 64, Some(0)),
            (Ashr, Unsigned, 8, 128, 200, Some(255)),
            (Lshr, Signed, 8, 128, 7, Some(1)),
            (Lt, Signed, 8, 255, 0, Some(1)),
            (Lt, Unsigned, 8, 255, 0, Some(0)),
            (Min, Signed, 8, 255, 0, Some(255)),
        ] {
            assert_eq!(of(opr, kind, bits, a, b), wanted, "{opr:?} {kind:?} {a} {b}");
        }
    }
}

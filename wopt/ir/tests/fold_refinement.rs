//! Every simplification row refines what it replaces, exhaustively at 8 bits: wherever the tree as written is defined
//! (no I-form overflow, no division by zero), the simplified tree has the same value.

use optx_ir::{AuxKind, CodeRep, CrId, Func, Kids, Op};
use optx_whirl::{Mtype, Operator};
use std::collections::HashMap;

/// A tree as written, evaluated without the code under test.
#[derive(Clone)]
enum Tree {
    X,
    Y,
    Constant(u8),
    Op(Operator, Mtype, Vec<Tree>),
}

fn op(opr: Operator, mtype: Mtype, kids: &[&Tree]) -> Tree {
    Tree::Op(opr, mtype, kids.iter().map(|k| (*k).clone()).collect())
}

/// An operation on bytes; None is undefined.
fn apply(opr: Operator, mtype: Mtype, a: u8, b: u8) -> Option<u8> {
    use Operator::*;
    let signed = mtype == Mtype::I1;
    let (sa, sb) = (a as i8, b as i8);
    Some(match opr {
        Add if signed => sa.checked_add(sb)? as u8,
        Sub if signed => sa.checked_sub(sb)? as u8,
        Mpy if signed => sa.checked_mul(sb)? as u8,
        Neg if signed => sa.checked_neg()? as u8,
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mpy => a.wrapping_mul(b),
        Neg => a.wrapping_neg(),
        Bnot => !a,
        Band => a & b,
        Bior => a | b,
        Bxor => a ^ b,
        Div if signed => sa.checked_div(sb)? as u8,
        Rem if signed => sa.checked_rem(sb)? as u8,
        Div => a.checked_div(b)?,
        Rem => a.checked_rem(b)?,
        Min if signed => sa.min(sb) as u8,
        Max if signed => sa.max(sb) as u8,
        Min => a.min(b),
        Max => a.max(b),
        Highmpy if signed => ((i16::from(sa) * i16::from(sb)) >> 8) as u8,
        Highmpy => ((u16::from(a) * u16::from(b)) >> 8) as u8,
        Shl => {
            if b >= 8 {
                0
            } else {
                a << b
            }
        }
        Lshr => {
            if b >= 8 {
                0
            } else {
                a >> b
            }
        }
        Ashr => (sa >> b.min(7)) as u8,
        Eq => u8::from(a == b),
        Ne => u8::from(a != b),
        Lt => u8::from(if signed { sa < sb } else { a < b }),
        Le => u8::from(if signed { sa <= sb } else { a <= b }),
        Gt => u8::from(if signed { sa > sb } else { a > b }),
        Ge => u8::from(if signed { sa >= sb } else { a >= b }),
        other => panic!("no meaning for {other:?}"),
    })
}

fn evaluate(tree: &Tree, x: u8, y: u8) -> Option<u8> {
    match tree {
        Tree::X => Some(x),
        Tree::Y => Some(y),
        Tree::Constant(c) => Some(*c),
        Tree::Op(opr, mtype, kids) => {
            let a = evaluate(&kids[0], x, y)?;
            let b = kids.get(1).map_or(Some(0), |k| evaluate(k, x, y))?;
            apply(*opr, *mtype, a, b)
        }
    }
}

struct Bench {
    f: Func,
    x: CrId,
    y: CrId,
}

impl Bench {
    fn new() -> Bench {
        let mut f = Func::new("f", "f");
        let x = f.new_aux(AuxKind::Temp, Mtype::U1, "x");
        let y = f.new_aux(AuxKind::Temp, Mtype::U1, "y");
        let (x, y) = (f.plain_var(x), f.plain_var(y));
        Bench { f, x, y }
    }

    /// The tree as the CODEMAP makes it.
    fn fold(&mut self, tree: &Tree, amount: bool) -> CrId {
        match tree {
            Tree::X => self.x,
            Tree::Y => self.y,
            // A shift's amount is 4 bytes wide.
            Tree::Constant(c) if amount => self.f.codemap.integer(Mtype::U4, u64::from(*c)),
            Tree::Constant(c) => self.f.codemap.integer(Mtype::U1, u64::from(*c)),
            Tree::Op(opr, mtype, kids) => {
                let is_shift = matches!(opr, Operator::Shl | Operator::Ashr | Operator::Lshr);
                let kids: Kids = kids
                    .iter()
                    .enumerate()
                    .map(|(k, kid)| self.fold(kid, is_shift && k == 1))
                    .collect();
                let (rtype, desc) =
                    if opr.is_compare() { (Mtype::B, *mtype) } else { (*mtype, Mtype::V) };
                self.f.codemap.op(Op { opr: *opr, rtype, desc, intrinsic: None, kids })
            }
        }
    }

    fn value(&self, id: CrId, x: u8, y: u8, memo: &mut HashMap<CrId, Option<u8>>) -> Option<u8> {
        if let Some(known) = memo.get(&id) {
            return *known;
        }
        let value = match self.f.codemap.get(id) {
            CodeRep::Var { .. } => Some(if id == self.x { x } else { y }),
            CodeRep::Const { value, .. } => Some(*value as u8),
            CodeRep::Op(op) => {
                let mtype = if op.opr.is_compare() { op.desc } else { op.rtype };
                let a = self.value(op.kids[0], x, y, memo);
                let b = op.kids.get(1).map_or(Some(0), |&k| self.value(k, x, y, memo));
                match (a, b) {
                    (Some(a), _) if op.opr == Operator::Lnot => Some(u8::from(a == 0)),
                    (Some(a), Some(b)) => apply(op.opr, mtype, a, b),
                    _ => None,
                }
            }
            other => panic!("folding made {other:?}"),
        };
        memo.insert(id, value);
        value
    }

    /// Refinement for all values of x, and y where it stands in the tree.
    fn check(&mut self, tree: &Tree, what: &str, with_y: bool) {
        let folded = self.fold(tree, false);
        let ys: &[u8] = if with_y { &[0, 1, 2, 7, 127, 128, 129, 255] } else { &[0] };
        for x in 0..=255u8 {
            for &y in ys {
                let Some(wanted) = evaluate(tree, x, y) else { continue };
                let got = self.value(folded, x, y, &mut HashMap::new());
                let shown = optx_ir::print::tree_text(&self.f, folded);
                assert_eq!(got, Some(wanted), "{what} at x={x} y={y}: became {shown}");
            }
        }
    }
}

const TYPES: [Mtype; 2] = [Mtype::I1, Mtype::U1];

const BINARY: [Operator; 14] = [
    Operator::Add,
    Operator::Sub,
    Operator::Mpy,
    Operator::Highmpy,
    Operator::Div,
    Operator::Rem,
    Operator::Min,
    Operator::Max,
    Operator::Band,
    Operator::Bior,
    Operator::Bxor,
    Operator::Shl,
    Operator::Ashr,
    Operator::Lshr,
];

const COMPARE: [Operator; 6] =
    [Operator::Eq, Operator::Ne, Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge];

fn is_shift(opr: Operator) -> bool {
    matches!(opr, Operator::Shl | Operator::Ashr | Operator::Lshr)
}

#[test]
fn one_constant_operand() {
    let mut bench = Bench::new();
    for mtype in TYPES {
        for opr in BINARY.into_iter().chain(COMPARE) {
            for c in 0..=255u8 {
                let right = op(opr, mtype, &[&Tree::X, &Tree::Constant(c)]);
                bench.check(&right, &format!("x {opr:?} {c} as {mtype}"), false);
                if !is_shift(opr) {
                    let left = op(opr, mtype, &[&Tree::Constant(c), &Tree::X]);
                    bench.check(&left, &format!("{c} {opr:?} x as {mtype}"), false);
                }
            }
        }
    }
}

#[test]
fn equal_and_exchanged_operands() {
    let mut bench = Bench::new();
    for mtype in TYPES {
        for opr in BINARY.into_iter().chain(COMPARE).filter(|o| !is_shift(*o)) {
            let same = op(opr, mtype, &[&Tree::X, &Tree::X]);
            bench.check(&same, &format!("x {opr:?} x as {mtype}"), false);
            for (a, b) in [(&Tree::X, &Tree::Y), (&Tree::Y, &Tree::X)] {
                bench.check(&op(opr, mtype, &[a, b]), &format!("{opr:?} as {mtype}"), true);
            }
        }
    }
}

#[test]
fn constants_only() {
    let mut bench = Bench::new();
    for mtype in TYPES {
        for opr in BINARY.into_iter().chain(COMPARE) {
            for a in 0..=255u8 {
                for b in (0..=255u8).step_by(5).chain([1, 2, 127, 128, 254]) {
                    let tree = op(opr, mtype, &[&Tree::Constant(a), &Tree::Constant(b)]);
                    let folded = bench.fold(&tree, false);
                    let Some(wanted) = evaluate(&tree, 0, 0) else { continue };
                    let got = bench.value(folded, 0, 0, &mut HashMap::new());
                    assert_eq!(got, Some(wanted), "{a} {opr:?} {b} as {mtype}");
                }
            }
        }
    }
}

#[test]
fn chains_of_additive_constants() {
    let mut bench = Bench::new();
    let constants: Vec<u8> =
        (0..=255u8).filter(|c| c % 64 < 2 || (126..=130).contains(c) || *c > 252).collect();
    for outer_type in TYPES {
        for inner_type in TYPES {
            for outer in [Operator::Add, Operator::Sub] {
                for inner in [Operator::Add, Operator::Sub] {
                    for &a in &constants {
                        for &b in &constants {
                            let first = op(inner, inner_type, &[&Tree::X, &Tree::Constant(a)]);
                            let tree = op(outer, outer_type, &[&first, &Tree::Constant(b)]);
                            let what = format!(
                                "(x {inner:?} {a} as {inner_type}) {outer:?} {b} as {outer_type}"
                            );
                            bench.check(&tree, &what, false);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn complements_and_negations_twice() {
    let mut bench = Bench::new();
    for a in TYPES {
        for b in TYPES {
            for (x, y) in [
                (Operator::Neg, Operator::Neg),
                (Operator::Bnot, Operator::Bnot),
                (Operator::Neg, Operator::Bnot),
                (Operator::Bnot, Operator::Neg),
            ] {
                let tree = op(x, a, &[&op(y, b, &[&Tree::X])]);
                bench.check(&tree, &format!("{x:?} {y:?}"), false);
            }
        }
    }
}

/// A chain meets its equal: `x + 1 + 2` and `x + 3` are one node.
#[test]
fn additive_constants_meet() {
    let mut bench = Bench::new();
    let c = Tree::Constant;
    let chain =
        op(Operator::Add, Mtype::U1, &[&op(Operator::Add, Mtype::U1, &[&Tree::X, &c(1)]), &c(2)]);
    let whole = op(Operator::Add, Mtype::U1, &[&Tree::X, &c(3)]);
    let difference =
        op(Operator::Sub, Mtype::U1, &[&op(Operator::Add, Mtype::U1, &[&Tree::X, &c(5)]), &c(2)]);
    let (a, b) = (bench.fold(&chain, false), bench.fold(&whole, false));
    assert_eq!(a, b);
    assert_eq!(bench.fold(&difference, false), b);
}

/// Where the constants' own sum overflows, the result must wrap: it is U-form.
#[test]
fn an_i_form_is_not_kept_where_it_would_overflow() {
    let mut bench = Bench::new();
    let c = Tree::Constant;
    let chain = op(
        Operator::Add,
        Mtype::I1,
        &[&op(Operator::Add, Mtype::I1, &[&Tree::X, &c(100)]), &c(100)],
    );
    let id = bench.fold(&chain, false);
    assert_eq!(bench.f.codemap.as_op(id).map(|o| o.rtype), Some(Mtype::U1));
    let mixed =
        op(Operator::Add, Mtype::I1, &[&op(Operator::Add, Mtype::U1, &[&Tree::X, &c(1)]), &c(1)]);
    let id = bench.fold(&mixed, false);
    assert_eq!(bench.f.codemap.as_op(id).map(|o| o.rtype), Some(Mtype::U1));
}

/// Floats: no row may touch what signed zeros, NaNs or options tell apart.
#[test]
fn float_rows_keep_bits() {
    let mut f = Func::new("f", "f");
    let aux = f.new_aux(AuxKind::Temp, Mtype::F4, "x");
    let x = f.plain_var(aux);
    let bits = |v: f32| u64::from(v.to_bits());
    let map = &mut f.codemap;
    let (zero, minus_zero) = (map.float(Mtype::F4, bits(0.0)), map.float(Mtype::F4, bits(-0.0)));
    let one = map.float(Mtype::F4, bits(1.0));
    let nan = map.float(Mtype::F4, bits(f32::NAN));
    use Operator::*;
    // x + 0 is not x for x = -0, x * 0 is not 0 for x = inf, x - x not for NaN, x / x not for 0.
    for (opr, a, b) in
        [(Add, x, zero), (Mpy, x, zero), (Sub, x, x), (Div, x, x), (Mpy, x, minus_zero)]
    {
        let id = map.binary(opr, Mtype::F4, a, b);
        assert!(map.as_op(id).is_some(), "{opr:?} was folded");
    }
    // Where subnormals may be flushed, these do that; where they are kept, nothing.
    for (opr, b) in [(Add, minus_zero), (Sub, zero), (Mpy, one), (Div, one)] {
        map.floats.keeps_subnormals = false;
        assert_ne!(map.binary(opr, Mtype::F4, x, b), x, "{opr:?}");
        map.floats.keeps_subnormals = true;
        assert_eq!(map.binary(opr, Mtype::F4, x, b), x, "{opr:?}");
    }
    // NaN operands stay for the machine.
    let id = map.binary(Add, Mtype::F4, nan, one);
    assert!(map.as_op(id).is_some());
    // x == x is not true for NaN, and !(x < y) is not x >= y.
    let same = map.compare(Eq, Mtype::F4, x, x);
    assert!(map.as_op(same).is_some());
    let less = map.compare(Lt, Mtype::F4, x, one);
    let not = map.unary(Lnot, Mtype::B, Mtype::V, less);
    assert_eq!(map.as_op(not).map(|o| o.opr), Some(Lnot));
    let equal = map.compare(Eq, Mtype::F4, x, one);
    let not = map.unary(Lnot, Mtype::B, Mtype::V, equal);
    assert_eq!(map.as_op(not).map(|o| o.opr), Some(Ne));
}

/// Widths: a cut then an extension, against Rust's own casts.
#[test]
fn cuts_and_conversions_of_constants_and_chains() {
    let mut f = Func::new("f", "f");
    let aux = f.new_aux(AuxKind::Temp, Mtype::U4, "x");
    let x = f.plain_var(aux);
    let narrow = [Mtype::I1, Mtype::U1, Mtype::I2, Mtype::U2];
    let cut = |m: Mtype, v: u32| match m {
        Mtype::I1 => v as u8 as i8 as i32 as u32,
        Mtype::U1 => u32::from(v as u8),
        Mtype::I2 => v as u16 as i16 as i32 as u32,
        _ => u32::from(v as u16),
    };
    for outer in narrow {
        for inner in narrow {
            let first = f.codemap.unary(Operator::Cvtl, inner.register(), inner, x);
            let both = f.codemap.unary(Operator::Cvtl, outer.register(), outer, first);
            for v in [
                0u32,
                1,
                0x7f,
                0x80,
                0xff,
                0x100,
                0x7fff,
                0x8000,
                0xffff,
                0x1_0000,
                0xdead_beef,
                u32::MAX,
            ] {
                let wanted = cut(outer, cut(inner, v));
                let mut got = v;
                let mut chain = Vec::new();
                let mut at = both;
                while let Some(op) = f.codemap.as_op(at) {
                    chain.push(op.desc);
                    at = op.kids[0];
                }
                for desc in chain.into_iter().rev() {
                    got = cut(desc, got);
                }
                assert_eq!(got, wanted, "{outer} of {inner} at {v:#x}");
                let constant = f.codemap.integer(Mtype::U4, u64::from(v));
                let folded = f.codemap.unary(Operator::Cvtl, outer.register(), outer, constant);
                assert_eq!(f.codemap.constant(folded), Some(u64::from(cut(outer, v))));
            }
        }
    }
    for v in [0u32, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
        let c = f.codemap.integer(Mtype::U4, u64::from(v));
        let signed = f.codemap.unary(Operator::Cvt, Mtype::I8, Mtype::I4, c);
        assert_eq!(f.codemap.constant(signed), Some(i64::from(v as i32) as u64));
        let unsigned = f.codemap.unary(Operator::Cvt, Mtype::U8, Mtype::U4, c);
        assert_eq!(f.codemap.constant(unsigned), Some(u64::from(v)));
        let float = f.codemap.unary(Operator::Cvt, Mtype::F4, Mtype::I4, c);
        let CodeRep::Rconst { bits, .. } = f.codemap.get(float) else { panic!("not folded") };
        assert_eq!(*bits as u32, (v as i32 as f32).to_bits());
    }
}

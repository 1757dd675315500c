//! Quotients and remainders by constants have the value of the division: every divisor and dividend of 8 bits, every divisor of
//! 16 bits with the dividends around its multiples, and random and extreme ones of 32 and 64 bits. The trees are evaluated here, by
//! integers of 128 bits.
//!
//! `OPTX_DIVISIONS=1000000000` sets how many random pairs of each of the wide types are tried.

use optx_ir::{AuxKind, CodeRep, CrId, Fact, Func, Kids, Op};
use optx_whirl::{Mtype, Operator};

/// A number of a type: its bits, kept without copies of the sign.
fn value_of(mtype: Mtype, bits: u64) -> i128 {
    let unused = 64 - mtype.bits();
    let bits = bits << unused;
    if mtype.is_signed() { i128::from(bits as i64 >> unused) } else { i128::from(bits >> unused) }
}

fn bits_of(mtype: Mtype, value: i128) -> u64 {
    value as u64 & (u64::MAX >> (64 - mtype.bits()))
}

/// The value of a tree over `x`.
fn evaluate(f: &Func, id: CrId, x: u64) -> u64 {
    let op = match f.codemap.get(id) {
        CodeRep::Var { .. } => return x,
        CodeRep::Const { value, .. } => return *value,
        CodeRep::Op(op) => *op,
        other => panic!("a division became {other:?}"),
    };
    let kids: Vec<u64> = op.kids.iter().map(|&kid| evaluate(f, kid, x)).collect();
    let mtype = op.rtype;
    let at = |k: usize| value_of(mtype, kids[k]);
    use Operator::*;
    let value = match op.opr {
        Add => at(0) + at(1),
        Sub => at(0) - at(1),
        Mpy => at(0).wrapping_mul(at(1)),
        Neg => -at(0),
        Highmpy if mtype.is_signed() => (at(0) * at(1)) >> mtype.bits(),
        Highmpy => ((at(0) as u128 * at(1) as u128) >> mtype.bits()) as i128,
        Band => at(0) & at(1),
        Ashr | Lshr => {
            assert_eq!(mtype.is_signed(), op.opr == Ashr, "{op:?}");
            assert!(kids[1] < u64::from(mtype.bits()), "{op:?}");
            at(0) >> kids[1]
        }
        // A predicate as a number is 0 or 1.
        Cvt if op.desc == Mtype::B => return kids[0],
        Select if kids[0] != 0 => at(1),
        Select => at(2),
        Ge => return u64::from(value_of(op.desc, kids[0]) >= value_of(op.desc, kids[1])),
        Ne => return u64::from(kids[0] != kids[1]),
        Eq => return u64::from(kids[0] == kids[1]),
        other => panic!("a division became {other:?}"),
    };
    bits_of(mtype, value)
}

struct Divider {
    f: Func,
    x: CrId,
}

impl Divider {
    fn new(mtype: Mtype) -> Divider {
        let mut f = Func::new("f", "f");
        let x = f.new_aux(AuxKind::Temp, mtype, "x");
        let x = f.plain_var(x);
        Divider { f, x }
    }

    fn divide(&mut self, opr: Operator, mtype: Mtype, divisor: u64) -> Option<CrId> {
        self.divide_bounded(opr, mtype, divisor, None)
    }

    fn divide_bounded(
        &mut self,
        opr: Operator,
        mtype: Mtype,
        divisor: u64,
        dividend: Option<&Fact>,
    ) -> Option<CrId> {
        let map = &mut self.f.codemap;
        let kids = Kids::from_slice(&[self.x, map.integer(mtype, divisor)]);
        let (rtype, desc) = (mtype, Mtype::V);
        map.divide_by_constant(&Op { opr, rtype, desc, intrinsic: None, kids }, dividend)
    }

    /// The trees of quotient and remainder; none where the division stays, which only that by 0 does, and what is folded elsewhere.
    fn both(&mut self, mtype: Mtype, divisor: u64) -> Option<[(Operator, CrId); 2]> {
        let quotient = self.divide(Operator::Div, mtype, divisor);
        let remainder = self.divide(Operator::Rem, mtype, divisor);
        assert_eq!(quotient.is_some(), remainder.is_some());
        if quotient.is_none() {
            let value = value_of(mtype, divisor);
            let folds = [0, 1].contains(&value) || !mtype.is_signed() && value.count_ones() == 1;
            assert!(folds, "{mtype} by {value} stays");
        }
        Some([(Operator::Div, quotient?), (Operator::Rem, remainder?)])
    }
}

/// Compares with the division itself.
fn check(d: &Divider, trees: &[(Operator, CrId); 2], mtype: Mtype, divisor: u64, x: u64) {
    let (a, b) = (value_of(mtype, x), value_of(mtype, divisor));
    for &(opr, tree) in trees {
        let wanted = bits_of(mtype, if opr == Operator::Div { a / b } else { a % b });
        let got = evaluate(&d.f, tree, x);
        assert_eq!(
            got,
            wanted,
            "{a} {opr:?} {b} as {mtype}: {}",
            optx_ir::print::tree_text(&d.f, tree)
        );
    }
}

#[test]
fn every_division_of_8_bits() {
    for mtype in [Mtype::I1, Mtype::U1] {
        let mut d = Divider::new(mtype);
        let mut expanded = 0;
        for divisor in 0..256 {
            let Some(trees) = d.both(mtype, divisor) else { continue };
            expanded += 1;
            (0..256).for_each(|x| check(&d, &trees, mtype, divisor, x));
        }
        assert_eq!(expanded, if mtype.is_signed() { 254 } else { 247 });
    }
}

/// The dividends around every multiple of a divisor are those where a quotient changes.
#[test]
fn every_divisor_of_16_bits() {
    for mtype in [Mtype::I2, Mtype::U2] {
        let mut d = Divider::new(mtype);
        for divisor in 0..1 << 16 {
            let Some(trees) = d.both(mtype, divisor) else { continue };
            let size = value_of(mtype, divisor).unsigned_abs() as u64;
            let last = 0xffff / size;
            for multiple in [0, 1, 2, last / 2, last / 2 + 1, last - 1, last].map(|k| k * size) {
                for near in [multiple.wrapping_sub(1), multiple, multiple + 1] {
                    check(&d, &trees, mtype, divisor, near & 0xffff);
                    check(&d, &trees, mtype, divisor, near.wrapping_neg() & 0xffff);
                }
            }
            [0x7fff, 0x8000, 0x8001, 0xffff]
                .iter()
                .for_each(|&x| check(&d, &trees, mtype, divisor, x));
        }
    }
}

/// Marsaglia's xorshift.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Few bits, many bits, runs of ones and zeros: numbers of all sizes and their neighbours.
fn some_number(state: &mut u64) -> u64 {
    let (a, b) = (next(state), next(state));
    let size = a >> (b % 64);
    match b >> 62 {
        0 => a,
        1 => size,
        2 => size.wrapping_neg(),
        _ => (1u64 << (b % 64)).wrapping_add(a % 5).wrapping_sub(2),
    }
}

#[test]
fn wide_divisions() {
    let pairs = std::env::var("OPTX_DIVISIONS").ok().and_then(|n| n.parse().ok());
    let pairs: u64 = pairs.unwrap_or(200_000);
    for mtype in [Mtype::I4, Mtype::U4, Mtype::I8, Mtype::U8] {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        let all = u64::MAX >> (64 - mtype.bits());
        let mut left = pairs;
        while left > 0 {
            // Trees are not kept for ever.
            let mut d = Divider::new(mtype);
            for _ in 0..1000 {
                let divisor = some_number(&mut state) & all;
                let Some(trees) = d.both(mtype, divisor) else { continue };
                let size = value_of(mtype, divisor).unsigned_abs() as u64;
                for _ in 0..10 {
                    let x = some_number(&mut state) & all;
                    let multiple = x - x % size;
                    for x in [x, multiple, multiple.wrapping_sub(1) & all] {
                        check(&d, &trees, mtype, divisor, x);
                    }
                }
                left = left.saturating_sub(30);
            }
        }
    }
}

/// Of bounded dividends: every bound and divisor of 8 bits, and of 32 and 64 bits the dividends up to the bound that are multiples or
/// about to be. What is not negative is divided without a sign.
#[test]
fn bounded_dividends() {
    for mtype in [Mtype::I4, Mtype::U4, Mtype::I8, Mtype::U8] {
        let mut divider = Divider::new(mtype);
        let width = mtype.bits();
        let signed_bits = width - u32::from(mtype.is_signed());
        for bits in [1, 5, 8, 16, 31, 32, 33, 63, 64].into_iter().filter(|&b| b <= signed_bits) {
            let high = u64::MAX >> (64 - bits);
            let fact = Fact::unsigned(width, 0, high);
            for divisor in (2..260).chain([641, 1000, 65_537, 1_000_000_007, (1 << 31) - 1]) {
                for opr in [Operator::Div, Operator::Rem] {
                    let tree = divider.divide_bounded(opr, mtype, divisor, Some(&fact));
                    let Some(tree) = tree else {
                        assert!(
                            !mtype.is_signed() && divisor.is_power_of_two(),
                            "{mtype} {divisor}"
                        );
                        continue;
                    };
                    let last = high / divisor * divisor;
                    let around = [0, divisor, divisor * 7, last, high, high / 2, high / 3];
                    for x in around
                        .into_iter()
                        .flat_map(|x| [x.wrapping_sub(1), x, x + u64::from(x < high)])
                    {
                        if x > high {
                            continue;
                        }
                        let wanted = if opr == Operator::Div { x / divisor } else { x % divisor };
                        let got = evaluate(&divider.f, tree, x);
                        assert_eq!(got, wanted, "{x} {opr:?} {divisor}, {mtype}, {bits} bits");
                    }
                }
            }
        }
    }
    // Seven needs 33 bits of a multiplier, but not for 31 bits of a dividend; no sign is looked at.
    let operations = |fact: Option<Fact>| {
        let mut divider = Divider::new(Mtype::I4);
        let tree = divider.divide_bounded(Operator::Div, Mtype::I4, 7, fact.as_ref());
        let mut walk = optx_ir::walk::Walk::new();
        let mut count = 0;
        walk.tree(&divider.f.codemap, tree.expect("a quotient"), |_, node| {
            count += u32::from(matches!(node, CodeRep::Op(_)));
            true
        });
        count
    };
    assert_eq!(operations(Some(Fact::signed(32, 0, i64::from(i32::MAX)))), 2);
    assert!(operations(None) > 3);
}

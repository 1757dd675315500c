//! What the interpreter gives for operators and pure intrinsics, against values that come from elsewhere: the C standard,
//! the PTX ISA, IEEE 754; and that folding never contradicts it.

mod random;

use optx_ir::interpret::{Value, evaluate};
use optx_ir::{CodeRep, Codemap, Kids, Op};
use optx_whirl::{Intrinsic, IntrinsicClass, Module, Mtype, Operator};
use random::Random;

fn op(opr: Operator, rtype: Mtype, desc: Mtype) -> Op {
    Op { opr, rtype, desc, intrinsic: None, kids: Kids::new() }
}

/// The bits of the result; None for poison.
fn give(op: &Op, kids: &[u64]) -> Option<u64> {
    let kids: Vec<Value> = kids.iter().map(|&bits| Value::exact(bits)).collect();
    let value = evaluate(&Module::default(), op, &kids).expect("an operator that is known");
    (value.is_known()).then_some(value.bits)
}

fn arithmetic(opr: Operator, rtype: Mtype, kids: &[u64]) -> Option<u64> {
    give(&op(opr, rtype, Mtype::V), kids)
}

fn intrinsic(i: Intrinsic, rtype: Mtype, desc: Mtype, kids: &[u64]) -> Option<u64> {
    give(&Op { intrinsic: Some(i), ..op(Operator::IntrinsicOp, rtype, desc) }, kids)
}

fn f4(x: f32) -> u64 {
    u64::from(x.to_bits())
}

fn f8(x: f64) -> u64 {
    x.to_bits()
}

const MAX: u64 = 0x7fff_ffff;
const MIN: u64 = 0x8000_0000;
const ONES: u64 = 0xffff_ffff;

#[test]
fn integers_that_wrap_and_that_may_not() {
    use Mtype::{I4, I8, U4, U8};
    use Operator::*;
    assert_eq!(arithmetic(Add, U4, &[ONES, 2]), Some(1));
    assert_eq!(arithmetic(Add, I4, &[MAX, 1]), None);
    assert_eq!(arithmetic(Add, I4, &[ONES, 2]), Some(1));
    assert_eq!(arithmetic(Sub, I4, &[MIN, 1]), None);
    assert_eq!(arithmetic(Sub, U4, &[0, 1]), Some(ONES));
    assert_eq!(arithmetic(Mpy, I4, &[0x10000, 0x8000]), None);
    assert_eq!(arithmetic(Mpy, U4, &[0x10001, 0x10001]), Some(0x20001));
    assert_eq!(arithmetic(Mpy, I8, &[1 << 32, 1 << 31]), None);
    assert_eq!(arithmetic(Mpy, U8, &[u64::MAX, u64::MAX]), Some(1));
    assert_eq!(arithmetic(Neg, I4, &[MIN]), None);
    assert_eq!(arithmetic(Neg, U4, &[MIN]), Some(MIN));
    // PTX ISA, abs: the lowest number has no positive counterpart and stays.
    assert_eq!(arithmetic(Abs, I4, &[MIN]), Some(MIN));
    assert_eq!(arithmetic(Abs, I4, &[ONES]), Some(1));
    assert_eq!(arithmetic(Bnot, U8, &[0]), Some(u64::MAX));
    assert_eq!(arithmetic(Highmpy, U4, &[ONES, ONES]), Some(0xffff_fffe));
    assert_eq!(arithmetic(Highmpy, I4, &[ONES, ONES]), Some(0));
    assert_eq!(arithmetic(Highmpy, U8, &[u64::MAX, u64::MAX]), Some(u64::MAX - 1));
}

#[test]
fn quotients_and_remainders_are_those_of_c() {
    use Mtype::{I4, I8, U4};
    use Operator::{Div, Rem};
    let minus = |x: i32| u64::from(x as u32);
    // C17 6.5.5: the quotient is cut toward zero, and (a / b) * b + a % b is a.
    assert_eq!(arithmetic(Div, I4, &[minus(-7), 2]), Some(minus(-3)));
    assert_eq!(arithmetic(Rem, I4, &[minus(-7), 2]), Some(minus(-1)));
    assert_eq!(arithmetic(Rem, I4, &[7, minus(-2)]), Some(1));
    assert_eq!(arithmetic(Div, U4, &[minus(-7), 2]), Some(0x7fff_fffc));
    assert_eq!(arithmetic(Div, U4, &[1, 0]), None);
    assert_eq!(arithmetic(Rem, I4, &[1, 0]), None);
    assert_eq!(arithmetic(Div, I4, &[MIN, ONES]), None);
    assert_eq!(arithmetic(Rem, I8, &[1 << 63, u64::MAX]), None);
}

#[test]
fn shifts_of_the_width_and_more() {
    use Mtype::{I4, I8, U4, U8};
    use Operator::{Ashr, Lshr, Shl};
    assert_eq!(arithmetic(Shl, U4, &[1, 31]), Some(MIN));
    assert_eq!(arithmetic(Shl, U4, &[1, 32]), Some(0));
    assert_eq!(arithmetic(Shl, I8, &[3, 63]), Some(1 << 63));
    assert_eq!(arithmetic(Shl, U8, &[3, ONES]), Some(0));
    assert_eq!(arithmetic(Lshr, I4, &[MIN, 31]), Some(1));
    assert_eq!(arithmetic(Lshr, U4, &[ONES, 32]), Some(0));
    assert_eq!(arithmetic(Ashr, U4, &[MIN, 4]), Some(0xf800_0000));
    assert_eq!(arithmetic(Ashr, I4, &[MIN, 99]), Some(ONES));
    assert_eq!(arithmetic(Ashr, I8, &[1 << 62, 64]), Some(0));
}

#[test]
fn predicates_and_selects() {
    let poison = Value::POISON;
    let (yes, no) = (Value::predicate(true), Value::predicate(false));
    let of = |opr: Operator, kids: &[Value]| {
        evaluate(&Module::default(), &op(opr, Mtype::B, Mtype::V), kids).expect("known")
    };
    assert_eq!(of(Operator::Land, &[poison, no]), no);
    assert_eq!(of(Operator::Land, &[poison, yes]), poison);
    assert_eq!(of(Operator::Lior, &[yes, poison]), yes);
    assert_eq!(of(Operator::Lior, &[no, poison]), poison);
    assert_eq!(of(Operator::Lnot, &[no]), yes);
    assert_eq!(of(Operator::Select, &[yes, no, poison]), no);
    assert_eq!(of(Operator::Select, &[no, no, poison]), poison);
    assert_eq!(of(Operator::Select, &[poison, no, no]), poison);
}

#[test]
fn comparisons_by_type() {
    use Mtype::{B, F4, F8, I4, U4};
    use Operator::*;
    let of = |opr, desc, kids: &[u64]| give(&op(opr, B, desc), kids);
    assert_eq!(of(Lt, I4, &[ONES, 0]), Some(1));
    assert_eq!(of(Lt, U4, &[ONES, 0]), Some(0));
    assert_eq!(of(Eq, F4, &[f4(0.0), f4(-0.0)]), Some(1));
    let nan = f8(f64::NAN);
    for opr in [Eq, Lt, Le, Gt, Ge] {
        assert_eq!(of(opr, F8, &[nan, nan]), Some(0), "{opr:?}");
    }
    assert_eq!(of(Ne, F8, &[nan, nan]), Some(1));
}

#[test]
fn conversions() {
    use Mtype::*;
    use Operator::{Cvt, Cvtl, Tas};
    let of = |opr, to, from, x: u64| give(&op(opr, to, from), &[x]);
    assert_eq!(of(Cvt, I8, I4, ONES), Some(u64::MAX));
    assert_eq!(of(Cvt, U8, U4, ONES), Some(ONES));
    assert_eq!(of(Cvt, U8, I4, MIN), Some(0xffff_ffff_8000_0000));
    assert_eq!(of(Cvt, I4, I8, 0x1_0000_0005), Some(5));
    assert_eq!(of(Cvt, U4, B, 1), Some(1));
    assert_eq!(of(Cvt, F4, B, 1), Some(f4(1.0)));
    assert_eq!(of(Cvtl, I4, I1, 0x1ff), Some(ONES));
    assert_eq!(of(Cvtl, U4, U1, 0x1ff), Some(0xff));
    assert_eq!(of(Cvtl, I4, I2, 0x8000), Some(0xffff_8000));
    assert_eq!(of(Cvtl, I8, I2, 0x8000), Some(0xffff_ffff_ffff_8000));
    assert_eq!(of(Tas, F4, U4, 0x3f80_0000), Some(f4(1.0)));
    assert_eq!(of(Tas, I8, F8, f8(-2.0)), Some(0xc000_0000_0000_0000));
    // To nearest, ties to even: 2^24 + 1 lies between two floats.
    assert_eq!(of(Cvt, F4, U4, 16_777_217), Some(f4(16_777_216.0)));
    assert_eq!(of(Cvt, F4, I4, ONES), Some(f4(-1.0)));
    assert_eq!(of(Cvt, F8, U8, u64::MAX), Some(f8(18_446_744_073_709_551_616.0)));
    assert_eq!(of(Cvt, F4, F8, f8(1e300)), Some(f4(f32::INFINITY)));
    // PTX ISA, cvt: clamped to the range; what a NaN becomes depends on the types.
    assert_eq!(of(Cvt, I4, F4, f4(-2.7)), Some(0xffff_fffe));
    assert_eq!(of(Cvt, U4, F4, f4(-2.7)), Some(0));
    assert_eq!(of(Cvt, I4, F8, f8(3e9)), Some(MAX));
    assert_eq!(of(Cvt, U8, F4, f4(f32::INFINITY)), Some(u64::MAX));
    assert_eq!(of(Cvt, I4, F4, f4(f32::NAN)), Some(0));
    assert_eq!(of(Cvt, I8, F4, f4(f32::NAN)), Some(1 << 63));
    assert_eq!(of(Cvt, U4, F8, f8(f64::NAN)), Some(MIN));
}

#[test]
fn floats() {
    use Mtype::{F4, F8};
    use Operator::*;
    assert_eq!(arithmetic(Add, F4, &[f4(1e-8), f4(1.0)]), Some(f4(1.0)));
    assert_eq!(arithmetic(Sub, F8, &[f8(0.3), f8(0.1)]), Some(f8(0.199_999_999_999_999_98)));
    assert_eq!(arithmetic(Div, F4, &[f4(1.0), f4(0.0)]), Some(f4(f32::INFINITY)));
    assert_eq!(arithmetic(Div, F8, &[f8(0.0), f8(0.0)]), Some(0x7fff_ffff_ffff_ffff));
    // One rounding: (1 + 2^-12)^2 - 1 - 2^-11 is 2^-24.
    let x = 1.0 + 2f32.powi(-12);
    let fused = arithmetic(Fma, F4, &[f4(x), f4(x), f4(-1.0 - 2f32.powi(-11))]);
    assert_eq!(fused, Some(f4(2f32.powi(-24))));
    assert_eq!(arithmetic(Neg, F4, &[f4(0.0)]), Some(f4(-0.0)));
    assert_eq!(arithmetic(Max, F4, &[f4(f32::NAN), f4(-3.0)]), Some(f4(-3.0)));
    assert_eq!(arithmetic(Min, F8, &[f8(0.0), f8(-0.0)]), Some(f8(-0.0)));
    assert_eq!(arithmetic(Max, F8, &[f8(-0.0), f8(0.0)]), Some(f8(0.0)));
    assert_eq!(arithmetic(Max, F4, &[f4(2.0), f4(7.0)]), Some(f4(7.0)));
}

#[test]
fn subnormals_with_ftz() {
    let mut module = Module::default();
    module.options.ftz = true;
    let of = |opr, rtype, kids: &[u64]| {
        let kids: Vec<Value> = kids.iter().map(|&bits| Value::exact(bits)).collect();
        evaluate(&module, &op(opr, rtype, Mtype::V), &kids).expect("known").bits
    };
    let tiny = f32::MIN_POSITIVE / 2.0;
    assert_eq!(of(Operator::Add, Mtype::F4, &[f4(-tiny), f4(-0.0)]), f4(-0.0));
    assert_eq!(of(Operator::Mpy, Mtype::F4, &[f4(f32::MIN_POSITIVE), f4(0.5)]), f4(0.0));
    let tiny = f64::MIN_POSITIVE / 2.0;
    assert_eq!(of(Operator::Add, Mtype::F8, &[f8(tiny), f8(0.0)]), f8(tiny));
}

#[test]
fn intrinsics_of_the_ptx_isa() {
    use Intrinsic::*;
    use Mtype::{F4, F8, I4, U4, U8};
    assert_eq!(intrinsic(Popc, U4, U8, &[0xff00_0000_0000_0001]), Some(9));
    assert_eq!(intrinsic(Clz, U4, U4, &[1]), Some(31));
    assert_eq!(intrinsic(Clz, U4, U8, &[0]), Some(64));
    assert_eq!(intrinsic(Ffs, U4, U4, &[0]), Some(0));
    assert_eq!(intrinsic(Ffs, U4, U8, &[0]), Some(0));
    assert_eq!(intrinsic(Ffs, U4, U8, &[0xc0_0000_0000]), Some(39));
    assert_eq!(intrinsic(Brev, U4, U4, &[1]), Some(MIN));
    assert_eq!(intrinsic(Prmt, U4, U4, &[0x3322_1100, 0x7766_5544, 0x7531]), Some(0x7755_3311));
    assert_eq!(intrinsic(Prmt, U4, U4, &[0x0000_8000, 0, 0x9999]), Some(ONES));
    assert_eq!(intrinsic(FunnelLeftWrap, U4, U4, &[0x8000_0001, 2, 33]), Some(5));
    assert_eq!(intrinsic(FunnelLeftClamp, U4, U4, &[7, 2, 99]), Some(7));
    assert_eq!(intrinsic(FunnelRightClamp, U4, U4, &[7, 2, 99]), Some(2));
    assert_eq!(intrinsic(FunnelRightWrap, U4, U4, &[8, 1, 35]), Some(0x2000_0001));
    assert_eq!(intrinsic(Mul24, I4, I4, &[0xff_ffff, 3]), Some(0xffff_fffd));
    assert_eq!(intrinsic(Mul24, U4, U4, &[0xff_ffff, 3]), Some(0x02ff_fffd));
    assert_eq!(intrinsic(Sad, I4, I4, &[ONES, 5, 10]), Some(16));
    assert_eq!(intrinsic(Hadd, I4, I4, &[ONES, ONES]), Some(ONES));
    assert_eq!(intrinsic(Hadd, U4, U4, &[ONES, ONES]), Some(ONES));
    assert_eq!(intrinsic(Rhadd, U4, U4, &[1, 2]), Some(2));
    assert_eq!(intrinsic(AddRu, F4, F4, &[f4(1.0), f4(1e-20)]), Some(f4(1.0f32.next_up())));
    assert_eq!(intrinsic(SubRz, F8, F8, &[f8(1.0), f8(1e-30)]), Some(f8(1.0f64.next_down())));
    assert_eq!(intrinsic(DivRd, F4, F4, &[f4(1.0), f4(3.0)]), Some(0x3eaa_aaaa));
    assert_eq!(intrinsic(DivRu, F4, F4, &[f4(1.0), f4(3.0)]), Some(0x3eaa_aaab));
    assert_eq!(intrinsic(SqrtRn, F8, F8, &[f8(2.0)]), Some(f8(std::f64::consts::SQRT_2)));
    assert_eq!(intrinsic(RcpRn, F4, F4, &[f4(-0.0)]), Some(f4(f32::NEG_INFINITY)));
    assert_eq!(intrinsic(CvtRu, F4, U4, &[16_777_217]), Some(f4(16_777_218.0)));
    assert_eq!(intrinsic(CvtRd, I4, F4, &[f4(-0.5)]), Some(ONES));
    assert_eq!(intrinsic(CvtRn, I4, F8, &[f8(2.5)]), Some(2));
    assert_eq!(intrinsic(Rint, F8, F8, &[f8(-0.5)]), Some(f8(-0.0)));
    assert_eq!(intrinsic(Saturate, F4, F4, &[f4(f32::NAN)]), Some(0));
    assert_eq!(intrinsic(Copysign, F8, F8, &[f8(3.0), f8(-0.0)]), Some(f8(-3.0)));
    // A NaN that arithmetic gave (0x7fffffff) has no sign to count on.
    assert_eq!(intrinsic(Copysign, F4, F4, &[f4(3.0), 0x7fff_ffff]), None);
    // 1 + 2 in half precision is 0x4200; in pairs, lane by lane.
    assert_eq!(intrinsic(F16Add, U4, U4, &[0x3c00, 0x4000]), Some(0x4200));
    assert_eq!(intrinsic(F16x2Mul, U4, U4, &[0x4000_3c00, 0x4000_4000]), Some(0x4400_4000));
    assert_eq!(intrinsic(F32FromF16, F4, U4, &[0xc000]), Some(f4(-2.0)));
    assert_eq!(intrinsic(Bf16FromF32Rz, U4, U4, &[f4(1.999)]), Some(0x3fff));
    let none = Op { intrinsic: Some(SinApprox), ..op(Operator::IntrinsicOp, F4, F4) };
    assert_eq!(evaluate(&Module::default(), &none, &[Value::of(F4, 0)]), None);
}

impl Random {
    fn of(&mut self, mtype: Mtype) -> u64 {
        let x = self.next();
        let number = match x % 6 {
            0 => x >> 8 & 3,
            1 => (x >> 8 & 3).wrapping_neg(),
            2 => (1 << (mtype.bits().max(1) - 1)) - (x >> 8 & 1),
            _ => x >> (8 + (x >> 3) % 50),
        };
        match mtype {
            Mtype::F4 => {
                f4([0.0, -0.0, 1.0, -1.5, 3e38, number as f32, f32::INFINITY][x as usize / 64 % 7])
            }
            Mtype::F8 => {
                f8([0.0, -0.0, 1.0, -1.5, 1e308, number as f64, 1e-310][x as usize / 64 % 7])
            }
            _ => Value::of(mtype, number).bits,
        }
    }
}

/// Every operator on every type that it exists on, with constants: what folding makes of it is what it gives.
#[test]
fn folding_constants_agrees() {
    use Mtype::*;
    let mut random = Random(99);
    let registers = [B, I4, U4, I8, U8, F4, F8];
    let (mut folded, mut compared) = (0, 0);
    for opr in Operator::ALL.iter().copied().filter(|o| !o.is_statement()) {
        for rtype in registers {
            for desc in Mtype::ALL {
                for _ in 0..60 {
                    let Some(kinds) = operand_types(opr, rtype, desc) else { break };
                    let values: Vec<u64> = kinds.iter().map(|&k| random.of(k)).collect();
                    let mut map = Codemap::default();
                    let mut kids = Kids::new();
                    for (&k, &v) in kinds.iter().zip(&values) {
                        kids.push(if k.is_float() { map.float(k, v) } else { map.integer(k, v) });
                    }
                    let op = Op { opr, rtype, desc, intrinsic: None, kids };
                    let wanted = give(&op, &values);
                    let found = map.op(op);
                    compared += 1;
                    let bits = match *map.get(found) {
                        CodeRep::Const { value, .. } => value,
                        CodeRep::Rconst { bits, .. } => bits,
                        _ => continue,
                    };
                    folded += 1;
                    assert!(
                        wanted.is_none_or(|w| w == bits),
                        "{opr:?} {rtype} {desc} of {values:x?} folds to {bits:x}, not {wanted:x?}"
                    );
                }
            }
        }
    }
    assert!(folded > 10_000 && compared > folded, "{folded} of {compared}");
}

/// The operand types of an operator where it exists on these types; None else.
fn operand_types(opr: Operator, rtype: Mtype, desc: Mtype) -> Option<Vec<Mtype>> {
    use Mtype::*;
    use Operator::*;
    let number = rtype != B;
    let whole = number && rtype.is_integer();
    let plain = desc == V;
    let (fits, kinds) = match opr {
        o if o.is_compare() => (rtype == B && desc.is_register(), vec![desc, desc]),
        Land | Lior => (rtype == B && plain, vec![B, B]),
        Lnot => (rtype == B && plain, vec![B]),
        Neg | Abs => (number && plain, vec![rtype]),
        Bnot => (whole && plain, vec![rtype]),
        Add | Sub | Mpy | Div | Max | Min => (number && plain, vec![rtype, rtype]),
        Rem | Band | Bior | Bxor | Highmpy => (whole && plain, vec![rtype, rtype]),
        Shl | Ashr | Lshr => (whole && plain, vec![rtype, U4]),
        Select => (plain, vec![B, rtype, rtype]),
        Fma => (rtype.is_float() && plain, vec![rtype, rtype, rtype]),
        Cvt => (number && (desc == B || desc.is_register()), vec![desc]),
        Cvtl => (whole && desc.is_integer() && desc.size() < 4, vec![rtype]),
        Tas => (number && desc.is_register() && desc.size() == rtype.size(), vec![desc]),
        _ => (false, Vec::new()),
    };
    fits.then_some(kinds)
}

/// Whatever is pure either has an exact value or says that it has none.
#[test]
fn every_pure_intrinsic_answers() {
    let mut exact = 0;
    for &i in Intrinsic::ALL.iter().filter(|i| i.class() == IntrinsicClass::Pure) {
        for rtype in [Mtype::U4, Mtype::U8, Mtype::F4, Mtype::F8] {
            let op = Op { intrinsic: Some(i), ..op(Operator::IntrinsicOp, rtype, Mtype::U4) };
            let kids = vec![Value::of(Mtype::U4, 0x3c00); i.kid_count()];
            exact += u32::from(evaluate(&Module::default(), &op, &kids).is_some());
        }
    }
    assert!(exact > 100, "{exact}");
}

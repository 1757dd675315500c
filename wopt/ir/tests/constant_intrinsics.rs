//! Pure intrinsics, quotients and fused multiply-adds of constants against the interpreter, which computes with exact numbers of
//! any length and cuts at the end: another way than the folder's. Whatever the folder makes a constant is the interpreter's value,
//! bit for bit; it folds what it says it does; and the approximations stay.

use optx_ir::interpret::{self, Value};
use optx_ir::{CodeRep, Codemap, CrId, FloatRules, Kids, Op};
use optx_whirl::{Intrinsic, IntrinsicClass, Module, Mtype, Operator};

fn values(mtype: Mtype) -> Vec<u64> {
    let singles = [
        0.0f32,
        1.0,
        0.5,
        1.5,
        2.5,
        3.0,
        0.1,
        7.999_999_5,
        16_777_215.0,
        2_147_483_500.0,
        3e9,
        1e20,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-40,
        1.2e-38,
        f32::INFINITY,
        4_194_303.5,
        0.333_333_34,
        1.000_000_1,
    ];
    let doubles = [
        0.0f64,
        1.0,
        0.5,
        1.5,
        2.5,
        0.1,
        1e300,
        1e-310,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        1.0 / 3.0,
        9_007_199_254_740_991.0,
        9.3e18,
        4_294_967_295.5,
        1.000_000_059_604_644_8,
        2.000_000_000_000_000_4,
    ];
    match mtype {
        Mtype::F4 => {
            let both = singles.into_iter().flat_map(|x| [x, -x]).chain([f32::NAN]);
            both.map(|x| u64::from(x.to_bits())).collect()
        }
        Mtype::F8 => {
            doubles.into_iter().flat_map(|x| [x, -x]).chain([f64::NAN]).map(f64::to_bits).collect()
        }
        _ => {
            let some = [
                0u64,
                1,
                2,
                3,
                5,
                31,
                32,
                33,
                64,
                0x7f,
                0x80,
                0xff,
                0x7531,
                0xba98,
                0xffff,
                0x8000_0000,
                0x7fff_ffff,
                0xffff_ffff,
                0x1234_5678,
                0xdead_beef,
                0x00ff_00ff,
                0x8000_0001,
                0xffff_ff00_0000_0001,
                0x8000_0000_0000_0000,
                u64::MAX,
                0x0123_4567_89ab_cdef,
            ];
            let mask = if mtype.size() == 8 { u64::MAX } else { 0xffff_ffff };
            some.map(|x| x & mask).to_vec()
        }
    }
}

/// A codemap of a module that keeps subnormals, or not, and divides and takes roots to nearest.
fn codemap(module: &Module) -> Codemap {
    let mut map = Codemap::default();
    map.floats = FloatRules::of(&module.options);
    map
}

fn leaf(map: &mut Codemap, mtype: Mtype, bits: u64) -> CrId {
    if mtype.is_float() { map.float(mtype, bits) } else { map.integer(mtype.unsigned(), bits) }
}

/// True for the bits of a NaN: one is as good as another.
fn is_nan(mtype: Mtype, bits: u64) -> bool {
    match mtype {
        Mtype::F4 => f32::from_bits(bits as u32).is_nan(),
        _ => mtype == Mtype::F8 && f64::from_bits(bits).is_nan(),
    }
}

/// Folds an operation of constants and compares; gives whether it was folded.
fn agrees(
    module: &Module,
    op: (Operator, Mtype, Mtype, Option<Intrinsic>),
    types: &[Mtype],
    bits: &[u64],
) -> bool {
    let (opr, rtype, desc, intrinsic) = op;
    let mut map = codemap(module);
    let kids: Vec<CrId> = types.iter().zip(bits).map(|(&t, &b)| leaf(&mut map, t, b)).collect();
    let op = Op { opr, rtype, desc, intrinsic, kids: Kids::from_slice(&kids) };
    let folded = map.op(op);
    let got = match *map.get(folded) {
        CodeRep::Const { value, .. } => value,
        CodeRep::Rconst { bits, .. } => bits,
        _ => return false,
    };
    let operands: Vec<Value> = types.iter().zip(bits).map(|(&t, &b)| Value::of(t, b)).collect();
    let what = format!(
        "{rtype} {} {intrinsic:?} of {desc} {bits:x?}, ftz {}",
        opr.name(),
        module.options.ftz
    );
    let wanted = interpret::evaluate(module, &op, &operands);
    let wanted = wanted.unwrap_or_else(|| panic!("{what}: folded to {got:#x}, and nobody knows"));
    assert!(
        !wanted.is_known()
            || wanted.bits == got
            || is_nan(rtype, got) && is_nan(rtype, wanted.bits),
        "{what}: {got:#x}, not {:#x}",
        wanted.bits
    );
    true
}

fn modules() -> [Module; 2] {
    [false, true].map(|ftz| {
        let mut module = Module::default();
        module.options.ftz = ftz;
        module
    })
}

/// All tuples of values of some types; of three operands every third value.
fn tuples(types: &[Mtype]) -> Vec<Vec<u64>> {
    let step = if types.len() == 3 { 2 } else { 1 };
    let mut all = vec![Vec::new()];
    for &mtype in types {
        let next = values(mtype);
        all = all
            .into_iter()
            .flat_map(|t| next.iter().step_by(step).map(move |&v| [t.clone(), vec![v]].concat()))
            .collect();
    }
    all
}

#[test]
fn what_is_folded_is_exact() {
    use Mtype::{F4, F8, I4, I8, U4, U8};
    let mut folded: Vec<Intrinsic> = Vec::new();
    for &intrinsic in Intrinsic::ALL {
        if intrinsic.class() != IntrinsicClass::Pure || intrinsic.is_address_conversion() {
            continue;
        }
        let count = intrinsic.kid_count();
        let shapes: Vec<(Mtype, Mtype, Vec<Mtype>)> = if intrinsic.name().starts_with("cvt.r") {
            let ways = [
                (I4, F4),
                (U4, F4),
                (I8, F4),
                (U8, F4),
                (I4, F8),
                (U4, F8),
                (I8, F8),
                (U8, F8),
                (F4, F8),
            ];
            let back =
                [(F4, I4), (F4, U4), (F4, I8), (F4, U8), (F8, I4), (F8, U4), (F8, I8), (F8, U8)];
            ways.into_iter().chain(back).map(|(r, d)| (r, d, vec![d])).collect()
        } else {
            let floats = [F4, F8].map(|t| (t, Mtype::V, vec![t; count]));
            let words = [(U4, U4, vec![U4; count]), (I4, I4, vec![I4; count])];
            let wide = [(U4, U8, vec![U8; count]), (U8, U8, vec![U8; count])];
            floats.into_iter().chain(words).chain(wide).collect()
        };
        for (rtype, desc, types) in shapes.into_iter().filter(|(.., types)| !types.is_empty()) {
            for module in modules() {
                for bits in tuples(&types) {
                    let op = (Operator::IntrinsicOp, rtype, desc, Some(intrinsic));
                    if is_sensible(intrinsic, rtype, desc) && agrees(&module, op, &types, &bits) {
                        folded.push(intrinsic);
                    }
                }
            }
        }
    }
    folded.dedup();
    for name in [
        "add.rn",
        "sub.rn",
        "mul.rn",
        "div.rn",
        "rcp.rn",
        "sqrt",
        "sqrt.rn",
        "floor",
        "ceil",
        "trunc",
        "rint",
        "copysign",
        "saturate",
        "cvt.rn",
        "cvt.rz",
        "cvt.rp",
        "cvt.rm",
        "popc",
        "clz",
        "brev",
        "prmt",
        "shf.l.wrap",
        "shf.l.clamp",
        "shf.r.wrap",
        "shf.r.clamp",
        "ex2.approx",
        "lg2.approx.ftz",
    ] {
        assert!(folded.iter().any(|i| i.name() == name), "{name} stays");
    }
    let is_exact_somewhere = |name: &str| name.starts_with("ex2.") || name.starts_with("lg2.");
    assert!(
        folded.iter().all(|i| !i.name().contains("approx") || is_exact_somewhere(i.name())),
        "an approximation is nowhere defined"
    );
}

/// Exponents and logarithms of base 2 are constants where the instructions are exact, and nowhere else.
#[test]
fn powers_of_two_are_exact() {
    use Intrinsic::{Ex2Approx, Ex2ApproxFtz, Lg2Approx, Lg2ApproxFtz};
    let module = Module::default();
    let folds = |intrinsic: Intrinsic, x: f32| {
        let op = (Operator::IntrinsicOp, Mtype::F4, Mtype::V, Some(intrinsic));
        agrees(&module, op, &[Mtype::F4], &[u64::from(x.to_bits())])
    };
    for n in -126..=127i32 {
        for power in [Ex2Approx, Ex2ApproxFtz] {
            assert!(folds(power, n as f32), "2^{n}");
            assert!(!folds(power, n as f32 + 0.25), "2^({n} + 1/4)");
        }
        for logarithm in [Lg2Approx, Lg2ApproxFtz] {
            assert!(folds(logarithm, 2f32.powi(n)), "lg 2^{n}");
            assert!(!folds(logarithm, 2f32.powi(n) * 1.5) && !folds(logarithm, -2f32.powi(n)));
        }
    }
    for x in [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-40] {
        assert!(!folds(Lg2Approx, x), "lg {x}");
    }
    for x in [-127.0, 128.0, 1e30, f32::INFINITY, f32::NAN] {
        assert!(!folds(Ex2Approx, x), "2^{x}");
    }
}

/// True for types that the intrinsic has.
fn is_sensible(intrinsic: Intrinsic, rtype: Mtype, desc: Mtype) -> bool {
    match intrinsic {
        Intrinsic::Popc | Intrinsic::Clz | Intrinsic::Ffs => {
            rtype == Mtype::U4 && desc.is_integer() && !desc.is_signed()
        }
        Intrinsic::Brev => rtype == desc && rtype.is_integer(),
        Intrinsic::Prmt
        | Intrinsic::FunnelLeftWrap
        | Intrinsic::FunnelLeftClamp
        | Intrinsic::FunnelRightWrap
        | Intrinsic::FunnelRightClamp => rtype == Mtype::U4 && desc == Mtype::U4,
        _ => true,
    }
}

#[test]
fn quotients_minima_and_fused_sums_are_exact() {
    for module in modules() {
        for mtype in [Mtype::F4, Mtype::F8] {
            let mut folded = [0; 4];
            for bits in tuples(&[mtype; 2]) {
                for (k, opr) in
                    [Operator::Div, Operator::Min, Operator::Max].into_iter().enumerate()
                {
                    let op = (opr, mtype, Mtype::V, None);
                    folded[k] += usize::from(agrees(&module, op, &[mtype; 2], &bits));
                }
            }
            for bits in tuples(&[mtype; 3]) {
                let op = (Operator::Fma, mtype, Mtype::V, None);
                folded[3] += usize::from(agrees(&module, op, &[mtype; 3], &bits));
            }
            assert!(folded.iter().all(|&count| count > 300), "{mtype}: {folded:?}");
        }
    }
}

/// What the options leave to an approximation is no constant.
#[test]
fn inexact_quotients_and_roots_stay() {
    let mut module = Module::default();
    (module.options.prec_div, module.options.prec_sqrt) = (false, false);
    let [one, three] = [1f32, 3.0].map(|x| u64::from(x.to_bits()));
    let div = (Operator::Div, Mtype::F4, Mtype::V, None);
    let root = (Operator::IntrinsicOp, Mtype::F4, Mtype::V, Some(Intrinsic::Sqrt));
    assert!(!agrees(&module, div, &[Mtype::F4; 2], &[one, three]));
    assert!(!agrees(&module, root, &[Mtype::F4], &[three]));
}

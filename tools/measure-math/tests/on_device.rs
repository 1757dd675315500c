//! Functions judged on a device, which is the emulator here: what passes, and what has to be noticed.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use optx_judge::Tool;
use optx_judge::trials::{self, assertions};
use optx_launch::device::DeviceError;
use optx_launch::{ApproxMode, Emulator, Schedule};
use optx_measure_math::compiler::Compiler;
use optx_measure_math::functions::{self, Function};
use optx_measure_math::host::{End, Host, Worst};
use optx_measure_math::inputs::inputs;
use optx_measure_math::on_device::{Judgement, Plan, Runner, judge, judge_all};
use optx_measure_math::outcome::Outcome;
use optx_measure_math::report;

/// In the table's order.
const NAMES: [&str; 12] = [
    "sqrtf", "exp2f", "expf", "lgammaf", "powf", "atan2f", "cbrt", "erfinv", "rint", "hypot",
    "__sinf", "quotient",
];
/// Others that the host is asked for.
const ASKED: [&str; 5] = ["fmaxf", "fminf", "powif", "copysignf", "__log10f"];
/// Those without first guesses.
const WITHOUT: [&str; 4] = ["sqrtf", "expf", "cbrt", "rint"];

fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| {
        let compiler = Compiler::chosen().expect("a compiler").only(&[&NAMES[..], &ASKED].concat());
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("host");
        Host::build_with(&compiler, &program).expect("a program")
    })
}

fn named(name: &str) -> &'static Function {
    functions::all().find(|f| f.name == name).expect("a row")
}

fn plan(bits: u32) -> Plan {
    Plan {
        target: "sm_80".into(),
        names: NAMES.map(str::to_owned).to_vec(),
        inputs: bits,
        flushed: Some(8),
        threads: 2,
        deadline: None,
    }
}

fn by_emulator(mode: ApproxMode, plan: &Plan) -> Vec<Judgement> {
    let mut emulator = Emulator::new(Schedule::Lockstep).with_approx(mode);
    let mut runner = Runner::on(&mut emulator);
    judge_all(host(), plan, &mut |f, ptx, inputs| runner.run(f, ptx, inputs), &mut |_| ())
}

/// Judges a function whose result number `k` is changed.
fn with_changed(name: &str, bits: u32, k: usize, change: u64) -> Judgement {
    let mut emulator = Emulator::default();
    let mut runner = Runner::on(&mut emulator);
    let run = &mut |f: &Function, ptx: &str, inputs: &[u8]| {
        let mut results = runner.run(f, ptx, inputs)?;
        let size = f.kind.bytes();
        for (byte, flip) in results[k * size..][..size].iter_mut().zip(change.to_le_bytes()) {
            *byte ^= flip;
        }
        Ok(results)
    };
    judge(named(name), host(), &Plan { flushed: None, ..plan(bits) }, run)
}

fn functions_pass_on_the_emulator() {
    let judgements = by_emulator(ApproxMode::Exact, &plan(10));
    assert_eq!(judgements.len(), NAMES.len());
    for j in &judgements {
        assert_eq!((j.outcome, j.differs, j.inputs), (Outcome::Passed, 0, 1024), "{j:?}");
        assert_eq!(j.flushed.is_some(), !named(&j.function).kind.is_double(), "{j:?}");
        assert!(j.error.is_none() && j.first_difference.is_none(), "{j:?}");
    }
    let without = judgements.iter().filter(|j| !j.guesses).map(|j| j.function.as_str());
    assert_eq!(without.collect::<Vec<_>>(), WITHOUT);
}

fn other_guesses_are_measured() {
    for mode in [ApproxMode::Low, ApproxMode::High, ApproxMode::Seed(7)] {
        let judgements = by_emulator(mode, &plan(10));
        for j in &judgements {
            assert_eq!(j.outcome, Outcome::Passed, "{mode:?} {j:?}");
            assert!(j.guesses || j.differs == 0, "{mode:?} {j:?}");
        }
        let power = judgements.iter().find(|j| j.function == "exp2f").expect("a judgement");
        let error = power.error.as_ref().expect("an error");
        assert!(power.differs > 10 && error.far > 0 && error.ulp > 0.5, "{power:?}");
    }
}

fn a_changed_result_is_noticed_where_nothing_is_guessed() {
    for (name, k) in [("sqrtf", 300), ("rint", 0), ("expf", 1023)] {
        let j = with_changed(name, 10, k, 1);
        assert_eq!((j.outcome, j.differs, j.guesses), (Outcome::Differs, 1, false), "{j:?}");
        assert!(j.message.starts_with("1 results are not the host's, the first at 0x"), "{j:?}");
        assert!(j.first_difference.is_some() && j.error.is_some(), "{j:?}");
    }
}

fn a_changed_result_is_noticed_where_the_bound_is_passed() {
    for (name, k, change) in [
        ("hypot", 700, 1 << 20),
        ("exp2f", 801, 1 << 4),
        ("erfinv", 901, 1 << 63),
        ("erfinv", 901, 0x7ff << 52),
        ("__sinf", 901, 1 << 23),
    ] {
        let j = with_changed(name, 10, k, change);
        assert_eq!((j.outcome, j.differs, j.guesses), (Outcome::Beyond, 1, true), "{j:?}");
    }
    // One number off is allowed.
    let j = with_changed("hypot", 14, 16000, 1);
    assert_eq!((j.outcome, j.differs), (Outcome::Passed, 1), "{j:?}");
    assert!(j.error.as_ref().is_some_and(|e| e.far <= 2 && e.ulp > 0.0), "{j:?}");
    // And where there is no bound, anything is.
    let f = named("lgammaf");
    let all = inputs(f, 1024, false);
    let bits = |k: usize| u64::from(u32::from_le_bytes([0, 1, 2, 3].map(|b| all[4 * k + b])));
    let free = (0..1024).find(|&k| f.is_unbounded(bits(k))).expect("an input without a bound");
    let j = with_changed("lgammaf", 10, free, 1 << 22);
    assert_eq!((j.outcome, j.differs), (Outcome::Passed, 1), "{j:?}");
    assert!(j.error.is_none(), "{j:?}");
}

fn what_goes_wrong_ends_one_function() {
    let mut emulator = Emulator::default();
    let mut runner = Runner::on(&mut emulator);
    let mut run = |f: &Function, ptx: &str, inputs: &[u8]| match f.name {
        "expf" => Err(DeviceError::Device("an illegal address".into())),
        "powf" => Err(DeviceError::Ptx("refused".into())),
        "cbrt" => runner.run(f, ptx, &inputs[8..]),
        "erfinv" => Err(DeviceError::Hang("it does not end".into())),
        _ => runner.run(f, ptx, inputs),
    };
    let mut said = Vec::new();
    let judgements = judge_all(host(), &plan(8), &mut run, &mut |j| said.push(j.function.clone()));
    assert_eq!(said, NAMES);
    let of = |name: &str| judgements.iter().find(|j| j.function == name).expect("a judgement");
    for (name, outcome, message) in [
        ("sqrtf", Outcome::Passed, ""),
        ("expf", Outcome::Device, "an illegal address"),
        ("powf", Outcome::Refused, "refused"),
        ("rint", Outcome::Skipped, "`erfinv` has no end"),
        ("cbrt", Outcome::Device, "255 results for 256 inputs"),
        ("erfinv", Outcome::Hangs, "it does not end"),
        ("atan2f", Outcome::Passed, ""),
    ] {
        assert_eq!((of(name).outcome, of(name).message.as_str()), (outcome, message));
    }
    let late = Plan { deadline: Some(Instant::now()), ..plan(8) };
    let judgements = by_emulator(ApproxMode::Exact, &late);
    assert!(judgements.iter().all(|j| j.outcome == Outcome::Skipped && j.inputs == 0));
}

fn a_program_that_is_not_there_is_said() {
    let mut emulator = Emulator::default();
    let mut runner = Runner::on(&mut emulator);
    let nowhere = Host::at("/nowhere/host".into());
    let run = &mut |f: &Function, ptx: &str, inputs: &[u8]| runner.run(f, ptx, inputs);
    let j = judge(named("sqrtf"), &nowhere, &plan(8), run);
    assert_eq!(j.outcome, Outcome::Host);
    assert!(j.message.starts_with("the host's program: "), "{j:?}");
}

fn same(a: &Worst, b: &Worst) -> bool {
    format!("{a:?}") == format!("{b:?}")
}

fn given_says_what_the_others_say() {
    for name in NAMES {
        let f = named(name);
        let all = inputs(f, 4096, true);
        let results = host().sample(f, &all, End::Exact).expect("results");
        let given = host().given(f, &all, &results).expect("a worst");
        let some = host().some(f, &all).expect("a worst");
        // `some` measures every guess, exact ones among them.
        assert!(given.ulp <= some.ulp && given.far <= some.far, "{name}: {given:?} {some:?}");
        if WITHOUT.contains(&name) {
            assert!(same(&given, &some), "{name}: {given:?} {some:?}");
        }
        if f.kind.is_double() {
            continue;
        }
        // Of numbers far from the smallest ones, flushing is no matter.
        let (from, to) = (all.chunks(4 * f.kind.arguments()), results.chunks(4));
        let far = |bytes: &[u8]| {
            bytes.chunks(4).all(|b| {
                let size = f32::from_le_bytes([b[0], b[1], b[2], b[3]]).abs();
                size.is_nan() || size > 1e-30
            })
        };
        let (x, r): (Vec<&[u8]>, Vec<&[u8]>) =
            from.zip(to).filter(|(x, r)| far(x) && far(r)).unzip();
        let (x, r) = (x.concat(), r.concat());
        let given = host().given(f, &x, &r).expect("a worst");
        let flushed = host().flushed(f, &x, &r).expect("a worst");
        assert!(x.len() > 1000 && same(&given, &flushed), "{name}: {given:?} {flushed:?}");
    }
}

/// CUDA's arithmetic has no signalling NaN: for it, too, the larger of a NaN and a number is the number, and its power 0 is 1.
fn signalling_nans_are_nans() {
    const SIGNALLING: f32 = f32::from_bits(0x7f81_2345);
    for (name, y, result) in
        [("fmaxf", -2.5f32, -2.5f32), ("fminf", -2.5, -2.5), ("powif", 0.0, 1.0)]
    {
        let bytes =
            |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        let f = named(name);
        for (x, r) in [
            (bytes(&[SIGNALLING, y]), bytes(&[result])),
            (bytes(&[-SIGNALLING, y]), bytes(&[result])),
        ] {
            let found = host().flushed(f, &x, &r).expect("a worst");
            assert_eq!(found.far, 0, "{name}: {found:?}");
            let found = host().given(f, &x, &r).expect("a worst");
            assert_eq!(found.far, 0, "{name}: {found:?}");
        }
    }
    // A NaN's sign stays what it is.
    let signs = [(SIGNALLING, 1.0f32), (-SIGNALLING, -1.0)];
    for (y, result) in signs {
        let x: Vec<u8> = [1.0, y].iter().flat_map(|v: &f32| v.to_le_bytes()).collect();
        let found = host().given(named("copysignf"), &x, &result.to_le_bytes()).expect("a worst");
        assert_eq!(found.far, 0, "{found:?}");
    }
}

/// The input and result with the largest error that an H100 gave (2026-11-26), and the number beyond.
fn what_was_measured_before_is_known() {
    let f = named("__log10f");
    let worst = |result: f32| {
        let (x, r) = (0.536_071_1f32.to_le_bytes(), result.to_le_bytes());
        host().given(f, &x, &r).expect("a worst")
    };
    let measured = -0.270_777_52f32;
    let beyond = f32::from_bits(measured.to_bits() - 2);
    assert!(!report::within(f, &worst(measured)) && report::was_measured(f, &worst(measured)));
    assert!(!report::was_measured(f, &worst(beyond)), "{:?}", worst(beyond));
    assert!(!report::was_measured(named("__sinf"), &worst(measured)), "nothing was");
}

fn main() {
    let tests: [(&str, fn()); 9] = [
        ("functions_pass_on_the_emulator", functions_pass_on_the_emulator),
        ("other_guesses_are_measured", other_guesses_are_measured),
        (
            "a_changed_result_is_noticed_where_nothing_is_guessed",
            a_changed_result_is_noticed_where_nothing_is_guessed,
        ),
        (
            "a_changed_result_is_noticed_where_the_bound_is_passed",
            a_changed_result_is_noticed_where_the_bound_is_passed,
        ),
        ("what_goes_wrong_ends_one_function", what_goes_wrong_ends_one_function),
        ("given_says_what_the_others_say", given_says_what_the_others_say),
        ("a_program_that_is_not_there_is_said", a_program_that_is_not_there_is_said),
        ("signalling_nans_are_nans", signalling_nans_are_nans),
        ("what_was_measured_before_is_known", what_was_measured_before_is_known),
    ];
    let needs = |name: &str| match name {
        "a_program_that_is_not_there_is_said" => &[][..],
        _ => &[Tool::Clang][..],
    };
    trials::run(tests.map(|(name, run)| assertions(name, needs(name), run)).into())
}

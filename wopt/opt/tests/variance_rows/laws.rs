//! The laws of states: joins, taints and normal forms.

use crate::cases::{EXACTNESS, apart, apart_on_two, distinct, node, symbol};
use crate::model::{Claims, Setting, Shared, Threads, mask};
use optx_wopt::analysis::variance::{Axes, Base, Coef, Exact, Extension, Variance};

/// Enough for multiples of 32 and a lane.
const WIDTH: u32 = 6;

/// States as they may be written down, normal or not.
fn raw() -> Vec<Variance> {
    let some = [Coef::ZERO, Coef::Known(1), Coef::Known(-3), Coef::Unknown];
    let named = symbol(9, 2, Extension::None);
    let mut states = Vec::new();
    for (x, z) in some.into_iter().chain([named]).flat_map(|x| some.map(|z| (x, z))) {
        for base in [Base::Uniform, Base::Const(3), Base::Const(-32)] {
            for exact in EXACTNESS {
                let coef = [x, Coef::ZERO, z];
                states.push(Variance { coef, base, exact, ..Variance::VARYING });
            }
        }
    }
    for lane in some.into_iter().chain([named]) {
        for (lane_exact, warp_aligned) in EXACTNESS.map(|e| [(e, false), (e, true)]).concat() {
            states.push(Variance { lane, lane_exact, warp_aligned, ..Variance::VARYING });
        }
    }
    states
}

/// Each normal state once, and those beside the rest.
fn normal() -> Vec<Variance> {
    let plain = [Variance::UNIFORM, Variance::TOP, Variance::constant(3), Variance::constant(64)];
    distinct(raw().into_iter().map(Variance::normal).chain(plain))
}

/// Some of them, in which all parts of a state are seen: for laws of three.
fn fewer() -> Vec<Variance> {
    normal().into_iter().step_by(5).chain([Variance::TOP]).collect()
}

fn settings() -> Vec<Setting> {
    let lanes = [[1, 0], [3, 31]].map(|l| Setting { threads: Threads::Warp(l), shared: vec![] });
    let mut all: Vec<Setting> = apart()[..2].to_vec();
    all.extend(apart_on_two());
    all.extend(lanes);
    let shared = Shared { node: node(9), value: 37, width: WIDTH };
    all.iter_mut().for_each(|setting| setting.shared.push(shared));
    all
}

/// By setting: the pairs of values that a state allows.
fn allowed(state: &Variance, settings: &[Setting]) -> Vec<Vec<bool>> {
    let of = |setting: &Setting| {
        let claims = Claims::of(state, &setting.threads, &setting.shared, WIDTH);
        (0..=mask(2 * WIDTH)).map(|pair| claims.hold([pair >> WIDTH, pair & mask(WIDTH)])).collect()
    };
    settings.iter().map(of).collect()
}

/// True where all that the first allows the second does.
fn within(first: &[Vec<bool>], second: &[Vec<bool>]) -> bool {
    first.iter().flatten().zip(second.iter().flatten()).all(|(&a, &b)| b || !a)
}

#[test]
fn a_normal_form_claims_the_same() {
    let settings = settings();
    for state in raw() {
        let (before, after) = (allowed(&state, &settings), allowed(&state.normal(), &settings));
        assert!(within(&before, &after), "{state:?}\nclaims less than {:?}", state.normal());
        assert_eq!(state.normal(), state.normal().normal());
        let has_base = state.normal().base != Base::Uniform;
        assert!(!has_base || !state.coef.contains(&Coef::Unknown), "a base of nothing: {state:?}");
    }
}

#[test]
fn joins_are_joins() {
    for a in normal() {
        assert_eq!(a.join(&a), a);
        assert_eq!((a.join(&Variance::TOP), Variance::TOP.join(&a)), (a, a));
        for b in normal() {
            assert_eq!(a.join(&b), b.join(&a), "{a:?}, {b:?}");
        }
    }
    for a in fewer() {
        for b in fewer() {
            for c in fewer() {
                assert_eq!(a.join(&b).join(&c), a.join(&b.join(&c)), "{a:?}, {b:?}, {c:?}");
            }
        }
    }
}

#[test]
fn joins_and_taints_only_lose_claims() {
    let settings = settings();
    let states: Vec<Variance> = fewer().into_iter().filter(|s| !s.is_top()).collect();
    let tables: Vec<_> = states.iter().map(|state| allowed(state, &settings)).collect();
    for (a, of_a) in states.iter().zip(&tables) {
        for b in &states {
            let joined = a.join(b);
            let k = states.iter().position(|state| *state == joined);
            let holds = match k {
                Some(k) => within(of_a, &tables[k]),
                None => within(of_a, &allowed(&joined, &settings)),
            };
            assert!(holds, "{a:?}\njoined to {b:?}\nclaims more: {joined:?}");
        }
        for axes in 0..16 {
            let tainted = a.tainted(Axes(axes));
            assert!(within(of_a, &allowed(&tainted, &settings)), "{a:?} tainted {tainted:?}");
            assert!(tainted.axes().has(Axes(axes)), "{a:?} tainted {tainted:?}");
            assert_eq!(a.join(&tainted), tainted, "a taint is below");
        }
    }
}

#[test]
fn what_varies_is_what_is_not_zero() {
    let state = Variance {
        coef: [Coef::Known(1), Coef::ZERO, Coef::Unknown],
        lane: Coef::ZERO,
        exact: Exact::NEITHER,
        ..Variance::VARYING
    };
    assert_eq!(state.axes(), Axes::axis(0).join(Axes::axis(2)));
    assert!(state.is_warp_uniform() && !state.is_block_uniform());
    assert_eq!(Variance::VARYING.axes(), Axes::ALL);
    assert!(Variance::UNIFORM.axes().is_none() && Variance::UNIFORM.is_block_uniform());
}

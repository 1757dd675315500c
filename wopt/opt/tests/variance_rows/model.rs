//! What a state claims of the values that two threads have.

use optx_ir::CrId;
use optx_wopt::analysis::variance::{Base, Coef, Extension, Variance};

/// The ones of a width.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The number that bits are, with or without a sign.
pub fn number(bits: u64, is_signed: bool, width: u32) -> i128 {
    let bits = i128::from(bits & mask(width));
    if is_signed && bits >> (width - 1) != 0 { bits - (1 << width) } else { bits }
}

/// The bits of a number.
pub fn bits(number: i128, width: u32) -> u64 {
    number as u64 & mask(width)
}

/// Two threads that are at one dynamic instance.
#[derive(Clone, Copy, Debug)]
pub enum Threads {
    /// Of one block, with these indices; which warps they are in does not matter.
    Block([[i64; 3]; 2]),
    /// Of one warp, with these lanes; what indices they have does not matter.
    Warp([i64; 2]),
}

/// The value of a node that the threads share.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    pub node: CrId,
    pub value: u64,
    pub width: u32,
}

/// Two threads, and the values of nodes that coefficients name.
#[derive(Clone, Debug)]
pub struct Setting {
    pub threads: Threads,
    pub shared: Vec<Shared>,
}

/// What a state claims of two threads' values.
#[derive(Clone, Copy, Debug)]
pub struct Claims {
    width: u32,
    /// The first's less the second's, modulo 2^width.
    modular: Option<i128>,
    /// The same over the integers, of the values with their sign, and without.
    exact: [Option<i128>; 2],
    /// The values themselves.
    values: Option<[u64; 2]>,
    /// What is to be taken from each so that a multiple of 32 is left.
    beside_aligned: Option<[i128; 2]>,
}

/// The number that a coefficient is; None where nothing is said of it. Panics where it names a node that the threads do not share.
fn coefficient(coef: Coef, is_signed: bool, width: u32, shared: &[Shared]) -> Option<i128> {
    match coef {
        Coef::Known(value) => Some(value.into()),
        Coef::Top | Coef::Unknown => None,
        Coef::Symbolic(symbol) => {
            let node = shared.iter().find(|s| s.node == symbol.node);
            let node = node.unwrap_or_else(|| panic!("{symbol:?} is not shared by the threads"));
            let wide = match symbol.extended {
                Extension::None => {
                    assert_eq!(node.width, width, "a symbol of another width that is not extended");
                    node.value
                }
                Extension::Sign => bits(number(node.value, true, node.width), width),
                Extension::Zero => node.value,
            };
            // Beyond 128 bits only what is modulo 2^64 is asked for.
            Some(number(wide, is_signed, width).wrapping_mul(symbol.scale.into()))
        }
    }
}

/// The sum of coefficients times these numbers; None where one that counts is not known.
fn sum(coefs: &[Coef], by: &[i64], is_signed: bool, width: u32, s: &[Shared]) -> Option<i128> {
    let mut sum = 0;
    for (&coef, &by) in coefs.iter().zip(by) {
        if by != 0 {
            let part = coefficient(coef, is_signed, width, s)?.wrapping_mul(by.into());
            sum = i128::wrapping_add(sum, part);
        }
    }
    Some(sum)
}

impl Claims {
    /// The claims of a state, where `shared` are the nodes that the threads share.
    pub fn of(state: &Variance, threads: &Threads, shared: &[Shared], width: u32) -> Claims {
        match *threads {
            Threads::Block(tids) => Claims::of_axes(state, tids, shared, width),
            Threads::Warp(lanes) => Claims::of_lanes(state, lanes, shared, width),
        }
    }

    fn of_axes(state: &Variance, tids: [[i64; 3]; 2], shared: &[Shared], width: u32) -> Claims {
        let by: [i64; 3] = std::array::from_fn(|k| tids[0][k] - tids[1][k]);
        let of = |is_signed| sum(&state.coef, &by, is_signed, width, shared);
        let values = match state.base {
            Base::Const(base) if !state.coef.contains(&Coef::Unknown) => {
                let at = |tid: [i64; 3]| sum(&state.coef, &tid, true, width, shared);
                let value = |tid| at(tid).map(|sum| bits(sum.wrapping_add(base.into()), width));
                value(tids[0]).zip(value(tids[1])).map(|(first, second)| [first, second])
            }
            _ => None,
        };
        let exact = [state.exact.unsigned, state.exact.signed];
        let exact = [0, 1].map(|k| of(k == 1).filter(|_| exact[k]));
        Claims { width, modular: of(true), exact, values, beside_aligned: None }
    }

    fn of_lanes(state: &Variance, lanes: [i64; 2], shared: &[Shared], width: u32) -> Claims {
        let by = [lanes[0] - lanes[1]];
        let of = |is_signed| sum(&[state.lane], &by, is_signed, width, shared);
        let exact = [state.lane_exact.unsigned, state.lane_exact.signed];
        let exact = [0, 1].map(|k| of(k == 1).filter(|_| exact[k]));
        let beside_aligned = match state.lane {
            Coef::Known(by) if state.warp_aligned => {
                Some(lanes.map(|lane| i128::from(lane) * i128::from(by)))
            }
            _ => None,
        };
        Claims { width, modular: of(true), exact, values: None, beside_aligned }
    }

    /// True where nothing is claimed.
    pub fn is_none(&self) -> bool {
        self.modular.is_none() && self.values.is_none() && self.beside_aligned.is_none()
    }

    /// True where two values are as claimed.
    pub fn hold(&self, values: [u64; 2]) -> bool {
        let width = self.width;
        let differ =
            |is_signed| number(values[0], is_signed, width) - number(values[1], is_signed, width);
        self.modular.is_none_or(|by| bits(differ(true).wrapping_sub(by), width) == 0)
            && self.exact[0].is_none_or(|by| differ(false) == by)
            && self.exact[1].is_none_or(|by| differ(true) == by)
            && self.values.is_none_or(|expected| values == expected)
            && self.beside_aligned.is_none_or(|beside| {
                (0..2).all(|k| bits(i128::from(values[k]) - beside[k], width) & 31 == 0)
            })
    }
}

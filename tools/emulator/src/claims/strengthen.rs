//! Claims made stronger by chance, to see that a check refuses those that are false.

use super::{At, Base, Claim, Claims, Coef};
use crate::exec::env::Rng;

/// Claims of which one was changed.
#[derive(Clone, Debug)]
pub struct Strengthened {
    /// All of them.
    pub claims: Claims,
    /// The kernel of the one that was changed.
    pub kernel: String,
    /// Its number among the kernel's, from 0.
    pub claim: usize,
    /// What was changed.
    pub what: String,
}

/// Changes one claim of a register, drawn from the seed: what was unknown becomes known, a number another number, a value that may
/// differ a uniform one. Whether the new claim is true is for the caller to find out. `None` where there are no claims.
pub fn strengthen(claims: &Claims, seed: u64) -> Option<Strengthened> {
    let mut rng = Rng::new(seed);
    let mut claims = claims.clone();
    let all = claims.kernels.iter_mut().flat_map(|k| {
        let of_registers = k.claims.iter_mut().enumerate().filter(|(_, c)| c.at != At::Block);
        of_registers.map(|(claim, c)| (&k.name, claim, c))
    });
    let mut all: Vec<_> = all.collect();
    if all.is_empty() {
        return None;
    }
    let number = rng.below(all.len());
    let (kernel, claim, c) = all.swap_remove(number);
    let (kernel, what) = (kernel.clone(), stronger(c, &mut rng));
    Some(Strengthened { claims, kernel, claim, what })
}

/// Makes a claim stronger; what was changed, in words.
fn stronger(c: &mut Claim, rng: &mut Rng) -> String {
    loop {
        match rng.below(8) {
            axis @ 0..=2 => {
                c.coef[axis] = other(&c.coef[axis], rng);
                return format!("coefficient {} is {:?}", ["x", "y", "z"][axis], c.coef[axis]);
            }
            3 | 4 => {
                c.lane = other(&c.lane, rng);
                return format!("lane is {:?}", c.lane);
            }
            5 if c.coef.iter().all(|f| *f != Coef::Unknown) => {
                c.base = match c.base {
                    Base::Const(n) => Base::Const(n.wrapping_add(1 + rng.below(4) as i64)),
                    Base::Uniform => Base::Const(rng.below(3) as i64),
                };
                return format!("base is {:?}", c.base);
            }
            6 if !c.block_uniform => {
                c.block_uniform = true;
                return "uniform in the block".to_string();
            }
            7 if !c.warp_uniform => {
                c.warp_uniform = true;
                return "uniform in the warp".to_string();
            }
            _ => {}
        }
    }
}

/// Another coefficient, a number.
fn other(c: &Coef, rng: &mut Rng) -> Coef {
    const LIKELY: [i64; 6] = [0, 0, 1, 4, 8, -1];
    let n = LIKELY[rng.below(LIKELY.len())];
    match c {
        Coef::Known(k) if *k == n => Coef::Known(k.wrapping_add(1)),
        _ => Coef::Known(n),
    }
}

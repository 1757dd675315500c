//! Claims made stronger by chance, to see that a check refuses those that are false.

use super::{Base, Claims, Coef};
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

/// Changes one claim, drawn from the seed: what was unknown becomes known, a number another number, a value that may
/// differ a uniform one. Whether the new claim is true is for the caller to find out. `None` where there are no claims.
pub fn strengthen(claims: &Claims, seed: u64) -> Option<Strengthened> {
    let mut rng = Rng::new(seed);
    let mut claims = claims.clone();
    let total = claims.kernels.iter().map(|k| k.claims.len()).sum::<usize>();
    if total == 0 {
        return None;
    }
    let mut number = rng.below(total);
    for k in &mut claims.kernels {
        let Some(c) = k.claims.get_mut(number) else {
            number -= k.claims.len();
            continue;
        };
        let what = loop {
            match rng.below(8) {
                axis @ 0..=2 => {
                    c.coef[axis] = other(&c.coef[axis], &mut rng);
                    break format!("coefficient {} is {:?}", ["x", "y", "z"][axis], c.coef[axis]);
                }
                3 | 4 => {
                    c.lane = other(&c.lane, &mut rng);
                    break format!("lane is {:?}", c.lane);
                }
                5 if c.coef.iter().all(|f| *f != Coef::Unknown) => {
                    c.base = match c.base {
                        Base::Const(n) => Base::Const(n.wrapping_add(1 + rng.below(4) as i64)),
                        Base::Uniform => Base::Const(rng.below(3) as i64),
                    };
                    break format!("base is {:?}", c.base);
                }
                6 if !c.block_uniform => {
                    c.block_uniform = true;
                    break "uniform in the block".to_string();
                }
                7 if !c.warp_uniform => {
                    c.warp_uniform = true;
                    break "uniform in the warp".to_string();
                }
                _ => {}
            }
        };
        let kernel = k.name.clone();
        return Some(Strengthened { claims, kernel, claim: number, what });
    }
    None
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

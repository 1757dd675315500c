//! Caps of registers, and the search for the smallest that is enough.
//!
//! The search goes up from the smallest cap. Bisection would need caps to be in order, which they are not: of 457 pieces of code that were tried
//! under every cap five spill again above their S0 (NVRTC's `torch-cluster-fps` is without a spill at 32, and has some at 40, 48 and 56), and of one
//! bisection found 56 where 40 is enough. Nor would it be quicker, as most kernels need one or two steps, and one of 88 nine.

/// The caps that are tried: multiples of 8 from 24, below which ptxas raises it, and the largest there is.
pub const CAPS: [u32; 30] = {
    let mut caps = [255; 30];
    let mut k = 0;
    while k < 29 {
        caps[k] = 24 + 8 * k as u32;
        k += 1;
    }
    caps
};

/// A cap, and what it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The cap.
    pub cap: u32,
    /// Whether something is spilled.
    pub spills: bool,
}

/// S0: the smallest cap under which nothing is spilled; none where the largest is not enough.
pub fn smallest<E>(mut spills: impl FnMut(u32) -> Result<bool, E>) -> Result<Option<u32>, E> {
    for cap in CAPS {
        if !spills(cap)? {
            return Ok(Some(cap));
        }
    }
    Ok(None)
}

/// The caps above S0 under which something is spilled all the same.
pub fn spilling_above(s0: Option<u32>, probes: &[Probe]) -> Vec<u32> {
    let above = |cap: u32| s0.is_some_and(|s0| cap > s0);
    probes.iter().filter(|p| p.spills && above(p.cap)).map(|p| p.cap).collect()
}

#[cfg(test)]
mod tests {
    use super::{CAPS, Probe, smallest, spilling_above};
    use std::convert::Infallible;

    /// What the search finds, and the caps that it asks for.
    fn search(spills: impl Fn(u32) -> bool) -> (Option<u32>, Vec<u32>) {
        let mut asked = Vec::new();
        let Ok(found) = smallest(|cap| {
            asked.push(cap);
            Ok::<bool, Infallible>(spills(cap))
        });
        (found, asked)
    }

    fn probes(spills: impl Fn(u32) -> bool) -> Vec<Probe> {
        CAPS.iter().map(|&cap| Probe { cap, spills: spills(cap) }).collect()
    }

    #[test]
    fn the_caps_are_multiples_of_eight_and_the_largest() {
        assert_eq!(CAPS[..3], [24, 32, 40]);
        assert_eq!(CAPS[27..], [240, 248, 255]);
    }

    #[test]
    fn every_smallest_cap_is_found_and_no_larger_one_asked_for() {
        for (k, s0) in CAPS.into_iter().enumerate() {
            assert_eq!(search(|cap| cap < s0), (Some(s0), CAPS[..=k].to_vec()));
            assert!(spilling_above(Some(s0), &probes(|cap| cap < s0)).is_empty());
        }
        assert_eq!(search(|_| false), (Some(24), vec![24]));
    }

    #[test]
    fn who_spills_at_the_largest_has_none() {
        assert_eq!(search(|_| true), (None, CAPS.to_vec()));
        assert!(spilling_above(None, &probes(|_| true)).is_empty());
        assert_eq!(search(|cap| cap < 255).0, Some(255));
    }

    /// Whatever spills where, what is found is the smallest, and what spills above it is told.
    #[test]
    fn caps_need_not_be_in_order() {
        let mut seed = 1_u64;
        for _ in 0..2000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = seed >> 32;
            let spills = |cap: u32| bits >> (cap / 8 - 3) & 1 == 1;
            let (found, _) = search(spills);
            assert_eq!(found, CAPS.into_iter().find(|&cap| !spills(cap)));
            let Some(s0) = found else { continue };
            let expected: Vec<u32> =
                CAPS.into_iter().filter(|&cap| cap > s0 && spills(cap)).collect();
            assert_eq!(spilling_above(found, &probes(spills)), expected);
        }
        // As NVRTC's code of `torch-cluster-fps`, and of `dcnv2-psroi-pool-backward`.
        let spills = |cap: u32| cap < 32 || (40..=56).contains(&cap);
        assert_eq!(search(spills).0, Some(32));
        assert_eq!(spilling_above(Some(32), &probes(spills)), [40, 48, 56]);
        assert_eq!(search(|cap| cap < 40 || cap == 48).0, Some(40));
    }

    #[test]
    fn an_error_ends_the_search() {
        let asked = smallest(|cap| if cap < 48 { Ok(true) } else { Err(cap) });
        assert_eq!(asked, Err(48));
    }
}

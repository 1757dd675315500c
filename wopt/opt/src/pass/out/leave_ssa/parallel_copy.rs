//! Parallel copies in sequence.
//!
//! Source: Boissinot et al. (CGO 2009), algorithm 1: copy into what nothing still reads; where only cycles are left,
//! free one register through a temporary. Cost: linear in copies but for small look-ups.

use optx_whirl::fixed_hash::Map;
use std::hash::Hash;

/// Copies `(to, from)` that happen at once (targets distinct) as copies one after another. `fresh` makes a register
/// like the one given, for a cycle.
pub(super) fn sequence<R: Copy + Eq + Hash>(
    copies: &[(R, R)],
    mut fresh: impl FnMut(R) -> R,
) -> Vec<(R, R)> {
    // One copy waits for none.
    if let [_] = copies {
        return copies.to_vec();
    }
    let mut out = Vec::with_capacity(copies.len());
    // Where the initial value of a register now is, and which source each target waits for.
    let mut location: Map<R, R> = Map::default();
    let mut source: Map<R, R> = Map::default();
    let mut ready = Vec::new();
    for &(to, from) in copies {
        location.insert(from, from);
        source.insert(to, from);
    }
    for &(to, _) in copies {
        if !location.contains_key(&to) {
            ready.push(to);
        }
    }
    let mut waiting: Vec<R> = copies.iter().rev().map(|&(to, _)| to).collect();
    let mut done: Map<R, bool> = Map::default();
    loop {
        while let Some(to) = ready.pop() {
            let Some(&from) = source.get(&to) else { continue };
            if done.insert(to, true) == Some(true) {
                continue;
            }
            let at = location.get(&from).copied().unwrap_or(from);
            out.push((to, at));
            location.insert(from, to);
            // The source's own place is free now, if it waits for a value.
            if at == from && source.contains_key(&from) && !done.contains_key(&from) {
                ready.push(from);
            }
        }
        let Some(to) = waiting.pop() else { return out };
        if done.contains_key(&to) {
            continue;
        }
        // Only cycles are left: `to` is still read by another copy, so its value moves aside.
        let aside = fresh(to);
        out.push((aside, to));
        location.insert(to, aside);
        ready.push(to);
    }
}

#[cfg(test)]
mod tests {
    use super::sequence;
    use std::collections::HashMap;

    /// All copies at once, against the sequence.
    fn holds(copies: &[(u32, u32)]) {
        let mut next = 1000;
        let order = sequence(copies, |_| {
            next += 1;
            next
        });
        let value = |m: &HashMap<u32, u32>, r: u32| m.get(&r).copied().unwrap_or(r);
        let mut after: HashMap<u32, u32> = HashMap::new();
        for &(to, from) in &order {
            let v = value(&after, from);
            after.insert(to, v);
        }
        for &(to, from) in copies {
            assert_eq!(value(&after, to), from, "{copies:?} as {order:?}");
        }
        let touched: Vec<u32> = copies.iter().map(|c| c.0).collect();
        for (&r, _) in after.iter().filter(|(r, _)| **r < 1000) {
            assert!(touched.contains(&r), "{r} is changed by {order:?}");
        }
    }

    #[test]
    fn every_permutation_and_fan_out_of_five_is_right() {
        // Targets 0..5, sources any of 0..6: all 6^5 combinations.
        for code in 0..6u32.pow(5) {
            let copies: Vec<(u32, u32)> =
                (0..5).map(|k| (k, code / 6u32.pow(k) % 6)).filter(|(a, b)| a != b).collect();
            holds(&copies);
        }
    }

    #[test]
    fn a_swap_takes_three_copies() {
        let order = sequence(&[(1, 2), (2, 1)], |_| 9);
        assert_eq!(order.len(), 3);
    }
}

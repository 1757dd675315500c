//! Edges by which threads leave a kernel early: who takes one never meets again those who do not.
//!
//! Idea: of a branch whose sides come to no block in common, but such as do nothing but leave, the side with fewer blocks is the early end. Without these
//! edges a block behind a barrier post-dominates it though some threads may leave in between. That is sound for a judge of barriers: who runs such a block
//! without having come to the barrier will not come to it any more, and has not left.
//! Cost: for each branch the blocks behind it, up to [`WORK`] in all; branches beyond are taken to meet.

use super::plan::leaves;
use crate::lower::program::Program;
use std::collections::HashSet;

/// Most blocks that are looked at.
const WORK: usize = 1 << 22;

/// The edges, as pairs of blocks.
pub fn leaving(p: &Program, succs: &[Vec<u32>]) -> HashSet<(u32, u32)> {
    let mut work = WORK;
    let mut found = HashSet::new();
    for (b, list) in succs.iter().enumerate() {
        let [one, two] = list[..] else { continue };
        if one == two {
            continue;
        }
        let mut behind = |from: u32| {
            let mut met = HashSet::new();
            let mut next = vec![from];
            while let Some(at) = next.pop() {
                work = work.checked_sub(1)?;
                if !leaves(p, at) && met.insert(at) {
                    next.extend(&succs[at as usize]);
                }
            }
            Some(met)
        };
        let (Some(a), Some(c)) = (behind(one), behind(two)) else { return found };
        if a.is_disjoint(&c) {
            found.insert((b as u32, if a.len() <= c.len() { one } else { two }));
        }
    }
    found
}

//! Edges by which threads leave a kernel early: who takes one never meets again those who do not.
//!
//! Idea: of a branch whose sides come to no block in common, but such as do nothing but leave, the side with fewer blocks is the early end. Without these
//! edges a block behind a barrier post-dominates it though some threads may leave in between. That is sound for a judge of barriers: who runs such a block
//! without having come to the barrier will not come to it any more, and has not left.
//! The way out of a cycle that its header or a block that goes back to it has is the cycle's end, and no early one; a cycle without such an end keeps all.
//! Cost: for each branch the blocks behind it, up to [`WORK`] in all; branches beyond are taken to meet.

use crate::lower::program::Program;
use crate::op::Op;
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
        let early = if a.len() <= c.len() { one } else { two };
        if a.is_disjoint(&c) && !ends_a_cycle(p, succs, (b as u32, early)) {
            found.insert((b as u32, early));
        }
    }
    found
}

/// True for an edge that leaves a cycle by its end, or one that has no end but such edges.
fn ends_a_cycle(p: &Program, succs: &[Vec<u32>], (from, to): (u32, u32)) -> bool {
    let within = |c: u32, b: u32| cycles(p, b).any(|d| d == c);
    cycles(p, from).filter(|&c| !within(c, to)).any(|c| {
        let header = p.cycles[c as usize].header;
        let is_end = |b: u32| b == header || succs[b as usize].contains(&header);
        let leaves = |b: &u32| succs[*b as usize].iter().any(|&s| !within(c, s));
        let mut blocks = (0..succs.len() as u32).filter(|&b| within(c, b));
        is_end(from) || !blocks.any(|b| is_end(b) && leaves(&b))
    })
}

/// The cycles around a block, innermost first.
pub fn cycles(p: &Program, block: u32) -> impl Iterator<Item = u32> + '_ {
    let first = p.blocks[block as usize].cycle;
    std::iter::successors(first, |c| p.cycles[*c as usize].parent)
}

/// Whether a block has nothing but jumps that are always taken and exits.
pub fn leaves(p: &Program, block: u32) -> bool {
    let b = &p.blocks[block as usize];
    p.code[b.start as usize..b.end as usize].iter().all(|i| match i.op {
        Op::Exit | Op::Jump { .. } => true,
        Op::Branch { .. } => i.guard.is_always(),
        _ => false,
    })
}

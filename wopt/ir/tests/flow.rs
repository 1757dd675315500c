//! Dominators, post-dominators, frontiers and cycles of random graphs against their definitions, computed the slow way.

mod random;

use optx_ir::control_dependence::{ControlDependence, Deciders};
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::join_edges::JoinEdges;
use optx_ir::{BbId, Func, Terminator};
use optx_whirl::Mtype;
use random::Random;
use std::collections::BTreeSet;

impl Random {
    fn below(&mut self, count: usize) -> usize {
        (self.next() >> 33) as usize % count
    }
}

/// A graph of up to 12 blocks, all reachable, of any shape.
fn graph(seed: u64) -> Func {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut f = Func::new("f", "f");
    let count = 2 + random.below(11);
    let blocks: Vec<BbId> = (0..count).map(|_| f.new_bb()).collect();
    let condition = f.codemap.integer(Mtype::B, 1);
    for &bb in &blocks {
        // The entry has no predecessor.
        let mut target = || blocks[1 + random.below(count - 1)];
        let (a, b) = (target(), target());
        f.set_terminator(
            bb,
            match random.below(6) {
                0 => Terminator::Return,
                1 | 2 => Terminator::Goto(a),
                _ => Terminator::Branch { condition, on_true: a, on_false: b },
            },
        );
    }
    let seen = reachable(&f, f.entry(), None);
    f.layout.retain(|bb| seen.contains(bb));
    f.rebuild_preds();
    f
}

/// Blocks reachable from one without passing another.
fn reachable(f: &Func, from: BbId, without: Option<BbId>) -> BTreeSet<BbId> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(bb) = stack.pop() {
        if Some(bb) != without && seen.insert(bb) {
            stack.extend(f.succs(bb));
        }
    }
    seen
}

/// a dominates b: without a, b is not reached.
fn dominates(f: &Func, a: BbId, b: BbId) -> bool {
    !reachable(f, f.entry(), Some(a)).contains(&b)
}

/// a post-dominates b: without a, no return is reached from b. Only where one is reached at all.
fn post_dominates(f: &Func, a: BbId, b: BbId) -> bool {
    let returns = |bb: &BbId| f.bbs[*bb].terminator() == Terminator::Return;
    !reachable(f, b, Some(a)).iter().any(returns)
}

#[test]
fn dominators_are_what_every_path_passes() {
    for seed in 1..800 {
        let f = graph(seed);
        let dom = Dominance::of(&f);
        for &a in &f.layout {
            for &b in &f.layout {
                assert_eq!(dom.dominates(a, b), dominates(&f, a, b), "seed {seed}: {a} {b}");
            }
        }
        for (k, &bb) in dom.preorder().iter().enumerate() {
            assert_eq!(dom.preorder_number(bb), k as u32);
            if let Some(up) = dom.idom(bb) {
                // The immediate one: every other strict dominator dominates it.
                for &a in f.layout.iter().filter(|&&a| a != bb && dominates(&f, a, bb)) {
                    assert!(dominates(&f, a, up), "seed {seed}: {a} {bb}");
                }
            }
        }
    }
}

#[test]
fn post_dominators_are_what_every_path_to_a_return_passes() {
    for seed in 1..800 {
        let f = graph(seed);
        let post = Dominance::post(&f);
        let ends = |bb: &&BbId| {
            reachable(&f, **bb, None).iter().any(|b| f.bbs[*b].terminator() == Terminator::Return)
        };
        // Where some block never ends, the tree goes through a block chosen for it; the definition has no answer.
        if !f.layout.iter().all(|bb| ends(&bb)) {
            assert!(f.layout.iter().all(|&bb| post.contains(bb)), "seed {seed}");
            continue;
        }
        for &a in &f.layout {
            for &b in &f.layout {
                assert_eq!(post.dominates(a, b), post_dominates(&f, a, b), "seed {seed}: {a} {b}");
            }
        }
    }
}

#[test]
fn filtered_dominators_are_those_of_the_graph_without_the_edges() {
    for seed in 1..400 {
        let f = graph(seed);
        // The graph whose blocks of even number lose their second way.
        let keep = |from: BbId, to: BbId| from.index() % 2 == 1 || f.succs(from)[0] == to;
        let mut cut = f.clone();
        for &bb in &f.layout {
            let kept: Vec<BbId> = f.succs(bb).into_iter().filter(|&to| keep(bb, to)).collect();
            if kept.len() < f.succs(bb).len() {
                cut.set_terminator(bb, Terminator::Goto(kept[0]));
            }
        }
        let (dom, post) = (Dominance::filtered(&f, keep), Dominance::post_filtered(&f, keep));
        cut.rebuild_preds();
        let (dom_cut, post_cut) = (Dominance::of(&cut), Dominance::post(&cut));
        for &a in &f.layout {
            for &b in &f.layout {
                assert_eq!(dom.dominates(a, b), dom_cut.dominates(a, b), "seed {seed}: {a} {b}");
                assert_eq!(post.dominates(a, b), post_cut.dominates(a, b), "seed {seed}: {a} {b}");
            }
        }
    }
}

#[test]
fn control_dependence_is_its_definition() {
    for seed in 1..800 {
        let f = graph(seed);
        let post = Dominance::post(&f);
        let control = ControlDependence::of(&f, &post);
        for &bb in &f.layout {
            let mut wanted = BTreeSet::new();
            for &branch in &f.layout {
                if f.succs(branch).len() < 2 {
                    continue;
                }
                // It post-dominates the edge's end, and does not strictly post-dominate the branch.
                let strictly = bb != branch && post.dominates(bb, branch);
                for to in f.succs(branch) {
                    if post.dominates(bb, to) && !strictly {
                        wanted.insert((branch, to));
                    }
                }
            }
            let found: BTreeSet<_> = control.of_block(bb).iter().copied().collect();
            assert_eq!(found.len(), control.of_block(bb).len(), "seed {seed}: {bb} twice");
            assert_eq!(found, wanted, "seed {seed}: {bb}");
            // Asked for alone, a block's branches are found too.
            let mut taken = Vec::new();
            Deciders::of(&f, &post).take(bb, |branch| taken.push(branch));
            taken.sort_unstable();
            let mut branches: Vec<BbId> = wanted.into_iter().map(|(branch, _)| branch).collect();
            branches.sort_unstable();
            assert_eq!(taken, branches, "seed {seed}: {bb}");
        }
        // For one block after the other: each edge once, at the first block that depends on it.
        let mut deciders = Deciders::of(&f, &post);
        let mut known = BTreeSet::new();
        for &bb in f.layout.iter().rev().chain(&f.layout) {
            let edges = control.of_block(bb).iter().filter(|edge| known.insert(**edge));
            let mut wanted: Vec<BbId> = edges.map(|&(branch, _)| branch).collect();
            let mut taken = Vec::new();
            deciders.take(bb, |branch| taken.push(branch));
            wanted.sort_unstable();
            taken.sort_unstable();
            assert_eq!(taken, wanted, "seed {seed}: {bb}");
        }
    }
}

#[test]
fn frontiers_are_where_dominance_ends() {
    for seed in 1..800 {
        let f = graph(seed);
        let frontiers = Dominance::of(&f).frontiers(&f);
        for &a in &f.layout {
            let wanted: BTreeSet<BbId> = f
                .layout
                .iter()
                .copied()
                .filter(|&b| {
                    let strictly = a != b && dominates(&f, a, b);
                    !strictly && f.bbs[b].preds().iter().any(|&p| dominates(&f, a, p))
                })
                .collect();
            let got: BTreeSet<BbId> = frontiers.list(a.index()).iter().copied().collect();
            assert_eq!(got, wanted, "seed {seed}: {a}");
        }
    }
}

/// The iterated frontier of any set is what comes of the frontiers, with blocks that are refused left out.
#[test]
fn iterated_frontiers_come_of_frontiers() {
    let mut found = 0;
    for seed in 1..800u32 {
        let f = graph(seed.into());
        let dom = Dominance::of(&f);
        let frontiers = dom.frontiers(&f);
        let mut edges = JoinEdges::of(&f, &dom);
        for set in 0..12 {
            let bits = seed.wrapping_mul(0x9E37_79B9).rotate_left(set * 5) | 1 << set;
            let chosen = |bb: &&BbId| bits >> (bb.index() % 32) & 1 == 1 && dom.contains(**bb);
            let blocks: Vec<BbId> = f.layout.iter().filter(chosen).copied().collect();
            let refused = |bb: BbId| set % 3 == 2 && bb.index() % 4 == 1;
            let mut wanted = BTreeSet::new();
            let mut work = blocks.clone();
            while let Some(bb) = work.pop() {
                for &join in frontiers.list(bb.index()) {
                    if !refused(join) && wanted.insert(join) {
                        work.push(join);
                    }
                }
            }
            let mut got = BTreeSet::new();
            let mut led = Vec::new();
            edges.iterated(&blocks, |root, join| {
                led.push((root, join));
                !refused(join) && got.insert(join)
            });
            assert_eq!(got, wanted, "seed {seed}, set {set}");
            // Every edge to a join is told with the last of the set that dominates its start.
            let set: BTreeSet<BbId> = got.iter().chain(&blocks).copied().collect();
            let above = |bb| std::iter::successors(Some(bb), |&bb| dom.idom(bb));
            for &join in got.iter().chain(f.layout.iter().filter(|&&bb| refused(bb))) {
                for &pred in f.bbs[join].preds().iter().filter(|&&pred| dom.contains(pred)) {
                    let Some(root) = above(pred).find(|bb| set.contains(bb)) else { continue };
                    let inside = root != join && dom.dominates(root, join);
                    assert!(inside || led.contains(&(root, join)), "{seed}: {root} to {join}");
                }
            }
            found += got.len();
        }
        for &bb in f.layout.iter().filter(|&&bb| dom.contains(bb)) {
            assert_eq!(edges.is_empty(bb), frontiers.list(bb.index()).is_empty(), "{seed}: {bb}");
        }
    }
    assert!(found > 10_000, "{found}");
}

#[test]
fn cycles_are_the_strongly_connected_regions() {
    for seed in 1..800 {
        let f = graph(seed);
        let cycles = Cycles::of(&f);
        // Two blocks are in one outermost cycle exactly where each reaches the other.
        let reach: Vec<(BbId, BTreeSet<BbId>)> = f
            .layout
            .iter()
            .map(|&bb| (bb, f.succs(bb).iter().flat_map(|&s| reachable(&f, s, None)).collect()))
            .collect();
        let outermost = |bb: BbId| {
            let mut at = cycles.innermost(bb)?;
            while let Some(up) = cycles.all()[at].parent {
                at = up;
            }
            Some(at)
        };
        for (a, from_a) in &reach {
            assert_eq!(outermost(*a).is_some(), from_a.contains(a), "seed {seed}: {a} in a cycle");
            for (b, from_b) in &reach {
                let together = from_a.contains(b) && from_b.contains(a);
                let same = outermost(*a).is_some() && outermost(*a) == outermost(*b);
                assert_eq!(same, together, "seed {seed}: {a} {b}");
            }
        }
        for (k, cycle) in cycles.all().iter().enumerate() {
            let inside: BTreeSet<BbId> = cycles.blocks(k).iter().copied().collect();
            assert_eq!(inside.len(), cycles.blocks(k).len(), "seed {seed}: a block twice");
            assert_eq!(cycles.blocks(k)[0], cycle.header, "seed {seed}");
            // Without its header, two of its blocks are in one nested cycle exactly where each reaches the other.
            let nested = |bb: BbId| {
                let mut at = cycles.innermost(bb).filter(|&inner| inner != k)?;
                while let Some(up) = cycles.all()[at].parent.filter(|&up| up != k) {
                    at = up;
                }
                Some(at)
            };
            let within: Vec<(BbId, BTreeSet<BbId>)> = inside
                .iter()
                .filter(|&&bb| bb != cycle.header)
                .map(|&bb| {
                    let mut met = BTreeSet::new();
                    let mut work = vec![bb];
                    while let Some(at) = work.pop() {
                        for to in f.succs(at) {
                            if to != cycle.header && inside.contains(&to) && met.insert(to) {
                                work.push(to);
                            }
                        }
                    }
                    (bb, met)
                })
                .collect();
            for (a, from_a) in &within {
                assert_eq!(nested(*a).is_some(), from_a.contains(a), "seed {seed}: {a} nested");
                for (b, from_b) in &within {
                    let together = from_a.contains(b) && from_b.contains(a);
                    let same = nested(*a).is_some() && nested(*a) == nested(*b);
                    assert_eq!(same, together, "seed {seed}: {a} {b} below {}", cycle.header);
                }
            }
            let entries: BTreeSet<BbId> = inside
                .iter()
                .copied()
                .filter(|bb| f.bbs[*bb].preds().iter().any(|p| !inside.contains(p)))
                .collect();
            let found: BTreeSet<BbId> = cycles.entries(&f, k).into_iter().collect();
            assert_eq!(found, entries, "seed {seed}: entries of the cycle at {}", cycle.header);
            let at_header = entries.iter().all(|&bb| bb == cycle.header);
            assert_eq!(cycles.is_entered_at_header(k), at_header, "seed {seed}: {}", cycle.header);
            let depth = cycle.parent.map_or(0, |p| cycles.all()[p].depth) + 1;
            assert_eq!(cycle.depth, depth, "seed {seed}");
            let back: BTreeSet<BbId> =
                inside.iter().copied().filter(|&bb| f.succs(bb).contains(&cycle.header)).collect();
            assert_eq!(
                cycles.latches(&f, k).into_iter().collect::<BTreeSet<_>>(),
                back,
                "seed {seed}"
            );
            let out: BTreeSet<(BbId, BbId)> = inside
                .iter()
                .flat_map(|&bb| f.succs(bb).into_iter().map(move |to| (bb, to)))
                .filter(|(_, to)| !inside.contains(to))
                .collect();
            assert_eq!(
                cycles.exits(&f, k).into_iter().collect::<BTreeSet<_>>(),
                out,
                "seed {seed}"
            );
            let outside: Vec<BbId> = f.bbs[cycle.header].preds().to_vec();
            let outside: Vec<BbId> = outside.into_iter().filter(|p| !inside.contains(p)).collect();
            let alone = entries.len() == 1 && outside.len() == 1 && f.succs(outside[0]).len() == 1;
            assert_eq!(cycles.preheader(&f, k), alone.then(|| outside[0]), "seed {seed}");
        }
    }
}

/// What `leaves_with` says is what its words say, cycle by cycle.
#[test]
fn values_leave_the_cycles_that_hold_both() {
    let (mut leaving, mut staying) = (0, 0);
    for seed in 1..200 {
        let f = graph(seed);
        let cycles = Cycles::of(&f);
        for &a in &f.layout {
            for &b in &f.layout {
                for &to in &f.layout {
                    let of_both = (0..cycles.all().len()).any(|k| {
                        let inside = cycles.blocks(k);
                        inside.contains(&a) && inside.contains(&b) && !inside.contains(&to)
                    });
                    assert_eq!(cycles.leaves_with(a, b, to), of_both, "seed {seed}: {a} {b} {to}");
                    *if of_both { &mut leaving } else { &mut staying } += 1;
                }
            }
        }
    }
    assert!(leaving > 1000 && staying > 1000, "{leaving} leave, {staying} stay");
}

/// A chain of 100 000 `else if` whose arms meet in one block: walking up from each arm took a minute and more.
#[test]
fn frontiers_of_a_long_chain() {
    let arms = 100_000;
    let mut f = Func::new("f", "f");
    let condition = f.codemap.integer(Mtype::B, 1);
    let join = f.new_bb();
    f.layout.clear();
    let tests: Vec<BbId> = (0..=arms).map(|_| f.new_bb()).collect();
    for k in 0..arms {
        let on_true = f.new_bb();
        f.set_terminator(on_true, Terminator::Goto(join));
        f.set_terminator(
            tests[k],
            Terminator::Branch { condition, on_true, on_false: tests[k + 1] },
        );
    }
    f.set_terminator(tests[arms], Terminator::Goto(join));
    f.layout.push(join);
    f.rebuild_preds();
    let from = std::time::Instant::now();
    let frontiers = Dominance::of(&f).frontiers(&f);
    assert!(from.elapsed().as_secs() < 10, "{:?}", from.elapsed());
    assert_eq!(frontiers.list(join.index()), []);
    assert_eq!(frontiers.list(f.entry().index()), []);
    assert!(tests[1..].iter().all(|bb| frontiers.list(bb.index()) == [join]));
}

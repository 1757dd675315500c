//! Dominators of a graph, from a root (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm").
//!
//! Cost: a few passes over the edges where cycles nest as programs' do.

/// Who dominates whom.
pub struct Tree {
    /// The nearest dominator; of the root itself, and `None` where nothing leads to.
    parent: Vec<Option<u32>>,
    /// When a walk of the tree enters and leaves a node.
    span: Vec<(u32, u32)>,
}

impl Tree {
    /// The dominators of a graph given by its successors.
    pub fn new(succs: &[Vec<u32>], root: u32) -> Self {
        let order = postorder(succs, root);
        let mut number = vec![u32::MAX; succs.len()];
        for (k, &b) in order.iter().enumerate() {
            number[b as usize] = k as u32;
        }
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); succs.len()];
        for &b in &order {
            for &s in &succs[b as usize] {
                preds[s as usize].push(b);
            }
        }
        let mut parent: Vec<Option<u32>> = vec![None; succs.len()];
        parent[root as usize] = Some(root);
        let mut changed = true;
        while changed {
            changed = false;
            for &b in order.iter().rev().filter(|b| **b != root) {
                let mut known = preds[b as usize].iter().filter(|p| parent[**p as usize].is_some());
                let Some(&first) = known.next() else { continue };
                let near = known.fold(first, |a, &p| meet(&parent, &number, a, p));
                if parent[b as usize] != Some(near) {
                    parent[b as usize] = Some(near);
                    changed = true;
                }
            }
        }
        let span = spans(&parent, &order, root);
        Self { parent, span }
    }

    /// The nearest dominator of a node but itself.
    pub fn above(&self, b: u32) -> Option<u32> {
        self.parent[b as usize].filter(|p| *p != b)
    }

    /// Whether `a` dominates `b`, as each node does itself.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.span[a as usize], self.span[b as usize]);
        a.0 <= b.0 && b.1 <= a.1
    }
}

fn meet(parent: &[Option<u32>], number: &[u32], mut a: u32, mut b: u32) -> u32 {
    let up = |x: u32| parent[x as usize].unwrap_or(x);
    while a != b {
        while number[a as usize] < number[b as usize] {
            a = up(a);
        }
        while number[b as usize] < number[a as usize] {
            b = up(b);
        }
    }
    a
}

/// The nodes that the root leads to, each behind those it leads to first.
fn postorder(succs: &[Vec<u32>], root: u32) -> Vec<u32> {
    let mut seen = vec![false; succs.len()];
    let mut out = Vec::new();
    let mut stack = vec![(root, 0usize)];
    seen[root as usize] = true;
    while let Some((b, at)) = stack.last_mut() {
        match succs[*b as usize].get(*at) {
            Some(&s) => {
                *at += 1;
                if !std::mem::replace(&mut seen[s as usize], true) {
                    stack.push((s, 0));
                }
            }
            None => {
                out.push(*b);
                stack.pop();
            }
        }
    }
    out
}

fn spans(parent: &[Option<u32>], order: &[u32], root: u32) -> Vec<(u32, u32)> {
    let mut kids: Vec<Vec<u32>> = vec![Vec::new(); parent.len()];
    for &b in order.iter().filter(|b| **b != root) {
        if let Some(p) = parent[b as usize] {
            kids[p as usize].push(b);
        }
    }
    // Nodes that nothing leads to dominate nothing.
    let mut span: Vec<(u32, u32)> = (0..parent.len()).map(|_| (u32::MAX, 0)).collect();
    let mut clock = 0;
    let mut stack = vec![(root, 0usize)];
    while let Some((b, at)) = stack.last_mut() {
        if *at == 0 {
            span[*b as usize].0 = clock;
            clock += 1;
        }
        match kids[*b as usize].get(*at) {
            Some(&k) => {
                *at += 1;
                stack.push((k, 0));
            }
            None => {
                // A node without kids is entered and left here.
                span[*b as usize].1 = clock;
                clock += 1;
                stack.pop();
            }
        }
    }
    span
}

#[cfg(test)]
mod tests {
    use super::Tree;

    /// Dominance by its definition: without `a`, the root does not lead to `b`.
    fn dominates(succs: &[Vec<u32>], a: u32, b: u32) -> bool {
        let mut seen = vec![false; succs.len()];
        let mut work = vec![0u32];
        while let Some(x) = work.pop() {
            if x != a && !std::mem::replace(&mut seen[x as usize], true) {
                work.extend(&succs[x as usize]);
            }
        }
        !seen[b as usize]
    }

    #[test]
    fn as_defined_on_random_graphs() {
        let mut state = 88_172_645_463_325_252u64;
        let mut draw = |n: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 20) % n
        };
        for _ in 0..400 {
            let n = 2 + draw(9);
            let succs: Vec<Vec<u32>> =
                (0..n).map(|_| (0..draw(4)).map(|_| draw(n) as u32).collect()).collect();
            let tree = Tree::new(&succs, 0);
            let reached = |b: u32| !dominates(&succs, u32::MAX, b);
            for b in (0..n as u32).filter(|b| reached(*b)) {
                for a in (0..n as u32).filter(|a| reached(*a)) {
                    assert_eq!(tree.dominates(a, b), dominates(&succs, a, b), "{succs:?} {a} {b}");
                }
                let strict = |a: &u32| *a != b && dominates(&succs, *a, b);
                let above: Vec<u32> =
                    (0..n as u32).filter(|a| reached(*a)).filter(strict).collect();
                let near = above.iter().find(|a| above.iter().all(|c| dominates(&succs, *c, **a)));
                assert_eq!(tree.above(b), near.copied(), "{succs:?} {b}");
            }
        }
    }
}

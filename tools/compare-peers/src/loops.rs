//! The loops of a graph of blocks.
//!
//! Loops are strongly connected regions; without its header (its first block in the text that is entered from outside) a region
//! falls apart into the loops nested in it. Every shape of flow has such a nest, irreducible ones too. Kernels are small: each
//! level of the nest costs a walk over its blocks.

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block where it begins.
    pub header: usize,
    /// Blocks of it that jump to the header.
    pub latches: Vec<usize>,
    /// Loops around its blocks, itself one of them.
    pub depth: u32,
}

/// The loops of a graph whose block 0 is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loops {
    /// A nested one behind the one around it.
    pub all: Vec<Loop>,
    /// The innermost loop of each block.
    pub innermost: Vec<Option<usize>>,
}

impl Loops {
    /// Finds the loops of a graph, given as the blocks that may come behind each.
    pub fn of(successors: &[Vec<usize>]) -> Loops {
        let mut loops = Loops { all: Vec::new(), innermost: vec![None; successors.len()] };
        let mut work = vec![((0..successors.len()).collect::<Vec<usize>>(), 1)];
        while let Some((blocks, depth)) = work.pop() {
            for region in regions(successors, &blocks) {
                let first = region[0];
                if region.len() == 1 && !successors[first].contains(&first) {
                    continue;
                }
                let header = header(successors, &region);
                let jumps = |&k: &usize| successors[k].contains(&header);
                let latches = region.iter().copied().filter(jumps).collect();
                for &k in &region {
                    loops.innermost[k] = Some(loops.all.len());
                }
                loops.all.push(Loop { header, latches, depth });
                work.push((region.into_iter().filter(|&k| k != header).collect(), depth + 1));
            }
        }
        loops
    }

    /// Loops around a block.
    pub fn depth(&self, block: usize) -> u32 {
        self.innermost[block].map_or(0, |k| self.all[k].depth)
    }
}

/// The first block of a loop that is entered from outside; its first block where none is.
fn header(successors: &[Vec<usize>], region: &[usize]) -> usize {
    let outside = (0..successors.len()).filter(|k| !region.contains(k));
    let entered: Vec<usize> = outside.flat_map(|k| successors[k].iter().copied()).collect();
    let is_entered = |k: &&usize| **k == 0 || entered.contains(k);
    region.iter().find(is_entered).copied().unwrap_or(region[0])
}

/// The strongly connected regions among some blocks, each in the text's order (S. Kosaraju's two walks).
fn regions(successors: &[Vec<usize>], blocks: &[usize]) -> Vec<Vec<usize>> {
    let count = successors.len();
    let mut inside = vec![false; count];
    let mut predecessors = vec![Vec::new(); count];
    for &k in blocks {
        inside[k] = true;
    }
    for &k in blocks {
        for &to in successors[k].iter().filter(|&&to| inside[to]) {
            predecessors[to].push(k);
        }
    }
    let order = postorder(successors, blocks.iter().copied(), &inside);
    let mut taken = vec![false; count];
    let mut regions = Vec::new();
    for &root in order.iter().rev() {
        let mut region = Vec::new();
        let mut work = vec![root];
        while let Some(k) = work.pop() {
            if !std::mem::replace(&mut taken[k], true) {
                region.push(k);
                work.extend(&predecessors[k]);
            }
        }
        if !region.is_empty() {
            region.sort_unstable();
            regions.push(region);
        }
    }
    regions
}

/// What the roots lead to within some blocks, each behind all that it leads to first.
pub fn postorder(
    successors: &[Vec<usize>],
    roots: impl Iterator<Item = usize>,
    inside: &[bool],
) -> Vec<usize> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    for root in roots {
        let mut path = vec![(root, 0)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        while let Some((k, next)) = path.last_mut() {
            match successors[*k].get(*next) {
                Some(&to) => {
                    *next += 1;
                    if inside[to] && !std::mem::replace(&mut seen[to], true) {
                        path.push((to, 0));
                    }
                }
                None => {
                    order.push(*k);
                    path.pop();
                }
            }
        }
    }
    order
}

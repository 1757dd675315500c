//! What a thread knows of other threads' time: vector clocks, compressed by the hierarchy of a grid.
//!
//! Of a block a thread mostly knows one number: all that happened up to the last barrier of the whole block. What it knows
//! beyond that, of single lanes, is kept by warp; of most blocks it knows nothing. (FastTrack, Flanagan and Freund, PLDI 2009,
//! has a clock a thread; the compression is that of Barracuda, Eizenberg and others, PLDI 2017.)
//!
//! Cost: a join is linear in the blocks and warps that either side has entries of.

/// What is known of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// All its threads are known up to here.
    pub floor: u32,
    /// Lanes known further, by warp.
    warps: Vec<(u32, Box<[u32; 32]>)>,
}

impl View {
    /// The lanes of a warp that are not known up to a time.
    pub fn unknown(&self, warp: u32, lanes: u32, clock: u32) -> u32 {
        if clock <= self.floor {
            return 0;
        }
        match self.warps.iter().find(|w| w.0 == warp) {
            Some((_, seen)) => {
                let newer = |l: &usize| lanes >> l & 1 == 1 && seen[*l] < clock;
                (0..32).filter(newer).fold(0, |m, l| m | 1 << l)
            }
            None => lanes,
        }
    }

    /// Learns of lanes of a warp.
    pub fn raise(&mut self, warp: u32, lanes: u32, clock: u32) {
        if clock <= self.floor || lanes == 0 {
            return;
        }
        let seen = self.warp(warp);
        for (l, x) in seen.iter_mut().enumerate() {
            if lanes >> l & 1 == 1 {
                *x = (*x).max(clock);
            }
        }
    }

    fn warp(&mut self, warp: u32) -> &mut [u32; 32] {
        let at = match self.warps.iter().position(|w| w.0 == warp) {
            Some(at) => at,
            None => {
                self.warps.push((warp, Box::new([0; 32])));
                self.warps.len() - 1
            }
        };
        &mut self.warps[at].1
    }

    /// Learns what another view has.
    fn join(&mut self, other: &View) {
        self.floor = self.floor.max(other.floor);
        for (warp, seen) in &other.warps {
            for (x, y) in self.warp(*warp).iter_mut().zip(seen.iter()) {
                *x = (*x).max(*y);
            }
        }
    }
}

/// What is known of all blocks, by their numbers in the grid, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Know {
    views: Vec<(u32, View)>,
}

impl Know {
    /// What is known of a block, if anything.
    pub fn view(&self, block: u32) -> Option<&View> {
        let at = self.views.binary_search_by_key(&block, |v| v.0).ok()?;
        self.views.get(at).map(|v| &v.1)
    }

    /// The view of a block, to learn more.
    pub fn view_mut(&mut self, block: u32) -> &mut View {
        let at = match self.views.binary_search_by_key(&block, |v| v.0) {
            Ok(at) => at,
            Err(at) => {
                self.views.insert(at, (block, View::default()));
                at
            }
        };
        &mut self.views[at].1
    }

    /// Forgets a block.
    pub fn forget(&mut self, block: u32) {
        self.views.retain(|v| v.0 != block);
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.views.is_empty()
    }

    /// Learns what another has.
    pub fn join(&mut self, other: &Know) {
        for (block, view) in &other.views {
            self.view_mut(*block).join(view);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_and_lanes() {
        let mut v = View { floor: 3, ..View::default() };
        assert_eq!(v.unknown(0, 0xf, 3), 0);
        assert_eq!(v.unknown(0, 0xf, 4), 0xf);
        v.raise(0, 0b11, 5);
        assert_eq!(v.unknown(0, 0xf, 5), 0b1100);
        assert_eq!(v.unknown(0, 0b11, 6), 0b11);
        assert_eq!(v.unknown(1, 1, 4), 1);
        // What the floor says already needs no entry.
        v.raise(2, 1, 2);
        assert_eq!(v.warps.len(), 1);
    }

    #[test]
    fn joins_learn_everything() {
        let (mut a, mut b) = (Know::default(), Know::default());
        a.view_mut(4).floor = 2;
        b.view_mut(4).raise(1, 2, 9);
        b.view_mut(1).floor = 7;
        a.join(&b);
        assert_eq!(a.view(1).map(|v| v.floor), Some(7));
        assert_eq!(a.view(4).map(|v| (v.floor, v.unknown(1, 3, 9))), Some((2, 1)));
        a.forget(1);
        assert!(a.view(1).is_none() && !a.is_empty());
    }
}

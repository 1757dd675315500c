//! Values seen from outside the cycles that made them.
//!
//! Idea: CODEREPs are interned, so `i + 1` in a cycle and behind an exit that threads take in different rounds is one node with two truths. The
//! etas of gated SSA would tell them apart; here they are *virtual*: a node has one state, that of threads that are in the same
//! round, and who reads it from outside looks it up with its place. There whatever decides from which round threads left may have an
//! influence: the axes of each exit, of each cycle left, on the ways to the reader.
//!
//! Source: the eta functions of gated SSA (Ottenstein, Ballance and MacCabe, PLDI 1990; Tu and Padua, PLDI 1995), looked up and not inserted.
//! Legality: two threads at one instance of a reader that differ on none of those axes left by the same exits in the same rounds, so the versions of a tree are
//! those of one instance, for which the state holds. What sets a version dominates who reads it, so it stands before each
//! exit on a way to there. [`crate::kit::closed_ssa`] inserts the etas; a function that it closed has no node that is read
//! from outside but by an eta, and both say the same (`virtual_etas_are_etas`).
//! Cost: each node of a tree once for the cycles that it is made in; for each cycle with several exits and each block behind it that no other one behind it
//! dominates, the blocks between.

use super::lattice::{Axes, Coef, Variance};
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::{AuxKind, BbId, CodeRep, CrId, Func, SideTable};
use optx_whirl::fixed_hash::{Map, Set};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Blocks from which threads leave cycles.
pub(super) type Exits = SmallVec<[BbId; 4]>;

/// The innermost cycles that make what a tree reads, in order.
type Homes = SmallVec<[u32; 2]>;

/// Where a node is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum At {
    /// In a block, by a statement or the terminator.
    Block(BbId),
    /// On the edge from a block to another, by a phi.
    Edge(BbId, BbId),
}

/// A node, and where it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Read {
    /// The node.
    pub node: CrId,
    /// Its reader's place.
    pub at: At,
}

impl At {
    /// The block that threads are in when they have read it.
    fn block(self) -> BbId {
        match self {
            At::Block(bb) | At::Edge(_, bb) => bb,
        }
    }
}

/// The graph that nodes are seen in.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub f: &'a Func,
    pub dom: &'a Dominance,
    pub cycles: &'a Cycles,
}

/// What has been asked of trees and cycles so far.
#[derive(Default)]
pub(super) struct Views(RefCell<Known>);

#[derive(Default)]
struct Known {
    /// By node: one and the place of its list; 0 for what is not asked yet.
    homes: Option<SideTable<CrId, u32>>,
    lists: Vec<Rc<Homes>>,
    places: Map<Rc<Homes>, u32>,
    /// By cycle and the highest block behind it in the tree of dominators: the exits to there.
    exits: Map<(usize, BbId), Rc<Exits>>,
}

/// A state for who reads a node from outside: `axes_of` says on which axes threads may have left the cycles that made a node in different rounds. A
/// symbol that such threads have different values of is no coefficient any more.
pub(super) fn seen(state: Variance, id: CrId, axes_of: impl Fn(CrId) -> Axes) -> Variance {
    let axes = axes_of(id);
    if axes.is_none() {
        return state;
    }
    let mut state = state;
    for coef in state.coef.iter_mut().chain([&mut state.lane]) {
        if let Coef::Symbolic(symbol) = *coef
            && !axes_of(symbol.node).without(Axes::WARP).is_none()
        {
            *coef = Coef::Unknown;
        }
    }
    state.tainted(axes)
}

impl Views {
    /// Looks at all trees there are, so that definitions may be forgotten: what is asked of these later is known.
    pub(super) fn settle(&self, scene: Scene<'_>) {
        let mut known = self.0.borrow_mut();
        for id in (0..scene.f.codemap.len()).map(CrId::from_index) {
            known.homes(scene, id);
        }
    }

    /// The blocks from which threads left the cycles that made what a tree reads, on the ways to its reader; none where the reader is inside.
    pub(super) fn exits(&self, scene: Scene<'_>, id: CrId, at: At) -> Exits {
        if scene.cycles.all().is_empty() {
            return Exits::new();
        }
        let mut known = self.0.borrow_mut();
        let homes = known.homes(scene, id);
        known.exits_of(scene, homes.iter().map(|&home| home as usize), at)
    }

    /// The same of what is made in a block.
    pub(super) fn exits_from(&self, scene: Scene<'_>, made: BbId, at: At) -> Exits {
        let home = scene.cycles.innermost(made);
        self.0.borrow_mut().exits_of(scene, home.into_iter(), at)
    }
}

impl Known {
    /// Recursive: trees are no higher than [`optx_ir::MAX_HEIGHT`].
    fn homes(&mut self, scene: Scene<'_>, id: CrId) -> Rc<Homes> {
        let homes = self.homes.get_or_insert_with(|| SideTable::new(0));
        if let Some(place) = homes.get(id).checked_sub(1) {
            return self.lists[place as usize].clone();
        }
        let Scene { f, cycles, .. } = scene;
        let mut list = Homes::new();
        match f.codemap.get(id) {
            CodeRep::Var { aux, .. } if f.auxes[*aux].kind != AuxKind::Memory => {
                let home = f.def_block(id).and_then(|bb| cycles.innermost(bb));
                list.extend(home.map(|k| k as u32));
            }
            CodeRep::Op(op) => {
                for &kid in &op.kids {
                    list.extend_from_slice(&self.homes(scene, kid));
                }
                list.sort_unstable();
                list.dedup();
            }
            _ => {}
        }
        let place = self.places.get(&list).copied().unwrap_or_else(|| {
            let list = Rc::new(list);
            self.lists.push(list.clone());
            self.places.insert(list, self.lists.len() as u32);
            self.lists.len() as u32
        });
        if let Some(homes) = &mut self.homes {
            *homes.entry(id) = place;
        }
        self.lists[place as usize - 1].clone()
    }

    /// The exits of some cycles, and of those around them, that do not hold the reader.
    fn exits_of(&mut self, scene: Scene<'_>, homes: impl Iterator<Item = usize>, at: At) -> Exits {
        let mut found = Exits::new();
        homes.for_each(|home| self.leave(scene, home, at, &mut found));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds the exits of a cycle, and of those around it, that do not hold the reader.
    fn leave(&mut self, scene: Scene<'_>, home: usize, at: At, found: &mut Exits) {
        let Scene { cycles, .. } = scene;
        let mut cycle = Some(home);
        while let Some(k) = cycle.filter(|&k| !cycles.holds(k, at.block())) {
            match at {
                At::Edge(from, _) if cycles.holds(k, from) => found.push(from),
                At::Edge(bb, _) | At::Block(bb) => {
                    found.extend_from_slice(&self.exits_to(scene, k, bb));
                }
            }
            cycle = cycles.all()[k].parent;
        }
    }

    /// The blocks from which a cycle is left on the ways to a block outside that what is made in the cycle dominates.
    fn exits_to(&mut self, scene: Scene<'_>, k: usize, bb: BbId) -> Rc<Exits> {
        let Scene { f, dom, cycles } = scene;
        // All ways from the cycle come by the highest block of those above the reader that are outside.
        let mut top = bb;
        while let Some(up) = dom.idom(top).filter(|&up| up != top && !cycles.holds(k, up)) {
            top = up;
        }
        if let Some(known) = self.exits.get(&(k, top)) {
            return known.clone();
        }
        let mut found = Exits::new();
        let mut seen: Set<BbId> = Set::default();
        let mut work: SmallVec<[BbId; 8]> = SmallVec::from_slice(&[top]);
        while let Some(at) = work.pop() {
            for &pred in f.bbs[at].preds() {
                if cycles.holds(k, pred) {
                    found.push(pred);
                } else if seen.insert(pred) {
                    work.push(pred);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let found = Rc::new(found);
        self.exits.insert((k, top), found.clone());
        found
    }
}

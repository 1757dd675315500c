//! Live ranges of values.
//!
//! A value that lives through many blocks lives through few *runs* of blocks that follow each other in number: what is kept, and
//! asked, are runs. Sets of blocks would be as large as the product of values and blocks.
//!
//! Positions in a block: phis define at -1, copies for phis happen at 0, statement k at k + 1, copies for successors'
//! phis at n + 1, the terminator reads at n + 2, and what the edges take away lives to n + 3.

use crate::kit::context::Cx;
use optx_ir::live_blocks::{LiveBlocks, TOGETHER};
use optx_ir::walk::Walk;
use optx_ir::{BbId, CrId, Func, SideTable, StmtOp};
use optx_whirl::Mtype;
use smallvec::SmallVec;

/// A value with one definition: a version, or a fresh name of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub(super) u32);

/// A place in a block, as the module's documentation counts.
pub(super) type Position = i32;

/// Blocks by their numbers, the first and the last.
pub(super) type Run = (u32, u32);

/// A list in [`LiveRanges::runs`].
#[derive(Clone, Copy, Default)]
struct List {
    start: u32,
    len: u32,
}

/// Where a value lives.
pub(super) struct Range {
    pub(super) bb: BbId,
    pub(super) position: Position,
    pub(super) mtype: Mtype,
    /// The version, for naming.
    pub(super) version: Option<CrId>,
    /// For a copy, the value that it copies: while both live, both are that value. Itself where it is none.
    copied: Value,
    /// The last use in each block that has one, sorted by block once computed.
    last_use: SmallVec<[(u32, Position); 2]>,
    /// Blocks at whose end it is live, in order.
    live_out: List,
    /// Blocks at whose start it is live, in order.
    live_in: List,
}

/// The live ranges of a function's values.
pub(super) struct LiveRanges {
    /// The value of each version.
    pub(super) by_version: SideTable<CrId, Option<Value>>,
    ranges: Vec<Range>,
    /// The lists of all ranges.
    runs: Vec<Run>,
}

impl LiveRanges {
    /// Finds every version's definition. Versions without one are defined on entry.
    pub(super) fn new(f: &Func) -> LiveRanges {
        let mut ranges = LiveRanges {
            by_version: SideTable::new(None),
            ranges: Vec::with_capacity(f.auxes.len()),
            runs: Vec::new(),
        };
        ranges.by_version.cover(f.codemap.len());
        let mut copies = Vec::new();
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                // The copy at the start defines it.
                ranges.define(f, phi.result, bb, 0);
            }
            for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
                let stmt = &f.stmts[s];
                for &result in &stmt.results {
                    if f.aux_of(result).is_some() {
                        ranges.define(f, result, bb, k as Position + 1);
                    }
                }
                if stmt.op == StmtOp::Stid && f.aux_of(stmt.kids[0]).is_some() {
                    copies.push((stmt.results[0], stmt.kids[0]));
                }
            }
        }
        // The rest is used somewhere and defined on entry.
        let (entry, mut walk) = (f.entry(), Walk::new());
        for &bb in &f.layout {
            f.for_each_use_in(bb, |_, root, _| {
                walk.variables(&f.codemap, root, |id, _| ranges.define_leaf(f, id, entry));
            });
            for &operand in f.bbs[bb].phis.iter().flat_map(|phi| &phi.operands) {
                ranges.define_leaf(f, operand, entry);
            }
        }
        for &(to, from) in &copies {
            let (to, from) = (ranges.value(to), ranges.value(from));
            ranges.ranges[to.0 as usize].copied = from;
        }
        for (to, _) in copies {
            ranges.shorten(to);
        }
        ranges
    }

    fn define_leaf(&mut self, f: &Func, id: CrId, entry: BbId) {
        if self.by_version.get(id).is_none() {
            self.define(f, id, entry, -1);
        }
    }

    fn define(&mut self, f: &Func, version: CrId, bb: BbId, position: Position) {
        let value = self.push(bb, position, super::register_type(f, version), Some(version));
        *self.by_version.entry(version) = Some(value);
    }

    fn push(&mut self, bb: BbId, position: Position, mtype: Mtype, version: Option<CrId>) -> Value {
        let value = Value(self.ranges.len() as u32);
        self.ranges.push(Range {
            bb,
            position,
            mtype,
            version,
            copied: value,
            last_use: SmallVec::new(),
            live_out: List::default(),
            live_in: List::default(),
        });
        value
    }

    /// The value of a version.
    pub(super) fn value(&self, version: CrId) -> Value {
        // `new` gave every version that occurs a value.
        self.by_version.get(version).unwrap_or(Value(0))
    }

    /// All values.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> + use<> {
        (0..self.ranges.len() as u32).map(Value)
    }

    pub(super) fn value_count(&self) -> usize {
        self.ranges.len()
    }

    /// The fresh name that a phi merges into.
    pub(super) fn fresh_phi(&mut self, bb: BbId, mtype: Mtype) -> Value {
        self.push(bb, -1, mtype.unsigned(), None)
    }

    /// The fresh name that a predecessor copies a phi's operand to.
    pub(super) fn fresh_exit(&mut self, f: &Func, bb: BbId, mtype: Mtype, of: Value) -> Value {
        let end = f.bbs[bb].stmts.len() as Position;
        let value = self.push(bb, end + 1, mtype.unsigned(), None);
        self.ranges[value.0 as usize].copied = self.origin(of);
        self.use_at(value, bb, end + 3);
        value
    }

    pub(super) fn use_at_entry(&mut self, bb: BbId, value: Value) {
        self.use_at(value, bb, 0);
    }

    pub(super) fn use_at_exit(&mut self, f: &Func, bb: BbId, value: Value) {
        let end = f.bbs[bb].stmts.len() as Position;
        self.use_at(value, bb, end + 1);
    }

    fn use_at(&mut self, value: Value, bb: BbId, position: Position) {
        let uses = &mut self.ranges[value.0 as usize].last_use;
        match uses.last_mut() {
            Some((block, last)) if *block == bb.index() as u32 => *last = position.max(*last),
            _ => uses.push((bb.index() as u32, position)),
        }
    }

    /// Records the uses of all statements, then spreads liveness from uses to definitions.
    pub(super) fn compute(&mut self, f: &Func, cx: &Cx<'_>) {
        let mut walk = Walk::new();
        for bb in cx.facts.blocks(f) {
            let end = f.bbs[bb].stmts.len();
            let mut last = usize::MAX;
            f.for_each_use_in(bb, |k, root, _| {
                if std::mem::replace(&mut last, k) != k {
                    walk.forget();
                }
                let position = k as Position + 1 + Position::from(k == end);
                walk.variables(&f.codemap, root, |id, _| {
                    let value = self.value(id);
                    self.use_at(value, bb, position);
                });
            });
            walk.forget();
        }
        self.spread(f);
    }

    /// Finds the blocks that values live through, 64 values at a time; most live in one block alone.
    fn spread(&mut self, f: &Func) {
        let lives_on = |range: &Range| {
            let home = range.bb.index() as u32;
            range.last_use.len() > 1 || range.last_use.iter().any(|(bb, _)| *bb != home)
        };
        let wanders: Vec<u32> =
            (0..self.ranges.len() as u32).filter(|&k| lives_on(&self.ranges[k as usize])).collect();
        let mut places = vec![0; f.bbs.len()];
        for (place, bb) in f.layout.iter().enumerate() {
            places[bb.index()] = place as u32;
        }
        let mut live = LiveBlocks::new(places);
        let (mut starts, mut ends) = (Runs::default(), Runs::default());
        for values in wanders.chunks(TOGETHER) {
            for (k, &value) in values.iter().enumerate() {
                let range = &mut self.ranges[value as usize];
                let home = range.bb.index() as u32;
                range.last_use.sort_unstable_by_key(|&(bb, position)| (bb, -position));
                range.last_use.dedup_by_key(|(bb, _)| *bb);
                live.writes(home, k);
                for &(bb, _) in range.last_use.iter().filter(|(bb, _)| *bb != home) {
                    live.reads(bb, k);
                }
            }
            live.spread(|bb| {
                let preds = f.bbs[BbId::from_index(bb as usize)].preds();
                preds.iter().map(|pred| pred.index() as u32)
            });
            live.drain(|bb, live_in, live_out| {
                starts.add(bb, live_in);
                ends.add(bb, live_out);
            });
            starts.finish();
            ends.finish();
            for (k, &value) in values.iter().enumerate() {
                let range = &mut self.ranges[value as usize];
                range.live_in = starts.take(k, &mut self.runs);
                range.live_out = ends.take(k, &mut self.runs);
            }
        }
    }

    fn list(&self, list: List) -> &[Run] {
        &self.runs[list.start as usize..][..list.len as usize]
    }

    /// Where a value lives.
    pub(super) fn range(&self, value: Value) -> &Range {
        &self.ranges[value.0 as usize]
    }

    /// The blocks at whose start a value is live.
    pub(super) fn live_in(&self, value: Value) -> &[Run] {
        self.list(self.range(value).live_in)
    }

    /// True where a value is live at a block's start.
    pub(super) fn enters(&self, value: Value, bb: u32) -> bool {
        holds(self.live_in(value), bb)
    }

    /// In how many blocks a value is live at the start.
    pub(super) fn blocks_entered(&self, value: Value) -> u32 {
        self.live_in(value).iter().map(|(first, last)| last - first + 1).sum()
    }

    /// Makes the copies on a version's chain of copies copies of what stands at its end. Versions have one definition, so
    /// chains end.
    fn shorten(&mut self, version: CrId) {
        let start = self.value(version);
        let mut end = start;
        while self.origin(end) != end {
            end = self.origin(end);
        }
        let mut at = start;
        while at != end {
            at = std::mem::replace(&mut self.ranges[at.0 as usize].copied, end);
        }
    }

    /// What a value is a copy of at last; itself where it is none.
    pub(super) fn origin(&self, value: Value) -> Value {
        self.ranges[value.0 as usize].copied
    }

    /// True where two values are one while both live: copies of one value, or one and its copy.
    pub(super) fn are_one(&self, a: Value, b: Value) -> bool {
        self.origin(a) == self.origin(b)
    }

    /// True where a value that is live at the start of a list of definitions lives at the first that differs from it.
    pub(super) fn meets_definition(&self, value: Value, bb: u32, list: &[Value]) -> bool {
        let first = list.iter().find(|&&v| !self.are_one(v, value));
        first.is_some_and(|v| self.lives_at(value, bb, self.ranges[v.0 as usize].position))
    }

    /// True where a value that is defined above a place of a block is still needed after it.
    pub(super) fn lives_at(&self, value: Value, bb: u32, position: Position) -> bool {
        let range = &self.ranges[value.0 as usize];
        if holds(self.list(range.live_out), bb) {
            return true;
        }
        match range.last_use.binary_search_by_key(&bb, |(block, _)| *block) {
            Ok(k) => range.last_use[k].1 > position,
            Err(_) => false,
        }
    }
}

/// True where one of some runs in order holds a block.
fn holds(runs: &[Run], bb: u32) -> bool {
    let behind = runs.partition_point(|&(first, _)| first <= bb);
    behind.checked_sub(1).is_some_and(|k| bb <= runs[k].1)
}

/// The runs of blocks of 64 values, made as the blocks go by in their order.
struct Runs {
    found: [SmallVec<[Run; 2]>; TOGETHER],
    /// Where the runs of the values began that hold the block before.
    since: [u32; TOGETHER],
    /// Those values, a bit each.
    open: u64,
    /// The block that would go on with them.
    next: u32,
}

impl Default for Runs {
    fn default() -> Runs {
        let found = std::array::from_fn(|_| SmallVec::new());
        Runs { found, since: [0; TOGETHER], open: 0, next: 0 }
    }
}

impl Runs {
    /// A block with the values that it belongs to.
    fn add(&mut self, bb: u32, values: u64) {
        if bb != self.next {
            self.finish();
        }
        self.close(!values);
        for_each_bit(values & !self.open, |k| self.since[k] = bb);
        (self.open, self.next) = (values, bb + 1);
    }

    fn finish(&mut self) {
        self.close(u64::MAX);
    }

    /// Ends the runs of some values before the next block.
    fn close(&mut self, values: u64) {
        let last = self.next.wrapping_sub(1);
        for_each_bit(values & self.open, |k| self.found[k].push((self.since[k], last)));
        self.open &= !values;
    }

    /// Moves a value's runs into the pool.
    fn take(&mut self, value: usize, pool: &mut Vec<Run>) -> List {
        let (start, runs) = (pool.len() as u32, &mut self.found[value]);
        let len = runs.len() as u32;
        pool.extend(runs.drain(..));
        List { start, len }
    }
}

/// Calls `each` for the number of each bit that is set.
fn for_each_bit(mut bits: u64, mut each: impl FnMut(usize)) {
    while bits != 0 {
        each(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

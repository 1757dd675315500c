//! Live ranges of values, and congruence classes of values that can share a register.
//!
//! Positions in a block: phis define at -1, copies for phis happen at 0, statement k at k + 1, copies for successors'
//! phis at n + 1, the terminator reads at n + 2, and what the edges take away lives to n + 3.

use crate::Cx;
use optx_ir::walk::Walk;
use optx_ir::{AuxId, AuxKind, BbId, CrId, Func, SideTable, StmtOp};
use optx_whirl::Mtype;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A value with one definition: a version, or a fresh name of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub(super) u32);

/// A place in a block, as the module's documentation counts.
type Position = i32;

/// A list in [`LiveRanges::blocks`].
#[derive(Clone, Copy, Default)]
struct List {
    start: u32,
    len: u32,
}

struct Range {
    bb: BbId,
    position: Position,
    mtype: Mtype,
    /// The version, for naming.
    version: Option<CrId>,
    /// For a copy, the value that it copies: while both live, both are that value. Itself where it is none.
    copied: Value,
    /// The last use in each block that has one, sorted by block once computed.
    last_use: SmallVec<[(u32, Position); 2]>,
    /// Blocks at whose end it is live, sorted.
    live_out: List,
    /// Blocks at whose start it is live.
    live_in: List,
}

/// A value in its class.
struct Member {
    /// Union-find over values.
    parent: u32,
    /// The next member of the class, in a ring.
    next: u32,
    /// Of a representative: the sum of the class's live ranges in blocks.
    weight: u32,
    /// Of a representative: whether the class has its tables.
    prepared: bool,
}

/// A class and a block.
type ClassAt = (u32, u32);

pub(super) struct LiveRanges {
    by_version: SideTable<CrId, Option<Value>>,
    ranges: Vec<Range>,
    /// The lists of all ranges.
    blocks: Vec<u32>,
    /// Of each value, how it is in its class.
    members: Vec<Member>,
    /// A class's values defined in a block, by position.
    defined_in: Map<ClassAt, SmallVec<[Value; 2]>>,
    /// The values of a class that are live at a block's start: one, or copies of one.
    entering: Map<ClassAt, SmallVec<[Value; 1]>>,
}

impl LiveRanges {
    /// Finds every version's definition. Versions without one are defined on entry.
    pub(super) fn new(f: &Func) -> LiveRanges {
        let mut ranges = LiveRanges {
            by_version: SideTable::new(None),
            ranges: Vec::with_capacity(f.auxes.len()),
            blocks: Vec::new(),
            members: Vec::with_capacity(f.auxes.len()),
            defined_in: Map::default(),
            entering: Map::default(),
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
        self.members.push(Member { parent: value.0, next: value.0, weight: 1, prepared: false });
        value
    }

    /// The value of a version.
    pub(super) fn value(&self, version: CrId) -> Value {
        // `new` gave every version that occurs a value.
        self.by_version.get(version).unwrap_or(Value(0))
    }

    pub(super) fn value_count(&self) -> usize {
        self.ranges.len()
    }

    pub(super) fn mtype(&self, value: Value) -> Mtype {
        self.ranges[value.0 as usize].mtype
    }

    /// The name of a class's first version that is a variable's.
    pub(super) fn name(&self, f: &Func, class: Value) -> Cow<'static, str> {
        let is_variable = |aux: &AuxId| matches!(f.auxes[*aux].kind, AuxKind::Scalar { .. });
        let named = self.first_symbol(f, class, is_variable);
        named.map_or(Cow::Borrowed("t"), |aux| f.auxes[aux].name.clone())
    }

    /// The symbol of a class's first version of the class's type.
    pub(super) fn symbol(&self, f: &Func, class: Value) -> Option<AuxId> {
        let mtype = self.mtype(class);
        self.first_symbol(f, class, |&aux| f.auxes[aux].mtype.unsigned() == mtype)
    }

    /// The symbol of the first of a class's versions whose symbol is as wanted.
    fn first_symbol(
        &self,
        f: &Func,
        class: Value,
        wanted: impl Fn(&AuxId) -> bool,
    ) -> Option<AuxId> {
        let symbol = |m: Value| self.ranges[m.0 as usize].version.and_then(|v| f.aux_of(v));
        let wanted = self.members(class).filter_map(|m| Some((m, symbol(m).filter(&wanted)?)));
        wanted.min_by_key(|(m, _)| *m).map(|(_, aux)| aux)
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
        for bb in cx.blocks(f) {
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
        let mut seen = SideTable::new(u32::MAX);
        seen.cover(f.bbs.len());
        let (mut work, mut live_in, mut live_out) = (Vec::new(), Vec::new(), Vec::new());
        for k in 0..self.ranges.len() {
            let range = &mut self.ranges[k];
            let home = range.bb.index() as u32;
            // Most values live in one block alone.
            if range.last_use.iter().all(|(bb, _)| *bb == home) && range.last_use.len() < 2 {
                continue;
            }
            range.last_use.sort_unstable_by_key(|&(bb, position)| (bb, -position));
            range.last_use.dedup_by_key(|(bb, _)| *bb);
            work.extend(range.last_use.iter().map(|(bb, _)| *bb).filter(|bb| *bb != home));
            while let Some(bb) = cx.take(&mut work) {
                live_in.push(bb);
                for pred in &f.bbs[BbId::from_index(bb as usize)].preds {
                    let p = pred.index() as u32;
                    if std::mem::replace(seen.entry(*pred), k as u32) == k as u32 {
                        continue;
                    }
                    live_out.push(p);
                    if p != home {
                        work.push(p);
                    }
                }
            }
            live_out.sort_unstable();
            live_in.sort_unstable();
            live_in.dedup();
            range.live_in = keep(&mut self.blocks, &mut live_in);
            range.live_out = keep(&mut self.blocks, &mut live_out);
        }
        for k in 0..self.ranges.len() {
            let class = self.class(Value(k as u32));
            self.members[class.0 as usize].weight += self.ranges[k].live_in.len;
        }
    }

    fn list(&self, list: List) -> &[u32] {
        &self.blocks[list.start as usize..][..list.len as usize]
    }

    /// The members of a class.
    fn members(&self, class: Value) -> impl Iterator<Item = Value> + '_ {
        let after = move |&at: &u32| {
            let next = self.members[at as usize].next;
            (next != class.0).then_some(next)
        };
        std::iter::successors(Some(class.0), after).map(Value)
    }

    /// Makes the tables of these values' classes, each once: only classes that copies join need them.
    pub(super) fn prepare_all(&mut self, values: &[Value]) {
        self.defined_in.reserve(values.len());
        self.entering.reserve(values.len());
        for &value in values {
            let class = self.class(value);
            if !std::mem::replace(&mut self.members[class.0 as usize].prepared, true) {
                self.index_all(class, class);
            }
        }
    }

    /// Enters the values of one class into another's tables, or its own.
    fn index_all(&mut self, class: Value, members: Value) {
        let mut at = members;
        loop {
            self.index(class, at);
            at = Value(self.members[at.0 as usize].next);
            if at == members {
                return;
            }
        }
    }

    /// Enters a value of a class into the class's tables.
    fn index(&mut self, class: Value, value: Value) {
        let range = &self.ranges[value.0 as usize];
        for &bb in &self.blocks[range.live_in.start as usize..][..range.live_in.len as usize] {
            self.entering.entry((class.0, bb)).or_default().push(value);
        }
        let list = self.defined_in.entry((class.0, range.bb.index() as u32)).or_default();
        let ranges = &self.ranges;
        let at = list.partition_point(|v| ranges[v.0 as usize].position <= range.position);
        list.insert(at, value);
    }

    /// The class of a value, by its representative.
    pub(super) fn class(&mut self, value: Value) -> Value {
        let mut root = value.0;
        while self.members[root as usize].parent != root {
            root = self.members[root as usize].parent;
        }
        let mut at = value.0;
        while self.members[at as usize].parent != root {
            at = std::mem::replace(&mut self.members[at as usize].parent, root);
        }
        Value(root)
    }

    /// Makes two values share a class without a check: the fresh names of one phi.
    pub(super) fn join(&mut self, a: Value, b: Value) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.unite(a, b);
        }
    }

    /// Two classes, the lighter first.
    fn by_weight(&self, a: Value, b: Value) -> (Value, Value) {
        let weight = |class: Value| self.members[class.0 as usize].weight;
        if weight(a) < weight(b) { (a, b) } else { (b, a) }
    }

    /// Moves the lighter class into the other.
    fn unite(&mut self, a: Value, b: Value) {
        let (small, large) = self.by_weight(a, b);
        if self.members[large.0 as usize].prepared {
            self.index_all(large, small);
        }
        let Member { next, weight, .. } = self.members[small.0 as usize];
        let whole = &mut self.members[large.0 as usize];
        whole.weight += weight;
        // Two rings become one.
        let after = std::mem::replace(&mut whole.next, next);
        let moved = &mut self.members[small.0 as usize];
        (moved.parent, moved.next) = (large.0, after);
    }

    /// Merges the classes of two values of one type if no value of one lives where a value of the other does.
    pub(super) fn try_merge(&mut self, a: Value, b: Value) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return true;
        }
        let (small, large) = self.by_weight(a, b);
        let conflict =
            self.mtype(a) != self.mtype(b) || self.members(small).any(|v| self.conflicts(v, large));
        if !conflict {
            self.unite(a, b);
        }
        !conflict
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
    fn origin(&self, value: Value) -> Value {
        self.ranges[value.0 as usize].copied
    }

    /// True where two values are one while both live: copies of one value, or one and its copy.
    fn are_one(&self, a: Value, b: Value) -> bool {
        self.origin(a) == self.origin(b)
    }

    /// True where a value and some value of a class are live at one point, and differ.
    ///
    /// Within a class nothing that differs is live together: where one is defined, what else lives is what it copies, or
    /// another copy of that. So in each block only the nearest definitions around the value's own can be the first to meet
    /// it, past those that are copies and those that are one with it, and what is live at the block's start.
    fn conflicts(&self, value: Value, class: Value) -> bool {
        let range = &self.ranges[value.0 as usize];
        let home = range.bb.index() as u32;
        let position = |v: &Value| self.ranges[v.0 as usize].position;
        if let Some(list) = self.defined_in.get(&(class.0, home)) {
            let after = list.partition_point(|v| position(v) <= range.position);
            for &before in list[..after].iter().rev() {
                let meets = position(&before) == range.position
                    || self.lives_at(before, home, range.position);
                if meets && !self.are_one(before, value) {
                    return true;
                }
                if self.origin(before) == before {
                    break;
                }
            }
            if self.meets_definition(value, home, &list[after..]) {
                return true;
            }
        }
        if let Some(entering) = self.entering.get(&(class.0, home))
            && entering
                .iter()
                .any(|&v| !self.are_one(v, value) && self.lives_at(v, home, range.position))
        {
            return true;
        }
        self.list(range.live_in).iter().any(|&bb| {
            let list = self.defined_in.get(&(class.0, bb));
            list.is_some_and(|list| self.meets_definition(value, bb, list))
        })
    }

    /// True where a value that is live at the start of a list of definitions lives at the first that differs from it.
    fn meets_definition(&self, value: Value, bb: u32, list: &[Value]) -> bool {
        let first = list.iter().find(|&&v| !self.are_one(v, value));
        first.is_some_and(|v| self.lives_at(value, bb, self.ranges[v.0 as usize].position))
    }

    /// True where a value that is defined above a place of a block is still needed after it.
    fn lives_at(&self, value: Value, bb: u32, position: Position) -> bool {
        let range = &self.ranges[value.0 as usize];
        if self.list(range.live_out).binary_search(&bb).is_ok() {
            return true;
        }
        match range.last_use.binary_search_by_key(&bb, |(block, _)| *block) {
            Ok(k) => range.last_use[k].1 > position,
            Err(_) => false,
        }
    }
}

/// Puts a list into the pool and empties it.
fn keep(pool: &mut Vec<u32>, list: &mut Vec<u32>) -> List {
    let kept = List { start: pool.len() as u32, len: list.len() as u32 };
    pool.append(list);
    kept
}

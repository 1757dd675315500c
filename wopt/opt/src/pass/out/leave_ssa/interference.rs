//! Congruence classes of values that can share a register.

use super::live_ranges::{LiveRanges, Value};
use optx_ir::{AuxId, AuxKind, Func};
use optx_whirl::StId;
use optx_whirl::fixed_hash::Map;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A value in its class.
struct Member {
    /// Union-find over values.
    parent: u32,
    /// The next member of the class, in a ring.
    next: u32,
    /// Of a representative: the sum of the class's live ranges in blocks.
    weight: u32,
    /// Of a representative: how many values the class has.
    count: u32,
    /// Of a representative: whether the class has its tables.
    prepared: bool,
}

/// A class and a block.
type ClassAt = (u32, u32);

/// A class and so many blocks that follow each other.
type ClassNear = (u32, u32);

/// The blocks of a [`ClassNear`]: long runs are entered this many times less often than they have blocks.
const NEAR: u32 = 64;

/// The classes of a function's values: each value's own at first.
#[derive(Default)]
pub(super) struct Classes {
    /// Of each value, how it is in its class.
    members: Vec<Member>,
    /// A class's values defined in a block, by position.
    defined_in: Map<ClassAt, SmallVec<[Value; 2]>>,
    /// The values of a class that are live at the start of some of the blocks. At that of one block they are one, or copies of one.
    entering: Map<ClassNear, SmallVec<[Value; 2]>>,
}

impl Classes {
    /// Gives values up to a number classes of their own.
    pub(super) fn cover(&mut self, values: usize) {
        let alone = |own| Member { parent: own, next: own, weight: 1, count: 1, prepared: false };
        self.members.extend((self.members.len() as u32..values as u32).map(alone));
    }

    /// Weighs the classes of all values, once their live ranges are known.
    pub(super) fn weigh(&mut self, ranges: &LiveRanges) {
        for k in 0..self.members.len() {
            let value = Value(k as u32);
            let class = self.class(value);
            let weight = &mut self.members[class.0 as usize].weight;
            *weight = weight.saturating_add(ranges.blocks_entered(value));
        }
    }

    /// Drops the tables that tell whether two classes meet.
    pub(super) fn drop_tables(&mut self) {
        (self.defined_in, self.entering) = Default::default();
    }

    /// The variable that a class's first version is of which is one's, and the name.
    pub(super) fn name(
        &self,
        f: &Func,
        ranges: &LiveRanges,
        class: Value,
    ) -> (Option<StId>, Cow<'static, str>) {
        let is_variable = |aux: &AuxId| matches!(f.auxes[*aux].kind, AuxKind::Scalar { .. });
        let named = self.first_symbol(f, ranges, class, is_variable);
        named.map_or((None, Cow::Borrowed("t")), |aux| {
            let of = match f.auxes[aux].kind {
                AuxKind::Scalar { st, .. } => Some(st).filter(|st| st.is_local()),
                _ => None,
            };
            (of, f.auxes[aux].name.clone())
        })
    }

    /// The symbol of the first of a class's versions whose symbol is as wanted.
    fn first_symbol(
        &self,
        f: &Func,
        ranges: &LiveRanges,
        class: Value,
        wanted: impl Fn(&AuxId) -> bool,
    ) -> Option<AuxId> {
        let symbol = |m: Value| ranges.range(m).version.and_then(|v| f.aux_of(v));
        let wanted = self.members(class).filter_map(|m| Some((m, symbol(m).filter(&wanted)?)));
        wanted.min_by_key(|(m, _)| *m).map(|(_, aux)| aux)
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
    pub(super) fn prepare_all(&mut self, ranges: &LiveRanges, values: &[Value]) {
        self.defined_in.reserve(values.len());
        self.entering.reserve(values.len());
        for &value in values {
            let class = self.class(value);
            if !std::mem::replace(&mut self.members[class.0 as usize].prepared, true) {
                self.index_all(ranges, class, class);
            }
        }
    }

    /// Enters the values of one class into another's tables, or its own.
    fn index_all(&mut self, ranges: &LiveRanges, class: Value, members: Value) {
        let mut at = members;
        loop {
            self.index(ranges, class, at);
            at = Value(self.members[at.0 as usize].next);
            if at == members {
                return;
            }
        }
    }

    /// Enters a value of a class into the class's tables.
    fn index(&mut self, ranges: &LiveRanges, class: Value, value: Value) {
        let range = ranges.range(value);
        for &(first, last) in ranges.live_in(value) {
            for near in first / NEAR..=last / NEAR {
                let list = self.entering.entry((class.0, near)).or_default();
                // Runs near each other are entered once.
                if list.last() != Some(&value) {
                    list.push(value);
                }
            }
        }
        let list = self.defined_in.entry((class.0, range.bb.index() as u32)).or_default();
        let at = list.partition_point(|&v| ranges.range(v).position <= range.position);
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
    pub(super) fn join(&mut self, ranges: &LiveRanges, a: Value, b: Value) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.unite(ranges, a, b);
        }
    }

    /// Two classes, the lighter first.
    fn by_weight(&self, a: Value, b: Value) -> (Value, Value) {
        let weight = |class: Value| self.members[class.0 as usize].weight;
        if weight(a) < weight(b) { (a, b) } else { (b, a) }
    }

    /// Moves the lighter class into the other.
    fn unite(&mut self, ranges: &LiveRanges, a: Value, b: Value) {
        let (small, large) = self.by_weight(a, b);
        if self.members[large.0 as usize].prepared {
            self.index_all(ranges, large, small);
        }
        let Member { next, weight, count, .. } = self.members[small.0 as usize];
        let whole = &mut self.members[large.0 as usize];
        whole.weight = whole.weight.saturating_add(weight);
        whole.count += count;
        // Two rings become one.
        let after = std::mem::replace(&mut whole.next, next);
        let moved = &mut self.members[small.0 as usize];
        (moved.parent, moved.next) = (large.0, after);
    }

    /// Merges the classes of two values of one type if no value of one lives where a value of the other does.
    pub(super) fn try_merge(&mut self, ranges: &LiveRanges, a: Value, b: Value) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return true;
        }
        let (small, large) = self.by_weight(a, b);
        let conflict = ranges.range(a).mtype != ranges.range(b).mtype
            || self.members(small).any(|v| self.conflicts(ranges, v, large));
        if !conflict {
            self.unite(ranges, a, b);
        }
        !conflict
    }

    /// True where a value and some value of a class are live at one point, and differ.
    ///
    /// Within a class nothing that differs is live together: where one is defined, what else lives is what it copies, or
    /// another copy of that. So in each block only the nearest definitions around the value's own can be the first to meet
    /// it, past those that are copies and those that are one with it, and what is live at the block's start.
    fn conflicts(&self, ranges: &LiveRanges, value: Value, class: Value) -> bool {
        let range = ranges.range(value);
        let home = range.bb.index() as u32;
        let position = |v: &Value| ranges.range(*v).position;
        if let Some(list) = self.defined_in.get(&(class.0, home)) {
            let after = list.partition_point(|v| position(v) <= range.position);
            for &before in list[..after].iter().rev() {
                let meets = position(&before) == range.position
                    || ranges.lives_at(before, home, range.position);
                if meets && !ranges.are_one(before, value) {
                    return true;
                }
                if ranges.origin(before) == before {
                    break;
                }
            }
            if ranges.meets_definition(value, home, &list[after..]) {
                return true;
            }
        }
        let near = self.entering.get(&(class.0, home / NEAR));
        let mut entering = near.into_iter().flatten().filter(|&&v| ranges.enters(v, home));
        if entering.any(|&v| !ranges.are_one(v, value) && ranges.lives_at(v, home, range.position))
        {
            return true;
        }
        let meets = |bb: u32| {
            let list = self.defined_in.get(&(class.0, bb));
            list.is_some_and(|list| ranges.meets_definition(value, bb, list))
        };
        // Whichever is less to look through: the blocks, or the class's definitions.
        if ranges.blocks_entered(value) <= self.members[class.0 as usize].count {
            let blocks = ranges.live_in(value).iter().flat_map(|&(first, last)| first..=last);
            return blocks.into_iter().any(meets);
        }
        self.members(class).any(|v| {
            let bb = ranges.range(v).bb.index() as u32;
            ranges.enters(value, bb) && meets(bb)
        })
    }
}

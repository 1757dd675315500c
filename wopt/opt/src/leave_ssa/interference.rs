//! Live ranges of values, and congruence classes of values that can share a register.
//!
//! Positions in a block: phis define at -1, copies for phis happen at 0, statement k at k + 1, copies for successors'
//! phis at n + 1, the terminator reads at n + 2, and what the edges take away lives to n + 3.

use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CodeRep, CrId, Func, SideTable, StmtOp, Terminator};
use optx_whirl::Mtype;

/// A value with one definition: a version, or a fresh name of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub(super) u32);

struct Range {
    bb: BbId,
    position: i64,
    mtype: Mtype,
    /// The version, for naming.
    version: Option<CrId>,
    /// The last use in each block that has one, sorted by block once computed.
    last_use: Vec<(u32, i64)>,
    /// Blocks at whose end it is live, sorted.
    live_out: Vec<u32>,
}

pub(super) struct LiveRanges<'a> {
    dom: &'a Dominance,
    by_version: SideTable<Option<Value>>,
    ranges: Vec<Range>,
    /// Union-find over values; members of a class in dominance order of their definitions.
    parent: Vec<u32>,
    members: Vec<Vec<Value>>,
}

impl<'a> LiveRanges<'a> {
    /// Finds every version's definition. Versions without one are defined on entry.
    pub(super) fn new(f: &Func, dom: &'a Dominance) -> LiveRanges<'a> {
        let mut ranges = LiveRanges {
            dom,
            by_version: SideTable::new(None),
            ranges: Vec::new(),
            parent: Vec::new(),
            members: Vec::new(),
        };
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                // The copy at the start defines it.
                ranges.define(f, phi.result, bb, 0);
            }
            for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
                for &result in &f.stmts[s].results {
                    if f.aux_of(result).is_some() {
                        ranges.define(f, result, bb, k as i64 + 1);
                    }
                }
            }
        }
        // The rest is used somewhere and defined on entry.
        let entry = f.entry();
        for &bb in &f.layout {
            for k in 0..f.bbs[bb].stmts.len() {
                let stmt = &f.stmts[f.bbs[bb].stmts[k]];
                let roots: Vec<CrId> = stmt.kids.iter().chain(&stmt.results).copied().collect();
                ranges.define_leaves(f, &roots, entry);
            }
            if let Terminator::Branch { condition, .. } = f.bbs[bb].terminator {
                ranges.define_leaves(f, &[condition], entry);
            }
            for phi in &f.bbs[bb].phis {
                ranges.define_leaves(f, &phi.operands, entry);
            }
        }
        ranges
    }

    fn define_leaves(&mut self, f: &Func, roots: &[CrId], entry: BbId) {
        for_each_var(f, roots, |id| {
            if self.by_version.get(id.index()).is_none() {
                self.define(f, id, entry, -1);
            }
        });
    }

    fn define(&mut self, f: &Func, version: CrId, bb: BbId, position: i64) {
        let value = self.push(bb, position, super::register_type(f, version), Some(version));
        *self.by_version.entry(version.index()) = Some(value);
    }

    fn push(&mut self, bb: BbId, position: i64, mtype: Mtype, version: Option<CrId>) -> Value {
        let value = Value(self.ranges.len() as u32);
        self.ranges.push(Range {
            bb,
            position,
            mtype,
            version,
            last_use: Vec::new(),
            live_out: Vec::new(),
        });
        self.parent.push(value.0);
        self.members.push(vec![value]);
        value
    }

    /// The value of a version.
    pub(super) fn value(&self, version: CrId) -> Value {
        // `new` gave every version that occurs a value.
        self.by_version.get(version.index()).unwrap_or(Value(0))
    }

    pub(super) fn value_count(&self) -> usize {
        self.ranges.len()
    }

    pub(super) fn mtype(&self, value: Value) -> Mtype {
        self.ranges[value.0 as usize].mtype
    }

    pub(super) fn name(&self, f: &Func, class: Value) -> String {
        let named = self.members[class.0 as usize]
            .iter()
            .filter_map(|m| self.ranges[m.0 as usize].version)
            .filter_map(|v| f.aux_of(v))
            .find(|&aux| matches!(f.auxes[aux].kind, optx_ir::AuxKind::Scalar { .. }));
        named.map_or_else(|| "t".to_owned(), |aux| f.auxes[aux].name.clone())
    }

    /// The fresh name that a phi merges into.
    pub(super) fn fresh_phi(&mut self, bb: BbId, mtype: Mtype) -> Value {
        self.push(bb, -1, mtype.unsigned(), None)
    }

    /// The fresh name that a predecessor copies a phi's operand to.
    pub(super) fn fresh_exit(&mut self, f: &Func, bb: BbId, mtype: Mtype) -> Value {
        let end = f.bbs[bb].stmts.len() as i64;
        let value = self.push(bb, end + 1, mtype.unsigned(), None);
        self.use_at(value, bb, end + 3);
        value
    }

    pub(super) fn use_at_entry(&mut self, bb: BbId, value: Value) {
        self.use_at(value, bb, 0);
    }

    pub(super) fn use_at_exit(&mut self, f: &Func, bb: BbId, value: Value) {
        let end = f.bbs[bb].stmts.len() as i64;
        self.use_at(value, bb, end + 1);
    }

    fn use_at(&mut self, value: Value, bb: BbId, position: i64) {
        let uses = &mut self.ranges[value.0 as usize].last_use;
        match uses.last_mut() {
            Some((block, last)) if *block == bb.index() as u32 => *last = position.max(*last),
            _ => uses.push((bb.index() as u32, position)),
        }
    }

    /// Records the uses of all statements, then spreads liveness from uses to definitions.
    pub(super) fn compute(&mut self, f: &Func) {
        for &bb in &f.layout {
            let block = &f.bbs[bb];
            for (k, &s) in block.stmts.iter().enumerate() {
                let stmt = &f.stmts[s];
                self.use_trees(f, &stmt.kids, bb, k as i64 + 1);
                if stmt.op == StmtOp::Istore {
                    self.use_trees(f, &stmt.results, bb, k as i64 + 1);
                }
            }
            if let Terminator::Branch { condition, .. } = block.terminator {
                self.use_trees(f, &[condition], bb, block.stmts.len() as i64 + 2);
            }
        }
        let mut seen = SideTable::new(u32::MAX);
        for k in 0..self.ranges.len() {
            let range = &mut self.ranges[k];
            range.last_use.sort_unstable_by_key(|&(bb, position)| (bb, -position));
            range.last_use.dedup_by_key(|(bb, _)| *bb);
            let home = range.bb.index() as u32;
            let mut work: Vec<u32> =
                range.last_use.iter().map(|(bb, _)| *bb).filter(|bb| *bb != home).collect();
            while let Some(bb) = work.pop() {
                for pred in &f.bbs[BbId::from_index(bb as usize)].preds {
                    let p = pred.index() as u32;
                    if std::mem::replace(seen.entry(pred.index()), k as u32) == k as u32 {
                        continue;
                    }
                    range.live_out.push(p);
                    if p != home {
                        work.push(p);
                    }
                }
            }
            range.live_out.sort_unstable();
        }
    }

    fn use_trees(&mut self, f: &Func, roots: &[CrId], bb: BbId, position: i64) {
        for_each_var(f, roots, |id| {
            let value = self.value(id);
            self.use_at(value, bb, position);
        });
    }

    /// The class of a value, by its representative.
    pub(super) fn class(&mut self, value: Value) -> Value {
        let mut root = value.0;
        while self.parent[root as usize] != root {
            root = self.parent[root as usize];
        }
        let mut at = value.0;
        while self.parent[at as usize] != root {
            at = std::mem::replace(&mut self.parent[at as usize], root);
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

    fn unite(&mut self, a: Value, b: Value) {
        let (small, large) = if self.members[a.0 as usize].len() < self.members[b.0 as usize].len()
        {
            (a, b)
        } else {
            (b, a)
        };
        let moved = std::mem::take(&mut self.members[small.0 as usize]);
        let kept = std::mem::take(&mut self.members[large.0 as usize]);
        let merged = self.in_dominance_order(&kept, &moved);
        self.members[large.0 as usize] = merged;
        self.parent[small.0 as usize] = large.0;
    }

    fn order(&self, value: Value) -> (u32, i64, u32) {
        let range = &self.ranges[value.0 as usize];
        (self.dom.preorder_number(range.bb), range.position, value.0)
    }

    fn in_dominance_order(&self, a: &[Value], b: &[Value]) -> Vec<Value> {
        let mut out = Vec::with_capacity(a.len() + b.len());
        let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
        loop {
            let from_a = match (a.peek(), b.peek()) {
                (None, None) => return out,
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (Some(x), Some(y)) => self.order(**x) <= self.order(**y),
            };
            out.extend(if from_a { a.next() } else { b.next() });
        }
    }

    /// Merges the classes of two values of one type if no value of one lives where a value of the other does.
    pub(super) fn try_merge(&mut self, a: Value, b: Value) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return true;
        }
        if self.mtype(a) != self.mtype(b) || self.classes_interfere(a, b) {
            return false;
        }
        self.unite(a, b);
        true
    }

    /// Walks both classes in dominance order with a stack of the definitions above: it is enough to compare each with
    /// the nearest one, since within a class nothing interferes.
    fn classes_interfere(&self, a: Value, b: Value) -> bool {
        let all = self.in_dominance_order(&self.members[a.0 as usize], &self.members[b.0 as usize]);
        let mut above: Vec<Value> = Vec::new();
        for value in all {
            while let Some(&top) = above.last() {
                if self.defined_above(top, value) {
                    break;
                }
                above.pop();
            }
            if let Some(&top) = above.last()
                && self.lives_at_definition(top, value)
            {
                return true;
            }
            above.push(value);
        }
        false
    }

    fn defined_above(&self, a: Value, b: Value) -> bool {
        let (a, b) = (&self.ranges[a.0 as usize], &self.ranges[b.0 as usize]);
        if a.bb == b.bb { a.position <= b.position } else { self.dom.dominates(a.bb, b.bb) }
    }

    /// True where `a`, defined at or above the definition of `b`, is still needed after it.
    fn lives_at_definition(&self, a: Value, b: Value) -> bool {
        let (a, b) = (&self.ranges[a.0 as usize], &self.ranges[b.0 as usize]);
        if a.bb == b.bb && a.position == b.position {
            return true;
        }
        let bb = b.bb.index() as u32;
        if a.live_out.binary_search(&bb).is_ok() {
            return true;
        }
        match a.last_use.binary_search_by_key(&bb, |(block, _)| *block) {
            Ok(k) => a.last_use[k].1 > b.position,
            Err(_) => false,
        }
    }
}

/// Calls `each` for every VAR in the trees, maybe several times for one.
fn for_each_var(f: &Func, roots: &[CrId], mut each: impl FnMut(CrId)) {
    let mut stack = roots.to_vec();
    while let Some(id) = stack.pop() {
        match f.codemap.get(id) {
            CodeRep::Var { .. } => each(id),
            CodeRep::Ivar { access, .. } => stack.push(access.base),
            CodeRep::Op(op) => stack.extend_from_slice(&op.kids),
            _ => {}
        }
    }
}

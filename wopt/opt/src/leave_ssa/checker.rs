//! The checker of leaving SSA: proves the result against the SSA it came from, sharing no liveness or interference
//! code with the translation.
//!
//! Idea: a forward data-flow over the result that knows for every register which versions' values it holds at each
//! point. A register definition for version `v` makes it hold `{v}`; a copy takes over the source's set; on an edge,
//! whatever holds a phi's operand comes to hold its result as well. Paths meet by intersection. Each use of `v` in the
//! original must be, in the result, a register that holds `v`.
//! After regalloc2's `checker.rs` (the idea of symbolic sets and the meet).
//! Cost: blocks times registers for a few rounds; run in debug builds and under `--verify`.

use optx_ir::{AuxId, BbId, CodeRep, CrId, Func, StmtId, StmtOp, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// The versions that each register holds; a register that is absent holds none.
type State = BTreeMap<AuxId, BTreeSet<CrId>>;

/// Checks `result` (form Regs) against `source` (form Ssa), whose blocks and statements have the same ids. An empty
/// list is a proof; else each text names block and statement.
pub fn check(source: &Func, result: &Func) -> Vec<String> {
    let mut defined = BTreeSet::new();
    for &bb in &source.layout {
        defined.extend(source.bbs[bb].phis.iter().map(|phi| phi.result));
        let stmts = source.bbs[bb].stmts.iter();
        defined.extend(stmts.flat_map(|&s| source.stmts[s].results.iter().copied()));
    }
    let registers = result.auxes.iter().map(|(id, _)| id).collect();
    let mut checker = Checker { source, result, defined, registers, found: Vec::new() };
    if source.layout != result.layout {
        return vec!["the layout changed".to_owned()];
    }
    let mut on_entry: BTreeMap<BbId, State> = BTreeMap::new();
    // Versions without a definition hold anything: they may be read from any register.
    on_entry.insert(source.entry(), State::new());
    let mut work: Vec<BbId> = vec![source.entry()];
    while let Some(bb) = work.pop() {
        let state = on_entry.get(&bb).cloned().unwrap_or_default();
        let out = checker.block(bb, state, false);
        for succ in source.succs(bb) {
            let arriving = checker.edge(bb, succ, &out);
            let changed = match on_entry.get_mut(&succ) {
                None => {
                    on_entry.insert(succ, arriving);
                    true
                }
                Some(known) => meet(known, &arriving),
            };
            if changed {
                work.push(succ);
            }
        }
    }
    for &bb in &source.layout {
        let state = on_entry.get(&bb).cloned().unwrap_or_default();
        checker.block(bb, state, true);
        if source.bbs[bb].terminator.successors() != result.bbs[bb].terminator.successors() {
            checker.found.push(format!("{bb}: the successors changed"));
        }
    }
    checker.found.truncate(50);
    checker.found
}

/// Intersects; true where something was lost.
fn meet(known: &mut State, arriving: &State) -> bool {
    let mut changed = false;
    known.retain(|register, set| {
        let before = set.len();
        match arriving.get(register) {
            Some(other) => set.retain(|v| other.contains(v)),
            None => set.clear(),
        }
        changed |= set.len() != before;
        !set.is_empty()
    });
    changed
}

struct Checker<'a> {
    source: &'a Func,
    result: &'a Func,
    /// Versions that something defines.
    defined: BTreeSet<CrId>,
    registers: Vec<AuxId>,
    found: Vec<String>,
}

impl Checker<'_> {
    fn fail(&mut self, report: bool, bb: BbId, message: String) {
        if report && self.found.len() < 50 {
            self.found.push(format!("{bb}: {message}"));
        }
    }

    /// The state at the block's end.
    fn block(&mut self, bb: BbId, mut state: State, report: bool) -> State {
        let originals = &self.source.bbs[bb].stmts;
        let is_original = |s: StmtId| s.index() < self.source.stmts.len();
        let mut next = 0;
        for &s in &self.result.bbs[bb].stmts {
            if !is_original(s) {
                self.copy(bb, s, &mut state, report);
                continue;
            }
            // Originals left out before it must be copies between versions.
            while next < originals.len() && originals[next] != s {
                self.left_out(bb, originals[next], &mut state, report);
                next += 1;
            }
            if next == originals.len() {
                self.fail(report, bb, format!("{s} is out of order or was not there"));
                return state;
            }
            next += 1;
            self.statement(bb, s, &mut state, report);
        }
        while next < originals.len() {
            self.left_out(bb, originals[next], &mut state, report);
            next += 1;
        }
        match (self.source.bbs[bb].terminator, self.result.bbs[bb].terminator) {
            (Terminator::Branch { condition: a, .. }, Terminator::Branch { condition: b, .. }) => {
                self.tree(bb, a, b, &state, report);
            }
            (a, b) if std::mem::discriminant(&a) != std::mem::discriminant(&b) => {
                self.fail(report, bb, "the terminator changed".into());
            }
            _ => {}
        }
        state
    }

    fn copy(&mut self, bb: BbId, s: StmtId, state: &mut State, report: bool) {
        let stmt = &self.result.stmts[s];
        let registers = (
            stmt.results.first().and_then(|&r| self.result.aux_of(r)),
            stmt.kids.first().and_then(|&k| self.result.aux_of(k)),
        );
        let (Some(to), Some(from), StmtOp::Stid) = (registers.0, registers.1, &stmt.op) else {
            return self.fail(report, bb, format!("{s} was added and is no copy"));
        };
        let set = state.get(&from).cloned().unwrap_or_default();
        state.insert(to, set);
    }

    /// A statement of the source that the result lacks: right only for a copy, whose result is where its source is.
    fn left_out(&mut self, bb: BbId, s: StmtId, state: &mut State, report: bool) {
        let stmt = &self.source.stmts[s];
        let is_copy = stmt.op == StmtOp::Stid && self.source.aux_of(stmt.kids[0]).is_some();
        if !is_copy {
            return self.fail(report, bb, format!("{s} is lost"));
        }
        let (to, from) = (stmt.results[0], stmt.kids[0]);
        for set in state.values_mut() {
            set.remove(&to);
            if set.contains(&from) {
                set.insert(to);
            }
        }
    }

    fn statement(&mut self, bb: BbId, s: StmtId, state: &mut State, report: bool) {
        let (a, b) = (&self.source.stmts[s], &self.result.stmts[s]);
        let same_kind = std::mem::discriminant(&a.op) == std::mem::discriminant(&b.op);
        if !same_kind || a.kids.len() != b.kids.len() || a.results.len() != b.results.len() {
            return self.fail(report, bb, format!("{s} changed its kind"));
        }
        for (&x, &y) in a.kids.iter().zip(&b.kids) {
            self.tree(bb, x, y, state, report);
        }
        let mut defined = BTreeSet::new();
        for (&x, &y) in a.results.iter().zip(&b.results) {
            match (self.source.aux_of(x), self.result.aux_of(y)) {
                (Some(_), Some(register)) => {
                    if !defined.insert(register) {
                        self.fail(report, bb, format!("{s} defines {register} twice"));
                    }
                    for set in state.values_mut() {
                        set.remove(&x);
                    }
                    let mut set = BTreeSet::from([x]);
                    // A copy: the register holds what its source held, too.
                    if a.op == StmtOp::Stid
                        && let Some(from) = self.result.aux_of(b.kids[0])
                    {
                        set.extend(state.get(&from).into_iter().flatten());
                    }
                    state.insert(register, set);
                }
                (None, None) => self.tree(bb, x, y, state, report),
                _ => self.fail(report, bb, format!("{s} changed its result's kind")),
            }
        }
    }

    /// The state on an edge: phi results come to be where their operands are.
    fn edge(&self, from: BbId, to: BbId, state: &State) -> State {
        let block = &self.source.bbs[to];
        let Some(place) = block.preds.iter().position(|&p| p == from) else { return State::new() };
        let pairs: Vec<(CrId, CrId)> =
            block.phis.iter().map(|phi| (phi.operands[place], phi.result)).collect();
        let mut out = state.clone();
        for (register, set) in &mut out {
            let old = &state[register];
            for (_, result) in &pairs {
                set.remove(result);
            }
            set.extend(pairs.iter().filter(|(o, _)| old.contains(o)).map(|(_, result)| *result));
        }
        for (_, result) in pairs.iter().filter(|(operand, _)| self.is_undefined(*operand)) {
            for register in &self.registers {
                out.entry(*register).or_default().insert(*result);
            }
        }
        out
    }

    /// True for a version that nothing defines: any register will do.
    fn is_undefined(&self, version: CrId) -> bool {
        !self.defined.contains(&version)
    }

    /// The two trees are equal but for registers, each of which holds its version.
    fn tree(&mut self, bb: BbId, a: CrId, b: CrId, state: &State, report: bool) {
        let mut stack = vec![(a, b)];
        while let Some((a, b)) = stack.pop() {
            match (self.source.codemap.get(a), self.result.codemap.get(b)) {
                (CodeRep::Var { .. }, CodeRep::Var { aux, .. }) => {
                    let holds = state.get(aux).is_some_and(|set| set.contains(&a));
                    if report && !holds && !self.is_undefined(a) {
                        let version = optx_ir::print::tree_text(self.source, a);
                        self.fail(report, bb, format!("{aux} does not hold {version}"));
                    }
                }
                (CodeRep::Op(x), CodeRep::Op(y)) => {
                    let same = (x.opr, x.rtype, x.desc, x.intrinsic, x.kids.len())
                        == (y.opr, y.rtype, y.desc, y.intrinsic, y.kids.len());
                    if !same {
                        self.fail(report, bb, format!("{} changed", x.opr.name()));
                    }
                    stack.extend(x.kids.iter().copied().zip(y.kids.iter().copied()));
                }
                (CodeRep::Ivar { access: x, .. }, CodeRep::Ivar { access: y, .. }) => {
                    if (x.desc, x.space, x.offset) != (y.desc, y.space, y.offset) {
                        self.fail(report, bb, "an access changed".into());
                    }
                    stack.push((x.base, y.base));
                }
                (x, y) => {
                    if x != y {
                        self.fail(report, bb, "a leaf changed".into());
                    }
                }
            }
        }
    }
}

//! Ssa to Regs: phis become parallel copies, copies are coalesced by interference, versions become registers.
//!
//! Idea: each phi `r = phi(a1 .. an)` gets fresh names: `r = r'` at its block's start, `ai' = ai` at the end of each
//! predecessor, so that `{r', a1' .. an'}` can share one register by construction. Then copies are coalesced, those in
//! the deepest cycles first, where the live ranges of the two congruence classes do not meet. What is left is
//! sequenced with at most one extra register a cycle of copies.
//!
//! Source: B. Boissinot et al., "Revisiting Out-of-SSA Translation for Correctness, Code Quality, and Efficiency"
//! (CGO 2009): copy insertion and sequencing; the check of two classes is by block tables of their definitions and
//! entering values. No SSA property is asked of the input but dominance, so passes may let versions of one symbol live together.
//! Cost: the sum of live ranges in blocks, plus near-linear merging.

mod checker;
mod interference;
mod live_ranges;
mod parallel_copy;
mod states;

pub use checker::check;

use crate::analysis::pressure::exceeds;
use crate::analysis::variance::Assumptions;
use crate::analysis::variance::registers::Leaving;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use interference::Classes;
use live_ranges::{LiveRanges, Value};
use optx_ir::cycles::Cycles;
use optx_ir::grouped::Grouped;
use optx_ir::walk::Rewrite;
use optx_ir::{
    AuxId, AuxKind, BbId, CodeRep, Codemap, CrId, Form, Func, SideTable, StmtId, StmtOp, StmtRep,
    Version,
};
use optx_whirl::Mtype;
use optx_whirl::fixed_hash::Map;
use states::States;

/// A copy of one value to another.
#[derive(Clone, Copy)]
struct RegisterCopy {
    to: Value,
    from: Value,
}

/// Brings a function from form Ssa to form Regs: each class becomes a register.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    assert_eq!(f.form, Form::Ssa, "leaving SSA needs form Ssa");
    let mut stats = Stats::new("leave-ssa");
    let known = known(f, cx);
    drop_memory_versions(f, cx);
    // From here on nothing asks for a definition, nor for a tree's other forms.
    f.form = Form::Regs;
    f.renew_definitions();
    f.codemap.drop_identities();
    let cycles = cx.analyses.cycles(f);
    let mut ranges = LiveRanges::new(f);
    let mut classes = Classes::default();
    let plan = Plan::new(f, &mut ranges, &mut classes);
    ranges.compute(f, cx);
    classes.weigh(&ranges);
    coalesce(f, cx, &cycles, &ranges, &mut classes, &plan);
    let (registers, count) = assign(f, &mut ranges, classes);
    // Where nobody asks for states, this is the end of the ranges.
    let mut states = States::new(f, known, &registers, ranges);
    states.enter(f, &plan);
    stats.add("phi copies", plan.copies().count() as u64);
    stats.add("copies left", rewrite(f, &plan, &registers, &mut states));
    cx.register_states = states.finish();
    stats.add("registers", count);
    stats
}

/// What is known of values, for who asks: claims, under what is assumed and given; who gives values other places than registers, of every launch.
fn known(f: &Func, cx: &Cx<'_>) -> Option<Leaving> {
    let options = &cx.facts.module.options;
    if options.ptx_registers.is_some() || exceeds(f) {
        let all = Assumptions { index_31: false, one_dimensional: false, ..cx.assumptions() };
        return Leaving::of(f, all, &Map::default());
    }
    let given = || cx.given.nodes(cx.facts.module, f);
    options.claims.then(|| Leaving::of(f, cx.assumptions(), &given())).flatten()
}

/// Versions of memory have done their work: phis, mus and chis of it, and those that loads and stores name.
fn drop_memory_versions(f: &mut Func, cx: &Cx<'_>) {
    let blocks = cx.facts.blocks(f);
    let Func { bbs, stmts, auxes, codemap, .. } = f;
    for bb in blocks {
        bbs[bb].phis.retain(|phi| auxes[phi.aux].kind != AuxKind::Memory);
        for &s in &bbs[bb].stmts {
            let stmt = &mut stmts[s];
            stmt.mu = Default::default();
            stmt.chi = Default::default();
            for id in stmt.kids.iter_mut().chain(&mut stmt.results) {
                if let CodeRep::Ivar { access, mu: Some(_), read_only } = *codemap.get(*id) {
                    *id = codemap.ivar(access, None, read_only);
                }
            }
        }
    }
}

/// The copies that phis need, by block.
struct Plan {
    /// At the block's start.
    entry: Grouped<RegisterCopy>,
    /// Before the block's terminator.
    exit: Grouped<RegisterCopy>,
}

impl Plan {
    fn new(f: &Func, ranges: &mut LiveRanges, classes: &mut Classes) -> Plan {
        let (mut entry, mut exit, mut joined) = (Vec::new(), Vec::new(), Vec::new());
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                let mtype = f.mtype(phi.result);
                let merged = ranges.fresh_phi(bb, mtype);
                let result = ranges.value(phi.result);
                entry.push((bb.index() as u32, RegisterCopy { to: result, from: merged }));
                for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
                    let source = ranges.value(operand);
                    let copy = ranges.fresh_exit(f, pred, mtype, source);
                    joined.push((merged, copy));
                    exit.push((pred.index() as u32, RegisterCopy { to: copy, from: source }));
                }
            }
        }
        classes.cover(ranges.value_count());
        joined.into_iter().for_each(|(merged, copy)| classes.join(ranges, merged, copy));
        let plan =
            Plan { entry: Grouped::of(f.bbs.len(), &entry), exit: Grouped::of(f.bbs.len(), &exit) };
        for k in 0..f.bbs.len() {
            let bb = BbId::from_index(k);
            plan.entry.list(k).iter().for_each(|copy| ranges.use_at_entry(bb, copy.from));
        }
        for k in 0..f.bbs.len() {
            let bb = BbId::from_index(k);
            plan.exit.list(k).iter().for_each(|copy| ranges.use_at_exit(f, bb, copy.from));
        }
        plan
    }

    fn copies(&self) -> impl Iterator<Item = (BbId, RegisterCopy)> + '_ {
        (0..self.entry.count()).flat_map(|k| {
            let of_block = self.entry.list(k).iter().chain(self.exit.list(k));
            of_block.map(move |&copy| (BbId::from_index(k), copy))
        })
    }
}

/// Merges the classes of copies' ends, hottest copies first: those of phis, and the program's own.
fn coalesce(
    f: &Func,
    cx: &Cx<'_>,
    cycles: &Cycles,
    ranges: &LiveRanges,
    classes: &mut Classes,
    plan: &Plan,
) {
    let mut candidates: Vec<(BbId, RegisterCopy)> = plan.copies().collect();
    for &bb in &f.layout {
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            if stmt.op == StmtOp::Stid && f.aux_of(stmt.kids[0]).is_some() {
                let (to, from) = (ranges.value(stmt.results[0]), ranges.value(stmt.kids[0]));
                candidates.push((bb, RegisterCopy { to, from }));
            }
        }
    }
    optx_whirl::stable_order::sort_by_key(&mut candidates, |(bb, _)| {
        std::cmp::Reverse(cycles.depth(*bb))
    });
    let mut ends: Vec<Value> = candidates.iter().flat_map(|(_, c)| [c.to, c.from]).collect();
    cx.facts.shuffle(&mut ends);
    classes.prepare_all(ranges, &ends);
    for (_, copy) in candidates {
        classes.try_merge(ranges, copy.to, copy.from);
    }
    classes.drop_tables();
}

/// The registers of a function's versions and of the fresh names.
struct Registers {
    of_version: SideTable<CrId, Option<Value>>,
    of_value: Vec<AuxId>,
}

/// One register a class, and how many there are.
fn assign(f: &mut Func, ranges: &mut LiveRanges, mut classes: Classes) -> (Registers, u64) {
    let count = ranges.value_count();
    let mut of_class: Vec<Option<AuxId>> = vec![None; count];
    let mut of_value = Vec::with_capacity(count);
    let mut registers = 0;
    for k in 0..count {
        let class = classes.class(Value(k as u32));
        let register = of_class[class.0 as usize].unwrap_or_else(|| {
            let (mtype, (of, name)) = (ranges.range(class).mtype, classes.name(f, ranges, class));
            registers += 1;
            f.new_aux(AuxKind::Register(of), mtype, name)
        });
        of_class[class.0 as usize] = Some(register);
        of_value.push(register);
    }
    let of_version = std::mem::replace(&mut ranges.by_version, SideTable::new(None));
    (Registers { of_version, of_value }, registers)
}

impl Registers {
    /// The symbol of a value's class.
    fn of(&self, value: Value) -> AuxId {
        self.of_value[value.0 as usize]
    }

    /// What stands for a version; None for other nodes.
    fn named(&self, map: &Codemap, id: CrId) -> Option<CrId> {
        let CodeRep::Var { version, .. } = *map.get(id) else { return None };
        if version == Version::NONE {
            return Some(id);
        }
        // Every version that occurs has a value.
        let value = self.of_version.get(id).unwrap_or(Value(0));
        Some(map.plain_var(self.of(value)))
    }
}

/// Puts registers for versions and copies for phis; gives the number of copies left.
fn rewrite(f: &mut Func, plan: &Plan, registers: &Registers, states: &mut States<'_>) -> u64 {
    let mut trees = Rewrite::keeping();
    let mut left = 0;
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        f.bbs[bb].phis.clear();
        let mut list = std::mem::take(&mut f.bbs[bb].stmts);
        let entry = parallel(f, registers, bb, plan.entry.list(bb.index()));
        states.copied(f, bb, plan.entry.list(bb.index()), &entry);
        for (k, &s) in list.iter().enumerate() {
            states.statement(f, k, s, &mut trees);
        }
        list.retain(|&s| {
            let Func { stmts, codemap, .. } = &mut *f;
            let stmt = &mut stmts[s];
            stmt.map_uses(codemap, |map, id, _| {
                trees.tree(map, id, &mut |map, id| registers.named(map, id))
            });
            stmt.map_definitions(codemap, |map, id| registers.named(map, id).unwrap_or(id));
            // A copy within one register is none.
            stmt.op != StmtOp::Stid || stmt.kids[0] != stmt.results[0]
        });
        if !entry.is_empty() {
            list.splice(0..0, entry.iter().map(|&(s, _)| s));
        }
        let exit = parallel(f, registers, bb, plan.exit.list(bb.index()));
        states.copied(f, bb, plan.exit.list(bb.index()), &exit);
        list.extend(exit.iter().map(|&(s, _)| s));
        left += (entry.len() + exit.len()) as u64;
        f.bbs[bb].stmts = list;
        states.end(f, bb, &mut trees);
        let Func { bbs, codemap, .. } = f;
        bbs[bb]
            .map_condition(|id| trees.tree(codemap, id, &mut |map, id| registers.named(map, id)));
    }
    left
}

/// Makes statements of copies that happen at once; each with the register that it writes.
fn parallel(
    f: &mut Func,
    registers: &Registers,
    bb: BbId,
    copies: &[RegisterCopy],
) -> Vec<(StmtId, CrId)> {
    let mut moves: Vec<(CrId, CrId)> = Vec::with_capacity(copies.len());
    for copy in copies {
        let (to, from) = (registers.of(copy.to), registers.of(copy.from));
        let pair = (f.plain_var(to), f.plain_var(from));
        if pair.0 != pair.1 && !moves.contains(&pair) {
            moves.push(pair);
        }
    }
    if moves.is_empty() {
        return Vec::new();
    }
    let sequence = parallel_copy::sequence(&moves, |like| {
        let mtype = f.mtype(like);
        let aux = f.new_aux(AuxKind::Register(None), mtype, "swap");
        f.plain_var(aux)
    });
    let loc = f.bbs[bb].loc;
    let made = |&(to, from): &(CrId, CrId)| (f.new_stmt(StmtRep::stid(to, from, bb, loc)), to);
    sequence.iter().map(made).collect()
}

/// The register type that versions of a symbol share.
fn register_type(f: &Func, id: CrId) -> Mtype {
    f.mtype(id).unsigned()
}

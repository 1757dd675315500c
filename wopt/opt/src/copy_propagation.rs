//! Copy and constant propagation, with redundant loads and store-to-load forwarding.
//!
//! Idea: one walk down the dominator tree; every use of a version that a Stid gave a constant, another version, an
//! address or a small tree is replaced by it, and the CODEMAP folds what comes together. A load whose IVAR node
//! (place and memory version) was loaded or stored on a dominating path takes that value: equal nodes are equal
//! values, which is what keying IVARs by their mu version is for.
//!
//! Source: Open64's propagation while the CODEMAP is built (`opt_htable.cxx`, `opt_prop.cxx`); Chow et al. (CC 1996)
//! for loads.
//!
//! Legality: a version's value never changes, so a tree over versions may stand wherever its operands' definitions
//! reach, which a dominating definition ensures. Trees move only into blocks of no deeper cycle nesting, and an OP is
//! never moved to more paths (its use is dominated by its definition), so I-forms stay I-forms. Loads are not moved;
//! volatile accesses and effects are statements that this pass does not touch. Stores narrower than a register are
//! not forwarded. A phi's operands stay what they are: a phi merges versions of one symbol.
//! Cost: linear in nodes and statements per round; two rounds at most.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::{BbId, CodeRep, CrId, Func, Kids, Op, SideTable, StmtId, StmtOp, Terminator};
use std::collections::HashMap;

/// A tree that is put in a use's place is no higher than this.
const SMALL: u16 = 12;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, _cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("copy-propagation");
    let dom = Dominance::of(f);
    let cycles = Cycles::of(f);
    let mut pass = Pass {
        dom: &dom,
        cycles: &cycles,
        value: SideTable::new(None),
        memo: SideTable::new((0, CrId::from_index(0))),
        epoch: 0,
        available: HashMap::new(),
        replaced: 0,
        loads: 0,
        learned: 0,
    };
    for _round in 0..2 {
        let before = (pass.replaced, pass.loads, pass.learned);
        // What a round finds available holds from there on only: in the next round a tree that stands earlier may
        // have become the same node.
        pass.available.clear();
        for &bb in dom.preorder() {
            pass.block(f, bb);
        }
        if (pass.replaced, pass.loads, pass.learned) == before {
            break;
        }
    }
    stats.add("uses replaced", pass.replaced);
    stats.add("loads replaced", pass.loads);
    stats
}

struct Pass<'a> {
    dom: &'a Dominance,
    cycles: &'a Cycles,
    /// The tree that a version equals, and the cycle nesting of its definition.
    value: SideTable<Option<(CrId, u32)>>,
    memo: SideTable<(u32, CrId)>,
    epoch: u32,
    /// For an IVAR node, a value it is known to have, and the block from whose statements on.
    available: HashMap<CrId, (CrId, BbId)>,
    replaced: u64,
    loads: u64,
    /// Versions that got a value: their uses that came before are for the next round.
    learned: u64,
}

impl Pass<'_> {
    fn block(&mut self, f: &mut Func, bb: BbId) {
        let depth = self.cycles.depth(bb);
        // What may be substituted depends on the block alone, so trees are remembered per block.
        self.epoch += 1;
        for k in 0..f.bbs[bb].phis.len() {
            let phi = &f.bbs[bb].phis[k];
            let mut same = None;
            let all_same = phi.operands.iter().filter(|&&o| o != phi.result).all(|&o| {
                let known = self.value.get(o.index()).map_or(o, |(v, _)| v);
                *same.get_or_insert(known) == known
            });
            // The one value comes in over every edge but those from the phi itself, so it dominates the phi.
            if let (true, Some(value)) = (all_same, same) {
                let result = f.bbs[bb].phis[k].result;
                self.learn(result, value, depth);
            }
        }
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            self.statement(f, bb, s, depth);
        }
        if let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator {
            let condition = self.rewrite(f, condition, depth);
            f.bbs[bb].terminator = Terminator::Branch { condition, on_true, on_false };
        }
    }

    fn statement(&mut self, f: &mut Func, bb: BbId, s: StmtId, depth: u32) {
        let mut stmt = f.stmts[s].clone();
        for kid in &mut stmt.kids {
            *kid = self.rewrite(f, *kid, depth);
        }
        match stmt.op {
            StmtOp::Stid => {
                let result = stmt.results[0];
                if let CodeRep::Ivar { .. } = f.codemap.get(stmt.kids[0]) {
                    self.load(f, bb, result, &mut stmt.kids[0], depth);
                } else if !stmt.kids.is_empty() {
                    self.record(f, result, stmt.kids[0], depth);
                }
            }
            StmtOp::Istore => {
                if let CodeRep::Ivar { access, mu, read_only } = *f.codemap.get(stmt.results[0]) {
                    let base = self.rewrite(f, access.base, depth);
                    let access = crate::memory::normal_access(
                        &mut f.codemap,
                        optx_ir::Access { base, ..access },
                    );
                    stmt.results[0] = f.codemap.intern(CodeRep::Ivar { access, mu, read_only });
                    let whole = access.desc.size() >= 4;
                    if whole && mu.is_some() {
                        self.available.insert(stmt.results[0], (stmt.kids[0], bb));
                    }
                }
            }
            _ => stmt.renew_access_base(),
        }
        f.stmts[s] = stmt;
    }

    fn record(&mut self, f: &Func, result: CrId, value: CrId, depth: u32) {
        let small = f.codemap.height(value) <= SMALL;
        if small && value != result {
            self.learn(result, value, depth);
        }
    }

    fn learn(&mut self, result: CrId, value: CrId, depth: u32) {
        let entry = self.value.entry(result.index());
        self.learned += u64::from(entry.is_none());
        *entry = Some((value, depth));
    }

    fn load(&mut self, f: &mut Func, bb: BbId, result: CrId, kid: &mut CrId, depth: u32) {
        match self.available.get(kid) {
            Some(&(value, at))
                if self.dom.dominates(at, bb)
                    && value != result
                    && (self.cycles.depth(at) >= depth || f.codemap.as_op(value).is_none()) =>
            {
                self.loads += 1;
                *kid = value;
                self.record(f, result, value, depth);
            }
            _ => {
                self.available.insert(*kid, (result, bb));
            }
        }
    }

    /// The tree with known values put in, for use at a nesting of `depth`.
    fn rewrite(&mut self, f: &mut Func, id: CrId, depth: u32) -> CrId {
        let (epoch, known) = *self.memo.get(id.index());
        if epoch == self.epoch {
            return known;
        }
        let new = match f.codemap.get(id).clone() {
            CodeRep::Var { .. } => match *self.value.get(id.index()) {
                Some((value, at)) => {
                    let is_tree = matches!(f.codemap.get(value), CodeRep::Op(_));
                    if is_tree && depth > at {
                        id
                    } else {
                        self.replaced += 1;
                        value
                    }
                }
                None => id,
            },
            CodeRep::Ivar { access, mu, read_only } => {
                let base = self.rewrite(f, access.base, depth);
                let access = crate::memory::normal_access(
                    &mut f.codemap,
                    optx_ir::Access { base, ..access },
                );
                f.codemap.intern(CodeRep::Ivar { access, mu, read_only })
            }
            CodeRep::Op(op) => {
                let kids: Kids = op.kids.iter().map(|&k| self.rewrite(f, k, depth)).collect();
                if kids == op.kids {
                    id
                } else {
                    let new = f.codemap.op(Op { kids, ..op });
                    // Too high a tree stays as it was.
                    if f.codemap.height(new) > optx_ir::MAX_HEIGHT { id } else { new }
                }
            }
            _ => id,
        };
        *self.memo.entry(id.index()) = (self.epoch, new);
        new
    }
}

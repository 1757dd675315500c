//! Cfg to Ssa: memory classes, mu and chi, pruned phis, renaming.
//!
//! Source: Cytron et al., "Efficiently Computing Static Single Assignment Form" (TOPLAS 1991), for phis and renaming;
//! Chow et al., "Effective Representation of Aliases and Indirect Memory Operations in SSA Form" (CC 1996), for mu,
//! chi and virtual symbols. Pruned: a phi only where the symbol is live, by a walk from each use.
//! A version that is used before anything defines it is defined on entry.
//! Cost: near-linear; the sum of live blocks over symbols for pruning.

use crate::Cx;
use crate::memory::Classes;
use crate::stats::Stats;
use optx_ir::dominance::Dominance;
use optx_ir::{
    AuxId, BbId, Chi, CodeRep, CrId, Form, Func, Kids, Mu, Op, Phi, SideTable, StmtOp, StmtRep,
    Terminator,
};
use optx_whirl::Class;
use smallvec::SmallVec;

/// Brings a function from form Cfg to form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    assert_eq!(f.form, Form::Cfg, "ssa needs form Cfg");
    let mut stats = Stats::new("ssa");
    let classes = Classes::of(cx.module, &cx.exposure, f);
    place_mu_and_chi(f, cx, &classes);
    let dom = Dominance::of(f);
    stats.add("phis", insert_phis(f, &dom));
    Renamer::new(f).run(&dom);
    f.form = Form::Ssa;
    stats
}

fn place_mu_and_chi(f: &mut Func, cx: &Cx<'_>, classes: &Classes) {
    for bb in f.layout.clone() {
        for s in f.bbs[bb].stmts.clone() {
            let mut stmt = f.stmts[s].clone();
            stmt.mu.clear();
            stmt.chi.clear();
            match &stmt.op {
                StmtOp::Stid => {
                    if let CodeRep::Ivar { access, read_only, .. } = *f.codemap.get(stmt.kids[0]) {
                        let symbol =
                            if read_only { None } else { classes.symbol(cx.module, f, &access) };
                        let mu = symbol.map(|aux| f.plain_var(aux));
                        stmt.kids[0] = f.codemap.intern(CodeRep::Ivar { access, mu, read_only });
                    }
                }
                StmtOp::Istore => {
                    if let CodeRep::Ivar { access, read_only, .. } = *f.codemap.get(stmt.results[0])
                    {
                        let own = classes.symbol(cx.module, f, &access);
                        let mu = own.map(|aux| f.plain_var(aux));
                        stmt.results[0] = f.codemap.intern(CodeRep::Ivar { access, mu, read_only });
                        add_chis(f, &mut stmt, classes.written(cx.module, f, &access));
                    }
                }
                StmtOp::VolatileLoad(access) => {
                    if let Some(aux) = classes.symbol(cx.module, f, access) {
                        stmt.mu.push(Mu { operand: f.plain_var(aux) });
                    }
                }
                StmtOp::VolatileStore(access) => {
                    let written = classes.written(cx.module, f, access);
                    add_chis(f, &mut stmt, written);
                }
                StmtOp::Intrinsic { intrinsic, access, .. } => match (intrinsic.class(), access) {
                    (Class::Atomic, Some(access)) => {
                        let written = classes.written(cx.module, f, access);
                        add_chis(f, &mut stmt, written);
                    }
                    (Class::Barrier | Class::Fence | Class::Atomic | Class::External, _) => {
                        add_chis(f, &mut stmt, classes.reachable());
                    }
                    _ => {}
                },
                StmtOp::Call(_) => add_chis(f, &mut stmt, classes.reachable()),
                StmtOp::Result => {}
                StmtOp::Asm(k) => {
                    if f.asms[*k as usize].memory {
                        add_chis(f, &mut stmt, classes.reachable());
                    }
                }
            }
            f.stmts[s] = stmt;
        }
    }
}

fn add_chis(f: &Func, stmt: &mut StmtRep, symbols: &[AuxId]) {
    stmt.chi.extend(symbols.iter().map(|&aux| {
        let var = f.plain_var(aux);
        Chi { operand: var, result: var }
    }));
}

/// All symbols that a statement uses, by its trees, loads, mus and chis; each maybe several times. `seen` remembers what
/// was met at the statement `stamp`: trees may share their parts.
fn used_symbols(
    f: &Func,
    roots: &[CrId],
    out: &mut Vec<AuxId>,
    (seen, stamp): (&mut SideTable<u32>, u32),
) {
    let mut stack: Vec<CrId> = roots.to_vec();
    while let Some(id) = stack.pop() {
        if std::mem::replace(seen.entry(id.index()), stamp) == stamp {
            continue;
        }
        match f.codemap.get(id) {
            CodeRep::Var { aux, .. } => out.push(*aux),
            CodeRep::Ivar { access, mu, .. } => {
                stack.push(access.base);
                stack.extend(*mu);
            }
            CodeRep::Op(op) => stack.extend_from_slice(&op.kids),
            _ => {}
        }
    }
}

fn insert_phis(f: &mut Func, dom: &Dominance) -> u64 {
    let count = f.auxes.len();
    let mut def_blocks: Vec<Vec<BbId>> = vec![Vec::new(); count];
    // Blocks that use a symbol before any definition in them.
    let mut use_blocks: Vec<Vec<BbId>> = vec![Vec::new(); count];
    let mut defined_in: SideTable<u32> = SideTable::new(u32::MAX);
    let mut used_in: SideTable<u32> = SideTable::new(u32::MAX);
    let mut used = Vec::new();
    let (mut met, mut at) = (SideTable::new(u32::MAX), 0u32);
    for &bb in &f.layout {
        let stamp = bb.index() as u32;
        let mut use_of = |aux: AuxId, defined_in: &SideTable<u32>| {
            if *defined_in.get(aux.index()) != stamp
                && std::mem::replace(used_in.entry(aux.index()), stamp) != stamp
            {
                use_blocks[aux.index()].push(bb);
            }
        };
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            used.clear();
            at += 1;
            used_symbols(f, &stmt.kids, &mut used, (&mut met, at));
            if stmt.op == StmtOp::Istore
                && let CodeRep::Ivar { access, .. } = f.codemap.get(stmt.results[0])
            {
                used_symbols(f, &[access.base], &mut used, (&mut met, at));
            }
            let versions =
                stmt.mu.iter().map(|m| m.operand).chain(stmt.chi.iter().map(|c| c.operand));
            used.extend(versions.filter_map(|v| f.aux_of(v)));
            for &aux in &used {
                use_of(aux, &defined_in);
            }
            let results = stmt.results.iter().copied().chain(stmt.chi.iter().map(|c| c.result));
            for aux in results.filter_map(|r| f.aux_of(r)) {
                if std::mem::replace(defined_in.entry(aux.index()), stamp) != stamp {
                    def_blocks[aux.index()].push(bb);
                }
            }
        }
        if let Terminator::Branch { condition, .. } = f.bbs[bb].terminator {
            used.clear();
            at += 1;
            used_symbols(f, &[condition], &mut used, (&mut met, at));
            for &aux in &used {
                use_of(aux, &defined_in);
            }
        }
    }
    let frontiers = dom.frontiers(f);
    let mut live: SideTable<u32> = SideTable::new(u32::MAX);
    let mut defines: SideTable<u32> = SideTable::new(u32::MAX);
    let mut has_phi: SideTable<u32> = SideTable::new(u32::MAX);
    let mut phis = 0;
    for k in 0..count {
        let stamp = k as u32;
        if def_blocks[k].is_empty() || use_blocks[k].is_empty() {
            continue;
        }
        for &bb in &def_blocks[k] {
            *defines.entry(bb.index()) = stamp;
        }
        let mut work = use_blocks[k].clone();
        while let Some(bb) = work.pop() {
            if std::mem::replace(live.entry(bb.index()), stamp) == stamp {
                continue;
            }
            let preds = &f.bbs[bb].preds;
            work.extend(preds.iter().filter(|p| *defines.get(p.index()) != stamp));
        }
        let aux = AuxId::from_index(k);
        let var = f.plain_var(aux);
        let mut work = def_blocks[k].clone();
        while let Some(bb) = work.pop() {
            for &join in &frontiers[bb.index()] {
                if *live.get(join.index()) != stamp
                    || std::mem::replace(has_phi.entry(join.index()), stamp) == stamp
                {
                    continue;
                }
                let operands = vec![var; f.bbs[join].preds.len()];
                f.bbs[join].phis.push(Phi { aux, result: var, operands });
                phis += 1;
                work.push(join);
            }
        }
    }
    phis
}

struct Renamer<'a> {
    f: &'a mut Func,
    /// The current version of each symbol.
    current: Vec<Option<CrId>>,
    /// The version on entry of each symbol, once it was needed.
    entry: Vec<Option<CrId>>,
    /// Definitions to take back when the walk leaves a block.
    undo: Vec<(AuxId, Option<CrId>)>,
    memo: SideTable<(u32, CrId)>,
    epoch: u32,
    /// Where each block stands among the predecessors of its first and its second successor, by block index.
    places: Vec<[u32; 2]>,
}

impl<'a> Renamer<'a> {
    fn new(f: &'a mut Func) -> Renamer<'a> {
        let count = f.auxes.len();
        let mut places = vec![[0; 2]; f.bbs.len()];
        for &bb in &f.layout {
            for (k, &pred) in f.bbs[bb].preds.iter().enumerate() {
                if let Some(slot) = f.succs(pred).iter().position(|&s| s == bb) {
                    places[pred.index()][slot] = k as u32;
                }
            }
        }
        Renamer {
            f,
            places,
            current: vec![None; count],
            entry: vec![None; count],
            undo: Vec::new(),
            memo: SideTable::new((0, CrId::from_index(0))),
            epoch: 0,
        }
    }

    fn run(&mut self, dom: &Dominance) {
        let mut kids: Vec<Vec<BbId>> = vec![Vec::new(); self.f.bbs.len()];
        for &bb in dom.preorder() {
            if let Some(up) = dom.idom(bb) {
                kids[up.index()].push(bb);
            }
        }
        enum Step {
            Enter(BbId),
            Leave(usize),
        }
        let mut steps = vec![Step::Enter(self.f.entry())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(mark) => {
                    for (aux, old) in self.undo.drain(mark..).rev() {
                        self.current[aux.index()] = old;
                    }
                }
                Step::Enter(bb) => {
                    steps.push(Step::Leave(self.undo.len()));
                    self.block(bb);
                    steps.extend(kids[bb.index()].iter().rev().map(|&k| Step::Enter(k)));
                }
            }
        }
    }

    fn define(&mut self, old: CrId) -> CrId {
        let Some(aux) = self.f.aux_of(old) else { return old };
        let version = self.f.new_version(aux);
        let previous = self.current[aux.index()].replace(version);
        self.undo.push((aux, previous));
        version
    }

    fn version(&mut self, aux: AuxId) -> CrId {
        if let Some(version) = self.current[aux.index()] {
            return version;
        }
        if let Some(version) = self.entry[aux.index()] {
            return version;
        }
        let version = self.f.new_version(aux);
        self.entry[aux.index()] = Some(version);
        version
    }

    fn block(&mut self, bb: BbId) {
        for k in 0..self.f.bbs[bb].phis.len() {
            let old = self.f.bbs[bb].phis[k].result;
            self.f.bbs[bb].phis[k].result = self.define(old);
        }
        for k in 0..self.f.bbs[bb].stmts.len() {
            let s = self.f.bbs[bb].stmts[k];
            let mut stmt = self.f.stmts[s].clone();
            self.epoch += 1;
            for kid in &mut stmt.kids {
                *kid = self.rename(*kid);
            }
            stmt.renew_access_base();
            let mut target = None;
            if stmt.op == StmtOp::Istore
                && let CodeRep::Ivar { access, mu, read_only } =
                    self.f.codemap.get(stmt.results[0]).clone()
            {
                let base = self.rename(access.base);
                target = Some((optx_ir::Access { base, ..access }, mu, read_only));
            }
            for mu in &mut stmt.mu {
                mu.operand = self.rename(mu.operand);
            }
            for chi in &mut stmt.chi {
                chi.operand = self.rename(chi.operand);
            }
            for chi in &mut stmt.chi {
                chi.result = self.define(chi.result);
            }
            match target {
                Some((access, mu, read_only)) => {
                    // The version that the store makes: a later load of it is this node.
                    let mu = mu.and_then(|v| self.f.aux_of(v)).map(|aux| self.version(aux));
                    stmt.results[0] =
                        self.f.codemap.intern(CodeRep::Ivar { access, mu, read_only });
                }
                None => {
                    let results: SmallVec<[CrId; 1]> =
                        stmt.results.iter().map(|&r| self.define(r)).collect();
                    stmt.results = results;
                }
            }
            self.f.stmts[s] = stmt;
        }
        self.epoch += 1;
        if let Terminator::Branch { condition, on_true, on_false } = self.f.bbs[bb].terminator {
            let condition = self.rename(condition);
            self.f.bbs[bb].terminator = Terminator::Branch { condition, on_true, on_false };
        }
        for (slot, succ) in self.f.succs(bb).into_iter().enumerate() {
            let place = self.places[bb.index()][slot] as usize;
            for k in 0..self.f.bbs[succ].phis.len() {
                let aux = self.f.bbs[succ].phis[k].aux;
                let version = self.version(aux);
                self.f.bbs[succ].phis[k].operands[place] = version;
            }
        }
    }

    /// The tree with current versions, remembered within a statement.
    fn rename(&mut self, id: CrId) -> CrId {
        let (epoch, known) = *self.memo.get(id.index());
        if epoch == self.epoch {
            return known;
        }
        let new = match self.f.codemap.get(id).clone() {
            CodeRep::Var { aux, .. } => self.version(aux),
            CodeRep::Ivar { access, mu, read_only } => {
                let base = self.rename(access.base);
                let mu = mu.map(|m| self.rename(m));
                let access = optx_ir::Access { base, ..access };
                self.f.codemap.intern(CodeRep::Ivar { access, mu, read_only })
            }
            CodeRep::Op(op) => {
                let kids: Kids = op.kids.iter().map(|&k| self.rename(k)).collect();
                self.f.codemap.op(Op { kids, ..op })
            }
            _ => id,
        };
        *self.memo.entry(id.index()) = (self.epoch, new);
        new
    }
}

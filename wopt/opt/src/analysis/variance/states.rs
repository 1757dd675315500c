//! What the state of a node is where those of its operands are: rows of [`transfer`] by operator, what statements give, and phis less the
//! axes of what decides between their operands.
//!
//! Legality and sources are [`super`]'s. Cost: constant in the operands and decisions of a node.

use super::joins::Decision;
use super::lattice::{Axes, Base, Coef, Exact, Variance};
use super::own_memory::{Contents, chis};
use super::shape::is_grid_index;
use super::solve::{Solver, is_held, is_never_set};
use super::sources::Come;
use super::together::Apart;
use super::transfer::{self, Operand, Place};
use super::views::{self, At, Exits, Scene};
use optx_ir::{BbId, CodeRep, CrId, Def, Fact, Op, Phi, Space, StmtId, StmtOp, Terminator};
use optx_whirl::{Intrinsic, Mtype, Operator};

/// So many nodes of a symbolic coefficient are looked at to see whether a cycle changes it.
const MOST_NODES: usize = 32;

impl Solver<'_> {
    fn axes_of_condition(&self, bb: BbId) -> Axes {
        match self.f.bbs[bb].terminator() {
            Terminator::Branch { condition, on_true, on_false }
                if on_true != on_false && !is_held(&self.held, bb) =>
            {
                self.seen(condition, At::Block(bb)).axes()
            }
            _ => Axes::NONE,
        }
    }

    fn axes_of_all<'d>(&self, decisions: impl IntoIterator<Item = &'d Decision>) -> Axes {
        decisions.into_iter().fold(Axes::NONE, |axes, d| axes.join(self.axes_of(d)))
    }

    pub(super) fn axes_of(&self, decision: &Decision) -> Axes {
        match *decision {
            Decision::Branch(bb) => self.axes_of_condition(bb),
            Decision::Exit(bb) => self.axes_of_exit(bb),
            Decision::Reach(bb) => self.axes_of_condition(bb).join(self.control.axes(bb)),
        }
    }

    /// The axes on which it depends in which iteration threads leave a cycle from a block: its condition's, and, where a thread may go
    /// round without coming to it, those that decide whether it does.
    fn axes_of_exit(&self, bb: BbId) -> Axes {
        let own = self.axes_of_condition(bb);
        let Some(k) = self.cycles.innermost(bb) else { return own };
        let (from, to) = self.dom.interval(bb);
        let (first, last) = self.latches[k];
        let comes_each_time = from <= first && last < to;
        let leaves_one = self.cycles.all()[k]
            .parent
            .is_none_or(|parent| self.f.succs(bb).iter().all(|&to| self.cycles.holds(parent, to)));
        if comes_each_time && leaves_one && self.tangles.around(k).is_none() {
            own
        } else {
            own.join(self.control.axes(bb))
        }
    }

    fn operand(&mut self, id: CrId, wants_fact: bool) -> Operand {
        let f = self.f;
        let constant = match *f.codemap.get(id) {
            CodeRep::Const { mtype, value } => Some(signed(value, mtype.bits())),
            _ => None,
        };
        let fact = if wants_fact { self.facts.fact(f, id) } else { None };
        let given = fact.filter(|_| self.is_given).and_then(|fact| the_number(&fact));
        Operand { node: id, state: *self.states.get(id), constant: constant.or(given), fact }
    }

    /// The graph, for who looks a node up with its place.
    pub(super) fn scene(&self) -> Scene<'_> {
        Scene { f: self.f, dom: self.dom, cycles: self.cycles }
    }

    /// The state of a node for who reads it at a place.
    pub(super) fn seen(&self, id: CrId, at: At) -> Variance {
        let state = *self.states.get(id);
        if state.is_top() {
            return state;
        }
        let exits = |id: CrId| self.views.exits(self.scene(), id, at);
        views::seen(state, id, |id| self.axes_of_exits(&exits(id)))
    }

    /// The axes on which threads that left cycles from some blocks may have left them in different rounds.
    fn axes_of_exits(&self, exits: &Exits) -> Axes {
        exits.iter().fold(Axes::NONE, |axes, &from| axes.join(self.axes_of_leaving(from)))
    }

    /// The exits of cycles that threads took between what made a followed version of local memory and who reads that.
    pub(super) fn exits_of_contents(&self, version: CrId, at: At) -> Exits {
        let made = self.f.def_block(version);
        made.map_or(Exits::new(), |made| self.views.exits_from(self.scene(), made, at))
    }

    /// What a followed version of local memory holds for who reads it at a place.
    fn contents(&self, version: CrId, at: At) -> Contents {
        let axes = self.axes_of_exits(&self.exits_of_contents(version, at));
        self.own.held(version).join(Contents::all(axes))
    }

    /// What a version of local memory holds that a phi or a statement makes; None for what is none, or is not followed.
    pub(super) fn contents_made(&self, id: CrId) -> Option<Contents> {
        let f = self.f;
        f.aux_of(id).filter(|&aux| *self.own.followed.get(aux))?;
        let (bb, made) = match f.def(id) {
            Def::Phi(bb, k) => (bb, self.contents_merged(bb, &f.bbs[bb].phis[k as usize])),
            Def::Chi(s) => {
                let stmt = &f.stmts[s];
                let chi = chis(f, s, &self.own.followed).find(|chi| chi.result == id);
                let place = stmt.results.first().map(|&place| f.codemap.get(place));
                let made = match (chi, place) {
                    (Some(chi), Some(CodeRep::Ivar { access, .. }))
                        if stmt.op == StmtOp::Istore && access.space == Space::Local =>
                    {
                        let axes = |id: CrId| self.seen(id, At::Block(stmt.bb)).axes();
                        let varies = axes(stmt.kids[0]).join(axes(access.base));
                        self.contents(chi.operand, At::Block(stmt.bb))
                            .join(self.own.written(s, varies))
                    }
                    _ => Contents::all(Axes::ALL),
                };
                (stmt.bb, made)
            }
            Def::Entry | Def::Stmt(_) => return Some(Contents::default()),
        };
        Some(made.join(Contents::all(self.tangles.axes(self.cycles, bb))))
    }

    fn contents_merged(&self, bb: BbId, phi: &Phi) -> Contents {
        let each = phi.operands.iter().zip(self.f.bbs[bb].preds());
        let operands = each.map(|(&operand, &pred)| self.contents(operand, At::Edge(pred, bb)));
        operands.fold(Contents::all(self.axes_of_merge(phi)), Contents::join)
    }

    /// The axes of what decides which operand a phi takes.
    fn axes_of_merge(&self, phi: &Phi) -> Axes {
        self.axes_of_all(self.decisions.get(&phi.result).into_iter().flatten())
    }

    /// The axes on which threads that left a cycle from a block may have left it in different rounds.
    pub(super) fn axes_of_leaving(&self, from: BbId) -> Axes {
        self.axes_of_exit(from).join(self.tangles.axes(self.cycles, from))
    }

    /// The state of a node as those stand that it follows from.
    pub(super) fn state(&mut self, id: CrId) -> Variance {
        match *self.f.codemap.get(id) {
            CodeRep::Const { mtype, value } => Variance::constant(signed(value, mtype.bits())),
            CodeRep::Rconst { .. } => Variance::UNIFORM,
            CodeRep::Lda { st, .. } => match self.is_own(st) {
                true => Variance::VARYING,
                false => Variance::UNIFORM,
            },
            CodeRep::Ivar { .. } => Variance::TOP,
            CodeRep::Var { .. } => self.version(id),
            CodeRep::Op(ref op) => self.operation(id, op),
        }
    }

    /// True for an object of which each thread has one, at an address that may hang on what the thread has called. A kernel's own
    /// objects are at one place in each thread's local memory.
    fn is_own(&self, st: optx_whirl::StId) -> bool {
        use optx_whirl::Storage;
        st.is_local()
            && !self.sources.is_kernel
            && self
                .f
                .locals
                .get(st.index())
                .is_none_or(|local| matches!(local.storage, Storage::Param | Storage::Auto))
    }

    fn operation(&mut self, id: CrId, op: &Op) -> Variance {
        let f = self.f;
        if let Some(state) = self.sources.register(op) {
            return state;
        }
        let plain: smallvec::SmallVec<[Variance; 3]> =
            op.kids.iter().map(|&kid| *self.states.get(kid)).collect();
        if plain.iter().any(Variance::is_top) {
            return Variance::TOP;
        }
        // Where nothing is known but what does not depend and what does in any way, so it is of the result.
        let is_plain = |v: &Variance| {
            v.coef.iter().chain([&v.lane]).all(|c| matches!(c, Coef::Known(0) | Coef::Unknown))
        };
        if plain.iter().all(is_plain) && op.opr != Operator::Select {
            let mut state = transfer::any_function(&plain);
            state.warp_aligned |= state.lane.is_zero() && self.is_multiple_of_32(op, &plain);
            return if self.is_given && !state.axes().is_none() {
                self.decided(id, op).unwrap_or(state)
            } else {
                state
            };
        }
        let integers = op.rtype.is_integer() || op.opr.is_compare();
        let operands: smallvec::SmallVec<[Operand; 3]> =
            op.kids.iter().map(|&kid| self.operand(kid, integers)).collect();
        let fact = if integers {
            let kids: smallvec::SmallVec<[_; 3]> = operands.iter().map(|o| o.fact).collect();
            self.facts.of_operation(f, id, op, &kids)
        } else {
            None
        };
        if let Some(state) = fact.filter(|_| self.is_given).and_then(|fact| constant(&fact)) {
            return state;
        }
        let keeps = op.rtype.is_signed() && op.rtype.is_integer();
        let width = op.rtype.bits().max(1);
        let place = Place { width, keeps, fact };
        let state = match (op.opr, &operands[..]) {
            (Operator::IntrinsicOp, [a]) if is_generic_of(op, f.mtype(a.node)) => a.state,
            (Operator::Select, _) => transfer::operation(op.opr, &place, &operands),
            (Operator::Tas, [a]) if op.rtype.is_integer() && f.mtype(a.node).is_integer() => {
                a.state
            }
            (Operator::Cvt, [a]) if op.rtype.is_integer() && op.desc.is_integer() => {
                if op.rtype.bits() > op.desc.bits() {
                    transfer::extension(a, op.desc.is_signed(), &place)
                } else {
                    transfer::truncation(a, &place)
                }
            }
            (Operator::Cvtl, [a])
                if a.fact.is_some_and(|fact| fact.fits(op.desc.bits(), op.desc.is_signed())) =>
            {
                a.state
            }
            (opr, [_, _]) if opr.is_compare() => transfer::of_order(opr, op.desc, &operands),
            (Operator::Max | Operator::Min, _) => transfer::of_order(op.opr, op.rtype, &operands),
            _ if op.rtype.is_integer() => transfer::operation(op.opr, &place, &operands),
            _ => transfer::any_function(&plain),
        };
        let state = match self.sources.shape {
            Some(shape) if op.rtype.is_integer() && width >= 32 => shape.with_lane(state),
            _ => state,
        };
        if self.sources.assumptions.index_31 && is_grid_index(f, op) {
            let mut state = state;
            state.exact = Exact::BOTH;
            state.lane_exact = Exact::BOTH;
            return state;
        }
        state
    }

    /// True for an integer operation on what lanes share that makes a multiple of 32, whatever wraps: the first thread's number in a grid of whole warps.
    fn is_multiple_of_32(&self, op: &Op, operands: &[Variance]) -> bool {
        let constant = || self.f.codemap.constant(op.kids[1]);
        op.rtype.is_integer()
            && match op.opr {
                Operator::Mpy => constant().is_some_and(|by| by % 32 == 0),
                Operator::Shl => {
                    constant().is_some_and(|by| (5..op.rtype.bits().into()).contains(&by))
                }
                Operator::Add | Operator::Sub => operands.iter().all(|state| state.warp_aligned),
                _ => false,
            }
    }

    /// The state of an operation whose ranges leave one number. That is asked where launches are given only: what the limits of the hardware
    /// decide the optimizer folds, and to the reader `tid < 0` depends on `tid`.
    fn decided(&mut self, id: CrId, op: &Op) -> Option<Variance> {
        let integers = op.rtype.is_integer() || op.opr.is_compare();
        let fact = if integers { self.facts.fact(self.f, id) } else { None };
        constant(&fact?)
    }

    fn version(&mut self, id: CrId) -> Variance {
        let f = self.f;
        match f.def(id) {
            // A variable never set has no value to be wrong about; merges pass it over.
            Def::Entry => Variance::UNIFORM,
            // A version of memory that is not followed.
            Def::Chi(_) => Variance::VARYING,
            Def::Phi(bb, k) => {
                let phi = &f.bbs[bb].phis[k as usize];
                self.phi(bb, phi)
            }
            Def::Stmt(s) => {
                let stmt = &f.stmts[s];
                let at = At::Block(stmt.bb);
                let state = match stmt.op {
                    StmtOp::Stid => match *f.codemap.get(stmt.kids[0]) {
                        CodeRep::Ivar { access, mu, .. } if access.space == Space::Local => {
                            let address = self.seen(access.base, at);
                            let contents =
                                mu.map_or(Axes::NONE, |mu| self.own.read(s, self.contents(mu, at)));
                            transfer::any_function(&[address, Variance::UNIFORM.tainted(contents)])
                        }
                        CodeRep::Ivar { access, mu, read_only } => {
                            let address = self.seen(access.base, at);
                            let come = self.come(s, stmt.bb);
                            self.sources.load(&access, mu, read_only, &address, come)
                        }
                        _ => self.seen(stmt.kids[0], at),
                    },
                    _ => {
                        let kids: Vec<Variance> =
                            stmt.kids.iter().map(|&kid| self.seen(kid, at)).collect();
                        self.sources.statement(stmt, &kids, self.come(s, stmt.bb))
                    }
                };
                self.in_tangle(stmt.bb, state)
            }
        }
    }

    /// How the lanes of a warp come to a statement.
    fn come(&self, s: StmtId, bb: BbId) -> Come {
        let depends = self.control.axes(bb).has(Axes::WARP);
        let apart = self.lanes.at(bb, s);
        Come {
            some: depends,
            in_turns: depends || apart >= Apart::Waited,
            in_step: apart < Apart::Staggered,
        }
    }

    /// What a block's irreducible cycle does to a value of it.
    fn in_tangle(&self, bb: BbId, state: Variance) -> Variance {
        let axes = self.tangles.axes(self.cycles, bb);
        if state.is_top() { state } else { state.tainted(axes) }
    }

    fn phi(&self, bb: BbId, phi: &Phi) -> Variance {
        let f = self.f;
        let around = self.cycles.innermost(bb);
        let never_set = phi.operands.iter().all(|&operand| is_never_set(f, operand));
        let mut state = Variance::TOP;
        for (&operand, &pred) in phi.operands.iter().zip(f.bbs[bb].preds()) {
            if is_never_set(f, operand) && !never_set {
                continue;
            }
            let mut arriving = self.seen(operand, At::Edge(pred, bb));
            // What comes round a cycle brings the value that a symbol had in the iteration before.
            if let Some(k) = around.filter(|&k| self.cycles.holds(k, pred)) {
                for coef in arriving.coef.iter_mut().chain([&mut arriving.lane]) {
                    if let Coef::Symbolic(symbol) = *coef
                        && !self.is_invariant(symbol.node, k)
                    {
                        *coef = Coef::Unknown;
                    }
                }
                arriving = arriving.normal();
            }
            state = state.join(&arriving);
        }
        if state.is_top() {
            return state;
        }
        let axes = self.axes_of_merge(phi);
        if !axes.is_none() && state.base != Base::Top {
            state.base = Base::Uniform;
        }
        self.in_tangle(bb, state.tainted(axes))
    }

    /// True where a cycle does not change a node.
    fn is_invariant(&self, node: CrId, cycle: usize) -> bool {
        let f = self.f;
        let mut stack = vec![node];
        let mut left = MOST_NODES;
        while let Some(id) = stack.pop() {
            let Some(fewer) = left.checked_sub(1) else { return false };
            left = fewer;
            match f.codemap.get(id) {
                CodeRep::Var { .. }
                    if f.def_block(id).is_some_and(|bb| self.cycles.holds(cycle, bb)) =>
                {
                    return false;
                }
                CodeRep::Op(op) => stack.extend(op.kids.iter().copied()),
                CodeRep::Ivar { .. } => return false,
                _ => {}
            }
        }
        true
    }
}

/// The one number that a fact leaves, with its sign.
fn the_number(fact: &Fact) -> Option<i64> {
    let (low, high) = fact.unsigned_bounds();
    (low == high).then(|| signed(low, fact.width()))
}

/// The state of the one number that a fact leaves.
fn constant(fact: &Fact) -> Option<Variance> {
    the_number(fact).map(Variance::constant)
}

/// The number that bits of a width are with their sign.
fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((value << shift) as i64) >> shift
}

/// True for an address of a space other than local made generic, or back, in one width: a sum with a constant of the block's.
fn is_generic_of(op: &Op, from: Mtype) -> bool {
    use Intrinsic::*;
    let of_block = matches!(
        op.intrinsic,
        Some(ToGlobal | ToShared | ToConstant | FromGlobal | FromShared | FromConstant)
    );
    of_block && from.bits() == op.rtype.bits()
}

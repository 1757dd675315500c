//! From the statements of a function to the entries of its report.

use crate::chains::{self, Chains, Link};
use crate::draft::{Draft, joined};
use crate::finish::Teller;
use crate::names;
use crate::promised::{Barrier, Differing, Reach};
use crate::source::{self as text, Source};
use crate::state::Axes;
use crate::statement::{Function, Kind};
use crate::touched::Touched;
use optx_cg::vectorize::parts::Direction;
use optx_ir::{AuxKind, BbId, CodeRep, CrId, Func, Space, StmtId, StmtOp, StmtRep, Terminator};
use optx_whirl::{Intrinsic, IntrinsicClass, Loc, Module, Pos, StId};
use optx_wopt::analysis::variance::barriers;
use optx_wopt::analysis::variance::trust::TrustingMap;
use optx_wopt::analysis::variance::views::At;
use optx_wopt::analysis::variance::why;
use std::collections::{HashMap, HashSet};

const KEYWORDS: [&str; 4] = ["while", "for", "do", "if"];

/// Where a store stands: its place, the text there, its block.
struct Here {
    loc: Loc,
    own: String,
    bb: BbId,
}

struct Collector<'a, 's> {
    module: &'a Module,
    f: &'a Func,
    map: &'a TrustingMap,
    /// By number: functions with a barrier of the block.
    wait: &'a [bool],
    source: &'a mut Source<'s>,
    /// The calls that something was inlined at.
    calls: HashSet<Loc>,
    /// The places of the tests of inverted loops.
    loops: HashSet<Loc>,
    /// Neighbouring accesses become vectors.
    merges: bool,
    drafts: Vec<Draft>,
    numbers: HashMap<(Kind, Pos, Loc, String), usize>,
}

/// What is known of a function.
#[derive(Clone, Copy)]
pub(crate) struct Solved<'a> {
    pub(crate) map: &'a TrustingMap,
    /// By number: functions with a barrier of the block.
    pub(crate) wait: &'a [bool],
}

/// The entries of a function in form Ssa.
pub(crate) fn collect(
    module: &Module,
    f: &Func,
    solved: Solved<'_>,
    source: &mut Source<'_>,
) -> Function {
    let Solved { map, wait } = solved;
    let (drafts, numbers) = (Vec::new(), HashMap::new());
    let calls = HashSet::new();
    let loops = chains::tests_of_loops(f, map.plain.cycles());
    let merges = optx_cg::vectorize::runs(&module.options);
    let mut collector =
        Collector { module, f, map, wait, source, calls, loops, merges, drafts, numbers };
    for &bb in &f.layout {
        let stmts = f.bbs[bb].stmts.iter().map(|&s| f.stmts[s].loc);
        stmts.chain([f.bbs[bb].loc]).for_each(|loc| collector.inlined(loc, bb));
    }
    for &bb in &f.layout {
        f.bbs[bb].stmts.iter().for_each(|&s| collector.statement(s, bb));
        collector.terminator(bb);
    }
    let Collector { drafts, source, .. } = collector;
    Teller { module, f, wait, source }.function(drafts)
}

impl Collector<'_, '_> {
    /// The calls around a place, each as an entry.
    fn inlined(&mut self, loc: Loc, bb: BbId) {
        let mut site = self.module.locs.inlined_at(loc);
        while !site.is_none() && self.calls.insert(site) {
            let target = self.source.text(site);
            self.add(Kind::Call, site, target, bb);
            site = self.module.locs.inlined_at(site);
        }
    }

    /// The entry of that kind, place and object, which stands in a block; none in the library's own files.
    fn add(&mut self, kind: Kind, loc: Loc, target: String, bb: BbId) -> Option<&mut Draft> {
        let place = self.source.place(loc);
        if place.line == 0 || self.source.is_builtin(place.file) {
            return None;
        }
        let next = self.drafts.len();
        let number = *self
            .numbers
            .entry((kind, place.pos(), place.inlined_at, target.clone()))
            .or_insert(next);
        let reach = Reach::of(self.f, self.map, bb);
        if number == next {
            let (value, access, barrier, why, reach) =
                (None, None, None, Vec::new(), Reach::default());
            self.drafts.push(Draft { kind, loc, target, value, access, reach, barrier, why });
        }
        let draft = &mut self.drafts[number];
        draft.reach.join(reach);
        Some(draft)
    }

    fn value(
        &mut self,
        at: (Kind, Loc, String, BbId),
        value: Option<Differing>,
        access: Option<Touched>,
    ) -> Option<&mut Draft> {
        let (kind, loc, target, bb) = at;
        let draft = self.add(kind, loc, target, bb)?;
        draft.value = joined(draft.value.take(), value, Differing::join);
        draft.access = joined(draft.access.take(), access, Touched::join);
        Some(draft)
    }

    /// A chain of causes in the words of the source, told of something at a place.
    fn links(&self, chain: &[why::Cause], loc: Loc) -> Vec<Link> {
        let (module, f, source, loops) = (self.module, self.f, &*self.source, &self.loops);
        chains::links(&Chains { module, f, source, loops }, chain, loc)
    }

    /// How a value differs for who reads it in a block.
    fn state(&self, id: CrId, bb: BbId) -> Differing {
        Differing::of(self.f, self.map, id, At::Block(bb))
    }

    /// The memory of an access, of which neighbours may become one.
    fn touched(&self, access: &optx_ir::Access, bb: BbId, direction: Direction) -> Touched {
        let direction = if self.merges { direction } else { Direction::Apart };
        Touched::of(self.f, &self.map.plain, access, At::Block(bb), direction)
    }

    /// A barrier of the block at a place, and why only some threads come.
    fn barrier(&self, bb: BbId, loc: Loc) -> Option<(Barrier, Vec<Link>)> {
        let reached = self.map.reached().iter().find(|reached| reached.bb == bb)?;
        let links = |branch: &BbId| self.links(&self.map.plain.why_branch(self.f, *branch), loc);
        let first = |branch: &BbId| links(branch).into_iter().next();
        let disagree = reached.disagree.and_then(|d| Some((first(&d.branch)?, d)));
        let nearest = disagree.as_ref().map(|(_, d)| d.branch);
        let why = nearest.or(reached.by_some.first().copied());
        let exits = reached.exits.iter().filter_map(first).collect();
        let barrier = Barrier { axes: reached.axes, exits, disagree };
        Some((barrier, why.as_ref().map(links).unwrap_or_default()))
    }

    fn statement(&mut self, s: StmtId, bb: BbId) {
        let f = self.f;
        let stmt = &f.stmts[s];
        let loc = stmt.loc;
        if loc.is_none() {
            return;
        }
        let own = self.source.text(loc);
        let result = stmt.results.first().map(|&r| self.state(r, bb));
        match stmt.op {
            StmtOp::Stid => match *f.codemap.get(stmt.kids[0]) {
                CodeRep::Ivar { access, .. } if access.space == Space::Param => {}
                CodeRep::Ivar { access, .. } => {
                    let touched = self.touched(&access, bb, Direction::Load);
                    let target = match self.variable(&access) {
                        Some((_, true, _)) => return,
                        Some((name, _, _)) if text::is_access_of(&own, &name) => own,
                        Some((_, _, piece)) => piece,
                        None => own,
                    };
                    self.value((Kind::Load, loc, target, bb), result, Some(touched));
                }
                _ => self.assignment(stmt.results[0], loc, &own, bb),
            },
            StmtOp::Istore => {
                let CodeRep::Ivar { access, .. } = *f.codemap.get(stmt.results[0]) else { return };
                let value = self.state(stmt.kids[0], bb);
                let touched = self.touched(&access, bb, Direction::Store);
                self.store(&access, Here { loc, own, bb }, value, touched);
            }
            StmtOp::VolatileLoad(_) => {
                let touched = stmt.direct_access().map(|a| self.touched(&a, bb, Direction::Apart));
                self.value((Kind::Load, loc, own, bb), result, touched);
            }
            StmtOp::VolatileStore(_) => {
                let Some(access) = stmt.direct_access() else { return };
                let touched = self.touched(&access, bb, Direction::Apart);
                let value = self.state(stmt.kids[0], bb);
                self.store(&access, Here { loc, own, bb }, value, touched);
            }
            StmtOp::Intrinsic { intrinsic, .. } => self.intrinsic(stmt, intrinsic, own, bb),
            StmtOp::Asm(_) | StmtOp::Call(_) => {
                let waits = barriers::waits(f, s, self.wait);
                let found = if waits { self.barrier(bb, loc) } else { None };
                if let Some(draft) = self.value((Kind::Call, loc, own, bb), result, None) {
                    draft.waits(found);
                }
            }
            StmtOp::Result => {
                let kids = stmt.kids.iter().map(|&k| self.state(k, bb));
                let value = kids.reduce(Differing::join);
                self.returned(loc, bb, value);
            }
        }
    }

    fn intrinsic(&mut self, stmt: &StmtRep, intrinsic: Intrinsic, own: String, bb: BbId) {
        let loc = stmt.loc;
        let result = stmt.results.first().map(|&r| self.state(r, bb));
        match intrinsic.class() {
            IntrinsicClass::Atomic => {
                let touched = stmt.direct_access().map(|a| self.touched(&a, bb, Direction::Apart));
                let target = text::pointed_at(&own).unwrap_or(own);
                self.value((Kind::Atomic, loc, target, bb), result, touched);
            }
            IntrinsicClass::Barrier => {
                let whole_block = intrinsic.is_block_barrier();
                // One of the library is told where it is called.
                let loc = self.source.visible(loc);
                let own = if loc == stmt.loc { own } else { self.source.text(loc) };
                let found = if whole_block { self.barrier(bb, loc) } else { None };
                if let Some(draft) = self.add(Kind::Barrier, loc, own, bb) {
                    draft.waits(found);
                    draft.value = joined(draft.value.take(), result, Differing::join);
                }
            }
            IntrinsicClass::Assumption => {}
            _ => {
                self.value((Kind::Call, loc, own, bb), result, None);
            }
        }
    }

    /// A store. A variable whose address is taken is assigned to; memory else is stored to.
    fn store(&mut self, access: &optx_ir::Access, at: Here, value: Differing, touched: Touched) {
        let Here { loc, own, bb } = at;
        let target = match self.variable(access) {
            Some((_, true, _)) => return self.returned(loc, bb, Some(value)),
            Some((name, _, piece)) if !text::is_access_of(&own, &name) => {
                let set = text::assigned(&own, &name);
                if set.is_none() && self.is_argument(loc, &own, bb) {
                    return;
                }
                set.unwrap_or(piece)
            }
            _ => text::stored_to(&own),
        };
        let is_variable = access.space == Space::Local && text::is_variable(&target);
        let kind = if is_variable { Kind::Assign } else { Kind::Store };
        self.value((kind, loc, target, bb), Some(value), Some(touched));
    }

    /// The local object that an access is of: its name, whether it is the compiler's own, and the name of the part.
    fn variable(&self, access: &optx_ir::Access) -> Option<(String, bool, String)> {
        let CodeRep::Lda { st, offset } = *self.f.codemap.get(access.base) else { return None };
        let local = self.local(st)?;
        let piece = names::piece(self.module, self.f, st, offset.wrapping_add(access.offset));
        Some((local.name.clone(), local.temporary, piece))
    }

    /// Whether what is set at a place is a parameter of a function that is inlined there; then its call is an entry, be nothing left of
    /// the function.
    fn is_argument(&mut self, loc: Loc, own: &str, bb: BbId) -> bool {
        let is_call = self.calls.contains(&loc) || self.source.is_call(own);
        if is_call {
            self.add(Kind::Call, loc, own.to_owned(), bb);
        }
        is_call
    }

    fn local(&self, st: StId) -> Option<&optx_whirl::St> {
        self.f.locals.get(st.index()).filter(|_| st.is_local())
    }

    fn assignment(&mut self, to: CrId, loc: Loc, own: &str, bb: BbId) {
        let state = self.state(to, bb);
        let Some(aux) = self.f.aux_of(to) else { return };
        let AuxKind::Scalar { st, offset } = self.f.auxes[aux].kind else { return };
        let Some(local) = self.local(st) else { return };
        let (is_temporary, set) = (local.temporary, text::assigned(own, &local.name));
        if is_temporary && text::returned(own).is_some() {
            self.returned(loc, bb, Some(state));
            return;
        }
        let target = match set {
            Some(target) if !is_temporary => target,
            _ if self.is_argument(loc, own, bb) || is_temporary => return,
            _ => names::piece(self.module, self.f, st, offset),
        };
        self.value((Kind::Assign, loc, target, bb), Some(state), None);
    }

    /// A return with a value, if the statement is one; of an inlined function it is the call's value too.
    fn returned(&mut self, loc: Loc, bb: BbId, value: Option<Differing>) {
        let loc = self.module.locs.statement(loc);
        let Some(target) = text::returned(&self.source.text(loc)) else { return };
        self.value((Kind::Return, loc, target, bb), value.clone(), None);
        let site = self.module.locs.inlined_at(loc);
        if site.is_none() || value.is_none() {
            return;
        }
        // Which return it is depends on what brings threads there.
        let tainted = value.map(|v| v.tainted(&Reach::of(self.f, self.map, bb)));
        let call = self.source.place(site);
        let key = (Kind::Call, call.pos(), call.inlined_at, self.source.text(site));
        let number = self.numbers.get(&key);
        if let Some(draft) = number.and_then(|&n| self.drafts.get_mut(n)) {
            draft.value = joined(draft.value.take(), tainted, Differing::join);
        }
    }

    fn terminator(&mut self, bb: BbId) {
        let (at, loc) = (self.f.bbs[bb].terminator(), self.f.bbs[bb].loc);
        if loc.is_none() {
            return;
        }
        let own = self.source.text(loc);
        match at {
            Terminator::Branch { condition, on_true, on_false } if on_true != on_false => {
                // What loops without a condition has the place of its keyword.
                let target = if KEYWORDS.contains(&own.as_str()) { String::new() } else { own };
                let mut state = self.state(condition, bb);
                state.make_truth();
                let chain = self.map.plain.why(self.f, condition, At::Block(bb), Axes::ALL);
                let why = self.links(&chain, loc);
                if let Some(draft) = self.value((Kind::Branch, loc, target, bb), Some(state), None)
                {
                    draft.because(why);
                }
            }
            _ => self.returned(loc, bb, None),
        }
    }
}

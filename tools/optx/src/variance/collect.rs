//! From the statements of a function to the entries of its report.

use super::causes::{self, Cause, Link};
use super::promised::{Barrier, Known, Reach};
use super::text::{self, Source};
use super::touched::Touched;
use super::{Base, Coefficient, Entry, Function, Kind, Site, State, names};
use optx_ir::{AuxKind, BbId, CodeRep, CrId, Func, Space, StmtId, StmtOp, StmtRep, Terminator};
use optx_whirl::{Intrinsic, IntrinsicClass, Loc, Module, Pos, PuKind, SourcePlace, StId};
use optx_wopt::analysis::variance::barriers::{self, block_barrier};
use optx_wopt::analysis::variance::trust::TrustingMap;
use optx_wopt::analysis::variance::{Axes, Base as StateBase, Coef, Variance, why};
use std::collections::{HashMap, HashSet};

const KEYWORDS: [&str; 4] = ["while", "for", "do", "if"];

/// An entry in work: states of one place, kind and object are joined.
struct Draft {
    kind: Kind,
    loc: Loc,
    target: String,
    value: Option<Known>,
    access: Option<Touched>,
    reach: Reach,
    barrier: Option<Barrier>,
    why: Vec<Link>,
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
    drafts: Vec<Draft>,
    numbers: HashMap<(Kind, Pos, Loc, String), usize>,
}

/// The entries of a function in closed SSA.
pub(super) fn collect(
    module: &Module,
    f: &Func,
    (map, wait): (&TrustingMap, &[bool]),
    source: &mut Source<'_>,
) -> Function {
    let (drafts, numbers) = (Vec::new(), HashMap::new());
    let calls = HashSet::new();
    let loops = causes::tests_of_loops(f, map.plain.cycles());
    let mut collector = Collector { module, f, map, wait, source, calls, loops, drafts, numbers };
    for &bb in &f.layout {
        let stmts = f.bbs[bb].stmts.iter().map(|&s| f.stmts[s].loc);
        stmts.chain([f.bbs[bb].loc]).for_each(|loc| collector.inlined(loc, bb));
    }
    for &bb in &f.layout {
        f.bbs[bb].stmts.iter().for_each(|&s| collector.statement(s, bb));
        collector.terminator(bb);
    }
    collector.finish()
}

impl Draft {
    /// Takes who comes to a barrier of the block that it is, or calls, and why.
    fn waits(&mut self, found: Option<(Barrier, Vec<Link>)>) {
        if let Some((barrier, why)) = found {
            self.barrier = joined(self.barrier.take(), Some(barrier), Barrier::join);
            self.because(why);
        }
    }

    /// Takes causes where there are none yet.
    fn because(&mut self, why: Vec<Link>) {
        if self.why.is_empty() {
            self.why = why;
        }
    }
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
        value: Option<Known>,
        access: Option<Touched>,
    ) -> Option<&mut Draft> {
        let (kind, loc, target, bb) = at;
        let draft = self.add(kind, loc, target, bb)?;
        draft.value = joined(draft.value.take(), value, Known::join);
        draft.access = joined(draft.access, access, Touched::join);
        Some(draft)
    }

    /// A chain of causes in the words of the source, told of something at a place.
    fn links(&self, chain: &[why::Cause], loc: Loc) -> Vec<Link> {
        causes::links(self.module, self.f, (self.source, &self.loops), (chain, loc))
    }

    /// A place, or the call in the source that it was inlined at where it is one of the library.
    fn visible(&self, loc: Loc) -> Loc {
        let mut at = loc;
        while !at.is_none() && self.source.is_builtin(self.source.place(at).file) {
            at = self.module.locs.inlined_at(at);
        }
        if at.is_none() { loc } else { at }
    }

    fn state(&self, id: CrId) -> Known {
        Known::of(self.f, self.map, id)
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
        let result = stmt.results.first().map(|&r| self.state(r));
        match stmt.op {
            StmtOp::Stid => match *f.codemap.get(stmt.kids[0]) {
                CodeRep::Ivar { access, .. } if access.space == Space::Param => {}
                CodeRep::Ivar { access, .. } => {
                    let touched = Touched::of(f, &self.map.plain, &access);
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
                let value = self.state(stmt.kids[0]);
                let touched = Touched::of(f, &self.map.plain, &access);
                self.store(&access, (loc, own, bb), value, touched);
            }
            StmtOp::VolatileLoad(_) => {
                let touched = stmt.direct_access().map(|a| Touched::of(f, &self.map.plain, &a));
                self.value((Kind::Load, loc, own, bb), result, touched);
            }
            StmtOp::VolatileStore(_) => {
                let Some(access) = stmt.direct_access() else { return };
                let touched = Touched::of(f, &self.map.plain, &access);
                let value = self.state(stmt.kids[0]);
                self.store(&access, (loc, own, bb), value, touched);
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
                let kids = stmt.kids.iter().map(|&k| self.state(k));
                let value = kids.reduce(Known::join);
                self.returned(loc, bb, value);
            }
        }
    }

    fn intrinsic(&mut self, stmt: &StmtRep, intrinsic: Intrinsic, own: String, bb: BbId) {
        let (loc, f) = (stmt.loc, self.f);
        let result = stmt.results.first().map(|&r| self.state(r));
        match intrinsic.class() {
            IntrinsicClass::Atomic => {
                let touched = stmt.direct_access().map(|a| Touched::of(f, &self.map.plain, &a));
                let target = text::pointed_at(&own).unwrap_or(own);
                self.value((Kind::Atomic, loc, target, bb), result, touched);
            }
            IntrinsicClass::Barrier => {
                let whole_block = intrinsic.is_block_barrier();
                // One of the library is told where it is called.
                let loc = self.visible(loc);
                let own = if loc == stmt.loc { own } else { self.source.text(loc) };
                let found = if whole_block { self.barrier(bb, loc) } else { None };
                if let Some(draft) = self.add(Kind::Barrier, loc, own, bb) {
                    draft.waits(found);
                    draft.value = joined(draft.value.take(), result, Known::join);
                }
            }
            IntrinsicClass::Assumption => {}
            _ => {
                self.value((Kind::Call, loc, own, bb), result, None);
            }
        }
    }

    /// A store. A variable whose address is taken is assigned to; memory else is stored to.
    fn store(
        &mut self,
        access: &optx_ir::Access,
        (loc, own, bb): (Loc, String, BbId),
        value: Known,
        touched: Touched,
    ) {
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
        let state = self.state(to);
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
    fn returned(&mut self, loc: Loc, bb: BbId, value: Option<Known>) {
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
            draft.value = joined(draft.value.take(), tainted, Known::join);
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
                let mut state = self.state(condition);
                state.make_truth();
                let chain = self.map.plain.why(self.f, condition, Axes::ALL);
                let why = self.links(&chain, loc);
                if let Some(draft) = self.value((Kind::Branch, loc, target, bb), Some(state), None)
                {
                    draft.because(why);
                }
            }
            _ => self.returned(loc, bb, None),
        }
    }

    fn finish(mut self) -> Function {
        let drafts = std::mem::take(&mut self.drafts);
        let mut entries: Vec<Entry> = drafts.into_iter().map(|draft| self.entry(draft)).collect();
        optx_whirl::stable_order::sort_by(&mut entries, |a, b| {
            let key = |e: &Entry| (e.at.file, e.at.line, e.at.column);
            key(a)
                .cmp(&key(b))
                .then_with(|| a.inlined_at.cmp(&b.inlined_at))
                .then(a.kind.cmp(&b.kind))
        });
        let pos = self.f.pos;
        let place = SourcePlace {
            file: pos.file,
            line: pos.line,
            column: pos.column,
            ..SourcePlace::default()
        };
        Function {
            name: self.f.name.clone(),
            symbol: self.f.ptx_name.clone(),
            is_kernel: self.f.kind == PuKind::Kernel,
            at: self.source.site(&place),
            entries,
        }
    }

    fn entry(&mut self, draft: Draft) -> Entry {
        let place = self.source.place(draft.loc);
        let mut inlined_at: Vec<Site> = Vec::new();
        let mut site = place.inlined_at;
        while !site.is_none() {
            let around = self.source.place(site);
            inlined_at.push(self.source.site(&around));
            site = around.inlined_at;
        }
        let promised = self.promised(&draft);
        Entry {
            kind: draft.kind,
            at: self.source.site(&place),
            inlined_at,
            target: draft.target,
            value: draft.value.map(|v| self.told(&v.plain)),
            access: draft.access.map(|t| t.told(self.told(&t.address), self.f.block_dim)),
            control: draft.reach.plain,
            promised,
            barrier: draft.barrier.map(|barrier| self.told_barrier(barrier)),
            why: draft.why.into_iter().map(|link| self.cause(link)).collect(),
        }
    }

    fn cause(&mut self, (loc, text, by): Link) -> Cause {
        let place = self.source.place(loc);
        Cause { at: self.source.site(&place), text, by }
    }

    fn told_barrier(&mut self, barrier: Barrier) -> super::BarrierReach {
        super::BarrierReach {
            axes: barrier.axes,
            exits: barrier.exits.into_iter().map(|link| self.cause(link)).collect(),
            disagree: barrier.disagree.map(|(link, d)| super::Disagreement {
                branch: self.cause(link),
                comes: d.comes.index,
                stays_away: d.stays_away.index,
                shape: d.comes.shape,
            }),
        }
    }

    /// What an entry says more if barriers are reached by all.
    fn promised(&mut self, draft: &Draft) -> Option<super::Promised> {
        let mut blocks = draft.reach.barriers.clone();
        blocks.extend(draft.value.iter().flat_map(|value| &value.barriers));
        blocks.sort_unstable();
        blocks.dedup();
        let mut barriers = Vec::new();
        for bb in blocks {
            let at =
                block_barrier(self.f, bb, self.wait).map(|s| self.visible(self.f.stmts[s].loc));
            if let Some(place) = at.map(|loc| self.source.place(loc)) {
                barriers.push(self.source.site(&place));
            }
        }
        barriers.sort_unstable();
        barriers.dedup();
        let value = draft.value.as_ref().filter(|value| value.plain != value.trusting);
        let value = value.map(|value| State { trusted: true, ..self.told(&value.trusting) });
        let says_more = value.is_some() || draft.reach.plain != draft.reach.trusting;
        let control = draft.reach.trusting;
        (says_more && !barriers.is_empty()).then_some(super::Promised { value, control, barriers })
    }

    fn told(&self, v: &Variance) -> State {
        let told = |coef: Coef| match coef {
            Coef::Known(c) => Coefficient::Known(c),
            Coef::Top => Coefficient::Known(0),
            Coef::Unknown => Coefficient::Unknown,
            Coef::Symbolic(symbol) => {
                let name = names::of(self.module, self.f, self.source, symbol.node);
                Coefficient::Symbolic(match symbol.scale {
                    1 => name,
                    scale => format!("{}*{scale}", names::factor(name)),
                })
            }
        };
        let axes = v.coef.map(told);
        let base = match v.base {
            _ if axes.contains(&Coefficient::Unknown) => Base::Unknown,
            StateBase::Const(c) => Base::Const(c),
            StateBase::Uniform => Base::Uniform,
            StateBase::Top => Base::Unknown,
        };
        State { axes, lane: told(v.lane), base, trusted: v.trusted }
    }
}

fn joined<T>(a: Option<T>, b: Option<T>, join: impl Fn(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(join(a, b)),
        (a, b) => a.or(b),
    }
}

//! From entries in work to entries: places and states in the words of the source.

use crate::cause::Cause;
use crate::chains::Link;
use crate::draft::Draft;
use crate::names;
use crate::promised::Barrier;
use crate::site::Site;
use crate::source::Source;
use crate::state::{Base, Coefficient, State};
use crate::statement::{BarrierReach, Disagreement, Entry, Function, Promised};
use optx_ir::Func;
use optx_whirl::{Module, PuKind, SourcePlace};
use optx_wopt::analysis::variance::barriers::block_barrier;
use optx_wopt::analysis::variance::{Base as StateBase, Coef, Variance};

/// What puts a function's entries into words.
pub(crate) struct Teller<'a, 's> {
    pub(crate) module: &'a Module,
    pub(crate) f: &'a Func,
    /// By number: functions with a barrier of the block.
    pub(crate) wait: &'a [bool],
    pub(crate) source: &'a mut Source<'s>,
}

impl Teller<'_, '_> {
    /// The function with its entries, in the source's order.
    pub(crate) fn function(mut self, drafts: Vec<Draft>) -> Function {
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

    fn cause(&mut self, link: Link) -> Cause {
        let Link { loc, text, by } = link;
        let place = self.source.place(loc);
        Cause { at: self.source.site(&place), text, by }
    }

    fn told_barrier(&mut self, barrier: Barrier) -> BarrierReach {
        BarrierReach {
            axes: barrier.axes,
            exits: barrier.exits.into_iter().map(|link| self.cause(link)).collect(),
            disagree: barrier.disagree.map(|(link, d)| Disagreement {
                branch: self.cause(link),
                comes: d.comes.index,
                stays_away: d.stays_away.index,
                shape: d.comes.shape,
            }),
        }
    }

    /// What an entry says more if barriers are reached by all.
    fn promised(&mut self, draft: &Draft) -> Option<Promised> {
        let mut blocks = draft.reach.barriers.clone();
        blocks.extend(draft.value.iter().flat_map(|value| &value.barriers));
        blocks.sort_unstable();
        blocks.dedup();
        let mut barriers = Vec::new();
        for bb in blocks {
            let at = block_barrier(self.f, bb, self.wait)
                .map(|s| self.source.visible(self.f.stmts[s].loc));
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
        (says_more && !barriers.is_empty()).then_some(Promised { value, control, barriers })
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

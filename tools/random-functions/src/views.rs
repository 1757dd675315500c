//! What two runs of a function evaluate and load, compared: more often only where every view of it says so.
//!
//! Idea: an expression is told by names, and a pass may take one name for another; a count is of what stands in blocks, and what a
//! dominating block evaluates is read in the end. So runs are counted in several views ([`Counted`]), each of which may take what is the
//! same for more; what is more in all of them is an error.

use crate::evaluations::{Counts, Naming, Ran};
use optx_ir::Func;
use optx_whirl::Module;
use optx_wopt::{Cx, Stats, pass::out::placement};

/// A pass on a copy, and whether it changes it.
pub(crate) fn apply(
    module: &Module,
    f: &Func,
    pass: fn(&mut Func, &mut Cx<'_>) -> Stats,
) -> (Func, bool) {
    let mut made = f.clone();
    let changes = pass(&mut made, &mut Cx::of(module, std::slice::from_ref(f))).changed();
    (made, changes)
}

/// What a run evaluates, and what it loads.
pub(crate) struct Counted {
    /// As they stand by both namings, and where placement has them by both: what is evaluated more often is so in all of these views,
    /// what one of them takes for another is not.
    pub(crate) evaluations: [Counts; 4],
    /// By both namings.
    pub(crate) loads: [Counts; 2],
}

impl Counted {
    pub(crate) fn of(module: &Module, f: &Func, run: &Ran, own: usize) -> Counted {
        let naming = |sees_values| Naming { own, sees_values };
        let (placed, _) = apply(module, f, placement::run);
        let views = [(f, false), (f, true), (&placed, false), (&placed, true)];
        Counted {
            evaluations: views.map(|(f, sees)| run.expressions(f, naming(sees), |_| true)),
            loads: [false, true].map(|sees| run.loads(f, naming(sees))),
        }
    }

    pub(crate) fn evaluates_no_more(&self, what: &str, after: &Counted) -> Result<(), String> {
        by_one_view(what, &self.evaluations, &after.evaluations)
    }

    pub(crate) fn loads_no_more(&self, what: &str, after: &Counted) -> Result<(), String> {
        by_one_view(what, &self.loads, &after.loads)
    }
}

/// What the first view says, where all say that something is done more often.
fn by_one_view(what: &str, before: &[Counts], after: &[Counts]) -> Result<(), String> {
    let mut first = None;
    for (before, after) in before.iter().zip(after) {
        match no_more(what, before, after) {
            Ok(()) => return Ok(()),
            Err(why) => {
                first.get_or_insert(why);
            }
        }
    }
    first.map_or(Ok(()), Err)
}

/// An error where something is done more often than before: any expression that there was, and any kind of operation. What there was not
/// a pass may make of what it replaces, with a constant or another variable in its place.
fn no_more(what: &str, before: &Counts, after: &Counts) -> Result<(), String> {
    let (old, new) = (by_kind(before), by_kind(after));
    let known = after.iter().filter_map(|(name, &count)| Some((name, *before.get(name)?, count)));
    let kinds = new.iter().map(|(name, &count)| (name, old.get(name).copied().unwrap_or(0), count));
    match known.chain(kinds).find(|&(_, most, count)| count > most) {
        None => Ok(()),
        Some((name, most, count)) => Err(format!("{what} {name}: {most} to {count}")),
    }
}

/// Counts by what is done, whatever it is done to. A difference from zero is a negation; a load by a generic address is one of its
/// object, where that is known.
fn by_kind(counts: &Counts) -> Counts {
    let mut found = Counts::new();
    for (expression, count) in counts {
        let kind = expression.split(' ').next().unwrap_or_default().replace("NEG", "SUB");
        *found.entry(kind).or_default() += count;
    }
    found
}

//! Rematerialization: a value that lives where most lives is made once more where it is read, and not kept.
//!
//! Idea: at the fullest place ([`Pressure`]) each value has a [recipe](super::recompute). One is taken whose reads behind the place can all be given a new register made right before;
//! reads of one block share it as long as no full place lies between. Best first (units times span over price, by depth first), until the function is within its
//! [`Limit`]; where nobody asked for one and it is not reached, all stays as it was. ptxas keeps what it finds here, but that a copy
//! that the first evaluation comes before on every way, and that stays, is that again to it (`runtime-tests/tests/recomputation.rs`).
//!
//! Source: Briggs, Cooper and Torczon (PLDI 1992); Enzyme-JAX 2907, for the place: last, since everything earlier merges the copies again.
//! Legality: that of [recipes](super::recompute). What has to live longer takes no more units than what no longer lives, so no place gets fuller but for
//! the recipe's own registers right before the read. Nothing is made once more in a deeper loop than it was: ptxas would take it out again.
//! Cost: a round each for so many values as one place holds, [`MOST_ROUNDS`] at most, each linear.

use super::choice::{Choice, Looks, Round};
use super::limit::Limit;
use super::pressure::Pressure;
use super::recompute::is_repeatable;
use super::told::{Told, tell_each};
use super::words::Words;
use crate::lir::{Function, InstId, Operand, Place, Reg};
use optx_ir::Func;
use optx_whirl::fixed_hash::{Map, Set};
use optx_whirl::{Module, Multiprocessor, RemarkKind, Remarks};
use optx_wopt::Stats;
use optx_wopt::analysis::pressure::estimate;
use smallvec::SmallVec;

/// So many fullest places are looked at.
const MOST_ROUNDS: usize = 64;
/// So many, times instructions, but two at least.
const MOST_WORK: usize = 200_000;

/// What the code was made of, for remarks.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The module's header.
    pub module: &'a Module,
    /// The function.
    pub f: &'a Func,
}

/// Runs the pass; without a source nothing is told.
pub fn run(
    f: &mut Function,
    on: Multiprocessor,
    source: Option<Source<'_>>,
    remarks: &mut Remarks,
) -> Stats {
    let mut stats = Stats::new("rematerialize");
    let mut pressure = Pressure::of(f);
    let Some(peak) = pressure.peak(f) else { return stats };
    let asked = Limit::asked(f, on).filter(|limit| limit.units() < peak.units);
    let below = || Limit::below(f, on, estimate(peak.units));
    let Some(limit) = asked.or_else(below) else { return stats };
    let before = (!limit.is_asked).then(|| f.clone());
    let rounds = (MOST_WORK / f.instructions().max(1)).clamp(2, MOST_ROUNDS);
    let (new, mut given_up) = (f.registers().len(), Set::default());
    let mut told: Vec<Told> = Vec::new();
    let (mut looks, mut is_met) = (Looks::default(), false);
    for _ in 0..rounds {
        let next = pressure.peak_among(f, |bb| !given_up.contains(&bb));
        let Some(peak) = next.filter(|peak| peak.units > limit.units()) else {
            is_met = given_up.is_empty();
            break;
        };
        let chosen = Round::new(f, &mut pressure, &mut looks, limit, &peak, new).choose();
        if chosen.is_empty() {
            if before.is_some() {
                break;
            }
            given_up.insert(peak.place.block);
            continue;
        }
        stats.add("values recomputed", chosen.len() as u64);
        stats.add("recomputations", chosen.iter().map(|choice| choice.copies.len() as u64).sum());
        if let Some(source) = source.filter(|_| remarks.asks(RemarkKind::Passed)) {
            told.extend(tell(f, &chosen, source));
        }
        rewrite(f, &chosen);
        drop_unread(f, &chosen);
        pressure = Pressure::of(f);
    }
    // A step of occupancy that is not reached is worth no instruction.
    if let Some(before) = before.filter(|_| !is_met) {
        *f = before;
        return Stats::new("rematerialize");
    }
    tell_each(RemarkKind::Passed, told, remarks);
    stats
}

/// A remark for each: which value, of which line, is made once more, how, and by how many instructions.
fn tell(f: &Function, chosen: &[Choice], source: Source<'_>) -> Vec<Told> {
    let words = Words::new(f, source.module, source.f);
    let mut all = Vec::new();
    for choice in chosen {
        let Some(&made_by) = choice.recipe.steps.last() else { continue };
        let spelled = |at: &Place| f.inst_at(*at).op.row().spelling;
        let form: Vec<&str> = choice.recipe.steps.iter().map(spelled).collect();
        let value = words.held(choice.reg).text(true);
        let count = choice.copies.len() * choice.recipe.steps.len();
        let plural = if count == 1 { "" } else { "s" };
        let message = format!(
            "{value} is not held up to where it is read: it is made there ({}), {count} instruction{plural}",
            form.join(", ")
        );
        all.push(Told { loc: words.place(f.inst_at(made_by)), message });
    }
    all
}

/// Makes the chosen values where they are read.
fn rewrite(f: &mut Function, chosen: &[Choice]) {
    let mut inserted = Vec::new();
    for choice in chosen {
        for copy in &choice.copies {
            let Some(&first) = copy.reads.first() else { continue };
            let loc = f.inst_at(first).loc;
            let mut made: SmallVec<[(Reg, Reg); 3]> = SmallVec::new();
            for &at in &choice.recipe.steps {
                let inst = f.inst_at(at);
                let op = inst.op;
                let Some(was) = f.def(inst) else { continue };
                let uses: SmallVec<[Operand; 4]> =
                    f.uses(inst).iter().map(|operand| operand.renamed(new_name(&made))).collect();
                let info = f.reg(was);
                let reg = f.new_reg(info.class, info.aux);
                made.push((was, reg));
                let new = f.inst(op, &[reg], &uses, loc);
                inserted.push((copy.at, new));
            }
            let Some(&(_, new)) = made.last() else { continue };
            for &read in &copy.reads {
                for k in 0..f.uses(f.inst_at(read)).len() {
                    let operand = f.uses(f.inst_at(read))[k];
                    f.set_use(read, k, operand.renamed(new_name(&[(choice.reg, new)])));
                }
            }
        }
    }
    f.insert_all(inserted);
}

/// Takes out what made the chosen values where nobody reads them any more, and what only that read.
fn drop_unread(f: &mut Function, chosen: &[Choice]) {
    let mut reads = vec![0u32; f.registers().len()];
    let mut makers: Map<Reg, Place> = Map::default();
    for (block, insts) in f.blocks() {
        for (index, inst) in insts.insts.iter().enumerate() {
            f.for_each_read(inst, |reg| reads[reg.index()] += 1);
            if let Some(reg) = f.def(inst) {
                makers.insert(reg, Place { block, index });
            }
        }
    }
    let mut work: Vec<Reg> = chosen.iter().map(|choice| choice.reg).collect();
    let mut gone: Set<InstId> = Set::default();
    while let Some(reg) = work.pop() {
        let Some(&at) = makers.get(&reg).filter(|_| reads[reg.index()] == 0) else { continue };
        if !is_repeatable(f, f.inst_at(at)) || !gone.insert(f.inst_at(at).id()) {
            continue;
        }
        f.for_each_read(f.inst_at(at), |reg| {
            reads[reg.index()] -= 1;
            work.push(reg);
        });
    }
    f.remove_all(&gone);
}

/// The names that some registers get; others keep theirs.
fn new_name(names: &[(Reg, Reg)]) -> impl Fn(Reg) -> Reg + '_ {
    |reg| names.iter().find(|(was, _)| *was == reg).map_or(reg, |(_, new)| *new)
}

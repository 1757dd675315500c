//! Partial redundancy elimination does no harm: what is claimed of its passes on each run of a random function, and what they are worth.
//!
//! * PRE of expressions without speculation, alone and behind PRE of loads: no run that ends evaluates any expression more often.
//! * PRE of loads, alone and before that: no run that ends loads from any place more often, and none behind both evaluates any expression
//!   more often. Behind PRE of loads alone a part of an inserted load's address may be evaluated once more, which PRE of expressions
//!   is there to take out: runs with such are counted.
//! * Strength reduction: no run makes more evaluations but for one step at each entry of a loop for each variable stepped, which is set once an entry.
//! * None of these makes an I-form overflow more often, and a run of which no I-form overflows as built has none that does behind any
//!   row of the pipeline.
//! * Worth: what all statements of a run cost in form Regs, copies included, with these passes and without them.

use crate::evaluations::{Naming, Ran};
use crate::views::{Counted, apply};
use crate::{Generator, module};
use optx_ir::interpret::Input;
use optx_ir::{BbId, CodeRep, Func, StmtId, StmtOp};
use optx_whirl::Module;
use optx_wopt::driver::observe::Observer;
use optx_wopt::driver::observers;
use optx_wopt::driver::pipeline::TABLE;
use optx_wopt::driver::runner::{Watched, resume_watched};
use optx_wopt::{NoBackend, RunOptions, pass::loops::strength_reduction, pass::redundancy::pre};

/// Inputs of each function.
const INPUTS: u64 = 4;

/// Statements that a run may have before.
const STEPS: u64 = 3000;

/// Passes that are no part of the claims about evaluations.
const OTHERS: [&str; 1] = ["unrolling"];

/// What some functions add up to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harm {
    /// Functions looked at.
    pub functions: u64,
    /// Of these, those that PRE changes and that it speculates in where it may.
    pub changed: u64,
    /// Runs compared with the run of a function that PRE changed.
    pub runs: u64,
    /// What they evaluate and load before, and behind both.
    pub evaluations: [u64; 2],
    /// The same of loads.
    pub loads: [u64; 2],
    /// Runs behind PRE of loads alone that evaluate something more often.
    pub dearer: u64,
    /// Variables that strength reduction steps, and runs of functions with such.
    pub stepped: u64,
    /// Runs of these.
    pub stepped_runs: u64,
    /// Runs of which no I-form overflows as built.
    pub without_overflow: u64,
    /// Worth without unrolling, and with it.
    pub worth: [Worth; 2],
}

/// What runs cost in form Regs without PRE of loads and expressions, and with it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worth {
    /// Runs.
    pub runs: u64,
    /// Runs that cost less, and more.
    pub less: u64,
    /// Those that cost more.
    pub more: u64,
    /// What all cost.
    pub cost: [u64; 2],
    /// How many copies they make.
    pub copies: [u64; 2],
    /// The sum of each run's ratio.
    pub ratios: f64,
}

impl Harm {
    /// Adds what another found.
    pub fn add(&mut self, other: &Harm) {
        self.functions += other.functions;
        self.changed += other.changed;
        self.runs += other.runs;
        self.stepped += other.stepped;
        self.stepped_runs += other.stepped_runs;
        self.without_overflow += other.without_overflow;
        self.dearer += other.dearer;
        for k in 0..2 {
            self.evaluations[k] += other.evaluations[k];
            self.loads[k] += other.loads[k];
        }
        for (all, one) in self.worth.iter_mut().zip(&other.worth) {
            all.runs += one.runs;
            all.less += one.less;
            all.more += one.more;
            all.ratios += one.ratios;
            for (sum, part) in all.cost.iter_mut().zip(one.cost) {
                *sum += part;
            }
            for (sum, part) in all.copies.iter_mut().zip(one.copies) {
                *sum += part;
            }
        }
    }

    /// What was found, in lines.
    pub fn told(&self) -> String {
        let worth = |name: &str, worth: &Worth| {
            let Worth { runs, less, more, cost, copies, ratios } = worth;
            format!(
                "{name}: of {runs} runs {less} cost less, {more} more; {} to {} ({:.4}), a run in the mean {:.4}; copies {} to {}\n",
                cost[0],
                cost[1],
                cost[1] as f64 / cost[0] as f64,
                ratios / *runs as f64,
                copies[0],
                copies[1]
            )
        };
        format!(
            "{} functions, {} changed by PRE, {} runs compared: evaluations {} to {}, loads {} to {}; {} evaluate something more often behind PRE of loads alone\n{} variables stepped, {} runs compared\n{} runs without overflow\n{}{}",
            self.functions,
            self.changed,
            self.runs,
            self.evaluations[0],
            self.evaluations[1],
            self.loads[0],
            self.loads[1],
            self.dearer,
            self.stepped,
            self.stepped_runs,
            self.without_overflow,
            worth("without unrolling", &self.worth[0]),
            worth("with it", &self.worth[1])
        )
    }
}

/// Holds the passes to the claims on the function of a seed.
pub fn harm(seed: u64) -> Result<Harm, String> {
    let mut found = Harm { functions: 1, ..Harm::default() };
    elimination(seed, &mut found)?;
    steps(seed, &mut found)?;
    overflows(seed, &mut found)?;
    worth(seed, &mut found);
    Ok(found)
}

/// A function brought to where a row stands: by the required rows, or by all of a level but some.
fn brought(seed: u64, to: &str) -> (Module, Func) {
    let level = if seed.is_multiple_of(2) { 3 } else { 0 };
    let module = without(level, &OTHERS);
    let mut f = Generator::function(seed);
    let at = TABLE.iter().position(|row| row.name == to).expect("a row");
    run_to(&module, &mut f, TABLE[at - 1].name);
    (module, f)
}

fn without(level: u8, passes: &[&str]) -> Module {
    let mut module = module(level);
    module.options.passes = passes.iter().map(|name| format!("-{name}")).collect();
    module
}

/// Runs the rows behind the last that ran, up to one of them; true where they change something.
fn run_to(module: &Module, f: &mut Func, last: &str) -> bool {
    let options = RunOptions { stop_after: Some(last.to_owned()), ..RunOptions::default() };
    let mut ran = observers::Ran::default();
    let watching: &mut [&mut dyn Observer] = &mut [&mut ran];
    let how = Watched { options: &options, backend: &mut NoBackend, observers: watching };
    resume_watched(module, std::slice::from_mut(f), how);
    // That a function was built is no change.
    ran.changed
}

fn inputs() -> impl Iterator<Item = Input> {
    (0..INPUTS).map(|seed| Input { seed, steps: STEPS })
}

/// The run of what a pass made of a function, which ends where the other did.
fn after(module: &Module, f: &Func, before: &Ran, input: Input) -> Result<Ran, String> {
    let input = Input { steps: before.steps * 8 + 1000, ..input };
    Ran::of(module, f, input).ok_or_else(|| format!("input {}: it does not end", input.seed))
}

fn elimination(seed: u64, found: &mut Harm) -> Result<(), String> {
    let (module, f) = brought(seed, "load-pre");
    let own = f.auxes.len();
    let (alone, changes) = apply(&module, &f, pre::run_without_speculation);
    let (loaded, changes_loads) = apply(&module, &f, pre::loads::run);
    let (both, changes_both) = apply(&module, &loaded, pre::run_without_speculation);
    found.changed += u64::from(changes_loads || changes_both);
    for input in inputs() {
        let Some(old) = Ran::of(&module, &f, input) else { continue };
        let wrong = |why| format!("function {seed}, PRE, input {}: {why}", input.seed);
        let first = Counted::of(&module, &f, &old, own);
        if changes {
            let new = after(&module, &alone, &old, input).map_err(wrong)?;
            let counts = Counted::of(&module, &alone, &new, own);
            first.evaluates_no_more("evaluates", &counts).map_err(wrong)?;
            first.loads_no_more("loads", &counts).map_err(wrong)?;
            no_overflow(&old, &new).map_err(wrong)?;
        }
        if !changes_loads && !changes_both {
            continue;
        }
        let middle = after(&module, &loaded, &old, input).map_err(wrong)?;
        let behind_loads = Counted::of(&module, &loaded, &middle, own);
        first.loads_no_more("loads", &behind_loads).map_err(wrong)?;
        no_overflow(&old, &middle).map_err(wrong)?;
        let new = after(&module, &both, &old, input).map_err(wrong)?;
        let last = Counted::of(&module, &both, &new, own);
        behind_loads.evaluates_no_more("evaluates behind load-pre", &last).map_err(wrong)?;
        first.evaluates_no_more("evaluates behind both", &last).map_err(wrong)?;
        behind_loads.loads_no_more("loads behind load-pre", &last).map_err(wrong)?;
        no_overflow(&middle, &new).map_err(wrong)?;
        found.runs += 1;
        found.dearer += u64::from(first.evaluates_no_more("", &behind_loads).is_err());
        for (k, counts) in [&first, &last].into_iter().enumerate() {
            found.evaluations[k] += counts.evaluations[0].values().sum::<u64>();
            found.loads[k] += counts.loads[0].values().sum::<u64>();
        }
    }
    Ok(())
}

fn no_overflow(before: &Ran, after: &Ran) -> Result<(), String> {
    match after.overflows <= before.overflows {
        true => Ok(()),
        false => Err(format!("{} overflows to {}", before.overflows, after.overflows)),
    }
}

/// A variable that strength reduction made.
struct Stepped {
    header: BbId,
    /// What sets it before the loop, and what steps it.
    starts: Vec<StmtId>,
    steps: Vec<StmtId>,
    /// Blocks of statements that read it.
    read_in: Vec<BbId>,
}

fn stepped(f: &Func, own: usize) -> Vec<Stepped> {
    let mut found = Vec::new();
    let cycles = optx_ir::cycles::Cycles::of(f);
    for &header in &f.layout {
        for phi in f.bbs[header].phis.iter().filter(|phi| phi.aux.index() >= own) {
            let Some(cycle) = cycles.innermost(header) else { continue };
            let mut made =
                Stepped { header, starts: Vec::new(), steps: Vec::new(), read_in: Vec::new() };
            for &bb in &f.layout {
                for &s in &f.bbs[bb].stmts {
                    let stmt = &f.stmts[s];
                    let is_set = stmt.op == StmtOp::Stid
                        && matches!(f.codemap.get(stmt.results[0]), CodeRep::Var { aux, .. } if *aux == phi.aux);
                    match is_set {
                        true if cycles.holds(cycle, bb) => made.steps.push(s),
                        true => made.starts.push(s),
                        false => {
                            let mut reads = false;
                            let mut walk = optx_ir::walk::Walk::new();
                            stmt.for_each_use(&f.codemap, |root, _| {
                                walk.variables(&f.codemap, root, |id, _| reads |= id == phi.result);
                            });
                            if reads {
                                made.read_in.push(bb);
                            }
                        }
                    }
                }
            }
            found.push(made);
        }
    }
    found
}

fn steps(seed: u64, found: &mut Harm) -> Result<(), String> {
    let (module, f) = brought(seed, "strength-reduction");
    let own = f.auxes.len();
    let (made, changes) = apply(&module, &f, strength_reduction::run);
    if !changes {
        return Ok(());
    }
    let all = stepped(&made, own);
    found.stepped += all.len() as u64;
    let cycles = optx_ir::cycles::Cycles::of(&made);
    for input in inputs() {
        let Some(old) = Ran::of(&module, &f, input) else { continue };
        let wrong =
            |why| format!("function {seed}, strength-reduction, input {}: {why}", input.seed);
        let new = after(&module, &made, &old, input).map_err(wrong)?;
        let times =
            |list: &[StmtId]| list.iter().map(|&s| new.times(made.stmts[s].bb)).sum::<u64>();
        let (mut all_entries, mut all_steps) = (0, 0);
        for Stepped { header, starts, steps, read_in } in &all {
            let cycle = cycles.innermost(*header).expect("it is a loop's");
            let outside = made.bbs[*header].preds().iter().filter(|&&p| !cycles.holds(cycle, p));
            let entries: u64 = outside.map(|&from| new.taken(from, *header)).sum();
            let evaluated = read_in.iter().map(|&bb| new.times(bb)).max().unwrap_or(0);
            all_entries += entries;
            all_steps += times(steps);
            if times(starts) > entries || times(steps) > evaluated + entries {
                let (starts, steps) = (times(starts), times(steps));
                return Err(wrong(format!(
                    "{header}: {starts} times set and {steps} times stepped for {evaluated} evaluations of {entries} entries"
                )));
            }
        }
        // What a step adds does not change in the loop: where it is a product, PRE of expressions evaluates it before.
        let is_other =
            |s: StmtId| !all.iter().any(|one| one.starts.contains(&s) || one.steps.contains(&s));
        let before: u64 =
            old.expressions(&f, Naming { own, sees_values: false }, |_| true).values().sum();
        let others: u64 = new
            .expressions(&made, Naming { own: usize::MAX, sees_values: false }, is_other)
            .values()
            .sum();
        if others + all_steps > before + all_entries {
            return Err(wrong(format!(
                "{before} evaluations to {others} and {all_steps} steps, {all_entries} entries"
            )));
        }
        no_overflow(&old, &new).map_err(wrong)?;
        found.stepped_runs += 1;
    }
    Ok(())
}

fn overflows(seed: u64, found: &mut Harm) -> Result<(), String> {
    let module = module(3);
    let mut f = Generator::function(seed);
    let clean = |input: &(Input, Ran)| input.1.overflows == 0;
    let runs = inputs().filter_map(|input| Some((input, Ran::of(&module, &f, input)?)));
    let runs: Vec<(Input, Ran)> = runs.filter(clean).collect();
    found.without_overflow += runs.len() as u64;
    for row in TABLE.iter().take_while(|_| !runs.is_empty()) {
        if !run_to(&module, &mut f, row.name) && !row.required {
            continue;
        }
        for (input, old) in &runs {
            let wrong = |why| format!("function {seed}, {}, input {}: {why}", row.name, input.seed);
            let new = after(&module, &f, old, *input).map_err(wrong)?;
            if new.overflows > 0 {
                return Err(wrong(format!("{} overflows", new.overflows)));
            }
        }
    }
    Ok(())
}

fn worth(seed: u64, found: &mut Harm) {
    for (worth, others) in found.worth.iter_mut().zip([&OTHERS[..], &[]]) {
        let made = [&["expression-pre", "load-pre"][..], &[]].map(|pre| {
            let module = without(3, &[others, pre].concat());
            let mut f = Generator::function(seed);
            run_to(&module, &mut f, TABLE.last().expect("rows").name);
            (module, f)
        });
        for input in inputs() {
            let [old, new] = [0, 1].map(|k| Ran::of(&made[k].0, &made[k].1, input));
            let (Some(old), Some(new)) = (old, new) else { continue };
            let runs = [(&old, &made[0].1), (&new, &made[1].1)];
            let cost = runs.map(|(run, f)| run.cost(f));
            let copies = runs.map(|(run, f)| run.copies(f));
            worth.runs += 1;
            worth.less += u64::from(cost[1] < cost[0]);
            worth.more += u64::from(cost[1] > cost[0]);
            worth.ratios += cost[1] as f64 / cost[0].max(1) as f64;
            for k in 0..2 {
                worth.cost[k] += cost[k];
                worth.copies[k] += copies[k];
            }
        }
    }
}

//! What thread variance says, held to what threads do: random control flow with loops, jumps into loops and exits anywhere, run by the
//! interpreter for the threads of a block.
//!
//! Two threads are at one dynamic instance of a version where, for each cycle around its definition, outermost first, the cycle's header
//! was entered as often since the cycle was. Each two values of one instance must differ as the version's state says. Within an irreducible cycle
//! which header is the one that counts is a choice; what is said there holds for the one that [`Cycles`] makes.

use optx_ir::cycles::Cycles;
use optx_ir::interpret::{End, Input, Outcome, Thread, Value, Watch, run_thread};
use optx_ir::{BbId, CrId, Func};
use optx_whirl::Module;
use optx_wopt::analysis::variance::{Assumptions, Coef, Exact, Variance, VarianceMap};
use optx_wopt::{Cx, NoBackend, RunOptions, kit::closed_ssa};
use std::collections::HashMap;

/// Those that functions are compiled for: part of a warp, no multiple of one, warps of several rows, of several layers, of parts of rows.
const SHAPES: [[u64; 3]; 8] =
    [[6, 3, 1], [40, 1, 1], [8, 8, 1], [16, 2, 1], [16, 3, 1], [4, 4, 4], [32, 2, 1], [5, 4, 2]];
#[path = "variance/flow.rs"]
mod flow;
use flow::{BLOCK, seeds, text};

const LANES: u64 = 32;
const STEPS: u64 = 600;

/// Where a run is in cycles, and what it gave each version at each instance.
struct Watcher<'a> {
    f: &'a Func,
    cycles: &'a Cycles,
    /// By cycle: how often its header was entered since it was.
    rounds: Vec<u32>,
    at: BbId,
    seen: Vec<((CrId, Vec<u32>), u64)>,
}

impl Watch for Watcher<'_> {
    fn set(&mut self, id: CrId, value: Value) {
        if !value.is_known() {
            return;
        }
        let home = self.f.def_block(id).unwrap_or(self.at);
        let rounds = self.cycles.around(home).map(|k| self.rounds[k]).collect();
        self.seen.push(((id, rounds), value.bits));
    }

    fn enter(&mut self, bb: BbId) {
        for k in self.cycles.around(bb) {
            if !self.cycles.holds(k, self.at) {
                self.rounds[k] = 0;
            }
            if self.cycles.all()[k].header == bb {
                self.rounds[k] += 1;
            }
        }
        self.at = bb;
    }
}

/// What a version was given at an instance, by thread.
type Seen = HashMap<(CrId, Vec<u32>), Vec<([u64; 3], u64)>>;

fn observe(module: &Module, f: &Func, seed: u64, block: [u64; 3]) -> Option<Seen> {
    let cycles = Cycles::of(f);
    let mut all: Seen = HashMap::new();
    for z in 0..block[2] {
        for (x, y) in (0..block[1]).flat_map(|y| (0..block[0]).map(move |x| (x, y))) {
            let thread = Thread { index: [x, y, z], block };
            let rounds = vec![0; cycles.all().len()];
            let mut watcher =
                Watcher { f, cycles: &cycles, rounds, at: f.entry(), seen: Vec::new() };
            // What stands in a cycle of the entry itself is in its first round.
            cycles.around(f.entry()).for_each(|k| watcher.rounds[k] = 1);
            let outcome = run_thread(module, f, Input { seed, steps: STEPS }, thread, &mut watcher);
            match outcome {
                Outcome::Ran(trace) if !matches!(trace.end, End::Undefined(_)) => {}
                _ => return None,
            }
            for (instance, bits) in watcher.seen {
                all.entry(instance).or_default().push((thread.index, bits));
            }
        }
    }
    Some(all)
}

/// What a state says of two threads' values and is not so: of lanes in blocks of a known shape alone, for what is said of others takes
/// them to have one dimension where nobody reads y. Of symbolic coefficients nothing is asked: `variance_rows` holds the rows to them.
fn wrong(
    state: &Variance,
    (width, shape): (u32, Option<[u64; 3]>),
    a: ([u64; 3], u64),
    b: ([u64; 3], u64),
) -> bool {
    let bits = |value: u64| value & (u64::MAX >> (64 - width.clamp(1, 64)));
    let apart = bits(a.1.wrapping_sub(b.1));
    let number = |[x, y, z]: [u64; 3]| shape.map_or(0, |of| x + of[0] * (y + of[1] * z));
    if let (true, Coef::Known(by)) = (shape.is_some(), state.lane)
        && number(a.0) / LANES == number(b.0) / LANES
    {
        let lanes = (number(a.0) % LANES).wrapping_sub(number(b.0) % LANES);
        let shared = |(index, value): ([u64; 3], u64)| {
            value.wrapping_sub((by as u64).wrapping_mul(number(index) % LANES)) % LANES
        };
        let is_aligned = || width < 5 || [a, b].into_iter().all(|at| shared(at) == 0);
        if apart != bits((by as u64).wrapping_mul(lanes))
            || (state.warp_aligned && !is_aligned())
            || is_inexact(state.lane_exact, width, (a.1, b.1), by.wrapping_mul(lanes as i64))
        {
            return true;
        }
    }
    let mut sum = 0u64;
    for (k, coef) in state.coef.iter().enumerate() {
        let distance = a.0[k].wrapping_sub(b.0[k]);
        let coef = match *coef {
            Coef::Known(c) => c as u64,
            Coef::Unknown if distance == 0 => 0,
            _ => return false,
        };
        sum = sum.wrapping_add(coef.wrapping_mul(distance));
    }
    apart != bits(sum) || is_inexact(state.exact, width, (a.1, b.1), sum as i64)
}

/// Whether two values that are said to be exact do not differ by a sum over the integers.
fn is_inexact(exact: Exact, width: u32, (a, b): (u64, u64), sum: i64) -> bool {
    if width != 32 {
        return false;
    }
    let signed = i64::from(a as u32 as i32) - i64::from(b as u32 as i32);
    let unsigned = i64::from(a as u32) - i64::from(b as u32);
    (exact.signed && signed != sum) || (exact.unsigned && unsigned != sum)
}

fn check(seed: u64, stage: &str, shape: Option<[u64; 3]>) -> Result<[usize; 3], String> {
    let text = text(seed, shape);
    let (module, mut funcs) =
        optx_ir::parse::parse_module(&text).map_err(|e| format!("{e}\n{text}"))?;
    let options =
        RunOptions { verify: true, stop_after: Some(stage.to_owned()), ..RunOptions::default() };
    let report = optx_wopt::resume(&module, &mut funcs, &options, &mut NoBackend);
    assert_eq!(report.violations, Vec::<String>::new());
    let found =
        states_hold(seed, stage, shape, &Case { module: &module, f: &funcs[0], text: &text })?;
    let mut cx = Cx::of(&module, &funcs);
    optx_wopt::pass::ssa::closed_ssa::close(&mut funcs[0], &mut cx);
    let open = closed_ssa::violations(&funcs[0]);
    assert_eq!(open, Vec::<String>::new(), "seed {seed} {stage}\n{text}");
    let case = Case { module: &module, f: &funcs[0], text: &text };
    let closed = states_hold(seed, stage, shape, &case)?;
    Ok(std::array::from_fn(|k| found[k] + closed[k]))
}

/// A function, and the text that it was.
struct Case<'a> {
    module: &'a Module,
    f: &'a Func,
    text: &'a str,
}

/// Holds the states of all versions to what threads do; how many say something, of lanes too, and how many pairs of threads were compared.
fn states_hold(
    seed: u64,
    stage: &str,
    shape: Option<[u64; 3]>,
    case: &Case<'_>,
) -> Result<[usize; 3], String> {
    let Case { module, f, text } = *case;
    let block = shape.unwrap_or(BLOCK);
    assert_eq!(optx_ir::verify::verify(f), vec![], "{text}");
    let mut dump = String::new();
    optx_ir::print::print_func(&mut dump, &module.locs, f);
    let found = VarianceMap::of(f, Assumptions::default());
    let [mut said, mut lanes, mut pairs] = [0; 3];
    for input in 0..4 {
        let Some(seen) = observe(module, f, 2 * (seed * 7 + input), block) else { continue };
        for ((id, rounds), values) in &seen {
            let state = found.cr_tid_var_state(*id);
            let says = |c: &Coef| *c != Coef::Unknown;
            if !state.coef.iter().any(says) && (shape.is_none() || !says(&state.lane)) {
                continue;
            }
            said += 1;
            lanes += usize::from(matches!(state.lane, Coef::Known(c) if c != 0));
            for k in 1..values.len() {
                for j in 0..k {
                    pairs += 1;
                    if wrong(&state, (f.mtype(*id).bits(), shape), values[k], values[j]) {
                        return Err(format!(
                            "seed {seed} {stage} {shape:?}: {} in round {rounds:?} is {state}: {:?} and {:?}\n{dump}{text}",
                            optx_ir::print::tree_text(f, *id),
                            values[j],
                            values[k],
                        ));
                    }
                }
            }
        }
    }
    Ok([said, lanes, pairs])
}

fn threads_differ(seeds: std::ops::Range<u64>, shape: impl Fn(u64) -> Option<[u64; 3]>) {
    let mut all = [0; 3];
    for seed in seeds {
        for stage in ["ssa", "split-edges"] {
            match check(seed, stage, shape(seed)) {
                Ok(found) => all = std::array::from_fn(|k| all[k] + found[k]),
                Err(wrong) => panic!("{wrong}"),
            }
        }
    }
    let [said, lanes, pairs] = all;
    println!("{said} values of which something is said, {lanes} by lane, {pairs} pairs");
    assert!(pairs > 10_000 && lanes > 1000, "only {pairs} and {lanes}");
}

#[test]
fn threads_differ_as_is_said() {
    threads_differ(seeds(1500), |_| None);
}

/// As compiled for blocks of one shape: what lanes of a warp have of each other is held to the shape too.
#[test]
fn threads_of_a_known_shape_differ_as_is_said() {
    threads_differ(seeds(800), |seed| Some(SHAPES[seed as usize % SHAPES.len()]));
}

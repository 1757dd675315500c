//! What PRE promises of runs: none that ends evaluates an operation more often, and what it shows refines what it showed.
//!
//! Operations are counted by kind, over all statements of the blocks that a run comes to, each node once a statement. Kinds that PRE
//! leaves to the instruction that uses them are not counted: they go along in what it moves.

use optx_ir::interpret::{End, Input, Outcome, Value, Watch, compare, run_watching};
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, CrId, Func, Op};
use optx_random_functions::{Generator, Step, all_rows};
use optx_whirl::{Module, Mtype, Operator};
use optx_wopt::pipeline::{self, TABLE};
use optx_wopt::{Cx, pre};
use std::collections::BTreeMap;

/// Functions that are looked at, and how many have to change.
const FUNCTIONS: u64 = 600;
const CHANGED: u64 = 100;

/// Evaluations by kind.
type Counts = BTreeMap<(String, String), u64>;

fn counts(op: &Op) -> bool {
    let is_taken_in = match op.opr {
        Operator::Cvt => op.rtype.size() == 8,
        Operator::Neg | Operator::Abs => op.rtype.is_float(),
        _ => op.cost() == 0 || op.kids.is_empty(),
    };
    op.rtype != Mtype::B && op.rtype.size() >= 4 && !is_taken_in
}

fn evaluations(f: &Func, bb: BbId) -> Counts {
    let (mut found, mut walk, mut last) = (Counts::new(), Walk::new(), usize::MAX);
    f.for_each_use_in(bb, |statement, root, role| {
        if std::mem::replace(&mut last, statement) != statement {
            walk.forget();
        }
        if f.codemap.is_free(root, role) {
            return;
        }
        walk.tree(&f.codemap, root, |_, node| {
            if let CodeRep::Op(op) = node
                && counts(op)
            {
                let intrinsic = op.intrinsic.map_or("", |i| i.name());
                let kind = format!("{:?} {intrinsic}", op.opr);
                let types = format!("{} {}", op.rtype.unsigned(), op.desc);
                *found.entry((kind, types)).or_default() += 1;
            }
            true
        });
    });
    found
}

/// The way of a run.
struct Way(Vec<BbId>);

impl Watch for Way {
    fn set(&mut self, _: CrId, _: Value) {}

    fn enter(&mut self, bb: BbId) {
        self.0.push(bb);
    }
}

/// What a run evaluates; none where it does not end well.
fn run(module: &Module, f: &Func, input: Input) -> Option<Counts> {
    let mut way = Way(vec![f.entry()]);
    let Outcome::Ran(trace) = run_watching(module, f, input, &mut way) else { return None };
    let End::Returned { .. } = trace.end else { return None };
    let mut all = Counts::new();
    let mut known: BTreeMap<BbId, Counts> = BTreeMap::new();
    for &bb in &way.0 {
        let of_block = known.entry(bb).or_insert_with(|| evaluations(f, bb));
        of_block.iter().for_each(|(kind, count)| *all.entry(kind.clone()).or_default() += count);
    }
    Some(all)
}

/// Brings a function to form Ssa, or on to where the pass stands.
fn bring(module: &Module, f: &mut Func, with_all: bool) {
    let at = pipeline::position("expression-pre").expect("a row");
    let levels = |k: usize| TABLE[k].required || (with_all && TABLE[k].level <= 3);
    for k in (0..at).filter(|&k| levels(k)) {
        Step::Row(&TABLE[k]).run(module, f).expect("a row that works");
    }
}

#[test]
fn no_run_evaluates_more() {
    let module = all_rows();
    let (mut changed, mut compared) = (0, 0);
    for seed in 1..=FUNCTIONS {
        let mut before = Generator::function(seed);
        bring(&module, &mut before, seed % 2 == 0);
        let mut after = [before.clone()];
        let mut cx = Cx::of(&module, &after);
        let stats = pre::run(&mut after[0], &mut cx);
        assert_eq!(optx_ir::verify::verify(&after[0]), vec![], "function {seed}");
        // What is evaluated before it is known to be wanted has to give the same, and is not counted.
        let is_early = |name: &str| name == pre::SPECULATED || name == pre::GUARDED;
        let speculates = stats.counters.iter().any(|(name, _)| is_early(name));
        if !stats.changed() {
            continue;
        }
        changed += u64::from(!speculates);
        for input in 0..4 {
            let input = Input { seed: input, steps: 3000 };
            let said = compare(&module, &before, &after[0], input);
            assert!(said.is_ok(), "function {seed}, input {input:?}: {said:?}");
            let Some(old) = run(&module, &before, input).filter(|_| !speculates) else { continue };
            let new = run(&module, &after[0], input).expect("it ends too");
            for (kind, count) in new {
                let most = old.get(&kind).copied().unwrap_or(0);
                assert!(count <= most, "function {seed}, {input:?}: {kind:?} {most} to {count}");
            }
            compared += 1;
        }
    }
    println!("{changed} functions changed, {compared} runs compared");
    assert!(changed >= CHANGED, "{changed} functions changed");
}

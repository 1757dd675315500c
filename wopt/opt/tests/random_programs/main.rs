//! Random functions keep their meaning through the pipeline: after each pass, what a run does that others can see refines
//! what the function as built does. The functions have any shape of flow, irreducible cycles included, variables of all
//! types that swap and rotate around cycles, memory of every space through direct and generic addresses, and everything
//! that others can see.

mod generator;
mod random;
mod surroundings;
mod trees;

use generator::Generator;
use optx_ir::interpret::{End, Input, Outcome, Trace, refines, run};
use optx_ir::{CodeRep, Form, Func, Op, StmtOp};
use optx_whirl::{LocTable, Module, Operator, SourcePlace};
use optx_wopt::{RunOptions, pipeline};
use surroundings::module;

/// Statements that a function as built may execute.
const STEPS: u64 = 300;
/// Inputs for each function, alone and with other threads.
const SEEDS: std::ops::Range<u64> = 0..4;

/// The trace of a run; None where the generator made something that has no exact meaning.
fn trace(module: &Module, f: &Func, seed: u64, steps: u64) -> Option<Trace> {
    match run(module, f, Input { seed, steps }) {
        Outcome::Ran(trace) => Some(trace),
        Outcome::Unsupported(_) => None,
    }
}

/// What runs of the function as built do.
struct Wanted {
    traces: Vec<(u64, Trace)>,
}

impl Wanted {
    fn of(module: &Module, f: &Func) -> Wanted {
        let all = SEEDS.filter_map(|seed| Some((seed, trace(module, f, seed, STEPS)?)));
        Wanted { traces: all.collect() }
    }

    /// What is wrong with a function that came of it.
    fn check(&self, module: &Module, f: &Func) -> Result<(), String> {
        for (seed, wanted) in &self.traces {
            // One statement becomes a few at most; where the first run did not end, its events are all there is to see.
            let steps = match wanted.end {
                End::Undefined(_) => continue,
                End::OutOfSteps => STEPS + 100,
                _ => wanted.steps * 8 + 1000,
            };
            let got = trace(module, f, *seed, steps).ok_or("it cannot be run any more")?;
            refines(wanted, &got).map_err(|wrong| format!("input {seed}: {wrong}"))?;
        }
        Ok(())
    }

    /// How many runs say something.
    fn meaningful(&self) -> usize {
        let says = |trace: &Trace| match trace.end {
            End::Undefined(_) => false,
            End::OutOfSteps => !trace.events.is_empty(),
            _ => true,
        };
        self.traces.iter().filter(|(_, trace)| says(trace)).count()
    }
}

fn compacted(f: &Func) -> Func {
    let mut f = f.clone();
    f.compact();
    assert!(f.codemap.len() <= f.nodes_in_use(), "compaction left nodes that nothing uses");
    f
}

fn text(f: &Func) -> String {
    let mut out = String::new();
    optx_ir::print::print_func(&mut out, &LocTable::default(), f);
    out
}

/// The rows that no level runs, as `--passes` asks for them.
fn on_demand() -> Vec<String> {
    let rows = pipeline::TABLE.iter().filter(|p| p.level == pipeline::ON_DEMAND);
    rows.map(|pass| format!("+{}", pass.name)).collect()
}

/// Takes the function through the pipeline, pass by pass; gives the first that goes wrong.
fn keeps_its_meaning(module: &Module, source: &Func, wanted: &Wanted) -> Result<(), String> {
    let mut f = source.clone();
    for pass in pipeline::TABLE {
        let before = text(&f);
        let options = RunOptions {
            verify: true,
            stop_after: Some(pass.name.to_owned()),
            ..RunOptions::default()
        };
        let report = optx_wopt::resume(
            module,
            std::slice::from_mut(&mut f),
            &options,
            &mut optx_wopt::NoBackend,
        );
        // Which nodes there are beside those in use is nobody's business.
        let lean = text(&compacted(&f));
        assert_eq!(lean, text(&f), "compaction after {}", pass.name);
        let after = text(&f);
        let body = |text: &str| text.split_once('\n').map(|(_, body)| body.to_owned());
        let wrong = match report.violations.first() {
            Some(violation) => Err(violation.clone()),
            None if body(&before) == body(&after) => Ok(()),
            None => wanted.check(module, &f),
        };
        wrong
            .map_err(|wrong| format!("{}: {wrong}\nbefore:\n{before}after:\n{after}", pass.name))?;
    }
    assert_eq!(f.form, Form::Regs);
    Ok(())
}

#[test]
fn random_functions_keep_their_meaning() {
    let start = std::time::Instant::now();
    let (mut seed, mut runs, mut meaningful) = (1, 0, 0);
    // At least these, and then for about two seconds, or as long as one wishes.
    let seconds = std::env::var("OPTX_RANDOM_SECONDS").ok().and_then(|s| s.parse().ok());
    let seconds: u64 = seconds.unwrap_or(2);
    while seed <= 100 || start.elapsed().as_secs() < seconds {
        let source = Generator::function(seed);
        let wanted = Wanted::of(&module(3), &source);
        runs += wanted.traces.len();
        meaningful += wanted.meaningful();
        assert_eq!(optx_ir::verify::verify(&source), vec![], "function {seed}");
        for (level, demand) in [(0, false), (3, false), (3, true)] {
            let mut module = module(level);
            if demand {
                module.options.passes = on_demand();
            }
            if let Err(wrong) = keeps_its_meaning(&module, &source, &wanted) {
                panic!("function {seed} at -O{level}: {wrong}");
            }
        }
        seed += 1;
    }
    println!("{seed} functions, {meaningful} of {runs} runs say something");
    assert!(meaningful * 3 > runs, "only {meaningful} of {runs} runs say something");
}

/// Blocks and work that have no order are taken in other ones: after every pass the text is the same, byte by byte.
#[test]
fn order_does_not_matter() {
    for seed in 1..=80 {
        let mut source = Generator::function(seed);
        // Each block and statement has a place of its own, so that places that change places are seen.
        let mut module = module(3);
        let blocks = source.layout.clone();
        for (line, bb) in (1u32..).zip(blocks) {
            let mut at =
                |column| module.locs.intern(SourcePlace { line, column, ..SourcePlace::default() });
            source.bbs[bb].loc = at(0);
            for (column, &s) in (1u16..).zip(&source.bbs[bb].stmts) {
                source.stmts[s].loc = at(column);
            }
        }
        if seed % 2 == 0 {
            module.options.passes = on_demand();
        }
        let all = |shuffle_seed: Option<u64>| {
            let options = RunOptions {
                print_all: true,
                print_analysis: vec!["alias".to_owned()],
                shuffle_seed,
                ..RunOptions::default()
            };
            let mut funcs = [source.clone()];
            optx_wopt::resume(&module, &mut funcs, &options, &mut optx_wopt::NoBackend).dumps
        };
        let wanted = all(None);
        assert!(wanted.matches("; after ").count() > 10, "{wanted}");
        for shuffle in 1..=3 {
            let got = all(Some(shuffle));
            let differs = wanted.lines().zip(got.lines()).position(|(a, b)| a != b);
            if let Some(line) = differs.or((wanted.len() != got.len()).then_some(0)) {
                let near = |text: &str| {
                    let lines = text.lines().skip(line.saturating_sub(10)).take(20);
                    lines.collect::<Vec<_>>().join("\n")
                };
                let (a, b) = (near(&wanted), near(&got));
                panic!("function {seed} under {shuffle}, line {line}:\n{a}\nbecame\n{b}");
            }
        }
    }
}

/// What a sum of an address and a variable points to hangs on what is known of the variable by then: an address first, anything
/// later. It is asked when the same is known, whichever assignment comes first.
#[test]
fn sums_of_addresses_do_not_hang_on_the_order() {
    let text = r#"(ssa 1
 (options target=sm_75 O=3)
 (type t0 scalar U4)
 (type t1 array t0 16)
 (type t2 pointer t0)
 (global $0 "s" t1 shared align=16)
 (global $1 "t" t1 shared align=16)
 (global $2 "g" t2 global align=8)
 (func cfg "k" "k" @0:0:0 at=start
  (aux v0 temp U8 "p" 1)
  (aux v1 temp U8 "q" 1)
  (aux v2 temp U8 "b" 1)
  (aux v3 temp U8 "x" 1)
  (bb bb0
   (stid @0:1:1 (v0) (lda $0 0))
   (stid @0:2:1 (v1) (lda $1 0))
   (stid @0:3:1 (v2) v1)
   (stid @0:4:1 (v3) (U8ADD v0 v2))
   (stid @0:5:1 (v2) (ivar U8 global (lda $2 0) 0))
   (istore @0:6:1 ((ivar U4 shared v3 0)) =1:U4)
   (istore @0:7:1 ((ivar U4 shared (lda $0 0) 0)) =2:U4)
   (return @0:8:1))
 )
)"#;
    let (module, funcs) = optx_ir::parse::parse_module(text).expect("the text form");
    let alias = |seed: Option<u64>| {
        let cx = optx_wopt::Cx::shuffled(&module, &funcs, seed);
        optx_wopt::analyses::print(&cx, &funcs[0], "alias").expect("an analysis")
    };
    let wanted = alias(None);
    assert!(wanted.contains("s: overlaps s"), "{wanted}");
    for seed in 0..40 {
        assert_eq!(alias(Some(seed)), wanted, "under {seed}");
    }
}

/// The comparison is worth something: mistakes planted in one statement of random functions are noticed, by and large.
#[test]
fn planted_mistakes_are_noticed() {
    let module = module(3);
    let (mut planted, mut noticed) = (0, 0);
    for seed in 1..=200 {
        let source = Generator::function(seed);
        let wanted = Wanted::of(&module, &source);
        if wanted.meaningful() == 0 {
            continue;
        }
        let mut wrong = source.clone();
        if exchange_operands(&mut wrong) {
            planted += 1;
            noticed += usize::from(wanted.check(&module, &wrong).is_err());
        }
    }
    println!("{noticed} of {planted} noticed");
    // A value that nothing reads, and an exchange that gives the same one, tell nothing apart.
    assert!(planted > 60 && noticed * 4 > planted, "{noticed} of {planted}");
}

/// Exchanges the last two operands of the first operation where that matters, of those that are a statement's whole value.
fn exchange_operands(f: &mut Func) -> bool {
    use Operator::{Div, Rem, Select, Sub};
    for bb in f.layout.clone() {
        for s in f.bbs[bb].stmts.clone() {
            let stmt = &f.stmts[s];
            if !matches!(stmt.op, StmtOp::Stid | StmtOp::Istore) {
                continue;
            }
            let op = f.codemap.as_op(stmt.kids[0]);
            let Some(op) = op.filter(|op| matches!(op.opr, Div | Rem | Select | Sub)) else {
                continue;
            };
            let mut op: Op = *op;
            let last = op.kids.len() - 1;
            op.kids.swap(last - 1, last);
            f.stmts[s].kids[0] = f.codemap.intern(CodeRep::Op(op));
            return true;
        }
    }
    false
}

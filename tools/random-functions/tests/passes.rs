//! Random functions keep their meaning through the pipeline, through each pass alone and through passes in any order.

use optx_ir::Form;
use optx_random_functions::{COUNTING_STEPS, Generator, STEPS, Says, all_rows, check, rows, ways};
use std::time::{Duration, Instant};

/// For a second, and these at least. The command goes on where this ends.
#[test]
fn random_functions_keep_their_meaning() {
    let (module, rows) = (all_rows(), rows(&[]).expect("all rows"));
    let start = Instant::now();
    let (mut seed, mut runs, mut meaningful) = (1, 0, 0);
    while seed <= 10 || start.elapsed() < Duration::from_secs(1) {
        let source = Generator::function(seed);
        assert_eq!(optx_ir::verify::verify(&source), vec![], "function {seed}");
        match check(&module, (&source, STEPS), &ways(seed, &rows)) {
            Ok(Says { runs: all, meaningful: some }) => {
                runs += all;
                meaningful += some;
            }
            Err(failure) => panic!(
                "function {seed}, {}: {}: {}; `optx-random-functions --seeds {seed}..{}` makes it small",
                failure.way.name,
                failure.step_name(),
                failure.why,
                seed + 1
            ),
        }
        seed += 1;
    }
    println!("{seed} functions, {meaningful} of {runs} runs say something");
    assert!(meaningful * 3 > runs * 2, "only {meaningful} of {runs} runs say something");
}

/// Loops that count at the ends of their types: these through all ways, and more through what reasons of how often they go round.
#[test]
fn counting_functions_keep_their_meaning() {
    let module = all_rows();
    let counts = ["partial-unrolling", "full-unrolling", "strength-reduction"];
    let counts = rows(&counts.map(str::to_owned)).expect("rows");
    let all = rows(&[]).expect("all rows");
    let (mut runs, mut meaningful) = (0, 0);
    for (seeds, rows) in [(1..30, &all), (30..1500, &counts)] {
        for seed in seeds {
            let source = Generator::counting(seed);
            assert_eq!(optx_ir::verify::verify(&source), vec![], "function {seed}");
            match check(&module, (&source, COUNTING_STEPS), &ways(seed, rows)) {
                Ok(Says { runs: all, meaningful: some }) => {
                    (runs, meaningful) = (runs + all, meaningful + some)
                }
                Err(failure) => panic!(
                    "function {seed}, {}: {}: {}; `optx-random-functions --counting --seeds {seed}..{}` makes it small",
                    failure.way.name,
                    failure.step_name(),
                    failure.why,
                    seed + 1
                ),
            }
        }
    }
    assert!(meaningful * 4 > runs * 3, "only {meaningful} of {runs} runs say something");
}

/// Every optional row of the table stands alone somewhere, all ways end where the code generator begins, and those with all
/// rows are the table.
#[test]
fn every_row_goes_a_way_of_its_own() {
    let all = rows(&[]).expect("all rows");
    let table = optx_wopt::driver::pipeline::TABLE;
    assert_eq!(all.len(), table.iter().filter(|pass| !pass.required).count());
    let ways = ways(1, &all);
    for way in &ways {
        let names: Vec<&str> = way.steps.iter().map(|step| step.name()).collect();
        let required = table.iter().filter(|pass| pass.required).map(|pass| pass.name);
        for name in required {
            assert!(names.contains(&name), "{}: {names:?}", way.name);
        }
    }
    for row in &all {
        let alone = |name: &str| ways.iter().any(|way| way.name == format!("{name} alone"));
        let same = |other: &&&optx_wopt::driver::pipeline::Pass| {
            (other.group, other.form) == (row.group, row.form) && alone(other.name)
        };
        assert!(all.iter().any(|other| same(&other)), "{} never stands alone", row.name);
    }
    let last = ways.last().expect("a way");
    let names: Vec<&str> = last.steps.iter().map(|step| step.name()).collect();
    assert_eq!(names, table.iter().map(|pass| pass.name).collect::<Vec<_>>());
    let module = all_rows();
    let mut f = Generator::function(1);
    for step in &last.steps {
        step.run(&module, &mut f).unwrap_or_else(|wrong| panic!("{}: {wrong}", step.name()));
        assert_eq!(f.at, step.name());
    }
    assert_eq!(f.form, Form::Regs);
    // A random way says something else for another seed.
    let random = |seed| optx_random_functions::ways(seed, &all)[1].name.clone();
    assert!((2..10).any(|seed| random(seed) != random(1)));
}

/// Names and groups choose rows; what is no optional row is told with those that there are.
#[test]
fn rows_are_named() {
    let named = |words: &[&str]| -> Result<Vec<&str>, String> {
        let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
        Ok(rows(&words)?.iter().map(|pass| pass.name).collect())
    };
    assert_eq!(named(&["sccp"]), Ok(vec!["sccp"]));
    let group = Ok(vec!["simplify-cfg", "simplify-cfg-2"]);
    assert_eq!(named(&["simplify-cfg"]).map(|rows| rows[..2].to_vec()), group);
    let wrong = named(&["dead-cod"]).expect_err("no such pass");
    assert!(wrong.contains("dead-cod") && wrong.contains("value-numbering"), "{wrong}");
    assert!(named(&["ssa"]).is_err(), "a required row is no choice");
}

/// A seed's function is the same each time, and another seed's is another.
#[test]
fn a_seed_is_one_function() {
    let text = |seed: u64| optx_ir::print::print_module(&all_rows(), &[Generator::function(seed)]);
    assert_eq!(text(7), text(7));
    assert_ne!(text(7), text(8));
    // The text is an input: it reads as what it is.
    let (module, funcs) = optx_ir::parse::parse_module(&text(7)).expect("the text form");
    assert_eq!(optx_ir::print::print_module(&module, &funcs), text(7));
}

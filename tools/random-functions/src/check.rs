//! What runs of a function as built do, and whether what passes make of it does that too.

use super::ways::{Step, Way};
use optx_ir::Func;
use optx_ir::interpret::{
    End, Input, Outcome, Trace, promises_stillness, refines, run, run_promised, run_promised_beside,
};
use optx_whirl::{LocTable, Module};
use std::cell::OnceCell;

/// Statements that a function as built may execute: [`Generator::function`](super::Generator::function).
pub const STEPS: u64 = 300;
/// The same of one that counts, for some rounds behind those of a few copies: [`Generator::counting`](super::Generator::counting).
pub const COUNTING_STEPS: u64 = 900;
/// Inputs for each function, alone and with other threads.
const SEEDS: std::ops::Range<u64> = 0..4;

/// How many runs there were, and how many of them say something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Says {
    /// Runs.
    pub runs: usize,
    /// Those that are defined and show something.
    pub meaningful: usize,
}

/// What runs of the function as built do.
pub struct Wanted {
    source: Func,
    steps: u64,
    traces: Vec<(u64, Trace)>,
    /// The same where nobody changes global memory: for what was told to be read-only on the way.
    still: OnceCell<Vec<(u64, Trace)>>,
}

/// The trace of a run; None where the generator made something that has no exact meaning.
fn trace(outcome: Outcome) -> Option<Trace> {
    match outcome {
        Outcome::Ran(trace) => Some(trace),
        Outcome::Unsupported(_) => None,
    }
}

impl Wanted {
    /// Of a function as built, which may execute so many statements.
    pub fn of(module: &Module, f: &Func, steps: u64) -> Wanted {
        let run = |seed| run_promised(module, &[], f, Input { seed, steps });
        let all = SEEDS.filter_map(|seed| Some((seed, trace(run(seed))?)));
        Wanted { source: f.clone(), steps, traces: all.collect(), still: OnceCell::new() }
    }

    /// What is wrong with a function that came of it.
    pub fn check(&self, module: &Module, f: &Func) -> Result<(), String> {
        let still = || {
            let run = |seed| {
                let input = Input { seed, steps: self.steps };
                run_promised_beside(module, &[], &self.source, f, input)
            };
            SEEDS.filter_map(|seed| Some((seed, trace(run(seed))?))).collect()
        };
        let traces =
            if promises_stillness(f) { self.still.get_or_init(still) } else { &self.traces };
        for (seed, wanted) in traces {
            // One statement becomes a few at most; where the first run did not end, its events are all there is to see.
            let steps = match wanted.end {
                End::Undefined(_) => continue,
                End::OutOfSteps => self.steps + 100,
                _ => wanted.steps * 8 + 1000,
            };
            let got = trace(run(module, f, Input { seed: *seed, steps }))
                .ok_or("it cannot be run any more")?;
            refines(wanted, &got).map_err(|wrong| format!("input {seed}: {wrong}"))?;
        }
        Ok(())
    }

    /// How many runs there are, and how many say something.
    pub fn says(&self) -> Says {
        let says = |trace: &Trace| match trace.end {
            End::Undefined(_) => false,
            End::OutOfSteps => !trace.events.is_empty(),
            _ => true,
        };
        let meaningful = self.traces.iter().filter(|(_, trace)| says(trace)).count();
        Says { runs: self.traces.len(), meaningful }
    }
}

/// A step that went wrong.
pub struct Failure {
    /// The way.
    pub way: Way,
    /// The number of the step in it.
    pub step: usize,
    /// What the verifier or the interpreter says.
    pub why: String,
    /// The function before the step.
    pub before: Func,
    /// And behind it.
    pub after: Func,
}

impl Failure {
    /// The step's name.
    pub fn step_name(&self) -> &'static str {
        self.way.steps[self.step].name()
    }
}

/// A function at some point of a way, with its text.
struct State {
    f: Func,
    text: String,
}

impl State {
    fn of(f: Func) -> State {
        let mut text = String::new();
        optx_ir::print::print_func(&mut text, &LocTable::default(), &f);
        // The first line says which pass was last.
        let body = text.split_once('\n').map(|(_, body)| body.to_owned());
        State { f, text: body.unwrap_or(text) }
    }
}

/// Takes a function in form Cfg, which may execute so many statements, all the ways; gives the first step that goes wrong. What two ways in turn begin with is done
/// once.
pub fn check(
    module: &Module,
    (source, steps): (&Func, u64),
    ways: &[Way],
) -> Result<Says, Box<Failure>> {
    let wanted = Wanted::of(module, source, steps);
    let mut states = vec![State::of(source.clone())];
    let mut done: &[Step] = &[];
    for way in ways {
        let same = |(a, b): &(&Step, &Step)| a.name() == b.name();
        let common = done.iter().zip(&way.steps).take_while(same).count();
        states.truncate(common + 1);
        for (k, step) in way.steps.iter().enumerate().skip(common) {
            let before = &states[k];
            let mut f = before.f.clone();
            let ran = step.run(module, &mut f);
            let after = State::of(f);
            let held = match ran {
                Ok(()) if after.text == before.text => Ok(()),
                Ok(()) => wanted.check(module, &after.f),
                Err(violation) => Err(violation),
            };
            if let Err(why) = held {
                let (way, before) = (way.clone(), before.f.clone());
                return Err(Box::new(Failure { way, step: k, why, before, after: after.f }));
            }
            states.push(after);
        }
        done = &way.steps;
    }
    Ok(wanted.says())
}

/// As [`check`], of one way: whether it still goes wrong at the same step or before it.
pub fn first_failure(module: &Module, source: (&Func, u64), way: &Way) -> Option<Box<Failure>> {
    check(module, source, std::slice::from_ref(way)).err()
}

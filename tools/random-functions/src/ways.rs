//! The ways that a function goes through passes.

use super::random::Random;
use optx_ir::{Form, Func};
use optx_whirl::Module;
use optx_wopt::driver::pipeline::{BUILD, ON_DEMAND, Pass, TABLE};
use optx_wopt::{NoBackend, RunOptions};

/// Passes of a random sequence.
const LONGEST: usize = 6;

/// One step of a way.
#[derive(Clone, Copy)]
pub enum Step {
    /// A row of the table, wherever it stands in it.
    Row(&'static Pass),
    /// Something else: tests plant passes that are wrong.
    Other {
        /// The name in failures.
        name: &'static str,
        /// The pass.
        run: fn(&mut Func),
    },
}

impl Step {
    /// The name in failures.
    pub fn name(&self) -> &'static str {
        match self {
            Step::Row(pass) => pass.name,
            Step::Other { name, .. } => name,
        }
    }

    /// Runs it; an error is what the verifier says then. The module is [`super::all_rows`].
    pub fn run(&self, module: &Module, f: &mut Func) -> Result<(), String> {
        match self {
            Step::Row(pass) => {
                let at = TABLE.iter().position(|row| row.name == pass.name).unwrap_or(0);
                // The runner goes on from here, so that this is the only row that it runs.
                let before = at.checked_sub(1).map_or(BUILD, |k| TABLE[k].name);
                before.clone_into(&mut f.at);
                let options = RunOptions {
                    verify: true,
                    stop_after: Some(pass.name.to_owned()),
                    ..RunOptions::default()
                };
                let funcs = std::slice::from_mut(f);
                let report = optx_wopt::resume(module, funcs, &options, &mut NoBackend);
                report.violations.into_iter().next().map_or(Ok(()), Err)
            }
            Step::Other { run, .. } => {
                run(f);
                let found = optx_ir::verify::verify(f);
                found.first().map_or(Ok(()), |violation| Err(violation.to_string()))
            }
        }
    }
}

/// A way through passes, from form Cfg.
#[derive(Clone)]
pub struct Way {
    /// What it is called.
    pub name: String,
    /// Its steps.
    pub steps: Vec<Step>,
}

impl Way {
    fn of(name: impl Into<String>, rows: impl IntoIterator<Item = &'static Pass>) -> Way {
        Way { name: name.into(), steps: rows.into_iter().map(Step::Row).collect() }
    }

    /// With the first so many steps alone.
    pub fn cut(&self, steps: usize) -> Way {
        Way { name: self.name.clone(), steps: self.steps[..steps].to_vec() }
    }
}

/// The optional rows that names or groups say; all for none.
pub fn rows(names: &[String]) -> Result<Vec<&'static Pass>, String> {
    let optional = || TABLE.iter().filter(|pass| !pass.required);
    let is = |pass: &Pass, name: &String| pass.name == name || pass.group == name;
    if let Some(name) = names.iter().find(|name| !optional().any(|pass| is(pass, name))) {
        let known: Vec<&str> = optional().map(|pass| pass.name).collect();
        return Err(format!("there is no optional pass `{name}`, but {}", known.join(", ")));
    }
    let wanted = |pass: &&Pass| names.is_empty() || names.iter().any(|name| is(pass, name));
    Ok(optional().filter(wanted).collect())
}

/// The ways for the function of a seed, with these optional rows and the required ones: each alone, all together, some in
/// any order, and none. Ways that begin alike follow each other.
pub fn ways(seed: u64, rows: &[&'static Pass]) -> Vec<Way> {
    let listed = |pass: &Pass| rows.iter().any(|row| row.name == pass.name);
    let mut ways = vec![
        Way::of("no optional pass", TABLE.iter().filter(|pass| pass.required)),
        random(seed, rows),
    ];
    let mut seen = Vec::new();
    for row in rows {
        // Rows of one pass that work on one form do the same.
        if !seen.contains(&(row.group, row.form)) {
            seen.push((row.group, row.form));
            ways.push(alone(row));
        }
    }
    let levels = TABLE.iter().filter(|p| p.required || (p.level != ON_DEMAND && listed(p)));
    ways.push(Way::of("the levels' passes", levels));
    ways.push(Way::of("every pass", TABLE.iter().filter(|p| p.required || listed(p))));
    ways
}

fn is_in_ssa(pass: &Pass) -> bool {
    pass.form == Form::Ssa && pass.leaves == Form::Ssa
}

/// A row between the required ones: as early as its form allows.
fn alone(row: &'static Pass) -> Way {
    let name = format!("{} alone", row.name);
    if is_in_ssa(row) {
        return between(name, &[row]);
    }
    let stands = |pass: &&Pass| pass.required || pass.name == row.name;
    Way::of(name, TABLE.iter().filter(stands))
}

/// A few rows over form Ssa in any order, some of them twice.
fn random(seed: u64, rows: &[&'static Pass]) -> Way {
    let mut random = Random(seed.wrapping_mul(0xd134_2543_de82_ef95) | 1);
    let all: Vec<&'static Pass> = rows.iter().copied().filter(|row| is_in_ssa(row)).collect();
    let count = if all.is_empty() { 0 } else { 2 + random.next(LONGEST - 1) };
    let chosen: Vec<&'static Pass> = (0..count).map(|_| random.of(&all)).collect();
    let names: Vec<&str> = chosen.iter().map(|row| row.name).collect();
    between(names.join(", "), &chosen)
}

/// Rows over form Ssa right behind the one that makes it.
fn between(name: String, rows: &[&'static Pass]) -> Way {
    let required = || TABLE.iter().filter(|pass| pass.required);
    let before = required().filter(|p| p.form == Form::Cfg);
    let after = required().filter(|p| p.form != Form::Cfg);
    Way::of(name, before.chain(rows.iter().copied()).chain(after))
}

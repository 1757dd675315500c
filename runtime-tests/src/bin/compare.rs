//! `cargo run --release -p runtime-tests --bin compare [-- --write-page]`: every runtime kernel with every compiler, judged by its
//! reference in lock-step and three adversarial schedules, and the warp instructions that the emulator counted in lock-step, as a
//! Markdown table on standard output, with the commit that it is of; `--write-page` puts it into `docs/results/kernels.md` where all
//! agree. Column `base` is what -O0 executed before evaluation became a statement (`base_counts.txt`); a kernel whose -O3 executes
//! more is told. More PTX may be less machine code: `optx-compare-peers` judges that.

use runtime_tests::counts;
use runtime_tests::ratios::geometric_mean;
use runtime_tests::suite::{COMPILERS, Case, SCHEDULES, cases, execute};
use std::collections::HashMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let write = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--write-page"] => true,
        _ => {
            eprintln!("usage: compare [--write-page]");
            return ExitCode::from(2);
        }
    };
    match run(write) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

/// True where every kernel agrees with every compiler.
fn run(write: bool) -> Result<bool, String> {
    // What is made is of the tree as it is now.
    let made = optx_results_page::made();
    let cases = cases()?;
    let base = base_counts();
    let mut table = Table::default();
    for case in &cases {
        eprint!("{} ", case.name);
        table.add(case, base.get(case.name.as_str()).copied());
    }
    eprintln!();
    let text = table.text(&made);
    print!("{text}");
    let good = table.agree == table.runs;
    if write && good {
        counts::part().write(&text)?;
    }
    Ok(good)
}

/// Rows, and what their last lines say.
#[derive(Default)]
struct Table {
    rows: String,
    kernels: usize,
    runs: usize,
    agree: usize,
    /// -O3 to NVRTC, -O3 to base, -O0 to base.
    ratios: [Vec<f64>; 3],
    above: Vec<String>,
}

impl Table {
    fn add(&mut self, case: &Case, before: Option<u64>) {
        let before_cell = before.map_or(String::new(), |n| n.to_string());
        let mut row = format!("| {} | {before_cell} |", case.name);
        let mut counts = HashMap::new();
        for compiler in COMPILERS {
            let cell = match (compiler.compile)(&case.source, &case.launch.options) {
                Ok(ptx) => match self.judge(case, &ptx) {
                    Ok(count) => {
                        counts.insert(compiler.name, count);
                        count.to_string()
                    }
                    Err(why) => why,
                },
                Err(e) => {
                    self.runs += SCHEDULES.len();
                    format!("no: {e}")
                }
            };
            row.push_str(&format!(" {cell} |"));
        }
        let [theirs, ours, plain] = ["nvrtc", "optx-O3", "optx-O0"].map(|c| counts.get(c).copied());
        let ratio = |a: Option<u64>, b: Option<u64>| Some(a? as f64 / b.filter(|&n| n > 0)? as f64);
        let ratios = [ratio(ours, theirs), ratio(ours, before), ratio(plain, before)];
        let cell = |r: Option<f64>, digits| r.map_or(String::new(), |r| format!(" {r:.digits$}"));
        row.push_str(&format!("{} |{} |\n", cell(ratios[1], 3), cell(ratios[0], 2)));
        if ratios[1].is_some_and(|r| r > 1.0) {
            self.above.push(case.name.clone());
        }
        for (all, one) in self.ratios.iter_mut().zip(ratios) {
            all.extend(one);
        }
        self.kernels += 1;
        self.rows.push_str(&row);
    }

    /// The warp instructions in lock-step where all schedules agree with the reference, else why not.
    fn judge(&mut self, case: &Case, ptx: &str) -> Result<u64, String> {
        self.runs += SCHEDULES.len();
        let mut count = None;
        for (name, schedule) in SCHEDULES {
            let outcome = execute(case, ptx, schedule).map_err(|e| format!("no, {name}: {e}"))?;
            if let Some(difference) = outcome.difference() {
                return Err(format!("no, {name}: {difference}"));
            }
            self.agree += 1;
            count = count.or(Some(counts::of(&outcome)));
        }
        count.ok_or_else(|| "no schedule".to_owned())
    }

    fn text(&self, made: &str) -> String {
        let Table { rows, kernels, runs, agree, ratios, above } = self;
        let names: Vec<&str> = COMPILERS.iter().map(|c| c.name).collect();
        let means = ratios.each_ref().map(|r| geometric_mean(r.iter().copied()).unwrap_or(1.0));
        let [to_nvrtc, to_base, plain] = means;
        let above = if above.is_empty() { "none".to_owned() } else { above.join(", ") };
        format!(
            "{made}: {kernels} kernels with {} compilers in {} schedules, {agree} of {runs} runs agree.\n\n\
             | kernel | base | {} | optx-O3 / base | optx-O3 / nvrtc |\n|---|---|{}---|---|\n{rows}\n\
             Geometric means over {kernels} kernels: optx-O3 / nvrtc {to_nvrtc:.2}, optx-O3 / base {to_base:.3}, optx-O0 / base {plain:.3}.\n\
             Kernels whose -O3 executes more than base: {above}.\n",
            COMPILERS.len(),
            SCHEDULES.len(),
            names.join(" | "),
            "---|".repeat(names.len())
        )
    }
}

/// The counts of `base_counts.txt` by kernel.
fn base_counts() -> HashMap<&'static str, u64> {
    let lines = include_str!("../../base_counts.txt").lines().filter(|l| !l.starts_with('#'));
    lines
        .filter_map(|l| l.split_once(' '))
        .filter_map(|(k, n)| Some((k, n.parse().ok()?)))
        .collect()
}

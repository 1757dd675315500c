//! `prove-rules`: proves the rows of the simplification table.

use clap::Parser;
use optx_ir::simplify::all;
use optx_prove_rules::proof::{Effort, Outcome, prove};
use optx_prove_rules::report;
use rayon::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;

/// Proves the rows of the simplification table, with z3 of `tools/fetch z3`.
#[derive(Parser)]
struct Arguments {
    /// Rows whose names hold one of these words; all rows where there is none.
    words: Vec<String>,
    /// Seconds of the solver for one claim; 0 asks no solver.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Operands that a claim is run through, at the widest width that has no more.
    #[arg(long, default_value_t = 1 << 25)]
    operands: u64,
    /// Random operands of 64 bits for a row that multiplies or divides.
    #[arg(long, default_value_t = 1_000_000)]
    random: u64,
    /// Writes the outcomes as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Writes the outcomes as Markdown.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Arguments { seconds, operands, random, .. } = arguments;
    let effort = Effort { seconds, operands, random };
    let rows: Vec<_> = all()
        .filter(|row| {
            arguments.words.is_empty() || arguments.words.iter().any(|w| row.name.contains(w))
        })
        .collect();
    let proved: Result<Vec<Outcome>, _> = rows.par_iter().map(|row| prove(row, effort)).collect();
    let outcomes = match proved {
        Ok(outcomes) => outcomes,
        Err(wrong) => {
            eprintln!("prove-rules: {wrong}");
            return ExitCode::FAILURE;
        }
    };
    print!("{}", report::text(&outcomes));
    let command = format!(
        "cargo run --release -p optx-prove-rules -- --random {random} --markdown docs/results/simplification.md"
    );
    let files = [
        (&arguments.json, report::json(&outcomes)),
        (&arguments.markdown, report::markdown(&outcomes, effort, &command)),
    ];
    for (file, text) in files {
        let Some(file) = file else { continue };
        if let Err(wrong) = std::fs::write(file, text) {
            eprintln!("prove-rules: {}: {wrong}", file.display());
            return ExitCode::FAILURE;
        }
    }
    if outcomes.iter().all(Outcome::stands) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

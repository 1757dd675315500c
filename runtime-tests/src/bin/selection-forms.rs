//! `cargo run --release -p runtime-tests --bin selection-forms`: what ptxas makes of the forms of each
//! idiom, as a Markdown page on standard output. Fails where the form that optx selects is not the shortest.

use runtime_tests::selection_forms::{ARCHITECTURES, IDIOMS, counts};
use std::process::ExitCode;

fn main() -> ExitCode {
    println!(
        "# What ptxas makes of PTX\n\n\
         Made by `cargo run --release -p runtime-tests --bin selection-forms`.\n\n\
         Machine instructions of a small kernel around each form, by ptxas 13.5 -O3 without what fills up or ends it. The first\n\
         form of an idiom is what optx selects: none of the others is shorter over all architectures.\n"
    );
    let columns: Vec<String> = ARCHITECTURES.iter().map(|arch| format!("sm_{arch}")).collect();
    println!("| idiom | form | {} |", columns.join(" | "));
    println!("|---|---|{}", "--:|".repeat(columns.len()));
    let mut longer = Vec::new();
    for idiom in IDIOMS {
        let rows = match counts(idiom, &ARCHITECTURES) {
            Ok(rows) => rows,
            Err(wrong) => {
                eprintln!("{}: {wrong}", idiom.name);
                return ExitCode::FAILURE;
            }
        };
        for (k, (form, row)) in idiom.forms.iter().zip(&rows).enumerate() {
            let name = if k == 0 { idiom.name } else { "" };
            let cells: Vec<String> = row.iter().map(u32::to_string).collect();
            println!("| {name} | `{}` | {} |", form.opcodes.join("`, `"), cells.join(" | "));
        }
        let sum = |row: &Vec<u32>| row.iter().sum::<u32>();
        if rows.iter().any(|row| sum(row) < sum(&rows[0])) {
            longer.push(idiom.name);
        }
    }
    if longer.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("another form is shorter: {}", longer.join(", "));
    ExitCode::FAILURE
}

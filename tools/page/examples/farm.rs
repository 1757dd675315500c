//! Writes the page of a farm that never was: `cargo run -p optx-page --example farm -- FILE [ROWS]`, 2,500 rows of four cells where
//! nothing is said.

#[path = "../tests/farm/mod.rs"]
mod farm;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rows = words.get(1).map_or(Ok(2500), |word| word.parse());
    let (Some(file), Ok(rows)) = (words.first(), rows) else {
        eprintln!("farm FILE [ROWS]");
        return ExitCode::FAILURE;
    };
    let html = optx_page::report::html(&farm::report(rows));
    if let Err(e) = std::fs::write(file, &html) {
        eprintln!("{file}: {e}");
        return ExitCode::FAILURE;
    }
    println!("{file}: {} bytes", html.len());
    ExitCode::SUCCESS
}

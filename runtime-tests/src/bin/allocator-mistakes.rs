//! `cargo run -p runtime-tests --bin allocator-mistakes [-- [--page] WORD...]`: by what each mistake of `allocator-mistakes/`, or of those whose names
//! hold one of the words, is caught. With `--page` the table of docs/results/registers.md is written anew.
//!
//! Exit status 1 where one is not caught by what its file says, or something is caught without a mistake.

use rayon::prelude::*;
use runtime_tests::allocator_mistakes::{Caught, caught, kernels, mistakes, part, table};
use runtime_tests::unsound_variants::Copy;
use std::process::{Command, ExitCode};

/// The word by which a copy is asked what it catches.
const CHECK: &str = "--check";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_good = match words.first() {
        Some(first) if first == CHECK => check().map(|()| true),
        _ => run(&words),
    };
    match is_good {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(2)
        }
    }
}

/// Says what this build catches: two lines, empty where it is nothing.
fn check() -> Result<(), String> {
    let all = kernels()?.into_par_iter().map(|(case, plain)| caught(&case, plain.as_ref()));
    let all: Vec<Caught> = all.collect();
    let first =
        |of: fn(&Caught) -> &Option<String>| all.iter().find_map(|caught| of(caught).clone());
    println!("{}", first(|caught| &caught.checker).unwrap_or_default());
    println!("{}", first(|caught| &caught.run).unwrap_or_default());
    Ok(())
}

/// True where all is as the files say.
fn run(words: &[String]) -> Result<bool, String> {
    let (is_page, words) = match words.split_first() {
        Some((first, rest)) if first == "--page" => (true, rest),
        _ => (false, words),
    };
    let all = mistakes()?;
    let is_chosen =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    // Beside this program, where what is built stays.
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let copy = Copy::into(&program.with_file_name("allocator-mistakes-copy"))?;
    let mut is_good = true;
    let chosen = all.iter().filter(|mistake| is_chosen(&mistake.name)).map(Some);
    for mistake in std::iter::once(None).chain(chosen) {
        let built = copy.build_program(mistake, ["runtime-tests", "allocator-mistakes"], true)?;
        let out = Command::new(&built).arg(CHECK).output();
        let out = out.map_err(|e| format!("{}: {e}", built.display()))?;
        let text = String::from_utf8_lossy(&out.stdout);
        let mut lines = text.lines().map(|line| Some(line.to_owned()).filter(|l| !l.is_empty()));
        let mut found = Caught { checker: lines.next().flatten(), run: lines.next().flatten() };
        if !out.status.success() {
            // The compiler fell over a check of its own.
            let said = String::from_utf8_lossy(&out.stderr);
            found.run = Some(said.lines().next().unwrap_or("it ended otherwise").to_owned());
        }
        let (name, wanted) =
            mistake.map_or(("none", "nothing"), |m| (m.name.as_str(), m.noticed.as_str()));
        is_good &= found.by() == wanted;
        println!("{name}: {} (as its file says: {wanted})", found.by());
        [found.checker, found.run].iter().flatten().for_each(|said| println!("    {said}"));
    }
    if is_page && is_good {
        part().write(&table(&all))?;
    }
    Ok(is_good)
}

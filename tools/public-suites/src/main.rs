//! `public-suites`: see `--help`.

mod arguments;
mod programs;
mod report;
mod source;
mod step;
mod trial;
mod undefined;

use arguments::Arguments;
use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, step, file] = &words[..]
        && word == step::WORD
    {
        return step::serve(step, file);
    }
    match run(&Arguments::parse()) {
        Ok(good) => ExitCode::from(u8::from(!good)),
        Err(message) => {
            eprintln!("public-suites: {message}");
            ExitCode::from(2)
        }
    }
}

/// True where nothing is wrong, panicked or timed out, ptxas refused nothing, and as many are right as are to be.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let programs = programs::find(arguments)?;
    if let Some(name) = &arguments.show {
        let program = programs.iter().find(|p| &p.name == name).ok_or("no such program")?;
        print!("{}", source::kernel(&program.text));
        return Ok(true);
    }
    if let Some(folder) = &arguments.write {
        let [written, refused] = trial::write(&programs, folder, arguments)?;
        println!("{written} texts in {}; optx refused {refused}", folder.display());
        return Ok(true);
    }
    let results = trial::all(&programs, arguments)?;
    print!("{}", report::text(&results));
    if let Some(file) = &arguments.json {
        let text = serde_json::to_string_pretty(&results).map_err(|e| e.to_string())?;
        std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let right = report::right(&results);
    if right < arguments.right {
        eprintln!(
            "public-suites: {right} programs are right at each level, and {} were to be",
            arguments.right
        );
    }
    Ok(report::is_good(&results) && right >= arguments.right)
}

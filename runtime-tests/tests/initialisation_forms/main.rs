//! Initialisations, by enumeration: every kind of initialiser for every type from every expression (`forms.rs`), of classes
//! that differ in how they are made and what they become (`classes.cu`).
//!
//! NVRTC and clang's host build say which forms are valid; where they agree, optx must agree. What is valid is run: where
//! NVRTC's PTX on the emulator and the host agree on what happened in which order, optx's PTX must give the same.
//!
//! An ordinary run takes each 121st form, the nightly each 31st; `OPTX_FORMS=all` takes all of them (some hours), `OPTX_FORMS=7` each seventh.

mod forms;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use optx_judge::{Tool, nvrtc, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::host_build;
use runtime_tests::suite::optx;

const CLASSES: &str = include_str!("classes.cu");

/// An ordinary run takes one form of so many.
const ORDINARY: usize = 121;

/// Forms in one source.
const CHUNK: usize = 60;

const LAUNCH: &str = r#"
source = "k.cu"
[buffers.out]
type = "i64"
length = 64
init = "zeros"
[[launch]]
kernel = "k"
grid = [1]
block = [1]
args = ["&out"]
[[expect]]
buffer = "out"
values = [0]
exact = true
"#;

const MAIN: &str = "static long long optx_results[64];\n\
int main() { k(optx_results); for (long long r : optx_results) printf(\"%lld\\n\", r); }";

fn main() {
    let step = match std::env::var("OPTX_FORMS") {
        Ok(all) if all == "all" => 1,
        Ok(step) => step.parse().unwrap_or(ORDINARY).max(1),
        Err(_) => ORDINARY,
    };
    let forms: Vec<String> = forms::all().into_iter().step_by(step).collect();
    let list = forms.chunks(CHUNK).enumerate().map(|(i, chunk)| {
        let chunk = chunk.to_vec();
        let name =
            format!("forms {} to {}", i * CHUNK * step, (i * CHUNK + chunk.len() - 1) * step);
        trials::trial(name, &[Tool::Nvrtc, Tool::Clang], move || Ok(check(i, &chunk)?))
    });
    trials::run(list.collect());
}

/// The source of some forms; `kernel` runs them.
fn source(forms: &[&str], kernel: bool) -> String {
    let mut text = CLASSES.to_owned();
    for (i, form) in forms.iter().enumerate() {
        text += &format!("__device__ void t{i}(Ctx &c, const Ctx &q) {{ {form} }}\n");
    }
    text += "extern \"C\" __global__ void k(long long *out) {\n";
    for i in (0..forms.len()).filter(|_| kernel) {
        text += &format!("  {{ Ctx c; trace = 0; t{i}(c, c); note(c.a); out[{i}] = trace; }}\n");
    }
    text + "  out[63] = 1;\n}\n"
}

/// The forms that messages find errors in: the line is the last number before the message but for the column.
fn wrong_lines(messages: &str, marks: &[&str]) -> BTreeSet<usize> {
    let first = CLASSES.lines().count() + 1;
    let lines = messages.lines().filter(|l| marks.iter().any(|m| l.contains(m)));
    let line = |l: &str| -> Option<usize> {
        let at = l.find(".cu")? + 4;
        let digits: String = l.get(at..)?.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().ok()?.checked_sub(first)
    };
    lines.filter_map(line).collect()
}

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn check(number: usize, forms: &[String]) -> Result<(), String> {
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let name = format!("optx-forms-{}-{number}.cu", std::process::id());
    let file = Place(std::env::temp_dir().join(name));
    let write = |text: &str| std::fs::write(&file.0, text).map_err(|e| e.to_string());
    let options = ["--gpu-architecture=compute_80", "--std=c++17"].map(str::to_owned);

    let text = source(&forms, false);
    write(&text)?;
    let by_nvrtc = nvrtc::compile_once(&text, "k.cu", &options).err().map(|e| e.to_string());
    let by_nvrtc = wrong_lines(&by_nvrtc.unwrap_or_default(), &["): error", "): catastrophic"]);
    let by_clang = host_build::run_once(&file.0, MAIN, &[]).err().map(|e| e.to_string());
    let by_clang = wrong_lines(&by_clang.unwrap_or_default(), &[": error: "]);
    let by_optx = refused(&forms, &file.0)?;

    let mut problems = Vec::new();
    let mut valid = Vec::new();
    for (i, form) in forms.iter().enumerate() {
        match (by_nvrtc.contains(&i), by_clang.contains(&i), by_optx.contains(&i)) {
            (false, false, false) => valid.push(*form),
            (false, false, true) => problems.push(format!("refused: {form}")),
            (true, true, false) => problems.push(format!("accepted: {form}")),
            _ => {}
        }
    }
    let text = source(&valid, true);
    write(&text)?;
    let right = nvrtc::compile_once(&text, "k.cu", &options).map_err(|e| format!("NVRTC: {e}"))?;
    let right = results(&right)?;
    let host = host_build::run_once(&file.0, MAIN, &[]).map_err(|e| e.to_string())?;
    let got = results(&optx(&file.0, &[], "-O0", "80").map_err(|e| e.to_string())?)?;
    for (i, form) in valid.iter().enumerate() {
        if host.get(i) == right.get(i) && got[i] != right[i] {
            problems.push(format!("differs ({}, not {}): {form}", got[i], right[i]));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The forms that optx refuses: errors are limited, so what was refused is left out until nothing is.
fn refused(forms: &[&str], file: &Path) -> Result<BTreeSet<usize>, String> {
    let mut all = BTreeSet::new();
    loop {
        let rest: Vec<&str> =
            forms.iter().enumerate().map(|(i, f)| if all.contains(&i) { ";" } else { f }).collect();
        std::fs::write(file, source(&rest, false)).map_err(|e| e.to_string())?;
        let Err(e) = optx(file, &[], "-O0", "80") else { return Ok(all) };
        let more = wrong_lines(&e.to_string(), &[": error["]);
        if more.is_subset(&all) {
            return Err(format!("optx refuses the classes: {e}"));
        }
        all.extend(more);
    }
}

fn results(ptx: &str) -> Result<Vec<i64>, String> {
    let mut launch = LaunchFile::parse(LAUNCH).map_err(|e| e.to_string())?;
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let outcome = optx_launch::run(&launch, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let out = outcome.outputs.get("out").ok_or("no output")?;
    Ok((0..64).map(|k| out.bits(k) as i64).collect())
}

//! `cargo run --release -p runtime-tests --bin variance-table`: how many values of all kernels and case files differ between threads, as
//! analyses of three precisions say, as a Markdown table on standard output.
//!
//! A value is what an instruction of the PTX writes to a register. *Divergent*: not the same for all threads of a block by what the
//! analysis says. *Affine*: divergent, and all its coefficients are numbers or held by registers; *in part*: on some axes, or from lane to lane.

use runtime_tests::suite::{compile, home};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Values of some kernels.
#[derive(Default, Clone, Copy)]
struct Counts {
    uniform: usize,
    affine: usize,
    partly: usize,
    unknown: usize,
}

impl Counts {
    fn all(&self) -> usize {
        self.uniform + self.affine + self.partly + self.unknown
    }

    fn share(&self, count: usize) -> String {
        format!("{:.1} %", 100.0 * count as f64 / self.all().max(1) as f64)
    }

    /// A kernel of a claims file.
    fn add(&mut self, kernel: &serde_json::Value) {
        let claims = kernel["claims"].as_array().map_or(&[][..], |list| &list[..]);
        let definitions = kernel["definitions"].as_u64().unwrap_or(0) as usize;
        let defined = claims.iter().filter(|claim| claim["at"] == "def");
        let mut told = 0;
        for claim in defined {
            told += 1;
            let coefs = claim["coef"].as_array().map_or(&[][..], |list| &list[..]);
            let unknown = coefs.iter().filter(|c| c.is_null()).count();
            let known = coefs.iter().any(|c| !c.is_null() && *c != 0);
            match unknown {
                0 if known => self.affine += 1,
                0 => self.uniform += 1,
                _ if known || !claim["lane"].is_null() => self.partly += 1,
                _ => self.unknown += 1,
            }
        }
        self.unknown += definitions - told;
    }
}

fn count(path: &Path, mode: &str, level: &str) -> Result<Counts, String> {
    let words = ["-D__OPTX__", "--emit-claims=-", "--variance", mode].map(str::to_owned);
    let ptx = compile(path, &words, level, "80").map_err(|e| format!("{}: {e}", path.display()))?;
    let claims: serde_json::Value = serde_json::from_str(ptx.claims().unwrap_or_default())
        .map_err(|e| format!("{}: {e}", path.display()))?;
    let mut counts = Counts::default();
    claims["kernels"].as_array().into_iter().flatten().for_each(|kernel| counts.add(kernel));
    Ok(counts)
}

fn sources() -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for part in ["kernels", "cases"] {
        let list = std::fs::read_dir(home().join(part)).map_err(|e| format!("{part}: {e}"))?;
        let paths = list.filter_map(Result::ok).map(|entry| entry.path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "cu")));
    }
    found.sort();
    Ok(found)
}

fn table() -> Result<(), String> {
    let sources = sources()?;
    println!("{} sources.\n", sources.len());
    println!(
        "| level | mode | values | divergent | affine | affine in part | affine or in part, of divergent |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|");
    for level in ["-O0", "-O3"] {
        for mode in ["binary", "affine1", "full"] {
            let mut sum = Counts::default();
            for path in &sources {
                let c = count(path, mode, level)?;
                sum.uniform += c.uniform;
                sum.affine += c.affine;
                sum.partly += c.partly;
                sum.unknown += c.unknown;
            }
            let divergent = sum.all() - sum.uniform;
            let told = 100.0 * (sum.affine + sum.partly) as f64 / divergent.max(1) as f64;
            println!(
                "| {level} | {mode} | {} | {} | {} | {} | {told:.1} % |",
                sum.all(),
                sum.share(divergent),
                sum.share(sum.affine),
                sum.share(sum.partly),
            );
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match table() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

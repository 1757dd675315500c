//! The library built for the host, and what it is asked.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::compiler::Compiler;
use crate::functions::Function;

/// At which end of its documented error a first guess (`rcp.approx`, ...) lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At none: correctly rounded.
    Exact,
    /// As low as may be.
    Low,
    /// As high as may be.
    High,
}

/// The host's program.
pub struct Host {
    program: PathBuf,
}

/// The worst of a run.
#[derive(Clone, Copy, Debug)]
pub struct Worst {
    /// The largest error in units of the last place of the exact value, or as a part of a bound that depends on the input.
    pub ulp: f64,
    /// The largest distance from the correctly rounded result, in numbers of the format.
    pub far: u64,
    /// The bits of the arguments with the largest error, as many as the function has.
    pub at: [u64; 4],
    /// Of the result.
    pub result: u64,
}

impl Worst {
    /// The worse of two.
    pub fn join(self, other: Worst) -> Worst {
        let far = self.far.max(other.far);
        let worse = if other.ulp > self.ulp { other } else { self };
        Worst { far, ..worse }
    }
}

impl Host {
    /// Compiles it into a folder with clang, or with the compiler in `CXX`.
    pub fn build(folder: &Path) -> Result<Host, String> {
        Host::build_with(&Compiler::chosen()?, &folder.join("host"))
    }

    /// Compiles it to a file with a compiler.
    pub fn build_with(compiler: &Compiler, program: &Path) -> Result<Host, String> {
        compiler.build(program)?;
        Ok(Host::at(program.to_owned()))
    }

    /// One that was built before, perhaps on another machine.
    pub fn at(program: PathBuf) -> Host {
        Host { program }
    }

    fn ask(&self, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
        let mut child = Command::new(&self.program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("the host's program: {e}"))?;
        let mut pipe = child.stdin.take().ok_or("no pipe to the host's program")?;
        let bytes = input.to_vec();
        let writer = std::thread::spawn(move || pipe.write_all(&bytes));
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        // A program that ended early has said why by its status.
        let _ = writer.join();
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(format!("the host's program ended with {}", output.status))
        }
    }

    /// The results of inputs, as raw bytes.
    pub fn sample(&self, f: &Function, inputs: &[u8], end: End) -> Result<Vec<u8>, String> {
        self.ask(&["sample", f.name, &(end as u8).to_string()], inputs)
    }

    /// The worst of given inputs.
    pub fn some(&self, f: &Function, inputs: &[u8]) -> Result<Worst, String> {
        parse(&self.ask(&["some", f.name], inputs)?)
    }

    /// The worst of given results for inputs of floats, where subnormal inputs are zeros and subnormal results may be.
    pub fn flushed(&self, f: &Function, inputs: &[u8], results: &[u8]) -> Result<Worst, String> {
        parse(&self.ask(&["flushed", f.name], &records(f, inputs, results))?)
    }

    /// The worst of given results for inputs: for what was computed elsewhere.
    pub fn given(&self, f: &Function, inputs: &[u8], results: &[u8]) -> Result<Worst, String> {
        parse(&self.ask(&["given", f.name], &records(f, inputs, results))?)
    }

    /// The worst of every `step`-th float with bits from `first` to `last`, exclusive.
    pub fn all(&self, f: &Function, first: u64, last: u64, step: u64) -> Result<Worst, String> {
        let range = [first, last, step.max(1)].map(|n| n.to_string());
        parse(&self.ask(&["all", f.name, &range[0], &range[1], &range[2]], &[])?)
    }
}

/// Each input with its result after it.
fn records(f: &Function, inputs: &[u8], results: &[u8]) -> Vec<u8> {
    let size = f.kind.bytes();
    let pairs = inputs.chunks(size * f.kind.arguments()).zip(results.chunks(size));
    pairs.flat_map(|(x, r)| [x, r].concat()).collect()
}

fn parse(line: &[u8]) -> Result<Worst, String> {
    let line = String::from_utf8_lossy(line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let [ulp, far, x, y, z, w, result] = words[..] else {
        return Err(format!("the host's program said `{line}`"));
    };
    let bits = |word: &str| {
        let digits = word.trim_start_matches("0x");
        u64::from_str_radix(digits, 16).map_err(|e| format!("`{word}`: {e}"))
    };
    Ok(Worst {
        ulp: hexadecimal(ulp).ok_or_else(|| format!("`{ulp}` is no number"))?,
        far: far.parse().map_err(|e| format!("`{far}`: {e}"))?,
        at: [bits(x)?, bits(y)?, bits(z)?, bits(w)?],
        result: bits(result)?,
    })
}

/// C's `%a`.
fn hexadecimal(text: &str) -> Option<f64> {
    match text {
        "inf" => return Some(f64::INFINITY),
        "-0x1p+0" => return Some(-1.0),
        _ => {}
    }
    let (digits, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let number = u64::from_str_radix(&format!("{whole}{part}"), 16).ok()? as f64;
    let exponent: i32 = exponent.parse().ok()?;
    Some(number * 2f64.powi(exponent - 4 * part.len() as i32))
}

#[cfg(test)]
mod tests {
    use super::hexadecimal;

    #[test]
    fn hexadecimal_numbers_of_c_are_read() {
        assert_eq!(hexadecimal("0x1.8p+1"), Some(3.0));
        assert_eq!(hexadecimal("0x1p-2"), Some(0.25));
        assert_eq!(hexadecimal("inf"), Some(f64::INFINITY));
        assert_eq!(hexadecimal("nonsense"), None);
    }
}

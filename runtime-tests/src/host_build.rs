//! CUDA sources built for the host by clang, as a reference beside NVRTC.
//!
//! `reference/host_build.h` makes CUDA's words C++ of the host; the caller adds a `main` that calls the kernel and prints
//! its results, one number a line.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use optx_judge::verdicts::{Answer, remembered};
use optx_judge::{Tool, ToolError, cache_dir, find};

use crate::suite::home;

/// Options under which the program stops where its behaviour is undefined, and what was never written is no zero.
pub const SANITIZE: [&str; 4] = [
    "-ftrivial-auto-var-init=pattern",
    "-fsanitize=undefined,float-cast-overflow",
    "-fno-sanitize=vptr,function",
    "-fsanitize-trap=all",
];

/// Builds `source` with `main` (C++ text that stands after the source) and `options`, and runs it: what it printed.
///
/// clang's refusal is [`ToolError::Refused`] with its messages; a program that ends by a signal, or not within [`PATIENCE`], is
/// [`ToolError::Failed`].
pub fn run(source: &Path, main: &str, options: &[&str]) -> Result<Vec<i64>, ToolError> {
    let program = build(source, main, options)?;
    let ran = Command::new(&program).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let printed = ran.map_err(|e| ToolError::Failed(e.to_string())).and_then(printed);
    // A program that stays behind does no harm.
    let _ = std::fs::remove_file(&program);
    Ok(printed?.lines().filter_map(|l| l.parse().ok()).collect())
}

/// As [`run`], from the cache where the same was asked before: for tests that ask the same in each run.
pub fn run_once(source: &Path, main: &str, options: &[&str]) -> Result<Vec<i64>, ToolError> {
    find(Tool::Clang)?;
    let read = |path: &Path| {
        let failed = |e: std::io::Error| ToolError::Failed(format!("{}: {e}", path.display()));
        std::fs::read_to_string(path).map_err(failed)
    };
    let (header, text) = (read(&header())?, read(source)?);
    let arguments = [&ALWAYS[..], options].concat().join("\u{1f}");
    let question = ["host", Tool::Clang.path_in_cache(), &arguments, &header, &text, main];
    let answer = remembered(&question, || match run(source, main, options) {
        Ok(numbers) => {
            let lines: Vec<String> = numbers.iter().map(i64::to_string).collect();
            Ok(Answer { accepted: true, text: lines.join("\n") })
        }
        Err(ToolError::Refused(text)) => Ok(Answer { accepted: false, text }),
        Err(e) => Err(e),
    })?;
    match answer.accepted {
        true => Ok(answer.text.lines().filter_map(|l| l.parse().ok()).collect()),
        false => Err(ToolError::Refused(answer.text)),
    }
}

/// No program that is to end takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a program prints until it ends.
fn printed(mut child: Child) -> Result<String, ToolError> {
    let failed = |e: std::io::Error| ToolError::Failed(e.to_string());
    let mut stdout = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        stdout.as_mut().map_or(Ok(0), |out| out.read_to_end(&mut text)).map(|_| text)
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            return Err(ToolError::Failed("on the host: it does not end".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    if !status.success() {
        return Err(ToolError::Failed(format!("on the host: {status}")));
    }
    let read = reader.join().map_err(|_| ToolError::Failed("no output".to_owned()))?;
    read.map(|text| String::from_utf8_lossy(&text).into_owned()).map_err(failed)
}

/// What clang's syntax tree has in it of the functions of `source` whose names contain a word, as `-ast-dump` writes it.
pub fn tree(source: &Path, word: &str) -> Result<String, ToolError> {
    let filter = format!("-ast-dump-filter={word}");
    let options = ["-fsyntax-only", "-Xclang", "-ast-dump", "-Xclang", &filter];
    let (_, output) = compile(source, "", &options)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Builds a program; its path.
fn build(source: &Path, main: &str, options: &[&str]) -> Result<PathBuf, ToolError> {
    compile(source, main, options).map(|(program, _)| program)
}

/// What makes CUDA's words C++ of the host.
fn header() -> PathBuf {
    home().join("reference/host_build.h")
}

/// Options of every build.
const ALWAYS: [&str; 11] = [
    "-x",
    "c++",
    "-std=c++17",
    "-O0",
    "-w",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-fno-exceptions",
    "-fno-rtti",
    // The host has one thread; guards would want a library.
    "-fno-threadsafe-statics",
    "-ferror-limit=0",
];

/// Runs clang; the program's path, and what clang said.
fn compile(source: &Path, main: &str, options: &[&str]) -> Result<(PathBuf, Output), ToolError> {
    let clang = find(Tool::Clang)?;
    let failed = |e: std::io::Error| ToolError::Failed(e.to_string());
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let program = std::env::temp_dir().join(format!("optx-host-{}-{stem}", std::process::id()));
    let text = program.with_extension("cpp");
    let whole =
        format!("#include \"{}\"\n#include \"{}\"\n{main}\n", header().display(), source.display());
    std::fs::write(&text, whole).map_err(failed)?;
    let root = cache_dir().join("clang-19");
    let libraries = format!(
        "{0}/usr/lib/x86_64-linux-gnu:{0}/usr/lib/llvm-19/lib:{1}",
        root.display(),
        std::env::var("LD_LIBRARY_PATH").unwrap_or_default()
    );
    let built = Command::new(&clang)
        .env("LD_LIBRARY_PATH", &libraries)
        .args(ALWAYS)
        .args(options)
        .arg(&text)
        .arg("-o")
        .arg(&program)
        .output();
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&text);
    let built = built.map_err(failed)?;
    if !built.status.success() {
        return Err(ToolError::Refused(String::from_utf8_lossy(&built.stderr).into_owned()));
    }
    Ok((program, built))
}

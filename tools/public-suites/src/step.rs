//! One step of a trial, in a process of its own: compiling a kernel and running it.

use optx_emulator::{Device, LaunchConfig, Module, launch};
use optx_judge::ptxas::{self, Ptxas};
use serde::{Deserialize, Serialize};
use std::process::ExitCode;

/// The first argument of a process that is a step.
pub const WORD: &str = "__step";
/// The compiler that what is compiled is judged by.
pub const CONTROL: &str = "nvrtc";
/// Instructions that a program may execute in the control, and in optx's PTX, where -O0 takes several times as many.
const BUDGET: [u64; 2] = [10_000_000, 100_000_000];
const TARGET: &str = "80";

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// `main` returned, or `exit` was called, with this value.
    Value(i64),
    /// The PTX ran into an error.
    Fault(String),
    /// The PTX did not load: it asks for more than a GPU has, say.
    NotLoaded(String),
    /// The compiler refused the program: its code, and what it said first.
    Refused(String, String),
    /// ptxas refused the PTX.
    Ptxas(String),
    /// The process died: what it said last.
    Panicked(String),
    /// It took too long.
    TimedOut,
}

/// Carries a step out and prints its end. `step` is `nvrtc`, `-O0` or `-O3`, with `+ptxas` after it where ptxas is to
/// assemble the PTX.
pub fn serve(step: &str, file: &str) -> ExitCode {
    let end = match std::fs::read_to_string(file) {
        Ok(text) => carry_out(step, &text),
        Err(e) => End::Fault(e.to_string()),
    };
    match serde_json::to_string(&end) {
        Ok(text) => println!("{text}"),
        Err(e) => println!("{e}"),
    }
    ExitCode::SUCCESS
}

fn carry_out(step: &str, text: &str) -> End {
    let (level, assemble) = match step.strip_suffix("+ptxas") {
        Some(level) => (level, true),
        None => (step, false),
    };
    let ptx = match if level == CONTROL { nvrtc(text) } else { optx(text, level) } {
        Ok(ptx) => ptx,
        Err(end) => return end,
    };
    if assemble {
        match ptxas::check(Ptxas::V13, &format!("sm_{TARGET}"), &ptx) {
            Ok(verdict) if !verdict.accepted => return End::Ptxas(first_line(&verdict.report)),
            Ok(_) => {}
            Err(e) => return End::Ptxas(e.to_string()),
        }
    }
    let module = match Module::load(&ptx) {
        Ok(module) => module,
        Err(e) => return End::NotLoaded(first_line(&e.to_string())),
    };
    match emulate(&module, BUDGET[usize::from(level != CONTROL)]) {
        Ok(value) => End::Value(value),
        Err(message) => End::Fault(first_line(&message)),
    }
}

fn first_line(text: &str) -> String {
    text.lines().find(|l| !l.trim().is_empty()).unwrap_or_default().to_owned()
}

fn nvrtc(text: &str) -> Result<String, End> {
    let options =
        ["--gpu-architecture=compute_80", "--std=c++17", "-fmad=false", "-default-device"];
    optx_judge::nvrtc::compile(text, "kernel.cu", &options.map(str::to_owned)).map_err(|e| {
        let text = e.to_string();
        let said = text
            .lines()
            .find(|l| l.contains("error"))
            .map_or_else(|| first_line(&text), str::to_owned);
        End::Refused(String::new(), said)
    })
}

/// The PTX of a kernel by optx at a level.
pub fn optx(text: &str, level: &str) -> Result<String, End> {
    let words = [&format!("-arch=sm_{TARGET}"), level, "-fmad=false", "-default-device", "-w"];
    let refused = |text: String| End::Refused(String::new(), text);
    let (options, _) = optx::Options::parse_args(&words).map_err(|e| refused(e.to_string()))?;
    match optx::compile_with("kernel.cu", text, &options, &optx::NoIncludes) {
        Ok(ptx) => Ok(ptx.text().to_owned()),
        Err(d) => {
            let first = d.list().iter().find(|d| d.code.to_string().starts_with('E'));
            Err(match first {
                Some(d) => End::Refused(d.code.to_string(), d.message.clone()),
                None => refused(d.to_string()),
            })
        }
    }
}

/// What the kernel leaves: the value, where it ended as a program does.
fn emulate(module: &Module, budget: u64) -> Result<i64, String> {
    let mut device = Device::new();
    let out = device.alloc(16, "out").map_err(|e| e.to_string())?;
    let config = LaunchConfig { budget, ..LaunchConfig::default() };
    let config = LaunchConfig { grid: [1; 3], block: [1; 3], ..config };
    device.write(out, &[0; 16]).map_err(|e| e.to_string())?;
    launch(&mut device, module, "suite_kernel", &config, &[out.0.to_le_bytes().to_vec()])
        .map_err(|e| e.to_string())?;
    let unknown = device.unknown(out, 16, 8).map_err(|e| e.to_string())?;
    if let Some(origin) = unknown.first().and_then(|u| u.origin.as_deref()) {
        return Err(format!("the program's value is undefined: it comes from {origin}"));
    }
    let bytes = device.read(out, 16).map_err(|e| e.to_string())?;
    let number = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(bytes.get(at..at + 8).unwrap_or(&[0; 8]));
        i64::from_le_bytes(word)
    };
    match number(0) {
        2 | 3 => Ok(number(8)),
        state => Err(format!("the program stopped in state {state}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program ends with 0 either way; a copy of what nobody wrote is told of nowhere else.
    #[test]
    fn a_value_that_nobody_wrote_is_no_value() {
        let text = |offset: u32| {
            format!(
                ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry suite_kernel(.param .u64 o) {{\n\
                 .reg .b64 %o, %v; .local .align 8 .b8 m[16]; ld.param.u64 %o, [o];\n\
                 st.local.u64 [m], 0; ld.local.u64 %v, [m+{offset}];\n\
                 st.global.u64 [%o], 2; st.global.u64 [%o+8], %v; ret; }}\n"
            )
        };
        let value = |offset| emulate(&Module::load(&text(offset)).unwrap(), 1000);
        assert_eq!(value(0), Ok(0));
        let said = value(8).unwrap_err();
        assert!(
            said.starts_with(
                "the program's value is undefined: it comes from 8 bytes of local memory"
            ),
            "{said}"
        );
    }
}

//! How many machine instructions a function takes, as optx and as NVRTC compile it.

use crate::device::source;
use crate::functions::Function;
use optx_judge::machine_code::disassemble_once;
use optx_judge::nvrtc;
use optx_judge::ptxas::Ptxas;

/// What functions are counted for.
const ARCH: &str = "sm_80";

/// Instructions of the machine code that ptxas makes of a function's kernel.
pub fn of_function(ptx: &str) -> Result<usize, String> {
    instructions(ptx, ARCH)
}

/// Instructions of the machine code that ptxas makes of a module for an architecture (`sm_80`), less the empty ones that fill it
/// up.
pub fn instructions(ptx: &str, arch: &str) -> Result<usize, String> {
    let made = disassemble_once(Ptxas::V13, ptx, arch, &[], &["-c"]);
    let text = made.map_err(|e| e.to_string())?.text;
    // `        /*0010*/                   S2R R0, SR_TID.X ;`
    let is_instruction = |line: &str| {
        let line = line.trim_start();
        line.starts_with("/*") && line.ends_with(';') && !line.contains(" NOP")
    };
    Ok(text.lines().filter(|line| is_instruction(line)).count())
}

/// Of NVRTC's PTX for the same kernel; none where it does not know the function.
pub fn of_nvrtc(f: &Function) -> Result<Option<usize>, String> {
    let options: Vec<String> = std::iter::once("--gpu-architecture=compute_80".to_owned())
        .chain(f.own_options().iter().map(|option| format!("-{option}")))
        .collect();
    match nvrtc::compile(&source(f), "function.cu", &options) {
        Ok(ptx) => of_function(&ptx).map(Some),
        Err(e) if e.to_string().contains(&format!("identifier \"{}\" is undefined", f.name)) => {
            Ok(None)
        }
        Err(e) => Err(e.to_string()),
    }
}

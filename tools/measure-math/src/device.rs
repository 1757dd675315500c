//! The library as optx compiles it, run by the emulator.

use crate::functions::Function;
use crate::host::End;
use optx_emulator::{ApproxMode, Device, LaunchConfig, Module, launch};

/// The kernel that calls a function on every input.
pub fn source(f: &Function) -> String {
    let ty = f.kind.type_name();
    let (inputs, argument) = match f.kind.arguments() {
        1 => (ty.to_owned(), "in[i]".to_owned()),
        2 => (format!("{ty}2"), "in[i].x, in[i].y".to_owned()),
        n => (
            ty.to_owned(),
            (0..n).map(|k| format!("in[{n} * i + {k}]")).collect::<Vec<_>>().join(", "),
        ),
    };
    format!(
        "__device__ {ty} function_({}) {{ {} }}\n\
         extern \"C\" __global__ void run(const {inputs} *in, {ty} *out, int n) {{\n\
         \x20 int i = blockIdx.x * blockDim.x + threadIdx.x;\n\
         \x20 if (i < n) out[i] = function_({argument});\n}}\n",
        f.parameters(),
        f.body
    )
}

/// The PTX of the kernel for sm_80, with these options beside the function's own.
pub fn compile(f: &Function, options: &[&str]) -> Result<String, String> {
    compile_for(f, "sm_80", options)
}

/// The PTX of the kernel for a target.
pub fn compile_for(f: &Function, target: &str, options: &[&str]) -> Result<String, String> {
    let target = format!("-arch={target}");
    let arguments = [&[target.as_str()], f.own_options(), options].concat();
    let (options, _) = optx::Options::parse_args(&arguments).map_err(|e| e.to_string())?;
    match optx::compile(&source(f), &options) {
        Ok(ptx) => Ok(ptx.text().to_owned()),
        Err(diagnostics) => Err(format!("{}: {diagnostics}", f.name)),
    }
}

/// Whether PTX makes first guesses: instructions of which only the error is documented.
pub fn guesses(ptx: &str) -> bool {
    ptx.contains(".approx.") || ptx.contains(".full.")
}

/// The results of inputs, as raw bytes.
pub fn sample(f: &Function, ptx: &str, inputs: &[u8], end: End) -> Result<Vec<u8>, String> {
    let at = |e: &dyn std::fmt::Display| format!("{}: {e}", f.name);
    let module = Module::load(ptx).map_err(|e| at(&e))?;
    let count = inputs.len() / if f.kind.is_double() { 8 } else { 4 } / f.kind.arguments();
    let bytes = count * if f.kind.is_double() { 8 } else { 4 };
    let mut device = Device::new();
    let from = device.alloc(inputs.len() as u64, "in").map_err(|e| at(&e))?;
    let to = device.alloc(bytes as u64, "out").map_err(|e| at(&e))?;
    device.write(from, inputs).map_err(|e| at(&e))?;
    let config = LaunchConfig {
        grid: [count.div_ceil(256) as u32, 1, 1],
        block: [256, 1, 1],
        approx: match end {
            End::Exact => ApproxMode::Exact,
            End::Low => ApproxMode::Low,
            End::High => ApproxMode::High,
        },
        ..LaunchConfig::default()
    };
    let arguments = [
        from.0.to_le_bytes().to_vec(),
        to.0.to_le_bytes().to_vec(),
        (count as i32).to_le_bytes().to_vec(),
    ];
    launch(&mut device, &module, "run", &config, &arguments).map_err(|e| at(&e))?;
    device.read(to, bytes as u64).map_err(|e| at(&e))
}

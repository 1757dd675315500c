//! Thread-instructions a second on one core, for a loop of multiply-adds.
//!
//! `cargo run --release -p optx-emulator --example speed [FILE.ptx KERNEL]`

use std::time::Instant;

use optx_emulator::{Device, LaunchConfig, Module, launch};

const LOOP: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry spin(.param .u64 out, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .f32 %f<8>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    cvt.rn.f32.u32 %f1, %r2;
    mov.f32 %f2, 0f3F7FFFFE;
    mov.f32 %f3, 0f33800000;
    mov.u32 %r3, 0;
$loop:
    fma.rn.f32 %f1, %f1, %f2, %f3;
    fma.rn.f32 %f1, %f1, %f2, %f3;
    fma.rn.f32 %f1, %f1, %f2, %f3;
    fma.rn.f32 %f1, %f1, %f2, %f3;
    fma.rn.f32 %f1, %f1, %f2, %f3;
    fma.rn.f32 %f1, %f1, %f2, %f3;
    fma.rn.f32 %f1, %f1, %f2, %f3;
    fma.rn.f32 %f1, %f1, %f2, %f3;
    add.u32 %r3, %r3, 8;
    setp.lt.u32 %p1, %r3, %r1;
    @%p1 bra $loop;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.f32 [%rd3], %f1;
    ret;
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (text, kernel) = match args.as_slice() {
        [file, kernel] => (std::fs::read_to_string(file)?, kernel.clone()),
        _ => (LOOP.to_string(), "spin".to_string()),
    };
    let module = Module::load(&text)?;
    let mut device = Device::new();
    let out = device.alloc(3 * 256 * 4, "out")?;
    let config = LaunchConfig { grid: [3, 1, 1], block: [256, 1, 1], ..LaunchConfig::default() };
    let mut best = 0f64;
    for _ in 0..5 {
        let params = [out.0.to_le_bytes().to_vec(), 100_000u32.to_le_bytes().to_vec()];
        let start = Instant::now();
        let c = launch(&mut device, &module, &kernel, &config, &params)?;
        let s = start.elapsed().as_secs_f64();
        best = best.max(c.instructions.threads as f64 / s);
        println!("{} thread-instructions in {s:.3} s", c.instructions.threads);
    }
    println!("best: {:.3e} thread-instructions a second on one core", best);
    Ok(())
}

//! What the check of claims costs: loops whose every definition is claimed, plain and checked.
//!
//! `cargo run --release -p optx-emulator --example claims`

use std::fmt::Write as _;
use std::time::Instant;

use optx_emulator::{ClaimReport, Claims, Device, LaunchConfig, Module, launch, launch_checked};

/// A loop around a body, one instruction a line; `%t` is the thread, `%u` its y, `%i` the round.
fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u32 n)\n{{\n.reg .pred %p, %q;\n.reg .b32 %t, %u, %n, %i, %a, %b, %c, %d;\n\
         .reg .f32 %f, %g;\nld.param.u32 %n, [n];\nmov.u32 %t, %tid.x;\nmov.u32 %u, %tid.y;\nmov.u32 %i, 0;\nmov.f32 %f, 0f3F7FFFFE;\nmov.f32 %g, 0f33800000;\n$loop:\n\
         {body}\nadd.u32 %i, %i, 1;\nsetp.lt.u32 %p, %i, %n;\n@%p bra $loop;\nret;\n}}\n"
    )
}

/// Claims of each definition in the body and of the loop's own: register and its coefficients.
fn claims(text: &str, of: &dyn Fn(&str) -> Option<&'static str>) -> String {
    let mut list = String::new();
    let from = text.lines().position(|l| l == "$loop:").unwrap_or(0);
    for (k, l) in text.lines().enumerate().skip(from) {
        let reg = l.split([' ', ',']).nth(1).unwrap_or("");
        let width = if reg == "%p" || reg == "%q" { 1 } else { 32 };
        if l.starts_with('@') || !reg.starts_with('%') {
            continue;
        }
        let Some(coef) = of(reg) else { continue };
        let comma = if list.is_empty() { "" } else { "," };
        let _ = write!(
            list,
            "{comma}{{\"at\":\"def\",\"ptx_line\":{},\"reg\":\"{reg}\",\"width\":{width},{coef}}}",
            k + 1
        );
    }
    format!("{{\"version\":1,\"kernels\":[{{\"name\":\"k\",\"claims\":[{list}]}}]}}")
}

const UNIFORM: &str =
    "\"coef\":[0,0,0],\"lane\":0,\"base\":\"uniform\",\"block_uniform\":true,\"warp_uniform\":true";
const AFFINE: &str = "\"coef\":[1,0,0],\"lane\":1";
const PITCH: &str = "\"coef\":[1,{\"reg\":\"%n\"},0],\"lane\":null";
const BY_WARP: &str = "\"coef\":[null,null,null],\"lane\":1";
const BY_ROW: &str = "\"coef\":[1,null,0],\"lane\":null";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fma = "fma.rn.f32 %f, %f, %f, %g;\n".repeat(8);
    let add = "add.u32 %a, %t, %i;\nadd.u32 %b, %a, %i;\nadd.u32 %c, %b, %n;\nadd.u32 %d, %c, 1;\n";
    let pitch = "mad.lo.u32 %a, %u, %n, %t;\nadd.u32 %b, %a, %i;\nadd.u32 %c, %b, %n;\nadd.u32 %d, %c, 1;\n";
    let parted =
        format!("and.b32 %d, %t, 1;\nsetp.eq.u32 %q, %d, 0;\n@%q bra $s;\n{add}$s:\n{add}")
            .replace("add.u32 %d, %c, 1;\n", "");
    let uniform = |r: &str| (r == "%i" || r == "%p").then_some(UNIFORM);
    type Of<'a> = &'a dyn Fn(&str) -> Option<&'static str>;
    let affine: Of<'_> = &|r| uniform(r).or(r.starts_with(['%']).then_some(AFFINE));
    let adds: Of<'_> = &|r| uniform(r).or("%a%b%c".contains(r).then_some(AFFINE));
    let pitched: Of<'_> = &|r| uniform(r).or(Some(PITCH));
    let warps: Of<'_> = &|r| uniform(r).or(Some(BY_WARP));
    let rows: Of<'_> = &|r| uniform(r).or(Some(BY_ROW));
    let cases: [(&str, &str, [u32; 3], Of<'_>); 7] = [
        ("multiply-adds, nothing known of them", &fma, [256, 1, 1], &uniform),
        ("additions, affine", add, [256, 1, 1], affine),
        ("additions, affine, last warp partial", add, [250, 1, 1], affine),
        ("additions, by lanes", add, [256, 1, 1], warps),
        ("additions, symbolic pitch", pitch, [32, 8, 1], pitched),
        ("additions, one row at a time", pitch, [32, 8, 1], rows),
        ("additions, lanes parted", &parted, [256, 1, 1], adds),
    ];
    for (name, body, block, of) in cases {
        let text = kernel(body);
        let module = Module::load(&text)?;
        let claims = Claims::parse(&claims(&text, of))?;
        let config = LaunchConfig { grid: [3, 1, 1], block, ..LaunchConfig::default() };
        let args = [20_000u32.to_le_bytes().to_vec()];
        let mut device = Device::new();
        let (mut plain, mut checked) = (f64::MAX, f64::MAX);
        let mut report = ClaimReport::default();
        for _ in 0..5 {
            let start = Instant::now();
            launch(&mut device, &module, "k", &config, &args)?;
            plain = plain.min(start.elapsed().as_secs_f64());
            report = ClaimReport::default();
            let start = Instant::now();
            launch_checked(&mut device, &module, "k", &config, &args, &claims, &mut report)?;
            checked = checked.min(start.elapsed().as_secs_f64());
        }
        let (a, b) = (plain * 1e3, checked * 1e3);
        println!(
            "{name}: plain {a:.1} ms, checked {b:.1} ms, {:.1} times; {}",
            b / a,
            report.details().trim()
        );
        println!("  {}", report.summary());
    }
    Ok(())
}

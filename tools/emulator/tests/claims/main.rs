//! The check of claims: true ones pass, each way of being false is caught, in several schedules.
//!
//! What is true of each kernel was worked out by hand. `def(n, reg)` and its kin name the `n`-th line that holds a mark.

mod cycles;
mod mistakes;
mod values;
mod whole;

use optx_emulator::{
    ClaimReport, Claims, Device, LaunchConfig, Module, RunError, Schedule, launch_checked,
};
use serde_json::{Value, json};

/// The schedules that everything is tried in.
pub const SCHEDULES: [Schedule; 3] =
    [Schedule::Lockstep, Schedule::Adversarial(1), Schedule::Adversarial(9)];

/// A kernel's text around a body, one statement a line. `%t %u %v` are tid.x, y and z, `%lane` the lane, `%w %n` the block's
/// extent along x and the parameter n, `%g` a buffer of 4096 zero words; `%a` to `%f`, `%la` to `%lc`, `%h %h2`, `%p` to `%r`, `%fa` are
/// free.
pub fn kernel(body: &str) -> String {
    let lines: String = body.lines().map(|l| format!("{}\n", l.trim())).collect();
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .func (.reg .b32 out) twice(.reg .b32 in)\n{{\n.reg .pred %p;\nsetp.eq.u32 %p, in, 0;\n@%p bra $z;\nadd.u32 out, in, in;\nret;\n$z:\nmov.u32 out, 0;\nret;\n}}\n\
         .visible .entry k(.param .u64 g, .param .u32 n)\n{{\n\
         .reg .b32 %t, %u, %v, %lane, %w, %n, %a, %b, %c, %d, %e, %f, %i, %j;\n\
         .reg .b64 %g, %la, %lb, %lc;\n.reg .b16 %h, %h2;\n.reg .pred %p, %q, %r;\n.reg .f32 %fa;\n\
         ld.param.u64 %g, [g];\nld.param.u32 %n, [n];\nmov.u32 %t, %tid.x;\nmov.u32 %u, %tid.y;\nmov.u32 %v, %tid.z;\n\
         mov.u32 %lane, %laneid;\nmov.u32 %w, %ntid.x;\n{lines}ret;\n}}\n"
    )
}

/// The first line of a text, from 1, that holds a mark and declares no registers.
pub fn line(text: &str, mark: &str) -> usize {
    let has = |l: &str| l.contains(mark) && !l.starts_with(".reg");
    1 + text.lines().position(has).unwrap_or_else(|| panic!("no {mark}"))
}

/// A claim of a definition of a 32-bit register: the line that holds a mark, the coefficients, the lane's.
pub fn def(mark: &str, reg: &str, coef: Value, lane: Value) -> Value {
    json!({ "at": "def", "ptx_line": mark, "reg": reg, "width": 32, "coef": coef, "lane": lane,
            "base": "uniform", "block_uniform": false, "warp_uniform": false, "src": ["f.cu", 3, 5] })
}

/// The same with some members changed.
pub fn with(claim: Value, members: Value) -> Value {
    let mut c = claim;
    for (k, v) in members.as_object().unwrap() {
        c[k] = v.clone();
    }
    c
}

/// Claims as text: marks become lines.
pub fn claims_text(text: &str, claims: &[Value]) -> String {
    let list: Vec<Value> = claims
        .iter()
        .map(|c| match c["ptx_line"].as_str() {
            Some(mark) => with(c.clone(), json!({ "ptx_line": line(text, mark) })),
            None => c.clone(),
        })
        .collect();
    json!({ "version": 1, "kernels": [{ "name": "k", "claims": list }] }).to_string()
}

/// What is launched.
pub struct Run {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads.
    pub block: [u32; 3],
    /// The parameter n.
    pub n: u32,
}

/// Two blocks of one dimension.
pub fn flat(block: u32) -> Run {
    Run { grid: [2, 1, 1], block: [block, 1, 1], n: 5 }
}

/// Checks claims of a body.
pub fn check(
    body: &str,
    run: &Run,
    schedule: Schedule,
    claims: &[Value],
) -> Result<ClaimReport, RunError> {
    let text = kernel(body);
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let claims = Claims::parse(&claims_text(&text, claims)).unwrap();
    let mut d = Device::new();
    let g = d.alloc(4 * 4096, "g").unwrap();
    let config = LaunchConfig {
        grid: run.grid,
        block: run.block,
        schedule,
        budget: 10_000_000,
        ..LaunchConfig::default()
    };
    let args = [g.0.to_le_bytes().to_vec(), run.n.to_le_bytes().to_vec()];
    let mut report = ClaimReport::default();
    launch_checked(&mut d, &m, "k", &config, &args, &claims, &mut report)?;
    Ok(report)
}

/// Asserts that claims hold in all schedules.
pub fn hold(body: &str, run: &Run, claims: &[Value]) {
    for schedule in SCHEDULES {
        let r = check(body, run, schedule, claims).unwrap();
        assert!(r.holds(), "{schedule:?}: {body}\n{}", r.to_text());
        assert_eq!((r.claims(), r.unchecked), (claims.len(), 0));
    }
}

/// Asserts that each of some claims is refused in all schedules.
pub fn refused(body: &str, run: &Run, claims: &[Value]) {
    for c in claims {
        for schedule in SCHEDULES {
            let r = check(body, run, schedule, std::slice::from_ref(c)).unwrap();
            assert!(!r.holds(), "{schedule:?}: {body}\nholds: {c}");
            assert_eq!(r.shown().len(), 1);
        }
    }
}

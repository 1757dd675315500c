//! What was never written: followed through each kind of instruction, told where it has an effect, and only there.
//!
//! What must be known was worked out by hand from the PTX manual's description of the instructions; each rule has the case beside it in which
//! what is unknown does matter.

mod effects;
mod every_operation;
mod loads;
mod memory;
mod rules;
mod stored;
mod warps;

use optx_emulator::error::Place;
use optx_emulator::{
    Device, DevicePtr, LaunchConfig, Module, RunError, RunErrorKind, Schedule, launch,
};

/// The schedules that everything is tried in.
const SCHEDULES: [Schedule; 3] =
    [Schedule::Lockstep, Schedule::Adversarial(1), Schedule::Adversarial(9)];

/// A kernel's text around a body, one statement a line. `%t` is tid.x, `%g` a buffer of 32 zero words, `%n` one of 32 words that nobody
/// wrote, `%o` the thread's own word of the first, `%no` that of the second. Nothing ever writes `%u` (32 bits), `%U` (64), `%h` (16), `%fu`, `%du` and `%q`; `%a` to `%e`,
/// `%A` to `%C`, `%i %j` (16 bits), `%fa`, `%da` and `%p %r` are free. `m` is local memory and `s` shared.
fn kernel(body: &str) -> String {
    let lines: String = body.lines().map(|l| format!("{}\n", l.trim())).collect();
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n\
         .file 1 \"k.cu\"\n\
         .func (.param .b32 r) same(.param .b32 x) {{ .reg .b32 %v; ld.param.b32 %v, [x]; st.param.b32 [r], %v; ret; }}\n\
         .func (.reg .b32 r) twice(.reg .b32 x) {{ .reg .pred %z; setp.ne.u32 %z, x, 7; @%z add.u32 r, x, x; ret; }}\n\
         .func (.reg .b32 r) once(.reg .b32 x) {{ .reg .pred %z; .reg .b32 %k; setp.eq.u32 %z, x, 0; @%z mov.u32 %k, 5; mov.u32 r, %k; ret; }}\n\
         .visible .entry k(.param .u64 g, .param .u64 n)\n{{\n\
         .reg .b32 %t, %u, %a, %b, %c, %d, %e;\n.reg .b64 %U, %A, %B, %C, %g, %n, %o, %no;\n\
         .reg .b16 %h, %i, %j;\n.reg .f32 %fu, %fa;\n.reg .f64 %du, %da;\n.reg .pred %q, %p, %r;\n\
         .local .align 16 .b8 m[64];\n.shared .align 16 .b8 s[256];\n\
         ld.param.u64 %g, [g];\nld.param.u64 %n, [n];\nmov.u32 %t, %tid.x;\n\
         mad.wide.u32 %o, %t, 4, %g;\nmad.wide.u32 %no, %t, 4, %n;\n{lines}ret;\n}}\n"
    )
}

/// What the host would be told of 32-bit elements that a kernel left unknown, at the line of the store.
fn read(d: &Device, at: DevicePtr, bytes: u64) -> Result<(), RunError> {
    let unknown = d.unknown(at, bytes, 4).unwrap();
    let Some(origin) = unknown.first().and_then(|u| u.origin.as_deref()) else { return Ok(()) };
    let (_, line) = origin.rsplit_once(" at PTX line ").unwrap();
    let ptx_line = line.split(' ').next().unwrap().parse().unwrap();
    Err(RunError {
        kind: RunErrorKind::Uninitialised,
        message: format!("global memory holds {origin}"),
        place: Box::new(Place { kernel: "k".into(), ptx_line, ..Place::default() }),
    })
}

/// Runs a body on 32 threads, and gives the first buffer, of which all must be known.
fn run_with(body: &str, config: LaunchConfig) -> Result<Vec<u32>, RunError> {
    let text = kernel(body);
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut d = Device::new();
    let g = d.alloc(128, "g").unwrap();
    let n = d.alloc_unwritten(128, "n").unwrap();
    let args = [g.0.to_le_bytes().to_vec(), n.0.to_le_bytes().to_vec()];
    launch(&mut d, &m, "k", &LaunchConfig { budget: 1 << 20, ..config }, &args)?;
    read(&d, g, 128)?;
    let bytes = d.read(g, 128).unwrap();
    Ok(bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect())
}

fn run(body: &str, schedule: Schedule) -> Result<Vec<u32>, RunError> {
    run_with(body, LaunchConfig { schedule, ..LaunchConfig::default() })
}

/// Asserts that nothing is told, in any schedule, and that each thread has in its word what a function of its number says.
fn gives(body: &str, wanted: impl Fn(u32) -> u32) {
    for schedule in SCHEDULES {
        let got = run(body, schedule).unwrap_or_else(|e| panic!("{schedule:?}: {body}\n{e}"));
        let wanted: Vec<u32> = (0..32).map(&wanted).collect();
        assert_eq!(got, wanted, "{schedule:?}: {body}");
    }
}

/// Asserts that nothing is told.
fn silent(body: &str) {
    for schedule in SCHEDULES {
        run(body, schedule).unwrap_or_else(|e| panic!("{schedule:?}: {body}\n{e}"));
    }
}

/// Asserts that it is told in each schedule, in these words, at the line of the body that holds a mark. In words `{2}` is the
/// line of the text that the body's third line is.
fn told(body: &str, mark: &str, words: &[&str]) {
    let text = kernel(body);
    let first = 2 + text.lines().position(|l| l.starts_with("mad.wide.u32 %no")).unwrap();
    let line = first + body.lines().position(|l| l.contains(mark)).unwrap();
    let numbered = |word: &&str| {
        (0..6)
            .fold(word.to_string(), |w, k| w.replace(&format!("{{{k}}}"), &(first + k).to_string()))
    };
    let words: Vec<String> = words.iter().map(numbered).collect();
    for schedule in SCHEDULES {
        let e = run(body, schedule).expect_err(body);
        assert_eq!(e.kind, RunErrorKind::Uninitialised, "{schedule:?}: {body}\n{e}");
        let place = (e.place.ptx_line as usize, e.place.kernel.as_str());
        assert_eq!(place, (line, "k"), "{schedule:?}: {body}\n{e}");
        for word in &words {
            assert!(e.message.contains(word), "{schedule:?}: {body}\n`{word}` is not in: {e}");
        }
    }
}

/// Asserts both of a last statement after a body: that it stores what a function of the thread's number says, and that
/// another, beside it, is told at its store.
fn known_and_not(body: &str, known: &str, wanted: impl Fn(u32) -> u32, unknown: &str) {
    let store = "st.global.u32 [%o], %d; // out";
    gives(&format!("{body}\n{known}\n{store}"), wanted);
    told(&format!("{body}\n{unknown}\n{store}"), "// out", &["global memory"]);
}

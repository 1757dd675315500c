//! What is kept once a warp under a cap of registers stays there in machine code: ptxas takes no read of it out of the loop, and spills nothing. Against
//! what ptxas does alone, and with NVIDIA's own slots of threads in shared memory.

use optx_judge::machine_code::{Disassembled, disassemble};
use optx_judge::ptxas::Ptxas;
use optx_judge::{Tool, trials};

const CAP: u32 = 24;
const VALUES: usize = 40;
const BOTH: [Ptxas; 2] = [Ptxas::V13, Ptxas::V12];

/// What a loop reads 40 values of.
struct Body {
    ty: &'static str,
    /// What a value has of the thread's index.
    is_affine: bool,
    /// What a round does with the value in place of `VALUE`.
    read: &'static str,
}

impl Body {
    fn kernel(&self) -> String {
        let Body { ty, is_affine, read } = *self;
        let more = |k: usize| {
            if is_affine { format!("{} * (int)threadIdx.x + ", k + 3) } else { String::new() }
        };
        let lines = |line: &dyn Fn(usize) -> String| (0..VALUES).map(line).collect::<String>();
        format!(
            "extern \"C\" __global__ __launch_bounds__(256) void k(const {ty} *u, const {ty} *x, {ty} *y, int n) {{\n{}\n\
             int t = threadIdx.x + blockIdx.x * blockDim.x; {ty} s = 0;\n\
             #pragma unroll 1\n for (int i = 0; i < n; i++) {{ {ty} a = x[t + i]; {} }}\n y[t] = s; }}",
            lines(&|k| format!("{ty} u{k} = {}u[{k}];", more(k))),
            lines(&|k| read.replace("VALUE", &format!("u{k}")))
        )
    }
}

/// PTX at the cap.
fn ptx(source: &str, arch: &str, options: &[&str]) -> String {
    let (target, cap) = (format!("-arch={arch}"), format!("--maxrregcount={CAP}"));
    let words: Vec<&str> =
        ["-O3", "-w", target.as_str(), cap.as_str()].iter().chain(options).copied().collect();
    let (options, _) = optx::Options::parse_args(&words).expect("valid options");
    optx::compile(source, &options).unwrap_or_else(|d| panic!("{d}")).text().to_owned()
}

fn assembled(by: Ptxas, ptx: &str, arch: &str) -> Disassembled {
    let made = disassemble(by, ptx, arch, &["-O3", "-v"], &["-c"]);
    made.unwrap_or_else(|e| panic!("{e}\n{ptx}"))
}

/// The instructions of the loop: those up to the only jump back, from where that leads.
fn of_loop(made: &Disassembled) -> Vec<&str> {
    let lines: Vec<&str> = made.text.lines().map(str::trim).collect();
    let at = |label: &str| lines.iter().position(|line| line.strip_suffix(':') == Some(label));
    let back = lines.iter().enumerate().find_map(|(k, line)| {
        let (_, label) = line.split_once("BRA ").and_then(|(_, rest)| rest.split_once("`("))?;
        let begin = at(label.split(')').next()?)?;
        (begin < k).then_some(begin..=k)
    });
    let range = back.unwrap_or_else(|| panic!("no loop in\n{}", made.text));
    lines[range]
        .iter()
        .copied()
        .filter(|line| line.starts_with("/*") && line.contains(';'))
        .collect()
}

fn accesses(code: &[&str]) -> usize {
    let words = ["LDL", "STL", "LDS", "STS"];
    code.iter().filter(|line| words.iter().any(|word| line.contains(&format!(" {word}")))).count()
}

fn spills(made: &Disassembled) -> bool {
    !made.report.contains(" 0 bytes spill stores, 0 bytes spill loads")
}

/// The text with NVIDIA's slots asked for, of the least version that knows them.
fn with_slots_of_threads(ptx: &str) -> String {
    let version = ptx.lines().find(|line| line.starts_with(".version")).expect("a version");
    let asked = ptx.replacen("\n{\n", "\n{\n.pragma \"enable_smem_spilling\";\n", 1);
    assert!(asked.contains("enable_smem_spilling"));
    let is_older = !["9", "8.7", "8.8"].iter().any(|known| version.contains(&format!(" {known}")));
    if is_older { asked.replacen(version, ".version 8.7", 1) } else { asked }
}

/// Most of the instructions of ptxas alone, and of accesses, in tenths of a percent.
struct Bar {
    instructions: usize,
    accesses: usize,
}

fn is_within(made: &[&str], than: &[&str], bar: &Bar, what: &str) {
    println!("{what}: {} to {}, {} to {}", made.len(), than.len(), accesses(made), accesses(than));
    let (ours, theirs) = (made.len() * 1000, than.len() * bar.instructions);
    assert!(ours <= theirs, "{what}: {} instructions, {}", made.len(), than.len());
    let (ours, theirs) = (accesses(made) * 1000, accesses(than) * bar.accesses);
    assert!(ours <= theirs, "{what}: {} accesses, {}", accesses(made), accesses(than));
}

fn against_ptxas(body: &Body, alone: &Bar, its_slots: &Bar) {
    let source = body.kernel();
    for arch in ["sm_80", "sm_90", "sm_120"] {
        let [slots, plain] =
            [&[][..], &["--passes=-slots"]].map(|options| ptx(&source, arch, options));
        assert!(slots.contains("ld.volatile.shared.v4"), "{arch}");
        assert!(!plain.contains(".shared"), "{arch}");
        for by in BOTH {
            let [made, without] = [&slots, &plain].map(|ptx| assembled(by, ptx, arch));
            assert!(!spills(&made) && spills(&without), "{arch} {by:?}: {}", made.report);
            let what = format!("{arch} {by:?}");
            is_within(&of_loop(&made), &of_loop(&without), alone, &what);
            if by == Ptxas::V13 {
                let theirs = assembled(by, &with_slots_of_threads(&plain), arch);
                let what = format!("{what}, its own slots");
                is_within(&of_loop(&made), &of_loop(&theirs), its_slots, &what);
            }
        }
    }
}

fn uniform_floats_are_read_four_at_a_time() {
    let body = Body { ty: "float", is_affine: false, read: "s = s * a + VALUE;" };
    let bar = Bar { instructions: 600, accesses: 300 };
    against_ptxas(&body, &bar, &bar);
}

/// An instruction adds what the index gives, where ptxas loads it as well: fewer accesses, not fewer instructions.
fn what_the_index_gives_is_added_where_it_is_read() {
    let body = Body { ty: "int", is_affine: true, read: "s = s * a + VALUE;" };
    let alone = Bar { instructions: 1020, accesses: 300 };
    against_ptxas(&body, &alone, &Bar { instructions: 1300, accesses: 300 });
    let body = Body { ty: "int", is_affine: true, read: "s = (s ^ VALUE) * a + (s >> 1);" };
    let bar = Bar { instructions: 1100, accesses: 350 };
    against_ptxas(&body, &bar, &bar);
}

fn main() {
    let tests: [(&str, fn()); 2] = [
        ("uniform_floats_are_read_four_at_a_time", uniform_floats_are_read_four_at_a_time),
        (
            "what_the_index_gives_is_added_where_it_is_read",
            what_the_index_gives_is_added_where_it_is_read,
        ),
    ];
    let tools = [Tool::Ptxas13, Tool::Ptxas12, Tool::Nvdisasm];
    trials::run(tests.iter().map(|(name, run)| trials::assertions(*name, &tools, *run)).collect());
}

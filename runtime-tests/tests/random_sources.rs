//! Random kernels without undefined behaviour: optx at -O0 and -O3 and NVRTC must agree on every output word, each
//! compiled on its own and run in the emulator.

use optx_judge::{Tool, find, required};
use optx_launch::{Data, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::optx;
use std::fmt::Write as _;
use std::path::Path;

/// A small generator with a fixed sequence for a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.next(list.len())]
    }
}

/// Variables, each of another type, so that every conversion happens.
const VARIABLES: [(&str, &str); 10] = [
    ("c", "signed char"),
    ("uc", "unsigned char"),
    ("s", "short"),
    ("us", "unsigned short"),
    ("i", "int"),
    ("j", "int"),
    ("u", "unsigned"),
    ("v", "unsigned"),
    ("l", "long long"),
    ("ul", "unsigned long long"),
];

const PLACES: [&str; 8] = ["a[i & 7]", "a[u & 7]", "b[v & 3]", "t.x", "t.y", "t.lo", "t.hi", "m.w"];

/// Objects of the module, each thread's own part of them: read and written by name, and through what leads to them.
const SHARED_PLACES: [&str; 10] = [
    "ga[at]",
    "gb[at]",
    "sa[threadIdx.x]",
    "sb[threadIdx.x]",
    "*gp[at]",
    "*where(u, at)",
    "table[v & 1][at]",
    "sp[threadIdx.x][0]",
    "gt[at].x",
    "gt[at].next->x",
];

/// What the kernel's source has before the kernel for these. One thread touches one element, so that no schedule matters;
/// pointers stand in initial values, in arrays that functions fill, in parameters, results and references.
const MODULE: &str = "\
__device__ unsigned ga[96], gb[96] = {7, 8, 9};\n\
__device__ unsigned *const table[2] = {ga, gb};\n\
__device__ unsigned *gp[96];\n\
struct Node { unsigned x; Node *next; };\n\
__device__ Node gt[96];\n\
__device__ Node *head = gt;\n\
__shared__ unsigned sa[32], sb[32];\n\
__shared__ unsigned *sp[32];\n\
static __device__ CALL unsigned *where(unsigned w, int at) { return w & 2 ? (w & 1 ? &ga[at] : &gb[at]) : (w & 1 ? &sa[at & 31] : &sb[at & 31]); }\n\
static __device__ CALL void aim(unsigned w, int at) { gp[at] = w & 1 ? &ga[at] : &gb[at]; sp[at & 31] = w & 4 ? &sa[at & 31] : where(w, at); }\n\
static __device__ CALL unsigned through(unsigned *p, unsigned &r, int at) { ga[at] += 1; sa[at & 31] += 2; *p += 3; r += 5; return ga[at] ^ sa[at & 31]; }\n\
static __device__ CALL void link(Node *n, int at) { n->next = &head[at]; n->next->x += 2; }\n";

struct Generator {
    random: Random,
    out: String,
    depth: usize,
    loops: usize,
    labels: usize,
    /// The kernel uses objects of the module.
    module: bool,
}

impl Generator {
    fn value(&mut self) -> String {
        match self.random.next(7) {
            6 if self.module => self.random.pick(&SHARED_PLACES).to_owned(),
            0 => {
                let k = self.random.pick(&[
                    "0",
                    "1",
                    "2",
                    "3",
                    "7",
                    "31",
                    "63",
                    "127",
                    "128",
                    "255",
                    "256",
                    "32767",
                    "65535",
                    "0x7fffffff",
                    "0x80000000u",
                    "0xffffffffu",
                    "-1",
                    "-128",
                    "5ll",
                    "0xffffffffffull",
                    "(char)-3",
                ]);
                k.to_owned()
            }
            1 => self.random.pick(&PLACES).to_owned(),
            _ => VARIABLES[self.random.next(VARIABLES.len())].0.to_owned(),
        }
    }

    /// An expression whose evaluation is defined for all operands.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.value();
        }
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        match self.random.next(17) {
            0..=2 => {
                let opr = self.random.pick(&["+", "-", "*"]);
                let ty = self.random.pick(&["unsigned", "unsigned long long"]);
                format!("(({ty})({a}) {opr} ({ty})({b}))")
            }
            3 => {
                let ty = self.random.pick(&[
                    "int",
                    "short",
                    "signed char",
                    "long long",
                    "unsigned short",
                ]);
                format!("(({ty})({a}))")
            }
            4 => format!("(({a}) {} ({b}))", self.random.pick(&["&", "|", "^"])),
            5 => format!("((int)({a}) >> (({b}) & 31))"),
            6 => format!("((unsigned)({a}) {} (({b}) & 31))", self.random.pick(&["<<", ">>"])),
            7 => format!(
                "((unsigned long long)({a}) {} (({b}) & 63))",
                self.random.pick(&["<<", ">>"])
            ),
            8 => format!("(({a}) {} ({b}))", self.random.pick(&["<", "<=", ">", ">=", "==", "!="])),
            9 => {
                let c = self.expression(depth - 1);
                format!("(({a}) ? ({b}) : ({c}))")
            }
            10 => format!("(({a}) {} ({b}))", self.random.pick(&["&&", "||"])),
            // Small divisors of the dividend's own width, never zero nor minus one.
            11 => format!("((int)({a}) {} ((int)(({b}) & 15) + 2))", self.random.pick(&["/", "%"])),
            12 => format!(
                "((unsigned)({a}) {} ((unsigned)({b}) | 1u))",
                self.random.pick(&["/", "%"])
            ),
            13 => format!(
                "((long long)({a}) {} ((long long)(({b}) & 1023) + 3))",
                self.random.pick(&["/", "%"])
            ),
            14 => format!("{}({a})", self.random.pick(&["~", "!", "(int)~", "-(unsigned)"])),
            15 => format!(
                "{}((unsigned)({a}))",
                self.random.pick(&["__popc", "__clz", "__brev", "(unsigned)__ffs"])
            ),
            _ => format!(
                "{}((unsigned)({a}), (unsigned)({b}))",
                self.random.pick(&["min", "max", "__umulhi", "add3"])
            ),
        }
    }

    fn target(&mut self) -> String {
        if self.module && self.random.next(3) == 0 {
            return self.random.pick(&SHARED_PLACES).to_owned();
        }
        if self.random.next(3) == 0 {
            self.random.pick(&PLACES).to_owned()
        } else {
            VARIABLES[self.random.next(VARIABLES.len())].0.to_owned()
        }
    }

    fn statement(&mut self) {
        self.depth += 1;
        let room = self.depth < 5;
        if self.module && self.random.next(5) == 0 {
            self.through_pointers();
        }
        match self.random.next(14) {
            0 if room => {
                let c = self.expression(2);
                let _ = writeln!(self.out, "if ({c}) {{");
                self.block(2);
                self.out.push_str("} else {\n");
                self.block(2);
                self.out.push_str("}\n");
            }
            1 if room => {
                self.loops += 1;
                let k = self.loops;
                let count = 1 + self.random.next(5);
                let _ = writeln!(self.out, "for (int k{k} = 0; k{k} < {count}; k{k}++) {{");
                self.block(2);
                if self.random.next(2) == 0 {
                    let c = self.expression(1);
                    let word = self.random.pick(&["break", "continue"]);
                    let _ = writeln!(self.out, "if ({c}) {word};");
                    self.block(1);
                }
                let _ = writeln!(self.out, "u += k{k};\n}}");
            }
            2 if room => {
                let c = self.expression(1);
                let _ = writeln!(self.out, "switch (({c}) & 7) {{");
                for k in 0..self.random.next(6) {
                    let _ = writeln!(self.out, "case {k}:");
                    self.block(1);
                    if self.random.next(3) > 0 {
                        self.out.push_str("break;\n");
                    }
                }
                self.out.push_str("default: j ^= 5;\n}\n");
            }
            3 if room => {
                self.loops += 1;
                let k = self.loops;
                let c = self.expression(1);
                let _ = writeln!(self.out, "int w{k} = 0; while (w{k}++ < 3 && ({c})) {{");
                self.block(2);
                self.out.push_str("}\n");
            }
            4 if self.depth == 1 => {
                // A cycle with two entries.
                self.labels += 1;
                let l = self.labels;
                let c = self.expression(1);
                let _ =
                    writeln!(self.out, "int g{l} = 0; if ({c}) goto A{l}; else goto B{l};\nA{l}:;");
                let (x, y) = (self.expression(1), self.expression(1));
                let _ = writeln!(self.out, "u ^= {x};\nB{l}: v += {y};");
                let d = self.expression(1);
                let _ = writeln!(self.out, "if (g{l}++ < 4) {{ if ({d}) goto A{l}; goto B{l}; }}");
            }
            5 => {
                let t = self.target();
                let opr =
                    self.random.pick(&["^= ", "|= ", "&= ", ">>= 31 & ", "/= 3 + (int)(7 & "]);
                let e = self.expression(2);
                let close = if opr.contains('(') { ")" } else { "" };
                let _ = writeln!(self.out, "{t} {opr}({e}){close};");
            }
            6 => {
                let (name, ty) = VARIABLES[self.random.next(VARIABLES.len())];
                if !ty.contains("long") && ty != "int" {
                    let opr = self.random.pick(&["++", "--"]);
                    let _ = writeln!(self.out, "{name}{opr};");
                }
            }
            7 => self.out.push_str("{ struct T o = t; t = n[u & 1]; n[u & 1] = o; }\n"),
            8 => {
                let e = self.expression(1);
                let _ = writeln!(self.out, "p = {e} ? &a[0] : &a[4]; p[v & 3] += 3u;");
            }
            _ => {
                let (t, e) = (self.target(), self.expression(3));
                let _ = writeln!(self.out, "{t} = {e};");
            }
        }
        self.depth -= 1;
    }

    /// A statement that reaches objects of the module by their addresses.
    fn through_pointers(&mut self) {
        let e = self.expression(1);
        let place = self.random.pick(&SHARED_PLACES);
        let other = self.random.pick(&SHARED_PLACES);
        let line = match self.random.next(6) {
            0 => format!("aim((unsigned)({e}), at);"),
            1 => format!("u ^= through(&{place}, {other}, at);"),
            2 => format!("v += atomicAdd(&{place}, (unsigned)({e}));"),
            3 => format!("i ^= (int)atomicExch(where(v, at), (unsigned)({e}));"),
            4 => "link(&gt[at], at);".to_owned(),
            _ => {
                format!("{{ unsigned &r = {place}; r ^= 9u; {other} += (unsigned)({e}); u += r; }}")
            }
        };
        let _ = writeln!(self.out, "{line}");
    }

    fn block(&mut self, count: usize) {
        for _ in 0..count {
            self.out.push_str("{\n");
            self.statement();
            self.out.push_str("}\n");
        }
    }
}

fn source(seed: u64) -> String {
    let random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let module = seed.is_multiple_of(3);
    let mut g = Generator { random, out: String::new(), depth: 0, loops: 0, labels: 0, module };
    if module {
        let word = if seed.is_multiple_of(2) { "__noinline__" } else { "" };
        g.out.push_str(&MODULE.replace("CALL", word));
    }
    g.out.push_str(
        "struct T { int x; short y; unsigned lo : 5; int hi : 7; };\nunion M { unsigned w; float f; };\n\
         static __device__ unsigned add3(unsigned a, unsigned b) { if (a > b) return a - b; return a + b + 3u; }\n\
         extern \"C\" __global__ void k(unsigned long long *out, const int *in) {\n\
         int at = blockIdx.x * blockDim.x + threadIdx.x;\n\
         unsigned a[8]; short b[4]; struct T t, n[2]; union M m; unsigned *p = a;\n\
         for (int z = 0; z < 8; z++) a[z] = in[(at + z) & 63];\n\
         for (int z = 0; z < 4; z++) b[z] = (short)in[(at + 2 * z) & 63];\n\
         t.x = in[at & 63]; t.y = 3; t.lo = 9; t.hi = -5; n[0] = t; n[1] = t; n[1].x = 77; m.w = in[at & 31];\n",
    );
    if seed.is_multiple_of(2) {
        // Half of the kernels call it out of line.
        g.out = g.out.replace("__device__ unsigned add3", "__device__ __noinline__ unsigned add3");
    }
    for (k, (name, ty)) in VARIABLES.iter().enumerate() {
        let _ = writeln!(g.out, "{ty} {name} = ({ty})in[(at * 3 + {k}) & 63];");
    }
    if module {
        g.out.push_str(
            "sa[threadIdx.x] = u; sb[threadIdx.x] = v; gt[at].x = u; gt[at].next = &gt[at];\n\
             aim(u, at);\n",
        );
    }
    for _ in 0..6 {
        g.statement();
    }
    if module {
        for (k, place) in SHARED_PLACES.iter().enumerate() {
            let _ = writeln!(g.out, "ul = ul * 31 + {place} + {k};");
        }
    }
    for (k, word) in words().enumerate() {
        let _ = writeln!(g.out, "out[at * {WORDS} + {k}] = (unsigned long long){word};");
    }
    g.out.push_str("}\n");
    g.out
}

/// How many words each thread writes.
const WORDS: usize = 30;

/// What is written: every variable, array element and member.
fn words() -> impl Iterator<Item = String> {
    let rest = ["t.x", "t.y", "t.lo", "t.hi", "n[0].x", "n[1].y", "m.w", "*p"];
    let variables = VARIABLES.iter().map(|(name, _)| (*name).to_owned());
    let arrays = (0..8).map(|z| format!("a[{z}]")).chain((0..4).map(|z| format!("b[{z}]")));
    variables.chain(arrays).chain(rest.map(str::to_owned))
}

const LAUNCH: &str = r#"
source = "random.cu"
seed = 3
[buffers.out]
type = "u64"
length = 2880
init = "zeros"
[buffers.in]
type = "i32"
length = 64
init = { uniform = [-2147483648, 2147483647] }
[[launch]]
kernel = "k"
grid = [3, 1, 1]
block = [32, 1, 1]
args = ["&out", "&in"]
[[expect]]
buffer = "out"
values = [0]
exact = true
"#;

fn outputs(ptx: &str) -> Result<Data, String> {
    let mut file = LaunchFile::parse(LAUNCH).map_err(|e| e.to_string())?;
    file.expects.clear();
    let mut device = optx_launch::Emulator::new(Schedule::Lockstep);
    device.config.budget = 50_000_000;
    let outcome = optx_launch::run(&file, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    outcome.outputs.get("out").cloned().ok_or_else(|| "no output".to_owned())
}

/// Fails at the first word that differs, and names it.
fn same(a: &Data, b: &Data, what: &str, text: &str) {
    let differs = (0..a.len()).find(|&k| a.bits(k) != b.bits(k));
    if let Some(k) = differs {
        let name = words().nth(k % WORDS).unwrap_or_default();
        let (x, y) = (a.bits(k), b.bits(k));
        panic!("{what} differ in {name} of thread {}: {x:#x}, {y:#x}\n{text}", k / WORDS);
    }
}

fn agrees(seed: u64, with_nvrtc: bool) {
    let text = source(seed);
    let file = std::env::temp_dir().join(format!("optx-random-{}-{seed}.cu", std::process::id()));
    std::fs::write(&file, &text).expect("a temporary file");
    let compile = |level| optx(&file, &[], level, "80").map_err(|e| e.to_string());
    let (o0, o3) = (compile("-O0"), compile("-O3"));
    std::fs::remove_file(&file).expect("the temporary file is there");
    let (o0, o3) = (
        o0.unwrap_or_else(|e| panic!("{e}\n{text}")),
        o3.unwrap_or_else(|e| panic!("{e}\n{text}")),
    );
    let plain = outputs(&o0).unwrap_or_else(|e| panic!("seed {seed} -O0: {e}\n{text}"));
    let optimized = outputs(&o3).unwrap_or_else(|e| panic!("seed {seed} -O3: {e}\n{text}"));
    same(&plain, &optimized, &format!("seed {seed}: -O0 and -O3"), &text);
    if with_nvrtc {
        let options = ["--gpu-architecture=compute_80".to_owned()];
        let ptx = optx_judge::nvrtc::compile(&text, "random.cu", &options)
            .unwrap_or_else(|e| panic!("seed {seed}: NVRTC: {e}\n{text}"));
        let wanted = outputs(&ptx).unwrap_or_else(|e| panic!("seed {seed} NVRTC: {e}\n{text}"));
        same(&plain, &wanted, &format!("seed {seed}: optx and NVRTC"), &text);
    }
}

/// `OPTX_RANDOM_SEEDS=first..last` runs others than the usual few: 1..150 agreed on 2026-11-21.
#[test]
fn random_kernels_agree() {
    let with_nvrtc = find(Tool::Nvrtc).is_ok();
    assert!(with_nvrtc || !required(), "NVRTC is required: run tools/fetch nvrtc");
    if !with_nvrtc {
        println!("ignored: nvrtc (only -O0 and -O3 are compared)");
    }
    let range = std::env::var("OPTX_RANDOM_SEEDS").unwrap_or_else(|_| "1..20".to_owned());
    let (first, last) = range.split_once("..").expect("first..last");
    let (first, last): (u64, u64) =
        (first.parse().expect("a number"), last.parse().expect("a number"));
    for seed in first..last {
        agrees(seed, with_nvrtc);
    }
}

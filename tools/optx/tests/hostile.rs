//! Bad input ends in a diagnostic, never in a panic; what is merely large compiles. (A panic fails the test: it runs
//! in process.)

use optx::{Emit, Input, Options, compile};

fn kernel(body: &str) -> String {
    format!("extern \"C\" __global__ void k(int *p) {{ {body} }}\n")
}

fn compiles(source: &str) -> String {
    match compile(source, &Options::default()) {
        Ok(ptx) => ptx.text().to_owned(),
        Err(d) => panic!("{}", d.to_string().chars().take(500).collect::<String>()),
    }
}

/// On a thread with the stack that a program's main thread has: tests' threads have a quarter of it.
fn on_a_main_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn nesting_of_256_compiles() {
    on_a_main_stack(|| {
        compiles(&kernel(&format!("int x = {}1{}; *p = x;", "(".repeat(256), ")".repeat(256))));
        compiles(&kernel(&format!("{} p[0] = 1; {}", "{".repeat(256), "}".repeat(256))));
        let ifs: String = (0..256).map(|k| format!("if (p[{k}]) ")).collect();
        compiles(&kernel(&format!("{ifs} p[0] = 1;")));
        let blocks: String = (0..256).map(|k| format!("if (p[{k}]) {{")).collect();
        compiles(&kernel(&format!("{blocks} p[0] = 1; {}", "}".repeat(256))));
        compiles(&kernel(&format!("*p = {} *p;", "- ".repeat(256))));
        compiles(&kernel(&format!("*p = {} 1;", "*p ? 2 : ".repeat(256))));
    });
}

#[test]
fn deeper_nesting_is_a_diagnostic() {
    on_a_main_stack(|| {
        for body in [
            format!("int x = {}1{};", "(".repeat(100_000), ")".repeat(100_000)),
            "{".repeat(100_000),
            format!("*p = {} *p;", "- ".repeat(100_000)),
            format!("int {} x;", "*".repeat(100_000)),
            format!("*p = p{};", "[0".repeat(100_000)),
            format!("*p = {};", "*p ? 2 : ".repeat(100_000)),
            "if (*p) ".repeat(100_000),
        ] {
            assert!(compile(&kernel(&body), &Options::default()).is_err());
        }
    });
}

#[test]
fn long_sums_compile() {
    on_a_main_stack(|| {
        let terms: Vec<String> = (0..65_536).map(|k| format!("p[{}]", k % 4096)).collect();
        compiles(&kernel(&format!("*p = {};", terms.join(" + "))));
        compiles(&kernel(&format!("*p = {};", terms[..4096].join(" && "))));
    });
}

#[test]
fn doublings_are_no_tree_of_two_to_the_64() {
    let lines: String = (1..64).map(|k| format!("int x{} = x{k} + x{k};", k + 1)).collect();
    for level in 0..=3 {
        let mut options = Options::default();
        options.code.opt_level = level;
        let source = kernel(&format!("int x1 = *p + *p; {lines} *p = x64;"));
        let ptx = compile(&source, &options).expect("it compiles");
        let adds = ptx.text().matches("add.s32").count();
        assert_eq!(adds, 64, "at -O{level}");
    }
}

/// In form Ssa a text may share operations: 44 doublings of one value in one statement, which no pass may walk as a tree.
#[test]
fn shared_operations_of_a_text_are_walked_once() {
    let mut shared = "(let cr1 (U8ADD v0.1 v0.1))".to_owned();
    for k in 2..45 {
        shared.push_str(&format!("(let cr{k} (U8ADD cr{0} cr{0}))", k - 1));
    }
    for level in [0, 3] {
        let text = format!(
            "(ssa 1 (options target=sm_75 O={level}) (type t0 scalar U4) (type t1 array t0 16) \
             (global $0 \"s\" t1 shared align=16) (global $1 \"c\" t1 constant align=16) \
             (func ssa \"k\" \"k\" @0:0:0 at=ssa (aux v0 temp U8 \"a\" 2) (bb bb0 \
             (stid @0:1:1 (v0.1) (ivar U8 const (lda $1 0) 0)) {shared} \
             (istore @0:4:1 ((ivar U8 global cr44 0)) cr44) \
             (istore @0:4:2 ((ivar U8 shared (lda $0 0) 8)) cr44) (return @0:6:3))))"
        );
        let options = Options { input: Input::Ssa, ..Options::default() };
        let ptx = compile(&text, &options).unwrap_or_else(|d| panic!("{d}"));
        assert!(ptx.text().matches("add.s64").count() < 100, "{}", ptx.text());
    }
}

#[test]
fn large_switches_and_strings_compile() {
    let cases: String = (0..5000).map(|k| format!("case {}: x += {k}; break;", k * 3)).collect();
    compiles(&kernel(&format!("int x = *p; switch (x) {{ {cases} }} *p = x;")));
    compiles(&kernel(&format!("const char *s = \"{}\"; *p = s[*p];", "a".repeat(1 << 20))));
}

#[test]
fn recursion_shows_the_cycle() {
    let source = "__device__ int g(int n);\n__device__ int f(int n) { return g(n); }\n__device__ int g(int n) { return \
                  f(n); }\nextern \"C\" __global__ void k(int *p) { *p = f(*p); }\n";
    let shown = compile(source, &Options::default()).expect_err("recursion").to_string();
    assert!(shown.contains("E0102") && shown.contains('f') && shown.contains('g'), "{shown}");
}

#[test]
fn empty_and_odd_texts_do_not_panic() {
    for text in
        ["", "\0", "(", ")", "\u{feff}", "(whirl", "(ssa 1", "(whirl 1)", "(ssa 1)", "\"", "#", ";"]
    {
        for input in [Input::Cu, Input::Whirl, Input::Ssa] {
            let _ = compile(text, &Options { input, ..Options::default() });
        }
    }
}

/// A small generator with a fixed sequence for a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }
}

const SOURCE: &str = r#"
struct __align__(16) V { float x, y, z, w; };
__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};
__device__ float scale(float v, int k) { switch (k) { case 0: return v; case 1: return v * 2.0f; default: break; } return -v; }
__device__ __noinline__ V turn(V v, short by) { v.y = v.x * by; v.x = v.w; return v; }
__device__ __noinline__ int tally(int *count) { __syncthreads(); return *count; }
extern "C" __global__ void k(V *out, const V *in, int *count, int n) {
    __shared__ float tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x & 63] = i < n ? in[i].x : 0.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < 3 && i + j < n; j++) sum += weights[j] * scale(tile[(threadIdx.x + j) & 63], j);
    if (i < n) { V v = turn(in[i], tally(count)); v.x = sum; out[i] = v; if (sum > 1.0f) atomicAdd(count, 1); }
    while (__any_sync(0xffffffffu, sum > 0.5f)) sum *= 0.5f;
}
"#;

/// Words that mean something in the text forms, to put in odd places.
const WORDS: &[&str] = &[
    "=0",
    "=-1",
    "=99999999999999999999",
    "v0",
    "v0.1",
    "v3.2",
    "v99",
    "bb0",
    "bb1",
    "bb77",
    "%0",
    "%99",
    "$0",
    "$9",
    "t0",
    "t77",
    "L0",
    "L99",
    "+8",
    "-4",
    "+9223372036854775807",
    "(",
    ")",
    "U4",
    "M",
    "B",
    "V",
    "(goto @0:0:0 bb0)",
    "!volatile",
    "~tid.x",
    "~atom.add",
    "<0:64>",
    "<200:9>",
    "align=4",
    "align=0",
    "@9:9:9",
    "\"x\"",
    "I4ADD",
    "BLOCK",
    "U8U8LDID",
    "CALL",
    "phi",
    "stid",
    "istore",
    "=7:U4",
    "=0x1:F4",
    "shared",
    "param",
    "kernel",
    "device",
];

fn mutate(random: &mut Random, text: &str) -> String {
    let mut words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    for _ in 0..1 + random.next(4) {
        let at = random.next(words.len());
        match random.next(5) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, WORDS[random.next(WORDS.len())]),
            2 => words[at] = WORDS[random.next(WORDS.len())],
            3 => {
                let other = random.next(words.len());
                words.swap(at, other);
            }
            _ => {
                let other = words[random.next(words.len())];
                words.insert(at, other);
            }
        }
        if words.is_empty() {
            break;
        }
    }
    words.join(" ")
}

#[test]
fn mutated_text_forms_do_not_panic() {
    let forms = [
        (Emit::WhirlVh, Input::Whirl),
        (Emit::WhirlM, Input::Whirl),
        (Emit::Cfg, Input::Ssa),
        (Emit::Ssa, Input::Ssa),
        (Emit::Regs, Input::Ssa),
    ];
    let mut random = Random(0x5eed);
    let mut accepted = 0;
    for (emit, input) in forms {
        let form = compile(SOURCE, &Options { emit, ..Options::default() }).expect("the form");
        for _ in 0..400 {
            let text = mutate(&mut random, form.text());
            let result = std::panic::catch_unwind(|| {
                compile(&text, &Options { input, ..Options::default() }).is_ok()
            });
            match result {
                Ok(ok) => accepted += usize::from(ok),
                Err(_) => panic!("{emit:?} panics on:\n{text}"),
            }
        }
    }
    // Some mutations change nothing that matters.
    assert!(accepted > 0);
}

/// A part of an aggregate past the last offset that there is.
#[test]
fn far_offsets_do_not_panic() {
    let source = "struct P { float x, y, z; };
        __global__ void k(P *a) { P q[2]; q[1] = a[1]; a[0] = q[1]; a[3] = q[0]; }";
    let form = compile(source, &Options { emit: Emit::WhirlVh, ..Options::default() });
    let form = form.expect("the form").text().to_owned();
    assert!(form.contains("+12 t") && form.contains("+36 t"));
    for near in ["+12 t", "+36 t"] {
        let text = form.replace(near, "+9223372036854775804 t");
        // Whether it is taken does not matter.
        let _ = compile(&text, &Options { input: Input::Whirl, ..Options::default() });
    }
}

/// Words that mean something in a source, to put in odd places.
const SOURCE_WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "~",
    "!",
    "?",
    ":",
    "<<",
    ">>",
    "->",
    ".",
    "...",
    "int",
    "unsigned",
    "char",
    "float",
    "double",
    "struct",
    "union",
    "enum",
    "typedef",
    "const",
    "volatile",
    "__shared__",
    "__constant__",
    "__device__",
    "__global__",
    "extern",
    "static",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "sizeof",
    "0",
    "1",
    "-1",
    "0xffffffffffffffff",
    "1e400",
    "0.5f",
    "'a'",
    "\"s\"",
    "#",
    "##",
    "#define X",
    "#if 1",
    "#endif",
    "x",
    "v",
    "tile",
    "threadIdx",
    "threadIdx.x",
    "__syncthreads()",
    "atomicAdd(",
    "asm(\"mov.u32 %0, %1;\" :",
    "void",
    "bool",
    "true",
    "template<",
    "namespace",
    "operator",
    "V",
    "in[",
    "&&",
    "||",
    "++",
    "--",
    "static_cast<int>(",
    "long long",
    "goto x",
];

#[test]
fn mutated_sources_do_not_panic() {
    on_a_main_stack(|| {
        let mut random = Random(0xc0de);
        let words: Vec<&str> = SOURCE.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        let mut accepted = 0;
        for _ in 0..1500 {
            let mut mutant = words.clone();
            for _ in 0..1 + random.next(4) {
                let at = random.next(mutant.len());
                match random.next(4) {
                    0 => {
                        mutant.remove(at);
                    }
                    1 => mutant.insert(at, SOURCE_WORDS[random.next(SOURCE_WORDS.len())]),
                    2 => mutant[at] = SOURCE_WORDS[random.next(SOURCE_WORDS.len())],
                    _ => {
                        let other = random.next(mutant.len());
                        mutant.swap(at, other);
                    }
                }
            }
            let text = mutant.concat();
            let run = || {
                let request = optx::facts::Request::default();
                let (options, none) = (Options::default(), optx::NoIncludes);
                let told = optx::facts_with("k.cu", &text, &options, &none, request).is_ok();
                assert_eq!(told, compile(&text, &options).is_ok());
                told
            };
            match std::panic::catch_unwind(run) {
                Ok(ok) => accepted += usize::from(ok),
                Err(_) => panic!("it panics on:\n{text}"),
            }
        }
        assert!(accepted > 0);
    });
}

/// Calls see all objects that others can reach; those are taken together before calls times objects are too many.
#[test]
fn many_objects_and_many_calls_are_no_product() {
    let body = |count: usize| {
        let one = |k| format!("int a{k}[2]; a{k}[0] = p[{k}]; printf(\"%p\", a{k});");
        (0..count).map(one).collect::<String>()
    };
    let lists = |count: usize| {
        // Without passes: chis that nobody reads go.
        let mut options = Options { emit: Emit::Ssa, ..Options::default() };
        options.code.opt_level = 0;
        let ssa = compile(&kernel(&body(count)), &options).expect("it compiles");
        ssa.text().matches(" chi(").count()
    };
    // Few: each call may change each object. Many: a call changes one class.
    assert!(lists(20) > 20 * 20, "{}", lists(20));
    assert!(lists(300) < 16 * 300, "{}", lists(300));
}

//! Text forms are inputs: for every kernel and level, compiling any form's text gives the same bytes as compiling the
//! source, and printing what was read gives the text again.

use optx::{Emit, Input, Options};
use runtime_tests::suite::cases;

fn options(arguments: &[String], level: u8) -> Options {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (mut options, _) = Options::parse_args(&words).expect("a launch file's options");
    options.code.opt_level = level;
    options.code.lineinfo = level == 2;
    options
}

#[test]
fn every_form_of_every_kernel_at_every_level_compiles_to_the_same_ptx() {
    let forms = [
        (Emit::WhirlVh, Input::Whirl),
        (Emit::WhirlM, Input::Whirl),
        (Emit::Cfg, Input::Ssa),
        (Emit::Ssa, Input::Ssa),
        (Emit::Regs, Input::Ssa),
    ];
    for case in cases().expect("the kernels") {
        let source = std::fs::read_to_string(&case.source).expect("a kernel");
        for level in 0..=3 {
            let direct = options(&case.launch.options, level);
            let ptx = optx::compile(&source, &direct)
                .unwrap_or_else(|d| panic!("{} at -O{level}: {d}", case.name));
            for (emit, input) in forms {
                let mut first = direct.clone();
                first.emit = emit;
                let text = optx::compile(&source, &first).expect("a form of a valid kernel");
                let mut second = Options { input, ..Options::default() };
                let again = optx::compile(text.text(), &second)
                    .unwrap_or_else(|d| panic!("{} at -O{level} from {emit:?}: {d}", case.name));
                assert_eq!(again.text(), ptx.text(), "{} at -O{level} from {emit:?}", case.name);
                second.emit = emit;
                let printed = optx::compile(text.text(), &second).expect("the form again");
                assert_eq!(printed.text(), text.text(), "{} at -O{level}: {emit:?}", case.name);
            }
        }
    }
}

/// The seeds under which what has no order is shuffled.
const SEEDS: std::ops::Range<u64> = 1..6;

#[track_caller]
fn no_order_matters(what: &str, source: &str, options: &Options) {
    let plain = optx::compile(source, options).unwrap_or_else(|d| panic!("{what}: {d}"));
    for seed in SEEDS {
        let mut shuffled = options.clone();
        shuffled.run.shuffle_seed = Some(seed);
        let other = optx::compile(source, &shuffled).unwrap_or_else(|d| panic!("{what}: {d}"));
        assert_eq!(other.text(), plain.text(), "{what} under seed {seed}");
    }
}

#[test]
fn the_order_of_work_does_not_matter() {
    for case in cases().expect("the kernels") {
        let source = std::fs::read_to_string(&case.source).expect("a kernel");
        // Level 2 is the one with line information.
        for level in [0, 2, 3] {
            let mut options = options(&case.launch.options, level);
            options.code.lineinfo = level == 2;
            no_order_matters(&format!("{} at -O{level}", case.name), &source, &options);
            options.emit = Emit::Ssa;
            no_order_matters(&format!("{} at -O{level}", case.name), &source, &options);
        }
    }
}

/// Functions that call each other, and objects that some of them expose.
#[test]
fn the_order_of_functions_does_not_matter() {
    let mut source =
        "__shared__ int s[64]; __device__ int *sink; __device__ int g[64];\n".to_owned();
    for k in 0..12 {
        let callee =
            |j: usize| if j < k { format!("f{j}(p, n) + *w{j}(n)") } else { "n".to_owned() };
        let does = ["p[n & 7] = n;", "sink = p;", "n += *p;", "__syncthreads();"][k % 4];
        let space = ["s", "g", "n & 1 ? s : g", "p"][k % 4];
        let (a, b) = (callee(k / 2), callee(k / 3 + 1));
        source.push_str(&format!(
            "__device__ __noinline__ int f{k}(int *p, int n) {{ {does} return {a} - {b}; }}\n\
             __device__ __noinline__ int *w{k}(int n) {{ int *p = g + 3; return {space}; }}\n\
             extern \"C\" __global__ void k{k}(int *o, int n) {{ int a[8]; for (int i = 0; i < 8; i++) a[i] = o[i]; \
             o[8] = f{k}(a, n); __syncthreads(); o[9] = a[n & 7] + *w{k}(n) + s[n & 63]; }}\n"
        ));
    }
    for level in 0..=3 {
        for emit in [Emit::Ptx, Emit::Ssa] {
            let mut options = Options::default();
            (options.code.opt_level, options.emit) = (level, emit);
            no_order_matters(&format!("-O{level}"), &source, &options);
        }
    }
}

#[test]
fn the_order_of_kernels_does_not_matter() {
    // Several kernels in one file, compiled in other orders.
    let mut source = String::new();
    for k in 0..12 {
        source.push_str(&format!(
            "extern \"C\" __global__ void k{k}(int *p, int n) {{ __shared__ int s{k}[32]; s{k}[threadIdx.x & 31] = n; \
             __syncthreads(); for (int i = 0; i < n; i++) p[i] += s{k}[i & 31] * {k}; }}\n"
        ));
    }
    no_order_matters("kernels", &source, &Options::default());
}

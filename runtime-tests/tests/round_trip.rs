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
    let plain = optx::compile(&source, &Options::default()).expect("valid kernels");
    for seed in 1..8 {
        let mut shuffled = Options::default();
        shuffled.run.shuffle_seed = Some(seed);
        let other = optx::compile(&source, &shuffled).expect("valid kernels");
        assert_eq!(other.text(), plain.text(), "seed {seed}");
    }
}

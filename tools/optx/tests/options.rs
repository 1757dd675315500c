//! Every option that is taken changes the PTX in a named way, in each of its spellings; wrong ones say what was meant.

use optx::{Emit, Input, Options, compile};

const KERNEL: &str = r#"
#ifdef FACTOR
#define F FACTOR
#else
#define F 2.0f
#endif
extern "C" __global__ void k(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float a = x[i] * F;
        float b = a + 1.0f;
        y[i] = sqrtf(b) / (x[i] * a + b);
    }
}
"#;

fn twice(arguments: &[&str]) -> String {
    of("extern \"C\" __global__ void k(int *p) { p[1] = p[0] + p[0]; }", arguments)
}

fn copied(arguments: &[&str]) -> String {
    of(
        "extern \"C\" __global__ void k(int *p, int n) { int m = n + 1; if (m) p[0] = m + 1; }",
        arguments,
    )
}

fn of(source: &str, arguments: &[&str]) -> String {
    let (options, _) = Options::parse_args(arguments).expect("valid options");
    compile(source, &options).unwrap_or_else(|d| panic!("{arguments:?}: {d}")).text().to_owned()
}

fn ptx(arguments: &[&str]) -> String {
    let (options, rest) = Options::parse_args(arguments).expect("valid options");
    assert!(rest.is_empty(), "{rest:?}");
    compile(KERNEL, &options).unwrap_or_else(|d| panic!("{arguments:?}: {d}")).text().to_owned()
}

fn has(arguments: &[&str], wanted: &str) {
    let plain = ptx(&[]);
    assert!(!plain.contains(wanted), "{wanted} is there without {arguments:?}");
    let text = ptx(arguments);
    assert!(text.contains(wanted), "{arguments:?} does not give {wanted}:\n{text}");
}

fn lacks(arguments: &[&str], unwanted: &str) {
    let plain = ptx(&[]);
    assert!(plain.contains(unwanted), "{unwanted} is not there without {arguments:?}");
    let text = ptx(arguments);
    assert!(!text.contains(unwanted), "{arguments:?} leaves {unwanted}:\n{text}");
}

#[test]
fn the_target_in_all_spellings() {
    for arguments in [
        &["-arch=sm_80"][..],
        &["-arch", "sm_80"],
        &["--arch=sm_80"],
        &["--gpu-architecture=compute_80"],
        &["--gpu-architecture", "sm_80"],
    ] {
        has(arguments, ".target sm_80\n");
        has(arguments, ".version 7.0\n");
    }
    has(&["-arch=sm_90a"], ".target sm_90a\n");
    has(&["-arch=compute_52"], ".version 4.1\n");
}

#[test]
fn the_level() {
    // What is read twice is loaded twice at -O0 alone.
    let loads = |level: &str| twice(&[level]).matches("ld.global").count();
    assert_eq!((loads("-O0"), loads("-O1"), loads("-O3")), (2, 1, 1));
    assert_eq!(ptx(&["-O3"]), ptx(&[]));
    assert_eq!(ptx(&["-O", "0"]), ptx(&["-O0"]));
    assert_eq!(ptx(&["--optimize=0"]), ptx(&["-O0"]));
}

#[test]
fn macros_in_order() {
    // 3.0f and 2.0f.
    has(&["-DFACTOR=3.0f"], "0f40400000");
    has(&["-D", "FACTOR=3.0f"], "0f40400000");
    has(&["--define-macro=FACTOR=3.0f"], "0f40400000");
    assert_eq!(ptx(&["-DFACTOR=3.0f", "-UFACTOR"]), ptx(&[]));
    assert_eq!(ptx(&["-UFACTOR", "-DFACTOR=3.0f"]), ptx(&["-DFACTOR=3.0f"]));
}

#[test]
fn registers() {
    has(&["--maxrregcount=32"], ".maxnreg 32");
    has(&["-maxrregcount", "32"], ".maxnreg 32");
}

#[test]
fn a_register_cap_beside_launch_bounds_is_written_and_remarked() {
    let source = "extern \"C\" __global__ void __launch_bounds__(128, 2) k(int *p) { *p = 1; }\n";
    let (options, _) = Options::parse_args(&["--maxrregcount=40"]).expect("valid options");
    let ptx = compile(source, &options).expect("a valid kernel");
    for wanted in [".maxnreg 40", ".maxntid 128", ".minnctapersm 2"] {
        assert!(ptx.text().contains(wanted), "{wanted}");
    }
    let list = ptx.warnings().list();
    assert!(list.len() == 1 && list[0].message.contains("nvcc would ignore"), "{list:?}");
}

#[test]
fn the_shape_of_blocks() {
    has(&["--block-dim=128"], ".reqntid 128, 1, 1");
    has(&["-block-dim", "16,8"], ".reqntid 16, 8, 1");
    has(&["--block-dim=4,4,4"], ".reqntid 4, 4, 4");
    // At every level the size is a number from the start, and so is an index that has one value.
    let source = "extern \"C\" __global__ void k(int *p) { p[threadIdx.z + threadIdx.y * blockDim.x + threadIdx.x] = blockDim.y; }";
    for level in ["-O0", "-O1", "-O3"] {
        let text = of(source, &["--block-dim=8,4", level]);
        assert!(!text.contains("%ntid") && !text.contains("%tid.z"), "{level}:\n{text}");
        assert!(text.contains("%tid.y") && text.contains("%tid.x"), "{level}:\n{text}");
    }
    let (options, _) = Options::parse_args(&["--block-dim=8,4"]).expect("valid options");
    let ptx = compile(source, &options).expect("a valid kernel");
    assert_eq!(ptx.kernels()[0].block_dim, Some([8, 4, 1]));
}

#[test]
fn the_shape_of_blocks_is_as_the_launch_bounds_allow() {
    let source = "__device__ int f(int *p);\nextern \"C\" __global__ void __launch_bounds__(128, 2) k(int *p) { *p = 1; }\n";
    let text = of(source, &["--block-dim=16,8"]);
    assert!(text.contains(".reqntid 16, 8, 1\n.minnctapersm 2\n"), "{text}");
    // PTX takes no `.maxntid` beside it.
    assert!(!text.contains(".maxntid"), "{text}");
    let (options, _) = Options::parse_args(&["--block-dim=16,9"]).expect("valid options");
    let said = compile(source, &options).expect_err("too many threads").to_string();
    assert!(said.contains(":2:"), "{said}");
    assert!(said.contains("E0123") && said.contains("allow 128 threads"), "{said}");
    assert!(said.contains("--block-dim=16,9,1 has 144"), "{said}");
}

#[test]
fn texts_keep_the_shape_of_blocks() {
    let given = |words: &[&str], emit: Emit, input: Input| {
        let (mut options, _) = Options::parse_args(words).expect("valid options");
        (options.emit, options.input) = (emit, input);
        options
    };
    for (emit, input) in [
        (Emit::WhirlVh, Input::Whirl),
        (Emit::WhirlM, Input::Whirl),
        (Emit::Cfg, Input::Ssa),
        (Emit::Ssa, Input::Ssa),
    ] {
        let shaped = given(&["--block-dim=64,2"], emit, Input::Cu);
        let text = compile(KERNEL, &shaped).expect("a valid kernel");
        assert!(text.text().contains(" block-dim=64,2,1"), "{}", text.text());
        let again = |words: &[&str]| compile(text.text(), &given(words, Emit::Ptx, input));
        let wanted = ptx(&["--block-dim=64,2"]);
        for words in [&[][..], &["--block-dim=64,2,1"]] {
            assert_eq!(again(words).expect("a valid text").text(), wanted, "{emit:?}");
        }
        // What the shape has been made a number in is for no other; trees have it as it was written.
        let other = again(&["--block-dim=128"]);
        match input {
            Input::Whirl => assert_eq!(other.expect("a tree").text(), ptx(&["--block-dim=128"])),
            _ => {
                let said = other.expect_err("another shape").to_string();
                assert!(said.contains("made with --block-dim=64,2,1"), "{said}");
            }
        }
        // Of what was made for any shape all is so for one.
        let any = compile(KERNEL, &given(&[], emit, Input::Cu)).expect("a valid kernel");
        let shaped = compile(any.text(), &given(&["--block-dim=128"], Emit::Ptx, input));
        assert!(shaped.expect("a valid text").text().contains(".reqntid 128, 1, 1"));
    }
}

#[test]
fn float_options() {
    has(&["-ftz=true"], "add.ftz.f32");
    has(&["-prec-div=false"], "div.full.f32");
    has(&["--prec-sqrt=false"], "sqrt.approx.f32");
    lacks(&["-fmad=false"], "fma.rn.f32");
    has(&["-fmad=false"], "mul.rn.f32");
    for wanted in ["add.ftz.f32", "sqrt.approx.ftz.f32"] {
        has(&["--use_fast_math"], wanted);
    }
    lacks(&["-use_fast_math"], "div.rn.f32");
}

/// What nvcc makes of quotients, roots and functions under the options that trade digits for time (read off NVRTC 13.5).
#[test]
fn short_forms() {
    let instructions = |expression: &str, arguments: &[&str]| {
        let source = format!(
            "extern \"C\" __global__ void k(float *o, float x, float y, double d) {{ {expression}; }}"
        );
        let mut all = vec!["-arch=sm_80"];
        all.extend_from_slice(arguments);
        let (options, _) = Options::parse_args(&all).expect("valid options");
        let ptx = compile(&source, &options).expect("a valid kernel");
        let words = ptx.text().lines().filter_map(|l| l.split_whitespace().next());
        let body = words.skip_while(|w| *w != "{").skip(1);
        let plain = ["ld.", "st.", "cvta.", "mov.", ".reg", "ret", "}"];
        body.filter(|w| !plain.iter().any(|p| w.starts_with(p))).collect::<Vec<_>>().join(" ")
    };
    let rounded = &[][..];
    let full = &["-prec-div=false"][..];
    let short = &["-prec-div=false", "-prec-sqrt=false"][..];
    let fast = &["-use_fast_math"][..];
    for (expression, arguments, wanted) in [
        ("*o = x / y", rounded, "div.rn.f32"),
        ("*o = x / y", full, "div.full.f32"),
        ("*o = x / y", fast, "div.approx.ftz.f32"),
        ("*o = 1.0f / x", rounded, "rcp.rn.f32"),
        ("*o = 1.0f / x", full, "rcp.approx.f32"),
        ("*o = 1.0f / x", fast, "rcp.approx.ftz.f32"),
        ("*o = -1.0f / x", rounded, "div.rn.f32"),
        ("*(double *)o = 1.0 / d", fast, "rcp.rn.f64"),
        ("*o = 1.0f / sqrtf(x)", rounded, "sqrt.rn.f32 rcp.rn.f32"),
        ("*o = 1.0f / sqrtf(x)", full, "sqrt.rn.f32 rcp.approx.f32"),
        ("*o = 1.0f / sqrtf(x)", &["-prec-sqrt=false"], "sqrt.approx.f32 rcp.rn.f32"),
        ("*o = 1.0f / sqrtf(x)", short, "rsqrt.approx.f32"),
        ("*o = 1.0f / sqrtf(x)", fast, "rsqrt.approx.ftz.f32"),
        ("*(double *)o = 1.0 / sqrt(d)", fast, "sqrt.rn.f64 rcp.rn.f64"),
        ("*o = __fdiv_rn(x, y)", fast, "div.rn.ftz.f32"),
        ("*o = fdividef(x, y)", rounded, "div.rn.f32"),
        ("*o = fdividef(x, y)", full, "div.full.f32"),
        ("*o = fdividef(x, y)", fast, "div.approx.ftz.f32"),
        ("*o = __fdividef(x, y)", rounded, "div.approx.f32"),
        ("*o = tanhf(x)", fast, "tanh.approx.f32"),
        ("sincosf(x, o, o + 1)", fast, "sin.approx.ftz.f32 cos.approx.ftz.f32"),
        ("*o = tanf(x)", fast, "sin.approx.ftz.f32 cos.approx.ftz.f32 div.approx.ftz.f32"),
        ("*o = powf(x, y)", fast, "lg2.approx.ftz.f32 mul.ftz.f32 ex2.approx.ftz.f32"),
        ("*o = expf(x)", fast, "mul.ftz.f32 ex2.approx.ftz.f32"),
        ("*o = __expf(x)", rounded, "mul.f32 ex2.approx.f32"),
        ("*o = __exp10f(x)", rounded, "mul.f32 ex2.approx.f32"),
        ("*o = __logf(x)", rounded, "lg2.approx.f32 mul.f32"),
        ("*o = __log10f(x)", rounded, "lg2.approx.f32 mul.f32"),
        ("*o = __saturatef(x)", rounded, "cvt.sat.f32.f32"),
        ("*o = __saturatef(x)", fast, "cvt.ftz.sat.f32.f32"),
    ] {
        let got =
            instructions(expression, arguments).replace(".rn.ftz", ".ftz").replace("mul.rn", "mul");
        assert_eq!(got, wanted.replace(".rn.ftz", ".ftz"), "{expression} {arguments:?}");
    }
}

#[test]
fn line_information() {
    has(&["-lineinfo"], ".loc 1 10 ");
    has(&["--generate-line-info"], ".file 1 \"kernel.cu\"");
}

#[test]
fn what_is_not_marked_is_the_devices() {
    let said = |source: &str, arguments: &[&str]| {
        let (options, _) = Options::parse_args(arguments).expect("valid options");
        match compile(source, &options) {
            Ok(ptx) => ptx.text().to_owned(),
            Err(d) => d.to_string(),
        }
    };
    const KERNEL: &str = "extern \"C\" __global__ void k(int *p) { *p = f(n); }";
    let unmarked = format!("int n = 4; int f(int a) {{ return a; }} {KERNEL}");
    let host = format!("int n; __host__ int f(int a) {{ return a; }} {KERNEL}");
    let recursive = format!("int n; int f(int a) {{ return a ? f(a - 1) : 0; }} {KERNEL}");
    assert!(said(&unmarked, &[]).contains("E0047"));
    for option in ["-default-device", "--default-device", "--device-as-default-execution-space"] {
        let text = said(&unmarked, &[option]);
        assert!(text.contains("ld.global.u32 %r0, [n];"), "{option}: {text}");
        assert!(said(&host, &[option]).contains("E0047"), "{option}");
        assert!(said(&recursive, &[option]).contains("E0102"), "{option}");
    }
    assert!(Options::parse_args(&["-default-device=true"]).is_err());
}

#[test]
fn the_version() {
    has(&["--ptx-version=7.8"], ".version 7.8\n");
    let (options, _) = Options::parse_args(&["--ptx-version=4.0"]).expect("a version");
    let refused = compile(KERNEL, &options).expect_err("too low a version");
    assert!(refused.to_string().contains("6.3"), "{refused}");
}

#[test]
fn warnings() {
    let source = "#warning think\nextern \"C\" __global__ void k(int *p) { *p = 1; }\n";
    let count = |arguments: &[&str]| {
        let (options, _) = Options::parse_args(arguments).expect("valid options");
        compile(source, &options).expect("a valid kernel").warnings().list().len()
    };
    assert_eq!(count(&[]), 1);
    assert_eq!(count(&["-w"]), 0);
}

#[test]
fn a_second_target_is_ignored_and_told_of() {
    for arguments in [
        &[
            "-gencode",
            "arch=compute_75,code=sm_75",
            "-gencode=arch=compute_90,code=[sm_90,compute_90]",
        ][..],
        &["-arch=sm_75", "-gencode", "arch=compute_80,code=sm_80"],
    ] {
        let (options, _) = Options::parse_args(arguments).expect("taken");
        let taken = compile(KERNEL, &options).expect("a valid kernel");
        let list = taken.warnings().list();
        assert!(list.len() == 1 && list[0].code.0 == "W0020", "{arguments:?}: {list:?}");
        assert_eq!(taken.text(), ptx(&[]));
    }
}

/// What is said of compiling without linking, and of linking, is what is done here.
#[test]
fn what_scripts_for_nvcc_pass_to_link_is_taken() {
    for arguments in [
        &["-c"][..],
        &["--compile"],
        &["-L", "/usr/local/cuda/lib64"],
        &["-L/usr/local/cuda/lib64"],
        &["--library-path=/usr/local/cuda/lib64"],
        &["-l", "cudart"],
        &["-lcudart", "-lcublas", "-lm"],
        &["--library", "cudart"],
    ] {
        let (options, rest) = Options::parse_args(arguments).expect("taken");
        assert!(rest.is_empty(), "{arguments:?}: {rest:?}");
        let taken = compile(KERNEL, &options).expect("a valid kernel");
        assert_eq!(taken.warnings().list(), [], "{arguments:?}");
        assert_eq!(taken.text(), ptx(&[]));
    }
    let lines = |arguments: &[&str]| Options::parse_args(arguments).map(|(o, _)| o.code.lineinfo);
    assert_eq!(lines(&["-lineinfo"]).ok(), Some(true));
    assert!(lines(&["-lineinf"]).is_err_and(|e| e.to_string().contains("--lineinfo")));
    assert!(lines(&["-l"]).is_err());
    assert!(lines(&["-c=1"]).is_err());
}

#[test]
fn words_for_the_front_end_of_nvcc_are_options_of_warnings() {
    let source = "__global__ void k(int *p) { int u; p[0] = u; int w; }\n";
    let said = |arguments: &[&str]| -> Vec<String> {
        let (options, rest) = Options::parse_args(arguments).expect("taken");
        assert!(rest.is_empty(), "{arguments:?}: {rest:?}");
        let list = match compile(source, &options) {
            Ok(ptx) => ptx.warnings().list().to_vec(),
            Err(diagnostics) => diagnostics.list().to_vec(),
        };
        list.iter().map(|d| format!("{} {}", d.severity.word(), d.code)).collect()
    };
    let all = ["warning W0016", "warning W0034"];
    assert_eq!(said(&[]), all);
    assert_eq!(said(&["-Xcudafe", "--diag_suppress=549"]), all[1..]);
    for both in ["--diag_suppress=549,177", "--diag_suppress=549,--diag_suppress=177"] {
        assert_eq!(said(&["-Xcudafe", both]), [] as [&str; 0]);
        assert_eq!(said(&[&format!("-Xcudafe={both}")]), [] as [&str; 0]);
    }
    assert_eq!(said(&["-Xcudafe", "--diag_suppress=declared_but_not_referenced"]), all[..1]);
    assert_eq!(said(&["-Xcudafe=--diag_error=549"]), ["error W0016", "warning W0034"]);
    assert_eq!(said(&["-Werror", "all-warnings"]), ["error W0016", "error W0034"]);
    assert_eq!(said(&["-Werror", "cross-execution-space-call,reorder"]), all);
    assert_eq!(said(&["-Werror"]), ["error W0016", "error W0034"]);
    assert_eq!(said(&["-Werror=uninitialized"]), ["error W0016", "warning W0034"]);
}

#[test]
fn the_first_of_several_targets_is_the_target() {
    let of = |arguments: &[&str]| {
        let (options, _) = Options::parse_args(arguments).expect("taken");
        options.code.target
    };
    let (first, second) =
        ("-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90");
    assert_eq!(of(&[first, second]), of(&["-arch=sm_80"]));
    assert_eq!(of(&[second, first]), of(&["-arch=sm_90"]));
    assert_eq!(of(&[first, "-arch=sm_90"]), of(&["-arch=sm_90"]));
}

#[test]
fn included_files_come_from_the_caller() {
    let include = optx::MemoryIncludes::new().with("a.h", "#define A 5\n");
    let source = "#include \"a.h\"\nextern \"C\" __global__ void k(int *p) { *p = A; }\n";
    let ptx = optx::compile_with("k.cu", source, &Options::default(), &include);
    assert!(ptx.expect("the header is found").text().contains("5"));
    let lost = compile(source, &Options::default()).expect_err("no header");
    assert!(lost.to_string().contains("a.h"));
    let (options, _) = Options::parse_args(&["-include", "a.h"]).expect("an option");
    let source = "extern \"C\" __global__ void k(int *p) { *p = A; }\n";
    assert!(optx::compile_with("k.cu", source, &options, &include).is_ok());
}

#[test]
fn wrong_options_say_what_was_meant() {
    for (arguments, wanted) in [
        (&["-arch=sm_74"][..], "sm_7"),
        (&["--maxregcount=3"], "--maxrregcount"),
        (&["-O7"], "0 to 3"),
        (&["--fmad=maybe"], "true or false"),
        (&["--ptx-version=x"], "X.Y"),
        (&["--ptx-version=99.9"], "the latest is 9.5"),
        (&["--ptx-version=7.9"], "no PTX 7.9"),
        (&["-arch"], "wants a value"),
        (&["-w=1"], "takes no value"),
        (&["--passes=dead-code"], "minus"),
        (&["--passes=-dead-cod"], "dead-code"),
        (&["--passes=-ssa"], "required"),
        (&["-rdc=maybe"], "whole program"),
        (&["-gencode", "sm_80"], "arch=compute_NN"),
        (&["-gencode=arch=compute_74,code=sm_74"], "sm_7"),
        (&["-D="], "macro's name"),
    ] {
        let error = Options::parse_args(arguments).map(|_| ()).expect_err("a mistake").to_string();
        assert!(error.contains(wanted), "{arguments:?}: {error}");
    }
}

#[test]
fn passes_can_be_left_out_and_bisected() {
    let all = ptx(&[]);
    let none = ptx(&["--opt-bisect-limit=0"]);
    assert_ne!(all, none);
    assert_eq!(ptx(&["--opt-bisect-limit=1000"]), all);
    // One run, and all runs of a group.
    let alone = "--passes=-load-pre";
    assert_ne!(twice(&["--passes=-load-pre,-value-numbering"]), twice(&[alone]));
    assert_eq!(twice(&["--passes=-propagate-2"]), twice(&[]));
    assert_ne!(copied(&["--passes=-propagate"]), copied(&[]));
    assert_eq!(ptx(&["--verify"]), all);
}

#[test]
fn several_compilations_at_once_give_the_same() {
    let wanted = ptx(&[]);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(ptx(&[]), wanted);
                }
            });
        }
    });
}

/// What is printed beside the result.
fn notes(words: &[&str], source: &str) -> String {
    let (options, _) = Options::parse_args(words).expect("valid options");
    compile(source, &options).expect("a valid source").notes().to_owned()
}

const TWO_KERNELS: &str = "extern \"C\" __global__ void first(int *p, int a) { if (a > 3) p[1] = p[0]; }\n\
                           extern \"C\" __global__ void second(int2 *p) { p[1] = p[0]; }\n";

#[test]
fn every_step_is_timed_and_summed() {
    let notes = notes(&["--time-passes", "--stats"], TWO_KERNELS);
    let mut steps = vec!["module: frontend", "module: vho", "module: assemble"];
    let passes: Vec<String> = ["first", "second"]
        .iter()
        .flat_map(|f| ["build", "ssa", "select", "print"].map(|pass| format!("{f}: {pass}")))
        .collect();
    steps.extend(passes.iter().map(String::as_str));
    for step in steps {
        let line = notes.lines().find(|line| line.starts_with(&format!("{step} ")));
        assert!(line.is_some_and(|line| line.contains(" us")), "{step}:\n{notes}");
    }
    // Sums are of the lines above them.
    let number = |line: &str, before: &str| -> f64 {
        let rest = line.split_once(before).map_or("", |(_, rest)| rest);
        rest.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(f64::NAN)
    };
    let sum = |begin: &str| -> f64 {
        let of = notes.lines().filter(|line| line.starts_with(begin) && line.contains(": "));
        of.map(|line| {
            let step = line.split_once(": ").and_then(|(_, rest)| rest.split_once(' '));
            number(line, step.map_or("", |(name, _)| name))
        })
        .sum()
    };
    let total = |head: &str| {
        let line = notes.lines().find(|line| line.starts_with(head));
        number(line.unwrap_or_else(|| panic!("{head}:\n{notes}")), "= ")
    };
    for function in ["first", "second"] {
        let all = total(&format!("total of {function} ="));
        assert!((all - sum(&format!("{function}: "))).abs() < 5.0, "{function}:\n{notes}");
    }
    let parts = sum("module: ") + total("total of first =") + total("total of second =");
    assert!((total("total =") - parts).abs() < 5.0, "{notes}");
    assert!(notes.contains("second: vectorize") && notes.contains(", accesses merged"), "{notes}");
}

#[test]
fn a_diff_alone_prints_what_every_pass_changed() {
    let diff = notes(&["--print-diff", "--filter-kernel=first"], TWO_KERNELS);
    assert!(diff.contains("; after ssa on first\n"), "{diff}");
    assert!(diff.contains("; after predicate on first\n"), "{diff}");
    assert!(diff.contains(": nothing changes\n"), "{diff}");
    assert!(!diff.contains("second"), "{diff}");
    // Where one kind of text becomes another, and at the beginning, all of it is shown; else what changed alone.
    for part in diff.split("; after ").skip(1) {
        let (head, text) = part.split_once('\n').unwrap_or((part, ""));
        let whole =
            ["frontend ", "build ", "select ", "print "].iter().any(|pass| head.starts_with(pass));
        let changes = text.lines().filter(|line| line.starts_with(['-', '+'])).count();
        assert!(whole || changes == text.lines().count(), "{head}:\n{text}");
        assert!(!whole || (changes == 0 && !text.is_empty()), "{head}:\n{text}");
    }
}

/// Each row of `optx passes` can be printed before and after; what comes into the first is WHIRL, what leaves the last is PTX.
#[test]
fn every_pass_is_printed_before_and_after() {
    let run = optx::pipeline::whole().filter(|p| p.level != optx::pipeline::ON_DEMAND);
    for name in std::iter::once(optx::pipeline::BUILD).chain(run.map(|p| p.name)) {
        for when in ["before", "after"] {
            let option = format!("--print-{when}={name}");
            let said = notes(&[&option, "--filter-kernel=second"], TWO_KERNELS);
            let (head, text) = said.split_once('\n').expect("a dump");
            assert_eq!(head, format!("; {when} {name} on second"));
            assert!(text.contains("second") && !said.contains("first"), "{option}: {said}");
        }
    }
    assert!(notes(&["--print-before=build"], TWO_KERNELS).contains("(I4ISTORE "));
    assert!(notes(&["--print-after=print"], TWO_KERNELS).contains(".visible .entry second("));
}

#[test]
fn a_filter_that_names_nothing_is_an_error() {
    let words = ["--print-after=ssa", "--filter-kernel=frist"];
    let (options, _) = Options::parse_args(&words).expect("valid options");
    let said = compile(TWO_KERNELS, &options).expect_err("there is no such kernel").to_string();
    assert!(said.contains("E0122") && said.contains("did you mean `first`"), "{said}");
    let (options, _) = Options::parse_args(&["--filter-kernel=zzzzzzzz"]).expect("valid options");
    let said = compile(TWO_KERNELS, &options).expect_err("there is no such kernel").to_string();
    assert!(said.contains("first, second"), "{said}");
}

#[test]
fn instructions_are_a_result() {
    let (options, _) = Options::parse_args(&["--emit=lir"]).expect("valid options");
    let ptx = compile(TWO_KERNELS, &options).expect("a valid source");
    let text = ptx.text();
    for part in [
        "lir kernel first\n",
        "lir kernel second\n",
        "bb0: ; depth 0",
        "ld.global.v2.u32",
        "undef %",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    assert_eq!(ptx.kernels().len(), 2);
}

/// A text form goes on without the passes that its source would have gone without.
#[test]
fn text_forms_carry_passes() {
    let words = ["-O3", "--passes=-propagate,-vectorize,+close-ssa"];
    let (options, _) = Options::parse_args(&words).expect("valid options");
    let whole = compile(TWO_KERNELS, &options).expect("a valid source").text().to_owned();
    let (plain, _) = Options::parse_args(&["-O3"]).expect("valid options");
    assert_ne!(whole, compile(TWO_KERNELS, &plain).expect("a valid source").text());
    for (emit, input) in [
        (Emit::WhirlVh, Input::Whirl),
        (Emit::WhirlM, Input::Whirl),
        (Emit::Cfg, Input::Ssa),
        (Emit::Ssa, Input::Ssa),
        (Emit::Regs, Input::Ssa),
    ] {
        let first = Options { emit, ..options.clone() };
        let text = compile(TWO_KERNELS, &first).expect("a valid source").text().to_owned();
        let read = Options { input, ..Options::default() };
        assert_eq!(compile(&text, &read).expect("its own text").text(), whole, "{emit:?}");
        // Those given by hand win.
        let (given, _) = Options::parse_args(&["--passes=-predicate"]).expect("valid options");
        let other = compile(&text, &Options { input, ..given }).expect("its own text");
        assert_ne!(other.text(), whole, "{emit:?}");
        for (word, says) in [
            ("-propagat", "did you mean propagate"),
            ("-ssa", "required"),
            ("+ssa", "no pass"),
            ("x", "wants names"),
        ] {
            let broken = text.replace("passes=-propagate,", &format!("passes={word},"));
            let said = compile(&broken, &read).expect_err("no such pass").to_string();
            assert!(said.contains("E0120") && said.contains(says), "{word}: {said}");
        }
    }
}

const LOOPS: &str = "extern \"C\" __global__ void k(int *p, int n) { int s = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < i; j++) s += p[i] * j;\n\
                     for (int i = 0; i < n; i++) if (n > 3) p[i] = s; else { int a[2] = {s, i}; p[i] = a[n & 1] ? *(n ? &a[0] : &a[1]) : 0; } }\n";

/// Passes that run behind others are left out by their names too: the pass before them does not run them itself.
#[test]
fn passes_left_out_run_behind_no_other_either() {
    let loops = "extern \"C\" __global__ void k(int *p) { int s = 0; for (int i = 0; i < 4; i++) s += p[i] * i; p[9] = s; }";
    assert!(!of(loops, &["-O3"]).contains("bra"));
    assert!(of(loops, &["-O3", "--passes=-sccp,-propagate,-simplify-cfg"]).contains("bra"));
    let ran = |words: &[&str]| {
        let stats = notes(&[words, &["--time-passes"]].concat(), loops);
        stats.lines().filter(|line| line.contains(": simplify-cfg")).count()
    };
    assert!(ran(&["-O3"]) > 3, "each run is a step of its own");
    assert_eq!(ran(&["-O3", "--passes=-simplify-cfg"]), 0);
}

/// What is printed behind any step goes on from there to the same PTX, within a row with rounds and steps too.
#[test]
fn every_step_that_is_printed_goes_on_to_the_same_code() {
    let (options, _) = Options::parse_args(&["-O3"]).expect("valid options");
    let whole = compile(LOOPS, &options).expect("a valid source").text().to_owned();
    let in_ssa = Options { emit: Emit::Ssa, ..options };
    let last = compile(LOOPS, &in_ssa).expect("a valid source").text().to_owned();
    let head = last.find(" (func ").expect("a function");
    let dumps = notes(&["-O3", "--print-after-all"], LOOPS);
    let (mut tried, mut within) = (0, 0);
    for dump in dumps.split("; after ").skip(1) {
        let (step, function) = dump.split_once('\n').expect("a line");
        if !["(func cfg ", "(func ssa ", "(func regs "]
            .iter()
            .any(|form| function.trim_start().starts_with(form))
        {
            continue;
        }
        let text = format!("{}{function})\n", &last[..head]);
        let read = Options { input: Input::Ssa, ..Options::default() };
        let again = compile(&text, &read).unwrap_or_else(|e| panic!("{step}: {e}\n{text}"));
        assert_eq!(again.text(), whole, "{step}:\n{text}");
        tried += 1;
        within += usize::from(function.lines().next().is_some_and(|line| line.contains(":1.")));
    }
    assert!(tried > 50 && within > 5, "{tried}, {within} of them within a row");
}

/// What is wrong in the head of a text form is shown at its line.
#[test]
fn wrong_heads_of_text_forms_have_places() {
    let (options, _) = Options::parse_args(&["--emit=whirl-m"]).expect("valid options");
    let source = "__device__ int table[2] = {1, 2};\n\
                  extern \"C\" __global__ void k(int *p) { p[0] = table[p[1]]; }\n";
    let text = compile(source, &options).expect("a valid source").text().to_owned();
    let line = |begin: &str| {
        let at = text.lines().position(|line| line.trim_start().starts_with(begin));
        at.expect("a line") + 1
    };
    let target = text.lines().find_map(|line| line.split("target=").nth(1)).expect("a target");
    let target = target.split([' ', ')']).next().expect("a name");
    for (from, to, begin, says) in [
        (format!("target={target}"), "target=sm_7".to_owned(), "(options", "unknown target"),
        ("align=4".to_owned(), "align=17".to_owned(), "(global $0", "alignment 17"),
    ] {
        let wrong = text.replacen(&from, &to, 1);
        let (mut options, _) = Options::parse_args(&[]).expect("no options");
        options.input = Input::Whirl;
        let said = compile(&wrong, &options).expect_err("a wrong text").to_string();
        assert!(said.contains("E0120") && said.contains(says), "{said}");
        assert!(said.contains(&format!(":{}:", line(begin))), "{}: {said}", line(begin));
    }
}

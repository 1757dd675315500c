//! Launch files: what is refused with which words, and whole runs in the emulator.

use std::path::Path;

use optx_launch::data::{Data, Elem};
use optx_launch::spec::Init;
use optx_launch::{Emulator, Inputs, LaunchError, LaunchFile, NoReferences, References, run};

const PTX: &str = "
.version 8.0
.target sm_80
.address_size 64
.const .align 4 .b8 weights[12];
.visible .entry _Z5scalePfPKff(.param .u64 out, .param .u64 in, .param .f32 s)
{
    .reg .b64 %rd<6>;
    .reg .b32 %r<5>;
    .reg .f32 %f<5>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    ld.param.f32 %f1, [s];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    mul.wide.u32 %rd3, %r4, 4;
    add.s64 %rd4, %rd2, %rd3;
    add.s64 %rd5, %rd1, %rd3;
    ld.global.f32 %f2, [%rd4];
    ld.const.f32 %f4, [weights+4];
    mul.f32 %f3, %f2, %f1;
    mul.f32 %f3, %f3, %f4;
    st.global.f32 [%rd5], %f3;
    ret;
}
";

const GOOD: &str = r#"
seed = 7
[buffers.in]
type = "f32"
length = 96
init = { uniform = [-1.0, 1.0] }
[buffers.out]
type = "f32"
length = 96
init = "zeros"
[symbols.weights]
type = "f32"
init = { values = [1.0, "0x1p-1", 3] }
[[launch]]
kernel = "scale"
grid = [3]
block = [32, 1, 1]
args = ["&out", "&in", { f32 = 3.0 }]
[[expect]]
buffer = "out"
reference = "scaled"
ulp = 1
"#;

struct Table;

impl References for Table {
    fn compute(&self, name: &str, inputs: &Inputs<'_>) -> Option<Result<Data, String>> {
        (name == "scaled").then(|| {
            let s = inputs.scalar(0, 2)? as f32;
            let w = inputs.f32("weights")?[1];
            Ok(Data::from_f32(&inputs.f32("in")?.iter().map(|x| x * s * w).collect::<Vec<_>>()))
        })
    }

    fn names(&self) -> Vec<String> {
        vec!["scaled".into()]
    }
}

fn go(text: &str) -> Result<optx_launch::Outcome, LaunchError> {
    let file = LaunchFile::parse(text)?;
    run(&file, PTX, &mut Emulator::default(), &Table, Path::new("."))
}

#[test]
fn a_good_file_runs_and_agrees() {
    let out = go(GOOD).unwrap();
    assert!(out.agrees(), "{:?}", out.difference());
    assert_eq!(out.launches[0].kernel, "_Z5scalePfPKff");
    assert!(out.launches[0].counters.as_ref().unwrap().instructions.threads > 96);
    assert_eq!(out.outputs["out"].ty, Elem::F32);
}

#[test]
fn a_wrong_result_is_a_difference_and_no_error() {
    let out = go(&GOOD.replace("{ f32 = 3.0 }", "{ f32 = \"bits:0x40400100\" }")).unwrap();
    assert!(out.agrees());
    let bad = GOOD
        .replace("reference = \"scaled\"", "values = [1.0]")
        .replace("length = 96", "length = 1");
    // One thread of 96 stays inside the buffer.
    assert!(matches!(go(&bad), Err(LaunchError::Kernel(_))));
    let bad = GOOD
        .replace("reference = \"scaled\"", &format!("values = [{}]", vec!["0.25"; 96].join(",")));
    let out = go(&bad).unwrap();
    assert!(!out.agrees());
    assert!(out.difference().unwrap().contains("buffer `out`: 96 of 96 elements differ"));
}

#[test]
fn exit_statuses() {
    let status = |t: &str| go(t).map(|_| 0).unwrap_or_else(|e| e.exit_status());
    assert_eq!(status(GOOD), 0);
    assert_eq!(status("x = 1"), 1);
    assert_eq!(status(&GOOD.replace("grid = [3]", "grid = [4]")), 4);
}

/// A kernel whose threads print their number.
const PRINTS: &str = "
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 fmt[4] = {37, 100, 10, 0};
.visible .entry p()
{
    .local .align 8 .b8 buf[8];
    .reg .b64 %rd<4>;
    .reg .b32 %r<2>;
    mov.u32 %r1, %tid.x;
    sub.u32 %r1, 3, %r1;
    st.local.u32 [buf], %r1;
    mov.u64 %rd1, buf;
    cvta.local.u64 %rd1, %rd1;
    mov.u64 %rd2, fmt;
    cvta.global.u64 %rd2, %rd2;
    { .param .b64 a; st.param.b64 [a], %rd2; .param .b64 b; st.param.b64 [b], %rd1; .param .b32 r;
    call.uni (r), vprintf, (a, b); }
    ret;
}
";

#[test]
fn printed_text_is_compared() {
    let go = |expect: &str| {
        let text =
            format!("[[launch]]\nkernel = \"p\"\ngrid = [1]\nblock = [4]\nargs = []\n{expect}");
        let file = LaunchFile::parse(&text)?;
        run(&file, PRINTS, &mut Emulator::default(), &NoReferences, Path::new("."))
    };
    let out = go("[[expect]]\nprinted = \"3\\n2\\n1\\n0\\n\"").unwrap();
    assert!(out.agrees(), "{:?}", out.difference());
    assert_eq!(out.printed.as_deref(), Some(b"3\n2\n1\n0\n".as_slice()));
    let out = go("[[expect]]\nprinted = \"0\\n1\\n2\\n3\\n\"\nany_order = true").unwrap();
    assert!(out.agrees(), "{:?}", out.difference());
    let out = go("[[expect]]\nprinted = \"3\\n1\\n\"").unwrap();
    assert!(!out.agrees());
    assert_eq!(
        out.difference().as_deref(),
        Some("the printed text differs: line 2 is `2`, not `1`")
    );
    for (wrong, told) in [
        ("[[expect]]\nprinted = 3", "`printed` in [[expect]] 1 must be a text"),
        ("[[expect]]\nprinted = \"\"\nulp = 1", "`ulp` in [[expect]] 1 does not go with"),
        ("[[expect]]\nprinted = \"\"\nany_order = 1", "must be true or false"),
        ("[[expect]]\nprinted = \"\"\n[[expect]]\nprinted = \"\"", "two [[expect]]"),
    ] {
        let error = go(wrong).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

/// What each wrong line is told: a part of the message.
#[test]
fn wrong_files_are_told_what_is_wrong() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "length = 96\ninit = { u",
            "lenght = 96\ninit = { u",
            &["unknown key `lenght` in [buffers.in]", "`length`"],
        ),
        ("seed = 7", "seeds = 7", &["unknown key `seeds` in the launch file", "`seed`"]),
        ("seed = 7", "seed = \"7\"", &["`seed` in the launch file must be an integer", "a string"]),
        ("seed = 7", "seed = -7", &["-7 is out of range"]),
        (
            "type = \"f32\"\nlength = 96\ninit = { u",
            "type = \"float\"\nlength = 96\ninit = { u",
            &["`float` in [buffers.in] is no element type", "`f32`"],
        ),
        ("{ uniform = [-1.0, 1.0] }", "{ uniform = [1.0, -1.0] }", &["low < high"]),
        (
            "{ uniform = [-1.0, 1.0] }",
            "{ unifrom = [1.0, -1.0] }",
            &["unknown key `unifrom` in init of [buffers.in]", "`uniform`"],
        ),
        (
            "{ uniform = [-1.0, 1.0] }",
            "{ sums = [1, 2] }",
            &["`sums` in init of [buffers.in] needs integers"],
        ),
        ("{ uniform = [-1.0, 1.0] }", "\"ones\"", &["`init = \"ones\"`", "\"zeros\""]),
        ("{ uniform = [-1.0, 1.0] }", "3", &["`init` in [buffers.in] must be"]),
        ("\"0x1p-1\"", "\"half\"", &["\"half\" in init of [symbols.weights] is no float"]),
        (
            "grid = [3]",
            "grid = [3.5]",
            &["`grid` in [[launch]] 1 must be one to three positive integers", "a float"],
        ),
        ("grid = [3]", "grid = [0]", &["`grid`", "0 is out of range"]),
        ("grid = [3]\n", "", &["`grid` is missing in [[launch]] 1"]),
        ("\"&in\"", "\"in\"", &["argument 2 of [[launch]] 1 is \"in\"", "\"&buffer\""]),
        ("\"&in\"", "\"&inn\"", &["`&inn` in [[launch]] 1 is no buffer", "`&in`"]),
        ("{ f32 = 3.0 }", "{ float = 3.0 }", &["unknown key `float` in argument 3", "`f32`"]),
        (
            "{ f32 = 3.0 }",
            "{ f64 = 3.0 }",
            &["argument 3 of [[launch]] 1 has 8 bytes, parameter 3", "has 4"],
        ),
        ("{ f32 = 3.0 }", "{ i8 = 300 }", &["300 in argument 3 of [[launch]] 1 does not fit i8"]),
        (", { f32 = 3.0 }", "", &["has 2 arguments, kernel `_Z5scalePfPKff` takes 3"]),
        ("kernel = \"scale\"", "kernel = \"scael\"", &["`kernel` names `scael`", "_Z5scalePfPKff"]),
        (
            "reference = \"scaled\"",
            "reference = \"scald\"",
            &["there is no reference `scald`", "`scaled`"],
        ),
        ("reference = \"scaled\"\n", "", &["[[expect]] 1 needs exactly one of"]),
        ("ulp = 1", "ulp = 1\nexact = true", &["each stand alone"]),
        ("ulp = 1", "", &["on floats needs one of"]),
        ("buffer = \"out\"", "buffer = \"oul\"", &["`oul` in [[expect]] 1 is no buffer", "`out`"]),
        (
            "[symbols.weights]",
            "[symbols.wights]",
            &["[symbols.wights]: the PTX has no such variable"],
        ),
        ("\"0x1p-1\", 3]", "\"0x1p-1\", 3, 4]", &["has 16 bytes, the variable has 12"]),
        ("[[launch]]", "[[launch]", &["not a TOML file"]),
    ];
    for (from, to, parts) in cases {
        assert!(GOOD.contains(from), "{from}");
        let text = GOOD.replacen(from, to, 1);
        let message = match go(&text) {
            Err(e) => {
                assert_eq!(e.exit_status(), 1, "{e}");
                e.to_string()
            }
            Ok(_) => panic!("accepted: {to}"),
        };
        for p in *parts {
            assert!(message.contains(p), "{to}: {message}");
        }
    }
}

/// Cut and garbled files: any answer but a panic.
#[test]
fn garbled_files_do_not_panic() {
    for k in 0..GOOD.len() {
        let _ = LaunchFile::parse(&GOOD[..k]);
        let _ = LaunchFile::parse(&format!("{}{}", &GOOD[..k], &GOOD[k + 1..]));
    }
    let pieces: Vec<&str> = GOOD.split_inclusive([' ', '\n', ',', '=', '.']).collect();
    let mut state = 88_172_645_463_325_252u64;
    let mut draw = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize % n
    };
    for _ in 0..3000 {
        let mut p = pieces.clone();
        for _ in 0..3 {
            let (i, j) = (draw(p.len()), draw(p.len()));
            p[i] = [p[j], "-1", "[", "{", "9223372036854775807", "nan", "\"\"", "true"][draw(8)];
        }
        // Whatever still parses also runs, or says why not.
        if let Ok(mut file) = LaunchFile::parse(&p.concat()) {
            for b in &mut file.buffers {
                b.length = b.length.min(1000);
            }
            for l in &mut file.launches {
                l.repeat = l.repeat.min(2);
                l.grid = l.grid.map(|d| d.min(4));
            }
            let _ = run(&file, PTX, &mut Emulator::default(), &Table, Path::new("."));
        }
    }
}

#[test]
fn several_matching_kernels_are_listed() {
    let twice = format!(
        "{PTX}{}",
        PTX.split_once(".const")
            .map_or("", |x| x.1)
            .split_once(".visible")
            .map_or(String::new(), |x| format!(".visible{}", x.1))
            .replace("_Z5scalePfPKff", "_Z5scalePdPKdd")
    );
    let file = LaunchFile::parse(GOOD).unwrap();
    let e = run(&file, &twice, &mut Emulator::default(), &Table, Path::new(".")).unwrap_err();
    let m = e.to_string();
    assert!(m.contains("_Z5scalePfPKff, _Z5scalePdPKdd"), "{m}");
}

#[test]
fn refused_ptx_names_its_line() {
    let file = LaunchFile::parse(GOOD).unwrap();
    let bad = PTX.replace("mul.f32 %f3, %f2, %f1;", "mul.f33 %f3, %f2, %f1;");
    let e = run(&file, &bad, &mut Emulator::default(), &NoReferences, Path::new(".")).unwrap_err();
    assert!(matches!(e, LaunchError::Ptx(_)));
    assert!(e.to_string().contains("PTX line 23"), "{e}");
}

/// What a run of the good file reports where `out` begins unwritten and its last `left` elements stay so.
fn begins_unwritten(left: usize, config: optx_emulator::LaunchConfig) -> optx_launch::Outcome {
    let text = GOOD.replace("init = \"zeros\"", "init = \"none\"").replace(
        "length = 96\ninit = \"none\"",
        &format!("length = {}\ninit = \"none\"", 96 + left),
    );
    let values: Vec<String> = (0..96 + left).map(|_| "0.0".to_owned()).collect();
    let expect = format!("values = [{}]\nabs = 100", values.join(","));
    let text = text.replace("reference = \"scaled\"\nulp = 1", &expect);
    let file = LaunchFile::parse(&text).unwrap();
    let mut device = Emulator::default();
    device.config = config;
    run(&file, PTX, &mut device, &Table, Path::new(".")).unwrap()
}

#[test]
fn a_buffer_that_begins_unwritten() {
    let default = optx_emulator::LaunchConfig::default;
    let whole = begins_unwritten(0, default());
    assert!(whole.agrees(), "{:?}", whole.difference());
    assert!(whole.unknown.is_empty());
    // What stays unwritten is wrong, whatever it is compared with; what is there is the pattern.
    let left = begins_unwritten(3, default());
    let elements: Vec<usize> = left.unknown["out"].iter().map(|u| u.element).collect();
    assert_eq!(elements, [96, 97, 98]);
    assert!(left.unknown["out"].iter().all(|u| u.origin.is_none()));
    assert_eq!(left.outputs["out"].bits(97), 0xa5a5_a5a5);
    let difference = left.difference().unwrap();
    assert!(difference.starts_with("buffer `out`: 3 of 99 elements differ"), "{difference}");
    assert!(difference.ends_with("element 96 was never written, expected 0.0"), "{difference}");
    // Where that is turned off it is a value like others.
    let off = optx_emulator::LaunchConfig { allow_unwritten: true, ..default() };
    assert!(begins_unwritten(3, off).agrees());
    // A kernel that puts what it reads there into an output is told.
    let reads = GOOD.replace("{ uniform = [-1.0, 1.0] }", "\"none\"");
    match go(&reads) {
        Err(LaunchError::Kernel(e)) => {
            assert_eq!(e.kind, optx_emulator::RunErrorKind::Uninitialised);
            assert!(e.message.contains("byte 0 of buffer `in`, loaded at PTX line 21"), "{e}");
        }
        other => panic!("{other:?}"),
    }
    let error = LaunchFile::parse(
        &GOOD.replace("{ values = [1.0, \"0x1p-1\", 3] }", "\"none\"\nlength = 3"),
    );
    assert!(error.unwrap_err().0.contains("`init = \"none\"` is for buffers: [symbols.weights]"));
}

#[test]
fn symbols_start_over_with_every_run() {
    let file = LaunchFile::parse(GOOD).unwrap();
    let mut device = Emulator::default();
    for _ in 0..3 {
        let out = run(&file, PTX, &mut device, &Table, Path::new(".")).unwrap();
        assert!(out.agrees());
    }
}

#[test]
fn sums_are_integers_that_do_not_fall() {
    let parse = |ty: &str, sums: &str| {
        LaunchFile::parse(&format!(
            "[buffers.row]\ntype = \"{ty}\"\nlength = 4\ninit = {{ sums = {sums} }}\n\
             [[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 1\n"
        ))
    };
    assert_eq!(parse("i32", "[0, 7]").unwrap().buffers[0].init, Init::Sums(0, 7));
    assert_eq!(parse("u8", "[7, 7]").unwrap().buffers[0].init, Init::Sums(7, 7));
    for (ty, sums, told) in [
        ("i32", "[-1, 7]", "`sums` in init of [buffers.row] must be [low, high] with 0 <= low"),
        ("i32", "[8, 7]", "0 <= low <= high"),
        ("u8", "[0, 256]", "256 in init of [buffers.row] does not fit u8"),
        ("i32", "[0, 1.5]", "must be i32, not a float"),
        ("f64", "[0, 1]", "needs integers, not f64"),
        ("i32", "[0, 1, 2]", "`sums` in init of [buffers.row] must be [low, high], not an array"),
        ("i32", "7", "must be [low, high], not an integer"),
    ] {
        let error = parse(ty, sums).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

//! What is told of registers: by `--stats`, by remarks, and of a cap that is too low. What lives where is counted by hand.

use std::process::Command;

/// The status of `optx compile`, its PTX and what it says.
fn compile(source: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("k.cu"), source).expect("the source");
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.current_dir(&folder).args(["compile", "k.cu", "-o", "-"]).args(options);
    if !options.iter().any(|option| option.starts_with("-arch")) {
        command.arg("-arch=sm_80");
    }
    let output = command.output().expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn told(source: &str, options: &[&str]) -> String {
    let (status, _, said) = compile(source, options);
    assert_eq!(status, Some(0), "{said}");
    said
}

/// What `--stats` says of the row.
fn figures(source: &str, options: &[&str]) -> Vec<String> {
    let said = told(source, &[options, &["--stats"]].concat());
    let mut lines = said.lines();
    std::iter::from_fn(|| lines.find(|line| line.contains(": registers")))
        .map(str::to_owned)
        .collect()
}

/// Accesses are volatile, so that none moves. All through the loop there live what lines 2 and 3 loaded, of 32 bits, d of 64, and i: 5. At
/// -O0 the product of i and 4 comes to that, of 64 bits, which the address takes the place of: 7. Behind the load the address is dead:
/// 6. Parameters are no registers.
const LOOP: &str = "__global__ void k(volatile float *x, volatile float *y, int n) {
    float a = x[0];
    float b = x[1];
    double d = x[2];
    float gone = x[3];
    y[3] = gone;
    for (int i = 0; i < n; i++)
        a += x[i] * b;
    y[0] = a;
    y[1] = b;
    y[2] = d;
}
";

#[test]
fn the_fullest_place_by_hand() {
    let said = told(LOOP, &["-O0", "-Rpass-analysis=registers"]);
    // 9 and 9 tenths of 7.
    let wanted = "remark[R0005]: `k` takes about 15 registers; 7 live here: `d` (2), a value of line 8 (2), `i` (1), \
         a value of line 2 (1), a value of line 3 (1) [-Rpass-analysis=registers]\n --> k.cu:8:9\n";
    assert!(said.starts_with(wanted), "{said}");
    // What is dead by then is not named.
    assert!(!said.contains("gone") && !said.contains("line 5"), "{said}");
    assert_eq!(
        figures(LOOP, &["-O0"]),
        ["k: registers, units at the fullest place 7, registers about 15"]
    );
}

/// Two values live across the call, beside what it takes itself: 14 units.
#[test]
fn a_call_is_said_to_take_registers_beside_what_lives_across_it() {
    let source = "__global__ void k(volatile int *x) {
    int a = x[0], b = x[1];
    printf(\"here\");
    x[0] = a;
    x[1] = b;
}
";
    let said = told(source, &["-Rpass-analysis=registers"]);
    // 9 and 9 tenths of 14.
    let wanted = "remark[R0005]: `k` takes about 21 registers; 2 live across this call, which takes about 12 more: values of line 2 (2) \
         [-Rpass-analysis=registers]\n --> k.cu:3:5\n";
    assert!(said.starts_with(wanted), "{said}");
    let alone = told("__global__ void k() { printf(\"here\"); }", &["-Rpass-analysis=registers"]);
    assert!(alone.contains("; a call takes about 12, and nothing lives across it"), "{alone}");
}

/// With a loop that changes nothing of them variables keep their names, and an address is of its pointer.
#[test]
fn variables_and_addresses_by_their_names() {
    let said = told(LOOP, &["-O3", "-Rpass-analysis=registers"]);
    for wanted in
        ["`a` (1)", "`i` (1)", "`d` (2)", "an address of `x` (2)", "a value of line 3 (1)"]
    {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    let shared = "__global__ void k(int *out, int n) {
    __shared__ int tile[64][9];
    tile[threadIdx.x][threadIdx.y] = n;
    __syncthreads();
    int t = 0;
    for (int i = 0; i < n; i++) t += tile[threadIdx.x][i & 7];
    out[threadIdx.x] = t;
}
";
    let said = told(shared, &["-Rpass-analysis=registers"]);
    // A variable may have the name that the compiler's own values have.
    for wanted in ["`t` (1)", "`threadIdx.x` (1)", "an address of `tile` (1)"] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
}

/// So much is told, most units first, and the rest is a number.
#[test]
fn only_so_much_is_told() {
    let mut source = "__global__ void k(volatile double *x, int n) {\n".to_owned();
    (0..12).for_each(|k| source += &format!("    double v{k} = x[{k}];\n"));
    source += "    for (int i = 0; i < n; i++) {";
    (0..12).for_each(|k| source += &format!(" v{k} *= v{};", (k + 1) % 12));
    source += " }\n";
    (0..12).for_each(|k| source += &format!("    x[{k}] = v{k};\n"));
    source += "}\n";
    let said = told(&source, &["-Rpass-analysis=registers"]);
    let first = said.lines().next().unwrap_or_default();
    let numbers = first.split(['(', ')']).skip(1).step_by(2);
    let units: Vec<u32> = numbers.map(|n| n.parse().expect("units")).collect();
    let after = |word: &str| {
        let tail = first.split(word).nth(1).unwrap_or_default();
        tail.split(' ').next().and_then(|n| n.parse::<u32>().ok()).expect("a number")
    };
    assert_eq!(units.len(), 8, "{said}");
    assert!(units.is_sorted_by(|a, b| a >= b), "{said}");
    assert_eq!(units.iter().sum::<u32>() + after("and "), after("registers; "), "{said}");
    assert!(after("registers; ") >= 24, "twelve of 64 bits: {said}");
}

/// 1024 threads twice leave 32 registers each, which 40 sums do not fit into.
const SUMS: &str = "__global__ void BOUNDS k(const float *x, float *y, int n) {
    float s[40];
    for (int j = 0; j < 40; j++) s[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 40; j++) s[j] += x[i] * x[i + j];
    for (int j = 0; j < 40; j++) y[j] = s[j];
}
";

#[test]
fn limits_that_are_not_met() {
    let missed = |bounds: &str, options: &[&str]| {
        told(&SUMS.replace("BOUNDS", bounds), &[options, &["-Rpass-missed=registers"]].concat())
    };
    let said = missed("__launch_bounds__(1024, 2)", &[]);
    assert!(said.starts_with("remark[R0004]: `k` takes about "), "{said}");
    assert!(said.contains("more than the 32 that the launch bounds leave"), "{said}");
    assert!(said.contains(" live here: `s` (40), "), "{said}");
    let said = missed("", &["--maxrregcount=40"]);
    assert!(said.contains("more than the 40 that --maxrregcount asks for"), "{said}");
    let said = missed("", &["--block-dim=1024"]);
    assert_eq!(said, "", "64 are enough");
    assert_eq!(missed("", &[]), "", "nobody asks for a limit");
    assert_eq!(missed("__launch_bounds__(256)", &[]), "", "there are enough");
    assert_eq!(missed("", &["--maxrregcount=128"]), "");
}

/// Nobody asks: nothing is told, nothing is measured, and the text is the same.
#[test]
fn nothing_is_told_unasked() {
    let (_, plain, said) = compile(LOOP, &[]);
    assert_eq!(said, "");
    let (_, asked, _) = compile(LOOP, &["--stats", "-Rpass-analysis=registers"]);
    assert_eq!(plain, asked);
    assert_eq!(told(LOOP, &["-Rpass=registers", "-Rpass-missed=registers"]), "");
    let times = told(LOOP, &["--time-passes"]);
    assert!(times.contains("k: registers ") && !times.contains("fullest"), "{times}");
    let without = ["--passes=-registers", "-Rpass-analysis=registers"];
    assert_eq!(told(LOOP, &without), "");
    assert_eq!(figures(LOOP, &without[..1]), [] as [String; 0]);
}

/// It measures at every level, and is no step of optimizing: bisection does not count it.
#[test]
fn the_row_measures_and_changes_nothing() {
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        assert_eq!(figures(LOOP, &[level]).len(), 1, "{level}");
    }
    let steps = told(LOOP, &["--opt-bisect-limit=9999"]);
    assert!(steps.contains(" vectorize on k") && !steps.contains(" registers on k"), "{steps}");
    let printed = told(LOOP, &["--print-diff", "--print-after=registers", "--stats"]);
    assert!(printed.contains("; after registers on k: nothing changes"), "{printed}");
}

/// Addresses of one line in the same form are told together, and none is left out: as many as statistics count.
#[test]
fn values_of_one_line_are_all_told_of() {
    let sums: String = (0..16).map(|k| format!("s{k} += q[i + {k}] * t; ")).collect();
    let names: Vec<String> = (0..16).map(|k| format!("s{k} = {k}")).collect();
    let all: Vec<String> = (0..16).map(|k| format!("s{k}")).collect();
    let source = format!(
        "__global__ void k(float *a, float *b, float *c, float *d, const float *q, int n) {{
    int x = threadIdx.x;
    float *pa = a + x * 3, *pb = b + x * 5, *pc = c + x * 7, *pd = d + x * 9;
    float {}, t = pa[9] + pb[9] + pc[9] + pd[9];
    for (int i = 0; i < n; i++) {{ {sums} t = t * t; }}
    pa[0] = {}; pb[0] = t; pc[0] = t; pd[0] = t;
}}
",
        names.join(", "),
        all.join(" + ")
    );
    let said = told(&source, &["-O3", "--maxrregcount=24", "-Rpass=rematerialize", "--stats"]);
    let number =
        |text: &str| text.split(' ').next().and_then(|n| n.trim_end_matches(',').parse().ok());
    let counted: usize = said.split("values recomputed ").nth(1).and_then(number).expect("some");
    let remarks = said.lines().filter(|line| line.starts_with("remark[R0003]"));
    let of = |line: &str| line.split("; so are ").nth(1).and_then(number).unwrap_or(1);
    assert_eq!(remarks.clone().map(of).sum::<usize>(), counted, "{said}");
    assert!(remarks.count() < counted, "{said}");
}

#[test]
fn a_cap_that_is_too_low() {
    let source = SUMS.replace("BOUNDS", "");
    let (_, ptx, said) = compile(&source, &["--maxrregcount=16"]);
    assert!(ptx.contains(".maxnreg 16"), "{ptx}");
    let begin = "warning[W0047]: --maxrregcount=16: ptxas takes 24 registers at least for this target; \
         about the smallest that is enough here is --maxrregcount=";
    assert!(said.starts_with(begin) && said.contains("[-Wregister-cap]"), "{said}");
    let enough: u32 =
        said[begin.len()..].split(' ').next().and_then(|n| n.parse().ok()).expect("a cap");
    // 40 sums live, of which ptxas is thought to take 45 at least.
    assert!(enough.is_multiple_of(8) && (48..=64).contains(&enough), "{said}");
    // The hungriest kernel counts, wherever it stands.
    let small = "__global__ void small(int *x) { x[0] = 1; }\n";
    for both in [format!("{small}{source}"), format!("{source}{small}")] {
        assert!(told(&both, &["--maxrregcount=16"]).starts_with(&format!("{begin}{enough} ")));
    }
    assert!(told(small, &["--maxrregcount=16"]).starts_with(&format!("{begin}24 ")));
    // Of what is not measured only what ptxas does is told.
    let said = told(&source, &["--maxrregcount=16", "--passes=-registers"]);
    assert!(said.contains("for this target [-Wregister-cap]"), "{said}");
    for quiet in [
        &["--maxrregcount=24"][..],
        &["--maxrregcount=16", "-arch=sm_61"],
        &["--maxrregcount=16", "-Wno-register-cap"],
        &["--maxrregcount=16", "-w"],
    ] {
        assert_eq!(told(&source, quiet), "", "{quiet:?}");
    }
    let (status, _, said) = compile(&source, &["--maxrregcount=16", "-Werror=register-cap"]);
    assert_eq!(status, Some(1), "{said}");
}

#[test]
fn a_cap_beside_launch_bounds_is_remarked_as_before() {
    let source = SUMS.replace("BOUNDS", "__launch_bounds__(128)");
    let (_, ptx, said) = compile(&source, &["--maxrregcount=16"]);
    assert!(ptx.contains(".maxnreg 16") && ptx.contains(".maxntid 128"), "{ptx}");
    assert!(said.contains("R0001") && said.contains("W0047"), "{said}");
}

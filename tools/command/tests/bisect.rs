//! `optx bisect` from outside: what it finds, what it shows, how it ends.

use std::path::Path;
use std::process::{Command, Output};

fn optx(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.arg("bisect").args(arguments).current_dir(root).output().expect("the command runs")
}

fn status(run: &Output) -> i32 {
    run.status.code().expect("an exit status")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a kernel and its launch file.
fn folder(source: &str, more: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let launch = format!(
        "source = \"k.cu\"\n[buffers.p]\ntype = \"i32\"\nlength = 4\ninit = \"iota\"\n[[launch]]\nkernel = \"k\"\n\
         grid = [1]\nblock = [4]\nargs = [\"&p\"]\n{more}"
    );
    std::fs::write(folder.path().join("k.cu"), source).expect("a source");
    std::fs::write(folder.path().join("k.launch.toml"), launch).expect("a launch file");
    let input = folder.path().join("k.cu").to_string_lossy().into_owned();
    (folder, input)
}

const GOOD: &str = "extern \"C\" __global__ void k(int *p) {\n\
    int a = p[threadIdx.x] * 2; p[threadIdx.x] = a + p[threadIdx.x]; }\n";
/// What `docs/examples/past_the_end.cu` does, with no parameter beside the buffer.
const PAST: &str = "extern \"C\" __global__ void k(int *p) {\n\
    __shared__ int s[4], r[4]; int t = threadIdx.x;\n\
    r[t] = 1; s[t + p[0] - 4] = 2; p[t] = r[t]; }\n";

fn expect(values: &str) -> String {
    format!("[[expect]]\nbuffer = \"p\"\nvalues = {values}\nexact = true\n")
}

#[test]
fn nothing_wrong_is_0() {
    for more in [String::new(), expect("[0, 3, 6, 9]")] {
        let (_folder, input) = folder(GOOD, &more);
        let run = optx(&[&input]);
        assert_eq!(status(&run), 0, "{}", text(&run.stderr));
        assert!(text(&run.stdout).contains("nothing wrong"), "{}", text(&run.stdout));
        let run = optx(&[&input, "--every", "--format=json"]);
        let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
        assert_eq!(
            (report["result"].as_str(), &report["step"]),
            (Some("nothing"), &serde_json::Value::Null)
        );
        let tried = report["tried"].as_array().map(Vec::len);
        assert_eq!(tried, report["steps"].as_u64().map(|n| n as usize + 1));
    }
}

/// An expectation that the source does not meet is no step's fault.
#[test]
fn wrong_values_are_no_steps_fault_and_3() {
    let (_folder, input) = folder(GOOD, &expect("[0, 3, 6, 8]"));
    let run = optx(&[&input]);
    assert_eq!(status(&run), 3);
    assert!(text(&run.stdout).contains("none is to blame"), "{}", text(&run.stdout));
    let said = text(&run.stderr);
    assert!(said.contains("element 3 is 9, expected 8"), "{said}");
}

/// A step that changes the result is named, with what it changed; the status is that of a run that differs.
#[test]
fn the_step_is_named_with_what_it_changed() {
    let (_folder, input) = folder(PAST, "");
    let run = optx(&[&input]);
    let out = text(&run.stdout);
    assert_eq!(status(&run), 3, "{out}");
    assert!(out.contains("value-numbering on k, makes it wrong: buffer `p`"), "{out}");
    let lines = |sign: char| out.lines().filter(|l| l.starts_with(sign)).collect::<Vec<_>>();
    assert!(lines('-').iter().any(|l| l.contains("(ivar I4 shared")), "{out}");
    assert!(lines('+').iter().any(|l| l.contains("=1:U4")), "{out}");
    // The same, for programs.
    let run = optx(&[&input, "--format=json"]);
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let step = &report["step"];
    assert_eq!(report["result"], "step");
    assert_eq!((&step["pass"], &step["function"]), (&"value-numbering".into(), &"k".into()));
    let (before, after) = (step["before"].as_str(), step["after"].as_str());
    assert!(before.is_some_and(|t| t.starts_with("; before value-numbering on k\n (func ssa")));
    assert!(after.is_some_and(|t| t.starts_with("; after value-numbering on k\n (func ssa")));
    assert_eq!(report["tried"][0], serde_json::json!({ "limit": 0, "right": true }));
    // And whole.
    let run = optx(&[&input, "--whole"]);
    let out = text(&run.stdout);
    assert!(out.contains("; before value-numbering on k\n (func ssa"), "{out}");
    assert!(out.contains("; after value-numbering on k\n (func ssa"), "{out}");
    // Without the step, and the later one that finds the same, nothing is wrong.
    let run = optx(&[&input, "--passes=-value-numbering,-load-pre"]);
    assert_eq!(status(&run), 0, "{}", text(&run.stdout));
}

/// What runs behind a row where its pass changed something is a step as well: the names and the number of steps are those of a run of all.
#[test]
fn steps_behind_a_row_are_counted_and_named() {
    let unrolled = "for (int i = 0; i < 4; i++) a[i] = p[i] + i; int e = 0;\n\
        for (int i = 0; i < 4; i++) e += a[i ^ 1] * (i + 1); p[4] = e; }\n";
    let others: String =
        (0..9).map(|k| format!("__global__ void u{k}(int *p) {{ int a[4]; {unrolled}")).collect();
    let own = PAST.replace(
        "r[t] = 1;",
        "int a[4], e = 0; for (int i = 0; i < 4; i++) a[i] = i + p[0];\n\
        for (int i = 0; i < 4; i++) e += a[i]; r[t] = 1 + (e & 0);",
    );
    for source in [format!("{others}{PAST}"), own] {
        let (_folder, input) = folder(&source, "");
        let run = optx(&[&input]);
        let out = text(&run.stdout);
        assert_eq!(status(&run), 3, "{out}");
        assert!(out.contains("value-numbering on k, makes it wrong"), "{out}");
    }
}

/// Where values are expected these decide, not the result without steps: here the step makes it right.
#[test]
fn expected_values_come_first() {
    let (_folder, input) = folder(PAST, &expect("[1, 1, 1, 1]"));
    let run = optx(&[&input]);
    assert_eq!(status(&run), 3);
    assert!(text(&run.stdout).contains("none is to blame"));
    let (_folder, input) = folder(PAST, &expect("[2, 2, 2, 2]"));
    let run = optx(&[&input]);
    assert_eq!(status(&run), 3);
    assert!(text(&run.stdout).contains("value-numbering on k, makes it wrong"));
}

/// A reference of a test suite is not known: the result without steps stands for it, as near as the file says.
#[test]
fn the_tolerance_of_an_unknown_reference_counts() {
    let near = "[[expect]]\nbuffer = \"p\"\nreference = \"unknown\"\nabs = 1\n";
    let (_folder, input) = folder(PAST, near);
    let run = optx(&[&input]);
    assert_eq!(status(&run), 0, "{}", text(&run.stdout));
    let (_folder, input) = folder(PAST, &near.replace("abs = 1", "abs = 0.5"));
    assert_eq!(status(&optx(&[&input])), 3);
}

#[test]
fn what_is_printed_is_compared() {
    let source = PAST.replace("p[t] = r[t];", "printf(\"%d\\n\", r[t]);");
    let (_folder, input) = folder(&source, "");
    let run = optx(&[&input]);
    assert_eq!(status(&run), 3, "{}", text(&run.stdout));
    assert!(text(&run.stdout).contains("the printed text differs"), "{}", text(&run.stdout));
}

/// A kernel that goes wrong by itself, and one that a step makes go wrong: both are 4, and only one has a step.
#[test]
fn kernels_that_go_wrong_are_4() {
    let (_folder, input) = folder(&GOOD.replace("p[threadIdx.x] =", "p[threadIdx.x + 900] ="), "");
    let run = optx(&[&input]);
    assert_eq!(status(&run), 4, "{}", text(&run.stdout));
    assert!(text(&run.stdout).contains("none is to blame"));
    let traps = PAST.replace("p[t] = r[t];", "if (r[t] == 1) p[t + 1000000] = 0;");
    let (_folder, input) = folder(&traps, "");
    let run = optx(&[&input]);
    assert_eq!(status(&run), 4, "{}", text(&run.stdout));
    assert!(text(&run.stdout).contains("makes it wrong: out of bounds"), "{}", text(&run.stdout));
}

/// A kernel that a step makes run without end is given up.
#[test]
fn kernels_without_end_are_wrong() {
    let endless = PAST.replace("p[t] = r[t];", "while (r[t] == 1) __syncwarp();");
    let (_folder, input) = folder(&endless, "");
    // With the barrier the load stays, so that nothing is wrong.
    assert_eq!(status(&optx(&[&input])), 0);
    let endless = PAST.replace("p[t] = r[t];", "int a = r[t]; while (a == 1) __syncwarp();");
    let (_folder, input) = folder(&endless, "");
    let run = optx(&[&input]);
    assert_eq!(status(&run), 4, "{}", text(&run.stdout));
    assert!(text(&run.stdout).contains("warp instructions"), "{}", text(&run.stdout));
}

#[test]
fn what_cannot_be_bisected_is_told() {
    let (folder, input) = folder(GOOD, "");
    let other = folder.path().join("k.ptx").to_string_lossy().into_owned();
    let launch = folder.path().join("k.launch.toml").to_string_lossy().into_owned();
    assert_eq!(status(&optx(&[&other, "--launch", &launch])), 2);
    assert_eq!(status(&optx(&[&input, "--opt-bisect-limit=3"])), 2);
    assert_eq!(status(&optx(&[&input, "--kernel=j"])), 1);
    assert_eq!(status(&optx(&["nothing.cu"])), 1);
    std::fs::write(&input, "extern \"C\" __global__ void k(int *p) { q(); }\n").expect("a source");
    let run = optx(&[&input]);
    assert_eq!(status(&run), 1);
    assert!(text(&run.stderr).contains("`q`"), "{}", text(&run.stderr));
    let (_folder, input) = self::folder(GOOD, "");
    let run = optx(&[&input, "-O0"]);
    assert_eq!(status(&run), 0);
    assert!(text(&run.stdout).contains("nothing to bisect"), "{}", text(&run.stdout));
}

/// The help teaches by an example.
#[test]
fn help_has_an_example() {
    let run = optx(&["--help"]);
    assert_eq!(status(&run), 0);
    let out = text(&run.stdout);
    for wanted in
        ["Example:", "optx bisect", "makes it wrong", "Exit status", "--every", "--schedule"]
    {
        assert!(out.contains(wanted), "{wanted} is not in\n{out}");
    }
}

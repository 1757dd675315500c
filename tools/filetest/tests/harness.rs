//! The harness fails where it should: every directive, the diff, the prelude, the runs.

use optx_filetest::{check_file, files, unified};
use std::path::PathBuf;
use tempfile::TempDir;

const PRELUDE: &str = r#"(ssa 1
 (options target=sm_75 O=3)
 (type t0 scalar U4)
 (type t1 array t0 16)
 (global $0 "s" t1 shared align=16)
 (global $1 "c" t1 constant align=4)
"#;

/// A function in form Ssa on which copy propagation puts `v0.1 + 3` into the store, and dead code removes what is left.
const BODY: &str = r#" (func ssa "k" "k" @0:0:0 at=start
  (aux v0 temp U4 "a" 2)
  (aux v1 temp U4 "b" 3)
  (aux v2 memory V "s" 3)
  (bb bb0
   (stid @0:1:1 (v0.1) (ivar U4 const (lda $1 0) 0))
   (stid @0:2:1 (v1.1) (U4ADD v0.1 =3:U4))
   (stid @0:2:1 (v1.2) v1.1)
   (istore @0:3:1 ((ivar U4 shared (lda $0 0) 4 mu(v2.2))) v1.2 chi(v2.2 <- v2.1))
   (return @0:4:1))
 )"#;

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        folder.write("preludes/default.ssa", PRELUDE);
        folder
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }
}

/// The outcome of a test of these directives on the body, with a fresh diff beside it.
fn outcome(directives: &str, body: &str) -> Result<(), String> {
    let folder = Folder::new();
    let path = folder.write("a.ssa", &format!("{directives}\n{body}\n"));
    check_file(&path, true)?;
    check_file(&path, false)
}

/// The error, which is at that line.
fn error(directives: &str, line: usize) -> String {
    let wrong = outcome(directives, BODY).expect_err("an error");
    assert!(wrong.contains(&format!("a.ssa:{line}: ")), "{wrong}");
    wrong
}

const PASS: &str = "; test pass=propagate\n";

fn with(checks: &str) -> String {
    format!("{PASS}{checks}")
}

#[test]
fn checks_hold_in_order() {
    let good = "; The sum goes to where it is used.\n; check: (stid @0:1:1 ({x})\n; next: (U4ADD {x} =3:U4)\n\
                ; not: (phi\n; check: (istore @0:3:1\n; not: (stid\n; count 3: (stid\n; count 3: (U4ADD\n";
    let wrong = outcome(&with(good), BODY).expect_err("the count is another");
    assert!(wrong.contains("a.ssa:9: `(U4ADD` stands "), "{wrong}");
    let good = good.replace("count 3: (U4ADD", "count 2: v0.1)");
    let found = outcome(&with(&good), BODY);
    assert!(found.is_err_and(|w| w.contains("`v0.1)` stands 1 times, not 2")));
    let good = good.replace("count 2: v0.1)", "count 1: v0.1)");
    assert_eq!(outcome(&with(&good), BODY), Ok(()));
}

#[test]
fn each_check_can_fail() {
    let wrong = error(&with("; check: (istore\n; check: (stid"), 3);
    assert!(wrong.contains("no line after line") && wrong.contains("the result:"), "{wrong}");
    let wrong = error(&with("; check: (aux v0\n; next: (istore"), 3);
    assert!(wrong.contains("of the result holds no `(istore`: "), "{wrong}");
    let wrong = error(&with("; check: (aux v0\n; not: (stid\n; check: (return"), 3);
    assert!(wrong.contains("`(stid` stands in line"), "{wrong}");
    assert!(error(&with("; check: (aux v0\n; not: (return"), 3).contains("`(return` stands"));
    assert!(error(&with("; not: (func\n; check: (aux v0"), 2).contains("`(func` stands in line 1"));
    assert!(error(&with("; count 2: (return"), 2).contains("stands 1 times, not 2"));
    assert!(error(&with("; count 0: (return"), 2).contains("stands 1 times, not 0"));
    assert_eq!(outcome(&with("; not: (phi\n; check: (stid\n; not: (branch"), BODY), Ok(()));
}

#[test]
fn captures_are_one_word_and_stay_it() {
    assert_eq!(
        outcome(&with("; check: (stid @0:1:1 ({x}) (ivar\n; check: (U4ADD {x} ="), BODY),
        Ok(())
    );
    let wrong = error(&with("; check: (stid @0:1:1 ({x})\n; check: (U4SUB {x} ="), 3);
    assert!(wrong.contains("holds `(U4SUB v0.1 =`"), "{wrong}");
    // A word is a whole one: `0.1` is no beginning of one, `v0` no end.
    assert!(outcome(&with("; check: {x} (ivar U4 const\n; check: {x}"), BODY).is_err());
    assert!(error(&with("; check: (stid @0:1:1 ({x})"), 2).contains("never used again"));
    assert!(error(&with("; not: ({x}\n; check: {x} {x}"), 2).contains("nothing before it says"));
    assert!(
        error(&with("; count 1: {x}\n; check: ({x} {x}"), 2).contains("nothing before it says")
    );
    assert!(error(&with("; check: {x"), 2).contains("nothing closes"));
    assert!(error(&with("; check: {X} {X}"), 2).contains("no name of a capture"));
    assert!(error(&with("; check: {x}{x}"), 2).contains("nothing between"));
    assert!(error(&with("; check: {{x}"), 2).contains("holds `{x}`"));
}

#[test]
fn wrong_directives_are_told() {
    assert!(error(&with("; chek: x"), 2).contains("no directive `chek:`"));
    assert!(error(&with("; check:"), 2).contains("says nothing"));
    assert!(error(&with("; count: x"), 2).contains("count N: TEXT"));
    assert!(error(&with("; count three: x"), 2).contains("count N: TEXT"));
    assert!(error(&with("; next: x"), 2).contains("no match before it"));
    assert!(error(&with("; test: x\n; check: (aux"), 2).contains("a second test line"));
    assert!(error(&with("; Prose: and more prose."), 1).contains("never the only check"));
    assert!(error("; check: (aux", 1).contains("no `; test WHAT`"));
    assert!(error("; test pass=propagte\n; check: x", 1).contains("is it `propagate`?"));
    assert!(error("; test pas=dead-code\n; check: x", 1).contains("cannot be tested"));
    assert!(error("; test pass=dead-code fast\n; check: x", 1).contains("`fast` means nothing"));
    assert!(error("; test pass=dead-code -O3\n; check: x", 1).contains("says its own options"));
    assert!(error("; test analysis=dominance\n; check: x", 1).contains("but `dom`"));
    assert!(error("; test run seed=x\n; check: x", 1).contains("no seed"));
    assert!(error("; test pass=ssa\n; check: x", 1).contains("needs form cfg; this is form ssa"));
    assert!(error("; test run\n; norun: no\n; check: x", 2).contains("for tests of passes"));
}

#[test]
fn preludes_are_found_and_lines_are_the_files_own() {
    let named = with("; prelude: other\n; check: (stid");
    assert!(error(&named, 2).contains("other.ssa"));
    let folder = Folder::new();
    folder.write("preludes/other.ssa", PRELUDE);
    let path = folder.write("a.ssa", &format!("{named}\n{BODY}\n"));
    assert_eq!(check_file(&path, true), Ok(()));
    let broken = folder.write("b.ssa", &format!("{named}\n{}\n", BODY.replace("U4ADD", "U4ADE")));
    let wrong = check_file(&broken, true).expect_err("an unknown opcode");
    assert!(wrong.contains("b.ssa:10: column") && wrong.contains("U4ADE"), "{wrong}");
    let whole = folder.write("c.ssa", &format!("{}\n{PRELUDE}{BODY}\n)\n", with("; check: (stid")));
    assert_eq!(check_file(&whole, true), Ok(()));
    let both = folder.write("d.ssa", &format!("{named}\n{PRELUDE}{BODY}\n)\n"));
    assert!(check_file(&both, true).expect_err("both").contains("d.ssa:2: the file begins with"));
}

#[test]
fn a_diff_is_there_and_fresh() {
    let folder = Folder::new();
    let path = folder.write("a.ssa", &format!("{}\n{BODY}\n", with("; check: (stid")));
    let wrong = check_file(&path, false).expect_err("no diff");
    assert!(wrong.contains("has no diff beside it") && wrong.contains("@@ "), "{wrong}");
    assert_eq!(check_file(&path, true), Ok(()));
    let diff = folder.0.path().join("a.diff");
    let text = std::fs::read_to_string(&diff).expect("the diff");
    assert!(text.lines().any(|l| l.starts_with("-   (istore")), "{text}");
    assert!(text.lines().any(|l| l.starts_with("+   (istore")), "{text}");
    std::fs::write(&diff, text.replace("+   (istore", "+   (store")).expect("a file");
    let wrong = check_file(&path, false).expect_err("a stale diff");
    assert!(wrong.contains("is stale") && wrong.contains("-+   (store"), "{wrong}");
    // Blessing does not make checks hold.
    folder.write("a.ssa", &format!("{}\n{BODY}\n", with("; check: (nothing")));
    assert!(check_file(&path, true).is_err());
}

#[test]
fn runs_have_to_say_something() {
    let silent = BODY.replace("const (lda $1 0) 0", "const (lda $1 1) 0");
    let checks = "; check: (stid";
    let wrong = outcome(&with(checks), &silent).expect_err("undefined on every input");
    assert!(wrong.contains("`norun:` has to say why: k: undefined on every input"), "{wrong}");
    let excused = with("; norun: the address is not aligned\n; check: (stid");
    assert_eq!(outcome(&excused, &silent), Ok(()));
    assert!(error(&excused, 2).contains("not needed"));
}

#[test]
fn folders_hold_tests_and_their_diffs() {
    let folder = Folder::new();
    let list = || files(folder.0.path());
    assert!(list().expect_err("nothing").contains("there is no test file"));
    let test = format!("{}\n{BODY}\n", with("; check: (stid"));
    folder.write("a.ssa", &test);
    folder.write("inner/b.ssa", &test);
    assert_eq!(list().map(|files| files.len()), Ok(2));
    folder.write("c.diff", "");
    assert!(list().expect_err("an orphan").contains("the test of this diff is gone"));
    folder.write("c.cu", "// test ptx\n");
    assert_eq!(list().map(|files| files.len()), Ok(3));
    folder.write("a.cu", "// test ptx\n");
    assert!(list().expect_err("twins").contains("two tests of one name"));
    std::fs::remove_file(folder.0.path().join("a.cu")).expect("a file");
    folder.write("notes.txt", "");
    assert!(list().expect_err("a stranger").contains("no test file"));
}

#[test]
fn diffs_are_those_of_the_tool() {
    assert_eq!(unified("a\nb\n", "a\nb\n"), "");
    assert_eq!(unified("a\nb\nc\n", "a\nx\nc\n"), "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    let many = |middle: &str| format!("1\n2\n3\n4\n5\n{middle}6\n7\n8\n9\n10\n");
    let wanted = "@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+new\n 6\n 7\n 8\n";
    assert_eq!(unified(&many(""), &many("new\n")), wanted);
    // Two changes far from each other are two hunks.
    let text = |a: &str, b: &str| format!("{a}\n{}{b}\n", "x\n".repeat(20));
    assert_eq!(unified(&text("a", "b"), &text("c", "d")).matches("@@ -").count(), 2);
}

const SOURCE: &str = r#"
extern "C" __global__ void k(int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += i;
    out[0] = sum;
}
"#;

/// The outcome of a test of a source.
fn of_source(first: &str, checks: &str) -> Result<(), String> {
    let folder = Folder::new();
    let path = folder.write("a.cu", &format!("// test {first}\n{checks}{SOURCE}"));
    check_file(&path, true)
}

#[test]
fn sources_are_compiled_analysed_and_run() {
    let ptx = "// check: .visible .entry k(\n// count 1: st.global\n";
    assert_eq!(of_source("ptx -O3 -arch=sm_80", &format!("{ptx}// not: sm_75\n")), Ok(()));
    let wrong = of_source("ptx -arch=sm_80", "// check: .target sm_75\n").expect_err("sm_80");
    assert!(wrong.contains("a.cu:2: no line"), "{wrong}");
    assert!(of_source("ptx -O9", ptx).is_err());
    assert_eq!(of_source("pass=propagate", "// check: (phi\n"), Ok(()));
    let wrong = of_source("pass=propagate -O0", "// check: (phi\n").expect_err("no pass");
    assert!(wrong.contains("does not run at -O0"), "{wrong}");
    let cycles = "// check: k:\n// next: cycle {head}: depth 1, entries {head}, blocks\n";
    assert_eq!(of_source("analysis=cycles", cycles), Ok(()));
    let dom = "// check: bb0: idom none\n// check: {head}: idom bb0, frontier {head}\n";
    assert_eq!(of_source("analysis=dom after=simplify-cfg", dom), Ok(()));
    assert_eq!(of_source("analysis=post-dom", "// check: ipdom none\n"), Ok(()));
    assert_eq!(
        of_source("run seed=2", "// check: k:\n// next: returned\n// next: global 0x\n"),
        Ok(())
    );
    let broken = of_source("ptx", "// check: x\nint f( {\n").expect_err("no source");
    assert!(broken.contains("it does not compile"), "{broken}");
}

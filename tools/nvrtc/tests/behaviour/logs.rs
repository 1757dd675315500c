//! Logs: what of them programs look through. A message's words and the shown source are each compiler's own, and left out here, but for those
//! of files that cannot be opened and of `#error`.

use crate::Case;
use crate::library::Library;
use std::fmt::Write as _;

pub const CASES: &[Case] = &[
    Case {
        name: "logs of errors",
        observe: errors,
        expected: "one: 6
              my.cu(1): error: ...
              1 error detected in the compilation of \"my.cu\".
            two: 6
              my.cu(2): error: ...
              my.cu(4): error: ...
              2 errors detected in the compilation of \"my.cu\".
            without a name: 6
              default_program(1): error: ...
              1 error detected in the compilation of \"default_program\".
            in a folder: 6
              a/b/my.cu(1): error: ...
              1 error detected in the compilation of \"a/b/my.cu\".
            in a header: 6
              d/x.h(2): error: ...
              1 error detected in the compilation of \"my.cu\".
            behind #line: 6
              foo.h(100): error: ...
              1 error detected in the compilation of \"my.cu\".
            so many: 6
              my.cu(1): error: ...
              my.cu(1): error: ...
              Error limit reached.
              2 errors detected in the compilation of \"my.cu\".
              Compilation terminated.
            brief: 6
              my.cu(1): error: ...
              1 error detected in the compilation of \"my.cu\".",
    },
    Case {
        name: "logs of files that are missed",
        observe: missing,
        expected: "quoted: 6
              my.cu(1): catastrophic error: cannot open source file \"x.h\"
              1 catastrophic error detected in the compilation of \"my.cu\".
              Compilation terminated.
            angles: 6
              my.cu(1): catastrophic error: could not open source file \"x.h\" (no directories in search list)
              1 catastrophic error detected in the compilation of \"my.cu\".
              Compilation terminated.
            angles, with a folder: 6
              my.cu(1): catastrophic error: cannot open source file \"x.h\"
              1 catastrophic error detected in the compilation of \"my.cu\".
              Compilation terminated.
            in a header: 6
              d/y.h(2): catastrophic error: cannot open source file \"z.h\"
              1 catastrophic error detected in the compilation of \"my.cu\".
              Compilation terminated.
            of an option: 6
              Command-line error: cannot open source file \"x.h\"
              1 catastrophic error detected in the compilation of \"my.cu\".
              Compilation terminated.
            #error: 6
              my.cu(1): catastrophic error: #error directive: boo hoo
              1 catastrophic error detected in the compilation of \"my.cu\".
              Compilation terminated.
            itself: 6
              y.h(1): catastrophic error: ...
              1 catastrophic error detected in the compilation of \"my.cu\".
              Compilation terminated.",
    },
    Case {
        name: "logs of warnings",
        observe: warnings,
        expected: "one: 0
              my.cu(1): warning #177-D: ...
              Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"
            two: 0
              my.cu(1): warning #177-D: ...
              Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"
              my.cu(2): warning #177-D: ...
            without numbers: 0
              my.cu(1): warning: ...
            #warning: 0
              my.cu(1): warning #1105-D: ...
              Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"
            none wanted: 0
            suppressed: 0
            an error: 6
              my.cu(1): error: ...
              1 error detected in the compilation of \"my.cu\".
            empty: 0
            without a kernel: 0",
    },
];

/// A log's lines without what is each compiler's own.
fn shape(log: &str) -> Vec<String> {
    const KINDS: [&str; 4] = ["): error: ", "): catastrophic error: ", "): warning: ", "-D: "];
    let mut out = Vec::new();
    for line in log.lines().filter(|line| !line.is_empty() && !line.starts_with(' ')) {
        if line.contains("): note") || line.starts_with("note: ") {
            continue;
        }
        let same = ["open source file", "#error directive"].iter().any(|part| line.contains(part));
        let kind = KINDS.iter().find_map(|kind| Some(line.find(kind)? + kind.len()));
        out.push(match kind {
            // optx names the code of a message.
            _ if same => line.split(" [").next().unwrap_or(line).to_owned(),
            Some(end) => format!("{}...", &line[..end]),
            None => line.to_owned(),
        });
    }
    out
}

/// A source, with its name, headers and options.
struct Given {
    what: &'static str,
    source: &'static str,
    name: &'static str,
    headers: &'static [(&'static str, &'static str)],
    options: &'static [&'static str],
}

const fn given(what: &'static str, source: &'static str) -> Given {
    Given { what, source, name: "my.cu", headers: &[], options: &[] }
}

fn told(l: &Library, all: &[Given]) -> String {
    let mut out = String::new();
    for one in all {
        let program = l.program_of(one.source, one.name, one.headers);
        let code = program.compile(one.options);
        let _ = writeln!(out, "{}: {code}", one.what);
        shape(&program.log()).iter().for_each(|line| {
            let _ = writeln!(out, "  {line}");
        });
    }
    out
}

const WRONG: &str = "__global__ void k() { x; }";

fn errors(l: &Library) -> String {
    let header = &[("d/x.h", "\n__device__ int f() { return q; }\n")];
    let all = [
        given("one", WRONG),
        given("two", "__global__ void k() {\n x;\n}\n__device__ int f() { return y; }\n"),
        Given { name: "", ..given("without a name", WRONG) },
        Given { name: "a/b/my.cu", ..given("in a folder", WRONG) },
        Given { headers: header, ..given("in a header", "#include <d/x.h>\n") },
        given("behind #line", "#line 100 \"foo.h\"\n__device__ int q(int a) { return b; }\n"),
        Given {
            options: &["--fmax-errors=2"],
            ..given("so many", "__device__ int a = x, b = y, c = z;")
        },
        Given { options: &["--brief-diagnostics=true"], ..given("brief", WRONG) },
    ];
    told(l, &all)
}

fn missing(l: &Library) -> String {
    let all = [
        given("quoted", "#include \"x.h\"\n#include \"y.h\"\n"),
        given("angles", "#include <x.h>\n"),
        Given {
            options: &["-I/optx-no-such-folder"],
            ..given("angles, with a folder", "#include <x.h>\n")
        },
        Given {
            headers: &[("d/y.h", "\n#include \"z.h\"\n")],
            ..given("in a header", "#include <d/y.h>\n")
        },
        Given { options: &["--pre-include=x.h"], ..given("of an option", "") },
        given("#error", "#error boo hoo\n"),
        Given {
            headers: &[("y.h", "#include \"y.h\"\n")],
            ..given("itself", "#include \"y.h\"\n")
        },
    ];
    told(l, &all)
}

fn warnings(l: &Library) -> String {
    const UNUSED: &str = "__global__ void k() { int x; }\n";
    const TWO: &str = "__global__ void k() { int x; }\n__global__ void q() { int y; }\n";
    let all = [
        given("one", UNUSED),
        given("two", TWO),
        Given { options: &["--no-display-error-number"], ..given("without numbers", UNUSED) },
        given("#warning", "#warning hey\n"),
        Given { options: &["-w"], ..given("none wanted", UNUSED) },
        Given { options: &["-diag-suppress=177"], ..given("suppressed", UNUSED) },
        Given { options: &["-diag-error=177"], ..given("an error", UNUSED) },
        given("empty", ""),
        given("without a kernel", "__device__ int v;\n"),
    ];
    told(l, &all)
}

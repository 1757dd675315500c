//! What becomes of warnings: by options, by pragmas from their place on, in headers of the system, and where there are many.

use optx::{Diagnostics, MemoryIncludes, Options, compile_with};

/// What is told of a source with these headers: severity, code and line.
fn told(source: &str, headers: &[(&str, &str)], arguments: &[&str]) -> Vec<String> {
    let mut include = MemoryIncludes::new();
    for (name, text) in headers {
        include = include.with(name, text);
    }
    let said = diagnostics(source, &include, arguments);
    let line = |d: &optx::Resolved| d.place.as_ref().map_or(0, |place| place.line);
    said.list().iter().map(|d| format!("{} {} {}", d.severity.word(), d.code, line(d))).collect()
}

fn diagnostics(source: &str, include: &MemoryIncludes, arguments: &[&str]) -> Diagnostics {
    let (options, _) = Options::parse_args(arguments).expect("valid options");
    match compile_with("k.cu", source, &options, include) {
        Ok(ptx) => ptx.warnings().clone(),
        Err(said) => said,
    }
}

const UNUSED: &str = "__global__ void a(int *x) { int u; x[0] = 1; }\n";
const UNSET: &str = "__global__ void b(int *x) { int v; x[0] = v; }\n";

/// nvcc 13.5 says the same of those with `nv_` (tried on 2026-11-28); `diag_suppress` is older nvcc's, the last four are clang's and g++'s.
#[test]
fn pragmas_hold_from_their_place_on() {
    for (pragmas, wanted) in [
        (["", "", ""], vec!["warning W0034 2", "warning W0016 4", "warning W0034 6"]),
        (["nv_diag_suppress 177", "", ""], vec!["warning W0016 4"]),
        (["", "nv_diag_suppress 177", ""], vec!["warning W0034 2", "warning W0016 4"]),
        (["nv_diag_suppress 177, 549", "", ""], vec![]),
        (
            ["nv_diag_suppress 177", "", "nv_diag_default 177"],
            vec!["warning W0016 4", "warning W0034 6"],
        ),
        (
            ["nv_diagnostic push", "nv_diag_suppress 549", "nv_diagnostic pop"],
            vec!["warning W0034 2", "warning W0034 6"],
        ),
        (["diag_suppress 177", "", ""], vec!["warning W0016 4"]),
        (["nv_diag_suppress declared_but_not_referenced", "", ""], vec!["warning W0016 4"]),
        (["nv_diag_suppress used_before_set, 177", "", ""], vec![]),
        (
            ["nv_diag_suppress no_such_tag", "", ""],
            vec!["warning W0034 2", "warning W0016 4", "warning W0034 6"],
        ),
        (["nv_diag_once 177", "", ""], vec!["warning W0034 2", "warning W0016 4"]),
        (["", "nv_diag_once 177", ""], vec!["warning W0034 2", "warning W0016 4"]),
        (
            ["nv_diag_once 177", "nv_diag_error 549", "nv_diag_default 177"],
            vec!["warning W0034 2", "error W0016 4", "warning W0034 6"],
        ),
        (
            ["nv_diag_error 549", "", ""],
            vec!["warning W0034 2", "error W0016 4", "warning W0034 6"],
        ),
        (["GCC diagnostic ignored \"-Wunused-variable\"", "", ""], vec!["warning W0016 4"]),
        (
            [
                "clang diagnostic push",
                "clang diagnostic ignored \"-Wuninitialized\"",
                "clang diagnostic pop",
            ],
            vec!["warning W0034 2", "warning W0034 6"],
        ),
        (
            ["GCC diagnostic error \"-Wunused-variable\"", "", ""],
            vec!["error W0034 2", "warning W0016 4", "error W0034 6"],
        ),
        (
            ["GCC diagnostic ignored \"-Wno-such-thing\"", "", ""],
            vec!["warning W0034 2", "warning W0016 4", "warning W0034 6"],
        ),
    ] {
        let line = |k: usize| match pragmas[k] {
            "" => "//\n".to_owned(),
            pragma => format!("#pragma {pragma}\n"),
        };
        let last = UNUSED.replace(" a(", " c(");
        let source = format!("{}{UNUSED}{}{UNSET}{}{last}", line(0), line(1), line(2));
        assert_eq!(told(&source, &[], &[]), wanted, "{pragmas:?}");
    }
}

/// What is to be an error and is taken back is none: all is compiled, as without it, and whatever else is to be an error is told.
#[test]
fn errors_that_are_taken_back_leave_the_program_as_it_is() {
    let two = format!("{UNUSED}__global__ void k(int *x) {{ x[0] = 1; }}\n");
    let source = format!("#pragma nv_diag_suppress 177\n{two}");
    let compiled = |source: &str, include: &MemoryIncludes, arguments: &[&str]| {
        let (options, _) = Options::parse_args(arguments).expect("valid options");
        compile_with("k.cu", source, &options, include).map(|ptx| ptx.text().to_owned())
    };
    let none = MemoryIncludes::new();
    let plain = compiled(&source, &none, &[]).expect("PTX");
    assert_eq!(plain.matches(".entry").count(), 2, "{plain}");
    assert_eq!(compiled(&source, &none, &["-Werror"]).expect("PTX"), plain);
    assert_eq!(compiled(&two, &none, &["-Wno-unused-variable", "-Werror"]).expect("PTX"), plain);
    let header = MemoryIncludes::new().with("s.h", &format!("#pragma GCC system_header\n{UNUSED}"));
    let source = "#include <s.h>\n__global__ void k(int *x) { x[0] = 1; }\n";
    let text = compiled(source, &header, &["-Werror"]).expect("PTX");
    assert_eq!(text.matches(".entry").count(), 2, "{text}");
    // All that is an error is told, of every phase.
    let all = format!("{UNUSED}{UNSET}{}", UNUSED.replace(" a(", " c("));
    assert_eq!(told(&all, &[], &["-Werror"]), ["error W0034 1", "error W0016 2", "error W0034 3"]);
    assert_eq!(
        told(&all, &[], &["-Werror=uninitialized"]),
        ["warning W0034 1", "error W0016 2", "warning W0034 3"]
    );
}

/// What is told only if it is asked for may be asked for by a pragma, as clang has it, but not under `-w`.
#[test]
fn pragmas_ask_for_what_is_not_told_by_default() {
    let compares = "__global__ void a(int *x, int n) { if (n < threadIdx.x) x[0] = 1; }\n";
    let source = format!(
        "#pragma GCC diagnostic push\n#pragma GCC diagnostic warning \"-Wsign-compare\"\n{compares}#pragma GCC diagnostic pop\n{}",
        compares.replace(" a(", " b(")
    );
    assert_eq!(told(&source, &[], &[]), ["warning W0036 3"]);
    assert_eq!(told(&source, &[], &["-Wextra"]), ["warning W0036 3", "warning W0036 5"]);
    assert_eq!(told(&source, &[], &["-w"]), [] as [&str; 0]);
    let error = source.replace("diagnostic warning", "diagnostic error");
    assert_eq!(told(&error, &[], &[]), ["error W0036 3"]);
    let unset = "#pragma clang diagnostic warning \"-Wsometimes-uninitialized\"\n__global__ void c(int *x, int n) { int v; if (n) v = 1; x[0] = v; }\n";
    assert_eq!(told(unset, &[], &[]), ["warning W0027 2"]);
}

/// A thousand that are taken back do not hide one that is not.
#[test]
fn many_that_pragmas_take_back_hide_none() {
    let unused = |k: usize| format!("__global__ void a{k}(int *x) {{ int u; x[0] = 1; }}\n");
    let many: String = (0..3000).map(unused).collect();
    let source =
        format!("#pragma nv_diag_suppress 177\n{many}#pragma nv_diag_default 177\n{UNUSED}");
    assert_eq!(told(&source, &[], &[]), ["warning W0034 3003"]);
}

/// A pragma of a header holds for what is read behind it, and one before an `#include` for the header.
#[test]
fn pragmas_and_headers() {
    let header = ("h.h", "__global__ void h(int *x) { int u; x[0] = 1; }\n");
    let quiet = ("quiet.h", "#pragma nv_diag_suppress 177\n");
    let main = |before: &str, behind: &str| format!("{before}#include \"h.h\"\n{behind}{UNUSED}");
    assert_eq!(told(&main("", ""), &[header], &[]).len(), 2);
    assert_eq!(told(&main("#pragma nv_diag_suppress 177\n", ""), &[header], &[]).len(), 0);
    assert_eq!(
        told(&main("", "#pragma nv_diag_suppress 177\n"), &[header], &[]),
        ["warning W0034 1"]
    );
    assert_eq!(
        told(&main("", "#include \"quiet.h\"\n"), &[header, quiet], &[]),
        ["warning W0034 1"]
    );
    // What makes an error of it is undone where it stands.
    let source = format!("#pragma nv_diag_suppress 177\n{UNUSED}");
    assert_eq!(told(&source, &[], &["-Werror"]), [] as [&str; 0]);
    assert_eq!(told(UNUSED, &[], &["-Werror"]), ["error W0034 1"]);
}

/// The C and C++ library's headers are silent, and a file of the name in a folder that is looked in is read instead.
#[test]
fn headers_of_the_library_are_empty() {
    let names = "mutex thread complex list deque queue stack optional variant any atomic bitset unordered_map unordered_set \
                 string_view filesystem future initializer_list istream ostream iterator locale ratio regex typeinfo typeindex \
                 valarray condition_variable shared_mutex system_error scoped_allocator charconv execution memory_resource \
                 forward_list streambuf codecvt cstdarg cfenv csignal csetjmp cwchar cwctype cinttypes cuchar ccomplex ciso646 \
                 clocale cerrno fenv.h complex.h signal.h wchar.h wctype.h inttypes.h setjmp.h locale.h errno.h uchar.h iso646.h \
                 stdarg.h tgmath.h stdalign.h stdnoreturn.h unistd.h sys/time.h sys/types.h sys/stat.h pthread.h getopt.h \
                 dirent.h fcntl.h strings.h libgen.h vector string";
    let kernel = "__global__ void k(int *x) { x[0] = 1; }\n";
    let list: String = names.split(' ').map(|name| format!("#include <{name}>\n")).collect();
    assert_eq!(told(&format!("{list}{kernel}"), &[], &["-Wall", "-Wextra"]), [] as [&str; 0]);
    let list = list.replace(['<', '>'], "\"");
    assert_eq!(told(&format!("{list}{kernel}"), &[], &[]), [] as [&str; 0]);
    let own = ("list", "__device__ int own(int x) { return x; }\n");
    let source = "#include <list>\n__global__ void k(int *x) { x[0] = own(1); }\n";
    assert_eq!(told(source, &[own], &[]), [] as [&str; 0]);
    assert_eq!(told(source, &[], &[]), ["error E0040 2"]);
    // What is the host's is told where it is used.
    for used in [
        "std::atomic<int> a(0);",
        "std::atomic<int> *p;",
        "std::mutex m;",
        "x[0] = std::complex<float>(1, 2).real();",
    ] {
        let source =
            format!("#include <atomic>\n__global__ void k(int *x) {{\n{used}\nx[1] = 1;\n}}\n");
        assert_eq!(told(&source, &[], &[]), ["error E0112 3"], "{used}");
    }
    let source = "#include <atomic>\n__device__ std::atomic<int> n;\n__global__ void k(int *x) { x[0] = n++; }\n";
    assert_eq!(told(source, &[], &[]), ["error E0112 2"]);
}

#[test]
fn headers_of_the_system_are_quiet() {
    let system = (
        "s.h",
        "#pragma GCC system_header\n#include \"in.h\"\n__global__ void s(int *x) { int u; x[0] = 1; }\n",
    );
    let inner = ("in.h", "__global__ void i(int *x) { int u; x[0] = 1; }\n");
    let source = format!("#include <s.h>\n{UNUSED}");
    assert_eq!(told(&source, &[system, inner], &[]), ["warning W0034 2"]);
    assert_eq!(told(&source, &[system, inner], &["-Wsystem-headers"]).len(), 3);
}

#[test]
fn many_of_one_kind_are_one() {
    let of = |count: usize| {
        let list: String = (0..count).map(|k| format!("int u{k};\n")).collect();
        format!("__global__ void k(int *x) {{\n{list}x[0] = 1;\n}}\n{UNSET}")
    };
    let none = MemoryIncludes::new();
    assert_eq!(diagnostics(&of(20), &none, &[]).list().len(), 21);
    for count in [21, 1000, 20_000] {
        let said = diagnostics(&of(count), &none, &[]);
        let [many, other] = said.list() else { panic!("{count}: {said}") };
        let notes: Vec<&str> = many.notes.iter().map(|note| note.message.as_str()).collect();
        assert_eq!(notes, [format!("and {} more of this kind", count - 1)]);
        assert_eq!((many.place.as_ref().map(|p| p.line), other.code.0), (Some(2), "W0016"));
    }
    // Those that are errors are to be mended one by one.
    let errors = |count| {
        let said = diagnostics(&of(count), &none, &["-Werror=unused-variable"]);
        let list: Vec<_> = said.list().iter().filter(|d| d.code.0 == "W0034").cloned().collect();
        let notes: Vec<String> = list
            .iter()
            .flat_map(|d| d.notes.iter().map(|note| note.message.clone()))
            .filter(|note| note.ends_with("of this kind"))
            .collect();
        (list.len(), notes)
    };
    assert_eq!(errors(64), (64, Vec::new()));
    for count in [65, 1000, 20_000] {
        let note = format!("and {} more of this kind", count - 64);
        assert_eq!(errors(count), (64, vec![note]));
    }
    // Errors are told one by one, up to their limit.
    let source = "__global__ void k(int *x) {\n".to_owned() + &"x.y = 1;\n".repeat(50) + "}\n";
    assert_eq!(diagnostics(&source, &none, &[]).list().len(), 50);
}

#[test]
fn pragmas_of_fatal_errors_are_those_of_errors() {
    let pragma = "#pragma clang diagnostic fatal \"-Wunused-variable\"\n";
    assert_eq!(told(&format!("{pragma}{UNUSED}"), &[], &[]), ["error W0034 2"]);
}

#[test]
fn groups_may_be_errors() {
    let source = format!("{UNUSED}{UNSET}");
    assert_eq!(told(&source, &[], &["-Werror=all"]), ["error W0034 1", "error W0016 2"]);
    assert_eq!(
        told(&source, &[], &["-Werror", "-Wno-error=all"]),
        ["warning W0034 1", "warning W0016 2"]
    );
}

/// What is near: functions of the device library too, and no name of one letter.
#[test]
fn names_that_may_be_meant() {
    let hint = |body: &str| {
        let source = format!("__global__ void k(float *x, float2 v) {{ {body} }}\n");
        let said = diagnostics(&source, &MemoryIncludes::new(), &[]);
        said.list()[0].suggestion.as_ref().map(|(message, ..)| message.clone())
    };
    assert_eq!(hint("x[0] = Sin(x[1]);").as_deref(), Some("did you mean `sin`?"));
    assert_eq!(hint("x[0] = Coshf(x[1]);").as_deref(), Some("did you mean `coshf`?"));
    assert_eq!(hint("x[0] = lgama(x[1]);").as_deref(), Some("did you mean `lgamma`?"));
    assert_eq!(hint("x[0] = V.x;").as_deref(), Some("did you mean `v`?"));
    assert_eq!(hint("x[0] = v.xy;"), None);
}

/// NVRTC 13.5 takes them.
#[test]
fn a_launch_bound_of_zero_says_nothing() {
    let compiled = |bounds: &str| {
        let source =
            format!("__global__ void __launch_bounds__({bounds}) k(int *x) {{ x[0] = 1; }}\n");
        let (options, _) = Options::parse_args(&[]).expect("no options");
        let ptx = compile_with("k.cu", &source, &options, &MemoryIncludes::new());
        ptx.map(|ptx| ptx.text().to_owned())
    };
    let text = compiled("256, 0").expect("valid bounds");
    assert!(text.contains(".maxntid 256, 1, 1") && !text.contains(".minnctapersm"), "{text}");
    for bounds in ["0", "0, 0"] {
        let text = compiled(bounds).expect("valid bounds");
        assert!(!text.contains(".maxntid") && !text.contains(".minnctapersm"), "{text}");
    }
    for bounds in ["-1", "256, -1"] {
        let said = compiled(bounds).expect_err("a bound below zero").to_string();
        assert!(said.contains("E0094"), "{said}");
    }
}

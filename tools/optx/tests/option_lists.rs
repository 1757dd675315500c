//! The options of nvcc and NVRTC 13.5: each of their lists is known, what means nothing here changes nothing, and is told of or refused as its
//! row says; and docs/options.md is made of the tables.

use optx::{
    FOREIGN, ForeignRow, NVRTC_OPTIONS, Options, Standing, TABLE, Takes, compile, unknown_to_nvrtc,
    values_of,
};
use std::fmt::Write as _;
use std::path::Path;

const KERNEL: &str =
    "extern \"C\" __global__ void k(float *p, int n) { if (n > 3) p[0] = p[1] * 2.0f + 1.0f; }\n";

/// `nvcc --help` of 13.5, without what it says of each.
const NVCC: &str = include_str!("option_lists/nvcc-13.5.txt");

/// What the command takes itself.
const COMMANDS: &[&str] = &["--output-file", "-o", "--help", "-h", "--version", "-V"];

fn spelled(row: &ForeignRow) -> Vec<String> {
    let names = row.aliases.iter().chain([&row.name]);
    names.flat_map(|name| [format!("-{name}"), format!("--{name}")]).collect()
}

/// A row's arguments in all spellings, with a value of it.
fn arguments(row: &ForeignRow, value: &str) -> Vec<Vec<String>> {
    spelled(row)
        .into_iter()
        .flat_map(|name| match row.takes {
            Takes::Nothing => vec![vec![name]],
            _ => vec![
                vec![format!("{name}={value}")],
                vec![format!("{name} {value}")],
                vec![name, value.to_owned()],
            ],
        })
        .collect()
}

fn parsed(words: &[String]) -> Result<(Options, Vec<String>), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Options::parse_args(&words).map_err(|e| e.to_string())
}

#[test]
fn every_option_of_nvcc_and_nvrtc_is_known() {
    let names = NVCC.lines().chain(NVRTC_OPTIONS.lines()).flat_map(str::split_whitespace);
    for name in names.filter(|name| !COMMANDS.contains(name)) {
        for words in [vec![name.to_owned()], vec![format!("{name}=1")]] {
            let said = parsed(&words).err().unwrap_or_default();
            assert!(!said.contains("unknown option"), "{words:?}: {said}");
        }
    }
    let said = parsed(&["--extra-device-vectorisation".to_owned()]).expect_err("no option");
    assert!(said.contains("did you mean --extra-device-vectorization?"), "{said}");
    let said = parsed(&["--cubbin".to_owned()]).expect_err("no option");
    assert!(said.contains("did you mean --cubin?"), "{said}");
}

/// Each verdict is what NVRTC 13.5 says of the words: `unrecognized option` for what is some, else it takes them or finds fault with the value.
#[test]
fn what_nvrtc_does_not_know_is_told_apart() {
    for (words, wanted) in [
        (&["--foo"][..], Some("--foo")),
        (&["-foo=3", "--bar"], Some("-foo=3")),
        (&["k.cu"], Some("k.cu")),
        (&[""], Some("")),
        (&["-O3"], Some("-O3")),
        (&["-arch=sm_80", "-v"], Some("-v")),
        (&["--nvrtc"], Some("--nvrtc")),
        (&["--emit=ssa"], Some("--emit=ssa")),
        (&["-isystem=/x"], Some("-isystem=/x")),
        (&["-lfoo"], Some("-lfoo")),
        (&["-Wall"], Some("-Wall")),
        (&["-code=sm_80"], Some("-code=sm_80")),
        (&["-ptx"], Some("-ptx")),
        (&["-arch", "sm_80"], None),
        (&["  -arch=sm_80", "-lineinfo", "-I /x", "-DA=1", "-D A=1", "--std=c++17"], None),
        (&["-include=x.h", "-w", "-dopt=on", "--Wconversion", "-fmad=true", "-G"], None),
        (&["--use_fast_math", "-default-device", "-dlto", "--pch", "-Xptxas=-v"], None),
    ] {
        assert_eq!(unknown_to_nvrtc(words), wanted, "{words:?}");
    }
}

#[test]
fn the_values_that_an_option_has() {
    let words = ["-arch=sm_80", "-arch", "compute_90", "-D", "arch", "-w", "--gpu-architecture="];
    assert_eq!(values_of(&words, "arch"), ["sm_80", "compute_90", ""]);
    assert_eq!(values_of(&words, "w"), [""]);
    assert_eq!(values_of(&words, "G"), [""; 0]);
}

/// Of nvcc's own warnings some are told here by the same names, and the others are read over.
#[test]
fn nvccs_warnings_are_known_by_name() {
    for name in
        NVCC.split_whitespace().filter(|name| name.starts_with("--W") && *name != "--Werror")
    {
        for name in [name, &name[1..]] {
            let (options, _) = Options::parse_args(&[name]).expect("taken");
            assert!(options.unknown_warnings.is_empty(), "{name}");
        }
    }
    let kinds = "all-warnings,conversion,cross-execution-space-call,default-stream-launch,deprecated-declarations,\
                 ext-lambda-captures-this,missing-launch-bounds,reorder";
    for words in [&["-Werror", kinds][..], &["--warning-as-error", kinds]] {
        let (options, rest) = Options::parse_args(words).expect("taken");
        assert!(options.unknown_warnings.is_empty() && rest.is_empty(), "{words:?}: {rest:?}");
    }
}

#[test]
fn no_name_stands_twice() {
    let own = TABLE.iter().flat_map(|row| row.aliases.iter().chain([&row.name]));
    let foreign = FOREIGN.iter().flat_map(|row| row.aliases.iter().chain([&row.name]));
    let mut names: Vec<&str> = own.chain(foreign).copied().collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn what_means_nothing_here_changes_nothing() {
    let plain = compile(KERNEL, &Options::default()).expect("a valid kernel").text().to_owned();
    for row in FOREIGN {
        let silent = match row.standing {
            Standing::Silent => vec!["x"],
            Standing::ToldBut(value) | Standing::RefusedBut(value) => vec![value],
            Standing::Told | Standing::Refused => continue,
        };
        for words in silent.iter().flat_map(|value| arguments(row, value)) {
            let (options, rest) = parsed(&words).unwrap_or_else(|e| panic!("{words:?}: {e}"));
            assert!(rest.is_empty(), "{words:?}: {rest:?}");
            let ptx = compile(KERNEL, &options).expect("a valid kernel");
            assert_eq!(ptx.warnings().list(), [], "{words:?}");
            assert_eq!(ptx.text(), plain, "{words:?}");
        }
    }
}

#[test]
fn what_somebody_may_miss_is_told_of() {
    for row in FOREIGN {
        if !matches!(row.standing, Standing::Told | Standing::ToldBut(_)) {
            continue;
        }
        for words in arguments(row, "true") {
            let (options, _) = parsed(&words).unwrap_or_else(|e| panic!("{words:?}: {e}"));
            let ptx = compile(KERNEL, &options).expect("a valid kernel");
            let list = ptx.warnings().list();
            assert!(list.len() == 1 && list[0].code.0 == "W0020", "{words:?}: {list:?}");
            assert!(list[0].message.contains(row.why), "{words:?}: {}", list[0].message);
        }
    }
}

#[test]
fn what_asks_for_another_result_is_refused_and_says_what_to_do() {
    for row in FOREIGN {
        if !matches!(row.standing, Standing::Refused | Standing::RefusedBut(_)) {
            continue;
        }
        for words in arguments(row, "true") {
            let said = parsed(&words).map(|_| ()).expect_err("refused");
            assert!(said.contains(row.why), "{words:?}: {said}");
            assert!(said.starts_with(&format!("`{}`", words[0])), "{words:?}: {said}");
        }
    }
    for (words, wanted) in [
        (&["-rdc=true"][..], "leave it out where all that is called is in the file"),
        (&["-rdc", "true"], "as a whole program"),
        (&["--relocatable-device-code=true"], "as a whole program"),
        (&["-cubin"], "ptxas assembles it"),
        (&["-arch=native"], "as in -arch=sm_80"),
        (&["-arch=all-major"], "PTX has one"),
        (&["-arch=lto_80"], "as in -arch=sm_80"),
        (&["-code=lto_80"], "PTX of one file"),
        (&["-x", "c++"], "-x cu"),
        (&["--std=c++98"], "c++17"),
        (&["--dopt=off"], "wants on"),
        (&["--fmax-errors=0"], "a number from 1"),
    ] {
        let said = Options::parse_args(words).map(|_| ()).expect_err("refused").to_string();
        assert!(said.contains(wanted), "{words:?}: {said}");
    }
}

#[test]
fn what_is_no_option_is_read_over_where_it_goes_to_the_hosts_compiler() {
    let words = ["-forward-unknown-to-host-compiler", "-fopenmp", "-Wall", "k.cu", "--odd=1"];
    let (_, rest) = Options::parse_args(&words).expect("taken");
    assert_eq!(rest, ["k.cu"]);
    assert!(Options::parse_args(&["-fopenmp"]).is_err());
    assert!(Options::parse_args(&["-forward-unknown-opts", "-arch=sm_1"]).is_err());
}

/// Words as nvcc's users, NVRTC's and those who build one string of a name and a value write them.
#[test]
fn values_in_all_spellings() {
    let macros = |words: &[&str]| Options::parse_args(words).expect("taken").0.macros;
    let defined = [(true, "NAME=x y".to_owned())];
    for words in [
        &["-DNAME=x y"][..],
        &["-D NAME=x y"],
        &["-D", "NAME=x y"],
        &["-D=NAME=x y"],
        &["--define-macro=NAME=x y"],
        &["--define-macro", "NAME=x y"],
        &["--define-macro NAME=x y"],
        &["-define-macro=NAME=x y"],
    ] {
        assert_eq!(macros(words), defined, "{words:?}");
    }
    assert_eq!(macros(&["-U X"]), [(false, "X".to_owned())]);
    let folders = |words: &[&str]| Options::parse_args(words).expect("taken").0.include_dirs;
    for words in [
        &["-I/a b/c=d"][..],
        &["-I /a b/c=d"],
        &["-I", "/a b/c=d"],
        &["-I=/a b/c=d"],
        &["--include-path=/a b/c=d"],
        &["--include-path", "/a b/c=d"],
        &["--include-path /a b/c=d"],
    ] {
        assert_eq!(folders(words), ["/a b/c=d"], "{words:?}");
    }
    let target = |words: &[&str]| Options::parse_args(words).expect("taken").0.code.target;
    for words in [
        &["-arch=sm_90a"][..],
        &["-arch sm_90a"],
        &["--gpu-architecture compute_90a"],
        &["-gencode", "arch=compute_90a,code=sm_90a"],
        &["-gencode arch=compute_90a,code=sm_90a"],
        &["--generate-code=arch=compute_90a,code=[sm_90a,compute_90a]"],
        &["-arch=compute_90a", "-code=sm_90a,compute_90a"],
    ] {
        assert_eq!(target(words), "sm_90a", "{words:?}");
    }
    assert_eq!(target(&["-arch=compute_100f"]), "sm_100f");
    let flushes = |words: &[&str]| Options::parse_args(words).expect("taken").0.code.ftz;
    for (words, wanted) in [
        (&["-ftz"][..], true),
        (&["-ftz=true"], true),
        (&["-ftz", "true"], true),
        (&["--ftz true"], true),
        (&["-ftz", "true", "--ftz", "false"], false),
    ] {
        assert_eq!(flushes(words), wanted, "{words:?}");
    }
    let (_, rest) = Options::parse_args(&["-ftz", "k.cu"]).expect("taken");
    assert_eq!(rest, ["k.cu"]);
}

#[test]
fn options_that_predefine_macros() {
    let defined = |words: &[&str], name: &str| {
        let source = format!(
            "#ifdef {name}\nextern \"C\" __global__ void yes() {{}}\n#else\nextern \"C\" __global__ void no() {{}}\n#endif\n"
        );
        let (options, _) = Options::parse_args(words).expect("taken");
        let ptx = compile(&source, &options).expect("a valid kernel");
        assert_eq!(ptx.warnings().list(), [], "{words:?}");
        ptx.text().contains(".entry yes(")
    };
    for (word, name) in [
        ("--extended-lambda", "__CUDACC_EXTENDED_LAMBDA__"),
        ("-expt-extended-lambda", "__CUDACC_EXTENDED_LAMBDA__"),
        ("--expt-relaxed-constexpr", "__CUDACC_RELAXED_CONSTEXPR__"),
        ("-G", "__CUDACC_DEBUG__"),
        ("--device-debug", "__CUDACC_DEBUG__"),
        ("--minimal", "__CUDACC_RTC_MINIMAL__"),
        ("-ewp", "__CUDACC_EWP__"),
        ("--default-stream=per-thread", "CUDA_API_PER_THREAD_DEFAULT_STREAM"),
    ] {
        assert!(!defined(&[], name), "{name}");
        assert!(defined(&[word], name), "{word}");
    }
    assert!(!defined(&["--default-stream=legacy"], "CUDA_API_PER_THREAD_DEFAULT_STREAM"));
    let rtc = compile(
        "#ifndef __CUDACC_RTC__\n#error nvcc\n#endif\n__global__ void k() {}",
        &Options::nvrtc(),
    );
    assert!(rtc.is_ok());
    let moves = "__NV_BUILTIN_MOVE_FORWARD";
    assert!(defined(&["--nvrtc"], moves) && !defined(&[], moves));
    assert!(!defined(&["--nvrtc", "-builtin-move-forward=false"], moves));
}

#[test]
fn the_standard_says_what_cplusplus_is() {
    for (standard, number) in [
        ("c++03", 199_711),
        ("c++11", 201_103),
        ("c++14", 201_402),
        ("c++17", 201_703),
        ("gnu++17", 201_703),
        ("c++20", 202_002),
        ("c++23", 202_302),
    ] {
        let source = format!(
            "#if __cplusplus != {number}L\n#error other\n#endif\nextern \"C\" __global__ void k() {{}}\n"
        );
        let words = [
            vec![format!("-std={standard}")],
            vec![format!("--std={standard}")],
            vec!["--std".to_owned(), standard.to_owned()],
            vec![format!("-std {standard}")],
        ];
        for words in words {
            let (options, _) = parsed(&words).expect("taken");
            let ptx = compile(&source, &options).unwrap_or_else(|e| panic!("{words:?}: {e}"));
            assert_eq!(ptx.warnings().list(), [], "{words:?}");
        }
    }
}

#[test]
fn debugging_turns_optimization_off_and_lines_on() {
    let of = |words: &[&str]| {
        let (options, _) = Options::parse_args(words).expect("taken");
        compile(KERNEL, &options).expect("a valid kernel").text().to_owned()
    };
    assert_eq!(of(&["-G"]), of(&["-O0", "-lineinfo"]));
    // As with nvcc, whose -O is the host's.
    assert_eq!(of(&["-G", "-O3"]), of(&["-O0", "-lineinfo"]));
    assert_eq!(of(&["-G", "--dopt=on"]), of(&["-lineinfo"]));
    assert_eq!(of(&["--dopt", "on"]), of(&[]));
    assert_ne!(of(&["-O0"]), of(&[]));
}

#[test]
fn so_many_errors_are_told_as_is_asked() {
    let source = "__global__ void k(int *p) { *p = a; *p = b; *p = c; *p = d; }\n";
    let errors = |words: &[&str]| {
        let (options, _) = Options::parse_args(words).expect("taken");
        let said = compile(source, &options).expect_err("a mistake").to_string();
        said.matches("error[E0040]").count()
    };
    assert_eq!(errors(&[]), 4);
    assert_eq!(errors(&["-fmax-errors", "2"]), 2);
}

/// The page of all options.
fn page() -> String {
    let known = |list: &str, names: &[&str]| {
        let known: Vec<&str> =
            list.split_whitespace().map(|name| name.trim_start_matches('-')).collect();
        if names.iter().any(|name| known.contains(name)) { "yes" } else { "" }
    };
    let titles = |name: &str, aliases: &[&str], takes: Takes, value: &str| {
        let dashes = |name: &str| if name.len() == 1 { "-" } else { "--" };
        let mut names: Vec<String> =
            aliases.iter().chain([&name]).rev().map(|n| format!("`{}{n}", dashes(n))).collect();
        let value = if value.is_empty() { "..." } else { value };
        for name in &mut names {
            match takes {
                Takes::Nothing | Takes::Kinds => {}
                Takes::Flag | Takes::Bool => name.push_str("[=true\\|false]"),
                Takes::Joined if name.len() == 3 => name.push_str(value),
                Takes::Value | Takes::Joined => write!(name, "={value}").expect("text"),
            }
            name.push('`');
        }
        names.join(", ")
    };
    let mut out = String::from(
        "# Options\n\n<!-- Made of the tables in tools/optx/src/options by `OPTX_BLESS=1 cargo test -p optx --test option_lists`. -->\n\n\
         Every option has one dash or two, and its value behind `=`, in the next word, or behind a blank in the same word (`\"-D NAME=x\"`); those of one\n\
         letter have it joined too. The command and `Options::parse_args` read the same tables. The lists compared are `nvcc --help` of 13.5 and what\n\
         NVRTC 13.5 takes. An unknown option is an error that names the nearest one, but behind `--forward-unknown-to-host-compiler`.\n\n\
         ## Options that mean something\n\n| option | what it does | nvcc | NVRTC |\n|---|---|---|---|\n",
    );
    for row in TABLE.iter().filter(|row| !row.help.is_empty()) {
        let names: Vec<&str> = row.aliases.iter().chain([&row.name]).copied().collect();
        writeln!(
            out,
            "| {} | {} | {} | {} |",
            titles(row.name, row.aliases, row.takes, &row.value.replace('|', "\\|")),
            row.help.replace('|', "\\|"),
            known(NVCC, &names),
            known(NVRTC_OPTIONS, &names),
        )
        .expect("text");
    }
    for (title, wanted) in [
        (
            "## Options that are refused\n\nThey ask for another result than PTX of this file.",
            &(|s| matches!(s, Standing::Refused | Standing::RefusedBut(_))) as &dyn Fn(_) -> bool,
        ),
        (
            "## Options that are ignored, and told of\n\nSomebody may miss what they ask for (W0020, `-Wno-ignored-option`).",
            &|s| matches!(s, Standing::Told | Standing::ToldBut(_)),
        ),
        (
            "## Options that are ignored\n\nWhat they are about is not here, or holds anyway.",
            &|s| s == Standing::Silent,
        ),
    ] {
        write!(out, "\n{title}\n\n| option | it ... | nvcc | NVRTC |\n|---|---|---|---|\n")
            .expect("text");
        for row in FOREIGN.iter().filter(|row| wanted(row.standing)) {
            let names: Vec<&str> = row.aliases.iter().chain([&row.name]).copied().collect();
            let but = match row.standing {
                Standing::ToldBut(value) | Standing::RefusedBut(value) => {
                    format!("; `{value}` is taken")
                }
                _ => String::new(),
            };
            writeln!(
                out,
                "| {} | {}{but} | {} | {} |",
                titles(row.name, row.aliases, row.takes, ""),
                row.why,
                known(NVCC, &names),
                known(NVRTC_OPTIONS, &names),
            )
            .expect("text");
        }
    }
    out
}

#[test]
fn the_page_of_options_is_made_of_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let page = page();
    if std::env::var_os("OPTX_BLESS").is_some() {
        std::fs::write(&path, &page).expect("a page");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page, "docs/options.md is another: OPTX_BLESS=1 makes it anew");
}

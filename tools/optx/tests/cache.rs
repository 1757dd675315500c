//! A result that was kept is what a compilation would make, byte for byte, and never another one's.

use optx::{
    Cache, CacheOptions, CacheStatistics, Diagnostics, FOREIGN, GivenIncludes, Include,
    MemoryIncludes, Options, Ptx, TABLE, Takes, compile_with,
};
use std::fs;
use std::path::Path;

const KERNEL: &str = "template <class T> __global__ void t(T *p) { p[0] = 1; }\n\
    extern \"C\" __global__ void k(float *p, int n) {\n\
        int unused;\n\
        for (int i = threadIdx.x; i < n; i += 32) p[i] = p[i] * 2.0f + sqrtf(p[i + 1]) / p[0];\n\
    }\n";

fn options(words: &[&str]) -> Options {
    Options::parse_args(words).unwrap_or_else(|e| panic!("{words:?}: {e}")).0
}

/// The same options, with a cache in a folder.
fn cached(options: &Options, folder: &Path) -> Options {
    let folder = Some(folder.to_string_lossy().into_owned());
    Options { cache: CacheOptions { folder, ..CacheOptions::default() }, ..options.clone() }
}

fn statistics(folder: &Path) -> CacheStatistics {
    Cache::new(folder, u64::MAX).statistics().expect("statistics")
}

/// All that can be seen of a result.
fn shown(made: &Result<Ptx, Diagnostics>) -> String {
    match made {
        Ok(ptx) => {
            let told = ptx.warnings();
            let (kernels, names) = (ptx.kernels(), ptx.lowered_names());
            let rest =
                (kernels, names, ptx.claims(), ptx.notes(), ptx.steps(), ptx.included(), told);
            format!("{}{told}{}{rest:?}", ptx.text(), told.to_json())
        }
        Err(told) => format!("{told}{}{told:?}", told.to_json()),
    }
}

/// Compiles with a cache, says what came, and holds it to what comes without.
fn holds(
    name: &str,
    source: &str,
    plain: &Options,
    include: &dyn Include,
    folder: &Path,
) -> (u64, u64) {
    let before = statistics(folder);
    let without = Options { cache: CacheOptions::default(), ..plain.clone() };
    let wanted = compile_with(name, source, &without, include);
    let found = compile_with(name, source, &cached(plain, folder), include);
    // Times differ from run to run.
    if !plain.time_passes {
        assert_eq!(shown(&found), shown(&wanted), "{name}: {plain:?}");
    }
    let now = statistics(folder);
    assert_eq!((now.damaged, now.failed), (0, 0));
    (now.hits - before.hits, now.misses - before.misses)
}

const HIT: (u64, u64) = (1, 0);
const MISS: (u64, u64) = (0, 1);
const NOT_ASKED: (u64, u64) = (0, 0);

/// A value that an option takes and that is not its default.
fn value(name: &str) -> &'static str {
    match name {
        "arch" => "sm_90",
        "O" => "1",
        "D" | "U" => "N",
        "I" | "isystem" | "emit-claims" | "filter-kernel" => "k",
        "include" => "stdint.h",
        "block-dim" => "64",
        "maxrregcount" | "ptx-regs" => "32",
        "regalloc" => "priced",
        "std" => "c++20",
        "dopt" => "on",
        "default-stream" => "per-thread",
        "name-expression" => "t<int>",
        "fmax-errors" => "3",
        "opt-info" => "inline",
        "W" => "extra",
        "diag-suppress" | "diag-warn" | "diag-error" => "177",
        "ptx-version" => "8.5",
        "input" => "cu",
        "emit" => "ssa",
        "MF" | "MT" => "k.d",
        "variance" => "binary",
        "alias" => "spaces",
        "print-after" | "print-before" => "sccp",
        "print-analysis" => "dom",
        "opt-bisect-limit" | "shuffle-seed" => "7",
        "passes" => "-sccp",
        "message-format" => "json",
        "Rpass" | "Rpass-missed" => "all",
        "Rpass-analysis" => "variance",
        "Xcudafe" => "--diag_suppress=177",
        "gencode" => "arch=compute_80,code=sm_80",
        "code" => "sm_80",
        "cache-size" => "1M",
        "l" => "cuda",
        "use_fast_math" | "ftz" | "lineinfo" | "restrict" => "true",
        _ => "false",
    }
}

/// Each option of the table, and each that is told of: what is kept of a compilation without it, and of those with the others, is not taken for its result.
#[test]
fn every_option_has_results_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let include = optx::NoIncludes;
    assert_eq!(holds("k.cu", KERNEL, &options(&[]), &include, folder), MISS);
    assert_eq!(holds("k.cu", KERNEL, &options(&[]), &include, folder), HIT);
    assert_eq!(holds("k.cu", KERNEL, &options(&["-O3"]), &include, folder), MISS);
    let own = TABLE.iter().map(|row| (row.name, row.takes));
    let foreign = FOREIGN.iter().map(|row| (row.name, row.takes));
    let (mut misses, mut same) = (0, Vec::new());
    for (name, takes) in own.chain(foreign) {
        let word = match takes {
            Takes::Nothing | Takes::Kinds => format!("--{name}"),
            _ => format!("--{name}={}", value(name)),
        };
        let beside = match name {
            "regalloc" => "--ptx-regs=24",
            "MF" | "MT" | "MP" => "-M",
            _ => "-O3",
        };
        let Ok((with, _)) = Options::parse_args(&[beside, &word]) else { continue };
        let first = holds("k.cu", KERNEL, &with, &include, folder);
        let again = holds("k.cu", KERNEL, &with, &include, folder);
        match (first, again) {
            (MISS, HIT) => misses += 1,
            (HIT, HIT) => same.push(name),
            (NOT_ASKED, NOT_ASKED) => {
                assert!(["time-passes", "opt-bisect-limit"].contains(&name), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    // They are about other things, or say what another one has said.
    let is_own = |name: &&str| TABLE.iter().any(|row| row.name == *name);
    let nothing: Vec<&str> = same.iter().copied().filter(is_own).collect();
    assert_eq!(nothing, ["cache", "cache-size", "no-cache", "Xcudafe", "code", "l"], "{same:?}");
    assert!(misses > 60, "{misses}");
}

/// The source, its name and the blanks in it are of the key: messages show them.
#[test]
fn names_and_blanks_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let texts = [
        KERNEL.to_owned(),
        format!("\n{KERNEL}"),
        format!("{KERNEL}\n"),
        format!("// a\n{KERNEL}"),
        format!("// b\n{KERNEL}"),
    ];
    for round in [MISS, HIT] {
        for (name, text) in ["a.cu", "b.cu"].iter().flat_map(|n| texts.iter().map(move |t| (n, t)))
        {
            let came = holds(name, text, &options(&["-Wall"]), &optx::NoIncludes, folder.path());
            assert_eq!(came, round, "{name} {text}");
        }
    }
}

/// A header that changes, that appears in a folder that is looked in earlier, that `__has_include` asked for in vain, and one that goes.
#[test]
fn files_are_asked_for_again() {
    let place = tempfile::tempdir().expect("a folder");
    let at = |path: &str| place.path().join(path);
    for folder in ["results", "first", "second", "system"] {
        fs::create_dir(at(folder)).expect("made");
    }
    let write = |path: &str, text: &str| fs::write(at(path), text).expect("written");
    let name = at("k.cu").to_string_lossy().into_owned();
    let source = "#include \"n.h\"\n#if __has_include(<more.h>)\n#include <more.h>\n#endif\n#include <warns.h>\n\
        extern \"C\" __global__ void k(int *p) { p[0] = N; }\n";
    let folder = |path: &str| at(path).to_string_lossy().into_owned();
    let words =
        ["-I", &folder("first"), "-I", &folder("second"), "-isystem", &folder("system"), "-Wall"];
    let plain = options(&words);
    let came = || holds(&name, source, &plain, &plain.folders(), &at("results"));
    write("second/n.h", "#define N 1\n");
    assert_eq!((came(), came()), (MISS, HIT), "a header that is nowhere");
    for (what, path, text) in [
        ("it is there", "system/warns.h", "#define N 1\n"),
        ("another text", "second/n.h", "#define N 2\n"),
        ("an earlier folder", "first/n.h", "#define N 3\n"),
        ("beside the source", "n.h", "#define N 4\n"),
        ("__has_include", "second/more.h", "#undef N\n#define N 5\n"),
        ("an earlier folder again", "first/more.h", "#undef N\n#define N 6\n"),
        ("no system's header", "second/warns.h", "#define N 1\n"),
    ] {
        write(path, text);
        assert_eq!((came(), came()), (MISS, HIT), "{what}");
    }
    // What was before is found again, and what was long before is not.
    fs::remove_file(at("second/warns.h")).expect("removed");
    assert_eq!(came(), HIT);
    fs::remove_file(at("first/more.h")).expect("removed");
    assert_eq!(came(), HIT);
    for number in 10..18 {
        write("first/more.h", &format!("#undef N\n#define N {number}\n"));
        assert_eq!(came(), MISS);
    }
    fs::remove_file(at("first/more.h")).expect("removed");
    assert_eq!(came(), MISS);
}

/// A header that many include is read once; one that appears where only a later of them finds it is another answer all the same.
#[test]
fn each_place_is_asked_for() {
    let place = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = place.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let below = |path: &str| place.path().join(path).to_string_lossy().into_owned();
    write("one/a.h", "#include \"n.h\"\n");
    write("two/b.h", "#include \"n.h\"\n#include \"n.h\"\n");
    write("late/n.h", "#define N 1\n");
    let name = below("k.cu");
    let source =
        "#include \"one/a.h\"\n#include \"two/b.h\"\n__global__ void k(int *p) { *p = N; }\n";
    let plain = options(&["-I", &below("early"), "-I", &below("late")]);
    let came = || holds(&name, source, &plain, &plain.folders(), &place.path().join("results"));
    assert_eq!((came(), came()), (MISS, HIT));
    for (path, text) in [
        ("two/n.h", "#undef N\n#define N 2\n"),
        ("two/n.h", "#undef N\n#define N 3\n"),
        ("one/n.h", "#define N 4\n"),
        ("early/n.h", "#define N 5\n"),
    ] {
        write(path, text);
        // One in a folder that is looked in behind those beside changes no answer.
        let wanted = if path.starts_with("early") { HIT } else { MISS };
        assert_eq!((came(), came()), (wanted, HIT), "{path} {text}");
    }
    fs::remove_file(place.path().join("two/n.h")).expect("removed");
    assert_eq!((came(), came()), (MISS, HIT));
}

/// Headers in memory are asked for as files are; one that leads to others asks for those of its own.
#[test]
fn headers_in_memory_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = Options::nvrtc();
    let source = "#include \"a/one.h\"\nextern \"C\" __global__ void k(int *p) { p[0] = N; }\n";
    for round in [MISS, HIT] {
        for number in 0..6 {
            let one = if number % 2 == 0 { "#include \"two.h\"\n" } else { "#include <two.h>\n" };
            let memory = MemoryIncludes::new()
                .with("a/one.h", one)
                .with("a/two.h", &format!("#define N {number}\n"))
                .with("two.h", &format!("#define N {}\n", number + 100));
            let include = GivenIncludes::new(memory, &plain);
            assert_eq!(holds("k.cu", source, &plain, &include, folder.path()), round, "{number}");
        }
    }
}

/// What names the clock's macros is not kept, wherever it stands; what asks for time or is cut short is not looked up.
#[test]
fn the_clock_is_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let kernel = "extern \"C\" __global__ void k(char *p) { p[0] = __TIME__[0]; }\n";
    let outer = "#include \"now.h\"\n";
    let files = MemoryIncludes::new().with("now.h", kernel);
    for _ in 0..2 {
        let told =
            |source, words: &[&str]| holds("k.cu", source, &options(words), &files, folder.path());
        assert_eq!(told(kernel, &[]), MISS);
        assert_eq!(told(outer, &[]), MISS);
        assert_eq!(told("__device__ const char *n = NOW;\n", &["-DNOW=__DATE__"]), MISS);
        assert_eq!(told(KERNEL, &["--time-passes"]), NOT_ASKED);
        assert_eq!(told(KERNEL, &["--opt-bisect-limit=3"]), NOT_ASKED);
    }
}

/// All kernels of the runtime tests, and sources with mistakes: what is read is what was made, with all that was said.
#[test]
fn whole_results_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut count = 0;
    for (place, words) in [
        ("runtime-tests/kernels", &["-Wall", "-lineinfo", "-arch=sm_80"][..]),
        ("tools/command/tests/mistakes", &["-Wall", "-Wextra"]),
    ] {
        for file in fs::read_dir(root.join(place)).expect("a folder").flatten() {
            let path = file.path();
            if path.extension().is_none_or(|ending| ending != "cu") {
                continue;
            }
            let bytes = fs::read(&path).expect("a source");
            let (source, name) = (String::from_utf8_lossy(&bytes), path.to_string_lossy());
            let plain = options(words);
            let include = plain.folders();
            for round in [MISS, HIT] {
                assert_eq!(holds(&name, &source, &plain, &include, folder.path()), round, "{name}");
            }
            count += 1;
        }
    }
    assert!(count > 80, "{count}");
}

/// No word of the environment reaches a result: the sources that a compilation runs through ask for none, but where a cache is named.
#[test]
fn the_environment_reaches_no_result() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders: Vec<_> = [
        "frontend/source/src",
        "frontend/whirl/src",
        "frontend/cuda-c/src",
        "wopt/ir/src",
        "wopt/opt/src",
        "cg/src",
        "tools/facts/src",
        "tools/optx/src",
    ]
    .iter()
    .map(|folder| root.join(folder))
    .collect();
    let mut asking = Vec::new();
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).expect("a folder").flatten() {
            let path = file.path();
            if path.is_dir() {
                folders.push(path);
            } else if fs::read_to_string(&path).is_ok_and(|text| text.contains("env::")) {
                asking
                    .push(path.strip_prefix(&root).expect("below").to_string_lossy().into_owned());
            }
        }
    }
    assert_eq!(asking, ["tools/optx/src/options/mod.rs"]);
}

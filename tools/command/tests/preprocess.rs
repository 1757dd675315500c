//! `-E` and `-M`: the text after preprocessing compiles as its source does, and the rule lists the files that were included.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn optx(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.current_dir(folder).env_remove("OPTX_COMPILE_CACHE").arg("compile").args(words);
    command.output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}

/// What is said, without what shows the text's own lines: codes, files, lines, columns, messages.
fn said(output: &Output) -> BTreeSet<String> {
    let lines = text(&output.stderr);
    let told = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let one = |d: serde_json::Value| {
        let place = &d["place"];
        format!(
            "{} {}:{}:{} {}",
            d["code"], place["file"], place["line"], place["column"], d["message"]
        )
    };
    told.map(one).collect()
}

/// The PTX, with the lines of `.loc` where they change and without columns, which are others in what macros expand to.
fn by_lines(output: &Output) -> Vec<String> {
    let (ptx, mut last) = (text(&output.stdout), String::new());
    let line = |line: &str| {
        let Some(place) = line.strip_prefix("\t.loc ") else { return Some(line.to_owned()) };
        let place = place.split(' ').take(2).collect::<Vec<_>>().join(" ");
        (place != last).then(|| {
            last.clone_from(&place);
            place
        })
    };
    ptx.lines().filter_map(line).collect()
}

/// Compiles a source, and its text after preprocessing in a folder where nothing else is: the same PTX with its lines, the same messages at the same places.
fn holds(folder: &Path, name: &str, words: &[&str], elsewhere: &[&str]) {
    let all = |more: &[&str], words: &[&str]| -> Vec<String> {
        more.iter().chain(words).map(|word| (*word).to_owned()).collect()
    };
    let run = |folder: &Path, words: &[String]| {
        optx(folder, &words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let place = tempfile::tempdir().expect("a folder");
    let more = ["-lineinfo", "-Wall", "--message-format=json"];
    let wanted = run(folder, &[all(&more, words), vec![name.to_owned()]].concat());
    let written = run(folder, &[all(&["-E", "-w"], words), vec![name.to_owned()]].concat());
    assert!(written.status.success() && written.stderr.is_empty(), "{name}: {written:?}");
    fs::write(place.path().join("k.ii"), &written.stdout).expect("written");
    let found = run(place.path(), &[all(&more, elsewhere), vec!["k.ii".to_owned()]].concat());
    assert_eq!(found.status, wanted.status, "{name}: {}", text(&found.stderr));
    assert_eq!(by_lines(&found), by_lines(&wanted), "{name}");
    assert_eq!(said(&found), said(&wanted), "{name}");
    let plain = [all(words, &[]), vec![name.to_owned()]].concat();
    let from_text = [all(elsewhere, &[]), vec!["k.ii".to_owned()]].concat();
    assert_eq!(run(place.path(), &from_text).stdout, run(folder, &plain).stdout, "{name}");
    // And once more: the text of the text is the text.
    let again =
        run(place.path(), &[all(&["-E", "-w"], elsewhere), vec!["k.ii".to_owned()]].concat());
    fs::write(place.path().join("k.ii"), &again.stdout).expect("written");
    let found = run(place.path(), &[all(&more, elsewhere), vec!["k.ii".to_owned()]].concat());
    assert_eq!((by_lines(&found), said(&found)), (by_lines(&wanted), said(&wanted)), "{name}");
}

#[test]
fn the_text_of_each_kernel_compiles_as_its_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime-tests/kernels");
    let mut count = 0;
    for file in fs::read_dir(&folder).expect("a folder").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".cu") {
            holds(&folder, &name, &["-arch=sm_90"], &["-arch=sm_90"]);
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

/// What more than tokens reaches the compiler: pragmas, packing, macros that come back, headers of the system, built-in ones and such as are nowhere.
#[test]
fn what_is_no_token_is_written_too() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path();
    write(
        folder,
        "in \"c/h.h",
        "#pragma once\n#define M 3\n#pragma pack(push, 1)\nstruct S { char a; int b; };\n#pragma pack(pop)\n",
    );
    write(folder, "sys/s.h", "static __device__ int quiet() { int unused; return 1; }\n");
    write(
        folder,
        "k.cu",
        "#include <cuda_fp16.h>\n#include \"h.h\"\n#include <s.h>\n#include <nowhere.h>\n#define N 123456\n#define ADD(a, b) ((a) + \\\n   (b))\n\
         #undef linux\n#undef M_PI\n__device__ int f(S *s) { int linux = s->b, never; return linux; }\n#pragma nv_diag_suppress 177\n\
         extern \"C\" __global__ void k(float *p, S *s, int n) {\n#pragma unroll ADD(1, 1)\n    for (int i = 0; i < N; i++) p[i] += ADD(M, 2) * N; int silent;\n\
         _Pragma(\"unroll 2\") for (int i = 0; i < n; i++) p[N + i] = ADD(i, N)+ +i- -N;\n\
         \tconst char *t = R\"(a\nb)\"; p[1] = t[n]; float __CUDA_ARCH_LIST = -1, x = - -1; int \\\n late;\n\
         p[0] = __half2float(__float2half(p[1])) + x + __LINE__ + f(s);\n\
         #line 100 \"other.cu\"\n if (n < 0) __syncthreads(); assert(n > 3); int told;\n}\n",
    );
    let words = ["-I", "in \"c", "-isystem", "sys", "-DGIVEN=1"];
    holds(folder, "k.cu", &words, &["-DGIVEN=1"]);
    write(
        folder,
        "h.cu",
        "#define __CUDA_NO_HALF_CONVERSIONS__\n#include <cuda_fp16.h>\n__global__ void k(__half *p) { *p = 1; }\n",
    );
    holds(folder, "h.cu", &[], &[]);
    write(
        folder,
        "n.cu",
        "#define __CUDA_NO_HALF_OPERATORS__\n#include <cuda_fp16.h>\n__device__ __half operator+(const __half &a, const __half &b) { return a; }\n__global__ void k(__half *p) { *p = *p + *p; }\n",
    );
    holds(folder, "n.cu", &["--nvrtc"], &["--nvrtc"]);
    let failed = optx(folder, &["-E", "k.cu", "--nvrtc"]);
    assert_eq!((failed.status.code(), failed.stdout.len()), (Some(1), 0));
}

/// Exactly the files that were included, each once, as they were found; not those of the compiler's own, nor what was only asked for.
#[test]
fn the_rule_lists_what_is_included() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path();
    write(folder, "a b/one.h", "#include \"two.h\"\n#include <three.h>\n#include \"two.h\"\n");
    write(folder, "a b/two.h", "#pragma once\n#include <stdint.h>\n");
    write(folder, "sys/three.h", "");
    write(folder, "asked.h", "");
    write(folder, "pre$.h", "");
    write(
        folder,
        "k#.cu",
        "#include \"one.h\"\n#if __has_include(\"asked.h\") && !__has_include(\"gone.h\")\n__global__ void k() {}\n#endif\n#include <cuda_fp16.h>\n",
    );
    let words = ["k#.cu", "-I", "a b", "-isystem", "sys", "-include", "pre$.h"];
    let run = |more: &[&str]| {
        let output = optx(folder, &[&words[..], more].concat());
        assert!(output.status.success(), "{more:?}: {output:?}");
        text(&output.stdout)
    };
    let files = "k\\#.cu \\\n  pre$$.h \\\n  a\\ b/one.h \\\n  a\\ b/two.h";
    let rule = |target: &str, system: &str| format!("{target}: {files}{system}\n");
    let system = " \\\n  sys/three.h";
    assert_eq!(run(&["-M"]), rule("k\\#.ptx", system));
    assert_eq!(run(&["-MM"]), rule("k\\#.ptx", ""));
    assert_eq!(run(&["--generate-dependencies", "-MT", "x y", "-MT=z"]), rule("x y z", system));
    let phony = "pre$$.h:\na\\ b/one.h:\na\\ b/two.h:\n";
    assert_eq!(run(&["-MM", "-MP"]), rule("k\\#.ptx", "") + phony);
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    assert_eq!(run(&["-M", "-MF", "m.d"]), "");
    assert_eq!(read("m.d"), rule("k\\#.ptx", system));
    assert_eq!(run(&["-M", "-o", "o.d"]), "");
    assert_eq!(read("o.d"), rule("k\\#.ptx", system));
    // Beside the result, which is what it is without; out of a cache too.
    let ptx = run(&[]);
    for cache in ["--no-cache", "--cache=kept", "--cache=kept"] {
        assert_eq!(run(&["-MD", cache]), ptx);
        assert_eq!(read("k#.d"), rule("k\\#.ptx", system));
        assert_eq!(run(&["-MMD", "-o", "out.ptx", cache]), "");
        assert_eq!((read("out.ptx"), read("out.d")), (ptx.clone(), rule("out.ptx", "")));
        assert_eq!(run(&["-MMD", "-o", "out.ptx", "-MF", "far.d", cache]), "");
        assert_eq!(read("far.d"), rule("out.ptx", ""));
    }
    // A file that is read is listed, and one that is not there makes no rule.
    for words in [
        &["k#.cu", "-MF", "x.d"][..],
        &["k#.cu", "-MP"],
        &["k#.cu", "-MD", "-MF", "k#.cu"],
        &["k#.cu", "-MD", "-MF", "o", "-o", "o"],
    ] {
        assert_eq!(optx(folder, words).status.code(), Some(2), "{words:?}");
    }
    let failed = optx(folder, &["k#.cu", "-MD", "-MF", "never.d"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(!folder.join("never.d").exists());
}

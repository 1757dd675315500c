//! What NVRTC has not: the functions of `include/optx.h`, from C and from here; the names that the loader looks for; and machine code where a ptxas is
//! named.

#[path = "library/mod.rs"]
mod library;

use library::{Handle, Library, c, ours, ours_of_12};
use optx_judge::Tool;
use optx_judge::trials::{self, assertions};
use std::ffi::{c_char, c_int, c_void};
use std::path::Path;
use std::process::Command;

const KERNEL: &str = "extern \"C\" __global__ void k(float *p, int n) { int unused; if (threadIdx.x < n) p[threadIdx.x] = 1; }\n";

/// With this in the environment the program is asked for machine code, and says what it got.
const ASSEMBLES: &str = "OPTX_NVRTC_ASSEMBLES";

/// With this it compiles where there is no address space for a thread, and says what it got.
const STARVES: &str = "OPTX_NVRTC_STARVES";

/// With this it compiles a program, and says what it got.
const KEEPS: &str = "OPTX_NVRTC_KEEPS";

fn main() {
    if std::env::var_os(KEEPS).is_some() {
        return keeps();
    }
    if std::env::var_os(ASSEMBLES).is_some() {
        return assembles();
    }
    if std::env::var_os(STARVES).is_some() {
        return starves();
    }
    trials::run(vec![
        assertions("diagnostics, kernels and variance are JSON", &[], json),
        assertions("optx's own options", &[], own_options),
        assertions("a C program that is linked with the library runs", &[], linked),
        assertions("symbols have the version of NVRTC's", &[], versions_of_symbols),
        assertions("a ptxas that is named is asked", &[Tool::Ptxas13], ptxas_is_asked),
        assertions("a ptxas that is not there is told of", &[], no_ptxas),
        assertions("results are kept where the program says", &[], cache),
        assertions("results are kept where the environment says", &[], cache_of_the_environment),
        assertions("without room for a thread there is an error", &[], no_thread),
    ]);
}

type Size = unsafe extern "C" fn(Handle, *mut usize) -> c_int;
type Get = unsafe extern "C" fn(Handle, *mut c_char) -> c_int;

fn text(l: &Library, program: &library::Program<'_>, what: &str) -> String {
    let size: Size = l.symbol(&format!("optxGet{what}Size"));
    let get: Get = l.symbol(&format!("optxGet{what}"));
    let bytes = program.result(size, get);
    String::from_utf8(bytes[..bytes.len() - 1].to_vec()).expect("UTF-8")
}

fn value(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn json() {
    let l = Library::load(&ours());
    let program = l.program(KERNEL);
    for what in ["Diagnostics", "Kernels", "Variance"] {
        assert_eq!(text(&l, &program, what), "", "before a compilation");
    }
    assert_eq!(program.compile(&["-arch=sm_80"]), 0);
    let warning = value(&text(&l, &program, "Diagnostics"));
    assert_eq!(
        (&warning["option"], &warning["place"]["line"]),
        (&"-Wunused-variable".into(), &1.into())
    );
    let kernels = value(&text(&l, &program, "Kernels"));
    let kernel = &kernels["kernels"][0];
    assert_eq!(kernel["symbol"], "k");
    assert_eq!(kernel["parameters"][1], serde_json::json!({ "name": "n", "type": "int" }));
    let variance = value(&text(&l, &program, "Variance"));
    let branch = &variance["kernels"][0]["branches"][0];
    assert_eq!((&branch["line"], &branch["warp_uniform"]), (&1.into(), &false.into()));
    // Of what fails there are diagnostics alone.
    assert_eq!(program.compile(&["-Dfloat=flaot"]), 6);
    let error = text(&l, &program, "Diagnostics");
    assert_eq!(value(error.lines().next().unwrap_or_default())["severity"], "error");
    assert_eq!((text(&l, &program, "Kernels"), text(&l, &program, "Variance")), Default::default());
}

fn own_options() {
    let l = Library::load(&ours());
    let compile: unsafe extern "C" fn(Handle, c_int, *const *const c_char) -> c_int =
        l.symbol("optxCompileProgram");
    let compiled = |word: &str| {
        let program = l.program(KERNEL);
        assert_eq!(program.add("k"), 0);
        let word = c(word);
        // SAFETY: the program lives, and there is one option.
        let code = unsafe { compile(program.handle, 1, [word.as_ptr()].as_ptr()) };
        (code, program.ptx(), program.log())
    };
    let (code, text, _) = compiled("--emit=ssa");
    assert!(code == 0 && text.starts_with("(ssa "), "{text}");
    let (code, ptx, log) = compiled("--stats");
    assert!(code == 0 && ptx.contains(".entry k(") && log.contains("assemble"), "{log}");
    // The command says there what names are called, and here functions do.
    assert!(!log.contains("k is k"), "{log}");
    assert_eq!(compiled("--foo").0, 5);
    let version: unsafe extern "C" fn() -> *const c_char = l.symbol("optxVersion");
    // SAFETY: the function takes nothing.
    assert_eq!(library::at(unsafe { version() }), env!("CARGO_PKG_VERSION"));
}

/// A program in C: it is linked with the library, so that the loader looks for its file and for the version of its symbols.
const PROGRAM: &str = r#"
#include "optx.h"
#include <stdio.h>
#include <stdlib.h>
int nvrtcVersion(int *, int *);
int nvrtcCreateProgram(nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *);
int nvrtcDestroyProgram(nvrtcProgram *);
int main(void) {
  int major, minor;
  nvrtcProgram program;
  size_t size;
  const char *const options[] = {"-arch=sm_80", "--verify"};
  if (nvrtcVersion(&major, &minor) || nvrtcCreateProgram(&program, "extern \"C\" __global__ void k(int *p) { *p = 1; }", 0, 0, 0, 0)) return 1;
  if (optxCompileProgram(program, 2, options) || optxGetKernelsSize(program, &size)) return 2;
  char *kernels = malloc(size);
  if (optxGetKernels(program, kernels) || optxGetDiagnosticsSize(program, &size) || size != 1 || optxGetVarianceSize(program, &size)) return 3;
  printf("%d.%d optx %s %s\n", major, minor, optxVersion(), kernels);
  return nvrtcDestroyProgram(&program);
}
"#;

fn linked() {
    for (library, file, version) in
        [(ours(), "libnvrtc.so.13", "13.5"), (ours_of_12(), "libnvrtc.so.12", "12.9")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("lib")).expect("a folder");
        std::fs::write(at("program.c"), PROGRAM).expect("a source");
        std::fs::copy(&library, at("link.so")).expect("the library");
        std::fs::copy(&library, at("lib").join(file)).expect("the library");
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
        let mut command = Command::new("cc");
        command.args(["-std=c11", "-Wall", "-Werror", "-pedantic"]).arg("-I").arg(include);
        command.arg(at("program.c")).arg(at("link.so")).arg("-o").arg(at("program"));
        let built = command.output().expect("a C compiler, which links Rust's programs too");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        // What was linked has gone: by its own name the library is found.
        std::fs::remove_file(at("link.so")).expect("the library");
        let ran = Command::new(at("program"))
            .env("LD_LIBRARY_PATH", at("lib"))
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{}: {said}", ran.status);
        assert!(said.starts_with(version) && said.contains("\"symbol\":\"k\""), "{said}");
    }
}

unsafe extern "C" {
    fn dlvsym(library: *mut c_void, name: *const c_char, version: *const c_char) -> *mut c_void;
}

/// The loader stops a program that was linked with NVRTC where a symbol has not the version that NVRTC's has.
fn versions_of_symbols() {
    for (path, version, other) in [
        (ours(), c"libnvrtc.so.13", c"libnvrtc.so.12"),
        (ours_of_12(), c"libnvrtc.so.12", c"libnvrtc.so.13"),
    ] {
        // SAFETY: loading runs the library's initialisers, which have no preconditions.
        let library = unsafe { libloading::os::unix::Library::new(&path) }.expect("a library");
        let handle = library.into_raw();
        for name in [c"nvrtcVersion", c"nvrtcCompileProgram", c"nvrtcGetTileIR", c"optxGetKernels"]
        {
            // SAFETY: the library stays loaded, and the strings are constants.
            let (found, none) = unsafe {
                (
                    dlvsym(handle, name.as_ptr(), version.as_ptr()),
                    dlvsym(handle, name.as_ptr(), other.as_ptr()),
                )
            };
            assert!(!found.is_null() && none.is_null(), "{name:?} of {}", path.display());
        }
    }
}

/// What the child says: codes and how the results begin.
fn assembles() {
    let l = Library::load(&ours());
    for (options, source) in [
        (&["-arch=sm_80"][..], KERNEL),
        (&["-arch=compute_80"], KERNEL),
        (&["-arch=sm_80", "--ptxas-options=-v"], KERNEL),
        (&["-arch=sm_80"], "__global__ void k() { asm(\"foo;\"); }"),
    ] {
        let program = l.program(source);
        let code = program.compile(options);
        let binary = program.result(l.cubin_size, l.cubin);
        let begin = String::from_utf8_lossy(&binary[..binary.len().min(4)]).replace('\u{7f}', ".");
        let (log, ptx) = (program.log(), program.ptx().len());
        println!("{code} `{begin}` {} {}", ptx > 0, log.replace('\n', "; "));
    }
}

fn child(ptxas: &Path) -> String {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program).env(ASSEMBLES, "1").env("OPTX_PTXAS", ptxas).output();
    let output = output.expect("this program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn ptxas_is_asked() {
    let said = child(&optx_judge::find(Tool::Ptxas13).expect("it is there"));
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("0 `.ELF` true"), "{said}");
    assert!(lines[1].starts_with("0 `` true"), "{said}");
    assert!(lines[2].starts_with("0 `.ELF` true") && lines[2].contains("registers"), "{said}");
    assert!(lines[3].starts_with("6 `` true") && lines[3].contains("foo"), "{said}");
}

fn no_ptxas() {
    let said = child(Path::new("/optx-no-such-folder/ptxas"));
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[0].starts_with("7 `` true") && lines[0].contains("/optx-no-such-folder/ptxas"),
        "{said}"
    );
    assert!(lines[1].starts_with("0 `` true"), "{said}");
}

/// `struct rlimit`.
#[repr(C)]
struct Limit {
    soft: u64,
    hard: u64,
}

/// Of address space, on Linux.
const ADDRESS_SPACE: c_int = 9;

unsafe extern "C" {
    fn setrlimit(what: c_int, limit: *const Limit) -> c_int;
}

fn starves() {
    let l = Library::load(&ours());
    let program = l.program(KERNEL);
    let pages = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages: u64 = pages.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    let limited = |soft| {
        // SAFETY: the pointer is valid.
        let set = unsafe { setrlimit(ADDRESS_SPACE, &Limit { soft, hard: u64::MAX }) };
        assert_eq!(set, 0);
        program.compile(&[])
    };
    println!("{} {}", limited(pages * 4096 + (16 << 20)), limited(u64::MAX));
}

fn no_thread() {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program).env(STARVES, "1").output().expect("this program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said, "1 0\n", "{}", String::from_utf8_lossy(&output.stderr));
}

/// What is seen of a compilation: its code, and all results.
fn seen(l: &Library, program: &library::Program<'_>, words: &[&str]) -> String {
    let code = program.compile(words);
    let (log, ptx) = (program.log(), program.ptx());
    let json = ["Diagnostics", "Kernels", "Variance"].map(|what| text(l, program, what));
    format!("{code} {log} {ptx} {json:?}")
}

/// Hits and misses of a folder.
fn counts(folder: &Path) -> (u64, u64) {
    let all = optx::Cache::new(folder, 1).statistics().expect("statistics");
    (all.hits, all.misses)
}

/// The same log, PTX and JSON from disk; nothing of it with a null folder, and with a callback.
fn cache() {
    let l = Library::load(&ours());
    let set: unsafe extern "C" fn(Handle, *const c_char, usize) -> c_int = l.symbol("optxSetCache");
    let place = tempfile::tempdir().expect("a folder");
    let folder = c(place.path().to_string_lossy().into_owned());
    for (round, words) in
        [&["-arch=sm_80"][..], &["-arch=sm_80", "-Dfloat=flaot"]].iter().enumerate()
    {
        let wanted = seen(&l, &l.program(KERNEL), words);
        for again in 0..3 {
            let program = l.program(KERNEL);
            // SAFETY: a program, a string, a number.
            assert_eq!(unsafe { set(program.handle, folder.as_ptr(), 0) }, 0);
            assert_eq!(seen(&l, &program, words), wanted);
            let round = round as u64;
            assert_eq!(counts(place.path()), (2 * round + again, round + 1));
            // SAFETY: as above.
            assert_eq!(unsafe { set(program.handle, std::ptr::null(), 0) }, 0);
            assert_eq!(seen(&l, &program, words), wanted);
            assert_eq!(counts(place.path()), (2 * round + again, round + 1));
        }
    }
    let program = l.program(KERNEL);
    // SAFETY: as above; the handle of no program is refused.
    let codes = unsafe {
        [set(program.handle, c("").as_ptr(), 0), set(std::ptr::null_mut(), folder.as_ptr(), 0)]
    };
    assert_eq!(codes, [3, 4]);
}

fn keeps() {
    let l = Library::load(&ours());
    print!("{}", seen(&l, &l.program(KERNEL), &["-arch=sm_80"]));
}

/// Programs that know nothing of it, each in a process of its own; NVRTC's own `--no-cache` holds.
fn cache_of_the_environment() {
    let place = tempfile::tempdir().expect("a folder");
    let run = |cache: &str| {
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        let output = command.env(KEEPS, "1").env("OPTX_COMPILE_CACHE", cache).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    let wanted = run("");
    let folder = place.path().to_string_lossy();
    for k in 0..3 {
        assert_eq!(run(&folder), wanted);
        assert_eq!(counts(place.path()), (k, 1));
    }
}

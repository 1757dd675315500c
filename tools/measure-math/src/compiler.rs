//! How the host's program is compiled: the library and the table of its functions as C++ text, and a compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::functions::{self, Bound, Function};

/// The library's files in an order in which each knows those that it uses.
const LIBRARY: &[&str] = &[
    "quotient",
    "explog_double",
    "trig_double",
    "inverse_double",
    "hyperbolic_double",
    "error_double",
    "gamma_double",
    "normal_double",
    "norm_double",
    "explog",
    "trig",
    "trig_more",
    "hyperbolic",
    "bits",
    "gamma",
    "normal",
    "norm",
];

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The C++ text that includes the library and lists these functions, or all where none is named.
fn table(names: &[String]) -> String {
    let library = here().join("../../frontend/cuda-c/lib");
    let mut text = String::from("namespace library {\n");
    for file in LIBRARY {
        text += &format!("#include \"{}\"\n", library.join(format!("{file}.cuh")).display());
    }
    let mut list = String::new();
    let named = |f: &&Function| names.is_empty() || names.iter().any(|name| f.name == name);
    for f in functions::all().filter(named) {
        let ty = f.kind.type_name();
        let body = f.options.map_or(f.body.to_owned(), |(_, same)| format!("return {same};"));
        let allowed =
            if let Bound::Depends(expression, _) = f.bound { expression } else { "in_numbers" };
        text += &format!("static {ty} t_{}({}) {{ {body} }}\n", f.name, f.parameters());
        list += &format!(" {}({}, ({}), ({allowed}))", f.kind.macro_name(), f.name, f.wanted);
    }
    text + "}\n#define FUNCTIONS" + &list + "\n"
}

/// A compiler of C++, and where it finds its own libraries.
pub struct Compiler {
    /// Its program and the first arguments.
    words: Vec<String>,
    /// Folders for `LD_LIBRARY_PATH`, before what stands there.
    libraries: Vec<PathBuf>,
    /// The functions that the program is to know; all where there are none.
    functions: Vec<String>,
}

impl Compiler {
    /// One by its program, perhaps with first arguments, as in `zig cc -target x86_64-linux-gnu.2.28`.
    pub fn of(words: &str) -> Result<Compiler, String> {
        let words: Vec<String> = match Path::new(words).is_file() {
            true => vec![words.to_owned()],
            false => words.split_whitespace().map(str::to_owned).collect(),
        };
        if words.is_empty() {
            return Err("no compiler is named".into());
        }
        Ok(Compiler { words, libraries: Vec::new(), functions: Vec::new() })
    }

    /// The one in `CXX`, or clang.
    pub fn chosen() -> Result<Compiler, String> {
        if let Some(cxx) = std::env::var_os("CXX") {
            return Compiler::of(&cxx.to_string_lossy()).map_err(|e| format!("CXX: {e}"));
        }
        let clang = optx_judge::find(optx_judge::Tool::Clang).map_err(|e| e.to_string())?;
        let root = optx_judge::cache_dir().join("clang-19/usr/lib");
        let libraries = vec![root.join("x86_64-linux-gnu"), root.join("llvm-19/lib")];
        let words = vec![clang.to_string_lossy().into_owned()];
        Ok(Compiler { words, libraries, functions: Vec::new() })
    }

    /// For these functions alone, which takes less time.
    pub fn only(self, names: &[&str]) -> Compiler {
        Compiler { functions: names.iter().map(|&name| name.to_owned()).collect(), ..self }
    }

    /// Makes the host's program, a file of this name.
    pub(crate) fn build(&self, program: &Path) -> Result<(), String> {
        let Some((name, first)) = self.words.split_first() else {
            return Err("no compiler is named".into());
        };
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        std::fs::write(folder.path().join("table.h"), table(&self.functions))
            .map_err(|e| e.to_string())?;
        let own = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let folders = self.libraries.iter().cloned().chain(std::env::split_paths(&own));
        let path = std::env::join_paths(folders).map_err(|e| e.to_string())?;
        let output = Command::new(name)
            .env("LD_LIBRARY_PATH", path)
            .args(first)
            .args(["-x", "c++", "-std=gnu++17", "-O3", "-w", "-s"])
            .args(["-ffp-contract=off", "-fno-math-errno", "-fno-sanitize=all"])
            // x86-64-v3 in words that all compilers know: zig spells the name in its own way.
            .args(["-mavx2", "-mfma", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt", "-mf16c"])
            .arg("-I")
            .arg(folder.path())
            .args(quadmath_include())
            .arg(here().join("host/host.cc"))
            .args(["-x", "none", "-o"])
            .arg(program)
            .args([&quadmath(), "-lm"])
            .output()
            .map_err(|e| format!("{name}: {e}"))?;
        if !output.status.success() {
            return Err(format!("the host's build: {}", String::from_utf8_lossy(&output.stderr)));
        }
        Ok(())
    }
}

/// What gcc says to a question, where there is a gcc.
fn of_gcc(question: &str) -> Option<String> {
    let output = Command::new("gcc").arg(question).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// gcc's own header folder, where `quadmath.h` lies.
fn quadmath_include() -> Vec<String> {
    of_gcc("-print-file-name=include").map_or_else(Vec::new, |f| vec!["-idirafter".to_owned(), f])
}

/// gcc's quadmath for the linker: the archive, so that the program needs only the C library where it runs.
fn quadmath() -> String {
    // Of a file that it does not have gcc gives the bare name.
    let archive = of_gcc("-print-file-name=libquadmath.a").filter(|f| Path::new(f).is_absolute());
    archive.unwrap_or_else(|| "-lquadmath".to_owned())
}

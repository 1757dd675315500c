//! `--cache` and `optx cache`: what is shown is what a compilation shows, byte for byte, whatever became of the folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn optx(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command
        .current_dir(folder)
        .env_remove("OPTX_COMPILE_CACHE")
        .env_remove("OPTX_COMPILE_CACHE_SIZE");
    command
}

fn ran(command: &mut Command) -> Output {
    command.output().expect("the command runs")
}

/// The counts of `optx cache stats`.
fn statistics(folder: &Path, cache: &str) -> serde_json::Value {
    let output = ran(optx(folder).args(["cache", "stats", cache, "--format=json"]));
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn count(folder: &Path, cache: &str, what: &str) -> u64 {
    statistics(folder, cache)[what].as_u64().expect("a number")
}

/// A folder with a source that is warned of, one that is wrong, and a header.
fn sources() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(place.path().join(name), text).expect("written");
    write("twice.h", "#define TWICE(x) ((x) + (x))\n");
    write(
        "warned.cu",
        "#include \"twice.h\"\ntemplate <class T> __global__ void t(T *p) { *p = 1; }\n\
         extern \"C\" __global__ void k(int *p) {\n\tint unused; // \u{e4}\n\tp[0] = TWICE(p[1]);\n}\n",
    );
    write(
        "wrong.cu",
        "#include \"twice.h\"\n__global__ void k(int *p) {\n    p[0] = TWICE(q);\n}\n",
    );
    place
}

fn entries(cache: &Path) -> Vec<PathBuf> {
    let parts =
        fs::read_dir(cache).expect("a folder").flatten().filter(|part| part.path().is_dir());
    parts
        .flat_map(|part| fs::read_dir(part.path()).expect("a part"))
        .flatten()
        .map(|f| f.path())
        .collect()
}

/// With and without, first and again: the same status, result, messages in both formats, names and statistics.
#[test]
fn what_is_shown_is_the_same() {
    let place = sources();
    for (words, status) in [
        (&["warned.cu"][..], 0),
        (&["warned.cu", "-Wall", "--message-format=json"], 0),
        (&["warned.cu", "--name-expression=t<int>", "-Rpass=all"], 0),
        (&["warned.cu", "--print-after=sccp", "--emit=ssa"], 0),
        (&["warned.cu", "-o", "made.ptx", "--emit-claims=made.json"], 0),
        (&["warned.cu", "-Wall", "-Werror"], 1),
        (&["wrong.cu"], 1),
        (&["wrong.cu", "--message-format=json"], 1),
    ] {
        let files = || ["made.ptx", "made.json"].map(|name| fs::read(place.path().join(name)).ok());
        let plain = ran(optx(place.path()).arg("compile").args(words));
        assert_eq!(plain.status.code(), Some(status), "{words:?}");
        let written = files();
        let before = count(place.path(), "kept", "hits");
        for _ in 0..3 {
            let kept = ran(optx(place.path()).arg("compile").args(words).arg("--cache=kept"));
            assert_eq!(kept, plain, "{words:?}");
            assert_eq!(files(), written, "{words:?}");
        }
        assert_eq!(count(place.path(), "kept", "hits"), before + 2, "{words:?}");
    }
}

/// The environment names a cache, an option another one or none; a folder is asked about and emptied.
#[test]
fn who_says_which_cache() {
    let place = sources();
    let compile = |words: &[&str]| {
        let mut command = optx(place.path());
        let output =
            ran(command.env("OPTX_COMPILE_CACHE", "a").args(["compile", "warned.cu"]).args(words));
        assert!(output.status.success(), "{words:?}");
    };
    compile(&[]);
    compile(&[]);
    compile(&["--cache", "b"]);
    compile(&["--no-cache"]);
    assert_eq!((count(place.path(), "a", "hits"), count(place.path(), "a", "misses")), (1, 1));
    assert_eq!((count(place.path(), "b", "hits"), count(place.path(), "b", "misses")), (0, 1));
    let shown = ran(optx(place.path()).env("OPTX_COMPILE_CACHE", "a").args(["cache", "stats"]));
    assert!(String::from_utf8_lossy(&shown.stdout).contains("hits     1\n"), "{shown:?}");
    let cleared = ran(optx(place.path()).args(["cache", "clear", "a"]));
    assert_eq!(String::from_utf8_lossy(&cleared.stdout), "2 files removed\n");
    assert_eq!(count(place.path(), "a", "files"), 0);
    for words in [
        &["cache", "stats"][..],
        &["cache", "look", "a"],
        &["compile", "warned.cu", "--cache-size=0"],
    ] {
        assert_eq!(ran(optx(place.path()).args(words)).status.code(), Some(2), "{words:?}");
    }
    let wrong = ran(optx(place.path())
        .env("OPTX_COMPILE_CACHE_SIZE", "much")
        .args(["compile", "warned.cu"]));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&wrong.stderr).contains("OPTX_COMPILE_CACHE_SIZE=much"),
        "{wrong:?}"
    );
}

/// A folder that cannot be, one that may not grow, and entries of which a bit is flipped: nothing but time is lost.
#[test]
fn a_bad_folder_costs_time_alone() {
    let place = sources();
    fs::write(place.path().join("file"), "mine").expect("written");
    let plain = ran(optx(place.path()).args(["compile", "warned.cu", "-Wall"]));
    let with = |cache: &str| {
        ran(optx(place.path()).args(["compile", "warned.cu", "-Wall", &format!("--cache={cache}")]))
    };
    for cache in ["file", "file/below", "/proc/none", "/dev/null"] {
        assert_eq!(with(cache), plain, "{cache}");
    }
    assert_eq!(fs::read(place.path().join("file")).expect("there"), b"mine");
    let shell = "trap '' XFSZ; ulimit -f 0; exec \"$0\" compile warned.cu -Wall --cache=full";
    let full = ran(Command::new("sh")
        .current_dir(place.path())
        .arg("-c")
        .arg(shell)
        .arg(env!("CARGO_BIN_EXE_optx")));
    assert_eq!(full, plain);
    assert_eq!(count(place.path(), "full", "files"), 0);
    assert_eq!(with("small"), plain);
    assert_eq!(entries(&place.path().join("small")).len(), 2);
    for (k, path) in entries(&place.path().join("small")).into_iter().enumerate() {
        let whole = fs::read(&path).expect("an entry");
        for at in (0..whole.len()).step_by(64) {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at / 64 % 8);
            fs::write(&path, &changed).expect("written");
            assert_eq!(with("small"), plain, "{k} {at}");
        }
    }
    assert_eq!(count(place.path(), "small", "hits"), 0);
    assert_eq!(with("small"), plain);
    assert_eq!(count(place.path(), "small", "hits"), 1);
}

/// Compilations that are killed at any time, two at once on one key, leave what compilations make, or nothing.
#[test]
fn killed_compilations_leave_nothing_wrong() {
    let place = sources();
    let words = ["compile", "warned.cu", "-Wall", "--cache=kept"];
    let plain = ran(optx(place.path()).args(&words[..3]));
    let mut took = Duration::from_millis(1);
    for round in 0..40 {
        let start = || {
            let mut command = optx(place.path());
            command
                .args(words)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("started")
        };
        let mut pair = [start(), start()];
        std::thread::sleep(took * (round % 20) / 15);
        pair.iter_mut().for_each(|child| {
            let _ = child.kill();
            child.wait().expect("it ended");
        });
        let begin = std::time::Instant::now();
        assert_eq!(ran(optx(place.path()).args(words)), plain);
        if round % 4 == 0 {
            took = begin.elapsed();
            ran(optx(place.path()).args(["cache", "clear", "kept"]));
        }
    }
    assert_eq!(count(place.path(), "kept", "damaged"), 0);
}

//! Snapshots of every step of every runtime kernel, read back as text, are what `--print-after-all` prints, byte for byte.

use optx::observe::{Observer, Observers, Step, View};
use optx::{DirectoryIncludes, Options, Source, compile_watched};
use runtime_tests::suite::{ARCH, Case, cases};

/// Reads each snapshot back.
#[derive(Default)]
struct ReadBack(String);

impl Observer for ReadBack {
    fn after(&mut self, step: &Step<'_>, view: &View<'_>) {
        let (pass, function) = (step.pass, step.function);
        self.0.push_str(&format!("; after {pass} on {function}\n{}", view.snapshot()));
    }
}

/// What is printed of a case, and what snapshots of it say.
fn both(case: &Case, level: &str) -> [String; 2] {
    let arch = format!("-arch=sm_{ARCH}");
    let mut words = vec![level, &arch];
    words.extend(case.launch.options.iter().map(String::as_str));
    let text = std::fs::read_to_string(&case.source).expect("a source");
    let name = case.source.to_string_lossy();
    let include = DirectoryIncludes::default();
    let source = Source { name: &name, source: &text, include: &include };
    let with = |more: &[&str], observers: Observers<'_, '_>| {
        let words = [&words, more].concat();
        let (options, _) = Options::parse_args(&words).expect("options");
        compile_watched(source, &options, observers).expect("it compiles").notes().to_owned()
    };
    let printed = with(&["--print-after-all"], &mut []);
    let mut seen = ReadBack::default();
    assert_eq!(with(&[], &mut [&mut seen]), "", "nothing is printed that nobody asked for");
    [printed, seen.0]
}

#[test]
fn snapshots_read_back_are_what_is_printed() {
    let (mut bytes, mut steps) = (0, 0);
    for case in &cases().unwrap() {
        for level in ["-O0", "-O3"] {
            let [printed, seen] = both(case, level);
            let differs = printed.lines().zip(seen.lines()).find(|(a, b)| a != b);
            assert!(printed == seen, "{} {level}: {differs:?}", case.name);
            bytes += printed.len();
            steps += printed.matches("; after ").count();
        }
    }
    println!("{steps} snapshots, {bytes} bytes");
    assert!(steps > 5_000);
}

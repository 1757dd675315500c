//! Lines a second of each phase, on the largest runtime kernels and on a generated source:
//! `cargo bench -p optx`. A phase's time holds those before it: lexing (with preprocessing), parsing, checking (to VH
//! WHIRL), the whole way to PTX.

use criterion::{Criterion, Throughput};
use optx::{Emit, Options, compile};
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;

const PHASES: [(&str, Emit); 4] =
    [("lex", Emit::Tokens), ("parse", Emit::Ast), ("check", Emit::WhirlVh), ("compile", Emit::Ptx)];

/// The three longest runtime kernels that need no included file, the kernel of the budgets, and ten thousand lines of device functions.
fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime-tests/kernels");
    let mut all: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the runtime kernels")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).ok()?;
            (name.ends_with(".cu") && compile(&text, &Options::default()).is_ok())
                .then_some((name, text))
        })
        .collect();
    all.sort_by_key(|(name, text)| (std::cmp::Reverse(text.lines().count()), name.clone()));
    let ledger = all.iter().position(|(name, _)| name == "budget_100.cu").map(|k| all.remove(k));
    all.truncate(3);
    all.extend(ledger);
    let mut text = String::new();
    for k in 0..2000 {
        let _ = writeln!(
            text,
            "__device__ int f{k}(const int *p, int n)\n{{\n    int s = {k};\n    for (int i = 0; i < n; i++)\n        s += p[i] * {k};"
        );
        text.push_str("    return s;\n}\n");
    }
    text.push_str("__global__ void k(int *p, int n) { *p = f0(p, n) + f1999(p, n); }\n");
    all.push(("generated".to_owned(), text));
    all
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (name, text) in sources() {
        let lines = text.lines().count() as u64;
        let mut group = criterion.benchmark_group(format!("{name}, {lines} lines"));
        group.throughput(Throughput::Elements(lines));
        for (phase, emit) in PHASES {
            let options = Options { emit, ..Options::default() };
            group.bench_function(phase, |b| b.iter(|| compile(black_box(&text), &options).is_ok()));
        }
        group.finish();
    }
    criterion.final_summary();
}

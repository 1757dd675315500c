//! What the analysis of variance costs on one function: `variance_growth FILE.ssa [verify|time [N]]`.
//!
//! Closes the file's function over its cycles and finds the variance of its values in mode binary and in mode full, each in a function of
//! its own ([`close`], [`binary`], [`full`]), so that callgrind tells their instructions apart; prints how many CODEREPs the function
//! has. With `verify` it judges the form before and the closedness behind instead; with `time` it prints nanoseconds, the least of N.
//! `tools/budgets --variance` makes the files and counts.

use optx_ir::Func;
use optx_whirl::{Module, VarianceMode};
use optx_wopt::Cx;
use optx_wopt::analysis::variance::{Assumptions, VarianceMap};
use optx_wopt::kit::closed_ssa;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

type Find = fn(&Func) -> VarianceMap;

/// Closes SSA.
#[inline(never)]
fn close(module: &Module, funcs: &mut [Func]) {
    let mut cx = Cx::of(module, funcs);
    optx_wopt::pass::ssa::closed_ssa::close(&mut funcs[0], &mut cx);
}

/// Finds who varies and who does not.
#[inline(never)]
fn binary(f: &Func) -> VarianceMap {
    in_mode(f, VarianceMode::Binary)
}

/// Finds all.
#[inline(never)]
fn full(f: &Func) -> VarianceMap {
    in_mode(f, VarianceMode::Full)
}

fn in_mode(f: &Func, mode: VarianceMode) -> VarianceMap {
    VarianceMap::of(f, Assumptions { mode, ..Assumptions::default() })
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (file, what) = match &args[..] {
        [file, rest @ ..] => (file, rest),
        [] => return wrong("usage: variance_growth FILE.ssa [verify|time [N]]"),
    };
    let Ok(text) = std::fs::read_to_string(file) else {
        return wrong(&format!("cannot read {file}"));
    };
    let (module, mut funcs) = match optx_ir::parse::parse_module(&text) {
        Ok(read) => read,
        Err(error) => return wrong(&format!("{file}: {error:?}")),
    };
    if funcs.len() != 1 {
        return wrong(&format!("{file} has {} functions, and not one", funcs.len()));
    }
    println!("codereps {}", funcs[0].codemap.len());
    match what.first().map(String::as_str) {
        Some("verify") => {
            if let Some(violation) = optx_ir::verify::verify(&funcs[0]).first() {
                return wrong(&format!("{file}: {violation:?}"));
            }
            close(&module, &mut funcs);
            if let Some(violation) = closed_ssa::violations(&funcs[0]).first() {
                return wrong(&format!("{file}, closed: {violation}"));
            }
        }
        Some("time") => {
            let times = what.get(1).and_then(|n| n.parse().ok()).unwrap_or(1u32).max(1);
            let closing = (0..times).map(|_| {
                let mut copy = funcs.clone();
                nanoseconds(|| close(&module, &mut copy))
            });
            println!("close {}", closing.min().unwrap_or(0));
            close(&module, &mut funcs);
            for (name, find) in [("binary", binary as Find), ("full", full)] {
                let found = (0..times).map(|_| nanoseconds(|| drop(black_box(find(&funcs[0])))));
                println!("{name} {}", found.min().unwrap_or(0));
            }
        }
        _ => {
            close(&module, &mut funcs);
            for find in [binary, full] {
                drop(black_box(find(&funcs[0])));
            }
        }
    }
    ExitCode::SUCCESS
}

fn nanoseconds(run: impl FnOnce()) -> u128 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos()
}

fn wrong(what: &str) -> ExitCode {
    eprintln!("{what}");
    ExitCode::from(2)
}

//! What the analysis of variance costs on one function: `variance_growth FILE.ssa [verify|time [N]]`.
//!
//! Finds the variance of the file's function in mode binary and in mode full, and looks up what each reader sees ([`views`]), each in a function
//! of its own ([`binary`], [`full`], [`seen`]), so that callgrind tells their instructions apart; prints how many CODEREPs the function
//! has. With `verify` it judges the form, and what readers see by the closed function, instead; with `time` it prints nanoseconds, the least of N.
//! `tools/budgets --variance` makes the files and counts.
//!
//! [`views`]: optx_wopt::analysis::variance::views

use optx_ir::Func;
use optx_whirl::VarianceMode;
use optx_wopt::Cx;
use optx_wopt::analysis::variance::views::At;
use optx_wopt::analysis::variance::{Assumptions, VarianceMap, oracle};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

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

/// What each statement, phi and branch sees of what it reads; so many see what varies in a warp.
#[inline(never)]
fn seen(f: &Func, map: &VarianceMap) -> usize {
    let varies = |id, at| usize::from(!map.seen(f, id, at).is_warp_uniform());
    let mut count = 0;
    for &bb in &f.layout {
        let here = At::Block(bb);
        let kids = f.bbs[bb].stmts.iter().flat_map(|&s| &f.stmts[s].kids);
        count += kids.map(|&kid| varies(kid, here)).sum::<usize>();
        count += f.bbs[bb].terminator().condition().map_or(0, |id| varies(id, here));
        for phi in &f.bbs[bb].phis {
            let operands = phi.operands.iter().zip(f.bbs[bb].preds());
            count += operands.map(|(&id, &from)| varies(id, At::Edge(from, bb))).sum::<usize>();
        }
    }
    count
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
    let (module, funcs) = match optx_ir::parse::parse_module(&text) {
        Ok(read) => read,
        Err(error) => return wrong(&format!("{file}: {error:?}")),
    };
    let [f] = &funcs[..] else {
        return wrong(&format!("{file} has {} functions, and not one", funcs.len()));
    };
    println!("codereps {}", f.codemap.len());
    match what.first().map(String::as_str) {
        Some("verify") => {
            if let Some(violation) = optx_ir::verify::verify(f).first() {
                return wrong(&format!("{file}: {violation:?}"));
            }
            let (cx, assumptions) = (Cx::of(&module, &funcs), Assumptions::default());
            let found = oracle::compare(f, &cx.facts, assumptions, &full(f));
            if let Some(difference) = found.differences.first() {
                return wrong(&format!("{file}, closed: {difference:?}"));
            }
        }
        Some("time") => {
            let times = what.get(1).and_then(|n| n.parse().ok()).unwrap_or(1u32).max(1);
            let least = |run: &dyn Fn() -> u128| (0..times).map(|_| run()).min().unwrap_or(0);
            println!("binary {}", least(&|| nanoseconds(|| drop(black_box(binary(f))))));
            println!("full {}", least(&|| nanoseconds(|| drop(black_box(full(f))))));
            let looked_up = || {
                let map = full(f);
                nanoseconds(|| {
                    black_box(seen(f, &map));
                })
            };
            println!("seen {}", least(&looked_up));
        }
        _ => {
            drop(black_box(binary(f)));
            let map = full(f);
            println!("varying {}", black_box(seen(f, &map)));
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

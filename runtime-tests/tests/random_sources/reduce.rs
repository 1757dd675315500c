//! Leaves out lines of a program as long as the same problem remains.

use crate::judge::{Problem, judge};
use runtime_tests::random_sources::Program;

/// The program without the lines that the problem does not need.
pub fn reduce(program: &Program, problem: &Problem, name: &str) -> Program {
    let remains = |p: &Program| judge(p, name).problems.iter().any(|q| q.kind == problem.kind);
    let mut best = alone(program, &remains).unwrap_or_else(|| program.clone());
    let mut size = best.lines.len() / 2;
    while size > 0 {
        let mut at = 0;
        let before = best.lines.len();
        while at < best.lines.len() {
            let shorter = without(&best, at, (at + size).min(best.lines.len()));
            if remains(&shorter) {
                best = shorter;
            } else {
                at += size;
            }
        }
        if size > 1 || best.lines.len() == before {
            size /= 2;
        }
    }
    best
}

fn without(p: &Program, from: usize, to: usize) -> Program {
    let mut lines = p.lines.clone();
    lines.drain(from..to);
    let kept = p.probes.iter().filter(|k| !(from..to).contains(k));
    Program { lines, probes: kept.map(|k| if *k >= to { k - (to - from) } else { *k }).collect() }
}

/// The program with one probe alone, where the problem is in one.
fn alone(p: &Program, remains: &impl Fn(&Program) -> bool) -> Option<Program> {
    let one = |kept: usize| {
        let mut shorter = p.clone();
        for &line in p.probes.iter().filter(|line| **line != kept) {
            if let Some(text) = shorter.lines.get_mut(line)
                && let Some(at) = text.find('{')
            {
                text.replace_range(at.., "{}");
            }
        }
        shorter
    };
    p.probes.iter().map(|kept| one(*kept)).find(remains)
}

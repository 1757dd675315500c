//! Etas that are looked up against etas that are inserted: no state of a function that is not closed says less than that of the same
//! function closed. That what it says is true the test `variance` holds to what threads do.

use optx_wopt::analysis::variance::{Assumptions, VarianceMap, oracle};
use optx_wopt::{Cx, NoBackend, RunOptions};

#[path = "variance/flow.rs"]
mod flow;

/// Of random control flow, irreducible cycles and jumps out of several cycles at once included, before the optimizer and behind it.
#[test]
fn virtual_etas_are_etas() {
    let (mut states, mut beside, mut more) = (0, 0, 0);
    for seed in flow::seeds(4000) {
        for stage in ["ssa", "split-edges"] {
            let text = flow::text(seed, None);
            let (module, mut funcs) = optx_ir::parse::parse_module(&text).expect("a valid text");
            let stop_after = Some(stage.to_owned());
            let options = RunOptions { stop_after, ..RunOptions::default() };
            optx_wopt::resume(&module, &mut funcs, &options, &mut NoBackend);
            let (cx, f) = (Cx::of(&module, &funcs), &funcs[0]);
            let assumptions = Assumptions::default();
            let map = VarianceMap::of(f, assumptions);
            let found = oracle::compare(f, &cx.facts, assumptions, &map);
            (states, beside) = (states + found.states, beside + found.beside);
            more += found.more.len();
            if let Some(first) = found.differences.first() {
                let mut dump = String::new();
                optx_ir::print::print_func(&mut dump, &module.locs, f);
                let oracle::Difference { what, seen, closed } = first;
                panic!("seed {seed} {stage}: {what}: {seen}, closed {closed}\n{dump}");
            }
        }
    }
    println!("{states} states; {more} say more, {beside} another thing beside coefficients");
    assert!(states > 10_000 && beside + more < states / 1000, "{states}, {beside}, {more}");
}

/// What is told without a map the map says, too: for blocks of any shape and of some, rows of whole and of broken warps among them.
#[test]
fn no_first_answer_is_refuted() {
    let shapes = [None, Some([64, 2, 1]), Some([32, 4, 1]), Some([16, 4, 2]), Some([1, 64, 1])];
    let mut told = [0; 2];
    for (seed, shape) in flow::seeds(4000).flat_map(|seed| shapes.map(|shape| (seed, shape))) {
        let text = flow::text(seed, shape);
        let (module, mut funcs) = optx_ir::parse::parse_module(&text).expect("a valid text");
        let options = RunOptions { stop_after: Some("ssa".to_owned()), ..RunOptions::default() };
        optx_wopt::resume(&module, &mut funcs, &options, &mut NoBackend);
        let (cx, f) = (Cx::of(&module, &funcs), &funcs[0]);
        let map = VarianceMap::of(f, cx.assumptions());
        let answers = oracle::first_answers(f, &map);
        for (sum, more) in told.iter_mut().zip(answers.told) {
            *sum += more;
        }
        let refuted: Vec<String> =
            answers.refuted.iter().map(|&id| optx_ir::print::tree_text(f, id)).collect();
        assert!(refuted.is_empty(), "seed {seed}, blocks {shape:?}: {refuted:?}\n{text}");
    }
    println!("{told:?} first answers");
    assert!(told.iter().all(|&told| told > 10_000), "{told:?}");
}

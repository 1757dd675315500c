//! Random functions (`tools/random-functions`) and the pipeline: what does not hang on order, and nodes that nothing uses.
//!
//! That passes keep what functions mean is tested there: it takes passes alone and in any order too.

use optx_ir::{Form, Func};
use optx_random_functions::{Generator, module};
use optx_whirl::{LocTable, SourcePlace};
use optx_wopt::driver::observe::Observer;
use optx_wopt::driver::observers::{Asked, Printer, Tape};
use optx_wopt::driver::runner::{Watched, resume_watched};
use optx_wopt::{RunOptions, driver::pipeline};

fn text(f: &Func) -> String {
    let mut out = String::new();
    optx_ir::print::print_func(&mut out, &LocTable::default(), f);
    out
}

/// The rows that no level runs, as `--passes` asks for them.
fn on_demand() -> Vec<String> {
    let rows = pipeline::TABLE.iter().filter(|p| p.level == pipeline::ON_DEMAND);
    rows.map(|pass| format!("+{}", pass.name)).collect()
}

/// Which nodes there are beside those in use is nobody's business: without them the text is the same, behind every pass.
#[test]
fn compaction_drops_what_nothing_uses() {
    for seed in 1..=30 {
        let mut module = module(3);
        module.options.passes = on_demand();
        let mut f = Generator::function(seed);
        for pass in pipeline::TABLE {
            let stop_after = Some(pass.name.to_owned());
            let options = RunOptions { verify: true, stop_after, ..RunOptions::default() };
            let funcs = std::slice::from_mut(&mut f);
            let report = optx_wopt::resume(&module, funcs, &options, &mut optx_wopt::NoBackend);
            assert_eq!(report.violations, Vec::<String>::new(), "function {seed}, {}", pass.name);
            let mut lean = f.clone();
            lean.compact();
            assert!(lean.codemap.len() <= lean.nodes_in_use(), "nodes that nothing uses are left");
            assert_eq!(text(&lean), text(&f), "function {seed}: compaction after {}", pass.name);
        }
        assert_eq!(f.form, Form::Regs);
    }
}

/// Blocks and work that have no order are taken in other ones: after every pass the text is the same, byte by byte.
#[test]
fn order_does_not_matter() {
    for seed in 1..=80 {
        let mut source = Generator::function(seed);
        // Each block and statement has a place of its own, so that places that change places are seen.
        let mut module = module(3);
        let blocks = source.layout.clone();
        for (line, bb) in (1u32..).zip(blocks) {
            let mut at =
                |column| module.locs.intern(SourcePlace { line, column, ..SourcePlace::default() });
            source.bbs[bb].loc = at(0);
            for (column, &s) in (1u16..).zip(&source.bbs[bb].stmts) {
                source.stmts[s].loc = at(column);
            }
        }
        if seed % 2 == 0 {
            module.options.passes = on_demand();
        }
        let all = |shuffle_seed: Option<u64>| {
            let options = RunOptions { shuffle_seed, ..RunOptions::default() };
            let mut funcs = [source.clone()];
            let asked = Asked {
                print_all: true,
                print_analysis: vec!["alias".to_owned()],
                ..Asked::default()
            };
            let tape = Tape::default();
            let mut printer = Printer::new(asked, tape.clone());
            let observers: &mut [&mut dyn Observer] = &mut [&mut printer];
            let backend = &mut optx_wopt::NoBackend;
            let how = Watched { options: &options, backend, observers };
            resume_watched(&module, &mut funcs, how);
            tape.take()
        };
        let wanted = all(None);
        assert!(wanted.matches("; after ").count() > 10, "{wanted}");
        for shuffle in 1..=3 {
            let got = all(Some(shuffle));
            let differs = wanted.lines().zip(got.lines()).position(|(a, b)| a != b);
            if let Some(line) = differs.or((wanted.len() != got.len()).then_some(0)) {
                let near = |text: &str| {
                    let lines = text.lines().skip(line.saturating_sub(10)).take(20);
                    lines.collect::<Vec<_>>().join("\n")
                };
                let (a, b) = (near(&wanted), near(&got));
                panic!("function {seed} under {shuffle}, line {line}:\n{a}\nbecame\n{b}");
            }
        }
    }
}

/// What a sum of an address and a variable points to hangs on what is known of the variable by then: an address first, anything
/// later. It is asked when the same is known, whichever assignment comes first.
#[test]
fn sums_of_addresses_do_not_hang_on_the_order() {
    let text = r#"(ssa 1
 (options target=sm_75 O=3)
 (type t0 scalar U4)
 (type t1 array t0 16)
 (type t2 pointer t0)
 (global $0 "s" t1 shared align=16)
 (global $1 "t" t1 shared align=16)
 (global $2 "g" t2 global align=8)
 (func cfg "k" "k" @0:0:0 at=start
  (aux v0 temp U8 "p" 1)
  (aux v1 temp U8 "q" 1)
  (aux v2 temp U8 "b" 1)
  (aux v3 temp U8 "x" 1)
  (bb bb0
   (stid @0:1:1 (v0) (lda $0 0))
   (stid @0:2:1 (v1) (lda $1 0))
   (stid @0:3:1 (v2) v1)
   (stid @0:4:1 (v3) (U8ADD v0 v2))
   (stid @0:5:1 (v2) (ivar U8 global (lda $2 0) 0))
   (istore @0:6:1 ((ivar U4 shared v3 0)) =1:U4)
   (istore @0:7:1 ((ivar U4 shared (lda $0 0) 0)) =2:U4)
   (return @0:8:1))
 )
)"#;
    let (module, funcs) = optx_ir::parse::parse_module(text).expect("the text form");
    let alias = |seed: Option<u64>| {
        let cx = optx_wopt::Cx::shuffled(&module, &funcs, seed);
        optx_wopt::driver::print_analysis::print(&cx, &funcs[0], "alias").expect("an analysis")
    };
    let wanted = alias(None);
    assert!(wanted.contains("s: overlaps s"), "{wanted}");
    for seed in 0..40 {
        assert_eq!(alias(Some(seed)), wanted, "under {seed}");
    }
}

//! Mistakes made on purpose in what passes say of themselves: analyses that were not preserved, definition tables that are wrong,
//! summaries that tell too little. Each is noticed by the check that holds it, and the same function without the mistake passes.

use optx_ir::verify::verify;
use optx_ir::{
    AuxKind, BbId, Chi, Def, Defs, Func, Operands, Phi, Returned, Space, Spaces, StmtOp, StmtRep,
    Summary,
};
use optx_whirl::{Loc, Module, Mtype};
use optx_wopt::analysis::cache::Analysis;
use optx_wopt::driver::observe::{Observer, Step, View};
use optx_wopt::driver::pipeline::{Pass, TABLE, Work};
use optx_wopt::driver::runner::{Watched, resume_watched};
use optx_wopt::driver::snapshot::Snapshot;
use optx_wopt::{Cx, RunOptions, wrong_summaries};

const SOURCE: &str = include_str!("mistakes/loop_and_calls.ssa");

fn read() -> (Module, Vec<Func>) {
    let (module, funcs) = optx_ir::parse::parse_module(SOURCE).expect("a valid text");
    for f in &funcs {
        assert_eq!(verify(f), vec![]);
    }
    assert_eq!(wrong_summaries(&module, &funcs), Vec::<String>::new());
    (module, funcs)
}

/// A pass that claimed to preserve the uses of versions, and changes them without an edge: what the runner would keep then is told to be stale.
#[test]
fn wrong_preserve_claims() {
    let mut noticed = Vec::new();
    for pass in TABLE.iter().filter(|pass| !pass.preserves.contains(&Analysis::Uses)) {
        let (module, mut funcs) = brought_to(pass.name);
        let mut cx = Cx::of(&module, &funcs);
        cx.analyses.compute(&funcs[0], &cx.facts, Analysis::Uses);
        run(pass, &mut funcs[0], &mut cx);
        if cx.analyses.stale(&funcs[0], &cx.facts).contains(&Analysis::Uses) {
            noticed.push(pass.name);
        }
    }
    for pass in ["ssa", "propagate", "value-numbering", "placement", "leave-ssa"] {
        assert!(noticed.contains(&pass), "{pass}: {noticed:?}");
    }
}

/// What the table does claim holds, and nothing that a pass does to the graph leaves an analysis of the graph behind that no longer is true; of some passes
/// nothing would be true any more.
#[test]
fn right_preserve_claims() {
    let mut dropped = Vec::new();
    for pass in TABLE {
        let (module, mut funcs) = brought_to(pass.name);
        let mut cx = Cx::of(&module, &funcs);
        let f = &mut funcs[0];
        for &analysis in Analysis::ALL {
            if analysis.is_of_graph() || pass.preserves.contains(&analysis) {
                cx.analyses.compute(f, &cx.facts, analysis);
            }
        }
        let (graph, dom, cycles) =
            (f.graph_revision(), cx.analyses.dominators(f), cx.analyses.cycles(f));
        run(pass, f, &mut cx);
        // What a pass asked for besides the runner drops behind it.
        let stale = cx.analyses.stale(f, &cx.facts).into_iter();
        let claimed = |a: &Analysis| a.is_of_graph() || pass.preserves.contains(a);
        assert_eq!(stale.filter(claimed).collect::<Vec<_>>(), vec![], "{}", pass.name);
        let differs = *dom != *cx.analyses.dominators(f) || *cycles != *cx.analyses.cycles(f);
        assert!(!differs || graph != f.graph_revision(), "{}", pass.name);
        if differs {
            dropped.push(pass.name);
        }
    }
    for pass in ["split-edges", "simplify-cfg"] {
        assert!(dropped.contains(&pass), "{pass}: {dropped:?}");
    }
}

/// An edge that somebody changes by hand turns the revision, and so does each of a function's own edits of the graph; another condition or another statement
/// does not.
#[test]
fn edits_of_the_graph_turn_its_revision() {
    type Edit = (&'static str, bool, fn(&mut Func));
    let edits: &[Edit] = &[
        ("another condition", false, |f| {
            let bb = f.entry();
            f.bbs[bb].map_condition(|condition| condition);
        }),
        ("a statement less", false, |f| {
            let bb = busy(f);
            f.bbs[bb].stmts.pop();
        }),
        ("another end", true, |f| f.set_terminator(f.entry(), optx_ir::Terminator::Return)),
        ("another target", true, |f| f.retarget(f.entry(), header(f), f.entry())),
        ("another predecessor", true, |f| f.replace_pred(header(f), f.entry(), header(f))),
        ("predecessors", true, |f| f.preds_mut(header(f)).clear()),
        ("a block", true, |f| {
            f.new_bb();
        }),
        ("a split edge", true, |f| {
            let (from, to) = (f.bbs[header(f)].preds()[0], header(f));
            f.split_edge(from, to);
        }),
        ("a split block", true, |f| {
            f.split_block(busy(f), 0);
        }),
        ("predecessors anew", true, Func::rebuild_preds),
    ];
    for (what, turns, edit) in edits {
        let (_, mut funcs) = read();
        let f = &mut funcs[0];
        let before = f.graph_revision();
        edit(f);
        assert_eq!(f.graph_revision() != before, *turns, "{what}");
    }
}

fn run(pass: &Pass, f: &mut Func, cx: &mut Cx<'_>) {
    let Work::Func(run) = pass.run else { panic!("{} is no pass over functions", pass.name) };
    run(f, cx);
}

/// The functions as a pass finds them.
fn brought_to(pass: &str) -> (Module, Vec<Func>) {
    let text = include_str!("mistakes/cfg.ssa");
    let (module, mut funcs) = optx_ir::parse::parse_module(text).expect("a valid text");
    let place = TABLE.iter().position(|p| p.name == pass).expect("a pass");
    if let Some(last) = place.checked_sub(1).map(|k| &TABLE[k]) {
        let stop_after = Some(last.name.to_owned());
        let options = RunOptions { verify: true, stop_after, ..RunOptions::default() };
        let report = optx_wopt::resume(&module, &mut funcs, &options, &mut optx_wopt::NoBackend);
        assert_eq!(report.violations, Vec::<String>::new());
    }
    (module, funcs)
}

/// Edits by hand that forget the definition table, or leave the versions themselves wrong.
#[test]
fn wrong_definition_tables() {
    type Mistake = (&'static str, fn(&mut Func));
    let mistakes: &[Mistake] = &[
        ("the table is empty", |f| f.defs = Defs::default()),
        ("a statement is taken out of its list", |f| {
            let bb = busy(f);
            f.bbs[bb].stmts.remove(0);
        }),
        ("a statement is put in with a version of its own", |f| {
            let (bb, aux) = (busy(f), f.new_aux(AuxKind::Temp, Mtype::U4, "x"));
            let (version, zero) = (f.new_version(aux), f.codemap.integer(Mtype::U4, 0));
            let s = f.new_stmt(StmtRep::stid(version, zero, bb, Loc::NONE));
            f.bbs[bb].stmts.insert(0, s);
        }),
        ("a statement defines another version", |f| {
            let s = f.bbs[busy(f)].stmts[0];
            let aux = f.aux_of(f.stmts[s].results[0]).expect("a variable");
            f.stmts[s].results[0] = f.new_version(aux);
        }),
        ("two statements define one version", |f| {
            let bb = busy(f);
            let stmts = f.bbs[bb].stmts.clone();
            let first = f.stmts[stmts[0]].results[0];
            let mut second = f.stmts[stmts[0]].clone();
            second.results[0] = first;
            let s = f.new_stmt(second);
            f.bbs[bb].stmts.push(s);
        }),
        ("phis change places", |f| {
            let bb = header(f);
            f.bbs[bb].phis.swap(0, 1);
        }),
        ("a phi is taken out", |f| {
            let bb = header(f);
            f.bbs[bb].phis.remove(0);
        }),
        ("a phi is put in", |f| {
            let (bb, aux) = (header(f), f.new_aux(AuxKind::Temp, Mtype::U4, "x"));
            let result = f.new_version(aux);
            let operands = vec![result; f.bbs[bb].preds().len()];
            f.bbs[bb].phis.push(Phi { aux, result, operands });
        }),
        ("a chi is taken out", |f| {
            let s = store(f);
            f.stmts[s].chi.clear();
        }),
        ("a chi is put in", |f| {
            let s = store(f);
            let aux = f.aux_of(f.stmts[s].chi[0].operand).expect("a class");
            let (operand, result) = (f.stmts[s].chi[0].operand, f.new_version(aux));
            f.stmts[s].chi.push(Chi { operand, result });
        }),
        ("a block leaves the layout with its definitions", |f| {
            let last = f.layout.len() - 1;
            let bb = f.layout.remove(last);
            for pred in f.bbs[bb].preds().to_vec() {
                let to = header(f);
                f.retarget(pred, bb, to);
            }
        }),
    ];
    for (what, make) in mistakes {
        let (_, mut funcs) = read();
        make(&mut funcs[0]);
        assert_ne!(verify(&funcs[0]), vec![], "{what}");
    }
    let (_, funcs) = read();
    let phi = &funcs[0].bbs[header(&funcs[0])].phis[0];
    assert!(matches!(funcs[0].def(phi.result), Def::Phi(_, 0)));
}

/// A block with phis of two variables.
fn header(f: &Func) -> BbId {
    *f.layout.iter().find(|&&bb| f.bbs[bb].phis.len() > 1).expect("a loop")
}

/// A block that assigns a variable first.
fn busy(f: &Func) -> BbId {
    let assigns = |bb: &BbId| {
        let first = f.bbs[*bb].stmts.first();
        first.is_some_and(|&s| f.stmts[s].op == StmtOp::Stid)
    };
    *f.layout[1..].iter().find(|bb| assigns(bb)).expect("a block with statements")
}

fn store(f: &Func) -> optx_ir::StmtId {
    let mut stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts);
    *stmts.find(|&&s| f.stmts[s].op == StmtOp::Istore).expect("a store")
}

/// Summaries that leave something out, of each kind of effect.
#[test]
fn wrong_summaries_are_told() {
    let (module, funcs) = read();
    for number in 0..funcs.len() {
        let Some(right) = funcs[number].summary else { continue };
        let mut wrongs = Vec::new();
        if !right.reads.is_empty() {
            wrongs.push(("reads", Summary { reads: Spaces::NONE, ..right }));
        }
        if !right.writes.is_empty() {
            wrongs.push(("writes", Summary { writes: Spaces::NONE, ..right }));
        }
        if right.converges {
            wrongs.push(("convergence", Summary { converges: false, ..right }));
        }
        for (what, wrong) in wrongs {
            let mut funcs = funcs.clone();
            funcs[number].summary = Some(wrong);
            let found = wrong_summaries(&module, &funcs);
            assert!(!found.is_empty(), "{what} of {}", funcs[number].name);
        }
    }
}

/// Facts of addresses, at three places of the pipeline: what is said of parameters and results that is not so, and what says less
/// than is so.
#[test]
fn wrong_facts_of_addresses_are_told() {
    let mut noticed = 0;
    for stop in ["summarize", "ssa", "split-edges"] {
        let text = include_str!("mistakes/addresses.ssa");
        let (module, mut funcs) = optx_ir::parse::parse_module(text).expect("a valid text");
        let stop_after = Some(stop.to_owned());
        let options = RunOptions { verify: true, stop_after, ..RunOptions::default() };
        let report = optx_wopt::resume(&module, &mut funcs, &options, &mut optx_wopt::NoBackend);
        assert_eq!(report.violations, Vec::<String>::new());
        let found = |number: usize, summary: Summary| {
            let mut funcs = funcs.clone();
            funcs[number].summary = Some(summary);
            wrong_summaries(&module, &funcs)
        };
        for (number, f) in funcs.iter().enumerate() {
            let Some(right) = f.summary else { continue };
            for (what, wrong) in wrong_facts(right, f.params.len()) {
                assert!(!found(number, wrong).is_empty(), "{what} of {}: {wrong}", f.name);
                noticed += 1;
            }
            for weak in weaker_facts(right) {
                // Who calls it may say less now; it itself says nothing wrong.
                let own = found(number, weak);
                let own = own.iter().filter(|w| w.contains(&format!("{:?}", f.name)));
                assert_eq!(own.count(), 0, "{weak} of {}", f.name);
            }
        }
    }
    println!("{noticed} noticed");
    assert!(noticed >= 100, "only {noticed}");
}

fn wrong_facts(right: Summary, parameters: usize) -> Vec<(String, Summary)> {
    let mut wrongs = Vec::new();
    let one = |k: usize| {
        let mut one = Operands::NONE;
        one.insert(k);
        one
    };
    for k in 0..parameters {
        if right.read.contains(k) {
            let read = right.read.without(one(k));
            wrongs.push((format!("reads through {k}"), Summary { read, ..right }));
        }
        if right.written.contains(k) {
            let written = right.written.without(one(k));
            wrongs.push((format!("writes through {k}"), Summary { written, ..right }));
        }
        if !right.kept.contains(k) {
            let all = |set: Operands| set.or(one(k));
            let (kept, read, written) = (all(right.kept), all(right.read), all(right.written));
            let wrong = Summary { kept, read, written, ..right };
            wrongs.push((format!("that {k} gets away, or is no pointer"), wrong));
        }
    }
    let spaces = [Space::Global, Space::Shared, Space::Constant].map(Returned::Into);
    for returned in spaces.into_iter().chain([Returned::Null, Returned::Nothing]) {
        if !returned.covers(right.returned) {
            let wrong = Summary { returned, ..right };
            wrongs.push((format!("the result, as {returned}"), wrong));
        }
    }
    wrongs
}

fn weaker_facts(right: Summary) -> [Summary; 3] {
    let none = Operands::NONE;
    [
        Summary { kept: none, read: none, written: none, ..right },
        Summary { read: right.kept, written: right.kept, ..right },
        Summary { returned: Returned::Anything, ..right },
    ]
}

/// The runner tells of the function whose summary is wrong behind the first pass.
#[test]
fn the_runner_tells_of_wrong_summaries() {
    let (module, mut funcs) = read();
    let through = funcs.iter().position(|f| f.name == "through").expect("a function");
    let right = funcs[through].summary.expect("a summary");
    let mut kept = Operands::NONE;
    kept.insert(0);
    // There are passes to come.
    funcs.iter_mut().for_each(|f| "ssa".clone_into(&mut f.at));
    for (written, wrong) in [(kept, false), (Operands::NONE, true)] {
        funcs[through].summary = Some(Summary { kept, written, ..right });
        let options = RunOptions { verify: true, ..RunOptions::default() };
        let mut events = Events::default();
        let observers: &mut [&mut dyn Observer] = &mut [&mut events];
        let backend = &mut optx_wopt::NoBackend;
        let how = Watched { options: &options, backend, observers };
        let report = resume_watched(&module, &mut funcs.clone(), how);
        let first = report.violations.first().map_or("", String::as_str);
        assert_eq!(first.starts_with("through: diagnose: "), wrong, "{:?}", report.violations);
        assert_eq!(report.violations.is_empty(), !wrong, "{:?}", report.violations);
        // The way ends there, with what is wrong in the snapshot, which is what those who watch have seen.
        assert_eq!(events.0.last().is_some_and(|event| event.starts_with("broken")), wrong);
        assert_eq!(
            events.0.iter().filter(|event| event.starts_with("broken")).count(),
            usize::from(wrong)
        );
        assert_eq!(report.broken.is_some(), wrong);
        if let Some(snapshot) = report.broken {
            assert_eq!(snapshot.violations, ["does what its summary does not tell"]);
            assert!(snapshot.text().starts_with(";!! does what its summary does not tell\n"));
            assert_eq!(snapshot.to_string(), snapshot.text());
            assert_eq!(
                events.0.last(),
                Some(&format!("broken by diagnose on through: {}", snapshot.text()))
            );
        }
    }
}

/// What those who watch are told, in order.
#[derive(Default)]
struct Events(Vec<String>);

impl Observer for Events {
    fn before(&mut self, step: &Step<'_>, _: &View<'_>) {
        self.0.push(format!("before {} on {}", step.pass, step.function));
    }

    fn after(&mut self, step: &Step<'_>, _: &View<'_>) {
        self.0.push(format!("after {} on {}", step.pass, step.function));
    }

    fn broken(&mut self, step: &Step<'_>, snapshot: &Snapshot) {
        let Step { pass, function, .. } = step;
        self.0.push(format!("broken by {pass} on {function}: {}", snapshot.text()));
    }
}

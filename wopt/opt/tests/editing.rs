//! The editing kit on random functions: a loop's first round peeled off, statements put on edges, everything held by the verifier
//! and by the interpreter, which sees no difference.

use optx_ir::cycles::Cycles;
use optx_ir::dominance::Dominance;
use optx_ir::edit::Clones;
use optx_ir::interpret::{Input, Outcome, refines, run};
use optx_ir::walk::Rewrite;
use optx_ir::{BbId, CrId, Func, StmtRep};
use optx_random_functions::{Generator, module};
use optx_whirl::{Loc, LocTable, Module, SourcePlace};
use optx_wopt::kit::ssa::SsaUpdate;
use optx_wopt::{Cx, RunOptions};

const STEPS: u64 = 2000;

/// A random function in form Ssa.
fn in_ssa(module: &Module, seed: u64) -> Func {
    brought_to(module, seed, "ssa")
}

/// A random function behind a pass.
fn brought_to(module: &Module, seed: u64, last: &str) -> Func {
    let mut f = Generator::function(seed);
    let stop_after = Some(last.to_owned());
    let options = RunOptions { verify: true, stop_after, ..RunOptions::default() };
    let report = optx_wopt::resume(
        module,
        std::slice::from_mut(&mut f),
        &options,
        &mut optx_wopt::NoBackend,
    );
    assert_eq!(report.violations, Vec::<String>::new());
    f
}

fn agrees(module: &Module, before: &Func, after: &Func, what: &str) {
    let mut text = String::new();
    optx_ir::print::print_func(&mut text, &module.locs, after);
    assert_eq!(optx_ir::verify::verify(after), vec![], "{what}\n{text}");
    for seed in 0..6 {
        let trace = |f: &Func, steps| run(module, f, Input { seed, steps });
        // What is taken apart may take more steps.
        let (a, b) = (trace(before, STEPS), trace(after, 3 * STEPS));
        if let (Outcome::Ran(a), Outcome::Ran(b)) = (a, b) {
            refines(&a, &b).unwrap_or_else(|wrong| panic!("{what}: {wrong}\n{text}"));
        }
    }
}

/// Copies a region, behind all other blocks.
fn cloned(f: &mut Func, region: &[BbId]) -> Clones {
    let clones = f.clone_region(region, &mut Rewrite::keeping());
    f.layout.extend(region.iter().map(|&bb| clones.block(bb)));
    clones
}

/// Puts the first round of a cycle that has a preheader before it.
fn peel(f: &mut Func, cx: &Cx<'_>, header: BbId, region: &[BbId], preheader: BbId) {
    let preds = f.bbs[header].preds().to_vec();
    let from_outside = preds.iter().position(|&p| p == preheader).expect("a predecessor");
    let clones = cloned(f, region);
    let copy = clones.block(header);
    // The preheader goes to the copy; the copies of latches go on to the loop.
    f.retarget(preheader, header, copy);
    for (k, &latch) in preds.iter().enumerate().filter(|(_, p)| **p != preheader) {
        let clone = clones.block(latch);
        f.retarget(clone, copy, header);
        f.preds_mut(header).push(clone);
        for phi in &mut f.bbs[header].phis {
            phi.operands.push(clones.version(phi.operands[k]));
        }
    }
    *f.preds_mut(copy) = vec![preheader];
    for k in 0..f.bbs[copy].phis.len() {
        let operand = f.bbs[header].phis[k].operands[from_outside];
        f.bbs[copy].phis[k].operands = vec![operand];
    }
    f.drop_lost_preds(&[header]);
    let mut update = SsaUpdate::new();
    let mut versions: Vec<(&CrId, &CrId)> = clones.versions.iter().collect();
    versions.sort();
    for (&old, &new) in versions {
        update.variable(f, &[old, new]);
    }
    let dom = Dominance::of(f);
    update.run(f, &cx.facts, &dom);
}

#[test]
fn peeled_loops_do_what_they_did() {
    let module = module(3);
    let mut peeled = 0;
    for seed in 1..=400 {
        let source = in_ssa(&module, seed);
        let cycles = Cycles::of(&source);
        for (k, cycle) in cycles.all().iter().enumerate() {
            let Some(preheader) = cycles.preheader(&source, k) else { continue };
            let mut f = source.clone();
            let cx = Cx::of(&module, std::slice::from_ref(&source));
            peel(&mut f, &cx, cycle.header, cycles.blocks(k), preheader);
            agrees(&module, &source, &f, &format!("function {seed}, cycle {}", cycle.header));
            peeled += 1;
        }
    }
    println!("{peeled} peeled");
    assert!(peeled > 50, "only {peeled} cycles were peeled");
}

/// The copies of blocks are those blocks but for the names: what the source says of a block stands in the copy, edges and phis
/// of the region are the copies' own, and edges out of it lead where they led.
#[test]
fn copies_of_blocks_are_those_blocks() {
    let (module, mut places) = (module(3), LocTable::default());
    let mut copied = 0;
    for seed in 1..=200 {
        let mut source = in_ssa(&module, seed);
        for (k, bb) in source.layout.clone().into_iter().enumerate() {
            source.bbs[bb].unroll = (k % 3 > 0).then_some(k as u64);
            let line = k as u32 + 1;
            source.bbs[bb].loc = places.intern(SourcePlace { line, ..SourcePlace::default() });
        }
        let cycles = Cycles::of(&source);
        for k in 0..cycles.all().len() {
            let region = cycles.blocks(k);
            let mut f = source.clone();
            let clones = cloned(&mut f, region);
            assert_eq!(clones.blocks.len(), region.len());
            for &bb in region {
                let (old, new) = (&source.bbs[bb], &f.bbs[clones.block(bb)]);
                assert_ne!(clones.block(bb), bb);
                assert_eq!((new.loc, new.unroll), (old.loc, old.unroll), "function {seed}: {bb}");
                let ops = |f: &Func, bb: &optx_ir::Bb| -> Vec<(optx_ir::StmtOp, Loc)> {
                    bb.stmts.iter().map(|&s| (f.stmts[s].op.clone(), f.stmts[s].loc)).collect()
                };
                assert_eq!(ops(&f, new), ops(&source, old), "function {seed}: {bb}");
                let inside = |p: &&BbId| region.contains(p);
                let preds: Vec<BbId> =
                    old.preds().iter().filter(inside).map(|&p| clones.block(p)).collect();
                assert_eq!(new.preds(), preds, "function {seed}: {bb}");
                assert_eq!(new.phis.len(), old.phis.len());
                assert!(new.phis.iter().all(|phi| phi.operands.len() == preds.len()));
                let leads: Vec<BbId> =
                    source.succs(bb).into_iter().map(|to| clones.block(to)).collect();
                let to: Vec<BbId> = f.succs(clones.block(bb)).into_iter().collect();
                assert_eq!(to, leads, "function {seed}: {bb}");
                copied += 1;
            }
        }
    }
    assert!(copied > 200, "{copied}");
}

/// Every edge gets a statement that nothing reads; then every block does.
#[test]
fn statements_on_edges_change_nothing() {
    let module = module(3);
    for seed in 1..=100 {
        let source = in_ssa(&module, seed);
        let mut f = source.clone();
        for from in source.layout.clone() {
            for to in source.succs(from) {
                let aux = f.new_aux(optx_ir::AuxKind::Temp, optx_whirl::Mtype::U4, "x");
                let (version, zero) =
                    (f.new_version(aux), f.codemap.integer(optx_whirl::Mtype::U4, 0));
                let stmt = StmtRep::stid(version, zero, from, Loc::NONE);
                let s = f.insert_on_edge(from, to, stmt);
                assert_eq!(f.def(version), optx_ir::Def::Stmt(s));
                // It runs where the edge is taken and nowhere else.
                let at = f.stmts[s].bb;
                let alone = f.succs(from)[..] == [at] && f.bbs[at].preds() == [from];
                assert!(at == from || at == to || alone || f.bbs[at].preds() == [from]);
            }
        }
        agrees(&module, &source, &f, &format!("function {seed}"));
        for bb in f.layout.clone() {
            f.retain_stmts(bb, |s| s.index() < source.stmts.len());
        }
        agrees(&module, &source, &f, &format!("function {seed}, taken out again"));
    }
}

/// A variable is read at the start of every block and defined at its end, so that its phis are found by many ways: whichever is
/// gone first, the new versions have the same numbers.
#[test]
fn repair_does_not_hang_on_the_order_of_its_work() {
    let module = module(3);
    let mut phis = 0;
    for seed in 1..=60 {
        let source = in_ssa(&module, seed);
        let repaired = |shuffle: Option<u64>| {
            let mut f = source.clone();
            let cx = Cx::shuffled(&module, std::slice::from_ref(&source), shuffle);
            let new = |f: &mut Func| {
                let aux = f.new_aux(optx_ir::AuxKind::Temp, optx_whirl::Mtype::U4, "x");
                (aux, f.new_version(aux))
            };
            let ((aux, first), (_, read)) = (new(&mut f), new(&mut f));
            for bb in f.layout.clone() {
                let seven = f.codemap.integer(optx_whirl::Mtype::U4, 7);
                let version = if bb == f.entry() { first } else { f.new_version(aux) };
                f.append(StmtRep::stid(version, seven, bb, Loc::NONE));
                if bb != f.entry() {
                    let read = f.new_version(f.aux_of(read).expect("a variable"));
                    f.insert(0, StmtRep::stid(read, first, bb, Loc::NONE));
                }
            }
            let mut update = SsaUpdate::new();
            update.variable(&f, &f.auxes[aux].versions[1..]);
            let dom = Dominance::of(&f);
            let found = update.run(&mut f, &cx.facts, &dom);
            let mut text = String::new();
            optx_ir::print::print_func(&mut text, &module.locs, &f);
            (found, text)
        };
        let wanted = repaired(None);
        phis += wanted.0;
        for shuffle in 1..=4 {
            assert_eq!(repaired(Some(shuffle)), wanted, "function {seed} under {shuffle}");
        }
    }
    assert!(phis > 100, "only {phis}");
}

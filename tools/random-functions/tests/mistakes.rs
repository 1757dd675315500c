//! The comparison is worth something: passes that are wrong on purpose, of several kinds, are each found within few functions,
//! and what is found is made small.

use optx_ir::{AuxKind, CodeRep, CrId, Func, Op, StmtId, StmtOp, Terminator};
use optx_random_functions::{
    Failure, Generator, STEPS, Step, Way, all_rows, first_failure, reduce, rows, ways,
};
use optx_whirl::{Module, Mtype, Operator};

/// So many functions are looked at for a mistake.
const MOST: u64 = 500;

/// A wrong pass over form Ssa.
type Wrong = (&'static str, fn(&mut Func));

const MISTAKES: &[Wrong] = &[
    ("operands exchanged", |f| {
        each_op(f, |op| {
            use Operator::{Div, Rem, Select, Sub};
            let last = op.kids.len() - 1;
            matches!(op.opr, Div | Rem | Select | Sub).then(|| op.kids.swap(last - 1, last))
        });
    }),
    ("a shift loses its sign", |f| {
        each_op(f, |op| {
            (op.opr == Operator::Ashr).then(|| {
                op.opr = Operator::Lshr;
                op.rtype = op.rtype.unsigned();
            })
        });
    }),
    ("an extension loses its sign", |f| {
        each_op(f, |op| {
            (op.opr == Operator::Cvtl && op.desc.is_signed()).then(|| {
                op.desc = op.desc.unsigned();
                op.rtype = op.rtype.unsigned();
            })
        });
    }),
    ("a sum is promised not to overflow", |f| {
        each_op(f, |op| {
            let wraps = op.opr == Operator::Add && matches!(op.rtype, Mtype::U4 | Mtype::U8);
            wraps.then(|| op.rtype = op.rtype.signed())
        });
    }),
    ("a comparison loses its equality", |f| {
        each_op(f, |op| (op.opr == Operator::Le).then(|| op.opr = Operator::Lt));
    }),
    ("a load takes the last value stored, wherever that was", forward),
    ("a phi's operands are exchanged", |f| {
        for bb in f.layout.clone() {
            for phi in &mut f.bbs[bb].phis {
                let plain = f.auxes[phi.aux].kind != AuxKind::Memory;
                if plain && phi.operands.len() == 2 && phi.operands[0] != phi.operands[1] {
                    phi.operands.swap(0, 1);
                    return;
                }
            }
        }
    }),
    ("a branch's targets are exchanged", |f| {
        for bb in f.layout.clone() {
            if let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator()
                && on_true != on_false
            {
                let exchanged =
                    Terminator::Branch { condition, on_true: on_false, on_false: on_true };
                f.set_terminator(bb, exchanged);
                return;
            }
        }
    }),
    ("a store is lost", |f| {
        let stores = statements(f).into_iter().filter(|&s| f.stmts[s].op == StmtOp::Istore);
        for s in stores.collect::<Vec<_>>() {
            // What it wrote stays as it was, for each reader.
            let zero = f.mtype(f.stmts[s].kids[0]);
            if !zero.is_float() && zero != Mtype::B {
                f.stmts[s].kids[0] = f.codemap.integer(zero, 0);
                return;
            }
        }
    }),
];

fn statements(f: &Func) -> Vec<StmtId> {
    f.layout.iter().flat_map(|&bb| f.bbs[bb].stmts.clone()).collect()
}

/// Changes the operations of the trees that statements evaluate, where `change` takes them.
fn each_op(f: &mut Func, mut change: impl FnMut(&mut Op) -> Option<()>) {
    for s in statements(f) {
        if matches!(f.stmts[s].op, StmtOp::Stid | StmtOp::Istore) {
            f.stmts[s].kids[0] = changed(f, f.stmts[s].kids[0], &mut change);
        }
    }
}

fn changed(f: &mut Func, id: CrId, change: &mut impl FnMut(&mut Op) -> Option<()>) -> CrId {
    let Some(mut op) = f.codemap.as_op(id).copied() else { return id };
    for k in 0..op.kids.len() {
        op.kids[k] = changed(f, op.kids[k], change);
    }
    change(&mut op);
    f.codemap.intern(CodeRep::Op(op))
}

/// Store-to-load forwarding that asks for nothing but the type.
fn forward(f: &mut Func) {
    for bb in f.layout.clone() {
        let mut last = None;
        for s in f.bbs[bb].stmts.clone() {
            let kid = f.stmts[s].kids.first().copied();
            match (&f.stmts[s].op, kid) {
                (StmtOp::Istore, Some(value)) if f.codemap.as_op(value).is_none() => {
                    last = Some(value);
                }
                (StmtOp::Stid, Some(load))
                    if matches!(f.codemap.get(load), CodeRep::Ivar { .. }) =>
                {
                    let fits = |v: &_| f.mtype(*v).interchangeable(f.mtype(f.stmts[s].results[0]));
                    if let Some(value) = last.filter(fits) {
                        f.stmts[s].kids[0] = value;
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}

/// The way without optional passes, with a wrong one behind `ssa`.
fn way_with((name, run): Wrong) -> Way {
    let mut way = ways(1, &rows(&[]).expect("all rows")).swap_remove(0);
    let at = way.steps.iter().position(|step| step.name() == "ssa").expect("the row") + 1;
    way.steps.insert(at, Step::Other { name, run });
    way
}

/// The first function that shows a mistake, by its seed.
fn found(module: &Module, mistake: Wrong, most: u64) -> Option<(u64, Box<Failure>)> {
    let way = way_with(mistake);
    (1..=most).find_map(|seed| {
        let failure = first_failure(module, (&Generator::function(seed), STEPS), &way)?;
        Some((seed, failure))
    })
}

#[test]
fn every_kind_of_mistake_is_found() {
    let module = all_rows();
    for &mistake in MISTAKES {
        let (seed, failure) = found(&module, mistake, MOST)
            .unwrap_or_else(|| panic!("{} is not found in {MOST} functions", mistake.0));
        assert_eq!(failure.step_name(), mistake.0, "another pass went wrong: {}", failure.why);
        println!("{}: function {seed}: {}", mistake.0, failure.why);
    }
}

/// A failing function loses what the failure does not need, and is a function that fails in the same way.
#[test]
fn failures_are_made_small() {
    let module = all_rows();
    for &mistake in &MISTAKES[..2] {
        let (seed, failure) = found(&module, mistake, MOST).expect("a failure");
        let source = Generator::function(seed);
        let way = failure.way.cut(failure.step + 1);
        let fails = |f: &Func| first_failure(&module, (f, STEPS), &way).is_some();
        let small = reduce(&source, fails);
        assert!(fails(&small) && optx_ir::verify::verify(&small).is_empty(), "{}", mistake.0);
        let (before, after) = (statements(&source).len(), statements(&small).len());
        let text = optx_ir::print::print_module(&module, &[small]);
        assert!(after <= 6 && after < before, "{}: {before} to {after}\n{text}", mistake.0);
    }
}

/// Nothing to be found stays as it is.
#[test]
fn what_does_not_fail_is_not_touched() {
    let source = Generator::function(3);
    let text = |f: &Func| optx_ir::print::print_module(&all_rows(), std::slice::from_ref(f));
    assert_eq!(text(&reduce(&source, |_| false)), text(&source));
}

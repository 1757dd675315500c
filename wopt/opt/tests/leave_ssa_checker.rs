//! The checker of leaving SSA catches every kind of mistake that the translation could make: each named corruption of a
//! right result is reported.

use optx_ir::{Access, AuxId, CodeRep, CrId, Func, Op, Space, StmtOp, Terminator};
use optx_whirl::{Module, Mtype, Operator};
use optx_wopt::{Cx, pass::out::leave_ssa};

/// A loop that swaps two variables and counts, a diamond after it, and a store at the end: it has phi copies, a cycle
/// of copies, values that live across, and copies that were coalesced.
const SOURCE: &str = r#"
(ssa 1
 (options target=sm_75 O=3)
 (type t0 scalar U4)
 (type t1 array t0 16)
 (global $0 "s" t1 shared align=4)
 (func ssa "k" "k" @0:0:0 at=placement
  (aux v0 temp U4 "a" 7)
  (aux v1 temp U4 "b" 5)
  (aux v2 temp U4 "i" 5)
  (aux v3 temp U4 "n" 3)
  (bb bb0
   (stid @0:1:1 (v0.1) =1:U4)
   (stid @0:2:1 (v1.1) =2:U4)
   (stid @0:3:1 (v2.1) =0:U4)
   (stid @0:4:1 (v3.1) (ivar U4 shared (lda $0 0) 0))
   (goto @0:4:1 bb1))
  (bb bb1 (preds bb0 bb1)
   (phi v0.2 v0.1 v0.6)
   (phi v1.2 v1.1 v1.4)
   (phi v2.2 v2.1 v2.3)
   (stid @0:5:1 (v0.6) v1.2)
   (stid @0:5:1 (v1.4) v0.2)
   (stid @0:5:1 (v2.3) (U4ADD v2.2 =1:U4))
   (branch @0:5:1 (BU4LT v2.3 v3.1) bb1 bb2))
  (bb bb2 (preds bb1)
   (branch @0:6:1 (BU4LT v0.2 v1.2) bb3 bb4))
  (bb bb3 (preds bb2)
   (stid @0:7:1 (v0.3) (U4MPY v0.2 v2.3))
   (goto @0:7:1 bb5))
  (bb bb4 (preds bb2)
   (stid @0:8:1 (v0.4) (U4BXOR v1.2 v3.1))
   (goto @0:8:1 bb5))
  (bb bb5 (preds bb3 bb4)
   (phi v0.5 v0.3 v0.4)
   (istore @0:9:1 ((ivar U4 shared (lda $0 0) 8)) (U4SUB v0.5 v1.2))
   (istore @0:9:2 ((ivar U4 shared (lda $0 0) 12)) v2.3)
   (return @0:9:1))
 )
)
"#;

fn pair() -> (Module, Func, Func) {
    let (module, mut funcs) = optx_ir::parse::parse_module(SOURCE).expect("the text form");
    let source = funcs.remove(0);
    assert_eq!(optx_ir::verify::verify(&source), vec![]);
    let mut result = source.clone();
    leave_ssa::run(&mut result, &mut Cx::of(&module, &[]));
    (module, source, result)
}

fn registers(f: &Func) -> Vec<AuxId> {
    f.auxes
        .iter()
        .filter(|(_, a)| matches!(a.kind, optx_ir::AuxKind::Register(_)))
        .map(|(id, _)| id)
        .collect()
}

/// The tree with one register put for another.
fn with_register(f: &mut Func, id: CrId, from: CrId, to: CrId) -> CrId {
    if id == from {
        return to;
    }
    match *f.codemap.get(id) {
        CodeRep::Op(op) => {
            let kids = op.kids.iter().map(|&k| with_register(f, k, from, to)).collect();
            f.codemap.intern(CodeRep::Op(Op { kids, ..op }))
        }
        _ => id,
    }
}

/// The place of statement `k` (of those that satisfy the test) in the layout.
fn find(
    f: &Func,
    k: usize,
    test: impl Fn(&Func, &optx_ir::StmtRep) -> bool,
) -> (optx_ir::BbId, usize) {
    f.layout
        .iter()
        .flat_map(|&bb| (0..f.bbs[bb].stmts.len()).map(move |at| (bb, at)))
        .filter(|&(bb, at)| test(f, &f.stmts[f.bbs[bb].stmts[at]]))
        .nth(k)
        .expect("the statement that the corruption wants")
}

fn is_copy(f: &Func, s: &optx_ir::StmtRep) -> bool {
    s.op == StmtOp::Stid && f.aux_of(s.kids[0]).is_some()
}

fn is_operation(f: &Func, s: &optx_ir::StmtRep) -> bool {
    s.op == StmtOp::Stid && f.codemap.as_op(s.kids[0]).is_some()
}

fn is_store(_: &Func, s: &optx_ir::StmtRep) -> bool {
    s.op == StmtOp::Istore
}

/// A register whose name is not that of the given one.
fn another(f: &Func, not: CrId) -> CrId {
    let all = registers(f);
    all.into_iter().map(|a| f.plain_var(a)).find(|&v| v != not).expect("two registers")
}

fn change_access(f: &mut Func, change: impl Fn(&mut Access)) {
    let (bb, at) = find(f, 0, is_store);
    let s = f.bbs[bb].stmts[at];
    let CodeRep::Ivar { mut access, mu, read_only } = *f.codemap.get(f.stmts[s].results[0]) else {
        panic!("a store to no place")
    };
    change(&mut access);
    f.stmts[s].results[0] = f.codemap.intern(CodeRep::Ivar { access, mu, read_only });
}

fn change_op(f: &mut Func, change: impl Fn(&mut Op)) {
    let (bb, at) = find(f, 0, is_operation);
    let s = f.bbs[bb].stmts[at];
    let mut op = *f.codemap.as_op(f.stmts[s].kids[0]).expect("an operation");
    change(&mut op);
    f.stmts[s].kids[0] = f.codemap.intern(CodeRep::Op(op));
}

type Corruption = (&'static str, fn(&mut Func));

const CORRUPTIONS: &[Corruption] = &[
    ("a copy is lost", |f| {
        let (bb, at) = find(f, 0, is_copy);
        f.bbs[bb].stmts.remove(at);
    }),
    ("the second copy is lost", |f| {
        let (bb, at) = find(f, 1, is_copy);
        f.bbs[bb].stmts.remove(at);
    }),
    ("a copy goes the other way", |f| {
        let (bb, at) = find(f, 0, is_copy);
        let s = f.bbs[bb].stmts[at];
        let (to, from) = (f.stmts[s].results[0], f.stmts[s].kids[0]);
        f.stmts[s].results[0] = from;
        f.stmts[s].kids[0] = to;
    }),
    ("two copies of a cycle change places", |f| {
        // The first two read what neither writes; the second and third do not.
        let (bb, at) = find(f, 1, is_copy);
        f.bbs[bb].stmts.swap(at, at + 1);
    }),
    ("a copy takes another source", |f| {
        let (bb, at) = find(f, 0, is_copy);
        let s = f.bbs[bb].stmts[at];
        f.stmts[s].kids[0] = another(f, f.stmts[s].kids[0]);
    }),
    ("a copy is made into another register", |f| {
        let (bb, at) = find(f, 1, is_copy);
        let s = f.bbs[bb].stmts[at];
        f.stmts[s].results[0] = another(f, f.stmts[s].results[0]);
    }),
    ("an added copy clobbers a live register", |f| {
        let (bb, at) = find(f, 0, is_store);
        let stored = find_register(f, bb, at);
        let mut copy = f.stmts[f.bbs[bb].stmts[at]].clone();
        copy.op = StmtOp::Stid;
        copy.results[0] = stored;
        copy.kids[0] = another(f, stored);
        let id = f.new_stmt(copy);
        f.bbs[bb].stmts.insert(at, id);
    }),
    ("an added statement is no copy", |f| {
        let (bb, at) = find(f, 0, is_operation);
        let copy = f.stmts[f.bbs[bb].stmts[at]].clone();
        let id = f.new_stmt(copy);
        f.bbs[bb].stmts.insert(at, id);
    }),
    ("a use reads another register", |f| {
        let (bb, at) = find(f, 0, is_operation);
        let s = f.bbs[bb].stmts[at];
        let op = *f.codemap.as_op(f.stmts[s].kids[0]).expect("an operation");
        let from = op.kids.iter().copied().find(|&k| f.aux_of(k).is_some()).expect("a register");
        let to = another(f, from);
        f.stmts[s].kids[0] = with_register(f, f.stmts[s].kids[0], from, to);
    }),
    ("a definition writes another register", |f| {
        let (bb, at) = find(f, 0, is_operation);
        let s = f.bbs[bb].stmts[at];
        f.stmts[s].results[0] = another(f, f.stmts[s].results[0]);
    }),
    ("a statement becomes one of another kind", |f| {
        // It reads and writes what it did.
        let (bb, at) = find(f, 0, is_store);
        let s = f.bbs[bb].stmts[at];
        f.stmts[s].op = StmtOp::Stid;
    }),
    ("a statement loses an operand", |f| {
        let (bb, at) = find(f, 0, is_store);
        let s = f.bbs[bb].stmts[at];
        f.stmts[s].kids.clear();
    }),
    ("a statement gets another operand", |f| {
        let (bb, at) = find(f, 0, is_store);
        let s = f.bbs[bb].stmts[at];
        let kid = f.stmts[s].kids[0];
        f.stmts[s].kids.push(kid);
    }),
    ("a statement loses its result", |f| {
        let (bb, at) = find(f, 0, is_store);
        let s = f.bbs[bb].stmts[at];
        f.stmts[s].results.clear();
    }),
    ("a statement gets another result", |f| {
        let (bb, at) = find(f, 0, is_operation);
        let s = f.bbs[bb].stmts[at];
        let free = f.new_aux(optx_ir::AuxKind::Register(None), Mtype::U4, "free");
        let free = f.plain_var(free);
        f.stmts[s].results.push(free);
    }),
    ("a statement is lost", |f| {
        let (bb, at) = find(f, 0, is_operation);
        f.bbs[bb].stmts.remove(at);
    }),
    ("a store is lost", |f| {
        let (bb, at) = find(f, 1, is_store);
        f.bbs[bb].stmts.remove(at);
    }),
    ("two stores change places", |f| {
        let (bb, at) = find(f, 0, is_store);
        f.bbs[bb].stmts.swap(at, at + 1);
    }),
    ("an operator changes", |f| change_op(f, |op| op.opr = Operator::Sub)),
    ("an operation's type changes", |f| change_op(f, |op| op.rtype = Mtype::I4)),
    ("operands change places", |f| {
        let (bb, at) = find(f, 0, is_store);
        let s = f.bbs[bb].stmts[at];
        let mut op = *f.codemap.as_op(f.stmts[s].kids[0]).expect("the difference");
        op.kids.swap(0, 1);
        f.stmts[s].kids[0] = f.codemap.intern(CodeRep::Op(op));
    }),
    ("a constant changes", |f| {
        let one = f.codemap.integer(Mtype::U4, 1);
        let two = f.codemap.integer(Mtype::U4, 2);
        let (bb, at) = find(f, 0, is_operation);
        let s = f.bbs[bb].stmts[at];
        f.stmts[s].kids[0] = with_register(f, f.stmts[s].kids[0], one, two);
    }),
    ("a store goes to another offset", |f| change_access(f, |a| a.offset += 4)),
    ("a store goes to another space", |f| change_access(f, |a| a.space = Space::Global)),
    ("a store is of another width", |f| change_access(f, |a| a.desc = Mtype::U2)),
    ("a branch's targets change places", |f| {
        let bb = f.layout[1];
        if let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() {
            let exchanged = Terminator::Branch { condition, on_true: on_false, on_false: on_true };
            f.set_terminator(bb, exchanged);
        }
    }),
    ("a branch reads another register", |f| {
        let bb = f.layout[2];
        if let Terminator::Branch { condition, on_true, on_false } = f.bbs[bb].terminator() {
            let op = *f.codemap.as_op(condition).expect("a comparison");
            let to = another(f, op.kids[0]);
            let condition = with_register(f, condition, op.kids[0], to);
            f.set_terminator(bb, Terminator::Branch { condition, on_true, on_false });
        }
    }),
    ("a jump goes to another block", |f| {
        let (bb, to) = (f.layout[3], f.layout[4]);
        f.set_terminator(bb, Terminator::Goto(to));
    }),
    ("a block is left out of the layout", |f| {
        f.layout.remove(3);
    }),
    ("two live registers become one", |f| {
        let all = registers(f);
        let (a, b) = (f.plain_var(all[0]), f.plain_var(all[1]));
        for bb in f.layout.clone() {
            for s in f.bbs[bb].stmts.clone() {
                let kid = f.stmts[s].kids[0];
                f.stmts[s].kids[0] = with_register(f, kid, b, a);
                if f.stmts[s].results[0] == b {
                    f.stmts[s].results[0] = a;
                }
            }
        }
    }),
];

/// A register that the statement reads.
fn find_register(f: &Func, bb: optx_ir::BbId, at: usize) -> CrId {
    let kid = f.stmts[f.bbs[bb].stmts[at]].kids[0];
    match f.codemap.as_op(kid) {
        Some(op) => op.kids[0],
        None => kid,
    }
}

#[test]
fn a_right_result_is_proved() {
    let (_, source, result) = pair();
    assert_eq!(leave_ssa::check(&source, &result), Vec::<String>::new());
}

#[test]
fn every_corruption_is_caught() {
    assert!(CORRUPTIONS.len() >= 20);
    let mut missed = Vec::new();
    for (name, corrupt) in CORRUPTIONS {
        let (_, source, mut result) = pair();
        corrupt(&mut result);
        if leave_ssa::check(&source, &result).is_empty() {
            missed.push(*name);
        }
    }
    let (module, _, result) = pair();
    let mut text = String::new();
    optx_ir::print::print_func(&mut text, &module.locs, &result);
    assert_eq!(missed, Vec::<&str>::new(), "of {}:\n{text}", CORRUPTIONS.len());
}

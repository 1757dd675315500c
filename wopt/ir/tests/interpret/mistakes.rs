//! Wrong rewrites, planted: each is noticed.

use super::read;
use optx_ir::interpret::{Input, compare};
use optx_ir::{CodeRep, Func, Op, StmtOp, Terminator};
use optx_whirl::{Module, Operator};

/// A difference, a comparison, a merge and two stores, for rewrites to go wrong on.
fn victim() -> (Module, Func) {
    read(
        "ssa",
        r#"  (aux v0 temp U4 "x" 5)
  (aux v1 temp U4 "y" 2)
  (bb bb0
   (stid @0:1:1 (v0.1) (ivar U4 const (lda $2 0) 0))
   (stid @0:1:1 (v1.1) (ivar U4 const (lda $2 0) 4))
   (istore @0:2:1 ((ivar U4 shared (lda $0 0) 0)) (U4SUB v0.1 v1.1))
   (branch @0:3:1 (BU4LT v0.1 v1.1) bb1 bb2))
  (bb bb1 (preds bb0)
   (stid @0:4:1 (v0.2) (U4MPY v1.1 =3:U4))
   (goto @0:4:1 bb3))
  (bb bb2 (preds bb0)
   (stid @0:5:1 (v0.3) (U4ADD v0.1 =5:U4))
   (goto @0:5:1 bb3))
  (bb bb3 (preds bb1 bb2)
   (phi v0.4 v0.2 v0.3)
   (istore @0:6:1 ((ivar U4 shared (lda $0 0) 4)) v0.4)
   (return @0:7:1))"#,
    )
}

/// Rewrites the kids of statements that are OPs with this operator.
fn rewrite(f: &mut Func, opr: Operator, change: impl Fn(&mut Op)) {
    for bb in f.layout.clone() {
        for s in f.bbs[bb].stmts.clone() {
            for k in 0..f.stmts[s].kids.len() {
                if let Some(op) = f.codemap.as_op(f.stmts[s].kids[k]).filter(|op| op.opr == opr) {
                    let mut op = *op;
                    change(&mut op);
                    f.stmts[s].kids[k] = f.codemap.intern(CodeRep::Op(op));
                }
            }
        }
    }
}

#[test]
fn planted_mistakes_are_noticed() {
    type Mistake = fn(&mut Func);
    let mistakes: [(&str, Mistake); 6] = [
        ("exchanged operands", |f| rewrite(f, Operator::Sub, |op| op.kids.swap(0, 1))),
        ("another operator", |f| rewrite(f, Operator::Sub, |op| op.opr = Operator::Add)),
        ("a branch turned round", |f| {
            let entry = f.entry();
            if let Terminator::Branch { condition, on_true, on_false } = f.bbs[entry].terminator() {
                let turned = Terminator::Branch { condition, on_true: on_false, on_false: on_true };
                f.set_terminator(entry, turned);
            }
        }),
        ("a store left out", |f| {
            let entry = f.entry();
            f.bbs[entry].stmts.pop();
        }),
        ("a store to another place", |f| {
            for bb in f.layout.clone() {
                for s in f.bbs[bb].stmts.clone() {
                    if f.stmts[s].op == StmtOp::Istore
                        && let CodeRep::Ivar { mut access, mu, read_only } =
                            *f.codemap.get(f.stmts[s].results[0])
                    {
                        access.offset += 4;
                        f.stmts[s].results[0] =
                            f.codemap.intern(CodeRep::Ivar { access, mu, read_only });
                    }
                }
            }
        }),
        ("a promise not to overflow", |f| {
            rewrite(f, Operator::Sub, |op| op.rtype = op.rtype.signed())
        }),
    ];
    for (name, mistake) in mistakes {
        let (module, f) = victim();
        let mut wrong = f.clone();
        mistake(&mut wrong);
        let noticed =
            (0..60).any(|seed| compare(&module, &f, &wrong, Input { seed, steps: 1000 }).is_err());
        assert!(noticed, "{name}");
        assert_eq!(compare(&module, &f, &f, Input { seed: 4, steps: 1000 }), Ok(true));
    }
}

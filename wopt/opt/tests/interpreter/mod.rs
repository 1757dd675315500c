//! A direct interpreter of Func in forms Cfg and Regs, on integers, for comparing a function before and after the
//! pipeline. It shares nothing with the passes: values are looked up in a map of symbols, blocks are walked.

use optx_ir::{AuxId, CodeRep, CrId, Func, StmtOp, Terminator};
use optx_whirl::{Mtype, Operator};
use std::collections::HashMap;

/// What a run did: every store in order, as (offset, value), and whether it came to its end within the budget.
#[derive(Debug, PartialEq, Eq)]
pub struct Trace {
    pub stores: Vec<(i64, u64)>,
    pub ended: bool,
}

/// Runs at most `budget` blocks. Memory is one array of 4-byte words, by byte offset.
pub fn run(f: &Func, budget: usize) -> Trace {
    let mut machine = Machine { f, values: HashMap::new(), memory: HashMap::new() };
    let mut trace = Trace { stores: Vec::new(), ended: false };
    let mut bb = f.entry();
    for _ in 0..budget {
        for &s in &f.bbs[bb].stmts {
            let stmt = &f.stmts[s];
            match stmt.op {
                StmtOp::Stid => {
                    let value = machine.value(stmt.kids[0]);
                    let aux = f.aux_of(stmt.results[0]).expect("a variable");
                    machine.values.insert(aux, value);
                }
                StmtOp::Istore => {
                    let value = machine.value(stmt.kids[0]);
                    let CodeRep::Ivar { access, .. } = f.codemap.get(stmt.results[0]) else {
                        panic!("a store to no place")
                    };
                    machine.memory.insert(access.offset, value);
                    trace.stores.push((access.offset, value));
                }
                _ => panic!("not generated: {:?}", stmt.op),
            }
        }
        bb = match f.bbs[bb].terminator {
            Terminator::Return => {
                trace.ended = true;
                return trace;
            }
            Terminator::Goto(to) => to,
            Terminator::Branch { condition, on_true, on_false } => {
                if machine.value(condition) != 0 { on_true } else { on_false }
            }
        };
    }
    trace
}

struct Machine<'a> {
    f: &'a Func,
    values: HashMap<AuxId, u64>,
    memory: HashMap<i64, u64>,
}

impl Machine<'_> {
    fn value(&self, id: CrId) -> u64 {
        match self.f.codemap.get(id) {
            CodeRep::Const { value, .. } => *value,
            CodeRep::Var { aux, .. } => self.values.get(aux).copied().unwrap_or(0),
            CodeRep::Ivar { access, .. } => {
                self.memory.get(&access.offset).copied().unwrap_or(access.offset as u64 * 77)
            }
            CodeRep::Op(op) => {
                let kid = |k: usize| self.value(op.kids[k]) as u32;
                if op.rtype == Mtype::B {
                    return u64::from(self.predicate(op, kid));
                }
                u64::from(match op.opr {
                    Operator::Add => kid(0).wrapping_add(kid(1)),
                    Operator::Sub => kid(0).wrapping_sub(kid(1)),
                    Operator::Mpy => kid(0).wrapping_mul(kid(1)),
                    Operator::Bxor => kid(0) ^ kid(1),
                    Operator::Band => kid(0) & kid(1),
                    Operator::Bior => kid(0) | kid(1),
                    Operator::Neg => kid(0).wrapping_neg(),
                    Operator::Bnot => !kid(0),
                    Operator::Shl => kid(0).checked_shl(kid(1)).unwrap_or(0),
                    Operator::Lshr => kid(0).checked_shr(kid(1)).unwrap_or(0),
                    Operator::Select => {
                        if kid(0) != 0 {
                            kid(1)
                        } else {
                            kid(2)
                        }
                    }
                    Operator::Cvt => kid(0),
                    other => panic!("not generated: {other:?}"),
                })
            }
            other => panic!("not generated: {other:?}"),
        }
    }

    fn predicate(&self, op: &optx_ir::Op, kid: impl Fn(usize) -> u32) -> bool {
        match op.opr {
            Operator::Lt => kid(0) < kid(1),
            Operator::Gt => kid(0) > kid(1),
            Operator::Ge => kid(0) >= kid(1),
            Operator::Le => kid(0) <= kid(1),
            Operator::Eq => kid(0) == kid(1),
            Operator::Ne => kid(0) != kid(1),
            Operator::Lnot => kid(0) == 0,
            Operator::Land => kid(0) != 0 && kid(1) != 0,
            Operator::Lior => kid(0) != 0 || kid(1) != 0,
            other => panic!("not generated: {other:?}"),
        }
    }
}

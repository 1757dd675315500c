//! The run itself: blocks, phis, trees.

use super::environment::Environment;
use super::memory::Memory;
use super::regions::Regions;
use super::trace::{End, Event, Snapshot, Trace};
use super::value::Value;
use super::{Input, Outcome, Rules, Stop, intrinsic, operation};
use crate::coderep::{CodeRep, Op, Space};
use crate::func::{AuxKind, Func};
use crate::ids::{BbId, CrId};
use crate::stmtrep::Terminator;
use optx_whirl::{Intrinsic, Module, Mtype, Operator};

pub(super) fn run(module: &Module, f: &Func, input: Input) -> Outcome {
    let environment = Environment { types: &module.types, seed: input.seed, writes: Vec::new() };
    let others = input.seed % 2 == 1;
    // What is read through the read-only cache does not change while a kernel runs.
    let regions = match Regions::of(module, f, (others, others && !reads_only(f))) {
        Ok(regions) => regions,
        Err(what) => return Outcome::Unsupported(what),
    };
    let mut machine = Machine {
        f,
        rules: Rules::of(module),
        memory: Memory::new(environment, regions),
        values: vec![None; f.codemap.len()],
        known: vec![(0, Value::POISON); f.codemap.len()],
        now: 0,
        events: Vec::new(),
        result: Vec::new(),
        others,
        steps: 0,
    };
    let end = match machine.blocks(input.steps) {
        Ok(end) => end,
        Err(Stop::Unsupported(what)) => return Outcome::Unsupported(what),
        Err(Stop::Undefined(why)) => End::Undefined(why),
        Err(Stop::Trapped) => End::Trapped,
    };
    Outcome::Ran(Trace { events: machine.events, end, steps: machine.steps })
}

fn reads_only(f: &Func) -> bool {
    let kids = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).flat_map(|&s| &f.stmts[s].kids);
    kids.into_iter().any(|&id| matches!(f.codemap.get(id), CodeRep::Ivar { read_only: true, .. }))
}

pub(super) struct Machine<'a> {
    pub(super) f: &'a Func,
    pub(super) rules: Rules,
    pub(super) memory: Memory<'a>,
    /// What VARs hold, by node.
    values: Vec<Option<Value>>,
    /// Values of OPs, by node, with the time at which they were computed: trees share their parts.
    known: Vec<(u64, Value)>,
    now: u64,
    pub(super) events: Vec<Event>,
    pub(super) result: Vec<super::Datum>,
    /// Other threads write.
    pub(super) others: bool,
    pub(super) steps: u64,
}

impl Machine<'_> {
    fn blocks(&mut self, budget: u64) -> Result<End, Stop> {
        let f = self.f;
        let mut bb = f.entry();
        loop {
            for &s in &f.bbs[bb].stmts {
                if self.tick(budget) {
                    return Ok(End::OutOfSteps);
                }
                self.statement(&f.stmts[s]).map_err(|stop| at(bb, stop))?;
            }
            if self.tick(budget) {
                return Ok(End::OutOfSteps);
            }
            let next = match f.bbs[bb].terminator {
                Terminator::Return => {
                    let memory: Snapshot = self.memory.seen_by_others(&[]);
                    let memory = memory.into_iter().filter(|(p, _)| p.space != Space::Local);
                    let result = std::mem::take(&mut self.result);
                    return Ok(End::Returned { result, memory: memory.collect() });
                }
                Terminator::Goto(to) => to,
                Terminator::Branch { on_true, on_false, .. } if on_true == on_false => on_true,
                Terminator::Branch { condition, on_true, on_false } => {
                    match self.tree(condition)? {
                        Value { poison: true, .. } => {
                            let why = "a branch on poison".to_owned();
                            return Err(at(bb, Stop::undefined(why)));
                        }
                        Value { bits: 0, .. } => on_false,
                        _ => on_true,
                    }
                }
            };
            self.enter(bb, next)?;
            bb = next;
        }
    }

    /// True where the budget is used up.
    fn tick(&mut self, budget: u64) -> bool {
        self.now += 1;
        self.steps += 1;
        self.steps > budget
    }

    /// All phis of the block read, then written.
    fn enter(&mut self, from: BbId, to: BbId) -> Result<(), Stop> {
        let block = &self.f.bbs[to];
        if block.phis.is_empty() {
            return Ok(());
        }
        let Some(edge) = block.preds.iter().position(|&p| p == from) else {
            return Err(Stop::unsupported(format!("{to} does not know its predecessor {from}")));
        };
        let merged = block.phis.iter().filter(|p| self.f.auxes[p.aux].kind != AuxKind::Memory);
        let read: Vec<(CrId, Option<Value>)> = merged
            .map(|phi| (phi.result, phi.operands.get(edge).and_then(|o| self.values[o.index()])))
            .collect();
        for (result, value) in read {
            self.values[result.index()] = value;
        }
        Ok(())
    }

    /// Sets a VAR.
    pub(super) fn set(&mut self, id: CrId, value: Value) {
        self.values[id.index()] = Some(value);
    }

    /// The value of a tree that is no load.
    pub(super) fn tree(&mut self, id: CrId) -> Result<Value, Stop> {
        if self.f.codemap.height(id) > crate::MAX_HEIGHT {
            return Err(Stop::unsupported("a tree that is too high".to_owned()));
        }
        self.node(id)
    }

    fn node(&mut self, id: CrId) -> Result<Value, Stop> {
        let f = self.f;
        Ok(match f.codemap.get(id) {
            CodeRep::Lda { st, offset } => {
                Value::of(Mtype::U8, self.memory.address(*st, *offset, false)?)
            }
            CodeRep::Const { mtype, value } => Value::of(*mtype, *value),
            CodeRep::Rconst { mtype, bits } => Value::of(*mtype, *bits),
            CodeRep::Var { .. } => self.values[id.index()].unwrap_or(Value::POISON),
            CodeRep::Ivar { .. } => {
                return Err(Stop::unsupported("a load inside a tree".to_owned()));
            }
            CodeRep::Op(op) => {
                let (then, value) = self.known[id.index()];
                if then == self.now {
                    return Ok(value);
                }
                let value = self.op(op)?;
                self.known[id.index()] = (self.now, value);
                value
            }
        })
    }

    fn op(&mut self, op: &Op) -> Result<Value, Stop> {
        let mut kids: smallvec::SmallVec<[Value; 4]> = smallvec::SmallVec::new();
        for &kid in &op.kids {
            kids.push(self.node(kid)?);
        }
        match (op.opr, op.intrinsic) {
            (Operator::IntrinsicOp, Some(i)) => self.pure(op, i, &kids),
            _ => operation::operation(&self.rules, op, &kids),
        }
    }

    fn pure(&mut self, op: &Op, i: Intrinsic, kids: &[Value]) -> Result<Value, Stop> {
        use Intrinsic::*;
        let registers = [
            TidX, TidY, TidZ, NtidX, NtidY, NtidZ, CtaidX, CtaidY, CtaidZ, NctaidX, NctaidY,
            NctaidZ,
        ];
        if let Some(k) = registers.iter().position(|&r| r == i) {
            return Ok(Value::of(op.rtype, self.memory.environment.coordinate(k as u64)));
        }
        let space = match i {
            Laneid => {
                let at = |k: u64| self.memory.environment.coordinate(k);
                let linear = at(0) + at(3) * (at(1) + at(4) * at(2));
                return Ok(Value::of(op.rtype, linear % 32));
            }
            ToGlobal | FromGlobal => Space::Global,
            ToShared | FromShared => Space::Shared,
            ToConstant | FromConstant => Space::Constant,
            ToLocal | FromLocal => Space::Local,
            _ => return intrinsic::pure(&self.rules, op, i, kids),
        };
        let [Value { bits, poison: false }] = *kids else { return Ok(Value::POISON) };
        if matches!(i, FromGlobal | FromShared | FromConstant | FromLocal) {
            return Ok(Value::of(op.rtype, Memory::to_generic(space, bits)));
        }
        // An address of another space has no form in this one.
        let found = Memory::from_generic(space, bits);
        Ok(found.map_or(Value::POISON, |bits| Value::of(op.rtype, bits)))
    }
}

/// Says in which block it was.
fn at(bb: BbId, stop: Stop) -> Stop {
    match stop {
        Stop::Undefined(why) => Stop::Undefined(format!("{bb}: {why}")),
        other => other,
    }
}

//! The run itself: blocks, phis, trees.

use super::environment::Environment;
use super::memory::Memory;
use super::regions::Regions;
use super::trace::{End, Event, Snapshot, Trace};
use super::value::Value;
use super::{
    ByteAddress, CALLS, Datum, Input, Outcome, Rules, Stop, Thread, Watch, intrinsic, operation,
};
use crate::block::Terminator;
use crate::coderep::{CodeRep, Op, Space};
use crate::func::{AuxKind, Func};
use crate::ids::{BbId, CrId};
use optx_whirl::{Intrinsic, Module, Mtype, Operator};

/// Who is told what the function itself does.
pub(super) type Watching<'a> = &'a mut (dyn Watch + 'a);

/// What a run is of, beside the function itself.
pub(super) struct Run<'a> {
    pub(super) module: &'a Module,
    pub(super) input: Input,
    pub(super) rules: Rules,
    /// The functions into which calls are followed, by number.
    pub(super) functions: &'a [Func],
    /// The one thread that runs, where it is not any.
    pub(super) thread: Option<Thread>,
    pub(super) watch: Option<Watching<'a>>,
}

impl<'a> Run<'a> {
    /// Of any thread, under the module's rules; no call is followed, and nobody watches.
    pub(super) fn new(module: &'a Module, input: Input) -> Run<'a> {
        let rules = Rules::of(module);
        Run { module, input, rules, functions: &[], thread: None, watch: None }
    }

    /// Runs a function. What `said_by`'s loads say of memory holds: those of the function itself, or of one that it is compared with.
    pub(super) fn of(self, f: &'a Func, said_by: &Func) -> Outcome {
        let Run { module, input, rules, functions, thread, watch } = self;
        let environment =
            Environment { types: &module.types, seed: input.seed, thread, writes: Vec::new() };
        let others = input.seed % 2 == 1;
        // What is read through the read-only cache does not change while a kernel runs.
        let changes = others && !reads_only(said_by) && !functions.iter().any(reads_only);
        let (regions, objects) = match Regions::of(module, f, (others, changes)) {
            Ok(made) => made,
            Err(what) => return Outcome::Unsupported(what),
        };
        let mut machine = Machine {
            module,
            functions,
            depth: 0,
            frame: Frame::of(f),
            rules,
            memory: Memory::new(environment, regions, objects),
            now: 0,
            events: Vec::new(),
            others,
            steps: 0,
            budget: input.steps,
            watch,
        };
        let end = match machine.blocks() {
            Ok(()) => machine.returned(),
            Err(Stop::Unsupported(what)) => return Outcome::Unsupported(what),
            Err(Stop::Undefined(why)) => End::Undefined(why),
            Err(Stop::Trapped) => End::Trapped,
            Err(Stop::OutOfSteps) => End::OutOfSteps,
        };
        Outcome::Ran(Trace { events: machine.events, end, steps: machine.steps })
    }
}

pub(super) fn reads_only(f: &Func) -> bool {
    let kids = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).flat_map(|&s| &f.stmts[s].kids);
    kids.into_iter().any(|&id| matches!(f.codemap.get(id), CodeRep::Ivar { read_only: true, .. }))
}

/// A call of a function: what is its own.
pub(super) struct Frame<'a> {
    pub(super) f: &'a Func,
    /// What VARs hold, by node.
    values: Vec<Option<Value>>,
    /// Values of OPs, by node, with the time at which they were computed: trees share their parts.
    known: Vec<(u64, Value)>,
    pub(super) result: Vec<Datum>,
}

impl Frame<'_> {
    fn of(f: &Func) -> Frame<'_> {
        Frame {
            f,
            values: vec![None; f.codemap.len()],
            known: vec![(0, Value::POISON); f.codemap.len()],
            result: Vec::new(),
        }
    }
}

pub(super) struct Machine<'a> {
    module: &'a Module,
    /// The functions into which calls are followed, by number.
    functions: &'a [Func],
    depth: usize,
    pub(super) frame: Frame<'a>,
    pub(super) rules: Rules,
    pub(super) memory: Memory<'a>,
    now: u64,
    pub(super) events: Vec<Event>,
    /// Other threads write.
    pub(super) others: bool,
    pub(super) steps: u64,
    budget: u64,
    watch: Option<Watching<'a>>,
}

impl<'a> Machine<'a> {
    /// What an access reads, under the rules.
    pub(super) fn load(&self, desc: Mtype, place: ByteAddress) -> Value {
        let value = self.memory.load(desc, place);
        let is_one_nan = value.of_nan == value.poison;
        if self.rules.spreads && !value.is_known() && !is_one_nan { Value::POISON } else { value }
    }

    /// Follows a call into a function that is there, unless it is too deep; the parts of what it returns.
    pub(super) fn follow(
        &mut self,
        callee: u32,
        operands: &[Datum],
    ) -> Result<Option<Vec<Datum>>, Stop> {
        let Some(f) = self.functions.get(callee as usize).filter(|_| self.depth < CALLS) else {
            return Ok(None);
        };
        let objects = self.memory.enter(self.module, f, operands)?;
        let frame = std::mem::replace(&mut self.frame, Frame::of(f));
        self.depth += 1;
        self.blocks()?;
        self.depth -= 1;
        let callee = std::mem::replace(&mut self.frame, frame);
        self.memory.leave(objects);
        Ok(Some(callee.result))
    }

    /// How a run ends that came to its function's end.
    fn returned(&mut self) -> End {
        let memory: Snapshot = self.memory.seen_by_others(&[]);
        let memory = memory.into_iter().filter(|(p, _)| p.space != Space::Local).collect();
        End::Returned { result: std::mem::take(&mut self.frame.result), memory }
    }

    /// Runs the function from its entry until it returns.
    fn blocks(&mut self) -> Result<(), Stop> {
        let f = self.frame.f;
        let mut bb = f.entry();
        loop {
            for &s in &f.bbs[bb].stmts {
                self.tick()?;
                self.statement(&f.stmts[s]).map_err(|stop| at(bb, stop))?;
            }
            self.tick()?;
            let next = match f.bbs[bb].terminator() {
                Terminator::Return => return Ok(()),
                Terminator::Goto(to) => to,
                Terminator::Branch { on_true, on_false, .. } if on_true == on_false => on_true,
                Terminator::Branch { condition, on_true, on_false } => {
                    match self.tree(condition)? {
                        decides if !decides.is_known() => {
                            let why = "a branch on poison".to_owned();
                            return Err(at(bb, Stop::undefined(why)));
                        }
                        Value { bits: 0, .. } => on_false,
                        _ => on_true,
                    }
                }
            };
            if let Some(watch) = self.watch.as_mut().filter(|_| self.depth == 0) {
                watch.enter(next);
            }
            self.enter(bb, next)?;
            bb = next;
        }
    }

    /// Takes a step, if the budget has one left.
    fn tick(&mut self) -> Result<(), Stop> {
        self.now += 1;
        self.steps += 1;
        if self.steps > self.budget { Err(Stop::OutOfSteps) } else { Ok(()) }
    }

    /// All phis of the block read, then written.
    fn enter(&mut self, from: BbId, to: BbId) -> Result<(), Stop> {
        let block = &self.frame.f.bbs[to];
        if block.phis.is_empty() {
            return Ok(());
        }
        let Some(edge) = block.preds().iter().position(|&p| p == from) else {
            return Err(Stop::unsupported(format!("{to} does not know its predecessor {from}")));
        };
        let merged =
            block.phis.iter().filter(|p| self.frame.f.auxes[p.aux].kind != AuxKind::Memory);
        let read: Vec<(CrId, Option<Value>)> = merged
            .map(|phi| {
                (phi.result, phi.operands.get(edge).and_then(|o| self.frame.values[o.index()]))
            })
            .collect();
        for (result, value) in read {
            match value {
                Some(value) => self.set(result, value),
                None => self.frame.values[result.index()] = None,
            }
        }
        Ok(())
    }

    /// Sets a VAR.
    pub(super) fn set(&mut self, id: CrId, value: Value) {
        self.frame.values[id.index()] = Some(value);
        if let Some(watch) = self.watch.as_mut().filter(|_| self.depth == 0) {
            watch.set(id, value);
        }
    }

    /// The value of a tree that is no load.
    pub(super) fn tree(&mut self, id: CrId) -> Result<Value, Stop> {
        if self.frame.f.codemap.height(id) > crate::MAX_HEIGHT {
            return Err(Stop::unsupported("a tree that is too high".to_owned()));
        }
        self.node(id)
    }

    fn node(&mut self, id: CrId) -> Result<Value, Stop> {
        let f = self.frame.f;
        Ok(match f.codemap.get(id) {
            CodeRep::Lda { st, offset } => {
                Value::of(Mtype::U8, self.memory.address(*st, *offset, false)?)
            }
            CodeRep::Const { mtype, value } => Value::of(*mtype, *value),
            CodeRep::Rconst { mtype, bits } => Value::of(*mtype, *bits),
            CodeRep::Var { .. } => self.frame.values[id.index()].unwrap_or(Value::POISON),
            CodeRep::Ivar { .. } => {
                return Err(Stop::unsupported("a load inside a tree".to_owned()));
            }
            CodeRep::Op(op) => {
                let (then, value) = self.frame.known[id.index()];
                if then == self.now {
                    return Ok(value);
                }
                let value = self.op(op)?;
                self.frame.known[id.index()] = (self.now, value);
                value
            }
        })
    }

    fn op(&mut self, op: &Op) -> Result<Value, Stop> {
        let mut kids: smallvec::SmallVec<[Value; 4]> = smallvec::SmallVec::new();
        for &kid in &op.kids {
            kids.push(self.node(kid)?);
        }
        let value = match (op.opr, op.intrinsic) {
            (Operator::IntrinsicOp, Some(i)) => self.pure(op, i, &kids),
            _ => operation::operation(&self.rules, op, &kids),
        }?;
        if let Some(watch) = self.watch.as_mut().filter(|_| self.depth == 0)
            && may_overflow(op)
            && !value.is_known()
            && kids.iter().all(|kid| kid.is_known())
        {
            watch.overflow(op);
        }
        Ok(value)
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
        let [Value { bits, poison: 0, .. }] = *kids else { return Ok(Value::POISON) };
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

/// True for signed integers' operations that have no value where they overflow; a quotient by minus one does, and is a negation then.
fn may_overflow(op: &Op) -> bool {
    op.promises_no_wrap()
        || op.opr == Operator::Div && op.rtype.is_integer() && op.rtype.is_signed()
}

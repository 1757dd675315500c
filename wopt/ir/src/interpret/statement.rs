//! Statements: accesses to memory, and what others see.

use super::environment::likely;
use super::machine::Machine;
use super::memory::Memory;
use super::trace::{ByteAddress, Datum, Event, What};
use super::value::{Value, cut};
use super::{Stop, float, operation};
use crate::coderep::{self, CodeRep, Op, Space};
use crate::few::Kids;
use crate::ids::CrId;
use crate::stmtrep::{StmtOp, StmtRep};
use optx_whirl::{AsmClass, Intrinsic, IntrinsicClass, Mtype, Operator};

impl Machine<'_> {
    pub(super) fn statement(&mut self, stmt: &StmtRep) -> Result<(), Stop> {
        match &stmt.op {
            StmtOp::Stid => {
                let value = match self.frame.f.codemap.get(stmt.kids[0]) {
                    CodeRep::Ivar { access, .. } => {
                        let place = self.place(access.base, access.shape())?;
                        self.load(access.desc, place)
                    }
                    _ => self.tree(stmt.kids[0])?,
                };
                self.set(stmt.results[0], value);
                Ok(())
            }
            StmtOp::Istore => {
                let CodeRep::Ivar { access, .. } = self.frame.f.codemap.get(stmt.results[0]) else {
                    return Err(Stop::unsupported("a store to no place".to_owned()));
                };
                let place = self.place(access.base, access.shape())?;
                let value = self.tree(stmt.kids[0])?;
                self.memory.store(access.desc, place, value);
                Ok(())
            }
            StmtOp::VolatileLoad(shape) => {
                let place = self.place(stmt.kids[0], *shape)?;
                let value = self.load(shape.desc, place);
                self.event(What::VolatileLoad, Some((place, shape.desc)), Vec::new(), None);
                self.set(stmt.results[0], value);
                Ok(())
            }
            StmtOp::VolatileStore(shape) => {
                let place = self.place(stmt.kids[1], *shape)?;
                let value = self.tree(stmt.kids[0])?;
                self.memory.store(shape.desc, place, value);
                // What others see is what is written.
                let written = Value { bits: cut(shape.desc, value.bits), ..value };
                let operand = self.datum(stmt.kids[0], written);
                self.event(What::VolatileStore, Some((place, shape.desc)), vec![operand], None);
                Ok(())
            }
            StmtOp::Intrinsic { intrinsic, rtype, scope, shape, .. } => {
                let what = What::Intrinsic(*intrinsic, *scope);
                if let Some(shape) = shape {
                    return self.atomic(stmt, *intrinsic, *rtype, *shape, what);
                }
                let operands = self.data(&stmt.kids)?;
                if *intrinsic == Intrinsic::Assume {
                    let holds = operands.iter().all(|datum| datum.bits.is_some_and(|b| b != 0));
                    return match holds {
                        true => Ok(()),
                        false => Err(Stop::undefined("an assumption does not hold".to_owned())),
                    };
                }
                let orders = match intrinsic.class() {
                    IntrinsicClass::Barrier | IntrinsicClass::Fence => Some(false),
                    IntrinsicClass::External => Some(true),
                    _ => None,
                };
                let number = self.event(what, None, operands, orders);
                if *intrinsic == Intrinsic::Trap {
                    return Err(Stop::Trapped);
                }
                for &result in &stmt.results {
                    let value = if intrinsic.class() == IntrinsicClass::Clock {
                        Value::of(*rtype, number * 17)
                    } else {
                        self.made(result, &[7, number])
                    };
                    self.set(result, value);
                }
                Ok(())
            }
            StmtOp::Asm(k) => self.asm(*k, stmt),
            StmtOp::Call(k) => {
                let operands = self.data(&stmt.kids)?;
                if let Some(parts) = self.follow(*k, &operands)? {
                    for (k, &result) in stmt.results.iter().enumerate() {
                        let value = parts.get(k).and_then(|p| Some(Value::of(p.mtype, p.bits?)));
                        self.set(result, value.unwrap_or(Value::POISON));
                    }
                    return Ok(());
                }
                let number = self.event(What::Call(*k), None, operands, Some(true));
                for (part, &result) in stmt.results.iter().enumerate() {
                    let value = self.made(result, &[8, number, part as u64]);
                    self.set(result, value);
                }
                Ok(())
            }
            StmtOp::Result => {
                self.frame.result = self.data(&stmt.kids)?;
                Ok(())
            }
        }
    }

    fn place(&mut self, base: CrId, shape: coderep::AccessShape) -> Result<ByteAddress, Stop> {
        let narrow = self.frame.f.mtype(base).size() == 4;
        let value = match (shape.space, self.frame.f.codemap.get(base)) {
            (Space::Param, CodeRep::Lda { st, offset }) => {
                Value::of(Mtype::U8, self.memory.address(*st, *offset, true)?)
            }
            _ => self.tree(base)?,
        };
        if !value.is_known() {
            return Err(Stop::undefined("an address that is poison".to_owned()));
        }
        let mut address = value.bits.wrapping_add_signed(shape.offset);
        if narrow {
            address = u64::from(address as u32);
        }
        self.memory.place(shape.space, address, shape.desc.size(), shape.align)
    }

    fn datum(&self, id: CrId, value: Value) -> Datum {
        Datum { mtype: self.frame.f.mtype(id), bits: value.is_known().then_some(value.bits) }
    }

    fn data(&mut self, kids: &[CrId]) -> Result<Vec<Datum>, Stop> {
        kids.iter().map(|&kid| self.tree(kid).map(|value| self.datum(kid, value))).collect()
    }

    /// Records an event and gives its number, from 1. `orders` is that of what orders memory accesses; true where
    /// other code runs that may have this thread's own objects.
    fn event(
        &mut self,
        what: What,
        access: Option<(ByteAddress, Mtype)>,
        operands: Vec<Datum>,
        orders: Option<bool>,
    ) -> u64 {
        let number = self.events.len() as u64 + 1;
        let given: Vec<u64> = operands.iter().filter_map(|d| d.bits).collect();
        let memory = orders.map(|_| self.memory.seen_by_others(&given));
        self.events.push(Event { what, access, operands, memory });
        if let Some(call) = orders
            && self.others
        {
            self.memory.others_write(number, call);
        }
        number
    }

    /// A result that nothing here determines.
    fn made(&self, result: CrId, parts: &[u64]) -> Value {
        let mtype = self.frame.f.mtype(result);
        Value::of(mtype, likely(mtype, self.memory.environment.number(parts)))
    }

    fn asm(&mut self, k: u32, stmt: &StmtRep) -> Result<(), Stop> {
        let Some(asm) = self.frame.f.asms.get(k as usize) else {
            return Err(Stop::unsupported(format!("inline PTX number {k}")));
        };
        let mut operands = self.data(&stmt.kids)?;
        for (datum, class) in operands.iter_mut().zip(&asm.inputs) {
            if *class == AsmClass::H {
                datum.bits = datum.bits.map(|bits| bits & 0xffff);
            }
        }
        if let (Some(space), false, [result]) =
            (space_asked_of(&asm.text), asm.volatile || asm.memory, &stmt.results[..])
        {
            let value = match operands[0].bits {
                Some(address) => Value::of(
                    self.frame.f.mtype(*result),
                    u64::from(Memory::space_of_generic(address) == space),
                ),
                None => Value::POISON,
            };
            self.set(*result, value);
            return Ok(());
        }
        // Without an effect its results follow from its inputs alone, and it may run as often as one likes.
        let parts: Option<Vec<u64>> = if asm.volatile || asm.memory || asm.outputs.is_empty() {
            let number = self.event(What::Asm(k), None, operands, asm.memory.then_some(true));
            Some(vec![9, number])
        } else {
            let bits: Option<Vec<u64>> = operands.iter().map(|datum| datum.bits).collect();
            bits.map(|bits| [vec![10, u64::from(k)], bits].concat())
        };
        for (index, &result) in stmt.results.iter().enumerate() {
            let value = match &parts {
                Some(parts) => self.made(result, &[parts.as_slice(), &[index as u64]].concat()),
                None => Value::POISON,
            };
            let half = asm.outputs.get(index).is_some_and(|output| output.1 == AsmClass::H);
            let bits = if half { value.bits & 0xffff } else { value.bits };
            self.set(result, Value { bits, ..value });
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        stmt: &StmtRep,
        intrinsic: Intrinsic,
        rtype: Mtype,
        shape: coderep::AccessShape,
        what: What,
    ) -> Result<(), Stop> {
        let place = self.place(stmt.kids[0], shape)?;
        let mut operands = self.data(&stmt.kids[1..])?;
        for datum in &mut operands {
            datum.bits = datum.bits.map(|bits| cut(shape.desc, bits));
        }
        let old = self.load(shape.desc, place);
        let value = |k: usize| match operands.get(k).and_then(|datum| datum.bits) {
            Some(bits) => Value::of(rtype, bits),
            None => Value::POISON,
        };
        let new = self.exchanged(intrinsic, rtype, old, value(0), value(1))?;
        self.memory.store(shape.desc, place, new);
        self.event(what, Some((place, shape.desc)), operands, None);
        if let Some(&result) = stmt.results.first() {
            self.set(result, old);
        }
        Ok(())
    }

    /// What an atomic puts in place of `old`.
    fn exchanged(
        &self,
        intrinsic: Intrinsic,
        rtype: Mtype,
        old: Value,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        use Intrinsic::*;
        if intrinsic == AtomExch {
            return Ok(a);
        }
        if !old.is_known() || !a.is_known() {
            return Ok(Value::POISON);
        }
        let opr = match intrinsic {
            AtomCas => return Ok(if old == a { b } else { old }),
            AtomInc if old.bits >= a.bits => return Ok(Value::of(rtype, 0)),
            AtomInc => return Ok(Value::of(rtype, old.bits + 1)),
            AtomDec if old.bits == 0 || old.bits > a.bits => return Ok(a),
            AtomDec => return Ok(Value::of(rtype, old.bits - 1)),
            AtomAdd if rtype.is_float() => {
                return float::arithmetic(&self.rules, Operator::Add, rtype, &[old, a]);
            }
            AtomAdd => Operator::Add,
            AtomMin => Operator::Min,
            AtomMax => Operator::Max,
            AtomAnd => Operator::Band,
            AtomOr => Operator::Bior,
            AtomXor => Operator::Bxor,
            other => return Err(Stop::unsupported(format!("the atomic {}", other.name()))),
        };
        // Atomic addition wraps, whatever its type says of the sign.
        let rtype = if opr == Operator::Add { rtype.unsigned() } else { rtype };
        let op = Op { opr, rtype, desc: Mtype::V, intrinsic: None, kids: Kids::new() };
        operation::operation(&self.rules, &op, &[old, a])
    }
}

/// The space that `__isShared` and its like ask of, by the library's text.
fn space_asked_of(text: &str) -> Option<Space> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let spaces = [
        ("global", Space::Global),
        ("shared", Space::Shared),
        ("const", Space::Constant),
        ("local", Space::Local),
    ];
    let asks = |name: &str| text == format!("{{.reg.predt;isspacep.{name}t,%1;selp.u32%0,1,0,t;}}");
    spaces.into_iter().find_map(|(name, space)| asks(name).then_some(space))
}

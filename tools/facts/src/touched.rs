//! Memory that a statement accesses: its address, its bytes, and how far threads are apart there.

use crate::access::{Access, Instruction, Place};
use crate::known::Doubt;
use crate::lanes::{Apart, Pattern};
use crate::state::{Coefficient, State, known};
use optx_cg::vectorize::parts::{self, Direction};
use optx_ir::{Access as Accessed, AccessShape, CodeRep, CrId, Func, Space};
use optx_whirl::Operator;
use optx_wopt::analysis::variance::views::{At, Read};
use optx_wopt::analysis::variance::{Base as StateBase, Variance, VarianceMap};

/// So many nodes of an address are looked at for its stride.
const MOST: u32 = 64;

/// How far threads are apart that are one step apart.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Step {
    bytes: i64,
    /// Where an index in fewer bits than the address does not wrap; else variance claims it.
    may_wrap: bool,
}

/// Memory that is accessed: parts behind one address, or behind one of several.
#[derive(Clone)]
pub(crate) struct Touched {
    space: Space,
    base: CrId,
    direction: Direction,
    parts: Vec<AccessShape>,
    pub(crate) address: Variance,
    /// From lane to lane, and from thread to thread along x, y and z.
    steps: [Option<Step>; 4],
    /// Accesses of other addresses have other parts.
    differs: bool,
}

impl Touched {
    /// That of one access, at a place.
    pub(crate) fn of(
        f: &Func,
        map: &VarianceMap,
        access: &Accessed,
        at: At,
        direction: Direction,
    ) -> Touched {
        let mut address = map.read_at(f, access.base, at);
        if let StateBase::Const(base) = address.base {
            address.base = StateBase::Const(base.wrapping_add(access.offset));
        }
        let (space, base, parts) = (access.space, access.base, vec![access.shape()]);
        let steps = [0, 1, 2, 3].map(|along| {
            let state = map.read_at(f, base, at);
            let claimed = known(if along == 0 { state.lane } else { state.coef[along - 1] });
            let bytes = claimed
                .or_else(|| stride(f, map, Read { node: base, at }, along, &mut MOST.clone()))?;
            Some(Step { bytes, may_wrap: claimed.is_none() })
        });
        Touched { space, base, direction, parts, address, steps, differs: false }
    }

    /// Both.
    pub(crate) fn join(mut self, other: Touched) -> Touched {
        self.address = self.address.join(&other.address);
        for (own, other) in self.steps.iter_mut().zip(other.steps) {
            *own = own
                .zip(other)
                .filter(|(a, b)| a.bytes == b.bytes)
                .map(|(a, b)| Step { may_wrap: a.may_wrap || b.may_wrap, ..a });
        }
        if self.base == other.base {
            self.parts.extend(other.parts);
        } else if self.differs || !self.is_like(&other) {
            self.differs = true;
            if other.bytes() > self.bytes() {
                self.parts = other.parts;
            }
        }
        self.differs |= other.differs;
        self
    }

    /// Whether both become the same instructions; not where one has more parts, so that they are not put in order again and again.
    fn is_like(&self, other: &Touched) -> bool {
        self.parts.len() == other.parts.len() && self.instructions() == other.instructions()
    }

    /// Bytes of all parts.
    fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| u64::from(part.desc.size())).sum()
    }

    fn instructions(&self) -> Vec<Instruction> {
        let parts = parts::instructions(&self.parts, self.direction);
        let first = parts.first().map_or(0, |part| part.offset);
        let from_first = |offset: i64| u32::try_from(offset.wrapping_sub(first)).unwrap_or(0);
        let told =
            |part: &parts::Part| Instruction { offset: from_first(part.offset), bytes: part.bytes };
        parts.iter().map(told).collect()
    }

    /// As facts have it: with the address in words, in blocks of a shape where it is known.
    pub(crate) fn told(&self, address: State, block: Option<[u32; 3]>) -> Access {
        let symbol = match (&address.lane, &address.axes[0]) {
            (Coefficient::Symbolic(text), _) | (_, Coefficient::Symbolic(text)) => {
                Some(text.clone())
            }
            _ => None,
        };
        let [lane, along @ ..] = self.steps;
        // What is a number where no step wraps is better than a name.
        let axes = std::array::from_fn(|k| match (along[k], &address.axes[k]) {
            (Some(step), _) => Coefficient::Known(step.bytes),
            (None, Coefficient::Symbolic(text)) => Coefficient::Symbolic(text.clone()),
            (None, _) => Coefficient::Unknown,
        });
        let apart = Apart { lane: lane.map(|step| step.bytes), axes, symbol };
        let pattern = Pattern::of(self.space, apart, block);
        let used = match pattern {
            Pattern::Rows(_) => &along[..],
            Pattern::Broadcast if lane.is_none() => &along[..],
            Pattern::AlongX(_) => &along[..1],
            _ => &self.steps[..1],
        };
        let may_wrap = used.iter().flatten().any(|step| step.may_wrap);
        let doubts = [(may_wrap, Doubt::Wrap), (self.differs, Doubt::Copies)];
        let doubts = doubts.into_iter().filter(|(holds, _)| *holds).map(|(_, doubt)| doubt);
        let doubts = doubts.collect();
        Access::of(Place { space: self.space, address, pattern, doubts }, self.instructions())
    }
}

/// How far a value is apart from lane to lane (0) or from thread to thread along x, y or z (1 to 3), if no step of its computation wraps: what an
/// index in 32 bits may do in principle is no reason to call an access far.
fn stride(f: &Func, map: &VarianceMap, read: Read, along: usize, left: &mut u32) -> Option<i64> {
    let Read { node: id, at } = read;
    let other = |node: CrId| Read { node, at };
    if matches!(f.codemap.get(id), CodeRep::Ivar { .. }) {
        return None;
    }
    let state = map.read_at(f, id, at);
    let coef = if along == 0 { state.lane } else { state.coef[along - 1] };
    if let Some(bytes) = known(coef) {
        return Some(bytes);
    }
    // What threads have from different rounds is no step apart, whatever it is in one.
    if state != map.cr_tid_var_state(id) {
        return None;
    }
    *left = left.checked_sub(1)?;
    let value = f.assigned(id).unwrap_or(id);
    let CodeRep::Op(op) = *f.codemap.get(value) else {
        return if value == id { None } else { stride(f, map, other(value), along, left) };
    };
    let mut of = |k: usize| stride(f, map, other(*op.kids.get(k)?), along, left);
    let number = |k: usize| match *f.codemap.get(*op.kids.get(k)?) {
        CodeRep::Const { mtype, value } if mtype.bits() <= 32 => {
            Some(i64::from(value as u32 as i32))
        }
        CodeRep::Const { value, .. } => Some(value as i64),
        _ => None,
    };
    match op.opr {
        _ if !op.rtype.is_integer() => None,
        Operator::Cvt | Operator::Tas if f.mtype(op.kids[0]).is_integer() => of(0),
        Operator::IntrinsicOp if op.makes_generic() => of(0),
        Operator::Add => of(0)?.checked_add(of(1)?),
        Operator::Sub => of(0)?.checked_sub(of(1)?),
        Operator::Neg => of(0)?.checked_neg(),
        Operator::Mpy => match (number(0), number(1)) {
            (_, Some(times)) => of(0)?.checked_mul(times),
            (Some(times), _) => of(1)?.checked_mul(times),
            _ => None,
        },
        Operator::Shl => of(0)?.checked_mul(1i64.checked_shl(u32::try_from(number(1)?).ok()?)?),
        _ => None,
    }
}

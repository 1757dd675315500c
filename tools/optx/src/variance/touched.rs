//! Memory that a statement accesses: its address, its bytes, and how far threads are apart there.

use super::{Coefficient, Pattern, State};
use optx_ir::{Access, CodeRep, CrId, Func, Space};
use optx_whirl::Operator;
use optx_wopt::analysis::variance::{Base as StateBase, Variance, VarianceMap};

/// So many nodes of an address are looked at for its stride.
const MOST: u32 = 64;

/// Memory that is accessed: its bytes from one offset to another of one address, or of several.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    pub(super) space: Space,
    pub(super) base: CrId,
    pub(super) first: i64,
    pub(super) end: i64,
    pub(super) address: Variance,
    /// Bytes from lane to lane, and from thread to thread along x, y and z, where indices do not wrap.
    pub(super) strides: [Option<i64>; 4],
}

impl Touched {
    /// That of one access.
    pub(super) fn of(f: &Func, map: &VarianceMap, access: &Access) -> Touched {
        let mut address = map.cr_tid_var_state(access.base);
        if let StateBase::Const(base) = address.base {
            address.base = StateBase::Const(base.wrapping_add(access.offset));
        }
        let first = access.offset;
        let end = first.saturating_add(i64::from(access.desc.size()));
        let strides =
            [0, 1, 2, 3].map(|along| stride(f, map, access.base, along, &mut MOST.clone()));
        Touched { space: access.space, base: access.base, first, end, address, strides }
    }

    /// Both.
    pub(super) fn join(self, other: Touched) -> Touched {
        let address = self.address.join(&other.address);
        let same = |k: usize| self.strides[k].filter(|_| self.strides[k] == other.strides[k]);
        let strides = [0, 1, 2, 3].map(same);
        if self.base == other.base {
            let (first, end) = (self.first.min(other.first), self.end.max(other.end));
            return Touched { first, end, address, strides, ..self };
        }
        let bytes = (self.end - self.first).max(other.end - other.first);
        Touched { end: self.first + bytes, address, strides, ..self }
    }

    /// As reports have it: with the address in words, in blocks of a shape where it is known.
    pub(super) fn told(&self, address: State, block: Option<[u32; 3]>) -> super::Access {
        let symbol = || match (&address.lane, &address.axes[0]) {
            (Coefficient::Symbolic(text), _) | (_, Coefficient::Symbolic(text)) => {
                Some(text.clone())
            }
            _ => None,
        };
        let [lane, along @ ..] = self.strides;
        // What is a number where no step wraps is better than a name.
        let axes = std::array::from_fn(|k| match (along[k], &address.axes[k]) {
            (Some(stride), _) => Coefficient::Known(stride),
            (None, Coefficient::Symbolic(text)) => Coefficient::Symbolic(text.clone()),
            (None, _) => Coefficient::Unknown,
        });
        let pattern = Pattern::of(self.space, (lane, axes), block, symbol);
        let bytes = u32::try_from(self.end - self.first).unwrap_or(u32::MAX);
        super::Access { space: self.space, bytes, address, pattern }
    }
}

/// How far a value is apart from lane to lane (0) or from thread to thread along x, y or z (1 to 3), if no step of its computation wraps: what an
/// index in 32 bits may do in principle is no reason to call an access far.
fn stride(f: &Func, map: &VarianceMap, id: CrId, along: usize, left: &mut u32) -> Option<i64> {
    if matches!(f.codemap.get(id), CodeRep::Ivar { .. }) {
        return None;
    }
    let state = map.cr_tid_var_state(id);
    let coef = if along == 0 { state.lane } else { state.coef[along - 1] };
    if let Some(known) = super::known(coef) {
        return Some(known);
    }
    *left = left.checked_sub(1)?;
    let value = f.assigned(id).unwrap_or(id);
    let CodeRep::Op(op) = *f.codemap.get(value) else {
        return if value == id { None } else { stride(f, map, value, along, left) };
    };
    let mut of = |k: usize| stride(f, map, *op.kids.get(k)?, along, left);
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

//! What a function finds: the thread's place in the grid, its parameters, memory as others left it and go on writing
//! it, and what calls and inline PTX give. All of it follows from a seed.
//!
//! Idea: nothing is filled in beforehand. The environment's byte at an address is a function of the seed, the scalar of
//! the object's type that the byte belongs to, and the last event at which other threads wrote that scalar; so two runs
//! with one seed find the same bytes, whichever of them they ask for. Values are biased: small integers, that make good
//! indices, and edge cases; pointers point to objects that are there.

use super::Thread;
use super::regions::{Region, Regions};
use super::value::mixed;
use optx_whirl::{Mtype, TyId, TyKind, TyTable};

/// A scalar piece of an object's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// A number of the type.
    Number(Mtype),
    /// 0 or 1.
    Truth,
    /// An address of an object of the type.
    Pointer(TyId),
}

/// The scalar that the byte at an offset of an object is of, and where it begins. Padding counts as bytes.
pub(super) fn scalar_at(types: &TyTable, ty: TyId, offset: u64) -> (u64, Scalar) {
    let (mut ty, mut start) = (ty, 0);
    loop {
        let at = offset - start;
        let (found, skipped) = match types.kind(ty) {
            TyKind::Scalar(mtype) if mtype.size() > 0 => {
                let size = u64::from(mtype.size());
                return (start + at / size * size, Scalar::Number(*mtype));
            }
            TyKind::Bool => return (offset, Scalar::Truth),
            TyKind::Pointer(to) => return (start + at / 8 * 8, Scalar::Pointer(*to)),
            TyKind::Array(element, _) => {
                let size = types.size(*element).max(1);
                (Some(*element), at / size * size)
            }
            TyKind::Struct { fields, .. } => {
                let holds = |f: &&optx_whirl::Field| {
                    f.offset <= at && at < f.offset + types.size(f.ty).max(1)
                };
                let field = fields.iter().find(holds);
                (field.map(|f| f.ty), field.map_or(0, |f| f.offset))
            }
            TyKind::Scalar(_) => (None, 0),
        };
        match found {
            Some(inner) => (ty, start) = (inner, start + skipped),
            None => return (offset, Scalar::Number(Mtype::U1)),
        }
    }
}

/// The environment of one run.
pub(super) struct Environment<'a> {
    pub(super) types: &'a TyTable,
    pub(super) seed: u64,
    /// The thread, where the seed does not say which.
    pub(super) thread: Option<Thread>,
    /// Numbers of the events at which other threads wrote to memory.
    pub(super) writes: Vec<u64>,
}

impl Environment<'_> {
    /// A number for what the parts name.
    pub(super) fn number(&self, parts: &[u64]) -> u64 {
        mixed(&[self.seed, mixed(parts)])
    }

    /// The special register number `k`: small coordinates within small blocks and grids.
    pub(super) fn coordinate(&self, k: u64) -> u64 {
        if let (Some(thread), 0..=5) = (self.thread, k) {
            return [thread.index, thread.block].as_flattened()[k as usize];
        }
        let extent = |axis: u64| 1 + self.number(&[1, axis]) % 8;
        match k {
            0..=2 => self.number(&[2, k]) % extent(k),
            3..=5 => extent(k - 3),
            6..=8 => self.number(&[2, k]) % extent(k),
            _ => extent(k - 3),
        }
    }

    /// The environment's byte at an offset of a region.
    pub(super) fn byte(&self, regions: &Regions, region: &Region, offset: u64) -> u8 {
        let within = offset % region.stride.max(1);
        let (start, scalar) = scalar_at(self.types, region.ty, within);
        let from = offset - (within - start);
        let stamp = self.last_write(region, from);
        let value = self.value(regions, region, from, scalar, stamp);
        (value >> (8 * (within - start))) as u8
    }

    /// The last event at which others wrote the scalar at an offset; 0 for none.
    fn last_write(&self, region: &Region, from: u64) -> u64 {
        if !region.written_by_others {
            return 0;
        }
        let hits = |&&event: &&u64| self.hits(region, from, event);
        self.writes.iter().rev().find(hits).copied().unwrap_or(0)
    }

    fn hits(&self, region: &Region, from: u64, event: u64) -> bool {
        self.number(&[3, region.start, from, event]).is_multiple_of(3)
    }

    /// True where others write the byte at the event.
    pub(super) fn overwrites(&self, region: &Region, offset: u64, event: u64) -> bool {
        let within = offset % region.stride.max(1);
        let (start, _) = scalar_at(self.types, region.ty, within);
        region.written_by_others && self.hits(region, offset - (within - start), event)
    }

    fn value(
        &self,
        regions: &Regions,
        region: &Region,
        from: u64,
        scalar: Scalar,
        stamp: u64,
    ) -> u64 {
        let h = self.number(&[4, region.start, from, stamp]);
        match scalar {
            Scalar::Truth => h & 1,
            Scalar::Pointer(to) => regions.target(self.types, to, region, h),
            Scalar::Number(mtype) => likely(mtype, h),
        }
    }
}

/// A number of the type that programs may meet, chosen by `h`.
pub(super) fn likely(mtype: Mtype, h: u64) -> u64 {
    let pick = h >> 8;
    if mtype.is_float() {
        let x = match h % 8 {
            0..=3 => f64::from(pick as i8) / 8.0,
            4 => f64::from(pick as i32),
            5 => (f64::from(pick as u32) + 0.5) / 4_294_967_296.0,
            6 => [0.0, -0.0, 1.0, -1.0, 1e30, -1e-30][pick as usize % 6],
            _ => [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-40][pick as usize % 4],
        };
        return if mtype == Mtype::F4 { u64::from((x as f32).to_bits()) } else { x.to_bits() };
    }
    let Some(highest) = mtype.bits().checked_sub(1) else { return 0 };
    let value = match h % 16 {
        0..=10 => pick % 16,
        11 => pick % 256,
        12 => (pick % 8).wrapping_neg(),
        13 => (1u64 << highest).wrapping_sub(pick % 2),
        _ => pick.wrapping_mul(0x9e37_79b9_7f4a_7c15),
    };
    super::value::cut(mtype, value)
}

impl Regions {
    /// An address that a pointer to the type may hold.
    fn target(&self, types: &TyTable, to: TyId, from: &Region, h: u64) -> u64 {
        let size = types.size(to).max(1);
        // A parameter's pointer points to the object's beginning, and now and then to another's of its type.
        let all = || self.pointees(to);
        let count = all().count() as u64;
        let own = from.pointer_targets.get(&to).copied();
        let shared = (h >> 40).is_multiple_of(4);
        let chosen = match own {
            Some(start) if !shared || from.is_restrict => self.find_global(start),
            _ if count > 0 => all().nth(((h >> 44) % count) as usize),
            _ => None,
        };
        let Some(region) = chosen else { return 0 };
        let at_start = own.is_some();
        let steps = (region.size / size / 2).max(1);
        self.generic(region) + if at_start { 0 } else { (h >> 20) % steps * size }
    }
}

#[cfg(test)]
mod tests {
    use super::likely;
    use optx_whirl::Mtype;

    /// Small eighths, whole numbers far beyond them, fractions below one, the ones and zeros of both signs, and what is no number.
    #[test]
    fn floats_of_every_kind_are_met() {
        let all: Vec<f64> = (0..4096)
            .map(|h| f64::from_bits(likely(Mtype::F8, u64::wrapping_mul(h, 0x9e37_79b9_7f4a_7c15))))
            .collect();
        let any = |holds: fn(&f64) -> bool| all.iter().any(holds);
        assert!(any(|x| x.fract() == 0.125));
        assert!(any(|x| x.fract() == 0.0 && x.abs() > 1000.0 && x.abs() < 2.2e9));
        assert!(any(|x| *x > 0.0 && *x < 0.1));
        assert!(any(|x| *x == 0.0 && x.is_sign_negative()));
        assert!(any(|x| x.is_nan()) && any(|x| *x == f64::NEG_INFINITY) && any(|x| *x == 1e-40));
    }
}

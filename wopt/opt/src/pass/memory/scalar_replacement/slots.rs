//! The slots of an object: runs of bytes that no access crosses the border of.
//!
//! Idea: accesses by place; those that overlap are one run. A run that all its accesses take whole is a variable of their type; one
//! of at most eight bytes is an integer that narrow accesses take bits of; any other stays in memory. Cost: a sort.

use optx_whirl::Mtype;

/// A run of bytes that becomes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Its first byte in the object.
    pub start: i64,
    /// Its bytes.
    pub bytes: u32,
    /// The variable's type: a float's where every access is one of it, else an unsigned integer's.
    pub mtype: Mtype,
    /// Accesses take parts of it.
    pub mixed: bool,
}

impl Slot {
    /// The byte behind it.
    pub(super) fn end(&self) -> i64 {
        self.start + i64::from(self.bytes)
    }
}

/// The runs of an object by place; None for those that stay in memory.
pub(super) fn partition(mut accesses: Vec<(i64, Mtype)>) -> Vec<Option<Slot>> {
    accesses.sort_unstable_by_key(|&(start, desc)| (start, desc.size()));
    let mut runs = Vec::new();
    let mut rest = &accesses[..];
    while let Some(&(start, desc)) = rest.first() {
        let mut end = start + i64::from(desc.size());
        let mut count = 1;
        while let Some(&(at, desc)) = rest.get(count).filter(|(at, _)| *at < end) {
            end = end.max(at + i64::from(desc.size()));
            count += 1;
        }
        runs.push(slot(&rest[..count], start, end));
        rest = &rest[count..];
    }
    runs
}

/// The slot that these accesses, which take the bytes of a run, have together.
fn slot(accesses: &[(i64, Mtype)], start: i64, end: i64) -> Option<Slot> {
    let bytes = u32::try_from(end - start).ok().filter(|bytes| *bytes <= 8)?;
    let mixed = accesses.iter().any(|(_, desc)| desc.size() != bytes);
    let first = accesses[0].1;
    let one_float = first.is_float() && accesses.iter().all(|(_, desc)| *desc == first);
    let mtype = match bytes {
        _ if one_float => first,
        0..=4 => Mtype::U4,
        _ => Mtype::U8,
    };
    Some(Slot { start, bytes, mtype, mixed })
}

#[cfg(test)]
mod tests {
    use super::{Slot, partition};
    use Mtype::{F4, F8, I4, U1, U2, U4, U8};
    use optx_whirl::Mtype;

    fn slot(start: i64, bytes: u32, mtype: Mtype, mixed: bool) -> Option<Slot> {
        Some(Slot { start, bytes, mtype, mixed })
    }

    #[test]
    fn accesses_of_one_width_are_slots_of_their_type() {
        let found = partition(vec![(8, F4), (0, F4), (0, F4), (4, I4), (4, U4), (12, U1)]);
        let wanted = [slot(0, 4, F4, false), slot(4, 4, U4, false), slot(8, 4, F4, false)];
        assert_eq!(found[..3], wanted);
        assert_eq!(found[3], slot(12, 1, U4, false));
    }

    #[test]
    fn a_float_that_is_read_as_bits_is_an_integer() {
        assert_eq!(partition(vec![(0, F4), (0, U4)]), [slot(0, 4, U4, false)]);
        assert_eq!(partition(vec![(0, F8), (0, U8)]), [slot(0, 8, U8, false)]);
    }

    #[test]
    fn widths_that_overlap_are_one_integer() {
        assert_eq!(partition(vec![(0, F8), (4, U4), (6, U2)]), [slot(0, 8, U8, true)]);
        assert_eq!(partition(vec![(1, U1), (0, U2), (2, U1)])[0], slot(0, 2, U4, true));
        // A chain of overlaps is one run: three bytes here.
        assert_eq!(partition(vec![(0, U2), (1, U2)]), [slot(0, 3, U4, true)]);
    }

    #[test]
    fn what_no_register_holds_stays() {
        assert_eq!(partition(vec![(0, U8), (4, U8), (16, U4)]), [None, slot(16, 4, U4, false)]);
    }
}

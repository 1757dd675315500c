//! What accesses side by side become, told of the optimizer's accesses before there are instructions.
//!
//! Idea: what is not aligned as its type is goes in pieces, as selection makes them, and neighbours of one base become vectors by the rules of the pass.
//! Legality: nothing is changed. What stands between accesses, and how many registers are left, is not known here: they are taken to be neighbours
//! with nothing between, which the parts of an object that is copied as a whole are.
//! Cost: the accesses, sorted, and a search for each element.

use super::counts_of;
use crate::select::{access_type, piece_type};
use optx_ir::{AccessShape, Space};

/// The bytes behind a base that an instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// Where they begin.
    pub offset: i64,
    /// How many.
    pub bytes: u32,
}

/// Which way bytes go, and whether neighbours may be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Loads, which may load an element of four that nobody asks for.
    Load,
    /// Stores.
    Store,
    /// Either, each an instruction of its own: volatile, or where neighbours are not merged.
    Apart,
}

/// The instructions that accesses of one base become, in the order of their places.
pub fn instructions(accesses: &[AccessShape], direction: Direction) -> Vec<Part> {
    let mut pieces: Vec<AccessShape> = accesses.iter().flat_map(pieces).collect();
    pieces.sort_by_key(|piece| (piece.offset, piece.desc.size()));
    pieces.dedup();
    let mut is_taken = vec![false; pieces.len()];
    let mut out = Vec::new();
    for (k, first) in pieces.iter().enumerate() {
        if is_taken[k] {
            continue;
        }
        let elements = match direction {
            Direction::Apart => 1,
            _ => vector(&pieces[k..], &mut is_taken[k..], direction),
        };
        out.push(Part { offset: first.offset, bytes: first.desc.size().max(1) * elements });
    }
    out
}

/// The accesses that one becomes where it is not aligned as its type is.
fn pieces(access: &AccessShape) -> Vec<AccessShape> {
    if !access.is_under_aligned() {
        return vec![*access];
    }
    let (size, bytes) = (access.desc.size(), access.align);
    let piece = |at: u32| {
        let offset = access.offset.saturating_add(i64::from(at));
        AccessShape { desc: piece_type(bytes), offset, align: bytes, ..*access }
    };
    (0..size).step_by(bytes as usize).map(piece).collect()
}

/// How many elements the vector has that begins with the first; those that are a part of it are taken.
fn vector(pieces: &[AccessShape], is_taken: &mut [bool], direction: Direction) -> u32 {
    let first = pieces[0];
    let size = first.desc.size().max(1);
    let may_widen = direction == Direction::Load && first.space == Space::Global;
    let alike =
        |p: &AccessShape| access_type(p.desc) == access_type(first.desc) && p.space == first.space;
    let element = |k: u32| {
        let at = first.offset.checked_add(i64::from(k * size))?;
        let from = pieces.partition_point(|p| p.offset < at);
        let here = pieces[from..].iter().take_while(|p| p.offset == at);
        here.zip(from..).find(|(p, _)| alike(p)).map(|(_, k)| k)
    };
    for (count, gaps) in [(4, 0), (4, usize::from(may_widen)), (2, 0)] {
        let fits = counts_of(size).any(|n| n == count);
        let count = u32::from(count);
        if !fits || first.align.max(size) < size * count {
            continue;
        }
        let found: Vec<usize> = (0..count).filter_map(element).collect();
        if found.len() + gaps == count as usize {
            found.iter().for_each(|&k| is_taken[k] = true);
            return count;
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::{Direction, Part, instructions};
    use optx_ir::{AccessShape, Space};
    use optx_whirl::Mtype;

    /// So many elements side by side, of which the first is known to be so aligned.
    fn row(desc: Mtype, count: i64, align: u32) -> Vec<AccessShape> {
        let size = i64::from(desc.size());
        let known = |at: i64| if at == 0 { align } else { align.min(1 << at.trailing_zeros()) };
        let element = |k| {
            let offset = k * size;
            AccessShape { desc, space: Space::Global, offset, align: known(offset) }
        };
        (0..count).map(element).collect()
    }

    fn bytes(parts: &[Part]) -> Vec<u32> {
        parts.iter().map(|part| part.bytes).collect()
    }

    /// By the rules of PTX: a vector has two or four elements, sixteen bytes at most, and is aligned to its size.
    #[test]
    fn neighbours_are_vectors_where_alignment_allows() {
        use Direction::{Apart, Load, Store};
        for (desc, count, align, direction, wanted) in [
            (Mtype::F8, 4, 8, Load, &[8, 8, 8, 8][..]),
            (Mtype::F8, 4, 16, Load, &[16, 16]),
            (Mtype::F8, 4, 16, Apart, &[8, 8, 8, 8]),
            (Mtype::F4, 4, 16, Store, &[16]),
            (Mtype::F4, 4, 8, Store, &[8, 8]),
            (Mtype::F4, 3, 4, Load, &[4, 4, 4]),
            (Mtype::F4, 3, 16, Load, &[16]),
            (Mtype::F4, 3, 16, Store, &[8, 4]),
            (Mtype::U1, 4, 4, Load, &[4]),
            (Mtype::F4, 6, 16, Load, &[16, 8]),
        ] {
            let found = instructions(&row(desc, count, align), direction);
            assert_eq!(bytes(&found), wanted, "{desc:?} {count} {align} {direction:?}");
        }
    }

    /// A member of a packed struct goes in pieces as large as its alignment.
    #[test]
    fn what_is_not_aligned_goes_in_pieces() {
        let access = AccessShape { desc: Mtype::F8, space: Space::Global, offset: 2, align: 2 };
        let found = instructions(&[access], Direction::Store);
        let wanted = [2, 4, 6, 8].map(|offset| Part { offset, bytes: 2 });
        assert_eq!(found, wanted);
    }

    /// Types that differ are no vector, and what is accessed twice is one.
    #[test]
    fn types_and_repetition() {
        let mut mixed = row(Mtype::F4, 2, 8);
        mixed[1].desc = Mtype::U4;
        assert_eq!(bytes(&instructions(&mixed, Direction::Load)), [4, 4]);
        let mut twice = row(Mtype::F4, 2, 8);
        twice.extend(row(Mtype::F4, 2, 8));
        assert_eq!(bytes(&instructions(&twice, Direction::Load)), [8]);
    }
}

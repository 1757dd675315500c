//! Which loads stand beside the one in work, and which of them are a vector.

use super::apart::{Bytes, is_apart};
use super::{WIDEST, WINDOW, alike, changes_base, element, is_aligned, place};
use crate::lir::modifiers::Space;
use crate::lir::opcodes::Effect;
use crate::lir::{Function, Inst, MemoryForm};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Elements of the longest vector.
const MOST: usize = 4;

/// The instructions that load a vector's elements, in order; none where nobody asks for the element.
pub(super) type Group = SmallVec<[Option<usize>; MOST]>;

/// Loads that may move up to the one in work: by how many elements they stand behind it, or before it.
#[derive(Default)]
pub(super) struct Neighbours([Option<usize>; 2 * MOST - 1]);

impl Neighbours {
    /// The neighbours of the load at the front, within the window.
    pub(super) fn of(f: &Function, insts: &VecDeque<Inst>, access: MemoryForm) -> Neighbours {
        let mut found = Neighbours::default();
        let (Some((base, offset)), Some(first)) = (place(f, &insts[0]), f.def(&insts[0])) else {
            return found;
        };
        // A load over its own base: what comes after it is at another address.
        if changes_base(f, &insts[0], &base) {
            return found;
        }
        found.0[MOST - 1] = Some(0);
        let size = i64::from(access.ty.size());
        let reach = size * MOST as i64;
        let (begin, end) = (offset.saturating_sub(reach), offset.saturating_add(reach));
        let within = Bytes { base, begin, end };
        for (k, inst) in insts.iter().enumerate().take(WINDOW).skip(1) {
            let is_passed = matches!(inst.op.effect(), Effect::Value | Effect::Load)
                || is_apart(f, inst, access.space, within);
            if !is_passed {
                break;
            }
            if let Some((b, o)) = place(f, inst)
                && b == base
                && alike(inst, &insts[0])
                && let Some(dst) = f.def(inst)
                && f.class(dst) == f.class(first)
                && let Some(distance) = o.checked_sub(offset)
                && distance % size == 0
                && let Ok(slot) = usize::try_from(distance / size + MOST as i64 - 1)
                && slot < found.0.len()
                && found.0[slot].is_none()
                && insts.iter().take(k).all(|i| !f.touches(i, dst))
            {
                found.0[slot] = Some(k);
            }
            if changes_base(f, inst, &base) {
                break;
            }
        }
        found
    }

    /// Vectors of them that hold the load in work, the best first: aligned, and whole but for one element of four in global memory.
    pub(super) fn groups(
        &self,
        insts: &VecDeque<Inst>,
        access: MemoryForm,
    ) -> SmallVec<[Group; 2]> {
        let mut out = SmallVec::new();
        let may_widen = access.space == Space::Global;
        for (count, gaps) in [(MOST, 0), (MOST, usize::from(may_widen)), (2, 0)] {
            if access.ty.size() as usize * count > WIDEST as usize {
                continue;
            }
            for begin in (MOST - count..MOST).rev() {
                let group = &self.0[begin..begin + count];
                let Some(head) = group[0] else { continue };
                let aligned =
                    element(&insts[head]).is_some_and(|head| is_aligned(head, count as u8));
                if aligned && group.iter().filter(|element| element.is_none()).count() == gaps {
                    out.push(group.iter().copied().collect());
                }
            }
        }
        out
    }
}

//! Copies of loops that are left early, with the rest before them.
//!
//! Idea: behind copies that control may leave in their midst, a loop for the rest is another place that their threads have to meet at before they go on: ptxas
//! lays a barrier around the copies, which each way out has to leave (`BREAK`), an instruction an iteration. So the loop itself goes first and takes as many iterations
//! as `factor` leaves over; then the copies end where the loop did, by the same test.
//!
//! Legality: as in [`super::partial`]. The counter is tested after its step, by `<`, `>` or `!=`, and steps by one: where there are `factor` iterations (*enough*) they are
//! as many as the bound is away, so what the power of two leaves over is a mask. The loop's own bound is then so far from the first value, which is not beyond
//! the bound; else it is the bound itself, and behind it the test says that nothing is left.

use super::counting::{Copied, Opened, assign, enough, open, place};
use super::{Copying, choice::Plan, in_copy};
use crate::kit::loop_copies::{blocks_of, declare};
use optx_ir::cycles::Cycles;
use optx_ir::{BbId, Func, Terminator, Unrolled};
use optx_whirl::{Mtype, Operator};

/// The new blocks of a loop, by where they stand.
pub(super) struct Blocks {
    /// Before its header.
    pub(super) before: Vec<BbId>,
    /// Behind its latch.
    pub(super) behind: Vec<BbId>,
}

/// Copies a loop behind itself, `factor` iterations a test.
pub(super) fn unroll(
    f: &mut Func,
    cycles: &Cycles,
    plan: &Plan,
    copying: &mut Copying,
) -> Option<(Blocks, Copied)> {
    let Plan { test, factor, .. } = plan;
    let opened = open(f, cycles, plan, &mut copying.rewrite)?;
    let Opened { header, latch, before, from_before, leaves, first, next, leaving, copied } =
        opened;
    let copies = &copied.clones;
    let out = place(f, leaves, latch)?;
    let k = test.counter.place;
    let (begin, stepped, left) = (first[k], next[k], leaving[k]);

    // How many iterations the loop itself has.
    let [of_guard, of_tail] = [before, latch].map(|bb| f.bbs[bb].loc);
    let guard = f.add_block(Terminator::Return, of_guard, vec![before]);
    f.retarget(before, header, guard);
    let begin = f.assigned_constant(begin).unwrap_or(begin);
    let bound = f.codemap.unsigned_form(test.bound);
    let are_enough = enough(f, plan, begin, bound);
    let are_enough = assign(f, guard, are_enough, Mtype::B, "enough");
    let desc = test.desc.unsigned();
    let map = &mut f.codemap;
    let up = test.counter.step > 0;
    let (low, high) = if up { (begin, bound) } else { (bound, begin) };
    let span = map.binary(Operator::Sub, desc, high, low);
    let mask = map.integer(desc, factor - 1);
    let over = map.binary(Operator::Band, desc, span, mask);
    let over = assign(f, guard, over, desc, "rest");
    let map = &mut f.codemap;
    let opr = if up { Operator::Add } else { Operator::Sub };
    let middle = map.binary(opr, desc, begin, over);
    let middle = map.select(desc, are_enough, middle, bound);
    let zero = map.integer(desc, 0);
    let none = map.compare(Operator::Eq, desc, over, zero);
    let at_once = map.binary(Operator::Land, Mtype::B, are_enough, none);
    let middle = assign(f, guard, middle, desc, "middle");
    let head = copies[0].block(header);
    f.set_terminator(
        guard,
        Terminator::Branch { condition: at_once, on_true: head, on_false: header },
    );
    f.preds_mut(header)[from_before] = guard;
    f.bbs[header].unroll = Some(1);
    f.bbs[header].unrolled = Some(Unrolled::Rest);
    f.bbs[head].unrolled = Some(Unrolled::Copies);

    // Behind it either nothing is left, or passes over the copies.
    let tail = f.add_block(Terminator::Return, of_tail, vec![latch]);
    let stays = f.codemap.compare(test.opr, test.desc, stepped, middle);
    f.set_terminator(
        latch,
        Terminator::Branch { condition: stays, on_true: header, on_false: tail },
    );
    let more = f.codemap.compare(test.opr, test.desc, stepped, bound);
    f.set_terminator(tail, Terminator::Branch { condition: more, on_true: head, on_false: leaves });
    f.preds_mut(leaves)[out] = tail;

    let again = f.codemap.compare(test.opr, test.desc, left, bound);
    let (mut from, mut values) = (guard, first);
    for (k, copy) in copies.iter().enumerate() {
        let first_block = copy.block(header);
        super::enter_alone(f, first_block, from, &values);
        f.bbs[first_block].unroll = (k == 0).then_some(1);
        (from, values) = (copy.block(latch), in_copy(copy, &next));
        f.set_terminator(
            from,
            match copies.get(k + 1) {
                Some(after) => Terminator::Goto(after.block(header)),
                None => Terminator::Branch { condition: again, on_true: head, on_false: leaves },
            },
        );
    }
    let end = from;
    f.preds_mut(head).extend([tail, end]);
    for (phi, (&rest, &pass)) in f.bbs[head].phis.iter_mut().zip(next.iter().zip(&leaving)) {
        phi.operands.extend([rest, pass]);
    }
    // The last copy goes there as it was made to, the others no more.
    f.drop_lost_preds(&[leaves]);
    declare(f, copies, &mut copying.update);
    let behind = [tail].into_iter().chain(blocks_of(copies, &copied.region)).collect();
    let blocks = Blocks { before: vec![guard], behind };
    Some((blocks, copied))
}

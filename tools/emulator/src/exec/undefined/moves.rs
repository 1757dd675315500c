//! Which unknown bits are moved, and which are computed from others.
//!
//! Compilers move structures with their padding in parts of any size, and set fields of words that nobody set; they compute with
//! neither. So what instructions only move may be stored where others see it, and what was computed may not.
//!
//! How it is found: the instruction is carried out with the unknown bits chosen in several ways. A bit of the result that is moved is
//! what one unknown bit is, whatever that is; so a sum or a product that stands for a shift and an `or` moves bits as those do. Which
//! bit it is tells its place in a byte, since that is chosen, too. Cost: some six such choices for each lane and instruction that reads something
//! unknown.

use super::bits::{Value, low};
use super::origin::Places;
use super::transfer::{Lane, Results};
use crate::exec::{cvt, scalar};
use crate::lower::flow::Slot;
use crate::op::{Int1, Int2, Int3, Op, R32, Row};

/// What an instruction gives at most.
const MOST: usize = 4;

/// The places of the unknown bits in an instruction's results, in their order; none if it computes some of them.
pub fn places(
    lane: &Lane<'_>,
    op: &Op,
    results: &Results,
    reads: &[Slot],
) -> Option<[Places; MOST]> {
    let unset = |row: Row| lane.warp.undefined.get(lane.program.slot(row), lane.lane);
    let unknown = |row: Row| unset(row).map_or(0, |u| u.bits);
    let rows = || reads.iter().map(|slot| lane.program.row(*slot));
    let read: u32 = rows().map(|row| unknown(row).count_ones()).sum();
    let given: u32 = results.iter().map(|(_, bits)| bits.count_ones()).sum();
    if given > read {
        return None;
    }
    // What it gives of unknown bits that are chosen, where those of the results are.
    let choice = |chosen: &dyn Fn(Row) -> u64| {
        let mut out = [0; MOST];
        let whole = rewritten(lane, op, &|row| {
            let u = unknown(row);
            lane.any(row).bits & !u | chosen(row) & u
        })?;
        for ((out, whole), (_, bits)) in out.iter_mut().zip(whole).zip(results) {
            *out = whole & bits;
        }
        Some(out)
    };
    let mut all = [0; MOST];
    for (all, (_, bits)) in all.iter_mut().zip(results) {
        *all = *bits;
    }
    if choice(&|_| 0)? != [0; MOST] || choice(&|_| !0)? != all {
        return None;
    }
    // A register may be read in several places.
    let mut sources: Vec<Row> = Vec::new();
    for row in rows().filter(|row| unknown(*row) != 0) {
        if !sources.contains(&row) {
            sources.push(row);
        }
    }
    if sources.len() > 1 {
        // Each comes from one register alone.
        let mut found = [0; MOST];
        for one in sources {
            let alone = choice(&|row| if row == one { !0 } else { 0 })?;
            for (found, alone) in found.iter_mut().zip(alone) {
                if *found & alone != 0 {
                    return None;
                }
                *found |= alone;
            }
        }
        if found != all {
            return None;
        }
    }
    let mut out = [[0; 3]; MOST];
    for k in 0..3 {
        let place = choice(&|row| unset(row).map_or(0, |u| u.places[k]))?;
        for (out, place) in out.iter_mut().zip(place) {
            out[k] = place;
        }
    }
    Some(out)
}

/// What an instruction that may move bits gives where registers hold something else; nothing of those that only compute, or where it is not
/// known by how much something is moved or what is selected.
fn rewritten(lane: &Lane<'_>, op: &Op, read: &dyn Fn(Row) -> u64) -> Option<[u64; MOST]> {
    let (w, d) = (|r| read(Row::W(r)), |r| read(Row::D(r)));
    let half = |r| read(Row::W(r)) & low(16);
    let amount = |r: R32, width| {
        let by = lane.w(r).cut(width);
        (by.unknown == 0).then_some(by.bits as u32)
    };
    let extended = |r, signed, width| Value { bits: w(r), unknown: 0 }.extended(signed, width).bits;
    let product = |a: u64, b: u64, c: u64| a.wrapping_mul(b).wrapping_add(c);
    let one = |x: u64| Some([x, 0, 0, 0]);
    match *op {
        Op::Int1W { op: op @ (Int1::Mov | Int1::Brev), a, .. } => one(scalar::int1(op, w(a), 32)),
        Op::Int1H { op: op @ (Int1::Mov | Int1::Brev), a, .. } => one(scalar::int1(op, w(a), 16)),
        Op::Int1D { op: op @ (Int1::Mov | Int1::Brev), a, .. } => one(scalar::int1(op, d(a), 64)),
        Op::Int2W { op, a, b, .. } | Op::Int2H { op, a, b, .. } => one(int2(op, w(a), w(b))?),
        Op::Int2D { op, a, b, .. } => one(int2(op, d(a), d(b))?),
        Op::Int3W { op, a, b, c, .. } => {
            if !matches!(op, Int3::Mad | Int3::Lop3(_)) {
                let [of_b, of_c] = op.amounts()?;
                amount(b, of_b)?;
                amount(c, of_c)?;
            }
            one(u64::from(scalar::int3(op, w(a) as u32, w(b) as u32, w(c) as u32)))
        }
        Op::ShiftW { op, a, b, .. } => {
            one(u64::from(scalar::shift_w(op, w(a) as u32, amount(b, 32)?)))
        }
        Op::ShiftH { op, a, b, .. } => {
            one(u64::from(scalar::shift_h(op, w(a) as u32, amount(b, 32)?)))
        }
        Op::ShiftD { op, a, b, .. } => one(scalar::shift_d(op, d(a), amount(b, 32)?)),
        Op::Bfe64 { signed, a, b, c, .. } => {
            one(scalar::bfe(d(a), amount(b, 8)?, amount(c, 8)?, 64, signed))
        }
        Op::Bfi32 { a, b, c, e, .. } => {
            one(scalar::bfi(w(a), w(b), amount(c, 8)?, amount(e, 8)?, 32))
        }
        Op::Bfi64 { a, b, c, e, .. } => {
            one(scalar::bfi(d(a), d(b), amount(c, 8)?, amount(e, 8)?, 64))
        }
        Op::Cvt { cvt, a, .. } if !cvt.from.is_float() && !cvt.to.is_float() && !cvt.sat => {
            one(cvt::convert(cvt, read(a)))
        }
        Op::SelW { .. } | Op::SelD { .. } | Op::SlctW { .. } | Op::SlctD { .. } => {
            one(read(lane.selected(op)?))
        }
        Op::PackHH { a, b, .. } => one(half(a) | half(b) << 16),
        Op::PackWW { a, b, .. } => one(w(a) | w(b) << 32),
        Op::PackHHHH { rows: [a, b, c, e], .. } => {
            one(half(a) | half(b) << 16 | half(c) << 32 | half(e) << 48)
        }
        Op::UnpackHH { d, e, a } => Some(parts(&[d, e], w(a), 16)),
        Op::UnpackWW { d: first, e, a } => Some(parts(&[first, e], d(a), 32)),
        Op::UnpackHHHH { rows, a } => Some(parts(&rows, d(a), 16)),
        Op::Mad16 { hi: false, a, b, c, .. } => one(product(w(a), w(b), w(c))),
        Op::Mad64 { a, b, c, .. } => one(product(d(a), d(b), d(c))),
        Op::MulWideH { signed, a, b, .. } => {
            one(product(extended(a, signed, 16), extended(b, signed, 16), 0))
        }
        Op::MulWideW { signed, a, b, .. } => {
            one(product(extended(a, signed, 32), extended(b, signed, 32), 0))
        }
        Op::MadWideH { signed, a, b, c, .. } => {
            one(product(extended(a, signed, 16), extended(b, signed, 16), w(c)))
        }
        Op::MadWideW { signed, a, b, c, .. } => {
            one(product(extended(a, signed, 32), extended(b, signed, 32), d(c)))
        }
        _ => None,
    }
}

/// Of two operands: the same low bits in any width.
fn int2(op: Int2, a: u64, b: u64) -> Option<u64> {
    match op {
        Int2::And | Int2::Or | Int2::Xor | Int2::Add | Int2::Sub | Int2::Mul => {
            Some(scalar::int2_d(op, a, b))
        }
        _ => None,
    }
}

/// The parts that are written, of so many bits each.
fn parts(rows: &[Option<R32>], whole: u64, width: u32) -> [u64; MOST] {
    let mut out = [0; MOST];
    let written = (0..).zip(rows).filter(|(_, row)| row.is_some());
    for (out, (k, _)) in out.iter_mut().zip(written) {
        *out = whole >> (width * k) & low(width);
    }
    out
}

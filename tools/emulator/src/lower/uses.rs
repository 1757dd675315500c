//! The registers that an instruction reads. An operation that is missing here does not compile.

use super::program::Program;
use crate::op::{Address, Barrier, CARRY, Combine, Cond, Inst, Op, Pair, R32, R64, Row, WarpOp};

/// The reads of an instruction, gathered.
struct Uses(Vec<Row>);

impl Uses {
    fn w<const N: usize>(&mut self, rows: [R32; N]) {
        self.0.extend(rows.map(Row::W));
    }

    fn d<const N: usize>(&mut self, rows: [R64; N]) {
        self.0.extend(rows.map(Row::D));
    }

    fn cond(&mut self, c: Cond) {
        self.0.push(Row::P(c.row));
    }

    fn pair(&mut self, ab: Pair) {
        match ab {
            Pair::W(a, b) => self.w([a, b]),
            Pair::D(a, b) => self.d([a, b]),
        }
    }

    fn combined(&mut self, combine: Combine, cond: Cond) {
        if combine != Combine::None {
            self.cond(cond);
        }
    }

    fn carry(&mut self, read: bool) {
        if read {
            self.0.push(Row::P(CARRY));
        }
    }

    fn address(&mut self, a: &Address) {
        self.0.extend(a.base);
    }
}

/// Registers that an instruction reads, its guard apart.
pub fn used(p: &Program, i: &Inst) -> Vec<Row> {
    let mut u = Uses(Vec::new());
    match i.op {
        Op::Int2W { a, b, .. }
        | Op::Int2H { a, b, .. }
        | Op::ShiftW { a, b, .. }
        | Op::ShiftH { a, b, .. } => u.w([a, b]),
        Op::Int2D { a, b, .. } => u.d([a, b]),
        Op::ShiftD { a, b, .. } => {
            u.d([a]);
            u.w([b]);
        }
        Op::Int1W { a, .. } | Op::Int1H { a, .. } | Op::CountW { a, .. } => u.w([a]),
        Op::Int1D { a, .. } | Op::CountD { a, .. } => u.d([a]),
        Op::Int3W { a, b, c, .. }
        | Op::Mad16 { a, b, c, .. }
        | Op::Sad16 { a, b, c, .. }
        | Op::MadWideH { a, b, c, .. } => u.w([a, b, c]),
        Op::Mad64 { a, b, c, .. } | Op::MadHi64 { a, b, c, .. } | Op::Sad64 { a, b, c, .. } => {
            u.d([a, b, c])
        }
        Op::Bfe64 { a, b, c, .. } => {
            u.d([a]);
            u.w([b, c]);
        }
        Op::Bfi32 { a, b, c, e, .. } => u.w([a, b, c, e]),
        Op::Bfi64 { a, b, c, e, .. } => {
            u.d([a, b]);
            u.w([c, e]);
        }
        Op::MulWideH { a, b, .. } | Op::MulWideW { a, b, .. } => u.w([a, b]),
        Op::MadWideW { a, b, c, .. } => {
            u.w([a, b]);
            u.d([c]);
        }
        Op::AddCarryW { carry_in, a, b, .. } => {
            u.w([a, b]);
            u.carry(carry_in);
        }
        Op::AddCarryD { carry_in, a, b, .. } => {
            u.d([a, b]);
            u.carry(carry_in);
        }
        Op::MadCarryW { carry_in, a, b, c, .. } => {
            u.w([a, b, c]);
            u.carry(carry_in);
        }
        Op::MadCarryD { carry_in, a, b, c, .. } => {
            u.d([a, b, c]);
            u.carry(carry_in);
        }
        Op::SelW { a, b, cond, .. } => {
            u.w([a, b]);
            u.cond(cond);
        }
        Op::SelD { a, b, cond, .. } => {
            u.d([a, b]);
            u.cond(cond);
        }
        Op::SlctW { a, b, c, .. } => u.w([a, b, c]),
        Op::SlctD { a, b, c, .. } => {
            u.d([a, b]);
            u.w([c]);
        }
        Op::F32x2 { a, b, .. } | Op::HalfPack { a, b, .. } => u.w([a, b]),
        Op::F64x2 { a, b, .. } => u.d([a, b]),
        Op::F32x1 { a, .. } | Op::TestpW { a, .. } => u.w([a]),
        Op::F64x1 { a, .. } | Op::TestpD { a, .. } => u.d([a]),
        Op::Fma32 { a, b, c, .. } => u.w([a, b, c]),
        Op::Fma64 { a, b, c, .. } => u.d([a, b, c]),
        Op::Setp { ab, combine, cond, .. } | Op::Set { ab, combine, cond, .. } => {
            u.pair(ab);
            u.combined(combine, cond);
        }
        Op::Pred { a, b, .. } => {
            u.cond(a);
            u.cond(b);
        }
        Op::Cvt { a, .. } | Op::HalfCvt { a, .. } => u.0.push(a),
        Op::Half { op, abc, .. } => {
            for r in abc.into_iter().take(op.operands()) {
                u.w([r]);
            }
        }
        Op::HalfCompare { compare } => {
            let c = &p.half_compares[compare as usize];
            u.w(c.operands);
            u.combined(c.combine, c.cond);
        }
        Op::PackHH { a, b, .. } | Op::PackWW { a, b, .. } => u.w([a, b]),
        Op::PackHHHH { rows, .. } => u.w(rows),
        Op::UnpackHH { a, .. } => u.w([a]),
        Op::UnpackWW { a, .. } | Op::UnpackHHHH { a, .. } => u.d([a]),
        Op::Cvta { a, .. } | Op::IsSpace { a, .. } => u.d([a]),
        Op::Load { access } => u.address(&p.accesses[access as usize].address),
        Op::Store { access } => {
            let a = &p.accesses[access as usize];
            u.address(&a.address);
            u.0.extend(a.rows.iter().flatten());
        }
        Op::Atom { atom } => {
            let a = &p.atoms[atom as usize];
            u.address(&a.address);
            u.0.push(a.b);
            u.0.extend(a.c);
        }
        Op::Warp { op, mask } => {
            u.w([mask]);
            match op {
                WarpOp::Bar | WarpOp::Elect { .. } => {}
                WarpOp::Shfl { a, b, c, .. } => u.w([a, b, c]),
                WarpOp::VoteAll { cond, .. }
                | WarpOp::VoteAny { cond, .. }
                | WarpOp::VoteUni { cond, .. }
                | WarpOp::Ballot { cond, .. } => u.cond(cond),
                WarpOp::MatchAny { a, .. } | WarpOp::MatchAll { a, .. } => u.0.push(a),
                WarpOp::Redux { a, .. } => u.w([a]),
            }
        }
        Op::Bar { op, id, threads, .. } => {
            u.w([id]);
            u.0.extend(threads.map(Row::W));
            match op {
                Barrier::Sync | Barrier::Arrive => {}
                Barrier::Popc { cond, .. }
                | Barrier::And { cond, .. }
                | Barrier::Or { cond, .. } => u.cond(cond),
            }
        }
        Op::BranchIndexed { index, .. } => u.w([index]),
        Op::ReadClock { .. }
        | Op::ActiveMask { .. }
        | Op::Host { .. }
        | Op::Prefetch
        | Op::Sleep
        | Op::Fence { .. }
        | Op::Trap
        | Op::Exit
        | Op::Branch { .. }
        | Op::Jump { .. } => {}
    }
    u.0
}

/// Registers that an instruction writes, the carry too.
pub fn written(p: &Program, i: &Inst) -> Vec<Row> {
    let mut rows = super::defs::defined(p, i);
    let carries = matches!(
        i.op,
        Op::AddCarryW { carry_out: true, .. }
            | Op::AddCarryD { carry_out: true, .. }
            | Op::MadCarryW { carry_out: true, .. }
            | Op::MadCarryD { carry_out: true, .. }
    );
    if carries {
        rows.push(Row::P(CARRY));
    }
    rows
}

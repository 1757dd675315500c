//! Intrinsics: pure ones as operations, the others as statements; inline PTX.

use super::Selector;
use super::memory::ptx_space;
use super::operation::arithmetic_type;
use crate::inline_ptx;
use crate::lir::modifiers::{
    AtomicScope, Barrier, Relation, Round, Space, Special, Type, Update, Warp,
};
use crate::lir::opcodes::Form;
use crate::lir::{AsmText, Op as Code, Operand, Reg, RegClass};
use optx_ir::{Access, Op, StmtOp, StmtRep};
use optx_whirl::{AsmClass, Intrinsic, Mtype};

/// The special register that an intrinsic reads.
fn special(intrinsic: Intrinsic) -> Option<Special> {
    Some(match intrinsic {
        Intrinsic::TidX => Special::TidX,
        Intrinsic::TidY => Special::TidY,
        Intrinsic::TidZ => Special::TidZ,
        Intrinsic::NtidX => Special::NtidX,
        Intrinsic::NtidY => Special::NtidY,
        Intrinsic::NtidZ => Special::NtidZ,
        Intrinsic::CtaidX => Special::CtaidX,
        Intrinsic::CtaidY => Special::CtaidY,
        Intrinsic::CtaidZ => Special::CtaidZ,
        Intrinsic::NctaidX => Special::NctaidX,
        Intrinsic::NctaidY => Special::NctaidY,
        Intrinsic::NctaidZ => Special::NctaidZ,
        Intrinsic::Laneid => Special::Laneid,
        _ => return None,
    })
}

/// The form and rounding of an intrinsic that is one instruction on floats; `.ftz` is the options' matter.
fn float_form(intrinsic: Intrinsic) -> Option<(Form, Round)> {
    use Intrinsic::*;
    use Round::{Approx, Rm, Rn, Rp, Rz};
    Some(match intrinsic {
        AddRn => (Form::Add, Rn),
        AddRz => (Form::Add, Rz),
        AddRu => (Form::Add, Rp),
        AddRd => (Form::Add, Rm),
        SubRn => (Form::Sub, Rn),
        SubRz => (Form::Sub, Rz),
        SubRu => (Form::Sub, Rp),
        SubRd => (Form::Sub, Rm),
        MulRn => (Form::Mul, Rn),
        MulRz => (Form::Mul, Rz),
        MulRu => (Form::Mul, Rp),
        MulRd => (Form::Mul, Rm),
        FmaRz => (Form::Fma, Rz),
        FmaRu => (Form::Fma, Rp),
        FmaRd => (Form::Fma, Rm),
        DivRn => (Form::Div, Rn),
        DivRz => (Form::Div, Rz),
        DivRu => (Form::Div, Rp),
        DivRd => (Form::Div, Rm),
        DivApprox => (Form::Div, Approx),
        RcpRn => (Form::Rcp, Rn),
        RcpRz => (Form::Rcp, Rz),
        RcpRu => (Form::Rcp, Rp),
        RcpRd => (Form::Rcp, Rm),
        RcpApprox => (Form::Rcp, Approx),
        SqrtRn => (Form::Sqrt, Rn),
        SqrtRz => (Form::Sqrt, Rz),
        SqrtRu => (Form::Sqrt, Rp),
        SqrtRd => (Form::Sqrt, Rm),
        SqrtApprox => (Form::Sqrt, Approx),
        RsqrtApprox => (Form::Rsqrt, Approx),
        Ex2Approx => (Form::Ex2, Approx),
        Lg2Approx => (Form::Lg2, Approx),
        SinApprox => (Form::Sin, Approx),
        CosApprox => (Form::Cos, Approx),
        _ => return None,
    })
}

/// The form of an intrinsic that is one instruction on integers of a type.
fn integer_form(intrinsic: Intrinsic) -> Option<Form> {
    Some(match intrinsic {
        Intrinsic::Popc => Form::Popc,
        Intrinsic::Clz => Form::Clz,
        Intrinsic::Brev => Form::Brev,
        Intrinsic::Prmt => Form::Prmt,
        Intrinsic::FunnelLeftWrap => Form::ShfLeftWrap,
        Intrinsic::FunnelLeftClamp => Form::ShfLeftClamp,
        Intrinsic::FunnelRightWrap => Form::ShfRightWrap,
        Intrinsic::FunnelRightClamp => Form::ShfRightClamp,
        _ => return None,
    })
}

/// What an address conversion converts: to a space, or from it.
fn address_conversion(intrinsic: Intrinsic) -> Option<Code> {
    let (to, space) = match intrinsic {
        Intrinsic::ToGlobal => (true, Space::Global),
        Intrinsic::ToShared => (true, Space::Shared),
        Intrinsic::ToConstant => (true, Space::Const),
        Intrinsic::ToLocal => (true, Space::Local),
        Intrinsic::FromGlobal => (false, Space::Global),
        Intrinsic::FromShared => (false, Space::Shared),
        Intrinsic::FromConstant => (false, Space::Const),
        Intrinsic::FromLocal => (false, Space::Local),
        _ => return None,
    };
    Some(Code::Cvta { to, space })
}

impl Selector<'_> {
    pub(super) fn intrinsic(&mut self, dst: Reg, op: &Op) {
        use Intrinsic::*;
        let Some(intrinsic) = op.intrinsic else { return };
        if intrinsic == Freeze {
            // Registers always hold something.
            return self.into(dst, op.kids[0]);
        }
        let ty = arithmetic_type(op.rtype);
        if let Some(special) = special(intrinsic) {
            return self.put(Code::Mov(Type::U32), &[dst], &[Operand::Special(special)]);
        }
        if let Some((form, round)) = float_form(intrinsic) {
            return self.same(form, ty, Some(round), dst, op);
        }
        if let Some(form) = integer_form(intrinsic) {
            let wide = self.f.mtype(op.kids[0]).size() == 8;
            return self.same(form, if wide { Type::B64 } else { Type::B32 }, None, dst, op);
        }
        if let Some(code) = address_conversion(intrinsic) {
            return self.through(code, dst, op);
        }
        let flushing = |form| Code::Alu { form, ty, round: Some(Round::Approx), ftz: true };
        let ftz = self.flush(op.rtype);
        let whole = |round| Code::Cvt { to: ty, from: ty, round: Some(round), ftz, sat: false };
        match intrinsic {
            RcpApproxFtz => self.through(flushing(Form::Rcp), dst, op),
            RsqrtApproxFtz => self.through(flushing(Form::Rsqrt), dst, op),
            Ex2ApproxFtz => self.through(flushing(Form::Ex2), dst, op),
            Lg2ApproxFtz => self.through(flushing(Form::Lg2), dst, op),
            TanhApprox => {
                let round = Some(Round::Approx);
                self.through(Code::Alu { form: Form::Tanh, ty, round, ftz: false }, dst, op);
            }
            Sqrt => {
                let precise = self.module.options.prec_sqrt || op.rtype == Mtype::F8;
                let round = if precise { Round::Rn } else { Round::Approx };
                self.same(Form::Sqrt, ty, Some(round), dst, op);
            }
            Floor => self.through(whole(Round::Rmi), dst, op),
            Ceil => self.through(whole(Round::Rpi), dst, op),
            Trunc => self.through(whole(Round::Rzi), dst, op),
            Rint => self.through(whole(Round::Rni), dst, op),
            Saturate => {
                self.through(Code::Cvt { to: ty, from: ty, round: None, ftz, sat: true }, dst, op);
            }
            Copysign => {
                // PTX's first operand gives the sign.
                let (a, b) = (self.reg(op.kids[0]), self.reg(op.kids[1]));
                self.alu(Form::Copysign, ty, dst, &[Operand::Reg(b), Operand::Reg(a)]);
            }
            CvtRn => self.conversion(dst, op, Some(Round::Rn)),
            CvtRz => self.conversion(dst, op, Some(Round::Rz)),
            CvtRu => self.conversion(dst, op, Some(Round::Rp)),
            CvtRd => self.conversion(dst, op, Some(Round::Rm)),
            F16Add | F16Sub | F16Mul | F16Fma | F16x2Add | F16x2Sub | F16x2Mul | F16x2Fma
            | Bf16Fma | Bf16x2Fma | F16FromF32Rn | F16FromF32Rz | F16FromF32Ru | F16FromF32Rd
            | F16FromF64Rn | F32FromF16 | Bf16FromF32Rn | Bf16FromF32Rz => {
                self.half_precision(dst, op, intrinsic);
            }
            Mul24 => self.same(Form::Mul24, ty, None, dst, op),
            Sad => self.same(Form::Sad, ty, None, dst, op),
            Hadd | Rhadd => self.average(dst, op, intrinsic == Rhadd),
            Ffs => self.find_first(dst, op),
            other => self.error(format!("{} is not supported yet", other.name())),
        }
    }

    /// The register of a statement's result; a fresh one where it has none.
    fn result(&mut self, stmt: &StmtRep, class: RegClass) -> Reg {
        match stmt.results.first().and_then(|&r| self.f.aux_of(r)) {
            Some(aux) => self.variable(aux),
            None => self.new_reg(class),
        }
    }

    fn result_is_read(&self, stmt: &StmtRep) -> bool {
        let aux = stmt.results.first().and_then(|&r| self.f.aux_of(r));
        aux.is_some_and(|aux| *self.reads.get(aux))
    }

    /// An intrinsic with an effect, or a convergent one.
    pub(super) fn effect(&mut self, stmt: &StmtRep) {
        use Intrinsic::*;
        let StmtOp::Intrinsic { intrinsic, rtype, .. } = stmt.op else { return };
        match intrinsic {
            Barrier => self.put(Code::Barrier(self::Barrier::Sync), &[], &[Operand::Int(0)]),
            BarrierPopc | BarrierAnd | BarrierOr => self.barrier_reduction(stmt, intrinsic),
            Syncwarp => {
                let mask = self.operand(stmt.kids[0]);
                self.put(Code::Barrier(self::Barrier::Warp), &[], &[mask]);
            }
            FenceBlock => self.put(Code::Fence(AtomicScope::Cta), &[], &[]),
            FenceDevice => self.put(Code::Fence(AtomicScope::Gpu), &[], &[]),
            FenceSystem => self.put(Code::Fence(AtomicScope::Sys), &[], &[]),
            ShflIdx => self.shuffle(stmt, Warp::ShflIdx),
            ShflUp => self.shuffle(stmt, Warp::ShflUp),
            ShflDown => self.shuffle(stmt, Warp::ShflDown),
            ShflBfly => self.shuffle(stmt, Warp::ShflBfly),
            VoteAll => self.masked(stmt, Warp::VoteAll, Type::Pred),
            VoteAny => self.masked(stmt, Warp::VoteAny, Type::Pred),
            VoteUni => self.masked(stmt, Warp::VoteUni, Type::Pred),
            VoteBallot => self.masked(stmt, Warp::VoteBallot, Type::B32),
            Activemask => {
                let dst = self.result(stmt, RegClass::B32);
                self.put(Code::Warp(Warp::Activemask, Type::B32), &[dst], &[]);
            }
            MatchAny => self.lane_match(stmt, Warp::MatchAny),
            MatchAll => self.lane_match(stmt, Warp::MatchAll),
            ReduxAdd => self.masked(stmt, Warp::ReduxAdd, arithmetic_type(rtype)),
            ReduxMin => self.masked(stmt, Warp::ReduxMin, arithmetic_type(rtype)),
            ReduxMax => self.masked(stmt, Warp::ReduxMax, arithmetic_type(rtype)),
            ReduxAnd => self.masked(stmt, Warp::ReduxAnd, Type::B32),
            ReduxOr => self.masked(stmt, Warp::ReduxOr, Type::B32),
            ReduxXor => self.masked(stmt, Warp::ReduxXor, Type::B32),
            Clock | Clock64 => {
                let wide = intrinsic == Clock64;
                let dst = self.result(stmt, if wide { RegClass::B64 } else { RegClass::B32 });
                self.put(Code::Clock(wide), &[dst], &[]);
            }
            Nanosleep => {
                let time = self.operand(stmt.kids[0]);
                self.put(Code::Nanosleep, &[], &[time]);
            }
            // It is for analyses: not even its operand is computed.
            Assume => {}
            Trap => self.put(Code::Trap, &[], &[]),
            Brkpt => self.put(Code::Brkpt, &[], &[]),
            Vprintf => self.driver_call("vprintf", stmt, &[Mtype::U8, Mtype::U8]),
            AssertFail => {
                let types = [Mtype::U8, Mtype::U8, Mtype::U4, Mtype::U8, Mtype::U8];
                self.driver_call("__assertfail", stmt, &types);
            }
            AtomAdd => self.atomic(stmt, Update::Add, rtype),
            AtomExch => self.atomic(stmt, Update::Exch, rtype),
            AtomMin => self.atomic(stmt, Update::Min, rtype),
            AtomMax => self.atomic(stmt, Update::Max, rtype),
            AtomInc => self.atomic(stmt, Update::Inc, rtype),
            AtomDec => self.atomic(stmt, Update::Dec, rtype),
            AtomAnd => self.atomic(stmt, Update::And, rtype),
            AtomOr => self.atomic(stmt, Update::Or, rtype),
            AtomXor => self.atomic(stmt, Update::Xor, rtype),
            AtomCas => self.atomic(stmt, Update::Cas, rtype),
            other => self.error(format!("{} is not supported yet", other.name())),
        }
    }

    fn barrier_reduction(&mut self, stmt: &StmtRep, intrinsic: Intrinsic) {
        let value = Operand::Reg(self.reg(stmt.kids[0]));
        let p = self.new_reg(RegClass::Pred);
        let is_set = Code::Setp { relation: Relation::Ne, ty: Type::S32, ftz: false };
        self.put(is_set, &[p], &[value, Operand::Int(0)]);
        let dst = self.result(stmt, RegClass::B32);
        let operands = [Operand::Int(0), Operand::Reg(p)];
        let reduction = match intrinsic {
            Intrinsic::BarrierPopc => {
                return self.put(Code::Barrier(Barrier::RedPopc), &[dst], &operands);
            }
            Intrinsic::BarrierAnd => Barrier::RedAnd,
            _ => Barrier::RedOr,
        };
        let q = self.new_reg(RegClass::Pred);
        self.put(Code::Barrier(reduction), &[q], &operands);
        let choice = [Operand::Int(1), Operand::Int(0), Operand::Reg(q)];
        self.put(Code::Selp(Type::B32), &[dst], &choice);
    }

    fn shuffle(&mut self, stmt: &StmtRep, warp: Warp) {
        let mask = self.operand(stmt.kids[0]);
        let value = self.reg(stmt.kids[1]);
        let (lane, clamp) = (self.operand(stmt.kids[2]), self.operand(stmt.kids[3]));
        let dst = self.result(stmt, self.code.class(value));
        let operands = [Operand::Reg(value), lane, clamp, mask];
        self.put(Code::Warp(warp, Type::B32), &[dst], &operands);
    }

    /// A vote or reduction: of a value, among the lanes of a mask.
    fn masked(&mut self, stmt: &StmtRep, warp: Warp, ty: Type) {
        let mask = self.operand(stmt.kids[0]);
        let value = Operand::Reg(self.reg(stmt.kids[1]));
        let dst = self.result(stmt, if ty == Type::Pred { RegClass::Pred } else { RegClass::B32 });
        self.put(Code::Warp(warp, ty), &[dst], &[value, mask]);
    }

    fn lane_match(&mut self, stmt: &StmtRep, warp: Warp) {
        let mask = self.operand(stmt.kids[0]);
        let value = self.reg(stmt.kids[1]);
        let wide = self.f.mtype(stmt.kids[1]).size() == 8;
        let ty = if wide { Type::B64 } else { Type::B32 };
        let dst = self.result(stmt, RegClass::B32);
        self.put(Code::Warp(warp, ty), &[dst], &[Operand::Reg(value), mask]);
    }

    /// The address of an atomic: one of global or shared memory, or a generic one. Local and constant memory have no atomics of
    /// their own.
    fn atomic_address(&mut self, access: &Access) -> Operand {
        let space = ptx_space(access.space);
        if !matches!(space, Space::Local | Space::Const) {
            return self.address(access);
        }
        self.generic_address(access)
    }

    fn atomic(&mut self, stmt: &StmtRep, update: Update, rtype: Mtype) {
        let StmtOp::Intrinsic { scope, .. } = stmt.op else { return };
        let Some(access) = stmt.direct_access() else { return };
        let address = self.atomic_address(&access);
        let space = match ptx_space(access.space) {
            space @ (Space::Global | Space::Shared) => space,
            _ => Space::Generic,
        };
        let scope = match scope {
            optx_whirl::AtomicScope::Device => AtomicScope::Gpu,
            optx_whirl::AtomicScope::Block => AtomicScope::Cta,
            optx_whirl::AtomicScope::System => AtomicScope::Sys,
        };
        use Update::*;
        let mut operands = vec![address];
        if access.desc.size() == 2 {
            // The operands are registers of 16 bits.
            for &kid in &stmt.kids[1..] {
                let wide = self.reg(kid);
                operands.push(Operand::Reg(self.low_half(wide)));
            }
            let half = self.new_reg(RegClass::B16);
            let ty = Type::B16;
            let code = Code::Atom { update: Cas, space, scope, ty, returns: true };
            self.put(code, &[half], &operands);
            let dst = self.result(stmt, RegClass::B32);
            return self.widen_half(dst, half);
        }
        operands.extend(stmt.kids[1..].iter().map(|&k| self.operand(k)));
        let wide = rtype.size() == 8;
        let ty = match update {
            Add if rtype == Mtype::F8 => Type::F64,
            // Two's complement addition is one for both signs, and `s64` does not exist.
            Add if wide => Type::U64,
            Exch | Cas | And | Or | Xor => {
                if wide {
                    Type::B64
                } else {
                    Type::B32
                }
            }
            _ => arithmetic_type(rtype),
        };
        if self.result_is_read(stmt) || matches!(update, Exch | Cas) {
            let dst = self.result(stmt, RegClass::of(rtype));
            let code = Code::Atom { update, space, scope, ty, returns: true };
            self.put(code, &[dst], &operands);
        } else {
            self.put(Code::Atom { update, space, scope, ty, returns: false }, &[], &operands);
        }
    }

    /// Inline PTX: its text is cut at its operands, which stand in the lists.
    pub(super) fn inline_ptx(&mut self, index: usize, stmt: &StmtRep) {
        let f = self.f;
        let asm = &f.asms[index];
        let target = self.target;
        let inline_ptx::Needs { arch, specific, version } = inline_ptx::needs(&asm.text, target);
        let lacks = target.arch < arch || specific && target.suffix.is_empty();
        if lacks && specific {
            self.error(format!(
                "this inline PTX needs an architecture's own target, as sm_{arch}a, and the target is {target}"
            ));
        } else if lacks {
            self.error(format!(
                "this inline PTX needs sm_{arch} or later, and the target is {target}"
            ));
        }
        self.demands.version = self.demands.version.max(version);
        let mut inputs: Vec<Operand> = Vec::with_capacity(stmt.kids.len());
        for (&kid, class) in stmt.kids.iter().zip(&asm.inputs) {
            let value = match class {
                AsmClass::N => self.operand(kid),
                AsmClass::H => {
                    let wide = self.reg(kid);
                    Operand::Reg(self.low_half(wide))
                }
                _ => Operand::Reg(self.reg(kid)),
            };
            inputs.push(value);
        }
        // Without text there is only the clobber, which has done its work; a lone semicolon is no PTX.
        let empty = asm.text.trim().is_empty();
        let mut outputs = Vec::new();
        let mut tied = Vec::new();
        let mut after = Vec::new();
        for (&result, (_, class, before)) in stmt.results.iter().zip(&asm.outputs) {
            let Some(aux) = f.aux_of(result) else { continue };
            let variable = self.variable(aux);
            // An output is a register of its own: an input may still live in the variable's.
            let own = self.code.class(variable);
            let class = if *class == AsmClass::H { RegClass::B16 } else { own };
            let reg = self.new_reg(class);
            if let Some(&input) = before.and_then(|k| inputs.get(k as usize)) {
                self.copy(reg, input);
                tied.push(outputs.len() as u16);
            } else if empty {
                self.put(Code::Any, &[reg], &[]);
            }
            outputs.push(reg);
            after.push((variable, reg));
        }
        if !empty {
            let pieces = cut(&asm.text, outputs.len() + inputs.len());
            // Behind what the text names: the outputs that it reads.
            inputs.extend(tied.iter().map(|&k| Operand::Reg(outputs[usize::from(k)])));
            self.code.asms.push(AsmText { pieces, tied });
            let number = self.code.asms.len() as u32 - 1;
            self.put(Code::Asm(number), &outputs, &inputs);
        }
        for (variable, reg) in after {
            if self.code.class(reg) == RegClass::B16 {
                self.widen_half(variable, reg);
            } else {
                self.copy(variable, Operand::Reg(reg));
            }
        }
    }
}

/// The text of inline PTX cut at its operands: `%n` is output or input number n of so many, `%%` a percent sign.
fn cut(text: &str, operands: usize) -> Vec<(Box<str>, Option<u16>)> {
    let mut pieces: Vec<(Box<str>, Option<u16>)> = Vec::new();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        rest = after;
        match number.parse::<u16>().ok().filter(|&k| usize::from(k) < operands) {
            Some(k) => pieces.push((std::mem::take(&mut out).into(), Some(k))),
            None => {
                out.push('%');
                out.push_str(number);
            }
        }
    }
    out.push_str(rest);
    pieces.push((out.into(), None));
    pieces
}

//! Intrinsics: pure ones as operations, the others as statements; inline PTX.

use super::Selector;
use super::operation::arithmetic_type;
use crate::lir::{Base, Class, Kind, Operand, Reg};
use crate::version::{Feature, inline_needs};
use optx_ir::{Access, Op, Space, StmtOp, StmtRep};
use optx_whirl::{AsmClass, Intrinsic, Mtype, Scope};
use std::fmt::Write as _;

impl Selector<'_> {
    pub(super) fn intrinsic(&mut self, dst: Reg, op: &Op) {
        use Intrinsic::*;
        let Some(intrinsic) = op.intrinsic else { return };
        let t = arithmetic_type(op.rtype);
        let ftz = self.flush(op.rtype);
        let special = match intrinsic {
            TidX => "%tid.x",
            TidY => "%tid.y",
            TidZ => "%tid.z",
            NtidX => "%ntid.x",
            NtidY => "%ntid.y",
            NtidZ => "%ntid.z",
            CtaidX => "%ctaid.x",
            CtaidY => "%ctaid.y",
            CtaidZ => "%ctaid.z",
            NctaidX => "%nctaid.x",
            NctaidY => "%nctaid.y",
            NctaidZ => "%nctaid.z",
            Laneid => "%laneid",
            _ => "",
        };
        if !special.is_empty() {
            return self.plain("mov.u32", dst, &[Operand::Special(special)]);
        }
        let name = match intrinsic {
            AddRn | AddRz | AddRu | AddRd | SubRn | SubRz | SubRu | SubRd | MulRn | MulRz
            | MulRu | MulRd | FmaRz | FmaRu | FmaRd | DivRn | DivRz | DivRu | DivRd | RcpRn
            | RcpRz | RcpRu | RcpRd | SqrtRn | SqrtRz | SqrtRu | SqrtRd | DivApprox | RcpApprox
            | SqrtApprox | RsqrtApprox | Ex2Approx | Lg2Approx | SinApprox | CosApprox => {
                format!("{}{ftz}.{t}", intrinsic.name())
            }
            RcpApproxFtz | RsqrtApproxFtz | Ex2ApproxFtz | Lg2ApproxFtz => {
                format!("{}.{t}", intrinsic.name())
            }
            TanhApprox => {
                self.needs(Feature::TanhApprox);
                format!("tanh.approx.{t}")
            }
            Sqrt => {
                let precise = self.module.options.prec_sqrt || op.rtype == Mtype::F8;
                format!("sqrt.{}{ftz}.{t}", if precise { "rn" } else { "approx" })
            }
            Floor => format!("cvt.rmi{ftz}.{t}.{t}"),
            Ceil => format!("cvt.rpi{ftz}.{t}.{t}"),
            Trunc => format!("cvt.rzi{ftz}.{t}.{t}"),
            Rint => format!("cvt.rni{ftz}.{t}.{t}"),
            Saturate => format!("cvt{ftz}.sat.{t}.{t}"),
            Copysign => {
                // PTX's first operand gives the sign.
                let (a, b) = (self.reg(op.kids[0]), self.reg(op.kids[1]));
                let operands = [Operand::Reg(b), Operand::Reg(a)];
                return self.plain(&format!("copysign.{t}"), dst, &operands);
            }
            CvtRn => return self.conversion(dst, op, Some("rn")),
            CvtRz => return self.conversion(dst, op, Some("rz")),
            CvtRu => return self.conversion(dst, op, Some("rp")),
            CvtRd => return self.conversion(dst, op, Some("rm")),
            Popc | Clz | Brev => {
                let wide = self.f.mtype(op.kids[0]).size() == 8;
                format!("{}.{}", intrinsic.name(), if wide { "b64" } else { "b32" })
            }
            Prmt => "prmt.b32".to_owned(),
            FunnelLeftWrap | FunnelLeftClamp | FunnelRightWrap | FunnelRightClamp => {
                format!("{}.b32", intrinsic.name())
            }
            F16Add | F16Sub | F16Mul | F16Fma | F16x2Add | F16x2Sub | F16x2Mul | F16x2Fma
            | Bf16Fma | Bf16x2Fma | F16FromF32Rn | F16FromF32Rz | F16FromF32Ru | F16FromF32Rd
            | F16FromF64Rn | F32FromF16 | Bf16FromF32Rn | Bf16FromF32Rz => {
                return self.half_precision(dst, op, intrinsic);
            }
            Mul24 => format!("mul24.lo.{t}"),
            Sad => format!("sad.{t}"),
            Hadd | Rhadd => return self.average(dst, op, intrinsic == Rhadd),
            ToGlobal | ToShared | ToConstant | ToLocal | FromGlobal | FromShared | FromConstant
            | FromLocal => format!("{}.u64", intrinsic.name()),
            other => return self.error(format!("{} is not supported yet", other.name())),
        };
        self.same(&name, dst, op);
    }

    /// The average of two words without overflow: `(a & b) + ((a ^ b) >> 1)`, rounded up: `(a | b) - ((a ^ b) >> 1)`.
    fn average(&mut self, dst: Reg, op: &Op, up: bool) {
        let (a, b) = (Operand::Reg(self.reg(op.kids[0])), Operand::Reg(self.reg(op.kids[1])));
        let (half, both) = (self.new_reg(Class::B32), self.new_reg(Class::B32));
        let t = arithmetic_type(op.rtype);
        self.plain("xor.b32", half, &[a.clone(), b.clone()]);
        self.plain(&format!("shr.{t}"), half, &[Operand::Reg(half), Operand::Int(1)]);
        self.plain(if up { "or.b32" } else { "and.b32" }, both, &[a, b]);
        let operands = [Operand::Reg(both), Operand::Reg(half)];
        self.plain(if up { "sub.s32" } else { "add.s32" }, dst, &operands);
    }

    /// The register of a statement's result; a fresh one where it has none.
    fn result(&mut self, stmt: &StmtRep, class: Class) -> Reg {
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
        let fixed = Kind::Fixed;
        match intrinsic {
            Barrier => self.put("bar.sync", &[], &[Operand::Int(0)], fixed),
            BarrierPopc | BarrierAnd | BarrierOr => self.barrier_reduction(stmt, intrinsic),
            Syncwarp => {
                self.needs(Feature::WarpSync);
                let mask = self.operand(stmt.kids[0]);
                self.put("bar.warp.sync", &[], &[mask], fixed);
            }
            FenceBlock | FenceDevice | FenceSystem => self.put(intrinsic.name(), &[], &[], fixed),
            ShflIdx | ShflUp | ShflDown | ShflBfly => self.shuffle(stmt, intrinsic),
            VoteAll | VoteAny | VoteUni | VoteBallot => {
                self.needs(Feature::WarpSync);
                let mask = self.operand(stmt.kids[0]);
                let value = Operand::Reg(self.reg(stmt.kids[1]));
                let (ty, class) = if intrinsic == VoteBallot {
                    ("b32", Class::B32)
                } else {
                    ("pred", Class::Pred)
                };
                let dst = self.result(stmt, class);
                let name = intrinsic.name().replacen("vote", "vote.sync", 1);
                self.put(&format!("{name}.{ty}"), &[Operand::Reg(dst)], &[value, mask], fixed);
            }
            Activemask => {
                self.needs(Feature::Activemask);
                let dst = self.result(stmt, Class::B32);
                self.put("activemask.b32", &[Operand::Reg(dst)], &[], fixed);
            }
            MatchAny | MatchAll => self.lane_match(stmt, intrinsic),
            ReduxAdd | ReduxMin | ReduxMax | ReduxAnd | ReduxOr | ReduxXor => {
                self.needs(Feature::Redux);
                let mask = self.operand(stmt.kids[0]);
                let value = Operand::Reg(self.reg(stmt.kids[1]));
                let bitwise = matches!(intrinsic, ReduxAnd | ReduxOr | ReduxXor);
                let ty = if bitwise { "b32" } else { arithmetic_type(rtype) };
                let dst = self.result(stmt, Class::B32);
                let name = intrinsic.name().replacen("redux", "redux.sync", 1);
                self.put(&format!("{name}.{ty}"), &[Operand::Reg(dst)], &[value, mask], fixed);
            }
            Clock | Clock64 => {
                let wide = intrinsic == Clock64;
                let dst = self.result(stmt, if wide { Class::B64 } else { Class::B32 });
                let (name, source) =
                    if wide { ("mov.u64", "%clock64") } else { ("mov.u32", "%clock") };
                self.put(name, &[Operand::Reg(dst)], &[Operand::Special(source)], fixed);
            }
            Nanosleep => {
                self.needs(Feature::Nanosleep);
                let time = self.operand(stmt.kids[0]);
                self.put("nanosleep.u32", &[], &[time], fixed);
            }
            Trap => self.put("trap", &[], &[], fixed),
            Brkpt => self.put("brkpt", &[], &[], fixed),
            Vprintf => self.driver_call("vprintf", stmt, &[Mtype::U8, Mtype::U8]),
            AssertFail => {
                let types = [Mtype::U8, Mtype::U8, Mtype::U4, Mtype::U8, Mtype::U8];
                self.driver_call("__assertfail", stmt, &types);
            }
            AtomAdd | AtomExch | AtomMin | AtomMax | AtomInc | AtomDec | AtomAnd | AtomOr
            | AtomXor | AtomCas => self.atomic(stmt, intrinsic, rtype),
            other => self.error(format!("{} is not supported yet", other.name())),
        }
    }

    fn barrier_reduction(&mut self, stmt: &StmtRep, intrinsic: Intrinsic) {
        let value = Operand::Reg(self.reg(stmt.kids[0]));
        let p = self.new_reg(Class::Pred);
        self.plain("setp.ne.s32", p, &[value, Operand::Int(0)]);
        let dst = self.result(stmt, Class::B32);
        let operands = [Operand::Int(0), Operand::Reg(p)];
        if intrinsic == Intrinsic::BarrierPopc {
            return self.put("bar.red.popc.u32", &[Operand::Reg(dst)], &operands, Kind::Fixed);
        }
        let q = self.new_reg(Class::Pred);
        let name = format!("{}.pred", intrinsic.name());
        self.put(&name, &[Operand::Reg(q)], &operands, Kind::Fixed);
        self.plain("selp.b32", dst, &[Operand::Int(1), Operand::Int(0), Operand::Reg(q)]);
    }

    fn shuffle(&mut self, stmt: &StmtRep, intrinsic: Intrinsic) {
        self.needs(Feature::WarpSync);
        let mask = self.operand(stmt.kids[0]);
        let value = self.reg(stmt.kids[1]);
        let (lane, clamp) = (self.operand(stmt.kids[2]), self.operand(stmt.kids[3]));
        let dst = self.result(stmt, value.class);
        let name = intrinsic.name().replacen("shfl", "shfl.sync", 1);
        let operands = [Operand::Reg(value), lane, clamp, mask];
        self.put(&format!("{name}.b32"), &[Operand::Reg(dst)], &operands, Kind::Fixed);
    }

    fn lane_match(&mut self, stmt: &StmtRep, intrinsic: Intrinsic) {
        self.needs(Feature::Match);
        let mask = self.operand(stmt.kids[0]);
        let value = self.reg(stmt.kids[1]);
        let wide = self.f.mtype(stmt.kids[1]).size() == 8;
        let ty = if wide { "b64" } else { "b32" };
        let dst = self.result(stmt, Class::B32);
        let name = intrinsic.name();
        let operands = [Operand::Reg(value), mask];
        self.put(&format!("{name}.sync.{ty}"), &[Operand::Reg(dst)], &operands, Kind::Fixed);
    }

    /// The address of an atomic: one of global or shared memory, or a generic one. Local and constant memory have no atomics of
    /// their own.
    fn atomic_address(&mut self, access: &Access) -> Operand {
        let conversion = match access.space {
            Space::Local => "cvta.local.u64",
            Space::Constant => "cvta.const.u64",
            _ => return self.address(access),
        };
        let base = Operand::Reg(self.reg(access.base));
        let generic = self.new_reg(Class::B64);
        self.plain(conversion, generic, &[base]);
        Operand::Address(Base::Reg(generic), access.offset)
    }

    fn atomic(&mut self, stmt: &StmtRep, intrinsic: Intrinsic, rtype: Mtype) {
        let StmtOp::Intrinsic { scope, .. } = stmt.op else { return };
        let Some(access) = stmt.direct_access() else { return };
        let address = self.atomic_address(&access);
        let values: Vec<Operand> = stmt.kids[1..].iter().map(|&k| self.operand(k)).collect();
        let space = match access.space {
            Space::Global => ".global",
            Space::Shared => ".shared",
            _ => "",
        };
        let scope = match scope {
            Scope::Device => "",
            Scope::Block => ".cta",
            Scope::System => ".sys",
        };
        if !scope.is_empty() {
            self.needs(Feature::AtomScope);
        }
        use Intrinsic::*;
        if access.desc.size() == 2 {
            return self.narrow_swap(stmt, address, &format!("atom{scope}{space}.cas.b16"));
        }
        let ty = match (intrinsic, rtype) {
            (AtomAdd, Mtype::F8) => {
                self.needs(Feature::AtomAddF64);
                "f64"
            }
            // Two's complement addition is one for both signs, and `s64` does not exist.
            (AtomAdd, t) if t.size() == 8 => "u64",
            (AtomExch | AtomCas | AtomAnd | AtomOr | AtomXor, t) => {
                if t.size() == 8 {
                    "b64"
                } else {
                    "b32"
                }
            }
            (_, t) => arithmetic_type(t),
        };
        let word = intrinsic.name().trim_start_matches("atom");
        let needs_result = self.result_is_read(stmt) || matches!(intrinsic, AtomExch | AtomCas);
        let mut operands = vec![address];
        operands.extend(values);
        if needs_result {
            let dst = self.result(stmt, Class::of(rtype));
            let name = format!("atom{scope}{space}{word}.{ty}");
            self.put(&name, &[Operand::Reg(dst)], &operands, Kind::Fixed);
        } else {
            let name = format!("red{scope}{space}{word}.{ty}");
            self.put(&name, &[], &operands, Kind::Fixed);
        }
    }

    /// A compare-and-swap of 2 bytes, whose operands are 16-bit registers.
    fn narrow_swap(&mut self, stmt: &StmtRep, address: Operand, name: &str) {
        self.needs(Feature::AtomCas16);
        let mut operands = vec![address];
        for &kid in &stmt.kids[1..] {
            let (wide, half) = (self.reg(kid), self.new_reg(Class::B16));
            self.plain("cvt.u16.u32", half, &[Operand::Reg(wide)]);
            operands.push(Operand::Reg(half));
        }
        let half = self.new_reg(Class::B16);
        self.put(name, &[Operand::Reg(half)], &operands, Kind::Fixed);
        let dst = self.result(stmt, Class::B32);
        self.plain("cvt.u32.u16", dst, &[Operand::Reg(half)]);
    }

    /// Inline PTX in braces of its own, its operands put in for `%0`, `%1`...
    pub(super) fn inline_ptx(&mut self, index: usize, stmt: &StmtRep) {
        let f = self.f;
        let asm = &f.asms[index];
        let (arch, version) = inline_needs(&asm.text);
        if self.target.arch < arch {
            let target = self.target;
            self.error(format!(
                "this inline PTX needs sm_{arch} or later, and the target is {target}"
            ));
        }
        self.needs.version = self.needs.version.max(version);
        let mut inputs: Vec<Operand> = Vec::with_capacity(stmt.kids.len());
        for (&kid, class) in stmt.kids.iter().zip(&asm.inputs) {
            let value = match class {
                AsmClass::N => self.operand(kid),
                AsmClass::H => {
                    let (wide, half) = (self.reg(kid), self.new_reg(Class::B16));
                    self.plain("cvt.u16.u32", half, &[Operand::Reg(wide)]);
                    Operand::Reg(half)
                }
                _ => Operand::Reg(self.reg(kid)),
            };
            inputs.push(value);
        }
        let mut outputs = Vec::new();
        let mut after = Vec::new();
        for (&result, (_, class, tied)) in stmt.results.iter().zip(&asm.outputs) {
            let Some(aux) = f.aux_of(result) else { continue };
            let variable = self.variable(aux);
            // An output is a register of its own: an input may still live in the variable's.
            let class = if *class == AsmClass::H { Class::B16 } else { variable.class };
            let reg = self.new_reg(class);
            if let Some(input) = tied.and_then(|k| inputs.get(k as usize)) {
                let source = [input.clone()];
                self.plain(super::expression::move_name(class), reg, &source);
            }
            outputs.push(Operand::Reg(reg));
            after.push((variable, reg));
        }
        // Without text there is only the clobber, which has done its work; a lone semicolon is no PTX.
        if !asm.text.trim().is_empty() {
            let text = substitute(&asm.text, &outputs, &inputs);
            // The text holds its operands, so they are not printed again; `Fixed` keeps passes away from it.
            self.put(&text, &[], &[], Kind::Fixed);
        }
        for (variable, reg) in after {
            let name = if reg.class == Class::B16 {
                "cvt.u32.u16"
            } else {
                super::expression::move_name(reg.class)
            };
            self.plain(name, variable, &[Operand::Reg(reg)]);
        }
    }
}

/// The text of inline PTX with operands in place: `%n` is output or input number n, `%%` a percent sign.
fn substitute(text: &str, outputs: &[Operand], inputs: &[Operand]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str("{ ");
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
        let operand = rest[..digits]
            .parse::<usize>()
            .ok()
            .and_then(|k| outputs.get(k).or_else(|| inputs.get(k.wrapping_sub(outputs.len()))));
        match operand {
            Some(operand) => crate::emit::operand(&mut out, operand),
            None => {
                let _ = write!(out, "%{}", &rest[..digits]);
            }
        }
        rest = &rest[digits..];
    }
    out.push_str(rest);
    if !rest.trim_end().ends_with([';', '}']) {
        out.push(';');
    }
    out.push_str(" }");
    out
}

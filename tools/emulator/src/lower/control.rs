//! Jumps, barriers, warp-synchronous instructions, and the table of opcodes.

use super::body::{Builder, Res};
use super::int::take;
use super::memory::SCOPES;
use super::mods::Mods;
use crate::op::{Barrier, Op, Order, Redux, Row, Scope, ShflMode, WarpOp};
use crate::ptx::ast::{Instr, Operand};
use crate::ptx::types::Ty;

impl<'a> Builder<'_, 'a> {
    /// Lowers any instruction but calls and returns.
    pub fn decode(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let float = m.last_is_float();
        self.takes_special = m.takes_special();
        if super::half::is_half(i.opcode) {
            return self.half(m, i);
        }
        match m.head {
            "add" | "sub" if float => self.arith_float(m, i),
            "add" | "addc" => self.add_int(m, i, false),
            "sub" | "subc" => self.add_int(m, i, true),
            "mul" if float => self.arith_float(m, i),
            "mul" | "mul24" => self.mul_int(m, i),
            "fma" => self.fma(m, i),
            "mad" if float => self.fma(m, i),
            "mad" | "madc" | "mad24" => self.mad_int(m, i),
            "sad" => self.sad(m, i),
            "div" if float => self.div_float(m, i),
            "div" | "rem" => self.div_int(m, i),
            "min" | "max" if float => self.minmax_float(m, i),
            "min" | "max" => self.minmax_int(m, i),
            "neg" | "abs" if float => self.sign_float(m, i),
            "neg" | "abs" => self.sign_int(m, i),
            "copysign" => self.copysign(m, i),
            "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" => {
                self.unary_float(m, i)
            }
            "and" | "or" | "xor" => self.logic(m, i),
            "not" | "cnot" | "brev" => self.bits1(m, i),
            "shl" | "shr" => self.shift(m, i),
            "shf" => self.funnel(m, i),
            "prmt" => self.prmt(m, i),
            "lop3" => self.lop3(m, i),
            "bfe" => self.bfe(m, i),
            "bfi" => self.bfi(m, i),
            "popc" | "clz" | "bfind" => self.count(m, i),
            "szext" | "bmsk" => self.field(m, i),
            "dp4a" | "dp2a" => self.dot(m, i),
            "setp" => self.setp(m, i),
            "set" => self.set(m, i),
            "selp" => self.selp(m, i),
            "slct" => self.slct(m, i),
            "testp" => self.testp(m, i),
            "mov" => self.mov(m, i),
            "cvt" => self.cvt(m, i),
            "cvta" => self.cvta(m, i),
            "isspacep" => self.isspacep(m, i),
            "ld" | "ldu" => self.load(m, i),
            "st" => self.store(m, i),
            "atom" | "red" => self.atomic(m, i),
            "prefetch" | "prefetchu" => self.prefetch(m, i),
            "bar" | "barrier" => self.bar(m, i),
            "membar" | "fence" => self.fence(m, i),
            "shfl" => self.shfl(m, i),
            "vote" => self.vote(m, i),
            "match" => self.match_sync(m, i),
            "redux" => self.redux(m, i),
            "elect" => self.elect(m, i),
            "activemask" => self.activemask(m, i),
            "bra" => self.bra(m, i),
            "brx" => self.brx(m, i),
            "exit" => {
                let [] = take(m, i)?;
                m.finish()?;
                self.emit(Op::Exit);
                Ok(())
            }
            "trap" => {
                let [] = take(m, i)?;
                m.finish()?;
                self.emit(Op::Trap);
                Ok(())
            }
            "nanosleep" => {
                m.ty()?;
                let [a] = take(m, i)?;
                m.finish()?;
                self.sw(a, Ty::U32)?;
                self.emit(Op::Sleep);
                Ok(())
            }
            _ => m.err("this instruction is unknown, or not supported yet"),
        }
    }

    fn bra(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        m.eat("uni");
        let [to] = take(m, i)?;
        m.finish()?;
        let Operand::Name(name) = to else { return m.err("a label is needed") };
        let to = self.label(name)?;
        self.emit(Op::Branch { to });
        Ok(())
    }

    fn brx(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        if !m.eat("idx") {
            return m.err("only brx.idx exists");
        }
        m.eat("uni");
        let [index, list] = take(m, i)?;
        m.finish()?;
        let labels = match list {
            Operand::Name(name) => self.target_list(name)?,
            Operand::Vector(v) => {
                let mut labels = Vec::new();
                for o in v {
                    let Operand::Name(n) = o else { return m.err("a label is needed") };
                    labels.push(self.label(n)?);
                }
                labels
            }
            _ => return m.err("a list of labels is needed"),
        };
        let index = self.sw(index, Ty::U32)?;
        self.program.tables.push(labels);
        self.emit(Op::BranchIndexed { table: self.program.tables.len() as u32 - 1, index });
        Ok(())
    }

    fn bar(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        if m.head == "bar" && m.eat_next("warp") {
            m.need(&[("sync", ())], "form")?;
            let [mask] = take(m, i)?;
            m.finish()?;
            let mask = self.sw(mask, Ty::B32)?;
            self.emit(Op::Warp { op: WarpOp::Bar, mask });
            return Ok(());
        }
        m.eat("cta");
        #[derive(Clone, Copy, PartialEq)]
        enum Form {
            Sync,
            Arrive,
            Red,
        }
        let form =
            m.need(&[("sync", Form::Sync), ("arrive", Form::Arrive), ("red", Form::Red)], "form")?;
        if form == Form::Red {
            let kind = m.need(&[("popc", 0), ("and", 1), ("or", 2)], "reduction")?;
            let aligned = m.head == "bar" || m.eat("aligned");
            let ty = m.ty()?;
            m.finish()?;
            let (d, id, threads, c) = match i.operands.as_slice() {
                [d, id, c] => (d, id, None, c),
                [d, id, n, c] => (d, id, Some(n), c),
                _ => return m.err("wrong number of operands"),
            };
            let id = self.sw(id, Ty::U32)?;
            let threads = threads.map(|n| self.sw(n, Ty::U32)).transpose()?;
            let cond = self.cond(c)?;
            let op = match (kind, ty) {
                (0, Ty::U32) => Barrier::Popc { dst: self.dw(d, ty)?, cond },
                (1, Ty::Pred) => Barrier::And { dst: self.dp(d)?, cond },
                (2, Ty::Pred) => Barrier::Or { dst: self.dp(d)?, cond },
                _ => return m.bad_type(ty),
            };
            self.emit(Op::Bar { op, id, threads, aligned });
            return Ok(());
        }
        let aligned = m.head == "bar" || m.eat("aligned");
        m.finish()?;
        let (id, threads) = match i.operands.as_slice() {
            [id] if form == Form::Sync => (id, None),
            [id, n] => (id, Some(n)),
            _ => return m.err("wrong number of operands"),
        };
        let id = self.sw(id, Ty::U32)?;
        let threads = threads.map(|n| self.sw(n, Ty::U32)).transpose()?;
        let op = if form == Form::Sync { Barrier::Sync } else { Barrier::Arrive };
        self.emit(Op::Bar { op, id, threads, aligned });
        Ok(())
    }

    fn fence(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let [] = take(m, i)?;
        let mut order = Order::BOTH;
        let scope = if m.head == "membar" {
            let levels = [("cta", Scope::Block), ("gl", Scope::Device), ("sys", Scope::Device)];
            m.need(&levels, "level")?
        } else {
            let one = |acquire| Order { acquire, release: !acquire };
            let orders = [
                ("sc", Order::BOTH),
                ("acq_rel", Order::BOTH),
                ("acquire", one(true)),
                ("release", one(false)),
            ];
            order = m.pick(&orders).unwrap_or(order);
            m.need(&SCOPES, "scope")?
        };
        m.finish()?;
        self.emit(Op::Fence { scope, order });
        Ok(())
    }

    fn sync_form(&self, m: &mut Mods<'a>) -> Res<()> {
        if m.eat("sync") { Ok(()) } else { m.err("only the .sync form is supported") }
    }

    fn shfl(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        self.sync_form(m)?;
        let mode = m.need(
            &[
                ("up", ShflMode::Up),
                ("down", ShflMode::Down),
                ("bfly", ShflMode::Bfly),
                ("idx", ShflMode::Idx),
            ],
            "mode",
        )?;
        let ty = m.ty()?;
        if ty != Ty::B32 {
            return m.bad_type(ty);
        }
        let [d, a, b, c, mask] = take(m, i)?;
        m.finish()?;
        let (d, p) = match d {
            Operand::Pair(d, p) => (self.dw(d, ty)?, self.dp_or_sink(p)?),
            d => (self.dw(d, ty)?, None),
        };
        let (a, b) = (self.sw(a, ty)?, self.sw(b, Ty::B32)?);
        let (c, mask) = (self.sw(c, Ty::B32)?, self.sw(mask, Ty::B32)?);
        self.emit(Op::Warp { op: WarpOp::Shfl { mode, d, p, a, b, c }, mask });
        Ok(())
    }

    fn vote(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        self.sync_form(m)?;
        let kind = m.need(&[("all", 0), ("any", 1), ("uni", 2), ("ballot", 3)], "vote")?;
        let ty = m.ty()?;
        let [d, a, mask] = take(m, i)?;
        m.finish()?;
        let cond = self.cond(a)?;
        let mask = self.sw(mask, Ty::B32)?;
        let op = match (kind, ty) {
            (3, Ty::B32) => WarpOp::Ballot { d: self.dw(d, ty)?, cond },
            (0, Ty::Pred) => WarpOp::VoteAll { d: self.dp(d)?, cond },
            (1, Ty::Pred) => WarpOp::VoteAny { d: self.dp(d)?, cond },
            (2, Ty::Pred) => WarpOp::VoteUni { d: self.dp(d)?, cond },
            _ => return m.bad_type(ty),
        };
        self.emit(Op::Warp { op, mask });
        Ok(())
    }

    fn match_sync(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let any = m.need(&[("any", true), ("all", false)], "form")?;
        self.sync_form(m)?;
        let ty = m.ty()?;
        if !matches!(ty, Ty::B32 | Ty::B64) {
            return m.bad_type(ty);
        }
        let [d, a, mask] = take(m, i)?;
        m.finish()?;
        let a = self.src(a, ty)?;
        let mask = self.sw(mask, Ty::B32)?;
        let op = match d {
            Operand::Pair(d, p) if !any => {
                WarpOp::MatchAll { d: self.dw(d, Ty::B32)?, p: self.dp_or_sink(p)?, a }
            }
            d if any => WarpOp::MatchAny { d: self.dw(d, Ty::B32)?, a },
            d => WarpOp::MatchAll { d: self.dw(d, Ty::B32)?, p: None, a },
        };
        self.emit(Op::Warp { op, mask });
        Ok(())
    }

    fn redux(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        self.sync_form(m)?;
        let name = m.need(
            &[
                ("add", "add"),
                ("min", "min"),
                ("max", "max"),
                ("and", "and"),
                ("or", "or"),
                ("xor", "xor"),
            ],
            "operation",
        )?;
        let ty = m.ty()?;
        let op = match (name, ty) {
            ("add", Ty::U32 | Ty::S32) => Redux::Add,
            ("min", Ty::U32) => Redux::MinU,
            ("min", Ty::S32) => Redux::MinS,
            ("max", Ty::U32) => Redux::MaxU,
            ("max", Ty::S32) => Redux::MaxS,
            ("and", Ty::B32) => Redux::And,
            ("or", Ty::B32) => Redux::Or,
            ("xor", Ty::B32) => Redux::Xor,
            _ => return m.bad_type(ty),
        };
        let [d, a, mask] = take(m, i)?;
        m.finish()?;
        let (d, a, mask) = (self.dw(d, ty)?, self.sw(a, ty)?, self.sw(mask, Ty::B32)?);
        self.emit(Op::Warp { op: WarpOp::Redux { op, d, a }, mask });
        Ok(())
    }

    fn elect(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        self.sync_form(m)?;
        let [d, mask] = take(m, i)?;
        m.finish()?;
        let Operand::Pair(d, p) = d else { return m.err("the destination is `d|p`") };
        let d = match &**d {
            Operand::Name("_") => None,
            d => Some(self.dw(d, Ty::B32)?),
        };
        let p = self.dp(p)?;
        let mask = self.sw(mask, Ty::B32)?;
        self.emit(Op::Warp { op: WarpOp::Elect { d, p }, mask });
        Ok(())
    }

    fn activemask(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        if ty != Ty::B32 {
            return m.bad_type(ty);
        }
        let [d] = take(m, i)?;
        m.finish()?;
        let Row::W(d) = self.dst(d, ty)? else { return m.bad_type(ty) };
        self.emit(Op::ActiveMask { d });
        Ok(())
    }
}

//! Moves, loads, stores, atomics, address conversions.

use super::body::{Builder, Entity, Res};
use super::int::take;
use super::mods::Mods;
use crate::op::{
    Atom, AtomOp, Clock, Cond, Logic, MemSpace, MemoryAccess, Op, Order, R32, Row, Scope, Strength,
};
use crate::ptx::ast::{Instr, Operand};
use crate::ptx::types::Ty;

const SPACES: [(&str, MemSpace); 8] = [
    ("global", MemSpace::Global),
    ("shared", MemSpace::Shared),
    ("shared::cta", MemSpace::Shared),
    ("local", MemSpace::Local),
    ("const", MemSpace::Const),
    ("param", MemSpace::Param),
    ("param::entry", MemSpace::Param),
    ("param::func", MemSpace::Param),
];

/// Scopes by their names.
pub const SCOPES: [(&str, Scope); 4] = [
    ("cta", Scope::Block),
    ("cluster", Scope::Block),
    ("gpu", Scope::Device),
    ("sys", Scope::Device),
];

/// What is read between the head of an access and its vector size.
struct AccessMods {
    space: MemSpace,
    strength: Strength,
}

const ACQUIRE: Order = Order { acquire: true, release: false };
const RELEASE: Order = Order { acquire: false, release: true };

impl<'a> Builder<'_, 'a> {
    /// `mov`
    pub fn mov(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let ty = m.ty()?;
        let [d, a] = take(m, i)?;
        m.finish()?;
        match (d, a) {
            (Operand::Vector(parts), _) => return self.unpack(m, ty, parts, a),
            (_, Operand::Vector(parts)) => return self.pack(m, ty, d, parts),
            _ => {}
        }
        if ty == Ty::Pred {
            let (d, a) = (self.dp(d)?, self.cond(a)?);
            self.emit(Op::Pred { op: Logic::Mov, d, a, b: Cond::ALWAYS });
            return Ok(());
        }
        if ty.bits() < 16 {
            return m.bad_type(ty);
        }
        let (name, offset) = match a {
            Operand::Name(n) => (Some(*n), 0),
            Operand::Sum(n, o) => (Some(*n), *o),
            _ => (None, 0),
        };
        if let Some(name) = name {
            let clock = match name {
                "%clock" => Some((Clock::Clock, 32)),
                "%clock_hi" => Some((Clock::ClockHi, 32)),
                "%clock64" => Some((Clock::Clock64, 64)),
                "%globaltimer" => Some((Clock::GlobalTimer, 64)),
                _ => None,
            };
            if let Some((which, bits)) = clock {
                if ty.bits() != bits {
                    return m.bad_type(ty);
                }
                let d = self.dst(d, ty)?;
                self.emit(Op::ReadClock { which, d });
                return Ok(());
            }
            match self.lookup(name) {
                Some(Entity::Reg(..)) if matches!(a, Operand::Sum(..)) => {
                    return m.err("a register plus a number is no operand of mov");
                }
                Some(Entity::Reg(..)) | None => {}
                Some(_) => {
                    if ty.is_float() {
                        return m.bad_type(ty);
                    }
                    let d = self.dst(d, ty)?;
                    let a = self.address_of(name, offset, ty.bits())?;
                    return self.move_row(d, a);
                }
            }
        }
        let d = self.dst(d, ty)?;
        let a = self.src(a, ty)?;
        self.move_row(d, a)
    }

    fn pack(&mut self, m: &Mods<'a>, ty: Ty, d: &Operand<'a>, parts: &[Operand<'a>]) -> Res<()> {
        match (ty, parts) {
            (Ty::B32, [a, b]) => {
                let (d, a, b) = (self.dw(d, ty)?, self.sw(a, Ty::B16)?, self.sw(b, Ty::B16)?);
                self.emit(Op::PackHH { d, a, b });
            }
            (Ty::B64, [a, b]) => {
                let (d, a, b) = (self.dd(d, ty)?, self.sw(a, Ty::B32)?, self.sw(b, Ty::B32)?);
                self.emit(Op::PackWW { d, a, b });
            }
            (Ty::B64, [a, b, c, e]) => {
                let d = self.dd(d, ty)?;
                let rows = [
                    self.sw(a, Ty::B16)?,
                    self.sw(b, Ty::B16)?,
                    self.sw(c, Ty::B16)?,
                    self.sw(e, Ty::B16)?,
                ];
                self.emit(Op::PackHHHH { d, rows });
            }
            _ => return m.err("this packing is not supported yet"),
        }
        Ok(())
    }

    fn part(&self, o: &Operand<'a>, ty: Ty) -> Res<Option<R32>> {
        if *o == Operand::Name("_") { Ok(None) } else { self.dw(o, ty).map(Some) }
    }

    fn unpack(&mut self, m: &Mods<'a>, ty: Ty, parts: &[Operand<'a>], a: &Operand<'a>) -> Res<()> {
        match (ty, parts) {
            (Ty::B32, [d, e]) => {
                let (d, e) = (self.part(d, Ty::B16)?, self.part(e, Ty::B16)?);
                let a = self.sw(a, ty)?;
                self.emit(Op::UnpackHH { d, e, a });
            }
            (Ty::B64, [d, e]) => {
                let (d, e) = (self.part(d, Ty::B32)?, self.part(e, Ty::B32)?);
                let a = self.sd(a, ty)?;
                self.emit(Op::UnpackWW { d, e, a });
            }
            (Ty::B64, [d, e, f, g]) => {
                let rows = [
                    self.part(d, Ty::B16)?,
                    self.part(e, Ty::B16)?,
                    self.part(f, Ty::B16)?,
                    self.part(g, Ty::B16)?,
                ];
                let a = self.sd(a, ty)?;
                self.emit(Op::UnpackHHHH { rows, a });
            }
            _ => return m.err("this unpacking is not supported yet"),
        }
        Ok(())
    }

    /// The parts of a load or store between its head and its vector size.
    fn access_mods(&self, m: &mut Mods<'a>, load: bool) -> Res<AccessMods> {
        let strength = self.strength(m, load)?;
        let space = m.pick(&SPACES).unwrap_or(MemSpace::Generic);
        loop {
            let nc = load && space == MemSpace::Global && m.eat("nc");
            if nc {
                continue;
            }
            if m.pick(&[
                ("ca", ()),
                ("cg", ()),
                ("cs", ()),
                ("lu", ()),
                ("cv", ()),
                ("wb", ()),
                ("wt", ()),
                ("L1::evict_normal", ()),
                ("L1::evict_unchanged", ()),
                ("L1::evict_first", ()),
                ("L1::evict_last", ()),
                ("L1::no_allocate", ()),
                ("L2::64B", ()),
                ("L2::128B", ()),
                ("L2::256B", ()),
            ])
            .is_none()
            {
                break;
            }
        }
        Ok(AccessMods { space, strength })
    }

    /// `.weak`, `.volatile`, `.relaxed.scope` and the like; without any an access is weak. Volatile is relaxed in the widest scope.
    fn strength(&self, m: &mut Mods<'a>, load: bool) -> Res<Strength> {
        let ordered = if load { ("acquire", ACQUIRE) } else { ("release", RELEASE) };
        if m.eat("weak") {
            return Ok(Strength::default());
        }
        if m.eat("volatile") {
            return Ok(Strength { scope: Some(Scope::Device), order: Order::default() });
        }
        match m.pick(&[("relaxed", Order::default()), ordered]) {
            Some(order) => Ok(Strength { scope: Some(m.need(&SCOPES, "scope")?), order }),
            None => Ok(Strength::default()),
        }
    }

    /// `ld`, `ldu`
    pub fn load(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let AccessMods { space, strength } = self.access_mods(m, true)?;
        let n = m.pick(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1);
        let ty = m.ty()?;
        let [d, a] = take(m, i)?;
        m.finish()?;
        if ty == Ty::Pred || n * ty.bytes() > 32 {
            return m.bad_type(ty);
        }
        let list: Vec<&Operand<'a>> = match d {
            Operand::Vector(v) if n > 1 => v.iter().collect(),
            d if n == 1 => vec![d],
            _ => return m.err("a vector of registers is needed"),
        };
        if list.len() != n as usize {
            return m.err("the vector has the wrong length");
        }
        let mut rows = Vec::new();
        let mut narrow = false;
        for o in list {
            if n > 1 && *o == Operand::Name("_") {
                rows.push(None);
                continue;
            }
            let (row, have) = self.any_reg(o)?;
            self.fits_access(m, have, ty)?;
            narrow |= have.bits() == 16;
            rows.push(Some(row));
        }
        let (space, address) = self.address(a, space)?;
        let access = MemoryAccess {
            space,
            strength,
            address,
            size: ty.bytes(),
            signed: ty.is_signed(),
            rows,
            narrow,
            unread: 0,
        };
        self.program.accesses.push(access);
        self.emit(Op::Load { access: self.program.accesses.len() as u32 - 1 });
        Ok(())
    }

    fn fits_access(&self, m: &Mods<'a>, have: Ty, ty: Ty) -> Res<()> {
        let wrong = have == Ty::Pred
            || have.bits() < ty.bits()
            || (ty.is_float() && (have.bits() != ty.bits() || have.is_int()))
            || (have.is_float() && (ty.is_int() || have.bits() != ty.bits()));
        if wrong {
            return m.err(format!("a .{} register does not fit .{}", have.name(), ty.name()));
        }
        Ok(())
    }

    /// `st`
    pub fn store(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let AccessMods { space, strength } = self.access_mods(m, false)?;
        let n = m.pick(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1);
        let ty = m.ty()?;
        let [a, b] = take(m, i)?;
        m.finish()?;
        if ty == Ty::Pred || n * ty.bytes() > 32 {
            return m.bad_type(ty);
        }
        let list: Vec<&Operand<'a>> = match b {
            Operand::Vector(v) if n > 1 => v.iter().collect(),
            b if n == 1 => vec![b],
            _ => return m.err("a vector of registers is needed"),
        };
        if list.len() != n as usize {
            return m.err("the vector has the wrong length");
        }
        let mut rows = Vec::new();
        for o in list {
            let reg = match o {
                Operand::Name(name) => match self.lookup(name) {
                    Some(Entity::Reg(row, have)) => {
                        self.fits_access(m, have, ty)?;
                        Some(row)
                    }
                    _ => None,
                },
                _ => None,
            };
            rows.push(Some(match reg {
                Some(r) => r,
                None => self.src(o, ty)?,
            }));
        }
        let was_param = space == MemSpace::Param;
        let (space, address) = self.address(a, space)?;
        if space == MemSpace::Const || (was_param && space == MemSpace::Param) {
            return m.err("this state space cannot be written");
        }
        let access = MemoryAccess {
            space,
            strength,
            address,
            size: ty.bytes(),
            signed: false,
            rows,
            narrow: false,
            unread: 0,
        };
        self.program.accesses.push(access);
        self.emit(Op::Store { access: self.program.accesses.len() as u32 - 1 });
        Ok(())
    }

    /// `atom` and `red`
    pub fn atomic(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let order = m.pick(&[
            ("relaxed", Order::default()),
            ("acquire", ACQUIRE),
            ("release", RELEASE),
            ("acq_rel", Order::BOTH),
        ]);
        let scope = m.pick(&SCOPES);
        let space = m
            .pick(&[
                ("global", MemSpace::Global),
                ("shared", MemSpace::Shared),
                ("shared::cta", MemSpace::Shared),
            ])
            .unwrap_or(MemSpace::Generic);
        // NVRTC 13.5 writes the scope after the space.
        let scope = m.pick(&SCOPES).or(scope).or(Some(Scope::Device));
        let strength = Strength { scope, order: order.unwrap_or_default() };
        let op = m.need(
            &[
                ("and", AtomOp::And),
                ("or", AtomOp::Or),
                ("xor", AtomOp::Xor),
                ("exch", AtomOp::Exch),
                ("add", AtomOp::Add),
                ("inc", AtomOp::Inc),
                ("dec", AtomOp::Dec),
                ("min", AtomOp::Min),
                ("max", AtomOp::Max),
                ("cas", AtomOp::Cas),
            ],
            "atomic operation",
        )?;
        let halves = op == AtomOp::Add && m.eat("noftz");
        let (op, ty) = match halves {
            true => {
                let (half, packed) = self.half_type(m)?;
                (AtomOp::AddHalf { half, packed }, if packed { Ty::B32 } else { Ty::B16 })
            }
            false => (op, m.ty()?),
        };
        m.finish()?;
        let good = match op {
            AtomOp::AddHalf { .. } => true,
            AtomOp::And | AtomOp::Or | AtomOp::Xor | AtomOp::Exch => {
                matches!(ty, Ty::B32 | Ty::B64)
            }
            AtomOp::Cas => matches!(ty, Ty::B16 | Ty::B32 | Ty::B64),
            AtomOp::Add => {
                matches!(ty, Ty::U32 | Ty::S32 | Ty::U64 | Ty::S64 | Ty::F32 | Ty::F64)
            }
            AtomOp::Inc | AtomOp::Dec => ty == Ty::U32,
            AtomOp::Min | AtomOp::Max => matches!(ty, Ty::U32 | Ty::S32 | Ty::U64 | Ty::S64),
        };
        if !good {
            return m.bad_type(ty);
        }
        let red = m.head == "red";
        if red && matches!(op, AtomOp::Exch | AtomOp::Cas) {
            return m.err("this operation needs atom");
        }
        let (d, rest) = if red {
            (None, i.operands.as_slice())
        } else {
            match i.operands.split_first() {
                Some((Operand::Name("_"), rest)) => (None, rest),
                Some((d, rest)) => (Some(self.dst(d, ty)?), rest),
                None => return m.err("operands missing"),
            }
        };
        let (a, b, c) = match (rest, op) {
            ([a, b, c], AtomOp::Cas) => (a, b, Some(self.src(c, ty)?)),
            ([a, b], k) if k != AtomOp::Cas => (a, b, None),
            _ => return m.err("wrong number of operands"),
        };
        let b = self.src(b, ty)?;
        let (space, address) = self.address(a, space)?;
        if space == MemSpace::Const {
            return m.err("constant memory cannot be written");
        }
        self.program.atoms.push(Atom { space, op, strength, ty, dst: d, address, b, c });
        self.emit(Op::Atom { atom: self.program.atoms.len() as u32 - 1 });
        Ok(())
    }

    /// `cvta`
    pub fn cvta(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let to = m.eat_next("to");
        let space = m.need(&SPACES, "state space")?;
        let ty = m.ty()?;
        if ty != Ty::U64 {
            return m.bad_type(ty);
        }
        let [d, a] = take(m, i)?;
        m.finish()?;
        let d = self.dd(d, ty)?;
        let a = match a {
            Operand::Name(n) if !matches!(self.lookup(n), Some(Entity::Reg(..)) | None) => {
                self.address_of(n, 0, 64)?
            }
            Operand::Sum(n, o) => self.address_of(n, *o, 64)?,
            a => self.src(a, ty)?,
        };
        let Row::D(a) = a else { return m.bad_type(ty) };
        self.emit(Op::Cvta { space, to, d, a });
        Ok(())
    }

    /// `isspacep`; a cluster is of one block, whose shared memory is all that it has.
    pub fn isspacep(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let space = match m.eat("shared::cluster") {
            true => MemSpace::Shared,
            false => m.need(&SPACES, "state space")?,
        };
        let [d, a] = take(m, i)?;
        m.finish()?;
        let d = self.dp(d)?;
        let a = self.sd(a, Ty::U64)?;
        self.emit(Op::IsSpace { space, d, a });
        Ok(())
    }

    /// `prefetch`, `prefetchu`: no effect, but the operand must be an address.
    pub fn prefetch(&mut self, m: &mut Mods<'a>, i: &Instr<'a>) -> Res<()> {
        let space = if m.head == "prefetch" {
            m.pick(&[("global", MemSpace::Global), ("local", MemSpace::Local)])
        } else {
            None
        };
        m.need(&[("L1", ()), ("L2", ())], "cache level")?;
        let [a] = take(m, i)?;
        m.finish()?;
        self.address(a, space.unwrap_or(MemSpace::Generic))?;
        self.emit(Op::Prefetch);
        Ok(())
    }
}

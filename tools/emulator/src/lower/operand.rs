//! Operands: registers, constants, special registers, addresses.

use super::body::{Builder, Entity, Res};
use super::program::{Fill64, Special};
use super::symbols::DYNAMIC_SHARED;
use crate::memory::PARAM_WINDOW;
use crate::op::{Address, Cond, Int1, MemSpace, Op, R32, R64, RP, Row, TRUE};
use crate::ptx::ast::{AddrBase, Operand};
use crate::ptx::types::Ty;

/// The special registers that are constant while a warp runs.
fn special(name: &str) -> Option<Special> {
    let axis = |s: &str| match s {
        "x" => Some(0),
        "y" => Some(1),
        "z" => Some(2),
        _ => None,
    };
    if let Some((base, ax)) = name.split_once('.') {
        let a = axis(ax)?;
        return Some(match base {
            "%tid" => Special::Tid(a),
            "%ntid" => Special::Ntid(a),
            "%ctaid" => Special::Ctaid(a),
            "%nctaid" => Special::Nctaid(a),
            _ => return None,
        });
    }
    Some(match name {
        "%laneid" => Special::LaneId,
        "%warpid" => Special::WarpId,
        "%nwarpid" => Special::NWarpId,
        "%smid" => Special::SmId,
        "%nsmid" => Special::NSmId,
        "%gridid" => Special::GridId,
        "%lanemask_eq" => Special::LaneMaskEq,
        "%lanemask_le" => Special::LaneMaskLe,
        "%lanemask_lt" => Special::LaneMaskLt,
        "%lanemask_ge" => Special::LaneMaskGe,
        "%lanemask_gt" => Special::LaneMaskGt,
        "%dynamic_smem_size" => Special::DynamicSmem,
        "%total_smem_size" => Special::TotalSmem,
        _ => return None,
    })
}

/// Whether a register declared as `reg` may stand where `want` is named.
fn agrees(reg: Ty, want: Ty) -> bool {
    if reg == Ty::Pred || want == Ty::Pred {
        return reg == want;
    }
    reg.bits() == want.bits()
        && (reg.is_bits() || want.is_bits() || reg.is_float() == want.is_float())
}

impl<'a> Builder<'_, 'a> {
    fn no_name<T>(&self, name: &str) -> Res<T> {
        if name.starts_with('%') {
            self.err(format!(
                "register `{name}` is not declared, or is a special register that is not supported"
            ))
        } else {
            self.err(format!("`{name}` is not declared"))
        }
    }

    fn mismatch<T>(&self, name: &str, have: Ty, want: Ty) -> Res<T> {
        self.err(format!(
            "`{name}` is .{}, which does not fit a .{} operand",
            have.name(),
            want.name()
        ))
    }

    /// A register as written, whatever its type.
    pub fn any_reg(&self, o: &Operand<'a>) -> Res<(Row, Ty)> {
        match o {
            Operand::Name(n) => match self.declared(n) {
                Some(Entity::Reg(row, ty)) => Ok((row, ty)),
                _ => self.no_name(n),
            },
            _ => self.err("a register is needed here"),
        }
    }

    /// A destination register of a type.
    pub fn dst(&self, o: &Operand<'a>, ty: Ty) -> Res<Row> {
        let (row, have) = self.any_reg(o)?;
        match o {
            Operand::Name(n) if !agrees(have, ty) => self.mismatch(n, have, ty),
            _ => Ok(row),
        }
    }

    /// A 32-bit (or narrower) destination.
    pub fn dw(&self, o: &Operand<'a>, ty: Ty) -> Res<R32> {
        match self.dst(o, ty)? {
            Row::W(r) => Ok(r),
            _ => self.err("a 32-bit register is needed here"),
        }
    }

    /// A 64-bit destination.
    pub fn dd(&self, o: &Operand<'a>, ty: Ty) -> Res<R64> {
        match self.dst(o, ty)? {
            Row::D(r) => Ok(r),
            _ => self.err("a 64-bit register is needed here"),
        }
    }

    /// A predicate destination.
    pub fn dp(&self, o: &Operand<'a>) -> Res<RP> {
        match self.dst(o, Ty::Pred)? {
            Row::P(r) => Ok(r),
            _ => self.err("a predicate is needed here"),
        }
    }

    /// A predicate destination, or `_`.
    pub fn dp_or_sink(&self, o: &Operand<'a>) -> Res<Option<RP>> {
        if *o == Operand::Name("_") { Ok(None) } else { self.dp(o).map(Some) }
    }

    /// A source of a type: register, constant or special register.
    pub fn src(&mut self, o: &Operand<'a>, ty: Ty) -> Res<Row> {
        if ty == Ty::Pred {
            let c = self.cond(o)?;
            return if c.flip == 0 {
                Ok(Row::P(c.row))
            } else {
                self.err("`!` is not possible here")
            };
        }
        let bits = ty.bits();
        match *o {
            Operand::Name(n) => match self.lookup(n) {
                Some(Entity::Reg(row, have)) => {
                    if agrees(have, ty) {
                        Ok(row)
                    } else {
                        self.mismatch(n, have, ty)
                    }
                }
                Some(_) => self.err(format!("the address of `{n}` cannot stand here")),
                None if n == "WARP_SZ" && !ty.is_float() => self.constant(32, bits),
                None => match special(n) {
                    Some(_) if !self.takes_special => {
                        self.err(format!("special register `{n}` can only be moved from"))
                    }
                    Some(s) if bits == 32 && !ty.is_float() => Ok(Row::W(self.special(s))),
                    Some(Special::GridId) if bits == 64 => self.constant(1, 64),
                    Some(_) => self.err(format!("special register `{n}` is 32 bits wide")),
                    None => self.no_name(n),
                },
            },
            Operand::Int(v) => {
                if ty.is_float() {
                    return self.err("an integer constant cannot stand for a float");
                }
                // Where the type is of bits alone, ptxas cuts the constant off; elsewhere a mistake is likelier.
                let fits = bits == 64
                    || ty.is_bits()
                    || (v as i64) >= -(1i64 << (bits - 1)) && (v as i64) < 1i64 << bits;
                if !fits {
                    return self.err(format!("constant {} does not fit {bits} bits", v as i64));
                }
                self.constant(v, bits)
            }
            Operand::F32(v) if bits == 32 && (ty.is_float() || ty.is_bits()) => {
                Ok(Row::W(self.const32(v)))
            }
            Operand::F64(v) if bits == 64 && (ty.is_float() || ty.is_bits()) => {
                self.constant(v, 64)
            }
            Operand::F64(v) if ty == Ty::F32 => {
                Ok(Row::W(self.const32((f64::from_bits(v) as f32).to_bits())))
            }
            Operand::F32(_) | Operand::F64(_) => {
                self.err(format!("a floating constant does not fit a .{} operand", ty.name()))
            }
            _ => self.err(format!("operand of unexpected shape for .{}", ty.name())),
        }
    }

    fn constant(&mut self, v: u64, bits: u32) -> Res<Row> {
        Ok(match bits {
            64 => Row::D(self.fill64(Fill64::Const(v))),
            32 => Row::W(self.const32(v as u32)),
            _ => Row::W(self.const32((v as u32) & ((1 << bits) - 1))),
        })
    }

    /// A 32-bit (or narrower) source.
    pub fn sw(&mut self, o: &Operand<'a>, ty: Ty) -> Res<R32> {
        match self.src(o, ty)? {
            Row::W(r) => Ok(r),
            _ => self.err("a 32-bit operand is needed here"),
        }
    }

    /// A 64-bit source.
    pub fn sd(&mut self, o: &Operand<'a>, ty: Ty) -> Res<R64> {
        match self.src(o, ty)? {
            Row::D(r) => Ok(r),
            _ => self.err("a 64-bit operand is needed here"),
        }
    }

    /// A predicate source, negated or not, or a constant.
    pub fn cond(&mut self, o: &Operand<'a>) -> Res<Cond> {
        match *o {
            Operand::Name(n) => match self.lookup(n) {
                Some(Entity::Reg(Row::P(row), _)) => Ok(Cond { row, flip: 0 }),
                Some(Entity::Reg(_, ty)) => self.mismatch(n, ty, Ty::Pred),
                _ => self.no_name(n),
            },
            Operand::Not(n) => {
                let c = self.cond(&Operand::Name(n))?;
                Ok(Cond { flip: !c.flip, ..c })
            }
            Operand::Int(v) => Ok(Cond { row: TRUE, flip: if v == 0 { !0 } else { 0 } }),
            _ => self.err("a predicate is needed here"),
        }
    }

    /// Copies a row of the same class.
    pub fn move_row(&mut self, d: Row, a: Row) -> Res<()> {
        match (d, a) {
            (Row::W(d), Row::W(a)) => self.emit(Op::Int1W { op: Int1::Mov, d, a }),
            (Row::D(d), Row::D(a)) => self.emit(Op::Int1D { op: Int1::Mov, d, a }),
            (Row::P(d), Row::P(a)) => self.emit(Op::Pred {
                op: crate::op::Logic::Mov,
                d,
                a: Cond { row: a, flip: 0 },
                b: Cond::ALWAYS,
            }),
            _ => return self.err("registers of different classes"),
        }
        Ok(())
    }

    /// The value of a variable's name: its address in its own space, as a row of `bits` bits.
    pub fn address_of(&mut self, name: &str, offset: i64, bits: u32) -> Res<Row> {
        let plain = |v: i64| v as u64;
        match self.lookup(name) {
            Some(Entity::Symbol(index)) if bits == 64 => {
                Ok(Row::D(self.fill64(Fill64::Symbol { index, offset })))
            }
            Some(Entity::Shared(DYNAMIC_SHARED)) => {
                if bits == 64 {
                    Ok(Row::D(self.fill64(Fill64::DynamicShared(offset))))
                } else if offset == 0 {
                    Ok(Row::W(self.special(Special::DynamicShared)))
                } else {
                    self.err("an offset from dynamic shared memory needs a 64-bit register here")
                }
            }
            // A function's parameter whose address is taken is in local memory (PTX ISA, "Device Function Parameters").
            Some(Entity::Local(at) | Entity::Shared(at) | Entity::Param(at)) => {
                let v = plain(i64::from(at).wrapping_add(offset));
                self.constant(if bits == 64 { v } else { v & 0xffff_ffff }, bits)
            }
            Some(Entity::KernelParam(at)) if bits == 64 => self
                .constant(PARAM_WINDOW.wrapping_add(plain(i64::from(at).wrapping_add(offset))), 64),
            Some(_) => self.err(format!("the address of `{name}` does not fit this register")),
            None => match self.symbols.function_address(name) {
                Some(address) if bits == 64 && offset == 0 => self.constant(address, 64),
                _ => self.no_name(name),
            },
        }
    }

    /// An address operand of an access in `space`; the space may become more precise.
    pub fn address(&mut self, o: &Operand<'a>, space: MemSpace) -> Res<(MemSpace, Address)> {
        let Operand::Addr(base, offset) = *o else {
            return self.err("an address in brackets is needed here");
        };
        let name = match base {
            AddrBase::Absolute => return Ok((space, Address { base: None, offset })),
            AddrBase::Name(n) => n,
        };
        let at = |v: u32| Address { base: None, offset: i64::from(v).wrapping_add(offset) };
        match (self.lookup(name), space) {
            (Some(Entity::Reg(row, ty)), _) => {
                let wide = ty.bits() == 64;
                if ty.is_float() || (!wide && ty.bits() != 32) {
                    return self.err(format!("`{name}` cannot hold an address"));
                }
                if !wide && !matches!(space, MemSpace::Shared | MemSpace::Local | MemSpace::Const) {
                    return self
                        .err(format!("`{name}` is too narrow for an address of this space"));
                }
                // In a function it is the address of one of its parameters, in a kernel one that leads to the kernel's.
                let space = match space {
                    MemSpace::Param if self.in_function() => MemSpace::Local,
                    MemSpace::Param => MemSpace::Generic,
                    space => space,
                };
                Ok((space, Address { base: Some(row), offset }))
            }
            (Some(Entity::KernelParam(k)), MemSpace::Param) => Ok((MemSpace::Param, at(k))),
            (Some(Entity::Param(k)), MemSpace::Param) => Ok((MemSpace::Local, at(k))),
            (Some(Entity::Local(k)), MemSpace::Local) => Ok((MemSpace::Local, at(k))),
            (Some(Entity::Shared(DYNAMIC_SHARED)), MemSpace::Shared) => {
                let base = self.special(Special::DynamicShared);
                Ok((space, Address { base: Some(Row::W(base)), offset }))
            }
            (Some(Entity::Shared(k)), MemSpace::Shared) => Ok((space, at(k))),
            (
                Some(Entity::Symbol(index)),
                MemSpace::Global | MemSpace::Const | MemSpace::Generic,
            ) => {
                let want = if self.symbols.globals[index as usize].constant {
                    MemSpace::Const
                } else {
                    MemSpace::Global
                };
                if space != want && space != MemSpace::Generic {
                    return self.err(format!("`{name}` is in another state space"));
                }
                let base = self.fill64(Fill64::Symbol { index, offset });
                Ok((want, Address { base: Some(Row::D(base)), offset: 0 }))
            }
            (Some(_), _) => self.err(format!("`{name}` is not in the state space of this access")),
            (None, _) => self.no_name(name),
        }
    }
}

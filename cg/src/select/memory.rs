//! Loads, stores and addresses.

use super::{Selector, local_name};
use crate::lir::modifiers::{Space as PtxSpace, Type};
use crate::lir::{MemoryForm as PtxAccess, Op, Operand, Reg, RegClass, Symbol};
use optx_ir::{Access, CodeRep, CrId, Space};
use optx_whirl::{Mtype, Storage};

/// The type of a memory access.
pub(crate) fn access_type(mtype: Mtype) -> Type {
    match mtype {
        Mtype::I1 => Type::S8,
        Mtype::U1 | Mtype::B | Mtype::V | Mtype::M => Type::U8,
        Mtype::I2 => Type::S16,
        Mtype::U2 => Type::U16,
        Mtype::I4 | Mtype::U4 => Type::U32,
        Mtype::I8 | Mtype::U8 => Type::U64,
        Mtype::F4 => Type::F32,
        Mtype::F8 => Type::F64,
    }
}

/// A state space as PTX names it.
pub(super) fn ptx_space(space: Space) -> PtxSpace {
    match space {
        Space::Generic => PtxSpace::Generic,
        Space::Global => PtxSpace::Global,
        Space::Shared => PtxSpace::Shared,
        Space::Constant => PtxSpace::Const,
        Space::Local => PtxSpace::Local,
        Space::Param => PtxSpace::Param,
    }
}

impl Selector<'_> {
    pub(super) fn address(&mut self, access: &Access) -> Operand {
        if let CodeRep::Lda { st, offset } = *self.f.codemap.get(access.base) {
            let symbol = self.named(st, access.space == Space::Param);
            return Operand::AtSymbol(symbol, access.offset + offset);
        }
        Operand::AtReg(self.reg(access.base), access.offset)
    }

    /// The name of an object, or of the place that a parameter is passed in.
    pub(super) fn named(&mut self, st: optx_whirl::StId, parameter: bool) -> Symbol {
        if let Some(&symbol) = self.names.get(&(st, parameter)) {
            return symbol;
        }
        let f = self.f;
        let name = if parameter {
            let k = f.params.iter().position(|&p| p == st).unwrap_or(0);
            format!("{}{k}", self.symbols.parameter_prefix(f))
        } else if st.is_local() {
            local_name(f, st)
        } else {
            self.symbols.name(st).to_owned()
        };
        let symbol = self.new_symbol(name);
        self.names.insert((st, parameter), symbol);
        symbol
    }

    pub(super) fn new_symbol(&mut self, name: String) -> Symbol {
        self.code.symbols.push(name.into_boxed_str());
        Symbol(self.code.symbols.len() as u32 - 1)
    }

    /// The alignment that an access's address is known to have.
    fn alignment(&self, access: &Access) -> u32 {
        let natural = access.desc.size().max(1);
        // An object's own alignment holds for constant places in it.
        let object = match self.f.codemap.get(access.base) {
            CodeRep::Lda { st, offset } => {
                let at = access.offset + offset;
                let align = if st.is_local() {
                    self.f.locals[st.index()].align
                } else {
                    let st = &self.module.globals[st.index()];
                    let own = self.module.alignment(st);
                    if st.storage == Storage::SharedDynamic { own.max(16) } else { own }
                };
                if at == 0 { align } else { align.min(1 << at.trailing_zeros().min(16)) }
            }
            _ => 0,
        };
        if access.is_under_aligned() {
            return access.align.max(object);
        }
        natural.max(access.align).max(object)
    }

    /// The generic address of an access to an object's own space.
    pub(super) fn generic_address(&mut self, access: &Access) -> Operand {
        let base = Operand::Reg(self.reg(access.base));
        let generic = self.new_reg(RegClass::B64);
        self.put(Op::Cvta { to: false, space: ptx_space(access.space) }, &[generic], &[base]);
        Operand::AtReg(generic, access.offset)
    }

    fn is_volatile(access: &Access, volatile: bool) -> bool {
        // Nobody else sees the thread's own memory, and `volatile` exists for it from PTX 9.1 only.
        volatile && !matches!(access.space, Space::Local | Space::Constant | Space::Param)
    }

    pub(super) fn load(&mut self, dst: Reg, access: &Access, volatile: bool, read_only: bool) {
        let align = self.alignment(access);
        if align < access.desc.size() {
            return self.load_pieces(dst, access, align, volatile, read_only);
        }
        let mut address = self.address(access);
        let mut space = ptx_space(access.space);
        let volatile = Self::is_volatile(access, volatile);
        let read_only =
            read_only && !volatile && matches!(access.space, Space::Global | Space::Generic);
        if read_only && access.space == Space::Generic {
            // The read-only path exists for global memory alone.
            space = PtxSpace::Global;
            if let Operand::AtReg(base, offset) = address {
                let global = self.new_reg(RegClass::B64);
                self.put(Op::Cvta { to: true, space }, &[global], &[Operand::Reg(base)]);
                address = Operand::AtReg(global, offset);
            }
        }
        let align = PtxAccess::log2(align);
        let ty = access_type(access.desc);
        let access = PtxAccess { space, ty, count: 1, volatile, read_only, align };
        self.put(Op::Ld(access), &[dst], &[address]);
    }

    pub(super) fn store(&mut self, access: &Access, value: CrId, volatile: bool) {
        let align = self.alignment(access);
        if align < access.desc.size() {
            return self.store_pieces(access, align, value, volatile);
        }
        let value = self.store_operand(value, access.desc);
        self.store_at(access, value, volatile);
    }

    /// The store itself.
    pub(super) fn store_at(&mut self, access: &Access, value: Operand, volatile: bool) {
        // There is no store to constant memory. Who takes its `const` away may have one on a path that never runs.
        let (space, address) = match access.space {
            Space::Constant => (PtxSpace::Generic, self.generic_address(access)),
            space => (ptx_space(space), self.address(access)),
        };
        let access = PtxAccess {
            space,
            ty: access_type(access.desc.unsigned()),
            count: 1,
            volatile: Self::is_volatile(access, volatile),
            read_only: false,
            align: PtxAccess::log2(self.alignment(access)),
        };
        self.put(Op::St(access), &[], &[address, value]);
    }

    /// A value to store: a constant as an immediate where its width allows, else a register.
    fn store_operand(&mut self, value: CrId, desc: Mtype) -> Operand {
        match self.f.codemap.get(value) {
            CodeRep::Const { value, mtype } if *mtype != Mtype::B && desc.size() >= 4 => {
                Operand::Int(optx_whirl::canonical_constant(mtype.signed(), *value) as i64)
            }
            _ => Operand::Reg(self.reg(value)),
        }
    }
}

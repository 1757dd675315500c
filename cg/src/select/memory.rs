//! Loads, stores and addresses.

use super::{Selector, local_name, parameter_name};
use crate::lir::{Base, Kind, Memory, Operand, Reg};
use optx_ir::{Access, CodeRep, CrId, Space};
use optx_whirl::{Mtype, Storage};

/// The type of a memory access.
pub(super) fn type_name(mtype: Mtype) -> &'static str {
    match mtype {
        Mtype::I1 => "s8",
        Mtype::U1 | Mtype::B | Mtype::V | Mtype::M => "u8",
        Mtype::I2 => "s16",
        Mtype::U2 => "u16",
        Mtype::I4 | Mtype::U4 => "u32",
        Mtype::I8 | Mtype::U8 => "u64",
        Mtype::F4 => "f32",
        Mtype::F8 => "f64",
    }
}

fn space_suffix(space: Space) -> &'static str {
    match space {
        Space::Generic => "",
        Space::Global => ".global",
        Space::Shared => ".shared",
        Space::Constant => ".const",
        Space::Local => ".local",
        Space::Param => ".param",
    }
}

impl Selector<'_> {
    pub(super) fn address(&mut self, access: &Access) -> Operand {
        let base = match self.f.codemap.get(access.base) {
            CodeRep::Lda { st, offset } => {
                let name = if access.space == Space::Param {
                    let place = self.f.params.iter().position(|p| p == st).unwrap_or(0);
                    parameter_name(self.f, place)
                } else {
                    self.symbol(*st)
                };
                return Operand::Address(Base::Symbol(name), access.offset + offset);
            }
            _ => self.reg(access.base),
        };
        Operand::Address(Base::Reg(base), access.offset)
    }

    pub(super) fn symbol(&self, st: optx_whirl::StId) -> String {
        if st.is_local() { local_name(self.f, st) } else { self.symbols.name(st).to_owned() }
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
                    if st.storage == Storage::SharedDynamic { st.align.max(16) } else { st.align }
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
        let mut space = space_suffix(access.space);
        let volatile = Self::is_volatile(access, volatile);
        let mut cache = "";
        if read_only && !volatile && matches!(access.space, Space::Global | Space::Generic) {
            cache = ".nc";
            if access.space == Space::Generic {
                // The read-only path exists for global memory alone.
                if let Operand::Address(Base::Reg(base), offset) = address {
                    let global = self.new_reg(crate::lir::Class::B64);
                    self.plain("cvta.to.global.u64", global, &[Operand::Reg(base)]);
                    address = Operand::Address(Base::Reg(global), offset);
                }
                space = ".global";
            }
        }
        let name = format!(
            "ld{}{space}{cache}.{}",
            if volatile { ".volatile" } else { "" },
            type_name(access.desc)
        );
        let memory = Memory { size: access.desc.size(), align: self.alignment(access) };
        let kind = if volatile { Kind::Fixed } else { Kind::Load(memory) };
        self.put(&name, &[Operand::Reg(dst)], &[address], kind);
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
        let address = self.address(access);
        let volatile = Self::is_volatile(access, volatile);
        let name = format!(
            "st{}{}.{}",
            if volatile { ".volatile" } else { "" },
            space_suffix(access.space),
            type_name(access.desc.unsigned())
        );
        let memory = Memory { size: access.desc.size(), align: self.alignment(access) };
        let kind = if volatile { Kind::Fixed } else { Kind::Store(memory) };
        self.put(&name, &[address], &[value], kind);
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

//! Machine types, as Open64's `mtype`: what a register or a memory access holds.

/// A machine type. `I`/`U` are signed and unsigned integers, `F` floats, with their size in bytes.
///
/// Registers hold `B`, `I4`, `U4`, `I8`, `U8`, `F4`, `F8`; the 1- and 2-byte types are memory accesses only.
/// Values of `I4` and `U4`, and of `I8` and `U8`, are the same registers: an operator, not its operands,
/// carries the signedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Mtype {
    /// No value.
    #[default]
    V,
    /// A predicate.
    B,
    /// Signed 8-bit memory access.
    I1,
    /// Signed 16-bit memory access.
    I2,
    /// Signed 32-bit integer.
    I4,
    /// Signed 64-bit integer.
    I8,
    /// Unsigned 8-bit memory access.
    U1,
    /// Unsigned 16-bit memory access.
    U2,
    /// Unsigned 32-bit integer.
    U4,
    /// Unsigned 64-bit integer, and every address.
    U8,
    /// IEEE 754 binary32.
    F4,
    /// IEEE 754 binary64.
    F8,
    /// An aggregate; its size is in the type table. VH only.
    M,
}

impl Mtype {
    /// All machine types, in the order of their declaration.
    pub const ALL: [Mtype; 13] = [
        Mtype::V,
        Mtype::B,
        Mtype::I1,
        Mtype::I2,
        Mtype::I4,
        Mtype::I8,
        Mtype::U1,
        Mtype::U2,
        Mtype::U4,
        Mtype::U8,
        Mtype::F4,
        Mtype::F8,
        Mtype::M,
    ];

    /// The name in text.
    pub fn name(self) -> &'static str {
        match self {
            Mtype::V => "V",
            Mtype::B => "B",
            Mtype::I1 => "I1",
            Mtype::I2 => "I2",
            Mtype::I4 => "I4",
            Mtype::I8 => "I8",
            Mtype::U1 => "U1",
            Mtype::U2 => "U2",
            Mtype::U4 => "U4",
            Mtype::U8 => "U8",
            Mtype::F4 => "F4",
            Mtype::F8 => "F8",
            Mtype::M => "M",
        }
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<Mtype> {
        Mtype::ALL.into_iter().find(|m| m.name() == name)
    }

    /// Size in bytes; 0 for `V`, `B` and `M`.
    pub fn size(self) -> u32 {
        match self {
            Mtype::V | Mtype::B | Mtype::M => 0,
            Mtype::I1 | Mtype::U1 => 1,
            Mtype::I2 | Mtype::U2 => 2,
            Mtype::I4 | Mtype::U4 | Mtype::F4 => 4,
            Mtype::I8 | Mtype::U8 | Mtype::F8 => 8,
        }
    }

    /// Width in bits; 1 for `B`, 0 for `V` and `M`.
    pub fn bits(self) -> u32 {
        if self == Mtype::B { 1 } else { self.size() * 8 }
    }

    /// True for `I1 I2 I4 I8 U1 U2 U4 U8`.
    pub fn is_integer(self) -> bool {
        self.is_signed() || matches!(self, Mtype::U1 | Mtype::U2 | Mtype::U4 | Mtype::U8)
    }

    /// True for `I1 I2 I4 I8`.
    pub fn is_signed(self) -> bool {
        matches!(self, Mtype::I1 | Mtype::I2 | Mtype::I4 | Mtype::I8)
    }

    /// True for `F4 F8`.
    pub fn is_float(self) -> bool {
        matches!(self, Mtype::F4 | Mtype::F8)
    }

    /// True for the types that a register holds.
    pub fn is_register(self) -> bool {
        matches!(
            self,
            Mtype::B | Mtype::I4 | Mtype::U4 | Mtype::I8 | Mtype::U8 | Mtype::F4 | Mtype::F8
        )
    }

    /// The register type that a memory access of this type yields: `I1`, `I2` give `I4`, `U1`, `U2` give `U4`.
    pub fn register(self) -> Mtype {
        match self {
            Mtype::I1 | Mtype::I2 => Mtype::I4,
            Mtype::U1 | Mtype::U2 => Mtype::U4,
            other => other,
        }
    }

    /// The unsigned integer of the same size; other types are unchanged.
    pub fn unsigned(self) -> Mtype {
        match self {
            Mtype::I1 => Mtype::U1,
            Mtype::I2 => Mtype::U2,
            Mtype::I4 => Mtype::U4,
            Mtype::I8 => Mtype::U8,
            other => other,
        }
    }

    /// The signed integer of the same size; other types are unchanged.
    pub fn signed(self) -> Mtype {
        match self {
            Mtype::U1 => Mtype::I1,
            Mtype::U2 => Mtype::I2,
            Mtype::U4 => Mtype::I4,
            Mtype::U8 => Mtype::I8,
            other => other,
        }
    }

    /// True where a value of `self` may stand where `other` is wanted: the same type but for signedness.
    pub fn interchangeable(self, other: Mtype) -> bool {
        self.unsigned() == other.unsigned()
    }
}

impl std::fmt::Display for Mtype {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

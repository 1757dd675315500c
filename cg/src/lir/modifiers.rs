//! The modifiers and types of instructions, each with its spelling in PTX.

use super::RegClass;

macro_rules! spelled {
    ($($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $variant:ident $spelling:literal;)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[repr(u8)]
            pub enum $name { $($(#[$what])* $variant,)* }

            impl $name {
                /// All of them.
                pub const ALL: &[$name] = &[$($name::$variant,)*];

                /// The spelling in PTX.
                pub fn name(self) -> &'static str { match self { $($name::$variant => $spelling,)* } }
            }
        )*
    };
}

spelled! {
    /// A type, as an instruction's last suffix spells it.
    Type {
        /// A truth value.
        Pred "pred";
        /// 8 untyped bits.
        B8 "b8";
        /// 16 untyped bits.
        B16 "b16";
        /// 32 untyped bits.
        B32 "b32";
        /// 64 untyped bits.
        B64 "b64";
        /// Unsigned, 8 bits.
        U8 "u8";
        /// Unsigned, 16 bits.
        U16 "u16";
        /// Unsigned, 32 bits.
        U32 "u32";
        /// Unsigned, 64 bits.
        U64 "u64";
        /// Signed, 8 bits.
        S8 "s8";
        /// Signed, 16 bits.
        S16 "s16";
        /// Signed, 32 bits.
        S32 "s32";
        /// Signed, 64 bits.
        S64 "s64";
        /// Half precision.
        F16 "f16";
        /// Two of half precision.
        F16x2 "f16x2";
        /// bfloat16.
        Bf16 "bf16";
        /// Two of bfloat16.
        Bf16x2 "bf16x2";
        /// Single precision.
        F32 "f32";
        /// Double precision.
        F64 "f64";
    }

    /// A rounding mode, or how near an approximation is.
    Round {
        /// To nearest, ties to even.
        Rn ".rn";
        /// Toward zero.
        Rz ".rz";
        /// Downward.
        Rm ".rm";
        /// Upward.
        Rp ".rp";
        /// To the nearest whole number.
        Rni ".rni";
        /// To a whole number, toward zero.
        Rzi ".rzi";
        /// To a whole number, downward.
        Rmi ".rmi";
        /// To a whole number, upward.
        Rpi ".rpi";
        /// The hardware's approximation.
        Approx ".approx";
        /// The approximation over the full range.
        Full ".full";
    }

    /// What a comparison asks.
    Relation {
        /// Equal.
        Eq ".eq";
        /// Unequal; false for NaN.
        Ne ".ne";
        /// Less.
        Lt ".lt";
        /// Less or equal.
        Le ".le";
        /// Greater.
        Gt ".gt";
        /// Greater or equal.
        Ge ".ge";
        /// Unequal, or NaN.
        Neu ".neu";
    }

    /// A state space.
    Space {
        /// Any, by a generic address.
        Generic "";
        /// Global memory.
        Global ".global";
        /// The block's memory.
        Shared ".shared";
        /// Constant memory.
        Const ".const";
        /// The thread's memory.
        Local ".local";
        /// Parameters, and what functions return.
        Param ".param";
    }

    /// What an atomic operation does to memory.
    Update {
        /// Adds.
        Add ".add";
        /// Puts in.
        Exch ".exch";
        /// Keeps the smaller.
        Min ".min";
        /// Keeps the larger.
        Max ".max";
        /// Counts up to a bound, then from 0.
        Inc ".inc";
        /// Counts down, from a bound again at 0.
        Dec ".dec";
        /// Bitwise and.
        And ".and";
        /// Bitwise or.
        Or ".or";
        /// Bitwise exclusive or.
        Xor ".xor";
        /// Puts in where it is as expected.
        Cas ".cas";
    }

    /// Among which threads something holds.
    AtomicScope {
        /// Those of the block.
        Cta ".cta";
        /// Those of the device.
        Gpu "";
        /// All, the host's included.
        Sys ".sys";
    }

    /// A special register that keeps its value.
    Special {
        /// The thread's place in its block.
        TidX "%tid.x";
        /// As above, second axis.
        TidY "%tid.y";
        /// As above, third axis.
        TidZ "%tid.z";
        /// The block's extent.
        NtidX "%ntid.x";
        /// As above, second axis.
        NtidY "%ntid.y";
        /// As above, third axis.
        NtidZ "%ntid.z";
        /// The block's place in the grid.
        CtaidX "%ctaid.x";
        /// As above, second axis.
        CtaidY "%ctaid.y";
        /// As above, third axis.
        CtaidZ "%ctaid.z";
        /// The grid's extent.
        NctaidX "%nctaid.x";
        /// As above, second axis.
        NctaidY "%nctaid.y";
        /// As above, third axis.
        NctaidZ "%nctaid.z";
        /// The thread's place in its warp.
        Laneid "%laneid";
    }

    /// What threads of a warp do together.
    Warp {
        /// The value of a lane.
        ShflIdx "shfl.sync.idx";
        /// The value of a lane below.
        ShflUp "shfl.sync.up";
        /// The value of a lane above.
        ShflDown "shfl.sync.down";
        /// The value of the lane with other bits.
        ShflBfly "shfl.sync.bfly";
        /// Whether all lanes say so.
        VoteAll "vote.sync.all";
        /// Whether one lane says so.
        VoteAny "vote.sync.any";
        /// Whether all lanes say the same.
        VoteUni "vote.sync.uni";
        /// Which lanes say so.
        VoteBallot "vote.sync.ballot";
        /// Which lanes are here.
        Activemask "activemask";
        /// Which lanes have the same value.
        MatchAny "match.any.sync";
        /// All lanes, where they have the same value.
        MatchAll "match.all.sync";
        /// The sum.
        ReduxAdd "redux.sync.add";
        /// The smallest.
        ReduxMin "redux.sync.min";
        /// The largest.
        ReduxMax "redux.sync.max";
        /// The bitwise and.
        ReduxAnd "redux.sync.and";
        /// The bitwise or.
        ReduxOr "redux.sync.or";
        /// The bitwise exclusive or.
        ReduxXor "redux.sync.xor";
    }

    /// Where threads of a block, or of a warp, wait for each other.
    Barrier {
        /// `bar.sync`.
        Sync "bar.sync";
        /// How many say so.
        RedPopc "bar.red.popc.u32";
        /// Whether all say so.
        RedAnd "bar.red.and.pred";
        /// Whether one says so.
        RedOr "bar.red.or.pred";
        /// `bar.warp.sync`.
        Warp "bar.warp.sync";
    }
}

impl Special {
    /// True for what all threads of a block have in common.
    pub fn is_of_block(self) -> bool {
        use Special::{CtaidX, CtaidY, CtaidZ};
        self.is_constant() || matches!(self, CtaidX | CtaidY | CtaidZ)
    }

    /// True for an extent of the launch: machine code reads it from the bank of constants.
    pub fn is_constant(self) -> bool {
        use Special::{NctaidX, NctaidY, NctaidZ, NtidX, NtidY, NtidZ};
        matches!(self, NtidX | NtidY | NtidZ | NctaidX | NctaidY | NctaidZ)
    }
}

impl Type {
    /// Bytes in memory; 0 for a truth value, which has none.
    pub fn size(self) -> u32 {
        use Type::*;
        match self {
            Pred => 0,
            B8 | U8 | S8 => 1,
            B16 | U16 | S16 | F16 | Bf16 => 2,
            B32 | U32 | S32 | F16x2 | Bf16x2 | F32 => 4,
            B64 | U64 | S64 | F64 => 8,
        }
    }

    /// Whether a register of the class may stand where the type is asked for exactly.
    pub fn fits(self, class: RegClass) -> bool {
        use Type::*;
        match self {
            Pred => class == RegClass::Pred,
            B8 | U8 | S8 => false,
            B16 | U16 | S16 | F16 | Bf16 => class == RegClass::B16,
            B32 => matches!(class, RegClass::B32 | RegClass::F32),
            U32 | S32 | F16x2 | Bf16x2 => class == RegClass::B32,
            B64 => matches!(class, RegClass::B64 | RegClass::F64),
            U64 | S64 => class == RegClass::B64,
            F32 => class == RegClass::F32,
            F64 => class == RegClass::F64,
        }
    }

    /// Whether a register of the class may hold what is loaded, stored or converted as the type: one that is wider will do
    /// for integers (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
    pub fn fits_relaxed(self, class: RegClass) -> bool {
        use Type::*;
        match self {
            B8 | U8 | S8 | B16 | U16 | S16 => {
                matches!(class, RegClass::B16 | RegClass::B32 | RegClass::B64)
            }
            _ => self.fits(class),
        }
    }
}

impl Round {
    /// The mode that rounds to whole numbers as this one rounds.
    pub fn to_integer(self) -> Round {
        match self {
            Round::Rn => Round::Rni,
            Round::Rm => Round::Rmi,
            Round::Rp => Round::Rpi,
            _ => Round::Rzi,
        }
    }
}

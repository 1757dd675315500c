//! Operators: with a result type and a descriptor type they make an opcode (`I4ADD`, `F4F4LDID`, `I1ISTORE`).

use crate::mtype::Mtype;

/// Which of the two types an opcode's name shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypesShown {
    /// Neither: control flow.
    Neither,
    /// The result type: arithmetic.
    Result,
    /// The descriptor type: stores.
    Descriptor,
    /// Result, then descriptor: loads, comparisons, conversions, intrinsics.
    Both,
}

/// How many kids an operator has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Exactly this many.
    Exactly(u8),
    /// Any number.
    Any,
}

/// At which level of WHIRL an operator may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// VH only: lowered by `vho`.
    Vh,
    /// VH and M.
    Both,
    /// M only.
    M,
}

macro_rules! operators {
    ($($(#[$doc:meta])* $variant:ident $name:literal $kind:ident $arity:expr, $types:ident, $level:ident;)*) => {
        /// A WHIRL operator. Statements and expressions are told apart by [`Operator::is_statement`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Operator { $($(#[$doc])* $variant,)* }

        impl Operator {
            /// All operators.
            pub const ALL: &'static [Operator] = &[$(Operator::$variant,)*];

            /// The name in text, without types.
            pub fn name(self) -> &'static str { match self { $(Operator::$variant => $name,)* } }

            /// True for operators that stand in a block; the others are expressions.
            pub fn is_statement(self) -> bool { match self { $(Operator::$variant => operators!(@$kind),)* } }

            /// The number of kids.
            pub fn arity(self) -> Arity { match self { $(Operator::$variant => $arity,)* } }

            /// Which types the opcode's name shows.
            pub fn types_shown(self) -> TypesShown { match self { $(Operator::$variant => TypesShown::$types,)* } }

            /// The level at which it may stand.
            pub fn level(self) -> Level { match self { $(Operator::$variant => Level::$level,)* } }
        }
    };
    (@stmt) => { true };
    (@expr) => { false };
}

use Arity::{Any, Exactly};

operators! {
    /// A list of statements.
    Block "BLOCK" stmt Any, Neither, Both;
    /// Kids: condition (`B`), then-block, else-block.
    If "IF" stmt Exactly(3), Neither, Vh;
    /// Kids: condition, body.
    WhileDo "WHILE_DO" stmt Exactly(2), Neither, Vh;
    /// Kids: body, condition. The body runs first.
    DoWhile "DO_WHILE" stmt Exactly(2), Neither, Vh;
    /// Kids: selector, a block of CASEGOTO. `label` is the default's target. The descriptor type is the selector's.
    Switch "SWITCH" stmt Exactly(2), Descriptor, Vh;
    /// One case of a SWITCH: goes to `label` when the selector equals `value`.
    CaseGoto "CASEGOTO" stmt Exactly(0), Neither, Vh;
    /// Goes to `label`.
    Goto "GOTO" stmt Exactly(0), Neither, Both;
    /// Defines `label`.
    Label "LABEL" stmt Exactly(0), Neither, Both;
    /// Kid: condition. Goes to `label` when it holds.
    TrueBr "TRUEBR" stmt Exactly(1), Neither, M;
    /// Kid: condition. Goes to `label` when it does not hold.
    FalseBr "FALSEBR" stmt Exactly(1), Neither, M;
    /// Returns without a value.
    Return "RETURN" stmt Exactly(0), Neither, Both;
    /// Kid: the value returned.
    ReturnVal "RETURN_VAL" stmt Exactly(1), Descriptor, Both;
    /// Kid: value. Stores it to `st + offset` as the descriptor type.
    Stid "STID" stmt Exactly(1), Descriptor, Both;
    /// Kids: value, address. Stores to `address + offset` as the descriptor type.
    Istore "ISTORE" stmt Exactly(2), Descriptor, Both;
    /// Kid: value. Stores to the bit-field `bits` of `st + offset`; the descriptor is the container's type.
    Stbits "STBITS" stmt Exactly(1), Descriptor, Vh;
    /// Kids: value, address. Stores to the bit-field `bits` of `address + offset`.
    Istbits "ISTBITS" stmt Exactly(2), Descriptor, Vh;
    /// Calls the function numbered `value` of the module with the kids as arguments; the result goes to `st`.
    Call "CALL" stmt Any, Result, Both;
    /// An intrinsic with an effect, or a convergent one; the result goes to `st`.
    IntrinsicCall "INTRINSIC_CALL" stmt Any, Both, Both;
    /// Inline PTX: entry `value` of the function's table, kids are its inputs.
    Asm "ASM_STMT" stmt Any, Neither, Both;
    /// Kid: an expression evaluated for nothing (a volatile load's value that is not used is a STID to a temporary).
    Eval "EVAL" stmt Exactly(1), Neither, Vh;
    /// A hint for the loop that follows: unroll factor `value` (0: full, 1: none).
    PragmaUnroll "PRAGMA_UNROLL" stmt Exactly(0), Neither, Both;

    /// The value of `st + offset`, read as the descriptor type.
    Ldid "LDID" expr Exactly(0), Both, Both;
    /// Kid: address. The value at `address + offset`, read as the descriptor type.
    Iload "ILOAD" expr Exactly(1), Both, Both;
    /// The bit-field `bits` of `st + offset`; the descriptor is the container's type, its sign the field's.
    Ldbits "LDBITS" expr Exactly(0), Both, Vh;
    /// Kid: address. The bit-field `bits` of `address + offset`.
    Ildbits "ILDBITS" expr Exactly(1), Both, Vh;
    /// The generic address of `st + offset`.
    Lda "LDA" expr Exactly(0), Result, Both;
    /// The integer (or predicate) constant `value`.
    Intconst "INTCONST" expr Exactly(0), Result, Both;
    /// The float constant with the bits `value`.
    Const "CONST" expr Exactly(0), Result, Both;
    /// Conversion from the descriptor type to the result type as C has it (float to integer toward zero).
    Cvt "CVT" expr Exactly(1), Both, Both;
    /// The kid cut to the descriptor type (`I1 U1 I2 U2`) and extended again.
    Cvtl "CVTL" expr Exactly(1), Both, Both;
    /// The kid's bits taken as the result type.
    Tas "TAS" expr Exactly(1), Both, Both;
    /// Negation.
    Neg "NEG" expr Exactly(1), Result, Both;
    /// Absolute value.
    Abs "ABS" expr Exactly(1), Result, Both;
    /// Bitwise complement.
    Bnot "BNOT" expr Exactly(1), Result, Both;
    /// Logical negation of a predicate.
    Lnot "LNOT" expr Exactly(1), Result, Both;
    /// Sum.
    Add "ADD" expr Exactly(2), Result, Both;
    /// Difference.
    Sub "SUB" expr Exactly(2), Result, Both;
    /// Product.
    Mpy "MPY" expr Exactly(2), Result, Both;
    /// Upper half of the double-width product.
    Highmpy "HIGHMPY" expr Exactly(2), Result, Both;
    /// Quotient, toward zero; floats to nearest unless the options say approximate.
    Div "DIV" expr Exactly(2), Result, Both;
    /// Remainder with the dividend's sign.
    Rem "REM" expr Exactly(2), Result, Both;
    /// Larger; on floats the number where one is a NaN.
    Max "MAX" expr Exactly(2), Result, Both;
    /// Smaller; on floats the number where one is a NaN.
    Min "MIN" expr Exactly(2), Result, Both;
    /// Bitwise and.
    Band "BAND" expr Exactly(2), Result, Both;
    /// Bitwise or.
    Bior "BIOR" expr Exactly(2), Result, Both;
    /// Bitwise exclusive or.
    Bxor "BXOR" expr Exactly(2), Result, Both;
    /// And of predicates, both evaluated.
    Land "LAND" expr Exactly(2), Result, Both;
    /// Or of predicates, both evaluated.
    Lior "LIOR" expr Exactly(2), Result, Both;
    /// Left shift; the second kid is 4 bytes wide, and an amount of the width or more gives 0.
    Shl "SHL" expr Exactly(2), Result, Both;
    /// Arithmetic right shift; an amount of the width or more gives the sign.
    Ashr "ASHR" expr Exactly(2), Result, Both;
    /// Logical right shift; an amount of the width or more gives 0.
    Lshr "LSHR" expr Exactly(2), Result, Both;
    /// Fused multiply-add `k0 * k1 + k2`, one rounding.
    Fma "FMA" expr Exactly(3), Result, Both;
    /// Equal. Comparisons yield `B`; the descriptor is the operands' type.
    Eq "EQ" expr Exactly(2), Both, Both;
    /// Not equal; true on NaN.
    Ne "NE" expr Exactly(2), Both, Both;
    /// Less.
    Lt "LT" expr Exactly(2), Both, Both;
    /// Less or equal.
    Le "LE" expr Exactly(2), Both, Both;
    /// Greater.
    Gt "GT" expr Exactly(2), Both, Both;
    /// Greater or equal.
    Ge "GE" expr Exactly(2), Both, Both;
    /// Kids: condition, value if it holds, value if not; all evaluated.
    Select "SELECT" expr Exactly(3), Result, Both;
    /// A pure intrinsic.
    IntrinsicOp "INTRINSIC_OP" expr Any, Both, Both;
    /// Short-circuit and of predicates.
    Cand "CAND" expr Exactly(2), Result, Vh;
    /// Short-circuit or of predicates.
    Cior "CIOR" expr Exactly(2), Result, Vh;
    /// Kids: condition, value if it holds, value if not; only the one needed is evaluated.
    Cselect "CSELECT" expr Exactly(3), Result, Vh;
    /// Kids: a block run first, then the value.
    Comma "COMMA" expr Exactly(2), Result, Vh;
}

impl Operator {
    /// True where exchanging the two kids gives the same value.
    pub fn is_commutative(self) -> bool {
        use Operator::*;
        matches!(self, Add | Mpy | Highmpy | Max | Min | Band | Bior | Bxor | Land | Lior | Eq | Ne)
    }

    /// True for the six comparisons.
    pub fn is_compare(self) -> bool {
        use Operator::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// The comparison with its operands exchanged (`LT` to `GT`); others unchanged.
    pub fn swapped(self) -> Operator {
        use Operator::*;
        match self {
            Lt => Gt,
            Gt => Lt,
            Le => Ge,
            Ge => Le,
            other => other,
        }
    }

    /// The comparison that holds exactly where this one does not, for integers (`LT` to `GE`). Floats: see NaN.
    pub fn negated(self) -> Option<Operator> {
        use Operator::*;
        Some(match self {
            Eq => Ne,
            Ne => Eq,
            Lt => Ge,
            Ge => Lt,
            Gt => Le,
            Le => Gt,
            _ => return None,
        })
    }

    /// The opcode's name: types as [`Operator::types_shown`] says, then the operator.
    pub fn opcode_name(self, rtype: Mtype, desc: Mtype) -> String {
        match self.types_shown() {
            TypesShown::Neither => self.name().to_owned(),
            TypesShown::Result => format!("{rtype}{}", self.name()),
            TypesShown::Descriptor => format!("{desc}{}", self.name()),
            TypesShown::Both => format!("{rtype}{desc}{}", self.name()),
        }
    }

    /// Reads an opcode's name back.
    pub fn from_opcode_name(text: &str) -> Option<(Operator, Mtype, Mtype)> {
        // Types are at most two characters each, so the operator begins at one of five places.
        for split in 0..=4.min(text.len()) {
            if !text.is_char_boundary(split) {
                return None;
            }
            let (types, name) = text.split_at(split);
            let Some(&op) = Operator::ALL.iter().find(|o| o.name() == name) else { continue };
            let read = match op.types_shown() {
                TypesShown::Neither => types.is_empty().then_some((Mtype::V, Mtype::V)),
                TypesShown::Result => Mtype::from_name(types).map(|r| (r, Mtype::V)),
                TypesShown::Descriptor => Mtype::from_name(types).map(|d| (Mtype::V, d)),
                TypesShown::Both => (1..types.len()).find_map(|k| {
                    let (r, d) = types.split_at_checked(k)?;
                    Some((Mtype::from_name(r)?, Mtype::from_name(d)?))
                }),
            };
            if let Some((r, d)) = read {
                return Some((op, r, d));
            }
        }
        None
    }
}

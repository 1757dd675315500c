//! Words with fixed symbols: keywords, attributes, and names that the preprocessor and the parser know.

use crate::{intern::Symbol, token::Tok};

macro_rules! words {
    ($($name:ident $text:literal)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "an index, not a type")]
        enum Index { $($name,)* }
        $(#[doc = concat!("`", $text, "`")] pub const $name: Symbol = Symbol(Index::$name as u32);)*
        /// The spellings, in the order of their symbols.
        pub const WORDS: &[&str] = &[$($text,)*];
    };
}

words! {
    EMPTY ""
    // Type words. `VOID` to `TYPENAME_LAST` start a type.
    VOID "void" BOOL "bool" C_BOOL "_Bool" CHAR "char" SHORT "short" INT "int" LONG "long" FLOAT "float"
    DOUBLE "double" SIGNED "signed" SIGNED_ALT "__signed__" SIGNED_GNU "__signed" UNSIGNED "unsigned" INT64_MS "__int64"
    WCHAR "wchar_t" CHAR16 "char16_t" CHAR32 "char32_t" INT128 "__int128" AUTO "auto"
    STRUCT "struct" UNION "union" ENUM "enum" CLASS "class" TYPENAME "typename"
    TYPEOF "typeof" TYPEOF_ALT "__typeof__" UNDERLYING_TYPE "__underlying_type" DECLTYPE "decltype"
    CONST "const" CONST_ALT "__const" CONST_GNU "__const__" VOLATILE "volatile" VOLATILE_ALT "__volatile__"
    RESTRICT_ALT "__restrict__" RESTRICT_MS "__restrict"
    // Declaration words.
    TYPEDEF "typedef" EXTERN "extern" STATIC "static" REGISTER "register" INLINE "inline" INLINE_ALT "__inline__"
    INLINE_MS "__inline" CONSTEXPR "constexpr" CONSTINIT "constinit" CONSTEVAL "consteval" MUTABLE "mutable" THREAD_LOCAL "thread_local"
    VIRTUAL "virtual" EXPLICIT "explicit" FRIEND "friend"
    GLOBAL "__global__" DEVICE "__device__" HOST "__host__" SHARED "__shared__" CONSTANT "__constant__"
    MANAGED "__managed__" FORCEINLINE "__forceinline__" NOINLINE "__noinline__" LAUNCH_BOUNDS "__launch_bounds__"
    ALIGN "__align__" ALIGNAS "alignas" GRID_CONSTANT "__grid_constant__" ATTRIBUTE "__attribute__" DECLSPEC "__declspec"
    EXTENSION "__extension__" MAXNREG "__maxnreg__" CLUSTER_DIMS "__cluster_dims__" NORETURN "_Noreturn"
    // Statements and expressions.
    IF "if" ELSE "else" WHILE "while" DO "do" FOR "for" SWITCH "switch" CASE "case" DEFAULT "default" BREAK "break"
    CONTINUE "continue" RETURN "return" GOTO "goto" ASM "asm" ASM_ALT "__asm__" ASM_MS "__asm" TRY "try" CATCH "catch" THROW "throw"
    SIZEOF "sizeof" ALIGNOF "alignof" ALIGNOF_ALT "__alignof__" ALIGNOF_C "_Alignof" TRUE "true" FALSE "false" NULLPTR "nullptr"
    STATIC_CAST "static_cast" REINTERPRET_CAST "reinterpret_cast" CONST_CAST "const_cast" DYNAMIC_CAST "dynamic_cast"
    NEW "new" DELETE "delete" THIS "this" OPERATOR "operator" TEMPLATE "template" NAMESPACE "namespace" USING "using"
    PUBLIC "public" PRIVATE "private" PROTECTED "protected" STATIC_ASSERT "static_assert" STATIC_ASSERT_C "_Static_assert"
    NOEXCEPT "noexcept" BUILTIN_OFFSETOF "__builtin_offsetof" OFFSETOF "offsetof" TYPEID "typeid"
    KEYWORDS_END "<keywords end>"
    // Alternative tokens of C++.
    AND "and" OR "or" NOT "not" XOR "xor" BITAND "bitand" BITOR "bitor" COMPL "compl" AND_EQ "and_eq" OR_EQ "or_eq"
    XOR_EQ "xor_eq" NOT_EQ "not_eq"
    // The preprocessor's words.
    DEFINE "define" UNDEF "undef" INCLUDE "include" INCLUDE_NEXT "include_next" IMPORT "import" IFDEF "ifdef" IFNDEF "ifndef" ELIF "elif" ENDIF "endif"
    ELIFDEF "elifdef" ELIFNDEF "elifndef"
    LINE "line" ERROR "error" WARNING "warning" PRAGMA "pragma" IDENT "ident" DEFINED "defined" ONCE "once" UNROLL "unroll" NOUNROLL "nounroll"
    OPERATOR_PRAGMA "_Pragma" VA_ARGS "__VA_ARGS__" VA_OPT "__VA_OPT__" FILE "__FILE__" LINE_MACRO "__LINE__"
    COUNTER "__COUNTER__" DATE "__DATE__" TIME "__TIME__" HAS_INCLUDE "__has_include" INCLUDE_LEVEL "__INCLUDE_LEVEL__"
    BASE_FILE "__BASE_FILE__" HAS_INCLUDE_NEXT "__has_include_next" HAS_ATTRIBUTE "__has_attribute"
    HAS_CPP_ATTRIBUTE "__has_cpp_attribute" HAS_C_ATTRIBUTE "__has_c_attribute" HAS_BUILTIN "__has_builtin" HAS_FEATURE "__has_feature"
    HAS_EXTENSION "__has_extension" HAS_WARNING "__has_warning" HAS_DECLSPEC_ATTRIBUTE "__has_declspec_attribute"
    // A qualifier in C, and a name in C++.
    RESTRICT "restrict"
    // Languages of linkage.
    LINKAGE_C "\"C\"" LINKAGE_CPP "\"C++\""
    // Names that the checker knows.
    THREAD_IDX "threadIdx" BLOCK_IDX "blockIdx" BLOCK_DIM "blockDim" GRID_DIM "gridDim" WARP_SIZE "warpSize"
    X "x" Y "y" Z "z" W "w" MAIN "main" STD "std" SIZE_T "size_t" ALIGNED "aligned" ALIGNED_ALT "__aligned__" PACKED "packed" PACKED_ALT "__packed__"
    // What a closure has that no program can name: its object, what it captures, and the types of its parameters that are `auto`.
    CLOSURE "<closure>" CAPTURED "<captured>"
    AUTO_1 "auto:1" AUTO_2 "auto:2" AUTO_3 "auto:3" AUTO_4 "auto:4" AUTO_5 "auto:5" AUTO_6 "auto:6" AUTO_7 "auto:7" AUTO_8 "auto:8"
    AUTO_9 "auto:9" AUTO_10 "auto:10" AUTO_11 "auto:11" AUTO_12 "auto:12" AUTO_13 "auto:13" AUTO_14 "auto:14" AUTO_15 "auto:15"
    AUTO_16 "auto:16"
    // Names of operator functions.
    OP_PLUS "operator+" OP_MINUS "operator-" OP_STAR "operator*" OP_SLASH "operator/" OP_PERCENT "operator%" OP_CARET "operator^"
    OP_AMP "operator&" OP_PIPE "operator|" OP_TILDE "operator~" OP_BANG "operator!" OP_ASSIGN "operator=" OP_LT "operator<"
    OP_GT "operator>" OP_PLUS_EQ "operator+=" OP_MINUS_EQ "operator-=" OP_STAR_EQ "operator*=" OP_SLASH_EQ "operator/="
    OP_PERCENT_EQ "operator%=" OP_CARET_EQ "operator^=" OP_AMP_EQ "operator&=" OP_PIPE_EQ "operator|=" OP_SHL "operator<<"
    OP_SHR "operator>>" OP_SHL_EQ "operator<<=" OP_SHR_EQ "operator>>=" OP_EQ "operator==" OP_NE "operator!="
    OP_LE "operator<=" OP_GE "operator>=" OP_AND "operator&&" OP_OR "operator||" OP_INC "operator++" OP_DEC "operator--"
    OP_COMMA "operator," OP_ARROW_STAR "operator->*" OP_ARROW "operator->" OP_CALL "operator()" OP_INDEX "operator[]"
    OP_CONVERSION "operator <type>" OP_ALLOCATION "operator new" DESTRUCTOR "~"
    FUNC "__func__" FUNCTION "__FUNCTION__" PRETTY_FUNCTION "__PRETTY_FUNCTION__" OVERRIDE "override" FINAL "final"
    // In `__attribute__((...))`.
    A_GLOBAL "global" A_DEVICE "device" A_HOST "host" A_SHARED "shared" A_CONSTANT "constant" A_MANAGED "managed"
}

/// The types of a lambda's parameters that are `auto`, in their order.
pub const AUTO_PARAMETERS: [Symbol; 16] = [
    AUTO_1, AUTO_2, AUTO_3, AUTO_4, AUTO_5, AUTO_6, AUTO_7, AUTO_8, AUTO_9, AUTO_10, AUTO_11,
    AUTO_12, AUTO_13, AUTO_14, AUTO_15, AUTO_16,
];

/// Whether a symbol is a keyword.
#[must_use]
pub fn is_keyword(s: Symbol) -> bool {
    s.0 != 0 && s.0 < KEYWORDS_END.0
}

/// Whether a symbol is one of C++'s words for an operator that stands between two operands.
#[must_use]
pub fn is_alternative_operator(s: Symbol) -> bool {
    matches!(s, AND | OR | XOR | NOT_EQ | BITAND | BITOR | AND_EQ | OR_EQ | XOR_EQ)
}

/// The operator function that a token after `operator` names; `()` and `[]` have two tokens and are not here.
#[must_use]
pub fn operator_name(t: Tok) -> Option<Symbol> {
    Some(match t {
        Tok::Plus => OP_PLUS,
        Tok::Minus => OP_MINUS,
        Tok::Star => OP_STAR,
        Tok::Slash => OP_SLASH,
        Tok::Percent => OP_PERCENT,
        Tok::Caret => OP_CARET,
        Tok::Amp => OP_AMP,
        Tok::Pipe => OP_PIPE,
        Tok::Tilde => OP_TILDE,
        Tok::Bang => OP_BANG,
        Tok::Eq => OP_ASSIGN,
        Tok::Lt => OP_LT,
        Tok::Gt => OP_GT,
        Tok::PlusEq => OP_PLUS_EQ,
        Tok::MinusEq => OP_MINUS_EQ,
        Tok::StarEq => OP_STAR_EQ,
        Tok::SlashEq => OP_SLASH_EQ,
        Tok::PercentEq => OP_PERCENT_EQ,
        Tok::CaretEq => OP_CARET_EQ,
        Tok::AmpEq => OP_AMP_EQ,
        Tok::PipeEq => OP_PIPE_EQ,
        Tok::Shl => OP_SHL,
        Tok::Shr => OP_SHR,
        Tok::ShlEq => OP_SHL_EQ,
        Tok::ShrEq => OP_SHR_EQ,
        Tok::EqEq => OP_EQ,
        Tok::Ne => OP_NE,
        Tok::Le => OP_LE,
        Tok::Ge => OP_GE,
        Tok::AmpAmp => OP_AND,
        Tok::PipePipe => OP_OR,
        Tok::PlusPlus => OP_INC,
        Tok::MinusMinus => OP_DEC,
        Tok::Comma => OP_COMMA,
        Tok::ArrowStar => OP_ARROW_STAR,
        Tok::Arrow => OP_ARROW,
        _ => return None,
    })
}

/// Whether a symbol is the name of an operator function.
#[must_use]
pub fn is_operator_name(s: Symbol) -> bool {
    s.0 >= OP_PLUS.0 && s.0 <= OP_CONVERSION.0
}

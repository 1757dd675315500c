//! The stable codes: each names one kind of diagnostic, for ever. A code is never used again for another thing.

use std::fmt;

use crate::Severity;
use crate::explanations;

/// A stable diagnostic code such as `E0042` or `W0001`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

impl Code {
    /// Whether it says that something is absent here, and not that it is wrong.
    #[must_use]
    pub fn is_absence(self) -> bool {
        let number = self.0.strip_prefix('E').and_then(|n| n.parse::<u32>().ok());
        number.is_some_and(|n| (100..=115).contains(&n)) || self == code::UNPARSABLE_DECLARATION
    }

    /// The severity that the first letter says.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self.0.as_bytes().first() {
            Some(b'W') => Severity::Warning,
            Some(b'R') => Severity::Remark,
            _ => Severity::Error,
        }
    }

    /// What the code means, in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        find_code(self.0).map_or("", |r| r.title)
    }

    /// What the code means at length: why it is so, a wrong example and the right form.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        explanations::of(self.0).unwrap_or("")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A row of the table of codes.
#[derive(Clone, Copy, Debug)]
pub struct CodeRow {
    /// The code.
    pub code: Code,
    /// What it means, in a few words.
    pub title: &'static str,
}

/// The table of codes, in order.
#[must_use]
pub fn code_rows() -> &'static [CodeRow] {
    code::ROWS
}

/// The row of a code given as text.
#[must_use]
pub fn find_code(text: &str) -> Option<&'static CodeRow> {
    code_rows().iter().find(|r| r.code.0 == text)
}

macro_rules! codes {
    ($($name:ident $text:literal $title:literal)*) => {
        /// The codes by name.
        pub mod code {
            use super::{Code, CodeRow};
            $(#[doc = $title] pub const $name: Code = Code($text);)*
            pub(super) const ROWS: &[CodeRow] = &[$(CodeRow { code: $name, title: $title },)*];
        }
    };
}

codes! {
    // Lexing and preprocessing.
    BAD_CHARACTER "E0001" "a character that no token starts with"
    UNTERMINATED "E0002" "a comment, string or character constant that does not end"
    BAD_NUMBER "E0003" "a malformed number"
    BAD_ESCAPE "E0004" "a malformed character or escape sequence"
    BAD_DIRECTIVE "E0005" "an unknown or malformed preprocessor directive"
    UNBALANCED_CONDITIONAL "E0006" "`#if` and `#endif` that do not match"
    BAD_CONDITION "E0007" "a malformed `#if` expression"
    ERROR_DIRECTIVE "E0008" "an `#error` directive"
    BAD_MACRO "E0009" "a malformed macro definition"
    MACRO_ARGUMENTS "E0011" "a macro used with the wrong number of arguments"
    BAD_PASTE "E0012" "`##` that does not make a token"
    INCLUDE_MISSING "E0013" "an included file that cannot be found"
    UNTERMINATED_ARGUMENTS "E0014" "a macro use whose arguments do not end"
    // Limits.
    LIMIT_NESTING "E0020" "nesting deeper than the limit"
    LIMIT_INCLUDE "E0021" "includes nested deeper than the limit"
    LIMIT_EXPANSION "E0022" "macro expansion past the limit"
    LIMIT_SOURCE "E0023" "more source text than the limit"
    LIMIT_OBJECT "E0024" "an object larger than the limit"
    LIMIT_CONDITIONAL "E0025" "conditionals nested deeper than the limit"
    // Parsing.
    EXPECTED "E0030" "a token other than the one that must stand here"
    EXPECTED_EXPRESSION "E0031" "something that is not an expression"
    EXPECTED_TYPE "E0032" "something that is not a type"
    BAD_SPECIFIERS "E0033" "specifiers that do not go together"
    BAD_DECLARATOR "E0034" "a malformed declarator"
    UNBALANCED_BRACKET "E0035" "a bracket without its partner"
    MISPLACED_STATEMENT "E0036" "a statement where it cannot stand"
    // Names.
    UNKNOWN_NAME "E0040" "a name that is not declared"
    UNKNOWN_TYPE "E0041" "a type name that is not declared"
    UNKNOWN_MEMBER "E0042" "a member that the type does not have"
    REDEFINED "E0043" "a name defined twice"
    UNKNOWN_LABEL "E0044" "a label that is not defined"
    DUPLICATE_LABEL "E0045" "a label or case defined twice"
    UNPARSABLE_DECLARATION "E0046" "a name whose declaration is outside the kernel language"
    HOST_ONLY "E0047" "device code that uses something of the host"
    UNDEFINED_FUNCTION "E0048" "a device function that is declared and called, but not defined"
    AMBIGUOUS "E0049" "a call that fits several overloads equally well, or a name of several namespaces"
    // Types.
    TYPE_MISMATCH "E0060" "a value of the wrong type"
    BAD_OPERANDS "E0061" "operands that an operator cannot take"
    NOT_ASSIGNABLE "E0062" "an assignment to something that cannot be assigned"
    NOT_CALLABLE "E0063" "a call of something that is not a function"
    ARGUMENT_COUNT "E0064" "a call with the wrong number of arguments"
    NO_OVERLOAD "E0065" "a call that fits no overload"
    NOT_CONSTANT "E0066" "something that must be a constant and is not"
    BAD_ARRAY "E0067" "a malformed array type"
    INCOMPLETE_TYPE "E0068" "a use of a type that is not complete"
    BAD_INITIALIZER "E0069" "an initialiser that does not fit"
    BAD_CAST "E0070" "a cast that is not possible"
    BAD_RETURN "E0071" "a return that does not fit the function"
    CONST_VIOLATION "E0072" "a change of something that is const"
    BAD_SUBSCRIPT "E0073" "a subscript of something that is no array or pointer"
    BAD_DEREFERENCE "E0074" "a dereference of something that is no pointer"
    ADDRESS_OF_VALUE "E0075" "the address of something that is no object"
    BAD_SWITCH "E0076" "a malformed switch"
    BAD_BITFIELD "E0077" "a malformed bit-field"
    VOID_VALUE "E0078" "a use of a void value"
    BAD_CONDITION_TYPE "E0079" "a condition that is neither number nor pointer"
    CLASS_RULE "E0080" "a broken rule of classes: what is private, deleted or of another class"
    // CUDA.
    BAD_KERNEL "E0090" "a malformed kernel declaration"
    SHARED_INITIALIZER "E0091" "a `__shared__` variable with an initialiser"
    BAD_SPACE "E0092" "a memory space that cannot stand here"
    KERNEL_CALLED "E0093" "a kernel that is called and not launched"
    BAD_LAUNCH_BOUNDS "E0094" "malformed launch bounds"
    BAD_ASM "E0095" "malformed inline PTX"
    BAD_BUILTIN "E0096" "a built-in function used in a wrong way"
    BUILTIN_ARCH "E0097" "a built-in function that the target does not have"
    BAD_PRAGMA "E0098" "a malformed pragma"
    BAD_ALIGNMENT "E0099" "a malformed alignment"
    // Absent, so far or for good.
    NOT_SUPPORTED "E0100" "something that is not supported yet"
    FUNCTION_POINTER "E0101" "a function pointer"
    RECURSION "E0102" "a recursive function"
    VARIABLE_ARRAY "E0103" "an array of variable length"
    TEXTURE "E0104" "a texture or surface"
    TEMPLATE "E0105" "a template, not supported yet"
    CLASS "E0106" "a C++ class feature, not supported yet"
    DEVICE_LAUNCH "E0108" "a kernel launch from device code"
    ALLOCATION "E0109" "`new`, `delete`, `malloc` or `free` in device code"
    EXCEPTION "E0110" "exceptions in device code"
    LAUNCH_NOT_KERNEL "E0111" "a launch of a function that is no kernel"
    HOST_LIBRARY "E0112" "a name of the host's standard library in device code"
    LAMBDA "E0113" "a lambda that cannot be"
    MEMBER_POINTER "E0114" "a pointer to a member"
    STRUCTURED_BINDING "E0115" "a structured binding"
    // Intermediate forms, the target, the compiler itself.
    BAD_TEXT_FORM "E0120" "a malformed WHIRL or SSA text"
    TARGET_LACKS "E0121" "something that the target or the PTX version does not have"
    NO_SUCH_KERNEL "E0122" "a kernel named by an option that is not there"
    BOUNDS_BELOW_BLOCK "E0123" "launch bounds below the block's shape that an option gives"
    INTERNAL "E0129" "a bug in the compiler"
    // Warnings.
    UNKNOWN_HEADER "W0001" "an unknown system header, taken as empty"
    WARNING_DIRECTIVE "W0002" "a `#warning` directive"
    UNKNOWN_PRAGMA "W0003" "an unknown pragma"
    UNUSED_RESULT "W0004" "an expression whose result is not used"
    MISSING_RETURN "W0005" "a function that ends without returning its value"
    DIVISION_BY_ZERO "W0006" "a division by a constant zero"
    ARRAY_BOUND "W0007" "an index beyond a constant bound"
    NO_KERNELS "W0008" "a file without kernels"
    OVERFLOW "W0009" "a constant that does not fit its type"
    SHIFT_COUNT "W0010" "a shift by more than the width"
    UNKNOWN_ATTRIBUTE "W0011" "an attribute without meaning here"
    ASSIGN_IN_CONDITION "W0012" "an assignment used as a condition"
    UNKNOWN_ESCAPE "W0013" "an unknown escape sequence"
    EXTRA_TOKENS "W0014" "tokens after a directive"
    POINTER_CONVERSION "W0015" "a conversion between unlike pointers"
    UNINITIALIZED "W0016" "a variable that is used before anything has set it"
    MACRO_REDEFINED "W0017" "a macro defined twice in different ways"
    UNKNOWN_INSTANCE "W0018" "a launch that does not say which instance of a kernel template is meant"
    PRINTF_FORMAT "W0019" "a format of `printf` that does not fit its arguments"
    IGNORED_OPTION "W0020" "an option without meaning for PTX"
    LONG_DOUBLE "W0021" "`long double`, taken as `double`"
    SHARED_CONSTRUCTOR "W0022" "a `__shared__` object whose constructor or destructor does something"
    NARROWING "W0023" "a value that a list in braces narrows"
    UNROLL_IGNORED "W0024" "an unroll pragma before a loop that is ignored"
    CONTRADICTION "W0025" "words before a function that contradict each other"
    BARRIER "W0026" "a barrier that some threads of the block never come to"
    SOMETIMES_UNINITIALIZED "W0027" "a variable that is used before it is set on some way"
    UNKNOWN_WARNING "W0028" "an option that names no warning"
    LAUNCH "W0029" "a launch that no GPU takes"
    COMMA_SUBSCRIPT "W0030" "a comma in a subscript"
    UNSIGNED_ZERO "W0031" "a comparison with zero that is always the same"
    PRECEDENCE "W0032" "a bitwise operator beside a comparison"
    EMPTY_BODY "W0033" "a body that is a `;`"
    UNUSED_VARIABLE "W0034" "a variable that nothing uses"
    UNUSED_FUNCTION "W0035" "a function of this file alone that nothing calls"
    SIGN_COMPARE "W0036" "a comparison of what has a sign with what has none"
    FALLTHROUGH "W0037" "a case that the one before it falls into"
    SET_AND_UNUSED "W0038" "a variable that is set and not used"
    WRITABLE_STRING "W0039" "a string constant as a pointer to what may be written"
    LOGICAL_NOT "W0040" "a `!` that is of one side of an operator alone"
    TAUTOLOGICAL "W0041" "a comparison that is always the same"
    STRING_COMPARE "W0042" "a comparison of where a string constant stands"
    XOR_AS_POWER "W0043" "a `^` that looks like a power"
    SIZEOF_POINTER "W0044" "the size of a pointer where that of an array is meant"
    HOST_CALL "W0045" "a function of host and device that calls one of the host"
    RETURNS_LOCAL "W0046" "a `return` of the address of what ends with the function"
    LOW_CAP "W0047" "a register cap below what ptxas takes at least"
    // Remarks.
    CAP_BESIDE_BOUNDS "R0001" "a register cap that nvcc would ignore beside launch bounds"
    VARIANCE "R0002" "what differs between threads: a branch, a barrier's threads, far accesses"
    PASS_DID "R0003" "something that a pass did"
    PASS_DID_NOT "R0004" "something that a pass did not do, and why"
    PASS_FOUND "R0005" "something that a pass found out"
}

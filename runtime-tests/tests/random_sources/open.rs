//! Differences that are known and not mended yet: the ordinary seeds pass over them and say how many there were; seeds
//! that are asked for do not.

use crate::judge::Problem;

/// Beginnings of kinds of problems, each one mistake of the compiler.
const KINDS: [&str; 10] = [
    // The language's own operators where several conversion functions lead to one ([over.built]); conditionals of a class
    // and a number.
    "accepts: : more than one operator",
    "accepts: : more than one conversion function",
    "accepts: : operand types are incompatible",
    "accepts: : expression must have arithmetic",
    "refuses: [E]: ` cannot take operands",
    "refuses: [E]: a reference to",
    // Lists in braces as arguments.
    "refuses: [E]: the call ` fits no overload",
    "refuses: [E]: the call ` fits several",
    "refuses: [E]: argument  of",
    "refuses declarations: [E]: the call ` fits no overload",
];

/// Whether a problem of an ordinary seed is known.
pub fn is_known(problem: &Problem) -> bool {
    KINDS.iter().any(|k| problem.kind.starts_with(k))
}

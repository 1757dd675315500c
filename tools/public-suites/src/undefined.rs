//! Programs of the suites whose behaviour C++ does not define, by reading: NVRTC's PTX ends well by chance, and they are
//! not counted.

/// Each with the reason.
pub const UNDEFINED: &[(&str, &str)] = &[
    ("c-torture/pr34099-2.c", "reads variables that were never given a value"),
    ("c-torture/20030404-1.c", "compares variables that were never given a value"),
    ("c-torture/20090527-1.c", "compares a member that was never given a value"),
    ("g++.dg/tc1/dr20.C", "prints an address as an unsigned int"),
];

/// Whether a program is one of them.
pub fn is_undefined(name: &str) -> bool {
    UNDEFINED.iter().any(|(n, _)| *n == name)
}

//! Targets, and the version that brought each. What instructions ask for stands in their table ([`crate::lir::opcodes`]), what
//! inline PTX asks for in its own ([`crate::inline_ptx`]); a module's `.version` is the lowest that both allow.
//!
//! PTX has no minor-version compatibility: a driver refuses text newer than itself, so the lowest that will do is what
//! loads on most machines. Bases and minima: NVIDIA's PTX ISA documentation, "Release Notes" and each instruction's
//! notes; each row was assembled at, and refused just below, its minimum by ptxas 12.9 or 13.5.

pub use optx_whirl::Multiprocessor;

/// A PTX version.
pub type Version = (u8, u8);

/// The PTX versions that exist from 4.0 on, the last before the first that knows a target of ours. Each is held against ptxas.
#[rustfmt::skip]
pub const VERSIONS: &[Version] = &[
    (4, 0), (4, 1), (4, 2), (4, 3), (5, 0), (6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (6, 5),
    (7, 0), (7, 1), (7, 2), (7, 3), (7, 4), (7, 5), (7, 6), (7, 7), (7, 8),
    (8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 6), (8, 7), (8, 8),
    (9, 0), (9, 1), (9, 2), (9, 3), (9, 4), (9, 5),
];

/// Whether a version is one of [`VERSIONS`]; the error says which is the latest.
pub fn known_version(version: Version) -> Result<(), String> {
    if VERSIONS.contains(&version) {
        return Ok(());
    }
    let (major, minor) = version;
    let (last, of_last) = VERSIONS.last().copied().unwrap_or_default();
    Err(format!("knows no PTX {major}.{minor}; the latest is {last}.{of_last}"))
}

/// The targets: architecture number, the version that brought `sm_NN`, `sm_NNa`, `sm_NNf` (None: there is none).
const TARGETS: &[(u32, Version, Option<Version>, Option<Version>)] = &[
    (52, (4, 1), None, None),
    (53, (4, 2), None, None),
    (60, (5, 0), None, None),
    (61, (5, 0), None, None),
    (62, (5, 0), None, None),
    (70, (6, 0), None, None),
    (72, (6, 1), None, None),
    (75, (6, 3), None, None),
    (80, (7, 0), None, None),
    (86, (7, 1), None, None),
    (87, (7, 4), None, None),
    (88, (9, 0), None, None),
    (89, (7, 8), None, None),
    (90, (7, 8), Some((8, 0)), None),
    (100, (8, 6), Some((8, 6)), Some((8, 8))),
    (101, (8, 6), Some((8, 6)), Some((8, 8))),
    (103, (8, 8), Some((8, 8)), Some((8, 8))),
    (107, (9, 4), Some((9, 4)), Some((9, 4))),
    (110, (9, 0), Some((9, 0)), Some((9, 0))),
    (120, (8, 7), Some((8, 7)), Some((8, 8))),
    (121, (8, 8), Some((8, 8)), Some((8, 8))),
];

/// A target architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number: 75 for `sm_75`.
    pub arch: u32,
    /// `a`, `f` or nothing.
    pub suffix: &'static str,
    /// The lowest PTX version that knows it.
    pub base: Version,
}

impl Target {
    /// Reads `sm_NN[a|f]` or `compute_NN[a|f]`.
    pub fn parse(text: &str) -> Option<Target> {
        let rest = text.strip_prefix("sm_").or_else(|| text.strip_prefix("compute_"))?;
        let (digits, suffix) = match rest.strip_suffix('a') {
            Some(digits) => (digits, "a"),
            None => rest.strip_suffix('f').map_or((rest, ""), |digits| (digits, "f")),
        };
        // `sm_075` is not a name.
        if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let arch: u32 = digits.parse().ok()?;
        let row = TARGETS.iter().find(|row| row.0 == arch)?;
        let base = match suffix {
            "a" => row.2?,
            "f" => row.3?,
            _ => row.1,
        };
        Some(Target { arch, suffix, base })
    }

    /// All targets' names, `sm_52` first.
    pub fn names() -> Vec<String> {
        let mut names = Vec::new();
        for (arch, _, a, f) in TARGETS {
            names.push(format!("sm_{arch}"));
            names.extend(a.map(|_| format!("sm_{arch}a")));
            names.extend(f.map(|_| format!("sm_{arch}f")));
        }
        names
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "sm_{}{}", self.arch, self.suffix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_strictly() {
        assert_eq!(Target::parse("sm_75").map(|t| (t.arch, t.base)), Some((75, (6, 3))));
        assert_eq!(Target::parse("compute_90a").map(|t| t.to_string()), Some("sm_90a".into()));
        for wrong in
            ["sm_50", "sm_75a", "sm_075", "sm_", "75", "sm_90b", "sm_7 5", "sm_99999999999"]
        {
            assert_eq!(Target::parse(wrong), None, "{wrong}");
        }
        for name in Target::names() {
            assert_eq!(Target::parse(&name).map(|t| t.to_string()), Some(name));
        }
    }
}

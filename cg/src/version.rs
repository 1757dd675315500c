//! Targets, and the lowest `.version` that a target and the instructions used allow: one table.
//!
//! PTX has no minor-version compatibility: a driver refuses text newer than itself, so the lowest that will do is what
//! loads on most machines. Bases and minima: NVIDIA's PTX ISA documentation, "Release Notes" and each instruction's
//! notes; each row was assembled at, and refused just below, its minimum by ptxas 12.9 or 13.5.

/// A PTX version.
pub type Version = (u8, u8);

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

/// An instruction form that not every target or version has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// `shfl.sync`, `vote.sync`, `bar.warp.sync`.
    WarpSync,
    /// `activemask.b32`.
    Activemask,
    /// `match.any.sync`, `match.all.sync`.
    Match,
    /// `redux.sync`.
    Redux,
    /// `atom.add.f64`.
    AtomAddF64,
    /// `atom.cta`, `atom.sys`.
    AtomScope,
    /// `atom.cas.b16`.
    AtomCas16,
    /// `add.f16` and its kin.
    HalfArithmetic,
    /// `fma.rn.bf16`.
    Bf16Fma,
    /// `cvt.rn.bf16.f32`.
    Bf16Convert,
    /// `nanosleep.u32`.
    Nanosleep,
    /// `tanh.approx.f32`.
    TanhApprox,
}

/// A row of the table: the form, the lowest architecture, the lowest version, an instruction that shows it.
pub struct FeatureRow {
    /// The form.
    pub feature: Feature,
    /// Its name for users.
    pub name: &'static str,
    /// The lowest architecture number.
    pub arch: u32,
    /// The lowest PTX version.
    pub version: Version,
    /// An instruction of that form, over `%r0`, `%rd0`, `%fd0`, `%p0`.
    pub example: &'static str,
}

/// Minima of the forms that the code generator prints.
pub const FEATURES: &[FeatureRow] = &[
    FeatureRow {
        feature: Feature::WarpSync,
        name: "warp-synchronous operations",
        arch: 30,
        version: (6, 0),
        example: "shfl.sync.idx.b32 %r0, %r0, 0, 31, -1;",
    },
    FeatureRow {
        feature: Feature::Activemask,
        name: "__activemask",
        arch: 30,
        version: (6, 2),
        example: "activemask.b32 %r0;",
    },
    FeatureRow {
        feature: Feature::Match,
        name: "__match_any_sync and __match_all_sync",
        arch: 70,
        version: (6, 0),
        example: "match.any.sync.b32 %r0, %r0, -1;",
    },
    FeatureRow {
        feature: Feature::Redux,
        name: "__reduce_*_sync",
        arch: 80,
        version: (7, 0),
        example: "redux.sync.add.s32 %r0, %r0, -1;",
    },
    FeatureRow {
        feature: Feature::AtomAddF64,
        name: "atomicAdd on double",
        arch: 60,
        version: (5, 0),
        example: "atom.global.add.f64 %fd0, [%rd0], %fd0;",
    },
    FeatureRow {
        feature: Feature::AtomScope,
        name: "atomics with _block or _system",
        arch: 60,
        version: (5, 0),
        example: "atom.global.cta.add.u32 %r0, [%rd0], %r0;",
    },
    FeatureRow {
        feature: Feature::AtomCas16,
        name: "atomicCAS on unsigned short",
        arch: 70,
        version: (6, 3),
        example: "{ .reg .b16 %h; mov.b16 %h, 0; atom.global.cas.b16 %h, [%rd0], %h, %h; }",
    },
    FeatureRow {
        feature: Feature::HalfArithmetic,
        name: "arithmetic in half precision",
        arch: 53,
        version: (4, 2),
        example: "add.f16x2 %r0, %r0, %r0;",
    },
    FeatureRow {
        feature: Feature::Bf16Fma,
        name: "arithmetic in bfloat16",
        arch: 80,
        version: (7, 0),
        example: "fma.rn.bf16x2 %r0, %r0, %r0, %r0;",
    },
    FeatureRow {
        feature: Feature::Bf16Convert,
        name: "conversion to bfloat16",
        arch: 80,
        version: (7, 0),
        example: "{ .reg .b16 %h; .reg .f32 %x; mov.f32 %x, 0f00000000; cvt.rn.bf16.f32 %h, %x; }",
    },
    FeatureRow {
        feature: Feature::TanhApprox,
        name: "__tanhf",
        arch: 75,
        version: (7, 0),
        example: "{ .reg .f32 %x; mov.f32 %x, 0f00000000; tanh.approx.f32 %x, %x; }",
    },
    FeatureRow {
        feature: Feature::Nanosleep,
        name: "__nanosleep",
        arch: 70,
        version: (6, 2),
        example: "nanosleep.u32 %r0;",
    },
];

/// The row of a form.
pub fn row(feature: Feature) -> &'static FeatureRow {
    // The table has every variant; a test holds it to that.
    FEATURES.iter().find(|r| r.feature == feature).unwrap_or(&FEATURES[0])
}

/// Tokens of inline PTX that need a version or an architecture: (text that occurs, architecture, version).
const ASM_TOKENS: &[(&str, u32, Version)] = &[
    ("shfl.sync", 30, (6, 0)),
    ("vote.sync", 30, (6, 0)),
    ("bar.warp.sync", 30, (6, 0)),
    ("match.any", 70, (6, 0)),
    ("match.all", 70, (6, 0)),
    ("activemask", 30, (6, 2)),
    ("redux.sync", 80, (7, 0)),
    ("cp.async", 80, (7, 0)),
    ("ldmatrix", 75, (6, 5)),
    ("mma.sync", 70, (6, 4)),
    ("fence.", 70, (6, 0)),
    (".acquire", 70, (6, 0)),
    (".release", 70, (6, 0)),
    (".relaxed", 70, (6, 0)),
    ("nanosleep", 70, (6, 2)),
    ("tanh.approx", 75, (7, 0)),
    ("ex2.approx.f16", 75, (7, 0)),
    ("barrier.sync", 30, (6, 0)),
    ("lop3", 50, (4, 3)),
    ("dp4a", 61, (5, 0)),
    ("dp2a", 61, (5, 0)),
    ("createpolicy", 80, (7, 4)),
    ("mbarrier", 80, (7, 0)),
    ("elect.sync", 90, (8, 0)),
    ("cluster", 90, (7, 8)),
    ("wgmma", 90, (8, 0)),
    ("setmaxnreg", 90, (8, 0)),
    ("griddepcontrol", 90, (7, 8)),
];

/// What inline PTX asks for, by its tokens: the lowest architecture and version.
pub fn inline_needs(text: &str) -> (u32, Version) {
    let rows = ASM_TOKENS.iter().filter(|(token, ..)| text.contains(token));
    rows.fold((0, (1, 0)), |(arch, version), row| (arch.max(row.1), version.max(row.2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frontend asks WHIRL's table of intrinsics what a target has; this table says it of the instructions.
    #[test]
    fn floors_are_those_of_the_intrinsics() {
        use optx_whirl::{Intrinsic as I, Mtype};
        let feature = |f| row(f).arch;
        for (intrinsics, f) in [
            (&[I::MatchAny, I::MatchAll][..], Feature::Match),
            (
                &[I::ReduxAdd, I::ReduxMin, I::ReduxMax, I::ReduxAnd, I::ReduxOr, I::ReduxXor],
                Feature::Redux,
            ),
            (
                &[
                    I::F16Add,
                    I::F16Sub,
                    I::F16Mul,
                    I::F16Fma,
                    I::F16x2Add,
                    I::F16x2Sub,
                    I::F16x2Mul,
                    I::F16x2Fma,
                ],
                Feature::HalfArithmetic,
            ),
            (&[I::Bf16Fma, I::Bf16x2Fma], Feature::Bf16Fma),
            (&[I::Bf16FromF32Rn, I::Bf16FromF32Rz], Feature::Bf16Convert),
            (&[I::Nanosleep], Feature::Nanosleep),
            (&[I::TanhApprox], Feature::TanhApprox),
        ] {
            for i in intrinsics {
                assert_eq!(i.least_arch(), feature(f), "{i:?}");
            }
        }
        // All others are there from the first target on.
        let first = TARGETS.first().map_or(0, |t| t.0);
        let bounded = I::ALL.iter().filter(|i| i.least_arch() > first).count();
        assert_eq!(bounded, 22);
        let atomic = |scoped, object| I::AtomAdd.least_arch_of_atomic(scoped, object);
        assert_eq!(atomic(false, Mtype::F8), feature(Feature::AtomAddF64));
        assert_eq!(atomic(true, Mtype::U4), feature(Feature::AtomScope));
        assert_eq!(atomic(false, Mtype::U2), feature(Feature::AtomCas16));
        assert_eq!(atomic(false, Mtype::U4), 0);
    }

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

    #[test]
    fn the_table_has_every_form_once() {
        use Feature::*;
        for feature in [
            WarpSync,
            Activemask,
            Match,
            Redux,
            AtomAddF64,
            AtomScope,
            AtomCas16,
            HalfArithmetic,
            Bf16Fma,
            Bf16Convert,
            Nanosleep,
            TanhApprox,
        ] {
            assert_eq!(FEATURES.iter().filter(|r| r.feature == feature).count(), 1, "{feature:?}");
        }
    }

    #[test]
    fn inline_ptx_is_scanned() {
        assert_eq!(inline_needs("mov.u32 %0, %%laneid;"), (0, (1, 0)));
        assert_eq!(inline_needs("activemask.b32 %0;"), (30, (6, 2)));
        assert_eq!(inline_needs("redux.sync.add.s32 %0, %1, %2;").0, 80);
    }
}

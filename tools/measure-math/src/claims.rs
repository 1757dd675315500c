//! What is documented, or assumed here, of the approximate instructions.
//!
//! Sources: PTX ISA, "Floating Point Instructions" and "Half Precision Floating Point Instructions"; CUDA C++ Programming Guide,
//! "Intrinsic Functions" and "Standard Functions", for those intrinsics and operations that are one such instruction: the emulator
//! takes the guide's bound where that is the smaller one (docs/emulator.md). The manual gives the 64-bit ones no bound: 2^-18 is
//! what `frontend/cuda-c/lib/quotient.cuh` assumes.

use Limit::{Absolute, Numbers, Relative, Ulp};

/// What an instruction takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operands {
    /// One float.
    F32,
    /// Two floats.
    Pair,
    /// The high word of a double.
    High,
    /// One number of half precision.
    F16,
    /// One bfloat16.
    Bf16,
}

/// How an error is measured, and how large it may be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    /// Relative to the exact value: 2 to the power of minus this.
    Relative(f64),
    /// Absolute: 2 to the power of minus this.
    Absolute(f64),
    /// In units of the last place of the exact value.
    Ulp(f64),
    /// In numbers of the format from the correctly rounded one.
    Numbers(f64),
}

impl Limit {
    /// The largest error allowed.
    pub fn bound(self) -> f64 {
        match self {
            Relative(digits) | Absolute(digits) => (-digits).exp2(),
            Ulp(n) | Numbers(n) => n,
        }
    }

    /// What the error is of, in words.
    pub fn words(self) -> &'static str {
        match self {
            Relative(_) => "relative",
            Absolute(_) => "absolute",
            Ulp(_) => "ulp",
            Numbers(_) => "numbers from the rounded one",
        }
    }

    /// The function of `approximations.cu` that measures it.
    pub(crate) fn function(self) -> &'static str {
        match self {
            Relative(_) => "relative_error",
            Absolute(_) => "absolute_error",
            Ulp(_) => "ulp_error",
            Numbers(_) => "number_error",
        }
    }
}

/// Who says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The PTX manual, of the instruction.
    Manual,
    /// CUDA's programming guide, of an intrinsic or operation that is this instruction.
    Guide,
    /// Nobody: it is assumed here.
    Assumed,
}

impl By {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            By::Manual => "PTX manual",
            By::Guide => "programming guide",
            By::Assumed => "assumed by optx",
        }
    }
}

/// A bound that a device was found to keep where it does not keep the documented one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Before {
    /// In the measure of the documented one.
    pub bound: f64,
    /// The device, and when.
    pub on: &'static str,
}

/// Where the bounds of this table were looked at first (`docs/results/gpu`).
pub const FIRST: &str = "NVIDIA H100, 2026-11-26";

/// A bound of an instruction's error.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// For which operands, in words.
    pub range: &'static str,
    /// The same as a C expression of the doubles `x` (and `y`).
    pub within: &'static str,
    /// How large the error may be.
    pub limit: Limit,
    /// Who says it.
    pub by: By,
    /// Where it does not hold on a device: what was measured there. Only what is worse than both is a fault.
    pub before: Option<Before>,
}

impl Claim {
    /// Whether an error is no larger than was measured before.
    pub fn was_measured(&self, error: f64) -> bool {
        self.before.is_some_and(|before| error <= before.bound)
    }
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// Its name in PTX, with its type.
    pub name: &'static str,
    /// What it takes.
    pub operands: Operands,
    /// The exact value: a C expression of the doubles `x` (and `y`).
    pub exact: &'static str,
    /// The function of `approximations.cu` that knows what is documented of special operands.
    pub special: &'static str,
    /// The first target that has it, as in `sm_75`.
    pub least: u32,
    /// What is claimed.
    pub claims: &'static [Claim],
}

impl Instruction {
    /// Whether subnormals are zeros.
    pub fn flushes(&self) -> bool {
        self.name.contains(".ftz")
    }

    /// How many operands of its format there are, or pairs that are looked at where all is asked for.
    pub fn all(&self) -> u64 {
        match self.operands {
            Operands::F32 | Operands::Pair | Operands::High => 1 << 32,
            Operands::F16 | Operands::Bf16 => 1 << 16,
        }
    }
}

const fn claim(range: &'static str, within: &'static str, limit: Limit, by: By) -> Claim {
    Claim { range, within, limit, by, before: None }
}

/// The claim, which a device did not keep: it kept this, rounded outwards.
const fn not_kept(claim: Claim, bound: f64) -> Claim {
    Claim { before: Some(Before { bound, on: FIRST }), ..claim }
}

const fn all(limit: Limit, by: By) -> Claim {
    claim("all", "true", limit, by)
}

/// An instruction of floats.
const fn float(
    name: &'static str,
    exact: &'static str,
    special: &'static str,
    claims: &'static [Claim],
) -> Instruction {
    Instruction { name, operands: Operands::F32, exact, special, least: 50, claims }
}

const fn other(operands: Operands, least: u32, f: Instruction) -> Instruction {
    Instruction { operands, least, ..f }
}

const RECIPROCAL: &[Claim] = &[all(Ulp(1.0), By::Manual)];
const ROOT: &[Claim] = &[all(Relative(23.0), By::Manual), all(Numbers(1.0), By::Guide)];
const RECIPROCAL_ROOT: &[Claim] = &[all(Relative(22.9), By::Manual)];
const SINE: &[Claim] = &[
    claim("-2 pi to 2 pi", "fabs(x) <= 6.283185307179586", Absolute(20.5), By::Manual),
    claim("-100 pi to 100 pi", "fabs(x) <= 314.1592653589793", Absolute(14.7), By::Manual),
    claim("-pi to pi", "fabs(x) <= 3.141592653589793", Absolute(21.41), By::Guide),
];
/// On all floats: 2^-20.4268; this is 2^-20.42.
const COSINE: &[Claim] =
    &[not_kept(SINE[0], 7.129e-7), SINE[1], Claim { limit: Absolute(21.19), ..SINE[2] }];
const LOGARITHM: &[Claim] = &[
    claim("0.5 to 2", "x > 0.5 && x < 2.0", Absolute(22.0), By::Manual),
    claim("below 0.5, above 2", "!(x > 0.5 && x < 2.0)", Relative(22.0), By::Manual),
    claim("below 0.5, above 2", "!(x >= 0.5 && x <= 2.0)", Numbers(2.0), By::Guide),
];
const POWER: &[Claim] = &[all(Numbers(2.0), By::Manual)];
const SHORT_DIVISOR: &str = "fabs(y) >= 0x1p-126 && fabs(y) <= 0x1p126";
/// On 2^32 pairs, by all four instructions: 2.09931.
const QUOTIENT_BEFORE: f64 = 2.0994;
const QUOTIENT: &[Claim] = &[
    not_kept(
        claim("divisor from 2^-126 to 2^126", SHORT_DIVISOR, Ulp(2.0), By::Manual),
        QUOTIENT_BEFORE,
    ),
    claim("divisor from 2^-126 to 2^126", SHORT_DIVISOR, Numbers(2.0), By::Guide),
];
const FULL_QUOTIENT: &[Claim] =
    &[not_kept(all(Ulp(2.0), By::Manual), QUOTIENT_BEFORE), all(Numbers(2.0), By::Guide)];
const GROSS: &[Claim] = &[all(Relative(18.0), By::Assumed)];
const ROOT_OF: &str = "__dsqrt_rn(x)";
const ONE_BY_ROOT: &str = "__drcp_rn(__dsqrt_rn(x))";

/// All of them.
pub const INSTRUCTIONS: &[Instruction] = &[
    float("rcp.approx.f32", "__drcp_rn(x)", "of_reciprocal", RECIPROCAL),
    float("rcp.approx.ftz.f32", "__drcp_rn(x)", "of_reciprocal", RECIPROCAL),
    float("sqrt.approx.f32", ROOT_OF, "of_root", ROOT),
    float("sqrt.approx.ftz.f32", ROOT_OF, "of_root", ROOT),
    float("rsqrt.approx.f32", ONE_BY_ROOT, "of_reciprocal_root", RECIPROCAL_ROOT),
    float("rsqrt.approx.ftz.f32", ONE_BY_ROOT, "of_reciprocal_root", RECIPROCAL_ROOT),
    float("sin.approx.f32", "sin(x)", "of_sine", SINE),
    float("sin.approx.ftz.f32", "sin(x)", "of_sine", SINE),
    float("cos.approx.f32", "cos(x)", "of_cosine", COSINE),
    float("cos.approx.ftz.f32", "cos(x)", "of_cosine", COSINE),
    float("lg2.approx.f32", "log2(x)", "of_logarithm", LOGARITHM),
    float("lg2.approx.ftz.f32", "log2(x)", "of_logarithm", LOGARITHM),
    float("ex2.approx.f32", "exp2(x)", "of_power", POWER),
    float("ex2.approx.ftz.f32", "exp2(x)", "of_power", POWER),
    other(
        Operands::F32,
        75,
        float("tanh.approx.f32", "tanh(x)", "of_tangent", &[all(Relative(11.0), By::Manual)]),
    ),
    other(Operands::Pair, 50, float("div.approx.f32", "x / y", "of_quotient", QUOTIENT)),
    other(Operands::Pair, 50, float("div.approx.ftz.f32", "x / y", "of_quotient", QUOTIENT)),
    other(Operands::Pair, 50, float("div.full.f32", "x / y", "of_full_quotient", FULL_QUOTIENT)),
    other(
        Operands::Pair,
        50,
        float("div.full.ftz.f32", "x / y", "of_full_quotient", FULL_QUOTIENT),
    ),
    other(Operands::High, 50, float("rcp.approx.ftz.f64", "__drcp_rn(x)", "of_reciprocal", GROSS)),
    other(
        Operands::High,
        50,
        float("rsqrt.approx.ftz.f64", ONE_BY_ROOT, "of_reciprocal_root", GROSS),
    ),
    other(
        Operands::F16,
        75,
        float(
            "ex2.approx.f16",
            "exp2(x)",
            "of_power",
            // A subnormal result has fewer digits than that.
            &[claim("normal results", "x >= -14.0 && x < 16.0", Relative(9.9), By::Manual)],
        ),
    ),
    other(
        Operands::F16,
        75,
        float("tanh.approx.f16", "tanh(x)", "of_tangent", &[all(Absolute(10.987), By::Manual)]),
    ),
    other(
        Operands::Bf16,
        90,
        float(
            "ex2.approx.ftz.bf16",
            "exp2(x)",
            "of_power",
            &[claim("normal results", "x >= -126.0 && x < 128.0", Relative(7.0), By::Manual)],
        ),
    ),
    other(
        Operands::Bf16,
        90,
        // On all operands: 2^-7.0122; this is 2^-7.012.
        float(
            "tanh.approx.bf16",
            "tanh(x)",
            "of_tangent",
            &[not_kept(all(Relative(8.0), By::Manual), 7.748e-3)],
        ),
    ),
];

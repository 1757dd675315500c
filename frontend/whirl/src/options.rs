//! The options that reach beyond the frontend: one table for the command line, the text forms and who compares them.
//!
//! A row is a field of [`CodeOptions`], its name, how its value is read and written, and how it is copied. What reads a command
//! line, a text form's `(options ...)` and the options that override it all go through [`CODE_OPTIONS`], so a new option
//! is a new row.

/// A row of the table.
pub struct CodeOption {
    /// The name in text forms, and on the command line where it stands there too.
    pub name: &'static str,
    /// Reads a value; what is wrong with it, as `wants ...`.
    pub read: fn(&mut CodeOptions, &str) -> Result<(), String>,
    /// The value as [`CodeOption::read`] takes it; None for none.
    pub text: fn(&CodeOptions) -> Option<String>,
    /// Takes the value that other options have.
    pub copy: fn(&mut CodeOptions, &CodeOptions),
}

/// The row of that name.
pub fn code_option(name: &str) -> Option<&'static CodeOption> {
    CODE_OPTIONS.iter().find(|row| row.name == name)
}

macro_rules! options {
    ($($(#[doc = $doc:literal])* $field:ident: $type:ty = $default:expr, $name:literal, $read:expr;)*) => {
        /// The options that reach beyond the frontend; text forms carry them, so that compiling a text goes on as its
        /// source would have.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct CodeOptions { $($(#[doc = $doc])* pub $field: $type,)* }

        impl Default for CodeOptions {
            fn default() -> CodeOptions {
                CodeOptions { $($field: $default,)* }
            }
        }

        /// All rows, in the order in which text forms have them.
        pub const CODE_OPTIONS: &[CodeOption] = &[$(CodeOption {
            name: $name,
            read: |options, value| {
                options.$field = $read(value)?;
                Ok(())
            },
            text: |options| options.$field.text(),
            copy: |to, from| to.$field.clone_from(&from.$field),
        },)*];
    };
}

options! {
    /// The PTX target, for example `sm_75` or `sm_90a`.
    target: String = "sm_75".to_owned(), "target", |v: &str| Ok::<_, String>(v.to_owned());
    /// 0 to 3.
    opt_level: u8 = 3, "O", |v| number(v, 0, 3).map(|n| n as u8);
    /// `-fmad`: contraction allowed.
    fmad: bool = true, "fmad", flag;
    /// `-ftz`: single-precision subnormals flushed to zero.
    ftz: bool = false, "ftz", flag;
    /// `-prec-div`: single-precision division and reciprocal rounded to nearest.
    prec_div: bool = true, "prec-div", flag;
    /// `-prec-sqrt`: single-precision square root rounded to nearest.
    prec_sqrt: bool = true, "prec-sqrt", flag;
    /// `--use_fast_math` was given, which says more than the options that it implies: division takes the form that is
    /// shortest where `prec_div` is false.
    fast_math: bool = false, "fast-math", flag;
    /// `-lineinfo`: `.loc` directives.
    lineinfo: bool = false, "lineinfo", flag;
    /// `--restrict`: every pointer parameter is `__restrict__`.
    restrict: bool = false, "restrict", flag;
    /// `--maxrregcount`; None is no limit.
    max_registers: Option<u32> = None, "maxrregcount", |v| number(v, 1, 255).map(Some);
    /// `--ptx-regs`: kernels are allocated onto so many registers of 32 bits; None leaves that to ptxas.
    ptx_registers: Option<u32> = None, "ptx-regs", |v| number(v, 1, 255).map(Some);
    /// `--regalloc`: by which allocator; None is the paper's.
    allocator: Option<Allocator> = None, "regalloc", |v| Allocator::of(v).map(Some);
    /// `--ptx-version=X.Y`; None is the lowest that will do.
    ptx_version: Option<(u8, u8)> = None, "ptx-version", |v| version(v).map(Some);
    /// `--passes`: each a pass's name behind `-` (left out) or `+` (run though no level runs it).
    passes: Vec<String> = Vec::new(), "passes", passes;
    /// `--block-dim`: the threads of every block along x, y and z; None is any shape.
    block_dim: Option<[u32; 3]> = None, "block-dim", |v| block_dim(v).map(Some);
    /// What variance says of registers is told beside the PTX.
    claims: bool = false, "claims", flag;
    /// A1: on each axis gridDim times blockDim is taken to be at most 2^31.
    assume_index_31: bool = true, "assume-index-31", flag;
    /// A2: a kernel that reads no y or z index or dimension is taken to be launched with blocks of one dimension.
    assume_flat_blocks: bool = true, "assume-flat-blocks", flag;
    /// How much thread variance tells of a value, to compare analyses.
    variance: VarianceMode = VarianceMode::Full, "variance", VarianceMode::of;
    /// How memory is told apart, to compare analyses.
    alias: AliasMode = AliasMode::Restrict, "alias", AliasMode::of;
    /// Functions are inlined that are not `__forceinline__`.
    inline: bool = true, "inline", flag;
    /// Calls are passed by value what their functions only read.
    promote_arguments: bool = true, "promote-arguments", flag;
}

/// How what does not fit onto the registers is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Allocator {
    /// All of it goes to the thread's memory.
    LinearScan,
    /// What is one for a warp goes to slots of the warp.
    DivRa,
    /// Constants and what is affine in the thread's index are computed again.
    RemRa,
    /// Both, parameters too, and what is affine but for a part that the warp shares.
    AffRa,
    /// As that, and what goes is what is cheapest where it goes to.
    Priced,
}

impl Allocator {
    /// All, with the words of `--regalloc`.
    pub const NAMES: [(&'static str, Allocator); 5] = [
        ("linear-scan", Allocator::LinearScan),
        ("divra", Allocator::DivRa),
        ("remra", Allocator::RemRa),
        ("affra", Allocator::AffRa),
        ("priced", Allocator::Priced),
    ];

    fn of(v: &str) -> Result<Allocator, String> {
        by_word(&Allocator::NAMES, v)
    }
}

impl Text for Option<Allocator> {
    fn text(&self) -> Option<String> {
        self.and_then(|allocator| word_of(&Allocator::NAMES, allocator))
    }
}

/// How memory is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AliasMode {
    /// By its space; a thread's own objects, whose addresses go nowhere, are told apart all the same.
    Spaces,
    /// Objects of a space too.
    Objects,
    /// What `__restrict__` parameters lead to, too.
    Restrict,
}

impl AliasMode {
    /// All, with their names.
    pub const NAMES: &'static [(&'static str, AliasMode)] = &[
        ("spaces", AliasMode::Spaces),
        ("objects", AliasMode::Objects),
        ("restrict", AliasMode::Restrict),
    ];

    fn of(v: &str) -> Result<AliasMode, String> {
        by_word(AliasMode::NAMES, v)
    }
}

/// How much thread variance tells of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarianceMode {
    /// Whether all threads of a block have it in common, and nothing more (Coutinho, Sampaio, Pereira and Meira, 2011).
    Binary,
    /// That, or by what constant it grows with `threadIdx.x` (Sampaio, Martins, Pereira and Collange, 2011).
    Affine1,
    /// All axes, lanes, and coefficients that are values.
    Full,
}

impl VarianceMode {
    /// All, with their names.
    pub const NAMES: &'static [(&'static str, VarianceMode)] = &[
        ("binary", VarianceMode::Binary),
        ("affine1", VarianceMode::Affine1),
        ("full", VarianceMode::Full),
    ];

    fn of(v: &str) -> Result<VarianceMode, String> {
        by_word(VarianceMode::NAMES, v)
    }
}

impl CodeOptions {
    /// The target's number: 75 for `sm_75`, 90 for `sm_90a`; 0 where it has none.
    pub fn arch(&self) -> u32 {
        let digits = self.target.bytes().skip_while(|b| !b.is_ascii_digit());
        let digits = digits.take_while(u8::is_ascii_digit);
        digits
            .fold(0, |number: u32, b| number.saturating_mul(10).saturating_add(u32::from(b - b'0')))
    }
}

/// A value as text.
trait Text {
    fn text(&self) -> Option<String>;
}

impl Text for String {
    fn text(&self) -> Option<String> {
        Some(self.clone())
    }
}

impl Text for bool {
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Text for VarianceMode {
    fn text(&self) -> Option<String> {
        word_of(VarianceMode::NAMES, *self)
    }
}

impl Text for AliasMode {
    fn text(&self) -> Option<String> {
        word_of(AliasMode::NAMES, *self)
    }
}

impl Text for u8 {
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Text for Option<u32> {
    fn text(&self) -> Option<String> {
        self.map(|n| n.to_string())
    }
}

impl Text for Option<(u8, u8)> {
    fn text(&self) -> Option<String> {
        self.map(|(major, minor)| format!("{major}.{minor}"))
    }
}

impl Text for Option<[u32; 3]> {
    fn text(&self) -> Option<String> {
        self.map(|[x, y, z]| format!("{x},{y},{z}"))
    }
}

impl Text for Vec<String> {
    fn text(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.join(","))
    }
}

/// What a word names; the error says which words there are.
fn by_word<T: Copy>(names: &[(&str, T)], word: &str) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        match words.split_last() {
            Some((last, rest)) => format!("wants {} or {last}", rest.join(", ")),
            None => "wants nothing".to_owned(),
        }
    })
}

/// The word that names a value.
fn word_of<T: PartialEq>(names: &[(&str, T)], value: T) -> Option<String> {
    let found = names.iter().find(|(_, named)| *named == value);
    found.map(|(name, _)| (*name).to_owned())
}

fn flag(v: &str) -> Result<bool, String> {
    match v {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("wants true or false".into()),
    }
}

fn number(v: &str, low: u32, high: u32) -> Result<u32, String> {
    let number = v.parse().ok().filter(|n| (low..=high).contains(n));
    number.ok_or_else(|| format!("wants a number from {low} to {high}"))
}

fn version(v: &str) -> Result<(u8, u8), String> {
    let parts = v.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts.ok_or_else(|| "wants a version as X.Y".into())
}

/// `X[,Y[,Z]]`: what a block of every architecture may be.
fn block_dim(v: &str) -> Result<[u32; 3], String> {
    let wrong = || "wants X[,Y[,Z]]: numbers from 1, 1024 at most in their product, Z at most 64";
    let mut shape = [1; 3];
    for (axis, word) in v.split(',').enumerate() {
        let extent = shape.get_mut(axis).ok_or_else(wrong)?;
        *extent = number(word, 1, 1024).map_err(|_| wrong())?;
    }
    // Three factors of 1024 fit.
    let fits = shape.iter().product::<u32>() <= 1024 && shape[2] <= 64;
    if fits { Ok(shape) } else { Err(wrong().into()) }
}

fn passes(v: &str) -> Result<Vec<String>, String> {
    let words: Vec<String> = v.split(',').map(str::to_owned).collect();
    if words.iter().all(|word| word.len() > 1 && word.starts_with(['-', '+'])) {
        return Ok(words);
    }
    Err("wants names with a minus: --passes=-dead-code".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row reads what it writes, and copies its field alone.
    #[test]
    fn rows_agree_with_their_fields() {
        let default = CodeOptions::default();
        let values = [
            "sm_90a",
            "1",
            "false",
            "true",
            "false",
            "false",
            "true",
            "true",
            "true",
            "32",
            "9",
            "priced",
            "8.3",
            "-placement,+close-ssa",
            "32,8,1",
            "true",
            "false",
            "false",
            "affine1",
            "objects",
            "false",
            "false",
        ];
        assert_eq!(values.len(), CODE_OPTIONS.len());
        for (row, value) in CODE_OPTIONS.iter().zip(values) {
            let mut changed = CodeOptions::default();
            assert_eq!((row.read)(&mut changed, value), Ok(()), "{}", row.name);
            assert_eq!((row.text)(&changed).as_deref(), Some(value), "{}", row.name);
            for other in CODE_OPTIONS {
                let same = (other.text)(&changed) == (other.text)(&default);
                assert_eq!(same, other.name != row.name, "{} by {}", other.name, row.name);
                let mut copy = CodeOptions::default();
                (other.copy)(&mut copy, &changed);
                assert_eq!(copy == changed, other.name == row.name, "{}", row.name);
            }
        }
    }

    #[test]
    fn targets_have_numbers() {
        for (target, arch) in [("sm_75", 75), ("sm_90a", 90), ("sm_103f", 103), ("sm_", 0)] {
            let options = CodeOptions { target: target.to_owned(), ..CodeOptions::default() };
            assert_eq!(options.arch(), arch, "{target}");
        }
    }

    #[test]
    fn extents_left_out_are_1() {
        for (value, shape) in
            [("1024", [1024, 1, 1]), ("16,16", [16, 16, 1]), ("1,16,64", [1, 16, 64])]
        {
            let mut options = CodeOptions::default();
            let row = code_option("block-dim").expect("a row");
            assert_eq!((row.read)(&mut options, value), Ok(()), "{value}");
            assert_eq!(options.block_dim, Some(shape), "{value}");
        }
    }

    #[test]
    fn wrong_values_are_refused() {
        for (name, value) in [
            ("O", "4"),
            ("O", "-1"),
            ("O", ""),
            ("fmad", "yes"),
            ("ftz", ""),
            ("maxrregcount", "0"),
            ("maxrregcount", "256"),
            ("ptx-version", "8"),
            ("ptx-version", "8.x"),
            ("passes", "dce"),
            ("passes", "-"),
            ("passes", ""),
            ("passes", "-a,,+b"),
            ("block-dim", ""),
            ("block-dim", "0"),
            ("block-dim", "1025"),
            ("block-dim", "-32"),
            ("block-dim", "32,33"),
            ("block-dim", "1,1,65"),
            ("block-dim", "1024,1024,1024"),
            ("block-dim", "8,8,8,1"),
            ("block-dim", "8,"),
            ("block-dim", "8x8"),
            ("alias", ""),
            ("alias", "types"),
        ] {
            let row = code_option(name).expect("a row");
            let mut options = CodeOptions::default();
            assert!((row.read)(&mut options, value).is_err(), "{name}={value}");
            assert_eq!(options, CodeOptions::default(), "{name}={value}");
        }
    }
}

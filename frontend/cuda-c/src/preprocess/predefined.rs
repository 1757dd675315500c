//! The macros that every compilation starts with.
//!
//! Idea: there are hundreds, and a program names a few. Where each definition stands is taken down, for most of them when
//! the compiler is built; it is read when its macro is first named.
//! Legality: the text is ours: each line of it is `#define` and a name that no other line defines, or a comment.
//! Cost: an entry in the table of names for each line.

use std::sync::Arc;

use optx_source::Span;
use optx_whirl::CodeOptions;

use super::{OpenFile, Preprocessor, feature_macros::feature_macros};
use crate::{
    intern::Symbol,
    lexer::{Lexer, is_name},
    options::{FrontendOptions, Standard},
    words,
};

/// Marks an entry of [`Preprocessor::defined`] as the place of a definition that is not read yet.
pub(super) const LATER: u32 = 1 << 31;
/// The entry of a word of the language that is a macro for nvcc and NVRTC: one that is asked for and stays what it is.
const WORD: u32 = LATER - 1;

/// A part of the text that no option changes.
pub(super) struct Part {
    text: &'static str,
    /// Where the names of its definitions begin and end: found when the compiler is built.
    names: &'static [(u16, u16)],
}

macro_rules! part {
    ($name:ident, $file:literal) => {
        static $name: Part = {
            const TEXT: &str = include_str!(concat!("../../lib/", $file));
            const COUNT: usize = definitions(TEXT.as_bytes(), &mut []);
            static NAMES: [(u16, u16); COUNT] = {
                assert!(TEXT.len() <= u16::MAX as usize);
                let mut names = [(0, 0); COUNT];
                definitions(TEXT.as_bytes(), &mut names);
                names
            };
            Part { text: TEXT, names: &NAMES }
        };
    };
}

part!(CUDA, "predefined_cuda.h");
part!(GNU, "predefined_gnu.h");
part!(NVRTC, "predefined_nvrtc.h");

/// The words that are macros for nvcc and NVRTC: a program that asks whether they are is told so.
const PREDEFINED_WORDS: &[Symbol] = &[
    words::DEVICE,
    words::GLOBAL,
    words::HOST,
    words::SHARED,
    words::CONSTANT,
    words::MANAGED,
    words::FORCEINLINE,
    words::NOINLINE,
    words::LAUNCH_BOUNDS,
    words::ALIGN,
    words::GRID_CONSTANT,
    words::CLUSTER_DIMS,
    words::MAXNREG,
];

/// Notes the definitions of a text, as many as there is room for; says how many there are.
const fn definitions(text: &[u8], names: &mut [(u16, u16)]) -> usize {
    const DEFINE: &[u8] = b"#define ";
    let (mut at, mut count) = (0, 0);
    while at < text.len() {
        let mut k = 0;
        while k < DEFINE.len() && at < text.len() && text[at] == DEFINE[k] {
            (at, k) = (at + 1, k + 1);
        }
        if k == DEFINE.len() {
            let begin = at;
            while at < text.len() && is_name(text[at]) {
                at += 1;
            }
            if count < names.len() {
                names[count] = (begin as u16, at as u16);
            }
            count += 1;
        }
        while at < text.len() && text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    count
}

/// The definitions of the macros that every compilation starts with.
pub(super) struct Predefined {
    pub text: String,
    /// The parts that no option changes, and where each stands in it: at its end.
    pub parts: Vec<(usize, &'static Part)>,
}

/// The macros that every compilation starts with.
pub(super) fn predefined(options: &FrontendOptions<'_>) -> Predefined {
    let dialect = &options.dialect;
    let mut s = String::from(
        "#define __OPTX__ 1\n#define __STDC__ 1\n#define __LP64__ 1\n#define __OPTX_FTZ__ ",
    );
    let code = &options.code;
    s.push_str(if code.ftz { "1\n" } else { "0\n" });
    let standard = dialect.standard.unwrap_or(Standard::Cpp17);
    s.push_str(&format!("#define __cplusplus {}L\n", standard.number()));
    s.push_str(&feature_macros(standard, dialect.nvrtc));
    target(code, &mut s);
    for name in &dialect.option_macros {
        s.push_str(&format!("#define {name} 1\n"));
    }
    let at_least = |least: Standard| standard as u8 >= least as u8;
    if dialect.nvrtc {
        for (on, name) in [
            (code.fast_math, "__USE_FAST_MATH__"),
            (code.ftz, "__CUDA_FTZ"),
            (code.prec_div, "__CUDA_PREC_DIV"),
            (code.prec_sqrt, "__CUDA_PREC_SQRT"),
        ] {
            s.push_str(&format!("#define {name} {}\n", u8::from(on)));
        }
        s.push_str(&format!(
            "#define __CUDA_MINIMUM_ARCH__ {}\n#define NULL 0\n",
            code.arch() * 10
        ));
        if at_least(Standard::Cpp11) {
            s.push_str(
                "#define __EXCEPTIONS 1\n#define __CHAR16_T_AND_CHAR32_T 1\n#define __EDG_CONSTEXPR_ENABLED__ 1\n\
                 #define __PLACEMENT_DELETE 1\n#define __VARIADIC_TEMPLATES 1\n",
            );
        }
        if at_least(Standard::Cpp17) {
            s.push_str("#define __STDCPP_DEFAULT_NEW_ALIGNMENT__ 16ul\n");
        }
        if at_least(Standard::Cpp23) {
            for of in ["BFLOAT16", "FLOAT16", "FLOAT32", "FLOAT64", "FLOAT128"] {
                s.push_str(&format!("#define __STDCPP_{of}_T__ 1\n"));
            }
        }
    } else {
        s.push_str(
            "#define __NVCC__ 1\n#define _LP64 1\n#define __x86_64__ 1\n#define __linux__ 1\n#define __unix__ 1\n\
             #define __CHAR_BIT__ 8\n#define __SIZEOF_POINTER__ 8\n#define __SIZEOF_INT__ 4\n#define __SIZEOF_LONG__ 8\n\
             #define CUDA_VERSION CUDART_VERSION\n",
        );
        if dialect.standard.is_none() {
            s.push_str("#define linux 1\n#define unix 1\n");
        }
    }
    let mut parts = Vec::new();
    for part in [&CUDA, if dialect.nvrtc { &NVRTC } else { &GNU }] {
        if !wrong!(NoTargetMacros) || part.text == CUDA.text {
            parts.push((s.len(), part));
            s.push_str(part.text);
        }
    }
    Predefined { text: s, parts }
}

/// What is known of the target: by the names of CUDA's documentation ("Feature availability"), and by those of <nv/target>.
fn target(code: &CodeOptions, s: &mut String) {
    let arch = code.arch();
    let suffix = code.target.bytes().last();
    s.push_str(&format!("#define __CUDA_ARCH__ {arch}0\n#define __CUDA_ARCH_LIST__ {arch}0\n"));
    let (specific, family) = (suffix == Some(b'a'), matches!(suffix, Some(b'a' | b'f')));
    if specific {
        s.push_str(&format!(
            "#define __CUDA_ARCH_SPECIFIC__ {arch}0\n#define __CUDA_ARCH_FEAT_SM{arch}_ALL 1\n\
             #define __CUDA_HAS_ARCH_SPECIFIC(n) (n ## 0 == {arch}0)\n"
        ));
    } else {
        s.push_str("#define __CUDA_HAS_ARCH_SPECIFIC(n) 0\n");
    }
    if family {
        // Of its own number and those up to the next ten; sm_101 is of a family by itself.
        s.push_str(&format!(
            "#define __CUDA_ARCH_FAMILY_SPECIFIC__ {arch}0\n#define __CUDA_HAS_ARCH_FAMILY_SPECIFIC(n) \
             (n ## 0 == {arch}0 || n != 101 && {arch} != 101 && n <= {arch} && {arch} < n + 10)\n"
        ));
    } else {
        s.push_str("#define __CUDA_HAS_ARCH_FAMILY_SPECIFIC(n) 0\n");
    }
    let truth = u8::from;
    for sm in SELECTED {
        s.push_str(&format!(
            "#define NV_PROVIDES_SM_{sm} {}\n#define NV_IS_EXACTLY_SM_{sm} {}\n",
            truth(arch >= *sm),
            truth(arch == *sm),
        ));
        if *sm >= 90 {
            s.push_str(&format!(
                "#define NV_HAS_FEATURE_SM_{sm}a {}\n",
                truth(specific && arch == *sm)
            ));
        }
        if *sm >= 100 {
            let of_family = family && (*sm..sm / 10 * 10 + 10).contains(&arch);
            s.push_str(&format!("#define NV_HAS_FEATURE_SM_{sm}f {}\n", truth(of_family)));
        }
    }
    s.push_str(&format!("#define NV_TARGET_MINIMUM_SM_INTEGER {arch}\n"));
}

/// The targets that <nv/target> tells apart.
const SELECTED: &[u32] = &[
    35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 103, 107, 110, 120,
    121,
];

impl Preprocessor<'_> {
    /// Takes down the definitions of a text.
    pub(super) fn predefine(&mut self, predefined: &Predefined) {
        for word in PREDEFINED_WORDS {
            *self.slot(*word) = WORD;
        }
        self.open("<built-in>", &predefined.text, true, Span::NONE);
        let Some(file) = self.files.pop() else { return };
        let text = Arc::clone(&file.lexer.text);
        for (at, part) in &predefined.parts {
            for (begin, end) in part.names {
                self.define_later(&text, at + usize::from(*begin), at + usize::from(*end));
            }
        }
        let own = predefined.parts.first().map_or(text.len(), |(at, _)| *at);
        let own = text.get(..own).unwrap_or_default().as_bytes();
        let mut names = vec![(0, 0); definitions(own, &mut [])];
        definitions(own, &mut names);
        for (begin, end) in names {
            self.define_later(&text, usize::from(begin), usize::from(end));
        }
        self.predefined = Some(file);
    }

    /// Takes down the definition of the name that stands at a place.
    fn define_later(&mut self, text: &str, begin: usize, end: usize) {
        let name = self.names.intern(&text[begin..end]);
        *self.slot(name) = LATER | begin as u32;
    }

    /// The macro of a name, by its number.
    pub(super) fn macro_of(&mut self, s: Symbol) -> Option<u32> {
        let slot = *self.defined.get(s.index())?;
        if slot == WORD {
            return None;
        }
        if slot & LATER == 0 {
            return slot.checked_sub(1);
        }
        self.set_macro(s, None);
        let OpenFile { lexer, id, .. } = self.predefined.as_ref()?;
        let lexer = Lexer { at: (slot & !LATER) as usize, ..lexer.clone() };
        self.files.push(OpenFile::new(lexer, *id));
        self.define();
        self.files.pop();
        self.macro_of(s)
    }

    /// Whether a name is a macro's.
    pub(super) fn has_macro(&self, s: Symbol) -> bool {
        self.defined.get(s.index()).is_some_and(|slot| *slot != 0)
    }

    /// Says which macro a name is, or that it is none.
    pub(super) fn set_macro(&mut self, s: Symbol, m: Option<u32>) {
        *self.slot(s) = m.map_or(0, |m| m + 1);
    }

    /// What a name is, for [`Preprocessor::put_back`].
    pub(super) fn put_away(&self, s: Symbol) -> u32 {
        self.defined.get(s.index()).copied().unwrap_or_default()
    }

    /// Makes a name again what it was.
    pub(super) fn put_back(&mut self, s: Symbol, was: u32) {
        *self.slot(s) = was;
    }

    fn slot(&mut self, s: Symbol) -> &mut u32 {
        let i = s.index();
        if i >= self.defined.len() {
            self.defined.resize(i + 64, 0);
        }
        &mut self.defined[i]
    }
}

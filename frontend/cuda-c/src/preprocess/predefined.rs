//! The macros that every compilation starts with.
//!
//! Idea: there are hundreds, and a program names a few. Where each definition stands is taken down, for most of them when
//! the compiler is built; it is read when its macro is first named.
//! Legality: the text is ours: each line of it is `#define` and a name that no other line defines, or a comment.
//! Cost: an entry in the table of names for each line.

use std::sync::Arc;

use optx_source::Span;

use super::{OpenFile, Preprocessor};
use crate::{
    intern::Symbol,
    lexer::{Lexer, is_name},
    options::FrontendOptions,
};

/// Marks an entry of [`Preprocessor::defined`] as the place of a definition that is not read yet.
const LATER: u32 = 1 << 31;

/// The part of the text that no option changes.
pub(super) const FIXED: &str = include_str!("../../lib/predefined.h");

/// Where the names of its definitions begin and end: found when the compiler is built.
const NAMES: [(u16, u16); definitions(FIXED.as_bytes(), &mut [])] = {
    assert!(FIXED.len() <= u16::MAX as usize);
    let mut names = [(0, 0); definitions(FIXED.as_bytes(), &mut [])];
    definitions(FIXED.as_bytes(), &mut names);
    names
};

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
    /// Where the part stands in it that no option changes.
    pub fixed: Option<usize>,
}

/// The macros that every compilation starts with.
pub(super) fn predefined(options: &FrontendOptions<'_>) -> Predefined {
    let mut s = String::from(
        "#define __CUDACC__ 1\n#define __NVCC__ 1\n#define __OPTX__ 1\n#define __cplusplus 201703L\n\
         #define __STDC__ 1\n#define __STDC_HOSTED__ 1\n#define __LP64__ 1\n#define _LP64 1\n#define __x86_64__ 1\n\
         #define __linux__ 1\n#define __unix__ 1\n#define __CHAR_BIT__ 8\n#define __SIZEOF_POINTER__ 8\n\
         #define __SIZEOF_INT__ 4\n#define __SIZEOF_LONG__ 8\n#define __CUDACC_VER_MAJOR__ 13\n\
         #define __CUDACC_VER_MINOR__ 0\n#define CUDART_VERSION 13000\n#define CUDA_VERSION 13000\n\
         #define __builtin_align__(n) __align__(n)\n#define __device_builtin__\n#define CUDARTAPI\n#define CUDART_CB\n",
    );
    let fixed = (!wrong!(NoTargetMacros)).then_some(s.len());
    if fixed.is_some() {
        s.push_str(FIXED);
    }
    s.push_str(&format!("#define __CUDA_ARCH__ {}\n", options.code.arch() * 10));
    for (on, name) in [
        (options.code.fast_math, "__USE_FAST_MATH__"),
        (options.code.fast_math, "__FAST_MATH__"),
        (options.code.ftz, "__CUDA_FTZ"),
        (options.code.prec_div, "__CUDA_PREC_DIV"),
        (options.code.prec_sqrt, "__CUDA_PREC_SQRT"),
    ] {
        if on {
            s.push_str(&format!("#define {name} 1\n"));
        }
    }
    Predefined { text: s, fixed }
}

impl Preprocessor<'_> {
    /// Takes down the definitions of a text.
    pub(super) fn predefine(&mut self, predefined: &Predefined) {
        self.open("<built-in>", &predefined.text, true, Span::NONE);
        let Some(file) = self.files.pop() else { return };
        let text = Arc::clone(&file.lexer.text);
        let (before, behind) = match predefined.fixed {
            Some(at) => {
                for (begin, end) in NAMES {
                    self.define_later(&text, at + usize::from(begin), at + usize::from(end));
                }
                (at, at + FIXED.len())
            }
            None => (text.len(), text.len()),
        };
        for (from, to) in [(0, before), (behind, text.len())] {
            let mut names = [(0, 0); 64];
            let part = text.get(from..to).unwrap_or_default().as_bytes();
            let count = definitions(part, &mut names);
            debug_assert!(count <= names.len());
            for (begin, end) in names.into_iter().take(count) {
                self.define_later(&text, from + usize::from(begin), from + usize::from(end));
            }
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
        if slot & LATER == 0 {
            return slot.checked_sub(1);
        }
        self.set_macro(s, None);
        let OpenFile { lexer, id, .. } = self.predefined.as_ref()?;
        let lexer = Lexer { at: (slot & !LATER) as usize, ..lexer.clone() };
        self.files.push(OpenFile { lexer, id: *id, conditionals: Vec::new() });
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

    fn slot(&mut self, s: Symbol) -> &mut u32 {
        let i = s.index();
        if i >= self.defined.len() {
            self.defined.resize(i + 64, 0);
        }
        &mut self.defined[i]
    }
}

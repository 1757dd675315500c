//! What a program asks in a condition: `defined`, and `__has_include` and its relatives.
//!
//! An answer is what holds of this compiler: a built-in function or an attribute is there if it is here, whatever nvcc or NVRTC have besides.
//! Numbers of attributes are those that NVRTC 13.5 and g++ 12 tell alike. Which of the questions are there is theirs: NVRTC has no `__has_attribute`.
//! Those of clang are answered with no where they are asked all the same, as an old program asks that has no g++ of its own in mind.

use optx_source::{Span, code};

use super::{Context, Preprocessor, Source, spell};
use crate::{
    intern::Symbol,
    token::{Tok, Token},
    type_trait::Trait,
    words,
};

/// GCC's functions that are here, of those behind `__builtin_`.
pub(super) const BUILTINS: &[&str] = &[
    "abort",
    "add_overflow",
    "addressof",
    "assume",
    "assume_aligned",
    "constant_p",
    "copysign",
    "copysignf",
    "expect",
    "huge_val",
    "huge_valf",
    "inf",
    "inff",
    "is_constant_evaluated",
    "isfinite",
    "isinf",
    "isnan",
    "mul_overflow",
    "nan",
    "nanf",
    "offsetof",
    "sub_overflow",
    "trap",
    "unreachable",
];

/// The standard's attributes that are taken, and since when: their number is that of `__has_cpp_attribute`. `no_unique_address` is not done here.
const STANDARD: &[(&str, u32)] = &[
    ("carries_dependency", 200_809),
    ("deprecated", 201_309),
    ("fallthrough", 201_603),
    ("likely", 201_803),
    ("maybe_unused", 201_603),
    ("nodiscard", 201_907),
    ("noreturn", 200_809),
    ("unlikely", 201_803),
];

/// GNU's attributes that are taken, those of the standard apart.
const GNU: &[&str] = &[
    "aligned",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cold",
    "const",
    "flatten",
    "format",
    "gnu_inline",
    "hot",
    "malloc",
    "may_alias",
    "mode",
    "no_sanitize",
    "noinline",
    "nonnull",
    "optimize",
    "packed",
    "pure",
    "returns_nonnull",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
];

impl Preprocessor<'_> {
    /// Whether a name is one for `#ifdef`.
    pub(super) fn is_defined(&self, s: Symbol) -> bool {
        self.has_macro(s)
            || match s {
                words::HAS_INCLUDE | words::HAS_BUILTIN | words::HAS_CPP_ATTRIBUTE => true,
                words::HAS_INCLUDE_NEXT | words::HAS_ATTRIBUTE | words::HAS_C_ATTRIBUTE => {
                    !self.nvrtc
                }
                _ => false,
            }
    }

    /// Evaluates the tokens of `#if`.
    pub(super) fn evaluate(&mut self, line: Vec<Token>, span: Span) -> bool {
        if line.is_empty() {
            self.error(code::BAD_CONDITION, span, "`#if` without an expression");
            return false;
        }
        let floor = self.stack.len();
        self.stack.push(Context::new(line.into(), None, false));
        let from = Source::Above(floor);
        let mut out = Vec::new();
        loop {
            let t = self.next(from);
            if t.kind == Tok::Eof {
                break;
            }
            let value = match t.sym {
                _ if t.kind != Tok::Ident => None,
                words::DEFINED => match self.defined_operand(t, from) {
                    Some(value) => Some(u32::from(value)),
                    None => {
                        self.unwind(floor);
                        return false;
                    }
                },
                words::OPERATOR_PRAGMA => {
                    self.skip_parens(from);
                    continue;
                }
                _ => self.answer(t.sym, from),
            };
            let Some(value) = value else {
                out.push(t);
                if !self.charge(1, span) {
                    break;
                }
                continue;
            };
            let sym = self.names.intern(&value.to_string());
            out.push(Token { kind: Tok::Number, sym, ..t });
        }
        self.unwind(floor);
        self.condition_value(&out, span)
    }

    /// The answer to a question of the kind of `__has_include`; None for another name.
    fn answer(&mut self, question: Symbol, from: Source) -> Option<u32> {
        match question {
            words::HAS_INCLUDE
            | words::HAS_INCLUDE_NEXT
            | words::HAS_BUILTIN
            | words::HAS_ATTRIBUTE
            | words::HAS_CPP_ATTRIBUTE
            | words::HAS_C_ATTRIBUTE => {}
            words::HAS_FEATURE
            | words::HAS_EXTENSION
            | words::HAS_WARNING
            | words::HAS_DECLSPEC_ATTRIBUTE => {
                self.skip_parens(from);
                return Some(0);
            }
            _ => return None,
        }
        let operand = self.skip_parens(from);
        if matches!(question, words::HAS_INCLUDE | words::HAS_INCLUDE_NEXT) {
            let next = question == words::HAS_INCLUDE_NEXT;
            return Some(self.has_include(operand, next).into());
        }
        let text = spell(&operand, self.names).replace(' ', "");
        Some(match question {
            words::HAS_BUILTIN => has_builtin(&text).into(),
            words::HAS_ATTRIBUTE => attribute(&text, true),
            _ => attribute(&text, false),
        })
    }

    fn defined_operand(&mut self, at: Token, from: Source) -> Option<bool> {
        let mut t = self.raw(from);
        let paren = t.kind == Tok::LParen;
        if paren {
            t = self.raw(from);
        }
        let ok = t.kind == Tok::Ident && (!paren || self.raw(from).kind == Tok::RParen);
        if !ok {
            self.error(code::BAD_CONDITION, at.span, "`defined` needs a macro name");
            return None;
        }
        Some(self.is_defined(t.sym))
    }

    /// What stands in the parentheses that come next.
    fn skip_parens(&mut self, from: Source) -> Vec<Token> {
        let mut out = Vec::new();
        let mut depth = 0u32;
        loop {
            let t = self.raw(from);
            match t.kind {
                Tok::Eof => return out,
                Tok::LParen => depth += 1,
                Tok::RParen if depth <= 1 => return out,
                Tok::RParen => depth -= 1,
                _ => {}
            }
            if depth > 1 || t.kind != Tok::LParen {
                out.push(t);
            }
        }
    }
}

fn has_builtin(name: &str) -> bool {
    match name.strip_prefix("__builtin_") {
        Some(rest) => BUILTINS.binary_search(&rest).is_ok(),
        None => name == "__underlying_type" || Trait::find(name).is_some(),
    }
}

/// The number of an attribute, 0 for none: `gnu::x` and `__x__` are `x`, and without a prefix `x` is the standard's, or GNU's where `gnu` says so.
fn attribute(name: &str, gnu: bool) -> u32 {
    let (gnu, name) = match name.split_once("::") {
        Some(("gnu" | "__gnu__", name)) => (true, name),
        Some(_) => return 0,
        None => (gnu, name),
    };
    let bare = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
    match STANDARD.iter().find(|row| row.0 == bare) {
        Some((_, number)) => *number,
        None => (gnu && GNU.binary_search(&bare).is_ok()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BUILTINS, GNU, attribute, has_builtin};

    #[test]
    fn names_are_found() {
        assert!(BUILTINS.is_sorted() && GNU.is_sorted());
        for (name, wanted) in [
            ("__builtin_expect", true),
            ("__builtin_memcpy", false),
            ("__is_class", true),
            ("__is_same", false),
            ("__underlying_type", true),
            ("printf", false),
        ] {
            assert_eq!(has_builtin(name), wanted, "{name}");
        }
        for (name, gnu, wanted) in [
            ("nodiscard", false, 201_907),
            ("__nodiscard__", false, 201_907),
            ("noreturn", true, 200_809),
            ("always_inline", false, 0),
            ("always_inline", true, 1),
            ("gnu::always_inline", false, 1),
            ("__gnu__::__unused__", false, 1),
            ("clang::fallthrough", false, 0),
            ("no_unique_address", false, 0),
            ("vector_size", true, 0),
        ] {
            assert_eq!(attribute(name, gnu), wanted, "{name}");
        }
    }
}

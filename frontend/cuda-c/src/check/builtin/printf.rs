//! `printf` and `assert` in device code, and the name of the function at hand.
//!
//! A call of `printf` passes a pointer to its arguments, promoted as C promotes them. Where the format is a string
//! constant its conversions are compared with the arguments: what does not fit is a warning, as nvcc and clang warn.

use optx_source::{Diagnostic, Span, code};
use optx_whirl::Intrinsic;

use crate::{
    check::{Body, arity::Arity, body::E},
    intern::Symbol,
    typed::{Action, TKind},
    types::{self, Ty},
    words,
};

/// What a conversion takes.
#[derive(Clone, Copy, PartialEq)]
enum Wants {
    /// An integer of so many bytes.
    Integer(u64),
    Double,
    Pointer,
    Text,
}

impl Wants {
    fn describe(self) -> &'static str {
        match self {
            Wants::Integer(8) => "a 64-bit integer",
            Wants::Integer(_) => "an integer of at most 32 bits",
            Wants::Double => "a floating-point number",
            Wants::Pointer => "a pointer",
            Wants::Text => "a string",
        }
    }
}

impl<'t> Body<'_, '_, 't, '_> {
    /// A call of `printf`.
    pub(super) fn device_printf(&mut self, at: Span, values: &[E<'t>], span: Span) -> E<'t> {
        let Some((&format, rest)) = values.split_first() else {
            return self.error(
                code::ARGUMENT_COUNT,
                at,
                "`printf` takes a format and its arguments, and 0 are given",
            );
        };
        let literal = self.literal_bytes(format);
        let text = self.cx.types.pointer(Ty::CHAR.with(types::CONST));
        let format = self.convert(format, text);
        let mut list = vec![format];
        for &value in rest {
            let value = self.rvalue(value);
            let promoted = match value.ty.bare() {
                t if t.is_error() => return self.bad(span),
                Ty::FLOAT | Ty::LONGDOUBLE => self.cast_node(value, Ty::DOUBLE),
                t if self.cx.types.is_pointer(t) => value,
                t if self.cx.types.is_arithmetic(t) => {
                    let to = if t == Ty::DOUBLE { t } else { self.promotion(value) };
                    self.cast_node(value, to)
                }
                t => {
                    let name = self.cx.type_name(t);
                    return self.error(
                        code::BAD_BUILTIN,
                        value.span,
                        format!("a value of type `{name}` cannot be passed to `printf`"),
                    );
                }
            };
            list.push(promoted);
        }
        if list.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        if let Some(bytes) = literal {
            self.check_format(&bytes, &list[1..], list[0].span);
        }
        let args = self.list(list);
        self.mk(TKind::Builtin(Action::Printf, args), Ty::INT, span)
    }

    /// What a failed `assert` does: expression, file and line are the macro's.
    pub(super) fn assert_fail(&mut self, at: Span, values: &[E<'t>], span: Span) -> E<'t> {
        let [expression, file, line] = *values else {
            return self.error(code::ARGUMENT_COUNT, at, "`assert` takes one argument");
        };
        let text = self.cx.types.pointer(Ty::CHAR.with(types::CONST));
        let name = self.function_name_string(words::PRETTY_FUNCTION, span);
        let list = vec![
            self.convert(expression, text),
            self.convert(file, text),
            self.convert(line, Ty::UINT),
            self.convert(name, text),
            self.int(1, Ty::ULONG, span),
        ];
        if list.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let args = self.list(list);
        let action = Action::Effect(Intrinsic::AssertFail);
        self.mk(TKind::Builtin(action, args), Ty::VOID, span)
    }

    /// `__func__` and its kin as a string.
    pub(in crate::check) fn function_name_string(&mut self, word: Symbol, span: Span) -> E<'t> {
        let mut text = String::new();
        if let Some(f) = self.function {
            let info = &self.cx.functions[f];
            text = self.cx.function_name(info);
            if word == words::PRETTY_FUNCTION {
                let list: Vec<String> =
                    info.signature.params.iter().map(|p| self.cx.type_name(p.ty)).collect();
                let result = self.cx.type_name(info.signature.result);
                text = format!("{result} {text}({})", list.join(", "));
            } else if let Some((_, last)) = text.rsplit_once("::") {
                text = last.to_owned();
            }
        }
        let mut bytes = text.into_bytes();
        bytes.push(0);
        self.string_of_bytes(bytes, span)
    }

    /// The bytes of a string constant, without its final zero.
    fn literal_bytes(&self, e: E<'t>) -> Option<Vec<u8>> {
        let TKind::Global(g) = e.kind else { return None };
        let found = self.cx.output.strings.iter().find(|(_, known)| **known == g);
        found.map(|((bytes, _), _)| bytes.strip_suffix(b"\0").unwrap_or(bytes).to_vec())
    }

    fn check_format(&mut self, format: &[u8], args: &[E<'t>], at: Span) {
        let wanted = match conversions(format) {
            Ok(Format { wanted, unprinted }) => {
                if let Some(text) = unprinted {
                    let message = format!(
                        "devices do not print `{text}`: they know the lengths `h`, `l` and `ll`, and no precision `*`"
                    );
                    self.cx.diags.push(Diagnostic::new(code::PRINTF_FORMAT, at, message));
                }
                wanted
            }
            Err(text) => {
                let message = format!("`{text}` is no conversion that `printf` knows");
                self.cx.diags.push(Diagnostic::new(code::PRINTF_FORMAT, at, message));
                return;
            }
        };
        if wanted.len() != args.len() {
            let refuses = Arity::exactly(wanted.len()).refuses(args.len());
            let message = format!("the format {refuses}");
            self.cx.diags.push(Diagnostic::new(code::PRINTF_FORMAT, at, message));
            return;
        }
        for (k, (wants, arg)) in wanted.into_iter().zip(args).enumerate() {
            let types = &self.cx.types;
            let size = types.size(arg.ty);
            let fits = match wants {
                Wants::Integer(bytes) => types.is_integer(arg.ty) && size == bytes,
                Wants::Double => arg.ty.bare() == Ty::DOUBLE,
                Wants::Pointer => types.is_pointer(arg.ty),
                Wants::Text => types.pointee(arg.ty).is_some_and(|t| types.size(t) == 1),
            };
            if !fits {
                let name = self.cx.type_name(arg.ty);
                let message = format!(
                    "conversion {} of the format takes {}, and the argument is of type `{name}`",
                    k + 1,
                    wants.describe()
                );
                self.cx.diags.push(Diagnostic::new(code::PRINTF_FORMAT, arg.span, message));
            }
        }
    }
}

/// The conversions of a format.
struct Format {
    /// What they take, in order.
    wanted: Vec<Wants>,
    /// The first that C has and no device: for it a GPU takes no argument, and what it prints means nothing.
    unprinted: Option<String>,
}

/// Takes a format apart; the text of a conversion that is none.
fn conversions(format: &[u8]) -> Result<Format, String> {
    let (mut wanted, mut unprinted) = (Vec::new(), None);
    let mut at = 0;
    while let Some(start) = format[at..].iter().position(|c| *c == b'%').map(|k| at + k) {
        at = start + 1;
        let mut bytes = 4;
        let (mut ended, mut is_printed) = (false, true);
        while let Some(&c) = format.get(at) {
            at += 1;
            match c {
                b'-' | b'+' | b' ' | b'#' | b'.' | b'0'..=b'9' => continue,
                b'h' => {
                    is_printed &= format.get(at) != Some(&b'h');
                    continue;
                }
                b'*' => {
                    is_printed &= format[start..at - 1].last() != Some(&b'.');
                    wanted.push(Wants::Integer(4));
                    continue;
                }
                b'l' | b'j' | b'z' | b't' => {
                    is_printed &= c == b'l';
                    bytes = 8;
                    continue;
                }
                b'%' => {}
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => wanted.push(Wants::Integer(bytes)),
                b'c' => wanted.push(Wants::Integer(4)),
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => wanted.push(Wants::Double),
                b's' => wanted.push(Wants::Text),
                b'p' => wanted.push(Wants::Pointer),
                _ => return Err(String::from_utf8_lossy(&format[start..at]).into_owned()),
            }
            ended = true;
            break;
        }
        if !is_printed && unprinted.is_none() {
            unprinted = Some(String::from_utf8_lossy(&format[start..at]).into_owned());
        }
        if !ended {
            return Err(String::from_utf8_lossy(&format[start..]).into_owned());
        }
    }
    Ok(Format { wanted, unprinted })
}

#[cfg(test)]
mod tests {
    use super::{Wants, conversions};

    #[test]
    fn formats_are_taken_apart() {
        use Wants::{Double, Integer, Pointer, Text};
        let all = conversions(b"%d %5.2f%% %-8s|%llu %zu %p %c %*d %hhx %.3e")
            .unwrap_or_else(|t| panic!("{t}"));
        assert!(
            all.wanted
                == [
                    Integer(4),
                    Double,
                    Text,
                    Integer(8),
                    Integer(8),
                    Pointer,
                    Integer(4),
                    Integer(4),
                    Integer(4),
                    Integer(4),
                    Double
                ]
        );
        assert!(conversions(b"plain").is_ok_and(|f| f.wanted.is_empty()));
        assert!(conversions(b"50%").is_err_and(|t| t == "%"));
        assert!(conversions(b"%5y").is_err_and(|t| t == "%5y"));
        assert!(conversions(b"%n").is_err());
    }

    #[test]
    fn what_devices_print_is_told_from_what_c_has() {
        let unprinted = |format: &[u8]| {
            let found = conversions(format).unwrap_or_else(|t| panic!("{t}"));
            found.unprinted
        };
        for format in [&b"%d %ld %lld %hd"[..], b"%*d %-*d %5.3f", b"%lu%%zu"] {
            assert_eq!(unprinted(format), None);
        }
        for (format, text) in [
            (&b"%d %hhu %zu"[..], "%hhu"),
            (b"%zu", "%zu"),
            (b"%td", "%td"),
            (b"%jx", "%jx"),
            (b"%5.*f", "%5.*f"),
        ] {
            assert_eq!(unprinted(format).as_deref(), Some(text));
        }
    }
}

//! Names in PTX: mangled as the Itanium C++ ABI has it, unless `extern "C"`.
//!
//! A name is first made into a tree of components, in which the parameters of a template stand as such (`T_`), since
//! the signature of a function template is mangled as it was written. Writing the tree replaces components met before
//! by back references; a component is known again by its full text (Itanium C++ ABI, 5.1), which is never written: it has a
//! number, by how it is made up of other texts, so that a name costs what its tree does.

mod build;
mod expression;
mod pattern;
mod text;
mod write;

use std::cell::{Cell, RefCell};

use crate::{
    ast::Flags,
    check::{Checker, Function, KnownFunction, TArg},
    intern::Symbol,
    types::RecordId,
    words,
};
use text::Texts;
use write::Writer;

/// How many steps through what is written in templates one name may take; past them types are named by what they are.
const STEPS: u32 = 20_000;

/// The PTX name of a function.
pub(crate) fn function<'a>(cx: &Checker<'a, '_>, f: &Function<'a>) -> String {
    let name = cx.text(f.name);
    if is_c(f) {
        return name.to_string();
    }
    let b = Builder::new(cx);
    let mut w = Writer::new();
    w.encoding(&b.encoding(f));
    // A copy for functions that it is called with.
    for k in f.origin.known.iter().flat_map(|known| &known.numbers) {
        w.out.push('$');
        match KnownFunction::of(*k) {
            Some(KnownFunction::Function(f)) => {
                w.out.push_str(&cx.functions.get(f).map_or_else(String::new, |f| function(cx, f)));
            }
            Some(KnownFunction::BuiltIn(s)) => w.out.push_str(cx.text(s)),
            None => {}
        }
    }
    w.out
}

/// Whether a function has its name as C has it.
fn is_c(f: &Function<'_>) -> bool {
    f.flags.has(Flags::EXTERN_C) && f.membership.class.is_none()
}

/// The PTX name of a variable: its own at file scope, as NVRTC has it, `static` or not.
pub(crate) fn variable(cx: &Checker<'_, '_>, name: &str, namespace: u32, internal: bool) -> String {
    let b = Builder::new(cx);
    let mut parts = b.namespace_parts(namespace);
    if parts.is_empty() {
        return name.to_string();
    }
    let mark = if internal { "L" } else { "" };
    b.push(&mut parts, format!("{mark}{}{name}", name.len()), None);
    let mut w = Writer::new();
    w.named(&parts);
    w.out
}

/// The PTX name of an instance of a variable template.
pub(crate) fn variable_instance(
    cx: &Checker<'_, '_>,
    name: &str,
    namespace: u32,
    internal: bool,
    args: &[TArg],
) -> String {
    let b = Builder::new(cx);
    let mut parts = b.namespace_parts(namespace);
    let mark = if internal { "L" } else { "" };
    let args = args.iter().map(|a| b.arg(*a)).collect();
    b.push(&mut parts, format!("{mark}{}{name}", name.len()), Some(args));
    let mut w = Writer::new();
    w.named(&parts);
    w.out
}

/// The PTX name of a static data member.
pub(crate) fn member_variable(cx: &Checker<'_, '_>, name: &str, class: RecordId) -> String {
    let b = Builder::new(cx);
    let mut parts = b.class_parts(class);
    b.push(&mut parts, format!("{}{name}", name.len()), None);
    let mut w = Writer::new();
    w.named(&parts);
    w.out
}

/// A name with its length, or the code of an operator.
fn unqualified(cx: &Checker<'_, '_>, name: Symbol, params: usize) -> String {
    let code = match name {
        words::OP_PLUS if params < 2 => "ps",
        words::OP_PLUS => "pl",
        words::OP_MINUS if params < 2 => "ng",
        words::OP_MINUS => "mi",
        words::OP_STAR if params < 2 => "de",
        words::OP_STAR => "ml",
        words::OP_SLASH => "dv",
        words::OP_PERCENT => "rm",
        words::OP_CARET => "eo",
        words::OP_AMP if params < 2 => "ad",
        words::OP_AMP => "an",
        words::OP_PIPE => "or",
        words::OP_TILDE => "co",
        words::OP_BANG => "nt",
        words::OP_ASSIGN => "aS",
        words::OP_LT => "lt",
        words::OP_GT => "gt",
        words::OP_PLUS_EQ => "pL",
        words::OP_MINUS_EQ => "mI",
        words::OP_STAR_EQ => "mL",
        words::OP_SLASH_EQ => "dV",
        words::OP_PERCENT_EQ => "rM",
        words::OP_CARET_EQ => "eO",
        words::OP_AMP_EQ => "aN",
        words::OP_PIPE_EQ => "oR",
        words::OP_SHL => "ls",
        words::OP_SHR => "rs",
        words::OP_SHL_EQ => "lS",
        words::OP_SHR_EQ => "rS",
        words::OP_EQ => "eq",
        words::OP_NE => "ne",
        words::OP_LE => "le",
        words::OP_GE => "ge",
        words::OP_AND => "aa",
        words::OP_OR => "oo",
        words::OP_INC => "pp",
        words::OP_DEC => "mm",
        words::OP_COMMA => "cm",
        words::OP_ARROW_STAR => "pm",
        words::OP_ARROW => "pt",
        words::OP_CALL => "cl",
        words::OP_INDEX => "ix",
        _ => {
            let text = cx.text(name);
            // `li` and the suffix: an operator of literals.
            return match text.strip_prefix(crate::parse::literal_operator::OPERATOR) {
                Some(suffix) => format!("li{}{suffix}", suffix.len()),
                None => format!("{}{text}", text.len()),
            };
        }
    };
    code.to_string()
}

/// Makes trees of components.
struct Builder<'c, 'a, 'x> {
    cx: &'c Checker<'a, 'x>,
    texts: RefCell<Texts>,
    /// How many steps through what is written in templates are left.
    left: Cell<u32>,
}

impl<'c, 'a, 'x> Builder<'c, 'a, 'x> {
    fn new(cx: &'c Checker<'a, 'x>) -> Self {
        Builder { cx, texts: RefCell::default(), left: Cell::new(STEPS) }
    }
}

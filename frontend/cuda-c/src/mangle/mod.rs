//! Names in PTX: mangled as the Itanium C++ ABI has it, unless `extern "C"`.
//!
//! A name is first made into a tree of components, in which the parameters of a template stand as such (`T_`), since
//! the signature of a function template is mangled as it was written. Writing the tree replaces components met before
//! by back references; a component is known again by its full text (Itanium C++ ABI, 5.1), which is never written: it has a
//! number, by how it is made up of other texts, so that a name costs what its tree does.

mod build;
mod closure;
mod expression;
mod literal;
mod operator;
mod parts;
mod pattern;
mod scope;
mod text;
mod write;

use std::cell::{Cell, RefCell};

use crate::{
    ast::Flags,
    check::{Checker, Function, KnownFunction, TArg},
    types::RecordId,
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

/// Makes trees of components.
struct Builder<'c, 'a, 'x> {
    cx: &'c Checker<'a, 'x>,
    texts: RefCell<Texts>,
    /// How many steps through what is written in templates are left.
    left: Cell<u32>,
    /// Parameters of templates are those of a lambda in an instance, which are others than the templates' around it.
    inner: Cell<bool>,
}

impl<'c, 'a, 'x> Builder<'c, 'a, 'x> {
    fn new(cx: &'c Checker<'a, 'x>) -> Self {
        Builder { cx, texts: RefCell::default(), left: Cell::new(STEPS), inner: Cell::new(false) }
    }
}

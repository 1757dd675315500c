//! The types of a program beside the arithmetic ones, parameters of them, and how their values are made.

use super::random::Random;
use super::scalar::{self, Scalar};

/// A type without references and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Scalar(Scalar),
    Enum(usize),
    Class(usize),
}

impl Base {
    /// The type's name in the source.
    pub fn name(self) -> String {
        match self {
            Base::Scalar(s) => scalar::name(s).to_owned(),
            Base::Enum(k) => format!("E{k}"),
            Base::Class(k) => format!("C{k}"),
        }
    }

    /// An expression of this type for a small number: a prvalue, nothing of which is out of range.
    pub fn of(self, number: &str) -> String {
        match self {
            Base::Scalar(s) => format!("({})({number} & 15)", scalar::name(s)),
            Base::Enum(k) => format!("(E{k})({number} & 15)"),
            Base::Class(k) => format!("make{k}({number})"),
        }
    }

    /// A statement that changes an object of the type.
    pub fn poke(self, object: &str) -> String {
        match self {
            Base::Class(_) => format!("poke({object});"),
            other => format!("{object} = {};", other.of(&format!("(val({object}) ^ 1)"))),
        }
    }
}

/// How a parameter takes its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Value,
    Reference,
    ConstReference,
    RvalueReference,
    Pointer,
    ConstPointer,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub base: Base,
    pub form: Form,
    pub default: bool,
}

impl Parameter {
    /// The type and `name`.
    pub fn declare(&self, name: &str) -> String {
        let t = self.base.name();
        match self.form {
            Form::Value => format!("{t} {name}"),
            Form::Reference => format!("{t} &{name}"),
            Form::ConstReference => format!("const {t} &{name}"),
            Form::RvalueReference => format!("{t} &&{name}"),
            Form::Pointer => format!("{t} *{name}"),
            Form::ConstPointer => format!("const {t} *{name}"),
        }
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self.form, Form::Pointer | Form::ConstPointer)
    }

    /// Statements that show the argument, and change what may be changed.
    pub fn used(&self, name: &str) -> String {
        match self.form {
            Form::Pointer | Form::ConstPointer => {
                format!("note({name}); if ({name}) note(*{name});")
            }
            Form::Reference | Form::RvalueReference => {
                format!("note({name}); {}", self.base.poke(name))
            }
            _ => format!("note({name});"),
        }
    }

    /// A small number of the argument.
    pub fn number(&self, name: &str) -> String {
        if self.is_pointer() { format!("({name} ? 1 : 0)") } else { format!("val({name})") }
    }
}

/// The enumerations.
#[derive(Clone, Debug)]
pub struct Enumeration {
    pub scoped: bool,
}

/// Parameters as text, with the default arguments.
pub fn list(parameters: &[Parameter]) -> String {
    let one = |(k, p): (usize, &Parameter)| {
        let text = p.declare(&format!("p{k}"));
        match p.default {
            true if p.is_pointer() => format!("{text} = 0"),
            true => format!("{text} = {}", p.base.of(&(k + 4).to_string())),
            false => text,
        }
    };
    parameters.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}

/// What tells one signature from another.
pub fn signature(parameters: &[Parameter]) -> String {
    parameters.iter().map(|p| p.declare("") + ",").collect()
}

/// The enumerations' lines: scoped or not, with an underlying type or not, and each with enumerators up to 31.
pub fn enumerations(r: &mut Random, count: usize) -> (Vec<Enumeration>, Vec<String>) {
    let mut all = Vec::new();
    let mut lines = Vec::new();
    for k in 0..count {
        let scoped = r.chance(40);
        let word = if scoped { r.pick(&["class ", "struct "]) } else { "" };
        let under = match r.next(3) {
            0 => format!(" : {}", scalar::name(1 + r.next(11))),
            _ => String::new(),
        };
        let middle = r.next(9) + 2;
        lines.push(format!("enum {word}E{k}{under} {{ A{k}, B{k} = {middle}, D{k}, F{k} = 31 }};"));
        lines.push(format!("static __device__ int val(E{k} x) {{ return (int)x & 15; }}"));
        lines.push(format!(
            "static __device__ void note(E{k} x) {{ mark({}); mark((long long)x); }}",
            50 + k
        ));
        all.push(Enumeration { scoped });
    }
    (all, lines)
}

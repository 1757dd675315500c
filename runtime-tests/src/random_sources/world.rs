//! What a program declares, as far as the text that uses it has to know, and the program's lines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::random::Random;
use super::scalar;
use super::types::{Base, Enumeration, Form, Parameter};

/// A field of a class.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub base: Base,
    /// The number of elements of an array.
    pub count: Option<usize>,
    pub bits: Option<u32>,
    /// Has an initial value of its own.
    pub initialised: bool,
}

/// Functions of one name: the parameters of each.
#[derive(Clone, Debug)]
pub struct Set {
    pub name: String,
    pub overloads: Vec<Vec<Parameter>>,
}

/// A class.
#[derive(Clone, Debug, Default)]
pub struct Class {
    pub bases: Vec<usize>,
    pub fields: Vec<Field>,
    /// No constructors: initialised by a list of its bases and fields.
    pub aggregate: bool,
    /// May be copied and assigned, so it may be a base and a field.
    pub regular: bool,
    /// Initialised as a whole by a default constructor of its own.
    pub default: bool,
    pub constructors: Vec<Vec<Parameter>>,
    pub methods: Vec<Set>,
    /// Operators that a member or a function has for it, of two operands.
    pub binary: Vec<&'static str>,
    pub unary: Vec<&'static str>,
    pub conversions: Vec<Base>,
    /// Has operator[] and operator().
    pub call: bool,
}

/// The declarations so far.
#[derive(Default)]
pub struct World {
    pub enums: Vec<Enumeration>,
    pub classes: Vec<Class>,
    pub sets: Vec<Set>,
    /// Number of the next mark, so that each function has its own.
    marks: usize,
}

impl World {
    /// A statement that marks the trace with a number that nothing else has.
    pub fn mark(&mut self) -> String {
        self.marks += 1;
        format!("mark({});", 100 + self.marks)
    }

    /// Any type; classes as often as `classes` percent.
    pub fn base(&self, r: &mut Random, classes: usize) -> Base {
        if !self.classes.is_empty() && r.chance(classes) {
            return Base::Class(r.next(self.classes.len()));
        }
        if !self.enums.is_empty() && r.chance(15) {
            return Base::Enum(r.next(self.enums.len()));
        }
        let often = [0, 1, 3, 4, 6, 6, 6, 7, 8, 9, 10, 11, 12, 13, 2, 5];
        Base::Scalar(r.pick(&often))
    }

    /// A parameter; the first of a function may be of a class.
    pub fn parameter(&self, r: &mut Random, first: bool) -> Parameter {
        let base = self.base(r, if first { 45 } else { 0 });
        let copied = match base {
            Base::Class(k) => self.classes[k].regular,
            _ => true,
        };
        let form = match r.next(12) {
            0..=4 if copied => Form::Value,
            5 | 6 => Form::Reference,
            7 | 8 => Form::RvalueReference,
            9 => Form::Pointer,
            10 => Form::ConstPointer,
            _ => Form::ConstReference,
        };
        Parameter { base, form, default: false }
    }

    /// Parameters of a function, the last ones with default arguments at times.
    pub fn parameters(&self, r: &mut Random, least: usize, most: usize) -> Vec<Parameter> {
        let count = least + r.next(most - least + 1);
        let mut all: Vec<Parameter> = (0..count).map(|k| self.parameter(r, k == 0)).collect();
        for p in all.iter_mut().skip(least.max(1)).rev() {
            if matches!(p.form, Form::Reference | Form::RvalueReference) || r.chance(50) {
                break;
            }
            p.default = true;
        }
        all
    }

    /// What initialises an object of class `k` for a small number, to stand after the type's name: the same object each
    /// time, and nothing that is ambiguous.
    pub fn initialiser(&self, k: usize, number: &str) -> String {
        let class = &self.classes[k];
        if !class.aggregate {
            return format!("(Tag{{}}, {number})");
        }
        let mut parts: Vec<String> = Vec::new();
        for &b in &class.bases {
            parts.push(format!("C{b}{}", self.initialiser(b, number)));
        }
        for (j, f) in class.fields.iter().enumerate() {
            let one = |n: usize| self.element(f.base, &format!("{number} + {n}"));
            match f.count {
                Some(count) => {
                    let all: Vec<String> = (0..count).map(|n| one(j + n)).collect();
                    parts.push(format!("{{{}}}", all.join(", ")));
                }
                None => parts.push(one(j)),
            }
        }
        format!("{{{}}}", parts.join(", "))
    }

    /// A value of the type for a small number.
    pub fn element(&self, base: Base, number: &str) -> String {
        match base {
            Base::Class(k) => format!("C{k}{}", self.initialiser(k, number)),
            other => other.of(&format!("({number})")),
        }
    }
}

/// A program: its lines, and the functions that may turn out to be invalid.
#[derive(Clone, Default)]
pub struct Program {
    /// The text.
    pub lines: Vec<String>,
    /// Lines that hold one function each, `NAME(int n)`.
    pub probes: Vec<usize>,
}

impl Program {
    /// Adds a line.
    pub fn push(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds a function that may be invalid; gives its name.
    pub fn probe(&mut self, body: &str) -> String {
        let name = format!("probe{}", self.probes.len());
        self.probes.push(self.lines.len());
        self.push(format!("static __device__ void {name}(int n) {{ {body} }}"));
        name
    }

    /// The text without the bodies of the probes that stand on `without` (lines from 1).
    pub fn text(&self, without: &BTreeSet<usize>) -> String {
        let mut out = String::new();
        for (k, line) in self.lines.iter().enumerate() {
            let line = match line.split_once('{') {
                Some((head, _)) if without.contains(&(k + 1)) => format!("{head}{{}}"),
                _ => line.clone(),
            };
            let _ = writeln!(out, "{line}");
        }
        out
    }
}

/// The functions that every program has: a trace of each thread, and what shows values of the arithmetic types.
pub fn prelude(r: &mut Random) -> Vec<String> {
    let word = r.pick(&["", "__noinline__ "]);
    let mut lines = vec!["typedef unsigned long long u64;".to_owned()];
    if r.chance(50) {
        lines.push("#define HERE blockIdx.x * blockDim.x + threadIdx.x".to_owned());
        lines.push("__device__ u64 trace[96];".to_owned());
    } else {
        lines.push("#define HERE threadIdx.x".to_owned());
        lines.push("__shared__ u64 trace[32];".to_owned());
    }
    let mix = "u64 &t = trace[HERE]; t = (t ^ (u64)x) * 1099511628211ull; t ^= t >> 29;";
    lines.push(format!("static __device__ {word}void mark(long long x) {{ {mix} }}"));
    lines.push("struct Tag {};".to_owned());
    for s in 0..scalar::SCALARS.len() {
        let (n, number) = (scalar::name(s), s + 1);
        let (shown, small) = match s {
            scalar::BOOL => ("x", "x"),
            _ if scalar::is_float(s) => {
                ("x > -1e6f && x < 1e6f ? (long long)(x * 64) : 5", "x >= 0 && x < 16 ? (int)x : 7")
            }
            _ => ("(long long)x", "(int)(x & 15)"),
        };
        lines.push(format!(
            "static __device__ void note({n} x) {{ mark({number}); mark({shown}); }}"
        ));
        lines.push(format!("static __device__ int val({n} x) {{ return {small}; }}"));
    }
    lines.push("static __device__ void note(const void *x) { mark(40); mark(x != 0); }".to_owned());
    lines.push(
        "template <class T> struct Category { static __device__ int get() { return 41; } };"
            .to_owned(),
    );
    lines.push(
        "template <class T> struct Category<T &> { static __device__ int get() { return 42; } };"
            .to_owned(),
    );
    lines.push("template <class T> struct Category<const T &> { static __device__ int get() { return 43; } };".to_owned());
    lines.push("template <class T> struct Category<const T> { static __device__ int get() { return 44; } };".to_owned());
    lines.push(
        "template <class T> static __device__ int category(T &&) { return Category<T>::get(); }"
            .to_owned(),
    );
    lines
}

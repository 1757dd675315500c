//! Constant expressions ([expr.const]): an interpreter of the typed tree.
//!
//! Idea: where a constant must stand, an expression is checked like any other, but for the host's functions and objects,
//! which may be named there, and with nothing noted as used. Then its tree is executed: objects are trees of subobjects
//! (`value`), pointers are ways into them (`path`), locals and temporaries live and end as the language has it
//! (`memory`). The bodies of `constexpr` functions are checked once, into trees that stay (`call`). What comes out is a
//! value again: of a number, an address, or a whole object (`result`).
//!
//! No constant is what [expr.const] 2 lists: undefined behaviour, objects that are no constants, calls of functions that
//! are not `constexpr`, `reinterpret_cast`, volatile objects; and a result that is not initialised or points to what ends.
//! The first reason that is met is kept, with its place, for the note under the error. As nvcc has it and the standard has
//! not, a left shift takes any signed number, and a floating division by zero has its value where it is folded before.
//!
//! Cost: a step for each node and each value that is copied; bounds for one constant, for the compilation, for the depth
//! of calls and of the interpreter's own recursion.

mod number;
mod value;

mod body;
mod call;
mod expression;
mod fill;
mod literal;
mod memory;
mod object;
mod operator;
mod path;
mod pointer;
mod result;
mod statement;
mod temporary;

pub(in crate::check) use number::{binary, cast, compare};
pub(in crate::check) use value::Value;

use std::rc::Rc;

use optx_source::{Diagnostic, Span};
use optx_whirl::arena_id::Table;

use crate::{
    check::{CheckedBody, Checker, Const},
    intern::Map,
    typed::{FunctionId, LocalId, LocalVar, TypedArenas},
};
use memory::Slot;
use value::{ObjectId, Pointer};

/// Evaluations of constants that are under way, and what they share.
pub(crate) struct Constants<'a> {
    /// How deep evaluations of constants are in themselves and each other, and steps that are left for them.
    pub(in crate::check) depth: u32,
    pub(in crate::check) steps: u32,
    /// The bodies of functions that constants call, or what is wrong with them first, and the trees that they are made of.
    pub(in crate::check) bodies: Map<FunctionId, Result<Rc<CheckedBody<'a>>, (Span, String)>>,
    pub(in crate::check) trees: &'a TypedArenas<'a>,
    /// Functions whose bodies are being checked for the value of a call, the innermost last.
    pub(in crate::check) checks: Vec<FunctionId>,
    /// Why the expression that was looked at last is no constant.
    pub(in crate::check) why: Option<Why>,
    /// Initialisers of static members of instances that are no constants, which is told where the members are used.
    pub(in crate::check) unset: Vec<(Span, Why)>,
}

impl<'a> Constants<'a> {
    pub(in crate::check) fn new(trees: &'a TypedArenas<'a>) -> Constants<'a> {
        Constants {
            depth: 0,
            steps: ALL_STEPS,
            bodies: Map::default(),
            trees,
            checks: Vec::new(),
            why: None,
            unset: Vec::new(),
        }
    }
}

/// Steps that one compilation spends on constants, and one constant.
pub(in crate::check) const ALL_STEPS: u32 = 1 << 24;
const STEPS: u32 = 1 << 22;
/// Calls in calls beyond this are no constants.
const CALLS: usize = 512;
/// Levels of the interpreter's recursion, of all evaluations that are under way.
const LEVELS: u32 = 2400;
/// Functions that are being checked for the value of a call, in each other.
const CHECKS: usize = 48;

/// Why an expression is no constant.
#[derive(Clone, Debug)]
pub(in crate::check) struct Why {
    places: Vec<(Span, String)>,
    /// Another compiler may find the constant: this one gives up, and what hangs on it is not known.
    beyond: bool,
}

impl Why {
    fn new(span: Span, text: impl Into<String>) -> Why {
        Why { places: vec![(span, text.into())], beyond: false }
    }

    /// Of what is not evaluated here, and is a constant elsewhere.
    fn beyond(span: Span, text: impl Into<String>) -> Why {
        Why { beyond: true, ..Why::new(span, text) }
    }

    fn steps(span: Span) -> Why {
        Why::beyond(span, "takes too many steps")
    }

    /// A further place.
    fn also(mut self, span: Span, text: impl Into<String>) -> Why {
        if self.places.len() < 4 {
            self.places.push((span, text.into()));
        }
        self
    }

    /// Says it under an error.
    pub(in crate::check) fn under(self, d: Diagnostic) -> Diagnostic {
        let d = Diagnostic { beyond: d.beyond || self.beyond, ..d };
        self.places.into_iter().fold(d, |d, (span, text)| d.note(span, text))
    }
}

type Outcome<T> = Result<T, Why>;

/// What is known of the function around a constant.
#[derive(Clone, Copy)]
struct Outer<'m> {
    locals: &'m Table<LocalId, LocalVar>,
    values: &'m Map<LocalId, Const>,
    constants: &'m Map<LocalId, Rc<Value>>,
    /// It is, or its class is, of a template's instance.
    instance: bool,
}

/// An evaluation.
struct Machine<'m, 'a, 'x> {
    cx: &'m mut Checker<'a, 'x>,
    outer: Outer<'m>,
    heap: Vec<Slot>,
    free: Vec<u32>,
    frames: Vec<call::Frame<'a>>,
    /// Objects whose constructors run: constants among them may be changed.
    constructing: Vec<Pointer>,
    /// Steps that are left for this constant.
    left: u32,
    /// The first value of an object with static storage is computed: an operation that gives a NaN has a value, and
    /// temporaries that references are bound to live as long as the object ([class.temporary] 6).
    lenient: bool,
    /// Addresses may be cast to other types: to begin with one an object need not be `constexpr`.
    casts: bool,
    /// Those temporaries.
    extended: Vec<ObjectId>,
}

impl Machine<'_, '_, '_> {
    fn spend(&mut self, steps: usize, span: Span) -> Outcome<()> {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.left = self.left.checked_sub(steps).ok_or_else(|| Why::steps(span))?;
        Ok(())
    }

    fn local_name(&self, l: LocalId) -> String {
        let sym = self.outer.locals.get(l).map(|l| l.name);
        sym.map_or_else(String::new, |s| self.cx.text(s).to_string())
    }
}

fn of_const(c: Const) -> Value {
    match c {
        Const::Int(v) => Value::Int(v),
        Const::Float(v) => Value::Float(v),
    }
}

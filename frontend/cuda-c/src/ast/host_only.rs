//! What C++ has and a device does not: taken in whole, and refused where a function that the device runs has it.

use super::{Expr, Param, Stmt, TypeExpr};

/// An expression that only a host can evaluate.
#[derive(Clone, Copy, Debug)]
pub enum HostOnly<'a> {
    /// `throw`, `throw e` ([expr.throw]).
    Throw(Option<&'a Expr<'a>>),
    /// `delete e`, `delete[] e` ([expr.delete]).
    Delete(&'a Expr<'a>),
    /// `typeid(e)` ([expr.typeid]).
    TypeidExpr(&'a Expr<'a>),
    /// `typeid(T)`.
    TypeidType(&'a TypeExpr<'a>),
    /// `dynamic_cast<T>(e)` ([expr.dynamic.cast]).
    DynamicCast(&'a TypeExpr<'a>, &'a Expr<'a>),
}

/// `try { ... } catch (T e) { ... }` ([except.pre]).
#[derive(Clone, Copy, Debug)]
pub struct Try<'a> {
    /// What is tried.
    pub body: &'a Stmt<'a>,
    /// What is done with exceptions.
    pub handlers: &'a [Handler<'a>],
}

/// `catch (T e) { ... }` ([except.handle]).
#[derive(Clone, Copy, Debug)]
pub struct Handler<'a> {
    /// The exception; none for `catch (...)`.
    pub exception: &'a [Param<'a>],
    /// What is done with it.
    pub body: &'a Stmt<'a>,
}

//! The walk that takes a tree of 64 bits apart.

use super::MOST_NODES;
use super::atom::Atom;
use super::bits::{Bits, disjoint};
use super::form::Form;
use super::parts::{Parts, Whole};
use super::width::Width;
use crate::codemap::Codemap;
use crate::coderep::CodeRep;
use crate::ids::CrId;

/// How far a tree is taken apart.
pub trait Policy {
    /// Bitwise operations are sums where their bits are apart.
    const TAKES_BITS: bool = false;

    /// What has no constant inside stays whole; the way down to a constant alone is taken apart.
    const KEEPS_WHOLE: bool = false;

    /// The tree that a version is looked through to, of its own width.
    fn definition(&self, _version: CrId) -> Option<CrId> {
        None
    }

    /// Whether a value becomes its parts. It is asked of no constant and no object.
    fn opens(&mut self, _map: &Codemap, _whole: Whole, _parts: &Parts) -> bool {
        true
    }
}

/// All of a tree, and nothing but it.
impl Policy for () {}

/// A form in the making.
pub struct Build<'a, P> {
    map: &'a Codemap,
    policy: P,
    form: Form<Atom>,
    cancels: bool,
    left: u32,
}

/// Whether a constant was met.
type HasConstant = bool;

impl<'a, P: Policy> Build<'a, P> {
    /// Begins with zero.
    pub fn new(map: &'a Codemap, policy: P) -> Build<'a, P> {
        Build { map, policy, form: Form::constant_of(Width::LONG, 0), cancels: false, left: 0 }
    }

    /// Adds a factor times a tree; true where a constant was met.
    pub fn add(&mut self, tree: CrId, factor: u64) -> HasConstant {
        self.left = MOST_NODES;
        // The operands of what is of 64 bits, or extended to them, are of the width that is looked for.
        match self.map.get(tree) {
            CodeRep::Op(op) if op.rtype.size() != 8 => self.atom(Whole::of(tree), factor),
            _ => self.value(Whole::of(tree), factor),
        }
    }

    /// True where an atom may have been met that is in no term: a tree asks for more than its form does.
    pub fn cancels(&self) -> bool {
        self.cancels
    }

    /// The form, and the policy.
    pub fn finish(mut self) -> (Form<Atom>, P) {
        if P::KEEPS_WHOLE {
            self.form.merge();
        }
        (self.form, self.policy)
    }

    fn value(&mut self, whole: Whole, factor: u64) -> HasConstant {
        let parts = self.map.parts(whole);
        match parts {
            Some(Parts::Constant(value)) => {
                self.form.add_constant(value.wrapping_mul(factor));
                return true;
            }
            Some(Parts::Object(st, offset)) => {
                self.form.add_constant(offset.wrapping_mul(factor));
                self.push(Atom::Object(st), factor);
                return offset != 0;
            }
            _ => {}
        }
        if self.left == 0 {
            return self.atom(whole, factor);
        }
        self.left -= 1;
        let (terms, constant) = (self.form.terms().len(), self.form.constant());
        match self.taken_apart(whole, parts, factor) {
            Some(has_constant) if has_constant || !P::KEEPS_WHOLE => has_constant,
            Some(_) => {
                debug_assert_eq!(constant, self.form.constant());
                self.form.truncate(terms);
                self.atom(whole, factor)
            }
            None => self.atom(whole, factor),
        }
    }

    fn atom(&mut self, whole: Whole, factor: u64) -> HasConstant {
        self.push(Atom::Tree(whole), factor);
        false
    }

    fn push(&mut self, atom: Atom, factor: u64) {
        match P::KEEPS_WHOLE {
            // What is taken back later must not be merged yet.
            true => self.form.append(atom, factor),
            false => {
                let before = self.form.terms().len();
                self.form.add(atom, factor);
                self.cancels |= self.form.terms().len() < before;
            }
        }
    }

    /// Adds the parts of a value; None, and nothing, where it has none that are asked for.
    fn taken_apart(
        &mut self,
        whole: Whole,
        parts: Option<Parts>,
        factor: u64,
    ) -> Option<HasConstant> {
        let Some(parts) = parts else { return self.without_parts(whole, factor) };
        if !self.policy.opens(self.map, whole, &parts) {
            return None;
        }
        Some(match parts {
            Parts::Sum(a, b) => {
                // Both: terms of the one side are needed where the other has a constant.
                let first = self.value(a, factor);
                self.value(b, factor) | first
            }
            Parts::Difference(a, b) => {
                let first = self.value(a, factor);
                self.value(b, factor.wrapping_neg()) | first
            }
            Parts::Negative(of) => self.value(of, factor.wrapping_neg()),
            Parts::Multiple(of, by) => self.value(of, factor.wrapping_mul(by)),
            Parts::Extension(of) => self.value(of, factor),
            Parts::Constant(_) | Parts::Object(..) | Parts::Product(..) => {
                return None;
            }
        })
    }

    /// Adds the definition of a version, or a bitwise operation that is a sum; None where it is neither.
    fn without_parts(&mut self, whole: Whole, factor: u64) -> Option<HasConstant> {
        let Whole { tree, extension } = whole;
        if let CodeRep::Var { .. } = self.map.get(tree) {
            let tree = self.policy.definition(tree)?;
            return Some(self.value(Whole { tree, extension }, factor));
        }
        if !P::TAKES_BITS {
            return None;
        }
        let Bits { opr, kid, added, constant } = disjoint(self.map, whole)?;
        self.form.add_constant(added.wrapping_mul(factor));
        match constant {
            0 => {
                self.value(Whole { tree: kid, extension }, factor);
            }
            _ => self.push(Atom::Bits { opr, kid, constant, extension }, factor),
        }
        Some(true)
    }
}

//! Folding of conversions refines what was written: every conversion between predicates, integers of all widths and
//! floats, of constants and of variables, alone and within one another, on inexact values and at the ends of the ranges.
//!
//! The reference is `machine`: Rust's casts, and the PTX ISA's word on what they leave out. Folding may leave a tree to
//! the machine; what it folds must be right on machines that keep and that flush subnormals.

use crate::machine::{Bench, MACHINES, Tree, evaluate, floats, integers, op, same, with_desc};
use optx_whirl::{Mtype, Operator};

const X: Tree = Tree::Var(0);

const NUMBERS: [Mtype; 6] = [Mtype::I4, Mtype::U4, Mtype::I8, Mtype::U8, Mtype::F4, Mtype::F8];

const NARROW: [Mtype; 4] = [Mtype::I1, Mtype::U1, Mtype::I2, Mtype::U2];

/// A conversion: operator, result type, descriptor type.
type Conversion = (Operator, Mtype, Mtype);

/// All conversions that the IR has.
fn conversions() -> Vec<Conversion> {
    let mut all = Vec::new();
    for to in NUMBERS {
        for from in Mtype::ALL {
            if from == Mtype::B || from.size() > 0 {
                all.push((Operator::Cvt, to, from));
            }
            if to.size() == from.size() && from.is_register() {
                all.push((Operator::Tas, to, from));
            }
        }
        if to.is_integer() {
            all.extend(NARROW.map(|from| (Operator::Cvtl, to, from)));
        }
    }
    all
}

/// The register type of a conversion's operand.
fn operand((opr, to, from): Conversion) -> Mtype {
    if opr == Operator::Cvtl { to } else { from.register() }
}

fn convert((opr, to, from): Conversion, kid: &Tree) -> Tree {
    with_desc(opr, to, from, &[kid])
}

fn values(mtype: Mtype) -> Vec<u64> {
    if mtype.is_float() { floats(mtype) } else { integers(mtype) }
}

/// What folding makes of a tree against the tree, for the values of its variable or for one.
struct Checker {
    bench: Bench,
    wrong: Vec<String>,
}

impl Checker {
    fn new(variable: Mtype) -> Checker {
        Checker { bench: Bench::new(&[variable]), wrong: Vec::new() }
    }

    fn check(&mut self, tree: &Tree, values: &[u64]) {
        let Tree::Op(_, rtype, ..) = tree else { panic!("no operation") };
        let folded = self.bench.fold(tree);
        for &x in values {
            for machine in MACHINES {
                let wanted = evaluate(machine, tree, &[x]);
                let got = self.bench.value(machine, folded, &[x]);
                if same(*rtype, got, wanted) {
                    continue;
                }
                if self.wrong.len() < 40 {
                    let shown = optx_ir::print::tree_text(&self.bench.f, folded);
                    self.wrong.push(format!(
                        "{machine:?}: {tree:x?} for {x:#x} is {wanted:#x}, and {shown} gives {got:#x}"
                    ));
                }
            }
        }
    }

    /// Fails with what was wrong.
    fn done(self) {
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }
}

#[test]
fn conversions_of_constants_and_variables() {
    for conversion in conversions() {
        let from = operand(conversion);
        let mut c = Checker::new(from);
        c.check(&convert(conversion, &X), &values(from));
        for value in values(from) {
            c.check(&convert(conversion, &Tree::Constant(from, value)), &[0]);
        }
        c.done();
    }
}

#[test]
fn conversions_of_conversions() {
    let all = conversions();
    let mut pairs = 0;
    for &inner in &all {
        let from = operand(inner);
        let mut c = Checker::new(from);
        let first = convert(inner, &X);
        for &outer in all.iter().filter(|o| operand(**o).interchangeable(inner.1)) {
            let second = convert(outer, &first);
            c.check(&second, &values(from));
            // A third, where the chain may come back to what it began with.
            for &last in all.iter().filter(|o| operand(**o).interchangeable(outer.1)) {
                let some: Vec<u64> = values(from).into_iter().step_by(7).collect();
                c.check(&convert(last, &second), &some);
            }
            pairs += 1;
        }
        c.done();
    }
    assert!(pairs > 500, "only {pairs} pairs");
}

#[test]
fn conversions_of_constants_in_conversions() {
    let all = conversions();
    for &inner in &all {
        let from = operand(inner);
        let mut c = Checker::new(from);
        for value in values(from) {
            let first = convert(inner, &Tree::Constant(from, value));
            for &outer in all.iter().filter(|o| operand(**o).interchangeable(inner.1)) {
                c.check(&convert(outer, &first), &[0]);
            }
        }
        c.done();
    }
}

/// Signs and complements inside and outside of conversions, where a row might move one over the other.
#[test]
fn signs_and_conversions() {
    for conversion in conversions() {
        let (from, to) = (operand(conversion), conversion.1);
        let signs = |mtype: Mtype| match mtype {
            Mtype::B => vec![Operator::Lnot],
            m if m.is_float() => vec![Operator::Neg, Operator::Abs],
            _ => vec![Operator::Bnot],
        };
        let mut c = Checker::new(from);
        let values = values(from);
        for inner in signs(from) {
            c.check(&convert(conversion, &op(inner, from, &[&X])), &values);
        }
        for outer in signs(to) {
            c.check(&op(outer, to, &[&convert(conversion, &X)]), &values);
        }
        c.done();
    }
}

/// Comparisons of what was converted with constants: a row that compares the operand instead must keep its range.
#[test]
fn comparisons_of_conversions_with_constants() {
    use Operator::{Eq, Ge, Gt, Le, Lnot, Lt, Ne};
    for conversion in conversions() {
        let from = operand(conversion);
        let mut c = Checker::new(from);
        let variable = values(from);
        let to = conversion.1;
        let desc = [to, to.signed(), to.unsigned()];
        for opr in [Eq, Ne, Lt, Le, Gt, Ge] {
            for desc in desc {
                for value in values(to).into_iter().step_by(6).chain([0, 1, 2]) {
                    let constant = Tree::Constant(to, value);
                    let compare =
                        with_desc(opr, Mtype::B, desc, &[&convert(conversion, &X), &constant]);
                    c.check(&compare, &variable);
                    c.check(&op(Lnot, Mtype::B, &[&compare]), &variable);
                }
            }
        }
        c.done();
    }
}

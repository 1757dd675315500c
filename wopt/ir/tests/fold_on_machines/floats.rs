//! Folding of floats refines what was written: NaNs, infinities, signed zeros, subnormals, inexact values, in every
//! operator, with constants and variables, on machines that keep and that flush subnormals.
//!
//! The result must be the machine's, bit for bit, of constants and of variables. A CODEMAP that was not told that subnormals are
//! kept is held to both machines, one that was told to the machine that keeps them.

use crate::machine::{Bench, MACHINES, Machine, Tree, evaluate, floats, op, same, with_desc};
use optx_whirl::{Mtype, Operator};

const TYPES: [Mtype; 2] = [Mtype::F4, Mtype::F8];

const UNARY: [Operator; 2] = [Operator::Neg, Operator::Abs];

const BINARY: [Operator; 6] =
    [Operator::Add, Operator::Sub, Operator::Mpy, Operator::Div, Operator::Min, Operator::Max];

const COMPARE: [Operator; 6] =
    [Operator::Eq, Operator::Ne, Operator::Lt, Operator::Le, Operator::Gt, Operator::Ge];

const X: Tree = Tree::Var(0);
const Y: Tree = Tree::Var(1);
const Z: Tree = Tree::Var(2);

/// Checks trees of one float type, and gathers what is wrong.
struct Checker {
    bench: Bench,
    mtype: Mtype,
    values: Vec<u64>,
    wrong: Vec<String>,
    checked: usize,
}

impl Checker {
    fn new(mtype: Mtype) -> Checker {
        let bench = Bench::new(&[mtype; 3]);
        Checker { bench, mtype, values: floats(mtype), wrong: Vec::new(), checked: 0 }
    }

    fn constant(&self, bits: u64) -> Tree {
        Tree::Constant(self.mtype, bits)
    }

    fn compare(&self, opr: Operator, a: &Tree, b: &Tree) -> Tree {
        with_desc(opr, Mtype::B, self.mtype, &[a, b])
    }

    /// Compares the folded tree with the tree as written for all values of its first variables.
    fn check(&mut self, tree: &Tree, variables: usize) {
        self.bench.f.codemap.floats.keeps_subnormals = false;
        self.check_on(&MACHINES, tree, variables);
        // Only a tree with an operation that changes nothing comes out otherwise.
        let careful = self.bench.fold(tree);
        self.bench.f.codemap.floats.keeps_subnormals = true;
        if self.bench.fold(tree) != careful {
            self.check_on(&[Machine::Keeps], tree, variables);
        }
    }

    fn check_on(&mut self, machines: &[Machine], tree: &Tree, variables: usize) {
        let folded = self.bench.fold(tree);
        let rtype = match tree {
            Tree::Op(_, rtype, ..) => *rtype,
            _ => self.mtype,
        };
        let values = if variables == 0 { vec![0] } else { self.values.clone() };
        // A third variable takes every fifth value.
        let seconds = if variables > 1 { self.values.clone() } else { vec![0] };
        let thirds: Vec<u64> =
            if variables > 2 { seconds.iter().step_by(5).copied().collect() } else { vec![0] };
        for &x in &values {
            for &y in &seconds {
                for &z in &thirds {
                    for &machine in machines {
                        self.checked += 1;
                        let vars = [x, y, z];
                        let wanted = evaluate(machine, tree, &vars);
                        let got = self.bench.value(machine, folded, &vars);
                        if same(rtype, got, wanted) {
                            continue;
                        }
                        if self.wrong.len() < 40 {
                            let shown = optx_ir::print::tree_text(&self.bench.f, folded);
                            self.wrong.push(format!(
                                "{machine:?}: {tree:x?} for {vars:x?} is {wanted:#x}, and {shown} gives {got:#x}"
                            ));
                        }
                    }
                }
            }
        }
    }

    fn done(self, least: usize) {
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        assert!(self.checked >= least, "only {} values were checked", self.checked);
    }
}

#[test]
fn operations_on_two_operands() {
    for mtype in TYPES {
        let mut c = Checker::new(mtype);
        for opr in BINARY {
            c.check(&op(opr, mtype, &[&X, &Y]), 2);
            c.check(&op(opr, mtype, &[&X, &X]), 1);
            for a in c.values.clone() {
                let constant = c.constant(a);
                c.check(&op(opr, mtype, &[&X, &constant]), 1);
                c.check(&op(opr, mtype, &[&constant, &X]), 1);
                for b in c.values.clone() {
                    c.check(&op(opr, mtype, &[&constant, &c.constant(b)]), 0);
                }
            }
        }
        c.done(50_000);
    }
}

#[test]
fn comparisons_their_negations_and_selections() {
    for mtype in TYPES {
        let mut c = Checker::new(mtype);
        for opr in COMPARE {
            let mut forms = vec![(c.compare(opr, &X, &Y), 2), (c.compare(opr, &X, &X), 1)];
            for a in c.values.clone() {
                let constant = c.constant(a);
                forms.push((c.compare(opr, &X, &constant), 1));
                forms.push((c.compare(opr, &constant, &X), 1));
                for b in c.values.clone() {
                    forms.push((c.compare(opr, &constant, &c.constant(b)), 0));
                }
            }
            let (one, two) = (c.constant(c.values[6]), c.constant(c.values[8]));
            for (form, variables) in forms {
                let not = op(Operator::Lnot, Mtype::B, &[&form]);
                let not_not = op(Operator::Lnot, Mtype::B, &[&not]);
                let ways = [(&one, &two), (&X, &two), (&X, &Y)][variables];
                for condition in [&form, &not, &not_not] {
                    c.check(condition, variables);
                    c.check(&op(Operator::Select, mtype, &[condition, ways.0, ways.1]), variables);
                }
            }
        }
        c.done(500_000);
    }
}

#[test]
fn operations_on_one_operand() {
    for mtype in TYPES {
        let mut c = Checker::new(mtype);
        for outer in UNARY {
            c.check(&op(outer, mtype, &[&X]), 1);
            for inner in UNARY {
                c.check(&op(outer, mtype, &[&op(inner, mtype, &[&X])]), 1);
            }
            for a in c.values.clone() {
                c.check(&op(outer, mtype, &[&c.constant(a)]), 0);
            }
        }
        c.done(500);
    }
}

/// Rows that look two levels down: signs moved through operations, constants gathered, comparisons of negations.
#[test]
fn operations_within_operations() {
    for mtype in TYPES {
        let mut c = Checker::new(mtype);
        let some: Vec<u64> = c.values.iter().step_by(13).copied().collect();
        for sign in UNARY {
            let (sx, sy) = (op(sign, mtype, &[&X]), op(sign, mtype, &[&Y]));
            for opr in BINARY {
                for kids in [[&sx, &Y], [&X, &sy], [&sx, &sy], [&sx, &X]] {
                    c.check(&op(opr, mtype, &kids), 2);
                }
                c.check(&op(sign, mtype, &[&op(opr, mtype, &[&X, &Y])]), 2);
            }
            for opr in COMPARE {
                c.check(&c.compare(opr, &sx, &sy), 2);
                for &a in &some {
                    c.check(&c.compare(opr, &sx, &c.constant(a)), 1);
                }
            }
        }
        for outer in BINARY {
            for inner in BINARY {
                c.check(&op(outer, mtype, &[&op(inner, mtype, &[&X, &Y]), &Y]), 2);
                for &a in &some {
                    let first = op(inner, mtype, &[&X, &c.constant(a)]);
                    for &b in &some {
                        c.check(&op(outer, mtype, &[&first, &c.constant(b)]), 1);
                        c.check(&op(outer, mtype, &[&c.constant(b), &first]), 1);
                    }
                }
            }
        }
        c.done(500_000);
    }
}

#[test]
fn fused_products_and_sums() {
    for mtype in TYPES {
        let mut c = Checker::new(mtype);
        let some: Vec<u64> = c.values.iter().step_by(4).copied().collect();
        c.check(&op(Operator::Fma, mtype, &[&X, &Y, &Z]), 3);
        for &a in &some {
            let a = c.constant(a);
            c.check(&op(Operator::Fma, mtype, &[&a, &X, &Y]), 2);
            c.check(&op(Operator::Fma, mtype, &[&X, &a, &Y]), 2);
            c.check(&op(Operator::Fma, mtype, &[&X, &Y, &a]), 2);
            for &b in &some {
                let b = c.constant(b);
                c.check(&op(Operator::Fma, mtype, &[&a, &b, &X]), 1);
                c.check(&op(Operator::Fma, mtype, &[&a, &X, &b]), 1);
                for &last in &some {
                    c.check(&op(Operator::Fma, mtype, &[&a, &b, &c.constant(last)]), 0);
                }
            }
        }
        c.done(100_000);
    }
}

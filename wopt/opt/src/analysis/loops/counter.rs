//! Counters: phis of a loop's header to which every iteration adds one constant, and the branches that compare them with a bound.
//!
//! An iteration that finds the counter `x` in the header leaves `x + step` to the next. A branch out of the loop that runs in every iteration
//! tests `x` or what follows it, and stays as long as the comparison with something that the loop does not change holds. What is told
//! of it holds modulo the counter's width, and [`ExitTest::does_not_wrap`] says whether the counter passes the end of its range before the
//! test fails: the addition is an I-form, or the step is 1 or -1 and the comparison stops it at the bound.
//!
//! Source: the basic induction variables and iteration counts of Allen and Kennedy, "Optimizing Compilers for Modern Architectures", and of
//! LLVM's ScalarEvolution. Cost: a look-up of definitions; one walk over the bound.

use optx_ir::cycles::Cycles;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, CrId, Def, Func, Terminator};
use optx_whirl::{Mtype, Operator};

/// A phi of a header to which every iteration adds one constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The phi's version: the counter in an iteration.
    pub phi: CrId,
    /// Its place among the header's phis.
    pub place: usize,
    /// The version that the next iteration begins with.
    pub next: CrId,
    /// What is added, as the counter's type has it; not 0.
    pub step: i64,
    /// The addition is an I-form: where it runs it does not overflow.
    pub promised: bool,
}

impl Counter {
    /// The counter that a node of a loop is: the phi itself, or what follows it.
    pub fn of(f: &Func, cycles: &Cycles, cycle: usize, node: CrId) -> Option<Counter> {
        let header = cycles.all()[cycle].header;
        let node = copied(f, node);
        let phi = match (f.codemap.get(node), f.def(node)) {
            (CodeRep::Var { .. }, Def::Phi(bb, _)) if bb == header => node,
            _ => copied(f, *f.codemap.as_op(f.assigned(node).unwrap_or(node))?.kids.first()?),
        };
        let Def::Phi(bb, place) = f.def(f.aux_of(phi).map(|_| phi)?) else { return None };
        if bb != header {
            return None;
        }
        let (block, place) = (&f.bbs[bb], place as usize);
        let within = block.phis[place].operands.iter().zip(block.preds());
        let mut within = within.filter(|(_, pred)| cycles.holds(cycle, **pred)).map(|(o, _)| *o);
        let next = within.next()?;
        if !within.all(|other| other == next) {
            return None;
        }
        let (follows, added) = (copied(f, next), f.assigned(copied(f, next))?);
        let sum = f.codemap.as_op(added).filter(|op| op.opr == Operator::Add)?;
        let is_step = copied(f, sum.kids[0]) == phi && [phi, follows, added].contains(&node);
        let value =
            optx_whirl::canonical_constant(sum.rtype.signed(), f.codemap.constant(sum.kids[1])?);
        let counter =
            Counter { phi, place, next, step: value as i64, promised: sum.rtype.is_signed() };
        let fits = sum.rtype.bits() == f.mtype(phi).bits();
        (is_step && fits && counter.step != 0).then_some(counter)
    }
}

/// What a version is a copy of, a few copies back.
fn copied(f: &Func, node: CrId) -> CrId {
    let of = |&v: &CrId| f.assigned(v).filter(|&value| f.aux_of(value).is_some());
    let first = Some(node).filter(|&node| f.aux_of(node).is_some());
    std::iter::successors(first, of).take(4).last().unwrap_or(node)
}

/// A branch that stays in a loop as long as a counter compares with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitTest {
    /// The counter.
    pub counter: Counter,
    /// What follows the counter is tested, not the counter.
    pub tests_next: bool,
    /// The comparison that stays, the counter on its left.
    pub opr: Operator,
    /// The type compared.
    pub desc: Mtype,
    /// What the loop does not change: a tree over versions from outside.
    pub bound: CrId,
}

impl ExitTest {
    /// What the branch of a block of a cycle tests.
    pub fn of(
        f: &Func,
        cycles: &Cycles,
        cycle: usize,
        from: BbId,
        walk: &mut Walk,
    ) -> Option<ExitTest> {
        let Terminator::Branch { condition, on_true, on_false } = f.bbs[from].terminator() else {
            return None;
        };
        let [stays, leaves] = [on_true, on_false].map(|to| cycles.holds(cycle, to));
        let test = f.codemap.as_op(f.assigned(condition).unwrap_or(condition));
        let test = test.filter(|test| test.opr.is_compare() && test.desc.is_integer())?;
        let opr = if stays { Some(test.opr) } else { test.opr.negated() };
        let opr = opr.filter(|_| stays != leaves)?;
        let sides =
            [(test.kids[0], test.kids[1], opr), (test.kids[1], test.kids[0], opr.swapped())];
        sides.into_iter().find_map(|(node, bound, opr)| {
            let counter = Counter::of(f, cycles, cycle, node)?;
            let fits = f.mtype(counter.phi).bits() == test.desc.bits();
            (fits && is_fixed(f, cycles, cycle, bound, walk)).then_some(ExitTest {
                counter,
                tests_next: copied(f, node) != counter.phi,
                opr,
                desc: test.desc,
                bound,
            })
        })
    }

    /// True where the test fails in the end, and the counter does not pass the end of its range before, or passes it on the way
    /// to a bound that it must not be equal to.
    pub fn does_not_wrap(&self) -> bool {
        let promised = self.counter.promised && self.desc.is_signed();
        let step = self.counter.step;
        match self.opr {
            Operator::Ne => step.abs() == 1,
            Operator::Lt => step == 1 || promised && step > 0,
            Operator::Gt => step == -1 || promised && step < 0,
            Operator::Le => promised && step > 0,
            Operator::Ge => promised && step < 0,
            _ => false,
        }
    }

    /// How often the test holds, where the value tested first and the bound are constants and nothing else ends the loop; asked of a test that
    /// [`ExitTest::does_not_wrap`].
    pub fn rounds(&self, tested: u64, bound: u64) -> Option<u64> {
        let step = i128::from(self.counter.step);
        let way = (widened(self.desc, bound) - widened(self.desc, tested)) * step.signum();
        let by = step.abs();
        let rounds = match self.opr {
            Operator::Ne => way & ((1 << self.desc.bits()) - 1),
            Operator::Lt | Operator::Gt => (way.max(0) + by - 1) / by,
            Operator::Le | Operator::Ge if way < 0 => 0,
            Operator::Le | Operator::Ge => way / by + 1,
            _ => return None,
        };
        u64::try_from(rounds).ok()
    }
}

/// A constant of a type as a number.
pub(crate) fn widened(desc: Mtype, value: u64) -> i128 {
    let value = optx_whirl::canonical_constant(desc, value);
    if desc.is_signed() { i128::from(value as i64) } else { i128::from(value) }
}

/// True where the cycle defines none of a tree's variables.
fn is_fixed(f: &Func, cycles: &Cycles, cycle: usize, tree: CrId, walk: &mut Walk) -> bool {
    let mut fixed = true;
    walk.forget();
    walk.variables(&f.codemap, tree, |id, _| {
        fixed &= f.def_block(id).is_none_or(|bb| !cycles.holds(cycle, bb));
    });
    fixed
}

//! What is known at one place: the facts of versions, and what the branches and assumptions above it say.
//!
//! Conditions tell of the nodes that they compare: of versions, of the operations that stand in them (trees are hashed, so the same
//! operation below is the same node), and, one step through, of what those were made of: an extension, a sum with a constant, a
//! copy, a predicate that was kept in a variable.

use super::Ranges;
use optx_ir::{BbId, CodeRep, CrId, Fact, Func, Op, Overflow, Terminator};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator};
use std::rc::Rc;

/// So deep a condition, and the definitions behind it, are looked through.
const MOST_DEEP: u32 = 6;

/// Trees up to this height are walked without notes; higher ones may share parts.
const LOW: u16 = 2;

/// The facts of versions, and what is known beyond them at a place of a walk down the dominator tree.
pub struct Context {
    pub(super) ranges: Ranges,
    /// What is known of nodes at the place.
    refined: Map<CrId, Fact>,
    /// What was known before, to be known again above.
    undo: Vec<(CrId, Option<Fact>)>,
    marks: Vec<usize>,
    notes: Map<CrId, Option<Fact>>,
}

impl Context {
    /// At a function's entry.
    pub fn new(ranges: Rc<Ranges>) -> Context {
        Context::knowing(Rc::unwrap_or_clone(ranges), &Map::default())
    }

    /// The same where more is known of nodes than their definitions say.
    pub(crate) fn knowing(ranges: Ranges, known: &Map<CrId, Fact>) -> Context {
        Context {
            ranges,
            refined: known.clone(),
            undo: Vec::new(),
            marks: Vec::new(),
            notes: Map::default(),
        }
    }

    pub(super) fn into_ranges(self) -> Ranges {
        self.ranges
    }

    /// The facts that hold everywhere.
    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// Begins what [`Context::leave`] ends.
    pub fn mark(&mut self) {
        self.marks.push(self.undo.len());
    }

    /// Goes to a block whose immediate dominator the context is in; false where it never runs. [`Context::leave`] goes back.
    pub fn enter(&mut self, f: &Func, bb: BbId) -> bool {
        self.mark();
        let [pred] = f.bbs[bb].preds()[..] else { return true };
        match f.bbs[pred].terminator() {
            Terminator::Branch { condition, on_true, on_false } if on_true != on_false => {
                self.assume(f, condition, bb == on_true)
            }
            _ => true,
        }
    }

    /// Forgets what was learned since the last mark.
    pub fn leave(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        for (id, before) in self.undo.drain(mark..).rev() {
            match before {
                Some(fact) => self.refined.insert(id, fact),
                None => self.refined.remove(&id),
            };
        }
    }

    /// What is known of a tree's value here; None where it is no integer.
    pub fn fact(&mut self, f: &Func, id: CrId) -> Option<Fact> {
        if f.codemap.height(id) > LOW {
            self.notes.clear();
        }
        self.tree(f, id)
    }

    fn tree(&mut self, f: &Func, id: CrId) -> Option<Fact> {
        let fact = match f.codemap.get(id) {
            CodeRep::Op(op) => {
                let notes = f.codemap.height(id) > LOW;
                if let Some(&known) = self.notes.get(&id).filter(|_| notes) {
                    return known;
                }
                let fact = self.operation(f, op);
                if notes {
                    self.notes.insert(id, fact.map(|fact| self.with_refined(id, fact)));
                }
                fact
            }
            _ => self.leaf(f, id),
        };
        fact.map(|fact| self.with_refined(id, fact))
    }

    fn leaf(&self, f: &Func, id: CrId) -> Option<Fact> {
        match *f.codemap.get(id) {
            CodeRep::Const { mtype, value } => Some(Fact::constant(Fact::width_of(mtype)?, value)),
            CodeRep::Var { .. } => self.ranges.version(f, id),
            CodeRep::Ivar { access, .. } => of_memory(access.desc),
            CodeRep::Lda { .. } => Some(Fact::full(64)),
            CodeRep::Rconst { .. } | CodeRep::Op(_) => None,
        }
    }

    fn operation(&mut self, f: &Func, op: &Op) -> Option<Fact> {
        // What is no integer has no fact, whatever its operands are.
        Fact::width_of(op.rtype)?;
        let kids: smallvec::SmallVec<[Option<Fact>; 3]> =
            op.kids.iter().map(|&kid| self.tree(f, kid)).collect();
        computed(f, op, &kids)
    }

    /// An operation's fact where those of its operands are known; what the context says of the node itself is added.
    pub fn of_operation(&self, f: &Func, id: CrId, op: &Op, kids: &[Option<Fact>]) -> Option<Fact> {
        computed(f, op, kids).map(|fact| self.with_refined(id, fact))
    }

    fn with_refined(&self, id: CrId, fact: Fact) -> Fact {
        if self.refined.is_empty() {
            return fact;
        }
        match self.refined.get(&id).filter(|refined| refined.width() == fact.width()) {
            Some(refined) => fact.meet(refined),
            None => fact,
        }
    }

    /// Learns that a condition holds, or does not; false where it cannot be.
    pub fn assume(&mut self, f: &Func, condition: CrId, holds: bool) -> bool {
        self.learn_truth(f, condition, holds, MOST_DEEP)
    }

    fn learn_truth(&mut self, f: &Func, condition: CrId, holds: bool, left: u32) -> bool {
        let truth = Fact::constant(1, u64::from(holds));
        if let CodeRep::Op(op) = f.codemap.get(condition)
            && op.opr.is_compare()
            && op.desc.is_integer()
            && left > 0
        {
            // What is known of the operands tells of the condition, and is asked for once.
            let kids = [self.fact(f, op.kids[0]), self.fact(f, op.kids[1])];
            let known = self.of_operation(f, condition, op, &kids);
            if !self.learn_beside(f, condition, known, truth) {
                return false;
            }
            let opr = if holds { Some(op.opr) } else { op.opr.negated() };
            return opr.is_none_or(|opr| self.learn_comparison(f, opr, op, kids, left));
        }
        if !self.learn(f, condition, truth) {
            return false;
        }
        if left == 0 {
            return true;
        }
        let op = match f.codemap.get(condition) {
            CodeRep::Op(op) => op,
            CodeRep::Var { .. } => {
                return f.assigned(condition).is_none_or(|tree| {
                    matches!(f.codemap.get(tree), CodeRep::Ivar { .. })
                        || self.learn_truth(f, tree, holds, left - 1)
                });
            }
            _ => return true,
        };
        match op.opr {
            Operator::Lnot => self.learn_truth(f, op.kids[0], !holds, left - 1),
            Operator::Land if holds => {
                op.kids.iter().all(|&kid| self.learn_truth(f, kid, true, left - 1))
            }
            Operator::Lior if !holds => {
                op.kids.iter().all(|&kid| self.learn_truth(f, kid, false, left - 1))
            }
            _ => true,
        }
    }

    fn learn_comparison(
        &mut self,
        f: &Func,
        opr: Operator,
        op: &Op,
        facts: [Option<Fact>; 2],
        left: u32,
    ) -> bool {
        let (a, b) = (op.kids[0], op.kids[1]);
        let [Some(of_a), Some(of_b)] = facts else { return true };
        let signed = op.desc.is_signed();
        let new_a = of_a.where_holds(opr, signed, &of_b);
        let new_b = of_b.where_holds(opr.swapped(), signed, &of_a);
        let before = self.undo.len();
        if !(self.learn_beside(f, a, Some(of_a), new_a) && self.spread(f, a, new_a, left - 1)) {
            return false;
        }
        // What was learned of the first may tell of the second.
        let of_b = if self.undo.len() == before { Some(of_b) } else { self.fact(f, b) };
        self.learn_beside(f, b, of_b, new_b) && self.spread(f, b, new_b, left - 1)
    }

    /// Learns a node's fact, and what it says of what the node was made of.
    fn learn_through(&mut self, f: &Func, id: CrId, fact: Fact, left: u32) -> bool {
        self.learn(f, id, fact) && self.spread(f, id, fact, left)
    }

    /// Learns what a node's fact says of what the node was made of.
    fn spread(&mut self, f: &Func, id: CrId, fact: Fact, left: u32) -> bool {
        let (width, Some(left)) = (fact.width(), left.checked_sub(1)) else { return true };
        let op = match f.codemap.get(id) {
            CodeRep::Op(op) => op,
            CodeRep::Var { .. } => {
                return match f.assigned(id) {
                    Some(tree) if !matches!(f.codemap.get(tree), CodeRep::Ivar { .. }) => {
                        self.learn_through(f, tree, fact, left)
                    }
                    _ => true,
                };
            }
            _ => return true,
        };
        let kid = op.kids.first().copied();
        match (op.opr, kid) {
            // An extension has its operand's number.
            (Operator::Cvt, Some(kid))
                if op.desc.is_integer() && op.desc.size() == 4 && width == 64 =>
            {
                let back = if op.desc.is_signed() {
                    Fact::signed(64, i64::from(i32::MIN), i64::from(i32::MAX))
                } else {
                    Fact::unsigned(64, 0, u64::from(u32::MAX))
                };
                self.learn_through(f, kid, fact.meet(&back).truncate(32), left)
            }
            // Modulo the width, x is (x + c) - c; where the sum is an I-form, without wrapping.
            (Operator::Add, Some(kid)) => match f.codemap.constant(op.kids[1]) {
                Some(value) => {
                    let constant = Fact::constant(width, value);
                    let overflow = Overflow::of(op.rtype);
                    self.learn_through(f, kid, fact.sub(&constant, overflow), left)
                }
                None => true,
            },
            (Operator::Band, Some(kid)) => match f.codemap.constant(op.kids[1]) {
                Some(mask) => {
                    let (zeros, ones) = fact.known_bits();
                    self.learn_through(f, kid, Fact::bits(width, zeros & mask, ones & mask), left)
                }
                None => true,
            },
            _ => true,
        }
    }

    /// Notes what else is true of a node; false where nothing is left that it could be.
    fn learn(&mut self, f: &Func, id: CrId, fact: Fact) -> bool {
        let known = self.fact(f, id);
        self.learn_beside(f, id, known, fact)
    }

    /// As [`Context::learn`], where what is known is at hand.
    fn learn_beside(&mut self, f: &Func, id: CrId, known: Option<Fact>, fact: Fact) -> bool {
        let Some(known) = known.filter(|known| known.width() == fact.width()) else {
            return true;
        };
        let new = known.meet(&fact);
        if new.is_empty() {
            return known.is_empty();
        }
        if new != known && !matches!(f.codemap.get(id), CodeRep::Const { .. }) {
            let before = self.refined.insert(id, new);
            self.undo.push((id, before));
            self.notes.clear();
        }
        true
    }
}

/// An operation's fact by itself: what the hardware says of a special register, or what follows from the operands.
fn computed(f: &Func, op: &Op, kids: &[Option<Fact>]) -> Option<Fact> {
    super::limits::of_register(f, op).or_else(|| Fact::operation(op, kids))
}

/// What is known of what is read from memory as a type.
fn of_memory(desc: Mtype) -> Option<Fact> {
    let width = Fact::width_of(desc.register())?;
    Some(Fact::full(desc.bits()).extend(width, desc.is_signed()))
}

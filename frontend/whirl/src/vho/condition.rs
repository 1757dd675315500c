//! Expressions and conditions: short circuit to control flow or to predicate logic.
//!
//! Legality of turning `a && b` into a LAND, and `c ? x : y` into a SELECT: the parts then always evaluated have no
//! loads, no division or remainder, no COMMA and at most [`CHEAP`] operations; I-form operations in them become
//! U-form, since they now execute where the source did not execute them.

use super::Lowering;
use crate::cost::may_speculate;
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Loc;
use crate::tree::{LabelId, WnId};

/// Operations that may be executed for nothing to save a branch.
const CHEAP: usize = 4;

/// What is still to be done for a tree that is copied.
pub(super) enum Step {
    Enter(WnId),
    /// The kids' values are there.
    Build(WnId),
}

impl Lowering<'_> {
    /// True where the tree has a COMMA: statements of its own.
    pub(super) fn has_comma(&self, root: WnId) -> bool {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if self.source.tree.opr(id) == Operator::Comma {
                return true;
            }
            stack.extend_from_slice(self.source.tree.kids(id));
        }
        false
    }

    /// Lowers several trees, left to right.
    pub(super) fn expressions(&mut self, roots: &[WnId]) -> Vec<WnId> {
        let mut results: Vec<WnId> = Vec::with_capacity(roots.len());
        for (k, &root) in roots.iter().enumerate() {
            if k > 0 && self.has_comma(root) {
                self.save_loads(&mut results);
            }
            results.push(self.expression(root));
        }
        results
    }

    /// Statements come before the pending values: those that read memory are saved first.
    pub(super) fn save_loads(&mut self, pending: &mut [WnId]) {
        for value in pending {
            if self.reads(*value) {
                *value = self.save(*value);
            }
        }
    }

    /// True where the (new) tree reads a variable or memory.
    fn reads(&self, root: WnId) -> bool {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if matches!(self.pu.tree.opr(id), Operator::Ldid | Operator::Iload) {
                return true;
            }
            stack.extend_from_slice(self.pu.tree.kids(id));
        }
        false
    }

    /// Copies a tree to the new function, lowering what is VH only; statements it needs go before.
    ///
    /// Iterative along plain operators, since sums may be as long as a source makes them; recursion only through
    /// VH operators, whose nesting the parser bounds.
    pub(super) fn expression(&mut self, root: WnId) -> WnId {
        let source = self.source;
        let (floor, base) = (self.steps.len(), self.values.len());
        self.steps.push(Step::Enter(root));
        while self.steps.len() > floor
            && let Some(step) = self.steps.pop()
        {
            match step {
                Step::Enter(id) => {
                    let opr = source.tree.opr(id);
                    match opr {
                        Operator::Cand
                        | Operator::Cior
                        | Operator::Cselect
                        | Operator::Comma
                        | Operator::Ldbits
                        | Operator::Ildbits => {
                            if self.values.len() > base && self.has_comma(id) {
                                let mut pending = self.values.split_off(base);
                                self.save_loads(&mut pending);
                                self.values.append(&mut pending);
                            }
                            let value = self.special(id);
                            self.values.push(value);
                        }
                        _ => {
                            self.steps.push(Step::Build(id));
                            let kids = source.tree.kids(id).iter().rev();
                            self.steps.extend(kids.map(|&k| Step::Enter(k)));
                        }
                    }
                }
                Step::Build(id) => {
                    let at = self.values.len() - source.tree.kid_count(id);
                    let new = self.pu.tree.copy(&source.tree, id, &self.values[at..]);
                    self.values.truncate(at);
                    self.values.push(new);
                }
            }
        }
        let value = self.values[base];
        self.values.truncate(base);
        value
    }

    fn special(&mut self, id: WnId) -> WnId {
        let source = self.source;
        let wn = source.tree.get(id);
        let kids = source.tree.kids(id);
        match wn.opr {
            Operator::Comma => {
                let loc = self.loc;
                self.block(kids[0]);
                self.loc = loc;
                self.expression(kids[1])
            }
            Operator::Ldbits | Operator::Ildbits => self.load_bits(&wn, kids),
            Operator::Cselect => {
                if self.is_cheap(kids[1]) && self.is_cheap(kids[2]) {
                    if let [condition, a, b] = kids[..]
                        && let Some(value) = self.clamp([condition, a, b])
                    {
                        return value;
                    }
                    let condition = self.expression(kids[0]);
                    let (a, b) = (self.speculated(kids[1]), self.speculated(kids[2]));
                    return self.pu.tree.ternary(Operator::Select, wn.rtype, condition, a, b);
                }
                let st = self.new_temp(wn.rtype);
                let (on_true, on_false, end) =
                    (self.pu.new_label(), self.pu.new_label(), self.pu.new_label());
                self.branch((kids[0], Loc::NONE), on_true, on_false, on_true);
                self.label(on_true);
                let a = self.expression(kids[1]);
                self.store_temp(wn.rtype, st, a);
                self.goto(end);
                self.label(on_false);
                let b = self.expression(kids[2]);
                self.store_temp(wn.rtype, st, b);
                self.label(end);
                self.load_temp(wn.rtype, st)
            }
            // CAND, CIOR as a value.
            _ => {
                if let Some(value) = self.predicate_logic(id) {
                    return value;
                }
                let st = self.new_temp(Mtype::B);
                let (on_true, on_false, end) =
                    (self.pu.new_label(), self.pu.new_label(), self.pu.new_label());
                self.branch((id, Loc::NONE), on_true, on_false, on_true);
                for (label, value) in [(on_true, 1), (on_false, 0)] {
                    self.label(label);
                    let constant = self.pu.tree.intconst(Mtype::B, value);
                    self.store_temp(Mtype::B, st, constant);
                    if value == 1 {
                        self.goto(end);
                    }
                }
                self.label(end);
                self.load_temp(Mtype::B, st)
            }
        }
    }

    /// The terms of a left-leaning chain of one short-circuit operator, first to last.
    fn chain(&self, id: WnId) -> (Operator, Vec<WnId>) {
        let tree = &self.source.tree;
        let opr = tree.opr(id);
        let mut terms = Vec::new();
        let mut at = id;
        while tree.opr(at) == opr {
            terms.push(tree.kid(at, 1));
            at = tree.kid(at, 0);
        }
        terms.push(at);
        terms.reverse();
        (opr, terms)
    }

    /// `a && b && c` as LANDs where all terms but the first are cheap.
    fn predicate_logic(&mut self, id: WnId) -> Option<WnId> {
        let (opr, terms) = self.chain(id);
        if terms.len() > 4 || !terms[1..].iter().all(|&t| self.is_cheap(t)) {
            return None;
        }
        let plain = if opr == Operator::Cand { Operator::Land } else { Operator::Lior };
        let mut value = self.expression(terms[0]);
        for &term in &terms[1..] {
            let next = self.speculated(term);
            value = self.pu.tree.binary(plain, Mtype::B, value, next);
        }
        Some(value)
    }

    /// True for a tree that may be evaluated where the source does not.
    fn is_cheap(&self, root: WnId) -> bool {
        let tree = &self.source.tree;
        let mut stack = vec![root];
        let mut operations = 0;
        while let Some(id) = stack.pop() {
            let wn = tree.get(id);
            match wn.opr {
                Operator::Intconst | Operator::Const => {}
                // A scalar local is a register or the thread's own memory: always readable.
                Operator::Ldid if wn.st.is_some_and(|s| s.is_local()) && !wn.volatile => {}
                // They hold what is none of these, or bring their own blocks.
                Operator::Ldbits
                | Operator::Ildbits
                | Operator::Cand
                | Operator::Cior
                | Operator::Cselect
                | Operator::Comma => return false,
                Operator::IntrinsicOp if tree.kid_count(id) > 0 => return false,
                opr if !may_speculate(opr, wn.rtype, wn.desc, wn.intrinsic) => return false,
                _ => operations += 1,
            }
            if operations > CHEAP || wn.rtype == Mtype::M {
                return false;
            }
            stack.extend_from_slice(tree.kids(id));
        }
        true
    }

    /// The tree lowered for evaluation on more paths than the source has: no I-form is left in it.
    pub(super) fn speculated(&mut self, root: WnId) -> WnId {
        let new = self.expression(root);
        let mut stack = vec![new];
        while let Some(id) = stack.pop() {
            let opr = self.pu.tree.opr(id);
            if matches!(opr, Operator::Add | Operator::Sub | Operator::Mpy | Operator::Neg) {
                self.pu.tree.change(id, |wn| wn.rtype = wn.rtype.unsigned());
            }
            stack.extend_from_slice(self.pu.tree.kids(id));
        }
        new
    }

    /// Branches on a condition: control continues at `on_true` or `on_false`. The one of them equal to `next` is where
    /// the caller puts its next label, so that no jump to it is needed. The branch stands where the condition does, or,
    /// where that says nothing, at the place that comes with it.
    pub(super) fn branch(
        &mut self,
        (condition, at): (WnId, Loc),
        on_true: LabelId,
        on_false: LabelId,
        next: LabelId,
    ) {
        let source = self.source;
        let wn = source.tree.get(condition);
        let at = wn.loc.or(at);
        match wn.opr {
            Operator::Lnot => {
                let kid = source.tree.kid(condition, 0);
                self.branch((kid, at), on_false, on_true, next);
            }
            Operator::Comma => {
                let kids = source.tree.kids(condition);
                let loc = self.loc;
                self.block(kids[0]);
                self.loc = loc;
                self.branch((kids[1], at), on_true, on_false, next);
            }
            Operator::Cand | Operator::Cior => {
                if let Some(value) = self.predicate_logic(condition) {
                    return self.jump_on((value, at), on_true, on_false, next);
                }
                let (opr, terms) = self.chain(condition);
                let last = terms.len() - 1;
                for (k, &term) in terms.iter().enumerate() {
                    if k == last {
                        self.branch((term, at), on_true, on_false, next);
                    } else {
                        let go_on = self.pu.new_label();
                        if opr == Operator::Cand {
                            self.branch((term, at), go_on, on_false, go_on);
                        } else {
                            self.branch((term, at), on_true, go_on, go_on);
                        }
                        self.label(go_on);
                    }
                }
            }
            _ => {
                let value = self.expression(condition);
                self.jump_on((value, at), on_true, on_false, next);
            }
        }
    }

    fn jump_on(
        &mut self,
        (value, at): (WnId, Loc),
        on_true: LabelId,
        on_false: LabelId,
        next: LabelId,
    ) {
        let (opr, label) = if next == on_true {
            (Operator::FalseBr, on_false)
        } else {
            (Operator::TrueBr, on_true)
        };
        let at = self.in_statement(at);
        let id = self.pu.tree.jump(opr, label, &[value], at);
        self.push(id);
        if next != on_true && next != on_false {
            self.goto(on_false);
        }
    }
}

//! Statements: control flow to labels and branches.

use super::Lowering;
use super::aggregate::Place;
use crate::AccessInfo;
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Loc;
use crate::tree::{LabelId, Wn, WnId};

/// Neighbouring cases of a switch that go to one label.
struct Run {
    first: u64,
    last: u64,
    label: LabelId,
}

impl Lowering<'_> {
    /// Lowers the statements of a block in order.
    pub(super) fn block(&mut self, block: WnId) {
        let source = self.source;
        for &statement in source.tree.kids(block) {
            if self.error.is_some() {
                return;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, id: WnId) {
        let source = self.source;
        let wn = source.tree.get(id);
        let statement = self.module.locs.statement(wn.loc);
        self.loc = statement;
        let kids = source.tree.kids(id);
        match wn.opr {
            Operator::Block => self.block(id),
            Operator::If => self.if_statement((kids[0], wn.loc), kids[1], kids[2]),
            Operator::WhileDo => self.while_do((kids[0], wn.loc), kids[1]),
            Operator::DoWhile => {
                let (top, end) = (self.pu.new_label(), self.pu.new_label());
                self.label(top);
                self.block(kids[0]);
                self.loc = statement;
                self.branch((kids[1], wn.loc), top, end, end);
                self.label(end);
            }
            Operator::Switch => self.switch(&wn, kids[0], kids[1]),
            Operator::Stid if wn.desc == Mtype::M => {
                self.copy_aggregate(kids[0], wn.ty, Place::symbol(&wn));
            }
            Operator::Istore if wn.desc == Mtype::M => {
                let address = self.expression(kids[1]);
                let address = self.save(address);
                self.copy_aggregate(kids[0], wn.ty, Place::behind(address, &wn));
            }
            Operator::Stbits | Operator::Istbits => self.store_bits(&wn, kids),
            Operator::ReturnVal if wn.desc == Mtype::M => {
                self.copy_aggregate(
                    kids[0],
                    source.result,
                    Place::Symbol {
                        st: self.pu.result_object,
                        offset: 0,
                        volatile: false,
                        align: 0,
                        loc: Loc::NONE,
                    },
                );
                self.emit(Wn::new(Operator::Return, Mtype::V, Mtype::V), &[]);
            }
            Operator::Call => self.call(&wn, kids),
            Operator::Eval => {
                // Only its COMMAs matter; the value goes to a temporary that nothing reads.
                let value = self.expression(kids[0]);
                let rtype = self.pu.tree.rtype(value);
                if rtype.is_register() {
                    let st = self.new_temp(rtype);
                    self.store_temp(rtype, st, value);
                }
            }
            _ => {
                let lowered = self.expressions(kids);
                self.emit(wn, &lowered);
            }
        }
    }

    fn if_statement(&mut self, condition: (WnId, Loc), then: WnId, otherwise: WnId) {
        let (on_true, end) = (self.pu.new_label(), self.pu.new_label());
        let has_else = self.source.tree.kid_count(otherwise) > 0;
        let on_false = if has_else { self.pu.new_label() } else { end };
        self.branch(condition, on_true, on_false, on_true);
        self.label(on_true);
        self.block(then);
        if has_else {
            self.goto(end);
            self.label(on_false);
            self.block(otherwise);
        }
        self.label(end);
    }

    fn while_do(&mut self, condition: (WnId, Loc), body: WnId) {
        let (top, end) = (self.pu.new_label(), self.pu.new_label());
        let loc = self.loc;
        // A pragma stands directly before its loop's first label.
        let pragma = self.take_pragma();
        if self.has_comma(condition.0) {
            let inside = self.pu.new_label();
            self.restore_pragma(pragma);
            self.label(top);
            self.branch(condition, inside, end, inside);
            self.label(inside);
            self.block(body);
            self.loc = loc;
            self.goto(top);
        } else {
            self.branch(condition, top, end, top);
            self.restore_pragma(pragma);
            self.label(top);
            self.block(body);
            self.loc = loc;
            self.branch(condition, top, end, end);
        }
        self.label(end);
    }

    fn take_pragma(&mut self) -> Option<WnId> {
        let last = *self.body.last()?;
        (self.pu.tree.opr(last) == Operator::PragmaUnroll).then(|| self.body.pop()).flatten()
    }

    fn restore_pragma(&mut self, pragma: Option<WnId>) {
        if let Some(id) = pragma {
            self.push(id);
        }
    }

    fn switch(&mut self, wn: &Wn, selector: WnId, cases: WnId) {
        let source = self.source;
        let Some(default) = wn.label else { return };
        let at = self.in_statement(source.tree.loc(selector).or(wn.loc));
        let value = self.expression(selector);
        let value = self.save(value);
        let signed = wn.desc.is_signed();
        let mut targets: Vec<(u64, LabelId)> = source
            .tree
            .kids(cases)
            .iter()
            .filter_map(|&c| {
                let case = source.tree.get(c);
                Some((crate::canonical_constant(wn.desc, case.value), case.label?))
            })
            .collect();
        // Signed numbers in their order are these unsigned ones.
        let lowest = if signed { 1 << 63 } else { 0 };
        crate::stable_order::sort_by_key(&mut targets, |(v, _)| *v ^ lowest);
        let mut runs: Vec<Run> = Vec::with_capacity(targets.len());
        for (value, label) in targets {
            match runs.last_mut() {
                Some(run) if run.label == label && run.last.wrapping_add(1) == value => {
                    run.last = value;
                }
                _ => runs.push(Run { first: value, last: value, label }),
            }
        }
        self.search((wn.desc, value, at), &runs, default);
    }

    /// Binary search over sorted runs, down to one. Of comparisons for equality in a row ptxas makes a table and a jump through it,
    /// for which a warp of threads that go several ways waits longer (docs/results/gpu/README.md).
    fn search(&mut self, selector: (Mtype, WnId, Loc), runs: &[Run], default: LabelId) {
        let (desc, value, at) = selector;
        if let [] | [_] = runs {
            if let [run] = runs {
                let is_here = self.is_in_run(desc, value, run);
                let id = self.pu.tree.jump(Operator::TrueBr, run.label, &[is_here], at);
                self.push(id);
            }
            self.goto(default);
            return;
        }
        let (low, high) = runs.split_at(runs.len() / 2);
        let below = self.pu.new_label();
        let less = self.compare_with(Operator::Lt, desc, value, high[0].first);
        let id = self.pu.tree.jump(Operator::TrueBr, below, &[less], at);
        self.push(id);
        self.search(selector, high, default);
        self.label(below);
        self.search(selector, low, default);
    }

    /// Whether a value is one of a run: its distance from the first, which is none where it is less, is no more than the last's.
    fn is_in_run(&mut self, desc: Mtype, value: WnId, run: &Run) -> WnId {
        if run.first == run.last {
            return self.compare_with(Operator::Eq, desc, value, run.first);
        }
        let mtype = desc.register().unsigned();
        let read = self.read_again(value);
        let first = self.pu.tree.intconst(mtype, run.first as i64);
        let distance = self.pu.tree.binary(Operator::Sub, mtype, read, first);
        let most = self.pu.tree.intconst(mtype, run.last.wrapping_sub(run.first) as i64);
        self.pu.tree.compare(Operator::Le, mtype, distance, most)
    }

    /// A selector once more.
    fn read_again(&mut self, value: WnId) -> WnId {
        let again = self.pu.tree.get(value);
        match again.st {
            Some(st) if again.opr == Operator::Ldid => {
                self.pu.tree.ldid(again.desc, st, again.offset, AccessInfo::default())
            }
            _ => self.pu.tree.intconst(again.rtype, again.value as i64),
        }
    }

    fn compare_with(&mut self, opr: Operator, desc: Mtype, value: WnId, constant: u64) -> WnId {
        let read = self.read_again(value);
        let constant = self.pu.tree.intconst(desc.register(), constant as i64);
        self.pu.tree.compare(opr, desc.register(), read, constant)
    }
}

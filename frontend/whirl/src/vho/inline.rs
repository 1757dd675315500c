//! Inlining: a lowered callee's body copied into the caller.
//!
//! Parameters and locals become fresh locals of the caller, labels and inline PTX are renumbered, a return becomes a
//! store to the result and a jump to the end. Places stay the callee's, with the call as the place inlined at. Which calls are inlined is decided in `growth`.

use super::Lowering;
use super::aggregate::Place;
use crate::AccessInfo;
use crate::module::Pu;
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::place::Inlined;
use crate::symbol::{StId, Storage};
use crate::tree::{LabelId, Wn, WnId};

/// What copying one body after another keeps between them.
#[derive(Default)]
pub(super) struct Copies {
    places: Inlined,
    /// The nodes still to copy, with whether their kids are done.
    steps: Vec<(WnId, bool)>,
    /// Copies whose parents are not made yet.
    values: Vec<WnId>,
}

impl Lowering<'_> {
    /// Inlines `callee` for the source's call `wn` with the argument trees `arguments`.
    pub(super) fn inline(&mut self, wn: &Wn, callee: &Pu, arguments: &[WnId]) {
        let first_local = self.pu.locals.len();
        self.pu.locals.extend(callee.locals.iter().cloned().map(|mut st| {
            st.storage = Storage::Auto;
            st
        }));
        let local = |st: StId| {
            if st.is_local() { StId::local(first_local + st.index()) } else { st }
        };
        for (&param, &argument) in callee.params.iter().zip(arguments) {
            let ty = callee.locals[param.index()].ty;
            let mtype = self.module.types.mtype(ty);
            let st = local(param);
            // It is the call that sets a parameter.
            let at = wn.loc.or(self.loc);
            if mtype == Mtype::M {
                let around = std::mem::replace(&mut self.loc, at);
                self.copy_aggregate(argument, Some(ty), Place::of(st));
                self.loc = around;
            } else {
                let value = self.expression(argument);
                let id = self.pu.tree.stid(mtype, st, 0, value, AccessInfo::default(), at);
                self.push(id);
            }
        }
        let first_label = self.pu.label_count;
        self.pu.label_count += callee.label_count;
        let end = self.pu.new_label();
        let first_asm = self.pu.asms.len() as u64;
        self.pu.asms.extend(callee.asms.iter().cloned().map(|mut asm| {
            for output in &mut asm.outputs {
                output.0 = local(output.0);
            }
            asm
        }));
        let loc = self.loc;
        self.copies.places.begin(wn.loc);
        let statements = callee.tree.kids(callee.body);
        let last = statements.len().saturating_sub(1);
        for (k, &statement) in statements.iter().enumerate() {
            let source = callee.tree.get(statement);
            let own = self.copies.places.map(&mut self.module.locs, source.loc);
            self.loc = self.module.locs.statement(own);
            let mut kids = std::mem::take(&mut self.copies.values);
            for &kid in callee.tree.kids(statement) {
                self.copy_tree(callee, kid, &local, &mut kids);
            }
            let mut new = source;
            new.loc = own;
            new.st = new.st.map(local);
            new.label = new.label.map(|l| LabelId(l.0 + first_label));
            match new.opr {
                Operator::Asm => new.value += first_asm,
                Operator::ReturnVal => {
                    if let Some(st) = wn.st {
                        let id = self.pu.tree.stid(
                            new.desc,
                            st,
                            0,
                            kids[0],
                            AccessInfo::default(),
                            self.loc,
                        );
                        self.push(id);
                    }
                }
                _ => {}
            }
            match new.opr {
                Operator::Return | Operator::ReturnVal => {
                    if k != last {
                        self.goto(end);
                    }
                }
                _ => self.emit(new, &kids),
            }
            kids.clear();
            self.copies.values = kids;
        }
        self.loc = loc;
        self.label(end);
        if let (Some(st), Some(ty), Some(object)) = (wn.st, callee.result, callee.result_object) {
            self.copy_result(ty, local(object), st, wn.offset);
        }
    }

    /// Copies a tree, and pushes the copy onto `values`.
    fn copy_tree(
        &mut self,
        callee: &Pu,
        root: WnId,
        local: &impl Fn(StId) -> StId,
        values: &mut Vec<WnId>,
    ) {
        let Copies { places, steps, .. } = &mut *self.copies;
        steps.push((root, false));
        while let Some((id, build)) = steps.pop() {
            let kids = callee.tree.kids(id);
            if build || kids.is_empty() {
                let at = values.len() - kids.len();
                let new = self.pu.tree.copy(&callee.tree, id, &values[at..]);
                let loc = places.map(&mut self.module.locs, callee.tree.loc(id));
                self.pu.tree.relocate(new, local, loc);
                values.truncate(at);
                values.push(new);
            } else {
                steps.push((id, true));
                steps.extend(kids.iter().rev().map(|&k| (k, false)));
            }
        }
    }
}

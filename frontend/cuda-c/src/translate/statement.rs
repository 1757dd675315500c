//! Statements.

use optx_source::Span;
use optx_whirl::{AsmClass, AsmInfo, LabelId, Loc, Mtype, Operator, StId, Wn, WnId};

use super::{
    E, FunctionTranslator,
    place::{Place, Root},
};
use crate::{
    typed::{Label, LocalId, TAsm, TAsmBefore, TStmt, TStmtKind, TUnroll},
    types::Ty,
};

/// More `else if` than this are a row of statements that jump to the end.
const ARMS: usize = 16;

/// A range of more cases than this is a comparison before the switch.
const RANGE: u64 = 32;

/// Whether a range of cases is a comparison.
fn is_wide((lo, hi, _): &(i64, i64, Label)) -> bool {
    hi.wrapping_sub(*lo) as u64 >= RANGE
}

impl<'t> FunctionTranslator<'_, '_, '_, '_, '_> {
    /// Statements that stand side by side.
    pub(super) fn side_by_side(&mut self, list: &[TStmt<'t>]) -> Vec<WnId> {
        list.iter().for_each(|s| self.statement(s));
        std::mem::take(&mut self.out)
    }

    /// The body of the function.
    pub(super) fn body(&mut self, s: &TStmt<'t>) {
        // Pieces may be translated already.
        (self.loc, self.last_span) = (Loc::NONE, Span::NONE);
        self.clear_bit_fields();
        self.statement(s);
        let ends = self.out.last().is_some_and(|s| {
            matches!(self.pu.tree.opr(*s), Operator::Return | Operator::ReturnVal)
        });
        if !ends && self.result.bare() == Ty::VOID {
            self.push(Operator::Return, &[]);
        }
        let list = std::mem::take(&mut self.out);
        self.set_statement(s.span);
        self.pu.body = self.pu.tree.block(&list, self.loc);
    }

    fn push(&mut self, op: Operator, kids: &[WnId]) {
        let s = self.pu.tree.statement(Wn::new(op, Mtype::V, Mtype::V), kids, self.loc);
        self.out.push(s);
    }

    fn label_id(&mut self, l: Label) -> LabelId {
        let place = l.index();
        if let Some(Some(id)) = self.labels.get(place) {
            return *id;
        }
        let id = self.pu.new_label();
        if self.labels.len() <= place {
            self.labels.resize(place + 1, None);
        }
        self.labels[place] = Some(id);
        id
    }

    fn goto(&mut self, l: LabelId) {
        let s = self.pu.tree.jump(Operator::Goto, l, &[], self.loc);
        self.out.push(s);
    }

    fn define(&mut self, l: LabelId) {
        let s = self.pu.tree.jump(Operator::Label, l, &[], self.loc);
        self.out.push(s);
    }

    /// Defines a label if anything jumps to it.
    fn define_used(&mut self, l: Label) {
        if let Some(Some(id)) = self.labels.get(l.index()).copied() {
            self.define(id);
        }
    }

    fn nested(&mut self, s: &TStmt<'t>) -> Vec<WnId> {
        self.in_block(|x| x.statement(s)).0
    }

    fn condition(&mut self, e: E<'t>) -> WnId {
        let (list, v) = self.in_block(|s| {
            let v = s.expr(e);
            s.branched_on(e, v)
        });
        self.with_block(&list, v, Mtype::B)
    }

    pub(super) fn statement(&mut self, s: &TStmt<'t>) {
        self.set_statement(s.span);
        match &s.kind {
            TStmtKind::Empty | TStmtKind::Lives(_) => {}
            TStmtKind::Expr(e) => self.effect(e),
            TStmtKind::Init(l, e) => {
                let p = self.local_place(*l);
                self.make_value(p, e);
            }
            TStmtKind::Block(list) => {
                for x in list {
                    self.statement(x);
                }
            }
            TStmtKind::If(arms, other) => self.if_statement(arms, other.as_deref()),
            TStmtKind::While { cond, body, next, end, unroll } => {
                self.pragma(*unroll);
                let c = self.condition(cond);
                let (list, ()) = self.in_block(|x| {
                    x.statement(body);
                    x.define_used(*next);
                });
                self.set_statement(s.span);
                let b = self.block(&list);
                self.push(Operator::WhileDo, &[c, b]);
                self.define_used(*end);
            }
            TStmtKind::DoWhile { cond, body, next, end, unroll } => {
                self.pragma(*unroll);
                let (list, ()) = self.in_block(|x| {
                    x.statement(body);
                    x.define_used(*next);
                });
                self.set_statement(cond.span);
                let c = self.condition(cond);
                self.set_statement(s.span);
                let b = self.block(&list);
                self.push(Operator::DoWhile, &[b, c]);
                self.define_used(*end);
            }
            TStmtKind::For { init, cond, step, body, next, end, unroll } => {
                for x in init {
                    self.statement(x);
                }
                self.set_statement(s.span);
                self.pragma(*unroll);
                let c = match cond {
                    Some(c) => {
                        self.set_statement(c.span);
                        self.condition(c)
                    }
                    None => self.pu.tree.intconst(Mtype::B, 1),
                };
                let (list, ()) = self.in_block(|x| {
                    x.statement(body);
                    x.define_used(*next);
                    if let Some(e) = step {
                        x.set_statement(e.span);
                        x.effect(e);
                    }
                });
                self.set_statement(s.span);
                let b = self.block(&list);
                self.push(Operator::WhileDo, &[c, b]);
                self.define_used(*end);
            }
            TStmtKind::Switch { selector, cases, default, body, end } => {
                self.cases(selector, cases, default.unwrap_or(*end));
                self.statement(body);
                self.define_used(*end);
            }
            TStmtKind::Label(l) => {
                let id = self.label_id(*l);
                self.define(id);
            }
            TStmtKind::Goto(l) => {
                let id = self.label_id(*l);
                self.goto(id);
            }
            TStmtKind::Return(e) => self.return_statement(*e),
            TStmtKind::Asm(a) => self.asm(a),
            TStmtKind::Translated { list, .. } => self.out.extend_from_slice(list),
        }
    }

    fn local_place(&mut self, l: LocalId) -> Place {
        let ty = self.vars[l].ty;
        let st = self.locals[l];
        Place::new(Root::Symbol(st, 0), ty.bare(), ty.is_volatile())
    }

    fn pragma(&mut self, u: TUnroll) {
        if let TUnroll::By(n) = u {
            let mut wn = Wn::new(Operator::PragmaUnroll, Mtype::V, Mtype::V);
            wn.value = u64::from(n);
            let s = self.pu.tree.statement(wn, &[], self.loc);
            self.out.push(s);
        }
    }

    /// The jumps of a switch.
    fn cases(&mut self, selector: E<'t>, cases: &[(i64, i64, Label)], other: Label) {
        let m = self.register(selector.ty);
        let mut v = self.expr(selector);
        if cases.iter().any(is_wide) {
            let kept = self.keep(v, m);
            for (lo, hi, l) in cases.iter().filter(|c| is_wide(c)) {
                self.goto_within((kept, selector.span), m, (*lo, *hi), *l);
            }
            v = self.reload(kept, m);
        }
        let v = self.branched_on(selector, v);
        let mut list = Vec::new();
        for (lo, hi, l) in cases.iter().filter(|c| !is_wide(c)) {
            let id = self.label_id(*l);
            for i in 0..=hi.wrapping_sub(*lo) {
                let mut wn = Wn::new(Operator::CaseGoto, Mtype::V, Mtype::V);
                wn.label = Some(id);
                wn.value = lo.wrapping_add(i) as u64;
                list.push(self.pu.tree.statement(wn, &[], self.loc));
            }
        }
        let table = self.block(&list);
        let mut wn = Wn::new(Operator::Switch, Mtype::V, m);
        wn.label = Some(self.label_id(other));
        let x = self.pu.tree.statement(wn, &[v, table], self.loc);
        self.out.push(x);
    }

    /// Goes to a label if a value is in a range: if it is no further from the first than the last is, as unsigned numbers.
    fn goto_within(
        &mut self,
        (kept, span): (StId, Span),
        m: Mtype,
        (lo, hi): (i64, i64),
        l: Label,
    ) {
        let unsigned = if m.is_signed() { m.unsigned() } else { m };
        let last = hi.wrapping_sub(lo).wrapping_sub(i64::from(wrong!(WideRangesEndEarly)));
        let v = self.reload(kept, m);
        let first = self.pu.tree.intconst(m, lo);
        let far = self.pu.tree.binary(Operator::Sub, unsigned, v, first);
        let last = self.pu.tree.intconst(unsigned, last);
        let c = self.pu.tree.compare(Operator::Le, unsigned, far, last);
        self.place_at(c, span);
        let id = self.label_id(l);
        let (list, ()) = self.in_block(|x| x.goto(id));
        self.either(c, [&list, &[]]);
    }

    fn if_statement(&mut self, arms: &[(E<'t>, TStmt<'t>)], other: Option<&TStmt<'t>>) {
        if arms.len() > ARMS {
            let end = self.pu.new_label();
            for (c, body) in arms {
                self.set_statement(c.span);
                let v = self.expr(c);
                let c = self.branched_on(c, v);
                let (list, ()) = self.in_block(|x| {
                    x.statement(body);
                    x.goto(end);
                });
                self.either(c, [&list, &[]]);
            }
            if let Some(o) = other {
                self.statement(o);
            }
            self.define(end);
            return;
        }
        let [(c, body), rest @ ..] = arms else {
            if let Some(o) = other {
                self.statement(o);
            }
            return;
        };
        self.set_statement(c.span);
        let v = self.expr(c);
        let condition = self.branched_on(c, v);
        let yes = self.nested(body);
        let (no, ()) = self.in_block(|x| {
            if rest.is_empty() {
                if let Some(o) = other {
                    x.statement(o);
                }
            } else {
                x.if_statement(rest, other);
            }
        });
        self.set_statement(c.span);
        self.either(condition, [&yes, &no]);
    }

    fn return_statement(&mut self, e: Option<E<'t>>) {
        let Some(e) = e else {
            self.push(Operator::Return, &[]);
            return;
        };
        let m = self.memory(self.result);
        let v = self.expr(e);
        let v = self.stored(v, self.result);
        let mut wn = Wn::new(Operator::ReturnVal, Mtype::V, m);
        if m == Mtype::M {
            wn.ty = Some(self.shared.ty(self.cx, self.result));
        }
        let s = self.pu.tree.statement(wn, &[v], self.loc);
        self.out.push(s);
    }

    fn asm(&mut self, a: &TAsm<'t>) {
        let class = |c: char| AsmClass::from_letter(c).unwrap_or(AsmClass::R);
        let inputs: Vec<E<'t>> = a.inputs.iter().map(|i| i.0).collect();
        let list = self.operands(&inputs);
        let mut kids: Vec<WnId> =
            list.into_iter().zip(&inputs).map(|(v, e)| self.stored(v, e.ty)).collect();
        let mut classes: Vec<AsmClass> = a.inputs.iter().map(|i| class(i.1)).collect();
        let mut outputs: Vec<(StId, AsmClass, Option<u32>)> = Vec::new();
        let mut places = Vec::new();
        for (target, c, before) in &a.outputs {
            let p = self.place(target);
            let p = self.stable(p);
            let m = self.memory(target.ty);
            let st = self.temp(if m.size() < 2 { m.register() } else { m });
            let tie = match *before {
                TAsmBefore::Nothing => None,
                TAsmBefore::Input(k) => Some(k as u32),
                TAsmBefore::Target => {
                    let old = self.load(p);
                    let old = self.stored(old, target.ty);
                    kids.push(old);
                    classes.push(class(*c));
                    Some(kids.len() as u32 - 1)
                }
            };
            outputs.push((st, class(*c), tie));
            places.push((self.again(p), st, m));
        }
        self.pu.asms.push(AsmInfo {
            text: a.text.clone(),
            outputs,
            inputs: classes,
            volatile: a.volatile,
            memory: a.memory,
        });
        let mut wn = Wn::new(Operator::Asm, Mtype::V, Mtype::V);
        wn.value = self.pu.asms.len() as u64 - 1;
        let s = self.pu.tree.statement(wn, &kids, self.loc);
        self.out.push(s);
        for (p, st, m) in places {
            let m = if m.size() < 2 { m.register() } else { m };
            let v = self.reload(st, m);
            let v = self.loaded(v, p.ty);
            self.store(p, v);
        }
    }
}

//! Statements and declarations in functions.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{BinaryOp, Expr, ExprKind, MemberKind, Name, Stmt, StmtKind, Unroll},
    check::{
        Body, Const,
        body::{E, Jumps, NamedLabel, SwitchState},
        body::{convert::wrap, initialize::Initial},
    },
    typed::{Label, LocalId, TKind, TStmt, TStmtKind, TUnroll},
    types::{Ty, TypeKind},
    words,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(in crate::check) fn function_body(&mut self, s: &'a Stmt<'a>) -> TStmt<'t> {
        let mut list = Vec::new();
        let info = self.function.and_then(|f| self.cx.functions.get(f));
        if let Some(f) = info
            && f.membership.kind == MemberKind::Constructor
            && let Some(r) = f.membership.class
        {
            let (inits, span) = (f.membership.inits, f.span);
            self.constructor_prologue(r, inits, span, &mut list);
        }
        if let StmtKind::Block { list: stmts, .. } = s.kind {
            self.statements(stmts, false, &mut list);
        }
        if self.returned.ty.bare() != Ty::VOID
            && !self.returned.ty.is_error()
            && !self.cx.diags.has_errors()
            && self.can_end(&list)
        {
            let f = self.function.and_then(|f| self.cx.functions.get(f));
            let (name, span) = f.map_or((words::EMPTY, s.span), |f| (f.name, f.span));
            let text = self.cx.text(name).to_string();
            self.cx.diags.push(Diagnostic::new(
                code::MISSING_RETURN,
                span,
                format!("`{text}` may end without returning a value"),
            ));
        }
        TStmt { kind: TStmtKind::Block(list), span: s.span }
    }

    fn one(&mut self, s: &'a Stmt<'a>) -> TStmt<'t> {
        let mut out = Vec::new();
        self.statement(s, &mut out);
        match out.len() {
            1 => out.pop().unwrap_or(TStmt { kind: TStmtKind::Empty, span: s.span }),
            _ => TStmt { kind: TStmtKind::Block(out), span: s.span },
        }
    }

    pub(super) fn statement(&mut self, s: &'a Stmt<'a>, out: &mut Vec<TStmt<'t>>) {
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => {
                let e = self.statement_expression(e);
                if !e.ty.is_error() {
                    out.push(TStmt { kind: TStmtKind::Expr(e), span: s.span });
                }
            }
            StmtKind::Decl(d) => self.local_declaration(d, out),
            StmtKind::Block { list, bare } => self.compound_statement(list, *bare, s.span, out),
            StmtKind::If { constant: true, arms, other } => {
                self.constant_if(arms, *other, out);
            }
            StmtKind::If { arms, other, .. } => self.selection(arms, *other, s.span, out),
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                self.iteration(s, out);
            }
            StmtKind::Range { spec, variable, range, body, unroll } => {
                self.range_loop(spec, variable, range, (body, *unroll), out);
            }
            StmtKind::Switch(e, body) => self.switch(e, body, s.span, out),
            StmtKind::Case(a, b) => self.case(a, *b, s.span, out),
            StmtKind::Default => self.default_label(s.span, out),
            StmtKind::Label(name) => self.label(*name, s.span, out),
            StmtKind::Goto(name) => self.goto(*name, s.span, out),
            StmtKind::Break => {
                let end = self.flow.jumps.end;
                self.leave_by(end, "`break` outside a loop or switch", s.span, out);
            }
            StmtKind::Continue => {
                let jumps = &self.flow.jumps;
                let to = if wrong!(ContinueBreaks) { jumps.end } else { jumps.next };
                self.leave_by(to, "`continue` outside a loop", s.span, out);
            }
            StmtKind::Return(e) => self.return_statement(*e, s.span, out),
            StmtKind::Asm(a) => {
                self.not_in_constexpr("inline PTX", s.span);
                self.asm(a, s.span, out);
            }
            StmtKind::StaticAssert(a) => self.static_assertion(*a),
            StmtKind::Try(_) => self.host_only_try(s.span),
        }
    }

    /// A compound statement ([stmt.block]); a bare one is no scope.
    fn compound_statement(
        &mut self,
        list: &'a [&'a Stmt<'a>],
        bare: bool,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let mark = if bare || wrong!(BlocksHaveNoScope) { None } else { Some(self.open_scope()) };
        let mut inner = Vec::new();
        self.statements(list, true, &mut inner);
        if let Some(m) = mark {
            self.close_scope_to(m);
        }
        match bare {
            // What begins to live there ends with the scope around it.
            true => out.append(&mut inner),
            false => out.push(TStmt { kind: TStmtKind::Block(inner), span }),
        }
    }

    /// `if` ([stmt.if]): an arm that no control gets to is left out.
    fn selection(
        &mut self,
        arms: &'a [(&'a Expr<'a>, &'a Stmt<'a>)],
        other: Option<&'a Stmt<'a>>,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let mut list = Vec::with_capacity(arms.len());
        let (mut reached, mut wrong) = (true, false);
        for (c, body) in arms {
            let c = self.checked_condition(c);
            wrong |= c.ty.is_error();
            let constant = match c.kind {
                TKind::Int(v) => Some(v != 0),
                _ => None,
            };
            let arm = self.reachable_statement(body, reached && constant != Some(false));
            list.extend(arm.map(|arm| (c, arm)));
            reached &= constant != Some(true);
        }
        let other = other.and_then(|o| self.reachable_statement(o, reached));
        match (wrong, list.is_empty()) {
            (true, _) => {}
            (false, true) => out.extend(other),
            (false, false) => {
                out.push(TStmt { kind: TStmtKind::If(list, other.map(Box::new)), span });
            }
        }
    }

    /// `while`, `do` and `for` ([stmt.iter]).
    fn iteration(&mut self, s: &'a Stmt<'a>, out: &mut Vec<TStmt<'t>>) {
        let kind = match &s.kind {
            StmtKind::While { cond, body, unroll } => {
                let cond = self.checked_condition(cond);
                let unroll = self.unroll(*unroll);
                let (body, next, end) = self.loop_body(body);
                TStmtKind::While { cond, body, next, end, unroll }
            }
            StmtKind::DoWhile { body, cond, unroll } => {
                let unroll = self.unroll(*unroll);
                let (body, next, end) = self.loop_body(body);
                let cond = self.checked_condition(cond);
                TStmtKind::DoWhile { cond, body, next, end, unroll }
            }
            StmtKind::For { init, cond, step, body, unroll } => {
                let mark = self.open_scope();
                let mut first = Vec::new();
                if let Some(i) = init {
                    self.statement(i, &mut first);
                }
                let cond = cond.map(|c| self.checked_condition(c));
                let unroll = self.unroll(*unroll);
                let step = step.map(|e| self.statement_expression(e));
                let (body, next, end) = self.loop_body(body);
                self.close_scope_to(mark);
                let step = step.filter(|s| !s.ty.is_error());
                TStmtKind::For { init: first, cond, step, body, next, end, unroll }
            }
            _ => return,
        };
        out.push(TStmt { kind, span: s.span });
    }

    /// `if constexpr`: only the arm that is chosen is checked.
    fn constant_if(
        &mut self,
        arms: &'a [(&'a Expr<'a>, &'a Stmt<'a>)],
        other: Option<&'a Stmt<'a>>,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let mut taken = false;
        for (c, body) in arms {
            if taken {
                self.discarded(body);
                continue;
            }
            let v = self.constant_condition(c);
            match v.kind {
                TKind::Int(0) => self.discarded(body),
                TKind::Int(_) => {
                    let s = self.scoped_statement(body);
                    out.push(s);
                    taken = !wrong!(BothBranches);
                }
                TKind::Error => return,
                _ => {
                    let text = "the condition of `if constexpr` must be a constant";
                    self.not_constant(code::NOT_CONSTANT, c.span, text);
                    return;
                }
            }
        }
        match other {
            Some(o) if taken => self.discarded(o),
            Some(o) => {
                let s = self.scoped_statement(o);
                out.push(s);
            }
            None => {}
        }
    }

    /// A statement that is discarded: outside of templates it is checked as all are ([stmt.if] 2).
    fn discarded(&mut self, s: &'a Stmt<'a>) {
        if !self.cx.site.instance {
            self.with_mode(|m| m.unreachable = true, |b| b.scoped_statement(s));
        }
    }

    /// A statement that control reaches or not; `None` where it does not and no label in it is jumped to.
    fn reachable_statement(&mut self, s: &'a Stmt<'a>, reached: bool) -> Option<TStmt<'t>> {
        if reached {
            return Some(self.scoped_statement(s));
        }
        if holds_label(s) {
            let StmtKind::Block { list, bare: false } = s.kind else {
                return Some(self.scoped_statement(s));
            };
            // What stands before the label is left out, but for what it declares.
            let mark = self.open_scope();
            let mut out = Vec::new();
            let first = list.iter().position(|s| holds_label(s)).unwrap_or(0);
            for (i, s) in list.iter().enumerate() {
                if i < first && matches!(s.kind, StmtKind::Expr(_)) {
                    self.with_mode(|m| m.unreachable = true, |b| b.scoped_statement(s));
                } else {
                    self.statement(s, &mut out);
                }
            }
            self.close_scope_to(mark);
            return Some(TStmt { kind: TStmtKind::Block(out), span: s.span });
        }
        self.with_mode(|m| m.unreachable = true, |b| b.scoped_statement(s));
        None
    }

    /// A statement with a scope of its own.
    fn scoped_statement(&mut self, s: &'a Stmt<'a>) -> TStmt<'t> {
        let mark = self.open_scope();
        let t = self.one(s);
        self.close_scope_to(mark);
        t
    }

    fn checked_condition(&mut self, e: &'a Expr<'a>) -> E<'t> {
        // In parentheses of its own it is meant.
        if let ExprKind::Assign(None, at, ..) = e.kind
            && !e.parens
        {
            let d = Diagnostic::new(
                code::ASSIGN_IN_CONDITION,
                at,
                "an assignment is used as a condition",
            )
            .suggest(
                at,
                "==",
                "`==` compares; double parentheses say that the assignment is meant",
            );
            self.cx.diags.push(d);
            self.expected.compares = true;
            let v = self.expr(e);
            self.expected.compares = false;
            return self.condition(v);
        }
        let v = self.expr(e);
        self.condition(v)
    }

    /// An expression that stands by itself.
    fn statement_expression(&mut self, e: &'a Expr<'a>) -> E<'t> {
        let t = self.expr(e);
        if t.ty.is_error() {
            return t;
        }
        if t.ty.bare() == Ty::OVERLOADS {
            return self.error(
                code::FUNCTION_POINTER,
                e.span,
                "a function's name does nothing without arguments",
            );
        }
        let useless = match &e.kind {
            ExprKind::Binary(op, ..) => {
                *op != BinaryOp::Comma && *op != BinaryOp::LogAnd && *op != BinaryOp::LogOr
            }
            ExprKind::Unary(..)
            | ExprKind::Index(..)
            | ExprKind::Member { .. }
            | ExprKind::Name(_) => !t.ty.is_volatile(),
            ExprKind::Int { .. } | ExprKind::Float { .. } => true,
            _ => false,
        };
        if useless {
            let c = code::UNUSED_RESULT;
            self.cx.diags.push(Diagnostic::new(
                c,
                e.span,
                "the result of this expression is not used",
            ));
        }
        self.discard(t)
    }

    fn loop_body(&mut self, body: &'a Stmt<'a>) -> (Box<TStmt<'t>>, Label, Label) {
        let (next, end) = (self.new_label(), self.new_label());
        let was =
            std::mem::replace(&mut self.flow.jumps, Jumps { next: Some(next), end: Some(end) });
        let body = self.scoped_statement(body);
        self.flow.jumps = was;
        (Box::new(body), next, end)
    }

    fn unroll(&mut self, u: Unroll<'a>) -> TUnroll {
        match u {
            Unroll::Unsaid => TUnroll::Unsaid,
            Unroll::Full => TUnroll::By(0),
            Unroll::Never => TUnroll::By(1),
            Unroll::By(e) => match self.integer_constant(e, "an unroll factor") {
                Some(n @ 1..=0x7fff_ffff) => TUnroll::By(n as u32),
                Some(n) => {
                    let wrong = if n <= 0 { "is not positive" } else { "does not fit an `int`" };
                    let message = format!("the unroll factor {n} {wrong}; the pragma is ignored");
                    self.cx.diags.push(Diagnostic::new(code::UNROLL_IGNORED, e.span, message));
                    TUnroll::Unsaid
                }
                None => TUnroll::Unsaid,
            },
        }
    }

    fn switch(
        &mut self,
        e: &'a Expr<'a>,
        body: &'a Stmt<'a>,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        self.fallthrough(body);
        let v = self.expr(e);
        let v = if self.cx.types.is_record(v.ty) {
            self.contextual_integer(v).unwrap_or(v)
        } else {
            self.rvalue(v)
        };
        let mut ty = Ty::INT;
        if !v.ty.is_error() {
            if self.cx.types.is_integer(v.ty) {
                ty = if wrong!(SwitchInInt) { Ty::INT } else { self.promotion(v) };
            } else {
                let n = self.cx.type_name(v.ty);
                self.error(
                    code::BAD_SWITCH,
                    e.span,
                    format!("a switch needs an integer, not a value of type `{n}`"),
                );
            }
        }
        let end = self.new_label();
        let scoped = self.cx.types.is_scoped(v.ty).then(|| v.ty.bare());
        self.flow.switches.push(SwitchState {
            ty,
            scoped,
            cases: Vec::new(),
            places: Vec::new(),
            default: None,
            scope: self.block.initialised.here(),
        });
        let was = self.flow.jumps.end.replace(end);
        let body = self.scoped_statement(body);
        self.flow.jumps.end = was;
        let Some(sw) = self.flow.switches.pop() else { return };
        self.duplicate_cases(&sw, ty);
        if v.ty.is_error() || !self.cx.types.is_integer(v.ty) {
            return;
        }
        let selector = self.cast_node(v, ty);
        let kind = TStmtKind::Switch {
            selector,
            cases: sw.cases,
            default: sw.default.map(|d| d.0),
            body: Box::new(body),
            end,
        };
        out.push(TStmt { kind, span });
    }

    /// A value of a switch's type, to be compared with others of it.
    fn ordered(&self, n: i64, ty: Ty) -> i128 {
        match self.cx.types.is_signed(ty) || wrong!(RangesAreSigned) {
            true => i128::from(n),
            false => i128::from(n as u64),
        }
    }

    fn duplicate_cases(&mut self, sw: &SwitchState, ty: Ty) {
        let mut order: Vec<usize> = (0..sw.cases.len()).collect();
        optx_whirl::stable_order::sort_by_key(&mut order, |i| self.ordered(sw.cases[*i].0, ty));
        for w in order.windows(2) {
            let (a, b) = (w[0], w[1]);
            if self.ordered(sw.cases[b].0, ty) <= self.ordered(sw.cases[a].1, ty) {
                let d = Diagnostic::new(
                    code::DUPLICATE_LABEL,
                    sw.places[b],
                    format!("the case {} stands here twice", sw.cases[b].0),
                )
                .note(sw.places[a], "the first one is here");
                self.cx.diags.push(d);
            }
        }
    }

    fn case(
        &mut self,
        a: &'a Expr<'a>,
        b: Option<&'a Expr<'a>>,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        let Some((ty, scoped)) = self.flow.switches.last().map(|s| (s.ty, s.scoped)) else {
            self.error(code::MISPLACED_STATEMENT, span, "`case` outside a switch");
            return;
        };
        let Some(lo) = self.constant_of(a, "a case", scoped) else { return };
        let hi = match b {
            Some(b) => match self.constant_of(b, "a case", scoped) {
                Some(hi) => hi,
                None => return,
            },
            None => lo,
        };
        let lost = |(n, own): (i64, Ty)| !self.holds(Const::Int(n), own, ty);
        if lost(lo) || lost(hi) {
            let n = self.cx.type_name(ty);
            let text = format!("this case has a value that a `{n}` has not");
            self.error(code::BAD_SWITCH, span, text);
            return;
        }
        let [lo, hi] = [lo.0, hi.0].map(|n| wrap(&self.cx.types, n, ty));
        if self.ordered(hi, ty) < self.ordered(lo, ty) {
            self.error(code::BAD_SWITCH, span, "this range of cases is empty");
            return;
        }
        // Cases right behind each other are one place.
        let latest = self.flow.switches.last().and_then(|s| s.cases.last()).map(|case| case.2);
        let same = latest.filter(|&l| {
            matches!(out.last(), Some(TStmt { kind: TStmtKind::Label(here), .. }) if *here == l)
        });
        let label = same.unwrap_or_else(|| self.new_label());
        let (from, here) =
            (self.flow.switches.last().map(|s| s.scope), self.block.initialised.here());
        if let Some(from) = from {
            self.check_jump(from, here, span);
        }
        if let Some(sw) = self.flow.switches.last_mut() {
            sw.cases.push((lo, hi, label));
            sw.places.push(span);
        }
        if same.is_none() {
            out.push(TStmt { kind: TStmtKind::Label(label), span });
        }
    }

    pub(super) fn named_label(&mut self, name: Name) -> &mut NamedLabel {
        if !self.flow.named.contains_key(&name.sym) {
            let label = self.new_label();
            self.flow.named.insert(name.sym, NamedLabel::new(label));
        }
        self.flow.named.entry(name.sym).or_insert_with(|| NamedLabel::new(Label::from_index(0)))
    }

    /// Reports labels that are used and not defined, and jumps past initialisations.
    pub(super) fn check_labels(&mut self) {
        let mut bad: Vec<(Span, crate::intern::Symbol)> = self
            .flow
            .named
            .iter()
            .filter(|(_, l)| l.defined.is_none())
            .filter_map(|(s, l)| Some((l.used?, *s)))
            .collect();
        optx_whirl::stable_order::sort_by_key(&mut bad, |b| b.0);
        let mut jumps = Vec::new();
        for l in self.flow.named.values() {
            if let Some(to) = l.scope {
                jumps.extend(l.jumps.iter().map(|(from, at)| (*at, *from, to)));
            }
        }
        optx_whirl::stable_order::sort_by_key(&mut jumps, |j| j.0);
        for (at, from, to) in jumps {
            self.check_jump(from, to, at);
        }
        for (span, s) in bad {
            let text = self.cx.text(s).to_string();
            self.error(
                code::UNKNOWN_LABEL,
                span,
                format!("the label `{text}` is not defined in this function"),
            );
        }
    }

    fn return_statement(&mut self, e: Option<&'a Expr<'a>>, span: Span, out: &mut Vec<TStmt<'t>>) {
        if self.returned.deducing.is_some() {
            self.deduce_return(e);
            return;
        }
        let result = self.returned.ty;
        let value = match e {
            None => {
                if result.bare() != Ty::VOID && !result.is_error() {
                    let n = self.cx.type_name(result);
                    self.error(
                        code::BAD_RETURN,
                        span,
                        format!("this function must return a value of type `{n}`"),
                    );
                    return;
                }
                None
            }
            Some(e) => {
                if result.bare() == Ty::VOID {
                    let v = self.argument(e);
                    if v.ty.bare() == Ty::VOID {
                        out.push(TStmt { kind: TStmtKind::Expr(v), span });
                    } else if !v.ty.is_error() {
                        self.error(code::BAD_RETURN, e.span, "this function returns no value");
                    }
                    None
                } else {
                    let value = self.returned(e, result);
                    self.outlived(value, result);
                    Some(value)
                }
            }
        };
        // What is copied by a function of its class is made where the caller wants it.
        if let (Some(v), Some(place)) = (value, self.result_place()) {
            if !v.ty.is_error() {
                let e = self.mk(TKind::Init(place, v), Ty::VOID, span);
                if !self.is_result(v) {
                    out.push(TStmt { kind: TStmtKind::Expr(e), span });
                }
                out.push(TStmt { kind: TStmtKind::Return(None), span });
            }
            return;
        }
        let value = value.filter(|v| !v.ty.is_error());
        out.push(TStmt { kind: TStmtKind::Return(value), span });
    }

    /// The value that a `return` gives: a local that goes away is moved from ([class.copy.elision] 3).
    fn returned(&mut self, e: &'a Expr<'a>, result: Ty) -> E<'t> {
        if let TypeKind::Reference(r, rvalue) = self.cx.types.kind(result) {
            return self.reference_initial(r, rvalue, Initial::Copy(e), e.span);
        }
        if let ExprKind::InitList(_) = e.kind {
            let e = self.expanded_braces(e);
            return self
                .with_mode(|m| m.strict_lists = true, |b| b.list_initial(result.bare(), e, false));
        }
        let v = self.expr(e);
        // The result itself.
        if self.is_result(v) {
            return v;
        }
        if !self.goes_away(v) || v.ty.is_volatile() || wrong!(ReturnsCopy) {
            return self.copy_initial(v, result.bare());
        }
        // What cannot be moved from is copied.
        let moved = self.as_xvalue(v);
        let trial = self.cx.diags.begin_trial();
        let made = self.copy_initial(moved, result.bare());
        let wrong = self.cx.diags.end_trial(trial);
        let from = if wrong || made.ty.is_error() { v } else { moved };
        self.copy_initial(from, result.bare())
    }

    /// Whether an object is a local of the function, or what a local rvalue reference names (for the
    /// reference C++20 has it, P1825, and compilers in every language version).
    fn goes_away(&self, v: E<'t>) -> bool {
        let reference = |l: LocalId| {
            let ty = self.variables.locals.get(l).map(|l| self.cx.types.kind(l.ty));
            matches!(ty, Some(TypeKind::Reference(_, true)))
        };
        let local = match v.kind {
            TKind::Local(_) => true,
            TKind::Deref(p) => match p.kind {
                // A parameter that the caller made lies there too.
                TKind::Load(x) => match x.kind {
                    TKind::Local(l) => self.variables.owned.contains(&l) || reference(l),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        };
        local && self.cx.types.is_record(v.ty)
    }

    /// Whether an object is the one that the function returns: a local that was made in its place.
    fn is_result(&self, v: E<'t>) -> bool {
        let Some((place, _)) = self.returned.object else { return false };
        match v.kind {
            TKind::Deref(p) => match p.kind {
                TKind::Load(x) => matches!(x.kind, TKind::Local(l) if l == place),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether a statement holds a place that control may jump to.
fn holds_label(s: &Stmt<'_>) -> bool {
    match &s.kind {
        StmtKind::Label(_) | StmtKind::Case(..) | StmtKind::Default => true,
        StmtKind::Block { list, .. } => list.iter().any(|s| holds_label(s)),
        StmtKind::If { arms, other, .. } => {
            arms.iter().any(|a| holds_label(a.1)) || other.is_some_and(holds_label)
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Range { body, .. }
        | StmtKind::Switch(_, body) => holds_label(body),
        _ => false,
    }
}

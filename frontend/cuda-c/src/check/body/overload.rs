//! Overload resolution: the choice among functions by how the arguments fit ([over.match.viable], [over.match.best]).
//!
//! Everything that chooses among functions calls [`Body::choose`]: calls by name, member functions, constructors,
//! operators. An argument's fit is its [`Sequence`]; what is no template is preferred to templates, and the more special
//! template to others ([temp.func.order]).

use std::cmp::Ordering;

use optx_source::{Diagnostic, Span, code};

use crate::check::{
    Body, Function, TemplateId,
    arity::Arity,
    body::{E, built_in_operator::BuiltIn, sequence::Sequence},
    builtin::table::Row,
};
use crate::{ast::MemberKind, intern::Symbol, typed::FunctionId, types::Ty};

impl Function<'_> {
    /// How many arguments a call may give, `this` left out.
    pub(in crate::check) fn arity(&self) -> Arity {
        Arity::of(self.own_params().iter().map(|p| p.default.is_some()), self.signature.variadic)
    }
}

/// What a call may mean.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Candidate {
    Function(FunctionId),
    /// An overload of a built-in function.
    BuiltIn(&'static Row),
    /// One of the language's own operators, by its place among those that fit.
    Operator(usize),
}

/// What an operator means.
pub(in crate::check) enum ChosenOperator {
    Function(FunctionId),
    /// The language's own, with operands of these types.
    BuiltIn(Vec<Ty>),
    /// None fits by conversions of classes: the language's own for what the operands are, if there is one.
    Own,
}

/// A function that the arguments fit, and how; `None` stands for an object that a static member function does not use.
struct Viable {
    candidate: Candidate,
    sequences: Vec<Option<Sequence>>,
    /// How many arguments the call has, the object left out.
    arguments: usize,
}

/// Whether a built-in function takes a number of numbers and where they are.
pub(super) fn takes_vector(name: &str) -> bool {
    matches!(name, "norm" | "normf" | "rnorm" | "rnormf")
}

impl<'t> Body<'_, '_, 't, '_> {
    /// Chooses an overload: `Err(true)` where several fit equally, `Err(false)` where none fits. Member functions
    /// are called on `this`, a pointer; constructors on an object that is to be made.
    pub(in crate::check) fn choose(
        &mut self,
        set: &[FunctionId],
        values: &[E<'t>],
        this: Option<E<'t>>,
    ) -> Result<FunctionId, bool> {
        let arguments = values.len();
        let mut viable: Vec<Viable> = Vec::new();
        for &f in set {
            if let Some(sequences) = self.sequences(f, values, this) {
                viable.push(Viable { candidate: Candidate::Function(f), sequences, arguments });
            }
        }
        match self.best(&viable)?.candidate {
            Candidate::Function(f) => Ok(f),
            _ => Err(false),
        }
    }

    /// Chooses among functions and the overloads of a built-in function; `Err` as of [`Body::choose`].
    pub(in crate::check) fn choose_among(
        &mut self,
        set: &[FunctionId],
        rows: &'static [Row],
        values: &[E<'t>],
    ) -> Result<Candidate, bool> {
        let arguments = values.len();
        let mut viable: Vec<Viable> = Vec::new();
        for &f in set {
            if let Some(sequences) = self.sequences(f, values, None) {
                viable.push(Viable { candidate: Candidate::Function(f), sequences, arguments });
            }
        }
        for row in rows.iter().filter(|r| r.params().count() == values.len()) {
            let fits = values.iter().zip(row.params()).map(|(v, p)| self.sequence(v, p).map(Some));
            if let Some(sequences) = fits.collect::<Option<Vec<_>>>() {
                viable.push(Viable { candidate: Candidate::BuiltIn(row), sequences, arguments });
            }
        }
        self.best(&viable).map(|v| v.candidate)
    }

    /// Whether a conversion function, by how the one argument becomes its object, is better than each constructor.
    pub(super) fn beats_constructors(
        &mut self,
        object: Sequence,
        set: &[FunctionId],
        values: &[E<'t>],
    ) -> bool {
        set.iter().all(|&f| {
            let argument =
                self.sequences(f, values, None).and_then(|s| s.into_iter().flatten().next());
            argument.is_none_or(|s| object.compare(&s, self.cx) == Ordering::Less)
        })
    }

    /// The best candidate. One that makes a class of a list by an explicit constructor, an error where it is chosen
    /// ([over.match.list] 1), is not looked at beside others: so have it clang and nvcc.
    fn best<'v>(&mut self, viable: &'v [Viable]) -> Result<&'v Viable, bool> {
        let is_explicit = |v: &Viable| v.sequences.iter().flatten().any(Sequence::is_explicit_list);
        let all = viable.iter().all(is_explicit) || wrong!(ExplicitListsAreViable);
        let viable = || viable.iter().filter(|v| all || !is_explicit(v));
        for v in viable() {
            if viable().all(|w| std::ptr::eq(v, w) || self.is_better(v, w)) {
                return Ok(v);
            }
        }
        Err(viable().next().is_some())
    }

    /// Chooses among operator functions ([over.match.oper]): members of the left operand's class, called on `this`, and
    /// others, and the language's own operators. `Err` where several fit equally.
    pub(in crate::check) fn choose_operator(
        &mut self,
        name: Symbol,
        members: &[FunctionId],
        others: &[FunctionId],
        operands: &[E<'t>],
        this: Option<E<'t>>,
    ) -> Result<ChosenOperator, ()> {
        let arguments = operands.len();
        let mut viable: Vec<Viable> = Vec::new();
        // A base's operators convert the object ([over.best.ics] 6).
        let owner = this.and_then(|t| self.cx.types.pointee(t.ty));
        let class = operands.first().map_or(Ty::ERROR, |x| x.ty);
        let base = owner.filter(|o| class.bare() != o.bare());
        for &f in members {
            if let Some(mut sequences) = self.sequences(f, operands.get(1..).unwrap_or(&[]), this) {
                if let (Some(base), Some(Some(object))) = (base, sequences.first_mut())
                    && !wrong!(BaseOperatorsAreExact)
                {
                    *object = object.to_base(class, base);
                }
                viable.push(Viable { candidate: Candidate::Function(f), sequences, arguments });
            }
        }
        for &f in others {
            if let Some(sequences) = self.sequences(f, operands, None) {
                viable.push(Viable { candidate: Candidate::Function(f), sequences, arguments });
            }
        }
        if viable.is_empty() && !operands.iter().any(|e| self.cx.types.is_record(e.ty)) {
            return Ok(ChosenOperator::Own);
        }
        let mut own = self.built_in_operators(name, operands);
        own.retain(|o| !self.is_declared(o, others));
        self.choose_with(viable, &own)
    }

    /// Whether a function that is no template has the parameters of one of the language's own operators, and stands for it
    /// ([over.match.oper] 3.3).
    fn is_declared(&self, own: &BuiltIn, others: &[FunctionId]) -> bool {
        others.iter().any(|f| {
            let f = &self.cx.functions[*f];
            let types = f.signature.params.iter().map(|p| p.ty.bare());
            f.origin.template.is_none() && types.eq(own.parameters.iter().map(|t| t.bare()))
        })
    }

    /// Chooses among the language's own operators alone.
    pub(super) fn choose_built_in(&mut self, own: &[BuiltIn]) -> Result<ChosenOperator, ()> {
        self.choose_with(Vec::new(), own)
    }

    fn choose_with(
        &mut self,
        mut viable: Vec<Viable>,
        own: &[BuiltIn],
    ) -> Result<ChosenOperator, ()> {
        for (i, o) in own.iter().enumerate() {
            let sequences = o.sequences.iter().copied().map(Some).collect();
            viable.push(Viable { candidate: Candidate::Operator(i), sequences, arguments: 0 });
        }
        match self.best(&viable).map(|v| v.candidate) {
            Ok(Candidate::Function(f)) => Ok(ChosenOperator::Function(f)),
            Ok(Candidate::Operator(i)) => Ok(ChosenOperator::BuiltIn(own[i].parameters.clone())),
            Ok(Candidate::BuiltIn(_)) | Err(false) => Ok(ChosenOperator::Own),
            Err(true) => Err(()),
        }
    }

    fn sequences(
        &mut self,
        f: FunctionId,
        values: &[E<'t>],
        this: Option<E<'t>>,
    ) -> Option<Vec<Option<Sequence>>> {
        let info = &self.cx.functions[f];
        if !info.arity().takes(values.len()) || wrong!(DeletedIsAbsent) && info.signature.deleted {
            return None;
        }
        // A template gives no constructor that takes its own class by value ([class.copy.ctor] 5).
        if values.len() == 1 && self.cx.copies_by_value(f) {
            return None;
        }
        let constructor = info.membership.kind == MemberKind::Constructor;
        let has_this = info.membership.has_this;
        let params: Vec<Ty> = info.signature.params.iter().map(|p| p.ty).collect();
        let mut list = Vec::with_capacity(params.len());
        match (has_this && !constructor, this) {
            (true, Some(t)) => list.push(Some(self.object_sequence(t, f)?)),
            (true, None) => return None,
            (false, Some(_)) => list.push(None),
            (false, None) => {}
        }
        let own = params.iter().skip(usize::from(has_this));
        for (i, (v, p)) in values.iter().zip(own).enumerate() {
            list.push(Some(self.for_parameter(f, *p, i == 0, |b| b.sequence(v, *p))?));
        }
        let given = params.len() - usize::from(has_this);
        list.extend(values.iter().skip(given).map(|_| Some(Sequence::ELLIPSIS)));
        Some(list)
    }

    fn is_better(&mut self, a: &Viable, b: &Viable) -> bool {
        let mut better = false;
        for (x, y) in a.sequences.iter().zip(&b.sequences) {
            let (Some(x), Some(y)) = (x, y) else { continue };
            match x.compare(y, self.cx) {
                Ordering::Less => better = true,
                Ordering::Greater => return false,
                Ordering::Equal => {}
            }
        }
        better
            || match (a.candidate, b.candidate) {
                (Candidate::Function(f), Candidate::Function(g)) => {
                    self.more_special(f, g, a.arguments)
                }
                // The user's own function is meant instead of the one that it replaces; a template is not.
                (Candidate::Function(f), Candidate::BuiltIn(row)) => {
                    self.cx.functions[f].origin.template.is_none() && self.is_of_row(f, row)
                }
                (Candidate::BuiltIn(_), Candidate::Function(f)) => {
                    self.cx.functions[f].origin.template.is_some()
                }
                (Candidate::Operator(_), Candidate::Function(f)) => {
                    self.cx.functions[f].origin.template.is_some()
                }
                _ => false,
            }
    }

    /// Whether a function is only declared in this file, and may be a built-in one of its name.
    pub(super) fn is_declaration_of_built_in(&self, f: FunctionId, name: Symbol) -> bool {
        let text = self.cx.text(name);
        let rows = self.nvrtc_overloads(text);
        if takes_vector(text) {
            let second = self.cx.functions[f].signature.params.get(1);
            let pointer = second.is_some_and(|p| self.cx.types.pointee(p.ty).is_some());
            return pointer && self.is_declaration(f);
        }
        self.is_declaration(f) && (rows.is_empty() || rows.iter().any(|row| self.is_of_row(f, row)))
    }

    /// Whether a function is only declared in this file.
    pub(super) fn is_declaration(&self, f: FunctionId) -> bool {
        let info = &self.cx.functions[f];
        let only = info.body.is_none()
            && info.origin.template.is_none()
            && info.membership.class.is_none();
        only && !wrong!(RedeclaredBuiltinsAreUndefined)
    }

    /// Whether a function has the parameters of an overload of a built-in function.
    fn is_of_row(&self, f: FunctionId, row: &Row) -> bool {
        self.cx.functions[f].signature.params.iter().map(|p| p.ty.bare()).eq(row.params())
    }

    /// Whether `f` is preferred to `g` where both convert so many arguments alike: what is no template before templates,
    /// the more special template before others, a class's constructors before inherited ones.
    pub(super) fn more_special(&mut self, f: FunctionId, g: FunctionId, arguments: usize) -> bool {
        let template = |f: FunctionId| self.cx.functions[f].origin.template;
        match (template(f), template(g)) {
            (None, Some(_)) => !wrong!(TemplatesRankAlike),
            (Some(_), None) => false,
            (Some(a), Some(b)) if a != b && !wrong!(NoPartialOrdering) => {
                self.more_special_template(a, b, arguments)
                    || !self.more_special_template(b, a, arguments)
                        && (self.hides_inherited(f, g) || self.cx.is_preferred_guide(a, b))
            }
            _ => self.hides_inherited(f, g),
        }
    }

    /// Whether `f` is a constructor of a class, and `g` one that it inherits from a base of that (core issue 2273; gcc, clang
    /// and nvcc ask nothing of the parameters).
    fn hides_inherited(&self, f: FunctionId, g: FunctionId) -> bool {
        let declared = |f: FunctionId| {
            let f = self.cx.declared_function(f);
            let class = f.membership.class.filter(|_| f.membership.kind == MemberKind::Constructor);
            class.and_then(|c| self.cx.types_record(c))
        };
        let derives = |(c, d): (Ty, Ty)| c.bare() != d.bare() && self.cx.derives(c, d);
        declared(f).zip(declared(g)).is_some_and(derives) && !wrong!(InheritedRankAlike)
    }

    pub(in crate::check) fn no_overload(
        &mut self,
        ambiguous: bool,
        set: &[FunctionId],
        name: Symbol,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let text = self.cx.text(name).to_string();
        if let [one] = set
            && !ambiguous
        {
            // One function: say which argument is wrong.
            let function = &self.cx.functions[*one];
            let (params, def) = (function.own_params().to_vec(), function.span);
            let arity = function.arity();
            if !arity.takes(values.len()) {
                let message = format!("`{text}` {}", arity.refuses(values.len()));
                let d = Diagnostic::new(code::ARGUMENT_COUNT, at, message)
                    .note(def, "the function is declared here");
                self.cx.diags.push(d);
                return self.bad(span);
            }
            for (i, (v, p)) in values.iter().zip(&params).enumerate() {
                if self.sequence(v, p.ty).is_none() {
                    // What is wrong with a list is said by what it would make.
                    if v.ty.bare() == Ty::BRACES && self.braces_value(v, p.ty).ty.is_error() {
                        continue;
                    }
                    let (a, b) = (self.cx.type_name(v.ty), self.cx.type_name(p.ty));
                    let d = Diagnostic::new(
                        code::TYPE_MISMATCH,
                        v.span,
                        format!(
                            "argument {} of `{text}` is of type `{a}`, and must be `{b}`",
                            i + 1
                        ),
                    )
                    .note(p.span, "the parameter is declared here");
                    self.cx.diags.push(d);
                }
            }
            return self.bad(span);
        }
        let types: Vec<String> = values.iter().map(|v| self.cx.type_name(v.ty)).collect();
        let (c, what) = if ambiguous {
            (code::AMBIGUOUS, "fits several overloads equally")
        } else {
            (code::NO_OVERLOAD, "fits no overload")
        };
        let mut d =
            Diagnostic::new(c, at, format!("the call `{text}({})` {what}", types.join(", ")));
        for f in set.iter().take(5) {
            let why = match ambiguous {
                true => "this overload fits".to_owned(),
                false => self.why_no_call(*f, values),
            };
            d = d.note(self.cx.functions[*f].span, why);
        }
        self.cx.diags.push(d);
        self.bad(span)
    }

    /// Why an overload does not take a call's arguments.
    fn why_no_call(&mut self, f: FunctionId, values: &[E<'t>]) -> String {
        let function = &self.cx.functions[f];
        let (params, arity) = (function.own_params().to_vec(), function.arity());
        if !arity.takes(values.len()) {
            return format!("this overload takes {arity}");
        }
        for (k, (v, p)) in values.iter().zip(&params).enumerate() {
            if self.sequence(v, p.ty).is_none() {
                let (a, b) = (self.cx.type_name(v.ty), self.cx.type_name(p.ty));
                return format!(
                    "argument {} is of type `{a}`, and this overload takes `{b}`",
                    k + 1
                );
            }
        }
        "an overload is declared here".to_owned()
    }

    /// Reports a call whose arguments fit no template of the name.
    pub(super) fn no_deduction(
        &mut self,
        (templates, given): (&[TemplateId], &[crate::check::TArg]),
        name: Symbol,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let text = self.cx.text(name).to_string();
        let types: Vec<String> = values.iter().map(|v| self.cx.type_name(v.ty)).collect();
        let mut d = Diagnostic::new(
            code::NO_OVERLOAD,
            at,
            format!("the call `{text}({})` fits no template of that name", types.join(", ")),
        );
        for t in templates.iter().take(5) {
            let why = self.why_no_deduction(*t, given, values);
            d = d.note(self.cx.templates.all[*t].span, why);
        }
        self.cx.diags.push(d);
        self.bad(span)
    }
}

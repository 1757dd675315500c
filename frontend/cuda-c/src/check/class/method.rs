//! Calls of member functions and of overloaded operators.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{BinaryOp, Expr, MemberKind, Name, RefQualifier, TemplateArg, TypeExpr, UnaryOp},
    check::{
        Body, Entity,
        body::{ChosenOperator, E, Naming},
        template::TArg,
    },
    intern::Symbol,
    typed::{FunctionId, TKind},
    types::{RecordId, Ty, TypeKind},
    words,
};

/// The operator function of a binary operator.
pub(in crate::check) fn binary_name(op: BinaryOp) -> Symbol {
    match op {
        BinaryOp::Add => words::OP_PLUS,
        BinaryOp::Sub => words::OP_MINUS,
        BinaryOp::Mul => words::OP_STAR,
        BinaryOp::Div => words::OP_SLASH,
        BinaryOp::Rem => words::OP_PERCENT,
        BinaryOp::Shl => words::OP_SHL,
        BinaryOp::Shr => words::OP_SHR,
        BinaryOp::And => words::OP_AMP,
        BinaryOp::Or => words::OP_PIPE,
        BinaryOp::Xor => words::OP_CARET,
        BinaryOp::Lt => words::OP_LT,
        BinaryOp::Gt => words::OP_GT,
        BinaryOp::Le => words::OP_LE,
        BinaryOp::Ge => words::OP_GE,
        BinaryOp::Eq => words::OP_EQ,
        BinaryOp::Ne => words::OP_NE,
        BinaryOp::LogAnd => words::OP_AND,
        BinaryOp::LogOr => words::OP_OR,
        BinaryOp::Comma => words::OP_COMMA,
    }
}

/// The operator function of an assignment with an operator.
pub(in crate::check) fn assign_name(op: BinaryOp) -> Symbol {
    match op {
        BinaryOp::Add => words::OP_PLUS_EQ,
        BinaryOp::Sub => words::OP_MINUS_EQ,
        BinaryOp::Mul => words::OP_STAR_EQ,
        BinaryOp::Div => words::OP_SLASH_EQ,
        BinaryOp::Rem => words::OP_PERCENT_EQ,
        BinaryOp::Shl => words::OP_SHL_EQ,
        BinaryOp::Shr => words::OP_SHR_EQ,
        BinaryOp::And => words::OP_AMP_EQ,
        BinaryOp::Or => words::OP_PIPE_EQ,
        _ => words::OP_CARET_EQ,
    }
}

/// The operator function of a unary operator.
pub(in crate::check) fn unary_name(op: UnaryOp) -> Symbol {
    match op {
        UnaryOp::Plus => words::OP_PLUS,
        UnaryOp::Minus => words::OP_MINUS,
        UnaryOp::Not => words::OP_BANG,
        UnaryOp::BitNot => words::OP_TILDE,
        UnaryOp::Deref => words::OP_STAR,
        UnaryOp::AddrOf => words::OP_AMP,
    }
}

/// The operator as it is written, of its function's name.
fn operator_text(name: &str) -> String {
    name.trim_start_matches("operator").to_string()
}

/// Whether an operator function is an assignment's.
fn is_assignment(name: Symbol) -> bool {
    matches!(
        name,
        words::OP_ASSIGN
            | words::OP_PLUS_EQ
            | words::OP_MINUS_EQ
            | words::OP_STAR_EQ
            | words::OP_SLASH_EQ
            | words::OP_PERCENT_EQ
            | words::OP_SHL_EQ
            | words::OP_SHR_EQ
            | words::OP_AMP_EQ
            | words::OP_PIPE_EQ
            | words::OP_CARET_EQ
    )
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Whether operators on a value of the type may be overloaded.
    pub(in crate::check) fn may_overload(&self, t: Ty) -> bool {
        matches!(self.cx.types.kind(t), TypeKind::Record(_) | TypeKind::Enum(_))
    }

    /// A call of `object.name(...)`, on an object that was named by the class `by`.
    pub(in crate::check) fn call_member(
        &mut self,
        (object, by): (E<'t>, Ty),
        name: Name,
        explicit: Option<&'a [TemplateArg<'a>]>,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        if object.ty.is_error() {
            self.check_all(args);
            return self.bad(span);
        }
        if !self.complete(object.ty, span) {
            self.check_all(args);
            return self.bad(span);
        }
        let found = self.cx.class_id(object.ty).and_then(|r| self.cx.method_class(r, name.sym));
        let Some((class, _)) = found else {
            // A data member that can be called.
            if self.cx.find_member(object.ty, name.sym).is_some() {
                let callee = self.member_of_object(object, by, name, span);
                return self.call_value(callee, args, span);
            }
            self.check_all(args);
            if self.cx.types.is_record(object.ty) {
                self.unknown_member(object.ty, name);
            } else {
                let n = self.cx.type_name(object.ty);
                self.error(
                    code::UNKNOWN_MEMBER,
                    name.span,
                    format!("a value of type `{n}` has no members"),
                );
            }
            return self.bad(span);
        };
        let owner = self.cx.types.record(class);
        if !self.check_base(object.ty, owner, name.span) {
            self.check_all(args);
            return self.bad(span);
        }
        let object = self.base_part(object, owner);
        let values = self.check_all(args);
        self.call_method_by(class, Some((object, by)), name, explicit, values, span)
    }

    /// A call of a member function that the class declares, on an object or without one.
    pub(in crate::check) fn call_method(
        &mut self,
        class: RecordId,
        object: Option<E<'t>>,
        name: Name,
        explicit: Option<&'a [TemplateArg<'a>]>,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        let object = object.map(|o| (o, o.ty));
        self.call_method_by(class, object, name, explicit, values, span)
    }

    /// The same, with the class that the object was named by.
    pub(in crate::check) fn call_method_by(
        &mut self,
        class: RecordId,
        object: Option<(E<'t>, Ty)>,
        name: Name,
        explicit: Option<&'a [TemplateArg<'a>]>,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        if values.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let explicit = explicit.filter(|_| !wrong!(MemberTemplatesDeduceAll));
        let explicit = match explicit.map(|list| self.template_arg_list(list)) {
            Some(None) => return self.bad(span),
            stated => stated.flatten(),
        };
        let this = object.map(|o| self.object_pointer(o.0, span));
        let probe = object.map(|o| self.object_probe(o.0));
        let (found, candidates) =
            self.choose_method(class, probe, name.sym, explicit.as_deref(), &values);
        self.call_chosen(class, (object, this), name, (found, &candidates), values, span)
    }

    /// A call without arguments of the one of several member functions that fits best.
    pub(super) fn call_candidates(
        &mut self,
        class: RecordId,
        object: (E<'t>, Ty),
        name: Name,
        candidates: &[FunctionId],
    ) -> E<'t> {
        let this = Some(self.object_pointer(object.0, name.span));
        let probe = self.object_probe(object.0);
        let found = self.choose(candidates, &[], Some(probe));
        let object = (Some(object), this);
        self.call_chosen(class, object, name, (found, candidates), Vec::new(), name.span)
    }

    /// A pointer to an object, for the choice among functions alone: it is of the object's category.
    fn object_probe(&mut self, object: E<'t>) -> E<'t> {
        let p = self.cx.types.pointer(object.ty);
        self.mk_as(TKind::Error, p, object.category, object.span)
    }

    /// Whether `&` or `&&` behind a member function's parameters keeps it from this object.
    pub(super) fn refuses_object(&mut self, object: E<'t>, f: FunctionId) -> bool {
        let probe = self.object_probe(object);
        let f = (f, &self.cx.functions[f]);
        f.1.membership.has_this
            && f.1.membership.qualifier != RefQualifier::None
            && self.object_sequence(probe, f.0).is_none()
    }

    /// Reports a call of a member function on an object that `&` or `&&` behind its parameters keeps it from.
    pub(super) fn wrong_object(&mut self, name: Name, f: FunctionId) -> E<'t> {
        let f = &self.cx.functions[f];
        let (at, says) = (
            f.span,
            if f.membership.qualifier == RefQualifier::Lvalue { "stay" } else { "go away" },
        );
        let text = self.cx.text(name.sym);
        let text = format!("`{text}` is for objects that {says}, and this is none of them");
        let d = Diagnostic::new(code::NO_OVERLOAD, name.span, text);
        self.cx.diags.push(d.note(at, "`&` or `&&` behind the parameters says so here"));
        self.bad(name.span)
    }

    /// Whether a member function is not for objects with these qualifiers.
    fn lacks_const(&self, object: Ty, f: FunctionId) -> bool {
        let f = &self.cx.functions[f];
        let to = f
            .signature
            .params
            .first()
            .filter(|_| f.membership.has_this)
            .and_then(|p| self.cx.types.pointee(p.ty));
        to.is_some_and(|to| object.quals() & !to.quals() & 3 != 0)
    }

    fn call_chosen(
        &mut self,
        class: RecordId,
        (object, this): (Option<(E<'t>, Ty)>, Option<E<'t>>),
        name: Name,
        (found, candidates): (Result<FunctionId, bool>, &[FunctionId]),
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        match found {
            Ok(f) => {
                let mut list = Vec::with_capacity(values.len() + 1);
                if self.cx.functions[f].membership.has_this {
                    list.extend(this.map(|t| self.this_for(f, t)));
                }
                list.extend(values);
                let naming = Naming { class, by: object.map(|o| o.1) };
                let call = self.call_by(f, Some(naming), name.span, list, span);
                match object {
                    Some((o, _)) if !self.cx.functions[f].membership.has_this => {
                        self.beside_object(o, call)
                    }
                    _ => call,
                }
            }
            Err(problem) => {
                if let (Some((o, _)), [one]) = (object, candidates)
                    && self.lacks_const(o.ty, *one)
                {
                    let text = self.cx.text(name.sym).to_string();
                    let at = self.cx.functions[*one].span;
                    self.cx.diags.push(
                        Diagnostic::new(
                            code::CONST_VIOLATION,
                            name.span,
                            format!("`{text}` may change its object, and this object is `const`"),
                        )
                        .note(at, "the function is declared here; `const` after its parameters would say that it changes nothing"),
                    );
                    return self.bad(span);
                }
                if let ([one], None) = (candidates, this)
                    && self.cx.functions[*one].membership.has_this
                {
                    if self.closure_here().is_some() && name.sym != words::OP_CALL {
                        return self.not_captured(words::THIS, name.span);
                    }
                    let text = self.cx.text(name.sym).to_string();
                    return self.error(
                        code::CLASS_RULE,
                        name.span,
                        format!("`{text}` needs an object to be called on"),
                    );
                }
                if let (Some((o, _)), [one]) = (object, candidates)
                    && self.refuses_object(o, *one)
                {
                    return self.wrong_object(name, *one);
                }
                self.no_overload(problem, candidates, name.sym, name.span, &values, span)
            }
        }
    }

    fn choose_method(
        &mut self,
        class: RecordId,
        this: Option<E<'t>>,
        name: Symbol,
        explicit: Option<&[TArg]>,
        values: &[E<'t>],
    ) -> (Result<FunctionId, bool>, Vec<FunctionId>) {
        let set = self.cx.methods(class, name, MemberKind::Method);
        // A list of arguments, be it empty, says that a template is meant ([temp.arg.explicit] 4).
        let explicit = explicit.filter(|e| !e.is_empty() || !wrong!(EmptyListsSayNothing));
        let mut candidates: Vec<FunctionId> =
            if explicit.is_none() { set.functions.clone() } else { Vec::new() };
        for t in &set.templates {
            if let Some(f) = self.deduce_call(*t, explicit.unwrap_or(&[]), values) {
                candidates.push(f);
            }
        }
        (self.choose(&candidates, values, this), candidates)
    }

    /// A call of a value: an object with `operator()`.
    pub(in crate::check) fn call_value(
        &mut self,
        callee: E<'t>,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        if callee.ty.is_error() {
            self.check_all(args);
            return self.bad(span);
        }
        let types = &self.cx.types;
        if types.member_pointee(callee.ty).is_some() {
            self.check_all(args);
            let text =
                "a pointer to a member function is called on an object: `(object.*pointer)(...)`";
            return self.error(code::NOT_CALLABLE, callee.span, text);
        }
        if types.is_function_pointer(callee.ty) || types.function_type(callee.ty).is_some() {
            return self.call_by_pointer(callee, args, span);
        }
        let found =
            self.cx.class_id(callee.ty).and_then(|r| self.cx.method_class(r, words::OP_CALL));
        if let Some((class, _)) = found {
            let owner = self.cx.types.record(class);
            let object = self.base_part(callee, owner);
            let values = self.check_all(args);
            let name = Name { sym: words::OP_CALL, span: callee.span };
            let object = Some((object, callee.ty));
            return self.call_method_by(class, object, name, None, values, span);
        }
        if let Some(pointer) = self.surrogate(callee, args.len()) {
            return self.call_by_pointer(pointer, args, span);
        }
        let n = self.cx.type_name(callee.ty);
        self.error(
            code::NOT_CALLABLE,
            callee.span,
            format!("a value of type `{n}` cannot be called"),
        )
    }

    /// The pointer to a function of so many parameters that an object becomes which is called and has no `operator()`
    /// ([over.call.object] 2); an error where there are several.
    fn surrogate(&mut self, callee: E<'t>, count: usize) -> Option<E<'t>> {
        if !self.cx.types.is_record(callee.ty) || wrong!(NothingStandsInForCalls) {
            return None;
        }
        let mut types = self.declared_conversion_results(callee);
        types.retain(|t| {
            let of = self.cx.types.pointee(*t).and_then(|f| self.cx.types.function_type(f));
            of.is_some_and(|f| f.params.len() == count || f.variadic && f.params.len() < count)
        });
        match types[..] {
            [] => None,
            [one] => {
                let object = self.materialize(callee);
                Some(self.convert(object, one))
            }
            _ => {
                let n = self.cx.type_name(callee.ty);
                let text = format!(
                    "`{n}` becomes several pointers to functions of so many parameters, and to call it so is not supported yet"
                );
                Some(self.error(code::NOT_SUPPORTED, callee.span, text))
            }
        }
    }

    /// `X::name(...)`.
    pub(in crate::check) fn call_scoped(
        &mut self,
        class: &'a TypeExpr<'a>,
        name: Name,
        explicit: Option<&'a [TemplateArg<'a>]>,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        let ty = self.type_of(class);
        let found = self.cx.class_id(ty).and_then(|r| self.cx.method_class(r, name.sym));
        if let Some((owner, _)) = found {
            let values = self.check_all(args);
            // What a base has is as far away as the base is.
            let class = self.cx.types.record(owner);
            if !self.check_base(ty, class, name.span) {
                return self.bad(span);
            }
            // `Base::f()` in a member function is called on the object at hand.
            let object = match self.this_object(span) {
                Some(o) if self.cx.base_path(o.ty, ty).is_some() => {
                    let named = self.base_part(o, ty);
                    Some((self.base_part(named, class), o.ty))
                }
                _ => None,
            };
            return self.call_method_by(owner, object, name, explicit, values, span);
        }
        if ty.is_error() {
            self.check_all(args);
            return self.bad(span);
        }
        if let Some(r) = self.cx.class_id(ty)
            && let Some(Entity::Type(t, _)) = self.cx.class_entity(r, name.sym)
        {
            if !self.check_entity_access(r, name) {
                return self.bad(span);
            }
            return self.construct_from(t, args, span);
        }
        let e = self.scoped(class, name, None, span);
        self.call_value(e, args, span)
    }

    /// An overloaded operator on these operands; `None` where the language's own is meant, with operands of classes
    /// converted to what it takes where one does.
    pub(in crate::check) fn overloaded(
        &mut self,
        name: Symbol,
        at: Span,
        operands: &mut [E<'t>],
        span: Span,
    ) -> Option<E<'t>> {
        if operands.iter().any(|o| o.ty.is_error())
            || !operands.iter().any(|o| self.may_overload(o.ty))
        {
            return None;
        }
        let first = *operands.first()?;
        // Member functions of the left operand.
        let member = self.cx.class_id(first.ty).and_then(|r| self.cx.method_class(r, name));
        if let Some(r) = self.cx.class_id(first.ty).filter(|_| member.is_none())
            && self.cx.is_ambiguous(r, name)
        {
            self.ambiguous_name(name, at);
            return Some(self.bad(span));
        }
        let mut members: Vec<FunctionId> = Vec::new();
        let (mut this, mut probe) = (None, None);
        if let Some((class, _)) = member {
            let owner = self.cx.types.record(class);
            let object = self.base_part(first, owner);
            let locals = self.variables.locals.len();
            let p = self.object_pointer(object, span);
            let set = self.cx.methods(class, name, MemberKind::Method);
            members.clone_from(&set.functions);
            for t in &set.templates {
                members.extend(self.deduce_call(*t, &[], &operands[1..]));
            }
            if members.is_empty() {
                self.variables.locals.truncate(locals);
            }
            (this, probe) = (Some(p), Some(self.object_probe(object)));
        }
        let others = self.free_operators(name, operands);
        match self.choose_operator(name, &members, &others, operands, probe) {
            Ok(ChosenOperator::Function(f)) => {
                let mut list = Vec::with_capacity(operands.len());
                let naming = member
                    .filter(|_| members.contains(&f))
                    .map(|(class, _)| Naming { class, by: Some(first.ty) });
                if naming.is_some() {
                    list.extend(this.map(|t| self.this_for(f, t)));
                    list.extend_from_slice(&operands[1..]);
                } else {
                    list.extend_from_slice(operands);
                }
                let call = self.call_by(f, naming, at, list, span);
                Some(if is_assignment(name) { self.right_first(call) } else { call })
            }
            Ok(ChosenOperator::BuiltIn(types)) => {
                // Conditions are made where the operator is.
                let condition = matches!(name, words::OP_AND | words::OP_OR | words::OP_BANG);
                if condition || self.converted_operands(operands, &types).is_ok() {
                    return None;
                }
                Some(self.several_operators(&operator_text(self.cx.text(name)), at, operands, span))
            }
            Ok(ChosenOperator::Own) => None,
            Err(()) if members.is_empty() && others.is_empty() => {
                Some(self.several_operators(&operator_text(self.cx.text(name)), at, operands, span))
            }
            Err(()) => {
                members.extend(others);
                Some(self.no_overload(true, &members, name, at, operands, span))
            }
        }
    }

    /// A call of an assignment's function with its right operand evaluated first, as the language's own assignment has it
    /// ([over.match.oper] 2, [expr.ass] 1).
    pub(in crate::check) fn right_first(&mut self, call: E<'t>) -> E<'t> {
        match call.kind {
            TKind::Deref(p) => {
                let q = self.right_first(p);
                self.mk_as(TKind::Deref(q), call.ty, call.category, call.span)
            }
            TKind::Call(f, &[left, right])
                if !left.is_plain()
                    && !matches!(right.kind, TKind::Int(_) | TKind::Float(_))
                    && !wrong!(OperatorAssignsFromTheLeft) =>
            {
                let ty = right.ty.bare();
                let l = self.temporary(ty, call.span);
                let place = self.mk_lvalue(TKind::Local(l), ty, call.span);
                let keep = self.mk(TKind::Init(place, right), Ty::VOID, call.span);
                let again = self.mk(TKind::Load(place), ty, call.span);
                let args = self.list(vec![left, again]);
                let made = self.mk(TKind::Call(f, args), call.ty, call.span);
                self.mk_as(TKind::Comma(keep, made), call.ty, call.category, call.span)
            }
            _ => call,
        }
    }

    /// The pointer that a member function is called with, which may be a base class's.
    pub(in crate::check) fn this_for(&mut self, f: FunctionId, this: E<'t>) -> E<'t> {
        match self.cx.functions[f].signature.params.first() {
            Some(p) => {
                let ty = p.ty;
                // A using declaration may have made the function reachable where its class is not.
                self.base_pointer(this, ty).unwrap_or_else(|| self.convert(this, ty))
            }
            None => this,
        }
    }

    /// The operator functions of a name that are no members, and instances of their templates.
    fn free_operators(&mut self, name: Symbol, operands: &[E<'t>]) -> Vec<FunctionId> {
        let Some((mut set, templates)) = self.functions_named(None, name, operands) else {
            return Vec::new();
        };
        set.retain(|f| self.cx.functions[*f].is_device());
        for t in templates {
            set.extend(self.deduce_call(t, &[], operands));
        }
        // Where no operand is of a class, a function takes part that has an operand's enumeration as a parameter.
        let class = operands.iter().any(|e| self.cx.types.is_record(e.ty));
        if !class && !wrong!(OperatorsTakeAnyEnumeration) {
            set.retain(|f| {
                let params = self.cx.functions[*f].signature.params.iter();
                params.zip(operands).any(|(p, e)| self.is_enumeration_or_reference(p.ty, e.ty))
            });
        }
        set
    }

    /// Whether a parameter is of an operand's enumeration, or a reference to it ([over.match.oper] 3.2).
    fn is_enumeration_or_reference(&self, parameter: Ty, operand: Ty) -> bool {
        let to = self.cx.types.referred(parameter);
        matches!(self.cx.types.kind(operand), TypeKind::Enum(_)) && to.bare() == operand.bare()
    }
}

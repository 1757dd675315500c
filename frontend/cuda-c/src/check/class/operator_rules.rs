//! How operators, conversion functions and destructors are declared, and what may be defaulted ([over.oper], [class.conv.fct], [class.dtor],
//! [dcl.fct.def.default]).

use optx_source::code;

use crate::{
    ast::{Declaration, Flags, MemberFunction, MemberKind, Name, Param, TypeExpr},
    check::{Checker, ParamInfo, Special},
    intern::Symbol,
    typed::FunctionId,
    types::{Ty, TypeKind},
    words,
};

/// How many operands an operator takes, at least and at most; `None` for what is none, or takes any number.
fn operands(name: Symbol) -> Option<(usize, usize)> {
    match name {
        _ if !(words::OP_PLUS.0..=words::OP_INDEX.0).contains(&name.0) => None,
        words::OP_CALL => None,
        words::OP_ARROW | words::OP_TILDE | words::OP_BANG => Some((1, 1)),
        words::OP_PLUS
        | words::OP_MINUS
        | words::OP_STAR
        | words::OP_AMP
        | words::OP_INC
        | words::OP_DEC => Some((1, 2)),
        _ => Some((2, 2)),
    }
}

/// Whether an operator is a member function alone ([over.ass], [over.call], [over.sub], [over.ref]).
fn is_member_only(name: Symbol) -> bool {
    matches!(name, words::OP_ASSIGN | words::OP_CALL | words::OP_INDEX | words::OP_ARROW)
}

/// What is wrong with the second parameter of an increment or decrement, the object's own counted ([over.inc]).
fn wrong_increment(name: Symbol, params: &[ParamInfo<'_>]) -> Option<&'static str> {
    let [_, second] = params else { return None };
    let right = second.ty.bare() == Ty::INT || second.ty.is_error();
    let wrong = matches!(name, words::OP_INC | words::OP_DEC) && !right;
    wrong.then_some("has an `int` behind its operand, or nothing")
}

/// The parameters that a declaration writes.
fn written<'a>(d: &Declaration<'a>) -> (&'a [Param<'a>], bool) {
    match d.declarators.first().map(|x| x.ty) {
        Some(TypeExpr::Function { params, variadic, .. }) => (params, *variadic),
        _ => (&[], false),
    }
}

impl<'a> Checker<'a, '_> {
    /// Reports an operator of a namespace's that takes what it cannot, by its declaration and, where they are known, the types of its parameters.
    pub(in crate::check) fn check_operator(
        &mut self,
        name: Name,
        d: (&'a [Param<'a>], bool),
        types: Option<&[ParamInfo<'a>]>,
    ) {
        if (words::OP_PLUS.0..=words::OP_INDEX.0).contains(&name.sym.0) {
            let text = self.wrong_operator(name.sym, d, false);
            let text = text.or_else(|| {
                let of_user = |p: &ParamInfo<'_>| {
                    let t = self.types.referred(p.ty);
                    t.is_error()
                        || matches!(self.types.kind(t), TypeKind::Record(_) | TypeKind::Enum(_))
                };
                let plain = types.is_some_and(|list| !list.iter().any(of_user));
                plain.then_some("has a parameter at least that is of a class or enumeration")
            });
            let text = text.or_else(|| wrong_increment(name.sym, types?));
            self.tell_operator(name, text);
        }
    }

    /// What is wrong with how an operator is declared, if anything is.
    fn wrong_operator(
        &self,
        name: Symbol,
        (params, variadic): (&[Param<'_>], bool),
        object: bool,
    ) -> Option<&'static str> {
        if !object && is_member_only(name) {
            return Some("is a member function that is not static");
        }
        let (least, most) = operands(name)?;
        if variadic {
            return Some("has no `...`");
        }
        if params.iter().any(|p| p.default.is_some()) {
            return Some("has no default arguments");
        }
        let pack = params.iter().any(|p| matches!(p.ty, TypeExpr::Pack(_)));
        let count = params.len() + usize::from(object);
        if count > most && !pack {
            return Some("has fewer parameters");
        }
        if count < least && !pack {
            return Some("has more parameters");
        }
        None
    }

    fn tell_operator(&mut self, name: Name, wrong: Option<&str>) {
        if let Some(wrong) = wrong {
            let text = format!("`{}` {wrong}", self.text(name.sym));
            self.error(code::BAD_DECLARATOR, name.span, text);
        }
    }

    /// Reports a member function whose name asks for other parameters, or another result, than it is declared with.
    pub(super) fn check_named_function(&mut self, f: &MemberFunction, d: &Declaration<'a>) {
        let declared = written(d);
        let (params, _) = declared;
        let friend = f.flags.has(Flags::FRIEND);
        let is_static = (f.flags.0 | d.spec.flags.0) & Flags::STATIC != 0;
        let text = match f.kind {
            MemberKind::Constructor => None,
            MemberKind::Conversion if !params.is_empty() => {
                Some("a conversion function has no parameters")
            }
            MemberKind::Conversion if is_static => Some("a conversion function is not static"),
            MemberKind::Destructor | MemberKind::Conversion => None,
            MemberKind::Method => {
                let name = f.name.sym;
                if (words::OP_PLUS.0..=words::OP_INDEX.0).contains(&name.0) {
                    let wrong = match is_static && !friend && name != words::OP_CALL {
                        true => Some("is no static member function"),
                        false => self.wrong_operator(name, declared, !friend),
                    };
                    self.tell_operator(f.name, wrong);
                }
                None
            }
        };
        if let Some(text) = text {
            self.error(code::BAD_DECLARATOR, f.name.span, text);
        }
        if f.defaulted && f.template {
            self.error(code::CLASS_RULE, f.name.span, "no template is defaulted");
        }
    }

    /// Reports an increment or decrement whose second operand is no `int` ([over.inc]).
    pub(super) fn check_increment(&mut self, f: FunctionId) {
        let Some(info) = self.functions.get(f) else { return };
        let wrong = wrong_increment(info.name, &info.signature.params);
        let name = Name { sym: info.name, span: info.span };
        self.tell_operator(name, wrong);
    }

    /// Reports a function that is defaulted and cannot be ([dcl.fct.def.default] 1).
    pub(super) fn check_defaulted(&mut self, f: &MemberFunction, id: FunctionId) {
        let Some(info) = self.functions.get(id) else { return };
        let own = info.own_params();
        let class = info.membership.class;
        let right = match f.kind {
            MemberKind::Destructor => true,
            MemberKind::Constructor => {
                info.origin.special.is_some() && own.iter().all(|p| p.default.is_none())
            }
            MemberKind::Method if f.name.sym == words::OP_ASSIGN => {
                let special = matches!(
                    info.origin.special,
                    Some(Special::CopyAssignment | Special::MoveAssignment)
                );
                let reference = matches!(own, [p] if self.types.is_reference(p.ty));
                let result = info.signature.result;
                let gives = matches!(self.types.kind(result), TypeKind::Reference(t, false) if self.class_id(t) == class && t.quals() == 0);
                special && reference && gives && self.object_quals(info) == 0
            }
            MemberKind::Method | MemberKind::Conversion => false,
        };
        if !right {
            let text = "this function cannot be defaulted";
            self.error(code::CLASS_RULE, f.name.span, text);
        }
    }
}

//! The language's own operators as candidates beside the user's ([over.match.oper] 3.3, [over.built]).
//!
//! Idea: the standard has a candidate for each choice of promoted types, of pointers and of enumerations. Of an operand of
//! a class all are made, for which one is best hangs on all its conversions. What an operand that is no class becomes best
//! does not depend on the other: its own promoted type beats all others that fit, so it is the only one that is made.
//! Pointers and enumerations are those that the operands have or become.
//!
//! The chosen candidate says which conversion function makes the operand; what comes out is not converted further
//! ([over.match.oper] 7), and the operator is then the one of the language ([`crate::check::body::operators`]).
//!
//! Cost: for two operands of classes with conversions 64 candidates and more; for a class without conversions none.

use optx_source::{Diagnostic, Span, code};

use crate::{
    check::{
        Body,
        body::{
            E,
            sequence::{Conversion, Sequence},
        },
    },
    intern::Symbol,
    typed::Category,
    types::{CONST, Ty, TypeKind, VOLATILE},
    words,
};

/// What an operator takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) enum Takes {
    /// Conditions.
    Truth,
    Integers,
    Numbers,
    /// `+`: numbers, or a pointer and a number.
    Sum,
    /// `-`: numbers, a pointer and a number, or two pointers.
    Difference,
    /// Numbers, or values of one pointer or enumeration type.
    Compared,
    /// `[]`: a pointer and a number.
    Subscript,
    /// Unary `*`.
    Pointer,
    /// `++` and `--`: an object that is a number or a pointer.
    Counter,
    /// An assignment with an operator of integers, of numbers, or one that steps pointers too.
    IntegerTarget,
    NumberTarget,
    SumTarget,
    /// `?:`: numbers, or values of one pointer or scoped enumeration type ([over.built] 24 and 25).
    Choice,
}

/// What an operator function's name with so many operands takes as the language's own.
fn takes(name: Symbol, operands: usize) -> Option<Takes> {
    Some(match (name, operands) {
        (words::OP_BANG, 1) | (words::OP_AND | words::OP_OR, 2) => Takes::Truth,
        (words::OP_TILDE, 1)
        | (
            words::OP_PERCENT
            | words::OP_AMP
            | words::OP_PIPE
            | words::OP_CARET
            | words::OP_SHL
            | words::OP_SHR,
            2,
        ) => Takes::Integers,
        (words::OP_STAR, 1) => Takes::Pointer,
        (words::OP_MINUS, 1) | (words::OP_STAR | words::OP_SLASH, 2) => Takes::Numbers,
        (words::OP_PLUS, _) => Takes::Sum,
        (words::OP_MINUS, 2) => Takes::Difference,
        (
            words::OP_LT | words::OP_GT | words::OP_LE | words::OP_GE | words::OP_EQ | words::OP_NE,
            2,
        ) => Takes::Compared,
        (words::OP_INDEX, 2) => Takes::Subscript,
        (words::OP_INC | words::OP_DEC, _) => Takes::Counter,
        (
            words::OP_PERCENT_EQ
            | words::OP_AMP_EQ
            | words::OP_PIPE_EQ
            | words::OP_CARET_EQ
            | words::OP_SHL_EQ
            | words::OP_SHR_EQ,
            2,
        ) => Takes::IntegerTarget,
        (words::OP_STAR_EQ | words::OP_SLASH_EQ, 2) => Takes::NumberTarget,
        (words::OP_PLUS_EQ | words::OP_MINUS_EQ, 2) => Takes::SumTarget,
        _ => return None,
    })
}

/// The promoted types of numbers, those of integers first.
const NUMBERS: [Ty; 8] =
    [Ty::INT, Ty::UINT, Ty::LONG, Ty::ULONG, Ty::LONGLONG, Ty::ULONGLONG, Ty::FLOAT, Ty::DOUBLE];

/// One of the language's own operators: the types of its operands, and how those at hand become them.
pub(in crate::check) struct BuiltIn {
    pub parameters: Vec<Ty>,
    pub sequences: Vec<Sequence>,
}

impl<'t> Body<'_, '_, 't, '_> {
    /// The language's own operators of a name that the operands fit. Operators whose operands all have types of the
    /// language itself need no choice; of an enumeration there is one.
    pub(super) fn built_in_operators(&mut self, name: Symbol, operands: &[E<'t>]) -> Vec<BuiltIn> {
        match takes(name, operands.len()) {
            Some(Takes::Truth) => self.truth_operator(operands).into_iter().collect(),
            Some(takes) => self.operators_that_fit(takes, operands),
            None => Vec::new(),
        }
    }

    /// `!a`, `a && b`, `a || b`: operands become conditions, by explicit conversions too ([conv] 4).
    fn truth_operator(&mut self, operands: &[E<'t>]) -> Option<BuiltIn> {
        let sequences = operands.iter().map(|&e| match self.cx.types.is_record(e.ty) {
            true => self.user_conversion(e, Ty::BOOL, true, false).map(|(c, s)| s.after(c)),
            false => self.standard_sequence(e, Ty::BOOL),
        });
        let sequences: Vec<Sequence> = sequences.collect::<Option<_>>()?;
        Some(BuiltIn { parameters: vec![Ty::BOOL; operands.len()], sequences })
    }

    /// The operators of a kind that the operands fit, `?:` among them.
    pub(super) fn operators_that_fit(&mut self, takes: Takes, operands: &[E<'t>]) -> Vec<BuiltIn> {
        let stuck = |b: &mut Self, e: E<'t>| {
            b.cx.types.is_record(e.ty) && b.scalar_conversions(e).is_empty()
        };
        if operands.iter().any(|&e| stuck(self, e)) {
            return Vec::new();
        }
        let lists = self.parameter_lists(takes, operands);
        let mut known: Vec<Vec<(Ty, Option<Sequence>)>> = vec![Vec::new(); operands.len()];
        let mut found = Vec::new();
        for parameters in lists {
            let mut sequences = Vec::with_capacity(parameters.len());
            for ((&e, &to), known) in operands.iter().zip(&parameters).zip(&mut known) {
                let s = match known.iter().find(|k| k.0 == to) {
                    Some(k) => k.1,
                    None => {
                        let s = self.operand_sequence(e, to);
                        known.push((to, s));
                        s
                    }
                };
                sequences.extend(s);
            }
            if sequences.len() == parameters.len() {
                found.push(BuiltIn { parameters, sequences });
            }
        }
        found
    }

    /// How an operand becomes what an operator takes; a reference is to the object that is changed.
    fn operand_sequence(&mut self, e: E<'t>, to: Ty) -> Option<Sequence> {
        if !self.cx.types.is_record(e.ty) {
            return self.standard_sequence(e, to);
        }
        let (conversion, second) = self.operand_conversion(e, to)?;
        Some(second.after(conversion))
    }

    fn operand_conversion(&mut self, e: E<'t>, to: Ty) -> Option<(Conversion, Sequence)> {
        let explicit = wrong!(ExplicitConvertsOperands);
        match self.cx.types.kind(to) {
            TypeKind::Reference(r, _) => self.user_conversion(e, r, explicit, true),
            _ => self.user_conversion(e, to, explicit, false),
        }
    }

    /// The operands of classes as what the chosen operator takes: by their conversion functions, and no further. `Err` for
    /// a conversion that several functions make equally well.
    pub(in crate::check) fn converted_operands(
        &mut self,
        operands: &mut [E<'t>],
        parameters: &[Ty],
    ) -> Result<(), ()> {
        for (e, &to) in operands.iter_mut().zip(parameters) {
            if !self.cx.types.is_record(e.ty) {
                continue;
            }
            match self.operand_conversion(e, to) {
                Some((Conversion::Function(f), _)) => *e = self.call_conversion(f, e),
                _ => return Err(()),
            }
        }
        Ok(())
    }

    fn parameter_lists(&mut self, takes: Takes, operands: &[E<'t>]) -> Vec<Vec<Ty>> {
        match *operands {
            [e] => self.unary_parameters(takes, e).into_iter().map(|t| vec![t]).collect(),
            [a, b] => {
                let pairs = self.binary_parameters(takes, a, b);
                pairs.into_iter().map(|(x, y)| vec![x, y]).collect()
            }
            _ => Vec::new(),
        }
    }

    fn unary_parameters(&mut self, takes: Takes, e: E<'t>) -> Vec<Ty> {
        match takes {
            Takes::Integers => self.numbers(e, true),
            Takes::Numbers => self.numbers(e, false),
            Takes::Sum => {
                let mut types = self.numbers(e, false);
                types.extend(self.pointers(&[e]));
                types
            }
            Takes::Pointer if wrong!(PointersCompeteWithNumbers) => {
                let mut types = self.numbers(e, false);
                types.extend(self.pointers(&[e]));
                types
            }
            Takes::Pointer => self.pointers(&[e]),
            Takes::Counter => {
                let mut types = self.number_targets(e);
                types.extend(self.pointer_targets(e));
                types
            }
            _ => Vec::new(),
        }
    }

    fn binary_parameters(&mut self, takes: Takes, a: E<'t>, b: E<'t>) -> Vec<(Ty, Ty)> {
        let mut list = Vec::new();
        let mut product = |left: &[Ty], right: &[Ty]| {
            list.extend(left.iter().flat_map(|x| right.iter().map(move |y| (*x, *y))));
        };
        match takes {
            Takes::Integers | Takes::Numbers => {
                let integers = takes == Takes::Integers;
                product(&self.numbers(a, integers), &self.numbers(b, integers));
            }
            Takes::Sum | Takes::Difference | Takes::Subscript => {
                if takes != Takes::Subscript {
                    product(&self.numbers(a, false), &self.numbers(b, false));
                }
                let pointers = self.pointers(&[a, b]);
                let objects: Vec<Ty> =
                    pointers.into_iter().filter(|p| self.steps_over_objects(*p)).collect();
                product(&objects, &[Ty::LONG]);
                match takes {
                    Takes::Difference => list.extend(objects.iter().map(|p| (*p, *p))),
                    _ => product(&[Ty::LONG], &objects),
                }
            }
            Takes::Compared | Takes::Choice => {
                product(&self.numbers(a, false), &self.numbers(b, false));
                let choice = takes == Takes::Choice;
                let mut same = self.pointers(&[a, b]);
                same.extend(self.enumerations(&[a, b], choice));
                list.extend(same.into_iter().map(|t| (t, t)));
            }
            Takes::IntegerTarget => product(&self.integer_targets(a), &self.numbers(b, true)),
            Takes::NumberTarget => product(&self.number_targets(a), &self.numbers(b, false)),
            Takes::SumTarget => {
                product(&self.number_targets(a), &self.numbers(b, false));
                product(&self.pointer_targets(a), &[Ty::LONG]);
            }
            // What comes after `++` is no operand.
            Takes::Counter => {
                product(&self.number_targets(a), &[Ty::INT]);
                product(&self.pointer_targets(a), &[Ty::INT]);
            }
            Takes::Truth | Takes::Pointer => {}
        }
        list
    }

    /// The promoted types that an operand may be taken as.
    fn numbers(&mut self, e: E<'t>, integers: bool) -> Vec<Ty> {
        let mut types = Vec::new();
        if self.cx.types.is_record(e.ty) {
            types.extend(NUMBERS);
            // A type that is not among them, as it is.
            for t in self.conversion_results(e) {
                if self.cx.types.is_arithmetic(t) && !self.cx.types.is_scoped(t) {
                    types.push(self.cx.types.promote(t));
                }
            }
        } else if self.cx.types.is_arithmetic(e.ty) && !self.cx.types.is_scoped(e.ty) {
            types.push(self.promotion(e));
            // A bit-field is its own type without any promotion.
            if NUMBERS.contains(&e.ty.bare()) && !wrong!(BitFieldsArePromotedOnly) {
                types.push(e.ty.bare());
            }
        }
        types.retain(|t| !integers || self.cx.types.is_integer(*t));
        unique(types)
    }

    /// The pointers that operands are or become, with every qualification of what they point to; and the type of null.
    fn pointers(&mut self, operands: &[E<'t>]) -> Vec<Ty> {
        let mut types = Vec::new();
        for &e in operands {
            for t in self.operand_types(e) {
                match self.cx.types.kind(t) {
                    TypeKind::Pointer(to) => {
                        for q in [0, CONST, VOLATILE, CONST | VOLATILE] {
                            if to.quals() & !q & (CONST | VOLATILE) == 0 {
                                types.push(self.cx.types.pointer(to.with(q)));
                            }
                        }
                    }
                    TypeKind::NullPtr => types.push(t),
                    _ => {}
                }
            }
        }
        unique(types)
    }

    /// The enumerations that operands are or become.
    fn enumerations(&mut self, operands: &[E<'t>], scoped: bool) -> Vec<Ty> {
        let mut types = Vec::new();
        for &e in operands {
            let list = self.operand_types(e);
            types.extend(list.into_iter().filter(|t| {
                matches!(self.cx.types.kind(*t), TypeKind::Enum(_))
                    && (!scoped || self.cx.types.is_scoped(*t))
            }));
        }
        unique(types)
    }

    /// References to the numbers that an operand is or refers to, for what changes them.
    fn number_targets(&mut self, e: E<'t>) -> Vec<Ty> {
        self.targets(e, |b, t| {
            b.cx.types.is_arithmetic(t) && !matches!(b.cx.types.kind(t), TypeKind::Enum(_))
        })
    }

    fn integer_targets(&mut self, e: E<'t>) -> Vec<Ty> {
        let mut targets = self.number_targets(e);
        let integer = |t: &Ty| self.cx.types.is_integer(self.cx.types.referred(*t));
        targets.retain(|t| integer(t) || wrong!(TargetsTakeNumbers));
        targets
    }

    fn pointer_targets(&mut self, e: E<'t>) -> Vec<Ty> {
        self.targets(e, |b, t| b.cx.types.pointee(t).is_some())
    }

    fn targets(&mut self, e: E<'t>, fits: fn(&Self, Ty) -> bool) -> Vec<Ty> {
        let mut types = Vec::new();
        if self.cx.types.is_record(e.ty) {
            for (_, result) in self.scalar_conversions(e) {
                if let TypeKind::Reference(r, false) = self.cx.types.kind(result) {
                    types.push(r);
                }
            }
        } else if e.category == Category::Lvalue {
            types.push(e.ty);
        }
        types.retain(|t| !t.is_const() && fits(self, *t));
        let list = types.into_iter().map(|t| self.cx.types.reference(t, false)).collect();
        unique(list)
    }

    /// An operand's own type as a value, or those that its class becomes.
    fn operand_types(&mut self, e: E<'t>) -> Vec<Ty> {
        match self.cx.types.kind(e.ty) {
            TypeKind::Record(_) => self.conversion_results(e),
            TypeKind::Array(elem, _) => {
                vec![self.cx.types.pointer(elem.with(e.ty.quals() & (CONST | VOLATILE)))]
            }
            _ => vec![e.ty.bare()],
        }
    }

    /// The types of scalars that a class becomes, as values.
    pub(super) fn conversion_results(&mut self, e: E<'t>) -> Vec<Ty> {
        let list = self.scalar_conversions(e);
        unique(list.into_iter().map(|(_, t)| self.cx.types.referred(t).bare()).collect())
    }

    fn steps_over_objects(&self, pointer: Ty) -> bool {
        let to = self.cx.types.pointee(pointer).map(Ty::bare);
        to.is_some_and(|t| t != Ty::VOID && t != Ty::OVERLOADS)
    }

    /// Says that the operands fit several of the language's own operators.
    pub(in crate::check) fn several_operators(
        &mut self,
        op: &str,
        at: Span,
        operands: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let types: Vec<String> =
            operands.iter().map(|v| format!("`{}`", self.cx.type_name(v.ty))).collect();
        let text = format!("`{op}` of {} fits several of the language's own", types.join(" and "));
        let d = Diagnostic::new(code::AMBIGUOUS, at, text)
            .note(Span::NONE, "a cast says which conversion is meant");
        self.cx.diags.push(d);
        self.bad(span)
    }
}

fn unique(mut types: Vec<Ty>) -> Vec<Ty> {
    types.sort_unstable();
    types.dedup();
    types
}

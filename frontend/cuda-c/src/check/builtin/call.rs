//! Calls of built-in functions: those of the table, and those that are generic over types.

use optx_source::{Diagnostic, Span, code};
use optx_whirl::{AtomicScope, Intrinsic, Mtype};

use crate::{
    ast::Name,
    check::{
        Body, Const, Entity,
        arity::Arity,
        body::Candidate,
        body::E,
        builtin::table::{self, Meaning, Row, Rule},
    },
    intern::Symbol,
    library,
    typed::{Action, FunctionId, TKind},
    types::{Ty, TypeKind},
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// Built-in functions have no forms for `long double`: they take it as the `double` that it is.
    fn doubles(&mut self, mut values: Vec<E<'t>>) -> Vec<E<'t>> {
        for v in &mut values {
            if v.ty.bare() == Ty::LONGDOUBLE {
                let value = self.rvalue(v);
                *v = self.cast_node(value, Ty::DOUBLE);
            }
        }
        values
    }

    pub(in crate::check) fn builtin_values(
        &mut self,
        s: Symbol,
        at: Span,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        if !self.without_braces(&values) {
            return self.bad(span);
        }
        if values.iter().any(|v| v.ty.is_error()) {
            if !self.is_builtin_function(s) {
                self.unknown_name(s, at);
            }
            return self.bad(span);
        }
        let text = self.cx.text(s).to_string();
        let chosen = self.nvrtc_overload(Name { sym: s, span: at }, &text, values, span);
        let (text, values) = match chosen {
            Ok(chosen) => chosen,
            Err(told) => return told,
        };
        let values = self.doubles(values);
        let text = text.as_str();
        if let Some([row @ Row { meaning: Meaning::Rule(rule), .. }]) = table::find(text) {
            return self.ruled(*rule, row.least_arch(), text, at, &values, span);
        }
        // The full-accuracy functions are in the library; fast mathematics takes the short forms.
        // The names without a suffix are overloaded: on floats alone they are the float functions.
        let number = |v: &&E<'t>| self.cx.types.is_arithmetic(v.ty);
        let single = match text {
            "ldexp" | "scalbn" | "scalbln" => {
                values.first().is_some_and(|v| v.ty.bare() == Ty::FLOAT)
            }
            _ => {
                let mut numbers = values.iter().filter(number).peekable();
                numbers.peek().is_some() && numbers.all(|v| v.ty.bare() == Ty::FLOAT)
            }
        };
        let float_name = format!("{text}f");
        let known = library::file_of(&float_name).is_some() || ["exp2", "rsqrt"].contains(&text);
        let text = if single && known { float_name } else { text.to_string() };
        let text = if self.cx.options.code.fast_math {
            library::fast_form(&text, self.cx.options.code.arch()).to_string()
        } else {
            text
        };
        let (text, values) = self.known_power(text, values);
        if let Some((file, source)) = library::file_of(&text) {
            self.cx.load_library(file, source);
            let name = self.cx.names.intern(&text);
            let found = match wrong!(BuiltInsAreLookedUpHere) {
                true => self.cx.lookup(name),
                false => {
                    let global = crate::ast::Path { global: true, names: &[] };
                    self.at((0, 0), |b| b.cx.lookup_in(&global, name))
                }
            };
            if let Some(Entity::Functions(n)) = found {
                return self.library_call(n, at, values, span);
            }
        }
        let Some(rows) = table::find(&text) else {
            self.unknown_name(s, at);
            return self.bad(span);
        };
        self.table_call(&text, rows, at, values, span)
    }

    /// A power with a constant exponent, or of two, as the function of one number that it is: with no larger error than the power's, and of every number
    /// what C has (F.10.4.4), NaN, zeros and infinities included. `x * x` for `pow(x, 2)` is what most powers are.
    fn known_power(&mut self, text: String, mut values: Vec<E<'t>>) -> (String, Vec<E<'t>>) {
        let (name, end) = match text.as_str() {
            "pow" | "powi" => ("pow", ""),
            "powf" | "powif" => ("pow", "f"),
            _ => return (text, values),
        };
        let [x, y] = values[..] else { return (text, values) };
        if !self.cx.types.is_arithmetic(x.ty) || !self.cx.types.is_arithmetic(y.ty) {
            return (text, values);
        }
        let number = |body: &mut Self, v: E<'t>| {
            let v = body.rvalue(v);
            let v = body.folded(v);
            match body.const_of(v)? {
                Const::Int(n) => Some(n as f64),
                Const::Float(v) => Some(v),
            }
        };
        let power = match number(self, y) {
            Some(-1.0) => "reciprocal",
            Some(0.5) => "half",
            Some(1.0) => "1",
            Some(2.0) => "2",
            Some(3.0) => "3",
            Some(4.0) => "4",
            _ if number(self, x) == Some(2.0) => {
                values.remove(0);
                return (format!("exp2{end}"), values);
            }
            _ => return (text, values),
        };
        values.truncate(1);
        (format!("__optx_{name}_{power}{end}"), values)
    }

    fn library_call(&mut self, name: Symbol, at: Span, values: Vec<E<'t>>, span: Span) -> E<'t> {
        // What the file has of that name, in whatever namespace, is not meant here.
        let own = |f: &FunctionId| {
            self.cx.functions[*f].origin.library || wrong!(BuiltInsAreLookedUpHere)
        };
        let set = self.cx.declared.overloads.get(&name).map_or(&[][..], Vec::as_slice);
        let set: Vec<FunctionId> = set.iter().copied().filter(own).collect();
        match self.choose(&set, &values, None) {
            Ok(f) => self.call_function(f, at, values, span),
            Err(problem) => self.no_overload(problem, &set, name, at, &values, span),
        }
    }

    fn table_call(
        &mut self,
        text: &str,
        rows: &'static [Row],
        at: Span,
        mut values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        if text == "__syncwarp" && values.is_empty() {
            values.push(self.int(0xffff_ffff, Ty::UINT, span));
        }
        let counts: Vec<usize> = rows.iter().map(|r| r.params().count()).collect();
        if !counts.contains(&values.len()) {
            let n = counts.first().copied().unwrap_or(0);
            return self.count(text, n, at, values.len(), span);
        }
        let row = match self.choose_row(rows, &values) {
            Ok(row) => row,
            Err(ambiguous) => return self.no_row(ambiguous, text, at, &values, span),
        };
        for (i, (v, p)) in values.iter().zip(row.params()).enumerate() {
            let condition = p == Ty::BOOL && self.cx.types.is_scalar(v.ty);
            if self.sequence(v, p).is_none() && !condition {
                let (a, b) = (self.cx.type_name(v.ty), self.cx.type_name(p));
                return self.error(
                    code::TYPE_MISMATCH,
                    v.span,
                    format!("argument {} of `{text}` is of type `{a}`, and must be `{b}`", i + 1),
                );
            }
        }
        if !self.has_arch(row.least_arch(), text, at) {
            return self.bad(span);
        }
        let result = self.apply_row(row, values, span);
        match result.ty == Ty::BOOL && !self.nvrtc_overloads(text).is_empty() {
            // NVRTC's `isnan` and its kin are `int`.
            true => self.cast_node(result, Ty::INT),
            false => result,
        }
    }

    /// The overload that a call means. An only one is meant whatever its arguments are; numbers of which not all are
    /// `float` mean the overload on double where that is the rule.
    fn choose_row(&mut self, rows: &'static [Row], values: &[E<'t>]) -> Result<&'static Row, bool> {
        if let [one] = rows {
            return Ok(one);
        }
        if rows.iter().any(|r| r.promotes) {
            let exact = rows.iter().find(|r| r.params().zip(values).all(|(p, v)| v.ty.bare() == p));
            let double = rows.iter().find(|r| r.params().any(|p| p == Ty::DOUBLE));
            return exact.or(double).ok_or(false);
        }
        match self.choose_among(&[], rows, values) {
            Ok(Candidate::BuiltIn(row)) => Ok(row),
            Ok(_) => Err(false),
            Err(ambiguous) => Err(ambiguous),
        }
    }

    pub(super) fn no_row(
        &mut self,
        ambiguous: bool,
        text: &str,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let types: Vec<String> = values.iter().map(|v| self.cx.type_name(v.ty)).collect();
        let types = types.join(", ");
        if ambiguous {
            let message = format!("the call `{text}({types})` fits several overloads equally");
            let d = Diagnostic::new(code::AMBIGUOUS, at, message);
            let hint = "arguments of one type, by a cast, say which is meant";
            self.cx.diags.push(d.note(Span::NONE, hint));
            return self.bad(span);
        }
        self.error(code::NO_OVERLOAD, at, format!("the call `{text}({types})` fits no overload"))
    }

    /// Whether the target has what a built-in function needs; an error where not.
    fn has_arch(&mut self, least: u32, text: &str, at: Span) -> bool {
        let target = self.cx.options.code.arch();
        if target < least {
            let message = format!("`{text}` needs sm_{least}, and the target is sm_{target}");
            self.error(code::BUILTIN_ARCH, at, message);
        }
        target >= least
    }

    pub(super) fn apply_row(&mut self, row: &'static Row, values: Vec<E<'t>>, span: Span) -> E<'t> {
        let mut list = Vec::with_capacity(values.len());
        for (v, p) in values.into_iter().zip(row.params()) {
            let v = if p == Ty::BOOL { self.condition(v) } else { self.convert(v, p) };
            // `min(float, double)`: the operator works in the result's type.
            let operator = matches!(row.meaning, Meaning::Signature(_, Action::Operator(_)));
            let v = if operator { self.cast_node(v, row.result()) } else { v };
            if v.ty.is_error() {
                return self.bad(span);
            }
            list.push(v);
        }
        match row.meaning {
            Meaning::Signature(_, action) => self.builtin(action, list, row.result(), span),
            Meaning::Rule(_) | Meaning::Overload(_) => self.bad(span),
        }
    }

    fn builtin(&mut self, action: Action, list: Vec<E<'t>>, result: Ty, span: Span) -> E<'t> {
        let args = self.list(list);
        // `clock` gives 32 bits.
        if action == Action::Effect(Intrinsic::Clock) {
            let v = self.mk(TKind::Builtin(action, args), Ty::INT, span);
            return self.cast_node(v, result);
        }
        self.mk(TKind::Builtin(action, args), result, span)
    }

    /// A call that a rule of its own describes.
    fn ruled(
        &mut self,
        rule: Rule,
        least: u32,
        text: &str,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        if !self.has_arch(least, text, at) {
            return self.bad(span);
        }
        match rule {
            Rule::ReadOnlyLoad | Rule::Load(_) => self.hinted_load(rule, text, at, values, span),
            Rule::Store => self.hinted_store(text, at, values, span),
            Rule::Shuffle(i, lane) => self.shuffle((i, lane), text, at, values, span),
            Rule::Match(all) => self.match_sync(all, text, at, values, span),
            Rule::Atomic(action, types) => self.atomic((action, types), text, at, values, span),
            Rule::MakeVector => {
                let name = text.strip_prefix("make_").unwrap_or(text);
                let ty = self.cx.builtin_type_named(name);
                if self.cx.types.is_dim3(ty) {
                    return self.error(code::UNKNOWN_NAME, at, format!("`{text}` is not declared"));
                }
                self.make_vector(ty, values, span)
            }
            Rule::Printf => self.device_printf(at, values, span),
            Rule::AssertFail => self.assert_fail(at, values, span),
            Rule::Gnu(which) => self.gnu_builtin(which, text, at, values, span),
        }
    }

    /// Whether nvcc has loads and stores with caching hints of a type: numbers, vectors of them, and half precision.
    fn is_cached_object(&self, t: Ty) -> bool {
        let types = &self.cx.types;
        match types.kind(t) {
            TypeKind::Record(r) => {
                let name = &types.records[r].name;
                let own =
                    self.cx.classes.all.get(&r).is_some_and(|c| self.cx.library_list(c.spec.list));
                crate::builtin_types::is_type(name)
                    || own
                    || name.starts_with("__half")
                    || name.starts_with("__nv_b")
            }
            TypeKind::Bool | TypeKind::Enum(_) => false,
            _ => types.is_arithmetic(t),
        }
    }

    /// A load whose caching is a hint.
    fn hinted_load(
        &mut self,
        rule: Rule,
        text: &str,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let [v] = values else { return self.count(text, 1, at, values.len(), span) };
        let v = self.rvalue(v);
        let Some(to) = self.cx.types.pointee(v.ty).filter(|t| self.is_cached_object(*t)) else {
            return self.wrong_argument(text, 1, v, "a pointer to a number or vector");
        };
        let to = match rule {
            Rule::ReadOnlyLoad => return self.builtin(Action::ReadOnly, vec![v], to.bare(), span),
            // What other blocks write is waited for by either; of a vector the first has no order.
            Rule::Load(true) if text == "__ldcv" || self.cx.types.is_scalar(to) => {
                to.with(crate::types::VOLATILE)
            }
            _ => to,
        };
        let object = self.deref(v, to, span);
        self.rvalue(object)
    }

    /// A store whose caching is a hint.
    fn hinted_store(&mut self, text: &str, at: Span, values: &[E<'t>], span: Span) -> E<'t> {
        let [p, v] = values else { return self.count(text, 2, at, values.len(), span) };
        let p = self.rvalue(p);
        let Some(to) = self.cx.types.pointee(p.ty).filter(|t| self.is_cached_object(*t)) else {
            return self.wrong_argument(text, 1, p, "a pointer to a number or vector");
        };
        let object = self.deref(p, to, span);
        if !self.assignable(object, p.span) {
            return self.bad(span);
        }
        let v = self.convert(v, to.bare());
        if v.ty.is_error() {
            return v;
        }
        let set = self.mk(TKind::Assign(object, v), to.bare(), span);
        self.mk(TKind::Cast(set), Ty::VOID, span)
    }

    pub(super) fn count(
        &mut self,
        text: &str,
        wants: usize,
        at: Span,
        given: usize,
        span: Span,
    ) -> E<'t> {
        let refuses = Arity::exactly(wants).refuses(given);
        self.error(code::ARGUMENT_COUNT, at, format!("`{text}` {refuses}"));
        self.bad(span)
    }

    pub(super) fn wrong_argument(&mut self, text: &str, n: usize, v: E<'t>, wants: &str) -> E<'t> {
        if v.ty.is_error() {
            return v;
        }
        let t = self.cx.type_name(v.ty);
        let message = format!("argument {n} of `{text}` is of type `{t}`, and must be {wants}");
        let mut told = Diagnostic::new(code::TYPE_MISMATCH, v.span, message);
        if wants == "a pointer" && matches!(v.kind, TKind::Load(_)) {
            let begin = Span::new(v.span.lo, v.span.lo);
            told = told.suggest(begin, "&", "take its address with `&`");
        }
        self.cx.diags.push(told);
        self.bad(v.span)
    }

    fn shuffle(
        &mut self,
        (i, lane): (Intrinsic, Ty),
        text: &str,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        if !(3..=4).contains(&values.len()) {
            return self.count(text, 4, at, values.len(), span);
        }
        let v = self.rvalue(values[1]);
        let ty = self.promotion(v);
        let known = self.cx.types.is_arithmetic(v.ty) && matches!(self.cx.types.size(ty), 4 | 8);
        if !known {
            return self.wrong_argument(text, 2, v, "a number of 32 or 64 bits");
        }
        let mask = self.convert(values[0], Ty::UINT);
        let v = self.cast_node(v, ty);
        let lane = self.convert(values[2], lane);
        let width = match values.get(3) {
            Some(w) => self.convert(w, Ty::INT),
            None => self.int(32, Ty::INT, span),
        };
        let list = vec![mask, v, lane, width];
        if list.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        self.builtin(Action::Shuffle(i), list, ty, span)
    }

    fn match_sync(
        &mut self,
        all: bool,
        text: &str,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let wants = if all { 3 } else { 2 };
        if values.len() != wants {
            return self.count(text, wants, at, values.len(), span);
        }
        let mask = self.convert(values[0], Ty::UINT);
        let v = self.rvalue(values[1]);
        if !self.cx.types.is_arithmetic(v.ty) {
            return self.wrong_argument(text, 2, v, "a number of 32 or 64 bits");
        }
        let ty = self.promotion(v);
        let v = self.cast_node(v, ty);
        let mut list = vec![mask, v];
        if all {
            let p = self.cx.types.pointer(Ty::INT);
            list.push(self.convert(values[2], p));
        }
        if list.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let action = if all { Action::MatchAll } else { Action::Effect(Intrinsic::MatchAny) };
        self.builtin(action, list, Ty::UINT, span)
    }

    fn atomic(
        &mut self,
        (action, types): (Action, &[Ty]),
        text: &str,
        at: Span,
        values: &[E<'t>],
        span: Span,
    ) -> E<'t> {
        let (i, scope) = match action {
            Action::Atomic(i, scope) => (i, scope),
            Action::AtomicSub(scope) => (Intrinsic::AtomAdd, scope),
            _ => return self.bad(span),
        };
        let wants = i.kid_count();
        if values.len() != wants {
            return self.count(text, wants, at, values.len(), span);
        }
        let p = self.rvalue(values[0]);
        let Some(to) = self.cx.types.pointee(p.ty) else {
            return self.wrong_argument(text, 1, p, "a pointer");
        };
        let ty = to.bare();
        if !types.contains(&ty) {
            let n = self.cx.type_name(ty);
            let long = matches!(ty, Ty::LONG | Ty::ULONG);
            let hint = match long && types.contains(&Ty::ULONGLONG) {
                true => "; a pointer to it can be cast to `unsigned long long *`",
                false => "",
            };
            return self.error(
                code::NO_OVERLOAD,
                values[0].span,
                format!("`{text}` does not exist for objects of type `{n}`{hint}"),
            );
        }
        if to.is_const() || to.is_volatile() {
            let what = match to.is_const() {
                true => "this object is `const` and cannot be changed",
                false => {
                    "atomics take no `volatile` objects; a cast of the pointer says that it is meant"
                }
            };
            return self.error(code::CONST_VIOLATION, values[0].span, what);
        }
        let (object, on) = match ty {
            Ty::USHORT => (Mtype::U2, " on unsigned short"),
            Ty::DOUBLE => (Mtype::F8, " on double"),
            _ => (Mtype::U4, ""),
        };
        let least = i.least_arch_of_atomic(scope != AtomicScope::Device, object);
        let target = self.cx.options.code.arch();
        if target < least {
            let message = format!("`{text}`{on} needs sm_{least}, and the target is sm_{target}");
            return self.error(code::BUILTIN_ARCH, at, message);
        }
        let mut list = vec![p];
        for v in &values[1..] {
            list.push(self.convert(v, ty));
        }
        if list.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        self.builtin(action, list, ty, span)
    }
}

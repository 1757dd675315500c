//! Calls of built-in functions: those of the table, and those that are generic over types.

use optx_source::{Span, code};
use optx_whirl::{Intrinsic, Operator, Scope};

use crate::{
    ast::Expr,
    check::{
        Body, Entity,
        body::E,
        body::sequence::Rank,
        builtin::table::{self, Row},
    },
    intern::Symbol,
    library,
    typed::{Action, FunctionId, TKind},
    types::Ty,
};

impl<'a, 't> Body<'_, 'a, 't, '_> {
    pub(in crate::check) fn builtin_call(
        &mut self,
        s: Symbol,
        at: Span,
        args: &'a [&'a Expr<'a>],
        span: Span,
    ) -> E<'t> {
        let values = self.check_all(args);
        self.builtin_values(s, at, values, span)
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
        let text = text.as_str();
        if let Some(v) = text.strip_prefix("make_")
            && crate::builtin_types::is_type(v)
            && v != "dim3"
        {
            let ty = self.cx.builtin_type_named(v);
            if self.cx.types.is_record(ty) {
                return self.make_vector(ty, &values, span);
            }
        }
        if let Some(e) = self.gnu_builtin(text, at, &values, span) {
            return e;
        }
        if let Some(e) = self.generic(text, at, &values, span) {
            return e;
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
        let text = if self.cx.options.fast_math {
            library::fast_form(&text, self.cx.options.arch).to_string()
        } else {
            text
        };
        if let Some((file, source)) = library::file_of(&text) {
            self.cx.load_library(file, source);
            let name = self.cx.names.intern(&text);
            if let Some(Entity::Functions(n)) = self.cx.lookup(name) {
                return self.library_call(n, at, values, span);
            }
        }
        let Some(rows) = table::find(&text) else {
            self.unknown_name(s, at);
            return self.bad(span);
        };
        self.table_call(&text, rows, at, values, span)
    }

    fn library_call(&mut self, name: Symbol, at: Span, values: Vec<E<'t>>, span: Span) -> E<'t> {
        let set: Vec<FunctionId> = self.cx.overloads.get(&name).cloned().unwrap_or_default();
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
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        let mut values = values;
        if text == "__syncwarp" && values.is_empty() {
            values.push(self.int(0xffff_ffff, Ty::UINT, span));
        }
        let counts: Vec<usize> = rows.iter().map(|r| r.params().count()).collect();
        if !counts.contains(&values.len()) {
            let n = counts.first().copied().unwrap_or(0);
            return self.error(
                code::ARGUMENT_COUNT,
                at,
                format!(
                    "`{text}` takes {n} argument{}, and {} {} given",
                    if n == 1 { "" } else { "s" },
                    values.len(),
                    if values.len() == 1 { "is" } else { "are" }
                ),
            );
        }
        let row = match rows {
            [one] => one,
            _ => {
                let exact = self.exact_row(rows, &values);
                // An integer argument means double, as does a mixture.
                match exact.or_else(|| {
                    let floats = rows.iter().find(|r| r.params().any(|p| p == Ty::DOUBLE));
                    floats.or_else(|| self.best_row(rows, &values)).or(rows.first())
                }) {
                    Some(r) => r,
                    None => return self.bad(span),
                }
            }
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
        let floor = match row.action {
            Action::Effect(Intrinsic::Nanosleep) => 70,
            Action::Pure(Intrinsic::TanhApprox) => 75,
            Action::Effect(
                Intrinsic::ReduxAdd
                | Intrinsic::ReduxMin
                | Intrinsic::ReduxMax
                | Intrinsic::ReduxAnd
                | Intrinsic::ReduxOr
                | Intrinsic::ReduxXor,
            ) => 80,
            _ => 0,
        };
        if self.cx.options.arch < floor {
            return self.error(
                code::BUILTIN_ARCH,
                at,
                format!("`{text}` needs sm_{floor}, and the target is sm_{}", self.cx.options.arch),
            );
        }
        self.apply_row(row, values, span)
    }

    fn best_row(&mut self, rows: &'static [Row], values: &[E<'t>]) -> Option<&'static Row> {
        rows.iter()
            .filter_map(|r| {
                let ranks: Option<Vec<Rank>> = r
                    .params()
                    .zip(values)
                    .map(|(p, v)| self.sequence(v, p).map(|s| s.rank))
                    .collect();
                ranks.map(|k| (k.into_iter().max(), r))
            })
            .min_by_key(|x| x.0)
            .map(|x| x.1)
    }

    pub(in crate::check) fn apply_row(
        &mut self,
        row: &'static Row,
        values: Vec<E<'t>>,
        span: Span,
    ) -> E<'t> {
        let mut list = Vec::with_capacity(values.len());
        for (v, p) in values.into_iter().zip(row.params()) {
            let v = if p == Ty::BOOL { self.condition(v) } else { self.convert(v, p) };
            if v.ty.is_error() {
                return self.bad(span);
            }
            list.push(v);
        }
        self.builtin(row.action, list, row.result(), span)
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

    /// Built-in functions that are generic over types.
    fn generic(&mut self, text: &str, at: Span, values: &[E<'t>], span: Span) -> Option<E<'t>> {
        match text {
            "min" | "max" => Some(self.min_max(text, at, values, span)),
            "abs" | "labs" | "llabs" => {
                let [v] = values else { return Some(self.count(text, 1, at, values.len(), span)) };
                let v = self.rvalue(v);
                if !self.cx.types.is_arithmetic(v.ty) {
                    return Some(self.wrong_argument(text, 1, v, "a number"));
                }
                let ty = match text {
                    "labs" => Ty::LONG,
                    "llabs" => Ty::LONGLONG,
                    _ => self.promotion(v),
                };
                let v = self.cast_node(v, ty);
                if matches!(ty, Ty::UINT | Ty::ULONG | Ty::ULONGLONG) {
                    return Some(v);
                }
                Some(self.builtin(Action::Operator(Operator::Abs), vec![v], ty, span))
            }
            "__ldg" | "__ldca" | "__ldcg" | "__ldcs" | "__ldlu" | "__ldcv" => {
                let [v] = values else { return Some(self.count(text, 1, at, values.len(), span)) };
                let v = self.rvalue(v);
                let Some(to) =
                    self.cx.types.pointee(v.ty).filter(|t| self.cx.types.is_complete(*t))
                else {
                    return Some(self.wrong_argument(text, 1, v, "a pointer"));
                };
                if text == "__ldg" {
                    return Some(self.builtin(Action::ReadOnly, vec![v], to.bare(), span));
                }
                let to = if text == "__ldcv" { to.with(crate::types::VOLATILE) } else { to };
                let object = self.deref(v, to, span);
                Some(self.rvalue(object))
            }
            "__stcg" | "__stcs" | "__stwb" | "__stwt" => {
                let [p, v] = values else {
                    return Some(self.count(text, 2, at, values.len(), span));
                };
                // How a store is cached is a hint.
                let p = self.rvalue(p);
                let Some(to) =
                    self.cx.types.pointee(p.ty).filter(|t| self.cx.types.is_complete(*t))
                else {
                    return Some(self.wrong_argument(text, 1, p, "a pointer"));
                };
                let object = self.deref(p, to, span);
                if !self.assignable(object, p.span) {
                    return Some(self.bad(span));
                }
                let v = self.convert(v, to.bare());
                if v.ty.is_error() {
                    return Some(v);
                }
                let set = self.mk(TKind::Assign(object, v), to.bare(), span);
                Some(self.mk(TKind::Cast(set), Ty::VOID, span))
            }
            "__shfl_sync" | "__shfl_up_sync" | "__shfl_down_sync" | "__shfl_xor_sync" => {
                Some(self.shuffle(text, at, values, span))
            }
            "__match_any_sync" | "__match_all_sync" => {
                Some(self.match_sync(text, at, values, span))
            }
            "printf" => Some(self.device_printf(at, values, span)),
            "__optx_assert_fail" => Some(self.assert_fail(at, values, span)),
            _ if text.starts_with("atomic") => self.atomic(text, at, values, span),
            _ => None,
        }
    }

    pub(in crate::check) fn count(
        &mut self,
        text: &str,
        wants: usize,
        at: Span,
        given: usize,
        span: Span,
    ) -> E<'t> {
        self.error(
            code::ARGUMENT_COUNT,
            at,
            format!(
                "`{text}` takes {wants} argument{}, and {given} {} given",
                if wants == 1 { "" } else { "s" },
                if given == 1 { "is" } else { "are" }
            ),
        );
        self.bad(span)
    }

    pub(in crate::check) fn wrong_argument(
        &mut self,
        text: &str,
        n: usize,
        v: E<'t>,
        wants: &str,
    ) -> E<'t> {
        if v.ty.is_error() {
            return v;
        }
        let t = self.cx.type_name(v.ty);
        self.error(
            code::TYPE_MISMATCH,
            v.span,
            format!("argument {n} of `{text}` is of type `{t}`, and must be {wants}"),
        )
    }

    fn min_max(&mut self, text: &str, at: Span, values: &[E<'t>], span: Span) -> E<'t> {
        let [a, b] = values else { return self.count(text, 2, at, values.len(), span) };
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        for (i, v) in [a, b].into_iter().enumerate() {
            if !self.cx.types.is_arithmetic(v.ty) {
                return self.wrong_argument(text, i + 1, v, "a number");
            }
        }
        let ty = self.cx.types.common(self.promotion(a), self.promotion(b));
        let (a, b) = (self.cast_node(a, ty), self.cast_node(b, ty));
        let op = if text == "min" { Operator::Min } else { Operator::Max };
        self.builtin(Action::Operator(op), vec![a, b], ty, span)
    }

    fn shuffle(&mut self, text: &str, at: Span, values: &[E<'t>], span: Span) -> E<'t> {
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
        let lane = self.convert(
            values[2],
            if text.contains("_sync") && matches!(text, "__shfl_sync" | "__shfl_xor_sync") {
                Ty::INT
            } else {
                Ty::UINT
            },
        );
        let width = match values.get(3) {
            Some(w) => self.convert(w, Ty::INT),
            None => self.int(32, Ty::INT, span),
        };
        let list = vec![mask, v, lane, width];
        if list.iter().any(|v| v.ty.is_error()) {
            return self.bad(span);
        }
        let i = match text {
            "__shfl_sync" => Intrinsic::ShflIdx,
            "__shfl_up_sync" => Intrinsic::ShflUp,
            "__shfl_down_sync" => Intrinsic::ShflDown,
            _ => Intrinsic::ShflBfly,
        };
        self.builtin(Action::Shuffle(i), list, ty, span)
    }

    fn match_sync(&mut self, text: &str, at: Span, values: &[E<'t>], span: Span) -> E<'t> {
        if self.cx.options.arch < 70 {
            return self.error(
                code::BUILTIN_ARCH,
                at,
                format!("`{text}` needs sm_70, and the target is sm_{}", self.cx.options.arch),
            );
        }
        let all = text == "__match_all_sync";
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

    fn atomic(&mut self, text: &str, at: Span, values: &[E<'t>], span: Span) -> Option<E<'t>> {
        let (base, scope) = match (text.strip_suffix("_block"), text.strip_suffix("_system")) {
            (Some(b), _) => (b, Scope::Block),
            (_, Some(b)) => (b, Scope::System),
            _ => (text, Scope::Device),
        };
        const INT: &[Ty] = &[Ty::INT, Ty::UINT];
        // As nvcc has them: `long` and `unsigned long` have none, `unsigned short` has one.
        const WIDE: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::LONGLONG];
        const ADD: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::FLOAT, Ty::DOUBLE];
        const EXCH: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::FLOAT];
        const CAS: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG];
        const CAS_DEVICE: &[Ty] = &[Ty::INT, Ty::UINT, Ty::ULONGLONG, Ty::USHORT];
        let (action, types) = match base {
            "atomicAdd" => (Action::Atomic(Intrinsic::AtomAdd, scope), ADD),
            "atomicSub" => (Action::AtomicSub(scope), INT),
            "atomicExch" => (Action::Atomic(Intrinsic::AtomExch, scope), EXCH),
            "atomicMin" => (Action::Atomic(Intrinsic::AtomMin, scope), WIDE),
            "atomicMax" => (Action::Atomic(Intrinsic::AtomMax, scope), WIDE),
            "atomicInc" => (Action::Atomic(Intrinsic::AtomInc, scope), &[Ty::UINT] as &[Ty]),
            "atomicDec" => (Action::Atomic(Intrinsic::AtomDec, scope), &[Ty::UINT] as &[Ty]),
            "atomicAnd" => (Action::Atomic(Intrinsic::AtomAnd, scope), WIDE),
            "atomicOr" => (Action::Atomic(Intrinsic::AtomOr, scope), WIDE),
            "atomicXor" => (Action::Atomic(Intrinsic::AtomXor, scope), WIDE),
            "atomicCAS" if scope == Scope::Device => {
                (Action::Atomic(Intrinsic::AtomCas, scope), CAS_DEVICE)
            }
            "atomicCAS" => (Action::Atomic(Intrinsic::AtomCas, scope), CAS),
            _ => return None,
        };
        let wants = if base == "atomicCAS" { 3 } else { 2 };
        if values.len() != wants {
            return Some(self.count(text, wants, at, values.len(), span));
        }
        let p = self.rvalue(values[0]);
        let Some(to) = self.cx.types.pointee(p.ty) else {
            return Some(self.wrong_argument(text, 1, p, "a pointer"));
        };
        let ty = to.bare();
        if !types.contains(&ty) {
            let n = self.cx.type_name(ty);
            let long = matches!(ty, Ty::LONG | Ty::ULONG);
            let hint = match long && types.contains(&Ty::ULONGLONG) {
                true => "; a pointer to it can be cast to `unsigned long long *`",
                false => "",
            };
            return Some(self.error(
                code::NO_OVERLOAD,
                values[0].span,
                format!("`{text}` does not exist for objects of type `{n}`{hint}"),
            ));
        }
        if to.is_const() {
            return Some(self.error(
                code::CONST_VIOLATION,
                values[0].span,
                "this object is `const` and cannot be changed",
            ));
        }
        let (floor, on) = match ty {
            Ty::USHORT => (70, " on unsigned short"),
            Ty::DOUBLE => (60, " on double"),
            _ if scope != Scope::Device => (60, ""),
            _ => (0, ""),
        };
        if self.cx.options.arch < floor {
            let target = self.cx.options.arch;
            return Some(self.error(
                code::BUILTIN_ARCH,
                at,
                format!("`{text}`{on} needs sm_{floor}, and the target is sm_{target}"),
            ));
        }
        let mut list = vec![p];
        for v in &values[1..] {
            list.push(self.convert(v, ty));
        }
        if list.iter().any(|v| v.ty.is_error()) {
            return Some(self.bad(span));
        }
        Some(self.builtin(action, list, ty, span))
    }
}

//! Functions as values: pointers and references to functions ([conv.func], [over.over], [temp.arg.nontype]).
//!
//! Idea: a function that is not called at once is a constant. A name of functions is an expression of the type
//! [`Ty::OVERLOADS`] with the set that it names, until the type that is wanted chooses one of them ([over.over] 1), or the set
//! has one function alone. The chosen one is a constant of the type pointer to functions: an integer that no address is,
//! by which the function is known again. So all that constants can do is done with functions: arguments of templates, `constexpr`
//! objects and tables, comparisons, conditions. What is called by such a constant is called by its name (`known_call`).
//!
//! A reference to a function is such a pointer, and what it refers to an object behind it, as with other references.
//!
//! Legality: the integers of different functions differ, and none is 0: pointers to functions compare as the language has it. What the
//! integers are can be seen by looking at a pointer's bytes; no program can rely on those of an address.
//!
//! Cost: a search among the overloads of a name; an entry in a table for each mention of a function that is no call.

use optx_source::{Span, code};

use crate::{
    ast::{MemberKind, Name, Path, TemplateArg, TypeExpr},
    check::{
        Body, Checker, TArg, TemplateId,
        body::{
            E, Naming,
            rank::Binding,
            sequence::{Rank, Sequence},
        },
        builtin::table::{self, Row},
    },
    intern::{Map, Symbol},
    library,
    typed::{FunctionId, NamedId, TKind},
    types::{FunctionType, RecordId, Suffix, Ty, TypeKind},
};

/// Functions that a name which is no call stands for.
#[derive(Clone, Debug)]
pub(in crate::check) struct NamedFunctions {
    name: Symbol,
    functions: Vec<FunctionId>,
    templates: Vec<TemplateId>,
    /// Arguments in angle brackets.
    given: Option<Vec<TArg>>,
    /// The built-in functions of the name are meant.
    built_in: bool,
    /// `&` stands before the name: it is a pointer, and no function that a reference could be bound to.
    address: bool,
}

/// What functions that are constants are kept in.
#[derive(Default)]
pub(crate) struct FunctionConstants {
    pub(super) named: optx_whirl::arena_id::Table<NamedId, NamedFunctions>,
    /// Functions with what some of their parameters are, by those.
    pub(super) copies: Map<(FunctionId, Vec<Option<i64>>), FunctionId>,
}

/// A function that is a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KnownFunction {
    Function(FunctionId),
    /// A built-in function, which the type chooses among those of its name.
    BuiltIn(Symbol),
}

/// The integers of functions: no address has this bit alone set above those that a number of functions takes.
const FIRST: i64 = 1 << 62;
/// Those of built-in functions, by their names.
const FIRST_BUILT_IN: i64 = FIRST + (1 << 40);

impl KnownFunction {
    /// The constant that it is.
    pub(crate) fn number(self) -> i64 {
        match self {
            KnownFunction::Function(f) => FIRST + f.index() as i64,
            KnownFunction::BuiltIn(s) => FIRST_BUILT_IN + i64::from(s.0),
        }
    }

    /// The function that a constant of a pointer type is; `None` for a null pointer.
    pub(crate) fn of(number: i64) -> Option<KnownFunction> {
        match number {
            FIRST_BUILT_IN.. => {
                let name = u32::try_from(number - FIRST_BUILT_IN).ok()?;
                Some(KnownFunction::BuiltIn(Symbol(name)))
            }
            FIRST.. => {
                let index = usize::try_from(number - FIRST).ok()?;
                Some(KnownFunction::Function(FunctionId::from_index(index)))
            }
            _ => None,
        }
    }
}

impl Checker<'_, '_> {
    /// The type of a function; `None` where it has an object, or no type.
    pub(super) fn type_of_function(&mut self, f: FunctionId) -> Option<Ty> {
        self.deduce_result(f);
        let info = self.functions.get(f)?;
        if info.membership.has_this {
            return None;
        }
        let params = info.signature.params.iter().map(|p| p.ty.bare()).collect();
        let (result, variadic) = (info.signature.result, info.signature.variadic);
        let suffix = Suffix { noexcept: self.never_throws(f)?, ..Suffix::default() };
        Some(self.types.function(FunctionType { result, params, variadic, suffix }))
    }

    /// The type of an overload of a built-in function.
    fn type_of_row(&mut self, row: &Row) -> Option<Ty> {
        let table::Meaning::Signature(..) = row.meaning else { return None };
        let params: Vec<Ty> = row.params().collect();
        let (result, suffix) = (row.result(), Suffix::default());
        Some(self.types.function(FunctionType { result, params, variadic: false, suffix }))
    }

    /// How a function that is a constant is called in messages.
    pub(in crate::check) fn constant_function_name(&self, number: i64) -> String {
        match KnownFunction::of(number) {
            Some(KnownFunction::Function(f)) => {
                self.functions.get(f).map_or_else(String::new, |f| self.function_name(f))
            }
            Some(KnownFunction::BuiltIn(s)) => self.text(s).to_owned(),
            None => "nullptr".to_owned(),
        }
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// A function's type as written, beside `result`.
    pub(in crate::check) fn function_type_from(
        &mut self,
        result: &'a TypeExpr<'a>,
        params: &'a [crate::ast::Param<'a>],
        variadic: bool,
        suffix: Suffix,
        span: Span,
    ) -> Ty {
        let result = self.type_named(result);
        let params: Vec<Ty> = self.param_list(params).iter().map(|p| p.ty.bare()).collect();
        if result.is_error() || params.iter().any(|t| t.is_error()) {
            return Ty::ERROR;
        }
        // [dcl.fct] 8
        let array = self.cx.types.element(result).is_some();
        if (array || self.cx.types.function_type(result).is_some()) && !wrong!(FunctionsGiveArrays)
        {
            let text = format!("no function gives a `{}`", self.cx.type_name(result));
            self.error(code::BAD_DECLARATOR, span, text);
            return Ty::ERROR;
        }
        self.cx.types.function(FunctionType { result, params, variadic, suffix })
    }

    /// What a name of functions stands for that is no call's.
    pub(super) fn named_functions(
        &mut self,
        path: Option<&'a Path<'a>>,
        name: Symbol,
        args: Option<&'a [TemplateArg<'a>]>,
        span: Span,
    ) -> E<'t> {
        let Some((functions, templates)) = self.functions_named(path, name, &[]) else {
            return self.bad(span);
        };
        self.mention(name, functions, templates, args, span)
    }

    /// A mention of functions.
    pub(super) fn mention(
        &mut self,
        name: Symbol,
        functions: Vec<FunctionId>,
        templates: Vec<TemplateId>,
        args: Option<&'a [TemplateArg<'a>]>,
        span: Span,
    ) -> E<'t> {
        let given = match args {
            Some(args) => match self.template_arg_list(args) {
                Some(list) => Some(list),
                None => return self.bad(span),
            },
            None => None,
        };
        // A function of the device is meant where there is one; the library's own stand for built-in functions.
        let known = &self.cx.functions;
        let built_in = given.is_none()
            && templates.is_empty()
            && self.is_builtin_function(name)
            && functions
                .iter()
                .all(|f| known[*f].origin.library && known[*f].membership.class.is_none());
        let device: Vec<FunctionId> =
            functions.iter().copied().filter(|f| known[*f].is_device()).collect();
        let functions = match (given.is_some() || built_in, device.is_empty()) {
            (true, _) => Vec::new(),
            (false, true) => functions,
            (false, false) => device,
        };
        let address = false;
        let named = NamedFunctions { name, functions, templates, given, built_in, address };
        let id = self.cx.templates.functions_as_values.named.push(named);
        self.mk(TKind::Functions(id), Ty::OVERLOADS, span)
    }

    /// What `X::f` stands for that is no call's: functions of a class without an object. `None` where the class has no function of
    /// the name.
    pub(in crate::check) fn named_methods(
        &mut self,
        class: RecordId,
        name: Name,
        args: Option<&'a [TemplateArg<'a>]>,
        span: Span,
    ) -> Option<E<'t>> {
        let (owner, _) = self.cx.method_class(class, name.sym)?;
        let set = self.cx.methods(owner, name.sym, MemberKind::Method);
        let naming = Some(Naming { class, by: None });
        let free: Vec<FunctionId> = set
            .functions
            .iter()
            .copied()
            .filter(|f| !self.cx.functions[*f].membership.has_this)
            .collect();
        if free.len() < set.functions.len() && free.is_empty() {
            // Of a member function an expression names no more than the call ([expr.prim.id] 2).
            return Some(self.must_be_called(name));
        }
        let (named, declaring) = (self.cx.types.record(class), self.cx.types.record(owner));
        if !self.check_base(named, declaring, name.span) {
            return Some(self.bad(span));
        }
        for f in &free {
            if !self.may_call(*f, naming, name.span) {
                return Some(self.bad(span));
            }
        }
        Some(self.mention(name.sym, set.functions.clone(), set.templates.clone(), args, span))
    }

    /// The same of a name that stands alone in a class, or in one within it.
    pub(super) fn own_methods(
        &mut self,
        name: Name,
        args: Option<&'a [TemplateArg<'a>]>,
    ) -> Option<E<'t>> {
        let mut class = self.cx.site.class.filter(|_| self.scope_entity(name.sym).is_none());
        while let Some(r) = class {
            if self.cx.method_class(r, name.sym).is_some()
                && self.cx.is_found_unqualified(r, name.sym)
            {
                return self.named_methods(r, name, args, name.span);
            }
            class = self.cx.classes.all.get(&r).and_then(|c| c.outer);
        }
        None
    }

    /// What an expression mentions.
    fn mentioned(&self, e: E<'t>) -> Option<NamedFunctions> {
        match e.kind {
            TKind::Functions(id) => self.cx.templates.functions_as_values.named.get(id).cloned(),
            _ => None,
        }
    }

    /// The built-in functions of a name, by their types. Those of the library are loaded for it.
    fn built_in_types(&mut self, name: Symbol) -> Vec<Ty> {
        let text = self.cx.text(name).to_owned();
        let mut types = self.types_in_library(&text);
        for row in table::find(&text).unwrap_or(&[]) {
            types.extend(self.cx.type_of_row(row));
        }
        // `sin` is `sinf` on floats.
        if !types.is_empty() {
            types.extend(self.types_in_library(&format!("{text}f")));
        }
        types.sort_unstable();
        types.dedup();
        types
    }

    /// The types of the functions that the library has by a name.
    fn types_in_library(&mut self, text: &str) -> Vec<Ty> {
        let Some((file, source)) = library::file_of(text) else { return Vec::new() };
        self.cx.load_library(file, source);
        let name = self.cx.names.intern(text);
        let global = Path { global: true, names: &[] };
        let mut found = self.at((0, 0), |b| {
            b.cx.lookup_in(&global, name);
            b.cx.declared.overloads.get(&name).cloned().unwrap_or_default()
        });
        found.retain(|f| self.cx.functions[*f].origin.library);
        found.into_iter().filter_map(|f| self.cx.type_of_function(f)).collect()
    }

    /// The one function that is mentioned, where there is one, and its type.
    fn only(&mut self, named: &NamedFunctions) -> Option<(KnownFunction, Ty)> {
        if named.built_in {
            return match self.built_in_types(named.name)[..] {
                [one] => Some((KnownFunction::BuiltIn(named.name), one)),
                _ => None,
            };
        }
        let f = match (&named.given, &named.functions[..], &named.templates[..]) {
            (None, [f], []) => *f,
            (Some(given), _, templates) => {
                let made = templates.iter().filter_map(|t| self.function_instance(*t, given, None));
                let [f] = made.collect::<Vec<_>>()[..] else { return None };
                f
            }
            _ => return None,
        };
        let ty = match self.is_called_on_objects(f) {
            true => self.type_of_method(f)?,
            false => self.cx.type_of_function(f)?,
        };
        Some((KnownFunction::Function(f), ty))
    }

    /// The function that is mentioned and has a type ([over.over] 1 to 4): what is no template comes first.
    fn of_type(&mut self, named: &NamedFunctions, ty: Ty) -> Option<KnownFunction> {
        let ty = ty.bare();
        if named.built_in {
            let fits = self.built_in_types(named.name).contains(&ty);
            return fits.then_some(KnownFunction::BuiltIn(named.name));
        }
        let member = self.cx.types.member_pointee(ty).is_some();
        let own = |b: &mut Self, f: &FunctionId| {
            let own = match member {
                true => return b.type_of_method(*f).is_some_and(|own| b.is_member_type(own, ty)),
                false if b.is_called_on_objects(*f) && !wrong!(ClosuresAreFunctions) => None,
                false => b.cx.type_of_function(*f),
            };
            own.is_some_and(|own| own == ty || b.cx.types.drops_noexcept(own, ty))
        };
        let mut plain: Vec<FunctionId> =
            named.functions.iter().copied().filter(|f| own(self, f)).collect();
        if wrong!(FirstFunctionOfAName) && !plain.is_empty() {
            plain = named.functions[..1].to_vec();
        }
        let mut found = plain;
        if found.is_empty() {
            let wanted = self.cx.types.member_pointee(ty).map_or(ty, |(_, to)| to);
            let given = named.given.as_deref().unwrap_or(&[]);
            let made: Vec<FunctionId> = named
                .templates
                .iter()
                .filter_map(|t| self.function_instance(*t, given, Some(wanted)))
                .collect();
            found = made.into_iter().filter(|f| own(self, f)).collect();
        }
        match found[..] {
            [f] => Some(KnownFunction::Function(f)),
            _ => None,
        }
    }

    /// Whether a pointer to a member function may be one of another type: it is that, or throws nothing beside it.
    fn is_member_type(&self, own: Ty, ty: Ty) -> bool {
        let types = &self.cx.types;
        let (Some((c, f)), Some((d, g))) = (types.member_pointee(own), types.member_pointee(ty))
        else {
            return false;
        };
        c == d && (f == g || types.drops_noexcept(f, g))
    }

    /// A function as a constant.
    pub(super) fn function_constant(&mut self, known: KnownFunction, ty: Ty, span: Span) -> E<'t> {
        if let KnownFunction::Function(f) = known {
            self.cx.functions[f].usage.named = true;
        }
        let pointer = match self.cx.types.member_pointee(ty) {
            Some(_) => ty.bare(),
            None => self.cx.types.pointer(ty.bare()),
        };
        self.mk(TKind::Int(known.number()), pointer, span)
    }

    /// `&f`: the pointer where there is one function, else one to the function that the type will choose.
    pub(super) fn function_address(&mut self, e: E<'t>, span: Span) -> E<'t> {
        if let Some(p) = self.function_pointer(e) {
            return p;
        }
        let Some(named) = self.mentioned(e) else { return e };
        let named = NamedFunctions { address: true, ..named };
        let id = self.cx.templates.functions_as_values.named.push(named);
        self.mk(TKind::Functions(id), Ty::OVERLOADS, span)
    }

    /// The pointer that a mention of functions becomes by itself: there is one of them ([conv.func] 1).
    pub(super) fn function_pointer(&mut self, e: E<'t>) -> Option<E<'t>> {
        let named = self.mentioned(e)?;
        let (known, ty) = self.only(&named)?;
        Some(self.function_constant(known, ty, e.span))
    }

    /// A mention of one function as the object that it is.
    pub(in crate::check) fn function_object(&mut self, e: E<'t>) -> E<'t> {
        if e.ty.bare() != Ty::OVERLOADS {
            return e;
        }
        match self.function_pointer(e) {
            Some(p) => {
                let of = self.cx.types.pointee(p.ty).unwrap_or(Ty::ERROR);
                self.mk_lvalue(TKind::Deref(p), of, e.span)
            }
            None => self.ambiguous_function(e),
        }
    }

    /// Says that no one function is meant.
    pub(super) fn ambiguous_function(&mut self, e: E<'t>) -> E<'t> {
        let name = self.mentioned(e).map_or(String::new(), |n| self.cx.text(n.name).to_owned());
        let text = format!("which of the functions `{name}` is meant is not said by the type here");
        self.error(code::AMBIGUOUS, e.span, text)
    }

    /// The pointer to the function of a type that is mentioned.
    pub(super) fn function_of_type(&mut self, e: E<'t>, to: Ty) -> Option<E<'t>> {
        let of = match self.cx.types.kind(to) {
            TypeKind::Pointer(of) | TypeKind::Reference(of, _) => of,
            _ => to,
        };
        if !self.cx.types.names_function(to) {
            return None;
        }
        let named = self.mentioned(e)?;
        if named.address && self.cx.types.is_reference(to) {
            return None;
        }
        let known = self.of_type(&named, of)?;
        Some(self.function_constant(known, of, e.span))
    }

    /// Whether the function of a type that is mentioned has another type itself.
    fn loses_noexcept(&mut self, e: E<'t>, to: Ty) -> bool {
        let of = self.cx.types.pointee(to).unwrap_or_else(|| self.cx.types.referred(to)).bare();
        let known = self.mentioned(e).and_then(|named| self.of_type(&named, of));
        match known {
            Some(KnownFunction::Function(f)) => self.cx.type_of_function(f) != Some(of),
            _ => false,
        }
    }

    /// How a mention of functions becomes a parameter.
    pub(super) fn function_sequence(&mut self, e: E<'t>, to: Ty) -> Option<Sequence> {
        if self.cx.types.names_function(to) {
            self.function_of_type(e, to)?;
            // One that throws nothing is converted to one that may ([over.ics.scs], table 12).
            let exact = Sequence { qualified: self.loses_noexcept(e, to), ..Sequence::EXACT };
            let TypeKind::Reference(of, rvalue) = self.cx.types.kind(to) else {
                return Some(exact);
            };
            let binding = Binding { rvalue, to_rvalue: false, implicit: false, to: of, quals: 0 };
            return Some(Sequence { binding: Some(binding), ..exact });
        }
        let p = self.function_pointer(e)?;
        let class = self.cx.types.is_record(self.cx.types.referred(to));
        if class && !self.mentioned(e).is_some_and(|n| n.address) {
            let object = self.function_object(e);
            return self.sequence(object, to);
        }
        if to.bare() == Ty::BOOL {
            return Some(Sequence { pointer_to_bool: true, ..Sequence::of(Rank::Conversion) });
        }
        self.sequence(p, to)
    }

    /// A reference to a function: the pointer that it is.
    pub(super) fn bind_function(&mut self, v: E<'t>, r: Ty) -> E<'t> {
        let found = match v.ty.bare() {
            Ty::OVERLOADS => {
                let to = self.cx.types.reference(r, false);
                self.function_of_type(v, to)
            }
            ty if ty == r.bare() => Some(self.rvalue(v)),
            _ => None,
        };
        if let Some(p) = found {
            return p;
        }
        if v.ty.bare() == Ty::OVERLOADS {
            return self.no_function_of(v, r);
        }
        let (n, m) = (self.cx.type_name(v.ty), self.cx.type_name(r));
        let text = format!("a reference to `{m}` cannot refer to an object of type `{n}`");
        self.error(code::TYPE_MISMATCH, v.span, text)
    }

    /// Says that no function that is mentioned has the type.
    pub(super) fn no_function_of(&mut self, e: E<'t>, of: Ty) -> E<'t> {
        let name = self.mentioned(e).map_or(String::new(), |n| self.cx.text(n.name).to_owned());
        let n = self.cx.type_name(of);
        let text = format!("no function `{name}` is of the type `{n}`");
        self.error(code::TYPE_MISMATCH, e.span, text)
    }

    /// The types that a mention of functions may have, for what is deduced from it ([temp.deduct.call] 6), and whether it is of their
    /// addresses; none where a template is among them.
    pub(in crate::check) fn mentioned_types(&mut self, e: E<'t>) -> (Vec<Ty>, bool) {
        let Some(named) = self.mentioned(e) else { return (Vec::new(), false) };
        let types = match self.only(&named) {
            Some((_, ty)) => vec![ty],
            None if named.built_in => self.built_in_types(named.name),
            None if !named.templates.is_empty() => Vec::new(),
            None => named.functions.iter().filter_map(|f| self.cx.type_of_function(*f)).collect(),
        };
        (types, named.address)
    }

    /// The argument that a mention of functions is for a template's parameter of a type, or for one that is `auto`.
    pub(in crate::check) fn function_argument(
        &mut self,
        id: NamedId,
        to: Option<Ty>,
    ) -> Option<TArg> {
        let e = self.mk(TKind::Functions(id), Ty::OVERLOADS, Span::NONE);
        let p = match to {
            Some(to) => self.function_of_type(e, to)?,
            None => self.function_pointer(e)?,
        };
        let to = to.unwrap_or(p.ty).bare();
        if wrong!(FunctionsAreOneArgument) {
            let of = self.cx.types.pointee(p.ty);
            let all: Vec<FunctionId> = self.cx.functions.with_ids().map(|(f, _)| f).collect();
            let first = all.into_iter().find(|f| self.cx.type_of_function(*f) == of)?;
            return Some(TArg::Value(to, KnownFunction::Function(first).number()));
        }
        match p.kind {
            TKind::Int(n) => Some(TArg::Value(to, n)),
            _ => None,
        }
    }
}

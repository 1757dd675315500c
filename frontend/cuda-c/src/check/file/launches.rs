//! What is wrong with the launches in host code: `k<<<grid, block, shared>>>(arguments)`.
//!
//! Host code is not checked here, but a launch says much of itself: whether there is such a kernel, how many arguments it takes, and, where the
//! arguments are variables whose declarations can be read, of which types. What a number of threads or of bytes is, is known where it is a constant.
//! Only what is sure is told: a name that stands nowhere else in a file whose headers are all known; arguments of kernels that are no
//! templates, in functions that are none; types that nothing converts.
//!
//! Source: nvcc 13.5 and clang 19, which refuse the first three; CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", for what a
//! block may have, of which no compiler tells.

use optx_source::{Diagnostic, Span, code};

use super::{
    host_function::HostFunction,
    launch::{Launch, Nesting, WholeFile},
    launch_limits::Shapes,
};
use crate::{
    ast::{Expr, Flags},
    check::{Body, Checker, FunctionId, arity::Arity, body::E},
    intern::{Map, Symbol},
    parse::{
        host,
        index::{Item, ItemKind},
        launch,
    },
    token::Tok,
    typed::{TKind, TypedArenas},
    types::Ty,
    words,
};

/// A launch of a kernel of this file that could be read.
struct Read<'a, 'l> {
    launch: &'l Launch,
    kernels: Vec<FunctionId>,
    parsed: host::Launched<'a>,
    /// The name is one of kernels that are no templates, in the global namespace.
    plain: bool,
}

/// What the expressions of a launch say.
struct Said {
    /// An argument that does not fit: its number, its type and where it stands.
    unfitting: Option<(usize, Ty, Span)>,
    /// Of the grid and of its blocks.
    shapes: [Option<([i64; 3], Option<Span>)>; 2],
    bytes: Option<(i64, Span)>,
}

impl<'a> Checker<'a, '_> {
    /// Reports launches of what is no kernel, and of kernels with what they do not take.
    pub(crate) fn check_launches(&mut self) {
        let launches = self.launches();
        let file = WholeFile::default();
        for group in launches.chunk_by(|a, b| a.item == b.item) {
            if self.diags.is_full() {
                return;
            }
            let of_kernels: Vec<&Launch> =
                group.iter().filter(|launch| self.is_of_kernel(launch, &file)).collect();
            if let Some(item) = group[0].item
                && !of_kernels.is_empty()
            {
                self.check_group(item, &of_kernels, &file);
            }
        }
    }

    /// Whether a launch's name may be that of a kernel; tells where it is not.
    fn is_of_kernel(&mut self, launch: &Launch, file: &WholeFile) -> bool {
        let mut declared = None;
        let mut kernel = self.diags.has_errors()
            && self.index.named(launch.name).iter().any(|i| self.is_reported(*i));
        for i in self.index.items_named(launch.name) {
            let function = matches!(i.kind, ItemKind::Function | ItemKind::FunctionTemplate);
            kernel |= i.flags.has(Flags::GLOBAL) || !function || i.scope != words::EMPTY;
            declared = declared.or(Some(i.span));
        }
        match declared {
            Some(at) if !kernel => self.launch_of_no_kernel(launch, at),
            Some(_) => match self.declared_behind(launch, file) {
                Some(at) => self.launch_before(launch, at),
                None => return true,
            },
            None if self.diags.is_full() => {}
            None => self.launch_of_nothing(launch, file),
        }
        false
    }

    /// The launches of plain names in host code: inside device code a launch is another error. Those whose text is wrong are told.
    fn launches(&mut self) -> Vec<Launch> {
        let tokens = &self.declared.lists[0].tokens;
        let (mut list, mut faults) = (Vec::new(), Vec::new());
        if !tokens.iter().any(|t| t.kind == Tok::LaunchOpen) {
            return list;
        }
        let mut items =
            (0u32..).zip(&self.index.items).filter(|(_, i)| i.list == 0 && !i.library).peekable();
        let mut nesting = Nesting::default();
        for (k, t) in tokens.iter().enumerate() {
            nesting.over(t.kind);
            let Some(at) = k.checked_sub(1) else { continue };
            let name = tokens[at];
            if t.kind != Tok::LaunchOpen || name.is(words::OPERATOR) {
                continue;
            }
            // Items stand in the order of the text, and of several for one declaration the first is meant.
            while items.next_if(|(_, i)| i.end as usize <= k).is_some() {
                nesting = Nesting::default();
            }
            if nesting.is_within() {
                continue;
            }
            let outer = items.peek().filter(|(_, i)| i.first as usize <= k);
            let qualified = at.checked_sub(1).and_then(|k| tokens.get(k)).is_some_and(|before| {
                matches!(before.kind, Tok::ColonColon | Tok::Dot | Tok::Arrow)
            });
            let device = |(_, i): &(u32, &Item)| i.is_device() && !i.flags.has(Flags::HOST);
            if outer.is_some_and(device) {
                continue;
            }
            if let Some(fault) = launch::fault(tokens, k) {
                faults.push(fault);
            } else if !qualified && name.kind == Tok::Ident {
                let item = outer.map(|(i, _)| *i);
                list.push(Launch { at, name: name.sym, span: name.span, item });
            }
        }
        faults.into_iter().for_each(|d| self.diags.push(d));
        list
    }

    fn launch_of_no_kernel(&mut self, launch: &Launch, at: Span) {
        let text = self.text(launch.name).to_string();
        self.diags.push(
            Diagnostic::new(
                code::LAUNCH_NOT_KERNEL,
                launch.span,
                format!("`{text}` is launched as a kernel and is not marked `__global__`"),
            )
            .note(at, "it is declared here"),
        );
    }

    /// A name that is declared by nothing here: told where it stands in launches alone, and no header is left out that may declare it.
    fn launch_of_nothing(&mut self, launch: &Launch, file: &WholeFile) {
        let elsewhere = file.elsewhere.get_or_init(|| self.names_not_launched());
        if self.sm.lacks_headers() || elsewhere.contains_key(&launch.name) {
            return;
        }
        let text = self.text(launch.name).to_string();
        let kernels: Vec<(String, Span)> = self
            .index
            .items
            .iter()
            .filter(|i| i.flags.has(Flags::GLOBAL) && !i.library)
            .map(|i| (self.text(i.name).to_string(), i.span))
            .collect();
        let message = format!("`{text}` is launched as a kernel and is not declared");
        let mut told = Diagnostic::new(code::UNKNOWN_NAME, launch.span, message);
        if let Some(near) =
            optx_source::nearest(&text, kernels.iter().map(|(name, _)| name.as_str()))
            && let Some((_, at)) = kernels.iter().find(|(name, _)| name == near)
        {
            told = told
                .suggest(launch.span, near, format!("did you mean `{near}`?"))
                .note(*at, format!("`{near}` is declared here"));
        }
        self.diags.push(told);
    }

    /// The names that stand somewhere in the file or its headers, but for those in launches, and where in the file each stands first; the headers
    /// are before it.
    fn names_not_launched(&self) -> Map<Symbol, usize> {
        let mut found = Map::default();
        for (n, list) in self.declared.lists.iter().enumerate().rev() {
            for (k, t) in list.tokens.iter().enumerate().filter(|(_, t)| t.kind == Tok::Ident) {
                if list.tokens.get(k + 1).is_none_or(|next| next.kind != Tok::LaunchOpen) {
                    found.entry(t.sym).or_insert(if n == 0 { k } else { 0 });
                }
            }
        }
        found
    }

    /// Where the kernel of a launch is declared, if nothing before the end of what the launch stands in has its name.
    fn declared_behind(&self, launch: &Launch, file: &WholeFile) -> Option<Span> {
        let end = self.index.items[launch.item? as usize].end;
        let mut items = self.index.items_named(launch.name);
        if items.any(|i| i.list != 0 || i.first < end) || self.sm.lacks_headers() {
            return None;
        }
        let elsewhere = file.elsewhere.get_or_init(|| self.names_not_launched());
        let first = *elsewhere.get(&launch.name)?;
        (first >= end as usize).then(|| self.declared.lists[0].tokens[first].span)
    }

    fn launch_before(&mut self, launch: &Launch, at: Span) {
        let text = self.text(launch.name).to_string();
        let message = format!("`{text}` is launched as a kernel before it is declared");
        let told = Diagnostic::new(code::UNKNOWN_NAME, launch.span, message);
        self.diags.push(told.note(at, "it is declared here"));
    }

    /// Checks what kernels are launched with in one item of host code.
    fn check_group(&mut self, item: u32, launches: &[&Launch], file: &WholeFile) {
        let host = self.host_function(item);
        let mut list = Vec::with_capacity(launches.len());
        for launch in launches {
            if let Some(read) = self.read_launch(launch, &host) {
                list.push(read);
            }
        }
        let said = self.said(&host, &list);
        let mut shapes = Shapes::new(&host);
        for (read, said) in list.iter().zip(said) {
            if self.diags.is_full() {
                return;
            }
            if let Some(unfitting) = said.unfitting {
                self.unfitting_argument(read, unfitting);
            }
            let [grid, block] = said.shapes;
            let mut declared = |k| Some((self.declared_shape(&read.parsed, k, &mut shapes)?, None));
            let (grid, block) = (grid.or_else(|| declared(0)), block.or_else(|| declared(1)));
            let at = |k: usize, span: Option<Span>| {
                span.or(read.parsed.config_span(k)).unwrap_or(read.launch.span)
            };
            if let Some((shape, span)) = grid {
                self.check_grid(shape, at(0, span));
            }
            if let Some((shape, span)) = block {
                self.check_shape(shape, at(1, span), (read.launch, &read.kernels));
            }
            if let Some((bytes, span)) = said.bytes {
                self.check_dynamic(bytes, span, &read.kernels, file);
            }
        }
    }

    /// Reads a launch; `None` where it cannot be read or its number of arguments is wrong, which is told.
    fn read_launch<'l>(
        &mut self,
        launch: &'l Launch,
        host: &HostFunction<'a>,
    ) -> Option<Read<'a, 'l>> {
        let plain = self.index.items_named(launch.name).all(|i| {
            i.kind == ItemKind::Function && i.flags.has(Flags::GLOBAL) && i.scope == words::EMPTY
        });
        let at = launch.at as u32;
        let parsed = host::parse_launch(self.input(0), &host.known, at, host.end)?;
        if parsed.config.len() < 2 {
            let given = parsed.config.len();
            let message = format!(
                "a launch says at least the grid and its blocks, and {given} {} given",
                if given == 1 { "is" } else { "are" }
            );
            self.diags.push(Diagnostic::new(code::ARGUMENT_COUNT, launch.span, message));
            return None;
        }
        self.lookup(launch.name);
        let kernels: Vec<FunctionId> =
            self.declared.overloads.get(&launch.name).cloned().unwrap_or_default();
        if plain && !self.takes_count(launch, &kernels, &parsed) {
            return None;
        }
        Some(Read { launch, kernels, parsed, plain })
    }

    /// What the expressions of launches in one item say. The variables are declared once for all of them.
    fn said(&mut self, host: &HostFunction<'a>, list: &[Read<'a, '_>]) -> Vec<Said> {
        let arena = TypedArenas::small();
        let trial = self.diags.begin_trial();
        let mut b = Body::outside(self, &arena);
        b.mode.unevaluated = true;
        b.host_locals(host.locals);
        let sure = |e: &Expr<'_>| host.scope.as_ref().is_some_and(|scope| scope.is_sure(e.span));
        let mut found = Vec::with_capacity(list.len());
        for read in list {
            let unfitting = match (&read.kernels[..], read.parsed.args) {
                ([kernel], Some(args)) if read.plain => b.unfitting(*kernel, args, &sure),
                (set @ [_, _, ..], Some(args)) if read.plain => {
                    b.check_overloads(read.launch, set, args, &sure);
                    None
                }
                _ => None,
            };
            let config =
                |k: usize| read.parsed.config.get(k).copied().flatten().filter(|e| sure(e));
            let shapes = [0, 1].map(|k| {
                let shape = config(k).and_then(|e| b.shape(e));
                shape.map(|(shape, span)| (shape, Some(span)))
            });
            let bytes = config(2).and_then(|e| Some((b.constant_number(e)?, e.span)));
            found.push(Said { unfitting, shapes, bytes });
        }
        drop(b);
        self.diags.end_trial(trial);
        found
    }

    /// False, and an error, where no overload of a kernel takes so many arguments.
    fn takes_count(
        &mut self,
        launch: &Launch,
        kernels: &[FunctionId],
        parsed: &host::Launched<'a>,
    ) -> bool {
        let Some(given) = parsed.count.filter(|_| !kernels.is_empty()) else { return true };
        let arities: Vec<Arity> = kernels.iter().map(|f| self.functions[*f].arity()).collect();
        let at = kernels.iter().map(|f| self.functions[*f].span).collect();
        self.takes(launch.name, parsed.close, given, &arities, at)
    }

    /// False, and an error at a place, where none of the kernels of a name takes so many arguments.
    pub(super) fn takes(
        &mut self,
        name: Symbol,
        at: Span,
        given: usize,
        arities: &[Arity],
        declared: Vec<Span>,
    ) -> bool {
        if arities.iter().any(|arity| arity.takes(given)) {
            return true;
        }
        let text = self.text(name).to_string();
        let refuses = match arities {
            [arity] => arity.refuses(given),
            _ => format!(
                "has no overload for so many arguments, and {given} {} given",
                if given == 1 { "is" } else { "are" }
            ),
        };
        let message = format!("the kernel `{text}` {refuses}");
        let mut told = Diagnostic::new(code::ARGUMENT_COUNT, at, message);
        for span in declared {
            told = told.note(span, format!("`{text}` is declared here"));
        }
        self.diags.push(told);
        false
    }

    fn unfitting_argument(&mut self, read: &Read<'a, '_>, (k, from, span): (usize, Ty, Span)) {
        let [kernel] = read.kernels[..] else { return };
        let text = self.text(read.launch.name).to_string();
        let info = &self.functions[kernel];
        let (to, at) = (info.signature.params[k].ty, info.signature.params[k].span);
        let parameter = match info.signature.params[k].name {
            words::EMPTY => "the parameter".to_owned(),
            name => format!("the parameter `{}`", self.text(name)),
        };
        let message = format!(
            "argument {} of the launch of `{text}` is of type `{}`, and {parameter} is of type `{}`",
            k + 1,
            self.type_name(from),
            self.type_name(to)
        );
        let told =
            Diagnostic::new(code::TYPE_MISMATCH, span, message).note(at, "it is declared here");
        self.diags.push(told);
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The first argument of a launch that nothing converts to its parameter's type.
    fn unfitting(
        &mut self,
        kernel: FunctionId,
        args: &[&'a Expr<'a>],
        sure: &dyn Fn(&Expr<'_>) -> bool,
    ) -> Option<(usize, Ty, Span)> {
        let params: Vec<Ty> =
            self.cx.functions[kernel].signature.params.iter().map(|p| p.ty).collect();
        for (k, (&arg, to)) in args.iter().zip(params).enumerate() {
            // That a reference is no parameter of a kernel's is told.
            let told = to.is_error() || self.cx.types.is_reference(to);
            let known = self.known_argument(arg, sure).filter(|_| !told);
            let Some(value) = known else { continue };
            let trial = self.cx.diags.begin_trial();
            self.convert(value, to);
            if self.cx.diags.end_trial(trial) {
                return Some((k, value.ty, arg.span));
            }
        }
        None
    }
    /// The value of an argument whose names all mean what is known here.
    fn known_argument(
        &mut self,
        arg: &'a Expr<'a>,
        sure: &dyn Fn(&Expr<'_>) -> bool,
    ) -> Option<E<'t>> {
        if !sure(arg) {
            return None;
        }
        let trial = self.cx.diags.begin_trial();
        let value = self.expr(arg);
        let wrong = self.cx.diags.end_trial(trial);
        (!wrong && !value.ty.is_error() && !matches!(value.kind, TKind::Error)).then_some(value)
    }

    /// Reports arguments, all known, that fit none of a kernel's overloads, or several alike.
    fn check_overloads(
        &mut self,
        launch: &Launch,
        set: &[FunctionId],
        args: &[&'a Expr<'a>],
        sure: &dyn Fn(&Expr<'_>) -> bool,
    ) {
        let values: Option<Vec<E<'t>>> =
            args.iter().map(|arg| self.known_argument(arg, sure)).collect();
        let Some(values) = values else { return };
        let told = |f: &FunctionId| {
            let params = &self.cx.functions[*f].signature.params;
            params.iter().any(|p| self.cx.types.is_reference(p.ty))
        };
        if set.iter().any(told) {
            return;
        }
        let trial = self.cx.diags.begin_trial();
        let chosen = self.choose(set, &values, None);
        let wrong = self.cx.diags.end_trial(trial);
        if let Err(problem) = chosen
            && !wrong
        {
            let (name, at) = (launch.name, launch.span);
            let trials = self.cx.diags.suspend();
            self.no_overload(problem, set, name, at, &values, at);
            self.cx.diags.resume(trials);
        }
    }
}

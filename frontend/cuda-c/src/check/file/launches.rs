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

use crate::{
    ast::{Declaration, Expr, Flags},
    check::{Body, Checker, FunctionId},
    intern::{Map, Symbol},
    parse::{host, index::ItemKind},
    token::{Tok, Token},
    typed::{TKind, TypedArenas},
    types::Ty,
    words,
};

/// A launch in host code.
pub(super) struct Launch {
    /// The token of the kernel's name.
    at: usize,
    pub(super) name: Symbol,
    pub(super) span: Span,
    /// The item that it stands in.
    item: Option<u32>,
}

/// What launches in one item of host code have in common, made once for all of them.
struct HostFunction<'a> {
    item: u32,
    locals: &'a [Declaration<'a>],
    /// The names of the locals, and whether each is a type's.
    names: Vec<(Symbol, bool)>,
    scope: Option<HostScope>,
}

/// The names of a host function, in the order of where they stand, and whether it is sure what each means.
struct HostScope {
    names: Vec<(u32, bool)>,
}

impl HostScope {
    /// Whether all names within an expression are such.
    fn is_sure(&self, span: Span) -> bool {
        let first = self.names.partition_point(|(lo, _)| *lo < span.lo);
        self.names[first..].iter().take_while(|(lo, _)| *lo < span.hi).all(|(_, sure)| *sure)
    }
}

impl<'a> Checker<'a, '_> {
    /// Reports launches of what is no kernel, and of kernels with what they do not take.
    pub(crate) fn check_launches(&mut self) {
        let mut host: Option<HostFunction<'a>> = None;
        for launch in self.launches() {
            let items = self.index.items_named(launch.name);
            let mut declared = None;
            let mut kernel = false;
            for i in items {
                let function = matches!(i.kind, ItemKind::Function | ItemKind::FunctionTemplate);
                kernel |= i.flags.has(Flags::GLOBAL) || !function || i.scope != words::EMPTY;
                declared = declared.or(Some(i.span));
            }
            match declared {
                Some(at) if !kernel => self.launch_of_no_kernel(&launch, at),
                Some(_) => {
                    let Some(item) = launch.item else { continue };
                    let function = match host.take() {
                        Some(function) if function.item == item => function,
                        _ => self.host_function(item),
                    };
                    self.check_launch(&launch, &function);
                    host = Some(function);
                }
                None => self.launch_of_nothing(&launch),
            }
        }
    }

    /// The launches of plain names in host code: inside device code a launch is another error.
    fn launches(&self) -> Vec<Launch> {
        let tokens = &self.lists[0].tokens;
        let mut list = Vec::new();
        for (k, t) in tokens.iter().enumerate() {
            let Some(at) = k.checked_sub(1) else { continue };
            let name = tokens[at];
            if t.kind != Tok::LaunchOpen || name.kind != Tok::Ident {
                continue;
            }
            let holds = |i: &crate::parse::index::Item| {
                i.list == 0 && (i.first as usize) <= k && k < i.end as usize
            };
            let item = self.index.items.iter().position(holds);
            let outer = item.map(|i| &self.index.items[i]);
            let qualified = at.checked_sub(1).and_then(|k| tokens.get(k)).is_some_and(|before| {
                matches!(before.kind, Tok::ColonColon | Tok::Dot | Tok::Arrow)
            });
            if !qualified && !outer.is_some_and(|i| i.is_device() && !i.flags.has(Flags::HOST)) {
                let item = item.map(|i| i as u32);
                list.push(Launch { at, name: name.sym, span: name.span, item });
            }
        }
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
    fn launch_of_nothing(&mut self, launch: &Launch) {
        let unknown = self.diags.list().iter().any(|d| d.code == code::UNKNOWN_HEADER);
        let launched = |tokens: &[Token], k: usize| {
            tokens.get(k + 1).is_some_and(|t| t.kind == Tok::LaunchOpen)
        };
        let elsewhere = self.lists.iter().any(|list| {
            let named = list.tokens.iter().enumerate().filter(|(_, t)| t.sym == launch.name);
            named.filter(|(_, t)| t.kind == Tok::Ident).any(|(k, _)| !launched(&list.tokens, k))
        });
        if unknown || elsewhere {
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

    /// Checks what a kernel that is no template is launched with.
    fn check_launch(&mut self, launch: &Launch, host: &HostFunction<'a>) {
        let items: Vec<(ItemKind, Flags, Symbol)> =
            self.index.items_named(launch.name).map(|i| (i.kind, i.flags, i.scope)).collect();
        let plain = items.iter().all(|(kind, flags, scope)| {
            *kind == ItemKind::Function && flags.has(Flags::GLOBAL) && *scope == words::EMPTY
        });
        let i = &self.index.items[host.item as usize];
        let (first, end) = (i.first, i.end);
        let at = launch.at as u32;
        let Some(parsed) = host::parse_launch(self.input(0), &host.names, at, end) else { return };
        self.lookup(launch.name);
        let kernels: Vec<FunctionId> =
            self.overloads.get(&launch.name).cloned().unwrap_or_default();
        if plain && !self.takes_count(launch, &kernels, &parsed) {
            return;
        }
        let arena = TypedArenas::default();
        let trial = self.diags.begin_trial();
        let mut b = Body::outside(self, &arena);
        b.mode.unevaluated = true;
        b.host_locals(host.locals);
        let sure = |e: &Expr<'_>| host.scope.as_ref().is_some_and(|scope| scope.is_sure(e.span));
        let wrong = match (&kernels[..], parsed.args) {
            ([kernel], Some(args)) if plain => b.unfitting(*kernel, args, &sure),
            _ => None,
        };
        let config = |k: usize| parsed.config.get(k).copied().flatten().filter(|e| sure(e));
        let shape = config(1).and_then(|e| b.shape(e));
        let shape = shape.map(|(shape, span)| (shape, Some(span)));
        let bytes = config(2).and_then(|e| Some((b.constant_number(e)?, e.span)));
        self.diags.end_trial(trial);
        let shape = shape.or_else(|| self.declared_shape(&parsed, (first, end)).map(|s| (s, None)));
        if let Some((kernel, k, from, span)) = wrong {
            self.unfitting_argument(launch, (kernel, k), from, span);
        }
        if let Some((shape, span)) = shape {
            let at = span.or(parsed.config_span(1)).unwrap_or(launch.span);
            self.check_shape(shape, at, (launch, &kernels));
        }
        if let Some((bytes, span)) = bytes {
            self.check_dynamic(bytes, span);
        }
    }

    /// Reads the declarations of an item of host code; one that is no function has none.
    fn host_function(&self, item: u32) -> HostFunction<'a> {
        let i = &self.index.items[item as usize];
        let known = if i.kind == ItemKind::Function {
            let tokens = &self.lists[0].tokens;
            let named = (i.first..i.end).find(|k| tokens[*k as usize].span == i.span);
            host::parse_host_locals(self.input(0), &[], named.unwrap_or(i.first), i.end)
        } else {
            Vec::new()
        };
        let locals: &'a [Declaration<'a>] = self.arenas.declarations.alloc_extend(known);
        let names: Vec<(Symbol, bool)> = locals
            .iter()
            .flat_map(|d| {
                d.declarators.iter().map(|x| (x.name.sym, d.spec.flags.has(Flags::TYPEDEF)))
            })
            .collect();
        let scope = self.host_scope(item, &names);
        HostFunction { item, locals, names, scope }
    }

    /// What names mean in a host function, where that is sure: a function of the global namespace, that is no member and no template, and in which nothing but
    /// variables is declared.
    fn host_scope(&self, item: u32, names: &[(Symbol, bool)]) -> Option<HostScope> {
        let i = &self.index.items[item as usize];
        let tokens = &self.lists[0].tokens[i.first as usize..i.end as usize];
        let declares = |t: &Token| {
            t.kind == Tok::Ident
                && [
                    "using",
                    "typedef",
                    "struct",
                    "class",
                    "union",
                    "enum",
                    "namespace",
                    "catch",
                    "goto",
                ]
                .contains(&self.text(t.sym))
        };
        let plain = i.kind == ItemKind::Function && i.scope == words::EMPTY && i.namespace == 0;
        if !plain || tokens.iter().any(declares) {
            return None;
        }
        let mut declared: Map<Symbol, usize> = Map::default();
        for (name, _) in names {
            *declared.entry(*name).or_default() += 1;
        }
        let mut at = Vec::new();
        for (k, t) in tokens.iter().enumerate().filter(|(_, t)| t.kind == Tok::Ident) {
            let before = tokens.get(k.wrapping_sub(1)).map(|t| t.kind);
            let member = matches!(before, Some(Tok::Dot | Tok::Arrow | Tok::ColonColon));
            let items = self.index.items_named(t.sym).count();
            // A variable that is declared once and hides nothing, or one of the file that nothing hides; the words of the language.
            let is_sure = !member
                && (words::is_keyword(t.sym)
                    || self.is_builtin_type(t.sym)
                    || declared.get(&t.sym).copied().unwrap_or(0) + items == 1);
            at.push((t.span.lo, is_sure));
        }
        at.sort_by_key(|(lo, _)| *lo);
        Some(HostScope { names: at })
    }

    fn is_builtin_type(&self, name: Symbol) -> bool {
        matches!(
            self.text(name),
            "dim3" | "size_t" | "nullptr" | "NULL" | "sizeof" | "true" | "false"
        )
    }

    /// False, and an error, where no overload of a kernel takes so many arguments.
    fn takes_count(
        &mut self,
        launch: &Launch,
        kernels: &[FunctionId],
        parsed: &host::Launched<'a>,
    ) -> bool {
        let Some(given) = parsed.count.filter(|_| !kernels.is_empty()) else { return true };
        let counts = |f: &FunctionId| {
            let info = &self.functions[f.0 as usize];
            let most = info.params.len();
            let least = info.params.iter().take_while(|p| p.default.is_none()).count();
            (least.min(most), if info.variadic { usize::MAX } else { most })
        };
        let counts: Vec<(usize, usize)> = kernels.iter().map(counts).collect();
        if counts.iter().any(|(least, most)| (*least..=*most).contains(&given)) {
            return true;
        }
        let text = self.text(launch.name).to_string();
        let takes = match counts[..] {
            [(least, most)] if least == most => {
                format!("takes {most} argument{}", if most == 1 { "" } else { "s" })
            }
            [(least, most)] => format!("takes {least} to {most} arguments"),
            _ => "has no overload for so many arguments".to_owned(),
        };
        let message = format!(
            "the kernel `{text}` {takes}, and {given} {} given",
            if given == 1 { "is" } else { "are" }
        );
        let mut told = Diagnostic::new(code::ARGUMENT_COUNT, parsed.close, message);
        for f in kernels {
            told =
                told.note(self.functions[f.0 as usize].span, format!("`{text}` is declared here"));
        }
        self.diags.push(told);
        false
    }

    fn unfitting_argument(
        &mut self,
        launch: &Launch,
        (kernel, k): (FunctionId, usize),
        from: Ty,
        span: Span,
    ) {
        let text = self.text(launch.name).to_string();
        let info = &self.functions[kernel.0 as usize];
        let (to, at) = (info.params[k].ty, info.params[k].span);
        let parameter = match info.params[k].name {
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
    ) -> Option<(FunctionId, usize, Ty, Span)> {
        let params: Vec<Ty> =
            self.cx.functions[kernel.0 as usize].params.iter().map(|p| p.ty).collect();
        for (k, (&arg, to)) in args.iter().zip(params).enumerate() {
            if !sure(arg) {
                continue;
            }
            let trial = self.cx.diags.begin_trial();
            let value = self.expr(arg);
            let known = !self.cx.diags.end_trial(trial)
                && !value.ty.is_error()
                && !matches!(value.kind, TKind::Error)
                && !to.is_error();
            if !known {
                continue;
            }
            let trial = self.cx.diags.begin_trial();
            self.convert(value, to);
            if self.cx.diags.end_trial(trial) {
                return Some((kernel, k, value.ty, arg.span));
            }
        }
        None
    }
}

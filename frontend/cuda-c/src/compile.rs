//! The whole way: source text to a VH WHIRL module.

use optx_source::{Diagnostic, Diagnostics, SourceMap, Span, code};
use optx_whirl::Module;

use crate::{
    ast::{Arenas, Flags},
    check::{Body, CheckedBody, Checker, Function, Sink, Space, index_of},
    dump,
    intern::{Interner, Map},
    options::FrontendOptions,
    parse::{Input, index::ItemKind, literal_operator, parse_item, pragmas},
    preprocess,
    translate::Translator,
    typed::{FunctionId, TypedArenas},
};

/// Compiles a source file to VH WHIRL. `None` where errors were found; they are in `diags`.
///
/// `sm` gets the file, what it includes, and its macro expansions, so that `diags` can be shown.
pub fn compile_to_whirl(
    name: &str,
    source: &str,
    options: &FrontendOptions<'_>,
    sm: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<Module> {
    let module = compile(name, source, options, sm, diags);
    if module.is_none() {
        diags.leave_out_what_follows();
    }
    module
}

/// The same, with all that was found.
fn compile(
    name: &str,
    source: &str,
    options: &FrontendOptions<'_>,
    sm: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<Module> {
    let mut names = Interner::new();
    let mut tokens = preprocess::preprocess(name, source, options, sm, &mut names, diags);
    if diags.is_full() || given_up(diags, options) {
        return None;
    }
    pragmas::take_misplaced(&mut tokens, diags);
    literal_operator::join(&mut tokens, &mut names);
    let arenas = Arenas::new();
    let trees = TypedArenas::default();
    let mut cx = Checker::new(&arenas, &trees, tokens, &mut names, sm, diags, options);
    cx.load_initializer_list();
    cx.load_forward();
    cx.check_marks();
    if options.dialect.nvrtc {
        cx.refuse_hosts();
    }
    cx.declare_device_items();
    cx.check_launches();
    cx.check_kernel_calls();
    cx.instantiate_launches();
    cx.check_left_kernels();
    let lowered_names = cx.name_expressions();
    let mut out = Translator::new(options);
    out.declare_objects(&cx);
    let mut work = Work::default();
    let kernels = functions(&cx, true);
    let any = !kernels.is_empty();
    for f in kernels {
        work.function(&mut cx, f, Some(&mut out));
    }
    work.queued(&mut cx, Some(&mut out));
    // A class that nothing has asked for may define what is called.
    if cx.functions.iter().any(is_missing) {
        cx.declare_befriending_classes();
        work.queued(&mut cx, Some(&mut out));
    }
    let missing: Vec<FunctionId> =
        cx.functions.with_ids().filter(|(_, f)| is_missing(f)).map(|(id, _)| id).collect();
    // What no kernel reaches is checked and left out, with the instances that it asks for.
    let compiled = work.checked.clone();
    for f in functions(&cx, false) {
        work.aside(&mut cx, f);
    }
    work.queued(&mut cx, None);
    cx.check_assertions();
    cx.check_members();
    if cx.options.dialect.nvrtc {
        cx.check_guides();
    }
    cx.check_recursion(|f| compiled.contains_key(&f));
    undefined(&mut cx, &missing);
    cx.check_shared_beside_static();
    without_length(&mut cx);
    for (name, span) in &out.doubled {
        let text = format!(
            "this kernel and another function have the name `{name}` in PTX, and that is not supported yet"
        );
        cx.error(code::NOT_SUPPORTED, *span, text);
    }
    cx.diags.settle(cx.sm);
    if !cx.diags.has_errors() {
        work.members(&mut cx);
    }
    if !cx.diags.has_errors() {
        cx.check_outside_members();
    }
    if cx.diags.has_errors() {
        return None;
    }
    // What is wrong and goes on without a word would be wrong code.
    if let Some(span) = out.wrong {
        let text = "a bug in optx: this is wrong, and nothing says why";
        cx.diags.push(Diagnostic::new(code::INTERNAL, span, text));
        return None;
    }
    let told = cx.diags.list().iter().any(|d| d.code == code::UNKNOWN_INSTANCE);
    if !any && !told {
        let file = cx.sm.files().iter().find(|f| f.name == name);
        let span = file.map_or(Span::NONE, |f| Span::new(f.base(), f.base()));
        let told = no_kernels(&cx, span);
        cx.diags.push(told);
    }
    // Members of classes have been looked at too by now, and nothing is wrong that may have hidden a use.
    cx.unused_names();
    cx.diags.settle(cx.sm);
    out.fit_shared();
    out.module.lowered_names = lowered_names;
    Some(out.module)
}

/// That a file has no kernels: where it has templates of some, how they become one.
fn no_kernels(cx: &Checker<'_, '_>, file: Span) -> Diagnostic {
    let is_template = |i: &&crate::parse::index::Item| {
        i.kind == ItemKind::FunctionTemplate && i.flags.has(Flags::GLOBAL) && !i.library
    };
    let Some(template) = cx.index.items.iter().find(is_template) else {
        return Diagnostic::new(code::NO_KERNELS, file, "there is no kernel in this file");
    };
    let name = cx.text(template.name);
    let message =
        format!("the kernel template `{name}` has no instance, so there is no kernel in this file");
    let way = format!(
        "a launch `{name}<...><<<...>>>(...)` in this file makes one, and so does an explicit instantiation: `template __global__ void {name}<...>(...);`"
    );
    Diagnostic::new(code::NO_KERNELS, template.span, message).note(Span::NONE, way)
}

/// Whether preprocessing ran into a limit, into the end of the file within a macro's arguments, or, in NVRTC's mode, upon a header that is nowhere,
/// so that what it gave is not the file.
fn given_up(diags: &Diagnostics, options: &FrontendOptions<'_>) -> bool {
    diags.list().iter().any(|d| match d.code {
        code::LIMIT_EXPANSION
        | code::LIMIT_SOURCE
        | code::LIMIT_INCLUDE
        | code::LIMIT_CONDITIONAL
        | code::UNTERMINATED_ARGUMENTS => true,
        code::INCLUDE_MISSING => options.dialect.nvrtc,
        _ => false,
    })
}

/// The kernels, or all other device functions of the file, that are defined. What is made of a template is defined only where
/// it is used ([temp.inst] 3).
fn functions(cx: &Checker<'_, '_>, kernels: bool) -> Vec<FunctionId> {
    cx.functions
        .with_ids()
        .filter(|(_, f)| {
            let unused = f.usage.used.is_none() && cx.is_instance(f);
            f.is_device()
                && f.is_kernel() == kernels
                && f.body.is_some()
                && !f.origin.library
                && !cx.is_left_function(f.name, f.span)
                && (kernels || !unused)
        })
        .map(|(id, _)| id)
        .collect()
}

/// The functions that are checked already.
#[derive(Default)]
struct Work {
    checked: Map<FunctionId, ()>,
    /// The next of the checker's queue.
    next: usize,
}

impl Work {
    /// Checks a function, and translates it if nothing is wrong so far.
    fn function(
        &mut self,
        cx: &mut Checker<'_, '_>,
        f: FunctionId,
        mut out: Option<&mut Translator>,
    ) {
        // What has no body may get one from a friend's definition, and is asked for again then.
        let open = cx.functions.get(f).is_none_or(|x| !x.is_defined());
        if cx.diags.is_full() || open || self.checked.insert(f, ()).is_some() {
            return;
        }
        let arena = TypedArenas::default();
        let before = cx.diags.list().len();
        let sink = out.as_deref_mut().map(|out| out as &mut dyn Sink);
        cx.take_unsaid();
        let body = Body::function(cx, &arena, f, sink);
        cx.note_instance(f, before);
        let wrong = cx.take_unsaid().or_else(|| body.as_ref().and_then(typeless));
        if let (Some(body), Some(out)) = (body, out)
            && !cx.diags.has_errors()
        {
            out.wrong = out.wrong.or(wrong);
            out.function(cx, f, &body);
        }
    }

    /// Checks the member functions of the device that nothing calls, as nvcc does, but for what they ask for. One that
    /// needs what is absent here is as good as one of the host.
    fn members(&mut self, cx: &mut Checker<'_, '_>) {
        // Lambdas in what is checked are classes too.
        let mut done: Vec<FunctionId> = Vec::new();
        loop {
            let new: Vec<FunctionId> = cx
                .marked_members()
                .into_iter()
                .filter(|f| done.binary_search(f).is_err())
                .collect();
            if new.is_empty() {
                return;
            }
            for f in &new {
                self.aside(cx, *f);
            }
            done.extend(new);
            done.sort_unstable();
        }
    }

    /// Checks a function that is not compiled. What is absent here hinders nobody.
    fn aside(&mut self, cx: &mut Checker<'_, '_>, f: FunctionId) {
        let before = cx.diags.list().len();
        self.function(cx, f, None);
        if cx.diags.list().iter().skip(before).any(Diagnostic::is_absence) {
            cx.diags.withdraw(before);
        }
    }

    /// Checks what is called, and what texts of inline PTX name, and what that calls and names.
    fn queued(&mut self, cx: &mut Checker<'_, '_>, mut out: Option<&mut Translator>) {
        loop {
            while let Some(f) = cx.output.queue.get(self.next).copied() {
                self.next += 1;
                match out.as_deref_mut() {
                    Some(out) => self.function(cx, f, Some(out)),
                    None => self.aside(cx, f),
                }
            }
            for g in cx.resolve_asm_names() {
                if let Some(out) = out.as_deref_mut() {
                    out.global(cx, g);
                }
            }
            if self.next == cx.output.queue.len() {
                return;
            }
        }
    }
}

/// A variable of a function whose type is an error.
fn typeless(body: &CheckedBody<'_>) -> Option<Span> {
    body.locals.iter().find(|l| l.ty.is_error()).map(|l| l.span)
}

/// Whether a function is called and not defined.
fn is_missing(f: &Function<'_>) -> bool {
    f.usage.used.is_some() && !f.is_defined()
}

/// Reports functions that a kernel comes to and that are not defined: what no kernel reaches is left out, with what it calls.
fn undefined(cx: &mut Checker<'_, '_>, missing: &[FunctionId]) {
    for i in missing {
        let f = &cx.functions[*i];
        let Some(used) = f.usage.used.filter(|_| is_missing(f)) else { continue };
        let (name, at, by, before) =
            (cx.function_name(f), f.span, f.usage.by, cx.diags.list().len());
        let d = Diagnostic::new(
            code::UNDEFINED_FUNCTION,
            used,
            format!("the device function `{name}` is called and not defined in this file"),
        )
        .note(at, "it is declared here");
        cx.diags.push(d);
        if let Some(by) = by {
            cx.note_instance(by, before);
        }
    }
}

/// Reports arrays that are declared and whose length is never said.
fn without_length(cx: &mut Checker<'_, '_>) {
    let open: Vec<Span> = cx
        .output
        .globals
        .iter()
        .filter(|g| g.is_extern && g.space == Space::Device && !cx.types.is_complete(g.ty))
        .map(|g| g.span)
        .collect();
    for span in open {
        let text = "the length of this array is not said in this file";
        cx.diags.push(Diagnostic::new(code::INCOMPLETE_TYPE, span, text));
    }
}

/// The tokens of a file after preprocessing, one a line: `file:line:column spelling`.
pub fn dump_tokens(
    name: &str,
    source: &str,
    options: &FrontendOptions<'_>,
    sm: &mut SourceMap,
    diags: &mut Diagnostics,
) -> String {
    let mut names = Interner::new();
    let tokens = preprocess::preprocess(name, source, options, sm, &mut names, diags);
    if given_up(diags, options) {
        return String::new();
    }
    dump::tokens(&tokens, &names, sm)
}

/// The text of a file after preprocessing, with line markers: it compiles as the file would have.
pub fn dump_preprocessed(
    name: &str,
    source: &str,
    options: &FrontendOptions<'_>,
    sm: &mut SourceMap,
    diags: &mut Diagnostics,
) -> String {
    let mut names = Interner::new();
    preprocess::preprocess_to_text(name, source, options, sm, &mut names, diags)
}

/// The syntax trees of the declarations that are marked for the device, as text.
pub fn dump_ast(
    name: &str,
    source: &str,
    options: &FrontendOptions<'_>,
    sm: &mut SourceMap,
    diags: &mut Diagnostics,
) -> String {
    let mut names = Interner::new();
    let mut tokens = preprocess::preprocess(name, source, options, sm, &mut names, diags);
    if given_up(diags, options) {
        return String::new();
    }
    pragmas::take_misplaced(&mut tokens, diags);
    literal_operator::join(&mut tokens, &mut names);
    let arenas = Arenas::new();
    let index = index_of(&tokens, &names, options, diags);
    let mut out = String::new();
    for item in &index.items {
        if !item.is_device() && item.kind != ItemKind::Type {
            continue;
        }
        let input = Input {
            arenas: &arenas,
            tokens: &tokens,
            names: &names,
            index: &index,
            limits: &options.limits,
            list: 0,
        };
        if let Some(d) = parse_item(input, item, diags) {
            dump::declaration(&d, &names, &mut out);
        }
    }
    out
}

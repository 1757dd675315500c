//! Names at file scope that no declaration in the file stands for, and what to say of unknown ones.

use optx_source::{Diagnostic, Diagnostics, Span, code, nearest};

use crate::{
    ast::{BaseWord, Path},
    builtin_types::{self, BuiltinType},
    check::{Body, Checker, Entity},
    header_names,
    intern::Symbol,
    parse::index::ItemKind,
    types::{Field, Ty},
    words,
};

/// Names of the host's C library and of device functions that are still to come, and what to say of them.
const ABSENT: &[(&[&str], optx_source::Code, &str)] = &[
    (
        &["printf", "assert", "__assert_fail", "vprintf"],
        code::NOT_SUPPORTED,
        "is not supported yet",
    ),
    (
        &["malloc", "free", "alloca", "cudaMalloc"],
        code::ALLOCATION,
        "is not supported in device code",
    ),
    (&["j0", "j1", "jn", "y0", "y1", "yn"], code::NOT_SUPPORTED, "is not supported yet"),
    (
        &[
            "tex1D",
            "tex2D",
            "tex3D",
            "tex1Dfetch",
            "tex1DLod",
            "tex2DLod",
            "tex3DLod",
            "tex2DLayered",
            "surf1Dread",
            "surf1Dwrite",
            "surf2Dread",
            "surf2Dwrite",
            "surf3Dread",
            "surf3Dwrite",
            "texture",
        ],
        code::TEXTURE,
        "is not supported: textures and surfaces are absent",
    ),
    (
        &["__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__ballot", "__any", "__all"],
        code::BAD_BUILTIN,
        "is gone from CUDA: use the form with `_sync` and a mask",
    ),
];

impl Checker<'_, '_> {
    /// A built-in type by its name.
    pub(crate) fn builtin_type(&mut self, name: Symbol) -> Option<Ty> {
        if let Some(t) = self.declared.vectors.get(&name) {
            return Some(*t);
        }
        let text = self.names.get(name).to_string();
        let t = match builtin_types::find(&text)? {
            BuiltinType::Alias(w) => Ty::word(w),
            BuiltinType::Vector { element, count, align } => {
                self.vector(&text, element, count, align)
            }
        };
        self.declared.vectors.insert(name, t);
        Some(t)
    }

    fn vector(&mut self, name: &str, element: BaseWord, count: u8, align: u8) -> Ty {
        let e = Ty::word(element);
        let size = self.types.size(e);
        let r = self.types.new_record(self.site.namespace, name.to_string(), false);
        let rec = &mut self.types.records[r];
        for (i, m) in
            [words::X, words::Y, words::Z, words::W].into_iter().take(count as usize).enumerate()
        {
            rec.fields.push(Field {
                name: m,
                ty: e,
                offset: i as u64 * size,
                align: size,
                bits: None,
                end: (i as u64 + 1) * size,
                base: false,
                mutable: false,
                access: crate::ast::MemberAccess::Public,
            });
            rec.members.insert(m, i as u32);
        }
        rec.align = u64::from(align);
        rec.size = (size * u64::from(count)).next_multiple_of(u64::from(align));
        (rec.data_size, rec.pod) = (rec.size, true);
        rec.complete = true;
        self.types.record(r)
    }

    /// The built-in type of that name, by text.
    pub(crate) fn builtin_type_named(&mut self, name: &str) -> Ty {
        let s = self.names.intern(name);
        match self.lookup_in(&Path { global: true, names: &[] }, s) {
            Some(Entity::Type(t, _)) => t,
            _ => Ty::ERROR,
        }
    }
}

/// Whether built-in functions have a name.
pub(in crate::check) fn is_built_in(name: &str) -> bool {
    crate::check::builtin::table::find(name).is_some() || crate::library::file_of(name).is_some()
}

impl Checker<'_, '_> {
    /// Whether an error was told within an item.
    pub(super) fn is_reported(&self, item: u32) -> bool {
        let Some(item) = self.index.items.get(i_usize(item)) else { return false };
        let tokens = &self.declared.lists[item.list as usize].tokens;
        let (Some(first), Some(last)) =
            (tokens.get(item.first as usize), tokens.get((item.end as usize).saturating_sub(1)))
        else {
            return false;
        };
        let within = |at: Span| first.span.lo <= at.lo && at.lo <= last.span.hi;
        let is_error = |d: &Diagnostic| d.severity == optx_source::Severity::Error;
        self.diags.list().iter().any(|d| is_error(d) && within(d.span))
    }

    /// What is said of the use of something that could not be read: the first mistake in its declaration, where it is one of C++'s own and no word of the
    /// host's, instead of what was to be said; else that, and the reason beside it.
    pub(super) fn why_unparsable(&self, item: u32, text: &str, said: Diagnostic) -> Diagnostic {
        let Some(item) = self.index.items.get(i_usize(item)) else { return said };
        let mut told = Diagnostics::default();
        crate::parse::parse_item(self.input(item.list), item, &mut told);
        let is_error = |d: &&Diagnostic| d.severity == optx_source::Severity::Error;
        let Some(why) = told.list().iter().find(is_error).cloned() else { return said };
        let mistake = [code::EXPECTED, code::EXPECTED_EXPRESSION, code::EXPECTED_TYPE];
        let unknown = why.code == code::UNKNOWN_TYPE
            && !why.message.contains("::")
            && !self.sm.lacks_headers();
        if mistake.contains(&why.code) || unknown {
            return why.note(said.span, format!("device code uses `{text}` here"));
        }
        said.note(why.span, why.message)
    }

    /// Whether built-in functions have a name.
    pub(in crate::check) fn is_built_in(&self, name: Symbol) -> bool {
        is_built_in(self.text(name))
    }
}

impl<'t> Body<'_, '_, 't, '_> {
    /// Reports a name of the host's standard library.
    pub(in crate::check) fn host_library(
        &mut self,
        name: Symbol,
        span: Span,
    ) -> crate::check::body::E<'t> {
        let text = self.cx.text(name).to_string();
        let message =
            format!("`std::{text}` is of the host's library and cannot be used in device code");
        let mut d = Diagnostic::new(code::HOST_LIBRARY, span, message);
        if self.is_builtin_function(name) {
            d = d.note(Span::NONE, format!("`{text}` without `std::` is the device's own"));
        }
        self.cx.diags.push(d);
        self.bad(span)
    }

    /// Reports a name that stands for nothing.
    pub(in crate::check) fn unknown_name(&mut self, name: Symbol, span: Span) {
        // What is told of its declaration is enough.
        if self.cx.index.items_named(name).any(|i| i.kind == ItemKind::Refused) {
            return;
        }
        let text = self.cx.text(name).to_string();
        if let Some((code, message)) = absent(&text) {
            self.cx.error(code, span, format!("`{text}` {message}"));
            return;
        }
        // With its namespaces, as it is written.
        let written = self.cx.sm.text(span).unwrap_or(&text);
        let qualified = written.len() > text.len() && written.ends_with(&text);
        let written = if qualified { written.to_string() } else { text.clone() };
        let headers = &self.cx.index.headers;
        let index = &self.cx.index;
        if header_names::is_absent(&text, &written, &index.headers, &index.missing_headers) {
            let message = format!("`{written}` is not supported yet");
            self.cx.error(code::NOT_SUPPORTED, span, message);
            return;
        }
        let mut d =
            Diagnostic::new(code::UNKNOWN_NAME, span, format!("`{written}` is not declared"));
        if let Some(note) = header_names::note(&written, headers) {
            d = d.note(Span::NONE, note);
            self.cx.diags.push(d);
            return;
        }
        if qualified || self.cx.diags.in_trial() || self.cx.diags.is_full() {
            // Nobody reads what it may have meant.
            self.cx.diags.push(d);
            return;
        }
        let mut candidates: Vec<&str> =
            self.block.names.keys().map(|s| self.cx.names.get(*s)).collect();
        candidates.extend(self.cx.index.names().map(|s| self.cx.names.get(s)));
        candidates.extend(["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"]);
        for n in crate::check::builtin::table::names().chain(crate::library::names()) {
            candidates.push(n);
        }
        candidates.sort_unstable();
        if let Some(n) = nearest(&text, candidates) {
            d = d.suggest(span, n, format!("did you mean `{n}`?"));
        }
        self.cx.diags.push(d);
    }

    pub(in crate::check) fn ambiguous_name(&mut self, name: Symbol, span: Span) {
        let text = self.cx.text(name).to_string();
        let text = format!(
            "`{text}` is ambiguous: several namespaces or base classes that are looked through here have it"
        );
        self.cx.error(code::AMBIGUOUS, span, text);
    }

    /// Reports a use of something that is not part of the device's program.
    pub(in crate::check) fn bad_entity(&mut self, e: Entity, name: Symbol, span: Span) {
        let text = self.cx.text(name).to_string();
        let (code, item, message) = match e {
            Entity::ClassTemplate(t) => return self.cx.template_without_arguments(t, span),
            Entity::VariableTemplate(t) => {
                let at = self.cx.templates.all[t].span;
                let text = format!("the variable template `{text}` needs arguments: `{text}<...>`");
                let d = Diagnostic::new(code::TEMPLATE, span, text);
                self.cx.diags.push(d.note(at, "it is declared here"));
                return;
            }
            Entity::Faulty => return,
            Entity::StaticMember(Some(unset)) => {
                let message = format!("`{text}` is a static member whose value is no constant");
                let d = Diagnostic::new(code::NOT_CONSTANT, span, message);
                let found = self.cx.constants.unset.get(i_usize(unset)).cloned();
                let d = match found {
                    Some((at, why)) => why.under(d.note(at, "it is initialised here")),
                    None => d,
                };
                self.cx.diags.push(d);
                return;
            }
            Entity::StaticMember(None) => {
                self.cx.error(
                    code::CLASS,
                    span,
                    format!("`{text}` is a static member that is no constant, which is not supported yet"),
                );
                return;
            }
            Entity::Ambiguous => {
                self.ambiguous_name(name, span);
                return;
            }
            Entity::Pack(_) | Entity::Parameters(..) | Entity::Seen(_) => {
                return self.unexpanded(name, span);
            }
            Entity::Unparsable(i) if self.cx.tell_left_alone(name, i, span) => return,
            Entity::Unparsable(i) if self.is_variable_template(i) => {
                (code::TEMPLATE, i, "is a variable template, which is not supported yet")
            }
            Entity::Unparsable(i) => {
                (code::UNPARSABLE_DECLARATION, i, "is declared outside the kernel language")
            }
            _ => return,
        };
        let at = self.cx.index.items.get(i_usize(item)).map_or(Span::NONE, |i| i.span);
        let device = self.cx.index.items.get(i_usize(item)).is_some_and(|i| i.is_device());
        let reported = device || self.cx.is_reported(item);
        if reported && code == code::UNPARSABLE_DECLARATION {
            // Its errors are told at the declaration.
            return;
        }
        let d = Diagnostic::new(code, span, format!("`{text}` {message}"))
            .note(at, "it is declared here");
        let d = self.cx.why_unparsable(item, &text, d);
        self.cx.diags.push(d);
    }
}

impl Body<'_, '_, '_, '_> {
    fn is_variable_template(&self, item: u32) -> bool {
        let item = self.cx.index.items.get(i_usize(item));
        item.is_some_and(|i| i.kind == ItemKind::VariableTemplate)
    }
}

/// Whether a name is that of a function of textures or surfaces.
pub(in crate::check) fn is_texture(text: &str) -> bool {
    absent(text).is_some_and(|(code, _)| code == code::TEXTURE)
}

/// What to say of a name that is still to come or absent.
pub(in crate::check) fn absent(text: &str) -> Option<(optx_source::Code, &'static str)> {
    ABSENT.iter().find(|(names, ..)| names.contains(&text)).map(|(_, code, what)| (*code, *what))
}

fn i_usize(i: u32) -> usize {
    i as usize
}

//! Names of the file in inline PTX: objects, functions and parameters of kernels, by their names in PTX.
//!
//! Idea: the text knows nothing of C++'s scopes and order, so a name is noted where it stands and looked up when what is
//! reached otherwise is known. A function that only a text names is one that is called: it is checked, translated, and part of
//! circles of calls. Cost: linear in objects and functions, once, where any text names anything.

use optx_source::{Span, code};
use optx_whirl::fixed_hash::Set;

use crate::{
    check::{Checker, Space},
    intern::Map,
    mangle,
    typed::{FunctionId, GlobalId},
    types::Ty,
};

/// The names that texts said.
#[derive(Default)]
pub(crate) struct AsmNames {
    seen: Set<(Option<FunctionId>, String)>,
    open: Vec<AsmName>,
    known: Option<Map<String, Known>>,
    /// How many texts asked for a number of their own.
    numbers: u32,
}

/// A name, the function whose text it stands in, and the text's place.
struct AsmName {
    name: String,
    function: Option<FunctionId>,
    span: Span,
}

/// What a name stands for in PTX.
#[derive(Clone, Copy)]
enum Known {
    Object(GlobalId),
    Function(FunctionId),
}

impl AsmNames {
    /// Notes a name that a text of `function` says.
    pub(in crate::check) fn note(&mut self, name: &str, function: Option<FunctionId>, span: Span) {
        if self.seen.insert((function, name.to_owned())) {
            self.open.push(AsmName { name: name.to_owned(), function, span });
        }
    }

    /// A number that no other text has.
    pub(in crate::check) fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }
}

impl Checker<'_, '_> {
    /// Looks up the names that texts said since the last call: functions are used from now on, objects are given back, and
    /// what is neither is an error.
    pub(crate) fn resolve_asm_names(&mut self) -> Vec<GlobalId> {
        let open = std::mem::take(&mut self.output.asm_names.open);
        if open.is_empty() {
            return Vec::new();
        }
        let known = match self.output.asm_names.known.take() {
            Some(known) => known,
            None => self.names_in_ptx(),
        };
        let mut objects = Vec::new();
        for AsmName { name, function, span } in open {
            match known.get(&name) {
                Some(&Known::Object(g)) => objects.push(g),
                Some(&Known::Function(f)) => self.named_function(f, function, span),
                None if self.is_own_parameter(&name, function) => {}
                None => {
                    let text = format!(
                        "`{name}` is nothing that the text declares, and nothing of the file"
                    );
                    self.error(code::BAD_ASM, span, text);
                }
            }
        }
        self.output.asm_names.known = Some(known);
        objects
    }

    /// A function that a text names, and may call.
    fn named_function(&mut self, f: FunctionId, caller: Option<FunctionId>, span: Span) {
        let Some(info) = self.functions.get(f) else { return };
        if info.is_kernel() {
            return;
        }
        // Larger objects are passed in parts, and smaller ones as registers have them.
        let passed =
            |t: Ty| t.bare() == Ty::VOID || self.types.is_scalar(t) && self.types.size(t) >= 4;
        if info.signature.in_place
            || !passed(info.signature.result)
            || !info.signature.params.iter().all(|p| passed(p.ty))
        {
            let text = format!(
                "inline PTX may not name `{}` yet: it takes or gives what is no scalar of 4 or 8 bytes",
                self.function_name(info)
            );
            self.error(code::BAD_ASM, span, text);
        } else {
            self.mark_used(f, caller, span);
        }
    }

    /// What the module's text will declare under a name that the source decides.
    fn names_in_ptx(&self) -> Map<String, Known> {
        let mut known = Map::default();
        for (id, f) in self.functions.with_ids() {
            if f.is_device() && f.is_defined() && !f.origin.library {
                known.insert(mangle::function(self, f), Known::Function(id));
            }
        }
        for (id, g) in self.output.globals.with_ids() {
            let named = match g.space {
                Space::Host => false,
                // `extern` says that its size is the launch's.
                Space::SharedDynamic => true,
                _ => !g.is_extern,
            };
            if named && !g.ty.is_error() && !g.name.contains('$') {
                known.insert(g.name.clone(), Known::Object(id));
            }
        }
        known
    }

    /// Whether a name is `K_param_N` in the kernel `K` itself.
    fn is_own_parameter(&self, name: &str, function: Option<FunctionId>) -> bool {
        let Some((kernel, number)) = name.rsplit_once("_param_") else { return false };
        let Some(f) = function.and_then(|f| self.functions.get(f)) else { return false };
        let plain = number == "0" || !number.starts_with('0');
        f.is_kernel()
            && plain
            && number.parse::<usize>().is_ok_and(|n| n < f.signature.params.len())
            && mangle::function(self, f) == kernel
    }
}

//! CUDA's words: which of them stand together, and in what declarations (CUDA C++ Programming Guide, B.1 and B.2).

use optx_source::{Diagnostic, code};

use super::{Parser, attribute::PLACES};
use crate::ast::{Declaration, Declarator, Flags, Spec, TypeExpr};

/// Memory spaces, and the words for them; no variable is in two.
const SPACES: [(u32, &str); 3] = [
    (Flags::SHARED, "__shared__"),
    (Flags::CONSTANT, "__constant__"),
    (Flags::MANAGED, "__managed__"),
];

impl<'a> Parser<'a, '_, '_> {
    /// Refuses memory spaces and launch bounds where they may not stand; `top` says that the declaration is in no block and
    /// no class, unless it is a member function.
    pub(super) fn check_spaces(&mut self, d: &Declaration<'a>, top: bool) {
        let (flags, span) = (d.spec.flags, d.spec.span);
        let Some(x) = d.declarators.first() else { return };
        if flags.has(Flags::TYPEDEF) {
            return;
        }
        let function = matches!(x.ty, TypeExpr::Function { .. });
        let mut spaces = SPACES.iter().filter(|s| flags.has(s.0));
        let space = spaces.next().map(|s| s.1);
        if let (Some(a), Some(b)) = (space, spaces.next()) {
            let text = format!("`{a}` and `{}` do not go together", b.1);
            self.error(code::BAD_SPACE, span, text);
            return;
        }
        let space = space.or(flags.has(Flags::DEVICE).then_some("__device__"));
        let text = match space {
            Some(s) if function && s != "__device__" => {
                format!("`{s}` is for variables, and this is a function")
            }
            _ if function => return self.check_bounds(d, x),
            Some(s) if x.scope.is_some() || self.in_record && !top && flags.has(Flags::STATIC) => {
                format!(
                    "`{s}` cannot stand before a static member; with `-default-device` it is the device's"
                )
            }
            Some(s) if self.in_record && !top => {
                format!("`{s}` cannot stand before a member: it lies where its object does")
            }
            _ if flags.has(Flags::GLOBAL) => "`__global__` is for functions".to_owned(),
            _ if flags.has(Flags::HOST) => "`__host__` is for functions".to_owned(),
            Some(s) if s != "__shared__" && !top && !flags.has(Flags::STATIC | Flags::EXTERN) => {
                format!("a variable of a block cannot be `{s}` without `static`")
            }
            _ => return,
        };
        self.error(code::BAD_SPACE, span, text);
    }

    /// Refuses the words before a parameter that say where a variable or a function is.
    pub(super) fn no_space(&mut self, spec: &Spec<'_>) {
        if !spec.flags.has(PLACES) {
            return;
        }
        const OTHERS: [(u32, &str); 3] = [
            (Flags::DEVICE, "__device__"),
            (Flags::GLOBAL, "__global__"),
            (Flags::HOST, "__host__"),
        ];
        let found = SPACES.iter().chain(&OTHERS).find(|s| spec.flags.has(s.0));
        if let Some((_, word)) = found {
            let text = format!("`{word}` cannot stand before a parameter: it is each call's own");
            self.error(code::BAD_SPACE, spec.span, text);
        }
    }

    /// `__launch_bounds__` is for kernels, and a function is inlined always or never.
    fn check_bounds(&mut self, d: &Declaration<'a>, x: &Declarator<'a>) {
        if d.spec.flags.has(Flags::FORCEINLINE) && d.spec.flags.has(Flags::NOINLINE) {
            let text = "it is `__forceinline__` and `__noinline__`: it is not inlined";
            self.diags.push(Diagnostic::new(code::CONTRADICTION, x.name.span, text));
        }
        if d.spec.launch_bounds.is_some() && !d.spec.flags.has(Flags::GLOBAL) {
            let text = "`__launch_bounds__` is for kernels, which are marked `__global__`";
            self.error(code::BAD_LAUNCH_BOUNDS, x.name.span, text);
        }
    }
}

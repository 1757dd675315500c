//! What NVRTC's mode refuses that nvcc takes: functions and variables of the host, of which NVRTC compiles nothing.
//!
//! Source: NVRTC 13.5, asked. A function without a mark is the host's, and an error wherever it stands, unless a declaration before it has one, or
//! `-default-device` makes it the device's; so is one that is `__host__` alone, and a variable at namespace scope that is not `const`. A template that is
//! deleted is none. It does not matter whether the device names it. Members of classes are not looked at here: one that device code calls is told of where that calls it.

use optx_source::{Diagnostic, Diagnostics, Span, code};

use crate::{
    ast::Flags,
    intern::Interner,
    parse::index::{Index, Item, ItemKind},
    token::{Tok, Token},
    words,
};

/// Tells of the declarations of a file that are the host's.
pub(crate) fn refuse_hosts(
    index: &Index,
    tokens: &[Token],
    names: &Interner,
    diags: &mut Diagnostics,
) {
    for (i, item) in index.items.iter().enumerate() {
        if item.library || item.list != 0 || item.is_device() || item.scope != words::EMPTY {
            continue;
        }
        let name = names.get(item.name);
        let function = matches!(item.kind, ItemKind::Function | ItemKind::FunctionTemplate);
        let host_alone = item.flags.has(Flags::HOST);
        let what = match item.kind {
            _ if function => "function",
            ItemKind::Variable if !item.flags.has(Flags::CONST | Flags::CONSTEXPR) => "variable",
            _ => continue,
        };
        if function && is_marked_before(&index.items[..i], item)
            || !host_alone && index.default_device
            || item.kind == ItemKind::FunctionTemplate && is_deleted(item, tokens)
        {
            continue;
        }
        let text = match host_alone {
            true => format!(
                "the {what} `{name}` is marked `__host__`, and NVRTC compiles nothing of the host"
            ),
            false => format!(
                "the {what} `{name}` has no mark, so it is the host's, of which NVRTC compiles nothing"
            ),
        };
        let way = match host_alone {
            true => "`__host__ __device__` makes it the device's too".to_owned(),
            false => {
                "`__device__` makes it the device's, and `-default-device` all that has no mark"
                    .to_owned()
            }
        };
        diags.push(Diagnostic::new(code::HOST_ONLY, item.span, text).note(Span::NONE, way));
    }
}

/// Whether a function that is declared is deleted: of a template there is nothing to compile then.
fn is_deleted(item: &Item, tokens: &[Token]) -> bool {
    let own = tokens.get(item.first as usize..item.end as usize).unwrap_or(&[]);
    own.windows(2).any(|pair| pair[0].kind == Tok::Eq && pair[1].is(words::DELETE))
}

fn is_marked_before(before: &[Item], item: &Item) -> bool {
    before.iter().any(|other| {
        other.name == item.name && other.namespace == item.namespace && other.is_device()
    })
}

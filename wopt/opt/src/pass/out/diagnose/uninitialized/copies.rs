//! The copies of one text, as the instances of a template and the calls that a function is inlined at: what is told of all of them.

use crate::kit::warnings::Unset;
use crate::kit::warnings::Warning;
use optx_ir::Func;
use optx_source::code;
use optx_whirl::Pos;
use optx_whirl::fixed_hash::{Map, Set};

pub(super) const SURE: &str = "is used here, and nothing has set it";
pub(super) const MAY: &str = "may be used here before it is set";
pub(super) const WAY: &str = "it is not set where this is ";

/// What is told of the uses found in all functions: for each text of a variable the first use that is sure in every copy, else the first that may be.
pub(crate) fn judged(found: Vec<Unset>, funcs: &[Func]) -> Vec<Warning> {
    if found.is_empty() {
        return Vec::new();
    }
    let mut copies: Map<(Pos, &str), usize> = Map::default();
    let locals = funcs.iter().flat_map(|f| &f.locals).filter(|st| st.pos.line != 0);
    locals.for_each(|st| *copies.entry((st.pos, &st.name)).or_default() += 1);
    let mut sure: Map<(&(Pos, String), Pos), usize> = Map::default();
    for unset in found.iter().filter(|unset| unset.sure) {
        *sure.entry((&unset.variable, unset.used)).or_default() += 1;
    }
    let in_every_copy = |unset: &Unset| {
        let (pos, name) = &unset.variable;
        let copies = copies.get(&(*pos, name.as_str())).copied().unwrap_or(1);
        sure.get(&(&unset.variable, unset.used)).is_some_and(|&times| times >= copies)
    };
    let mut order: Vec<(bool, &Unset)> =
        found.iter().map(|unset| (!in_every_copy(unset), unset)).collect();
    order.sort_by_key(|(may, unset)| (*may, unset.used));
    let mut told: Set<&(Pos, String)> = Set::default();
    let mut warnings = Vec::new();
    for (may, unset) in order {
        if !told.insert(&unset.variable) {
            continue;
        }
        let mut warning = unset.warning.clone();
        if may {
            warning.code = code::SOMETIMES_UNINITIALIZED;
            warning.message = unset.warning.message.replace(SURE, MAY);
        } else {
            warning.notes.retain(|(_, note)| !note.starts_with(WAY));
        }
        warnings.push(warning);
    }
    warnings
}

//! What a function reads through its parameters, and when.

use super::MOST_PARTS;
use crate::module::Pu;
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::symbol::StId;
use crate::tree::{Tree, Wn, WnId};
use crate::ty::TyTable;

/// A place that a function reads through a parameter.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) offset: i64,
    pub(super) desc: Mtype,
    /// The least alignment that a load says; 0 is its type's.
    pub(super) align: u32,
    /// Every run loads it.
    pub(super) always: bool,
    pub(super) loads: Vec<WnId>,
}

/// What stands behind a parameter of a scalar type: what is read there; None where something else becomes of it.
pub(super) type Reads = Option<Vec<Part>>;

/// How far the walk over a function has come.
struct Progress {
    /// No branch and no label stands before.
    is_straight: bool,
    /// Nothing before does more than evaluate.
    is_clean: bool,
}

/// By parameter.
pub(super) fn reads(types: &TyTable, pu: &Pu) -> Vec<Reads> {
    let is_scalar = |st: &StId| {
        pu.locals
            .get(st.index())
            .is_some_and(|local| types.mtype(local.ty) != Mtype::M && !local.volatile)
    };
    let mut reads: Vec<Reads> = pu.params.iter().map(|st| is_scalar(st).then(Vec::new)).collect();
    // Loads that do not come before all that has effects.
    let mut late = vec![false; reads.len()];
    let mut number = vec![None; pu.locals.len()];
    for (k, st) in pu.params.iter().enumerate() {
        if let Some(place) = number.get_mut(st.index()) {
            *place = Some(k);
        }
    }
    let parameter =
        |st: Option<StId>| st.filter(|st| st.is_local()).and_then(|st| number[st.index()]);
    let mut progress = Progress { is_straight: true, is_clean: true };
    let mut stack = Vec::new();
    for &statement in pu.tree.kids(pu.body) {
        stack.push(statement);
        while let Some(id) = stack.pop() {
            let wn = pu.tree.get(id);
            if let Some((st, offset)) = read_place(&pu.tree, id, &wn)
                && let Some(k) = parameter(Some(st))
            {
                let part = Part {
                    offset,
                    desc: wn.desc,
                    align: wn.align,
                    always: progress.is_straight,
                    loads: vec![id],
                };
                late[k] |= !(progress.is_straight && progress.is_clean);
                reads[k] = reads[k].take().and_then(|parts| with(parts, part));
                continue;
            }
            if let Some(k) = parameter(wn.st) {
                reads[k] = None;
            }
            // Inline PTX writes variables that its table names.
            if wn.opr == Operator::Asm {
                let outputs =
                    pu.asms.get(wn.value as usize).into_iter().flat_map(|asm| &asm.outputs);
                outputs
                    .filter_map(|output| parameter(Some(output.0)))
                    .for_each(|k| reads[k] = None);
            }
            stack.extend(pu.tree.kids(id));
        }
        progress.pass(&pu.tree, statement);
    }
    // What has no effects at all reads what stood there before, wherever it reads.
    let is_kept = |late: bool| !late || progress.is_clean;
    reads.into_iter().zip(late).map(|(parts, late)| parts.filter(|_| is_kept(late))).collect()
}

impl Progress {
    /// Goes past a statement.
    fn pass(&mut self, tree: &Tree, statement: WnId) {
        let wn = tree.get(statement);
        match wn.opr {
            // A volatile load stands alone.
            Operator::Stid if wn.st.is_some_and(StId::is_local) && !wn.volatile => {
                self.is_clean &= !tree.get(tree.kid(statement, 0)).volatile;
            }
            Operator::PragmaUnroll => {}
            Operator::Label
            | Operator::Goto
            | Operator::TrueBr
            | Operator::FalseBr
            | Operator::Return
            | Operator::ReturnVal => {
                self.is_straight = false;
            }
            _ => self.is_clean = false,
        }
    }
}

/// Adds a part to others; None where it has bytes in common with another of them.
fn with(mut parts: Vec<Part>, part: Part) -> Reads {
    let end = |part: &Part| part.offset.checked_add(i64::from(part.desc.size()));
    let (from, to) = (part.offset, end(&part)?);
    let same = |other: &&mut Part| (other.offset, other.desc) == (part.offset, part.desc);
    if let Some(other) = parts.iter_mut().find(same) {
        other.align = least(other.align, part.align, part.desc);
        other.always |= part.always;
        other.loads.extend(part.loads);
        return Some(parts);
    }
    let is_apart =
        parts.iter().all(|other| to <= other.offset || end(other).is_some_and(|e| e <= from));
    parts.push(part);
    (is_apart && parts.len() <= MOST_PARTS).then_some(parts)
}

/// The lesser of two alignments of a type's loads.
pub(super) fn least(a: u32, b: u32, desc: Mtype) -> u32 {
    let known = |align: u32| if align == 0 { desc.size() } else { align };
    let least = known(a).min(known(b));
    if least >= desc.size() { 0 } else { least }
}

/// The variable through which a plain scalar load reads, and at which offset.
fn read_place(tree: &Tree, id: WnId, wn: &Wn) -> Option<(StId, i64)> {
    if wn.opr != Operator::Iload
        || wn.volatile
        || wn.read_only
        || matches!(wn.desc, Mtype::M | Mtype::B | Mtype::V)
    {
        return None;
    }
    let (base, offset) = based(tree, tree.kid(id, 0), wn.offset)?;
    let base = tree.get(base);
    let is_variable =
        base.opr == Operator::Ldid && base.offset == 0 && base.desc == Mtype::U8 && !base.volatile;
    base.st.filter(|_| is_variable).map(|st| (st, offset))
}

/// What constants are added to in an address, with their sum and an offset's.
pub(super) fn based(tree: &Tree, mut address: WnId, mut offset: i64) -> Option<(WnId, i64)> {
    while tree.opr(address) == Operator::Add {
        let (a, b) = (tree.kid(address, 0), tree.kid(address, 1));
        if tree.opr(b) != Operator::Intconst {
            break;
        }
        offset = offset.checked_add(tree.get(b).value as i64)?;
        address = a;
    }
    Some((address, offset))
}

//! Which locals are registers: the scalar pieces of each, or the decision that it lives in memory.

use optx_ir::AuxId;
use optx_whirl::{Module, Mtype, Operator, Pu, StId, Storage};
use std::collections::BTreeMap;

/// Per local: its pieces by byte offset, or memory.
pub(super) struct Locals {
    entries: Vec<Local>,
}

#[derive(Default)]
struct Local {
    memory: bool,
    /// A struct parameter that is written: its pieces are variables.
    written: bool,
    pieces: BTreeMap<i64, Piece>,
}

struct Piece {
    desc: Mtype,
    aux: Option<AuxId>,
}

impl Local {
    /// Notes an access as `desc`: two of different sizes at one place make it memory.
    fn access(&mut self, offset: i64, desc: Mtype) {
        let piece = self.pieces.entry(offset).or_insert(Piece { desc, aux: None });
        self.memory |= piece.desc.size() != desc.size();
    }
}

impl Locals {
    pub(super) fn analyse(module: &Module, pu: &Pu) -> Locals {
        let mut entries: Vec<Local> = pu.locals.iter().map(|_| Local::default()).collect();
        for (st, entry) in pu.locals.iter().zip(&mut entries) {
            entry.memory = st.volatile;
        }
        // What the function returns is read in the parts that it travels in.
        if let (Some(object), Some(ty)) = (pu.result_object, pu.result) {
            for (offset, part) in optx_whirl::parts(&module.types, ty) {
                entries[object.index()].access(offset as i64, part);
            }
        }
        let mut stack = vec![pu.body];
        while let Some(id) = stack.pop() {
            let wn = pu.tree.get(id);
            if let Some(st) = wn.st
                && st.is_local()
            {
                let entry = &mut entries[st.index()];
                let is_param = pu.locals[st.index()].storage == Storage::Param;
                let ty = pu.locals[st.index()].ty;
                match wn.opr {
                    Operator::Lda => entry.memory = true,
                    Operator::Call => {
                        let callee = module.functions.get(wn.value as usize);
                        for (offset, part) in callee
                            .and_then(|callee| callee.result)
                            .map_or_else(Vec::new, |ty| optx_whirl::parts(&module.types, ty))
                        {
                            entry.access(wn.offset.saturating_add(offset as i64), part);
                        }
                    }
                    Operator::Ldid | Operator::Stid => {
                        // A struct parameter only read stays in parameter space; written, it is copied.
                        let aggregate = module.types.mtype(ty) == Mtype::M;
                        entry.written |= is_param && aggregate && wn.opr == Operator::Stid;
                        let outside = wn.offset < 0
                            || wn.offset as u64 + u64::from(wn.desc.size()) > module.types.size(ty);
                        if outside && wn.desc != Mtype::B {
                            entry.memory = true;
                        }
                        entry.access(wn.offset, wn.desc);
                    }
                    _ => {}
                }
            }
            stack.extend_from_slice(pu.tree.kids(id));
        }
        for entry in &mut entries {
            let mut end = i64::MIN;
            for (&offset, piece) in &entry.pieces {
                if offset < end {
                    entry.memory = true;
                }
                end = offset.saturating_add(i64::from(piece.desc.size().max(1)));
            }
        }
        Locals { entries }
    }

    pub(super) fn is_memory(&self, st: StId) -> bool {
        st.is_local() && self.entries[st.index()].memory
    }

    /// The pieces to copy on entry of a struct parameter that is written.
    pub(super) fn written_pieces(&self, st: StId) -> Vec<(i64, Mtype)> {
        let entry = &self.entries[st.index()];
        let pieces = entry.pieces.iter().filter(|_| entry.written);
        pieces.map(|(&offset, piece)| (offset, piece.desc)).collect()
    }

    /// True for a struct parameter whose pieces are variables.
    pub(super) fn is_written(&self, st: StId) -> bool {
        self.entries[st.index()].written
    }

    /// The symbol of the piece at `offset`, made by `make` (given its register type) at the first call.
    pub(super) fn piece(
        &mut self,
        st: StId,
        offset: i64,
        desc: Mtype,
        make: impl FnOnce(Mtype) -> AuxId,
    ) -> AuxId {
        let piece =
            self.entries[st.index()].pieces.entry(offset).or_insert(Piece { desc, aux: None });
        *piece.aux.get_or_insert_with(|| make(piece.desc.register().unsigned()))
    }

    /// The memory type as which a piece keeps its value (the first access's), where it is known.
    pub(super) fn kept_as(&self, st: StId, offset: i64) -> Option<Mtype> {
        self.entries[st.index()].pieces.get(&offset).map(|p| p.desc)
    }
}

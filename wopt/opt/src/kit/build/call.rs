//! Calls that stay calls, and what a function returns.

use super::Builder;
use optx_ir::{CrId, StmtOp};
use optx_whirl::{Loc, Wn, WnId};
use smallvec::{SmallVec, smallvec};

impl Builder<'_> {
    /// A CALL: its result's parts go to temporaries, then to the local that takes it.
    pub(super) fn call(&mut self, wn: &Wn, kids: &[WnId]) {
        let module = self.module;
        let Some(callee) = module.functions.get(wn.value as usize) else { return };
        let arguments: SmallVec<[CrId; 2]> = kids.iter().map(|&kid| self.tree(kid)).collect();
        let mut results = SmallVec::new();
        let mut stores = Vec::new();
        if let (Some(st), Some(ty)) = (wn.st, callee.result) {
            for (offset, part) in optx_whirl::parts(&module.types, ty) {
                let aux = self.f.new_aux(optx_ir::AuxKind::Temp, part.register().unsigned(), "t");
                let var = self.f.plain_var(aux);
                results.push(var);
                stores.push((st, wn.offset.saturating_add(offset as i64), part, var));
            }
        }
        self.push(StmtOp::Call(wn.value as u32), results, arguments);
        for (st, offset, part, value) in stores {
            match self.object_access(st, offset, part, 0) {
                Some(access) => self.store(access, value, false),
                None => self.store_local(st, offset, part, value, 0),
            }
        }
    }

    /// What the function returns at a RETURN_VAL of `value`, or at a RETURN with a result object.
    pub(super) fn function_result(&mut self, value: Option<WnId>) {
        let Some(ty) = self.f.result else { return };
        let values: SmallVec<[CrId; 2]> = match (value, self.pu.result_object) {
            (Some(value), _) => smallvec![self.tree(value)],
            (None, Some(object)) => optx_whirl::parts(&self.module.types, ty)
                .into_iter()
                .map(|(offset, part)| self.read_symbol(object, offset as i64, part, 0, Loc::NONE))
                .collect(),
            // A function that ends without a value: what it returns is nobody's to use.
            (None, None) => return,
        };
        self.push(StmtOp::Result, SmallVec::new(), values);
    }
}

//! How values travel through a call that stays one at level M.
//!
//! A CALL's kids are the scalar parts of its arguments, those of one argument after those of the one before; an
//! aggregate result goes, part by part, to the object that the CALL names. A function returns a scalar by RETURN_VAL,
//! an aggregate by what its `result_object` holds at a RETURN.

use crate::module::Pu;
use crate::mtype::Mtype;
use crate::ty::{TyId, TyTable};

/// The parts that a value of the type travels in: (byte offset, memory type), in order. A scalar is one part.
pub fn parts(types: &TyTable, ty: TyId) -> Vec<(u64, Mtype)> {
    match types.mtype(ty) {
        Mtype::M => crate::vho::pieces(types, ty),
        mtype => vec![(0, mtype)],
    }
}

/// The parts of all parameters of a function, in order.
pub fn parameter_parts(types: &TyTable, pu: &Pu) -> Vec<Mtype> {
    let types_of = |&st: &crate::StId| pu.locals.get(st.index()).map(|local| local.ty);
    let all = pu.params.iter().filter_map(types_of);
    all.flat_map(|ty| parts(types, ty)).map(|(_, mtype)| mtype).collect()
}

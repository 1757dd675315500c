//! Calls between functions: what their statements must agree on, checked over a whole module.

use crate::block::Terminator;
use crate::func::Func;
use crate::ids::CrId;
use crate::stmtrep::StmtOp;
use optx_whirl::{Module, Mtype, PuKind, TyTable};

/// The memory types of the parts of all parameters, in order.
pub fn parameter_parts(types: &TyTable, f: &Func) -> Vec<Mtype> {
    let ty = |st: &optx_whirl::StId| f.locals.get(st.index()).map(|local| local.ty);
    let all = f.params.iter().filter_map(ty).flat_map(|ty| optx_whirl::parts(types, ty));
    all.map(|(_, mtype)| mtype).collect()
}

/// The memory types of the parts of the result, in order.
pub fn result_parts(types: &TyTable, f: &Func) -> Vec<Mtype> {
    let parts = f.result.map(|ty| optx_whirl::parts(types, ty));
    parts.into_iter().flatten().map(|(_, mtype)| mtype).collect()
}

/// Checks that calls and returns fit the functions of the module; an empty list is a valid module. At most 50 texts.
pub fn verify_calls(header: &Module, funcs: &[Func]) -> Vec<String> {
    let types = &header.types;
    let mut found = Vec::new();
    for f in funcs {
        for &bb in &f.layout {
            let block = &f.bbs[bb];
            for (k, &s) in block.stmts.iter().enumerate() {
                let stmt = &f.stmts[s];
                let wrong = match &stmt.op {
                    StmtOp::Call(callee) => match funcs.get(*callee as usize) {
                        None => Some("calls a function that does not exist"),
                        Some(callee) if callee.kind != PuKind::Device => Some("calls a kernel"),
                        Some(callee) => {
                            let results = result_parts(types, callee);
                            if !fits(f, &stmt.kids, &parameter_parts(types, callee)) {
                                Some("passes other parts than the function takes")
                            } else if !stmt.results.is_empty() && !fits(f, &stmt.results, &results)
                            {
                                Some("takes other parts than the function returns")
                            } else {
                                None
                            }
                        }
                    },
                    StmtOp::Result => {
                        let last = k + 1 == block.stmts.len();
                        if !last || block.terminator() != Terminator::Return {
                            Some("does not stand at the end of a block that returns")
                        } else if f.kind != PuKind::Device
                            || f.result.is_none()
                            || !fits(f, &stmt.kids, &result_parts(types, f))
                        {
                            Some("returns other parts than the function's result has")
                        } else {
                            None
                        }
                    }
                    _ => None,
                };
                if let Some(wrong) = wrong
                    && found.len() < 50
                {
                    found.push(format!("in {:?}: {bb}: {s} {wrong}", f.name));
                }
            }
        }
    }
    found
}

fn fits(f: &Func, values: &[CrId], parts: &[Mtype]) -> bool {
    values.len() == parts.len()
        && values.iter().zip(parts).all(|(&v, part)| f.mtype(v).interchangeable(part.register()))
}

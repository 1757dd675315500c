//! What a kernel's parameters may take together: 4096 bytes, or 32764 from sm_70 and PTX 8.1 (PTX ISA, "Kernel Function
//! Parameter Attributes"). ptxas refuses what is larger, and so does the launch.

use crate::target::{Target, Version};
use crate::{CgError, Demands};
use optx_ir::Func;
use optx_whirl::{Module, PuKind};

/// Bytes of parameters that every target takes.
const SMALL: u64 = 4096;
/// Bytes that newer targets take, and from which architecture and version.
const LARGE: (u64, u32, Version) = (32764, 70, (8, 1));

/// Notes what a kernel's parameters need, or says that they are too large.
pub(super) fn parameters(
    module: &Module,
    f: &Func,
    target: Target,
    demands: &mut Demands,
) -> Option<CgError> {
    let types = &module.types;
    let bytes = f.params.iter().fold(0u64, |at, st| {
        let ty = f.locals[st.index()].ty;
        at.next_multiple_of(u64::from(types.align(ty).max(1))).saturating_add(types.size(ty).max(1))
    });
    let (most, arch, version) = LARGE;
    if f.kind != PuKind::Kernel || bytes <= SMALL {
        return None;
    }
    let why = if bytes > most {
        format!("and a kernel takes {most} at most")
    } else if target.arch < arch {
        format!("and {target} takes {SMALL} at most, sm_{arch} and later {most}")
    } else {
        demands.version = demands.version.max(version);
        return None;
    };
    let message = format!("the parameters of `{}` take {bytes} bytes, {why}", f.name);
    Some(CgError { pos: f.pos, function: f.name.clone(), message })
}

//! Loads of constant objects: what an object that is declared `const` was initialised with it holds.
//!
//! Source: C++ [dcl.type.cv] 4, by which nothing may modify a const object while it lives; LLVM folds such loads as well (`ConstantFoldLoadFromConst`),
//! NVRTC too where `__constant__` or `__device__` stand beside `const`.
//! Legality: the object has an initial value here (an `extern` one may be another module's), no `volatile` and no `mutable` member
//! ([`optx_whirl::St::constant`]); the place is a constant one and all within the object. What reads or writes beyond it has no meaning, and stays. Of an address in
//! memory all eight bytes are read, or none of them.
//! Cost: a look at each load's address.

use optx_ir::{Access, CodeRep, Codemap, CrId, Space};
use optx_whirl::{Intrinsic, Module, Mtype, StId, Storage};

/// What a load reads, where that is a constant or the address of an object.
pub(crate) fn held(map: &mut Codemap, module: &Module, access: &Access) -> Option<CrId> {
    let CodeRep::Lda { st, offset } = *map.get(access.base) else { return None };
    if st.is_local() {
        return None;
    }
    let object = module.globals.get(st.index())?;
    let init = object.init.as_ref().filter(|_| object.constant && !object.volatile)?;
    if !matches!(object.storage, Storage::Constant | Storage::Global) {
        return None;
    }
    let begin = u64::try_from(offset.checked_add(access.offset)?).ok()?;
    let size = u64::from(access.desc.size());
    let end = begin.checked_add(size)?;
    if size == 0 || end > module.types.size(object.ty) {
        return None;
    }
    let mut addresses = init.addresses.iter().filter(|(at, ..)| *at < end && begin < *at + 8);
    if let Some(&(at, to, addend)) = addresses.next() {
        let is_whole = at == begin && size == 8 && access.desc.is_integer();
        return is_whole.then(|| generic_address(map, module, to, addend)).flatten();
    }
    let bytes = (begin..end).rev();
    let byte = |at: u64| u64::from(init.bytes.get(at as usize).copied().unwrap_or(0));
    let bits = bytes.fold(0, |bits, at| bits << 8 | byte(at));
    let desc = access.desc;
    Some(match desc {
        Mtype::F4 | Mtype::F8 => map.float(desc, bits),
        _ => {
            let unused = 64 - 8 * size as u32;
            let extended = ((bits << unused) as i64) >> unused;
            let value = if desc.is_signed() { extended as u64 } else { bits };
            map.integer(desc.register(), value)
        }
    })
}

/// The generic address of a place in an object.
fn generic_address(map: &mut Codemap, module: &Module, st: StId, offset: i64) -> Option<CrId> {
    let intrinsic = match Space::of(module.globals.get(st.index())?.storage) {
        Space::Global => Intrinsic::FromGlobal,
        Space::Constant => Intrinsic::FromConstant,
        _ => return None,
    };
    let lda = map.intern(CodeRep::Lda { st, offset });
    Some(map.intrinsic1(intrinsic, Mtype::U8, Mtype::U8, lda))
}

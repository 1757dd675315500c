//! What addresses point to: memory-space inference, and the classes that mu and chi are made of.
//!
//! Idea: one flow-insensitive value per pointer variable from the lattice
//! `Unset < Object(o) < Space(s) < Unknown`, with `Integer` beside it for what is no address; a fixed point over the
//! assignments. A pointer that is all its life into one space is then kept as an address of that space
//! (`memory-spaces`), and an access through it is `ld.shared` and not `ld`. After gpucc (CGO 2016, section 4.1) and
//! LLVM's InferAddressSpaces, but per variable and not per value, since it runs before SSA.
//!
//! Legality: a pointer parameter of a kernel points to global memory (CUDA C++ Programming Guide, "Device Memory
//! Space Specifiers"); addition and subtraction of integers stays in the object, as C has it; everything else
//! (loaded pointers, masks, inline PTX) is Unknown. A null constant joins global memory only, whose addresses are the
//! same numbers generic.

mod classes;
mod exposure;
mod spaces;

pub use classes::{Classes, MemoryClass};
pub use exposure::Exposure;
pub use spaces::run as infer_spaces;

use optx_ir::{Access, CodeRep, Codemap, CrId, Func, Op, SideTable, Space, StmtOp};
use optx_whirl::{Intrinsic, Module, Mtype, Operator, PuKind, StId, Storage, TyKind};

/// What a value points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsTo {
    /// No assignment seen yet.
    Unset,
    /// A constant that may be a null pointer.
    Null,
    /// No address: an offset, an index.
    Integer,
    /// Into this object.
    Object(StId),
    /// Somewhere in this space.
    Space(Space),
    /// Anywhere.
    Unknown,
}

/// What every pointer variable points to, and which objects can be reached through unknown pointers.
pub struct PointsToMap {
    variables: SideTable<PointsTo>,
}

/// The space of a symbol's object.
pub fn space_of(module: &Module, f: &Func, st: StId) -> Space {
    let storage = if st.is_local() {
        f.locals[st.index()].storage
    } else {
        module.globals[st.index()].storage
    };
    match storage {
        Storage::Global => Space::Global,
        Storage::Constant => Space::Constant,
        Storage::Shared | Storage::SharedDynamic => Space::Shared,
        Storage::Auto | Storage::Param => Space::Local,
    }
}

impl PointsTo {
    fn space(self, module: &Module, f: &Func) -> Option<Space> {
        match self {
            PointsTo::Object(st) => Some(space_of(module, f, st)),
            PointsTo::Space(space) => Some(space),
            _ => None,
        }
    }

    fn meet(self, other: PointsTo, module: &Module, f: &Func) -> PointsTo {
        use PointsTo::{Integer, Null, Unknown, Unset};
        if self == other {
            return self;
        }
        match (self, other) {
            (Unset, x) | (x, Unset) => x,
            (Null, Integer) | (Integer, Null) => Integer,
            (Null, x) | (x, Null) if x.space(module, f) == Some(Space::Global) => {
                PointsTo::Space(Space::Global)
            }
            (a, b) => match (a.space(module, f), b.space(module, f)) {
                (Some(x), Some(y)) if x == y => PointsTo::Space(x),
                _ => Unknown,
            },
        }
    }
}

impl PointsToMap {
    /// The fixed point over all assignments of the function.
    pub fn of(module: &Module, f: &Func) -> PointsToMap {
        let mut map = PointsToMap { variables: SideTable::new(PointsTo::Unset) };
        // The lattice is four high, so few rounds change anything.
        loop {
            let mut changed = false;
            for &bb in &f.layout {
                for &s in &f.bbs[bb].stmts {
                    let stmt = &f.stmts[s];
                    for &result in &stmt.results {
                        let Some(aux) = f.aux_of(result) else { continue };
                        if f.auxes[aux].mtype != Mtype::U8 {
                            continue;
                        }
                        let value = if stmt.op == StmtOp::Stid {
                            map.value(module, f, stmt.kids[0])
                        } else {
                            PointsTo::Unknown
                        };
                        let entry = map.variables.entry(aux.index());
                        let met = entry.meet(value, module, f);
                        if met != *entry {
                            *entry = met;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return map;
            }
        }
    }

    /// What a tree's value points to.
    pub fn value(&self, module: &Module, f: &Func, id: CrId) -> PointsTo {
        match f.codemap.get(id) {
            CodeRep::Lda { st, .. } => PointsTo::Object(*st),
            CodeRep::Const { value: 0, .. } => PointsTo::Null,
            CodeRep::Const { .. } | CodeRep::Rconst { .. } => PointsTo::Integer,
            CodeRep::Var { aux, .. } => *self.variables.get(aux.index()),
            CodeRep::Ivar { access, .. } => parameter_pointer(module, f, access),
            CodeRep::Op(op) => self.operation(module, f, op),
        }
    }

    fn operation(&self, module: &Module, f: &Func, op: &Op) -> PointsTo {
        use PointsTo::{Integer, Null, Unknown, Unset};
        let kid = |k: usize| self.value(module, f, op.kids[k]);
        match op.opr {
            Operator::IntrinsicOp => match op.intrinsic {
                Some(Intrinsic::ToGlobal | Intrinsic::FromGlobal) => {
                    into(kid(0), Space::Global, module, f)
                }
                Some(Intrinsic::ToShared | Intrinsic::FromShared) => {
                    into(kid(0), Space::Shared, module, f)
                }
                Some(Intrinsic::ToConstant | Intrinsic::FromConstant) => {
                    into(kid(0), Space::Constant, module, f)
                }
                Some(Intrinsic::ToLocal | Intrinsic::FromLocal) => {
                    into(kid(0), Space::Local, module, f)
                }
                _ => Integer,
            },
            Operator::Add | Operator::Sub if op.rtype == Mtype::U8 || op.rtype == Mtype::I8 => {
                let (a, b) = (kid(0), kid(1));
                let known = |p: PointsTo| p.space(module, f).is_some();
                match (known(a), known(b)) {
                    (true, true) if op.opr == Operator::Sub => Integer,
                    (true, true) => Unknown,
                    (true, false) => a,
                    (false, true) if op.opr == Operator::Add => b,
                    _ if a == Unset || b == Unset => Unset,
                    _ if a == Unknown || b == Unknown => Unknown,
                    _ => Integer,
                }
            }
            Operator::Select => kid(1).meet(kid(2), module, f),
            // A pointer may have gone through bit operations: anything goes.
            Operator::Band | Operator::Bior | Operator::Bxor if op.rtype.size() == 8 => {
                let int = |p: PointsTo| matches!(p, Integer | Null);
                if int(kid(0)) && int(kid(1)) { Integer } else { Unknown }
            }
            Operator::Tas => Unknown,
            _ => Integer,
        }
    }
}

/// A conversion says the space; the object is kept where it lies there.
fn into(value: PointsTo, space: Space, module: &Module, f: &Func) -> PointsTo {
    match value.space(module, f) {
        Some(s) if s == space => value,
        _ => PointsTo::Space(space),
    }
}

/// A pointer read from a kernel's parameters points to global memory; one passed to another function, anywhere.
fn parameter_pointer(module: &Module, f: &Func, access: &Access) -> PointsTo {
    if f.kind == PuKind::Device && access.desc.size() == 8 {
        return PointsTo::Unknown;
    }
    if access.space != Space::Param || access.desc.size() != 8 {
        return if access.desc.size() == 8 { PointsTo::Unknown } else { PointsTo::Integer };
    }
    let CodeRep::Lda { st, offset } = f.codemap.get(access.base) else { return PointsTo::Unknown };
    let mut ty = f.locals[st.index()].ty;
    let mut at = (offset + access.offset) as u64;
    loop {
        match module.types.kind(ty) {
            TyKind::Pointer(_) => return PointsTo::Space(Space::Global),
            TyKind::Struct { fields, is_union: false, .. } => {
                let inside = fields.iter().rev().find(|field| field.offset <= at);
                let Some(field) = inside else { return PointsTo::Unknown };
                at -= field.offset;
                ty = field.ty;
            }
            TyKind::Array(element, _) => {
                let size = module.types.size(*element).max(1);
                at %= size;
                ty = *element;
            }
            TyKind::Scalar(_) | TyKind::Bool => return PointsTo::Integer,
            TyKind::Struct { .. } => return PointsTo::Unknown,
        }
    }
}

/// The access in normal form: additive constants in the offset, an object's address in its own space.
///
/// The offset stays within 32 bits signed, as PTX's immediate is.
pub fn normal_access(codemap: &mut Codemap, mut access: Access) -> Access {
    if i32::try_from(access.offset).is_err() && access.space != Space::Param {
        // The source's own offset may be larger than an immediate: it goes to the address.
        let offset = codemap.integer(Mtype::U8, access.offset as u64);
        access.base = codemap.binary(Operator::Add, Mtype::U8, access.base, offset);
        access.offset = 0;
    }
    loop {
        let next = match codemap.get(access.base) {
            CodeRep::Lda { st, offset } if *offset != 0 => {
                let (st, offset) = (*st, *offset);
                let Some(sum) = immediate(access.offset, offset) else { return access };
                access.offset = sum;
                access.base = codemap.intern(CodeRep::Lda { st, offset: 0 });
                return access;
            }
            CodeRep::Op(op) => match op.opr {
                Operator::Add if access.space != Space::Param => {
                    let Some(value) = codemap.constant(op.kids[1]) else { return access };
                    let Some(sum) = immediate(access.offset, value as i64) else { return access };
                    access.offset = sum;
                    op.kids[0]
                }
                Operator::IntrinsicOp if access.space == Space::Generic => {
                    let space = match op.intrinsic {
                        Some(Intrinsic::FromGlobal) => Space::Global,
                        Some(Intrinsic::FromShared) => Space::Shared,
                        Some(Intrinsic::FromConstant) => Space::Constant,
                        Some(Intrinsic::FromLocal) => Space::Local,
                        _ => return access,
                    };
                    access.space = space;
                    op.kids[0]
                }
                _ => return access,
            },
            _ => return access,
        };
        access.base = next;
    }
}

fn immediate(a: i64, b: i64) -> Option<i64> {
    a.checked_add(b).filter(|sum| i32::try_from(*sum).is_ok())
}

//! What addresses point to: memory-space inference, and the classes that mu and chi are made of.
//!
//! Idea: one flow-insensitive value per pointer variable from the lattice
//! `Unset < Object(o), Based(p) < Space(s) < Unknown`; what is no address is Unknown too, since nothing is accessed there; a fixed point
//! over the assignments ([`flow`]). In form Ssa each version is a variable. A pointer that is all its life into one space is then kept as an address of that space
//! (`memory-spaces`), and an access through it is `ld.shared` and not `ld`. After gpucc (CGO 2016, section 4.1) and
//! LLVM's InferAddressSpaces, but per variable and not per value, since it runs before SSA.
//!
//! A kernel's `__restrict__` parameter is an allocation site too: what is based on it is followed as an object's address is, and where it
//! is merged with another pointer (a parameter that is assigned something else), stored or given away, it is exposed. What one thread
//! reaches through it, it reaches by no other pointer, if anything is written there (C17 6.7.3.1); other threads' accesses are behind
//! barriers and fences, which write its class.
//!
//! Legality: a pointer parameter of a kernel points to global memory (CUDA C++ Programming Guide, "Device Memory
//! Space Specifiers"); addition and subtraction of integers stays in the object, as C has it; a change of the low twelve bits stays in
//! global or shared memory (a window of shared memory begins at a multiple of that, as LLVM has it too); everything else
//! (masks, inline PTX) is Unknown. What is loaded is an address of global memory, or none, where no function of the module stores others ([`stored_addresses`]); else it is Unknown too. What a function returns that is summarized leads where its summary says. A null constant joins global memory only, whose addresses are the
//! same numbers generic.

mod classes;
mod clobber;
mod distance;
pub(crate) mod exposure;
pub(crate) mod flow;
mod stored_addresses;

pub(crate) use classes::place_of;
pub use classes::{Classes, MemoryClass};
pub(crate) use clobber::{
    ClobberWalk, DefiningBlocks, are_disjoint, covers, defining_blocks, is_same_across,
};

use crate::kit::facts::ModuleFacts;
use flow::{Flow, Source};
use optx_ir::{Access, CodeRep, CrId, Func, Op, Returned, SideTable, Space, StmtId, StmtOp};
use optx_whirl::{Intrinsic, Module, Mtype, Operator, PuKind, StId, TyKind};
use std::cell::RefCell;

/// What a value points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsTo {
    /// No assignment seen yet.
    Unset,
    /// A constant that may be a null pointer.
    Null,
    /// Into this object.
    Object(StId),
    /// Where this `__restrict__` parameter of a kernel leads.
    Based(StId),
    /// Somewhere in this space.
    Space(Space),
    /// Loaded where memory holds addresses of global memory alone: one of these, or no address.
    Loaded,
    /// Anywhere; or no address, but an offset or an index.
    Unknown,
}

/// What every pointer variable points to, and which objects can be reached through unknown pointers.
pub struct PointsToMap {
    variables: SideTable<CrId, PointsTo>,
    /// What nodes were found to point to since a variable last changed, which the number counts: trees are DAGs.
    known: RefCell<SideTable<CrId, (u32, PointsTo)>>,
    changes: u32,
    loads_global: bool,
}

/// The space of a symbol's object.
pub fn space_of(module: &Module, f: &Func, st: StId) -> Space {
    let storage = if st.is_local() {
        f.locals[st.index()].storage
    } else {
        module.globals[st.index()].storage
    };
    Space::of(storage)
}

/// The space of what is accessed at an address that leads there; the generic one where none is known.
pub(crate) fn space_accessed(to: PointsTo, module: &Module, f: &Func, access: &Access) -> Space {
    match to {
        PointsTo::Object(st) => space_of(module, f, st),
        PointsTo::Space(space) if access.space == Space::Generic => space,
        PointsTo::Based(_) | PointsTo::Loaded if access.space == Space::Generic => Space::Global,
        _ => access.space,
    }
}

impl PointsTo {
    pub(crate) fn space(self, module: &Module, f: &Func) -> Option<Space> {
        match self {
            PointsTo::Object(st) => Some(space_of(module, f, st)),
            PointsTo::Space(space) => Some(space),
            PointsTo::Based(_) => Some(Space::Global),
            _ => None,
        }
    }

    /// True where the one thing that the value leads to is known: others that lead there are followed, or it is exposed.
    fn is_followed(self) -> bool {
        matches!(self, PointsTo::Object(_) | PointsTo::Based(_))
    }

    /// What is known of a value that is one of two.
    pub(crate) fn meet(self, other: PointsTo, module: &Module, f: &Func) -> PointsTo {
        use PointsTo::{Loaded, Null, Unknown, Unset};
        if self == other {
            return self;
        }
        match (self, other) {
            (Unset, x) | (x, Unset) => x,
            (Loaded, x) | (x, Loaded) if x == Null || x.space(module, f) == Some(Space::Global) => {
                Loaded
            }
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
    pub fn of(facts: &ModuleFacts<'_>, f: &Func) -> PointsToMap {
        let mut map = PointsToMap {
            variables: SideTable::new(PointsTo::Unset),
            known: RefCell::new(SideTable::new((0, PointsTo::Unset))),
            changes: 1,
            loads_global: facts.exposure.loads_global(),
        };
        map.variables.cover(f.codemap.len());
        map.known.get_mut().cover(f.codemap.len());
        let mut flow = Flow::of(f, |aux| f.auxes[aux].mtype == Mtype::U8);
        let mut wave = flow.all();
        while !wave.is_empty() {
            facts.shuffle(&mut wave);
            let all = wave.iter().map(|&k| flow.assignment(k));
            let found: Vec<(CrId, PointsTo)> =
                all.map(|(variable, source)| (variable, map.source(facts, f, source))).collect();
            map.changes += 1;
            let mut changed = Vec::new();
            for (variable, value) in found {
                let entry = map.variables.entry(variable);
                let met = entry.meet(value, facts.module, f);
                if met != *entry {
                    *entry = met;
                    changed.push(variable);
                }
            }
            wave = flow.next(&changed);
        }
        map
    }

    /// What a variable is assigned.
    fn source(&self, facts: &ModuleFacts<'_>, f: &Func, source: Source) -> PointsTo {
        match source {
            Source::Value(value) => self.value(facts.module, f, value),
            Source::Result(s) => returned(facts, f, s),
        }
    }

    /// What a tree's value points to.
    pub fn value(&self, module: &Module, f: &Func, id: CrId) -> PointsTo {
        match f.codemap.get(id) {
            CodeRep::Lda { st, .. } => PointsTo::Object(*st),
            CodeRep::Const { value: 0, .. } => PointsTo::Null,
            CodeRep::Var { aux, .. } if f.auxes[*aux].mtype == Mtype::U8 => *self.variables.get(id),
            CodeRep::Const { .. } | CodeRep::Rconst { .. } | CodeRep::Var { .. } => {
                PointsTo::Unknown
            }
            CodeRep::Ivar { access, .. } => match parameter_pointer(module, f, access) {
                PointsTo::Unknown if self.loads_global && access.desc.size() == 8 => {
                    let is_passed = f.kind == PuKind::Device && access.space == Space::Param;
                    if is_passed { PointsTo::Unknown } else { PointsTo::Loaded }
                }
                known => known,
            },
            CodeRep::Op(op) => {
                let (at, known) = *self.known.borrow().get(id);
                if at == self.changes {
                    return known;
                }
                let value = self.operation(module, f, op);
                *self.known.borrow_mut().entry(id) = (self.changes, value);
                value
            }
        }
    }

    fn operation(&self, module: &Module, f: &Func, op: &Op) -> PointsTo {
        use PointsTo::{Loaded, Unknown, Unset};
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
                _ => Unknown,
            },
            Operator::Add | Operator::Sub if op.rtype == Mtype::U8 || op.rtype == Mtype::I8 => {
                let (a, b) = (kid(0), kid(1));
                let known = |p: PointsTo| p.space(module, f).is_some();
                match (known(a), known(b)) {
                    // A difference is an address or none by what is subtracted.
                    (true, false) if op.opr == Operator::Sub && b == Unset => Unset,
                    (true, false) => a,
                    (false, true) if op.opr == Operator::Add => b,
                    _ if a == Unset || b == Unset => Unset,
                    _ if a == Loaded && (b == Loaded || is_offset(f, op.kids[1], MOST_DEEP)) => {
                        Loaded
                    }
                    _ if b == Loaded
                        && op.opr == Operator::Add
                        && is_offset(f, op.kids[0], MOST_DEEP) =>
                    {
                        Loaded
                    }
                    _ => Unknown,
                }
            }
            Operator::Select => kid(1).meet(kid(2), module, f),
            Operator::Band | Operator::Bior | Operator::Bxor if op.rtype.size() == 8 => {
                let Some(k) = f.codemap.same_but_low_bits(op) else { return Unknown };
                if kid(k) == Unset {
                    return Unset;
                }
                // It may lead out of the object, and so is not followed.
                match kid(k).space(module, f) {
                    Some(space @ (Space::Global | Space::Shared)) => PointsTo::Space(space),
                    _ => Unknown,
                }
            }
            // A pointer may have gone through bit operations: anything goes.
            _ => Unknown,
        }
    }
}

/// Sums so deep are looked into for addresses.
const MOST_DEEP: u32 = 6;

/// True for a number that cannot be an address: a product, what was shifted, what fewer bits were extended to, and sums of such.
fn is_offset(f: &Func, id: CrId, depth: u32) -> bool {
    match f.codemap.get(id) {
        CodeRep::Const { .. } => true,
        CodeRep::Op(op) => match op.opr {
            Operator::Mpy | Operator::Shl => true,
            Operator::Cvt => op.desc.size() < 8,
            Operator::Add | Operator::Sub | Operator::Neg if depth > 0 => {
                op.kids.iter().all(|&kid| is_offset(f, kid, depth - 1))
            }
            _ => false,
        },
        _ => false,
    }
}

/// What a statement's result points to: where a callee's summary says, if that is a space.
fn returned(facts: &ModuleFacts<'_>, f: &Func, s: StmtId) -> PointsTo {
    let summary = match f.stmts[s].op {
        StmtOp::Call(callee) => facts.summary(callee),
        _ => None,
    };
    match summary.map(|summary| summary.returned) {
        Some(Returned::Into(space)) => PointsTo::Space(space),
        _ => PointsTo::Unknown,
    }
}

/// A conversion says the space; the object is kept where it lies there.
fn into(value: PointsTo, space: Space, module: &Module, f: &Func) -> PointsTo {
    match value.space(module, f) {
        _ if value == PointsTo::Unset => value,
        Some(s) if s == space => value,
        _ => PointsTo::Space(space),
    }
}

/// A pointer read from a kernel's parameters points to global memory; one passed to another function, anywhere.
fn parameter_pointer(module: &Module, f: &Func, access: &Access) -> PointsTo {
    if f.kind == PuKind::Device || access.space != Space::Param || access.desc.size() != 8 {
        return PointsTo::Unknown;
    }
    let CodeRep::Lda { st, offset } = f.codemap.get(access.base) else { return PointsTo::Unknown };
    let mut ty = f.locals[st.index()].ty;
    let mut at = (offset + access.offset) as u64;
    if f.locals[st.index()].restrict && matches!(module.types.kind(ty), TyKind::Pointer(_)) {
        return PointsTo::Based(*st);
    }
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
            TyKind::Scalar(_) | TyKind::Bool | TyKind::Struct { .. } => return PointsTo::Unknown,
        }
    }
}

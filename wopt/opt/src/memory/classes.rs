//! Classes of memory: one virtual symbol per object and per space, and which may overlap which.
//!
//! An access whose address leads to one object belongs to that object's class, any other to its space's. A space's
//! class overlaps the space's *exposed* objects: those whose address goes where the points-to map does not follow it,
//! here for the function's locals and in all of the module for the rest ([`super::exposure`]).
//! The generic class overlaps every space's class and every exposed object.
//! Where more than [`MOST`] objects can be reached by others, those belong to their spaces' classes: each of them would
//! have a version at every barrier, call and atomic, and a kernel of a thousand `printf` has a thousand buffers.

use super::exposure::{Exposure, exposed_by};
use super::{PointsTo, PointsToMap, space_of};
use optx_ir::{Access, AuxId, AuxKind, CodeRep, CrId, Func, Space, StmtOp};
use optx_whirl::{Module, Mtype, StId, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// So many objects that others can reach have classes of their own.
const MOST: usize = 128;

/// What a class of memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryClass {
    /// One object.
    Object(StId),
    /// All of a space that is in no class of its own.
    Space(Space),
}

/// The classes of a function, each with its auxiliary symbol.
pub struct Classes {
    points_to: PointsToMap,
    exposed: BTreeSet<StId>,
    /// Objects that others can reach belong to their spaces' classes.
    folded: bool,
    symbols: BTreeMap<MemoryClass, AuxId>,
    overlaps: BTreeMap<MemoryClass, Vec<AuxId>>,
    reachable: Vec<AuxId>,
}

impl Classes {
    /// Finds the classes of all accesses and makes their symbols.
    pub fn of(module: &Module, exposure: &Exposure, f: &mut Func) -> Classes {
        let points_to = PointsToMap::of(module, f);
        let mut exposed = exposed_by(module, f, &points_to);
        exposed.extend(exposure.objects());
        let mut found = BTreeSet::new();
        for &bb in &f.layout {
            for &s in &f.bbs[bb].stmts {
                for access in accesses(f, &f.stmts[s]) {
                    if !access.space.is_read_only() {
                        found.insert(class_of(&points_to, module, f, &access));
                    }
                }
            }
        }
        let reached = |class: &MemoryClass| match *class {
            MemoryClass::Object(st) => is_reachable(module, f, &exposed, st),
            MemoryClass::Space(_) => false,
        };
        let folded = found.iter().filter(|&c| reached(c)).count() > MOST;
        if folded {
            found = found.iter().map(|&class| fold(module, f, &exposed, class)).collect();
        }
        let symbols: BTreeMap<MemoryClass, AuxId> = found
            .iter()
            .map(|&class| {
                let name = match class {
                    MemoryClass::Object(st) if st.is_local() => f.locals[st.index()].name.clone(),
                    MemoryClass::Object(st) => module.globals[st.index()].name.clone(),
                    MemoryClass::Space(space) => space.name().to_owned(),
                };
                (class, f.new_aux(AuxKind::Memory, Mtype::V, &name))
            })
            .collect();
        let mut classes = Classes {
            points_to,
            exposed,
            folded,
            symbols,
            overlaps: BTreeMap::new(),
            reachable: Vec::new(),
        };
        for &class in &found {
            let list = found
                .iter()
                .filter(|&&other| classes.may_overlap(module, f, class, other))
                .filter_map(|other| classes.symbols.get(other).copied())
                .collect();
            classes.overlaps.insert(class, list);
            // An object of local space that is not exposed is this thread's alone.
            let private = match class {
                MemoryClass::Object(st) => !is_reachable(module, f, &classes.exposed, st),
                MemoryClass::Space(_) => false,
            };
            if !private {
                classes.reachable.push(classes.symbols[&class]);
            }
        }
        classes
    }

    fn may_overlap(&self, module: &Module, f: &Func, a: MemoryClass, b: MemoryClass) -> bool {
        use MemoryClass::{Object, Space};
        match (a, b) {
            // All dynamic shared arrays begin at one address.
            (Object(x), Object(y)) => x == y || (is_dynamic(module, x) && is_dynamic(module, y)),
            (Object(st), Space(space)) | (Space(space), Object(st)) => {
                self.exposed.contains(&st)
                    && (space == optx_ir::Space::Generic || space_of(module, f, st) == space)
            }
            (Space(x), Space(y)) => {
                x == y || x == optx_ir::Space::Generic || y == optx_ir::Space::Generic
            }
        }
    }

    fn class(&self, module: &Module, f: &Func, access: &Access) -> MemoryClass {
        let class = class_of(&self.points_to, module, f, access);
        if self.folded { fold(module, f, &self.exposed, class) } else { class }
    }

    /// The symbol of an access's class; None where nothing ever writes.
    pub fn symbol(&self, module: &Module, f: &Func, access: &Access) -> Option<AuxId> {
        if access.space.is_read_only() {
            return None;
        }
        self.symbols.get(&self.class(module, f, access)).copied()
    }

    /// The symbols of all classes that a store through the access may change, its own included.
    pub fn written(&self, module: &Module, f: &Func, access: &Access) -> &[AuxId] {
        self.overlaps.get(&self.class(module, f, access)).map_or(&[], Vec::as_slice)
    }

    /// The symbols of all classes that another thread, or unknown code, can reach.
    pub fn reachable(&self) -> &[AuxId] {
        &self.reachable
    }
}

/// True for an object that another thread, or unknown code, can reach.
fn is_reachable(module: &Module, f: &Func, exposed: &BTreeSet<StId>, st: StId) -> bool {
    space_of(module, f, st) != Space::Local || exposed.contains(&st)
}

/// The class that takes in an object's, where others can reach it.
fn fold(module: &Module, f: &Func, exposed: &BTreeSet<StId>, class: MemoryClass) -> MemoryClass {
    match class {
        MemoryClass::Object(st) if is_reachable(module, f, exposed, st) => {
            MemoryClass::Space(space_of(module, f, st))
        }
        other => other,
    }
}

fn is_dynamic(module: &Module, st: StId) -> bool {
    !st.is_local() && module.globals[st.index()].storage == Storage::SharedDynamic
}

/// The places that a statement accesses, volatile and atomic ones included.
pub fn accesses(f: &Func, stmt: &optx_ir::StmtRep) -> Vec<Access> {
    let mut list = Vec::new();
    let mut ivar = |id: CrId| {
        if let CodeRep::Ivar { access, .. } = f.codemap.get(id) {
            list.push(*access);
        }
    };
    match &stmt.op {
        StmtOp::Stid => ivar(stmt.kids[0]),
        StmtOp::Istore => ivar(stmt.results[0]),
        StmtOp::VolatileLoad(a) | StmtOp::VolatileStore(a) => list.push(*a),
        StmtOp::Intrinsic { access, .. } => list.extend(access),
        StmtOp::Asm(_) | StmtOp::Call(_) | StmtOp::Result => {}
    }
    list
}

fn class_of(map: &PointsToMap, module: &Module, f: &Func, access: &Access) -> MemoryClass {
    match map.value(module, f, access.base) {
        PointsTo::Object(st) => MemoryClass::Object(st),
        PointsTo::Space(space) if access.space == Space::Generic => MemoryClass::Space(space),
        _ => MemoryClass::Space(access.space),
    }
}

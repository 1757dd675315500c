//! Classes of memory: one virtual symbol per object and per space, and which may overlap which.
//!
//! An access whose address leads to one object belongs to that object's class, any other to its space's. A space's
//! class overlaps the space's *exposed* objects: those whose address goes where the points-to map does not follow it.
//! The generic class overlaps every space's class and every exposed object.
//! Where more than [`MOST`] objects can be reached by others, those belong to their spaces' classes: each of them would
//! have a version at every barrier, call and atomic, and a kernel of a thousand `printf` has a thousand buffers.

use super::{PointsTo, PointsToMap, space_of};
use optx_ir::{Access, AuxId, AuxKind, CodeRep, CrId, Func, Space, StmtOp};
use optx_whirl::{Module, Mtype, Operator, StId, Storage};
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
    pub fn of(module: &Module, f: &mut Func) -> Classes {
        let points_to = PointsToMap::of(module, f);
        let mut exposed = BTreeSet::new();
        let mut found = BTreeSet::new();
        for &bb in &f.layout {
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                let mut scan = Scan { module, f, points_to: &points_to, exposed: &mut exposed };
                scan.statement(stmt);
                for access in accesses(f, stmt) {
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

/// Finds objects whose address leaves what the points-to map follows.
struct Scan<'a> {
    module: &'a Module,
    f: &'a Func,
    points_to: &'a PointsToMap,
    exposed: &'a mut BTreeSet<StId>,
}

impl Scan<'_> {
    fn value(&self, id: CrId) -> PointsTo {
        self.points_to.value(self.module, self.f, id)
    }

    fn statement(&mut self, stmt: &optx_ir::StmtRep) {
        for access in accesses(self.f, stmt) {
            self.pointer(access.base);
        }
        match &stmt.op {
            StmtOp::Stid => {
                if !matches!(self.f.codemap.get(stmt.kids[0]), CodeRep::Ivar { .. }) {
                    let value = self.value(stmt.kids[0]);
                    let followed = matches!(value, PointsTo::Object(_))
                        && self.value(stmt.results[0]) == value;
                    self.walk(stmt.kids[0], followed);
                }
            }
            StmtOp::VolatileLoad(_) => {}
            StmtOp::Istore | StmtOp::VolatileStore(_) => self.walk(stmt.kids[0], false),
            StmtOp::Intrinsic { access, .. } => {
                let skip = usize::from(access.is_some());
                for &kid in &stmt.kids[skip..] {
                    self.walk(kid, false);
                }
            }
            StmtOp::Asm(_) | StmtOp::Call(_) | StmtOp::Result => {
                for &kid in &stmt.kids {
                    self.walk(kid, false);
                }
            }
        }
    }

    fn pointer(&mut self, base: CrId) {
        let followed = matches!(self.value(base), PointsTo::Object(_));
        self.walk(base, followed);
    }

    /// Exposes the objects that a tree's value, or a part of it, gives away.
    fn walk(&mut self, root: CrId, followed: bool) {
        let mut stack = vec![(root, followed)];
        while let Some((id, followed)) = stack.pop() {
            match self.f.codemap.get(id) {
                CodeRep::Lda { .. } | CodeRep::Var { .. } => {
                    if !followed && let PointsTo::Object(st) = self.value(id) {
                        self.exposed.insert(st);
                    }
                }
                CodeRep::Op(op) => {
                    let passes = match op.opr {
                        Operator::Add | Operator::Sub | Operator::Select => followed,
                        Operator::IntrinsicOp => followed,
                        // The result of a comparison is no address.
                        o if o.is_compare() => true,
                        _ => false,
                    };
                    stack.extend(op.kids.iter().map(|&k| (k, passes)));
                }
                _ => {}
            }
        }
    }
}

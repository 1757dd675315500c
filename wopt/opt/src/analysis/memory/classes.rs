//! Classes of memory: one virtual symbol per object, per `__restrict__` parameter and per space, and which may overlap which.
//!
//! An access whose address leads to one object belongs to that object's class, any other to its space's. A space's
//! class overlaps the space's *exposed* objects: those whose address goes where the points-to map does not follow it,
//! here for the function's locals and in all of the module for the rest ([`super::exposure`]).
//! What a kernel's `const T *__restrict__` leads to is promised not to change while that runs (CUDA C++ Programming Guide, "Read-Only Data Cache Load
//! Function"): no barrier, fence or call writes its class.
//! The generic class overlaps every space's class and every exposed object.
//! Every object that others can reach has a version at every barrier, call and fence. Where those would be more than
//! [`MOST_CHIS`] and four times the statements, such objects belong to their spaces' classes: a kernel of a thousand `printf`
//! has a thousand buffers. `-alias=spaces` asks for it, and `-alias=objects` for no classes of `__restrict__` parameters.

use super::exposure::exposed_by;
use super::{PointsTo, PointsToMap, space_accessed, space_of};
use crate::kit::facts::ModuleFacts;
use optx_ir::{Access, AuxId, AuxKind, CodeRep, CrId, Form, Func, Space, StmtOp, StmtRep};
use optx_whirl::{AliasMode, Module, Mtype, PuKind, StId, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// Barriers, calls and fences may have so many chis together, whatever the size of the function.
const MOST_CHIS: usize = 1 << 14;

/// What a class of memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemoryClass {
    /// One object.
    Object(StId),
    /// What a kernel's `__restrict__` parameter leads to.
    Based(StId),
    /// All of a space that is in no class of its own.
    Space(Space),
}

impl MemoryClass {
    /// The object's name, or the space's.
    fn name(self, module: &Module, f: &Func) -> String {
        match self {
            MemoryClass::Object(st) if st.is_local() => f.locals[st.index()].name.clone(),
            MemoryClass::Object(st) => module.globals[st.index()].name.clone(),
            MemoryClass::Based(st) => format!("*{}", f.locals[st.index()].name),
            MemoryClass::Space(space) => space.name().to_owned(),
        }
    }

    /// The space that its memory lies in.
    pub fn space(self, module: &Module, f: &Func) -> Space {
        match self {
            MemoryClass::Object(st) => space_of(module, f, st),
            MemoryClass::Based(_) => Space::Global,
            MemoryClass::Space(space) => space,
        }
    }
}

/// The classes of a function, each with its auxiliary symbol.
pub struct Classes {
    points_to: PointsToMap,
    exposed: BTreeSet<StId>,
    /// Objects that others can reach belong to their spaces' classes.
    folded: bool,
    /// `__restrict__` parameters whose memory belongs to global memory's class.
    merged: BTreeSet<StId>,
    found: BTreeSet<MemoryClass>,
    /// Those of which a store or an atomic operation is.
    stored: BTreeSet<MemoryClass>,
    symbols: BTreeMap<MemoryClass, AuxId>,
    overlaps: BTreeMap<MemoryClass, Vec<AuxId>>,
    reachable: Vec<MemoryClass>,
}

impl Classes {
    /// Finds the classes of all accesses. They have no symbols yet.
    pub fn of(facts: &ModuleFacts<'_>, f: &Func) -> Classes {
        Classes::with(facts, f, PointsToMap::of(facts, f))
    }

    /// As [`Classes::of`], where the points-to map of the function as it is is known.
    pub(crate) fn with(facts: &ModuleFacts<'_>, f: &Func, points_to: PointsToMap) -> Classes {
        let module = facts.module;
        let mut exposed = exposed_by(facts, f, &points_to);
        exposed.extend(facts.exposure.objects());
        let merged = merged(module, f);
        let (mut found, mut stored) = (BTreeSet::new(), BTreeSet::new());
        let (mut statements, mut writers) = (0, 0);
        for bb in facts.blocks(f) {
            for &s in &f.bbs[bb].stmts {
                statements += 1;
                writers += usize::from(f.stmts[s].writes_reachable(f));
                stored.extend(written_by_callee(facts, f, &points_to, &f.stmts[s]));
                let access = f.stmts[s].access(&f.codemap);
                let Some(access) = access.filter(|a| !a.space.is_read_only()) else { continue };
                let class = class_of(&points_to, &merged, module, f, &access);
                // A store to somewhere in a space has a chi on every object that it may hit.
                let anywhere = matches!(class, MemoryClass::Space(_));
                writers += usize::from(anywhere && f.stmts[s].op != StmtOp::Stid);
                found.insert(class);
                if !matches!(f.stmts[s].op, StmtOp::Stid | StmtOp::VolatileLoad(_)) {
                    stored.insert(class);
                }
            }
        }
        let reached = |class: &MemoryClass| match *class {
            MemoryClass::Object(st) => is_reachable(module, f, &exposed, st),
            MemoryClass::Based(_) => true,
            MemoryClass::Space(_) => false,
        };
        let objects = found.iter().filter(|&c| reached(c)).count();
        let folded = module.options.alias == AliasMode::Spaces
            || objects.saturating_mul(writers) > MOST_CHIS.max(4 * statements);
        if folded {
            found = found.iter().map(|&class| fold(module, f, &exposed, class)).collect();
            stored = stored.iter().map(|&class| fold(module, f, &exposed, class)).collect();
        }
        let mut classes = Classes {
            points_to,
            exposed,
            folded,
            merged,
            found,
            stored,
            symbols: BTreeMap::new(),
            overlaps: BTreeMap::new(),
            reachable: Vec::new(),
        };
        classes.reachable =
            classes.found.iter().copied().filter(|&c| classes.reaches(module, f, c)).collect();
        classes
    }

    /// Makes a symbol for each class.
    pub fn make_symbols(&mut self, module: &Module, f: &mut Func) {
        for &class in &self.found {
            let name = class.name(module, f);
            self.symbols.insert(class, f.new_aux(AuxKind::Memory, Mtype::V, name));
        }
        for &class in &self.found {
            let others = self.found.iter().filter(|&&o| self.may_overlap(module, f, class, o));
            let list = others.map(|other| self.symbols[other]).collect();
            self.overlaps.insert(class, list);
        }
    }

    /// True where a load or store of a function in form Ssa is in another class now than its version of memory is of, by
    /// their names.
    pub(crate) fn differ(&self, module: &Module, f: &Func) -> bool {
        let stmts = f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).map(|&s| &f.stmts[s]);
        let mut places = stmts.filter_map(|stmt| place_of(f, stmt));
        places.any(|(ivar, mu)| {
            let CodeRep::Ivar { access, .. } = f.codemap.get(ivar) else { return false };
            let Some(aux) = mu.and_then(|mu| f.aux_of(mu)) else { return false };
            access.space.is_read_only()
                || self.class(module, f, access).name(module, f) != f.auxes[aux].name
        })
    }

    /// True for a class that another thread, or unknown code, can change: all but this thread's own objects, and what does not change
    /// while the kernel runs.
    fn reaches(&self, module: &Module, f: &Func, class: MemoryClass) -> bool {
        match class {
            MemoryClass::Object(st) => is_reachable(module, f, &self.exposed, st),
            MemoryClass::Based(st) => !self.is_unchanging(f, st),
            MemoryClass::Space(_) => true,
        }
    }

    /// True where a thread of the grid, or unknown code where some runs, may change what an access is of. `__restrict__` alone says nothing of
    /// other threads.
    pub(crate) fn may_change(
        &self,
        module: &Module,
        f: &Func,
        access: &Access,
        anything: bool,
    ) -> bool {
        let class = self.class(module, f, access);
        if matches!(class, MemoryClass::Based(st) if self.is_unchanging(f, st)) {
            return false;
        }
        let anywhere = |class| match class {
            MemoryClass::Based(_) => MemoryClass::Space(Space::Global),
            other => other,
        };
        let hits = |&stored| self.may_overlap(module, f, anywhere(class), anywhere(stored));
        anything && self.reachable.contains(&class) || self.stored.iter().any(hits)
    }

    /// True where nobody changes what a kernel's parameter leads to: it is `const` and `__restrict__`, its address is followed, and no store
    /// is through it, as one whose `const` was cast away would be.
    fn is_unchanging(&self, f: &Func, st: StId) -> bool {
        f.kind == PuKind::Kernel
            && f.locals[st.index()].unchanging
            && !self.exposed.contains(&st)
            && !self.stored.contains(&MemoryClass::Based(st))
    }

    /// The classes as text: of each, which it may overlap, and whether others reach it.
    pub fn describe(&self, module: &Module, f: &Func) -> String {
        let mut out = String::new();
        for &class in &self.found {
            let others = self.found.iter().filter(|&&o| self.may_overlap(module, f, class, o));
            let names: Vec<String> = others.map(|other| other.name(module, f)).collect();
            let private = match class {
                _ if self.reachable.contains(&class) => "",
                MemoryClass::Based(_) => "; nobody changes it",
                _ => "; this thread's alone",
            };
            out.push_str(&format!(
                "{}: overlaps {}{private}\n",
                class.name(module, f),
                names.join(" ")
            ));
        }
        let exposed: Vec<String> =
            self.exposed.iter().map(|&st| MemoryClass::Object(st).name(module, f)).collect();
        out.push_str(&format!("exposed: {}\n", exposed.join(" ")));
        out
    }

    fn may_overlap(&self, module: &Module, f: &Func, a: MemoryClass, b: MemoryClass) -> bool {
        use MemoryClass::{Based, Object, Space};
        match (a, b) {
            // What is based on one such parameter is based on no other, and is no object that is accessed by its name.
            (Based(x), Based(y)) => x == y,
            (Based(_), Object(_)) | (Object(_), Based(_)) => false,
            (Based(p), Space(space)) | (Space(space), Based(p)) => {
                self.exposed.contains(&p)
                    && matches!(space, optx_ir::Space::Global | optx_ir::Space::Generic)
            }
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

    /// The class of an access.
    pub fn class(&self, module: &Module, f: &Func, access: &Access) -> MemoryClass {
        let class = class_of(&self.points_to, &self.merged, module, f, access);
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

    /// The symbol of the object that an address passed to a call leads to, where it is this thread's own and no one else
    /// reaches it.
    pub fn passed(&self, module: &Module, f: &Func, address: CrId) -> Option<AuxId> {
        let PointsTo::Object(st) = self.points_to.value(module, f, address) else { return None };
        let class = MemoryClass::Object(st);
        self.symbols.get(&class).copied().filter(|_| !self.reaches(module, f, class))
    }

    /// The classes that another thread, or unknown code, can reach, with their symbols.
    pub fn reachable(&self) -> impl Iterator<Item = (MemoryClass, AuxId)> + '_ {
        self.reachable.iter().map(|class| (*class, self.symbols[class]))
    }
}

/// A plain load's or store's IVAR, with the version of memory that it names.
pub(crate) fn place_of(f: &Func, stmt: &StmtRep) -> Option<(CrId, Option<CrId>)> {
    let ivar = match stmt.op {
        StmtOp::Stid => stmt.kids[0],
        StmtOp::Istore => stmt.results[0],
        _ => return None,
    };
    match *f.codemap.get(ivar) {
        CodeRep::Ivar { mu, .. } => Some((ivar, mu)),
        _ => None,
    }
}

/// What `__restrict__` parameters lead to that a call is given, unless the callee is known to read it alone.
fn written_by_callee<'a>(
    facts: &'a ModuleFacts<'a>,
    f: &'a Func,
    points_to: &'a PointsToMap,
    stmt: &'a StmtRep,
) -> impl Iterator<Item = MemoryClass> + 'a {
    let callee = match stmt.op {
        StmtOp::Call(callee) => Some(callee),
        _ => None,
    };
    let summary = callee.and_then(|callee| facts.summary(callee));
    let reads_alone =
        move |k: usize| summary.is_some_and(|s| s.kept.contains(k) && !s.written.contains(k));
    let given = callee.map_or(&[][..], |_| &stmt.kids[..]).iter().enumerate();
    given.filter(move |&(k, _)| !reads_alone(k)).filter_map(|(_, &kid)| {
        match points_to.value(facts.module, f, kid) {
            PointsTo::Based(st) => Some(MemoryClass::Based(st)),
            _ => None,
        }
    })
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
        MemoryClass::Based(_) => MemoryClass::Space(Space::Global),
        other => other,
    }
}

fn is_dynamic(module: &Module, st: StId) -> bool {
    !st.is_local() && module.globals[st.index()].storage == Storage::SharedDynamic
}

/// The `__restrict__` parameters that had no class when SSA was made, or all where none is to have one. What a parameter is assigned is based on it as well, and
/// versions do not tell of an assignment that propagation has made dead; no access of such a parameter's had a class of its own.
fn merged(module: &Module, f: &Func) -> BTreeSet<StId> {
    let restrict = f.params.iter().copied().filter(|p| f.locals[p.index()].restrict);
    if module.options.alias < AliasMode::Restrict {
        return restrict.collect();
    }
    let mut list: BTreeSet<StId> = restrict.filter(|_| f.form == Form::Ssa).collect();
    let had_class = |&st: &StId| {
        let name = MemoryClass::Based(st).name(module, f);
        f.auxes.iter().any(|(_, aux)| aux.kind == AuxKind::Memory && aux.name == name)
    };
    list.retain(|st| !had_class(st));
    list
}

fn class_of(
    map: &PointsToMap,
    merged: &BTreeSet<StId>,
    module: &Module,
    f: &Func,
    access: &Access,
) -> MemoryClass {
    match map.value(module, f, access.base) {
        PointsTo::Object(st) => MemoryClass::Object(st),
        PointsTo::Based(st) if !merged.contains(&st) => MemoryClass::Based(st),
        to => MemoryClass::Space(space_accessed(to, module, f, access)),
    }
}

//! Variables that are used before anything has set them.
//!
//! Idea: a version without definition is followed through copies and phis to what uses it. A use is *sure* where all that
//! the version may have come from is without definition, or defined by what stands behind the use: when control comes to the use for the first time nothing of that
//! has run. Else the value *may* be unset. Memory of the thread's own objects is followed by its versions alike, each store and call taken
//! for a definition of all of it; of it only what is sure is told.
//!
//! No use is what hands a value on: a copy, an argument that is inlined, a structure's move. What is computed from an unset value is told where that is done,
//! and no more behind it. A shuffle hands on values of which one lane may want none, so there only what is sure counts. Words of bit-fields stay out: setting one field
//! reads the others.
//!
//! One text may stand in a module often, as the instances of a template and the calls that a function is inlined at. It is told as sure if it is in
//! every one ([`judged`]).
//!
//! Source: the words and the split in two are those of clang's `-Wuninitialized` and `-Wsometimes-uninitialized`; that a definition behind the use is none
//! makes `sum += x[i]` in a loop sure, which clang and nvcc do not tell.
//! Legality: nothing is changed. A use in a block that ranges show to be dead is none.
//! Cost: the versions of a function are looked through; where one is without definition the statements too, and for each use of such a version the phis
//! that it comes from, [`MOST_STEPS`] of them.

mod copies;
mod name;
mod reads;
mod sure;

pub(crate) use copies::judged;

use self::copies::{SURE, WAY};
use self::reads::Reading;
use self::sure::Verdict;
use crate::analysis::ranges::Context;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use crate::kit::warnings::{Spot, Unset, Warning};
use optx_ir::dominance::Dominance;
use optx_ir::walk::Walk;
use optx_ir::{Access, AuxKind, BbId, CodeRep, CrId, Def, Func, Role, Space, StmtId, StmtOp};
use optx_source::code;
use optx_whirl::fixed_hash::{Map, Set};
use optx_whirl::{AsmInfo, Intrinsic, Loc, LocTable, Module, StId, Storage};
use std::rc::Rc;

/// So many versions are gone through for one function.
const MOST_STEPS: usize = 1 << 18;

/// So many copies of an address are followed.
const MOST_COPIES: usize = 16;

/// Where an unset value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Origin {
    /// The variable.
    st: StId,
    /// Its piece's place in it; None where it is an element of an object in memory.
    offset: Option<i64>,
    /// Where it was handed on first.
    handed: Loc,
}

/// Notes a function's uses of what nothing sets.
pub(super) fn find(f: &Func, cx: &mut Cx<'_>, stats: &mut Stats) {
    let seeds = seeds(f, cx.facts.module);
    let objects = f.stack_objects.iter().any(|&st| is_own_object(f, st));
    if seeds.is_empty() && !objects {
        return;
    }
    let dom = cx.analyses.dominators(f);
    let ranges = cx.analyses.ranges(f);
    let mut search = Search::new(f, cx.facts.module, dom, Context::new(ranges));
    search.find_reached();
    search.spread(seeds);
    search.uses();
    stats.add("uses of what may be unset", search.found.len() as u64);
    cx.unset.append(&mut search.found);
}

/// The versions of variables of the source that are without definition.
fn seeds(f: &Func, module: &Module) -> Vec<(CrId, Origin)> {
    let mut seeds = Vec::new();
    for aux in f.auxes.iter() {
        let AuxKind::Scalar { st, offset } = aux.1.kind else { continue };
        let variable = &f.locals[st.index()];
        if variable.storage != Storage::Auto || variable.pos.line == 0 {
            continue;
        }
        let unset = aux.1.versions.iter().skip(1).copied().find(|&v| f.def(v) == Def::Entry);
        if let Some(version) = unset.filter(|_| !name::has_bit_fields(module, variable.ty, offset))
        {
            seeds.push((version, Origin { st, offset: Some(offset), handed: Loc::NONE }));
        }
    }
    seeds
}

/// True for an object of this thread that begins without values.
fn is_own_object(f: &Func, st: StId) -> bool {
    let object = &f.locals[st.index()];
    object.storage == Storage::Auto && object.init.is_none() && object.pos.line != 0
}

/// The object of this thread that an access is of, where its address says so.
fn own_object(f: &Func, access: &Access, walk: &mut Walk) -> Option<StId> {
    // At -O0 spaces are not looked for.
    if !matches!(access.space, Space::Local | Space::Generic) {
        return None;
    }
    let (mut object, mut others) = (None, false);
    walk.forget();
    walk.tree(&f.codemap, access.base, |id, node| {
        let named = match *node {
            CodeRep::Lda { st, .. } => Some(st),
            CodeRep::Var { .. } => pointed_to(f, id),
            _ => None,
        };
        others |= named.is_some() && object.is_some();
        object = object.or(named);
        true
    });
    object.filter(|&st| !others && st.is_local() && is_own_object(f, st))
}

/// The object whose address a version holds: that of a reference, or of a pointer that was just set.
fn pointed_to(f: &Func, mut version: CrId) -> Option<StId> {
    for _ in 0..MOST_COPIES {
        let Def::Stmt(s) = f.def(version) else { return None };
        let stmt = &f.stmts[s];
        if stmt.op != StmtOp::Stid {
            return None;
        }
        match f.codemap.get(stmt.kids[0]) {
            CodeRep::Lda { st, .. } => return Some(*st),
            CodeRep::Var { .. } => version = stmt.kids[0],
            _ => return None,
        }
    }
    None
}

struct Search<'a> {
    f: &'a Func,
    module: &'a Module,
    dom: Rc<Dominance>,
    context: Context,
    /// By block: control may come to it, as far as constants and ranges tell.
    reached: Vec<bool>,
    /// By block: a statement in it ends the thread.
    stops: Vec<bool>,
    /// By statement: its place in its block.
    places: Map<StmtId, usize>,
    /// The versions that may be unset, and what they come from.
    unset: Map<CrId, Origin>,
    /// The versions of memory that may be as on entry.
    unwritten: Set<CrId>,
    walk: Walk,
    steps: usize,
    found: Vec<Unset>,
}

/// Where a use is.
#[derive(Clone, Copy)]
struct Site {
    bb: BbId,
    /// The statement's place in the block; of the block's end that behind the last.
    place: usize,
}

/// What reads a version.
#[derive(Clone, Copy)]
struct Place {
    site: Site,
    role: Role,
    loc: Loc,
    reading: Reading,
}

impl<'a> Search<'a> {
    fn new(f: &'a Func, module: &'a Module, dom: Rc<Dominance>, context: Context) -> Search<'a> {
        let mut places = Map::default();
        let mut stops = vec![false; f.bbs.len()];
        for &bb in &f.layout {
            stops[bb.index()] = f.bbs[bb].stmts.iter().any(|&s| stops_thread(f, &f.stmts[s].op));
            places.extend(f.bbs[bb].stmts.iter().enumerate().map(|(k, &s)| (s, k)));
        }
        Search {
            f,
            module,
            dom,
            context,
            reached: vec![false; f.bbs.len()],
            stops,
            places,
            unset: Map::default(),
            unwritten: Set::default(),
            walk: Walk::new(),
            steps: 0,
            found: Vec::new(),
        }
    }

    /// Finds the blocks that control may come to. Ranges that gave up take all for such, so edges are asked once more.
    fn find_reached(&mut self) {
        let f = self.f;
        let mut work = vec![f.entry()];
        while let Some(bb) = work.pop() {
            let runs = self.context.ranges().is_reached(bb);
            if !runs || std::mem::replace(&mut self.reached[bb.index()], true) {
                continue;
            }
            work.extend(f.succs(bb).into_iter().filter(|&to| self.is_taken(bb, to)));
        }
    }

    /// Follows versions without definition through copies, loads and phis.
    fn spread(&mut self, seeds: Vec<(CrId, Origin)>) {
        let f = self.f;
        let mut followers: Map<CrId, Vec<(CrId, Loc)>> = Map::default();
        let (mut loads, mut memory) = (Vec::new(), Vec::new());
        for &bb in &f.layout {
            for phi in &f.bbs[bb].phis {
                for &operand in &phi.operands {
                    followers.entry(operand).or_default().push((phi.result, Loc::NONE));
                    let is_memory = f.auxes[phi.aux].kind == AuxKind::Memory;
                    if is_memory && f.def(operand) == Def::Entry {
                        memory.push(operand);
                    }
                }
            }
            for &s in &f.bbs[bb].stmts {
                let stmt = &f.stmts[s];
                if stmt.op != StmtOp::Stid {
                    continue;
                }
                match *f.codemap.get(stmt.kids[0]) {
                    CodeRep::Var { .. } => {
                        let list = followers.entry(stmt.kids[0]).or_default();
                        list.push((stmt.results[0], stmt.loc));
                    }
                    CodeRep::Ivar { access, mu, .. } => {
                        if let Some(st) = own_object(f, &access, &mut self.walk) {
                            memory.extend(mu.filter(|&mu| f.def(mu) == Def::Entry));
                            loads.push((stmt.results[0], mu, st));
                        }
                    }
                    _ => {}
                }
            }
        }
        while let Some(version) = memory.pop() {
            if self.unwritten.insert(version) {
                memory.extend(followers.get(&version).into_iter().flatten().map(|&(to, _)| to));
            }
        }
        let mut work = seeds;
        for (result, mu, st) in loads {
            if mu.is_none_or(|mu| self.unwritten.contains(&mu)) {
                work.push((result, Origin { st, offset: None, handed: Loc::NONE }));
            }
        }
        while let Some((version, origin)) = work.pop() {
            if self.unset.contains_key(&version) {
                continue;
            }
            self.unset.insert(version, origin);
            for &(to, loc) in followers.get(&version).into_iter().flatten() {
                work.push((to, Origin { handed: origin.handed.or(loc), ..origin }));
            }
        }
    }

    /// Looks at all uses.
    fn uses(&mut self) {
        let f = self.f;
        for &bb in &f.layout {
            if !self.reached[bb.index()] {
                continue;
            }
            for (k, &s) in f.bbs[bb].stmts.iter().enumerate() {
                let stmt = &f.stmts[s];
                // In every copy at the same place.
                let mut roots: Vec<(CrId, Role)> = Vec::new();
                stmt.for_each_use(&f.codemap, |root, role| roots.push((root, role)));
                for (root, role) in roots {
                    self.root(root, Site { bb, place: k }, role, stmt.loc);
                }
            }
            if let Some(condition) = f.bbs[bb].terminator().condition() {
                let end = Site { bb, place: f.bbs[bb].stmts.len() };
                self.root(condition, end, Role::Condition, f.bbs[bb].loc);
            }
        }
    }

    /// Looks at what a statement, or a block's end, reads.
    fn root(&mut self, root: CrId, site: Site, role: Role, loc: Loc) {
        if let Some(origin) = self.unset.get(&root).copied() {
            let moves = match role {
                Role::Assigned => true,
                Role::Stored if self.stays_own(site) => true,
                Role::Stored | Role::Argument => self.is_move(site, &origin, loc),
                Role::Base | Role::Condition => false,
            };
            if !moves {
                self.told(root, &origin, &Place { site, role, loc, reading: Reading::Always });
            }
            return;
        }
        for (version, reading) in self.read_by(root) {
            let Some(origin) = self.unset.get(&version).copied() else { continue };
            let place = Place { site, role, loc, reading };
            self.told(version, &origin, &place);
        }
    }

    /// Tells of a use.
    fn told(&mut self, version: CrId, origin: &Origin, place: &Place) {
        let f = self.f;
        let Place { site, role, loc, reading } = *place;
        let (sure, way) = match self.verdict(version, site) {
            Verdict::Set => return,
            Verdict::Unset => (reading != Reading::Chosen, None),
            Verdict::UnsetAtFirst => (reading == Reading::Always, None),
            Verdict::MayBeUnset(way) => (false, way),
            Verdict::Unknown => (false, None),
        };
        let is_shuffle =
            f.bbs[site.bb].stmts.get(site.place).is_some_and(|&s| is_shuffle(&f.stmts[s].op));
        let in_memory = origin.offset.is_none();
        if !sure && (in_memory || is_shuffle || self.steps > MOST_STEPS) {
            return;
        }
        let at = self.told_at(loc, role, origin);
        let variable = &f.locals[origin.st.index()];
        let mut notes = vec![(Spot::Declared(variable.pos), "it is declared here".to_owned())];
        if let Some((branch, holds)) = way.filter(|_| !sure) {
            notes.insert(0, (Spot::At(branch), format!("{WAY}{holds}")));
        }
        let mut name = name::of_piece(self.module, variable, origin.offset);
        let mut word = &variable.name;
        // Where it is told as it is used, a copy is named as that.
        if let Some(copy) = self.copy(version, origin).filter(|_| at != origin.handed) {
            name = format!("`{copy}`, a copy of {name},");
            word = copy;
        }
        self.found.push(Unset {
            variable: (variable.pos, variable.name.clone()),
            used: self.module.locs.pos(at),
            sure,
            warning: Warning {
                function: f.name.clone(),
                code: code::UNINITIALIZED,
                loc: at,
                word: Some(word.clone()),
                message: format!("{name} {SURE}"),
                notes,
            },
        });
    }

    /// The variable of the source that holds a version, where it is another than that which the version comes from.
    fn copy(&self, version: CrId, origin: &Origin) -> Option<&'a String> {
        let AuxKind::Scalar { st, .. } = self.f.auxes[self.f.aux_of(version)?].kind else {
            return None;
        };
        let holder = &self.f.locals[st.index()];
        (st != origin.st && !holder.temporary).then_some(&holder.name)
    }

    /// Where a use is told: what a function is given, or gives back, where that is handed on. Which variable a store writes is not told with it.
    fn told_at(&self, loc: Loc, role: Role, origin: &Origin) -> Loc {
        let locs: &LocTable = &self.module.locs;
        let elsewhere = |handed: Loc| locs.get(handed).inlined_at != locs.get(loc).inlined_at;
        match role {
            _ if !origin.handed.is_none() && elsewhere(origin.handed) => origin.handed,
            Role::Stored | Role::Assigned => locs.statement(loc),
            _ => loc,
        }
    }
}

/// True for what no control comes behind.
fn stops_thread(f: &Func, op: &StmtOp) -> bool {
    use Intrinsic::{AssertFail, Trap};
    match op {
        StmtOp::Intrinsic { intrinsic, .. } => matches!(intrinsic, Trap | AssertFail),
        StmtOp::Asm(k) => f.asms.get(*k as usize).is_some_and(AsmInfo::ends),
        _ => false,
    }
}

fn is_shuffle(op: &StmtOp) -> bool {
    use Intrinsic::{ShflBfly, ShflDown, ShflIdx, ShflUp};
    let StmtOp::Intrinsic { intrinsic, .. } = op else { return false };
    matches!(intrinsic, ShflBfly | ShflDown | ShflIdx | ShflUp)
}

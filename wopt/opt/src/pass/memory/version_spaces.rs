//! Memory-space inference per version: a second look, once propagation has brought addresses to where they are used.
//!
//! Idea: in form Ssa the points-to map has a fact for each version, so a pointer that is used for two spaces is two pointers; and
//! what was loaded from an object that became variables is an address with a known origin. An access at a generic address that
//! leads into one space becomes an access of that space. The address is made anew in the space's own form: sums, selections and
//! masks of low bits over addresses in that form. A version that the address reads gets a *twin*, the same address in the
//! space's form, beside its definition: of a phi a phi of twins, of a tree the tree in that form, of anything else (a call) the
//! converted version. Where all of a twin was made without a conversion to the space, the version itself becomes the twin made
//! generic, so one of the two is carried through cycles and not both; what nobody reads then is taken out at once.
//!
//! Where an access's class is another than it was, the classes, mu and chi and the phis of memory are made anew
//! ([`crate::kit::ssa::rebuild_memory`]).
//!
//! Source: gpucc (Wu et al., CGO 2016), section 4.1, Algorithm 1: an optimistic fixed point, then clones of the address
//! expressions; LLVM's InferAddressSpaces.
//!
//! Legality: that of [`crate::analysis::memory`] for what leads where: a phi leads where those of its operands lead that are set, and nothing
//! follows from a cycle that no address enters. A generic address differs from its space's by the window's beginning, so
//! all but addresses of accesses keep the generic value: comparisons, differences, conversions, what is stored, passed, returned or
//! an operand of inline PTX. The value of a version never changes: a conversion *to* a space has no value for what lies elsewhere, and what
//! is no generic address (a number that inline PTX takes) may be read on paths that do not access it, so the version that a
//! conversion was made from stays as it is. Global addresses are the same numbers in both forms, and need no twins.
//! Cost: one look at the accesses where none is generic or of a class that versions may split; else linear, as the map is.

mod define;

use crate::analysis::memory::{Classes, PointsTo, PointsToMap, place_of};
use crate::kit::context::Cx;
use crate::kit::ssa::rebuild_memory;
use crate::kit::stats::Stats;
use optx_ir::{
    Access, AuxId, AuxKind, CodeRep, CrId, Func, MAX_HEIGHT, Op, Space, new_aux, new_version,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("memory-spaces");
    if !may_gain(f) {
        return stats;
    }
    let points_to = PointsToMap::of(&cx.facts, f);
    let mut twins = Twins {
        cx,
        points_to: &points_to,
        own: Map::default(),
        symbols: Map::default(),
        trees: Map::default(),
        list: Vec::new(),
    };
    let accesses = twins.accesses(f);
    if accesses > 0 {
        stats.add("accesses given a space", accesses);
        if !twins.list.is_empty() {
            twins.define(f);
            stats.add("addresses in two forms", twins.list.len() as u64);
        }
    }
    stats
}

/// Makes the memory classes anew of what is known of addresses by now, on a function in form Ssa.
pub fn run_on_classes(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("memory-classes");
    if !may_gain(f) {
        return stats;
    }
    let classes = Classes::with(&cx.facts, f, PointsToMap::of(&cx.facts, f));
    if classes.differ(cx.facts.module, f) {
        stats.add("classes made anew", 1);
        let dom = cx.analyses.dominators(f);
        stats.add("phis", rebuild_memory(f, &cx.facts, &dom, classes));
    }
    stats
}

/// True where an access may get another space or class: its address is generic, or its class is of more than one object, whose
/// versions may lead to one each.
fn may_gain(f: &Func) -> bool {
    let is_restrict = f.params.iter().any(|p| f.locals[p.index()].restrict);
    f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts).any(|&s| {
        let stmt = &f.stmts[s];
        let Some(access) = stmt.access(&f.codemap).filter(|a| !a.space.is_read_only()) else {
            return false;
        };
        let class = place_of(f, stmt).and_then(|(_, mu)| mu).and_then(|mu| f.aux_of(mu));
        let is_of = |space: Space| class.is_some_and(|aux| f.auxes[aux].name == space.name());
        access.space == Space::Generic
            || is_of(Space::Generic)
            || is_of(Space::Shared)
            || is_of(Space::Local)
            || (is_of(Space::Global)
                && (is_restrict || matches!(f.codemap.get(access.base), CodeRep::Lda { .. })))
    })
}

/// A version and the same address in a space's own form.
#[derive(Clone, Copy)]
struct Twin {
    version: CrId,
    space: Space,
    own: CrId,
}

struct Twins<'a, 'm> {
    cx: &'a Cx<'m>,
    points_to: &'a PointsToMap,
    /// The twin of a version in a space.
    own: Map<(CrId, Space), CrId>,
    /// The symbol of the twins of a symbol's versions.
    symbols: Map<(AuxId, Space), AuxId>,
    /// What OPs are in a space's form.
    trees: Map<(CrId, Space), CrId>,
    /// All twins; those at the end are still to be defined.
    list: Vec<Twin>,
}

impl Twins<'_, '_> {
    fn space(&self, f: &Func, id: CrId) -> Option<Space> {
        self.points_to.value(self.cx.facts.module, f, id).space(self.cx.facts.module, f)
    }

    /// Gives accesses their spaces; how many got one.
    fn accesses(&mut self, f: &mut Func) -> u64 {
        let mut count = 0;
        for k in 0..f.layout.len() {
            let bb = f.layout[k];
            for place in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[place];
                let access = f.stmts[s].access(&f.codemap);
                let Some(access) = access.filter(|a| a.space == Space::Generic) else { continue };
                let Some(new) = self.access(f, access) else { continue };
                count += 1;
                let Func { stmts, codemap, .. } = f;
                stmts[s].set_access(codemap, new);
            }
        }
        count
    }

    /// A statement's access in the space that its address leads into; None where that is not known.
    fn access(&mut self, f: &mut Func, access: Access) -> Option<Access> {
        let space = match self.points_to.value(self.cx.facts.module, f, access.base) {
            PointsTo::Loaded => Space::Global,
            to => {
                to.space(self.cx.facts.module, f).filter(|space| space.to_intrinsic().is_some())?
            }
        };
        // A conversion in it may make it one higher.
        if f.codemap.height(access.base) >= MAX_HEIGHT {
            return None;
        }
        let base = self.tree(f, access.base, space);
        Some(Access { base, space, ..access }.normal(&mut f.codemap))
    }

    /// A generic address that leads into a space, in that space's form.
    ///
    /// Recursive: trees are no higher than [`MAX_HEIGHT`].
    fn tree(&mut self, f: &mut Func, id: CrId, space: Space) -> CrId {
        match *f.codemap.get(id) {
            CodeRep::Var { aux, .. }
                if space != Space::Global && f.auxes[aux].mtype == Mtype::U8 =>
            {
                self.twin(f, id, aux, space)
            }
            CodeRep::Op(op) => {
                if let Some(&known) = self.trees.get(&(id, space)) {
                    return known;
                }
                let new = self.operation(f, op, space).unwrap_or_else(|| converted(f, id, space));
                self.trees.insert((id, space), new);
                new
            }
            _ => converted(f, id, space),
        }
    }

    fn operation(&mut self, f: &mut Func, op: Op, space: Space) -> Option<CrId> {
        let mut kids = op.kids;
        match op.opr {
            Operator::IntrinsicOp if op.intrinsic == space.from_intrinsic() => {
                return Some(kids[0]);
            }
            Operator::Select => {
                kids[1] = self.tree(f, kids[1], space);
                kids[2] = self.tree(f, kids[2], space);
            }
            Operator::Add | Operator::Sub | Operator::Band | Operator::Bior | Operator::Bxor => {
                let pointer = (0..2).find(|&k| self.space(f, kids[k]) == Some(space))?;
                kids[pointer] = self.tree(f, kids[pointer], space);
            }
            _ => return None,
        }
        let rtype = Mtype::U8;
        Some(f.codemap.op(Op { rtype, kids, ..op }))
    }

    fn twin(&mut self, f: &mut Func, version: CrId, aux: AuxId, space: Space) -> CrId {
        if let Some(&own) = self.own.get(&(version, space)) {
            return own;
        }
        let Func { auxes, codemap, .. } = f;
        let symbol = *self.symbols.entry((aux, space)).or_insert_with(|| {
            let name = auxes[aux].name.clone();
            new_aux(auxes, codemap, AuxKind::Temp, Mtype::U8, name)
        });
        let own = new_version(auxes, codemap, symbol);
        self.own.insert((version, space), own);
        self.list.push(Twin { version, space, own });
        own
    }
}

/// A generic address converted to a space; a global one is the same number.
fn converted(f: &mut Func, id: CrId, space: Space) -> CrId {
    match space.to_intrinsic().filter(|_| space != Space::Global) {
        Some(to) => f.codemap.intrinsic1(to, Mtype::U8, Mtype::U8, id),
        None => id,
    }
}

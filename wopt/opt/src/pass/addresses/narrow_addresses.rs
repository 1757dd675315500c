//! Addresses of shared memory in 32 bits.
//!
//! Idea: a shared window is less than 2^32 bytes, and machine code addresses it in 32 bits. ptxas finds that out for simple
//! addresses in 64 bits; where a product or sum has another user in 64 bits, or a chain is long, it keeps the wide form and takes
//! the low word (docs/decisions/0045-what-ptx-is-shortest-is-asked-of-ptxas.md). So the tree of each such address is made anew over the low words of its leaves. Local
//! and constant addresses come out the same both ways, and stay.
//!
//! An address that is a variable (`p = &t[b]`, as `t[b] += x` makes one) gets a second one in 32 bits, assigned where the first is;
//! the first goes where nobody else asks for it. Beside a tree for the same place it was a second base in registers, and a second sum.
//!
//! It stands before placement, which shares what the narrow trees have in common, and behind everything that asks what an
//! address leads to.
//! Legality: the low word of a sum, difference, product, left shift, or bitwise operation is that of the low words; of an extended
//! value it is the value. An access adds its offset modulo 2^32 to an address in 32 bits (PTX ISA, "Addresses as Operands"; the
//! emulator and the interpreter do so). Nothing is evaluated where it was not. Cost: one walk over the trees of addresses, and one over
//! uses where there are such variables.

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::uses::Uses;
use optx_ir::{
    Access, AuxKind, BbId, CodeRep, Codemap, CrId, Def, Func, Kids, Op, SideTable, Space, StmtId,
    StmtRep,
};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Mtype, Operator, RemarkKind};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut narrow = Narrow { known: SideTable::new(None), beside: Map::default() };
    let variables = narrow.variables(f);
    let mut count = 0;
    let Func { bbs, stmts, codemap, layout, .. } = f;
    for &bb in layout.iter() {
        for &s in &bbs[bb].stmts {
            let stmt = &mut stmts[s];
            if let Some(new) = stmt.access(codemap).and_then(|a| narrow.access(codemap, a)) {
                stmt.set_access(codemap, new);
                count += 1;
                let at = cx.facts.module.locs.statement(stmt.loc);
                let text = || "an address of shared memory is evaluated in 32 bits".into();
                cx.remarks.tell(RemarkKind::Passed, at, text);
            }
        }
    }
    let mut stats = Stats::new("narrow-addresses");
    stats.add("addresses narrowed", count);
    stats.add("variables narrowed", variables.len() as u64);
    drop_unused(f, &variables);
    stats
}

/// Takes those assignments out that nobody reads any more.
fn drop_unused(f: &mut Func, versions: &[CrId]) {
    if versions.is_empty() {
        return;
    }
    let read = Uses::any(f);
    let mut unused: Map<BbId, Vec<StmtId>> = Map::default();
    for &version in versions {
        if let Def::Stmt(s) = f.defs.get(version)
            && !read.get(version)
        {
            unused.entry(f.stmts[s].bb).or_default().push(s);
        }
    }
    for k in 0..f.layout.len() {
        let bb = f.layout[k];
        if let Some(list) = unused.get_mut(&bb) {
            list.sort_unstable();
            f.retain_stmts(bb, |s| list.binary_search(&s).is_err());
        }
    }
}

struct Narrow {
    /// The low words of nodes: trees are DAGs.
    known: SideTable<CrId, Option<CrId>>,
    /// The variables in 32 bits that stand beside others.
    beside: Map<CrId, CrId>,
}

impl Narrow {
    /// The access at its address in 32 bits; None where there is nothing to gain.
    fn access(&mut self, map: &mut Codemap, access: Access) -> Option<Access> {
        let wide = map.as_op(access.base).is_some_and(|op| op.rtype.size() == 8);
        if access.space != Space::Shared || !wide && !self.beside.contains_key(&access.base) {
            return None;
        }
        let base = self.low_word(map, access.base);
        Some(Access { base, ..access })
    }

    /// Gives variables that hold addresses of accesses others in 32 bits; those that got one.
    fn variables(&mut self, f: &mut Func) -> Vec<CrId> {
        let mut found = Vec::new();
        let mut added: Map<StmtId, StmtRep> = Map::default();
        for k in 0..f.layout.len() {
            let bb = f.layout[k];
            for at in 0..f.bbs[bb].stmts.len() {
                let s = f.bbs[bb].stmts[at];
                let Func { stmts, codemap, .. } = f;
                let Some(access) = stmts[s].access(codemap) else { continue };
                if access.space == Space::Shared
                    && let Some((def, stmt)) = self.beside(f, access.base)
                {
                    found.push(access.base);
                    added.insert(def, stmt);
                }
            }
        }
        let mut blocks: Vec<BbId> = added.values().map(|stmt| stmt.bb).collect();
        blocks.sort_unstable();
        blocks.dedup();
        for bb in blocks {
            let list = f.bbs[bb].stmts.iter().enumerate();
            let behind = list.filter_map(|(k, s)| Some((k + 1, added.remove(s)?))).collect();
            f.insert_all(bb, behind);
        }
        found
    }

    /// The assignment that gives a variable one in 32 bits, and behind which statement it is to stand.
    fn beside(&mut self, f: &mut Func, version: CrId) -> Option<(StmtId, StmtRep)> {
        f.aux_of(version)?;
        let Def::Stmt(def) = f.defs.get(version) else { return None };
        let tree = f.assigned(version)?;
        let wide = f.codemap.as_op(tree).is_some_and(|op| op.rtype.size() == 8);
        if !wide || self.beside.contains_key(&version) {
            return None;
        }
        let word = self.low_word(&mut f.codemap, tree);
        if f.codemap.as_op(word).is_none_or(|op| op.opr == Operator::Cvt) {
            return None;
        }
        let aux = f.new_aux(AuxKind::Temp, Mtype::U4, "address");
        let narrow = f.new_version(aux);
        self.beside.insert(version, narrow);
        let (bb, loc) = (f.stmts[def].bb, f.stmts[def].loc);
        Some((def, StmtRep::stid(narrow, word, bb, loc)))
    }

    /// The low word of a 64-bit value.
    ///
    /// Recursive: trees are no higher than [`optx_ir::MAX_HEIGHT`].
    fn low_word(&mut self, map: &mut Codemap, id: CrId) -> CrId {
        let beside = self.beside.get(&id).copied();
        if let Some(known) = beside.or(*self.known.get(id)) {
            return known;
        }
        let word = match *map.get(id) {
            CodeRep::Const { value, .. } => map.integer(Mtype::U4, value),
            CodeRep::Op(op) => self.operation(map, id, op),
            _ => cut(map, id),
        };
        *self.known.entry(id) = Some(word);
        word
    }

    fn operation(&mut self, map: &mut Codemap, id: CrId, op: Op) -> CrId {
        use Operator::{Add, Band, Bior, Bnot, Bxor, Cvt, Mpy, Neg, Select, Shl, Sub};
        let kids = match op.opr {
            Add | Sub | Mpy | Band | Bior | Bxor | Neg | Bnot => {
                op.kids.map(|kid| self.low_word(map, kid))
            }
            Select => {
                let (a, b) = (self.low_word(map, op.kids[1]), self.low_word(map, op.kids[2]));
                Kids::from_slice(&[op.kids[0], a, b])
            }
            // A shift by 32 or more leaves 0, in either width.
            Shl => Kids::from_slice(&[self.low_word(map, op.kids[0]), op.kids[1]]),
            Cvt if matches!(op.desc, Mtype::I4 | Mtype::U4) => return op.kids[0],
            _ => return cut(map, id),
        };
        map.op(Op { rtype: Mtype::U4, kids, ..op })
    }
}

/// The low word of what stays in 64 bits.
fn cut(map: &mut Codemap, id: CrId) -> CrId {
    map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, id)
}

//! Comparison of two blocks from their ends, up to the names of registers that nobody else asks for.

use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, CrId, Func, SideTable, StmtOp, StmtRep, Terminator};
use optx_whirl::fixed_hash::Map;

/// Where a register is assigned and read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Nowhere,
    /// Assigned once, and read behind that in the same block alone.
    Within(BbId),
    Elsewhere,
}

/// Where each register is assigned and read.
pub(super) fn places(f: &Func) -> SideTable<CrId, Place> {
    let mut places = SideTable::new(Place::Nowhere);
    let mut walk = Walk::new();
    for &bb in &f.layout {
        let read = |places: &mut SideTable<CrId, Place>, register: CrId| {
            if *places.get(register) != Place::Within(bb) {
                *places.entry(register) = Place::Elsewhere;
            }
        };
        for &s in &f.bbs[bb].stmts {
            walk.forget();
            f.stmts[s].for_each_use(&f.codemap, |root, _| {
                walk.variables(&f.codemap, root, |register, _| read(&mut places, register));
            });
            f.stmts[s].for_each_definition(&f.codemap, |register| {
                let place = places.entry(register);
                let first = *place == Place::Nowhere;
                *place = if first { Place::Within(bb) } else { Place::Elsewhere };
            });
        }
        if let Terminator::Branch { condition, .. } = f.bbs[bb].terminator() {
            walk.forget();
            walk.variables(&f.codemap, condition, |register, _| read(&mut places, register));
        }
    }
    places
}

/// True for a register that becomes another, or a constant.
fn is_copy(f: &Func, stmt: &StmtRep) -> bool {
    let kid = |id: &CrId| f.codemap.get(*id);
    stmt.op == StmtOp::Stid
        && stmt
            .kids
            .iter()
            .map(kid)
            .all(|node| !matches!(node, CodeRep::Op(_) | CodeRep::Ivar { .. }))
}

/// A comparison of two blocks from their ends.
pub(super) struct Pairs<'a> {
    f: &'a Func,
    places: &'a SideTable<CrId, Place>,
    blocks: [BbId; 2],
    /// What a register of the first block is in the second. One that has two names stays open: only one of them is assigned with it.
    named: Map<CrId, CrId>,
    /// Trees that were found equal.
    equal: Map<(CrId, CrId), ()>,
    /// How many registers that differ were read and not assigned yet.
    open: usize,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(
        f: &'a Func,
        places: &'a SideTable<CrId, Place>,
        blocks: [BbId; 2],
    ) -> Pairs<'a> {
        Pairs { f, places, blocks, named: Map::default(), equal: Map::default(), open: 0 }
    }

    /// How many statements the two have in common at their ends, more than copies among them.
    pub(super) fn common_end(&mut self) -> usize {
        let f = self.f;
        let [a, b] = self.blocks.map(|bb| f.bbs[bb].stmts.iter().rev());
        let (mut common, mut worth) = (0, false);
        for (k, (&x, &y)) in a.zip(b).enumerate() {
            if !self.statements(&f.stmts[x], &f.stmts[y]) {
                break;
            }
            // Copies cost nothing where ptxas gives both one register; on edges out of a loop a block of their own does.
            worth |= !is_copy(f, &f.stmts[x]);
            if self.open == 0 && worth {
                common = k + 1;
            }
        }
        common
    }

    fn statements(&mut self, a: &StmtRep, b: &StmtRep) -> bool {
        let alike = a.op == b.op
            && a.results.len() == b.results.len()
            && a.kids.len() == b.kids.len()
            && a.mu == b.mu
            && a.chi == b.chi;
        alike
            && a.results.iter().zip(&b.results).all(|(&x, &y)| match self.f.codemap.get(x) {
                CodeRep::Var { .. } => self.assigned(x, y),
                _ => self.trees(x, y),
            })
            && a.kids.iter().zip(&b.kids).all(|(&x, &y)| self.trees(x, y))
    }

    /// True where two registers that are assigned may be one.
    fn assigned(&mut self, x: CrId, y: CrId) -> bool {
        if self.named.get(&x) == Some(&y) {
            self.open -= 1;
        }
        x == y || self.are_within(x, y)
    }

    fn are_within(&self, x: CrId, y: CrId) -> bool {
        let within = |id, k: usize| *self.places.get(id) == Place::Within(self.blocks[k]);
        let same = self.f.aux_of(x).is_some() && self.f.aux_of(y).is_some();
        same && within(x, 0) && within(y, 1) && self.f.mtype(x) == self.f.mtype(y)
    }

    /// True where two trees are equal but for the names of registers.
    ///
    /// Recursive: trees are no higher than [`optx_ir::MAX_HEIGHT`].
    pub(super) fn trees(&mut self, x: CrId, y: CrId) -> bool {
        if x == y || self.equal.contains_key(&(x, y)) {
            return true;
        }
        let is_equal = match (self.f.codemap.get(x), self.f.codemap.get(y)) {
            (CodeRep::Var { .. }, CodeRep::Var { .. }) => self.registers(x, y),
            (CodeRep::Op(a), CodeRep::Op(b)) => {
                let alike = (a.opr, a.rtype, a.desc, a.intrinsic)
                    == (b.opr, b.rtype, b.desc, b.intrinsic)
                    && a.kids.len() == b.kids.len();
                alike && a.kids.iter().zip(&b.kids[..]).all(|(&p, &q)| self.trees(p, q))
            }
            (
                CodeRep::Ivar { access: a, mu: m, read_only: r },
                CodeRep::Ivar { access: b, mu: n, read_only: s },
            ) => a.shape() == b.shape() && (m, r) == (n, s) && self.trees(a.base, b.base),
            _ => false,
        };
        if is_equal {
            self.equal.insert((x, y), ());
        }
        is_equal
    }

    /// True where two registers that are read may be one.
    fn registers(&mut self, x: CrId, y: CrId) -> bool {
        if self.named.get(&x) == Some(&y) {
            return true;
        }
        if !self.are_within(x, y) {
            return false;
        }
        self.named.insert(x, y);
        self.open += 1;
        true
    }
}

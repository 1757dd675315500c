//! Compaction: a codemap without the nodes that nothing uses any more.
//!
//! Nodes are immutable, so every rewrite leaves the old ones behind. Idea: copy what the layout's statements use into a fresh
//! codemap. Ids change, so whoever keeps some outside of the function (cached analyses) drops them. Hashes are structural, so
//! operand order, and with it the code, stay what they are. Cost: linear in the nodes in use.

use crate::codemap::Codemap;
use crate::coderep::{CodeRep, Op};
use crate::func::Func;
use crate::ids::CrId;
use crate::side_table::SideTable;
use crate::walk::Walk;

impl Func {
    /// How many nodes the function uses: those of the layout's trees, loads and stores, and the VARs.
    pub fn nodes_in_use(&self) -> usize {
        let (mut walk, mut count) = (Walk::new(), 0);
        for &bb in &self.layout {
            let places = self.bbs[bb].stmts.iter().filter_map(|&s| {
                let stmt = &self.stmts[s];
                stmt.direct_access().is_none().then(|| stmt.access(&self.codemap))?
            });
            count += places.count();
            self.for_each_use_in(bb, |_, root, _| {
                walk.tree(&self.codemap, root, |_, node| {
                    count += usize::from(!matches!(node, CodeRep::Var { .. }));
                    true
                });
            });
        }
        count + self.auxes.iter().map(|(_, aux)| aux.versions.len()).sum::<usize>()
    }

    /// Drops the nodes that nothing uses. Every id of a CODEREP changes.
    pub fn compact(&mut self) {
        let mut old = std::mem::take(&mut self.codemap);
        self.codemap.floats = old.floats;
        self.codemap.alignments = std::mem::take(&mut old.alignments);
        let mut copy = Compaction { old, moved: SideTable::new(None) };
        // VARs first: symbols in order, each with its versions.
        for (aux, symbol) in self.auxes.iter_mut() {
            for (number, version) in symbol.versions.iter_mut().enumerate() {
                let new = self.codemap.new_var(aux, crate::Version(number as u32));
                *copy.moved.entry(*version) = Some(new);
                *version = new;
            }
        }
        let map = &mut self.codemap;
        for &bb in &self.layout {
            let block = &mut self.bbs[bb];
            for phi in &mut block.phis {
                phi.result = copy.node(map, phi.result);
                phi.operands.iter_mut().for_each(|operand| *operand = copy.node(map, *operand));
            }
            for &s in &block.stmts {
                let stmt = &mut self.stmts[s];
                stmt.kids.iter_mut().for_each(|id| *id = copy.node(map, *id));
                stmt.results.iter_mut().for_each(|id| *id = copy.node(map, *id));
                stmt.mu.iter_mut().for_each(|mu| mu.operand = copy.node(map, mu.operand));
                for chi in &mut stmt.chi {
                    chi.operand = copy.node(map, chi.operand);
                    chi.result = copy.node(map, chi.result);
                }
            }
            block.map_condition(|id| copy.node(map, id));
        }
        self.renew_definitions();
    }
}

struct Compaction {
    old: Codemap,
    moved: SideTable<CrId, Option<CrId>>,
}

impl Compaction {
    /// The node in the new codemap. Recursive: trees are bounded in height.
    fn node(&mut self, map: &mut Codemap, id: CrId) -> CrId {
        if let Some(new) = *self.moved.get(id) {
            return new;
        }
        let node = match *self.old.get(id) {
            CodeRep::Ivar { access, mu, read_only } => {
                let base = self.node(map, access.base);
                let mu = mu.map(|mu| self.node(map, mu));
                CodeRep::Ivar { access: access.shape().at(base), mu, read_only }
            }
            CodeRep::Op(op) => {
                let kids = op.kids.map(|kid| self.node(map, kid));
                CodeRep::Op(Op { kids, ..op })
            }
            leaf => leaf,
        };
        let new = map.intern(node);
        *self.moved.entry(id) = Some(new);
        new
    }
}

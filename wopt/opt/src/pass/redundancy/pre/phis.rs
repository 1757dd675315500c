//! Step 1, Phi insertion: an expression's value may be another from a join on where occurrences of it meet, and where a variable of it
//! is merged (section 3.1).
//!
//! A join where no occurrence can be reached is left out, and one of so many ways that its operands would cost more than the
//! occurrences are worth: what leads to such a join is not down-safe.

use super::flow::Flow;
use super::graph::{Graph, Kind, Node, Operand, Room};
use super::occurrences::{Occurrences, Place};
use super::values::{Domain, Leaves, leaves};
use optx_ir::{BbId, CrId, Def, Func};

/// A Phi has no more operands than this, and a few for each occurrence.
const MOST_OPERANDS: usize = 64;
const OPERANDS_EACH: usize = 4;

impl Graph {
    /// Makes the graph's nodes for the occurrences of class number `class`, none where there would be nothing to read; what it cost comes
    /// back.
    pub(super) fn place_phis(
        &mut self,
        f: &Func,
        flow: &mut Flow<'_>,
        all: &Occurrences,
        domain: &dyn Domain,
        class: u32,
    ) -> usize {
        self.clear();
        let (mut last, mut is_inserted) = (0, false);
        let Graph { found, exposed, room, .. } = self;
        let Room { phis, blocks, values, .. } = room;
        phis.clear();
        blocks.clear();
        values.clear();
        let standing = all.classes[class as usize].occurrences.iter().copied();
        for k in standing.filter(|&k| all.stands(k)) {
            let site = all.site_of(k);
            let number = flow.dom.preorder_number(site.bb);
            found.push((number, k + 1));
            last = last.max(flow.rank(site.bb));
            match site.place {
                Place::Edge(_, to) => {
                    is_inserted = true;
                    phis.push(to);
                }
                Place::Bottom(_) => {
                    is_inserted = true;
                    blocks.push(site.bb);
                }
                _ if blocks.last() != Some(&site.bb) => blocks.push(site.bb),
                _ => {}
            }
            let value = all.list[k as usize].value;
            if values.last() != Some(&value) {
                values.push(value);
            }
        }
        let most = MOST_OPERANDS + OPERANDS_EACH * found.len();
        let Some(merged) = merges(f, values, domain.most_merges()) else { return values.len() };
        phis.extend(merged);
        let dom = flow.dom;
        let Flow { edges, has_phi, rank, .. } = flow;
        let takes_phi = |join: BbId| {
            let preds = f.bbs[join].preds();
            (2..=most).contains(&preds.len())
                && rank[join.index()] <= last
                && preds.iter().all(|&pred| dom.contains(pred))
        };
        phis.retain(|&bb| takes_phi(bb) && has_phi.replace(bb, class) != class);
        blocks.extend_from_slice(phis);
        let cost = edges.iterated(blocks, |root, join| {
            if *has_phi.get(join) == class {
                return false;
            }
            if !takes_phi(join) {
                exposed.push(root);
                return false;
            }
            *has_phi.entry(join) = class;
            phis.push(join);
            true
        });
        // What an insertion evaluates may be there above.
        if phis.is_empty() && !is_inserted && !domain.reads_below() {
            return cost;
        }
        found.extend(phis.iter().map(|&bb| (dom.preorder_number(bb), 0)));
        found.sort_unstable();
        for &(number, order) in found.iter() {
            let bb = dom.preorder()[number as usize];
            let Some(k) = order.checked_sub(1) else {
                let first = self.operands.len() as u32;
                for &from in f.bbs[bb].preds() {
                    let takes_insertion = flow.takes_insertion(f, from, bb);
                    let phi = self.nodes.len() as u32;
                    self.operands.push(Operand {
                        from,
                        phi,
                        top: None,
                        def: None,
                        is_real: false,
                        value: None,
                        takes_insertion,
                        insertion: None,
                    });
                }
                let operands = first..self.operands.len() as u32;
                self.nodes.push(Node { operands, ..Node::new(bb, Kind::Phi, None) });
                continue;
            };
            let place = all.site_of(k).place;
            let kind = match place {
                Place::Edge(_, to) => Kind::Edge(k, to),
                _ => Kind::Real(k),
            };
            let mut node = Node::new(bb, kind, Some(all.list[k as usize].value));
            node.is_before_guards = matches!(place, Place::Bottom(_));
            self.nodes.push(node);
        }
        cost + self.nodes.len() + self.operands.len()
    }
}

/// The blocks whose phis merge variables of values, and variables of those, the first so many; none where the expression has too many
/// variables. Behind a join that is left out nothing is known to be redundant.
fn merges(f: &Func, values: &[CrId], most: usize) -> Option<Vec<BbId>> {
    let mut found = Vec::new();
    let mut work = Leaves::new();
    for &value in values {
        work.extend(leaves(&f.codemap, value)?);
    }
    let mut met: Leaves = Leaves::new();
    while let Some(version) = work.pop() {
        let Def::Phi(bb, k) = f.def(version) else { continue };
        if met.len() < most && !met.contains(&version) {
            met.push(version);
            found.push(bb);
            work.extend_from_slice(&f.bbs[bb].phis[k as usize].operands);
        }
    }
    Some(found)
}

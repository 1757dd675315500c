//! The variable that holds an expression's value, with its versions and phis.

use super::finalize::{Insertion, Maker};
use super::graph::{Graph, Kind};
use crate::kit::stats::Stats;
use optx_ir::{AuxId, AuxKind, CrId, Func, Phi};
use optx_whirl::Mtype;

/// The temporary of one graph.
pub(super) struct Temporary {
    aux: AuxId,
    makers: Vec<Maker>,
    /// The version made by each node that is used, then by each insertion.
    versions: Vec<Option<CrId>>,
    nodes: usize,
}

impl Temporary {
    /// Names the versions of a finalized graph.
    pub(super) fn new(
        f: &mut Func,
        graph: &Graph,
        insertions: &[Insertion],
        mtype: Mtype,
    ) -> Temporary {
        let makers = graph.makers();
        let nodes = graph.nodes.len();
        let aux = f.new_aux(AuxKind::Temp, mtype.unsigned(), "r");
        let mut versions: Vec<Option<CrId>> = vec![None; nodes + insertions.len()];
        for (n, node) in graph.nodes.iter().enumerate() {
            if node.is_used && makers[n] == n as u32 {
                versions[n] = Some(f.new_version(aux));
            }
        }
        for slot in &mut versions[nodes..] {
            *slot = Some(f.new_version(aux));
        }
        Temporary { aux, makers, versions, nodes }
    }

    /// What a node makes, if it is used and no other's.
    pub(super) fn made(&self, node: usize) -> Option<CrId> {
        self.versions[node]
    }

    /// What an insertion makes.
    pub(super) fn inserted(&self, insertion: usize) -> Option<CrId> {
        self.versions[self.nodes + insertion]
    }

    /// What a node reads, if that is another's.
    pub(super) fn read(&self, graph: &Graph, node: usize) -> Option<CrId> {
        let source = graph.nodes[node].source as usize;
        let reads = source != node && graph.nodes[source].is_used;
        self.versions[self.makers[source] as usize].filter(|_| reads)
    }

    /// Adds its phis to the function.
    pub(super) fn add_phis(&self, f: &mut Func, graph: &Graph, stats: &mut Stats) {
        for (n, node) in graph.nodes.iter().enumerate() {
            let Some(result) = self.versions[n].filter(|_| node.kind == Kind::Phi) else {
                continue;
            };
            let made = |o| {
                let maker = graph.operand_maker(o, &self.makers);
                maker.and_then(|maker| self.versions[maker as usize]).unwrap_or(result)
            };
            let operands = node.operands.clone().map(made).collect();
            f.add_phi(node.bb, Phi { aux: self.aux, result, operands });
            stats.add("phis", 1);
        }
    }
}

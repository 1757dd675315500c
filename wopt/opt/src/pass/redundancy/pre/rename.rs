//! Step 2, renaming: each occurrence and each Phi operand gets the node that defines its version (section 3.2, delayed).
//!
//! The walk goes down the dominator tree with a stack of nodes. An occurrence has the version of the last node above it where both have
//! one value; for what is evaluated on an edge, whose variables need not be the current ones, the nodes above that are looked at too. What value a Phi has is known by the first thing that has its version: an occurrence over variables that are there at
//! the Phi, or an operand of another Phi. Only then its operands' values are asked for, over each edge.

use super::flow::Flow;
use super::graph::{Graph, Kind, Operand, Room};
use super::values::{Domain, leaves, reaches_start};
use optx_ir::{BbId, CrId, Func};

/// So many nodes above are looked at for an older version.
const MOST_OLDER: usize = 8;

impl Graph {
    /// Renames, and notes which Phis are not down-safe for what is below them.
    pub(super) fn rename(&mut self, f: &mut Func, flow: &Flow<'_>, domain: &mut dyn Domain) {
        let mut room = std::mem::take(&mut self.room);
        let Room { order, stack, known, edges, .. } = &mut room;
        let number = |o: &Operand| flow.dom.preorder_number(o.from);
        order.clear();
        order.extend(self.operands.iter().map(number).zip(0..));
        order.sort_unstable();
        stack.clear();
        edges.clear();
        let mut next = 0;
        let end = (u32::MAX, u32::MAX);
        for (number, k) in order.iter().copied().chain([end]) {
            while next < self.nodes.len()
                && (k == u32::MAX || flow.dom.preorder_number(self.nodes[next].bb) <= number)
            {
                self.node(f, flow, next as u32, stack, edges, known);
                next += 1;
            }
            let Some(&Operand { from, phi, .. }) = self.operands.get(k as usize) else { break };
            self.leave(flow, from, stack);
            let to = self.nodes[phi as usize].bb;
            let on_edge = first_on(edges, from, to);
            self.operands[k as usize].top = on_edge.or(stack.last().copied());
        }
        self.expose(flow);
        while let Some(phi) = known.pop() {
            self.name_operands(f, flow, domain, phi, known);
        }
        self.room = room;
        // Nothing has the version of a Phi without value: it is not asked for below.
        for k in 0..self.nodes.len() {
            if self.nodes[k].is_phi() && self.nodes[k].value.is_none() {
                self.nodes[k].is_down_safe = false;
                for o in self.nodes[k].operands.clone() {
                    let operand = &mut self.operands[o as usize];
                    operand.def = operand.top.filter(|&top| self.nodes[top as usize].is_phi());
                }
            }
        }
    }

    /// Leaves the nodes that do not dominate a block.
    fn leave(&self, flow: &Flow<'_>, bb: BbId, stack: &mut Vec<u32>) {
        while stack.last().is_some_and(|&n| !flow.dom.dominates(self.nodes[n as usize].bb, bb)) {
            stack.pop();
        }
    }

    fn node(
        &mut self,
        f: &Func,
        flow: &Flow<'_>,
        n: u32,
        stack: &mut Vec<u32>,
        edges: &mut Vec<(BbId, BbId, u32)>,
        known: &mut Vec<u32>,
    ) {
        let bb = self.nodes[n as usize].bb;
        self.leave(flow, bb, stack);
        self.nodes[n as usize].def = n;
        let mut top = stack.last().copied();
        self.nodes[n as usize].above = top;
        if let Kind::Edge(_, to) = self.nodes[n as usize].kind {
            if edges.first().is_some_and(|&(from, ..)| from != bb) {
                edges.clear();
            }
            match first_on(edges, bb, to) {
                Some(first) => top = Some(first),
                None => edges.push((bb, to, n)),
            }
        } else {
            if let Some(top) = top {
                self.nodes[top as usize].hidden += flow.ends_below(bb);
            }
            stack.push(n);
        }
        let (Some(value), Some(top)) = (self.nodes[n as usize].value, top) else { return };
        match self.version_of(f, flow, top, value, known) {
            Some(def) => self.nodes[n as usize].def = def,
            // The Phi's value is not asked for before the variables change.
            None if matches!(self.nodes[n as usize].kind, Kind::Real(_)) => {
                self.nodes[top as usize].is_down_safe = false
            }
            None => {
                if let Some(older) = self.older(top, value) {
                    self.nodes[n as usize].def = self.nodes[older as usize].def;
                }
            }
        }
    }

    /// The nearest node above one with a value.
    fn older(&self, node: u32, value: CrId) -> Option<u32> {
        let above = |&n: &u32| self.nodes[n as usize].above;
        let has_value = |&n: &u32| {
            let def = self.nodes[n as usize].def;
            self.nodes[def as usize].value == Some(value)
        };
        std::iter::successors(above(&node), above).take(MOST_OLDER).find(has_value)
    }

    /// The node that defines a node's version, if that has this value.
    #[inline(never)]
    fn version_of(
        &mut self,
        f: &Func,
        flow: &Flow<'_>,
        node: u32,
        value: CrId,
        known: &mut Vec<u32>,
    ) -> Option<u32> {
        let def = self.nodes[node as usize].def;
        let defining = &mut self.nodes[def as usize];
        if defining.value.is_none() {
            let above = |v: &CrId| reaches_start(f, flow.dom, *v, defining.bb);
            if leaves(&f.codemap, value)?.iter().all(above) {
                defining.value = Some(value);
                known.push(def);
            }
        }
        (defining.value == Some(value)).then_some(def)
    }

    /// Phis from which control leaves the function, or comes to a join without Phi, with nothing of the expression on the way.
    fn expose(&mut self, flow: &Flow<'_>) {
        let mut exposed = std::mem::take(&mut self.exposed);
        exposed.sort_unstable();
        for k in 0..self.nodes.len() {
            let bb = self.nodes[k].bb;
            let follows = self
                .nodes
                .get(k + 1)
                .is_some_and(|next| next.bb == bb && matches!(next.kind, Kind::Real(_)));
            let ends = flow.ends_below(bb) > self.nodes[k].hidden;
            if self.nodes[k].is_phi() && !follows && (ends || exposed.binary_search(&bb).is_ok()) {
                self.nodes[k].is_down_safe = false;
            }
        }
        self.exposed = exposed;
    }

    fn name_operands(
        &mut self,
        f: &mut Func,
        flow: &Flow<'_>,
        domain: &mut dyn Domain,
        phi: u32,
        known: &mut Vec<u32>,
    ) {
        let (bb, value) = (self.nodes[phi as usize].bb, self.nodes[phi as usize].value);
        let Some(value) = value else { return };
        for (edge, o) in self.nodes[phi as usize].operands.clone().enumerate() {
            let value = domain.over_edge(f, value, bb, edge);
            self.operands[o as usize].value = Some(value);
            let Some(top) = self.operands[o as usize].top else { continue };
            let mut def = self.version_of(f, flow, top, value, known);
            if def.is_none() && self.nodes[top as usize].is_phi() {
                self.nodes[top as usize].is_down_safe = false;
            }
            let mut last = top;
            if def.is_none()
                && let Some(older) = self.older(top, value)
            {
                (last, def) = (older, Some(self.nodes[older as usize].def));
            }
            let is_real = def.is_some() && !self.nodes[last as usize].is_phi();
            let operand = &mut self.operands[o as usize];
            (operand.top, operand.def, operand.is_real) = (Some(last), def, is_real);
        }
    }
}

/// The first occurrence on an edge.
fn first_on(edges: &[(BbId, BbId, u32)], from: BbId, to: BbId) -> Option<u32> {
    edges.iter().find(|&&(start, end, _)| (start, end) == (from, to)).map(|&(.., first)| first)
}

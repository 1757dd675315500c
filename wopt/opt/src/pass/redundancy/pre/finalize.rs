//! Step 5, finalization: who evaluates, who reads, which Phis become phis of the temporary (section 3.5).
//!
//! Of expressions only what a Phi makes redundant is taken, and what is in an insertion: an occurrence below another of its own version is
//! for placement, which knows what it costs to keep a value. A Phi is used where something reads it; one whose operands are all one
//! version, or itself, is that version, so that an invariant's temporary needs no phi at the loop's head.

use super::flow::Flow;
use super::graph::{Graph, Kind, Node};
use super::occurrences::Occurrences;
use super::values::Domain;
use optx_ir::{CrId, Func};

/// An evaluation put on an edge of a join.
pub(super) struct Insertion {
    /// The operand that it is for.
    pub(super) operand: u32,
    /// What is evaluated.
    pub(super) value: CrId,
}

/// Who makes a version of the temporary: a node, or behind all nodes an insertion.
pub(super) type Maker = u32;

impl Graph {
    /// Finds sources, uses and insertions; false where nothing is to be gained.
    pub(super) fn finalize(
        &mut self,
        flow: &Flow<'_>,
        domain: &dyn Domain,
        insertions: &mut Vec<Insertion>,
    ) -> bool {
        insertions.clear();
        self.find_sources(flow);
        let mut work = std::mem::take(&mut self.room.read);
        work.clear();
        for n in 0..self.nodes.len() {
            let Node { kind, source, .. } = self.nodes[n];
            let reads = match kind {
                Kind::Phi => false,
                Kind::Real(_) if !domain.reads_below() => {
                    let source_node = &self.nodes[source as usize];
                    source_node.is_phi() || source_node.is_before_guards && source != n as u32
                }
                Kind::Real(_) | Kind::Edge(..) => source != n as u32,
            };
            if reads {
                work.push(source);
            }
        }
        let gains = !work.is_empty();
        while let Some(n) = work.pop() {
            if std::mem::replace(&mut self.nodes[n as usize].is_used, true) {
                continue;
            }
            for o in self.nodes[n as usize].operands.clone() {
                let operand = self.operands[o as usize];
                if self.is_inserted(&operand) {
                    let Some(value) = operand.value else { continue };
                    self.operands[o as usize].insertion = Some(insertions.len() as u32);
                    insertions.push(Insertion { operand: o, value });
                } else if let Some(maker) = self.maker_of(o) {
                    work.push(maker);
                }
            }
        }
        self.room.read = work;
        gains
    }

    /// Who evaluates what each occurrence's version is: a Phi that will be available, or the first occurrence of it.
    fn find_sources(&mut self, flow: &Flow<'_>) {
        let mut evaluates = std::mem::take(&mut self.room.evaluates);
        evaluates.clear();
        evaluates.resize(self.nodes.len(), None);
        for n in 0..self.nodes.len() {
            let Node { bb, kind, def, .. } = self.nodes[n];
            let source = match kind {
                Kind::Phi => n as u32,
                _ if self.nodes[def as usize].will_be_avail() => def,
                _ => {
                    let found = evaluates[def as usize].filter(|&first| {
                        let first = &self.nodes[first as usize];
                        match first.edge() {
                            None => flow.dom.dominates(first.bb, bb),
                            edge => edge == self.nodes[n].edge(),
                        }
                    });
                    found.unwrap_or_else(|| {
                        evaluates[def as usize] = Some(n as u32);
                        n as u32
                    })
                }
            };
            self.nodes[n].source = source;
        }
        self.room.evaluates = evaluates;
    }

    /// The node that makes the version which a Phi's operand takes, where none is inserted.
    fn maker_of(&self, operand: u32) -> Option<u32> {
        let operand = &self.operands[operand as usize];
        match operand.top.filter(|_| operand.is_real) {
            Some(top) => Some(self.nodes[top as usize].source),
            None => operand.def,
        }
    }

    /// Who makes the version of each node that is used, once Phis of one version are that version.
    pub(super) fn makers(&self) -> Vec<Maker> {
        let count = self.nodes.len() as u32;
        let mut makers: Vec<Maker> = (0..count).collect();
        let resolve = |makers: &[Maker], mut n: Maker| {
            while n < count && makers[n as usize] != n {
                n = makers[n as usize];
            }
            n
        };
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for n in 0..count {
                let node = &self.nodes[n as usize];
                if !node.is_phi() || !node.is_used || makers[n as usize] != n {
                    continue;
                }
                let mut one = None;
                let mut is_one = true;
                for o in node.operands.clone() {
                    let maker = match self.operands[o as usize].insertion {
                        Some(insertion) => count + insertion,
                        None => match self.maker_of(o) {
                            Some(maker) => resolve(&makers, maker),
                            None => continue,
                        },
                    };
                    is_one &= maker == n || *one.get_or_insert(maker) == maker;
                }
                if let (true, Some(one)) = (is_one, one) {
                    makers[n as usize] = one;
                    goes_on = true;
                }
            }
        }
        for n in 0..count {
            makers[n as usize] = resolve(&makers, makers[n as usize]);
        }
        makers
    }

    /// Who makes what a Phi's operand takes.
    pub(super) fn operand_maker(&self, operand: u32, makers: &[Maker]) -> Option<Maker> {
        match self.operands[operand as usize].insertion {
            Some(insertion) => Some(self.nodes.len() as u32 + insertion),
            None => self.maker_of(operand).map(|maker| makers[maker as usize]),
        }
    }

    /// True where the temporary may keep the promise that its expression does not overflow: nothing is inserted, and every occurrence
    /// makes it, for the whole tree and no part of it.
    pub(super) fn keeps_promise(&self, f: &mut Func, all: &Occurrences) -> bool {
        self.nodes.iter().all(|node| match node.kind {
            Kind::Phi => true,
            Kind::Edge(..) => false,
            Kind::Real(k) => {
                let Some(op) = f.codemap.as_op(all.list[k as usize].node).copied() else {
                    return false;
                };
                op.promises_no_wrap()
                    && op.kids.iter().all(|&kid| f.codemap.unsigned_form(kid) == kid)
            }
        })
    }
}

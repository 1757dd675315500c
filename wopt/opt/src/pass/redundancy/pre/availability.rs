//! Steps 3 and 4: which Phis are down-safe, and which will be available (sections 3.3 and 3.4).
//!
//! A Phi at a loop's head whose value does not change in the loop counts as down-safe where the expression may be speculated and the
//! loop has one way in: then the loop evaluates it once, before, though a way through it may not ask. That is after R. Lo, F. Chow,
//! R. Kennedy, S. Liu, P. Tu, "Register Promotion by Sparse Partial Redundancy Elimination of Loads and Stores" (PLDI 1998), section
//! 4.1.

use super::flow::Flow;
use super::graph::{Graph, Operand};
use super::values::{Domain, leaves};
use optx_ir::Func;

impl Graph {
    /// Finds what is down-safe, can be, and will be available.
    pub(super) fn find_available(&mut self, f: &Func, flow: &Flow<'_>, domain: &dyn Domain) {
        self.make_safe();
        if self.may_speculate(f, flow, domain) {
            self.availability();
            if self.speculation_pays(flow) {
                return;
            }
            self.nodes.iter_mut().for_each(|node| node.is_speculated = false);
            self.availability();
        }
    }

    /// Finds what is down-safe. A Phi that has to stay without its value, for an edge takes no insertion, asks for nothing above it.
    fn make_safe(&mut self) {
        loop {
            self.spread_unsafety();
            self.availability();
            let mut goes_on = false;
            for node in self.nodes.iter_mut().filter(|node| node.is_phi()) {
                goes_on |= node.is_down_safe && !node.can_be_avail;
                node.is_down_safe &= node.can_be_avail;
            }
            if !goes_on {
                break;
            }
        }
    }

    /// A Phi whose version is merged by one that is not down-safe, with no occurrence on the way, is not down-safe.
    fn spread_unsafety(&mut self) {
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for k in (0..self.nodes.len()).rev() {
                if !self.nodes[k].is_phi() || self.nodes[k].is_down_safe {
                    continue;
                }
                for o in self.nodes[k].operands.clone() {
                    let operand = self.operands[o as usize];
                    let Some(def) = operand.def.filter(|_| !operand.is_real) else { continue };
                    let def = &mut self.nodes[def as usize];
                    // One below is met before this one, so it asks for another round.
                    goes_on |= std::mem::replace(&mut def.is_down_safe, false) && def.is_phi();
                }
            }
        }
    }

    /// Marks the Phis at loops' heads that may be evaluated before the loop.
    fn may_speculate(&mut self, f: &Func, flow: &Flow<'_>, domain: &dyn Domain) -> bool {
        let mut any = false;
        for k in 0..self.nodes.len() {
            let node = &self.nodes[k];
            let Some(value) = node.value.filter(|_| node.is_phi() && !node.is_down_safe) else {
                continue;
            };
            let cycles = flow.cycles;
            let Some(cycle) = self.is_head(f, flow, k) else { continue };
            let outside = |v| f.def_block(v).is_none_or(|at| !cycles.holds(cycle, at));
            let is_invariant =
                leaves(&f.codemap, value).is_some_and(|all| all.iter().all(|&v| outside(v)));
            let stays = |o: &Operand| !cycles.holds(cycle, o.from) || o.def.is_some();
            let is_carried = self.operands_of(k).iter().all(stays);
            if is_invariant && is_carried && domain.speculates(f, value) {
                self.nodes[k].is_speculated = true;
                any = true;
            }
        }
        any
    }

    /// The cycle that a Phi's block heads, if one edge alone comes in from outside and no other block is entered.
    fn is_head(&self, f: &Func, flow: &Flow<'_>, phi: usize) -> Option<usize> {
        let bb = self.nodes[phi].bb;
        let cycle = flow.cycles.innermost(bb)?;
        let outside = |o: &&Operand| !flow.cycles.holds(cycle, o.from);
        let entries = self.operands_of(phi).iter().filter(outside).count();
        let goes_back = |o: &Operand| flow.dom.dominates(bb, o.from);
        let latches = self.operands_of(phi).iter().filter(|o| goes_back(o)).count();
        let is_head = flow.cycles.all()[cycle].header == bb && entries == 1;
        (is_head && entries + latches == f.bbs[bb].preds().len()).then_some(cycle)
    }

    /// True where what is speculated is inserted before loops alone.
    fn speculation_pays(&self, flow: &Flow<'_>) -> bool {
        (0..self.nodes.len()).all(|k| {
            let node = &self.nodes[k];
            let in_loop = |o: &Operand| self.is_inserted(o) && flow.dom.dominates(node.bb, o.from);
            let is_taken = node.is_speculated && node.will_be_avail();
            !(is_taken && self.operands_of(k).iter().any(in_loop))
        })
    }

    /// Can be available, later (figures 10 and 11 of the TOPLAS paper).
    fn availability(&mut self) {
        for node in &mut self.nodes {
            node.can_be_avail = node.is_phi() && node.value.is_some();
        }
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for k in 0..self.nodes.len() {
                if !self.nodes[k].can_be_avail {
                    continue;
                }
                let node = &self.nodes[k];
                let is_safe = node.is_down_safe || node.is_speculated;
                let is_there =
                    |o: &Operand| o.is_real || o.def.is_some_and(|d| self.is_available(d));
                let comes = |o: &Operand| is_there(o) || (is_safe && o.takes_insertion);
                if !self.operands_of(k).iter().all(comes) {
                    self.nodes[k].can_be_avail = false;
                    goes_on = true;
                }
            }
        }
        for node in &mut self.nodes {
            node.later = node.can_be_avail;
        }
        goes_on = true;
        while goes_on {
            goes_on = false;
            for k in 0..self.nodes.len() {
                let is_there = |o: &Operand| {
                    let wba = |d: u32| self.nodes[d as usize].will_be_avail();
                    o.is_real || o.def.is_some_and(wba)
                };
                if self.nodes[k].later && self.operands_of(k).iter().any(is_there) {
                    self.nodes[k].later = false;
                    goes_on = true;
                }
            }
        }
    }

    fn is_available(&self, def: u32) -> bool {
        let def = &self.nodes[def as usize];
        !def.is_phi() || def.can_be_avail
    }

    /// True where a Phi that will be available needs an evaluation on an edge.
    pub(super) fn is_inserted(&self, operand: &Operand) -> bool {
        !operand.is_real && !operand.def.is_some_and(|d| self.nodes[d as usize].will_be_avail())
    }
}

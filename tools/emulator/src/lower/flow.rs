//! What each instruction reads and writes, by number, and which registers a kernel may read before they are written.
//!
//! A register begins undefined where some way from the entry reads it before an instruction surely writes it; one
//! under a guard does not surely write. All others need not be followed at all.
//!
//! A call is expanded in place, and its function's registers are as new at each call: they begin undefined there again.
//!
//! Source: liveness by use (Boissinot, Hack, Grund, Dupont de Dinechin and Rastello, "Fast liveness checking for SSA-form programs", CGO 2008,
//! describe it as the path exploration that they compare with): from each read that its own block does not write before, backwards
//! to the writes. Cost: of each register, the blocks that it is alive in; those that live inside one block cost nothing.

use std::collections::HashMap;

use super::program::{Fill32, Fill64, Program};
use super::uses;
use crate::op::{Row, TRUE};

/// The number of a register of any class in a kernel.
pub type Slot = u32;

#[derive(Clone, Copy, Debug, Default)]
struct At {
    start: u32,
    reads: u16,
    writes: u16,
}

/// Reads and writes by code position.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// Registers that may be read before they are written.
    pub begins: Vec<Row>,
    /// Those among them that begin anew where a block begins: of a function that is called in a cycle.
    pub anew: HashMap<u32, Vec<Row>>,
    /// Number of slots.
    pub slots: u32,
    at: Vec<At>,
    touched: Vec<Slot>,
}

impl Flow {
    /// Registers that an instruction reads, its guard and constants apart.
    pub fn reads(&self, pc: u32) -> &[Slot] {
        let a = self.at.get(pc as usize).copied().unwrap_or_default();
        let start = a.start as usize;
        self.touched.get(start..start + a.reads as usize).unwrap_or(&[])
    }

    /// Registers that an instruction writes.
    pub fn writes(&self, pc: u32) -> &[Slot] {
        let a = self.at.get(pc as usize).copied().unwrap_or_default();
        let start = a.start as usize + a.reads as usize;
        self.touched.get(start..start + a.writes as usize).unwrap_or(&[])
    }

    /// That of a kernel that is laid out; `succs` has the blocks behind each block.
    pub fn new(p: &Program, succs: &[Vec<u32>]) -> Flow {
        let slots = p.rows32.len() + p.rows64.len() + p.predicates as usize;
        let mut flow = Flow { slots: slots as u32, ..Flow::default() };
        for i in &p.code {
            let start = flow.touched.len();
            let reads = uses::used(p, i).into_iter();
            flow.touched.extend(reads.filter(|row| is_register(p, *row)).map(|row| p.slot(row)));
            let reads = flow.touched.len() - start;
            flow.touched.extend(uses::written(p, i).into_iter().map(|row| p.slot(row)));
            let writes = flow.touched.len() - start - reads;
            let (reads, writes) = (reads as u16, writes as u16);
            flow.at.push(At { start: start as u32, reads, writes });
        }
        flow.begins = Exposed::new(p, &flow).begin_unwritten(p, succs);
        for call in &p.calls {
            let in_cycle = |b: &u32| p.blocks.get(*b as usize).is_some_and(|b| b.cycle.is_some());
            let Some(block) = call.block.filter(in_cycle) else { continue };
            // What a function reads before it writes it is read so where it is called first, too.
            let own: Vec<Row> = flow.begins.iter().copied().filter(|r| call.has(*r)).collect();
            if !own.is_empty() {
                flow.anew.entry(block).or_default().extend(own);
            }
        }
        flow
    }
}

/// Whether a row is a register, and not a constant, an address or a special register.
fn is_register(p: &Program, row: Row) -> bool {
    match row {
        Row::W(r) => p.rows32.get(r.0 as usize) == Some(&Fill32::Poison),
        Row::D(r) => p.rows64.get(r.0 as usize) == Some(&Fill64::Poison),
        Row::P(r) => r != TRUE,
    }
}

/// Of each block, what it surely writes, and what it reads before.
struct Exposed {
    /// By block, in order.
    writes: Vec<Vec<Slot>>,
    /// A register and a block, in order.
    reads: Vec<(Slot, u32)>,
}

impl Exposed {
    fn new(p: &Program, flow: &Flow) -> Exposed {
        let mut out = Exposed { writes: Vec::new(), reads: Vec::new() };
        // The block that last wrote a register, from 1.
        let mut wrote = vec![0u32; flow.slots as usize];
        for (b, block) in p.blocks.iter().enumerate() {
            let number = b as u32 + 1;
            let mut writes = Vec::new();
            for pc in block.start..block.end {
                let guard = p.code[pc as usize].guard;
                let by_guard = (!guard.is_always()).then(|| p.slot(Row::P(guard.row)));
                for &slot in flow.reads(pc).iter().chain(&by_guard) {
                    if wrote[slot as usize] != number {
                        out.reads.push((slot, b as u32));
                    }
                }
                if guard.is_always() {
                    for &slot in flow.writes(pc) {
                        wrote[slot as usize] = number;
                        writes.push(slot);
                    }
                }
            }
            writes.sort_unstable();
            writes.dedup();
            out.writes.push(writes);
        }
        out.reads.sort_unstable();
        out.reads.dedup();
        out
    }

    /// Registers that are alive where the kernel begins.
    fn begin_unwritten(&self, p: &Program, succs: &[Vec<u32>]) -> Vec<Row> {
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); p.blocks.len()];
        for (b, list) in succs.iter().enumerate() {
            for &s in list {
                preds[s as usize].push(b as u32);
            }
        }
        let mut begins = Vec::new();
        // The register, from 1, for which a block was last seen.
        let mut seen = vec![0u32; p.blocks.len()];
        for list in self.reads.chunk_by(|a, b| a.0 == b.0) {
            let slot = list[0].0;
            let mut work: Vec<u32> = list.iter().map(|(_, b)| *b).collect();
            work.iter().for_each(|b| seen[*b as usize] = slot + 1);
            while let Some(b) = work.pop() {
                if b == 0 {
                    begins.push(p.row(slot));
                    break;
                }
                for &before in &preds[b as usize] {
                    let is_written = self.writes[before as usize].binary_search(&slot).is_ok();
                    if !is_written && seen[before as usize] != slot + 1 {
                        seen[before as usize] = slot + 1;
                        work.push(before);
                    }
                }
            }
        }
        begins
    }
}

//! Control flow: blocks, cycles, and the order in which blocks are laid out.
//!
//! Code positions double as scheduling priorities: a warp always goes on with the group of lanes whose
//! position comes first. The order is topological but for the edges back to headers of cycles, and the
//! blocks of a cycle stand together, so that every join is reached by all lanes before any passes it
//! (thread frontiers).

use crate::barriers::plan::Plan;
use crate::error::LoadError;
use crate::lower::body::{Item, Label};
use crate::lower::flow::Flow;
use crate::lower::program::Program;
use crate::lower::unread;
use crate::op::{Cond, Inst, Op};

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// First code position.
    pub start: u32,
    /// One past the last code position.
    pub end: u32,
    /// Innermost cycle around it.
    pub cycle: Option<u32>,
}

/// A cycle of the control flow: a maximal strongly connected region, inside its parent without the parent's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The block that is its header.
    pub header: u32,
    /// The cycle around it.
    pub parent: Option<u32>,
    /// It can be entered at other blocks too.
    pub irreducible: bool,
    /// Number of cycles around it, itself included.
    pub depth: u32,
}

struct Raw {
    insts: Vec<Inst>,
    succs: Vec<u32>,
    falls: Option<u32>,
}

/// Splits code into blocks, orders them, and fills in positions.
pub fn lay_out(program: &mut Program, items: &[Item]) -> Result<(), LoadError> {
    let (mut blocks, label_block) = split(program, items)?;
    let entered = reachable(&blocks);
    let order = Order::compute(&blocks, &entered);

    let mut position = vec![u32::MAX; blocks.len()];
    let mut code = Vec::new();
    let mut out = Vec::new();
    let mut block_of = Vec::new();
    for (k, &b) in order.sequence.iter().enumerate() {
        let raw = &mut blocks[b as usize];
        let start = code.len() as u32;
        position[b as usize] = start;
        code.append(&mut raw.insts);
        if let Some(next) = raw.falls {
            let adjacent = order.sequence.get(k + 1) == Some(&next);
            let ended = code.len() as u32 > start && code.last().is_some_and(|i| i.op.ends_block());
            if !(adjacent && ended) {
                // `to` is a block here; it becomes a position below.
                code.push(Inst { op: Op::Jump { to: next }, guard: Cond::ALWAYS, line: 0 });
            }
        }
        block_of.resize(code.len(), out.len() as u32);
        out.push(Block { start, end: code.len() as u32, cycle: order.cycle_of[b as usize] });
    }
    let at_label = |l: Label| -> u32 {
        label_block.get(l as usize).map_or(0, |&b| position.get(b as usize).copied().unwrap_or(0))
    };
    for i in &mut code {
        match &mut i.op {
            Op::Branch { to } => *to = at_label(*to),
            Op::Jump { to } => *to = position[*to as usize],
            _ => {}
        }
    }
    for t in &mut program.tables {
        for l in t.iter_mut() {
            *l = at_label(*l);
        }
    }
    let block_at = |label: &mut Option<u32>| {
        let start = label.and_then(|l| label_block.get(l as usize));
        let at = start.and_then(|&b| position.get(b as usize)).copied();
        *label = at.and_then(|at| block_of.get(at as usize)).copied();
    };
    program.labels.iter_mut().for_each(|(_, label)| block_at(label));
    program.calls.iter_mut().for_each(|call| block_at(&mut call.block));
    program.unreached = blocks.iter().flat_map(|b| &b.insts).copied().collect();
    let place = |b: u32| block_of.get(position[b as usize] as usize).copied().unwrap_or(0);
    program.cycles =
        order.cycles.iter().map(|c| Cycle { header: place(c.header), ..c.clone() }).collect();
    let succs: Vec<Vec<u32>> = order
        .sequence
        .iter()
        .map(|b| blocks[*b as usize].succs.iter().map(|s| place(*s)).collect())
        .collect();
    program.code = code;
    program.blocks = out;
    program.block_of = block_of;
    program.barriers = Plan::new(program, &succs);
    program.flow = Flow::new(program, &succs);
    program.succs = succs;
    unread::mark(program);
    Ok(())
}

/// Whether a block ends behind an instruction. What follows a barrier under a guard is a block of its own, as who
/// enters it got past the barrier.
fn ends_block(i: &Inst) -> bool {
    i.op.ends_block() || matches!(i.op, Op::Bar { .. }) && !i.guard.is_always()
}

fn split(program: &Program, items: &[Item]) -> Result<(Vec<Raw>, Vec<u32>), LoadError> {
    let mut blocks = vec![Raw { insts: Vec::new(), succs: Vec::new(), falls: None }];
    let mut label_block: Vec<u32> = Vec::new();
    for item in items {
        let last = blocks.last().is_some_and(|b| b.insts.last().is_some_and(ends_block));
        match item {
            Item::Label(l) => {
                if !blocks.last().is_some_and(|b| b.insts.is_empty()) {
                    blocks.push(Raw { insts: Vec::new(), succs: Vec::new(), falls: None });
                }
                if label_block.len() <= *l as usize {
                    label_block.resize(*l as usize + 1, u32::MAX);
                }
                label_block[*l as usize] = blocks.len() as u32 - 1;
            }
            Item::Inst(i) => {
                if last {
                    blocks.push(Raw { insts: Vec::new(), succs: Vec::new(), falls: None });
                }
                if let Some(b) = blocks.last_mut() {
                    b.insts.push(*i);
                }
            }
        }
    }
    let n = blocks.len();
    for (k, b) in blocks.iter_mut().enumerate() {
        let next = if k + 1 < n { Some(k as u32 + 1) } else { None };
        let last = b.insts.last().copied();
        let open = match last {
            Some(i) => !i.op.ends_block() || !i.guard.is_always(),
            None => true,
        };
        if open {
            b.falls = next;
            b.succs.extend(next);
        }
        let line = last.map_or(0, |i| i.line);
        let find = |l: u32| match label_block.get(l as usize) {
            Some(&t) if t != u32::MAX => Ok(t),
            _ => Err(LoadError::new(line, "jump to a label that does not exist")),
        };
        match last.map(|i| i.op) {
            Some(Op::Branch { to }) => {
                let t = find(to)?;
                b.succs.push(t);
            }
            Some(Op::BranchIndexed { table, .. }) => {
                for &l in &program.tables[table as usize] {
                    let t = find(l)?;
                    b.succs.push(t);
                }
            }
            _ => {}
        }
        b.succs.sort_unstable();
        b.succs.dedup();
    }
    Ok((blocks, label_block))
}

fn reachable(blocks: &[Raw]) -> Vec<bool> {
    let mut seen = vec![false; blocks.len()];
    let mut work = vec![0u32];
    seen[0] = true;
    while let Some(b) = work.pop() {
        for &s in &blocks[b as usize].succs {
            if !std::mem::replace(&mut seen[s as usize], true) {
                work.push(s);
            }
        }
    }
    seen
}

struct Order {
    sequence: Vec<u32>,
    cycle_of: Vec<Option<u32>>,
    cycles: Vec<Cycle>,
}

enum Task {
    Emit(u32, Option<u32>),
    Region { nodes: Vec<u32>, header: u32, cycle: Option<u32> },
}

impl Order {
    fn compute(blocks: &[Raw], entered: &[bool]) -> Order {
        let n = blocks.len();
        let nodes: Vec<u32> = (0..n as u32).filter(|&b| entered[b as usize]).collect();
        let mut preds: Vec<Vec<u32>> = vec![Vec::new(); n];
        for &b in &nodes {
            for &s in &blocks[b as usize].succs {
                preds[s as usize].push(b);
            }
        }
        let mut order = Order { sequence: Vec::new(), cycle_of: vec![None; n], cycles: Vec::new() };
        let mut region = vec![0u32; n];
        let mut regions = 0u32;
        let mut scc_of = vec![u32::MAX; n];
        // The whole function has no header whose incoming edges are cut: `u32::MAX`.
        let mut tasks = vec![Task::Region { nodes, header: u32::MAX, cycle: None }];
        while let Some(task) = tasks.pop() {
            let (nodes, header, cycle) = match task {
                Task::Emit(b, cycle) => {
                    order.cycle_of[b as usize] = cycle;
                    order.sequence.push(b);
                    continue;
                }
                Task::Region { nodes, header, cycle } => (nodes, header, cycle),
            };
            regions += 1;
            for &b in &nodes {
                region[b as usize] = regions;
            }
            let inside =
                |from: u32, to: u32| region[from as usize] == region[to as usize] && to != header;
            let comps = components(blocks, &nodes, &inside);
            for (k, c) in comps.iter().enumerate() {
                for &b in c {
                    scc_of[b as usize] = k as u32;
                }
            }
            // Components come out in reverse topological order, which is how a stack wants them.
            let mut made = Vec::new();
            for c in comps {
                let b = c[0];
                let looped = c.len() > 1 || (blocks[b as usize].succs.contains(&b) && inside(b, b));
                if !looped {
                    made.push(Task::Emit(b, cycle));
                    continue;
                }
                let mine = scc_of[b as usize];
                let mut entries: Vec<u32> = c
                    .iter()
                    .copied()
                    .filter(|&b| {
                        b == 0
                            || preds[b as usize].iter().any(|&p| {
                                region[p as usize] != regions || scc_of[p as usize] != mine
                            })
                    })
                    .collect();
                entries.sort_unstable();
                let head = entries.first().copied().unwrap_or(b);
                let depth = cycle.map_or(0, |p| order.cycles[p as usize].depth) + 1;
                order.cycles.push(Cycle {
                    header: head,
                    parent: cycle,
                    irreducible: entries.len() > 1,
                    depth,
                });
                let id = order.cycles.len() as u32 - 1;
                made.push(Task::Region { nodes: c, header: head, cycle: Some(id) });
            }
            tasks.append(&mut made);
        }
        order
    }
}

/// Strongly connected components of a region (Tarjan, without recursion), in reverse topological order.
fn components(blocks: &[Raw], nodes: &[u32], inside: &dyn Fn(u32, u32) -> bool) -> Vec<Vec<u32>> {
    use std::collections::HashMap;
    let mut index: HashMap<u32, (u32, u32, bool)> = HashMap::new();
    let mut stack = Vec::new();
    let mut out = Vec::new();
    let mut next = 0u32;
    let mut sorted = nodes.to_vec();
    sorted.sort_unstable();
    for &root in &sorted {
        if index.contains_key(&root) {
            continue;
        }
        let mut frames: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some(&mut (b, ref mut at)) = frames.last_mut() {
            if *at == 0 && !index.contains_key(&b) {
                index.insert(b, (next, next, true));
                next += 1;
                stack.push(b);
            }
            let succs = &blocks[b as usize].succs;
            if let Some(&s) = succs.get(*at) {
                *at += 1;
                if !inside(b, s) {
                    continue;
                }
                match index.get(&s).copied() {
                    None => frames.push((s, 0)),
                    Some((i, _, true)) => {
                        if let Some(e) = index.get_mut(&b) {
                            e.1 = e.1.min(i);
                        }
                    }
                    Some(_) => {}
                }
                continue;
            }
            frames.pop();
            let (i, low, _) = index.get(&b).copied().unwrap_or((0, 0, false));
            if let Some(&(parent, _)) = frames.last()
                && let Some(e) = index.get_mut(&parent)
            {
                e.1 = e.1.min(low);
            }
            if i == low {
                let mut c = Vec::new();
                while let Some(x) = stack.pop() {
                    if let Some(e) = index.get_mut(&x) {
                        e.2 = false;
                    }
                    c.push(x);
                    if x == b {
                        break;
                    }
                }
                c.sort_unstable();
                out.push(c);
            }
        }
    }
    out
}

//! The only way to change a function once it is selected: what stands where is private to this folder.
//!
//! Idea: an edit names where it works by a [`Place`] (an instruction) or a [`Point`] (a gap between two, or an end of a block), and leaves edges,
//! layout and states as they have to be. So a pass says what it does to the instructions and nothing else; what becomes of states is the rule of
//! [`super::state`].
//! Source: Cranelift's cursor and layout, regalloc2's program points.
//! Legality: after each edit the lists of edges are those of the branches, each instruction stands at one place, and each state is of a
//! definition that stands and true of it. Whether the function still computes the same is the pass's matter.
//! Cost: of an edit at a place, what stands behind it in the block; [`Function::insert_all`], [`Function::remove_all`] and [`Function::open`] are for many.

use super::edges::leaves;
use super::opcodes::Effect;
use super::{Block, BlockId, Function, Guard, Inst, InstId, Op, Operand, Reg, RegClass, State};
use optx_whirl::Loc;
use optx_whirl::fixed_hash::Set;
use smallvec::SmallVec;

/// Where an instruction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The block.
    pub block: BlockId,
    /// Its number in the block.
    pub index: usize,
}

impl Place {
    /// The gap before it.
    pub fn before(self) -> Point {
        Point { block: self.block, index: self.index }
    }

    /// The gap behind it.
    pub fn behind(self) -> Point {
        Point { block: self.block, index: self.index + 1 }
    }
}

/// A gap between two instructions of a block, or at one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    block: BlockId,
    /// So many instructions stand before it.
    index: usize,
}

impl Point {
    /// The begin of a block.
    pub fn start(block: BlockId) -> Point {
        Point { block, index: 0 }
    }

    /// The block.
    pub fn block(self) -> BlockId {
        self.block
    }

    /// How many instructions of the block stand before it.
    pub fn index(self) -> usize {
        self.index
    }
}

/// Blocks.
impl Function {
    /// A new block, behind all others.
    pub fn new_block(&mut self) -> BlockId {
        let last = self.layout.last();
        self.new_block_at(last)
    }

    /// So many new blocks behind all others, for who fills them and then has the edges made.
    pub(crate) fn new_blocks(&mut self, count: usize) -> impl Iterator<Item = BlockId> + use<> {
        let first = self.blocks.len();
        self.blocks.resize_with(first + count, Block::default);
        self.layout.extend(first, count);
        (first..first + count).map(BlockId::from_index)
    }

    /// A new block behind one, where that goes on to.
    pub fn new_block_behind(&mut self, bb: BlockId) -> BlockId {
        self.new_block_at(Some(bb))
    }

    fn new_block_at(&mut self, place: Option<BlockId>) -> BlockId {
        let bb = BlockId::from_index(self.blocks.len());
        self.blocks.push(Block::default());
        self.layout.insert_behind(bb, place);
        place.into_iter().chain([bb]).for_each(|bb| self.update_edges(bb));
        bb
    }

    /// Says how many cycles are around a block, and whether the source asked for no unrolling of the one that begins there.
    pub fn set_cycle(&mut self, bb: BlockId, depth: u32, no_unroll: bool) {
        let block = &mut self.blocks[bb.index()];
        (block.depth, block.no_unroll) = (depth, no_unroll);
    }

    /// Takes a block away that has no instruction: who went through it goes to what is behind it. The first stays where control comes back to
    /// what is behind it: it is the place of what runs once.
    pub fn drop_empty(&mut self, bb: BlockId) -> bool {
        let (preds, before) = (self.block(bb).preds.clone(), self.before(bb));
        let Some(behind) = self.behind(bb) else { return false };
        let is_begin = before.is_none() && self.block(behind).preds.as_slice() != [bb];
        if !self.insts(bb).is_empty() || is_begin || preds.contains(&bb) {
            return false;
        }
        preds.iter().for_each(|&pred| self.redirect(pred, bb, behind));
        // A loop that began there begins behind it.
        self.blocks[behind.index()].no_unroll |= self.block(bb).no_unroll;
        self.layout.remove(bb);
        self.blocks[behind.index()].preds.retain(|pred| *pred != bb);
        self.blocks[bb.index()] = Block::default();
        preds.into_iter().for_each(|pred| drop(self.update_edges_of_same(pred)));
        true
    }

    /// Takes all such blocks away.
    pub(crate) fn drop_all_empty(&mut self) {
        let mut next = self.layout.first();
        while let Some(bb) = next {
            next = self.behind(bb);
            if self.insts(bb).is_empty() {
                self.drop_empty(bb);
            }
        }
    }

    /// A new block on the way from one block to another; None where there is no such way. Who came to the other so comes through the new
    /// one, and goes on to it.
    pub fn split_edge(&mut self, from: BlockId, to: BlockId) -> Option<BlockId> {
        if !self.block(from).succs.contains(&to) {
            return None;
        }
        let goes_on = self.behind(from) == Some(to) && self.falls_through(from);
        let before = self.before(to).filter(|&before| goes_on || !self.falls_through(before));
        let bb = BlockId::from_index(self.blocks.len());
        // Of two cycles that an edge joins it is in neither; that cannot be told here, and is an estimate too high.
        let depth = self.block(from).depth.min(self.block(to).depth);
        self.blocks.push(Block { depth, ..Block::default() });
        self.layout.insert_behind(bb, before.or(self.layout.last()));
        if before.is_none() {
            let jump = self.inst(Op::Bra { uniform: true }, &[], &[Operand::Label(to)], Loc::NONE);
            self.blocks[bb.index()].insts.push(jump);
        }
        self.redirect(from, to, bb);
        // The block before does not go on to the new one, but where the function has no end yet.
        for bb in [Some(from), self.before(bb), Some(bb)].into_iter().flatten() {
            self.update_edges_of_same(bb);
        }
        Some(bb)
    }

    /// Says whether warps come whole to a block: for who makes the function.
    pub fn tell_whole_warps(&mut self, bb: BlockId, whole: bool) {
        self.blocks[bb.index()].whole_warps = whole;
    }

    /// What a block held stands in another, empty one, for the same threads.
    pub fn take_over(&mut self, to: BlockId, from: BlockId) {
        let Block { insts, entering, whole_warps, .. } = &mut self.blocks[from.index()];
        let (insts, entering) = (std::mem::take(insts), std::mem::take(entering));
        let whole = std::mem::take(whole_warps);
        let block = &mut self.blocks[to.index()];
        block.insts.extend(insts);
        (block.entering, block.whole_warps) = (entering, whole);
        [from, to].into_iter().for_each(|bb| drop(self.update_edges_of_same(bb)));
    }

    /// `@p bra OUT; bra IN; OUT:` becomes `@!p bra IN; OUT:`, where the jump is a block of its own that nobody else comes to; false, and
    /// nothing, where it is not so. The same threads go each way.
    pub fn jump_over(&mut self, bb: BlockId) -> bool {
        let Some(over) = self.behind(bb) else { return false };
        let ([.., branch], [jump]) = (self.insts(bb), self.insts(over)) else { return false };
        let (Some(guard), Some(to)) = (branch.guard, self.target(jump)) else { return false };
        let is_shape = jump.guard.is_none()
            && self.target(branch).is_some()
            && self.target(branch) == self.behind(over)
            && self.block(over).preds.as_slice() == [bb];
        if !is_shape {
            return false;
        }
        let place = Place { block: bb, index: self.insts(bb).len() - 1 };
        self.blocks[bb.index()].insts[place.index].guard =
            Some(Guard { expected: !guard.expected, ..guard });
        self.set_label(place, to);
        self.blocks[over.index()].insts.clear();
        [bb, over].into_iter().for_each(|bb| drop(self.update_edges_of_same(bb)));
        self.drop_empty(over);
        true
    }
}

/// Instructions.
impl Function {
    /// The end of a block.
    pub fn end(&self, bb: BlockId) -> Point {
        Point { block: bb, index: self.insts(bb).len() }
    }

    /// Before the branches that end a block.
    pub fn before_branches(&self, bb: BlockId) -> Point {
        let behind = self.insts(bb).iter().rev().take_while(|inst| leaves(inst)).count();
        Point { block: bb, index: self.insts(bb).len() - behind }
    }

    /// The instruction at a place.
    pub fn inst_at(&self, at: Place) -> &Inst {
        &self.insts(at.block)[at.index]
    }

    /// An instruction at a block's end.
    pub fn push(&mut self, bb: BlockId, inst: Inst) {
        let end = self.end(bb);
        self.insert(end, inst);
    }

    /// An instruction comes to stand at a point.
    pub fn insert(&mut self, at: Point, inst: Inst) {
        let is_flow = leaves(&inst);
        self.unname_written(&inst);
        self.blocks[at.block.index()].insts.insert(at.index, inst);
        if is_flow {
            self.update_edges(at.block);
        }
    }

    /// Many instructions come to stand, those of one point in their order here: each block is gone through once.
    pub fn insert_all(&mut self, mut insts: Vec<(Point, Inst)>) {
        insts.sort_by_key(|(at, _)| (at.block.index(), at.index));
        let mut rest = insts.into_iter().peekable();
        while let Some(&(Point { block, .. }, _)) = rest.peek() {
            let mut old = std::mem::take(&mut self.blocks[block.index()].insts).into_iter();
            let mut new = Vec::with_capacity(old.len() + 1);
            let mut taken = 0;
            while let Some((at, inst)) = rest.next_if(|(at, _)| at.block == block) {
                new.extend(old.by_ref().take(at.index - taken));
                taken = at.index;
                self.unname_written(&inst);
                new.push(inst);
            }
            new.extend(old);
            self.blocks[block.index()].insts = new;
            self.update_edges(block);
        }
    }

    /// An instruction goes.
    pub fn remove(&mut self, at: Place) {
        let inst = self.blocks[at.block.index()].insts.remove(at.index);
        let is_flow = leaves(&inst);
        self.unname_written(&inst);
        self.discard(inst);
        if is_flow {
            self.update_edges(at.block);
        }
    }

    /// Many instructions go, none of them a branch: each block is gone through once.
    pub fn remove_all(&mut self, gone: &Set<InstId>) {
        if gone.is_empty() {
            return;
        }
        let blocks: Vec<BlockId> = self.layout().collect();
        for block in blocks {
            if !self.insts(block).iter().any(|inst| gone.contains(&inst.id())) {
                continue;
            }
            let insts = self.open(block).into_iter();
            let (lost, kept): (Vec<Inst>, _) = insts.partition(|i| gone.contains(&i.id()));
            self.close(block, kept);
            for inst in lost {
                self.unname_written(&inst);
                self.discard(inst);
            }
        }
    }

    /// Another instruction comes to stand at a place.
    pub fn replace(&mut self, at: Place, inst: Inst) {
        self.unname_written(&inst);
        let is_flow = leaves(&inst);
        let old = std::mem::replace(&mut self.blocks[at.block.index()].insts[at.index], inst);
        let was_flow = leaves(&old);
        self.unname_written(&old);
        self.discard(old);
        if is_flow || was_flow {
            self.update_edges(at.block);
        }
    }

    /// An instruction moves to another point of its block: the same threads run it, at another time.
    pub fn move_within(&mut self, from: Place, to: Point) {
        let insts = &mut self.blocks[from.block.index()].insts;
        let inst = insts.remove(from.index);
        let index = if to.index > from.index { to.index - 1 } else { to.index };
        for def in inst.def_ids() {
            let state = self.states.get(def);
            self.states.set(def, state.map(State::without_registers));
        }
        insts.insert(index, inst);
        self.update_edges(from.block);
    }

    /// An instruction's definition goes to another register: the same value, at the same time.
    pub fn set_def(&mut self, at: Place, k: usize, reg: Reg) {
        let start = self.inst_at(at).start as usize;
        let old = std::mem::replace(&mut self.pool[start + k], Operand::Reg(reg));
        self.states.unname(old.as_reg().into_iter().chain([reg]));
    }

    /// Another operand for one that is read: for all that is known, the instruction gives another value.
    pub fn set_use(&mut self, at: Place, k: usize, operand: Operand) {
        let inst = self.inst_at(at);
        let (place, defs) = (inst.start as usize + usize::from(inst.defs) + k, inst.def_ids());
        let was_flow = leaves(inst);
        if std::mem::replace(&mut self.pool[place], operand) == operand {
            return;
        }
        match was_flow {
            true => self.update_edges(at.block),
            false => defs.for_each(|def| self.states.set(def, None)),
        }
    }

    /// Other registers in the place of those that an instruction reads and writes; its guard stays.
    pub fn rename(&mut self, at: Place, name: impl Fn(Reg) -> Reg) {
        let inst = self.inst_at(at);
        let (defs, uses) = (usize::from(inst.defs), usize::from(inst.uses));
        for k in 0..uses {
            let operand = self.uses(self.inst_at(at))[k];
            self.set_use(at, k, operand.renamed(&name));
        }
        for k in 0..defs {
            let old = self.defs(self.inst_at(at)).nth(k);
            if let Some((old, new)) =
                old.map(|old| (old, name(old))).filter(|(old, new)| old != new)
            {
                debug_assert_eq!(self.class(old), self.class(new));
                self.set_def(at, k, new);
            }
        }
    }

    /// Another guard. Under a new one fewer threads write the same; under another, or none, other threads do.
    pub fn set_guard(&mut self, at: Place, guard: Option<Guard>) {
        let inst = &mut self.blocks[at.block.index()].insts[at.index];
        let old = std::mem::replace(&mut inst.guard, guard);
        let (is_flow, defs) = (leaves(inst), inst.def_ids());
        if old == guard || (old.is_none() && !is_flow) {
            return;
        }
        if old.map(|old| old.reg) != guard.map(|new| new.reg) || !is_flow {
            defs.for_each(|def| self.states.set(def, None));
        }
        if is_flow {
            self.update_edges(at.block);
            for to in self.block(at.block).succs.clone() {
                self.withdraw_entering(to, |_| false);
                self.tell_whole_warps(to, false);
            }
        }
    }

    /// Another place in the source.
    pub fn set_loc(&mut self, at: Place, loc: Loc) {
        self.blocks[at.block.index()].insts[at.index].loc = loc;
    }

    fn set_label(&mut self, at: Place, to: BlockId) {
        let inst = self.inst_at(at);
        let place = inst.start as usize + usize::from(inst.defs);
        self.pool[place] = Operand::Label(to);
    }

    /// A block's branches to one block go to another; the edges are the caller's to update.
    fn redirect(&mut self, from: BlockId, to: BlockId, other: BlockId) {
        for index in 0..self.insts(from).len() {
            if self.target(&self.insts(from)[index]) == Some(to) {
                self.set_label(Place { block: from, index }, other);
            }
        }
    }

    fn unname_written(&mut self, inst: &Inst) {
        // These stand where the register held nothing.
        if self.has_states() && !matches!(inst.op, Op::Undef | Op::Any) {
            let written: SmallVec<[Reg; 4]> = self.defs(inst).collect();
            self.states.unname(written.into_iter());
        }
    }
}

/// Blocks taken apart.
impl Function {
    /// A block's instructions, for who goes through all of them: until [`Function::close`] the block is empty, and edges stay as they are.
    pub fn open(&mut self, bb: BlockId) -> Vec<Inst> {
        std::mem::take(&mut self.blocks[bb.index()].insts)
    }

    /// Puts a block's instructions back, branches as before. What was left out is given to [`Function::discard`], and what was moved is made
    /// by [`Function::merged`].
    pub fn close(&mut self, bb: BlockId, insts: Vec<Inst>) {
        self.blocks[bb.index()].insts = insts;
    }

    /// An instruction is no more.
    pub fn discard(&mut self, inst: Inst) {
        if self.has_states() {
            inst.def_ids().for_each(|def| self.states.set(def, None));
        }
    }

    /// One instruction for several of one block: it writes what each of them does, or a new register of the class where there is none, at another
    /// time. They are yet to be discarded.
    pub fn merged(
        &mut self,
        op: Op,
        parts: &[Option<&Inst>],
        class: RegClass,
        uses: &[Operand],
        loc: Loc,
    ) -> Inst {
        let mut defs: SmallVec<[Reg; 4]> = SmallVec::new();
        for part in parts {
            let written = part.and_then(|inst| self.def(inst));
            defs.push(written.unwrap_or_else(|| self.new_reg(class, None)));
        }
        let inst = self.inst(op, &defs, uses, loc);
        for (def, part) in inst.def_ids().zip(parts) {
            let state = part.and_then(|part| self.state_of(part, 0));
            self.states.set(def, state.map(State::without_registers));
        }
        inst
    }

    /// A new instruction that computes from constants what is one value for all threads.
    pub fn constant(&mut self, op: Op, reg: Reg, uses: &[Operand], loc: Loc) -> Inst {
        let inst = self.inst(op, &[reg], uses, loc);
        let is_number = |operand: &Operand| {
            matches!(operand, Operand::Int(_) | Operand::F32(_) | Operand::F64(_))
        };
        if self.has_states() && op.effect() == Effect::Value && uses.iter().all(is_number) {
            inst.def_ids().for_each(|def| self.states.set(def, Some(State::UNIFORM)));
        }
        inst
    }
}

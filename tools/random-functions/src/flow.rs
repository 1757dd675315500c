//! The shape of flow: any graph at all, irreducible cycles included, or what structured programs have.

use super::generator::Generator;
use optx_ir::{AuxId, AuxKind, BbId, CrId, Space, StmtOp, StmtRep, Terminator};
use optx_whirl::Mtype::{B, I4, I8, U4, U8, V};
use optx_whirl::{Operator, StId};

impl Generator {
    /// Blocks that go anywhere. Most functions count their rounds, so that most cycles are left.
    pub(crate) fn tangled(&mut self) {
        let mut blocks = vec![self.bb];
        blocks.extend((0..1 + self.random.next(8)).map(|_| self.f.new_bb()));
        let exit = self.f.new_bb();
        for (k, &bb) in blocks.iter().enumerate() {
            self.bb = bb;
            self.statements(6);
            // The entry has no predecessor.
            let target = |g: &mut Generator| blocks[1 + g.random.next(blocks.len() - 1)];
            let terminator = match self.random.next(8) {
                0 if k > 0 => Terminator::Return,
                1..=3 => {
                    let (on_true, on_false) = (target(self), exit);
                    match self.fuel_left() {
                        Some(condition) => Terminator::Branch { condition, on_true, on_false },
                        None => Terminator::Goto(on_true),
                    }
                }
                _ => {
                    let condition = self.tree(B, 2);
                    let (on_true, on_false) = (target(self), target(self));
                    Terminator::Branch { condition, on_true, on_false }
                }
            };
            self.show(terminator == Terminator::Return);
            self.f.set_terminator(bb, terminator);
        }
        self.bb = exit;
        self.show(true);
    }

    /// Arms and counted loops within each other.
    pub(crate) fn structured(&mut self) {
        self.region(3);
        self.show(true);
    }

    fn region(&mut self, depth: usize) {
        for _ in 0..1 + self.random.next(3) {
            match self.random.next(4) {
                0 if depth > 0 => self.arms(depth - 1),
                1 if depth > 0 => self.counted(depth - 1),
                _ => self.statements(5),
            }
        }
    }

    fn statements(&mut self, below: usize) {
        for _ in 0..self.random.next(below) {
            self.statement();
        }
    }

    fn end(&mut self, terminator: Terminator, next: BbId) {
        self.f.set_terminator(self.bb, terminator);
        self.bb = next;
    }

    /// One arm or two, mostly short ones without effects.
    fn arms(&mut self, depth: usize) {
        let condition = self.tree(B, 2);
        let (first, join) = (self.f.new_bb(), self.f.new_bb());
        let second = if self.random.next(2) == 0 { join } else { self.f.new_bb() };
        self.end(Terminator::Branch { condition, on_true: first, on_false: second }, first);
        self.arm(depth);
        let end = self.bb;
        self.end(Terminator::Goto(join), second);
        if second != join {
            self.arm(depth);
            self.repeat_end_of(end);
            self.end(Terminator::Goto(join), join);
        }
    }

    /// Now and then the last statements of a block once more: ends that are equal.
    fn repeat_end_of(&mut self, bb: BbId) {
        let count = self.f.bbs[bb].stmts.len();
        let most = count.min(4) * usize::from(self.random.next(3) == 0);
        for k in count - self.random.next(most + 1)..count {
            let s = self.f.bbs[bb].stmts[k];
            let again = StmtRep { bb: self.bb, ..self.f.stmts[s].clone() };
            self.f.append(again);
        }
    }

    fn arm(&mut self, depth: usize) {
        self.strided(1);
        match self.random.next(3) {
            0 => self.region(depth),
            _ => (0..self.random.next(3)).for_each(|_| self.computation()),
        }
    }

    /// A loop of few rounds, tested before or behind its body, that is now and then left in the middle.
    fn counted(&mut self, depth: usize) {
        let counter = self.f.new_aux(AuxKind::Temp, U4, "i");
        let from = self.random.next(2) as u64;
        let first = self.f.codemap.integer(U4, from);
        self.assign(counter, first);
        let stride = self.stride();
        let (head, body, exit) = (self.f.new_bb(), self.f.new_bb(), self.f.new_bb());
        let before = self.random.next(2) == 0;
        self.end(Terminator::Goto(if before { head } else { body }), body);
        self.counters.push(counter);
        self.strides.extend(stride.map(|stride| (counter, stride)));
        self.strided(2);
        self.region(depth);
        if self.random.next(4) == 0 {
            let (condition, rest) = (self.tree(B, 1), self.f.new_bb());
            self.end(Terminator::Branch { condition, on_true: exit, on_false: rest }, rest);
        }
        self.counters.pop();
        self.strides.truncate(self.strides.len() - usize::from(stride.is_some()));
        let step = 1 + self.random.next(2) as u64;
        let signed = if self.random.next(2) == 0 { I4 } else { U4 };
        let more = self.count(counter, step, signed);
        self.assign(counter, more);
        self.end(Terminator::Goto(head), head);
        let most = self.random.next(6) as u64;
        let condition = self.below(counter, most, signed);
        self.end(Terminator::Branch { condition, on_true: body, on_false: exit }, exit);
    }

    /// Before one loop of three: what its counter is multiplied by. All else is as if it were not there.
    fn stride(&mut self) -> Option<AuxId> {
        let mut random = self.aside();
        if random.next(3) > 0 {
            return None;
        }
        let stride = self.f.new_aux(AuxKind::Temp, U8, "stride");
        let base = self.lda(StId::global(3), 0);
        let value = self.load(U8, Space::Constant, base, 8 * random.next(8) as i64);
        self.assign(stride, value);
        Some(stride)
    }

    /// The product of a counter and a stride, added to what is there or not, once or twice; now and then not.
    fn strided(&mut self, seldom: usize) {
        let mut random = self.aside();
        let Some(&(counter, stride)) = self.strides.last() else { return };
        for _ in 0..random.next(seldom + 1) {
            let (count, stride) = (self.f.plain_var(counter), self.f.plain_var(stride));
            let count = self.op(Operator::Cvt, I8, I4, &[count]);
            let mut value = self.op(Operator::Mpy, U8, V, &[count, stride]);
            if random.next(2) == 0 {
                let more = self.f.codemap.integer(U8, random.next(64) as u64);
                value = self.op(Operator::Add, U8, V, &[value, more]);
            }
            let to = self.some_variable(&mut random, U8);
            self.push(StmtOp::Stid, &[to], &[value]);
        }
    }

    fn count(&mut self, counter: AuxId, step: u64, mtype: optx_whirl::Mtype) -> CrId {
        let (count, step) = (self.f.plain_var(counter), self.f.codemap.integer(U4, step));
        self.op(Operator::Add, mtype, V, &[count, step])
    }

    fn below(&mut self, counter: AuxId, most: u64, mtype: optx_whirl::Mtype) -> CrId {
        let (count, most) = (self.f.plain_var(counter), self.f.codemap.integer(U4, most));
        self.op(Operator::Lt, B, mtype, &[count, most])
    }

    /// Counts a round, and gives the condition that another may follow.
    fn fuel_left(&mut self) -> Option<CrId> {
        let aux = self.fuel?;
        let more = self.count(aux, 1, U4);
        self.assign(aux, more);
        Some(self.below(aux, 5, U4))
    }

    /// What counts rounds here, to be read.
    pub(crate) fn counter(&mut self) -> Option<CrId> {
        let count = self.counters.len() + usize::from(self.fuel.is_some());
        if count == 0 {
            return None;
        }
        let at = self.random.next(count);
        let aux = self.counters.get(at).copied().or(self.fuel)?;
        Some(self.f.plain_var(aux))
    }
}

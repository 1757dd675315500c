//! Definitions and guards: on every path a register has a value before somebody reads it.

use super::Checker;
use crate::lir::opcodes::Form;
use crate::lir::{BlockId, Guard, Reg};
use std::collections::{HashMap, HashSet};

impl Checker<'_> {
    /// Every register is written before it is read.
    pub(super) fn definitions(&mut self) {
        let f = self.f;
        let mut kills: HashSet<(BlockId, Reg)> = HashSet::new();
        let mut exposed: HashMap<(BlockId, Reg), usize> = HashMap::new();
        let mut undefs = Vec::new();
        for (me, block) in f.blocks() {
            for (n, inst) in block.insts.iter().enumerate() {
                f.for_each_read(inst, |reg| {
                    if !kills.contains(&(me, reg)) {
                        exposed.entry((me, reg)).or_insert(n);
                    }
                });
                if inst.guard.is_none() {
                    kills.extend(f.defs(inst).map(|reg| (me, reg)));
                }
                if inst.op.form() == Form::Undef {
                    undefs.extend(f.defs(inst).map(|reg| (reg, me, n)));
                }
            }
        }
        // Where it was first read, for each place that it is live at.
        let mut live: HashMap<(BlockId, Reg), (BlockId, usize)> = HashMap::new();
        let mut work: Vec<_> = exposed.iter().map(|(&(b, r), &n)| ((b, r), (b, n))).collect();
        while let Some((at, read)) = work.pop() {
            if live.insert(at, read).is_some() {
                continue;
            }
            let (block, reg) = at;
            if Some(block) == f.entry() {
                self.place = read;
                self.says(format!("{} is read where it may not have been written", self.name(reg)));
            }
            let preds = f.block(block).preds.iter();
            work.extend(preds.filter(|&&p| !kills.contains(&(p, reg))).map(|&p| ((p, reg), read)));
        }
        for (reg, block, n) in undefs {
            self.partial(reg, block, n, &live);
        }
    }

    fn name(&self, reg: Reg) -> String {
        let info = self.f.reg(reg);
        format!("{}{}", info.class.prefix(), info.number)
    }

    /// From an `undef` on, for as long as somebody reads the register: who may.
    fn partial(
        &mut self,
        reg: Reg,
        block: BlockId,
        n: usize,
        live: &HashMap<(BlockId, Reg), (BlockId, usize)>,
    ) {
        let f = self.f;
        let mut seen = HashSet::new();
        let mut work: Vec<(BlockId, usize, Option<Guard>)> = vec![(block, n + 1, None)];
        while let Some((block, from, under)) = work.pop() {
            let Some(under) = self.partial_in(reg, block, from, under) else { continue };
            for &to in &f.block(block).succs {
                if live.contains_key(&(to, reg)) && seen.insert((to, under)) {
                    work.push((to, 0, under));
                }
            }
        }
    }

    /// What guard has written the register at the block's end; None where it has a value, or none that is read.
    fn partial_in(
        &mut self,
        reg: Reg,
        block: BlockId,
        from: usize,
        mut under: Option<Guard>,
    ) -> Option<Option<Guard>> {
        let f = self.f;
        for (n, inst) in f.insts(block).iter().enumerate().skip(from) {
            let read = f.uses(inst).iter().any(|o| o.register() == Some(reg));
            let guards = inst.guard.is_some_and(|guard| guard.reg == reg);
            if (read || guards) && (under.is_none() || inst.guard != under) {
                self.place = (block, n);
                self.says(format!("{} is read where its guard may be off", self.name(reg)));
                return None;
            }
            if f.defs(inst).any(|written| written == reg) {
                match (inst.guard, under) {
                    (None, _) => return None,
                    (Some(now), Some(was))
                        if now.reg == was.reg && now.expected != was.expected =>
                    {
                        return None;
                    }
                    (now, None) => under = now,
                    (now, Some(_)) if now == under => {}
                    // Written under two guards that say nothing of each other.
                    _ => under = None,
                }
            }
            // Who changes the guard leaves nobody to say when it was on.
            if under.is_some_and(|guard| f.defs(inst).any(|written| written == guard.reg)) {
                under = None;
            }
        }
        Some(under)
    }
}

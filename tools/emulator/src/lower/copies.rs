//! Loads and stores that only copy memory.
//!
//! A structure's padding is never written, and CUDA lets it be copied: compilers copy it with the rest, from local
//! memory to a call's parameters. Registers that nothing but loads defines and nothing but stores reads cannot compute with
//! what they hold, so a load to them may read bytes that were not written; a store from them passes that on
//! ([`crate::exec`]).

use super::body::{Builder, Entity};
use crate::op::Row;
use crate::ptx::ast::{AddrBase, Instr, Operand};

impl<'a> Builder<'_, 'a> {
    /// Notes the registers that an instruction uses for more than to copy memory.
    pub fn note_uses(&mut self, i: &Instr<'a>) {
        let is = |head: &str| i.opcode.strip_prefix(head).is_some_and(|rest| rest.starts_with('.'));
        // The operand that is copied, to or from a register.
        let copied = match i.operands.len() {
            2 if is("ld") => Some(0),
            2 if is("st") => Some(1),
            _ => None,
        };
        for (k, operand) in i.operands.iter().enumerate() {
            if Some(k) != copied {
                self.note_operand(operand);
            } else if k == 1 {
                let list = match operand {
                    Operand::Vector(list) => list,
                    one => std::slice::from_ref(one),
                };
                for one in list {
                    if let Operand::Name(name) = one
                        && let Some(Entity::Reg(row, _)) = self.lookup(name)
                    {
                        self.stored.insert(row);
                    }
                }
            }
        }
    }

    fn note_operand(&mut self, operand: &Operand<'a>) {
        match operand {
            Operand::Name(name)
            | Operand::Not(name)
            | Operand::Sum(name, _)
            | Operand::Addr(AddrBase::Name(name), _) => {
                if let Some(Entity::Reg(row, _)) = self.lookup(name) {
                    self.computing.insert(row);
                }
            }
            Operand::Pair(a, b) => {
                self.note_operand(a);
                self.note_operand(b);
            }
            Operand::Vector(list) | Operand::List(list) => {
                list.iter().for_each(|o| self.note_operand(o));
            }
            Operand::Int(_)
            | Operand::F32(_)
            | Operand::F64(_)
            | Operand::Addr(AddrBase::Absolute, _) => {}
        }
    }

    /// Marks the loads and stores whose registers only copy. A load to a register that nothing reads copies nothing.
    pub fn mark_copies(&mut self) {
        let (computing, stored) = (&self.computing, &self.stored);
        for access in &mut self.program.accesses {
            let only = |row: &Option<Row>| {
                row.is_none_or(|row| stored.contains(&row) && !computing.contains(&row))
            };
            access.copies = access.rows.iter().all(only);
        }
    }
}

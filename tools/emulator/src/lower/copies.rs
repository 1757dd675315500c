//! Loads that may read memory that was never written, and instructions that must not use what they loaded.
//!
//! A structure's padding is never written, and CUDA lets it be copied: compilers copy it with the rest, from local
//! memory to a call's parameters. Registers that nothing but loads defines and nothing but stores reads cannot compute with
//! what they hold, so a load to them may read bytes that were not written; a store from them passes that on
//! ([`crate::exec`]).
//!
//! A vector load is made of loads of which the program may have wanted some only: compilers join neighbours. So an
//! element of one may be unwritten wherever its register goes, and the instruction that uses it is in error, where it is
//! executed. Registers that something else than loads defines too are not followed so far: their elements must be written.
//! What nobody reads of a vector is as good as not loaded: it may race with others' stores.
//! A scalar load that nothing reads must be of written memory: no compiler makes one, and a test would hide its mistake.

use super::body::{Builder, Entity};
use crate::op::Row;
use crate::ptx::ast::{AddrBase, Instr, Operand};
use std::collections::HashSet;

impl<'a> Builder<'_, 'a> {
    /// Notes the registers that an instruction uses for more than to copy memory.
    pub fn note_uses(&mut self, i: &Instr<'a>) {
        let is = |head: &str| i.opcode.split_once('.').is_some_and(|(h, _)| h.trim_end() == head);
        // The operand that is copied, to or from a register.
        let copied = match i.operands.len() {
            2 if is("ld") => Some(0),
            2 if is("st") => Some(1),
            _ => None,
        };
        let mut read = Vec::new();
        for (k, operand) in i.operands.iter().enumerate() {
            let defines = k == 0 && !matches!(operand, Operand::Addr(..));
            if Some(k) != copied {
                let mut rows = Vec::new();
                self.rows_of(operand, &mut rows);
                self.computing.extend(&rows);
                if defines {
                    self.computed.extend(rows);
                } else {
                    read.extend(rows);
                }
            } else if k == 1 {
                let list = match operand {
                    Operand::Vector(list) => list,
                    one => std::slice::from_ref(one),
                };
                for one in list {
                    if let Operand::Name(name) = one
                        && let Some(Entity::Reg(row, _)) = self.declared(name)
                    {
                        self.stored.insert(row);
                    }
                }
            }
        }
        self.reads = 0;
        if !read.is_empty() {
            self.program.reads.push(read);
            self.reads = self.program.reads.len() as u32 - 1;
        }
    }

    fn rows_of(&self, operand: &Operand<'a>, rows: &mut Vec<Row>) {
        match operand {
            Operand::Name(name)
            | Operand::Not(name)
            | Operand::Sum(name, _)
            | Operand::Addr(AddrBase::Name(name), _) => {
                if let Some(Entity::Reg(row, _)) = self.declared(name) {
                    rows.push(row);
                }
            }
            Operand::Pair(a, b) => {
                self.rows_of(a, rows);
                self.rows_of(b, rows);
            }
            Operand::Vector(list) | Operand::List(list) => {
                list.iter().for_each(|o| self.rows_of(o, rows));
            }
            Operand::Int(_)
            | Operand::F32(_)
            | Operand::F64(_)
            | Operand::Addr(AddrBase::Absolute, _) => {}
        }
    }

    /// Marks the elements of loads that may be unwritten, and leaves in `reads` what is to be checked.
    pub fn mark_copies(&mut self) {
        let mut followed = HashSet::new();
        for access in &mut self.program.accesses {
            let vector = access.rows.len() > 1;
            for (k, row) in access.rows.iter().enumerate() {
                let is_read =
                    |row: Row| self.stored.contains(&row) || self.computing.contains(&row);
                if vector && !row.is_some_and(is_read) {
                    access.unread |= 1 << k;
                }
                let copies = row.is_none_or(|row| {
                    (self.stored.contains(&row) || vector) && !self.computing.contains(&row)
                });
                let follow = row.filter(|row| vector && !self.computed.contains(row));
                if copies || follow.is_some() {
                    access.lenient |= 1 << k;
                }
                followed.extend(follow);
            }
        }
        for list in &mut self.program.reads {
            list.retain(|row| followed.contains(row));
        }
    }
}

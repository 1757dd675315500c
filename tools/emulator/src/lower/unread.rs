//! Elements of vector loads that nothing reads.
//!
//! Compilers join neighbouring loads to vectors of which the program may have wanted some elements only. What nobody
//! reads of one is as good as not loaded: it may race with others' stores ([`crate::race`]). A scalar load is the program's own.
//!
//! Cost: one pass over the code of a kernel when it is loaded.

use std::collections::HashSet;

use super::program::Program;
use super::uses;
use crate::op::Row;

/// Marks them.
pub fn mark(p: &mut Program) {
    let mut read: HashSet<Row> = HashSet::new();
    for i in &p.code {
        if !i.guard.is_always() {
            read.insert(Row::P(i.guard.row));
        }
        read.extend(uses::used(p, i));
    }
    for access in p.accesses.iter_mut().filter(|access| access.rows.len() > 1) {
        for (k, row) in access.rows.iter().enumerate() {
            if !row.as_ref().is_some_and(|row| read.contains(row)) {
                access.unread |= 1 << k;
            }
        }
    }
}

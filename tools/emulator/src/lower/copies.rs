//! Loads that may read memory that was never written.
//!
//! A structure's padding is never written, and CUDA lets it be copied: compilers copy it with the rest, from local
//! memory to a call's parameters. So does who sets a bit-field of an unset word: the rest of the word is loaded, kept and
//! stored. Registers that nothing but loads defines, and that nothing reads but what moves bits ([`Use::Moved`]), decide nothing,
//! so a scalar load to them may read what was not written. So may one of a call's parameter, which holds what it was given, and a vector
//! load: it is made of loads of which the program may have wanted some only, as compilers join neighbours.
//! What becomes of their registers is followed ([`crate::exec`]).
//!
//! All other scalar loads of shared and local memory must be of what was written: no compiler makes one that is not wanted, and a mistake is best
//! told where it happens. So must one that nothing reads: a test would hide its mistake.
//! What nobody reads of a vector is as good as not loaded: it may race with others' stores.

use std::collections::HashSet;

use super::program::Program;
use super::uses::{self, Use};
use crate::op::{Op, Row};

/// Marks the elements of loads that may be unwritten, and those of vectors that nothing reads.
pub fn mark(p: &mut Program) {
    let mut moved: HashSet<Row> = HashSet::new();
    let mut computed: HashSet<Row> = HashSet::new();
    for i in &p.code {
        if !i.guard.is_always() {
            computed.insert(Row::P(i.guard.row));
        }
        for (row, how) in uses::used(p, i) {
            match how {
                Use::Moved => moved.insert(row),
                Use::Computed => computed.insert(row),
            };
        }
        if !matches!(i.op, Op::Load { .. }) {
            computed.extend(uses::written(p, i));
        }
    }
    for access in &mut p.accesses {
        let is_vector = access.rows.len() > 1;
        for (k, row) in access.rows.iter().enumerate() {
            let only_moves = |row: &Row| moved.contains(row) && !computed.contains(row);
            if is_vector || row.as_ref().is_none_or(only_moves) {
                access.lenient |= 1 << k;
            }
            let is_read = |row: &Row| moved.contains(row) || computed.contains(row);
            if is_vector && !row.as_ref().is_some_and(is_read) {
                access.unread |= 1 << k;
            }
        }
    }
}

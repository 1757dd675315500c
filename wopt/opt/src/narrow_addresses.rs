//! Addresses of shared memory in 32 bits.
//!
//! Idea: a shared window is less than 2^32 bytes, and machine code addresses it in 32 bits. ptxas finds that out for simple
//! addresses in 64 bits; where a product or sum has another user in 64 bits, or a chain is long, it keeps the wide form and takes
//! the low word (docs/results/selection.md). So the tree of each such address is made anew over the low words of its leaves. Local
//! and constant addresses come out the same both ways, and stay.
//!
//! It stands before placement, which shares what the narrow trees have in common, and behind everything that asks what an
//! address leads to.
//! Legality: the low word of a sum, difference, product, left shift, or bitwise operation is that of the low words; of an extended
//! value it is the value. An access adds its offset modulo 2^32 to an address in 32 bits (PTX ISA, "Addresses as Operands"; the
//! emulator and the interpreter do so). Nothing is evaluated where it was not. Cost: one walk over the trees of addresses.

use crate::Cx;
use crate::stats::Stats;
use optx_ir::{Access, CodeRep, Codemap, CrId, Func, Kids, Op, SideTable, Space, StmtOp};
use optx_whirl::{Mtype, Operator};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, _: &mut Cx<'_>) -> Stats {
    let mut narrow = Narrow { known: SideTable::new(None) };
    let mut count = 0;
    let Func { bbs, stmts, codemap, layout, .. } = f;
    for &bb in layout.iter() {
        for &s in &bbs[bb].stmts {
            let stmt = &mut stmts[s];
            if let Some(access) = stmt.direct_access() {
                if let Some(new) = narrow.access(codemap, access) {
                    stmt.set_direct_access(new);
                    count += 1;
                }
                continue;
            }
            let place = match stmt.op {
                StmtOp::Stid => stmt.kids.first_mut(),
                StmtOp::Istore => stmt.results.first_mut(),
                _ => None,
            };
            if let Some(place) = place
                && let CodeRep::Ivar { access, mu, read_only } = *codemap.get(*place)
                && let Some(new) = narrow.access(codemap, access)
            {
                *place = codemap.ivar(new, mu, read_only);
                count += 1;
            }
        }
    }
    let mut stats = Stats::new("narrow-addresses");
    stats.add("addresses narrowed", count);
    stats
}

struct Narrow {
    /// The low words of nodes: trees are DAGs.
    known: SideTable<CrId, Option<CrId>>,
}

impl Narrow {
    /// The access at its address in 32 bits; None where there is nothing to gain.
    fn access(&mut self, map: &mut Codemap, access: Access) -> Option<Access> {
        if access.space != Space::Shared || map.as_op(access.base)?.rtype.size() != 8 {
            return None;
        }
        let base = self.low_word(map, access.base);
        Some(Access { base, ..access })
    }

    /// The low word of a 64-bit value.
    ///
    /// Recursive: trees are no higher than [`optx_ir::MAX_HEIGHT`].
    fn low_word(&mut self, map: &mut Codemap, id: CrId) -> CrId {
        if let Some(known) = *self.known.get(id) {
            return known;
        }
        let word = match *map.get(id) {
            CodeRep::Const { value, .. } => map.integer(Mtype::U4, value),
            CodeRep::Op(op) => self.operation(map, id, op),
            _ => cut(map, id),
        };
        *self.known.entry(id) = Some(word);
        word
    }

    fn operation(&mut self, map: &mut Codemap, id: CrId, op: Op) -> CrId {
        use Operator::{Add, Band, Bior, Bnot, Bxor, Cvt, Mpy, Neg, Select, Shl, Sub};
        let kids = match op.opr {
            Add | Sub | Mpy | Band | Bior | Bxor | Neg | Bnot => {
                op.kids.map(|kid| self.low_word(map, kid))
            }
            Select => {
                let (a, b) = (self.low_word(map, op.kids[1]), self.low_word(map, op.kids[2]));
                Kids::from_slice(&[op.kids[0], a, b])
            }
            // A shift by 32 or more leaves 0, in either width.
            Shl => Kids::from_slice(&[self.low_word(map, op.kids[0]), op.kids[1]]),
            Cvt if matches!(op.desc, Mtype::I4 | Mtype::U4) => return op.kids[0],
            _ => return cut(map, id),
        };
        map.op(Op { rtype: Mtype::U4, kids, ..op })
    }
}

/// The low word of what stays in 64 bits.
fn cut(map: &mut Codemap, id: CrId) -> CrId {
    map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, id)
}

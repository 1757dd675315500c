//! The first answer to whether the lanes of a warp have one value: of the commonest that vary, or do not, it is told without a map.
//!
//! Idea: the index of a thread along x varies, and so do what sums and differences make of it with what has no such index in it, what is loaded from
//! there, and what is compared with such a value; parameters, constants and the numbers of a block are one. Most branches are of these kinds, and who
//! hangs a decision on them asks the map of the others alone.
//!
//! Legality: what varies here the map ([`super::VarianceMap`]) does not call one, either; debug builds hold it to each map that a pass is given
//! ([`super::oracle::first_answers`]). What is one is that for all threads in all of a launch ([`crate::analysis::launch_constants`] has why). A sum has the coefficient of its one operand with x in it, which is no zero, and so has the difference that a
//! comparison looks at; where blocks have one index along x, it says of none that it varies.
//! Cost: linear in what is asked about, each node once.

use crate::analysis::launch_constants::is_of_block;
use optx_ir::{CodeRep, Codemap, CrId, Def, Func, Op, SideTable, Space, StmtOp};
use optx_whirl::{Intrinsic, Mtype, Operator, PuKind};
use smallvec::SmallVec;

/// So many definitions are followed one behind the other.
const MOST_DEEP: u32 = 64;

/// A factor below 2 to the power of this is no zero in a word, nor is what is less than it.
const MOST_BITS: u32 = 30;

/// What is known of the index along x in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    /// The value is made of constants, parameters, and numbers of the block: it is one for all threads.
    Same,
    /// There is none: the value may have other indices in it.
    Free,
    /// The index with a factor, which is no zero and below 2 to the power of this, and what is free of it.
    Linear(u32),
    /// What the map has no coefficient for: all but a choice between equals varies with it.
    Varies,
    /// Nobody knows.
    Unknown,
}

impl Index {
    fn is_free(self) -> bool {
        matches!(self, Index::Same | Index::Free)
    }

    fn is_in(self) -> bool {
        matches!(self, Index::Linear(_) | Index::Varies)
    }
}

/// What was found so far.
pub(crate) struct FirstAnswer {
    known: SideTable<CrId, Option<Index>>,
}

impl FirstAnswer {
    pub(crate) fn new() -> FirstAnswer {
        FirstAnswer { known: SideTable::new(None) }
    }

    /// Whether all lanes of a warp have one value, wherever it is read; None for what is to be asked of the map.
    pub(crate) fn is_one(&mut self, f: &Func, id: CrId) -> Option<bool> {
        match self.of(f, id, MOST_DEEP) {
            Index::Same => Some(true),
            index if index.is_in() && f.block_dim.is_none_or(|[x, ..]| x > 1) => Some(false),
            _ => None,
        }
    }

    fn of(&mut self, f: &Func, id: CrId, deep: u32) -> Index {
        if let Some(known) = *self.known.get(id) {
            return known;
        }
        let Some(deep) = deep.checked_sub(1) else { return Index::Unknown };
        // A merge that leads back here.
        *self.known.entry(id) = Some(Index::Unknown);
        let found = self.found(f, id, deep);
        *self.known.entry(id) = Some(found);
        found
    }

    fn found(&mut self, f: &Func, id: CrId, deep: u32) -> Index {
        match f.codemap.get(id) {
            CodeRep::Var { .. } => match f.def(id) {
                Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => {
                    self.of(f, f.stmts[s].kids[0], deep)
                }
                Def::Phi(bb, k) => {
                    let operands = &f.bbs[bb].phis[k as usize].operands;
                    let varies = operands.iter().any(|&o| self.of(f, o, deep) == Index::Varies);
                    if varies { Index::Varies } else { Index::Unknown }
                }
                _ => Index::Unknown,
            },
            CodeRep::Ivar { access, .. } => match (access.space, self.of(f, access.base, deep)) {
                (Space::Param, Index::Same) if f.kind == PuKind::Kernel => Index::Same,
                (Space::Global | Space::Shared, index) if index.is_in() => Index::Varies,
                _ => Index::Unknown,
            },
            CodeRep::Op(op) => match op.intrinsic {
                Some(intrinsic) if op.kids.is_empty() => of_number(intrinsic),
                _ => {
                    let kids: SmallVec<[Index; 3]> =
                        op.kids.iter().map(|&kid| self.of(f, kid, deep)).collect();
                    let found = of_operation(&f.codemap, op, &kids);
                    let is_new = found == Index::Varies && !kids.contains(&Index::Varies);
                    match is_new && may_stand_between(f, op, &kids) {
                        true => Index::Unknown,
                        false => found,
                    }
                }
            },
            _ => Index::Same,
        }
    }
}

/// True for an order of a value and one that no warp's numbers may stand on both sides of: a number next to a multiple of 32, or what something makes.
fn may_stand_between(f: &Func, op: &Op, kids: &[Index]) -> bool {
    let is_order = matches!(op.opr, Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge);
    let may_stand = |&kid: &CrId| {
        let value = f.assigned_constant(kid).unwrap_or(kid);
        match (f.codemap.constant(value), f.codemap.get(kid)) {
            (Some(number), _) => matches!(number & 31, 0 | 31),
            (None, CodeRep::Ivar { .. }) => false,
            (None, CodeRep::Var { .. }) => match f.def(kid) {
                Def::Stmt(s) if f.stmts[s].op == StmtOp::Stid => {
                    !matches!(f.codemap.get(f.stmts[s].kids[0]), CodeRep::Ivar { .. })
                }
                Def::Phi(..) | Def::Stmt(_) => true,
                _ => false,
            },
            _ => true,
        }
    };
    let others = op.kids.iter().zip(kids).filter(|(_, index)| index.is_free());
    is_order && others.map(|(kid, _)| kid).any(may_stand)
}

fn of_operation(map: &Codemap, op: &Op, kids: &[Index]) -> Index {
    if kids.iter().all(|&kid| kid == Index::Same) {
        return Index::Same;
    }
    if kids.iter().all(|kid| kid.is_free()) {
        return Index::Free;
    }
    let chooses_equals = op.opr == Operator::Select && op.kids[1] == op.kids[2];
    if kids.contains(&Index::Varies) && !chooses_equals {
        return Index::Varies;
    }
    // Of one operand with the index; what two of them make may have none.
    let factor = |kid: &Index| if let Index::Linear(bits) = *kid { Some(bits) } else { None };
    let mut factors = kids.iter().filter_map(factor);
    let (Some(bits), None) = (factors.next(), factors.next()) else { return Index::Unknown };
    if !kids.iter().all(|kid| kid.is_free() || kid.is_in()) {
        return Index::Unknown;
    }
    let is_wide = |mtype: Mtype| mtype.is_integer() && mtype.size() >= 4;
    let constant = || map.constant(op.kids[1]);
    let grown = match op.opr {
        _ if op.rtype.is_float() => return Index::Varies,
        opr if opr.is_compare() => return Index::Varies,
        Operator::Add | Operator::Sub => Some(bits),
        Operator::Cvt if is_wide(op.desc) => Some(bits),
        Operator::Mpy => constant().filter(|&by| by > 0).map(|by| bits + by.ilog2() + 1),
        Operator::Shl => constant().and_then(|by| bits.checked_add(u32::try_from(by).ok()?)),
        _ => None,
    };
    let kept = grown.filter(|&bits| is_wide(op.rtype) && bits <= MOST_BITS);
    kept.map_or(Index::Unknown, Index::Linear)
}

fn of_number(intrinsic: Intrinsic) -> Index {
    match intrinsic {
        Intrinsic::TidX => Index::Linear(1),
        Intrinsic::TidY | Intrinsic::TidZ => Index::Free,
        _ if is_of_block(intrinsic) => Index::Same,
        _ => Index::Unknown,
    }
}

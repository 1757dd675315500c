//! Bitwise dead code: operations that only change bits which nobody looks at.
//!
//! Idea: the demanded bits of each node ([`crate::analysis::demanded_bits`]) say what of its value anything sees.
//!
//! | tree | becomes | where no demanded bit |
//! |---|---|---|
//! | `x & c` | `x` | is a zero of c |
//! | `x \| c`, `x ^ c` | `x` | is a one of c |
//! | `x + c`, `x - c` | `x` | is at or above c's lowest one |
//! | cut to `char`, `short` | `x` | is above them |
//! | sums, differences, products, left shifts of 64 bits | of 32, extended | is above 32 |
//! | any operation or variable | 0 | is there at all |
//!
//! Source: Open64's BDCE (`opt_bdce.cxx`); LLVM's BDCE and SimplifyDemandedBits.
//!
//! Legality: a node keeps its demanded bits, the others may change. A version or node with changed bits is *altered*; an I-form over one could
//! come to overflow, so it becomes its U-form. A node all of whose bits are demanded is never altered, and neither is what is made of it:
//! divisions, comparisons, addresses and effects demand all bits of their operands. Nothing is evaluated where it was not.
//! Cost: the analysis's, and a walk over trees where there is something to do; altered versions are followed through their uses.

use crate::analysis::demanded_bits::{DemandedBits, all_bits};
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::uses::{Use, Uses};
use optx_ir::walk::Walk;
use optx_ir::{AuxKind, Auxes, CodeRep, Codemap, CrId, Func, Op, SideTable, StmtId, StmtOp};
use optx_whirl::{Mtype, Operator};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("bitwise-dead-code");
    let rules = Rules { demanded: DemandedBits::find(f), words: has_room(f) };
    let found = worth(f, &rules);
    if found == 0 {
        return stats;
    }
    let mut pass =
        Pass { altered: altered(f, cx, &rules), rules, memo: SideTable::new(None), unsigned: 0 };
    for bb in cx.facts.blocks(f) {
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            if is_dead(f, &pass.rules.demanded, s) {
                continue;
            }
            let Func { stmts, codemap, auxes, .. } = &mut *f;
            stmts[s].map_uses(codemap, |map, id, _| pass.root(map, auxes, id));
            stmts[s].take_constants_out(codemap);
        }
        let Func { bbs, codemap, auxes, .. } = &mut *f;
        bbs[bb].map_condition(|id| pass.root(codemap, auxes, id));
    }
    stats.add("operations on bits nobody sees", found);
    stats.add("I-forms that became U-forms", pass.unsigned);
    stats
}

/// What an operation is to who sees these bits of it alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shorter {
    /// Its first operand.
    Operand,
    /// Nothing: any value does.
    Nothing,
    /// The operation on words, extended.
    Word,
}

/// No operation above so many others is computed in words: each pair of extensions makes a tree higher by two.
const LOW: u16 = 2;

/// True where all trees leave room for the extensions of words.
fn has_room(f: &Func) -> bool {
    let mut highest = 0;
    for &bb in &f.layout {
        f.for_each_use_in(bb, |_, root, _| highest = highest.max(f.codemap.height(root)));
    }
    highest + 4 * LOW <= optx_ir::MAX_HEIGHT
}

/// True for an assignment to what nobody looks at: dead code takes it as it is.
fn is_dead(f: &Func, demanded: &DemandedBits, s: StmtId) -> bool {
    let stmt = &f.stmts[s];
    stmt.op == StmtOp::Stid && demanded.of(stmt.results[0]) == 0
}

/// What decides which operations become shorter.
struct Rules {
    demanded: DemandedBits,
    /// Whether operations of 64 bits may become ones of words.
    words: bool,
}

impl Rules {
    /// True for a node that becomes another.
    fn changes(&self, map: &Codemap, id: CrId, node: &CodeRep) -> bool {
        match node {
            CodeRep::Op(op) => self.shorter(map, id, op).is_some(),
            CodeRep::Var { .. } => self.demanded.of(id) == 0,
            _ => false,
        }
    }

    /// What an operation is to who sees it.
    fn shorter(&self, map: &Codemap, id: CrId, op: &Op) -> Option<Shorter> {
        let words = self.words && map.height(id) <= LOW;
        shorter(map, op, self.demanded.of(id)).filter(|short| words || *short != Shorter::Word)
    }
}

fn shorter(map: &Codemap, op: &Op, bits: u64) -> Option<Shorter> {
    if !op.rtype.is_integer() {
        return None;
    }
    if bits == 0 {
        return Some(Shorter::Nothing);
    }
    let constant = op.kids.get(1).and_then(|&kid| map.constant(kid));
    let operand = match (op.opr, constant) {
        (Operator::Band, Some(c)) => bits & !c == 0,
        (Operator::Bior | Operator::Bxor, Some(c)) => bits & c == 0,
        (Operator::Add | Operator::Sub, Some(c)) => {
            c != 0 && u64::BITS - bits.leading_zeros() <= c.trailing_zeros()
        }
        (Operator::Cvtl, _) => bits >> op.desc.bits() == 0,
        _ => false,
    };
    if operand {
        return Some(Shorter::Operand);
    }
    let narrows = match op.opr {
        Operator::Add | Operator::Sub | Operator::Mpy => true,
        Operator::Shl => constant.is_some_and(|by| by < 32),
        _ => false,
    };
    let is_word = bits >> 32 == 0 && op.rtype.size() == 8;
    // A product of extended words is one instruction as it is.
    let is_cheap = op.opr == Operator::Mpy && map.wide_product(op).is_some();
    (narrows && is_word && !is_cheap).then_some(Shorter::Word)
}

/// How many operations that the function evaluates can be shorter.
fn worth(f: &Func, rules: &Rules) -> u64 {
    let (mut found, mut walk) = (0, Walk::new());
    for &bb in &f.layout {
        f.for_each_use_in(bb, |k, root, _| {
            let stmt = f.bbs[bb].stmts.get(k);
            if stmt.is_some_and(|&s| is_dead(f, &rules.demanded, s)) {
                return;
            }
            walk.tree(&f.codemap, root, |id, node| {
                found += u64::from(rules.changes(&f.codemap, id, node));
                true
            });
        });
    }
    found
}

/// The versions whose bits may change: those assigned trees with something shorter, and those made of them; all of whose bits
/// nobody looks at.
fn altered(f: &Func, cx: &mut Cx<'_>, rules: &Rules) -> SideTable<CrId, bool> {
    let mut altered = SideTable::new(false);
    let mut work = Vec::new();
    let whole = |version: CrId| rules.demanded.of(version) == all_bits(f.mtype(version));
    let mut walk = Walk::new();
    for &bb in &f.layout {
        for &s in f.bbs[bb].stmts.iter().filter(|&&s| f.stmts[s].op == StmtOp::Stid) {
            let stmt = &f.stmts[s];
            if whole(stmt.results[0]) || is_dead(f, &rules.demanded, s) {
                continue;
            }
            let mut changes = false;
            walk.forget();
            walk.tree(&f.codemap, stmt.kids[0], |id, node| {
                changes |= rules.changes(&f.codemap, id, node);
                !changes
            });
            if changes {
                work.push(stmt.results[0]);
            }
        }
    }
    if work.is_empty() {
        return altered;
    }
    let uses = cx.analyses.uses(f);
    while let Some(version) = cx.facts.take(&mut work) {
        if altered.replace(version, true) {
            continue;
        }
        work.extend(made_of(f, &uses, version).filter(|&made| !whole(made)));
    }
    altered
}

/// The versions that are made of one.
fn made_of<'a>(f: &'a Func, uses: &'a Uses, version: CrId) -> impl Iterator<Item = CrId> + 'a {
    uses.of_version(version).iter().filter_map(|&user| match user {
        Use::Stmt(s) if f.stmts[s].op == StmtOp::Stid => Some(f.stmts[s].results[0]),
        Use::Phi(bb, k, _) => {
            let phi = &f.bbs[bb].phis[k as usize];
            (f.auxes[phi.aux].kind != AuxKind::Memory).then_some(phi.result)
        }
        _ => None,
    })
}

struct Pass {
    rules: Rules,
    altered: SideTable<CrId, bool>,
    /// What a node became, and whether its bits may have changed. Demand is of the node, so this holds wherever it stands.
    memo: SideTable<CrId, Option<(CrId, bool)>>,
    unsigned: u64,
}

impl Pass {
    fn root(&mut self, map: &mut Codemap, auxes: &Auxes, id: CrId) -> CrId {
        let new = self.tree(map, auxes, id).0;
        debug_assert!(map.height(new) <= optx_ir::MAX_HEIGHT);
        new
    }

    fn tree(&mut self, map: &mut Codemap, auxes: &Auxes, id: CrId) -> (CrId, bool) {
        let op = match *map.get(id) {
            CodeRep::Op(op) => op,
            // Of this nobody looks at anything, wherever it stands.
            CodeRep::Var { aux, .. } if self.rules.demanded.of(id) == 0 => {
                return (map.integer(auxes[aux].mtype, 0), true);
            }
            CodeRep::Var { .. } => return (id, *self.altered.get(id)),
            _ => return (id, false),
        };
        if let Some(known) = *self.memo.get(id) {
            return known;
        }
        let bits = self.rules.demanded.of(id);
        let mut changed = false;
        let kids = op.kids.map(|kid| {
            let (new, is_altered) = self.tree(map, auxes, kid);
            changed |= is_altered;
            new
        });
        let mut new = Op { kids, ..op };
        let no_wrap =
            matches!(op.opr, Operator::Add | Operator::Sub | Operator::Mpy | Operator::Neg);
        if changed && no_wrap && op.rtype.is_integer() && op.rtype.is_signed() {
            new.rtype = op.rtype.unsigned();
            self.unsigned += 1;
        }
        let made = match self.rules.shorter(map, id, &op) {
            Some(short) => {
                changed = true;
                shortened(map, &new, short)
            }
            None if new == op => id,
            None => map.op(new),
        };
        let made = (made, changed && bits != all_bits(op.rtype));
        *self.memo.entry(id) = Some(made);
        made
    }
}

/// The operation as what it is to who sees it.
fn shortened(map: &mut Codemap, op: &Op, short: Shorter) -> CrId {
    match short {
        Shorter::Operand => op.kids[0],
        Shorter::Nothing => map.integer(op.rtype, 0),
        Shorter::Word => {
            let mut kids = op.kids;
            let operands = if op.opr == Operator::Shl { 1 } else { 2 };
            for kid in kids.iter_mut().take(operands) {
                *kid = map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, *kid);
            }
            let narrow = map.op(Op { rtype: Mtype::U4, kids, ..*op });
            map.unary(Operator::Cvt, Mtype::U8, Mtype::U4, narrow)
        }
    }
}

//! Which divisions are tried in 32 bits, and how.
//!
//! | dividend | divisor | shape |
//! |---|---|---|
//! | short | short | the low words are divided |
//! | short, unsigned division | unknown | a selection: a longer divisor goes into it no time |
//! | short | unknown | a guard on the divisor |
//! | unknown | short | a guard on the dividend |
//! | unknown | unknown | one guard on both |
//!
//! Short is what [`crate::analysis::ranges`] proves to be below 2^32 where the division stands. By constants there is no division left.

use crate::analysis::ranges::Context;
use crate::kit::candidates::speculates;
use crate::kit::context::Cx;
use optx_ir::cycles::Cycles;
use optx_ir::walk::Walk;
use optx_ir::{BbId, CodeRep, Codemap, CrId, Def, Func, Op, Role};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Loc, Mtype, Operator};

/// So many definitions are looked behind for a hash.
const MOST_DEEP: u32 = 4;

/// A merge of more is not looked behind.
const MOST_MERGED: usize = 8;

/// The operands of divisions of 64 bits that share their work.
pub(super) struct Pair {
    pub(super) dividend: CrId,
    pub(super) divisor: CrId,
    /// Signed or not.
    pub(super) mtype: Mtype,
    pub(super) how: How,
    /// Whether the quotient and the remainder are asked for.
    pub(super) asks: [bool; 2],
    /// Of the first division.
    pub(super) loc: Loc,
    /// The block, before loops, at whose end the guard is set; else where the division stands.
    pub(super) guard_before: Option<BbId>,
}

/// How two operands are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// Both are known to be short.
    Short,
    /// The dividend is, and the division is unsigned.
    ShortDividend,
    /// In words where those of dividend and divisor that are asked about are short.
    Guarded {
        /// The dividend, the divisor.
        guards: [bool; 2],
    },
}

impl Pair {
    /// What was done, for who asks what passes did.
    pub(super) fn told(&self) -> &'static str {
        match self.how {
            How::Short => "a division of 64 bits is one of 32: both operands are short",
            How::ShortDividend => "a division of 64 bits is one of 32: the dividend is short",
            How::Guarded { .. } => {
                "a division of 64 bits is one of 32 where both operands turn out to be short"
            }
        }
    }
}

/// Why a division stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    Long,
    Hash,
}

impl Why {
    pub(super) fn told(self) -> &'static str {
        match self {
            Why::Long => "an operand does not fit there",
            Why::Hash => "an operand looks like a hash, which seldom fits there",
        }
    }
}

/// A division where it is evaluated.
pub(super) struct Asked {
    pub(super) bb: BbId,
    /// The statement's place in the block; the number of statements for the block's end.
    pub(super) place: usize,
    pub(super) node: CrId,
    pub(super) pair: usize,
    pub(super) is_remainder: bool,
    /// The pair is divided here; the other occurrences read what this one makes.
    pub(super) is_first: bool,
}

/// What is to be made.
pub(super) struct Plan {
    pub(super) pairs: Vec<Pair>,
    /// In preorder of the dominator tree, by place, operands before what is made of them.
    pub(super) occurrences: Vec<Asked>,
    pub(super) refused: Vec<(Loc, Why)>,
}

fn is_long_division(map: &Codemap, op: &Op) -> bool {
    matches!(op.opr, Operator::Div | Operator::Rem)
        && matches!(op.rtype, Mtype::I8 | Mtype::U8)
        && map.constant(op.kids[1]).is_none()
}

/// True where a function evaluates a division of 64 bits, and not by a constant.
pub(super) fn has_long_divisions(f: &Func) -> bool {
    let mut walk = Walk::new();
    let mut found = false;
    for &bb in &f.layout {
        f.for_each_use_in(bb, |_, root, _| {
            walk.tree(&f.codemap, root, |_, node| {
                found |= matches!(node, CodeRep::Op(op) if is_long_division(&f.codemap, op));
                !found
            });
        });
        if found {
            return true;
        }
    }
    false
}

/// The plan of a function in form Ssa.
pub(super) fn plan(f: &Func, cx: &mut Cx<'_>) -> Plan {
    let (dom, cycles) = (cx.analyses.dominators(f), cx.analyses.cycles(f));
    let children = dom.children();
    let mut search = Search {
        f,
        cycles: &cycles,
        context: Context::new(cx.analyses.ranges(f)),
        known: Map::default(),
        undo: Vec::new(),
        walk: Walk::new(),
        plan: Plan { pairs: Vec::new(), occurrences: Vec::new(), refused: Vec::new() },
    };
    let mut stack = vec![(f.entry(), None)];
    while let Some((bb, leaves)) = stack.pop() {
        if let Some(mark) = leaves {
            search.leave(mark);
            continue;
        }
        let mark = search.undo.len();
        stack.push((bb, Some(mark)));
        if search.context.enter(f, bb) && search.context.ranges().is_reached(bb) {
            search.block(bb);
            stack.extend(children.list(bb.index()).iter().rev().map(|&child| (child, None)));
        }
    }
    search.plan
}

/// What makes divisions one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    dividend: CrId,
    divisor: CrId,
    mtype: Mtype,
}

struct Search<'a> {
    f: &'a Func,
    cycles: &'a Cycles,
    context: Context,
    /// The pair of operands that were divided above; none where they are not to be.
    known: Map<Key, Option<usize>>,
    undo: Vec<Key>,
    walk: Walk,
    plan: Plan,
}

impl Search<'_> {
    fn leave(&mut self, mark: usize) {
        self.context.leave();
        for key in self.undo.drain(mark..) {
            self.known.remove(&key);
        }
    }

    fn block(&mut self, bb: BbId) {
        let f = self.f;
        let block = &f.bbs[bb];
        for (place, &s) in block.stmts.iter().enumerate() {
            let mut roots: Vec<CrId> = Vec::new();
            f.stmts[s].for_each_use(&f.codemap, |root, _: Role| roots.push(root));
            self.trees(bb, place, f.stmts[s].loc, &roots);
        }
        if let Some(condition) = block.terminator().condition() {
            self.trees(bb, block.stmts.len(), block.loc, &[condition]);
        }
    }

    /// The divisions in the trees of a statement.
    fn trees(&mut self, bb: BbId, place: usize, loc: Loc, roots: &[CrId]) {
        let f = self.f;
        let mut found: Vec<CrId> = Vec::new();
        self.walk.forget();
        for &root in roots {
            self.walk.tree(&f.codemap, root, |id, node| {
                if matches!(node, CodeRep::Op(op) if is_long_division(&f.codemap, op)) {
                    found.push(id);
                }
                true
            });
        }
        // A node's operands were made before it.
        found.sort_unstable();
        for node in found {
            let Some(op) = f.codemap.as_op(node) else { continue };
            let is_remainder = op.opr == Operator::Rem;
            let key = Key { dividend: op.kids[0], divisor: op.kids[1], mtype: op.rtype };
            let (pair, is_first) = match self.known.get(&key) {
                Some(&known) => (known, false),
                None => {
                    let pair = self.pair(bb, loc, key);
                    self.known.insert(key, pair);
                    self.undo.push(key);
                    (pair, true)
                }
            };
            let Some(pair) = pair else { continue };
            self.plan.pairs[pair].asks[usize::from(is_remainder)] = true;
            self.plan.occurrences.push(Asked { bb, place, node, pair, is_remainder, is_first });
        }
    }

    fn pair(&mut self, bb: BbId, loc: Loc, key: Key) -> Option<usize> {
        let Key { dividend, divisor, mtype } = key;
        let how = match self.how(dividend, divisor, mtype) {
            Ok(how) => how,
            Err(why) => {
                self.plan.refused.push((loc, why));
                return None;
            }
        };
        let guard_before = match how {
            How::Guarded { guards } => self.before_loops(bb, [dividend, divisor], guards),
            _ => None,
        };
        let pair = Pair { dividend, divisor, mtype, how, asks: [false; 2], loc, guard_before };
        self.plan.pairs.push(pair);
        Some(self.plan.pairs.len() - 1)
    }

    fn how(&mut self, dividend: CrId, divisor: CrId, mtype: Mtype) -> Result<How, Why> {
        let mut is_short = [false; 2];
        for (k, id) in [dividend, divisor].into_iter().enumerate() {
            let fact = self.context.fact(self.f, id).filter(|fact| !fact.is_empty());
            let Some(fact) = fact else { continue };
            is_short[k] = fact.fits(32, false);
            if fact.unsigned_bounds().0 > u64::from(u32::MAX) {
                return Err(Why::Long);
            }
        }
        match is_short {
            [true, true] => return Ok(How::Short),
            [true, false] if !mtype.is_signed() => return Ok(How::ShortDividend),
            _ => {}
        }
        for (k, id) in [dividend, divisor].into_iter().enumerate() {
            if !is_short[k] && is_hash(self.f, id, MOST_DEEP) {
                return Err(Why::Hash);
            }
        }
        Ok(How::Guarded { guards: is_short.map(|short| !short) })
    }

    /// The block before the outermost loop around a division that changes none of the operands that its guard asks about.
    fn before_loops(&mut self, bb: BbId, operands: [CrId; 2], guards: [bool; 2]) -> Option<BbId> {
        let f = self.f;
        let asked = || operands.into_iter().zip(guards).filter(|(_, asks)| *asks);
        let may_move = asked().all(|(id, _)| speculates(&f.codemap, id));
        let mut variables = Vec::new();
        self.walk.forget();
        for (id, _) in asked() {
            self.walk.variables(&f.codemap, id, |version, _| variables.push(version));
        }
        let stays = |k: usize| {
            variables.iter().all(|&v| f.def_block(v).is_none_or(|at| !self.cycles.holds(k, at)))
        };
        let around = self.cycles.around(bb).take_while(|&k| may_move && stays(k));
        // It may go elsewhere too: what is set there is cheap.
        around.filter_map(|k| self.cycles.only_way_in(f, k)).last()
    }
}

/// True for what mixes bits, so that the high ones are seldom all zero.
fn is_hash(f: &Func, id: CrId, deep: u32) -> bool {
    let Some(deep) = deep.checked_sub(1) else { return false };
    match f.codemap.get(id) {
        CodeRep::Op(op) => match op.opr {
            Operator::Bxor => true,
            Operator::Mpy => f.codemap.constant(op.kids[1]).is_some_and(|value| {
                i32::try_from(value as i64).is_err() && u32::try_from(value).is_err()
            }),
            _ => false,
        },
        CodeRep::Var { .. } => match f.def(id) {
            Def::Phi(bb, k) => {
                let operands = &f.bbs[bb].phis[k as usize].operands;
                operands.len() <= MOST_MERGED && operands.iter().all(|&o| is_hash(f, o, deep))
            }
            _ => f.assigned(id).is_some_and(|tree| is_hash(f, tree, deep)),
        },
        _ => false,
    }
}

//! Value range propagation: what the ranges and bits of values ([`crate::analysis::ranges`]) decide is decided, and what they make cheaper is
//! made so.
//!
//! Idea: one walk down the dominator tree in the analysis's own context, so a tree is looked at with all that branches and assumptions
//! above it say. A value that is one number becomes that number, a comparison and the branch on it among them. Else, by operator:
//!
//! | tree | becomes | where |
//! |---|---|---|
//! | `x & m`, `x \| m` | `x` | no bit of x would change |
//! | cut to `signed char` and such | `x` | x fits it |
//! | `min`, `max`, `abs` | an operand | bounds decide |
//! | signed `x / y`, `x % y`, `x >> n` | unsigned | no operand is negative: a quotient by a power of two is a shift |
//! | `x % y` | `x` | 0 <= x < y |
//! | quotients and products of 64 bits | of 32 | both operands fit |
//! | `__mul24(x, y)`, `__umul24(x, y)` | `x * y` | both fit 24 bits: machines have no such product any more |
//! | `x + y`, `x - y`, `x * y` of 32 bits that may wrap | the same, and promises that it does not overflow | it does not, read as signed; not in an address |
//! | `(x << n) \| (y >> 32 - n)` | a funnel shift | 0 <= n <= 32 |
//! | `(y & c) != 0`, y set to `x >> n` | `x & (c << n)` | no bit of c is lost |
//! | `(long)(int)x` of 64 bits | `x` | x fits 32 bits |
//! | `(long)(unsigned)(x + c)` in an address | `(long)(unsigned)x + c` | the sum does not wrap: its constant goes to the offset |
//!
//! Assumptions (`__builtin_assume`) have told what they say, and go.
//!
//! Source: J. Patterson (PLDI 1995) for what ranges decide; LLVM's CorrelatedValuePropagation for the narrowing of divisions.
//!
//! Legality: each row gives the tree's value for all operands that their facts hold, at this place. The products and quotients of 32 bits are unsigned and cannot wrap, since they are extended again. A branch that is
//! decided stays a branch on a constant: the clean-up of the graph takes it away. Nothing is evaluated where it was not.
//! Cost: the analysis's, and one walk.

use crate::analysis::ranges::Context;
use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::{BbId, CodeRep, Codemap, CrId, Fact, Func, Kids, Op, Role, StmtOp};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Intrinsic, Mtype, Operator};
use smallvec::SmallVec;

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("range-propagation");
    let dom = cx.analyses.dominators(f);
    let ranges = cx.analyses.ranges(f);
    let children = dom.children();
    let mut pass = Pass {
        context: Context::new(ranges),
        memo: Map::default(),
        is_address: false,
        constants: 0,
        cheaper: 0,
    };
    let mut stack = vec![(f.entry(), false)];
    while let Some((bb, leaves)) = stack.pop() {
        if leaves {
            pass.context.leave();
            continue;
        }
        if !pass.context.ranges().is_reached(bb) {
            continue;
        }
        if pass.context.enter(f, bb) && pass.block(f, bb) {
            stack.push((bb, true));
            stack.extend(children.list(bb.index()).iter().rev().map(|&child| (child, false)));
        } else {
            pass.context.leave();
        }
    }
    stats.add("values that are one number", pass.constants);
    stats.add("cheaper operations", pass.cheaper);
    stats.add("assumptions", remove_assumptions(f, cx));
    stats
}

/// Takes out the assumptions: all that they say is said.
fn remove_assumptions(f: &mut Func, cx: &Cx<'_>) -> u64 {
    let is_assumption =
        |op: &StmtOp| matches!(op, StmtOp::Intrinsic { intrinsic: Intrinsic::Assume, .. });
    let mut removed = 0;
    for bb in cx.facts.blocks(f) {
        let gone: SmallVec<[_; 4]> =
            f.bbs[bb].stmts.iter().copied().filter(|&s| is_assumption(&f.stmts[s].op)).collect();
        if !gone.is_empty() {
            removed += f.retain_stmts(bb, |s| !gone.contains(&s)) as u64;
        }
    }
    removed
}

struct Pass {
    context: Context,
    /// What the trees of the statement in work became, and their facts: of those that may share parts.
    memo: Map<CrId, (CrId, Option<Fact>)>,
    /// The tree in work is an access's address.
    is_address: bool,
    constants: u64,
    cheaper: u64,
}

impl Pass {
    /// Rewrites a block's trees; false where nothing runs behind it.
    fn block(&mut self, f: &mut Func, bb: BbId) -> bool {
        for k in 0..f.bbs[bb].stmts.len() {
            let s = f.bbs[bb].stmts[k];
            if let StmtOp::Intrinsic { intrinsic: Intrinsic::Assume, .. } = f.stmts[s].op {
                if !self.context.assume(f, f.stmts[s].kids[0], true) {
                    return false;
                }
                continue;
            }
            f.rewrite_uses(s, |f, root, role| self.root(f, root, role == Role::Base));
        }
        if let Some(condition) = f.bbs[bb].terminator().condition() {
            let new = self.root(f, condition, false);
            f.bbs[bb].map_condition(|_| new);
        }
        true
    }

    fn root(&mut self, f: &mut Func, id: CrId, is_address: bool) -> CrId {
        self.memo.clear();
        self.is_address = is_address;
        let new = self.tree(f, id).0;
        // Too high a tree stays as it was.
        if f.codemap.height(new) > optx_ir::MAX_HEIGHT { id } else { new }
    }

    /// What becomes of a tree, and what is known of its value.
    fn tree(&mut self, f: &mut Func, id: CrId) -> (CrId, Option<Fact>) {
        let op = match *f.codemap.get(id) {
            CodeRep::Var { .. } => {
                let fact = self.context.fact(f, id);
                return (self.number(f, id, fact).unwrap_or(id), fact);
            }
            CodeRep::Op(op) => op,
            _ => return (id, self.context.fact(f, id)),
        };
        if let Some(&known) = self.memo.get(&id) {
            return known;
        }
        let mut kids: Kids = op.kids;
        let mut facts: SmallVec<[Option<Fact>; 3]> = SmallVec::new();
        for kid in kids.iter_mut() {
            let (new, fact) = self.tree(f, *kid);
            *kid = new;
            facts.push(fact);
        }
        let fact = self.context.of_operation(f, id, &op, &facts);
        let new = match self.number(f, id, fact) {
            Some(number) => number,
            None => {
                let same = kids == op.kids;
                let op = Op { kids, ..op };
                let whole = self.extension_of_itself(f, &op).or_else(|| self.rotation(f, &op));
                let whole = whole.or_else(|| bit_test(f, &op));
                match whole.or_else(|| cheaper(&mut f.codemap, &op, &facts, self.is_address)) {
                    Some(new) => {
                        self.cheaper += 1;
                        new
                    }
                    None if same => id,
                    None => f.codemap.op(op),
                }
            }
        };
        self.memo.insert(id, (new, fact));
        (new, fact)
    }

    /// What is cut to a word and extended again, where that changes nothing.
    fn extension_of_itself(&mut self, f: &Func, op: &Op) -> Option<CrId> {
        if op.opr != Operator::Cvt || !op.rtype.is_integer() || op.rtype.size() != 8 {
            return None;
        }
        let inner = f.codemap.as_op(op.kids[0]).filter(|inner| inner.opr == Operator::Cvt)?;
        let cuts = inner.rtype.is_integer() && inner.desc.is_integer() && inner.desc.size() == 8;
        let is_extension = cuts && matches!(op.desc, Mtype::I4 | Mtype::U4);
        let fact = self.context.fact(f, inner.kids[0]).filter(|_| is_extension)?;
        fact.fits(32, op.desc.is_signed()).then_some(inner.kids[0])
    }

    /// `(x << n) | (y >> 32 - n)`, also as a sum or a difference of bits, where 0 <= n <= 32: a funnel shift. At 0 and at 32 one of
    /// the shifts is by 32 and gives 0, as in the instruction that takes 32 for 32; of one value the one modulo 32 is the same.
    fn rotation(&mut self, f: &mut Func, op: &Op) -> Option<CrId> {
        use Intrinsic::{FunnelLeftClamp, FunnelLeftWrap, FunnelRightClamp, FunnelRightWrap};
        use Operator::{Add, Bior, Bxor, Lshr, Shl, Sub};
        if !matches!(op.opr, Bior | Bxor | Add) || op.rtype.size() != 4 || !op.rtype.is_integer() {
            return None;
        }
        let map = &f.codemap;
        let kids = |id: CrId, opr| map.as_op(id).filter(|op| op.opr == opr).map(|op| op.kids);
        let (left, right) =
            (0..2).find_map(|k| kids(op.kids[k], Shl).zip(kids(op.kids[1 - k], Lshr)))?;
        let is_rest = |rest: CrId, of: CrId| {
            kids(rest, Sub).is_some_and(|sub| map.constant(sub[0]) == Some(32) && sub[1] == of)
        };
        let is_left = is_rest(right[1], left[1]);
        if !is_left && !is_rest(left[1], right[1]) {
            return None;
        }
        let amount = if is_left { left[1] } else { right[1] };
        let (_, most) = self.context.fact(f, amount)?.unsigned_bounds();
        let wraps = left[0] == right[0] || most < 32;
        let mask =
            kids(amount, Operator::Band).filter(|mask| wraps && map.constant(mask[1]) == Some(31));
        let amount = mask.map_or(amount, |mask| mask[0]);
        let intrinsic = match (is_left, wraps) {
            (true, true) => FunnelLeftWrap,
            (true, false) => FunnelLeftClamp,
            (false, true) => FunnelRightWrap,
            (false, false) => FunnelRightClamp,
        };
        let kids = Kids::from_slice(&[right[0], left[0], amount]);
        let (opr, rtype, desc) = (Operator::IntrinsicOp, Mtype::U4, Mtype::U4);
        let whole = Op { opr, rtype, desc, intrinsic: Some(intrinsic), kids };
        (most <= 32).then(|| f.codemap.op(whole))
    }

    /// The one number that a value is.
    fn number(&mut self, f: &mut Func, id: CrId, fact: Option<Fact>) -> Option<CrId> {
        let value = fact.filter(|fact| !fact.is_empty())?.value()?;
        self.constants += 1;
        Some(f.codemap.integer(f.mtype(id), value))
    }
}

/// `(x >> n) & c` against 0, where the shifted number is a variable: `x & (c << n)`, where that has the bits.
fn bit_test(f: &mut Func, op: &Op) -> Option<CrId> {
    let is_test = matches!(op.opr, Operator::Eq | Operator::Ne) && op.desc.is_integer();
    if !is_test || f.codemap.constant(op.kids[1]) != Some(0) {
        return None;
    }
    let masked = *f.codemap.as_op(op.kids[0]).filter(|masked| masked.opr == Operator::Band)?;
    let (mut x, mut bits) = (masked.kids[0], f.codemap.constant(masked.kids[1])?);
    let width = masked.rtype.bits();
    while let Some(shift) = f.assigned(x).and_then(|tree| f.codemap.as_op(tree)) {
        let is_shift = matches!(shift.opr, Operator::Lshr | Operator::Ashr);
        let n = shift.kids.get(1).and_then(|&n| f.codemap.constant(n));
        let same_width = shift.rtype.bits() == width;
        let Some(n) = n.filter(|&n| is_shift && same_width && n < u64::from(width)) else { break };
        if bits.leading_zeros() < 64 - width + n as u32 {
            break;
        }
        (x, bits) = (shift.kids[0], bits << n);
    }
    if x == masked.kids[0] {
        return None;
    }
    let bits = f.codemap.integer(masked.rtype.unsigned(), bits);
    let masked = f.codemap.binary(Operator::Band, masked.rtype.unsigned(), x, bits);
    let mut kids = op.kids;
    kids[0] = masked;
    Some(f.codemap.op(Op { kids, ..*op }))
}

/// A cheaper operation with the same value, given what is known of the operands. Operands may have become others of the same values.
fn cheaper(map: &mut Codemap, op: &Op, facts: &[Option<Fact>], is_address: bool) -> Option<CrId> {
    let known = |k: usize| facts.get(k).copied().flatten().filter(|fact| !fact.is_empty());
    let a = known(0)?;
    if op.kids.len() == 1 {
        return match op.opr {
            Operator::Abs if a.is_nonnegative() => Some(op.kids[0]),
            Operator::Cvtl if a.fits(op.desc.bits(), op.desc.is_signed()) => Some(op.kids[0]),
            Operator::Cvt if is_address => distributed(map, op, &a),
            _ => None,
        };
    }
    if op.opr == Operator::Select {
        return a.truth().map(|holds| op.kids[if holds { 1 } else { 2 }]);
    }
    let b = known(1)?;
    match op.opr {
        Operator::Band if a.possible() & !b.known_bits().1 == 0 => Some(op.kids[0]),
        Operator::Band if b.possible() & !a.known_bits().1 == 0 => Some(op.kids[1]),
        Operator::Bior if b.possible() & !a.known_bits().1 == 0 => Some(op.kids[0]),
        Operator::Bior if a.possible() & !b.known_bits().1 == 0 => Some(op.kids[1]),
        Operator::Min | Operator::Max => {
            let signed = op.rtype.is_signed();
            let first_is_less = if a.compare(Operator::Le, signed, &b) == Some(true) {
                true
            } else if a.compare(Operator::Ge, signed, &b) == Some(true) {
                false
            } else {
                return None;
            };
            Some(op.kids[usize::from(first_is_less != (op.opr == Operator::Min))])
        }
        Operator::Rem if a.is_nonnegative() && b.is_nonnegative() && is_less(&a, &b) => {
            Some(op.kids[0])
        }
        Operator::Rem if !op.rtype.is_signed() && is_less(&a, &b) => Some(op.kids[0]),
        Operator::Div | Operator::Rem => quotient(map, op, &a, &b),
        Operator::IntrinsicOp if op.intrinsic == Some(Intrinsic::Mul24) => {
            let fit = [a, b].iter().all(|fact| fact.fits(24, op.rtype.is_signed()));
            fit.then(|| map.binary(Operator::Mpy, Mtype::U4, op.kids[0], op.kids[1]))
        }
        Operator::Add | Operator::Sub | Operator::Mpy
            if op.rtype == Mtype::U4 && !is_address && never_overflows(op.opr, &a, &b) =>
        {
            Some(map.op(Op { rtype: Mtype::I4, ..*op }))
        }
        Operator::Mpy if a.width() == 64 && !(is_address && gives_constant(map, op)) => {
            product(map, op, &a, &b)
        }
        Operator::Ashr if a.is_nonnegative() => {
            Some(map.op(Op { opr: Operator::Lshr, rtype: op.rtype.unsigned(), ..*op }))
        }
        _ => None,
    }
}

/// True where the sum, difference or product of two words, read as signed, fits a word whatever they are.
fn never_overflows(opr: Operator, a: &Fact, b: &Fact) -> bool {
    let ((a_low, a_high), (b_low, b_high)) = (a.signed_bounds(), b.signed_bounds());
    let fits = |value: i64| i32::try_from(value).is_ok();
    match opr {
        Operator::Add => fits(a_low + b_low) && fits(a_high + b_high),
        Operator::Sub => fits(a_low - b_high) && fits(a_high - b_low),
        _ => [a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high].into_iter().all(fits),
    }
}

fn is_less(a: &Fact, b: &Fact) -> bool {
    a.compare(Operator::Lt, false, b) == Some(true)
}

fn is_word(fact: &Fact) -> bool {
    fact.fits(32, false)
}

fn low_word(map: &mut Codemap, id: CrId) -> CrId {
    map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, id)
}

/// A quotient or remainder of fewer bits, or without signs.
fn quotient(map: &mut Codemap, op: &Op, a: &Fact, b: &Fact) -> Option<CrId> {
    if a.width() == 64 && is_word(a) && is_word(b) {
        let kids = op.kids.map(|kid| low_word(map, kid));
        let narrow = map.op(Op { rtype: Mtype::U4, kids, ..*op });
        return Some(map.unary(Operator::Cvt, op.rtype.unsigned(), Mtype::U4, narrow));
    }
    let unsigned = op.rtype.is_signed() && a.is_nonnegative() && b.is_nonnegative();
    unsigned.then(|| map.op(Op { rtype: op.rtype.unsigned(), ..*op }))
}

/// A product of 64 bits of two words, which one instruction makes.
fn product(map: &mut Codemap, op: &Op, a: &Fact, b: &Fact) -> Option<CrId> {
    if !is_word(a) || !is_word(b) || map.wide_product(op).is_some() {
        return None;
    }
    // By a power of two it is a shift.
    if b.value().is_some_and(u64::is_power_of_two) {
        return None;
    }
    let mut extended = |kid: CrId| {
        if map.constant(kid).is_some() {
            return kid;
        }
        let word = low_word(map, kid);
        map.unary(Operator::Cvt, Mtype::U8, Mtype::U4, word)
    };
    let kids = op.kids.map(&mut extended);
    let new = Op { rtype: Mtype::U8, kids, ..*op };
    map.wide_product(&new)?;
    Some(map.op(new))
}

/// True for a product of a sum with a constant by one: of an address its part goes to the offset.
fn gives_constant(map: &Codemap, op: &Op) -> bool {
    let is_sum = |sum: &Op| sum.opr == Operator::Add && map.constant(sum.kids[1]).is_some();
    map.constant(op.kids[1]).is_some() && map.as_op(op.kids[0]).is_some_and(is_sum)
}

/// The extension of an unsigned sum that does not wrap is the sum of the extensions.
fn distributed(map: &mut Codemap, op: &Op, sum: &Fact) -> Option<CrId> {
    if op.desc != Mtype::U4 || op.rtype.size() != 8 || !op.rtype.is_integer() {
        return None;
    }
    let inner = *map.as_op(op.kids[0])?;
    if inner.opr != Operator::Add || inner.rtype.size() != 4 {
        return None;
    }
    let number = i64::from(map.constant(inner.kids[1])? as u32 as i32);
    // The operand is the sum less the constant modulo 2^32, and that difference exactly where a word holds it.
    let (low, high) = sum.unsigned_bounds();
    let fits = |bound: u64| u32::try_from(bound as i64 - number).is_ok();
    if !fits(low) || !fits(high) {
        return None;
    }
    let extended = map.unary(Operator::Cvt, op.rtype, Mtype::U4, inner.kids[0]);
    let constant = map.integer(Mtype::U8, number as u64);
    Some(map.binary(Operator::Add, Mtype::U8, extended, constant))
}

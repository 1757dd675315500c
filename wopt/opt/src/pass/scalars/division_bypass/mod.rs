//! Divisions of 64 bits whose operands turn out to be short are divisions of 32 bits.
//!
//! Idea: a quotient of 64 bits is a call of some 70 machine instructions, one of 32 bits some 20, and most operands of 64 bits hold
//! small numbers. Before a division stands a guard that looks at the high words of those operands that are not known to be short; where both
//! are zero the low words are divided. Quotient and remainder of the same operands share guard and division, and what such a
//! division dominates reads its result. The shapes are those of [`plan`]; this file makes the blocks.
//!
//! Source: J. Wu and others, "gpucc: An Open-Source GPGPU Compiler" (CGO 2016), section 3.6; LLVM's BypassSlowDivision for what is not bypassed.
//!
//! Legality: two numbers below 2^32 have the same quotient and remainder, signed or not, in 32 bits and in 64. Both ways divide where the
//! function divided, so a division by zero is one on every way; of a selection ([`How::ShortDividend`]) the low word of a divisor may be zero where the divisor is not, and
//! the quotient is not looked at then. Guards are pure, and of an operand that is nothing in particular (an overflow that the source does
//! not look at) they ask [`Intrinsic::Freeze`]: a branch on that would be no refinement. What is made is U-form but for the long way's own
//! division. Blocks are split at the division alone: what was one block behind it is one still, so who comes to a convergent
//! operation came there before. A guard is set before the loops that change neither operand, where its operands' definitions are; it is cheap
//! and cannot go wrong.
//! Worth: not where an operand is known to be long, or looks like a hash (an exclusive or, a product by a constant of more than 32 bits, or
//! a merge of such): then the guard is lost.
//! Cost: linear in the statements, and in the ranges where there is such a division.

mod plan;

use crate::kit::context::Cx;
use crate::kit::stats::Stats;
use optx_ir::walk::Rewrite;
use optx_ir::{AuxKind, BbId, CrId, Func, Phi, StmtRep, Terminator};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Intrinsic, Loc, Mtype, Operator, RemarkKind};
use plan::{Asked, How, Pair, Plan};

/// Runs the pass on a function in form Ssa.
pub fn run(f: &mut Func, cx: &mut Cx<'_>) -> Stats {
    let mut stats = Stats::new("division-bypass");
    if !plan::has_long_divisions(f) {
        return stats;
    }
    let plan = plan::plan(f, cx);
    for (loc, why) in &plan.refused {
        let at = cx.facts.module.locs.statement(*loc);
        cx.remarks.tell(RemarkKind::Missed, at, || {
            format!("a division of 64 bits is not tried in 32: {}", why.told())
        });
    }
    if plan.pairs.is_empty() {
        return stats;
    }
    for pair in &plan.pairs {
        let at = cx.facts.module.locs.statement(pair.loc);
        cx.remarks.tell(RemarkKind::Passed, at, || pair.told().to_owned());
    }
    stats.add("divisions in 32 bits where they fit", plan.pairs.len() as u64);
    Making::new(f, &plan).make();
    stats
}

/// What is made of a plan.
struct Making<'a> {
    f: &'a mut Func,
    plan: &'a Plan,
    /// By pair: quotient and remainder, where they are asked for.
    results: Vec<[Option<CrId>; 2]>,
    /// By block that was split: the blocks behind it, in order.
    behind: Map<BbId, Vec<BbId>>,
    rewrite: Rewrite,
}

/// A pair whose operands are as they are at its place.
struct Site {
    place: usize,
    pair: usize,
    operands: [CrId; 2],
}

impl Making<'_> {
    fn new<'a>(f: &'a mut Func, plan: &'a Plan) -> Making<'a> {
        let results = plan.pairs.iter().map(|pair| {
            let mut version = |is_asked: bool| {
                is_asked.then(|| {
                    let aux = f.new_aux(AuxKind::Temp, Mtype::U8, "d");
                    f.new_version(aux)
                })
            };
            let [quotient, remainder] = pair.asks;
            [version(quotient), version(remainder)]
        });
        let results = results.collect();
        Making { f, plan, results, behind: Map::default(), rewrite: Rewrite::folding() }
    }

    fn make(mut self) {
        // In preorder of the dominator tree: what a statement reads is made.
        for occurrences in self.plan.occurrences.chunk_by(|a, b| a.bb == b.bb) {
            let bb = occurrences[0].bb;
            let mut sites = Vec::new();
            for asked in occurrences.chunk_by(|a, b| a.place == b.place) {
                self.statement(bb, asked, &mut sites);
            }
            // From the last on: a statement behind a split is moved once.
            for site in sites.into_iter().rev() {
                self.site(bb, &site);
            }
        }
        let Making { f, behind, .. } = self;
        let old = std::mem::take(&mut f.layout);
        for bb in old {
            f.layout.push(bb);
            // Splits were made from the last on.
            f.layout.extend(behind.get(&bb).into_iter().flatten().rev());
        }
    }

    /// The statement, or the end of a block, over the results of its divisions; of those that are divided here the operands.
    fn statement(&mut self, bb: BbId, asked: &[Asked], sites: &mut Vec<Site>) {
        let results = &self.results;
        let result = |id: CrId| {
            let found = asked.iter().find(|asked| asked.node == id)?;
            results[found.pair][usize::from(found.is_remainder)]
        };
        self.rewrite.forget();
        let Making { f, plan, rewrite, .. } = self;
        for occurrence in asked.iter().filter(|asked| asked.is_first) {
            let pair = &plan.pairs[occurrence.pair];
            let operands = [pair.dividend, pair.divisor]
                .map(|id| rewrite.tree(&mut f.codemap, id, &mut |_, id| result(id)));
            sites.push(Site { place: occurrence.place, pair: occurrence.pair, operands });
        }
        let place = asked[0].place;
        match f.bbs[bb].stmts.get(place).copied() {
            Some(s) => {
                f.rewrite_uses(s, |f, root, _| {
                    rewrite.tree(&mut f.codemap, root, &mut |_, id| result(id))
                });
            }
            None => f.bbs[bb]
                .map_condition(|id| rewrite.tree(&mut f.codemap, id, &mut |_, id| result(id))),
        }
    }

    /// Divides before a statement.
    fn site(&mut self, bb: BbId, site: &Site) {
        let pair = &self.plan.pairs[site.pair];
        let [quotient, remainder] = self.results[site.pair];
        let [dividend, divisor] = site.operands;
        let parts = Parts { dividend, divisor, loc: pair.loc };
        match pair.how {
            How::Short => {
                let stmts = parts.in_words(self.f, bb, [quotient, remainder]);
                self.insert_before(bb, site.place, stmts);
            }
            How::ShortDividend => {
                let stmts = parts.selected(self.f, bb, [quotient, remainder]);
                self.insert_before(bb, site.place, stmts);
            }
            How::Guarded { guards } => {
                let condition = self.guard(pair, &parts, guards);
                let behind = self.f.split_block(bb, site.place);
                let [short, long] = [(); 2].map(|()| self.arm(bb, behind, pair.loc));
                let versions = |f: &mut Func| {
                    [quotient, remainder].map(|v| v.map(|v| new_version_beside(f, v)))
                };
                let (of_short, of_long) = (versions(self.f), versions(self.f));
                for stmt in parts.in_words(self.f, short, of_short) {
                    self.f.append(stmt);
                }
                for stmt in parts.in_full(self.f, long, pair.mtype, of_long) {
                    self.f.append(stmt);
                }
                let branch = Terminator::Branch { condition, on_true: short, on_false: long };
                self.f.set_terminator(bb, branch);
                self.f.bbs[bb].loc = pair.loc;
                *self.f.preds_mut(behind) = vec![short, long];
                for (k, result) in [quotient, remainder].into_iter().enumerate() {
                    let (Some(result), Some(a), Some(b)) = (result, of_short[k], of_long[k]) else {
                        continue;
                    };
                    let Some(aux) = self.f.aux_of(result) else { continue };
                    let operands = [a, b].into_iter().collect();
                    self.f.add_phi(behind, Phi { aux, result, operands });
                }
                self.behind.entry(bb).or_default().extend([behind, long, short]);
            }
        }
    }

    /// Statements before that at a place, whose number they share.
    fn insert_before(&mut self, bb: BbId, place: usize, stmts: Vec<StmtRep>) {
        self.f.insert_all(bb, stmts.into_iter().map(|stmt| (place, stmt)).collect());
    }

    /// The condition under which both operands are short; set before the loops that change neither.
    fn guard(&mut self, pair: &Pair, parts: &Parts, asked: [bool; 2]) -> CrId {
        let f = &mut *self.f;
        let Some(before) = pair.guard_before else { return parts.are_short(f, asked) };
        let condition = parts.are_short(f, asked);
        let condition = f.codemap.unsigned_form(condition);
        let aux = f.new_aux(AuxKind::Temp, Mtype::B, "g");
        let version = f.new_version(aux);
        // A block that was split ends where the last of its parts does.
        let before = self.behind.get(&before).map_or(before, |parts| parts[0]);
        f.append(StmtRep::stid(version, condition, before, Loc::NONE));
        version
    }

    /// An empty way between two blocks.
    fn arm(&mut self, from: BbId, to: BbId, loc: Loc) -> BbId {
        self.f.add_block(Terminator::Goto(to), loc, vec![from])
    }
}

/// A new version of the variable that another is of.
fn new_version_beside(f: &mut Func, version: CrId) -> CrId {
    f.aux_of(version).map_or(version, |aux| f.new_version(aux))
}

/// The operands of a division, where it stands.
struct Parts {
    dividend: CrId,
    divisor: CrId,
    loc: Loc,
}

impl Parts {
    fn stid(&self, version: CrId, tree: CrId, bb: BbId) -> StmtRep {
        StmtRep::stid(version, tree, bb, self.loc)
    }

    /// True where the high words of the operands that are asked about are zero.
    fn are_short(&self, f: &mut Func, [dividend, divisor]: [bool; 2]) -> CrId {
        let map = &mut f.codemap;
        let both = match (dividend, divisor) {
            (true, true) => map.binary(Operator::Bior, Mtype::U8, self.dividend, self.divisor),
            (true, false) => self.dividend,
            (false, _) => self.divisor,
        };
        let amount = map.integer(Mtype::U4, 32);
        let high = map.binary(Operator::Lshr, Mtype::U8, both, amount);
        let high = map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, high);
        let high = map.intrinsic1(Intrinsic::Freeze, Mtype::U4, Mtype::V, high);
        let zero = map.integer(Mtype::U4, 0);
        map.compare(Operator::Eq, Mtype::U4, high, zero)
    }

    /// Quotient and remainder of the low words, as words.
    fn words(&self, f: &mut Func) -> [CrId; 2] {
        let map = &mut f.codemap;
        let [a, b] = [self.dividend, self.divisor]
            .map(|id| map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, id));
        let quotient = map.binary(Operator::Div, Mtype::U4, a, b);
        let product = map.binary(Operator::Mpy, Mtype::U4, quotient, b);
        [quotient, map.binary(Operator::Sub, Mtype::U4, a, product)]
    }

    /// What sets quotient and remainder of short operands.
    fn in_words(&self, f: &mut Func, bb: BbId, results: [Option<CrId>; 2]) -> Vec<StmtRep> {
        let words = self.words(f);
        let extended = words.map(|id| f.codemap.unary(Operator::Cvt, Mtype::U8, Mtype::U4, id));
        let set = results.into_iter().zip(extended);
        set.filter_map(|(version, tree)| Some(self.stid(version?, tree, bb))).collect()
    }

    /// What sets them where the dividend alone is short, and neither is negative.
    fn selected(&self, f: &mut Func, bb: BbId, results: [Option<CrId>; 2]) -> Vec<StmtRep> {
        let words = self.words(f);
        let is_short = self.are_short(f, [false, true]);
        let map = &mut f.codemap;
        let zero = map.integer(Mtype::U4, 0);
        let low = map.unary(Operator::Cvt, Mtype::U4, Mtype::U8, self.dividend);
        let [quotient, remainder] = [(words[0], zero), (words[1], low)].map(|(short, long)| {
            let word = map.select(Mtype::U4, is_short, short, long);
            map.unary(Operator::Cvt, Mtype::U8, Mtype::U4, word)
        });
        let set = results.into_iter().zip([quotient, remainder]);
        set.filter_map(|(version, tree)| Some(self.stid(version?, tree, bb))).collect()
    }

    /// What sets them of any operands: of both, one division.
    fn in_full(
        &self,
        f: &mut Func,
        bb: BbId,
        mtype: Mtype,
        results: [Option<CrId>; 2],
    ) -> Vec<StmtRep> {
        let map = &mut f.codemap;
        let mut divide = |opr| map.binary(opr, mtype, self.dividend, self.divisor);
        match results {
            [Some(quotient), Some(remainder)] => {
                let tree = divide(Operator::Div);
                let product = map.binary(Operator::Mpy, Mtype::U8, quotient, self.divisor);
                let rest = map.binary(Operator::Sub, Mtype::U8, self.dividend, product);
                vec![self.stid(quotient, tree, bb), self.stid(remainder, rest, bb)]
            }
            [Some(quotient), None] => vec![self.stid(quotient, divide(Operator::Div), bb)],
            [None, Some(remainder)] => vec![self.stid(remainder, divide(Operator::Rem), bb)],
            [None, None] => Vec::new(),
        }
    }
}

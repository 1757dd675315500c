//! Indices kept within bounds: `x >= n ? n - 1 : x` is the smaller of x and n - 1.
//!
//! Legality: `n - 1` is an I-form of 4 bytes, which overflows for the lowest n alone, and for that it is chosen: the source promises that n is another.
//! So whether x is less than n or not, x or n - 1 is the smaller, and n - 1 is computed without a promise. The same of `x <= n ? n + 1 : x` and the larger.
//! x and n are variables of the thread's own that are not volatile, so that each reading of one gives the same.
//! Cost: a look at the selection's own nodes.

use super::Lowering;
use crate::mtype::Mtype;
use crate::operator::Operator;
use crate::tree::{Wn, WnId};

impl Lowering<'_> {
    /// The minimum or maximum that a selection of cheap arms is.
    pub(super) fn clamp(&mut self, [condition, on_true, on_false]: [WnId; 3]) -> Option<WnId> {
        let tree = &self.source.tree;
        let test = tree.get(condition);
        let (a, b) = match tree.kids(condition)[..] {
            [a, b] if test.desc == Mtype::I4 => (a, b),
            _ => return None,
        };
        // As `x op n`, and as `n op x` turned around.
        let ways = [(a, b, test.opr), (b, a, test.opr.swapped())];
        let found = ways.into_iter().find_map(|(x, n, opr)| {
            let (next, own, by, opr) = match opr {
                Operator::Ge => (on_true, on_false, -1, Operator::Min),
                Operator::Lt => (on_false, on_true, -1, Operator::Min),
                Operator::Le => (on_true, on_false, 1, Operator::Max),
                Operator::Gt => (on_false, on_true, 1, Operator::Max),
                _ => return None,
            };
            let fits = self.is_same_variable(own, x) && self.is_next_to(next, n, by);
            fits.then_some((opr, own, next))
        });
        let (opr, own, next) = found?;
        let (own, next) = (self.expression(own), self.speculated(next));
        Some(self.pu.tree.binary(opr, Mtype::I4, own, next))
    }

    /// True for two readings of one variable of the thread's own.
    fn is_same_variable(&self, a: WnId, b: WnId) -> bool {
        let [a, b] = [a, b].map(|id| self.source.tree.get(id));
        let is_own = a.st.is_some_and(|st| st.is_local()) && !a.volatile && !b.volatile;
        let place = |wn: &Wn| (wn.opr, wn.rtype, wn.desc, wn.st, wn.offset);
        a.opr == Operator::Ldid && is_own && place(&a) == place(&b)
    }

    /// True for a variable and 1, or less 1, as a sum or difference that does not overflow.
    fn is_next_to(&self, sum: WnId, variable: WnId, by: i32) -> bool {
        let tree = &self.source.tree;
        let wn = tree.get(sum);
        let [of, step] = tree.kids(sum)[..] else { return false };
        let step = (tree.opr(step) == Operator::Intconst).then(|| tree.get(step).value as i32);
        let adds = match wn.opr {
            Operator::Add => step,
            Operator::Sub => step.map(i32::wrapping_neg),
            _ => None,
        };
        wn.rtype == Mtype::I4 && adds == Some(by) && self.is_same_variable(of, variable)
    }
}

//! Whether control can run off the end of a function's statements.
//!
//! Statements are gone through in order, with whether control gets there: `break` is a jump to its loop's end, and one that control gets to makes that reached.
//! What is behind a label may be reached. Conditions that are constants decide. What never comes back ends a way: `__trap()`, `__builtin_unreachable()`, a failed
//! assertion, a function whose declaration says `noreturn`.
//! Where it is not sure nothing is told: inline PTX, a switch over an enumeration, pieces that are translated already.
//!
//! Source: nvcc's 940, clang's `-Wreturn-type`. Cost: linear.

use optx_whirl::Intrinsic;

use crate::{
    check::Body,
    check::body::E,
    intern::Map,
    typed::{Action, Label, TKind, TStmt, TStmtKind},
    types::{Ty, TypeKind},
};

/// The labels that are jumped to from where control gets.
type Jumped = Map<Label, ()>;

impl<'t> Body<'_, '_, 't, '_> {
    /// Whether control can run off the end of a list of statements.
    pub(super) fn can_end(&self, list: &[TStmt<'t>]) -> bool {
        self.list_ends(list, true, &mut Map::default())
    }

    fn list_ends(&self, list: &[TStmt<'t>], mut live: bool, jumped: &mut Jumped) -> bool {
        for s in list {
            live = self.ends(s, live, jumped);
        }
        live
    }

    /// Whether control gets behind a statement.
    fn ends(&self, s: &TStmt<'t>, live: bool, jumped: &mut Jumped) -> bool {
        match &s.kind {
            TStmtKind::Label(_) => true,
            TStmtKind::Goto(label) => {
                if live {
                    jumped.insert(*label, ());
                }
                false
            }
            TStmtKind::Return(_) => false,
            TStmtKind::Block(list) => self.list_ends(list, live, jumped),
            TStmtKind::Translated { ends, .. } => live && *ends,
            TStmtKind::If(arms, other) => {
                let (mut ends, mut comes) = (false, live);
                for (cond, arm) in arms {
                    let decided = cond.decided();
                    ends |= self.ends(arm, comes && decided != Some(false), jumped);
                    comes &= decided != Some(true);
                }
                match other {
                    Some(other) => self.ends(other, comes, jumped) || ends,
                    None => comes || ends,
                }
            }
            TStmtKind::While { cond, body, end, .. } => {
                self.ends(body, live && cond.decided() != Some(false), jumped);
                live && cond.decided() != Some(true) || jumped.contains_key(end)
            }
            TStmtKind::For { init, cond, body, end, .. } => {
                let live = self.list_ends(init, live, jumped);
                let decided = cond.map_or(Some(true), |cond| cond.decided());
                self.ends(body, live && decided != Some(false), jumped);
                live && decided != Some(true) || jumped.contains_key(end)
            }
            TStmtKind::DoWhile { cond, body, next, end, .. } => {
                let round = self.ends(body, live, jumped) || jumped.contains_key(next);
                round && cond.decided() != Some(true) || jumped.contains_key(end)
            }
            TStmtKind::Switch { selector, default, body, end, .. } => {
                let falls = self.ends(body, false, jumped);
                let open = live && default.is_none() && !self.is_enumerated(selector);
                falls || open || jumped.contains_key(end)
            }
            TStmtKind::Expr(e) => live && !self.never_returns(e),
            TStmtKind::Asm(_) => false,
            TStmtKind::Init(..) | TStmtKind::Lives(_) | TStmtKind::Empty => live,
        }
    }

    /// A switch without `default` may name all values of such a type.
    fn is_enumerated(&self, selector: E<'t>) -> bool {
        let ty = selector.ty;
        let promoted = match selector.kind {
            TKind::Cast(inner) => self.is_enumerated(inner),
            _ => false,
        };
        promoted || ty.bare() == Ty::BOOL || matches!(self.cx.types.kind(ty), TypeKind::Enum(_))
    }

    fn never_returns(&self, e: E<'t>) -> bool {
        match e.kind {
            TKind::Builtin(Action::Effect(Intrinsic::Trap | Intrinsic::AssertFail), _) => true,
            // What has no value is written as a cast of zero: `__builtin_unreachable()`, too.
            TKind::Cast(inner) => match inner.kind {
                TKind::Int(0) if e.ty.bare() == Ty::VOID => {
                    let text = self.cx.sm.text(e.span);
                    text.is_some_and(|text| text.starts_with("__builtin_unreachable"))
                }
                _ => self.never_returns(inner),
            },
            TKind::Comma(a, b) => self.never_returns(a) || self.never_returns(b),
            TKind::Cond(cond, yes, no) => match cond.decided() {
                Some(true) => self.never_returns(yes),
                Some(false) => self.never_returns(no),
                None => self.never_returns(yes) && self.never_returns(no),
            },
            TKind::Call(f, _) => {
                let declared = self.cx.functions.get(f);
                declared.is_some_and(|f| self.cx.line_says(f.span, "noreturn"))
            }
            _ => false,
        }
    }
}

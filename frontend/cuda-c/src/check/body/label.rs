//! Labels, and the statements that jump to them ([stmt.label], [stmt.jump]).

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::Name,
    check::Body,
    typed::{Label, TStmt, TStmtKind},
};

impl<'t> Body<'_, '_, 't, '_> {
    /// `default:`.
    pub(super) fn default_label(&mut self, span: Span, out: &mut Vec<TStmt<'t>>) {
        let label = self.new_label();
        let Some(sw) = self.flow.switches.last_mut() else {
            self.error(code::MISPLACED_STATEMENT, span, "`default` outside a switch");
            return;
        };
        if let Some((_, first)) = sw.default {
            let text = "this switch has two `default`";
            let d = Diagnostic::new(code::DUPLICATE_LABEL, span, text);
            self.cx.diags.push(d.note(first, "the first one is here"));
            return;
        }
        sw.default = Some((label, span));
        let from = sw.scope;
        out.push(TStmt { kind: TStmtKind::Label(label), span });
        let here = self.block.initialised.here();
        self.check_jump(from, here, span);
    }

    /// `name:`.
    pub(super) fn label(&mut self, name: Name, span: Span, out: &mut Vec<TStmt<'t>>) {
        self.not_in_constexpr("a label", span);
        let here = self.block.initialised.here();
        let n = self.named_label(name);
        if let Some(first) = n.defined {
            let text = format!("the label `{}` is defined twice", self.cx.text(name.sym));
            let d = Diagnostic::new(code::DUPLICATE_LABEL, name.span, text);
            self.cx.diags.push(d.note(first, "the first one is here"));
            return;
        }
        n.defined = Some(name.span);
        n.scope = Some(here);
        out.push(TStmt { kind: TStmtKind::Label(n.label), span });
    }

    /// `goto name;`.
    pub(super) fn goto(&mut self, name: Name, span: Span, out: &mut Vec<TStmt<'t>>) {
        self.not_in_constexpr("`goto`", span);
        let here = self.block.initialised.here();
        let first = || self.flow.named.iter().min_by_key(|l| l.1.label).map(|l| *l.0);
        let mistaken = if wrong!(GotoFindsFirst) { first() } else { None };
        let sym = mistaken.unwrap_or(name.sym);
        let n = self.named_label(Name { sym, span: name.span });
        n.used = n.used.or(Some(name.span));
        n.jumps.push((here, name.span));
        out.push(TStmt { kind: TStmtKind::Goto(n.label), span });
    }

    /// `break` and `continue`: to what the innermost loop or switch says, if one is around.
    pub(super) fn leave_by(
        &mut self,
        to: Option<Label>,
        outside: &str,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        match to {
            Some(l) => out.push(TStmt { kind: TStmtKind::Goto(l), span }),
            None => {
                self.error(code::MISPLACED_STATEMENT, span, outside);
            }
        }
    }
}

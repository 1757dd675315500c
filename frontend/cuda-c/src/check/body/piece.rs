//! Long lists of statements, checked and translated a piece at a time.
//!
//! Idea: the typed tree of a statement is needed until the statement is translated, and is the largest of all its forms. A
//! list of many statements is cut into pieces ([`optx_source::Limits::statements_at_once`]). Each is checked with an arena of its own, translated, and leaves the numbers
//! of its WHIRL statements in the tree of the function ([`TStmtKind::Translated`]).
//!
//! Legality: what the checker keeps between statements (names, variables, labels) refers to no typed node, and what the
//! translator makes of a statement depends on none around it but for labels and variables, which have numbers. What is
//! executed by the compiler, only looked at for its type, or never reached is not cut; nothing is translated after an error.
//!
//! Cost: the checker's state is moved twice a piece.

use optx_source::Span;
use optx_whirl::WnId;
use optx_whirl::arena_id::Table;

use crate::{
    ast::{Base, Stmt, StmtKind},
    check::{Body, Checker},
    typed::{FunctionId, LocalId, LocalVar, TStmt, TStmtKind, TypedArenas},
};

/// Who translates statements of a function before the rest of it is checked.
pub(crate) trait Sink {
    /// Translates statements; `locals` are the function's variables so far. Gives the WHIRL statements, and the place of
    /// the last one, at which what follows goes on.
    fn translate(
        &mut self,
        cx: &Checker<'_, '_>,
        f: FunctionId,
        locals: &Table<LocalId, LocalVar>,
        list: &[TStmt<'_>],
    ) -> (Vec<WnId>, Span);
}

/// Lets a checker of the same function with another arena do something. Names all fields that may change.
macro_rules! in_arena {
    ($own:ident, $arena:expr, $act:expr; $($field:ident)*) => {{
        let mut inner = Body {
            cx: &mut *$own.cx,
            sink: $own.sink.as_mut().map(|s| &mut **s as &mut dyn Sink),
            arena: $arena,
            around: None,
            $($field: std::mem::take(&mut $own.$field),)*
        };
        let result = $act(&mut inner);
        $($own.$field = std::mem::take(&mut inner.$field);)*
        result
    }};
}

/// Whether a statement declares what may be an object of a class.
fn may_make_object(s: &Stmt<'_>) -> bool {
    let StmtKind::Decl(d) = s.kind else {
        return matches!(s.kind, StmtKind::Block { bare: true, .. });
    };
    !matches!(d.spec.base, Base::Word(_)) && !d.declarators.is_empty()
}

/// How many statements are a piece: those at once, and cases behind the last one, which are one label with it.
fn piece_length(list: &[&Stmt<'_>], at_once: usize) -> usize {
    let is_case = |s: &&Stmt<'_>| matches!(s.kind, StmtKind::Case(..));
    let list = &list[..list.iter().position(|s| may_make_object(s)).unwrap_or(list.len())];
    let length = at_once.clamp(1, list.len().max(1));
    match is_case(&list[length - 1]) {
        true => length + list[length..].iter().take_while(|s| is_case(s)).count(),
        false => length,
    }
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The statements of a block; past the last error that is kept, those of the function's own are left out.
    pub(super) fn statements(
        &mut self,
        list: &'a [&'a Stmt<'a>],
        nested: bool,
        out: &mut Vec<TStmt<'t>>,
    ) {
        self.empty_bodies(list);
        let at_once = self.cx.limits().statements_at_once;
        if list.len() <= at_once || self.sink.is_none() || self.mode.unreachable {
            self.in_turn(list, nested, out);
            return;
        }
        let (mut rest, mut seen) = (list, (0, 0));
        while let [first, behind @ ..] = rest {
            // What lives on is destroyed by the statements around it, which a piece does not know.
            if may_make_object(first) {
                let mut own = Vec::new();
                self.in_turn(&rest[..1], nested, &mut own);
                rest = behind;
                if self.has_destroyed_since(&mut seen) {
                    out.append(&mut own);
                    self.in_turn(rest, nested, out);
                    return;
                }
                out.push(self.sunk(own));
                continue;
            }
            if self.has_destroyed_since(&mut seen) {
                self.in_turn(rest, nested, out);
                return;
            }
            let (part, behind) = rest.split_at(piece_length(rest, at_once));
            out.push(self.piece(part, nested));
            if !nested && self.cx.diags.is_full() {
                break;
            }
            rest = behind;
        }
    }

    /// Checks and translates a part of a list.
    fn piece(&mut self, part: &'a [&'a Stmt<'a>], nested: bool) -> TStmt<'t> {
        let arena = TypedArenas::small();
        in_arena!(self, &arena, |b: &mut Body<'_, 'a, '_, '_>| b.translated(part, nested);
            function mode member_of made block variables flow returned expected given)
    }

    pub(super) fn in_turn(
        &mut self,
        part: &'a [&'a Stmt<'a>],
        nested: bool,
        out: &mut Vec<TStmt<'t>>,
    ) {
        for s in part {
            self.statement(s, out);
            if !nested && self.cx.diags.is_full() {
                break;
            }
        }
    }

    fn translated<'n>(&mut self, part: &'a [&'a Stmt<'a>], nested: bool) -> TStmt<'n> {
        let mut list = Vec::with_capacity(part.len());
        self.in_turn(part, nested, &mut list);
        self.sunk(list)
    }

    /// Statements, translated.
    fn sunk<'n>(&mut self, list: Vec<TStmt<'t>>) -> TStmt<'n> {
        let ends = self.can_end(&list);
        let list = self.piece_with_destructors(list);
        let (list, span) = match (&mut self.sink, self.function) {
            (Some(sink), Some(f)) if !self.cx.diags.has_errors() => {
                sink.translate(self.cx, f, &self.variables.locals, &list)
            }
            _ => (Vec::new(), Span::NONE),
        };
        TStmt { kind: TStmtKind::Translated { list, ends }, span }
    }
}

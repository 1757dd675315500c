//! The places of nodes in the source.
//!
//! A statement has one entry in the module's table. Accesses of memory, calls, intrinsics, divisions and the conditions
//! of branches have places of their own, parts of it; a scalar variable is a register as far as anyone knows here, and
//! is read and written at its statement's place.

use optx_source::{FileId, Span};
use optx_whirl::{Loc, SourcePlace, WnId};

use super::{E, FunctionTranslator, Translator};
use crate::{check::Checker, typed::TKind};

impl Translator {
    /// The place of a span, part of no statement yet: of macros the outermost use, as diagnostics show it.
    pub(super) fn place(&mut self, cx: &Checker<'_, '_>, span: Span) -> SourcePlace {
        let seen = cx.sm.outermost(span);
        let pos = cx.sm.pos(seen);
        if pos.is_none() {
            return SourcePlace::default();
        }
        let extent = cx.sm.extent(seen);
        let behind = extent.lo != seen.lo;
        let length = if behind { 0 } else { extent.hi - extent.lo };
        SourcePlace {
            file: self.file(cx, pos.file),
            column: u16::try_from(pos.column).unwrap_or(u16::MAX),
            line: pos.line,
            length: u16::try_from(length).unwrap_or(u16::MAX),
            ..SourcePlace::default()
        }
    }

    fn file(&mut self, cx: &Checker<'_, '_>, file: FileId) -> u16 {
        if let Some(&number) = self.files.get(&file) {
            return number;
        }
        let number = u16::try_from(self.module.files.len()).unwrap_or(u16::MAX);
        self.files.insert(file, number);
        self.module.files.push(cx.sm.file_name(file).to_string());
        number
    }
}

impl FunctionTranslator<'_, '_, '_, '_, '_> {
    /// What follows belongs to the statement, or the part of one, with that span.
    pub(super) fn set_statement(&mut self, span: Span) {
        if span != self.last_span && !span.is_none() {
            self.last_span = span;
            let place = self.shared.place(self.cx, span);
            self.loc = self.shared.module.locs.intern(place);
        }
    }

    /// The place of an expression, a part of the statement at hand; none for no span.
    pub(super) fn own(&mut self, span: Span) -> Loc {
        if span.is_none() {
            return Loc::NONE;
        }
        // What nobody knows the length of begins in an argument of a macro.
        if span == self.last_span && self.shared.module.locs.get(self.loc).length != 0 {
            return self.loc;
        }
        let place = self.shared.place(self.cx, self.cx.sm.extent(span));
        self.shared.module.locs.part(place, self.loc)
    }

    /// The place of a statement that an expression makes: the whole statement's for no span.
    pub(super) fn own_statement(&mut self, span: Span) -> Loc {
        self.own(span).or(self.loc)
    }

    /// Gives a node the place of an expression, unless it has one.
    pub(super) fn place_at(&mut self, v: WnId, span: Span) -> WnId {
        if self.pu.tree.loc(v).is_none() {
            let loc = self.own(span);
            self.pu.tree.set_loc(v, loc);
        }
        v
    }

    /// The value of an expression that something branches on, at its place.
    pub(super) fn branched_on(&mut self, e: E<'_>, v: WnId) -> WnId {
        match e.kind {
            // Nothing branches on a constant.
            TKind::Int(_) => v,
            _ => {
                let seen = self.seen(e);
                self.place_at(v, seen)
            }
        }
    }

    /// The span of an expression. Where it begins in a macro and ends behind its use, the span that is kept ends with the use: then up to the last
    /// operand's end, as the file has it.
    fn seen(&self, e: E<'_>) -> Span {
        let map = &self.cx.sm;
        let own = map.extent(e.span);
        let (mut seen, mut last) = (own, e);
        while let TKind::Compare(_, _, operand)
        | TKind::Binary(_, _, operand)
        | TKind::And(_, operand)
        | TKind::Or(_, operand) = &last.kind
        {
            last = operand;
            let end = map.extent(last.span);
            if end.lo >= seen.lo && end.hi > seen.hi && map.file_of(end) == map.file_of(seen) {
                seen.hi = end.hi;
            }
        }
        if seen == own { e.span } else { seen }
    }

    /// A term of `&&` or `||`: a branch of its own, where it is not the beginning of the same chain.
    pub(super) fn term(&mut self, of: E<'_>, e: E<'_>, v: WnId) -> WnId {
        match (&of.kind, &e.kind) {
            (TKind::And(first, _), TKind::And(..)) | (TKind::Or(first, _), TKind::Or(..))
                if std::ptr::eq(*first, e) =>
            {
                v
            }
            _ => self.branched_on(e, v),
        }
    }
}

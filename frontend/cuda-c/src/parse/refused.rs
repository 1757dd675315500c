//! Statements that are refused: what they would have declared, and types whose namespace nothing declares.

use optx_source::{Diagnostic, Span, code};

use super::{Failed, Parser};
use crate::{
    ast::{Base, Declaration, Declarator, Name, Spec, Stmt, StmtKind, TypeExpr},
    token::{Tok, Token},
    words,
};

impl<'a> Parser<'a, '_, '_> {
    /// `Unknown *p = e;`, where neither is declared: no product is meant.
    pub(super) fn is_pointer_to_unknown(&self) -> bool {
        let mut k = 1;
        while self.ahead(k).kind == Tok::Star {
            k += 1;
        }
        let (first, name) = (self.tok(), self.ahead(k));
        let new = |t: Token| {
            t.kind == Tok::Ident
                && !words::is_keyword(t.sym)
                && self.input.index.named(t.sym).is_empty()
                && !self.local.contains_key(&t.sym)
        };
        let ends = matches!(
            self.ahead(k + 1).kind,
            Tok::Eq | Tok::Semi | Tok::Comma | Tok::LBracket | Tok::LParen
        );
        k > 1 && ends && new(first) && new(name)
    }

    /// `unknown::type<3> x`: a declaration with a type of a namespace that is not declared.
    pub(super) fn type_of_unknown_namespace(&mut self) -> Option<Failed> {
        let first = self.tok();
        let unknown = first.kind == Tok::Ident
            && !words::is_keyword(first.sym)
            && first.sym != words::STD
            && self.input.index.named(first.sym).is_empty()
            && !self.input.index.is_namespace_from(self.namespace, first.sym)
            && !self.local.contains_key(&first.sym)
            && !self.aliases.contains_key(&first.sym);
        let mut k = 0;
        let mut written = String::new();
        while self.ahead(k).kind == Tok::Ident && self.ahead(k + 1).kind == Tok::ColonColon {
            written.push_str(self.input.names.get(self.ahead(k).sym));
            written.push_str("::");
            k += 2;
        }
        if !unknown || k == 0 || self.ahead(k).kind != Tok::Ident {
            return None;
        }
        let last = self.ahead(k);
        k += 1;
        if self.ahead(k).kind == Tok::Lt {
            let mut depth = 0u32;
            loop {
                match self.ahead(k).kind {
                    Tok::Lt => depth += 1,
                    Tok::Gt if depth == 1 => break,
                    Tok::Gt => depth -= 1,
                    Tok::Ident | Tok::Comma | Tok::Number | Tok::ColonColon | Tok::Star => {}
                    _ => return None,
                }
                k += 1;
            }
            k += 1;
        }
        if self.ahead(k).kind != Tok::Ident || words::is_keyword(self.ahead(k).sym) {
            return None;
        }
        written.push_str(self.input.names.get(last.sym));
        let span = first.span.to(last.span);
        let index = self.input.index;
        let (headers, missing) = (&index.headers, &index.missing_headers);
        if crate::header_names::is_absent(&written, &written, headers, missing) {
            let text = format!("`{written}` is not supported yet");
            return Some(self.error(code::NOT_SUPPORTED, span, text));
        }
        let message = format!("the type `{written}` is not declared");
        let mut told = Diagnostic::new(code::UNKNOWN_TYPE, span, message);
        if let Some(note) = crate::header_names::note(&written, &self.input.index.headers) {
            told = told.note(Span::NONE, note);
        }
        self.diags.push(told);
        Some(Failed)
    }

    /// What a refused statement from a token on declares, if it looks like a declaration: variables of a type that is wrong, so that nothing is said of
    /// their uses. So many names were declared before it.
    pub(super) fn refused_declaration(&mut self, from: usize, mark: usize) -> Option<&'a Stmt<'a>> {
        let tokens = &self.input.tokens[from..self.at];
        let (first, span) = (tokens.first()?, tokens.first()?.span);
        let behind = std::mem::replace(&mut self.at, from);
        let declares = self.starts_declaration() || !words::is_keyword(first.sym);
        self.at = behind;
        if first.kind != Tok::Ident || !declares || self.local.contains_key(&first.sym) {
            return None;
        }
        // One that is declared already stays what it is, but where the statement itself declares it.
        let own = self.undo.get(mark..).unwrap_or(&[]);
        let is_name = |t: &Token| {
            let known = self.local.contains_key(&t.sym) && !own.iter().any(|u| u.0 == t.sym);
            t.kind == Tok::Ident && !words::is_keyword(t.sym) && !known
        };
        let mut names = Vec::new();
        let mut depth = 0u32;
        for (k, t) in tokens.iter().enumerate().skip(1) {
            match t.kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            let before = tokens[k - 1].kind;
            let behind = tokens.get(k + 1).map_or(Tok::Eof, |t| t.kind);
            let of_type = matches!(before, Tok::Ident | Tok::Star | Tok::Amp | Tok::Gt)
                || before == Tok::Comma && !names.is_empty();
            let ends = matches!(
                behind,
                Tok::Eq | Tok::Semi | Tok::Comma | Tok::LBracket | Tok::LBrace | Tok::LParen
            );
            if depth == 0 && is_name(t) && of_type && ends {
                names.push(Name { sym: t.sym, span: t.span });
            }
        }
        if names.is_empty() {
            return None;
        }
        let spec = &*self.arenas().specs.alloc(Spec::new(Base::Error, span));
        let ty = &*self.arenas().types.alloc(TypeExpr::Base(spec));
        names.iter().for_each(|name| self.declare_local(name.sym, false));
        let list: Vec<Declarator<'a>> =
            names.into_iter().map(|name| Declarator::new(name, ty, &[])).collect();
        let declarators = self.arenas().declarators.alloc_extend(list);
        let d = Declaration { declarators, ..Declaration::new(spec, span) };
        let d = &*self.arenas().declarations.alloc(d);
        Some(self.stmt(StmtKind::Decl(d), span))
    }
}

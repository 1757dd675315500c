//! Jumps past initialisations ([stmt.dcl] 3): a `goto` or `case` must not go to where a variable is in scope that has an
//! initial value, from where it is not.
//!
//! Idea: variables with initial values come and go by their scopes, so at any place those in scope are a stack, and all of
//! them are in scope elsewhere if the one on top is. Each has the times of a clock at which it begins and ends; a label
//! keeps the variable on top, a jump its time. Cost: constant for each variable, label and jump.

use optx_source::{Diagnostic, Span, code};

use crate::{check::Body, intern::Symbol};

/// A variable with an initial value.
struct Begun {
    name: Symbol,
    span: Span,
    /// The time at which its scope begins and ends; `u32::MAX` while it is open.
    start: u32,
    end: u32,
}

/// The variables with initial values of a function.
#[derive(Default)]
pub(in crate::check) struct Initialised {
    begun: Vec<Begun>,
    /// Those in scope, with how many names were declared before them.
    open: Vec<(u32, usize)>,
    clock: u32,
}

/// What a place knows of the variables in scope: the last one, and the time.
#[derive(Clone, Copy)]
pub(in crate::check) struct Scoped {
    last: Option<u32>,
    time: u32,
}

impl Initialised {
    pub(super) fn begin(&mut self, name: Symbol, span: Span, mark: usize) {
        self.clock += 1;
        self.open.push((self.begun.len() as u32, mark));
        self.begun.push(Begun { name, span, start: self.clock, end: u32::MAX });
    }

    /// Ends the scopes of what was declared after `mark` names.
    pub(super) fn close(&mut self, mark: usize) {
        self.clock += 1;
        let now = self.clock;
        while let Some(&(i, at)) = self.open.last()
            && at > mark
        {
            self.open.pop();
            if let Some(b) = self.begun.get_mut(i as usize) {
                b.end = now;
            }
        }
    }

    pub(super) fn here(&self) -> Scoped {
        Scoped { last: self.open.last().map(|o| o.0), time: self.clock }
    }

    /// The variable that a jump from one place to the other goes past.
    fn bypassed(&self, from: Scoped, to: Scoped) -> Option<&Begun> {
        let last = to.last?;
        let v = self.begun.get(last as usize)?;
        (!(v.start..v.end).contains(&from.time)).then_some(v)
    }
}

impl Body<'_, '_, '_, '_> {
    /// Reports a jump that goes past an initialisation.
    pub(super) fn check_jump(&mut self, from: Scoped, to: Scoped, at: Span) {
        let Some(v) = self.block.initialised.bypassed(from, to) else { return };
        let (name, span) = (self.cx.text(v.name).to_string(), v.span);
        self.cx.diags.push(
            Diagnostic::new(
                code::MISPLACED_STATEMENT,
                at,
                format!("this jump goes past the initialisation of `{name}`"),
            )
            .note(span, "it is initialised here"),
        );
    }
}

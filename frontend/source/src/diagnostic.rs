//! What went wrong, and where: diagnostics and the sink that collects them.

use crate::many::Kind;
use crate::switches::Placed;
use crate::{Code, Limits, Span, State, WarningStates, code};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input cannot be compiled.
    Error,
    /// The input can be compiled and probably does not mean what its author thinks.
    Warning,
    /// Something worth knowing.
    Remark,
}

impl Severity {
    /// The word that stands in messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        }
    }
}

/// A further place or a further sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What is said.
    pub message: String,
    /// The place, [`Span::NONE`] where there is none.
    pub span: Span,
}

/// A change to the source that would mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is suggested, as a sentence.
    pub message: String,
    /// What to replace.
    pub span: Span,
    /// The text to put there.
    pub replacement: String,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where; [`Span::NONE`] where there is no place in the source.
    pub span: Span,
    /// What stands under the span; may be empty.
    pub label: String,
    /// Further places and sentences.
    pub notes: Vec<Note>,
    /// A change that would mend it.
    pub suggestion: Option<Suggestion>,
    /// It is wrong only as far as this compiler can tell: another one may take it.
    pub beyond: bool,
}

impl Diagnostic {
    /// A diagnostic of the severity that the code's row says.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            span,
            label: String::new(),
            notes: Vec::new(),
            suggestion: None,
            beyond: false,
        }
    }

    /// Adds what stands under the span.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Whether it says that something is absent here, and not that it is wrong. Templates have one code for both, and lambdas.
    #[must_use]
    pub fn is_absence(&self) -> bool {
        let both = [code::TEMPLATE, code::LAMBDA].contains(&self.code);
        let absent = !both || self.message.contains("not supported");
        self.severity == Severity::Error && (self.code.is_absence() && absent || self.beyond)
    }

    /// Adds a note, with a place or [`Span::NONE`].
    #[must_use]
    pub fn note(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.notes.push(Note { message: message.into(), span });
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn suggest(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        message: impl Into<String>,
    ) -> Diagnostic {
        self.suggestion =
            Some(Suggestion { message: message.into(), span, replacement: replacement.into() });
        self
    }
}

/// So many warnings of one kind are told at their places; more are one with their number.
pub const MOST_OF_A_KIND: usize = 20;

/// Of remarks, which somebody asked for, so many times more are kept than of errors and warnings.
const REMARKS: u32 = 16;

/// The diagnostics of one compilation, in the order in which they were found.
#[derive(Debug, Clone)]
pub struct Diagnostics {
    pub(crate) list: Vec<Diagnostic>,
    pub(crate) errors: u32,
    pub(crate) warnings: u32,
    remarks: u32,
    pub(crate) dropped: u32,
    /// Of warnings, how many there were of each kind.
    pub(crate) kinds: Vec<Kind>,
    cap: u32,
    /// What becomes of warnings.
    pub(crate) states: WarningStates,
    /// What pragmas say of them.
    pub(crate) switches: Vec<Placed>,
    /// By row of the table of warnings: some pragma asks for it. Empty where none asks for any.
    pub(crate) asked: Vec<bool>,
    /// How many have been told which instance they are found in, or are in none.
    annotated: usize,
    /// How many trials are under way, in which diagnostics are counted and not kept.
    trials: u32,
    /// What the innermost trial has found.
    trial: Trial,
}

/// What a trial has found; of one around another while that is under way.
#[derive(Debug, Clone, Default)]
pub struct Trial {
    errors: u32,
    /// Warnings of what makes no sense in a substitution, though it is let pass elsewhere.
    narrowed: u32,
    /// The first error.
    first: Option<Diagnostic>,
    /// The first error that is of something which is not built.
    unbuilt: Option<Diagnostic>,
    /// Some error says that something is absent.
    absent: bool,
}

impl Trial {
    /// Whether errors were found.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.errors > 0
    }

    /// The first error that was found, in trials within it too.
    #[must_use]
    pub fn into_first(self) -> Option<Diagnostic> {
        self.first
    }

    /// Whether some error says that something is absent here, and not that it is wrong.
    #[must_use]
    pub fn lacks(&self) -> bool {
        self.absent
    }
}

impl Default for Diagnostics {
    fn default() -> Self {
        Diagnostics::new(&Limits::default())
    }
}

impl Diagnostics {
    /// An empty sink that keeps as many errors as `limits` says.
    #[must_use]
    pub fn new(limits: &Limits) -> Diagnostics {
        Diagnostics {
            list: Vec::new(),
            errors: 0,
            warnings: 0,
            remarks: 0,
            dropped: 0,
            kinds: Vec::new(),
            cap: limits.errors,
            states: WarningStates::default(),
            switches: Vec::new(),
            asked: Vec::new(),
            annotated: 0,
            trials: 0,
            trial: Trial::default(),
        }
    }

    /// Starts a trial: what is found until its end is counted and not kept.
    pub fn begin_trial(&mut self) -> Trial {
        self.trials += 1;
        std::mem::take(&mut self.trial)
    }

    /// Ends a trial and forgets it. Says whether errors were found in it.
    pub fn end_trial(&mut self, t: Trial) -> bool {
        self.close_trial(t).is_wrong()
    }

    /// As [`Diagnostics::end_trial`], with all that was found.
    pub fn close_trial(&mut self, t: Trial) -> Trial {
        self.trials = self.trials.saturating_sub(1);
        std::mem::replace(&mut self.trial, t)
    }

    /// As [`Diagnostics::end_trial`], where errors say that something makes no sense, and so does narrowing. What is only
    /// not built may make sense: its error counts after the trial.
    pub fn end_substitution(&mut self, t: Trial) -> bool {
        let (unbuilt, narrowed) = (self.trial.unbuilt.take(), self.trial.narrowed > 0);
        let wrong = self.end_trial(t) || narrowed;
        if let Some(d) = unbuilt {
            self.push(d);
        }
        wrong
    }

    /// As [`Diagnostics::end_trial`], of a trial within another one: what is only not built counts there, and may make sense.
    pub fn end_inner_trial(&mut self, t: Trial) -> bool {
        let unbuilt = self.trial.unbuilt.take();
        let inner = self.close_trial(t);
        let wrong = inner.is_wrong();
        self.trial.first = self.trial.first.take().or(inner.first);
        if let Some(d) = unbuilt {
            self.push(d);
        }
        wrong
    }

    /// As [`Diagnostics::end_trial`], of a trial within another one, which has found the same then.
    pub fn merge_trial(&mut self, t: Trial) -> bool {
        let inner = self.close_trial(t);
        self.trial.errors = self.trial.errors.saturating_add(inner.errors);
        self.trial.narrowed = self.trial.narrowed.saturating_add(inner.narrowed);
        self.trial.absent |= inner.absent;
        let wrong = inner.is_wrong();
        self.trial.first = self.trial.first.take().or(inner.first);
        self.trial.unbuilt = self.trial.unbuilt.take().or(inner.unbuilt);
        wrong
    }

    /// Leaves all trials for something that is done once and whose errors count; gives what [`Diagnostics::resume`]
    /// takes.
    pub fn suspend(&mut self) -> u32 {
        std::mem::take(&mut self.trials)
    }

    /// Goes back to the trials that [`Diagnostics::suspend`] left.
    pub fn resume(&mut self, trials: u32) {
        self.trials = trials;
    }

    /// Whether a trial is under way: what is pushed will not be seen.
    #[must_use]
    pub fn in_trial(&self) -> bool {
        self.trials > 0
    }

    /// Says what becomes of warnings from now on.
    pub fn set_warnings(&mut self, states: WarningStates) {
        self.states = states;
    }

    /// Takes a diagnostic. Past the cap it is counted only; one that repeats an earlier one at the same place is dropped.
    pub fn push(&mut self, d: Diagnostic) {
        if self.trials > 0 {
            if d.severity == Severity::Error {
                self.trial.errors = self.trial.errors.saturating_add(1);
                self.trial.absent |= d.code.is_absence() || d.beyond;
                if d.is_absence() && self.trial.unbuilt.is_none() {
                    self.trial.unbuilt = Some(d.clone());
                }
                if self.trial.first.is_none() {
                    self.trial.first = Some(d);
                }
            } else if d.code == code::NARROWING {
                self.trial.narrowed = self.trial.narrowed.saturating_add(1);
            }
            return;
        }
        if d.severity == Severity::Warning {
            // A pragma may ask for it where it stands. What is to be an error becomes one at the end (`judge`): no phase may take a
            // program for wrong that is not, or stop before all is told.
            let is_off = self.states.of(d.code) == State::Off;
            if is_off && (self.states.says_nothing() || !self.is_asked_for(d.code)) {
                return;
            }
        }
        if d.severity != Severity::Error {
            if self.states.says_nothing() {
                return;
            }
            let is_full = match d.severity {
                Severity::Remark => self.remarks >= self.cap.saturating_mul(REMARKS),
                _ => return self.push_warning(d),
            };
            if is_full {
                self.dropped += 1;
                return;
            }
        } else if self.errors >= self.cap {
            self.errors = self.errors.saturating_add(1);
            self.dropped = self.dropped.saturating_add(1);
            return;
        }
        if self.repeats(&d) {
            return;
        }
        self.count(d.severity);
        self.list.push(d);
    }

    pub(crate) fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Remark => self.remarks += 1,
        }
    }

    pub(crate) fn uncount(&mut self, severity: Severity) {
        let counted = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Remark => &mut self.remarks,
        };
        *counted = counted.saturating_sub(1);
    }

    /// Whether the same was told at the same place just before.
    pub(crate) fn repeats(&self, d: &Diagnostic) -> bool {
        self.list.iter().rev().take(16).any(|e| {
            e.code == d.code && e.span == d.span && e.message == d.message && !d.span.is_none()
        })
    }

    /// Takes back all diagnostics from number `from` on.
    pub fn withdraw(&mut self, from: usize) {
        self.take_back(from);
    }

    /// The same; gives them.
    pub fn take_back(&mut self, from: usize) -> Vec<Diagnostic> {
        let taken: Vec<Diagnostic> = self.list.drain(from.min(self.list.len())..).collect();
        self.annotated = self.annotated.min(self.list.len());
        for d in &taken {
            self.uncount(d.severity);
        }
        taken
    }

    /// Adds notes to all diagnostics from number `from` on that were given none this way.
    pub fn annotate(&mut self, from: usize, notes: &[(Span, String)]) {
        let from = from.max(self.annotated);
        for d in self.list.iter_mut().skip(from) {
            d.notes.extend(notes.iter().map(|(span, m)| Note { message: m.clone(), span: *span }));
        }
        self.annotated = self.list.len();
    }

    /// Whether any error was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of errors found, those past the cap included.
    #[must_use]
    pub fn errors(&self) -> u32 {
        self.errors.saturating_add(self.trial.errors)
    }

    /// Whether the cap on errors is reached: a good reason to stop.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.errors >= self.cap
    }

    /// How many diagnostics were dropped past the cap.
    #[must_use]
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// What was kept.
    #[must_use]
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Whether nothing was kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

//! What programs are refused for, grouped: which form is most worth building next.

use crate::judge::{Reason, Verdict};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What many programs are refused for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The code of what is said.
    pub code: String,
    /// The message without what is different in each program.
    pub shape: String,
    /// Programs that it is said of.
    pub programs: usize,
    /// Programs that it is said of first.
    pub first: usize,
    /// Programs that nothing else is said of.
    pub only: usize,
    /// The message that is most frequent, and of how many programs.
    pub example: (String, usize),
    /// The place that is most frequent, and in how many programs; the program's own text has no name before the line.
    pub place: (String, usize),
    /// A program of it.
    pub of: String,
}

/// A message without names and numbers: what stands in back quotes is `_`.
pub fn shape(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for (k, piece) in message.split('`').enumerate() {
        match k % 2 {
            0 => numberless(piece, &mut out),
            _ => out.push_str("`_`"),
        }
    }
    out
}

fn numberless(text: &str, out: &mut String) {
    let mut within = false;
    for c in text.chars() {
        let digit = c.is_ascii_digit();
        if !digit {
            out.push(c);
        } else if !within {
            out.push('N');
        }
        within = digit;
    }
}

/// Groups what is said of programs, each with its name; the most frequent first.
pub fn groups<'a>(verdicts: impl Iterator<Item = (String, &'a Verdict)>) -> Vec<Group> {
    let mut found: BTreeMap<Form, Counted> = BTreeMap::new();
    for (name, verdict) in verdicts {
        let forms: Vec<(Form, &Reason)> =
            verdict.reasons.iter().map(|reason| (Form::of(reason), reason)).collect();
        let distinct: BTreeSet<&Form> = forms.iter().map(|f| &f.0).collect();
        for (k, (form, reason)) in forms.iter().enumerate() {
            if forms[..k].iter().any(|before| before.0 == *form) {
                continue;
            }
            let counted = found.entry(form.clone()).or_default();
            counted.programs += 1;
            counted.first += usize::from(k == 0);
            counted.only += usize::from(distinct.len() == 1);
            *counted.messages.entry(reason.message.clone()).or_default() += 1;
            *counted.places.entry(reason.place.clone()).or_default() += 1;
            if counted.of.is_empty() {
                counted.of.clone_from(&name);
            }
        }
    }
    let mut groups: Vec<Group> =
        found.into_iter().map(|(form, counted)| counted.group(form)).collect();
    groups.sort_by(|a, b| (b.programs, b.first, &a.shape).cmp(&(a.programs, a.first, &b.shape)));
    groups
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Form {
    code: String,
    shape: String,
}

impl Form {
    fn of(reason: &Reason) -> Form {
        Form { code: reason.code.clone(), shape: shape(&reason.message) }
    }
}

#[derive(Default)]
struct Counted {
    programs: usize,
    first: usize,
    only: usize,
    messages: BTreeMap<String, usize>,
    places: BTreeMap<String, usize>,
    of: String,
}

impl Counted {
    fn group(self, form: Form) -> Group {
        let most = |counts: BTreeMap<String, usize>| {
            counts.into_iter().max_by_key(|count| count.1).unwrap_or_default()
        };
        Group {
            code: form.code,
            shape: form.shape,
            programs: self.programs,
            first: self.first,
            only: self.only,
            example: most(self.messages),
            place: most(self.places),
            of: self.of,
        }
    }
}

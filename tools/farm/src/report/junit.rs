//! JUnit's XML, as continuous integration reads it.
//!
//! Idea: a test a job and device. Wrong and disagreeing are failures, flaky is a failure that says so (as a *flaky failure* it would be green), missing is an error: nothing was
//! shown. Source: the schema that Jenkins, GitLab and cargo-nextest share.

use crate::plan::Plan;
use crate::record::Outcome;
use crate::state::{Judged, Judgement, State};
use std::fmt::Write as _;

/// The file's text.
pub fn junit(plan: &Plan, judgement: &Judgement<'_>) -> String {
    let counts = judgement.counts();
    let of = |state: State| counts.get(&state).copied().unwrap_or(0);
    let failures = of(State::Failed) + of(State::Flaky) + of(State::Disagreeing);
    let (tests, errors) = (judgement.jobs.len(), of(State::Missing));
    let seconds: f64 = judgement.jobs.iter().map(seconds).sum();
    let name = escaped(&format!("farm {}", plan.head.commit));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\">\n  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\">\n"
    );
    judgement.jobs.iter().for_each(|judged| case(judged, &mut out));
    out += "  </testsuite>\n</testsuites>\n";
    out
}

fn seconds(judged: &Judged<'_>) -> f64 {
    judged.records().map(|record| record.circumstances.seconds).sum()
}

fn case(judged: &Judged<'_>, out: &mut String) {
    let class = judged.model.unwrap_or("any device");
    let _ = write!(
        out,
        "    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3}\"",
        escaped(&judged.job.name),
        escaped(class),
        seconds(judged)
    );
    let element = match judged.state {
        State::Done => {
            *out += "/>\n";
            return;
        }
        State::Missing => "error",
        State::Failed | State::Flaky | State::Disagreeing => "failure",
    };
    let word = judged.state.word();
    let _ = write!(out, ">\n      <{element} message=\"{word}\" type=\"{word}\">");
    for record in judged.records() {
        if record.outcome != Outcome::Passed || judged.state == State::Disagreeing {
            let device = &record.slot.device;
            let text = format!(
                "repeat {} on {} {} ({}): {}: {}\n",
                record.slot.repeat,
                device.model,
                device.driver,
                record.circumstances.node,
                record.outcome.word(),
                record.message
            );
            *out += &escaped(&text);
        }
    }
    let _ = write!(out, "</{element}>\n    </testcase>\n");
}

/// A text in XML; what XML has no way to say is shown as a replacement.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\n' | '\t' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => out.push(c),
            _ => out.push('\u{fffd}'),
        }
    }
    out
}

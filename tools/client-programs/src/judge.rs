//! Asks NVRTC and optx whether they take a program.

use crate::recording::Program;
use optx::{GivenIncludes, MemoryIncludes, Options, Severity};
use optx_judge::ptxas::{self, Ptxas};
use serde::{Deserialize, Serialize};

/// Who is asked, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// NVRTC, with the options as they are.
    Nvrtc,
    /// optx, with the options as they are.
    AsIs,
    /// optx, without the options that it does not know.
    Cleaned,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Taken.
    Taken,
    /// Refused, with reasons.
    Refused,
    /// The process that compiled it is gone.
    Crashed,
    /// It did not end in time.
    HungUp,
}

/// One thing that was said against a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Its code; `option` where options were refused, `nvrtc` where NVRTC says it.
    pub code: String,
    /// The message.
    pub message: String,
    /// Where, as `file:line:column`; may be empty.
    pub place: String,
}

impl Reason {
    /// A reason without a place.
    pub fn of(code: &str, message: impl Into<String>) -> Reason {
        Reason { code: code.to_owned(), message: message.into(), place: String::new() }
    }
}

/// What became of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// How it ended.
    pub end: End,
    /// What was said against it, in the order in which it was said.
    pub reasons: Vec<Reason>,
    /// Where ptxas was asked: what it said against the PTX.
    #[serde(default)]
    pub ptxas: Option<String>,
}

impl Verdict {
    /// Taken, with nothing said.
    pub fn taken() -> Verdict {
        Verdict { end: End::Taken, reasons: Vec::new(), ptxas: None }
    }

    /// Ended otherwise, for a reason.
    pub fn ended(end: End, reason: Reason) -> Verdict {
        Verdict { end, reasons: vec![reason], ptxas: None }
    }

    /// Whether it was taken.
    pub fn is_taken(&self) -> bool {
        self.end == End::Taken
    }
}

/// Asks in this process; `with_ptxas`: ptxas too, of what optx made.
pub fn ask(program: &Program, question: Question, with_ptxas: bool) -> Verdict {
    let words = program.options();
    match question {
        Question::Nvrtc => nvrtc(program, &words),
        Question::AsIs => optx(program, &words, with_ptxas),
        Question::Cleaned => optx(program, &cleaned(&words), with_ptxas),
    }
}

fn nvrtc(program: &Program, options: &[String]) -> Verdict {
    let whole = optx_judge::nvrtc::Whole {
        source: &program.source,
        name: &program.name,
        options,
        headers: &program.headers,
        expressions: &program.expressions,
    };
    match optx_judge::nvrtc::takes(&whole) {
        Ok(()) => Verdict::taken(),
        Err(e) => Verdict::ended(End::Refused, Reason::of("nvrtc", e.to_string())),
    }
}

/// The options that optx takes, each alone, with their values. Of one that has its value behind a blank (`-D NAME=VALUE`, which NVRTC takes
/// as one) the value becomes a word of its own.
pub fn cleaned(words: &[String]) -> Vec<String> {
    let takes = |words: &[String]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Options::parse_args(&words).is_ok_and(|(_, rest)| rest.is_empty())
    };
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // A word that wants a value has it in the next one.
        let known =
            [1, 2].into_iter().find(|&n| at + n <= words.len() && takes(&words[at..at + n]));
        let parted = || {
            let (name, value) = words[at].trim_start().split_once(' ')?;
            let parted = [name.to_owned(), value.to_owned()];
            takes(&parted).then_some(parted)
        };
        match known {
            Some(n) => out.extend_from_slice(&words[at..at + n]),
            None => out.extend(parted().into_iter().flatten()),
        }
        at += known.unwrap_or(1);
    }
    out
}

fn optx(program: &Program, words: &[String], with_ptxas: bool) -> Verdict {
    let refused = |reason| Verdict::ended(End::Refused, reason);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut options = match Options::parse_args(&words) {
        Ok((options, rest)) if rest.is_empty() => options,
        Ok((_, rest)) => {
            return refused(Reason::of("option", format!("`{}` is no option", rest[0])));
        }
        Err(e) => return refused(Reason::of("option", e.to_string())),
    };
    options.name_expressions.clone_from(&program.expressions);
    options.dialect.nvrtc = true;
    let memory = program.headers.iter();
    let memory = memory.fold(MemoryIncludes::new(), |m, h| m.with(&h.0, &h.1));
    let include = GivenIncludes::new(memory, &options);
    match optx::compile_with(&program.name, &program.source, &options, &include) {
        Ok(ptx) => {
            let mut verdict = Verdict::taken();
            if with_ptxas {
                verdict.ptxas = refused_by_ptxas(&options, ptx.text());
            }
            verdict
        }
        Err(said) => {
            let errors = said.list().iter().filter(|d| d.severity == Severity::Error);
            let reasons = errors.map(|d| Reason {
                code: d.code.to_string(),
                message: d.message.clone(),
                place: d.place.as_ref().map_or(String::new(), |p| {
                    format!("{}:{}:{}", program.short(&p.file), p.line, p.column)
                }),
            });
            Verdict { end: End::Refused, reasons: reasons.collect(), ptxas: None }
        }
    }
}

fn refused_by_ptxas(options: &Options, text: &str) -> Option<String> {
    let target = options.code.target.to_string();
    match ptxas::check(Ptxas::for_target(&target), &target, text) {
        Ok(verdict) => (!verdict.accepted).then_some(verdict.report),
        Err(e) => Some(e.to_string()),
    }
}

//! The comments of a test file that say what is run and what must hold.

use crate::Wrong;
use crate::input::Kind;
use crate::pattern::Pattern;

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A pass.
    Pass(String),
    /// A pass of the code generator.
    Lir(String),
    /// An analysis, after a pass where one is named.
    Analysis(String, Option<String>),
    /// The whole compiler.
    Ptx,
    /// The interpreter, with this seed.
    Run(u64),
}

/// How a check finds its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// Somewhere after the last match.
    Check,
    /// In the line after the last match.
    Next,
    /// Nowhere between two matches.
    Not,
    /// So often in all.
    Count(usize),
}

/// One check.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) line: usize,
    pub(crate) how: How,
    pub(crate) pattern: Pattern,
}

/// What a test file says.
#[derive(Debug)]
pub(crate) struct TestFile {
    pub(crate) subject: Subject,
    /// Options for the compiler.
    pub(crate) options: Vec<String>,
    pub(crate) checks: Vec<Check>,
    /// The prelude named, and where.
    pub(crate) prelude: Option<(usize, String)>,
    /// Why the interpreter cannot compare, and where that is said.
    pub(crate) norun: Option<usize>,
}

impl TestFile {
    /// Reads the directives; checks that the file has what a test needs.
    pub(crate) fn parse(text: &str, kind: Kind) -> Result<TestFile, Wrong> {
        let comment = kind.comment();
        let mut lines = text.lines().enumerate().map(|(k, line)| (k + 1, line));
        let first = lines.next().and_then(|(_, line)| line.strip_prefix(comment)).map(str::trim);
        let Some(words) = first.and_then(|line| line.strip_prefix("test ")) else {
            return Err(Wrong::at(1, format!("the first line is no `{comment} test WHAT`")));
        };
        let (subject, options) = subject(words)?;
        let mut test =
            TestFile { subject, options, checks: Vec::new(), prelude: None, norun: None };
        for (line, text) in lines {
            if let Some(text) = text.trim_start().strip_prefix(comment) {
                test.comment(line, text.trim(), kind)?;
            }
        }
        if test.checks.is_empty() {
            return Err(Wrong::at(1, "nothing is checked: a diff is never the only check"));
        }
        crate::pattern::uses(&test.checks)?;
        Ok(test)
    }

    fn comment(&mut self, line: usize, text: &str, kind: Kind) -> Result<(), Wrong> {
        let Some((word, rest)) = text.split_once(':') else { return Ok(()) };
        let (name, number) = word.split_once(' ').map_or((word, None), |(a, b)| (a, Some(b)));
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase());
        // Prose has longer beginnings, or capitals.
        if !is_name || number.is_some_and(|_| name != "count") {
            return Ok(());
        }
        let rest = rest.trim();
        if rest.is_empty() {
            return Err(Wrong::at(line, format!("`{name}:` says nothing")));
        }
        let how = match (name, number) {
            ("check", _) => How::Check,
            ("next", _) => How::Next,
            ("not", _) => How::Not,
            ("count", number) => match number.and_then(|n| n.trim().parse().ok()) {
                Some(count) => How::Count(count),
                None => return Err(Wrong::at(line, "`count` wants `count N: TEXT`")),
            },
            ("prelude", _) => {
                if kind != Kind::Ssa {
                    return Err(Wrong::at(line, "only `.ssa` files have preludes"));
                }
                if self.prelude.replace((line, rest.to_owned())).is_some() {
                    return Err(Wrong::at(line, "a second prelude"));
                }
                return Ok(());
            }
            ("norun", _) => {
                if !matches!(self.subject, Subject::Pass(_)) {
                    return Err(Wrong::at(line, "`norun:` is for tests of passes"));
                }
                self.norun = Some(line);
                return Ok(());
            }
            ("test", _) => return Err(Wrong::at(line, "a second test line")),
            _ => return Err(Wrong::at(line, format!("there is no directive `{name}:`"))),
        };
        if how == How::Next && !self.checks.iter().any(|c| matches!(c.how, How::Check | How::Next))
        {
            return Err(Wrong::at(line, "`next:` has no match before it"));
        }
        let pattern = Pattern::parse(rest).map_err(|wrong| Wrong::at(line, wrong))?;
        self.checks.push(Check { line, how, pattern });
        Ok(())
    }
}

/// The test line after `test`.
fn subject(words: &str) -> Result<(Subject, Vec<String>), Wrong> {
    let wrong = |message: String| Wrong::at(1, message);
    let mut words = words.split_whitespace();
    let what = words.next().unwrap_or("");
    let mut subject = match what.split_once('=') {
        Some(("pass", name)) => Subject::Pass(name.to_owned()),
        Some(("lir", name)) => Subject::Lir(name.to_owned()),
        Some(("analysis", name)) => Subject::Analysis(name.to_owned(), None),
        None if what == "ptx" => Subject::Ptx,
        None if what == "run" => Subject::Run(0),
        _ => {
            let known = "`pass=NAME`, `lir=NAME`, `analysis=NAME`, `ptx` and `run`";
            return Err(wrong(format!("`{what}` cannot be tested, but {known}")));
        }
    };
    let mut options = Vec::new();
    for word in words {
        match (word.split_once('='), &mut subject) {
            _ if word.starts_with('-') => options.push(word.to_owned()),
            (Some(("after", pass)), Subject::Analysis(_, after)) => *after = Some(pass.to_owned()),
            (Some(("seed", number)), Subject::Run(seed)) => {
                *seed = number.parse().map_err(|_| wrong(format!("`{number}` is no seed")))?;
            }
            _ => return Err(wrong(format!("`{word}` means nothing on this test line"))),
        }
    }
    Ok((subject, options))
}

//! How options are written: nvcc's way and NVRTC's.

use super::foreign::ForeignRow;
use super::{FOREIGN, OptionRow, Options, TABLE};
use optx_source::{ERROR_KINDS, nearest};

/// How an option takes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// `=value`, or the next word.
    Value,
    /// As `Value`, or joined to the name (`-O3`, `-DX`).
    Joined,
    /// `=true`, `=false`, or nothing for true.
    Flag,
    /// As `Flag`, or the next word where that is `true` or `false`.
    Bool,
    /// `=value`, the next word where it is one of nvcc's kinds of errors, or nothing.
    Kinds,
}

/// An argument that is wrong: which, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// A row of one of the two tables.
#[derive(Clone, Copy)]
enum Row {
    /// One that means something here.
    Own(&'static OptionRow),
    /// One that does not.
    Foreign(&'static ForeignRow),
}

impl Row {
    /// All rows.
    fn all() -> impl Iterator<Item = Row> {
        TABLE.iter().map(Row::Own).chain(FOREIGN.iter().map(Row::Foreign))
    }

    fn name(self) -> &'static str {
        match self {
            Row::Own(row) => row.name,
            Row::Foreign(row) => row.name,
        }
    }

    fn aliases(self) -> &'static [&'static str] {
        match self {
            Row::Own(row) => row.aliases,
            Row::Foreign(row) => row.aliases,
        }
    }

    fn takes(self) -> Takes {
        match self {
            Row::Own(row) => row.takes,
            Row::Foreign(row) => row.takes,
        }
    }

    fn is_named(self, name: &str) -> bool {
        self.name() == name || self.aliases().contains(&name)
    }

    /// Whether its value may be joined to its name of one letter.
    fn is_prefix_of(self, body: &str) -> bool {
        self.takes() == Takes::Joined && self.name().len() == 1 && body.starts_with(self.name())
    }

    fn apply(self, options: &mut Options, value: &str) -> Result<(), String> {
        match self {
            Row::Own(row) => (row.apply)(options, value),
            Row::Foreign(row) => row.apply(options, value),
        }
    }
}

/// An argument read as an option: the row, its value if it has one, and whether that was the next word.
struct Recognised<'a> {
    row: Row,
    value: Option<&'a str>,
    from_next: bool,
}

/// The text after one or two dashes; None for what is no option. Blanks before it are read over, as NVRTC does.
pub(super) fn option_body(arg: &str) -> Option<&str> {
    let arg = arg.trim_start();
    let body = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'))?;
    (!body.is_empty()).then_some(body)
}

/// What nvcc takes behind `-Werror` as a word of its own.
fn is_kinds_of_errors(word: &str) -> bool {
    word.split(',').all(|kind| kind == "all-warnings" || ERROR_KINDS.contains(&kind))
}

/// The name of an option and its value, where it has one in the same word: behind `=`, or a blank, as programs write it that build one string
/// for NVRTC of `-D` and a macro.
fn name_and_value(body: &str) -> (&str, Option<&str>) {
    let Some(at) = body.find(|c: char| c == '=' || c.is_whitespace()) else { return (body, None) };
    let (name, value) = body.split_at(at);
    match value.strip_prefix('=') {
        Some(value) => (name, Some(value)),
        None => (name, Some(value.trim())),
    }
}

fn recognise<'a>(arg: &'a str, next: Option<&'a str>) -> Option<Recognised<'a>> {
    let body = option_body(arg)?;
    let (name, value) = name_and_value(body);
    let whole = Row::all().find(|row| row.is_named(name));
    let (row, value) = match whole {
        Some(row) => (row, value),
        None => {
            // `-O3`, `-DNAME=value`, `-Idir`; nvcc's own warnings have two dashes too.
            let row = Row::all().find(|row| row.is_prefix_of(body))?;
            if arg.trim_start().starts_with("--") && row.name() != "W" {
                return None;
            }
            (row, Some(body[1..].trim()))
        }
    };
    let wants = value.is_none()
        && match row.takes() {
            Takes::Value | Takes::Joined => true,
            Takes::Kinds => next.is_some_and(is_kinds_of_errors),
            Takes::Bool => matches!(next, Some("true" | "false")),
            Takes::Nothing | Takes::Flag => false,
        };
    Some(Recognised {
        row,
        value: if wants { next } else { value },
        from_next: wants && next.is_some(),
    })
}

impl Options {
    /// Reads options as nvcc and NVRTC have them: one or two dashes, `=` or a separate word. What is no option is
    /// given back in order.
    pub fn parse_args(args: &[&str]) -> Result<(Options, Vec<String>), UsageError> {
        let mut options = Options::default();
        let (mut rest, mut strangers) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < args.len() {
            let arg = args[at];
            let next = args.get(at + 1).copied();
            at += 1;
            if option_body(arg).is_none() {
                rest.push(arg.to_owned());
                continue;
            }
            let Some(found) = recognise(arg, next) else {
                strangers.push(arg);
                continue;
            };
            at += usize::from(found.from_next);
            options.apply(arg, &found)?;
        }
        match strangers.first() {
            Some(arg) if !options.forward_unknown => return Err(unknown(arg)),
            _ => options.settle()?,
        }
        Ok((options, rest))
    }

    /// Parts arguments into those of this table, values with them, and all others, for callers with options of their
    /// own. Both keep their order.
    pub fn split_args(args: &[String]) -> (Vec<String>, Vec<String>) {
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < args.len() {
            let next = args.get(at + 1).map(String::as_str);
            match recognise(&args[at], next) {
                Some(found) => {
                    let end = at + 1 + usize::from(found.from_next);
                    ours.extend_from_slice(&args[at..end]);
                    at = end;
                }
                None => {
                    others.push(args[at].clone());
                    at += 1;
                }
            }
        }
        (ours, others)
    }

    fn apply(&mut self, arg: &str, found: &Recognised<'_>) -> Result<(), UsageError> {
        let row = found.row;
        let value = match (row.takes(), found.value) {
            (Takes::Nothing, Some(_)) => {
                return Err(UsageError(format!("`{arg}`: -{} takes no value", row.name())));
            }
            (Takes::Value | Takes::Joined, None) => {
                return Err(UsageError(format!("`{arg}` wants a value")));
            }
            (Takes::Flag | Takes::Bool, None | Some("")) => "true",
            (_, value) => value.unwrap_or(""),
        };
        row.apply(self, value).map_err(|why| UsageError(format!("`{arg}` {why}")))
    }
}

/// The options that NVRTC 13.5 takes, asked of it name by name: a line each, the short name behind the long one.
pub const NVRTC_OPTIONS: &str = include_str!("nvrtc-13.5.txt");

/// The first of these arguments that NVRTC 13.5 has no option for; None where it has one for each. Values that are words of their own belong to
/// the option before them.
pub fn unknown_to_nvrtc<'a>(args: &[&'a str]) -> Option<&'a str> {
    let names = || NVRTC_OPTIONS.split_whitespace().filter_map(option_body);
    let mut at = 0;
    while let Some(&arg) = args.get(at) {
        let next = args.get(at + 1).copied();
        let Some(found) = recognise(arg, next) else { return Some(arg) };
        // Some of nvcc's warnings are names of their own there, and values of one option here.
        let spelled = option_body(arg).map_or("", |body| name_and_value(body).0);
        if !names().any(|name| name == spelled || found.row.is_named(name)) {
            return Some(arg);
        }
        at += 1 + usize::from(found.from_next);
    }
    None
}

/// The values that an option has among these arguments, in order, by the name of its row; of one that takes none an empty text each time.
pub fn values_of<'a>(args: &[&'a str], name: &str) -> Vec<&'a str> {
    let mut values = Vec::new();
    let mut at = 0;
    while let Some(&arg) = args.get(at) {
        at += 1;
        let Some(found) = recognise(arg, args.get(at).copied()) else { continue };
        at += usize::from(found.from_next);
        if found.row.name() == name {
            values.push(found.value.unwrap_or(""));
        }
    }
    values
}

/// The error for an option that no table has.
pub fn unknown(arg: &str) -> UsageError {
    let name = option_body(arg).unwrap_or(arg);
    let name = name.split_once('=').map_or(name, |(n, _)| n);
    let names = Row::all().flat_map(|row| row.aliases().iter().copied().chain([row.name()]));
    let hint = nearest(name, names).map_or(String::new(), |n| {
        format!("; did you mean {}{n}?", if n.len() == 1 { "-" } else { "--" })
    });
    UsageError(format!("unknown option `{arg}`{hint}"))
}

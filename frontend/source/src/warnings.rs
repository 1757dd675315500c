//! Warnings by name: what is told, what is an error, and what is not said.
//!
//! Each code of a warning has a name, as `-W` and `-Wno-` have it: clang's where clang has the warning, so that what is written for one compiler is
//! understood by the other; a group that asks for it; and the numbers that nvcc's front end has for the same mistake.

use crate::codes::{Code, code};
use crate::nearest;

/// What asks for a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Told unless it is turned off.
    Default,
    /// `-Wall`.
    All,
    /// `-Wextra`.
    Extra,
}

/// A row of the table of warnings.
#[derive(Clone, Copy, Debug)]
pub struct WarningRow {
    /// The code.
    pub code: Code,
    /// Its name behind `-W`.
    pub name: &'static str,
    /// What asks for it.
    pub group: Group,
    /// The numbers of nvcc's front end that mean it.
    pub numbers: &'static [u32],
}

macro_rules! warnings {
    ($($code:ident $name:literal $group:ident [$($number:literal),*];)*) => {
        const ROWS: &[WarningRow] = &[$(WarningRow {
            code: code::$code, name: $name, group: Group::$group, numbers: &[$($number),*],
        },)*];
    };
}

warnings! {
    UNKNOWN_HEADER "unknown-header" Default [];
    WARNING_DIRECTIVE "#warnings" Default [1105];
    UNKNOWN_PRAGMA "unknown-pragmas" Default [161, 253, 1222, 1223, 1224, 1675, 3184, 3185];
    UNUSED_RESULT "unused-value" Default [174];
    MISSING_RETURN "return-type" Default [940];
    DIVISION_BY_ZERO "division-by-zero" Default [39, 179];
    ARRAY_BOUND "array-bounds" Default [175];
    NO_KERNELS "missing-kernels" Default [];
    OVERFLOW "constant-conversion" Default [61, 68, 69, 70, 173, 221];
    SHIFT_COUNT "shift-count-overflow" Default [63];
    UNKNOWN_ATTRIBUTE "unknown-attributes" Default [1097, 2803];
    ASSIGN_IN_CONDITION "parentheses" Default [187];
    UNKNOWN_ESCAPE "unknown-escape-sequence" Default [192];
    EXTRA_TOKENS "extra-tokens" Default [14];
    POINTER_CONVERSION "incompatible-pointer-types" Default [];
    UNINITIALIZED "uninitialized" Default [549];
    MACRO_REDEFINED "macro-redefined" Default [47];
    UNKNOWN_INSTANCE "unknown-instance" Default [];
    PRINTF_FORMAT "format" Default [181, 224, 225, 226];
    IGNORED_OPTION "ignored-option" Default [];
    LONG_DOUBLE "long-double" Default [20208];
    SHARED_CONSTRUCTOR "shared-constructor" Default [20054];
    NARROWING "narrowing" Default [2361];
    UNROLL_IGNORED "ignored-unroll" Default [];
    CONTRADICTION "ignored-attributes" Default [];
    BARRIER "barrier" Default [];
    SOMETIMES_UNINITIALIZED "sometimes-uninitialized" All [549];
    UNKNOWN_WARNING "unknown-warning-option" Default [];
    LAUNCH "launch" Default [];
    COMMA_SUBSCRIPT "comma-subscript" Default [174];
    UNSIGNED_ZERO "tautological-unsigned-zero-compare" Default [186];
    PRECEDENCE "parentheses" Default [];
    EMPTY_BODY "empty-body" Default [];
    UNUSED_VARIABLE "unused-variable" Default [177];
    UNUSED_FUNCTION "unused-function" Default [177];
    SIGN_COMPARE "sign-compare" Extra [];
    FALLTHROUGH "implicit-fallthrough" Extra [];
    SET_AND_UNUSED "unused-but-set-variable" Default [550];
    WRITABLE_STRING "writable-strings" Default [2464];
    LOGICAL_NOT "logical-not-parentheses" Default [];
    TAUTOLOGICAL "tautological-compare" Default [];
    STRING_COMPARE "string-compare" Default [];
    XOR_AS_POWER "xor-used-as-pow" Default [];
    SIZEOF_POINTER "sizeof-pointer-div" Default [];
    HOST_CALL "cross-execution-space-call" Default [20011, 20013, 20014, 20015];
    RETURNS_LOCAL "return-stack-address" Default [430, 836, 1056];
    LOW_CAP "register-cap" Default [];
}

/// How many there are.
const COUNT: usize = ROWS.len();

/// The table of warnings, in the order of their codes.
#[must_use]
pub fn warning_rows() -> &'static [WarningRow] {
    ROWS
}

/// The row of a warning's code.
pub(crate) fn row_of(code: Code) -> Option<usize> {
    ROWS.iter().position(|row| row.code == code)
}

/// The name of a warning's code behind `-W`.
#[must_use]
pub fn warning_name(code: Code) -> Option<&'static str> {
    row_of(code).map(|k| ROWS[k].name)
}

/// What becomes of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It is not said.
    Off,
    /// It is a warning.
    On,
    /// It is an error.
    Error,
}

/// What becomes of each warning: what options say, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WarningStates {
    /// By row.
    states: [State; COUNT],
    /// By row: `-Wno-error=name` holds whatever `-Werror` says.
    stays_warning: [bool; COUNT],
    /// `-Werror`: what is told is an error.
    all_errors: bool,
    /// `-w`: nothing is told.
    nothing: bool,
    /// `-Wsystem-headers`: of headers of the system too.
    system_headers: bool,
}

/// What is said where no option asks for anything.
const DEFAULT: [State; COUNT] = {
    let mut states = [State::Off; COUNT];
    let mut k = 0;
    while k < COUNT {
        if matches!(ROWS[k].group, Group::Default) {
            states[k] = State::On;
        }
        k += 1;
    }
    states
};

impl Default for WarningStates {
    fn default() -> WarningStates {
        WarningStates {
            states: DEFAULT,
            stays_warning: [false; COUNT],
            all_errors: false,
            nothing: false,
            system_headers: false,
        }
    }
}

/// Words of nvcc, clang and g++ that ask for what does not arise here.
const WITHOUT_MEANING: [&str; 3] = ["deprecated-gpu-targets", "pedantic", "cast-align"];

/// Those that nvcc takes behind `-Werror`, also as a word of its own: some mean something here.
pub const ERROR_KINDS: [&str; 7] = [
    "cross-execution-space-call",
    "reorder",
    "default-stream-launch",
    "missing-launch-bounds",
    "ext-lambda-captures-this",
    "deprecated-declarations",
    "conversion",
];

impl WarningStates {
    /// What is behind `-W`: `all`, `extra`, `error`, `NAME`, `no-NAME`, `error=NAME`, `no-error=NAME`. The error says that the name is none, and which is near.
    pub fn word(&mut self, word: &str) -> Result<(), String> {
        let (on, name) = match word.strip_prefix("no-") {
            Some(name) => (false, name),
            None => (true, word),
        };
        if let Some(names) = name.strip_prefix("error=") {
            return names.split(',').try_for_each(|name| self.error(name, on));
        }
        match name {
            "error" => self.all_errors = on,
            "system-headers" => self.system_headers = on,
            _ => match (group_named(name), rows_named(name)) {
                (Some(most), _) => {
                    for (k, _) in ROWS.iter().enumerate().filter(|(_, row)| row.group <= most) {
                        self.turn(k, on);
                    }
                }
                (None, Some(rows)) => rows.into_iter().for_each(|k| self.turn(k, on)),
                (None, None) => return unknown(name),
            },
        }
        Ok(())
    }

    /// nvcc's `-Werror all-warnings`, and clang's `-Werror=name`, where the name may be a group's.
    fn error(&mut self, name: &str, on: bool) -> Result<(), String> {
        if name == "all-warnings" {
            self.all_errors = on;
            return Ok(());
        }
        let rows = match group_named(name) {
            Some(group) => (0..ROWS.len()).filter(|&k| ROWS[k].group <= group).collect(),
            None => match rows_named(name) {
                Some(rows) => rows,
                None => return unknown(name),
            },
        };
        for k in rows {
            self.stays_warning[k] = !on;
            if on {
                self.states[k] = State::Error;
            } else if self.states[k] == State::Error {
                self.states[k] = State::On;
            }
        }
        Ok(())
    }

    fn turn(&mut self, k: usize, on: bool) {
        self.states[k] = match on {
            true if self.states[k] == State::Error => State::Error,
            true => State::On,
            false => State::Off,
        };
    }

    /// What nvcc's `--diag-suppress=N`, `--diag-warn=N` and `--diag-error=N` say. Numbers of what is not told here mean nothing.
    pub fn number(&mut self, number: u32, state: State) {
        for (k, _) in ROWS.iter().enumerate().filter(|(_, row)| row.numbers.contains(&number)) {
            // What is off by default is asked for by its name.
            let asked = ROWS[k].group != Group::Default && self.states[k] == State::Off;
            if asked && state != State::Off {
                continue;
            }
            self.states[k] = state;
            self.stays_warning[k] = state == State::On;
        }
    }

    /// Nothing is told (`-w`).
    pub fn nothing(&mut self) {
        self.nothing = true;
    }

    /// Whether nothing is told.
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        self.nothing
    }

    /// Whether warnings in headers of the system are told.
    #[must_use]
    pub fn tells_of_system_headers(&self) -> bool {
        self.system_headers
    }

    /// What becomes of a warning with a code.
    #[must_use]
    pub fn of(&self, code: Code) -> State {
        if self.nothing {
            return State::Off;
        }
        match row_of(code) {
            Some(k) if self.states[k] == State::On && self.all_errors && !self.stays_warning[k] => {
                State::Error
            }
            Some(k) => self.states[k],
            None => State::On,
        }
    }
}

/// The group that a name means, those before it included.
fn group_named(name: &str) -> Option<Group> {
    match name {
        "all" => Some(Group::All),
        "extra" | "everything" => Some(Group::Extra),
        _ => None,
    }
}

/// The rows that a name means; None where it is no name, and no row where it is one of what does not arise.
fn rows_named(name: &str) -> Option<Vec<usize>> {
    let means: &[&str] = match name {
        "unused" => {
            &["unused-variable", "unused-but-set-variable", "unused-function", "unused-value"]
        }
        "unused-but-set-parameter" => &["unused-but-set-variable"],
        "maybe-uninitialized" => &["sometimes-uninitialized"],
        _ => &[name],
    };
    let rows: Vec<usize> = ROWS
        .iter()
        .enumerate()
        .filter(|(_, row)| means.contains(&row.name))
        .map(|(k, _)| k)
        .collect();
    let means_nothing = WITHOUT_MEANING.contains(&name) || ERROR_KINDS.contains(&name);
    (!rows.is_empty() || means_nothing).then_some(rows)
}

fn unknown(name: &str) -> Result<(), String> {
    let near = nearest(name, ROWS.iter().map(|row| row.name));
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Err(format!("there is no warning `{name}`{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Severity, code_rows};

    fn states(words: &[&str]) -> WarningStates {
        let mut states = WarningStates::default();
        words.iter().for_each(|word| states.word(word).expect("a name"));
        states
    }

    #[test]
    fn the_rows_are_the_codes_of_warnings_in_their_order() {
        let codes: Vec<&str> = code_rows()
            .iter()
            .filter(|r| r.code.severity() == Severity::Warning)
            .map(|r| r.code.0)
            .collect();
        let rows: Vec<&str> = warning_rows().iter().map(|row| row.code.0).collect();
        assert_eq!(rows, codes);
        assert!(warning_rows().iter().all(|row| !row.name.starts_with("no-")));
    }

    #[test]
    fn words_are_taken_in_their_order() {
        let of = |words: &[&str]| states(words).of(code::UNINITIALIZED);
        let sometimes = |words: &[&str]| states(words).of(code::SOMETIMES_UNINITIALIZED);
        assert_eq!((of(&[]), sometimes(&[])), (State::On, State::Off));
        assert_eq!(sometimes(&["all"]), State::On);
        assert_eq!(sometimes(&["all", "no-sometimes-uninitialized"]), State::Off);
        assert_eq!(sometimes(&["no-sometimes-uninitialized", "all"]), State::On);
        assert_eq!(of(&["no-uninitialized"]), State::Off);
        assert_eq!(of(&["error"]), State::Error);
        assert_eq!(sometimes(&["error"]), State::Off);
        assert_eq!(of(&["error", "no-error=uninitialized"]), State::On);
        assert_eq!(of(&["error=uninitialized"]), State::Error);
        assert_eq!(of(&["error=uninitialized", "no-error=uninitialized"]), State::On);
        assert_eq!(of(&["error=all-warnings"]), State::Error);
        assert_eq!(sometimes(&["error=sometimes-uninitialized"]), State::Error);
        for group in ["all", "extra", "everything"] {
            let error = format!("error={group}");
            assert_eq!((of(&[&error]), sometimes(&[&error])), (State::Error, State::Error));
            assert_eq!(sometimes(&[&error, "no-sometimes-uninitialized"]), State::Off);
            let not = format!("no-{error}");
            assert_eq!((of(&["error", &not]), sometimes(&[&error, &not])), (State::On, State::On));
        }
        let signs = |words: &[&str]| states(words).of(code::SIGN_COMPARE);
        assert_eq!((signs(&["error=all"]), signs(&["error=extra"])), (State::Off, State::Error));
        assert_eq!(of(&["reorder", "no-deprecated-gpu-targets"]), State::On);
        assert_eq!(states(&["no-unused"]).of(code::UNUSED_VARIABLE), State::Off);
        assert_eq!(sometimes(&["maybe-uninitialized"]), State::On);
    }

    #[test]
    fn a_name_that_is_none_has_a_near_one() {
        let mut states = WarningStates::default();
        let said = states.word("no-unitialized").expect_err("no name");
        assert_eq!(said, "there is no warning `unitialized`; did you mean `uninitialized`?");
        assert_eq!(states, WarningStates::default());
    }

    #[test]
    fn numbers_are_those_of_nvcc() {
        let mut states = WarningStates::default();
        states.number(549, State::Off);
        states.number(177_177, State::Error);
        assert_eq!(states.of(code::UNINITIALIZED), State::Off);
        assert_eq!(states.of(code::UNUSED_RESULT), State::On);
        states.number(549, State::Error);
        assert_eq!(states.of(code::UNINITIALIZED), State::Error);
    }

    #[test]
    fn nothing_is_nothing() {
        let mut states = states(&["all", "error"]);
        states.nothing();
        assert_eq!(states.of(code::UNINITIALIZED), State::Off);
    }
}

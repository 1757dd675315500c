//! A program: what it was created of, what was asked of it, and what its last compilation made.

use crate::error::Error;
use crate::flow::Flow;
use optx::{CacheOptions, MemoryIncludes, Options};
use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::border::lossy;

/// What a program is called that has no name.
const NAMELESS: &str = "default_program";

/// A program.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) headers: MemoryIncludes,
    state: Mutex<State>,
}

/// What of a program changes. It is locked to read or replace it, and never while something is compiled.
#[derive(Default)]
pub(crate) struct State {
    /// Name expressions, in the order in which they came.
    pub(crate) expressions: Vec<CString>,
    pub(crate) flow: Option<Flow>,
    /// Where results are kept, where the program says so itself.
    pub(crate) cache: CacheOptions,
    /// Something was compiled, well or not: name expressions come too late.
    compiled: bool,
    compilations: u64,
    made: Made,
    /// By name expression, the number of the name in `names`; None where the last compilation failed.
    lowered: Option<HashMap<CString, usize>>,
    /// All names that callers may have pointers to, which live as long as the program.
    names: Vec<CString>,
}

/// What a compilation made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    /// The PTX.
    pub(crate) ptx: String,
    /// What a driver loads where a true architecture was named: machine code of ptxas's, or PTX with its zero byte.
    pub(crate) binary: Vec<u8>,
    /// What was said.
    pub(crate) log: String,
    /// Diagnostics, a JSON object a line.
    pub(crate) diagnostics: String,
    /// The kernels, as JSON.
    pub(crate) kernels: String,
    /// What variance knows, as JSON, once it was asked for.
    pub(crate) variance: Option<String>,
    /// The options of the compilation, where they were right.
    pub(crate) options: Option<Options>,
    /// What name expressions are called in the PTX.
    pub(crate) lowered: Option<Vec<(String, String)>>,
}

impl Program {
    /// A program of that source; headers are names and texts, of which no name comes twice.
    pub(crate) fn new(
        source: &CStr,
        name: Option<&CStr>,
        headers: &[(CString, CString)],
    ) -> Result<Program, Error> {
        let mut names = HashSet::new();
        if !headers.iter().all(|header| names.insert(&header.0)) {
            return Err(Error::InvalidInput);
        }
        let name = name.map(lossy).filter(|name| !name.is_empty());
        let headers = headers.iter().fold(MemoryIncludes::new(), |files, (name, text)| {
            files.with(&name.to_string_lossy(), &text.to_string_lossy())
        });
        Ok(Program {
            name: name.unwrap_or_else(|| NAMELESS.to_owned()),
            source: lossy(source),
            headers,
            state: Mutex::default(),
        })
    }

    /// What changes of it.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Texts, each once.
pub(crate) fn distinct(all: &[CString]) -> impl Iterator<Item = &CString> {
    let mut seen = HashSet::new();
    all.iter().filter(move |text| seen.insert(*text))
}

impl State {
    /// Adds a name expression.
    pub(crate) fn add(&mut self, expression: CString) -> Result<(), Error> {
        if self.compiled {
            return Err(Error::NamesAfterCompilation);
        }
        self.expressions.push(expression);
        Ok(())
    }

    /// What the last compilation made.
    pub(crate) fn made(&self) -> &Made {
        &self.made
    }

    /// How often it was compiled.
    pub(crate) fn compilations(&self) -> u64 {
        self.compilations
    }

    /// Keeps what variance knows, unless it was compiled again meanwhile.
    pub(crate) fn keep_variance(&mut self, text: String, compilations: u64) {
        if self.compilations == compilations {
            self.made.variance = Some(text);
        }
    }

    /// Takes what a compilation made. Wrong options are no compilation.
    pub(crate) fn take(&mut self, made: Made, outcome: Result<(), Error>) {
        self.compilations += 1;
        self.compiled |= !matches!(outcome, Err(Error::InvalidOption | Error::Cancelled));
        self.lowered = made.lowered.as_ref().map(|lowered| {
            let first = self.names.len();
            let names = lowered.iter().filter_map(|(_, name)| CString::new(name.as_str()).ok());
            self.names.extend(names);
            distinct(&self.expressions).cloned().zip(first..).collect()
        });
        self.made = made;
    }

    /// What a name expression is called in the PTX; the text lives as long as the program.
    pub(crate) fn lowered(&self, expression: &CStr) -> Result<&CStr, Error> {
        let lowered = self.lowered.as_ref().ok_or(Error::NamesBeforeCompilation)?;
        let name = lowered.get(expression).and_then(|&number| self.names.get(number));
        name.map(CString::as_c_str).ok_or(Error::UnknownName)
    }
}

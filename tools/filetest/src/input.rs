//! Inputs: what kind a file is, its prelude, and its functions.

use crate::Wrong;
use crate::directive::TestFile;
use optx_ir::Func;
use optx_whirl::Module;
use optx_wopt::driver::observe::When;
use std::path::Path;

/// The folder of preludes beside test files.
pub(crate) const PRELUDES: &str = "preludes";

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Source.
    Cu,
    /// WHIRL as text.
    Whirl,
    /// Functions as text, in any form.
    Ssa,
}

impl Kind {
    /// All kinds.
    pub(crate) const ALL: [Kind; 3] = [Kind::Cu, Kind::Whirl, Kind::Ssa];

    /// The kind that a file's name says it is.
    pub(crate) fn of(path: &Path) -> Option<Kind> {
        let extension = path.extension()?.to_str()?;
        Kind::ALL.into_iter().find(|kind| kind.extension() == extension)
    }

    /// The end of such a file's name.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Kind::Cu => "cu",
            Kind::Whirl => "whirl",
            Kind::Ssa => "ssa",
        }
    }

    /// What a comment begins with.
    pub(crate) fn comment(self) -> &'static str {
        match self {
            Kind::Cu => "//",
            Kind::Whirl | Kind::Ssa => ";",
        }
    }

    fn of_options(self) -> optx::Input {
        match self {
            Kind::Cu => optx::Input::Cu,
            Kind::Whirl => optx::Input::Whirl,
            Kind::Ssa => optx::Input::Ssa,
        }
    }
}

/// An input with its prelude put before it.
pub(crate) struct Input {
    pub(crate) text: String,
    kind: Kind,
    name: String,
    /// Lines of the prelude.
    before: usize,
}

impl Input {
    /// The whole text of a test file.
    pub(crate) fn read(
        test: &TestFile,
        path: &Path,
        text: &str,
        kind: Kind,
    ) -> Result<Input, Wrong> {
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        let plain = Input { text: text.to_owned(), kind, name, before: 0 };
        if kind != Kind::Ssa {
            return Ok(plain);
        }
        let code = text.lines().find(|line| !line.trim_start().starts_with(kind.comment()));
        let whole = code.is_some_and(|line| line.trim_start().starts_with("(ssa"));
        let (line, prelude) = match &test.prelude {
            Some((line, _)) if whole => {
                return Err(Wrong::at(*line, "the file begins with `(ssa`, so it has no prelude"));
            }
            None if whole => return Ok(plain),
            Some((line, name)) => (*line, name.as_str()),
            None => (1, "default"),
        };
        let file = path.with_file_name(PRELUDES).join(format!("{prelude}.ssa"));
        let header = std::fs::read_to_string(&file)
            .map_err(|e| Wrong::at(line, format!("the prelude {}: {e}", file.display())))?;
        let header = header.trim_end();
        let text = format!("{header}\n{text}\n)\n");
        Ok(Input { text, before: header.lines().count(), ..plain })
    }

    fn options(&self, test: &TestFile, emit: optx::Emit) -> Result<optx::Options, Wrong> {
        let words: Vec<&str> = test.options.iter().map(String::as_str).collect();
        let (options, rest) =
            optx::Options::parse_args(&words).map_err(|e| Wrong::at(1, e.to_string()))?;
        if let Some(word) = rest.first() {
            return Err(Wrong::at(1, format!("`{word}` is no option")));
        }
        Ok(optx::Options { input: self.kind.of_options(), emit, ..options })
    }

    /// What the compiler gives.
    pub(crate) fn compile(&self, test: &TestFile, emit: optx::Emit) -> Result<String, Wrong> {
        Ok(self.compiled(&self.options(test, emit)?)?.text().to_owned())
    }

    /// What stands before, or behind, a pass, of every function; the first line of each says of which.
    pub(crate) fn dumps(&self, test: &TestFile, when: When, pass: &str) -> Result<String, Wrong> {
        let mut options = self.options(test, optx::Emit::Ptx)?;
        options.asked.print = vec![(when, pass.to_owned())];
        options.run.verify = true;
        let notes = self.compiled(&options)?.notes().to_owned();
        let of_pass = |line: &&str| {
            let head = ["; before ", "; after "].iter().any(|head| line.starts_with(head));
            !head
        };
        Ok(notes.lines().filter(of_pass).map(|line| format!("{line}\n")).collect())
    }

    fn compiled(&self, options: &optx::Options) -> Result<optx::Ptx, Wrong> {
        let found = optx::compile_with(&self.name, &self.text, options, &optx::NoIncludes);
        match found {
            Ok(ptx) => Ok(ptx),
            Err(diagnostics) => {
                let text = diagnostics.to_string();
                Err(Wrong::at(1, format!("it does not compile:\n{text}")))
            }
        }
    }

    /// The functions: as they stand in the text, of a source as they are built.
    pub(crate) fn functions(&self, test: &TestFile) -> Result<(Module, Vec<Func>), Wrong> {
        if self.kind != Kind::Ssa {
            let text = self.compile(test, optx::Emit::Cfg)?;
            return optx_ir::parse::parse_module(&text).map_err(|e| Wrong::at(1, e.to_string()));
        }
        if let Some(option) = test.options.first() {
            let wrong = format!("`{option}` is for compiling; this text says its own options");
            return Err(Wrong::at(1, wrong));
        }
        optx_ir::parse::parse_module(&self.text).map_err(|e| {
            let line = (e.line as usize).saturating_sub(self.before).max(1);
            let what = if (e.line as usize) <= self.before { " (in its prelude)" } else { "" };
            Wrong::at(line, format!("column {}: {}{what}", e.column, e.message))
        })
    }
}

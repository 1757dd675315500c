//! Options: one table for the command, for NVRTC's users, and for the library's own callers.
//!
//! What is meant here stands in [`TABLE`], what nvcc and NVRTC have besides in [`FOREIGN`]; both are read in nvcc's manner (`parse`).

mod foreign;
mod parse;
mod set;
mod table;

pub use foreign::{FOREIGN, ForeignRow, Standing};
pub use parse::{NVRTC_OPTIONS, Takes, UsageError, unknown, unknown_to_nvrtc, values_of};
use set::bytes;
pub(crate) use set::passes_word;
pub use table::{OptionRow, TABLE};

use crate::{CacheOptions, DependencyOptions};
use optx_frontend::{Dialect, DirectoryIncludes};
use optx_source::{Limits, WarningStates};
use optx_whirl::CodeOptions;
use optx_wopt::RunOptions;
use optx_wopt::driver::observers::Asked;
use std::path::PathBuf;

/// The variable of the environment that names a cache's folder.
const CACHE_FOLDER: &str = "OPTX_COMPILE_CACHE";

/// The one that names its bound.
const CACHE_SIZE: &str = "OPTX_COMPILE_CACHE_SIZE";

/// What a compilation is asked for. The fields mirror NVRTC's and cudarc's options.
#[derive(Clone, Debug, Hash)]
pub struct Options {
    /// What the later phases work with: target, level, float options.
    pub code: CodeOptions,
    /// Names of the [`optx_whirl::CODE_OPTIONS`] that were given, not defaulted, to which alone a text form's own options
    /// yield; and `input`.
    pub given: Vec<&'static str>,
    /// `-D` and `-U` in order: `(true, "NAME=value")` defines.
    pub macros: Vec<(bool, String)>,
    /// `-I` directories in order.
    pub include_dirs: Vec<String>,
    /// `-isystem` directories in order.
    pub system_dirs: Vec<String>,
    /// `-include` files in order.
    pub pre_includes: Vec<String>,
    /// `--name-expression`: names whose names in PTX are asked for, and instances of templates to compile.
    pub name_expressions: Vec<String>,
    /// `-default-device`: functions and variables that are not marked are the device's.
    pub default_device: bool,
    /// `--nvrtc`, `-std`, and the macros that options predefine.
    pub dialect: Dialect,
    /// `--no-source-include`: a file in quotes is not looked for beside the one that includes it.
    pub no_source_include: bool,
    /// `-G`: no optimization, and line information.
    pub device_debug: bool,
    /// `--dopt=on`: beside `-G`, line information alone.
    pub optimized_debug: bool,
    /// `--fmax-errors`: so many are told.
    pub most_errors: Option<u32>,
    /// `-forward-unknown-to-host-compiler` and the like: what is no option is none of ours.
    pub forward_unknown: bool,
    /// `-w`, `-W`, `--diag-suppress` and the like.
    pub warnings: WarningStates,
    /// What stands behind a `-W` and is the name of no warning: a warning each.
    pub unknown_warnings: Vec<String>,
    /// What the input text is.
    pub input: Input,
    /// What to give instead of PTX.
    pub emit: Emit,
    /// What is asked of the runner.
    pub run: RunOptions,
    /// What is shown of the steps, and how many run.
    pub asked: Asked,
    /// `--stats`.
    pub stats: bool,
    /// `--time-passes`.
    pub time_passes: bool,
    /// `--message-format=json`.
    pub json_messages: bool,
    /// `--emit-claims`: where variance claims go.
    pub claims_file: Option<String>,
    /// `-Rpass-analysis=variance`.
    pub variance_remarks: bool,
    /// What is to be said of options that were taken and are ignored: a warning each.
    pub ignored: Vec<String>,
    /// `-M` and its relatives.
    pub dependencies: DependencyOptions,
    /// `--cache` and its relatives.
    pub cache: CacheOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            code: CodeOptions::default(),
            given: Vec::new(),
            macros: Vec::new(),
            include_dirs: Vec::new(),
            system_dirs: Vec::new(),
            pre_includes: Vec::new(),
            name_expressions: Vec::new(),
            default_device: false,
            dialect: Dialect::default(),
            no_source_include: false,
            device_debug: false,
            optimized_debug: false,
            most_errors: None,
            forward_unknown: false,
            warnings: WarningStates::default(),
            unknown_warnings: Vec::new(),
            input: Input::Cu,
            emit: Emit::Ptx,
            run: RunOptions::default(),
            asked: Asked::default(),
            stats: false,
            time_passes: false,
            json_messages: false,
            claims_file: None,
            variance_remarks: false,
            ignored: Vec::new(),
            dependencies: DependencyOptions::default(),
            cache: CacheOptions::default(),
        }
    }
}

/// A kind of input text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// CUDA C.
    Cu,
    /// WHIRL, VH or M.
    Whirl,
    /// The optimizer's form.
    Ssa,
}

/// A kind of result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emit {
    /// The text after preprocessing, with line markers.
    Preprocessed,
    /// Tokens after preprocessing.
    Tokens,
    /// The syntax tree.
    Ast,
    /// WHIRL as translated.
    WhirlVh,
    /// WHIRL after lowering.
    WhirlM,
    /// The optimizer's input.
    Cfg,
    /// The optimizer's output in SSA form.
    Ssa,
    /// After leaving SSA.
    Regs,
    /// The code generator's instructions.
    Lir,
    /// PTX.
    Ptx,
    /// The control-flow graph for Graphviz.
    CfgDot,
    /// The dominator tree for Graphviz.
    DomDot,
}

impl Emit {
    /// All kinds with their names.
    pub const NAMES: &'static [(&'static str, Emit)] = &[
        ("preprocessed", Emit::Preprocessed),
        ("tokens", Emit::Tokens),
        ("ast", Emit::Ast),
        ("whirl-vh", Emit::WhirlVh),
        ("whirl-m", Emit::WhirlM),
        ("cfg", Emit::Cfg),
        ("ssa", Emit::Ssa),
        ("regs", Emit::Regs),
        ("lir", Emit::Lir),
        ("ptx", Emit::Ptx),
        ("cfg.dot", Emit::CfgDot),
        ("dom.dot", Emit::DomDot),
    ];
}

impl Options {
    /// Those of a compiler that stands for NVRTC (`--nvrtc`).
    #[must_use]
    pub fn nvrtc() -> Options {
        Options { dialect: Dialect { nvrtc: true, ..Dialect::default() }, ..Options::default() }
    }

    /// Takes the cache that the environment names, unless options did: `OPTX_COMPILE_CACHE` is its folder, `OPTX_COMPILE_CACHE_SIZE` its bound. The library
    /// looks into the environment nowhere else.
    ///
    /// # Errors
    /// The bound is no number of bytes.
    pub fn take_environment(&mut self) -> Result<(), UsageError> {
        let word = |name| std::env::var(name).ok().filter(|word| !word.is_empty());
        if self.cache.folder.is_none() {
            self.cache.folder = word(CACHE_FOLDER);
        }
        if self.cache.bound.is_none()
            && let Some(size) = word(CACHE_SIZE)
        {
            let bytes = bytes(&size);
            let bytes = bytes.map_err(|why| UsageError(format!("`{CACHE_SIZE}={size}`: {why}")))?;
            self.cache.bound = Some(bytes);
        }
        Ok(())
    }

    /// The folders that included files are looked for in.
    pub fn folders(&self) -> DirectoryIncludes {
        let paths = |list: &[String]| list.iter().map(PathBuf::from).collect();
        let folders =
            DirectoryIncludes::new(paths(&self.include_dirs)).with_system(paths(&self.system_dirs));
        if self.no_source_include { folders.in_folders_alone() } else { folders }
    }

    /// The bounds of the compilation.
    pub(crate) fn limits(&self) -> Limits {
        let most = Limits::default();
        Limits { errors: self.most_errors.unwrap_or(most.errors), ..most }
    }

    /// What options mean together, once all are read.
    fn settle(&mut self) -> Result<(), UsageError> {
        if self.device_debug {
            self.code.lineinfo = true;
            self.given.push("lineinfo");
            if !self.optimized_debug {
                self.code.opt_level = 0;
                self.given.push("O");
            }
        }
        if self.dependencies.alone {
            self.emit = Emit::Preprocessed;
        }
        self.fit_together()
    }

    /// What makes no sense together is a mistake.
    fn fit_together(&self) -> Result<(), UsageError> {
        let code = &self.code;
        let wrong = |why: &str| Err(UsageError(why.to_owned()));
        match (code.ptx_registers, code.allocator, code.max_registers) {
            (None, Some(_), _) => {
                wrong("`--regalloc` says how --ptx-regs=N allocates: without that ptxas does")
            }
            (Some(_), _, Some(_)) => wrong(
                "`--ptx-regs` and `--maxrregcount` are two ways to say how many registers there are: leave one out",
            ),
            _ => self.rule_is_asked_for(),
        }
    }

    /// What says how a rule is written asks for one.
    fn rule_is_asked_for(&self) -> Result<(), UsageError> {
        let asked = &self.dependencies;
        let says = asked.file.is_some() || asked.phony || !asked.targets.is_empty();
        match says && !asked.alone && !asked.beside {
            true => Err(UsageError(
                "`-MF`, `-MT` and `-MP` say how a rule is written: ask for it by -M, -MM, -MD or -MMD"
                    .to_owned(),
            )),
            false => Ok(()),
        }
    }
}

//! Options as a caller gives them, and what is said of wrong ones, in NVRTC's words where it has some.

use crate::flavour::TARGET;
use optx::cg::target::Target;
use optx::{CacheOptions, Options, unknown_to_nvrtc, values_of};

/// Turns off the warning of a file without kernels.
const NO_KERNEL: &str = "no-missing-kernels";

/// Whose options are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Those that NVRTC has.
    Nvrtcs,
    /// All of docs/options.md.
    All,
}

/// Options that were read.
pub(crate) struct Read {
    pub(crate) options: Options,
    /// A true architecture was named (`sm_80`), so that something is made that a driver loads as it loads machine code.
    pub(crate) wants_binary: bool,
    /// `--brief-diagnostics=true`: the log shows no lines of the source.
    pub(crate) brief: bool,
    /// `--no-display-error-number`: the log names no numbers of warnings.
    pub(crate) unnumbered: bool,
    /// `--ptxas-options`: what ptxas is told, where it is asked.
    pub(crate) for_ptxas: Vec<String>,
}

/// Reads options of a program with that cache; an error is the log.
pub(crate) fn read(words: &[String], taken: Taken, cache: CacheOptions) -> Result<Read, String> {
    // NVRTC reads over blanks around an option.
    let words: Vec<&str> = words.iter().map(|word| word.trim_end()).collect();
    let unrecognized = |word: &str| format!("nvrtc: error: unrecognized option {word} found\n");
    if taken == Taken::Nvrtcs
        && let Some(word) = unknown_to_nvrtc(&words)
    {
        return Err(unrecognized(word));
    }
    let targets = values_of(&words, "arch");
    let is_target = |name: &&str| Target::parse(name).is_some();
    if !targets.iter().all(is_target) {
        return Err("nvrtc: error: invalid value for --gpu-architecture (-arch)\n".to_owned());
    }
    let (mut options, rest) =
        Options::parse_args(&words).map_err(|wrong| format!("nvrtc: error: {wrong}\n"))?;
    if let Some(word) = rest.first() {
        return Err(unrecognized(word));
    }
    options.dialect.nvrtc = true;
    keep(&mut options, cache)?;
    if taken == Taken::Nvrtcs {
        // Programs of functions and variables alone are nothing odd there.
        let _ = options.warnings.word(NO_KERNEL);
    }
    if !options.given.contains(&"target") {
        TARGET.clone_into(&mut options.code.target);
    }
    let for_ptxas =
        values_of(&words, "Xptxas").into_iter().flat_map(|value| value.split([',', ' ']));
    Ok(Read {
        options,
        wants_binary: targets.last().is_some_and(|name| name.starts_with("sm_")),
        brief: values_of(&words, "brief-diag").last() == Some(&"true"),
        unnumbered: !values_of(&words, "no-err-no").is_empty(),
        for_ptxas: for_ptxas.filter(|word| !word.is_empty()).map(str::to_owned).collect(),
    })
}

/// Says where the result is kept: options say so before the program, and that before the environment.
fn keep(options: &mut Options, program: CacheOptions) -> Result<(), String> {
    let own = &mut options.cache;
    if own.folder.is_none() {
        own.off |= program.off;
        own.folder = program.folder;
    }
    own.bound = own.bound.or(program.bound);
    options.take_environment().map_err(|wrong| format!("nvrtc: error: {wrong}\n"))
}

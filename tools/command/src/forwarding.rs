//! `--forward-unknown-to-host-compiler` and its relatives, which build systems give nvcc: a word that is no option is the host's compiler's.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Whether the compiler's options say so.
pub(crate) fn is_asked(options: &[String]) -> bool {
    options.iter().any(|word| word.trim_start_matches('-').starts_with("forward-unknown"))
}

/// Takes the word out that nobody knows; false where that is not what is wrong.
pub(crate) fn leave_out_unknown(error: &clap::Error, words: &mut Vec<String>) -> bool {
    let unknown = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) if word.starts_with('-') => {
            word
        }
        _ => return false,
    };
    // Of `-abc` clap knows `-a` alone not to be there, and of `--name=value` the name.
    let Some(at) = words.iter().skip(2).position(|word| word.starts_with(unknown.as_str())) else {
        return false;
    };
    words.remove(at + 2);
    true
}

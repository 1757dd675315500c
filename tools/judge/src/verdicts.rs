//! What tools said before: the same question has the same answer, which lies in the cache.
//!
//! Legality: a question has in it all that the answer hangs on: the tool with its version, its options, each text that it reads.
//! Cost: a file for each question, some kilobytes; who asks what is never asked again does not ask here.

use crate::tools::{ToolError, cache_dir};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The input was taken.
    pub accepted: bool,
    /// What was made of it, or said of it.
    pub text: String,
}

/// The answer to a question, that is a tool's name and all that it is given; `ask` gives it where it was not asked before. That a tool could not be asked is no answer.
pub fn remembered(
    question: &[&str],
    ask: impl FnOnce() -> Result<Answer, ToolError>,
) -> Result<Answer, ToolError> {
    remembered_in(&cache_dir().join("verdicts"), question, ask)
}

fn remembered_in(
    folder: &Path,
    question: &[&str],
    ask: impl FnOnce() -> Result<Answer, ToolError>,
) -> Result<Answer, ToolError> {
    let mut hash = Sha256::new();
    for part in question {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    let key: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    let folder = folder.join(&key[..2]);
    let file = folder.join(&key[2..]);
    if let Ok(text) = std::fs::read_to_string(&file)
        && let Some((head, text)) = text.split_once('\n')
    {
        return Ok(Answer { accepted: head == "accepted", text: text.to_owned() });
    }
    let answer = ask()?;
    // An answer that cannot be stored is only asked for again.
    if std::fs::create_dir_all(&folder).is_ok() {
        let temporary = folder.join(format!(".{}.{}", unique_name(), &key[2..12]));
        let word = if answer.accepted { "accepted" } else { "refused" };
        if std::fs::write(&temporary, format!("{word}\n{}", answer.text)).is_ok() {
            let _ = std::fs::rename(&temporary, &file);
        }
    }
    Ok(answer)
}

/// A name that no other file of this machine has.
pub(crate) fn unique_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::{Answer, remembered_in, unique_name};
    use crate::tools::{Tool, ToolError};

    #[test]
    fn the_same_question_is_asked_once_and_a_failure_again() {
        let folder = std::env::temp_dir().join(format!("optx-verdicts-{}", unique_name()));
        let answer = |accepted: bool, text: &str| Answer { accepted, text: text.to_owned() };
        let unasked = || Err(ToolError::Missing(Tool::Nvrtc));
        for (question, given) in [
            (&["nvrtc", "a", "b"][..], answer(true, "first\nlines\n")),
            (&["nvrtc", "ab", ""], answer(false, "")),
            (&["nvrtc", "", "ab"], answer(false, "no")),
        ] {
            assert!(remembered_in(&folder, question, unasked).is_err(), "{question:?}: not yet");
            let first = remembered_in(&folder, question, || Ok(given.clone()));
            let again = remembered_in(&folder, question, unasked);
            assert_eq!((first.ok(), again.ok()), (Some(given.clone()), Some(given)));
        }
        std::fs::remove_dir_all(&folder).expect("the folder is there");
    }
}

//! What comes of a job.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What came of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Passed,
    /// It ran, and gave something else.
    Differs,
    /// It does not compile, or the device refuses it.
    Refused,
    /// The kernel went wrong.
    Faulted,
    /// The kernel did not end.
    Hangs,
    /// The process ended with it.
    Crashed,
    /// Nothing can be run.
    Device,
    /// It was begun, and cut off.
    Late,
    /// The time was over before it.
    Skipped,
}

impl Outcome {
    /// Whether something is wrong.
    pub(crate) fn is_bad(self) -> bool {
        !matches!(self, Outcome::Passed | Outcome::Skipped)
    }

    /// Whether its process is of no more use. A kernel that hangs ends only with the process; after a fault the driver refuses
    /// all calls of the process, whatever context they make anew; where the device failed without either, a process that begins
    /// anew is the best there is.
    pub(crate) fn ends_process(self) -> bool {
        matches!(self, Outcome::Faulted | Outcome::Hangs | Outcome::Device)
    }

    /// What tables call it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Outcome::Passed => "ok",
            Outcome::Differs => "DIFFERS",
            Outcome::Refused => "refused",
            Outcome::Faulted => "FAULT",
            Outcome::Hangs => "HANGS",
            Outcome::Crashed => "CRASH",
            Outcome::Device => "device",
            Outcome::Late => "LATE",
            Outcome::Skipped => "-",
        }
    }
}

/// An outcome and all there is to say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Judged {
    pub(crate) outcome: Outcome,
    pub(crate) message: String,
    /// What was measured; null where nothing was.
    pub(crate) data: Value,
}

impl Judged {
    pub(crate) fn new(outcome: Outcome, message: impl Into<String>) -> Judged {
        Judged { outcome, message: message.into(), data: Value::Null }
    }
}

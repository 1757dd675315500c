//! In a word what came of something that ran on a device.

use optx_launch::DeviceError;
use serde::{Deserialize, Serialize};

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// All is as it should be.
    Passed,
    /// Results are others than they have to be.
    Differs,
    /// An error is larger than its bound.
    Beyond,
    /// It does not compile, or the device refuses it.
    Refused,
    /// The kernel went wrong; nothing more runs on the device in this process.
    Faulted,
    /// The kernel did not end; nothing more runs on the device.
    Hangs,
    /// The device or its driver failed.
    Device,
    /// The host's program failed.
    Host,
    /// It did not begin.
    Skipped,
}

impl Outcome {
    /// Of what went wrong on a device.
    pub fn of(e: &DeviceError) -> Outcome {
        match e {
            DeviceError::Ptx(_) | DeviceError::Launch(_) => Outcome::Refused,
            DeviceError::Kernel(_) => Outcome::Faulted,
            DeviceError::Hang(_) => Outcome::Hangs,
            DeviceError::Device(_) => Outcome::Device,
        }
    }

    /// Whether nothing more runs on the device in this process.
    pub fn is_last(self) -> bool {
        matches!(self, Outcome::Faulted | Outcome::Hangs)
    }

    /// How a kernel ended behind which nothing runs.
    pub(crate) fn why_last(self) -> &'static str {
        match self {
            Outcome::Hangs => "has no end",
            _ => "went wrong, after which this process cannot use the device",
        }
    }

    /// Whether something is wrong.
    pub fn is_bad(self) -> bool {
        !matches!(self, Outcome::Passed | Outcome::Skipped)
    }
}

/// A number that JSON can say: the largest double for an infinity.
pub(crate) fn finite(value: f64) -> f64 {
    value.clamp(f64::MIN, f64::MAX)
}

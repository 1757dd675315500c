//! What goes wrong, and the exit status that says so.

use std::fmt;
use std::path::Path;

/// Why a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something is not green: status 1.
    Red,
    /// It was asked for something that cannot be: status 2.
    Usage,
    /// The cluster, the shared folder, the device or the disk does not do its part: status 5. Nothing is said of what is judged.
    Infrastructure,
}

/// A message, and what kind of end it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Which status.
    pub kind: Kind,
    message: String,
}

impl Error {
    /// A mistake of who asks.
    pub fn usage(message: impl Into<String>) -> Error {
        Error { kind: Kind::Usage, message: message.into() }
    }

    /// Something around the farm fails.
    pub fn infrastructure(message: impl Into<String>) -> Error {
        Error { kind: Kind::Infrastructure, message: message.into() }
    }

    /// What is judged is not green.
    pub fn red(message: impl Into<String>) -> Error {
        Error { kind: Kind::Red, message: message.into() }
    }

    /// What makes a message of an error in a shared folder.
    pub fn folder(path: &Path) -> impl Fn(std::io::Error) -> Error {
        let path = path.display().to_string();
        move |e| Error::infrastructure(format!("{path}: {e}"))
    }

    /// The exit status.
    pub fn status(&self) -> u8 {
        match self.kind {
            Kind::Red => 1,
            Kind::Usage => 2,
            Kind::Infrastructure => 5,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

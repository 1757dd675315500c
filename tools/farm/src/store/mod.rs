//! The folder of results, which all machines share.
//!
//! ```text
//! results/ab/KEY~MODEL~DRIVER~REPEAT.result     the first result of each
//! beside/ab/KEY~MODEL~DRIVER~REPEAT~WHO.result  what came later and says something else
//! attempts/WHO.jsonl                            what came later and says the same: its times
//! ```
//!
//! Idea: a result is a file, and each has one name, which the first who delivers it gets ([`deliver`]). Tasks may run twice, at the same time, or be cut off at any
//! moment; nothing that they leave is counted but whole files under their own names. All results of a slot are looked at together: where they say one thing that is
//! its result, once, and where they do not, it is a disagreement.
//! Source: NFS and `link`: open(2) of Linux, maildir (D. J. Bernstein). Slurm delivers tasks at least once, as was measured.

mod attempts;
mod deliver;
mod files;
mod read;

pub use attempts::note_attempt;
pub use deliver::{Delivered, deliver};
pub use files::{Files, Identity, Posix, Status};
pub use read::{Damaged, Found, read_all, read_plan, read_slot};

use crate::record::Slot;
use std::path::{Path, PathBuf};

/// Where results lie.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// Below a folder.
    pub fn new(root: &Path) -> Store {
        Store { root: root.to_owned() }
    }

    /// The folder that a slot's first result is in.
    fn folder(&self, slot: &Slot) -> PathBuf {
        self.root.join("results").join(slot.folder())
    }

    /// The folder that its others are in.
    fn beside(&self, slot: &Slot) -> PathBuf {
        self.root.join("beside").join(slot.folder())
    }

    /// The folder of attempts.
    fn attempts(&self) -> PathBuf {
        self.root.join("attempts")
    }
}

/// Who delivers: a name that no other process has, on this machine or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The machine.
    pub host: String,
    /// Since when it runs.
    pub boot: String,
    name: String,
}

impl Who {
    /// This process.
    pub fn this() -> Who {
        let host = read_line("/proc/sys/kernel/hostname");
        let boot = read_line("/proc/sys/kernel/random/boot_id");
        // Made anew by the kernel each time it is read.
        let random = read_line("/proc/sys/kernel/random/uuid");
        Who::new(&host, &boot, &random)
    }

    /// Of what tells it apart.
    pub fn new(host: &str, boot: &str, random: &str) -> Who {
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_ascii_alphanumeric()).take(32).collect()
        };
        let name = format!("{}-{}-{}", plain(host), plain(boot), plain(random));
        Who { host: host.to_owned(), boot: boot.to_owned(), name }
    }

    /// As a part of a file's name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn read_line(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default().trim().to_owned()
}

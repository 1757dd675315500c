//! Where an undefined value comes from, and the words for it.

use crate::error::RunErrorKind;
use crate::exec::env::{Env, Fault};
use crate::op::MemSpace;

pub use crate::unknown::{HOME, NOT_YET, Origin, Places, Source, Unset};

impl Origin {
    /// In words, as the reason of what an instruction did that is spoken of as `here`.
    pub fn words(self, env: &Env<'_>, here: Option<u32>) -> String {
        let read = match self.read == NOT_YET || Some(self.read) == here {
            true => "here".to_string(),
            false => format!("at {}", env.line(self.read)),
        };
        match self.source {
            Source::Register(row) => {
                let name = env.program.name_of(row).map(|n| format!(" `{n}`")).unwrap_or_default();
                format!("register{name}, which was read {read} before anything wrote it")
            }
            Source::Memory(space, offset, bytes) => {
                let (name, offset) = match space {
                    MemSpace::Shared => ("shared", offset),
                    // Lanes' local memory lies one behind the other.
                    _ => ("local", offset % env.program.local_bytes.max(1) as usize),
                };
                let plural = if bytes == 1 { "" } else { "s" };
                format!(
                    "{bytes} byte{plural} of {name} memory at offset 0x{offset:x}, loaded {read} and never written"
                )
            }
            Source::Buffer(k, offset) => {
                let name = env.device.buffers.get(k).map_or("?", |b| &b.name);
                format!("byte {offset} of buffer `{name}`, loaded {read} and never written")
            }
            Source::Kept(k) => env.device.kept.words(k).to_string(),
            Source::Lane(lane) => {
                format!("a shuffle {read} from lane {lane}, which takes no part in it")
            }
        }
    }
}

/// A report: an undefined value of a lane has an effect. `what` says which, up to the value.
pub fn fault(env: &Env<'_>, what: &str, origin: Origin, lane: usize, pc: u32) -> Fault {
    Fault {
        kind: RunErrorKind::Uninitialised,
        message: format!(
            "{what} an undefined value; it comes from {}",
            origin.words(env, Some(pc))
        ),
        lane: lane as u32,
    }
}

//! What was found, and where it is kept.

use crate::arguments::Bounds;
use crate::inputs::MutantInput;
use crate::worker::End;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is wrong with an outcome: one line, by which findings of one cause are known.
pub fn signature(end: &End, bounds: Bounds) -> Option<String> {
    match end {
        End::Reply(reply) if reply.micros > bounds.micros => Some("time".to_owned()),
        End::Reply(reply) if reply.kib > bounds.kib => Some("memory".to_owned()),
        End::Reply(_) => None,
        End::Ended { memory: true } => Some("memory".to_owned()),
        End::Ended { memory: false } => Some("time".to_owned()),
        End::Died(said) => {
            let line = said.lines().find_map(|l| l.split_once("panicked at ").map(|p| p.1));
            let overflow = said.contains("has overflowed its stack").then_some("stack overflow");
            Some(format!(
                "panic: {}",
                line.or(overflow).unwrap_or(said.trim()).trim_end_matches(':')
            ))
        }
    }
}

/// A line about an outcome for the report.
pub fn describe(end: &End) -> String {
    match end {
        End::Reply(reply) => {
            let word = if reply.accepted { "accepted" } else { "rejected" };
            format!("{word}, {:.3} s, {} MiB", reply.micros as f64 / 1e6, reply.kib / 1024)
        }
        End::Died(said) => said.clone(),
        End::Ended { memory } => {
            let what = if *memory { "memory" } else { "time" };
            format!("ended by the fuzzer: eight times the {what} allowed")
        }
    }
}

/// A finding, as it is saved.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its cause.
    pub signature: String,
    /// The input.
    pub input: MutantInput,
    /// The smaller input.
    pub small: Vec<u8>,
    /// What happened.
    pub what: String,
}

/// Findings of one run by cause: how often, and the file of the first.
pub type Found = BTreeMap<String, (u64, PathBuf)>;

impl Finding {
    /// Saves the input, the smaller one, and a report; gives the smaller one's path.
    pub fn save(&self, folder: &Path, seed: u64) -> Result<PathBuf, String> {
        let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
        std::fs::create_dir_all(folder).map_err(wrong)?;
        let class = self.signature.split(':').next().unwrap_or("finding");
        let stem = format!("{class}-{seed}-{}", self.input.index);
        let (kind, path) = (self.input.kind.name(), folder.join(&stem));
        let small = path.with_extension(kind);
        std::fs::write(&small, &self.small).map_err(wrong)?;
        std::fs::write(path.with_extension(format!("whole.{kind}")), &self.input.request.text)
            .map_err(wrong)?;
        let report = format!(
            "{}\n\n{}\n\ninput {} of seed {seed}, made from {}\noptx compile {} {}\n",
            self.signature,
            self.what,
            self.input.index,
            self.input.of,
            self.input.request.options.join(" "),
            small.display()
        );
        std::fs::write(path.with_extension("txt"), report).map_err(wrong)?;
        Ok(small)
    }
}

//! `run`: kernels and random programs by every compiler, compared with references.

use std::path::{Path, PathBuf};

use optx_farm::Key;
use optx_launch::spec::{Expect, Tolerance};
use optx_launch::{Device, LaunchFile, Outcome as Launched};
use serde_json::json;

use runtime_tests::references::Table;

use crate::cases::Job;
use crate::device::{DeviceChoice, Opened, outcome_of};
use crate::outcome::{Judged, Outcome};
use crate::pool::Answer;

/// Bytes that every ELF file of 64 bits begins with.
const ELF_HEADER: usize = 64;

/// What runs a job.
pub(crate) struct Judge {
    pub(crate) opened: Opened,
    /// What is compiled for.
    pub(crate) target: String,
    /// Where machine code lies that is loaded instead of PTX.
    pub(crate) cubins: Option<PathBuf>,
}

impl Judge {
    /// The device, as a job wants it.
    fn device(&mut self, job: &Job) -> Result<&mut dyn Device, String> {
        let cubins = self.cubins.as_ref();
        match &mut self.opened {
            Opened::Emulator(emulator) => Ok(&mut **emulator),
            Opened::Cuda(cuda) => {
                cuda.cubin = cubins.map(|folder| cubin(folder, job)).transpose()?;
                Ok(cuda)
            }
        }
    }

    pub(crate) fn judge(&mut self, job: &Job) -> Judged {
        let refused = |e: String| Judged::new(Outcome::Refused, e);
        let file = match job.launch_file() {
            Ok(file) => file,
            Err(e) => return refused(e),
        };
        let ptx = match job.ptx(&file, &self.target) {
            Ok(ptx) => ptx,
            Err(e) => return refused(e),
        };
        let device = match self.device(job) {
            Ok(device) => device,
            Err(e) => return refused(e),
        };
        match optx_launch::run(&file, &ptx, device, &Table, Path::new(".")) {
            Ok(outcome) => {
                let data = json!({ "outputs": digest(&file, &outcome) });
                let judged = match job.difference(&outcome) {
                    None => Judged::new(Outcome::Passed, ""),
                    Some(difference) => Judged::new(Outcome::Differs, difference),
                };
                Judged { data, ..judged }
            }
            Err(e) => Judged::new(outcome_of(&e), e.to_string()),
        }
    }
}

/// A hash of what came out: of the buffers that one thing alone is expected of, or of all where nothing is. What may be one thing or another within a tolerance, or is left behind
/// by the way, may be another in each run.
fn digest(file: &LaunchFile, outcome: &Launched) -> Key {
    let is_fixed = |name: &str| {
        let is_exact = |e: &Expect| e.buffer == name && e.tolerance == Tolerance::Exact;
        file.expects.is_empty() || file.expects.iter().any(is_exact)
    };
    let mut parts: Vec<Vec<u8>> = Vec::new();
    for (name, data) in outcome.outputs.iter().filter(|(name, _)| is_fixed(name)) {
        parts.push(name.clone().into_bytes());
        parts.push((0..data.len()).flat_map(|k| data.bits(k).to_le_bytes()).collect());
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Key::of_parts(&parts)
}

/// That a folder of machine code can be used.
pub(crate) fn check_cubins(folder: &Path, device: DeviceChoice) -> Result<(), String> {
    let wrong = |e: &dyn std::fmt::Display| format!("--cubins: {}: {e}", folder.display());
    if device == DeviceChoice::Emulator {
        return Err("--cubins: the emulator runs no machine code".into());
    }
    if !folder.is_dir() {
        return Err(wrong(&"no folder"));
    }
    let entries = std::fs::read_dir(folder).map_err(|e| wrong(&e))?;
    let is_cubin = |e: std::io::Result<std::fs::DirEntry>| {
        e.is_ok_and(|e| e.path().extension().is_some_and(|e| e == "cubin"))
    };
    match entries.into_iter().any(is_cubin) {
        true => Ok(()),
        false => Err(wrong(&"there is no machine code (KERNEL.COMPILER.cubin) in it")),
    }
}

/// The machine code of a job. A driver would take PTX for its text, and read on behind its end.
fn cubin(folder: &Path, job: &Job) -> Result<Vec<u8>, String> {
    let path = folder.join(format!("{}.cubin", job.file_stem()));
    let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    if !path.metadata().map_err(|e| wrong(&e))?.is_file() {
        return Err(wrong(&"no plain file"));
    }
    let image = std::fs::read(&path).map_err(|e| wrong(&e))?;
    match image.starts_with(b"\x7fELF") && image.len() >= ELF_HEADER {
        true => Ok(image),
        false => Err(wrong(&"no machine code")),
    }
}

/// A GPU prints by itself: what its process printed is compared here.
pub(crate) fn with_printed(job: &Job, answer: Answer, printed: &[u8]) -> Answer {
    if answer.outcome() != Outcome::Passed {
        return answer;
    }
    let wanted = job.launch_file().ok().and_then(|file| file.printed);
    match wanted.and_then(|wanted| wanted.difference(printed)) {
        None => answer,
        Some(message) => Answer { judged: Judged::new(Outcome::Differs, message), ..answer },
    }
}

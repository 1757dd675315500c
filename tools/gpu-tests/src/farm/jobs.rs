//! What a farm can ask: jobs, their names, and what decides what comes of each.

use std::path::PathBuf;

use optx_farm::Key;

use super::HARNESS;
use crate::arguments::FarmArguments;
use crate::cases::{self, Embedded, Job, Selection, Subject};
use crate::{mathematics, programs, times};

/// What is done.
pub(crate) enum Work {
    /// A kernel or a random program by one compiler.
    Kernel(Box<Job>),
    /// A function or an instruction.
    Mathematics(String),
    /// A kernel's times, by all compilers in turns.
    Times(&'static Embedded),
    /// A whole program.
    Program(PathBuf),
}

/// A job.
pub(crate) struct Named {
    /// Stable over commits.
    pub(crate) name: String,
    pub(crate) work: Work,
}

impl Named {
    /// The kernel's job, whose printed text is looked at outside.
    pub(crate) fn kernel(&self) -> Option<&Job> {
        match &self.work {
            Work::Kernel(job) => Some(job),
            _ => None,
        }
    }

    /// A hash of all that decides what comes out, for an architecture.
    pub(crate) fn key(&self, arch: &str) -> Result<Key, String> {
        let mut parts: Vec<Vec<u8>> = vec![self.name.clone().into(), HARNESS.into()];
        match &self.work {
            Work::Kernel(job) => parts.extend(of_job(job, arch)?),
            Work::Mathematics(_) => parts.push(arch.into()),
            Work::Times(case) => {
                let selection = Selection {
                    filter: vec![case.name.to_owned()],
                    levels: vec![3],
                    peers: true,
                    random: 0,
                    shard: (1, 1),
                };
                parts.push(case.large.into());
                let arch = &times::target(arch);
                for job in selection.jobs()?.iter().filter(|job| job.name() == case.name) {
                    parts.extend(of_job(job, arch)?);
                }
            }
            Work::Program(path) => {
                let text = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
                parts.push(text);
            }
        }
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        Ok(Key::of_parts(&parts))
    }
}

/// A kernel's source and launch file, or what a random program has to give, and the text that runs.
fn of_job(job: &Job, arch: &str) -> Result<Vec<Vec<u8>>, String> {
    let (source, launch) = match &job.subject {
        Subject::Kernel(case) => (case.source.to_owned(), case.launch.to_owned()),
        Subject::Random(agreed) => {
            (job.random_source().unwrap_or_default(), format!("{:016x}", agreed.digest))
        }
    };
    let file = job.launch_file()?;
    // What does not compile is a job as well: it is refused.
    let text = job.ptx(&file, arch).unwrap_or_else(|e| e);
    Ok(vec![job.maker.name().into(), source.into(), launch.into(), text.into()])
}

/// All jobs.
pub(crate) fn all(asked: &FarmArguments) -> Result<Vec<Named>, String> {
    let selection = Selection {
        filter: Vec::new(),
        levels: vec![0, 3],
        peers: true,
        random: asked.random,
        shard: (1, 1),
    };
    let mut found = Vec::new();
    for job in selection.jobs()? {
        let kind = if job.random_source().is_some() { "random" } else { "kernel" };
        let name = format!("{kind}/{}/{}", job.name(), job.maker.name());
        found.push(Named { name, work: Work::Kernel(Box::new(job)) });
    }
    if asked.host.is_some() {
        for name in mathematics::names(&[])? {
            found.push(Named { name: format!("math/{name}"), work: Work::Mathematics(name) });
        }
        for case in cases::kernels(&[])? {
            found.push(Named { name: format!("time/{}", case.name), work: Work::Times(case) });
        }
    }
    if let Some(folder) = &asked.programs {
        for (name, path) in programs::find(folder, &[])? {
            let (program, compiler) = programs::name_and_compiler(&name);
            let name = format!("program/{program}/{compiler}");
            found.push(Named { name, work: Work::Program(path) });
        }
    }
    Ok(found)
}

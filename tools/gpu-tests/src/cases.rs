//! The kernels that the program carries, and the PTX of each by each compiler.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use optx_launch::{LaunchFile, Outcome};
use runtime_tests::random_sources::{self, Lines};
use serde::{Deserialize, Serialize};

use runtime_tests::filter::chosen;

/// A kernel's source and launch file.
pub(crate) struct Embedded {
    pub(crate) name: &'static str,
    pub(crate) source: &'static str,
    pub(crate) launch: &'static str,
    /// The template of its launch file at sizes that fill a GPU.
    pub(crate) large: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// What another compiler made of a kernel when this program was built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Peer {
    pub(crate) case: String,
    pub(crate) compiler: String,
    pub(crate) ptx: String,
}

/// All of them; none in a program that was built without.
pub(crate) fn peers() -> Result<Vec<Peer>, String> {
    serde_json::from_str(PEERS).map_err(|e| format!("the embedded PTX of other compilers: {e}"))
}

/// The PTX files of a folder by their names without the ending, in order.
pub(crate) fn texts(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".ptx"));
        if let Some(name) = name.map(str::to_owned) {
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

/// Who made the PTX of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// optx at a level, now.
    Level(u8),
    /// Another compiler, when the program was built.
    Peer(Peer),
}

impl Maker {
    pub(crate) fn name(&self) -> String {
        match self {
            Maker::Level(level) => format!("optx-O{level}"),
            Maker::Peer(peer) => peer.compiler.clone(),
        }
    }
}

/// A random program, and what NVRTC, g++ and optx agreed on when it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Agreed {
    pub(crate) seed: u64,
    /// A number for all that it gives.
    pub(crate) digest: u64,
    /// Lines whose functions have no bodies.
    pub(crate) without: Lines,
}

impl Agreed {
    fn name(&self) -> String {
        format!("random-{}", self.seed)
    }

    /// The program, without what not all compilers take.
    fn text(&self) -> String {
        random_sources::program(self.seed).text(&self.without)
    }
}

/// All of them, by seed.
pub(crate) fn agreed() -> Result<Vec<Agreed>, String> {
    AGREED
        .lines()
        .map(|line| read_agreed(line).ok_or_else(|| format!("no program: {line}")))
        .collect()
}

fn read_agreed(line: &str) -> Option<Agreed> {
    let mut words = line.split(' ');
    let seed = words.next()?.parse().ok()?;
    let digest = u64::from_str_radix(words.next()?, 16).ok()?;
    let lines = words.next().unwrap_or_default().split(',').filter(|l| !l.is_empty());
    let without = lines.map(|l| l.parse().ok()).collect::<Option<Lines>>()?;
    Some(Agreed { seed, digest, without })
}

/// What a job runs.
pub(crate) enum Subject {
    Kernel(&'static Embedded),
    Random(Agreed),
}

/// One kernel or random program by one compiler.
pub(crate) struct Job {
    pub(crate) subject: Subject,
    pub(crate) maker: Maker,
}

impl Job {
    pub(crate) fn name(&self) -> String {
        match &self.subject {
            Subject::Kernel(case) => case.name.to_owned(),
            Subject::Random(agreed) => agreed.name(),
        }
    }

    /// What messages call the job.
    pub(crate) fn label(&self) -> String {
        format!("{} by {}", self.name(), self.maker.name())
    }

    /// What files of the job are called: `saxpy.optx-O3`.
    pub(crate) fn file_stem(&self) -> String {
        format!("{}.{}", self.name(), self.maker.name())
    }

    /// A random program's expects nothing: what it gives is compared by its digest.
    pub(crate) fn launch_file(&self) -> Result<LaunchFile, String> {
        match &self.subject {
            Subject::Kernel(case) => {
                LaunchFile::parse(case.launch).map_err(|e| format!("{}: {e}", case.name))
            }
            Subject::Random(_) => random_sources::launch().map_err(|e| e.to_string()),
        }
    }

    /// What a random program's file has in it; nothing for a kernel, which is a file.
    pub(crate) fn random_source(&self) -> Option<String> {
        match &self.subject {
            Subject::Kernel(_) => None,
            Subject::Random(agreed) => Some(agreed.text()),
        }
    }

    /// The PTX for an architecture, `sm_80`.
    pub(crate) fn ptx(&self, file: &LaunchFile, target: &str) -> Result<String, String> {
        let level = match &self.maker {
            Maker::Peer(peer) => return Ok(peer.ptx.clone()),
            Maker::Level(level) => format!("-O{level}"),
        };
        let source = match &self.subject {
            Subject::Kernel(case) => Cow::Borrowed(case.source),
            Subject::Random(agreed) => Cow::Owned(agreed.text()),
        };
        let arch = format!("-arch={target}");
        let mut words = vec![level.as_str(), &arch];
        words.extend(file.options.iter().map(String::as_str));
        let (options, _) = optx::Options::parse_args(&words).map_err(|e| e.to_string())?;
        let name = format!("{}.cu", self.name());
        let include = optx::MemoryIncludes::new();
        optx::compile_with(&name, &source, &options, &include)
            .map(|ptx| ptx.text().to_owned())
            .map_err(|diagnostics| diagnostics.to_string())
    }

    /// How what came out differs, where the launch file cannot say.
    pub(crate) fn difference(&self, outcome: &Outcome) -> Option<String> {
        let Subject::Random(agreed) = &self.subject else { return outcome.difference() };
        let Some(words) = random_sources::words(outcome) else {
            return Some("it gives nothing".into());
        };
        let digest = random_sources::digest(&words);
        (digest != agreed.digest)
            .then(|| format!("it gives {digest:016x}, not {:016x}", agreed.digest))
    }
}

/// The kernels that a filter lets through.
pub(crate) fn kernels(filter: &[String]) -> Result<Vec<&'static Embedded>, String> {
    let names = chosen(EMBEDDED.iter().map(|case| case.name), filter, "kernel")?;
    Ok(EMBEDDED.iter().filter(|case| names.contains(&case.name)).collect())
}

/// Which jobs are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    /// Kernels whose names contain one of these; all where there is none.
    pub(crate) filter: Vec<String>,
    pub(crate) levels: Vec<u8>,
    pub(crate) peers: bool,
    /// So many random programs too.
    pub(crate) random: usize,
    /// Part `k` of `n`, from 1.
    pub(crate) shard: (usize, usize),
}

impl Selection {
    /// The jobs, in an order that is the same everywhere; an error where a filter matches nothing.
    pub(crate) fn jobs(&self) -> Result<Vec<Job>, String> {
        let programs: Vec<Agreed> = agreed()?.into_iter().take(self.random).collect();
        let random: Vec<String> = programs.iter().map(Agreed::name).collect();
        let names = EMBEDDED.iter().map(|case| case.name).chain(random.iter().map(String::as_str));
        let names = chosen(names, &self.filter, "kernel")?;
        let wanted = |name: &str| names.contains(&name);
        let peers = if self.peers { peers()? } else { Vec::new() };
        let mut jobs = Vec::new();
        for case in EMBEDDED.iter().filter(|case| wanted(case.name)) {
            let ours = self.levels.iter().map(|&level| Maker::Level(level));
            let others = peers.iter().filter(|peer| peer.case == case.name);
            let makers = ours.chain(others.cloned().map(Maker::Peer));
            jobs.extend(makers.map(|maker| Job { subject: Subject::Kernel(case), maker }));
        }
        for program in programs.into_iter().filter(|program| wanted(&program.name())) {
            let makers = self.levels.iter().map(|&level| Maker::Level(level));
            jobs.extend(
                makers.map(|maker| Job { subject: Subject::Random(program.clone()), maker }),
            );
        }
        let (k, n) = self.shard;
        let mut number = 0;
        jobs.retain(|_| {
            number += 1;
            (number - 1) % n == k - 1
        });
        Ok(jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn all() -> Selection {
        Selection { filter: Vec::new(), levels: vec![0, 3], peers: true, random: 5, shard: (1, 1) }
    }

    fn names(jobs: &[Job]) -> BTreeSet<String> {
        jobs.iter().map(|job| format!("{} {}", job.name(), job.maker.name())).collect()
    }

    #[test]
    fn every_kernel_of_the_folder_is_carried() {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime-tests");
        let mut there = BTreeSet::new();
        for folder in ["kernels", "mixed"] {
            for entry in std::fs::read_dir(home.join(folder)).expect("the kernels") {
                let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
                there.extend(name.strip_suffix(".launch.toml").map(str::to_owned));
            }
        }
        let carried: BTreeSet<String> = EMBEDDED.iter().map(|c| c.name.to_owned()).collect();
        assert_eq!(carried, there);
    }

    #[test]
    fn shards_are_parts_of_the_whole() {
        let whole = names(&all().jobs().expect("jobs"));
        let mut parts = BTreeSet::new();
        let mut count = 0;
        for k in 1..=3 {
            let part = names(&Selection { shard: (k, 3), ..all() }.jobs().expect("jobs"));
            count += part.len();
            parts.extend(part);
        }
        assert_eq!((parts.len(), count), (whole.len(), whole.len()));
        assert_eq!(parts, whole);
    }

    #[test]
    fn random_programs_are_read() {
        let all = agreed().expect("programs");
        assert!(!all.is_empty() && all.windows(2).all(|two| two[0].seed < two[1].seed));
        let one = read_agreed("7 00ff 3,5").expect("a line");
        assert_eq!((one.seed, one.digest, one.without.len()), (7, 255, 2));
        assert_eq!(read_agreed("7 00ff ").map(|one| one.without.len()), Some(0));
        assert!(read_agreed("7").is_none() && read_agreed("7 x 3").is_none());
    }

    #[test]
    fn a_filter_that_matches_nothing_says_what_is_near() {
        let selection = Selection { filter: vec!["saxpi".into()], ..all() };
        let said = selection.jobs().err().expect("no such kernel");
        assert!(said.contains("`saxpi`; did you mean saxpy?"), "{said}");
    }
}

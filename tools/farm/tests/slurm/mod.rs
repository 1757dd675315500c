//! Clusters for tests: ended with the test, also by a panic, and looked for afterwards.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use optx_farm::local_cluster::{Cluster, Config, HeldCluster, Look, check_installed, wait_for};
use tempfile::TempDir;

/// Far more than anything takes: that it passes says that the machine is at fault.
pub const DEADLINE: Duration = Duration::from_secs(300);

/// Slurm; that it is absent is a failure where `OPTX_REQUIRE_SLURM` is set.
pub fn slurm() -> Option<String> {
    let why = check_installed().err()?.to_string();
    assert!(std::env::var_os("OPTX_REQUIRE_SLURM").is_none(), "{why}");
    Some(why)
}

/// Slurm, and to be asked for what takes a minute each.
pub fn patience() -> Option<String> {
    let is_asked = std::env::var("OPTX_FARM_FAULTS").is_ok_and(|word| word == "all");
    slurm().or_else(|| (!is_asked).then(|| "OPTX_FARM_FAULTS=all runs it".to_owned()))
}

/// A cluster and what its jobs write.
pub struct Site {
    // Ended before its folder goes.
    pub cluster: HeldCluster,
    folder: TempDir,
}

impl std::ops::Deref for Site {
    type Target = Cluster;

    fn deref(&self) -> &Cluster {
        &self.cluster
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.cluster.folder().join("log/slurmctld.log");
            let text = std::fs::read_to_string(log).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            eprintln!("slurmctld: {}", lines[lines.len().saturating_sub(40)..].join("\n"));
        }
    }
}

pub fn config(folder: &Path) -> Config {
    Config { deadline: DEADLINE, ..Config::in_folder(folder) }
}

impl Site {
    /// Two nodes of two GPUs, in a folder that is private, as `tempfile` makes them.
    pub fn up() -> Site {
        let folder = tempfile::tempdir().expect("a folder");
        let cluster =
            Cluster::up(&config(&folder.path().join("c"))).unwrap_or_else(|e| panic!("{e}"));
        Site { cluster: cluster.held(), folder }
    }

    /// Where jobs write.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Submits a script; its number. `$OUT` is where jobs write.
    pub fn submit(&self, options: &[&str], script: &str) -> String {
        let path = self.path("job.sh");
        let out = self.folder.path().display();
        std::fs::write(&path, format!("#!/bin/sh\nOUT={out}\n{script}\n")).expect("a script");
        let output = format!("--output={out}/said-%A-%a");
        let path = path.display().to_string();
        let mut words = vec!["--parsable", "--open-mode=append", &output];
        words.extend(options);
        words.push(&path);
        self.output("sbatch", &words).unwrap_or_else(|e| panic!("{e}")).trim().to_owned()
    }

    /// Waits for a file that a job writes; its text.
    pub fn wait_file(&self, name: &str) -> String {
        self.wait(&format!("the file {name}"), || {
            Some(std::fs::read_to_string(self.path(name)).ok()?).filter(|text| text.ends_with('\n'))
        })
    }

    /// Waits until there is something.
    pub fn wait<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let found = wait_for(what, DEADLINE, || {
            Ok(match look() {
                Some(value) => Look::There(value),
                None => Look::NotYet(self.queue()),
            })
        });
        found.unwrap_or_else(|e| panic!("{e}"))
    }

    /// Jobs that run or wait.
    pub fn queue(&self) -> String {
        let queue = self.output("squeue", &["--noheader", "--format=%i %T %N %r"]);
        queue.unwrap_or_else(|e| e.to_string())
    }

    /// A node's state.
    pub fn state(&self, node: &str) -> String {
        let status = self.status().expect("a status");
        let found = status.nodes.into_iter().find(|n| n.name == node);
        found.expect("a node").state
    }
}

/// What runs and has to do with a folder, told otherwise than the cluster does: by its path in arguments, environments, open
/// files and working folders. Zombies have none of these.
pub fn running_in(folder: &Path) -> Vec<String> {
    let needle = folder.display().to_string();
    let holds = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains(&needle);
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.bytes().all(|b| b.is_ascii_digit()) || name == std::process::id().to_string() {
            continue;
        }
        let read = |name: &str| std::fs::read(path.join(name)).unwrap_or_default();
        let link = |path: &Path| std::fs::read_link(path).unwrap_or_default();
        let files = std::fs::read_dir(path.join("fd")).into_iter().flatten().flatten();
        let mut links: Vec<PathBuf> = files.map(|file| link(&file.path())).collect();
        links.push(link(&path.join("cwd")));
        let arguments = read("cmdline");
        let is_in = holds(&arguments)
            || holds(&read("environ"))
            || links.iter().any(|link| link.starts_with(folder));
        if is_in {
            found.push(format!(
                "{name}: {}",
                String::from_utf8_lossy(&arguments).replace('\0', " ")
            ));
        }
    }
    found
}

/// Waits until nothing runs there: a process that got `SIGKILL` takes its time to be gone, one of Slurm's commands to give up.
pub fn assert_nothing_runs(folder: &Path) {
    let gone = wait_for("the end of all processes", DEADLINE, || {
        let left = running_in(folder);
        Ok(if left.is_empty() { Look::There(()) } else { Look::NotYet(left.join("; ")) })
    });
    gone.unwrap_or_else(|e| panic!("{e}"));
}

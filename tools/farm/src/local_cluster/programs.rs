//! The programs that a cluster is made of, where they are, and how they are called.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::ClusterError;

/// What has to be there; `setsid` is of util-linux.
const NEEDED: [&str; 8] =
    ["munged", "slurmctld", "slurmd", "sinfo", "squeue", "scontrol", "sbatch", "setsid"];
/// Daemons lie here, where users often do not look.
const ADMINISTRATORS: [&str; 3] = ["/usr/sbin", "/usr/local/sbin", "/sbin"];
/// What a job or a shell of another cluster leaves behind, and would lead ours astray.
const FOREIGN: [&str; 6] = ["SLURM", "SBATCH_", "SALLOC_", "SRUN_", "SINFO_", "SQUEUE_"];

/// The search path, with the administrators' folders.
fn search_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain(ADMINISTRATORS.map(PathBuf::from)).collect()
}

/// Says which programs are absent, all at once.
pub fn check_installed() -> Result<(), ClusterError> {
    let missing = missing_in(&search_path());
    if missing.is_empty() { Ok(()) } else { Err(ClusterError::Missing(missing)) }
}

fn missing_in(folders: &[PathBuf]) -> Vec<&'static str> {
    let is_there = |name: &&'static str| folders.iter().any(|folder| folder.join(name).is_file());
    NEEDED.into_iter().filter(|name| !is_there(name)).collect()
}

/// A command that sees this cluster and no other.
pub(super) fn command(program: &str, slurm_conf: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let is_foreign = FOREIGN.iter().any(|start| name.to_string_lossy().starts_with(start));
        if is_foreign {
            command.env_remove(name);
        }
    }
    if let Ok(path) = std::env::join_paths(search_path()) {
        command.env("PATH", path);
    }
    command.env("SLURM_CONF", slurm_conf);
    command
}

/// What a command says; its complaint if it fails.
pub(super) fn output(command: &mut Command) -> Result<String, ClusterError> {
    let line = || {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    };
    let line = line();
    let output = command.output().map_err(ClusterError::system(format!("cannot run `{line}`")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout)
    );
    let said = match said.trim() {
        "" => output.status.to_string(),
        said => said.to_owned(),
    };
    Err(ClusterError::Refused { command: line, said })
}

#[cfg(test)]
mod tests {
    use super::{ClusterError, NEEDED, missing_in};

    #[test]
    fn what_is_not_installed_is_told_at_once_with_its_packages() {
        let folder = tempfile::tempdir().unwrap();
        let folders = [folder.path().to_owned()];
        assert_eq!(missing_in(&folders), NEEDED);
        std::fs::write(folder.path().join("slurmd"), "").unwrap();
        let missing = missing_in(&folders);
        assert!(!missing.contains(&"slurmd") && missing.len() == NEEDED.len() - 1);
        let said = ClusterError::Missing(missing).to_string();
        assert!(said.starts_with("not installed: munged, slurmctld, sinfo"), "{said}");
        assert!(said.contains("slurm-wlm munge") && !said.contains('\n'), "{said}");
    }
}

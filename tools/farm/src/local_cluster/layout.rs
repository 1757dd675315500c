//! Where in a cluster's folder things lie, and which folders can hold one.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, symlink};
use std::path::{Path, PathBuf};

use super::error::ClusterError;
use super::record::Record;

/// A longer path leaves no room for the sockets in it: their addresses have 107 bytes, and a step's is
/// `spool.n32/n32_4294967295.4294967295`.
const LONGEST: usize = 70;
/// Bytes of a munge key.
const KEY: u64 = 1024;
/// What a cluster makes in its folder, beside the nodes' spool folders and pid files.
const PARTS: [&str; 9] = [
    "cluster.json",
    "slurm.conf",
    "gres.conf",
    "slurmctld.pid",
    "munge",
    "state",
    "log",
    "gpu",
    "lock",
];

/// The folder of a cluster, its path without links.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    folder: PathBuf,
}

impl Layout {
    /// Of a folder that may be there or not: what ran in one that is gone is found by its path all the same.
    pub(super) fn of(folder: &Path) -> Result<Layout, ClusterError> {
        let found = folder.canonicalize().or_else(|error| match error.kind() {
            ErrorKind::NotFound => {
                let whole = std::path::absolute(folder)?;
                let (Some(parent), Some(name)) = (whole.parent(), whole.file_name()) else {
                    return Err(error);
                };
                Ok(parent.canonicalize().map(|parent| parent.join(name)).unwrap_or(whole))
            }
            _ => Err(error),
        });
        let unusable = |e| ClusterError::folder(folder, format!("cannot be used: {e}"));
        let folder = found.map_err(unusable)?;
        Self::check_path(&folder)?;
        Ok(Layout { folder })
    }

    /// Slurm's configuration has no way to write some characters, and sockets have short addresses.
    fn check_path(folder: &Path) -> Result<(), ClusterError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@".contains(c);
        if !folder.to_str().is_some_and(|path| path.chars().all(is_plain)) {
            return Err(ClusterError::folder(
                folder,
                "Slurm takes only letters of ASCII, digits and `/._-+@` in paths: take another folder (--dir)",
            ));
        }
        let length = folder.as_os_str().len();
        if length > LONGEST {
            return Err(ClusterError::folder(
                folder,
                format!(
                    "{length} bytes; sockets in it want at most {LONGEST}: take a shorter path (--dir)"
                ),
            ));
        }
        Ok(())
    }

    /// Makes the folder if it is not there; it has to be the user's own.
    pub(super) fn make(&self) -> Result<(), ClusterError> {
        match DirBuilder::new().mode(0o755).create(&self.folder) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(_) if !self.folder.parent().is_some_and(Path::is_dir) => {
                let why = "the folder above it is not there: make it first";
                return Err(ClusterError::folder(&self.folder, why));
            }
            Err(error) => {
                return Err(ClusterError::folder(&self.folder, format!("cannot be made: {error}")));
            }
        }
        let facts = self.folder.metadata();
        let facts = facts.map_err(|error| {
            ClusterError::folder(&self.folder, format!("cannot be used: {error}"))
        })?;
        let why = if !facts.is_dir() {
            "is no folder"
        } else if facts.uid() != rustix::process::geteuid().as_raw() {
            "belongs to another user: take a folder of your own (--dir)"
        } else if facts.mode() & 0o022 != 0 {
            "others may write to it, and to the cluster's key and programs: chmod go-w it, or take another (--dir)"
        } else {
            return Ok(());
        };
        Err(ClusterError::folder(&self.folder, why))
    }

    /// Whether somebody has begun to make a cluster here.
    pub(super) fn is_begun(&self) -> bool {
        self.part("lock").exists() || self.record().exists()
    }

    /// Nobody else's things are mixed with a cluster's.
    pub(super) fn check_empty(&self) -> Result<(), ClusterError> {
        let list = std::fs::read_dir(&self.folder);
        let list = list.map_err(|error| {
            ClusterError::folder(&self.folder, format!("cannot be used: {error}"))
        })?;
        let other = list.flatten().map(|entry| entry.file_name()).find(|name| name != "lock");
        match other {
            None => Ok(()),
            Some(name) => Err(ClusterError::folder(
                &self.folder,
                format!(
                    "holds `{}` and no cluster: take a folder that is empty or not there yet (--dir)",
                    name.to_string_lossy()
                ),
            )),
        }
    }

    /// Waits until no other farm works on this cluster; until the file is dropped none does.
    pub(super) fn lock(&self) -> Result<File, ClusterError> {
        let path = self.part("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file =
            file.map_err(|e| ClusterError::folder(&self.folder, format!("is not writable: {e}")))?;
        file.lock().map_err(ClusterError::system(format!("cannot lock {}", path.display())))?;
        Ok(file)
    }

    /// Makes what daemons expect: folders, the key, the GPUs. What is there stays.
    pub(super) fn prepare(&self, record: &Record) -> Result<(), ClusterError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |e: std::io::Error| ClusterError::folder(&path, format!("cannot be made: {e}"))
        };
        let mut folders: Vec<PathBuf> =
            ["munge", "state", "log", "gpu"].map(|name| self.part(name)).into();
        folders.extend(record.node_names().iter().map(|node| self.spool(node)));
        for folder in folders {
            let made = DirBuilder::new().mode(0o755).recursive(true).create(&folder);
            made.map_err(failed(&folder))?;
        }
        for gpu in 0..record.gpus {
            let path = self.part("gpu").join(format!("nvidia{gpu}"));
            if !path.is_symlink() {
                symlink("/dev/null", &path).map_err(failed(&path))?;
            }
        }
        let key = self.munge("key");
        // One that is cut is made anew: munged refuses it.
        if key.metadata().map_or(0, |facts| facts.len()) != KEY {
            new_key(&key).map_err(failed(&key))?;
        }
        Ok(())
    }

    /// Removes what a cluster made in its folder, and the folder if nothing else is in it.
    pub(super) fn remove(&self) -> Result<(), ClusterError> {
        let failed = |path: &Path, error: std::io::Error| {
            ClusterError::folder(path, format!("cannot be removed: {error}"))
        };
        let list = std::fs::read_dir(&self.folder).map_err(|e| failed(&self.folder, e))?;
        for entry in list.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_node = name.starts_with("spool.n") || name.starts_with("slurmd.n");
            if !is_node && !PARTS.contains(&&*name) {
                continue;
            }
            let path = entry.path();
            let removed = match path.is_dir() && !path.is_symlink() {
                true => std::fs::remove_dir_all(&path),
                false => std::fs::remove_file(&path),
            };
            removed.map_err(|e| failed(&path, e))?;
        }
        // Not empty: what is left is not ours.
        let _ = std::fs::remove_dir(&self.folder);
        Ok(())
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn part(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(super) fn record(&self) -> PathBuf {
        self.part("cluster.json")
    }

    pub(super) fn slurm_conf(&self) -> PathBuf {
        self.part("slurm.conf")
    }

    pub(super) fn gres_conf(&self) -> PathBuf {
        self.part("gres.conf")
    }

    /// A file of munge's.
    pub(super) fn munge(&self, name: &str) -> PathBuf {
        self.part("munge").join(name)
    }

    pub(super) fn spool(&self, node: &str) -> PathBuf {
        self.part(&format!("spool.{node}"))
    }

    /// The log that a node's daemon and its steps write.
    pub(super) fn node_log(&self, node: &str) -> PathBuf {
        self.part("log").join(format!("slurmd.{node}.log"))
    }

    /// What a daemon says on its standard streams.
    pub(super) fn said(&self, daemon: &str) -> PathBuf {
        self.part("log").join(format!("{}.out", daemon.replace(' ', ".")))
    }

    /// The cluster's name, which tasks have in their environment: by the folder (FNV-1a), so that what runs is known by it alone.
    pub(super) fn cluster_name(&self) -> String {
        let bytes = self.folder.as_os_str().as_encoded_bytes();
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("farm-{hash:016x}")
    }
}

/// Writes a key of munge.
fn new_key(path: &Path) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    File::open("/dev/urandom")?.take(KEY).read_to_end(&mut bytes)?;
    let mut file =
        OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(path)?;
    file.write_all(&bytes)
}

//! What was chosen for a cluster, kept in its folder; the configuration is made of it anew each time.

use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ClusterError;

/// The kind of record that is written.
const VERSION: u32 = 1;

/// What was chosen when a cluster was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    version: u32,
    pub(super) controller_port: u16,
    /// The nodes' ports in their order: node `n1` has the first.
    pub(super) node_ports: Vec<u16>,
    /// GPUs of each node.
    pub(super) gpus: u16,
    pub(super) max_array_size: u32,
}

/// Which machine part listens on a port.
pub(super) fn node_name(index: usize) -> String {
    format!("n{}", index + 1)
}

impl Record {
    /// The first port is the controller's.
    pub(super) fn new(ports: &[u16], gpus: u16, max_array_size: u32) -> Record {
        let (controller_port, node_ports) = match ports {
            [first, rest @ ..] => (*first, rest.to_vec()),
            [] => (0, Vec::new()),
        };
        Record { version: VERSION, controller_port, node_ports, gpus, max_array_size }
    }

    pub(super) fn node_count(&self) -> u16 {
        u16::try_from(self.node_ports.len()).unwrap_or(u16::MAX)
    }

    pub(super) fn node_names(&self) -> Vec<String> {
        (0..self.node_ports.len()).map(node_name).collect()
    }

    /// Reads one; nothing if there is none.
    pub(super) fn read(path: &Path) -> Result<Option<Record>, ClusterError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(ClusterError::folder(path, format!("cannot be read: {error}")));
            }
        };
        let spoilt = |why: String| {
            ClusterError::folder(
                path,
                format!(
                    "is cut or no record of a cluster ({why}); `farm local-cluster down --remove` ends what runs and removes the folder"
                ),
            )
        };
        let record: Record =
            serde_json::from_str(&text).map_err(|error| spoilt(error.to_string()))?;
        if record.version != VERSION {
            return Err(spoilt(format!("version {}, not {VERSION}", record.version)));
        }
        if record.node_ports.is_empty() {
            return Err(spoilt("no nodes".into()));
        }
        Ok(Some(record))
    }

    /// Writes it whole or not at all.
    pub(super) fn write(&self, path: &Path) -> Result<(), ClusterError> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| ClusterError::folder(path, error.to_string()))?;
        write_whole(path, &format!("{text}\n"))
    }
}

/// Writes a file in its place whole or not at all.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), ClusterError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    });
    written.map_err(|error| ClusterError::folder(path, format!("cannot be written: {error}")))
}

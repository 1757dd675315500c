//! One entry's file: a mark, a digest of what follows, the key, the value.

use crate::key::Key;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::time::SystemTime;

/// What a file of ours begins with: another one in another form.
const MARK: [u8; 8] = *b"optx-ca1";

/// Bytes before the value: mark, digest, key.
const HEAD: usize = 8 + 32 + 32;

/// A file of more bytes is none of ours.
const LARGEST: u64 = 1 << 30;

/// What names of files begin with that are being written.
pub(crate) const WRITING: &str = "writing-";

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    /// There is no file, or none that may be read.
    Absent,
    /// It does not hold what was written.
    Damaged,
}

/// The bytes of an entry's file.
pub(crate) fn size(value: &[u8]) -> u64 {
    (HEAD + value.len()) as u64
}

fn digest(key: &Key, value: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key.bytes());
    hasher.update(value);
    *hasher.finalize().as_bytes()
}

/// Reads an entry, and sets its time.
pub(crate) fn read(path: &Path, key: &Key) -> Result<Vec<u8>, Lack> {
    let file = File::open(path).map_err(|_| Lack::Absent)?;
    let meta = file.metadata().map_err(|_| Lack::Absent)?;
    if !meta.is_file() || meta.len() > LARGEST {
        return Err(Lack::Damaged);
    }
    let mut bytes = Vec::with_capacity(meta.len() as usize + 1);
    // A disk that fails is no reason to take the entry away.
    (&file).take(LARGEST).read_to_end(&mut bytes).map_err(|_| Lack::Absent)?;
    let parts = bytes.split_at_checked(HEAD);
    let Some((head, value)) = parts else { return Err(Lack::Damaged) };
    let is_whole =
        head[..8] == MARK && head[8..40] == digest(key, value) && head[40..] == *key.bytes();
    if !is_whole {
        return Err(Lack::Damaged);
    }
    // In a folder that may only be read times stay as they are.
    let _ = file.set_modified(SystemTime::now());
    bytes.drain(..HEAD);
    Ok(bytes)
}

/// Writes an entry: beside its place, then into it. After a loss of power its bytes may be missing though its name is there: its digest tells, so that no
/// disk is waited for.
pub(crate) fn write(path: &Path, key: &Key, value: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(WRITING);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(&MARK)?;
    file.write_all(&digest(key, value))?;
    file.write_all(key.bytes())?;
    file.write_all(value)?;
    file.persist(path)?;
    Ok(())
}

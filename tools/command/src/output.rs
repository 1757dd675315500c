//! Results: to standard output, or to a file that is replaced only when all is well.

use crate::Failure;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes a result to standard output. A reader that went away is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(1, format!("standard output: {e}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to standard error. A reader that went away (`2>&1 | head`) is no reason to fail: the exit status says how it
/// went.
pub(crate) fn tell(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// A result that is to be put in a file's place: [`Prepared::finish`] does so.
pub(crate) enum Prepared {
    /// A temporary file beside the file itself.
    File { path: String, target: PathBuf, file: tempfile::NamedTempFile },
    /// A device or a pipe, which cannot be renamed over.
    Device { path: String, target: PathBuf, text: String },
}

impl Prepared {
    /// Puts the result in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Prepared::File { path, target, file } => {
                file.persist(&target).map(|_| ()).map_err(|e| failed(&path, &e.error))
            }
            Prepared::Device { path, target, text } => {
                std::fs::write(&target, text).map_err(|e| failed(&path, &e))
            }
        }
    }
}

fn failed(path: &str, why: &dyn std::fmt::Display) -> Failure {
    Failure::new(1, format!("{path}: {why}"))
}

/// Where a file is, through links and by whatever path; what does not exist yet is in its folder. `None` for a device and a pipe.
fn place(path: &str) -> Option<PathBuf> {
    match std::fs::canonicalize(path) {
        Ok(place) => place.is_file().then_some(place),
        Err(_) => {
            let path = Path::new(path);
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(folder.join(path.file_name()?))
        }
    }
}

/// Whether two paths are of one file.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    place(one).is_some_and(|one| place(other) == Some(one))
}

/// Writes a result to a temporary file beside the one that it is for, so that a failed run leaves an old file as it was.
pub(crate) fn prepare(path: &str, text: &str) -> Result<Prepared, Failure> {
    let wrong = |e: &dyn std::fmt::Display| failed(path, e);
    // Through a link to the file itself; what does not exist yet is where its name says.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| Path::new(path).to_path_buf());
    if let Ok(meta) = std::fs::metadata(&target) {
        if meta.is_dir() {
            return Err(wrong(&"is a directory"));
        }
        if !meta.is_file() {
            let (path, text) = (path.to_owned(), text.to_owned());
            return Ok(Prepared::Device { path, target, text });
        }
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".optx-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&target).map_or(0o666, |m| m.permissions().mode());
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    let mut file = builder.tempfile_in(folder).map_err(|e| wrong(&e))?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(|e| wrong(&e))?;
    Ok(Prepared::File { path: path.to_owned(), target, file })
}

/// Reads an input: a file, or standard input for `-`.
pub(crate) fn read(name: &str) -> Result<String, Failure> {
    let bytes = if name == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(name)
    };
    let bytes = bytes.map_err(|e| Failure::new(1, format!("{name}: {e}")))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        // Comments in old sources are often Latin-1; a byte that matters ends in a diagnostic at its place.
        Err(e) => Ok(String::from_utf8_lossy(e.as_bytes()).into_owned()),
    }
}

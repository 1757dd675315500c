//! Results: to standard output, or to a file that is replaced only when all is well.

use crate::Failure;
use std::io::Write as _;
use std::path::Path;

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

/// Writes a result to a file by way of a temporary one beside it, so that a failed run leaves an old file as it was.
pub(crate) fn write(path: &str, text: &str) -> Result<(), Failure> {
    let wrong = |e: &dyn std::fmt::Display| Failure::new(1, format!("{path}: {e}"));
    // Through a link to the file itself; what does not exist yet is where its name says.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| Path::new(path).to_path_buf());
    if let Ok(meta) = std::fs::metadata(&target) {
        if meta.is_dir() {
            return Err(wrong(&"is a directory"));
        }
        if !meta.is_file() {
            // A device or a pipe cannot be renamed over.
            return std::fs::write(&target, text).map_err(|e| wrong(&e));
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
    file.persist(&target).map_err(|e| wrong(&e.error))?;
    Ok(())
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

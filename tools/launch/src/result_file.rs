//! Files of results: whole, or as they were.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A file that is there when all is written to it, and not before; that it can be is known from the beginning.
pub struct ResultFile {
    path: PathBuf,
    file: tempfile::NamedTempFile,
}

impl ResultFile {
    /// What a link points to is written; what is no plain file is refused.
    pub fn begin(path: &Path) -> Result<ResultFile, String> {
        let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
        let is_there = path.symlink_metadata().is_ok();
        let path = if is_there { path.canonicalize().map_err(wrong)? } else { path.to_owned() };
        if path.is_dir() {
            return Err(format!("{}: is a folder", path.display()));
        }
        if is_there && !path.is_file() {
            return Err(format!("{}: is no plain file", path.display()));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let made = builder.tempfile_in(folder);
        let file = made.map_err(|e| format!("{}: {}", path.display(), e.kind()))?;
        Ok(ResultFile { path, file })
    }

    /// Where it goes.
    pub fn path(&self) -> PathBuf {
        std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone())
    }

    /// Writes all of it, and puts it in its place at once.
    pub fn write(mut self, text: &str) -> Result<(), String> {
        let path = self.path;
        self.file.write_all(text.as_bytes()).map_err(|e| format!("{}: {e}", path.display()))?;
        self.file.persist(&path).map(drop).map_err(|e| format!("{}: {}", path.display(), e.error))
    }
}

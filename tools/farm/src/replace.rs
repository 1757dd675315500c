//! Files that take others' places.

use crate::Error;
use crate::store::Who;
use std::path::Path;

/// Puts a file in the place of another, whole: what was there stays until all of it is written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let wrong = Error::folder(path);
    let own = path.with_extension(format!("{}.partial", Who::this().name()));
    let written = std::fs::File::create_new(&own).and_then(|mut file| {
        std::io::Write::write_all(&mut file, bytes)?;
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&own, path)).map_err(|e| {
        // It is nothing to anybody.
        let _ = std::fs::remove_file(&own);
        wrong(e)
    })
}

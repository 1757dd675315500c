//! Places in the source, as facts name them.

/// A file among [`crate::Facts::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    /// Its place in [`crate::Facts::files`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The file.
    pub file: FileId,
    /// Line from 1.
    pub line: u32,
    /// Column in bytes from 1.
    pub column: u32,
    /// Bytes of text; 0 where nobody knows.
    pub length: u32,
}

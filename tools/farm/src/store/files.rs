//! The calls that results are written and read by: as few as will do, so that tests can have each fail, or end the process there.

use std::io;
use std::path::Path;

/// What is known of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// The file system and the file's number in it: what one file is, whatever it is called.
    pub identity: Identity,
    /// How many names it has.
    pub links: u64,
}

/// One file, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The file system.
    pub device: u64,
    /// The number in it.
    pub inode: u64,
}

/// The calls. Paths are whole; each call may fail, and what it did then is not known.
pub trait Files {
    /// A file that is being written.
    type Open;

    /// Makes a file that nobody has made.
    fn create_new(&self, path: &Path) -> io::Result<Self::Open>;
    /// Writes all of it.
    fn write(&self, file: &mut Self::Open, bytes: &[u8]) -> io::Result<()>;
    /// What was written is where a crash of the machine leaves it.
    fn sync(&self, file: &Self::Open) -> io::Result<()>;
    /// Closes it: where quota errors of shared folders come.
    fn close(&self, file: Self::Open) -> io::Result<()>;
    /// Gives a file one name more, if nobody has it.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Takes a name away.
    fn unlink(&self, path: &Path) -> io::Result<()>;
    /// What is known of a file.
    fn status(&self, path: &Path) -> io::Result<Status>;
    /// All of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// The names in a folder, as the server has them now.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>>;
    /// Adds to a file that this process alone writes, and makes it where it is not there.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Makes a folder, if it is not there.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;
    /// The names in a folder are where a crash of the machine leaves them.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// No result is longer, in bytes.
const LONGEST: u64 = 256 << 20;

/// The operating system's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Posix;

impl Files for Posix {
    type Open = std::fs::File;

    fn create_new(&self, path: &Path) -> io::Result<std::fs::File> {
        std::fs::File::create_new(path)
    }

    fn write(&self, file: &mut std::fs::File, bytes: &[u8]) -> io::Result<()> {
        io::Write::write_all(file, bytes)
    }

    fn sync(&self, file: &std::fs::File) -> io::Result<()> {
        file.sync_all()
    }

    fn close(&self, file: std::fs::File) -> io::Result<()> {
        Ok(nix::unistd::close(file)?)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::hard_link(from, to)
    }

    fn unlink(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_file(path)
    }

    fn status(&self, path: &Path) -> io::Result<Status> {
        use std::os::unix::fs::MetadataExt as _;
        let found = std::fs::symlink_metadata(path)?;
        let identity = Identity { device: found.dev(), inode: found.ino() };
        Ok(Status { identity, links: found.nlink() })
    }

    /// What is no plain file, or far too long, is no result: it is not waited for, nor held.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = nix::fcntl::OFlag::O_NONBLOCK | nix::fcntl::OFlag::O_NOFOLLOW;
        let mut file =
            std::fs::OpenOptions::new().read(true).custom_flags(flags.bits()).open(path)?;
        let found = file.metadata()?;
        if !found.is_file() || found.len() > LONGEST {
            let why = "it is no plain file of a result's length";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let mut bytes = Vec::with_capacity(found.len() as usize);
        io::Read::read_to_end(&mut file, &mut bytes)?;
        Ok(bytes)
    }

    /// Opening a folder has a client of NFS ask the server whether it changed.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let entries = std::fs::read_dir(folder)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
        io::Write::write_all(&mut file, bytes)
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        match std::fs::File::open(folder)?.sync_all() {
            // Some file systems know of no such call for folders.
            Err(e) if e.kind() == io::ErrorKind::InvalidInput => Ok(()),
            done => done,
        }
    }
}

//! Who delivers is ended at each system call, before it and behind it, by a signal that nobody can catch: what is left is nothing, or the whole result, and who
//! delivers the same later has it there once.

use optx_farm::Key;
use optx_farm::record::{Circumstances, Device, Outcome, Record, Slot};
use optx_farm::store::{Delivered, Files, Posix, Status, Store, Who, deliver, read_all};
use std::cell::Cell;
use std::io;
use std::path::Path;
use std::process::Command;

/// The variable that says at which call a child ends itself, and in which folder it works.
const AT: &str = "OPTX_FARM_ENDS_AT";

/// The operating system's calls, until one is the last.
struct Ending {
    /// Half calls: `2 n` ends before call n, `2 n + 1` behind it.
    at: Cell<u32>,
}

impl Ending {
    fn call<T>(&self, does: impl FnOnce() -> T) -> T {
        let at = self.at.get();
        if at == 0 {
            end();
        }
        let done = does();
        if at == 1 {
            end();
        }
        self.at.set(at.saturating_sub(2));
        done
    }
}

fn end() -> ! {
    let own = nix::unistd::Pid::this();
    let _ = nix::sys::signal::kill(own, nix::sys::signal::Signal::SIGKILL);
    unreachable!("nobody outlives that")
}

impl Files for Ending {
    type Open = std::fs::File;

    fn create_new(&self, path: &Path) -> io::Result<std::fs::File> {
        self.call(|| Posix.create_new(path))
    }
    fn write(&self, file: &mut std::fs::File, bytes: &[u8]) -> io::Result<()> {
        // In parts, as a call may write fewer bytes than it is given.
        bytes.chunks(100).try_for_each(|part| self.call(|| Posix.write(file, part)))
    }
    fn sync(&self, file: &std::fs::File) -> io::Result<()> {
        self.call(|| Posix.sync(file))
    }
    fn close(&self, file: std::fs::File) -> io::Result<()> {
        self.call(|| Posix.close(file))
    }
    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(|| Posix.link(from, to))
    }
    fn unlink(&self, path: &Path) -> io::Result<()> {
        self.call(|| Posix.unlink(path))
    }
    fn status(&self, path: &Path) -> io::Result<Status> {
        self.call(|| Posix.status(path))
    }
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.call(|| Posix.read(path))
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.call(|| Posix.list(folder))
    }
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.call(|| Posix.append(path, bytes))
    }
    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        self.call(|| Posix.make_folder(folder))
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.call(|| Posix.sync_folder(folder))
    }
}

fn record(digest: &str) -> Record {
    let device = Device { model: "model".into(), driver: "1".into() };
    Record {
        slot: Slot { key: Key::of(b"job"), device, repeat: 0 },
        name: "job".into(),
        outcome: Outcome::Passed,
        digest: digest.into(),
        message: "m".repeat(1000),
        data: serde_json::Value::Null,
        circumstances: Circumstances::default(),
    }
}

/// What a child does; nothing where this is no child.
#[test]
fn a_child_delivers_until_it_is_ended() {
    let Ok(words) = std::env::var(AT) else { return };
    let mut words = words.splitn(3, ' ');
    let mut word = || words.next().expect("three words");
    let at = word().parse().expect("a number");
    let record = record(word());
    let root = word();
    let files = Ending { at: Cell::new(at) };
    deliver(&files, &Store::new(Path::new(root)), &Who::this(), &record).expect("delivered");
}

/// Runs a child; true where it came to its end.
fn child(at: u32, digest: &str, root: &Path) -> bool {
    let done = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "a_child_delivers_until_it_is_ended"])
        .env(AT, format!("{at} {digest} {}", root.display()))
        .output()
        .expect("a child");
    let is_killed = std::os::unix::process::ExitStatusExt::signal(&done.status) == Some(9);
    assert!(is_killed || done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    !is_killed
}

/// What lies in a folder: how many results of the slot, and that each is whole.
fn results(root: &Path) -> Vec<Record> {
    let found = read_all(&Posix, &Store::new(root), |_| true).expect("a folder");
    assert_eq!(found.damaged, []);
    found.records.into_values().flatten().collect()
}

/// Ends a child at each call in turn, with what lies there before, and looks at what is left and what comes of delivering the same again.
fn at_each_call(before: Option<&str>, looks: impl Fn(usize, &Path)) {
    for at in 0.. {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let deliver_plainly = |digest: &str| {
            deliver(&Posix, &Store::new(root), &Who::this(), &record(digest)).expect("delivered")
        };
        if let Some(digest) = before {
            assert_eq!(deliver_plainly(digest), Delivered::First);
        }
        let is_done = child(at, "d", root);
        looks(results(root).len(), root);
        deliver_plainly("d");
        looks(results(root).len(), root);
        if is_done {
            assert!(at > 20, "it ends itself at each of {at} half calls");
            return;
        }
    }
}

#[test]
fn a_first_result_is_there_whole_or_not_at_all() {
    at_each_call(None, |count, _| assert!(count <= 1));
}

#[test]
fn what_says_the_same_adds_nothing() {
    at_each_call(Some("d"), |count, _| assert_eq!(count, 1));
}

#[test]
fn what_says_something_else_is_kept_and_takes_nothing_away() {
    at_each_call(Some("e"), |count, root| {
        // Each that was ended behind its link has left its own.
        assert!((1..=3).contains(&count), "{count}");
        assert!(results(root).iter().any(|record| record.digest == "e"));
    });
}

//! A shared folder of our making, as bad as shared folders are, and turns that are taken by chance.

use optx_farm::store::{Files, Identity, Status};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex};

/// Numbers that hang on a seed alone (xorshift of Marsaglia).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
}

/// Who may call next: chosen once all who live are about to call.
pub struct Turns {
    state: Mutex<Turn>,
    changed: Condvar,
}

struct Turn {
    random: Random,
    waiting: BTreeSet<usize>,
    alive: usize,
    chosen: Option<usize>,
}

impl Turn {
    fn choose(&mut self) {
        if self.alive > 0 && self.waiting.len() == self.alive && self.chosen.is_none() {
            let k = self.random.below(self.alive as u64) as usize;
            self.chosen = self.waiting.iter().nth(k).copied();
        }
    }
}

impl Turns {
    pub fn new(seed: u64) -> Turns {
        let random = Random::new(seed);
        let state = Turn { random, waiting: BTreeSet::new(), alive: 0, chosen: None };
        Turns { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Waits for the turn of a client.
    fn wait(&self, who: usize) {
        let mut turn = self.state.lock().unwrap();
        turn.waiting.insert(who);
        turn.choose();
        self.changed.notify_all();
        let mut turn = self.changed.wait_while(turn, |turn| turn.chosen != Some(who)).unwrap();
        turn.waiting.remove(&who);
        turn.chosen = None;
    }

    fn ends(&self) {
        let mut turn = self.state.lock().unwrap();
        turn.alive -= 1;
        turn.choose();
        self.changed.notify_all();
    }
}

#[derive(Default)]
struct Inode {
    bytes: Vec<u8>,
    links: u64,
}

#[derive(Default)]
struct Disk {
    names: BTreeMap<PathBuf, usize>,
    inodes: Vec<Inode>,
    /// What lay under each name of a result when it got it.
    seen: BTreeMap<PathBuf, Vec<u8>>,
    /// What was added to files of attempts.
    attempts: Vec<Vec<u8>>,
}

struct State {
    disk: Disk,
    random: Random,
    /// So many of a thousand calls fail.
    failing: u32,
    clients: usize,
}

/// The folder.
pub struct World(Mutex<State>);

impl World {
    pub fn new(seed: u64) -> World {
        let random = Random::new(seed);
        World(Mutex::new(State { disk: Disk::default(), random, failing: 0, clients: 0 }))
    }

    /// From now on so many of a thousand calls fail.
    pub fn fails(&self, failing: u32) {
        self.0.lock().unwrap().failing = failing;
    }

    /// One more machine, with a task.
    pub fn client<'w>(&'w self, turns: &'w Turns) -> Client<'w> {
        let mut state = self.0.lock().unwrap();
        state.clients += 1;
        turns.state.lock().unwrap().alive += 1;
        Client { world: self, turns: Some(turns), number: state.clients, memory: Mutex::default() }
    }

    /// A look from outside, for which nothing fails.
    pub fn observer(&self) -> Client<'_> {
        Client { world: self, turns: None, number: 0, memory: Mutex::default() }
    }

    pub fn ends(&self, client: &Client<'_>) {
        if let Some(turns) = client.turns {
            turns.ends();
        }
    }

    /// What was added to files of attempts.
    pub fn attempts(&self) -> Vec<Vec<u8>> {
        self.0.lock().unwrap().disk.attempts.clone()
    }

    /// That each result which had its name still has, and says what it said.
    pub fn look(&self) -> Result<(), String> {
        let state = self.0.lock().unwrap();
        for (path, bytes) in &state.disk.seen {
            let now = state.disk.names.get(path).map(|&inode| &state.disk.inodes[inode].bytes);
            if now != Some(bytes) {
                return Err(format!("{} is not what it was", path.display()));
            }
        }
        Ok(())
    }
}

/// What a machine remembers, and is wrong about.
#[derive(Default)]
struct Memory {
    is_dead: bool,
    absent: BTreeSet<PathBuf>,
    listed: BTreeMap<PathBuf, Vec<String>>,
}

/// A machine with one task.
pub struct Client<'w> {
    world: &'w World,
    turns: Option<&'w Turns>,
    number: usize,
    memory: Mutex<Memory>,
}

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Well,
    /// It fails, and does nothing.
    Fails,
    /// It is done, and says that it failed.
    Lies,
    /// The task is ended before it, or behind it.
    EndsBefore,
    EndsBehind,
    /// It sees what was.
    Stale,
}

fn dead() -> io::Error {
    io::Error::other("the task is no more")
}

fn failure() -> io::Error {
    io::Error::other("the server gives no answer")
}

impl Client<'_> {
    pub fn name(&self) -> String {
        format!("c{}", self.number)
    }

    /// A call that changes something, or looks.
    fn call<T>(
        &self,
        lie: io::ErrorKind,
        stale: impl FnOnce(&mut State) -> Option<io::Result<T>>,
        does: impl FnOnce(&mut State) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.memory.lock().unwrap().is_dead {
            return Err(dead());
        }
        if let Some(turns) = self.turns {
            turns.wait(self.number);
        }
        let mut state = self.world.0.lock().unwrap();
        let fate = self.fate(&mut state);
        let ends = |result| {
            self.memory.lock().unwrap().is_dead = true;
            result
        };
        match fate {
            Fate::Well => does(&mut state),
            Fate::Fails => Err(failure()),
            Fate::Lies => does(&mut state).and(Err(lie.into())),
            Fate::EndsBefore => ends(Err(dead())),
            Fate::EndsBehind => ends(does(&mut state).and(Err(dead()))),
            Fate::Stale => match stale(&mut state) {
                Some(seen) => seen,
                None => does(&mut state),
            },
        }
    }

    fn fate(&self, state: &mut State) -> Fate {
        let fails = self.turns.is_some() && state.random.below(1000) < u64::from(state.failing);
        if !fails {
            // Looks are of a while ago often, and without anything being wrong.
            let is_stale = state.failing > 0 && self.turns.is_some() && state.random.below(4) == 0;
            return if is_stale { Fate::Stale } else { Fate::Well };
        }
        match state.random.below(5) {
            0 => Fate::Fails,
            1 => Fate::Lies,
            2 => Fate::EndsBefore,
            3 => Fate::EndsBehind,
            _ => Fate::Stale,
        }
    }

    /// Says that a file is not there, where this machine remembers so.
    fn remembered<T>(&self, path: &Path) -> Option<io::Result<T>> {
        let is_absent = self.memory.lock().unwrap().absent.contains(path);
        is_absent.then(|| Err(io::ErrorKind::NotFound.into()))
    }

    fn looked<T>(&self, path: &Path, found: io::Result<T>) -> io::Result<T> {
        if matches!(&found, Err(e) if e.kind() == io::ErrorKind::NotFound) {
            self.memory.lock().unwrap().absent.insert(path.to_owned());
        }
        found
    }
}

/// A file that is written: what was not synced this machine alone has.
pub struct Open {
    inode: usize,
    unsynced: Vec<u8>,
}

impl Disk {
    fn inode(&self, path: &Path) -> io::Result<usize> {
        self.names.get(path).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Files for Client<'_> {
    type Open = Open;

    fn create_new(&self, path: &Path) -> io::Result<Open> {
        self.call(
            io::ErrorKind::AlreadyExists,
            |_| None,
            |state| {
                let disk = &mut state.disk;
                if disk.names.contains_key(path) {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                disk.inodes.push(Inode { bytes: Vec::new(), links: 1 });
                let inode = disk.inodes.len() - 1;
                disk.names.insert(path.to_owned(), inode);
                Ok(Open { inode, unsynced: Vec::new() })
            },
        )
    }

    fn write(&self, file: &mut Open, bytes: &[u8]) -> io::Result<()> {
        self.call(
            io::ErrorKind::StorageFull,
            |_| None,
            |_| {
                file.unsynced.extend(bytes);
                Ok(())
            },
        )
    }

    fn sync(&self, file: &Open) -> io::Result<()> {
        self.call(
            io::ErrorKind::QuotaExceeded,
            |_| None,
            |state| {
                state.disk.inodes[file.inode].bytes = file.unsynced.clone();
                Ok(())
            },
        )
    }

    /// A quota that is used up is told here, and takes a part of what was written away.
    fn close(&self, file: Open) -> io::Result<()> {
        self.call(
            io::ErrorKind::QuotaExceeded,
            |state| {
                if state.random.below(10) > 0 {
                    return None;
                }
                let left = state.random.below(file.unsynced.len() as u64 + 1) as usize;
                state.disk.inodes[file.inode].bytes.truncate(left);
                Some(Err(io::ErrorKind::QuotaExceeded.into()))
            },
            |_| Ok(()),
        )
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(
            io::ErrorKind::AlreadyExists,
            |_| None,
            |state| {
                let disk = &mut state.disk;
                let inode = disk.inode(from)?;
                if disk.names.contains_key(to) {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                disk.names.insert(to.to_owned(), inode);
                disk.inodes[inode].links += 1;
                disk.seen.insert(to.to_owned(), disk.inodes[inode].bytes.clone());
                Ok(())
            },
        )
    }

    fn unlink(&self, path: &Path) -> io::Result<()> {
        self.call(
            io::ErrorKind::NotFound,
            |_| None,
            |state| {
                let inode = state.disk.inode(path)?;
                state.disk.names.remove(path);
                state.disk.inodes[inode].links -= 1;
                Ok(())
            },
        )
    }

    fn status(&self, path: &Path) -> io::Result<Status> {
        let found = self.call(
            io::ErrorKind::StaleNetworkFileHandle,
            |_| self.remembered(path),
            |state| {
                let inode = state.disk.inode(path)?;
                let identity = Identity { device: 1, inode: inode as u64 };
                Ok(Status { identity, links: state.disk.inodes[inode].links })
            },
        );
        self.looked(path, found)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.call(
            io::ErrorKind::StaleNetworkFileHandle,
            |_| self.remembered(path),
            |state| Ok(state.disk.inodes[state.disk.inode(path)?].bytes.clone()),
        );
        self.looked(path, found)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        let found = self.call(
            io::ErrorKind::StaleNetworkFileHandle,
            |_| self.memory.lock().unwrap().listed.get(folder).cloned().map(Ok),
            |state| {
                let below = |path: &PathBuf| {
                    let first = path.strip_prefix(folder).ok()?.components().next()?;
                    Some(first.as_os_str().to_string_lossy().into_owned())
                };
                let names: BTreeSet<String> = state.disk.names.keys().filter_map(below).collect();
                Ok(names.into_iter().collect())
            },
        );
        if let Ok(names) = &found {
            self.memory.lock().unwrap().listed.insert(folder.to_owned(), names.clone());
        }
        found
    }

    fn append(&self, _: &Path, bytes: &[u8]) -> io::Result<()> {
        self.call(
            io::ErrorKind::StorageFull,
            |_| None,
            |state| {
                state.disk.attempts.push(bytes.to_vec());
                Ok(())
            },
        )
    }

    fn make_folder(&self, _: &Path) -> io::Result<()> {
        self.call(io::ErrorKind::AlreadyExists, |_| None, |_| Ok(()))
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.call(io::ErrorKind::Other, |_| None, |_| Ok(()))
    }
}

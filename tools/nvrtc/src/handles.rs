//! Programs by handle. A handle is the number of an entry and how often the entry was taken; it is never followed, so that one that is null, of a program
//! that was destroyed, or made up is an error and no crash.
//!
//! **Idea.** Entries are a static table, of which only those pages take memory that are used. Free entries are a list that threads take from and give to
//! without a lock (a number in an atomic word, with a count against the same number coming back in between). Each entry has a lock of its own, held to copy or
//! take out a counted pointer: threads with programs of their own share none, and a program that is destroyed lives on while somebody compiles it.
//!
//! **Forks.** The child of a fork has no thread but one. An entry's lock that another thread held then is held for ever: taking an entry leaves such a one
//! alone, so that the child's new programs never wait.
//!
//! **Cost.** A few atomic operations a call; 24 bytes of address space for each entry.

use crate::error::Error;
use crate::flavour::MARK;
use crate::program::Program;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// So many programs there may be at a time.
const ENTRIES: usize = 1 << INDEX_BITS;
const INDEX_BITS: u32 = 20;

/// A handle has four zero bits, as an address would, but for the mark; the entry's number; and how often it was taken, within the 47 bits of addresses.
const INDEX_AT: u32 = 4;
const TAKEN_AT: u32 = INDEX_AT + INDEX_BITS;
const MOST_TAKEN: u32 = (1 << (47 - TAKEN_AT)) - 1;

/// An entry: how often it was taken, this time included, and the program.
struct Entry {
    taken: u32,
    program: Option<Arc<Program>>,
}

/// The entries.
static TABLE: [Mutex<Entry>; ENTRIES] =
    [const { Mutex::new(Entry { taken: 0, program: None }) }; ENTRIES];

/// For each free entry the next one, plus one.
static NEXT: [AtomicU32; ENTRIES] = [const { AtomicU32::new(0) }; ENTRIES];

/// The first free entry, plus one, below a count of changes.
static FREE: AtomicU64 = AtomicU64::new(0);

/// Entries from here on were never taken.
static FRESH: AtomicU32 = AtomicU32::new(0);

/// An entry off the list of free ones, or a fresh one.
fn pop() -> Option<usize> {
    let mut head = FREE.load(Ordering::Acquire);
    while let Some(index) = (head as u32 as usize).checked_sub(1) {
        let next = u64::from(NEXT[index].load(Ordering::Relaxed));
        let changed = (head >> 32).wrapping_add(1) << 32 | next;
        match FREE.compare_exchange_weak(head, changed, Ordering::Acquire, Ordering::Acquire) {
            Ok(_) => return Some(index),
            Err(now) => head = now,
        }
    }
    let more = |fresh| (fresh < ENTRIES as u32).then_some(fresh + 1);
    FRESH.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok().map(|index| index as usize)
}

fn push(index: usize) {
    let mut head = FREE.load(Ordering::Relaxed);
    loop {
        NEXT[index].store(head as u32, Ordering::Relaxed);
        let changed = (head >> 32).wrapping_add(1) << 32 | (index as u64 + 1);
        match FREE.compare_exchange_weak(head, changed, Ordering::Release, Ordering::Relaxed) {
            Ok(_) => return,
            Err(now) => head = now,
        }
    }
}

/// Gives a program a handle.
pub(crate) fn insert(program: Program) -> Result<usize, Error> {
    let program = Arc::new(program);
    loop {
        let index = pop().ok_or(Error::OutOfMemory)?;
        let mut entry = match TABLE[index].try_lock() {
            Ok(entry) => entry,
            Err(TryLockError::Poisoned(entry)) => entry.into_inner(),
            // Somebody asks with an old handle, or did before a fork: the entry is left alone for good.
            Err(TryLockError::WouldBlock) => continue,
        };
        entry.taken += 1;
        entry.program = Some(program);
        return Ok((entry.taken as usize) << TAKEN_AT | index << INDEX_AT | MARK);
    }
}

/// The entry of a handle, while a program has it.
fn entry(handle: usize) -> Result<(usize, MutexGuard<'static, Entry>), Error> {
    let index = handle >> INDEX_AT & (ENTRIES - 1);
    let lock = &TABLE[index];
    let entry = lock.lock().unwrap_or_else(PoisonError::into_inner);
    let same = (entry.taken as usize) << TAKEN_AT | index << INDEX_AT | MARK;
    if handle == same && entry.program.is_some() {
        Ok((index, entry))
    } else {
        Err(Error::InvalidProgram)
    }
}

/// The program of a handle.
pub(crate) fn get(handle: usize) -> Result<Arc<Program>, Error> {
    entry(handle)?.1.program.clone().ok_or(Error::InvalidProgram)
}

/// Takes a program's handle from it.
pub(crate) fn remove(handle: usize) -> Result<(), Error> {
    let (index, mut entry) = entry(handle)?;
    let program = entry.program.take();
    let last = entry.taken == MOST_TAKEN;
    drop(entry);
    // An entry whose count is at its end is not taken again: no handle ever comes twice.
    if !last {
        push(index);
    }
    drop(program);
    Ok(())
}

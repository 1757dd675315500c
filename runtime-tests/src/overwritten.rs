//! Stores that a run overwrites before anybody could have seen them: what store PRE could save at most.
//!
//! Idea: an observer keeps for each byte the store that wrote it last. Where the thread that wrote it writes it again, nobody
//! having read it, that byte's store did nothing; a warp's store all bytes of which end so need not have been executed, by a
//! compiler that knew the run. A store that is dead on some ways only, which is what store PRE moves to the others, is among
//! them; so are those that no compiler can know to be dead. It is a bound from above.
//!
//! Source: R. Lo, F. Chow, R. Kennedy, S. Liu, P. Tu, "Register Promotion by Sparse Partial Redundancy Elimination of Loads
//! and Stores" (PLDI 1998), section 5, for what is to be saved; what counts as seen is what docs/decisions/0055-dead-stores-who-sees-what.md has every pass keep.
//! Seen: by a load of any thread; and all that a thread wrote by its barrier, fence, atomic, volatile access, host call or trap, and
//! its end, but for local memory. A load whose result takes its address's register counts as none.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use optx_emulator::lower::program::Program;
use optx_emulator::memory::{LOCAL_WINDOW, SHARED_WINDOW, WINDOW};
use optx_emulator::op::{Inst, MemSpace, MemoryAccess, Op, Row};
use optx_emulator::{Counters, Moment, Observer, RunError, Schedule};
use optx_launch::device::Launching;
use optx_launch::{Emulator, NoReferences, Watch, run};

use crate::suite::{ARCH, Case, optx};

/// A warp's executions of the stores of a kernel's launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Instructions of all kinds.
    pub instructions: u64,
    /// Stores.
    pub stores: u64,
    /// Those of which each lane's bytes were overwritten unseen.
    pub overwritten: u64,
}

/// Counts over all launches of a case, compiled at -O3.
///
/// # Errors
///
/// What the compiler, the launch file or the run says.
pub fn count(case: &Case) -> Result<Counted, String> {
    let ptx = optx(&case.source, &case.launch.options, "-O3", ARCH).map_err(|e| e.to_string())?;
    count_in(case, &ptx)
}

/// The same of a case's PTX.
///
/// # Errors
///
/// What the launch file or the run says.
pub fn count_in(case: &Case, ptx: &str) -> Result<Counted, String> {
    let counted = Arc::new(Mutex::new(Counted::default()));
    let watch = Watching { counted: Arc::clone(&counted) };
    let mut device = Emulator::new(Schedule::Lockstep).with_watch(Box::new(watch));
    let mut launch = case.launch.clone();
    // Outputs are compared elsewhere.
    launch.expects.clear();
    let folder = case.source.parent().unwrap_or(Path::new("."));
    run(&launch, ptx, &mut device, &NoReferences, folder).map_err(|e| e.to_string())?;
    let found = *counted.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(found)
}

struct Watching {
    counted: Arc<Mutex<Counted>>,
}

impl Watch for Watching {
    fn launch(
        &mut self,
        _: &Program,
        _: &Launching<'_>,
        run: &mut dyn FnMut(&mut dyn Observer) -> Result<Counters, RunError>,
    ) -> Result<Counters, RunError> {
        let mut shadow = Shadow::default();
        let result = run(&mut shadow)?;
        let mut all = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        all.instructions += result.instructions.warps;
        all.stores += shadow.unseen.len() as u64;
        // A store of no lane is none.
        all.overwritten += shadow.unseen.iter().filter(|store| store.bytes == 0).count() as u64;
        Ok(result)
    }
}

/// A byte of memory; of shared and local memory as its block or thread has it.
type Byte = (MemSpace, u64, u64);

/// A store that a warp executed.
struct Store {
    /// Bytes of all its lanes that nobody has overwritten unseen.
    bytes: u32,
}

/// Who wrote a byte last, unseen so far.
#[derive(Clone, Copy)]
struct Last {
    thread: u64,
    /// How often that thread's stores had been seen.
    epoch: u32,
    store: usize,
}

#[derive(Default)]
struct Shadow {
    bytes: HashMap<Byte, Last>,
    unseen: Vec<Store>,
    epochs: HashMap<u64, u32>,
}

/// A thread's number in its grid, of blocks of 1024 threads.
fn thread(at: &Moment<'_>, lane: usize) -> u64 {
    block(at) * 1024 + u64::from(at.warp) * 32 + lane as u64
}

fn block(at: &Moment<'_>) -> u64 {
    let [x, y, z] = at.ctaid.map(u64::from);
    x + (y << 20) + (z << 40)
}

impl Shadow {
    fn epoch(&self, thread: u64) -> u32 {
        self.epochs.get(&thread).copied().unwrap_or(0)
    }

    /// All that the lanes' threads stored may have been seen.
    fn see_all(&mut self, at: &Moment<'_>) {
        for lane in lanes(at.mask) {
            *self.epochs.entry(thread(at, lane)).or_default() += 1;
        }
    }

    fn load(&mut self, at: &Moment<'_>, access: &MemoryAccess) {
        if access.address.base.is_some_and(|base| access.rows.contains(&Some(base))) {
            return;
        }
        for lane in lanes(at.mask) {
            for byte in bytes(at, access, lane) {
                self.bytes.remove(&byte);
            }
        }
    }

    fn store(&mut self, at: &Moment<'_>, access: &MemoryAccess) {
        let store = self.unseen.len();
        let size = access.size * access.rows.len() as u32 * at.mask.count_ones();
        self.unseen.push(Store { bytes: size });
        for lane in lanes(at.mask) {
            let thread = thread(at, lane);
            let epoch = self.epoch(thread);
            for byte in bytes(at, access, lane) {
                let before = self.bytes.insert(byte, Last { thread, epoch, store });
                // Lanes of one store that write one byte do so in any order: none of them is before another.
                if let Some(last) = before
                    && (last.thread, last.epoch) == (thread, epoch)
                    && last.store != store
                {
                    self.unseen[last.store].bytes -= 1;
                }
            }
        }
    }
}

fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |lane| mask >> lane & 1 == 1)
}

/// The bytes that a lane accesses.
fn bytes(at: &Moment<'_>, access: &MemoryAccess, lane: usize) -> impl Iterator<Item = Byte> {
    let base = access.address.base.map_or(0, |row: Row| at.value(row, lane));
    let start = base.wrapping_add_signed(access.address.offset);
    let is_in =
        |window: u64| access.space == MemSpace::Generic && start.wrapping_sub(window) < WINDOW;
    let (space, owner, start) = match access.space {
        MemSpace::Local => (MemSpace::Local, thread(at, lane), start),
        MemSpace::Shared => (MemSpace::Shared, block(at), start),
        _ if is_in(LOCAL_WINDOW) => (MemSpace::Local, thread(at, lane), start - LOCAL_WINDOW),
        _ if is_in(SHARED_WINDOW) => (MemSpace::Shared, block(at), start - SHARED_WINDOW),
        other => (other, 0, start),
    };
    let space = if space == MemSpace::Generic { MemSpace::Global } else { space };
    let size = u64::from(access.size) * access.rows.len() as u64;
    (0..size).map(move |k| (space, owner, start.wrapping_add(k)))
}

impl Observer for Shadow {
    fn executed(&mut self, at: &Moment<'_>) {
        let Inst { op, .. } = at.inst();
        match *op {
            Op::Load { access } | Op::Store { access } => {
                let access = &at.program.accesses[access as usize];
                let is_store = matches!(op, Op::Store { .. });
                if access.strength.scope.is_some() {
                    self.see_all(at);
                } else if is_store && at.mask != 0 {
                    self.store(at, access);
                } else {
                    self.load(at, access);
                }
            }
            Op::Atom { .. } | Op::Host { .. } | Op::Fence { .. } | Op::Bar { .. } | Op::Trap => {
                self.see_all(at);
            }
            _ => {}
        }
    }

    fn ended(&mut self, _: [u32; 3]) {
        // What a thread's own memory holds at its end nobody reads; a later block's threads are others.
        for (byte, last) in std::mem::take(&mut self.bytes) {
            if byte.0 == MemSpace::Local && last.epoch == self.epoch(last.thread) {
                self.unseen[last.store].bytes -= 1;
            }
        }
        self.epochs.clear();
    }
}

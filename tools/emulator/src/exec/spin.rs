//! Lanes that spin, found out before they use up their slice.
//!
//! A group of lanes spins where it comes to a place again with the registers and the memory of its own that it had there, and
//! no memory that others reach has changed between: nothing that it does by itself will ever be different. It is set aside until
//! memory changes or the slice ends. Its own memory may have changed and changed back, as results of calls do: a journal of what
//! was there before is kept from the one look to the other.
//! What does not spin so is never set aside, and takes the steps that it would take without this.
//!
//! Source: the argument is that of a state machine that comes to a state twice. Cost: of a slice, some comparisons of a
//! warp's registers, ever rarer; see [`FIRST`]. Between them, a note for each byte of local memory that is stored.

use super::env::Env;
use super::warp::{Group, Warp};

/// Blocks of code that a warp enters before it is looked at; then twice as many, and so on. Where it spun before, one.
const FIRST: u32 = 64;
/// The longest round that is seen, in blocks of code.
const ROUND: u32 = 24;

/// The state of a group of lanes at a place.
struct Snapshot {
    at: Group,
    r32: Vec<[u32; 32]>,
    r64: Vec<[u64; 32]>,
    pred: Vec<u32>,
    changes: u64,
    /// Blocks of code until it is given up.
    left: u32,
}

/// Looks at the groups of a warp from time to time in a slice.
pub struct Lookout {
    /// The rest of the slice at which the next look is due.
    pub due: u32,
    distance: u32,
    seen: Option<Box<Snapshot>>,
    /// Changes of memory when a group was last set aside.
    aside_at: u64,
}

/// What a look found.
pub enum Look {
    /// The slice is used up.
    Over,
    /// The group spins, and was set aside.
    Spins,
    /// Nothing.
    Goes,
}

impl Lookout {
    /// At the beginning of a slice of so many blocks of code.
    pub fn new(env: &Env<'_>, w: &mut Warp, quantum: u32) -> Self {
        w.journal.restart(false);
        let distance = if w.spun { 1 } else { FIRST };
        // Lanes that run one by one are stopped anywhere.
        let due = if env.opts.single { 0 } else { quantum.saturating_sub(distance) };
        Self { due, distance, seen: None, aside_at: 0 }
    }

    /// A group enters a block of code when a look is due.
    #[inline(never)]
    pub fn look(&mut self, env: &Env<'_>, w: &mut Warp, at: Group, quantum: u32) -> Look {
        if quantum == 0 {
            return Look::Over;
        }
        match &mut self.seen {
            None => {
                w.journal.restart(true);
                self.seen = Some(Box::new(Snapshot {
                    at,
                    r32: w.r32.clone(),
                    r64: w.r64.clone(),
                    pred: w.pred.clone(),
                    changes: env.tally.changes,
                    left: ROUND,
                }));
                self.due = quantum - 1;
            }
            Some(s) if s.at == at && s.changes == env.tally.changes && s.holds(w) => {
                w.aside.push(at);
                w.spun = true;
                self.aside_at = env.tally.changes;
                self.begin(w, 1, quantum);
                return Look::Spins;
            }
            Some(s) if s.left == 0 || s.changes != env.tally.changes => {
                self.begin(w, self.distance.saturating_mul(2), quantum);
            }
            Some(s) => {
                s.left -= 1;
                self.due = quantum - 1;
            }
        }
        Look::Goes
    }

    fn begin(&mut self, w: &mut Warp, distance: u32, quantum: u32) {
        w.journal.restart(false);
        self.seen = None;
        self.distance = distance;
        self.due = quantum.saturating_sub(distance);
    }

    /// Only groups that were set aside are left: they go on if memory has changed since.
    pub fn again(&mut self, env: &Env<'_>, w: &mut Warp) -> bool {
        let changed = env.tally.changes != self.aside_at;
        if changed {
            w.wake();
        }
        changed
    }
}

impl Snapshot {
    /// Whether the lanes have the registers and the memory that they had.
    fn holds(&self, w: &Warp) -> bool {
        let lanes = self.at.mask;
        let lane = |k: usize| lanes >> k & 1 == 1;
        let same32 = |(a, b): (&[u32; 32], &[u32; 32])| (0..32).all(|k| !lane(k) || a[k] == b[k]);
        let same64 = |(a, b): (&[u64; 32], &[u64; 32])| (0..32).all(|k| !lane(k) || a[k] == b[k]);
        self.pred.iter().zip(&w.pred).all(|(a, b)| (a ^ b) & lanes == 0)
            && self.r32.iter().zip(&w.r32).all(same32)
            && self.r64.iter().zip(&w.r64).all(same64)
            && w.journal.holds((&w.local, &w.local_written), lanes)
    }
}

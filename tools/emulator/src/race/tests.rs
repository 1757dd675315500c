//! The detector beside an oracle: vector clocks of all threads in full, and every access kept.

use super::*;
use crate::access::{Order, Scope, Strength};

const LANES: usize = 4;
const THREADS: usize = 2 * LANES;
const WORDS: usize = 3;

type Clock = [u32; THREADS];

fn join(a: &mut Clock, b: &Clock) {
    a.iter_mut().zip(b).for_each(|(x, y)| *x = (*x).max(*y));
}

#[derive(Clone, Copy)]
struct Event {
    thread: usize,
    time: u32,
    word: usize,
    writes: bool,
    strong: bool,
}

/// What a word hands over: to each block's threads, and to all.
#[derive(Clone, Copy, Default)]
struct Handed {
    near: [Clock; 2],
    wide: Clock,
}

#[derive(Default)]
struct Oracle {
    clock: [Clock; THREADS],
    fences: [[Option<Clock>; 2]; THREADS],
    pending: [[Option<Handed>; WORDS]; THREADS],
    words: [Option<Handed>; WORDS],
    events: Vec<Event>,
    /// Words with a race.
    racy: [bool; WORDS],
}

impl Oracle {
    fn meet(&mut self, threads: &[usize]) {
        let mut all = Clock::default();
        threads.iter().for_each(|&t| join(&mut all, &self.clock[t]));
        threads.iter().for_each(|&t| self.clock[t] = all);
    }

    fn fence(&mut self, t: usize, scope: Scope) {
        for word in 0..WORDS {
            let Some(handed) = self.pending[t][word] else { continue };
            join(&mut self.clock[t], &handed.near[t / LANES]);
            if scope == Scope::Device {
                join(&mut self.clock[t], &handed.wide);
                self.pending[t][word] = None;
            }
        }
        self.fences[t][0] = Some(self.clock[t]);
        if scope == Scope::Device {
            self.fences[t][1] = Some(self.clock[t]);
        }
    }

    fn access(&mut self, t: usize, word: usize, writes: bool, strong: bool, atomic: bool) {
        self.clock[t][t] += 1;
        let e = Event { thread: t, time: self.clock[t][t], word, writes, strong };
        let races = self.unordered(&e).next().is_some();
        self.racy[word] |= races;
        self.events.push(e);
        if strong && (!writes || atomic) && self.words[word].is_some() {
            self.pending[t][word] = self.words[word];
        }
        if writes {
            let released = self.fences[t][0].filter(|_| strong).map(|near| {
                let mut handed =
                    Handed { wide: self.fences[t][1].unwrap_or_default(), ..Handed::default() };
                handed.near[t / LANES] = near;
                handed
            });
            self.words[word] = match (self.words[word].filter(|_| atomic), released) {
                (Some(mut old), Some(new)) => {
                    join(&mut old.wide, &new.wide);
                    (0..2).for_each(|b| join(&mut old.near[b], &new.near[b]));
                    Some(old)
                }
                (old, new) => old.or(new),
            };
        }
    }

    /// Older accesses that race with one.
    fn unordered<'a>(&'a self, e: &'a Event) -> impl Iterator<Item = &'a Event> {
        self.events.iter().filter(move |o| {
            o.thread != e.thread
                && o.word == e.word
                && (o.writes || e.writes)
                && !(o.strong && e.strong)
                && o.time > self.clock[e.thread][o.thread]
        })
    }
}

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }
}

/// One random course of events; the words that the oracle and the detector blame.
fn course(seed: u64, steps: usize) -> ([bool; WORDS], [bool; WORDS]) {
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut oracle, mut detector) = (Oracle::default(), Detector::default());
    let slots = [detector.begin(0, 1), detector.begin(1, 1)];
    for step in 0..steps {
        let block = rng.below(2);
        let lane = rng.below(LANES);
        let (t, slot) = (block * LANES + lane, slots[block]);
        let threads = |mask: u32| -> Vec<usize> {
            (0..LANES).filter(|l| mask >> l & 1 == 1).map(|l| block * LANES + l).collect()
        };
        match rng.below(10) {
            0 => {
                oracle.meet(&threads(0xf));
                detector.barrier(slot, 0, &[(0, 0xf)], true);
            }
            1 => {
                let mask = 1 + rng.below(15) as u32;
                oracle.meet(&threads(mask));
                detector.warp_sync(slot, 0, mask, mask);
            }
            2 => {
                let mask = 1 + rng.below(15) as u32;
                oracle.meet(&threads(mask));
                detector.barrier(slot, 1, &[(0, mask)], false);
            }
            3 | 4 => {
                let scope = if rng.below(3) == 0 { Scope::Block } else { Scope::Device };
                oracle.fence(t, scope);
                detector.fence(slot, 0, 1 << lane, scope, Order::BOTH);
            }
            kind => {
                let word = rng.below(WORDS);
                // The first word is mostly strong, as flags are.
                let strong = rng.below(8) < [7, 1, 0][word];
                let atomic = strong && kind >= 8;
                let writes = atomic || kind >= 7;
                oracle.access(t, word, writes, strong, atomic);
                let how =
                    Strength { scope: strong.then_some(Scope::Device), order: Order::default() };
                let access = Access {
                    space: Space::Global(0),
                    offsets: &[word * 4; 32],
                    mask: 1 << lane,
                    bytes: 4,
                    warp: 0,
                    pc: step as u32,
                };
                if atomic {
                    detector.atomic(slot, access, how, !0);
                } else if writes {
                    detector.store(slot, access, how, &Differ);
                } else {
                    detector.load(slot, access, how);
                }
            }
        }
    }
    let mut found = [false; WORDS];
    detector.pairs().iter().for_each(|p| found[p.sample.offset / 4] = true);
    (oracle.racy, found)
}

#[test]
fn the_detector_blames_what_the_oracle_blames() {
    let (mut racy, mut clean, mut missed) = (0, 0, 0);
    for seed in 1..40_000 {
        let (wanted, found) = course(seed, 6 + seed as usize % 30);
        for word in 0..WORDS {
            assert!(wanted[word] || !found[word], "seed {seed}: word {word} has no race");
            racy += usize::from(wanted[word]);
            clean += usize::from(!wanted[word]);
            missed += usize::from(wanted[word] && !found[word]);
        }
    }
    assert!(racy > 10_000 && clean > 10_000, "{racy} with a race, {clean} without");
    assert_eq!(missed, 0, "of {racy}");
}

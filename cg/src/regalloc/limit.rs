//! How many registers a thread is to get along with, and how many units of [pressure](super::pressure) that is.
//!
//! Idea: `--maxrregcount` and launch bounds ask for a limit. Where nobody does, one pays that lets more warps be resident: the next step of occupancy
//! below what the function is thought to take.
//! Source: what launch bounds leave a thread ([`registers_within`]) and what ptxas takes ([`optx_wopt::analysis::pressure::estimate`]) are the optimizer's,
//! too.

use crate::lir::{Directive, Function};
use crate::target::Target;
use optx_wopt::analysis::pressure::{MOST, registers_within, units_of, units_within};

/// With as many registers a thread as this, all threads that a multiprocessor may hold are there: fewer gain nothing.
const ENOUGH: u32 = 32;
/// From this architecture on ptxas takes so many at least, whatever it is told (13.5, tried).
const FIRST_OF_LEAST: u32 = 80;
const LEAST: u32 = 24;

/// A cap that ptxas does not keep to, since it is too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowCap {
    /// What was asked for.
    pub asked: u32,
    /// What ptxas takes.
    pub least: u32,
    /// About the smallest cap that is enough for all kernels, a multiple of 8; none where nobody measured one.
    pub enough: Option<u32>,
}

impl LowCap {
    /// Of a cap that a target's ptxas raises.
    pub fn of(target: Target, asked: u32) -> Option<LowCap> {
        let is_low = target.arch >= FIRST_OF_LEAST && asked < LEAST;
        is_low.then_some(LowCap { asked, least: LEAST, enough: None })
    }

    /// A kernel takes about so many.
    pub fn meet(&mut self, registers: u32) {
        let cap = registers.max(self.least).next_multiple_of(8).min(MOST);
        self.enough = self.enough.max(Some(cap));
    }
}

/// A limit of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Registers a thread.
    pub registers: u32,
    /// The user asked for it.
    pub is_asked: bool,
}

impl Limit {
    /// What a function is asked to keep to; none where nobody asks.
    pub fn asked(f: &Function) -> Option<Limit> {
        let (mut cap, mut threads, mut blocks) = (MOST, None, 1);
        for directive in &f.directives {
            match *directive {
                Directive::MaxRegisters(count) => cap = cap.min(count),
                Directive::BlockDim(extents) => threads = Some(extents.iter().product()),
                Directive::MaxThreads(count) => threads = Some(count),
                Directive::MinBlocks(count) => blocks = count,
            }
        }
        if let Some(threads) = threads {
            cap = cap.min(registers_within(threads, blocks));
        }
        (cap < MOST).then_some(Limit { registers: cap, is_asked: true })
    }

    /// The next step of occupancy below an estimate; none where all threads are there already.
    pub fn below(estimate: u32) -> Option<Limit> {
        let step = (ENOUGH / 8..=MOST / 8).rev().map(|k| 8 * k).find(|&step| step < estimate)?;
        Some(Limit { registers: step, is_asked: false })
    }

    /// The units that may live for ptxas to take no more.
    pub fn units(self) -> u32 {
        if self.is_asked { units_within(self.registers) } else { units_of(self.registers) }
    }
}

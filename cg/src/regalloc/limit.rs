//! How many registers a thread is to get along with, and how many units of [pressure](super::pressure) that is.
//!
//! Idea: `--maxrregcount` and launch bounds ask for a limit. Where nobody does, one pays that lets more warps be resident: the next step of occupancy
//! below what the function is thought to take.
//! Source: what launch bounds leave a thread ([`Multiprocessor`]) and what ptxas takes ([`optx_wopt::analysis::pressure::estimate`]) are the optimizer's,
//! too.

use crate::lir::{Directive, Function};
use crate::target::Target;
use optx_whirl::Multiprocessor;
use optx_wopt::analysis::pressure::{units_of, units_within};

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
        let least = Multiprocessor::of(target.arch).least;
        (asked < least).then_some(LowCap { asked, least, enough: None })
    }

    /// A kernel takes about so many.
    pub fn meet(&mut self, registers: u32) {
        let cap = registers.max(self.least).next_multiple_of(8).min(Multiprocessor::MOST);
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
    /// What a function is asked to keep to on an architecture; none where nobody asks. What ptxas raises it takes as it raises it.
    pub fn asked(f: &Function, of: Multiprocessor) -> Option<Limit> {
        let (mut cap, mut blocks) = (Multiprocessor::MOST, 1);
        for directive in &f.directives {
            match *directive {
                Directive::MaxRegisters(count) => cap = cap.min(count.max(of.least)),
                Directive::MinBlocks(count) => blocks = count,
                Directive::BlockDim(_) | Directive::MaxThreads(_) => {}
            }
        }
        if let Some(threads) = f.most_threads() {
            cap = cap.min(of.registers(threads, blocks));
        }
        (cap < Multiprocessor::MOST).then_some(Limit { registers: cap, is_asked: true })
    }

    /// The next step of occupancy below an estimate: with so few registers more warps are held, of blocks as large as the function says; none where no more are.
    pub fn below(f: &Function, of: Multiprocessor, estimate: u32) -> Option<Limit> {
        let block = f.most_threads().map(|threads| threads.div_ceil(32));
        let held = of.resident(estimate, block);
        let mut steps = (of.least / 8..=Multiprocessor::MOST / 8).rev().map(|k| 8 * k);
        let step = steps.find(|&step| step < estimate && of.resident(step, block) > held)?;
        Some(Limit { registers: step, is_asked: false })
    }

    /// The units that may live for ptxas to take no more.
    pub fn units(self) -> u32 {
        if self.is_asked { units_within(self.registers) } else { units_of(self.registers) }
    }
}

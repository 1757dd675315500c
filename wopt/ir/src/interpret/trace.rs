//! What a run did that others can see, and when one trace refines another.

use super::value::{is_nan, is_vague};
use crate::coderep::Space;
use optx_whirl::{AtomicScope, Intrinsic, Mtype};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteAddress {
    /// The space that it lies in; never the generic one.
    pub space: Space,
    /// Its address there.
    pub address: u64,
}

/// What a byte holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// This.
    Exact(u8),
    /// Part of a NaN that arithmetic gave: which NaN is no matter.
    OfNan(u8),
    /// Anything.
    Poison,
}

/// Bytes that are not as the environment has them.
pub type Snapshot = BTreeMap<ByteAddress, Byte>;

/// An operand or result that others see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datum {
    /// Its register type.
    pub mtype: Mtype,
    /// Its bits; None where they are poison, so that any would do.
    pub bits: Option<u64>,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A volatile load.
    VolatileLoad,
    /// A volatile store.
    VolatileStore,
    /// An intrinsic with an effect, or a convergent one.
    Intrinsic(Intrinsic, AtomicScope),
    /// Inline PTX number so that has an effect.
    Asm(u32),
    /// A call of function number so.
    Call(u32),
}

/// Something that others see, in its order.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What it is.
    pub what: What,
    /// The place in memory and the type of the access, of what has one.
    pub access: Option<(ByteAddress, Mtype)>,
    /// Its operands, addresses of accesses left out.
    pub operands: Vec<Datum>,
    /// Of what orders memory accesses: all that this thread has written by then and others can see.
    pub memory: Option<Snapshot>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The function returned.
    Returned {
        /// The parts of its result.
        result: Vec<Datum>,
        /// What it wrote that others can see.
        memory: Snapshot,
    },
    /// The thread was stopped by `__trap()`.
    Trapped,
    /// The steps were used up.
    OutOfSteps,
    /// The program has no meaning from here on; the text says why.
    Undefined(String),
}

/// What a run did.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// What others saw, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: End,
    /// Statements and terminators executed.
    pub steps: u64,
}

impl fmt::Display for ByteAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:#x}", self.space.name(), self.address)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            What::VolatileLoad => f.write_str("volatile load")?,
            What::VolatileStore => f.write_str("volatile store")?,
            What::Intrinsic(intrinsic, _) => f.write_str(intrinsic.name())?,
            What::Asm(k) => write!(f, "inline PTX {k}")?,
            What::Call(k) => write!(f, "call {k}")?,
        }
        if let Some((place, mtype)) = self.access {
            write!(f, " {mtype} at {place}")?;
        }
        for (k, datum) in self.operands.iter().enumerate() {
            write!(f, "{} {datum}", if k == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

/// A line an event, with the memory that it shows below it; then how it ended.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for event in &self.events {
            writeln!(f, "{event}")?;
            show(f, event.memory.as_ref())?;
        }
        match &self.end {
            End::Returned { result, memory } => {
                f.write_str("returned")?;
                for (k, datum) in result.iter().enumerate() {
                    write!(f, "{} {datum}", if k == 0 { ":" } else { "," })?;
                }
                writeln!(f)?;
                show(f, Some(memory))
            }
            End::Trapped => writeln!(f, "trapped"),
            End::OutOfSteps => writeln!(f, "out of steps"),
            End::Undefined(why) => writeln!(f, "undefined: {why}"),
        }
    }
}

/// A line for each aligned word that has such bytes; `--` for those of it that it has not.
fn show(f: &mut fmt::Formatter<'_>, memory: Option<&Snapshot>) -> fmt::Result {
    let Some(memory) = memory else { return Ok(()) };
    let words: BTreeSet<ByteAddress> =
        memory.keys().map(|place| ByteAddress { address: place.address & !3, ..*place }).collect();
    for word in words {
        write!(f, "  {word}:")?;
        for k in 0..4 {
            match memory.get(&ByteAddress { address: word.address + k, ..word }) {
                Some(Byte::Exact(byte)) => write!(f, " {byte:02x}")?,
                Some(Byte::OfNan(_)) => f.write_str(" nan")?,
                Some(Byte::Poison) => f.write_str(" any")?,
                None => f.write_str(" --")?,
            }
        }
        writeln!(f)?;
    }
    Ok(())
}

/// Checks that a function that did `after` may stand for one that did `before`, both run on one input; else says where
/// they part.
///
/// Where `before` is undefined, anything may stand for it. Poison may become any value, a NaN that
/// arithmetic gave any NaN.
/// A run that used up its steps says nothing beyond the events that it came to; but where `before` ended, `after`
/// has to.
pub fn refines(before: &Trace, after: &Trace) -> Result<(), String> {
    if let End::Undefined(_) = before.end {
        return Ok(());
    }
    for (k, (b, a)) in before.events.iter().zip(&after.events).enumerate() {
        event(b, a).map_err(|wrong| format!("event {k}: {wrong}"))?;
    }
    let (wanted, got) = (before.events.len(), after.events.len());
    if let End::Undefined(why) = &after.end
        && (before.end != End::OutOfSteps || got < wanted)
    {
        return Err(format!("it becomes undefined after {got} events: {why}"));
    }
    let ended = |trace: &Trace| trace.end != End::OutOfSteps;
    if (ended(before) && got > wanted) || (ended(after) && got < wanted) {
        let missing = before.events.get(got).or(after.events.get(wanted)).map(|e| e.what);
        return Err(format!(
            "{wanted} events became {got}; the first that only one has: {missing:?}"
        ));
    }
    match (&before.end, &after.end) {
        (End::OutOfSteps, _) => Ok(()),
        (_, End::OutOfSteps) => Err("it ends no more".to_owned()),
        (
            End::Returned { result, memory },
            End::Returned { result: new_result, memory: new_memory },
        ) => {
            data(result, new_result).map_err(|wrong| format!("the result: {wrong}"))?;
            bytes(memory, new_memory).map_err(|wrong| format!("memory at the end: {wrong}"))
        }
        (b, a) if b == a => Ok(()),
        (b, a) => Err(format!("the end {b:?} became {a:?}")),
    }
}

fn event(before: &Event, after: &Event) -> Result<(), String> {
    if (before.what, before.access) != (after.what, after.access) {
        let text = |e: &Event| match e.access {
            Some((place, mtype)) => format!("{:?} of {mtype} at {place}", e.what),
            None => format!("{:?}", e.what),
        };
        return Err(format!("{} became {}", text(before), text(after)));
    }
    let what = |wrong: String| format!("{:?}: {wrong}", before.what);
    data(&before.operands, &after.operands).map_err(what)?;
    match (&before.memory, &after.memory) {
        (Some(b), Some(a)) => bytes(b, a).map_err(|wrong| what(format!("memory there: {wrong}"))),
        _ => Ok(()),
    }
}

fn data(before: &[Datum], after: &[Datum]) -> Result<(), String> {
    if before.len() != after.len() {
        return Err(format!("{} values became {}", before.len(), after.len()));
    }
    for (k, (b, a)) in before.iter().zip(after).enumerate() {
        let is = |d: &Datum, test: fn(Mtype, u64) -> bool| d.bits.is_some_and(|b| test(d.mtype, b));
        let fits = b.bits.is_none() || b.bits == a.bits || (is(b, is_vague) && is(a, is_nan));
        if !fits || !b.mtype.interchangeable(a.mtype) {
            return Err(format!("value {k}: {b} became {a}"));
        }
    }
    Ok(())
}

fn bytes(before: &Snapshot, after: &Snapshot) -> Result<(), String> {
    for (place, byte) in before {
        let fits = match (byte, after.get(place)) {
            // Which bytes make another NaN is not looked into.
            (Byte::Poison | Byte::OfNan(_), _) => true,
            (Byte::Exact(b), Some(Byte::Exact(a))) => a == b,
            (Byte::Exact(_), Some(Byte::Poison | Byte::OfNan(_)) | None) => false,
        };
        if !fits {
            return Err(format!("{place}: {byte:?} became {:?}", after.get(place)));
        }
    }
    // Local memory that nobody wrote is poison, so writing more of it is fine.
    let more = |place: &&ByteAddress| place.space != Space::Local && !before.contains_key(place);
    match after.keys().find(more) {
        Some(place) => Err(format!("{place} was not written and became {:?}", after[place])),
        None => Ok(()),
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mtype, self.bits) {
            (_, None) => write!(f, "poison of {}", self.mtype),
            (Mtype::F4, Some(bits)) => write!(f, "{:e} of F4", f32::from_bits(bits as u32)),
            (Mtype::F8, Some(bits)) => write!(f, "{:e} of F8", f64::from_bits(bits)),
            (_, Some(bits)) => write!(f, "{bits:#x} of {}", self.mtype),
        }
    }
}

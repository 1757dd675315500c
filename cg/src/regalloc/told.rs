//! What is told of a function's registers: about how many it takes, and what holds them where most are held.
//!
//! Idea: at the fullest place of exact [pressure](super::pressure) what lives is grouped by what it is in the words of the source ([`super::words`]); what ptxas
//! makes of so many units is estimated, and held against what somebody asks for ([`Limit`]).
//! Source: the remark `kernel-resource-usage` of LLVM's AMDGPU target, which tells numbers alone.
//! Legality: nothing is changed.
//! Cost: pressure once, and the words of what lives at one place; nothing where nobody asks.

use super::limit::Limit;
use super::pressure::{Peak, Pressure, of_call};
use super::words::{Held, Words};
use crate::lir::{Directive, Function, Loc, Reg};
use optx_whirl::fixed_hash::Map;
use optx_whirl::{Multiprocessor, RemarkKind, Remarks};
use optx_wopt::analysis::pressure::estimate;
use std::cmp::Reverse;

/// So many things are told that live at a place.
const MOST: usize = 8;

/// The remarks that there are.
pub const KINDS: [RemarkKind; 2] = [RemarkKind::Analysis, RemarkKind::Missed];

/// How full the registers of a function get.
pub struct Fullness {
    on: Multiprocessor,
    pressure: Pressure,
    /// Where they are fullest.
    pub peak: Peak,
    /// About how many ptxas takes.
    pub registers: u32,
}

impl Fullness {
    /// Of a function; none where there is no instruction.
    pub fn of(f: &Function, on: Multiprocessor) -> Option<Fullness> {
        let mut pressure = Pressure::of(f);
        let peak = pressure.peak(f)?;
        let registers = estimate(peak.units);
        Some(Fullness { on, pressure, peak, registers })
    }

    /// Tells who asks.
    pub fn tell(&self, f: &Function, words: &Words<'_>, function: &str, remarks: &mut Remarks) {
        let loc = self.place(f, words);
        let registers = self.registers;
        remarks.tell(RemarkKind::Analysis, loc, || {
            let filled = self.filled(f, words);
            format!("`{function}` takes about {registers} registers; {filled}")
        });
        let missed = Limit::asked(f, self.on).filter(|limit| limit.registers < registers);
        if let Some(limit) = missed {
            remarks.tell(RemarkKind::Missed, loc, || {
                let (asked, filled) = (who_asks(f, limit), self.filled(f, words));
                let over = registers - limit.registers;
                format!(
                    "`{function}` takes about {registers} registers, about {over} more than the {} {asked}; {filled}",
                    limit.registers
                )
            });
        }
    }

    /// The place in the source of the fullest place, or of what has one next to it in its block.
    fn place(&self, f: &Function, words: &Words<'_>) -> Loc {
        let at = self.peak.place;
        let (before, behind) = f.insts(at.block).split_at(at.index + 1);
        let mut nearest = before.iter().rev().chain(behind);
        let found = nearest.find_map(|inst| Some(words.place(inst)).filter(|loc| !loc.is_none()));
        found.unwrap_or(Loc::NONE)
    }

    /// What lives at the fullest place: most units first.
    fn filled(&self, f: &Function, words: &Words<'_>) -> String {
        let mut groups: Map<Held, Group> = Map::default();
        // What a call gives does not live across it.
        let call = of_call(f.inst_at(self.peak.place));
        let given = |reg: &Reg| call > 0 && f.defs(f.inst_at(self.peak.place)).any(|r| r == *reg);
        let living = self.pressure.live_at(f, self.peak.place);
        for reg in living.into_iter().filter(|reg| !given(reg)) {
            let group = groups.entry(words.held(reg)).or_default();
            group.values += 1;
            group.units += self.pressure.weights().get(f, reg);
        }
        let text = |(held, group): (Held, Group)| (group.units, held.text(group.values == 1));
        let mut groups: Vec<(u32, String)> = groups.into_iter().map(text).collect();
        groups.sort_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
        let units = self.peak.units - call;
        if groups.is_empty() {
            return match call {
                0 => "none lives anywhere".to_owned(),
                _ => format!("a call takes about {call}, and nothing lives across it"),
            };
        }
        let told = groups.iter().take(MOST).map(|(units, text)| format!("{text} ({units})"));
        let mut told: Vec<String> = told.collect();
        let more: u32 = groups.iter().skip(MOST).map(|(units, _)| units).sum();
        if more > 0 {
            told.push(format!("and {more} more"));
        }
        let place = match call {
            0 => "here".to_owned(),
            _ => format!("across this call, which takes about {call} more"),
        };
        format!("{units} live {place}: {}", told.join(", "))
    }
}

/// What lives at a place and is told as one.
#[derive(Clone, Copy, Default)]
struct Group {
    values: u32,
    units: u32,
}

/// In whose words a limit is asked for.
fn who_asks(f: &Function, limit: Limit) -> &'static str {
    let is_cap = |d: &Directive| matches!(d, Directive::MaxRegisters(n) if *n <= limit.registers);
    let has_shape = f.directives.iter().any(|d| matches!(d, Directive::BlockDim(_)));
    match (f.directives.iter().any(is_cap), has_shape) {
        (true, _) => "that --maxrregcount asks for",
        (false, true) => "that blocks of this shape leave",
        (false, false) => "that the launch bounds leave",
    }
}

/// Tells each once; of values of which the same is told, how many they are: a remark that stands twice is shown once.
pub(super) fn tell_each(kind: RemarkKind, told: Vec<Told>, remarks: &mut Remarks) {
    let mut counts: Map<(Loc, &str), usize> = Map::default();
    for told in &told {
        *counts.entry((told.loc, &told.message)).or_default() += 1;
    }
    for told in &told {
        let Some(count) = counts.remove(&(told.loc, &*told.message)) else { continue };
        let many = if count > 1 { format!("; so are {count} values") } else { String::new() };
        remarks.tell(kind, told.loc, || format!("{}{many}", told.message));
    }
}

/// A remark that is told where the pass keeps what it did.
pub(super) struct Told {
    /// Where.
    pub(super) loc: Loc,
    /// What.
    pub(super) message: String,
}

//! The approximate instructions on a device, against what is documented of them.
//!
//! Idea: a kernel that optx compiles (`approximations.cu`) runs an instruction on its operands, all 2^32 of them where that is asked
//! for, and compares with doubles there and then; each thread gives back its worst. So nothing is copied, and a GPU takes
//! seconds where the host would take minutes. A claim at a time is judged: a bound, where it holds, who says so.

use std::time::Instant;

use optx_launch::device::{Device, DeviceError, Launching};
use serde::{Deserialize, Serialize};

use crate::claims::{By, Claim, INSTRUCTIONS, Instruction, Operands};
use crate::outcome::{Outcome, finite};

/// Threads of a block.
const BLOCK: u32 = 128;
/// Blocks of a launch at most: enough to fill any GPU.
const BLOCKS: u64 = 1024;
/// Operands of a launch, so that none takes long.
const PART: u64 = 1 << 28;
/// Words of 64 bits that a thread writes: `Found` of the kernel.
const WORDS: usize = 9;
/// What a reference's own rounding may add to an error, as a part of the bound.
const SLACK: f64 = 1e-8;

/// How much is looked at.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is compiled for, as in `sm_90`.
    pub target: String,
    /// Every so manieth operand; 1 is all of them. Of half precision all are taken.
    pub step: u64,
    /// Nothing begins after this.
    pub deadline: Option<Instant>,
}

/// What came of a claim.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The instruction.
    pub instruction: String,
    /// For which operands the claim is made.
    pub range: String,
    /// What the error is of: relative, absolute, ulp or numbers from the rounded one.
    pub measure: String,
    /// Who makes the claim.
    pub by: String,
    /// The largest error that it allows.
    pub bound: f64,
    /// The largest that was measured where it did not hold, and where that was.
    #[serde(default)]
    pub before: Option<(f64, String)>,
    /// How many operands were measured.
    pub inputs: u64,
    /// The largest error found; the largest double where it has no limit.
    pub worst: f64,
    /// Its logarithm to base 2, where it is one.
    pub worst_log2: Option<f64>,
    /// The operands with the largest error, and the result.
    pub at: String,
    /// Whether the bound holds.
    pub holds: bool,
    /// Special operands, and results with other than zeros in the low words of doubles, that are not as documented.
    pub wrong: u64,
    /// One of them.
    pub first_wrong: Option<String>,
    /// In a word.
    pub outcome: Outcome,
    /// What there is to say.
    pub message: String,
    /// Of running.
    pub milliseconds: f64,
}

/// The kernel's text for an instruction.
pub fn source(instruction: &Instruction) -> String {
    let operands = match instruction.operands {
        Operands::F32 => "F32",
        Operands::Pair => "PAIR",
        Operands::High => "HIGH",
        Operands::F16 => "F16",
        Operands::Bf16 => "BF16",
    };
    let claims: String = instruction
        .claims
        .iter()
        .enumerate()
        .map(|(k, c)| format!(" C({k}, ({}), {})", c.within, c.limit.function()))
        .collect();
    format!(
        "#define {operands}\n#define INSTRUCTION \"{}\"\n#define FLUSHES {}\n#define EXACT ({})\n#define SPECIAL {}\n\
         #define CLAIMS(C){claims}\n{}",
        instruction.name,
        u8::from(instruction.flushes()),
        instruction.exact,
        instruction.special,
        include_str!("approximations.cu")
    )
}

/// Its PTX for a target.
pub fn compile(instruction: &Instruction, target: &str) -> Result<String, String> {
    let words = [format!("-arch={target}"), "-O3".into()];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (options, _) = optx::Options::parse_args(&words).map_err(|e| e.to_string())?;
    match optx::compile(&source(instruction), &options) {
        Ok(ptx) => Ok(ptx.text().to_owned()),
        Err(diagnostics) => Err(format!("{}: {diagnostics}", instruction.name)),
    }
}

/// What one or all threads found.
#[derive(Clone, Copy, Default)]
struct Found {
    error: Option<f64>,
    /// Operands and result.
    at: [u64; 3],
    measured: u64,
    wrong: u64,
    wrong_at: [u64; 3],
}

impl Found {
    fn read(bytes: &[u8]) -> Found {
        let word = |k: usize| {
            let mut all = [0; 8];
            all.copy_from_slice(&bytes[8 * k..8 * k + 8]);
            u64::from_le_bytes(all)
        };
        let error = f64::from_bits(word(0));
        Found {
            error: (error >= 0.0).then_some(error),
            at: [word(1), word(2), word(3)],
            measured: word(4),
            wrong: word(5),
            wrong_at: [word(6), word(7), word(8)],
        }
    }

    fn join(self, other: Found) -> Found {
        let worse = other.error.is_some_and(|e| self.error.is_none_or(|mine| e > mine));
        let (error, at) = if worse { (other.error, other.at) } else { (self.error, self.at) };
        let wrong_at = if self.wrong > 0 { self.wrong_at } else { other.wrong_at };
        let (measured, wrong) = (self.measured + other.measured, self.wrong + other.wrong);
        Found { error, at, measured, wrong, wrong_at }
    }
}

/// A number as its bits and value.
fn shown(operands: Operands, bits: u64) -> String {
    match operands {
        Operands::F32 | Operands::Pair => format!("{:e} ({bits:#x})", f32::from_bits(bits as u32)),
        Operands::High => format!("{:e} ({bits:#x})", f64::from_bits(bits)),
        Operands::F16 => format!("{bits:#x}"),
        Operands::Bf16 => {
            format!("{:e} ({bits:#x})", f32::from_bits((bits as u32) << 16))
        }
    }
}

fn place(operands: Operands, [x, y, result]: [u64; 3]) -> String {
    let second = match operands {
        Operands::Pair => format!(", {}", shown(operands, y)),
        _ => String::new(),
    };
    format!("{}{second} gives {}", shown(operands, x), shown(operands, result))
}

/// What all threads found for a claim; the PTX is loaded.
fn look(
    device: &mut dyn Device,
    instruction: &Instruction,
    claim: usize,
    step: u64,
) -> Result<Found, DeviceError> {
    let step = if instruction.all() < 1 << 32 { 1 } else { step.max(1) };
    let count = instruction.all().div_ceil(step);
    // The chosen operands come after them, all pairs of them where there are two.
    let all = count + if instruction.operands == Operands::Pair { 1 << 10 } else { 1 << 5 };
    let blocks = all.div_ceil(u64::from(BLOCK) * 4).clamp(1, BLOCKS) as u32;
    let bytes = (blocks * BLOCK) as usize * WORDS * 8;
    let out = device.alloc(bytes, "found")?;
    let mut found = Found::default();
    let ran = (0..all).step_by(PART as usize).try_for_each(|first| {
        let words = [out, first, (first + PART).min(all), step, count];
        let mut args: Vec<Vec<u8>> = words.iter().map(|w| w.to_le_bytes().to_vec()).collect();
        args.push((claim as u32).to_le_bytes().to_vec());
        device.launch(&Launching {
            kernel: "measure",
            grid: [blocks, 1, 1],
            block: [BLOCK, 1, 1],
            shared: 0,
            cooperative: false,
            args: &args,
        })?;
        device.intact(out)?;
        let read = device.read(out, bytes)?;
        found = read.chunks_exact(WORDS * 8).map(Found::read).fold(found, Found::join);
        Ok(())
    });
    // After a fault there is nothing left to free.
    let freed = device.free(out);
    ran.and(freed).map(|()| found)
}

/// A claim of which nothing is known yet.
fn blank(instruction: &Instruction, claim: &Claim, outcome: Outcome, message: String) -> Row {
    Row {
        instruction: instruction.name.to_owned(),
        range: claim.range.to_owned(),
        measure: claim.limit.words().to_owned(),
        by: claim.by.words().to_owned(),
        bound: claim.limit.bound(),
        before: claim.before.map(|before| (before.bound, before.on.to_owned())),
        inputs: 0,
        worst: 0.0,
        worst_log2: None,
        at: String::new(),
        holds: false,
        wrong: 0,
        first_wrong: None,
        outcome,
        message,
        milliseconds: 0.0,
    }
}

/// Why nothing runs behind an instruction's claim.
fn stopped(row: &Row) -> String {
    format!("`{}` {}", row.instruction, row.outcome.why_last())
}

fn whose(by: By) -> &'static str {
    match by {
        By::Manual => "manual's",
        By::Guide => "guide's",
        By::Assumed => "assumed",
    }
}

fn row(instruction: &Instruction, claim: &Claim, found: Found) -> Row {
    let Some(worst) = found.error else {
        return blank(instruction, claim, Outcome::Skipped, "no operand is in the range".into());
    };
    let operands = instruction.operands;
    let holds = worst <= claim.limit.bound() * (1.0 + SLACK);
    let first_wrong = (found.wrong > 0).then(|| place(operands, found.wrong_at));
    let (outcome, message) = match &first_wrong {
        _ if !holds && !claim.was_measured(worst) => {
            (Outcome::Beyond, "the error is larger than the bound".to_owned())
        }
        Some(wrong) => (Outcome::Differs, format!("not as documented: {wrong}")),
        None if !holds => (Outcome::Passed, format!("the {} bound does not hold", whose(claim.by))),
        None => (Outcome::Passed, String::new()),
    };
    Row {
        inputs: found.measured,
        worst: finite(worst),
        worst_log2: (worst > 0.0).then(|| finite(worst.log2())),
        at: place(operands, found.at),
        holds,
        wrong: found.wrong,
        first_wrong,
        ..blank(instruction, claim, outcome, message)
    }
}

/// Judges the claims about an instruction on a device. A claim whose run faults has a row with the message.
pub fn judge(instruction: &Instruction, device: &mut dyn Device, plan: &Plan) -> Vec<Row> {
    let all = |outcome: Outcome, message: String| -> Vec<Row> {
        let claims = instruction.claims.iter();
        claims.map(|c| blank(instruction, c, outcome, message.clone())).collect()
    };
    let digits = plan.target.trim_start_matches("sm_").trim_end_matches(char::is_alphabetic);
    if digits.parse().is_ok_and(|n: u32| n < instruction.least) {
        return all(Outcome::Skipped, format!("it is there from sm_{} on", instruction.least));
    }
    let ptx = match compile(instruction, &plan.target) {
        Ok(ptx) => ptx,
        Err(message) => return all(Outcome::Refused, message),
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut loaded = false;
    for (k, claim) in instruction.claims.iter().enumerate() {
        if let Some(row) = rows.iter().find(|row| row.outcome.is_last()) {
            rows.push(blank(instruction, claim, Outcome::Skipped, stopped(row)));
            continue;
        }
        let begin = Instant::now();
        let ready = if loaded { Ok(()) } else { device.load(&ptx).map(|_| ()) };
        let found = ready.and_then(|()| look(device, instruction, k, plan.step));
        loaded = found.is_ok();
        let mut row = match found {
            Ok(found) => row(instruction, claim, found),
            Err(e) => blank(instruction, claim, Outcome::of(&e), e.to_string()),
        };
        row.milliseconds = begin.elapsed().as_secs_f64() * 1e3;
        rows.push(row);
    }
    rows
}

/// Judges all instructions. What did not begin in time, or comes after a kernel without an end or one that
/// went wrong, is [`Outcome::Skipped`].
pub fn judge_all(device: &mut dyn Device, plan: &Plan, progress: &mut dyn FnMut(&Row)) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for instruction in INSTRUCTIONS {
        let late = plan.deadline.is_some_and(|end| Instant::now() >= end);
        let stopped = match rows.iter().find(|r| r.outcome.is_last()) {
            Some(last) => Some(stopped(last)),
            None => late.then(|| "it did not begin in time".to_owned()),
        };
        let found = match stopped {
            None => judge(instruction, device, plan),
            Some(why) => {
                let claims = instruction.claims.iter();
                claims.map(|c| blank(instruction, c, Outcome::Skipped, why.clone())).collect()
            }
        };
        found.iter().for_each(&mut *progress);
        rows.extend(found);
    }
    rows
}

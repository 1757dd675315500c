//! Which proof a row gets, and what came of it.
//!
//! * A row without multiplication and division: the solver, at the machine's widths.
//! * A row that multiplies or divides: all operands at 8 bits (of more than three letters at the widest width that is within the
//!   bound), the solver at 16, random operands at 64, and the reason in words that stands in the table.
//! * A row of floats: the solver, in single precision with subnormals kept and flushed, and in double.
//!
//! Rows of the first kind are run through all operands at a small width as well.

use crate::claim::{Claim, Tree, Width, claims};
use crate::operands::{self, Tried};
use crate::solver::{Answer, ask};
use optx_ir::simplify::Row;
use optx_judge::ToolError;
use optx_whirl::Operator;
use serde::Serialize;

/// What kind of proof a row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The solver, at 4 and 8 bytes.
    Solver,
    /// All operands of 8 bits, the solver at 16, random operands of 64 bits, and a reason in words.
    Multiplies,
    /// The solver on floats.
    Floats,
    /// The solver did not end for some claim: what did, and a reason in words.
    Written,
}

/// How much work a proof may be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Seconds of the solver for one claim; 0 leaves it out.
    pub seconds: u32,
    /// Operands that a claim is run through.
    pub operands: u64,
    /// Random operands of 64 bits for a row that multiplies or divides.
    pub random: u64,
}

/// What came of a row.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The row's name.
    pub name: String,
    /// The kind of proof.
    pub method: Method,
    /// How many claims the solver proved.
    pub proved: usize,
    /// How many claims it did not decide.
    pub undecided: Vec<String>,
    /// The width in bits at which all operands were tried, and how many of them meant something.
    pub exhausted: Option<(u32, u64)>,
    /// How many random operands of 64 bits meant something.
    pub random: u64,
    /// What refutes the row.
    pub refuted: Option<String>,
    /// The reason in words.
    pub reason: String,
}

impl Outcome {
    /// True where nothing is open.
    pub fn stands(&self) -> bool {
        self.refuted.is_none() && (self.undecided.is_empty() || !self.reason.is_empty())
    }
}

/// True for rows that multiply or divide.
pub fn multiplies(claim: &Claim) -> bool {
    let mut found = false;
    for tree in [&claim.left, &claim.right].into_iter().chain(&claim.when) {
        tree.walk(&mut |t| {
            use Operator::{Div, Highmpy, Mpy, Rem};
            found |= matches!(t, Tree::Op(Mpy | Div | Rem | Highmpy, ..));
        });
    }
    found
}

/// The claims of a row at the widest small width at which all operands are within the bound; None for floats.
pub fn small_claims(row: &Row, most: u64) -> Option<(u32, Vec<Claim>)> {
    (2..=8).rev().find_map(|bits| {
        let found = claims(row, Width::Small(bits));
        if found.iter().any(operands::has_floats) {
            return None;
        }
        // A byte holds a predicate's number, so that it needs two bits where it is signed.
        let within = found.iter().all(|c| operands::count(c) <= u128::from(most));
        within.then_some((bits, found))
    })
}

/// The claims at the machine's widths, each once.
pub fn machine_claims(row: &Row) -> Vec<Claim> {
    let mut found = claims(row, Width::Machine(4));
    if row.scope != optx_ir::simplify::Scope::Words {
        for claim in claims(row, Width::Machine(8)) {
            let same = |c: &Claim| c.left == claim.left && c.flushes == claim.flushes;
            if !found.iter().any(same) {
                found.push(claim);
            }
        }
    }
    found
}

/// Proves a row, or refutes it.
pub fn prove(row: &Row, effort: Effort) -> Result<Outcome, ToolError> {
    let machine = machine_claims(row);
    let floats = machine.iter().any(operands::has_floats);
    let products = !floats && machine.iter().any(multiplies);
    let method = match (floats, products) {
        (true, _) => Method::Floats,
        (_, true) => Method::Multiplies,
        _ => Method::Solver,
    };
    let mut outcome = Outcome {
        name: row.name.to_owned(),
        method,
        proved: 0,
        undecided: Vec::new(),
        exhausted: None,
        random: 0,
        refuted: None,
        reason: row.proof.to_owned(),
    };
    if let Some((bits, found)) = small_claims(row, effort.operands) {
        let mut sum = Tried::default();
        for claim in &found {
            match operands::all(claim) {
                Ok(tried) => sum.meant += tried.meant,
                Err(wrong) => {
                    outcome.refuted = Some(wrong.text(claim));
                    return Ok(outcome);
                }
            }
        }
        outcome.exhausted = Some((bits, sum.meant));
    }
    if products {
        let wide: Vec<Claim> = machine.iter().filter(|c| c.width == 64).cloned().collect();
        for (k, claim) in wide.iter().enumerate() {
            match operands::random(claim, effort.random / wide.len() as u64, k as u64 + 1) {
                Ok(tried) => outcome.random += tried.meant,
                Err(wrong) => {
                    outcome.refuted = Some(wrong.text(claim));
                    return Ok(outcome);
                }
            }
        }
    }
    if effort.seconds == 0 {
        return Ok(outcome);
    }
    let asked = if products { claims(row, Width::Small(16)) } else { machine };
    for claim in asked {
        match ask(&claim, effort.seconds)? {
            Answer::Proved => outcome.proved += 1,
            Answer::Refuted(model) => {
                let flushes = if claim.flushes { ", subnormals flushed" } else { "" };
                outcome.refuted = Some(format!("at {} bits{flushes}: {model}", claim.width));
                return Ok(outcome);
            }
            Answer::Unknown => {
                let float = claim.leaves.first().map_or(claim.width, |(_, ty)| ty.bits);
                let flushes = if claim.flushes { ", flushed" } else { "" };
                let width = if products { claim.width } else { float };
                outcome.undecided.push(format!("{width} bits{flushes}"));
            }
        }
    }
    if !outcome.undecided.is_empty() && !products {
        outcome.method = Method::Written;
    }
    Ok(outcome)
}

//! Summaries: `(summary READS WRITES converges (ends) (keeps 0 reads+writes) (returns shared))`, the last three where they are so.

use super::Result;
use crate::summary::{Operands, Spaces, Summary};
use optx_whirl::sexpr::Reader;

/// Reads a summary behind its first word.
pub(super) fn read(r: &mut Reader<'_>) -> Result<Summary> {
    let (reads, writes) = (spaces(r)?, spaces(r)?);
    let converges = match r.word("`converges` or `diverges`")? {
        "converges" => true,
        "diverges" => false,
        _ => return r.error("expected `converges` or `diverges`"),
    };
    let mut summary = Summary { reads, writes, converges, ..Summary::default() };
    while r.try_open()? {
        match r.word("`ends`, `keeps` or `returns`")? {
            "ends" => summary.may_end = true,
            "keeps" => keeps(r, &mut summary)?,
            "returns" => match r.word("where the result leads")?.parse() {
                Ok(returned) => summary.returned = returned,
                Err(()) => {
                    return r.error("expected `global`, `shared`, `const`, `null` or `nothing`");
                }
            },
            _ => return r.error("expected `ends`, `keeps` or `returns`"),
        }
        r.close()?;
    }
    r.close()?;
    Ok(summary)
}

fn spaces(r: &mut Reader<'_>) -> Result<Spaces> {
    match r.word("spaces, as `global+shared`, or `none`")?.parse() {
        Ok(spaces) => Ok(spaces),
        Err(()) => r.error("expected spaces, as `global+shared`, or `none`"),
    }
}

/// `NUMBER WHAT`: an operand that is kept, and what is done through it.
fn keeps(r: &mut Reader<'_>, summary: &mut Summary) -> Result<()> {
    let operand: usize = r.number("an operand's number")?;
    if operand >= Operands::COUNT || summary.kept.contains(operand) {
        return r.error(format!("operand {operand} is not one to say this of"));
    }
    let (reads, writes) = match r.word("`none`, `reads`, `writes` or `reads+writes`")? {
        "none" => (false, false),
        "reads" => (true, false),
        "writes" => (false, true),
        "reads+writes" => (true, true),
        _ => return r.error("expected `none`, `reads`, `writes` or `reads+writes`"),
    };
    summary.kept.insert(operand);
    if reads {
        summary.read.insert(operand);
    }
    if writes {
        summary.written.insert(operand);
    }
    Ok(())
}

//! `optx run --check-claims`: where claims come from, and what is said of them.

use crate::{Failure, output, render};
use annotate_snippets::Level;
use optx_launch::{ClaimReport, Claims};

/// Reads claims; `name` is what messages call them.
pub(crate) fn read(name: &str, text: &str) -> Result<Claims, Failure> {
    Claims::parse(text).map_err(|e| Failure::new(1, format!("{name}: {e}")))
}

/// The claims that a compile makes of its PTX, which was asked for them.
pub(crate) fn of_compile(ptx: &optx::Ptx) -> Result<Claims, Failure> {
    read("the compiler's claims", ptx.claims().unwrap_or_default())
}

/// Says what does not hold, on standard error, and how much was checked; the last line is the sum.
pub(crate) fn show(report: &ClaimReport) {
    for violation in report.shown() {
        render::message(Level::ERROR, &violation.to_string());
    }
    let more = report.violated_claims() - report.shown().len();
    if more > 0 {
        output::tell(format_args!("{more} more claims do not hold"));
    }
    output::tell(format_args!("{}{}", report.details(), report.summary()));
}

/// The same; a claim that does not hold is a failure.
pub(crate) fn judge(report: &ClaimReport) -> Result<(), Failure> {
    show(report);
    if report.holds() { Ok(()) } else { Err(Failure::new(4, "")) }
}

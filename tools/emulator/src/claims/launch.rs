//! A launch whose claims are checked.

use super::check::Checker;
use super::failed::Seen;
use super::plan::Plan;
use super::report::{ClaimReport, Violation, Witness};
use super::resolve::resolve;
use super::words::words;
use super::{Claim, Claims};
use crate::counters::Counters;
use crate::error::{RunError, RunErrorKind};
use crate::exec::{LaunchConfig, launch_observed, launch_sanitized, thread_index};
use crate::memory::Device;
use crate::module::Module;
use crate::race::report::Races;

/// Runs a kernel, checks its claims, and adds what it finds to a report, also where the run fails. Where a claim does not
/// hold, the launch is run again, on a copy of the memory, to look for races.
pub fn launch_checked(
    device: &mut Device,
    module: &Module,
    kernel: &str,
    config: &LaunchConfig,
    args: &[Vec<u8>],
    claims: &Claims,
    report: &mut ClaimReport,
) -> Result<Counters, RunError> {
    let Some(program) = module.program(kernel) else {
        // It says which kernels there are.
        return launch_observed(device, module, kernel, config, args, None);
    };
    let threads = config.block.iter().try_fold(1u32, |n, &x| n.checked_mul(x));
    if threads.is_none_or(|n| n == 0 || n > 1024) {
        return launch_observed(device, module, kernel, config, args, None);
    }
    let list: Vec<&Claim> = claims.of(kernel).collect();
    if list.is_empty() {
        report.launched(kernel, 0);
        return launch_observed(device, module, kernel, config, args, None);
    }
    let resolved = resolve(program, claims)
        .map_err(|e| RunError { kind: RunErrorKind::Claims, ..RunError::launch(e.0) })?;
    let plan = Plan::new(program, &list, &resolved, config.block);
    let before = device.clone();
    let mut checker = Checker::new(&plan, list.len());
    let result = launch_observed(device, module, kernel, config, args, Some(&mut checker));
    report.launched(kernel, list.len());
    report.checks += checker.checks;
    report.unchecked += checker.unchecked;
    report.irreducible += plan.irreducible;
    if checker.failures.shown.is_empty() {
        return result;
    }
    let mut again = before;
    let mut races = Races::default();
    let sanitized = launch_sanitized(&mut again, module, kernel, config, args, &mut races);
    let raced = match (races.is_clean(), sanitized) {
        (false, _) => Some(true),
        // Where the launch itself failed, the same failure in the same place says no less.
        (true, Err(e)) if result.as_ref().err() != Some(&e) => None,
        (true, _) => Some(false),
    };
    report.races.extend(races);
    for (claim, count) in checker.failures.violations.iter().enumerate().filter(|c| *c.1 > 0) {
        report.violated(kernel, claim, *count);
    }
    for f in &checker.failures.shown {
        let claim = list[f.claim as usize];
        let witness = |seen: &Seen| Witness {
            block: f.ctaid,
            thread: thread_index(seen.thread, config.block),
            number: seen.thread,
            deed: seen.deed,
        };
        report.show(Violation {
            kernel: kernel.to_string(),
            claim: f.claim as usize,
            ptx_line: claim.ptx_line,
            source: claim.source.clone(),
            words: words(claim, f.check.map(|check| &plan.checks[check as usize])),
            first: f.first.as_ref().map(witness),
            second: witness(&f.second),
            instance: f.instance.clone(),
            count: checker.failures.violations[f.claim as usize],
            raced,
        });
    }
    result
}

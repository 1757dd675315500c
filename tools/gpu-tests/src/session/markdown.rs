//! The report of a session.

use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Came, Step};
use crate::facts::Facts;
use crate::outcome::Outcome;
use crate::report::Counts;
use crate::{mathematics, measure, times};

fn rows(results: &Value) -> &[Value] {
    results["results"].as_array().map_or(&[], Vec::as_slice)
}

fn outcome(row: &Value) -> Outcome {
    serde_json::from_value(row["outcome"].clone()).unwrap_or(Outcome::Crashed)
}

/// A step in a line.
pub(super) fn summary(came: &Came) -> String {
    match &came.results {
        Some(results) => {
            let counts = Counts::of(rows(results).iter().map(outcome));
            format!("{}; {:.0} s", counts.line(), came.seconds)
        }
        None => format!("no results: {}; {:.0} s", came.said, came.seconds),
    }
}

/// The whole report: steps that ended, and the names of those to come.
pub(super) fn report(facts: &Facts, came: &[Came], to_come: &[Step]) -> String {
    let mut out = String::from("# On a GPU\n\n| | |\n|---|---|\n");
    let mut line = |what: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(out, "| {what} | {value} |");
        }
    };
    line("device", Some(facts.name.clone()));
    line("architecture", facts.architecture.clone());
    line("code made for", Some(facts.target.clone()));
    line("CUDA of the driver", facts.cuda.clone());
    line("driver", facts.driver.clone());
    line("multiprocessors", facts.multiprocessors.map(|n| n.to_string()));
    line("highest clock", facts.clock_mhz.map(|n| format!("{n} MHz")));
    line("memory's highest clock", facts.memory_clock_mhz.map(|n| format!("{n} MHz")));
    line("second-level cache", facts.l2_bytes.map(|n| format!("{} MiB", n >> 20)));
    line("memory", facts.memory_bytes.map(|n| format!("{} MiB", n >> 20)));
    line("optx", Some(env!("CARGO_PKG_VERSION").to_owned()));
    for step in came {
        let _ = write!(out, "\n## {}\n\n`{}`: {}.\n", step.title, step.file, summary(step));
        let Some(results) = &step.results else { continue };
        let body = match step.file {
            "mathematics.json" => mathematics::table(&data(results)),
            "times.json" => clocks(results) + &times::table(&data(results)),
            "measurements.json" => measure::table(&data(results)),
            _ => by_compiler(results),
        };
        let _ = write!(out, "\n{body}");
        out += &failures(results, step.file);
    }
    for step in to_come {
        let _ = write!(out, "\n## {}\n\nNot yet.\n", step.title);
    }
    out
}

/// Names and what was measured of them.
fn data<T: DeserializeOwned>(results: &Value) -> Vec<(String, T)> {
    let of = |row: &Value| {
        let name = row["name"].as_str()?.to_owned();
        Some((name, serde_json::from_value(row.get("data")?.clone()).ok()?))
    };
    rows(results).iter().filter_map(of).collect()
}

/// Outcomes of each compiler's jobs.
fn by_compiler(results: &Value) -> String {
    let mut compilers: Vec<(&str, Vec<Outcome>)> = Vec::new();
    for row in rows(results) {
        let compiler = row["compiler"].as_str().unwrap_or_default();
        match compilers.iter_mut().find(|c| c.0 == compiler) {
            Some(found) => found.1.push(outcome(row)),
            None => compilers.push((compiler, vec![outcome(row)])),
        }
    }
    let mut out = String::from(
        "| compiler | jobs | passed | not | not begun in time |\n|---|---|---|---|---|\n",
    );
    for (compiler, outcomes) in compilers {
        let Counts { all, bad, skipped } = Counts::of(outcomes);
        let passed = all - bad - skipped;
        let _ = writeln!(out, "| {compiler} | {all} | {passed} | {bad} | {skipped} |");
    }
    out
}

/// So many failures of a step are listed: what one fault makes of all behind it is read by nobody.
const LISTED: usize = 30;

/// What did not pass, a line each; what is beyond [`LISTED`] is in the step's file.
fn failures(results: &Value, file: &str) -> String {
    let mut out = String::new();
    let bad: Vec<&Value> = rows(results).iter().filter(|row| outcome(row).is_bad()).collect();
    for row in bad.iter().take(LISTED) {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        let name = match row["kernel"].as_str() {
            Some(kernel) => format!("{kernel} by {}", text("compiler")),
            None => text("name"),
        };
        let first = text("message").lines().next().unwrap_or_default().to_owned();
        let _ = writeln!(out, "* {name}: {}: {first}", outcome(row).word());
    }
    if bad.len() > LISTED {
        let _ = writeln!(out, "* and {} more in `{file}`", bad.len() - LISTED);
    }
    if out.is_empty() { out } else { format!("\n{out}") }
}

/// At what clocks kernels were timed.
fn clocks(results: &Value) -> String {
    let timed: Vec<(String, times::Timed)> = data(results);
    if timed.is_empty() {
        return String::new();
    }
    let moments = timed.iter().flat_map(|(_, t)| [&t.before, &t.after]);
    let clocks: Vec<u32> = moments.clone().filter_map(|c| c.clock_mhz).collect();
    let mut held: Vec<&str> =
        moments.flat_map(|c| c.held_back.iter().map(String::as_str)).collect();
    held.sort_unstable();
    held.dedup();
    let mut out = match (clocks.iter().min(), clocks.iter().max()) {
        (Some(least), Some(most)) => {
            format!("The multiprocessors ran at {least} to {most} MHz between kernels")
        }
        _ => "The driver tells no clocks".to_owned(),
    };
    out += &match held.is_empty() {
        true => ".\n\n".to_owned(),
        false => format!("; what held them back at times: {}.\n\n", held.join(", ")),
    };
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn listed(bad: usize) -> Vec<String> {
        let row = |k: usize| json!({ "name": format!("job{k}"), "outcome": "differs", "message": "a\nb" });
        let passed = json!({ "name": "well", "outcome": "passed", "message": "" });
        let rows: Vec<Value> = (0..bad).map(row).chain([passed]).collect();
        let text = failures(&json!({ "results": rows }), "random.json");
        text.lines().filter(|l| !l.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn a_long_list_of_failures_is_cut() {
        assert_eq!(listed(0), [""; 0]);
        assert_eq!(listed(30).len(), 30);
        assert_eq!(listed(30)[29], "* job29: DIFFERS: a");
        let long = listed(1630);
        assert_eq!((long.len(), long[29].as_str()), (31, "* job29: DIFFERS: a"));
        assert_eq!(long[30], "* and 1600 more in `random.json`");
    }
}

//! What is known of a plan, as files: JSON for machines, JUnit's XML for those who read that, and a page.

mod junit;
mod page;

use crate::plan::Plan;
use crate::record::Record;
use crate::replace::replace;
use crate::state::{Judged, Judgement};
use crate::store::Found;
use crate::{Error, collect};
pub use junit::junit;
pub use page::{Known, page};
use serde_json::{Value, json};
use std::path::Path;

/// Writes all three into a folder; those of an earlier report are replaced, each whole. `before` are earlier plans, oldest first.
pub fn write(root: &Path, plan: &Plan, before: &[Plan], out: &Path) -> Result<(), Error> {
    let found = collect::settled(root, plan, None)?;
    let earlier: Vec<Found> =
        before.iter().map(|plan| collect::found(root, plan)).collect::<Result<_, _>>()?;
    let known = |plan, found| Known { plan, judgement: Judgement::of(plan, found) };
    let now = known(plan, &found);
    let before: Vec<Known<'_>> =
        before.iter().zip(&earlier).map(|(plan, found)| known(plan, found)).collect();
    let made = format!("Plan {} by farm {}", plan.id().short(), env!("CARGO_PKG_VERSION"));
    std::fs::create_dir_all(out).map_err(Error::folder(out))?;
    let files = [
        ("report.json", json(plan, &found, &now.judgement)?),
        ("junit.xml", junit(plan, &now.judgement)),
        ("report.html", page(&now, &before, &made)),
    ];
    for (name, text) in files {
        replace(&out.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// As JSON: every job once for each device that it is wanted on, with its results.
pub fn json(plan: &Plan, found: &Found, judgement: &Judgement<'_>) -> Result<String, Error> {
    let damaged: Vec<Value> = found
        .damaged
        .iter()
        .map(|damaged| json!({ "path": damaged.path.display().to_string(), "why": damaged.why }))
        .collect();
    let counts: serde_json::Map<String, Value> = judgement
        .counts()
        .iter()
        .map(|(state, count)| (state.word().to_owned(), json!(count)))
        .collect();
    let jobs: Vec<Value> = judgement.jobs.iter().map(job).collect();
    let report = json!({
        "farm_report": 1,
        "commit": plan.head.commit,
        "plan": plan.id(),
        "bundle": plan.head.bundle,
        "green": judgement.is_green(),
        "counts": counts,
        "jobs": jobs,
        "damaged": damaged,
        "unfinished": found.unfinished,
    });
    let text = serde_json::to_string_pretty(&report);
    text.map(|text| text + "\n").map_err(|e| Error::infrastructure(e.to_string()))
}

fn job(judged: &Judged<'_>) -> Value {
    let results: Vec<Value> = judged.records().map(result).collect();
    json!({
        "name": judged.job.name,
        "key": judged.job.key,
        "model": judged.model,
        "wanted": judged.job.repeats,
        "state": judged.state.word(),
        "results": results,
    })
}

fn result(record: &Record) -> Value {
    json!({
        "model": record.slot.device.model,
        "driver": record.slot.device.driver,
        "repeat": record.slot.repeat,
        "outcome": record.outcome.word(),
        "digest": record.digest,
        "message": record.message,
        "data": record.data,
        "circumstances": record.circumstances,
    })
}

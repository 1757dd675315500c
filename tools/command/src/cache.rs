//! `optx cache`.

use crate::{Failure, output};
use serde_json::json;

/// What is asked.
pub(crate) struct Asked {
    /// Where an argument or the environment names one.
    pub(crate) folder: Option<String>,
    /// `clear`, and not `stats`.
    pub(crate) clears: bool,
    pub(crate) json: bool,
}

pub(crate) fn run(c: &Asked) -> Result<(), Failure> {
    let Some(folder) = &c.folder else {
        return Err(Failure::usage("no folder: name it, or set OPTX_COMPILE_CACHE"));
    };
    // The bound is of who writes.
    let cache = optx::Cache::new(folder, u64::MAX);
    let failed = |e: std::io::Error| Failure::new(1, format!("{folder}: {e}"));
    if c.clears {
        let removed = cache.clear().map_err(failed)?;
        return output::print(&match c.json {
            true => format!("{}\n", json!({ "removed": removed })),
            false => format!("{removed} files removed\n"),
        });
    }
    let all = cache.statistics().map_err(failed)?;
    let rows = [
        ("hits", all.hits),
        ("misses", all.misses),
        ("evicted", all.evicted),
        ("damaged", all.damaged),
        ("failed", all.failed),
        ("files", all.entries),
        ("bytes", all.bytes),
    ];
    if c.json {
        let object: serde_json::Map<String, serde_json::Value> =
            rows.iter().map(|(name, count)| ((*name).to_owned(), json!(count))).collect();
        return output::print(&format!("{}\n", serde_json::Value::Object(object)));
    }
    output::print(&rows.map(|(name, count)| format!("{name:<8} {count}\n")).concat())
}

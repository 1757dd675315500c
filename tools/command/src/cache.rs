//! `optx cache`.

use crate::arguments::{is_json, word};
use crate::{Failure, output};
use clap::ArgMatches;
use optx::Options;
use serde_json::json;

/// What is asked.
pub(crate) struct Asked {
    folder: String,
    /// `clear`, and not `stats`.
    clears: bool,
    json: bool,
}

/// Reads the arguments; `options` know what the environment says.
pub(crate) fn asked(m: &ArgMatches, options: Options) -> Result<Asked, Failure> {
    let Some(folder) = word(m, "DIR").or(options.cache.folder) else {
        return Err(Failure::usage("no folder: name it, or set OPTX_COMPILE_CACHE"));
    };
    let clears = word(m, "WHAT").as_deref() == Some("clear");
    Ok(Asked { folder, clears, json: is_json(m) })
}

pub(crate) fn run(c: &Asked) -> Result<(), Failure> {
    // The bound is of who writes.
    let cache = optx::Cache::new(&c.folder, u64::MAX);
    let failed = |e: std::io::Error| Failure::new(1, format!("{}: {e}", c.folder));
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

//! Measurements for people.

use std::fmt::Write as _;

use super::Measured;

/// Names and what was measured, as a table of Markdown. The first one's throughput is the unit of costs.
pub(crate) fn table(rows: &[(String, Measured)]) -> String {
    let mut out = String::from(
        "| what | latency, cycles | class in LIR | lanes a cycle | measured cost | `cost.rs` | GB/s |\n|---|---|---|---|---|---|---|\n",
    );
    let unit = rows.iter().find_map(|(_, m)| m.throughput);
    let number = |value: Option<f64>, digits: usize| {
        value.map_or(String::new(), |v| format!("{v:.digits$}"))
    };
    for (name, m) in rows {
        let cost = unit.zip(m.throughput).map(|(unit, own)| unit / own);
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} |",
            number(m.latency, 1),
            m.class.as_deref().unwrap_or_default(),
            number(m.throughput, 1),
            number(cost, 1),
            m.cost.map_or(String::new(), |c| c.to_string()),
            number(m.gigabytes_a_second, 0)
        );
    }
    out += "\nOne warp and one chain for latencies; 1024 threads and four chains each on every multiprocessor for lanes a cycle.\n";
    out += "A measured cost is the first row's throughput over a row's own. Rows of two operations give the mean of both.\n";
    out
}

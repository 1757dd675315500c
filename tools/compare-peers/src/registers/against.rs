//! This run against an earlier one's JSON.

use crate::measure::Compiler;
use crate::registers::need::Need;
use crate::registers::rows::{Row, Summary, height, shown};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What `--json` writes.
#[derive(Clone, Debug, Serialize)]
pub struct Document<'a> {
    version: u32,
    made: String,
    passes: Option<&'a str>,
    summaries: &'a [Summary],
    rows: &'a [Row],
}

const VERSION: u32 = 1;

/// What of it is compared.
#[derive(Debug, Deserialize)]
struct Earlier {
    version: u32,
    rows: Vec<Row>,
}

/// The text of a run for machines; `passes` are those that optx was told.
pub fn write(rows: &[Row], summaries: &[Summary], passes: Option<&str>) -> Result<String, String> {
    let made = optx_results_page::made();
    let document = Document { version: VERSION, made, passes, summaries, rows };
    let text = serde_json::to_string_pretty(&document).map_err(|e| e.to_string())?;
    Ok(text + "\n")
}

/// The rows that an earlier run wrote.
pub fn read(file: &Path) -> Result<Vec<Row>, String> {
    let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", file.display());
    parse(&std::fs::read_to_string(file).map_err(|e| wrong(&e))?).map_err(|e| wrong(&e))
}

fn parse(text: &str) -> Result<Vec<Row>, String> {
    let earlier: Earlier = serde_json::from_str(text).map_err(|e| e.to_string())?;
    if earlier.version != VERSION {
        return Err(format!("version {} and not {VERSION}", earlier.version));
    }
    Ok(earlier.rows)
}

/// How S0 of optx's code changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Kernels compared.
    pub compared: usize,
    /// Those whose S0 is smaller, as `kernel sm_80: 48 -> 40`.
    pub fell: Vec<String>,
    /// Those whose S0 is larger, or that cannot be measured any more.
    pub rose: Vec<String>,
    /// Those that are not compared, with the reason.
    pub others: Vec<String>,
}

/// Compares rows with earlier ones of the same kernels and architectures.
pub fn changes(earlier: &[Row], now: &[Row]) -> Changes {
    let mut out = Changes::default();
    for row in now {
        let name = format!("{} sm_{}", row.kernel, row.arch);
        let same = |old: &&Row| old.kernel == row.kernel && old.arch == row.arch;
        let Some(old) = earlier.iter().find(same) else {
            out.others.push(format!("{name}: new"));
            continue;
        };
        if old.hash != row.hash {
            out.others.push(format!("{name}: another source or launch file"));
            continue;
        }
        let (before, after) = (old.cell(Compiler::Optx3), row.cell(Compiler::Optx3));
        match (before, after) {
            (Some(before), Some(after)) => out.add(&name, before, after),
            (Some(before), None) => {
                out.rose.push(format!("{name}: {} -> not measured", shown(before.s0)));
            }
            (None, None) => {}
            (None, Some(_)) => out.others.push(format!("{name}: was not measured")),
        }
    }
    out
}

impl Changes {
    fn add(&mut self, name: &str, before: &Need, after: &Need) {
        self.compared += 1;
        let line = format!("{name}: {} -> {}", shown(before.s0), shown(after.s0));
        match height(after.s0).cmp(&height(before.s0)) {
            std::cmp::Ordering::Less => self.fell.push(line),
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => self.rose.push(line),
        }
    }

    /// All of it, a line each.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (word, lines) in
            [("fell", &self.fell), ("rose", &self.rose), ("not compared", &self.others)]
        {
            out.extend(lines.iter().map(|line| format!("{word}: {line}\n")));
        }
        let (fell, rose) = (self.fell.len(), self.rose.len());
        out + &format!("S0 of {} compared: {fell} fell, {rose} rose\n", self.compared)
    }
}

#[cfg(test)]
mod tests {
    use super::{changes, parse, write};
    use crate::measure::Compiler;
    use crate::registers::need::Absent;
    use crate::registers::rows::{Row, summaries, tests::row};

    fn rows(s0: &[(&str, Option<u32>)]) -> Vec<Row> {
        s0.iter().map(|&(kernel, s0)| row(kernel, 80, [s0, Some(24), Some(24)])).collect()
    }

    #[test]
    fn what_fell_and_rose_is_told() {
        let mut before = rows(&[
            ("a", Some(40)),
            ("b", Some(40)),
            ("c", None),
            ("d", Some(255)),
            ("e", Some(24)),
            ("f", Some(24)),
            ("g", Some(24)),
            ("never", Some(24)),
            ("not asked for", Some(24)),
        ]);
        let mut now = rows(&[
            ("a", Some(32)),
            ("b", Some(40)),
            ("c", Some(255)),
            ("d", None),
            ("e", Some(32)),
            ("f", Some(48)),
            ("g", Some(24)),
            ("never", Some(24)),
            ("new", Some(24)),
        ]);
        let refused = || Err(Absent::Refused("no".to_owned()));
        before[7].cells.insert(Compiler::Optx3, refused());
        now[5].hash.push('x');
        now[6].cells.insert(Compiler::Optx3, refused());
        now[7].cells.insert(Compiler::Optx3, refused());
        let changes = changes(&before, &now);
        assert_eq!(changes.compared, 5);
        assert_eq!(changes.fell, ["a sm_80: 40 -> 32", "c sm_80: spills -> 255"]);
        let rose = ["d sm_80: 255 -> spills", "e sm_80: 24 -> 32", "g sm_80: 24 -> not measured"];
        assert_eq!(changes.rose, rose);
        assert_eq!(changes.others, ["f sm_80: another source or launch file", "new sm_80: new"]);
        assert!(changes.text().ends_with("S0 of 5 compared: 2 fell, 3 rose\n"));
    }

    #[test]
    fn what_is_written_is_read() {
        let mut all = rows(&[("a", Some(40)), ("b", None)]);
        all[1].cells.insert(Compiler::Nvrtc, Err(Absent::Failed("no".to_owned())));
        let text = write(&all, &summaries(&all), Some("-dce")).unwrap();
        assert_eq!(parse(&text), Ok(all));
        let other = text.replacen("\"version\": 1", "\"version\": 2", 1);
        assert_eq!(parse(&other), Err("version 2 and not 1".to_owned()));
        assert!(parse("{").is_err());
    }
}

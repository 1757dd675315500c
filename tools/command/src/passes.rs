//! `optx passes`: the pipeline, read off its table.

use crate::{Failure, output};
use optx::pipeline::{BUILD, whole};

fn names(analyses: &[optx::analyses::Analysis]) -> Vec<&'static str> {
    analyses.iter().map(|a| a.name()).collect()
}

pub(crate) fn run(json: bool) -> Result<(), Failure> {
    if json {
        let rows: Vec<serde_json::Value> = whole()
            .map(|p| {
                serde_json::json!({
                    "name": p.name, "group": p.group, "form": p.form.name(), "leaves": p.leaves.name(),
                    "needs": names(p.needs), "preserves": names(p.preserves),
                    "required": p.required, "level": p.level, "why": p.why, "symbol": p.symbol,
                    "then": p.then.iter().map(|step| step.name).collect::<Vec<_>>(), "rounds": p.rounds,
                })
            })
            .collect();
        return output::print(&format!("{}\n", serde_json::Value::Array(rows)));
    }
    let mut text = format!(
        "{:<20} {:<12} {:<9} {}\n{BUILD:<20} {:<12} {:<9} {}\n",
        "pass", "form", "from", "why here", "whirl -> cfg", "always", "what the rest works on"
    );
    for p in whole() {
        let form = if p.form == p.leaves {
            p.form.name().to_owned()
        } else {
            format!("{} -> {}", p.form.name(), p.leaves.name())
        };
        let from = match p.level {
            _ if p.required => "always".to_owned(),
            optx::pipeline::ON_DEMAND => "asked".to_owned(),
            level => format!("-O{level}"),
        };
        text.push_str(&format!("{:<20} {form:<12} {from:<9} {}\n", p.name, p.why));
        if !p.then.is_empty() {
            let steps: Vec<&str> = p.then.iter().map(|step| step.name).collect();
            let rounds = match p.rounds {
                1 => String::new(),
                rounds => {
                    format!("; all of it again while it changes something, {rounds} times at most")
                }
            };
            let then = format!("where it changed something: {}{rounds}", steps.join(", "));
            text.push_str(&format!("{:<20} {:<12} {:<9} {then}\n", "  then", "", ""));
        }
    }
    output::print(&text)
}

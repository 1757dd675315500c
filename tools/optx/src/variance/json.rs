//! What is known by line as JSON, for programs: the document of docs/variance.schema.json.

use optx_facts::{
    Access, Base, Cause, Coefficient, Cost, Disagreement, Doubt, Entry, Facts, Function, Kind,
    Promised, Site, State, axes_text,
};
use serde_json::{Value, json};

/// The document of docs/variance.schema.json, as text.
pub fn json(found: &Facts) -> String {
    let of = |kernels: bool| -> Vec<Value> {
        let chosen = found.functions.iter().filter(|f| f.is_kernel == kernels);
        chosen.map(|f| function(found, f)).collect()
    };
    let document = json!({ "version": 3, "kernels": of(true), "functions": of(false) });
    format!("{document:#}\n")
}

fn function(found: &Facts, f: &Function) -> Value {
    let context = |e: &Entry, row: &mut Value| {
        if e.at.file != f.at.file {
            row["file"] = json!(found.files.get(e.at.file.index()).map(|file| &file.name));
        }
        // Once an entry: with the branch or the barrier, not with the statement.
        if !e.why.is_empty() && row["kind"].is_null() {
            row["why"] = e.why.iter().map(|cause| because(found, f, cause)).collect();
        }
        if let Some(promised) = &e.promised {
            row["if_reached"] = if_reached(found, f, promised);
        }
        if !e.inlined_at.is_empty() {
            row["inlined_at"] = e.inlined_at.iter().map(|site| place(found, f, site)).collect();
        }
    };
    let rows = |make: &dyn Fn(&Entry) -> Option<Value>| -> Vec<Value> {
        let made = f.entries.iter().filter_map(|e| {
            let mut row = make(e)?;
            row["line"] = json!(e.at.line);
            row["column"] = json!(e.at.column);
            row["control"] = json!(axes_text(e.control));
            context(e, &mut row);
            Some(row)
        });
        made.collect()
    };
    let statements = rows(&|e| {
        Some(json!({
            "kind": e.kind.name(), "target": e.target,
            "value": e.value.as_ref().map(state), "address": e.access.as_ref().map(|a| state(&a.address)),
            "access": e.access.as_ref().map(access),
        }))
    });
    let branches = rows(&|e| {
        let value = e.value.as_ref().filter(|_| e.kind == Kind::Branch)?;
        Some(json!({
            "condition": e.target, "value": state(value),
            "block_uniform": value.is_block_uniform(), "warp_uniform": value.is_warp_uniform(),
        }))
    });
    let barriers = rows(&|e| {
        let barrier = e.barrier.as_ref()?;
        let exits = barrier.exits.iter().map(|exit| because(found, f, exit));
        Some(json!({
            "may_be_reached_by_some": e.may_be_reached_by_some(), "axes": axes_text(barrier.axes),
            "exits": exits.collect::<Vec<_>>(),
            "disagree": barrier.disagree.as_ref().map(|d| disagree(found, f, d)),
        }))
    });
    let file = found.files.get(f.at.file.index()).map(|file| &file.name);
    json!({
        "name": f.name, "symbol": f.symbol, "file": file, "line": f.at.line,
        "statements": statements, "branches": branches, "barriers": barriers,
    })
}

/// What holds if all threads reach some barriers.
fn if_reached(found: &Facts, f: &Function, promised: &Promised) -> Value {
    let barriers = promised.barriers.iter().map(|site| place(found, f, site));
    json!({
        "value": promised.value.as_ref().map(state), "control": axes_text(promised.control),
        "barriers": barriers.collect::<Vec<_>>(),
    })
}

fn disagree(found: &Facts, f: &Function, d: &Disagreement) -> Value {
    json!({
        "waits": d.comes, "stays_away": d.stays_away, "block": d.shape,
        "branch": because(found, f, &d.branch),
    })
}

fn because(found: &Facts, f: &Function, cause: &Cause) -> Value {
    let mut row = place(found, f, &cause.at);
    row["text"] = json!(cause.text);
    row["by"] = json!(cause.by.name());
    row
}

fn place(found: &Facts, f: &Function, site: &Site) -> Value {
    let mut row = json!({ "line": site.line, "column": site.column });
    if site.file != f.at.file {
        row["file"] = json!(found.files.get(site.file.index()).map(|file| &file.name));
    }
    row
}

fn access(a: &Access) -> Value {
    let instructions =
        a.instructions.iter().map(|i| json!({ "offset": i.offset, "bytes": i.bytes }));
    json!({
        "space": a.space.name(), "bytes": a.bytes, "instructions": instructions.collect::<Vec<_>>(),
        "ideal": a.ideal, "sectors": a.sectors.as_ref().map(cost), "ways": a.ways.as_ref().map(cost),
    })
}

fn cost(c: &Cost) -> Value {
    let why = c.why.iter().map(|doubt| Doubt::name(*doubt));
    json!({
        "estimate": c.estimate, "most": c.most, "known": c.known.name(),
        "why": why.collect::<Vec<_>>(),
    })
}

fn state(v: &State) -> Value {
    let told = |c: &Coefficient| match c {
        Coefficient::Known(c) => json!(c),
        Coefficient::Symbolic(text) => json!(text),
        Coefficient::Unknown => Value::Null,
    };
    let base = match v.base {
        Base::Const(c) => json!(c),
        Base::Uniform => json!("uniform"),
        Base::Unknown => Value::Null,
    };
    json!({
        "mask": v.mask(), "x": told(&v.axes[0]), "y": told(&v.axes[1]), "z": told(&v.axes[2]),
        "lane": told(&v.lane), "base": base, "block_uniform": v.is_block_uniform(),
        "warp_uniform": v.is_warp_uniform(), "trusted": v.trusted,
    })
}

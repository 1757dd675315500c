//! `compare-peers divergence`.

use crate::arguments::Divergence;
use optx_compare_peers::divergence::{Counted, Row, measure, tables};
use optx_launch::ResultFile;
use rayon::prelude::*;
use std::fmt::Write as _;

/// True where something could be counted.
pub fn run(arguments: &Divergence) -> Result<bool, String> {
    let json = arguments.json.as_deref().map(ResultFile::begin).transpose()?;
    let cases = crate::filtered(arguments.kernels.as_deref(), &arguments.filter)?;
    let counted: Vec<Result<Counted, String>> = cases.par_iter().map(measure).collect();
    let (mut rows, mut left_out): (Vec<Row>, Vec<String>) = Default::default();
    let mut files = 0;
    for (case, counted) in cases.iter().zip(counted) {
        match counted {
            Ok(counted) => {
                files += usize::from(!counted.rows.is_empty());
                let is_function = |name| format!("{} (`{name}` is a function)", case.name);
                left_out.extend(counted.functions.into_iter().map(is_function));
                rows.extend(counted.rows);
            }
            Err(e) => left_out.push(format!("{} ({e})", case.name)),
        }
    }
    if rows.is_empty() {
        return Err(format!("nothing could be counted: {}", left_out.join("; ")));
    }
    let mut text = tables(&rows);
    let _ = write!(text, "\n{} kernels of {files} files.", rows.len());
    if !left_out.is_empty() {
        let _ = write!(text, " Left out: {}.", left_out.join("; "));
    }
    text.push('\n');
    print!("{text}");
    let part = arguments.page.then_some("divergence");
    crate::keep(&rows, json, &format!("\n{text}"), part)?;
    Ok(true)
}

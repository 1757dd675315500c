//! What was found, as lines and as a table.

use crate::functions::Function;
use crate::host::Worst;

/// A function's result.
pub struct Row {
    /// Which.
    pub function: Function,
    /// How many inputs were measured, as the table shows it.
    pub inputs: String,
    /// Its worst.
    pub worst: Worst,
    /// The first input on which host and emulated PTX differ.
    pub differs: Option<String>,
    /// Machine instructions of a kernel that calls it, as optx and as NVRTC compile it.
    pub sizes: Option<(usize, Option<usize>)>,
}

impl Row {
    /// True where host and device agree and the bound is met.
    pub fn passes(&self) -> bool {
        // A correctly rounded function has the distance 0.
        let allowed = if self.function.bound < 1.0 { 0.0 } else { self.function.bound };
        self.differs.is_none() && self.worst.far as f64 <= allowed
    }
}

/// A value of the function's format.
fn shown(f: &Function, bits: u64) -> String {
    if f.kind.is_double() {
        format!("{:e}", f64::from_bits(bits))
    } else {
        format!("{:e}", f32::from_bits(bits as u32))
    }
}

fn input(row: &Row) -> String {
    let f = &row.function;
    let x = shown(f, row.worst.x);
    if f.kind.arguments() == 2 { format!("{x}, {}", shown(f, row.worst.y)) } else { x }
}

/// The first input on which two lists of results differ.
pub fn difference(f: &Function, inputs: &[u8], ours: &[u8], theirs: &[u8]) -> Option<String> {
    let size = if f.kind.is_double() { 8 } else { 4 };
    if ours.len() != theirs.len() {
        return Some(format!("{} results and {}", ours.len() / size, theirs.len() / size));
    }
    let value = |bytes: &[u8]| {
        let mut all = [0; 8];
        all[..size].copy_from_slice(bytes);
        u64::from_le_bytes(all)
    };
    let nan = |bits: u64| {
        if f.kind.is_double() {
            f64::from_bits(bits).is_nan()
        } else {
            f32::from_bits(bits as u32).is_nan()
        }
    };
    let pairs = ours.chunks(size).zip(theirs.chunks(size)).enumerate();
    for (k, (a, b)) in pairs {
        let (a, b) = (value(a), value(b));
        // Which NaN it is, IEEE 754 leaves open.
        if a != b && !(nan(a) && nan(b)) {
            let step = size * f.kind.arguments();
            let at: Vec<String> = inputs[k * step..(k + 1) * step]
                .chunks(size)
                .map(|x| format!("{:#x}", value(x)))
                .collect();
            return Some(format!("at {}: host {a:#x}, PTX {b:#x}", at.join(", ")));
        }
    }
    None
}

/// One line for a terminal.
pub fn line(row: &Row) -> String {
    let verdict = if row.passes() { "pass" } else { "FAIL" };
    let mut text = format!(
        "{:<12} {:>8.4} ulp, {} apart, at {} ({:#x}, gives {}); bound {}: {verdict}",
        row.function.name,
        row.worst.ulp,
        row.worst.far,
        input(row),
        row.worst.x,
        shown(&row.function, row.worst.result),
        row.function.bound,
    );
    if let Some(differs) = &row.differs {
        text += &format!("; host and PTX differ {differs}");
    }
    text
}

const HEAD: &str = "| function | inputs | worst error in ulp | furthest from the rounded result | worst at | CUDA's bound | SASS | nvcc's | |";

/// A row of the table of `docs/results/math.md`.
fn row_text(row: &Row) -> String {
    let text = |n: Option<usize>| n.map_or_else(String::new, |n| n.to_string());
    let (ours, theirs) = (text(row.sizes.map(|s| s.0)), text(row.sizes.and_then(|s| s.1)));
    format!(
        "| `{}` | {} | {:.4} | {} | {} | {} | {ours} | {theirs} | {} |",
        row.function.name,
        row.inputs,
        row.worst.ulp,
        row.worst.far,
        input(row),
        row.function.bound,
        if row.passes() { "pass" } else { "**fail**" },
    )
}

/// Puts a row into a text's table: over the one of the same function, or at its end. A text without a table gets one.
fn with_row(text: &str, name: &str, row: &str) -> String {
    let start = format!("| `{name}` |");
    let mut lines: Vec<&str> = text.lines().collect();
    if let Some(at) = lines.iter().position(|line| line.starts_with(&start)) {
        lines[at] = row;
    } else if let Some(at) = lines.iter().rposition(|line| line.starts_with("| ") || *line == RULE)
    {
        lines.insert(at + 1, row);
    } else {
        lines.extend([HEAD, RULE, row]);
    }
    lines.join("\n") + "\n"
}

const RULE: &str = "|---|---|---|---|---|---|---|---|---|";

/// Keeps a row in a file.
pub fn keep(file: &std::path::Path, row: &Row) -> Result<(), String> {
    let at = |e: std::io::Error| format!("{}: {e}", file.display());
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(at(e)),
    };
    std::fs::write(file, with_row(&text, row.function.name, &row_text(row))).map_err(at)
}

#[cfg(test)]
mod tests {
    use super::with_row;

    #[test]
    fn rows_replace_those_of_the_same_function_and_leave_the_rest() {
        let first = with_row("# Words\n", "sin", "| `sin` | 1 |");
        let second = with_row(&first, "sinh", "| `sinh` | 2 |");
        let third = with_row(&second, "sin", "| `sin` | 3 |") + "after\n";
        let fourth = with_row(&third, "cos", "| `cos` | 4 |");
        let rows: Vec<&str> = fourth.lines().filter(|l| l.starts_with("| `")).collect();
        assert_eq!(rows, ["| `sin` | 3 |", "| `sinh` | 2 |", "| `cos` | 4 |"]);
        assert!(
            fourth.starts_with("# Words\n| function |")
                && fourth.ends_with("| `cos` | 4 |\nafter\n")
        );
    }
}

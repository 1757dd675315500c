//! What was found, as lines and as a table.

use crate::functions::{Bound, Function};
use crate::host::Worst;

/// A function's result.
pub struct Row {
    /// Which.
    pub function: Function,
    /// How many inputs were measured, as the table shows it.
    pub inputs: String,
    /// Its worst.
    pub worst: Worst,
    /// Its worst where subnormals are flushed (`-ftz`), of a function of floats.
    pub flushed: Option<Worst>,
    /// The first input on which host and emulated PTX differ.
    pub differs: Option<String>,
    /// Machine instructions of a kernel that calls it, as optx and as NVRTC compile it.
    pub sizes: Option<(usize, Option<usize>)>,
}

impl Row {
    /// True where host and device agree and the bound is met.
    pub fn passes(&self) -> bool {
        let within = |worst: &Worst| within(&self.function, worst);
        self.differs.is_none()
            && (within(&self.worst) || self.presumes_better_guesses())
            && self.flushed.iter().all(within)
    }

    /// True for an intrinsic that keeps its bound with exact guesses only: CUDA's bounds of the intrinsics that are two
    /// instructions are below what the documented errors of the two make.
    fn presumes_better_guesses(&self) -> bool {
        let exact = self.flushed.is_some_and(|flushed| flushed.ulp <= 1.0);
        matches!(self.function.bound, Bound::Depends(..)) && self.worst.ulp > 1.0 && exact
    }

    fn verdict(&self) -> &'static str {
        match self.passes() {
            true if self.presumes_better_guesses() => "with exact guesses",
            true => "pass",
            false => "FAIL",
        }
    }
}

/// Whether the worst of a function is within CUDA's bound.
pub fn within(f: &Function, worst: &Worst) -> bool {
    match f.bound {
        // A correctly rounded function has the distance 0.
        Bound::Numbers(bound) => worst.far as f64 <= if bound < 1.0 { 0.0 } else { bound },
        Bound::Depends(..) => worst.ulp <= 1.0,
    }
}

/// Whether the worst of a function is no worse than what was measured on a device before.
pub fn was_measured(f: &Function, worst: &Worst) -> bool {
    let part = match f.bound {
        Bound::Numbers(bound) => worst.far as f64 / bound,
        Bound::Depends(..) => worst.ulp,
    };
    f.before.is_some_and(|before| part <= before.bound)
}

/// CUDA's bound in words.
pub fn bound_words(f: &Function) -> String {
    match f.bound {
        Bound::Numbers(bound) => bound.to_string(),
        Bound::Depends(_, words) => words.to_owned(),
    }
}

/// A value of the function's format.
pub fn shown(f: &Function, bits: u64) -> String {
    if f.kind.is_double() {
        format!("{:e}", f64::from_bits(bits))
    } else {
        format!("{:e}", f32::from_bits(bits as u32))
    }
}

/// The input of the worst.
pub fn input(f: &Function, worst: &Worst) -> String {
    let arguments = worst.at[..f.kind.arguments()].iter();
    arguments.map(|x| shown(f, *x)).collect::<Vec<_>>().join(", ")
}

/// The numbers of the inputs on which two lists of results differ.
pub fn differing(f: &Function, ours: &[u8], theirs: &[u8]) -> Vec<usize> {
    let nan = |bits: u64| {
        if f.kind.is_double() {
            f64::from_bits(bits).is_nan()
        } else {
            f32::from_bits(bits as u32).is_nan()
        }
    };
    let size = f.kind.bytes();
    let pairs = ours.chunks(size).zip(theirs.chunks(size)).enumerate();
    // Which NaN it is, IEEE 754 leaves open.
    let differ = |a: &[u8], b: &[u8]| a != b && !(nan(value(a)) && nan(value(b)));
    pairs.filter(|(_, (a, b))| differ(a, b)).map(|(k, _)| k).collect()
}

/// The bits of a float or double.
fn value(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

/// The first input on which two lists of results differ.
pub fn difference(f: &Function, inputs: &[u8], ours: &[u8], theirs: &[u8]) -> Option<String> {
    let size = f.kind.bytes();
    if ours.len() != theirs.len() {
        return Some(format!("{} results and {}", ours.len() / size, theirs.len() / size));
    }
    let k = *differing(f, ours, theirs).first()?;
    let step = size * f.kind.arguments();
    let at: Vec<String> =
        inputs[k * step..(k + 1) * step].chunks(size).map(|x| format!("{:#x}", value(x))).collect();
    let result = |of: &[u8]| value(&of[k * size..(k + 1) * size]);
    let (a, b) = (result(ours), result(theirs));
    Some(format!("at {}: host {a:#x}, PTX {b:#x}", at.join(", ")))
}

/// One line for a terminal.
pub fn line(row: &Row) -> String {
    let verdict = row.verdict();
    let f = &row.function;
    let error = |worst: &Worst| match f.bound {
        Bound::Numbers(_) => format!("{:>8.4} ulp, {} apart", worst.ulp, worst.far),
        Bound::Depends(..) => format!("{:>8.4} of the bound", worst.ulp),
    };
    let at = |worst: &Worst| {
        format!("{} ({:#x}, gives {})", input(f, worst), worst.at[0], shown(f, worst.result))
    };
    let bound = bound_words(f);
    let (e, x) = (error(&row.worst), at(&row.worst));
    let mut text = format!("{:<15} {e}, at {x}; bound {bound}: {verdict}", f.name);
    if let Some(flushed) = &row.flushed {
        text += &format!("; flushed {}, at {}", error(flushed), at(flushed));
    }
    if let Some(differs) = &row.differs {
        text += &format!("; host and PTX differ {differs}");
    }
    text
}

/// The heads of the tables: of functions, and of the short forms.
const HEAD: &str = "| function | inputs | worst error in ulp | furthest from the rounded result | with `-ftz` | worst at | CUDA's bound | SASS | nvcc's | |";
const SHORT_HEAD: &str = "| short form | inputs | worst part of the bound | with `-ftz` | worst at | CUDA's bound | SASS | nvcc's | |";

/// A row of a table of `docs/results/math.md`, and the table's head.
fn row_text(row: &Row) -> (&'static str, String) {
    let text = |n: Option<usize>| n.map_or_else(String::new, |n| n.to_string());
    let (ours, theirs) = (text(row.sizes.map(|s| s.0)), text(row.sizes.and_then(|s| s.1)));
    let f = &row.function;
    let (inputs, at, worst) = (&row.inputs, input(f, &row.worst), &row.worst);
    let verdict = row.verdict();
    match f.bound {
        Bound::Numbers(bound) => {
            let flushed = row.flushed.map_or_else(String::new, |w| w.far.to_string());
            let errors = format!("{:.4} | {} | {flushed}", worst.ulp, worst.far);
            let end = format!("{at} | {bound} | {ours} | {theirs} | {verdict}");
            (HEAD, format!("| `{}` | {inputs} | {errors} | {end} |", f.name))
        }
        Bound::Depends(_, words) => {
            let flushed = row.flushed.map_or_else(String::new, |w| format!("{:.4}", w.ulp));
            let end = format!("{at} | {words} | {ours} | {theirs} | {verdict}");
            let name = short_name(f);
            (SHORT_HEAD, format!("| {name} | {inputs} | {:.4} | {flushed} | {end} |", worst.ulp))
        }
    }
}

/// What is written in a kernel, and the options that it takes.
fn short_name(f: &Function) -> String {
    let written = f.body.trim_start_matches("return ").trim_end_matches(';');
    let with: Vec<String> = f.own_options().iter().map(|option| format!("`{option}`")).collect();
    if with.is_empty() {
        format!("`{written}`")
    } else {
        format!("`{written}`, {}", with.join(" "))
    }
}

/// Puts a row into the table with a head: over the one that begins alike, or at its end. A text without that table gets it.
fn with_row(text: &str, head: &str, row: &str) -> String {
    let start = row.split_inclusive('|').take(2).collect::<String>();
    let mut lines: Vec<&str> = text.lines().collect();
    let columns = head.matches('|').count() - 1;
    let rule = format!("|{}", "---|".repeat(columns));
    let Some(first) = lines.iter().position(|line| *line == head) else {
        if lines.last().is_some_and(|line| !line.is_empty()) {
            lines.push("");
        }
        lines.extend([head, &rule, row]);
        return lines.join("\n") + "\n";
    };
    let end = lines[first..].iter().position(|line| !line.starts_with('|'));
    let end = end.map_or(lines.len(), |n| first + n);
    match (first..end).find(|&k| lines[k].starts_with(&start)) {
        Some(at) => lines[at] = row,
        None => lines.insert(end, row),
    }
    lines.join("\n") + "\n"
}

/// Keeps a row in a file.
pub fn keep(file: &std::path::Path, row: &Row) -> Result<(), String> {
    let at = |e: std::io::Error| format!("{}: {e}", file.display());
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(at(e)),
    };
    let (head, line) = row_text(row);
    std::fs::write(file, with_row(&text, head, &line)).map_err(at)
}

#[cfg(test)]
mod tests {
    use super::with_row;

    #[test]
    fn rows_replace_those_of_the_same_function_and_leave_the_rest() {
        let (a, b) = ("| function | n |", "| form | n |");
        let first = with_row("# Words\n", a, "| `sin` | 1 |");
        let second = with_row(&first, b, "| `sin` | 5 |") + "after\n";
        let third = with_row(&second, a, "| `sinh` | 2 |");
        let fourth = with_row(&third, a, "| `sin` | 3 |");
        assert_eq!(
            fourth,
            "# Words\n\n| function | n |\n|---|---|\n| `sin` | 3 |\n| `sinh` | 2 |\n\n\
             | form | n |\n|---|---|\n| `sin` | 5 |\nafter\n"
        );
    }
}

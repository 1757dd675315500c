//! What was found, as lines and as a table.

use crate::functions::Function;
use crate::host::Worst;

/// A function's result.
pub struct Row {
    /// Which.
    pub function: Function,
    /// Its worst.
    pub worst: Worst,
    /// The first input on which host and emulated PTX differ.
    pub differs: Option<String>,
    /// Machine instructions of a kernel that calls it, as optx and as NVRTC compile it.
    pub sizes: Option<(usize, usize)>,
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

/// The table of `docs/results/math.md`.
pub fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| function | worst error in ulp | furthest from the rounded result | worst at | CUDA's bound | SASS | nvcc's | |\n|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let (ours, theirs) =
            row.sizes.map_or_else(Default::default, |(a, b)| (a.to_string(), b.to_string()));
        text += &format!(
            "| `{}` | {:.4} | {} | {} | {} | {ours} | {theirs} | {} |\n",
            row.function.name,
            row.worst.ulp,
            row.worst.far,
            input(row),
            row.function.bound,
            if row.passes() { "pass" } else { "**fail**" },
        );
    }
    text
}

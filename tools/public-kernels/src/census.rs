//! A census: which kernels unpacked archives hold, and how many registers NVRTC's code of each needs. New kernels of the list are drawn of it.
//!
//! **Idea.** A kernel is cut with the definitions that it names ([`cut`]), of its file and of those files of the archive that it includes;
//! the list's preludes `census` and `std-math` stand in for headers of others; templates are instantiated by guess ([`instance`]). What NVRTC then does
//! not take is told with its first error, and is not measured.
//!
//! **Cost.** NVRTC's time: some 0.1 seconds a kernel.

pub mod cut;
pub mod instance;
pub mod items;
pub mod mask;
pub mod measure;

use crate::list::{Cut, List};
use cut::{Files, Marks, Piece};
use measure::Measure;
use optx_judge::ToolError;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// Files of these kinds are read.
const KINDS: [&str; 8] = ["cu", "cuh", "h", "hpp", "hh", "cc", "cpp", "inl"];
/// Larger files are not.
const LARGEST: u64 = 4 << 20;
/// Folders within one another are looked into so deep.
const DEEPEST: usize = 32;
/// The preludes that stand before each kernel.
const PRELUDES: [&str; 2] = ["census", "std-math"];

/// A kernel of the census.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The file, within the folder.
    pub file: String,
    /// The kernel's lines.
    pub lines: [usize; 2],
    /// Its name.
    pub kernel: String,
    /// The registers that it needs; none where NVRTC does not take it so.
    pub registers: Option<u32>,
    /// Why not.
    pub said: String,
    /// The lines that were cut.
    pub cut: Vec<Cut>,
    /// What was put for words of them.
    pub replace: Vec<[String; 2]>,
    /// What stood behind.
    pub after: String,
    /// The options that NVRTC had.
    pub options: Vec<String>,
}

/// The files of a folder that may hold kernels, links left alone; what cannot be read is passed over.
pub fn read(folder: &Path) -> Result<Files, String> {
    let mut files = Files::new();
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    std::fs::read_dir(folder).map_err(wrong)?;
    walk(folder, folder, DEEPEST, &mut files);
    Ok(files)
}

fn walk(root: &Path, folder: &Path, depth: usize, files: &mut Files) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        if kind.is_dir() && depth > 0 {
            walk(root, &path, depth - 1, files);
        }
        let known = path.extension().is_some_and(|e| KINDS.iter().any(|k| e == *k));
        let small = entry.metadata().is_ok_and(|m| m.len() <= LARGEST);
        if !(kind.is_file() && known && small) {
            continue;
        }
        if let (Ok(bytes), Ok(name)) = (std::fs::read(&path), path.strip_prefix(root)) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            files.insert(name.to_string_lossy().into_owned(), text);
        }
    }
}

/// The kernels of one archive's files, in no order; `prelude` stands before each.
pub fn count(files: &Files, prelude: &str) -> Result<Vec<Row>, ToolError> {
    let marks = Marks::of(files);
    let mut out = Vec::new();
    for file in files.keys() {
        for piece in cut::pieces(files, &marks, file) {
            out.push(row(piece, prelude)?);
        }
    }
    Ok(out)
}

/// A kernel with the first instance that NVRTC takes, without options or with what makes unmarked members the device's.
fn row(piece: Piece, prelude: &str) -> Result<Row, ToolError> {
    let mut said = String::new();
    if piece.after.is_empty() {
        said = "no guess of the template's arguments".to_owned();
    }
    let (mut registers, mut after, mut options) = (None, String::new(), Vec::new());
    'found: for instance in &piece.after {
        let source = format!("{prelude}{}{instance}\n", piece.text);
        for given in [&[][..], &["-default-device".to_owned()][..]] {
            match measure::measure(&source, "census.cu", given)? {
                Measure::Registers(n) => {
                    (registers, after, options) = (Some(n), instance.clone(), given.to_vec());
                    said.clear();
                    break 'found;
                }
                Measure::Refused(first) => {
                    let unmarked = first.contains("execution space") || first.contains("__host__");
                    if said.is_empty() || !given.is_empty() {
                        said = first;
                    }
                    if !unmarked {
                        break;
                    }
                }
            }
        }
    }
    let Piece { file, lines, kernel, cut, replace, .. } = piece;
    Ok(Row { file, lines, kernel, registers, said, cut, replace, after, options })
}

/// The kernels of several folders, most registers first.
pub fn run(folders: &[impl AsRef<Path>], list: &List) -> Result<Vec<Row>, String> {
    let mut prelude = String::new();
    for name in PRELUDES {
        prelude.push_str(&list.prelude(name)?.text);
    }
    let mut rows = Vec::new();
    for folder in folders {
        let files = read(folder.as_ref())?;
        rows.extend(count(&files, &prelude).map_err(|e| e.to_string())?);
    }
    sort(&mut rows);
    Ok(rows)
}

/// Most registers first, then what NVRTC refuses; of equal ones by file and line.
pub fn sort(rows: &mut [Row]) {
    rows.sort_by(|a, b| {
        let by_place = a.file.cmp(&b.file).then(a.lines.cmp(&b.lines));
        b.registers.cmp(&a.registers).then(by_place)
    });
}

/// The table with the closing line.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::new();
    let width = |of: fn(&Row) -> usize| rows.iter().map(of).max().unwrap_or(0).min(90);
    let (kernels, files) = (width(|r| r.kernel.len()), width(|r| r.file.len()));
    for row in rows {
        let measured = row.registers.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let lines = format!("{}-{}", row.lines[0], row.lines[1]);
        let line = format!(
            "{measured:>4}  {:kernels$}  {:files$}  {lines:11}  {}",
            row.kernel, row.file, row.said
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let above = |least: u32| rows.iter().filter(|r| r.registers.is_some_and(|n| n > least)).count();
    let compiled = rows.iter().filter(|r| r.registers.is_some()).count();
    let _ = writeln!(
        out,
        "{} kernels, {compiled} compiled, {} above 32 registers, {} above 40",
        rows.len(),
        above(32),
        above(40)
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kernel: &str, line: usize, registers: Option<u32>) -> Row {
        Row {
            file: "f.cu".to_owned(),
            lines: [line, line],
            kernel: kernel.to_owned(),
            registers,
            said: String::new(),
            cut: Vec::new(),
            replace: Vec::new(),
            after: String::new(),
            options: Vec::new(),
        }
    }

    #[test]
    fn the_table_has_the_most_registers_first() {
        let mut rows = [
            row("no", 1, None),
            row("b", 9, Some(33)),
            row("a", 2, Some(33)),
            row("c", 3, Some(41)),
        ];
        sort(&mut rows);
        let order: Vec<&str> = rows.iter().map(|r| r.kernel.as_str()).collect();
        assert_eq!(order, ["c", "a", "b", "no"]);
        let table = table(&rows);
        assert!(
            table.ends_with("4 kernels, 3 compiled, 3 above 32 registers, 1 above 40\n"),
            "{table}"
        );
        assert!(table.starts_with("  41  c   f.cu  3-3\n"), "{table}");
    }

    #[test]
    fn what_is_no_text_is_read_and_large_files_are_not() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        std::fs::write(folder.path().join("in/a.cu"), b"\xff\xfe __global__ void k() {").unwrap();
        std::fs::write(folder.path().join("b.cu"), vec![b'{'; LARGEST as usize + 1]).unwrap();
        std::fs::write(folder.path().join("c.txt"), b"").unwrap();
        let files = read(folder.path()).unwrap();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["in/a.cu"]);
        assert!(cut::pieces(&files, &Marks::of(&files), "in/a.cu").is_empty());
        assert!(read(&folder.path().join("none")).is_err());
    }
}

//! A kernel's text: cut of the fetched files, with ours around it.

use crate::list::{Kernel, List};
use std::path::Path;

/// The source that compilers are given.
pub fn compose(list: &List, kernel: &Kernel) -> Result<String, String> {
    let source = list.source_of(kernel)?;
    let folder = source.cached();
    if !folder.join(".complete").is_file() {
        return Err(format!("{} is not in the cache: run tools/fetch public-kernels", source.name));
    }
    let mut text = String::new();
    for name in &kernel.prelude {
        text.push_str(&list.prelude(name)?.text);
    }
    for cut in &kernel.cut {
        let wrong = |e: &dyn std::fmt::Display| format!("{}: {}: {e}", source.name, cut.file);
        let bytes = std::fs::read(folder.join(&cut.file)).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                wrong(&"it is not in the cache: run tools/fetch public-kernels")
            }
            _ => wrong(&e),
        })?;
        let whole = String::from_utf8_lossy(&bytes);
        let [first, last] = cut.lines;
        let lines: Vec<&str> = whole.lines().collect();
        let piece = lines.get(first - 1..last).ok_or_else(|| {
            wrong(&format!("it has {} lines, and the list names {last}", lines.len()))
        })?;
        let mut piece = piece.join("\n");
        for [word, put] in &kernel.replace {
            piece = piece.replace(word, put);
        }
        text.push_str(&piece);
        text.push('\n');
    }
    if !kernel.after.is_empty() {
        text.push_str(&kernel.after);
        text.push('\n');
    }
    Ok(text)
}

/// Writes each kernel's source and launch file to a folder, as `compare-peers --kernels` and `optx run` take them.
pub fn write(list: &List, kernels: &[&Kernel], folder: &Path) -> Result<(), String> {
    let wrong = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    std::fs::create_dir_all(folder).map_err(|e| wrong(folder, e))?;
    for kernel in kernels {
        let source = folder.join(format!("{}.cu", kernel.id));
        std::fs::write(&source, compose(list, kernel)?).map_err(|e| wrong(&source, e))?;
        let launch = folder.join(format!("{}.launch.toml", kernel.id));
        std::fs::copy(kernel.launch_path(), &launch).map_err(|e| wrong(&launch, e))?;
    }
    Ok(())
}

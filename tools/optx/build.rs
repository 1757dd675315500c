//! Names this build of the compiler for what is kept of its results: a digest of the sources of this crate and of those of ours that it is built of, and of
//! the lock file, which says the others. Paths are left out, so that a build in another folder is the same.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What is not built into the compiler, by the names of folders.
const APART: &[&str] = &["tests", "benches", "examples", "fuzz", "target"];

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = own.join("../..");
    let workspace = fs::read_to_string(root.join("Cargo.toml"))?;
    let mut crates = BTreeSet::from(["tools/optx".to_owned()]);
    let mut ahead: Vec<String> = crates.iter().cloned().collect();
    while let Some(folder) = ahead.pop() {
        let manifest = fs::read_to_string(root.join(&folder).join("Cargo.toml"))?;
        let named = manifest.lines().filter_map(|line| line.split_once(".workspace"));
        let folders = named.filter_map(|(name, _)| folder_of(&workspace, name));
        for folder in folders {
            if crates.insert(folder.clone()) {
                ahead.push(folder);
            }
        }
    }
    let mut hasher = blake3::Hasher::new();
    add(&root.join("Cargo.lock"), "Cargo.lock", &mut hasher)?;
    for folder in &crates {
        walk(&root.join(folder), folder, &mut hasher)?;
    }
    println!("cargo:rustc-env=OPTX_BUILD={}", hasher.finalize().to_hex());
    Ok(())
}

/// The folder of a crate of ours, by the workspace's list.
fn folder_of(workspace: &str, name: &str) -> Option<String> {
    let row = workspace.lines().find(|line| line.starts_with(&format!("{name} = {{ path = ")))?;
    row.split('"').nth(1).map(str::to_owned)
}

/// Adds the files of a folder, in the order of their names.
fn walk(folder: &Path, name: &str, hasher: &mut blake3::Hasher) -> io::Result<()> {
    let mut inside = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    inside.sort_by_key(fs::DirEntry::file_name);
    for entry in inside {
        let part = entry.file_name().to_string_lossy().into_owned();
        let (path, name) = (entry.path(), format!("{name}/{part}"));
        match path.is_dir() {
            true if APART.contains(&part.as_str()) => {}
            true => walk(&path, &name, hasher)?,
            false => add(&path, &name, hasher)?,
        }
    }
    // New files.
    println!("cargo:rerun-if-changed={}", folder.display());
    Ok(())
}

fn add(path: &Path, name: &str, hasher: &mut blake3::Hasher) -> io::Result<()> {
    let bytes = fs::read(path)?;
    println!("cargo:rerun-if-changed={}", path.display());
    for part in [name.as_bytes(), &bytes] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    Ok(())
}

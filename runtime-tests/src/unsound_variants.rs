//! Mistakes that an analysis of variance can make, seeded on purpose: are the claims that follow from them noticed on the runtime kernels?
//!
//! `unsound-variants/` has a file for each: which source it is in, why it is wrong, the text as it is and as the mistake has it. The
//! compiler itself knows nothing of them. A variant is put into a copy of the tree, never into this one, and the command built there
//! checks what it claims of the kernels against what they do.

use crate::suite::home;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A mistake, and where it goes.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name of its file, without the ending.
    pub name: String,
    /// The source file, from the root of the tree.
    pub file: String,
    /// Why what follows from it is wrong.
    pub why: String,
    /// The check that is known to notice it.
    pub noticed: String,
    /// What is replaced by what: each old text stands once in the source.
    pub edits: Vec<(String, String)>,
}

/// All variants, by name.
pub fn variants() -> Result<Vec<Variant>, String> {
    variants_in("unsound-variants")
}

/// Those of a folder of this crate.
pub fn variants_in(folder: &str) -> Result<Vec<Variant>, String> {
    let folder = home().join(folder);
    let mut found = Vec::new();
    for path in files(&folder, "txt")? {
        let text = std::fs::read_to_string(&path).map_err(|e| wrong(&path, &e))?;
        let name = stem(&path);
        found.push(Variant::parse(&name, &text).map_err(|e| wrong(&path, &e))?);
    }
    Ok(found)
}

impl Variant {
    /// Reads a variant's file.
    pub fn parse(name: &str, text: &str) -> Result<Variant, String> {
        let mut parts = text.split("--- old\n");
        let head = parts.next().unwrap_or_default();
        let field = |key: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim().to_owned()).ok_or(format!("no `{key}`"))
        };
        let mut edits = Vec::new();
        for part in parts {
            let (old, new) = part.split_once("--- new\n").ok_or("an old text without a new one")?;
            if old.trim().is_empty() || old == new {
                return Err("nothing is changed".into());
            }
            edits.push((
                old.trim_end_matches('\n').to_owned(),
                new.trim_end_matches('\n').to_owned(),
            ));
        }
        if edits.is_empty() {
            return Err("nothing is changed".into());
        }
        let [file, why, noticed] = ["file:", "why:", "noticed:"].map(field);
        Ok(Variant { name: name.to_owned(), file: file?, why: why?, noticed: noticed?, edits })
    }

    /// The source with the mistake; each old text has to stand in it once.
    pub fn apply(&self, source: &str) -> Result<String, String> {
        let mut text = source.to_owned();
        for (old, new) in &self.edits {
            match source.matches(old.as_str()).count() {
                1 => text = text.replacen(old.as_str(), new, 1),
                n => return Err(format!("{}: {n} times in {}:\n{old}", self.name, self.file)),
            }
        }
        Ok(text)
    }
}

/// A program whose claims are checked: the words for the command.
pub struct Check {
    /// Folder and name.
    pub name: String,
    words: Vec<String>,
}

/// What is run: kernels and programs with a launch file at -O0 and -O3, then case files with launches made up.
pub fn checks() -> Result<Vec<Check>, String> {
    let mut found = Vec::new();
    for (folder, levels) in [("kernels", &["-O0", "-O3"][..]), ("false-claims", &["-O0", "-O3"])] {
        for path in files(&home().join(folder), "cu")? {
            for level in levels {
                let name = format!("{folder}/{} {level}", stem(&path));
                let path = path.to_string_lossy();
                let words = ["run", &path, level, "--device=emulator", "--check-claims"];
                found.push(Check { name, words: words.map(str::to_owned).into() });
            }
        }
    }
    for path in files(&home().join("cases"), "cu")? {
        let name = format!("cases/{} -O0", stem(&path));
        let path = path.to_string_lossy();
        let words = ["precision", &path, "-O0", "-D__OPTX__", "--launches=10", "--further=0"];
        found.push(Check { name, words: words.map(str::to_owned).into() });
    }
    Ok(found)
}

impl Check {
    /// How many claims of a command's own there are, and how many do not hold; none where it ends otherwise than with the count.
    pub fn claims(&self, command: &Path) -> Result<(usize, usize), String> {
        let out = Command::new(command).args(&self.words).output();
        let out = out.map_err(|e| wrong(command, &e))?;
        let text = String::from_utf8_lossy(&out.stderr);
        // `N claims, M violated`: the last line that says so.
        let counts = text.lines().rev().find_map(|line| {
            let (all, rest) = line.split_once(" claims, ")?;
            let (violated, _) = rest.split_once(" violated")?;
            Some((all.trim().parse().ok()?, violated.trim().parse().ok()?))
        });
        Ok(counts.unwrap_or((0, 0)))
    }
}

/// A copy of the tree in which variants are built; it lies in a folder of its own, and is only brought up to date there.
pub struct Copy {
    root: PathBuf,
}

impl Copy {
    /// Copies what the command is built from into a folder.
    pub fn into(folder: &Path) -> Result<Copy, String> {
        let from = home().join("..");
        let root = folder.join("tree");
        std::fs::create_dir_all(&root).map_err(|e| wrong(&root, &e))?;
        for part in ["Cargo.toml", "Cargo.lock", "frontend", "wopt", "cg", "tools", "runtime-tests"]
        {
            copy(&from.join(part), &root.join(part))?;
        }
        Ok(Copy { root })
    }

    /// Builds the command, of the tree as it is or with a mistake; without debug checks, which would notice before claims do. What runs
    /// little is built quickly, and what runs much to run quickly.
    pub fn build(&self, variant: Option<&Variant>, runs_much: bool) -> Result<PathBuf, String> {
        self.build_program(variant, ["optx-command", "optx"], runs_much)
    }

    /// The same of any package's program.
    pub fn build_program(
        &self,
        variant: Option<&Variant>,
        [package, program]: [&str; 2],
        runs_much: bool,
    ) -> Result<PathBuf, String> {
        let target = self.root.join("../target");
        let mut restored = None;
        if let Some(variant) = variant {
            let path = self.root.join(&variant.file);
            let source = std::fs::read_to_string(&path).map_err(|e| wrong(&path, &e))?;
            std::fs::write(&path, variant.apply(&source)?).map_err(|e| wrong(&path, &e))?;
            restored = Some((path, source));
        }
        let built = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(["build", "--quiet", "-p", package, "--bin", program])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &target)
            .env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", if runs_much { "1" } else { "0" })
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .output();
        if let Some((path, source)) = restored {
            std::fs::write(&path, source).map_err(|e| wrong(&path, &e))?;
        }
        let built = built.map_err(|e| format!("cargo: {e}"))?;
        if !built.status.success() {
            return Err(String::from_utf8_lossy(&built.stderr).into_owned());
        }
        Ok(target.join("debug").join(program))
    }
}

/// Makes a file or folder the same as another; what is the same already keeps its time, so that cargo does not build it again.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let is_folder = std::fs::metadata(from).map_err(|e| wrong(from, &e))?.is_dir();
    if !is_folder {
        let text = std::fs::read(from).map_err(|e| wrong(from, &e))?;
        if std::fs::read(to).is_ok_and(|there| there == text) {
            return Ok(());
        }
        return std::fs::write(to, text).map_err(|e| wrong(to, &e));
    }
    std::fs::create_dir_all(to).map_err(|e| wrong(to, &e))?;
    let names = |folder: &Path| -> Result<Vec<OsString>, String> {
        let entries = std::fs::read_dir(folder).map_err(|e| wrong(folder, &e))?;
        let names = entries.map(|entry| Ok(entry.map_err(|e| wrong(folder, &e))?.file_name()));
        Ok(names
            .collect::<Result<Vec<_>, String>>()?
            .into_iter()
            .filter(|n| n != "target")
            .collect())
    };
    let wanted = names(from)?;
    for name in names(to)?.iter().filter(|name| !wanted.contains(name)) {
        let path = to.join(name);
        let gone = if path.is_dir() {
            std::fs::remove_dir_all(&path)
        } else {
            std::fs::remove_file(&path)
        };
        gone.map_err(|e| wrong(&path, &e))?;
    }
    wanted.iter().try_for_each(|name| copy(&from.join(name), &to.join(name)))
}

fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|e| wrong(folder, &e))? {
        found.push(entry.map_err(|e| wrong(folder, &e))?.path());
    }
    found.retain(|path| path.extension().is_some_and(|e| e == ending));
    found.sort();
    Ok(found)
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned())
}

fn wrong(path: &Path, e: &dyn std::fmt::Display) -> String {
    format!("{}: {e}", path.display())
}

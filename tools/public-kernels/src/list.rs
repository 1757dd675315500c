//! The list: read from TOML, and checked row by row, so that an error names the row it is of.

use optx_launch::LaunchFile;
use optx_launch::spec::nearest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of the list and its launch files.
pub fn folder() -> PathBuf {
    optx_results_page::root().join("tools/public-kernels")
}

/// A release of a project, as an archive holds it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its name here.
    pub name: String,
    /// Where the project is at home.
    pub upstream: String,
    /// The release, a tag of the project's.
    pub release: String,
    /// Its licence, by SPDX.
    pub licence: String,
    /// Where the archive comes from: `pypi:NAME==VERSION`, `debian:SOURCE=VERSION` or `debian-contrib:SOURCE=VERSION`.
    pub archive: String,
    /// The archive's file name.
    pub file: String,
    /// The folder within it that files are named from.
    pub folder: String,
    /// The archive's bytes.
    pub size: u64,
    /// The archive's SHA-256.
    pub sha256: String,
    /// Kernels of the files that were drawn that are not in the list, and why.
    #[serde(default)]
    pub passed_over: Vec<String>,
}

/// The heavy list is of kernels for which NVRTC's code needs more registers than these, on sm_80.
pub const HEAVY_ABOVE: u32 = 40;

impl Source {
    /// Where its files are in the cache.
    pub fn cached(&self) -> PathBuf {
        optx_judge::cache_dir().join("public-kernels").join(&self.name)
    }
}

/// Lines of ours that stand before a kernel.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prelude {
    /// Its name.
    pub name: String,
    /// The lines.
    pub text: String,
}

/// Lines of a file.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The file, within the archive's folder.
    pub file: String,
    /// The first line and the last one, from 1.
    pub lines: [usize; 2],
}

/// A kernel.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kernel {
    /// Its name here, and its launch file's.
    pub id: String,
    /// The project.
    pub source: String,
    /// Its name in the project.
    pub kernel: String,
    /// The pieces of its text, in order.
    pub cut: Vec<Cut>,
    /// What of ours stands before it.
    #[serde(default)]
    pub prelude: Vec<String>,
    /// Words of the pieces that the project's program fills in, each with what is put for it.
    #[serde(default)]
    pub replace: Vec<[String; 2]>,
    /// What of ours stands behind it: a template's instance.
    #[serde(default)]
    pub after: String,
    /// How far floats may be off, absolutely and relative to NVRTC's; none where every bit agrees.
    pub within: Option<f64>,
    /// What is worth knowing of it.
    pub note: Option<String>,
    /// The code that optx refuses it with.
    pub refused: Option<String>,
    /// Whether NVRTC's code of it for sm_80 needs more than 40 registers: the heavy list is those.
    #[serde(default)]
    pub heavy: bool,
}

impl Kernel {
    /// Where its launch file is.
    pub fn launch_path(&self) -> PathBuf {
        folder().join("launches").join(format!("{}.toml", self.id))
    }

    /// Its launch file.
    pub fn launch(&self) -> Result<LaunchFile, String> {
        let path = self.launch_path();
        let wrong = |e: &dyn std::fmt::Display| format!("launches/{}.toml: {e}", self.id);
        let text = std::fs::read_to_string(&path).map_err(|e| wrong(&e))?;
        LaunchFile::parse(&text).map_err(|e| wrong(&e))
    }
}

/// The list.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// The projects.
    pub sources: Vec<Source>,
    /// What stands before kernels.
    pub preludes: Vec<Prelude>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
}

/// The rows before each is looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    source: Vec<toml::Value>,
    #[serde(default)]
    prelude: Vec<toml::Value>,
    kernel: Vec<toml::Value>,
}

impl List {
    /// The project's list.
    pub fn load() -> Result<List, String> {
        let path = folder().join("list.toml");
        let text = std::fs::read_to_string(&path).map_err(|e| format!("list.toml: {e}"))?;
        List::parse(&text).map_err(|e| format!("list.toml: {e}"))
    }

    /// A list's text, checked.
    pub fn parse(text: &str) -> Result<List, String> {
        let rows: Rows = toml::from_str(text).map_err(|e| e.to_string())?;
        let list = List {
            sources: read(&rows.source, "source", "name")?,
            preludes: read(&rows.prelude, "prelude", "name")?,
            kernels: read(&rows.kernel, "kernel", "id")?,
        };
        unique("source", list.sources.iter().map(|s| s.name.as_str()))?;
        unique("prelude", list.preludes.iter().map(|p| p.name.as_str()))?;
        unique("kernel", list.kernels.iter().map(|k| k.id.as_str()))?;
        for source in &list.sources {
            check_source(source).map_err(|e| format!("[[source]] `{}`: {e}", source.name))?;
        }
        for kernel in &list.kernels {
            list.check_kernel(kernel).map_err(|e| format!("[[kernel]] `{}`: {e}", kernel.id))?;
        }
        if let Some(unused) =
            list.sources.iter().find(|s| !list.kernels.iter().any(|k| k.source == s.name))
        {
            return Err(format!("[[source]] `{}`: no kernel is of it", unused.name));
        }
        Ok(list)
    }

    /// The project of a kernel.
    pub fn source_of(&self, kernel: &Kernel) -> Result<&Source, String> {
        let names = self.sources.iter().map(|s| s.name.as_str());
        self.sources
            .iter()
            .find(|s| s.name == kernel.source)
            .ok_or_else(|| unknown("source", &kernel.source, names))
    }

    /// A prelude by its name.
    pub fn prelude(&self, name: &str) -> Result<&Prelude, String> {
        let names = self.preludes.iter().map(|p| p.name.as_str());
        self.preludes.iter().find(|p| p.name == name).ok_or_else(|| unknown("prelude", name, names))
    }

    fn check_kernel(&self, kernel: &Kernel) -> Result<(), String> {
        if !is_plain(&kernel.id) {
            return Err(
                "an id is lower-case letters, digits and `-`, for a file is named by it".into()
            );
        }
        self.source_of(kernel)?;
        for name in &kernel.prelude {
            self.prelude(name)?;
        }
        if kernel.cut.is_empty() {
            return Err("`cut` names no lines".to_owned());
        }
        for cut in &kernel.cut {
            is_inside(&cut.file)?;
            let [first, last] = cut.lines;
            if first == 0 || last < first {
                return Err(format!("`cut`: {}: lines {first} to {last} are none", cut.file));
            }
        }
        if kernel.within.is_some_and(|w| !(w > 0.0 && w < 0.1)) {
            return Err("`within` is more than 0 and less than 0.1".to_owned());
        }
        Ok(())
    }
}

/// Rows of one kind, each told by its number and name where it is wrong.
fn read<T: DeserializeOwned>(
    rows: &[toml::Value],
    kind: &str,
    key: &str,
) -> Result<Vec<T>, String> {
    let one = |(k, row): (usize, &toml::Value)| {
        let name = row.get(key).and_then(toml::Value::as_str).unwrap_or("without a name");
        let wrong = |e: toml::de::Error| format!("[[{kind}]] {} `{name}`: {}", k + 1, e.message());
        row.clone().try_into().map_err(wrong)
    };
    rows.iter().enumerate().map(one).collect()
}

fn unique<'n>(kind: &str, names: impl Iterator<Item = &'n str>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(format!("[[{kind}]] `{name}` is there twice"));
        }
    }
    Ok(())
}

fn unknown<'n>(kind: &str, name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let near = nearest(name, known).map_or(String::new(), |n| format!("; the nearest is `{n}`"));
    format!("there is no {kind} `{name}`{near}")
}

fn is_plain(id: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !id.is_empty() && id.chars().all(good)
}

/// Files stay within the archive.
fn is_inside(file: &str) -> Result<(), String> {
    let plain = |c: std::path::Component<'_>| matches!(c, std::path::Component::Normal(_));
    match !file.is_empty() && Path::new(file).components().all(plain) {
        true => Ok(()),
        false => Err(format!("`{file}` is no path within the archive")),
    }
}

fn check_source(source: &Source) -> Result<(), String> {
    if !is_plain(&source.name) {
        return Err(
            "a name is lower-case letters, digits and `-`, for a folder is named by it".into()
        );
    }
    is_inside(&source.file)?;
    is_inside(&source.folder)?;
    let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    if source.sha256.len() != 64 || !source.sha256.chars().all(hex) {
        return Err("`sha256` is 64 hexadecimal digits".to_owned());
    }
    let pinned = match source.archive.split_once(':') {
        Some(("pypi", rest)) => rest.split_once("=="),
        Some(("debian" | "debian-contrib", rest)) => rest.split_once('='),
        _ => None,
    };
    match pinned {
        Some((name, version)) if !name.is_empty() && !version.is_empty() => Ok(()),
        _ => Err(format!(
            "`archive` is `pypi:NAME==VERSION`, `debian:SOURCE=VERSION` or `debian-contrib:SOURCE=VERSION`, not `{}`",
            source.archive
        )),
    }
}

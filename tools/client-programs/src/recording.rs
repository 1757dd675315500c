//! Recorded programs, as they lie in a folder.

use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What stands in options for the folder of included files, which lies elsewhere on each machine.
const INCLUDES: &str = "{includes}";

/// A program as it was handed to NVRTC.
#[derive(Clone, Debug)]
pub struct Program {
    /// Whose it is.
    pub project: String,
    /// Its number among the project's.
    pub number: String,
    /// The part of the project that it was recorded from.
    pub group: String,
    /// What it was called.
    pub name: String,
    /// The source.
    pub source: String,
    /// The options, with [`Program::options`] for this machine.
    recorded_options: Vec<String>,
    /// The folder of included files.
    includes: PathBuf,
    /// Headers in memory: the names that they are included by, with their texts.
    pub headers: Vec<(String, String)>,
    /// Name expressions.
    pub expressions: Vec<String>,
}

/// `program.json`.
#[derive(Deserialize)]
struct Told {
    #[serde(default)]
    group: String,
    name: String,
    source: String,
    options: Vec<String>,
    #[serde(default)]
    headers: Vec<Header>,
    #[serde(default)]
    expressions: Vec<String>,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    file: String,
}

impl Program {
    /// Reads a program's folder, `ROOT/PROJECT/NUMBER`.
    pub fn read(folder: &Path) -> Result<Program, String> {
        let part = |path: Option<&Path>| {
            let name = path.and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
            name.ok_or_else(|| format!("{}: is no folder of a program", folder.display()))
        };
        let project = folder.parent();
        let json = folder.join("program.json");
        let told: Told = serde_json::from_str(&text(&json)?)
            .map_err(|e| format!("{}: {e}; record it anew", json.display()))?;
        let headers = told.headers.into_iter().map(|h| Ok((h.name, text(&folder.join(h.file))?)));
        Ok(Program {
            number: part(Some(folder))?,
            project: part(project)?,
            group: told.group,
            name: told.name,
            source: text(&folder.join(told.source))?,
            recorded_options: told.options,
            includes: project.and_then(Path::parent).unwrap_or(folder).join("include"),
            headers: headers.collect::<Result<_, String>>()?,
            expressions: told.expressions,
        })
    }

    /// The options as they were given, with the folders of this machine.
    pub fn options(&self) -> Vec<String> {
        let includes = self.includes.to_string_lossy();
        self.recorded_options.iter().map(|o| o.replace(INCLUDES, &includes)).collect()
    }

    /// A file's name, from the folder of included files where it is one of those.
    pub fn short<'a>(&self, file: &'a str) -> &'a str {
        let included = Path::new(file).strip_prefix(&self.includes).ok();
        included.and_then(Path::to_str).unwrap_or(file)
    }

    /// All that NVRTC's answer hangs on, the same on each machine.
    pub fn question(&self) -> Vec<&str> {
        let mut parts = vec![self.name.as_str(), &self.source];
        let lists = [&self.recorded_options, &self.expressions];
        for list in lists {
            parts.push("|");
            parts.extend(list.iter().map(String::as_str));
        }
        parts.push("|");
        parts.extend(self.headers.iter().flat_map(|h| [h.0.as_str(), &h.1]));
        parts
    }
}

fn text(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The folder that recordings lie in.
pub fn root() -> PathBuf {
    optx_judge::cache_dir().join("client-programs")
}

/// The projects that are recorded below a folder, by name.
pub fn projects(root: &Path) -> Vec<String> {
    let recorded = |folder: &PathBuf| folder.join("recorded.json").is_file();
    names(root).into_iter().filter(|name| recorded(&root.join(name))).collect()
}

/// The folders of a project's programs, in order.
pub fn folders(root: &Path, project: &str) -> Result<Vec<PathBuf>, String> {
    let folder = root.join(project);
    let programs = names(&folder).into_iter().map(|name| folder.join(name));
    let programs: Vec<PathBuf> = programs.filter(|f| f.join("program.json").is_file()).collect();
    if programs.is_empty() {
        return Err(format!(
            "{}: has no recorded programs; `client-programs fetch --project {project}` records them",
            folder.display()
        ));
    }
    Ok(programs)
}

/// What is in a folder, sorted; nothing where there is none, and nothing that is hidden.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    names
}

//! What is mutated: the repository's sources, the kernels in its tests' strings, and the text forms of both.

use crate::arguments::Bounds;
use crate::mutate::tokens;
use crate::protocol::Request;
use crate::worker::{End, Worker};
use std::path::{Path, PathBuf};

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// CUDA C.
    Source,
    /// WHIRL text.
    Whirl,
    /// Text of the optimizer's forms.
    Ssa,
}

impl Kind {
    /// The name that `--input` has for it, which is also a file's ending.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Source => "cu",
            Kind::Whirl => "whirl",
            Kind::Ssa => "ssa",
        }
    }
}

/// A text to start from.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Where it is from.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its tokens, or its words.
    pub tokens: Vec<String>,
}

/// All texts to start from.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// Sources.
    pub sources: Vec<Seed>,
    /// Text forms.
    pub forms: Vec<Seed>,
}

/// Longer texts are left out: a mutant would be slow for its length alone.
const LONGEST: usize = 64 << 10;

/// For texts that nobody changed: a debug build on a busy machine is no finding.
const WIDE: Bounds = Bounds { micros: 60_000_000, kib: 4 << 20 };

impl Corpus {
    /// Reads the repository and the paths given besides, and has a worker make the text forms.
    pub fn collect(root: &Path, more: &[PathBuf]) -> Result<Corpus, String> {
        let mut files = Vec::new();
        for path in std::iter::once(root).chain(more.iter().map(PathBuf::as_path)) {
            if path.is_file() {
                files.push(path.to_path_buf());
            } else if path.is_dir() {
                walk(path, &mut files);
            } else {
                return Err(format!("{} is neither a file nor a folder", path.display()));
            }
        }
        files.sort();
        let mut corpus = Corpus::default();
        for file in &files {
            corpus.read(file, file.strip_prefix(root).unwrap_or(file));
        }
        if corpus.sources.is_empty() {
            return Err(format!("there are no sources under {}", root.display()));
        }
        corpus.make_forms()?;
        Ok(corpus)
    }

    fn read(&mut self, file: &Path, name: &Path) {
        let ending = file.extension().map_or(String::new(), |e| e.to_string_lossy().into_owned());
        let Ok(bytes) = std::fs::read(file) else { return };
        let (text, name) = (String::from_utf8_lossy(&bytes), name.to_string_lossy());
        match ending.as_str() {
            "cu" | "cuh" => self.add(&name, Kind::Source, &text),
            "whirl" => self.add(&name, Kind::Whirl, &text),
            "ssa" => self.add(&name, Kind::Ssa, &text),
            // The fuzzer's own strings are pieces of mutants and inputs that are meant to break something.
            "rs" if !name.starts_with("tools/fuzz") => {
                for (k, text) in strings(&text).into_iter().enumerate() {
                    if text.contains("__global__") || text.contains("__device__") {
                        self.add(&format!("{name}, string {}", k + 1), Kind::Source, &text);
                    }
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, name: &str, kind: Kind, text: &str) {
        let (tokens, list) = match kind {
            Kind::Source => (tokens::split(text), &mut self.sources),
            _ => (tokens::words(text), &mut self.forms),
        };
        if text.len() <= LONGEST && !tokens.is_empty() {
            list.push(Seed { name: name.to_owned(), kind, tokens });
        }
    }

    /// The text forms of the sources that compile; without optimization, where that takes a minute, of some of them.
    fn make_forms(&mut self) -> Result<(), String> {
        let step = if cfg!(debug_assertions) { 8 } else { 1 };
        let mut worker = Worker::start()?;
        for at in (0..self.sources.len()).step_by(step) {
            for (emit, kind) in [
                ("whirl-vh", Kind::Whirl),
                ("whirl-m", Kind::Whirl),
                ("cfg", Kind::Ssa),
                ("ssa", Kind::Ssa),
                ("regs", Kind::Ssa),
            ] {
                let seed = &self.sources[at];
                let (name, text) = (format!("{}, {emit}", seed.name), seed.tokens.concat());
                let options = vec![format!("--emit={emit}"), "-O3".to_owned()];
                let request = Request { options, text: text.into_bytes(), want_result: true };
                match worker.run(&request, WIDE) {
                    End::Reply(reply) if reply.accepted => self.add(&name, kind, &reply.result),
                    End::Reply(_) => break,
                    End::Died(_) | End::Ended { .. } => {
                        return Err(format!("{name} breaks the compiler as it stands"));
                    }
                }
            }
        }
        Ok(())
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let Ok(kind) = entry.file_type() else { continue };
        if name.starts_with('.') || name == "target" {
            continue;
        }
        if kind.is_dir() {
            walk(&path, files);
        } else if kind.is_file()
            && [".cu", ".cuh", ".whirl", ".ssa", ".rs"].iter().any(|e| name.ends_with(e))
        {
            files.push(path);
        }
    }
}

/// The string literals of a Rust source, roughly: what looks like one counts.
fn strings(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        let hashes = rest[..at].bytes().rev().take_while(|b| *b == b'#').count();
        let raw = rest[..at - hashes].ends_with('r');
        rest = &rest[at + 1..];
        if raw {
            let end = format!("\"{}", "#".repeat(hashes));
            let Some(length) = rest.find(&end) else { break };
            out.push(rest[..length].to_owned());
            rest = &rest[length + end.len()..];
        } else {
            let (string, length) = unescape(rest);
            out.push(string);
            rest = &rest[length..];
        }
    }
    out
}

/// The string that starts here, and how long it is with its closing quote.
fn unescape(text: &str) -> (String, usize) {
    let mut out = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (out, at + 1),
            '\\' => match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 't')) => out.push('\t'),
                Some((_, '\n')) => while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                Some((_, other)) => out.push(other),
                None => {}
            },
            // A format string's doubled brace.
            '{' | '}' => {
                chars.next_if(|(_, next)| *next == c);
                out.push(c);
            }
            other => out.push(other),
        }
    }
    (out, text.len())
}

#[cfg(test)]
mod tests {
    use super::strings;

    #[test]
    fn strings_of_a_rust_source() {
        let text = "let a = \"x\\n\\\"y\\\" {{z}}\\\n   w\"; let b = r#\"q\"r\"#; r\"s\\\"";
        assert_eq!(strings(text), ["x\n\"y\" {z}w", "q\"r", "s\\"]);
    }
}

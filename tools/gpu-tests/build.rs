//! Puts the runtime kernels into the program, what other compilers made of them, where `OPTX_PEERS` names a file of that, and a hash of the sources that run and judge jobs.

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-env-changed=OPTX_PEERS");
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime-tests");
    let mut out = String::from("pub(crate) static EMBEDDED: &[Embedded] = &[\n");
    println!("cargo::rerun-if-changed={}", home.join("large").display());
    for folder in ["kernels", "mixed"] {
        let folder = home.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        for source in sources(&folder) {
            let launch = source.with_extension("launch.toml");
            let large = home.join("large").join(launch.file_name().unwrap_or_default());
            let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(
                out,
                "    Embedded {{ name: {name:?}, source: include_str!({:?}), launch: include_str!({:?}), large: include_str!({:?}) }},",
                absolute(&source),
                absolute(&launch),
                absolute(&large)
            );
        }
    }
    out.push_str("];\n");
    let agreed = home.join("random/agreed.txt");
    println!("cargo::rerun-if-changed={}", agreed.display());
    let _ =
        writeln!(out, "pub(crate) static AGREED: &str = include_str!({:?});", absolute(&agreed));
    let peers = std::env::var("OPTX_PEERS").unwrap_or_default();
    match peers.is_empty() {
        true => out.push_str("pub(crate) static PEERS: &str = \"[]\";\n"),
        false => {
            println!("cargo::rerun-if-changed={peers}");
            let path = absolute(Path::new(&peers));
            let _ = writeln!(out, "pub(crate) static PEERS: &str = include_str!({path:?});");
        }
    }
    let folder = std::env::var("OUT_DIR").expect("cargo says where");
    std::fs::write(Path::new(&folder).join("embedded.rs"), out).expect("the build folder is ours");
    let harness = format!(
        "/// A hash of the sources that run and judge jobs.\npub(crate) const HARNESS: &str = {:?};\n",
        harness()
    );
    std::fs::write(Path::new(&folder).join("harness.rs"), harness)
        .expect("the build folder is ours");
}

/// The crates whose sources decide what comes of a job beside its own text: the emulator, launches, references, what compares.
const HARNESS: [&str; 6] = [
    "tools/emulator/src",
    "tools/launch/src",
    "tools/cuda-driver/src",
    "tools/measure-math/src",
    "tools/gpu-tests/src",
    "runtime-tests/src",
];

fn harness() -> String {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in HARNESS {
        println!("cargo::rerun-if-changed={}", home.join(folder).display());
        gather(&home, Path::new(folder), &mut files);
    }
    files.sort();
    let mut hasher = Sha256::new();
    for file in files {
        let text = std::fs::read(home.join(&file)).expect("a source");
        hasher.update(file.as_os_str().as_encoded_bytes());
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn gather(home: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(home.join(folder)).expect("the sources are beside this crate") {
        let entry = entry.expect("a source");
        let path = folder.join(entry.file_name());
        if entry.file_type().expect("a source").is_dir() {
            gather(home, &path, files);
        } else {
            files.push(path);
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).expect("a path")
}

/// The CUDA sources of a folder, by name.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the kernels are beside this crate");
    let mut list: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    list.retain(|path| path.extension().is_some_and(|e| e == "cu"));
    list.sort();
    list
}

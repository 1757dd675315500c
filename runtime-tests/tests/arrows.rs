//! The arrows between our crates are those of docs/architecture.md, and no other.

use std::collections::BTreeMap;
use std::path::Path;

/// Crate, its folder, what it may depend on (tests included).
const ROOMS: &[(&str, &str, &[&str])] = &[
    ("optx-source", "frontend/source", &[]),
    ("optx-whirl", "frontend/whirl", &["optx-source"]),
    ("optx-frontend", "frontend/cuda-c", &["optx-source", "optx-whirl"]),
    ("optx-ir", "wopt/ir", &["optx-source", "optx-whirl"]),
    // File tests and random functions are the arrows upwards, of tests alone.
    (
        "optx-wopt",
        "wopt/opt",
        &["optx-ir", "optx-whirl", "optx-source", "optx-filetest", "optx-random-functions"],
    ),
    ("optx-cg", "cg", &["optx-wopt", "optx-ir", "optx-whirl", "optx-source", "optx-filetest"]),
    (
        "optx",
        "tools/optx",
        &["optx-source", "optx-whirl", "optx-frontend", "optx-ir", "optx-wopt", "optx-cg"],
    ),
    ("optx-emulator", "tools/emulator", &[]),
    // The driver that stands in is for tests alone.
    ("optx-cuda", "tools/cuda-driver", &["optx-fake-driver"]),
    ("optx-fake-driver", "tools/fake-driver", &["optx-emulator"]),
    ("optx-launch", "tools/launch", &["optx-emulator", "optx-cuda"]),
    ("optx-judge", "tools/judge", &["optx-cuda"]),
    ("optx-precision", "tools/precision", &["optx", "optx-emulator", "optx-launch"]),
    (
        "optx-command",
        "tools/command",
        &["optx", "optx-launch", "optx-precision", "optx-fake-driver"],
    ),
    (
        "optx-filetest",
        "tools/filetest",
        &["optx", "optx-wopt", "optx-ir", "optx-whirl", "optx-judge"],
    ),
    ("optx-results-page", "tools/results-page", &[]),
    ("optx-fuzz", "tools/fuzz", &["optx", "optx-results-page"]),
    (
        "optx-random-functions",
        "tools/random-functions",
        &["optx-wopt", "optx-ir", "optx-whirl", "optx-results-page"],
    ),
    (
        "optx-measure-math",
        "tools/measure-math",
        &["optx", "optx-emulator", "optx-launch", "optx-judge"],
    ),
    ("optx-compare-peers", "tools/compare-peers", &["optx-launch", "optx-judge", "runtime-tests"]),
    ("optx-prove-rules", "tools/prove-rules", &["optx-ir", "optx-whirl", "optx-judge"]),
    (
        "optx-public-kernels",
        "tools/public-kernels",
        &["optx", "optx-judge", "optx-launch", "optx-results-page", "runtime-tests"],
    ),
    ("optx-public-suites", "tools/public-suites", &["optx", "optx-emulator", "optx-judge"]),
    (
        "optx-runtime-tests",
        "tools/gpu-tests",
        &[
            "optx",
            "optx-whirl",
            "optx-cuda",
            "optx-launch",
            "optx-measure-math",
            "runtime-tests",
            "optx-fake-driver",
            "optx-judge",
        ],
    ),
    (
        "runtime-tests",
        "runtime-tests",
        &[
            "optx",
            "optx-frontend",
            "optx-launch",
            "optx-emulator",
            "optx-cuda",
            "optx-judge",
            "optx-results-page",
        ],
    ),
];

#[test]
fn every_arrow_is_in_the_table() {
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo metadata");
    let rooms: BTreeMap<&str, (&str, &[&str])> =
        ROOMS.iter().map(|(name, folder, arrows)| (*name, (*folder, *arrows))).collect();
    let root = metadata.workspace_root.as_str();
    let mut found = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let Some((folder, arrows)) = rooms.get(name) else {
            panic!("{name} is not in the table of rooms");
        };
        let manifest = package.manifest_path.as_str();
        assert_eq!(manifest, format!("{root}/{folder}/Cargo.toml"), "{name} is in another place");
        for dependency in &package.dependencies {
            let to = dependency.name.as_str();
            if rooms.contains_key(to) && !arrows.contains(&to) {
                found.push(format!("{name} -> {to}"));
            }
        }
    }
    assert!(found.is_empty(), "arrows that the table does not have: {found:?}");
    assert_eq!(metadata.packages.len(), ROOMS.len());
}

#[test]
fn only_the_driver_and_its_stand_in_have_unsafe_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, folder, _) in ROOMS {
        let manifest =
            std::fs::read_to_string(root.join(folder).join("Cargo.toml")).expect("a manifest");
        let inherits = manifest.contains("[lints]\nworkspace = true");
        assert_eq!(inherits, !["optx-cuda", "optx-fake-driver"].contains(name), "{name}");
    }
}

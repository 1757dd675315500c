//! Kernels have the names that NVRTC gives them: mangling of templates, classes, namespaces and constants.

use optx::{Options, compile};
use optx_judge::{ToolError, nvrtc, required};

fn entries(ptx: &str) -> Vec<String> {
    let mut list: Vec<String> = ptx
        .lines()
        .filter_map(|l| {
            let l = l.trim();
            l.strip_prefix(".visible .entry ").or(l.strip_prefix(".weak .entry "))
        })
        .map(|l| l.trim_end_matches('(').to_string())
        .collect();
    list.sort();
    list
}

#[test]
fn kernels_are_named_as_nvrtc_names_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("names");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let (options, _) = Options::parse_args(&["-arch=sm_80"]).unwrap();
        let ours = match compile(&text, &options) {
            Ok(p) => p,
            Err(d) => panic!("{name}:\n{d}"),
        };
        let theirs = match nvrtc::compile(&text, &name, &["--gpu-architecture=compute_80".into()]) {
            Ok(p) => p,
            Err(e @ ToolError::Missing(_)) if !required() => {
                eprintln!("skipped: {e}");
                return;
            }
            Err(e) => panic!("{name}: {e}"),
        };
        assert_eq!(entries(ours.text()), entries(&theirs), "{name}");
    }
}

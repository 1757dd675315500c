//! Kernels and variables have the names that NVRTC gives them: mangling of templates, classes, namespaces and constants.
//! Of the programs with host code the same instances of kernel templates are compiled.

use optx::{Options, compile};
use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, nvrtc};
use runtime_tests::suite::{MIXED_COMPILERS, mixed_cases};

fn main() {
    let needs = [Tool::Nvrtc];
    trials::run(vec![
        assertions(
            "kernels are named as NVRTC names them",
            &needs,
            kernels_are_named_as_nvrtc_names_them,
        ),
        assertions(
            "launches of host code make the instances that NVRTC makes",
            &needs,
            launches_of_host_code_make_the_instances_that_nvrtc_makes,
        ),
    ]);
}

fn entries(ptx: &str) -> Vec<String> {
    let mut list: Vec<String> = ptx
        .lines()
        .filter_map(|l| {
            let l = l.trim();
            let l = l.strip_prefix(".visible ").or(l.strip_prefix(".weak ")).unwrap_or(l);
            l.strip_prefix(".entry ")
        })
        .map(|l| l.trim_end_matches('(').to_string())
        .collect();
    list.sort();
    list.dedup();
    list
}

/// The names of variables that the host can ask for.
fn variables(ptx: &str) -> Vec<String> {
    let mut list: Vec<String> = ptx
        .lines()
        .filter_map(|l| {
            let words = l.strip_prefix(".visible ").unwrap_or(l);
            let rest = words.strip_prefix(".global ").or(words.strip_prefix(".const "))?;
            let name = rest.split([';', '=', '[']).next()?.split_whitespace().last()?;
            (!name.starts_with('$')).then(|| name.to_string())
        })
        .collect();
    list.sort();
    list
}

fn kernels_are_named_as_nvrtc_names_them() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("names");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut seen = 0;
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let (options, _) = Options::parse_args(&["-arch=sm_80"]).unwrap();
        let ours = match compile(&text, &options) {
            Ok(p) => p,
            Err(d) => panic!("{name}:\n{d}"),
        };
        let theirs = nvrtc::compile(&text, &name, &["--gpu-architecture=compute_80".into()])
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(entries(ours.text()), entries(&theirs), "{name}");
        // NVRTC also writes constants of classes, which nothing reads.
        let theirs = variables(&theirs);
        for v in variables(ours.text()) {
            assert!(theirs.contains(&v), "{name}: NVRTC has no `{v}`: {theirs:?}");
            seen += 1;
        }
    }
    assert!(seen >= 7);
}

fn launches_of_host_code_make_the_instances_that_nvrtc_makes() {
    let all = mixed_cases().unwrap();
    assert!(all.len() >= 3);
    for case in all {
        let ptx = |name: &str| {
            let c = MIXED_COMPILERS.iter().find(|c| c.name == name).unwrap();
            (c.compile)(&case.source, &case.launch.options)
                .unwrap_or_else(|e| panic!("{}: {e}", case.name))
        };
        assert_eq!(entries(&ptx("optx-O3")), entries(&ptx("nvrtc")), "{}", case.name);
    }
}

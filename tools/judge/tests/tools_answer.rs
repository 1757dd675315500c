//! Each fetched tool answers: good input is taken, bad input is refused with the tool's words.

use optx_judge::ptxas::{self, Ptxas};
use optx_judge::{ToolError, clang, nvrtc, required};

const EMPTY: &str = "extern \"C\" __global__ void k(int *p) { *p = 1; }\n";

/// The result, or None (with a line that says so) where the tool is absent and may be.
fn unless_missing<T>(result: Result<T, ToolError>) -> Option<Result<T, ToolError>> {
    match result {
        Err(ToolError::Missing(tool)) if !required() => {
            println!("ignored: {}", tool.name());
            None
        }
        other => Some(other),
    }
}

#[test]
fn ptxas_accepts_and_refuses() {
    let good = ".version 6.4\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n";
    for (version, target) in [(Ptxas::V13, "sm_75"), (Ptxas::V13, "sm_120"), (Ptxas::V12, "sm_75")]
    {
        for _cached in 0..2 {
            let Some(verdict) = unless_missing(ptxas::check(version, target, good)) else { return };
            assert!(verdict.expect("ptxas runs").accepted);
        }
    }
    let bad = good.replace("ret;", "nonsense;");
    let Some(verdict) = unless_missing(ptxas::check(Ptxas::V13, "sm_75", &bad)) else { return };
    let verdict = verdict.expect("ptxas runs");
    assert!(!verdict.accepted && verdict.report.contains("nonsense"), "{}", verdict.report);
}

#[test]
fn nvrtc_compiles_and_refuses() {
    let options = ["--gpu-architecture=compute_80".to_owned()];
    let Some(ptx) = unless_missing(nvrtc::compile(EMPTY, "k.cu", &options)) else { return };
    assert!(ptx.expect("NVRTC compiles").contains(".entry k("));
    let refused = nvrtc::compile("__global__ void k() { undeclared; }", "k.cu", &options);
    assert!(matches!(refused, Err(ToolError::Refused(log)) if log.contains("undeclared")));
}

#[test]
fn clang_compiles_and_refuses() {
    let file = std::env::temp_dir().join(format!("optx-judge-clang-{}.cu", std::process::id()));
    let define = "-D__global__=__attribute__((global))".to_owned();
    std::fs::write(&file, EMPTY).expect("a temporary file");
    let result = unless_missing(clang::compile(&file, "sm_80", std::slice::from_ref(&define)));
    std::fs::write(&file, "undeclared").expect("a temporary file");
    let refused = clang::compile(&file, "sm_80", &[define]);
    std::fs::remove_file(&file).expect("the temporary file is there");
    let Some(ptx) = result else { return };
    assert!(ptx.expect("clang compiles").contains(".entry k("));
    assert!(matches!(refused, Err(ToolError::Refused(_))));
}

#[test]
fn targets_go_to_the_ptxas_that_knows_them() {
    for (target, version) in [
        ("sm_52", Ptxas::V12),
        ("sm_70", Ptxas::V12),
        ("sm_75", Ptxas::V13),
        ("sm_90a", Ptxas::V13),
    ] {
        assert_eq!(Ptxas::for_target(target), version, "{target}");
    }
}

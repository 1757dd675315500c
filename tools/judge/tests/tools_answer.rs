//! Each fetched tool answers: good input is taken, bad input is refused with the tool's words. And a test that leaves out
//! what it could not ask a tool fails.

use optx_judge::ptxas::{self, Ptxas};
use optx_judge::trials::{self, assertions};
use optx_judge::{Tool, ToolError, clang, nvrtc};

const EMPTY: &str = "extern \"C\" __global__ void k(int *p) { *p = 1; }\n";

/// With this in the environment the program has one test, which leaves NVRTC's answer out without saying so.
const FORGETFUL: &str = "OPTX_JUDGE_FORGETFUL";

fn main() {
    if std::env::var_os(FORGETFUL).is_some() {
        trials::run(vec![assertions("forgetful", &[], || {
            let _ = nvrtc::compile(EMPTY, "k.cu", &[]);
        })]);
    }
    let both = [Tool::Ptxas13, Tool::Ptxas12];
    trials::run(vec![
        assertions("ptxas accepts and refuses", &both, ptxas_accepts_and_refuses),
        assertions("NVRTC compiles and refuses", &[Tool::Nvrtc], nvrtc_compiles_and_refuses),
        assertions("clang compiles and refuses", clang::NEEDS, clang_compiles_and_refuses),
        assertions("targets go to the ptxas that knows them", &[], targets_go_to_their_ptxas),
        assertions("a test that leaves a tool out fails", &[], a_forgetful_test_fails),
        assertions(
            "a test that does not say what it asks fails",
            &[Tool::Nvrtc],
            a_forgetful_test_fails_beside_the_tool,
        ),
        assertions(
            "a test without tools is left out where it is asked",
            &[],
            a_test_without_tools_is_left_out_where_it_is_asked,
        ),
    ]);
}

/// What becomes of the forgetful test with more in the environment, and what it says.
fn forgetful(environment: &[(&str, &str)]) -> (bool, String) {
    let output = std::process::Command::new(std::env::current_exe().expect("this program"))
        .env(FORGETFUL, "1")
        .envs(environment.iter().copied())
        .output()
        .expect("this program runs");
    let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    (output.status.success(), text.into_owned())
}

fn a_forgetful_test_fails() {
    let nowhere = std::env::temp_dir().join("optx-judge-no-such-folder");
    let (succeeded, text) = forgetful(&[("OPTX_CACHE", &nowhere.to_string_lossy())]);
    assert!(!succeeded, "{text}");
    assert!(text.contains("it asks for nvrtc"), "{text}");
}

/// Where the tool is there, too: nobody has to take it away to see.
fn a_forgetful_test_fails_beside_the_tool() {
    let (succeeded, text) = forgetful(&[]);
    assert!(!succeeded && text.contains("it asks for nvrtc"), "{text}");
}

/// Who asks for tests with tools alone gets no other, and is told.
fn a_test_without_tools_is_left_out_where_it_is_asked() {
    let (succeeded, text) = forgetful(&[("OPTX_ONLY_WITH_TOOLS", "1")]);
    assert!(succeeded && text.contains(trials::NEEDS_NONE), "{text}");
}

fn ptxas_accepts_and_refuses() {
    let good = ".version 6.4\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n";
    for (version, target) in [(Ptxas::V13, "sm_75"), (Ptxas::V13, "sm_120"), (Ptxas::V12, "sm_75")]
    {
        for _cached in 0..2 {
            assert!(ptxas::check(version, target, good).expect("ptxas runs").accepted);
        }
    }
    let bad = good.replace("ret;", "nonsense;");
    let verdict = ptxas::check(Ptxas::V13, "sm_75", &bad).expect("ptxas runs");
    assert!(!verdict.accepted && verdict.report.contains("nonsense"), "{}", verdict.report);
}

fn nvrtc_compiles_and_refuses() {
    let options = ["--gpu-architecture=compute_80".to_owned()];
    let ptx = nvrtc::compile(EMPTY, "k.cu", &options).expect("NVRTC compiles");
    assert!(ptx.contains(".entry k("));
    let wrong = "__global__ void k() { undeclared; }";
    let refused = nvrtc::compile(wrong, "k.cu", &options);
    assert!(matches!(refused, Err(ToolError::Refused(log)) if log.contains("undeclared")));
    // What is remembered is that, and another question has another answer.
    for _ in 0..2 {
        assert_eq!(nvrtc::compile_once(EMPTY, "k.cu", &options).expect("NVRTC compiles"), ptx);
        let refused = nvrtc::compile_once(wrong, "k.cu", &options);
        assert!(matches!(refused, Err(ToolError::Refused(log)) if log.contains("undeclared")));
        let other = ["--gpu-architecture=compute_90".to_owned()];
        assert_ne!(nvrtc::compile_once(EMPTY, "k.cu", &other).expect("NVRTC compiles"), ptx);
    }
}

fn clang_compiles_and_refuses() {
    let file = std::env::temp_dir().join(format!("optx-judge-clang-{}.cu", std::process::id()));
    let define = "-D__global__=__attribute__((global))".to_owned();
    std::fs::write(&file, EMPTY).expect("a temporary file");
    let result = clang::compile(&file, "sm_80", std::slice::from_ref(&define));
    std::fs::write(&file, "undeclared").expect("a temporary file");
    let refused = clang::compile(&file, "sm_80", &[define]);
    std::fs::remove_file(&file).expect("the temporary file is there");
    assert!(result.expect("clang compiles").contains(".entry k("));
    assert!(matches!(refused, Err(ToolError::Refused(_))));
}

fn targets_go_to_their_ptxas() {
    for (target, version) in [
        ("sm_52", Ptxas::V12),
        ("sm_70", Ptxas::V12),
        ("sm_75", Ptxas::V13),
        ("sm_90a", Ptxas::V13),
    ] {
        assert_eq!(Ptxas::for_target(target), version, "{target}");
    }
}

//! The program on the emulator and on a driver that stands in for a GPU: what passes, and every way in which a machine, a kernel
//! or an argument may be wrong.

mod stand_in;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use stand_in::{Ran, driver, program};

/// A kernel, its outcome, what is said of it.
type Row = (String, String, String);

/// Runs some kernels at -O3 on the driver; the outcomes by name, and the rest.
fn outcomes(told: &str, words: &[&str]) -> (Vec<Row>, Ran) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let name = file.to_string_lossy().into_owned();
    let own = ["run", "--level=O3", "--no-peers", "--json", &name];
    let ran = program(&driver(), told, &[&own, words].concat());
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{e}: {}", ran.said));
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let of = |row: &Value, key: &str| row[key].as_str().expect("a text").to_owned();
    let rows = all["results"].as_array().expect("results");
    let row = |r: &Value| (of(r, "kernel"), of(r, "outcome"), of(r, "message"));
    (rows.iter().map(row).collect(), ran)
}

/// `scan_exclusive` fails in this way, `saxpy` and `scan_inclusive` before and behind it do not.
#[track_caller]
fn only_one_fails(told: &str, more: &[&str], outcome: &str, said: &str) {
    let words = [&["--filter=saxpy,scan_"], more].concat();
    let (rows, ran) = outcomes(told, &words);
    let got: Vec<(&str, &str)> = rows.iter().map(|(k, o, _)| (k.as_str(), o.as_str())).collect();
    let wanted = [("saxpy", "passed"), ("scan_exclusive", outcome), ("scan_inclusive", "passed")];
    assert_eq!(got, wanted, "{}", ran.out);
    assert!(rows[1].2.contains(said), "{}", rows[1].2);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("3 jobs, 2 passed, 1 not"), "{}", ran.out);
}

#[test]
fn all_kernels_pass_on_a_driver() {
    let ran = program(&driver(), "", &["run", "--level=O3"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    assert!(ran.out.starts_with("Fake GPU (sm_90), CUDA 13.0, driver 999.1\n"), "{}", ran.out);
    assert!(ran.out.contains(" passed, 0 not\n"), "{}", ran.out);
}

#[test]
fn the_emulator_needs_no_driver() {
    let nowhere = Path::new("/nowhere/libcuda.so");
    let words =
        ["run", "--device=emulator", "--filter=dot", "--schedule=adversarial:3", "--jobs=2"];
    let ran = program(nowhere, "", &words);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    assert!(ran.out.starts_with("emulator, adversarial schedule, seed 3\n"), "{}", ran.out);
}

#[test]
fn random_programs_give_what_was_agreed_on() {
    let ran =
        program(&driver(), "", &["run", "--filter=saxpy,random-", "--random=4", "--no-peers"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    assert!(ran.out.contains("10 jobs, 10 passed, 0 not\n"), "{}", ran.out);
    let (rows, ran) = outcomes("wrong=k", &["--filter=saxpy,random-", "--random=2"]);
    assert_eq!(ran.status, 1);
    assert!(rows[1].0.starts_with("random-") && rows[1].1 == "differs", "{rows:?}");
    assert!(rows[1].2.starts_with("it gives "), "{rows:?}");
}

#[test]
fn what_does_not_begin_in_time_is_no_failure() {
    let ran = program(&driver(), "", &["run", "--filter=saxpy", "--no-peers", "--minutes=0"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    assert!(ran.out.contains("2 jobs, 0 passed, 0 not, 2 not begun in time\n"), "{}", ran.out);
}

#[test]
fn what_a_gpu_prints_is_compared() {
    let (rows, ran) = outcomes("", &["--filter=printing"]);
    assert_eq!((rows[0].1.as_str(), ran.status), ("passed", 0), "{}", rows[0].2);
    let (rows, ran) = outcomes("silent", &["--filter=printing"]);
    assert_eq!((rows[0].1.as_str(), ran.status), ("differs", 1), "{}", rows[0].2);
    assert!(rows[0].2.contains("the printed text differs"), "{}", rows[0].2);
}

#[test]
fn a_kernel_that_gives_something_else() {
    only_one_fails("wrong=scan_exclusive", &[], "differs", "1 of ");
}

#[test]
fn a_kernel_that_faults_takes_its_process_and_the_others_go_on() {
    only_one_fails("fault=scan_exclusive", &[], "faulted", "illegal memory access");
}

#[test]
fn a_kernel_without_end_takes_its_process_and_the_others_go_on() {
    let begin = Instant::now();
    only_one_fails("hang=scan_exclusive", &["--time-limit=1"], "hangs", "did not end within 1 s");
    assert!(begin.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_driver_that_ends_the_process_is_a_crash_and_the_others_go_on() {
    only_one_fails("crash=scan_exclusive", &[], "crashed", "the process ended");
}

#[test]
fn a_kernel_that_the_jit_refuses() {
    only_one_fails("refuse=scan_exclusive", &[], "refused", "told to refuse");
}

#[test]
fn a_kernel_for_which_there_is_no_memory() {
    let (rows, ran) = outcomes("memory=2000", &["--filter=saxpy"]);
    assert_eq!((rows[0].1.as_str(), ran.status), ("device", 1));
    assert!(rows[0].2.contains("no memory for buffer `"), "{}", rows[0].2);
}

#[test]
fn code_is_made_for_what_device_and_driver_know() {
    for told in ["capability=8.6", "version=11.1", "version=12.4,capability=12.0"] {
        let (rows, ran) = outcomes(told, &["--filter=saxpy"]);
        assert_eq!((rows[0].1.as_str(), ran.status), ("passed", 0), "{told}: {}", rows[0].2);
    }
}

#[test]
fn without_a_device_nothing_runs() {
    for (driver, told, words, said) in [
        (driver(), "no-device", &["run"][..], "no CUDA device"),
        (driver(), "devices=0", &["run"], "device 0 of 0 does not exist"),
        (driver(), "", &["run", "--device=cuda:7"], "device 7 of 1 does not exist"),
        (driver(), "capability=3.5", &["run"], "the device (sm_35)"),
        (PathBuf::from("/nowhere/libcuda.so"), "", &["run"], "no CUDA driver: /nowhere/"),
    ] {
        let ran = program(&driver, told, words);
        assert_eq!((ran.status, ran.out.as_str()), (5, ""), "{told} {words:?}");
        assert!(ran.said.starts_with("error: ") && ran.said.contains(said), "{}", ran.said);
        assert_eq!(ran.said.lines().count(), 1, "{}", ran.said);
    }
}

#[test]
fn wrong_arguments_are_said_before_anything_runs() {
    for (words, said) in [
        (&["run", "--shard=9/8"][..], "there is no part 9 of 8"),
        (&["run", "--shard=0/8"], "there is no part 0 of 8"),
        (&["run", "--filter=saxpi"], "did you mean saxpy?"),
        (&["run", "--json=/nowhere/at/all.json"], "/nowhere/at/all.json"),
        (&["run", "--junit=/"], "is a folder"),
        (&["run", "--level=O4"], "wants O0, O1, O2 or O3"),
        (&["run", "--device=tpu"], "wants cuda, cuda:N or emulator"),
        (&["run", "--schedule=never"], "is not one of lockstep"),
        (&[], "Usage"),
    ] {
        let ran = program(&driver(), "no-device", words);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.said);
        assert!(ran.said.contains(said), "{words:?}: {}", ran.said);
    }
}

#[test]
fn a_list_is_what_runs() {
    let ran = program(&driver(), "", &["list", "--no-peers", "--filter=scan_", "--level=O1"]);
    assert_eq!(ran.out, "scan_exclusive optx-O1\nscan_inclusive optx-O1\n");
    assert_eq!(ran.status, 0);
}

#[test]
fn junit_names_what_failed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.xml");
    let name = file.to_string_lossy().into_owned();
    let words = ["run", "--level=O3", "--no-peers", "--filter=saxpy,dot", "--junit", &name];
    let ran = program(&driver(), "fault=saxpy", &words);
    assert_eq!(ran.status, 1);
    let text = std::fs::read_to_string(&file).expect("the results");
    assert!(text.contains("tests=\"2\" failures=\"1\" skipped=\"0\""), "{text}");
    assert!(text.contains("<testcase classname=\"optx-O3\" name=\"saxpy\""), "{text}");
    assert_eq!(text.matches("<failure type=\"FAULT\">").count(), 1, "{text}");
}

/// A program's text: a kernel that stores how it ended and with what, or traps before it does.
fn program_text(trap: bool, status: u32) -> String {
    let trap = if trap { "\ttrap;\n" } else { "" };
    format!(
        ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry suite_kernel(.param .u64 p)\n{{\n\t.reg .b64 %a;\n\tld.param.u64 %a, [p];\n{trap}\tst.global.u64 [%a+8], {status};\n\tst.global.u64 [%a], 2;\n\tret;\n}}\n"
    )
}

#[test]
fn programs_of_a_folder_are_to_end_with_nought() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let texts = [("good", false, 0), ("status", false, 7), ("traps", true, 0), ("well", false, 0)];
    for (name, trap, status) in texts {
        let path = folder.path().join(format!("{name}.O3.ptx"));
        std::fs::write(path, program_text(trap, status)).expect("a file");
    }
    std::fs::write(folder.path().join("other.txt"), "no program").expect("a file");
    let name = folder.path().to_string_lossy().into_owned();
    for device in ["--device=emulator", "--device=cuda"] {
        let ran = program(&driver(), "", &["programs", &name, device, "--jobs=2"]);
        assert_eq!(ran.status, 1, "{device}: {}{}", ran.out, ran.said);
        assert!(ran.out.contains("status.O3: DIFFERS: it ends with 7\n"), "{device}: {}", ran.out);
        assert!(ran.out.contains("traps.O3: FAULT: "), "{device}: {}", ran.out);
        assert!(ran.out.contains("4 jobs, 2 passed, 2 not\n"), "{device}: {}", ran.out);
    }
    let good = program(&driver(), "", &["programs", &name, "--filter=good,well"]);
    assert_eq!(good.status, 0, "{}{}", good.out, good.said);
    let none = program(&driver(), "", &["programs", &name, "--filter=nothing"]);
    assert_eq!(none.status, 2, "{}{}", none.out, none.said);
}

#[test]
fn texts_of_a_folder_are_timed_beside_the_others() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = folder.path().to_string_lossy().into_owned();
    let made =
        program(&driver(), "", &["ptx", &name, "--filter=saxpy", "--level=O0", "--no-peers"]);
    assert_eq!(made.status, 0, "{}", made.said);
    let text = std::fs::read_to_string(folder.path().join("saxpy.optx-O0.ptx")).expect("a text");
    std::fs::write(folder.path().join("saxpy.mine.ptx"), text).expect("a file");
    let words = ["times", "--small", "--rounds=1", "--filter=saxpy", "--beside", &name];
    let ran = program(&driver(), "", &words);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    assert!(ran.out.contains("optx-O3 / mine"), "{}", ran.out);
    let nowhere = program(&driver(), "", &["times", "--small", "--beside=/nowhere"]);
    assert_eq!(nowhere.status, 2, "{}{}", nowhere.out, nowhere.said);
}

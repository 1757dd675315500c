//! What measures, on the driver that stands in: times, instructions, machine code, and the session of all of it.

mod stand_in;

use std::path::Path;

use serde_json::Value;
use stand_in::{Ran, driver, program};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Runs a command with `--json`; its rows.
fn rows(told: &str, words: &[&str]) -> (Vec<Value>, Ran) {
    let folder = folder();
    let file = folder.path().join("result.json");
    let ran = program(&driver(), told, &[words, &["--json", &text(&file)]].concat());
    let read = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{e}: {}", ran.said));
    let all: Value = serde_json::from_str(&read).expect("JSON");
    assert_eq!(all["device"]["name"], "Fake GPU");
    assert_eq!(all["device"]["driver"], "999.1");
    (all["results"].as_array().expect("results").clone(), ran)
}

const TIMES: &[&str] = &["times", "--small", "--rounds=3", "--filter=saxpy,scan_", "--level=O3,O0"];

fn outcomes(rows: &[Value]) -> Vec<(&str, &str)> {
    let of = |row: &'_ Value, key: &str| row[key].as_str().expect("a text").to_owned();
    rows.iter()
        .map(|row| {
            assert_eq!(row["name"].as_str().map(str::to_owned), Some(of(row, "name")));
            (row["name"].as_str().unwrap_or(""), row["outcome"].as_str().unwrap_or(""))
        })
        .collect()
}

#[test]
fn each_code_is_timed_in_each_round() {
    let (rows, ran) = rows("", TIMES);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    for row in &rows {
        let data = &row["data"];
        assert_eq!(data["rounds"], 3, "{row}");
        assert!(data["copies"].as_u64() >= Some(2), "{row}");
        let codes = data["codes"].as_array().expect("codes");
        let names: Vec<&str> = codes.iter().filter_map(|c| c["compiler"].as_str()).collect();
        assert_eq!(names, ["optx-O3", "optx-O0"]);
        for code in codes {
            let number = |key: &str| code["microseconds"][key].as_f64().expect("a number");
            assert!(0.0 < number("least") && number("least") <= number("low"), "{code}");
            assert!(number("low") <= number("median") && number("median") <= number("high"));
            assert_eq!(code["registers"], 32);
        }
        assert_eq!(data["before"]["clock_mhz"], 1400);
        assert_eq!(data["after"]["held_back"][0], "power cap");
    }
    assert!(ran.out.contains("optx-O3 / optx-O0"), "{}", ran.out);
    assert!(ran.out.contains("optx-O3 takes "), "{}", ran.out);
}

#[test]
fn every_kernel_is_timed_on_fresh_data_and_right() {
    let (rows, ran) = rows("", &["times", "--small", "--rounds=1", "--level=O3,O0"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    assert!(rows.len() >= 70, "{}", rows.len());
}

#[test]
fn a_driver_may_tell_no_clocks() {
    let (rows, ran) = rows_without_management();
    assert_eq!(ran.status, 0, "{}", ran.said);
    assert!(rows[0]["data"]["before"].as_object().is_some_and(serde_json::Map::is_empty));
}

fn rows_without_management() -> (Vec<Value>, Ran) {
    let folder = folder();
    let file = text(&folder.path().join("result.json"));
    let words = ["times", "--small", "--rounds=1", "--filter=saxpy", "--json", &file];
    let ran = program(&driver(), "no-management", &words);
    let all: Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("results")).expect("JSON");
    assert!(all["device"].get("driver").is_none());
    (all["results"].as_array().expect("results").clone(), ran)
}

#[test]
fn a_kernel_that_goes_wrong_is_not_timed_and_the_others_are() {
    for (told, outcome, said) in [
        ("fault=scan_exclusive", "faulted", "illegal memory access"),
        ("hang=scan_exclusive", "hangs", "did not end within 1 s"),
        ("crash=scan_exclusive", "crashed", "the process ended"),
        ("refuse=scan_exclusive", "refused", "told to refuse"),
    ] {
        let (rows, ran) = rows(told, &[TIMES, &["--time-limit=1"]].concat());
        let wanted =
            [("saxpy", "passed"), ("scan_exclusive", outcome), ("scan_inclusive", "passed")];
        assert_eq!(outcomes(&rows), wanted, "{told}: {}", ran.said);
        let message = rows[1]["message"].as_str().expect("a message");
        assert!(message.contains(said), "{told}: {message}");
        assert_eq!(ran.status, 1);
    }
    let (rows, ran) = rows("memory=20000", TIMES);
    assert_eq!((rows[0]["outcome"].as_str(), ran.status), (Some("device"), 1));
    assert!(rows[0]["message"].as_str().is_some_and(|m| m.contains("no memory for 2 copies")));
}

#[test]
fn measurements_have_what_the_compiler_states_beside_them() {
    let (rows, ran) = rows("", &["measure", "--small"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    let of = |name: &str| {
        &rows.iter().find(|r| r["name"] == name).unwrap_or_else(|| panic!("{name}"))["data"]
    };
    // On the emulator an instruction of a warp is a cycle.
    let near = |value: &Value, wanted: f64| {
        value.as_f64().is_some_and(|v| (v / wanted - 1.0).abs() < 0.05)
    };
    assert!(near(&of("mad.lo.s32")["latency"], 1.0) && of("mad.lo.s32")["class"] == "Short");
    assert!(near(&of("mad.lo.s32")["throughput"], 32.0));
    assert!(near(&of("div.s64")["latency"], 2.0) && of("div.s64")["cost"] == 80);
    assert!(
        near(&of("load, constant")["latency"], 2.0) && of("load, constant")["class"] == "Memory"
    );
    assert!(of("stream, 16 bytes a load")["gigabytes_a_second"].as_f64() > Some(0.0));
    assert!(ran.out.contains("| div.s64 | 2.0 | Sequence | 16.0 | 2.0 | 80 |"), "{}", ran.out);
    let (rows, ran) = self::rows("fault=measure", &["measure", "--small", "--filter=popc,clz"]);
    assert_eq!((outcomes(&rows)[1].1, ran.status), ("faulted", 1));
}

#[test]
fn machine_code_is_loaded_where_it_is_asked_for() {
    let folder = folder();
    let (ptx, cubins) = (folder.path().join("ptx"), folder.path().join("cubin"));
    let few = "--filter=saxpy,printing";
    let ran = program(&driver(), "", &["ptx", &text(&ptx), "--arch=sm_90", few, "--level=O3"]);
    assert_eq!((ran.status, ran.out.contains("2 files")), (0, true), "{}{}", ran.out, ran.said);
    std::fs::create_dir(&cubins).expect("a folder");
    for name in ["saxpy", "printing"] {
        let code = std::fs::read_to_string(ptx.join(format!("{name}.optx-O3.ptx"))).expect("PTX");
        assert!(code.contains(".target sm_90"), "{code}");
        let path = cubins.join(format!("{name}.optx-O3.cubin"));
        std::fs::write(path, fake_cuda::cubin(&code)).expect("a cubin");
    }
    let words = ["run", "--no-peers", few, "--level=O3", "--jobs=2", "--cubins", &text(&cubins)];
    let ran = program(&driver(), "", &words);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
    // It is what runs: one that is missing or is none is noticed.
    std::fs::remove_file(cubins.join("saxpy.optx-O3.cubin")).expect("it is there");
    let code = std::fs::read(ptx.join("printing.optx-O3.ptx")).expect("PTX");
    std::fs::write(cubins.join("printing.optx-O3.cubin"), code).expect("a file");
    let ran = program(&driver(), "", &words);
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(ran.out.contains("saxpy by optx-O3: refused: ") && ran.out.contains("No such file"));
    assert!(ran.out.contains("printing by optx-O3: refused: "), "{}", ran.out);
    assert!(ran.out.contains("no machine code"), "{}", ran.out);
}

#[test]
fn a_session_does_all_of_it_and_reports() {
    let folder = folder();
    let out = folder.path().join("results");
    let ran = program(&driver(), "fault=saxpy", &["session", "--dry", "--out", &text(&out)]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.said);
    let report = std::fs::read_to_string(out.join("report.md")).expect("a report");
    for part in [
        "| device | Fake GPU |",
        "## Kernels",
        "* saxpy by optx-O3: FAULT: ",
        "| optx-O0 | 4 | 3 | 1 | 0 |",
        "## Random programs",
        "## Times",
        "* saxpy: FAULT: ",
        "| dot |",
        "## Instructions and memory",
        "| mad.lo.s32 |",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    for file in ["kernels.json", "random.json", "times.json", "measurements.json"] {
        let read = std::fs::read_to_string(out.join(file)).expect("results");
        assert!(serde_json::from_str::<Value>(&read).is_ok(), "{file}");
    }
}

#[test]
fn what_is_wrong_with_a_session_is_said_before_anything_runs() {
    let folder = folder();
    let out = text(&folder.path().join("results"));
    let full = text(folder.path());
    std::fs::write(folder.path().join("file"), "x").expect("a file");
    let beneath = text(&folder.path().join("file/results"));
    let cubins = folder.path().join("cubin");
    std::fs::create_dir_all(cubins.join("sm_80")).expect("a folder");
    let cubins = text(&cubins);
    for (told, words, status, said) in [
        ("", &["--out", &full][..], 2, "it is not empty"),
        ("", &["--out", &beneath], 2, "file/results"),
        (
            "",
            &["--out", &out, "--cubins", &cubins],
            2,
            "machine code for sm_80, and the device is sm_90",
        ),
        ("", &["--out", &out, "--cubins", "/nowhere"], 2, "/nowhere"),
        ("", &["--out", &out, "--host", "/nowhere"], 2, "--host: /nowhere: no file"),
        ("", &["--out", &out, "--minutes=0"], 2, "--minutes"),
        ("no-device", &["--out", &out], 5, "no CUDA device"),
    ] {
        let ran = program(&driver(), told, &[&["session", "--dry"], words].concat());
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{words:?}: {}", ran.said);
        assert!(ran.said.contains(said), "{words:?}: {}", ran.said);
        assert!(!Path::new(&out).exists(), "{words:?} left a folder");
    }
    // Devices run the machine code of earlier ones of their generation.
    let words = ["session", "--dry", "--out", &out, "--cubins", &cubins];
    let ran = program(&driver(), "capability=8.6", &words);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.said);
}

#[test]
fn wrong_arguments_are_said_before_anything_runs() {
    for (words, said) in [
        (&["times", "--filter=saxpi"][..], "did you mean saxpy?"),
        (&["times", "--rounds=0"], "--rounds"),
        (&["times", "--device=emulator"], "wants cuda or cuda:N"),
        (&["measure", "--filter=fma.f23"], "did you mean fma.f32?"),
        (&["measure", "--ptx=x", "--arch=sm_9"], "there is no target `sm_9`"),
        (&["math", "--host=/nowhere"], "--host: /nowhere: no file"),
        (&["math", "--host=/bin/sh", "--filter=sqrtg"], "did you mean sqrt?"),
        (&["ptx", "x", "--arch=sm_1"], "there is no target `sm_1`"),
        (&["run", "--cubins=/nowhere"], "--cubins: /nowhere: no folder"),
        (&["run", "--cubins=/"], "there is no machine code"),
        (&["run", "--cubins=/", "--device=emulator"], "the emulator runs no machine code"),
        (&["run", "--minutes=nan"], "wants a number from 0"),
        (&["run", "--minutes=-1"], "wants a number from 0"),
        (&["session", "--out=x", "--minutes=1e308"], "wants a number from 0"),
        (&["run", "--time-limit=18446744073709551615"], "--time-limit"),
        (&["times", "--filter=,saxpy"], "--filter"),
        (&["run", "--json=/dev/null"], "/dev/null: is no plain file"),
        (&["run", "--json=same.json", "--junit=./same.json"], "that is --json's file"),
    ] {
        let ran = program(&driver(), "", words);
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.said);
        assert!(ran.said.contains(said), "{words:?}: {}", ran.said);
    }
}

#[test]
fn the_device_is_described() {
    let ran = program(&driver(), "", &["device"]);
    let facts: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(facts["architecture"], "sm_90");
    assert_eq!(
        (facts["multiprocessors"].as_i64(), facts["cuda"].as_str()),
        (Some(4), Some("13.0"))
    );
    assert_eq!(program(&driver(), "devices=0", &["device"]).status, 5);
}

#[test]
fn a_result_goes_where_a_link_points_and_stays_as_it_was_where_nothing_came_out() {
    let folder = folder();
    let (real, link) = (folder.path().join("real.json"), folder.path().join("link.json"));
    std::fs::write(&real, "old").expect("a file");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let words = ["run", "--no-peers", "--filter=saxpy", "--level=O3", "--json", &text(&link)];
    let ran = program(&driver(), "no-device", &words);
    assert_eq!((ran.status, std::fs::read_to_string(&real).expect("it").as_str()), (5, "old"));
    assert_eq!(program(&driver(), "", &words).status, 0);
    assert!(std::fs::read_to_string(&real).expect("it").starts_with('{'));
    assert!(link.symlink_metadata().expect("it is there").is_symlink());
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 2);
}

#[test]
fn what_is_cut_off_is_not_well() {
    let words = ["run", "--no-peers", "--filter=saxpy", "--level=O3", "--minutes=0.01"];
    let ran = program(&driver(), "hang=saxpy", &words);
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(ran.out.contains("saxpy by optx-O3: LATE: it was cut off"), "{}", ran.out);
}

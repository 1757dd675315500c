//! `farm` as a user has it, on this machine without a cluster: plans, runs, what is told and the exit status.

mod bundle;
#[path = "../trials/mod.rs"]
mod trials;

use bundle::{Farm, text};
use std::fs;

fn a_plan_is_the_same_bytes_each_time_and_what_is_right_is_green() {
    let farm = Farm::new(&["right-1", "right-2"]);
    let first = farm.plan(&[]);
    assert_eq!(fs::read(&first).unwrap(), fs::read(farm.plan(&[])).unwrap());
    let ran = farm.run(&["run"], &first);
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran));
    assert!(text(&ran).contains("2 jobs: 2 done"), "{}", text(&ran));
    // Once more nothing is left to do.
    let again = farm.run(&["run"], &first);
    assert!(text(&again).contains("0 results, 0 were there already"), "{}", text(&again));
    assert_eq!(farm.count("right-1"), 1);
}

fn what_is_wrong_hangs_crashes_or_is_missing_is_never_green() {
    for (job, said) in [
        ("wrong-1", "differs"),
        ("crash-1", "crashed"),
        ("hang-1", "hangs"),
        ("silent-1", "crashed"),
    ] {
        let farm = Farm::new(&["right-1", job]);
        let plan = farm.plan(&[]);
        let ran = farm.run(&["run", "--limit", "2"], &plan);
        assert_eq!(ran.status.code(), Some(1), "{job}: {}", text(&ran));
        assert!(text(&ran).contains(said) && text(&ran).contains("NOT green"), "{}", text(&ran));
        // The one beside it ran all the same.
        assert_eq!(farm.count("right-1"), 1);
    }
    let farm = Farm::new(&["right-1", "broken-1"]);
    let plan = farm.plan(&[]);
    let ran = farm.run(&["run"], &plan);
    assert_eq!(ran.status.code(), Some(5), "{}", text(&ran));
    let told = farm.run(&["collect"], &plan);
    assert_eq!(told.status.code(), Some(1));
    assert!(text(&told).contains("missing     broken-1"), "{}", text(&told));
}

fn what_is_right_and_wrong_in_turns_is_flaky_and_stays_so() {
    let farm = Farm::new(&["turns-1"]);
    let plan = farm.plan(&["--repeats", "2"]);
    for _ in 0..2 {
        let ran = farm.run(&["run"], &plan);
        assert_eq!(ran.status.code(), Some(1));
        assert!(text(&ran).contains("flaky       turns-1"), "{}", text(&ran));
    }
    assert_eq!(farm.count("turns-1"), 2);
}

fn two_results_of_one_repeat_that_differ_are_told_and_kept() {
    let farm = Farm::new(&["restless-1"]);
    let plan = farm.plan(&[]);
    // As the scheduler does that runs a task twice: both look before either delivers.
    let mut both = [farm.start(&["run"], &plan), farm.start(&["run"], &plan)];
    farm.await_count("restless-1", 2);
    farm.release();
    both.iter_mut().for_each(|child| drop(child.wait()));
    let told = farm.run(&["collect"], &plan);
    assert_eq!(told.status.code(), Some(1));
    assert!(text(&told).contains("disagreeing restless-1"), "{}", text(&told));
}

fn another_driver_is_another_result() {
    let farm = Farm::new(&["right-1"]);
    let plan = farm.plan(&["--device-model", "model"]);
    assert_eq!(farm.run(&["run"], &plan).status.code(), Some(0));
    farm.set("driver", "2");
    let other = farm.plan(&["--device-model", "model", "--device-model", "other"]);
    let told = farm.run(&["collect"], &other);
    assert!(text(&told).contains("missing     right-1 on other"), "{}", text(&told));
    assert!(text(&told).contains("1 done, 1 missing"), "{}", text(&told));
}

fn files_that_are_no_results_are_told_and_count_for_nothing() {
    let farm = Farm::new(&["right-1", "right-2"]);
    let plan = farm.plan(&[]);
    farm.run(&["run"], &plan);
    let results = farm.results();
    let (one, other) = (&results[0], &results[1]);
    let whole = fs::read(one).unwrap();
    fs::write(one, &whole[..whole.len() - 10]).unwrap();
    fs::write(other, &whole).unwrap();
    let told = farm.run(&["collect"], &plan);
    assert_eq!(told.status.code(), Some(1));
    let said = text(&told);
    assert!(said.contains("cut") && said.contains("under another's name"), "{said}");
    assert!(said.contains("2 missing"), "{said}");
    // What is run again is kept beside.
    let again = farm.run(&["run"], &plan);
    assert!(text(&again).contains("2 say something else"), "{}", text(&again));
    assert!(text(&again).contains("2 done"), "{}", text(&again));
}

fn bad_input_is_one_message() {
    let farm = Farm::new(&["right-1"]);
    let plan = farm.plan(&[]);
    let cases: [(&[&str], &str); 6] = [
        (&["collect", "/nowhere", "--root", "/"], "No such file"),
        (&["plan", "--bundle", "/"], "this is no bundle"),
        (&["collect", "PLAN", "--root", "/nowhere"], "no such folder"),
        (&["submit", "PLAN", "--root", "ROOT", "--array", "0"], "is no array"),
        (&["work", "--root", "ROOT", "--plan", "x"], "is no key"),
        (&["plan", "--bundle", "BUNDLE", "--filter", "zzz"], "no job's name holds `zzz`"),
    ];
    for (words, said) in cases {
        let done = farm.words(words, &plan);
        assert_eq!(done.status.code(), Some(2), "{words:?}: {}", text(&done));
        assert!(text(&done).contains(said), "{words:?}: {}", text(&done));
    }
    // Nothing is no success.
    let empty = Farm::new(&[]);
    let done = empty.words(&["plan", "--bundle", "BUNDLE"], &plan);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done).contains("the plan is empty"), "{}", text(&done));
    // A bundle that changed is another.
    farm.set("driver", "2");
    fs::write(farm.bundle().join("more"), "x").unwrap();
    let done = farm.run(&["run"], &plan);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done).contains("another version of the bundle"), "{}", text(&done));
}

fn reports_say_the_same() {
    let farm = Farm::new(&["right-1", "wrong-1", "never-1"]);
    let plan = farm.plan(&[]);
    farm.run(&["run", "--limit", "2"], &plan);
    let out = farm.folder().join("report");
    let done =
        farm.words(&["report", "PLAN", "--root", "ROOT", "-o", out.to_str().unwrap()], &plan);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("report.json")).unwrap()).unwrap();
    assert_eq!(report["green"], false);
    let states: Vec<&str> =
        report["jobs"].as_array().unwrap().iter().map(|j| j["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["missing", "done", "failed"]);
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("Content-Security-Policy") && page.contains("wrong-1"));
    let xml = fs::read_to_string(out.join("junit.xml")).unwrap();
    assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{xml}");
}

/// A small file system in memory; none where this process may not mount one.
struct Small(tempfile::TempDir);

impl Small {
    fn mount() -> Option<Small> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let words = ["-t", "tmpfs", "-o", "size=4m", "optx-farm-test", path];
        let done = std::process::Command::new("mount").args(words).output();
        done.is_ok_and(|done| done.status.success()).then_some(Small(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).output();
    }
}

fn a_full_disk_is_told_and_what_is_missing_is_done_once_there_is_room() {
    let disk = Small::mount().expect("a file system");
    let farm = Farm::at(disk.0.path(), &["right-1", "right-2"]);
    assert_eq!(farm.run(&["run"], &farm.plan(&["--filter", "right-1"])).status.code(), Some(0));
    let plan = farm.plan(&[]);
    let filler = disk.0.path().join("root/filler");
    // What is left are the last bytes of a page.
    let _ = fs::write(&filler, vec![0; 8 << 20]);
    let ran = farm.run(&["run"], &plan);
    assert_eq!(ran.status.code(), Some(5), "{}", text(&ran));
    assert!(text(&ran).contains("free space"), "{}", text(&ran));
    let told = farm.run(&["collect"], &plan);
    assert!(text(&told).contains("1 done, 1 missing"), "{}", text(&told));
    fs::remove_file(&filler).unwrap();
    let again = farm.run(&["run"], &plan);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again));
    assert!(text(&again).contains("1 results, 0 were there already"), "{}", text(&again));
}

/// To mount file systems.
fn mounts() -> Option<String> {
    Small::mount().is_none().then(|| "no file system can be mounted here".to_owned())
}

fn main() {
    let all = tests![trials::nothing; a_plan_is_the_same_bytes_each_time_and_what_is_right_is_green, what_is_wrong_hangs_crashes_or_is_missing_is_never_green, what_is_right_and_wrong_in_turns_is_flaky_and_stays_so, two_results_of_one_repeat_that_differ_are_told_and_kept, another_driver_is_another_result, files_that_are_no_results_are_told_and_count_for_nothing, bad_input_is_one_message, reports_say_the_same];
    trials::run(
        all.into_iter().chain(
            tests![mounts; a_full_disk_is_told_and_what_is_missing_is_done_once_there_is_room],
        ),
    )
}

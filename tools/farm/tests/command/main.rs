//! `farm` as a user has it, on this machine without a cluster: plans, runs, what is told and the exit status.

mod bundle;
#[path = "../trials/mod.rs"]
mod trials;

use bundle::{Farm, Small, mounts, text};
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
    // What is run again is kept beside; what the files would have said is not known, so nothing is green until they are gone.
    let again = farm.run(&["run"], &plan);
    assert!(text(&again).contains("2 say something else"), "{}", text(&again));
    assert!(text(&again).contains("2 done"), "{}", text(&again));
    assert_eq!(again.status.code(), Some(1), "{}", text(&again));
    [one, other].into_iter().for_each(|file| fs::remove_file(file).unwrap());
    assert_eq!(farm.run(&["collect"], &plan).status.code(), Some(0));
}

/// A program whose own words stand for all that it does.
fn with_program(jobs: &[&str], body: &str) -> (Farm, std::path::PathBuf) {
    let farm = Farm::with_program(jobs, body);
    let plan = farm.plan(&[]);
    (farm, plan)
}

const ANSWER: &str =
    r#"printf '{"word":"%s","name":"%s","outcome":"passed","digest":"d"}\n' "$word" "$name""#;

fn no_answer_is_taken_for_a_job_that_was_not_asked() {
    // It answers of its own accord, and ends; it answers for the next one too.
    let early = r#"for name in right-1 right-2; do printf '{"name":"%s","outcome":"passed","digest":"d"}\n' $name; done; exit 9"#;
    let both = format!(
        "while read -r word name; do [ $name = right-2 ] && exit 9; {ANSWER}; name=right-2; {ANSWER}; done"
    );
    for body in [early, &both] {
        let (farm, plan) = with_program(&["right-1", "right-2"], body);
        let ran = farm.run(&["run", "--limit", "2"], &plan);
        assert_eq!(ran.status.code(), Some(1), "{body}: {}", text(&ran));
        assert!(text(&ran).contains("right-2: crashed"), "{body}: {}", text(&ran));
    }
}

fn a_second_answer_is_no_repeat_s() {
    let twice = format!(
        "while read -r word name; do {ANSWER}; {ANSWER}; [ -e STATE/once ] && exit 7; touch STATE/once; done"
    );
    let farm = Farm::with_program(&["right-1"], &twice);
    let plan = farm.plan(&["--repeats", "3"]);
    let ran = farm.run(&["run", "--limit", "2"], &plan);
    // The third was asked of a process that answers and ends: it ran.
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran));
    let none = "read -r word name; printf '{\"word\":\"%s\",\"name\":\"right-1\",\"outcome\":\"passed\"}\n' $word; read -r word name; sleep 100";
    let farm = Farm::with_program(&["right-1"], none);
    let plan = farm.plan(&["--repeats", "2"]);
    let ran = farm.run(&["run", "--limit", "1"], &plan);
    assert!(text(&ran).contains("flaky"), "{}", text(&ran));
}

fn what_a_program_prints_leaves_and_holds_open_is_nothing_to_others() {
    let bytes = format!(
        r#"while read -r word name; do printf 'caf\351 \r{{"ready"\n'; echo x > core; {ANSWER}; done"#
    );
    let (farm, plan) = with_program(&["right-1", "right-2"], &bytes);
    for _ in 0..2 {
        let ran = farm.run(&["run"], &plan);
        assert_eq!(ran.status.code(), Some(0), "{}", text(&ran));
    }
    // Who holds its output open is not waited for.
    let child = "read -r word name; sleep 100 & exit 5";
    let (farm, plan) = with_program(&["right-1"], child);
    let ran = farm.run(&["run", "--limit", "50"], &plan);
    assert!(text(&ran).contains("crashed"), "{}", text(&ran));
}

fn a_program_that_does_not_run_here_says_nothing_of_any_job() {
    for body in ["exit 127", "sleep 100"] {
        let farm = Farm::new(&["right-1"]);
        let (farm, plan) = {
            drop(farm);
            with_program_not_ready(body)
        };
        let ran = farm.run(&["run", "--limit", "1"], &plan);
        assert_eq!(ran.status.code(), Some(5), "{body}: {}", text(&ran));
        let told = farm.run(&["collect"], &plan);
        assert!(text(&told).contains("1 missing"), "{body}: {}", text(&told));
    }
}

fn with_program_not_ready(body: &str) -> (Farm, std::path::PathBuf) {
    let farm = Farm::with_text(&["right-1"], &format!("{body}\n"));
    let plan = farm.plan(&[]);
    (farm, plan)
}

fn an_answer_that_cannot_be_read_is_told_and_is_no_outcome() {
    let odd = r#"while read -r word name; do printf '{"word":"%s","name":"%s","outcome":"splendid"}\n' $word $name; done"#;
    let (farm, plan) = with_program(&["right-1"], odd);
    let ran = farm.run(&["run", "--limit", "20"], &plan);
    assert_eq!(ran.status.code(), Some(5), "{}", text(&ran));
    assert!(text(&ran).contains("splendid"), "{}", text(&ran));
}

fn right_in_several_ways_is_flaky() {
    let ways = r#"while read -r word name; do printf '{"word":"%s","name":"%s","outcome":"passed","digest":"%s"}\n' $word $name $word; done"#;
    let farm = Farm::with_program(&["right-1"], ways);
    let plan = farm.plan(&["--repeats", "2"]);
    let ran = farm.run(&["run"], &plan);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran));
    assert!(text(&ran).contains("flaky       right-1"), "{}", text(&ran));
}

fn strange_entries_are_named_and_stop_nothing() {
    let farm = Farm::new(&["right-1", "right-2"]);
    let plan = farm.plan(&[]);
    farm.run(&["run"], &plan);
    let results = farm.results();
    fs::remove_file(&results[0]).unwrap();
    std::os::unix::fs::symlink("/nowhere", &results[0]).unwrap();
    fs::remove_file(&results[1]).unwrap();
    fs::create_dir(&results[1]).unwrap();
    let top = results[0].parent().unwrap().parent().unwrap();
    fs::write(top.join("README"), "x").unwrap();
    let told = farm.run(&["collect"], &plan);
    assert_eq!(told.status.code(), Some(1), "{}", text(&told));
    let said = text(&told);
    assert!(said.contains("README") && said.matches("no result").count() == 3, "{said}");
    let again = farm.run(&["run"], &plan);
    assert!(
        text(&again).contains("2 done") && text(&again).contains("NOT green"),
        "{}",
        text(&again)
    );
}

fn bad_input_is_one_message() {
    let farm = Farm::new(&["right-1"]);
    let plan = farm.plan(&[]);
    let cases: [(&[&str], &str); 11] = [
        (&["run", "PLAN", "--root", "ROOT", "--limit", "0"], "0 is not in 1.."),
        (&["plan", "--bundle", "BUNDLE", "--repeats", "0"], "0 is not in 1.."),
        (&["plan", "--bundle", "BUNDLE", "--filter", ""], "a value is required"),
        (&["plan", "--bundle", "BUNDLE", "--filter", "x,"], "a value is required"),
        (&["collect", "PLAN", "--root", "ROOT", "--retry", "4294967295"], "is not in 0.."),
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

/// Runs git in a folder.
fn git(folder: &std::path::Path, words: &[&str]) -> String {
    let own = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"];
    let mut command = std::process::Command::new("git");
    let done = command.arg("-C").arg(folder).args(own).args(words).output().unwrap();
    assert!(done.status.success(), "{words:?}: {}", text(&done));
    text(&done).trim().to_owned()
}

fn the_first_bad_commit_is_found_past_those_that_cannot_be_built() {
    let farm = Farm::new(&["right-1"]);
    let folder = tempfile::tempdir().unwrap();
    let repository = folder.path().join("a repository's");
    fs::create_dir(&repository).unwrap();
    git(&repository, &["init", "-q"]);
    let mut commits = Vec::new();
    for (k, job) in ["right", "right", "none", "wrong", "wrong"].iter().enumerate() {
        fs::write(repository.join("job"), job).unwrap();
        fs::write(repository.join("number"), k.to_string()).unwrap();
        git(&repository, &["add", "-A"]);
        git(&repository, &["commit", "-q", "-m", job]);
        commits.push(git(&repository, &["rev-parse", "HEAD"]));
    }
    // The job is called the same, and does what the commit says.
    let bundle = farm.bundle();
    let make = format!(
        "[ $(cat job) != none ] || exit 0; cp -r '{}' {{folder}} && sh '{}' {{folder}} $(cat job)",
        bundle.display(),
        folder.path().join("make").display()
    );
    let script = r#"cd "$1" || exit 1
[ "$2" = right ] || sed -i 's/^    right-.*$/    right-*) say "$name" \x27"differs"\x27 e "" ;;/' program
[ "$2" = right ] || sed -i 's/"key":"...../"key":"00000/' jobs.jsonl
"#;
    fs::write(folder.path().join("make"), script).unwrap();
    let root = folder.path().join("root");
    let words = |good: &str, bad: &str| {
        let words = [
            "bisect",
            "right-1",
            "--good",
            good,
            "--bad",
            bad,
            "--make",
            &make,
            "--root",
            root.to_str().unwrap(),
            "--repository",
            repository.to_str().unwrap(),
        ];
        farm.words(&words, std::path::Path::new("plan"))
    };
    let found = words(&commits[0], &commits[4]);
    assert_eq!(found.status.code(), Some(0), "{}", text(&found));
    let said = text(&found);
    assert!(said.contains(&format!("the first bad commit is {}", commits[3])), "{said}");
    assert!(said.contains(&format!("  {}", commits[2])), "{said}");
    // No work tree is left, and what is not between is refused.
    assert_eq!(git(&repository, &["worktree", "list"]).lines().count(), 1);
    let turned = words(&commits[4], &commits[0]);
    assert_eq!(turned.status.code(), Some(2), "{}", text(&turned));
    assert!(text(&turned).contains("is not among what"), "{}", text(&turned));
    let right = words(&commits[0], &commits[1]);
    assert!(text(&right).contains("there is nothing to look for"), "{}", text(&right));
}

fn a_full_disk_is_told_and_what_is_missing_is_done_once_there_is_room() {
    let disk = Small::mount("4m").expect("a file system");
    let farm = Farm::at(disk.path(), &["right-1", "right-2"]);
    assert_eq!(farm.run(&["run"], &farm.plan(&["--filter", "right-1"])).status.code(), Some(0));
    let plan = farm.plan(&[]);
    let filler = disk.path().join("root/filler");
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

fn main() {
    let all = tests![trials::nothing; the_first_bad_commit_is_found_past_those_that_cannot_be_built, a_plan_is_the_same_bytes_each_time_and_what_is_right_is_green, what_is_wrong_hangs_crashes_or_is_missing_is_never_green, what_is_right_and_wrong_in_turns_is_flaky_and_stays_so, two_results_of_one_repeat_that_differ_are_told_and_kept, another_driver_is_another_result, files_that_are_no_results_are_told_and_count_for_nothing, no_answer_is_taken_for_a_job_that_was_not_asked, a_second_answer_is_no_repeat_s, what_a_program_prints_leaves_and_holds_open_is_nothing_to_others, a_program_that_does_not_run_here_says_nothing_of_any_job, an_answer_that_cannot_be_read_is_told_and_is_no_outcome, right_in_several_ways_is_flaky, strange_entries_are_named_and_stop_nothing, bad_input_is_one_message, reports_say_the_same];
    trials::run(
        all.into_iter().chain(
            tests![mounts; a_full_disk_is_told_and_what_is_missing_is_done_once_there_is_room],
        ),
    )
}

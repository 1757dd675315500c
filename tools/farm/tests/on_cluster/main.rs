//! Plans on a real scheduler, of which parts die: whatever happens, each job's result is there once, nothing is green that is not, and what is submitted
//! again is what is missing.
//!
//! In each test a plan is submitted, something is broken once results begin to come, and the plan is submitted again until nothing is missing. No time decides anything:
//! what is waited for is seen, and that it never comes is told as a fault of the machine. `OPTX_FARM_FAULTS=all` runs those too that take a minute each, since Slurm takes half of one to
//! miss a node.

#[path = "../command/bundle.rs"]
mod bundle;
#[path = "../slurm/mod.rs"]
mod slurm;
#[path = "../trials/mod.rs"]
mod trials;

use bundle::{Farm, Small, text};
use optx_farm::local_cluster::WithSteps;
use slurm::{Site, assert_nothing_runs};
use std::path::Path;
use std::process::Output;

/// A cluster, a bundle, and a plan.
struct Try {
    site: Site,
    farm: Farm,
    plan: std::path::PathBuf,
}

const SLOW: [&str; 10] = [
    "slow-0", "slow-1", "slow-2", "slow-3", "slow-4", "slow-5", "slow-6", "slow-7", "slow-8",
    "slow-9",
];

impl Try {
    fn new(jobs: &[&str]) -> Try {
        let site = Site::up();
        let farm = Farm::new(jobs).under(&site.slurm_conf());
        let plan = farm.plan(&[]);
        Try { site, farm, plan }
    }

    fn submit(&self) -> Output {
        let bundle = self.farm.bundle();
        let more = ["--bundle", bundle.to_str().unwrap(), "--array", "4", "--limit", "5"];
        self.farm.run(&[&["submit"], &more[..]].concat(), &self.plan)
    }

    fn collect(&self, more: &[&str]) -> Output {
        self.farm.run(&[&["collect"], more].concat(), &self.plan)
    }

    /// Waits until so many jobs have results.
    fn await_results(&self, count: usize) {
        self.site.wait("results", || (self.farm.results().len() >= count).then_some(()));
    }

    /// Waits until no task is in the queue.
    fn await_end(&self) {
        self.site.wait("an empty queue", || self.site.queue().trim().is_empty().then_some(()));
    }

    /// Submits what is missing until nothing is; how many jobs each submission had, beside how many were missing.
    fn to_the_end(&self) -> Vec<(usize, usize)> {
        let mut submitted = Vec::new();
        for _ in 0..10 {
            // A scheduler that was killed may keep tasks for minutes that have ended: what is there is there.
            let missing = self.site.wait("results, or an empty queue", || {
                let is_over = self.site.queue().trim().is_empty();
                Some(self.missing()).filter(|missing| *missing == 0 || is_over)
            });
            if missing == 0 {
                return submitted;
            }
            let said = text(&self.collect(&["--resubmit"]));
            let jobs = said
                .lines()
                .find_map(|line| line.split(": ").nth(1)?.split(' ').next()?.parse().ok());
            submitted.push((missing, jobs.unwrap_or_else(|| panic!("{said}"))));
        }
        panic!("ten submissions were not enough: {}", text(&self.collect(&[])));
    }

    fn missing(&self) -> usize {
        let report = self.report();
        report["counts"]["missing"].as_u64().unwrap_or(0) as usize
    }

    fn report(&self) -> serde_json::Value {
        serde_json::from_slice(&self.collect(&["--json"]).stdout).expect("a report")
    }

    /// All is there once: as many jobs as the plan has, each with one result for each repeat, and what was submitted again was what was missing.
    fn is_right(&self, is_green: bool) {
        for (missing, jobs) in self.to_the_end() {
            assert_eq!(missing, jobs, "what was submitted again is not what was missing");
        }
        let report = self.report();
        assert_eq!(report["green"], is_green, "{report:#}");
        assert_eq!(report["damaged"].as_array().map(Vec::len), Some(0), "{report:#}");
        let mut names = std::collections::BTreeSet::new();
        for job in report["jobs"].as_array().expect("jobs") {
            assert!(names.insert(job["name"].as_str().expect("a name").to_owned()), "{job:#}");
            let results = job["results"].as_array().expect("results");
            assert_eq!(
                results.len(),
                job["wanted"].as_u64().expect("a number") as usize,
                "{job:#}"
            );
        }
        let planned = std::fs::read_to_string(&self.plan).unwrap().lines().count() - 1;
        assert_eq!(names.len(), planned);
    }

    fn ends(self) {
        let folder = self.site.folder().to_owned();
        drop(self.site);
        assert_nothing_runs(Path::new(&folder));
    }
}

/// What the plan's tasks are called.
fn job_name(plan: &Path) -> String {
    let plan = optx_farm::plan::Plan::read(plan).expect("a plan");
    optx_farm::submit::job_name(&plan.id())
}

fn a_plan_is_submitted_and_watched_and_green() {
    let one = Try::new(&SLOW);
    let said = one.submit();
    assert_eq!(said.status.code(), Some(0), "{}", text(&said));
    // Before all is there it is not green.
    assert_eq!(one.collect(&[]).status.code(), Some(1));
    let watched = one.farm.run(&["watch", "--every", "1"], &one.plan);
    assert_eq!(watched.status.code(), Some(0), "{}", text(&watched));
    one.is_right(true);
    assert_eq!(SLOW.map(|job| one.farm.count(job)), [1; 10]);
    // Once more there is nothing to do.
    let again = one.submit();
    assert!(text(&again).contains("nothing is missing"), "{}", text(&again));
    one.ends();
}

fn two_submissions_at_once_are_one_plan() {
    let one = Try::new(&SLOW);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert!(one.submit().status.success()));
        }
    });
    one.is_right(true);
    one.ends();
}

fn a_controller_that_is_killed_loses_nothing() {
    let one = Try::new(&SLOW);
    assert!(one.submit().status.success());
    one.await_results(1);
    one.site.kill_controller().unwrap();
    one.site.start_controller().unwrap();
    one.is_right(true);
    one.ends();
}

fn a_task_that_is_killed_or_cancelled_leaves_what_is_missing() {
    let one = Try::new(&[&SLOW[..], &["ends-1", "ends-2"]].concat());
    assert!(one.submit().status.success());
    one.await_results(1);
    one.site.output("scancel", &["--name", &job_name(&one.plan)]).unwrap();
    one.is_right(true);
    one.ends();
}

fn who_submits_may_be_killed() {
    let one = Try::new(&SLOW);
    let bundle = one.farm.bundle();
    let more = ["submit", "--bundle", bundle.to_str().unwrap(), "--array", "4", "--limit", "5"];
    for _ in 0..3 {
        let mut child = one.farm.start(&more, &one.plan);
        // At some moment of what it does, another one each time.
        std::thread::sleep(std::time::Duration::from_millis(150));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(one.submit().status.success());
    one.is_right(true);
    one.ends();
}

fn a_node_with_another_driver_has_results_of_its_own() {
    let site = Site::up();
    let farm = Farm::new(&SLOW).under(&site.slurm_conf());
    farm.set("drivern1", "1");
    farm.set("drivern2", "2");
    let plan = farm.plan(&["--repeats", "2"]);
    let one = Try { site, farm, plan };
    assert!(one.submit().status.success());
    one.is_right(true);
    let report = one.report();
    for job in report["jobs"].as_array().unwrap() {
        let drivers: std::collections::BTreeSet<&str> = job["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r["driver"].as_str().unwrap())
            .collect();
        assert_eq!(drivers.len(), 1, "repeats of a job are of one driver: {job:#}");
    }
    one.ends();
}

/// To mount file systems, and Slurm.
fn disks() -> Option<String> {
    slurm::slurm().or_else(bundle::mounts)
}

fn a_disk_that_is_full_and_freed_again_loses_nothing() {
    let disk = Small::mount("96m").expect("a file system");
    let site = Site::up();
    let farm = Farm::at(disk.path(), &SLOW).under(&site.slurm_conf());
    let plan = farm.plan(&[]);
    let one = Try { site, farm, plan };
    assert!(one.submit().status.success());
    one.await_results(2);
    let filler = disk.path().join("filler");
    let _ = std::fs::write(&filler, vec![0; 128 << 20]);
    one.await_end();
    assert_ne!(one.missing(), 0, "what could not be written is missing");
    std::fs::remove_file(&filler).unwrap();
    one.is_right(true);
    one.ends();
}

fn what_is_wrong_stays_wrong_and_what_is_tried_again_is_flaky() {
    let jobs = ["right-1", "wrong-1", "lucky-1", "hang-1", "crash-1"];
    let one = Try::new(&jobs);
    assert!(one.submit().status.success());
    one.is_right(false);
    let said = text(&one.collect(&["--retry", "1"]));
    assert!(said.contains("4 jobs of the plan"), "{said}");
    one.await_end();
    let report = one.report();
    let of = |name: &str| {
        let jobs = report["jobs"].as_array().unwrap();
        let job = jobs.iter().find(|job| job["name"] == name).unwrap();
        (job["state"].as_str().unwrap().to_owned(), job["results"].as_array().unwrap().len())
    };
    assert_eq!(of("right-1"), ("done".into(), 1));
    assert_eq!(of("wrong-1"), ("failed".into(), 2));
    assert_eq!(of("hang-1"), ("failed".into(), 2));
    assert_eq!(of("crash-1"), ("failed".into(), 2));
    assert_eq!(of("lucky-1"), ("flaky".into(), 2));
    assert_eq!(report["green"], false);
    one.ends();
}

fn bad_requests_are_one_message_and_submit_nothing() {
    let one = Try::new(&SLOW);
    let bundle = one.farm.bundle();
    let bundle = bundle.to_str().unwrap();
    let cases: [(&[&str], i32, &str); 4] = [
        (
            &["--bundle", bundle, "--partition", "gpus"],
            2,
            "there is no partition `gpus`; there are: main",
        ),
        (&["--bundle", bundle, "--array", "1000000"], 2, "MaxArraySize is 1001"),
        (&[], 2, "bundle is not in the shared folder yet"),
        (&["--bundle", bundle, "--gres", "nothing:9"], 5, "sbatch"),
    ];
    for (more, status, said) in cases {
        let done = one.farm.run(&[&["submit"], more].concat(), &one.plan);
        assert_eq!(done.status.code(), Some(status), "{more:?}: {}", text(&done));
        assert!(text(&done).contains(said), "{more:?}: {}", text(&done));
        assert_eq!(one.site.queue().trim(), "");
    }
    one.ends();
}

fn a_node_whose_daemon_dies_loses_nothing() {
    for steps in [WithSteps::Yes, WithSteps::No] {
        let one = Try::new(&SLOW);
        assert!(one.submit().status.success());
        one.await_results(1);
        one.site.kill_node("n1", steps).unwrap();
        one.await_end();
        one.site.start_node("n1").unwrap();
        one.is_right(true);
        one.ends();
    }
}

fn a_node_that_is_set_down_loses_nothing() {
    let one = Try::new(&SLOW);
    assert!(one.submit().status.success());
    one.await_results(1);
    one.site.set_down("n1").unwrap();
    // It may come back by itself, and is asked to where it does not.
    let _ = one.site.resume("n1");
    one.is_right(true);
    one.ends();
}

fn main() {
    let all = tests![slurm::slurm; a_node_with_another_driver_has_results_of_its_own, a_plan_is_submitted_and_watched_and_green, two_submissions_at_once_are_one_plan, a_controller_that_is_killed_loses_nothing, a_task_that_is_killed_or_cancelled_leaves_what_is_missing, who_submits_may_be_killed, what_is_wrong_stays_wrong_and_what_is_tried_again_is_flaky, bad_requests_are_one_message_and_submit_nothing];
    let disks = tests![disks; a_disk_that_is_full_and_freed_again_loses_nothing];
    trials::run(all.into_iter().chain(disks).chain(tests![slurm::patience; a_node_whose_daemon_dies_loses_nothing, a_node_that_is_set_down_loses_nothing]))
}

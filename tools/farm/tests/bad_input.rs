//! What cannot be is told in one line that says what to do, and leaves nothing half done.

mod slurm;
mod trials;

use std::fs::Permissions;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use optx_farm::local_cluster::{Cluster, ClusterError, Config, Look, WithSteps, wait_for};
use slurm::{Site, assert_nothing_runs, config};

/// The one line that `farm local-cluster` says as it refuses.
fn refusal(words: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_farm");
    let output = Command::new(program).arg("local-cluster").args(words).output().expect("farm");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
    assert!(output.stdout.is_empty(), "{words:?}");
    assert!(said.starts_with("error: ") && said.lines().count() == 1, "{words:?}: {said}");
    said
}

fn assert_says(said: &str, part: &str) {
    assert!(said.contains(part), "`{part}` is not in: {said}");
}

fn folders_that_cannot_hold_a_cluster() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let up = |dir: &str| refusal(&["up", "--dir", dir]);

    assert_says(&up(&path("no/such")), "make it first");
    // Also root makes no folder there.
    assert_says(&up("/proc/optx-farm"), "cannot be made");
    std::fs::write(path("file"), "").unwrap();
    assert_says(&up(&path("file")), "is no folder");
    assert_says(&up(&path("file/below")), "cannot be used");
    assert_says(&up(&path("with space")), "another folder");
    assert_says(&up(&path("with%n")), "another folder");
    assert_says(&up(&path(&"long".repeat(30))), "shorter path");
    std::fs::create_dir(path("full")).unwrap();
    std::fs::write(path("full/mine"), "").unwrap();
    assert_says(&up(&path("full")), "holds `mine` and no cluster");
    assert_eq!(std::fs::read_dir(path("full")).unwrap().count(), 1, "nothing is left there");
    std::fs::create_dir(path("open")).unwrap();
    std::fs::set_permissions(path("open"), Permissions::from_mode(0o777)).unwrap();
    assert_says(&up(&path("open")), "chmod go-w");
    std::os::unix::fs::symlink("no-target", path("link")).unwrap();
    assert_says(&up(&path("link")), "cannot be used");
    for (option, value) in
        [("--nodes", "0"), ("--nodes", "33"), ("--gpus", "65"), ("--max-array-size", "1")]
    {
        let said = refusal(&["up", "--dir", &path("new"), option, value]);
        assert_says(&said, "between");
        assert!(!Path::new(&path("new")).exists());
    }
    for action in ["status", "env", "drain n1", "kill slurmctld", "start slurmd n1"] {
        let mut words: Vec<&str> = action.split(' ').collect();
        let dir = path("new");
        words.splice(1..1, ["--dir", &dir]);
        assert_says(&refusal(&words), "there is no cluster");
    }
    // What is not a cluster's is not removed.
    let full = path("full");
    std::fs::create_dir(path("full/log")).unwrap();
    Cluster::remove_in(Path::new(&full)).unwrap();
    assert!(Path::new(&path("full/mine")).exists() && Path::new(&path("full/log")).exists());
}

/// Where root may write all the same there is nothing to see.
fn a_folder_that_is_not_writable() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
    let error = Cluster::up(&config(folder.path())).unwrap_err();
    assert_says(&error.to_string(), "is not writable");
}

fn ports_that_are_taken() {
    let site = Site::up();
    site.down().unwrap();
    for port in [site.ports()[0], site.ports()[2]] {
        let taken = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let error = Cluster::up(&config(site.folder())).unwrap_err();
        assert!(matches!(error, ClusterError::PortTaken { .. }) && !error.is_infrastructure());
        assert_says(&error.to_string(), &format!("port {port} of 127.0.0.1"));
        assert_nothing_runs(site.folder());
        drop(taken);
    }
    Cluster::up(&config(site.folder())).unwrap();
    assert!(site.status().unwrap().is_up);
}

fn files_that_are_cut() {
    let site = Site::up();
    let record = site.folder().join("cluster.json");
    let whole = std::fs::read(&record).unwrap();
    // Configuration is made anew, running or not; the key too, which is cut like all on a full disk.
    let conf = std::fs::read(site.slurm_conf()).unwrap();
    std::fs::write(site.slurm_conf(), &conf[..conf.len() / 2]).unwrap();
    Cluster::up(&config(site.folder())).unwrap();
    assert_eq!(std::fs::read(site.slurm_conf()).unwrap(), conf);
    site.down().unwrap();
    std::fs::write(site.slurm_conf(), "").unwrap();
    std::fs::write(site.folder().join("munge/key"), "short").unwrap();
    Cluster::up(&config(site.folder())).unwrap();
    assert!(site.status().unwrap().is_up);

    // What was chosen is known no more: nothing is guessed, and what runs can be ended all the same.
    for cut in [&whole[..0], &whole[..whole.len() / 2], b"{}", b"\xff\xfe"] {
        std::fs::write(&record, cut).unwrap();
        let dir = site.folder().to_str().unwrap();
        assert_says(&refusal(&["up", "--dir", dir]), "cluster.json");
        assert_says(&refusal(&["status", "--dir", dir]), "cluster.json");
    }
    assert!(Cluster::down_in(site.folder()).unwrap() >= 4);
    assert_nothing_runs(site.folder());
    Cluster::remove_in(site.folder()).unwrap();
    assert!(!site.folder().exists());
}

fn a_folder_that_is_removed_while_its_cluster_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    // Ended also if what follows fails.
    let _held = Cluster::up(&config(&path)).unwrap().held();
    let above = folder.path().to_owned();
    drop(folder);
    assert!(!above.exists());
    assert!(Cluster::down_in(&path).unwrap() >= 4);
    assert_nothing_runs(&path);
}

fn daemons_that_do_not_start_and_nodes_that_are_not_there() {
    let site = Site::up();
    for error in [
        site.drain("n3").unwrap_err(),
        site.kill_node("", WithSteps::Yes).unwrap_err(),
        site.start_node("n1; true").unwrap_err(),
    ] {
        assert!(matches!(error, ClusterError::NoSuchNode { .. }), "{error}");
        assert_says(&error.to_string(), "there are n1, n2");
    }
    // Slurm's own refusal is told, and that nobody is there to wait for.
    assert_says(&site.resume("n1").unwrap_err().to_string(), "Invalid node state");
    site.kill_controller().unwrap();
    assert!(matches!(site.wait_ready().unwrap_err(), ClusterError::Ended { .. }));
    std::fs::write(site.slurm_conf(), "ClusterName=cut\nSlurmctldHo").unwrap();
    let error = site.start_controller().unwrap_err();
    assert!(matches!(error, ClusterError::Ended { .. }), "{error}");
    assert_says(&error.to_string(), "slurmctld ended");
    // The state is another cluster's: Slurm says so, and nothing half runs.
    site.down().unwrap();
    std::fs::write(site.folder().join("state/clustername"), "another\n").unwrap();
    let error = Cluster::up(&config(site.folder())).unwrap_err();
    assert_says(&error.to_string(), "CLUSTER NAME MISMATCH");
    assert_nothing_runs(site.folder());
}

fn a_deadline_that_passes_is_told_as_the_infrastructures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let none = Config { deadline: Duration::ZERO, ..Config::in_folder(&path) };
    // All may be there at the first look.
    if let Err(error) = Cluster::up(&none) {
        assert!(error.is_infrastructure(), "{error}");
    } else {
        Cluster::down_in(&path).unwrap();
    }
    assert_nothing_runs(&path);
    let never = || Ok(Look::<()>::NotYet("a\nred light".into()));
    let error = wait_for("green", Duration::ZERO, never).unwrap_err();
    assert!(error.is_infrastructure(), "{error}");
    let said = "infrastructure: green was waited for 0 s and did not come; seen last: a; red light";
    assert_eq!(error.to_string(), said);
}

/// Slurm, and a user whom modes keep out.
fn no_root() -> Option<String> {
    let folder = tempfile::tempdir().ok()?;
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).ok()?;
    let may_write = std::fs::write(folder.path().join("x"), "").is_ok();
    slurm::slurm().or_else(|| may_write.then(|| "this user may write everywhere".to_owned()))
}

fn main() {
    let all = tests![slurm::slurm; folders_that_cannot_hold_a_cluster, ports_that_are_taken, files_that_are_cut, a_folder_that_is_removed_while_its_cluster_runs, daemons_that_do_not_start_and_nodes_that_are_not_there, a_deadline_that_passes_is_told_as_the_infrastructures];
    trials::run(all.into_iter().chain(tests![no_root; a_folder_that_is_not_writable]))
}

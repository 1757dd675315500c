//! A local cluster comes up, runs jobs on GPUs, goes down and leaves nothing; clusters do not disturb each other.

mod slurm;
mod trials;

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::{Command, Output};

use optx_farm::local_cluster::{Began, Cluster};
use slurm::{DEADLINE, Site, assert_nothing_runs, config, running_in};

fn farm(words: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_farm");
    Command::new(program).arg("local-cluster").args(words).output().expect("farm")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Where the processes listen: their sockets among those of the system.
fn listeners(processes: &[i32]) -> BTreeSet<String> {
    let mut sockets = BTreeSet::new();
    for process in processes {
        let folder = format!("/proc/{process}/fd");
        for file in std::fs::read_dir(folder).expect("open files").flatten() {
            let link = std::fs::read_link(file.path()).unwrap_or_default();
            let link = link.display().to_string();
            let inner = link.strip_prefix("socket:[").and_then(|rest| rest.strip_suffix(']'));
            sockets.extend(inner.map(str::to_owned));
        }
    }
    let mut found = BTreeSet::new();
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
        for line in std::fs::read_to_string(table).unwrap_or_default().lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if words[3] == "0A" && sockets.contains(words[9]) {
                found.insert(words[1].to_owned());
            }
        }
    }
    found
}

fn up_status_down() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let dir = path.to_str().unwrap();
    let up =
        farm(&["up", "--dir", dir, "--nodes", "3", "--gpus", "1", "--max-array-size", "20001"]);
    assert!(up.status.success(), "{}", text(&up.stderr));
    let cluster = Cluster::open(&path).unwrap().with_deadline(DEADLINE).held();
    assert!(text(&up.stdout).contains("a new cluster"), "{}", text(&up.stdout));

    let status = farm(&["status", "--dir", dir, "--json"]);
    assert!(status.status.success());
    let status: serde_json::Value = serde_json::from_slice(&status.stdout).unwrap();
    assert_eq!(status["is_up"], true);
    let states: Vec<&str> =
        status["nodes"].as_array().unwrap().iter().map(|n| n["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["idle"; 3]);
    let process = |value: &serde_json::Value| i32::try_from(value["process"].as_i64().unwrap());
    let mut processes = vec![process(&status["controller"]).unwrap()];
    let nodes = status["nodes"].as_array().unwrap().iter();
    processes.extend(nodes.map(|node| process(&node["daemon"]).unwrap()));
    let expected: BTreeSet<String> =
        cluster.ports().iter().map(|port| format!("0100007F:{port:04X}")).collect();
    assert_eq!(listeners(&processes), expected, "all listen on loopback, where it is written");

    let again = farm(&["up", "--dir", dir]);
    assert!(text(&again.stdout).contains("ran already"), "{}", text(&again.stdout));
    let other = farm(&["up", "--dir", dir, "--gpus", "2"]);
    assert!(text(&other.stderr).contains("was made with 1"), "{}", text(&other.stderr));
    assert!(!other.status.success());

    let env = text(&farm(&["env", "--dir", dir]).stdout);
    let script =
        format!("{env}scontrol show config | grep MaxArraySize; sbatch --parsable --wrap true");
    let shell =
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let words: Vec<String> = text(&shell.stdout).split_whitespace().map(str::to_owned).collect();
    assert_eq!(words, ["MaxArraySize", "=", "20001", "1"], "{}", text(&shell.stderr));

    let down = farm(&["down", "--dir", dir]);
    assert!(down.status.success(), "{}", text(&down.stderr));
    assert_nothing_runs(&path);
    let status = farm(&["status", "--dir", dir]);
    assert!(!status.status.success() && text(&status.stdout).contains("not up"));
    assert!(text(&farm(&["down", "--dir", dir]).stdout).contains("nothing ran"));

    let kept = Cluster::up(&config(&path)).unwrap();
    assert_eq!((kept.began(), kept.gpus(), kept.node_names().len()), (Began::Again, 1, 3));
    let number =
        kept.output("sbatch", &["--parsable", "--output=/dev/null", "--wrap=true"]).unwrap();
    assert_eq!(number.trim(), "2", "the controller knows its jobs");
    let removed = farm(&["down", "--dir", dir, "--remove"]);
    assert!(removed.status.success() && !path.exists(), "{}", text(&removed.stderr));
    assert_nothing_runs(&path);
}

fn an_array_runs_on_all_gpus_of_both_nodes() {
    let site = Site::up();
    // Each of the first four waits until the others run too: that needs all four GPUs.
    let script = "touch $OUT/began-$SLURM_ARRAY_TASK_ID
while [ $(ls $OUT | grep -c began-) -lt 4 ]; do sleep 0.1; done
echo $SLURMD_NODENAME $CUDA_VISIBLE_DEVICES > $OUT/done-$SLURM_ARRAY_TASK_ID";
    site.submit(&["--array=0-7%4", "--gpus-per-task=1", "--ntasks=1"], script);
    let first: BTreeSet<String> =
        (0..8).map(|task| site.wait_file(&format!("done-{task}")).trim().to_owned()).collect();
    assert_eq!(first, ["n1 0", "n1 1", "n2 0", "n2 1"].map(str::to_owned).into());
    site.wait("an empty queue", || site.queue().is_empty().then_some(()));
}

fn clusters_side_by_side_do_not_disturb_each_other() {
    let (one, other) = std::thread::scope(|scope| {
        let (one, other) = (scope.spawn(Site::up), scope.spawn(Site::up));
        (one.join().unwrap(), other.join().unwrap())
    });
    let ports: BTreeSet<u16> = one.ports().into_iter().chain(other.ports()).collect();
    assert_eq!(ports.len(), 6, "no port is another's");
    for site in [&one, &other] {
        site.submit(&["--gpus=1"], "echo $SLURM_CONF > $OUT/conf");
        assert_eq!(Path::new(site.wait_file("conf").trim()), site.slurm_conf());
    }
    one.down().unwrap();
    assert_nothing_runs(one.folder());
    assert!(other.status().unwrap().is_up);
    other.submit(&["--gpus=1"], "echo still > $OUT/still");
    other.wait_file("still");
}

fn two_ups_of_one_folder_make_one_cluster() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let began = std::thread::scope(|scope| {
        let up = || Cluster::up(&config(&path)).unwrap().held();
        let both = [scope.spawn(up), scope.spawn(up)].map(|thread| thread.join().unwrap());
        assert!(both[0].status().unwrap().is_up);
        both.map(|cluster| cluster.began() == Began::New)
    });
    assert_ne!(began[0], began[1], "the second finds what the first made");
    assert_nothing_runs(&path);
}

/// What a job starts outside its session, whose step is dead, is found too.
fn nothing_is_left_by_a_test_that_panics() {
    let folder = std::panic::catch_unwind(|| {
        let site = Site::up();
        site.submit(&[], "setsid sleep 3000 & sleep 3000 & echo yes > $OUT/began; wait");
        site.wait_file("began");
        site.kill_node("n1", optx_farm::local_cluster::WithSteps::No).unwrap();
        assert!(running_in(site.folder()).len() > 4);
        std::panic::panic_any(site.folder().to_owned());
    });
    let folder = *folder.unwrap_err().downcast::<std::path::PathBuf>().unwrap();
    assert_nothing_runs(&folder);
    assert!(!folder.exists());
}

/// The same as another user, in a private folder. Where the tests do not run as root all others show it.
fn nobody_has_a_cluster_too() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    // The program has to be where the user can see it.
    let program = home.join("farm");
    std::fs::copy(env!("CARGO_BIN_EXE_farm"), &program).unwrap();
    let owned = Command::new("chown").args(["-R", "nobody"]).arg(home).output().unwrap();
    assert!(owned.status.success(), "{}", text(&owned.stderr));
    let script = r#"set -e; cd "$HOME"
./farm local-cluster up --dir "$HOME/c" --gpus 3
eval "$(./farm local-cluster env --dir "$HOME/c")"
srun --gpus=3 --nodes=1 sh -c 'echo "$(id -un) $CUDA_VISIBLE_DEVICES" > "$HOME/$SLURMD_NODENAME"'
./farm local-cluster drain n1 --dir "$HOME/c"
./farm local-cluster resume n1 --dir "$HOME/c"
./farm local-cluster down --dir "$HOME/c""#;
    let as_nobody = ["--reuid=nobody", "--regid=65534", "--clear-groups", "sh", "-c", script];
    let output = Command::new("setpriv").args(as_nobody).env("HOME", home).output().unwrap();
    // Nothing shall be left, however it came out.
    Cluster::down_in(&home.join("c")).unwrap();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(std::fs::read_to_string(home.join("n1")).unwrap(), "nobody 0,1,2\n");
    assert_nothing_runs(home);
}

/// Slurm, and to be root.
fn root() -> Option<String> {
    let own = tempfile::tempdir().ok()?;
    let is_root = std::fs::metadata(own.path()).is_ok_and(|own| own.uid() == 0);
    slurm::slurm().or_else(|| (!is_root).then(|| "this user is not root".to_owned()))
}

fn main() {
    let all = tests![slurm::slurm; up_status_down, an_array_runs_on_all_gpus_of_both_nodes, clusters_side_by_side_do_not_disturb_each_other, two_ups_of_one_folder_make_one_cluster, nothing_is_left_by_a_test_that_panics];
    trials::run(all.into_iter().chain(tests![root; nobody_has_a_cluster_too]))
}

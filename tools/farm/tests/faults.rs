//! Daemons die and come back: what Slurm makes of it, on which the farm builds.

mod slurm;
mod trials;

use optx_farm::local_cluster::{Began, Cluster, WithSteps};
use slurm::{Site, assert_nothing_runs, config};

/// A job that says where it begins, waits, and says where it ends.
const WAITING: &str = "echo $SLURMD_NODENAME >> $OUT/began
while [ ! -e $OUT/go ]; do sleep 0.1; done
echo $SLURMD_NODENAME >> $OUT/done";

fn a_controller_that_is_killed_keeps_a_job_that_waits_and_a_node_that_is_out() {
    let site = Site::up();
    for node in site.node_names() {
        site.drain(&node).unwrap();
    }
    site.submit(&["--gpus=1", "--job-name=kept_by_state"], "echo $SLURMD_NODENAME > $OUT/ran");
    // It is acknowledged before it is saved, and what is not saved is lost.
    site.wait("a state that has the job", || {
        let state = std::fs::read(site.folder().join("state/job_state")).ok()?;
        let node = std::fs::read(site.folder().join("state/node_state")).ok()?;
        let has = |bytes: &[u8], word: &str| String::from_utf8_lossy(bytes).contains(word);
        (has(&state, "kept_by_state") && has(&node, "by_hand")).then_some(())
    });
    site.kill_controller().unwrap();
    let status = site.status().unwrap();
    assert!(!status.is_up && status.controller.process.is_none() && status.jobs.is_none());
    site.start_controller().unwrap();
    assert!(site.status().unwrap().is_up);
    assert!(site.queue().starts_with("1 PENDING"), "{}", site.queue());
    assert!(site.state("n1").contains("drain"), "{}", site.state("n1"));
    // Only this brings it back.
    site.resume("n1").unwrap();
    assert_eq!(site.wait_file("ran").trim(), "n1");
    assert!(site.state("n2").contains("drain"), "{}", site.state("n2"));
}

fn a_job_of_a_node_that_dies_runs_on_another() {
    let site = Site::up();
    site.submit(&["--gpus=1", "--requeue"], WAITING);
    let first = site.wait_file("began").trim().to_owned();
    site.kill_node(&first, WithSteps::Yes).unwrap();
    let status = site.status().unwrap();
    let node = status.nodes.iter().find(|node| node.name == first).unwrap();
    assert!(node.daemon.process.is_none() && node.processes == 0);
    let began = site.wait("a second start", || {
        let text = std::fs::read_to_string(site.path("began")).ok()?;
        Some(text.lines().map(str::to_owned).collect::<Vec<_>>()).filter(|lines| lines.len() == 2)
    });
    assert_ne!(began[1], first, "the node is dead");
    std::fs::write(site.path("go"), "").unwrap();
    assert_eq!(site.wait_file("done").trim(), began[1], "once");
    site.start_node(&first).unwrap();
    site.wait("a node that is back", || (site.state(&first) == "idle").then_some(()));
}

fn a_step_outlives_its_daemon_and_the_job_ends_once() {
    let site = Site::up();
    site.submit(&["--gpus=1", "--requeue"], WAITING);
    let node = site.wait_file("began").trim().to_owned();
    site.kill_node(&node, WithSteps::No).unwrap();
    let status = site.status().unwrap();
    let killed = status.nodes.iter().find(|n| n.name == node).unwrap();
    assert!(killed.daemon.process.is_none() && killed.processes > 0);
    site.start_node(&node).unwrap();
    std::fs::write(site.path("go"), "").unwrap();
    assert_eq!(site.wait_file("done").trim(), node);
    site.wait("an empty queue", || site.queue().is_empty().then_some(()));
    assert_eq!(site.wait_file("began").lines().count(), 1);
}

fn a_node_that_is_set_down_loses_its_job_and_comes_back() {
    let site = Site::up();
    site.submit(&["--gpus=1", "--requeue"], WAITING);
    let node = site.wait_file("began").trim().to_owned();
    site.set_down(&node).unwrap();
    site.wait("a second start", || {
        let text = std::fs::read_to_string(site.path("began")).ok()?;
        (text.lines().count() == 2).then_some(())
    });
    std::fs::write(site.path("go"), "").unwrap();
    assert_eq!(site.wait_file("done").lines().count(), 1);
    site.wait("a node that is back", || (site.state(&node) == "idle").then_some(()));
}

/// A job that ran when all went down starts anew: nothing of it is lost, and nothing of it goes on meanwhile.
fn a_job_that_ran_starts_anew_after_down_and_up() {
    let site = Site::up();
    let script = "echo $$ >> $OUT/began
while [ ! -e $OUT/go ]; do sleep 0.1; done
echo yes >> $OUT/done";
    site.submit(&["--gpus=1", "--requeue"], script);
    site.wait_file("began");
    site.down().unwrap();
    assert_nothing_runs(site.folder());
    let again = Cluster::up(&config(site.folder())).unwrap();
    assert_eq!(again.began(), Began::Again);
    site.wait("a second start", || {
        let text = std::fs::read_to_string(site.path("began")).ok()?;
        (text.lines().count() == 2).then_some(())
    });
    std::fs::write(site.path("go"), "").unwrap();
    assert_eq!(site.wait_file("done"), "yes\n");
}

fn up_starts_what_is_dead_and_leaves_the_rest() {
    let site = Site::up();
    let before = site.status().unwrap();
    site.kill_controller().unwrap();
    site.kill_node("n2", WithSteps::No).unwrap();
    assert!(!site.status().unwrap().is_up);
    let again = Cluster::up(&config(site.folder())).unwrap();
    assert_eq!(again.began(), Began::Again);
    let after = site.status().unwrap();
    assert!(after.is_up);
    assert_eq!(after.munge.process, before.munge.process);
    assert_eq!(after.nodes[0].daemon.process, before.nodes[0].daemon.process);
    assert_ne!(after.nodes[1].daemon.process, before.nodes[1].daemon.process);
    assert_ne!(after.controller.process, before.controller.process);
    assert_eq!([site.state("n1"), site.state("n2")], ["idle", "idle"]);
}

fn main() {
    trials::run(
        tests![slurm::patience; a_controller_that_is_killed_keeps_a_job_that_waits_and_a_node_that_is_out, a_job_of_a_node_that_dies_runs_on_another, a_step_outlives_its_daemon_and_the_job_ends_once, a_node_that_is_set_down_loses_its_job_and_comes_back, a_job_that_ran_starts_anew_after_down_and_up, up_starts_what_is_dead_and_leaves_the_rest],
    )
}

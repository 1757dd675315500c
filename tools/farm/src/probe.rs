//! Whether a folder is shared as results need it: tried out from the nodes that will write there.
//!
//! Idea: two tasks, on two nodes where the partition has two, each make a file of their own and sync it, both try to make one file exclusively and to give one name by a
//! link, and wait until they see what the other made. Just one may win each. Then the folder as it looks from here has to show all of it. Where one node is all there is,
//! this machine is the second. What was shown once of a partition is not asked again.
//! Source: what file systems do wrong: object stores without links, mounts that one node alone has, caches that never end.

use crate::Error;
use crate::slurm::{self, Partition, quoted};
use crate::store::{Files, Posix, Who};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, Instant};

/// What one task saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    node: String,
    made: bool,
    linked: bool,
    others: usize,
    failed: Option<String>,
}

/// Nodes that are not free in this time are asked for another time.
const LONGEST_TURN: Duration = Duration::from_secs(300);

/// Caches of attributes end within a minute where nobody asks for longer.
const LONGEST: Duration = Duration::from_secs(120);

/// Probes the folder from a partition's nodes.
pub fn probe(
    root: &Path,
    program: &Path,
    partition: &Partition,
    account: Option<&str>,
) -> Result<(), Error> {
    let probes = root.join("probes");
    let shown = probes.join(format!("{}.shown", partition.name.replace('/', "_")));
    if shown.is_file() {
        return Ok(());
    }
    let folder = probes.join(Who::this().name());
    std::fs::create_dir_all(&folder).map_err(Error::folder(&folder))?;
    if partition.nodes == 0 {
        let name = &partition.name;
        return Err(Error::infrastructure(format!(
            "no node of the partition `{name}` is up: `sinfo -R` says why"
        )));
    }
    let nodes = partition.nodes.min(2);
    let mut words = vec![
        format!("--partition={}", partition.name),
        format!("--nodes={nodes}"),
        format!("--ntasks={nodes}"),
        "--ntasks-per-node=1".to_owned(),
        "--job-name=optx-farm-probe".to_owned(),
        "--time=5".to_owned(),
    ];
    words.extend(account.map(|account| format!("--account={account}")));
    let command = format!(
        "{} probe {} --of {nodes}",
        quoted(&program.display().to_string()),
        quoted(&folder.display().to_string())
    );
    words.extend(["/bin/sh".to_owned(), "-c".to_owned(), command]);
    // Where all are busy it waits its turn, and somebody has to know.
    eprintln!("trying {} out from {nodes} nodes of {}", root.display(), partition.name);
    let ran = slurm::output_within("srun", &words, None, LONGEST_TURN);
    let seen = reports(&folder);
    let refused = |why: String| {
        Error::infrastructure(format!(
            "{}: this folder will not do for results: {why}. docs/farm.md says which file systems do",
            root.display()
        ))
    };
    judge(&seen, nodes).map_err(|why| match &ran {
        Err(e) if seen.is_empty() => refused(format!("no node wrote there ({e})")),
        _ => refused(why),
    })?;
    ran?;
    // What the probe leaves nobody needs.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::write(&shown, "").map_err(Error::folder(&shown))
}

/// What is wrong with what the nodes saw.
fn judge(seen: &[Seen], nodes: usize) -> Result<(), String> {
    if let Some(Seen { node, failed: Some(why), .. }) = seen.iter().find(|s| s.failed.is_some()) {
        return Err(format!("{node}: {why}"));
    }
    if seen.len() < nodes {
        let n = seen.len();
        return Err(format!("of {nodes} nodes' files {n} are seen from here: it is not shared"));
    }
    if let Some(alone) = seen.iter().find(|s| s.others + 1 < nodes) {
        return Err(format!("{} does not see what the other nodes write", alone.node));
    }
    let won = |of: fn(&Seen) -> bool| seen.iter().filter(|s| of(s)).count();
    if won(|s| s.made) != 1 {
        return Err("two nodes made one file exclusively".to_owned());
    }
    if won(|s| s.linked) != 1 {
        return Err("two nodes gave one name by a link".to_owned());
    }
    Ok(())
}

fn reports(folder: &Path) -> Vec<Seen> {
    let names = Posix.list(folder).unwrap_or_default();
    let mut seen = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".seen")) {
        let text = std::fs::read(folder.join(name)).unwrap_or_default();
        seen.extend(serde_json::from_slice::<Seen>(&text).ok());
    }
    seen
}

/// What a node does: `of` nodes do it.
pub fn on_node(folder: &Path, of: usize) -> Result<(), Error> {
    let who = Who::this();
    let node = std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| who.host.clone());
    let mut seen = Seen { node, made: false, linked: false, others: 0, failed: None };
    if let Err(e) = tries(folder, &who, of, &mut seen) {
        seen.failed = Some(e);
    }
    let text = serde_json::to_string(&seen).map_err(|e| Error::infrastructure(e.to_string()))?;
    let path = folder.join(format!("{}.seen", who.name()));
    let own = path.with_extension("partial");
    std::fs::write(&own, text)
        .and_then(|()| std::fs::rename(&own, &path))
        .map_err(Error::folder(&path))?;
    match seen.failed {
        Some(why) => Err(Error::infrastructure(why)),
        None => Ok(()),
    }
}

fn tries(folder: &Path, who: &Who, of: usize, seen: &mut Seen) -> Result<(), String> {
    let said = |what: &'static str| move |e: std::io::Error| format!("{what}: {e}");
    let own = folder.join(format!("{}.own", who.name()));
    let mut file = Posix.create_new(&own).map_err(said("a file cannot be made"))?;
    Posix.write(&mut file, b"probe\n").map_err(said("it cannot be written"))?;
    Posix.sync(&file).map_err(said("it cannot be synced"))?;
    Posix.close(file).map_err(said("it cannot be closed"))?;
    Posix.sync_folder(folder).map_err(said("the folder cannot be synced"))?;
    wait(folder, ".own", of, seen)?;
    match Posix.create_new(&folder.join("once")) {
        Ok(_) => seen.made = true,
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(e) => return Err(said("a file cannot be made exclusively")(e)),
    }
    let linked = Posix.link(&own, &folder.join("linked"));
    match linked {
        Ok(()) => seen.linked = true,
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
            let ours = Posix.status(&own).map_err(said("a file cannot be looked at"))?;
            seen.linked = ours.links > 1;
        }
        Err(e) => return Err(said("no hard links are made there")(e)),
    }
    let ours = Posix.status(&own).map_err(said("a file cannot be looked at"))?;
    if seen.linked && ours.links != 2 {
        return Err(format!("a file that was given a second name is said to have {}", ours.links));
    }
    Ok(())
}

/// Waits until as many files of an ending are seen.
fn wait(folder: &Path, ending: &str, of: usize, seen: &mut Seen) -> Result<(), String> {
    let began = Instant::now();
    loop {
        let names = Posix.list(folder).map_err(|e| format!("the folder cannot be listed: {e}"))?;
        seen.others = names.iter().filter(|name| name.ends_with(ending)).count().saturating_sub(1);
        if seen.others + 1 >= of || began.elapsed() > LONGEST {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(made: bool, linked: bool, others: usize) -> Seen {
        Seen { node: format!("n{made}"), made, linked, others, failed: None }
    }

    #[test]
    fn each_way_not_to_be_shared_is_told() {
        let good = [seen(true, false, 1), seen(false, true, 1)];
        assert_eq!(judge(&good, 2), Ok(()));
        let cases = [
            (vec![seen(true, true, 1)], "not shared"),
            (vec![seen(true, true, 0), seen(false, false, 1)], "does not see"),
            (vec![seen(true, true, 1), seen(true, false, 1)], "one file exclusively"),
            (vec![seen(true, true, 1), seen(false, true, 1)], "one name by a link"),
            (vec![seen(true, false, 1), seen(false, false, 1)], "one name by a link"),
        ];
        for (seen, said) in cases {
            assert!(judge(&seen, 2).unwrap_err().contains(said), "{seen:?}");
        }
        let failed = Seen { failed: Some("no hard links".into()), ..seen(true, true, 1) };
        assert!(judge(&[failed], 2).unwrap_err().contains("no hard links"));
    }

    #[test]
    fn two_nodes_find_a_folder_shared_and_one_that_is_not_there_is_told() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| on_node(folder.path(), 2).unwrap());
            }
        });
        assert_eq!(judge(&reports(folder.path()), 2), Ok(()));
        assert!(on_node(&folder.path().join("absent"), 1).is_err());
    }
}

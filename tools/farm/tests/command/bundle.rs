//! A bundle whose program is a shell script: what a job does is in its name.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// Runs a job, by the first word of its name.
const PROGRAM: &str = r#"#!/bin/sh
say() { printf '{"word":"%s","name":"%s","outcome":%s,"digest":"%s","message":"%s"}\n' "$word" "$1" "$2" "$3" "$4"; }
case $1 in
  list) cat "$2/jobs.jsonl"; exit ;;
  device) printf '{"model":"model","driver":"%s"}\n' "$(cat "STATE/driver$SLURMD_NODENAME" 2>/dev/null || cat STATE/driver)"; exit ;;
esac
echo '{"ready":true}'
while read -r word name; do
  echo "$$" >> "STATE/$name.ran"
  count=$(wc -l < "STATE/$name.ran")
  case $name in
    right-*) say "$name" '"passed"' d "" ;;
    wrong-*) say "$name" '"differs"' e "a[3] is 4" ;;
    turns-*) if [ $((count % 2)) = 1 ]; then say "$name" '"passed"' d ""; else say "$name" '"differs"' e ""; fi ;;
    restless-*) while [ ! -e STATE/released ]; do sleep 0.05; done; say "$name" '"passed"' "$$" "" ;;
    slow-*) sleep 0.4; say "$name" '"passed"' d "" ;;
    lucky-*) if [ "$count" -gt 1 ]; then say "$name" '"passed"' d ""; else say "$name" '"differs"' e ""; fi ;;
    ends-*) [ "$count" -gt 1 ] || kill -9 "$PPID"; say "$name" '"passed"' d "" ;;
    hang-*) sleep 1000 ;;
    crash-*) echo "the last words" >&2; kill -9 $$ ;;
    silent-*) exit 0 ;;
    never-* | broken-*) say "$name" null "" "the device is gone" ;;
  esac
done
"#;

/// A bundle, a folder of results, and what jobs leave of their runs.
pub struct Farm {
    folder: tempfile::TempDir,
    root: PathBuf,
    /// The cluster's configuration, where there is one.
    slurm: Option<PathBuf>,
}

impl Farm {
    pub fn new(jobs: &[&str]) -> Farm {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        Farm::over(folder, root, jobs)
    }

    /// With another program: what it does once it is ready. `STATE` is where it may leave something.
    pub fn with_program(jobs: &[&str], body: &str) -> Farm {
        Farm::with_text(jobs, &format!("echo '{{\"ready\":true}}'\n{body}\n"))
    }

    /// The same, from the begin.
    pub fn with_text(jobs: &[&str], body: &str) -> Farm {
        let farm = Farm::new(jobs);
        let path = farm.bundle().join("program");
        let text = fs::read_to_string(&path).unwrap();
        let head = text.split("esac\n").next().unwrap();
        let state = farm.folder().join("state");
        let body = body.replace("STATE", state.to_str().unwrap());
        fs::write(&path, format!("{head}esac\n{body}")).unwrap();
        farm
    }

    /// With its results elsewhere.
    pub fn at(folder: &Path, jobs: &[&str]) -> Farm {
        Farm::over(tempfile::tempdir().unwrap(), folder.join("root"), jobs)
    }

    fn over(folder: tempfile::TempDir, root: PathBuf, jobs: &[&str]) -> Farm {
        let farm = Farm { folder, root, slurm: None };
        let state = farm.folder().join("state");
        fs::create_dir_all(&state).unwrap();
        fs::create_dir_all(farm.bundle()).unwrap();
        farm.set("driver", "1");
        let program = farm.bundle().join("program");
        fs::write(&program, PROGRAM.replace("STATE", state.to_str().unwrap())).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let harness = r#"{"commit":"c0ffee","list":["program","list","{bundle}"],"device":["program","device","{device}"],"run":["program","run","{device}"]}"#;
        fs::write(farm.bundle().join("farm.json"), harness).unwrap();
        let line = |name: &&str| {
            let key = optx_farm::Key::of(name.as_bytes());
            format!("{{\"name\":\"{name}\",\"key\":\"{key}\"}}\n")
        };
        let list: String = jobs.iter().map(line).collect();
        fs::write(farm.bundle().join("jobs.jsonl"), list).unwrap();
        farm
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn bundle(&self) -> PathBuf {
        self.folder().join("bundle")
    }

    /// On a cluster.
    pub fn under(self, slurm: &Path) -> Farm {
        Farm { slurm: Some(slurm.to_owned()), ..self }
    }

    fn root(&self) -> &Path {
        &self.root
    }

    pub fn set(&self, what: &str, value: &str) {
        fs::write(self.folder().join("state").join(what), value).unwrap();
    }

    /// What waits goes on.
    pub fn release(&self) {
        self.set("released", "");
    }

    /// How often a job was run.
    pub fn count(&self, job: &str) -> usize {
        let path = self.folder().join("state").join(format!("{job}.ran"));
        fs::read_to_string(path).unwrap_or_default().lines().count()
    }

    pub fn await_count(&self, job: &str, count: usize) {
        while self.count(job) < count {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn plan(&self, more: &[&str]) -> PathBuf {
        let path = self.folder().join("plan.jsonl");
        let bundle = self.bundle();
        let mut words = vec!["plan", "--bundle", bundle.to_str().unwrap(), "-o"];
        words.push(path.to_str().unwrap());
        words.extend(more);
        let done = self.words(&words, &path);
        assert!(done.status.success(), "{}", text(&done));
        path
    }

    /// The files of results, in order.
    pub fn results(&self) -> Vec<PathBuf> {
        let below = |folder: &Path| -> Vec<PathBuf> {
            let entries = fs::read_dir(folder).into_iter().flatten();
            entries.map(|entry| entry.unwrap().path()).collect()
        };
        let folders = below(&self.root().join("results"));
        let mut files: Vec<PathBuf> = folders.iter().flat_map(|folder| below(folder)).collect();
        files.retain(|file| file.extension().is_some_and(|e| e == "result"));
        files.sort();
        files
    }

    fn command(&self, words: &[&str], plan: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_farm"));
        if let Some(slurm) = &self.slurm {
            command.env("SLURM_CONF", slurm);
        }
        for word in words {
            match *word {
                "PLAN" => command.arg(plan),
                "ROOT" => command.arg(self.root()),
                "BUNDLE" => command.arg(self.bundle()),
                word => command.arg(word),
            };
        }
        command
    }

    pub fn words(&self, words: &[&str], plan: &Path) -> Output {
        self.command(words, plan).output().unwrap()
    }

    fn all(&self, words: &[&str], plan: &Path) -> Command {
        let (first, more) = words.split_first().unwrap();
        let mut all = vec![*first, "PLAN", "--root", "ROOT"];
        if *first == "run" {
            all.extend(["--bundle", "BUNDLE"]);
        }
        all.extend(more);
        self.command(&all, plan)
    }

    /// A command over the plan and the folder.
    pub fn run(&self, words: &[&str], plan: &Path) -> Output {
        self.all(words, plan).output().unwrap()
    }

    pub fn start(&self, words: &[&str], plan: &Path) -> Child {
        self.all(words, plan).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }
}

/// All that a command said.
pub fn text(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
}

/// A small file system in memory; none where this process may not mount one.
pub struct Small(tempfile::TempDir);

impl Small {
    pub fn mount(size: &str) -> Option<Small> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let size = format!("size={size}");
        let words = ["-t", "tmpfs", "-o", &size, "optx-farm-test", path];
        let done = Command::new("mount").args(words).output();
        done.is_ok_and(|done| done.status.success()).then_some(Small(folder))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).output();
    }
}

/// To mount file systems.
pub fn mounts() -> Option<String> {
    Small::mount("4m").is_none().then(|| "no file system can be mounted here".to_owned())
}

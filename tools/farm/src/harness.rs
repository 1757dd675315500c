//! A bundle's program that runs jobs: a process that is asked, and answers.
//!
//! Idea: it says that it is ready, then a word nobody can guess and a name go in a line, and an answer with that word comes out. What says another word, or none, is passed over, so no answer is taken for a job that was not asked then. A process that
//! ends without an answer crashed with the job it was at; one that gives none in time hangs with it, and is ended with all of its group. One that ends before it is ready says nothing of any job. It ends with the farm, where `setpriv` is there to see to that, and works in a folder of its own.
//! Cost: a process as long as all goes well.

use crate::bundle::{Answer, Bundle};
use crate::record::Outcome;
use crate::store::Who;
use crate::{Error, Key, process};
use serde::Deserialize;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};

/// The harness of a device.
pub struct Asked<'b> {
    bundle: &'b Bundle,
    device: String,
    limit: Duration,
    /// Where it works; what it leaves there goes.
    folder: tempfile::TempDir,
    /// What words are made of.
    secret: String,
    asked: u64,
    running: Option<Running>,
}

struct Running {
    child: Child,
    names: ChildStdin,
    lines: Receiver<String>,
    said: std::fs::File,
}

/// What came of a job, and how long it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What came out.
    pub answer: Answer,
    /// Seconds.
    pub seconds: f64,
}

/// What the program says first.
#[derive(Deserialize)]
struct Greeting {
    /// It can be asked.
    ready: bool,
}

/// How long an ended process's last lines may be on their way.
const GRACE: Duration = Duration::from_millis(300);
/// How often a process is looked at that says nothing.
const LOOK: Duration = Duration::from_millis(50);

/// What waiting for a line came to.
enum Waited {
    Line(String),
    Late,
    Ended(Option<ExitStatus>),
}

impl<'b> Asked<'b> {
    /// A job that gives no answer for so long hangs.
    pub fn new(bundle: &'b Bundle, device: &str, limit: Duration) -> Result<Asked<'b>, Error> {
        let folder = tempfile::tempdir().map_err(|e| {
            Error::infrastructure(format!("no folder for the bundle's program to work in: {e}"))
        })?;
        let secret = Who::this().name().to_owned();
        let device = device.to_owned();
        Ok(Asked { bundle, device, limit, folder, secret, asked: 0, running: None })
    }

    /// Runs a job. An error where nothing can be run at all.
    pub fn run(&mut self, name: &str) -> Result<Told, Error> {
        let there = self.running.take().and_then(Running::if_there);
        let mut running = there.map_or_else(|| self.start(), Ok)?;
        self.asked += 1;
        let word = Key::of(format!("{} {}", self.secret, self.asked).as_bytes()).short();
        let began = Instant::now();
        // A process that is gone gives no answer, which is seen below.
        let _ = running.names.write_all(format!("{word} {name}\n").as_bytes());
        let _ = running.names.flush();
        let answer = loop {
            match running.wait(began + self.limit) {
                Waited::Line(line) => {
                    if !line.contains(&word) {
                        continue;
                    }
                    self.running = Some(running);
                    break read(&line, name);
                }
                Waited::Late => {
                    let said = running.end();
                    let seconds = self.limit.as_secs();
                    break wrong(
                        name,
                        Outcome::Hangs,
                        format!("no answer for {seconds} s\n{said}"),
                    );
                }
                Waited::Ended(status) => {
                    let how = ended(status);
                    let said = running.end();
                    let message = format!("{how}\n{said}").trim_end().to_owned();
                    break wrong(name, Outcome::Crashed, message);
                }
            }
        };
        Ok(Told { answer, seconds: began.elapsed().as_secs_f64() })
    }

    /// Starts a process, and waits until it is ready.
    fn start(&self) -> Result<Running, Error> {
        let failed = |e: String| {
            Error::infrastructure(format!("the bundle's program does not run here: {e}"))
        };
        let said = tempfile::tempfile().map_err(|e| failed(e.to_string()))?;
        let errors = said.try_clone().map_err(|e| failed(e.to_string()))?;
        let mut command = self.bundle.command(&self.bundle.harness.run, &self.device);
        command.current_dir(self.folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        // It is ended with all that it started.
        command.stderr(errors).process_group(0);
        let mut child = command.spawn().map_err(|e| failed(e.to_string()))?;
        let (Some(names), Some(out)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no pipes".into()));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            let mut line = Vec::new();
            while matches!(out.read_until(b'\n', &mut line), Ok(n) if n > 0) {
                // Of what is no answer nothing is kept; a device may print anything.
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if text.contains('{') && sender.send(text).is_err() {
                    break;
                }
            }
        });
        let mut running = Running { child, names, lines, said };
        let end = Instant::now() + self.limit;
        loop {
            match running.wait(end) {
                Waited::Line(line) => {
                    if serde_json::from_str::<Greeting>(&line).is_ok_and(|line| line.ready) {
                        return Ok(running);
                    }
                }
                Waited::Late => {
                    let said = running.end();
                    let seconds = self.limit.as_secs();
                    return Err(failed(format!("it is not ready after {seconds} s\n{said}")));
                }
                Waited::Ended(status) => {
                    let said = running.end();
                    return Err(failed(format!("before it was ready {}\n{said}", ended(status))));
                }
            }
        }
    }
}

fn ended(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) if status.success() => "the process ended before it answered".to_owned(),
        Some(status) => format!("the process ended: {status}"),
        None => "the process closed its output".to_owned(),
    }
}

/// An answer; where it cannot be read nothing is known.
fn read(line: &str, name: &str) -> Answer {
    match serde_json::from_str::<Answer>(line) {
        Ok(answer) if answer.name == name => answer,
        Ok(answer) => unknown(name, format!("the answer is of `{}`", answer.name)),
        Err(e) => unknown(name, format!("the answer cannot be read: {e}: {line}")),
    }
}

fn unknown(name: &str, message: String) -> Answer {
    Answer { outcome: None, ..wrong(name, Outcome::Crashed, message) }
}

fn wrong(name: &str, outcome: Outcome, message: String) -> Answer {
    let (digest, data) = (String::new(), Value::Null);
    Answer { name: name.to_owned(), outcome: Some(outcome), digest, message, data }
}

/// So much of what a process says is kept, in bytes.
const MOST_SAID: u64 = 16 << 10;

impl Running {
    /// Itself where it can be asked again; what it has said of its own accord is passed over.
    fn if_there(mut self) -> Option<Running> {
        let is_open = loop {
            match self.lines.try_recv() {
                Ok(_) => {}
                Err(TryRecvError::Empty) => break true,
                Err(TryRecvError::Disconnected) => break false,
            }
        };
        if is_open && matches!(self.child.try_wait(), Ok(None)) {
            return Some(self);
        }
        self.end();
        None
    }

    /// The next line. A process that ended may have left others that hold its output open: it is not waited for them.
    fn wait(&mut self, end: Instant) -> Waited {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Waited::Line(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // It closes its output as it ends.
                    std::thread::sleep(LOOK);
                    return Waited::Ended(self.child.try_wait().ok().flatten());
                }
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                return match self.lines.recv_timeout(GRACE) {
                    Ok(line) => Waited::Line(line),
                    Err(_) => Waited::Ended(Some(status)),
                };
            }
            if left.is_zero() {
                return Waited::Late;
            }
        }
    }

    /// Ends the process and all of its group; the last that it said.
    fn end(mut self) -> String {
        use std::io::{Read as _, Seek as _, SeekFrom};
        process::end(&mut self.child);
        let mut last = Vec::new();
        let end = self.said.seek(SeekFrom::End(0)).unwrap_or(0);
        let _ = self.said.seek(SeekFrom::Start(end.saturating_sub(MOST_SAID)));
        let _ = self.said.read_to_end(&mut last);
        String::from_utf8_lossy(&last).trim_end().to_owned()
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}

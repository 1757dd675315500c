//! A bundle's program that runs jobs: a process that is asked, and answers.
//!
//! Idea: a name goes in, a line comes out. A process that ends without an answer crashed with the job it was at; one that gives none in time hangs with it, and is ended with all that it started. The next job has a new process.
//! Cost: a process as long as all goes well.

use crate::Error;
use crate::bundle::{Answer, Bundle};
use crate::record::Outcome;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The harness of a device.
pub struct Asked<'b> {
    bundle: &'b Bundle,
    device: String,
    limit: Duration,
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

impl<'b> Asked<'b> {
    /// A job that gives no answer for so long hangs.
    pub fn new(bundle: &'b Bundle, device: &str, limit: Duration) -> Asked<'b> {
        Asked { bundle, device: device.to_owned(), limit, running: None }
    }

    /// Runs a job. An error where nothing can be run at all.
    pub fn run(&mut self, name: &str) -> Result<Told, Error> {
        let began = Instant::now();
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        // A process that is gone gives no answer, which is seen below.
        let _ = running.names.write_all(format!("{name}\n").as_bytes());
        let _ = running.names.flush();
        let answer = loop {
            match running.lines.recv_timeout(self.limit.saturating_sub(began.elapsed())) {
                Ok(line) => match serde_json::from_str::<Answer>(&line) {
                    Ok(answer) if answer.name == name => {
                        self.running = Some(running);
                        break answer;
                    }
                    // It says something else.
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) => {
                    let said = running.end();
                    let seconds = self.limit.as_secs();
                    let message = format!("no answer for {seconds} s\n{said}");
                    break wrong(name, Outcome::Hangs, message);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let said = running.end();
                    break wrong(name, Outcome::Crashed, said);
                }
            }
        };
        Ok(Told { answer, seconds: began.elapsed().as_secs_f64() })
    }

    fn start(&self) -> Result<Running, Error> {
        let failed = |e: std::io::Error| {
            Error::infrastructure(format!("the bundle's program does not start: {e}"))
        };
        let said = tempfile::tempfile().map_err(failed)?;
        let mut child = self
            .bundle
            .command(&self.bundle.harness.run, &self.device)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(said.try_clone().map_err(failed)?)
            // It is ended with all that it started.
            .process_group(0)
            .spawn()
            .map_err(failed)?;
        let gone = || failed(std::io::Error::other("it has no pipes"));
        let names = child.stdin.take().ok_or_else(gone)?;
        let out = child.stdout.take().ok_or_else(gone)?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Running { child, names, lines, said })
    }
}

fn wrong(name: &str, outcome: Outcome, message: String) -> Answer {
    let (digest, data) = (String::new(), Value::Null);
    Answer { name: name.to_owned(), outcome: Some(outcome), digest, message, data }
}

impl Running {
    /// Ends the process and all of its group; how it ended, and the last it said.
    fn end(mut self) -> String {
        use std::io::{Read as _, Seek as _, SeekFrom};
        let status = self.child.try_wait().ok().flatten();
        if let Ok(group) = i32::try_from(self.child.id()) {
            // It may be gone.
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(group),
                nix::sys::signal::Signal::SIGKILL,
            );
        }
        let waited = self.child.wait();
        let mut last = Vec::new();
        let end = self.said.seek(SeekFrom::End(0)).unwrap_or(0);
        let _ = self.said.seek(SeekFrom::Start(end.saturating_sub(MOST_SAID)));
        let _ = self.said.read_to_end(&mut last);
        let how = match status.map(Ok).unwrap_or(waited) {
            Ok(status) if status.success() => "the process ended before it answered".to_owned(),
            Ok(status) => format!("the process ended: {status}"),
            Err(e) => e.to_string(),
        };
        format!("{how}\n{}", String::from_utf8_lossy(&last)).trim_end().to_owned()
    }
}

/// So much of what a process says is kept, in bytes.
const MOST_SAID: u64 = 16 << 10;

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}

//! The processes that a device is used from: each is given one job at a time, by its number, and another process takes the place
//! of one that ended.
//!
//! A kernel may take its process with it, so a job is answered by a process of its own kind: this program, with the same
//! arguments and `--worker` behind them. What kernels print goes to standard output as well as the answers, which stand on
//! lines of their own behind [`MARK`]; the rest is taken for printed.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::facts::Facts;
use crate::outcome::{Judged, Outcome};

/// Begins an answer. No kernel of ours prints it.
const MARK: &str = "\u{1}optx ";
/// Beyond what a kernel may take: compiling, copying, the reference.
const MARGIN: Duration = Duration::from_secs(60);
/// Beyond the time in which jobs may begin.
const GRACE: Duration = Duration::from_secs(10);
/// So many processes in a row that cannot even greet are enough.
const TRIES: usize = 3;

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The job's number.
    pub(crate) job: usize,
    #[serde(flatten)]
    pub(crate) judged: Judged,
    /// Of the whole job.
    pub(crate) milliseconds: f64,
}

impl Answer {
    /// Of a job that no process has answered.
    fn without_run(job: usize, outcome: Outcome, message: impl Into<String>) -> Answer {
        Answer { job, judged: Judged::new(outcome, message), milliseconds: 0.0 }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.judged.outcome
    }
}

/// The first line that a process writes: the device, or why there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Greeting {
    device: Result<Facts, String>,
}

fn say(line: &impl Serialize) {
    let text = serde_json::to_string(line).unwrap_or_default();
    let mut out = std::io::stdout().lock();
    // Without a parent there is nobody to tell.
    let _ = write!(out, "\n{MARK}{text}\n").and_then(|()| out.flush());
}

/// Says that there is no device.
pub(crate) fn refuse(why: String) {
    say(&Greeting { device: Err(why) });
}

/// Greets, and answers until the input ends, or an outcome says that the process is of no more use.
pub(crate) fn serve(facts: Facts, judge: &mut dyn FnMut(usize) -> Judged) {
    say(&Greeting { device: Ok(facts) });
    let (send, jobs) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
        // Nobody waits for the job that runs.
        optx_launch::leave(0);
    });
    for line in jobs {
        let Ok(job) = line.trim().parse::<usize>() else { return };
        let begin = Instant::now();
        let judged = judge(job);
        let is_last = judged.outcome.ends_process();
        say(&Answer { job, judged, milliseconds: begin.elapsed().as_secs_f64() * 1e3 });
        if is_last {
            optx_launch::leave(0);
        }
    }
}

/// This program's file; as it was called where the system does not tell, as without `/proc`.
pub(crate) fn this_program() -> Result<PathBuf, String> {
    let called = || std::env::args_os().next().map(PathBuf::from);
    std::env::current_exe().or_else(|e| called().ok_or(e)).map_err(|e| e.to_string())
}

/// Ends this process when its standard input ends: with the session that began it.
pub(crate) fn end_with_input() {
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        optx_launch::leave(1);
    });
}

/// A line of a process.
enum Line {
    Printed(Vec<u8>),
    Marked(String),
}

/// A process that answers.
pub(crate) struct Worker {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    /// Starts one; the device, or why there is none.
    fn start() -> Result<(Worker, Facts), String> {
        let program = this_program()?;
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let mut child = Command::new(program)
            .args(words)
            .arg("--worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("cannot start a process: {e}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a process without streams".into());
        };
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(output.read_until(b'\n', &mut line), Ok(n) if n > 0) {
                let read = std::mem::take(&mut line);
                let text = std::str::from_utf8(&read).ok().and_then(|l| l.strip_prefix(MARK));
                let line = match text {
                    Some(text) => Line::Marked(text.trim().to_owned()),
                    None => Line::Printed(read),
                };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut worker = Worker { child, input, lines };
        let (text, _) = worker.marked(MARGIN).map_err(|e| format!("the device's process {e}"))?;
        let greeting: Greeting = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        greeting.device.map(|device| (worker, device))
    }

    /// The next answer, and what was printed before it, without the line's end that goes before an answer.
    fn marked(&mut self, limit: Duration) -> Result<(String, Vec<u8>), &'static str> {
        let mut printed = Vec::new();
        loop {
            match self.lines.recv_timeout(limit) {
                Ok(Line::Printed(bytes)) => printed.extend(bytes),
                Ok(Line::Marked(text)) => {
                    if printed.last() == Some(&b'\n') {
                        printed.pop();
                    }
                    return Ok((text, printed));
                }
                Err(RecvTimeoutError::Timeout) => return Err("does not answer"),
                Err(RecvTimeoutError::Disconnected) => return Err("ended"),
            }
        }
    }

    fn ask(&mut self, job: usize, limit: Duration) -> Result<(Answer, Vec<u8>), &'static str> {
        writeln!(self.input, "{job}").and_then(|()| self.input.flush()).map_err(|_| "ended")?;
        let (text, printed) = self.marked(limit)?;
        let answer = serde_json::from_str(&text).map_err(|_| "answers nonsense")?;
        Ok((answer, printed))
    }
}

/// What the pool has to say while it works.
pub(crate) trait Watcher: Sync {
    /// A job is done.
    fn done(&self, answer: &Answer);
}

/// Jobs, and how they are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    /// How many jobs there are.
    pub(crate) count: usize,
    /// Processes at once.
    pub(crate) workers: usize,
    /// A kernel that runs longer is given up.
    pub(crate) limit: Duration,
    /// No job begins after so many minutes.
    pub(crate) minutes: Option<f64>,
}

impl Pool {
    /// Runs all jobs; the device, and the answers in the jobs' order. `finish` sees each answer with what was printed for it.
    pub(crate) fn run(
        &self,
        watcher: &dyn Watcher,
        finish: &(dyn Fn(Answer, &[u8]) -> Answer + Sync),
    ) -> Result<(Facts, Vec<Answer>), String> {
        let (first, device) = Worker::start()?;
        let first = Mutex::new(Some(first));
        let begin = Instant::now();
        let last = self.minutes.map(|m| begin + Duration::from_secs_f64(60.0 * m.clamp(0.0, 1e6)));
        let is_late = || last.is_some_and(|last| Instant::now() >= last);
        let next = AtomicUsize::new(0);
        let answers = Mutex::new(Vec::with_capacity(self.count));
        std::thread::scope(|scope| {
            for _ in 0..self.workers.min(self.count).max(1) {
                scope.spawn(|| {
                    let mut worker = first.lock().unwrap_or_else(PoisonError::into_inner).take();
                    loop {
                        let job = next.fetch_add(1, Ordering::Relaxed);
                        if job >= self.count {
                            return;
                        }
                        let answer = match is_late() {
                            true => Answer::without_run(job, Outcome::Skipped, ""),
                            false => self.answer(job, &mut worker, last, finish),
                        };
                        watcher.done(&answer);
                        answers.lock().unwrap_or_else(PoisonError::into_inner).push(answer);
                    }
                });
            }
        });
        let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.sort_by_key(|a| a.job);
        Ok((device, answers))
    }

    /// One job on a process, which is started where there is none.
    pub(crate) fn answer(
        &self,
        job: usize,
        worker: &mut Option<Worker>,
        last: Option<Instant>,
        finish: &dyn Fn(Answer, &[u8]) -> Answer,
    ) -> Answer {
        let mut tries = 0;
        let running = loop {
            match worker.take().map_or_else(|| Worker::start().map(|w| w.0), Ok) {
                Ok(running) => break worker.insert(running),
                Err(e) if tries == TRIES => return Answer::without_run(job, Outcome::Device, e),
                Err(_) => tries += 1,
            }
        };
        let usual = self.limit + MARGIN;
        let left = last.map(|last| last.saturating_duration_since(Instant::now()) + GRACE);
        let limit = left.map_or(usual, |left| left.min(usual));
        match running.ask(job, limit) {
            Ok((answer, printed)) => {
                if answer.outcome().ends_process() {
                    *worker = None;
                }
                finish(answer, &printed)
            }
            Err(_) if limit < usual && last.is_some_and(|last| Instant::now() >= last + GRACE) => {
                *worker = None;
                Answer::without_run(job, Outcome::Late, "it was cut off: the time was over")
            }
            Err(how) => {
                *worker = None;
                Answer::without_run(job, Outcome::Crashed, format!("the process {how}"))
            }
        }
    }
}

//! The processes that run jobs: each is given one job at a time, and another process takes the place of one that ended.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::arguments::{DeviceChoice, Run};
use crate::cases::Job;
use crate::worker::{Answer, Greeting, MARK, Outcome};

/// Beyond what a kernel may take: compiling, copying, the reference.
const MARGIN: Duration = Duration::from_secs(60);
/// So many processes in a row that cannot even greet are enough.
const TRIES: usize = 3;

/// A line of a worker.
enum Line {
    Printed(Vec<u8>),
    Marked(String),
}

struct Worker {
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
    fn start(words: &[String]) -> Result<(Worker, String), String> {
        let program = std::env::current_exe().map_err(|e| e.to_string())?;
        let mut child = Command::new(program)
            .arg("__worker")
            .args(words)
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

/// Runs all jobs; the device's name, and the answers in the jobs' order.
pub(crate) fn run_all(
    run: &Run,
    words: &[String],
    jobs: &[Job],
    watcher: &dyn Watcher,
) -> Result<(String, Vec<Answer>), String> {
    let (first, device) = Worker::start(words)?;
    let first = Mutex::new(Some(first));
    let begin = Instant::now();
    let is_late =
        || run.minutes.is_some_and(|minutes| begin.elapsed().as_secs_f64() > 60.0 * minutes);
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::with_capacity(jobs.len()));
    std::thread::scope(|scope| {
        for _ in 0..run.jobs.min(jobs.len()).max(1) {
            scope.spawn(|| {
                let mut worker = first.lock().unwrap_or_else(PoisonError::into_inner).take();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(number) else { return };
                    let answer = match is_late() {
                        true => Answer::without_run(number, Outcome::Skipped, String::new()),
                        false => answer(run, words, (number, job), &mut worker),
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

/// One job on a worker, which is started where there is none.
fn answer(
    run: &Run,
    words: &[String],
    (number, job): (usize, &Job),
    worker: &mut Option<Worker>,
) -> Answer {
    let gave_up = |outcome, message| Answer::without_run(number, outcome, message);
    let mut tries = 0;
    let running = loop {
        match worker.take().map_or_else(|| Worker::start(words).map(|w| w.0), Ok) {
            Ok(running) => break worker.insert(running),
            Err(e) if tries == TRIES => return gave_up(Outcome::Device, e),
            Err(_) => tries += 1,
        }
    };
    match running.ask(number, run.time_limit + MARGIN) {
        Ok((answer, printed)) => {
            if answer.outcome == Outcome::Hangs {
                *worker = None;
            }
            with_printed(run, job, answer, &printed)
        }
        Err(how) => {
            *worker = None;
            gave_up(Outcome::Crashed, format!("the process {how}"))
        }
    }
}

/// A GPU prints by itself: what its process printed is compared here.
fn with_printed(run: &Run, job: &Job, answer: Answer, printed: &[u8]) -> Answer {
    if run.device == DeviceChoice::Emulator || answer.outcome != Outcome::Passed {
        return answer;
    }
    let wanted = job.launch_file().ok().and_then(|file| file.printed);
    match wanted.and_then(|wanted| wanted.difference(printed)) {
        None => answer,
        Some(message) => Answer { outcome: Outcome::Differs, message, ..answer },
    }
}

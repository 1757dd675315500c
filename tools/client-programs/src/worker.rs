//! Worker processes: each is asked of one program after the other, and one that crashes or hangs is replaced.

use crate::judge::{End, Question, Reason, Verdict, ask};
use crate::recording::Program;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The word that makes the program a worker.
pub const WORKER: &str = "worker";

/// The stack that programs are compiled on, as much as a client's threads may have.
const STACK: usize = 64 << 20;

#[derive(Serialize, Deserialize)]
struct Asked {
    folder: String,
    question: Question,
    with_ptxas: bool,
}

/// Answers the questions on the standard input, one a line, until it ends.
pub fn serve() -> Result<(), String> {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        let message = text.unwrap_or_else(|| "a panic".to_owned());
        let reason = Reason { place, ..Reason::of("panic", message) };
        answer(&Verdict::ended(End::Crashed, reason));
        std::process::exit(1);
    }));
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        for line in std::io::stdin().lines() {
            let line = line.map_err(|e| e.to_string())?;
            let asked: Asked = serde_json::from_str(&line).map_err(|e| e.to_string())?;
            let program = Program::read(Path::new(&asked.folder))?;
            answer(&ask(&program, asked.question, asked.with_ptxas));
        }
        Ok(())
    });
    let thread = thread.map_err(|e| format!("no thread for the worker: {e}"))?;
    thread.join().unwrap_or_else(|_| Err("the worker's thread is gone".to_owned()))
}

fn answer(verdict: &Verdict) {
    let mut out = std::io::stdout().lock();
    // Who asked is gone where this fails.
    let _ = serde_json::to_writer(&mut out, verdict);
    let _ = out.write_all(b"\n");
    let _ = out.flush();
}

/// A running worker.
struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

/// A worker process, which is started when it is asked, and again when it is gone.
#[derive(Default)]
pub struct Worker {
    running: Option<Running>,
}

impl Worker {
    /// Asks; a program that takes longer than `limit` hangs.
    pub fn ask(
        &mut self,
        folder: &Path,
        question: Question,
        with_ptxas: bool,
        limit: Duration,
    ) -> Result<Verdict, String> {
        let asked = Asked { folder: folder.to_string_lossy().into_owned(), question, with_ptxas };
        let line = serde_json::to_string(&asked).map_err(|e| e.to_string())? + "\n";
        let mut running = match self.running.take() {
            Some(running) => running,
            None => start()?,
        };
        let sent = running.questions.write_all(line.as_bytes());
        let came = match sent {
            Ok(()) => running.answers.recv_timeout(limit),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        match came {
            Ok(line) => {
                let verdict: Verdict = serde_json::from_str(&line)
                    .map_err(|e| format!("a worker answered `{line}`: {e}"))?;
                // One that panicked ends by itself.
                if verdict.end != End::Crashed {
                    self.running = Some(running);
                }
                Ok(verdict)
            }
            Err(RecvTimeoutError::Timeout) => {
                let _ = running.child.kill();
                let _ = running.child.wait();
                let message = format!("it did not end in {} seconds", limit.as_secs());
                Ok(Verdict::ended(End::HungUp, Reason::of("hang", message)))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = running.child.wait().map_err(|e| e.to_string())?;
                Ok(Verdict::ended(End::Crashed, Reason::of("crash", status.to_string())))
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(Running { mut child, questions, answers: _ }) = self.running.take() {
            // The end of its input is the end of a worker.
            drop(questions);
            let _ = child.wait();
        }
    }
}

fn start() -> Result<Running, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new(program);
    command.arg(WORKER).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|e| format!("no worker could be started: {e}"))?;
    let (Some(questions), Some(out)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("a worker has no pipes".to_owned());
    };
    let (to, answers) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                break;
            }
        }
    });
    Ok(Running { child, questions, answers })
}

//! A worker process: its own loop, and the driver's handle on it.

use crate::arguments::Bounds;
use crate::protocol::{Reply, Request};
use crate::targets;
use std::io::{BufReader, BufWriter, Read, stdin, stdout};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The first argument of a process that is a worker.
pub const WORD: &str = "__worker";
/// A worker is ended at so many times its bounds: a slow answer is still an answer, on a busy machine too.
const FAR: u64 = 8;

/// A worker's loop: compiles what comes in until there is no more.
pub fn serve() -> ExitCode {
    let (mut from, mut to) = (BufReader::new(stdin().lock()), BufWriter::new(stdout().lock()));
    while let Ok(request) = Request::read(&mut from) {
        if answer(&request).write(&mut to).is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

fn answer(request: &Request) -> Reply {
    let words: Vec<&str> = request.options.iter().map(String::as_str).collect();
    let Ok((options, _)) = optx::Options::parse_args(&words) else { return Reply::default() };
    // The peak starts again at what is resident now.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let start = cpu_micros("self");
    let result = targets::run(&String::from_utf8_lossy(&request.text), &options);
    Reply {
        accepted: result.is_ok(),
        micros: cpu_micros("self").saturating_sub(start),
        kib: status_kib("self", "VmHWM:"),
        result: if request.want_result {
            result.unwrap_or_else(|said| said)
        } else {
            String::new()
        },
    }
}

/// Processor time of a process so far; wall-clock time where the system does not say.
fn cpu_micros(pid: &str) -> u64 {
    let nanos = std::fs::read_to_string(format!("/proc/{pid}/schedstat"))
        .ok()
        .and_then(|s| s.split(' ').next()?.parse::<u64>().ok());
    match nanos {
        Some(nanos) => nanos / 1000,
        None => std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |d| d.as_micros() as u64),
    }
}

/// A line of a process's status, in KiB; 0 where the system has none.
fn status_kib(pid: &str, line: &str) -> u64 {
    std::fs::read_to_string(format!("/proc/{pid}/status"))
        .ok()
        .and_then(|s| {
            let rest = s.lines().find_map(|l| l.strip_prefix(line))?;
            rest.trim().strip_suffix(" kB")?.parse().ok()
        })
        .unwrap_or(0)
}

/// How a compilation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a reply.
    Reply(Reply),
    /// The worker died; what it said last.
    Died(String),
    /// The worker took many times what is allowed and was ended: of time, or of memory.
    Ended {
        /// Memory, not time.
        memory: bool,
    },
}

/// A worker process that compiles one input after the other. It is ended with this.
pub struct Worker {
    child: Child,
    to: Option<BufWriter<ChildStdin>>,
    replies: Receiver<Reply>,
    said: Arc<Mutex<Vec<u8>>>,
}

impl Worker {
    /// Starts this program again, as a worker.
    pub fn start() -> Result<Worker, String> {
        let wrong = |e: std::io::Error| format!("a worker cannot be started: {e}");
        let program = std::env::current_exe().map_err(wrong)?;
        let mut child = Command::new(program)
            .arg(WORD)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(wrong)?;
        let (sender, replies) = channel();
        let said = Arc::new(Mutex::new(Vec::new()));
        if let Some(out) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut out = BufReader::new(out);
                while let Ok(reply) = Reply::read(&mut out) {
                    if sender.send(reply).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(err) = child.stderr.take() {
            let said = Arc::clone(&said);
            std::thread::spawn(move || listen(err, &said));
        }
        let to = child.stdin.take().map(BufWriter::new);
        Ok(Worker { child, to, replies, said })
    }

    /// Compiles. After anything but a reply this worker is of no further use.
    pub fn run(&mut self, request: &Request, bounds: Bounds) -> End {
        let pid = self.child.id().to_string();
        let (start, cpu) = (Instant::now(), cpu_micros(&pid));
        let sent = self.to.as_mut().is_some_and(|to| request.write(to).is_ok());
        if !sent {
            return self.died();
        }
        loop {
            match self.replies.recv_timeout(Duration::from_millis(20)) {
                Ok(reply) => return End::Reply(reply),
                Err(RecvTimeoutError::Disconnected) => return self.died(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let memory = status_kib(&pid, "VmRSS:") > FAR * bounds.kib;
            let time = cpu_micros(&pid).saturating_sub(cpu) > FAR * bounds.micros;
            // Far more than a busy machine delays it: it sleeps.
            let stuck = start.elapsed().as_micros() as u64 > 100 * bounds.micros;
            if memory || time || stuck {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return End::Ended { memory };
            }
        }
    }

    fn died(&mut self) -> End {
        let status = self.child.wait().map_or_else(|e| e.to_string(), |s| s.to_string());
        // The listener has read all there is soon after the process is gone.
        std::thread::sleep(Duration::from_millis(20));
        let said = self.said.lock().map_or_else(|_| Vec::new(), |s| s.clone());
        End::Died(format!("{}\n{status}", String::from_utf8_lossy(&said).trim()))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.to = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the last of what a worker says.
fn listen(mut from: impl Read, said: &Mutex<Vec<u8>>) {
    let mut piece = [0; 4096];
    while let Ok(n) = from.read(&mut piece) {
        if n == 0 {
            break;
        }
        let Ok(mut all) = said.lock() else { break };
        all.extend_from_slice(&piece[..n]);
        let extra = all.len().saturating_sub(16 << 10);
        all.drain(..extra);
    }
}

//! NVRTC in a process of its own: on some random programs it fails or never ends, which must not end the test.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use optx_judge::{ToolError, nvrtc};

/// Names the source file in the child's environment.
const FILE: &str = "OPTX_RANDOM_NVRTC";

/// How much processor time NVRTC may take, in hundredths of a second: some forty times what it needs where nothing else
/// has the machine.
const LIMIT: u64 = 1000;

/// How long it may take where other work has the machine, or nobody says what it has used.
const PATIENCE: Duration = Duration::from_secs(60);

/// The processor time that a process has used, in hundredths of a second, as Linux says it.
fn used(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may hold blanks.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

/// What a child process does: compiles the file that is named and writes the PTX, or the messages, beside it.
pub fn child() {
    let Some(file) = std::env::var_os(FILE) else { return };
    let path = Path::new(&file);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let options =
        ["--gpu-architecture=compute_80", "--std=c++17", "-fmad=false", "-w"].map(str::to_owned);
    let result = std::fs::read_to_string(path)
        .map_err(|e| ToolError::Failed(e.to_string()))
        .and_then(|text| nvrtc::compile(&text, &name, &options));
    let (ending, text, status) = match result {
        Ok(ptx) => ("ptx", ptx, 0),
        Err(ToolError::Refused(log)) => ("log", log, 1),
        Err(e) => ("log", e.to_string(), 2),
    };
    let written = std::fs::write(path.with_extension(ending), text);
    std::process::exit(if written.is_ok() { status } else { 2 });
}

/// NVRTC's PTX of a file.
pub fn compile(file: &Path) -> Result<String, ToolError> {
    let failed = |e: std::io::Error| ToolError::Failed(e.to_string());
    let own = std::env::current_exe().map_err(failed)?;
    let mut child = Command::new(own)
        .env(FILE, file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        let elapsed = start.elapsed();
        if elapsed > PATIENCE || used(child.id()).is_some_and(|u| u > LIMIT) {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            return Err(ToolError::Failed("NVRTC does not end".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(if elapsed.as_secs() > 0 { 50 } else { 3 }));
    };
    let take = |ending: &str| {
        let path = file.with_extension(ending);
        let text = std::fs::read_to_string(&path).map_err(failed);
        // A file that stays behind does no harm.
        let _ = std::fs::remove_file(&path);
        text
    };
    match status.code() {
        Some(0) => take("ptx"),
        Some(1) => Err(ToolError::Refused(take("log")?)),
        _ => Err(ToolError::Failed("NVRTC fails".to_owned())),
    }
}

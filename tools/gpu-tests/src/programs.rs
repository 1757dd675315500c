//! `programs`: whole programs as PTX from a folder, each run by one thread, as `public-suites --write` writes them.
//!
//! A program is a file `NAME.COMPILER.ptx` with a kernel [`KERNEL`] of one parameter, where two numbers of 64 bits go: how the program
//! ended, 2 where `main` returned and 3 at `exit`, and its status, which is to be 0. Each process takes its next program by itself,
//! so a trap, which is what `abort` is, costs that program alone.

use std::path::{Path, PathBuf};

use optx_launch::{LaunchFile, NoReferences, Outcome as Launched};

use crate::cases::texts;
use crate::device::{Opened, outcome_of};
use crate::outcome::{Judged, Outcome};
use runtime_tests::filter::chosen;

/// The kernel of each program.
const KERNEL: &str = "suite_kernel";
/// The buffer that it writes.
const OUT: &str = "out";

/// The programs of a folder by name, those whose name contains one of the words.
pub(crate) fn find(folder: &Path, filter: &[String]) -> Result<Vec<(String, PathBuf)>, String> {
    let mut found = texts(folder)?;
    if found.is_empty() {
        let folder = folder.display();
        return Err(format!("{folder}: there is no such program (NAME.COMPILER.ptx) in it"));
    }
    let names: Vec<String> = found.iter().map(|(name, _)| name.clone()).collect();
    let wanted = chosen(names.iter().map(String::as_str), filter, "program")?;
    found.retain(|(name, _)| wanted.binary_search(&name.as_str()).is_ok());
    Ok(found)
}

/// A program's name and its compiler.
pub(crate) fn name_and_compiler(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

/// Runs a program.
pub(crate) fn judge(opened: &mut Opened, path: &Path) -> Judged {
    let refused = |e: String| Judged::new(Outcome::Refused, e);
    let ptx = match std::fs::read_to_string(path) {
        Ok(ptx) => ptx,
        Err(e) => return refused(e.to_string()),
    };
    let launch = format!(
        "[buffers.{OUT}]\ntype = \"i64\"\nlength = 2\n[[launch]]\nkernel = \"{KERNEL}\"\ngrid = [1]\nblock = [1]\nargs = [\"&{OUT}\"]\n"
    );
    let file = match LaunchFile::parse(&launch) {
        Ok(file) => file,
        Err(e) => return refused(e.to_string()),
    };
    let ran = match opened {
        Opened::Emulator(emulator) => {
            optx_launch::run(&file, &ptx, &mut **emulator, &NoReferences, Path::new("."))
        }
        Opened::Cuda(cuda) => optx_launch::run(&file, &ptx, cuda, &NoReferences, Path::new(".")),
    };
    match ran {
        Ok(ran) => ended(&ran),
        Err(e) => Judged::new(outcome_of(&e), e.to_string()),
    }
}

fn ended(ran: &Launched) -> Judged {
    let number = |k| ran.outputs.get(OUT).map_or(0, |out| out.int(k));
    match (number(0), number(1)) {
        (2 | 3, 0) => Judged::new(Outcome::Passed, ""),
        (2 | 3, status) => Judged::new(Outcome::Differs, format!("it ends with {status}")),
        (state, _) => Judged::new(Outcome::Differs, format!("it stops in state {state}")),
    }
}

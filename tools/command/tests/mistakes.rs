//! The mistakes that authors of kernels make: each has a message written for it.
//!
//! `mistakes/NAME.cu` is the source; `NAME.wants` has options on its first line and on the second the code, the place
//! and words that the message must have; `NAME.txt` is the exact rendering (`OPTX_BLESS=1` writes it).

use std::{fs, path::Path, process::Command};

#[test]
fn every_mistake_has_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|f| f.expect("a file").path())
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    assert!(files.len() >= 50, "{} mistakes", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let wants = fs::read_to_string(file.with_extension("wants")).expect("what it wants");
        let (options, wants) = wants.split_once('\n').expect("two lines");
        let mut words = wants.trim_end().splitn(3, ' ');
        let (code, place, phrase) = (
            words.next().expect("a code"),
            words.next().expect("a place"),
            words.next().unwrap_or(""),
        );
        let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
        command.current_dir(&folder).args(["compile", &format!("{name}.cu"), "-o", "-"]);
        if options.is_empty() {
            command.arg("-arch=sm_80");
        }
        let output = command.args(options.split_whitespace()).output().expect("the command runs");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        let first = said.lines().next().unwrap_or("");
        let status = if code.starts_with('E') { 1 } else { 0 };
        if !first.contains(&format!("[{code}]"))
            || !said.contains(&format!("{name}.cu:{place}"))
            || !said.contains(phrase)
            || output.status.code() != Some(status)
        {
            wrong.push(format!("{name}: wants {wants}\n{said}"));
        }
        let rendering = file.with_extension("txt");
        if std::env::var_os("OPTX_BLESS").is_some() {
            fs::write(&rendering, &said).expect("the rendering is written");
        } else if fs::read_to_string(&rendering).unwrap_or_default() != said {
            wrong.push(format!("{name}: another rendering:\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! What is measured is there in the machine code: ptxas neither merges nor drops the steps of the measurements' loops.

use std::process::Command;

use optx_judge::{Tool, trials};
use optx_measure_math::sass;
use rayon::prelude::*;

fn steps_stay() {
    // For sm_75, sm_80 and sm_100 it was so too; ptxas and nvdisasm take their time.
    let arch = "sm_90";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().to_string_lossy().into_owned();
    let ran = Command::new(env!("CARGO_BIN_EXE_optx-runtime-tests"))
        .args(["measure", "--ptx", &to, "--arch", arch])
        .output()
        .expect("the program runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let entries = std::fs::read_dir(folder.path()).expect("the folder");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let short =
        paths.filter_map(|p| p.to_string_lossy().strip_suffix(".16.ptx").map(str::to_owned));
    let names: Vec<String> = short.collect();
    assert!(names.len() > 40, "{} measurements", names.len());
    names.par_iter().for_each(|name| {
        let counts = [16, 48].map(|steps| {
            let ptx = format!("{name}.{steps}.ptx");
            let text = std::fs::read_to_string(&ptx).expect("the PTX");
            let made = sass::instructions(&text, arch);
            (text.matches(';').count(), made.unwrap_or_else(|e| panic!("{ptx}: {e}")))
        });
        let [(short, of_short), (long, of_long)] = counts;
        // A load's address takes the sum in that goes before it.
        let parts = if name.ends_with("load__constant") { 2 } else { 1 };
        let (wanted, found) = ((long - short) / parts, of_long.saturating_sub(of_short));
        // Around the loop there may be one more in the shorter form.
        assert!(found + 2 >= wanted, "{name} for {arch}: {found} machine instructions of {wanted}");
    });
}

fn main() {
    trials::run(vec![trials::assertions(
        "steps_stay",
        &[Tool::Ptxas13, Tool::Nvdisasm],
        steps_stay,
    )]);
}

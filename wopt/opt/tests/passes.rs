//! What each pass does, one behaviour a file of `tests/passes`: a function in text, the pass to run on it, and what its
//! result must say. Lines of the header: `; pass: NAME`, `; has: TEXT`, `; lacks: TEXT`, `; count N: TEXT`; the other
//! lines say the rule. The verifier must be content before and after.

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use optx_ir::Form;
use optx_wopt::{Cx, pipeline};

fn main() {
    let args = Arguments::from_args();
    let home = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    let folder = Path::new(&home).join("tests/passes");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of passes")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ssa"))
        .collect();
    files.sort();
    assert!(files.len() >= 30, "only {} files in {}", files.len(), folder.display());
    let trials = files
        .into_iter()
        .map(|file| {
            let name = file.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
            Trial::test(name, move || {
                let text = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
                check(&text).map_err(Failed::from)
            })
        })
        .collect();
    libtest_mimic::run(&args, trials).exit();
}

fn check(text: &str) -> Result<(), String> {
    let header: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("; ")).collect();
    let name =
        header.iter().find_map(|l| l.strip_prefix("pass: ")).ok_or("the header names no pass")?;
    let place = pipeline::position(name).ok_or_else(|| format!("there is no pass {name}"))?;
    let pass = &pipeline::TABLE[place];
    let (module, mut funcs) = optx_ir::parse::parse_module(text).map_err(|e| e.to_string())?;
    let mut checks = 0;
    let mut cx = Cx::of(&module, &funcs);
    let mut printed = String::new();
    for f in &mut funcs {
        if f.form != pass.form {
            return Err(format!("{name} needs form {}", pass.form.name()));
        }
        content(f, "before")?;
        let before = (pass.leaves == Form::Regs).then(|| f.clone());
        (pass.run)(f, &mut cx);
        content(f, "after")?;
        if let Some(before) = before {
            let found = optx_wopt::leave_ssa::check(&before, f);
            if !found.is_empty() {
                return Err(found.join("\n"));
            }
        }
        optx_ir::print::print_func(&mut printed, f);
    }
    for line in &header {
        checks += u32::from(expectation(line, &printed)?);
    }
    if checks == 0 { Err("nothing is expected".to_owned()) } else { Ok(()) }
}

fn content(f: &optx_ir::Func, when: &str) -> Result<(), String> {
    let found = optx_ir::verify::verify(f);
    if found.is_empty() {
        return Ok(());
    }
    let mut printed = String::new();
    optx_ir::print::print_func(&mut printed, f);
    Err(format!(
        "the verifier {when}: {}\n{printed}",
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    ))
}

/// True for a line that expects something.
fn expectation(line: &str, printed: &str) -> Result<bool, String> {
    let (wanted, text) = if let Some(text) = line.strip_prefix("has: ") {
        (None, text)
    } else if let Some(text) = line.strip_prefix("lacks: ") {
        (Some(0), text)
    } else if let Some(rest) = line.strip_prefix("count ") {
        let (number, text) = rest.split_once(": ").ok_or("count wants `N: TEXT`")?;
        (Some(number.parse::<usize>().map_err(|e| e.to_string())?), text)
    } else {
        return Ok(false);
    };
    let found = printed.matches(text).count();
    if wanted.map_or(found > 0, |n| n == found) {
        Ok(true)
    } else {
        Err(format!("`{line}` does not hold ({found} found):\n{printed}"))
    }
}

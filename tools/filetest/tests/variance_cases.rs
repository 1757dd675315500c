//! What thread variance says of the case kernels, held to their directives: `div out[K]` and `uni out[K]` (`uni-ideal` where LLVM 19
//! is not as precise) of what kernel `k` stores to `out[K]`. The same before optimization and behind it, and whatever order
//! things are taken in.
//!
//! The expectations are facts of the kernels, written down from LLVM's tests of its own analysis.

use optx::{Emit, Include, Options};
use optx_ir::{CodeRep, CrId, Func, Space, StmtOp};
use optx_whirl::Module;
use optx_wopt::analysis::variance::{Assumptions, Coef, VarianceMap};
use optx_wopt::{Cx, NoBackend, RunOptions, kit::closed_ssa};
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl Include for Folder {
    fn read(&self, name: &str, _: bool, _: &str) -> Option<(String, String)> {
        Some((name.to_owned(), std::fs::read_to_string(self.0.join(name)).ok()?))
    }
}

/// The pass behind which variance is asked for: before anything else, in the middle, and at the end of form Ssa.
const STAGES: [&str; 3] = ["ssa", "dead-code", "split-edges"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime-tests/cases")
}

/// A case's functions behind a pass, in closed SSA.
fn functions(path: &Path, stage: &str, shuffle_seed: Option<u64>) -> (Module, Vec<Func>) {
    let (module, mut funcs) = open_functions(path, stage, shuffle_seed);
    close(&module, &mut funcs);
    (module, funcs)
}

/// Closes functions over their cycles.
fn close(module: &Module, funcs: &mut [Func]) {
    for k in 0..funcs.len() {
        let mut cx = Cx::of(module, funcs);
        cx.turn_to(k);
        optx_wopt::pass::ssa::closed_ssa::close(&mut funcs[k], &mut cx);
        assert_eq!(optx_ir::verify::verify(&funcs[k]), vec![]);
        assert_eq!(closed_ssa::violations(&funcs[k]), Vec::<String>::new());
    }
}

/// A case's functions behind a pass.
fn open_functions(path: &Path, stage: &str, shuffle_seed: Option<u64>) -> (Module, Vec<Func>) {
    let text = std::fs::read_to_string(path).expect("the case");
    let words = ["-D__OPTX__"];
    let (options, _) = Options::parse_args(&words).expect("the options");
    let options = Options { emit: Emit::Cfg, ..options };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let found = optx::compile_with(&name, &text, &options, &Folder(folder()));
    let cfg = found.unwrap_or_else(|e| panic!("{name}: {e}")).text().to_owned();
    let (module, mut funcs) = optx_ir::parse::parse_module(&cfg).expect("the text form");
    let options = RunOptions {
        verify: true,
        stop_after: Some(stage.to_owned()),
        shuffle_seed,
        ..RunOptions::default()
    };
    let report = optx_wopt::resume(&module, &mut funcs, &options, &mut NoBackend);
    assert_eq!(report.violations, Vec::<String>::new());
    (module, funcs)
}

/// The parameter that a tree is, seen through assignments.
fn parameter(f: &Func, id: CrId) -> Option<usize> {
    let at = f.assigned(id).unwrap_or(id);
    match *f.codemap.get(at) {
        CodeRep::Ivar { access, .. } if access.space == Space::Param => {
            match *f.codemap.get(access.base) {
                CodeRep::Lda { st, .. } => f.params.iter().position(|&p| p == st),
                _ => None,
            }
        }
        CodeRep::Var { .. } if at != id => parameter(f, at),
        CodeRep::Op(op) if op.kids.len() == 1 => parameter(f, op.kids[0]),
        _ => None,
    }
}

/// What is said of all that is stored to `out[k]`: block-uniform or not; None where there is no such store.
fn stored(f: &Func, found: &VarianceMap, k: i64) -> Option<bool> {
    let mut uniform = None;
    for s in f.layout.iter().flat_map(|&bb| &f.bbs[bb].stmts) {
        let stmt = &f.stmts[*s];
        let Some(access) = stmt.access(&f.codemap).filter(|_| stmt.op == StmtOp::Istore) else {
            continue;
        };
        if access.offset == 4 * k && parameter(f, access.base) == Some(0) {
            let state = found.cr_tid_var_state(stmt.kids[0]);
            uniform = Some(uniform.unwrap_or(true) && state.is_block_uniform());
        }
    }
    uniform
}

/// What directives say: the word and `K`.
fn directives(text: &str) -> Vec<(String, i64)> {
    let of_line = |line: &str| {
        let (word, place) = line.strip_prefix("//! ")?.split_once(' ')?;
        let k = place.strip_prefix("out[")?.strip_suffix(']')?.parse().ok()?;
        ["div", "uni", "uni-ideal"].contains(&word).then(|| (word.to_owned(), k))
    };
    text.lines().filter_map(|line| of_line(line.trim())).collect()
}

#[test]
fn directives_of_the_cases_hold() {
    let mut checked = 0;
    let mut wrong = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cu"))
        .collect();
    files.sort();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("the case");
        let wanted = directives(&text);
        if wanted.is_empty() {
            continue;
        }
        for (stage, seed) in STAGES.iter().flat_map(|s| [(s, None), (s, Some(7))]) {
            let (_, funcs) = functions(path, stage, seed);
            let Some(f) = funcs.iter().find(|f| f.name == "k") else { panic!("no kernel k") };
            let found = VarianceMap::of(f, Assumptions::default());
            for (word, k) in &wanted {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                match stored(f, &found, *k) {
                    Some(uniform) if uniform == (word != "div") => checked += 1,
                    // The optimizer knows that `tid < 0` does not hold.
                    Some(_) if word == "div" && *stage != "ssa" => {}
                    Some(uniform) => {
                        wrong.push(format!("{name} {stage}: {word} out[{k}], uniform {uniform}"));
                    }
                    // Constants may have made the store go.
                    None if *stage != "ssa" => {}
                    None => wrong.push(format!("{name} {stage}: no store to out[{k}]")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= 100, "only {checked}");
}

/// PTX of functions in form Ssa, from where they stand on.
fn ptx(module: &Module, funcs: &[Func]) -> String {
    let text = optx_ir::print::print_module(module, funcs);
    let (options, _) = Options::parse_args(&["--input=ssa"]).expect("the options");
    let found = optx::compile_with("case.ssa", &text, &options, &optx::NoIncludes);
    found.unwrap_or_else(|e| panic!("{e}\n{text}")).text().to_owned()
}

#[test]
fn closing_and_opening_leaves_the_ptx_as_it_is() {
    let mut closed = 0;
    for entry in std::fs::read_dir(folder()).expect("the folder") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|e| e != "cu") {
            continue;
        }
        for stage in STAGES {
            let (module, mut funcs) = open_functions(&path, stage, None);
            let wanted = ptx(&module, &funcs);
            let before = optx_ir::print::print_module(&module, &funcs);
            close(&module, &mut funcs);
            closed += u32::from(optx_ir::print::print_module(&module, &funcs) != before);
            for k in 0..funcs.len() {
                let mut cx = Cx::of(&module, &funcs);
                cx.turn_to(k);
                optx_wopt::pass::ssa::closed_ssa::open(&mut funcs[k], &mut cx);
            }
            assert_eq!(ptx(&module, &funcs), wanted, "{} {stage}", path.display());
        }
    }
    assert!(closed >= 30, "only {closed} have what leaves a cycle");
}

#[test]
fn coefficients_of_the_usual_index() {
    let path = folder().join("L15.cu");
    let (_, funcs) = functions(&path, "ssa", None);
    let f = &funcs[0];
    let found = VarianceMap::of(f, Assumptions::default());
    let known = |id: CrId| found.cr_tid_var_state(id).coef[0];
    let mut seen: Vec<Coef> = (0..f.codemap.len()).map(|k| known(CrId::from_index(k))).collect();
    seen.dedup();
    assert!(seen.contains(&Coef::Known(1)));
}

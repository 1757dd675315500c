//! What those who watch a compilation see: each step, and of each line of the code what it is of, held against the code itself.

use optx::observe::{CodeKind, Line, Observer, Observers, Snapshot, Step, View};
use optx::{DirectoryIncludes, Options, Source, compile_watched};
use optx_ir::{CodeRep, CrId, Func, StmtRep, Terminator, Version};
use std::collections::BTreeSet;
use std::path::Path;

/// The runtime kernels that compile without options of their own.
fn kernels() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime-tests/kernels");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_some_and(|e| e == "cu") {
            let text = std::fs::read_to_string(&path).expect("a source");
            found.push((path.to_string_lossy().into_owned(), text));
        }
    }
    found.sort();
    found
}

fn watch(name: &str, source: &str, words: &[&str], observer: &mut dyn Observer) -> bool {
    let (options, _) = Options::parse_args(words).expect("options");
    let include = DirectoryIncludes::default();
    let observers: Observers<'_, '_> = &mut [observer];
    compile_watched(Source { name, source, include: &include }, &options, observers).is_ok()
}

/// The name of a version, as texts have it.
fn name(f: &Func, id: CrId) -> Option<String> {
    match *f.codemap.get(id) {
        CodeRep::Var { aux, version: Version::NONE } => Some(aux.to_string()),
        CodeRep::Var { aux, version } => Some(format!("{aux}.{}", version.0)),
        _ => None,
    }
}

/// The names that a tree reads, those of nodes that are named elsewhere too.
fn leaves(f: &Func, root: CrId, into: &mut BTreeSet<String>) {
    let mut seen = BTreeSet::new();
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        into.extend(name(f, id));
        match f.codemap.get(id) {
            CodeRep::Op(op) => work.extend(op.kids.iter().copied()),
            CodeRep::Ivar { access, mu, .. } => {
                work.push(access.base);
                into.extend(mu.and_then(|mu| name(f, mu)));
            }
            _ => {}
        }
    }
}

/// What a statement sets.
fn set(f: &Func, stmt: &StmtRep, into: &mut BTreeSet<String>) {
    for &result in &stmt.results {
        into.extend(name(f, result));
        if let CodeRep::Ivar { mu: Some(mu), .. } = *f.codemap.get(result) {
            into.extend(name(f, mu));
        }
    }
    into.extend(stmt.chi.iter().filter_map(|chi| name(f, chi.result)));
}

/// Holds snapshots of functions of the optimizer to the functions.
#[derive(Default)]
struct Held {
    snapshots: usize,
    lines: usize,
    wrong: Vec<String>,
}

impl Held {
    fn block(&mut self, f: &Func, step: &Step<'_>, view: (&Snapshot, &[&Line], optx_ir::BbId)) {
        let (snapshot, lines, bb) = view;
        let block = &f.bbs[bb];
        let (mut sets, mut reads) = (BTreeSet::new(), BTreeSet::new());
        for phi in &block.phis {
            sets.extend(name(f, phi.result));
            phi.operands.iter().for_each(|&operand| leaves(f, operand, &mut reads));
        }
        for &s in &block.stmts {
            let stmt = &f.stmts[s];
            set(f, stmt, &mut sets);
            let results = stmt.results.iter().filter_map(|&r| match f.codemap.get(r) {
                CodeRep::Ivar { access, .. } => Some(access.base),
                _ => None,
            });
            let roots = stmt.kids.iter().copied().chain(results);
            roots.for_each(|root| leaves(f, root, &mut reads));
            reads.extend(stmt.mu.iter().filter_map(|mu| name(f, mu.operand)));
            reads.extend(stmt.chi.iter().filter_map(|chi| name(f, chi.operand)));
        }
        if let Terminator::Branch { condition, .. } = block.terminator() {
            leaves(f, condition, &mut reads);
        }
        let told = |of: fn(&Line) -> &Vec<optx::observe::Word>| -> BTreeSet<String> {
            let words = lines.iter().flat_map(|line| of(line));
            let names = words.map(|word| snapshot.word(*word).to_owned());
            names.filter(|name| !name.starts_with("cr")).collect()
        };
        let (defines, uses) = (told(|line| &line.defines), told(|line| &line.uses));
        self.lines += lines.len();
        // A node that is named reads what it reads where its name stands.
        let named = lines.iter().any(|line| snapshot.line(line).contains("cr"));
        if defines != sets || !uses.is_subset(&reads) || (!named && uses != reads) {
            self.wrong.push(format!(
                "{} on {}, {bb}: {defines:?} for {sets:?}, {uses:?} for {reads:?}",
                step.pass, step.function
            ));
        }
    }
}

impl Observer for Held {
    fn after(&mut self, step: &Step<'_>, view: &View<'_>) {
        let snapshot = view.snapshot();
        if snapshot.to_string() != view.text() {
            self.wrong.push(format!("{} on {}: another text", step.pass, step.function));
        }
        self.snapshots += 1;
        let Some(f) = view.func() else { return };
        for &bb in &f.layout {
            let of =
                |line: &&Line| line.block.is_some_and(|word| snapshot.word(word) == bb.to_string());
            let lines: Vec<&Line> = snapshot.lines.iter().filter(of).collect();
            self.block(f, step, (&snapshot, &lines, bb));
        }
    }
}

/// What lines of a function set and read is what its statements do, at every step of every kernel.
#[test]
fn lines_are_what_the_code_is() {
    let mut held = Held::default();
    let mut compiled = 0;
    for (name, text) in kernels().iter().step_by(3) {
        compiled += usize::from(watch(name, text, &["-O3"], &mut held));
    }
    assert!(
        held.wrong.is_empty(),
        "{}: {:#?}",
        held.wrong.len(),
        &held.wrong[..held.wrong.len().min(5)]
    );
    assert!(
        compiled > 20 && held.snapshots > 1000 && held.lines > 10_000,
        "{compiled} {}",
        held.lines
    );
}

/// The steps, with the kind of code and the row.
#[derive(Default)]
struct Steps(Vec<(String, String, u32, CodeKind)>);

impl Observer for Steps {
    fn after(&mut self, step: &Step<'_>, view: &View<'_>) {
        self.0.push((step.pass.to_owned(), step.row.to_owned(), step.round, view.kind()));
    }
}

const LOOPS: &str = r#"
extern "C" __global__ void k(int *p) {
    int sum = 0;
    for (int i = 0; i < 4; i++) { int a[4]; a[i] = p[i]; sum += a[3 - i] * i; }
    p[threadIdx.x] = sum;
}
"#;

/// WHIRL at both levels, functions, what runs behind rows, instructions and text: each is a step of its own.
#[test]
fn every_step_is_told_of() {
    let mut steps = Steps::default();
    assert!(watch("k.cu", LOOPS, &["-O3"], &mut steps));
    let kinds = |kind: CodeKind| {
        let of_kind = steps.0.iter().filter(|step| step.3 == kind);
        of_kind.map(|step| step.0.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(CodeKind::Whirl), ["frontend", "vho"]);
    assert_eq!(
        kinds(CodeKind::Lir),
        [
            "select",
            "vectorize",
            "predicate",
            "latches",
            "rematerialize",
            "slots",
            "allocate",
            "registers"
        ]
    );
    assert_eq!(kinds(CodeKind::Ptx), ["print"]);
    let behind = |pass: &str, row: &str| {
        let found = steps.0.iter().filter(|step| step.0 == pass && step.1 == row);
        found.map(|step| step.2).collect::<Vec<_>>()
    };
    assert_eq!(behind("full-unrolling", "full-unrolling"), [1, 2]);
    assert_eq!(behind("sccp", "full-unrolling"), [1]);
    assert_eq!(behind("sccp", "sccp"), [1]);
    assert_eq!(steps.0[2].0, "build");
}

/// Instructions say what they write.
#[test]
fn registers_are_set_before_they_are_read() {
    #[derive(Default)]
    struct Lir(Vec<Snapshot>);
    impl Observer for Lir {
        fn after(&mut self, step: &Step<'_>, view: &View<'_>) {
            if step.pass == "select" {
                self.0.push(view.snapshot());
            }
        }
    }
    let mut seen = 0;
    for (name, text) in kernels().iter().step_by(5) {
        let mut lir = Lir::default();
        watch(name, text, &["-O3"], &mut lir);
        for snapshot in &lir.0 {
            let words = |of: fn(&Line) -> &Vec<optx::observe::Word>| -> BTreeSet<&str> {
                let all = snapshot.lines.iter().flat_map(of);
                all.map(|word| snapshot.word(*word)).collect()
            };
            let (defines, uses) = (words(|line| &line.defines), words(|line| &line.uses));
            seen += defines.len();
            // Registers of the machine are written by nobody.
            let own = |name: &&&str| {
                let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
                ["%p", "%rs", "%r", "%rd", "%f", "%fd"].contains(&letters)
            };
            let unset: Vec<&&str> = uses.difference(&defines).filter(own).collect();
            assert!(unset.is_empty(), "{name}: {unset:?}\n{}", snapshot.text());
        }
    }
    assert!(seen > 1000);
}

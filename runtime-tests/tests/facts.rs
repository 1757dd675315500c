//! What facts say of accesses is what the emulator counts: sectors and turns of banks of every runtime kernel, instruction by instruction.
//!
//! Idea: `.loc` says which place of the source an instruction of the PTX is of. Where facts call a cost exact, each execution by a full warp pays it; what
//! is a bound is kept. The emulator knows nothing of the compiler: it counts addresses. A formula that is spoilt is contradicted
//! (`a_spoilt_formula_is_contradicted`).

use optx::facts::{Access, Facts, Kind, Known, Request, Space};
use optx_emulator::counters::LineCount;
use optx_emulator::{Counters, Schedule};
use optx_launch::LaunchFile;
use runtime_tests::suite::{ARCH, Case, cases, compile, execute};
use std::collections::BTreeMap;

/// A place of the source in a function: its name in PTX, file, line, column, and what is done there.
type Place = (String, String, u32, u32, Kind);

/// An access of the PTX as it was counted: its bytes, and what it cost.
struct Counted {
    bytes: u32,
    space: Space,
    count: LineCount,
}

/// What an instruction of the PTX accesses: the kind, the space, the bytes of a thread; none for what is no access.
fn accessed(line: &str) -> Option<(Kind, Space, u32)> {
    let text = line.trim_start();
    let text = if text.starts_with('@') { text.split_once(' ')?.1 } else { text };
    let mut words = text.split([' ', '\t']).next()?.trim_end_matches(';').split('.');
    let kind = match words.next()? {
        "ld" => Kind::Load,
        "st" => Kind::Store,
        "atom" | "red" => Kind::Atomic,
        _ => return None,
    };
    let words: Vec<&str> = words.collect();
    let space =
        match words.iter().find(|w| ["global", "shared", "local", "const", "param"].contains(w)) {
            Some(&"global") => Space::Global,
            Some(&"shared") => Space::Shared,
            None => Space::Generic,
            Some(_) => return None,
        };
    let count = match words.iter().find(|w| ["v2", "v4"].contains(w)) {
        Some(&"v2") => 2,
        Some(_) => 4,
        None => 1,
    };
    let bits: u32 = words.last()?.trim_start_matches(|c: char| c.is_alphabetic()).parse().ok()?;
    Some((kind, space, bits / 8 * count))
}

/// The accesses of a PTX by their places.
fn by_place(ptx: &str, counters: &Counters) -> BTreeMap<Place, Vec<Counted>> {
    let mut files: BTreeMap<u32, String> = BTreeMap::new();
    for line in ptx.lines().filter_map(|l| l.trim().strip_prefix(".file")) {
        let mut parts = line.trim().splitn(2, [' ', '\t']);
        let number = parts.next().and_then(|n| n.parse().ok()).expect("a number");
        files.insert(number, parts.next().unwrap_or("").trim().trim_matches('"').to_owned());
    }
    let mut found: BTreeMap<Place, Vec<Counted>> = BTreeMap::new();
    let (mut function, mut at) = (String::new(), (0, 0, 0));
    for (line, number) in ptx.lines().zip(1..) {
        if let Some((_, rest)) = line.split_once(".entry ").or_else(|| line.split_once(".func ")) {
            let name = rest.rsplit(' ').next().unwrap_or(rest).trim_end_matches(['(', ')']);
            function = name.to_owned();
        }
        if let Some(rest) = line.trim().strip_prefix(".loc ") {
            let mut numbers = rest.split([' ', ',']).filter_map(|w| w.parse::<u32>().ok());
            let mut next = || numbers.next().unwrap_or(0);
            at = (next(), next(), next());
        }
        if let (Some((kind, space, bytes)), Some(&count)) =
            (accessed(line), counters.lines.get(&number))
        {
            let file = files.get(&at.0).cloned().unwrap_or_default();
            let place = (function.clone(), file, at.1, at.2, kind);
            found.entry(place).or_default().push(Counted { bytes, space, count });
        }
    }
    found
}

/// The accesses of facts by their places; in several contexts there are several.
fn told(facts: &Facts) -> BTreeMap<Place, Vec<&Access>> {
    let mut found: BTreeMap<Place, Vec<&Access>> = BTreeMap::new();
    for f in &facts.functions {
        for e in &f.entries {
            let (Some(access), Some(file)) = (&e.access, facts.files.get(e.at.file.index())) else {
                continue;
            };
            let place = (f.symbol.clone(), file.name.clone(), e.at.line, e.at.column, e.kind);
            found.entry(place).or_default().push(access);
        }
    }
    found
}

/// What was found out.
#[derive(Default, Debug)]
struct Verdict {
    /// Accesses that are called exact; those of them that full warps alone ran, so that each count was held to the number.
    exact: u64,
    full: u64,
    /// Bounds that were held to.
    bounds: u64,
    /// Places whose instructions are those that were foretold, and that are others.
    foretold: u64,
    others: u64,
    contradictions: Vec<String>,
}

/// Whether a claim of a number is kept by a count of executions.
fn keeps(known: Known, most: u64, paid: u64, count: &LineCount) -> bool {
    let is_full = count.executed.threads == 32 * count.executed.warps;
    match known {
        Known::Exact if is_full => paid == most * count.executed.warps,
        _ => paid <= most * count.executed.warps,
    }
}

impl Verdict {
    /// Holds a place's accesses to what is told of them; `spoil` is added to what is told.
    fn judge(&mut self, place: &Place, told: &[&Access], counted: &[Counted], spoil: i64) {
        let [first, rest @ ..] = told else { return };
        let alike = |a: &Access| {
            (&a.sectors, &a.ways, &a.instructions)
                == (&first.sectors, &first.ways, &first.instructions)
        };
        if !rest.iter().all(|a| alike(a)) {
            return;
        }
        let mut foretold: Vec<u32> = first.instructions.iter().map(|i| i.bytes).collect();
        foretold.sort_unstable();
        let copies = counted.len() / foretold.len().max(1);
        let mut real: Vec<u32> = counted.iter().map(|c| c.bytes).collect();
        real.sort_unstable();
        let repeated: Vec<u32> =
            foretold.iter().flat_map(|&b| std::iter::repeat_n(b, copies)).collect();
        if repeated != real || counted.iter().any(|c| c.space != first.space) {
            self.others += 1;
            return;
        }
        self.foretold += 1;
        let mut sum = LineCount::default();
        let mut is_alike = true;
        for c in counted {
            is_alike &= c.count.executed == counted[0].count.executed;
            sum.executed.warps += c.count.executed.warps;
            sum.executed.threads += c.count.executed.threads;
            sum.sectors += c.count.sectors;
            sum.bank_conflicts += c.count.bank_conflicts;
        }
        if sum.executed.warps == 0 || (foretold.len() > 1 && !is_alike) {
            return;
        }
        // Executions of the access, of which each runs all of its instructions.
        let n = foretold.len() as u64;
        sum.executed.warps /= n;
        sum.executed.threads /= n;
        // Of several instructions the ways are those of the one that waits longest.
        let widest = foretold[foretold.len() - 1];
        let is_one_size = foretold[0] == widest;
        let groups = u64::from((widest / 4).max(1));
        let spoilt = |most: u32| u64::try_from(i64::from(most) + spoil).unwrap_or(0);
        let ways = |most: u64| groups * n * most.saturating_sub(1);
        let is_full = sum.executed.threads == 32 * sum.executed.warps;
        let costs = [
            first.sectors.as_ref().map(|c| (c, c.known, spoilt(c.most), sum.sectors)),
            first.ways.as_ref().map(|c| {
                let known = if is_one_size { c.known } else { c.known.max(Known::AtMost) };
                (c, known, ways(spoilt(c.most)), sum.bank_conflicts)
            }),
        ];
        for (cost, known, most, paid) in costs.into_iter().flatten() {
            match known {
                Known::Exact => {
                    self.exact += 1;
                    self.full += u64::from(is_full);
                }
                Known::AtMost | Known::Unknown => self.bounds += 1,
            }
            if !keeps(known, most, paid, &sum) {
                self.contradictions.push(format!("{place:?}: {cost:?}, {paid} of {sum:?}"));
            }
        }
    }
}

/// The options of a case, and more.
fn options(case: &Case, more: &[String]) -> Vec<String> {
    let mut options = case.launch.options.clone();
    options.push("-lineinfo".to_owned());
    options.extend_from_slice(more);
    options
}

/// What is known of a case's source.
fn facts(case: &Case, level: &str, more: &[String]) -> Facts {
    let options = options(case, more);
    let arch = format!("-arch=sm_{ARCH}");
    let mut words = vec![level, &arch];
    words.extend(options.iter().map(String::as_str));
    let (parsed, _) = optx::Options::parse_args(&words).expect("options");
    let text = std::fs::read_to_string(&case.source).expect("a source");
    let include = optx::DirectoryIncludes::default();
    let name = case.source.to_string_lossy();
    let found = optx::facts_with(&name, &text, &parsed, &include, Request::default());
    found.expect("it compiles").0
}

/// Holds facts of a case to what the emulator counts with the same options.
fn judge(case: &Case, level: &str, more: &[String], spoil: i64, verdict: &mut Verdict) {
    let ptx = compile(&case.source, &options(case, more), level, ARCH).expect("it compiles");
    let facts = facts(case, level, more);
    let outcome = execute(case, ptx.text(), Schedule::Lockstep).expect("it runs");
    let mut counters = Counters::default();
    outcome.launches.iter().filter_map(|l| l.counters.as_ref()).for_each(|c| counters.add(c));
    let told = told(&facts);
    for (place, counted) in by_place(ptx.text(), &counters) {
        if let Some(told) = told.get(&place) {
            verdict.judge(&place, told, &counted, spoil);
        }
    }
}

/// The one shape that all blocks of a case's launches have, as an option.
fn shape(case: &Case) -> Option<String> {
    let mut shapes = case.launch.launches.iter().map(|launch| launch.block);
    let [x, y, z] = shapes.next()?;
    shapes.all(|shape| shape == [x, y, z]).then(|| format!("--block-dim={x},{y},{z}"))
}

fn verdict(level: &str, spoil: i64) -> Verdict {
    let mut verdict = Verdict::default();
    for case in &cases().unwrap() {
        judge(case, level, &[], spoil, &mut verdict);
        if let Some(option) = shape(case) {
            judge(case, level, &[option], spoil, &mut verdict);
        }
    }
    verdict
}

/// Nothing that is called exact is contradicted, and no bound is passed: at both ends of optimization, in any shape and in the one that is launched.
#[test]
fn no_count_contradicts_a_fact() {
    for level in ["-O0", "-O3"] {
        let found = verdict(level, 0);
        let Verdict { exact, full, bounds, foretold, others, contradictions } = found;
        println!(
            "{level}: {exact} exact, {full} of them by full warps, {bounds} bounds, {foretold} places as foretold, {others} others"
        );
        assert!(contradictions.is_empty(), "{level}: {contradictions:#?}");
        assert!(full > 50 && bounds > 100 && foretold > 20 * others);
    }
}

/// Each number that full warps are held to is contradicted where it is one more, or one less.
#[test]
fn a_spoilt_formula_is_contradicted() {
    for spoil in [1, -1] {
        let found = verdict("-O3", spoil);
        assert!(found.full > 50);
        let contradicted = found.contradictions.len() as u64;
        // One way less than one is no fewer turns.
        let least = if spoil > 0 { found.full } else { found.full / 2 };
        assert!(contradicted >= least, "{contradicted} of {}", found.full);
    }
}

/// Structures that are copied as a whole, with the bytes of the instructions that they become at -O3, by hand: PTX wants a vector's elements to be of one
/// type, and the whole to be aligned.
const STRUCTURES: [(&str, &str, &[u32]); 8] = [
    ("Doubles", "double a, b, c, d;", &[8, 8, 8, 8]),
    ("Pairs", "__align__(16) double a; double b, c, d;", &[16, 16]),
    ("Three", "float x, y, z;", &[4, 4, 4]),
    ("Four", "__align__(16) float x; float y, z, w;", &[16]),
    ("Two", "__align__(8) float x; float y, z, w;", &[8, 8]),
    ("Mixed", "float x; int y; double z;", &[4, 4, 8]),
    ("Bytes", "__align__(4) unsigned char a; unsigned char b, c, d;", &[4]),
    ("Shorts", "short a, b, c;", &[2, 2, 2]),
];

/// A kernel that copies structures, through memory of the block too.
fn copies(name: &str, members: &str) -> (tempfile::TempDir, Case) {
    let source = format!(
        "struct {name} {{ {members} }};
extern \"C\" __global__ void copy({name} *a, {name} *b) {{
    __shared__ {name} s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    {name} v = a[i];
    s[threadIdx.x] = v;
    __syncthreads();
    b[i] = s[63 - threadIdx.x];
}}
"
    );
    let launch = "[buffers.a]\ntype = \"u8\"\nlength = 8192\n[buffers.b]\ntype = \"u8\"\nlength = 8192\n[[launch]]\nkernel = \"copy\"\ngrid = [2]\nblock = [64]\nargs = [\"&a\", \"&b\"]\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("{name}.cu"));
    std::fs::write(&path, source).expect("a file");
    let launch = LaunchFile::parse(launch).expect("a launch");
    (folder, Case { name: name.to_owned(), source: path, launch })
}

/// A structure by value is judged by the instructions that it becomes, and the emulator counts the sum of them.
#[test]
fn structures_are_judged_by_their_instructions() {
    for (name, members, wanted) in STRUCTURES {
        let (_folder, case) = copies(name, members);
        let found = facts(&case, "-O3", &[]);
        let load = found.functions[0].entries.iter().find(|e| e.target == "a[i]").expect("a load");
        let access = load.access.as_ref().expect("an access");
        let bytes: Vec<u32> = access.instructions.iter().map(|i| i.bytes).collect();
        assert_eq!(bytes, wanted, "{name}");
        for level in ["-O0", "-O3"] {
            for shape in [&[][..], &["--block-dim=64".to_owned()]] {
                let mut verdict = Verdict::default();
                judge(&case, level, shape, 0, &mut verdict);
                assert!(verdict.contradictions.is_empty(), "{name} {level}: {verdict:#?}");
                // Loads and stores of both memories.
                assert_eq!((verdict.foretold, verdict.others), (4, 0), "{name} {level}");
            }
        }
    }
    // By hand: lanes 32 bytes apart touch a sector each, four times.
    let (_folder, case) = copies("Doubles", "double a, b, c, d;");
    let found = facts(&case, "-O3", &[]);
    let loads = found.functions[0].entries.iter().filter(|e| e.target == "a[i]");
    let sectors: Vec<_> = loads.filter_map(|e| e.access.as_ref()?.sectors.as_ref()).collect();
    assert_eq!(sectors.len(), 1);
    assert_eq!((sectors[0].known, sectors[0].most), (Known::Exact, 128));
}

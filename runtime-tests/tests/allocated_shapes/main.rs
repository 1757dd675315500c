//! Shapes of kernels and blocks under the allocators of `--ptx-regs`: where slots of the warp are written and where not, how a warp finds its part, and that each thread
//! computes what it has to.
//!
//! Idea: each [`Shape`] says by remarks behind its lines where stores to slots of the warp have to stand (`// store`) and where none may (`// none`); what each thread has to give is
//! computed here. PTX with line numbers says where they stand. It runs in blocks of several warps whose values differ, so that two warps with one part of
//! the shared area would read each other's, in lock-step and with warps parted at random, under the race detector.

mod shapes;

use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use shapes::{HEAD, SHAPES};
use std::collections::BTreeSet;
use std::path::Path;

/// Each allocator, and whether it knows slots of the warp.
const ALLOCATORS: [(&str, bool); 5] =
    [("linear-scan", false), ("divra", true), ("remra", false), ("affra", true), ("priced", true)];

const SCHEDULES: [Schedule; 4] = [
    Schedule::Lockstep,
    Schedule::Adversarial(1),
    Schedule::Adversarial(2),
    Schedule::Adversarial(3),
];

/// Blocks of a launch.
const BLOCKS: usize = 2;

/// What `n` is.
const N: i32 = 12;

/// What `out` holds at first.
const UNTOUCHED: i32 = -1;

/// A thread.
#[derive(Clone, Copy, Debug)]
struct Thread {
    /// Its number in its block.
    number: i32,
    /// `threadIdx.x`.
    x: i32,
}

impl Thread {
    /// The number of its warp.
    fn warp(self) -> i32 {
        self.number / 32
    }
}

/// A kernel `k(int *out, const int *in, int n)`, launched in several blocks; `in[k]` is k.
struct Shape {
    name: &'static str,
    /// What stands before the kernel's name.
    bounds: &'static str,
    /// Its statements behind those of [`Shape::source`].
    body: &'static str,
    options: &'static [&'static str],
    blocks: &'static [[u32; 3]],
    /// Bytes of shared memory that a launch gives.
    shared: u32,
    /// The warps that the area has parts for; 0 where there is to be none.
    parts: u64,
    /// A slot is stored to anew: a barrier of the warp stands before that.
    has_barrier: bool,
    /// What a thread leaves.
    gives: fn(Thread) -> i32,
}

impl Shape {
    fn source(&self) -> String {
        let Shape { bounds, body, .. } = self;
        let begin = "unsigned t = NUMBER;\nconst int *p = in + __shfl_sync(~0u, t / 32 * 64, 0);";
        format!(
            "{HEAD}extern \"C\" __global__ void {bounds} k(int *out, const int *in, int n) {{\n{begin}\n{body}\n}}\n"
        )
    }
}

/// The PTX of a shape with the fewest registers from nine that an allocator does it with.
fn allocated(shape: &Shape, allocator: &str) -> Result<String, String> {
    let by = format!("--regalloc={allocator}");
    for registers in 9..=16 {
        let onto = format!("--ptx-regs={registers}");
        let words = [&["-arch=sm_80", "-O3", "-lineinfo", "--verify", &by, &onto], shape.options];
        let (options, _) = optx::Options::parse_args(&words.concat()).map_err(|e| e.to_string())?;
        match optx::compile(&shape.source(), &options) {
            Ok(ptx) => return Ok(ptx.text().to_owned()),
            Err(e) if e.to_string().contains("is too few") => {}
            Err(e) => return Err(e.to_string()),
        }
    }
    Err("16 registers are too few".to_owned())
}

/// The lines of the source that instructions of a kind are of.
fn lines(ptx: &str, instruction: &str) -> BTreeSet<usize> {
    let (mut line, mut found) = (0, BTreeSet::new());
    for text in ptx.lines().map(str::trim) {
        if let Some(place) = text.strip_prefix(".loc ") {
            line = place.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        } else if text.starts_with(instruction) {
            found.insert(line);
        }
    }
    found
}

/// The lines of a source that a remark stands behind, from 1.
fn remarked(source: &str, remark: &str) -> BTreeSet<usize> {
    source.lines().zip(1..).filter(|(text, _)| text.ends_with(remark)).map(|(_, n)| n).collect()
}

/// The bytes of the shared area, and those of one warp's part: by what a warp's number is multiplied; None where there is no area.
fn area(ptx: &str) -> Option<(u64, u64)> {
    let declared = ptx.lines().find(|line| line.contains(".b8 __optx_warp_slots_"))?;
    let bytes = declared.split_once('[')?.1.split(']').next()?.parse().ok()?;
    let mut behind = ptx.lines().skip_while(|line| !line.contains("shr.u32"));
    let number = behind.next()?.split_whitespace().nth(1)?.trim_end_matches(',').to_owned();
    let product = behind.next().filter(|line| line.contains("mad.lo.u32"))?;
    assert!(product.contains(&format!("{number}, {number}, ")), "{product}");
    let stride = product.split(", ").nth(2)?.parse().ok()?;
    Some((bytes, stride))
}

/// An error where something does not hold.
fn holds(it: bool, says: impl FnOnce() -> String) -> Result<(), String> {
    if it { Ok(()) } else { Err(says()) }
}

/// Holds the PTX of a shape to what is remarked.
fn slots_stand_where_they_may(shape: &Shape, knows_slots: bool, ptx: &str) -> Result<(), String> {
    let stores = lines(ptx, "st.volatile.shared");
    if !knows_slots || shape.parts == 0 {
        let none = area(ptx).is_none() && stores.is_empty() && !ptx.contains("bar.warp.sync");
        holds(none, || "there are slots of the warp".to_owned())?;
        return holds(ptx.contains("st.local"), || "nothing is spilled".to_owned());
    }
    let source = shape.source();
    let (none, wanted) = (remarked(&source, "// none"), remarked(&source, "// store"));
    holds(stores.is_disjoint(&none), || format!("stores in lines {stores:?}"))?;
    holds(!stores.is_disjoint(&wanted), || format!("stores in lines {stores:?} alone"))?;
    let is_read = !lines(ptx, "ld.volatile.shared").is_empty();
    holds(is_read, || "nobody reads a slot".to_owned())?;
    let (bytes, stride) = area(ptx).ok_or("no area")?;
    let parts = shape.parts;
    let fits = bytes == stride * parts && stride % 16 == 0;
    holds(fits, || format!("{bytes} bytes for {parts} parts of {stride}"))?;
    // The number of a thread in its block is of all three axes.
    let axes = ["%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y"];
    let absent = axes.into_iter().find(|special| !ptx.contains(special));
    holds(absent.is_none(), || format!("a warp's number without {absent:?}"))?;
    holds(!shape.has_barrier || ptx.contains("bar.warp.sync"), || "no barrier".to_owned())
}

/// Holds what threads leave to what is computed here.
fn runs(shape: &Shape, block: [u32; 3], ptx: &str) -> Result<(), String> {
    let threads = block.iter().product::<u32>() as usize;
    let [x, y, z] = block;
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i32\"\nlength = {}\ninit = {{ fill = {UNTOUCHED} }}\n\
         [buffers.in]\ntype = \"i32\"\nlength = 1024\ninit = \"iota\"\n\
         [[launch]]\nkernel = \"k\"\ngrid = [{BLOCKS}]\nblock = [{x}, {y}, {z}]\nshared = {}\nargs = [\"&out\", \"&in\", {{ i32 = {N} }}]\n\
         [[expect]]\nbuffer = \"out\"\nvalues = [0]\nexact = true\n",
        BLOCKS * threads,
        shape.shared,
    );
    let mut launch = LaunchFile::parse(&launch).map_err(|e| e.to_string())?;
    launch.expects.clear();
    let thread = |t: usize| Thread { number: t as i32, x: (t % x as usize) as i32 };
    let wanted: Vec<i32> = (0..threads).map(|t| (shape.gives)(thread(t))).collect();
    for schedule in SCHEDULES {
        let at = |e: String| format!("{block:?}, {schedule:?}: {e}");
        let mut device = Emulator::new(schedule).with_races(true);
        let outcome = optx_launch::run(&launch, ptx, &mut device, &NoReferences, Path::new("."))
            .map_err(|e| at(e.to_string()))?;
        let race = outcome.races.iter().flat_map(|races| races.races()).next();
        race.map_or(Ok(()), |race| Err(at(race.to_string())))?;
        let out = outcome.outputs.get("out").ok_or("no output")?;
        let got = |k: usize| out.bits(k) as i32;
        let differs = (0..BLOCKS * threads).find(|&k| got(k) != wanted[k % threads]);
        let said = |k: usize| format!("thread {k} gives {}, not {}", got(k), wanted[k % threads]);
        differs.map_or(Ok(()), |k| Err(at(said(k))))?;
    }
    Ok(())
}

/// All that is wrong is told.
#[test]
fn every_shape_under_every_allocator() {
    let mut wrong = Vec::new();
    for shape in SHAPES {
        for (allocator, knows_slots) in ALLOCATORS {
            let found = allocated(shape, allocator).and_then(|ptx| {
                let found = slots_stand_where_they_may(shape, knows_slots, &ptx);
                let run = |block| runs(shape, block, &ptx);
                let found = found.and_then(|()| shape.blocks.iter().copied().try_for_each(run));
                found.map_err(|e| format!("{e}\n{ptx}"))
            });
            wrong.extend(found.err().map(|e| format!("{}, {allocator}: {e}", shape.name)));
        }
    }
    let first = wrong.first().cloned().unwrap_or_default();
    let heads: Vec<&str> = wrong.iter().filter_map(|e| e.lines().next()).collect();
    assert!(wrong.is_empty(), "{}\n{first}", heads.join("\n"));
}

/// A mistake in the PTX of a shape.
struct Mistake {
    shape: &'static str,
    what: &'static str,
    /// The first line that holds this is changed; with all of them every one.
    line: &'static str,
    all: bool,
    change: fn(&str) -> String,
}

/// The line with another last operand.
fn with_last(line: &str, operand: &str) -> String {
    let (head, _) = line.rsplit_once(", ").unwrap_or((line, ""));
    format!("{head}, {operand};")
}

const MISTAKES: [Mistake; 6] = [
    Mistake {
        shape: "two dimensions",
        what: "a warp's number without y",
        line: "%tid.y",
        all: false,
        change: |line| with_last(line, "0"),
    },
    Mistake {
        shape: "three dimensions",
        what: "a warp's number without z",
        line: "%tid.z",
        all: false,
        change: |line| with_last(line, "0"),
    },
    Mistake {
        shape: "two dimensions",
        what: "a warp's number without the extent along x",
        line: "%ntid.x",
        all: false,
        change: |line| with_last(line, "1"),
    },
    Mistake {
        shape: "one dimension",
        what: "one part for all warps",
        line: "shr.u32",
        all: false,
        change: |line| with_last(line, "31"),
    },
    Mistake {
        shape: "a known block has parts for its warps alone",
        what: "an area one part short",
        line: ".b8 __optx_warp_slots_",
        all: false,
        change: |line| {
            line.split_once('[').map_or(String::new(), |(head, _)| format!("{head}[16];"))
        },
    },
    Mistake {
        shape: "nested loops that store again",
        what: "no barriers",
        line: "bar.warp.sync",
        all: true,
        change: |_| String::new(),
    },
];

/// What allocations may get wrong is noticed by these runs, whatever proves them right before.
#[test]
fn mistakes_in_the_ptx_are_noticed() {
    for Mistake { shape, what, line, all, change } in MISTAKES {
        let shape = SHAPES.iter().find(|s| s.name == shape).expect(what);
        let ptx = allocated(shape, "divra").expect(what);
        let mut changed = 0;
        let made = ptx.lines().map(|text| match text.contains(line) && (all || changed == 0) {
            true => {
                changed += 1;
                change(text)
            }
            false => text.to_owned(),
        });
        let made: Vec<String> = made.collect();
        assert!(changed > 0, "{what}: no {line} in\n{ptx}");
        let ran = shape.blocks.iter().map(|&block| runs(shape, block, &made.join("\n")));
        let noticed: Vec<String> = ran.filter_map(Result::err).collect();
        assert!(!noticed.is_empty(), "{what} is not noticed:\n{}", made.join("\n"));
        println!("{what}: {}", noticed[0]);
    }
}

/// Each shape says something of its slots, and what the test reads of sources and PTX is what it is taken for.
#[test]
fn remarks_and_names_are_what_they_are_taken_for() {
    let names: BTreeSet<&str> = SHAPES.iter().map(|shape| shape.name).collect();
    assert_eq!(names.len(), SHAPES.len());
    for shape in SHAPES {
        let remarks = ["// store", "// none"].map(|remark| remarked(shape.body, remark).len());
        assert_eq!(remarks[0] > 0, shape.parts > 0, "{}: stores", shape.name);
        assert!(
            shape.parts > 0 || shape.shared > 0 || remarks[1] > 0,
            "{}: says nothing",
            shape.name
        );
    }
    let text = ".loc 1 7 3\nst.volatile.shared.u32 [%r1], %r2;\n.loc 1 9 1\nld.volatile.shared.u32 %r2, [%r1];";
    assert_eq!(lines(text, "st.volatile.shared"), BTreeSet::from([7]));
    assert_eq!(lines(text, "ld.volatile.shared"), BTreeSet::from([9]));
    assert_eq!(remarked("a; // none\nb;\nc; // none", "// none"), BTreeSet::from([1, 3]));
}

//! Slots of the warp under a cap, shape by shape: where there are some, barriers where they are stored again, and that what comes out is what is computed here, in lock-step and
//! where warps are parted at random. Everything is compiled with `--verify`, so that the checker proves each, and claims are checked as well.

use optx_emulator::{Claims, Device, LaunchConfig, Module, Schedule, launch};
use optx_launch::LaunchFile;
use runtime_tests::claims::checked;
use runtime_tests::suite::Case;
use std::path::PathBuf;

/// Values that live over the loop.
const VALUES: i32 = 40;
/// Rounds of the loop.
const ROUNDS: i32 = 3;
/// Threads at most.
const MOST: usize = 256;
/// What a byte holds that nobody wrote.
const UNTOUCHED: u8 = 0xEE;

/// How values are made.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Values {
    /// Of memory, one for the block.
    Uniform,
    /// A multiple of the thread's index besides, on one axis.
    Along(&'static str),
    /// Of a lane's own.
    Varying,
}

/// Who leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Leaves {
    Nobody,
    /// Odd threads, before values are made.
    Before,
    /// Odd threads, behind that.
    Behind,
    /// Odd threads the outer loop, behind its first round.
    Loop,
}

/// A condition: its text, and whether it holds for a thread's index.
type Under = (&'static str, fn([u32; 3]) -> bool);

#[derive(Clone, Copy, Debug)]
struct Shape {
    name: &'static str,
    ty: &'static str,
    block: [u32; 3],
    bounds: &'static str,
    options: &'static [&'static str],
    values: Values,
    /// Rounds of a loop around, each of which makes all values anew.
    outer: i32,
    leaves: Leaves,
    /// What all of it stands under.
    under: Option<Under>,
    /// A line before it.
    before: &'static str,
    /// A line in each round of the loop.
    within: &'static str,
    has_slots: bool,
}

const PLAIN: Shape = Shape {
    name: "plain",
    ty: "int",
    block: [64, 1, 1],
    bounds: "",
    options: &[],
    values: Values::Uniform,
    outer: 1,
    leaves: Leaves::Nobody,
    under: None,
    before: "",
    within: "",
    has_slots: true,
};

fn first_warp(tid: [u32; 3]) -> bool {
    tid[0] / 32 == 0
}

fn odd(tid: [u32; 3]) -> bool {
    tid[0] % 2 == 1
}

fn shapes() -> Vec<Shape> {
    let p = PLAIN;
    vec![
        p,
        Shape { name: "a block of 33", block: [33, 1, 1], ..p },
        Shape { name: "a block of 48", block: [48, 1, 1], outer: 3, ..p },
        Shape { name: "two axes", block: [8, 9, 1], outer: 2, ..p },
        Shape { name: "three axes", block: [5, 7, 3], outer: 2, ..p },
        Shape { name: "launch bounds", bounds: "__launch_bounds__(256)", block: [256, 1, 1], ..p },
        Shape {
            name: "a block of a known size",
            options: &["--block-dim=64,2,1"],
            block: [64, 2, 1],
            ..p
        },
        Shape {
            name: "one warp",
            options: &["--block-dim=32,1,1"],
            block: [32, 1, 1],
            outer: 2,
            ..p
        },
        Shape { name: "stored again", outer: 4, ..p },
        Shape {
            name: "along x",
            values: Values::Along("x"),
            outer: 2,
            options: &["--block-dim=64,1,1"],
            ..p
        },
        Shape {
            name: "along y",
            values: Values::Along("y"),
            block: [8, 8, 1],
            options: &["--block-dim=8,8,1"],
            ..p
        },
        Shape {
            name: "along z",
            values: Values::Along("z"),
            block: [4, 4, 4],
            outer: 2,
            options: &["--block-dim=4,4,4"],
            ..p
        },
        Shape {
            name: "along y, 64 bits",
            ty: "long long",
            values: Values::Along("y"),
            block: [8, 8, 1],
            options: &["--block-dim=8,8,1"],
            ..p
        },
        Shape {
            name: "64 bits",
            ty: "long long",
            outer: 2,
            options: &["--block-dim=64,1,1"],
            has_slots: false,
            ..p
        },
        Shape {
            name: "unsigned",
            ty: "unsigned",
            values: Values::Along("x"),
            options: &["--block-dim=64,1,1"],
            ..p
        },
        Shape { name: "floats", ty: "float", outer: 2, ..p },
        Shape { name: "doubles", ty: "double", options: &["--block-dim=64,1,1"], ..p },
        Shape { name: "every lane its own", values: Values::Varying, has_slots: false, ..p },
        Shape { name: "who leaves before", leaves: Leaves::Before, outer: 2, ..p },
        Shape { name: "who leaves behind", leaves: Leaves::Behind, ..p },
        Shape {
            name: "who leaves the loop around",
            leaves: Leaves::Loop,
            outer: 3,
            has_slots: false,
            ..p
        },
        Shape {
            name: "the first warp",
            under: Some(("threadIdx.x / 32 == 0", first_warp)),
            options: &["--block-dim=96,1,1"],
            block: [96, 1, 1],
            outer: 2,
            ..p
        },
        Shape {
            name: "odd threads",
            under: Some(("threadIdx.x % 2 == 1", odd)),
            has_slots: false,
            ..p
        },
        Shape {
            name: "shared memory of the launch",
            before: "extern __shared__ int more[];",
            within: "if (n < 0) more[t] = s;",
            has_slots: false,
            ..p
        },
        Shape {
            name: "shared memory of its own",
            before: "__shared__ int own[64]; own[t & 63] = t; __syncthreads();",
            within: "s += own[t & 63] - (t & 63);",
            options: &["--block-dim=64,1,1"],
            ..p
        },
        Shape {
            name: "no shared memory left",
            before: "__shared__ int own[12288]; own[t] = 0; __syncthreads();",
            within: "s += own[t];",
            has_slots: false,
            ..p
        },
        Shape { name: "barriers in the loop", within: "__syncthreads();", outer: 2, ..p },
        Shape {
            name: "inline PTX reads",
            within: "asm(\"add.s32 %0, %0, %1;\" : \"+r\"(s) : \"r\"(u3));",
            options: &["--block-dim=64,1,1"],
            ..p
        },
        Shape {
            name: "a lane leaves the inner loop early",
            within: "if (t % 5 == i) break;",
            outer: 2,
            ..p
        },
        Shape {
            name: "a lock before",
            before: "while (atomicCAS((int *)&in[62], 0, 1) != 0); atomicExch((int *)&in[62], 0);",
            has_slots: false,
            ..p
        },
    ]
}

impl Shape {
    /// The bytes of what a thread leaves.
    fn width(&self) -> usize {
        if ["long long", "double"].contains(&self.ty) { 8 } else { 4 }
    }

    fn source(&self) -> String {
        let Shape { ty, bounds, outer, before, within, .. } = *self;
        let lines = |line: &dyn Fn(i32) -> String| (0..VALUES).map(line).collect::<String>();
        let value = |k: i32| match self.values {
            Values::Uniform => format!("{ty} u{k} = in[{k} + j];"),
            Values::Along(axis) => {
                format!("{ty} u{k} = in[{k} + j] + {} * ({ty})threadIdx.{axis};", k - 3)
            }
            Values::Varying => format!("{ty} u{k} = in[({k} + t + j) & 63];"),
        };
        let (above, within_rounds, behind) = match self.leaves {
            Leaves::Nobody => ("", "", ""),
            Leaves::Before => ("if (t % 2 == 1) return;", "", ""),
            Leaves::Behind => ("", "if (t % 2 == 1) return;", ""),
            Leaves::Loop => ("", "", "if (t % 2 == 1) break;"),
        };
        let under = self.under.map_or("1", |(text, _)| text);
        format!(
            "extern \"C\" __global__ {bounds} void k({ty} *out, const int *in, int n, int rounds) {{\n\
             int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n{before}\n{above}\n{ty} s = 1;\n\
             if ({under}) {{\n#pragma unroll 1\nfor (int j = 0; j < rounds; j++) {{\n{}\n{within_rounds}\n\
             #pragma unroll 1\nfor (int i = 0; i < n; i++) {{\n{}{within}\n}}\n{behind}\n}}\n}}\nout[t] = s;\n}}\n// {outer}\n",
            lines(&value),
            lines(&|k| format!("s = s * 3 + u{k};"))
        )
    }

    /// What a thread leaves, computed in integers of 64 bits, or floats; none where it leaves nothing.
    fn expected(&self, tid: [u32; 3], t: i64) -> Option<Vec<u8>> {
        let is_odd = t % 2 == 1;
        let mut s = Number::of(self.ty, 1);
        if (self.leaves == Leaves::Before || self.leaves == Leaves::Behind) && is_odd {
            return None;
        }
        let outer = if self.leaves == Leaves::Loop && is_odd { 1 } else { self.outer };
        let runs = self.under.is_none_or(|(_, holds)| holds(tid));
        for j in 0..if runs { i64::from(outer) } else { 0 } {
            for i in 0..i64::from(ROUNDS) {
                for k in 0..i64::from(VALUES) {
                    let u = match self.values {
                        Values::Uniform => input(k + j),
                        Values::Along(axis) => {
                            let axis = ["x", "y", "z"].iter().position(|a| *a == axis).unwrap();
                            input(k + j) + (k - 3) * i64::from(tid[axis])
                        }
                        Values::Varying => input((k + t + j) & 63),
                    };
                    s = s.times_three_and(u);
                }
                if self.within.contains("asm") {
                    s = s.and(input(3 + j));
                }
                if self.within.contains("break") && t % 5 == i {
                    break;
                }
            }
        }
        Some(s.bytes(self.ty))
    }
}

/// What a buffer of the kernel holds.
fn input(k: i64) -> i64 {
    if k == 62 { 0 } else { (k * 7 + 3) % 23 - 9 }
}

/// A number of the kernel's type.
#[derive(Clone, Copy)]
enum Number {
    Integer(i64),
    Float(f32),
    Double(f64),
}

impl Number {
    fn of(ty: &str, value: i64) -> Number {
        match ty {
            "float" => Number::Float(value as f32),
            "double" => Number::Double(value as f64),
            _ => Number::Integer(value),
        }
    }

    /// Floats are multiplied and added at once, as CUDA does where nobody forbids it.
    fn times_three_and(self, more: i64) -> Number {
        match self {
            Number::Integer(s) => Number::Integer(s.wrapping_mul(3).wrapping_add(more)),
            Number::Float(s) => Number::Float(s.mul_add(3.0, more as f32)),
            Number::Double(s) => Number::Double(s.mul_add(3.0, more as f64)),
        }
    }

    fn and(self, more: i64) -> Number {
        match self {
            Number::Integer(s) => Number::Integer(s.wrapping_add(more)),
            other => other,
        }
    }

    fn bytes(self, ty: &str) -> Vec<u8> {
        match self {
            Number::Integer(s) if ty == "long long" => s.to_le_bytes().to_vec(),
            Number::Integer(s) => (s as i32).to_le_bytes().to_vec(),
            Number::Float(s) => s.to_le_bytes().to_vec(),
            Number::Double(s) => s.to_le_bytes().to_vec(),
        }
    }
}

/// What is compiled with.
const WORDS: [&str; 5] = ["-arch=sm_80", "-O3", "-w", "--verify", "--maxrregcount=24"];

fn text(source: &str, more: &[&str]) -> String {
    let (options, _) = optx::Options::parse_args(&[&WORDS, more].concat()).expect("valid options");
    let ptx = optx::compile(source, &options).unwrap_or_else(|d| panic!("{d}\n{source}"));
    ptx.text().to_owned()
}

/// PTX and claims; claims change nothing of it.
fn compiled(shape: &Shape, more: &[&str]) -> (String, Claims) {
    let words = [&WORDS, shape.options, more].concat();
    let asked = [&words[..], &["--emit-claims=-"]].concat();
    let source = shape.source();
    let (options, _) = optx::Options::parse_args(&asked).expect("valid options");
    let ptx = optx::compile(&source, &options).unwrap_or_else(|d| panic!("{d}\n{source}"));
    assert_eq!(ptx.text(), text(&source, &[shape.options, more].concat()), "{}", shape.name);
    let claims = Claims::parse(ptx.claims().unwrap_or_default()).expect("claims");
    (ptx.text().to_owned(), claims)
}

/// What comes out, a thread's bytes each.
fn run(shape: &Shape, ptx: &str, schedule: Schedule) -> Vec<u8> {
    let module = Module::load(ptx).unwrap_or_else(|e| panic!("{e}\n{ptx}"));
    let mut device = Device::new();
    let size = MOST * shape.width();
    let input: Vec<u8> = (0..64).flat_map(|k| (input(k) as i32).to_le_bytes()).collect();
    let out = device.alloc(size as u64, "out").expect("memory");
    let given = device.alloc(input.len() as u64, "in").expect("memory");
    device.write(out, &vec![UNTOUCHED; size]).expect("written");
    device.write(given, &input).expect("written");
    let config = LaunchConfig {
        block: shape.block,
        dyn_shared: if shape.before.contains("extern") { 4096 } else { 0 },
        schedule,
        ..LaunchConfig::default()
    };
    let parameters = [
        out.0.to_le_bytes().to_vec(),
        given.0.to_le_bytes().to_vec(),
        ROUNDS.to_le_bytes().to_vec(),
        shape.outer.to_le_bytes().to_vec(),
    ];
    launch(&mut device, &module, "k", &config, &parameters)
        .unwrap_or_else(|e| panic!("{}: {e}\n{ptx}", shape.name));
    device.read(out, size as u64).expect("read")
}

/// What has to come out.
fn wanted(shape: &Shape) -> Vec<u8> {
    let [x, y, z] = shape.block;
    let width = shape.width();
    let mut bytes = vec![UNTOUCHED; MOST * width];
    for t in 0..x * y * z {
        let tid = [t % x, t / x % y, t / x / y];
        if let Some(value) = shape.expected(tid, i64::from(t)) {
            bytes[t as usize * width..][..width].copy_from_slice(&value);
        }
    }
    bytes
}

/// A case for who checks claims.
fn case_of(shape: &Shape) -> Case {
    let [x, y, z] = shape.block;
    let ty = match shape.ty {
        "float" => "f32",
        "double" => "f64",
        "long long" => "i64",
        _ => "i32",
    };
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"{ty}\"\nlength = {MOST}\ninit = \"zeros\"\n\
         [buffers.in]\ntype = \"i32\"\nlength = 64\ninit = \"zeros\"\n\
         [[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [{x}, {y}, {z}]\nshared = 4096\n\
         args = [\"&out\", \"&in\", {{ i32 = {ROUNDS} }}, {{ i32 = {} }}]\n",
        shape.outer
    );
    let launch = if shape.before.contains("extern") {
        launch
    } else {
        launch.replace("shared = 4096\n", "")
    };
    let launch = LaunchFile::parse(&launch).expect("a launch file");
    Case { name: shape.name.to_owned(), source: PathBuf::from("k.cu"), launch }
}

fn schedules() -> impl Iterator<Item = Schedule> {
    [Schedule::Lockstep].into_iter().chain((1..=4).map(Schedule::Adversarial))
}

#[test]
fn every_shape_gives_what_it_has_to() {
    // Those that have slots where none are expected, or none where some are.
    let mut otherwise: Vec<&str> = Vec::new();
    for shape in shapes() {
        let wanted = wanted(&shape);
        let (ptx, claims) = compiled(&shape, &[]);
        let has_slots = ptx.contains("__optx_warp_slots");
        if has_slots != shape.has_slots {
            otherwise.push(shape.name);
        }
        for schedule in schedules() {
            let found = run(&shape, &ptx, schedule);
            assert!(found == wanted, "{} {schedule:?}\n{ptx}", shape.name);
        }
        for schedule in [Schedule::Lockstep, Schedule::Adversarial(5)] {
            let report = checked(&case_of(&shape), &ptx, schedule, &claims);
            let report = report.unwrap_or_else(|e| panic!("{}: {e}", shape.name));
            assert_eq!(report.violations, 0, "{} {schedule:?}: {report:?}\n{ptx}", shape.name);
        }
    }
    assert!(otherwise.is_empty(), "{otherwise:?}");
}

/// Where values are made anew a lane may still read the old ones; one store needs no barrier.
#[test]
fn barriers_stand_where_slots_are_stored_again() {
    for (outer, wanted) in [(true, true), (false, false)] {
        let shape = shapes().into_iter().find(|shape| (shape.outer > 1) == outer).expect("one");
        // A loop of unknown rounds may come once more: the shape without one has none in its source.
        let mut source = shape.source();
        if !outer {
            source = source.replace("for (int j = 0; j < rounds; j++)", "int j = 0;");
        }
        let ptx = text(&source, &[]);
        assert!(ptx.contains("__optx_warp_slots"), "{ptx}");
        assert_eq!(ptx.contains("bar.warp.sync"), wanted, "{ptx}");
    }
}

/// Nothing is asked for, nothing is done: without a cap, where it is wide enough, below sm_70, where the pass is left out.
#[test]
fn nothing_is_done_where_nobody_asks() {
    let source = PLAIN.source();
    let has_slots = |words: &[&str]| {
        let words = [&["-O3", "-w", "--verify"], words].concat();
        let (options, _) = optx::Options::parse_args(&words).expect("valid options");
        let ptx = optx::compile(&source, &options).unwrap_or_else(|d| panic!("{d}"));
        ptx.text().contains("__optx_warp_slots")
    };
    assert!(has_slots(&["-arch=sm_80", "--maxrregcount=24"]));
    assert!(has_slots(&["-arch=sm_70", "--maxrregcount=24", "--block-dim=64,1,1"]));
    for words in [
        &["-arch=sm_80"][..],
        &["-arch=sm_80", "--maxrregcount=64"],
        &["-arch=sm_61", "--maxrregcount=24"],
        &["-arch=sm_80", "--maxrregcount=24", "--passes=-slots"],
    ] {
        assert!(!has_slots(words), "{words:?}");
    }
}

/// The warp's number is of all three axes: `x + nx * (y + ny * z)`.
#[test]
fn a_warp_finds_its_slots_by_three_axes() {
    let (ptx, _) = compiled(&PLAIN, &[]);
    for special in ["%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y"] {
        assert!(ptx.contains(special), "{special}\n{ptx}");
    }
}

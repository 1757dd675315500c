//! Atomic operations that one lane does for its warp: what they leave in memory, and the old values that threads find, in blocks of many shapes, partial
//! warps among them, against a reference that does one thread after another.

use std::path::{Path, PathBuf};

use optx_launch::{Data, Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::races::races;
use runtime_tests::suite::Case;

/// Blocks of a grid.
const BLOCKS: usize = 2;
/// Shapes of blocks: parts of a warp, whole warps, both, rows that go over warps, and planes.
const SHAPES: [[usize; 3]; 10] = [
    [1, 1, 1],
    [7, 1, 1],
    [32, 1, 1],
    [33, 1, 1],
    [96, 1, 1],
    [100, 1, 1],
    [5, 7, 1],
    [32, 3, 1],
    [16, 3, 2],
    [3, 5, 7],
];
const SCHEDULES: [Schedule; 3] =
    [Schedule::Lockstep, Schedule::Adversarial(1), Schedule::Adversarial(2)];

/// An operation: its function, the type of its operand, and what it makes of the old value.
type Op = (&'static str, Type, fn(i128, i128) -> i128);

/// A type of C: its name and bits, and whether it is signed.
type Type = (&'static str, u32, bool);
const U4: Type = ("unsigned", 32, false);
const I4: Type = ("int", 32, true);
const U8: Type = ("unsigned long long", 64, false);
const I8: Type = ("long long", 64, true);

const OPS: [Op; 16] = [
    ("atomicAdd", U8, |a, b| a + b),
    ("atomicMin", U8, |a, b| a.min(b)),
    ("atomicMax", U8, |a, b| a.max(b)),
    ("atomicMin", I8, |a, b| a.min(b)),
    ("atomicMax", I8, |a, b| a.max(b)),
    ("atomicAnd", U8, |a, b| a & b),
    ("atomicOr", U8, |a, b| a | b),
    ("atomicXor", U8, |a, b| a ^ b),
    ("atomicAdd", U4, |a, b| a + b),
    ("atomicMin", I4, |a, b| a.min(b)),
    ("atomicMax", U4, |a, b| a.max(b)),
    ("atomicAnd", U4, |a, b| a & b),
    ("atomicOr", U4, |a, b| a | b),
    ("atomicXor", U4, |a, b| a ^ b),
    ("atomicExch", U4, |_, b| b),
    ("atomicExch", U8, |_, b| b),
];

/// The number that the low bits of another are in a type.
fn cut(ty: Type, value: i128) -> i128 {
    let low = value & ((1 << ty.1) - 1);
    if ty.2 && low >> (ty.1 - 1) == 1 { low - (1 << ty.1) } else { low }
}

/// One kernel of several operations, each at a place of its own for the block or for each warp, in global memory or in shared; the first, where
/// nobody reads old values, in a loop.
fn kernel(ops: &[(Op, bool)], of_warps: bool, is_shared: bool, is_used: bool) -> String {
    let mut text = String::from(
        "extern \"C\" __global__ void run(unsigned long long *o, unsigned long long *old, const unsigned long long *in, int n)\n{\n\
         unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n\
         unsigned all = blockDim.x * blockDim.y * blockDim.z;\n\
         unsigned long long v = in[blockIdx.x * all + t], one = in[n];\n",
    );
    let place = if of_warps { "t / 32" } else { "0" };
    if is_shared {
        text += "__shared__ unsigned long long s[16 * 8];\n\
                 for (int k = t; k < 16 * 8; k += all) s[k] = in[n + 1 + k];\n__syncthreads();\n";
    }
    let at = if is_shared { "s" } else { "o" };
    for (k, ((name, ty, _), varies)) in ops.iter().enumerate() {
        let value = if *varies { "v" } else { "one" };
        let (c, block) = (ty.0, if is_shared { "0" } else { "blockIdx.x * 128" });
        let call = format!("{name}(({c} *)&{at}[{block} + {k} * 8 + {place}], ({c}){value})");
        match is_used {
            true => text += &format!("old[(blockIdx.x * 16 + {k}) * all + t] = {call};\n"),
            // All lanes go round as often.
            false if k == 0 => {
                text += &format!("for (int i = 0; i < n - n / 2 * 2 + 1; i++) {call};\n")
            }
            false => text += &format!("{call};\n"),
        }
    }
    if is_shared {
        text += "__syncthreads();\nfor (int k = t; k < 16 * 8; k += all) o[blockIdx.x * 128 + k] = s[k];\n";
    }
    text + "}\n"
}

/// A number that says little.
fn number(k: usize) -> u64 {
    let x = (k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

struct Run {
    ops: Vec<(Op, bool)>,
    of_warps: bool,
    is_shared: bool,
    is_used: bool,
}

impl Run {
    fn case(&self, shape: [usize; 3]) -> Case {
        let threads: usize = shape.iter().product();
        let n = BLOCKS * threads;
        let inputs: Vec<String> =
            (0..n + 1 + 128).map(|k| format!("\"{:#x}\"", number(k))).collect();
        let starts: Vec<String> = (0..BLOCKS)
            .flat_map(|_| (0..128).map(|k| format!("\"{:#x}\"", number(n + 1 + k))))
            .collect();
        let launch = format!(
            "source = \"k.cu\"\n[buffers.o]\ntype = \"u64\"\nlength = {}\ninit = {{ values = [{}] }}\n\
             [buffers.old]\ntype = \"u64\"\nlength = {}\ninit = \"zeros\"\n\
             [buffers.in]\ntype = \"u64\"\nlength = {}\ninit = {{ values = [{}] }}\n\
             [[launch]]\nkernel = \"run\"\ngrid = [{BLOCKS}]\nblock = {shape:?}\nargs = [\"&o\", \"&old\", \"&in\", {{ i32 = {n} }}]\n",
            BLOCKS * 128,
            starts.join(", "),
            BLOCKS * 16 * threads,
            inputs.len(),
            inputs.join(", "),
        );
        let launch = LaunchFile::parse(&launch).expect("a launch file");
        Case { name: "run".into(), source: PathBuf::from("k.cu"), launch }
    }

    /// What one thread after another leaves at each place, and the old values that they find there, sorted.
    fn expected(&self, shape: [usize; 3]) -> (Vec<u64>, Vec<Vec<u64>>) {
        let threads: usize = shape.iter().product();
        let n = BLOCKS * threads;
        let mut memory: Vec<u64> = (0..BLOCKS * 128).map(|k| number(n + 1 + k % 128)).collect();
        let mut olds = Vec::new();
        for block in 0..BLOCKS {
            for (k, ((_, ty, op), varies)) in self.ops.iter().enumerate() {
                let mut found = Vec::new();
                for t in 0..threads {
                    let warp = if self.of_warps { t / 32 } else { 0 };
                    let place = &mut memory[block * 128 + k * 8 + warp];
                    let operand = if *varies { number(block * threads + t) } else { number(n) };
                    let rounds = if k == 0 && !self.is_used { n - n / 2 * 2 + 1 } else { 1 };
                    for _ in 0..rounds {
                        let old = cut(*ty, i128::from(*place));
                        let new = cut(*ty, op(old, cut(*ty, i128::from(operand))));
                        let high = if ty.1 == 32 { *place >> 32 << 32 } else { 0 };
                        *place = high | cut((ty.0, ty.1, false), new) as u64;
                        // Where it is stored it is as long as the place.
                        found.push(old as u64);
                    }
                }
                found.sort_unstable();
                olds.push(found);
            }
        }
        (memory, olds)
    }

    fn check(&self, arch: &str, shape: [usize; 3], is_known: bool) -> usize {
        let text = kernel(&self.ops, self.of_warps, self.is_shared, self.is_used);
        let dim = format!("--block-dim={},{},{}", shape[0], shape[1], shape[2]);
        let mut arguments = vec!["-O3", arch, "-lineinfo"];
        if is_known {
            arguments.push(&dim);
        }
        let what = format!("{arguments:?} {shape:?}\n{text}");
        let compiled = |arguments: &[&str]| {
            let (options, _) = optx::Options::parse_args(arguments).expect("options");
            let include = optx::DirectoryIncludes::default();
            let ptx = optx::compile_with("k.cu", &text, &options, &include);
            ptx.unwrap_or_else(|e| panic!("{e}\n{what}")).text().to_owned()
        };
        let ptx = compiled(&arguments);
        let leaders = ptx.matches("%laneid").count();
        assert_eq!(
            leaders > 0,
            compiled(&arguments)
                != compiled(&[&arguments[..], &["--passes=-atomic-aggregation"]].concat()),
            "{what}"
        );
        let case = self.case(shape);
        let (memory, olds) = self.expected(shape);
        for schedule in SCHEDULES {
            let mut device = Emulator::new(schedule);
            let out =
                optx_launch::run(&case.launch, &ptx, &mut device, &NoReferences, Path::new("."))
                    .unwrap_or_else(|e| panic!("{schedule:?}: {e}\n{what}\n{ptx}"));
            let all = |data: &Data| (0..data.len()).map(|k| data.bits(k)).collect::<Vec<u64>>();
            let got = all(&out.outputs["o"]);
            for (k, (got, wanted)) in got.iter().zip(&memory).enumerate() {
                assert_eq!(got, wanted, "{schedule:?}: o[{k}]\n{what}\n{ptx}");
            }
            let threads: usize = shape.iter().product();
            let old = all(&out.outputs["old"]);
            for (k, wanted) in olds.iter().enumerate().filter(|_| self.is_used) {
                let first = (k / self.ops.len() * 16 + k % self.ops.len()) * threads;
                let mut got = old[first..first + threads].to_vec();
                got.sort_unstable();
                assert_eq!(&got, wanted, "{schedule:?}: old {k}\n{what}\n{ptx}");
            }
            let found = races(&case, &ptx, schedule).unwrap_or_else(|e| panic!("{e}\n{what}"));
            let list: Vec<String> = found.races().map(ToString::to_string).collect();
            assert!(list.is_empty(), "{}\n{what}\n{ptx}", list.join("\n"));
        }
        leaders
    }
}

fn check(is_used: bool, fits: impl Fn(&Op, bool) -> bool) {
    for (of_warps, is_shared) in [(false, false), (false, true), (true, false), (true, true)] {
        for varies in [false, true] {
            let ops: Vec<(Op, bool)> =
                OPS.iter().filter(|op| fits(op, varies)).map(|&op| (op, varies)).collect();
            if ops.is_empty() {
                continue;
            }
            let run = Run { ops, of_warps, is_shared, is_used };
            for arch in ["-arch=sm_75", "-arch=sm_80"] {
                let (mut leaders, mut unknown) = (0, 0);
                for shape in SHAPES {
                    leaders += run.check(arch, shape, true);
                    unknown += run.check(arch, shape, false);
                }
                // Before sm_80 ten shuffles are too many for global memory; what is left there ptxas does.
                let is_none = varies && !is_shared && !of_warps && arch == "-arch=sm_75";
                assert_eq!(leaders > 0, !is_none, "{of_warps} {is_shared} {varies} {arch}");
                // Which warp a thread is of is not known without the shape.
                assert_eq!(
                    unknown > 0,
                    !is_none && !of_warps,
                    "{of_warps} {is_shared} {varies} {arch}"
                );
            }
        }
    }
}

#[test]
fn what_is_left_is_what_all_threads_leave() {
    // Of exchanges any may be the last: with one operand it is known.
    check(false, |op, varies| !varies || op.0 != "atomicExch");
}

#[test]
fn old_values_are_those_of_some_order() {
    check(true, |_, varies| !varies);
}

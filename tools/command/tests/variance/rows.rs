//! Warps that cover several rows of a block of a known shape: what the report counts is what the emulator counts.

use super::{Source, optx, text_of};

/// Blocks, ints from thread to thread along the axes, and whether all warps lie the same.
const ACCESSES: [([u32; 3], [u32; 3], bool); 9] = [
    ([8, 8, 1], [1, 8, 0], true),
    ([8, 8, 1], [1, 12, 0], true),
    ([8, 8, 1], [8, 1, 0], true),
    ([16, 2, 1], [1, 33, 0], true),
    ([16, 16, 1], [1, 33, 0], true),
    ([4, 4, 4], [1, 32, 8], true),
    ([4, 4, 4], [2, 8, 32], true),
    ([4, 2, 16], [0, 3, 5], true),
    ([5, 7, 3], [1, 7, 50], false),
];

/// The counts of the emulator: warps' accesses, and what they cost.
fn ran(kernel: &str, block: [u32; 3], counters: [&str; 2]) -> [u64; 2] {
    let source = Source::new(kernel);
    let launch = format!("{}.launch.toml", source.1);
    let text = format!(
        "[buffers.a]\ntype = \"i32\"\nlength = 4096\n[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = {block:?}\nargs = [\"&a\"]\n"
    );
    std::fs::write(&launch, text).expect("a temporary file");
    let run = optx(&[
        "run",
        &source.1,
        &format!("--launch={launch}"),
        "--device=emulator",
        "--format=json",
    ]);
    assert!(run.status.success(), "{}", text_of(&run.stderr));
    let found: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    let of = |name: &str| found["launches"][0]["counters"][name].as_u64().expect("a count");
    counters.map(of)
}

/// The number before some words of a note.
fn number(note: &str, before: &str) -> u64 {
    let (head, _) = note.split_once(before).unwrap_or_else(|| panic!("no `{before}` in {note}"));
    let last = head.rsplit(' ').next().expect("a word");
    last.parse().unwrap_or_else(|_| panic!("no number before `{before}` in {note}"))
}

#[test]
fn sectors_are_those_that_the_emulator_counts() {
    let mut inexact = 0;
    for (block, [x, y, z], _) in ACCESSES {
        let kernel = format!(
            "extern \"C\" __global__ void k(int *a) {{\n    a[threadIdx.x * {x} + threadIdx.y * {y} + threadIdx.z * {z}] = 1;\n}}\n"
        );
        let shape = format!("--block-dim={},{},{}", block[0], block[1], block[2]);
        let listing = Source::new(&kernel).text(&[&shape]);
        let note = listing.lines().find(|l| l.contains("store a[")).expect("a note");
        let told = number(note, " sector");
        let [accesses, sectors] = ran(&kernel, block, ["global_accesses", "global_sectors"]);
        if note.contains("up to") {
            inexact += 1;
            // One warp moves as many, another fewer, and each at least one.
            let possible = told + accesses - 1..told * accesses;
            assert!(possible.contains(&sectors), "{block:?} {note}");
        } else {
            assert_eq!(told * accesses, sectors, "{block:?} {note}");
        }
    }
    assert_eq!(inexact, 2, "rows that begin within sectors, and parts of rows");
}

#[test]
fn bank_conflicts_are_those_that_the_emulator_counts() {
    for (block, [x, y, z], alike) in ACCESSES {
        let kernel = format!(
            "extern \"C\" __global__ void k(int *a) {{\n    __shared__ int s[1024];\n    s[threadIdx.x * {x} + threadIdx.y * {y} + threadIdx.z * {z}] = 1;\n    __syncthreads();\n    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) a[0] = s[0];\n}}\n"
        );
        let shape = format!("--block-dim={},{},{}", block[0], block[1], block[2]);
        let listing = Source::new(&kernel).text(&[&shape]);
        let note = listing.lines().find(|l| l.contains("store s[")).expect("a note");
        let told = match note.contains("no bank conflict") {
            true => 1,
            false => number(note, "-way bank conflict"),
        };
        let [accesses, passes] = ran(&kernel, block, ["shared_accesses", "shared_passes"]);
        // The load behind the barrier is one access, and one pass.
        let (accesses, passes) = (accesses - 1, passes - 1);
        if alike {
            assert_eq!(told * accesses, passes, "{block:?} {note}");
        } else {
            let possible = told + accesses - 1..=told * accesses;
            assert!(possible.contains(&passes), "{block:?} {note}");
        }
    }
}

/// Rows of 4 ints are half a sector each, wherever they are: eight sectors where four would hold as much. Of 8 ints they fill sectors.
#[test]
fn remarks_tell_of_rows() {
    let source = Source::new(
        "__global__ void k(int *a, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = threadIdx.x;
    a[row * n + col] = 1;
}
",
    );
    let out = format!("{}.ptx", source.1);
    let told = |shape: &str| {
        let run = optx(&["compile", &source.1, shape, "-Rpass-analysis=variance", "-o", &out]);
        assert!(run.status.success(), "{}", text_of(&run.stderr));
        text_of(&run.stderr)
    };
    let narrow = told("--block-dim=4,16");
    let wanted = "is not coalesced: in blocks of 4 x 16 x 1 its lanes are apart 4 bytes along x and n*4 bytes along y for 4 bytes a lane, up to 8 sectors a warp (4 at best)";
    assert!(narrow.contains(wanted), "{narrow}");
    let wide = told("--block-dim=8,16");
    assert!(!wide.contains("not coalesced"), "{wide}");
}

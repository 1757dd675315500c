//! `--ptx-regs` and `--regalloc` from outside: what is refused, and how.

use std::process::Command;

/// The status of `optx compile`, its PTX and what it says.
fn compile(source: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("k.cu"), source).expect("the source");
    let mut command = Command::new(env!("CARGO_BIN_EXE_optx"));
    command.current_dir(&folder).args(["compile", "k.cu", "-o", "-", "-arch=sm_80"]).args(options);
    let output = command.output().expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Eight doubles stand in one text: 16 registers of 32 bits.
const WIDE: &str = "__global__ void k(double *p, int i) {
    double a = p[0], b = p[1], c = p[2], d = p[3], s;
    asm volatile(\"{ .reg .f64 t; add.f64 t, %1, %2; add.f64 t, t, %3; add.f64 %0, t, %4; }\" : \"=d\"(s) : \"d\"(a), \"d\"(b), \"d\"(c), \"d\"(d));
    p[i] = s;
}
";

#[test]
fn too_few_registers_name_the_least_and_the_line() {
    // Four doubles that are read and the one that is written, which may be written before all are read.
    let (status, ptx, said) = compile(WIDE, &["--ptx-regs=8", "--regalloc=linear-scan"]);
    assert_eq!((status, ptx.as_str()), (Some(1), ""), "{said}");
    assert!(said.contains("--ptx-regs=8 is too few: an instruction here needs 10"), "{said}");
    assert!(said.contains("k.cu:3:"), "{said}");
    let (status, ptx, said) = compile(WIDE, &["--ptx-regs=10", "--regalloc=linear-scan"]);
    assert_eq!(status, Some(0), "{said}");
    // Doubles, words and addresses have names of their own, and no class has more than ten.
    for declared in [".reg .f64 %fd<", ".reg .b64 %rd<"] {
        let count = ptx.split(declared).nth(1).and_then(|rest| rest.split('>').next());
        assert!(count.and_then(|n| n.parse().ok()).is_some_and(|n: u32| n <= 10), "{ptx}");
    }
}

#[test]
fn what_makes_no_sense_together_is_a_mistake() {
    let source = "__global__ void k(int *p) { p[0] = 1; }\n";
    for (options, why) in [
        (&["--regalloc=affra"][..], "without that ptxas does"),
        (&["--ptx-regs=9", "--maxrregcount=32"], "leave one out"),
        (&["--ptx-regs=0"], "--ptx-regs"),
        (&["--ptx-regs=9", "--regalloc=best"], "wants linear-scan, divra, remra, affra or priced"),
    ] {
        let (status, ptx, said) = compile(source, options);
        assert_eq!((status, ptx.as_str()), (Some(2), ""), "{options:?}: {said}");
        assert!(said.contains(why), "{options:?}: {said}");
    }
}

#[test]
fn a_call_that_stays_is_refused_where_it_stands() {
    let source = "__device__ __noinline__ int f(int a) { return a * a; }
__global__ void k(int *p) {
    p[0] = f(p[1]);
}
";
    let (status, ptx, said) = compile(source, &["--ptx-regs=9"]);
    assert_eq!((status, ptx.as_str()), (Some(1), ""), "{said}");
    assert!(
        said.contains("with a call that stays is not supported") && said.contains("k.cu:3:"),
        "{said}"
    );
}

/// One value of the block over a loop with a barrier goes to the warp, not to the thread; linear scan sends it to the thread.
#[test]
fn what_is_one_for_a_warp_is_put_where_the_warp_finds_it() {
    let source = "__global__ void k(float *p, int n) {
    float a = p[0], b = p[1], c = p[2], d = p[3];
    for (int i = 0; i < n; i++) { p[i] = a * b + c * d + p[i + 4]; a += 1.0f; b += 2.0f; c += 3.0f; d += 4.0f; }
}
";
    let count = |allocator: &str, what: &str| {
        let (status, ptx, said) = compile(source, &["--ptx-regs=7", allocator]);
        assert_eq!(status, Some(0), "{said}");
        ptx.matches(what).count()
    };
    assert!(count("--regalloc=divra", "ld.volatile.shared") > 0);
    assert_eq!(count("--regalloc=linear-scan", ".shared"), 0);
    assert!(count("--regalloc=linear-scan", "ld.local") > count("--regalloc=divra", "ld.local"));
}

/// An address is of an index that was extended, of which nobody knows factors; it is made again of the index and the parameter, and is not kept.
#[test]
fn an_address_is_made_again_of_its_index() {
    let source = "__global__ void k(float *p, const float *q, float a, float b, float c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = q[i], t = s * a, u = s * b, v = s * c;
    for (int k = 0; k < 9; k++) { s = s * t + u; t = t * u + v; u = u * v + s; v = v * s + t; }
    p[i] = s + t + u + v;
}
";
    let count = |allocator: &str| {
        let (status, ptx, said) = compile(source, &["--ptx-regs=7", allocator]);
        assert_eq!(status, Some(0), "{said}");
        ptx.matches(".local").count()
    };
    assert!(count("--regalloc=linear-scan") > 0);
    assert_eq!(count("--regalloc=priced"), 0);
}

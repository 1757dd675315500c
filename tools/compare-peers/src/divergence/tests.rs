use super::{Class, Counted, MODES, Row, Split, count, spread, tables};

/// The kernels of a source.
fn counted(source: &str) -> Counted {
    count("file", "k.cu", source, &[]).expect("a right source")
}

/// A kernel around statements, its variables in each mode.
fn of(body: &str) -> [Split; MODES.len()] {
    let source = format!("__global__ void k(int *p, const int *q, int n) {{ {body} }}");
    let Counted { rows, functions } = counted(&source);
    assert_eq!((rows.len(), functions.len()), (1, 0), "{source}");
    rows[0].by
}

/// So many of each class, in the order of [`Class::ALL`].
fn splits(by: [Split; MODES.len()]) -> [[u32; Class::ALL.len()]; MODES.len()] {
    by.map(|split| split.0)
}

/// By hand: `p` and `n`; `threadIdx.x`, that in 64 bits and times four; the sum of that and `p`.
#[test]
fn a_variable_is_what_ptx_has_a_register_for() {
    let affine = [0, 2, 0, 3, 1, 0, 0];
    assert_eq!(splits(of("p[threadIdx.x] = n;")), [[0, 2, 0, 0, 0, 0, 4], affine, affine]);
    // A predicate more, which no sum over the index is; a row's index is known to who knows three axes alone.
    let with_branch = splits(of("if (threadIdx.x < n) p[threadIdx.x] = n;"));
    assert_eq!(with_branch, [[0, 2, 0, 0, 0, 0, 5], [0, 2, 0, 3, 1, 0, 1], [0, 2, 0, 3, 1, 0, 1]]);
    let row = splits(of("p[threadIdx.y] = n;"));
    assert_eq!(row, [[0, 2, 0, 0, 0, 0, 4], [0, 2, 0, 0, 0, 0, 4], affine]);
}

#[test]
fn what_blocks_share_is_not_divergent() {
    for split in of("p[blockIdx.x] = n;") {
        assert_eq!(split.0, [0, 6, 0, 0, 0, 0, 0]);
        assert_eq!((split.divergent(), split.affine()), (Some(0.0), None));
    }
}

/// A multiple of the index by a value is told with coefficients that are values, and so is what lanes count.
#[test]
fn what_only_the_full_mode_tells() {
    let [_, known, full] = of("p[threadIdx.x * n] = n;");
    let by_value = Class::AffineByValue as usize;
    assert_eq!((known.0[by_value], full.0[by_value] > 0), (0, true), "{full:?}");
    let [binary, known, full] = of("p[blockIdx.x] = __shfl_sync(~0u, q[threadIdx.x], 3);");
    let warp = Class::Warp as usize;
    assert_eq!([binary, known, full].map(|split| split.0[warp]), [0, 0, 1]);
}

/// What a loop that threads leave in different rounds counts is one value for who is inside, and a variable of its own behind it.
#[test]
fn what_leaves_a_loop_is_a_variable() {
    let left = |condition: &str| {
        of(&format!(
            "int i = 0;\n#pragma unroll 1\ndo i++; while ({condition});\np[blockIdx.x] = i * 7;"
        ))
    };
    let together = left("i < n");
    assert!(together.iter().all(|split| split.divergent() == Some(0.0)), "{together:?}");
    let [binary, ..] = left("q[i] > (int)threadIdx.x");
    // The index, what is loaded where some threads are gone, the predicate, what leaves the loop and seven times that; the counter in it is none of them.
    assert_eq!(binary.0[Class::Any as usize], 5, "{binary:?}");
}

#[test]
fn functions_out_of_line_are_named_and_not_counted() {
    let source = "__device__ __noinline__ int f(int a) { return a * a; }
__global__ void k(int *p) { p[threadIdx.x] = f(p[threadIdx.x]); }
__global__ void l(int *p) { p[0] = 1; }";
    let found = counted(source);
    assert_eq!(found.functions, ["f"]);
    let names: Vec<&str> = found.rows.iter().map(|row| row.kernel.as_str()).collect();
    assert_eq!(names, ["k", "l"]);
    let wrong = count("file", "k.cu", "__global__ void k(int *p) { p = 1.5f; }", &[]);
    assert!(wrong.is_err_and(|e| e.contains("error[")), "what does not compile is told");
}

/// Each mode tells what the one before it does, and more.
#[test]
fn a_mode_tells_no_less_than_the_one_before_it() {
    for body in [
        "p[threadIdx.x] = q[threadIdx.y * n + threadIdx.x];",
        "for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] += q[i / 32];",
        "if (threadIdx.x / 32 == 0) p[threadIdx.x & 31] = __shfl_xor_sync(~0u, n, 1);",
    ] {
        let by = of(body);
        for (less, more) in [(by[0], by[1]), (by[1], by[2])] {
            assert_eq!(less.all(), more.all(), "{body}");
            assert!(more.divergent() <= less.divergent(), "{body}: {by:?}");
            let any = |split: Split| split.0[Class::Any as usize];
            assert!(any(more) <= any(less), "{body}: {by:?}");
        }
    }
}

#[test]
fn shares_and_spreads_by_hand() {
    let split = Split([1, 2, 1, 3, 1, 0, 8]);
    assert_eq!(
        (split.all(), split.divergent(), split.affine()),
        (16, Some(0.75), Some(4.0 / 12.0))
    );
    assert_eq!(Split::default().divergent(), None);
    assert_eq!(spread([]), None);
    assert_eq!(spread([0.5]), Some((0.5, [0.5; 5])));
    assert_eq!(spread([0.4, 0.0, 0.2, 0.1, 0.3]), Some((0.2, [0.0, 0.1, 0.2, 0.3, 0.4])));
}

#[test]
fn tables_have_the_small_kernels_first_and_a_mean_of_kernels() {
    let row = |kernel: &str, split: [u32; 7]| {
        let by = [Split(split); MODES.len()];
        Row { file: "file".to_owned(), kernel: kernel.to_owned(), by }
    };
    let text = tables(&[row("large", [0, 6, 0, 2, 0, 0, 0]), row("small", [0, 0, 0, 0, 0, 0, 2])]);
    let first = "| binary | 62.5 % | 25, 25, 100, 100, 100 | 40.0 % | 50.0 % | 0, 0, 100, 100, 100 | 50.0 % |";
    assert!(text.contains(first), "{text}");
    let [small, large] = ["| file: small | 2 |", "| file: large | 8 |"].map(|at| text.find(at));
    assert!(small.is_some() && small < large, "{text}");
}

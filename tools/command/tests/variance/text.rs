//! The listing, the remarks, and what is refused.

use super::{Source, at, optx, text_of};

/// The line of a listing that holds a text.
fn line(listing: &str, part: &str) -> String {
    let found = listing.lines().find(|l| l.contains(part));
    found.unwrap_or_else(|| panic!("no `{part}` in\n{listing}")).to_owned()
}

const ACCESSES: &str =
    "__global__ void k(float *a, float4 *v, const int *index, double *d, int n) {
    __shared__ float tile[32 * 33];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
    a[2 * i] = 1;
    a[n] = 1;
    a[index[i]] = 1;
    a[i * n] = 1;
    v[i] = make_float4(1, 2, 3, 4);
    d[i] = 1;
    tile[threadIdx.x * 33] = 1;
    tile[threadIdx.x * 2] = 1;
    tile[threadIdx.x * 32] = 1;
    ((char *)a)[i] = 1;
}
";

/// A warp's 32 lanes of 4 bytes are 128 bytes, four sectors of 32; every second element makes eight; of 16 bytes a lane sixteen is the
/// least. A stride of 33 words meets each bank once, of 2 words each second bank twice, of 32 words one bank 32 times.
#[test]
fn strides() {
    let listing = Source::new(ACCESSES).text(&[]);
    for (part, wanted) in [
        ("store a[i]:", "coalesced, stride 4 B, 4 sectors a warp"),
        ("store a[2 * i]:", "stride 8 B for 4 B, 8 sectors a warp (4 at best)"),
        ("store a[n]:", "broadcast"),
        ("store a[index[i]]:", "stride unknown, up to 32 sectors a warp"),
        ("load index[i]:", "coalesced, stride 4 B"),
        ("store a[i * n]:", "stride n*4 B, known when it runs"),
        ("store v[i]:", "coalesced, stride 16 B, 16 sectors a warp"),
        ("store d[i]:", "coalesced, stride 8 B, 8 sectors a warp"),
        ("store tile[threadIdx.x * 33]:", "shared stride 132 B, no bank conflict"),
        ("store tile[threadIdx.x * 2]:", "shared stride 8 B, 2-way bank conflict"),
        ("store tile[threadIdx.x * 32]:", "shared stride 128 B, 32-way bank conflict"),
        ("store ((char *)a)[i]:", "coalesced, stride 1 B, 1 sector a warp"),
    ] {
        let found = line(&listing, part);
        assert!(found.contains(wanted), "{found}");
    }
    assert!(!listing.contains('\x1b'), "colour is for terminals");
}

const MACROS: &str = "#define BELOW(a, b) ((a) < (b))
#define BOTH(a, b) (a) && (b)
#define HALF(x) ((x) / 2)
#define STOP(c) if (c) return
#define UNLESS(i, n) if (i >= n) return;
#define INSIDE (i < n)
#define IS(x) x
__global__ void k(float *q, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    STOP(i > n);
    UNLESS(i, m)
    if (BELOW(i, n)) q[i] = 1;
    if (INSIDE) q[i] = 2;
    if (BOTH(i < n, i < m)) q[i] = 3;
    if (HALF(i) < n) q[i] = 4;
    if (i < HALF(n)) q[i] = 5;
    if (HALF(i) + m < HALF(n) + 3) q[i] = 6;
    while (BELOW(HALF(i), m)) i += HALF(n);
    if (BELOW(i, BELOW(n, m))) q[i] = 8;
    if (IS(i) < n) q[i] = 7;
}
";

/// A condition that a macro makes is quoted as the macro's use; one that an argument holds, as the argument.
#[test]
fn conditions_of_macros_are_their_uses() {
    let listing = Source::new(MACROS).text(&[]);
    let branches = listing.lines().filter_map(|l| l.split_once("`- branch ")?.1.split_once(": "));
    let found: Vec<&str> = branches.map(|(condition, _)| condition).collect();
    let wanted = [
        "i > n",
        "UNLESS(i, m)",
        "BELOW(i, n)",
        "INSIDE",
        "BOTH(i < n, i < m)",
        "HALF(i) < n",
        "i < HALF(n)",
        "HALF(i) + m < HALF(n) + 3",
        "BELOW(HALF(i), m)",
        "BELOW(i, BELOW(n, m))",
        "IS(i) < n",
    ];
    assert_eq!(found, wanted, "{listing}");
}

/// Four numbers in a row are four requests of a warp, or two where a vector is aligned: each is judged by itself.
#[test]
fn structures_are_told_by_their_instructions() {
    let source = "struct Plain { double a, b, c, d; };
struct __align__(16) Wide { double a, b, c, d; };
__global__ void k(Plain *p, Wide *w, float4 *f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = p[i + n];
    w[i] = w[i + n];
    f[i] = f[i + n];
    p[n] = p[0];
}
";
    let told = |options: &[&str], wanted: &[(&str, &str)]| {
        let listing = Source::new(source).text(options);
        for (part, wanted) in wanted {
            let found = line(&listing, part);
            assert!(found.ends_with(wanted), "{found}");
        }
    };
    let plain = "stride 32 B for 4 x 8 B, 128 sectors a warp (32 at best)";
    let wide = "stride 32 B for 2 x 16 B, 64 sectors a warp (32 at best)";
    told(
        &[],
        &[
            ("store p[i]:", plain),
            ("load p[i + n]:", plain),
            ("store w[i]:", wide),
            ("load w[i + n]:", wide),
            ("store f[i]:", "coalesced, stride 16 B, 16 sectors a warp"),
            ("store p[n]:", "broadcast"),
            ("kernel k:", "4 of 8 global accesses not coalesced"),
        ],
    );
    // No vectors are made where nothing is optimized.
    let four = "stride 16 B for 4 x 4 B, 64 sectors a warp (16 at best)";
    told(&["-O0"], &[("store w[i]:", plain), ("store f[i]:", four)]);
}

#[test]
fn blocks_of_two_dimensions() {
    let source = "__global__ void k(float *a, const float *b, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    a[row * n + col] = b[col * n + row];
    a[row] = 1;
}
";
    let listing = Source::new(source).text(&[]);
    assert!(line(&listing, "store a[row * n + col]:").contains("coalesced, stride 4 B along x"));
    assert!(
        line(&listing, "load b[col * n + row]:").contains("stride n*4 B, known when it runs"),
        "{listing}"
    );
    assert!(line(&listing, "store a[row]:").contains("broadcast along x"));
}

const TILES: &str = "__global__ void k(float *a, const float *b, int n) {
    __shared__ float tile[64 * 33], flat[1024];
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    int whole = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    a[row * n + col] = b[col * n + row];
    a[row] = 1;
    tile[threadIdx.y * 33 + threadIdx.x] = 1;
    flat[t] = 1;
    flat[whole] = 2;
    if (t / 32 == 1) a[n] = 1;
    if (whole / 32 == 1) a[n] = 2;
    if (threadIdx.y == 1) a[n] = 3;
    if (col < n) a[n] = 4;
}
";

/// With a known shape what a warp does is known: in rows of a multiple of 32 threads `along x` is from lane to lane, and the number of a
/// thread in its block goes with the lane in every shape.
#[test]
fn blocks_of_a_known_shape() {
    let any = Source::new(TILES).text(&[]);
    assert!(line(&any, "store flat[t]:").contains("stride 4 B along x"), "{any}");
    for (shape, expected) in [
        (
            "32,8",
            [
                ("store a[row * n + col]:", "coalesced, stride 4 B, 4 sectors a warp"),
                ("store a[row]:", "broadcast"),
                ("store tile[", "shared stride 4 B, no bank conflict"),
                ("store flat[t]:", "shared stride 4 B, no bank conflict"),
                ("store flat[whole]:", "shared stride 4 B, no bank conflict"),
                ("branch t / 32 == 1:", "warp-uniform (xy)"),
                ("branch whole / 32 == 1:", "warp-uniform (xy)"),
                ("branch threadIdx.y == 1:", "warp-uniform (y)"),
            ],
        ),
        (
            "16,16",
            [
                (
                    "store a[row * n + col]:",
                    "coalesced, stride 4 B along x, n*4 B along y, up to 4 sectors a warp",
                ),
                (
                    "store a[row]:",
                    "coalesced, broadcast along x, stride 4 B along y, 1 sector a warp",
                ),
                // Words 0 to 15 and 33 to 48: words 33 to 47 meet 1 to 15.
                ("store tile[", "shared stride 4 B along x, 132 B along y, 2-way bank conflict"),
                ("store flat[t]:", "shared stride 4 B, no bank conflict"),
                ("store flat[whole]:", "shared stride 4 B, no bank conflict"),
                ("branch t / 32 == 1:", "warp-uniform (xy)"),
                ("branch whole / 32 == 1:", "warp-uniform (xy)"),
                ("branch threadIdx.y == 1:", "uniform along x, divergent (y)"),
            ],
        ),
        // A warp has four rows of two layers each: only the whole number goes with the lane.
        (
            "4,4,16",
            [
                // Four rows of 16 bytes, and again the same four in the next layer.
                (
                    "store a[row * n + col]:",
                    "coalesced, stride 4 B along x, n*4 B along y, broadcast along z, up to 4 sectors a warp",
                ),
                (
                    "store a[row]:",
                    "coalesced, broadcast along x, stride 4 B along y, broadcast along z, 1 sector a warp",
                ),
                // Words 0 to 3, 33 to 36, 66 to 69, 99 to 102: word 33 y + x is in bank y + x.
                (
                    "store tile[",
                    "shared stride 4 B along x, 132 B along y, broadcast along z, 4-way bank conflict",
                ),
                (
                    "store flat[t]:",
                    "shared stride 4 B along x, 16 B along y, broadcast along z, no bank conflict",
                ),
                ("store flat[whole]:", "shared stride 4 B, no bank conflict"),
                ("branch t / 32 == 1:", "divergent (xy)"),
                ("branch whole / 32 == 1:", "warp-uniform (xyz)"),
                ("branch threadIdx.y == 1:", "uniform along x, divergent (y)"),
            ],
        ),
    ] {
        let listing = Source::new(TILES).text(&[&format!("--block-dim={shape}")]);
        for (part, wanted) in expected {
            let found = line(&listing, part);
            assert!(found.ends_with(wanted), "{shape}: {found}\n{listing}");
        }
        assert!(line(&listing, "branch col < n:").ends_with("divergent (x)"), "{listing}");
    }
}

/// A number in the grid passes no int where its factor is a constant that is no more than the block is wide.
#[test]
fn numbers_of_the_grid_with_a_constant_size() {
    let source = "__global__ void k(float *a) {
    int i = blockIdx.x * 96 + threadIdx.x, far = blockIdx.x * 97 + threadIdx.x;
    a[i] = 1;
    a[far] = 2;
}
";
    // No power of two: adding to a multiple of 128 what is below it carries nothing, whatever the grid.
    let of = |options: &[&str]| {
        let document = Source::new(source).json(options);
        let store = |line: u64, target: &str| {
            at(&document, "k", (line, "store", target))[0]["address"]["x"].clone()
        };
        [store(3, "a[i]"), store(4, "a[far]")]
    };
    let unknown = serde_json::Value::Null;
    assert_eq!(of(&[]), [unknown.clone(), unknown.clone()]);
    assert_eq!(of(&["--block-dim=96"]), [4.into(), unknown.clone()]);
    assert_eq!(of(&["--block-dim=95"]), [unknown.clone(), unknown.clone()]);
    let without = ["--block-dim=96", "-fno-assume-index-31"];
    assert_eq!(of(&without), [unknown.clone(), unknown]);
}

const BRANCHES: &str = "__global__ void k(int *a, int n) {
    __shared__ int s[64];
    if (n > 3) a[0] = 1;
    if (threadIdx.x / 32 == 1) a[1] = 1;
    if (threadIdx.x < 7) { s[0] = 1; __syncthreads(); } else s[1] = 2;
    s[2] = 3;
}
";

#[test]
fn branches_and_barriers() {
    let listing = Source::new(BRANCHES).text(&[]);
    assert!(line(&listing, "branch n > 3:").ends_with("uniform"));
    assert!(line(&listing, "branch threadIdx.x / 32 == 1:").ends_with("warp-uniform (x)"));
    assert!(line(&listing, "branch threadIdx.x < 7:").ends_with("divergent (x)"));
    assert!(
        line(&listing, "barrier __syncthreads():")
            .contains("note: only some threads of the block may reach it (x)")
    );
    assert!(line(&listing, "kernel k:").contains("1 of 3 branches diverge"));
}

#[test]
fn a_function_in_several_contexts() {
    let source = "__device__ void put(int *p, int i) { p[i] = 1; }
__global__ void k(int *p) { put(p, threadIdx.x); put(p, threadIdx.x * 8); }
__global__ void l(int *p) { put(p, 0); }
";
    let listing = Source::new(source).text(&[]);
    assert!(line(&listing, "coalesced, stride 4 B").ends_with("(in k by 2:29)"), "{listing}");
    assert!(
        line(&listing, "stride 32 B for 4 B, 32 sectors").ends_with("(in k by 2:50)"),
        "{listing}"
    );
    assert!(line(&listing, "broadcast").ends_with("(in l by 3:29)"), "{listing}");
    let one = Source::new(source).text(&["--kernel", "l"]);
    assert!(!one.contains("coalesced,") && one.contains("broadcast"), "{one}");
}

/// A barrier in an arm is one that some do not reach; one behind a divergent loop is reached by all.
#[test]
fn barriers_in_arms_and_behind_loops() {
    let source = "__global__ void k(float *a, int n) {
    float s = 0;
    for (int i = threadIdx.x; i < n; i++) s += a[i];
    __syncthreads();
    if (threadIdx.x < 3) { __syncthreads(); s = 1; }
    a[n] = s;
    if (s > 3) a[n] = 7;
    __syncthreads();
}
";
    let document = Source::new(source).json(&[]);
    let list = document["kernels"][0]["barriers"].as_array().expect("a list");
    let of = |line: u64| list.iter().find(|b| b["line"] == line).expect("a barrier");
    for (line, some) in [(4, false), (5, true), (8, false)] {
        assert_eq!(of(line)["may_be_reached_by_some"], some, "line {line}");
    }
}

/// Who runs a line hangs on all branches around it, whatever the nearest says: on indices and data two and three levels up.
#[test]
fn who_runs_a_line_is_decided_by_all_branches_around_it() {
    let source = Source::new(
        "__global__ void k(int *a, const int *b, int n) {
    int t = threadIdx.x;
    if (t & 1) {
        if (n > 3) {
            a[t] = 1;
            if (n > 5) a[t] = 2;
        }
    }
    for (int i = 0; i < n; i++)
        if (b[t] > i)
            if (n > 7) a[t] += i;
    if (n > 1)
        if (n > 2) a[t] = 3;
    a[t] = 4;
}
",
    );
    let document = source.json(&[]);
    let statements = document["kernels"][0]["statements"].as_array().expect("a list");
    for (line, control) in [(5, "x"), (6, "x"), (11, "x"), (13, ""), (14, "")] {
        let of_line: Vec<_> = statements.iter().filter(|s| s["line"] == line).collect();
        assert!(!of_line.is_empty(), "line {line}");
        for statement in of_line {
            assert_eq!(statement["control"], control, "line {line}: {statement}");
        }
    }
}

const CAUSES: &str = "__global__ void k(int *a, const int *count, int n, volatile int *flag) {
    __shared__ int s[64];
    int i = threadIdx.x;
    int m = count[i];
    int r = 0;
    for (int j = 0; j < m; j++) r += 2;
    if (r > 5) a[i] = 1;
    if (flag[0]) a[1] = 2;
    if (i < n) { a[2] = 1; if (n > 3) __syncthreads(); }
    int v = atomicAdd(a, 1);
    if (v == 3) a[5] = 7;
    if (a[m + 1] > 2) a[6] = 1;
    if (threadIdx.x < 3) a[9] = 2;
    if (n > 4) { s[0] = 1; __syncthreads(); }
    int q[4];
    q[n & 3] = i;
    if (q[n & 1] > 2) a[8] = 1;
    switch (i) { case 0: r = 1; break; case 1: r = 3; break; case 7: r = 4; }
    if (r > 1) a[4] = 1;
}
";

/// The line under the note of a branch or barrier, if it tells why.
fn why(listing: &str, part: &str) -> Option<String> {
    let mut lines = listing.lines().skip_while(|l| !l.contains(part));
    lines.next().unwrap_or_else(|| panic!("no `{part}` in\n{listing}"));
    let (_, told) = lines.next()?.split_once("why: ")?;
    Some(told.to_owned())
}

/// Each cause follows from the source: what a condition reads, where that was loaded, what decided what it holds.
#[test]
fn causes() {
    let listing = Source::new(CAUSES).text(&[]);
    for (part, wanted) in [
        ("branch j < m:", "m (line 4) <- count[i] <- the address i (line 3) <- threadIdx.x"),
        (
            "branch r > 5:",
            "the rounds of j < m (line 6) <- m (line 4) <- count[i] <- what hangs on threadIdx.x (line 3)",
        ),
        ("barrier __syncthreads():", "the branch on i < n <- i (line 3) <- threadIdx.x"),
        ("branch v == 3:", "v (line 10) <- atomicAdd(a, 1)"),
        (
            "branch a[m + 1] > 2:",
            "a[m + 1] <- the address m (line 4) <- count[i] <- what hangs on threadIdx.x (line 3)",
        ),
        ("branch q[n & 1] > 2:", "q[n & 1] <- q[n & 3] (line 16) <- i (line 3) <- threadIdx.x"),
        ("branch r > 1:", "the branch on i (line 18) <- i (line 3) <- threadIdx.x"),
    ] {
        assert_eq!(why(&listing, part).as_deref(), Some(wanted), "{listing}");
    }
    // The condition says it, or there is nothing to say.
    for part in ["branch i < n:", "branch threadIdx.x < 3:", "branch flag[0]:", "branch n > 4:"] {
        assert_eq!(why(&listing, part), None, "{listing}");
    }
}

/// In JSON all branches that vary have theirs, and the barriers that some may not reach.
#[test]
fn causes_as_json() {
    let document = Source::new(CAUSES).json(&[]);
    let row = |list: &str, line: u64| -> serde_json::Value {
        let rows = document["kernels"][0][list].as_array().expect("a list");
        rows.iter().find(|r| r["line"] == line).unwrap_or_else(|| panic!("{line}")).clone()
    };
    let told = |list: &str, line: u64| -> Vec<String> {
        let row = row(list, line);
        let links = row["why"].as_array().cloned().unwrap_or_default();
        let each = |l: &serde_json::Value| {
            assert!(l["column"].as_u64() > Some(0) && l["file"].is_null());
            format!("{} {} {}", l["line"], l["by"], l["text"]).replace('"', "")
        };
        links.iter().map(each).collect()
    };
    let tid = "3 operand threadIdx.x";
    assert_eq!(
        told("branches", 6),
        ["4 operand m", "4 operand count[i]", "3 address i", "3 operand threadIdx.x"]
    );
    assert_eq!(
        told("branches", 7),
        ["6 rounds j < m", "4 operand m", "4 operand count[i]", "3 rest threadIdx.x"]
    );
    assert_eq!(told("branches", 8), ["8 operand flag[0]"]);
    assert_eq!(told("branches", 9)[..], ["3 operand i", tid]);
    assert_eq!(told("branches", 13), ["13 operand threadIdx.x"]);
    assert_eq!(told("barriers", 9), ["9 branch i < n", "3 operand i", tid]);
    for (list, line) in [("branches", 14), ("barriers", 14)] {
        assert!(row(list, line)["why"].is_null(), "{list} {line}");
    }
}

/// Of branches around each other the nearest that parts threads is told; who left the kernel before does not count. That a barrier's condition
/// varies, as far as anybody knows, is told though the barrier says that it does not.
#[test]
fn which_branch_keeps_threads_from_a_barrier() {
    let source = "__global__ void k(int *a, int n, volatile int *flag) {
    if (threadIdx.x > n) return;
    __syncthreads();
    if (threadIdx.y < 3) { if (threadIdx.x < 7) { if (n > 1) __syncthreads(); } }
    if (flag[0]) __syncthreads();
    for (int i = threadIdx.x; i < n; i++) __syncthreads();
}
";
    let document = Source::new(source).json(&[]);
    let list = document["kernels"][0]["barriers"].as_array().expect("a list");
    let first = |line: u64| {
        let barrier = list.iter().find(|b| b["line"] == line).expect("a barrier");
        (barrier["why"][0]["by"].as_str(), barrier["why"][0]["text"].as_str())
    };
    assert_eq!(first(3), (None, None));
    assert_eq!(first(4), (Some("branch"), Some("threadIdx.x < 7")));
    assert_eq!(first(5), (Some("branch"), Some("flag[0]")));
    assert_eq!(first(6), (Some("rounds"), Some("i < n")));
}

/// The remarks of `optx compile`, one a place.
#[test]
fn remarks() {
    let source = Source::new(
        "__global__ void k(float *a, const int *index, int n) {
    int i = threadIdx.x;
    if (n > 2) a[i] = a[index[i]];
    if (i < n) { a[i * 2] = 1; __syncthreads(); } else a[n] = 1;
    a[n + 1] = 2;
}
",
    );
    let run = optx(&["compile", &source.1, "-Rpass-analysis=variance", "-o", "/dev/null"]);
    let told = text_of(&run.stderr);
    assert!(run.status.success(), "{told}");
    for (at, words) in [
        ("4:9", "branch diverges: condition varies along x [-Rpass-analysis=variance]"),
        (
            "4:18",
            "store `a[i * 2]` is not coalesced: its lanes are 8 bytes apart for 4 bytes a lane, 8 sectors a warp",
        ),
        ("4:32", "barrier may be reached by only some threads of the block"),
        ("3:23", "load `a[index[i]]` is not coalesced: how far its lanes are apart is not known"),
    ] {
        let remark = told.split("remark[R0002]: ").find(|r| r.starts_with(words));
        let remark = remark.unwrap_or_else(|| panic!("no `{words}` in\n{told}"));
        assert!(remark.contains(&format!("k.cu:{at}\n")), "{remark}");
    }
    // Notes where the place is: the branch that keeps threads from the barrier, what it compares.
    let barrier = told.split("remark[R0002]: ").find(|r| r.starts_with("barrier"));
    let barrier = barrier.expect("the barrier");
    for (note, at) in [
        ("because of the branch on `i < n`", "4:9"),
        ("because of `i`", "2:9"),
        ("because of `threadIdx.x`", "2:9"),
    ] {
        let (_, rest) = barrier.split_once(&format!("note: {note}\n")).expect(note);
        let place = rest.lines().next().unwrap_or("");
        assert!(place.ends_with(&format!("k.cu:{at}")), "{note}: {place}");
    }
    let branch = told.split("remark[R0002]: ").find(|r| r.starts_with("branch"));
    assert!(branch.is_some_and(|r| !r.contains("note:")), "the condition says it: {told}");
    assert_eq!(told.matches("remark[R0002]").count(), 4, "{told}");
    let run = optx(&[
        "compile",
        &source.1,
        "-Rpass-analysis=variance",
        "--message-format=json",
        "-o",
        "/dev/null",
    ]);
    let told = text_of(&run.stderr);
    let rows: Vec<serde_json::Value> =
        told.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|r| r["code"] == "R0002" && r["severity"] == "remark"));
    assert_eq!((&rows[0]["place"]["line"], &rows[0]["place"]["column"]), (&3.into(), &23.into()));
    // Nothing is said unless asked, and the PTX is the same.
    let plain = optx(&["compile", &source.1]);
    let asked = optx(&["compile", &source.1, "-Rpass-analysis=variance"]);
    assert!(plain.stderr.is_empty());
    assert_eq!(plain.stdout, asked.stdout);
}

#[test]
fn what_does_not_compile_is_said_as_compile_says_it() {
    for (text, more) in [
        ("__global__ void k(int *p) { p[0] = nothing; }", &[][..]),
        ("__global__ void k(int *p) { p[0] = 1 }", &[]),
        (
            "__device__ int f(int n) { return n ? f(n - 1) : 0; }\n__global__ void k(int *p) { p[0] = f(3); }",
            &[],
        ),
        ("__global__ void k(int *p) { p[0] = __reduce_add_sync(~0u, 1); }", &["-arch=sm_75"]),
        ("", &[]),
    ] {
        let source = Source::new(text);
        let of = |command: &str| {
            let mut words = vec![command, source.1.as_str()];
            words.extend_from_slice(more);
            optx(&words)
        };
        let (compiled, told) = (of("compile"), of("variance"));
        assert_eq!(text_of(&compiled.stderr), text_of(&told.stderr));
        assert_eq!(compiled.status.code(), told.status.code(), "{text}");
    }
}

#[test]
fn usage() {
    let source = Source::new(BRANCHES);
    let status = |words: &[&str]| {
        let run = optx(words);
        (run.status.code(), text_of(&run.stderr))
    };
    let path = source.1.as_str();
    let (code, told) = status(&["variance", path, "--after=propagat"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("did you mean propagate"), "{told}");
    assert_eq!(status(&["variance", path, "--after=leave-ssa"]).0, Some(2));
    let (code, told) = status(&["variance", path, "--kernel=q"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("there is no `q`"), "{told}");
    assert_eq!(status(&["variance", "x.ssa"]).0, Some(2));
    assert_eq!(status(&["variance"]).0, Some(2));
    assert_eq!(status(&["variance", "no_such_file.cu"]).0, Some(1));
    let (code, told) = status(&["compile", path, "-Rpass-analysis=nothing"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("knows no pass `nothing`"), "{told}");
}

//! Each statement once, in each context.

use super::{Source, at, statements};
use serde_json::Value;

/// `line kind target`, sorted, with the calls it was inlined at.
fn listed(document: &Value, kernel: &str) -> Vec<String> {
    let sites = |s: &Value| {
        let list = s["inlined_at"].as_array().cloned().unwrap_or_default();
        list.iter().map(|at| format!(" <{}:{}", at["line"], at["column"])).collect::<String>()
    };
    let told = |s: &&Value| {
        let word = |key: &str| s[key].as_str().unwrap_or("?").to_owned();
        format!("{}:{} {} {}{}", s["line"], s["column"], word("kind"), word("target"), sites(s))
    };
    let mut list: Vec<String> = statements(document, kernel).iter().map(told).collect();
    list.sort();
    list
}

fn sorted(rows: &[&str]) -> Vec<String> {
    let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    rows.sort();
    rows
}

const LOOPS: &str = "__global__ void k(float *a, int n) {
    int i = threadIdx.x;
    const int unused = 3;
    if (i >= n) return;
    for (int j = 0; j < n; j++)
        a[i] += a[j];
    while (i < n && a[i] > 0) i += 2;
    do { a[i] = 1; --i; } while (i > 0);
    switch (n) { case 1: a[0] = 1; break; case 2: a[1] = 2; }
    i = n > 3 ? 4 : i;
    __syncthreads();
}
";

/// The conditions of loops stand in the code twice, and once in the source.
#[test]
fn loops_and_branches() {
    let document = Source::new(LOOPS).json(&[]);
    let wanted = [
        "2:9 assign i",
        "3:15 assign unused",
        "4:9 branch i >= n",
        "4:17 return ",
        "5:14 assign j",
        "5:21 branch j < n",
        "5:28 assign j",
        "6:9 load a[i]",
        "6:17 load a[j]",
        "6:9 store a[i]",
        "7:12 branch i < n",
        "7:21 load a[i]",
        "7:21 branch a[i] > 0",
        "7:31 assign i",
        "8:10 store a[i]",
        "8:20 assign i",
        "8:34 branch i > 0",
        "9:13 branch n",
        "9:26 store a[0]",
        "9:51 store a[1]",
        "10:5 assign i",
        "11:5 barrier __syncthreads()",
    ];
    assert_eq!(listed(&document, "k"), sorted(&wanted));
    // The same whatever the level: it is what stands before optimization.
    let source = Source::new(LOOPS);
    for level in ["-O0", "-O1", "-O2"] {
        assert_eq!(source.json(&[level]), source.json(&[]));
    }
}

const CONTEXTS: &str = "template <int S> __device__ int sum(const int *p, int n) {
    int s = 0;
    for (int i = threadIdx.x; i < n; i += S) s += p[i];
    return s;
}
__device__ __noinline__ int apart(int v) { return v + 1; }
__global__ void first(int *p, int n) { p[0] = sum<1>(p, n) + sum<2>(p, 7); }
__global__ void second(int *p, int n) { p[1] = sum<1>(p, n) + apart(n); }
template <typename T> __global__ void both(T *p) { p[threadIdx.x] = 1; }
template __global__ void both<int>(int *);
template __global__ void both<double>(double *);
";

#[test]
fn contexts() {
    let document = Source::new(CONTEXTS).json(&[]);
    let body = |site: &str| -> Vec<String> {
        let rows = [
            "2:9 assign s",
            "3:14 assign i",
            "3:31 branch i < n",
            "3:38 assign i",
            "3:46 assign s",
            "3:51 load p[i]",
            "4:5 return s",
        ];
        rows.iter().map(|row| format!("{row} <{site}")).collect()
    };
    let mut first = body("7:47");
    first.extend(body("7:62"));
    first.extend(sorted(&["7:40 store p[0]", "7:47 call sum<1>(p, n)", "7:62 call sum<2>(p, 7)"]));
    first.sort();
    assert_eq!(listed(&document, "first"), first);
    let mut second = body("8:48");
    second.extend(sorted(&["8:41 store p[1]", "8:48 call sum<1>(p, n)", "8:63 call apart(n)"]));
    second.sort();
    assert_eq!(listed(&document, "second"), second);
    assert_eq!(listed(&document, "apart"), ["6:44 return v + 1"]);
    assert_eq!(document["functions"].as_array().map(Vec::len), Some(1));
    for (name, bytes) in [("both<int>", 4), ("both<double>", 8)] {
        let stores = at(&document, name, (9, "store", "p[threadIdx.x]"));
        assert_eq!(stores.len(), 1);
        assert_eq!(stores[0]["address"]["x"], bytes);
    }
    // An inlined function's return is the call's value.
    let call = at(&document, "first", (7, "call", "sum<1>(p, n)"))[0];
    assert_eq!(call["value"]["block_uniform"], false);
}

const OBJECTS: &str = "#define SWAP(a, b) { int t = a; a = b; b = t; }
#define AT(m, i, j) m[(i) * 4 + (j)]
struct P { int x, y; };
__device__ void out(int *p, int v) { *p = v; }
__global__ void k(int *a, P *ps, volatile int *flag) {
    int i = threadIdx.x, j = i + 1;
    SWAP(i, j);
    AT(a, i, 1) = AT(a, 0, j);
    int r;
    out(&r, i);
    r = i + 2;
    P q = ps[i];
    q.y = 3;
    ps[i] = q;
    int list[3] = {1, 2};
    list[i & 1] = a[r];
    atomicAdd(&a[list[2]], 1);
    atomicMax(a, 2);
    while (flag[0]) ;
    int s = __shfl_sync(~0u, i, 0);
    a[j] = j = s;
}
";

/// Macros at their use; a variable in memory is a variable; an aggregate is one thing.
#[test]
fn objects_and_macros() {
    let document = Source::new(OBJECTS).json(&[]);
    let wanted = [
        "4:38 store *p <10:5",
        "6:9 assign i",
        "6:26 assign j",
        "7:5 assign t",
        "7:10 assign i",
        "7:13 assign j",
        "8:5 store AT(a, i, 1)",
        "8:19 load AT(a, 0, j)",
        "10:5 call out(&r, i)",
        "11:5 assign r",
        "12:7 assign q",
        "12:11 load ps[i]",
        "13:5 assign q.y",
        "14:5 store ps[i]",
        "15:9 assign list",
        "16:5 store list[i & 1]",
        "16:19 load a[r]",
        "16:5 load r",
        "17:5 atomic a[list[2]]",
        "17:18 load list[2]",
        "18:5 atomic *a",
        "19:12 load flag[0]",
        "19:12 branch flag[0]",
        "20:9 assign s",
        "20:13 call __shfl_sync(~0u, i, 0)",
        "21:5 store a[j]",
        "21:5 assign j",
    ];
    assert_eq!(listed(&document, "k"), sorted(&wanted));
}

/// Symbolic coefficients have the source's names.
#[test]
fn names_of_coefficients() {
    let source = "__global__ void k(float *a, int n, const int *w) {
    int i = threadIdx.x * n;
    int j = threadIdx.y * blockDim.x + threadIdx.x;
    int m = w[0];
    int l = threadIdx.x * m + 5;
    a[threadIdx.x * 3 + threadIdx.y] = 1;
}
";
    let document = Source::new(source).json(&[]);
    let value = |line, target| at(&document, "k", (line, "assign", target))[0]["value"].clone();
    assert_eq!(value(2, "i")["x"], "n");
    let j = value(3, "j");
    assert_eq!((&j["x"], &j["y"], &j["mask"]), (&1.into(), &"blockDim.x".into(), &"xy".into()));
    assert_eq!(value(5, "l")["x"], "m");
    let store = at(&document, "k", (6, "store", "a[threadIdx.x * 3 + threadIdx.y]"))[0];
    assert_eq!((&store["address"]["x"], &store["address"]["y"]), (&12.into(), &4.into()));
    assert_eq!(
        (&store["value"]["mask"], &store["value"]["block_uniform"]),
        (&"".into(), &true.into())
    );
}

/// States behind a pass: what was propagated and folded is gone.
#[test]
fn later_states() {
    let source = Source::new(LOOPS);
    let later = source.json(&["--after=dead-code"]);
    let list = listed(&later, "k");
    assert!(!list.contains(&"3:15 assign unused".to_owned()), "{list:?}");
    assert!(list.contains(&"5:21 branch j < n".to_owned()), "{list:?}");
}

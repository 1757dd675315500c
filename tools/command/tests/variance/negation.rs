//! Verdicts by negation: kernels for which what a report may say (uniform, coalesced, no bank conflict, reached by all) is false by construction, with
//! random ways from what differs to where it shows. What differs is data first: loaded, exchanged, counted; then indices.
//!
//! `x` and `p` hold what the test cannot know and nobody else either, so that each verdict is false for some data; the same kernels with what all
//! threads share in that place show that the ways themselves do not lose it.

use super::Source;
use serde_json::Value;
use std::fmt::Write as _;

/// Kernels of a source, and sources of a verdict.
const KERNELS: usize = 24;
const SOURCES: u64 = 4;

/// Numbers by xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.next(list.len())]
    }
}

const HEAD: &str = "struct Pair { int a, b; };
__device__ int plus(int v, int n) { if (v > n) return v - n; return v + 1; }
__device__ void set(int &to, int v) { to = v; }
template <typename T> __device__ T twice(T v) { return v + v; }
";

/// What differs between the threads of a warp: data first.
const VARIES: [&str; 16] = [
    "x[t]",
    "x[x[n] + t]",
    "p[t]",
    "p[x[t] & 63]",
    "atomicAdd(x, 1)",
    "(int)clock()",
    "*(volatile int *)x",
    "__shfl_xor_sync(~0u, x[t], 1)",
    "__shfl_sync(~0u, x[t], t ^ 3)",
    "(int)__ballot_sync(t & 16 ? 0xffff0000u : 0xffffu, x[t] > 0)",
    "(int)__match_any_sync(~0u, x[t])",
    "__reduce_add_sync(t & 16 ? 0xffff0000u : 0xffffu, (unsigned)x[t])",
    "((const unsigned char *)x)[t]",
    "t",
    "3 * t - n",
    "(t & 31)",
];

/// What all threads of a block share.
const SHARED: [&str; 5] = ["n", "x[n]", "(int)blockIdx.x", "n * 7 - 3", "(int)blockDim.x + x[1]"];

/// Statements that set `w` to something that differs where the expression does, and that is one where it is.
fn way(r: &mut Random, from: &str) -> String {
    let mut text = format!("int w = {from};");
    for k in 0..1 + r.next(3) {
        text += &match r.next(14) {
            0 => " w = w + n;".to_owned(),
            1 => " w = w ^ 0x55;".to_owned(),
            2 => " w = plus(w, n);".to_owned(),
            3 => " w = w * 5;".to_owned(),
            4 => format!(" int a{k}[4] = {{ 1, w, 3, n }}; w = a{k}[n & 1] + a{k}[1];"),
            5 => format!(" int c{k} = 0; for (int i = 0; i < (w & 15); i++) c{k} += 2; w = c{k};"),
            6 => format!(" int b{k} = 2; if (w & 1) b{k} = 3; w = b{k};"),
            7 => format!(" Pair q{k}; q{k}.a = n; q{k}.b = w; Pair z{k} = q{k}; w = z{k}.b;"),
            8 => format!(" int d{k}; set(d{k}, w); w = d{k};"),
            9 => " w = twice(w);".to_owned(),
            10 => format!(
                " int e{k} = 1; switch (w & 3) {{ case 0: e{k} = 4; case 1: e{k}++; break; default: e{k} = 9; }} w = e{k};"
            ),
            11 => " w = n > 2 ? w : n;".to_owned(),
            12 => format!(" int g{k} = n; do {{ g{k}++; }} while ((g{k} ^ w) & 3); w = g{k};"),
            _ => " w = (int)((float)w * 0.5f);".to_owned(),
        };
    }
    text
}

/// A source of kernels, each in a line of its own, and what differs in each.
fn source(seed: u64, from: &[&str], ends: impl Fn(&mut Random) -> String) -> (Source, Vec<String>) {
    let mut r = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = HEAD.to_owned();
    let mut lines = Vec::new();
    for k in 0..KERNELS {
        let from = from[(k + seed as usize * KERNELS) % from.len()];
        let line = format!(
            "__global__ void k{k}(int *x, float *y, int n) {{ __shared__ int p[1024]; int t = threadIdx.x; {} {} }}",
            way(&mut r, from),
            ends(&mut r)
        );
        let _ = writeln!(text, "{line}");
        lines.push(line);
    }
    (Source::new(&text), lines)
}

fn kernel(document: &Value, k: usize) -> &Value {
    let list = document["kernels"].as_array().expect("a list");
    list.iter().find(|f| f["name"] == format!("k{k}")).expect("the kernel")
}

/// Takes all kernels of some sources, each with its report; `--block-dim` too, where less is unknown.
fn each(from: &[&str], ends: impl Fn(&mut Random) -> String, check: impl Fn(&Value, &str)) {
    for seed in 0..SOURCES {
        let (source, lines) = source(seed, from, &ends);
        for more in [&["-arch=sm_80"][..], &["-arch=sm_80", "--block-dim=64"]] {
            let document = source.json(more);
            for (k, line) in lines.iter().enumerate() {
                check(kernel(&document, k), line);
            }
        }
    }
}

fn last_branch(f: &Value) -> &Value {
    f["branches"].as_array().and_then(|list| list.last()).expect("a branch")
}

#[test]
fn uniform() {
    let ends = |r: &mut Random| {
        let condition = r.of(&["w & 1", "w > 3", "w == n", "w != 0 && n", "!(w < 9)"]);
        format!("if ({condition}) y[t] = 1;")
    };
    each(&VARIES, ends, |f, line| {
        let branch = last_branch(f);
        assert_eq!(branch["block_uniform"], false, "{line}");
        assert_eq!(branch["warp_uniform"], false, "{line}");
    });
}

#[test]
fn coalesced() {
    let ends = |r: &mut Random| {
        let index = r.of(&[
            "w",
            "w + t",
            "w & 1023",
            "(w & 7) * 32",
            "(unsigned)w % 77u",
            "2 * t + (w & 1)",
        ]);
        match r.next(3) {
            0 => format!("y[{index}] = 1;"),
            1 => format!("y[t] = y[{index}];"),
            _ => format!("float *q = y + ({index}); *q = 2;"),
        }
    };
    // Indices that are the thread's own may well be coalesced.
    each(&VARIES[..13], ends, |f, line| {
        let accesses = f["statements"].as_array().expect("a list").iter();
        let far = accesses.filter(|s| {
            let is_access = s["kind"] == "load" || s["kind"] == "store";
            is_access
                && (s["target"].as_str().unwrap_or("").starts_with("y[") || s["target"] == "*q")
        });
        // One of them has its index from data.
        let known =
            |s: &&Value| s["address"]["lane"].is_i64() || s["address"]["warp_uniform"] == true;
        let all: Vec<&Value> = far.collect();
        assert!(!all.is_empty() && !all.iter().all(known), "{line}");
    });
}

#[test]
fn no_bank_conflict() {
    for seed in 0..SOURCES {
        let ends = |r: &mut Random| {
            let index = r.of(&["w & 1023", "(w & 31) * 32", "(w * 32) & 1023", "t ^ (w & 31)"]);
            format!("p[{index}] = n; __syncthreads(); y[t] = p[t];")
        };
        let (source, lines) = source(seed, &VARIES[..13], ends);
        let listing = source.text(&["-arch=sm_80"]);
        for line in lines {
            let (_, behind) = listing.split_once(&line).expect("the line");
            let notes: Vec<&str> = behind
                .lines()
                .skip(1)
                .take_while(|note| note.contains("`- ") || note.contains("why:"))
                .collect();
            let stores: Vec<&&str> =
                notes.iter().filter(|note| note.contains("- store p[")).collect();
            assert!(!stores.is_empty(), "{line}\n{notes:#?}");
            assert!(
                stores.iter().all(|note| !note.contains("no bank conflict")),
                "{line}\n{notes:#?}"
            );
        }
    }
}

#[test]
fn reached_by_all() {
    let ends = |r: &mut Random| {
        r.of(&[
            "if (w & 1) __syncthreads(); y[t] = 1;",
            "if (w > n) { p[t] = 1; __syncthreads(); } y[t] = p[0];",
            "for (int i = 0; i < (w & 7); i++) { p[t] = i; __syncthreads(); } y[t] = 1;",
            "while (w > 0) { w /= 2; __syncthreads(); } y[t] = 1;",
            "do { w = w * 2 + 1; __syncthreads(); } while (w < n); y[t] = 1;",
            "for (int i = 0; i < n; i++) { if (w == i) break; __syncthreads(); } y[t] = 1;",
            "for (int i = 0; i < n; i++) { if (w == i) continue; __syncthreads(); } y[t] = 1;",
            "switch (w & 3) { case 1: __syncthreads(); break; default: p[t] = 1; } y[t] = 1;",
            "if (w < n) goto rest; __syncthreads(); rest: y[t] = 1;",
            "y[t] = w & 1 ? __syncthreads_or(n) : n;",
            "if (w & 1) y[t] = 1; else { if (n > 3) __syncthreads(); } y[t] = 2;",
            "bool is = w > 3 && n > 2; if (is) __syncthreads(); y[t] = 1;",
        ])
        .to_owned()
    };
    each(&VARIES, ends, |f, line| {
        let barriers = f["barriers"].as_array().expect("a list");
        assert!(!barriers.is_empty(), "{line}");
        assert!(
            barriers.iter().all(|b| b["may_be_reached_by_some"] == true),
            "{line}\n{barriers:#?}"
        );
    });
    // The same ways with what the block shares.
    each(&SHARED, ends, |f, line| {
        let barriers = f["barriers"].as_array().expect("a list");
        assert!(
            barriers.iter().all(|b| b["may_be_reached_by_some"] == false),
            "{line}\n{barriers:#?}"
        );
    });
}

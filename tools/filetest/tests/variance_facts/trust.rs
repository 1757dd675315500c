//! What follows from barriers if they are right, where that is refused, and the chains of causes of what varies.
//!
//! The expectations follow from CUDA's rule that `__syncthreads` is reached by all threads of a block or by none, and from the sources.

use crate::{kernel, stored};
use optx_ir::{CodeRep, CrId, StmtOp};
use optx_whirl::Intrinsic;
use optx_wopt::analysis::variance::trust::TrustingMap;
use optx_wopt::analysis::variance::views::At;
use optx_wopt::analysis::variance::why::By;
use optx_wopt::analysis::variance::{Assumptions, Axes};

/// For each value stored: whether it is the block's without trust and with it.
fn uniform(body: &str) -> Vec<(bool, bool)> {
    let (_module, f) = kernel(body);
    let map = TrustingMap::of(&f, Assumptions::default());
    let of = |(id, at): (CrId, At)| {
        let pair = (
            map.plain.read_at(&f, id, at).is_block_uniform(),
            map.read_at(&f, id, at).is_block_uniform(),
        );
        let differs = map.plain.read_at(&f, id, at) != map.trusting.read_at(&f, id, at);
        assert_eq!(map.read_at(&f, id, at).trusted, differs);
        pair
    };
    stored(&f).into_iter().map(of).collect()
}

/// A volatile flag may differ between threads; the barrier says that it does not.
#[test]
fn what_a_barrier_promises_is_believed() {
    let (plain_only, trusted, never) = ((true, true), (false, true), (false, false));
    let cases: &[(&str, &[(bool, bool)])] = &[
        (
            "int v = 1; if (flag[0]) { v = 2; __syncthreads(); } out[0] = v; out[1] = n;",
            &[trusted, plain_only],
        ),
        ("int v = 1; if (flag[0]) v = 2; out[0] = v;", &[never]),
        // Iterated: the barrier is two branches deep.
        (
            "int v = 1; if (flag[0]) { if (flag[1]) __syncthreads(); v = 2; } out[0] = v;",
            &[trusted],
        ),
        // The other branch decides about no barrier.
        ("int v = 1; if (flag[0]) { __syncthreads(); if (flag[1]) v = 2; } out[0] = v;", &[never]),
        // How often threads go round a loop with a barrier.
        ("int i = 0; while (flag[i]) { i++; __syncthreads(); } out[0] = i;", &[trusted]),
        ("int i = 0; while (flag[i]) { i++; } out[0] = i;", &[never]),
        // A warp's barrier promises nothing of the block.
        ("int v = 1; if (flag[0]) { v = 2; __syncwarp(); } out[0] = v;", &[never]),
        // Where nobody returns all come, whatever the first branch said.
        (
            "int v = 1; if (flag[0]) { v = 2; for (int i = 0; i < 4; i++) { v++; if (i > n) return; } } out[0] = v; __syncthreads();",
            &[never],
        ),
        // Who goes on passes the barrier of this round by.
        (
            "int v = 1; for (int i = 0; i < n; i++) { if (flag[i]) continue; v++; __syncthreads(); } out[0] = v;",
            &[trusted],
        ),
        // The condition itself stays what it is.
        ("int c = flag[0]; if (c) { __syncthreads(); } out[0] = c;", &[never]),
        // Threads that have ended count as come.
        (
            "if (t >= n) return; int v = 1; if (flag[0]) { v = 2; __syncthreads(); } out[0] = v;",
            &[trusted],
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(&uniform(body), expected, "{body}");
    }
}

/// No barrier is believed against what is plain to see.
#[test]
fn what_provably_differs_is_not_believed() {
    for (body, refused) in [
        ("int v = 1; if (t < n) { v = 2; __syncthreads(); } out[0] = v;", true),
        ("int v = 1; if (!(t + 4 >= n)) { v = 2; __syncthreads(); } out[0] = v;", true),
        ("int v = 1; if (2 * t == n) { v = 2; __syncthreads(); } out[0] = v;", true),
        // The difference of both sides is the same for all: nothing is refused, and no trust is needed.
        ("int v = 1; if (t < t + n) { v = 2; __syncthreads(); } out[0] = v;", false),
        ("int v = 1; if (flag[0]) { v = 2; __syncthreads(); } out[0] = v;", false),
    ] {
        let (_module, f) = kernel(body);
        let map = TrustingMap::of(&f, Assumptions::default());
        assert_eq!(!map.refused().is_empty(), refused, "{body}");
        let (value, at) = stored(&f)[0];
        assert_eq!(map.read_at(&f, value, at).is_block_uniform(), !refused, "{body}");
    }
}

/// Where the chain of causes of the last value stored ends, and whether a branch, or how often a loop runs, is on it.
fn causes(body: &str) -> (String, bool, bool) {
    let (_module, f) = kernel(body);
    let map = TrustingMap::of(&f, Assumptions::default()).plain;
    let (value, at) = *stored(&f).last().expect("a store");
    let chain = map.why(&f, value, at, Axes::ALL);
    assert_eq!(
        chain.first().map(|cause| (cause.node, cause.by)),
        Some((value, By::Itself)),
        "{body}"
    );
    let end = chain.last().expect("an end").node;
    let what = match f.codemap.get(end) {
        CodeRep::Op(op) if op.intrinsic == Some(Intrinsic::TidX) => "tid.x",
        CodeRep::Op(op) if op.intrinsic == Some(Intrinsic::Laneid) => "laneid",
        CodeRep::Var { .. } => "version",
        _ => "other",
    };
    let branch = chain.iter().any(|cause| matches!(cause.by, By::Branch(_)));
    let leaving = chain.iter().any(|cause| matches!(cause.by, By::Leaving(_)));
    (what.to_owned(), branch, leaving)
}

#[test]
fn chains_lead_to_where_variance_comes_from() {
    for (body, expected) in [
        ("out[0] = t + n;", ("tid.x", false, false)),
        ("int v = 1; if (t < n) v = 2; out[0] = v;", ("tid.x", true, false)),
        ("int i = 0; do i += 2; while (i < t); out[0] = i;", ("tid.x", false, true)),
        ("out[0] = s[t];", ("tid.x", false, false)),
        ("out[0] = flag[0];", ("version", false, false)),
        ("out[0] = atomicAdd(out, 1);", ("version", false, false)),
    ] {
        let (end, branch, leaving) = expected;
        assert_eq!(causes(body), (end.to_owned(), branch, leaving), "{body}");
    }
    let (_module, f) = kernel("out[0] = n;");
    let map = TrustingMap::of(&f, Assumptions::default()).plain;
    let (value, at) = stored(&f)[0];
    assert!(map.why(&f, value, at, Axes::ALL).is_empty());
}

/// On which axes it depends whether threads come to each store.
fn reached(body: &str) -> Vec<String> {
    let (_module, f) = kernel(body);
    let map = TrustingMap::of(&f, Assumptions::default()).plain;
    let stores = f.layout.iter().flat_map(|&bb| f.bbs[bb].stmts.iter().map(move |&s| (bb, s)));
    let stores = stores.filter(|&(_, s)| f.stmts[s].op == StmtOp::Istore);
    stores.map(|(bb, _)| map.bb_control_variance(bb).to_string()).collect()
}

/// The store behind an `if` is reached by who comes to the `if`, also where the function ends there.
#[test]
fn arms_depend_on_their_branch_and_joins_do_not() {
    for (body, expected) in [
        ("if (t < n) out[0] = 1; out[1] = 2;", &["xw", ""][..]),
        ("if (t < n) { out[0] = 1; } else { out[1] = 2; } out[2] = 3;", &["xw", "xw", ""]),
        // Who does not come to it ends: those that stay are together.
        ("if (t < n) { out[0] = 1; }", &[""]),
        ("if (t >= n) return; out[0] = 1;", &[""]),
        ("if (t >= n) { out[0] = 1; return; } out[1] = 2;", &["xw", ""]),
        ("for (int i = 0; i < t; i++) out[0] = 1; out[1] = 2;", &["xw", ""]),
        ("if (n) out[0] = 1; out[1] = 2;", &["", ""]),
        ("if (n) { if (t < 9) return; out[0] = 1; } out[1] = 2;", &["", ""]),
    ] {
        let mut found = reached(body);
        let mut expected: Vec<String> = expected.iter().map(|s| s.to_string()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{body}");
    }
}

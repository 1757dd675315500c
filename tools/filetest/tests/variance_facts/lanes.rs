//! What is one value a warp: loads where all lanes come together, and what lanes do together where they meet as often.
//!
//! The expectations follow from what the lanes of a warp may do one after the other, from sm_70 on: each case that says `false` has a
//! schedule in which two lanes have two values, which is told beside it.

use crate::{kernel, stored};
use optx_wopt::analysis::variance::{Assumptions, VarianceMap};

/// For each value stored to global memory: whether it is one a warp.
fn warp_uniform(body: &str) -> Vec<bool> {
    let (_module, f) = kernel(body);
    let map = VarianceMap::of(&f, Assumptions::default());
    stored(&f).into_iter().map(|(id, at)| map.read_at(&f, id, at).is_warp_uniform()).collect()
}

fn check(cases: &[(&str, bool)]) {
    for (body, expected) in cases {
        let found = warp_uniform(body);
        assert_eq!(found.last(), Some(expected), "{body}");
    }
}

#[test]
fn a_load_is_one_value_where_no_lane_can_have_waited() {
    check(&[
        // Each lane takes the lock after another gave it up.
        (
            "while (atomicCAS(&s[1], 0, 1)) ; int v = s[0]; s[0] = v + 1; __threadfence(); atomicExch(&s[1], 0); out[t] = v;",
            false,
        ),
        (
            "int mine = atomicAdd(&s[1], 1); while (atomicAdd(&s[2], 0) != mine) ; int v = s[0]; __threadfence(); atomicAdd(&s[2], 1); out[t] = v;",
            false,
        ),
        // Nobody waits: in one straight line none can be made to come later.
        ("atomicAdd(&s[1], 1); int v = s[0]; out[t] = v;", true),
        ("atomicAdd(&s[1], 1); __threadfence(); int v = s[0]; out[t] = v;", true),
        // They part, and none synchronises before it reads.
        ("atomicAdd(&s[1], 1); if (t & 1) s[t] = 1; int v = s[0]; out[t] = v;", true),
        // They part, and who takes the arm reads what another wrote meanwhile.
        ("if (t & 1) atomicAdd(&s[1], 1); int v = s[0]; out[t] = v;", false),
        ("if (t & 1) __threadfence(); int v = s[0]; out[t] = v;", false),
        ("if (t & 1) flag[1] = 1; int v = s[0]; out[t] = v;", false),
        // In the next round it stands behind the arm.
        (
            "int v = 0; for (int i = 0; i < n; i++) { v += s[0]; if (t & 1) atomicAdd(&s[1], 1); } out[0] = v;",
            false,
        ),
        (
            "int v = 0; for (int i = 0; i < n; i++) { v += s[0]; atomicAdd(&s[1], 1); } out[0] = v;",
            true,
        ),
        // Who leaves the kernel parts nobody of those that stay.
        ("if (t >= n) return; atomicAdd(&s[1], 1); int v = s[0]; out[t] = v;", true),
        // All of a warp go one way.
        ("if (t / 32 & 1) atomicAdd(&s[1], 1); int v = s[0]; out[t] = v;", true),
        ("if (n & 1) atomicAdd(&s[1], 1); int v = s[0]; out[t] = v;", true),
    ]);
}

#[test]
fn a_barrier_brings_lanes_together_again() {
    let arm = "if (t & 1) atomicAdd(&s[1], 1);";
    let lock = "while (atomicCAS(&s[1], 0, 1)) ; s[2]++; __threadfence(); atomicExch(&s[1], 0);";
    for before in [arm, lock] {
        for (barrier, expected) in [
            ("__syncwarp();", true),
            ("__syncthreads();", true),
            ("__syncwarp(0xffff);", false),
            ("__syncwarp(__activemask());", false),
            ("if (t & 2) __syncwarp();", false),
            ("__shfl_sync(~0u, n, 0);", false),
            ("", false),
        ] {
            check(&[(&format!("{before} {barrier} int v = s[0]; out[t] = v;"), expected)]);
        }
    }
    check(&[
        // Lane k comes there at its k-th barrier: what follows is no barrier for all.
        (
            "for (int l = 0; l < t; l++) __syncwarp(); int v = s[0]; s[0] = v + 1; for (int l = t; l < 32; l++) __syncwarp(); out[t] = v;",
            false,
        ),
        (
            "for (int l = 0; l < t; l++) __syncwarp(); __syncwarp(); int v = s[0]; for (int l = t; l < 32; l++) __syncwarp(); out[t] = v;",
            false,
        ),
        // A barrier of the block is.
        (
            "for (int l = 0; l < t; l++) __syncwarp(); for (int l = t; l < 32; l++) __syncwarp(); __syncthreads(); int v = s[0]; out[t] = v;",
            true,
        ),
    ]);
}

#[test]
fn what_lanes_do_together_is_one_answer_where_they_meet_as_often() {
    check(&[
        ("out[t] = __ballot_sync(~0u, t & 1);", true),
        ("out[t] = __any_sync(~0u, t & 1);", true),
        ("out[t] = __shfl_sync(~0u, t, 3);", true),
        ("out[t] = __shfl_sync(~0u, t, t ^ 1);", false),
        ("if (t & 1) s[t] = 1; out[t] = __ballot_sync(~0u, t & 1);", true),
        // Each half has an answer of its own.
        ("unsigned m = t & 16 ? 0xffff0000u : 0xffffu; out[t] = __ballot_sync(m, t & 1);", false),
        ("unsigned m = t & 16 ? 0xffff0000u : 0xffffu; out[t] = __shfl_sync(m, t, 3);", false),
        ("unsigned m = __match_any_sync(~0u, n + t / 4); out[t] = __any_sync(m, t & 1);", false),
        ("out[t] = __ballot_sync(__activemask(), t & 1);", false),
        // Only those named come, once.
        ("int v = 0; if (t < 16) { v = __ballot_sync(0xffff, t & 1); out[t] = v; }", true),
        // A lane's k-th vote is at another round, or at another vote, than its neighbour's.
        (
            "int v = 0; for (int i = 0; i < 8; i++) if ((t + i) & 1) { v = __ballot_sync(~0u, i > 3); out[i] = v; }",
            false,
        ),
        (
            "if (t & 1) __ballot_sync(~0u, t & 2); int v = __ballot_sync(~0u, t & 1); if (!(t & 1)) __ballot_sync(~0u, t & 2); out[t] = v;",
            false,
        ),
        (
            "for (int l = 0; l < t; l++) __any_sync(~0u, l); int v = __any_sync(~0u, t); for (int l = t; l < 32; l++) __any_sync(~0u, l); out[t] = v;",
            false,
        ),
    ]);
}

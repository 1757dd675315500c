//! What lanes get from lanes.

use super::*;

#[test]
fn a_shuffle_has_what_the_source_lane_has() {
    // One lane has a value and all get it, as where a leader reserves room for its warp.
    let body = "setp.eq.u32 %p, %t, 5;\n@%p mov.u32 %a, 42;\nshfl.sync.idx.b32 %a, %a, 5, 31, -1;\nst.global.u32 [%o], %a;";
    gives(body, |_| 42);
    told(&body.replace("%a, 5, 31", "%a, 6, 31"), "st.global", &["`%a`"]);
    // Lane by lane: the lower half has values, and the upper reads them.
    let body = "setp.lt.u32 %p, %t, 16; @%p mov.u32 %a, %t;\nshfl.sync.bfly.b32 %b, %a, 16, 31, -1;\n@!%p st.global.u32 [%o], %b;";
    gives(body, |t| t.saturating_sub(16));
    told(&body.replace("@!%p st", "@%p st"), "st.global", &["`%a`"]);
    // Bits are followed.
    gives(
        "or.b32 %a, %u, 0xff; shfl.sync.up.b32 %a, %a, 1, 0, -1; and.b32 %a, %a, 0xff; st.global.u32 [%o], %a;",
        |_| 255,
    );
    // By a lane that is unknown.
    told(
        "shfl.sync.idx.b32 %a|%p, %t, %u, 31, -1;\nst.global.u32 [%o], %a;",
        "st.global",
        &["`%u`"],
    );
    told("shfl.sync.idx.b32 %a|%p, %t, %u, 31, -1;\n@%p bra $e;\n$e:", "bra", &["`%u`"]);
    // Another value than the one that is unknown.
    gives(
        "shfl.sync.idx.b32 %a|%p, %u, 3, 31, -1; @%p mov.u32 %b, 1; st.global.u32 [%o], %b;",
        |_| 1,
    );
}

#[test]
fn a_shuffle_from_a_lane_that_takes_no_part() {
    let body = "setp.lt.u32 %p, %t, 8;\n@!%p bra $e;\nshfl.sync.down.b32 %a, %t, 4, 31, 0xff;\n$s: setp.lt.u32 %r, %t, 4;\n@%r st.global.u32 [%o], %a;\n$e:";
    gives(body, |t| if t < 4 { t + 4 } else { 0 });
    told(
        &body.replace("@%r st", "st"),
        "st.global",
        &["a shuffle at PTX line {2} from lane", "takes no part"],
    );
}

#[test]
fn votes_of_what_is_known() {
    gives(
        "setp.lt.u32 %p, %t, 4; @%p setp.eq.u32 %r, %t, 2; and.pred %r, %r, %p;\nvote.sync.ballot.b32 %a, %r, -1;\nst.global.u32 [%o], %a;",
        |_| 4,
    );
    told(
        "setp.lt.u32 %p, %t, 4; @%p setp.eq.u32 %r, %t, 2;\nvote.sync.ballot.b32 %a, %r, -1;\nst.global.u32 [%o], %a;",
        "vote",
        &["`%r`"],
    );
    // What they write is known.
    gives("vote.sync.any.pred %q, 1, -1; selp.u32 %a, 1, 0, %q; st.global.u32 [%o], %a;", |_| 1);
    gives("bar.red.popc.u32 %u, 0, 1; st.global.u32 [%o], %u;", |_| 32);
    gives("redux.sync.add.u32 %u, 1, -1; st.global.u32 [%o], %u;", |_| 32);
}

#[test]
fn barriers_write_what_is_known() {
    gives(
        "setp.ge.u32 %p, %t, 0; bar.red.and.pred %q, 0, %p; selp.u32 %a, 1, 0, %q; st.global.u32 [%o], %a;",
        |_| 1,
    );
}

//! Fences and strong accesses: what is released, observed, acquired, in which scope.

use crate::{clean, found};

/// Block 0 (or warp 0) stores data and raises a flag, the other waits for the flag and reads the data.
struct Hand<'a> {
    release: &'a str,
    write: &'a str,
    read: &'a str,
    acquire: &'a str,
}

const GPU: Hand<'static> = Hand {
    release: "fence.acq_rel.gpu;",
    write: "st.volatile.global.u32 [%g+64], 1;",
    read: "ld.volatile.global.u32 %y, [%g+64];",
    acquire: "fence.acq_rel.gpu;",
};

impl Hand<'_> {
    /// Between two blocks of one thread, or (with `warps`) between two warps.
    fn body(&self, warps: bool) -> String {
        let who = if warps { "shr.u32 %c, %t, 5;" } else { "mov.u32 %c, %b;" };
        let Hand { release, write, read, acquire } = self;
        format!(
            "{who} and.b32 %y, %t, 31; setp.ne.u32 %p, %y, 0; @%p bra $e;\nsetp.ne.u32 %p, %c, 0; @%p bra $r;\n\
             st.global.u32 [%g], 5;\n{release}\n{write}\nbra $e;\n\
             $r: {read}\nsetp.eq.u32 %q, %y, 0; @%q bra $r;\n{acquire}\nld.global.u32 %x, [%g];\n$e:"
        )
    }

    fn across(&self, ordered: bool) {
        let body = self.body(false);
        if ordered { clean(&body, 2, 1) } else { found(&body, 2, 1) }
    }

    fn within(&self, ordered: bool) {
        let body = self.body(true);
        if ordered { clean(&body, 1, 64) } else { found(&body, 1, 64) }
    }
}

#[test]
fn a_volatile_flag_between_fences_orders() {
    GPU.across(true);
    GPU.within(true);
    for fence in ["membar.gl;", "membar.sys;", "fence.sc.gpu;", "fence.acq_rel.sys;"] {
        Hand { release: fence, acquire: fence, ..GPU }.across(true);
    }
}

#[test]
fn both_fences_are_needed() {
    for hand in [Hand { release: "", ..GPU }, Hand { acquire: "", ..GPU }] {
        hand.across(false);
        hand.within(false);
    }
    // A fence on the wrong side of the flag.
    let late =
        Hand { release: "", write: "st.volatile.global.u32 [%g+64], 1; fence.acq_rel.gpu;", ..GPU };
    late.across(false);
    let early =
        Hand { read: "fence.acq_rel.gpu; ld.volatile.global.u32 %y, [%g+64];", acquire: "", ..GPU };
    early.across(false);
}

#[test]
fn a_plain_flag_orders_nothing() {
    Hand { write: "st.global.u32 [%g+64], 1;", ..GPU }.across(false);
}

#[test]
fn an_atomic_flag_orders() {
    let atomic = Hand {
        write: "atom.global.exch.b32 %y, [%g+64], 1;",
        read: "atom.global.add.u32 %y, [%g+64], 0;",
        ..GPU
    };
    atomic.across(true);
    Hand { release: "", ..atomic }.across(false);
    Hand { acquire: "", ..atomic }.across(false);
}

#[test]
fn release_and_acquire_on_the_access_order() {
    let direct = Hand {
        release: "",
        write: "st.release.gpu.global.u32 [%g+64], 1;",
        read: "ld.acquire.gpu.global.u32 %y, [%g+64];",
        acquire: "",
    };
    direct.across(true);
    direct.within(true);
    Hand { write: "st.relaxed.gpu.global.u32 [%g+64], 1;", ..direct }.across(false);
    Hand { read: "ld.relaxed.gpu.global.u32 %y, [%g+64];", ..direct }.across(false);
    Hand { write: "atom.release.gpu.global.exch.b32 %y, [%g+64], 1;", ..direct }.across(true);
    Hand { read: "atom.acq_rel.gpu.global.add.u32 %y, [%g+64], 0;", ..direct }.across(true);
    Hand { read: "atom.release.gpu.global.add.u32 %y, [%g+64], 0;", ..direct }.across(false);
    // Mixed: a fence on one side.
    Hand { acquire: "fence.acq_rel.gpu;", read: GPU.read, ..direct }.across(true);
}

#[test]
fn fences_of_one_way_order_one_way() {
    Hand { release: "fence.release.gpu;", acquire: "fence.acquire.gpu;", ..GPU }.across(true);
    Hand { release: "fence.acquire.gpu;", acquire: "fence.acquire.gpu;", ..GPU }.across(false);
    Hand { release: "fence.release.gpu;", acquire: "fence.release.gpu;", ..GPU }.across(false);
}

#[test]
fn every_scope_must_hold_both_threads() {
    let cta = "fence.acq_rel.cta;";
    Hand { release: cta, acquire: cta, ..GPU }.within(true);
    Hand { release: cta, acquire: "membar.cta;", ..GPU }.within(true);
    Hand { release: cta, ..GPU }.across(false);
    Hand { acquire: cta, ..GPU }.across(false);
    Hand { acquire: "fence.acq_rel.cta; fence.acq_rel.gpu;", ..GPU }.across(true);
    let narrow = Hand {
        write: "st.relaxed.cta.global.u32 [%g+64], 1;",
        read: "ld.relaxed.cta.global.u32 %y, [%g+64];",
        ..GPU
    };
    narrow.within(true);
    narrow.across(false);
    Hand { read: GPU.read, ..narrow }.across(false);
}

#[test]
fn what_came_before_the_fence_is_handed_over_and_no_more() {
    let body = |early: &str, late: &str| {
        format!(
            "setp.ne.u32 %p, %b, 0; @%p bra $r;\n{early} fence.acq_rel.gpu; {late} st.volatile.global.u32 [%g+64], 1; bra $e;\n\
             $r: ld.volatile.global.u32 %y, [%g+64]; setp.eq.u32 %q, %y, 0; @%q bra $r;\nfence.acq_rel.gpu; ld.global.u32 %x, [%g];\n$e:"
        )
    };
    clean(&body("st.global.u32 [%g], 5;", ""), 2, 1);
    found(&body("", "st.global.u32 [%g], 5;"), 2, 1);
}

#[test]
fn a_barrier_and_then_a_flag_hand_over_the_whole_block() {
    let body = |barrier: &str, end: &str| {
        format!(
            "setp.ne.u32 %p, %b, 0; @%p bra $r;\nst.global.u32 [%ga+128], %t; {barrier} setp.ne.u32 %p, %t, 0; @%p bra $e;\n\
             fence.acq_rel.gpu; st.volatile.global.u32 [%g+64], 1; bra $e;\n\
             $r: setp.ne.u32 %p, %t, 0; @%p bra $j;\n\
             $w: ld.volatile.global.u32 %y, [%g+64]; setp.eq.u32 %q, %y, 0; @%q bra $w;\nfence.acq_rel.gpu;\n\
             $j: {end} ld.global.u32 %x, [%ga+132];\n$e:"
        )
    };
    clean(&body("bar.sync 0;", "bar.sync 0;"), 2, 64);
    found(&body("", "bar.sync 0;"), 2, 64);
    found(&body("bar.sync 0;", ""), 2, 64);
    clean(&body("bar.warp.sync -1;", "bar.warp.sync -1;"), 2, 32);
    found(&body("", "bar.warp.sync -1;"), 2, 32);
}

/// The last block adds up what the others left. `part` is how it is stored and loaded.
fn last_block(before: &str, after: &str) -> String {
    format!(
        "mad.wide.u32 %ga, %b, 4, %g; st.global.u32 [%ga], %b; {before} atom.global.add.u32 %y, [%g+64], 1;\n\
         setp.ne.u32 %p, %y, 7; @%p bra $e;\n{after}\nmov.u32 %c, 0;\n\
         $l: mad.wide.u32 %ga, %c, 4, %g; ld.global.u32 %x, [%ga]; add.u32 %c, %c, 1; setp.lt.u32 %q, %c, 8; @%q bra $l;\n$e:"
    )
}

#[test]
fn a_chain_of_atomics_hands_over_what_all_of_it_released() {
    let fence = "fence.acq_rel.gpu;";
    clean(&last_block(fence, fence), 8, 1);
    found(&last_block("", fence), 8, 1);
    found(&last_block(fence, ""), 8, 1);
    found(&last_block("membar.cta;", fence), 8, 1);
    // A strong store breaks the chain.
    let broken = last_block(fence, fence).replace(
        "setp.ne.u32 %p, %y, 7;",
        "setp.eq.u32 %q, %b, 5; @%q st.volatile.global.u32 [%g+64], %y; setp.eq.u32 %q, %b, 5; @%q red.global.add.u32 [%g+64], 1; setp.ne.u32 %p, %y, 7;",
    );
    // The last block sees another count where the schedule brings blocks together.
    assert!(!crate::run_in(&broken, 8, 1, optx_emulator::Schedule::Lockstep).is_clean());
}

/// A lock around a counter in memory.
fn lock(acquire: &str, release: &str) -> String {
    format!(
        "and.b32 %y, %t, 31; setp.ne.u32 %p, %y, 0; @%p bra $e;\n\
         $l: atom.global.cas.b32 %y, [%g+64], 0, 1; setp.ne.u32 %q, %y, 0; @%q bra $l;\n{acquire}\n\
         ld.global.u32 %x, [%g]; add.u32 %x, %x, 1; st.global.u32 [%g], %x;\n{release}\n\
         atom.global.exch.b32 %y, [%g+64], 0;\n$e:"
    )
}

#[test]
fn a_lock_with_fences_is_clean_and_without_is_found() {
    let (gpu, cta) = ("membar.gl;", "membar.cta;");
    for (grid, block) in [(4, 32), (2, 64), (1, 128)] {
        clean(&lock(gpu, gpu), grid, block);
        found(&lock("", gpu), grid, block);
        found(&lock(gpu, ""), grid, block);
        found(&lock("", ""), grid, block);
    }
    clean(&lock(cta, cta), 1, 128);
    found(&lock(cta, cta), 4, 32);
    // Given back by a plain store.
    let plain =
        lock(gpu, gpu).replace("atom.global.exch.b32 %y, [%g+64], 0;", "st.global.u32 [%g+64], 0;");
    found(&plain, 4, 32);
    let volatile = plain.replace("st.global.u32 [%g+64]", "st.volatile.global.u32 [%g+64]");
    clean(&volatile, 4, 32);
}

#[test]
fn flags_in_shared_memory_are_each_blocks_own() {
    let body = |release: &str| {
        format!(
            "setp.eq.u32 %p, %t, 64; @%p st.volatile.shared.u32 [%s+64], 0; bar.sync 0;\n\
             setp.eq.u32 %p, %t, 0; @%p bra $w;\nsetp.eq.u32 %p, %t, 32; @%p bra $r;\nbra $e;\n\
             $w: st.shared.u32 [%s], 5; {release} st.volatile.shared.u32 [%s+64], 1; bra $e;\n\
             $r: ld.volatile.shared.u32 %y, [%s+64]; setp.eq.u32 %q, %y, 0; @%q bra $r;\nmembar.cta; ld.shared.u32 %x, [%s];\n$e:"
        )
    };
    clean(&body("membar.cta;"), 3, 96);
    found(&body(""), 3, 96);
}

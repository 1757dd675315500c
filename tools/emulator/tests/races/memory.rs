//! What counts as the same memory: bytes, widths, spaces, blocks; strong accesses, equal stores.

use optx_emulator::Schedule;

use crate::{clean, found, run_in};

#[test]
fn neighbouring_bytes_are_apart() {
    let own = "add.u32 %y, %s, %t; cvt.u16.u32 %h, %t;";
    clean(&format!("{own} st.shared.u8 [%y], %h; ld.shared.u8 %h, [%y];"), 1, 64);
    found(&format!("{own} st.shared.u8 [%y], %h; ld.shared.u8 %h, [%y+1];"), 1, 64);
    clean(
        "add.u32 %y, %a, %t; sub.u32 %y, %y, %t; cvt.u16.u32 %h, %t; st.shared.u16 [%y], %h; st.shared.u16 [%y+2], %h;",
        1,
        64,
    );
}

#[test]
fn overlapping_widths_race() {
    // A word and a byte of it.
    found(
        "setp.eq.u32 %p, %t, 0; @%p st.shared.u32 [%s], %x; setp.eq.u32 %q, %t, 1; cvt.u16.u32 %h, %t; @%q st.shared.u8 [%s+3], %h;",
        1,
        32,
    );
    found(
        "setp.eq.u32 %q, %t, 1; cvt.u16.u32 %h, %t; @%q st.shared.u8 [%s+3], %h; setp.eq.u32 %p, %t, 0; @%p ld.shared.u32 %x, [%s];",
        1,
        32,
    );
    clean(
        "setp.eq.u32 %q, %t, 1; cvt.u16.u32 %h, %t; @%q st.shared.u8 [%s+4], %h; setp.eq.u32 %p, %t, 0; @%p ld.shared.u32 %x, [%s];",
        1,
        32,
    );
    // Eight bytes and the upper four of them.
    found(
        "setp.eq.u32 %p, %t, 0; @%p st.shared.v2.u32 [%s], {%x, %x}; setp.eq.u32 %q, %t, 1; @%q ld.shared.u32 %y, [%s+4];",
        1,
        32,
    );
}

#[test]
fn vectors_touch_all_their_elements() {
    let body = |at: u32| {
        format!(
            "mad.lo.u32 %y, %t, 16, %s; st.shared.v4.u32 [%y], {{%x, %t, %x, %t}}; ld.shared.u32 %x, [%y+{at}];"
        )
    };
    clean(&body(12), 1, 32);
    found(&body(16), 1, 32);
}

#[test]
fn generic_addresses_reach_both_spaces() {
    let body = |base: &str, between: &str| {
        format!(
            "mad.wide.u32 %ga, %t, 4, {base}; st.u32 [%ga], %t; {between} xor.b32 %y, %t, 32; mad.wide.u32 %ga, %y, 4, {base}; ld.u32 %x, [%ga];"
        )
    };
    for base in ["%g", "%gs"] {
        clean(&body(base, "bar.sync 0;"), 1, 64);
        found(&body(base, ""), 1, 64);
    }
    // One address in each half of the warp.
    found(
        "setp.lt.u32 %p, %t, 16; selp.b64 %ga, %g, %gs, %p; ld.u32 %y, [%ga]; st.u32 [%ga], %t;",
        1,
        32,
    );
}

#[test]
fn blocks_are_not_ordered() {
    let body = |read: &str| {
        format!(
            "mad.wide.u32 %ga, %b, 4, %g; setp.eq.u32 %p, %t, 0; @%p st.global.u32 [%ga], %b; bar.sync 0; {read}"
        )
    };
    clean(&body("ld.global.u32 %x, [%ga];"), 4, 64);
    found(&body("ld.global.u32 %x, [%g];"), 4, 64);
    found(&body("ld.global.u32 %x, [%ga+4];"), 4, 64);
    // Reads of the block before, although this block's own reads came later.
    let halo = "mad.wide.u32 %ga, %b, 4, %g; ld.global.u32 %x, [%ga]; ld.global.u32 %x, [%ga+4]; bar.sync 0; \
                setp.eq.u32 %p, %t, 40; @%p st.global.u32 [%ga], %b;";
    found(halo, 2, 256);
    // Shared memory is each block's own.
    clean(
        "setp.eq.u32 %p, %t, 0; @%p st.shared.u32 [%s], %b; bar.sync 0; ld.shared.u32 %x, [%s];",
        4,
        64,
    );
}

#[test]
fn strong_accesses_do_not_race() {
    clean("ld.volatile.shared.u32 %x, [%s]; st.volatile.shared.u32 [%s], %t;", 1, 64);
    clean("ld.relaxed.gpu.global.u32 %x, [%g]; st.relaxed.sys.global.u32 [%g], %t;", 3, 64);
    clean("red.global.add.u32 [%g], 1; ld.volatile.global.u32 %x, [%g];", 3, 64);
    found("red.global.add.u32 [%g], 1; ld.global.u32 %x, [%g];", 3, 64);
    found("ld.volatile.global.u32 %x, [%g]; st.global.u32 [%g], %t;", 1, 64);
    found("st.volatile.shared.u32 [%s], %t; ld.shared.u32 %x, [%s];", 1, 64);
}

#[test]
fn the_scope_of_a_strong_access_must_hold_both_threads() {
    let notes = |body: &str, grid| {
        let races = run_in(body, grid, 64, Schedule::Lockstep);
        assert!(races.is_clean());
        races.notes().count()
    };
    assert_eq!(notes("red.relaxed.cta.global.add.u32 [%g], 1;", 1), 0);
    assert_eq!(notes("red.relaxed.cta.global.add.u32 [%g], 1;", 2), 1);
    assert_eq!(notes("red.relaxed.gpu.global.add.u32 [%g], 1;", 2), 0);
    let own = "mad.wide.u32 %ga, %b, 4, %g; red.relaxed.cta.global.add.u32 [%ga], 1;";
    assert_eq!(notes(own, 2), 0);
}

#[test]
fn a_compare_and_swap_that_fails_reads() {
    clean("atom.global.cas.b32 %y, [%g], 5, 6; ld.global.u32 %x, [%g];", 2, 64);
    found("atom.global.cas.b32 %y, [%g], 0, 6; ld.global.u32 %x, [%g];", 2, 64);
}

#[test]
fn equal_plain_stores_are_a_note() {
    let equal = run_in("st.global.u32 [%g], %x;", 2, 64, Schedule::Lockstep);
    assert!(equal.is_clean() && equal.notes().count() == 1);
    found("st.global.u32 [%g], %t;", 1, 64);
    found("st.global.u32 [%g], %b;", 2, 1);
    // Equal in a part.
    found(
        "setp.eq.u32 %p, %t, 0; @%p st.shared.v2.u32 [%s], {%x, %x}; setp.eq.u32 %q, %t, 1; @%q st.shared.v2.u32 [%s], {%x, %t};",
        1,
        32,
    );
    // A strong and a plain store are no note.
    found(
        "setp.eq.u32 %p, %t, 0; @%p st.shared.u32 [%s], %x; @!%p st.volatile.shared.u32 [%s], %x;",
        1,
        32,
    );
    // Who reads is not ordered, whatever the values.
    found("st.global.u32 [%g], %x; ld.global.u32 %y, [%g];", 2, 32);
}

#[test]
fn two_lanes_of_one_store_count() {
    found("and.b32 %y, %t, 15; mad.lo.u32 %y, %y, 4, %s; st.shared.u32 [%y], %t;", 1, 32);
    let equal = "and.b32 %y, %t, 15; mad.lo.u32 %c, %y, 4, %s; st.shared.u32 [%c], %y;";
    clean(equal, 1, 32);
    assert_eq!(run_in(equal, 1, 32, Schedule::Lockstep).notes().count(), 1);
}

#[test]
fn sixty_four_threads_that_add_one_are_found() {
    let body = "ld.shared.u32 %y, [%s]; add.u32 %y, %y, 1; st.shared.u32 [%s], %y;";
    assert!(!run_in(body, 1, 64, Schedule::Lockstep).is_clean());
    let global = body.replace("shared", "global").replace("%s", "%g");
    assert!(!run_in(&global, 1, 64, Schedule::Lockstep).is_clean());
}

#[test]
fn many_readers_are_remembered() {
    // 16 warps read; then one thread of each in turn would write.
    for t in [0, 5, 31, 32, 500, 511] {
        found(
            &format!(
                "ld.shared.u32 %x, [%s]; setp.eq.u32 %p, %t, {t}; @%p st.shared.u32 [%s], %t;"
            ),
            1,
            512,
        );
        clean(
            &format!(
                "ld.shared.u32 %x, [%s]; bar.sync 0; setp.eq.u32 %p, %t, {t}; @%p st.shared.u32 [%s], %t;"
            ),
            1,
            512,
        );
    }
}

#[test]
fn what_nobody_reads_of_a_vector_is_not_loaded() {
    // Thread 1 loads four words of which thread 0 stores the third.
    let body = |read: &str| {
        format!(
            ".reg .b32 %v<4>; setp.eq.u32 %p, %t, 0; @%p st.global.u32 [%g+8], %x; setp.eq.u32 %q, %t, 1;\n\
             @%q ld.global.v4.u32 {{%v0, %v1, %v2, %v3}}, [%g]; add.u32 %y, %v0, %v1; add.u32 %y, %y, %v3; {read}\n\
             st.shared.u32 [%a], %y;"
        )
    };
    clean(&body(""), 1, 64);
    found(&body("add.u32 %y, %y, %v2;"), 1, 64);
    // What is stored again is read.
    found(&body("st.shared.u32 [%a+512], %v2;"), 1, 64);
}

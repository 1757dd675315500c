//! Barriers of blocks and warps, exited threads, instructions that order nothing.

use crate::{clean, found};

/// Each thread stores its own word, then reads that of the thread 33 further.
fn exchange(between: &str) -> String {
    format!(
        "st.shared.u32 [%a], %t; {between}\nadd.u32 %y, %t, 33; and.b32 %y, %y, 63; mad.lo.u32 %y, %y, 4, %s;\n\
         ld.shared.u32 %x, [%y];"
    )
}

#[test]
fn a_block_barrier_orders() {
    for between in [
        "bar.sync 0;",
        "barrier.sync 3;",
        "bar.sync 1, 64;",
        "setp.eq.u32 %p, %t, 5; bar.red.popc.u32 %c, 0, %p;",
        "setp.eq.u32 %p, %t, 5; bar.red.or.pred %q, 2, 64, %p;",
    ] {
        clean(&exchange(between), 1, 64);
    }
    found(&exchange(""), 1, 64);
    found(&exchange("membar.cta;"), 1, 64);
    found(&exchange("membar.sys;"), 1, 64);
}

#[test]
fn a_barrier_orders_one_way_round_a_loop() {
    let body = |second: &str| {
        format!(
            "mov.u32 %c, 0;\n$l: st.shared.u32 [%a], %t; bar.sync 0;\n\
             xor.b32 %y, %t, 32; mad.lo.u32 %y, %y, 4, %s; ld.shared.u32 %x, [%y]; {second}\n\
             add.u32 %c, %c, 1; setp.lt.u32 %p, %c, 4; @%p bra $l;"
        )
    };
    clean(&body("bar.sync 0;"), 1, 64);
    found(&body(""), 1, 64);
}

#[test]
fn warps_that_meet_at_a_named_barrier_are_ordered_with_each_other_alone() {
    // Warps 0 and 1 meet at barrier 1, 2 and 3 at barrier 2; each thread reads from the other warp of its pair, or of the other pair.
    let body = |distance: u32| {
        format!(
            "st.shared.u32 [%a], %t; shr.u32 %c, %t, 6; add.u32 %c, %c, 1; bar.sync %c, 64;\n\
             xor.b32 %y, %t, {distance}; mad.lo.u32 %y, %y, 4, %s; ld.shared.u32 %x, [%y];"
        )
    };
    clean(&body(32), 1, 128);
    found(&body(64), 1, 128);
}

#[test]
fn named_barriers_are_transitive() {
    // 0 with 1, then 1 with 2: warp 2 reads what warp 0 wrote.
    let body = |first: &str| {
        format!(
            "shr.u32 %c, %t, 5; setp.eq.u32 %p, %c, 0; @!%p bra $1;\nst.shared.u32 [%s], %t; {first} bra $e;\n\
             $1: setp.eq.u32 %p, %c, 1; @!%p bra $2;\n{first} bar.sync 2, 64; bra $e;\n\
             $2: bar.sync 2, 64; ld.shared.u32 %x, [%s];\n$e:"
        )
    };
    let one = |body: String| body.replace("st.shared", "setp.eq.u32 %q, %t, 0; @%q st.shared");
    clean(&one(body("bar.sync 1, 64;")), 1, 96);
    found(&one(body("")), 1, 96);
}

#[test]
fn who_only_arrives_is_ordered_one_way() {
    // Warp 0 stores and arrives, warp 1 waits and loads.
    let body = |after: &str| {
        format!(
            "setp.ge.u32 %p, %t, 32; @%p bra $c;\nst.shared.u32 [%a], %t; bar.arrive 1, 64; {after} bra $e;\n\
             $c: bar.sync 1, 64; ld.shared.u32 %x, [%a+-128];\n$e:"
        )
    };
    clean(&body(""), 1, 64);
    // What the producer does behind its arrival is not ordered.
    found(&body("st.shared.u32 [%a], %z;"), 1, 64);
    // Nor is what the consumer does before it waits known to the producer.
    let back = "setp.ge.u32 %p, %t, 32; @%p bra $c;\nbar.arrive 1, 64; st.shared.u32 [%a], %t; bra $e;\n\
                $c: ld.shared.u32 %x, [%a+-128]; bar.sync 1, 64;\n$e:";
    found(back, 1, 64);
}

#[test]
fn bar_warp_sync_orders_the_lanes_it_names() {
    let body = |between: &str, distance: u32| {
        format!(
            "st.shared.u32 [%a], %t; {between}\nxor.b32 %y, %t, {distance}; mad.lo.u32 %y, %y, 4, %s; ld.shared.u32 %x, [%y];"
        )
    };
    clean(&body("bar.warp.sync -1;", 1), 1, 64);
    found(&body("", 1), 1, 64);
    // Another warp is not named.
    found(&body("bar.warp.sync -1;", 32), 1, 64);
    let halves =
        "setp.lt.u32 %p, %t, 16; mov.u32 %c, 0xffff0000; @%p mov.u32 %c, 0xffff; bar.warp.sync %c;";
    clean(&body(halves, 8), 1, 32);
    found(&body(halves, 16), 1, 32);
    // First pairs, then pairs of pairs: transitive.
    let pairs = |mask: u32, width: u32| {
        let clear = 32 - width;
        format!(
            "and.b32 %c, %t, {clear}; mov.u32 %y, {mask}; shl.b32 %y, %y, %c; bar.warp.sync %y;"
        )
    };
    clean(&body(&(pairs(0b11, 2) + &pairs(0b1111, 4)), 3), 1, 32);
    clean(&body(&(pairs(0b1111, 4) + &pairs(0b11, 2)), 3), 1, 32);
    found(&body(&pairs(0b11, 2), 3), 1, 32);
}

#[test]
fn shuffles_and_votes_order_nothing() {
    let body = |between: &str| {
        format!(
            "st.shared.u32 [%a], %t; {between}\nxor.b32 %y, %t, 1; mad.lo.u32 %y, %y, 4, %s; ld.shared.u32 %x, [%y];"
        )
    };
    for between in [
        "shfl.sync.bfly.b32 %y, %t, 1, 31, -1;",
        "setp.eq.u32 %p, %t, 1; vote.sync.ballot.b32 %y, %p, -1;",
        "setp.eq.u32 %p, %t, 1; vote.sync.any.pred %q, %p, -1;",
        "match.any.sync.b32 %y, %t, -1;",
        "redux.sync.add.u32 %y, %t, -1;",
    ] {
        found(&body(between), 1, 32);
        clean(&body(&format!("{between} bar.warp.sync -1;")), 1, 32);
    }
}

#[test]
fn who_exited_has_arrived() {
    // The odd threads store and exit, the even ones wait for each other and read what their neighbours left.
    let body = |between: &str| {
        format!(
            "and.b32 %c, %t, 1; setp.eq.u32 %p, %c, 0; @%p bra $e;\nst.shared.u32 [%a], %t; exit;\n\
             $e: {between} ld.shared.u32 %x, [%a+4];"
        )
    };
    clean(&body("bar.sync 0;"), 1, 64);
    found(&body(""), 1, 64);
    clean(&body("bar.warp.sync -1;"), 1, 64);
}

#[test]
fn the_end_of_a_kernel_orders() {
    use optx_emulator::{Device, LaunchConfig, Module, Races, launch_sanitized};
    let text = crate::kernel(
        "mad.wide.u32 %ga, %b, 4, %g; st.global.u32 [%ga], %b; ld.global.u32 %x, [%ga+64];",
    );
    let m = Module::load(&text).unwrap();
    let mut d = Device::new();
    let out = d.alloc(4096, "out").unwrap();
    let mut races = Races::default();
    for turn in 0..2 {
        let config = LaunchConfig { grid: [16, 1, 1], block: [1, 1, 1], ..LaunchConfig::default() };
        let args = [(out.0 + 64 * turn).to_le_bytes().to_vec()];
        launch_sanitized(&mut d, &m, "k", &config, &args, &mut races).unwrap();
    }
    assert!(races.is_clean());
}

//! Instances: loops, merges behind divergent branches, temporal divergence, irreducible cycles.

use super::*;

fn live(mark: &str, reg: &str, coef: Value, lane: Value) -> Value {
    with(def(mark, reg, coef, lane), json!({ "at": "live-in" }))
}

#[test]
fn a_merge_is_caught_where_threads_come_to_it() {
    // Each move is uniform among its threads; what they merge to is not.
    let body = "and.b32 %b, %t, 1;\nsetp.eq.u32 %p, %b, 0;\n@%p bra $then;\nmov.u32 %a, 1; // else\nbra $join;\n$then:\nmov.u32 %a, 2; // then\n$join:\nadd.u32 %c, %a, 0;";
    let run = flat(70);
    hold(
        body,
        &run,
        &[
            def("// else", "%a", json!([0, 0, 0]), json!(0)),
            def("// then", "%a", json!([0, 0, 0]), json!(0)),
            live("$join:", "%a", json!([null, 0, 0]), json!(null)),
        ],
    );
    refused(
        body,
        &run,
        &[
            live("$join:", "%a", json!([0, 0, 0]), json!(null)),
            live("$join:", "%a", json!([null, 0, 0]), json!(0)),
            def("%c,", "%c", json!([0, 0, 0]), json!(null)),
        ],
    );
    // The same where whole warps go either way.
    let body = body.replace("and.b32 %b, %t, 1", "shr.u32 %b, %t, 5");
    hold(&body, &run, &[live("$join:", "%a", json!([null, 0, 0]), json!(0))]);
    refused(&body, &run, &[live("$join:", "%a", json!([0, 0, 0]), json!(null))]);
}

/// A loop of `trips` rounds, at least one.
fn rounds(trips: &str) -> String {
    format!(
        "{trips}\nmov.u32 %i, 0;\nmov.u32 %c, %t; // start\n$loop:\nadd.u32 %c, %c, 4; // step\nadd.u32 %i, %i, 1; // count\nsetp.lt.u32 %p, %i, %e;\n@%p bra $loop;\n$exit:\nadd.u32 %f, %i, 0; // use\nadd.u32 %d, %c, 0;"
    )
}

#[test]
fn loops_whose_threads_run_different_rounds() {
    let body = &rounds("and.b32 %e, %t, 3;\nadd.u32 %e, %e, 1;");
    let run = flat(70);
    hold(
        body,
        &run,
        &[
            // In one round all that are in it agree.
            def("// count", "%i", json!([0, 0, 0]), json!(0)),
            def("// step", "%c", json!([1, 0, 0]), json!(1)),
            live("$loop:", "%i", json!([0, 0, 0]), json!(0)),
            with(live("$loop:", "%c", json!([1, 0, 0]), json!(1)), json!({})),
        ],
    );
    refused(
        body,
        &run,
        &[
            // Behind the loop they do not: temporal divergence.
            live("$exit:", "%i", json!([0, 0, 0]), json!(null)),
            live("$exit:", "%i", json!([null, 0, 0]), json!(0)),
            def("// use", "%f", json!([0, 0, 0]), json!(null)),
            def("%d,", "%d", json!([1, 0, 0]), json!(null)),
            // No two rounds have one value, so no base is right.
            with(def("// count", "%i", json!([0, 0, 0]), json!(0)), json!({ "base": 1 })),
            with(
                with(
                    def("setp.lt.u32 %p, %i", "%p", json!([0, 0, 0]), json!(null)),
                    json!({ "width": 1 }),
                ),
                json!({}),
            ),
        ],
    );
    // With one number of rounds for all it is uniform behind the loop too.
    let body = &rounds("mov.u32 %e, 9;");
    hold(
        body,
        &run,
        &[
            with(live("$exit:", "%i", json!([0, 0, 0]), json!(0)), json!({ "base": 9 })),
            with(def("%d,", "%d", json!([1, 0, 0]), json!(1)), json!({ "base": 36 })),
            with(
                def("setp.lt.u32 %p, %i", "%p", json!([0, 0, 0]), json!(0)),
                json!({ "width": 1 }),
            ),
        ],
    );
}

#[test]
fn rounds_that_differ_from_warp_to_warp() {
    let body = &rounds("shr.u32 %e, %t, 5;\nadd.u32 %e, %e, 1;");
    hold(
        body,
        &flat(96),
        &[
            def("// count", "%i", json!([0, 0, 0]), json!(0)),
            live("$exit:", "%i", json!([null, null, null]), json!(0)),
        ],
    );
    refused(body, &flat(96), &[live("$exit:", "%i", json!([0, 0, 0]), json!(null))]);
}

#[test]
fn nested_loops() {
    // The outer loop has tid % 3 + 1 rounds, the inner as many as the outer has begun.
    let body = "rem.u32 %e, %t, 3;\nmov.u32 %i, 0;\nmov.u32 %c, 0;\n$outer:\nadd.u32 %i, %i, 1; // i\nmov.u32 %j, 0;\n$inner:\nadd.u32 %j, %j, 1; // j\nadd.u32 %c, %c, 1; // c\nshl.b32 %d, %c, 2;\nsetp.lt.u32 %p, %j, %i;\n@%p bra $inner;\n$between:\nsetp.le.u32 %q, %i, %e;\n@%q bra $outer;\n$end:\nadd.u32 %f, %c, 0;";
    let zero = || json!([0, 0, 0]);
    hold(
        body,
        &flat(70),
        &[
            def("// i", "%i", zero(), json!(0)),
            def("// j", "%j", zero(), json!(0)),
            def("// c", "%c", zero(), json!(0)),
            live("$between:", "%c", zero(), json!(0)),
            with(def("setp.lt", "%p", zero(), json!(0)), json!({ "width": 1 })),
        ],
    );
    refused(
        body,
        &flat(70),
        &[
            live("$end:", "%c", zero(), json!(null)),
            with(def("setp.le", "%q", zero(), json!(null)), json!({ "width": 1 })),
        ],
    );
}

#[test]
fn inner_rounds_that_depend_on_the_thread() {
    // The count goes on over the outer rounds: the same inner round of the same outer round has another count.
    let body = "and.b32 %e, %t, 1;\nmov.u32 %i, 0;\nmov.u32 %c, 0;\n$outer:\nmov.u32 %j, 0;\n$inner:\nadd.u32 %j, %j, 1; // j\nadd.u32 %c, %c, 1; // c\nsetp.le.u32 %p, %j, %e;\n@%p bra $inner;\nadd.u32 %i, %i, 1; // i\nsetp.lt.u32 %q, %i, 3;\n@%q bra $outer;";
    let zero = || json!([0, 0, 0]);
    hold(
        body,
        &flat(70),
        &[def("// i", "%i", zero(), json!(0)), def("// j", "%j", zero(), json!(0))],
    );
    refused(
        body,
        &flat(70),
        &[def("// c", "%c", zero(), json!(null)), def("// c", "%c", json!([null, 0, 0]), json!(0))],
    );
}

#[test]
fn lanes_that_run_ahead_in_a_loop() {
    // A short way back to the header and a long one: lanes of several rounds come together in the middle.
    let body = "mov.u32 %i, 0;\n$head:\nadd.u32 %i, %i, 1; // i\nsetp.gt.u32 %q, %i, 6;\n@%q bra $end;\nadd.u32 %a, %t, %i;\nand.b32 %a, %a, 1;\nsetp.eq.u32 %p, %a, 0;\n@%p bra $head;\n$long:\nadd.u32 %b, %i, 3; // b\nbra $head;\n$end:";
    let zero = || json!([0, 0, 0]);
    hold(
        body,
        &flat(70),
        &[
            def("// i", "%i", zero(), json!(0)),
            def("// b", "%b", zero(), json!(0)),
            live("$long:", "%i", zero(), json!(0)),
        ],
    );
    refused(body, &flat(70), &[with(def("// b", "%b", zero(), json!(0)), json!({ "base": 4 }))]);
}

#[test]
fn irreducible_cycles() {
    // Two entries: threads below 9 come in at $b.
    let body = "mov.u32 %i, 0;\nsetp.lt.u32 %p, %t, 9;\n@%p bra $b;\n$a:\nadd.u32 %i, %i, 1;\n$b:\nmov.u32 %a, %n; // a\nadd.u32 %b, %t, 2; // b\nadd.u32 %i, %i, 2;\nsetp.lt.u32 %q, %i, 9;\n@%q bra $a;\n$end:\nadd.u32 %c, %i, 1;";
    let run = flat(64);
    for schedule in SCHEDULES {
        // Block-wide claims are not checked, though false.
        let r =
            check(body, &run, schedule, &[def("// b", "%b", json!([7, 0, 0]), json!(1))]).unwrap();
        assert!(r.holds() && r.irreducible == 1, "{}", r.to_text());
    }
    let r = check(body, &run, Schedule::Lockstep, &[def("// b", "%b", json!([1, 0, 0]), json!(2))])
        .unwrap();
    assert!(!r.holds());
    assert_eq!(r.shown()[0].instance, None);
    hold(body, &run, &[def("// a", "%a", json!([0, 0, 0]), json!(0))]);
    // Behind the cycle there are instances again.
    refused(
        body,
        &run,
        &[
            def("%c,", "%c", json!([0, 0, 0]), json!(null)),
            live("$end:", "%i", json!([0, 0, 0]), json!(null)),
        ],
    );
}

#[test]
fn warps_that_meet_and_part_at_barriers() {
    let body = "mov.u32 %i, 0;\n$loop:\nbar.sync 0;\nadd.u32 %i, %i, 1; // i\nshfl.sync.down.b32 %a, %t, 1, 31, -1;\nadd.u32 %b, %i, %t; // b\nbar.warp.sync -1;\nsetp.lt.u32 %p, %i, 5;\n@%p bra $loop;";
    hold(
        body,
        &flat(64),
        &[
            def("// i", "%i", json!([0, 0, 0]), json!(0)),
            def("// b", "%b", json!([1, 0, 0]), json!(1)),
        ],
    );
    refused(
        body,
        &flat(64),
        &[
            def("// b", "%b", json!([null, 0, 0]), json!(0)),
            def("shfl", "%a", json!([1, 0, 0]), json!(null)),
        ],
    );
    // Lanes of two masks are parted within a block of code.
    let body = "shr.u32 %a, %lane, 4;\nsetp.eq.u32 %p, %a, 0;\nselp.b32 %b, 65535, -65536, %p;\nredux.sync.add.u32 %c, %t, %b;\nmov.u32 %d, %c;";
    refused(
        body,
        &flat(32),
        &[
            def("%d,", "%d", json!([null, 0, 0]), json!(0)),
            def("redux", "%c", json!([0, 0, 0]), json!(null)),
        ],
    );
}

#[test]
fn many_rounds_keep_little() {
    // Warps run far ahead of each other; records are given up as the last warp leaves them.
    let body = "mov.u32 %i, 0;\n$loop:\nadd.u32 %i, %i, 1; // i\nadd.u32 %b, %i, %t; // b\nsetp.lt.u32 %p, %i, 100000;\n@%p bra $loop;";
    let claims = [
        def("// i", "%i", json!([0, 0, 0]), json!(0)),
        def("// b", "%b", json!([1, 0, 0]), json!(1)),
    ];
    let r = check(body, &flat(64), Schedule::Lockstep, &claims).unwrap();
    assert!(r.holds() && r.unchecked == 0, "{}", r.to_text());
    assert_eq!(r.checks, 2 * 2 * 2 * 100_000);
}

#[test]
fn what_there_is_no_room_for_is_counted() {
    // A thread that left keeps all rounds from being given up.
    let body = "setp.eq.u32 %q, %t, 0;\n@%q bra $out;\nmov.u32 %i, 0;\n$loop:\nadd.u32 %i, %i, 1; // i\nadd.u32 %b, %i, %t; // b\nsetp.lt.u32 %p, %i, 1800000;\n@%p bra $loop;\n$out:";
    let run = Run { grid: [1; 3], block: [32, 1, 1], n: 0 };
    let zero = json!([0, 0, 0]);
    let claims =
        [def("// i", "%i", zero.clone(), json!(0)), def("// b", "%b", json!([1, 0, 0]), json!(1))];
    let r = check(body, &run, Schedule::Lockstep, &claims).unwrap();
    assert!(r.holds() && r.unchecked > 0, "{}", r.to_text());
    // Among lanes that are together it is found all the same.
    let r = check(body, &run, Schedule::Lockstep, &[def("// b", "%b", zero, json!(0))]).unwrap();
    assert!(!r.holds());
}

//! Values: coefficients, bases, lanes, symbols, widths, guards.

use super::*;

#[test]
fn coefficients_and_bases() {
    let body = "mad.lo.u32 %a, %t, 4, 7;\nadd.u32 %b, %n, 1;";
    let a = |coef| def("%a,", "%a", coef, json!(null));
    let zero = json!([4, 0, 0]);
    hold(
        body,
        &flat(80),
        &[
            a(zero.clone()),
            a(json!([4, null, null])),
            with(a(zero.clone()), json!({ "base": 7, "lane": 4 })),
            with(def("%b,", "%b", json!([0, 0, 0]), json!(0)), json!({ "base": 6 })),
            with(
                def("%b,", "%b", json!([null, null, null]), json!(null)),
                json!({ "block_uniform": true, "warp_uniform": true }),
            ),
        ],
    );
    refused(
        body,
        &flat(80),
        &[
            a(json!([5, 0, 0])),
            a(json!([0, 0, 0])),
            with(a(zero.clone()), json!({ "base": 8 })),
            with(a(zero.clone()), json!({ "lane": 3 })),
            with(a(zero.clone()), json!({ "block_uniform": true })),
            with(a(json!([null, null, null])), json!({ "warp_uniform": true })),
        ],
    );
    // Nothing is claimed of threads that differ on an unknown axis, nor of a base then.
    hold(
        body,
        &flat(80),
        &[a(json!([null, 0, 0])), with(a(json!([null, 0, 0])), json!({ "base": 9 }))],
    );
}

#[test]
fn what_differs_from_warp_to_warp() {
    // The warp's number: uniform in a warp, not in the block.
    let body = "shr.u32 %a, %t, 5;\nand.b32 %b, %t, 31;";
    let run = flat(70);
    hold(
        body,
        &run,
        &[
            def("%a,", "%a", json!([null, null, null]), json!(0)),
            with(
                def("%a,", "%a", json!([null, 0, 0]), json!(null)),
                json!({ "warp_uniform": true }),
            ),
            def("%b,", "%b", json!([null, null, null]), json!(1)),
        ],
    );
    refused(
        body,
        &run,
        &[
            def("%a,", "%a", json!([0, 0, 0]), json!(0)),
            with(
                def("%a,", "%a", json!([null, 0, 0]), json!(null)),
                json!({ "block_uniform": true }),
            ),
            def("%b,", "%b", json!([1, 0, 0]), json!(1)),
            def("%b,", "%b", json!([null, null, null]), json!(0)),
        ],
    );
    // In a block of one warp it is uniform.
    hold(body, &flat(32), &[def("%a,", "%a", json!([0, 0, 0]), json!(0))]);
}

#[test]
fn blocks_of_two_and_three_dimensions() {
    let body = "mad.lo.u32 %a, %u, %n, %t;\nmad.lo.u32 %b, %v, 100, %a;\nmul.lo.u32 %c, %u, %t;\nmad.lo.u32 %d, %t, %t, %u;";
    let n = json!({ "reg": "%n" });
    for block in [[8, 8, 1], [5, 3, 4], [33, 2, 2], [1, 7, 9]] {
        let run = Run { grid: [1, 2, 1], block, n: 11 };
        hold(
            body,
            &run,
            &[
                def("%a,", "%a", json!([1, n, 0]), json!(null)),
                def("%a,", "%a", json!([1, 11, 0]), json!(null)),
                with(def("%a,", "%a", json!([1, n, 0]), json!(null)), json!({ "base": 0 })),
                def("%b,", "%b", json!([1, n, 100]), json!(null)),
                def("%b,", "%b", json!([1, null, 100]), json!(null)),
                def("%b,", "%b", json!([null, null, 100]), json!(null)),
                // Along x it is tid.y, which an unknown y has equal; along y tid.x.
                def("%c,", "%c", json!([{ "reg": "%u" }, null, 0]), json!(null)),
                def("%c,", "%c", json!([null, { "reg": "%t" }, 0]), json!(null)),
                def("%d,", "%d", json!([null, 1, 0]), json!(null)),
            ],
        );
    }
    let run = Run { grid: [1, 1, 1], block: [5, 3, 4], n: 11 };
    refused(
        body,
        &run,
        &[
            def("%a,", "%a", json!([1, 10, 0]), json!(null)),
            def("%a,", "%a", json!([1, { "reg": "%w" }, 0]), json!(null)),
            def("%a,", "%a", json!([1, { "reg": "%n", "scale": 2 }, 0]), json!(null)),
            def("%b,", "%b", json!([1, null, 99]), json!(null)),
            def("%b,", "%b", json!([null, null, 99]), json!(null)),
            def("%b,", "%b", json!([2, null, null]), json!(null)),
            def("%c,", "%c", json!([{ "reg": "%u" }, 0, 0]), json!(null)),
            def("%d,", "%d", json!([null, 2, 0]), json!(null)),
            def("%d,", "%d", json!([1, null, 0]), json!(null)),
        ],
    );
}

#[test]
fn symbols_are_the_same_in_all_threads() {
    // tid.y * tid.y is not affine, though each thread's own coefficient times its index gives it.
    let body = "mul.lo.u32 %a, %u, %u;";
    let run = Run { grid: [1; 3], block: [4, 4, 1], n: 0 };
    refused(body, &run, &[def("%a,", "%a", json!([0, { "reg": "%u" }, 0]), json!(null))]);
    let r = check(
        body,
        &run,
        Schedule::Lockstep,
        &[def("%a,", "%a", json!([0, { "reg": "%u" }, 0]), json!(null))],
    );
    let text = r.unwrap().to_text();
    assert!(text.contains("`%u`, by which `%a` grows along y, is the same in all"), "{text}");
    // Within a warp.
    let lane = def("%a,", "%a", json!([null, null, null]), json!({ "reg": "%u" }));
    refused(body, &run, &[lane]);
    let body = "mul.lo.u32 %a, %lane, %n;";
    let lane = |r| def("%a,", "%a", json!([null, null, null]), json!({ "reg": r, "scale": 1 }));
    hold(body, &flat(70), &[lane("%n")]);
    refused(body, &flat(70), &[lane("%w")]);
}

#[test]
fn symbols_are_read_before_the_instruction() {
    let body = "mov.u32 %b, %n;\nmad.lo.u32 %b, %t, %b, 3; // here\nmov.u32 %c, %n;\n$l:\nadd.u32 %c, %c, 0;";
    let b = |coef| def("// here", "%b", coef, json!(null));
    hold(
        body,
        &flat(70),
        &[
            b(json!([{ "reg": "%b" }, 0, 0])),
            with(b(json!([{ "reg": "%b" }, 0, 0])), json!({ "base": 3 })),
        ],
    );
    refused(body, &flat(70), &[b(json!([{ "reg": "%b", "scale": -1 }, 0, 0]))]);
    // Under a guard, and with another value in each block.
    let body = "mov.u32 %b, %ctaid.x;\nsetp.gt.u32 %p, %t, 7;\n@%p mad.lo.u32 %b, %t, %b, 3; // here\nadd.u32 %b, %b, 1; // then";
    hold(body, &flat(70), &[b(json!([{ "reg": "%b" }, 0, 0]))]);
    refused(body, &flat(70), &[def("// then", "%b", json!([{ "reg": "%b" }, 0, 0]), json!(null))]);
}

#[test]
fn widths_and_extensions() {
    let body = "mul.wide.s32 %la, %t, %a0; // wide\nmul.wide.u32 %lb, %t, %a1; // unsigned\n\
                mad.lo.u64 %lc, %la, 3, 5;\ncvt.u16.u32 %h, %t;\nmul.lo.u16 %h2, %h, 40000;\nsetp.lt.u32 %p, %t, 4096; // all\nsetp.lt.u32 %q, %t, 40; // some\n\
                cvt.rn.f32.u32 %fa, %n;";
    let body = &format!("mov.u32 %a, -3;\n{}", body.replace("%a0", "%a").replace("%a1", "%a"));
    let at =
        |mark, reg, width, coef| with(def(mark, reg, coef, json!(null)), json!({ "width": width }));
    let a = |extend| json!([{ "reg": "%a", "extend": extend }, 0, 0]);
    hold(
        body,
        &flat(70),
        &[
            at("// wide", "%la", 64, json!([-3, 0, 0])),
            at("// wide", "%la", 64, a("s")),
            at("// unsigned", "%lb", 64, a("z")),
            at("// unsigned", "%lb", 64, json!([4294967293u32, 0, 0])),
            // Of a wider register the low bits count.
            with(at("%h2,", "%h2", 16, json!([40000, 0, 0])), json!({ "lane": 40000 - 65536 })),
            at("%h2,", "%h2", 16, json!([-25536, 0, 0])),
            at("%lc,", "%lc", 64, json!([-9, 0, 0])),
            at("%lc,", "%lc", 64, json!([18446744073709551607u64, 0, 0])),
            at("// all", "%p", 1, json!([0, 0, 0])),
            with(at("// all", "%p", 1, json!([0, 0, 0])), json!({ "base": 1 })),
            at("%fa,", "%fa", 32, json!([0, 0, 0])),
            with(at("%fa,", "%fa", 32, json!([0, 0, 0])), json!({ "base": 0x40a00000 })),
        ],
    );
    refused(
        body,
        &flat(70),
        &[
            at("// wide", "%la", 64, a("z")),
            at("// unsigned", "%lb", 64, a("s")),
            at("// unsigned", "%lb", 64, json!([-3, 0, 0])),
            at("%h2,", "%h2", 16, json!([25536, 0, 0])),
            at("%lc,", "%lc", 64, json!([-8, 0, 0])),
            at("// some", "%q", 1, json!([0, 0, 0])),
            with(at("// all", "%p", 1, json!([0, 0, 0])), json!({ "base": 0 })),
            with(at("%fa,", "%fa", 32, json!([0, 0, 0])), json!({ "base": 5 })),
        ],
    );
}

#[test]
fn guarded_definitions() {
    let body = "mov.u32 %a, %t;\nsetp.lt.u32 %p, %t, 40;\n@%p mov.u32 %a, %n; // here\n$m:\nmov.u32 %b, %a;";
    hold(
        body,
        &flat(70),
        &[
            // Only threads with a true guard count.
            with(def("// here", "%a", json!([0, 0, 0]), json!(0)), json!({ "base": 5 })),
            def("%b,", "%b", json!([null, 0, 0]), json!(null)),
        ],
    );
    let live = |coef: Value, lane| with(def("$m:", "%a", coef, lane), json!({ "at": "live-in" }));
    refused(
        body,
        &flat(70),
        &[
            def("%b,", "%b", json!([0, 0, 0]), json!(null)),
            live(json!([0, 0, 0]), json!(null)),
            live(json!([null, null, null]), json!(0)),
        ],
    );
}

#[test]
fn several_registers_of_one_line() {
    let body = "ld.global.v2.u32 {%a, %b}, [%g];\nshfl.sync.idx.b32 %c|%p, %t, 3, 31, -1;\nbar.red.popc.u32 %d, 0, %p;\n@%p atom.global.add.u32 %e, [%g], 1;\nvote.sync.ballot.b32 %f, %p, -1;";
    let all = |reg: &str, mark: &str| def(mark, reg, json!([0, 0, 0]), json!(0));
    let run = Run { grid: [1; 3], block: [64, 1, 1], n: 0 };
    hold(
        body,
        &run,
        &[
            all("%a", "{%a"),
            all("%b", "{%a"),
            with(
                def("shfl", "%c", json!([null, 0, 0]), json!(null)),
                json!({ "warp_uniform": true }),
            ),
            with(all("%p", "shfl"), json!({ "width": 1, "base": 1 })),
            with(all("%d", "bar.red"), json!({ "base": 64 })),
            all("%f", "ballot"),
        ],
    );
    refused(
        body,
        &run,
        &[all("%c", "shfl"), all("%e", "atom"), with(all("%d", "bar.red"), json!({ "base": 63 }))],
    );
}

#[test]
fn calls_and_early_exits() {
    // Threads beyond n leave; what follows is claimed of those that stay.
    let body = "setp.ge.u32 %p, %t, 37;\n@%p bra $out;\ncall (%a), twice, (%t);\nadd.u32 %b, %a, %n;\nbar.sync 0;\nadd.u32 %c, %b, 1;\n$out:";
    let two = |mark, reg| def(mark, reg, json!([2, 0, 0]), json!(2));
    hold(
        body,
        &flat(70),
        &[two("call", "%a"), two("%b,", "%b"), with(two("%c,", "%c"), json!({ "base": 6 }))],
    );
    refused(
        body,
        &flat(70),
        &[
            def("%b,", "%b", json!([1, 0, 0]), json!(null)),
            with(def("$out:", "%c", json!([2, 0, 0]), json!(null)), json!({ "at": "live-in" })),
        ],
    );
}

#[test]
fn branches() {
    let body = "setp.lt.u32 %p, %t, 32; // warp\nsetp.lt.u32 %q, %t, %w;\n@!%p bra $a;\n$a:\n@%q bra $b;\n$b:";
    let b = |mark, reg, coef| {
        with(def(mark, reg, coef, json!(0)), json!({ "at": "branch", "width": 1 }))
    };
    hold(
        body,
        &flat(64),
        &[b("bra $b", "%q", json!([0, 0, 0])), b("bra $a", "%p", json!([null, 0, 0]))],
    );
    refused(body, &flat(64), &[b("bra $a", "%p", json!([0, 0, 0]))]);
    refused(body, &flat(80), &[b("bra $a", "%p", json!([1, 0, 0]))]);
}

#[test]
fn reports_name_claim_and_threads() {
    let body = "mad.lo.u32 %a, %t, 4, 7;";
    let wrong = [
        def("%a,", "%a", json!([5, 0, 0]), json!(null)),
        def("%a,", "%a", json!([4, 0, 0]), json!(null)),
    ];
    let r = check(body, &flat(64), Schedule::Lockstep, &wrong).unwrap();
    let text = r.to_text();
    let at = line(&kernel(body), "%a,");
    let want = format!(
        "claim does not hold: `%a` is 5 more from each thread to the next along x, the same along y and z\n  \
         in kernel k, PTX line {at} (f.cu:3:5)\n  block (0,0,0), thread (0,0,0) has 7,\n  block (0,0,0), thread (1,0,0) has 11 (0xb)\n  \
         and 3 times more\n  no data race was seen in the launch\n"
    );
    assert!(text.starts_with(&want), "{text}\n{want}");
    assert!(text.ends_with("\n2 claims, 1 violated\n"), "{text}");
    assert!(r.is_violated("k", 0) && !r.is_violated("k", 1));
    let v: Value = serde_json::from_str(&r.to_json()).unwrap();
    assert_eq!((v["claims"].clone(), v["violated"].clone()), (json!(2), json!(1)));
    assert_eq!(
        v["shown"][0]["second"],
        json!({ "block": [0, 0, 0], "thread": [1, 0, 0], "value": 11 })
    );
}

#[test]
fn races_are_named() {
    // Each thread reads what another writes.
    let body = "mul.wide.u32 %la, %t, 0;\nadd.u64 %la, %g, %la;\nst.global.u32 [%la], %t;\nld.global.u32 %a, [%la]; // read";
    let c = [def("// read", "%a", json!([0, 0, 0]), json!(null))];
    let r = check(body, &flat(64), Schedule::Lockstep, &c).unwrap();
    assert_eq!(r.shown()[0].raced, Some(true));
    assert!(r.to_text().contains("the launch has a data race"));
    assert!(!r.races.is_clean());
}

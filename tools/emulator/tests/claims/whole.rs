//! Claims that warps come whole to blocks of code.

use super::*;

/// A claim of the block that begins at a mark.
fn whole(mark: &str) -> Value {
    json!({ "at": "block", "ptx_line": mark, "whole_warp": true, "src": ["f.cu", 3, 5] })
}

/// Asserts which of the blocks at some marks warps come whole to, in all schedules and blocks of several sizes.
fn judged(body: &str, true_of: &[&str], false_of: &[&str]) {
    for threads in [48, 64, 70] {
        let claims = |marks: &[&str]| marks.iter().map(|mark| whole(mark)).collect::<Vec<_>>();
        hold(body, &flat(threads), &claims(true_of));
        refused(body, &flat(threads), &claims(false_of));
    }
}

/// An if of which lanes with a true `%p` go to `$then`, and what follows both.
fn arms(condition: &str) -> String {
    format!(
        "{condition}\n@%p bra $then;\nmov.u32 %a, 1; // else\nbra $join;\n$then:\nmov.u32 %a, 2;\n$join:\nadd.u32 %c, %a, 0;"
    )
}

#[test]
fn arms_of_a_branch() {
    let by_lane = arms("and.b32 %b, %t, 1;\nsetp.eq.u32 %p, %b, 0;");
    judged(&by_lane, &["ld.param.u64", "$join:"], &["$then:", "// else"]);
    let by_warp = arms("shr.u32 %b, %t, 5;\nsetp.eq.u32 %p, %b, 0;");
    judged(&by_warp, &["$then:", "// else", "$join:"], &[]);
    // In a block of 64 it is the second warp that is split, in one of 32 none.
    let at_40 = arms("setp.lt.u32 %p, %t, 40;");
    judged(&at_40, &["$join:"], &["$then:", "// else"]);
    hold(&at_40, &flat(32), &[whole("$then:"), whole("// else")]);
    hold(&at_40, &flat(40), &[whole("$then:"), whole("// else")]);
}

#[test]
fn an_arm_that_nothing_follows() {
    // Who does not come has nothing left to do but to end: it has left, or is about to.
    let body = "and.b32 %b, %t, 1;\nsetp.eq.u32 %p, %b, 0;\n@%p bra $end;\n$arm:\nadd.u32 %c, %t, 1;\n$end:";
    judged(body, &["$arm:", "$end:"], &[]);
    judged(&format!("{body}\nadd.u32 %d, %t, 1;"), &["$end:"], &["$arm:"]);
}

/// Threads from 40 on leave at `go`, before the block `$body`.
fn leaving(go: &str, rest: &str) -> String {
    format!(
        "setp.ge.u32 %p, %t, 40;\n{go}\n$body:\nadd.u32 %a, %t, 1;\n$more:\nmul.lo.u32 %a, %a, 3;\n{rest}"
    )
}

#[test]
fn who_left_early_is_not_missed() {
    judged(&leaving("@%p bra $out;", "$out:"), &["$body:", "$more:", "$out:"], &[]);
    judged(&leaving("@%p ret;", ""), &["$body:", "$more:"], &[]);
    judged(&leaving("@%p exit;", ""), &["$body:", "$more:"], &[]);
    // By a jump that is always taken.
    let round = leaving("@!%p bra $body;\nbra $out;", "bra $out;\n$out:");
    judged(&round, &["$body:", "$more:", "$out:"], &[]);
    // The same where all of it stands in a loop that all go round as often.
    let looped = format!(
        "mov.u32 %i, 0;\n$loop:\nadd.u32 %i, %i, 1;\n{}\nsetp.lt.u32 %q, %i, 4;\n@%q bra $loop;\n$out:",
        leaving("@%p bra $out;", "")
    );
    judged(&looped, &["$loop:", "$body:", "$more:", "$out:"], &[]);
}

/// As [`leaving`], for `$own`, where they do something before they leave; the others do some things behind `$more`.
fn leaving_for_more(others: &str, own: &str) -> String {
    leaving("mov.u32 %b, 0;\n@%p bra $own;", &format!("{others}\nbra $out;\n$own:\n{own}\n$out:"))
}

#[test]
fn who_leaves_after_doing_more_lives_on() {
    // It does not matter who ran first.
    let body = leaving_for_more("", "add.u32 %b, %b, %t;");
    judged(&body, &["$out:"], &["$body:", "$more:", "$own:"]);
    // A barrier waits for their end, so behind it nobody but those that come is left.
    for barrier in ["bar.sync 0;", "bar.warp.sync -1;"] {
        let behind = format!("{barrier}\n$behind:\nadd.u32 %c, %a, 1;");
        let body = leaving_for_more(&behind, "add.u32 %b, %b, %t;");
        judged(&body, &["$behind:", "$out:"], &["$body:", "$own:"]);
        // Those that came wait first.
        judged(&body.replace("$body:", &format!("{barrier}\n$body:")), &["$body:"], &["$own:"]);
    }
    // A barrier of some warps, and what only some lanes meet at, order nothing.
    for barrier in ["bar.sync 1, 64;", "activemask.b32 %d;\nbar.warp.sync %d;"] {
        let behind = format!("{barrier}\n$behind:\nadd.u32 %c, %a, 1;");
        let body = leaving_for_more(&behind, "add.u32 %b, %b, %t;");
        refused(&body, &flat(64), &[whole("$behind:")]);
    }
}

#[test]
fn who_meets_the_others_elsewhere_and_does_more_lives_on() {
    // Lanes may meet at different `bar.warp.sync`. Who leaves has nothing but its end behind it, or more.
    let met = |own: &str| {
        let behind = "bar.warp.sync -1;\n$behind:\nadd.u32 %c, %a, 1;";
        leaving_for_more(behind, &format!("add.u32 %b, %b, %t;\nbar.warp.sync -1;{own}"))
    };
    judged(&met(""), &["$behind:"], &["$body:", "$own:"]);
    judged(&met("\nadd.u32 %b, %b, %t;"), &["$out:"], &["$body:", "$behind:", "$own:"]);
}

/// A loop of nine rounds that thread k leaves for `to` in round k.
fn left_in_rounds(to: &str) -> String {
    format!(
        "mov.u32 %i, 0;\n$loop:\nadd.u32 %i, %i, 1;\nand.b32 %b, %t, 31;\nsetp.eq.u32 %q, %i, %b;\n@%q bra {to};\n$rest:\nadd.u32 %c, %i, 1;\n\
         setp.lt.u32 %p, %i, 9;\n@%p bra $loop;\n$behind:\nadd.u32 %d, %t, 1;\n$out:"
    )
}

#[test]
fn loops_that_some_leave() {
    // For the kernel's end: they are missed nowhere.
    judged(&left_in_rounds("$out"), &["$loop:", "$rest:", "$behind:", "$out:"], &[]);
    // For what is behind the loop: they live on while others go round.
    judged(&left_in_rounds("$behind"), &["$behind:", "$out:"], &["$loop:", "$rest:"]);
}

/// A loop of `%e` rounds.
fn rounds(trips: &str) -> String {
    format!(
        "{trips}\nmov.u32 %i, 0;\n$loop:\nadd.u32 %i, %i, 1;\nsetp.lt.u32 %p, %i, %e;\n@%p bra $loop;\n$exit:\nadd.u32 %f, %i, 0;"
    )
}

#[test]
fn loops_of_different_rounds() {
    judged(&rounds("mov.u32 %e, 7;"), &["$loop:", "$exit:"], &[]);
    judged(&rounds("shr.u32 %e, %t, 5;\nadd.u32 %e, %e, 1;"), &["$loop:", "$exit:"], &[]);
    judged(&rounds("and.b32 %e, %t, 3;\nadd.u32 %e, %e, 1;"), &["$exit:"], &["$loop:"]);
    // Nothing is done behind the loop: who is out of it has left.
    let bare = rounds("and.b32 %e, %t, 3;\nadd.u32 %e, %e, 1;");
    judged(&bare.replace("\nadd.u32 %f, %i, 0;", ""), &["$loop:", "$exit:"], &[]);
}

/// Three rounds around an inner loop of `inner` rounds, and what lanes do between.
fn nested(inner: &str, between: &str) -> String {
    format!(
        "mov.u32 %i, 0;\n$outer:\nmov.u32 %j, 0;\nadd.u32 %i, %i, 1;\n{inner}\n$inner:\nadd.u32 %j, %j, 1;\nsetp.lt.u32 %p, %j, %e;\n@%p bra $inner;\n\
         $between:\nadd.u32 %c, %i, 1;\n{between}\n$latch:\nsetp.lt.u32 %q, %i, 3;\n@%q bra $outer;\n$end:\nadd.u32 %f, %i, 0;\n$out:"
    )
}

#[test]
fn loops_in_loops() {
    let uniform = "mov.u32 %e, %i;";
    judged(&nested(uniform, ""), &["$outer:", "$inner:", "$between:", "$end:"], &[]);
    let by_lane = "and.b32 %e, %t, 3;\nadd.u32 %e, %e, 1;";
    judged(&nested(by_lane, ""), &["$outer:", "$between:", "$latch:", "$end:"], &["$inner:"]);
    // Odd threads leave the kernel in the second round of three. They had come to all that they were to come to.
    let leave = "and.b32 %b, %t, 1;\nadd.u32 %b, %b, 1;\nmul.lo.u32 %b, %b, %i;\nsetp.eq.u32 %r, %b, 4;\n@%r bra $out;";
    judged(&nested(uniform, leave), &["$outer:", "$inner:", "$latch:", "$end:"], &[]);
    judged(&nested(by_lane, leave), &["$outer:", "$latch:", "$end:"], &["$inner:"]);
    // They leave the outer loop for what follows it.
    let stop = leave.replace("$out", "$end");
    judged(&nested(uniform, &stop), &["$end:"], &["$outer:", "$inner:", "$between:", "$latch:"]);
}

#[test]
fn who_went_past_an_arm_and_leaves() {
    // Odd threads pass `$arm` by, do the test behind it, and leave there: the arm of that round is behind them, that of the next was still before them.
    let body = |leaves: &str| {
        format!(
            "mov.u32 %i, 0;\nand.b32 %b, %t, 1;\nsetp.eq.u32 %r, %b, 1;\n$loop:\nadd.u32 %i, %i, 1;\n{leaves}\n$arm:\nadd.u32 %c, %i, 1;\n$test:\n\
             setp.eq.u32 %q, %i, 2;\nand.pred %q, %q, %r;\n@%q bra $out;\nsetp.lt.u32 %p, %i, 4;\n@%p bra $loop;\n$out:"
        )
    };
    judged(&body(""), &["$loop:", "$arm:", "$test:"], &[]);
    let skips = body("setp.eq.u32 %p, %i, 2;\nand.pred %p, %p, %r;\n@%p bra $test;");
    judged(&skips, &["$loop:", "$test:"], &["$arm:"]);
    let r = check(&skips, &flat(64), Schedule::Lockstep, &[whole("$arm:")]).unwrap();
    // Two blocks of two warps, one round each.
    assert_eq!((r.violations, r.shown()[0].instance.as_deref()), (4, Some(&[2][..])));
}

#[test]
fn irreducible_cycles() {
    let body = "mov.u32 %i, 0;\nsetp.lt.u32 %p, %t, 9;\n@%p bra $b;\n$a:\nadd.u32 %i, %i, 1;\n$b:\nadd.u32 %i, %i, 2;\nsetp.lt.u32 %q, %i, 9;\n@%q bra $a;\n$end:\nadd.u32 %c, %i, 1;";
    for schedule in SCHEDULES {
        let r = check(body, &flat(64), schedule, &[whole("$a:"), whole("$end:")]).unwrap();
        assert!(r.holds() && r.irreducible == 1, "{}", r.to_text());
    }
}

#[test]
fn reports_name_lanes_and_rounds() {
    // In a block of 48 threads and in the next, lanes of both warps go round once, twice, three or four times.
    let body = rounds("and.b32 %e, %t, 3;\nadd.u32 %e, %e, 1;");
    let claims = [whole("$exit:"), whole("$loop:")];
    let r = check(&body, &flat(48), Schedule::Lockstep, &claims).unwrap();
    let at = line(&kernel(&body), "$loop:");
    let want = format!(
        "claim does not hold: all lanes of a warp that live come to this block, or none\n  in kernel k, PTX line {at} (f.cu:3:5), round 2 of the loops around\n  \
         block (0,0,0), thread (1,0,0), lane 1 of warp 0, came,\n  block (0,0,0), thread (0,0,0), lane 0 of warp 0, did not, and lived on\n  \
         and 11 times more\n  no data race was seen in the launch\n"
    );
    let text = r.to_text();
    assert!(text.starts_with(&want), "{text}\n{want}");
    assert!(text.ends_with("\n2 claims, 1 violated\n"), "{text}");
    assert!(!r.is_violated("k", 0) && r.is_violated("k", 1));
    // Four rounds and what is behind them, of two warps in two blocks.
    assert_eq!((r.checks, r.violations), ((4 + 1) * 4, 12));
    let v: Value = serde_json::from_str(&r.to_json()).unwrap();
    assert_eq!(
        v["shown"][0]["second"],
        json!({ "block": [0, 0, 0], "thread": [0, 0, 0], "came": false })
    );
    assert_eq!(v["shown"][0]["first"]["came"], json!(true));
    // The second warp alone.
    let late = arms("setp.lt.u32 %p, %t, 40;");
    let r = check(&late, &flat(64), Schedule::Lockstep, &[whole("$then:")]).unwrap();
    let of = |w: &optx_emulator::claims::Witness| (w.thread, w.number / 32, w.number % 32);
    let shown = &r.shown()[0];
    assert_eq!(shown.first.as_ref().map(of), Some(([32, 0, 0], 1, 0)));
    assert_eq!((of(&shown.second), shown.count), (([40, 0, 0], 1, 8), 2));
}

/// Thread 0 does not go round with the others.
fn without_the_first(rounds: u32, end: &str) -> String {
    format!(
        "setp.eq.u32 %q, %t, 0;\n@%q bra $out;\nmov.u32 %i, 0;\n$loop:\nadd.u32 %i, %i, 1;\nsetp.lt.u32 %p, %i, {rounds};\n@%p bra $loop;\n$out:\n{end}"
    )
}

#[test]
fn many_rounds_keep_little() {
    let run = Run { grid: [1; 3], block: [32, 1, 1], n: 0 };
    // Who has left is waited for in no round; an adversary runs the lanes one by one.
    let body = without_the_first(300_000, "");
    let r = check(&body, &run, Schedule::Lockstep, &[whole("$loop:")]).unwrap();
    assert_eq!((r.holds(), r.checks, r.unchecked), (true, 300_000, 0), "{}", r.to_text());
    let r = check(&without_the_first(2000, ""), &run, Schedule::Adversarial(4), &[whole("$loop:")])
        .unwrap();
    assert_eq!((r.holds(), r.checks, r.unchecked), (true, 2000 * 31, 0), "{}", r.to_text());
    // Who lives on, and waits, keeps all rounds open, until there is no room; what was kept is judged.
    let body = without_the_first(300_000, "bar.sync 0;\nadd.u32 %c, %t, 1;");
    let claims = [whole("$loop:"), whole("$out:")];
    let r = check(&body, &run, Schedule::Lockstep, &claims).unwrap();
    // Of `$out` one is open, too, from where the first thread came.
    let kept = optx_emulator::claims::MOST_OPEN as u64 - 1;
    assert_eq!((r.violations, r.unchecked), (kept, 300_000 - kept));
    assert!(r.is_violated("k", 0) && !r.is_violated("k", 1));
}

#[test]
fn rows_of_a_warp() {
    // Two rows of sixteen threads are a warp: a branch on y parts it, one on z does not.
    let run = Run { grid: [1; 3], block: [16, 2, 3], n: 0 };
    let by_y = arms("setp.eq.u32 %p, %u, 0;");
    hold(&by_y, &run, &[whole("$join:")]);
    refused(&by_y, &run, &[whole("$then:"), whole("// else")]);
    let by_z = arms("setp.eq.u32 %p, %v, 0;");
    hold(&by_z, &run, &[whole("$then:"), whole("// else"), whole("$join:")]);
}

#[test]
fn what_says_nothing_is_not_checked() {
    let body = arms("and.b32 %b, %t, 1;\nsetp.eq.u32 %p, %b, 0;");
    let silent = with(whole("$then:"), json!({ "whole_warp": false }));
    let r = check(&body, &flat(64), Schedule::Lockstep, &[silent]).unwrap();
    assert_eq!((r.holds(), r.claims(), r.checks), (true, 1, 0));
    // With claims of registers in the same block both are checked.
    let uniform = with(def("$then:", "%b", json!([0, 0, 0]), json!(0)), json!({ "at": "live-in" }));
    hold(&body, &flat(64), std::slice::from_ref(&uniform));
    let both = [uniform, whole("$then:")];
    let r = check(&body, &flat(64), Schedule::Adversarial(3), &both).unwrap();
    assert!(!r.is_violated("k", 0) && r.is_violated("k", 1), "{}", r.to_text());
}

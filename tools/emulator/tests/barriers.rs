//! Barriers that only some threads of a block reach: told in every schedule; and programs that are right: silent.
//!
//! What is right or wrong is worked out from the programs, which are the textbook ones.

use optx_emulator::{
    Counters, Device, LaunchConfig, Module, RunError, RunErrorKind, Schedule, launch,
};

const SCHEDULES: [Schedule; 8] = [
    Schedule::Lockstep,
    Schedule::Adversarial(1),
    Schedule::Adversarial(2),
    Schedule::Adversarial(3),
    Schedule::Adversarial(4),
    Schedule::Adversarial(5),
    Schedule::Adversarial(6),
    Schedule::Adversarial(7),
];

/// Runs 96 threads of a block; `%t` is the thread's number, `%c` a counter of zero, `%w` the warp's number, `%l` the lane.
/// The body begins on line 10.
fn run(body: &str, schedule: Schedule) -> Result<Counters, RunError> {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"k.cu\"\n\
         .func (.reg .b32 %o) f(.reg .b32 %i) {{ .reg .pred %p; setp.lt.u32 %p, %i, 50; mov.u32 %o, %i; @%p bra $r; bar.sync 0; add.u32 %o, %i, 1; $r: ret; }}\n\
         .visible .entry k(.param .u64 p)\n{{ .reg .b64 %d<9>; .reg .b32 %t, %l, %w, %c, %x<9>; .reg .pred %p, %q<9>; .shared .align 4 .b8 s[512];\n\
         mov.u32 %t, %tid.x; and.b32 %l, %t, 31; shr.u32 %w, %t, 5; mov.u32 %c, 0; ld.param.u64 %d1, [p];\n\
         setp.eq.u32 %q8, %t, %t;\n{body}\nret;\n}}\n"
    );
    let module = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut device = Device::new();
    let out = device.alloc(1024, "out").expect("memory");
    let config =
        LaunchConfig { block: [96, 1, 1], schedule, budget: 4_000_000, ..LaunchConfig::default() };
    launch(&mut device, &module, "k", &config, &[out.0.to_le_bytes().to_vec()])
}

fn told(body: &str, words: &str) {
    for schedule in SCHEDULES {
        match run(body, schedule) {
            Ok(_) => panic!("{schedule:?}: nothing told\n{body}"),
            Err(e) => {
                assert_eq!(e.kind, RunErrorKind::Barrier, "{schedule:?}: {e}\n{body}");
                assert!(e.to_string().contains(words), "{schedule:?}: {e}\n{body}");
            }
        }
    }
}

fn silent(body: &str) {
    for schedule in SCHEDULES {
        let counters = run(body, schedule).unwrap_or_else(|e| panic!("{schedule:?}: {e}\n{body}"));
        assert_eq!(counters.notes, [], "{schedule:?}\n{body}");
    }
}

const PAST: &str = "reach this barrier";
/// Something that the threads do behind all.
const END: &str = "st.global.u32 [%d1], %c;";

#[test]
fn one_side_of_a_branch() {
    for condition in [
        "and.b32 %x1, %t, 1; setp.eq.u32 %p, %x1, 0;",
        "setp.ge.u32 %p, %t, 32;",
        "setp.lt.u32 %p, %t, 64;",
        "setp.ne.u32 %p, %l, 0;",
        "setp.ne.u32 %p, %t, 95;",
        "setp.ne.u32 %p, %t, 0;",
    ] {
        for bar in ["bar.sync 0;", "barrier.sync 3;", "bar.red.popc.u32 %x2, 1, %q8;"] {
            told(&format!("{condition} @%p bra $j; {bar}\n$j: {END}"), PAST);
            // Under a guard.
            told(&format!("{condition} @!%p {bar}\n{END}"), PAST);
        }
    }
    // Who goes past may wait elsewhere, loop for long, or leave, and there may be barriers before and behind.
    let odd = "and.b32 %x1, %t, 1; setp.eq.u32 %p, %x1, 0; @%p bra $j; bar.sync 0;\n$j: ";
    told(&format!("bar.sync 0; {odd} {END} bar.sync 0;"), PAST);
    told(&format!("{odd} add.u32 %c, %c, 1; setp.lt.u32 %q1, %c, 5000; @%q1 bra $j; {END}"), PAST);
    told(&format!("{odd} {END} setp.lt.u32 %q1, %t, 70; @%q1 exit; bar.sync 0;"), PAST);
    // Both sides end at a block with nothing but an exit, and there is a block of more between.
    told(&format!("{odd} {END} bra $e;\n$e: ret;"), PAST);
}

#[test]
fn the_place_is_that_of_the_barrier() {
    let body = ".loc 1 7 3\nsetp.ge.u32 %p, %t, 40; @%p bra $j;\n.loc 1 8 5\nbar.sync 0;\n.loc 1 9 1\n$j: st.global.u32 [%d1], %c;";
    for schedule in SCHEDULES {
        let e = run(body, schedule).expect_err("a barrier for some");
        let at = &e.place;
        assert_eq!(at.source, Some(("k.cu".into(), 8)), "{e}");
        assert_eq!((at.ptx_line, at.kernel.as_str(), at.block), (13, "k", Some([0; 3])), "{e}");
        assert!(at.thread.is_some_and(|t| t[0] < 40), "{e}");
        assert!(e.message.contains("PTX line 15 (k.cu:9)"), "{e}");
        let past = e.message.split("thread (").nth(1).and_then(|t| t.split(',').next());
        assert!(past.and_then(|t| t.parse().ok()).is_some_and(|t: u32| t >= 40), "{e}");
    }
}

#[test]
fn threads_that_leave_are_noted() {
    for body in [
        format!("setp.ge.u32 %p, %t, 40; @%p exit; bar.sync 0; {END}"),
        format!("setp.ge.u32 %p, %t, 40; @%p bra $e; bar.sync 0; {END}\n$e: ret;"),
        format!(
            "setp.lt.u32 %p, %t, 40; @%p bra $e; bar.sync 0; {END} bar.sync 1; bra $f;\n$e: bra $f;\n$f: ret;"
        ),
        // They leave behind a barrier that all reach.
        format!("bar.sync 0; setp.ge.u32 %p, %t, 40; @%p exit; bar.red.or.pred %q1, 0, %p; {END}"),
    ] {
        for schedule in SCHEDULES {
            let counters =
                run(&body, schedule).unwrap_or_else(|e| panic!("{schedule:?}: {e}\n{body}"));
            let notes: Vec<String> = counters.notes.iter().map(ToString::to_string).collect();
            assert!(!notes.is_empty(), "{schedule:?}\n{body}");
            for n in notes {
                assert!(n.contains(" of 96 threads had left the kernel"), "{n}");
                assert!(n.contains("in kernel k, PTX line 10, block (0,0,0), thread ("), "{n}");
            }
        }
    }
    // One note for a place, though it is met often.
    let body = "setp.ge.u32 %p, %t, 40; @%p exit;\n$l: bar.sync 0; add.u32 %c, %c, 1; setp.lt.u32 %q1, %c, 9; @%q1 bra $l;";
    assert_eq!(run(body, Schedule::Lockstep).map(|c| c.notes.len()).ok(), Some(1));
    // In a function, to return is not to leave.
    told(&format!("call (%x1), f, (%t); {END}"), PAST);
    // Who has left and got past: told, not noted.
    told(&format!("setp.ge.u32 %p, %t, 40; @%p bra $j; bar.sync 0;\n$j: {END}"), PAST);
}

#[test]
fn loops() {
    // As many rounds as all others.
    let counted = |n: &str, bar: &str| {
        format!(
            "mov.u32 %x1, {n};\n$h: setp.ge.u32 %p, %c, %x1; @%p bra $e; {bar} add.u32 %c, %c, 1; bra $h;\n$e: {END}"
        )
    };
    silent(&counted("9", "bar.sync 0;"));
    silent(&counted("0", "bar.sync 0;"));
    silent(&counted("9", "bar.sync 0; st.shared.u32 [s], 1; bar.sync 0;"));
    told(&counted("%t", "bar.sync 0;"), PAST);
    told(&counted("%w", "bar.sync 0;"), PAST);
    told(&counted("%l", "bar.sync 0;"), PAST);
    // Tested at the bottom.
    let bottom = |n: &str| {
        format!(
            "add.u32 %x1, {n}, 3;\n$h: bar.sync 0; add.u32 %c, %c, 1; setp.lt.u32 %p, %c, %x1; @%p bra $h;\n{END}"
        )
    };
    silent(&bottom("0"));
    told(&bottom("%w"), PAST);
    told(&bottom("%l"), PAST);
    // Rounds without a barrier: of all threads, of one warp, of a lane, and other ones in other warps.
    let skipping = |pick: &str| {
        format!(
            "$h: {pick} @!%p bra $j; bar.sync 0;\n$j: add.u32 %c, %c, 1; setp.lt.u32 %q1, %c, 12; @%q1 bra $h;\n{END}"
        )
    };
    silent(&skipping("and.b32 %x1, %c, 3; setp.eq.u32 %p, %x1, 0;"));
    told(&skipping("setp.eq.u32 %p, %c, %w;"), PAST);
    told(&skipping("sub.u32 %x1, 2, %w; setp.eq.u32 %p, %c, %x1;"), PAST);
    told(&skipping("and.b32 %x1, %l, 7; setp.eq.u32 %p, %c, %x1;"), PAST);
    told(&skipping("setp.ne.u32 %p, %c, 7; setp.ne.u32 %q1, %t, 40; or.pred %p, %p, %q1;"), PAST);
    // Rounds begin again in a loop around.
    let nested = |n: &str| {
        format!(
            "mov.u32 %x2, 0;\n$o: mov.u32 %c, 0; add.u32 %x1, {n}, 2;\n$h: setp.ge.u32 %p, %c, %x1; @%p bra $j;\n\
             bar.sync 0; add.u32 %c, %c, 1; bra $h;\n$j: add.u32 %x2, %x2, 1; st.global.u32 [%d1], %x2; setp.lt.u32 %q1, %x2, 5; @%q1 bra $o;\n{END}"
        )
    };
    silent(&nested("%x2"));
    told(&nested("%w"), PAST);
    // Rounds without any barrier differ from thread to thread, and say nothing of the barriers behind and around.
    silent(&format!(
        "mov.u32 %x2, 0;\n$o: mov.u32 %c, 0;\n$h: add.u32 %c, %c, 1; setp.lt.u32 %p, %c, %t; @%p bra $h;\n\
         and.b32 %x1, %x2, 1; setp.eq.u32 %p, %x1, 0; @%p bra $j; bar.sync 0;\n$j: add.u32 %x2, %x2, 1; setp.lt.u32 %q1, %x2, 6; @%q1 bra $o;\n{END} bar.sync 0;"
    ));
    // Each thread skips rounds of its own by going back at once: lanes of a warp wait in different rounds.
    let back = |pick: &str| {
        format!(
            "$h: add.u32 %c, %c, 1; setp.ge.u32 %q1, %c, 9; @%q1 bra $e; {pick} @%p bra $h; bar.sync 0; bra $h;\n$e: {END}"
        )
    };
    silent(&back("and.b32 %x1, %c, 1; setp.eq.u32 %p, %x1, 0;"));
    told(&back("xor.b32 %x1, %c, %l; and.b32 %x1, %x1, 1; setp.eq.u32 %p, %x1, 0;"), "round");
}

/// Who gets past a barrier behind which others may leave has not left: he runs what stands behind both.
#[test]
fn barriers_that_some_leave_behind() {
    let skipped = |pick: &str, leaves: &str| {
        format!("{pick} @%p bra $j; bar.sync 0; {leaves}\n$j: st.global.u32 [%d1], %t; {END}")
    };
    let some = "setp.lt.u32 %p, %t, 16;";
    for leaves in [
        "setp.eq.u32 %q1, %t, 63; @%q1 ret;",
        "setp.eq.u32 %q1, %t, 63; @%q1 bra $e;",
        "setp.ne.u32 %q1, %t, 63; @%q1 bra $j; st.global.u32 [%d1+4], %t; ret;",
    ] {
        let tail = if leaves.contains("$e") { " ret;\n$e: ret;" } else { "" };
        told(&format!("{}{tail}", skipped(some, leaves)), PAST);
        silent(&format!("{}{tail}", skipped("setp.lt.u32 %p, %c, 0;", leaves)));
    }
    // Who leaves before it counts as arrived, also by way of an own end.
    let ends = format!(
        "{some} @%p bra $l; bar.sync 0; st.global.u32 [%d1], %t; {END} ret;\n$l: st.global.u32 [%d1+8], %t; ret;"
    );
    for schedule in SCHEDULES {
        let counters = run(&ends, schedule).unwrap_or_else(|e| panic!("{schedule:?}: {e}"));
        let [note] = &counters.notes[..] else { panic!("{:?}", counters.notes) };
        assert!(note.message.contains("16 of 96 threads had left"), "{note:?}");
    }
}

#[test]
fn both_sides_of_a_branch() {
    let both = |condition: &str, one: &str, two: &str| {
        format!("{condition} @%p bra $a; {one} bra $j;\n$a: {two}\n$j: {END}")
    };
    let lanes = "setp.lt.u32 %p, %l, 16;";
    let warps = "setp.lt.u32 %p, %w, 1;";
    // A barrier is its number: whole warps may come to it by different instructions, lanes by those that are not aligned.
    told(&both(lanes, "bar.sync 0;", "bar.sync 0;"), "different barriers");
    silent(&both(warps, "bar.sync 0;", "bar.sync 0;"));
    silent(&both(warps, "barrier.sync 0;", "barrier.sync 0;"));
    silent(&both(lanes, "barrier.sync 0;", "barrier.sync 0;"));
    told(&both(warps, "bar.sync 0;", ""), PAST);
    told(&both(lanes, "barrier.sync 0;", ""), PAST);
    silent(&both("setp.lt.u32 %p, %c, 1;", "bar.sync 0;", "bar.sync 0;"));
    // With a count, the number is what tells them apart; but lanes of a warp go together where it is aligned.
    silent(&both(warps, "bar.sync 1, 96;", "bar.sync 1, 96;"));
    silent(&both(lanes, "barrier.sync 1, 96;", "barrier.sync 1, 96;"));
    told(&both(lanes, "bar.sync 1, 96;", "bar.sync 1, 96;"), "different barriers");
}

#[test]
fn specialised_warps() {
    // A producer and two consumers, twice round; what says a count is met by whom the kernel chooses.
    silent(&format!(
        "setp.ne.u32 %p, %w, 0; @%p bra $c;\n\
         $p: bar.sync 1, 96; st.shared.u32 [s], %c; bar.arrive 2, 96; add.u32 %c, %c, 1; setp.lt.u32 %q1, %c, 2; @%q1 bra $p; bra $j;\n\
         $c: bar.arrive 1, 96; bar.sync 2, 96; ld.shared.u32 %x1, [s]; add.u32 %c, %c, 1; setp.lt.u32 %q1, %c, 2; @%q1 bra $c;\n\
         $j: {END}"
    ));
    // Two of the warps meet; the third goes past.
    silent(&format!("setp.eq.u32 %p, %w, 2; @%p bra $j; bar.sync 1, 64;\n$j: {END} bar.sync 0;"));
    silent(&format!("setp.eq.u32 %p, %w, 2; @!%p bar.sync 1, 64;\n{END} bar.sync 0;"));
    // One warp in a loop of its own.
    silent(&format!(
        "setp.ne.u32 %p, %w, 1; @%p bra $j;\n$h: bar.sync 5, 32; add.u32 %c, %c, 1; setp.lt.u32 %q1, %c, 5; @%q1 bra $h;\n$j: {END} bar.sync 0;"
    ));
    // Half a warp, at one that is aligned; and at one that is not.
    let half = |bar: &str| format!("setp.lt.u32 %p, %l, 16; @%p bra $j; {bar}\n$j: {END}");
    told(&half("bar.sync 1, 32;"), "not all lanes of the warp reach");
    told(&half("barrier.sync.aligned 1, 32;"), "not all lanes of the warp reach");
    silent(&format!("setp.lt.u32 %p, %t, 64; @%p bra $j; barrier.sync 1, 32;\n$j: {END}"));
    // Lanes of a warp in different numbers of rounds.
    told(
        &format!(
            "$h: bar.sync 1, 96; add.u32 %c, %c, 1; setp.lt.u32 %p, %c, %l; @%p bra $h;\n{END}"
        ),
        "not all lanes of the warp reach",
    );
}

#[test]
fn right_programs() {
    // A block-wide condition that says no, and one that says yes.
    silent(&format!("setp.eq.u32 %p, %c, 0; @%p bra $j; bar.sync 0;\n$j: {END}"));
    silent(&format!("setp.ne.u32 %p, %c, 0; @%p bra $j; bar.sync 0;\n$j: {END}"));
    // A reduction: the threads that work are fewer every round, the barrier is everybody's.
    silent(&format!(
        "mov.u32 %x1, 64;\n$h: setp.ge.u32 %p, %t, %x1; @%p bra $j; add.u32 %c, %c, 1;\n$j: bar.sync 0; shr.u32 %x1, %x1, 1; setp.ne.u32 %q1, %x1, 0; @%q1 bra $h;\n{END}"
    ));
    // Lanes part and meet at barriers of their warp.
    silent(&format!(
        "setp.lt.u32 %p, %l, 16; @%p bra $j; bar.warp.sync 0xffff0000;\n$j: bar.warp.sync -1; {END}"
    ));
    // What all threads agree on: a reduction decides of a loop.
    silent(&format!(
        "$h: add.u32 %c, %c, 1; setp.lt.u32 %p, %c, %w; bar.red.or.pred %q1, 0, %p; @%q1 bra $h;\n{END} bar.sync 0;"
    ));
    // A function with a barrier, called twice.
    silent(&format!("mov.u32 %x2, 60; call (%x1), f, (%x2); call (%x1), f, (%x2); {END}"));
    // Threads that leave behind the last barrier.
    silent(&format!("bar.sync 0; setp.lt.u32 %p, %t, 7; @%p exit; {END}"));
    // A cycle with two entries: nothing is said of rounds in it, and what is outside is judged.
    let twice = |n: &str| {
        format!(
            "add.u32 %x1, {n}, 5; setp.eq.u32 %p, %c, 1; @%p bra $b;\n$a: add.u32 %c, %c, 1; bar.sync 0;\n$b: add.u32 %c, %c, 1; setp.lt.u32 %q1, %c, %x1; @%q1 bra $a;\n{END}"
        )
    };
    silent(&twice("0"));
    told(&twice("%t"), PAST);
}

#[test]
fn a_trap_is_a_trap() {
    for schedule in SCHEDULES {
        let e = run("setp.ne.u32 %p, %t, 3; @%p bra $j; trap;\n$j: bar.sync 0;", schedule);
        assert_eq!(e.map_err(|e| e.kind).err(), Some(RunErrorKind::Trap));
    }
    // The way that traps is no way past the barrier.
    told(
        &format!(
            "setp.ge.u32 %p, %t, 40; @%p bra $j; bar.sync 0; setp.ne.u32 %q1, %c, 0; @!%q1 bra $j; trap;\n$j: {END}"
        ),
        PAST,
    );
}

//! Shuffles, votes, matches, reductions, barriers.

use optx_emulator::{Device, LaunchConfig, Module, RunErrorKind, Schedule, launch};

/// Runs a body of a block that leaves a word in %d a thread, in both schedules.
fn block(threads: u32, body: &str) -> Vec<u32> {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .b64 %out, %o; .reg .b32 %d, %t, %l, %x<9>; .reg .pred %p<9>; .shared .align 4 .b8 s[4096];\n\
         ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mov.u32 %l, %laneid; mov.u32 %d, 0;\n\
         {body}\nmad.wide.u32 %o, %t, 4, %out; st.global.u32 [%o], %d; ret;\n}}\n"
    );
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut last = None;
    for schedule in [Schedule::Lockstep, Schedule::Adversarial(3), Schedule::Adversarial(4)] {
        let mut d = Device::new();
        let out = d.alloc(u64::from(threads) * 4, "out").unwrap();
        let c = LaunchConfig { block: [threads, 1, 1], schedule, ..LaunchConfig::default() };
        launch(&mut d, &m, "k", &c, &[out.0.to_le_bytes().to_vec()])
            .unwrap_or_else(|e| panic!("{e}\n{text}"));
        let bytes = d.read(out, u64::from(threads) * 4).unwrap();
        let v: Vec<u32> =
            bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect();
        if let Some(l) = &last {
            assert_eq!(l, &v, "{schedule:?}: {body}");
        }
        last = Some(v);
    }
    last.unwrap()
}

fn warp(body: &str, want: impl Fn(u32) -> u32) {
    let got = block(32, body);
    let expected: Vec<u32> = (0..32).map(want).collect();
    assert_eq!(got, expected, "{body}");
}

#[test]
fn shuffles() {
    // Segments of 8 lanes: the clamp field is what CUDA passes for a width of 8.
    for width in [32u32, 16, 8, 4] {
        let mask = (32 - width) << 8;
        for d in [0u32, 1, 3, 7, 12] {
            let base = |l: u32| l / width * width;
            let value = "mad.lo.u32 %x1, %l, %l, 7;";
            let v = |l: u32| l * l + 7;
            let go = |mode: &str, c: u32, from: &dyn Fn(u32) -> Option<u32>| {
                warp(&format!("{value} shfl.sync.{mode}.b32 %d|%p1, %x1, {d}, {c}, -1;"), |l| {
                    v(from(l).unwrap_or(l))
                });
                warp(
                    &format!(
                        "{value} shfl.sync.{mode}.b32 %x2|%p1, %x1, {d}, {c}, -1; selp.b32 %d, 1, 0, %p1;"
                    ),
                    |l| u32::from(from(l).is_some()),
                );
            };
            go("down", mask | 31, &|l| (l + d < base(l) + width).then_some(l + d));
            go("up", mask, &|l| (l >= base(l) + d).then(|| l - d));
            go("bfly", mask | 31, &|l| Some(l ^ d).filter(|j| *j < base(l) + width));
            go("idx", mask | 31, &|l| Some(base(l) + d % width));
        }
    }
}

#[test]
fn votes() {
    let odd = "and.b32 %x1, %l, 1; setp.eq.u32 %p1, %x1, 1;";
    warp(&format!("{odd} vote.sync.ballot.b32 %d, %p1, -1;"), |_| 0xaaaa_aaaa);
    warp(&format!("{odd} vote.sync.ballot.b32 %d, !%p1, -1;"), |_| 0x5555_5555);
    for (kind, want) in [("all", 0), ("any", 1), ("uni", 0)] {
        warp(&format!("{odd} vote.sync.{kind}.pred %p2, %p1, -1; selp.u32 %d, 1, 0, %p2;"), |_| {
            want
        });
    }
    // Each half of the warp under its own mask.
    let halves = "setp.lt.u32 %p3, %l, 16; selp.b32 %x3, 0x0000ffff, 0xffff0000, %p3;";
    warp(&format!("{odd} {halves} vote.sync.ballot.b32 %d, %p1, %x3;"), |l| {
        if l < 16 { 0xaaaa } else { 0xaaaa_0000 }
    });
    warp(&format!("{halves} vote.sync.all.pred %p2, %p3, %x3; selp.u32 %d, 1, 0, %p2;"), |l| {
        u32::from(l < 16)
    });
    warp(&format!("{halves} vote.sync.uni.pred %p2, %p3, %x3; selp.u32 %d, 1, 0, %p2;"), |_| 1);
}

#[test]
fn matches_and_reductions() {
    warp("rem.u32 %x1, %l, 3; match.any.sync.b32 %d, %x1, -1;", |l| {
        (0..32).filter(|k| k % 3 == l % 3).fold(0, |m, k| m | 1 << k)
    });
    warp("mov.u32 %x1, 5; match.all.sync.b32 %d|%p1, %x1, -1;", |_| 0xffff_ffff);
    warp("match.all.sync.b32 %x2|%p1, %l, -1; selp.b32 %d, 9, %x2, %p1;", |_| 0);
    warp(
        "{ .reg .b64 %w; cvt.u64.u32 %w, %l; shr.u64 %w, %w, 3; match.any.sync.b64 %d, %w, -1; }",
        |l| 0xff << (l / 8 * 8),
    );
    let v = |l: u32| l.wrapping_mul(0x9e37_79b9) ^ 0x8000_0000;
    let set = "mul.lo.u32 %x1, %l, 0x9e3779b9; xor.b32 %x1, %x1, 0x80000000;";
    let all = || (0..32).map(v);
    let signed = || (0..32).map(|l| v(l) as i32);
    for (op, want) in [
        ("add.u32", all().fold(0, u32::wrapping_add)),
        ("min.u32", all().min().unwrap()),
        ("max.u32", all().max().unwrap()),
        ("min.s32", signed().min().unwrap() as u32),
        ("max.s32", signed().max().unwrap() as u32),
        ("and.b32", all().fold(!0, |a, b| a & b)),
        ("or.b32", all().fold(0, |a, b| a | b)),
        ("xor.b32", all().fold(0, |a, b| a ^ b)),
    ] {
        warp(&format!("{set} redux.sync.{op} %d, %x1, -1;"), |_| want);
    }
}

#[test]
fn divergent_parts_meet_at_their_masks() {
    // The two halves come by different ways, then exchange across the warp.
    warp(
        "setp.lt.u32 %p1, %l, 10; mov.u32 %x1, 1; @%p1 bra $a; add.u32 %x1, %l, 100; bra $b;\n\
         $a: mul.lo.u32 %x1, %l, 2;\n$b: bar.warp.sync -1; shfl.sync.bfly.b32 %d, %x1, 31, 31, -1;",
        |l| if 31 - l < 10 { (31 - l) * 2 } else { 131 - l },
    );
    // Different `bar.warp.sync` of one mask meet.
    warp(
        "setp.lt.u32 %p1, %l, 16; @%p1 bra $a; bar.warp.sync -1; mov.u32 %d, 1; bra $b;\n\
         $a: bar.warp.sync -1; mov.u32 %d, 2;\n$b: add.u32 %d, %d, 0;",
        |l| if l < 16 { 2 } else { 1 },
    );
    // Lanes that exited are not waited for.
    let got = block(
        32,
        "setp.ge.u32 %p1, %l, 30; mov.u32 %d, 3; @%p1 exit; vote.sync.ballot.b32 %d, 1, -1;",
    );
    assert_eq!(got[..30], [0x3fff_ffff; 30]);
}

#[test]
fn block_barriers() {
    // Each thread reads what another warp's thread wrote before the barrier.
    let got = block(
        96,
        "shl.b32 %x1, %t, 2; mov.u32 %x2, s; add.u32 %x1, %x1, %x2; st.shared.u32 [%x1], %t; bar.sync 0;\n\
         sub.u32 %x3, 95, %t; shl.b32 %x3, %x3, 2; add.u32 %x3, %x3, %x2; ld.shared.u32 %d, [%x3];",
    );
    assert_eq!(got, (0..96).rev().collect::<Vec<u32>>());
    let third = "rem.u32 %x1, %t, 3; setp.eq.u32 %p1, %x1, 0;";
    assert_eq!(block(96, &format!("{third} bar.red.popc.u32 %d, 0, %p1;")), vec![32; 96]);
    assert_eq!(
        block(96, &format!("{third} barrier.red.and.pred %p2, 1, %p1; selp.u32 %d, 1, 0, %p2;")),
        vec![0; 96]
    );
    assert_eq!(
        block(96, &format!("{third} bar.red.or.pred %p2, 0, !%p1; selp.u32 %d, 1, 0, %p2;")),
        vec![1; 96]
    );
    // A producer warp arrives and goes on; consumers wait for it: a named barrier of two warps.
    let got = block(
        64,
        "setp.ge.u32 %p1, %t, 32; @%p1 bra $c; st.shared.u32 [s], 77; bar.arrive 1, 64; mov.u32 %d, 5; bra $e;\n\
         $c: bar.sync 1, 64; ld.shared.u32 %d, [s];\n$e: add.u32 %d, %d, 0;",
    );
    assert_eq!(got, [vec![5; 32], vec![77; 32]].concat());
}

/// The kind and message of a failing block.
fn fails(threads: u32, strict: bool, body: &str) -> (RunErrorKind, String) {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{{\n\
         .reg .b32 %d, %t, %x<9>; .reg .pred %p<9>; mov.u32 %t, %tid.x;\n{body}\nret;\n}}\n"
    );
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let c = LaunchConfig {
        block: [threads, 1, 1],
        strict_barriers: strict,
        budget: 1_000_000,
        ..LaunchConfig::default()
    };
    let e = launch(&mut Device::new(), &m, "k", &c, &[]).unwrap_err();
    (e.kind, e.to_string())
}

#[test]
fn misused_barriers() {
    let (kind, text) = fails(
        64,
        false,
        "setp.lt.u32 %p1, %t, 16;\n@%p1 bra $a;\nbar.sync 0;\nbra $b;\n$a: bar.sync 0;\n$b: mov.u32 %d, 0;",
    );
    assert_eq!(kind, RunErrorKind::Barrier);
    assert!(text.contains("lanes of one warp wait at different barriers"), "{text}");
    let (kind, text) =
        fails(64, false, "setp.lt.u32 %p1, %t, 32; selp.u32 %x1, 1, 2, %p1; bar.sync %x1;");
    assert!(matches!(kind, RunErrorKind::Barrier | RunErrorKind::Deadlock), "{text}");
    assert!(text.contains("no thread can go on"), "{text}");
    // Threads that exited count as arrived, unless barriers are strict.
    let early = "setp.lt.u32 %p1, %t, 40; @%p1 exit; bar.sync 0;";
    let (kind, text) = fails(64, true, early);
    assert_eq!(kind, RunErrorKind::Barrier);
    assert!(text.contains("40 of 64 threads exited before this barrier"), "{text}");
    assert_eq!(
        block(64, &early.replace("bar.sync 0;", "mov.u32 %d, 4; bar.sync 0;"))[40..],
        [4; 24]
    );
    let (kind, text) = fails(
        32,
        false,
        "setp.lt.u32 %p1, %t, 4; @%p1 bra $a; bar.warp.sync 0x0000000f;\n$a: bar.warp.sync 0x0000000f;",
    );
    assert_eq!(kind, RunErrorKind::Barrier);
    assert!(text.contains("does not name the thread itself"), "{text}");
    let (kind, text) = fails(32, false, "bar.sync 16;");
    assert!(kind == RunErrorKind::Barrier && text.contains("barrier 16 does not exist"), "{text}");
    let (kind, text) = fails(64, false, "bar.sync 1, 40;");
    assert!(kind == RunErrorKind::Barrier && text.contains("multiple of 32"), "{text}");
    // One half waits for the whole warp, the other for the block.
    let (kind, text) = fails(
        32,
        false,
        "setp.lt.u32 %p1, %t, 16; @%p1 bra $a; bar.sync 0; bra $b;\n$a: bar.warp.sync -1;\n$b: mov.u32 %d, 0;",
    );
    assert_eq!(kind, RunErrorKind::Deadlock, "{text}");
}

#[test]
fn spinning_threads_do_not_starve_others() {
    // A lock between lanes of a warp, and a flag between blocks.
    warp(
        "setp.eq.u32 %p4, %l, 0; @%p4 st.shared.u32 [s], 0; @%p4 st.shared.u32 [s+4], 0; bar.warp.sync -1;\n\
         $try: atom.shared.cas.b32 %x1, [s], 0, 1; setp.ne.u32 %p1, %x1, 0; @%p1 bra $try;\n\
         ld.volatile.shared.u32 %x2, [s+4]; add.u32 %x2, %x2, 1; st.volatile.shared.u32 [s+4], %x2;\n\
         membar.cta; atom.shared.exch.b32 %x1, [s], 0; bar.warp.sync -1; ld.volatile.shared.u32 %d, [s+4];",
        |_| 32,
    );
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 f) {\n\
        .reg .b64 %f; .reg .b32 %b, %n, %v; .reg .pred %p;\n\
        ld.param.u64 %f, [f]; mov.u32 %b, %ctaid.x; mov.u32 %n, %nctaid.x; red.global.add.u32 [%f], 1;\n\
        mul.lo.u32 %n, %n, 32;\n$w: ld.volatile.global.u32 %v, [%f]; setp.lt.u32 %p, %v, %n; @%p bra $w; ret; }";
    let m = Module::load(text).unwrap();
    let mut d = Device::new();
    let f = d.alloc(4, "flag").unwrap();
    let c = LaunchConfig { grid: [12, 1, 1], ..LaunchConfig::default() };
    launch(&mut d, &m, "k", &c, &[f.0.to_le_bytes().to_vec()]).unwrap();
    assert_eq!(d.read(f, 4).unwrap(), (12u32 * 32).to_le_bytes());
}

//! Micro-kernels whose counts are worked out by hand, in the comment of each test.

use optx_emulator::op::InstructionClass;
use optx_emulator::{Counters, Device, LaunchConfig, Module, launch};

/// Runs a body once with %p a buffer of 64 KiB at a multiple of 512, %t the thread, %a the address of word %t.
fn count(block: [u32; 3], body: &str) -> Counters {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .b64 %p, %a, %b<4>; .reg .b32 %t, %r<9>; .reg .f32 %f<9>; .reg .pred %q<9>; .shared .align 16 .b8 s[32768];\n\
         ld.param.u64 %p, [p];\nmov.u32 %t, %tid.x;\nmad.wide.u32 %a, %t, 4, %p;\n{body}\nret;\n}}\n"
    );
    let m = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut d = Device::new();
    let p = d.alloc(64 << 10, "data").unwrap();
    let c = LaunchConfig { block, allow_unwritten: true, ..LaunchConfig::default() };
    launch(&mut d, &m, "k", &c, &[p.0.to_le_bytes().to_vec()])
        .unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Sectors of one load by a warp, where `address` leaves the address in %a.
fn sectors(address: &str, load: &str) -> u64 {
    let c = count([32, 1, 1], &format!("{address}\n{load}"));
    assert_eq!(c.global_accesses, 1);
    c.global_sectors
}

const LOAD: &str = "ld.global.u32 %r0, [%a];";

#[test]
fn stride_1_touches_four_sectors() {
    // 32 words of 4 bytes: 128 bytes, 4 sectors of 32.
    assert_eq!(sectors("", LOAD), 4);
}

#[test]
fn stride_1_misaligned_touches_five() {
    // 128 bytes from byte 4 to byte 132: sectors 0 to 4.
    assert_eq!(sectors("add.s64 %a, %a, 4;", LOAD), 5);
}

#[test]
fn stride_2_touches_eight() {
    // 32 words over 256 bytes: 8 sectors.
    assert_eq!(sectors("mad.wide.u32 %a, %t, 8, %p;", LOAD), 8);
}

#[test]
fn stride_32_touches_one_a_lane() {
    // 128 bytes between lanes.
    assert_eq!(sectors("mad.wide.u32 %a, %t, 128, %p;", LOAD), 32);
}

#[test]
fn one_address_touches_one() {
    assert_eq!(sectors("mov.u64 %a, %p;", LOAD), 1);
}

#[test]
fn reversed_lanes_touch_the_same_four() {
    // Lane t reads word 31 - t.
    assert_eq!(sectors("sub.u32 %r1, 31, %t; mad.wide.u32 %a, %r1, 4, %p;", LOAD), 4);
}

#[test]
fn shuffled_lanes_touch_the_same_four() {
    // Lane t reads word 11 t mod 32, a permutation.
    assert_eq!(
        sectors("mul.lo.u32 %r1, %t, 11; and.b32 %r1, %r1, 31; mad.wide.u32 %a, %r1, 4, %p;", LOAD),
        4
    );
}

#[test]
fn bytes_touch_one() {
    // 32 bytes: one sector.
    assert_eq!(sectors("cvt.u64.u32 %a, %t; add.s64 %a, %a, %p;", "ld.global.u8 %r0, [%a];"), 1);
}

#[test]
fn doubles_touch_eight_and_quads_sixteen() {
    // 32 x 8 = 256 bytes; 32 x 16 = 512 bytes.
    assert_eq!(sectors("mad.wide.u32 %a, %t, 8, %p;", "ld.global.u64 %b0, [%a];"), 8);
    assert_eq!(
        sectors("mad.wide.u32 %a, %t, 16, %p;", "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%a];"),
        16
    );
}

#[test]
fn only_active_lanes_count() {
    // Lanes 0 to 7 read 32 bytes: one sector, 8 threads; the guard turns the rest off.
    let c = count([32, 1, 1], "setp.lt.u32 %q0, %t, 8;\n@%q0 ld.global.u32 %r0, [%a];");
    assert_eq!(c.global_sectors, 1);
    let line = c.lines[&11];
    assert_eq!((line.executed.warps, line.executed.threads, line.sectors), (1, 8, 1));
}

/// Passes and conflicts of one shared load, where %r1 is the byte address.
fn banks(address: &str, load: &str) -> (u64, u64) {
    let c =
        count([32, 1, 1], &format!("{address}\nmov.u32 %r2, s; add.u32 %r1, %r1, %r2;\n{load}"));
    assert_eq!(c.shared_accesses, 1);
    (c.shared_passes, c.bank_conflicts)
}

const LDS: &str = "ld.shared.u32 %r0, [%r1];";

#[test]
fn banks_without_conflict() {
    // Lane t in bank t.
    assert_eq!(banks("shl.b32 %r1, %t, 2;", LDS), (1, 0));
}

#[test]
fn banks_two_way() {
    // Word 2t: lanes t and t + 16 in one bank.
    assert_eq!(banks("shl.b32 %r1, %t, 3;", LDS), (2, 1));
}

#[test]
fn banks_32_way() {
    // Word 32t: all in bank 0, 32 words.
    assert_eq!(banks("shl.b32 %r1, %t, 7;", LDS), (32, 31));
}

#[test]
fn banks_broadcast() {
    // One word for all; and two words of one bank, 16 lanes each: two passes.
    assert_eq!(banks("mov.u32 %r1, 64;", LDS), (1, 0));
    assert_eq!(banks("and.b32 %r1, %t, 1; shl.b32 %r1, %r1, 7;", LDS), (2, 1));
}

#[test]
fn banks_padded_rows() {
    // Column access of rows of 33 words: bank t.
    assert_eq!(banks("mul.lo.u32 %r1, %t, 132;", LDS), (1, 0));
}

#[test]
fn banks_of_wide_accesses() {
    // 8 bytes a lane: two halves of 16 lanes, a pass each; 16 bytes: four quarters of 8 lanes.
    assert_eq!(banks("shl.b32 %r1, %t, 3;", "ld.shared.u64 %b0, [%r1];"), (2, 0));
    assert_eq!(
        banks("shl.b32 %r1, %t, 4;", "ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%r1];"),
        (4, 0)
    );
    // Bytes: 4 lanes a word, 8 words.
    assert_eq!(banks("mov.u32 %r1, %t;", "ld.shared.u8 %r0, [%r1];"), (1, 0));
}

#[test]
fn uniform_branches_do_not_diverge() {
    // Two warps; warp 0 jumps, warp 1 does not: 2 branches, none divergent.
    let c = count(
        [64, 1, 1],
        "setp.lt.u32 %q0, %t, 32;\n@%q0 bra $a;\nadd.u32 %r0, %t, 1;\n$a: add.u32 %r1, %t, 2;",
    );
    assert_eq!((c.branches, c.divergent_branches), (2, 0));
    // The skipped line ran in one warp.
    assert_eq!(c.lines[&12].executed.warps, 1);
    assert_eq!(c.lines[&13].executed.warps, 2);
}

#[test]
fn divergent_branches_rejoin() {
    // One warp splits at 10: the arm runs with 22 lanes, the join once with all 32.
    let c = count(
        [32, 1, 1],
        "setp.lt.u32 %q0, %t, 10;\n@%q0 bra $a;\nadd.u32 %r0, %t, 1;\n$a: add.u32 %r1, %t, 2;",
    );
    assert_eq!((c.branches, c.divergent_branches), (1, 1));
    assert_eq!((c.lines[&12].executed.warps, c.lines[&12].executed.threads), (1, 22));
    assert_eq!((c.lines[&13].executed.warps, c.lines[&13].executed.threads), (1, 32));
}

#[test]
fn nested_branches() {
    // Outer split at 16; inner split of the low half at 8. Lines run once each:
    // inner arms with 8 lanes, inner join 16, high arm 16, outer join 32. Branches: outer 1, inner 1,
    // one unconditional jump out of an inner arm, one out of the low half: 4, of which 2 diverge.
    let c = count(
        [32, 1, 1],
        "setp.ge.u32 %q0, %t, 16;\n@%q0 bra $high;\nsetp.ge.u32 %q1, %t, 8;\n@%q1 bra $in;\n\
         add.u32 %r0, %t, 1;\nbra $mid;\n$in: add.u32 %r0, %t, 2;\n$mid: add.u32 %r1, %r0, 1;\nbra $end;\n\
         $high: add.u32 %r1, %t, 5;\n$end: add.u32 %r2, %r1, 1;",
    );
    assert_eq!((c.branches, c.divergent_branches), (4, 2));
    let threads = |l: u32| (c.lines[&l].executed.warps, c.lines[&l].executed.threads);
    assert_eq!(threads(14), (1, 8));
    assert_eq!(threads(16), (1, 8));
    assert_eq!(threads(17), (1, 16));
    assert_eq!(threads(19), (1, 16));
    assert_eq!(threads(20), (1, 32));
}

#[test]
fn early_exits_leave_the_rest_together() {
    // 12 lanes leave; the 20 others go on as one group: three warp instructions after the branch.
    let c = count(
        [32, 1, 1],
        "setp.lt.u32 %q0, %t, 12;\n@%q0 bra $out;\nadd.u32 %r0, %t, 1;\nadd.u32 %r1, %t, 1;\n$out:",
    );
    assert_eq!(c.divergent_branches, 1);
    for line in [12, 13] {
        assert_eq!((c.lines[&line].executed.warps, c.lines[&line].executed.threads), (1, 20));
    }
    // And both meet again at the end.
    assert_eq!((c.lines[&15].executed.warps, c.lines[&15].executed.threads), (1, 32));
}

#[test]
fn loops_with_different_trip_counts() {
    // Lane t goes round t % 4 + 1 times: the warp 4 times, lanes 8 * (1 + 2 + 3 + 4) = 80 times in all.
    // The back branch diverges after rounds 1, 2 and 3.
    let c = count(
        [32, 1, 1],
        "and.b32 %r0, %t, 3;\nmov.u32 %r1, 0;\n$l: add.u32 %r1, %r1, 1;\nsetp.le.u32 %q0, %r1, %r0;\n@%q0 bra $l;\nadd.u32 %r2, %t, 1;",
    );
    assert_eq!((c.lines[&12].executed.warps, c.lines[&12].executed.threads), (4, 80));
    assert_eq!((c.branches, c.divergent_branches), (4, 3));
    assert_eq!((c.lines[&15].executed.warps, c.lines[&15].executed.threads), (1, 32));
}

#[test]
fn breaks_rejoin_after_the_loop() {
    // Lanes above 20 leave by a break in the second of three rounds; all meet behind the loop.
    let c = count(
        [32, 1, 1],
        "mov.u32 %r1, 0;\n$l: add.u32 %r1, %r1, 1;\nsetp.eq.u32 %q0, %r1, 2;\nsetp.gt.and.u32 %q1, %t, 20, %q0;\n\
         @%q1 bra $out;\nsetp.lt.u32 %q2, %r1, 3;\n@%q2 bra $l;\nadd.u32 %r3, %t, 1;\n$out: add.u32 %r2, %t, 1;",
    );
    // Rounds: 32 + 32 + 21 lanes.
    assert_eq!((c.lines[&11].executed.warps, c.lines[&11].executed.threads), (3, 85));
    assert_eq!(c.divergent_branches, 1);
    assert_eq!((c.lines[&17].executed.warps, c.lines[&17].executed.threads), (1, 21));
    assert_eq!((c.lines[&18].executed.warps, c.lines[&18].executed.threads), (1, 32));
}

#[test]
fn switches_by_table() {
    // Four targets, 8 lanes each, one join with 32: one branch by table that splits, three jumps to the join.
    let c = count(
        [32, 1, 1],
        "and.b32 %r0, %t, 3;\nts: .branchtargets $a, $b, $c, $d;\nbrx.idx %r0, ts;\n$a: add.u32 %r1, %t, 1;\nbra $e;\n\
         $b: add.u32 %r1, %t, 2;\nbra $e;\n$c: add.u32 %r1, %t, 3;\nbra $e;\n$d: add.u32 %r1, %t, 4;\n$e: add.u32 %r2, %r1, 1;",
    );
    assert_eq!((c.branches, c.divergent_branches), (4, 1));
    for line in [13, 15, 17, 19] {
        assert_eq!(
            (c.lines[&line].executed.warps, c.lines[&line].executed.threads),
            (1, 8),
            "{line}"
        );
    }
    assert_eq!((c.lines[&20].executed.warps, c.lines[&20].executed.threads), (1, 32));
}

#[test]
fn barriers_are_counted_once_a_block() {
    // Three warps, two barriers each: 6 warp instructions, 2 barriers.
    let c = count([96, 1, 1], "bar.sync 0;\nbar.sync 0;");
    assert_eq!(c.barriers, 2);
    assert_eq!(c.classes[&InstructionClass::Barrier].warps, 6);
    assert_eq!(c.classes[&InstructionClass::Barrier].threads, 192);
}

#[test]
fn partial_warps() {
    // 40 threads: a warp of 32 and one of 8; their words: 4 sectors and 1.
    let c = count([40, 1, 1], LOAD);
    assert_eq!(c.global_sectors, 5);
    assert_eq!(c.classes[&InstructionClass::Load].warps, 4);
    assert_eq!(c.classes[&InstructionClass::Load].threads, 80);
}

#[test]
fn classes_of_a_straight_line() {
    // Loads 2 (one of parameters), moves 1, integer 2 (mad.wide and add), float 2, special 1, convert 1,
    // compare 1, store 1, the return as branch 1: 12 instructions, 32 threads each.
    let c = count(
        [32, 1, 1],
        "ld.global.f32 %f0, [%a];\nfma.rn.f32 %f1, %f0, %f0, %f0;\nadd.f32 %f2, %f1, %f0;\nrcp.approx.f32 %f3, %f2;\n\
         add.u32 %r1, %t, 3;\ncvt.rn.f32.u32 %f4, %r1;\nsetp.lt.f32 %q0, %f3, %f4;\nst.global.f32 [%a], %f4;",
    );
    let of = |k: InstructionClass| c.classes.get(&k).map_or(0, |e| e.warps);
    assert_eq!(of(InstructionClass::Load), 2);
    assert_eq!(of(InstructionClass::Move), 1);
    assert_eq!(of(InstructionClass::Integer), 2);
    assert_eq!(of(InstructionClass::Float32), 2);
    assert_eq!(of(InstructionClass::Special), 1);
    assert_eq!(of(InstructionClass::Convert), 1);
    assert_eq!(of(InstructionClass::Compare), 1);
    assert_eq!(of(InstructionClass::Store), 1);
    assert_eq!(of(InstructionClass::Branch), 1);
    assert_eq!((c.instructions.warps, c.instructions.threads), (12, 12 * 32));
    assert!(c.to_text().contains("warp_instructions"));
    assert!(c.to_json().contains("\"warp_instructions\":12"));
}

#[test]
fn local_accesses() {
    // Two stores and a load of local memory by one warp.
    let c = count(
        [32, 1, 1],
        "{ .local .align 4 .b8 m[8]; st.local.u32 [m], %t; st.local.u32 [m+4], %t; ld.local.u32 %r0, [m]; }",
    );
    assert_eq!((c.local_accesses, c.global_accesses, c.shared_accesses), (3, 0, 0));
}

#[test]
fn atomics_touch_sectors() {
    // 32 atomics on one word: one access, one sector.
    let c = count([32, 1, 1], "red.global.add.u32 [%p], 1;");
    assert_eq!((c.global_accesses, c.global_sectors), (1, 1));
    assert_eq!(c.classes[&InstructionClass::Atomic].threads, 32);
}

/// Two kernels of a module, each with its own array of 160 KB: what a launch takes is what the kernel names, itself or through functions.
#[test]
fn a_kernel_has_room_for_the_shared_variables_that_it_names() {
    let text = "
.version 8.0
.target sm_80
.address_size 64
.shared .align 4 .b8 one[160000];
.shared .align 4 .b8 two[160000];
.shared .align 4 .b8 three[16];
.func (.param .b32 r) far()
{
.reg .b32 %r<3>;
mov.u32 %r1, three;
ld.shared.u32 %r2, [%r1];
st.param.b32 [r], %r2;
ret;
}
.visible .entry a(.param .u64 p)
{
.reg .b64 %p; .reg .b32 %r<4>;
ld.param.u64 %p, [p];
st.shared.u32 [one+159996], 7;
ld.shared.u32 %r1, [one+159996];
mov.u32 %r2, %total_smem_size;
st.global.u32 [%p], %r1;
st.global.u32 [%p+4], %r2;
ret;
}
.visible .entry b(.param .u64 p)
{
.reg .b64 %p; .reg .b32 %r<4>;
ld.param.u64 %p, [p];
st.shared.u32 [three], 9;
st.shared.u32 [two], 8;
{
.param .b32 q;
call.uni (q), far, ();
ld.param.b32 %r1, [q];
}
mov.u32 %r2, %total_smem_size;
st.global.u32 [%p], %r1;
st.global.u32 [%p+4], %r2;
ret;
}
";
    let m = Module::load(text).unwrap_or_else(|e| panic!("{e}"));
    let mut d = Device::new();
    let p = d.alloc(8, "data").unwrap();
    for (kernel, wanted) in [("a", [7, 160_000]), ("b", [9, 160_016])] {
        let c = LaunchConfig::default();
        launch(&mut d, &m, kernel, &c, &[p.0.to_le_bytes().to_vec()])
            .unwrap_or_else(|e| panic!("{e}"));
        let found = d.read(p, 8).unwrap();
        let words = [0, 4].map(|k| u32::from_le_bytes([0, 1, 2, 3].map(|n| found[k + n])));
        assert_eq!(words, wanted, "{kernel}");
    }
}

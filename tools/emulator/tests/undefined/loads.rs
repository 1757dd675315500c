//! Loads of shared and local memory that nothing wrote: told where what they bring has an effect, and there only.

use super::*;

/// What each kind of load brings, where some of its bytes are written, and which unknown bits: a load and one more instruction that
/// gives what is known, and one that gives what is not.
#[test]
fn registers_have_the_unknown_bits_of_the_bytes() {
    for (space, wait) in [("local", ""), ("shared", "bar.sync 0;")] {
        let at = if space == "local" { "m" } else { "s" };
        // Bytes 1 and 4 to 7 are written.
        let body =
            format!("st.{space}.u8 [{at}+1], 0x85; st.{space}.u32 [{at}+4], 0x11223344; {wait}\n");
        let load = |ty: &str, d: &str, offset: u32, then: &str| {
            format!("ld.{space}.{ty} {d}, [{at}+{offset}]; {then}")
        };
        for (ty, d, offset, known, value, unknown) in [
            ("u32", "%a", 0, "bfe.u32 %d, %a, 8, 8;", 0x85, "bfe.u32 %d, %a, 8, 9;"),
            ("u32", "%a", 0, "bfe.u32 %d, %a, 8, 8;", 0x85, "bfe.u32 %d, %a, 7, 8;"),
            ("u16", "%a", 0, "shr.u32 %d, %a, 8;", 0x85, "shr.u32 %d, %a, 7;"),
            // Zeros before a value are known; a sign is as unknown as its byte.
            ("u8", "%a", 0, "shr.u32 %d, %a, 8;", 0, "shr.u32 %d, %a, 7;"),
            ("s16", "%a", 0, "shr.s32 %d, %a, 8;", 0xffff_ff85, "and.b32 %d, %a, 1;"),
            ("u8", "%a", 1, "mov.u32 %d, %a;", 0x85, "add.u32 %d, %a, %u;"),
            ("s8", "%a", 1, "mov.u32 %d, %a;", 0xffff_ff85, "add.u32 %d, %a, %u;"),
            ("s8", "%a", 0, "and.b32 %d, %a, 0;", 0, "shr.u32 %d, %a, 31;"),
            ("s8", "%a", 0, "and.b32 %d, %a, 0;", 0, "shr.u32 %d, %a, 8;"),
            ("u16", "%i", 0, "cvt.u32.u16 %a, %i; shr.u32 %d, %a, 8;", 0x85, "cvt.u32.u16 %d, %i;"),
            (
                "s8",
                "%i",
                0,
                "cvt.u32.u16 %a, %i; shr.u32 %d, %a, 16;",
                0,
                "cvt.u32.u16 %a, %i; shr.u32 %d, %a, 15;",
            ),
            ("u8", "%i", 0, "cvt.u32.u16 %a, %i; shr.u32 %d, %a, 8;", 0, "cvt.u32.u16 %d, %i;"),
            (
                "s8",
                "%A",
                0,
                "and.b64 %A, %A, 0; cvt.u32.u64 %d, %A;",
                0,
                "shr.u64 %A, %A, 63; cvt.u32.u64 %d, %A;",
            ),
            (
                "u64",
                "%A",
                0,
                "shr.u64 %A, %A, 32; cvt.u32.u64 %d, %A;",
                0x1122_3344,
                "shr.u64 %A, %A, 31; cvt.u32.u64 %d, %A;",
            ),
            (
                "u64",
                "%A",
                0,
                "shr.u64 %A, %A, 8; cvt.u16.u64 %i, %A; and.b16 %i, %i, 255; cvt.u32.u16 %d, %i;",
                0x85,
                "cvt.u32.u64 %d, %A;",
            ),
            ("v2.u32", "{%a, %b}", 0, "mov.u32 %d, %b;", 0x1122_3344, "mov.u32 %d, %a;"),
            ("v2.u32", "{_, %b}", 0, "mov.u32 %d, %b;", 0x1122_3344, "add.u32 %d, %b, %u;"),
            ("f64", "%da", 0, "mov.b64 {_, %d}, %da;", 0x1122_3344, "mov.b64 {%d, _}, %da;"),
            // A whole word of a sign that is unknown goes before one that is known.
            (
                "s8",
                "%a",
                0,
                "mov.b64 %A, {%a, %t}; shr.u64 %A, %A, 63; cvt.u32.u64 %d, %A;",
                0,
                "mov.u32 %d, %a;",
            ),
        ] {
            let (known, unknown) = (load(ty, d, offset, known), load(ty, d, offset, unknown));
            known_and_not(&body, &known, |_| value, &unknown);
        }
    }
}

#[test]
fn what_has_no_effect_is_silent() {
    for body in [
        // Nothing reads it, or what reads it ends with it.
        "ld.local.u32 %a, [m]; ld.shared.u32 %b, [s];",
        "ld.shared.u32 %a, [s]; mul.lo.u32 %a, %a, 3; setp.gt.s32 %p, %a, 4; selp.u32 %b, %a, %t, %p;",
        "ld.shared.f32 %fa, [s]; add.f32 %fa, %fa, %fa; st.shared.f32 [s+4], %fa;",
        "ld.local.u32 %a, [m]; and.b32 %a, %a, 0; st.global.u32 [%o], %a;",
        "ld.local.u32 %a, [m]; mul.lo.u32 %a, %a, 0; st.global.u32 [%o], %a;",
        // A load before its guard, and one that a selection leaves.
        "ld.shared.u32 %a, [s]; add.u32 %a, %a, 1; setp.gt.u32 %p, %t, 40;\n@%p st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; setp.gt.u32 %p, %t, 40;\n@!%p bra $e;\nst.global.u32 [%o], %a;\n$e:",
        "ld.shared.u32 %a, [s]; setp.gt.u32 %p, %t, 40; selp.u32 %a, %a, 7, %p; st.global.u32 [%o], %a;",
        "ld.shared.u32 %a, [s]; setp.gt.u32 %p, %t, 40; setp.ne.and.u32 %p, %a, 0, %p;\n@%p bra $e;\n$e:",
        "ld.shared.u32 %a, [s]; setp.ne.u32 %p, %a, 0; setp.gt.u32 %r, %t, 40; and.pred %p, %p, %r;\n@%p bra $e;\n$e:",
        // The sum of a prefix: the last lane's neighbour is not asked.
        "ld.local.u32 %a, [m]; mov.b32 %b, %a; shl.b32 %b, %b, 16; st.global.u16 [%o], %b;",
    ] {
        silent(body);
    }
}

#[test]
fn each_effect_is_told_with_the_load() {
    for (space, at) in [("local", "m"), ("shared", "s")] {
        let from = format!(
            "4 bytes of {space} memory at offset 0x8, loaded at PTX line {{0}} and never written"
        );
        for (then, words) in [
            ("add.u32 %a, %a, 1;\nst.global.u32 [%o], %a; // x", "a store of 4 bytes to global"),
            ("setp.eq.u32 %p, %a, 3;\n@%p bra $e; // x\n$e:", "a branch is decided by"),
            ("setp.eq.u32 %p, %a, 3;\n@%p exit; // x", "whether the thread ends"),
            ("setp.eq.u32 %p, %a, 3;\n@%p st.global.u32 [%o], 1; // x", "whether this instruction"),
            ("setp.eq.u32 %p, %a, 3;\n@%p red.shared.add.u32 [s+4], 1; // x", "whether this instr"),
            ("mad.wide.u32 %A, %a, 4, %g;\nld.global.u32 %b, [%A]; // x", "the address of this"),
            ("shl.b32 %a, %a, 2;\nst.shared.u32 [%a], %t; // x", "the address of this access"),
            ("\nred.global.add.u32 [%o], %a; // x", "an atomic operation has as its operand"),
            ("setp.eq.u32 %p, %a, 3;\nvote.sync.any.pred %r, %p, -1; // x", "a vote is of"),
            ("\nmatch.any.sync.b32 %b, %a, -1; // x", "a match is of"),
            ("\nredux.sync.add.u32 %b, %a, -1; // x", "a reduction of the warp is of"),
            ("\nbar.sync %a; // x", "a barrier has as its operand"),
            ("\nbar.warp.sync %a; // x", "a thread mask is"),
            (
                "shfl.sync.bfly.b32 %b, %a, 1, 31, -1; add.u32 %b, %b, 1;\nst.global.u32 [%o], %b; // x",
                "a store of 4",
            ),
        ] {
            told(&format!("ld.{space}.u32 %a, [{at}+8]; {then}"), "// x", &[words, &from]);
        }
        // The first bytes of it that nothing wrote, one access or another.
        let part = format!(
            "st.{space}.u8 [{at}], 1; bar.sync 0;\nld.{space}.u32 %a, [{at}];\nst.global.u32 [%o], %a;"
        );
        let words = format!("3 bytes of {space} memory at offset 0x1, loaded at PTX line {{1}}");
        told(&part, "st.global", &[&words]);
        // A copy is of what was copied.
        let copy = format!(
            "ld.{space}.u8 %a, [{at}+3];\nst.{space}.u8 [{at}+9], %a;\nld.{space}.u8 %b, [{at}+9];\nst.global.u8 [%o], %b;"
        );
        let words = format!("1 byte of {space} memory at offset 0x3, loaded at PTX line {{0}}");
        told(&copy, "st.global", &[&words]);
    }
    told(
        "red.shared.add.u32 [s+8], 1;",
        "red",
        &["an atomic operation is on", "4 bytes of shared"],
    );
    let through = "{ .param .b32 x; .param .b32 r; ld.local.u32 %a, [m]; st.param.b32 [x], %a;\ncall (r), same, (x);\nld.param.b32 %b, [r]; }\n";
    silent(through);
    told(&format!("{through}st.global.u32 [%o], %b;"), "st.global", &["4 bytes of local memory"]);
}

/// A structure of a byte, a gap and a word, moved whole.
#[test]
fn a_structure_moved_whole_and_used_in_parts() {
    for (space, at) in [("local", "m"), ("shared", "s")] {
        let body = format!(
            "st.{space}.u8 [{at}], 0x90; st.{space}.u32 [{at}+4], 1000; bar.sync 0;\nld.{space}.u64 %A, [{at}];\n"
        );
        for (member, value, gap) in [
            ("cvt.s32.s8 %d, %a;", 0xffff_ff90, "cvt.s32.s16 %d, %a;"),
            ("bfe.s32 %d, %a, 0, 8;", 0xffff_ff90, "bfe.s32 %d, %a, 0, 9;"),
            ("shl.b32 %d, %a, 24; shr.s32 %d, %d, 24;", 0xffff_ff90, "shr.s32 %d, %a, 24;"),
            ("prmt.b32 %d, %a, 0, 0x8880;", 0xffff_ff90, "prmt.b32 %d, %a, 0, 0x4441;"),
            ("and.b32 %a, %a, 255; add.u32 %d, %b, %a;", 1144, "add.u32 %d, %b, %a;"),
            (
                "and.b32 %d, %a, 255; setp.lt.u32 %p, %d, 9; selp.u32 %d, 1, 2, %p;",
                2,
                "setp.lt.u32 %p, %a, 999; selp.u32 %d, 1, 2, %p;",
            ),
            (
                "cvt.rn.f32.s32 %fa, %b; cvt.rzi.s32.f32 %d, %fa;",
                1000,
                "cvt.rn.f32.s32 %fa, %a; cvt.rzi.s32.f32 %d, %fa;",
            ),
            ("mul.lo.s32 %d, %b, 3;", 3000, "mul.lo.s32 %d, %a, 3;"),
        ] {
            let parts = "mov.b64 {%a, %b}, %A;";
            let (member, gap) = (format!("{parts} {member}"), format!("{parts} {gap}"));
            known_and_not(&body, &member, |_| value, &gap);
        }
    }
}

#[test]
fn reports_name_place_and_load() {
    let body = "st.shared.u8 [s+8], 1; bar.sync 0;\n.loc 1 7 3\nld.shared.u32 %a, [s+8];\n.loc 1 9 3\nnot.b32 %a, %a;\nst.global.u32 [%o], %a;";
    let e = run(body, Schedule::Lockstep).unwrap_err();
    assert_eq!(
        e.to_string(),
        "use of what was never written: a store of 4 bytes to global memory has an undefined value; it comes from 3 bytes of \
         shared memory at offset 0x9, loaded at PTX line 25 (k.cu:7) and never written\n  in kernel k, PTX line 28 (k.cu:9), block (0,0,0), thread (0,0,0)"
    );
}

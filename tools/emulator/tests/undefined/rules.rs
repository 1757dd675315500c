//! What is known of results: each rule, and what is unknown beside it.

use super::*;

#[test]
fn a_field_that_is_set_in_an_unset_word_is_known() {
    // By masks, by sums as compilers have it where bits do not overlap, by bfi.
    for set in [
        "and.b32 %a, %u, 0xffffff0f; or.b32 %a, %a, 0x50;",
        "and.b32 %a, %u, 0xffffff0f; add.u32 %a, %a, 0x50;",
        "and.b32 %a, %u, 0xffffff0f; xor.b32 %a, %a, 0x50;",
        "mov.u32 %b, 5; bfi.b32 %a, %b, %u, 4, 4;",
        "lop3.b32 %a, %u, 0xf0, 0x50, 0xf2; and.b32 %b, %a, 0xf0; xor.b32 %b, %b, 0x50; mov.u32 %b, 5; bfi.b32 %a, %b, %a, 4, 4;",
        "cvt.u64.u32 %A, %u; mov.u64 %B, 5; bfi.b64 %A, %B, %A, 4, 4; cvt.u32.u64 %a, %A;",
    ] {
        for read in [
            "bfe.u32 %d, %a, 4, 4;",
            "shr.u32 %d, %a, 4; and.b32 %d, %d, 15;",
            "shl.b32 %d, %a, 24; shr.u32 %d, %d, 28;",
            "shf.r.wrap.b32 %d, %a, %a, 4; and.b32 %d, %d, 15;",
            "cvt.u64.u32 %C, %a; bfe.u64 %C, %C, 4, 4; cvt.u32.u64 %d, %C;",
            "cvt.u16.u32 %i, %a; shr.u16 %i, %i, 4; and.b16 %i, %i, 15; cvt.u32.u16 %d, %i;",
            "brev.b32 %d, %a; shl.b32 %d, %d, 4; shr.u32 %d, %d, 28; brev.b32 %d, %d; shr.u32 %d, %d, 28;",
        ] {
            let wider = read.replace("4, 4", "4, 5").replace("15", "31").replace("28;", "27;");
            known_and_not(set, read, |_| 5, &wider);
        }
    }
}

#[test]
fn masks_and_constants_decide_bits() {
    known_and_not("", "and.b32 %d, %u, 0;", |_| 0, "and.b32 %d, %u, 1;");
    known_and_not("", "or.b32 %d, %u, -1;", |_| !0, "or.b32 %d, %u, -2;");
    known_and_not("", "xor.b32 %d, %u, %u;", |_| 0, "xor.b32 %d, %u, 0;");
    known_and_not("", "sub.u32 %d, %u, %u;", |_| 0, "sub.u32 %d, %u, %t;");
    known_and_not("", "mul.lo.u32 %d, %u, 0;", |_| 0, "mul.lo.u32 %d, %u, 2;");
    let low = "mul.lo.u32 %a, %u, 256;";
    known_and_not(low, "and.b32 %d, %a, 0xff;", |_| 0, "and.b32 %d, %a, 0x1ff;");
    known_and_not("", "not.b32 %a, %u; and.b32 %d, %a, 0;", |_| 0, "not.b32 %d, %u;");
    let majority = "lop3.b32 %d, %u, 0, 0, 0xe8;";
    known_and_not("", majority, |_| 0, "lop3.b32 %d, %u, 0, -1, 0xe8;");
    known_and_not("", "and.b16 %i, %h, 0; cvt.u32.u16 %d, %i;", |_| 0, "cvt.u32.u16 %d, %h;");
    // 16 bits are all that such a register has.
    let all = "or.b16 %i, %h, -1; setp.eq.b16 %p, %i, -1; selp.u32 %d, 3, 4, %p;";
    known_and_not("", all, |_| 3, &all.replace("%h, -1", "%h, 1"));
}

#[test]
fn what_is_selected_counts() {
    let p = "setp.lt.u32 %p, %t, 40;";
    known_and_not(p, "selp.u32 %d, %t, %u, %p;", |t| t, "selp.u32 %d, %u, %t, %p;");
    known_and_not(
        p,
        "selp.b64 %A, 9, %U, %p; cvt.u32.u64 %d, %A;",
        |_| 9,
        "selp.b64 %A, %U, 9, %p; cvt.u32.u64 %d, %A;",
    );
    known_and_not("", "slct.u32.s32 %d, %t, %u, 4;", |t| t, "slct.u32.s32 %d, %t, %u, -4;");
    // By what is unknown: both must be the same.
    known_and_not("", "selp.u32 %d, 7, 7, %q;", |_| 7, "selp.u32 %d, 7, 6, %q;");
    told("selp.u32 %d, 7, 6, %q;\nst.global.u32 [%o], %d;", "st.global", &["`%q`", "PTX line {0}"]);
    // Each lane for itself.
    let halves = "setp.lt.u32 %p, %t, 16; selp.u32 %a, %t, %u, %p;\n@!%p bra $e;\nst.global.u32 [%o], %a; $e:";
    gives(halves, |t| if t < 16 { t } else { 0 });
    told(&halves.replace("@!%p bra $e;", ""), "st.global", &["global memory"]);
}

#[test]
fn comparisons_that_known_bits_decide() {
    let as_word = "selp.u32 %d, 1, 0, %p;";
    let a = "and.b32 %a, %u, 15;";
    for (known, unknown) in [
        ("setp.lt.u32 %p, %a, 16;", "setp.lt.u32 %p, %a, 15;"),
        ("setp.ne.u32 %p, %a, 16;", "setp.ne.u32 %p, %a, 8;"),
        ("setp.ge.s32 %p, %a, 0;", "setp.gt.s32 %p, %a, 0;"),
        ("setp.gt.s32 %p, %a, -1;", "setp.gt.u32 %p, %a, 3;"),
    ] {
        known_and_not(a, &format!("{known} {as_word}"), |_| 1, &format!("{unknown} {as_word}"));
    }
    known_and_not(
        "",
        "and.b32 %a, %u, 3; or.b32 %a, %a, 64; clz.b32 %d, %a;",
        |_| 25,
        "and.b32 %a, %u, 3; clz.b32 %d, %a;",
    );
    // Combined with a predicate that decides by itself.
    let p = "setp.gt.u32 %p, %t, 40;";
    let and = "setp.eq.and.u32 %r, %u, 3, %p; selp.u32 %d, 1, 0, %r;";
    known_and_not(p, and, |_| 0, &and.replace(".and", ".or"));
    let and = "and.pred %r, %p, %q; selp.u32 %d, 1, 0, %r;";
    known_and_not(p, and, |_| 0, &and.replace("and.", "or."));
    let not = "not.pred %r, %p; or.pred %r, %r, %q; selp.u32 %d, 1, 0, %r;";
    known_and_not(p, not, |_| 1, &not.replace("or.", "and."));
    // A float is known or not.
    told(
        "setp.lt.f32 %p, %fu, 0f00000000;\nselp.u32 %d, 1, 0, %p;\nst.global.u32 [%o], %d;",
        "st.global",
        &["`%fu`"],
    );
}

#[test]
fn halves_and_conversions() {
    let pair = "mov.b64 %A, {%t, %u};";
    known_and_not(pair, "mov.b64 {%d, %b}, %A;", |t| t, "mov.b64 {%b, %d}, %A;");
    known_and_not(pair, "cvt.u32.u64 %d, %A;", |t| t, "shr.u64 %A, %A, 32; cvt.u32.u64 %d, %A;");
    known_and_not(
        "mov.u16 %i, 5; mov.b32 %a, {%i, %h};",
        "cvt.u16.u32 %j, %a; cvt.u32.u16 %d, %j;",
        |_| 5,
        "mov.b32 {_, %j}, %a; cvt.u32.u16 %d, %j;",
    );
    known_and_not("and.b32 %a, %u, 255;", "shr.u32 %d, %a, 8;", |_| 0, "cvt.s32.s8 %d, %a;");
    known_and_not(
        "shl.b32 %a, %u, 16; or.b32 %a, %a, 0x1234;",
        "prmt.b32 %d, %a, 0, 0x4410;",
        |_| 0x1234,
        "prmt.b32 %d, %a, 0, 0x4412;",
    );
    // What is computed of an unknown value is unknown.
    for op in [
        "add.u32 %d, %u, 1;",
        "mul.hi.u32 %d, %u, 3;",
        "div.u32 %d, %u, 3;",
        "min.u32 %d, %t, %u;",
        "popc.b32 %d, %u;",
        "mad.lo.u32 %d, %t, %t, %u;",
        "add.cc.u32 %a, %u, 1; addc.u32 %d, 0, 0;",
        "dp4a.u32.u32 %d, %u, %t, 0;",
        "add.f32 %fa, %fu, 0f3F800000; mov.b32 %d, %fa;",
        "fma.rn.f32 %fa, %fu, %fu, 0f3F800000; mov.b32 %d, %fa;",
        "neg.f32 %fa, %fu; mov.b32 %d, %fa;",
        "cvt.rn.f32.u32 %fa, %u; mov.b32 %d, %fa;",
        "cvt.rn.f32.f64 %fa, %du; mov.b32 %d, %fa;",
        "sqrt.rn.f64 %da, %du; cvt.rzi.u32.f64 %d, %da;",
        "set.lt.u32.u32 %d, %u, 3;",
        "add.rn.f16x2 %d, %u, %u;",
        "cvta.shared.u64 %A, %U; cvt.u32.u64 %d, %A;",
        "testp.finite.f32 %p, %fu; selp.u32 %d, 1, 0, %p;",
    ] {
        told(
            &format!("{op}\nst.global.u32 [%o], %d;"),
            "st.global",
            &["a store of 4 bytes to global memory", "read at PTX line {0}"],
        );
        // And comes to nothing where nobody asks.
        gives(&format!("{op}\nmov.u32 %d, 3; st.global.u32 [%o], %d;"), |_| 3);
    }
    // Only the half that was asked for.
    known_and_not(
        "mov.u16 %i, 0; mov.b32 %a, {%i, %h}; add.rn.f16x2 %a, %a, %a;",
        "and.b32 %d, %a, 0xffff;",
        |_| 0,
        "and.b32 %d, %a, 0x1ffff;",
    );
}

#[test]
fn guards_of_what_has_no_effect() {
    // Whether it is done is unknown, and so is what it leaves.
    for (value, mark) in [("%t", "st.global"), ("3", "st.global")] {
        let body = format!("mov.u32 %d, 3;\n@%q mov.u32 %d, {value};\nst.global.u32 [%o], %d;");
        told(&body, mark, &["`%q`", "read at PTX line {1}"]);
        gives(
            &body
                .replace("@%q mov", "@%q mov.u32 %a, 4; mov")
                .replace(&format!("%d, {value}"), "%d, 9"),
            |_| 9,
        );
    }
    // One that is known: lanes that skip it keep what they had.
    let some = "setp.lt.u32 %p, %t, 8;\n@%p mov.u32 %a, %t;\n@%p st.global.u32 [%o], %a;";
    gives(some, |t| if t < 8 { t } else { 0 });
    told(&some.replace("@%p st", "st"), "st.global", &["`%a`"]);
    // Two guards that cover all.
    gives(
        "setp.lt.u32 %p, %t, 8; @%p mov.u32 %a, 1;\n@!%p mov.u32 %a, 2; st.global.u32 [%o], %a;",
        |t| if t < 8 { 1 } else { 2 },
    );
}

#[test]
fn ways_that_come_together() {
    let body = "setp.lt.u32 %p, %t, 8;\n@%p bra $w;\nbra $j;\n$w: mov.u32 %a, %t;\n$j: @!%p bra $e;\nst.global.u32 [%o], %a;\n$e:";
    gives(body, |t| if t < 8 { t } else { 0 });
    told(
        &body.replace("@!%p bra $e;", ""),
        "st.global",
        &["`%a`", "read here before anything wrote it"],
    );
    // A loop that writes in its first round.
    gives(
        "mov.u32 %b, 0;\n$l: setp.eq.u32 %p, %b, 0; @%p mov.u32 %a, %t;\nadd.u32 %a, %a, 1; add.u32 %b, %b, 1; setp.lt.u32 %r, %b, 4; @%r bra $l;\nst.global.u32 [%o], %a;",
        |t| t + 4,
    );
    // One that writes in its last.
    told(
        "mov.u32 %b, 0;\n$l: setp.eq.u32 %p, %b, 3; @%p mov.u32 %c, %t;\nadd.u32 %a, %c, 1; st.global.u32 [%o], %a;\nadd.u32 %b, %b, 1; setp.lt.u32 %r, %b, 4; @%r bra $l;",
        "st.global",
        &["`%c`"],
    );
}

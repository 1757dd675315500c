//! Half precision in whole kernels: operand shapes, pairs, comparisons, and which forms are refused. The arithmetic
//! itself is judged value by value where it is done.

use optx_emulator::{Device, LaunchConfig, Module, launch};

/// Runs one thread that leaves a word in `%r9`.
fn word(body: &str) -> u32 {
    let text = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.entry k(.param .u64 p) {{\n\
         .reg .b16 %h<9>; .reg .b32 %r<10>; .reg .b64 %d<9>; .reg .f32 %f<9>; .reg .f64 %g<9>; .reg .pred %p<5>;\n\
         {body}\nld.param.u64 %d8, [p]; st.global.u32 [%d8], %r9; ret; }}"
    );
    let module = Module::load(&text).unwrap_or_else(|e| panic!("{e}\n{body}"));
    let mut device = Device::new();
    let out = device.alloc(4, "out").expect("memory");
    let config = LaunchConfig { block: [1, 1, 1], ..LaunchConfig::default() };
    launch(&mut device, &module, "k", &config, &[out.0.to_le_bytes().to_vec()])
        .unwrap_or_else(|e| panic!("{e}\n{body}"));
    let bytes = device.read(out, 4).expect("the word");
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

#[test]
fn single_values() {
    // 1.5 and 2.5.
    let two = "mov.b16 %h0, 0x3e00; mov.u16 %h1, 0x4100;\n";
    let give = "\ncvt.u32.u16 %r9, %h2;";
    for (op, wanted) in [
        ("add.f16 %h2, %h0, %h1;", 0x4400),
        ("add.rn.f16 %h2, %h0, %h1;", 0x4400),
        ("sub.f16 %h2, %h0, %h1;", 0xbc00),
        ("mul.ftz.f16 %h2, %h0, %h1;", 0x4380),
        ("fma.rn.f16 %h2, %h0, %h1, %h1;", 0x4640),
        ("fma.rn.ftz.sat.f16 %h2, %h0, %h1, %h1;", 0x3c00),
        ("neg.f16 %h2, %h0;", 0xbe00),
        ("abs.f16 %h2, %h0;", 0x3e00),
        ("min.f16 %h2, %h0, %h1;", 0x3e00),
        ("max.NaN.f16 %h2, %h0, %h1;", 0x4100),
        ("ex2.approx.f16 %h2, 0x4000;", 0x4400),
        ("set.lt.f16.f16 %h2, %h0, %h1;", 0x3c00),
        ("set.gt.u16.f16 %h2, %h0, %h1;", 0),
        ("set.lt.s16.f16 %h2, %h0, %h1;", 0xffff),
        ("setp.eq.f16 %p1, %h0, %h0; set.gt.or.u16.f16 %h2, %h0, %h1, %p1;", 0xffff),
        ("setp.eq.f16 %p1, %h0, %h0; set.lt.and.bf16.bf16 %h2, %h0, %h1, %p1;", 0x3f80),
        ("cvt.rn.f16.f32 %h2, 0f3DCCCCCD;", 0x2e66),
        ("cvt.rp.f16.f64 %h2, 0d3FB999999999999A;", 0x2e67),
        ("cvt.rn.f16.s32 %h2, -3;", 0xc200),
        ("cvt.rn.sat.f16.f32 %h2, 0f40000000;", 0x3c00),
        ("cvt.rni.f16.f16 %h2, %h1;", 0x4000),
        ("cvt.rpi.s16.f16 %h2, %h0;", 2),
        ("cvt.rz.bf16.f32 %h2, 0f3FFFFFFF;", 0x3fff),
        ("cvt.rn.bf16.f32 %h2, 0f3FFFFFFF;", 0x4000),
        ("cvt.rn.bf16.f16 %h2, %h0;", 0x3fc0),
        ("fma.rn.bf16 %h2, 0x3fc0, 0x4000, 0x3f80;", 0x4080),
        ("add.bf16 %h2, 0x3fc0, 0x4000;", 0x4060),
    ] {
        assert_eq!(word(&format!("{two}{op}{give}")), wanted, "{op}");
    }
    assert_eq!(word(&format!("{two}cvt.f32.f16 %f0, %h1; mov.b32 %r9, %f0;")), 2.5f32.to_bits());
    assert_eq!(word("cvt.f32.bf16 %f0, 0x4020; mov.b32 %r9, %f0;"), 2.5f32.to_bits());
    assert_eq!(word(&format!("{two}cvt.rni.s32.f16 %r9, %h1;")), 2);
}

#[test]
fn pairs() {
    // (1, 2) and (3, -4), the first in the upper half.
    let two = "mov.b32 %r0, 0x3c004000; mov.b32 %r1, 0x4200c400;\n";
    for (op, wanted) in [
        ("add.f16x2 %r9, %r0, %r1;", 0x4400_c000),
        ("mul.rn.f16x2 %r9, %r0, %r1;", 0x4200_c800),
        ("fma.rn.f16x2 %r9, %r0, %r1, %r0;", 0x4400_c600),
        ("neg.f16x2 %r9, %r1;", 0xc200_4400),
        ("max.f16x2 %r9, %r0, %r1;", 0x4200_4000),
        ("set.lt.f16x2.f16x2 %r9, %r0, %r1;", 0x3c00_0000),
        ("set.lt.u32.f16x2 %r9, %r0, %r1;", 0xffff_0000),
        ("set.gt.s32.f16x2 %r9, %r0, %r1;", 0x0000_ffff),
        ("set.ne.u32.bf16x2 %r9, %r0, 0x3c004001;", 0x0000_ffff),
        ("setp.ne.u32 %p4, %r0, %r0; set.lt.or.u32.f16x2 %r9, %r0, %r1, !%p4;", 0xffff_ffff),
        ("setp.ne.u32 %p4, %r0, %r0; set.lt.and.f16x2.f16x2 %r9, %r0, %r1, %p4;", 0),
        ("setp.ne.u32 %p4, %r0, %r0; set.lt.xor.f16x2.f16x2 %r9, %r0, %r1, !%p4;", 0x0000_3c00),
        // A NaN in the upper half, a subnormal against zero in the lower.
        ("set.equ.u32.f16x2 %r9, 0x7e000001, 0x3c000000;", 0xffff_0000),
        ("set.equ.ftz.u32.f16x2 %r9, 0x7e000001, 0x3c000000;", 0xffff_ffff),
        ("set.num.u32.f16x2 %r9, 0x7e000001, 0x3c000000;", 0x0000_ffff),
        ("cvt.rn.f16x2.f32 %r9, 0f3F800000, 0f40000000;", 0x3c00_4000),
        ("cvt.rn.bf16x2.f32 %r9, 0f3F800000, 0f40000000;", 0x3f80_4000),
        ("fma.rn.bf16x2 %r9, 0x3f804000, 0x3f803f80, 0x3f803f80;", 0x4000_4040),
        (
            "{ .reg .f16 %a; .reg .f16x2 %b; mov.b32 {%h0, %h1}, %r0; mov.b32 %r9, {%h1, %h0}; }",
            0x4000_3c00,
        ),
    ] {
        if op.contains(".f16x2 %b") {
            // Registers of half precision are registers of their width.
            let op = op.replace(".reg .f16x2 %b; ", "");
            assert_eq!(word(&format!("{two}{op}")), wanted, "{op}");
        } else {
            assert_eq!(word(&format!("{two}{op}")), wanted, "{op}");
        }
    }
    let text = "setp.lt.f16x2 %p0|%p1, %r0, %r1; selp.u32 %r2, 1, 0, %p0; selp.u32 %r3, 2, 0, %p1; or.b32 %r9, %r2, %r3;";
    // %p0 is the lower half's: 2 < -4; %p1 the upper's: 1 < 3.
    assert_eq!(word(&format!("{two}{text}")), 2);
    // With a predicate, true, and its negation; one predicate alone is the lower half's.
    for (text, wanted) in [
        ("setp.lt.and.f16x2 %p0|%p1, %r0, %r1, %p4;", 2),
        ("setp.lt.or.f16x2 %p0|%p1, %r0, %r1, %p4;", 3),
        ("setp.lt.xor.f16x2 %p0|%p1, %r0, %r1, %p4;", 1),
        ("setp.lt.or.f16x2 %p0|%p1, %r0, %r1, !%p4;", 2),
        ("setp.gt.f16x2 %p0, %r0, %r1; mov.pred %p1, %p4;", 3),
        ("setp.lt.bf16x2 %p0, %r0, %r1; mov.pred %p1, %p4;", 2),
    ] {
        let give = "selp.u32 %r2, 1, 0, %p0; selp.u32 %r3, 2, 0, %p1; or.b32 %r9, %r2, %r3;";
        let text = format!("{two}setp.eq.u32 %p4, %r0, %r0; {text} {give}");
        assert_eq!(word(&text), wanted, "{text}");
    }
    let text = "mov.b16 %h0, 0x3e00; mov.b16 %h1, 0x7e00; setp.geu.f16 %p0, %h0, %h1; selp.u32 %r9, 1, 0, %p0;";
    assert_eq!(word(text), 1);
}

#[test]
fn forms_that_do_not_exist_are_refused() {
    for op in [
        "add.rz.f16 %h0, %h1, %h2;",
        "add.ftz.bf16 %h0, %h1, %h2;",
        "fma.f16 %h0, %h1, %h2, %h3;",
        "div.rn.f16 %h0, %h1, %h2;",
        "sqrt.approx.f16 %h0, %h1;",
        "ex2.f16 %h0, %h1;",
        "ex2.approx.bf16 %h0, %h1;",
        "add.f16 %r0, %h1, %h2;",
        "add.f16x2 %h0, %h1, %h2;",
        "setp.lt.ftz.bf16x2 %p0, %r1, %r2;",
        "set.lt.u16.f16x2 %h0, %r1, %r2;",
        "set.lt.f16.f16x2 %h0, %r1, %r2;",
        "set.lt.f16.f32 %h0, %f0, %f1;",
        "setp.lt.f16 %p0|%p1, %h1, %h2;",
        "cvt.f16.f32 %h0, %f0;",
        "cvt.rn.f32.f16 %f0, %h0;",
        "cvt.s32.f16 %r0, %h0;",
        "cvt.rm.f16x2.f32 %r0, %f0, %f1;",
        "mov.f16 %h0, %h1;",
    ] {
        let text = format!(
            ".version 8.6\n.target sm_90\n.address_size 64\n.entry k() {{ .reg .b16 %h<4>; .reg .b32 %r<3>; .reg .f32 %f<2>; \
             .reg .pred %p<2>; {op} ret; }}"
        );
        assert!(Module::load(&text).is_err(), "{op}");
    }
}

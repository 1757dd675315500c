//! What is refused at load, with which words and at which line; and that nothing panics, running included.

use optx_emulator::{Device, LaunchConfig, Module, Schedule, launch};

/// A kernel around a body whose first line is PTX line 10.
fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 4 .b8 g[16];\n.visible .entry k(.param .u64 p, .param .u32 n)\n{{\n\
         .reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .b16 %h<9>;\n.reg .f32 %f<9>; .reg .f64 %d<9>; .reg .pred %p<9>;\n\
         .local .align 4 .b8 m[16]; .shared .align 4 .b8 s[16];\n{body}\nret;\n}}\n"
    )
}

#[test]
fn what_is_unknown_is_an_error_with_its_line() {
    assert!(Module::load(&kernel("add.u32 %r1, %r2, 1;")).is_ok());
    let cases = [
        ("frobnicate.u32 %r1, %r2;", "`frobnicate.u32`: this instruction is unknown"),
        ("add.u33 %r1, %r2, %r3;", "unknown modifier or type `.u33`"),
        ("add.weird.u32 %r1, %r2, %r3;", "unknown modifier `.weird`"),
        ("add.u32.ftz %r1, %r2, %r3;", "unknown modifier `.ftz`"),
        ("add.u32 %r1, %r2;", "takes 3 operands, given are 2"),
        ("add.u32 %r1, %r2, %r3, %r4;", "takes 3 operands, given are 4"),
        ("add.u32 %r1, %r2, %r99;", "register `%r99` is not declared"),
        ("add.u32 %r1, %r2, %rd1;", "`%rd1` is .b64, which does not fit a .u32 operand"),
        ("add.f32 %f1, %f2, 1;", "an integer constant cannot stand for a float"),
        (
            "add.f32 %f1, %f2, 0d3FF0000000000000;\nadd.f64 %d1, %d2, 0f3F800000;",
            "does not fit a .f64 operand",
        ),
        ("add.u32 %f1, %r2, %r3;", "`%f1` is .f32, which does not fit a .u32 operand"),
        ("add.u16 %h1, %h2, 70000;", "constant 70000 does not fit 16 bits"),
        ("add.sat.u32 %r1, %r2, %r3;", ".sat needs .s32"),
        ("fma.f32 %f1, %f2, %f3, %f4;", "rounding missing"),
        ("div.f32 %f1, %f2, %f3;", "rounding missing"),
        ("sqrt.f32 %f1, %f2;", "this form does not exist"),
        ("sin.rn.f32 %f1, %f2;", "this form does not exist"),
        ("add.ftz.f64 %d1, %d2, %d3;", ".ftz and .sat need .f32"),
        ("cvt.s32.f32 %r1, %f1;", "integer rounding missing"),
        ("cvt.f32.s32 %f1, %r1;", "rounding missing"),
        ("cvt.rn.f64.f32 %d1, %f1;", "a widening conversion does not round"),
        ("cvt.rni.s32.s32 %r1, %r2;", "integers are not rounded"),
        ("cvt.f16.f32 %h1, %f1;", "rounding is missing"),
        ("setp.ltu.s32 %p1, %r1, %r2;", "this comparison is not possible on .s32"),
        ("setp.lt.b32 %p1, %r1, %r2;", "this comparison is not possible on .b32"),
        ("setp.lt.and.s32 %p1, %r1, %r2;", "wrong number of operands"),
        ("mul.u32 %r1, %r2, %r3;", "is not a part that is supported"),
        ("shl.u32 %r1, %r2, 3;", "type .u32 is not possible here"),
        ("lop3.b32 %r1, %r2, %r3, %r4, 256;", "constant from 0 to 255"),
        ("ld.global.u32 %r1, [%r2];", "too narrow for an address"),
        ("ld.global.u32 %r1, [s];", "not in the state space"),
        ("ld.shared.u32 %r1, [g];", "not in the state space"),
        ("ld.global.u32 %r1, %rd1;", "an address in brackets"),
        ("ld.global.v2.u32 %r1, [%rd1];", "a vector of registers"),
        ("ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];", "wrong length"),
        ("ld.global.f32 %r1, [%rd1+];", "expected an integer"),
        ("ld.global.u64 %r1, [%rd1];", "does not fit .u64"),
        ("st.const.u32 [%rd1], %r1;", "cannot be written"),
        ("st.param.u32 [p], %r1;", "cannot be written"),
        ("atom.global.add.b32 %r1, [%rd1], %r2;", "type .b32 is not possible"),
        ("atom.global.mul.u32 %r1, [%rd1], %r2;", "is not a atomic operation"),
        ("red.global.cas.b32 [%rd1], %r1, %r2;", "needs atom"),
        ("shfl.down.b32 %r1, %r2, 1, 31;", "only the .sync form"),
        ("vote.ballot.b32 %r1, %p1;", "only the .sync form"),
        ("mul.s32.lo %r1, %r2, %r3;", "`.s32` is not a part that is supported"),
        ("shf.wrap.l.b32 %r1, %r2, %r3, 1;", "`.wrap` is not a direction that is supported"),
        ("lop3.or.b32 %r1|%p1, %r1, %r2, %r3, 1, %p2;", "with a predicate is not supported yet"),
        ("set.eq.f16.f32 %h1, %f1, %f2;", "half precision of other operands are not supported yet"),
        ("set.eq.ftz.bf16.bf16 %h1, %h1, %h2;", ".ftz is not possible on bfloat16"),
        ("setp.eq.and.f16 %p1, %h1, %h2;", "wrong number of operands"),
        (".reg.v2.b32 q;", "registers of type `.v2`"),
        ("bra $nowhere;", "label `$nowhere` does not exist"),
        ("brx.idx %r1, $none;", "no .branchtargets named `$none`"),
        ("call f, (%r1);", "function `f` does not exist"),
        ("call %rd1, (%r1), proto;", "indirect calls are not supported"),
        ("cp.async.ca.shared.global [%r1], [%rd1], 16;", "unknown, or not supported yet"),
        ("mov.u32 %r1, %pm0;", "`%pm0` is not declared, or is a special register"),
        ("add.u32 %r1, %tid.x, 1;", "special register `%tid.x` can only be moved from"),
        ("st.global.u32 [%rd1], %laneid;", "`%laneid` can only be moved from"),
        ("cvt.rn.f32.u32 %f1, %warpid;", "`%warpid` can only be moved from"),
        ("$x: $x: add.u32 %r1, %r1, 1;", "label `$x` stands twice"),
        (".reg .v4 .f32 %q;", "registers of type `.v4`"),
        ("add.u32 %r1 %r2;", "expected `;`"),
        ("\"text\";", "expected a statement"),
    ];
    for (body, words) in cases {
        let e = Module::load(&kernel(body)).expect_err(body);
        assert!(e.message.contains(words), "{body}: {e}");
        let line = 10 + body.lines().count() as u32 - 1;
        assert_eq!(e.line, line, "{body}: {e}");
    }
}

/// ptxas 13.5 takes each of these.
#[test]
fn blanks_and_the_order_of_modifiers_say_nothing() {
    for body in [
        "vote.ballot.sync.b32 %r1, %p1, -1;",
        "shfl.down.sync.b32 %r1, %r2, 1, 31, -1;",
        "match.sync.any.b32 %r1, %r2, -1;",
        "redux.add.sync.s32 %r1, %r2, -1;",
        "barrier.aligned.sync 0;",
        "barrier.red.aligned.popc.u32 %r1, 0, %p1;",
        "add.s32.sat %r1, %r1, 1;",
        "fma.ftz.rn.f32 %f1, %f1, %f1, %f1;",
        "setp.and.eq.u32 %p1, %r1, %r2, %p2;",
        "cvt.sat.rn.f32.f64 %f1, %d1;",
        "cvt.sat.rn.f16.f32 %h1, %f1;",
        "ld.u32.global %r1, [%rd1];",
        "ld.relaxed.gpu.global.u32 %r1, [%rd1];",
        "ld.global.gpu.relaxed.u32 %r1, [%rd1];",
        "ld.v2.global.u32 {%r1, %r2}, [%rd1];",
        "ld .global .u32 %r1, [%rd1];",
        "@ !%p1 add .u32 %r1, %r1, 1;",
        "atom.add.global.u32 %r1, [%rd1], %r2;",
        "fence.gpu.sc;",
        "{ .reg.b32 a<3>, b; .reg.pred q; add.u32 a1, b, 1; }",
        "{ .shared.align 4 .b8 t[16]; .local.u32 u; }",
        "L1:L2:bra L1;",
        ".pragma\"nounroll\";",
    ] {
        if let Err(e) = Module::load(&kernel(body)) {
            panic!("{body}: {e}");
        }
    }
    let text = ".version 8.0 .target sm_80 .address_size 64 .visible.const.f32 c=0f3F800000; .weak.func(.reg.b32 r)f(.reg.b32 x)\
                {mov.u32 r,x;ret;} .visible.entry k(.param.u64.ptr.global.align 8 p,.param.u32 q){.reg.b32 a;call.uni(a),f,(a);ret;}";
    let module = Module::load(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(module.kernels().next().map(|k| k.params.len()), Some(2));
}

#[test]
fn modules_that_are_wrong() {
    let cases = [
        ("", "no .version directive"),
        (".version 8.0", "no .target directive"),
        (".version 8.0 .target sm_80 .address_size 32", "only 64-bit addresses"),
        (".version 8.0 .target sm_80 .global .b8 x[;", "expected an integer"),
        (".version 8.0 .target sm_80 .extern .global .b32 x;", "external variable `x`"),
        (".version 8.0 .target sm_80 .global .b32 x; .global .b32 x;", "declared twice"),
        (".version 8.0 .target sm_80 .global .b32 x = {1, 2};", "too many initialisers"),
        (".version 8.0 .target sm_80 .global .u64 x = y;", "the address of `y` cannot"),
        (".version 8.0 .target sm_80 .tex .u64 x;", "directive `.tex` is not supported"),
        (".version 8.0 .target sm_80 .entry k() { add.u32", "the text ends too early"),
        (".version 8.0 .target sm_80 .entry k() {", "expected a statement"),
        (
            ".version 8.0 .target sm_80 .func f() { call f; ret; } .entry k() { call f; ret; }",
            "recursive",
        ),
        (".version 8.0 .target sm_80 .extern .func f(); .entry k() { call f; ret; }", "no body"),
        (".version 8.0 .target sm_80 é", "unexpected character"),
    ];
    for (text, words) in cases {
        let e = Module::load(text).expect_err(text);
        assert!(e.message.contains(words), "{text}: {e}");
    }
}

/// Runs every kernel of a module with small arguments and a small budget: any end is good.
fn try_to_run(m: &Module) {
    for schedule in [Schedule::Lockstep, Schedule::Adversarial(1)] {
        for k in m.kernels() {
            let mut d = Device::new();
            let p = d.alloc(64, "data").unwrap();
            let args: Vec<Vec<u8>> = k
                .params
                .iter()
                .map(|q| p.0.to_le_bytes().into_iter().cycle().take(q.size as usize).collect())
                .collect();
            let c = LaunchConfig {
                block: [40, 1, 1],
                dyn_shared: 16,
                budget: 2000,
                schedule,
                ..LaunchConfig::default()
            };
            let _ = launch(&mut d, m, &k.name, &c, &args);
        }
    }
}

/// Cut, doubled and garbled texts: any answer but a panic.
#[test]
fn garbled_texts_do_not_panic() {
    let good = kernel(
        "mov.u64 %rd1, g+4; ld.shared.v2.u32 {%r1, %r2}, [s+8]; setp.lt.and.s32 %p1|%p2, %r1, -3, !%p3;\n\
         @!%p1 bra $l; shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1; { .param .b32 q; st.param.b32 [q], %r1; }\n\
         atom.shared.add.u32 %r4, [s], %r5; add.cc.u32 %r6, %r4, -1; addc.u32 %r6, %r6, %r1; bar.sync 0; ld.local.u32 %r2, [m+4];\n\
         st.global.v2.u32 [%rd1], {%r1, %r2}; shl.b32 %r1, %r2, %r3; bfe.s32 %r1, %r2, %r3, %r4; div.s32 %r1, %r2, %r3; rem.u64 %rd3, %rd2, %rd1;\n\
         prmt.b32 %r1, %r2, %r3, %r4; cvt.rzi.s64.f64 %rd2, %d1; div.rn.f64 %d1, %d2, %d3; ex2.approx.f32 %f2, %f1; vote.sync.ballot.b32 %r7, %p1, %r1;\n\
         ts: .branchtargets $l, $l; brx.idx %r1, ts;\n$l: cvt.rn.f32.s32 %f1, %r1; fma.rn.f32 %f1, %f1, 0f3F800000, %f1;",
    );
    assert!(Module::load(&good).is_ok());
    for k in 0..good.len() {
        if good.is_char_boundary(k) {
            let _ = Module::load(&good[..k]);
            let _ = Module::load(&format!("{}{}", &good[..k], &good[k + 1..]));
        }
    }
    let mut state = 88_172_645_463_325_252u64;
    let mut draw = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize % n
    };
    let pieces: Vec<&str> = good.split_inclusive([' ', '\n', ',', ';']).collect();
    for _ in 0..3000 {
        let mut p = pieces.clone();
        for _ in 0..3 {
            let (i, j) = (draw(p.len()), draw(p.len()));
            match draw(3) {
                0 => p.swap(i, j),
                1 => p[i] = p[j],
                _ => {
                    p[i] =
                        ["-", "{", "}", "[", "0f", "99999999999999999999", "%p1", ".reg"][draw(8)]
                }
            }
        }
        if let Ok(m) = Module::load(&p.concat()) {
            try_to_run(&m);
        }
    }
}

#[test]
fn deep_and_wide_texts_end_soon() {
    assert!(Module::load(&kernel(&"{".repeat(10_000))).is_err());
    assert!(Module::load(&kernel(&format!("mov.b64 %rd1, {}1;", "{".repeat(10_000)))).is_err());
    // Calls that double at each level.
    let mut text = String::from(".version 8.0 .target sm_80 .func f0() { ret; }\n");
    for k in 1..40 {
        text += &format!(".func f{k}() {{ call f{0}; call f{0}; ret; }}\n", k - 1);
    }
    text += ".entry k() { call f39; ret; }";
    let e = Module::load(&text).unwrap_err();
    assert!(e.message.contains("too large after expanding calls"), "{e}");
    // Many nested loops.
    let n = 2000;
    let heads: String = (0..n).map(|k| format!("$h{k}:\n")).collect();
    let tails: String = (0..n).rev().map(|k| format!("@%p1 bra $h{k};\n")).collect();
    assert!(
        Module::load(&kernel(&format!(
            "setp.ne.u32 %p1, 0, 0;\n{heads}add.u32 %r1, %r1, 1;\n{tails}"
        )))
        .is_ok()
    );
}

//! Each effect is told, where it is; what was computed before is not.

use super::*;

#[test]
fn each_effect_is_told() {
    for (body, words) in [
        ("setp.eq.u32 %p, %u, 3;\n@%p bra $e; // x\n$e:", "a branch is decided by"),
        ("@%q bra $e; // x\n$e:", "a branch is decided by"),
        ("and.b32 %a, %u, 1;\nbrx.idx %a, {$e, $f}; // x\n$e:\n$f:", "a branch goes by"),
        ("@%q exit; // x", "whether the thread ends"),
        ("@%q ret; // x", "whether the thread ends"),
        ("@%q trap; // x", "whether the thread ends"),
        ("@%q st.global.u32 [%o], %t; // x", "whether this instruction is executed"),
        ("@%q st.local.u32 [m], %t; // x", "whether this instruction is executed"),
        ("@%q ld.global.u32 %a, [%o]; // x", "whether this instruction is executed"),
        ("@%q bar.sync 0; // x", "whether this instruction is executed"),
        ("@%q membar.gl; // x", "whether this instruction is executed"),
        ("@%q red.global.add.u32 [%o], 1; // x", "whether this instruction is executed"),
        ("ld.global.u32 %a, [%U]; // x", "the address of this access"),
        ("add.u64 %A, %g, %U;\nst.global.u32 [%A], %t; // x", "the address of this access"),
        (
            "and.b64 %A, %U, 4;\nadd.u64 %A, %g, %A;\nld.global.u32 %a, [%A]; // x",
            "the address of this access",
        ),
        ("and.b32 %a, %u, 4;\nld.local.u32 %a, [%a]; // x", "the address of this access"),
        ("red.global.add.u32 [%U], 1; // x", "the address of this access"),
        ("red.global.add.u32 [%o], %u; // x", "an atomic operation has as its operand"),
        ("atom.global.exch.b32 %a, [%o], %u; // x", "an atomic operation has as its operand"),
        ("atom.global.cas.b32 %a, [%o], %u, 3; // x", "an atomic operation has as its operand"),
        ("atom.global.cas.b32 %a, [%o], 3, %u; // x", "an atomic operation has as its operand"),
        ("vote.sync.all.pred %p, %q, -1; // x", "a vote is of"),
        ("vote.sync.ballot.b32 %a, %q, -1; // x", "a vote is of"),
        ("match.any.sync.b32 %a, %u, -1; // x", "a match is of"),
        ("redux.sync.add.u32 %a, %u, -1; // x", "a reduction of the warp is of"),
        ("bar.warp.sync %u; // x", "a thread mask is"),
        ("shfl.sync.idx.b32 %a, %t, 0, 31, %u; // x", "a thread mask is"),
        ("bar.sync %u; // x", "a barrier has as its operand"),
        ("bar.red.popc.u32 %a, 0, %q; // x", "a barrier has as its operand"),
        ("st.global.u32 [%o], %u; // x", "a store of 4 bytes to global memory has"),
        ("st.global.u8 [%o], %u; // x", "a store of 1 bytes to global memory has"),
        ("st.global.v2.u32 [%g], {%t, %u}; // x", "a store of 8 bytes to global memory has"),
        (
            "cvta.global.u64 %A, %o;\nst.u32 [%A], %u; // x",
            "a store of 4 bytes to global memory has",
        ),
    ] {
        told(body, "// x", &[words, "an undefined value; it comes from register `%"]);
    }
}

#[test]
fn what_has_no_effect_is_silent() {
    for body in [
        "add.u32 %a, %u, 1; mul.lo.u32 %a, %a, %a; setp.eq.u32 %p, %a, 3;",
        "@%q mov.u32 %a, 3; @%q add.u32 %a, %a, %u;",
        "st.local.u32 [m], %u; st.shared.u32 [s], %u;",
        "st.global.u8 [%o], 3; and.b32 %a, %u, 0; st.global.u32 [%o], %a;",
        // The low byte alone is stored.
        "shl.b32 %a, %u, 8; st.global.u8 [%o], %a;",
        "setp.lt.u32 %p, %t, 99;\n@%p bra $e;\nst.global.u32 [%o], %u;\n$e:",
        "and.b64 %A, %U, 0; add.u64 %A, %A, %o; ld.global.u32 %a, [%A];",
        "prefetch.global.L2 [%U];",
    ] {
        silent(body);
    }
}

#[test]
fn reports_name_place_and_origin() {
    let body = "setp.eq.u32 %p, %t, 5;\n@!%p mov.u32 %a, 1;\n.loc 1 7 3\nadd.u32 %b, %a, 1;\n.loc 1 9 3\nst.global.u32 [%o], %b;";
    let e = run(body, Schedule::Lockstep).unwrap_err();
    assert_eq!(
        e.to_string(),
        "use of what was never written: a store of 4 bytes to global memory has an undefined value; it comes from register `%a`, \
         which was read at PTX line 26 (k.cu:7) before anything wrote it\n  in kernel k, PTX line 28 (k.cu:9), block (0,0,0), thread (5,0,0)"
    );
}

#[test]
fn calls_pass_on_what_they_are_given() {
    let call = |x: &str, then: &str| {
        format!(
            "{{ .param .b32 a; .param .b32 b; st.param.b32 [a], {x};\ncall (b), same, (a);\nld.param.b32 %a, [b]; }}\n{then}"
        )
    };
    let store = "st.global.u32 [%o], %a; // x";
    gives(&call("%t", store), |t| t);
    silent(&call("%u", ""));
    told(&call("%u", store), "// x", &["`%u`"]);
    // By registers; a result that the function leaves unwritten on some way.
    let call = |x: &str| format!("call (%a), twice, ({x});\n{store}");
    gives(&format!("mov.u32 %b, 9; {}", call("%b")), |_| 18);
    told(&format!("mov.u32 %b, 7; {}", call("%b")), "// x", &["`r`"]);
    let e = run(&call("%u"), Schedule::Lockstep).unwrap_err();
    assert!(e.message.starts_with("a store of 4 bytes"), "{e}");
}

#[test]
fn a_function_begins_anew_at_each_call() {
    // It writes a register when it is called with 0 only.
    let body = |then: &str| {
        format!(
            "mov.u32 %b, 0;\n$l: call (%a), once, (%b);\n{then}\nadd.u32 %b, %b, 1;\nsetp.lt.u32 %p, %b, 3;\n@%p bra $l;"
        )
    };
    gives(&body("setp.eq.u32 %r, %b, 0;\n@%r st.global.u32 [%o], %a; // x"), |_| 5);
    told(&body("st.global.u32 [%o], %a; // x"), "// x", &["`%k`"]);
    let guarded = body("st.global.u32 [%o], %a; // x")
        .replace("$l: call", "$l: setp.ge.u32 %r, %b, 0;\n@%r call");
    told(&guarded, "// x", &["`%k`"]);
    // What the caller holds stays.
    gives(&body("mov.u32 %c, 7; st.global.u32 [%o], %c;"), |_| 7);
}

#[test]
fn it_can_be_turned_off() {
    let off = || LaunchConfig { allow_unwritten: true, ..LaunchConfig::default() };
    for body in [
        "st.global.u32 [%o], %u;",
        "@%q bra $e;\n$e:",
        "ld.global.u32 %a, [%no]; st.global.u32 [%o], %a;",
        "ld.local.u32 %a, [m]; st.global.u32 [%o], %a;",
        "red.global.add.u32 [%no], 1;",
        "shfl.sync.idx.b32 %a, %u, 3, 31, -1; st.global.u32 [%o], %a;",
    ] {
        run_with(body, off()).unwrap_or_else(|e| panic!("{body}: {e}"));
        run(body, Schedule::Lockstep).expect_err(body);
    }
}

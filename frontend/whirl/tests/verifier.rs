//! The verifier's rules: for each a module that breaks it, and nothing else.

use optx_whirl::parse::parse_module;
use optx_whirl::verify::{AtLevel, verify_module};

#[track_caller]
fn breaks_at(level: AtLevel, text: &str, wanted: &str) {
    let module = parse_module(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let found = verify_module(&module, level);
    let list: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(list.iter().any(|v| v.contains(wanted)), "{wanted}: {list:?}");
    assert_eq!(found.len(), 1, "{list:?}");
}

fn module(header: &str, body: &str) -> String {
    format!(
        "(whirl 1\n (type t0 scalar I4)\n (type t1 struct \"S\" 8 4 (\"a\" t0 0) (\"b\" t0 4))\n{header}\n\
         (function =0 device \"f\" \"f\" (local %0 \"a\" t0 param align=4 =0) (BLOCK))\n\
         (function =1 kernel \"k\" \"k\"\n  (local %0 \"i\" t0 auto align=4)\n  (local %1 \"o\" t1 auto align=4)\n\
         (asm =0 \"nop;\" (in r))\n (BLOCK {body})))"
    )
}

#[track_caller]
fn breaks(body: &str, wanted: &str) {
    breaks_at(AtLevel::Vh, &module("", body), wanted);
}

#[test]
fn of_nodes() {
    let five = "(I4INTCONST =5)";
    breaks(
        &format!("(TRUEBR L0 (BINTCONST =1)) (LABEL L0) (I4STID %0 {five})"),
        "only after lowering",
    );
    breaks(&format!("(IF {five} (BLOCK) (BLOCK))"), "kid 0 is I4 where B is wanted");
    breaks("(GOTO L3)", "jumps to a label that is not defined");
    breaks("(LABEL L0) (LABEL L0)", "defined twice");
    breaks("(I4INTCONST =5)", "a statement stands for an expression");
    breaks(&format!("(I4STID {five})"), "needs a symbol");
    breaks("(I4STID %0 (F4CONST =0x0))", "kid 0 is F4 where I4 is wanted");
    breaks(&format!("(I4ISTORE {five} {five})"), "kid 1 is I4 where U8 is wanted");
    breaks("(I4STID %0 (I4I1LDID %0)) (EVAL (I8I4LDID %0))", "register type");
    breaks("(EVAL (U4LDA %0))", "an address is U8");
    breaks("(I4STID %0 (I4ADD (I4I4LDID !volatile %0) (I4INTCONST =1)))", "direct kid of a STID");
    breaks(
        "(I4STID %0 (I4ADD (I4I4LDBITS !volatile %0 <0:3>) (I4INTCONST =1)))",
        "direct kid of a STID",
    );
    breaks("(MSTID %1 t1 (MMLDID %1))", "needs its type");
    breaks("(I4STID %0 (I4INTCONST =4294967295))", "one form");
    breaks("(EVAL (I4CONST =0x0))", "a CONST is a float");
    breaks("(I4STID %0 (I4I4CVTL (I4I4LDID %0)))", "CVTL cuts to 1 or 2 bytes");
    breaks("(EVAL (I8I4TAS (I4I4LDID %0)))", "TAS keeps the size");
    breaks(&format!("(EVAL (I4I4LT {five} {five}))"), "a comparison yields B");
    breaks(&format!("(EVAL (I4SHL {five} (U8INTCONST =1)))"), "kid 1 is U8 where U4 is wanted");
    breaks(&format!("(EVAL (I4SELECT {five} {five} {five}))"), "kid 0 is I4 where B is wanted");
    breaks(&format!("(EVAL (BLAND (BINTCONST =1) {five}))"), "kid 1 is I4 where B is wanted");
    breaks("(EVAL (F4BAND (F4CONST =0x0) (F4CONST =0x0)))", "does not exist on that type");
    breaks(&format!("(EVAL (I4FMA {five} {five} {five}))"), "does not exist on that type");
    breaks("(EVAL (BADD (BINTCONST =1) (BINTCONST =1)))", "does not exist on that type");
}

#[test]
fn of_calls_and_tables() {
    breaks("(VCALL =9)", "a function that does not exist");
    breaks("(VCALL =0)", "the wrong number of arguments");
    breaks("(I4CALL %0 =0 (I4INTCONST =1))", "a result from a void function");
    breaks("(ASM_STMT =3)", "not in the table");
    breaks("(ASM_STMT =0)", "another number of inputs");
    breaks("(EVAL (I4I4INTRINSIC_OP))", "names no intrinsic");
    breaks("(EVAL (U4U4INTRINSIC_OP ~popc))", "popc wants 1 operands");
    breaks("(EVAL (U4U4INTRINSIC_OP ~activemask))", "INTRINSIC_CALL");
    breaks("(U4U4INTRINSIC_CALL ~tid.x)", "pure intrinsics are INTRINSIC_OP");
}

#[test]
fn of_modules() {
    let header = |text: &str, wanted: &str| breaks_at(AtLevel::Vh, &module(text, ""), wanted);
    header(" (type t2 pointer t9)", "points to t9, which does not exist");
    header(" (type t2 struct \"Z\" 4 3 (\"a\" t0 0))", "the alignment 3");
    header(" (global $0 \"g\" t0 auto align=4)", "of storage auto");
    header(" (global $0 \"g\" t0 global align=6)", "the alignment 6");
    header(" (global $0 \"g\" t0 global align=4 (init \"0000000000\"))", "larger than itself");
    header(
        " (type t2 scalar U8)\n (global $0 \"g\" t2 global align=8 (init \"\" (0 $5 0)))",
        "the address of nothing",
    );
    breaks_at(
        AtLevel::M,
        &module("", "(IF (BINTCONST =1) (BLOCK) (BLOCK))"),
        "gone after lowering",
    );
    let shared = "(whirl 1 (type t0 scalar I4) (function =0 kernel \"k\" \"k\" (local %0 \"s\" t0 shared align=4) (BLOCK)))";
    breaks_at(AtLevel::Vh, shared, "local %0 is of storage shared");
    let body = "(whirl 1 (function =0 kernel \"k\" \"k\" (RETURN)))";
    breaks_at(AtLevel::Vh, body, "a function's body is a BLOCK");
}

#[test]
fn of_calls_that_stay_calls() {
    let module = |call: &str, result: &str, body: &str| {
        format!(
            "(whirl 1 m\n (type t0 scalar I4)\n (type t1 struct \"S\" 8 4 (\"a\" t0 0) (\"b\" t0 4))\n\
             (function =0 device \"f\" \"f\" (result {result}) (local %0 \"a\" t1 param align=4 =0)\n\
             (local %1 \"r\" t1 auto align=4) (BLOCK {body}))\n\
             (function =1 kernel \"k\" \"k\"\n (local %0 \"i\" t0 auto align=4) (local %1 \"s\" t1 auto align=4)\n\
             (BLOCK {call})))"
        )
    };
    let m = |call: &str, wanted: &str| {
        breaks_at(AtLevel::M, &module(call, "t1 %1", "(RETURN)"), wanted);
    };
    let (i, x) = ("(I4INTCONST =5)", "(F4CONST =0x0)");
    m(&format!("(VCALL =0 {i})"), "wrong number of parts");
    m(&format!("(VCALL =0 {i} {x})"), "kid 1 is F4 where I4 is wanted");
    m("(VCALL =1)", "calls a kernel");
    m(&format!("(VCALL %0 =0 {i} {i})"), "does not fit the local");
    m(&format!("(VCALL %1 +4 =0 {i} {i})"), "does not fit the local");
    m("(VCALL =7)", "a function that does not exist");
    let returns = |result: &str, body: &str, wanted: &str| {
        breaks_at(AtLevel::M, &module("", result, body), wanted);
    };
    returns("t1 %0", "(F4RETURN_VAL (F4CONST =0x0))", "another type than the function");
    returns("t0", "(F4RETURN_VAL (F4CONST =0x0))", "another type than the function");
    returns("t0 %1", "(RETURN)", "the result object is no local");
    returns("t1 %9", "(RETURN)", "the result object is no local");
}

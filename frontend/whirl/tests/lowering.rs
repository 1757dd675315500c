//! VHO: what structured statements, short circuit, bit-fields, aggregates and calls become.

use optx_whirl::parse::parse_module;
use optx_whirl::print::print_module;
use optx_whirl::verify::{AtLevel, verify_module};
use optx_whirl::vho::{MAX_COST, lower};
use std::fmt::Write as _;

fn module(functions: &str, body: &str) -> String {
    format!(
        "(whirl 1\n (type t0 scalar I4)\n (type t1 scalar U8)\n (type t2 array t0 3)\n\
         (type t3 struct \"S\" 24 8 (\"a\" t0 0) (\"b\" t1 8) (\"c\" t0 16))\n\
         (type t4 union \"U\" 12 4 (\"a\" t2 0) (\"f\" t0 0))\n (type t5 bool)\n (type t6 scalar U4)\n{functions}\
         (function =0 kernel \"k\" \"k\"\n  (local %0 \"i\" t0 auto align=4)\n  (local %1 \"j\" t0 auto align=4)\n\
         (local %2 \"p\" t1 auto align=8)\n (local %3 \"s\" t3 auto align=8)\n (local %4 \"r\" t3 auto align=8)\n\
         (local %5 \"u\" t4 auto align=4)\n (local %6 \"v\" t4 auto align=4)\n (local %7 \"w\" t6 auto align=4)\n (BLOCK {body}))\n"
    )
}

#[track_caller]
fn lowered(body: &str, more: &str) -> String {
    let text = format!("{}{more})", module("", body));
    let mut module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify_module(&module, AtLevel::Vh), vec![]);
    // What is passed is what the source says.
    module.options.promote_arguments = false;
    let low = lower(&module).unwrap_or_else(|e| panic!("{e:?}"));
    let printed = print_module(&low);
    assert_eq!(verify_module(&low, AtLevel::M), vec![], "{printed}");
    let at = printed.find(" (function").expect("a function");
    printed[at..].to_owned()
}

#[track_caller]
fn counts(text: &str, wanted: &[(&str, usize)]) {
    for (word, n) in wanted {
        assert_eq!(text.matches(word).count(), *n, "`{word}` in\n{text}");
    }
}

const I: &str = "(I4I4LDID %0)";
const J: &str = "(I4I4LDID %1)";
const LOAD: &str = "(I4I4ILOAD (U8U8LDID %2))";

fn if_(condition: &str) -> String {
    format!("(IF {condition} (BLOCK (I4STID %1 (I4INTCONST =1))) (BLOCK))")
}

#[test]
fn cheap_short_circuit_is_predicate_logic() {
    let text = lowered(&if_(&format!("(BCAND (BI4LT {I} {J}) (BI4NE {J} (I4INTCONST =3)))")), "");
    counts(&text, &[("BLAND", 1), ("FALSEBR", 1), ("TRUEBR", 0)]);
    let text = lowered(&if_(&format!("(BCIOR (BI4LT {I} {J}) (BI4NE {J} (I4INTCONST =3)))")), "");
    counts(&text, &[("BLIOR", 1), ("FALSEBR", 1)]);
}

#[test]
fn loads_and_divisions_are_not_evaluated_for_nothing() {
    let text =
        lowered(&if_(&format!("(BCAND (BI4LT {I} {J}) (BI4NE {LOAD} (I4INTCONST =3)))")), "");
    counts(&text, &[("BLAND", 0), ("FALSEBR", 2)]);
    let text = lowered(
        &if_(&format!("(BCAND (BI4NE {I} (I4INTCONST =0)) (BI4LT (I4DIV {J} {I}) {J}))")),
        "",
    );
    counts(&text, &[("BLAND", 0), ("FALSEBR", 2)]);
    // What comes first is always evaluated.
    let text =
        lowered(&if_(&format!("(BCAND (BI4NE {LOAD} (I4INTCONST =3)) (BI4LT {I} {J}))")), "");
    counts(&text, &[("BLAND", 1)]);
}

#[test]
fn a_speculated_sum_loses_its_promise() {
    let sum = format!("(I4ADD {I} (I4MPY {J} {J}))");
    let text = lowered(
        &if_(&format!("(BCAND (BI4LT (I4ADD {I} (I4INTCONST =1)) {J}) (BI4LT {sum} {J}))")),
        "",
    );
    counts(&text, &[("(U4ADD", 1), ("(U4MPY", 1), ("(I4ADD", 1), ("(I4MPY", 0)]);
    let select =
        |a: &str, b: &str| lowered(&format!("(I4STID %0 (I4CSELECT (BI4LT {I} {J}) {a} {b}))"), "");
    counts(&select(&sum, J), &[("I4SELECT", 1), ("(U4ADD", 1), ("(U4MPY", 1), ("(I4ADD", 0)]);
    counts(&select(LOAD, J), &[("SELECT", 0), ("FALSEBR", 1)]);
    counts(&select(&format!("(I4REM {I} {J})"), J), &[("SELECT", 0), ("(I4REM", 1)]);
}

#[test]
fn loops() {
    let less = format!("(BI4LT {I} {J})");
    let add = format!("(I4STID %0 (I4ADD {I} (I4INTCONST =1)))");
    // A guard, and the test at the bottom.
    let text = lowered(&format!("(PRAGMA_UNROLL =4) (WHILE_DO {less} (BLOCK {add}))"), "");
    counts(&text, &[("BI4LT", 2), ("FALSEBR", 1), ("TRUEBR", 1), ("GOTO", 0)]);
    let pragma = text.find("PRAGMA_UNROLL").expect("the pragma");
    assert!(pragma > text.find("FALSEBR").expect("the guard"), "{text}");
    // A condition with statements of its own is not doubled.
    let comma = format!("(BCOMMA (BLOCK {add}) {less})");
    let text = lowered(&format!("(WHILE_DO {comma} (BLOCK))"), "");
    counts(&text, &[("BI4LT", 1), ("GOTO", 1), ("I4ADD", 1)]);
    let text = lowered(&format!("(DO_WHILE (BLOCK {add}) {less})"), "");
    counts(&text, &[("BI4LT", 1), ("TRUEBR", 1), ("FALSEBR", 0), ("GOTO", 0)]);
}

#[test]
fn switches_search_in_their_selectors_order() {
    let cases: String = [2147483647u64, 0, 18446744071562067968, 5, 18446744073709551615, 7]
        .iter()
        .enumerate()
        .map(|(k, v)| format!("(CASEGOTO L{} ={v})", k + 1))
        .collect();
    let labels: String = (0..7).map(|k| format!("(LABEL L{k})")).collect();
    let text = lowered(&format!("(I4SWITCH L0 {I} (BLOCK {cases})) {labels}"), "");
    // Sorted as signed: lowest, -1, 0 | 5, 7, highest.
    counts(&text, &[("BI4EQ", 6), ("BI4LT", 5), ("GOTO", 6)]);
    let less = &text[text.find("BI4LT").expect("the search")..];
    assert!(less[..less.find(")\n").unwrap_or(less.len())].contains("(I4INTCONST =5)"), "{text}");
    // Neighbours that go to one label are compared once, also from -1 to 0.
    let cases: String = [(5u64, 1), (18446744073709551615, 2), (0, 2), (4, 1), (6, 1), (1, 3)]
        .iter()
        .map(|(v, label)| format!("(CASEGOTO L{label} ={v})"))
        .collect();
    let text = lowered(&format!("(I4SWITCH L0 {I} (BLOCK {cases})) {labels}"), "");
    counts(&text, &[("BI4EQ", 1), ("BU4LE", 2), ("BI4LT", 2), ("U4SUB", 2)]);
    let cases: String = [4294967295u64, 0, 2147483648, 5, 6]
        .iter()
        .enumerate()
        .map(|(k, v)| format!("(CASEGOTO L{} ={v})", k + 1))
        .collect();
    let text = lowered(&format!("(U4SWITCH L0 (U4U4LDID %7) (BLOCK {cases})) {labels}"), "");
    // Sorted as unsigned: 0, 5 | 6, 2^31, 2^32 - 1.
    let less = &text[text.find("BU4LT").expect("the search")..];
    assert!(less[..less.find(")\n").unwrap_or(less.len())].contains("(U4INTCONST =6)"), "{text}");
}

#[test]
fn bit_fields() {
    let read = |op: &str, bits: &str| lowered(&format!("(EVAL ({op} %3 {bits}))"), "");
    // Signed: up to the top and down again.
    counts(
        &read("I4I4LDBITS", "<3:5>"),
        &[("(U4SHL", 1), ("(I4ASHR", 1), ("(U4INTCONST =24)", 1), ("(U4INTCONST =27)", 1)],
    );
    counts(
        &read("U4U4LDBITS", "<3:5>"),
        &[("(U4LSHR", 1), ("(U4BAND", 1), ("(U4INTCONST =31)", 1)],
    );
    counts(
        &read("I8I8LDBITS", "<10:40>"),
        &[("(U8SHL", 1), ("(I8ASHR", 1), ("(U4INTCONST =14)", 1), ("(U4INTCONST =24)", 1)],
    );
    counts(&read("U8U8LDBITS", "<0:40>"), &[("LSHR", 0), ("(U8INTCONST =1099511627775)", 1)]);
    let text = lowered(&format!("(I4STBITS %3 <3:5> {I})"), "");
    counts(&text, &[("(U4INTCONST =4294967047)", 1), ("(U4INTCONST =31)", 1), ("(U4STID", 1)]);
    // Volatile ones are one volatile read, and one volatile write.
    let text = lowered(
        &format!("(I4STBITS !volatile %3 <3:5> {I}) (I4STID %0 (I4I4LDBITS !volatile %3 <0:3>))"),
        "",
    );
    counts(&text, &[("LDID !volatile", 2), ("STID !volatile", 1)]);
}

#[test]
fn aggregates_are_copied_by_pieces() {
    // Members, and not the padding between them.
    let text = lowered("(MSTID %3 t3 (MMLDID %4 t3))", "");
    counts(
        &text,
        &[
            ("LDID %4)", 1),
            ("LDID %4 +8", 1),
            ("LDID %4 +16", 1),
            ("LDID %4 +4", 0),
            ("STID %3", 3),
        ],
    );
    // A union as wide as its alignment allows.
    let text = lowered("(MSTID %5 t4 (MMLDID %6 t4))", "");
    counts(&text, &[("(U4U4LDID %6", 3), ("STID %5", 3)]);
    // Through a pointer: the address once.
    let text = lowered(
        "(MISTORE t3 +24 (MMILOAD t3 (U8U8LDID %2)) (U8ADD (U8U8LDID %2) (U8INTCONST =8)))",
        "",
    );
    counts(&text, &[("ILOAD", 3), ("ISTORE", 3), ("U8ADD", 1)]);
    // A choice copies one of two.
    let text = lowered(
        &format!(
            "(MSTID %3 t3 (MCSELECT (BI4LT {I} {J}) (MMLDID %4 t3) (MMILOAD t3 (U8U8LDID %2))))"
        ),
        "",
    );
    counts(&text, &[("FALSEBR", 1), ("STID %3", 6)]);
}

/// A struct of 16 MB was copied by four million statements.
#[test]
fn long_aggregates_are_copied_by_loops() {
    let copy = |types: &str, t: &str| {
        let text = format!(
            "(whirl 1 (type t0 scalar I4) (type t1 scalar U8) {types} (function =0 kernel \"k\" \"k\" (local %0 \"p\" t1 auto align=8)\
             (local %1 \"q\" t1 auto align=8) (BLOCK (MISTORE {t} (MMILOAD {t} (U8U8LDID %0)) (U8U8LDID %1)))))"
        );
        let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(verify_module(&module, AtLevel::Vh), vec![]);
        let low = lower(&module).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(verify_module(&low, AtLevel::M), vec![]);
        print_module(&low)
    };
    let ints = |n: usize| {
        format!("(type t2 array t0 {n}) (type t3 struct \"S\" {} 4 (\"v\" t2 0))", 4 * n)
    };
    counts(&copy(&ints(512), "t3"), &[("TRUEBR", 0), ("I4ISTORE", 512)]);
    // 16 a turn, and 3 are left.
    counts(&copy(&ints((1 << 22) + 3), "t3"), &[("TRUEBR", 1), ("I4ISTORE", 16 + 3)]);
    // Members around a long one, one of 12 bytes that is not aligned to 8 in every turn.
    let mixed = "(type t2 struct \"P\" 12 4 (\"x\" t0 0) (\"y\" t0 4) (\"z\" t0 8)) (type t3 array t2 600)\
                 (type t4 struct \"S\" 7216 8 (\"d\" t1 0) (\"v\" t3 8) (\"e\" t0 7208))";
    let text = copy(mixed, "t4");
    counts(&text, &[("TRUEBR", 1), ("U8ISTORE", 1), ("I4ISTORE", 5 * 3 + 1), ("=60)", 2)]);
    counts(
        &text,
        &[("(U8U8ILOAD align=8", 1), ("(I4I4ILOAD align=8", 0), ("(I4I4ILOAD align=4", 1)],
    );
}

#[test]
fn calls_are_inlined() {
    let callee = "(function =1 device \"f\" \"f\" (result t0) (local %0 \"a\" t0 param align=4 =0) (BLOCK\
        (IF (BI4LT (I4I4LDID %0) (I4INTCONST =3)) (BLOCK (I4RETURN_VAL (I4INTCONST =70))) (BLOCK))\
        (LABEL L0) (I4STID %0 (I4ADD (I4I4LDID %0) (I4INTCONST =1)))\
        (IF (BI4LT (I4I4LDID %0) (I4INTCONST =9)) (BLOCK (GOTO L0)) (BLOCK)) (I4RETURN_VAL (I4I4LDID %0))))";
    let text = lowered(&format!("(LABEL L0) (I4CALL %0 =1 {I}) (I4CALL %1 =1 {I})"), callee);
    // Two copies, each with labels of its own (the verifier looks at that); the early return leaves for the end.
    counts(&text, &[("CALL", 0), ("=70)", 2), ("I4ADD", 2), ("function", 1), ("RETURN_VAL", 0)]);
    assert!(text.matches("GOTO").count() >= 4, "{text}");
    let aggregate = "(function =1 device \"f\" \"f\" (result t3) (local %0 \"a\" t3 param align=8 =0) (BLOCK\
        (MRETURN_VAL t3 (MMLDID %0 t3))))";
    let text = lowered("(MCALL %3 =1 (MMLDID %4 t3))", aggregate);
    counts(&text, &[("CALL", 0), ("LDID %4", 3), ("STID %3", 3)]);
}

#[test]
fn noinline_functions_stay_calls() {
    let scalar = "(function =1 device \"f\" \"f\" !no-inline (result t0) (local %0 \"a\" t0 param align=4 =0) (BLOCK\
        (I4RETURN_VAL (I4ADD (I4I4LDID %0) (I4INTCONST =1)))))\n\
        (function =2 device \"unused\" \"unused\" !no-inline (BLOCK))";
    let text = lowered(&format!("(I4CALL %0 =1 {I}) (VCALL =1 {LOAD})"), scalar);
    counts(
        &text,
        &[("(I4CALL %0 =1 (I4I4LDID %0))", 1), ("(VCALL =1", 1), ("I4RETURN_VAL", 1), ("I4ADD", 1)],
    );
    counts(&text, &[("(function", 2), ("unused", 0)]);
    // An aggregate travels as its members; the result comes to an object of its own.
    let aggregate = "(function =1 device \"f\" \"f\" !no-inline (result t3) (local %0 \"a\" t3 param align=8 =0)\
        (local %1 \"b\" t5 param align=1 =1) (BLOCK (MRETURN_VAL t3 (MMLDID %0 t3))))";
    let text = lowered("(MCALL %3 =1 (MMLDID %4 t3) (U4INTCONST =1))", aggregate);
    let call = &text[text.find("(VCALL").expect("the call")..];
    let call = &call[..call.find("))").expect("its end")];
    counts(call, &[("I4I4LDID", 2), ("U8U8LDID", 1), ("(U4INTCONST =1", 1)]);
    let (kernel, function) = text.split_at(text.find("(function =1").expect("the callee"));
    counts(kernel, &[("STID %3", 3), ("LDID %4", 3)]);
    counts(function, &[("(result t3 %2)", 1), ("STID %2", 3), ("(RETURN)", 1)]);
}

#[test]
fn arguments_are_evaluated_before_what_comes_after_them() {
    let callee = "(function =1 device \"f\" \"f\" !no-inline (local %0 \"a\" t0 param align=4 =0)\
        (local %1 \"b\" t0 param align=4 =1) (BLOCK))";
    // f(i, (i = 5, j)): the first argument is the old i.
    let text = lowered(
        &format!("(VCALL =1 {I} (I4COMMA (BLOCK (I4STID %0 (I4INTCONST =5))) {J}))"),
        callee,
    );
    let saved = text.find("(I4STID %8 (I4I4LDID %0))").expect("the old value is saved");
    assert!(saved < text.find("(I4INTCONST =5)").expect("the assignment"), "{text}");
    counts(&text, &[("(VCALL =1 (I4I4LDID %8) (I4I4LDID %1))", 1)]);
}

#[test]
fn growth_is_bounded_and_the_same_every_time() {
    // f1 calls f0 twice, f2 calls f1 twice ...: inlined whole, 2^40 bodies.
    let mut functions = String::new();
    for k in 1..=40 {
        let body = if k == 1 {
            "(I4RETURN_VAL (I4ADD (I4I4LDID %0) (I4INTCONST =1)))".to_owned()
        } else {
            let callee = k - 1;
            format!(
                "(I4CALL %0 ={callee} (I4I4LDID %0)) (I4CALL %0 ={callee} (I4I4LDID %0)) (I4RETURN_VAL (I4I4LDID %0))"
            )
        };
        functions.push_str(&format!(
            "(function ={k} device \"f{k}\" \"f{k}\" (result t0) (local %0 \"a\" t0 param align=4 =0) (BLOCK {body}))\n"
        ));
    }
    let text = lowered("(I4CALL %0 =40 (I4I4LDID %0))", &functions);
    assert!(text.len() < 2 << 20, "{} bytes", text.len());
    let kept = text.matches("(function").count();
    assert!((3..=12).contains(&kept), "{kept} functions");
    assert_eq!(text, lowered("(I4CALL %0 =40 (I4I4LDID %0))", &functions));
}

/// A body of so many multiplications behind a branch that the first parameter decides, and so many stores by the second.
fn guarded(multiplications: usize, stores: usize, more: &str) -> String {
    let square = "(I4MPY (I4I4LDID %2) (I4I4LDID %2))";
    let work = format!("(I4STID %2 (I4MPY {square} {square}))").repeat(multiplications / 3);
    let stores = "(I4ISTORE (I4INTCONST =1) (U8U8LDID %1))".repeat(stores);
    format!(
        "(function =1 device \"f\" \"f\" (local %0 \"a\" t0 param align=4 =0) (local %1 \"p\" t1 param align=8 =1)\
         (local %2 \"s\" t0 auto align=4) (BLOCK {more} (IF (BI4EQ (I4I4LDID %0) (I4INTCONST =3)) (BLOCK {work}) (BLOCK)) {stores}))"
    )
}

/// What stays of two equal calls with these arguments.
fn calls_left(callee: &str, arguments: &str) -> usize {
    let call = format!("(VCALL =1 {arguments})");
    lowered(&format!("{call}{call}"), callee).matches("(VCALL =1").count()
}

/// Half as much again as a call may add: too much for an argument that is known when it runs, half of it behind a condition that a constant decides.
#[test]
fn a_constant_argument_takes_what_it_decides_off_a_body() {
    let (known, unknown) = ("(I4INTCONST =7) (U8U8LDID %2)", format!("{I} (U8U8LDID %2)"));
    let most = MAX_COST as usize;
    let body = guarded(most + most / 2, 0, "");
    assert_eq!((calls_left(&body, &unknown), calls_left(&body, known)), (2, 0));
    // Below the bound both are inlined, and far above it neither.
    let body = guarded(most / 2, 0, "");
    assert_eq!((calls_left(&body, &unknown), calls_left(&body, known)), (0, 0));
    let body = guarded(8 * most, 0, "");
    assert_eq!((calls_left(&body, &unknown), calls_left(&body, known)), (2, 2));
    // A parameter that the body assigns is not what the argument was.
    let body = guarded(most + most / 2, 0, "(I4STID %0 (I4ADD (I4I4LDID %0) (I4INTCONST =1)))");
    assert_eq!(calls_left(&body, known), 2);
}

/// Accesses by a pointer to a local of the caller become registers; by another pointer they stay.
#[test]
fn the_address_of_a_local_takes_accesses_off_a_body() {
    let most = MAX_COST as usize;
    let body = guarded(most / 2, most, "");
    assert_eq!(calls_left(&body, &format!("{I} (U8U8LDID %2)")), 2);
    assert_eq!(calls_left(&body, &format!("{I} (U8LDA %0)")), 0);
}

/// Each function of a chain is called at one place: copied whole into the next, the first was copied as often as the chain
/// is long, and all copies were kept.
#[test]
fn chains_of_calls_are_inlined_within_bounds() {
    let chain = |n: usize| {
        let mut more = String::from(
            "(function =1 device \"f0\" \"f0\" (result t0) (local %0 \"a\" t0 param align=4 =0) (BLOCK (I4RETURN_VAL (I4I4LDID %0))))",
        );
        for k in 1..n {
            let _ = write!(
                more,
                "(function ={} device \"f{k}\" \"f{k}\" (result t0) (local %0 \"a\" t0 param align=4 =0)\
                 (local %1 \"r\" t0 auto align=4) (BLOCK (I4CALL %1 ={k} (I4I4LDID %0)) (I4RETURN_VAL (I4NEG (I4I4LDID %1)))))",
                k + 1
            );
        }
        lowered(&format!("(I4CALL %0 ={n} {I})"), &more)
    };
    let text = chain(300);
    counts(&text, &[("(function", 1), ("CALL", 0), ("I4NEG", 299)]);
    let text = chain(3000);
    let (functions, negations) = (text.matches("(function").count(), text.matches("I4NEG").count());
    assert!(functions > 1 && text.matches("CALL").count() == functions - 1, "{functions}");
    assert!((2999..20_000).contains(&negations), "{negations}");
}

#[test]
fn recursion_is_an_error_that_names_the_circle() {
    let functions = "(function =1 device \"f\" \"f\" (BLOCK (VCALL @0:7:3 =2)))\n\
        (function =2 device \"g\" \"g\" (BLOCK (VCALL @0:8:3 =1)))";
    let text = format!("{}{functions})", module("", "(VCALL =1)"));
    let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}"));
    let errors = lower(&module).expect_err("a circle of calls");
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].to_string(), "recursion is not supported: f calls g calls f");
    assert_eq!(errors[0].pos.line, 8);
}

/// What a selection of two arms is as a value of `i`.
fn selected(test: &str, a: &str, b: &str) -> String {
    lowered(&format!("(I4STID %0 (I4CSELECT {test} {a} {b}))"), "")
}

#[test]
fn index_kept_within_bounds_is_the_smaller_or_larger() {
    let (less, more) =
        (format!("(I4SUB {J} (I4INTCONST =1))"), format!("(I4ADD {J} (I4INTCONST =1))"));
    let less_by_adding = format!("(I4ADD {J} (I4INTCONST =-1))");
    for (test, a, b) in [
        (format!("(BI4GE {I} {J})"), &*less, I),
        (format!("(BI4GE {I} {J})"), &*less_by_adding, I),
        (format!("(BI4LT {I} {J})"), I, &*less),
        (format!("(BI4LE {J} {I})"), &*less, I),
        (format!("(BI4GT {J} {I})"), I, &*less),
    ] {
        // What was chosen is computed without its promise.
        let text = selected(&test, a, b);
        counts(&text, &[("I4MIN", 1), ("SELECT", 0), ("(I4SUB", 0), ("(I4ADD", 0)]);
    }
    for (test, a, b) in [
        (format!("(BI4LE {I} {J})"), &*more, I),
        (format!("(BI4GT {I} {J})"), I, &*more),
        (format!("(BI4GE {J} {I})"), &*more, I),
        (format!("(BI4LT {J} {I})"), I, &*more),
    ] {
        counts(&selected(&test, a, b), &[("I4MAX", 1), ("SELECT", 0), ("(I4ADD", 0)]);
    }
}

#[test]
fn what_only_looks_like_a_bound_stays_a_selection() {
    let sum = |opr: &str, of: &str, by: i32| format!("({opr} {of} (I4INTCONST ={by}))");
    let less = sum("I4SUB", J, 1);
    for (test, a, b) in [
        // The other test: between equals it chooses the other.
        (format!("(BI4GT {I} {J})"), &*less, I),
        (format!("(BI4LE {I} {J})"), I, &*less),
        // Not a step of one, not of what is compared, not of what is given else, or no promise.
        (format!("(BI4GE {I} {J})"), &*sum("I4SUB", J, 2), I),
        (format!("(BI4GE {I} {J})"), &*sum("I4ADD", J, 1), I),
        (format!("(BI4GE {I} {J})"), &*sum("I4SUB", I, 1), J),
        (format!("(BI4GE {I} {J})"), I, &*less),
        (format!("(BI4GE {I} {J})"), &*sum("U4SUB", J, 1), I),
        (format!("(BU4GE {I} {J})"), &*less, I),
        (format!("(BI4EQ {I} {J})"), &*less, I),
    ] {
        counts(&selected(&test, a, b), &[("I4SELECT", 1), ("MIN", 0), ("MAX", 0)]);
    }
}

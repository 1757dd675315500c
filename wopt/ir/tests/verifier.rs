//! What the verifier of Func says of texts that keep its grammar and break its rules, statement by statement.

use optx_ir::parse::parse_module;
use optx_ir::print::{print_broken, print_func};
use optx_ir::verify::verify;

/// The violations of a function in form Regs with these statements.
fn violations(statements: &str) -> Vec<String> {
    let text = format!(
        "(ssa 1 (type t0 scalar I4) (type t1 pointer t0)
          (func regs \"k\" \"k\" @0:1:1 at=leave-ssa
           (local %0 \"p\" t1 param align=8 =0) (local %1 \"x\" t0 auto align=4) (local %2 \"y\" t0 auto align=4)
           (asm =0 \"mov.u32 %0, %1;\" (out %1 r) (in r)) (asm =1 \"\" (out %1 r 3) (in r))
           (stack %2)
           (aux v0 register U8 \"p\" 1) (aux v1 register U4 \"a\" 1) (aux v2 register B \"b\" 1)
           (aux v3 register F4 \"f\" 1) (aux v4 memory V \"m\" 1)
           (bb bb0 {statements} (return @0:2:1))))"
    );
    let (_, funcs) = parse_module(&text).unwrap_or_else(|e| panic!("{statements}: {}", e.message));
    verify(&funcs[0]).iter().map(ToString::to_string).collect()
}

#[test]
fn statements_as_the_compiler_makes_them() {
    for fine in [
        "(stid @0:1:1 (v1) (U4ADD v1 =1:U4))",
        "(stid @0:1:1 (v0) (ivar U8 param (lda %0 0) 0))",
        "(istore @0:1:1 ((ivar U1 global v0 4 align=2)) v1)",
        "(istore @0:1:1 ((ivar I4 local (lda %2 0) 0)) =7:U4)",
        "(volatile-load @0:1:1 I4 shared 0 (v1) v0)",
        "(volatile-store @0:1:1 F4 generic 0 () v3 v0)",
        "(intrinsic @0:1:1 ~bar.sync V V device ())",
        "(intrinsic @0:1:1 ~vote.all B B device (v2) v1 v2)",
        "(intrinsic @0:1:1 ~atom.add F4 F4 device (at F4 global 0) (v3) v0 v3)",
        "(intrinsic @0:1:1 ~atom.add F4 F4 device (at F4 global 0) () v0 v3)",
        "(asm @0:1:1 =0 (v1) v1)",
        "(stid @0:1:1 (v1) (U4SELECT v2 v1 =1:U4))",
    ] {
        assert_eq!(violations(fine), Vec::<String>::new(), "{fine}");
    }
}

#[test]
fn statements_of_another_shape() {
    for (broken, why) in [
        // Selection took the result of a volatile load without asking.
        ("(volatile-load @0:1:1 I4 shared 0 () v0)", "1 results"),
        ("(volatile-load @0:1:1 I4 shared 0 (v1 v1) v0)", "1 results"),
        ("(volatile-load @0:1:1 I4 shared 0 (v1) v0 v0)", "1 operands"),
        ("(volatile-load @0:1:1 I4 shared 0 (v3) v0)", "stores I4 to F4"),
        ("(volatile-load @0:1:1 I4 shared 0 ((U4ADD v1 v1)) v0)", "no variable"),
        ("(volatile-load @0:1:1 I4 global 0 (v1) v1)", "for an address"),
        ("(volatile-load @0:1:1 B shared 0 (v2) v0)", "memory as B"),
        ("(volatile-load @0:1:1 U8 param 0 (v0) (lda %0 0))", "a parameter"),
        ("(volatile-store @0:1:1 I4 shared 0 (v1) v1 v0)", "0 results"),
        ("(volatile-store @0:1:1 I4 shared 0 () v3 v0)", "stores F4 as I4"),
        ("(stid @0:1:1 (v1) v3)", "stores F4 to U4"),
        ("(stid @0:1:1 (v4) v1)", "stores U4 to V"),
        ("(stid @0:1:1 (v1) v4)", "stores V to U4"),
        ("(stid @0:1:1 ((ivar I4 global v0 0)) v1)", "no variable"),
        ("(stid @0:1:1 (v1) (ivar I4 global v1 0))", "for an address"),
        ("(stid @0:1:1 (v1) (ivar I4 global v0 0 align=3))", "alignment 3"),
        ("(stid @0:1:1 (v1) (ivar I4 param v0 0))", "no parameter"),
        ("(stid @0:1:1 (v1) (ivar I4 param (lda %2 0) 0))", "no parameter"),
        ("(stid @0:1:1 (v1) (ivar I4 global v0 0 mu(v1)))", "as memory"),
        ("(stid @0:1:1 (v0) (lda %1 0))", "not in memory"),
        ("(istore @0:1:1 (v1) v1)", "no place"),
        ("(istore @0:1:1 ((ivar F4 global v0 0)) v1)", "stores U4 as F4"),
        ("(istore @0:1:1 ((ivar U8 param (lda %0 0) 0)) v0)", "a parameter"),
        ("(istore @0:1:1 ((ivar V global v0 0)) v1)", "memory as V"),
        ("(result @0:1:1 (v1) v1)", "0 results"),
        ("(asm @0:1:1 =7 () v1)", "not in the table"),
        ("(asm @0:1:1 =0 () v1)", "1 results"),
        ("(asm @0:1:1 =0 (v1) v3)", "no `r`"),
        ("(asm @0:1:1 =0 (v3) v1)", "class `r`"),
        ("(asm @0:1:1 =1 (v1) v1)", "tied to no input"),
    ] {
        let found = violations(broken);
        assert!(found.iter().any(|v| v.contains(why)), "{broken}: {found:?}");
    }
}

#[test]
fn intrinsics_of_another_shape() {
    for (broken, why) in [
        ("(intrinsic @0:1:1 ~shfl.idx U4 U4 device (v1) v1 v1 v1)", "wants 4 operands"),
        ("(intrinsic @0:1:1 ~shfl.idx U4 U4 device (v1) v1 v3 v1 v1)", "operand 1 is F4"),
        ("(intrinsic @0:1:1 ~shfl.idx U4 U4 device (v1 v1) v1 v1 v1 v1)", "more results"),
        ("(intrinsic @0:1:1 ~bar.sync U4 U4 device (v1))", "no result of type U4"),
        ("(intrinsic @0:1:1 ~bar.sync V V device (v1))", "more results"),
        ("(intrinsic @0:1:1 ~vote.all B B device (v1) v1 v2)", "stores B to U4"),
        ("(intrinsic @0:1:1 ~popc U4 U4 device (v1) v1)", "is an operation"),
        ("(intrinsic @0:1:1 ~atom.add F4 F4 device (at I4 global 0) (v3) v0 v3)", "of F4 on I4"),
        ("(intrinsic @0:1:1 ~atom.add U4 U4 device (at U2 global 0) (v1) v0 v1)", "of U4 on U2"),
        ("(intrinsic @0:1:1 ~atom.cas F4 F4 device (at F4 global 0) (v3) v0 v3 v3)", "no result"),
        ("(stid @0:1:1 (v1) (U4U4INTRINSIC_OP ~popc))", "wants 1 operands"),
        ("(stid @0:1:1 (v1) (U4U4INTRINSIC_OP v1))", "no intrinsic"),
        ("(stid @0:1:1 (v1) (U4U4INTRINSIC_OP ~clock))", "is a statement"),
        ("(stid @0:1:1 (v3) (F4F4INTRINSIC_OP ~copysign v3 v1))", "operand 1 is U4"),
    ] {
        let found = violations(broken);
        assert!(found.iter().any(|v| v.contains(why)), "{broken}: {found:?}");
    }
}

#[test]
fn operations_that_do_not_exist() {
    for (broken, why) in [
        ("(stid @0:1:1 (v1) (U4ADD v1))", "wants 2 operands"),
        ("(stid @0:1:1 (v1) (U4ADD v1 v3))", "operand 1 is F4"),
        ("(stid @0:1:1 (v2) (BADD v2 v2))", "does not exist"),
        ("(stid @0:1:1 (v1) (U4FMA v1 v1 v1))", "does not exist"),
        ("(stid @0:1:1 (v3) (F4BAND v3 v3))", "does not exist"),
        ("(stid @0:1:1 (v1) (U4U8TAS v0))", "does not exist"),
        ("(stid @0:1:1 (v1) (U4F4CVTL v3))", "does not exist"),
        ("(stid @0:1:1 (v1) (U4INTCONST))", "does not exist"),
        ("(stid @0:1:1 (v1) (U4CSELECT v2 v1 v1))", "no operation"),
        ("(stid @0:1:1 (v1) (U4COMMA v1 v1))", "no operation"),
        ("(stid @0:1:1 (v1) (U4ADD v1 =1:U1))", "of type U1"),
        ("(stid @0:1:1 (v1) (U4ADD v1 (ivar U4 global v0 0)))", "load inside a tree"),
    ] {
        let found = violations(broken);
        assert!(found.iter().any(|v| v.contains(why)), "{broken}: {found:?}");
    }
}

/// Selection walks trees as trees: shared ones, which only a text has there, took it for ever.
#[test]
fn operations_that_double_forty_times() {
    let mut doubled = String::from("(let e0 (U4ADD v1 v1))");
    for k in 1..40 {
        doubled.push_str(&format!(" (let e{k} (U4ADD e{0} e{0}))", k - 1));
    }
    let found = violations(&format!("{doubled} (stid @0:1:1 (v1) e39)"));
    assert!(found.iter().any(|v| v.contains("unfold")), "{found:?}");
}

/// A violation stands in the text directly behind the statement that is wrong, and what concerns no statement stands
/// before all.
#[test]
fn violations_are_printed_at_their_statements() {
    let text = "(ssa 1 (type t0 scalar I4)
          (func regs \"k\" \"k\" @0:1:1 at=leave-ssa
           (aux v0 register U4 \"a\" 1) (aux v1 register F4 \"f\" 1)
           (bb bb0 (stid @0:2:1 (v0) =1:U4) (stid @0:3:1 (v1) v0) (stid @0:4:1 (v0) =2:U4) (return @0:5:1))))";
    let (module, funcs) = parse_module(text).unwrap_or_else(|e| panic!("{}", e.message));
    let found = verify(&funcs[0]);
    let mut shown = String::new();
    print_broken(&mut shown, &module.locs, &funcs[0], &found);
    let lines: Vec<&str> = shown.lines().map(str::trim).collect();
    let marks: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].starts_with(";!!")).collect();
    assert_eq!(marks.len(), 1, "{shown}");
    assert!(lines[marks[0]].contains("stores U4 to F4"), "{shown}");
    assert!(lines[marks[0] - 1].contains("@0:3:1"), "{shown}");
    // Without violations it is the plain text.
    let (mut plain, mut none) = (String::new(), String::new());
    print_func(&mut plain, &module.locs, &funcs[0]);
    print_broken(&mut none, &module.locs, &funcs[0], &[]);
    assert_eq!(plain, none);
    assert_eq!(plain.lines().count() + 1, lines.len());
}

//! What is read though nothing sets it is found in each place that reads: the functions are small enough to see it.

use optx_ir::unset::{registers_read, versions_read};
use optx_ir::{Func, parse};

fn function(form: &str, blocks: &str) -> Func {
    let versions = if form == "ssa" { 4 } else { 1 };
    let text = format!(
        r#"(ssa 1 (options target=sm_75 O=3) (file "k.cu") (type t0 scalar U4) (type t1 array t0 16)
        (global $0 "g" t1 global align=16) (func {form} "k" "k" @0:1:1 at=build
        (aux v0 temp U4 "a" {versions}) (aux v1 temp U4 "b" {versions}) {blocks}))"#
    );
    let (_, mut funcs) = parse::parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    funcs.remove(0)
}

fn versions(blocks: &str) -> Vec<String> {
    let found = versions_read(&function("ssa", blocks));
    found.into_iter().map(|(aux, version)| format!("{aux}.{}", version.0)).collect()
}

fn registers(blocks: &str) -> Vec<String> {
    registers_read(&function("regs", blocks)).into_iter().map(|aux| aux.to_string()).collect()
}

#[test]
fn versions_without_definition() {
    let set = "(bb bb0 (stid (v0.1) =1:U4) (stid (v1.1) (U4ADD v0.1 =1:U4)) (return))";
    assert!(versions(set).is_empty());
    let in_a_tree = "(bb bb0 (stid (v1.1) (U4ADD v0.1 =1:U4)) (return))";
    assert_eq!(versions(in_a_tree), ["v0.1"]);
    let by_a_branch = "(bb bb0 (branch (BU4LT v0.2 =1:U4) bb1 bb2)) (bb bb1 (preds bb0) (return)) (bb bb2 (preds bb0) (return))";
    assert_eq!(versions(by_a_branch), ["v0.2"]);
    let by_a_phi = "(bb bb0 (stid (v0.1) =1:U4) (branch (BU4LT v0.1 =1:U4) bb1 bb2)) (bb bb1 (preds bb0) (stid (v1.1) =2:U4) (goto bb2))
         (bb bb2 (preds bb0 bb1) (phi v1.3 v1.2 v1.1) (return))";
    assert_eq!(versions(by_a_phi), ["v1.2"]);
}

#[test]
fn registers_that_a_way_leaves_unwritten() {
    let store = "(istore ((ivar U4 global (lda $0 0) 0)) v0)";
    let set = format!("(bb bb0 (stid (v0) =1:U4) {store} (return))");
    assert!(registers(&set).is_empty());
    assert_eq!(registers(&format!("(bb bb0 {store} (stid (v0) =1:U4) (return))")), ["v0"]);
    let arm = |other: &str| {
        format!(
            "(bb bb0 (stid (v1) =1:U4) (branch (BU4LT v1 =1:U4) bb1 bb2)) (bb bb1 (preds bb0) (stid (v0) =2:U4) (goto bb3))
             (bb bb2 (preds bb0) {other} (goto bb3)) (bb bb3 (preds bb1 bb2) {store} (return))"
        )
    };
    assert_eq!(registers(&arm("")), ["v0"]);
    assert!(registers(&arm("(stid (v0) v1)")).is_empty());
    // Round a loop it is written in the round before; in the first it is not.
    let round = format!(
        "(bb bb0 (goto bb1)) (bb bb1 (preds bb0 bb1) {store} (stid (v0) =2:U4) (branch (BU4LT v0 =1:U4) bb1 bb2)) (bb bb2 (preds bb1) (return))"
    );
    assert_eq!(registers(&round), ["v0"]);
}

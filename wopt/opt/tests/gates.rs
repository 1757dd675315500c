//! What `--print-analysis=variance` calls the phis of gated SSA. The expectations are derived from the pictures of the functions.

use optx_wopt::Cx;

/// What is printed of the versions of phis: ` = ` and what stands behind it, by version; symbol 0 is `threadIdx.x`, 1 and 2 are set.
fn gates(blocks: &str, versions: usize) -> Vec<String> {
    let text = format!(
        r#"(ssa 1 (options target=sm_75 O=3) (file "k.cu") (func ssa "k" "k" @0:1:1 at=split-edges
        (aux v0 temp U4 "t" 2) (aux v1 temp U4 "x" {versions}) {blocks}))"#
    );
    let (module, funcs) = optx_ir::parse::parse_module(&text).expect("the text form");
    assert_eq!(optx_ir::verify::verify(&funcs[0]), vec![]);
    let cx = Cx::of(&module, &funcs);
    let told =
        optx_wopt::driver::print_analysis::print(&cx, &funcs[0], "variance").expect("an analysis");
    let phi = |line: &str| {
        let (version, rest) = line.split_once(": ")?;
        Some(format!("{version} = {}", rest.split_once(" = ")?.1))
    };
    told.lines().filter_map(phi).collect()
}

/// Two arms: the branch before them decides; what stands behind them on both has no phi.
#[test]
fn an_if_is_a_gamma() {
    let found = gates(
        "(bb bb0 (stid (v0.1) (U4U4INTRINSIC_OP ~tid.x)) (branch (BU4LT v0.1 =3:U4) bb1 bb2))
         (bb bb1 (preds bb0) (stid (v1.1) =1:U4) (goto bb3))
         (bb bb2 (preds bb0) (stid (v1.2) =2:U4) (goto bb3))
         (bb bb3 (preds bb1 bb2) (phi v1.3 v1.1 v1.2) (stid (v1.4) v1.3) (return))",
        5,
    );
    assert_eq!(found, ["v1.3 = gamma(bb0: (BU4LT v0.1 =3:U4))"]);
}

/// Three arms: two branches decide.
#[test]
fn nested_arms_are_a_gamma_of_both_branches() {
    let found = gates(
        "(bb bb0 (stid (v0.1) (U4U4INTRINSIC_OP ~tid.x)) (branch (BU4LT v0.1 =3:U4) bb1 bb2))
         (bb bb1 (preds bb0) (branch (BU4EQ v0.1 =1:U4) bb4 bb5))
         (bb bb2 (preds bb0) (stid (v1.1) =1:U4) (goto bb3))
         (bb bb4 (preds bb1) (stid (v1.2) =2:U4) (goto bb3))
         (bb bb5 (preds bb1) (stid (v1.3) =3:U4) (goto bb3))
         (bb bb3 (preds bb2 bb4 bb5) (phi v1.4 v1.1 v1.2 v1.3) (return))",
        5,
    );
    let both = "gamma(bb0: (BU4LT v0.1 =3:U4), bb1: (BU4EQ v0.1 =1:U4))";
    assert_eq!(found, [format!("v1.4 = {both}")]);
}

/// A loop: its header merges what enters and what comes round, whatever branches say; what leaves it stands behind the branch of the exit.
#[test]
fn a_loop_has_a_mu_and_an_eta() {
    let found = gates(
        "(bb bb0 (stid (v0.1) (U4U4INTRINSIC_OP ~tid.x)) (stid (v1.1) =0:U4) (goto bb1))
         (bb bb1 (preds bb0 bb1) (phi v1.2 v1.1 v1.3) (stid (v1.3) (U4ADD v1.2 =1:U4))
          (branch (BU4LT v1.3 v0.1) bb1 bb2))
         (bb bb2 (preds bb1) (stid (v1.4) v1.3) (return))",
        5,
    );
    assert_eq!(found, ["v1.2 = mu", "v1.3 behind bb1 = eta(bb1: (BU4LT v1.3 v0.1))"]);
}

/// Two ways round one header bring different values: which of them a thread came is a gamma within the mu. Behind the loop both exits'
/// values meet, and it counts in which round they were left.
#[test]
fn a_header_with_two_latches_is_a_mu_of_a_gamma() {
    let found = gates(
        "(bb bb0 (stid (v0.1) (U4U4INTRINSIC_OP ~tid.x)) (stid (v1.1) =0:U4) (goto bb1))
         (bb bb1 (preds bb0 bb2 bb3) (phi v1.2 v1.1 v1.3 v1.4) (branch (BU4EQ v1.2 =5:U4) bb2 bb3))
         (bb bb2 (preds bb1) (stid (v1.3) (U4ADD v1.2 =2:U4)) (goto bb1))
         (bb bb3 (preds bb1) (stid (v1.4) (U4ADD v1.2 =1:U4)) (branch (BU4LT v1.4 v0.1) bb1 bb4))
         (bb bb4 (preds bb3) (return))",
        5,
    );
    assert_eq!(found, ["v1.2 = mu of gamma(bb1: (BU4EQ v1.2 =5:U4))"]);
}

/// Two exits with different values of a loop: the branch of the first decides which is taken, and both in which round.
#[test]
fn what_leaves_at_two_exits_is_a_gamma_of_how_they_are_left() {
    let found = gates(
        "(bb bb0 (stid (v0.1) (U4U4INTRINSIC_OP ~tid.x)) (stid (v1.1) =0:U4) (goto bb1))
         (bb bb1 (preds bb0 bb2) (phi v1.2 v1.1 v1.3) (branch (BU4EQ v1.2 =5:U4) bb3 bb2))
         (bb bb2 (preds bb1) (stid (v1.3) (U4ADD v1.2 =1:U4)) (branch (BU4LT v1.3 v0.1) bb1 bb4))
         (bb bb3 (preds bb1) (stid (v1.4) =7:U4) (goto bb5))
         (bb bb4 (preds bb2) (stid (v1.5) =8:U4) (goto bb5))
         (bb bb5 (preds bb3 bb4) (phi v1.6 v1.4 v1.5) (return))",
        7,
    );
    let (first, second) = ("bb1: (BU4EQ v1.2 =5:U4)", "bb2: (BU4LT v1.3 v0.1)");
    assert_eq!(
        found,
        [
            "v1.2 = mu".to_owned(),
            format!("v1.6 = gamma({first}, {second}, leaving {first}, leaving {second})"),
        ]
    );
}

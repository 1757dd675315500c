//! Closing SSA over cycles: where etas stand, and what variance is told by them.

use optx_ir::{CrId, Func};
use optx_whirl::Module;
use optx_wopt::Cx;
use optx_wopt::analysis::variance::{Assumptions, VarianceMap};
use optx_wopt::kit::closed_ssa;

/// A loop whose rounds threads go differently often, in a loop that ends behind it by a uniform break: `v3.2` leaves both at different
/// branches and is read behind both.
const TWO_EXITS: &str = r#"(ssa 1
 (options target=sm_75 O=3)
 (file "k.cu")
 (type t0 scalar U4)
 (func ssa "k" "k" @0:1:1 at=split-edges
  (local %0 "n" t0 param align=4 =0)
  (aux v0 temp U4 "n" 2)
  (aux v1 temp U4 "t" 2)
  (aux v2 temp U4 "j" 4)
  (aux v3 temp U4 "x" 5)
  (bb bb0
   (stid (v0.1) (ivar U4 param (lda %0 0) 0 align=4))
   (stid (v1.1) (U4U4INTRINSIC_OP ~tid.x))
   (stid (v2.1) =0:U4)
   (stid (v3.3) v0.1)
   (goto bb1))
  (bb bb1 (preds bb0 bb4)
   (phi v2.2 v2.1 v2.3)
   (goto bb2))
  (bb bb2 (preds bb1 bb2)
   (phi v3.1 v3.3 v3.2)
   (stid (v3.2) (U4ADD v3.1 =1:U4))
   (branch (BU4LT v3.2 v1.1) bb2 bb3))
  (bb bb3 (preds bb2)
   (branch (BU4EQ v2.2 =3:U4) bb5 bb4))
  (bb bb4 (preds bb3)
   (stid (v2.3) (U4ADD v2.2 =1:U4))
   (branch (BU4LT v2.3 v0.1) bb1 bb5))
  (bb bb5 (preds bb3 bb4)
   (phi v3.4 v3.2 v3.3)
   (return)))
)
"#;

fn read(text: &str) -> (Module, Vec<Func>) {
    optx_ir::parse::parse_module(text).expect("the text form")
}

fn closed(text: &str) -> Func {
    let (module, mut funcs) = read(text);
    assert_eq!(optx_ir::verify::verify(&funcs[0]), vec![]);
    let mut cx = Cx::of(&module, &funcs);
    optx_wopt::pass::ssa::closed_ssa::close(&mut funcs[0], &mut cx);
    assert_eq!(optx_ir::verify::verify(&funcs[0]), vec![]);
    assert_eq!(closed_ssa::violations(&funcs[0]), Vec::<String>::new());
    funcs.remove(0)
}

/// The version of a symbol, by their numbers.
fn version(f: &Func, aux: usize, number: usize) -> CrId {
    f.auxes.iter().nth(aux).expect("the symbol").1.versions[number]
}

#[test]
fn what_leaves_two_cycles_one_after_the_other_has_two_etas() {
    let f = closed(TWO_EXITS);
    let map = VarianceMap::of(&f, Assumptions::default());
    // What the inner loop counted to differs between threads, though each branch of the outer one is uniform.
    assert!(!map.cr_tid_var_state(version(&f, 3, 4)).is_block_uniform());
    assert!(map.cr_tid_var_state(version(&f, 2, 2)).is_block_uniform());
}

#[test]
fn an_eta_behind_two_exits_that_reads_before_the_first_is_told() {
    let (_, funcs) = read(TWO_EXITS);
    let open = closed_ssa::violations(&funcs[0]);
    assert_eq!(open.len(), 1, "{open:?}");
    // As if the break's block had an eta, and the block behind the inner loop none.
    let text = TWO_EXITS
        .replace("(aux v3 temp U4 \"x\" 5)", "(aux v3 temp U4 \"x\" 6)")
        .replace("bb5 bb4))\n  (bb bb4 (preds bb3)", "bb6 bb4))\n  (bb bb6 (preds bb3)\n   (phi v3.5 v3.2)\n   (goto bb5))\n  (bb bb4 (preds bb3)")
        .replace("(bb bb5 (preds bb3 bb4)\n   (phi v3.4 v3.2 v3.3)", "(bb bb5 (preds bb6 bb4)\n   (phi v3.4 v3.5 v3.3)");
    let (_, funcs) = read(&text);
    assert_eq!(optx_ir::verify::verify(&funcs[0]), vec![]);
    assert_eq!(closed_ssa::violations(&funcs[0]).len(), 1);
}

/// A loop with so many breaks, of which each takes a value of its own out.
fn breaks(count: usize) -> String {
    let each = |part: &dyn Fn(usize) -> String| (1..=count).map(part).collect::<String>();
    let blocks = each(&|k| {
        let (before, now) = (k + 1, k + 2);
        let (preds, phi) = match k {
            1 => (format!("bb0 bb{count}"), format!("(phi v1.2 v1.1 v1.{})", count + 2)),
            _ => (format!("bb{}", k - 1), String::new()),
        };
        let next = if k == count { 1 } else { k + 1 };
        format!(
            "(bb bb{k} (preds {preds}) {phi} (stid (v1.{now}) (U4ADD v1.{before} ={k}:U4))
             (branch (BU4LT v1.{now} v0.1) bb{} bb{next}))",
            count + 1
        )
    });
    let (preds, operands) = (each(&|k| format!(" bb{k}")), each(&|k| format!(" v1.{}", k + 2)));
    let (end, result) = (count + 1, count + 3);
    format!(
        r#"(ssa 1 (options target=sm_75 O=3) (file "k.cu") (func ssa "k" "k" @0:1:1 at=split-edges
        (aux v0 temp U4 "t" 2) (aux v1 temp U4 "x" {})
        (bb bb0 (stid (v0.1) (U4U4INTRINSIC_OP ~tid.x)) (stid (v1.1) v0.1) (goto bb1))
        {blocks}
        (bb bb{end} (preds{preds}) (phi v1.{result}{operands}) (return))))"#,
        result + 1
    )
}

#[test]
fn values_get_etas_where_they_are_read_alone() {
    let f = closed(&breaks(40));
    let phis = f.layout.iter().flat_map(|&bb| &f.bbs[bb].phis);
    assert_eq!(phis.filter(|phi| phi.operands.len() == 1).count(), 40);
    // None was made that was dropped again: 43 versions, and 40 etas.
    assert_eq!(f.auxes.iter().nth(1).expect("the symbol").1.versions.len(), 44 + 40);
}

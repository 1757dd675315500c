//! What runs of functions give, with values that follow from the source that the text stands for; and that wrong
//! rewrites, planted here, are noticed.

mod calls;
mod mistakes;

use optx_ir::Func;
use optx_ir::interpret::{End, Input, Outcome, Trace, What, compare, refines, run};
use optx_whirl::Module;

const HEADER: &str = r#"(ssa 1
 (options target=sm_75 O=3)
 (type t0 scalar U4)
 (type t1 array t0 16)
 (type t2 pointer t0)
 (type t3 scalar I4)
 (type t4 scalar F4)
 (global $0 "s" t1 shared align=16)
 (global $1 "g" t1 global align=16)
 (global $2 "c" t1 constant align=16)
 (global $3 "d" t1 shared-dynamic align=16)
 (global $4 "e" t1 shared-dynamic align=16)
"#;

fn read(form: &str, body: &str) -> (Module, Func) {
    let text = format!("{HEADER} (func {form} \"k\" \"k\" @0:0:0 at=start\n{body}\n )\n)\n");
    let (module, mut funcs) = optx_ir::parse::parse_module(&text).expect("the text form");
    let f = funcs.remove(0);
    assert_eq!(optx_ir::verify::verify(&f), vec![]);
    (module, f)
}

fn trace(form: &str, body: &str, seed: u64) -> Trace {
    let (module, f) = read(form, body);
    match run(&module, &f, Input { seed, steps: 1000 }) {
        Outcome::Ran(trace) => trace,
        Outcome::Unsupported(what) => panic!("unsupported: {what}"),
    }
}

/// What the volatile stores of a run stored.
fn shown(trace: &Trace) -> Vec<Option<u64>> {
    let stores = trace.events.iter().filter(|e| e.what == What::VolatileStore);
    stores.map(|e| e.operands[0].bits).collect()
}

fn is_undefined(trace: &Trace) -> bool {
    matches!(trace.end, End::Undefined(_))
}

/// Both run on inputs with and without other threads; the first that tells them apart, if any.
fn told_apart(form: &str, before: &str, after: &str) -> Option<String> {
    let (module, old) = read(form, before);
    let (_, new) = read(form, after);
    (0..20).find_map(|seed| compare(&module, &old, &new, Input { seed, steps: 1000 }).err())
}

const SHOW: &str = "(volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))";

#[test]
fn a_loop_in_every_form_sums_to_45() {
    let cfg = format!(
        r#"  (aux v0 temp U4 "sum" 1)
  (aux v1 temp U4 "i" 1)
  (bb bb0 (stid @0:1:1 (v0) =0:U4) (stid @0:1:1 (v1) =0:U4) (goto @0:1:1 bb1))
  (bb bb1 (preds bb0 bb1)
   (stid @0:2:1 (v0) (U4ADD v0 v1))
   (stid @0:2:1 (v1) (U4ADD v1 =1:U4))
   (branch @0:2:1 (BU4LT v1 =10:U4) bb1 bb2))
  (bb bb2 (preds bb1) {SHOW} (return @0:3:1))"#
    );
    let regs = cfg.replace("temp", "register");
    let ssa = r#"  (aux v0 temp U4 "sum" 4)
  (aux v1 temp U4 "i" 4)
  (bb bb0 (stid @0:1:1 (v0.1) =0:U4) (stid @0:1:1 (v1.1) =0:U4) (goto @0:1:1 bb1))
  (bb bb1 (preds bb0 bb1)
   (phi v0.2 v0.1 v0.3)
   (phi v1.2 v1.1 v1.3)
   (stid @0:2:1 (v0.3) (U4ADD v0.2 v1.2))
   (stid @0:2:1 (v1.3) (U4ADD v1.2 =1:U4))
   (branch @0:2:1 (BU4LT v1.3 =10:U4) bb1 bb2))
  (bb bb2 (preds bb1) (volatile-store @0:9:1 U4 shared 0 () v0.3 (lda $0 0)) (return @0:3:1))"#;
    for (form, body) in [("cfg", cfg.as_str()), ("regs", regs.as_str()), ("ssa", ssa)] {
        let trace = trace(form, body, 2);
        assert_eq!(shown(&trace), [Some(45)], "{form}");
        assert!(matches!(trace.end, End::Returned { .. }), "{form}");
    }
}

#[test]
fn phis_of_one_block_are_read_together() {
    let body = r#"  (aux v0 temp U4 "a" 4)
  (aux v1 temp U4 "b" 3)
  (aux v2 temp U4 "i" 4)
  (bb bb0 (stid @0:1:1 (v0.1) =1:U4) (stid @0:1:1 (v1.1) =2:U4) (stid @0:1:1 (v2.1) =0:U4) (goto @0:1:1 bb1))
  (bb bb1 (preds bb0 bb2)
   (phi v0.2 v0.1 v0.3)
   (phi v1.2 v1.1 v1.2)
   (phi v2.2 v2.1 v2.3)
   (stid @0:2:1 (v2.3) (U4ADD v2.2 =1:U4))
   (branch @0:2:1 (BU4LT v2.3 =2:U4) bb2 bb3))
  (bb bb2 (preds bb1) (stid @0:2:1 (v0.3) v1.2) (goto @0:1:1 bb1))
  (bb bb3 (preds bb1) (volatile-store @0:9:1 U4 shared 0 () v0.2 (lda $0 0)) (return @0:3:1))"#;
    assert_eq!(shown(&trace("ssa", body, 0)), [Some(2)]);
    // The swap: after an odd number of rounds a and b have changed places.
    let swap = r#"  (aux v0 temp U4 "a" 3)
  (aux v1 temp U4 "b" 3)
  (aux v2 temp U4 "i" 4)
  (bb bb0 (stid @0:1:1 (v0.1) =1:U4) (stid @0:1:1 (v1.1) =2:U4) (stid @0:1:1 (v2.1) =0:U4) (goto @0:1:1 bb1))
  (bb bb1 (preds bb0 bb1)
   (phi v2.2 v2.1 v2.3)
   (phi v0.2 v0.1 v0.2)
   (stid @0:2:1 (v2.3) (U4ADD v2.2 =1:U4))
   (branch @0:2:1 (BU4LT v2.3 =4:U4) bb1 bb2))
  (bb bb2 (preds bb1) (volatile-store @0:9:1 U4 shared 0 () v0.2 (lda $0 0)) (return @0:3:1))"#;
    assert_eq!(shown(&trace("ssa", swap, 0)), [Some(1)]);
}

fn straight(statements: &str) -> String {
    format!(
        r#"  (local %0 "l" t1 auto align=4)
  (local %1 "p" t2 param align=8 =0)
  (local %2 "q" t2 param align=8 =1)
  (asm =0 "fence" !volatile !memory)
  (stack %0)
  (aux v0 temp U4 "x" 1)
  (aux v1 temp U4 "y" 1)
  (aux v2 temp U8 "a" 1)
  (aux v3 temp U8 "b" 1)
  (aux v4 temp F4 "f" 1)
  (bb bb0
{statements}
   (return @0:99:1))"#
    )
}

fn of(statements: &str) -> Trace {
    trace("cfg", &straight(statements), 2)
}

#[test]
fn memory_keeps_bytes_and_extends_them() {
    let found = of("(istore @0:1:1 ((ivar U4 shared (lda $0 4) 4)) =4286611584:U4)
        (stid @0:2:1 (v0) (ivar I1 shared (lda $0 0) 9))
        (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))
        (stid @0:2:1 (v0) (ivar U1 shared (lda $0 0) 10))
        (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))
        (stid @0:2:1 (v0) (ivar I2 shared (lda $0 0) 8))
        (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))");
    // 0xff808080: byte 9 is 0x80, byte 10 is 0x80, the half at 8 is 0x8080.
    assert_eq!(shown(&found), [Some(0xffff_ff80), Some(0x80), Some(0xffff_8080)]);
}

#[test]
fn generic_addresses_reach_their_spaces() {
    let found = of("(stid @0:1:1 (v2) (U8U8INTRINSIC_OP ~cvta.shared (lda $0 8)))
        (istore @0:2:1 ((ivar U4 generic v2 4)) =77:U4)
        (stid @0:3:1 (v0) (ivar U4 shared (lda $0 12) 0))
        (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))
        (istore @0:4:1 ((ivar U4 shared (lda $3 0) 0)) =5:U4)
        (stid @0:5:1 (v0) (ivar U4 shared (lda $4 0) 0))
        (volatile-store @0:9:1 U4 generic 0 () v0 (lda $1 0))");
    assert_eq!(shown(&found), [Some(77), Some(5)]);
    assert_eq!(found.events[0].access, found.events[1].access);
    let wrong = of("(stid @0:1:1 (v2) (U8U8INTRINSIC_OP ~cvta.to.shared (lda $1 0)))
        (stid @0:3:1 (v0) (ivar U4 shared v2 0))");
    assert!(is_undefined(&wrong), "{:?}", wrong.end);
}

/// What pointers in memory point to is there, with elements behind it, on every input: else what runs would be undefined before
/// anything is seen.
#[test]
fn pointers_found_in_memory_point_to_objects() {
    let header = HEADER.replace(
        " (global $0",
        " (type t5 array t2 16)\n (type t6 scalar U8)\n (type t7 pointer t6)\n (type t8 array t7 16)\n (global $0",
    );
    let header = format!(
        "{header} (global $5 \"words\" t5 global align=8)\n (global $6 \"longs\" t8 constant align=8)\n"
    );
    let mut addresses = std::collections::BTreeSet::new();
    for k in 0..16 {
        let loads = format!(
            "(stid @0:1:1 (v2) (ivar U8 global (lda $5 0) {at}))
             (stid @0:2:1 (v0) (ivar U4 generic v2 4))
             (stid @0:3:1 (v3) (ivar U8 const (lda $6 0) {at}))
             (stid @0:4:1 (v3) (ivar U8 generic v3 8))
             (volatile-store @0:9:1 U8 global 0 () v2 (lda $1 0))",
            at = 8 * k
        );
        let body = straight(&loads);
        let text = format!("{header} (func cfg \"k\" \"k\" @0:0:0 at=start\n{body}\n )\n)\n");
        let (module, funcs) = optx_ir::parse::parse_module(&text).expect("the text form");
        for seed in 0..30 {
            let Outcome::Ran(trace) = run(&module, &funcs[0], Input { seed, steps: 1000 }) else {
                panic!("seed {seed} is not supported")
            };
            assert!(!is_undefined(&trace), "slot {k}, seed {seed}: {:?}", trace.end);
            addresses.extend(shown(&trace));
        }
    }
    assert!(addresses.len() > 50, "{} different ones", addresses.len());
}

#[test]
fn atomics_give_the_old_value() {
    let found = of("(istore @0:1:1 ((ivar U4 shared (lda $0 0) 0)) =7:U4)
        (intrinsic @0:2:1 ~atom.add U4 V device (at U4 shared 0) (v0) (lda $0 0) =5:U4)
        (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))
        (intrinsic @0:2:1 ~atom.inc U4 V device (at U4 shared 0) (v0) (lda $0 0) =12:U4)
        (intrinsic @0:2:1 ~atom.dec U4 V device (at U4 shared 0) (v0) (lda $0 0) =9:U4)
        (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))
        (intrinsic @0:2:1 ~atom.cas U4 V device (at U4 shared 0) (v0) (lda $0 0) =9:U4 =33:U4)
        (intrinsic @0:2:1 ~atom.max I4 V device (at I4 shared 0) (v0) (lda $0 0) =4294967295:U4)
        (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))");
    // 7 + 5 is 12; inc above 11 wraps to 0, dec at 0 goes to 9, 9 is swapped for 33, -1 is not above 33.
    assert_eq!(shown(&found), [Some(7), Some(0), Some(33)]);
    assert_eq!(found.events.len(), 8);
}

#[test]
fn what_is_undefined() {
    assert!(is_undefined(&of("(stid @0:1:1 (v0) (ivar U4 shared (lda $0 64) 0))")));
    assert!(is_undefined(&of("(stid @0:1:1 (v0) (ivar U4 shared (lda $0 -4) 0))")));
    assert!(is_undefined(&of("(stid @0:1:1 (v0) (ivar U4 shared (lda $0 2) 0))")));
    assert!(is_undefined(&of("(stid @0:1:1 (v0) (ivar U4 global =0:U8 0))")));
    assert!(is_undefined(&of("(stid @0:1:1 (v0) (ivar U4 generic v2 0))")));
    assert!(!is_undefined(&of("(stid @0:1:1 (v0) (ivar U4 shared (lda $0 2) 0 align=2))")));
    // Poison travels: stored, loaded, shown as such; a branch on it is undefined.
    let poisoned = of("(istore @0:1:1 ((ivar U4 local (lda %0 0) 0)) (I4ADD =2147483647:U4 =1:U4))
        (stid @0:1:1 (v0) (ivar U4 local (lda %0 0) 0))
        (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))
        (stid @0:1:1 (v0) (ivar U4 local (lda %0 0) 4))
        (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))
        (volatile-store @0:9:1 U4 shared 0 () v1 (lda $0 0))");
    assert_eq!(shown(&poisoned), [None, None, None]);
    let branch = r#"  (aux v0 temp U4 "x" 1)
  (bb bb0 (branch @0:1:1 (BU4LT v0 =1:U4) bb1 bb2))
  (bb bb1 (preds bb0) (return @0:1:1))
  (bb bb2 (preds bb0) (return @0:1:1))"#;
    assert!(is_undefined(&trace("cfg", branch, 0)));
}

#[test]
fn bits_of_a_nan_that_arithmetic_gave() {
    // Infinity less itself, as an integer. Taken for a float again, through a register, a part of one, or memory, it is
    // some NaN; anything else that looks at its bits finds poison.
    let nan = "(U4F4TAS (F4SUB =0x7f800000:F4 =0x7f800000:F4))";
    let show = |var: &str, given: &str, value: &str| {
        let found = of(&format!(
            "(istore @0:1:1 ((ivar U4 local (lda %0 0) 0)) {nan})
             (stid @0:1:1 ({var}) {given})
             (volatile-store @0:9:1 F4 shared 0 () {value} (lda $0 0))"
        ));
        shown(&found)[0].map(|bits| f32::from_bits(bits as u32).is_nan())
    };
    assert_eq!(show("v0", nan, "(F4U4TAS v0)"), Some(true));
    assert_eq!(show("v4", "(ivar F4 local (lda %0 0) 0)", "v4"), Some(true));
    assert_eq!(show("v0", "(ivar U4 local (lda %0 0) 0)", "(F4U4TAS v0)"), Some(true));
    assert_eq!(show("v0", nan, "(F4U4TAS (U4BAND v0 =4294901760:U4))"), None);
    assert_eq!(show("v0", "(ivar U2 local (lda %0 0) 2)", "(F4U4TAS v0)"), None);
    let high = format!("(U8SHL (U8U4CVT {nan}) =32:U4)");
    let filled = format!("(U8BIOR {high} =4294967295:U8)");
    for wide in [&high, &filled] {
        assert_eq!(show("v2", wide, "(F4U4TAS (U4U8CVT (U8LSHR v2 =32:U4)))"), Some(true));
        assert_eq!(show("v2", wide, "(F4U4TAS (U4U8CVT (U8LSHR v2 =31:U4)))"), None);
    }
    // The other half is known.
    assert_eq!(show("v2", &filled, "(F4U4TAS (U4U8CVT (U8SHL v2 =8:U4)))"), Some(true));
    assert_eq!(show("v2", &high, "(F4U4TAS (U4U8CVT (U8SHL v2 =8:U4)))"), Some(false));
    assert_eq!(show("v0", nan, "(F4U4TAS (U4BAND v0 =0:U4))"), Some(false));
    assert_eq!(show("v0", nan, "(F4U4TAS (U4BIOR v0 =4294967295:U4))"), Some(true));
    assert_eq!(show("v0", nan, "(F4U4TAS (U4BXOR v0 =2147483648:U4))"), None);
    assert_eq!(show("v0", nan, "(F4U4TAS (U4ADD v0 =0:U4))"), None);
}

#[test]
fn poison_is_of_bits() {
    // A variable never set beside known bits: what is taken from those alone is known.
    let show = |value: &str| {
        let text = format!(
            "(stid @0:1:1 (v0) {value})
             (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))"
        );
        shown(&of(&text))[0]
    };
    assert_eq!(show("(U4LSHR (U4BIOR (U4BAND v1 =65535:U4) =458752:U4) =16:U4)"), Some(7));
    assert_eq!(show("(U4LSHR (U4BIOR (U4BAND v1 =65535:U4) =458752:U4) =15:U4)"), None);
    assert_eq!(show("(U4BXOR (U4SHL v1 =8:U4) =9:U4)"), None);
    assert_eq!(show("(U4BAND (U4BXOR (U4SHL v1 =8:U4) =9:U4) =255:U4)"), Some(9));
    assert_eq!(show("(I4I1CVTL (U4SHL v1 =8:U4))"), Some(0));
    assert_eq!(show("(I4I1CVTL (U4SHL v1 =7:U4))"), None);
    assert_eq!(
        show("(U4BAND (U4ASHR (U4BIOR (U4LSHR v1 =8:U4) =2147483648:U4) =4:U4) =4160749568:U4)"),
        Some(0xf800_0000)
    );
    assert_eq!(show("(U4BAND (U4ADD v1 =0:U4) =0:U4)"), Some(0));
    // What a function promises is less: where a part is poison all of it is.
    let (module, f) = read(
        "cfg",
        &straight(
            "(stid @0:1:1 (v0) (U4BAND (U4SHL v1 =8:U4) =255:U4))
        (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))",
        ),
    );
    let input = Input { seed: 2, steps: 1000 };
    let Outcome::Ran(promised) = optx_ir::interpret::run_promised(&module, &[], &f, input) else {
        panic!("it runs")
    };
    assert_eq!(shown(&promised), [None]);
    // Bytes: written over some that are poison.
    let found = of("(istore @0:1:1 ((ivar U2 local (lda %0 0) 0)) =772:U4)
        (stid @0:1:1 (v0) (ivar U4 local (lda %0 0) 0))
        (stid @0:1:1 (v0) (U4BAND v0 =65535:U4))
        (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))");
    assert_eq!(shown(&found), [Some(772)]);
}

#[test]
fn the_environment_follows_from_the_seed() {
    let text = "(stid @0:1:1 (v2) (ivar U8 param (lda %1 0) 0))
        (stid @0:1:1 (v0) (ivar U4 global v2 12))
        (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))
        (stid @0:1:1 (v0) (ivar U4 const (lda $2 0) 0))
        (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))";
    let all: Vec<_> = (0..16).map(|seed| trace("cfg", &straight(text), seed)).collect();
    assert!(all.iter().all(|t| matches!(t.end, End::Returned { .. })));
    assert_eq!(all[3], trace("cfg", &straight(text), 3));
    let distinct = |k: usize| {
        let values = all.iter().map(|t| shown(t)[k]);
        values.collect::<std::collections::HashSet<_>>().len()
    };
    assert!(distinct(0) > 4 && distinct(1) > 4);
}

#[test]
fn parameters_may_point_to_one_object() {
    let text = "(stid @0:1:1 (v2) (ivar U8 param (lda %1 0) 0))
        (stid @0:1:1 (v3) (ivar U8 param (lda %2 0) 0))
        (stid @0:1:1 (v0) (U4BCVT (BU8EQ v2 v3)))
        (volatile-store @0:9:1 U4 shared 0 () v0 (lda $0 0))";
    let equal = |seed| shown(&trace("cfg", &straight(text), seed)) == [Some(1)];
    let count = (0..60).filter(|&seed| equal(seed)).count();
    assert!((1..40).contains(&count), "{count} of 60");
}

#[test]
fn a_store_moved_past_a_barrier_is_noticed() {
    let store = "(istore @0:1:1 ((ivar U4 shared (lda $0 0) 0)) =1234567:U4)";
    let barrier = "(intrinsic @0:2:1 ~bar.sync V V device ())";
    let pair = [straight(&format!("{store}{barrier}")), straight(&format!("{barrier}{store}"))];
    let wrong = told_apart("cfg", &pair[0], &pair[1]).expect("noticed");
    assert!(wrong.contains("Barrier") && wrong.contains("memory there"), "{wrong}");
    assert!(told_apart("cfg", &pair[1], &pair[0]).is_some());
    assert_eq!(told_apart("cfg", &pair[0], &pair[0]), None);
}

#[test]
fn a_load_forwarded_over_what_lets_others_write_is_noticed() {
    let load = "(stid @0:1:1 (v0) (ivar U4 shared (lda $0 0) 0))";
    let again = "(stid @0:1:1 (v1) (ivar U4 shared (lda $0 0) 0))";
    let copy = "(stid @0:1:1 (v1) v0)";
    let show = "(volatile-store @0:9:1 U4 global 0 () v1 (lda $1 0))";
    for between in [
        "(intrinsic @0:2:1 ~bar.sync V V device ())",
        "(intrinsic @0:2:1 ~membar.gl V V device ())",
        "(call @0:2:1 =0 ())",
        "(asm @0:2:1 =0 ())",
    ] {
        let old = straight(&format!("{load}{between}{again}{show}"));
        let new = straight(&format!("{load}{between}{copy}{show}"));
        assert!(told_apart("cfg", &old, &new).is_some(), "{between}");
    }
    // A shuffle lets nobody write.
    let shuffle = "(intrinsic @0:2:1 ~shfl.idx U4 U4 device (v0) =1:U4 v0 =0:U4 =31:U4)";
    let old = straight(&format!("{load}{shuffle}{load}{again}{show}"));
    let new = straight(&format!("{load}{shuffle}{load}{copy}{show}"));
    assert_eq!(told_apart("cfg", &old, &new), None);
}

#[test]
fn a_call_may_write_what_it_was_given_alone() {
    let given = |call: &str, last: &str| {
        straight(&format!(
            "(istore @0:1:1 ((ivar U4 local (lda %0 0) 0)) =7:U4)
            (stid @0:1:1 (v2) (U8U8INTRINSIC_OP ~cvta.local (lda %0 0)))
            {call}
            (stid @0:1:1 (v0) {last})
            (volatile-store @0:9:1 U4 global 0 () v0 (lda $1 0))"
        ))
    };
    let load = "(ivar U4 local (lda %0 0) 0)";
    let with = "(call @0:2:1 =0 () v2)";
    let without = "(call @0:2:1 =0 ())";
    assert!(told_apart("cfg", &given(with, load), &given(with, "=7:U4")).is_some());
    assert_eq!(told_apart("cfg", &given(without, load), &given(without, "=7:U4")), None);
}

#[test]
fn volatile_accesses_are_counted_and_ordered() {
    let a = "(volatile-load @0:1:1 U4 shared 0 (v0) (lda $0 0))";
    let b = "(volatile-load @0:1:1 U4 shared 4 (v1) (lda $0 0))";
    let differ = |x: &[&str], y: &[&str]| {
        told_apart("cfg", &straight(&x.concat()), &straight(&y.concat())).is_some()
    };
    assert!(differ(&[a, b], &[b, a]) && differ(&[a, a], &[a]) && differ(&[a], &[a, a]));
    assert!(!differ(&[a, b], &[a, b]));
}

#[test]
fn refinement_is_not_equality() {
    let show = |value: &str| {
        straight(&format!("(volatile-store @0:9:1 U4 shared 0 () {value} (lda $0 0))"))
    };
    let (poison, seven) = (show("(I4SUB =2147483648:U4 =1:U4)"), show("=7:U4"));
    assert_eq!(told_apart("cfg", &poison, &seven), None);
    assert!(told_apart("cfg", &seven, &poison).is_some());
    // Which NaN arithmetic gives is no matter; one that the source wrote is kept.
    let store =
        |value: &str| straight(&format!("(istore @0:9:1 ((ivar F4 shared (lda $0 0) 0)) {value})"));
    let made = store("(F4SUB =0x7f800000:F4 =0x7f800000:F4)");
    let (written, other) = (store("=0x7fc00000:F4"), store("=0xffc00001:F4"));
    assert_eq!(told_apart("cfg", &made, &written), None);
    assert!(told_apart("cfg", &written, &other).is_some());
    assert!(told_apart("cfg", &store("=0x3f800000:F4"), &store("=0xbf800000:F4")).is_some());
    // Undefined may become anything, but not the other way round.
    let undefined = straight("(stid @0:1:1 (v0) (ivar U4 shared (lda $0 64) 0))");
    assert_eq!(told_apart("cfg", &undefined, &seven), None);
    assert!(told_apart("cfg", &seven, &undefined).is_some());
}

#[test]
fn a_loop_that_ends_no_more_is_noticed() {
    let ends = r#"  (aux v0 temp U4 "x" 1)
  (bb bb0 (goto @0:1:1 bb1))
  (bb bb1 (preds bb0) (return @0:1:1))"#;
    let never = r#"  (aux v0 temp U4 "x" 1)
  (bb bb0 (goto @0:1:1 bb1))
  (bb bb1 (preds bb0 bb1) (goto @0:1:1 bb1))"#;
    assert_eq!(told_apart("cfg", ends, never), Some("it ends no more".to_owned()));
    assert_eq!(told_apart("cfg", never, ends), None);
}

#[test]
fn traces_of_other_lengths_part() {
    let body = straight("(volatile-load @0:1:1 U4 shared 0 (v0) (lda $0 0))");
    let one = trace("cfg", &body, 0);
    let mut cut = one.clone();
    cut.end = End::OutOfSteps;
    cut.events.clear();
    assert_eq!(refines(&cut, &one), Ok(()));
    assert!(refines(&one, &cut).is_err());
    let mut trapped = one.clone();
    trapped.end = End::Trapped;
    assert!(refines(&one, &trapped).is_err());
}

//! Calls that are followed into the functions they call.

use super::{HEADER, shown};
use optx_ir::interpret::{End, Input, Outcome, Trace, What, run, run_calling};
use optx_ir::{Func, Space};
use optx_whirl::Module;

/// Calls itself as often as its argument says, each time with an object of its own; gives the sum of 1 to the argument, and
/// adds to what its second argument points to.
const SUMS: &str = r#" (func cfg "sums" "sums" @0:0:0 at=start (device t0)
  (local %0 "n" t0 param align=4 =0)
  (local %1 "p" t2 param align=8 =1)
  (local %2 "own" t1 auto align=4)
  (stack %2)
  (aux v0 temp U4 "n" 1)
  (aux v1 temp U8 "p" 1)
  (aux v2 temp U4 "rest" 1)
  (aux v3 temp U4 "old" 1)
  (bb bb0
   (stid @0:1:1 (v0) (ivar U4 param (lda %0 0) 0))
   (stid @0:1:1 (v1) (ivar U8 param (lda %1 0) 0))
   (istore @0:1:1 ((ivar U4 local (lda %2 0) 0)) v0)
   (stid @0:1:1 (v2) =0:U4)
   (branch @0:1:1 (BU4EQ v0 =0:U4) bb2 bb1))
  (bb bb1 (preds bb0)
   (call @0:2:1 =0 (v2) (U4SUB v0 =1:U4) v1)
   (goto @0:2:1 bb2))
  (bb bb2 (preds bb0 bb1)
   (stid @0:3:1 (v0) (ivar U4 local (lda %2 0) 0))
   (stid @0:3:1 (v3) (ivar U4 generic v1 0))
   (istore @0:3:1 ((ivar U4 generic v1 0)) (U4ADD v3 =1:U4))
   (result @0:3:1 () (U4ADD v0 v2))
   (return @0:3:1))
 )
"#;

/// Calls it and shows what came of it, and what it did to a local object.
fn calling(argument: u32) -> (Module, Vec<Func>) {
    let caller = format!(
        r#" (func cfg "k" "k" @0:0:0 at=start
  (local %0 "count" t1 auto align=4)
  (stack %0)
  (aux v0 temp U4 "a" 1)
  (bb bb0
   (istore @0:1:1 ((ivar U4 local (lda %0 0) 0)) =100:U4)
   (call @0:2:1 =0 (v0) ={argument}:U4 (U8U8INTRINSIC_OP ~cvta.local (lda %0 0)))
   (volatile-store @0:3:1 U4 shared 0 () v0 (lda $0 0))
   (stid @0:4:1 (v0) (ivar U4 local (lda %0 0) 0))
   (volatile-store @0:5:1 U4 shared 0 () v0 (lda $0 0))
   (return @0:6:1))
 )
"#
    );
    let text = format!("{HEADER}{SUMS}{caller})\n");
    let (module, funcs) = optx_ir::parse::parse_module(&text).expect("the text form");
    assert_eq!(funcs.iter().flat_map(optx_ir::verify::verify).collect::<Vec<_>>(), vec![]);
    (module, funcs)
}

fn ran(outcome: Outcome) -> Trace {
    match outcome {
        Outcome::Ran(trace) => trace,
        Outcome::Unsupported(what) => panic!("unsupported: {what}"),
    }
}

#[test]
fn calls_are_followed_with_objects_of_their_own() {
    let (module, funcs) = calling(5);
    for seed in 0..6 {
        let trace = ran(run_calling(&module, &funcs, &funcs[1], Input { seed, steps: 1000 }));
        assert_eq!(shown(&trace), [Some(15), Some(106)]);
        // Nobody else sees anything of them.
        assert_eq!(trace.events.len(), 2);
        let End::Returned { memory, .. } = &trace.end else { panic!("{:?}", trace.end) };
        assert!(memory.keys().all(|place| place.space == Space::Shared), "{memory:?}");
    }
}

#[test]
fn steps_of_callees_count() {
    let (module, funcs) = calling(5);
    let input = |steps| Input { seed: 0, steps };
    let whole = ran(run_calling(&module, &funcs, &funcs[1], input(1000)));
    let short = ran(run_calling(&module, &funcs, &funcs[1], input(whole.steps - 1)));
    assert_eq!(short.end, End::OutOfSteps);
    let first = ran(run_calling(&module, &funcs, &funcs[1], input(10)));
    assert_eq!((first.end, first.events.len()), (End::OutOfSteps, 0));
}

#[test]
fn calls_within_calls_are_events_at_last() {
    let (module, funcs) = calling(20);
    let trace = ran(run_calling(&module, &funcs, &funcs[1], Input { seed: 0, steps: 1000 }));
    let calls = trace.events.iter().filter(|e| e.what == What::Call(0)).count();
    assert_eq!(calls, 1);
    let alone = ran(run(&module, &funcs[1], Input { seed: 0, steps: 1000 }));
    assert_eq!(alone.events[0].what, What::Call(0));
}

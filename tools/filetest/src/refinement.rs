//! Before and after a pass, interpreted on the same inputs.

use optx_ir::Func;
use optx_ir::interpret::{End, Input, Outcome, compare_calling, run_calling};
use optx_whirl::Module;

/// The inputs: half alone, half with other threads.
const SEEDS: std::ops::Range<u64> = 0..12;
/// Statements that a run may take.
const STEPS: u64 = 2000;

/// What the comparison of all functions found.
pub(crate) enum Found {
    /// The results refine the inputs, and some run said something of every function.
    Refined,
    /// Nothing was compared of some function; why.
    Nothing(String),
    /// A result does not refine its input.
    Wrong(String),
}

/// Compares each function with what became of it. Both call the functions as they were before.
pub(crate) fn refined(module: &Module, before: &[Func], after: &[Func]) -> Found {
    let mut nothing = None;
    for (old, new) in before.iter().zip(after) {
        let mut says = false;
        for seed in SEEDS {
            let input = Input { seed, steps: STEPS };
            match compare_calling(module, before, old, new, input) {
                Ok(said) => says |= said,
                Err(wrong) => {
                    return Found::Wrong(format!("{}, on input {seed}: {wrong}", old.name));
                }
            }
        }
        if !says {
            nothing.get_or_insert(format!("{}: {}", old.name, silent(module, before, old)));
        }
    }
    match nothing {
        Some(why) => Found::Nothing(why),
        None => Found::Refined,
    }
}

/// Why runs of a function say nothing.
fn silent(module: &Module, functions: &[Func], f: &Func) -> String {
    match run_calling(module, functions, f, Input { seed: SEEDS.start, steps: STEPS }) {
        Outcome::Unsupported(what) => format!("the interpreter does not know {what}"),
        Outcome::Ran(trace) => match trace.end {
            End::Undefined(why) => format!("undefined on every input: {why}"),
            _ => "it neither ends nor does what others see".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, refined};

    const TEXT: &str = r#"(ssa 1
 (options target=sm_75 O=3)
 (type t0 scalar U4)
 (global $0 "s" t0 shared align=4)
 (func cfg "k" "k" @0:0:0 at=start
  (bb bb0
   (istore @0:1:1 ((ivar U4 shared (lda $0 0) 0)) (U4SUB =7:U4 =2:U4))
   (return @0:2:1))
 )
)"#;

    fn found(after: &str) -> Found {
        let (module, before) = optx_ir::parse::parse_module(TEXT).expect("the text form");
        let (_, after) = optx_ir::parse::parse_module(after).expect("the text form");
        refined(&module, &before, &after)
    }

    #[test]
    fn a_wrong_result_is_told() {
        assert!(matches!(found(TEXT), Found::Refined));
        let exchanged = TEXT.replace("=7:U4 =2:U4", "=2:U4 =7:U4");
        assert!(matches!(found(&exchanged), Found::Wrong(why) if why.starts_with("k, on input 0")));
        let folded = TEXT.replace("(U4SUB =7:U4 =2:U4)", "=5:U4");
        assert!(matches!(found(&folded), Found::Refined));
    }
}

//! What a page says of these inputs.

use super::{Expect, all};

/// How many inputs there are, by what must become of them, as `docs/results/fuzz.md` has it.
pub fn counted() -> String {
    let all = all();
    let number = |is: fn(Expect) -> bool| all.iter().filter(|input| is(input.expect)).count();
    let compile = number(|e| matches!(e, Expect::Compiles | Expect::CompilesWithin));
    let coded = number(|e| matches!(e, Expect::Refused(_)));
    let refused = number(|e| e == Expect::RefusedSomehow);
    let within = number(|e| e == Expect::Within);
    format!(
        "{} inputs: {compile} compile, {coded} are refused with their codes and {refused} with any, {within} do either, within the bounds.\n",
        all.len()
    )
}

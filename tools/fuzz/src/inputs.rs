//! Input `i` of seed `s`.

use crate::corpus::{Corpus, Kind, Seed};
use crate::mutate;
use crate::protocol::Request;
use crate::random::Random;

/// An input, and what it was made from.
#[derive(Clone, Debug)]
pub struct MutantInput {
    /// Its number.
    pub index: u64,
    /// What it is.
    pub kind: Kind,
    /// The seed's name.
    pub of: String,
    /// Options and text.
    pub request: Request,
}

/// Options beside the level; with a space between, several that go together.
const EXTRA: &[&str] = &[
    "-fmad=false",
    "-lineinfo",
    "--use_fast_math",
    "--restrict",
    "-arch=sm_52",
    "-arch=sm_90",
    "-arch=sm_120",
    "--verify",
    "--emit=tokens",
    "--emit=ast",
    "--emit=whirl-vh",
    "--emit=ssa",
    "--emit=regs",
    "--emit=dom.dot",
    "--message-format=json",
    "--print-after-all",
    "--maxrregcount=32",
    "--ptx-regs=12 --regalloc=priced --verify",
    "--ptx-regs=9 --verify",
    "-DN=7",
    "-include=header.cuh",
];

/// Makes the input. It depends on nothing but the arguments.
pub fn make(corpus: &Corpus, seed: u64, index: u64) -> MutantInput {
    let random = &mut Random::new(seed, index);
    let from: &Seed = if corpus.forms.is_empty() || random.below(10) < 7 {
        &corpus.sources[random.below(corpus.sources.len())]
    } else {
        &corpus.forms[random.below(corpus.forms.len())]
    };
    let mut options = vec![format!("-O{}", [3, 3, 3, 0, 1, 2][random.below(6)])];
    if from.kind != Kind::Source {
        options.push(format!("--input={}", from.kind.name()));
    }
    if random.one_in(3) {
        options.extend(EXTRA[random.below(EXTRA.len())].split(' ').map(str::to_owned));
    }
    let text = mutate::mutant(random, corpus, from);
    let request = Request { options, text, want_result: false };
    MutantInput { index, kind: from.kind, of: from.name.clone(), request }
}

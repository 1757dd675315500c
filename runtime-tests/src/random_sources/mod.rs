//! Random programs, each the same everywhere for its seed.
//!
//! A program has classes, overload sets and templates, *probes* (short functions that use them in any way, valid or not)
//! and a kernel of arithmetic and control flow that calls the probes. Each function and class appends to a trace of the
//! thread, so that which one is called, and when, is seen. Which probes are valid, and what the kernel gives without the
//! others, is for other compilers to say: the test `random_sources` asks them, and can write down what they agree on.
//!
//! From the seed [`WITH_FUNCTIONS`] on most probes use functions as constants, and packs.
//!
//! Not all is defined: probes cast any expression to any type, a short to a reference to a class too. The test leaves those out. `agreed.txt`
//! is of the seeds 1 to 3400 as far as all agree. Left out by hand are six with such casts that runs on a GPU brought to
//! light (594, 832, 1244, 1672, 2909, 3339), and five in which ptxas of CUDA 12.9 and 13.0, but not 13.5, loses one of several
//! products that are added (1653, 1746, 1762, 2105, 2734).

mod classes;
mod expressions;
mod functions;
mod initialisers;
mod kernel;
mod memory;
mod overloads;
mod probes;
mod random;
mod scalar;
mod templates;
mod types;
mod world;

use std::collections::BTreeSet;

use optx_launch::{LaunchFile, Outcome, SpecError};

pub use kernel::{THREADS, WORDS};
pub use world::Program;

use random::Random;
use world::World;

/// Lines from 1.
pub type Lines = BTreeSet<usize>;

/// How many probes a program has.
const PROBES: usize = 24;

/// From this seed on programs have functions that are constants, and packs.
pub const WITH_FUNCTIONS: u64 = 1_000_000;

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut r = Random::new(seed);
    let mut world = World::default();
    let mut p = Program::default();
    let module = seed.is_multiple_of(3);
    p.lines.extend(world::prelude(&mut r));
    let (enums, lines) = types::enumerations(&mut r, 1 + seed as usize % 3);
    world.enums = enums;
    p.lines.extend(lines);
    let inlined = r.chance(50);
    p.lines.extend(kernel::prelude(module, inlined));
    for _ in 0..2 + r.next(4) {
        p.lines.extend(classes::class(&mut r, &mut world));
    }
    for _ in 0..2 + r.next(2) {
        p.lines.extend(overloads::functions(&mut r, &mut world));
    }
    p.lines.extend(templates::classes(&mut r, &mut world));
    let sets = 2 + r.next(2);
    for number in 0..sets {
        p.lines.extend(templates::functions(&mut r, &mut world, number));
    }
    let with_functions = seed >= WITH_FUNCTIONS;
    if with_functions {
        p.lines.extend(functions::declarations(&mut r, &mut world));
    }
    let mut names = Vec::new();
    for _ in 0..PROBES {
        let mut prober = probes::Prober::new(&mut r, &world, sets);
        prober.functions = with_functions;
        let body = prober.body();
        names.push(p.probe(&body));
    }
    p.lines.extend(kernel::lines(&mut r, module, &names));
    p
}

/// What every program's kernel reads.
pub fn input() -> Vec<i32> {
    let mut r = Random::new(77);
    (0..64).map(|_| (r.next(1 << 30) as i32).wrapping_mul(9)).collect()
}

/// How optx compiles a program that is compared with other compilers'.
pub const OPTIONS: [&str; 2] = ["-fmad=false", "-w"];

/// The launch file of every program; [`THREADS`] threads write [`WORDS`] words each to `out`. What they are is not said.
pub fn launch() -> Result<LaunchFile, SpecError> {
    let values: Vec<String> = input().iter().map(i32::to_string).collect();
    let length = THREADS * WORDS;
    let text = format!(
        "source = \"random.cu\"\n[buffers.out]\ntype = \"u64\"\nlength = {length}\n[buffers.in]\ntype = \"i32\"\n\
         init = {{ values = [{}] }}\n[[launch]]\nkernel = \"k\"\ngrid = [{}]\nblock = [32]\nargs = [\"&out\", \"&in\"]\n\
         [[expect]]\nbuffer = \"out\"\nvalues = [0]\nexact = true\n",
        values.join(", "),
        THREADS / 32
    );
    let mut file = LaunchFile::parse(&text)?;
    file.options = OPTIONS.map(str::to_owned).to_vec();
    // A launch file has to expect something.
    file.expects.clear();
    Ok(file)
}

/// The words that a program gave.
pub fn words(outcome: &Outcome) -> Option<Vec<i64>> {
    let out = outcome.outputs.get("out")?;
    Some((0..out.len()).map(|k| out.bits(k) as i64).collect())
}

/// A number for all words that a program gave: FNV-1a of their bytes.
pub fn digest(words: &[i64]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

//! Launches made by chance: those of a launch file with other data, scalars and shapes, or of kernels that have none.
//!
//! What a launch file says is right for its kernels; what is made of it keeps to it as far as that can be seen from outside. Integers
//! become smaller, so that what is allocated for them is enough; numbers 0 and 1 become one another; what is equal stays equal in half of the
//! launches. Buffers that hold numbers of a range keep to the range, as they may be indices; floats become any bits in half of the
//! launches. Blocks get other extents, most often not larger ones; those of a kernel that is compiled for one shape have that shape, whatever
//! the launch file says, and all else varies. A kernel may go wrong all the same: what it did before counts.

use crate::Error;
use optx::KernelInfo;
use optx_launch::data::Value;
use optx_launch::fill::Random;
use optx_launch::spec::{Arg, Buffer, Init, Launch};
use optx_launch::{Data, Elem, LaunchFile};
use std::collections::BTreeMap;

/// Blocks along each axis.
const MOST_BLOCKS: u64 = 2;
/// Threads of a block that is made larger.
const MOST_THREADS: u32 = 256;
/// Elements of a buffer that no launch file tells of.
const ELEMENTS: usize = 4096;

/// Which of a launch's parts vary.
#[derive(Clone, Copy, Debug)]
struct Varied {
    data: bool,
    scalars: bool,
    shape: bool,
}

impl Varied {
    /// Of the first launch nothing; then each part in its turn.
    fn of(number: u64) -> Varied {
        let scalars = matches!(number % 4, 2 | 3);
        let shape = matches!(number % 4, 1 | 3);
        Varied { data: number > 0, scalars, shape }
    }
}

/// The blocks that a kernel can be launched with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blocks {
    /// It is taken to have blocks of one dimension.
    pub is_flat: bool,
    /// The shape that it is compiled for (`--block-dim`).
    pub only: Option<[u32; 3]>,
    /// So many threads at most (`__launch_bounds__`).
    pub most: Option<u32>,
}

fn below(r: &mut Random, n: u64) -> u64 {
    r.draw() % n.max(1)
}

/// A launch file made of another, by number; `blocks` has those of each launch's kernel.
pub(crate) fn varied(base: &LaunchFile, seed: u64, number: u64, blocks: &[Blocks]) -> LaunchFile {
    let varied = Varied::of(number);
    let mut r = Random::new(seed.wrapping_add(number << 20), "launch");
    let mut file = base.clone();
    file.expects.clear();
    file.printed = None;
    if varied.data {
        file.seed = r.draw();
        for buffer in &mut file.buffers {
            contents(buffer, &mut r);
        }
    }
    let keeps_equal = below(&mut r, 2) == 0;
    let mut known = BTreeMap::new();
    for (launch, &blocks) in file.launches.iter_mut().zip(blocks) {
        launch.grid = launch.grid.map(|n| n.min(MOST_BLOCKS as u32));
        if varied.scalars {
            for arg in &mut launch.args {
                if !keeps_equal {
                    known.clear();
                }
                scalars(arg, &mut r, &mut known);
            }
        }
        if varied.shape {
            launch.block = block(launch.block, blocks, &mut r);
            launch.grid = launch.grid.map(|n| 1 + below(&mut r, u64::from(n)) as u32);
        }
        launch.block = blocks.only.unwrap_or(launch.block);
    }
    file
}

fn contents(buffer: &mut Buffer, r: &mut Random) {
    if let (Init::Uniform(Value::Float(_), _), true) = (&buffer.init, below(r, 2) == 0) {
        buffer.init = Init::Bits;
    }
}

/// Other numbers for scalars; `known` has what became of a number.
fn scalars(arg: &mut Arg, r: &mut Random, known: &mut BTreeMap<i128, i128>) {
    match arg {
        Arg::Fields(fields) => fields.iter_mut().for_each(|arg| scalars(arg, r, known)),
        Arg::Scalars(data) if data.ty.is_float() => {
            let mut other = Data::zeros(data.ty, 0);
            for _ in 0..data.len() {
                other.push(Value::Float((below(r, 1 << 20) as f64 - 524_288.0) / 65_536.0));
            }
            *data = other;
        }
        Arg::Scalars(data) => {
            let mut other = Data::zeros(data.ty, 0);
            for k in 0..data.len() {
                let old = data.int(k);
                let new = *known.entry(old).or_insert_with(|| match old {
                    0 | 1 => i128::from(below(r, 2)),
                    n if n > 1 => 1 + i128::from(below(r, u64::try_from(n).unwrap_or(u64::MAX))),
                    n => n,
                });
                other.push(Value::Int(new));
            }
            *data = other;
        }
        Arg::Pointer(_) | Arg::Bytes(_) => {}
    }
}

/// A shape that in half of the cases is no larger than another along any axis, and has 1 to 8 warps in the others.
fn block(old: [u32; 3], blocks: Blocks, r: &mut Random) -> [u32; 3] {
    let most = blocks.most.unwrap_or(MOST_THREADS).clamp(1, MOST_THREADS);
    let within = |r: &mut Random, n: u32| 1 + below(r, u64::from(n)) as u32;
    if below(r, 2) == 0 {
        let smaller = old.map(|n| within(r, n));
        // Whole warps are what kernels are mostly written for.
        let whole = smaller[0].next_multiple_of(32);
        return if whole <= old[0] && below(r, 2) == 0 {
            [whole, smaller[1], smaller[2]]
        } else {
            smaller
        };
    }
    let dimensions = match old[2] > 1 {
        _ if blocks.is_flat => 1,
        true => 2 + below(r, 2),
        false => 1 + below(r, 3),
    };
    if dimensions == 1 {
        let threads = within(r, most);
        let whole = threads.next_multiple_of(32);
        return [if whole <= most && below(r, 2) == 0 { whole } else { threads }, 1, 1];
    }
    let most = (32 * within(r, 8)).min(most);
    let x = within(r, most.min(40));
    let y = within(r, most / x);
    let z = if dimensions > 2 { within(r, (most / (x * y)).min(16)) } else { 1 };
    [x, y, z]
}

/// A launch file for kernels of which nothing is known but their parameters.
pub(crate) fn made_up(kernels: &[KernelInfo]) -> Result<LaunchFile, Error> {
    let mut buffers = Vec::new();
    let mut launches = Vec::new();
    for kernel in kernels {
        let mut args = Vec::new();
        for (k, (_, ty)) in kernel.params.iter().enumerate() {
            let name = format!("{}.{k}", kernel.ptx_name);
            args.push(argument(&name, ty, &mut buffers).ok_or_else(|| {
                let message = format!(
                    "kernel `{}` has a parameter of type `{ty}`: say with a launch file what it is",
                    kernel.name
                );
                Error::Launch(message)
            })?);
        }
        let most = kernel.launch_bounds.map_or(64, |(most, _)| most.min(64));
        launches.push(Launch {
            kernel: kernel.ptx_name.clone(),
            grid: [2, 1, 1],
            block: kernel.block_dim.unwrap_or([most, 1, 1]),
            shared: 0,
            args,
            repeat: 1,
            cooperative: false,
        });
    }
    Ok(LaunchFile {
        input: None,
        options: Vec::new(),
        seed: 1,
        buffers,
        symbols: Vec::new(),
        launches,
        expects: Vec::new(),
        printed: None,
    })
}

/// The argument for a parameter of a type; a pointer's buffer, of numbers that could be indices, is added.
fn argument(name: &str, ty: &str, buffers: &mut Vec<Buffer>) -> Option<Arg> {
    if let Some(to) = ty.strip_suffix(" *") {
        let elem = element(to).unwrap_or(Elem::U32);
        let (low, high) = match elem.is_float() {
            true => (Value::Float(-2.0), Value::Float(2.0)),
            false => (Value::Int(0), Value::Int(63)),
        };
        let init = Init::Uniform(low, high);
        buffers.push(Buffer { name: name.to_owned(), ty: elem, length: ELEMENTS, init });
        return Some(Arg::Pointer(name.to_owned()));
    }
    let elem = element(ty)?;
    let mut data = Data::zeros(elem, 0);
    data.push(if elem.is_float() { Value::Float(1.5) } else { Value::Int(100) });
    Some(Arg::Scalars(data))
}

/// The element type of a type's name.
fn element(ty: &str) -> Option<Elem> {
    Some(match ty {
        "char" => Elem::I8,
        "bool" | "unsigned char" => Elem::U8,
        "short" => Elem::I16,
        "unsigned short" => Elem::U16,
        "int" => Elem::I32,
        "unsigned int" => Elem::U32,
        "long long" => Elem::I64,
        "unsigned long long" => Elem::U64,
        "float" => Elem::F32,
        "double" => Elem::F64,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Blocks, varied};
    use optx_launch::LaunchFile;
    use optx_launch::spec::Arg;
    use std::collections::BTreeSet;

    const LAUNCH: &str = "[buffers.p]\ntype = \"i32\"\nlength = 640\n[[launch]]\nkernel = \"k\"\ngrid = [2, 2]\nblock = [64, 4]
        args = [\"&p\", { i32 = 1000 }]\n";

    const LAUNCHES: usize = 4000;

    /// Shapes, and how many grids, scalars and seeds, of so many launches.
    fn drawn(blocks: Blocks) -> (BTreeSet<[u32; 3]>, [usize; 3]) {
        let base = LaunchFile::parse(LAUNCH).expect("a launch file");
        let (mut shapes, mut grids) = (BTreeSet::new(), BTreeSet::new());
        let (mut scalars, mut seeds) = (BTreeSet::new(), BTreeSet::new());
        for number in 0..LAUNCHES as u64 {
            let file = varied(&base, 1, number, &[blocks]);
            shapes.insert(file.launches[0].block);
            grids.insert(file.launches[0].grid);
            let Arg::Scalars(n) = &file.launches[0].args[1] else { panic!("a number") };
            scalars.insert(n.int(0));
            seeds.insert(file.seed);
        }
        (shapes, [grids.len(), scalars.len(), seeds.len()])
    }

    fn threads(shape: &[u32; 3]) -> u32 {
        shape.iter().product()
    }

    #[test]
    fn shapes_have_one_to_three_dimensions_and_up_to_eight_warps() {
        let (shapes, others) = drawn(Blocks::default());
        assert!(others[0] == 4 && others[1] > 100 && others[2] == LAUNCHES, "{others:?}");
        for dimensions in 1..=3 {
            let has = |s: &&[u32; 3]| {
                let last = s.iter().rposition(|&n| n > 1).map_or(1, |k| k + 1);
                last == dimensions && !threads(s).is_multiple_of(32)
            };
            let warps: BTreeSet<u32> =
                shapes.iter().filter(has).map(|s| threads(s).div_ceil(32)).collect();
            assert!(warps.contains(&1) && warps.contains(&8), "{dimensions}: {warps:?}");
        }
        assert!(shapes.iter().all(|s| threads(s) <= 256));
    }

    /// A kernel that is compiled for one shape is launched with that, and all else varies.
    #[test]
    fn a_shape_that_is_compiled_for_stays() {
        let (shapes, others) = drawn(Blocks { only: Some([8, 8, 2]), ..Blocks::default() });
        assert_eq!(shapes, BTreeSet::from([[8, 8, 2]]));
        assert!(others[0] == 4 && others[1] > 100 && others[2] == LAUNCHES, "{others:?}");
    }

    #[test]
    fn no_block_is_larger_than_the_kernel_allows() {
        for is_flat in [false, true] {
            let blocks = Blocks { most: Some(48), is_flat, only: None };
            let (shapes, _) = drawn(blocks);
            // That of the launch file is no matter of chance, nor what is no larger along any axis.
            let over = |s: &&[u32; 3]| threads(s) > 48 && (s[0] > 64 || s[1] > 4 || s[2] > 1);
            assert_eq!(shapes.iter().find(over), None);
        }
    }
}

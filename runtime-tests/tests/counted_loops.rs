//! Loops that count, compiled and executed: as often, and with the counters, that the host finds by counting.
//!
//! Bounds are at the ends of each type, where a compiler that computes the number of iterations has to think of wrapping; what C++ leaves
//! undefined, and what runs longer than [`MOST`] iterations, is left out.

use runtime_tests::suite::judge_source;
use std::fmt::Write as _;

/// Iterations that a loop may have.
const MOST: u64 = 40;

/// A type of C: its name, that of a launch file, bits, and whether it is signed.
type Type = (&'static str, &'static str, u32, bool);

const TYPES: [Type; 4] = [
    ("int", "i32", 32, true),
    ("unsigned", "u32", 32, false),
    ("long long", "i64", 64, true),
    ("unsigned long long", "u64", 64, false),
];

/// How a loop is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// `for (i = first; i OP bound; i += step)`
    For,
    /// `do ..; i += step; while (i OP bound)`
    DoWhile,
    /// `for (i = first;; i += step) { ..; if (!(i OP bound)) break; }`
    TestsBefore,
    /// `do ..; while (before = i, i += step, before OP bound)`, which is `i++ OP bound`: the last step may pass the end of the type.
    DoTestsOld,
    /// `while (before = i, i += step, before OP bound) ..`
    WhileTestsOld,
}

const SHAPES: [Shape; 5] =
    [Shape::For, Shape::DoWhile, Shape::TestsBefore, Shape::DoTestsOld, Shape::WhileTestsOld];
const OPERATORS: [&str; 5] = ["<", "<=", ">", ">=", "!="];
const STEPS: [i128; 6] = [1, -1, 2, -3, 7, -64];
const PRAGMAS: [&str; 5] =
    ["", "#pragma unroll 2", "#pragma unroll 3", "#pragma unroll 4", "#pragma unroll 8"];

fn holds(op: &str, a: i128, b: i128) -> bool {
    match op {
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        _ => a != b,
    }
}

/// What a loop leaves: iterations, and a hash of its counters. None where that is undefined or takes too long.
fn count(
    ty: Type,
    shape: Shape,
    op: &str,
    step: i128,
    first: i128,
    bound: i128,
) -> Option<[u64; 2]> {
    let (_, _, bits, signed) = ty;
    let top = 1i128 << (bits - 1);
    let (mut i, mut iterations, mut hash) = (first, 0u64, 7u64);
    let next = |i: i128| {
        let sum = i + step;
        match signed {
            true => (-top..top).contains(&sum).then_some(sum),
            false => Some(sum.rem_euclid(2 * top)),
        }
    };
    if shape == Shape::For && !holds(op, i, bound) {
        return Some([0, hash]);
    }
    loop {
        if shape == Shape::WhileTestsOld {
            let before = i;
            i = next(before)?;
            if !holds(op, before, bound) {
                return Some([iterations, hash]);
            }
        }
        hash = hash.wrapping_mul(31) ^ i as u64;
        iterations += 1;
        if iterations > MOST {
            return None;
        }
        if shape == Shape::TestsBefore && !holds(op, i, bound) {
            return Some([iterations, hash]);
        }
        if shape == Shape::WhileTestsOld {
            continue;
        }
        let before = i;
        i = next(before)?;
        let tested = if shape == Shape::DoTestsOld { before } else { i };
        if shape != Shape::TestsBefore && !holds(op, tested, bound) {
            return Some([iterations, hash]);
        }
    }
}

/// Beginnings and bounds that are worth a look.
fn pairs((_, _, bits, signed): Type) -> Vec<(i128, i128)> {
    let top = 1i128 << (bits - 1);
    let (low, high) = if signed { (-top, top - 1) } else { (0, 2 * top - 1) };
    let ends = [low, low + 1, low + 9, -1, 0, 1, 5, top - 1, top, high - 9, high - 1, high];
    let mut all = Vec::new();
    for first in ends {
        for distance in
            [-40, -17, -9, -8, -7, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 23, 40]
        {
            let bound = first + distance;
            if [first, bound].iter().all(|v| (low..=high).contains(v)) {
                all.push((first, bound));
            }
        }
    }
    all.extend([(low, high), (high, low)]);
    all.sort_unstable();
    all.dedup();
    all
}

/// All loops of a type and a shape, each a kernel: thread `i` counts from `first[i]` to `bound[i]`.
fn check(ty: Type, shape: Shape) {
    let (c_type, element, ..) = ty;
    let quoted =
        |list: &[i128]| list.iter().map(|v| format!("\"{v}\"")).collect::<Vec<String>>().join(", ");
    let (mut source, mut buffers, mut launches) = (String::new(), String::new(), String::new());
    let (mut kernels, mut loops) = (0, 0);
    for op in OPERATORS {
        for step in STEPS {
            let found: Vec<(i128, i128, [u64; 2])> = pairs(ty)
                .into_iter()
                .filter_map(|(a, b)| Some((a, b, count(ty, shape, op, step, a, b)?)))
                .collect();
            if found.is_empty() {
                continue;
            }
            let n = found.len();
            let (firsts, bounds): (Vec<i128>, Vec<i128>) =
                found.iter().map(|&(a, b, _)| (a, b)).unzip();
            let id = loops;
            loops += 1;
            let _ = writeln!(
                buffers,
                "[buffers.a{id}]\ntype = \"{element}\"\ninit = {{ values = [{}] }}\n\
                 [buffers.b{id}]\ntype = \"{element}\"\ninit = {{ values = [{}] }}",
                quoted(&firsts),
                quoted(&bounds)
            );
            for pragma in PRAGMAS {
                let body = "h = h * 31 ^ (unsigned long long)i; c++;";
                let text = match shape {
                    Shape::For => {
                        format!("for ({c_type} i = a; i {op} b; i += {step}) {{ {body} }}")
                    }
                    Shape::DoWhile => format!("do {{ {body} i += {step}; }} while (i {op} b);"),
                    Shape::TestsBefore => format!(
                        "for ({c_type} i = a;; i += {step}) {{ {body} if (!(i {op} b)) break; }}"
                    ),
                    Shape::DoTestsOld => {
                        format!("do {{ {body} }} while (before = i, i += {step}, before {op} b);")
                    }
                    Shape::WhileTestsOld => {
                        format!("while (before = i, i += {step}, before {op} b) {{ {body} }}")
                    }
                };
                let before = match shape {
                    Shape::For | Shape::TestsBefore => String::new(),
                    _ => format!("{c_type} i = a, before;"),
                };
                let _ = writeln!(
                    source,
                    "extern \"C\" __global__ void k{kernels}(const {c_type} *first, const {c_type} *bound, unsigned long long *out, int n) {{\n\
                     int t = blockIdx.x * blockDim.x + threadIdx.x;\nif (t >= n) return;\n{c_type} a = first[t], b = bound[t];\n\
                     unsigned long long h = 7, c = 0;\n{before}\n{pragma}\n{text}\nout[2 * t] = c; out[2 * t + 1] = h;\n}}"
                );
                let expected: Vec<i128> = found
                    .iter()
                    .flat_map(|&(_, _, [c, h])| [i128::from(c), i128::from(h)])
                    .collect();
                let _ =
                    writeln!(buffers, "[buffers.o{kernels}]\ntype = \"u64\"\nlength = {}", 2 * n);
                let _ = writeln!(
                    launches,
                    "[[launch]]\nkernel = \"k{kernels}\"\ngrid = [{}]\nblock = [64]\nargs = [\"&a{id}\", \"&b{id}\", \"&o{kernels}\", {{ i32 = {n} }}]\n\
                     [[expect]]\nbuffer = \"o{kernels}\"\nvalues = [{}]\nexact = true",
                    n.div_ceil(64),
                    quoted(&expected)
                );
                kernels += 1;
            }
        }
    }
    assert!(loops >= 10, "{c_type}: {loops} loops");
    let file = format!("source = \"k.cu\"\n{buffers}{launches}");
    let options = ["--verify".to_owned()];
    judge_source(&source, &file, &options, &["-O0", "-O2", "-O3"], |_, _| ())
        .unwrap_or_else(|e| panic!("{c_type} {shape:?}: {e}"));
}

#[test]
fn loops_of_int_run_as_often_as_they_count() {
    SHAPES.into_iter().for_each(|shape| check(TYPES[0], shape));
}

#[test]
fn loops_of_unsigned_run_as_often_as_they_count() {
    SHAPES.into_iter().for_each(|shape| check(TYPES[1], shape));
}

#[test]
fn loops_of_long_long_run_as_often_as_they_count() {
    SHAPES.into_iter().for_each(|shape| check(TYPES[2], shape));
}

#[test]
fn loops_of_unsigned_long_long_run_as_often_as_they_count() {
    SHAPES.into_iter().for_each(|shape| check(TYPES[3], shape));
}

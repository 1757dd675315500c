//! Butterflies of shuffles, whole and not quite, whose sums, operands and shuffles are read elsewhere too: what each lane has is what the host finds.

use runtime_tests::random::Random;
use runtime_tests::suite::judge_source;
use std::fmt::Write as _;

/// Kernels of a source, and sources.
const KERNELS: usize = 24;
const SOURCES: u64 = 12;
const LANES: usize = 32;

/// An operation of two words, as C has it and as a number.
type Op = (&'static str, fn(u32, u32) -> u32);

const OPS: [Op; 8] = [
    ("a + b", |a, b| a.wrapping_add(b)),
    ("a & b", |a, b| a & b),
    ("a | b", |a, b| a | b),
    ("a ^ b", |a, b| a ^ b),
    ("min(a, b)", |a, b| a.min(b)),
    ("max(a, b)", |a, b| a.max(b)),
    ("(unsigned)min((int)a, (int)b)", |a, b| (a as i32).min(b as i32) as u32),
    ("a - b", |a, b| a.wrapping_sub(b)),
];

/// A kernel in the making: its text, and what `out` has of each lane.
struct Made {
    text: String,
    out: Vec<[u32; LANES]>,
}

fn applied(op: &str, a: &str, b: &str) -> String {
    let of = |c: char| match c {
        'a' => a.to_owned(),
        'b' => b.to_owned(),
        c => c.to_string(),
    };
    // Names of functions have letters too.
    let plain = op.replace("max", "MAX").replace("unsigned", "UNSIGNED");
    let text: String = plain.chars().map(of).collect();
    format!("({})", text.replace("MAX", "max").replace("UNSIGNED", "unsigned"))
}

impl Made {
    fn show(&mut self, what: &str, value: [u32; LANES]) {
        let _ = writeln!(self.text, "out[{} + lane] = {what};", self.out.len() * LANES);
        self.out.push(value);
    }
}

/// A kernel of one chain, and what it gives.
fn kernel(r: &mut Random, k: usize, given: &[u32; LANES]) -> Made {
    let mut made = Made { text: String::new(), out: Vec::new() };
    let ops = if r.next(8) == 0 { &OPS[..] } else { &OPS[..7] };
    let (op, of) = r.of(ops);
    let mut by = [16usize, 8, 4, 2, 1];
    for k in (1..by.len()).rev() {
        by.swap(k, r.next(k + 1));
    }
    // Now and then not a whole one.
    if r.next(6) == 0 {
        by[r.next(5)] = 1 << r.next(5);
    }
    let _ = writeln!(
        made.text,
        "extern \"C\" __global__ void k{k}(unsigned *out, const unsigned *in) {{\nunsigned lane = threadIdx.x, v = in[lane];"
    );
    let mut v = *given;
    for (n, by) in by.into_iter().enumerate() {
        let t: [u32; LANES] = std::array::from_fn(|lane| v[lane ^ by]);
        let both: [u32; LANES] = std::array::from_fn(|lane| of(v[lane], t[lane]));
        let _ = writeln!(made.text, "unsigned t{n} = __shfl_xor_sync(~0u, v, {by});");
        let (t_name, sum) = (format!("t{n}"), applied(op, "v", &format!("t{n}")));
        let per = |f: &dyn Fn(usize) -> u32| std::array::from_fn(f);
        match r.next(if n == 4 { 10 } else { 160 }) {
            0 => made.show(&format!("{sum} ^ v"), per(&|l| both[l] ^ v[l])),
            1 => made.show(&format!("{sum} + {t_name}"), per(&|l| both[l].wrapping_add(t[l]))),
            2 => made.show(&format!("{sum} * {sum}"), per(&|l| both[l].wrapping_mul(both[l]))),
            3 => made.show("v", v),
            4 => made.show(&t_name, t),
            5 => made.show(
                &format!("other(v, {sum}, {t_name})"),
                per(&|l| v[l].wrapping_mul(3).wrapping_add(both[l]) ^ t[l]),
            ),
            6 => made.show(
                &format!("in[v & 31] + {sum}"),
                per(&|l| given[v[l] as usize & 31].wrapping_add(both[l])),
            ),
            7 => made.show(
                &format!("lane > 5 ? {sum} : v"),
                per(&|l| if l > 5 { both[l] } else { v[l] }),
            ),
            _ => {}
        }
        // Where the last sum has a name of its own, what reads it beside its operand is another statement.
        if n == 4 && r.next(2) == 0 {
            break;
        }
        let _ = writeln!(made.text, "v = {sum};");
        v = both;
        if n == 4 {
            made.show("v", v);
        }
    }
    if made.out.is_empty() {
        made.show("v", v);
    }
    made.text += "}\n";
    made
}

#[test]
fn each_lane_has_what_the_host_finds() {
    let mut reduced = 0;
    for seed in 1..=SOURCES {
        let mut r = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let given: [u32; LANES] =
            std::array::from_fn(|_| (r.next(1 << 20) as u32).wrapping_mul(0x9e37_79b9));
        let mut source = "__device__ __noinline__ unsigned other(unsigned v, unsigned s, unsigned t) { return (v * 3 + s) ^ t; }\n".to_owned();
        let list =
            |values: &[u32]| values.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let mut buffers =
            format!("[buffers.in]\ntype = \"u32\"\ninit = {{ values = [{}] }}\n", list(&given));
        let mut launches = String::new();
        for k in 0..KERNELS {
            let made = kernel(&mut r, k, &given);
            source += &made.text;
            let _ = writeln!(
                buffers,
                "[buffers.o{k}]\ntype = \"u32\"\nlength = {}",
                made.out.len() * LANES
            );
            let _ = writeln!(
                launches,
                "[[launch]]\nkernel = \"k{k}\"\ngrid = [1]\nblock = [32]\nargs = [\"&o{k}\", \"&in\"]\n[[expect]]\nbuffer = \"o{k}\"\nvalues = [{}]\nexact = true",
                list(&made.out.concat())
            );
        }
        let file = format!("source = \"k.cu\"\n{buffers}{launches}");
        let options = ["--verify".to_owned()];
        judge_source(&source, &file, &options, &["-O0", "-O2", "-O3"], |_, ptx| {
            reduced += ptx.matches("redux.sync").count();
        })
        .unwrap_or_else(|e| panic!("{seed}: {e}\n{source}"));
    }
    assert!(reduced >= 40, "only {reduced} reductions");
}

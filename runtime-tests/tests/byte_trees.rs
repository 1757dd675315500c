//! Random trees of operations on bytes and rotations by variables, compiled and executed: what the host computes of the same trees.

use runtime_tests::suite::judge_source;
use std::cell::Cell;
use std::fmt::{Display, Write as _};

/// Threads of a kernel; each has operands of its own.
const THREADS: usize = 32;

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// An expression of C and what it is for each thread.
#[derive(Clone)]
struct Tree {
    text: String,
    values: Vec<u64>,
    /// `unsigned long long`, else `unsigned`.
    wide: bool,
}

impl Tree {
    fn bytes(&self) -> usize {
        if self.wide { 8 } else { 4 }
    }

    fn c_type(&self) -> &'static str {
        if self.wide { "w" } else { "u" }
    }

    /// The values changed, cut to the type.
    fn map(self, text: String, wide: bool, change: impl Fn(u64) -> u64) -> Tree {
        let cut = if wide { u64::MAX } else { u64::from(u32::MAX) };
        Tree { text, wide, values: self.values.iter().map(|&x| change(x) & cut).collect() }
    }

    fn with(self, other: &Tree, text: String, change: impl Fn(u64, u64) -> u64) -> Tree {
        let values = self.values.iter().zip(&other.values).map(|(&x, &y)| change(x, y)).collect();
        Tree { values, ..self }.map_text(text)
    }

    fn map_text(self, text: String) -> Tree {
        let wide = self.wide;
        self.map(text, wide, |x| x)
    }

    fn masked(self, mask: u64) -> Tree {
        let (text, wide) = (format!("({} & {mask:#x}{})", self.text, self.suffix()), self.wide);
        self.map(text, wide, |x| x & mask)
    }

    fn suffix(&self) -> &'static str {
        if self.wide { "ull" } else { "u" }
    }

    /// Shifted to the left; to the right where that is negative.
    fn shifted(self, by: i32) -> Tree {
        let (wide, word) = (self.wide, if by < 0 { ">>" } else { "<<" });
        let text = format!("({} {word} {})", self.text, by.abs());
        self.map(text, wide, |x| if by < 0 { x >> -by } else { x << by })
    }

    fn signed_shift(self, by: u32) -> Tree {
        let wide = self.wide;
        let (of, signed) = if wide { ("w", "long long") } else { ("u", "int") };
        let text = format!("(({of})(({signed}){} >> {by}))", self.text);
        self.map(
            text,
            wide,
            |x| {
                if wide { (x as i64 >> by) as u64 } else { (x as i32 >> by) as u64 }
            },
        )
    }

    /// Cut to a type and extended to one of these again.
    fn through(self, name: &str, wide: bool) -> Tree {
        let cut: fn(u64) -> u64 = match name {
            "signed char" => |x| x as i8 as u64,
            "unsigned char" => |x| u64::from(x as u8),
            "short" => |x| x as i16 as u64,
            "unsigned short" => |x| u64::from(x as u16),
            "int" => |x| x as i32 as u64,
            _ => |x| u64::from(x as u32),
        };
        let text = format!("(({})({name}){})", if wide { "w" } else { "u" }, self.text);
        self.map(text, wide, cut)
    }
}

/// Trees over `x`, `y`, `z` of 32 bits and `v`, `t` of 64.
struct Trees {
    random: Random,
    leaves: Vec<Tree>,
}

impl Trees {
    fn leaf(&mut self, wide: bool) -> Tree {
        let k = if wide { 3 + self.random.below(2) } else { self.random.below(3) };
        self.leaves[k].clone()
    }

    /// Mostly whole bytes.
    fn mask(&mut self, bytes: usize) -> u64 {
        let any = self.random.next() & (u64::MAX >> (64 - 8 * bytes));
        if self.random.below(12) == 0 {
            return any;
        }
        (0..bytes).filter(|k| any >> k & 1 != 0).map(|k| 255 << (8 * k)).sum()
    }

    fn any(&mut self, depth: u32, wide: bool) -> Tree {
        if depth == 0 || self.random.below(12) == 0 {
            return self.leaf(wide);
        }
        let form = self.random.below(20);
        if form < 6 {
            let (a, b) = (self.any(depth - 1, wide), self.any(depth - 1, wide));
            let word = self.random.pick(&["|", "|", "^", "+", "-"]);
            let text = format!("({} {word} {})", a.text, b.text);
            return a.with(&b, text, |x, y| match word {
                "|" => x | y,
                "^" => x ^ y,
                "+" => x.wrapping_add(y),
                _ => x.wrapping_sub(y),
            });
        }
        if form == 6 && !wide {
            return self.selected(depth);
        }
        let from = form < 18 && wide || form >= 18 && !wide;
        let a = self.any(depth - 1, from);
        let (bytes, byte) = (a.bytes(), 8 * (1 + self.random.below(a.bytes() - 1)) as i32);
        match form {
            7..=10 => a.masked(self.mask(bytes)),
            11 => a.shifted(if self.random.below(2) == 0 { byte - 3 } else { 3 - byte }),
            12 | 13 => a.shifted(byte),
            14 | 15 => a.shifted(-byte),
            16 => a.signed_shift(byte as u32),
            17 => {
                let factor = self.random.pick(&[0x100u64, 0x101, 0x1_0001, 0x101_0101, 0x102]);
                let text = format!("({} * {factor:#x}u)", a.text);
                a.map(text, wide, |x| x.wrapping_mul(factor))
            }
            18 | 19 if wide || self.random.below(2) == 0 => {
                let name = self.random.pick(&["int", "unsigned", "signed char", "short"]);
                a.through(name, wide)
            }
            _ => {
                let names = ["signed char", "unsigned char", "short", "unsigned short"];
                a.through(self.random.pick(&names), wide)
            }
        }
    }

    /// `__byte_perm`, or a funnel shift by bytes.
    fn selected(&mut self, depth: u32) -> Tree {
        let (a, b) = (self.any(depth - 1, false), self.any(depth - 1, false));
        if self.random.below(2) == 0 {
            // The function reads three bits of each digit.
            let digits = self.random.next() & 0x7777;
            let text = format!("__byte_perm({}, {}, {digits:#x})", a.text, b.text);
            return a.with(&b, text, |x, y| {
                let both = x | y << 32;
                (0..4).map(|k| (both >> (8 * (digits >> (4 * k) & 7)) & 255) << (8 * k)).sum()
            });
        }
        let by = 8 * self.random.below(5) as u64;
        let name = self.random.pick(&["l", "lc", "r", "rc"]);
        let text = format!("__funnelshift_{name}({}, {}, {by})", a.text, b.text);
        let by = if name.ends_with('c') { by } else { by & 31 };
        a.with(&b, text, |x, y| {
            (x | y << 32) >> (if name.starts_with('l') { 32 - by } else { by }) & 0xffff_ffff
        })
    }

    /// Each byte from somewhere: what packs, unpacks and swaps.
    fn picked(&mut self, wide: bool) -> Tree {
        let (bytes, count) = (if wide { 8 } else { 4 }, 1 + self.random.below(3));
        let leaves: Vec<Tree> = (0..count).map(|_| self.leaf(wide)).collect();
        let word = self.random.pick(&["|", "|", "^", "+"]);
        let mut places: Vec<usize> = (0..bytes).filter(|_| self.random.below(5) > 0).collect();
        places.push(self.random.below(bytes));
        places.dedup();
        let mut all: Option<Tree> = None;
        for place in places {
            let (leaf, from) = (leaves[self.random.below(count)].clone(), self.random.below(bytes));
            let by = 8 * (place as i32 - from as i32);
            let part = match self.random.below(2) {
                0 => leaf.shifted(by).masked(255 << (8 * place)),
                _ => leaf.masked(255 << (8 * from)).shifted(by),
            };
            all = Some(match all {
                None => part,
                Some(a) => {
                    let text = format!("({} {word} {})", a.text, part.text);
                    a.with(&part, text, |x, y| match word {
                        "|" => x | y,
                        "^" => x ^ y,
                        _ => x.wrapping_add(y),
                    })
                }
            });
        }
        all.expect("a place")
    }
}

fn list<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|v| format!("\"{v}\"")).collect::<Vec<String>>().join(", ")
}

/// Runs trees at each level: what they become has to be what the host says. The PTX of -O3 goes to `sees`.
#[track_caller]
fn check(leaves: &[(&str, Tree)], before: &str, trees: &[Tree], sees: impl Fn(&str)) {
    let mut source = String::from("typedef unsigned u; typedef unsigned long long w;\n");
    let (mut buffers, mut loads, mut arguments) = (String::new(), String::new(), String::new());
    let (mut parameters, mut values) = (String::new(), Vec::<u64>::new());
    for (name, leaf) in leaves {
        let (of, element) = (leaf.c_type(), if leaf.wide { "u64" } else { "u32" });
        let _ = write!(parameters, "const {of} *p{name}, ");
        let _ = write!(loads, "{of} {name} = p{name}[i]; ");
        let _ = writeln!(buffers, "[buffers.{name}]\ntype = \"{element}\"");
        let _ = writeln!(buffers, "init = {{ values = [{}] }}", list(&leaf.values));
        let _ = write!(arguments, "\"&{name}\", ");
    }
    let _ = writeln!(
        source,
        "extern \"C\" __global__ void k({parameters}w *o) {{ int i = threadIdx.x; {loads}{before}"
    );
    for (k, tree) in trees.iter().enumerate() {
        let _ = writeln!(source, "o[i + {}] = {};", k * THREADS, tree.text);
        values.extend(&tree.values);
    }
    source.push_str("}\n");
    let file = format!(
        "source = \"k.cu\"\n{buffers}[buffers.o]\ntype = \"u64\"\nlength = {}\n[[launch]]\nkernel = \"k\"\ngrid = [1]\n\
         block = [{THREADS}]\nargs = [{arguments}\"&o\"]\n[[expect]]\nbuffer = \"o\"\nvalues = [{}]\nexact = true\n",
        values.len(),
        list(&values),
    );
    judge_source(&source, &file, &[], &["-O0", "-O1", "-O3"], |level, ptx| {
        if level == "-O3" {
            sees(ptx);
        }
    })
    .unwrap_or_else(|e| panic!("{e}\n{source}"));
}

/// Operands that have signs, zeros and whatever else.
fn operands(random: &mut Random, name: &str, wide: bool) -> Tree {
    let values = (0..THREADS).map(|k| match k {
        0 => 0,
        1 => u64::MAX,
        2 => 0x8000_0080_0080_8000,
        _ => random.next(),
    });
    Tree { text: name.into(), values: values.collect(), wide: true }.map(name.into(), wide, |x| x)
}

#[test]
fn byte_trees_are_the_host_s() {
    for seed in 1..=40 {
        let mut random = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let names = [("x", false), ("y", false), ("z", false), ("v", true), ("t", true)];
        let leaves: Vec<(&str, Tree)> =
            names.map(|(name, wide)| (name, operands(&mut random, name, wide))).into();
        let mut all =
            Trees { random, leaves: leaves.iter().map(|(_, tree)| tree.clone()).collect() };
        let mut trees = Vec::new();
        for k in 0..24 {
            let (wide, depth) = (all.random.below(3) == 0, 2 + all.random.below(4) as u32);
            trees.push(if k % 3 == 0 { all.picked(wide) } else { all.any(depth, wide) });
        }
        check(&leaves, "", &trees, |ptx| {
            assert!(ptx.contains("prmt.b32"), "seed {seed} permutes nothing:\n{ptx}");
        });
    }
}

/// Two shifts around a word, by an amount and by the rest, for each amount that the kernel leaves. Where one of them is by the width it
/// is no shift of C: it gives 0, as PTX says, at each level.
#[test]
fn rotations_are_the_host_s() {
    let mut random = Random(18);
    let names = [("x", false), ("y", false), ("v", true), ("t", true)];
    let mut leaves: Vec<(&str, Tree)> =
        names.map(|(name, wide)| (name, operands(&mut random, name, wide))).into();
    // All amounts up to 32; of 64 bits each second.
    let amounts = |name: &str, last: usize, step: usize| {
        let values = (0..THREADS).map(|k| if k == 0 { last } else { k * step } as u64);
        Tree { text: name.into(), values: values.collect(), wide: false }
    };
    let ranges = [
        ("n", "n %= 33;", 32),
        ("m", "m &= 31;", 31),
        ("r", "r %= 65;", 64),
        ("s", "s &= 63;", 63),
    ];
    let mut before = String::new();
    for (name, range, last) in ranges {
        leaves.push((name, amounts(name, last, if last < 33 { 1 } else { 2 })));
        before.push_str(range);
    }
    let at = |name: &str| leaves.iter().find(|(leaf, _)| *leaf == name).expect("a leaf").1.clone();
    let mut trees = Vec::new();
    for (a, b, n) in [("x", "x", "n"), ("x", "y", "n"), ("x", "x", "m"), ("x", "y", "m")]
        .into_iter()
        .chain([("v", "v", "r"), ("v", "t", "r"), ("v", "v", "s"), ("v", "t", "s")])
    {
        let (high, low, by) = (at(a), at(b), at(n));
        let bits = 8 * high.bytes() as u64;
        let cut = u64::MAX >> (64 - bits);
        let up = |x: u64, n: u64| if n < bits { x << n & cut } else { 0 };
        let down = |x: u64, n: u64| if n < bits { x >> n } else { 0 };
        for word in ["|", "^", "+"] {
            for mask in ["", " & 31", " & 63"] {
                let rest = format!("({bits} - {n})");
                let amounts = [n, &rest, &format!("(-{n})")].map(|n| format!("({n}{mask})"));
                let masked = |n: u64| match mask {
                    "" => n & 0xffff_ffff,
                    " & 31" => n & 31,
                    _ => n & 63,
                };
                let merge = |x: u64, y: u64| match word {
                    "|" => x | y,
                    "^" => x ^ y,
                    _ => x.wrapping_add(y),
                };
                for (k, j) in [(0, 1), (1, 0), (0, 2), (2, 0)] {
                    let (k_text, j_text) = (&amounts[k], &amounts[j]);
                    let text = format!("(({a} << {k_text}) {word} ({b} >> {j_text}))");
                    let amount = |which: usize, n: u64| match which {
                        0 => masked(n),
                        1 => masked(bits.wrapping_sub(n)),
                        _ => masked(n.wrapping_neg()),
                    };
                    let values = (0..THREADS).map(|i| {
                        let n = by.values[i];
                        merge(up(high.values[i], amount(k, n)), down(low.values[i], amount(j, n)))
                            & cut
                    });
                    trees.push(Tree { text, values: values.collect(), wide: bits == 64 });
                }
            }
        }
    }
    // A kernel each, as equal shifts of two would be one.
    let made = Cell::new([0; 4]);
    for tree in trees {
        check(&leaves, &before, &[tree], |ptx| {
            let words = ["shf.l.wrap", "shf.r.wrap", "shf.l.clamp", "shf.r.clamp"];
            let counts = words.map(|word| usize::from(ptx.contains(word)));
            made.set([0, 1, 2, 3].map(|k| made.get()[k] + counts[k]));
        });
    }
    let least = [24, 24, 6, 6];
    assert!(made.get().iter().zip(least).all(|(&made, least)| made >= least), "{made:?}");
}

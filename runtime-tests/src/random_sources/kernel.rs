//! The kernel: its variables, and statements over them in every shape of control flow.

use std::fmt::Write as _;

use super::expressions::{Expressions, Place, prec};
use super::memory;
use super::random::Random;
use super::scalar::{BOOL, DOUBLE, FLOAT, INT, SCALARS, UNSIGNED, is_float, name};

/// Local variables, of every type; where a bit is given the values stay below it, so that arithmetic may be signed.
const VARIABLES: [(&str, usize, u32); 16] = [
    ("f", BOOL, 0),
    ("c", 2, 0),
    ("uc", 3, 0),
    ("s", 4, 0),
    ("us", 5, 0),
    ("i", INT, 0),
    ("j", INT, 10),
    ("k", INT, 4),
    ("u", UNSIGNED, 0),
    ("v", UNSIGNED, 0),
    ("m", 8, 20),
    ("l", 10, 0),
    ("ul", 11, 0),
    ("w", 9, 6),
    ("x", FLOAT, 0),
    ("y", DOUBLE, 0),
];

/// Members of `t`: name, type, width of a bit-field.
const MEMBERS: [(&str, usize, u32); 10] = [
    ("x", INT, 0),
    ("y", 4, 0),
    ("lo", UNSIGNED, 5),
    ("hi", INT, 7),
    ("b", BOOL, 1),
    ("n", 2, 3),
    ("q", 11, 40),
    ("g", 10, 17),
    ("h", 5, 9),
    ("d", UNSIGNED, 32),
];

/// How many words each thread writes.
pub const WORDS: usize = VARIABLES.len() + MEMBERS.len() + 16;

/// How many threads run.
pub const THREADS: usize = 96;

/// Types and functions that every kernel uses.
const PRELUDE: &str = "\
struct T { int x; short y; unsigned lo : 5; int hi : 7; bool b : 1; signed char n : 3; unsigned long long q : 40; long long g : 17; unsigned short h : 9; unsigned d : 32; };
union M { unsigned w; float f; };
static __device__ CALL unsigned add3(unsigned a, unsigned b) { if (a > b) return a - b; return a + b + 3; }
static __device__ CALL unsigned step(unsigned a) { mark(a); return a * 7 + 1; }
static __device__ float keep(float x) { return x > -1024.0f && x < 1024.0f ? x : 3.0f; }
static __device__ double keep(double x) { return x > -1024.0 && x < 1024.0 ? x : 5.0; }";

/// A kernel under construction.
pub struct Kernel<'a> {
    r: &'a mut Random,
    e: Expressions,
    out: String,
    depth: usize,
    /// How many names were made up for loops and labels.
    names: usize,
    /// The kernel uses objects of the module.
    module: bool,
    /// Functions of a small number that may be called as statements.
    probes: &'a [String],
}

fn places() -> Vec<Place> {
    let mut all: Vec<Place> =
        VARIABLES.iter().map(|&(text, ty, bits)| narrowed(text, ty, bits, false)).collect();
    for (member, ty, bits) in MEMBERS {
        all.push(narrowed(&format!("t.{member}"), ty, bits, true));
    }
    for (text, ty, most) in [("k0", INT, 63), ("k1", INT, 5), ("k2", UNSIGNED, 0)] {
        let mut p = Place::whole(text, ty);
        p.writable = false;
        if most > 0 {
            p.range = (0, most);
        }
        all.push(p);
    }
    for text in ["a[i & 7]", "a[u & 7]", "a[k1]", "o.w"] {
        all.push(Place::whole(text, UNSIGNED));
    }
    all.push(Place::whole("b[v & 3]", 4));
    all
}

fn narrowed(text: &str, ty: usize, bits: u32, field: bool) -> Place {
    let mut p = Place::whole(text, ty);
    if bits > 0 && ty != BOOL {
        let most = 1i128 << if SCALARS[ty].signed { bits - 1 } else { bits };
        p.range = (if SCALARS[ty].signed { -most } else { 0 }, most - 1);
        p.bits = field.then_some(bits);
    }
    p
}

/// The lines before the kernel.
pub fn prelude(module: bool, inlined: bool) -> Vec<String> {
    let word = if inlined { "" } else { "__noinline__" };
    let mut lines: Vec<String> = PRELUDE.replace("CALL", word).lines().map(str::to_owned).collect();
    if module {
        lines.extend(memory::lines(inlined));
    }
    lines
}

/// The kernel's lines, which call each of `probes` at least once.
pub fn lines(r: &mut Random, module: bool, probes: &[String]) -> Vec<String> {
    let mut places = places();
    if module {
        places.extend(memory::places());
    }
    let e = Expressions { places, step: true };
    let mut k = Kernel { r, e, out: String::new(), depth: 0, names: 0, module, probes };
    k.whole();
    k.out.lines().map(str::to_owned).collect()
}

impl Kernel<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.depth + 2);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn whole(&mut self) {
        self.out
            .push_str("extern \"C\" __global__ void k(unsigned long long *out, const int *in) {\n");
        self.line("int at = blockIdx.x * blockDim.x + threadIdx.x;");
        self.line("const int k0 = in[at & 63] & 63, k1 = in[at + 1 & 63] & 3 | at & 1; const unsigned k2 = in[at + 5 & 63];");
        self.line("unsigned a[8]; short b[4]; T t, n[2]; M o; unsigned *p = a;");
        self.line("for (int z = 0; z < 8; z++) a[z] = in[at + z & 63];");
        self.line("for (int z = 0; z < 4; z++) b[z] = in[at + 2 * z & 63];");
        let values = "t.x = in[at & 63]; t.y = 3; t.lo = 9; t.hi = -5; t.b = at & 1; t.n = at; t.q = at * 5; t.g = -at; t.h = at; t.d = k2;";
        self.line(&format!("{values} n[0] = t; n[1] = t; n[1].x = 77; o.w = in[at & 31];"));
        for (k, (text, ty, bits)) in VARIABLES.iter().enumerate() {
            let (n, value) = (name(*ty), format!("in[at * 3 + {k} & 63]"));
            let line = match bits {
                _ if is_float(*ty) => format!("{n} {text} = ({value} & 1023) * 0.5f;"),
                0 => format!("{n} {text} = {value};"),
                bits => format!("{n} {text} = {value} & {};", (1 << (bits - 1)) - 1),
            };
            self.line(&line);
        }
        self.line("trace[HERE] = 1;");
        if self.module {
            self.out.push_str(memory::START);
            self.out.push('\n');
        }
        for k in 0..self.probes.len() {
            let call = format!("{}(k0 + {k} & 15);", self.probes[k]);
            self.line(&call);
        }
        for _ in 0..7 {
            self.statement();
        }
        if self.module {
            for line in memory::results() {
                self.line(line.trim_start());
            }
        }
        let mut words: Vec<String> = VARIABLES
            .iter()
            .map(|&(text, ty, _)| {
                if is_float(ty) {
                    format!("(long long)(keep({text}) * 64)")
                } else {
                    text.to_owned()
                }
            })
            .collect();
        words.extend(MEMBERS.iter().map(|(m, ..)| format!("t.{m}")));
        words.extend((0..8).map(|z| format!("a[{z}]")).chain((0..4).map(|z| format!("b[{z}]"))));
        words.extend(["n[0].x", "n[1].q", "o.w", "trace[HERE]"].map(str::to_owned));
        for (k, word) in words.iter().enumerate() {
            self.line(&format!("out[at * {WORDS} + {k}] = {word};"));
        }
        self.out.push_str("}\n");
    }

    fn block(&mut self, count: usize) {
        self.depth += 1;
        for _ in 0..count {
            self.statement();
        }
        self.depth -= 1;
    }

    fn condition(&mut self, depth: usize) -> String {
        self.e.any(self.r, depth).text
    }

    fn statement(&mut self) {
        if self.depth > 4 {
            return self.assignment();
        }
        if self.module && self.r.chance(20) {
            let text = memory::through_pointers(self.r, &self.e);
            self.line(&text);
        }
        match self.r.next(16) {
            0 => self.if_else(),
            1 => self.for_loop(),
            2 => self.switch(),
            3 => self.while_loop(),
            4 if self.depth == 0 => self.irreducible(),
            5 => self.line("{ T z = t; t = n[u & 1]; n[u & 1] = z; }"),
            6 => {
                let c = self.e.any(self.r, 1).at(prec::OR);
                self.line(&format!("p = {c} ? &a[0] : &a[4]; p[v & 3] += 3u;"));
            }
            7 if !self.probes.is_empty() => {
                let (probe, e) = (
                    self.probes[self.r.next(self.probes.len())].clone(),
                    self.e.integer(self.r, 2),
                );
                self.line(&format!("{probe}({} & 15);", e.at(prec::BIT_AND)));
            }
            8 => {
                let (element, e) = (self.name("z"), self.e.quiet(self.r, 1));
                let (list, form) = self.r.pick(&[
                    ("a", "unsigned &"),
                    ("b", "short "),
                    ("a", "const auto &"),
                    ("b", "auto &&"),
                ]);
                self.line(&format!(
                    "for ({form}{element} : {list}) u = u * 3 + {element} + ({});",
                    e.text
                ));
            }
            9 => {
                let (v, e) = (self.name("z"), self.e.integer(self.r, 2));
                self.line(&format!(
                    "if (auto {v} = {}; {v} > 3) l ^= {v}; else v -= {v};",
                    e.at(prec::ASSIGN)
                ));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        for _ in 0..8 {
            let Some(place) = self.e.target(self.r) else { return };
            let depth = 1 + self.r.next(4);
            if let Some((text, _)) = self.e.store(self.r, &place, depth) {
                return self.line(&format!("{text};"));
            }
        }
    }

    fn if_else(&mut self) {
        let c = self.condition(2);
        self.line(&format!("if ({c}) {{"));
        self.block(2);
        if self.r.chance(70) {
            self.line("} else {");
            self.block(2);
        }
        self.line("}");
    }

    fn for_loop(&mut self) {
        let (k, count) = (self.name("z"), 1 + self.r.next(5));
        self.line(&format!("for (int {k} = 0; {k} < {count}; {k}++) {{"));
        self.block(2);
        if self.r.chance(50) {
            let (c, word) = (self.condition(1), self.r.pick(&["break", "continue"]));
            self.line(&format!("if ({c}) {word};"));
            self.block(1);
        }
        self.line(&format!("u += {k}; }}"));
    }

    fn while_loop(&mut self) {
        let (w, c) = (self.name("z"), self.e.any(self.r, 1).at(prec::BIT_OR));
        if self.r.chance(50) {
            self.line(&format!("int {w} = 0; while ({w}++ < 3 && {c}) {{"));
            self.block(2);
            self.line("}");
        } else {
            self.line(&format!("int {w} = 0; do {{"));
            self.block(2);
            self.line(&format!("}} while ({w}++ < 3 && {c});"));
        }
    }

    fn switch(&mut self) {
        let e = self.e.integer(self.r, 1);
        self.line(&format!("switch ({} & 7) {{", e.at(prec::BIT_AND)));
        for k in 0..self.r.next(6) {
            self.line(&format!("case {k}: {{"));
            self.block(1);
            let end = if self.r.chance(60) { "} break;" } else { "}" };
            self.line(end);
        }
        self.line("default: j ^= 5; }");
    }

    /// A cycle with two entries.
    fn irreducible(&mut self) {
        let (g, c) = (self.name("g"), self.condition(1));
        self.line(&format!("{{ int {g} = 0; if ({c}) goto A{g}; else goto B{g};"));
        let (x, y) = (self.e.integer(self.r, 1), self.e.integer(self.r, 1));
        self.line(&format!("A{g}:; u ^= {};", x.at(prec::ASSIGN)));
        self.line(&format!("B{g}: v += {};", y.at(prec::ASSIGN)));
        let d = self.condition(1);
        self.line(&format!("if ({g}++ < 4) {{ if ({d}) goto A{g}; goto B{g}; }} }}"));
    }
}

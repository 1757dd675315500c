//! Random kernels of nothing but control flow: branches and loops that hang on the thread, the warp or nothing, early exits, and barriers of the warp and the block,
//! right or wrong.

use runtime_tests::random::Random;

/// A program in the making.
struct Maker {
    random: Random,
    text: String,
    loops: usize,
    names: usize,
    /// So many conditions of four are the same for all threads, and some of the others.
    uniform: usize,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut m = Maker {
        random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        text: String::new(),
        loops: 0,
        names: 0,
        uniform: seed as usize % 4,
    };
    m.text.push_str("extern \"C\" __global__ void k(int *out, const int *in, int n) {\nint t = threadIdx.x;\nint v = in[t & 63];\nout += 64 * blockIdx.x;\n");
    m.statements(3);
    if m.random.next(3) > 0 {
        m.text.push_str("out[t] += v;\n");
    }
    m.text.push_str("}\n");
    m.text
}

impl Maker {
    fn condition(&mut self) -> String {
        let k = self.random.next(64);
        if self.random.next(4) < self.uniform {
            return [format!("in[{k}] > 4"), "n > 3".to_owned()][k % 2].clone();
        }
        match self.random.next(9) {
            0 => format!("t < {k}"),
            1 => "v & 1".to_owned(),
            2 => format!("(t & 7) == {}", k % 8),
            3 => format!("in[(t + {k}) & 63] > 4"),
            4 => "t / 32 == 0".to_owned(),
            5 => format!("in[{k}] > 4"),
            6 => "n > 3".to_owned(),
            7 => format!("(v + t) % 3 == {}", k % 3),
            _ => "t >= n * 5".to_owned(),
        }
    }

    fn bound(&mut self) -> &'static str {
        self.random.of(&["3", "n", "(t & 3) + 1", "(v & 3)", "in[5] & 3", "t / 32 + 1"])
    }

    fn block(&mut self, depth: usize) {
        self.text.push_str("{\n");
        self.statements(depth);
        self.text.push_str("}\n");
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.random.next(4) {
            self.statement(depth);
        }
    }

    fn looped(&mut self, depth: usize) {
        self.names += 1;
        let (i, bound) = (format!("i{}", self.names), self.bound());
        self.loops += 1;
        match self.random.next(3) {
            0 => {
                self.text.push_str(&format!("int {i} = 0; do "));
                self.block(depth - 1);
                self.text.push_str(&format!("while ({i}++ < {bound});\n"));
            }
            1 => {
                let condition = self.condition();
                self.text.push_str(&format!("for (int {i} = 0; {i} < 4 && {condition}; {i}++) "));
                self.block(depth - 1);
            }
            _ => {
                self.text.push_str(&format!("for (int {i} = 0; {i} < {bound}; {i}++) "));
                self.block(depth - 1);
            }
        }
        self.loops -= 1;
    }

    fn statement(&mut self, depth: usize) {
        let (k, condition) = (self.random.next(64), self.condition());
        match self.random.next(14) {
            0..=2 if depth > 0 => {
                self.text.push_str(&format!("if ({condition}) "));
                self.block(depth - 1);
                if self.random.next(2) == 0 {
                    self.text.push_str("else ");
                    self.block(depth - 1);
                }
            }
            3..=5 if depth > 0 => self.looped(depth),
            6 if self.loops > 0 => {
                let word = self.random.of(&["break", "continue"]);
                self.text.push_str(&format!("if ({condition}) {word};\n"));
            }
            7 => self.text.push_str(&format!("if ({condition}) return;\n")),
            8 => self.text.push_str(&format!("if ({condition}) {{ out[t] += v; return; }}\n")),
            9 if depth > 0 => {
                self.text.push_str(&format!("if ({condition}) {{\n"));
                self.statements(depth - 1);
                self.text.push_str("return;\n}\n");
            }
            10 => self.text.push_str("__syncwarp();\n"),
            11 => self.text.push_str("__syncthreads();\n"),
            _ => self.text.push_str(&format!("v += in[(v + {k}) & 63];\n")),
        }
    }
}

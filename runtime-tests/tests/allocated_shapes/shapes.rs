//! The shapes.

use crate::{N, Shape, Thread, UNTOUCHED};

/// What stands before a kernel's statements: a thread's number in its block, where its result goes, ten values one a warp from a place of its part of `in` on,
/// and as many rounds over them as `n` says.
pub const HEAD: &str = "\
#define NUMBER ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)
#define OUT out[blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t]
#define VALUES(a, at) int a##0 = p[at], a##1 = p[(at) + 1], a##2 = p[(at) + 2], a##3 = p[(at) + 3], a##4 = p[(at) + 4], \\
    a##5 = p[(at) + 5], a##6 = p[(at) + 6], a##7 = p[(at) + 7], a##8 = p[(at) + 8], a##9 = p[(at) + 9];
#define SUM(a) (a##0 + a##1 + a##2 + a##3 + a##4 + a##5 + a##6 + a##7 + a##8 + a##9)
#define ROUND(a) ((a##0 ^ i) + (a##1 | i) + (a##2 & i) + (a##3 ^ i) + (a##4 | i)) * 5 + (a##5 & i) + (a##6 ^ i) + (a##7 | i) + (a##8 & i) + (a##9 ^ i)
#define ROUNDS(a) _Pragma(\"unroll 1\") for (int i = 0; i < n; i++) { s = s * 3 + ROUND(a); }
";

/// `in[at]`.
fn input(at: i32) -> i32 {
    at
}

/// `VALUES`.
fn values(t: Thread, at: i32) -> [i32; 10] {
    std::array::from_fn(|k| input(t.warp() * 64 + at + k as i32))
}

/// `SUM`.
fn sum(a: [i32; 10]) -> i32 {
    a.iter().sum()
}

/// `ROUND`.
fn round(s: i32, a: [i32; 10], i: i32) -> i32 {
    let x = (a[0] ^ i) + (a[1] | i) + (a[2] & i) + (a[3] ^ i) + (a[4] | i);
    let y = (a[5] & i) + (a[6] ^ i) + (a[7] | i) + (a[8] & i) + (a[9] ^ i);
    s.wrapping_mul(3).wrapping_add(x * 5 + y)
}

/// `ROUNDS`.
fn rounds(s: i32, a: [i32; 10]) -> i32 {
    (0..N).fold(s, |s, i| round(s, a, i))
}

/// Ten values over a loop, and behind it.
const PLAIN: &str = "\
VALUES(a, 0) // store
unsigned s = t;
ROUNDS(a)
OUT = s + SUM(a);";

/// What that gives.
fn plain(t: Thread) -> i32 {
    let a = values(t, 0);
    rounds(t.number, a).wrapping_add(sum(a))
}

const USUAL: Shape = Shape {
    name: "",
    bounds: "",
    body: PLAIN,
    options: &[],
    blocks: &[[64, 1, 1]],
    shared: 0,
    parts: 32,
    has_barrier: false,
    gives: plain,
};

pub const SHAPES: &[Shape] = &[
    Shape { name: "one dimension", blocks: &[[64, 1, 1], [96, 1, 1]], ..USUAL },
    Shape { name: "two dimensions", blocks: &[[8, 8, 1], [16, 6, 1]], ..USUAL },
    Shape { name: "three dimensions", blocks: &[[4, 4, 4], [2, 3, 16]], ..USUAL },
    Shape { name: "ragged", blocks: &[[33, 1, 1], [48, 1, 1], [7, 7, 1]], ..USUAL },
    Shape {
        name: "a known block has parts for its warps alone",
        options: &["--block-dim=8,8"],
        blocks: &[[8, 8, 1]],
        parts: 2,
        ..USUAL
    },
    Shape {
        name: "launch bounds without a size",
        bounds: "__launch_bounds__(96)",
        blocks: &[[96, 1, 1], [40, 1, 1], [4, 12, 2]],
        parts: 3,
        ..USUAL
    },
    Shape {
        name: "an exit before the store",
        body: "\
if (t >= n) return;
VALUES(a, 0) // store
unsigned s = t;
ROUNDS(a)
OUT = s + SUM(a);",
        gives: |t| if t.number >= N { UNTOUCHED } else { plain(t) },
        ..USUAL
    },
    Shape {
        name: "an exit behind the store",
        body: "\
VALUES(a, 0) // store
unsigned s = t;
ROUNDS(a)
if (in[t + 1] % 3 == 0) return;
ROUNDS(a)
OUT = s;",
        gives: |t| {
            let a = values(t, 0);
            match input(t.number + 1) % 3 {
                0 => UNTOUCHED,
                _ => rounds(rounds(t.number, a), a),
            }
        },
        ..USUAL
    },
    Shape {
        name: "nested loops that store again",
        body: "\
unsigned s = t;
#pragma unroll 1
for (int j = 0; j < 7; j++) {
    VALUES(a, j) // store
    ROUNDS(a)
}
OUT = s;",
        has_barrier: true,
        gives: |t| (0..7).fold(t.number, |s, j| rounds(s, values(t, j))),
        ..USUAL
    },
    Shape {
        name: "an arm of one warp",
        body: "\
unsigned s = t;
if ((int)threadIdx.x / 32 == 0) {
    VALUES(a, 0) // store
    ROUNDS(a)
}
OUT = s;",
        options: &["--block-dim=64"],
        parts: 2,
        gives: |t| if t.warp() == 0 { rounds(t.number, values(t, 0)) } else { t.number },
        ..USUAL
    },
    // In rows of 33 threads it is a part of a warp.
    Shape {
        name: "an arm of some threads of a row",
        body: "\
unsigned s = t;
if (threadIdx.x / 32 == 0) {
    VALUES(a, 0) // none
    ROUNDS(a) // none
}
VALUES(b, 20) // store
ROUNDS(b)
OUT = s;",
        blocks: &[[64, 1, 1], [33, 2, 1]],
        gives: |t| {
            let s = if t.x / 32 == 0 { rounds(t.number, values(t, 0)) } else { t.number };
            rounds(s, values(t, 20))
        },
        ..USUAL
    },
    // Who goes another round has other values than who left with the last ones.
    Shape {
        name: "a loop that threads leave in different rounds",
        body: "\
unsigned s = t;
VALUES(b, 20) // store
int i = 0;
#pragma unroll 1
for (; i < n; i++) {
    VALUES(a, i) // none
    s = s * 3 + ROUND(a); // none
    if (in[t + i] % 7 == 3) break;
    s = s + SUM(a); // none
}
ROUNDS(b)
OUT = s + i;",
        gives: |t| {
            let (mut s, mut last) = (t.number, N);
            for i in 0..N {
                let a = values(t, i);
                s = round(s, a, i);
                if input(t.number + i) % 7 == 3 {
                    last = i;
                    break;
                }
                s = s.wrapping_add(sum(a));
            }
            rounds(s, values(t, 20)).wrapping_add(last)
        },
        ..USUAL
    },
    Shape {
        name: "arms of one end",
        body: "\
unsigned s = t;
VALUES(b, 20) // store
ROUNDS(b)
if (in[t] % 3 == 0) {
    VALUES(a, 0) // none
    s = s * 7 + in[t + 1]; // none
    ROUNDS(a) // none
    OUT = s + SUM(b); // none
} else {
    VALUES(a, 10) // none
    s = s * 5 - in[t + 2]; // none
    ROUNDS(a) // none
    OUT = s + SUM(b); // none
}",
        gives: |t| {
            let b = values(t, 20);
            let s = rounds(t.number, b);
            let s = match input(t.number) % 3 {
                0 => rounds(s.wrapping_mul(7).wrapping_add(input(t.number + 1)), values(t, 0)),
                _ => rounds(s.wrapping_mul(5).wrapping_sub(input(t.number + 2)), values(t, 10)),
            };
            s.wrapping_add(sum(b))
        },
        ..USUAL
    },
    Shape {
        name: "the launch decides how much shared memory there is",
        body: "\
extern __shared__ int mine[];
mine[t] = in[t + 3];
__syncthreads();
VALUES(a, 0)
unsigned s = mine[t ^ 1];
ROUNDS(a)
OUT = s + SUM(a);",
        shared: 256,
        parts: 0,
        gives: |t| {
            let a = values(t, 0);
            rounds(input((t.number ^ 1) + 3), a).wrapping_add(sum(a))
        },
        ..USUAL
    },
    Shape {
        name: "values of 64 bits and floats",
        body: "\
long long a0 = (long long)p[0] << 33, a1 = (long long)p[1] << 34, a2 = (long long)p[2] << 35; // store
double b0 = p[3], b1 = p[4], b2 = p[5]; // store
float c0 = p[6], c1 = p[7], c2 = p[8], c3 = p[9]; // store
long long s = t;
double d = t;
float f = t;
#pragma unroll 1
for (int i = 0; i < n; i++) {
    s = s * 3 + (a0 ^ i) + (a1 | i) + (a2 & s);
    d = d + b0 * i + b1 - b2 * (i & 3);
    f = f + c0 * (i & 1) + c1 - c2 * (i & 7) + c3;
}
OUT = (int)(s >> 32) + (int)s + (int)d + (int)f + (int)(a0 >> 32) + (int)(b0 + b1 + b2) + (int)(c0 + c1 + c2 + c3);",
        gives: |t| {
            let a = values(t, 0);
            let wide = [33, 34, 35].map(|by| i64::from(a[by - 33]) << by);
            let (mut s, mut d, mut f) = (i64::from(t.number), t.number, t.number);
            for i in 0..N {
                let more = (wide[0] ^ i64::from(i)) + (wide[1] | i64::from(i)) + (wide[2] & s);
                s = s.wrapping_mul(3).wrapping_add(more);
                d += a[3] * i + a[4] - a[5] * (i & 3);
                f += a[6] * (i & 1) + a[7] - a[8] * (i & 7) + a[9];
            }
            let behind = (wide[0] >> 32) as i32 + a[3..].iter().sum::<i32>();
            ((s >> 32) as i32).wrapping_add(s as i32).wrapping_add(d + f + behind)
        },
        ..USUAL
    },
    Shape {
        name: "predicates",
        body: "\
VALUES(a, 0) // store
bool b0 = a0 & 1, b1 = a1 & 2, b2 = a2 & 4, b3 = a3 > 7, b4 = t & 1, b5 = in[t] > a4;
unsigned s = t;
#pragma unroll 1
for (int i = 0; i < n; i++) {
    s = s * 3 + ROUND(a);
    if (b0) s ^= i;
    if (b1 && b4) s += 5;
    if (b2 || b5) s -= i;
    if (b3 != b4) s = s * 7;
}
OUT = s + (b0 ? 1 : 2) + (b5 ? 4 : 8);",
        gives: |t| {
            let a = values(t, 0);
            let uniform = [a[0] & 1 != 0, a[1] & 2 != 0, a[2] & 4 != 0, a[3] > 7];
            let own = [t.number & 1 != 0, input(t.number) > a[4]];
            let mut s = t.number;
            for i in 0..N {
                s = round(s, a, i);
                s ^= if uniform[0] { i } else { 0 };
                s = s.wrapping_add(if uniform[1] && own[0] { 5 } else { 0 });
                s = s.wrapping_sub(if uniform[2] || own[1] { i } else { 0 });
                s = s.wrapping_mul(if uniform[3] != own[0] { 7 } else { 1 });
            }
            s.wrapping_add(if uniform[0] { 1 } else { 2 } + if own[1] { 4 } else { 8 })
        },
        ..USUAL
    },
    // What a text writes lives in no slot of the warp; what it reads may.
    Shape {
        name: "inline PTX",
        body: "\
VALUES(a, 0) // store
int x = t, y; // none
unsigned s = t;
#pragma unroll 1
for (int i = 0; i < n; i++) {
    asm(\"mad.lo.s32 %0, %1, %2, %3;\" : \"=r\"(y) : \"r\"(a0), \"r\"(a9), \"r\"(i)); // none
    asm volatile(\"add.s32 %0, %0, %1;\" : \"+r\"(x) : \"r\"(a5)); // none
    s = s * 3 + ROUND(a) + x + y; // none
}
OUT = s + x + SUM(a);",
        gives: |t| {
            let a = values(t, 0);
            let (mut x, mut s) = (t.number, t.number);
            for i in 0..N {
                x += a[5];
                s = round(s, a, i).wrapping_add(x + a[0] * a[9] + i);
            }
            s.wrapping_add(x + sum(a))
        },
        ..USUAL
    },
];

#!/usr/bin/env python3
"""Random kernels of loads and stores through pointers that overlap, at -O0, -O2 and -O3: all levels have to leave the same memory.

    tools/random_memory.py OPTX FIRST END      e.g. tools/random_memory.py target/release/optx 1 500

Each thread has a slice of global, shared and local memory of its own; some pointers of it overlap, one is __restrict__. Among the accesses are
volatile ones, atomics, fences, bytes, and a call that writes. All is unsigned, so nothing overflows. What differs is told and left in the
temporary folder; the exit status is 1 then."""

import concurrent.futures
import pathlib
import random
import subprocess
import sys
import tempfile

LEVELS = ("-O0", "-O2", "-O3")

FRAME = """__device__ __noinline__ void bump(unsigned *m, int k) {{ m[k] += k; }}
extern "C" __global__ void k(unsigned *g, unsigned *__restrict__ rr, const unsigned *__restrict__ ww, unsigned *out, int n) {{
  int t = threadIdx.x & 3;
  unsigned x = threadIdx.x, y = 1;
  unsigned *m = g + threadIdx.x * 64, *q = m + (n & 3), *w = m + 16, *r = rr + threadIdx.x * 64;
  const unsigned *from = ww + threadIdx.x * 64;
  __shared__ unsigned shared[32 * 16];
  unsigned *sh = shared + threadIdx.x * 16, loc[16];
  for (int k = 0; k < 16; k++) {{ loc[k] = from[k]; sh[k] = k * 3; }}
  {body}
  for (int k = 0; k < 16; k++) out[threadIdx.x * 36 + k] = loc[k] ^ sh[k];
  out[threadIdx.x * 36 + 16] = x;
  out[threadIdx.x * 36 + 17] = y;
}}
extern "C" __global__ void sum(const unsigned *g, const unsigned *r, const unsigned *out, unsigned *h) {{
  unsigned a = 7, b = 9, c = 11;
  for (int k = 0; k < 2048; k++) {{ a = a * 33 ^ g[k]; b = b * 31 ^ r[k]; }}
  for (int k = 0; k < 1152; k++) c = c * 37 ^ out[k];
  h[0] = a;
  h[1] = b;
  h[2] = c;
}}
"""

LAUNCH = """source = "{source}"
seed = {seed}
[buffers]
g = {{ type = "u32", length = 2048, init = {{ uniform = [0, 40] }} }}
r = {{ type = "u32", length = 2048, init = {{ uniform = [0, 40] }} }}
w = {{ type = "u32", length = 2048, init = {{ uniform = [0, 9] }} }}
out = {{ type = "u32", length = 1152 }}
h = {{ type = "u32", length = 3 }}
[[launch]]
kernel = "k"
grid = [1]
block = [32]
args = ["&g", "&r", "&w", "&out", {{ i32 = {n} }}]
[[launch]]
kernel = "sum"
grid = [1]
block = [1]
args = ["&g", "&r", "&out", "&h"]
"""


class Generator:
    """The body of the kernel of a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.depth = 0
        self.loops = 0

    def index(self):
        pick, chance = self.random, self.random.random()
        if chance < 0.4:
            return str(pick.randrange(6))
        if chance < 0.6:
            return f"(x & {pick.choice([1, 3, 7])})"
        if chance < 0.8 and self.loops:
            return f"(i{pick.randrange(self.loops)} & {pick.choice([1, 3, 7])})"
        if chance < 0.9 and self.loops:
            return f"i{pick.randrange(self.loops)} + {pick.randrange(3)}"
        return f"t + {pick.randrange(4)}"

    def place(self):
        return f"{self.random.choice(['m', 'm', 'q', 'r', 'sh', 'loc', 'w'])}[{self.index()}]"

    def value(self, depth=0):
        chance = self.random.random()
        if chance < 0.45:
            return self.place()
        if chance < 0.6:
            return self.random.choice(["x", "y", "n", "t"])
        if chance < 0.7:
            return str(self.random.randrange(-5, 20))
        if depth > 2:
            return "x"
        return f"({self.value(depth + 1)} {self.random.choice('+-*^&|')} {self.value(depth + 1)})"

    def condition(self):
        return f"({self.value(1)} & 7) {self.random.choice(['<', '>', '==', '!='])} {self.random.randrange(7)}"

    def loop(self):
        k = self.loops
        self.loops += 1
        bounds = [str(self.random.randrange(1, 6)), "n", "(x & 3)", f"({self.place()} & 3)", "(m[2] & 3)"]
        bound, kind, body = self.random.choice(bounds), self.random.random(), self.block(in_loop=True)
        self.loops -= 1
        if kind < 0.6:
            return f"for (int i{k} = 0; i{k} < {bound}; i{k}++) {body}"
        if kind < 0.8:
            return f"{{ int i{k} = 0; do {body} while (++i{k} < {bound} && i{k} < 6); }}"
        return f"{{ int i{k} = 0; while (i{k} < 5 && {self.condition()}) {{ i{k}++; {body} }} }}"

    def statement(self):
        pick, chance = self.random, self.random.random()
        if chance < 0.22:
            return f"{self.place()} = {self.value()};"
        if chance < 0.36:
            return f"{self.place()} {pick.choice(['+=', '^=', '-='])} {self.value()};"
        if chance < 0.55:
            return f"{pick.choice('xy')} = {self.value()};"
        if chance < 0.6:
            return f"{pick.choice('xy')} += {self.place()};"
        if self.depth < 4 and chance < 0.72:
            other = f" else {self.block()}" if pick.random() < 0.5 else ""
            return f"if ({self.condition()}) {self.block()}{other}"
        if self.depth < 4 and self.loops < 3 and chance < 0.9:
            return self.loop()
        others = [
            f"atomicAdd(&m[{pick.randrange(6)}], {self.value(2)});",
            f"x += *(volatile unsigned *)&m[{pick.randrange(6)}];",
            f"*(volatile unsigned *)&q[{pick.randrange(6)}] = x;",
            "__threadfence();",
            "bump(m, x & 7);",
            f"((unsigned char *)m)[{pick.randrange(24)}] = x;",
        ]
        return pick.choice(others)

    def block(self, in_loop=False):
        self.depth += 1
        lines = [self.statement() for _ in range(self.random.randrange(1, 5))]
        if in_loop and self.random.random() < 0.25:
            jump = f"if ({self.condition()}) {self.random.choice(['break', 'continue'])};"
            lines.insert(self.random.randrange(len(lines) + 1), jump)
        self.depth -= 1
        return "{ " + " ".join(lines) + " }"

    def kernel(self):
        lines = [self.statement() for _ in range(self.random.randrange(4, 10))]
        return FRAME.format(body="\n  ".join(lines))


def differs(optx, folder, seed):
    """What each level gives, if that is not one thing."""
    source = folder / f"seed{seed}.cu"
    launch = folder / f"seed{seed}.launch.toml"
    source.write_text(Generator(seed).kernel())
    launch.write_text(LAUNCH.format(source=source.name, seed=seed, n=seed % 5))
    results = {}
    for level in LEVELS:
        command = [optx, "run", level, "-w", "--max-instructions", "3000000", source]
        run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        told = [line for line in run.stdout.splitlines() if line.startswith("h[")]
        results[level] = (run.returncode, told or run.stderr[-300:])
    same = all(result == results["-O0"] for result in results.values())
    if same and run.returncode == 0 and told:
        source.unlink()
        launch.unlink()
        return None
    return results


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    optx, first, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    folder = pathlib.Path(tempfile.mkdtemp(prefix="optx-random-memory-"))
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        seeds = range(first, end)
        for seed, results in zip(seeds, pool.map(lambda seed: differs(optx, folder, seed), seeds)):
            if results:
                wrong += 1
                print(f"{folder}/seed{seed}.cu: {results}", flush=True)
    print(f"{end - first} kernels, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

"""Functions in closed shapes as `.ssa` text (docs/ir.md), for `tools/budgets --variance`: each of about so many CODEREPs.

A shape's text is made in one pass, of as many pieces as the size takes. What the pieces have in common: addresses that are affine in
`threadIdx.x`, loads from them, a sum that varies, one that is uniform. So every size asks for the same mix of states.
"""

DEEPEST_NEST = 10_000
MOST_BREAKS = 1_000
DEEPEST_LOOPS = 100


def pieces(left, most):
    """Parts of a number, the most that is allowed each."""
    while left > 0:
        yield min(left, most)
        left -= most


class Text:
    """A kernel in work: blocks as lines, symbols with their versions."""

    def __init__(self):
        self.blocks, self.symbols, self.versions, self.preds = [], [], [], []
        self.n, self.p, self.t = (self.make(*s) for s in (("U4", "n"), ("U8", "p"), ("U4", "t")))
        # The bytes of memory: one version on entry, and one for each store.
        self.memory = self.make("V", "global", "memory")
        self.index, self.offset, self.loaded = self.symbol("U4", "j"), self.symbol("U8", "e"), self.symbol("U4", "x")
        self.constants = 0
        self.begin(self.block())
        self.set(self.n, "(ivar U4 param (lda %0 0) 0 align=4)")
        self.set(self.p, "(ivar U8 param (lda %1 0) 0 align=8)")
        self.set(self.t, "(U4U4INTRINSIC_OP ~tid.x)")

    def symbol(self, mtype, name, kind="temp"):
        self.symbols.append((kind, mtype, name))
        self.versions.append(0)
        return len(self.symbols) - 1

    def version(self, symbol):
        self.versions[symbol] += 1
        return f"v{symbol}.{self.versions[symbol]}"

    def make(self, mtype, name, kind="temp"):
        return self.version(self.symbol(mtype, name, kind))

    def constant(self):
        """A number that no other place has."""
        self.constants += 1
        return f"={self.constants}:U4"

    def block(self):
        """The number of a new block."""
        self.preds.append([])
        return len(self.preds) - 1

    def begin(self, bb):
        """Now on statements are of this block."""
        self.at, self.lines = bb, []
        self.blocks.append((bb, self.lines))

    def set(self, version, tree):
        self.lines.append(f"(stid ({version}) {tree})")
        return version

    def phi(self, result, *operands):
        """A merge of what comes from the predecessors in order; they may be told of later."""
        self.lines.append((result, operands))
        return result

    def goto(self, to):
        self.preds[to].append(self.at)
        self.lines.append(f"(goto bb{to})")

    def branch(self, condition, yes, no):
        self.preds[yes].append(self.at)
        self.preds[no].append(self.at)
        self.lines.append(f"(branch {condition} bb{yes} bb{no})")

    def varying(self):
        """A condition that threads differ in, and that no other place has: three CODEREPs."""
        return f"(BU4LT (U4ADD {self.t} {self.constant()}) {self.n})"

    def load(self):
        """What an address gives that is affine in `threadIdx.x`: 10 CODEREPs."""
        j = self.set(self.version(self.index), f"(U4ADD {self.t} {self.constant()})")
        e = self.set(self.version(self.offset), f"(U8MPY (I8I4CVT {j}) =4:U8)")
        return self.set(self.version(self.loaded), f"(ivar U4 global (U8ADD {e} {self.p}) 0 mu({self.memory}))")

    def ssa(self):
        """The whole, ended with a return."""
        self.lines.append("(return)")
        out = ['(ssa 1', ' (options target=sm_75 O=3)', ' (file "k.cu")', ' (type t0 scalar U4)', ' (type t1 pointer t0)',
               ' (func ssa "k" "k" @0:1:1 at=split-edges', '  (local %0 "n" t0 param align=4 =0)',
               '  (local %1 "p" t1 param align=8 =1)']
        for k, ((kind, mtype, name), count) in enumerate(zip(self.symbols, self.versions)):
            out.append(f'  (aux v{k} {kind} {mtype} "{name}" {count + 1})')
        for bb, lines in self.blocks:
            preds = "".join(f" bb{p}" for p in self.preds[bb])
            out.append(f"  (bb bb{bb}" + (f" (preds{preds})" if preds else ""))
            for line in lines:
                if isinstance(line, tuple):
                    line = f"(phi {line[0]} {' '.join(line[1])})"
                out.append(f"   {line}")
            out.append("  )")
        out.append(" )\n)\n")
        return "\n".join(out)


def straight(size):
    """No branch: loads from affine addresses, sums, and a store now and then."""
    f = Text()
    a, b = f.symbol("U4", "a"), f.symbol("U4", "b")
    va, vb = f.set(f.version(a), f.t), f.set(f.version(b), f.n)
    memory = int(f.memory[1:].split(".")[0])
    for k in range(size // 16):
        x = f.load()
        va = f.set(f.version(a), f"(U4ADD {va} {x})")
        vb = f.set(f.version(b), f"(U4ADD (U4MPY {vb} {f.n}) {f.constant()})")
        if k % 4 == 3:
            old, f.memory = f.memory, f.version(memory)
            at = f"v{f.offset}.{f.versions[f.offset]}"
            f.lines.append(f"(istore ((ivar U4 global (U8ADD {at} {f.p}) 0 mu({f.memory}))) {va} chi({f.memory} <- {old}))")
    return f.ssa()


def cases(f, a, count, tree):
    """One choice among so many cases by a number that threads differ in, as a tree of comparisons or as a ladder of them; gives what
    comes out."""
    end, default = f.block(), f.block()
    arriving = []
    # Of `threadIdx.x` alone it is known that no case from 1024 on runs.
    by = f.set(f.make("U4", "s"), f"(U4ADD {f.t} {f.n})")

    def case(low, other):
        here = f.block()
        f.branch(f"(BU4EQ {by} ={low}:U4)", here, other)
        f.begin(here)
        arriving.append(f.set(f.version(a), f"(U4ADD {f.load()} {f.constant()})"))
        f.goto(end)

    if tree:
        work = [(f.at, 0, count)]
        while work:
            at, low, high = work.pop()
            if at != f.at:
                f.begin(at)
            if high - low == 1:
                case(low, default)
                continue
            middle, left, right = (low + high) // 2, f.block(), f.block()
            f.branch(f"(BU4LT {by} ={middle}:U4)", left, right)
            work += [(right, middle, high), (left, low, middle)]
    else:
        for k in range(count):
            other = default if k == count - 1 else f.block()
            case(k, other)
            if other != default:
                f.begin(other)
    f.begin(default)
    arriving.append(f.set(f.version(a), f.n))
    f.goto(end)
    f.begin(end)
    return f.phi(f.version(a), *arriving)


def switch(size):
    """One switch of all cases, each with a load, as a tree of comparisons."""
    f = Text()
    cases(f, f.symbol("U4", "a"), max(size // 14, 1), True)
    return f.ssa()


def ladder(size):
    """One `if`, `else if`, ... of all cases, each with a load."""
    f = Text()
    cases(f, f.symbol("U4", "a"), max(size // 13, 1), False)
    return f.ssa()


def nest(size):
    """Divergent ifs in ifs, as deep as the size takes, and 10^4 deep nests one after the other beyond that."""
    f = Text()
    a = f.symbol("U4", "a")
    va = f.set(f.version(a), f.n)
    levels = size // 15
    while levels > 0:
        depth = min(levels, DEEPEST_NEST)
        levels -= depth
        outer = []
        for _ in range(depth):
            inside, behind = f.block(), f.block()
            f.branch(f.varying(), inside, behind)
            outer.append((behind, va))
            f.begin(inside)
            va = f.set(f.version(a), f"(U4ADD {va} {f.load()})")
        for behind, before in reversed(outer):
            f.goto(behind)
            f.begin(behind)
            va = f.phi(f.version(a), before, va)
    return f.ssa()


def breaks(size):
    """A loop with as many divergent breaks as the size takes, and loops of 10^3 one after the other beyond that."""
    f = Text()
    a, i = f.symbol("U4", "a"), f.symbol("U4", "i")
    va = f.set(f.version(a), f.n)
    for count in pieces(size // 14, MOST_BREAKS):
        start, header, end = f.set(f.version(i), "=0:U4"), f.block(), f.block()
        f.goto(header)
        f.begin(header)
        around, next_a, next_i = f.version(a), None, f.version(i)
        in_header = len(f.lines)
        now_i = f.phi(f.version(i), start, next_i)
        now, leaving = around, []
        for _ in range(count):
            more = f.block()
            f.branch(f"(BU4LT (U4ADD {f.t} {f.constant()}) {now_i})", end, more)
            leaving.append(now)
            f.begin(more)
            now = f.set(f.version(a), f"(U4ADD {now} {f.load()})")
        header_lines = next(lines for bb, lines in reversed(f.blocks) if bb == header)
        header_lines.insert(in_header, (around, (va, now)))
        f.set(next_i, f"(U4ADD {now_i} =1:U4)")
        f.goto(header)
        f.begin(end)
        merged = f.phi(f.version(a), *leaving)
        va = f.set(f.version(a), f"(U4ADD {merged} {now_i})")
    return f.ssa()


def loops(size):
    """Loops in loops, tested at the top, as deep as the size takes, and nests 100 deep one after the other beyond that."""
    f = Text()
    a, i = f.symbol("U4", "a"), f.symbol("U4", "i")
    va = f.set(f.version(a), f.n)
    for depth in pieces(size // 21, DEEPEST_LOOPS):
        outer = []
        for k in range(depth):
            start, header, body, behind = f.set(f.version(i), "=0:U4"), f.block(), f.block(), f.block()
            f.goto(header)
            f.begin(header)
            now_i, next_i, now, next_a = f.version(i), f.version(i), f.version(a), f.version(a)
            f.phi(now_i, start, next_i)
            f.phi(now, va, next_a)
            # Every fourth bound differs between threads.
            bound = f"(U4ADD {f.t if k % 4 == 3 else f.n} {f.constant()})"
            f.branch(f"(BU4LT {now_i} {bound})", body, behind)
            f.begin(body)
            va = f.set(f.version(a), f"(U4ADD {now} {f.load()})")
            outer.append((header, behind, now_i, next_i, now, next_a))
        for header, behind, now_i, next_i, now, next_a in reversed(outer):
            f.set(next_i, f"(U4ADD {now_i} =1:U4)")
            f.set(next_a, f"(U4ADD {va} {now_i})")
            f.goto(header)
            f.begin(behind)
            va = now
    return f.ssa()


SHAPES = {"straight": straight, "switch": switch, "ladder": ladder, "nest": nest, "breaks": breaks, "loops": loops}

"""PyTorch's operations on a device, of which its own tests' list tells names, types and samples; functions of ours for its jiterator; and
pairs of operations that its fusers put together.

Its argument is which of these: operations that are `elementwise`, `reductions` or `others`, `written`, `fused`, or `fused-before`, by the
fuser that PyTorch had before. Each operation runs in a process of its own, which may end as it likes: kernels do nothing here, and what
comes of that is no number. What goes wrong is told and costs one operation.
"""

import os
import signal
import sys
import traceback
import warnings

import torch

WHAT = sys.argv[1]
SECONDS = 15
FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
HALF = "template <typename T> T half_of(T x) { return x / T(2); }\n"
MIXED = "return flip ? x * w + y * (T(1) - w) : y * w + x * (T(1) - w);"
# Functions for the jiterator: name, source, further arguments with their first values.
WRITTEN = [
    ("scaled", "template <typename T> T scaled(T x, T y, T alpha) { return x + alpha * y; }", {"alpha": 2.0}),
    ("logistic", "template <typename T> T logistic(T x) { return T(1) / (T(1) + exp(-x)); }", {}),
    ("leaky", "template <typename T> T leaky(T x, T slope) { return x > T(0) ? x : slope * x; }", {"slope": 0.1}),
    ("norm3", "template <typename T> T norm3(T x, T y, T z) { return sqrt(x * x + y * y + z * z); }", {}),
    ("mish", "template <typename T> T mish(T x) { return x * tanh(log1p(exp(x))); }", {}),
    ("horner", "template <typename T> T horner(T x) { T r = 0; for (int k = 5; k >= 0; k--) r = r * x + T(k); return r; }", {}),
    ("helped", HALF + "template <typename T> T helped(T x, T y) { return half_of(x) * half_of(y); }", {}),
    ("mix", "template <typename T> T mix(T x, T y, T w, bool flip) { " + MIXED + " }", {"w": 0.5, "flip": True}),
]  # fmt: skip


def apart(name, work):
    """Does some work in another process, of which nothing but the programs that it hands over comes back."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    signal.alarm(SECONDS)
    try:
        work()
    except Exception:
        print(name, traceback.format_exc(limit=1), file=sys.stderr)
    os._exit(0)


def tried(name, work):
    try:
        work()
    except Exception as e:
        print(name, type(e).__name__, str(e)[:200], file=sys.stderr)


def laid_out(x):
    """A tensor as it is, and with its elements apart from each other."""
    if not isinstance(x, torch.Tensor) or x.dim() == 0:
        return [x]
    return [x, torch.stack([x, x], -1)[..., 0]]


def samples(op, kind, most):
    for k, sample in enumerate(op.sample_inputs("cuda", kind, requires_grad=False)):
        if k == most:
            break
        yield sample


def operation(op):
    for kind in sorted(op.supported_dtypes("cuda"), key=str):

        def of_kind(kind=kind):
            for sample in samples(op, kind, 6):
                for x in laid_out(sample.input):
                    tried(op.name, lambda x=x, sample=sample: op(x, *sample.args, **sample.kwargs))

        tried(op.name, of_kind)
    # Where one input is a number, on the host or of another type.
    for kind in [torch.float32, torch.complex64, torch.int32]:
        for other in [torch.tensor(2.0, device="cuda", dtype=torch.float64), torch.tensor(2), 2]:
            tried(op.name, lambda kind=kind, other=other: op(torch.ones(64, device="cuda", dtype=kind), other))
    if op.supports_autograd:
        for kind in [torch.float32, torch.complex64]:

            def backward(kind=kind):
                for k, sample in enumerate(op.sample_inputs("cuda", kind, requires_grad=True)):
                    if k == 2:
                        break
                    out = op(sample.input, *sample.args, **sample.kwargs)
                    out = out if isinstance(out, torch.Tensor) else out[0]
                    out.backward(torch.ones_like(out))

            tried(op.name, backward)


def written(name, source, values):
    count = source.split(f"T {name}(")[1].split(")")[0].count("T ") - len([v for v in values.values() if not isinstance(v, bool)])
    function = torch.cuda.jiterator._create_jit_fn(source, **values)
    for kind in [*FLOATS, torch.int32, torch.int64, torch.int8, torch.complex64]:
        for size in [(128,), (5, 7)]:
            inputs = [torch.ones(size, device="cuda", dtype=kind) for _ in range(count)]
            tried(name, lambda inputs=inputs: function(*inputs))
            tried(name, lambda inputs=inputs: function(*[laid_out(x)[-1] for x in inputs]))
            tried(name, lambda inputs=inputs: function(inputs[0], *[torch.ones(1, device="cuda", dtype=torch.float32)] * (count - 1)))


def fused(op):
    for kind in [k for k in [*FLOATS, torch.int32] if k in op.supported_dtypes("cuda")]:
        x = torch.ones(8, 16, device="cuda", dtype=kind)

        def one(x, y):
            return torch.clamp(op.op(x * y) + y, -2, 2)

        def two(x, y):
            return torch.where(x > y, op.op(x, y) * x, torch.tanh(y))

        for function in [one, two]:
            for inputs in [(x, x), (x, x[0])]:

                def traced(function=function, inputs=inputs):
                    script = torch.jit.trace(function, inputs, check_trace=False)
                    for _ in range(4):
                        script(*inputs)

                tried(op.name, traced)


def main():
    warnings.simplefilter("ignore")
    torch.backends.cudnn.enabled = False
    # The stand-ins do not mind that a process has forked.
    torch.cuda._is_in_bad_fork = lambda: False
    if WHAT == "written":
        for one in WRITTEN:
            apart(one[0], lambda one=one: written(*one))
        return
    from torch.testing._internal.common_methods_invocations import op_db
    from torch.testing._internal.opinfo.core import BinaryUfuncInfo, ReductionOpInfo, UnaryUfuncInfo

    torch._C._jit_set_texpr_fuser_enabled(WHAT == "fused")
    torch._C._jit_override_can_fuse_on_gpu(True)
    torch._C._jit_set_profiling_executor(WHAT == "fused")
    for op in op_db:
        elementwise = isinstance(op, (UnaryUfuncInfo, BinaryUfuncInfo))
        part = "elementwise" if elementwise else "reductions" if isinstance(op, ReductionOpInfo) else "others"
        if part == WHAT:
            apart(op.name, lambda op=op: operation(op))
        elif part == "elementwise" and WHAT.startswith("fused"):
            apart(op.name, lambda op=op: fused(op))


main()

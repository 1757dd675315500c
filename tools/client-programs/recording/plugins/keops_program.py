"""Formulas for KeOps: each of its operations, reductions and derivatives, in both precisions, with ranges and without.

What goes wrong is told and costs one formula.
"""

import sys
import traceback

import numpy as np
from pykeops.numpy import Genred, LazyTensor

M, N, D = 40, 50, 3
RANDOM = np.random.default_rng(0)
FORMULAS = [
    # Kernels.
    "Exp(-SqDist(x,y)*p)*b", "Exp(-Norm2(x-y)*p)*b", "Inv(IntCst(1)+SqDist(x,y))*b", "(x|y)*b", "Square(x|y)*b", "Log(IntCst(1)+SqDist(x,y))*b",
    "Rsqrt(IntCst(1)+SqDist(x,y))*b", "Sqrt(SqDist(x,y))*b", "Exp(-WeightedSqDist(w,x,y))*b", "Exp(-WeightedSqNorm(w,x-y))*b",
    # Functions of one argument.
    *[f"{f}(x-y)*b" for f in ["Abs", "Acos", "Asin", "Atan", "Cos", "Sin", "Exp", "Log", "Sqrt", "Rsqrt", "Sign", "Step", "ReLU", "SinXDivX", "Floor", "Minus", "Square", "Inv", "XLogX"]],
    "Round(x,2)*y", "Pow(x-y,3)*b", "Pow(x,7)", "Powf(Square(x),b)*y", "Atan2(x,y)*b", "Mod(x,IntCst(2),IntCst(1))*y", "Clamp(x,y,b)", "ClampInt(x,0,1)*y", "IfElse(x,y,w)",
    "Normalize(x)*b", "SqNorm2(x)*b", "Sum(x)*y", "SumT(b,3)*x*y", "Max(x)*y", "Min(x)*y", "ArgMax(x)*y", "ArgMin(x)*y",
    "Equal(x,y)", "NotEqual(x,y)", "LessThan(x,y)", "LessOrEqual(x,y)",
    # Parts and products.
    "Elem(x,1)*y", "ElemT(b,3,1)*x*y", "Extract(x,0,2)*b", "ExtractT(Extract(x,0,2),3,1)*y", "Concat(x,y)", "OneHot(b,3)*x*y", "TensorProd(x,y)", "MatVecMult(TensorProd(x,y),w)",
    "VecMatMult(w,TensorProd(x,y))", "Kron(x,y,CatDim(1,3),CatDim(1,3))", "TensorDot(x,y,Ind(3),Ind(3),Ind(0),Ind(0))", "GradMatrix(x*y,x)", "BSpline(b,y,2)*Sum(x)",
    # Derivatives.
    "Grad(Exp(-SqDist(x,y)*p)*b,x,e)", "Grad(Exp(-SqDist(x,y)*p)*b,y,e)", "Grad(Grad(Exp(-SqDist(x,y)*p)*b,x,e),y,w)", "Grad(Inv(IntCst(1)+SqDist(x,y))*b,x,e)", "Grad((x|y)*b,y,e)",
    "Grad(Normalize(x)|y,x,e)", "Grad(Log(IntCst(1)+SqDist(x,y)),x,e)", "Diff(Exp(-SqDist(x,y)),x,w)", "Divergence(Exp(-SqDist(x,y))*x,x)", "Laplacian(Exp(-SqDist(x,y)),x)",
    # Complex numbers.
    "ComplexMult(z,v)", "ComplexAbs(z)*b", "ComplexExp(ComplexMult(z,v))", "ComplexDivide(z,v)", "ComplexExp1j(b)", "Conj(z)+v", "ComplexReal(z)*ComplexImag(v)", "ComplexAngle(z)*b", "ComplexSquareAbs(z-v)*b", "Real2Complex(x)+Imag2Complex(y)",
]  # fmt: skip
VARIABLES = {"x": "Vi(0,3)", "y": "Vj(1,3)", "b": "Vj(2,1)", "p": "Pm(3,1)", "e": "Vi(4,1)", "w": "Pm(5,3)", "z": "Vi(6,2)", "v": "Vj(7,2)"}
ALIASES = [f"{name}={where}" for name, where in VARIABLES.items()]
REDUCTIONS = ["Sum", "LogSumExp", "Min", "Max", "ArgMin", "ArgMax", "Min_ArgMin", "Max_ArgMax", "KMin", "ArgKMin", "KMin_ArgKMin", "Max_SumShiftExp", "SumSoftMaxWeight", "Max_SumShiftExpWeight"]


def arguments(kind):
    shapes = [(M, D), (N, D), (N, 1), (1,), (M, 1), (D,), (M, 2), (N, 2)]
    return [RANDOM.random(shape).astype(kind) for shape in shapes]


def run(formula, reduction="Sum", kind="float32", axis=1, backend="GPU", ranges=None, **more):
    try:
        function = Genred(formula, ALIASES, reduction_op=reduction, axis=axis, **more)
        function(*arguments(kind), backend=backend, ranges=ranges)
    except Exception:
        print(formula, reduction, kind, traceback.format_exc(limit=2), file=sys.stderr)


def ranges():
    of_i = np.array([[0, 20], [20, M]], dtype="int32")
    of_j = np.array([[0, 25], [25, N]], dtype="int32")
    slices = np.array([1, 2], dtype="int32")
    return (of_i, slices, of_j, of_j, slices, of_i)


for k, formula in enumerate(FORMULAS):
    run(formula)
    run(formula, kind="float64", axis=k % 2)
for reduction in REDUCTIONS:
    more = {"opt_arg": 3} if "KMin" in reduction else {}
    if "Weight" in reduction:
        more["formula2"] = "y"
    run("SqDist(x,y)" if "Arg" in reduction or "Min" in reduction else "b*SqDist(x,y)", reduction, **more)
for backend in ["GPU_1D", "GPU_2D"]:
    run(FORMULAS[0], backend=backend)
    run("SqDist(x,y)", "LogSumExp", backend=backend)
run(FORMULAS[0], ranges=ranges())
run("SqDist(x,y)", "Min", ranges=ranges())
run(FORMULAS[0], dtype_acc="float64")
run(FORMULAS[0], sum_scheme="kahan_scheme")
run(FORMULAS[0], sum_scheme="block_sum")
run(FORMULAS[0], use_fast_math=False)
for kind in ["float32", "float64"]:
    try:
        # High dimensions, in chunks and not; batches.
        for dimension in [1, 2, 10, 100, 300]:
            x = LazyTensor(RANDOM.random((M, 1, dimension)).astype(kind))
            y = LazyTensor(RANDOM.random((1, N, dimension)).astype(kind))
            b = RANDOM.random((N, 2)).astype(kind)
            ((-((x - y) ** 2).sum(-1)).exp() @ b).sum()
            ((x - y).abs().sum(-1)).argmin(axis=1)
        x = LazyTensor(RANDOM.random((2, M, 1, 3)).astype(kind))
        y = LazyTensor(RANDOM.random((2, 1, N, 3)).astype(kind))
        (-((x - y) ** 2).sum(-1)).exp().sum(axis=2)
    except Exception:
        print("lazy", kind, traceback.format_exc(limit=2), file=sys.stderr)

"""Each algorithm of cuda.compute, by types, with operators that it knows, operators of ours in CUDA C, and its iterators.

What goes wrong is told and costs one algorithm.
"""

import sys
import traceback

import cuda.compute as compute
import numpy as np
from cuda.cccl import get_include_paths
from cuda.compute import OpKind, SortOrder
from cuda.compute.op import RawOp
from cuda.core import Program, ProgramOptions

COUNT = 1000
CPP = {"i1": "signed char", "i2": "short", "i4": "int", "i8": "long long", "u1": "unsigned char", "u4": "unsigned"}
CPP |= {"u8": "unsigned long long", "f2": "__half", "f4": "float", "f8": "double"}
HEADERS = "".join(f"#include <{name}>\n" for name in ["cuda_fp16.h", "cuda/std/cmath", "cuda/std/limits"])


class Array:
    """Memory of the device, which is the host's here."""

    def __init__(self, kind, count=COUNT):
        self.memory = np.zeros(count, kind)
        self.dtype, self.shape, self.size = self.memory.dtype, (count,), count
        data = (self.memory.ctypes.data, False)
        self.__cuda_array_interface__ = {"shape": (count,), "typestr": self.dtype.str, "data": data, "version": 3, "strides": None}


def written(name, kinds, result, expression):
    """An operator of ours: its arguments are a, b, c as far as there are kinds."""
    names = "abc"[: len(kinds)]
    values = "".join(f"  {CPP[kind]} {n} = *static_cast<{CPP[kind]}*>(p{n});\n" for n, kind in zip(names, kinds))
    parameters = ", ".join([f"void* p{n}" for n in names] + ["void* to"])
    source = f'{HEADERS}\nextern "C" __device__ void {name}({parameters}) {{\n'
    source += f"{values}  *static_cast<{result}*>(to) = {expression};\n}}\n"
    folders = [folder for folder in get_include_paths().as_tuple() if folder]
    options = ProgramOptions(arch="sm_80", relocatable_device_code=True, link_time_optimization=True, std="c++20", include_path=folders)
    return RawOp(name=name, ltoir=bytes(Program(source, "c++", options).compile("ltoir").code))


def run(name, work):
    try:
        work()
    except Exception:
        print(name, traceback.format_exc(limit=3), file=sys.stderr)


def reduce(kind, op, source=None, init=None, **more):
    first = np.zeros((), kind) if init is None else init
    compute.make_reduce_into(d_in=source or Array(kind), d_out=Array(kind, 1), op=op, h_init=first, **more)


def scan(make, kind, op, source=None, value=True):
    make(d_in=source or Array(kind), d_out=Array(kind), op=op, init_value=np.zeros((), kind) if value else None)


def segments():
    return {"start_offsets_in": Array("i8", 10), "end_offsets_in": Array("i8", 10)}


def radix(kind, values, order):
    value = (Array(values), Array(values)) if values else (None, None)
    compute.make_radix_sort(d_in_keys=Array(kind), d_out_keys=Array(kind), d_in_values=value[0], d_out_values=value[1], order=order)


def segmented_sort(kind, values, order):
    value = (Array(values), Array(values)) if values else (None, None)
    keys = {"d_in_keys": Array(kind), "d_out_keys": Array(kind)}
    compute.make_segmented_sort(**keys, d_in_values=value[0], d_out_values=value[1], order=order, **segments())


def merge(kind, values, op):
    value = (Array(values), Array(values)) if values else (None, None)
    compute.make_merge_sort(d_in_keys=Array(kind), d_in_values=value[0], d_out_keys=Array(kind), d_out_values=value[1], op=op)


def histogram(kind, levels):
    count, low, high = np.array([11], "i4"), np.array([0], levels), np.array([10], levels)
    told = {"h_num_output_levels": count, "h_lower_level": low, "h_upper_level": high, "num_samples": COUNT}
    compute.make_histogram_even(d_samples=Array(kind), d_histogram=Array("i4", 10), **told)


def partition(kind):
    low, high = written("is_low", [kind], "bool", "a < 3"), written("is_high", [kind], "bool", "a > 7")
    parts = {"d_first_part_out": Array(kind), "d_second_part_out": Array(kind), "d_unselected_out": Array(kind)}
    chosen = {"d_num_selected_out": Array("i8", 2), "select_first_part_op": low, "select_second_part_op": high}
    compute.make_three_way_partition(d_in=Array(kind), **parts, **chosen)


def iterators():
    """Iterators, each with the type of what it reads; not that which transforms: its name is another one at each run."""
    yield "i4", compute.CountingIterator(np.int32(0))
    yield "i8", compute.CountingIterator(np.int64(0))
    yield "f4", compute.ConstantIterator(np.float32(1))
    yield "f4", compute.CacheModifiedInputIterator(Array("f4"), modifier="stream")
    yield "f8", compute.ReverseIterator(Array("f8"))
    yield "f4", compute.PermutationIterator(Array("f4"), Array("i4"))
    yield "i8", compute.ShuffleIterator(COUNT)


def main():
    K = OpKind
    kinds = ["f4", "f8", "i4", "u1", "i8", "f2"]
    for kind, op in zip(kinds, [K.PLUS, K.MAXIMUM, K.BIT_XOR, K.BIT_OR, K.MULTIPLIES, K.PLUS]):
        run("reduce", lambda: reduce(kind, op))
    run("reduce", lambda: reduce("f4", K.PLUS, determinism=compute.Determinism.NOT_GUARANTEED))
    run("reduce", lambda: reduce("f4", K.PLUS, determinism=compute.Determinism.GPU_TO_GPU))
    run("reduce", lambda: reduce("f4", written("further", ["f4", "f4"], "float", "fabsf(a) > fabsf(b) ? a : b")))
    run("reduce", lambda: reduce("i8", written("gcd", ["i8", "i8"], "long long", "a > b ? a % (b ? b : 1) : b")))
    run("iterators", lambda: [run("iterator", lambda: reduce(kind, K.PLUS, source)) for kind, source in iterators()])
    for make, value in [(compute.make_exclusive_scan, True), (compute.make_inclusive_scan, False), (compute.make_inclusive_scan, True)]:
        for kind, op in [("f4", K.PLUS), ("i4", K.MAXIMUM), ("f8", K.MINIMUM)]:
            run("scan", lambda: scan(make, kind, op, value=value))
    run("scan", lambda: scan(compute.make_inclusive_scan, "f4", written("decayed", ["f4", "f4"], "float", "0.5f * a + b"), value=False))
    run("scan", lambda: scan(compute.make_exclusive_scan, "i4", K.PLUS, compute.CountingIterator(np.int32(0))))
    hypotenuse = written("hypotenuse", ["f8", "f8"], "double", "cuda::std::sqrt(a * a + b * b)")
    for kind, op in [("f4", K.PLUS), ("i4", K.MINIMUM), ("f8", hypotenuse)]:
        told = {"d_in": Array(kind), "d_out": Array(kind, 10), "op": op, "h_init": np.zeros((), kind)}
        run("segmented reduce", lambda: compute.make_segmented_reduce(**told, **segments()))
    for kind, values, order in [("u4", None, 0), ("f4", "i4", 1), ("i8", None, 1), ("f8", "f4", 0), ("i2", None, 0), ("f2", "u8", 0)]:
        run("radix sort", lambda: radix(kind, values, [SortOrder.ASCENDING, SortOrder.DESCENDING][order]))
    for kind, values, order in [("i4", None, 0), ("f4", "i4", 1)]:
        run("segmented sort", lambda: segmented_sort(kind, values, [SortOrder.ASCENDING, SortOrder.DESCENDING][order]))
    by_size = written("by_size", ["i4", "i4"], "bool", "abs(a) < abs(b)")
    for kind, values, op in [("f4", None, K.LESS), ("i4", "f8", K.GREATER), ("i4", None, by_size), ("u1", "u1", K.LESS)]:
        run("merge sort", lambda: merge(kind, values, op))
    for kind, levels in [("f4", "f4"), ("i4", "i4"), ("u1", "i4"), ("f8", "f8")]:
        run("histogram", lambda: histogram(kind, levels))
    for kind in ["i4", "f4"]:
        run("partition", lambda: partition(kind))
    for kind, text in [("i4", "a % 2 == 0"), ("f8", "a == a && a > 0")]:
        told = {"d_in": Array(kind), "d_out": Array(kind), "d_num_selected_out": Array("i8", 2)}
        run("select", lambda: compute.make_select(**told, cond=written("chosen", [kind], "bool", text)))
    soft = written("soft", ["f8"], "double", "a / (1 + cuda::std::abs(a))")
    for kind, op in [("f4", K.NEGATE), ("i4", K.BIT_NOT), ("u1", K.IDENTITY), ("f8", soft)]:
        run("transform", lambda: compute.make_unary_transform(d_in=Array(kind), d_out=Array(kind), op=op))
    two = written("blend", ["f4", "i4"], "float", "a * static_cast<float>(b)")
    for first, second, op in [("f4", "f4", K.PLUS), ("i8", "i8", K.MINUS), ("f4", "i4", two), ("f2", "f2", K.MULTIPLIES)]:
        run("transform", lambda: compute.make_binary_transform(d_in1=Array(first), d_in2=Array(second), d_out=Array(first), op=op))
    zipped = compute.ZipIterator(Array("f4"), compute.CountingIterator(np.int32(0)))
    run("transform", lambda: compute.make_unary_transform(d_in=zipped, d_out=zipped, op=K.IDENTITY))
    for kind, values in [("i4", "f4"), ("f8", "u1")]:
        keys = {"d_in_keys": Array(kind), "d_in_items": Array(values), "d_out_keys": Array(kind), "d_out_items": Array(values)}
        run("unique", lambda: compute.make_unique_by_key(**keys, d_out_num_selected=Array("i8", 1), op=K.EQUAL_TO))
    for make in [compute.make_lower_bound, compute.make_upper_bound]:
        for kind, op in [("f4", K.LESS), ("i8", K.GREATER)]:
            run("bound", lambda: make(d_data=Array(kind), d_values=Array(kind), d_out=Array("u8"), comp=op))


main()

"""Modules of Warp's own tests and examples, translated for a device of capability 8.0; what is handed to NVRTC is written down.

NVRTC is in Warp's library, which asks for no device to compile ahead of time. So the call of the library is what is caught, and the options
are put together as its `native/warp.cu` does (CUDA 13): a module that fails is told, and costs itself.

Its argument is the file that programs are added to, one a line.
"""

import importlib
import json
import os
import pkgutil
import sys
import traceback

import warp as wp
from warp._src import build, context

FILE = sys.argv[1]


def common(config, level, verify_fp, fast_math, fuse_fp, lineinfo):
    out = ["--std=c++17", {0: "--Ofast-compile=mid", 1: "--Ofast-compile=mid", 2: "--Ofast-compile=min"}.get(level, "--Ofast-compile=0")]
    if config == "debug":
        out += ["--define-macro=_DEBUG", "--generate-line-info", "--device-debug"]
    else:
        out += ["--define-macro=NDEBUG", *(["--generate-line-info"] if lineinfo else [])]
    out += ["--define-macro=WP_VERIFY_FP" if verify_fp else "--undefine-macro=WP_VERIFY_FP", "--define-macro=WP_ENABLE_MATHDX=1"]
    out += ["--use_fast_math"] if fast_math else []
    out += [f"--fmad={'true' if fuse_fp else 'false'}", "--device-as-default-execution-space", "--extra-device-vectorization", "--restrict"]
    return [*out, "--diag-suppress=177,550"]


def caught(cu_path, arch, output_path, *, pch_dir=None, config="release", optimization_level=3, verify_fp=False, fast_math=False, fuse_fp=True, lineinfo=False, arch_suffix="", use_precompiled_headers=True, extra_include_dirs=(), ltoirs=None, **_):
    use_ptx = output_path.endswith(".ptx")
    options = [f"--gpu-architecture={'compute' if use_ptx else 'sm'}_{arch}{arch_suffix}", "--include-path=" + os.path.join(build.warp_home, "native")]
    if use_precompiled_headers:
        options.append("-pch")
    options += common(config, optimization_level, verify_fp, fast_math, fuse_fp, lineinfo)
    options += [f"--include-path={d}" for d in extra_include_dirs]
    if ltoirs:
        options += ["-dlto", "--relocatable-device-code=true"]
    with open(cu_path) as source:
        program = {"name": os.path.basename(cu_path), "source": source.read(), "options": options}
    with open(FILE, "a") as out:
        out.write(json.dumps(program) + "\n")
    with open(output_path, "w") as out:
        out.write("recorded")


build.build_cuda = caught
wp.init()
for package in ["warp.tests", "warp.examples"]:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        if found.ispkg or "aux_" in found.name:
            continue
        try:
            importlib.import_module(found.name)
        except BaseException:
            print(found.name, traceback.format_exc(limit=1), file=sys.stderr)
            continue
        for module in [m for m in list(context.user_modules.values()) if m.name.startswith(found.name)]:
            try:
                wp.compile_aot_module(module, arch=80, module_dir=os.path.join(os.path.dirname(FILE), "warp-modules"), use_ptx=False)
            except BaseException:
                print(module.name, traceback.format_exc(limit=-3), file=sys.stderr)

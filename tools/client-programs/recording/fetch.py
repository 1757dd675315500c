"""Records the programs that projects hand to NVRTC, as `client-programs fetch` calls it: the folder that they go to, then projects.

Each project has a recipe, recipes/PROJECT.py, with a function `record(workshop)`. The scratch folder is that of $OPTX_RECORD_SCRATCH, which
is kept for the next recording, or one that is gone in the end.
"""

import importlib
import os
import sys
import tempfile

# Nothing is left beside the recipes.
sys.dont_write_bytecode = True

import record  # noqa: E402

# In the order of their weight.
PROJECTS = [
    "cupy", "pytorch", "tinygrad", "openmm", "keops", "warp", "arrayfire", "hashcat", "cccl", "slangpy", "gpuowl", "numba_cuda", "cudarc",
    "jitify",
]  # fmt: skip


def main(to, projects):
    wrong = [name for name in projects if name not in PROJECTS]
    if wrong:
        raise record.Wrong(f"there is no recipe for {', '.join(wrong)}, but for {', '.join(PROJECTS)}")
    os.makedirs(to, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory(prefix=".scratch.", dir=to) as scratch:
        scratch = os.environ.get("OPTX_RECORD_SCRATCH", scratch)
        for project in projects or PROJECTS:
            try:
                importlib.import_module(f"recipes.{project}").record(record.Workshop(scratch, to, project))
            except record.Wrong as e:
                record.say(f"{project}: {e}")
                failed += 1
    return failed


if __name__ == "__main__":
    try:
        sys.exit(1 if main(sys.argv[1], sys.argv[2:]) else 0)
    except record.Wrong as e:
        record.say(str(e))
        sys.exit(1)

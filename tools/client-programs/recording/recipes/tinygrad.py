"""tinygrad: its own tests on the device CUDA, which need the driver and NVRTC only.

torch, which some of them compare with, is a stand-in that knows nothing; of the tests of single operations only tinygrad's side runs.
"""

import os

from concurrent.futures import ThreadPoolExecutor

import draw
from record import HERE
from recipes import cuda

COMMIT = "a9069c177a9da9cca18593edf55acd2e6073cca6"
PLAIN = ["numpy==2.4.6", "pytest==9.2.0", "hypothesis==6.170.17"]
TESTS = [
    "test_ops", "test_dtype", "test_dtype_alu", "test_schedule", "test_linearizer", "test_tensor", "test_jit", "test_randomness",
    "test_transcendental", "test_uops", "test_setitem", "test_softmax_fusion", "test_rangeify",
]  # fmt: skip
MOST = 130
SECONDS = 150


def record(workshop):
    python, packages = workshop.environment("tinygrad", cuda.HEADERS, PLAIN)
    workshop.stand_ins(cuda.headers(packages))
    source = workshop.repository("tinygrad/tinygrad", COMMIT)
    environment = {
        "DEV": "CUDA",
        "CACHELEVEL": "0",
        "CUDA_PATH": os.path.join(packages, "nvidia", "cu13"),
        "PYTHONPATH": f"{source}:{os.path.join(HERE, 'plugins')}",
    }

    def tests(group):
        words = [python, "-m", "pytest", "-p", "tinygrad_plugin", "-q", "--tb=no", "-p", "no:cacheprovider", f"test/backend/{group}.py"]
        to = workshop.folder("recorded", "tinygrad", group)
        workshop.record(words, to, SECONDS, to + ".log", cwd=source, env=environment)
        return draw.recorded(to, group)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        groups = list(pool.map(tests, TESTS))
    draw.store(workshop, "tinygrad", [f"tinygrad/tinygrad {COMMIT}"], groups, MOST, [cuda.folder(packages)])

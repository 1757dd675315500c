"""OpenMM: its platform CUDA in each precision, with systems of ours (plugins/openmm_program.py) that have each of its forces and integrators,
and with the systems of its examples under its own force fields."""

import glob
import os

import draw
from record import HERE
from recipes import cuda

VERSION = "8.6.1"
COMMIT = "1a47c2f68439c579e27666e5f985ea1a46dd105a"
PINS = [f"OpenMM=={VERSION}", f"OpenMM-CUDA-13=={VERSION}", *cuda.HEADERS]
MOST = 300
SECONDS = 500


def record(workshop):
    python, packages = workshop.environment("openmm", PINS, ["numpy==2.4.6"])
    workshop.stand_ins(cuda.headers(packages))
    workshop.missing(glob.glob(os.path.join(packages, "OpenMM.libs", "lib", "plugins", "*CUDA*.so")))
    # The force fields and the platform are the wheels', the systems those of the repository.
    examples = workshop.repository("openmm/openmm", COMMIT, "examples/python-examples")
    program = os.path.join(HERE, "plugins", "openmm_program.py")
    groups = []
    for precision in ["single", "mixed", "double"]:
        to = workshop.folder("recorded", "openmm", precision)
        words = [python, program, precision, os.path.join(examples, "examples", "python-examples")]
        workshop.record(words, to, SECONDS, to + ".log")
        groups.append(draw.recorded(to, precision))
    draw.store(workshop, "openmm", PINS, groups, MOST, [cuda.folder(packages)])

"""Systems for OpenMM's platform CUDA: each force, integrator and constraint with what it can be told, in one precision.

Its arguments are the precision and the folder of OpenMM's example systems. What goes wrong is told and costs one system: kernels do nothing
here.
"""

import atexit
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback

import openmm as mm
from openmm import app
from openmm_systems import COUNT, FORCES, INTEGRATORS, constraints, harmonic, positions

PRECISION, EXAMPLES = sys.argv[1:]
PLATFORM = mm.Platform.getPlatformByName("CUDA")
# OpenMM keeps what NVRTC made, by what it was made of.
CACHE = tempfile.mkdtemp()
atexit.register(shutil.rmtree, CACHE, ignore_errors=True)


def run(name, build, integrator=None, steps=2):
    try:
        system = mm.System()
        for _ in range(COUNT):
            system.addParticle(12.0)
        system.setDefaultPeriodicBoxVectors(mm.Vec3(3, 0, 0), mm.Vec3(0, 3, 0), mm.Vec3(0, 0, 3))
        build(system)
        integrate(system, integrator or mm.VerletIntegrator(0.001), positions(), steps)
    except Exception:
        print(name, traceback.format_exc(limit=3), file=sys.stderr)


def integrate(system, integrator, places, steps=2):
    context = mm.Context(system, integrator, PLATFORM, {"Precision": PRECISION, "TempDirectory": CACHE})
    context.setPositions(places)
    context.setVelocitiesToTemperature(300)
    context.getState(getForces=True, getEnergy=True, getPositions=True, getVelocities=True)
    integrator.step(steps)
    context.getState(getForces=True, getEnergy=True)


def proteins():
    """A peptide with the usual force fields, with and without water, implicit solvents included."""
    structure = app.PDBFile(os.path.join(EXAMPLES, "input.pdb"))
    implicit = app.PDBFile(os.path.join(EXAMPLES, "ala_ala_ala.pdb"))
    cases = [
        (structure, ["amber14-all.xml", "amber14/tip3pfb.xml"], {"nonbondedMethod": app.PME, "constraints": app.HBonds}),
        (structure, ["amber99sb.xml", "tip3p.xml"], {"nonbondedMethod": app.LJPME, "constraints": app.AllBonds}),
        (structure, ["amoeba2018.xml"], {"nonbondedMethod": app.PME, "polarization": "mutual"}),
        (structure, ["amoeba2018.xml"], {"nonbondedMethod": app.PME, "polarization": "direct"}),
        (structure, ["amoeba2018.xml"], {"nonbondedMethod": app.PME, "polarization": "extrapolated"}),
    ]
    for model in ["hct", "obc1", "obc2", "gbn", "gbn2"]:
        cases.append((implicit, ["amber14-all.xml", f"implicit/{model}.xml"], {"nonbondedMethod": app.NoCutoff}))
    cases.append((implicit, ["amoeba2013.xml", "amoeba2013_gk.xml"], {"nonbondedMethod": app.NoCutoff}))
    for pdb, files, options in cases:
        # One that waits for what no kernel does costs a minute.
        child = os.fork()
        if child == 0:
            try:
                system = app.ForceField(*files).createSystem(pdb.topology, **options)
                integrate(system, mm.LangevinMiddleIntegrator(300, 1, 0.001), pdb.positions, 1)
            except Exception:
                print(files, traceback.format_exc(limit=3), file=sys.stderr)
            os._exit(0)
        for _ in range(60):
            if os.waitpid(child, os.WNOHANG)[0]:
                break
            time.sleep(1)
        else:
            print(files, options, "does not end", file=sys.stderr)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


proteins()
for name, build in FORCES.items():
    run(name, build)
for name, make in INTEGRATORS.items():
    try:
        run(name, constraints, make())
        run(name, harmonic, make())
    except Exception:
        print(name, traceback.format_exc(limit=3), file=sys.stderr)

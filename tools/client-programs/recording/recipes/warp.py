"""Warp: the modules of its tests and examples, ahead of time (plugins/warp_program.py)."""

import json
import os

import draw
from record import HERE

VERSION = "1.19.0"
MOST = 60
SECONDS = 900


def record(workshop):
    python, packages = workshop.environment("warp", [f"warp-lang=={VERSION}"], ["numpy==2.4.6"])
    to = workshop.folder("recorded", "warp")
    file = os.path.join(to, "programs")
    if os.path.exists(file):
        os.remove(file)
    environment = {"WARP_CACHE_PATH": workshop.folder("warp-cache")}
    workshop.record([python, os.path.join(HERE, "plugins", "warp_program.py"), file], to, SECONDS, to + ".log", env=environment)
    with open(file) as lines:
        told = [json.loads(line) for line in lines if line.endswith("\n")]
    programs = [draw.program("modules", p["name"], p["source"], p["options"]) for p in told]
    folders = [(os.path.join(packages, "warp", "native"), f"warp-{VERSION}")]
    draw.store(workshop, "warp", [f"warp-lang=={VERSION}"], [programs], MOST, folders)

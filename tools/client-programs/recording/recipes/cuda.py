"""The vendor's wheels: its headers, and what its own Python libraries need."""

import os

HEADERS = ["nvidia-cuda-runtime==13.5.37", "nvidia-cuda-crt==13.5.37", "nvidia-cuda-cccl==13.3.5.0.6"]

# What Python libraries on cuda.core need.
PYTHON = [
    "cuda-core==1.2.2", "cuda-bindings==13.5.0", "cuda-pathfinder==1.9.1", "nvidia-nvvm==13.5.37", "nvidia-nvjitlink==13.5.37",
]  # fmt: skip


def headers(packages):
    return os.path.join(packages, "nvidia", "cu13", "include")


def folder(packages):
    """What the headers are called below the folder of included files."""
    return headers(packages), "cuda-13.5.37"

"""The vendor's headers, of its wheels."""

import os

HEADERS = ["nvidia-cuda-runtime==13.5.37", "nvidia-cuda-crt==13.5.37", "nvidia-cuda-cccl==13.3.5.0.6"]


def headers(packages):
    return os.path.join(packages, "nvidia", "cu13", "include")


def folder(packages):
    """What the headers are called below the folder of included files."""
    return headers(packages), "cuda-13.5.37"

"""hashcat: its kernels with the options that backend.c puts together for CUDA on a device of capability 8.0, one program a kernel file.

What a hash mode says of its digests is read in its module; modes with options of their own for the compiler (jit_build_options) are taken
without them. Which files are taken: every 13th in the order of their names.
"""

import glob
import os
import re

import draw

COMMIT = "d3983edaf22f5370d1bb136c930460bcad2d9f6e"
MOST = 40
EVERY = 13
# Capability 8.0 has these instructions; the others are AMD's.
HAS = ["ADD", "ADDC", "SUB", "SUBC", "BFE", "LOP3", "MOV64", "PRMT", "SHFW"]
HAS_NOT = ["VADD", "VADDC", "VADD_CO", "VADDC_CO", "VSUB", "VSUBB", "VSUB_CO", "VSUBB_CO", "VPERM", "VADD3", "VBFE"]


def modes(source):
    """What the modules say, by the kernel that they have: the first one counts."""
    out = {}
    for path in sorted(glob.glob(os.path.join(source, "src", "modules", "module_*.c"))):
        with open(path) as file:
            said = dict(re.findall(r"static const \w+\s+(\w+)\s*=\s*(\w+);", file.read()))
        size = re.fullmatch(r"DGST_SIZE_(\d)_(\d+)", said.get("DGST_SIZE", ""))
        if size and said.get("KERN_TYPE", "").isdigit():
            said["elements"] = int(size[1]) * int(size[2]) // 4
            out.setdefault(int(said["KERN_TYPE"]), said)
    return out


def options(kernel, mode, attack):
    out = ["--std=c++14", "--gpu-architecture", "compute_80", "--split-compile", "0", "--minimal"]
    out += ["-D INCLUDE_PATH={includes}/hashcat", "-D XM2S(x)=#x", "-D M2S(x)=XM2S(x)", "-D MAX_THREADS_PER_BLOCK=1024"]
    inside = mode["ATTACK_EXEC"] == "ATTACK_EXEC_INSIDE_KERNEL"
    values = {"LOCAL_MEM_TYPE": 1, "VENDOR_ID": 32, "CUDA_ARCH": 800}
    for name in sorted(HAS + HAS_NOT):
        values[f"HAS_{name}"] = int(name in HAS)
    values |= {"VECT_SIZE": 1, "DEVICE_TYPE": 4}
    values |= {f"DGST_R{k}": mode[f"DGST_POS{k}"] for k in range(4)}
    values |= {"DGST_ELEM": mode["elements"], "KERN_TYPE": kernel, "ATTACK_EXEC": 11 if inside else 10, "ATTACK_KERN": attack, "ATTACK_MODE": attack}
    # These go through a string that is parted at blanks.
    return out + ["-D", "KERNEL_STATIC"] + [word for name, value in values.items() for word in ("-D", f"{name}={value}")] + ["-w"]


def record(workshop):
    source = workshop.repository("hashcat/hashcat", COMMIT, "OpenCL", "src/modules")
    said = modes(source)
    programs = []
    files = sorted(glob.glob(os.path.join(source, "OpenCL", "m[0-9]*.cl")))
    for path in files[::EVERY]:
        found = re.match(r"m(\d+)(?:_a(\d))?", os.path.basename(path))
        mode = said.get(int(found[1]))
        if mode is None:
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        name = os.path.basename(path).removesuffix(".cl")
        programs.append(draw.program(name, "main_kernel", text, options(int(found[1]), mode, int(found[2] or 0))))
    draw.store(workshop, "hashcat", [f"hashcat/hashcat {COMMIT}"], [programs], MOST, [(os.path.join(source, "OpenCL"), "hashcat")])

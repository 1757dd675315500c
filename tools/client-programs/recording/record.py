"""What recipes share: stand-ins built for the recording, environments of pinned packages, sources, and running clients."""

import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Wrong(Exception):
    """What cannot be recorded, and what to do about it."""


def say(text):
    print(f"client-programs: {text}", file=sys.stderr, flush=True)


def run(words, **more):
    """Runs a command that has to go well."""
    done = subprocess.run(words, capture_output=True, text=True, **more)
    if done.returncode:
        raise Wrong(f"{' '.join(words[:6])} ... failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


class Workshop:
    """A scratch folder with the stand-ins, and the folder that recordings go to."""

    def __init__(self, scratch, to, project):
        self.scratch, self.to = scratch, to
        self.libraries = self.folder("lib", project)
        self.includes = os.path.join(to, "include")

    def folder(self, *names):
        path = os.path.join(self.scratch, *names)
        os.makedirs(path, exist_ok=True)
        return path

    def environment(self, name, pins, plain=()):
        """A virtual environment with exactly the packages of `pins`, none that they ask for, and those of `plain` with what they do."""
        home = self.folder(name)
        python = os.path.join(home, "bin", "python")
        if not os.path.exists(os.path.join(home, ".complete")):
            say(f"{name}: {' '.join(pins)}")
            run([sys.executable, "-m", "venv", home])
            pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
            if pins:
                run([*pip, "--no-deps", *pins])
            if plain:
                run([*pip, *plain])
            open(os.path.join(home, ".complete"), "w").close()
        packages = run([python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"]).strip()
        return python, packages

    def stand_ins(self, headers, more=()):
        """Builds the driver, the runtime library (of `more` sources too) and NVRTC into the folder of libraries; the vendor's headers tell
        their functions."""
        names = set()
        for name in ["cuda_runtime_api.h", "cuda.h", "cudaProfiler.h"]:
            path = os.path.join(headers, name)
            if os.path.exists(path):
                with open(path) as file:
                    text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
                names |= set(re.findall(r"(?:CUDAAPI|CUDARTAPI(?:_CDECL)?)\s+\**(cu[dA-Z]\w+)\s*\(", text))
                renamed = re.findall(r"#\s*define\s+(cu[A-Z]\w+)\s+(?:__CUDA_API_PT(?:DS|SZ))?\(?(cu[A-Z]\w+)\)?", text)
                names |= {name for pair in renamed for name in pair}
        rest = self.weak("rest.c", names | {"cudaProfilerStart", "cudaProfilerStop", "cuProfilerStart", "cuProfilerStop"})
        for soname, sources in {
            "libcuda.so.1": [os.path.join(HERE, "driver.c"), rest],
            "libcudart.so.13": [os.path.join(HERE, "driver.c"), rest, *more],
            "libnvrtc.so.13": [os.path.join(HERE, "nvrtc.c")],
        }.items():
            to = os.path.join(self.libraries, soname)
            run(["gcc", "-O1", "-w", "-shared", "-fPIC", f"-I{headers}", f"-Wl,-soname,{soname}", *sources, "-o", to, "-ldl"])

    def instead(self, packages):
        """Puts the stand-ins where the vendor's Python libraries look for its own first."""
        for name in os.listdir(self.libraries):
            shutil.copy(os.path.join(self.libraries, name), os.path.join(packages, "nvidia", "cu13", "lib"))

    def true_nvrtc(self):
        """The true library, for clients that go on only with what it makes."""
        path = os.path.join(os.path.dirname(self.to), "nvrtc-13.5", "libnvrtc.so.13")
        if not os.path.exists(path):
            raise Wrong("NVRTC is not in the cache: run tools/fetch nvrtc")
        return path

    def weak(self, name, functions):
        """A source of functions that do nothing."""
        path = os.path.join(self.scratch, name)
        with open(path, "w") as out:
            out.writelines(f"__attribute__((weak)) int {f}(void) {{ return 0; }}\n" for f in sorted(functions))
        return path

    def missing(self, modules):
        """Stand-ins for the vendor's other libraries that compiled modules ask functions of."""
        wanted = {}
        for module in modules:
            for line in run(["nm", "-D", "--undefined-only", module]).splitlines():
                found = re.search(r" U (\w+)@(lib(?:cu|nv)\w+\.so\.\d+)", line)
                if found and not os.path.exists(os.path.join(self.libraries, found[2])):
                    wanted.setdefault(found[2], set()).add(found[1])
        for library, functions in wanted.items():
            self.library(library, functions)

    def library(self, name, functions=("nothing_is_asked_of_it",), version=None):
        source = self.weak(f"{name}.c", functions)
        versions = os.path.join(self.scratch, f"{name}.map")
        with open(versions, "w") as out:
            out.write(f"{version or name} {{ *; }};\n")
        run(["gcc", "-w", "-shared", "-fPIC", f"-Wl,-soname,{name}", f"-Wl,--version-script={versions}", source, "-o", os.path.join(self.libraries, name)])

    def archive(self, pin, file):
        """The unpacked source archive of a package, by pip's own index and connection."""
        beside = os.path.join(HERE, "..", "..", "public-kernels", "fetch.py")
        spec = importlib.util.spec_from_file_location("public_kernels_fetch", beside)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        to = self.folder("archives", pin)
        module.pypi(pin, file, os.path.join(to, file))
        with tarfile.open(os.path.join(to, file)) as archive:
            archive.extractall(to, filter="data")
        return os.path.join(to, file.removesuffix(".tar.gz"))

    def repository(self, name, commit, *paths):
        """Files of a repository's commit: of a bare copy below $OPTX_MIRRORS (OWNER+NAME/repo) where there is one, else of GitHub."""
        to = self.folder("repositories", name.replace("/", "+"))
        if os.listdir(to):
            return to
        mirror = os.path.join(os.environ.get("OPTX_MIRRORS", ""), name.replace("/", "+"), "repo")
        if not os.path.isdir(mirror):
            mirror = self.folder("bare", name.replace("/", "+"))
            run(["git", "init", "--quiet", "--bare", mirror])
            run(["git", "--git-dir", mirror, "fetch", "--quiet", "--depth=1", f"https://github.com/{name}", commit])
        archive = os.path.join(self.scratch, "archive.tar")
        run(["git", "--git-dir", mirror, "archive", "--output", archive, commit, *paths])
        with tarfile.open(archive) as files:
            files.extractall(to, filter="data")
        os.remove(archive)
        return to

    def record(self, words, to, seconds, log, **more):
        """Runs a client, whose own verdict counts for nothing here: kernels do nothing, so that most of its tests fail."""
        os.makedirs(to, exist_ok=True)
        environment = {**os.environ, "OPTX_RECORD_TO": to, "LD_LIBRARY_PATH": self.libraries, "PYTHONDONTWRITEBYTECODE": "1", **more.pop("env", {})}
        bounded = ["sh", "-c", "ulimit -v 12000000; exec \"$@\"", "sh", "timeout", str(seconds), *words]
        with open(log, "w") as out:
            subprocess.run(bounded, stdout=out, stderr=subprocess.STDOUT, env=environment, **more)
        return len(os.listdir(to))


def compiled_modules(packages, *names):
    return [so for name in names for so in glob.glob(os.path.join(packages, name, "**", "*.so"), recursive=True)]

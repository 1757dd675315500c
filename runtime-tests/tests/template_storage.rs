//! Objects that can be templates, or parts of one, in every memory and with every linkage: each is right, or refused.
//!
//! The table says which. What is right is what NVRTC's PTX gives on the emulator, with the names of objects that NVRTC gives
//! (but for those of internal linkage, which it adds the file's name to). What NVRTC refuses is not looked at.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::Failed;
use optx_judge::{Tool, nvrtc, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::optx;

/// Memories, with the initialiser that an object there may have, if `INIT` stands behind its declarator.
const STORAGE: &[(&str, &str)] = &[
    ("__device__", "= {3, 4}"),
    ("__constant__", "= {3, 4}"),
    ("__shared__", ""),
    ("__managed__ __device__", "= {3, 4}"),
];

const LINKAGE: &[&str] = &["", "static", "inline", "extern"];

/// Where a declaration stands: before it, behind it, and the path to its name.
const SCOPES: &[(&str, &str, &str)] = &[
    ("", "", ""),
    ("namespace n {", "}", "n::"),
    ("namespace {", "}", ""),
    ("namespace n { inline namespace v {", "} }", "n::"),
];

/// What may be made of a template. `S` is the memory, `L` the linkage, `I` the initialiser; `OPEN` and `CLOSE` stand for the
/// scope and `P` for the path. A kernel `k` of `T` = int or float writes to `out`.
const ENTITIES: &[(&str, &str, &str)] = &[
    ("variable", "right", "OPEN L S int x[2] I; CLOSE WRITE(P x)"),
    ("variable template", "right", "OPEN template <class T> L S T x[2] I; CLOSE WRITE(P x<T>)"),
    (
        "variable template of a number",
        "right",
        "OPEN template <int N> L S int x[2] I; CLOSE WRITE(P x<5>)",
    ),
    (
        "variable template, two instances",
        "right",
        "OPEN template <class T> L S T x[2] I; CLOSE WRITE2(P x<T>, P x<char>)",
    ),
    (
        "variable template, const",
        "right",
        "OPEN template <class T> L S const T x[2] = {3, 4}; CLOSE READ(P x<T>)",
    ),
    (
        "variable template with a default",
        "right",
        "OPEN template <class T, int N = 2> L S T x[N] I; CLOSE WRITE(P x<T>)",
    ),
    (
        "explicit specialisation",
        "refused",
        "OPEN template <class T> L S T x[2] I; template <> S int x<int>[2] I; CLOSE WRITE(P x<T>)",
    ),
    (
        "partial specialisation",
        "refused",
        "OPEN template <class T> L S T x[2] I; template <class T> L S T x<T *>[2] I; CLOSE WRITE(P x<T *>)",
    ),
    (
        "explicit instantiation",
        "refused",
        "OPEN template <class T> L S T x[2] I; template S int x<int>[2]; CLOSE WRITE(P x<T>)",
    ),
    ("member of a class", "refused", "OPEN struct C { L S static int x[2]; }; CLOSE WRITE(P C::x)"),
    (
        "member of a class template",
        "refused",
        "OPEN template <class T> struct C { static T x[2]; }; template <class T> L S T C<T>::x[2] I; CLOSE WRITE(P C<T>::x)",
    ),
    (
        "member template",
        "refused",
        "OPEN struct C { template <class T> static S T x[2]; }; CLOSE WRITE(P C::x<T>)",
    ),
    (
        "local of a function template",
        "right",
        "OPEN template <class T> __device__ T *f() { static S T x[2] I; return x; } CLOSE WRITE(P f<T>())",
    ),
    (
        "local of a function",
        "right",
        "OPEN __device__ inline int *f() { static S int x[2] I; return x; } CLOSE WRITE(P f())",
    ),
    (
        "local of a member function",
        "right",
        "OPEN template <class T> struct C { __device__ T *f() { static S T x[2] I; return x; } }; CLOSE WRITE(P C<T>().f())",
    ),
    ("shared local of a kernel", "right", "WRITEIN(__shared__ T x[2];, x)"),
];

fn kernel(open: &str, x: &str, write: bool, more: Option<&str>) -> String {
    let set = if write { format!("    {x}[0] = 5; {x}[1] = {x}[0] + 1;\n") } else { String::new() };
    let more = more.map_or(String::new(), |m| {
        format!(
            "    {} out[2] = (int){m}[1]; out[3] = (int)sizeof({m}[0]);\n",
            if write { format!("{m}[1] = 9;") } else { String::new() }
        )
    });
    format!(
        "template <class T> __global__ void k(int *out, int first) {{\n    {open}\n    if (first) {{ out[4] = (int){x}[0]; out[5] = (int){x}[1]; }}\n{set}    out[0] = (int){x}[0] * 10 + (int){x}[1]; out[1] = (int)sizeof({x}[0]);\n{more}}}\ntemplate __global__ void k<int>(int *, int);\n"
    )
}

fn source(form: &str, storage: (&str, &str), linkage: &str, scope: (&str, &str, &str)) -> String {
    let (declared, used) =
        form.find("WRITE").or(form.find("READ")).map_or((form, ""), |i| form.split_at(i));
    let words = |t: &str| -> String {
        let mut out = String::new();
        for word in t.split(' ') {
            out.push_str(match word {
                "S" => storage.0,
                "L" => linkage,
                "OPEN" => scope.0,
                "CLOSE" => scope.1,
                "I" => storage.1,
                "I;" if storage.1.is_empty() => ";",
                "I;" => "= {3, 4};",
                w => w,
            });
            out.push(' ');
        }
        out
    };
    let declared = words(declared);
    let inner = used.split_once('(').map_or("", |u| u.1.strip_suffix(')').unwrap_or(u.1));
    let inner = inner.replace("P ", scope.2);
    let kernel = match used.split('(').next().unwrap_or("") {
        "WRITE2" => {
            let (a, b) = inner.split_once(", ").unwrap_or((&inner, ""));
            kernel("", a, storage.0 != "__constant__", Some(b))
        }
        "WRITEIN" => {
            let (open, x) = inner.split_once(", ").unwrap_or(("", &inner));
            kernel(open, x, true, None)
        }
        "READ" => kernel("", &inner, false, None),
        _ => kernel("", &inner, storage.0 != "__constant__", None),
    };
    format!("{declared}\n{kernel}")
}

fn values(ptx: &str) -> Result<Vec<u64>, String> {
    let name = ptx.split(".entry ").nth(1).and_then(|t| t.split('(').next()).unwrap_or("k").trim();
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i32\"\nlength = 8\n[[launch]]\nkernel = \"{name}\"\ngrid = [1]\nblock = [1]\nshared = 64\nargs = [\"&out\", {{ i32 = 0 }}]\n[[expect]]\nbuffer = \"out\"\nvalues = [0]\n"
    );
    let mut launch = LaunchFile::parse(&launch).map_err(|e| e.0)?;
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let got = optx_launch::run(&launch, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| format!("{e}\n{ptx}"))?;
    let out = got.outputs.get("out").ok_or("no output")?;
    Ok((0..8).map(|k| out.bits(k)).collect())
}

/// The names of objects that PTX declares, and which are the host's too.
fn objects(ptx: &str) -> BTreeSet<String> {
    let spaces = [".global", ".const", ".shared"];
    let lines =
        ptx.lines().map(|l| l.trim().trim_start_matches(".visible ").trim_start_matches(".weak "));
    lines
        .filter(|l| spaces.iter().any(|s| l.starts_with(s)))
        .filter_map(|l| {
            let head = l.split(['[', '=', ';']).next()?.trim();
            let managed = if head.contains(".managed") { "managed " } else { "" };
            head.rsplit(' ').next().map(|name| format!("{managed}{name}"))
        })
        .collect()
}

fn check(form: &str, expected: &str) -> Result<(), String> {
    let mut right = 0;
    let file = std::env::temp_dir().join(format!(
        "optx-storage-{}-{:?}.cu",
        std::process::id(),
        std::thread::current().id()
    ));
    for storage in STORAGE {
        for linkage in LINKAGE {
            for scope in SCOPES {
                if form.contains("READ") && storage.1.is_empty() {
                    continue;
                }
                if !form.contains("L ") && !linkage.is_empty()
                    || !form.contains("OPEN") && !scope.0.is_empty()
                {
                    continue;
                }
                let text = source(form, *storage, linkage, *scope);
                let Ok(theirs) = nvrtc::compile_once(
                    &text,
                    "k.cu",
                    &["--gpu-architecture=compute_80".to_owned()],
                ) else {
                    continue;
                };
                std::fs::write(&file, &text).map_err(|e| e.to_string())?;
                for level in ["-O0", "-O3"] {
                    match optx(&file, &[], level, "80") {
                        Err(e) if expected == "refused" || *linkage == "extern" => {
                            let e = e.to_string();
                            if !e.contains("error[E") || e.contains("E0129") {
                                return Err(format!("{e}\n{text}"));
                            }
                        }
                        Err(e) => return Err(format!("it is refused: {e}\n{text}")),
                        Ok(ours) => {
                            let (a, b) = (values(&ours)?, values(&theirs)?);
                            if a != b {
                                return Err(format!(
                                    "{level}: {a:?}, and NVRTC's {b:?}\n{text}\n{ours}"
                                ));
                            }
                            let names = objects(&ours);
                            let lost = objects(&theirs).into_iter().find(|n| {
                                let own = n.contains("INTERNAL")
                                    || n.contains("_GLOBAL__N")
                                    || n.contains("$");
                                let local = n.contains("ZZ")
                                    || linkage == &"static"
                                    || scope.0 == "namespace {";
                                !own && !local && !names.contains(n)
                            });
                            if let Some(n) = lost {
                                return Err(format!(
                                    "{level}: `{n}` is called otherwise: {names:?}\n{text}"
                                ));
                            }
                            right += 1;
                        }
                    }
                }
            }
        }
    }
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&file);
    match (expected, right) {
        ("right", 0) => Err("none is right".to_owned()),
        _ => Ok(()),
    }
}

fn main() {
    let list = ENTITIES
        .iter()
        .map(|(name, expected, form)| {
            trials::trial(*name, &[Tool::Nvrtc], move || {
                check(form, expected).map_err(Failed::from)
            })
        })
        .collect();
    trials::run(list);
}

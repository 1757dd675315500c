//! Layouts of random classes: every place of an attribute (`packed` before a class's name, behind the class, as
//! `[[gnu::packed]]`, on members; `aligned` and `alignas` on classes, members and bit-fields) in every state of `#pragma pack`.
//!
//! Sizes, alignments, offsets, and the bytes that each member sets are those of clang's and of g++'s host builds, where these
//! agree, and of NVRTC.

use std::path::Path;

use libtest_mimic::Failed;
use optx_judge::{Tool, nvrtc, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::host_build;
use runtime_tests::suite::optx;

/// Classes of a file.
const CLASSES: usize = 24;

struct Random(u64);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n.max(1)
    }

    fn of(&mut self, list: &[&'static str]) -> &'static str {
        list[self.next(list.len())]
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.next(n) == 0
    }
}

/// A file: its text, and how many numbers its kernel writes.
fn file(seed: u64) -> (String, usize) {
    let mut r = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut text = String::from(
        "struct Plain { short s; char c; }; struct Own { int i; char c; Own() = default; private: char p; };\n\
         struct Wide { double d; char c; } __attribute__((aligned(16))); struct Empty {};\n\
         typedef int Low __attribute__((aligned(2))); typedef short High __attribute__((aligned(8)));\n",
    );
    let mut body = String::new();
    let mut n = 0;
    let mut depth = 0;
    // NVRTC takes no `aligned` that is less than the type's: such files are clang's and g++'s to judge, and have no members and
    // bases of classes, of which nvcc packs others than they do.
    let low = seed.is_multiple_of(3);
    for k in 0..CLASSES {
        match r.next(5) {
            0 => text.push_str(&format!("#pragma pack({})\n", r.of(&["1", "2", "4", "8", "16"]))),
            1 if depth < 3 => {
                depth += 1;
                text.push_str(&format!(
                    "#pragma pack(push, {})\n",
                    r.of(&["1", "2", "4", "8", "16"])
                ));
            }
            2 if depth > 0 => {
                depth -= 1;
                text.push_str("#pragma pack(pop)\n");
            }
            3 => text.push_str("#pragma pack()\n"),
            _ => {}
        }
        let word = if r.one_in(6) { "union" } else { "struct" };
        let before = match r.next(8) {
            0 | 1 => "__attribute__((packed)) ",
            2 => "[[gnu::packed]] ",
            3 => r.of(&[
                "__attribute__((aligned(16))) ",
                "__attribute__((packed, aligned(4))) ",
                "alignas(16) ",
                "[[gnu::packed]] alignas(16) ",
                "alignas(16) __attribute__((packed)) ",
            ]),
            _ => "",
        };
        let behind = match r.next(6) {
            _ if before.contains("align") => "",
            0 => " __attribute__((packed))",
            1 => r.of(&[
                " __attribute__((aligned(16)))",
                " __attribute__((packed, aligned(2)))",
                " __attribute__((aligned(4), packed))",
            ]),
            _ => "",
        };
        let base = if word == "struct" && !low && r.one_in(8) {
            format!(" : {}", r.of(&["Plain", "Own", "Empty", "Wide"]))
        } else {
            String::new()
        };
        text.push_str(&format!("{word} {before}S{k}{base} {{\n"));
        let mut members = Vec::new();
        for m in 0..1 + r.next(6) {
            if r.one_in(12) {
                text.push_str(&format!(
                    "  {} : {};\n",
                    r.of(&["int", "char", "long", "short"]),
                    r.of(&["0", "3", "7"])
                ));
                continue;
            }
            let attribute = match r.next(9) {
                0 => " __attribute__((packed))",
                1 if low => r.of(&[
                    " __attribute__((aligned(2)))",
                    " __attribute__((aligned(8)))",
                    " __attribute__((packed, aligned(4)))",
                    " __attribute__((aligned(1)))",
                ]),
                1 => r.of(&[
                    " __attribute__((aligned(16)))",
                    " __attribute__((aligned(8)))",
                    " __attribute__((packed, aligned(8)))",
                ]),
                _ => "",
            };
            if r.one_in(2) {
                let (ty, most) = [
                    ("char", 8),
                    ("unsigned char", 8),
                    ("short", 16),
                    ("unsigned short", 16),
                    ("int", 32),
                    ("unsigned", 32),
                    ("long", 64),
                    ("unsigned long long", 64),
                    ("bool", 1),
                    ("Low", 32),
                ][r.next(10)];
                let width = 1 + r.next(most);
                text.push_str(&format!("  {ty} m{m} : {width}{attribute};\n"));
                members.push((m, true));
            } else {
                const TYPES: &[&str] = &[
                    "char", "short", "int", "long", "double", "float", "High", "Low", "char *",
                    "Plain", "Own", "Wide", "Empty",
                ];
                let ty = r.of(if low { &TYPES[..9] } else { TYPES });
                let array = if r.one_in(5) && !["High", "Own"].contains(&ty) { "[2]" } else { "" };
                let twice = attribute.contains("align");
                let ahead = if r.one_in(14) && !twice { "alignas(16) " } else { "" };
                text.push_str(&format!("  {ahead}{ty} m{m}{array}{attribute};\n"));
                members.push((m, false));
            }
        }
        text.push_str(&format!("}}{behind};\n"));
        let mut out = |e: String| {
            body.push_str(&format!("  out[{n}] = (long long)({e});\n"));
            n += 1;
        };
        out(format!("sizeof(S{k})"));
        out(format!("alignof(S{k})"));
        out(format!("sizeof(S{k}[3])"));
        for (m, bits) in members {
            if bits {
                // The first and the last byte that it sets, and their values.
                out(format!("probe_S{k}_{m}(0)"));
                out(format!("probe_S{k}_{m}(1)"));
                text.push_str(&format!(
                    "__device__ inline long long probe_S{k}_{m}(int what) {{\n  union {{ S{k} s; unsigned char b[sizeof(S{k})]; }} u;\n  for (int i = 0; i < (int)sizeof(S{k}); i++) u.b[i] = 0;\n  u.s.m{m} = -1;\n  long long v = 0;\n  for (int i = 0; i < (int)sizeof(S{k}); i++)\n    v = what ? v * 31 + u.b[i] : v + (u.b[i] ? i + 1 : 0);\n  return v * 4 + (u.s.m{m} != 0);\n}}\n"
                ));
            } else {
                out(format!("__builtin_offsetof(S{k}, m{m})"));
            }
        }
    }
    text.push_str("#pragma pack()\n");
    text.push_str(&format!("extern \"C\" __global__ void k(long long *out)\n{{\n{body}}}\n"));
    (text, n)
}

fn values(ptx: &str, count: usize) -> Result<Vec<i64>, String> {
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i64\"\nlength = {count}\n[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nargs = [\"&out\"]\n[[expect]]\nbuffer = \"out\"\nvalues = [0]\n"
    );
    let mut launch = LaunchFile::parse(&launch).map_err(|e| e.0)?;
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let got = optx_launch::run(&launch, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let out = got.outputs.get("out").ok_or("no output")?;
    Ok((0..count).map(|k| out.bits(k) as i64).collect())
}

/// What g++ says, where there is one.
fn by_gcc(source: &Path, main: &str) -> Option<Vec<i64>> {
    let program = source.with_extension("gcc");
    let text = source.with_extension("gcc.cpp");
    let whole = format!("#include \"{}\"\n{main}\n", source.display());
    std::fs::write(&text, whole).ok()?;
    let built = std::process::Command::new("g++")
        .args(["-x", "c++", "-std=c++17", "-O0", "-w", "-D__device__=", "-D__global__="])
        .arg(&text)
        .arg("-o")
        .arg(&program)
        .output();
    // Files that stay behind do no harm.
    let _ = std::fs::remove_file(&text);
    if !built.ok()?.status.success() {
        return None;
    }
    let ran = std::process::Command::new(&program).output().ok();
    let _ = std::fs::remove_file(&program);
    Some(String::from_utf8_lossy(&ran?.stdout).lines().filter_map(|l| l.parse().ok()).collect())
}

fn check(seed: u64) -> Result<(), String> {
    let (text, count) = file(seed);
    let source =
        std::env::temp_dir().join(format!("optx-layouts-{}-{seed}.cu", std::process::id()));
    std::fs::write(&source, &text).map_err(|e| e.to_string())?;
    let main = format!(
        "#include <cstdio>\nint main() {{ static long long out[{count}]; k(out); for (long long v : out) printf(\"%lld\\n\", v); }}"
    );
    let clang = host_build::run(&source, &main, &[]).map_err(|e| format!("clang: {e}"))?;
    let options = ["--gpu-architecture=compute_80".to_owned()];
    let theirs = match nvrtc::compile(&text, "k.cu", &options) {
        Ok(theirs) => values(&theirs, count)?,
        Err(_) if seed.is_multiple_of(3) => clang.clone(),
        Err(e) => return Err(format!("NVRTC: {e}")),
    };
    let gcc = by_gcc(&source, &main);
    let ours = optx(&source, &[], "-O0", "80").map_err(|e| format!("optx: {e}\n{text}"))?;
    let ours = values(&ours, count)?;
    let lines = text.lines().filter(|l| l.contains("  out["));
    for (k, line) in lines.enumerate() {
        let gcc = gcc.as_ref().and_then(|g| g.get(k).copied()).unwrap_or(clang[k]);
        // Where the references do not agree NVRTC's is the device's.
        if clang[k] == theirs[k] && gcc == theirs[k] && ours[k] != theirs[k] {
            return Err(format!("{} and not {}: {line}\n{text}", ours[k], theirs[k]));
        }
    }
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&source);
    Ok(())
}

fn main() {
    let files = std::env::var("OPTX_LAYOUTS").ok().and_then(|n| n.parse().ok()).unwrap_or(16);
    let list = (0..files)
        .map(|seed| {
            trials::trial(format!("{seed}"), &[Tool::Clang, Tool::Nvrtc], move || {
                check(seed).map_err(Failed::from)
            })
        })
        .collect();
    trials::run(list);
}

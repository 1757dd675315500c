//! Nothing that was read may vanish: declarators in parentheses with types of every kind of name, in every place of a
//! declaration, and files of random ones.
//!
//! The references are clang's: each file is built for the host, and sizes, alignments and offsets of what it declares must be
//! the same; and the names of members, variables, functions and types in its syntax tree must be those of ours.

use std::collections::BTreeMap;
use std::path::Path;

use libtest_mimic::Failed;
use optx_judge::{Tool, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::host_build;
use runtime_tests::suite::optx;

#[path = "declarators/qualified.rs"]
mod qualified;

/// What the files declare first.
const PRELUDE: &str = "
typedef int Td; typedef unsigned long long Tw; struct Cl { char c; short s; struct Inner { int x; }; typedef double Dt; };
enum En { e_zero, e_one }; enum class Es : short { a, b };
namespace ns { typedef short Td; struct Cl { long l; char c; }; namespace in { struct Cl { char c[5]; }; } }
template <class T> struct Tm { T t; char c; typedef T type; struct Own { T t[2]; }; };
template <class T> using Al = T; template <class T> using At = Tm<T>;
template <class T> struct Dep { typedef T type; struct Own { T t; char c; }; };
__device__ Tw global_word;
";

/// Names of types: of classes, typedefs, enumerations, with what may stand before and behind them.
const TYPES: &[&str] = &[
    "int",
    "unsigned long",
    "Td",
    "Tw",
    "Cl",
    "struct Cl",
    "En",
    "enum En",
    "Es",
    "ns::Td",
    "ns::Cl",
    "ns::in::Cl",
    "::Td",
    "struct ns::Cl",
    "::ns::Cl",
    "Cl::Inner",
    "Cl::Dt",
    "Tm<int>",
    "Tm<char>::type",
    "Tm<Td>::Own",
    "Al<Td>",
    "At<short>",
    "decltype(global_word)",
    "const Td",
    "Cl const",
    "volatile Tw",
    "const volatile ns::Td",
    "Tm<Td (*)[2]>",
];

/// Types that depend on the parameter `T` of a template.
const DEPENDENT: &[&str] = &[
    "T",
    "const T",
    "Tm<T>",
    "Al<T>",
    "typename Tm<T>::type",
    "typename Dep<T>::Own",
    "const typename Dep<T>::type",
    "Td",
    "ns::Cl",
    "Cl::Inner",
];

/// Declarators of objects: `@` is the name.
const OBJECTS: &[&str] = &[
    "(@)",
    "((@))",
    "(((@)))",
    "(*@)",
    "(*@)[4]",
    "(@)[3]",
    "(@[3])",
    "(@)[2][3]",
    "*(@)",
    "*(@[2])",
    "(*@[2])",
    "*(*@)",
    "(*(@))[2]",
    "(*(*@))[2]",
    "(*@[3])[2]",
    "*(*(@))",
];

/// References, for places without initialisers.
const REFERENCES: &[&str] = &["(&@)", "(&@)[2]", "&(@)", "(*&@)", "(&&@)", "(&(@))[3]"];

/// Functions.
const FUNCTIONS: &[&str] = &[
    "(@)(int)",
    "((@))(Td)",
    "(*@(int))[2]",
    "*(@)(int)",
    "(&@(Td))[2]",
    "(@(int))",
    "*(*@(int))",
    "(*(@)(int))[3]",
];

/// A file under way.
#[derive(Default)]
struct Text {
    /// Before the kernel.
    before: String,
    /// In the kernel.
    body: String,
    names: usize,
    results: usize,
    /// It has no marks: all of it is the device's.
    default_device: bool,
}

impl Text {
    fn name(&mut self, what: &str) -> String {
        self.names += 1;
        format!("zz{what}{}", self.names)
    }

    /// Writes the value of an expression.
    fn result(&mut self, e: &str) {
        self.body.push_str(&format!("  out[{}] = (long long)({e});\n", self.results));
        self.results += 1;
    }

    fn whole(&self) -> String {
        format!(
            "#define OFFSET(t, m) __builtin_offsetof(t, m)\n{PRELUDE}\n{}\nextern \"C\" __global__ void k(long long *out)\n{{\n{}}}\n",
            self.before, self.body
        )
    }
}

fn declared(declarator: &str, name: &str) -> String {
    declarator.replace('@', name)
}

/// A declarator without its name.
fn abstracted(declarator: &str) -> String {
    let mut text = declared(declarator, "");
    while text.contains("()") {
        text = text.replace("()", "");
    }
    text
}

/// Members of a class, of a union, of a class template, static ones, bit-fields and functions.
fn members(types: &[&str], dependent: bool) -> Text {
    let mut t = Text::default();
    for ty in types {
        for (class, list) in
            [("struct", OBJECTS), ("union", OBJECTS), ("class", OBJECTS), ("struct", REFERENCES)]
        {
            if list[0] == REFERENCES[0] && ty.contains("void") {
                continue;
            }
            let plain = list[0] == OBJECTS[0];
            let s = t.name("S");
            let mut names = Vec::new();
            let mut text = String::new();
            for d in list {
                let m = t.name("m");
                text.push_str(&format!("  {ty} {};\n", declared(d, &m)));
                if names.len() % 3 == 0 {
                    text.push_str(&format!("  static {ty} {};\n", declared(d, &t.name("s"))));
                }
                if class == "struct" && names.len() % 2 == 0 {
                    let f = FUNCTIONS[names.len() / 2 % FUNCTIONS.len()];
                    text.push_str(&format!("  {ty} {};\n", declared(f, &t.name("f"))));
                }
                if names.len() % 4 == 1 {
                    text.push_str(&format!("  typedef {ty} {};\n", declared(d, &t.name("t"))));
                }
                names.push(m);
            }
            text.push_str("  char last;\n");
            let integer =
                ["int", "unsigned long", "Td", "Tw", "En", "enum En", "::Td", "Al<Td>", "const Td"];
            if integer.contains(ty) && plain {
                for d in ["(@) : 3", "((@)) : 2", "(@) : 1"] {
                    text.push_str(&format!("  {ty} {};\n", declared(d, &t.name("b"))));
                }
            }
            let head = if dependent { "template <class T> " } else { "" };
            t.before.push_str(&format!("{head}{class} {s} {{ public:\n{text}}};\n"));
            let s = if dependent { format!("{s}<Tw>") } else { s };
            t.result(&format!("sizeof({s})"));
            t.result(&format!("alignof({s})"));
            if plain {
                t.before.push_str(&format!("typedef {s} of_{};\n", t.names));
                let of = format!("of_{}", t.names);
                for m in names {
                    t.result(&format!("OFFSET({of}, {m})"));
                    t.result(&format!("sizeof((({of} *)0)->{m})"));
                }
                t.result(&format!("OFFSET({of}, last)"));
            }
        }
    }
    t
}

/// Objects of a block, with and without initial values, static ones, in `for`, `if`, `switch` and conditions.
fn locals(types: &[&str]) -> Text {
    let mut t = Text::default();
    for ty in types {
        for (k, d) in OBJECTS.iter().enumerate() {
            let n = t.name("v");
            let fixed = ty.contains("const") && !d.contains('*');
            let init = if fixed { " = {}" } else { "" };
            t.body.push_str(&format!("  {{ {ty} {}{init};\n", declared(d, &n)));
            t.result(&format!("sizeof({n}) * 100 + alignof(decltype({n}))"));
            t.body.push_str("  }\n");
            if k % 3 == 0 && !fixed {
                let n = t.name("v");
                t.body.push_str(&format!("  {{ static {ty} {};\n", declared(d, &n)));
                t.result(&format!("sizeof({n})"));
                t.body.push_str("  }\n");
            }
        }
        for d in ["(*@)", "*(@)", "(*@)[4]", "(*(@))[2]", "(*(*@))[2]"] {
            let names: Vec<String> = (0..4).map(|_| t.name("v")).collect();
            let of = |i: usize| format!("{ty} {}", declared(d, &names[i]));
            t.body.push_str(&format!("  for ({} = 0; !{}; ) {{\n", of(0), names[0]));
            t.result(&format!("sizeof({0}) * 100 + sizeof(*{0})", names[0]));
            t.body.push_str("    break; }\n");
            t.body.push_str(&format!("  if ({} = 0) {{ }} else {{\n", of(1)));
            t.result(&format!("sizeof(*{})", names[1]));
            t.body.push_str(&format!("  }}\n  if ({} = 0; !{}) {{\n", of(2), names[2]));
            t.result(&format!("sizeof(*{})", names[2]));
            t.body.push_str(&format!("  }}\n  while ({} = 0) {{ }}\n", of(3)));
        }
        // Functions that a block declares.
        for d in FUNCTIONS {
            let n = t.name("f");
            t.body.push_str(&format!("  {{ {ty} {}; }}\n", declared(d, &n)));
        }
    }
    t
}

/// Objects and functions of the file and of namespaces, typedefs and aliases.
fn file_scope(types: &[&str]) -> Text {
    let mut t = Text::default();
    for (k, ty) in types.iter().enumerate() {
        let space = ["", "namespace deep ", "namespace ", "inline namespace flat "][k % 4];
        let prefix = if space.starts_with("namespace deep") { "deep::" } else { "" };
        t.before.push_str(&format!("{space}{}\n", if space.is_empty() { "" } else { "{" }));
        let mut results = Vec::new();
        for d in OBJECTS {
            let fixed = ty.contains("const") && !d.contains('*');
            let init = if fixed { " = {}" } else { "" };
            for word in ["", "static ", "extern "] {
                if word == "extern " && fixed {
                    continue;
                }
                let n = t.name("g");
                t.before.push_str(&format!("__device__ {word}{ty} {}{init};\n", declared(d, &n)));
                results.push(format!("sizeof({prefix}{n}) * 100 + alignof(decltype({prefix}{n}))"));
            }
            let n = t.name("t");
            t.before.push_str(&format!("typedef {ty} {};\n", declared(d, &n)));
            results.push(format!("sizeof({prefix}{n}) * 100 + alignof({prefix}{n})"));
            let n = t.name("t");
            t.before.push_str(&format!("using {n} = {ty} {};\n", abstracted(d)));
            results.push(format!("sizeof({prefix}{n}) * 100 + alignof({prefix}{n})"));
        }
        for d in FUNCTIONS {
            let n = t.name("f");
            t.before.push_str(&format!("__device__ {ty} {};\n", declared(d, &n)));
            results.push(format!("sizeof({prefix}{n}(0))"));
        }
        t.before.push_str(if space.is_empty() { "" } else { "}\n" });
        results.iter().for_each(|r| t.result(r));
    }
    t
}

/// Parameters of functions, of members, of templates and of constructors; friends.
fn parameters(types: &[&str]) -> Text {
    let mut t = Text::default();
    for ty in types {
        let list: Vec<&&str> = OBJECTS.iter().chain(REFERENCES).collect();
        for (k, d) in list.into_iter().enumerate() {
            let (f, p, s) = (t.name("f"), t.name("p"), t.name("S"));
            let parameter = format!("{ty} {}", declared(d, &p));
            let value = format!("sizeof({p}) * 100 + alignof(decltype({p}))");
            let call = format!("*({s} *)0");
            match k % 4 {
                0 => t.before.push_str(&format!(
                    "struct {s} {{ int x; __device__ int {f}({parameter}, int b) {{ return {value}; }} }};\n"
                )),
                1 => t.before.push_str(&format!(
                    "struct {s} {{ int x; __device__ {s}({parameter}); friend {ty} (fr{f})(int); friend {ty} (*fr2{f}({parameter}))[2]; }};\n"
                )),
                2 => t.before.push_str(&format!(
                    "template <class T> struct {s} {{ T x; __device__ int {f}({parameter}, T b = sizeof({p})); }};\n"
                )),
                _ => t.before.push_str(&format!(
                    "template <class T, {ty} (*{s})[2] = nullptr> __device__ int {f}({parameter}, T b);\n"
                )),
            }
            t.before.push_str(&format!(
                "__device__ inline int {f}({parameter}, int (q) = sizeof({p})) {{ return {value}; }}\n"
            ));
            if k % 4 < 2 {
                t.result(&format!("sizeof({call})"));
            }
        }
    }
    t
}

/// Numbers below what is asked for, the same for a seed.
fn draws(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % n
    }
}

/// A random file: classes in classes and namespaces, of members, functions and types.
fn random(seed: u64) -> Text {
    let mut next = draws(seed);
    let mut t = Text::default();
    let mut open: Vec<(bool, String)> = Vec::new();
    for _ in 0..120 {
        let class = open.last().is_some_and(|o| o.0);
        let ty = TYPES[next(TYPES.len())];
        match next(12) {
            0 if open.len() < 4 => {
                let n = t.name("S");
                let word = ["struct", "class", "union"][next(3)];
                t.before.push_str(&format!("{word} {n} {{ public:\n"));
                open.push((true, n));
            }
            1 if !class && open.len() < 4 => {
                let n = t.name("n");
                t.before.push_str(&format!("namespace {n} {{\n"));
                open.push((false, n));
            }
            2 | 3 => {
                if let Some((class, n)) = open.pop() {
                    t.before.push_str(if class { "};\n" } else { "}\n" });
                    let path: String = open.iter().map(|o| o.1.clone() + "::").collect();
                    if class {
                        t.result(&format!("sizeof({path}{n}) * 100 + alignof({path}{n})"));
                    }
                }
            }
            4 => {
                let (f, p) = (t.name("f"), t.name("p"));
                let d = declared(FUNCTIONS[next(FUNCTIONS.len())], &f);
                let q = declared(OBJECTS[next(OBJECTS.len())], &p);
                let d = d.replace("int)", &format!("{ty} {q})"));
                t.before.push_str(&format!("{ty} {d};\n"));
            }
            5 => {
                let d = declared(OBJECTS[next(OBJECTS.len())], &t.name("t"));
                t.before.push_str(&format!("typedef {ty} {d};\n"));
            }
            6 if class => {
                let several: Vec<String> = (0..2 + next(3))
                    .map(|_| declared(OBJECTS[next(OBJECTS.len())], &t.name("m")))
                    .collect();
                t.before.push_str(&format!("{ty} {};\n", several.join(", ")));
            }
            7 if class => {
                let own = &open.last().map_or(String::new(), |o| o.1.clone());
                let d = ["(*@)", "((*@))", "(*(*@))", "*(@)"][next(4)];
                let m = t.name("m");
                t.before.push_str(&format!("{own} {};\n", declared(d, &m)));
            }
            _ => {
                let d = declared(OBJECTS[next(OBJECTS.len())], &t.name("m"));
                let word = if class { "" } else { "extern __device__ " };
                t.before.push_str(&format!("{word}{ty} {d};\n"));
            }
        }
    }
    while let Some((class, _)) = open.pop() {
        t.before.push_str(if class { "};\n" } else { "}\n" });
    }
    t
}

/// How often each name that the generator made is declared in clang's tree.
fn theirs(file: &Path) -> Result<BTreeMap<String, usize>, String> {
    let tree = host_build::tree(file, "").map_err(|e| e.to_string())?;
    let kinds =
        ["FieldDecl", "VarDecl", "FunctionDecl", "CXXMethodDecl", "TypedefDecl", "TypeAliasDecl"];
    let mut names = BTreeMap::new();
    for line in tree.lines() {
        let line = line.trim_start_matches([' ', '|', '`', '-']);
        let Some(kind) = line.split(' ').next().filter(|k| kinds.contains(k)) else { continue };
        let _ = kind;
        let declared = line.split(" '").next().unwrap_or(line);
        let name = declared.split(' ').rev().find(|w| w.starts_with("zz"));
        if let Some(name) = name {
            *names.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    Ok(names)
}

/// The same of our tree.
fn ours(file: &Path, which: Names) -> Result<BTreeMap<String, usize>, String> {
    let options = ["--emit=ast".to_owned(), "-default-device".to_owned()];
    let tree = optx(file, &options, "-O0", "80").map_err(|e| e.to_string())?;
    let mut names = BTreeMap::new();
    // A declarator of a file begins with its name, qualified or not: `(n::x int = 3)`.
    let begin = if which == Names::Counted { &['('][..] } else { &['(', ' ', '\n', ')'] };
    for text in tree.split(begin).skip(1) {
        let name = text.split([' ', '\n', ')']).next().unwrap_or("");
        let name = name.rsplit("::").next().unwrap_or(name);
        if name.starts_with("zz") {
            *names.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    Ok(names)
}

/// What is compared with clang's tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Nothing,
    /// That each name is there.
    Are,
    /// How often each is declared.
    Counted,
}

fn check(name: &str, text: &Text, names: Names) -> Result<(), String> {
    let source = text.whole();
    let folder = std::env::temp_dir();
    let file = folder.join(format!("optx-declarators-{}-{name}.cu", std::process::id()));
    std::fs::write(&file, &source).map_err(|e| e.to_string())?;
    let main = format!(
        "#include <cstdio>\nint main() {{ static long long out[{0}]; k(out); for (long long v : out) printf(\"%lld\\n\", v); }}",
        text.results.max(1)
    );
    let wanted = host_build::run(&file, &main, &[]).map_err(|e| format!("clang: {e}"))?;
    let options: &[String] =
        if text.default_device { &["-default-device".to_owned()] } else { &[] };
    let ptx = optx(&file, options, "-O0", "80").map_err(|e| format!("optx: {e}\n{source}"))?;
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i64\"\nlength = {}\n[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nargs = [\"&out\"]\n[[expect]]\nbuffer = \"out\"\nvalues = [0]\n",
        text.results.max(1)
    );
    let mut launch = LaunchFile::parse(&launch).map_err(|e| e.0)?;
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let got = optx_launch::run(&launch, &ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let out = got.outputs.get("out").ok_or("no output")?;
    let results = text.body.lines().filter(|l| l.contains("out["));
    for (k, (wanted, line)) in wanted.iter().zip(results).enumerate() {
        if out.bits(k) as i64 != *wanted {
            return Err(format!("{} and not {wanted}: {line}\n{source}", out.bits(k) as i64));
        }
    }
    let each = names == Names::Counted;
    if names != Names::Nothing {
        let (theirs, ours) = (theirs(&file)?, ours(&file, names)?);
        // Of each name there are as many declarations; templates are more to clang than what stands there.
        let fewer = |n: &&String| ours.get(*n).is_none_or(|k| each && Some(k) != theirs.get(*n));
        let missing: Vec<&String> = theirs.keys().filter(fewer).collect();
        if !missing.is_empty() || theirs.is_empty() {
            return Err(format!("{missing:?} vanished\n{source}"));
        }
    }
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&file);
    Ok(())
}

fn main() {
    let mut list = Vec::new();
    let mut add = |name: String, names: Names, make: Box<dyn Fn() -> Text + Send>| {
        let short = name.clone();
        list.push(trials::trial(name, &[Tool::Clang], move || {
            check(&short, &make(), names).map_err(Failed::from)
        }));
    };
    for (i, types) in TYPES.chunks(7).enumerate() {
        add(format!("members-{i}"), Names::Are, Box::new(move || members(types, false)));
        add(format!("locals-{i}"), Names::Nothing, Box::new(move || locals(types)));
        add(format!("file-{i}"), Names::Are, Box::new(move || file_scope(types)));
        add(format!("parameters-{i}"), Names::Nothing, Box::new(move || parameters(types)));
    }
    add("members-dependent".to_owned(), Names::Are, Box::new(|| members(DEPENDENT, true)));
    let files = std::env::var("OPTX_DECLARATORS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    for seed in 0..files {
        add(format!("random-{seed}"), Names::Are, Box::new(move || random(seed)));
        for marks in [false, true] {
            let name = format!("qualified-{seed}{}", if marks { "-marked" } else { "" });
            add(name, Names::Counted, Box::new(move || qualified::file(seed, marks)));
        }
    }
    trials::run(list);
}

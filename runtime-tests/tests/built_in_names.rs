//! Names of built-in functions beside functions of the user's: qualified and not, in namespaces and classes, behind using
//! directives and declarations, in blocks and templates. Which function each call means, and of which type its result is, is
//! what NVRTC says; what it refuses is refused.

use std::path::Path;

use libtest_mimic::Failed;
use optx_judge::{Tool, nvrtc, trials};
use optx_launch::{Emulator, LaunchFile, NoReferences, Schedule};
use runtime_tests::suite::optx;

/// Functions of one number, of mathematics.
const ONE: &[&str] = &[
    "sqrt",
    "rsqrt",
    "cbrt",
    "rcbrt",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "sinpi",
    "cospi",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "logb",
    "fabs",
    "erf",
    "erfc",
    "erfinv",
    "normcdf",
    "erfcinv",
    "normcdfinv",
    "tgamma",
    "lgamma",
];

/// Those that `std` has not, or that are the host's there.
const OUTSIDE_STD: &[&str] = &[
    "rsqrt",
    "rcbrt",
    "exp10",
    "sinpi",
    "cospi",
    "erfinv",
    "erfcinv",
    "normcdf",
    "normcdfinv",
    "min",
    "max",
    "__clz",
    "__mulhi",
];

/// Functions of two numbers.
const TWO: &[&str] =
    &["pow", "fmod", "atan2", "hypot", "fmin", "fmax", "copysign", "fdim", "remainder"];

/// Others, of integers.
const INTEGER: &[&str] = &["min", "max", "abs", "__clz", "__mulhi"];

/// The user's functions: `F` is the name, `P` the parameters of a type `@`, all of which give 42.
const OWN: &[(&str, &str)] = &[
    ("double", "__device__ inline double F(P[double]) { return 42; }"),
    ("float", "__device__ inline float F(P[float]) { return 42; }"),
    (
        "both",
        "__device__ inline double F(P[double]) { return 42; } __device__ inline float F(P[float]) { return 42; }",
    ),
    ("template", "template <class T> __device__ inline T F(P[T]) { return 42; }"),
    ("class", "__device__ inline double F(V) { return 42; }"),
    ("int", "__device__ inline int F(P[int]) { return 42; }"),
];

/// Programs: `OWN` is the user's functions, `CALL(e)` writes what the call `e` gives; `A` are the arguments.
const FORMS: &[(&str, &str)] = &[
    (
        "global-in-namespace",
        "namespace n { OWN __device__ void use(OUT) { CALL(::F(A)); } } KERNEL(n::use)",
    ),
    (
        "plain-in-namespace",
        "namespace n { OWN __device__ void use(OUT) { CALL(F(A)); } } KERNEL(n::use)",
    ),
    ("path", "namespace n { OWN } __device__ void use(OUT) { CALL(n::F(A)); } KERNEL(use)"),
    (
        "outside",
        "namespace n { OWN } __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); } KERNEL(use)",
    ),
    (
        "directive-global",
        "namespace n { OWN } using namespace n; __device__ void use(OUT) { CALL(::F(A)); } KERNEL(use)",
    ),
    (
        "directive-plain",
        "namespace n { OWN } using namespace n; __device__ void use(OUT) { CALL(F(A)); } KERNEL(use)",
    ),
    (
        "directive-path",
        "namespace n { OWN } using namespace n; __device__ void use(OUT) { CALL(n::F(A)); } KERNEL(use)",
    ),
    (
        "directive-in-namespace",
        "namespace n { OWN } namespace m { using namespace n; __device__ void use(OUT) { CALL(::F(A)); CALL(m::F(A)); } } KERNEL(m::use)",
    ),
    (
        "directive-in-namespace-plain",
        "namespace n { OWN } namespace m { using namespace n; __device__ void use(OUT) { CALL(F(A)); } } KERNEL(m::use)",
    ),
    (
        "block-directive-global",
        "namespace n { OWN } __device__ void use(OUT) { using namespace n; CALL(::F(A)); } KERNEL(use)",
    ),
    (
        "block-directive-plain",
        "namespace n { OWN } __device__ void use(OUT) { using namespace n; CALL(F(A)); } KERNEL(use)",
    ),
    (
        "block-declaration",
        "namespace n { OWN } __device__ void use(OUT) { using n::F; CALL(F(A)); CALL(::F(A)); } KERNEL(use)",
    ),
    (
        "block-declaration-of-global",
        "namespace n { OWN __device__ void use(OUT) { using ::F; CALL(F(A)); CALL(n::F(A)); } } KERNEL(n::use)",
    ),
    (
        "declaration-of-global",
        "namespace q { using ::F; __device__ void use(OUT) { CALL(F(A)); CALL(q::F(A)); CALL(::F(A)); } } KERNEL(q::use)",
    ),
    (
        "declaration-beside",
        "namespace q { using ::F; __device__ double F(V) { return 42; } __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(q::F(A)); CALL(q::F(V())); } } KERNEL(q::use)",
    ),
    (
        "nested",
        "namespace n { OWN namespace m { __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(n::F(A)); } } } KERNEL(n::m::use)",
    ),
    (
        "nested-own",
        "namespace n { namespace m { OWN } __device__ void use(OUT) { CALL(F(A)); CALL(m::F(A)); CALL(::F(A)); } } KERNEL(n::use)",
    ),
    (
        "two-namespaces",
        "namespace n { OWN } namespace m { __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(n::F(A)); } } KERNEL(m::use)",
    ),
    ("unnamed-global", "namespace { OWN } __device__ void use(OUT) { CALL(::F(A)); } KERNEL(use)"),
    ("unnamed-plain", "namespace { OWN } __device__ void use(OUT) { CALL(F(A)); } KERNEL(use)"),
    (
        "inline",
        "namespace n { inline namespace v { OWN } __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(n::F(A)); } } KERNEL(n::use)",
    ),
    (
        "class",
        "struct S { OWNM __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(this->F(A)); CALL(S::F(A)); } }; __device__ void use(OUT) { S().use(out, d, f, i); } KERNEL(use)",
    ),
    (
        "class-in-namespace",
        "namespace n { OWN struct S { __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(n::F(A)); } }; } __device__ void use(OUT) { n::S().use(out, d, f, i); } KERNEL(use)",
    ),
    (
        "derived",
        "struct B { OWNM }; struct S : B { __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(B::F(A)); } }; __device__ void use(OUT) { S().use(out, d, f, i); } KERNEL(use)",
    ),
    (
        "friend",
        "struct S { friend __device__ double F(S) { return 42; } }; __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(F(S())); } KERNEL(use)",
    ),
    (
        "template-global",
        "namespace n { OWN template <class T> __device__ void t(T out, double d, float f, int i) { CALL(::F(A)); } } __device__ void use(OUT) { n::t(out, d, f, i); } KERNEL(use)",
    ),
    (
        "template-plain",
        "namespace n { OWN template <class T> __device__ void t(T out, double d, float f, int i) { CALL(F(A)); } } __device__ void use(OUT) { n::t(out, d, f, i); } KERNEL(use)",
    ),
    (
        "template-later",
        "namespace n { template <class T> __device__ void t(T out, double d, float f, int i) { CALL(F(A)); CALL(::F(A)); } OWN } __device__ void use(OUT) { n::t(out, d, f, i); } KERNEL(use)",
    ),
    (
        "later",
        "namespace n { __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); } OWN } KERNEL(n::use)",
    ),
    (
        "global-class",
        "__device__ double F(V) { return 42; } namespace n { __device__ void use(OUT) { CALL(F(A)); CALL(::F(A)); CALL(F(V())); CALL(::F(V())); } } KERNEL(n::use)",
    ),
    (
        "variable-hides",
        "namespace n { struct W { __device__ double operator()(double, double = 0) const { return 42; } }; __device__ void use(OUT) { W F; CALL(F(A)); CALL(::F(A)); } } KERNEL(n::use)",
    ),
    (
        "argument-dependent",
        "namespace n { struct W { __device__ operator double() const { return 0.5; } }; OWN __device__ double F(W) { return 42; } } __device__ void use(OUT) { CALL(F(n::W())); CALL(n::F(n::W())); CALL(F(A)); } KERNEL(use)",
    ),
];

/// Programs with `std::F`. NVRTC is told what `<cmath>` says, that `std` has the functions so far.
const STD_FORMS: &[(&str, &str)] = &[
    (
        "std-in-namespace",
        "namespace n { OWN __device__ void use(OUT) { CALL(std::F(A)); CALL(::std::F(A)); CALL(F(A)); CALL(::F(A)); } } KERNEL(n::use)",
    ),
    (
        "std-global-class",
        "__device__ double F(V) { return 42; } __device__ void use(OUT) { CALL(std::F(A)); CALL(F(A)); CALL(F(V())); } KERNEL(use)",
    ),
    (
        "std-refuses-global",
        "__device__ double F(V) { return 42; } __device__ void use(OUT) { CALL(std::F(V())); } KERNEL(use)",
    ),
    (
        "std-directive",
        "namespace n { OWN } using namespace n; __device__ void use(OUT) { CALL(std::F(A)); CALL(n::F(A)); } KERNEL(use)",
    ),
    (
        "std-block-declaration",
        "namespace n { OWN } __device__ void use(OUT) { using n::F; CALL(F(A)); CALL(std::F(A)); } KERNEL(use)",
    ),
    (
        "std-class",
        "struct S { OWNM __device__ void use(OUT) { CALL(F(A)); CALL(std::F(A)); CALL(this->F(A)); } }; __device__ void use(OUT) { S().use(out, d, f, i); } KERNEL(use)",
    ),
    (
        "std-derived",
        "struct B { OWNM }; struct S : B { __device__ void use(OUT) { CALL(F(A)); CALL(std::F(A)); } }; __device__ void use(OUT) { S().use(out, d, f, i); } KERNEL(use)",
    ),
    (
        "std-template",
        "namespace n { OWN template <class T> __device__ void t(T out, double d, float f, int i) { CALL(std::F(A)); CALL(F(A)); } } __device__ void use(OUT) { n::t(out, d, f, i); } KERNEL(use)",
    ),
    (
        "std-nested",
        "namespace n { OWN namespace m { __device__ void use(OUT) { CALL(std::F(A)); CALL(n::F(A)); } } } KERNEL(n::m::use)",
    ),
    (
        "std-alias",
        "namespace n { OWN namespace m = std; __device__ void use(OUT) { namespace q = std; CALL(m::F(A)); CALL(q::F(A)); } } KERNEL(n::use)",
    ),
    (
        "std-variable",
        "__device__ void use(OUT) { double F = d; CALL(std::F(A)); out[0] += F; } KERNEL(use)",
    ),
    (
        "std-own",
        "namespace std { namespace q { OWN } } __device__ void use(OUT) { CALL(std::F(A)); CALL(std::q::F(A)); } KERNEL(use)",
    ),
];

/// A function of built-in name: with the parameters and arguments that it has.
struct Function {
    name: &'static str,
    parameters: fn(&str) -> String,
    arguments: fn(&str) -> String,
}

fn one(ty: &str) -> String {
    ty.to_owned()
}

fn two(ty: &str) -> String {
    format!("{ty}, {ty}")
}

fn functions(names: &[&'static str], count: usize) -> Vec<Function> {
    let of = if count == 1 { one as fn(&str) -> String } else { two };
    names.iter().map(|name| Function { name, parameters: of, arguments: of }).collect()
}

/// The source of a form for functions, called with an argument; how many results it writes.
fn source(form: &str, own: &str, list: &[Function], argument: &str) -> (String, usize) {
    let mut text = String::from(
        "struct V { int v; };\n#define OUT long long *out, double d, float f, int i\n",
    );
    let (mut kernel, mut results) = (String::new(), 0);
    for (k, function) in list.iter().enumerate() {
        let mut user = own.to_owned();
        for ty in ["double", "float", "int", "T"] {
            user = user.replace(&format!("P[{ty}]"), &(function.parameters)(ty));
        }
        let methods = user.replace("inline ", "");
        let mut one = form.replace("OWNM", &methods).replace("OWN", &user);
        while let Some((before, rest)) = one.split_once("CALL(") {
            let mut depth = 1;
            let end = rest.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            let Some(end) = end else { break };
            let call = &rest[..end];
            let behind = &rest[end + 1..];
            one =
                format!("{before}out[{results}] = (sizeof({call}) << 1) | ({call} == 42){behind}");
            results += 1;
        }
        let (one, used) = one.split_once("KERNEL(").unwrap_or((&one, "use)"));
        let used = used.trim_end().trim_end_matches(')');
        let rename = |t: &str| {
            let words = ["n", "m", "q", "S", "B", "W", "use", "t"];
            replace_words(t, &|w| match w {
                "F" => Some(function.name.to_owned()),
                "A" => Some((function.arguments)(argument)),
                w if words.contains(&w) => Some(format!("{w}_{k}")),
                _ => None,
            })
        };
        text.push_str(&rename(one));
        text.push('\n');
        kernel.push_str(&format!("  {}(out, d, f, i);\n", rename(used)));
    }
    text.push_str(&format!(
        "extern \"C\" __global__ void k(long long *out, double d, float f, int i)\n{{\n{kernel}}}\n"
    ));
    (text, results)
}

fn replace_words(text: &str, with: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(&with(&word).unwrap_or_else(|| word.clone()));
        word.clear();
        out.push(c);
    }
    out
}

fn results(ptx: &str, count: usize) -> Result<Vec<u64>, String> {
    let launch = format!(
        "source = \"k.cu\"\n[buffers.out]\ntype = \"i64\"\nlength = {count}\n[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nargs = [\"&out\", {{ f64 = 0.5 }}, {{ f32 = 0.5 }}, {{ i32 = 3 }}]\n[[expect]]\nbuffer = \"out\"\nvalues = [0]\n"
    );
    let mut launch = LaunchFile::parse(&launch).map_err(|e| e.0)?;
    launch.expects.clear();
    let mut device = Emulator::new(Schedule::Lockstep);
    let got = optx_launch::run(&launch, ptx, &mut device, &NoReferences, Path::new("."))
        .map_err(|e| e.to_string())?;
    let out = got.outputs.get("out").ok_or("no output")?;
    Ok((0..count).map(|k| out.bits(k)).collect())
}

/// Compares the two compilers on a form, for all functions at once; where NVRTC refuses some, for each alone.
fn check(
    name: &str,
    form: &str,
    own: &str,
    list: &[Function],
    argument: &str,
) -> Result<(), String> {
    let (text, count) = source(form, own, list, argument);
    let options = ["--gpu-architecture=compute_80".to_owned()];
    let std = |f: &Function| format!("namespace std {{ using ::{}; }}\n", f.name);
    let headers: String = match form.contains("std::") || form.contains("= std") {
        true => list.iter().map(std).collect(),
        false => String::new(),
    };
    let theirs = nvrtc::compile_once(&format!("{headers}{text}"), "k.cu", &options);
    if theirs.is_err() && list.len() > 1 {
        for f in list {
            let one = [Function { ..*f }];
            check(name, form, own, &one, argument)?;
        }
        return Ok(());
    }
    let file = std::env::temp_dir()
        .join(format!("optx-built-in-{}-{name}-{argument}.cu", std::process::id()));
    std::fs::write(&file, &text).map_err(|e| e.to_string())?;
    let ours = optx(&file, &[], "-O0", "80");
    match (theirs, ours) {
        (Err(_), Err(_)) => {}
        (Ok(theirs), Ok(ours)) => {
            let (theirs, ours) = (results(&theirs, count)?, results(&ours, count)?);
            if let Some(k) = (0..count).find(|k| theirs[*k] != ours[*k]) {
                return Err(format!("out[{k}] is {}, and NVRTC's {}\n{text}", ours[k], theirs[k]));
            }
        }
        (Ok(_), Err(e)) => return Err(format!("optx refuses it: {e}\n{text}")),
        (Err(e), Ok(_)) => return Err(format!("only NVRTC refuses it: {e}\n{text}")),
    }
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&file);
    Ok(())
}

fn main() {
    let mut list = Vec::new();
    for (form, text) in FORMS.iter().chain(STD_FORMS) {
        let std = form.starts_with("std-");
        for (own, functions_of) in OWN {
            if !text.contains("OWN") && *own != OWN[0].0 {
                continue;
            }
            let name = format!("{form}/{own}");
            let short = format!("{form}-{own}");
            list.push(trials::trial(name, &[Tool::Nvrtc], move || {
                // All of them take minutes.
                let step = if std::env::var_os("OPTX_BUILT_IN_NAMES").is_some() { 1 } else { 12 };
                let of = |names: &[&'static str], count: usize, argument: &str| {
                    let names = names.iter().copied().step_by(step);
                    let names: Vec<&'static str> =
                        names.filter(|n| !std || !OUTSIDE_STD.contains(n)).collect();
                    check(&short, text, functions_of, &functions(&names, count), argument)
                        .map_err(Failed::from)
                };
                of(ONE, 1, "d")?;
                of(ONE, 1, "f")?;
                of(TWO, 2, "d")?;
                of(TWO, 2, "f")?;
                let (two, one): (Vec<&'static str>, Vec<&'static str>) =
                    INTEGER.iter().copied().partition(|n| matches!(*n, "min" | "max" | "__mulhi"));
                of(&one, 1, "i")?;
                of(&two, 2, "i")
            }));
        }
    }
    trials::run(list);
}

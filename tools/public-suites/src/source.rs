//! A program of a suite as the text of a kernel.

/// Headers that a program may include; what it may use of them is in [`TYPES`] and [`FUNCTIONS`].
const HEADERS: &[&str] = &[
    "assert.h", "cassert", "cfloat", "climits", "cstddef", "cstdint", "cstdlib", "cstring", "float.h", "limits.h", "stdbool.h",
    "stddef.h", "stdint.h", "stdlib.h", "string.h",
];

/// Macros and types, before the program.
const TYPES: &str = include_str!("before.h");

/// A function of C's library that compilers for kernels lack: its name, its parameters and result, and what it does.
struct Function {
    name: &'static str,
    result: &'static str,
    parameters: &'static str,
    body: &'static str,
}

macro_rules! functions {
    ($($result:literal $name:literal $parameters:literal $body:literal;)*) => {
        const FUNCTIONS: &[Function] =
            &[$(Function { name: $name, result: $result, parameters: $parameters, body: $body },)*];
    };
}

// `abort` is a trap, and `exit` ends the thread with its status stored.
functions! {
    "void" "abort" "(void)" "{ __trap(); }";
    "void" "exit" "(int status)" "{ suite_exit(status); }";
    "int" "memcmp" "(const void *a, const void *b, unsigned long n)"
        "{ const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
           for (; n; --n, ++p, ++q) if (*p != *q) return *p < *q ? -1 : 1; return 0; }";
    "void *" "memmove" "(void *to, const void *from, unsigned long n)"
        "{ char *p = (char *)to; const char *q = (const char *)from;
           if (p < q) for (; n; --n) *p++ = *q++; else while (n--) p[n] = q[n]; return to; }";
    "unsigned long" "strlen" "(const char *s)" "{ unsigned long n = 0; while (s[n]) ++n; return n; }";
    "int" "strcmp" "(const char *a, const char *b)"
        "{ while (*a && *a == *b) ++a, ++b; return (unsigned char)*a - (unsigned char)*b; }";
    "int" "strncmp" "(const char *a, const char *b, unsigned long n)"
        "{ for (; n && *a && *a == *b; --n) ++a, ++b; return n ? (unsigned char)*a - (unsigned char)*b : 0; }";
    "char *" "strcpy" "(char *to, const char *from)"
        "{ for (unsigned long i = 0;; ++i) if (!(to[i] = from[i])) return to; }";
    "char *" "strncpy" "(char *to, const char *from, unsigned long n)"
        "{ bool end = false; for (unsigned long i = 0; i < n; ++i) { end = end || !from[i]; to[i] = end ? 0 : from[i]; }
           return to; }";
    "char *" "strcat" "(char *to, const char *from)"
        "{ char *p = to; while (*p) ++p; while ((*p++ = *from++)); return to; }";
}

/// Names of GNU's for functions that are above, or built in under another name.
const BUILTINS: &[(&str, &str)] = &[
    ("__builtin_abort", "abort"),
    ("__builtin_exit", "exit"),
    ("__builtin_trap", "__trap"),
    ("__builtin_printf", "printf"),
    ("__builtin_memcpy", "memcpy"),
    ("__builtin_memset", "memset"),
    ("__builtin_memcmp", "memcmp"),
    ("__builtin_memmove", "memmove"),
    ("__builtin_strlen", "strlen"),
    ("__builtin_strcmp", "strcmp"),
    ("__builtin_strncmp", "strncmp"),
    ("__builtin_strcpy", "strcpy"),
    ("__builtin_abs", "abs"),
];

/// The header that an `#include` line names.
fn header(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim();
    let end = rest.get(1..)?.find(['>', '"'])?;
    rest.get(1..=end)
}

/// Whether a program includes nothing but headers that are given here.
pub fn has_known_headers(text: &str) -> bool {
    text.lines().filter_map(header).all(|h| HEADERS.contains(&h))
        && !text.lines().any(|l| l.trim_start().starts_with("#include") && header(l).is_none())
}

/// The kernel: what stands before, the program with `main` renamed and without includes, and the functions it names.
pub fn kernel(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let renamed = |name: &str| BUILTINS.iter().any(|(from, to)| *to == name && words.contains(from));
    let names = |name: &str| words.contains(&name) || renamed(name);
    let mut out = TYPES.to_owned();
    for (from, to) in BUILTINS.iter().filter(|(from, _)| words.contains(from)) {
        out += &format!("#define {from} {to}\n");
    }
    let wanted: Vec<&Function> =
        FUNCTIONS.iter().filter(|f| names(f.name) && !is_defined(text, f.name)).collect();
    let headers: Vec<&str> = text.lines().filter_map(header).collect();
    for f in &wanted {
        // What the program declares itself keeps the program's linkage.
        if !headers.is_empty() || !is_declared(text, f.name) {
            out += &format!("extern \"C\" {} {}{};\n", f.result, f.name, f.parameters);
        }
    }
    if headers.iter().any(|h| h.starts_with('c')) {
        out += "namespace std {\n";
        for f in wanted.iter().filter(|f| names(f.name)) {
            out += &format!("using ::{};\n", f.name);
        }
        out += "using ::size_t; using ::ptrdiff_t;\n}\n";
    }
    out += "#define main suite_main\n#line 1 \"program\"\n";
    for line in text.lines() {
        out += if header(line).is_some() { "" } else { line };
        out.push('\n');
    }
    out += "#undef main\n#line 1 \"after\"\n";
    for f in &wanted {
        out += &format!("{} {}{} {}\n", f.result, f.name, f.parameters, f.body);
    }
    let call = match parameters_of_main(text) {
        Some(p) if p.contains(',') => "suite_main(1, suite_arguments)",
        _ => "suite_main()",
    };
    let call = if returns_nothing(text) { format!("{call}, 0") } else { call.to_owned() };
    out + &format!(
        "extern \"C\" __global__ void suite_kernel(long long *out) {{\n  suite_out = out;\n  out[0] = 1;\n  \
         const long long value = ({call});\n  out[1] = value;\n  out[0] = 2;\n}}\n"
    )
}

/// Whether a `void main` was found.
fn returns_nothing(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).any(|w| w[0] == "void" && (w[1] == "main" || w[1].starts_with("main(")))
}

fn parameters_of_main(text: &str) -> Option<&str> {
    text.match_indices("main").find_map(|(at, _)| {
        let rest = text.get(at + 4..)?.trim_start().strip_prefix('(')?;
        rest.split_once(')').map(|(parameters, _)| parameters)
    })
}

/// Each `name (...)` in a text, and what follows it.
fn after_uses<'t>(text: &'t str, name: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let before = text.get(..at)?;
        let rest = text.get(at + name.len()..)?.trim_start().strip_prefix('(')?;
        let (_, after) = rest.split_once(')')?;
        let whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        whole.then_some((before, after.trim_start()))
    })
}

/// Whether a program has a function of that name.
fn is_defined(text: &str, name: &str) -> bool {
    after_uses(text, name).any(|(_, after)| after.starts_with('{'))
}

/// Whether a program declares a function of that name: a type's word or `*` stands before the name.
fn is_declared(text: &str, name: &str) -> bool {
    after_uses(text, name).any(|(before, _)| {
        let before = before.trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        ["void", "int", "size_t", "long", "unsigned"].contains(&word)
            || before.strip_suffix('*').is_some_and(|b| b.trim_end().ends_with("char") || b.trim_end().ends_with("void"))
    })
}

//! A program of a suite as the text of a kernel.

/// Headers that a program may include; what it may use of them is in [`TYPES`] and [`FUNCTIONS`].
const HEADERS: &[&str] = &[
    "assert.h",
    "cassert",
    "cfloat",
    "climits",
    "cstddef",
    "cstdint",
    "cstdlib",
    "cstring",
    "float.h",
    "limits.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdlib.h",
    "string.h",
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
    ("__builtin_fabs", "fabs"),
    ("__builtin_fabsf", "fabsf"),
    ("__builtin_popcount", "__popc"),
    ("__builtin_popcountl", "__popcll"),
    ("__builtin_popcountll", "__popcll"),
    ("__builtin_clz", "__clz"),
    ("__builtin_clzl", "__clzll"),
    ("__builtin_clzll", "__clzll"),
    ("__builtin_ffs", "__ffs"),
    ("__builtin_ffsl", "__ffsll"),
    ("__builtin_ffsll", "__ffsll"),
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

/// A program whose `main` is as any other function of C++.
struct Program {
    text: String,
    /// `main` has parameters.
    arguments: bool,
    /// `main` returns nothing.
    nothing: bool,
}

/// The program, `int` before a `main` without a type, and `return 0;` at its end, where only `main` may lack it. There
/// may be several, in parts that conditions choose from.
fn program(text: &str) -> Program {
    let mut out = Program { text: text.to_owned(), arguments: false, nothing: false };
    let code = masked(text);
    let places: Vec<usize> = code.match_indices("main").map(|(at, _)| at).collect();
    // From the end, so that places stay what they are.
    for at in places.into_iter().rev() {
        let Some((parameters, start)) = definition(&code, at) else { continue };
        let before = code[..at].trim_end();
        out.arguments = parameters.contains(',');
        out.nothing = before.ends_with("void");
        let mut depth = 0;
        let end = code[start..].char_indices().find_map(|(k, c)| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            (depth == 0).then_some(start + k)
        });
        if let Some(end) = end.filter(|_| !out.nothing) {
            out.text.insert_str(end, " return 0; ");
        }
        if !before.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            out.text.insert_str(at, "int ");
        }
    }
    out
}

/// The parameters of the function that `main` at a place defines, if it does, and where its `{` stands.
fn definition(code: &str, at: usize) -> Option<(&str, usize)> {
    let before = code.get(..at)?;
    let (parameters, after) =
        code.get(at + 4..)?.trim_start().strip_prefix('(')?.split_once(')')?;
    let start = code.len() - after.len() + after.find('{')?;
    let whole = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    // The declarations of old parameters may stand before the body.
    (whole && !after.trim_start().starts_with(';')).then_some((parameters, start))
}

/// The text with comments, strings and characters as blanks, byte for byte.
fn masked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out: Vec<u8> = bytes.iter().map(|b| if b.is_ascii() { *b } else { b'_' }).collect();
    let mut i = 0;
    while i < bytes.len() {
        let rest = &bytes[i..];
        let length = if rest.starts_with(b"/*") {
            text.as_bytes()[i + 2..]
                .windows(2)
                .position(|w| w == b"*/")
                .map_or(rest.len(), |k| k + 4)
        } else if rest.starts_with(b"//") {
            rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            quoted(rest)
        } else {
            i += 1;
            continue;
        };
        for b in out.iter_mut().skip(i).take(length).filter(|b| **b != b'\n') {
            *b = b' ';
        }
        i += length;
    }
    String::from_utf8(out).unwrap_or_default()
}

/// The length of a string or character with its quotes.
fn quoted(bytes: &[u8]) -> usize {
    let mut k = 1;
    while k < bytes.len() && bytes[k] != bytes[0] && bytes[k] != b'\n' {
        k += 1 + usize::from(bytes[k] == b'\\');
    }
    (k + 1).min(bytes.len())
}

/// The kernel: what stands before, the program with `main` renamed and without includes, and the functions it names.
pub fn kernel(text: &str) -> String {
    let program = program(text);
    let text = program.text.as_str();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let renamed =
        |name: &str| BUILTINS.iter().any(|(from, to)| *to == name && words.contains(from));
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
    let call = if program.arguments { "suite_main(1, suite_arguments)" } else { "suite_main()" };
    let call = if program.nothing { format!("({call}, 0)") } else { call.to_owned() };
    out + &format!(
        "extern \"C\" __global__ void suite_kernel(long long *out) {{\n  suite_out = out;\n  out[0] = 1;\n  \
         const long long value = {call};\n  out[1] = value;\n  out[0] = 2;\n}}\n"
    )
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
            || before
                .strip_suffix('*')
                .is_some_and(|b| b.trim_end().ends_with("char") || b.trim_end().ends_with("void"))
    })
}

//! Inputs at and past the compiler's limits: what must still compile, and what must be refused soon and in little room.

mod counted;
mod host_code;
mod instances;
mod loops;
mod searches;

pub use counted::counted;
use std::fmt::Write as _;

/// What must become of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// It compiles. Time and memory are reported.
    Compiles,
    /// It compiles within the bounds.
    CompilesWithin,
    /// It is refused with this code, within the bounds.
    Refused(&'static str),
    /// It is refused, within the bounds.
    RefusedSomehow,
    /// It may compile or not, within the bounds.
    Within,
}

/// An input.
pub struct Hostile {
    /// What it is.
    pub name: String,
    /// What must become of it.
    pub expect: Expect,
    /// The source.
    pub text: String,
}

fn kernel(body: &str) -> String {
    format!(
        "#define F(x) x\n__device__ int f(int x) {{ return x; }}\nextern \"C\" __global__ void k(int *o, int n, int a) {{\n\
         {body}\n}}\n"
    )
}

/// A way to nest: what comes before the nest, what opens and what closes a level, what is in the middle, what comes
/// after. `@` stands for the level.
type Nest = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

/// Ways to nest in a kernel's body.
const NESTS: &[Nest] = &[
    ("parentheses", "o[0] = ", "(", "a", ")", ";"),
    ("blocks", "", "{", "n++;", "}", ""),
    ("if", "", "if (o[@]) ", "n++;", "", ""),
    ("if blocks", "", "if (o[@]) {", "n++;", "}", ""),
    ("else if", "", "if (o[@]) n++; else ", "n--;", "", ""),
    ("for", "", "for (int i = 0; i < n; i++) ", "o[0]++;", "", ""),
    ("while", "", "while (o[@]) ", "o[0]++;", "", ""),
    ("do", "", "do ", "o[0]++;", " while (o[@]);", ""),
    ("switch", "", "switch (o[@]) { case 1: ", "n++;", "}", ""),
    ("negation", "o[0] = ", "- ", "a", "", ";"),
    ("logical not", "o[0] = ", "!", "a", "", ";"),
    ("complement", "o[0] = ", "~", "a", "", ";"),
    ("casts", "o[0] = ", "(int)", "a", "", ";"),
    ("static_cast", "o[0] = ", "static_cast<int>(", "a", ")", ";"),
    ("sizeof", "o[0] = ", "sizeof ", "a", "", ";"),
    ("calls", "o[0] = ", "f(", "a", ")", ";"),
    ("subscripts", "o[0] = ", "o[", "a", "]", ";"),
    ("conditional, second operand", "o[0] = ", "a ? ", "1", " : 2", ";"),
    ("conditional, third operand", "o[0] = ", "a ? 2 : ", "1", "", ";"),
    ("assignments", "", "n = ", "a", "", ";"),
    ("logical and", "o[0] = ", "(a && ", "n", ")", ";"),
    ("sums to the right", "o[0] = ", "a + (", "n", ")", ";"),
    ("commas", "o[0] = ", "(n++, ", "n", ")", ";"),
    ("pointers", "int ", "*", "p = 0; o[0] = p != 0", "", ";"),
    ("macro arguments", "o[0] = ", "F(", "a", ")", ";"),
    ("#if", "", "\n#if 1\n", "n++;", "\n#endif\n", ""),
];

fn nest((_, before, open, middle, close, after): &Nest, depth: usize) -> String {
    let mut text = String::from(*before);
    for k in 0..depth {
        text.push_str(&open.replace('@', &k.to_string()));
    }
    text.push_str(middle);
    for k in 0..depth {
        text.push_str(&close.replace('@', &k.to_string()));
    }
    kernel(&(text + after))
}

/// A name, and what makes the text of so many levels.
type Declared = (&'static str, fn(usize) -> String);

/// What nests by declarations.
const DECLARED: &[Declared] = &[
    ("address and indirection", |n| kernel(&format!("o[0] = {}a;", "*&".repeat(n / 2)))),
    ("structs in structs", |n| {
        kernel(&format!(
            "{} int a; {} S0 *p = (S0 *)o; p->b = 1;",
            structs(n),
            " } m;".repeat(n - 1) + " int b; };"
        ))
    }),
    ("structs of structs", |n| {
        let mut text = String::from("struct S0 { int a; };\n");
        for k in 1..n {
            let _ = writeln!(text, "struct S{k} {{ S{} m; }};", k - 1);
        }
        let body = format!(
            "S{} s = {}a{}; o[0] = s{}.a;",
            n - 1,
            "{".repeat(n),
            "}".repeat(n),
            ".m".repeat(n - 1)
        );
        text + &kernel(&body)
    }),
    ("initialisers", |n| {
        kernel(&format!(
            "int x{} = {}a{}; o[0] = x{};",
            "[1]".repeat(n),
            "{".repeat(n),
            "}".repeat(n),
            "[0]".repeat(n)
        ))
    }),
    ("typedefs", |n| {
        let mut text = String::from("typedef int T0;\n");
        for k in 1..=n {
            let _ = writeln!(text, "typedef T{} *T{k};", k - 1);
        }
        text + &kernel(&format!("T{n} p = 0; o[0] = p != 0;"))
    }),
    ("macros of macros", |n| {
        let mut text = String::from("#define A0 1\n");
        for k in 1..=n {
            let _ = writeln!(text, "#define A{k} (A{})", k - 1);
        }
        text + &kernel(&format!("o[0] = A{n};"))
    }),
    ("functions of functions", |n| {
        let mut text = String::from("__device__ int f0(int x) { return x + 1; }\n");
        for k in 1..=n {
            let _ = writeln!(text, "__device__ int f{k}(int x) {{ return f{}(x) * 3; }}", k - 1);
        }
        text + &kernel(&format!("o[0] = f{n}(a);"))
    }),
    ("files in files", |n| format!("#include \"deep{n}.cuh\"\n{}", kernel("o[0] = deep;"))),
    ("namespaces", |n| {
        format!("{}{}{}", "namespace N {".repeat(n), "}".repeat(n) + "\n", kernel("o[0] = a;"))
    }),
    ("extern \"C\"", |n| {
        format!("{}{}{}", "extern \"C\" {".repeat(n), "}".repeat(n) + "\n", kernel("o[0] = a;"))
    }),
];

fn structs(depth: usize) -> String {
    (0..depth).map(|k| format!("struct S{k} {{ ")).collect()
}

/// Large things that compile.
fn large() -> Vec<(&'static str, String)> {
    let terms = |text: &str, op: &str, n: usize| vec![text; n].join(op);
    let loads: Vec<String> = (0..65_536).map(|k| format!("o[{}]", k % 4096)).collect();
    let functions: String = (0..80_000)
        .map(|k| format!("__device__ int g{k}(int a) {{ int s = 0; for (int i = 0; i < a; ++i) s += i * {k}; return s; }}\n"))
        .collect();
    let host: String = (0..90_000)
        .map(|k| format!("static std::vector<int> h{k}(int a, const char *b) {{ return {{a, {k}, b[0]}}; }}\n"))
        .collect();
    vec![
        ("a sum of 64 k terms", kernel(&format!("o[0] = {};", terms("a", " + ", 65_536)))),
        ("a sum of 64 k loads", kernel(&format!("o[0] = {};", loads.join(" + ")))),
        (
            "64 k products in a sum of floats",
            kernel(&format!("float x = a; o[0] = {};", terms("x * x", " + ", 32_768))),
        ),
        ("64 k terms of ^", kernel(&format!("o[0] = {};", terms("a", " ^ ", 65_536)))),
        ("64 k added to a pointer", kernel(&format!("o[0] = *(o{});", " + a".repeat(65_536)))),
        ("20 k terms of &&", kernel(&format!("o[0] = {};", terms("a", " && ", 20_000)))),
        ("20 k operands of a comma", kernel(&format!("o[0] = ({});", terms("a++", ", ", 20_000)))),
        (
            "50 k pairs of neighbouring stores",
            kernel(&"((int2 *)o)->x = a; ((int2 *)o)->y = a; ".repeat(50_000)),
        ),
        ("8 k labels, each jumped to from afar", {
            let jumps: String = (0..8000)
                .map(|k| {
                    format!("L{k}: n += {}; if (o[{k}]) goto L{};\n", k % 7, (k * 7919 + 3) % 8000)
                })
                .collect();
            kernel(&format!("{jumps} o[0] = n;"))
        }),
        ("a switch of 20 k cases", {
            let cases: String =
                (0..20_000).map(|k| format!("case {}: n += {k}; break;", k * 3)).collect();
            kernel(&format!("switch (a) {{ {cases} }} o[0] = n;"))
        }),
        ("20 k cases of one statement", {
            let cases: String = (0..20_000).map(|k| format!("case {k}: ")).collect();
            kernel(&format!("switch (a) {{ {cases} n = 5; }} o[0] = n;"))
        }),
        ("a loop of 20 k ways back", {
            let ways: String = (0..20_000)
                .map(|k| format!("if (o[{k}] == a) {{ n += {k}; continue; }}\n"))
                .collect();
            kernel(&format!("for (;;) {{ {ways} break; }} o[0] = n;"))
        }),
        ("1 k flags that conditions set, read behind all", {
            let set: String = (0..1000)
                .map(|k| format!("if (o[{k}] > a) {{ f{k} = true; o[{k}] = 1; }}\n"))
                .collect();
            let flags: String = (0..1000).map(|k| format!("bool f{k} = false;")).collect();
            let sum: String = (0..1000).map(|k| format!("n += f{k} ? {k} : 0;")).collect();
            kernel(&format!("{flags} {set} __syncthreads(); {sum} o[0] = n;"))
        }),
        ("10 k variables that a loop carries", {
            let names: Vec<String> = (0..10_000).map(|k| format!("v{k}")).collect();
            let first: String = names.iter().map(|v| format!("int {v} = a;")).collect();
            let next: String = names.iter().map(|v| format!("{v} = {v} * 3 + o[i];")).collect();
            let last: String = names.iter().map(|v| format!("n ^= {v};")).collect();
            kernel(&format!("{first} for (int i = 0; i < a; i++) {{ {next} }} {last} o[0] = n;"))
        }),
        ("10 k stores to one array, and loads of it", {
            let stores: String =
                (0..10_000).map(|k| format!("o[a + {}] = o[n + {}];", k * 7 % 999, k)).collect();
            kernel(&stores)
        }),
        ("10 k jumps into the middle of a loop", {
            let jumps: String = (0..10_000)
                .map(|k| {
                    format!("if (o[{k}] == a) goto L{}; L{k}: n += {k};\n", (k * 61 + 7) % 10_000)
                })
                .collect();
            kernel(&format!("do {{ {jumps} }} while (n < a); o[0] = n;"))
        }),
        ("4 k barriers, each behind a way out of the kernel", {
            let exits: String = (0..4000)
                .map(|k| format!("if (threadIdx.x == {k}) return; __syncthreads();\n"))
                .collect();
            kernel(&format!("{exits} o[0] = n;"))
        }),
        ("4 k barriers in arms that an index decides", {
            let arms: String = (0..4000)
                .map(|k| format!("if (threadIdx.x < blockDim.x - {k}) __syncthreads();\n"))
                .collect();
            kernel(&format!("{arms} o[0] = n;"))
        }),
        ("4 k locks, one behind the other", {
            let locks: String = (0..4000)
                .map(|k| {
                    format!(
                        "while (atomicCAS(o + {k}, 0, 1)) ; n += o[a]; atomicExch(o + {k}, 0);\n"
                    )
                })
                .collect();
            kernel(&format!("{locks} o[0] = n;"))
        }),
        ("else if of 5 k arms", {
            let arms: Vec<String> = (0..5000).map(|k| format!("if (a == {k}) n++;")).collect();
            kernel(&format!("{} o[0] = n;", arms.join(" else ")))
        }),
        (
            "a string of 1 MB",
            kernel(&format!("const char *s = \"{}\"; o[0] = s[a];", "x".repeat(1 << 20))),
        ),
        (
            "8 MB in one comment",
            format!("/*{}*/\n{}", "comment ".repeat(1 << 20), kernel("o[0] = a;")),
        ),
        ("8 MB of device functions", format!("{functions}{}", kernel("o[0] = g7(a);"))),
        ("8 MB of host functions", format!("#include <vector>\n{host}{}", kernel("o[0] = a;"))),
    ]
}

/// What is refused at any size, beside what nests too deep.
fn refused() -> Vec<(&'static str, Expect, String)> {
    let mut bomb = String::from("#define A0 n + n +\n");
    let mut arguments = String::from("#define G0(x) x\n");
    for k in 1..60 {
        let _ = writeln!(bomb, "#define A{k} A{0} A{0}", k - 1);
        let _ = writeln!(arguments, "#define G{k}(x) G{0}(G{0}(x x))", k - 1);
    }
    let other = Expect::RefusedSomehow;
    let names: String = (0..700_000).map(|k| format!("x{k} ")).collect();
    vec![
        ("a macro that doubles 60 times", Expect::Refused("E0022"), bomb + &kernel("o[0] = A59 1;")),
        ("arguments that double 60 times", Expect::Refused("E0022"), arguments + &kernel("o[0] = G59(a);")),
        ("a file that includes itself", other, format!("#include \"self.cuh\"\n{}", kernel("o[0] = a;"))),
        ("a terabyte on the stack", Expect::Refused("E0024"), kernel("int x[1000000000000]; o[0] = x[a];")),
        ("an initialiser for a far element", Expect::Refused("E0024"), kernel("int x[] = {[4000000000000] = 1}; o[0] = x[a];")),
        ("50 k mistakes", other, kernel(&"q + ;\n".repeat(50_000))),
        ("8 MB of (", other, "(".repeat(8 << 20)),
        ("8 MB of { in a kernel", other, kernel(&"{".repeat(8 << 20))),
        ("8 MB of [", other, kernel(&"o[".repeat(4 << 20))),
        ("8 MB of quotes", Expect::Within, "\"".repeat(8 << 20)),
        ("8 MB in an open string", other, kernel(&format!("o[0] = \"{}", "x".repeat(8 << 20)))),
        ("8 MB in an open comment", other, kernel(&format!("/*{}", "x".repeat(8 << 20)))),
        ("8 MB of names in a kernel", other, kernel(&names)),
        ("8 MB of names in a file", Expect::Within, names.clone()),
        ("8 MB of #if", other, "#if 1\n".repeat((8 << 20) / 6)),
        ("8 MB of #define of one name", other, "#define X 1\n#define X 2\n".repeat((8 << 20) / 24) + &kernel("o[q] = X;")),
        ("8 MB of @", other, kernel(&"@".repeat(8 << 20))),
        ("8 MB of zero bytes", other, kernel(&"\0".repeat(8 << 20))),
        ("a number of 1 MB", other, kernel(&format!("o[0] = {};", "9".repeat(1 << 20)))),
        ("a float of 1 MB", other, kernel(&format!("o[0] = {}.5q;", "9".repeat(1 << 20)))),
        ("a million wrong declarations", other, kernel(&"int a; ".repeat(1 << 20))),
        ("structs in a host function that launches, 100 k deep", other,
            format!("template <class T> __global__ void k(T *x) {{}}\nvoid run(U &u) {{ k<<<1, 1>>>(u.d()); {} }}\n", "struct S { ".repeat(100_000))),
        ("a constexpr function that asks twice about itself", other,
            "constexpr __device__ bool p(int n) { static_assert(!p(12), \"\"); static_assert(p(32), \"\"); return true; }\n".to_owned()
                + &kernel("o[0] = p(1);")),
        ("an object of 450 MB with a value in its middle", other,
            "struct L { int w[38061751]; };\n__device__ const L t[3] = {{{6}}, {{7}}, {{}}};\n".to_owned() + &kernel("o[0] = t[1].w[3];")),
        ("a string in the middle of an object of 2 GB", other,
            "struct L { char w[1000000000]; };\n__device__ const L t[2] = {{\"a\"}, {\"b\"}};\n".to_owned() + &kernel("o[0] = t[1].w[0];")),
        ("an address in the middle of an object of 2 GB", other,
            "__device__ int x;\nstruct L { int *p, w[250000000]; };\n__device__ L t[2] = {{&x}, {&x}};\n".to_owned() + &kernel("o[0] = t[a].w[0];")),
        ("an address before 1 GB of zeros", Expect::Within,
            "__device__ int x;\nstruct L { int *p, w[250000000]; };\n__device__ L t = {&x};\n".to_owned() + &kernel("o[0] = t.w[0];")),
        ("a quarter of a million addresses", Expect::Within,
            "__device__ int x;\n__device__ int *t[] = {".to_owned() + &"&x,".repeat(1 << 18) + "};\n" + &kernel("o[0] = *t[a];")),
        ("a quarter of a million designators", Expect::Within,
            format!("__device__ int t[] = {{{}}};\n", (0..1 << 18).map(|k| format!("[{}]=1,", (1 << 18) - k)).collect::<String>())
                + &kernel("o[0] = t[a];")),
        ("a value 16 MB into an object", Expect::Within,
            "__device__ const int t[4194304] = {[4194296] = 1};\n".to_owned() + &kernel("o[0] = t[a];")),
        ("a million arguments", other, kernel(&format!("o[0] = f({}1);", "1, ".repeat(1 << 20)))),
        ("a million macro arguments", other, kernel(&format!("o[0] = F({}1);", "1, ".repeat(1 << 20)))),
        ("a template that needs itself with more", other,
            "template<int N> __device__ int t(int x) { return t<N + 1>(x) + 1; }\n".to_owned() + &kernel("o[0] = t<0>(a);")),
        ("a template that needs itself twice with more", other,
            "template<int N, int M> __device__ int t(int x) { return t<N + 1, M>(x) + t<N, M + 1>(x); }\n".to_owned()
                + &kernel("o[0] = t<0, 0>(a);")),
        ("a struct template that holds itself with more", other,
            "template<int N> struct V { V<N + 1> rest; int v; };\n".to_owned() + &kernel("V<0> v; o[0] = v.v;")),
        ("a struct of 16 MB by value", Expect::Within,
            "struct S { int v[1 << 22]; };\nextern \"C\" __global__ void k(S *o) { S x = o[0]; o[1] = x; }\n".to_owned()),
        ("a struct of 16 MB as a parameter", Expect::Refused("E0024"),
            "struct S { int v[1 << 22]; };\nextern \"C\" __global__ void k(S s, int *o) { *o = s.v[*o]; }\n".to_owned()),
        // Such a function is inlined whatever it says; its arguments are copied by loops.
        ("a struct of 16 MB through calls", Expect::Refused("E0121"),
            "struct S { int v[1 << 22]; };\n__device__ __noinline__ S f(S s) { s.v[0]++; return s; }\n\
             extern \"C\" __global__ void k(S *o) { o[1] = f(o[0]); o[2] = f(o[1]); }\n".to_owned()),
        ("a template whose arguments grow", other,
            "template<typename T> struct P { T a, b; };\ntemplate<typename T> __device__ int t(T x) { P<T> p; return t(p); }\n"
                .to_owned() + &kernel("o[0] = t(a);")),
        ("initial values of members, ten million times", Expect::Refused("E0121"),
            "struct X { int i; int n = i; };\n".to_owned() + &kernel("X x[10000000] = {{1}, {2}}; o[0] = x[a].n;")),
        ("instances that make classes for instances", other,
            "template<typename T> __device__ void t() { t<struct S>(); t<struct Q>(); }
".to_owned()
                + &kernel("t<int>();")),
        ("lists in lists for constructors of each other", other,
            "struct A; struct B; struct C;
             struct A { __device__ A(const B &); __device__ A(const C &); __device__ A(int); };
             struct B { __device__ B(const A &); __device__ B(const C &); };
             struct C { __device__ C(const A &); __device__ C(const B &); };
__device__ void f(A);
".to_owned()
                + &kernel(&format!("f({}1{});", "{".repeat(200), "}".repeat(200)))),
        ("classes that are made of each other by value", other,
            "struct B; struct A { __device__ A() {} __device__ A(B); }; struct B { __device__ B(A) {} };
             __device__ A::A(B) {}
".to_owned() + &kernel("volatile A x; A y(x);")),
        ("constructors of a class that nobody declares, 6 k of them", other,
            "__device__ A::A(int) {}\n".repeat(6_000) + &kernel("A x(a); o[0] = a;")),
        ("members of two classes that are each other's members", other,
            "__device__ A::B(int) {}\n__device__ int B::A;\n".repeat(3_000) + &kernel("o[0] = A;")),
    ]
}

/// What is known not to do what it must, and why: a run of them fails where one of these does it, too.
pub const KNOWN: &[(&str, &str)] = &[];

/// All of them.
pub fn all() -> Vec<Hostile> {
    let mut out = Vec::new();
    let mut push = |name: String, expect, text| out.push(Hostile { name, expect, text });
    for way in NESTS {
        push(format!("{}, 256 deep", way.0), Expect::Compiles, nest(way, 256));
        if way.0 == "else if" {
            // Such a chain is long, not deep.
            push(format!("{}, 20 k deep", way.0), Expect::Within, nest(way, 20_000));
            push(format!("{}, 100 k deep", way.0), Expect::Compiles, nest(way, 100_000));
        } else {
            push(format!("{}, 100 k deep", way.0), Expect::RefusedSomehow, nest(way, 100_000));
        }
    }
    for (name, make) in DECLARED {
        push(format!("{name}, 256 deep"), Expect::Compiles, make(256));
        // Calls can be left as calls, and what holds only declarations needs no stack.
        let free = ["functions of functions", "namespaces", "extern \"C\""].contains(name);
        let deeper = if free { Expect::Within } else { Expect::RefusedSomehow };
        push(format!("{name}, 5 k deep"), deeper, make(5000));
    }
    for (name, text) in large() {
        push(name.to_owned(), Expect::Compiles, text);
    }
    for (name, text) in loops::all() {
        push(name.to_owned(), Expect::CompilesWithin, text);
    }
    for (name, text) in searches::all() {
        push(name, Expect::RefusedSomehow, text);
    }
    for (name, expect, text) in host_code::all() {
        push(name.to_owned(), expect, text);
    }
    for (name, expect, text) in instances::all() {
        push(name.to_owned(), expect, text);
    }
    for (name, expect, text) in refused() {
        push(name.to_owned(), expect, text);
    }
    out
}

//! What C++ or CUDA does not allow is refused, and what they allow beside it is not: pairs of programs that differ in
//! little. `Ok` and errors are nvcc's (NVRTC 13.5 and g++ for what NVRTC only warns of).

#[path = "refusals/absent.rs"]
mod absent;
#[path = "refusals/casts.rs"]
mod casts;
#[path = "refusals/classes.rs"]
mod classes;
#[path = "refusals/constants.rs"]
mod constants;
#[path = "refusals/cuda.rs"]
mod cuda;
#[path = "refusals/declarations.rs"]
mod declarations;
#[path = "refusals/deduction.rs"]
mod deduction;
#[path = "refusals/file_scope.rs"]
mod file_scope;
#[path = "refusals/functions.rs"]
mod functions;
#[path = "refusals/host_only.rs"]
mod host_only;
#[path = "refusals/instances.rs"]
mod instances;
#[path = "refusals/lambdas.rs"]
mod lambdas;
#[path = "refusals/left_alone.rs"]
mod left_alone;
#[path = "refusals/names.rs"]
mod names;
#[path = "refusals/operands.rs"]
mod operands;
#[path = "refusals/operators.rs"]
mod operators;
#[path = "refusals/outside.rs"]
mod outside;
#[path = "refusals/packs.rs"]
mod packs;
#[path = "refusals/placement.rs"]
mod placement;
#[path = "refusals/qualified.rs"]
mod qualified;
#[path = "refusals/signatures.rs"]
mod signatures;
#[path = "refusals/templates.rs"]
mod templates;
#[path = "refusals/values.rs"]
mod values;

use optx_frontend::{FrontendOptions, compile_to_whirl};
use optx_source::{Diagnostics, SourceMap};

/// [stmt.switch] 2, [dcl.init.list] 7: a case has a value of the promoted selector's type.
#[test]
fn cases_are_not_narrowed() {
    held(&[
        ("E0076", "", "unsigned x = o[0]; switch (x) { case -1: o[0] = 1; }"),
        ("E0076", "", "switch (o[0] > 1) { case 1L << 40: o[0] = 1; }"),
        ("E0076", "", "switch (o[0] > 1) { case 2147483648: o[0] = 1; }"),
        ("", "", "unsigned char x = o[0]; switch (x) { case -1: case 300: o[0] = 1; }"),
        ("", "", "long x = o[0]; switch (x) { case 4u: case -1: o[0] = 1; }"),
    ]);
}

/// What is said of a source.
fn said(source: &str) -> String {
    said_with(source, &FrontendOptions::default())
}

fn said_with(source: &str, options: &FrontendOptions<'_>) -> String {
    let mut sm = SourceMap::new();
    let mut diags = Diagnostics::default();
    let _ = compile_to_whirl("t.cu", source, options, &mut sm, &mut diags);
    diags.list().iter().map(|d| sm.resolve(d).to_string()).collect()
}

/// The code and the place of the first error of a source, and empty text where there is none: `E0033 1:5`.
fn first_error(said: &str) -> String {
    let Some((before, after)) = said.split_once(": error[") else { return String::new() };
    let place: Vec<&str> = before.rsplitn(3, ':').collect();
    let code = after.split(']').next().unwrap_or_default();
    match place[..] {
        [column, line, ..] => format!("{code} {line}:{column}"),
        _ => code.to_owned(),
    }
}

/// Programs whose unmarked code is the device's, each before a kernel, and the code and place of what is wrong.
#[track_caller]
fn held_on_device(rows: &[(&str, &str)]) {
    let options = FrontendOptions { default_device: true, ..FrontendOptions::default() };
    for (wanted, source) in rows {
        // Inline PTX is read where it is compiled.
        let calls = [("void f() {", "f();"), ("void g(int zz) {", "g(1);")];
        let calls = calls.iter().filter(|c| source.contains(c.0) && source.contains("asm"));
        let body = calls.map(|c| c.1).collect::<String>() + "o[0] = n;";
        let said = said_with(&kernel(source, &body), &options);
        assert_eq!(first_error(&said), *wanted, "{source}\n{said}");
    }
}

/// The code of the first error of a source; empty where there is none.
fn code(source: &str) -> String {
    let text = said(source);
    let first = text.split("error[").nth(1).and_then(|t| t.split(']').next());
    first.unwrap_or_default().to_owned()
}

fn kernel(declarations: &str, body: &str) -> String {
    format!("{declarations}\nextern \"C\" __global__ void k(int *o, int n) {{ {body} }}")
}

#[track_caller]
fn held(rows: &[(&str, &str, &str)]) {
    for (wanted, declarations, body) in rows {
        assert_eq!(code(&kernel(declarations, body)), *wanted, "{declarations} {body}");
    }
}

/// [stmt.dcl] 3: no jump goes past an initialisation.
#[test]
fn jumps_past_initialisations() {
    held(&[
        ("E0036", "", "if (n) goto l; int x = 3; o[0] = x; l: o[1] = 1;"),
        ("", "", "if (n) goto l; int x; x = 3; o[0] = x; l: o[1] = 1;"),
        ("", "", "if (n) goto l; { int x = 3; o[0] = x; } l: o[1] = 1;"),
        ("", "", "l: int x = 3; o[0] = x; if (n--) goto l;"),
        ("", "", "int x = 3; if (n) goto l; o[0] = x; l: o[1] = x;"),
        ("E0036", "", "if (n) goto l; { int x = 3; l: o[0] = 1; o[1] = x; }"),
        ("E0036", "", "{ int x = 1; o[0] = x; goto l; } { int y = 2; l: o[1] = 1; }"),
        ("E0036", "", "switch (n) { case 1: int x = 3; o[0] = x; case 2: o[1] = 2; }"),
        ("E0036", "", "switch (n) { case 1: int x = 3; o[0] = x; default: o[1] = 2; }"),
        ("", "", "switch (n) { case 1: { int x = 3; o[0] = x; } case 2: o[1] = 2; }"),
        ("", "", "switch (n) { case 2: o[1] = 2; break; case 1: int x; x = 3; o[0] = x; }"),
        ("", "", "switch (int m = n; m) { case 1: o[0] = m; default: o[1] = m; }"),
        ("E0036", "", "if (n) goto l; for (int i = 0; i < 2; ++i) { l: o[0] = 1; }"),
        ("", "", "for (int i = 0; i < 9; ++i) { int y = i; if (y == n) goto l; } l: o[0] = 1;"),
        (
            "E0036",
            "struct S { int a; __device__ S() : a(1) {} };",
            "if (n) goto l; S s; l: o[0] = 1;",
        ),
        ("", "struct S { int a; };", "if (n) goto l; S s; s.a = 1; l: o[0] = 1;"),
        ("E0036", "", "if (n) goto l; int &r = o[0]; r = 1; l: o[0] = 1;"),
        ("", "", "static int x = 3; if (n) goto l; static int y = 4; o[0] = x + y; l: o[0] = 1;"),
    ]);
}

/// [class.access.base]: what lies in a private base is for the class itself.
#[test]
fn bases_out_of_reach() {
    let a = "struct A { int a; __device__ int f() { return a; } __device__ operator int() { return a; } };";
    let rows = [
        ("E0080", "struct B : private A {};", "B b; A *q = &b; o[0] = q != 0;"),
        ("", "struct B : private A {};", "B b; A *q = (A *)&b; o[0] = q->a = 1;"),
        ("", "struct B : A {};", "B b; A *q = &b; q->a = 1; o[0] = q->a;"),
        ("E0080", "class B : A {};", "B b; A &q = b; o[0] = q.a;"),
        ("E0080", "class B : A {};", "B b; o[0] = b.f();"),
        ("E0080", "class B : protected A {};", "B b; b.a = 1; o[0] = 1;"),
        ("", "class B : A { public: using A::f; };", "B b; o[0] = b.f();"),
        (
            "",
            "class B : A { public: __device__ int g() { A &r = *this; return r.a + a + f(); } };",
            "B b; o[0] = b.g();",
        ),
        (
            "E0080",
            "struct B : private A {}; struct C : B { __device__ int g() { return a; } };",
            "C c; o[0] = c.g();",
        ),
        (
            "",
            "struct B : protected A {}; struct C : B { __device__ int g() { return a; } };",
            "C c; o[0] = c.g();",
        ),
        ("", "class B : A { friend __device__ int h(B &b) { return b.a; } };", "B b; o[0] = h(b);"),
    ];
    for (wanted, declarations, body) in rows {
        let declarations = format!("{a} {declarations}");
        assert_eq!(code(&kernel(&declarations, body)), wanted, "{declarations} {body}");
    }
}

/// CUDA C++ Programming Guide: objects of the device have constant initial values; nothing runs before the kernel.
#[test]
fn objects_that_would_have_to_be_constructed() {
    let user = "struct S { int a; __device__ S() : a(1) {} };";
    let empty = "struct S { int a; __device__ S() {} };";
    held(&[
        ("E0066", &format!("{user} __device__ S s;"), "o[0] = s.a;"),
        ("E0066", &format!("{user} __device__ S s[2];"), "o[0] = s[0].a;"),
        ("E0066", &format!("{user} struct T {{ S s; }}; __device__ T t;"), "o[0] = t.s.a;"),
        ("", &format!("{empty} __device__ S s;"), "o[0] = s.a;"),
        ("", &format!("{empty} struct T {{ S s[2]; int b; }}; __device__ T t;"), "o[0] = t.b;"),
        ("", "struct S { int a = 3; }; __device__ S s;", "o[0] = s.a;"),
        ("E0066", "struct S { int a = 3; int b; }; __device__ S s;", "o[0] = s.a;"),
        ("E0066", "__device__ int f() { return 1; } __device__ int x = f();", "o[0] = x;"),
        ("E0066", user, "static S s; o[0] = s.a;"),
        ("E0066", "", "static int s = n; o[0] = s;"),
        ("E0100", "__device__ thread_local int x;", "o[0] = x;"),
        // nvcc warns, and constructs nothing.
        ("", user, "__shared__ S s; o[0] = 1; s.a = 2;"),
    ]);
}

/// Functions of the host's library are the host's; `<cmath>`'s are not, nor are `std::move` and `std::forward`.
#[test]
fn the_library_of_the_host() {
    held(&[
        ("E0112", "#include <algorithm>", "o[0] = std::min(n, 3);"),
        ("E0112", "#include <algorithm>", "o[0] = std::max(n, 3);"),
        ("E0112", "#include <utility>", "std::swap(o[0], o[1]);"),
        // A function of the file's is not one of `std`.
        (
            "E0040",
            "__device__ int clamp(int x, int, int) { return x; }",
            "o[0] = std::clamp(n, 1, 2);",
        ),
        (
            "E0040",
            "template <class T> __device__ T lerp(T x) { return x; }",
            "o[0] = std::lerp<int>(n);",
        ),
        ("E0060", "__device__ int pow(double, int *) { return 1; }", "o[0] = std::pow(2.0, o);"),
        ("E0040", "", "o[0] = std::rsqrt(2.0);"),
        ("E0040", "__device__ int m;", "o[0] = std::m;"),
        (
            "",
            "#include <cmath>",
            "using std::sqrt; using namespace std; o[0] = sqrt(2.0f) + fabs(1.0);",
        ),
        ("E0100", "__device__ int exp(int *) { return 1; }", "using std::exp; o[0] = exp(2.0);"),
        ("E0100", "", "double log = 1; { using std::log; o[0] = log(2.0); }"),
        ("E0040", "", "using std::lerp; o[0] = n;"),
        ("", "#include <cmath>", "o[0] = std::sqrt(2.0f) + std::abs(n);"),
        ("", "#include <utility>", "int x = 3; o[0] = std::move(x);"),
        (
            "",
            "#include <utility>\ntemplate <class T> __device__ int f(T &&t) { return std::forward<T>(t); }",
            "o[0] = f(3) + f(n);",
        ),
    ]);
}

/// [conv.bool], [stmt.switch]: nothing converts from a scoped enumeration.
#[test]
fn scoped_enumerations() {
    let e = "enum class E { A, B }; enum F { C, D };";
    held(&[
        ("E0079", e, "E e = E(n); if (e) o[0] = 1;"),
        ("E0079", e, "E e = E(n); o[0] = e && n;"),
        ("E0079", e, "E e = E(n); o[0] = !e;"),
        ("E0079", e, "E e = E(n); o[0] = e ? 1 : 2;"),
        ("", e, "F f = F(n); if (f) o[0] = !f;"),
        ("", e, "E e = E(n); if (bool(e)) o[0] = 1;"),
        ("E0066", e, "E e = E(n); switch (e) { case 1: o[0] = 1; }"),
        ("E0066", e, "switch (n) { case E::B: o[0] = 1; }"),
        ("", e, "E e = E(n); switch (e) { case E::B: o[0] = 1; }"),
        ("", e, "F f = F(n); switch (f) { case 1: o[0] = 1; }"),
    ]);
}

/// [expr.static.cast]: no other view of the bytes, and no qualifier is dropped.
#[test]
fn static_casts_to_references() {
    let types = "struct A { int a; }; struct B : A {}; struct C { int c; };";
    held(&[
        ("E0070", types, "A a = {n}; o[0] = static_cast<C &>(a).c;"),
        ("E0070", types, "A a = {n}; o[0] = static_cast<C &&>(a).c;"),
        ("E0070", types, "const A a = {n}; o[0] = static_cast<A &>(a).a;"),
        ("E0070", types, "const A a = {n}; o[0] = static_cast<A &&>(a).a;"),
        ("E0070", types, "float f = n; o[0] = static_cast<int &>(f);"),
        ("", types, "A a = {n}; o[0] = ((C &)a).c;"),
        ("", types, "const A a = {n}; o[0] = ((A &)a).a;"),
        ("", types, "B b; b.a = n; o[0] = static_cast<A &>(b).a + static_cast<A &&>(b).a;"),
        ("", types, "B b; b.a = n; A &a = b; o[0] = static_cast<B &>(a).a;"),
        ("", types, "float f = n; o[0] = static_cast<const int &>(f) + static_cast<int &&>(f);"),
    ]);
}

/// [over.match.conv]: an explicit conversion function converts to its own type, in a cast.
#[test]
fn explicit_conversion_functions() {
    let s = "struct S { int v; __device__ explicit operator int() const { return v; } };\nenum E { A, B };";
    held(&[
        ("", s, "S x = {n}; o[0] = int(x); int y(x); o[1] = static_cast<int>(x) + y;"),
        ("E0060", s, "S x = {n}; o[0] = x;"),
        ("E0070", s, "S x = {n}; o[0] = (short)x;"),
        ("E0079", s, "S x = {n}; if (x) o[0] = 1;"),
        ("E0070", s, "S x = {n}; o[0] = static_cast<E>(x);"),
    ]);
}

/// `min`, `max` and `abs` are the overloads that CUDA declares, and no more ([over.match.best]); atomics and loads with
/// caching hints are on the types that CUDA has them for.
#[test]
fn overloads_of_built_in_functions() {
    let row = |wanted: &str, e: &str| {
        let body = format!("long long *p = (long long *)o; p[0] = {e};");
        assert_eq!(code(&kernel("", &body)), wanted, "{e}");
    };
    for e in [
        "min(1, 2u)",
        "min('a', 2)",
        "min((short)1, (short)2)",
        "min(1.0f, 2.0)",
        "max(1l, 2ul)",
        "max(1ll, 2ull)",
        "abs('c')",
        "abs(-3ll)",
        "abs(-2.5f)",
        "labs(3.5)",
        "fminf(1, 2)",
        "umin(1, 2)",
        "__shfl_sync(~0u, (short)1, 0)",
        "__ldg((const short *)o)",
        "atomicAdd((int *)o, 1.5)",
        "atomicMin((unsigned long long *)o, 1)",
    ] {
        row("", e);
    }
    for e in ["min(1, 2ll)", "min(1l, 2)", "min(1, 2.0f)", "max(1u, 2.0)", "abs(3u)", "abs(3ul)"] {
        row("E0049", e);
    }
    for e in ["atomicAdd((long *)o, 1)", "atomicMax((float *)o, 1)", "atomicExch((double *)o, 1)"] {
        row("E0065", e);
    }
    row("E0072", "atomicAdd((volatile int *)o, 1)");
    row("E0060", "__ldg((bool *)o)");
}

/// [dcl.init.list] 7: where nvcc refuses to narrow, and where it only warns; what is no narrowing.
#[test]
fn narrowing() {
    let k = "struct K { int v; __device__ K(int x) : v(x) {} __device__ K(float x, char c) : v(x) {} };";
    let warned = |declarations: &str, body: &str| {
        let mut sm = SourceMap::new();
        let mut diags = Diagnostics::default();
        let source = kernel(declarations, body);
        let _ = compile_to_whirl("t.cu", &source, &FrontendOptions::default(), &mut sm, &mut diags);
        let text: String = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
        assert!(!diags.has_errors(), "{body}: {text}");
        text.contains("W0023")
    };
    held(&[
        ("E0060", k, "long l = n; K z{l}; o[0] = z.v;"),
        ("E0060", k, "double d = n; K z{d, 1}; o[0] = z.v;"),
        ("", k, "K z{1.0, 65}; o[0] = z.v;"),
        ("", k, "long l = n; K z(l); o[0] = z.v;"),
        ("E0060", "", "long l = n; n = {l}; o[0] = n;"),
        ("E0060", "__device__ int f(long l) { return {l}; }", "o[0] = f(n);"),
        ("E0060", "", "long l = n; int &&z{l}; o[0] = z;"),
    ]);
    for (narrows, body) in [
        (true, "char c{n}; o[0] = c;"),
        (false, "char c{65}; o[0] = c;"),
        (true, "char c{300}; o[0] = c;"),
        (true, "float f{n}; o[0] = f;"),
        (false, "float f{3}; o[0] = f;"),
        (true, "float f{16777217}; o[0] = f;"),
        (false, "float f{0.1}; o[0] = f;"),
        (true, "int i{2.0}; o[0] = i;"),
        (true, "unsigned u{n}; o[0] = u;"),
        (false, "unsigned u{1}; o[0] = u;"),
        (false, "long l{n}; o[0] = l;"),
        (true, "bool b{2}; o[0] = b;"),
        (false, "bool b{1}; o[0] = b;"),
        (true, "float4 v = {1, 2, (float)n, n}; o[0] = v.w;"),
        (false, "const int z = 5; char c{z}; o[0] = c;"),
        (false, "int i{(short)n}; o[0] = i;"),
        (false, "int a[2] = {n, 'c'}; o[0] = a[1];"),
    ] {
        assert_eq!(warned("", body), narrows, "{body}");
    }
    let call = "constexpr __device__ int five() { return 5; } constexpr __device__ int many() { return 500; }";
    assert!(!warned(call, "char c{five()}; o[0] = c;"));
    assert!(warned(call, "char c{many()}; o[0] = c;"));
}

/// What is not built makes no substitution fail: nobody knows what it would mean.
#[test]
fn what_is_not_built_is_no_failed_substitution() {
    let has = "template <class T, class = void> struct Has { static constexpr int v = 0; };
        template <class T> struct Has<T, typename V<typename T::type>::type> { static constexpr int v = 1; };
        struct Shown { typedef int type; };";
    let one = format!("template <class T> struct V {{ typedef void type; }}; {has}");
    let many = format!("template <class... T> struct V {{ typedef void type; }}; {has}");
    let member = format!(
        "template <class T, class U = int (*)(__int128)> struct V {{ typedef void type; }}; {has}"
    );
    held(&[
        ("", &one, "o[0] = Has<Shown>::v;"),
        ("", &many, "o[0] = Has<Shown>::v;"),
        ("E0046", &member, "o[0] = Has<Shown>::v;"),
    ]);
}

/// A default member initialiser names members of the object that a list makes, never of the one at hand.
#[test]
fn member_initialisers_see_no_other_object() {
    let other = "struct M { int a; int b = a; __device__ int f() { M m{5}; return m.b; } };";
    let own = "struct M { int a; int b = 3; __device__ int f() { M m{5}; return m.b; } };";
    held(&[("", other, "M m{1}; o[0] = m.f();"), ("", own, "M m{1}; o[0] = m.f();")]);
}

/// [expr.sizeof] 1, [expr.unary.op] 1, [expr.static.cast], [class.ctor] 5: what has no size, object, cast or constructor.
#[test]
fn what_has_no_size_object_cast_or_constructor() {
    let s = "struct S { int a : 3; int b; };";
    held(&[
        ("E0077", s, "S s; s.a = 1; o[0] = sizeof(s.a);"),
        ("", s, "S s; s.a = 1; o[0] = sizeof(s.b) + sizeof(+s.a);"),
        ("E0074", "", "void *p = o; *p;"),
        ("", "", "void *p = o; o[1] = *(int *)p;"),
        ("E0070", "", "o[0] = static_cast<int>(o);"),
        ("", "", "o[0] = static_cast<bool>(o);"),
        ("E0070", "", "o[0] = *static_cast<float *>(o);"),
        ("", "", "void *p = o; o[1] = *static_cast<int *>(p);"),
        ("E0080", "struct F { const int c; };", "F f; o[0] = f.c;"),
        ("", "struct F { const int c = 3; };", "F f; o[0] = f.c;"),
        ("", "struct F { const int c; };", "F f{2}; F g = {}; o[0] = f.c + g.c;"),
        ("E0080", "class A { typedef int t; public: int x; };", "A::t v = 1; o[0] = v;"),
        ("", "class A { public: typedef int t; int x; };", "A::t v = 1; o[0] = v;"),
        ("E0080", "class A { enum { e = 1 }; };", "o[0] = A::e;"),
        ("E0069", "struct I { int a; };", "const I i; o[0] = i.a;"),
        (
            "",
            "struct I { int a = 1; }; struct J { const I i; }; struct E {};",
            "const I i; J j; const E e; o[0] = i.a + j.i.a;",
        ),
        (
            "",
            "struct I { int a; __device__ I() : a(1) {} };",
            "const I i, l[2]; o[0] = i.a + l[1].a;",
        ),
    ]);
}

/// [over.built], [over.match.oper] 3: operands of classes choose among the language's own operators, and those stand
/// beside the user's.
#[test]
fn operands_of_classes_fit_one_operator() {
    let s = "struct A2 { __device__ operator int() const { return 1; } __device__ operator short() const { return 2; } };
        struct AF { __device__ operator int() const { return 1; } __device__ operator float() const { return 2; } };
        struct Both { int *p; __device__ operator int *() const { return p; } __device__ operator int() const { return 1; } };";
    let e = "enum E { X, Y }; enum class S { X, Y };
        struct AE { __device__ operator E() const { return X; } };
        __device__ bool operator<(const E &, const E &) { return true; }
        __device__ bool operator>(E, E) { return true; }
        __device__ bool operator==(const S &, const S &) { return true; }
        template <class T> __device__ bool operator<=(const T &, const T &) { return true; }";
    held(&[
        ("E0049", s, "A2 a; o[0] = a + 1;"),
        ("E0049", s, "A2 a; o[0] = -a;"),
        ("E0049", s, "A2 a; o[0] = o[a];"),
        ("", s, "A2 a; o[0] = (int)a + 1;"),
        ("E0049", s, "AF a; o[0] = a + 1;"),
        ("E0049", s, "AF a; o[0] += a;"),
        ("E0049", s, "Both b{o}; o[0] = b + 3L;"),
        ("", s, "Both b{o}; o[0] = b + 3;"),
        ("E0049", s, "Both b{o}; o[0] = b < b;"),
        ("E0049", e, "o[0] = X < Y;"),
        ("", e, "o[0] = X > Y;"),
        ("", e, "o[0] = X <= Y;"),
        ("", e, "o[0] = X < 1;"),
        ("E0049", e, "o[0] = S::X == S::Y;"),
        ("", e, "o[0] = S::X != S::Y;"),
        ("E0049", e, "AE a; o[0] = a < Y;"),
        ("E0076", s, "A2 a; switch (a) { case 1: o[0] = 1; }"),
        ("", s, "AF a; switch (a) { case 1: o[0] = 1; }"),
        ("", s, "Both a{o}; switch (a) { case 1: o[0] = 1; }"),
    ]);
}

/// [expr.cond]: operands that nothing brings together.
#[test]
fn conditionals_want_one_type() {
    let s = "enum class S { X }; __device__ void f() {}
        struct B { int v; }; struct D : B {}; struct R { int v; __device__ operator int &() { return v; } };
        class P { protected: int v; public: __device__ P(int n) : v(n) {} __device__ operator int() { return v; } };
        class Q : P { public: __device__ Q(int n) : P(n) {} };";
    held(&[
        ("E0061", s, "n ? f() : 1;"),
        ("", s, "n ? f() : f();"),
        ("E0061", s, "o[0] = (int)(n ? S::X : 1);"),
        ("E0061", s, "D d; const B c{1}; o[0] = (n ? B{2} : c).v + (n ? B{2} : (const D &)d).v;"),
        ("", s, "D d; const B c{1}; o[0] = (n ? B{2} : c).v + (n ? B{2} : d).v;"),
        ("E0061", s, "const B b{1}; volatile int i = 1; o[0] = (n ? b : i).v;"),
        ("", s, "R r; int i = 1; (n ? r : i) = 3;"),
        ("E0062", s, "R r; int i = 1; (n ? r : i + 1) = 3;"),
        ("E0072", s, "R r; const int i = 1; (n ? r : i) = 3;"),
        ("E0061", s, "int *p = o; float *q = 0; o[0] = (n ? p : q) == 0;"),
        ("E0061", s, "o[0] = n ? o : 1;"),
        ("", s, "o[0] = (n ? o : 0) == 0;"),
        ("E0080", s, "P p(1); Q q(2); o[0] = (n ? p : q) + 1;"),
    ]);
}

/// [temp.inst] 3 and 4: what is made of a template is checked where it is used, and be it by a function that no kernel
/// reaches; not where it only takes part in a choice or stands in an operand that is not evaluated.
#[test]
fn instances_are_made_where_they_are_used() {
    let t = "template <class T> struct S { T v; __device__ int f() { return T::nothing; } __device__ int g() { return 1; } };
        template <class T> __device__ int bad(T x) { return x.nothing; }
        struct C { int v; __device__ C(int n) : v(n) {} template <class T> __device__ explicit C(const T &t) : v(t.nothing) {} };
        struct Tag {}; struct D { int v; __device__ D(Tag, int n) : v(n) {} __device__ D(C c, long &x) : v(1) {} };";
    let used = |more: &str| format!("{t} {more}");
    held(&[
        ("", t, "S<int> s; s.v = 1; o[0] = s.g() + sizeof(s.f()) + sizeof(bad(3));"),
        ("E0042", t, "S<int> s; o[0] = s.f();"),
        ("", t, "D d(Tag(), 1); o[0] = d.v;"),
        ("", &used("__device__ int unused(S<int> s) { return s.g(); }"), ""),
        ("E0042", &used("__device__ int unused(Tag t) { return bad(t); }"), ""),
    ]);
}

/// [over.best.ics] 4: with parentheses around the list, a copy of what it makes is as good as the constructor itself.
#[test]
fn lists_in_parentheses_may_be_copies() {
    let t = "struct N { int v; __device__ N(int n) : v(n) {} };
        struct M { int v; __device__ M(N n) : v(n.v) {} };";
    held(&[("E0049", t, "M m({5}); o[0] = m.v;"), ("", t, "M m{{5}}; o[0] = m.v;")]);
}

/// [dcl.init.ref] 5.4: a reference to what the argument is, or is derived from, is bound to it or not at all.
#[test]
fn references_to_related_types_make_no_copies() {
    let t = "struct B { int v; }; struct D : B { __device__ operator int() const; };
        __device__ int f(B &&b) { return 1; } __device__ int f(...) { return 2; } __device__ int g(D &&) { return 1; }";
    held(&[
        ("", t, "const D d{}; D e{}; o[0] = f(1) + f(D{}) + f(static_cast<D &&>(e)) + g(D{});"),
        ("E0060", t, "D e{}; o[0] = g(e);"),
        ("E0060", t, "const D e{}; o[0] = g(static_cast<const D &&>(e));"),
    ]);
}

/// [temp.arg.nontype] 2: arguments are converted to their parameters' types, and never narrowed.
#[test]
fn arguments_of_templates_fit_their_parameters() {
    let t = "enum E { X }; enum class S { X }; __device__ int x, a[3]; __device__ const int c = 4; struct P { int a; }; __device__ P p;
        template <unsigned char N> struct U {}; template <bool B> struct B1 {}; template <E e> struct En {};
        template <int N> struct I {}; template <void *V> struct V1 {}; template <int *V> struct Pt {};
        template <const int *V> struct Pc {}; template <int &R> struct R1 {}; template <long *V> struct L1 {};";
    held(&[
        ("", t, "U<255> u;"),
        ("E0105", t, "U<256> u;"),
        ("E0105", t, "U<-1> u;"),
        ("", t, "B1<1> u;"),
        ("E0105", t, "B1<2> u;"),
        ("", t, "En<X> u;"),
        ("E0105", t, "En<0> u;"),
        ("", t, "I<X> u;"),
        ("E0105", t, "I<S::X> u;"),
        ("", t, "I<(int)S::X> u;"),
        ("E0105", t, "V1<&x> u;"),
        ("E0105", t, "V1<0> u;"),
        ("", t, "V1<nullptr> u;"),
        ("", t, "Pt<&x> u;"),
        ("", t, "Pt<a> u;"),
        ("", t, "Pc<a> u;"),
        ("E0105", t, "Pt<&c> u;"),
        ("E0066", t, "Pt<&a[1]> u;"),
        ("E0066", t, "Pt<&p.a> u;"),
        ("E0105", t, "L1<&x> u;"),
        ("", t, "R1<x> u;"),
        ("E0105", t, "R1<c> u;"),
        ("E0105", t, "R1<&x> u;"),
        ("E0066", t, "Pt<o> u;"),
        (
            "E0100",
            "template <class T> __device__ int f(T, int = 1); template <class U> __device__ int f(U, int i) { return i; }",
            "o[0] = f(1);",
        ),
    ]);
}

/// [class.mem] 8: an initial value that lets the address of its object out, or an object that copying changes.
#[test]
fn initial_values_that_need_their_object() {
    held(&[
        ("", "struct X { int i; int n = i; };", "X x{1}; o[0] = x.n;"),
        ("E0100", "struct X { int i; int *p = &i; };", "X x{1}; o[0] = *x.p;"),
        ("E0100", "struct X { int i; int &r = i; };", "X x{1}; o[0] = x.r;"),
        ("E0100", "struct X { int i; X *p = this; };", "X x{1}; o[0] = x.p->i;"),
        (
            "E0100",
            "struct X { int i; int n = f(); __device__ int f() { return i; } };",
            "X x{1}; o[0] = x.n;",
        ),
        (
            "E0100",
            "struct C { int a; __device__ C(int a) : a(a) {} __device__ C(const C &c) : a(c.a + 1) {} }; struct X { C c; int n = c.a; };",
            "X x{1}; o[0] = x.n;",
        ),
        ("", "__device__ int i; struct X { int i; int n = i; }; __device__ X x{1};", "o[0] = x.n;"),
    ]);
}

/// [over.ics.ref] 3: a conversion function that refers to an object makes nothing that an rvalue reference is bound to.
#[test]
fn rvalue_references_refuse_converted_objects() {
    let t = "struct C { long v; __device__ operator long &() { return v; } __device__ int operator==(signed char &&) const { return 7; } };
        struct V { long v; __device__ operator long() { return v; } };
        __device__ int f(signed char &&x) { return x; } __device__ int g(long &&x) { return x; } __device__ int g(const V &x) { return 1; }";
    held(&[
        ("E0060", t, "C c{1}; signed char &&r = c; o[0] = r;"),
        ("", t, "C c{1}; const signed char &r = c; o[0] = r;"),
        ("E0060", t, "C c{1}; o[0] = f(c);"),
        ("E0060", t, "C c{1}; long &&r = c; o[0] = r;"),
        ("", t, "V c{1}; long &&r = c; signed char &&s = c; o[0] = r + s + f(c) + g(c);"),
        ("", t, "C c{1}; o[0] = c == c;"),
    ]);
}

/// What control never reaches by a condition that is a constant need not be defined ([basic.def.odr] 4 asks no more).
#[test]
fn calls_that_are_not_reached() {
    let f = "__device__ void f();";
    held(&[
        ("E0048", f, "f();"),
        ("", f, "if (0) f();"),
        ("", f, "if (1) o[0] = 1; else f();"),
        ("", f, "if (n) o[0] = 1; else if (sizeof(int) == 8) { f(); }"),
        ("E0048", f, "if (0) { l: f(); } if (n--) goto l;"),
        ("E0048", f, "switch (n) { case 0: if (0) { case 1: f(); } }"),
        ("E0048", f, "if (n * 0) f();"),
        ("E0040", f, "if (0) g();"),
    ]);
}

/// [over.match.ctor]: an explicit default constructor makes nothing of an empty list behind `=`.
#[test]
fn explicit_default_constructors() {
    let a = "struct A { int v; __device__ explicit A(int n = 5) : v(n) {} }; struct B { A a; };";
    held(&[
        ("", a, "A x, y = A(), z{}; o[0] = x.v;"),
        ("E0060", a, "A x = {}; o[0] = x.v;"),
        ("E0060", a, "B x{}; o[0] = x.a.v;"),
        ("E0060", a, "A x[2] = {}; o[0] = x[1].v;"),
    ]);
}

/// What members of two bases, arrays of what is not complete, and conversions by templates would mean.
#[test]
fn what_has_no_one_meaning() {
    let s = "struct A { static __device__ int f() { return 1; } __device__ int g() { return 2; } int a; };
        struct B : A {}; struct C : A {}; struct D : B, C {}; struct E { static __device__ int f() { return 3; } }; struct F : B, E {};";
    let t = "struct S { template <class T> __device__ operator T() const { return T(3); } __device__ operator int() const { return 1; } };";
    held(&[
        ("", s, "D d; o[0] = d.f() + D::f();"),
        ("E0049", s, "D d; o[0] = d.g();"),
        ("E0049", s, "F f; o[0] = f.f();"),
        ("", "struct X;", "X (*p)[] = 0; o[0] = p == 0;"),
        ("E0068", "struct X;", "X (*p)[] = 0; o[0] = sizeof(*p);"),
        ("E0068", "struct X;", "X (*p)[] = 0; o[0] = &(*p)[1] == 0;"),
        ("E0067", "struct X;", "X (*p)[3] = 0; o[0] = p == 0;"),
        ("", t, "S s; int a = s; o[0] = a;"),
        ("", t, "S s; long a = s; o[0] = a;"),
        ("E0049", t, "S s; o[0] = s + 1;"),
    ]);
}

/// Functions that blocks declare are those of the file.
#[test]
fn functions_of_blocks() {
    let f = "__device__ int f(int) { return 1; } __device__ int f(double) { return 2; }";
    held(&[
        ("", f, "int f(double); o[0] = f(1);"),
        ("E0064", f, "int f(double); o[0] = f(1, 2);"),
        ("", f, "int g(int); o[0] = 1;"),
        ("E0100", f, "int g(int); o[0] = g(1);"),
        ("E0100", f, "int f(double = 1); o[0] = f();"),
        (
            "E0100",
            f,
            "int f(double); struct L { __device__ int m() { return f(1); } }; o[0] = L().m();",
        ),
    ]);
}

/// [over.load] 2: member functions of one name differ in more than their results.
#[test]
fn members_declared_twice() {
    held(&[
        (
            "E0043",
            "struct S { __device__ int f(int) { return 1; } __device__ long f(int) { return 2; } };",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0043",
            "struct S { __device__ int f(int) { return 1; } __device__ int f(const int n) { return n; } };",
            "S s; o[0] = s.f(1);",
        ),
        (
            "",
            "struct S { __device__ int f(int) { return 1; } __device__ int f(int) const { return 2; } };",
            "S s; o[0] = s.f(1);",
        ),
        (
            "",
            "struct S { __device__ int f(int *) { return 1; } __device__ int f(const int *) { return 2; } };",
            "S s; o[0] = s.f(o);",
        ),
        (
            "E0043",
            "struct S { int v; __device__ S(int n) : v(n) {} __device__ S(int n) : v(1) {} };",
            "S s(1); o[0] = s.v;",
        ),
        (
            "E0043",
            "struct S { __device__ operator int() { return 1; } __device__ operator int() { return 2; } };",
            "S s; o[0] = s;",
        ),
        (
            "",
            "struct S { __device__ operator int() { return 1; } __device__ operator long() const { return 2; } };",
            "S s; o[0] = s;",
        ),
        (
            "E0043",
            "struct S { __device__ int f(int) const { return 1; } static __device__ int f(int) { return 2; } };",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0043",
            "template <class T> struct S { __device__ int f(T) { return 1; } __device__ int f(int) { return 2; } };",
            "S<int> s; o[0] = s.f(1);",
        ),
        (
            "",
            "template <class T> struct S { __device__ int f(T) { return 1; } __device__ int f(int) { return 2; } };",
            "S<long> s; o[0] = s.f(1);",
        ),
        (
            "E0043",
            "struct S { template <class T> __device__ int f(T) { return 1; } template <class U> __device__ int f(U) { return 2; } };",
            "S s; o[0] = s.f(1);",
        ),
        (
            "E0043",
            "struct S { int v; __device__ S &operator+=(const S &) { return *this; } __device__ S &operator+=(const S &) { return *this; } };",
            "S s; s.v = 1; o[0] = s.v;",
        ),
    ]);
}

/// [temp.func.order]: an array and a pointer to its elements are as special.
#[test]
fn arrays_and_pointers_as_parameters_of_templates() {
    let t = "template <class T, int N> __device__ int f(T (&)[N]) { return N; } template <class T> __device__ int f(T *) { return 2; }
        template <class T, int N> __device__ int g(T (&)[N]) { return N; } template <class T> __device__ int g(const T &) { return 2; }";
    held(&[
        ("E0049", t, "int a[3]; o[0] = f(a);"),
        ("", t, "int *a = o; o[0] = f(a);"),
        ("", t, "int a[3]; o[0] = g(a);"),
    ]);
}

/// [over.ics.rank] 4.4: of two bases neither of which is derived from the other none is nearer, whatever the depth and the
/// qualifiers.
#[test]
fn bases_side_by_side_rank_alike() {
    let t = "struct A { int a; }; struct B { int b; }; struct C : B { int c; }; struct D : A, C { int d; };
        __device__ int f(A &) { return 1; } __device__ int f(const B &) { return 2; }
        __device__ int g(A *) { return 1; } __device__ int g(B *) { return 2; }
        __device__ int h(const A &) { return 1; } __device__ int h(const B &) { return 2; }
        struct S { int v; __device__ S(A &a) : v(1) {} }; struct E : A, S { int e; __device__ E() : S(*(A *)this) {} };";
    held(&[
        ("E0049", t, "D d{}; o[0] = f(d);"),
        ("E0049", t, "D d{}; o[0] = g(&d);"),
        ("E0049", t, "D d{}; o[0] = h(d);"),
        ("", t, "C c{}; o[0] = f(c) + g(&c) + h(c);"),
        ("E0049", t, "E e; S s{e}; o[0] = s.v;"),
    ]);
}

//! What the syntax trees say: paths, access, using declarations, friends, attributes, kinds of characters.

use optx_frontend::{FrontendOptions, dump_ast};
use optx_source::{Diagnostics, SourceMap};

fn ast(source: &str) -> String {
    let (mut sm, mut diags) = (SourceMap::new(), Diagnostics::default());
    let text = dump_ast("t.cu", source, &FrontendOptions::default(), &mut sm, &mut diags);
    let said: String = diags.list().iter().map(|d| sm.resolve(d).to_string()).collect();
    assert!(diags.is_empty(), "{source}\n{said}");
    text
}

/// The statements of a kernel, each on a line of its own.
fn body(outside: &str, body: &str) -> Vec<String> {
    let text = ast(&format!("{outside} __global__ void k(int *o, int n) {{ {body} }}"));
    let kernel = text.find("__global__ (k ").expect("the kernel");
    let from = kernel + text[kernel..].find("(block").expect("a block");
    let lines = text[from..].lines().skip(1).map(|l| l.trim().to_string());
    let mut lines: Vec<String> = lines.collect();
    if let Some(last) = lines.last_mut() {
        *last = last.trim_end().strip_suffix("))").unwrap_or(last).to_string();
    }
    lines
}

/// The tree of one statement.
#[track_caller]
fn statement(outside: &str, source: &str, tree: &str) {
    assert_eq!(body(outside, source), [tree], "{source}");
}

#[test]
fn qualified_names() {
    let outside = "namespace a { const int N = 3; template <class T> int f(T); struct S { static int m(); }; \
                   namespace b { template <class T> struct X { static int m; }; } } int g(int);";
    statement(outside, "::g(1);", "(call ::g 1)");
    statement(outside, "o[0] = a::N;", "(= ([] o 0) a::N)");
    statement(outside, "a::f<int>(1);", "(call a::f<int> 1)");
    statement(outside, "a::f<>(1);", "(call a::f<> 1)");
    statement(outside, "::a::S::m();", "(call ::a::S::m)");
    statement(outside, "a::b::X<int>::m;", "a::b::X<int>::m");
    statement(outside, "std::max(1, 2);", "(call std::max 1 2)");
    assert_eq!(body(outside, "int a = 1; a::N;")[1], "a::N");
}

#[test]
fn types_with_paths() {
    let outside =
        "struct T {}; namespace n { struct T {}; template <class A> struct V { struct I {}; }; }";
    statement(outside, "::T a;", "(declare (a ::T))");
    statement(outside, "n::T *a;", "(declare (a (ptr n::T)))");
    statement(outside, "::n::V<int> a;", "(declare (a ::n::V<int>))");
    statement(outside, "n::V<int>::I a;", "(declare (a n::V<int>::I))");
    statement(outside, "struct n::T a;", "(declare (a n::struct T))");
    assert_eq!(body(outside, "namespace m = n; m::T a;")[1], "(declare (a n::T))");
}

/// A name that is a type in one namespace and a variable in another.
#[test]
fn types_of_one_namespace() {
    let outside = "namespace a { struct N { int x; }; } namespace b { extern int N; extern int X; } \
                   namespace c { struct N {}; __device__ void f() { N *p; } } struct X {}; namespace d = a;";
    statement(outside, "a::N *p;", "(declare (p (ptr a::N)))");
    statement(outside, "d::N *p;", "(declare (p (ptr d::N)))");
    statement(outside, "b::N * n;", "(* b::N n)");
    statement(outside, "(b::N) + n;", "(+ b::N n)");
    statement(outside, "(a::N *)o;", "(cast (ptr a::N) o)");
    statement(outside, "X *p;", "(declare (p (ptr X)))");
    statement(outside, "b::X * n;", "(* b::X n)");
    assert!(ast(outside).contains("(declare (p (ptr N)))"));
}

#[test]
fn members_by_their_class() {
    let outside =
        "struct B { int v; int f(); }; namespace n { struct C { int v; }; } struct D : B, n::C {};";
    statement(outside, "((D *)o)->B::f();", "(call (->B::f (cast (ptr D) o)))");
    statement(outside, "((D *)o)->n::C::v;", "(->n::C::v (cast (ptr D) o))");
}

#[test]
fn declarators_outside() {
    let inside = "namespace n { struct X { X(int); operator int(); struct Y { Y(); int f(); operator float *(); }; }; \
                  template <class T> struct V { V(T); T g(); operator T(); }; int h(); }\n";
    let last = |source: &str| {
        let text = ast(&format!("{inside}{source}"));
        let from = text.rfind("\n(declare").expect("a declaration");
        text[from + 1..].lines().next().unwrap_or("").to_string()
    };
    assert_eq!(last("__device__ int n::h() { }"), "(declare __device__ (n::h (function int))");
    assert_eq!(
        last("__device__ n::X::X(int a) { }"),
        "(declare __device__ (n::X::X (function void (a int)))"
    );
    assert_eq!(
        last("__device__ n::X::operator int() { }"),
        "(declare __device__ (n::X::operator <type> (function int))"
    );
    assert_eq!(
        last("__device__ n::X::Y::Y() { }"),
        "(declare __device__ (n::X::Y::Y (function void))"
    );
    assert_eq!(
        last("__device__ int n::X::Y::f() { }"),
        "(declare __device__ (n::X::Y::f (function int))"
    );
    assert_eq!(
        last("__device__ n::X::Y::operator float *() { }"),
        "(declare __device__ (n::X::Y::operator <type> (function (ptr float)))"
    );
    assert_eq!(
        last("template <class T> __device__ n::V<T>::V(T a) { }"),
        "(declare __device__ (template typename T) (n::V<T>::V (function void (a T)))"
    );
    assert_eq!(
        last("template <class T> __device__ n::V<T>::operator T() { }"),
        "(declare __device__ (template typename T) (n::V<T>::operator <type> (function T))"
    );
    assert_eq!(
        last("template <class T> __device__ T n::V<T>::g() { }"),
        "(declare __device__ (template typename T) (n::V<T>::g (function T))"
    );
}

#[test]
fn classes() {
    assert_eq!(
        ast(
            "class A { int x; public: A(); mutable int y; protected: struct P {}; private: int f() const &; };"
        ),
        "(declare (struct A\n  (declare private (x int))\n  (declare mutable (y int))\n  \
         (declare protected (struct P))\n  (member A)\n  (member private f)))\n"
    );
    assert_eq!(
        ast("struct B {}; class C : B, public B {}; struct D : B, private B {};"),
        "(declare (struct B))\n(declare (struct C : private B : B))\n(declare (struct D : B : private B))\n"
    );
    assert_eq!(
        ast(
            "template <class T> struct X; struct F { friend class A; friend X<int>; template <class T> friend struct X; };"
        ),
        "(declare (struct F\n  (friend struct A)\n  (friend X<int>)\n  (friend struct X)))\n"
    );
    assert_eq!(
        ast(
            "struct B { B(int); int g(); }; struct D : B { using B::B; protected: using B::g; D() = default; D(D &) = delete; };"
        ),
        "(declare (struct B\n  (member B)\n  (member g)))\n(declare (struct D : B\n  (declare using B::B)\n  \
         (declare protected using B::g)\n  (member protected D default)\n  (member protected D delete)))\n"
    );
}

#[test]
fn using_in_functions() {
    let outside = "namespace n { int f(int); namespace m { struct T {}; } }";
    statement(outside, "using namespace n;", "(declare using namespace n)");
    statement(outside, "using namespace ::n::m;", "(declare using namespace ::n::m)");
    statement(outside, "using n::f;", "(declare using n::f)");
    assert_eq!(body(outside, "int T; { using n::m::T; T *p; }")[3], "(declare (p (ptr T))))");
}

#[test]
fn attributes() {
    assert_eq!(
        ast(
            "struct K { char a; int b __attribute__((packed)); __attribute__((packed)) short c; };"
        ),
        "(declare (struct K\n  (declare (a char))\n  (declare (b int packed))\n  (declare (c short packed))))\n"
    );
    assert_eq!(
        ast(
            "typedef int d __attribute__((mode(DI), aligned(16))); typedef int __attribute__((__mode__(__HI__))) h;"
        ),
        "(declare typedef (d int mode DI align 16))\n(declare typedef (h short))\n"
    );
    assert_eq!(
        ast("struct [[gnu::packed]] K { int a [[gnu::aligned(8)]]; };"),
        "(declare (struct K packed\n  (declare (a int align 8))))\n"
    );
}

#[test]
fn attributes_that_say_nothing() {
    assert_eq!(body("", "switch (n) { case 1: __attribute__((fallthrough)); }")[3], "(empty)))");
    assert_eq!(body("", "l: __attribute__((unused)); n = 1;"), ["(label l)", "(empty)", "(= n 1)"]);
    assert_eq!(
        ast("enum E { A __attribute__((deprecated)) = 1, B [[maybe_unused]] };"),
        "(declare (enum E A=1 B))\n"
    );
    assert_eq!(
        ast(
            "struct N { struct N *next; struct N *get() { return next; } enum E f(); class N g(int); struct I {} i; };"
        ),
        "(declare (struct N\n  (declare (next (ptr struct N)))\n  (declare (i (struct I)))\n  \
         (member get)\n  (member f)\n  (member g)))\n"
    );
}

#[test]
fn types() {
    statement("", "auto &&r = n;", "(declare (r (rvalue-ref auto) = n))");
    statement("", "decltype(n) a;", "(declare (a (decltype n)))");
    statement("", "decltype((n)) a = n;", "(declare (a (decltype-value n) = n))");
    statement("", "decltype(n + 1) a;", "(declare (a (decltype-value (+ n 1))))");
    statement("", "decltype(auto) a = n;", "(declare (a decltype(auto) = n))");
    statement("", "typeof(int *) a;", "(declare (a (typeof (ptr int))))");
    statement("", "wchar_t a; ", "(declare (a wchar))");
    statement("", "char16_t a;", "(declare (a char16))");
    statement("", "const char32_t *a;", "(declare (a (ptr const char32)))");
}

#[test]
fn characters() {
    statement("", "'a';", "(char 97)");
    statement("", "u8'a';", "(char 97)");
    statement("", "'ab';", "(char-several 24930)");
    statement("", "L'a';", "(wchar 97)");
    statement("", "u'\\u00e9';", "(char16 233)");
    statement("", "U'\\U0001F600';", "(char32 128512)");
}

/// The names that the items of a file declare, as far as they are marked for the device.
fn items(source: &str) -> Vec<String> {
    let text = ast(source);
    let lines = text.lines().filter_map(|l| l.strip_prefix("(declare "));
    let name = |l: &str| l.split(['(', ' ']).next().map(str::to_string);
    lines.filter_map(|l| name(l.split('(').nth(1)?)).collect()
}

#[test]
fn the_cut_finds_functions() {
    let k = "extern \"C\" __global__ void k(int *o) {}";
    for (source, name) in [
        ("__device__ int (f)(int x) { return x; }", "f"),
        ("__device__ int ((f)(int x)) { return x; }", "f"),
        ("__device__ int (*g(int (*p)[3]))[3] { return p + 1; }", "g"),
        ("__device__ int (&g(int (&p)[3]))[3] { return p; }", "g"),
        ("__device__ int *(*(g)(int a))[3] { return 0; }", "g"),
        ("__attribute__((device)) int h() { return 1; }", "h"),
        ("int __attribute__((noinline, device)) h() { return 1; }", "h"),
        ("typedef int T; __device__ T (f)(int x) { return x; }", "f"),
        ("struct S {}; __device__ S (*f(int x)) { return 0; }", "f"),
        ("__device__ float4 (*f(int x)) { return 0; }", "f"),
        (
            "__device__ __attribute__((noinline)) int *__attribute__((noinline)) f(int) { return 0; }",
            "f",
        ),
        ("__device__ constexpr unsigned N(1024);", "N"),
        ("__device__ int a, *b(0), (c), (*d)[3];", "a"),
    ] {
        let list = items(&format!("{source} {k}"));
        let last: Vec<&str> = list.iter().rev().take(2).map(String::as_str).collect();
        assert_eq!(last, ["k", name], "{source}");
    }
}

#[test]
fn values_and_types() {
    let q = "struct Q { Q(int, int = 0); bool operator==(const Q &); }; struct T { T(int = 0); }; struct U { U(int = 0); }; \
             template <int N> int f(); template <class A> int g(); int y;";
    statement(q, "o[0] = (int((short)n) + 1);", "(= ([] o 0) (+ (cast int (cast short n)) 1))");
    statement(q, "o[0] = (int(*o));", "(= ([] o 0) (cast int (* o)))");
    statement(q, "(Q(n, n) == n);", "(== (construct Q n n) n)");
    statement(q, "o[0] = sizeof(int(n));", "(= ([] o 0) (sizeof (cast int n)))");
    statement(q, "o[0] = sizeof(int(*)[3]);", "(= ([] o 0) (sizeof (ptr (array int 3))))");
    statement(q, "o[0] = sizeof(int[3]);", "(= ([] o 0) (sizeof (array int 3)))");
    statement(q, "o[0] = (T());", "(= ([] o 0) (construct T))");
    statement(q, "o[0] = (unsigned int)(n);", "(= ([] o 0) (cast uint n))");
    statement(q, "o[0] = (int (*)[2])(n);", "(= ([] o 0) (cast (ptr (array int 2)) n))");
    statement(q, "(T){1};", "(construct T {1})");
    statement(q, "o[0] = sizeof (T){1};", "(= ([] o 0) (sizeof (construct T {1})))");
    statement(q, "f<int(3)>();", "(call f<(cast int 3)>)");
    statement(q, "g<int(int)>();", "(call g<(function int ( int))>)");
    statement(q, "f<sizeof(int(n))>();", "(call f<(sizeof (cast int n))>)");
}

#[test]
fn values_and_declarations() {
    let q = "struct T { T(int = 0); int m; }; struct U { U(int = 0); }; int y;";
    statement(q, "T(x);", "(declare (x T))");
    statement(q, "T(x) = 3;", "(declare (x T = 3))");
    statement(q, "T(x), y;", "(declare (x T) (y T))");
    statement(q, "T(*x);", "(declare (x (ptr T)))");
    statement(q, "T(x)[3];", "(declare (x (array T 3)))");
    statement(q, "T(x){3};", "(declare (x T = {3}))");
    statement(q, "T(n)++;", "(post++ (cast T n))");
    statement(q, "T(n).m = 1;", "(= (.m (cast T n)) 1)");
    statement(q, "T(n) + 1;", "(+ (cast T n) 1)");
    statement(q, "T(n), y++;", "(, (cast T n) (post++ y))");
    statement(q, "T(3);", "(cast T 3)");
    statement(q, "T();", "(construct T)");
    statement(q, "int(n) + 1;", "(+ (cast int n) 1)");
    statement(q, "unsigned(n);", "(declare (n uint))");
    statement(q, "::T(n) + 1;", "(+ (cast ::T n) 1)");
    statement(q, "T a(U(x));", "(declare (a (function T (x U))))");
    statement(q, "T a(U());", "(declare (a (function T ( (function U)))))");
    statement(q, "T a(U(3));", "(declare (a T arg (cast U 3)))");
    statement(q, "T a((U(n)));", "(declare (a T arg (cast U n)))");
    statement(q, "T a(U(n), 3);", "(declare (a T arg (cast U n) arg 3))");
    statement(q, "T a(int(n), int(y));", "(declare (a (function T (n int) (y int))))");
    statement(q, "T a(U{3});", "(declare (a T arg (construct U {3})))");
    statement(q, "T a(n * y);", "(declare (a T arg (* n y)))");
    statement(q, "T a(o[0]);", "(declare (a T arg ([] o 0)))");
    assert_eq!(body(q, "if (int(n) > 3) y;")[0], "(if (> (cast int n) 3)");
    assert_eq!(body(q, "if (int(x) = 3) y;")[1], "(declare (x int = 3))");
    assert_eq!(body(q, "if (int(n)) y;")[0], "(if (cast int n)");
    assert_eq!(body(q, "while (T(n).m) y;")[0], "(while (.m (cast T n))");
    assert_eq!(
        body(q, "for (int(i) = 0; i < 3; i++) y;")[0],
        "(for (declare (i int = 0)) (< i 3) (post++ i)"
    );
}

#[test]
fn packed_classes() {
    assert_eq!(
        ast(
            "#pragma pack(push, 1)\nstruct K { char a; struct { int b; } c; };\n#pragma pack(pop)\nstruct L { int a; };"
        ),
        "(declare (struct K pack 1\n  (declare (a char))\n  (declare (c (struct  pack 1\n    (declare (b int)))))))\n\
         (declare (struct L\n  (declare (a int))))\n"
    );
    assert!(
        ast("_Pragma(\"pack(2)\") struct K { int b; }; _Pragma(\"pack()\")").contains("pack 2")
    );
}

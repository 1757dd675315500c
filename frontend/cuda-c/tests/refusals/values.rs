//! Pointers, casts, constants, strings and `auto`.

use crate::{code, held, held_on_device, kernel};

/// [conv.ptr] 1, [expr.reinterpret.cast] 2, [expr.const.cast], [dcl.ptr] 4: what no pointer is made of.
#[test]
fn pointers_and_casts() {
    held(&[
        ("E0060", "", "int *p = 1 - 1; o[0] = p == 0;"),
        ("E0060", "", "const int z = 0; int *p = z; o[0] = p == 0;"),
        (
            "E0060",
            "template <int N> __device__ int f() { int *p = N; return p == 0; }",
            "o[0] = f<0>();",
        ),
        ("E0061", "", "int *p = 0; o[0] = p == (1 - 1);"),
        ("E0060", "__device__ int *f() { return sizeof(int) - 4; }", "o[0] = f() == 0;"),
        ("E0070", "", "o[0] = static_cast<int *>(1 - 1) == o;"),
        ("", "", "int *p = (0); p = 0L; p = 0u; p = {0}; o[0] = p == 0 && nullptr == 0;"),
        ("E0070", "", "const int *p = o; o[0] = *reinterpret_cast<float *>(p);"),
        ("E0070", "", "const int i = 0; o[0] = reinterpret_cast<float &>(i);"),
        (
            "E0070",
            "",
            "int **p = 0; const int **q = reinterpret_cast<const int **>(p); o[0] = q == 0;",
        ),
        ("", "", "const int *p = o; o[0] = *reinterpret_cast<const float *>(p);"),
        ("", "", "int **p = 0; o[0] = reinterpret_cast<const int *const *>(p) == 0;"),
        ("E0070", "", "const int *p = o; o[0] = *const_cast<float *>(p);"),
        ("E0070", "", "const int p = 0; o[0] = const_cast<int>(p);"),
        ("E0070", "", "o[0] = const_cast<int &>(3);"),
        (
            "",
            "",
            "const int *p = o; *const_cast<int *>(p) = 1; const int i = 1; o[1] = const_cast<int &>(i);",
        ),
        ("", "", "const int **p = 0; o[0] = const_cast<int **>(p) == 0;"),
        ("E0034", "", "int i; int &*p = 0;"),
        ("E0034", "template <class T> struct A { T *p; };", "A<int &> a; o[0] = 1;"),
    ]);
}

/// [expr] 4, [dcl.init.string] 2, [lex.string] 13: constants that overflow, strings without room, prefixes that differ.
#[test]
fn constants_and_strings() {
    held(&[
        ("E0066", "", "constexpr int c = 2147483647 + 1; o[0] = c;"),
        ("E0066", "", "constexpr int c = -(-2147483647 - 1); o[0] = c;"),
        ("E0066", "enum { A = 2147483647 + 1 };", "o[0] = A;"),
        ("E0066", "", "switch (n) { case 2147483647 + 1: o[0] = 1; }"),
        ("E0066", "template <int N> struct X {};", "X<2147483647 + 1> x; o[0] = sizeof x;"),
        (
            "E0066",
            "__device__ constexpr int f(int a) { return a + 1; }",
            "constexpr int c = f(2147483647); o[0] = c;",
        ),
        ("E0066", "struct S { static const int v = 2147483647 + 1; };", "o[0] = S::v;"),
        ("", "", "int c = 2147483647 + 1; o[0] = c;"),
        (
            "",
            "",
            "constexpr int c = 1 << 31; constexpr unsigned d = 4000000000u * 2; o[0] = c + d;",
        ),
        ("E0069", "", "char a[3] = \"abc\"; o[0] = a[0];"),
        ("E0069", "__device__ char g[3] = \"abc\";", "o[0] = g[0];"),
        ("E0069", "", "char a[2][3] = {\"ab\", \"efg\"}; o[0] = a[0][0];"),
        (
            "",
            "",
            "char a[4] = \"abc\", b[] = \"abc\", c[5] = {\"abc\"}; o[0] = a[0] + sizeof b + c[4];",
        ),
        ("E0069", "", "o[0] = sizeof(u\"a\" L\"b\");"),
        ("E0069", "", "o[0] = sizeof(u8\"a\" u\"b\");"),
        (
            "",
            "",
            "o[0] = sizeof(u\"a\" \"b\") + sizeof(\"a\" L\"b\") + sizeof(U\"a\" \"b\" U\"c\");",
        ),
    ]);
}

/// [dcl.spec.auto] 7 and 9: one `auto` is one type.
#[test]
fn auto_is_one_type() {
    held(&[
        ("E0060", "", "auto a = 1, b = 2.0; o[0] = a + b;"),
        ("E0060", "", "long long l = 0; auto a = 1, *p = &l; o[0] = a;"),
        ("E0060", "", "for (auto i = 0, j = 1L; i < 2; ++i) o[0] = i + j;"),
        ("E0060", "__device__ auto g = 1, h = 2.0;", "o[0] = g;"),
        (
            "",
            "",
            "auto a = 1, b = 2, *p = &a, &r = b; const auto c = 1, *q = &a; o[0] = a + b + *p + r + c + *q;",
        ),
        ("E0071", "__device__ auto f(int a) { if (a) return 1; return 2.0; }", "o[0] = f(1);"),
        ("E0071", "__device__ auto f(int a) { if (a) return 1; return 2L; }", "o[0] = f(1);"),
        ("E0071", "__device__ auto f(int a) { if (a) return; return 2; }", "f(1);"),
        (
            "",
            "__device__ auto f(int a) { const int c = 3; if (a) return c; return 2; }",
            "o[0] = f(1);",
        ),
        (
            "",
            "template <class T> __device__ auto f(T a) { if constexpr (sizeof(T) == 4) return 1; else return 2.5; }",
            "o[0] = f(1) + 2 * f(1.0);",
        ),
    ]);
}

/// Core issue 2327: a conversion function competes with the constructors where it gives a value of the class; what refers
/// to an object only converts for the copy constructor, which is no better than others that a conversion is for.
#[test]
fn conversions_to_references_compete_as_copies() {
    let with = |result: &str| {
        format!(
            "struct T {{}}; struct A {{ int f; __device__ A(T, int n) : f(n) {{}} __device__ A(unsigned short p) : f(p) {{}} \
             }}; struct B {{ A a; __device__ B(int n) : a(T{{}}, n) {{}} __device__ operator unsigned() const {{ return 7; }} \
             __device__ operator {result}() {{ return static_cast<{result}>(a); }} }};"
        )
    };
    for uses in ["A q(b); o[0] = q.f;", "A q{b}; o[0] = q.f;", "A q = {b}; o[0] = q.f;"] {
        let uses = format!("B b(3); {uses}");
        for result in ["A &", "const A &", "A &&"] {
            held(&[("E0049", &with(result), &uses)]);
        }
        held(&[("", &with("A"), &uses), ("", &with("const A"), &uses)]);
    }
    held(&[("", &with("A &"), "B b(3); A q = b; q = b; o[0] = q.f;")]);
}

/// [over.match.ref] 1: an explicit conversion function counts for its own type, and for no base of it.
#[test]
fn explicit_conversions_are_for_their_type() {
    for result in ["B", "B &", "const B &", "B &&"] {
        let with = format!(
            "struct A {{ int v; }}; struct B : A {{}}; struct T {{ B b; \
             __device__ explicit operator {result}() {{ return static_cast<{result}>(b); }} }};"
        );
        for uses in [
            "A x(t);",
            "A x{t};",
            "const A &r(t);",
            "A x = static_cast<A>(t);",
            "A &&r(t);",
            "const A &r = static_cast<const A &>(t);",
            "struct M { A a; __device__ M(T &t) : a(t) {} }; M m(t);",
        ] {
            let refused = code(&kernel(&with, &format!("T t; {uses}")));
            assert!(!refused.is_empty(), "{with} {uses}");
        }
        held(&[("", &with, "T t; B x(t);")]);
    }
}

/// [dcl.init.ref] 5.4, [over.ics.ref] 3: of the conversions for an rvalue reference none refers to an object that stays, and the
/// rest of them has a best one. (gcc looks at those to objects too.)
#[test]
fn conversions_for_rvalue_references() {
    let a = "struct A { int v; __device__ operator int &() { return v; } };";
    let two = "__device__ operator char() const { return 1; } __device__ operator bool() const { return 1; }";
    let b = format!("{a} struct B : A {{ {two} }};");
    let c = format!(
        "{a} struct B : A {{ __device__ operator char() const {{ return 1; }} }}; \
         __device__ int f(float &&x) {{ return x; }}"
    );
    let f = format!(
        "{b} __device__ int f(float &&) {{ return 1; }} __device__ int f(...) {{ return 2; }}"
    );
    held(&[
        ("E0049", &b, "B b; float &&r = static_cast<B &&>(b); o[0] = r;"),
        ("E0049", &b, "B b; float &&r = b; o[0] = r;"),
        ("E0049", &b, "B b; o[0] = static_cast<float &&>(b);"),
        ("E0049", &f, "B b; o[0] = f(b);"),
        ("E0060", a, "A a; float &&r = a; o[0] = r;"),
        ("", &b, "B b; b.v = 3; float r = b; o[0] = r;"),
        ("", &b, "B b; b.v = 3; const float &r = b; o[0] = r;"),
        ("", &c, "B b; float &&r = b; o[0] = r + f(b);"),
    ]);
}

/// [over.match.viable], [expr.call] 9: a list in braces is nothing that an ellipsis takes.
#[test]
fn lists_for_an_ellipsis() {
    let f = "__device__ int f(int, ...) { return 1; } __device__ int g(...) { return 1; } struct E { __device__ E(...) {} };";
    held(&[
        ("E0031", f, "o[0] = f(1, {});"),
        ("E0031", f, "o[0] = g({1});"),
        ("E0031", f, "E e{{1}}; o[0] = sizeof e;"),
        ("", f, "E e{1}; o[0] = f({1}) + f({}, 2) + g(1, 2) + sizeof e;"),
    ]);
}

/// [over.match.ref]: for an rvalue reference to a class constructors stand beside conversion functions that give values.
#[test]
fn rvalue_references_to_classes() {
    let with = |constructor: &str, function: &str| {
        format!(
            "struct S; struct T {{ int a; __device__ T(int n, char) : a(n) {{}} __device__ T({constructor}) : a(5) {{}} }}; \
             struct S {{ __device__ operator {function} {{ return T(1, 0); }} }}; __device__ int f(T &&t) {{ return t.a; }}"
        )
    };
    held(&[
        ("E0049", &with("S &", "T()"), "S s; T &&r = s; o[0] = r.a;"),
        ("E0049", &with("S &", "T()"), "S s; o[0] = f(s);"),
        ("", &with("S &", "T()"), "S s; T &&r = static_cast<S &&>(s); o[0] = r.a;"),
        ("", &with("S &", "T() const"), "S s; T &&r = s; o[0] = r.a;"),
        ("E0049", &with("const S &", "T() const"), "S s; T &&r = s; o[0] = r.a;"),
        ("", &with("const S &", "T()"), "S s; T &&r = s; o[0] = r.a + f(s);"),
        ("", &with("S &&", "T() const"), "S s; T &&r = S(), &&q = s; o[0] = r.a + q.a + f(S());"),
    ]);
}

/// [over.match.list] 1, [dcl.init.list] 3: what `= { }` makes is made by no explicit constructor, copies among them.
#[test]
fn explicit_copies_in_lists() {
    let t = "struct T { int a; __device__ T(int n, char) : a(n) {} __device__ explicit T(const T &o) : a(o.a) {} }; \
             struct R { T t; __device__ R() : t(1, 0) {} __device__ operator T &() { return t; } }; \
             struct V { __device__ operator T() { return T(1, 0); } }; \
             __device__ int f(T t) { return t.a; } __device__ int g(const T &t) { return t.a; }";
    held(&[
        ("E0060", t, "T a(1, 0); T b = {a}; o[0] = b.a;"),
        ("E0060", t, "T a(1, 0); o[0] = f({a});"),
        ("E0060", t, "R r; T b = {r}; o[0] = b.a;"),
        ("E0060", t, "R r; T &&b = {r}; o[0] = b.a;"),
        ("E0060", t, "R r; const T &b = {r}; o[0] = b.a;"),
        ("E0060", t, "R r; o[0] = g({r});"),
        ("E0060", t, "V v; T b = {v}; o[0] = b.a;"),
        (
            "",
            t,
            "T a(1, 0); T b{a}; R r; T c{r}, d(r), e = r; V v; T h{v}, i = v; o[0] = b.a + c.a + d.a + e.a + h.a + i.a;",
        ),
        (
            "",
            t,
            "T a(1, 0); const T &b = {a}; T c = {T(1, 0)}; R r; V v; o[0] = b.a + c.a + f(r) + f(v) + g(r) + g(v) + g({a});",
        ),
    ]);
}

/// [over.ics.rank] 3.3: lists that make objects of two classes are not ranked by what is bound to them.
#[test]
fn lists_for_several_classes() {
    let t = "struct T { int a; __device__ T(int n) : a(n) {} }; struct U : T { __device__ U(int n) : T(n) {} };";
    let f = |a: &str, b: &str| {
        format!("{t} __device__ int f({a}) {{ return 1; }} __device__ int f({b}) {{ return 2; }}")
    };
    held(&[
        ("E0049", &f("T &&", "const U &"), "o[0] = f({1});"),
        ("E0049", &f("T", "U"), "o[0] = f({1});"),
        ("E0049", &f("T &&", "U"), "o[0] = f({1});"),
        ("", &f("T &&", "const T &"), "o[0] = f({1});"),
        ("", &f("T &&", "U &"), "o[0] = f({1});"),
        ("", &f("T &&", "long"), "o[0] = f({1});"),
        ("", &f("T &&", "U *"), "o[0] = f({1});"),
    ]);
}

/// [conv] 5: where an integer is wanted of a class, its conversions are to one such type, whatever object they want.
#[test]
fn conversions_to_one_integer() {
    let w = |more: &str| {
        format!("struct W {{ __device__ operator short() const {{ return 1; }} {more} }};")
    };
    let s = "const W w{}; switch (w) { case 1: o[0] = 1; }";
    held(&[
        ("E0076", &w("__device__ operator int() { return 2; }"), s),
        ("", &w("__device__ operator short &() { return *(short *)this; } short s;"), s),
        ("", &w("__device__ explicit operator int() const { return 2; }"), s),
        ("", &w("__device__ operator float() { return 2; }"), s),
    ]);
}

/// [expr.unary.op] 3, [class.bit] 3: a bit-field has no address, whatever it is named by; [dcl.init.ref] 5.4.4: no rvalue reference is bound to one that is an lvalue.
#[test]
fn bit_fields_by_other_names() {
    let b = "struct B { unsigned f : 5, g : 7; unsigned w; };";
    let with = |text: &str| format!("{b} void k(B p, int c, unsigned *o) {{ {text} }}");
    let at = b.len() + 36;
    let refused =
        |code: &str, skip: usize, text: &str| (format!("{code} 1:{}", at + skip), with(text));
    let cases = [
        refused("E0075", 14, "unsigned *r = &(c ? p.f : p.g);"),
        refused("E0075", 14, "unsigned *r = &(c ? p.f : p.w);"),
        refused("E0075", 14, "unsigned *r = &(p.f = 3);"),
        refused("E0075", 14, "unsigned *r = &(p.f += 3);"),
        refused("E0075", 14, "unsigned *r = &++p.f;"),
        refused("E0075", 14, "unsigned *r = &(0, p.f);"),
        refused("E0060", 15, "unsigned &&r = p.f;"),
        (String::new(), with("const unsigned &r = p.f; *o = r;")),
        (String::new(), with("unsigned &&r = p.f + 1; *o = r;")),
        (String::new(), with("unsigned *r = &(c ? p.w : *o); *r = 1;")),
        (String::new(), with("long &&r = p.f; *o = r;")),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(a, b)| (&a[..], &b[..])).collect();
    held_on_device(&cases);
}

/// Statements as an expression (GNU C): nothing leaves them but by their end, and they stand in functions.
#[test]
fn statements_that_are_expressions() {
    held(&[
        ("", "", "o[0] = ({ int a = 1; for (;;) { break; } a; });"),
        ("E0100", "", "for (;;) { o[0] = ({ break; 1; }); }"),
        ("E0100", "", "for (;;) { o[0] = ({ if (n) continue; 1; }); }"),
        ("E0100", "", "o[0] = ({ return; 1; });"),
        ("E0100", "", "o[0] = ({ goto l; 1; }); l: o[1] = 2;"),
        ("E0100", "", "o[0] = ({ l: 1; });"),
        ("E0100", "", "switch (n) { case 1: o[0] = ({ case 2: 1; }); }"),
        ("E0078", "", "o[0] = ({ int a = 1; });"),
        ("E0078", "", "o[0] = ({ ; });"),
        ("E0040", "", "o[0] = ({ int a = 1; a; }) + a;"),
        ("E0031", "__device__ int y = ({ 1; });", "o[0] = y;"),
        ("E0066", "constexpr __device__ int f(int v) { return ({ v + 1; }); }", "o[0] = f(1);"),
        ("E0062", "", "({ o[0]; }) = 1;"),
        ("E0035", "", "o[0] = ({ 1; );"),
    ]);
}

/// [lex.ext] 3 and 4: a number is a call of the operator that takes just what it is, or else of one that takes its spelling; nothing
/// converts.
#[test]
fn literals_of_the_other_kind() {
    let of = "__device__ int operator\"\"_i(unsigned long long) { return 1; } __device__ int operator\"\"_f(long double) { return 2; } __device__ int operator\"\"_r(const char *) { return 3; } __device__ int operator\"\"_r(long double) { return 4; }";
    held(&[
        ("", of, "o[0] = 1_i + 1.0_f + 1.0_r;"),
        ("E0065", of, "o[0] = 1.0_i;"),
        ("E0065", of, "o[0] = 1_f;"),
        ("E0034", "template <class T> __device__ int operator\"\"_t(const char *);", ""),
        ("E0034", "template <char...> __device__ int operator\"\"_t(int);", ""),
        ("E0034", "template <int...> __device__ int operator\"\"_t();", ""),
        ("E0034", "template <class T, char...> __device__ int operator\"\"_t();", ""),
        ("", of, "o[0] = 1_r;"),
        ("E0065", of, "o[0] = operator\"\"_r(1ull);"),
        (
            "",
            "template <char...> __device__ int operator\"\"_t() { return 1; }",
            "o[0] = 1_t + 1.5_t;",
        ),
        (
            "E0065",
            "template <char...> __device__ int operator\"\"_t() { return 1; } __device__ int operator\"\"_t(const char *) { return 2; }",
            "o[0] = 1_t;",
        ),
        (
            "E0034",
            "template <char C> __device__ int operator\"\"_t() { return C; }",
            "o[0] = 12_t;",
        ),
    ]);
}

/// [over.literal] 3, 6, 8: what operators of literals take, and which of them a character calls.
#[test]
fn operators_of_literals() {
    let with =
        |parameters: &str| format!("__device__ int operator\"\"_a({parameters}) {{ return 1; }}");
    for fits in [
        "unsigned long long",
        "long double",
        "char",
        "wchar_t",
        "char16_t",
        "const char *",
        "const char *, size_t",
        "const wchar_t *, unsigned long",
    ] {
        held(&[("", &with(fits), "o[0] = 1;")]);
    }
    for wrong in [
        "",
        "int",
        "unsigned",
        "double",
        "unsigned char",
        "signed char",
        "const unsigned long long &",
        "const wchar_t *",
        "char *, size_t",
        "const char *, int",
        "unsigned long long, int",
        "unsigned long long, ...",
        "unsigned long long x = 3",
    ] {
        held(&[("E0034", &with(wrong), "o[0] = 1;")]);
    }
    held(&[
        ("E0034", &format!("extern \"C\" {}", with("char")), "o[0] = 1;"),
        ("E0034", &format!("struct S {{ {} }};", with("char")), "S s; o[0] = 1;"),
        ("", &with("char"), "o[0] = 'c'_a + operator\"\"_a(L'c');"),
        ("E0065", &with("char"), "o[0] = L'c'_a;"),
        ("E0065", &with("wchar_t"), "o[0] = 'c'_a;"),
    ]);
}

/// [dcl.init.list] 3.5: elements of a `std::initializer_list` are not narrowed, wherever it stands.
#[test]
fn elements_of_lists_are_not_narrowed() {
    let f = "#include <initializer_list>\n__device__ int f(std::initializer_list<int> l) { return l.size(); } __device__ int c(std::initializer_list<char> l) { return l.size(); } struct V { int n; __device__ V(std::initializer_list<int> l) : n(l.size()) {} __device__ V(double d) : n(0) {} }; struct S { int a; };";
    held(&[
        ("", f, "o[0] = f({1, 2, (int)3.5}) + c({1, 127});"),
        ("E0060", f, "o[0] = f({1, 2.5});"),
        ("E0060", f, "o[0] = f({{1.5}});"),
        ("E0060", f, "o[0] = c({n});"),
        ("E0060", f, "o[0] = c({128});"),
        ("E0060", f, "V v{1.5}; o[0] = v.n;"),
        ("E0060", f, "V v = {1, 2.5}; o[0] = v.n;"),
        ("E0060", f, "std::initializer_list<unsigned> l = {1, -1}; o[0] = l.size();"),
        ("E0060", f, "long long x = n; for (float v : std::initializer_list<float>{x}) o[0] += v;"),
        ("", f, "std::initializer_list<S> l = {{1}, {2}}; o[0] = l.size();"),
    ]);
}

/// [dcl.struct.bind] 4: each of the members can be named where they are bound.
#[test]
fn members_out_of_reach_are_not_bound() {
    let of = "struct P { int a; private: int b; }; class B { int a; }; struct Q : B {}; class F { int a = 1, b = 2; friend __device__ int g(F f) { auto [x, y] = f; return x * 10 + y; } public: __device__ int m() { auto [x, y] = *this; return x + y; } };";
    held(&[
        ("E0080", of, "P p; auto [x, y] = p; o[0] = 1;"),
        ("E0080", of, "P p; auto &[x, y] = p; o[0] = 1;"),
        ("E0080", of, "Q q; auto [x] = q; o[0] = 1;"),
        ("", of, "o[0] = g(F()) + F().m();"),
    ]);
}

/// [expr.new]: what `new` makes, and where.
#[test]
fn new_in_place() {
    let s = "struct S { int a; __device__ S(int x) : a(x) {} };";
    let own = "struct S { int a; static __device__ void *operator new(unsigned long, void *p) { return p; } };";
    let file = "__device__ void *operator new(unsigned long, int *p) { return p + 1; }";
    held(&[
        ("", s, "o[0] = (new (o) S(3))->a;"),
        ("E0064", s, "new (o) S;"),
        ("E0109", s, "S *p = new S(3); o[0] = p->a;"),
        ("", s, "o[0] = sizeof(*new S(3));"),
        ("E0064", s, "o[0] = sizeof(*new S);"),
        ("E0060", "", "const int *p = o; new (p) int(3);"),
        ("E0060", "", "new (3) int(3);"),
        ("E0065", "", "o[0] = sizeof(*new (o, 1) int(3));"),
        ("E0109", "", "new (o) int[2]{1, 2};"),
        ("E0109", own, "new (o) S;"),
        ("", own, "::new (o) S;"),
        ("E0109", file, "new (o) int(3);"),
        ("", file, "new ((void *)o) int(3);"),
        ("E0060", "", "new (o) int &(o[1]);"),
    ]);
}

/// [class.conv.fct] 2, [over.match.copy]: conversions to the vectors of the language, explicit where they are written out.
#[test]
fn conversions_to_vectors() {
    let of = "struct B { explicit __device__ operator float2() const { return float2{3, 4}; } }; struct I { __device__ operator float2() const { return float2{5, 6}; } }; __device__ float g(float2 f) { return f.x; }";
    held(&[
        ("", of, "B b; o[0] = static_cast<float2>(b).x + float2(b).y;"),
        ("", of, "B b; float2 x(b); o[0] = x.x;"),
        ("", of, "I i; float2 x = i, y(i); o[0] = x.x + y.y + g(i);"),
        ("E0060", of, "B b; float2 x = b; o[0] = x.x;"),
        ("E0060", of, "B b; o[0] = g(b);"),
        ("E0080", of, "I i; float2 x(i, i); o[0] = x.x;"),
        ("E0080", of, "float2 x(3); o[0] = x.x;"),
    ]);
}

/// [temp.deduct.call] 6, [temp.arg.nontype] 2: what a function's type says of a pack is so exactly, and references to functions take
/// no pointers.
#[test]
fn packs_of_functions_are_what_they_are() {
    let f = "template <class R, class... A> __device__ R by(R (*f)(A...), A... a) { return f(a...); } __device__ int u(unsigned a) { return a; } __device__ int w(int a, float b) { return a + b; }";
    let r = "typedef int F(int); __device__ int g(int a) { return a; } struct S { F *f; }; __device__ constexpr S s = {g}; __device__ constexpr F *t[] = {g}; template <F &P> __device__ int to(int n) { return P(n); } template <auto &P> __device__ int any(int n) { return P(n); }";
    held(&[
        ("", f, "o[0] = by(u, 3u) + by(w, 1, 2.0f);"),
        ("E0065", f, "o[0] = by(u, 3);"),
        ("E0065", f, "o[0] = by(w, 1, 2);"),
        ("", f, "o[0] = by<int, unsigned>(u, 3) + by<int, int, float>(w, 1, 2);"),
        ("E0065", f, "o[0] = by<int, int>(w, 1, 2);"),
        ("", r, "o[0] = to<g>(1) + to<*g>(2) + to<*t[0]>(3) + to<*s.f>(4) + any<g>(5);"),
        ("E0065", r, "o[0] = to<s.f>(1);"),
        ("E0065", r, "o[0] = to<t[0]>(1);"),
        ("E0065", r, "o[0] = to<&g>(1);"),
        ("E0065", r, "o[0] = any<&g>(1);"),
    ]);
}

/// A temporary with a destructor that a constructor binds a member to is refused: NVRTC ends it with the constructor.
#[test]
fn members_that_refer_to_temporaries() {
    let of = "struct A { int *p; __device__ A(int *p) : p(p) {} __device__ ~A() { *p += 1; } }; struct P { int v; };";
    let with = |class: &str| format!("{of} {class}");
    held(&[
        ("E0106", &with("struct B { const A &a; __device__ B(int *o) : a(A(o)) {} };"), "B b(o);"),
        ("E0106", &with("struct B { const A &a; __device__ B(int *o) : a(o) {} };"), "B b(o);"),
        (
            "",
            &with("struct B { const A &a; __device__ B(const A &x) : a(x) {} };"),
            "A x(o); B b(x);",
        ),
        (
            "",
            &with("struct B { const P &a; int n; __device__ B() : a(P{3}), n(4) {} };"),
            "B b; o[0] = b.n;",
        ),
    ]);
}

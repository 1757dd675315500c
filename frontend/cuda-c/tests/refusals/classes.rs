//! Classes: access, members and bases, unions, enumerators, destructors.

use crate::held;

/// [class.protected] 1, [class.access.base] 5: what is protected is for objects of the class that asks.
#[test]
fn protected_members() {
    let a = "struct A { protected: int a; static const int c = 3; __device__ int g() { return 1; } __device__ A(int) {} \
             public: __device__ A() : a(1) {} };";
    let with = |rest: &str| format!("{a} {rest}");
    held(&[
        (
            "E0080",
            &with("struct B : A { __device__ int f(A &x) { return x.a; } };"),
            "B b; o[0] = b.f(b);",
        ),
        (
            "E0080",
            &with("struct B : A { __device__ int f(A &x) { return x.g(); } };"),
            "B b; o[0] = b.f(b);",
        ),
        (
            "E0080",
            &with("struct C : A {}; struct B : A { __device__ int f(C &x) { return x.a; } };"),
            "C c; B b; o[0] = b.f(c);",
        ),
        ("E0080", &with("struct B : A { __device__ B() : A(1) { A a(1); } };"), "B b;"),
        ("", &with("struct B : A { __device__ B() : A(1) {} };"), "B b;"),
        (
            "",
            &with(
                "struct B : A { __device__ int f(B &x) { return x.a + a + A::a + x.A::a + g() + x.g() + A::c; } };",
            ),
            "B b; o[0] = b.f(b);",
        ),
        (
            "",
            &with("struct B : A { __device__ int f(A &x) { return x.c + A::c; } };"),
            "B b; o[0] = b.f(b);",
        ),
        (
            "",
            &with(
                "struct B : A { friend __device__ int f(B &x); }; __device__ int f(B &x) { return x.a + x.g(); }",
            ),
            "B b; o[0] = f(b);",
        ),
        (
            "E0080",
            &with(
                "struct B : A { friend __device__ int f(A &x); }; __device__ int f(A &x) { return x.a; }",
            ),
            "B b; o[0] = f(b);",
        ),
        (
            "E0080",
            "struct A { protected: __device__ operator int() { return 1; } }; \
             struct B : A { __device__ int f(A &x) { return x; } };",
            "B b; o[0] = b.f(b);",
        ),
        (
            "",
            "struct A { int a; protected: __device__ A &operator=(const A &x) { a = x.a + 1; return *this; } }; struct B : A {};",
            "B b, c; b.a = 1; c = b; o[0] = c.a;",
        ),
        (
            "E0080",
            "struct A { private: enum { e = 3 }; }; struct B : A { __device__ int f() { return e; } };",
            "B b; o[0] = b.f();",
        ),
        (
            "E0080",
            "struct A { private: int x; }; struct B : A { using A::x; };",
            "B b; o[0] = sizeof b;",
        ),
        (
            "E0080",
            "struct A { private: __device__ int f(int) { return 1; } public: __device__ int f() { return 2; } }; \
             struct B : A { using A::f; };",
            "B b; o[0] = b.f();",
        ),
        ("E0042", "struct A {}; struct B : A { using A::x; };", "B b; o[0] = sizeof b;"),
        (
            "",
            "struct A { protected: int x; }; struct B : A { using A::x; };",
            "B b; b.x = 1; o[0] = b.x;",
        ),
    ]);
}

/// [class.mem] 1 and 13 to 15, [class.mi] 3, [class.union] 2: what a class is not made of.
#[test]
fn members_and_bases() {
    held(&[
        ("E0043", "struct S { int a; float a; };", "S s; o[0] = sizeof s;"),
        ("E0043", "struct S { int a; __device__ int a() { return 1; } };", "S s; o[0] = sizeof s;"),
        ("E0043", "struct S { typedef int a; int a; };", "S s; o[0] = sizeof s;"),
        ("E0043", "struct S { enum { a = 1 }; int a; };", "S s; o[0] = sizeof s;"),
        ("E0043", "struct S { union { int a; float b; }; int a; };", "S s; o[0] = sizeof s;"),
        ("E0043", "struct S { static const int a = 1; int a; };", "S s; o[0] = sizeof s;"),
        ("E0043", "struct S { int S; __device__ S() {} };", "struct S s; o[0] = sizeof s;"),
        ("", "struct S { int S; };", "struct S s; s.S = 1; o[0] = s.S;"),
        ("", "struct S { struct a {}; int a; };", "S s; s.a = 1; o[0] = s.a;"),
        (
            "",
            "struct S { __device__ int a() { return 1; } __device__ int a(int) { return 2; } };",
            "S s; o[0] = s.a() + s.a(1);",
        ),
        ("E0080", "struct A {}; struct B : A, A {};", "B b; o[0] = sizeof b;"),
        ("E0080", "struct A {}; union B : A { int i; };", "B b; o[0] = sizeof b;"),
        ("E0080", "union A { int i; }; struct B : A {};", "B b; o[0] = sizeof b;"),
        ("E0080", "union A { int &i; };", "o[0] = sizeof(A);"),
        ("E0080", "union A { int i = 1; float f = 2; };", "A a; o[0] = a.i;"),
        ("", "union A { int i = 1; float f; };", "A a; o[0] = a.i;"),
    ]);
}

/// [class.static.data] 3: who has an initial value in the class is const, constexpr or inline; a constexpr member has one.
#[test]
fn initial_values_of_static_members() {
    held(&[
        ("E0080", "struct A { static int x = 1; };", "A a;"),
        ("E0080", "struct A { static constexpr int x; };", "A a;"),
        (
            "",
            "struct A { static const int x = 1; static constexpr int y{2}; };",
            "o[0] = A::x + A::y;",
        ),
    ]);
}

/// [class.copy.ctor] 5: no constructor takes its own class by value alone, and no template gives one.
#[test]
fn copies_by_value() {
    let t = "struct A { int v; __device__ A(int v) : v(v) {} __device__ A(A &a) : v(a.v) {} \
             template <class T> __device__ A(T t, int i = 0) : v(t.v + i) {} };";
    let two = "struct B; struct A { __device__ A() {} __device__ A(B); }; \
               struct B { __device__ B(A) {} }; __device__ A::A(B) {}";
    held(&[
        ("E0080", "struct A { __device__ A(A); };", "A *a = 0;"),
        ("E0080", "struct A { __device__ A(const A); };", "A *a = 0;"),
        ("E0080", "struct A { __device__ A(A, int = 0); };", "A *a = 0;"),
        ("E0080", "template <class T> struct A { __device__ A(A); };", "A<int> a;"),
        ("", "struct A { __device__ A() {} __device__ A(A, int) {} };", "A a, b(a, 1);"),
        ("", t, "A a(1), b(a), c(a, 2); o[0] = b.v + c.v;"),
        ("E0065", t, "const A a(1); A b(a);"),
        ("E0065", t, "volatile A a(1); A b(a);"),
        ("E0020", two, "volatile A a; A b(a);"),
    ]);
}

/// [class.ctor] 5.1, [class.copy.ctor] 10.1: a union makes and copies no member whose making or copying does something.
#[test]
fn special_members_of_unions() {
    let t = "struct T { __device__ T() {} }; union U { T t; int i; };";
    let c = "struct T { T() = default; __device__ T(const T &) {} }; union U { int i; T t; };";
    let d = "struct T { __device__ T &operator=(const T &) { return *this; } }; union U { int i; T t; };";
    held(&[
        ("E0080", t, "U u;"),
        ("E0080", t, "U u = U(); o[0] = u.i;"),
        ("E0080", &format!("{t} struct S {{ U u; }};"), "S s;"),
        ("E0080", "struct T { __device__ T() {} }; struct S { union { T t; int i; }; };", "S s;"),
        ("", "struct T { __device__ T() {} }; union U { int i; T t; };", "U u{1}; o[0] = u.i;"),
        ("", "struct T { __device__ T() {} }; union U { T t; int i = 3; };", "U u; o[0] = u.i;"),
        (
            "",
            "struct T { __device__ T() {} }; union U { T t; int i; __device__ U() : i(4) {} };",
            "U u; o[0] = u.i;",
        ),
        (
            "",
            "struct T { __device__ T() {} }; struct S { union { T t; int i; }; __device__ S() : i(5) {} };",
            "S s; o[0] = s.i;",
        ),
        ("E0080", c, "U u; u.i = 1; U v = u;"),
        ("", c, "U u; u.i = 1; o[0] = u.i;"),
        ("E0080", d, "U u, v; u.i = 1; v = u;"),
        ("", d, "U u; u.i = 1; U v = u; o[0] = v.i;"),
    ]);
}

/// [dcl.enum] 5: an enumerator's value fits its underlying type, and some type.
#[test]
fn values_of_enumerators() {
    held(&[
        ("E0060", "enum E : char { A = 300 };", "o[0] = A;"),
        ("E0060", "enum E : unsigned char { A = 255, B };", "o[0] = A;"),
        ("E0060", "enum class E : unsigned { A = -1 };", "o[0] = (int)E::A;"),
        ("E0060", "enum class E { A = 0x80000000 };", "o[0] = (int)E::A;"),
        ("E0060", "enum F { x = 70000 }; enum E : short { A = x };", "o[0] = A;"),
        ("E0060", "enum E { A = 0xffffffffffffffff, B };", "o[0] = A;"),
        ("", "enum E { A = 0x7fffffffffffffff, B };", "o[0] = B > 0;"),
        ("", "enum E : unsigned char { A = 255, B = 'a' };", "o[0] = A;"),
        ("", "enum class E : unsigned long { A = 0xffffffffffffffff };", "o[0] = (int)E::A;"),
    ]);
}

/// [class.dtor] 5 and 14: what makes an object reaches its destructor, and so does a class those of its parts.
#[test]
fn destructors_out_of_reach() {
    let a = "class A { ~A() = default; };";
    held(&[
        ("E0080", a, "A a;"),
        ("E0080", a, "A();"),
        ("E0080", &format!("{a} struct B : A {{}};"), "B b;"),
        ("", a, "A *a = 0; o[0] = a == 0;"),
        ("", "class A { protected: ~A() = default; }; struct B : A {};", "B b;"),
        ("", "class A { ~A() = default; friend struct F; }; struct F { A a; };", "F f;"),
    ]);
}

/// [class.dtor] 4, 5, 11 to 13: destructors that nothing may call, and those that are not supported.
#[test]
fn destructors() {
    let s = "struct S { int *p; __device__ S(int *p) : p(p) {} __device__ S() {} __device__ ~S() { *p = 1; } __device__ bool is() { return true; } };";
    let deleted = "struct A { int v; ~A() = delete; };";
    let hidden = "class A { __device__ ~A() {} public: int v; };";
    let host = "struct A { int v; __host__ ~A() { v = 1; } };";
    held(&[
        ("", s, "S a(o); const S &b = S(o); S(o).is();"),
        ("E0080", deleted, "A a; a.v = 1; o[0] = a.v;"),
        ("E0080", &format!("{deleted} struct B {{ A a; }};"), "B b; b.a.v = 1;"),
        ("E0080", deleted, "A *a = (A *)o; a->~A();"),
        ("", deleted, "A *a = (A *)o; o[0] = a->v;"),
        ("E0080", hidden, "A *a = (A *)o; a->~A();"),
        ("E0080", hidden, "A a; a.v = 1; o[0] = a.v;"),
        ("E0047", host, "A a; a.v = 1; o[0] = a.v;"),
        ("E0047", host, "A *a = (A *)o; a->~A();"),
        ("", s, "__shared__ S a; a.p = o;"),
        ("E0106", &format!("{s} __shared__ S a;"), "a.p = o;"),
        ("E0106", s, "static S a; a.p = o;"),
        ("E0106", &format!("{s} __device__ S d;"), "d.p = o;"),
        ("E0106", &format!("{s} union U {{ S s; int a; __device__ U() {{}} }};"), "U u; u.a = 1;"),
        ("E0106", &format!("{s} struct K {{ const S &s; }};"), "K k{S(o)}; o[0] = k.s.p == o;"),
        ("E0036", s, "if (n) goto end; S a(o); end: o[0] = 1;"),
        ("E0036", s, "switch (n) { case 1: S a; a.p = o; case 2: o[0] = 1; }"),
        ("E0060", s, "S *a = (S *)o; a->~int();"),
        ("E0060", &format!("{s} struct B : S {{}};"), "B *b = (B *)o; b->~S();"),
        ("", &format!("{s} typedef S X;"), "X *a = (X *)o; a->~X(); a->~S();"),
        ("", "typedef int I;", "o->~I(); n.~I();"),
        ("E0060", "typedef float F;", "o->~F();"),
    ]);
}

/// [class.ctor] 5, [class.copy.ctor] 10, [class.copy.assign] 7: what is defaulted and nothing could do is deleted.
#[test]
fn defaulted_members_that_nothing_could_do() {
    let t = "struct A { int v; A() = default; A(A &&) = default; };
        struct N { int v; __device__ N(N &o) : v(o.v + 1) {} __device__ N(int a = 5) : v(a) {} };
        struct C { N m; C() = default; C(const C &) = default; }; struct D { N m; };
        struct C0 { int v; __device__ C0(C0 &&o) {} C0() = default; }; struct C1 : C0 { C1() = default; C1 &operator=(C1 &&) = default; };
        struct E0 { int v; __device__ E0 &operator=(E0 &&o) { return *this; } E0() = default; }; struct E1 { E0 m; E1() = default; E1(E1 &&) = default; };
        struct G { const int m; G &operator=(const G &) = default; };";
    held(&[
        ("E0080", t, "A a; A b = n ? a : A(); o[0] = b.v;"),
        ("E0080", t, "C1 a, b; a = static_cast<C1 &&>(b); o[0] = a.v;"),
        ("E0080", t, "E1 c; E1 d(static_cast<E1 &&>(c)); o[0] = d.m.v;"),
        ("E0080", t, "G g{1}, h{2}; g = h; o[0] = g.m;"),
        ("E0080", t, "C q; C r(q); o[0] = r.m.v;"),
        (
            "",
            t,
            "A a; A b = n ? static_cast<A &&>(a) : A(); D d; D e(d); C q; o[0] = b.v + e.m.v + q.m.v;",
        ),
    ]);
}

/// [temp.mem] 2: a local class has no member templates.
#[test]
fn local_classes_have_no_templates() {
    held(&[
        (
            "E0105",
            "",
            "struct S { template <class T> static __device__ int t(T) { return 1; } }; o[0] = S::t(1);",
        ),
        (
            "E0105",
            "",
            "struct S { template <class T> struct U { T t; }; int a; }; S s{1}; o[0] = s.a;",
        ),
        ("", "", "struct S { static __device__ int t(int) { return 1; } }; o[0] = S::t(1);"),
    ]);
}

/// [class.mfct] 1, [temp.mem.func] 1, [temp.expl.spec] 5: what is defined outside of a class is declared in it, and defined
/// once; its head says which classes it is of.
#[test]
fn members_defined_outside() {
    let plain = "struct A { __device__ int f(); int x; static int s; static const int c, l[2], u[], d = 2; __device__ operator int() const; };";
    let of = "template <class T> struct A { __device__ int f(T); __device__ int g() { return 1; } }; template <> struct A<char> { __device__ int h(); };";
    let rows = [
        ("", plain, "__device__ int A::f() { return 1; }"),
        ("", plain, "__device__ A::operator int() const { return 1; }"),
        ("E0042", plain, "__device__ int A::g() { return 1; }"),
        ("E0042", plain, "__device__ int A::x() { return 1; }"),
        ("E0042", plain, "__device__ int A::f(int) { return 1; }"),
        ("E0042", plain, "__device__ int A::f() const { return 1; }"),
        ("E0042", plain, "__device__ A::A(int) {}"),
        ("E0042", plain, "__device__ A::operator long() const { return 1; }"),
        ("E0043", plain, "__device__ long A::f() { return 1; }"),
        ("E0043", plain, "__device__ int A::f() { return 1; } __device__ int A::f() { return 2; }"),
        ("E0092", plain, "__device__ int A::s = 1;"),
        ("E0042", plain, "const int A::x = 1;"),
        ("", plain, "const int A::c = 1;"),
        ("E0043", plain, "const long A::c = 1;"),
        ("E0043", plain, "const int A::c = 1; const int A::c = 1;"),
        ("E0043", plain, "const int A::d = 1;"),
        ("E0043", plain, "const int A::l[3] = {};"),
        ("", plain, "const int A::l[2] = {};"),
        ("", plain, "const int A::u[] = {1};"),
        ("", of, "template <class U> __device__ int A<U>::f(U) { return 1; }"),
        ("", of, "template <> __device__ int A<int>::f(int) { return 1; }"),
        ("", of, "template <> __device__ int A<int>::g() { return 2; }"),
        ("", of, "__device__ int A<char>::h() { return 2; }"),
        ("E0042", of, "template <class U> __device__ int A<U>::h(U) { return 1; }"),
        ("E0042", of, "template <class U> __device__ int A<U>::f(U *) { return 1; }"),
        ("E0043", of, "template <class U> __device__ long A<U>::f(U) { return 1; }"),
        ("E0043", of, "template <class U> __device__ int A<U>::g() { return 1; }"),
        ("E0042", of, "template <> __device__ int A<int>::f(char) { return 1; }"),
        ("E0043", of, "template <> __device__ long A<int>::g() { return 1; }"),
        ("E0042", of, "__device__ int A<char>::f(char) { return 2; }"),
        ("E0105", of, "__device__ int A<int>::f(int) { return 2; }"),
        ("E0105", of, "template <class U> __device__ int A<U *>::f(U *) { return 1; }"),
        ("E0105", of, "template <class T, class U> __device__ int A<T>::f(T) { return 1; }"),
        (
            "E0043",
            of,
            "template <class U> __device__ int A<U>::f(U) { return 1; } template <class T> __device__ int A<T>::f(T) { return 1; }",
        ),
    ];
    for (wanted, class, outside) in rows {
        held(&[(wanted, &format!("{class} {outside}"), "o[0] = 1;")]);
    }
}

/// [temp.mem] 1: the same of member templates, whose heads are behind those of their classes.
#[test]
fn member_templates_defined_outside() {
    let plain = "struct P { template <class U> __device__ int f(U v); template <class U> __device__ int g(U v) const { return 1; } };";
    let of = "template <class T> struct A { template <class U> __device__ int f(T t, U u); template <class U> __device__ int g(T t, U u) { return 1; } };";
    let twice = "template <class V> __device__ int P::f(V v) { return 1; }";
    let twice_of =
        "template <class X> template <class V> __device__ int A<X>::f(X x, V v) { return 1; }";
    let rows = [
        ("", plain, twice.to_string()),
        ("E0043", plain, format!("{twice} {twice}")),
        ("E0043", plain, "template <class U> __device__ int P::g(U v) const { return 2; }".into()),
        ("E0042", plain, "template <class U> __device__ int P::g(U v) { return 2; }".into()),
        ("E0042", plain, "template <class U> __device__ int P::f(U *v) { return 2; }".into()),
        ("E0042", plain, "template <class U> __device__ long P::f(U v) { return 2; }".into()),
        ("E0042", plain, "template <int U> __device__ int P::f(int v) { return 2; }".into()),
        ("E0042", plain, "template <class U> __device__ int P::h(U v) { return 2; }".into()),
        ("", of, twice_of.to_string()),
        ("E0043", of, format!("{twice_of} {twice_of}")),
        (
            "E0043",
            of,
            "template <class T> template <class U> __device__ int A<T>::g(T t, U u) { return 1; }".into(),
        ),
        (
            "E0042",
            of,
            "template <class T> template <class U> __device__ int A<T>::f(U t, T u) { return 1; }".into(),
        ),
        (
            "E0042",
            of,
            "template <class T> template <class U> __device__ int A<T>::h(T t, U u) { return 1; }".into(),
        ),
        (
            "E0105",
            of,
            "template <class U> template <class T> __device__ int A<T>::f(T t, U u) { return 1; }".into(),
        ),
        (
            "E0105",
            of,
            "template <class T> template <class U> template <class V> __device__ int A<T>::f(T t, U u) { return 1; }".into(),
        ),
    ];
    for (wanted, class, outside) in rows {
        held(&[(wanted, &format!("{class} {outside}"), "o[0] = 1;")]);
    }
}

/// [class.conv.fct]: a conversion function's name is its type; it is called on an object that may be changed by it, without
/// arguments, where it may be named.
#[test]
fn conversion_functions_by_name() {
    let a = "struct A { int v; __device__ operator int() const { return v; } __device__ operator short() { return v; } private: __device__ operator long() const { return v; } }; struct B { __device__ operator int() const { return 1; } }; struct C : A, B {};";
    held(&[
        ("", a, "A a{1}; o[0] = a.operator int() + a.operator short();"),
        ("E0042", a, "A a{1}; o[0] = a.operator char();"),
        ("E0042", a, "A a{1}; o[0] = a.operator int *() != 0;"),
        ("E0072", a, "const A a{1}; o[0] = a.operator short();"),
        ("E0080", a, "A a; o[0] = a.operator long();"),
        ("E0030", a, "A a{1}; o[0] = a.operator int(1);"),
        ("E0030", a, "A a{1}; o[0] = a.operator int;"),
        ("E0080", a, "o[0] = operator int();"),
        ("E0042", a, "o[0] = n.operator int();"),
        ("E0049", a, "C c; o[0] = c.operator int();"),
        ("", a, "C c; o[0] = c.operator short();"),
    ]);
}

/// [over.load] 2.3, [over.match.funcs] 5: `&` and `&&` behind the parameters of all functions of a name and these parameters
/// or of none, and what they say of the object.
#[test]
fn member_functions_of_references() {
    let mv = "template <class T> __device__ T &&mv(T &x) { return static_cast<T &&>(x); }";
    let rows = [
        (
            "E0043",
            "__device__ int f() & { return 1; } __device__ int f() { return 1; }",
            "o[0] = sizeof(A);",
        ),
        (
            "E0043",
            "__device__ int f() & { return 1; } __device__ int f() const { return 1; }",
            "o[0] = sizeof(A);",
        ),
        (
            "E0043",
            "__device__ int f() & { return 1; } __device__ int f() & { return 1; }",
            "o[0] = sizeof(A);",
        ),
        (
            "",
            "__device__ int f() & { return 1; } __device__ int f() && { return 1; }",
            "o[0] = sizeof(A);",
        ),
        (
            "",
            "__device__ int f() & { return 1; } __device__ int f(int) { return 1; }",
            "o[0] = sizeof(A);",
        ),
        ("E0034", "static __device__ int f() & { return 1; }", "o[0] = sizeof(A);"),
        ("E0034", "__device__ A() & {}", "o[0] = sizeof(A);"),
        ("E0065", "__device__ int f() & { return 1; }", "o[0] = A().f();"),
        ("E0065", "__device__ int f() && { return 1; }", "A a{}; o[0] = a.f();"),
        ("E0072", "__device__ int f() && { return 1; }", "const A a{}; o[0] = mv(a).f();"),
        ("", "__device__ int f() const & { return 1; }", "o[0] = A().f();"),
        ("", "A &operator=(const A &) & = default;", "A a{}, b{}; a = b; o[0] = a.v;"),
        ("E0065", "A &operator=(const A &) & = default;", "A a{}; A() = a;"),
        ("E0065", "A &operator=(const A &) && = default;", "A a{}, b{}; a = b;"),
        ("E0060", "__device__ operator int() & { return 1; }", "o[0] = A();"),
        ("E0060", "__device__ operator int() && { return 1; }", "A a{}; o[0] = a;"),
        ("", "__device__ operator int() && { return 1; }", "A a{}; o[0] = mv(a) + 1;"),
    ];
    for (wanted, members, body) in rows {
        held(&[(wanted, &format!("{mv} struct A {{ int v; {members} }};"), body)]);
    }
}

/// [class.member.lookup], [over.match.oper] 3: what two bases have by a name is none of them, nor what is around the class.
#[test]
fn members_that_two_bases_have() {
    let both = |a: &str, b: &str| {
        format!(
            "__device__ int m = 5; __device__ int f(int) {{ return 3; }} struct A {{ {a} }}; struct B {{ {b} }};
             struct C : A, B {{ __device__ int g() {{ return m; }} __device__ int h() {{ return f(1); }} }};"
        )
    };
    let (f, c) = ("__device__ int f(int) { return 1; }", "static const int f = 1;");
    let (data, constant) = ("int m;", "enum { m = 1 };");
    let minus = "__device__ int operator-(int) const { return 1; }";
    let around = "struct E : A, B { __device__ operator int() const { return 8; } };
        __device__ int operator-(C, long) { return 5; }";
    let minus = format!("{}{around}", both(minus, minus));
    held(&[
        ("E0049", &both(f, c), "C x; o[0] = x.f(0);"),
        ("E0049", &both(f, f), "C x; o[0] = x.f(0);"),
        ("E0049", &both(f, c), "C x; o[0] = x.h();"),
        ("E0049", &both(f, f), "C x; o[0] = x.h();"),
        ("E0049", &both(data, data), "C x; o[0] = x.g();"),
        ("E0049", &both(data, constant), "C x; o[0] = x.g();"),
        ("E0049", &both(data, constant), "C x; o[0] = x.m;"),
        ("E0049", &minus, "C x; o[0] = x - 1;"),
        ("E0049", &minus, "E x; o[0] = x - 1l;"),
    ]);
}

/// [over.best.ics] 6: a conversion to a base that a class has twice is one, and an error where it is chosen.
#[test]
fn conversions_to_ambiguous_bases() {
    let of = |f: &str| {
        format!(
            "struct A {{ int z; __device__ int f() {{ return z; }} static __device__ int s() {{ return 2; }} }};
             struct B : A {{}}; struct C : A {{}};
             struct D : B, C {{ using B::f; using B::s; __device__ operator A() const {{ return A{{8}}; }} }};
             struct W {{ __device__ W(const D &) {{}} }}; __device__ int h(...) {{ return 900; }} {f}"
        )
    };
    let value = of("__device__ int h(A) { return 1; } __device__ int h(W) { return 2; }");
    let reference = of("__device__ int h(const A &) { return 1; }");
    let pointer =
        of("__device__ int h(A *) { return 1; } __device__ int h(const void *) { return 2; }");
    let near = of("__device__ int h(A) { return 1; } __device__ int h(B) { return 2; }");
    held(&[
        ("E0049", &value, "D d; o[0] = h(d);"),
        ("E0049", &reference, "D d; o[0] = h(d);"),
        ("E0049", &reference, "o[0] = h(D());"),
        ("E0049", &pointer, "D d; o[0] = h(&d);"),
        ("E0049", &value, "D d; A a = d; o[0] = a.z;"),
        ("E0049", &value, "D d; o[0] = d.f();"),
        ("", &value, "D d; o[0] = d.s() + D::s() + d.B::z;"),
        ("", &pointer, "D d; o[0] = h((B *)&d) + h((void *)&d);"),
        ("", &near, "C c; o[0] = h(c);"),
    ]);
}

/// [class.base.init] 5, 8, 9: a constructor names each member once and one of a union's, and leaves no constant and no member
/// without a usable default constructor alone, be it called or not.
#[test]
fn what_constructors_leave() {
    let l = |members: &str| format!("struct L {{ {members} }};");
    let t = |class: &str| format!("{class} struct L {{ T c; __device__ L() {{}} }};");
    let size = "o[0] = sizeof(L);";
    held(&[
        ("E0069", &l("const int c; __device__ L() {}"), size),
        ("E0069", &l("const int c[3]; __device__ L() {}"), size),
        ("E0069", &l("const int c : 3; __device__ L() {}"), size),
        ("", &l("const int c = 4; __device__ L() {}"), "L l; o[0] = l.c;"),
        ("", &l("const int c; __device__ L() : c(3) {}"), "L l; o[0] = l.c;"),
        ("E0069", "struct T { int v; }; struct L { const T c; __device__ L() {} };", size),
        (
            "",
            "struct T { int v; __device__ T() : v(3) {} }; struct L { const T c; __device__ L() {} };",
            "L l; o[0] = l.c.v;",
        ),
        ("E0080", &t("struct T { __device__ T() = delete; };"), size),
        ("E0080", &t("class T { __device__ T() {} };"), size),
        ("E0080", &t("class T { __device__ T() = default; };"), size),
        (
            "",
            "template <class T> struct L { const T c; __device__ L() {} };",
            "o[0] = sizeof(L<int>);",
        ),
        ("E0069", "template <class T> struct L { const T c; __device__ L() {} };", "L<int> l;"),
        ("E0043", &l("int a; __device__ L() : a(3), a(4) {}"), size),
        (
            "E0043",
            "struct B { int v; __device__ B(int) {} }; struct L : B { typedef B T; __device__ L() : B(3), T(4) {} };",
            size,
        ),
        ("E0069", &l("union { int a; float b; }; __device__ L() : a(3), b(4) {}"), size),
        (
            "E0069",
            &l("union { int a; struct { float b; int c; }; }; __device__ L() : b(3), a(4) {}"),
            size,
        ),
        (
            "",
            &l("union { int a; struct { float b; int c; }; }; __device__ L() : b(3), c(4) {}"),
            "L l; o[0] = l.c;",
        ),
        ("E0069", "union L { int a; float b; __device__ L() : a(3), b(4) {} };", size),
    ]);
}

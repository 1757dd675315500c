//! Specifiers and declarators where they may not stand ([dcl.spec], [dcl.stc], [dcl.fct.spec], [dcl.typedef],
//! [dcl.constexpr], [dcl.meaning], [dcl.type.elab]).

use crate::held_on_device;

/// [dcl.spec]: the words of types, parameters and conditions.
#[test]
fn words_of_types_and_parameters() {
    held_on_device(&[
        ("E0033 1:34", "int f() { return static_cast<int mutable>(1.5); }"),
        ("E0033 1:23", "int f() { return (int constexpr)1.5; }"),
        ("E0033 1:11", "using X = static int;"),
        ("E0033 1:45", "template <class T> struct A { T t; }; A<int inline> a;"),
        ("E0033 1:46", "template <class T> struct A { T t; }; A<char explicit> a;"),
        ("E0033 1:11", "template <static int N> int f() { return N; }"),
        ("E0033 1:11", "int f(int constexpr x) { return x; }"),
        ("E0033 1:11", "int f(int explicit x) { return x; }"),
        ("E0033 1:11", "int f(int friend x = 2) { return x; }"),
        ("E0033 1:11", "int f(int static x) { return x; }"),
        ("E0033 1:7", "int f(typedef int x) { return x; }"),
        ("E0033 1:11", "int f(int mutable x);"),
        ("E0033 1:15", "int f() { if (static int x = 3) return x; return 0; }"),
        ("", "int f() { if (constexpr int x = 3) return x; return 0; }"),
        ("", "int f() { if (static int x = 3; x) return x; return 0; }"),
        ("", "int f() { for (static int x = 0; x < 3; ++x) ; return 0; }"),
        ("E0033 1:25", "struct A {}; struct B : A const {};"),
        (
            "E0033 1:68",
            "template <class T> struct A {}; template <class T> struct B : A<T> inline {};",
        ),
        ("", "int f(register int x) { return x; }"),
    ]);
}

/// [dcl.stc], [dcl.fct.spec], [dcl.inline]: the words of variables and functions.
#[test]
fn words_of_variables_and_functions() {
    held_on_device(&[
        ("E0033 1:1", "mutable int f(int x) { return x; }"),
        ("E0033 1:1", "explicit int f() { return 1; }"),
        ("E0033 1:1", "virtual int f() { return 1; }"),
        ("E0033 1:1", "friend int f() { return 1; }"),
        ("E0033 1:1", "register int x;"),
        ("E0033 1:17", "int f() { float mutable x = 1; return x; }"),
        ("E0033 1:11", "int f() { inline int x = 1; return x; }"),
        ("E0033 1:11", "int f() { inline int g(); return 1; }"),
        ("E0033 1:11", "int f() { static int g(); return 1; }"),
        ("", "int f() { extern int g(); register int x = 1; return x; }"),
        ("E0033 1:8", "static extern int x;"),
        ("E0033 1:8", "static static int x;"),
        ("E0033 1:8", "inline inline int f();"),
        ("", "static inline int f() { return 1; } int constexpr static inline x = 3;"),
        ("E0033 1:12", "extern \"C\" static int f() { return 1; }"),
        ("E0033 1:8", "extern \"D\" int f();"),
        ("E0033 1:1", "inline struct A { int x; };"),
        ("E0033 1:1", "constexpr enum E { a };"),
        ("E0033 1:38", "template <class T> struct A { T t; } constexpr;"),
        ("E0033 1:20", "template <class T> inline struct A { T t; };"),
        ("", "static struct A { int x; } a = {3};"),
        ("E0034 1:6", "int *inline f();"),
        ("", "int *__noinline__ f();"),
    ]);
}

/// [dcl.typedef]: a typedef has no other word, and no value.
#[test]
fn typedefs() {
    held_on_device(&[
        ("E0033 1:9", "typedef static int x;"),
        ("E0033 1:9", "typedef constexpr int x;"),
        ("E0033 1:9", "typedef inline int x;"),
        ("E0034 1:13", "typedef int x = 1;"),
        ("E0034 1:23", "int f() { typedef int x = 1; return 1; }"),
        ("E0034 1:24", "struct S { typedef int x = 1; };"),
        ("", "int typedef x; x y = 1;"),
    ]);
}

/// [class.mem]: the words of members.
#[test]
fn words_of_members() {
    held_on_device(&[
        ("E0033 1:12", "struct S { constexpr int x = 1; };"),
        ("E0033 1:12", "struct S { register int x; };"),
        ("E0033 1:12", "struct S { extern int y; };"),
        ("E0033 1:12", "struct S { inline int x; };"),
        ("E0033 1:30", "struct S { struct { int a; } explicit s; };"),
        ("E0033 1:12", "struct S { mutable static int x; };"),
        ("E0033 1:30", "struct S { mutable const int x = 1; };"),
        ("E0033 1:31", "struct S { mutable int *const x = 0; };"),
        ("", "struct S { mutable const int *x; mutable int y[2]; };"),
        ("E0033 1:12", "struct S { explicit int f() { return 1; } };"),
        ("E0033 1:12", "struct S { mutable int f() { return 1; } };"),
        ("E0033 1:12", "struct S { extern int f(); };"),
        ("E0033 1:12", "struct S { static S() {} };"),
        ("E0033 1:12", "struct S { static operator int() { return 1; } };"),
        ("E0033 1:22", "struct S { constexpr extern operator int() const { return 1; } };"),
        ("E0033 1:12", "struct S { int S() { return 1; } };"),
        ("E0033 1:12", "struct S { const S() {} };"),
        (
            "",
            "struct S { constexpr explicit S(int) {} static inline int f(); inline static const int x = 3; friend inline int g(S) { return 1; } };",
        ),
        ("E0033 1:19", "struct S { friend static int f(S) { return 1; } };"),
        ("E0033 1:19", "struct S { friend extern int f(S); };"),
        ("E0033 1:29", "struct S { static int x; }; static int S::x = 1;"),
        ("E0033 1:32", "struct S { static void f(); }; static void S::f() {}"),
        ("E0033 1:32", "struct S { explicit S(int); }; explicit S::S(int) {}"),
    ]);
}

/// [dcl.type], [temp.res]: one type, and what `typename` stands before.
#[test]
fn types_of_declarations() {
    held_on_device(&[
        ("E0033 1:26", "int f() { int x = 1; int auto *p = &x; return *p; }"),
        ("E0033 1:6", "auto int x = 1;"),
        ("E0030 1:20", "int f() { typename int x = 3; return x; }"),
        ("E0032 1:16", "typedef int I; typename I x;"),
        ("", "namespace N { typedef int I; } typename N::I x; typename ::N::I y;"),
        ("E0032 1:39", "struct A { int x; }; int f() { return class A().x; }"),
        ("E0032 1:39", "struct A { int x; }; int f() { return A const().x; }"),
    ]);
}

/// [dcl.type.elab]: the word before a type's name is its own, and no typedef stands behind it.
#[test]
fn elaborated_types() {
    held_on_device(&[
        ("E0033 1:21", "union U { int x; }; struct U u;"),
        ("E0033 1:22", "struct S { int x; }; union S u;"),
        ("E0033 1:15", "enum E { a }; struct E e;"),
        ("E0033 1:22", "struct S { int x; }; enum S e;"),
        ("", "class S { int x; }; struct S s;"),
        ("E0033 1:32", "typedef struct A { int x; } B; struct B b;"),
        ("E0033 1:31", "enum class E { a }; enum E e; enum class E f;"),
        ("E0033 1:50", "template <class T> struct A { typedef T type; }; class A<int>::type x;"),
        ("", "template <class T> struct A { enum E { a }; }; enum A<int>::E x;"),
        ("E0033 1:33", "template <class T> struct A {}; union A<int> u;"),
    ]);
}

/// [dcl.ref], [dcl.array], [dcl.fct]: what declarators may be made of.
#[test]
fn declarators() {
    held_on_device(&[
        ("E0034 1:29", "int f() { int a = 1; int && && r = 1; return a; }"),
        ("E0034 1:28", "int f() { int a = 1; int & & r = a; return r; }"),
        ("E0034 1:28", "int f() { int a = 1; int &(&r) = a; return r; }"),
        ("", "typedef int &R; int f() { int a = 1; R & r = a; return r; }"),
        ("E0034 1:9", "int f[2]();"),
        ("E0034 1:8", "int f()[2];"),
        ("E0034 1:8", "int f()();"),
        ("", "int (*f(int))[3];"),
        ("E0032 1:13", "int f(int x,) { return x; }"),
        ("E0032 1:19", "template <class T,> struct A {};"),
        ("E0031 1:45", "template <class T> struct A { T t; }; A<int,> a;"),
        ("E0030 1:26", "int f(int *const restrict x);"),
        ("", "int f(int *const __restrict__ x);"),
        ("", "int restrict = 3;"),
        ("E0034 1:5", "int f(int x) & { return x; }"),
        ("E0034 1:5", "int f(int x) const { return x; }"),
        ("E0034 1:5", "int f(int) volatile;"),
        ("E0034 1:6", "int (f)(int) const;"),
        ("E0034 1:23", "struct S { static int f() const { return 1; } };"),
        ("E0034 1:12", "struct S { S() const {} };"),
        ("", "struct S { int f() const; int g() volatile; }; int S::f() const { return 1; }"),
    ]);
}

/// [dcl.array] 1, [dcl.fct] 1: an attribute behind a length or parameters is of the type, and the standard's are not.
#[test]
fn attributes_of_types() {
    held_on_device(&[
        ("E0034 1:12", "int a[3] [[maybe_unused]] = {1, 2, 3};"),
        ("E0034 1:11", "int f() [[noreturn]];"),
        ("E0034 1:18", "int f(int a[2] [[maybe_unused]]) { return a[0]; }"),
        (
            "",
            "int a [[maybe_unused]] [3]; [[deprecated]] int f [[nodiscard]] (int a [[maybe_unused]]); struct S { int x [[maybe_unused]] : 3; };",
        ),
    ]);
}

/// [dcl.align] 1, 5: `alignas` says something of variables, members and classes, and asks for no less than their types.
#[test]
fn alignments() {
    held_on_device(&[
        ("E0099 1:9", "alignas(2) int x;"),
        ("E0099 1:32", "__device__ int f(int a alignas(8));"),
        ("", "alignas(4) int x; alignas(2) alignas(16) int y; __attribute__((aligned(2))) int z;"),
        ("E0099 1:20", "struct L { alignas(4) double m; };"),
        ("", "struct L { alignas(8) double m; alignas(0) int n; };"),
        ("E0099 1:41", "struct alignas(16) M {}; struct alignas(8) L : M {};"),
        ("E0099 1:34", "struct alignas(16) M {}; alignas(8) M m;"),
        ("", "struct alignas(16) M {}; struct alignas(16) L : M {}; alignas(32) M m;"),
        ("E0099 1:39", "template <class T> struct S { alignas(4) T m; }; S<double> s;"),
        ("", "template <class T> struct S { alignas(4) T m; }; S<char> s;"),
        ("E0099 1:64", "typedef int T __attribute__((aligned(16))); struct S { alignas(8) T m; };"),
        ("E0099 1:27", "__device__ int g; alignas(4) int &r = g;"),
        ("", "__device__ int g; alignas(8) int &r = g;"),
        ("E0099 1:20", "struct L { alignas(8) int x : 3; };"),
        ("E0099 1:26", "struct L { int x alignas(8) : 3; };"),
        ("", "struct L { __attribute__((aligned(8))) int x : 3; };"),
        ("E0099 1:9", "alignas(8) typedef int T;"),
        ("E0099 1:9", "typedef alignas(8) int T;"),
        ("E0099 1:9", "alignas(8) void f() {}"),
        ("E0099 1:9", "alignas(8) struct S { int m; };"),
        ("", "alignas(8) struct S { int m; } s;"),
        ("E0099 1:8", "static alignas(8) int x;"),
        ("E0099 1:5", "int alignas(8) x;"),
        ("E0099 1:10", "int x[3] alignas(8);"),
        ("", "int x alignas(8) [3]; alignas(8) static int y; __device__ alignas(8) int z;"),
        ("E0068 1:19", "struct I; int x = alignof(I);"),
        ("E0077 1:36", "struct L { int b : 3; } l; int x = alignof(l.b);"),
    ]);
}
